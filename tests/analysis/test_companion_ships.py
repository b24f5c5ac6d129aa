"""Barrages on ships, Landing Craft and coastal artillery: against an enumeration that reads the data file only."""

from collections import Counter
from fractions import Fraction
from importlib.resources import files
from itertools import product
from random import Random
from tomllib import loads
from typing import Any

import pytest

from redball.analysis.companion import KINDS, AskError
from redball.charts import load_charts
from redball.core.chances import Rolled, Told
from redball.editions import charts_of
from redball.rules.naval.ship_target import ShipTarget, aim_at_ship, throw_at_ship

CHARTS = load_charts("v4")
TABLE = loads((files("redball.charts") / "data" / "v4.toml").read_text("utf-8"))["tables"]["barrage"]
KIND = KINDS["ship-target"]
PIPS = range(1, 7)
OUTCOME = ("result", "hits", "points_lost", "dg", "eliminated")


def asked(**fields: Any) -> dict[str, Any]:
    """Odds of a question."""
    return KIND.odds(CHARTS, fields)


def known(**fields: Any) -> tuple[str, ...]:
    """Both columns of a question, and the amounts and cases of its ledger."""
    found = asked(**fields)
    lines = (f"{line['amount']} {line['case']}" for line in found["ledger"])
    return (found["initial_column"], found["column"], *lines)


def came(target: str, dice: int, die: int = 1, strength: str = "999", **fields: Any) -> tuple[Any, ...]:
    """What one roll brings, without the result."""
    found = KIND.roll(CHARTS, {"strength": strength, "target": target, **fields}, {"dice": [dice], "die": [die]})
    return tuple(found[name] for name in OUTCOME)


def by_hand(column: int, throw: tuple[int, ...], hits_left: int, *, dg: bool, brackets: bool) -> tuple[Any, ...]:
    """One throw at a ship or at Landing Craft that so many hits finish: 18.3d from the printed table."""
    a, b, c = throw
    text = TABLE["results"][a + b - 2][column]
    lowered = brackets and text == "[1/2]"
    hits = {"-": 0, "DG": 0, "[1/2]": int(c >= 4 and not lowered), "1/2": int(c >= 4)}.get(text)
    hits = int(text) if hits is None else hits
    hits += dg and text != "-"
    eliminated = hits >= hits_left
    return text, hits, (dg or text != "-") and not eliminated, eliminated


@pytest.mark.parametrize("column", range(11))
@pytest.mark.parametrize("dg", [False, True])
@pytest.mark.parametrize("brackets", [False, True])
def test_ships_and_landing_craft_agree_with_brute_force(column: int, dg: bool, brackets: bool) -> None:
    strength = str(max(TABLE["column_min"][column], 1))
    for target, points, left in [("ship", 0, 2), ("damaged_ship", 0, 1), *(("landing_craft", n, n) for n in (1, 2, 5))]:
        falls = Counter(by_hand(column, throw, left, dg=dg, brackets=brackets) for throw in product(PIPS, repeat=3))
        expected = {
            (text, hits, min(hits, points), dg_now, gone): Fraction(count, 216)
            for (text, hits, dg_now, gone), count in falls.items()
        }
        found = asked(strength=strength, target=target, points=points, dg=dg, brackets_dg=brackets)["outcomes"]
        assert {tuple(o[name] for name in OUTCOME): Fraction(o["p"]) for o in found} == expected, target


@pytest.mark.parametrize("column", range(11))
def test_coastal_artillery_agrees_with_brute_force(column: int) -> None:
    """Every step loss eliminates, a DG does nothing, a DG that the unit has does not matter."""
    falls = Counter(by_hand(column, throw, 1, dg=False, brackets=False) for throw in product(PIPS, repeat=3))
    eliminated = Fraction(sum(count for (*_, gone), count in falls.items() if gone), 216)
    for dg in (False, True):
        found = asked(strength=str(max(TABLE["column_min"][column], 1)), target="coastal_artillery", dg=dg)
        assert Fraction(found["expected_ledgers"]["eliminated"]["total"]) == eliminated
        assert all(o["dg"] == (dg and not o["eliminated"]) for o in found["outcomes"])
        assert "dg" not in found["expected"]


def test_aircraft_count_twice_and_protection_divides_before_one_rounding() -> None:
    """11 points at Protection 3 are 3.67, so 4; twice 11 are 7.33, so 7, and not twice 4."""
    assert known(strength="11") == ("8-11", "8-11", "8-11 10.0-D")
    assert known(strength="11", protection=3) == ("3-4", "3-4", "x1/3 18.3c-C", "3-4 10.0-D")
    assert known(strength="11", protection=3, arm="air") == (
        "5-7", "5-7", "x2 18.3c-B", "x1/3 18.3c-C", "5-7 10.0-D",
    )  # fmt: skip
    assert known(strength="11", protection=3, arm="coastal_artillery") == known(strength="11", protection=3)


def test_only_the_distance_of_aircraft_shifts() -> None:
    assert known(strength="6", arm="air", short_range=True) == (
        "12-16", "17-24", "x2 18.3c-B", "12-16 10.0-D", "+1 10.2b",
    )  # fmt: skip
    assert not {"terrain", "hedgehog", "no_spotter", "re", "strat"} & set(KIND.question.__struct_fields__)


@pytest.mark.parametrize(
    ("target", "dice", "die", "fields", "outcome"),
    [
        ("ship", 4, 1, {}, ("DG", 0, 0, True, False)),
        ("ship", 4, 1, {"dg": True}, ("DG", 1, 0, True, False)),
        ("damaged_ship", 4, 1, {"dg": True}, ("DG", 1, 0, False, True)),
        ("ship", 5, 4, {}, ("[1/2]", 1, 0, True, False)),
        ("ship", 5, 3, {}, ("[1/2]", 0, 0, True, False)),
        ("ship", 5, 4, {"brackets_dg": True}, ("[1/2]", 0, 0, True, False)),
        ("ship", 5, 4, {"dg": True}, ("[1/2]", 2, 0, False, True)),
        ("ship", 11, 1, {}, ("2", 2, 0, False, True)),
        ("landing_craft", 12, 1, {"points": 4}, ("3", 3, 3, True, False)),
        ("landing_craft", 12, 1, {"points": 5, "dg": True}, ("3", 4, 4, True, False)),
        ("landing_craft", 12, 1, {"points": 2, "dg": True}, ("3", 4, 2, False, True)),
        ("coastal_artillery", 4, 1, {}, ("DG", 0, 0, False, False)),
        ("coastal_artillery", 4, 1, {"dg": True}, ("DG", 0, 0, True, False)),
        ("coastal_artillery", 5, 4, {}, ("[1/2]", 1, 0, False, True)),
    ],
)
def test_what_a_result_does(
    target: str, dice: int, die: int, fields: dict[str, Any], outcome: tuple[str, int, int, bool, bool]
) -> None:
    """In the last column; a second DG is one hit, however many hits come with it."""
    assert came(target, dice, die, **fields) == outcome


def test_a_result_without_effect_leaves_a_dg_as_it_is() -> None:
    assert came("ship", 2, strength="1") == ("-", 0, 0, False, False)
    assert came("ship", 2, strength="1", dg=True) == ("-", 0, 0, True, False)


@pytest.mark.parametrize("arm", ["naval", "air", "coastal_artillery"])
def test_nobody_who_fires_at_ships_pays(arm: str) -> None:
    found = asked(strength="60", arm=arm)
    assert found["cost"] == "0T"
    assert "tokens" not in found["expected"]


def test_a_target_that_is_dg_has_a_line() -> None:
    assert "+1 18.3d-C" in known(strength="9", dg=True)
    assert "+1 18.3d-C" not in known(strength="9")
    assert "+1 18.3d-C" not in known(strength="9", dg=True, target="coastal_artillery")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"strength": "9", "short_range": True}, "short_range needs arm air, and it is naval"),
        (
            {"strength": "9", "short_range": True, "arm": "coastal_artillery"},
            "short_range needs arm air, and it is coastal_artillery",
        ),
        ({"strength": "9", "points": 3}, "points needs target landing_craft, and it is ship"),
        ({"strength": "9", "target": "landing_craft"}, "target landing_craft needs points"),
        (
            {"strength": "9", "target": "coastal_artillery", "arm": "air"},
            "target coastal_artillery needs arm naval, and it is air",
        ),
        ({"strength": "9", "arm": "artillery"}, "invalid enum value 'artillery' for `arm` (who fires: naval"),
        ({"strength": "9", "protection": 0}, "(Protection Rating of the target, 1 if none is printed)"),
        ({"strength": "1", "protection": 3}, "a barrage needs at least 1 point, not 1/3"),
        ({"strength": "1", "protection": 9, "arm": "air"}, "a barrage needs at least 1 point, not 2/9"),
        ({}, "missing `strength`"),
    ],
)
def test_a_bad_question_gets_one_sentence(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(AskError) as caught:
        KIND.odds(CHARTS, fields)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("edition", "result"), [("1992", "1/2"), ("new-ocs", "1")])
def test_other_editions_read_their_own_table(edition: str, result: str) -> None:
    found = KIND.roll(charts_of(edition), {"strength": "41"}, {"dice": [6 if edition == "1992" else 9], "die": [4]})
    assert (found["column"], found["result"], found["hits"]) == ("41-68", result, 1)


def test_the_procedure_needs_no_companion() -> None:
    target = ShipTarget("ship", protection=2)
    aim = aim_at_ship(CHARTS, Fraction(15), "air", target, short_range=True)
    assert (aim.label, aim.ledger.total) == ("17-24", "17-24")
    read = throw_at_ship(CHARTS, aim.column, target, Told({"dice": [10], "die": [6]}, Rolled(Random(1))))
    assert (read.result, read.hits, read.dg, read.eliminated) == ("1/2", 1, True, False)
    with pytest.raises(ValueError, match="at least 1 point"):
        aim_at_ship(CHARTS, Fraction(1), "naval", ShipTarget("ship", protection=3))
