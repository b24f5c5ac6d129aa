"""What is told of an option agrees with what happens when it is met that way."""

from __future__ import annotations

import copy

import pytest

from game.test_standing_answers import DIV, RGT, WEAK, fought
from redball.core.actions import LoseStep, RetreatTo, TakeRetreat
from redball.game.explain.options import retreat_told
from rules.table import Table

FOES = [
    "",
    f"axis 05.04 e1 {RGT}",
    f"axis 05.04 e1 {RGT}\naxis 05.03 e2 {RGT}",
    f"axis 05.05 e1 {RGT}\naxis 06.03 e2 {RGT}\naxis 05.02 e3 {RGT}",
]


@pytest.mark.case("9.10a", "9.12-B", "9.12a-B", "9.12e-A")
@pytest.mark.parametrize("foes", FOES)
@pytest.mark.parametrize("result", ["Ao1 Do1", "Ao1e4 DL1o2", "Ae3 DL2o2DG"])
@pytest.mark.parametrize("mark", ["", " strat"])
def test_the_ways_that_are_told_are_those_that_can_be_taken(foes: str, result: str, mark: str) -> None:
    table = fought([RGT + mark, DIV], result, f"{foes}\n")
    lose_until(table, "defender_option")
    before = table.game.look
    told = retreat_told(before, table.asked.data, "defender")
    (stack,) = told.stacks
    table.do(TakeRetreat())
    alive = {unit.id for unit in table.game.look.units_at(table.hex("04.03"), "soviet")}
    went = {a.hex: after(table, a) for a in table.game.choices() if isinstance(a, RetreatTo)}
    assert set(stack.open) == went.keys()
    there = {unit.id for unit in before.units_at(table.hex("04.03"), "soviet")}
    assert set(stack.lost) == there - alive
    assert told.dg is (told.hexes >= 2)
    if told.hexes == 1:
        assert {hex_ for hex_, harmed in went.items() if not harmed} == set(stack.calm)


def lose_until(table: Table, step: str) -> None:
    """Lose steps, whoever must, until the decision is open."""
    while table.step != step:
        table.do(next(a for a in table.game.choices() if isinstance(a, LoseStep)))


def after(table: Table, action: RetreatTo) -> bool:
    """The retreat there disorganizes somebody, or costs a step."""
    fork = copy.copy(table)
    fork.game = table.game.fork()
    fork.game.take("soviet", action)
    return any(u.marker == "dg" for u in fork.game.look.units_at(action.hex, "soviet"))


def test_a_unit_that_cannot_march_is_told_to_be_lost() -> None:
    table = fought([WEAK, "Rgt infantry other 8-3-0L/8-3-0L"], "Ao1 Do1")
    lose_until(table, "defender_option")
    (stack,) = retreat_told(table.game.look, table.asked.data, "defender").stacks
    assert stack.lost == ("r2",)
