"""Sections `[ships]` and `[shelled]` of a written position, and its line `ships_in_ports`.

A ship: side, place (its hex, or `sunk`, `waiting`, `withdrawn`), id, type, front and back as
barrage-range-Flak-Protection, then marks: `several` (the counter is more than one ship), `slow`, `aircraft=2`, `name=`,
`nation=`, `damaged`, `dg`; in this phase it has `sailed`, `fired`, been `shelled`, been `shown` to the enemy,
`refitted` its aircraft; `ashore`: it fired at the ground in this turn. `ships_in_ports destroyer` names the types that
may enter ports. `[shelled]` lists coastal artillery that ships have fired at in this phase, apart from other units
(18.3g-C).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from redball.board.board import Board
from redball.core.state import NOT_ARRIVED, REMOVED, State
from redball.core.world import World
from redball.forces.ship import CARRIER, Ship, ShipType, ship_face, ship_type, show_ship_face
from redball.game.position.sections import PositionError, Sections
from redball.game.position.units import one_of, one_word, spaced, whole
from redball.game.sentences import Namer, refusal_text
from redball.rules.ground.fleet import Vessel, fleet_in, with_fleet
from redball.rules.naval.set_up import berth_faults

OFF_MAP = {
    "sunk": (REMOVED, True, False),
    "waiting": (NOT_ARRIVED, False, False),
    "withdrawn": (REMOVED, False, True),
}
"""Places off the map: the hex, whether the ship is damaged, whether it was withdrawn."""
PRINTED = ("several", "slow")
STATE = ("damaged", "dg", "sailed", "fired", "shelled", "shown")
ASHORE, REFITTED = "ashore", "refitted"
WITH_VALUE = ("aircraft", "name", "nation")


def read_ship(line: str, board: Board) -> tuple[Ship, Vessel, bool]:
    """`axis 02.03 bb battleship 30-4-2-3/20-3-1-2 dg`, and whether it fired ashore. Raises ValueError, BoardError for
    an unknown hex."""
    words = line.split()
    if len(words) < 5:
        raise ValueError("a ship is side, place, id, type, front/back, marks")
    side, where, sid, type_, values, *rest = words
    marks: dict[str, str] = {}
    for word in rest:
        name, sign, value = word.partition("=")
        if name not in (WITH_VALUE if sign else (*PRINTED, *STATE, ASHORE, REFITTED)) or name in marks:
            raise ValueError(f"unknown mark {word!r}, or a mark twice")
        marks[name] = value
    front, stroke, back = values.partition("/")
    if not stroke:
        raise ValueError(f"{values!r} has no damaged side")
    several, slow = (mark in marks for mark in PRINTED)
    name, nation = spaced(marks.get("name", sid)), marks.get("nation", side)
    aircraft = whole(marks.get("aircraft", "0"))
    faces = ship_face(front), ship_face(back)
    ship = Ship(sid, side, name, nation, ship_type(type_), *faces, several, slow, aircraft)
    if where in OFF_MAP:
        hex_, damaged, withdrawn = OFF_MAP[where]
        if {*STATE[1:], ASHORE, REFITTED} & marks.keys() or ("damaged" in marks and not withdrawn):
            raise ValueError(f"a ship that is {where} has no such marks")
        return ship, Vessel(sid, side, hex_, damaged or "damaged" in marks, withdrawn=withdrawn), False
    vessel = Vessel(sid, side, board.index(where), *(mark in marks for mark in STATE))
    return ship, vessel.change(refitted=REFITTED in marks), ASHORE in marks


def ships_of(read: Sections, board: Board, taken: Collection[str]) -> list[tuple[Ship, Vessel, bool]]:
    """The lines of `[ships]`; ids are unique, also among units and aircraft."""
    ids = set(taken)

    def one(line: str) -> tuple[Ship, Vessel, bool]:
        found = read_ship(line, board)
        if found[1].id in ids:
            raise ValueError(f"the id {found[1].id!r} is used twice")
        ids.add(found[1].id)
        return found

    return list(read.each("ships", one))


def with_ships_of(read: Sections, world: World, state: State, sailing: list[tuple[Ship, Vessel, bool]]) -> State:
    """The state with its ships, each where it could be.

    Raises PositionError."""
    turn = state.clock.turn
    ships = [ship.change(ashore=turn) if ashore else ship for _, ship, ashore in sailing]
    for _ in read.each("ships", lambda line: one_of("side", line.split()[0], world.sides)):
        pass
    shelled = tuple(sorted(read.each("shelled", lambda line: one_of("unit", line, state.units.keys()))))
    afloat = replace(fleet_in(state), ships=tuple(sorted(ships, key=lambda ship: ship.id)), shelled=shelled)
    state = with_fleet(state, afloat)
    for fault in berth_faults(world, state):
        raise PositionError(refusal_text(fault, Namer(world, {}, "", None))[0])
    return state


def ports_open_to(read: Sections) -> tuple[ShipType, ...]:
    """The line `ships_in_ports`."""

    def types(line: str) -> tuple[ShipType, ...]:
        found = tuple([ship_type(word) for word in line.split()])
        if CARRIER in found:
            raise ValueError("carriers stay at sea")
        return found

    return read.head("ships_in_ports", "", types)


def dump_ships(world: World, state: State) -> Iterator[str]:
    """The lines of these sections; none in a game without ships."""
    fleet = fleet_in(state)
    if fleet.ships:
        yield "[ships]"
    for ship in fleet.ships:
        yield " ".join(_ship(world, ship))
    if fleet.shelled:
        yield "[shelled]"
        yield from fleet.shelled


def _ship(world: World, vessel: Vessel) -> Iterator[str]:
    ship = world.scenario.ships[vessel.id]
    yield vessel.side
    yield world.board.hex_name(vessel.hex) if vessel.afloat else _place(vessel)
    yield from (vessel.id, ship.type, f"{show_ship_face(ship.front)}/{show_ship_face(ship.back)}")
    yield from (mark for mark in PRINTED if getattr(ship, mark))
    if ship.aircraft:
        yield f"aircraft={ship.aircraft}"
    if ship.name != vessel.id:
        yield f"name={one_word(ship.name)}"
    if ship.nation != vessel.side:
        yield f"nation={ship.nation}"
    if vessel.afloat:
        yield from (mark for mark in STATE if getattr(vessel, mark))
        yield from [ASHORE] if vessel.ashore else []
        yield from [REFITTED] if vessel.refitted else []
    elif vessel.withdrawn and vessel.damaged:
        yield "damaged"


def _place(vessel: Vessel) -> str:
    return "waiting" if vessel.hex == NOT_ARRIVED else "withdrawn" if vessel.withdrawn else "sunk"
