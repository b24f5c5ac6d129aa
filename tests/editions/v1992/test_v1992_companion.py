"""The table companion by the charts of 1992: attacks at all costs and optional surprise, held to the board."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from redball.analysis.companion import KINDS
from redball.analysis.ground import combat_answer
from redball.analysis.policy import Policy, Way
from redball.cli.main import run
from redball.editions import charts_from
from redball.game import Game

COSTS = {"special": "at-all-costs"}
ASKED = {"terrain": "open", "attack": "12", "defend": "12", "ar": [3, 3]}
CHARTS, SURPRISING = charts_from("v4", "v1992"), charts_from("v4", "v1992", "v1992-surprise")
ROW = " ".join("." * 11)
HEAD = ("redball-position 1", "edition 1992", "at combat phasing=axis")
FIELDS = ("attacker_losses", "defender_losses", "defender_retreat", "taken")
WAYS: tuple[Way, ...] = ("losses", "retreat", "mixed")


def board(attackers: int, defenders: int, *, surprise: bool) -> Any:
    """Two divisions of so many steps side by side on open ground, nobody else near."""
    units = (
        f"axis   05.05 a Div infantry other 12-3-3L/6-3-8L re={attackers}",
        f"soviet 06.05 d Div infantry other 12-3-3L/6-3-8L re={defenders}",
    )
    text = "\n".join((*HEAD, "[terrain]", *[ROW] * 9, "[units]", *units))
    return Game.from_position(text, seed=1, switches={"optional_surprise": surprise}).look


@pytest.mark.case("E92-at-all-costs", "E92-combat-results-destroyed", "E92-surprise")
@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (3, 1), (1, 3), (3, 3)])
@pytest.mark.parametrize("special", ["", "at-all-costs"])
@pytest.mark.parametrize("surprise", [False, True])
def test_the_companion_agrees_with_the_forecast_on_the_board(
    attackers: int, defenders: int, special: str, surprise: bool
) -> None:
    look = board(attackers, defenders, surprise=surprise)
    charts, hex_ = SURPRISING if surprise else CHARTS, look.board.index("06.05")
    for a_way, d_way in product(WAYS, WAYS):
        answer = combat_answer(
            look,
            "regular",
            hex_,
            ("a",),
            Policy(a_way, d_way),
            special=special.replace("-", "_"),
        )
        odds = answer.preview.odds
        asked: dict[str, Any] = {
            **ASKED,
            "attack": odds.attack,
            "defend": odds.defend,
            "ar": [odds.drm, 0],
            "special": special,
        }
        asked |= {"attacker_steps": attackers, "defender_steps": defenders}
        told = KINDS["combat"].odds(charts, {**asked, "attacker_option": a_way, "defender_option": d_way})
        found: dict[tuple[int, ...], Fraction] = {}
        for outcome in told["outcomes"]:
            key = tuple(int(outcome["hex_open" if field == "taken" else field]) for field in FIELDS)
            found[key] = found.get(key, Fraction(0)) + Fraction(outcome["p"])
        assert found == dict(
            answer.outcomes.map(lambda outcome: tuple(int(getattr(outcome.after, field)) for field in FIELDS))
        )


@pytest.mark.case("E92-at-all-costs")
def test_a_roll_tells_both_rolls() -> None:
    told = KINDS["combat"].roll(CHARTS, {**ASKED, **COSTS, "defender_option": "losses"}, {"dice": [12], "again": [12]})
    assert (told["result"], told["roll"], told["again"]) == ("Ao1 DL1o1, then AL1 Do1", 12, 8)
    assert [line["amount"] for line in told["ledger"]][-3:] == ["0", "-4", "AL1 Do1"]
    assert (told["special"], told["supply"]) == ("at all costs", "2 times")
    over = KINDS["combat"].roll(CHARTS, {**ASKED, **COSTS}, {"dice": [12]})
    assert (over["result"], over["again"]) == ("Ao1 DL1o1", None)


@pytest.mark.case("E92-at-all-costs", "E92-surprise")
def test_the_terminal_asks_for_it_and_for_the_switch(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "combat", "--terrain", "open", "--attack", "12", "--defend", "12", "--ar", "3", "3"]
    told = {}
    asked = {"ordinary": [], "dear": ["--special", "at-all-costs"], "surprising": ["--switch", "optional_surprise=on"]}
    for name, more in asked.items():
        assert run([*words, "--edition", "1992", *more, "--json"]) == 0
        told[name] = json.loads(capsys.readouterr().out)
    assert told["dear"]["supply"] == "2 times"
    assert len(told["ordinary"]["columns"]) == 1 < len(told["surprising"]["columns"])
    for more, problem in (
        (["--edition", "1992", "--switch", "surprise=on"], "there is no switch 'surprise'"),
        (["--special", "at-all-costs"], "there is no field `special`"),
    ):
        assert run([*words, *more]) == 2
        assert problem in capsys.readouterr().err
