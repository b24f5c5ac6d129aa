"""Breakdowns: a multi-step unit detaches a step as a small separate unit, and absorbs such units again.

It detaches as it begins to move, retreat or advance, at no cost. The new unit is in its hex, in the same
mode and with the same markers, and moves on its own. Units together at the end of a phase are absorbed.

Cases: 20.0-A, 20.0-B, 20.0a, 20.0b, 20.0c, 20.0d, 20.0e, 20.0f, 20.0g
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Absorb, Detach
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import BreakdownAbsorbed, BreakdownDetached
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Facing, Unit
from redball.forces.counter import Counter, Face
from redball.rules.units.abilities import weakened
from redball.scenarios.records import BreakdownPool

NO_PARENT = refusal(
    "breakdown.no_parent",
    case="20.0-B",
    text="{units} cannot break down; only multi-step units that are not armor or mech can",
)
NO_POOL = refusal("breakdown.no_pool", case="20.0g", text="{detail} is not a Breakdown from the pool of {units}")
LAST_STEP = refusal("breakdown.last_step", case="20.0-A", text="{units} must keep its last step")
TOO_GOOD = refusal(
    "breakdown.too_good",
    case="20.0b",
    text="a Breakdown with Action Rating {have} cannot come from {units}, rated {need}",
)
EMPTY = refusal("breakdown.empty", case="20.0g", text="all {have} Breakdowns of the pool are on the map")
TOO_LATE = refusal(
    "breakdown.too_late",
    case="20.0a",
    text="{units} is not about to move, retreat or advance; Breakdowns are created only then",
)
NOT_PAIR = refusal(
    "breakdown.not_pair", case="20.0d", text="{units} must be a reduced unit and a Breakdown that it must absorb"
)


# --- who, from which pool --------------------------------------------------------------------------------------


def pool_of(look: Look, unit: Unit) -> BreakdownPool | None:
    """The pool of a unit's nation (20.0g); None if there is none, or the unit is not an Other-type multi-step unit
    (20.0-B)."""
    counter = look.counter(unit)
    if not counter.is_multi_step or counter.colour != "other":
        return None
    pools = look.world.scenario.breakdowns
    fits = (p for p in pools if (p.side, p.nation) == (unit.side, counter.nation) and unit.id not in p.without)
    return next(fits, None)


def is_breakdown(look: Look, unit: Unit) -> bool:
    """A Breakdown on the map."""
    return look.counter(unit).kind == "breakdown" and unit.on_map


def in_play(look: Look, pool: BreakdownPool) -> int:
    """How many Breakdowns of a pool are on the map."""
    return sum(look.counter(u).nation == pool.nation for u in look.own_of(pool.side, "breakdown"))


def rating(counter: Counter, facing: Facing) -> int:
    """The Action Rating printed on the side showing (20.0b)."""
    face: Face = counter.combat if facing == "combat" and counter.combat is not None else counter.move
    return face.action_rating


def refuse_detach(look: Look, unit: Unit, counter: str) -> Refusal | None:
    """Why a unit cannot detach a step as that Breakdown at any moment."""
    pool = pool_of(look, unit)
    if pool is None:
        return NO_PARENT(units=(unit.id,))
    if counter not in pool.counters:
        return NO_POOL(units=(unit.id,), detail=counter)
    if look.steps(unit) == 1:
        return LAST_STEP(units=(unit.id,))
    if pool.limit and in_play(look, pool) >= pool.limit:
        return EMPTY(have=pool.limit)
    own, detached = (rating(c, unit.facing) for c in (look.counter(unit), look.world.counters[counter]))
    return TOO_GOOD(units=(unit.id,), have=detached, need=own) if detached > own else None


def detach_candidates(look: Look, units: Iterable[str]) -> Iterator[Detach]:
    """Every Breakdown of the pools of some units."""
    for uid in units:
        pool = pool_of(look, look.unit(uid))
        yield from (Detach(uid, counter) for counter in pool.counters) if pool is not None else ()


def detach(run: Run, action: Detach) -> str:
    """The step becomes a separate unit next to its parent, with the same mode and markers (20.0c); returns its id."""
    unit, number = run.look.unit(action.unit), 1
    while f"{action.counter}/{number}" in run.state.units:
        number += 1
    new = f"{action.counter}/{number}"
    run.emit(BreakdownDetached(case="20.0-A", side=unit.side, unit=unit.id, new=new, counter=action.counter))
    return new


def goes_along(look: Look, data: Any, unit: Unit) -> Refusal | None:
    """A detached unit that comes along ends elsewhere."""
    return None


def detaching(
    ready: Callable[[Look, Any], Iterable[str]],
    joined: Callable[[Any, str, str], Any] | None = None,
    stays: Callable[[Look, Any, Unit], Refusal | None] = goes_along,
) -> Option:
    """The option to detach at a decision where the `ready` units begin to move, retreat or advance (20.0a). `joined`
    puts the detached unit into the record of the decision, next to its parent; without it the unit stays behind, and
    `stays` says whether it may end there with the mode of its parent."""

    def candidates(look: Look, data: Any) -> Iterator[Detach]:
        return detach_candidates(look, ready(look, data)) if look.world.scenario.breakdowns else iter(())

    def refuse(look: Look, data: Any, action: Detach) -> Refusal | None:
        if action.unit not in ready(look, data):
            return TOO_LATE(units=(action.unit,))
        unit = look.unit(action.unit)
        return refuse_detach(look, unit, action.counter) or stays(look, data, unit)

    def take(run: Run, data: Any, action: Detach) -> None:
        new = detach(run, action)
        if joined is not None:
            run.set(joined(data, action.unit, new))

    return Option(Detach, candidates, refuse, take)


# --- absorption ------------------------------------------------------------------------------------------------


class Absorption(Struct, frozen=True, tag=True):
    """Both sides absorb what they must, the side whose turn it is first."""

    sides: tuple[str, str]


def alike(unit: Unit, other: Unit) -> bool:
    """20.0c: the same mode and the same markers."""
    return _marks(unit) == _marks(other)


def _marks(unit: Unit) -> tuple[Any, ...]:
    return unit.marker, unit.facing, unit.internals, unit.out_of_supply, weakened(unit)


def must_absorb(look: Look, unit: Unit, other: Unit) -> bool:
    """20.0d: a reduced unit and a Breakdown of its pool, alike and stacked, of an Action Rating not below its own."""
    if not unit.steps_lost or other.hex != unit.hex or not is_breakdown(look, other) or not alike(unit, other):
        return False
    pool = pool_of(look, unit)
    if pool is None or (other.side, look.counter(other).nation) != (pool.side, pool.nation):
        return False
    return rating(look.counter(other), other.facing) >= rating(look.counter(unit), unit.facing)


@derived
def pairs(look: Look, side: str) -> dict[int, tuple[Absorb, ...]]:
    """Pairs that a side must absorb, by hex."""
    if not look.world.scenario.breakdowns:
        return {}
    found: dict[int, tuple[Absorb, ...]] = {}
    for hex_ in sorted({u.hex for u in look.own_of(side, "breakdown")}):
        here = look.combat_units_at(hex_, side)
        reduced, broken = [u for u in here if u.steps_lost], [o for o in here if is_breakdown(look, o)]
        there = tuple([Absorb(u.id, o.id) for u in reduced for o in broken if must_absorb(look, u, o)])
        if there:
            found[hex_] = there
    return found


def undisputed(look: Look, there: tuple[Absorb, ...]) -> bool:
    """A hex without a choice: one unit absorbs all, or all Breakdowns are alike."""
    takers, taken = {a.unit for a in there}, {a.other for a in there}
    if len(takers) > 1:
        return False
    (taker,) = takers
    kinds = {look.unit(uid).counter for uid in taken}
    return len(taken) <= look.unit(taker).steps_lost or len(kinds) == 1


def absorb(run: Run, action: Absorb) -> None:
    """The step returns, and the counter to its pool."""
    unit = run.look.unit(action.unit)
    run.emit(BreakdownAbsorbed(case="20.0d", side=unit.side, unit=unit.id, other=action.other))


def absorb_undisputed(run: Run, data: Absorption) -> None:
    """Absorb everything that leaves no choice."""
    for side in data.sides:
        while True:
            clear = [there for there in pairs(run.look, side).values() if undisputed(run.look, there)]
            if not clear:
                break
            absorb(run, clear[0][0])


def absorbs(look: Look, data: Absorption) -> str | None:
    """The side with a choice."""
    return next((side for side in data.sides if pairs(look, side)), None)


def absorb_candidates(look: Look, data: Absorption) -> Iterator[Absorb]:
    """Every unit with every Breakdown it could absorb."""
    side = absorbs(look, data)
    for there in pairs(look, side).values() if side else ():
        yield from there


def refuse_absorb(look: Look, data: Absorption, action: Absorb) -> Refusal | None:
    """Only pairs that must be absorbed."""
    if action in absorb_candidates(look, data):
        return None
    return NOT_PAIR(units=(action.unit, action.other))


def take_absorb(run: Run, data: Absorption, action: Absorb) -> None:
    absorb(run, action)
    run.go("undisputed")


def at_phase_end(run: Run, side: str) -> None:
    """Call as a phase ends in a turn of `side`: opens absorption if there is anything to absorb (20.0d)."""
    sides = (side, run.world.enemy(side))
    if any(pairs(run.look, each) for each in sides):
        run.push("absorption", Absorption(sides))


ABSORPTION = Procedure(
    "absorption",
    Absorption,
    (
        Do("undisputed", absorb_undisputed),
        Choose(
            "absorb",
            "Choose which unit absorbs which Breakdown",
            absorbs,
            (Option(Absorb, absorb_candidates, refuse_absorb, take_absorb),),
            case="20.0d",
        ),
    ),
)

PROCEDURES = (ABSORPTION,)


def beside(units: tuple[str, ...], parent: str, new: str) -> tuple[str, ...]:
    """Units with the detached one after its parent."""
    at = units.index(parent) + 1
    return (*units[:at], new, *units[at:])


def joined_attackers(data: Any, parent: str, new: str) -> Any:
    """A detached unit may advance too."""
    return replace(data, attackers=beside(data.attackers, parent, new))
