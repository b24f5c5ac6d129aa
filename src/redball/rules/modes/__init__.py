"""Modes (5): changing them, Reserves, DG."""
