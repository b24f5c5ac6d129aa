"""What a side fears, how long it waits, and what it does for its supply: the numbers in which those who play by
`steady`'s hands differ.

They were found by games in which both sides drew such numbers by lot (`docs/planner.md`).
"""

from __future__ import annotations

from msgspec import Struct


class Hands(Struct, frozen=True):
    """How a side weighs where its units stand, and what it does besides.

    `danger`: the percentage that counts of the danger in which fighting units are; `few`: only while the side is the
    weaker one and so many of its stacks at most are within reach (`places.hunted`; 0: always). `patience`: the
    percentage of a place's points that the side can do without when a game begins (`worth.patience`). `hunger`: the
    percentage that counts of what it costs to be without trace. `relief`: the percentage that counts of what other
    units gain if one goes where it opens them a trace (`relief`). `reserves`: who will not fight in this Movement Phase
    waits in Reserve (`reserves`). `breaks_out`: units that are cut off try to break out.
    """

    danger: int = 100
    few: int = 0
    patience: int = 60
    hunger: int = 100
    relief: int = 0
    reserves: bool = False
    breaks_out: bool = True


STEADY = Hands()
KEEN = Hands(danger=0, patience=100)
"""Stays where it is of use: an enemy who could attack everywhere attacks in few places. Takes places late."""
STAUNCH = Hands(danger=200, few=12, patience=100, hunger=200, relief=150, reserves=True, breaks_out=False)
"""As keen, and stands by those who are cut off: they hold out, and others open their way. A small force that is the
weaker one shrinks from danger: each of its stacks will be attacked."""
