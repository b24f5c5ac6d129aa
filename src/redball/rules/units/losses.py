"""Step losses: how a unit loses a step or all of them, and which units lose first in combat.

Cases: 9.11-A, 9.11-B, 9.11a, 9.11c-A, 9.11c-B, 9.6-C, 13.5c
"""

from __future__ import annotations

from collections.abc import Iterable

from redball.core.engine import Run
from redball.core.events import StepLost, UnitEliminated
from redball.core.look import Look
from redball.core.state import ABOARD, Unit


def lose_step(run: Run, uid: str, cause: str, case: str) -> None:
    """The unit, on the map or aboard Landing Craft, loses one step, and goes to the Dead Pile with its last one
    (9.11-B).

    Raises ValueError for a unit without a step to lose.
    """
    run.emit(step_lost(run.look, uid, cause, case))


def step_lost(look: Look, uid: str, cause: str, case: str) -> StepLost:
    """The event of `lose_step`."""
    unit = look.unit(uid)
    if not unit.on_map and unit.hex != ABOARD:
        raise ValueError(f"{uid} has no step to lose")
    last = look.steps(unit) == 1
    gone = last and removed_when_destroyed(look, unit)
    return StepLost(case=case, side=unit.side, unit=uid, destroyed=last, cause=cause, removed=gone)


def eliminate(run: Run, uid: str, cause: str, case: str) -> None:
    """The unit goes to the Dead Pile with all its steps."""
    run.emit(eliminated(run.look, uid, cause, case))


def eliminated(look: Look, uid: str, cause: str, case: str) -> UnitEliminated:
    """The event of `eliminate`."""
    unit = look.unit(uid)
    gone, steps = removed_when_destroyed(look, unit), look.steps(unit)
    return UnitEliminated(case=case, side=unit.side, unit=uid, steps=steps, cause=cause, removed=gone)


def removed_when_destroyed(look: Look, unit: Unit) -> bool:
    """A yellow dot takes a unit out of the game (13.5c); Repls and Breakdowns go back among the spare counters
    (13.5b-B)."""
    counter = look.counter(unit)
    return counter.no_rebuild or counter.kind in ("repl", "breakdown")


def alive(look: Look, units: Iterable[str]) -> tuple[str, ...]:
    """The units still on the map, in order."""
    return tuple(uid for uid in units if look.unit(uid).on_map)


def next_to_lose(look: Look, units: Iterable[str], leader: str, lost: tuple[str, ...]) -> tuple[str, ...]:
    """The units that may lose the next step of a combat: the leader first, then every unit once before any twice
    (9.11c-A).

    `lost` names a unit for each step its side has lost in this combat so far. Barrages and retreats do
    not use this: there the owner chooses freely (9.11c-B).
    """
    left = alive(look, units)
    if not lost and leader in left:
        return (leader,)
    spared = tuple(uid for uid in left if uid not in lost)
    return spared or left
