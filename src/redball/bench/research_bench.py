"""Steps of the environment for learning beside PettingZoo's chess: both report what is seen and what is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from redball.bench.chess_peers import pettingzoo_chess
from redball.bench.results import Goal, Result, at_least, compare, side_by_side

SEED = 1941
GOALS: dict[str, Goal | None] = {"crossing": at_least(1), "yelnya": at_least(0.5), "smolensk": at_least(0.5)}
CHESS = "PettingZoo chess"


def run(quick: bool = False) -> Iterator[Result]:
    """R1: a step by atomic actions, each drawn from the mask."""
    steps, rounds = (40, 1) if quick else (2000, 3)
    jobs: dict[str, Callable[[], object]] = {name: partial(_player(name), steps) for name in GOALS}
    jobs[CHESS] = partial(pettingzoo_chess(SEED), steps)
    times = {name: taken / steps for name, taken in side_by_side(jobs, rounds).items()}
    for name, goal in GOALS.items():
        yield compare("R1", f"environment step, {name}", times[name], peer=CHESS, theirs=times[CHESS], goal=goal)


def _player(scenario: str) -> Callable[[int], None]:
    """A function that plays this many steps, in as many games as needed."""
    from redball.research.environment import Redball

    env = Redball(scenario)

    def play(steps: int) -> None:
        rng = Random(SEED)
        env.reset(seed=SEED)
        for _ in range(steps):
            seen, _reward, ended, cut, _info = env.last()
            if ended or cut:
                env.reset()
                seen, *_rest = env.last()
            env.step(int(rng.choice(seen["action_mask"].nonzero()[0])))

    return play
