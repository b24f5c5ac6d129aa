"""The Supply Usage Segment of a side: who is supplied for this game turn and at which level, then attrition.

The booklet prices what draws on a source in division supply equivalents (DSE) but does not say what a source is. Our
reading: a unit that traces to a supply source of the scenario (12.6) is at full supply and takes nothing from the map;
any other unit draws on a dump within reach. With the switch `weekly_supply` every unit draws on dumps. All units that
draw on one dump have the same level. A unit that draws nothing is without supply.

Cases: E92-supply-dse-full, E92-supply-dse-low, E92-supply-dse-count, E92-special-supply-none
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import Done, FromSource
from redball.core.actions.base import PAYER
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.events import MarkedOutOfSupply, OutOfSupplyCleared, TraceChecked
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.editions.v1992.attrition import UnitAttrition
from redball.editions.v1992.charts import Dse
from redball.editions.v1992.low_supply import LowSupplySet, low_supply
from redball.editions.v1992.supply_state import MOBILE
from redball.forces.counter import Counter
from redball.rules.supply.draw_and_throw import Payer, payers, spend
from redball.rules.supply.reasons import refuse_payer
from redball.rules.supply_phase.trace_check import note_cut_off, pot
from redball.rules.trace.splits import Splits, chosen, favour_step, open_splits
from redball.rules.trace.tracing import outcomes
from redball.rules.units.abilities import formation_of


class DrawSupply(FromSource, frozen=True, tag="draw_supply"):
    """Supply a unit from a source for this game turn, at the `level` "full" or "low"; all that draw on one source have
    the same level."""

    level: str = "full"
    shown = Shown("Supply for this turn", 3, "{unit}: {level} supply from " + PAYER)


PURPOSE = "weekly supply"
LEVELS = ("full", "low")
OTHERS = ""
"""The name that stands for all units outside divisions."""

WHO_PAYS = Switch(
    "weekly_supply",
    "E92-supply-dse-full",
    "without_trace",
    ("without_trace", "everybody"),
    "Which units draw SP from dumps each game turn: only those without a trace to a supply source, or all",
)

NOT_HUNGRY = refusal(
    "usage.not_hungry", case="E92-supply-dse-full", text="{units} is supplied, belongs to the enemy, or needs none"
)
LEVEL = refusal("usage.level", case="E92-supply-dse-low", text="{detail} is not a supply level; use full or low")
OTHER_LEVEL = refusal(
    "usage.other_level",
    case="E92-supply-dse-low",
    text="all units that draw on {hexes} in this turn have {have} supply",
    remedy="draw at that level, or from another dump",
)
TOO_LITTLE = refusal(
    "usage.too_little",
    case="E92-supply-dse-full",
    text="{units} needs {need} more at {hexes}, where {have} is left",
    remedy="draw at the low level, or from another dump",
)


class Drawn(Struct, frozen=True):
    """What draws on a dump (its hex, the Organic Truck `holder`): the divisions, and the level."""

    hex: int
    holder: str
    level: str
    divisions: tuple[str, ...] = ()


class SupplyUsage(Struct, frozen=True, tag=True):
    """The segment of a side: choices for formations that split, units not supplied yet, those at the low level, what
    was drawn; air bases by hex, with the Levels that were paid for (`base_supply`)."""

    side: str
    favoured: tuple[tuple[str, str, int], ...] = ()
    hungry: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    bases: tuple[tuple[int, int], ...] = ()


# --- who traces ------------------------------------------------------------------------------------------------


def splits_to_choose(look: Look, data: SupplyUsage) -> Splits:
    """Formations whose trace the owner has to choose (12.6f): none where no unit traces."""
    return {} if look.switch(WHO_PAYS.name) == "everybody" else open_splits(look, data)


def check(run: Run, data: SupplyUsage) -> None:
    """Units that trace are at full supply; the others must draw."""
    results = outcomes(run.look, data.side, chosen(data))
    for uid, (way, _) in results.items():
        via, source = (way.via, way.source) if way is not None else ("", NO_HEX)
        run.emit(TraceChecked(case="12.6", side=data.side, unit=uid, found=way is not None, via=via, source=source))
    cut_off = tuple(uid for uid, (way, _) in results.items() if way is None)
    note_cut_off(run, data.side, cut_off)
    everybody = run.look.switch(WHO_PAYS.name) == "everybody"
    run.set(replace(data, hungry=tuple(results) if everybody else cut_off))


# --- drawing ---------------------------------------------------------------------------------------------------


def division_of(look: Look, unit: Unit) -> str:
    """The division that a unit counts with: its formation, or itself if it has several steps; HQs and all others count
    together."""
    counter = look.counter(unit)
    if counter.kind == "hq":
        return OTHERS
    return formation_of(look, unit) or (counter.id if counter.is_multi_step else OTHERS)


def is_mobile(look: Look, division: str) -> bool:
    """Armor or mech by at least half of its RE, or motorized throughout."""
    return _is_mobile(look.world, division)


@of_world
def _is_mobile(world: World, division: str) -> bool:
    own = [c for c in world.counters.values() if division in (c.id, c.formation) and _fights(c)]
    size = sum(c.regimental_equivalents() for c in own)
    heavy = sum(c.regimental_equivalents() for c in own if c.colour in MOBILE)
    return 2 * heavy >= size > 0 or all(c.move.mobility != "leg" for c in own)


def _fights(counter: Counter) -> bool:
    return counter.is_combat_unit and counter.kind != "hq"


def dse_of(look: Look, division: str) -> int:
    """DSE of a division, or of all units outside divisions."""
    chart = look.world.charts.table(Dse)
    if division == OTHERS:
        return chart.non_divisional_together
    return chart.mobile_division if is_mobile(look, division) else chart.other_division


def price(look: Look, dse: int, level: str) -> int:
    """Tokens for that many DSE."""
    chart = look.world.charts.table(Dse)
    each = chart.full_sp_per_dse if level == "full" else chart.low_sp_per_dse
    return int(each * dse * look.world.charts.supply_costs.tokens_per_sp)


def drawn_on(data: SupplyUsage, dump: tuple[int, str]) -> Drawn | None:
    """What draws on a dump so far."""
    return next((drawn for drawn in data.drawn if (drawn.hex, drawn.holder) == dump), None)


def share_of(look: Look, data: SupplyUsage, unit: Unit, dump: tuple[int, str], level: str) -> int:
    """Tokens that one more unit costs at a dump: nothing if its division draws there already."""
    drawn, division = drawn_on(data, dump), division_of(look, unit)
    return 0 if drawn is not None and division in drawn.divisions else price(look, dse_of(look, division), level)


def offers(look: Look, data: SupplyUsage, unit: Unit) -> Iterator[tuple[Payer, str]]:
    """The payers that can supply a unit, each with every level that it can pay."""
    for payer in payers(look, unit):
        drawn = drawn_on(data, pot(payer))
        for level in LEVELS if drawn is None else (drawn.level,):
            if payer.tokens >= share_of(look, data, unit, pot(payer), level):
                yield payer, level


def draw_decides(look: Look, data: SupplyUsage) -> str | None:
    """The owner, while a unit can draw."""
    return data.side if any(True for uid in data.hungry for _ in offers(look, data, look.unit(uid))) else None


def draw_candidates(look: Look, data: SupplyUsage) -> Iterator[DrawSupply]:
    """Every unsupplied unit with every payer and level."""
    for uid in data.hungry:
        for payer, level in offers(look, data, look.unit(uid)):
            yield DrawSupply(uid, payer.source, payer.holder, payer.via, level)


def refuse_draw(look: Look, data: SupplyUsage, action: DrawSupply) -> Refusal | None:
    """Only an unsupplied unit, from a dump that reaches it and has enough, at the level of that dump."""
    if action.level not in LEVELS:
        return LEVEL(detail=repr(action.level))
    if action.unit not in data.hungry:
        return NOT_HUNGRY(units=(action.unit,))
    unit = look.unit(action.unit)
    refused = refuse_payer(look, unit, action.source, action.holder, action.via)
    if refused is not None:
        return refused
    payer = _named(look, unit, action)
    drawn = drawn_on(data, pot(payer))
    if drawn is not None and drawn.level != action.level:
        return OTHER_LEVEL(hexes=(action.source,), have=drawn.level)
    need = share_of(look, data, unit, pot(payer), action.level)
    if need > payer.tokens:
        return TOO_LITTLE(
            units=(unit.id,), hexes=(action.source,), have=show_tokens(payer.tokens), need=show_tokens(need)
        )
    return None


def _named(look: Look, unit: Unit, action: DrawSupply) -> Payer:
    wanted = (action.source, action.holder, action.via)
    return next(p for p in payers(look, unit) if (p.source, p.holder, p.via) == wanted)


def take_draw(run: Run, data: SupplyUsage, action: DrawSupply) -> None:
    """The first unit of a division pays for all of its units that draw on the same dump."""
    unit = run.look.unit(action.unit)
    payer = _named(run.look, unit, action)
    dump, division = pot(payer), division_of(run.look, unit)
    tokens = share_of(run.look, data, unit, dump, action.level)
    if tokens:
        spend(run, payer, tokens, PURPOSE, unit.id, "E92-supply-dse-full")
    drawn = drawn_on(data, dump) or Drawn(*dump, action.level)
    others = tuple(other for other in data.drawn if (other.hex, other.holder) != dump)
    divisions = tuple(sorted({*drawn.divisions, division}))
    run.set(
        replace(
            data,
            hungry=tuple(uid for uid in data.hungry if uid != unit.id),
            low=(*data.low, unit.id) if action.level == "low" else data.low,
            drawn=(*others, replace(drawn, divisions=divisions)),
        )
    )


def take_done(run: Run, data: SupplyUsage, action: Done) -> None:
    """No unit has to draw."""
    run.go_on()


# --- levels ----------------------------------------------------------------------------------------------------


def set_levels(run: Run, data: SupplyUsage) -> None:
    """Mark the new levels; then open attrition, which needs to know who was without supply before."""
    before = tuple(unit.id for unit in run.look.own(data.side) if unit.out_of_supply)
    for unit in list(run.look.own(data.side)):
        hungry, low = unit.id in data.hungry, unit.id in data.low
        if hungry and not unit.out_of_supply:
            run.emit(MarkedOutOfSupply(case="E92-supply-levels-no", side=data.side, unit=unit.id))
        elif unit.out_of_supply and not hungry:
            run.emit(OutOfSupplyCleared(case="E92-supply-levels-full", side=data.side, unit=unit.id))
        if low != low_supply(unit):
            run.emit(LowSupplySet(case="E92-supply-levels-low", side=data.side, unit=unit.id, low=low))
    run.push("unit_attrition", UnitAttrition(data.side, data.hungry, before))


SUPPLY_USAGE = Procedure(
    "supply_usage",
    SupplyUsage,
    (
        favour_step(splits_to_choose),
        Do("check", check),
        Choose(
            "draw",
            "Supply units from dumps, fully or at the low level, or leave them without",
            draw_decides,
            (
                Option(DrawSupply, draw_candidates, refuse_draw, take_draw, exact=True),
                Option(Done, only(Done()), always_legal, take_done),
            ),
            case="E92-supply-dse-full",
        ),
        Do("levels", set_levels),
    ),
)

PROCEDURES = (SUPPLY_USAGE,)
SWITCHES = (WHO_PAYS,)
