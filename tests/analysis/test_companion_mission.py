"""`redball odds mission`: held to every throw of the dice and to the mission on the board."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from analysis.mission_dice import Steps, barrage, busting, raid, tokens_dropped
from redball.analysis.companion import KINDS, AskError
from redball.charts import load_charts
from redball.core.chances import spread_of
from redball.editions import charts_of

CHARTS = load_charts("v4")
PLANES: Steps = [(18, 9, 0), (6, 3, 0), (3, 2, 0)]
TEXT = "18/9,6/3,3/2f"


def odds(edition: str = "v4.2", **fields: Any) -> dict[tuple[Any, ...], Fraction]:
    """The chance of everything that can come of a mission, without the points that get through."""
    found: dict[tuple[Any, ...], Fraction] = {}
    for outcome in KINDS["mission"].odds(charts_of(edition), {"aircraft": TEXT, **fields})["outcomes"]:
        came = tuple([value for name, value in outcome.items() if name not in ("p", "chance", "points")])
        found[came] = found.get(came, Fraction(0)) + Fraction(outcome["p"])
    return found


@pytest.mark.case("14.4e", "14.4f", "14.7", "10.0a-A")
def test_a_barrage_agrees_with_brute_force() -> None:
    """An HQ, three aircraft, a Patrol Zone with a Fighter: +3; 1 RE and no spotter are four columns to the left."""
    due = barrage(PLANES, (0, 0, 0), 3, -4)
    assert odds(hq=True, patrol_zone=True, no_spotter=True) == {key: chance for key, chance in due.items() if chance}
    reduced = barrage(PLANES, (0, 1, 0), 1, -1)
    assert odds(aircraft="18/9,6/3r,3/2f") == {key: chance for key, chance in reduced.items() if chance}


@pytest.mark.case("10.0c-A", "14.8a")
def test_raids_on_bases_and_trainbusting_agree_with_brute_force() -> None:
    found = odds(purpose="air_base", air_base=2, planes=1)
    assert {(lost, levels, bool(hit)): p for (lost, levels, hit), p in found.items()} == {
        key: chance for key, chance in raid(PLANES, 3, 2).items() if chance
    }
    marked = sum(p for (_, marker), p in odds(purpose="trainbusting").items() if marker)
    assert marked == busting(PLANES, 1)


@pytest.mark.case("14.10d-A", "14.4a", "14.4g")
def test_a_drop_meets_flak_in_patrol_zones_only() -> None:
    hit = Fraction(6, 36)
    told = {tokens: Fraction(0) for tokens in range(3)}
    for (_, tokens), p in odds(aircraft="2/1f", purpose="supply_drop", patrol_zone=True, friendly=True).items():
        told[tokens] += p
    assert told == tokens_dropped([(2, 1 - hit), (1, hit)], least=5)
    assert {lost for lost, _ in odds(aircraft="2/1f", purpose="supply_drop")} == {0}


@pytest.mark.parametrize(
    ("edition", "fields"),
    [
        ("v4.2", {"purpose": "barrage", "re": "2"}),
        ("v4.2", {"purpose": "air_base", "air_base": 3, "planes": 2}),
        ("v4.2", {"purpose": "supply_drop", "aircraft": "1/0,1/1", "patrol_zone": True}),
        ("1992", {"steps": 6, "aircraft": "18/9,6/3r"}),
        ("1992", {"purpose": "trainbusting", "air_base": 2, "aircraft": "18/9"}),
    ],
)
def test_the_stages_agree_with_walking_the_whole_procedure(edition: str, fields: dict[str, Any]) -> None:
    asked = KINDS["mission"].on(charts_of(edition)).ready(charts_of(edition), {"aircraft": "18/9,3/2f", **fields})
    assert asked.spread is not None
    assert asked.spread() == spread_of(asked.procedure)


def test_a_roll_names_its_dice() -> None:
    """Flak of 10 is 11 with the HQ; of two aircraft a four draws the second; 18 points are left."""
    fields = {"aircraft": "18/9,3/2f", "hq": True}
    told = KINDS["mission"].roll(CHARTS, fields, {"flak": [10], "drawn": [4], "dice": [12]})
    assert (told["own_steps"], told["points"], told["dg"], told["unused"]) == (1, 20, True, {})
    missed = KINDS["mission"].roll(CHARTS, fields, {"flak": [9], "drawn": [4], "dice": [2]})
    assert (missed["own_steps"], missed["points"], missed["unused"]) == (0, 21, {"drawn": [4]})


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"aircraft": "18"}, "aircraft are up to four"),
        ({"aircraft": "1/1,1/1,1/1,1/1,1/1"}, "aircraft are up to four"),
        ({"aircraft": "0/0"}, "at least 1 point"),
        ({"aircraft": "9/9", "purpose": "supply_drop"}, "up to 8T"),
        ({"aircraft": "9/9", "purpose": "parade"}, "purpose"),
    ],
)
def test_what_is_no_mission_is_refused_in_a_sentence(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(AskError, match=sentence):
        KINDS["mission"].odds(CHARTS, fields)


def test_new_ocs_flies_otherwise() -> None:
    with pytest.raises(AskError, match="Flak fires after all strikes"):
        KINDS["mission"].odds(charts_of("new-ocs"), {"aircraft": "18/9"})
