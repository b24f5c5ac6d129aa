"""Consolidation: in the Reinforcement Phase, reduced units become fewer whole ones.

Adjacent enemies and being Out of Supply do not prevent it. A unit that takes another's place takes over its record:
hex, mode, markers and load; the unit whose place it took goes to the Dead Pile.

Cases: 13.9, 13.9-1, 13.9-2, 13.9-3
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.actions import Combine, Exchange
from redball.core.engine import Run
from redball.core.events import TruckExchanged, UnitExchanged, UnitsCombined
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import FULL, Unit
from redball.core.world import World, of_world
from redball.forces.counter import Counter
from redball.rules.reinforcement.rebuild import Rebuilding, dead
from redball.rules.reinforcement.rebuild_trucks import free_id, lost, rest_of
from redball.rules.units.abilities import formation_of, transport_kind
from redball.rules.units.losses import removed_when_destroyed

NOT_MULTI = refusal(
    "consolidate.not_multi_step", case="13.9-1", text="{units} are not two multi-step units of this side on the map"
)
APART = refusal("consolidate.apart", case="13.9-1", text="{units} are not in the same hex")
WHOLE = refusal("consolidate.whole", case="13.9-1", text="{units} has no lost step to replace")
DIFFERENT = refusal("consolidate.different", case="13.9", text="{detail} are not identical on both sides")
WORN = refusal("consolidate.worn", case="13.9", text="{units} is {have}, so it cannot be consolidated")
NOT_HERE = refusal("consolidate.not_here", case="13.9-2", text="{units} is not a unit of this side on the map")
NOT_DEAD = refusal("consolidate.not_dead", case="13.9-2", text="{detail} is not in the Dead Pile of this side")
SAME_FORMATION = refusal("consolidate.same_formation", case="13.9-2", text="{units} already belongs to {detail}")
TO_INDEPENDENT = refusal(
    "consolidate.to_independent",
    case="13.9-3",
    text="{detail} belongs to no formation, and units never become independent",
)
EXTENDER = refusal(
    "consolidate.extender",
    case="12.7-B",
    text="{units} is an Extender; its points can do nothing else",
    remedy="switch it back in the Movement Phase",
)
NOT_INDEPENDENT = refusal(
    "consolidate.not_independent",
    case="13.9-3",
    text="{units} is not from another formation, independent, or a regular truck",
)
POINTS = refusal(
    "consolidate.points",
    case="13.9-3",
    text="{units} has {have:point} and {detail} lacks {need}; none may be left over",
    remedy="divide the points in a Movement Phase",
)


def identical(one: Counter, other: Counter) -> bool:
    """Everything printed on both sides is equal, except names, formations and a truck's points."""
    return _printed(one) == _printed(other)


def _printed(counter: Counter) -> tuple[object, ...]:
    if counter.points:
        return ("transport", counter.nation, counter.move)
    values = (counter.nation, counter.kind, counter.size, counter.symbol, counter.colour, counter.printed_re)
    return (*values, counter.no_rebuild, counter.divisional, counter.combat, counter.move)


@of_world
def _classes(world: World) -> dict[str, int]:
    """By counter, a number that all `identical` counters share."""
    numbers: dict[tuple[object, ...], int] = {}
    return {name: numbers.setdefault(_printed(counter), len(numbers)) for name, counter in world.counters.items()}


def refuse_worn(unit: Unit) -> Refusal | None:
    """The unit must not be DG or have used internal stocks (13.9)."""
    if unit.marker == "dg":
        return WORN(units=(unit.id,), have="DG")
    return WORN(units=(unit.id,), have="Low or Exhausted") if unit.internals != FULL else None


# --- multi-step units ----------------------------------------------------------------------------------------------


def refuse_combine(look: Look, data: Rebuilding, action: Combine) -> Refusal | None:
    """13.9-1: two identical units in a hex, and the one that stays has lost steps."""
    unit, other = look.unit(action.unit), look.unit(action.other)
    both = (unit, other)
    if unit is other or not all(u.side == data.side and u.on_map and look.counter(u).is_multi_step for u in both):
        return NOT_MULTI(units=(unit.id, other.id))
    if unit.hex != other.hex:
        return APART(units=(unit.id, other.id))
    if not identical(look.counter(unit), look.counter(other)):
        return DIFFERENT(detail=f"{unit.id} and {other.id}")
    worn = refuse_worn(unit) or refuse_worn(other)
    return worn if worn or unit.steps_lost else WHOLE(units=(unit.id,))


def combine_candidates(look: Look, data: Rebuilding) -> Iterator[Combine]:
    """Every reduced multi-step unit with every other one in its hex."""
    for unit in (u for u in look.own(data.side) if u.steps_lost and look.counter(u).is_multi_step):
        for other in look.combat_units_at(unit.hex, data.side):
            if other is not unit and look.counter(other).is_multi_step:
                yield Combine(unit.id, other.id)


def take_combine(run: Run, data: Rebuilding, action: Combine) -> None:
    """Steps beyond full strength are lost (13.9-1)."""
    unit, other = run.look.unit(action.unit), run.look.unit(action.other)
    has = run.look.steps(other)
    steps = min(unit.steps_lost, has)
    run.emit(
        UnitsCombined(
            case="13.9-1",
            side=data.side,
            unit=unit.id,
            other=other.id,
            steps=steps,
            excess=has - steps,
            removed=removed_when_destroyed(run.look, other),
        )
    )


# --- units of formations -------------------------------------------------------------------------------------------


def refuse_exchange(look: Look, data: Rebuilding, action: Exchange) -> Refusal | None:
    """13.9-2 and 13.9-3: into a lost unit of another formation, or of any formation if the unit is independent."""
    unit, wanted = look.unit(action.unit), look.world.counters.get(action.counter)
    if unit.side != data.side or not unit.on_map:
        return NOT_HERE(units=(unit.id,))
    if wanted is None or wanted.id not in _lost_counters(look, data.side):
        return NOT_DEAD(detail=repr(action.counter))
    formation = formation_of(look, unit)
    if not wanted.formation:
        return TO_INDEPENDENT(detail=wanted.id)
    if formation == wanted.formation:
        return SAME_FORMATION(units=(unit.id,), detail=formation)
    refused = _refuse_exchanged(look, unit)
    if refused is None and not identical(look.counter(unit), wanted):
        refused = DIFFERENT(detail=f"{unit.id} and {wanted.id}")
    return refused or _refuse_points(look, unit, wanted) or refuse_worn(unit)


def _refuse_exchanged(look: Look, unit: Unit) -> Refusal | None:
    """13.9-3: what keeps a unit from becoming any other, apart from DG and stocks."""
    bound = not formation_of(look, unit) and not look.counter(unit).is_independent
    if bound and transport_kind(look, unit) != "truck":
        return NOT_INDEPENDENT(units=(unit.id,))
    if unit.extender:
        return EXTENDER(units=(unit.id,))
    return None


def _refuse_points(look: Look, unit: Unit, wanted: Counter) -> Refusal | None:
    """A truck must have lost that many points."""
    if not wanted.points:
        return None
    missing = look.state.trucks_lost[wanted.id]
    if unit.points <= missing and rest_of(look, wanted) is None:
        return None
    return POINTS(units=(unit.id,), have=unit.points, need=missing, detail=wanted.id)


def _lost_counters(look: Look, side: str) -> frozenset[str]:
    """A side's counters in the Dead Pile, including trucks that lost points."""
    return frozenset((*(unit.counter for unit in dead(look, side)), *lost(look, side)))


def exchange_candidates(look: Look, data: Rebuilding) -> Iterator[Exchange]:
    """Every unit with every similar lost counter of another formation that is accepted."""
    classes = _classes(look.world)
    wanted: dict[int, list[Counter]] = {}
    for counter in map(look.world.counters.__getitem__, sorted(_lost_counters(look, data.side))):
        if counter.formation:
            wanted.setdefault(classes[counter.id], []).append(counter)
    for unit in look.own(data.side) if wanted else ():
        alike = wanted.get(classes[unit.counter])
        if not alike or (_refuse_exchanged(look, unit) or refuse_worn(unit)) is not None:
            continue
        formation = formation_of(look, unit)
        for other in alike:
            if other.formation != formation and _refuse_points(look, unit, other) is None:
                yield Exchange(unit.id, other.id)


def take_exchange(run: Run, data: Rebuilding, action: Exchange) -> None:
    unit = run.look.unit(action.unit)
    case = "13.9-2" if formation_of(run.look, unit) else "13.9-3"
    if unit.points:
        taken = free_id(run.look, action.counter)
        run.emit(TruckExchanged(case=case, side=data.side, unit=unit.id, taken=taken, counter=action.counter))
        return
    steps = run.look.counter(unit).steps
    taken = next(u.id for u in dead(run.look, data.side) if u.counter == action.counter)
    run.emit(UnitExchanged(case=case, side=data.side, unit=unit.id, taken=taken, steps=steps))
