"""Attacks on the board: what follows a result is played by the rules, and a real combat agrees."""

import math
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from as_json import plain
from redball.analysis.chain import Plan, after_barrage, forecast
from redball.analysis.ground import aftermath, aftermaths, combat_answer, compare
from redball.analysis.policy import Policy, Way, answer, play_out
from redball.analysis.report import combat_report
from redball.bench.odds_bench import attacks
from redball.core import engine
from redball.core.dice import NO_DICE, Dice
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.state import Frame
from redball.game import Game
from redball.rules.barrage import segment as barrage
from redball.rules.combat.odds import preview
from redball.rules.combat.played import after_roll, announced_combat

STACK = "\n".join(
    (
        "redball-position 1",
        "at combat phasing=axis",
        "[terrain]",
        ". . . . . .",
        ". . . . . .",
        ". . . . . .",
        ". . . . . .",
        ". . . . . .",
        "[units]",
        "axis   03.03 ir1 Rgt infantry other 4-3-3L/2-3-6L",
        "axis   03.03 ir2 Rgt infantry other 4-3-3L/2-3-6L",
        "soviet 04.03 rr1 Rgt infantry other 4-2-3L/2-2-6L",
    )
)


def position(*more: Any) -> Any:
    return Game.from_position("\n".join((STACK, *more)), seed=1).look


def foreseen(look: Look, result: Any, policy: Any, target: Any = "04.03", attackers: Any = ("ir1", "ir2")) -> Any:
    hex_ = look.board.index(target)
    data = announced_combat(look, "regular", hex_, attackers, preview(look, "regular", hex_, attackers))
    (after,) = aftermath(look, data, result, policy).ways
    return after


@pytest.mark.case("9.10a", "9.11b-B", "9.12-A")
def test_options_are_met_as_the_policy_says() -> None:
    look = position()
    stood = foreseen(look, "Ao1 Do1", Policy("losses", "losses"))
    assert (stood.attacker_losses, stood.defender_losses, stood.taken) == (1, 1, True)
    fled = foreseen(look, "Ao1 Do1", Policy("losses", "retreat"))
    assert (fled.attacker_losses, fled.defender_losses, fled.defender_retreat, fled.taken) == (1, 0, 1, True)
    ignored = foreseen(look, "Ao1 Do1", Policy("retreat", "losses"))
    assert (ignored.attacker_retreat, ignored.defender_losses, ignored.taken) == (1, 0, False)
    not_ignored = foreseen(look, "Ao1 Do1", Policy("retreat", "retreat", ignore=False))
    assert (not_ignored.attacker_retreat, not_ignored.defender_retreat, not_ignored.taken) == (1, 1, False)


@pytest.mark.case("9.11b-B")
def test_losses_are_bounded_by_the_steps_that_are_there() -> None:
    look = position()
    after = foreseen(look, "AL2", Policy())
    assert after.attacker_losses == 2
    assert foreseen(look, "AL2", Policy(), attackers=("ir1",)).attacker_losses == 1


@pytest.mark.case("9.12a-A", "9.12e-B")
def test_a_disorganized_defender_loses_steps_in_zones_of_control() -> None:
    """Every way leads through enemy ZOCs, or none does: for the disorganized the difference is steps."""
    three = [f"soviet 04.03 {uid} Rgt infantry other 4-2-3L/2-2-6L" for uid in ("rr2", "rr3", "rr4", "rr5")]
    ring = ("axis   06.03 ir3 Rgt infantry other 4-3-3L/2-3-6L", "axis   05.04 ir4 Rgt infantry other 4-3-3L/2-3-6L")
    free = foreseen(position(*three), "Ae3 DL2o2DG", Policy())
    ringed = foreseen(position(*three, *ring), "Ae3 DL2o2DG", Policy())
    assert (free.defender_losses, free.defender_retreat, free.disorganized) == (2, 2, 3)
    assert ringed.defender_losses > free.defender_losses


@pytest.mark.case("12.4-A", "12.4-B")
def test_every_expected_value_of_an_attack_opens_into_its_terms() -> None:
    look = position()
    answer_ = combat_answer(look, "regular", look.board.index("04.03"), ("ir1", "ir2"))
    told = plain(combat_report(answer_, look.world.charts.combat.lines["open"]))
    for name, ledger in told["expected_ledgers"].items():
        amounts = [Fraction(line["amount"]) for line in ledger["lines"]]
        assert sum(amounts) == Fraction(ledger["total"])
        assert told["expected"][name] == float(sum(amounts))
        assert all(line["case"] and line["chart"] for line in ledger["lines"])
        if name in told["outcomes"][0]:
            assert sum(amounts) == sum(Fraction(o["p"]) * o[name] for o in told["outcomes"])
    named = [text for outcome in told["outcomes"] for text in outcome["results"]]
    assert sorted(named) == sorted({outcome.read.result for outcome in answer_.outcomes.ways})
    assert told["expected_ledgers"]["taken"]["total"] == told["taken"]["p"]
    paid = told["expected_ledgers"]["attack_tokens"]
    assert [(line["amount"], line["unit"]) for line in paid["lines"]] == [("1", "ir1"), ("1", "ir2")]
    assert (paid["total"], told["expected"]["defence_tokens"]) == ("2", answer_.preview.defence_tokens)


WAYS: tuple[Way, ...] = ("losses", "retreat", "mixed")
POLICIES = [Policy(attacker, defender, ignore) for attacker in WAYS for defender in WAYS for ignore in (True, False)]


def positions() -> Any:
    """Attacks of real positions, with everything announced."""
    look = Game.new("yelnya", seed=1941).look
    for attack in attacks(look)[::4]:
        for kind in ("regular", "overrun"):
            found = preview(look, kind, attack.hex, attack.attackers)
            yield look, announced_combat(look, kind, attack.hex, attack.attackers, found)


def test_results_that_share_a_course_come_to_what_each_comes_to_alone() -> None:
    """`aftermaths` against `aftermath`, its plain version: every result of the table under every policy."""
    for look, data in positions():
        results = look.world.charts.combat.codes
        for policy in POLICIES:
            shared = aftermaths(look, data, results, policy)
            assert shared == {result: aftermath(look, data, result, policy) for result in results}


def test_a_policy_answers_with_legal_actions() -> None:
    """`play_out` asks nobody whether an answer is legal: here somebody does, and comes to the same."""
    answered = 0
    for (look, data), policy in zip(positions(), POLICIES, strict=False):
        for result in look.world.charts.combat.codes:
            run = engine.Run(after_roll(look, data, result), NO_DICE)
            run.to_decision()
            while run.state.stack:
                action, asked = answer(run.look, policy), engine.decision(run.look)
                assert asked is not None
                option = engine.check(run.look, asked.side, action)
                assert isinstance(option, Option), option
                assert action in engine.choices(run.look)
                run.take(option, action)
                answered += 1
            assert run.state == play_out(after_roll(look, data, result), policy, NO_DICE).state
    assert answered > 200


def test_outcomes_sum_to_one_and_the_policy_is_told() -> None:
    look = position()
    answer = combat_answer(look, "regular", look.board.index("04.03"), ("ir1", "ir2"))
    assert sum(chance for _, chance in answer.outcomes) == 1
    assert answer.policy == Policy()
    assert answer.preview.attack_tokens == {"ir1": 1, "ir2": 1}


def test_without_attackers_or_defenders_there_is_no_answer() -> None:
    look = position()
    with pytest.raises(ValueError, match="at least one attacker"):
        combat_answer(look, "regular", look.board.index("04.03"), ())
    with pytest.raises(ValueError, match="no enemy combat units in"):
        combat_answer(look, "regular", look.board.index("02.02"), ("ir1",))


def test_real_combats_fall_as_foreseen() -> None:
    """The procedure's own dice, thrown 400 times from the same announcement: chi-square at one in a thousand."""
    look = position("axis   05.04 ir3 Rgt infantry other 4-3-3L/2-3-6L")
    hex_, attackers, policy, throws = look.board.index("04.03"), ("ir1", "ir2"), Policy(), 400
    answer = combat_answer(look, "regular", hex_, attackers, policy)
    data = announced_combat(look, "regular", hex_, attackers, answer.preview)
    opened = look.at_stack(look.state.change(stack=(Frame("combat", "surprise", data),)))
    fell = Counter(compare(look, play_out(opened, policy, Dice(seed)), data) for seed in range(throws))
    foreseen_ = answer.outcomes.map(lambda outcome: outcome.after)
    assert set(fell) <= set(foreseen_.ways)
    square = sum((fell[after] - float(chance) * throws) ** 2 / (float(chance) * throws) for after, chance in foreseen_)
    freedom = len(foreseen_.ways) - 1
    limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * math.sqrt(2 / (9 * freedom))) ** 3
    assert square < limit


# --- plans of several strokes ---------------------------------------------------------------------------------------

GUNS = "axis   02.03 ar1 artillery b40-4-4-3L/b10-3-4-12T size=Rgt"
TANKS = [f"axis   03.03 pz{n} Bn tank armor 9-5-12K/3-5-15K" for n in (1, 2)]


def plan(look: Look, target: Any = "04.03", attackers: Any = ("ir1", "ir2"), guns: Any = (), then: Any = "") -> Any:
    return Plan(look.board.index(target), attackers, guns, look.board.index(then) if then else -1)


def test_a_plan_of_one_attack_is_the_attack() -> None:
    look = position(GUNS)
    answer = combat_answer(look, "regular", look.board.index("04.03"), ("ir1", "ir2"))
    opened = answer.outcomes.chance(lambda outcome: outcome.after.defender_losses or outcome.after.defender_retreat)
    found = forecast(look, "axis", plan(look))
    assert found.chance == opened
    assert [stroke.name for stroke in found.strokes] == ["attack"]


@pytest.mark.case("10.0a-A", "5.10a-A", "9.9")
def test_a_barrage_first_is_weighed_by_what_it_leaves() -> None:
    """The chance after the barrage is that against a DG defender and against one that is not, weighed."""
    look = position(GUNS)
    alone = forecast(look, "axis", plan(look)).chance
    after = forecast(look, "axis", plan(look, guns=("ar1",)))
    assert after.chance > alone
    states = after_barrage(look, "axis", look.board.index("04.03"), ("ar1",), Policy())
    assert sum(chance for _, chance in states) == 1
    assert after.chance == sum(chance * forecast(left, "axis", plan(left)).chance for left, chance in states)
    gone = [left for left, _ in states if not left.has_combat_units(look.board.index("04.03"), "soviet")]
    assert all(forecast(left, "axis", plan(left)).chance == 1 for left in gone)


@pytest.mark.case("10.0a-A", "10.0-C")
def test_what_a_barrage_leaves_has_the_chances_of_its_preview() -> None:
    """DG and steps lost, read off the states that a barrage leaves, against the 216 throws that its dialog counts."""
    look = position(GUNS, "soviet 04.03 rr2 Rgt infantry other 4-2-3L/2-2-6L")
    hex_ = look.board.index("04.03")
    whole = sum(look.steps(unit) for unit in look.combat_units_at(hex_, "soviet"))
    left: dict[tuple[bool, int], Fraction] = defaultdict(Fraction)
    for after, chance in after_barrage(look, "axis", hex_, ("ar1",), Policy()):
        there = after.combat_units_at(hex_, "soviet")
        left[any(unit.marker == "dg" for unit in there), whole - sum(map(after.steps, there))] += chance
    seen: dict[tuple[bool, int], Fraction] = defaultdict(Fraction)
    for prospect in barrage.preview(look, "axis", hex_, ("ar1",)).prospects:
        seen[prospect.dg and prospect.steps < whole, min(prospect.steps, whole)] += Fraction(prospect.ways, 216)
    assert left == seen
    found = forecast(look, "axis", plan(look, guns=("ar1",)))
    assert found.strokes[0].name == "barrage"
    assert found.strokes[0].reached == found.strokes[0].succeeds == 1


@pytest.mark.case("9.13-A", "8.0-D")
def test_an_overrun_follows_only_for_those_who_exploit() -> None:
    look = position(*TANKS, "soviet 05.03 rd9 Div infantry other 24-3-3L/6-3-8L re=3")
    tanks = ("pz1", "pz2")
    found = forecast(look, "axis", plan(look, attackers=tanks, then="05.03"))
    attack, exploit, overrun = found.strokes
    assert attack.succeeds > exploit.succeeds > overrun.succeeds == found.chance > 0
    empty = forecast(look, "axis", plan(look, attackers=tanks, then="05.04"))
    assert empty.chance == exploit.succeeds
    with pytest.raises(ValueError, match="is not next to 04"):
        forecast(look, "axis", plan(look, then="06.03"))


@pytest.mark.case("8.1a", "8.1c")
def test_who_exploits_overruns_only_what_the_rules_let_him() -> None:
    """Infantry in Exploitation has too few MP for an overrun, tanks do not cross a Major River; each is told."""
    dug_in = "soviet 05.03 rd9 Rgt infantry other 4-3-3L/2-3-6L"
    slow = "axis   03.03 sl Rgt infantry other 40-5-3L/9-5-4L"
    look = position(slow, dug_in)
    found = forecast(look, "axis", plan(look, attackers=("sl",), then="05.03"))
    assert found.strokes[1].succeeds > 0
    assert [no.code for no in found.refused] == ["overrun.few_mp"]
    assert found.chance == 0
    assert (found.refused[0].units, found.refused[0].need) == (("sl",), "3")

    fast = position(*TANKS, dug_in)
    assert forecast(fast, "axis", plan(fast, attackers=("pz1", "pz2"), then="05.03")).refused == ()
    river = '[hexsides]\nmajor_river "r" 05.03/N 05.03/NE 05.03/SE 05.03/S 05.03/SW 05.03/NW'
    wet = position(*TANKS, dug_in, river)
    told = forecast(wet, "axis", plan(wet, attackers=("pz1", "pz2"), then="05.03"))
    assert told.chance == 0
    assert {no.code for no in told.refused} == {"overrun.prohibited"}
