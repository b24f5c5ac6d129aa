"""Landing Craft of a scenario: `craft.tsv` and `[[flotillas]]`.

`docs/formats.md` describes them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from redball.board.waters import has_sea
from redball.forces.counter import Counter
from redball.forces.craft import DUKW, Craft, ashore, craft_kind
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import FlotillaFile
from redball.scenarios.free_setup import Names
from redball.scenarios.records import FlotillaSetup
from redball.scenarios.tables import check_id_and_side, read_table

FILE = "craft.tsv"
COLUMNS = ("id", "side", "name", "nation", "kind", "points")


def load_craft(text: str, file: str, sides: Collection[str]) -> dict[str, Craft]:
    """The printed Landing Craft of a file, by id.

    Raises ScenarioError naming the line and the column: wrong columns, a cell that cannot be read, an unknown side, an
    id that stands there twice.
    """
    return read_table(text, file, COLUMNS, "Landing Craft", partial(_craft, file=file, sides=sides))


def _craft(cells: Mapping[str, str], where: str, file: str, sides: Collection[str]) -> Craft:
    check_id_and_side(cells, where, file, sides)
    cid, side, column = cells["id"], cells["side"], "kind"
    try:
        kind = craft_kind(cells[column])
        column = "points"
        points = _points(cells[column])
    except ValueError as fault:
        raise ScenarioError(file, f"{where}, {column}", str(fault)) from None
    return Craft(cid, side, cells["name"], cells["nation"] or side, kind, points)


def _points(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise ValueError(f"{text!r} is not a number of points")
    return int(text)


def with_dukws(names: Names, counters: dict[str, Counter], craft: dict[str, Craft]) -> dict[str, Counter]:
    """The counters with the land side of each DUKW. Raises ScenarioError if a counter has the id of Landing Craft."""
    land = {one.id: ashore(one) for one in craft.values() if one.kind == DUKW}
    if both := sorted(uid for uid in craft.keys() & counters.keys() if counters[uid] != land.get(uid)):
        raise names.fail(FILE, f"a counter has the id {both[0]!r}, too")
    return counters | land


def read_flotillas(names: Names, raw: Collection[FlotillaFile], craft: dict[str, Craft]) -> dict[str, Any]:
    """The fields `craft` and `flotillas` of the scenario: where its Landing Craft are afloat, and who is aboard. A DUKW
    may be set up on land instead.

    Raises ScenarioError with the key: a board without sea, craft that are placed twice or never, cargo that is placed
    elsewhere. What they can carry is judged by the rules (`rules.naval.set_up`).
    """
    if craft and not has_sea(names.board):
        raise names.fail(FILE, "the board has no hex of terrain 'sea', where Landing Craft could be")
    found = []
    for number, entry in enumerate(raw, start=1):
        at = f"flotillas[{number}]"
        if entry.craft not in craft:
            raise names.fail(f"{at}.craft", f"there is no Landing Craft {entry.craft!r} in {FILE}")
        if entry.craft in names.placed:
            raise names.fail(f"{at}.craft", f"{entry.craft} is placed in {names.placed[entry.craft]} already")
        names.placed[entry.craft] = at
        hex_, side = names.hex(entry.hex, f"{at}.hex"), craft[entry.craft].side
        units = names.units(entry.units, side, f"{at}.units")
        found.append(FlotillaSetup(entry.craft, hex_, units, names.tokens(entry.sp, f"{at}.sp"), entry.mode))
    for cid, one in craft.items():
        if cid not in names.placed:
            where = "neither afloat nor on land" if one.kind == DUKW else "not placed"
            raise names.fail("flotillas", f"the Landing Craft {cid!r} is {where}")
    return {"craft": craft, "flotillas": tuple(found)}
