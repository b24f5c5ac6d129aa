"""The Variable Reinforcement Table: Repls and pool units that a roll brings in the Reinforcement Phase.

A Repl is an independent combat unit of 1/4 RE and one step, Attack-Capable, without a Combat side; what follows from
that is with RE, modes, fuel, supply and losses. Repls are not limited in number.

Cases: 13.5-A, 13.5-B, 21.7-B
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Done, PlaceRepl, PlaceUnit
from redball.core.engine import Run
from redball.core.events import ReplacementsForfeited, ReplacementsRolled, ReplArrived, UnitArrived, UnitForfeited
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import NOT_ARRIVED, Unit
from redball.core.telling import lost_text
from redball.rules.capture.claims import come_into
from redball.rules.reinforcement.entry import entry_hexes, new_modes, refuse_entry, refuse_new_mode, through_port
from redball.rules.trace.tracing import ways
from redball.rules.transport.loading import capacity
from redball.rules.units.abilities import is_organic, marker_of

REPLS = ("pax", "eq")

NONE_DUE = refusal("repl.none_due", case="13.5-A", text="you have no {detail} Repl to place now; left to place: {have}")
NOT_ROLLED = refusal(
    "repl.not_rolled", case="13.6", text="{units} is not one of the units that the Variable Reinforcement Table brings"
)


class Due(Struct, frozen=True):
    """A number of a kind: `pax`, `eq`, or units of a pool of that name."""

    kind: str
    count: int


class Replacements(Struct, frozen=True, tag=True):
    """What a side's roll gave and is not placed yet, the units `placed`, and the `rolls` before this one (an option may
    have several)."""

    side: str
    due: tuple[Due, ...] = ()
    placed: tuple[str, ...] = ()
    rolls: int = 0


# --- the roll ------------------------------------------------------------------------------------------------------


def table_dice(look: Look, data: Replacements) -> int:
    """The number of dice of the side's table; none without a table."""
    table = look.world.scenario.variable_tables.get(data.side)
    return table.table.dice if table is not None else 0


def rolled(run: Run, data: Replacements, dice: tuple[int, ...]) -> None:
    """An empty pool gives nothing more."""
    results = run.world.scenario.variable_tables[data.side].roll(sum(dice))
    run.emit(ReplacementsRolled(case="13.5-A", side=data.side, results=results))
    pools = {kind: len(in_pool(run.look, data.side, kind)) for kind in results if kind not in REPLS}
    due = (Due(kind, min(number, pools.get(kind, number))) for kind, number in results.items())
    run.set(replace(data, due=tuple(entry for entry in due if entry.count)))


def in_pool(look: Look, side: str, name: str) -> tuple[str, ...]:
    """Units of a pool that have not arrived yet."""
    pool, known = look.world.scenario.variable_tables[side].pools[name], look.state.units
    return tuple(uid for uid in pool if uid in known and known[uid].hex == NOT_ARRIVED)


# --- placing -------------------------------------------------------------------------------------------------------


def new_repl(look: Look, side: str, kind: str) -> Unit:
    """The record of the next Repl of a kind, off the map: ids are those of its counter, numbered."""
    counter = look.world.scenario.generic_repls[side][kind]
    number = 1
    while f"{counter}/{number}" in look.state.units:
        number += 1
    return Unit(id=f"{counter}/{number}", counter=counter, side=side, hex=NOT_ARRIVED, facing="move")


def entries(look: Look, data: Replacements) -> tuple[int, ...]:
    """The entry hexes of the side's table."""
    return look.world.scenario.variable_tables[data.side].entries


def repl_entries(look: Look, data: Replacements) -> tuple[int, ...]:
    """Where Repls come: with option 21.7 also where an HQ traces supply; eating off the map does not count (21.7-B)."""
    if not look.option("revised_rebuilds"):
        return entries(look, data)
    return (*entries(look, data), *(hq.hex for hq in look.own_of(data.side, "hq") if ways(look, hq)))


def who_places(look: Look, data: Replacements) -> str | None:
    """The side, while anything is left to place."""
    return data.side if data.due else None


def repl_candidates(look: Look, data: Replacements) -> Iterator[PlaceRepl]:
    """Every hex and mode for each kind due that `refuse_repl` accepts."""
    for kind in kinds_due(data, repls=True):
        repl = new_repl(look, data.side, kind)
        hexes = entry_hexes(look, data.side, repl_entries(look, data), repl)
        yield from (PlaceRepl(kind, hex_, way.mode, way.facing) for hex_, way in new_modes(look, repl, hexes))


def refuse_repl(look: Look, data: Replacements, action: PlaceRepl) -> Refusal | None:
    """Only Repls that were rolled, at an entry of the table, in any mode but Combat (13.5-B)."""
    if action.kind not in kinds_due(data, repls=True):
        still = ", ".join(f"{entry.count} {entry.kind}" for entry in data.due)
        return NONE_DUE(detail=repr(action.kind), have=still)
    repl = new_repl(look, data.side, action.kind)
    refused = refuse_entry(look, data.side, repl_entries(look, data), repl, action.hex)
    return refused or refuse_new_mode(look, repl, action.mode, action.facing, action.hex)


def take_repl(run: Run, data: Replacements, action: PlaceRepl) -> None:
    repl = new_repl(run.look, data.side, action.kind)
    marker = marker_of(action.mode)
    run.emit(
        ReplArrived(case="13.5-A", side=data.side, unit=repl.id, counter=repl.counter, hex=action.hex, marker=marker)
    )
    through_port(run, data.side, action.hex, repl)
    come_into(run, data.side, action.hex)
    run.set(replace(data, due=less(data.due, action.kind), placed=(*data.placed, repl.id)))


def kinds_due(data: Replacements, *, repls: bool) -> list[str]:
    """Kinds still to be placed: Repls, or pools."""
    return [entry.kind for entry in data.due if (entry.kind in REPLS) is repls]


def less(due: tuple[Due, ...], kind: str) -> tuple[Due, ...]:
    """One fewer of a kind."""
    left = (Due(entry.kind, entry.count - (entry.kind == kind)) for entry in due)
    return tuple(entry for entry in left if entry.count)


def pool_of(look: Look, data: Replacements, uid: str) -> str:
    """The pool that the unit may come from now, or ""."""
    return next((name for name in kinds_due(data, repls=False) if uid in in_pool(look, data.side, name)), "")


def unit_candidates(look: Look, data: Replacements) -> Iterator[PlaceUnit]:
    """Every unit of the rolled pools, hex and mode that `refuse_unit` accepts."""
    for name in kinds_due(data, repls=False):
        for unit in map(look.unit, in_pool(look, data.side, name)):
            hexes = entry_hexes(look, data.side, entries(look, data), unit)
            yield from (PlaceUnit(unit.id, hex_, way.mode, way.facing) for hex_, way in new_modes(look, unit, hexes))


def refuse_unit(look: Look, data: Replacements, action: PlaceUnit) -> Refusal | None:
    """A unit of the pool, like any arrival."""
    if not pool_of(look, data, action.unit):
        return NOT_ROLLED(units=(action.unit,))
    unit = look.unit(action.unit)
    refused = refuse_entry(look, data.side, entries(look, data), unit, action.hex)
    return refused or refuse_new_mode(look, unit, action.mode, action.facing, action.hex)


def take_unit(run: Run, data: Replacements, action: PlaceUnit) -> None:
    unit, pool = run.look.unit(action.unit), pool_of(run.look, data, action.unit)
    run.emit(
        UnitArrived(
            case="13.6",
            side=data.side,
            unit=unit.id,
            hex=action.hex,
            facing=action.facing,
            marker=marker_of(action.mode),
            load=capacity(unit) if is_organic(run.look, unit) else 0,
        )
    )
    through_port(run, data.side, action.hex, unit)
    come_into(run, data.side, action.hex)
    run.set(replace(data, due=less(data.due, pool), placed=(*data.placed, unit.id)))


def forfeited(look: Look, data: Replacements) -> str:
    """What would be lost if nothing more was placed (13.6)."""
    repls = sum(entry.count for entry in data.due if entry.kind in REPLS)
    units = sum(
        min(entry.count, len(in_pool(look, data.side, entry.kind))) for entry in data.due if entry.kind not in REPLS
    )
    return lost_text({"Repl": repls, "unit": units})


def take_forfeit(run: Run, data: Replacements, action: Done) -> None:
    """13.6: anything not placed now is lost; from a pool, the first units."""
    repls = {entry.kind: entry.count for entry in data.due if entry.kind in REPLS}
    if repls:
        run.emit(ReplacementsForfeited(case="13.6", side=data.side, results=repls))
    for entry in data.due:
        for uid in in_pool(run.look, data.side, entry.kind)[: entry.count] if entry.kind not in REPLS else ():
            run.emit(UnitForfeited(case="13.6", side=data.side, unit=uid))
    run.set(replace(data, due=()))


def end(run: Run, data: Replacements) -> None:
    """Report arrivals to the phase."""
    run.finish(data.placed)


REPLACEMENTS = Procedure(
    "replacements",
    Replacements,
    (
        Chance("roll", "Variable Reinforcement Table", "13.5-A", table_dice, rolled, lambda look, data: data.side),
        Choose(
            "place",
            "Place what the Variable Reinforcement Table brings; anything not placed now is lost",
            who_places,
            (
                Option(PlaceRepl, repl_candidates, refuse_repl, take_repl, exact=True),
                Option(PlaceUnit, unit_candidates, refuse_unit, take_unit, exact=True),
                Option(Done, only(Done()), always_legal, take_forfeit),
            ),
            case="13.5-A",
            gives_up=forfeited,
        ),
        Do("end", end),
    ),
)

PROCEDURES = (REPLACEMENTS,)
