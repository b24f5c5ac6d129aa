"""Games in which the aircraft fly all they can: drafts are rarely taken back, and every kind of mission comes up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from redball.core.actions import (
    Action,
    BeginMove,
    Cancel,
    CancelDrop,
    Disembark,
    Done,
    Embark,
    LoadPlanes,
    PlanMission,
    RemovePlane,
)
from redball.game import Game
from referee.play import eagerly, referee_of
from referee.watch import Referee

TAKEN_BACK = (Cancel, CancelDrop, RemovePlane, Disembark, BeginMove)
"""Kinds that are drawn only where there is nothing else."""
COMMITTED, IDLE = 0.3, 0.4
"""How often a draft that could fly does so, and a segment without a draft ends."""


def chosen(choices: Sequence[Action], step: str, rng: Random) -> Action:
    """One of the choices: missions are planned, loaded and flown."""
    if Done() in choices and rng.random() < (COMMITTED if step == "draft" else IDLE):
        return Done()
    kept = [action for action in choices if not isinstance(action, TAKEN_BACK)] or [*choices]
    loads = [action for action in kept if isinstance(action, (Embark, LoadPlanes))]
    plans = [action for action in kept if isinstance(action, PlanMission)]
    if loads and rng.random() < 0.5:
        return rng.choice(loads)
    return rng.choice(plans) if plans and rng.random() < 0.6 else eagerly(kept, rng)


def fly(game: Game, rng: Random, actions: int) -> Referee:
    """Play some actions under the referee."""
    game.keep_undo = False
    referee = referee_of(game)
    for _ in range(actions):
        open_ = game.decision
        if open_ is None:
            break
        action, before = chosen(game.choices(), open_.step.name, rng), game.state
        taken = game.take(open_.side, action)
        assert taken.refusal is None, taken.refusal
        referee.watch(before, action, taken.events, game.state)
    return referee
