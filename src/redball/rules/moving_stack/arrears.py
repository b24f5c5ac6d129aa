"""MP that a unit puts off: markers make its way dearer, but it pays for them only once it has spent more than its ease.

In the series nobody puts anything off; New OCS lets transport do so (N14-interdiction-zone-transport). MP in 1/12.
"""

from __future__ import annotations

from typing import NamedTuple

from redball.board.costs import ALL, MoveGraph
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.moving_stack.move_ends import MoveData


class Arrears(NamedTuple):
    """How a unit puts off MP: it pays no more than its ground costs until it has spent more than `ease`; then all that
    it has put off, and from there on what the steps of `dear` cost."""

    ease: int
    dear: MoveGraph


def owed(data: MoveData, uid: str) -> int:
    """What a unit of the stack has put off so far; nothing once it has paid."""
    return dict(data.owed).get(uid, 0)


def due(arrears: Arrears | None, spent: int, owing: int, cost: int, dear: int | None = None) -> int:
    """What a unit pays beside the `cost` of what it does, after it has `spent` MP with so much put off. `dear` is what
    a step costs in full; a step that costs the whole allowance pays everything anyway."""
    if arrears is None or cost < 0 or dear == ALL:
        return 0
    more = 0 if dear is None else dear - cost
    return owing + more if spent + cost > arrears.ease else 0


def put_off(data: MoveData, uid: str, mp: int) -> tuple[tuple[str, int], ...]:
    """What the units of the stack have put off, with this for one of them."""
    found = {**dict(data.owed), uid: mp}
    return tuple(sorted((one, off) for one, off in found.items() if off))


def no_arrears(look: Look, unit: Unit, moving: frozenset[str]) -> None:
    """In the series nobody puts off MP."""
    return


POLICIES = {"arrears": no_arrears}
