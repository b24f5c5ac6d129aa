"""The table companion on a table of two sides."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from editions.new_ocs.fights import RGT, scene
from editions.new_ocs.test_new_evasion import enter
from editions.new_ocs.test_new_evasion import told as told_of
from redball.analysis.companion import KINDS, AskError
from redball.cli.main import run
from redball.core.ledger import show_tokens
from redball.core.state import Hedgehog
from redball.editions import charts_from, edition
from redball.editions.new_ocs.evasion import EvadeTo
from redball.rules.barrage.segment import preview
from support import position

CHARTS = charts_from("v4", "new_ocs", "new_ocs_combat")
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


# --- barrages, and supply that evades --------------------------------------------------------------------------------


@pytest.mark.case("N10-shifts-soft", "N10-shifts-re", "N10-shifts-spotter", "N10-shifts-extreme", "N12-barrage-supply")
@pytest.mark.parametrize(
    ("more", "column", "cost"),
    [
        ({}, "12-16", "1T"),
        ({"re": "6", "soft": "5.75"}, "17-24", "1T"),
        ({"re": "6", "soft": "6"}, "25-40", "1T"),
        ({"strat": True}, "17-24", "1T"),
        ({"no_spotter": True}, "8-11", "1T"),
        ({"no_spotter": True, "arm": "air"}, "12-16", "0T"),
        ({"hedgehog": 1}, "12-16", "1T"),
        ({"hedgehog": 2}, "8-11", "1T"),
        ({"hedgehog": 2, "terrain": "extremely-close"}, "8-11", "1T"),
        ({"move_mode": True}, "12-16", "2T"),
        ({"strength": "7"}, "5-7", "1/2T"),
    ],
)
def test_barrages_are_shifted_and_paid_as_in_play(more: dict[str, Any], column: str, cost: str) -> None:
    found = KINDS["barrage"].odds(CHARTS, {"strength": "14"} | more)
    assert (found["column"], found["cost"]) == (column, cost)
    assert sum(Fraction(one["p"]) for one in found["outcomes"]) == 1


@pytest.mark.case("N10-shifts-soft", "N10-shifts-hedgehog", "N12-barrage-supply")
@pytest.mark.parametrize("works", [0, 2])
def test_a_barrage_on_the_board_reads_the_same(works: int) -> None:
    soft = [f"soviet 03.03 r{i} Div infantry other 12-3-3L/6-3-8L re=3" for i in range(2)]
    look = position(scene("axis 02.02 g artillery b14-3-3-4T/b7-2-3-14T", f"axis 04.03 a {RGT}", *soft))
    hex_ = look.board.index("03.03")
    if works:
        look = look.at_stack(look.state.change(hedgehogs={hex_: Hedgehog("soviet", works)}))
    there = preview(look, "axis", hex_, ("g",))
    told = KINDS["barrage"].odds(CHARTS, {"strength": "14", "re": "6", "soft": "6", "hedgehog": works})
    assert told["column"] == there.column
    assert told["cost"] == show_tokens(there.cost)


@pytest.mark.case("N12.11-procedure", "N12.11-partial-lift", "N12.11-drm", "N12.11-transport")
@pytest.mark.parametrize("reading", ["half_lost", "all_evade"])
def test_supply_evades_as_in_play(reading: str) -> None:
    """Every throw: what the companion tells is what happens to a dump, a truck and two wagons on the board."""
    for total in range(2, 13):
        dice = (total // 2, total - total // 2)
        units = "soviet 04.03 t truck 1 20T load=1\nsoviet 04.03 w wagon 2 10T"
        table = enter(units, dump="4", dice=dice, evading_transport=reading)
        while table.step == "capture.evade":
            table.do(table.offered(EvadeTo)[0])
        fields = {"tokens": 20, "trucks": 1, "wagons": 2, "evading_transport": reading}
        found = KINDS["capture"].roll(CHARTS, fields, {"dice": [total]})
        assert told_of(table) == (found["evades"], found["captured"], found["lost"]), total
        own = sum(unit.points for unit in table.game.look.own("soviet") if unit.points)
        taken = sum(unit.points for unit in table.game.look.own("axis") if unit.points)
        assert (taken, own) == (found["points_captured"], found["points_evade"]), total
    late = KINDS["capture"].roll(CHARTS, {"tokens": 8, "after_combat": True}, {"dice": [9]})
    assert (late["modifier"], late["evades"]) == ("+1", 8)


def test_what_tables_of_new_ocs_do_not_answer_is_said() -> None:
    for fields, words in (
        ({"strength": "1"}, "barrage: a barrage needs at least 2 points, and this is 1"),
        ({"strength": "9", "soft": "2"}, "barrage: of 1 RE in the target 2 cannot be soft"),
        ({"strength": "9", "re": "1.3"}, "barrage: re is counted in quarters, and 1.3 is none"),
        (
            {"strength": "9", "terrain": "sea"},
            "barrage: terrain must be one of open, close, very-close, extremely-close, not 'sea'",
        ),
    ):
        with pytest.raises(AskError) as error:
            KINDS["barrage"].odds(CHARTS, fields)
        assert str(error.value) == words
