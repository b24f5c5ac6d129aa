"""What a plan says of aircraft and ships: what imagined games have in common, counted in the side's own Player Turn."""

from __future__ import annotations

from collections import Counter
from re import findall

import pytest

from redball.bots import SteadyBot
from redball.bots.planner.choice import Effort, thinking
from redball.bots.planner.mission_words import AIRCRAFT, SAID, SHIPS, Deed, deed_of, expected, mission_words
from redball.bots.planner.plans import Record
from redball.bots.planner.propose import usual
from redball.bots.planner.rollout import play_out, player_turn
from redball.bots.planner.thought import Thought
from redball.core.actions import Action
from redball.core.actions.air import MISSIONS
from redball.core.events import Event
from redball.game import Game
from redball.game.game import Taken
from redball.rules.air.air import MissionFlown
from redball.rules.naval.assault_events import AssaultLaunched
from redball.rules.naval.naval import GunfireOpened, VoyageEnded

SIDE = "axis"


@pytest.fixture(scope="module")
def island() -> Game:
    """Crete when the Axis begins turn 2, with aircraft and Landing Craft."""
    game = Game.new("crete", seed=5)
    game.keep_undo = False
    bots = {side: SteadyBot(5) for side in game.world.sides}
    while (open_ := game.decision) is not None and not (
        game.state.clock.turn == 2 and open_.side == game.state.clock.phasing == SIDE
    ):
        game.take(open_.side, bots[open_.side].choose(game, open_.side))
    return game


def plan_of(game: Game, side: str) -> Record:
    """What a short thought finds: two games for each plan."""
    thought = Thought(thinking(game, side, Effort(((1, 2),)), 1), 4)
    while thought.think():
        pass
    assert thought.found is not None
    return thought.found


class Watch:
    """What happened in games while it looked: the Player Turn before each action, and its events."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.events: list[tuple[tuple[int, str], Event]] = []
        take = Game.take

        def noted(game: Game, by: str, action: Action, *more: str) -> Taken:
            turn, taken = player_turn(game), take(game, by, action, *more)
            self.events += [(turn, event) for event in taken.events]
            return taken

        monkeypatch.setattr(Game, "take", noted)


def flown(by: str, kind: str, *hexes: int) -> dict[Deed, int]:
    return {Deed(AIRCRAFT if by == "air" else SHIPS, kind, hex_): 1 for hex_ in hexes}


def test_what_at_least_half_of_the_games_have_is_said_the_commonest_first(island: Game) -> None:
    look = island.look
    a, b, c = (look.board.index(name) for name in ("12.10", "13.10", "14.10"))
    games = [
        flown("air", "barrage", a, b) | flown("sea", "voyage", c),
        flown("air", "barrage", b, c) | flown("air", "supply_drop", a),
        flown("air", "barrage", b) | flown("air", "supply_drop", a) | flown("sea", "units", a),
        flown("air", "barrage", a) | flown("air", "air_transport", c) | flown("sea", "voyage", c),
    ]
    assert mission_words(look, SIDE, games) == (
        "Aircraft: Barrage of units at 13.10 and 12.10; Air Drop of supply at 12.10. Ships: Voyage to 14.10."
    )
    assert mission_words(look, SIDE, [flown("air", "onward", a)]) == "Aircraft: Air Transport to 12.10."
    assert mission_words(look, SIDE, [flown("sea", "landing", a)]) == "Ships: Landing at 12.10."


def test_a_kind_whose_hexes_differ_is_said_without_one(island: Game) -> None:
    look = island.look
    games = [flown("air", "barrage", hex_) for hex_ in range(4)]
    assert mission_words(look, SIDE, games) == "Aircraft: Barrage of units at various hexes."
    assert expected([*games, flown("air", "barrage", 3), flown("air", "barrage", 3)]) == [Deed(AIRCRAFT, "barrage", 3)]


def test_of_many_six_are_named(island: Game) -> None:
    look = island.look
    told = mission_words(look, SIDE, [flown("air", "barrage", *range(100, 107))])
    assert len(findall(r"\d+\.\d+", told)) == 6
    assert told.endswith("; and others.")
    assert "others" not in mission_words(look, SIDE, [flown("air", "barrage", *range(100, 106))])


def test_who_flies_nothing_is_said_only_of_those_who_could(island: Game) -> None:
    assert mission_words(island.look, SIDE, [{}, {}]) == "No missions expected."
    assert mission_words(island.look, SIDE, [{}, {}, flown("air", "barrage", 1)]) == "No missions expected."
    assert mission_words(island.look, SIDE, []) == ""
    dry = Game.new("crossing", seed=5).look
    assert mission_words(dry, SIDE, [{}]) == ""


def test_every_kind_of_mission_has_words() -> None:
    assert SAID[AIRCRAFT].keys() == MISSIONS.keys()
    assert not [words for kinds in SAID.values() for words in kinds.values() if "," in words]


def test_what_is_no_deed_of_the_side_does_not_count() -> None:
    mission = MissionFlown(case="", side=SIDE, kind="barrage", hex=7, planes=("p",))
    voyage = VoyageEnded(case="", side=SIDE, ship="s", start=5, hex=7, hexes=2)
    still = VoyageEnded(case="", side=SIDE, ship="s", start=7, hex=7, hexes=0)
    assault = AssaultLaunched(case="", side=SIDE, hex=7, launch=6, boats=(), staked=())
    assert deed_of(mission, SIDE) == Deed(AIRCRAFT, "barrage", 7)
    assert deed_of(mission, "allied") is None
    assert deed_of(voyage, SIDE) == Deed(SHIPS, "voyage", 7)
    assert deed_of(still, SIDE) is None
    assert deed_of(assault, SIDE) == Deed(SHIPS, "assault", 7)
    for ships, guns, found in ((("s",), (), Deed(SHIPS, "port", 7)), ((), ("g",), None)):
        fire = GunfireOpened(
            case="", side=SIDE, at="port", hex=7, target="", ships=ships, guns=guns, strength="9", turn=1
        )
        assert deed_of(fire, SIDE) == found


def test_a_rollout_counts_what_its_side_flies_and_sails_in_its_own_player_turn(
    island: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what the enemy does, nor what the side does in other Player Turns."""
    first, watch = player_turn(island), Watch(monkeypatch)
    found = play_out(island, SIDE, usual(island.look, SIDE), 11, 3)
    told = Counter(deed for turn, event in watch.events if turn == first and (deed := deed_of(event, SIDE)))
    assert found.missions == told
    assert {deed.by for deed in told} == {AIRCRAFT, SHIPS}
    assert any(turn != first and deed_of(event, SIDE) for turn, event in watch.events)
    assert any(deed_of(event, "allied") for _, event in watch.events)


def test_a_plan_names_missions_that_the_imagined_games_flew(island: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    first, watch = player_turn(island), Watch(monkeypatch)
    told = plan_of(island, SIDE).missions
    flights = [event for turn, event in watch.events if turn == first and isinstance(event, MissionFlown)]
    done = {(MISSIONS[event.kind].split(",")[0], island.look.hex_name(event.hex)) for event in flights}
    sentence = told.split(" Ships: ")[0].removeprefix("Aircraft: ")
    named = [(part, hex_) for part in sentence.split("; ") for hex_ in findall(r"\d+\.\d+", part)]
    assert named
    for part, hex_ in named:
        assert any(part.startswith(kind) and hex_ == where for kind, where in done), (part, hex_)


def test_a_plan_without_aircraft_and_ships_says_nothing_of_them() -> None:
    game = Game.new("crossing", seed=5)
    assert game.decision is not None
    record = plan_of(game, game.decision.side)
    assert record.supply
    assert record.missions == ""
