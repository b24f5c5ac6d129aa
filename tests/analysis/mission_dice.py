"""Air missions counted by throwing every die, from the rows of the chart files. It shares no code with the rules or the
analysis: tables are looked up here, in the plainest way.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "src" / "redball" / "charts" / "data"
TABLES: dict[str, Any] = {
    **tomllib.loads((DATA / "v4.toml").read_text(encoding="utf-8"))["tables"],
    **tomllib.loads((DATA / "v4_air_sea.toml").read_text(encoding="utf-8"))["tables"],
}
NEW: dict[str, Any] = tomllib.loads((DATA / "new_ocs.toml").read_text(encoding="utf-8"))["tables"]
OLD: dict[str, Any] = tomllib.loads((DATA / "v1992.toml").read_text(encoding="utf-8"))["tables"]
DIE = range(1, 7)
Steps = list[tuple[int, ...]]
"""For each aircraft its Barrage Strength by steps lost: 0, 1 and 2."""
Way = tuple[tuple[int, ...], Fraction]
"""Steps that each aircraft has lost, and the chance."""


def flak(planes: Steps, more: int, lost: tuple[int, ...]) -> Iterator[Way]:
    """14.4e, 14.4f: two dice and `more`; 11 and more takes a step from one aircraft, drawn with a die."""
    for one, two in product(DIE, DIE):
        chance = Fraction(1, 36)
        if one + two + more < 11:
            yield lost, chance
        elif len(planes) == 1:
            yield (lost[0] + 1,), chance
        else:
            for die in DIE:
                hit = drawn(planes, lost, TABLES["mission_loss"]["results"][die - 1][len(planes) - 2])
                yield tuple(n + (i == hit) for i, n in enumerate(lost)), chance / 6


def drawn(planes: Steps, lost: tuple[int, ...], text: str) -> int:
    """A place in the mission, or the weakest or strongest; among equal ones the owner gives the first at full
    strength."""
    if text.isdecimal():
        return int(text) - 1
    shown = [plane[n] for plane, n in zip(planes, lost, strict=True)]
    wanted = min(shown) if text == "weakest" else max(shown)
    return min((lost[i], i) for i, strength in enumerate(shown) if strength == wanted)[1]


def points(planes: Steps, lost: tuple[int, ...]) -> int:
    """What those that are left bring together."""
    return sum(plane[n] for plane, n in zip(planes, lost, strict=True) if n < 2)


def barrage(planes: Steps, lost: tuple[int, ...], more: int, shift: int) -> dict[tuple[int, bool, int], Fraction]:
    """Steps lost on the way, DG, steps of the target: brackets are mere DG for aircraft."""
    found: dict[tuple[int, bool, int], Fraction] = {}
    table = TABLES["barrage"]
    for after, chance in flak(planes, more, lost):
        strength, gone = points(planes, after), sum(after) - sum(lost)
        if strength < 1:
            found[gone, False, 0] = found.get((gone, False, 0), Fraction(0)) + chance
            continue
        first = max(i for i, least in enumerate(table["column_min"]) if strength >= least)
        column = min(max(first + shift, 0), len(table["columns"]) - 1)
        for one, two, die in product(DIE, DIE, DIE):
            text = table["results"][one + two - 2][column]
            steps = int(text) if text.isdecimal() else int(text == "1/2" and die >= 4)
            key = (gone, text != "-", steps)
            found[key] = found.get(key, Fraction(0)) + chance / 216
    return found


def raid(planes: Steps, more: int, level: int) -> dict[tuple[int, int, bool], Fraction]:
    """Steps lost on the way, Levels that the base loses, whether one aircraft there is hit."""
    found: dict[tuple[int, int, bool], Fraction] = {}
    for after, chance in flak(planes, more, (0,) * len(planes)):
        for die, check in product(DIE, DIE):
            code = facility(points(planes, after), die)
            hit = bool(code["plane_check"]) and check >= code["plane_check"]
            key = (sum(after), min(code["hits"], level - 1), hit)
            found[key] = found.get(key, Fraction(0)) + chance / 36
    return found


def busting(planes: Steps, more: int) -> Fraction:
    """The chance of a Trainbusting marker."""
    ways = [(chance, points(planes, after)) for after, chance in flak(planes, more, (0,) * len(planes))]
    return sum((chance / 6 * facility(p, die)["trainbust"] for chance, p in ways for die in DIE), Fraction(0))


def facility(strength: int, die: int) -> dict[str, Any]:
    """A result of the Barrage vs Facility Table; nothing without a point."""
    table = TABLES["facility"]
    if strength < 1:
        return {"hits": 0, "trainbust": False, "plane_check": 0}
    column = max(i for i, least in enumerate(table["column_min"]) if strength >= least)
    found: dict[str, Any] = table["codes"][table["results"][die - 1][column]]
    return found


def tokens_dropped(tokens: list[tuple[int, Fraction]], least: int) -> dict[int, Fraction]:
    """Tokens that land, if so many of them are dropped with these chances: each lands on `least` or more."""
    found: dict[int, Fraction] = {}
    for number, chance in tokens:
        for rolls in product(product(DIE, DIE), repeat=number):
            landed = sum(one + two >= least for one, two in rolls)
            found[landed] = found.get(landed, Fraction(0)) + chance / 36**number
    return found


# --- New OCS: first the strike, then Flak ------------------------------------------------------------------------


def flak_after(planes: Steps, more: int) -> dict[int, Fraction]:
    """Steps that Flak takes from a mission."""
    found: dict[int, Fraction] = {}
    for after, chance in flak(planes, more, (0,) * len(planes)):
        found[sum(after)] = found.get(sum(after), Fraction(0)) + chance
    return found


def struck(planes: Steps, more: int, shift: int) -> dict[tuple[int, bool, int], Fraction]:
    """Steps lost, DG, steps of the target: all that are there strike at full strength."""
    table, found = NEW["barrage"], dict[tuple[int, bool, int], Fraction]()
    first = max(i for i, least in enumerate(table["column_min"]) if sum(plane[0] for plane in planes) >= least)
    column = min(max(first + shift, 0), len(table["columns"]) - 1)
    for lost, chance in flak_after(planes, more).items():
        for one, two in product(DIE, DIE):
            text = table["results"][one + two - 2][column]
            key = (lost, text != "-", int(text) if text.isdecimal() else 0)
            found[key] = found.get(key, Fraction(0)) + chance / 36
    return found


def struck_base(planes: Steps, more: int, level: int, *, night: bool = False) -> dict[tuple[int, int, bool], Fraction]:
    """Steps lost, Levels that the base loses, whether one aircraft there is hit. A base that is still of the second
    Level adds to Flak."""
    found: dict[tuple[int, int, bool], Fraction] = {}
    for die, check in product(DIE, DIE):
        code = facility(sum(plane[0] for plane in planes) // (2 if night else 1), die)
        hit = bool(code["plane_check"]) and check >= code["plane_check"]
        levels = min(code["hits"], level - 1)
        for lost, chance in flak_after(planes, more + (level - levels >= 2)).items():
            found[lost, levels, hit] = found.get((lost, levels, hit), Fraction(0)) + chance / 36
    return found


def burnt(points: int) -> dict[int, Fraction]:
    """Tokens that may burn of a dump."""
    found: dict[int, Fraction] = {}
    for die in DIE:
        tokens = 4 * NEW["dump_barrage"]["values"]["sp_by_hits"][facility(points, die)["hits"]]
        found[tokens] = found.get(tokens, Fraction(0)) + Fraction(1, 6)
    return found


@cache
def fought(more: int) -> dict[tuple[bool, bool, bool], Fraction]:
    """A round with that advantage: whether the attacker and the defender abort, and whether who aborts loses a step."""
    found: dict[tuple[bool, bool, bool], Fraction] = {}
    for one, two, die in product(DIE, DIE, DIE):
        roll = one + two + more
        key = (roll <= 7, roll >= 7, die >= 5)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 216)
    return found


def swept(ours: tuple[int, ...], theirs: tuple[int, ...]) -> dict[tuple[int, int, int], Fraction]:
    """Own steps lost, steps of the enemy's lost, enemy Fighters left: each of ours fights the best one that is left."""
    if not ours or not theirs:
        return {(0, 0, len(theirs)): Fraction(1)}
    best, found = max(theirs), dict[tuple[int, int, int], Fraction]()
    rest = list(theirs)
    rest.remove(best)
    for (gone, driven, loss), chance in fought(ours[0] - best).items():
        for (mine, their, left), more in swept(ours[1:], tuple(rest) if driven else theirs).items():
            key = (mine + (gone and loss), their + (driven and loss), left)
            found[key] = found.get(key, Fraction(0)) + chance * more
    return found


# --- 1992: Flak at each aircraft, then all that are left with the artillery --------------------------------------


def column_of(table: dict[str, Any], strength: int) -> int:
    return max(i for i, least in enumerate(table["column_min"]) if strength >= least)


def left_by_hex_flak(planes: tuple[int, ...], strength: int) -> Iterator[tuple[int, int, Fraction]]:
    """Steps lost, Barrage Points that are left, the chance: two dice for each aircraft of so many points."""
    column = column_of(OLD["hex_flak"], strength)
    for dice in product(product(DIE, DIE), repeat=len(planes)) if strength else ((None,) * len(planes),):
        results = ["-" if pair is None else OLD["hex_flak"]["results"][sum(pair) - 2][column] for pair in dice]
        fires = sum(points for points, result in zip(planes, results, strict=True) if result == "-")
        yield results.count("-1"), fires, Fraction(1, 36 ** len(planes) if strength else 1)


def joint(planes: tuple[int, ...], strength: int, guns: int, shift: int) -> dict[tuple[int, bool, int], Fraction]:
    """Steps lost, DG, steps of the target."""
    found: dict[tuple[int, bool, int], Fraction] = {}
    table = OLD["barrage"]
    ways: dict[tuple[int, int], Fraction] = {}
    for lost, points, chance in left_by_hex_flak(planes, strength):
        ways[lost, points] = ways.get((lost, points), Fraction(0)) + chance
    for (lost, points), chance in ways.items():
        column = min(max(column_of(table, points + guns) + shift, 0), len(table["columns"]) - 1)
        for one, two, die in product(DIE, DIE, DIE):
            text = table["results"][one + two - 2][column] if points + guns else "-"
            steps = int(text) if text.isdecimal() else int(text == "1/2" and die >= table["step_loss_on"])
            key = (lost, text != "-", steps)
            found[key] = found.get(key, Fraction(0)) + chance / 216
    return found


def percents(points: int, shift: int) -> dict[int, Fraction]:
    """Percent of supply and transport that are destroyed."""
    table, found = OLD["barrage_dump"], dict[int, Fraction]()
    column = min(max(column_of(table, points) + shift, 0), len(table["columns"]) - 1)
    for die in DIE:
        lost = table["results"][die - 1][column]
        found[lost] = found.get(lost, Fraction(0)) + Fraction(1, 6)
    return found


def raided(points: int, level: int) -> dict[tuple[int, bool], Fraction]:
    """Levels that a base loses, whether an Inactive aircraft there is hit."""
    table, found = OLD["facility"], dict[tuple[int, bool], Fraction]()
    for die, check in product(DIE, DIE):
        code = table["codes"][table["results"][die - 1][column_of(table, points)]]
        key = (min(code["hits"], level - 1), bool(code["plane_check"]) and check >= code["plane_check"])
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 36)
    return found


# --- at a ship ---------------------------------------------------------------------------------------------------


def ship_fate(strength: int, shift: int, *, damaged: bool, dg: bool, by_charts: dict[str, Any]) -> dict[int, Fraction]:
    """What becomes of a ship at so many points after all factors: 0 nothing, 1 DG, 2 damaged, 3 sunk. A DG is a hit
    on one that is DG; two hits sink."""
    table, found = by_charts["barrage"], dict[int, Fraction]()
    if strength < table["minimum_strength"]:
        return {0: Fraction(1)}
    first = max(i for i, least in enumerate(table["column_min"]) if strength >= least)
    column = min(max(first + shift, 0), len(table["columns"]) - 1)
    for one, two, die in product(DIE, DIE, DIE):
        text = table["results"][one + two - 2][column].strip("[]")
        hits = int(text) if text.isdecimal() else int(text == "1/2" and die >= 4)
        hits += int(text != "-" and dg)
        fate = 3 if hits + damaged >= 2 else 2 if hits else int(text != "-")
        found[fate] = found.get(fate, Fraction(0)) + Fraction(1, 216)
    return found


def half_up(number: Fraction) -> int:
    """4.1."""
    return int(number + Fraction(1, 2))


# --- Air Combat to its end ---------------------------------------------------------------------------------------

Rating = tuple[int, bool, bool]
"""Of an aircraft: its rating, whether that is in parentheses, whether it fights over a base of its side (HR-13)."""


@cache
def rounds(more: int) -> dict[tuple[str, int], Fraction]:
    """The results of a round by the bands of the table, with the loss die; 4 stands for those that cost nothing."""
    found: dict[tuple[str, int], Fraction] = {}
    for one, two, die in product(DIE, DIE, DIE):
        bands = TABLES["air_combat"]["bands"]["main"]
        roll = one + two + more
        result = next(b["result"] for b in bands if b.get("min", roll) <= roll <= b.get("max", roll))
        key = result, max(die, 4)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 216)
    return found


@cache
def fought_out(ours: tuple[Rating, ...], theirs: tuple[Rating, ...]) -> dict[tuple[Any, ...], Fraction]:
    """14.3: who is left of both sides and the steps lost, each side sending its best. `ours` attacks if it can."""
    able = [[plane for plane in side if not plane[1]] for side in (ours, theirs)]
    if not ours or not theirs or not (able[0] or able[1]):
        return {(ours, theirs, 0, 0): Fraction(1)}
    first = 0 if able[0] else 1
    sides = (ours, theirs)
    attacker = max(able[first], key=lambda plane: plane[0])
    defender = max(sides[1 - first], key=lambda plane: plane[0])
    found: dict[tuple[Any, ...], Fraction] = {}
    for (result, die), chance in rounds(attacker[0] - defender[0]).items():
        left, lost = [list(ours), list(theirs)], [0, 0]
        for side, plane, aborts in ((first, attacker, "attacker"), (1 - first, defender, "defender")):
            if aborts in result or "both" in result:
                left[side].remove(plane)
                lost[side] += die >= (6 if plane[2] else 5)
        for (one, other, mine, their), more in fought_out(tuple(left[0]), tuple(left[1])).items():
            key = (one, other, mine + lost[0], their + lost[1])
            found[key] = found.get(key, Fraction(0)) + chance * more
    return found
