"""Steps of the environment for learning beside PettingZoo's chess: both report what is seen and what is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from redball.bench.chess_peers import pettingzoo_chess
from redball.bench.results import Goal, Result, at_least, compare, side_by_side

SEED = 1941
GOALS: dict[tuple[str, str], Goal | None] = {
    ("atomic", "crossing"): at_least(1),
    ("atomic", "yelnya"): at_least(0.5),
    ("atomic", "smolensk"): at_least(0.5),
    ("segments", "crossing"): None,
    ("segments", "yelnya"): None,
    ("plans", "crossing"): None,
    ("plans", "yelnya"): None,
}
"""By grain and scenario. A step of the coarse grains stands for many actions, so it has no goal."""
FEWER = 20
"""How many times fewer steps of the coarse grains are made."""
ROWS = {"atomic": "R1", "segments": "R2", "plans": "R3"}
CHESS = "PettingZoo chess"


def run(quick: bool = False) -> Iterator[Result]:
    """R1: a step by atomic actions, each drawn from the mask. R2, R3: a step of the coarse grains."""
    steps, rounds = (40, 1) if quick else (2000, 3)
    made = {key: steps if key[0] == "atomic" else steps // FEWER for key in GOALS}
    jobs: dict[str, Callable[[], object]] = {
        " ".join(key): partial(_player(*key), count) for key, count in made.items()
    }
    jobs[CHESS] = partial(pettingzoo_chess(SEED), steps)
    times = side_by_side(jobs, rounds)
    theirs = times[CHESS] / steps
    for (grain, scenario), goal in GOALS.items():
        ours = times[f"{grain} {scenario}"] / made[grain, scenario]
        what = f"environment step, {grain}, {scenario}"
        yield compare(ROWS[grain], what, ours, peer=CHESS, theirs=theirs, goal=goal)


def _player(grain: str, scenario: str) -> Callable[[int], None]:
    """A function that plays this many steps, in as many games as needed."""
    from redball.research.environment import Redball

    env = Redball(scenario, grain=grain)

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
