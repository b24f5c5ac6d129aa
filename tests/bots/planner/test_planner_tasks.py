"""`tools/planner_tasks.py`: what tasks gain, and where differences come from."""

from __future__ import annotations

import doctest
from itertools import islice
from random import Random

import pytest

import planner_tasks
from planner_tasks import Fit, Row, fit, play, tried
from redball.bots.planner.plans import Plan, Task
from redball.bots.planner.propose import SLOTS, menu
from redball.bots.planner.rollout import Outcome
from redball.bots.steady import SteadyBot
from redball.game import Game
from redball.game.sight.belief import believed


def test_its_example_holds() -> None:
    assert doctest.testmod(planner_tasks).failed == 0


def test_where_differences_come_from_is_found_again() -> None:
    """Gains made with spreads of 4, 9, 1 and 16 around 2: within some of them, in 3,000 groups."""
    rng, rows = Random(3), []
    for group in range(3000):
        common, own = rng.gauss(0, 2), {slot: rng.gauss(0, 3) for slot in SLOTS[1:4]}
        for lot in range(2):
            unlucky = rng.gauss(0, 1)
            for slot, worth in own.items():
                rows.append(Row(str(group), lot, slot, 2 + common + worth - unlucky + rng.gauss(0, 4)))
    assert fit(rows) == pytest.approx(Fit(2, 4, 9, 1, 16), abs=0.8)


def test_what_is_tried_together_changes_from_game_to_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or what others do would count as a task's own worth. Each group tries each of its tasks once in a game."""
    played: dict[int, list[Plan]] = {}

    def note(game: Game, side: str, plan: Plan, lot: int, turns: int) -> Outcome:
        played.setdefault(lot, []).append(plan)
        return Outcome(0.0, tuple([{} for _ in plan.groups]))

    monkeypatch.setattr(planner_tasks, "play_out", note)
    game = Game.new("yelnya", seed=1)
    while (open_ := game.decision) is not None and not game.state.clock.phasing:
        game.take(open_.side, SteadyBot(1).choose(game, open_.side))
    side = game.state.clock.phasing
    rows = list(tried(game, "yelnya/1", side, 2))
    assert rows
    assert len({(row.group, row.lot, row.slot) for row in rows}) == len(rows)
    for number, group in enumerate(played[0][0].groups):
        tasks = set(menu(believed(game.look, side), side, group).values()) - {Task()}
        for plans in played.values():
            assert sorted(map(str, tasks)) == sorted(
                str(plan.tasks[number]) for plan in plans if plan.tasks[number] != Task()
            )
    pairs = [{plan.tasks[:2] for plan in plans} for plans in played.values()]
    assert pairs[0] != pairs[1]


def test_rows_name_the_group_the_game_and_the_slot() -> None:
    rows = list(islice(play("crossing", 6, 2), 40))
    assert rows == list(islice(play("crossing", 6, 2), 40)), "the same by seed"
    assert {row.lot for row in rows} == {0, 1}
    assert {row.slot for row in rows} <= set(SLOTS[1:])
    assert {row.group.rsplit("/", 1)[0] for row in rows} <= {"crossing/6/axis", "crossing/6/soviet"}
