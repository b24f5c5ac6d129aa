"""The Reinforcement Phase: units and supply from the schedule and the Supply Table.

Units are placed first; then the Supply Table is rolled and supply placed; then units from the Variable Reinforcement
Table are placed. Arriving Transport Points may load supply. Rebuilding and consolidation come last.

Cases: 2.3-D, 13.6, 13.6a-B, 13.6c
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Done, LoadSupply, PlaceSupply, PlaceUnit
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import (
    SupplyArrived,
    SupplyForfeited,
    SupplyLoaded,
    SupplyRolled,
    UnitArrived,
    UnitForfeited,
)
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import NOT_ARRIVED, Unit
from redball.core.telling import lost_text
from redball.core.world import World, of_world
from redball.rules.capture.claims import come_into
from redball.rules.reinforcement.entry import (
    entry_hexes,
    most_supply,
    new_modes,
    refuse_entry,
    refuse_new_mode,
    refuse_port,
    through_port,
)
from redball.rules.reinforcement.points import SUPPLY_ARRIVING, SUPPLY_BATCHES
from redball.rules.reinforcement.rebuild import Rebuilding, on_map
from redball.rules.reinforcement.replacements import Replacements
from redball.rules.supply_phase.breakout import returning
from redball.rules.transport.loading import capacity, room
from redball.rules.units.abilities import is_organic, marker_of
from redball.scenarios.records import Arrival

NOT_DUE = refusal("arrival.not_due", case="13.6", text="{units} does not arrive in this Reinforcement Phase")
AMOUNT = refusal("arrival.amount", case="2.3-D", text="from 1T to {need} may be placed, not {have}")
NOT_ARRIVING = refusal(
    "arrival.not_arriving",
    case="13.6c",
    text="{units} is not a Transport Point that arrived in this phase and may load",
)
NO_SUPPLY = refusal(
    "arrival.no_supply",
    case="13.6c",
    text="{units} may load from 1T to {need} of the supply that arrived with it, not {have}",
)


class Batch(Struct, frozen=True):
    """Tokens that arrive together, and the hexes where they may be placed."""

    entries: tuple[int, ...]
    tokens: int


class Landed(Struct, frozen=True):
    """Tokens that arrived in a hex in this phase and were not loaded."""

    hex: int
    tokens: int


class ReinforcementPhase(Struct, frozen=True, tag=True):
    """A side's phase: units `placed`, supply still to place, and supply that has `landed`."""

    side: str
    placed: tuple[str, ...] = ()
    batches: tuple[Batch, ...] = ()
    landed: tuple[Landed, ...] = ()


# --- units ---------------------------------------------------------------------------------------------------------


def due(look: Look, side: str) -> tuple[Arrival, ...]:
    """A side's scheduled arrivals in this turn."""
    turn = look.state.clock.turn
    return tuple(a for a in look.world.scenario.arrivals if a.turn == turn and a.side == side)


@derived
def waiting(look: Look, side: str) -> dict[str, Arrival]:
    """Units due and not placed yet, with their arrival."""
    found = {uid: a for a in due(look, side) for uid in a.units if look.unit(uid).hex == NOT_ARRIVED}
    return found | returning(look, side)


def who_places(look: Look, data: ReinforcementPhase) -> str | None:
    """The side, while units wait."""
    return data.side if waiting(look, data.side) else None


def place_candidates(look: Look, data: ReinforcementPhase) -> Iterator[PlaceUnit]:
    """Every unit, hex and mode that `refuse_place` accepts."""
    for uid, arrival in waiting(look, data.side).items():
        yield from _places(look, uid, arrival.entry)


@derived
def _places(look: Look, uid: str, entries: tuple[int, ...]) -> list[PlaceUnit]:
    unit = look.unit(uid)
    hexes = entry_hexes(look, unit.side, entries, unit)
    return [PlaceUnit(uid, hex_, way.mode, way.facing) for hex_, way in new_modes(look, unit, hexes)]


def refuse_place(look: Look, data: ReinforcementPhase, action: PlaceUnit) -> Refusal | None:
    """The hex must be a free entry hex, and the mode a voluntary one that the unit could take there (13.6b-A)."""
    arrival = waiting(look, data.side).get(action.unit)
    if arrival is None:
        return NOT_DUE(units=(action.unit,))
    unit = look.unit(action.unit)
    refused = refuse_entry(look, data.side, arrival.entry, unit, action.hex)
    return refused or refuse_new_mode(look, unit, action.mode, action.facing, action.hex)


def arriving_load(look: Look, unit: Unit, arrival: Arrival) -> int:
    """13.6c: Organic Trucks arrive full unless the scenario says otherwise, other points empty."""
    return arrival.load.get(unit.id, capacity(unit)) if is_organic(look, unit) else 0


def take_place(run: Run, data: ReinforcementPhase, action: PlaceUnit) -> None:
    unit = run.look.unit(action.unit)
    arrival = waiting(run.look, data.side)[action.unit]
    run.emit(
        UnitArrived(
            case="13.6",
            side=data.side,
            unit=unit.id,
            hex=action.hex,
            facing=action.facing,
            marker=marker_of(action.mode),
            load=arriving_load(run.look, unit, arrival),
        )
    )
    through_port(run, data.side, action.hex, unit)
    come_into(run, data.side, action.hex)
    run.set(replace(data, placed=(*data.placed, unit.id)))


def forfeited(look: Look, data: ReinforcementPhase) -> str:
    """What would be lost if nothing more was placed (13.6)."""
    return lost_text({"unit": len(waiting(look, data.side))})


def take_forfeit(run: Run, data: ReinforcementPhase, action: Done) -> None:
    """13.6: units not placed now are lost."""
    for uid in waiting(run.look, data.side):
        run.emit(UnitForfeited(case="13.6", side=data.side, unit=uid))


# --- supply --------------------------------------------------------------------------------------------------------


def supply_dice(look: Look, data: ReinforcementPhase) -> int:
    """The number of dice of the side's Supply Table; none without a table."""
    table = look.world.scenario.supply_tables.get(data.side)
    return table.table.dice if table is not None else 0


def supply_rolled(run: Run, data: ReinforcementPhase, dice: tuple[int, ...]) -> None:
    table = run.world.scenario.supply_tables[data.side]
    tokens = run.look.policies[SUPPLY_ARRIVING](table.tokens(sum(dice), run.state.clock.turn))
    run.emit(SupplyRolled(case="2.3-D", side=data.side, tokens=tokens))
    parts = run.look.policies[SUPPLY_BATCHES](run.look, data.side, tokens)
    run.set(replace(data, batches=tuple(Batch(entries, part) for entries, part in parts)))


def undivided(look: Look, side: str, tokens: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """All supply may go to any entry of the table."""
    return ((look.world.scenario.supply_tables[side].entries, tokens),)


def bring_supply(run: Run, data: ReinforcementPhase) -> None:
    """Scheduled supply comes too. Supply with a single possible hex is placed there; supply with none is lost."""
    arriving = run.look.policies[SUPPLY_ARRIVING]
    batches = (*data.batches, *(Batch(a.entry, arriving(a.tokens)) for a in due(run.look, data.side)))
    kept = []
    for batch in batches:
        hexes = entry_hexes(run.look, data.side, batch.entries, None)
        if len(hexes) == 1 and batch.tokens:
            tokens = most_supply(run.look, data.side, hexes[0], batch.tokens)
            data = _landed(run, data, hexes[0], tokens)
            _lost(run, data.side, batch.tokens - tokens)
        elif hexes and batch.tokens:
            kept.append(batch)
        elif run.world.scenario.ports:
            _lost(run, data.side, batch.tokens)
    run.set(replace(data, batches=tuple(kept)))


def _lost(run: Run, side: str, tokens: int) -> None:
    """13.6a-A: no port takes the rest of the supply in this phase."""
    if tokens:
        run.emit(SupplyForfeited(case="13.6a-A", side=side, tokens=tokens))


def _landed(run: Run, data: ReinforcementPhase, hex_: int, tokens: int) -> ReinforcementPhase:
    run.emit(SupplyArrived(case="2.3-D", side=data.side, hex=hex_, tokens=tokens))
    through_port(run, data.side, hex_, None, tokens)
    others = tuple(entry for entry in data.landed if entry.hex != hex_)
    return replace(data, landed=(*others, Landed(hex_, landed_at(data, hex_) + tokens)))


def landed_at(data: ReinforcementPhase, hex_: int) -> int:
    """Tokens that arrived in a hex in this phase and were not loaded."""
    return next((entry.tokens for entry in data.landed if entry.hex == hex_), 0)


def who_places_supply(look: Look, data: ReinforcementPhase) -> str | None:
    """The side, while there is supply to place."""
    return data.side if data.batches else None


def supply_candidates(look: Look, data: ReinforcementPhase) -> Iterator[PlaceSupply]:
    """Any part or all of the first batch, at each of its hexes."""
    batch = data.batches[0]
    for hex_ in entry_hexes(look, data.side, batch.entries, None):
        yield from _amounts(look.world, hex_, most_supply(look, data.side, hex_, batch.tokens))


@of_world
def _amounts(world: World, hex_: int, most: int) -> tuple[PlaceSupply, ...]:
    return tuple([PlaceSupply(hex_, tokens) for tokens in range(most, 0, -1)])


def refuse_supply(look: Look, data: ReinforcementPhase, action: PlaceSupply) -> Refusal | None:
    """The hex must be one of the batch's, and the amount no more than it has."""
    batch = data.batches[0]
    if not 1 <= action.tokens <= batch.tokens:
        return AMOUNT(have=f"{action.tokens}T", need=show_tokens(batch.tokens))
    refused = refuse_entry(look, data.side, batch.entries, None, action.hex)
    return refused or refuse_port(look, data.side, action.hex, None, action.tokens)


def take_supply(run: Run, data: ReinforcementPhase, action: PlaceSupply) -> None:
    batch, *others = data.batches
    data = _landed(run, data, action.hex, action.tokens)
    if batch.tokens > action.tokens:
        others = [replace(batch, tokens=batch.tokens - action.tokens), *others]
    run.set(replace(data, batches=tuple([left for left in others if _fits(run, data.side, left)])))


def _fits(run: Run, side: str, batch: Batch) -> bool:
    """Whether some of a batch can still be placed; if not, it is lost. Only ports fill up."""
    if not run.world.scenario.ports or entry_hexes(run.look, side, batch.entries, None):
        return True
    _lost(run, side, batch.tokens)
    return False


# --- arriving trucks -----------------------------------------------------------------------------------------------


def load_limit(look: Look, data: ReinforcementPhase, unit: Unit) -> int:
    """Tokens that an arrived Transport Point may still load from the supply that arrived with it (13.6c)."""
    if unit.id not in data.placed or is_organic(look, unit):
        return 0
    return min(room(unit), landed_at(data, unit.hex))


def load_candidates(look: Look, data: ReinforcementPhase) -> Iterator[LoadSupply]:
    """Every amount that fits."""
    for uid in data.placed:
        limit = load_limit(look, data, look.unit(uid))
        yield from (LoadSupply(uid, tokens) for tokens in range(limit, 0, -1))


def who_loads(look: Look, data: ReinforcementPhase) -> str | None:
    """The side, while an arrived Transport Point could load."""
    return data.side if any(load_limit(look, data, look.unit(uid)) for uid in data.placed) else None


def refuse_load(look: Look, data: ReinforcementPhase, action: LoadSupply) -> Refusal | None:
    """Regular Transport Points that arrived in this phase, with supply that arrived in the same hex."""
    unit = look.unit(action.unit)
    limit = load_limit(look, data, unit)
    if not limit:
        return NOT_ARRIVING(units=(unit.id,))
    if not 1 <= action.tokens <= limit:
        return NO_SUPPLY(units=(unit.id,), have=f"{action.tokens}T", need=show_tokens(limit))
    return None


def take_load(run: Run, data: ReinforcementPhase, action: LoadSupply) -> None:
    hex_ = run.look.unit(action.unit).hex
    run.emit(SupplyLoaded(case="13.6c", side=data.side, unit=action.unit, hex=hex_, tokens=action.tokens))
    landed = (replace(e, tokens=e.tokens - action.tokens) if e.hex == hex_ else e for e in data.landed)
    run.set(replace(data, landed=tuple(landed)))


def take_done(run: Run, data: ReinforcementPhase, action: Done) -> None:
    run.go_on()


# --- what follows --------------------------------------------------------------------------------------------------


def open_replacements(run: Run, data: ReinforcementPhase) -> None:
    """The Variable Reinforcement Table."""
    run.push("replacements", Replacements(data.side))


def open_rebuilding(run: Run, data: ReinforcementPhase) -> None:
    """Rebuilding and consolidation."""
    kinds = run.world.counters
    fresh = tuple(uid for uid in data.placed if kinds[run.look.unit(uid).counter].kind == "repl")
    run.push("rebuilding", Rebuilding(data.side, fresh=fresh, held=on_map(run.look, data.side)))


def receive_placed(data: ReinforcementPhase, placed: tuple[str, ...]) -> ReinforcementPhase:
    """Units of a pool arrive like the others."""
    return replace(data, placed=(*data.placed, *placed))


REINFORCEMENT_PHASE = Procedure(
    "reinforcement_phase",
    ReinforcementPhase,
    (
        Choose(
            "place",
            "Place your reinforcements; those not placed now are lost",
            who_places,
            (
                Option(PlaceUnit, place_candidates, refuse_place, take_place, exact=True),
                Option(Done, only(Done()), always_legal, take_forfeit),
            ),
            case="13.6",
            gives_up=forfeited,
        ),
        Chance("supply_table", "Supply Table", "2.3-D", supply_dice, supply_rolled, lambda look, data: data.side),
        Do("bring_supply", bring_supply),
        Choose(
            "place_supply",
            "Place the supply that has arrived",
            who_places_supply,
            (Option(PlaceSupply, supply_candidates, refuse_supply, take_supply, exact=True),),
            case="2.3-D",
        ),
        Do("replacements", open_replacements),
        Choose(
            "load",
            "Load arriving Transport Points with supply that arrived with them",
            who_loads,
            (
                Option(LoadSupply, load_candidates, refuse_load, take_load),
                Option(Done, only(Done()), always_legal, take_done),
            ),
            case="13.6c",
        ),
        Do("rebuild", open_rebuilding),
    ),
    receive=receive_placed,
)

PROCEDURES = (REINFORCEMENT_PHASE,)

POLICIES = {"supply_arriving": lambda tokens: tokens, "supply_batches": undivided}
