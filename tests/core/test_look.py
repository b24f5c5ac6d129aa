"""What follows from a look: as long as nothing but the open procedures changes, all of it holds."""

import pytest

from redball.core.derived import derived, of_state
from redball.core.events import UnitMoved
from redball.core.look import Look
from redball.core.state import Frame
from redball.game import Game
from redball.game.sight.belief import believed

WORKED_OUT: list[str] = []


@derived
def placed(look: Look, uid: str) -> int:
    """Where a unit stands."""
    WORKED_OUT.append("placed")
    return look.unit(uid).hex


@of_state
def everybody(look: Look) -> int:
    """How many units there are."""
    WORKED_OUT.append("everybody")
    return len(look.state.units)


@pytest.fixture(autouse=True)
def afresh() -> None:
    """Nothing was worked out yet."""
    WORKED_OUT.clear()


def test_what_was_derived_holds_while_only_procedures_open_and_close() -> None:
    game = Game.new("crossing", seed=1)
    look = game.look
    look.world.forget()
    found = placed(look, "ax-ir1"), everybody(look)
    facts = look.facts
    other = look.at_stack(look.state.change(stack=look.state.stack[:1]))
    assert (placed(other, "ax-ir1"), everybody(other)) == found
    assert WORKED_OUT == ["placed", "everybody"]
    assert other.facts is facts
    assert len(other.state.stack) == 1


def test_a_change_of_units_forgets_what_was_derived() -> None:
    game = Game.new("crossing", seed=1)
    look = game.look
    unit = look.unit("ax-ir1")
    there = look.board.neighbours(unit.hex)[0]
    assert placed(look, unit.id) == unit.hex
    everybody(look)
    WORKED_OUT.clear()
    event = UnitMoved(case="6.1a", side="axis", unit=unit.id, start=unit.hex, hex=there, mp=12)
    after = look.after(event.apply(look.state), event.touched())
    assert placed(after, unit.id) == there
    everybody(after)
    assert WORKED_OUT == ["placed", "everybody"]
    assert placed(look, unit.id) == unit.hex
    assert unit.id in after.ids_at(there)
    assert unit.id in look.ids_at(unit.hex)


def test_facts_can_be_asked_for_later_on_the_other_look() -> None:
    game = Game.new("crossing", seed=1)
    fresh = game.look.__class__(game.world, game.state)
    other = fresh.at_stack(game.state.change(stack=()))
    assert other.facts == fresh.facts == game.look.facts


def test_what_a_side_believes_has_the_open_procedures_of_now() -> None:
    look = Game.new("crossing", seed=1).look
    one = believed(look, "axis")
    assert believed(look, "axis") is one
    opened = (*look.state.stack, Frame("stacking_check", "eliminate", None))
    assert believed(look.at_stack(look.state.change(stack=opened)), "axis").state.stack == opened
