"""Counters: what is printed on a piece of cardboard, both sides (section 3)."""

from redball.forces.counter import LEG, TRACK, TRUCK, Counter, Face

__all__ = ["LEG", "TRACK", "TRUCK", "Counter", "Face"]
