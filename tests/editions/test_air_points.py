"""The policy points of aircraft, edition by edition: procedures without a board, and the prices that players read."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from redball.analysis.companion import KINDS, AskError
from redball.cli.main import run
from redball.core.chances import Rolled, Told, spread_of
from redball.editions import edition
from redball.rules.air.combat import Aircraft, Standing, throw_battle
from redball.rules.air.drop import Drop
from redball.rules.air.flak import FlakTarget
from redball.rules.air.outcomes import Outcomes
from redball.rules.air.points import AIR_COMBAT, AIR_DROP, FLAK, INTERCEPTION_REACH, REFIT_LIMIT, REFIT_PRICE
from redball.rules.air.refit import Refit
from redball.rules.supply.points import PRICE_LIST

SERIES, FIRST, NEW = (edition(name) for name in ("v4.2", "1992", "new-ocs"))
EDITIONS = pytest.mark.parametrize("game", [SERIES, FIRST, NEW], ids=lambda game: game.name)


def told(**dice: Any) -> Told:
    """Dice by name."""
    return Told({n: v if isinstance(v, list) else [v] for n, v in dice.items()}, Rolled(Random(1)))


def sides(attackers: str, defenders: str, **more: Any) -> Standing:
    """`4 (2) 3r` against the like."""

    def plane(text: str) -> Aircraft:
        return Aircraft(int(text.strip("()r")), text.startswith("("), text.endswith("r"))

    one, other = (tuple(map(plane, text.split())) for text in (attackers, defenders))
    return Standing((one, other), **more)


def fought(game: Any, standing: Standing, sweep: bool = False, **dice: Any) -> tuple[int, int, int, int, str]:
    """An Air Combat with told dice: who stayed, who lost, who won."""
    found = throw_battle(game.charts, standing, told(**dice), game.policies[AIR_COMBAT](sweep))
    return found.attackers_left, found.defenders_left, found.attacker_losses, found.defender_losses, found.winner


# --- air combat (P32) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "outcome"),
    [
        (4, (0, 1, 1, 0, "defender")),
        (5, (0, 1, 0, 0, "defender")),
        (6, (0, 1, 0, 0, "defender")),
        (7, (1, 0, 0, 0, "attacker")),
        (9, (1, 0, 0, 0, "attacker")),
        (10, (1, 0, 0, 1, "attacker")),
    ],
)
def test_the_lines_of_1992(roll: int, outcome: tuple[int, int, int, int, str]) -> None:
    """Equal ratings read the dice as they fall, a better one adds; no loss die is thrown."""
    assert fought(FIRST, sides("3", "3"), dice=roll) == outcome
    assert fought(FIRST, sides("4", "3"), dice=roll - 1) == outcome


@pytest.mark.parametrize(
    ("one", "other", "allowed"),
    [
        ("3,3,3", "3", (2, 0)),
        ("3,3", "3", (0, 0)),
        ("3,3,3r", "3r", (2, 0)),
        ("3,3,3r", "3", (0, 0)),
        ("3", "2,2,2", (0, 2)),
        ("3,3,(5)", "2", (0, 0)),
    ],
)
def test_doubling_up_needs_two_fighters_more(one: str, other: str, allowed: tuple[int, int]) -> None:
    """Reduced fighters count a half; bombers, whose ratings are parenthesized, not at all."""
    asked = {"attackers": one, "defenders": other}
    found = KINDS["air-combat"].odds(FIRST.charts, asked)["doubled_combats"]
    assert found == {"attacker": allowed[0], "defender": allowed[1]}
    never = KINDS["air-combat"].odds(FIRST.charts, asked | {"doubling": False})["doubled_combats"]
    assert never == {"attacker": 0, "defender": 0}


def test_a_doubling_attacker_keeps_the_better_of_two_rolls() -> None:
    """The first goes home with a loss by his 4, the second drives the defender off by his 11: only that counts."""
    met = sides("4 4", "4", doubling=(1, 0))
    assert fought(FIRST, met, dice=[4, 11]) == (2, 0, 0, 1, "attacker")
    assert fought(FIRST, met, dice=[11, 4]) == (2, 0, 0, 1, "attacker")


def test_of_two_bad_rolls_only_one_counts() -> None:
    """Both would go home, the better one does; the other meets the defender alone."""
    met = sides("4 4", "4", doubling=(1, 0))
    assert fought(FIRST, met, dice=[3, 5, 8]) == (1, 0, 0, 0, "attacker")


def test_a_doubling_defender_is_subtracted_twice_and_goes_home_in_pairs() -> None:
    met = sides("9", "3 2", doubling=(0, 1))
    assert fought(FIRST, met, dice=5) == (1, 0, 0, 0, "attacker"), "5 + 9 - 5 = 9: both abort"
    assert fought(FIRST, met, dice=6) == (1, 0, 0, 1, "attacker"), "10: one step between them"
    assert fought(FIRST, met, dice=2) == (0, 2, 0, 0, "defender"), "6"


@pytest.mark.parametrize("sweep", [True, False])
def test_new_ocs_gives_each_attacker_one_round(sweep: bool) -> None:
    """Two rolls of 12: two fighters drive off two, the third defender is not met."""
    assert fought(NEW, sides("3 3", "3 3 3"), sweep, dice=[12, 12], loss=[6, 1]) == (2, 1, 0, 1, "")


def test_bombers_are_met_after_escorts_and_never_by_a_sweep() -> None:
    met = sides("3 3", "2 (5)")
    assert fought(NEW, met, dice=[12, 12], loss=[1, 1]) == (2, 0, 0, 0, "attacker")
    assert fought(NEW, met, True, dice=[12], loss=[1]) == (2, 1, 0, 0, "")


def test_on_a_seven_both_abort_and_may_lose_a_step() -> None:
    assert fought(NEW, sides("3", "3"), dice=7, loss=5) == (0, 0, 1, 1, "")
    assert fought(NEW, sides("3", "3"), dice=7, loss=4) == (0, 0, 0, 0, "")
    assert fought(NEW, sides("3", "3"), dice=6, loss=5) == (0, 1, 1, 0, "defender")


@EDITIONS
def test_going_round_by_round_is_walking_the_dice(game: Any) -> None:
    for one, other, doubling in (("4", "3 2", (0, 1)), ("3 2", "4", (1, 0)), ("3", "(2)", (0, 0))):
        met = sides(one, other, doubling=doubling if game is FIRST else (0, 0))
        rules = game.policies[AIR_COMBAT](False)
        plain = spread_of(partial(throw_battle, game.charts, met, rules=rules))
        assert Outcomes(game.charts, rules).battle(met) == plain


def test_who_may_not_sweep_is_said() -> None:
    with pytest.raises(AskError, match="only fighters intercept and sweep"):
        KINDS["air-combat"].odds(NEW.charts, {"attackers": "(3)", "defenders": "3"})
    with pytest.raises(AskError, match=r"like 4,\(2\),3, not '4r'"):
        KINDS["air-combat"].odds(NEW.charts, {"attackers": "4r", "defenders": "3"})


def test_interception_reaches_as_far_as_the_edition_says() -> None:
    reach = [[e.policies[INTERCEPTION_REACH](e.charts, there) for there in (True, False)] for e in (SERIES, FIRST, NEW)]
    assert reach == [[10, 0], [5, 5], [10, 20]]


# --- flak (P33) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "roll", "aborts", "hit"),
    [
        (2, 10, False, ""),
        (2, 11, True, ""),
        (2, 12, True, ""),
        (3, 9, False, ""),
        (3, 10, True, ""),
        (6, 12, True, "1"),
        (7, 8, False, ""),
        (7, 9, True, ""),
        (12, 11, True, ""),
        (13, 7, False, ""),
        (13, 8, True, ""),
        (13, 11, True, "1"),
    ],
)
def test_flak_of_1992_by_the_strength_of_the_hex(strength: int, roll: int, aborts: bool, hit: str) -> None:
    read = FIRST.policies[FLAK](FIRST.charts, FlakTarget(steps=strength), told(dice=roll))
    assert (read.aborts, read.hit) == (aborts, hit)


def test_what_gives_a_hex_its_flak() -> None:
    """Five steps, anything of transport or supply once, the level of the base, a port or city: 5 + 1 + 3 + 1."""
    asked = {"steps": 5, "transport_or_supply": True, "air_base": 3, "port_or_city": True}
    assert KINDS["flak"].odds(FIRST.charts, asked)["flak_strength"] == "+10"


@pytest.mark.parametrize(
    ("aircraft", "base", "least"), [(1, 0, 11), (2, 1, 11), (3, 0, 10), (4, 1, 10), (2, 2, 10), (4, 3, 9)]
)
def test_flak_of_new_ocs(aircraft: int, base: int, least: int) -> None:
    """Patrol zones add nothing."""
    target = FlakTarget(aircraft, air_base=base, patrol_zone=True)
    hit = [NEW.policies[FLAK](NEW.charts, target, told(dice=roll, die=1)).hit for roll in (least - 1, least)]
    assert hit == ["", "1"]


# --- drops and refit (P35, P36) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drop", "results"),
    [
        (Drop(supply=True), "lands lands destroyed destroyed"),
        (Drop(supply=True, closed=True), "lands lands destroyed destroyed"),
        (Drop(), "lands lands scatters destroyed"),
        (Drop(closed=True), "lands scatters destroyed destroyed"),
    ],
)
def test_drops_of_1992(drop: Drop, results: str) -> None:
    assert [FIRST.policies[AIR_DROP](FIRST.charts, drop, told(die=die)) for die in range(3, 7)] == results.split()


def test_a_roll_is_told_by_the_dice_of_its_edition() -> None:
    """The series throws two dice for a drop, 1992 one."""
    found = KINDS["air-drop"].roll(FIRST.charts, {"closed": True}, {"die": [4]})
    assert (found["result"], [line["reason"] for line in found["ledger"]][1]) == ("scatters", "die: one die")


def test_what_a_base_refits_and_pays() -> None:
    """Level 3 with two levels supplied; two fighters, and bombers of 13 factors together; a die of 3."""
    refit = Refit(level=3, usable=2, fighters=2, bomber_factors=13)
    found = [
        (e.policies[REFIT_LIMIT](e.charts, refit, told(die=3)), e.policies[REFIT_PRICE](e.charts, refit))
        for e in (SERIES, FIRST, NEW)
    ]
    assert found == [(6, 1), (6, 8), (6, 3)]
    strip = Refit(level=0, usable=0, fighters=0, bomber_factors=12)
    assert [e.policies[REFIT_LIMIT](e.charts, strip, told(die=6)) for e in (SERIES, FIRST)] == [1, 0]
    prices = {n: NEW.policies[REFIT_PRICE](NEW.charts, replace(strip, bomber_factors=n)) for n in (5, 6, 12, 17, 18)}
    assert prices == {5: 0, 6: 1, 12: 1, 17: 1, 18: 2}  # rounded to the nearest token


# --- prices (P14, P36, P39, P41) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "name", "quarters", "case"),
    [
        (SERIES, "attack", 4, "12.4-A"),
        (SERIES, "hedgehog, build or improve", 32, "16.0b-A"),
        (FIRST, "attack", 8, "E92-combat-supply-attacker"),
        (FIRST, "attack at all costs, 1 RE or less", 8, "E92-combat-supply-at-all-costs"),
        (FIRST, "defence", 4, "E92-combat-supply-defender"),
        (FIRST, "low supply", 8, "E92-supply-dse-low"),
        (NEW, "barrage, 2-4", 1, "N12-barrage-supply"),
        (NEW, "barrage, 117+", 24, "N12-barrage-supply"),
        (NEW, "refit of bombers", 4, "N14-refit-cost"),
        (NEW, "hedgehog, build or improve", 16, "16.0b-A"),
    ],
)
def test_prices_are_those_of_the_edition(game: Any, name: str, quarters: int, case: str) -> None:
    (price,) = [p for p in game.policies[PRICE_LIST](game.charts) if p.name == name]
    assert (price.quarters, price.case) == (quarters, case)


@EDITIONS
def test_names_of_prices_are_unique(game: Any) -> None:
    names = [price.name for price in game.policies[PRICE_LIST](game.charts)]
    assert len(names) == len(set(names))


def test_three_small_barrages_share_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cost", "barrage, 2-4", "--times", "3", "--edition", "new-ocs"]) == 0
    assert capsys.readouterr().out.split()[0] == "3/4T"
    (price,) = [p for p in NEW.policies[PRICE_LIST](NEW.charts) if p.name == "barrage, 2-4"]
    assert [price.tokens(times) for times in (1, 4, 5)] == [1, 1, 2]


def test_chances_add_up() -> None:
    for game, kind, asked in (
        (FIRST, "flak", {"steps": 3}),
        (FIRST, "air-drop", {"closed": True}),
        (NEW, "flak", {"aircraft": 4}),
        (NEW, "air-combat", {"attackers": "3,2", "defenders": "2,(1)", "sweep": True}),
    ):
        assert sum(Fraction(one["p"]) for one in KINDS[kind].odds(game.charts, asked)["outcomes"]) == 1
