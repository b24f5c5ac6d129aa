"""Drops of units in 1992: a die for each unit, which may come down somewhere else.

Plans, and how the mission flies, are as in the series (`rules.air.drop_plans`, `rules.air.air_drop`), which the booklet
says nothing about. A unit that scatters goes so many hexes in a direction; direction 1 is north. It is lost off the
map, where it could not be, on an enemy combat unit, and on what is the enemy's if it is not Attack-Capable.

Cases: E92-unit-drop, E92-unit-drop-terrain, E92-unit-drop-mode, E92-unit-drop-enemy
"""

from __future__ import annotations

from dataclasses import replace as with_changes

from msgspec import Struct
from msgspec.structs import replace

from redball.board.board import Board
from redball.board.hexes import DIRECTIONS, NO_HEX
from redball.core.engine import Run
from redball.core.events import Event, FacingChanged
from redball.core.ledger import Part, Tally
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.state import State
from redball.core.telling import Names, counted
from redball.editions.v1992 import load_drop
from redball.editions.v1992.charts import AirDrops
from redball.rules.air.air_drop import AIR_DROP, UnitDropped
from redball.rules.air.kind import Cargo, Mission
from redball.rules.air.points import DROP_TALLY
from redball.rules.air.supply_drop import drop_of, nation_over
from redball.rules.capture.claims import capture_on_entry
from redball.rules.combat.points import ENTERED_HEX
from redball.rules.ground.occupancy import can_occupy, holds_enemy
from redball.rules.modes.disorganization import Disorganized
from redball.rules.modes.points import DG_KIND
from redball.rules.units.abilities import attack_capable
from redball.rules.units.losses import alive, eliminate

ROLL, MODE, ENEMY = "E92-unit-drop", "E92-unit-drop-mode", "E92-unit-drop-enemy"
OPEN = frozenset({"open"})


class DropScattered(Event, frozen=True, kw_only=True):
    """A unit that was to land on `hex` comes down so many hexes away, on `to` (NO_HEX: off the map). The directions
    count clockwise from 1, north."""

    unit: str
    hex: int
    direction: int
    distance: int
    to: int

    def apply(self, state: State) -> State:
        return state

    def told(self, n: Names) -> str:
        where = n.hex(self.to) if self.to != NO_HEX else "a place off the map"
        way = f"direction {self.direction} ({DIRECTIONS[self.direction - 1]}), {counted(self.distance, 'hex')}"
        return f"{n.unit(self.unit)} misses {n.hex(self.hex)}: {way}; it lands on {where}"


EVENTS = (DropScattered,)


class DieDrop(Struct, frozen=True, tag=True):
    """Units that a side drops on a hex, from aircraft of a nation, in the order in which they roll; those that have
    `landed`. The first one `scatters`, with that roll."""

    side: str
    hex: int
    nation: str
    pieces: tuple[Cargo, ...]
    landed: tuple[str, ...] = ()
    scatters: int = 0


def in_the_open(look: Look, hex_: int) -> bool:
    """E92-unit-drop-terrain: open terrain and nothing else."""
    return OPEN.issuperset(look.board.terrain[hex_])


def scattered_to(board: Board, hex_: int, direction: int, distance: int) -> int:
    """The hex so many steps away; NO_HEX off the map."""
    for _ in range(distance):
        hex_ = board.neighbour(hex_, direction - 1) if hex_ != NO_HEX else NO_HEX
    return hex_


def fate(look: Look, side: str, uid: str, hex_: int) -> tuple[str, str]:
    """What destroys a unit that comes down on a hex, and the case; both "" if it lands."""
    unit = look.unit(uid)
    if hex_ == NO_HEX or not can_occupy(look.world, hex_, look.counter(unit)):
        return "its drop", ROLL
    if look.has_combat_units(hex_, look.enemy(side)):
        return "landing on enemy units", ENEMY
    if holds_enemy(look, side, hex_) and not attack_capable(look, unit):
        return "landing on what is the enemy's", ROLL
    return "", ""


def roll_of(look: Look, data: DieDrop, die: int) -> Tally[int]:
    """The die of the first unit with its modifier."""
    drop = drop_of(look, data.side, data.hex, data.nation, supply=False, glider=data.pieces[0].glider)
    terms = look.policies[DROP_TALLY](look.world.charts, drop).terms
    return Tally("Air drop", (Part(die, "one die", ROLL, "air_drops"), *terms))


def result_of(look: Look, data: DieDrop, die: int) -> str:
    """What the die of the first unit says: it lands, scatters, or is destroyed."""
    return str(look.world.charts.table(AirDrops).read("unit", roll_of(look, data, die).value))


def _next_die(look: Look, data: DieDrop) -> int:
    return 1 if data.pieces else 0


def rolled(run: Run, data: DieDrop, dice: tuple[int, ...]) -> None:
    """The unit lands, is destroyed, or scatters first."""
    result = result_of(run.look, data, dice[0])
    if result == "scatters":
        run.set(replace(data, scatters=dice[0]))
        return run.go("scatter")
    come_down(run, data, dice[0], data.hex, destroyed=result == "destroyed")
    return run.go("roll")


def scattered(run: Run, data: DieDrop, dice: tuple[int, ...]) -> None:
    """One die for the direction, another for the distance."""
    to = scattered_to(run.look.board, data.hex, *dice)
    uid, (direction, distance) = data.pieces[0].unit, dice
    side = data.side
    run.emit(DropScattered(case=ROLL, side=side, unit=uid, hex=data.hex, direction=direction, distance=distance, to=to))
    come_down(run, data, data.scatters, to, destroyed=False)
    run.go("roll")


def come_down(run: Run, data: DieDrop, die: int, hex_: int, *, destroyed: bool) -> None:
    """The first unit is done: it has landed on its Combat side and DG, or it is destroyed."""
    piece, *others = data.pieces
    roll = roll_of(run.look, data, die)
    cause, case = ("its drop", ROLL) if destroyed else fate(run.look, data.side, piece.unit, hex_)
    run.emit(
        UnitDropped(
            case=ROLL,
            side=data.side,
            unit=piece.unit,
            start=piece.start,
            hex=hex_ if hex_ != NO_HEX else data.hex,
            roll=roll.value,
            lands=not cause,
            ledger=roll.ledger(),
            glider=piece.glider,
        )
    )
    if cause:
        eliminate(run, piece.unit, cause, case)
    else:
        disorganize(run, piece.unit)
    landed = data.landed if cause else (*data.landed, piece.unit)
    run.set(replace(data, pieces=tuple(others), landed=landed, scatters=0))


def disorganize(run: Run, uid: str) -> None:
    """E92-unit-drop-mode: the Combat side, if there is one, and DG."""
    unit = run.look.unit(uid)
    if unit.facing != "combat" and run.look.counter(unit).combat is not None:
        run.emit(FacingChanged(case=MODE, side=unit.side, unit=uid, facing="combat"))
    kind = run.look.policies[DG_KIND]("combat")
    run.emit(Disorganized(case=MODE, side=unit.side, unit=uid, kind=kind))


def take_hold(run: Run, data: DieDrop) -> None:
    """Once all are down: who has landed has come into its hex (9.14)."""
    hexes: dict[int, list[str]] = {}
    for uid in alive(run.look, data.landed):
        hexes.setdefault(run.look.unit(uid).hex, []).append(uid)
    for hex_, units in hexes.items():
        run.look.policies[ENTERED_HEX](run, tuple(units), hex_)
        capture_on_entry(run, data.side, hex_)


DROP = Procedure(
    "die_drop",
    DieDrop,
    (
        Chance("roll", "Unit Air Drop Table", ROLL, _next_die, rolled, lambda look, data: data.side),
        Chance(
            "scatter",
            "Direction and distance of a drop",
            ROLL,
            lambda look, data: 2 if data.scatters else 0,
            scattered,
            lambda look, data: data.side,
        ),
        Do("take_hold", take_hold),
    ),
)


def unload(run: Run, data: Mission) -> None:
    """A die for each unit, then one for each load of supply."""
    load_drop.unload(run, data)  # pushed first, so it comes last
    units = tuple([piece for piece in data.cargo if piece.unit])
    nation = nation_over(run.look, data)
    if units and nation:
        run.push("die_drop", DieDrop(data.side, data.hex, nation, units))


DIE_DROP = with_changes(AIR_DROP, unload=unload)
"""The mission of the series with this end."""

PROCEDURES = (DROP,)
POLICIES = {"drop_closed": lambda look, hex_: not in_the_open(look, hex_)}
