"""Checks on play: invariants, the books of an action, probes, perft."""
