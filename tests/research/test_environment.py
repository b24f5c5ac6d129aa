"""The environment for learning: PettingZoo's own tests, what masks allow, rewards, and that nothing hidden leaks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy
import pytest

from redball.bots import make_bot
from redball.game import Game
from redball.game.watch.invariants import in_disguise
from redball.research.environment import POINT, Redball, TooManyChoices
from redball.research.grains import WAYS, Atomic
from redball.research.observation import AT, NAMES, observe
from redball.rules.sequence.victory import score
from support import long


def crossing(**settings: Any) -> Callable[..., Redball]:
    return lambda **more: Redball("crossing", **settings, **more)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("grain", ["atomic", "segments", "plans"])
def test_pettingzoo_finds_its_api_kept(grain: str) -> None:
    from pettingzoo.test import api_test  # warns of itself

    api_test(crossing(grain=grain, turns=1)(), num_cycles=60, verbose_progress=False)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_the_same_game_by_the_same_seed() -> None:
    from pettingzoo.test import seed_test

    seed_test(crossing(grain="segments"), num_cycles=12)
    seed_test(crossing(grain="plans"), num_cycles=6)
    seed_test(crossing(), num_cycles=40)


def test_the_mask_allows_what_the_game_does_and_nothing_else() -> None:
    env = crossing()()
    env.reset(seed=3)
    rng = Random(3)
    for _ in range(60):
        agent, choices = env.agent_selection, env.game.choices()
        other = next(side for side in env.possible_agents if side != agent)
        mask = env.observe(agent)["action_mask"]
        assert mask.sum() == len(choices)
        assert mask[: len(choices)].all()
        assert env.actions() == dict(enumerate(choices))
        assert not env.observe(other)["action_mask"].any()
        with pytest.raises(ValueError, match=f"{agent} may not do {len(choices)}"):
            env.step(len(choices))
        with pytest.raises(ValueError, match="may not do"):
            env.step(-1)
        number = rng.randrange(len(choices))
        before = len(env.game.records)
        env.step(number)
        assert env.game.records[before].action == choices[number]


def test_a_list_longer_than_the_action_space_is_an_error_not_a_shorter_list(monkeypatch: pytest.MonkeyPatch) -> None:
    env = crossing()()
    env.reset(seed=1)
    monkeypatch.setattr(env._grain, "most", 2)
    assert len(env.game.choices()) > 2
    with pytest.raises(TooManyChoices, match=f"{len(env.game.choices())} legal actions, more than 2"):
        env.observe(env.agent_selection)
    assert Atomic.most == 2048


def played(env: Redball, choose: Callable[[str], int]) -> dict[str, float]:
    """Play to the end; each side's rewards added up."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _seen, reward, ended, cut, _info = env.last(observe=False)
        total[agent] += reward
        env.step(None if ended or cut else choose(agent))
    return total


@pytest.mark.parametrize("points", [False, True])
def test_rewards_are_the_result_and_with_points_the_way_there(points: bool) -> None:
    env = crossing(grain="segments", points=points)()
    env.reset(seed=5)
    first, second = env.possible_agents
    at_first = score(env.game.look).points
    total = played(env, lambda agent: WAYS.index("steady" if agent == first else "passive"))
    outcome = env.game.state.outcome
    assert outcome is not None
    assert outcome.winner == first, "else this test says little"
    way = POINT * (outcome.points[first] - outcome.points[second] - at_first[first] + at_first[second])
    assert total[first] == pytest.approx(1.0 + (way if points else 0.0))
    assert total[second] == pytest.approx(-total[first])
    assert not env.agents


def test_turns_cut_a_game_off_without_a_result() -> None:
    env = crossing(grain="segments", turns=1)()
    env.reset(seed=1)
    cut = []
    for _agent in env.agent_iter():
        _seen, _reward, ended, was_cut, _info = env.last(observe=False)
        cut.append((ended, was_cut))
        env.step(None if ended or was_cut else WAYS.index("random"))
    assert cut[-2:] == [(False, True)] * 2
    assert env.game.state.clock.turn == 2
    assert env.game.state.outcome is None
    assert not env.actions()


def test_a_segment_played_as_the_bot_plays_it_is_the_bots_game() -> None:
    env = crossing(grain="segments")()
    env.reset(seed=7)
    assert env.actions() == dict(enumerate(WAYS))
    played(env, lambda agent: WAYS.index("steady"))
    game = Game.new("crossing", seed=7)
    bot = make_bot("steady", 7)
    while (open_ := game.decision) is not None:
        game.take(open_.side, bot.choose(game, open_.side))
    assert [record.action for record in env.game.records] == [record.action for record in game.records]


def test_without_a_seed_the_next_game_follows() -> None:
    env = crossing()()
    env.reset(seed=4)
    env.reset()
    assert env.game.dice.seed == 5
    assert env.render() is None
    shown = Redball("crossing", render_mode="ansi")
    shown.reset(seed=1)
    assert (shown.render() or "").startswith("turn 1, ")


def test_another_grain_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no grain 'dreams'; there are: atomic, segments, plans"):
        Redball("crossing", grain="dreams")


# --- what is seen ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "edition", "seed", "actions"),
    [
        ("crossing", "v4.2", 1, 120),
        ("crossing", "1992", 2, 60),
        ("crossing", "new-ocs", 3, 60),
        ("crossing", "v4.2+command-control", 4, 60),
        ("crete", "v4.2", 5, 80),
        ("gela", "v4.2", 6, 80),
        long("yelnya", "v4.2", 7, 400),
        long("sicily", "v4.2", 8, 400),
    ],
)
def test_what_is_hidden_changes_no_observation(scenario: str, edition: str, seed: int, actions: int) -> None:
    game = Game.new(scenario, edition=edition, seed=seed)
    game.keep_undo = False
    bot, rng, twins = make_bot("random", seed), Random(seed), 0
    for number in range(actions):
        open_ = game.decision
        if open_ is None:
            break
        game.take(open_.side, bot.choose(game, open_.side))
        if number % 5 == 0:
            for viewer in game.world.sides:
                twin = in_disguise(game, viewer, rng)
                if twin is not None:
                    twins += 1
                    one, two = observe(game, viewer), observe(twin, viewer)
                    different = [NAMES[plane] for plane in numpy.unique(numpy.argwhere(one != two)[:, 0])]
                    assert not different, (number, viewer)
    assert twins > actions // 10


def test_planes_count_what_is_on_the_map() -> None:
    game = Game.from_position(
        """
redball-position 1
at movement phasing=axis
[terrain]
. . . .
. . . .
[units]
axis   01.01 ir1 Rgt infantry other 4-3-3L/2-3-6L
axis   01.01 ir2 Rgt infantry other 5-3-3L/2-3-6L
soviet 04.01 rr1 Rgt infantry other 4-2-3L/2-2-6L
""",
        seed=1,
    )
    board = game.world.board
    seen, from_there = observe(game, "axis"), observe(game, "soviet")
    here, there = board.index("01.01"), board.index("04.01")
    assert (seen[AT["own_combat_units"], here], seen[AT["own_strength"], here]) == (2, 9)
    assert (seen[AT["enemy_combat_units"], there], seen[AT["enemy_strength"], there]) == (1, 4)
    assert seen[AT["own_combat_units"]].sum() == 2
    assert from_there[AT["enemy_combat_units"], here] == 1, "fog: the top of the stack"
    assert from_there[AT["own_combat_units"], there] == 1
    assert (seen[AT["own_zoc"]] == from_there[AT["enemy_zoc"]]).all()
    assert seen[AT["own_zoc"]].any()
    assert seen[AT["own_turn"]].all()
    assert not from_there[AT["own_turn"]].any()
    assert seen[AT["movement"]].all()
    assert not seen[AT["combat"]].any()
    assert seen[AT["map"]].sum() == board.map_size
    assert seen[AT["own_may_move"], here] == 2


def test_what_the_decision_is_about_is_marked_for_its_side_only() -> None:
    game = Game.new("crossing", seed=1)
    while game.decision is not None and game.decision.step.name != "choose_unit":
        game.take(game.decision.side, game.choices()[0])
    assert game.decision is not None
    side = game.decision.side
    begin = next(action for action in game.choices() if type(action).__name__ == "BeginMove")
    game.take(side, begin)
    hex_ = game.state.units[begin.unit].hex  # type: ignore[attr-defined]
    assert observe(game, side)[AT["in_question"], hex_] == 1
    assert not observe(game, game.world.enemy(side))[AT["in_question"]].any()
