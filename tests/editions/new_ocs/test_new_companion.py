"""The table companion on a table of two sides."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from redball.analysis.companion import KINDS, AskError
from redball.charts import load_charts
from redball.cli.main import run
from redball.editions import edition

CHARTS = load_charts("v4", "new_ocs", "new_ocs_combat")
ASKED = {"terrain": "open", "attack": "24", "defend": "8", "ar": [3, 3]}


def told(white: int, red: int, **more: Any) -> dict[str, Any]:
    """One roll with dice that are told."""
    return KINDS["combat"].roll(CHARTS, ASKED | more, {"white": [white], "red": [red]})


@pytest.mark.case("N9-surprise-roll", "N9.0-two-sided")
def test_a_roll_is_told_by_its_two_dice() -> None:
    found = told(3, 4)
    assert (found["attackers_column"], found["defenders_column"], found["result"]) == ("8-11", "3:1", "AL1 DL1R1")
    assert told(1, 6)["surprise"] == "defender"
    assert told(2, 6)["surprise"] == "attacker"


@pytest.mark.case("N9-base-columns-mods")
@pytest.mark.parametrize(
    ("more", "drms"),
    [
        ({}, ("0", "0")),
        ({"armor": "attacker"}, ("+1", "+1")),
        ({"armor": "defender", "fire": True}, ("-2", "-2")),
        ({"density": "soft", "crowded": True}, ("-2", "+1")),
        ({"density": "mixed"}, ("-1", "0")),
        ({"ar": [5, 2]}, ("+1", "+2")),
    ],
)
def test_modifiers_by_side(more: dict[str, Any], drms: tuple[str, str]) -> None:
    found = told(3, 4, **more)
    assert (found["attackers_drm"], found["defenders_drm"]) == drms


@pytest.mark.case("B-banzai-ambush", "B-banzai-surprise", "B-banzai-effect")
@pytest.mark.parametrize(
    ("charge", "ar", "chances"),
    [
        ("none", [3, 3], ("1-1", "6-6")),
        ("wider", [3, 3], ("1-2", "5-6")),
        ("one_only", [3, 3], ("1-1", "5-6")),
        ("wider", [1, 3], ("1-3", "6-6")),
        ("one_only", [5, 3], ("1-1", "4-6")),
    ],
)
def test_a_charge_by_the_burma_rules(charge: str, ar: list[int], chances: tuple[str, str]) -> None:
    charts = edition("new-ocs+burma").charts
    found = KINDS["combat"].odds(charts, ASKED | {"charge": charge, "ar": ar})
    assert (found["ambush_on_white"], found["surprise_on_red"]) == chances
    told = KINDS["combat"].roll(charts, ASKED | {"charge": charge}, {"white": [3], "red": [6]})
    assert told["result"] == ("DL2R3" if charge == "none" else "DL1R3"), "a charge spares no step of its own"


@pytest.mark.case("N9-hedgehog-shifts-4")
def test_cover_and_chances() -> None:
    found = KINDS["combat"].odds(CHARTS, ASKED | {"hedgehog": 4, "dg": True})
    assert (found["attackers_column"], found["defenders_column"], found["ambush_on_white"]) == ("17-24", "1:1", "never")
    assert sum(Fraction(one["p"]) for one in found["outcomes"]) == 1
    held = {one["result"]: one["defender_retreat"] for one in found["outcomes"]}
    assert held["DL1R1"] == 0, "works of level 4 let him stay"
    goes = KINDS["combat"].odds(CHARTS, ASKED | {"hedgehog": 4, "dg": True, "hold": False})
    assert {one["result"]: one["defender_retreat"] for one in goes["outcomes"]}["DL1R1"] == 1


@pytest.mark.case("N8-surprise")
def test_overruns_read_the_same_and_nobody_exploits() -> None:
    attack, overrun = (KINDS[name].odds(CHARTS, ASKED | {"attack": "80"}) for name in ("combat", "overrun"))
    assert [one["result"] for one in attack["outcomes"]] == [one["result"] for one in overrun["outcomes"]]
    assert any(one["exploit"] for one in attack["outcomes"])
    assert not any(one["exploit"] for one in overrun["outcomes"])


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            {"terrain": "sea"},
            "combat: terrain must be one of open, close, very-close, extremely-close, swamp, not 'sea'",
        ),
        ({"hedgehog": 5}, "combat: a hedgehog has at most level 4, not 5"),
        ({"ar": [-1, 3]}, "combat: Action Ratings are not negative, and these are -1 and 3"),
        ({"overrun": True}, "combat: there is no field `overrun`"),
        ({"charge": "wider"}, "combat: these charts know no Banzai charge: the Burma rules do"),
    ],
)
def test_what_cannot_be_asked_is_said(more: dict[str, Any], message: str) -> None:
    with pytest.raises(AskError) as error:
        KINDS["combat"].odds(CHARTS, ASKED | more)
    assert str(error.value) == message


def test_the_command_line_asks_both_forms(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "combat", "--terrain", "open", "--attack", "24", "--defend", "8", "--ar", "3", "3"]
    assert run([*words, "--edition", "new-ocs", "--fire"]) == 0
    assert "attackers column: 8-11" in capsys.readouterr().out
    assert run([*words, "--fire"]) == 2
    assert "there is no field `fire`" in capsys.readouterr().err
