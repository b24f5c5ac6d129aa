"""The loop that runs procedures, and the order in which an action is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec import Struct

from redball.core import engine, procedures
from redball.core.actions import BeginMove, Cancel, Done, ElectOrder, PayFuel, StepTo
from redball.core.dice import Dice
from redball.core.edition import Edition
from redball.core.engine import EngineError, Run
from redball.core.errors import EditionError
from redball.core.events import WeatherSet
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal
from redball.core.state import Frame
from redball.game.position.parse import parse_position
from support import LEG, text


class Tally(Struct, frozen=True, tag=True):
    """What the toy procedures remember."""

    count: int = 0


def always(look: Look, data: Tally, action: object) -> Refusal | None:
    return None


def offer(*actions: object):  # type: ignore[no-untyped-def]
    """Candidates."""

    def candidates(look: Look, data: Tally) -> Iterator[object]:
        yield from actions

    return candidates


def count_up(run: Run, data: Tally, action: object = None) -> None:
    run.set(Tally(data.count + 1))


def until(limit: int):  # type: ignore[no-untyped-def]
    """Asks axis until the count has reached a limit."""
    return lambda look, data: "axis" if data.count < limit else None


def ask(name: str = "ask", limit: int = 1, take=count_up) -> Choose:  # type: ignore[no-untyped-def]
    """A decision: yes or no."""
    option = Option(ElectOrder, offer(ElectOrder(True), ElectOrder(False)), always, take)
    return Choose(name, "Yes or no?", until(limit), (option,))


def toy(*procedures: Procedure, dice: tuple[int, ...] = ()) -> tuple[Look, Dice]:
    """A look at a state in which the first of some procedures has begun."""
    world, state = parse_position(text(f"axis 01.01 u {LEG}\nsoviet 06.05 r {LEG}"))
    table = {p.name: p for p in procedures}
    assert isinstance(world.edition, Edition)
    world = replace(world, edition=replace(world.edition, procedures=table))
    first = procedures[0]
    stack = (Frame(first.name, first.steps[0].name, first.data()),)
    source = Dice(seed=1, script=dice)
    return engine.start(world, state.change(stack=stack), source)[0], source


def act(look: Look, dice: Dice, action: object, side: str = "axis") -> Look:
    """The look after an action that is accepted."""
    answer = engine.apply(look, dice, side, action)  # type: ignore[arg-type]
    assert not isinstance(answer, Refusal), answer
    return answer[0]


# --- refusals: sender, form, rules -----------------------------------------------------------------------------


def position() -> Look:
    """The axis moves `u` out of 01.01."""
    world, state = parse_position(text(f"axis 01.01 u {LEG}\nsoviet 06.05 r {LEG}"))
    return engine.start(world, state, Dice(1))[0]


@pytest.mark.parametrize(
    ("side", "action", "code"),
    [
        ("soviet", BeginMove("nobody"), "turn.not_your_decision"),
        ("axis", BeginMove("nobody"), "input.unknown_unit"),
        ("axis", BeginMove(""), "input.unknown_unit"),
        ("axis", StepTo(-1), "input.unknown_hex"),
        ("axis", StepTo(9999), "input.unknown_hex"),
        ("axis", PayFuel("single_unit", "u", 0, holder="nobody"), "input.unknown_unit"),
        ("axis", PayFuel("single_unit", "u", 0), "turn.not_now"),
        ("axis", StepTo(0), "turn.not_now"),
        ("axis", BeginMove("r"), "move.not_own"),
    ],
)
def test_the_sender_is_checked_first_then_the_form_then_the_rules(side: str, action: object, code: str) -> None:
    look = position()
    answer = engine.apply(look, Dice(1), side, action)  # type: ignore[arg-type]
    assert isinstance(answer, Refusal)
    assert answer.code == code


@pytest.mark.case("2.1-C")
def test_what_is_not_possible_now_is_told_in_words() -> None:
    answer = engine.check(position(), "axis", StepTo(0))
    assert isinstance(answer, Refusal)
    assert (answer.detail, answer.have) == ("step to", "Pick a unit to move, or end the segment")


def test_a_refusal_leaves_the_very_same_state() -> None:
    look = position()
    state = look.state
    assert isinstance(engine.apply(look, Dice(1), "axis", BeginMove("r")), Refusal)
    assert look.state is state


def test_after_the_end_everything_is_refused() -> None:
    look, dice = toy(Procedure("toy", Tally, (ask(),)))
    look = act(look, dice, ElectOrder(True))
    assert engine.decision(look) is None
    assert engine.choices(look) == []
    answer = engine.apply(look, dice, "axis", ElectOrder(True))
    assert isinstance(answer, Refusal)
    assert answer.code == "turn.game_over"


# --- the loop --------------------------------------------------------------------------------------------------


def test_a_decision_is_repeated_until_nobody_decides() -> None:
    look, dice = toy(Procedure("toy", Tally, (ask(limit=3), ask("more", limit=4))))
    for seen in range(3):
        open_ = engine.decision(look)
        assert open_ is not None
        assert (open_.step.name, open_.data.count) == ("ask", seen)
        look = act(look, dice, ElectOrder(True))
    open_ = engine.decision(look)
    assert open_ is not None
    assert open_.step.name == "more"


def test_a_decision_can_be_left_for_the_next_step() -> None:
    leave = ask(limit=9, take=lambda run, data, action: run.go_on())
    look, dice = toy(Procedure("toy", Tally, (leave, Do("up", count_up), ask("last", limit=2))))
    open_ = engine.decision(act(look, dice, ElectOrder(True)))
    assert open_ is not None
    assert (open_.step.name, open_.data.count) == ("last", 1)


def test_steps_are_gone_to_by_name() -> None:
    def again(run: Run, data: Tally) -> None:
        if data.count < 3:
            run.go("up")

    look, _ = toy(Procedure("toy", Tally, (Do("up", count_up), Do("again", again), ask(limit=9))))
    open_ = engine.decision(look)
    assert open_ is not None
    assert open_.data.count == 3


def test_going_to_a_step_that_is_not_there_names_it() -> None:
    with pytest.raises(EditionError, match=r"procedure 'toy' has no step 'nowhere'"):
        toy(Procedure("toy", Tally, (Do("up", lambda run, data: run.go("nowhere")),)))


def test_a_procedure_that_never_asks_is_stopped_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procedures, "STEP_LIMIT", 50)
    with pytest.raises(EngineError, match="no decision after 50 steps in endless"):
        toy(Procedure("endless", Tally, (Do("up", lambda run, data: run.go("up")),)))


# --- one procedure opens another -------------------------------------------------------------------------------

INNER = Procedure("inner", Tally, (ask(take=lambda run, data, action: run.finish(action.first)),))


def received(data: Tally, result: bool) -> Tally:
    """What the outer procedure makes of the result."""
    return Tally(7 if result else 8)


def opens(run: Run, data: Tally, action: object = None) -> None:
    run.push("inner", Tally())


def test_after_an_automatic_step_that_opened_another_procedure_the_next_step_follows() -> None:
    outer = Procedure("outer", Tally, (Do("open", opens), ask("after", limit=9)), receive=received)
    look, dice = toy(outer, INNER)
    assert [frame.procedure for frame in look.state.stack] == ["outer", "inner"]
    open_ = engine.decision(act(look, dice, ElectOrder(True)))
    assert open_ is not None
    assert (open_.procedure.name, open_.step.name, open_.data.count) == ("outer", "after", 7)


def test_a_decision_that_opened_another_procedure_is_asked_again() -> None:
    outer = Procedure("outer", Tally, (ask("first", limit=5, take=opens),), receive=received)
    look, dice = toy(outer, INNER)
    open_ = engine.decision(act(act(look, dice, ElectOrder(True)), dice, ElectOrder(True)))
    assert open_ is None, "7 is above the limit of 5"


def test_a_result_that_nobody_takes_is_an_error_of_the_engine() -> None:
    outer = Procedure("outer", Tally, (Do("open", opens), ask("after", limit=9)))
    look, dice = toy(outer, INNER)
    with pytest.raises(EngineError, match="outer takes no result"):
        engine.apply(look, dice, "axis", ElectOrder(True))


# --- dice ------------------------------------------------------------------------------------------------------


def test_dice_fall_in_chance_steps_and_are_logged_with_their_reason() -> None:
    roll = Chance(
        "roll",
        "two dice",
        "9.9",
        lambda look, data: 2,
        lambda run, data, dice: run.set(Tally(sum(dice))),
        lambda look, data: "soviet",
    )
    none = Chance("none", "no dice", "9.9", lambda look, data: 0, lambda run, data, dice: run.set(Tally(-1)))
    look, _ = toy(Procedure("toy", Tally, (roll, none, ask(limit=99))), dice=(4, 3))
    open_ = engine.decision(look)
    assert open_ is not None
    assert open_.data.count == 7
    assert look.state.dice.drawn == 2


def test_the_number_of_the_first_die_is_part_of_the_event() -> None:
    world, state = parse_position(text(f"axis 01.01 u {LEG}\nsoviet 06.05 r {LEG}"))
    run = Run(Look(world, state), Dice(1, (6, 5, 4)))
    assert run.roll(1, "one", "9.9", "axis") == (6,)
    assert run.roll(2, "two", "9.9", "axis") == (5, 4)
    assert [(event.first, event.dice) for event in run.events] == [(0, (6,)), (1, (5, 4))]  # type: ignore[attr-defined]


# --- what an engine never allows -------------------------------------------------------------------------------


def test_a_stack_that_ends_at_no_decision_is_an_error_of_the_engine() -> None:
    look, _ = toy(Procedure("toy", Tally, (ask(), Do("up", count_up))))
    frame = Frame("toy", "up", Tally())
    with pytest.raises(EngineError, match=re.escape("toy.up is not a decision")):
        engine.decision(Look(look.world, look.state.change(stack=(frame,))))
    with pytest.raises(EngineError, match=re.escape("nobody decides at toy.ask")):
        engine.decision(Look(look.world, look.state.change(stack=(Frame("toy", "ask", Tally(5)),))))


def test_only_what_the_step_offers_is_taken() -> None:
    look, dice = toy(Procedure("toy", Tally, (ask(),)))
    assert engine.choices(look) == [ElectOrder(True), ElectOrder(False)]
    for action in (Done(), Cancel()):
        answer = engine.apply(look, dice, "axis", action)
        assert isinstance(answer, Refusal)
        assert answer.code == "turn.not_now"


def test_what_is_emitted_changes_the_state_at_once_and_is_logged() -> None:
    world, state = parse_position(text(f"axis 01.01 u {LEG}\nsoviet 06.05 r {LEG}"))
    run = Run(Look(world, state), Dice(1))
    run.emit(WeatherSet(case="2.3-A", weather="mud"))
    assert run.state.weather == "mud"
    assert state.weather == ""
    assert len(run.events) == 1
