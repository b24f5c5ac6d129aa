"""Other targets of barrages in 1992: supply and transport in a hex, its hedgehog, air base, port or railroad.

`aimed_barrage` handles the declaration, `joint_barrage` the aircraft in it. Nobody sees what supply lies under enemy
units (4.9a), so players may always fire at it, even if nothing is there. A barrage on supply destroys a percentage of
the SP (on the ground and loaded), of the trucks and of the wagons, each rounded separately to whole SP or whole points.
Loads of destroyed points that do not burn fall to the ground.

The facility table uses Barrage Points like the other tables, so artillery damages railroads too. The booklet does not
say what damage means, but it prices rail repair by the hex. Our reading: trains and traces cannot use rails in a
damaged hex until a Rail Repair unit moves in and repairs it, as it would convert it (`damaged_rails`); or, by
the switch, until the next Clean Up Phase of the other side, as Trainbusting ends in the series (14.8d).

Cases: E92-barrage-dump, E92-barrage-dump-each, E92-barrage-dump-shifts, E92-facility, E92-facility-rail-hedgehog
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import percent_of, round_half_up
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.events import (
    BarrageDeclared,
    BarrageResolved,
    HedgehogReduced,
    SupplyDisplaced,
    TransportDivided,
    UnitEliminated,
)
from redball.core.ledger import Term, show
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.editions.aimed_barrage import burn
from redball.editions.v1992.charts import DumpBarrage
from redball.editions.v1992.damaged_rails import RailDamaged, RailsRestored, damaged_rails
from redball.rules.air.base_raid import BaseRaid
from redball.rules.air.bases import ashore_base
from redball.rules.barrage.chart import Aim, Flown, aim_on, strength_line
from redball.rules.barrage.on_board import best_terrain, hedgehog_level
from redball.rules.barrage.port_raid import PortRaid
from redball.rules.barrage.procedure import Barrage, bill_for, strength_of
from redball.rules.barrage.segment import BarrageSegment
from redball.rules.capture.transport import TransportKind, transport_in
from redball.rules.ground.harbours import own_harbour
from redball.rules.ground.railroads import can_use, on_railroad, rail_graph
from redball.rules.naval.ship_missions import ship_targets
from redball.rules.sequence.turn import PlayerTurn
from redball.rules.transport.loading import new_id

Target = Literal["units", "supply", "works", "rails", "base", "port", "ships"]
KINDS: tuple[TransportKind, ...] = ("trucks", "wagons")


class TargetBarrage(Struct, frozen=True, tag=True):
    """A committed barrage on supply or works: `halved` are the units that fire at half strength, `die` is its roll;
    `flown`: aircraft make it, or take part in it."""

    side: str
    hex: int
    units: tuple[str, ...]
    target: str
    halved: tuple[str, ...] = ()
    die: int = 0
    flown: Flown | None = None

    @property
    def plain(self) -> Barrage:
        """The same as a barrage on units, for its strength."""
        return Barrage(self.side, self.hex, self.units, halved=self.halved, flown=self.flown)


# --- declaring -------------------------------------------------------------------------------------------------


def targets_in(look: Look, side: str, hex_: int) -> tuple[Target, ...]:
    """The targets in a hex that the side may know of."""
    enemy = look.enemy(side)
    troops = look.has_combat_units(hex_, enemy)
    supply = troops or hex_ in look.state.dumps[enemy] or any(u.points for u in look.units_at(hex_, enemy))
    works = look.state.hedgehogs.get(hex_)
    found: list[Target] = ["units"] if troops else []
    found += ["supply"] if supply else []
    found += ["works"] if works is not None and works.side == enemy else []
    found += ["base"] if ashore_base(look, enemy, hex_) is not None else []
    found += ["port"] if own_harbour(look, enemy, hex_) is not None else []
    found += ["rails"] if rails_to_hit(look, side, hex_) else []
    found += ["ships"] if ship_targets(look, side, hex_) else []
    return tuple(found)


def rails_to_hit(look: Look, side: str, hex_: int) -> bool:
    """Whether the hex has an undamaged railroad that the enemy could use, and no unit of the side."""
    runs = on_railroad(look.board, rail_graph(look.world), hex_)
    return runs and can_use(look, look.enemy(side), hex_) and not look.units_at(hex_, side)


def commit(run: Run, data: BarrageSegment, aim: str) -> None:
    """Commit a barrage on a target other than units."""
    run.push("target_barrage", TargetBarrage(data.side, data.target, data.units, aim, data.halved))


WORDS = (
    ("units", "the units"),
    ("supply", "supply and transport"),
    ("works", "the hedgehog"),
    ("base", "the air base"),
    ("port", "the port"),
    ("rails", "the railroad"),
    ("ships", "the ships"),
)


# --- firing ----------------------------------------------------------------------------------------------------


def pay(run: Run, data: TargetBarrage) -> None:
    if data.units:
        run.push("pay", bill_for(run.look, data.side, data.units, data.halved))


def declare(run: Run, data: TargetBarrage) -> None:
    """Paid: the units have fired."""
    if not data.units:
        return
    strength = show(strength_of(run.look, data.plain))
    run.emit(BarrageDeclared(case="10.0-D", side=data.side, hex=data.hex, units=data.units, strength=strength))


def rolled(run: Run, data: TargetBarrage, dice: tuple[int, ...]) -> None:
    run.set(replace(data, die=dice[0]))


def points_of(look: Look, side: str, hex_: int, kind: TransportKind) -> int:
    """Truck or wagon points of a side in a hex."""
    return sum(unit.points for unit in transport_in(look, side, hex_, kind))


def tokens_in(look: Look, side: str, hex_: int) -> int:
    """SP of a side in a hex, on the ground and loaded, in tokens."""
    return look.state.ground_supply(side, hex_).tokens + sum(unit.load for unit in look.units_at(hex_, side))


def resolve(run: Run, data: TargetBarrage) -> None:
    """Read the target's table and carry out the result."""
    if data.target == "supply":
        on_supply(run, data)
    elif data.target == "base":
        run.push("base_raid", raid_of(run.look, data))
    elif data.target == "port":
        run.push("port_raid", port_raid_of(run.look, data))
    else:
        on_facility(run, data)


def raid_of(look: Look, data: TargetBarrage) -> BaseRaid:
    """The barrage on a base as the series reads it."""
    return BaseRaid(data.side, data.hex, round_half_up(strength_of(look, data.plain)))


def port_raid_of(look: Look, data: TargetBarrage) -> PortRaid:
    """The same on a port."""
    return PortRaid(data.side, data.hex, round_half_up(strength_of(look, data.plain)))


def aim_at_supply(look: Look, data: TargetBarrage) -> Aim:
    """The column against supply, with its shifts."""
    table, enemy = look.world.charts.table(DumpBarrage), look.enemy(data.side)
    strength = strength_of(look, data.plain)
    initial = table.column(strength)
    line = look.world.charts.terrain_combat[best_terrain(look, data.hex)].line
    loose = sum(points_of(look, enemy, data.hex, kind) for kind in KINDS)
    points = Fraction(tokens_in(look, enemy, data.hex), 4) + loose
    shifts = (
        Term(by, why, "E92-barrage-dump-shifts", "barrage_dump")
        for by, why in table.shifts(bool(hedgehog_level(look, data.hex)), line, points)
    )
    first = strength_line(table, initial, strength, "E92-barrage-dump", "barrage_dump")
    return aim_on(table, initial, "column against supply and transport", (first, *shifts))


def on_supply(run: Run, data: TargetBarrage) -> None:
    """A percentage of SP, trucks and wagons."""
    table, enemy = run.world.charts.table(DumpBarrage), run.world.enemy(data.side)
    aimed = aim_at_supply(run.look, data)
    percent = table.result(aimed.column, data.die)
    tell(run, data, aimed, f"{percent}%")
    points = {kind: percent_of(points_of(run.look, enemy, data.hex, kind), percent) for kind in KINDS}
    there = tokens_in(run.look, enemy, data.hex)
    lost = min(there, 4 * round_half_up(Fraction(there * percent, 400)))
    burn(run, enemy, data.hex, lost, "E92-barrage-dump-each", loaded=True)
    for kind, lost in points.items():
        destroy_points(run, data, kind, lost)


def destroy_points(run: Run, data: TargetBarrage, kind: TransportKind, points: int) -> None:
    """Destroy this many points of one kind; if only part of a counter goes, it is split off first."""
    enemy, case = run.world.enemy(data.side), "E92-barrage-dump-each"
    for unit in transport_in(run.look, enemy, data.hex, kind):
        if not points:
            return
        gone = unit.id
        if points < unit.points:
            gone = new_id(run.look, unit.id)
            run.emit(
                TransportDivided(
                    case=case, side=enemy, unit=unit.id, new=gone, points=points, tokens=0, activity=unit.activity
                )
            )
            kept = run.look.unit(unit.id)
            over = kept.load - 4 * kept.points
            if over > 0:
                run.emit(SupplyDisplaced(case=case, side=enemy, hex=data.hex, tokens=over, unit=unit.id))
        elif unit.load:
            run.emit(SupplyDisplaced(case=case, side=enemy, hex=data.hex, tokens=unit.load, unit=unit.id))
        points -= run.look.unit(gone).points
        run.emit(UnitEliminated(case=case, side=enemy, unit=gone, steps=0, cause="barrage"))


def aim_at_works(look: Look, data: TargetBarrage) -> Aim:
    """The column against works or a railroad."""
    table, strength = look.world.charts.facility, strength_of(look, data.plain)
    column = table.column(strength)
    first = strength_line(table, column, strength, "E92-facility", "facility")
    return aim_on(table, column, "column against works", (first,))


def on_facility(run: Run, data: TargetBarrage) -> None:
    """The Facility Table, without shifts: a hedgehog loses Levels, a railroad is damaged by any hit."""
    enemy, case = run.world.enemy(data.side), "E92-facility-rail-hedgehog"
    aimed = aim_at_works(run.look, data)
    cell = run.world.charts.facility.lookup(aimed.column, data.die)
    tell(run, data, aimed, cell.text)
    level = hedgehog_level(run.look, data.hex)
    if data.target == "rails" and cell.trainbust:
        run.emit(RailDamaged(case=case, side=data.side, hex=data.hex))
    if data.target == "works" and cell.hits and level:
        run.emit(HedgehogReduced(case=case, side=enemy, hex=data.hex, level=max(level - cell.hits, 0), units=()))


def tell(run: Run, data: TargetBarrage, aimed: Aim, result: str) -> None:
    """Log the result, which both sides see."""
    case = "E92-barrage-dump" if data.target == "supply" else "E92-facility"
    run.emit(
        BarrageResolved(
            case=case,
            side=data.side,
            hex=data.hex,
            roll=data.die,
            column=aimed.label,
            result=result,
            steps=0,
            ledger=aimed.ledger,
        )
    )


TARGET_BARRAGE = Procedure(
    "target_barrage",
    TargetBarrage,
    (
        Do("pay", pay),
        Do("declare", declare),
        Chance(
            "roll",
            "Barrage on supply or works",
            "E92-barrage-dump",
            lambda look, data: int(data.target not in ("base", "port")),  # a raid rolls its own die
            rolled,
            lambda look, d: d.side,
        ),
        Do("resolve", resolve),
        Do("resolved", lambda run, data: None),
    ),
)


def restore(run: Run, turn: PlayerTurn) -> None:
    """With that value of the switch, railroads that the other side damaged run again."""
    found = damaged_rails(run.state)
    hexes = tuple(hex_ for hex_, by in sorted(found.items()) if by != turn.side)
    if hexes and run.look.switch(RAIL_DAMAGE.name) == "until_clean_up":
        run.emit(RailsRestored(case="E92-facility-rail-hedgehog", side=turn.side, hexes=hexes))


RAIL_DAMAGE = Switch(
    "rail_damage",
    "E92-facility-rail-hedgehog",
    "until_repaired",
    ("until_repaired", "until_clean_up"),
    "A damaged railroad is closed until a Rail Repair unit repairs it, or until the next Clean Up Phase of the side"
    " that did not damage it",
)
SWITCHES = (RAIL_DAMAGE,)
PROCEDURES = (TARGET_BARRAGE,)
EDITS = (("player_turn", "after", "clean_up", Do("rails_restored", restore)),)
