"""Step losses: who may lose, how a unit dies."""

from __future__ import annotations

import pytest

from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.events import StepLost, UnitEliminated
from redball.core.state import DEAD_PILE, REMOVED
from redball.rules.units.losses import alive, eliminate, lose_step, next_to_lose
from support import position

TEXT = """
[terrain]
. . .
. . .
. . .
[units]
axis 01.01 d Div infantry other 12-3-3L/6-3-8L re=3
axis 01.01 b Bn infantry other 4-3-3L/2-3-6L oos
axis 01.01 c Bn infantry other 4-3-3L/2-3-6L
soviet 03.03 r Rgt infantry other 8-3-3L/4-3-6L
"""


def running() -> Run:
    return Run(position(TEXT), Dice(seed=1))


@pytest.mark.case("9.11-A", "9.11-B", "9.11d-C")
def test_a_multi_step_unit_dies_with_its_last_step() -> None:
    run = running()
    for left in (2, 1):
        lose_step(run, "d", "combat", "9.11c-A")
        unit = run.look.unit("d")
        assert (run.look.steps(unit), unit.on_map) == (left, True)
        assert run.look.regimental_equivalents(unit) == 4 * left
    lose_step(run, "d", "combat", "9.11c-A")
    assert not run.look.unit("d").on_map
    assert [event.destroyed for event in run.events if isinstance(event, StepLost)] == [False, False, True]
    assert run.state.steps_lost["axis"] == 3


@pytest.mark.case("13.5c", "13.5b-B")
@pytest.mark.parametrize(("mark", "pile"), [("", DEAD_PILE), ("no_rebuild", REMOVED)])
@pytest.mark.parametrize("eliminated", [False, True])
def test_a_yellow_dot_is_out_of_the_game_and_others_lie_in_the_dead_pile(
    mark: str, pile: int, eliminated: bool
) -> None:
    run = Run(position(TEXT.replace("2-3-6L oos", f"2-3-6L {mark}")), Dice(seed=1))
    if eliminated:
        eliminate(run, "b", "no retreat", "9.12-B")
    else:
        lose_step(run, "b", "combat", "9.11c-A")
    assert run.look.unit("b").hex == pile


@pytest.mark.case("9.11-A", "9.11-B")
def test_any_other_unit_has_one_step() -> None:
    run = running()
    lose_step(run, "b", "combat", "9.11c-A")
    assert not run.look.unit("b").on_map
    assert not run.look.unit("b").out_of_supply
    with pytest.raises(ValueError, match="no step"):
        lose_step(run, "b", "combat", "9.11c-A")


@pytest.mark.case("9.11-B")
def test_an_eliminated_unit_takes_all_its_steps_along() -> None:
    run = running()
    lose_step(run, "d", "combat", "9.11c-A")
    eliminate(run, "d", "retreat", "9.12-B")
    gone = run.events[-1]
    assert isinstance(gone, UnitEliminated)
    assert (gone.steps, gone.cause, run.state.steps_lost["axis"]) == (2, "retreat", 3)


@pytest.mark.case("9.11c-A", "9.6-C")
@pytest.mark.parametrize(
    ("lost", "who"),
    [
        ((), ("d",)),
        (("d",), ("b", "c")),
        (("d", "c"), ("b",)),
        (("d", "b", "c"), ("d", "b", "c")),
        (("d", "b", "c", "d"), ("d", "b", "c")),
    ],
)
def test_the_leader_first_then_everyone_once(lost: tuple[str, ...], who: tuple[str, ...]) -> None:
    assert next_to_lose(position(TEXT), ("d", "b", "c"), "d", lost) == who


@pytest.mark.case("9.11c-A")
def test_the_dead_lose_nothing_more() -> None:
    run = running()
    lose_step(run, "b", "combat", "9.11c-A")
    assert alive(run.look, ("d", "b", "c")) == ("d", "c")
    assert next_to_lose(run.look, ("d", "b", "c"), "b", ("b",)) == ("d", "c")
    assert next_to_lose(run.look, ("d", "b", "c"), "b", ("b", "d", "c")) == ("d", "c")
    assert next_to_lose(run.look, ("b",), "b", ("b",)) == ()
