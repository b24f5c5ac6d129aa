"""Ships of a scenario: `ships.tsv`, `[[fleets]]`, `[[ship_arrivals]]`, `[[ship_withdrawals]]`, `ships_in_ports`.

`docs/formats.md` describes them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from msgspec import Struct

from redball.board.waters import has_sea
from redball.forces.ship import CARRIER, Ship, ShipFace, ShipType, ship_face, ship_type
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import FleetFile, ScenarioFile, ShipArrivalFile, ShipWithdrawalFile
from redball.scenarios.free_setup import Names
from redball.scenarios.records import FleetSetup, ShipArrival, ShipWithdrawal
from redball.scenarios.tables import check_id_and_side, read_table

FILE = "ships.tsv"
COLUMNS = ("id", "side", "name", "nation", "type", "front", "back", "several", "slow", "aircraft")
MARKS = {"": False, "yes": True}


class ShipSetup(Struct, frozen=True):
    """What a scenario has of ships, as fields of its record."""

    ships: dict[str, Ship]
    fleets: tuple[FleetSetup, ...]
    ship_arrivals: tuple[ShipArrival, ...]
    ship_withdrawals: tuple[ShipWithdrawal, ...]
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
    """Where the ships of a scenario are set up, arrive and leave, and which of them may enter ports; `taken` are ids of
    counters and aircraft.

    Raises ScenarioError with the key: a board without sea, a ship that is placed twice or never, that leaves before it
    is there, or whose id is taken, an unknown type of ship, carriers in ports.
    """
    if both := sorted(ships.keys() & set(taken)):
        raise names.fail(FILE, f"a counter or an aircraft has the id {both[0]!r}, too")
    if ships and not has_sea(names.board):
        raise names.fail(FILE, "the board has no hex of terrain 'sea', where ships could be")
    places = _Places(names, ships)
    fleets = tuple([places.fleet(entry, number) for number, entry in enumerate(raw.fleets, start=1)])
    arrivals = tuple([places.arrival(entry, number, raw.turns) for number, entry in enumerate(raw.ship_arrivals, 1)])
    withdrawn = tuple([places.leave(entry, number, raw.turns) for number, entry in enumerate(raw.ship_withdrawals, 1)])
    for sid in ships:
        if sid not in places.where:
            raise names.fail("fleets", f"the ship {sid!r} is neither placed nor does it arrive")
    try:
        types = tuple([ship_type(word) for word in raw.ships_in_ports])
    except ValueError as fault:
        raise names.fail("ships_in_ports", str(fault)) from None
    if CARRIER in types:
        raise names.fail("ships_in_ports", "carriers stay at sea: a hex holds one air base at most (15.0a)")
    return ShipSetup(ships, fleets, arrivals, withdrawn, types)


def check_turn(names: Names, turn: int, turns: int, at: str) -> None:
    """Raises ScenarioError for a turn after the last one."""
    if turn > turns:
        raise names.fail(f"{at}.turn", f"turn {turn} of {turns}")


class _Places:
    """Where ships are placed; `where` says so for each, and `turns` since when it is there."""

    def __init__(self, names: Names, ships: Mapping[str, Ship]) -> None:
        self.names = names
        self.ships = ships
        self.where: dict[str, str] = {}
        self.turns: dict[str, int] = {}
        self.gone: dict[str, str] = {}

    def fleet(self, entry: FleetFile, number: int) -> FleetSetup:
        at = f"fleets[{number}]"
        hex_, side = self.names.hex(entry.hex, f"{at}.hex"), self.names.side(entry.side, f"{at}.side")
        self.place(entry.ships, side, f"{at}.ships", 0)
        return FleetSetup(hex_, side, entry.ships)

    def arrival(self, entry: ShipArrivalFile, number: int, turns: int) -> ShipArrival:
        at = f"ship_arrivals[{number}]"
        side, entries = self.names.side(entry.side, f"{at}.side"), self.names.hexes(entry.entry, f"{at}.entry")
        check_turn(self.names, entry.turn, turns, at)
        self.place(entry.ships, side, f"{at}.ships", entry.turn)
        return ShipArrival(entry.turn, side, entries, entry.ships)

    def leave(self, entry: ShipWithdrawalFile, number: int, turns: int) -> ShipWithdrawal:
        at = f"ship_withdrawals[{number}]"
        side = self.names.side(entry.side, f"{at}.side")
        check_turn(self.names, entry.turn, turns, at)
        for sid in entry.ships:
            self.known(sid, side, f"{at}.ships")
            if sid in self.gone:
                raise self.names.fail(f"{at}.ships", f"{sid} leaves by {self.gone[sid]} already")
            if self.turns.get(sid, entry.turn) >= entry.turn:
                raise self.names.fail(f"{at}.ships", f"{sid} is not there before turn {entry.turn}")
            self.gone[sid] = f"{at}.ships"
        return ShipWithdrawal(entry.turn, side, entry.ships)

    def known(self, sid: str, side: str, key: str) -> None:
        if sid not in self.ships:
            raise self.names.fail(key, f"there is no ship {sid!r} in {FILE}")
        if self.ships[sid].side != side:
            raise self.names.fail(key, f"{sid} belongs to {self.ships[sid].side}, not to {side}")

    def place(self, listed: Iterable[str], side: str, key: str, turn: int) -> None:
        """These ships of a side, each placed only here."""
        for sid in listed:
            self.known(sid, side, key)
            if sid in self.where:
                raise self.names.fail(key, f"{sid} is placed in {self.where[sid]} already")
            self.where[sid], self.turns[sid] = key, turn
