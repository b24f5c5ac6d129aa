"""What a mission does at its hex, by the tables of the rules: from the dice that its purpose rolls on, or from what has
changed where it needs none.

The plain version rolls every die of the procedure that opens; a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.gunfire import at_one_ship
from redball.core.chances import PIPS, Spread, spread_of
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.core.world import World, of_world
from redball.editions.new_ocs.dump_barrage import TOKENS, DumpFire, aim_at_dump, sp_of
from redball.editions.new_ocs.interdict import Attempt, least_roll
from redball.editions.v1992.barrage_targets import (
    TargetBarrage,
    aim_at_supply,
    aim_at_works,
    port_raid_of,
    raid_of,
)
from redball.editions.v1992.charts import DumpBarrage
from redball.editions.v1992.load_drop import LoadDrop, lands
from redball.editions.v1992.unit_drop import DieDrop, fate, result_of, scattered_to
from redball.rules.air.air_drop import UnitDrop, defended
from redball.rules.air.base_raid import BaseRaid, column_of
from redball.rules.air.drop import Drop, read_drop
from redball.rules.air.kind import Mission
from redball.rules.air.supply_drop import SupplyDrop, drop_of
from redball.rules.air.trainbusting import Busting
from redball.rules.air.xyz import PROCEDURE, aboard_of, between_legs
from redball.rules.barrage.chart import Target, throw_barrage
from redball.rules.barrage.facility import Facility, facility_spread
from redball.rules.barrage.on_board import hedgehog_level, target_of
from redball.rules.barrage.port_raid import PortRaid
from redball.rules.barrage.port_raid import column_of as port_column
from redball.rules.barrage.procedure import Barrage, aim_of
from redball.rules.ground.air_force import base_in, parked_at
from redball.rules.ground.harbours import harbour_at
from redball.rules.naval.damage import target_of as naval_target
from redball.rules.naval.ship_strike import ShipStrike
from redball.rules.naval.ship_strike import aim_of as strike_aim


class Effect(Struct, frozen=True, kw_only=True):
    """What a mission does: units in the hex DG, steps that they lose; Levels that a base loses, whether an enemy
    `aircraft` there loses a step (the same for each of them); `hits` on a port; how bad it
    is for a `ship`, as `rules.naval.ship_target.rank` has it (`struck`), or for the Landing Craft of its hex, if it
    names the first of them, and how many points these are (`craft`); a Trainbusting `marker`, or one of
    Interdiction (`zone`); tokens of the enemy's dump that are `burnt` if it has that many, or a `percent` of its supply
    and transport; Levels of `works`; `rails` that are damaged; tokens and units that have come down; units that have
    scattered and are `elsewhere`; aircraft that stay Active where they land."""

    dg: bool = False
    steps: int = 0
    levels: int = 0
    hits: int = 0
    ship: str = ""
    struck: int = 0
    craft: int = 0
    aircraft: bool = False
    marker: bool = False
    zone: bool = False
    burnt: int = 0
    percent: int = 0
    works: int = 0
    rails: bool = False
    tokens: int = 0
    units: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    active: tuple[str, ...] = ()


class Purpose(NamedTuple):
    """What the aircraft that get through do, and how the column that they fire on comes about."""

    spread: Spread[Effect]
    column: Ledger | None = None

    @classmethod
    def nothing(cls) -> Purpose:
        """Nothing comes of it."""
        return cls(Spread.sure(Effect()))


def purpose(before: Look, look: Look, data: Mission) -> Purpose:
    """What a mission does from here: at the dice of its purpose, or when it is over. `before` is the look before it."""
    found = Purpose(Spread.sure(_come_down(before, look, data)))
    for frame in reversed(look.state.stack):
        if (frame.procedure, frame.step) in ENDS:
            more = ENDS[frame.procedure, frame.step](look, frame.data)
            found = Purpose(found.spread.then(partial(_both, more.spread)), more.column or found.column)
    return found


def _both(more: Spread[Effect], one: Effect) -> Spread[Effect]:
    """One effect together with others."""
    return more.map(
        lambda other: replace(
            other,
            tokens=one.tokens + other.tokens,
            units=(*one.units, *other.units),
            elsewhere=(*one.elsewhere, *other.elsewhere),
            active=(*one.active, *other.active),
        )
    )


def _come_down(before: Look, look: Look, data: Mission) -> Effect:
    """What is at the hex now and was not before, but for what goes on to a second base (21.12a)."""
    between = between_legs(look)
    going_on = aboard_of(look, between) if between is not None and between.hex == data.hex else ()
    tokens = (
        look.state.ground_supply(data.side, data.hex).tokens - before.state.ground_supply(data.side, data.hex).tokens
    )
    tokens -= sum(piece.tokens for piece in going_on)
    elsewhere = {piece.unit for piece in going_on}
    aboard = (piece.unit for piece in data.cargo if piece.unit and before.unit(piece.unit).hex != data.hex)
    landed = tuple([uid for uid in aboard if look.unit(uid).hex == data.hex and uid not in elsewhere])
    active = tuple([p.id for p in parked_at(look, data.hex, data.side) if p.active and p.id in data.planes])
    return Effect(tokens=max(tokens, 0), units=landed, active=active)


# --- barrages ----------------------------------------------------------------------------------------------------


def _on_units(look: Look, data: Barrage) -> Purpose:
    aimed = aim_of(look, data)
    target = target_of(look, data.side, data.hex, data.terrain, data.flown)
    return Purpose(_barraged(look.world, aimed.column, target), aimed.ledger)


@of_world
def _barraged(world: World, column: int, target: Target) -> Spread[Effect]:
    found = spread_of(partial(throw_barrage, world.charts, column, target))
    return found.map(lambda read: Effect(dg=read.dg, steps=read.steps))


def _on_base(look: Look, data: BaseRaid) -> Purpose:
    """With one aircraft on the base: how many there are is hidden, and each has a die of its own."""
    base, charts = base_in(look.state, data.hex), look.world.charts
    target = Facility("air_base", base.level if base is not None else 0, planes=1)
    found = facility_spread(charts, column_of(look, data), target)
    return Purpose(found.map(lambda read: Effect(levels=read.levels, aircraft=read.planes > 0)))


def _on_port(look: Look, data: PortRaid) -> Purpose:
    port, charts = harbour_at(look, data.hex), look.world.charts
    found = facility_spread(charts, port_column(look, data), Facility("port", hits=port.hits if port else 0))
    return Purpose(found.map(lambda read: Effect(hits=read.port_hits)))


def _on_ship(look: Look, data: ShipStrike) -> Purpose:
    """All of the aircraft go for one ship: `answer` leaves the targets as they are."""
    found = at_one_ship(look, data, data.target)
    ledger = strike_aim(look, data, data.target).ledger
    craft = naval_target(look, "ships", data.target).points
    return Purpose(
        found.map(lambda bad: Effect(ship=data.target, struck=bad, craft=craft) if bad else Effect()), ledger
    )


def _on_trains(look: Look, data: Busting) -> Purpose:
    charts = look.world.charts
    found = facility_spread(charts, charts.facility.column(data.points), Facility("trainbusting"))
    return Purpose(found.map(lambda read: Effect(marker=read.trainbusting)))


def _on_ways(look: Look, data: Attempt) -> Purpose:
    """New OCS: enough points need no die."""
    need = least_roll(look.world.charts, data.points)
    found = Spread(PIPS) if need else Spread.sure(need)
    return Purpose(found.map(lambda die: Effect(zone=die >= need)))


def _on_dump(look: Look, data: DumpFire) -> Purpose:
    """New OCS: what may lie there is hidden."""
    aimed = aim_at_dump(look, data)
    found = Spread(PIPS).map(lambda die: Effect(burnt=TOKENS * sp_of(look, aimed.column, die)))
    return Purpose(found, aimed.ledger)


def _on_target(look: Look, data: TargetBarrage) -> Purpose:
    """1992: a barrage on something other than units."""
    if data.target == "base":
        return _on_base(look, raid_of(look, data))
    if data.target == "port":
        return _on_port(look, port_raid_of(look, data))
    if data.target == "supply":
        aimed, table = aim_at_supply(look, data), look.world.charts.table(DumpBarrage)
        return Purpose(Spread(PIPS).map(lambda die: Effect(percent=table.result(aimed.column, die))), aimed.ledger)
    aimed, level = aim_at_works(look, data), hedgehog_level(look, data.hex)
    cells = Spread(PIPS).map(partial(look.world.charts.facility.lookup, aimed.column))
    if data.target == "rails":
        return Purpose(cells.map(lambda cell: Effect(rails=cell.trainbust)), aimed.ledger)
    return Purpose(cells.map(lambda cell: Effect(works=min(cell.hits, level))), aimed.ledger)


# --- drops -------------------------------------------------------------------------------------------------------


def _lands(look: Look, drop: Drop) -> Spread[bool]:
    return spread_of(lambda throw: read_drop(look.world.charts, drop, throw.two("dice"))[1])


def _tokens(look: Look, data: SupplyDrop) -> Purpose:
    """One roll after the other, first of those on gliders."""
    drops = [replace(data.drop, glider=i < data.gliders) for i in range(len(data.starts))]
    return Purpose(_each((_lands(look, drop) for drop in drops), lambda i: Effect(tokens=1)))


def _units(look: Look, data: UnitDrop) -> Purpose:
    """None lands on an enemy combat unit."""
    if defended(look, data.side, data.hex):
        return Purpose(Spread.sure(Effect()))
    drops = [
        drop_of(look, data.side, data.hex, data.nation, supply=False, glider=piece.glider) for piece in data.pieces
    ]
    return Purpose(_each((_lands(look, drop) for drop in drops), lambda i: Effect(units=(data.pieces[i].unit,))))


def _loads(look: Look, data: LoadDrop) -> Purpose:
    """1992: a die for each load."""
    one = Spread(PIPS).map(partial(lands, look.world.charts))
    tokens = [tokens for _, tokens in data.loads]
    return Purpose(_each((one for _ in tokens), lambda i: Effect(tokens=tokens[i])))


def _units_by_die(look: Look, data: DieDrop) -> Purpose:
    """1992: a die for each unit; one that scatters lives where `fate` lets it. What they capture they capture when all
    are down, so none matters to another."""
    found = Spread.sure(Effect())
    for i, piece in enumerate(data.pieces):
        one = replace(data, pieces=data.pieces[i:])
        found = found.then(partial(_both, Spread(PIPS).then(partial(_piece_by_die, look, one, piece.unit))))
    return Purpose(found)


def _piece_by_die(look: Look, data: DieDrop, uid: str, die: int) -> Spread[Effect]:
    result = result_of(look, data, die)
    if result == "scatters":
        found = spread_of(lambda throw: scattered_to(look.board, data.hex, throw.one(), throw.one()))
        return found.map(lambda hex_: Effect() if fate(look, data.side, uid, hex_)[0] else Effect(elsewhere=(uid,)))
    down = result != "destroyed" and not fate(look, data.side, uid, data.hex)[0]
    return Spread.sure(Effect(units=(uid,)) if down else Effect())


def _each(rolls: Iterable[Spread[bool]], landed: Callable[[int], Effect]) -> Spread[Effect]:
    found = Spread.sure(Effect())
    for i, roll in enumerate(rolls):
        one = roll.map(lambda lands, i=i: landed(i) if lands else Effect())  # type: ignore[misc]
        found = found.then(partial(_both, one))
    return found


ENDS: dict[tuple[str, str], Callable[[Look, Any], Purpose]] = {
    ("barrage", "roll"): _on_units,
    ("base_raid", "roll"): _on_base,
    ("port_raid", "roll"): _on_port,
    ("ship_strike", "roll"): _on_ship,
    ("trainbusting", "roll"): _on_trains,
    ("interdiction", "roll"): _on_ways,
    ("dump_barrage", "roll"): _on_dump,
    ("target_barrage", "roll"): _on_target,
    ("supply_drop", "roll"): _tokens,
    ("unit_drop", "roll"): _units,
    ("load_drop", "roll"): _loads,
    ("die_drop", "roll"): _units_by_die,
}
"""By the steps at which dice are rolled for what a mission is flown for."""
STOPOVER = (PROCEDURE, "onward")
"""Where its side says whether it flies on (21.12a); `second_leg` foresees what comes then."""
