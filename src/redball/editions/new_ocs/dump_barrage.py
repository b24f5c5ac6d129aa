"""Barrages on dumps: each hit of the facility table destroys 1 SP on the ground, without shifts and without a spotter.

Where the text is silent: the facility table's own column sets the price, and Move Mode guns pay double; loaded SP are
not in a dump. Players cannot see what is under enemy units (4.9a), so they may always fire there.

Cases: N10-facilities-dumps
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from redball.core.engine import Run
from redball.core.events import BarrageDeclared, BarrageResolved
from redball.core.ledger import Line, show, show_tokens
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.refusals import Refusal
from redball.editions.aimed_barrage import Aiming, burn
from redball.editions.new_ocs.charts import BarragePrices, DumpBarrage
from redball.editions.new_ocs.tap import UnitTapped
from redball.rules.barrage.chart import Aim, aim_on, strength_line
from redball.rules.barrage.on_board import barrage_strength, effective, total_strength
from redball.rules.barrage.points import AIR_SHIFTS, REFUSE_FIRE_TOGETHER
from redball.rules.barrage.segment import NO_POINTS, NO_SUPPLY, NO_UNITS, BarragePreview, BarrageSegment
from redball.rules.supply.bills import Bill, offers, shared_payers
from redball.rules.supply.draw_and_throw import tokens_of

CASE = "N10-facilities-dumps"
SUPPLY = "supply"
TOKENS = 4
PIPS = range(1, 7)


class DumpFire(Struct, frozen=True, tag=True):
    """A committed barrage on a dump: `halved` are the units that fire at half strength, `die` is its roll. With `flown`
    points it is a strike by aircraft, perhaps by `night`."""

    side: str
    hex: int
    units: tuple[str, ...]
    halved: tuple[str, ...] = ()
    die: int = 0
    flown: int = 0
    night: bool = False


def targets_in(look: Look, side: str, hex_: int) -> tuple[str, ...]:
    """The targets in a hex that the side may know of."""
    enemy = look.enemy(side)
    troops = look.has_combat_units(hex_, enemy)
    supply = troops or hex_ in look.state.dumps[enemy]
    return (*(("units",) if troops else ()), *((SUPPLY,) if supply else ()))


def bill_for(look: Look, side: str, units: tuple[str, ...], halved: tuple[str, ...]) -> Bill:
    """Whole tokens from one source, by the facility table."""
    factor = look.world.charts.table(BarragePrices).move_mode_factor
    paid = Fraction(0)
    for uid in units:
        gun = look.unit(uid)
        paid += barrage_strength(look, gun) * (factor if gun.facing == "move" else 1) / (2 if uid in halved else 1)
    table = look.world.charts.facility
    tokens = table.cost_tokens(table.column(paid))
    return Bill(side=side, units=units, tokens=tokens, purpose="barrage", case=CASE, common=True)


def refuse_fire(
    look: Look, side: str, hex_: int, units: tuple[str, ...], halved: tuple[str, ...] = ()
) -> Refusal | None:
    """Refuse less than one point, or a price that no single place can pay."""
    if not units:
        return NO_UNITS(hexes=(hex_,))
    refused = look.policies[REFUSE_FIRE_TOGETHER](look, units)
    if refused is not None:
        return refused
    strength, table = effective(look, side, total_strength(look, units, halved)), look.world.charts.facility
    if not table.allows(strength):
        return NO_POINTS(units=units, have=show(strength), need=table.minimum_strength)
    bill = bill_for(look, side, units, halved)
    if not offers(look, bill):
        have = tokens_of(shared_payers(look, units, frozenset()))
        return NO_SUPPLY(units=units, have=show_tokens(have), need=show_tokens(bill.tokens))
    return None


def refuse_commit(look: Look, data: BarrageSegment) -> Refusal | None:
    """Refuse a draft on a dump that could not fire."""
    return refuse_fire(look, data.side, data.target, data.units, data.halved)


def commit(run: Run, data: BarrageSegment, aim: str) -> None:
    """The barrage is declared."""
    run.push("dump_barrage", DumpFire(data.side, data.target, data.units, data.halved))


AIMING = Aiming(CASE, (("units", "the units"), (SUPPLY, "the dump")), targets_in, commit, refuse_commit)


def aim_at_dump(look: Look, data: DumpFire) -> Aim:
    """The column, and how it comes about."""
    table = look.world.charts.facility
    guns = effective(look, data.side, total_strength(look, data.units, data.halved))
    strength = Fraction(data.flown) if data.flown else guns
    column = table.column(strength)
    first = strength_line(table, column, strength, CASE, "facility")
    shifts = look.policies[AIR_SHIFTS](look, data.hex, data.night) if data.flown else ()
    return aim_on(table, column, "column against a dump", (first, *shifts))


def preview(look: Look, side: str, hex_: int, units: tuple[str, ...]) -> BarragePreview | None:
    """The preview of the drafted barrage, if it is aimed at a dump."""
    data = look.state.stack[-1].data if look.state.stack else None
    if not isinstance(data, BarrageSegment) or data.target != hex_ or AIMING.aim_of(look, data) != SUPPLY:
        return None
    strength = total_strength(look, units, data.halved)
    told = show(strength)
    refused = AIMING.refuse_target(look, side, hex_) or refuse_fire(look, side, hex_, units, data.halved)
    if not units or not look.world.charts.facility.allows(effective(look, side, strength)):
        return BarragePreview(units, told, refused)
    aimed = aim_at_dump(look, DumpFire(side, hex_, units, data.halved))
    chances = [sp_of(look, aimed.column, die) for die in PIPS]
    lines = tuple(
        Line(f"{chances.count(sp)}/6", f"{sp} SP of the dump, if it has that many", CASE, "dump_barrage")
        for sp in sorted(set(chances))
    )
    cost = bill_for(look, side, units, data.halved).tokens
    chanced = aim_on(aimed.table, aimed.initial, aimed.shifts.title, (*aimed.shifts.terms, *lines))
    return BarragePreview(units, told, refused, cost=cost, column=chanced.label, ledger=chanced.ledger)


def sp_of(look: Look, column: int, die: int) -> int:
    """SP that a die destroys."""
    return look.world.charts.table(DumpBarrage).sp_by_hits[look.world.charts.facility.lookup(column, die).hits]


# --- firing --------------------------------------------------------------------------------------------------------


def pay(run: Run, data: DumpFire) -> None:
    if not data.flown:
        run.push("pay", bill_for(run.look, data.side, data.units, data.halved))


def declare(run: Run, data: DumpFire) -> None:
    """Paid: the units have fired, and are tapped. A strike is declared as its mission takes off."""
    if data.flown:
        return
    strength = show(total_strength(run.look, data.units, data.halved))
    run.emit(BarrageDeclared(case=CASE, side=data.side, hex=data.hex, units=data.units, strength=strength))
    for uid in data.units:
        run.emit(UnitTapped(case="N10-one-per-hex-tap", side=data.side, unit=uid))


def rolled(run: Run, data: DumpFire, dice: tuple[int, ...]) -> None:
    run.set(replace(data, die=dice[0]))


def resolve(run: Run, data: DumpFire) -> None:
    """The result is public; only the owner learns what burns."""
    aimed = aim_at_dump(run.look, data)
    cell = run.world.charts.facility.lookup(aimed.column, data.die)
    run.emit(
        BarrageResolved(
            case=CASE,
            side=data.side,
            hex=data.hex,
            roll=data.die,
            column=aimed.label,
            result=cell.text,
            steps=0,
            ledger=aimed.ledger,
        )
    )
    burn(
        run, run.world.enemy(data.side), data.hex, TOKENS * sp_of(run.look, aimed.column, data.die), CASE, loaded=False
    )


DUMP_BARRAGE = Procedure(
    "dump_barrage",
    DumpFire,
    (
        Do("pay", pay),
        Do("declare", declare),
        Chance("roll", "Barrage on a dump", CASE, lambda look, data: 1, rolled, lambda look, data: data.side),
        Do("resolve", resolve),
    ),
)

PROCEDURES = (DUMP_BARRAGE,)
POLICIES = {"aimed_preview": preview}
EDITS = (("barrage_segment", "replace", "declare", AIMING.choose()),)
