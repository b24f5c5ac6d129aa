"""Counters: what is printed on both sides of a counter (section 3)."""

from redball.forces.counter import LEG, TRACK, TRUCK, Counter, Face

__all__ = ["LEG", "TRACK", "TRUCK", "Counter", "Face"]
