"""Checks on play: invariants, accounts of each action, probes, perft."""
