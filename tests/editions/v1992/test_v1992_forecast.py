"""Forecasts of 1992: attacks at all costs, held to playing every fall of the dice, ordinary ones, optional surprise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from redball.analysis.bounds import Attack, combat_bounds
from redball.analysis.chain import Plan, forecast
from redball.analysis.ground import Aftermath, aftermath, aftermaths, combat_answer, compare
from redball.analysis.policy import Policy, play_out
from redball.analysis.report import combat_report
from redball.core.chances import PIPS, SUMS
from redball.core.dice import Dice, DicePosition
from redball.core.look import Look
from redball.core.state import Frame
from redball.game.explain.bills import explain_bills
from redball.game.sight.belief import believed
from redball.game.sight.beneath import doubt
from redball.rules.combat.dice import thrown_on, who_surprises
from redball.rules.combat.odds import preview
from redball.rules.combat.played import announced_combat
from redball.rules.combat.record import CombatData
from support import HEAD, long, position, sitting

COSTS = "at_all_costs"
MAP = "edition 1992\n[terrain]\n" + ". . . . . . .\n" * 5 + "[units]\n"
RGT = "Rgt infantry other 8-3-3L/4-3-6L"
BN = "Bn infantry other 4-3-3L/2-3-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"
FEW, MANY = ((RGT,), (RGT,)), ((DIV, TANKS), (DIV, BN))
LOPSIDED = ((DIV, DIV, TANKS), (BN,))
WAYS = ("losses", "retreat", "mixed")
STUBBORN = Policy("losses", "losses")


def scene(attackers: tuple[str, ...], defenders: tuple[str, ...], **switches: Any) -> tuple[Look, tuple[str, ...]]:
    """Attackers in 02.02 and defenders in 03.03."""
    units = [f"axis 02.02 a{i} {line}" for i, line in enumerate(attackers)]
    units += [f"soviet 03.03 r{i} {line}" for i, line in enumerate(defenders)]
    look = position(MAP + "\n".join(units) + "\n[supply]\naxis 02.02 9\nsoviet 03.03 9\n", **switches)
    return look, tuple(f"a{i}" for i in range(len(attackers)))


def pair(total: int) -> tuple[int, int]:
    """Two dice of a sum."""
    return (1, total - 1) if total <= 7 else (total - 6, 6)


def every_fall(look: Look, data: CombatData, policy: Policy) -> dict[Aftermath, Fraction]:
    """The engine's own dice, scripted to show every sum: surprise and its shift where there is one, both rolls."""
    opened = look.at_stack(look.state.change(stack=(Frame("combat", "surprise", data),), dice=DicePosition()))
    possible = look.world.charts.surprise.possible(data.kind)
    assert data.odds is not None
    thrown = thrown_on(data.kind, data.odds)
    found: Counter[Aftermath] = Counter()
    for first in SUMS if possible else (0,):
        nobody = not possible or who_surprises(look.world.charts, thrown, first) == "none"
        for pip in (0,) if nobody else PIPS:
            head = ((*pair(first),) if possible else ()) + ((pip,) if pip else ())
            weight = (SUMS[first] if possible else 36) * (6 if nobody else 1)
            for one, other in product(SUMS, SUMS):
                script = (*head, *pair(one), *pair(other))
                after = play_out(opened, policy, Dice(0, script))
                found[compare(look, after, data)] += weight * SUMS[one] * SUMS[other]
    return {after: Fraction(ways, 36 * 6 * 36 * 36) for after, ways in found.items()}


@pytest.mark.case("E92-at-all-costs", "E92-combat-results-destroyed", "E92-combat-results-losses")
@pytest.mark.parametrize("units", [FEW, MANY, LOPSIDED])
@pytest.mark.parametrize("special", ["", COSTS])
@pytest.mark.parametrize("policy", [Policy(), Policy("retreat", "losses"), Policy("mixed", "mixed", ignore=False)])
def test_the_chances_are_those_of_every_fall_of_the_dice(
    units: tuple[tuple[str, ...], tuple[str, ...]], special: str, policy: Policy
) -> None:
    look, attackers = scene(*units)
    told = combat_answer(look, "regular", look.board.index("03.03"), attackers, policy, special=special)
    data = announced_combat(look, "regular", look.board.index("03.03"), attackers, told.preview, special)
    assert dict(told.outcomes.map(lambda outcome: outcome.after)) == every_fall(look, data, policy)


@pytest.mark.case("E92-at-all-costs", "E92-surprise", "E92-surprise-shift")
@pytest.mark.parametrize(
    ("kind", "special"), [("regular", COSTS), long("regular", ""), long("overrun", ""), long("overrun", COSTS)]
)
def test_with_optional_surprise_the_second_roll_is_on_the_shifted_column(special: str, kind: str) -> None:
    look, attackers = scene(*FEW, optional_surprise=True)
    told = combat_answer(look, kind, look.board.index("03.03"), attackers, special=special)  # type: ignore[arg-type]
    data = announced_combat(look, kind, look.board.index("03.03"), attackers, told.preview, special)  # type: ignore[arg-type]
    assert len({outcome.read.column for outcome in told.outcomes.ways}) > 1
    assert dict(told.outcomes.map(lambda outcome: outcome.after)) == every_fall(look, data, Policy())


def test_results_that_share_a_course_come_to_what_each_comes_to_alone() -> None:
    """`aftermaths` against `aftermath`: here losses of the defender may free the attacker of his option."""
    for units in (FEW, MANY, LOPSIDED):
        look, attackers = scene(*units)
        hex_ = look.board.index("03.03")
        data = announced_combat(look, "regular", hex_, attackers, preview(look, "regular", hex_, attackers))
        results = look.world.charts.combat.codes
        for policy in (Policy(one, other) for one, other in product(WAYS, WAYS)):  # type: ignore[arg-type]
            shared = aftermaths(look, data, results, policy)
            assert shared == {result: aftermath(look, data, result, policy) for result in results}


@pytest.mark.case("E92-at-all-costs", "E92-combat-supply-at-all-costs", "E92-combat-supply-attacker")
def test_it_costs_twice_and_one_bill_is_for_all() -> None:
    look, attackers = scene(*MANY)
    hex_ = look.board.index("03.03")
    ordinary, dear = (combat_answer(look, "regular", hex_, attackers, special=special) for special in ("", COSTS))
    assert (ordinary.preview.attack_tokens, dear.preview.attack_tokens) == ({"": 2}, {"": 4})
    for special, tokens in (("", 2), (COSTS, 4)):
        told = explain_bills(look, "axis", "regular", hex_, attackers, special)
        assert [(bill.units, bill.tokens, bill.internals) for bill in told.bills] == [(attackers, tokens, False)]


@pytest.mark.case("E92-at-all-costs")
def test_a_report_names_both_results_and_its_terms_add_up() -> None:
    look, attackers = scene(*MANY)
    hex_, lines = look.board.index("03.03"), look.world.charts.combat.lines["open"]
    told = combat_report(combat_answer(look, "regular", hex_, attackers, STUBBORN, special=COSTS), lines)
    assert sum(Fraction(outcome.p) for outcome in told.outcomes) == 1
    named = [text for outcome in told.outcomes for text in outcome.results]
    assert any(", then " in text for text in named)
    gone = combat_report(combat_answer(look, "regular", hex_, attackers, special=COSTS), lines)
    assert not any(", then " in text for outcome in gone.outcomes for text in outcome.results)
    for name, ledger in told.expected_ledgers.items():
        amounts = [Fraction(line.amount) for line in ledger.lines]
        assert sum(amounts) == Fraction(ledger.total), name


@pytest.mark.case("E92-at-all-costs")
def test_a_plan_counts_the_second_roll() -> None:
    look, attackers = scene(*MANY)
    hex_ = look.board.index("03.03")
    chances = []
    for special in ("", COSTS):
        told = combat_answer(look, "regular", hex_, attackers, STUBBORN, special=special)
        chances.append(forecast(look, "axis", Plan(hex_, attackers, special=special), STUBBORN).chance)
        assert chances[-1] == told.outcomes.chance(lambda outcome: outcome.after.taken)
    assert chances[1] > chances[0]


def after(field: str) -> Callable[[Any], Any]:
    """What reads a field of how things stand after an outcome."""
    return lambda outcome: getattr(outcome.after, field)


@pytest.mark.case("E92-at-all-costs")
def test_bounds_under_fog_hold_what_is_believed() -> None:
    units = "\n".join((f"axis 02.02 a0 {DIV}", f"soviet 03.03 r0 {RGT}", f"soviet 03.03 r1 {BN}"))
    game = sitting(f"{HEAD}{MAP}{units}\n").game
    look = believed(game.look, "axis")
    hex_ = look.board.index("03.03")
    attack = Attack("regular", hex_, ("a0",), Policy(), None, COSTS)
    known = doubt(game.look, "axis", hex_)
    assert known is not None
    found = combat_bounds(known, attack, combat_answer(look, *attack))
    told = combat_answer(game.look, *attack).outcomes
    for field in ("attacker_losses", "defender_losses", "taken"):
        assert found.spans[field].holds(told.expect(after(field)))


@pytest.mark.case("E92-at-all-costs")
def test_charts_without_such_attacks_say_so() -> None:
    look, attackers = scene(*FEW)
    with pytest.raises(ValueError, match="these charts have no special attack 'banzai'; there are: at-all-costs"):
        combat_answer(look, "regular", look.board.index("03.03"), attackers, special="banzai")
    plain = position(MAP.replace("edition 1992\n", "") + f"axis 02.02 a0 {RGT}\nsoviet 03.03 r0 {RGT}\n")
    with pytest.raises(ValueError, match="there are: none"):
        combat_answer(plain, "regular", plain.board.index("03.03"), ("a0",), special=COSTS)
