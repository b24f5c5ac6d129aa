"""Sides that several people play: which parts a side has, and whose each action is."""
