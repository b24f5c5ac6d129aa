"""What a look remembers: as long as nothing but the open procedures changes, everything; after that, nothing."""

from redball.core.events import UnitMoved
from redball.core.state import Frame
from redball.game import Game
from redball.game.sight.belief import believed


def test_what_was_derived_holds_while_only_procedures_open_and_close() -> None:
    game = Game.new("crossing", seed=1)
    look = game.look
    worked_out = []
    look.memo("probe", lambda: worked_out.append(1))
    facts = look.facts
    other = look.at_stack(look.state.change(stack=look.state.stack[:1]))
    other.memo("probe", lambda: worked_out.append(2))
    assert worked_out == [1]
    assert other.facts is facts
    assert len(other.state.stack) == 1


def test_a_change_of_units_forgets_what_was_derived() -> None:
    game = Game.new("crossing", seed=1)
    look = game.look
    unit = look.unit("ax-ir1")
    there = look.board.neighbours(unit.hex)[0]
    look.memo("probe", lambda: "before")
    event = UnitMoved(case="6.1a", side="axis", unit=unit.id, start=unit.hex, hex=there, mp=12)
    after = look.after(event.apply(look.state), event.touched())
    assert after.memo("probe", lambda: "after") == "after"
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
