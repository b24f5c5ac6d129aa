"""Landing Craft of a scenario: `craft.tsv`, `[[flotillas]]`, `[[craft_arrivals]]`, `[[craft_withdrawals]]`.

`docs/formats.md` describes them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from redball.board.waters import has_sea
from redball.forces.counter import Counter
from redball.forces.craft import CALLED, DUKW, Craft, ashore, craft_kind
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import CraftArrivalFile, ScenarioFile
from redball.scenarios.free_setup import Names
from redball.scenarios.records import CraftArrival, CraftWithdrawal, FlotillaSetup
from redball.scenarios.ships import check_turn
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


def read_flotillas(names: Names, raw: ScenarioFile, craft: dict[str, Craft]) -> dict[str, Any]:
    """The fields of the scenario about its Landing Craft: where they are afloat, who is aboard, which come and go by
    schedule. A DUKW may be set up on land instead.

    Raises ScenarioError with the key: a board without sea, craft that are placed twice or never, cargo that is placed
    elsewhere, a turn after the last one, more points that leave than there are. What they can carry, and where they can
    arrive, is judged by the rules (`rules.naval.set_up`).
    """
    if craft and not has_sea(names.board):
        raise names.fail(FILE, "the board has no hex of terrain 'sea', where Landing Craft could be")
    found = []
    for number, entry in enumerate(raw.flotillas, start=1):
        at = f"flotillas[{number}]"
        side = _place(names, craft, entry.craft, at)
        hex_, units = names.hex(entry.hex, f"{at}.hex"), names.units(entry.units, side, f"{at}.units")
        found.append(FlotillaSetup(entry.craft, hex_, units, names.tokens(entry.sp, f"{at}.sp"), entry.mode))
    arrivals = tuple([_arrival(names, craft, entry, raw.turns, n) for n, entry in enumerate(raw.craft_arrivals, 1)])
    for cid, one in craft.items():
        if cid not in names.placed:
            where = "neither afloat nor on land" if one.kind == DUKW else "not placed"
            raise names.fail("flotillas", f"the Landing Craft {cid!r} is {where}")
    leaving = _withdrawals(names, raw, craft)
    return {"craft": craft, "flotillas": tuple(found), "craft_arrivals": arrivals, "craft_withdrawals": leaving}


def _place(names: Names, craft: Mapping[str, Craft], cid: str, at: str) -> str:
    """Notes that Landing Craft are placed here, and nowhere else. Returns their side."""
    if cid not in craft:
        raise names.fail(f"{at}.craft", f"there is no Landing Craft {cid!r} in {FILE}")
    if cid in names.placed:
        raise names.fail(f"{at}.craft", f"{cid} is placed in {names.placed[cid]} already")
    names.placed[cid] = at
    return craft[cid].side


def _arrival(
    names: Names, craft: Mapping[str, Craft], entry: CraftArrivalFile, turns: int, number: int
) -> CraftArrival:
    at = f"craft_arrivals[{number}]"
    check_turn(names, entry.turn, turns, at)
    side = _place(names, craft, entry.craft, at)
    hexes, units = names.hexes(entry.entry, f"{at}.entry"), names.units(entry.units, side, f"{at}.units")
    return CraftArrival(entry.turn, hexes, entry.craft, units, names.tokens(entry.sp, f"{at}.sp"), entry.mode)


def _withdrawals(names: Names, raw: ScenarioFile, craft: Mapping[str, Craft]) -> tuple[CraftWithdrawal, ...]:
    found: list[CraftWithdrawal] = []
    for number, entry in enumerate(raw.craft_withdrawals, 1):
        at = f"craft_withdrawals[{number}]"
        side = names.side(entry.side, f"{at}.side")
        check_turn(names, entry.turn, raw.turns, at)
        have = sum(one.points for one in craft.values() if (one.side, one.kind) == (side, entry.kind))
        gone = sum(one.points for one in found if (one.side, one.kind) == (side, entry.kind))
        if gone + entry.points > have:
            what = f"points of {CALLED[entry.kind]} of {side}"
            raise names.fail(f"{at}.points", f"{gone + entry.points} {what} leave, of {have} in {FILE}")
        found.append(CraftWithdrawal(entry.turn, side, entry.kind, entry.points))
    return tuple(found)
