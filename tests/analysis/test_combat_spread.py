"""The dice of a combat, against an enumeration that reads the data file and shares no code with the analysis."""

from collections import Counter
from functools import partial
from importlib.resources import files
from itertools import product
from random import Random
from tomllib import loads
from typing import Any

import pytest

from redball.charts import load_charts
from redball.core.chances import Rolled, Told, spread_of
from redball.rules.combat.dice import CombatRead, Odds, combat_spread, result_ways, throw_combat

CHARTS = load_charts("v4")
TABLES = loads((files("redball.charts") / "data" / "v4.toml").read_text("utf-8"))["tables"]
PIPS = range(1, 7)


def band(bands: Any, number: Any) -> Any:
    for entry in bands:
        if entry.get("min", -99) <= number <= entry.get("max", 99):
            return entry["result"]
    raise AssertionError(number)


def enumerated(kind: Any, column: Any, drm: int, hedgehog: Any) -> Any:
    """All 36 x 6 x 36 throws, one by one."""
    combat, surprise = TABLES["combat"], TABLES["surprise"]
    works = next(line["value"] for line in surprise["modifiers"] if line["id"] == "hedgehog") if hedgehog else 0
    found: Counter[CombatRead] = Counter()
    for a, b in product(PIPS, PIPS):
        who = band(surprise["bands"][kind], a + b + drm + works)
        for pip in PIPS:
            by = pip if who == "attacker" else -pip if who == "defender" else 0
            read = min(max(column + by, 0), len(combat["columns"]) - 1)
            for c, d in product(PIPS, PIPS):
                row = min(max(c + d + drm - hedgehog, combat["rows"][0]), combat["rows"][-1]) - combat["rows"][0]
                found[CombatRead(who, by, read, combat["results"][row][read])] += 1
    return found


@pytest.mark.case("9.8-A", "9.8-B", "9.9", "16.0d")
@pytest.mark.parametrize("kind", ["regular", "overrun"])
@pytest.mark.parametrize(("drm", "hedgehog"), [(0, 0), (3, 0), (-4, 1), (1, 4)])
def test_agrees_with_every_throw_one_by_one(kind: Any, drm: int, hedgehog: Any) -> None:
    for column in range(0, 13, 3):
        found = combat_spread(CHARTS, Odds(kind, column, drm, hedgehog))
        assert found.total == 36 * 6 * 36
        assert found.ways == enumerated(kind, column, drm, hedgehog)


@pytest.mark.case("9.9")
def test_the_multiplied_spread_is_the_walked_one() -> None:
    for column, drm in product(range(13), (-5, 0, 2)):
        odds = Odds("regular", column, drm, 2)
        fast = combat_spread(CHARTS, odds)
        assert fast == spread_of(partial(throw_combat, CHARTS, odds))
        assert fast.map(lambda read: read.result).ways == result_ways(CHARTS, odds)


@pytest.mark.case("9.8-A", "9.8-B", "9.9")
def test_one_throw_of_the_comprehensive_example() -> None:
    """17 against 20 in the open, Action Ratings 5 and 3: surprise on 9, two columns, a roll of 5."""
    odds = Odds("regular", CHARTS.combat.initial_column("open", 17, 20), 2)
    read = throw_combat(CHARTS, odds, Told({"surprise": [9], "shift": [2], "dice": [5]}, Rolled(Random(1))))
    assert CHARTS.combat.column_label("open", read.column) == "3:1"
    assert (read.surprise, read.shift, read.result) == ("attacker", 2, "Ao1 Do1")
