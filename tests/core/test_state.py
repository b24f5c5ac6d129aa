"""What the state records of units and of the game, and that it is kept by unit, not by stack."""

from __future__ import annotations

import pytest

from redball.core.state import EXHAUSTED, FULL, LOW, Clock, Dump, State, Unit, Units
from redball.game import Game

TWO = """
redball-position 1
at movement phasing=axis turn=3 first=axis
sides axis soviet
[terrain]
. . . .
[units]
axis   01.01 one Rgt infantry other 4-3-3L/2-3-6L low
axis   01.01 two Div infantry other 12-3-3L/6-3-8L re=3 lost=1 exhausted dg oos
axis   01.01 hq  hq 15T-4T/10T-20T hqfuel
axis   01.01 tr  truck 2 45T load=1+1T
soviet 04.01 rd  Rgt infantry other 4-3-3L/2-3-6L
"""


@pytest.fixture
def state() -> State:
    return Game.from_position(TWO).state


@pytest.mark.case("3.6a", "4.8b-B")
def test_supply_states_are_kept_for_each_unit(state: State) -> None:
    one, two, hq = state.units["one"], state.units["two"], state.units["hq"]
    assert (one.internals, two.internals, hq.internals) == (LOW, EXHAUSTED, FULL)
    assert (one.out_of_supply, two.out_of_supply) == (False, True)
    assert (one.hq_fueled, hq.hq_fueled) == (False, True)


@pytest.mark.case("3.6b", "4.8b-A")
def test_each_unit_of_a_stack_has_its_own_mode(state: State) -> None:
    assert [state.units[uid].mode for uid in ("one", "two", "hq", "tr")] == ["combat", "dg", "combat", "move"]


@pytest.mark.case("3.6e")
def test_steps_lost_are_kept_for_each_unit(state: State) -> None:
    assert (state.units["one"].steps_lost, state.units["two"].steps_lost) == (0, 1)


@pytest.mark.case("3.6d")
def test_turn_and_phase_are_recorded(state: State) -> None:
    clock = state.clock
    assert (clock.turn, clock.phasing, clock.phase, clock.segment) == (3, "axis", "movement", "movement")


@pytest.mark.case("3.6c")
def test_the_weather_is_recorded_and_stays_for_both_player_turns() -> None:
    game = Game.new("yelnya", seed=3)
    weather = game.state.weather
    assert weather in ("clear", "rain")
    first = game.state.clock.phasing
    while game.state.clock.phasing == first and not game.over:
        done = [a for a in game.choices() if type(a).__name__ in ("Done", "Cancel", "Halt")]
        game.do(done[0] if done else game.choices()[0])
    assert game.state.clock.turn == 1
    assert game.state.weather == weather


@pytest.mark.case("13.2h")
def test_a_transport_point_may_be_partly_full(state: State) -> None:
    assert (state.units["tr"].points, state.units["tr"].load) == (2, 5)


@pytest.mark.case("12.1a", "3.3a-A")
def test_a_dump_is_a_number_of_tokens_that_cannot_fall_below_zero(state: State) -> None:
    grown = state.with_dump("axis", 0, Dump(9))
    assert grown.ground_supply("axis", 0).tokens == 9
    assert grown.with_dump("axis", 0, Dump(0)).dumps["axis"] == {}
    with pytest.raises(ValueError, match="-1T"):
        state.with_dump("axis", 0, Dump(-1))


def test_a_change_leaves_the_old_state_as_it_was(state: State) -> None:
    moved = state.with_unit(state.units["one"].change(hex=2))
    assert (state.units["one"].hex, moved.units["one"].hex) == (0, 2)
    assert moved.units["two"] is state.units["two"]


def test_units_come_and_go_in_the_order_of_their_ids(state: State) -> None:
    """Read as a dictionary made from scratch would be: the plain version."""
    plain = dict(state.units.items())
    for uid in ("zz", "aa"):
        new = state.units["one"].change(id=uid)
        state, plain = state.with_units([new, state.units["hq"].change(load=1)]), plain | {uid: new}
    plain["hq"] = plain["hq"].change(load=1)
    state, plain = state.without_units(["two"]), {uid: unit for uid, unit in plain.items() if uid != "two"}
    assert [*state.units.items()] == sorted(plain.items())
    assert [*state.units] == [*state.units.keys()] == [unit.id for unit in state.units.values()] == sorted(plain)
    assert (len(state.units), "two" in state.units, state.units.get("two")) == (len(plain), False, None)
    assert state.units == Units(plain.values())
    assert state.units != Units()
    with pytest.raises(ValueError, match="two units of a state have the same id"):
        Units([new, new])


def test_what_changed_is_told_while_nobody_comes_or_goes(state: State) -> None:
    units = state.units
    moved = units.with_units([units["hq"].change(hex=3)])
    assert moved.changed_since(units) == ("hq",)
    assert moved.alike(units.values()).changed_since(moved) == ("hq",)
    assert units.without(["tr"]).changed_since(units) is None
    for ids in ((), ("tr",), ("tr", "hq", "one")):
        assert units.picker(ids)(moved.records) == tuple(moved[uid] for uid in ids)
    assert units.alike(units.without(["tr"]).values()) == units.without(["tr"])


@pytest.mark.case("5.2-A", "5.2-B", "5.2-C")
def test_a_marker_gives_the_mode_and_the_side_stays() -> None:
    unit = Unit("u", "u", "axis", 0, facing="move", marker="dg")
    assert (unit.mode, unit.facing) == ("dg", "move")
    assert unit.change(marker="").mode == "move"
    assert Unit("u", "u", "axis", 0, "combat").mode == "combat"


def test_a_clock_begins_before_the_first_player_turn() -> None:
    assert Clock().phase == "pre_turn"
