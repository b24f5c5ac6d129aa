"""Aircraft of a scenario: `aircraft.tsv`, `[[air_bases]]`, `[carriers]`, `[[air_arrivals]]`, `[[drop_plans]]`,
`gliders`, `allied_drops`, `[air_strips]`.

`docs/formats.md` describes them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from msgspec import Struct

from redball.forces.aircraft import ANY_CARRIER, Aircraft, capacity_of, face_of, types_of
from redball.forces.counter import Counter
from redball.forces.ship import Ship
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import AirArrivalFile, AirBaseFile, DropPlanFile, ScenarioFile
from redball.scenarios.free_setup import Names
from redball.scenarios.records import AirArrival, AirBaseSetup, DropPlanSetup
from redball.scenarios.tables import check_id_and_side, read_table

FILE = "aircraft.tsv"
COLUMNS = ("id", "side", "name", "nation", "types", "front", "back", "front_carries", "back_carries")
ENGINES = "engines"
GLIDER_COLUMN = "integral_glider"
CARRIER_COLUMN = "carrier"
MORE_COLUMNS = (ENGINES, GLIDER_COLUMN, CARRIER_COLUMN)
"""Further columns that a file may have."""
GLIDERS = {"": (False, False), "yes": (True, False), "no_drops": (True, True)}
"""What stands in that of gliders: whether an aircraft tows one always, and never flies Air Drops (14.10f)."""


class AirSetup(Struct, frozen=True):
    """What a scenario has of air forces, as fields of its record."""

    aircraft: dict[str, Aircraft]
    air_bases: tuple[AirBaseSetup, ...]
    air_arrivals: tuple[AirArrival, ...]
    hip_shoots: tuple[str, ...]
    drop_plans: tuple[DropPlanSetup, ...]
    gliders: tuple[str, ...]
    allied_drops: tuple[str, ...]
    air_strips: dict[str, int]
    carriers: dict[str, tuple[str, ...]]


def load_aircraft(text: str, file: str, sides: Collection[str]) -> dict[str, Aircraft]:
    """The printed aircraft of a file, by id.

    Raises ScenarioError naming the line and the column: wrong columns, a cell that cannot be read, an unknown side, an
    id that stands there twice.

    >>> rows = [COLUMNS, ("ju52-1", "axis", "Ju-52", "german", "Tpt", "(0)-0-25", "(0)-0-25", "2T", "1T")]
    >>> load_aircraft(chr(10).join(map(chr(9).join, rows)), "aircraft.tsv", ("axis",))["ju52-1"].front.capacity
    4
    """
    read = partial(_aircraft, file=file, sides=sides)
    return read_table(text, file, COLUMNS, "aircraft", read, MORE_COLUMNS)


def _aircraft(cells: Mapping[str, str], where: str, file: str, sides: Collection[str]) -> Aircraft:
    check_id_and_side(cells, where, file, sides)
    column = "types"
    try:
        types = types_of(cells[column])
        faces = []
        for column in ("front", "back"):
            printed = cells[f"{column}_carries"]
            faces.append(face_of(cells[column], capacity_of(printed) if printed else 0))
        column = GLIDER_COLUMN
        integral, no_drops = _integral(cells.get(column, ""))
    except ValueError as fault:
        raise ScenarioError(file, f"{where}, {column}", str(fault)) from None
    name, nation, engines = cells["name"] or cells["id"], cells["nation"] or cells["side"], cells.get(ENGINES, "")
    if engines and not (engines.isascii() and engines.isdecimal() and int(engines)):
        raise ScenarioError(file, f"{where}, {ENGINES}", f"{engines!r} is not a number of engines")
    printed_values = (cells["id"], cells["side"], name, nation, types, faces[0], faces[1])
    return Aircraft(*printed_values, int(engines or 0), integral, no_drops, cells.get(CARRIER_COLUMN, ""))


def _integral(text: str) -> tuple[bool, bool]:
    if text not in GLIDERS:
        raise ValueError(f"{text!r} is none of {', '.join(filter(None, GLIDERS))}, or empty")
    return GLIDERS[text]


def read_air(
    names: Names,
    raw: ScenarioFile,
    aircraft: dict[str, Aircraft],
    units: Mapping[str, Counter],
    ships: Mapping[str, Ship],
) -> AirSetup:
    """Bases, carriers, arrivals, Hip Shoots, Drop Plans and gliders of a scenario; `units` are its counters.

    Raises ScenarioError with the key: a second base in a hex (15.0a), an aircraft that is placed twice or never, or
    whose id a counter has, a nation without aircraft, a unit on two plans (14.10b-A), gliders of a side without any,
    aircraft on or for what is no carrier of their side (18.2a).
    """
    gliders = tuple([names.side(side, "gliders") for side in raw.gliders])
    strips = {names.side(side, "air_strips"): most for side, most in raw.air_strips.items()}
    allied = tuple([names.side(side, "allied_drops") for side in raw.allied_drops])
    if both := sorted(aircraft.keys() & set(units)):
        raise names.fail(FILE, f"a counter has the id {both[0]!r}, too")
    places = _Places(names, aircraft, gliders)
    bases = places.bases(raw.air_bases)
    carriers = {sid: places.carrier(sid, planes, ships) for sid, planes in sorted(raw.carriers.items())}
    for one in aircraft.values():
        if one.carrier not in ("", ANY_CARRIER) and not _is_carrier(ships, one.carrier, one.side):
            raise names.fail(FILE, f"{one.id} names {one.carrier!r}, which is no carrier of {one.side}")
    arrivals = places.arrivals(raw.air_arrivals, raw.turns)
    for pid in aircraft:
        if pid not in places.taken:
            raise names.fail("air_bases", f"the aircraft {pid!r} is neither at a base nor does it arrive")
    nations = {one.nation for one in aircraft.values()}
    for nation in raw.hip_shoots:
        if nation not in nations:
            raise names.fail("hip_shoots", f"no aircraft has the nation {nation!r}")
    plans = _plans(names, raw.drop_plans, raw.turns, units)
    return AirSetup(aircraft, bases, arrivals, raw.hip_shoots, plans, gliders, allied, strips, carriers)


def _is_carrier(ships: Mapping[str, Ship], sid: str, side: str) -> bool:
    return sid in ships and ships[sid].is_carrier and ships[sid].side == side


def _plans(
    names: Names, raw: Iterable[DropPlanFile], turns: int, units: Mapping[str, Counter]
) -> tuple[DropPlanSetup, ...]:
    """Drops planned before the game; what may be dropped, and where, is judged with the set-up."""
    found, taken = [], set[str]()
    for number, entry in enumerate(raw, start=1):
        where = f"drop_plans[{number}]"
        side = names.side(entry.side, f"{where}.side")
        if entry.turn > turns:
            raise names.fail(f"{where}.turn", f"turn {entry.turn} of {turns}")
        for uid in entry.units:
            counter = units.get(uid)
            if counter is None or counter.side != side:
                raise names.fail(f"{where}.units", f"{side} has no unit {uid!r}")
            if uid in taken:
                raise names.fail(f"{where}.units", f"{uid} is on a Drop Plan already")
            taken.add(uid)
        found.append(DropPlanSetup(entry.turn, side, names.hex(entry.hex, f"{where}.hex"), entry.units))
    return tuple(found)


class _Places:
    """Where aircraft are placed; `taken` says where each is already."""

    def __init__(self, names: Names, aircraft: Mapping[str, Aircraft], gliders: Collection[str]) -> None:
        self.names = names
        self.aircraft = aircraft
        self.gliders = gliders
        self.taken: dict[str, str] = {}

    def bases(self, raw: Iterable[AirBaseFile]) -> tuple[AirBaseSetup, ...]:
        found: dict[int, AirBaseSetup] = {}
        for number, entry in enumerate(raw, start=1):
            where = f"air_bases[{number}]"
            hex_, side = self.names.hex(entry.hex, f"{where}.hex"), self.names.side(entry.side, f"{where}.side")
            if hex_ in found:
                raise self.names.fail(f"{where}.hex", f"{entry.hex} has an air base already, and a hex holds one")
            if entry.gliders and side not in self.gliders:
                raise self.names.fail(f"{where}.gliders", f"{side} has no gliders: it is not among `gliders`")
            planes = self.place(entry.aircraft, side, where)
            found[hex_] = AirBaseSetup(hex_, side, entry.level, planes, entry.gliders)
        return tuple(found.values())

    def carrier(self, sid: str, listed: Iterable[str], ships: Mapping[str, Ship]) -> tuple[str, ...]:
        """What begins on a carrier; whether it takes them is judged with the set-up."""
        if sid not in ships or not ships[sid].is_carrier:
            raise self.names.fail(f"carriers.{sid}", f"there is no carrier {sid!r}")
        return self.place(listed, ships[sid].side, f"carriers.{sid}")

    def arrivals(self, raw: Iterable[AirArrivalFile], turns: int) -> tuple[AirArrival, ...]:
        found = []
        for number, entry in enumerate(raw, start=1):
            where = f"air_arrivals[{number}]"
            side = self.names.side(entry.side, f"{where}.side")
            if entry.turn > turns:
                raise self.names.fail(f"{where}.turn", f"turn {entry.turn} of {turns}")
            found.append(AirArrival(entry.turn, side, self.place(entry.aircraft, side, where)))
        return tuple(found)

    def place(self, listed: Iterable[str], side: str, at: str) -> tuple[str, ...]:
        """These aircraft of a side, each placed only here."""
        where = f"{at}.aircraft"
        found = []
        for pid in listed:
            printed = self.aircraft.get(pid)
            if printed is None:
                raise self.names.fail(where, f"there is no aircraft {pid!r} in {FILE}")
            if printed.side != side:
                raise self.names.fail(where, f"{pid} belongs to {printed.side}, not to {side}")
            if pid in self.taken:
                raise self.names.fail(where, f"{pid} is placed in {self.taken[pid]} already")
            self.taken[pid] = where
            found.append(pid)
        return tuple(found)
