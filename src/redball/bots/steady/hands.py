"""What a side fears and how long it waits: the numbers in which those who play by `steady`'s hands differ.

They were found by games in which both sides drew some forty such numbers by lot (`docs/planner.md`).
"""

from __future__ import annotations

from msgspec import Struct


class Hands(Struct, frozen=True):
    """How a side weighs where its fighting units stand.

    `danger`: the percentage that counts of the danger in which they are there. `patience`: the percentage of a place's
    points that the side can do without when a game begins (`worth.patience`).
    """

    danger: int = 100
    patience: int = 60


STEADY = Hands()
KEEN = Hands(danger=0, patience=100)
"""Stays where it is of use: an enemy who could attack everywhere attacks in few places. Takes places late."""
