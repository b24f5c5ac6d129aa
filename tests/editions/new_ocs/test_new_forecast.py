"""Forecasts: an HQ's evasion is a chance, held to playing every fall of the dice; open choices are told either way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from editions.new_ocs.fights import RGT, scene
from redball.analysis.chain import Plan, forecast
from redball.analysis.ground import Aftermath, CombatAnswer, aftermath, aftermaths, combat_answer, compare
from redball.analysis.policy import Policy, answer, play_out
from redball.analysis.report import combat_report
from redball.core import engine
from redball.core.chances import SUMS
from redball.core.dice import Dice, DicePosition
from redball.core.look import Look
from redball.editions import edition
from redball.editions.new_ocs.hq_evasion import HqEvaded
from redball.rules.combat.played import after_roll, announced_combat
from redball.rules.combat.points import COMBAT_COLUMNS, COMBAT_SPREAD
from redball.rules.combat.record import CombatData
from support import long, position

SOURCE = "[sources]\nsoviet 05.05"
LEG_HQ, TRUCK_HQ = "hq 15T-4L/10T-8L", "hq 15T-4T/10T-20T"
ALONE = (f"soviet 03.03 q {LEG_HQ}",)
ESCORTED = (f"soviet 03.03 r {RGT}", f"soviet 03.03 q {TRUCK_HQ}")
TWO = (f"soviet 03.03 q {LEG_HQ}", f"soviet 03.03 p {TRUCK_HQ}")
HARRIED = (f"soviet 03.03 r {RGT}", f"soviet 03.03 q {TRUCK_HQ} dg", f"axis 04.05 z {RGT}", f"axis 05.04 y {RGT}")


def attacked(*defenders: str, rest: str = SOURCE) -> tuple[Look, tuple[str, ...]]:
    """Two strong regiments of the axis beside 03.03."""
    strong = "Div infantry other 30-5-3L/12-5-8L re=3"
    lines = (f"axis 02.02 a {strong}", f"axis 04.03 b {strong}", *defenders)
    return position(scene(*lines, supply="axis 02.02 20\naxis 04.03 20", rest=rest)), ("a", "b")


def every_fall(look: Look, data: CombatData, result: str) -> dict[Aftermath, Fraction]:
    """One result carried out with every throw for up to two HQs, by the engine's own dice."""
    found: Counter[Aftermath] = Counter()
    for first, second in product(SUMS, SUMS):
        script = (first // 2, first - first // 2, second // 2, second - second // 2)
        start = after_roll(look, data, result)
        run = engine.Run(start.at_stack(start.state.change(dice=DicePosition())), Dice(0, script))
        run.to_decision()
        while run.state.stack:
            action = answer(run.look, Policy())
            option = engine.check(run.look, engine.decision(run.look).side, action)  # type: ignore[union-attr]
            run.take(option, action)  # type: ignore[arg-type]
        gone = [event.unit for event in run.events if isinstance(event, HqEvaded)]
        found[compare(look, run.look, data, gone)] += SUMS[first] * SUMS[second]
    return {after: Fraction(ways, 36 * 36) for after, ways in found.items()}


@pytest.mark.case("N13.1c-evade", "N13.1c-evade-column")
@pytest.mark.parametrize(("defenders", "forks"), [(ALONE, 2), long(ESCORTED, 2), (TWO, 3), long(HARRIED, 2)])
def test_a_forecast_follows_every_throw_to_evade(defenders: tuple[str, ...], forks: int) -> None:
    look, units = attacked(*defenders)
    hex_ = look.board.index("03.03")
    told = combat_answer(look, "regular", hex_, units)
    data = announced_combat(look, "regular", hex_, units, told.preview)
    results = {outcome.read.result for outcome in told.outcomes.ways}
    due: Counter[Aftermath] = Counter()
    widest = 0
    for read, chance in look.policies[COMBAT_SPREAD](look.world.charts, "regular", told.preview.odds):
        due.update({after: chance * share for after, share in every_fall(look, data, read.result).items()})
    assert dict(told.outcomes.map(lambda outcome: outcome.after)) == due
    for result, after in aftermaths(look, data, results, Policy()).items():
        assert after == aftermath(look, data, result, Policy())
        widest = max(widest, len(after.ways))
    assert widest == forks


@pytest.mark.case("N13.1c-evade-column")
@pytest.mark.parametrize(("hq", "chance"), [(LEG_HQ, Fraction(15, 36)), (TRUCK_HQ, Fraction(21, 36))])
def test_the_chance_is_that_of_its_column(hq: str, chance: Fraction) -> None:
    """With the modifier for combat a wagon's 8 evades, a truck's 7."""
    look, units = attacked(f"soviet 03.03 q {hq}")
    told = combat_answer(look, "regular", look.board.index("03.03"), units)
    lost = told.outcomes.map(lambda outcome: (outcome.read.result, outcome.after.defender_losses > 0))
    result = next(text for text, gone in lost.ways if gone)
    assert told.came[result].chance(lambda after: after.evaded) == chance
    assert told.came[result].chance(lambda after: after.defender_losses) == 1 - chance
    assert not any(after.evaded and after.defender_retreat for spread in told.came.values() for after in spread.ways)


@pytest.mark.case("N13.1c-relocate-failure")
def test_where_no_way_leads_nothing_evades() -> None:
    """No hex is closer to the source than that of the HQ."""
    look, units = attacked(*ALONE, rest="[sources]\nsoviet 03.03")
    told = combat_answer(look, "regular", look.board.index("03.03"), units)
    assert not any(after.evaded for spread in told.came.values() for after in spread.ways)
    assert any(after.defender_losses for spread in told.came.values() for after in spread.ways)


def test_a_plan_goes_on_from_every_throw() -> None:
    """The chance to open the hex by a plan is that of the attack alone, an evasion opens it too."""
    look, units = attacked(*ALONE)
    hex_ = look.board.index("03.03")
    told = combat_answer(look, "regular", hex_, units)
    opened = told.outcomes.chance(lambda o: o.after.defender_losses or o.after.evaded or o.after.defender_retreat)
    assert forecast(look, "axis", Plan(hex_, units)).chance == opened


def test_one_course_is_what_play_with_those_dice_comes_to() -> None:
    """`play_each` names `play_out` as its plain version."""
    look, units = attacked(*ALONE)
    hex_ = look.board.index("03.03")
    told = combat_answer(look, "regular", hex_, units)
    data = announced_combat(look, "regular", hex_, units, told.preview)
    result = next(text for text, spread in told.came.items() if len(spread.ways) == 2)
    start = after_roll(look, data, result)
    start = start.at_stack(start.state.change(dice=DicePosition()))
    ends = [play_out(start, Policy(), Dice(0, script)).unit("q").hex for script in ((1, 1), (6, 6))]
    assert ends[0] < 0 <= ends[1]


# --- choices that stay open ------------------------------------------------------------------------------------------

GUN = "soviet 03.04 g artillery b12-3-3-4T/b6-2-3-14T"


def answered(*lines: str) -> CombatAnswer:
    """The forecast of an attack by a regiment from 02.02."""
    look = position(scene(f"axis 02.02 a {RGT}", f"soviet 03.03 r {RGT}", *lines))
    return combat_answer(look, "regular", look.board.index("03.03"), ("a",))


@pytest.mark.case("N9.5-defensive-fire", "N9.5-defensive-fire-drm")
def test_an_attack_is_told_with_and_without_defensive_fire() -> None:
    """With is the forecast itself; without is that of the same attack where nobody could fire."""
    fired, plain = answered(GUN), answered()
    assert plain.others == ()
    assert fired.preview.odds.drm == plain.preview.odds.drm - 1
    (other,) = fired.others
    assert (other.other.choice, other.other.case) == ("no Defensive Artillery Fire", "N9.5-defensive-fire")
    assert other.other.odds == plain.preview.odds
    assert other.outcomes == plain.outcomes.map(lambda outcome: outcome.after)
    assert other.outcomes != fired.outcomes.map(lambda outcome: outcome.after)
    labels = edition("new-ocs").policies[COMBAT_COLUMNS](edition("new-ocs").charts, plain.preview.odds)
    told = combat_report(fired, labels).others
    assert [one.choice for one in told] == ["no Defensive Artillery Fire"]
    assert told[0].taken == combat_report(plain, labels).taken
    assert told[0].column_label == plain.preview.column_label


@pytest.mark.case("N9.5-defensive-fire", "B-banzai-who")
def test_choices_of_both_sides_are_told_together() -> None:
    text = scene(f"axis 02.02 a {RGT} nation=jp", f"soviet 03.03 r {RGT}", GUN)
    look = position(text.replace("edition new-ocs\n", "edition new-ocs+burma\n"))
    told = combat_answer(look, "regular", look.board.index("03.03"), ("a",))
    assert [one.other.choice for one in told.others] == [
        "no Defensive Artillery Fire",
        "a Banzai charge",
        "a Banzai charge, no Defensive Artillery Fire",
    ]
    calm, charge = told.preview.odds.attackers, told.others[1].other.odds.attackers
    assert calm is not None
    assert charge is not None
    assert (charge.ambush, charge.surprise) == (calm.ambush + 1, calm.surprise - 1)
    assert told.others[1].other.odds.drm == told.preview.odds.drm == told.others[2].other.odds.drm - 1
    assert all(sum(chance for _, chance in one.outcomes) == 1 for one in told.others)
