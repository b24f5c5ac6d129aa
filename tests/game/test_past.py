"""Looking back: every earlier state again, as each side saw it then."""

from __future__ import annotations

import json
from random import Random
from typing import Any, NamedTuple

import pytest

from as_json import past_view, view
from redball.bots.random_play import at_random
from redball.game import Game
from redball.game.past import Past
from redball.game.save import state_hash
from redball.game.view.whole import NotAllowed


class Played(NamedTuple):
    """A game of random actions; the name of its state and the view of the axis after each."""

    game: Game
    states: list[str]
    views: list[str]


def played(length: int, switches: dict[str, Any] | None = None) -> Played:
    """A game of so many actions, or to its end."""
    game, rng = Game.new("crossing", seed=4, switches=switches), Random(2)
    found = Played(game, [state_hash(game.state)], [comparable(view(game, "axis"))])
    while (open_ := game.decision) is not None and len(game.records) < length:
        assert game.take(open_.side, at_random(game.choices(), rng.getrandbits(64))).refusal is None
        found.states.append(state_hash(game.state))
        found.views.append(comparable(view(game, "axis")))
    return found


def comparable(data: dict[str, Any]) -> str:
    """A view without what only the present has."""
    return json.dumps({k: v for k, v in data.items() if k not in ("choices", "undo")}, sort_keys=True)


@pytest.fixture(scope="module")
def some() -> Played:
    """A game in its course."""
    found = played(40)
    assert not found.game.over
    return found


@pytest.mark.parametrize("room", [1, 3, 600])
def test_each_moment_is_shown_as_it_was(some: Played, room: int) -> None:
    past = Past(some.game, room)
    order = [*range(len(some.states)), *Random(1).sample(range(len(some.states)), 20)]
    for number in order:
        assert state_hash(past.at(number).state) == some.states[number]
        assert comparable(past_view(past, some.game, "axis", number)) == some.views[number]
    assert state_hash(some.game.state) == some.states[-1], "the game itself stays where it is"


def test_in_the_past_nothing_can_be_done(some: Played) -> None:
    past = Past(some.game)
    for side in some.game.world.sides:
        for number in (0, 20, len(some.game.records)):
            shown = past_view(past, some.game, side, number)
            assert (shown["seq"], shown["choices"], shown["undo"]["possible"]) == (number, [], False)


def test_a_moment_that_was_not_is_refused(some: Played) -> None:
    past = Past(some.game)
    for number in (-1, len(some.game.records) + 1):
        with pytest.raises(ValueError, match="there is no action number"):
            past.at(number)


def test_after_a_rewind_the_new_history_counts() -> None:
    game, states, _ = played(40)
    past = Past(game)
    assert state_hash(past.at(35).state) == states[35]
    game.rewind(20)
    past.cut(20)
    rng = Random(9)
    while len(game.records) < 30:
        assert game.decision is not None
        assert game.take(game.decision.side, at_random(game.choices(), rng.getrandbits(64))).refusal is None
        states[len(game.records)] = state_hash(game.state)
    assert past.at(30).state == game.state
    assert [state_hash(past.at(number).state) for number in (29, 19)] == [states[29], states[19]]
    with pytest.raises(ValueError, match="there is no action number 31"):
        past.at(31)


@pytest.mark.case("4.9a-A")
def test_the_past_is_open_to_all_only_after_the_end() -> None:
    game = played(10_000).game
    assert game.over
    past = Past(game)
    assert all(u["steps"] is not None for u in past_view(past, game, "", 20)["units"])
    enemy = [u for u in past_view(past, game, "axis", 20)["units"] if u["side"] == "soviet" and u["hex"] >= 0]
    assert {u["steps"] for u in enemy} == {None}, "as the side had it"


@pytest.mark.case("4.9a-A")
def test_during_a_game_under_fog_one_looks_back_with_a_sides_eyes(some: Played) -> None:
    past = Past(some.game)
    with pytest.raises(NotAllowed):
        past_view(past, some.game, "", 20)
    with pytest.raises(NotAllowed):
        past_view(past, some.game, "finns", 20)
    open_play = played(30, {"fog": False}).game
    assert all(u["steps"] is not None for u in past_view(Past(open_play), open_play, "", 20)["units"])
