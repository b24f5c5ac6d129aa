"""The sequence of play of 1992: Overphase, two Player Turns, modes in a phase of their own."""

from __future__ import annotations

import pytest

from redball.core.actions import Done, ElectOrder, SetMode, StepTo
from redball.core.events import PhaseBegan, TurnBegan, WeatherSet
from redball.core.look import Look
from redball.core.state import Clock, Frame
from redball.game import Game
from redball.rules.modes.change import WRONG_PHASE
from redball.rules.sequence.turn import GameFlow
from rules.game_book import with_scenario
from rules.test_weather import MUD, TABLE, UNITS
from support import HEAD, Sitting, in_scenario, line, opened, sitting

LEG = "Rgt infantry other 4-3-3L/2-3-8L"
OVERPHASE = [("supply", "axis"), ("supply", "soviet")]
OVERPHASE += [(phase, side) for phase in ("reinforcement", "replacement") for side in ("axis", "soviet")]
TURN = [
    ("aircraft_return", "aircraft_return"),
    ("aircraft_refit", "aircraft_refit"),
    ("mode_determination", "mode_determination"),
    ("movement", "breakout"),
    ("movement", "movement"),
    ("reaction", "movement"),
    ("reaction", "barrage"),
    ("reaction", "combat"),
    ("combat", "barrage"),
    ("combat", "combat"),
    ("exploitation", "movement"),
    ("exploitation", "barrage"),
    ("exploitation", "combat"),
    ("clean_up", "clean_up"),
]


def text(at: str, turns: int = 3) -> str:
    """A position of 1992 with a unit of each side."""
    units = line(7, f"axis 01.01 u {LEG}\nsoviet 07.01 r {LEG}", "[sources]\naxis 01.01\nsoviet 07.01\n")
    return f"{HEAD}edition 1992\nturns {turns}\nat {at}\n{units}"


def play_on(game: Game, turn: int) -> list[object]:
    """Do as little as possible until a turn is over; what happened."""
    while not game.over and game.state.clock.turn <= turn:
        choices = game.choices()
        action = Done() if Done() in choices else choices[0]
        assert game.take(game.decision.side, action).refusal is None  # type: ignore[union-attr]
    return [event for record in game.records for event in record.events]


@pytest.mark.case("E92-sequence-overphase", "E92-sequence-overphase-supply")
def test_a_turn_begins_with_an_overphase_of_both_sides_and_the_first_player_is_found_last() -> None:
    game = Game.new("crossing", edition="1992", seed=3)
    happened = [*game.opening, *play_on(game, 2)]
    second = happened[[i for i, e in enumerate(happened) if isinstance(e, TurnBegan)][1] :]
    phases = [(e.phase, e.side) for e in second if isinstance(e, PhaseBegan)]
    assert phases[:6] == OVERPHASE
    last = next(i for i, e in enumerate(second) if isinstance(e, PhaseBegan) and e.phase == "replacement")
    named = next(i for i, e in enumerate(second) if type(e).__name__ == "FirstPlayerSet")
    assert last < named


@pytest.mark.case("E92-sequence-overphase")
def test_the_weather_comes_before_supply() -> None:
    look = with_scenario(f"edition 1992\n{UNITS}[sources]\naxis 01.01\nsoviet 06.01\n", turn=0)
    look = in_scenario(look, weather=TABLE, weather_effects=MUD)
    look = Look(look.world, look.state.change(clock=Clock()))
    table = Sitting(opened(look, Frame("game", "begin_turn", GameFlow()), dice=(5,)))
    table.idle(lambda: len(table.all(PhaseBegan)) >= len(OVERPHASE))
    told = [event for event in table.events if isinstance(event, TurnBegan | WeatherSet | PhaseBegan)]
    assert [type(event) for event in told[:3]] == [TurnBegan, WeatherSet, PhaseBegan]
    assert (table.one(WeatherSet).weather, table.all(PhaseBegan)[0].phase) == ("mud", "supply")


@pytest.mark.case(
    "E92-sequence-player-turn",
    "E92-sequence-player-turn-combat",
    "E92-sequence-player-turn-exploitation",
    "E92-sequence-player-turn-reaction",
    "E92-sequence-player-turn-mode",
)
def test_the_phases_of_a_player_come_in_the_printed_order() -> None:
    game = sitting(text("aircraft_return phasing=axis")).game
    happened = [*game.opening, *play_on(game, 1)]
    phases = [e for e in happened if isinstance(e, PhaseBegan) and e.phasing == "axis"][: len(TURN)]
    found = [(e.phase, e.segment) for e in phases]
    assert found == TURN[-len(found) :]
    assert {e.side for e in phases if e.phase == "reaction"} == {"soviet"}


@pytest.mark.case("E92-sequence-second-turn", "E92-sequence-player-turn-second", "E92-sequence-turn-end")
@pytest.mark.parametrize(("turns", "order"), [(2, "axis soviet axis soviet"), (1, "axis soviet")])
def test_a_game_turn_has_two_player_turns_of_both_players_unless_the_switch_says_one(turns: int, order: str) -> None:
    game = Game.new("crossing", edition="1992", seed=3, switches={"player_turns": turns})
    happened = [*game.opening, *play_on(game, 1)]
    cleaned = [e.side for e in happened if isinstance(e, PhaseBegan) and e.phase == "clean_up"]
    first = cleaned[0]
    expected = ["first" if name == "axis" else "second" for name in order.split()]
    assert ["first" if side == first else "second" for side in cleaned] == expected


@pytest.mark.case("E92-sequence-player-turn-mode")
def test_modes_are_set_in_their_own_phase_and_not_in_movement() -> None:
    game = sitting(text("mode_determination phasing=axis")).game
    assert game.take("axis", SetMode("u", "move", "move")).refusal is None
    assert game.state.units["u"].facing == "move"
    twice = game.take("axis", SetMode("u", "combat", "combat")).refusal
    assert twice is not None
    again = sitting(text("movement phasing=axis")).game
    begin = next(a for a in again.choices() if type(a).__name__ == "BeginMove")
    again.take("axis", begin)
    refused = again.take("axis", SetMode("u", "move", "move")).refusal
    assert refused is not None
    assert (refused.code, refused.need) == (WRONG_PHASE.code, "Mode Determination Phase")
    assert any(isinstance(action, StepTo) for action in again.choices())


@pytest.mark.case("E92-sequence-player-turn-mode")
def test_reserve_mode_next_to_the_enemy_is_refused_and_the_first_player_is_elected_after_the_overphase() -> None:
    near = text("mode_determination phasing=axis").replace("soviet 07.01 r", "soviet 02.01 r")
    refused = sitting(near).game.take("axis", SetMode("u", "reserve", "combat")).refusal
    assert refused is not None
    assert refused.code == "mode.in_zoc"
    game = Game.new("crossing", edition="1992", seed=3)
    play_on(game, 1)
    while ElectOrder(True) not in game.choices():
        choices = game.choices()
        game.take(game.decision.side, Done() if Done() in choices else choices[0])  # type: ignore[union-attr]
    assert game.state.clock.phase == "replacement"
