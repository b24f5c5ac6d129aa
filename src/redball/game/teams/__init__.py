"""Sides that several people play: which parts a side has, and who owns each action."""
