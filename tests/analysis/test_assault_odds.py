"""Beach Assaults foreseen both ways, held to games in which every throw of the dice is played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from redball.analysis.assault import AssaultAnswer, assault_answer, guessed_answer, guesses
from redball.analysis.policy import Policy
from redball.core.actions import Advance, ChooseLeader, Done, IgnoreOption, LoseStep, Pay, TakeRetreat, UseInternals
from redball.core.actions.combat import ChooseTerrain, RetreatTo
from redball.core.look import Look
from redball.core.state import ABOARD
from redball.game.sight.belief import believed
from redball.rules.combat.odds import preview
from redball.rules.ground.fleet import fleet_in
from redball.rules.units.abilities import action_rating
from rules.test_beach_assault import (
    BIG,
    DIVISION,
    FIGHT,
    FOE,
    FRAIL,
    ONE,
    TABLE,
    TWO,
    declare,
    lc,
    shore,
    target,
)
from support import LEG, Sitting

Ends = dict[tuple[int, int, int, bool], Fraction]
"""Chances by steps lost by the attacker and by the defender, points of Landing Craft lost, somebody ashore."""


def steps(look: Look, side: str) -> int:
    """Steps of a side that are left, aboard or on the map."""
    units = (u for u in look.state.units.values() if u.side == side and (u.on_map or u.hex == ABOARD))
    return sum(look.steps(unit) for unit in units)


def points(look: Look) -> int:
    return sum(craft.points for craft in fleet_in(look.state).craft)


def end(before: Look, after: Look, hex_: int) -> tuple[int, int, int, bool]:
    """What has changed."""
    lost = [steps(before, side) - steps(after, side) for side in ("axis", "soviet")]
    return *lost, points(before) - points(after), bool(after.has_combat_units(hex_, "axis"))  # type: ignore[return-value]


def play_on(table: Sitting) -> None:
    """To the end of the assault: pay, the best leader, the worst terrain, losses from the unit with the most steps,
    retreat, one unit ashore."""
    hex_ = target(table)
    while not table.step.startswith(("combat_segment", "movement_segment")):
        offered = table.game.choices()
        for kind in (Pay, UseInternals, IgnoreOption, TakeRetreat, RetreatTo):
            if found := [action for action in offered if isinstance(action, kind)]:
                table.do(found[0])
                break
        else:
            leaders = [a for a in offered if isinstance(a, ChooseLeader)]
            losses = [a for a in offered if isinstance(a, LoseStep)]
            terrain = [a for a in offered if isinstance(a, ChooseTerrain)]
            inside = table.look.has_combat_units(hex_, "axis")
            if leaders:
                table.do(max(leaders, key=lambda a: action_rating(table.look, table.look.unit(a.unit))))
            elif losses:
                table.do(min(losses, key=lambda a: (-table.look.steps(table.look.unit(a.unit)), a.unit)))
            elif terrain:
                table.do(terrain[-1])
            elif any(isinstance(a, Advance) for a in offered) and inside:
                table.do(Done())
            else:
                table.do(offered[0])


def by_table(units: str, craft: str, who: tuple[str, ...], foe: str) -> Ends:
    """Every throw of the two dice, and all lots."""
    found: Counter[tuple[int, int, int, bool]] = Counter()
    before = shore(units, craft, foe=foe).look
    hex_ = target(shore(units, craft, foe=foe))
    for dice in product(range(1, 7), repeat=2):
        table = declare(shore(units, craft, foe=foe, dice=(*dice, 1, 1, 1, 1, 1, 1)), *who).do(TABLE)
        found[end(before, table.look, hex_)] += 1
    return {key: Fraction(ways, 36) for key, ways in found.items()}


def by_combat(units: str, craft: str, who: tuple[str, ...], foe: str) -> Ends:
    """Every throw for surprise, its shift and the Combat Table, read from the charts; each cell is played once."""
    first = shore(units, craft, foe=foe)
    before, hex_ = first.look, target(first)
    odds, charts = preview(before, "regular", hex_, who).odds, before.world.charts

    @cache
    def came(surprise: tuple[int, ...], roll: tuple[int, ...]) -> tuple[int, int, int, bool]:
        table = declare(shore(units, craft, foe=foe, dice=(*surprise, *roll, 1, 1, 1, 1)), *who).do(FIGHT)
        play_on(table)
        return end(before, table.look, hex_)

    cells: dict[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
    found: Ends = {}
    for two, die, roll in product(product(range(1, 7), repeat=2), range(1, 7), product(range(1, 7), repeat=2)):
        side = charts.surprise.who("regular", sum(two) + odds.drm)
        shift = {"attacker": die, "none": 0, "defender": -die}[side]
        cell = (charts.combat.shift(odds.column, shift), sum(roll))
        thrown = cells.setdefault(cell, (two if side == "none" else (*two, die), roll))
        key = came(*thrown)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 36 * 6 * 36)
    return found


def expected(ends: Ends, field: int) -> Fraction:
    return sum((p * key[field] for key, p in ends.items()), Fraction(0))


def foreseen(units: str, craft: str, who: tuple[str, ...], foe: str) -> AssaultAnswer:
    table = shore(units, craft, foe=foe)
    return assault_answer(table.look, "axis", target(table), who, Policy())


CASES = [
    (ONE, lc("a"), ("a",), FRAIL),
    (TWO, lc("a,b"), ("a", "b"), FOE),
    (DIVISION, lc("a"), ("a",), f"{FRAIL}\nsoviet 04.02 e {LEG}"),
]


@pytest.mark.case("18.6a-E", "18.6a-C", "18.6b-A")
@pytest.mark.parametrize(("units", "craft", "who", "foe"), CASES)
def test_combat_is_foreseen_as_every_throw_falls(units: str, craft: str, who: tuple[str, ...], foe: str) -> None:
    found: Ends = {}
    for after, p in foreseen(units, craft, who, foe).fight.outcomes.map(lambda one: one.after):
        key = (after.attacker_losses, after.defender_losses, after.craft_lost, after.taken)
        found[key] = found.get(key, Fraction(0)) + p
    assert found == by_combat(units, craft, who, foe)


@pytest.mark.case("18.6b-A", "18.6b-B")
@pytest.mark.parametrize(("units", "craft", "who", "foe"), CASES)
def test_the_table_is_foreseen_as_every_throw_falls(units: str, craft: str, who: tuple[str, ...], foe: str) -> None:
    table, ends = foreseen(units, craft, who, foe).table, by_table(units, craft, who, foe)
    assert table.attacker_losses == expected(ends, 0)
    assert {key[1] for key in ends} == {table.defender_losses}
    assert table.craft_lost == expected(ends, 2)
    assert table.taken == expected(ends, 3)


@pytest.mark.case("18.6b-A")
@pytest.mark.parametrize(("units", "craft", "who", "foe"), CASES)
def test_the_better_choice_is_the_one_with_more_steps_won(
    units: str, craft: str, who: tuple[str, ...], foe: str
) -> None:
    answer = foreseen(units, craft, who, foe)
    fought, landed = by_combat(units, craft, who, foe), by_table(units, craft, who, foe)
    gain = expected(fought, 0) - expected(fought, 1) - expected(landed, 0) + expected(landed, 1)
    assert answer.gain == gain
    assert answer.better == ("fight" if gain > 0 else "table" if gain < 0 else "even")


@pytest.mark.case("18.6b-A")
def test_either_choice_can_be_the_better_one() -> None:
    strong = "axis aboard a Bn tank armor 40-5-12K/20-5-15K"
    assert foreseen(ONE, lc("a"), ("a",), FOE).better == "fight"
    overwhelming = foreseen(strong, lc("a", points=30), ("a",), FRAIL)
    assert overwhelming.better == "table"
    assert (
        overwhelming.fight.outcomes.expect(lambda one: one.after.attacker_losses) < overwhelming.table.attacker_losses
    )


@pytest.mark.case("18.6b-A", "4.9a-A")
def test_under_fog_the_defender_is_told_of_the_strongest_and_the_weakest_force_that_may_be_aboard() -> None:
    """They see Landing Craft, not the cargo: what is told does not depend on it."""
    units = f"axis aboard a {LEG}\naxis aboard b {BIG}\naxis aboard c {LEG}"
    told = []
    for aboard in (("a",), ("b",)):
        table = declare(shore(units, lc("a,b,c")), *aboard)
        found = guesses(table.look, "soviet", target(table))
        told.append([(one.text, one.units) for one in found])
        answers = [guessed_answer(one, "axis", target(table), Policy()) for one in found]
        assert answers[0].gain != answers[1].gain
    assert (
        told[0]
        == told[1]
        == [
            ("the strongest", ("?b",)),
            ("the weakest", ("?a",)),
        ]
    )
    assert "a" not in believed(table.look, "soviet").state.units
