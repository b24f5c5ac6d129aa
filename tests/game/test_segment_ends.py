"""What `Done` says it ends, and what a side is warned of before a segment ends."""

from __future__ import annotations

import pytest

from redball.cli.wording import Words
from redball.core.actions import AddUnit, BeginMove, DeclareAttack, Done, Halt, PayFuel, StepTo
from redball.game import Game
from redball.game.standing.questions import stops_of
from redball.game.view.decision import decision_view
from redball.game.view.segment_ends import done_text, end_named
from redball.game.view.warnings import warnings
from support import GUNS, HQ, LEG, TRUCK, Sitting, land, sit

ROW = land(columns=14, rows=1)
SUPPLY = "[supply]\naxis 01.01 9\n[sources]\naxis 01.01\nsoviet 14.01"


def told(table: Sitting, side: str = "axis") -> dict[str, tuple[str, list[str], list[int]]]:
    """The warnings, by their case."""
    return {one.case: (one.text, one.units, one.hexes) for one in warnings(table.game, side)}


@pytest.mark.case("2.2")
def test_done_says_which_segment_it_ends_at_each_decision_of_a_turn() -> None:
    game = Game.new("crossing", seed=1)
    said: list[str] = []
    while len(said) < 4 and game.decision is not None:
        text = done_text(game)
        if text and said[-1:] != [text]:
            said.append(text)
        game.do(Done() if text else game.choices()[0])
    assert said == [
        "End the Movement Segment",
        "End the Movement Segment (Reaction Phase)",
        "End the Barrage Segment (Combat Phase)",
        "End the Movement Segment (Exploitation Phase)",
    ]


@pytest.mark.parametrize("edition", ["v4.2", "1992", "new-ocs"])
def test_each_segment_of_an_edition_has_words_of_its_own(edition: str) -> None:
    world = Game.new("crossing", edition=edition, seed=1).world
    said = [end_named(world, ends) for ends in stops_of(world)]
    assert all(said)
    assert len({*said}) == len(said)
    assert end_named(world, "combat/nothing") == ""


def test_a_draft_is_committed_and_brings_no_warning() -> None:
    table = sit(f"axis 02.01 a {LEG}\nsoviet 03.01 s {LEG}", ROW, at="combat", rest=SUPPLY)
    assert done_text(table.game) == "End the Combat Segment"
    assert told(table)["9.1b"][1] == ["a"]
    table.do(DeclareAttack(table.hex("03.01")), AddUnit("a"))
    assert done_text(table.game) == "Attack"
    assert told(table) == {}


def test_the_view_tells_only_who_decides() -> None:
    table = sit(f"axis 02.01 a {LEG}\nsoviet 13.01 s {LEG}", ROW, rest=SUPPLY)
    own, other = decision_view(table.game, "axis"), decision_view(table.game, "soviet")
    assert own is not None
    assert other is not None
    assert (own.done, other.done) == ("End the Movement Segment", "")
    assert warnings(table.game, "soviet") == []


def test_words_name_the_segment_that_is_meant_and_the_one_that_is_open() -> None:
    table = sit(f"axis 02.01 a {LEG}\nsoviet 13.01 s {LEG}", ROW, rest=SUPPLY)
    words = Words(table.look, "axis", done_text(table.game))
    assert words.action(Done()) == "End the Movement Segment  [done]"
    assert words.action(Done("combat/barrage_segment")) == "End the Barrage Segment (Combat Phase)  [done]"


@pytest.mark.case("12.5c")
def test_fuel_that_was_paid_for_nothing_is_named() -> None:
    pair = f"axis 02.01 m {TRUCK} move formation=Div\naxis 02.01 n {TRUCK} move formation=Div"
    table = sit(f"{pair}\naxis 04.01 a {LEG}\nsoviet 14.01 s {LEG}", ROW, rest=SUPPLY)
    assert "12.5c" not in told(table)
    table.do(BeginMove("m"))
    pays = [action for action in table.game.choices() if isinstance(action, PayFuel)]
    table.do(next(action for action in pays if action.method == "formation"), StepTo(table.hex("03.01")), Halt())
    assert told(table)["12.5c"] == ("1 unit is fueled but has not moved", ["n"], [])
    assert told(table)["6.0"][1] == ["a", "n"]


@pytest.mark.case("SETUP-III")
@pytest.mark.parametrize(("seen", "warned"), [(f"soviet 12.01 s {TRUCK} move", True), (f"soviet 14.01 s {LEG}", False)])
def test_an_objective_that_a_unit_leaves_open_to_an_enemy_in_sight_is_named(seen: str, warned: bool) -> None:
    rest = f"{SUPPLY}\n[control]\naxis 02.01 04.01 05.01\nsoviet 13.01"
    table = sit(f"axis 04.01 a {LEG}\naxis 02.01 b {LEG}\n{seen}", ROW, rest=rest)
    assert "SETUP-III" not in told(table), "nobody has left one"
    table.do(BeginMove("a"), StepTo(table.hex("03.01")), Halt())
    what = "1 victory hex left without a unit, and an enemy in sight could reach it in one move"
    assert told(table).get("SETUP-III") == ((what, [], [table.hex("04.01")]) if warned else None)


@pytest.mark.case("5.7b")
def test_reserves_that_could_be_released_are_named() -> None:
    rows = f"axis 04.01 a {LEG} reserve\nsoviet 14.01 s {LEG}"
    assert "5.7b" not in told(sit(rows, ROW, rest=SUPPLY))
    table = sit(rows, ROW, at="exploitation_movement", rest=SUPPLY)
    assert told(table)["5.7b"] == ("1 unit could still be released from Reserve", ["a"], [])


@pytest.mark.case("12.3b-1")
def test_an_hq_that_draws_from_nothing_is_named_in_its_own_movement_phase() -> None:
    near = f"axis 03.01 hq {HQ}\nsoviet 14.01 s {LEG}"
    assert "12.3b-1" not in told(sit(near, ROW, rest=SUPPLY))
    dry = sit(near, ROW, rest="[sources]\naxis 01.01")
    assert told(dry)["12.3b-1"] == ("1 HQ cannot draw from any dump, so it has nothing to throw", ["hq"], [])


@pytest.mark.case("10.0-B")
def test_guns_that_could_fire_and_be_paid_for_are_named() -> None:
    rows = f"axis 03.01 gun {GUNS}\nsoviet 05.01 s {LEG}"
    assert told(sit(rows, ROW, at="combat_barrage", rest=SUPPLY))["10.0-B"][1] == ["gun"]
    assert "10.0-B" not in told(sit(rows, ROW, at="combat_barrage", rest="[sources]\naxis 01.01"))


STUKA = "T (1)-18-9/(1)-9-9"
FIELD = f"{SUPPLY}\n[bases]\naxis 02.01 2\n[aircraft]\naxis 02.01 s0 {STUKA}"


REFIT = ("End the Aircraft Refit Phase", "15.0b-A")
FLIGHT = ("End the Barrage Segment (Exploitation Phase)", "14.0-A")


@pytest.mark.case("15.0b-A", "14.0-A")
@pytest.mark.parametrize(
    ("marks", "at", "ends", "case"), [(" inactive", "aircraft_refit", *REFIT), ("", "exploitation_barrage", *FLIGHT)]
)
def test_aircraft_that_could_refit_or_fly_are_named_by_their_base(marks: str, at: str, ends: str, case: str) -> None:
    table = sit(f"axis 02.01 a {LEG}\nsoviet 05.01 s {LEG}", ROW, at=at, rest=FIELD + marks)
    assert told(table)[case][2] == [table.hex("02.01")]
    assert done_text(table.game) == ends


@pytest.mark.case("13.6")
def test_who_could_still_arrive_is_named() -> None:
    game = Game.new("yelnya", seed=1)
    for _ in range(400):
        open_ = game.decision
        assert open_ is not None
        if open_.procedure.name == "reinforcement_phase" and (found := warnings(game, open_.side)):
            assert {one.case for one in found} == {"13.6"}
            assert found[0].units
            return
        game.do(Done() if done_text(game) else game.choices()[0])
    pytest.fail("nobody arrived")
