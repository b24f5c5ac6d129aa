"""Ships of a scenario: `ships.tsv`, `[[fleets]]`, `ships_in_ports`.

`docs/formats.md` describes them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from msgspec import Struct

from redball.board.waters import has_sea
from redball.forces.ship import Ship, ShipFace, ShipType, ship_face, ship_type
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import ScenarioFile
from redball.scenarios.free_setup import Names
from redball.scenarios.records import FleetSetup
from redball.scenarios.tables import check_id_and_side, read_table

FILE = "ships.tsv"
COLUMNS = ("id", "side", "name", "nation", "type", "front", "back", "several", "slow", "aircraft")
MARKS = {"": False, "yes": True}


class ShipSetup(Struct, frozen=True):
    """What a scenario has of ships, as fields of its record."""

    ships: dict[str, Ship]
    fleets: tuple[FleetSetup, ...]
    ships_in_ports: tuple[ShipType, ...]


def load_ships(text: str, file: str, sides: Collection[str]) -> dict[str, Ship]:
    """The printed ships of a file, by id.

    Raises ScenarioError naming the line and the column: wrong columns, a cell that cannot be read, an unknown side, an
    id that stands there twice.
    """
    return read_table(text, file, COLUMNS, "ship", partial(_ship, file=file, sides=sides))


def _ship(cells: Mapping[str, str], where: str, file: str, sides: Collection[str]) -> Ship:
    sid, side, column = cells["id"], cells["side"], "type"
    check_id_and_side(cells, where, file, sides)
    try:
        type_ = ship_type(cells[column])
        faces: list[ShipFace] = []
        for column in ("front", "back"):
            faces.append(ship_face(cells[column]))
        marks: list[bool] = []
        for column in ("several", "slow"):
            marks.append(_mark(cells[column]))
        column = "aircraft"
        aircraft = _number(cells[column])
    except ValueError as fault:
        raise ScenarioError(file, f"{where}, {column}", str(fault)) from None
    (front, back), (several, slow) = faces, marks
    name, nation = cells["name"] or sid, cells["nation"] or side
    return Ship(sid, side, name, nation, type_, front, back, several, slow, aircraft)


def _mark(text: str) -> bool:
    if text not in MARKS:
        raise ValueError(f"{text!r} is neither 'yes' nor empty")
    return MARKS[text]


def _number(text: str) -> int:
    if text and not (text.isascii() and text.isdecimal()):
        raise ValueError(f"{text!r} is not a number of aircraft, nor empty")
    return int(text or 0)


def read_ships(names: Names, raw: ScenarioFile, ships: dict[str, Ship], taken: Collection[str]) -> ShipSetup:
    """Where the ships of a scenario are set up, and which of them may enter ports; `taken` are ids of counters and
    aircraft.

    Raises ScenarioError with the key: a board without sea, a ship that is placed twice or never, or whose id is taken,
    an unknown type of ship.
    """
    if both := sorted(ships.keys() & set(taken)):
        raise names.fail(FILE, f"a counter or an aircraft has the id {both[0]!r}, too")
    if ships and not has_sea(names.board):
        raise names.fail(FILE, "the board has no hex of terrain 'sea', where ships could be")
    where, fleets = dict[str, str](), []
    for number, entry in enumerate(raw.fleets, start=1):
        at = f"fleets[{number}]"
        hex_, side = names.hex(entry.hex, f"{at}.hex"), names.side(entry.side, f"{at}.side")
        for sid in entry.ships:
            if sid not in ships:
                raise names.fail(f"{at}.ships", f"there is no ship {sid!r} in {FILE}")
            if ships[sid].side != side:
                raise names.fail(f"{at}.ships", f"{sid} belongs to {ships[sid].side}, not to {side}")
            if sid in where:
                raise names.fail(f"{at}.ships", f"{sid} is placed in {where[sid]} already")
            where[sid] = f"{at}.ships"
        fleets.append(FleetSetup(hex_, side, entry.ships))
    for sid in ships:
        if sid not in where:
            raise names.fail("fleets", f"the ship {sid!r} is not placed")
    try:
        types = tuple([ship_type(word) for word in raw.ships_in_ports])
    except ValueError as fault:
        raise names.fail("ships_in_ports", str(fault)) from None
    return ShipSetup(ships, tuple(fleets), types)
