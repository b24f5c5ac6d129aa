"""Stacking: how much a hex holds, and eliminations at a segment's end.

Cases: 4.8-A, 4.8-B, 4.8-D, 4.8-F, 4.8a-A, 4.8a-B, 21.12c
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress, count

from msgspec import Struct

from redball.core.actions import Eliminate
from redball.core.derived import derived
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.events import OverstackingNoted
from redball.core.look import Look, re_text
from redball.core.procedures import Choose, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.rules.units.abilities import formation_of
from redball.rules.units.losses import eliminate

NOT_ENFORCED_IN = ("reinforcement", "replacement")

NOT_OVERSTACKED = refusal(
    "stacking.not_overstacked",
    case="4.8a-A",
    text="{units} is not in one of your hexes with more than {need} of combat units",
)
NO_SIZE = refusal(
    "stacking.no_size",
    case="4.8-B",
    text="{units} does not count for stacking; eliminating it would not help",
)


COLUMN_RE = 12
"""Quarter RE of units in Strat Mode that may end a segment in a hex (21.12c)."""
COLUMNS_APART = option(
    "strat_spacing",
    "21.12c",
    "At most 3 RE in Strat Mode, one multi-step unit or one formation may end a segment in a hex",
)
SWITCHES = (COLUMNS_APART,)

NOT_IN_COLUMN = refusal(
    "stacking.not_in_column",
    case="21.12c",
    text="{hexes} holds too many units in Strat Mode; {units} is not in Strat Mode",
    remedy="eliminate units in Strat Mode until 3 RE of them, or one formation, are left",
)


class StackingCheck(Struct, frozen=True, tag=True):
    """The check at a segment's end covers all hexes of both sides, so it has no data."""


def regimental_equivalents(look: Look, units: Iterable[Unit]) -> int:
    """Total RE of some units, in quarters."""
    return sum(look.regimental_equivalents(unit) for unit in units)


def re_in_hex(look: Look, side: str, hex_: int) -> int:
    """RE of a side's combat units in a hex, in quarters; supply and Transport Points count nothing (4.8-A, 4.8-B)."""
    return regimental_equivalents(look, look.combat_units_at(hex_, side))


def stacking_limit(world: World) -> int:
    """The limit for a hex, in quarter RE (4.8-A)."""
    return 4 * world.charts.strength_states.stacking_re


def has_limit(look: Look, hex_: int) -> bool:
    """There is a stacking limit everywhere except in off-map boxes (4.8-D)."""
    return not look.board.is_box(hex_)


@derived
def overstacked(look: Look, side: str) -> tuple[int, ...]:
    """Hexes of a side that hold more than the limit, in index order; units of all nations count alike (4.8-F). Those
    that are `overfull` with its arrivals do not count before its Movement Phase (4.8a-B)."""
    clock = look.state.clock
    excused = () if (clock.phase, clock.phasing) == ("movement", side) else look.state.overfull
    crowded = _crowded(look, side)
    return tuple([hex_ for hex_ in crowded if hex_ not in excused]) if excused else crowded


def crowded_columns(look: Look, side: str) -> tuple[int, ...]:
    """Hexes of a side with too much in Strat Mode, in index order (21.12c); none without that option."""
    if not look.option(COLUMNS_APART.name):
        return ()
    return _crowded_columns(look, side)


@derived
def _crowded_columns(look: Look, side: str) -> tuple[int, ...]:
    columns: dict[int, list[Unit]] = {}
    for unit in look.own(side):
        if unit.marker == "strat" and look.counter(unit).is_combat_unit and has_limit(look, unit.hex):
            columns.setdefault(unit.hex, []).append(unit)
    return tuple(sorted(h for h, units in columns.items() if _too_long(look, units)))


def _too_long(look: Look, units: list[Unit]) -> bool:
    """More than 3 RE, and neither all of one multi-unit formation nor a single unit, which always has room."""
    formations = {formation_of(look, unit) for unit in units}
    together = len(units) == 1 or (len(formations) == 1 and "" not in formations)
    return not together and regimental_equivalents(look, units) > COLUMN_RE


@derived
def _crowded(look: Look, side: str) -> tuple[int, ...]:
    """Hexes of a side that hold more than the limit, in index order."""
    limit, most, there = stacking_limit(look.world), largest(look.world), look.facts.combat_units[side]
    full = [hex_ for hex_ in _held(look, side) if there[hex_] * most > limit and has_limit(look, hex_)]
    return tuple([hex_ for hex_ in full if re_in_hex(look, side, hex_) > limit])


@derived
def _held(look: Look, side: str) -> tuple[int, ...]:
    """Hexes with combat units of a side, in index order."""
    return tuple(compress(count(), look.facts.combat_units[side]))


def note_arrivals(run: Run, data: object = None) -> None:
    """4.8a-B where both sides get arrivals before either moves: an overstacked hex is not reduced before its
    side has moved."""
    for side in run.world.sides:
        hexes = overstacked(run.look, side)
        if hexes:
            run.emit(OverstackingNoted(case="4.8a-B", side=side, hexes=hexes))


@of_world
def largest(world: World) -> int:
    """RE of the largest counter of the game at full strength, in quarters."""
    return max((counter.regimental_equivalents(0) for counter in world.counters.values()), default=0)


def who_eliminates(look: Look, data: StackingCheck) -> str | None:
    """The side that must reduce a hex, the acting side first; none in the Reinforcement Phase (4.8a-B)."""
    if look.state.clock.phase in NOT_ENFORCED_IN:
        return None
    sides = sorted(look.world.sides, key=lambda side: side != look.state.clock.acting)
    return next((side for side in sides if overstacked(look, side) or crowded_columns(look, side)), None)


def _owner(look: Look, data: StackingCheck) -> str:
    side = who_eliminates(look, data)
    assert side is not None  # the step is open only while a side is overstacked
    return side


def refuse_eliminate(look: Look, data: StackingCheck, action: Eliminate) -> Refusal | None:
    """4.8a-A: a combat unit of an overstacked hex, of the owner's choice."""
    unit = look.unit(action.unit)
    side = _owner(look, data)
    if unit.side != side or unit.hex not in (*overstacked(look, side), *crowded_columns(look, side)):
        return NOT_OVERSTACKED(units=(unit.id,), need=re_text(stacking_limit(look.world)))
    if unit.hex not in overstacked(look, side) and unit.marker != "strat":
        return NOT_IN_COLUMN(units=(unit.id,), hexes=(unit.hex,))
    if not look.counter(unit).is_combat_unit:
        return NO_SIZE(units=(unit.id,))
    return None


def eliminate_candidates(look: Look, data: StackingCheck) -> Iterator[Eliminate]:
    """Every combat unit of every overstacked hex."""
    side = _owner(look, data)
    for hex_ in sorted({*overstacked(look, side), *crowded_columns(look, side)}):
        yield from (Eliminate(unit.id) for unit in look.combat_units_at(hex_, side))


def take_eliminate(run: Run, data: StackingCheck, action: Eliminate) -> None:
    eliminate(run, action.unit, "overstacked", "4.8a-A")


STACKING_CHECK = Procedure(
    "stacking_check",
    StackingCheck,
    (
        Choose(
            "eliminate",
            "A hex is overstacked: eliminate units until it is legal",
            who_eliminates,
            (Option(Eliminate, eliminate_candidates, refuse_eliminate, take_eliminate),),
            case="4.8a-A",
        ),
    ),
)

PROCEDURES = (STACKING_CHECK,)
