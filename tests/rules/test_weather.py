"""The weather of a game turn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from redball.core.events import DiceRolled, WeatherSet
from redball.core.look import Look
from redball.core.state import Clock, Frame
from redball.game.game import Game
from redball.rules.combat.terrain import attack_terrains, hex_terrains
from redball.rules.sequence.turn import GameFlow
from redball.rules.supply.draw_and_throw import payers
from redball.rules.supply.step_costs import supply_graph
from redball.rules.units.abilities import movement_allowance
from redball.scenarios.records import Band, RollTable
from rules.game_book import with_scenario
from support import opened

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
UNITS = f"[terrain]\n. . . . . .\n[units]\naxis 01.01 a {RIFLES}\nsoviet 06.01 s {RIFLES}\n[supply]\naxis 04.01 1\n"
TABLE = RollTable(1, (Band("clear", max=4), Band("mud", min=5)))
TWO_DICE = RollTable(2, (Band("clear", max=9), Band("mud", min=10)))
MUD = {"mud": {"open": {"truck": "5", "leg": "2"}}}


def turn(dice: tuple[int, ...], units: str = UNITS, **changes: Any) -> Game:
    """The beginning of a turn with a fixed first player."""
    look = with_scenario(units, turn=0, first_turn_first_player="axis", **changes)
    look = Look(look.world, look.state.change(clock=Clock()))
    return opened(look, Frame("game", "begin_turn", GameFlow()), dice=dice)


@pytest.mark.case("2.3-A", "17.0", "17.0a", "SETUP-I-E")
@pytest.mark.parametrize(("die", "weather"), [(4, "clear"), (5, "mud")])
def test_one_roll_sets_the_weather_of_the_turn(die: int, weather: str) -> None:
    game = turn((die,), weather=TABLE, weather_effects=MUD)
    assert game.state.weather == weather
    assert [event.dice for event in game.events() if isinstance(event, DiceRolled)] == [(die,)]
    assert len([event for event in game.events() if isinstance(event, WeatherSet)]) == 1


@pytest.mark.case("2.2", "2.3-A")
def test_the_weather_is_rolled_before_the_first_player_is_chosen() -> None:
    look = with_scenario(UNITS, turn=1, weather=TABLE, weather_effects=MUD, turns=3)
    look = Look(look.world, look.state.change(clock=Clock(turn=1)))
    game = opened(look, Frame("game", "begin_turn", GameFlow()), dice=(5, 6, 6, 1, 1))
    rolls = [(event.case, event.dice) for event in game.events() if isinstance(event, DiceRolled)]
    assert rolls == [("2.3-A", (5,)), ("2.3-B", (6, 6, 1, 1))]
    assert game.state.weather == "mud"


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


RIVER = f"[terrain]\n. . s . . .\n[units]\naxis 01.01 a {RIFLES}\nsoviet 06.01 s {RIFLES}\n"
RIVER += '[hexsides]\nmajor_river "Dnepr" 01.01/NE\nminor_river "Vop" 02.01/SE\n'
FROST = {"mud": {"major_river": "frozen_major_river", "minor_river": "frozen_minor_river", "swamp": "frozen_swamp"}}


def frozen(die: int, **changes: Any) -> Game:
    """The beginning of a turn by a river, which the weather of 5 and 6 freezes."""
    return turn((die,), RIVER, weather=TABLE, **({"weather_terrain": FROST} | changes))


@pytest.mark.case("17.0a", "17.0b")
@pytest.mark.parametrize(
    ("die", "costs", "terrains", "ground"),
    [
        (4, (-2, -1), ("open", "major_river"), ("swamp",)),
        (5, (24, 48), ("open", "frozen_major_river"), ("frozen_swamp",)),
    ],
)
def test_a_frozen_river_counts_as_one(
    die: int, costs: tuple[int, int], terrains: tuple[str, ...], ground: tuple[str, ...]
) -> None:
    """For movement, leg and truck, and for combat; so does a frozen swamp."""
    game = frozen(die)
    one, two, three = (game.world.board.index(name) for name in ("01.01", "02.01", "03.01"))
    east = game.world.board.direction(one, two)
    graphs = [game.world.graph(kind, game.state.weather) for kind in ("leg", "truck")]
    assert tuple(graph.step_cost(one, east) for graph in graphs) == costs
    assert attack_terrains(game.look, one, two) == terrains
    assert hex_terrains(game.look, three) == ground


@pytest.mark.case("17.0a", "13.8b-A")
@pytest.mark.parametrize(("die", "cost"), [(4, 24), (5, 12)])
def test_a_bridge_over_a_frozen_river(die: int, cost: int) -> None:
    game = frozen(die)
    one, two = (game.world.board.index(name) for name in ("01.01", "02.01"))
    graph = game.world.graph("leg", game.state.weather)
    assert graph.across(1, one, game.world.board.direction(one, two)) == cost


@pytest.mark.case("17.0a")
def test_what_a_weather_states_comes_before_what_it_likens() -> None:
    game = frozen(5, weather_effects={"mud": {"major_river": {"truck": "+1"}}})
    assert game.world.weather_costs("mud")["major_river"] == {"leg": "+1", "track": "+2", "truck": "+1"}
    game = frozen(5, terrain_movement={"frozen_major_river": {"leg": "+5"}})
    assert game.world.weather_costs("mud")["major_river"]["leg"] == "+5", "the scenario's own chart"


@pytest.mark.case("17.0c", "12.3d-D")
def test_supply_paths_cross_the_ice_and_do_not_notice_what_hampers() -> None:
    worse = {"mud": {"open": "woods", "major_river": "frozen_major_river"}}
    game = frozen(5, weather_terrain=worse)
    one, two = (game.world.board.index(name) for name in ("01.01", "02.01"))
    graph = supply_graph(game.world, "truck", "mud")
    assert graph.step_cost(one, game.world.board.direction(one, two)) == 12 + 36, "open ground, frozen river"
    assert game.world.graph("truck", "mud").step_cost(one, game.world.board.direction(one, two)) == 24 + 36


@pytest.mark.case("17.0a", "17.0b", "4.2-B")
@pytest.mark.parametrize(("die", "allowance"), [(4, 36), (5, 27)])
def test_a_weather_may_leave_a_fraction_of_the_allowance(die: int, allowance: int) -> None:
    """Three quarters of 3 are 2.25, unrounded, for both sides."""
    game = frozen(die, weather_allowances={"mud": {"leg": Fraction(3, 4), "truck": Fraction(1, 2)}})
    assert [movement_allowance(game.look, game.look.unit(uid)) for uid in "as"] == [allowance, allowance]
