"""The weather of a game turn."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.dice import Dice
from redball.core.events import DiceRolled, WeatherSet
from redball.core.state import Frame
from redball.game.game import Game
from redball.rules.sequence import GameFlow
from redball.rules.supply import payers
from redball.scenarios.records import Band, RollTable
from rules.game_book import with_scenario

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
UNITS = f"[terrain]\n. . . . . .\n[units]\naxis 01.01 a {RIFLES}\nsoviet 06.01 s {RIFLES}\n[supply]\naxis 04.01 1\n"
TABLE = RollTable(1, (Band("clear", max=4), Band("mud", min=5)))
TWO_DICE = RollTable(2, (Band("clear", max=9), Band("mud", min=10)))
MUD = {"mud": {"open": {"truck": "5", "leg": "2"}}}


def turn(dice: tuple[int, ...], **changes: Any) -> Game:
    """The beginning of a turn with a fixed first player."""
    look = with_scenario(UNITS, turn=0, first_turn_first_player="axis", **changes)
    state = look.state.change(clock=look.state.clock.__class__(), stack=(Frame("game", "begin_turn", GameFlow()),))
    return Game.begin(look.world, state, Dice(seed=1, script=dice))


@pytest.mark.case("2.3-A", "17.0", "17.0a", "SETUP-I-E")
@pytest.mark.parametrize(("die", "weather"), [(4, "clear"), (5, "mud")])
def test_one_roll_sets_the_weather_of_the_turn(die: int, weather: str) -> None:
    game = turn((die,), weather=TABLE, weather_effects=MUD)
    assert game.state.weather == weather
    assert [event.dice for event in game.events() if isinstance(event, DiceRolled)] == [(die,)]
    assert len([event for event in game.events() if isinstance(event, WeatherSet)]) == 1


@pytest.mark.case("17.0a")
@pytest.mark.parametrize(("dice", "weather"), [((4, 5), "clear"), ((5, 5), "mud")])
def test_a_table_may_take_two_dice(dice: tuple[int, int], weather: str) -> None:
    assert turn(dice, weather=TWO_DICE).state.weather == weather


@pytest.mark.case("17.0a")
def test_without_a_table_the_weather_is_normal_and_nothing_is_rolled() -> None:
    game = turn(())
    assert game.state.weather == "normal"
    assert not [event for event in game.events() if isinstance(event, DiceRolled)]


@pytest.mark.case("17.0b", "17.0a")
@pytest.mark.parametrize(("die", "cost"), [(4, 12), (5, 24)])
def test_weather_changes_movement_costs_for_both_sides(die: int, cost: int) -> None:
    game = turn((die,), weather=TABLE, weather_effects=MUD)
    graph = game.world.graph("leg", game.state.weather)
    index = game.world.board.index
    east = game.world.board.direction(index("01.01"), index("02.01"))
    assert graph.step_cost(index("01.01"), east) == cost


@pytest.mark.case("17.0c", "12.3d-D")
@pytest.mark.parametrize("die", [4, 5])
def test_supply_paths_do_not_notice_the_weather(die: int) -> None:
    game = turn((die,), weather=TABLE, weather_effects=MUD)
    assert [payer.mp for payer in payers(game.look, game.look.unit("a"))] == [24]
