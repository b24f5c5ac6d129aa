"""The grain of plans: who is asked, what may be chosen, what is carried out, and that nothing hidden leaks."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from pathlib import Path
from random import Random

import numpy
import pytest

from redball.bots import make_bot
from redball.bots.planner.groups import groups_of
from redball.bots.planner.guide import Plain, Tasks
from redball.bots.planner.plans import Plan, Task
from redball.bots.planner.propose import SLOTS, menu
from redball.bots.planner.rollout import player_turn
from redball.bots.steady import SteadyBot
from redball.game import Game
from redball.game.sight.belief import believed
from redball.game.watch.invariants import in_disguise
from redball.research.environment import Redball
from redball.research.observation import NAMES
from redball.research.plans import Plans
from support import long


def begun(scenario: str = "crossing", seed: int = 1, turns: int = 0, edition: str = "") -> Redball:
    env = Redball(scenario, edition=edition, grain="plans", turns=turns)
    env.reset(seed=seed)
    return env


def plane(env: Redball, name: str, agent: str) -> numpy.ndarray:
    return env.observe(agent)["observation"][env.planes.index(name)]  # type: ignore[no-any-return]


def legal(env: Redball) -> list[int]:
    return [int(number) for number in env.observe(env.agent_selection)["action_mask"].nonzero()[0]]


def play(env: Redball, choose: Callable[[str], int]) -> None:
    for agent in env.agent_iter():
        _seen, _reward, ended, cut, _info = env.last(observe=False)
        env.step(None if ended or cut else choose(agent))


def test_every_group_is_asked_once_a_player_turn_the_strongest_first() -> None:
    env = begun("yelnya", seed=5, turns=1)
    asked: dict[str, list[int]] = {}
    expected: dict[str, list[int]] = {}
    for agent in env.agent_iter():
        _seen, _reward, ended, cut, _info = env.last(observe=False)
        if ended or cut:
            env.step(None)
            continue
        assert env.game.state.clock.phasing == agent
        expected.setdefault(agent, [len(g.units) for g in groups_of(believed(env.game.look, agent), agent)])
        asked.setdefault(agent, []).append(int(plane(env, "asked", agent).sum()))
        assert plane(env, "not_asked_yet", agent).sum() == sum(expected[agent][len(asked[agent]) :])
        assert plane(env, "told_usual", agent).sum() == sum(expected[agent][: len(asked[agent]) - 1])
        env.step(SLOTS.index("usual"))
    assert list(asked) == list(env.possible_agents)
    assert asked == expected
    assert all(len(sizes) > 2 for sizes in asked.values())


def test_the_mask_and_the_planes_are_the_groups_tasks() -> None:
    env, rng, short = begun("yelnya", seed=5, turns=1), Random(1), 0
    for _ in range(9):
        side, game = env.agent_selection, env.game
        look = believed(game.look, side)
        done = len(env._grain.sheet.tasks)  # type: ignore[attr-defined]
        group = groups_of(look, side)[done]
        tasks = menu(look, side, group)
        seen = legal(env)
        assert [SLOTS[number] for number in seen] == list(tasks)
        assert set(env.actions()) == set(seen)
        assert all(text.startswith(f"{group.name} (") for text in env.actions().values())
        assert len(set(env.actions().values())) == len(seen)
        for slot in SLOTS[3:]:
            marked = plane(env, slot.replace(" ", "_"), side).nonzero()[0].tolist()
            assert marked == ([tasks[slot].hex] if slot in tasks else [])
        for wrong in ({*range(-1, len(SLOTS) + 1)}).difference(seen):
            short += 0 <= wrong < len(SLOTS)
            with pytest.raises(ValueError, match=f"{side} may not do {wrong}"):
                env.step(wrong)
        units = plane(env, "asked", side).copy()
        number = rng.choice(seen)
        task = tasks[SLOTS[number]]
        env.step(number)
        if env.agent_selection == side:
            assert (plane(env, f"told_{task.kind}", side)[units > 0] >= units[units > 0]).all()
            assert task.hex < 0 or plane(env, "told_hex", side)[task.hex] == 1
    assert short, "no group lacked a task, so the mask was not tried"


def test_who_is_not_asked_sees_nothing_of_the_plan() -> None:
    env = begun("yelnya", seed=5, turns=1)
    env.step(SLOTS.index("press"))
    side = env.agent_selection
    seen = env.observe(env.game.world.enemy(side))
    assert not seen["action_mask"].any()
    assert not seen["observation"][len(NAMES) :].any()
    assert env.observe(side)["observation"][len(NAMES) :].any()


def test_play_as_usual_is_the_game_of_keen() -> None:
    env = begun(seed=7)
    play(env, lambda agent: SLOTS.index("usual"))
    game = Game.new("crossing", seed=7)
    bots = {side: make_bot("staunch", 7) for side in game.world.sides}
    while (open_ := game.decision) is not None:
        game.take(open_.side, bots[open_.side].choose(game, open_.side))
    assert [record.action for record in env.game.records] == [record.action for record in game.records]


def test_a_plan_is_carried_out_in_its_player_turn_and_answers_are_steadys() -> None:
    """One side holds in every Player Turn; the same by hand."""
    env = begun(seed=3)
    first = env.possible_agents[0]
    play(env, lambda agent: SLOTS.index("hold" if agent == first else "usual"))
    game = Game.new("crossing", seed=3)
    hands = {side: SteadyBot(3, Plain()) for side in game.world.sides}
    own, planned = hands[first].guide, None
    while (open_ := game.decision) is not None:
        now = player_turn(game)
        if now != planned and now[1] != first:
            hands[first].guide = own
        elif now != planned and open_.side == first:
            groups = groups_of(believed(game.look, first), first)
            hands[first].guide = Tasks(Plan(groups, (Task("hold"),) * len(groups)), own)
            planned = now
        game.take(open_.side, hands[open_.side].choose(game, open_.side))
    assert [record.action for record in env.game.records] == [record.action for record in game.records]
    usual = begun(seed=3)
    play(usual, lambda agent: SLOTS.index("usual"))
    assert usual.game.records != env.game.records, "holding must change something"


def test_in_1992_a_side_is_asked_in_each_of_its_two_player_turns() -> None:
    env = Redball("crossing", edition="1992", grain="plans", turns=1)
    env.reset(seed=2)
    asked: list[str] = []

    def hold(agent: str) -> int:
        asked.append(agent)
        return SLOTS.index("hold")

    play(env, hold)
    first, second = asked[:2]
    assert first != second
    assert asked == [first, second, first, second]


def test_a_game_is_cut_off_where_its_turns_end_not_at_the_next_plan() -> None:
    env = begun(seed=5, turns=1)
    play(env, lambda agent: SLOTS.index("usual"))
    clock = env.game.state.clock
    assert (clock.turn, clock.phasing) == (2, "")


@pytest.mark.parametrize(
    ("scenario", "edition", "seed", "turns"),
    [
        ("crossing", "v4.2", 1, 0),
        ("crossing", "new-ocs", 3, 0),
        ("yelnya", "v4.2", 5, 1),
        ("gela", "v4.2", 6, 1),
        long("yelnya", "1992", 7, 3),
        long("kohima", "v4.2", 8, 4),
        long("sedan", "v4.2", 8, 2),
        long("sicily", "v4.2", 8, 2),
    ],
)
def test_what_is_hidden_changes_neither_what_is_seen_nor_offered_nor_done(
    scenario: str, edition: str, seed: int, turns: int
) -> None:
    env, rng, twins, acted = begun(scenario, seed, turns, edition), Random(seed), 0, 0
    for agent in env.agent_iter():
        _seen, _reward, ended, cut, _info = env.last(observe=False)
        if ended or cut:
            env.step(None)
            continue
        number = rng.choice(legal(env))
        for viewer in env.possible_agents:
            twin = twin_of(env, viewer, rng)
            if twin is None:
                continue
            twins += 1
            one, two = env.observe(viewer), twin.observe(viewer)
            different = [
                env.planes[at] for at in numpy.unique(numpy.argwhere(one["observation"] != two["observation"])[:, 0])
            ]
            assert not different, (len(env.game.records), viewer)
            assert (one["action_mask"] == two["action_mask"]).all()
            if viewer == agent:
                assert env.actions() == twin.actions()
                deed = first_deed(env, number)
                assert deed == first_deed(twin, number)
                acted += deed is not None
        env.step(number)
    assert twins > 5
    assert acted


def twin_of(env: Redball, viewer: str, rng: Random) -> Redball | None:
    """The environment with everything changed that is hidden from a side, whose groups have been told the same."""
    game = in_disguise(env.game, viewer, rng)
    if game is None:
        return None
    twin, grain, told = copy(env), Plans(), env._grain.sheet  # type: ignore[attr-defined]
    twin.game, twin._grain = game, grain
    grain.begin(game, env._seed)
    assert not grain.go_on(game), "the side is asked, whatever is hidden from it"
    assert grain.sheet is not None
    if told.side == viewer:
        assert grain.sheet.groups == told.groups
        grain.sheet = told
    return twin


def first_deed(env: Redball, number: int) -> object:
    """What the hands would do first if this were the last group to be told; None: others are still to be."""
    grain, side = copy(env._grain), env.agent_selection
    assert isinstance(grain, Plans)
    hands = SteadyBot(env._seed, Plain())
    grain._hands = {**grain._hands, side: hands}
    assert grain.play(env.game, side, number)
    return hands.choose(env.game, side) if grain.sheet is not None and grain.sheet.asked is None else None


def test_the_example_of_the_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text()
    code = page.split("### Plans")[1].split("```python\n")[1].split("```")[0]
    exec(compile(code, "docs/research.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1
    assert all(line.startswith("turn ") for line in lines[:-1])
    assert lines[-1].startswith("returns: ")
