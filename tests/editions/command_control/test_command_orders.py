"""Movement by armies and HQs, played on Sedan's first German Movement Phase."""

from __future__ import annotations

import pytest

from editions.command_control.sedan import EDITION, at_movement, play
from redball.core.actions import Action, AddUnit, BeginMove, Done, Halt, PayFuel, SetMode, StepTo
from redball.core.events import PhaseBegan
from redball.core.state import Facing
from redball.editions.command_control.actions import BeginOutside, TakeArmy, TakeHq
from redball.editions.command_control.events import (
    ArmyEnded,
    ArmyTaken,
    CommandEvent,
    ForgottenBegan,
    HqEnded,
    HqMovedBehind,
    HqTaken,
    MovementHalved,
    SpareForgone,
    UnitLed,
    UnledMoved,
    ZonePlaced,
)
from redball.editions.command_control.record import command_in, halved
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.sight.belief import believed
from redball.rules.units.abilities import movement_allowance


@pytest.fixture
def game(at_first_move: Game) -> Game:
    """A game of its own at the first decision of the German Movement Phase."""
    return at_first_move.fork()


def code(game: Game, action: Action) -> str:
    """The refusal of an action, "" if it is legal."""
    refused = game.check("axis", action)
    return refused.code if refused is not None else ""


@pytest.mark.case(
    "C1.3-sequence",
    "C1.3-army-movement-only",
    "C1.3-army-movement-hqs",
    "C1.3-limited-units-phases",
    "C1.1-army",
    "C1.3-hq-selection-finish",
)
def test_a_phase_goes_army_by_army_and_hq_by_hq(game: Game) -> None:
    assert code(game, BeginMove("de-1pz-a")) == "command.no_army"
    assert code(game, TakeHq("de-hq-19")) == "command.wrong_hq", "no army yet"
    play(game, TakeArmy("kleist"))
    assert code(game, TakeArmy("4")) == "command.wrong_army", "one at a time"
    assert code(game, BeginMove("de-1pz-a")) == "command.no_hq"
    assert code(game, TakeHq("de-hq-15")) == "command.wrong_hq", "of another army"
    play(game, TakeHq("de-hq-19"))
    assert code(game, TakeHq("de-hq-41")) == "command.wrong_hq", "one at a time"
    assert code(game, BeginMove("de-1pz-a")) == ""
    assert code(game, BeginMove("de-7pz-a")) == "command.out_of_range"
    play(game, Done(), Done(), TakeHq("de-hq-41"))
    assert code(game, TakeHq("de-hq-19")) == "command.wrong_hq", "it has been played"
    play(game, Done(), Done(), Done())
    assert code(game, TakeArmy("kleist")) == "command.wrong_army", "it has been played"
    play(game, TakeArmy("4"))


@pytest.mark.case("C1.3-limited-units", "C1.3-hq-movement-units", "C1.3-hq-selection-type")
def test_an_hq_leads_no_more_than_its_table_allows(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"))
    for unit in ("de-1pz-k", "de-10pz-aa"):
        play(game, BeginMove(unit), Halt())
    assert command_in(game.state).led == (("1 Pz", "de-hq-19"), ("10 Pz", "de-hq-19"))
    refused = game.check("axis", BeginMove("de-2pz-k"))
    assert refused is not None
    assert (refused.code, refused.case) == ("command.no_room", "C1.3-hq-selection-type")
    assert refused.have == "2 panzer", "a third panzer division is too many; a motorized one would not be"
    assert code(game, BeginMove("de-1pz-aa")) == "", "the rest of a division that is led takes no other slot"


@pytest.mark.case("C1.3-limited-units-free")
def test_other_units_need_no_slot_but_must_be_in_range(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"))
    for unit in ("de-1pz-k", "de-10pz-aa", "de-gd-1", "de-flak102", "de-pi505"):
        play(game, BeginMove(unit), Halt())
    assert code(game, BeginMove("de-7pz-ar")) == "command.out_of_range"


@pytest.mark.case("C1.3-hq-movement", "C1.3-hq-movement-units")
def test_an_hq_that_is_taken_sets_its_mode_and_its_units_move_as_a_stack(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"), BeginMove("de-hq-19"))
    hq = game.look.unit("de-hq-19")
    other: Facing = "combat" if hq.facing == "move" else "move"
    assert SetMode(hq.id, other, other) in game.choices()
    assert any(isinstance(action, PayFuel) and action.unit == hq.id for action in game.choices())
    play(game, Halt(), BeginMove("de-1pz-a"), AddUnit("de-1pz-b"))
    assert game.look.state.stack[-1].data.units == ("de-1pz-a", "de-1pz-b")


@pytest.mark.case("C1.3-hq-selection-range")
def test_the_range_is_measured_when_a_unit_is_selected(game: Game) -> None:
    play(game, TakeArmy("12"), TakeHq("de-hq-3"))
    far = "de-16id"
    assert code(game, BeginMove(far)) == "command.out_of_range"
    near = "de-3id"
    assert code(game, BeginMove(near)) == ""


@pytest.mark.case("C1.3-hq-movement", "C1.3-hq-movement-once")
def test_an_hq_moves_before_or_behind_its_units_not_both(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"), BeginMove("de-hq-19"), Halt())
    assert code(game, BeginMove("de-1pz-k")) == "", "it moved ahead of them"
    play(game, BeginMove("de-1pz-k"), Halt())
    assert code(game, BeginMove("de-hq-19")) == "move.moved"
    play(game, Done(), Done(), TakeHq("de-hq-41"), BeginMove("de-6pz-k"), Halt(), BeginMove("de-hq-41"), Halt())
    assert command_in(game.state).closing
    assert code(game, BeginMove("de-8pz-k")) == "command.hq_behind"
    assert code(game, BeginMove("de-6pz-aa")) == "command.hq_behind", "the rest of a division that it led stays too"
    assert code(game, BeginMove("de-hq-pzgk")) == "command.other_hq"


@pytest.mark.case("C1.3-army-movement-one-free", "C1.3-non-commanded", "C1.3-breakdown")
def test_one_unit_without_command_follows_each_hq(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-pzgk"), Done())
    assert command_in(game.state).spare
    play(game, BeginMove("de-2pz-k"), Halt())
    assert code(game, BeginMove("de-2pz-a")) == "", "the same division"
    assert code(game, BeginMove("de-1pz-a")) == "command.slot_taken"
    play(game, TakeHq("de-hq-19"))
    assert code(game, BeginMove("de-1pz-a")) == ""


@pytest.mark.case("C1.3-exempt")
def test_trucks_trains_and_columns_move_at_any_time(game: Game) -> None:
    inside = game.fork()
    assert code(game, BeginMove("de-tr-1")) == "", "Transport Points"
    assert code(game, BeginOutside("de-3id")) == ""
    look = play(game, BeginOutside("de-3id"))
    ahead = next(h for h in look.board.neighbours(look.unit("de-3id").hex))
    assert code(game, StepTo(ahead)) == "command.not_outside"
    play(game, SetMode("de-3id", "strat", "move"))
    assert code(game, StepTo(ahead)) != "command.not_outside"
    play(inside, TakeArmy("12"), TakeHq("de-hq-3"))
    assert code(inside, BeginOutside("de-3id")) == "command.in_order"


@pytest.mark.case("C1.3-forgotten")
def test_the_forgotten_move_last_and_half_as_far(game: Game) -> None:
    whole = movement_allowance(game.look, game.look.unit("de-7pz-a"))
    play(game, Done())
    assert command_in(game.state).forgotten
    assert not any(isinstance(action, TakeArmy | TakeHq) for action in game.choices())
    look = play(game, BeginMove("de-7pz-a"), AddUnit("de-7pz-b"))
    assert movement_allowance(look, look.unit("de-7pz-a")) * 2 == whole
    assert halved(look.unit("de-7pz-b"))
    assert halved(believed(look, "axis").unit("de-7pz-b"))
    unknown = believed(look, "allied").state.units.get("de-7pz-b")
    assert unknown is None or not halved(unknown), "nobody else knows"
    assert "halved" in dump_position(look.world, look.state)
    began = PhaseBegan(case="2.2", side="axis", phase="combat", segment="barrage", phasing="axis", new_phase=True)
    assert not any(halved(unit) for unit in began.apply(look.state).units.values())
    play(game, Halt(), Done())
    assert game.state.clock.segment != "movement" or game.state.clock.phase != "movement"


@pytest.mark.case("C1.3-hq-selection-change", "C1.3-fuel-notes")
def test_who_is_led_is_settled_anew_in_each_movement_phase(game: Game) -> None:
    play(
        game,
        TakeArmy("kleist"),
        TakeHq("de-hq-19"),
        BeginMove("de-1pz-k"),
        Halt(),
        Done(),
        Done(),
        Done(),
        Done(),
        Done(),
    )
    assert command_in(game.state).led == (("1 Pz", "de-hq-19"),), "kept for the rest of the player turn"
    at_movement(game, "allied")
    assert command_in(game.state).led == (("1 Pz", "de-hq-19"),), "and in the enemy's turn, for retreats"
    assert command_in(game.state).fed == ()
    at_movement(game, "axis")
    assert command_in(game.state).led == ()
    assert not command_in(game.state).forgotten


@pytest.mark.case("C1.6-interval", "C1.1-army-soviet")
def test_a_soviet_army_leads_at_least_two_divisions_if_it_can() -> None:
    game = Game.new("smolensk", seed=1, edition=EDITION)
    game = at_movement(game, "soviet")
    hq = next(hq for hq in game.look.own_of("soviet", "hq") if hq.id == "su-hq-20a")
    game.do(TakeArmy("west"))
    game.do(TakeHq(hq.id))
    refused = game.check("soviet", Done())
    assert refused is not None
    assert (refused.code, refused.case, refused.need) == ("command.least", "C1.6-interval", "2 rifle")


@pytest.mark.case("C1.3-example")
def test_what_happened_is_told_in_the_order_of_the_rulebook(game: Game) -> None:
    play(game, TakeArmy("kleist"), TakeHq("de-hq-19"), BeginMove("de-1pz-k"), Halt(), BeginMove("de-hq-19"), Halt())
    play(game, Done(), BeginMove("de-2pz-k"), Halt(), Done(), Done(), Done(), BeginMove("de-7pz-aa"), Halt())
    events = (event for event in game.events() if isinstance(event, CommandEvent | MovementHalved))
    told = [type(event) for event in events if not isinstance(event, ZonePlaced)]
    assert told == [
        ArmyTaken,
        HqTaken,
        UnitLed,
        HqMovedBehind,
        HqEnded,
        UnledMoved,
        SpareForgone,
        ArmyEnded,
        ForgottenBegan,
        MovementHalved,
    ]


def test_without_armies_nothing_changes() -> None:
    game = Game.new("crossing", seed=1, edition=EDITION)
    while game.decision is not None and game.decision.step.name != "choose_unit":
        game.do(next(iter(game.choices())))
    assert not any(isinstance(action, TakeArmy | BeginOutside) for action in game.choices())
    assert any(isinstance(action, BeginMove) for action in game.choices())
