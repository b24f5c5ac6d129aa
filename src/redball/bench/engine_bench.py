"""The engine's own work: new states, packing, random play, start-up: D1, D2, E1, E2 and G1 of the performance goals.

D and E need no other library (E1 is also measured beside chess where that is installed); G1 starts fresh interpreters
that import Redball and numpy by turns.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from random import Random
from statistics import median
from time import perf_counter, process_time

from redball.bench.chess_peers import PEERS
from redball.bench.results import Result, at_least, at_most, compare, seconds, side_by_side
from redball.board.kernel import kernel_name, using_kernel
from redball.bots.random_play import of_kinds
from redball.core.state import State, Units
from redball.game import Game
from redball.game.game import forget_worlds
from redball.game.save import decode_state, encode_state

SEED = 1941
UNITS = 1500
SCENARIOS = ("yelnya", "crossing", "throw-range", "smolensk")
BESIDE = ("yelnya", "smolensk")
CHESS_GOALS = {"python-chess": 0.15, "PettingZoo chess": 2.5}
IMPORTS = {"redball": "import redball", "redball.game": "import redball.game", "numpy": "import numpy"}


def run(quick: bool = False) -> Iterator[Result]:
    """All results; `quick` measures few rounds, which says little but takes a second."""
    rounds = 3 if quick else 60
    yield from states(rounds)
    yield from random_play(200 if quick else 4000, 1 if quick else 3)
    yield from legal_actions(200 if quick else 4000)
    yield from beside_chess(100 if quick else 4000, 1 if quick else 3)
    yield from imports(1 if quick else 9)


def big_state(game: Game) -> State:
    """A state of 1,500 units, made of those of a scenario again and again."""
    known = list(game.state.units.values())
    units = (known[i % len(known)].change(id=f"u{i:04d}", counter=f"u{i:04d}") for i in range(UNITS))
    return game.state.change(units=Units(units))


def states(rounds: int) -> Iterator[Result]:
    """D1: one unit changed, against a deep copy. D2: the whole state packed and unpacked."""
    game = Game.new(SCENARIOS[0], seed=SEED)
    state = big_state(game)
    moved = state.units["u0700"].change(hex=7)
    packed = encode_state(state)
    inner = 50
    times = side_by_side(
        {
            "change": lambda: [state.with_unit(moved) for _ in range(inner)],
            "deepcopy": lambda: deepcopy(state),
            "encode": lambda: encode_state(state),
            "decode": lambda: decode_state(game.world, packed),
        },
        rounds,
    )
    yield compare(
        "D1",
        f"a new state after one of {UNITS} units changed",
        times["change"] / inner,
        peer="deepcopy",
        theirs=times["deepcopy"],
        goal=at_least(1000),
    )
    yield compare("D2", f"pack a state of {UNITS} units", times["encode"], goal=at_most(0.000_3))
    yield compare("D2", f"unpack a state of {UNITS} units", times["decode"], goal=at_most(0.000_6))
    yield compare("D2", f"a packed state of {UNITS} units", len(packed), goal=at_most(70_000), unit="bytes")


def random_play(actions: int, rounds: int) -> Iterator[Result]:
    """E1: seconds for an atomic action of random play, with the list of all legal actions at each decision; the median
    of some rounds in which the scenarios take turns."""
    kinds = {"c": ("compiled", 5000), "python": ("pure Python", 1000)}
    for kernel in ("c", "python") if kernel_name() == "c" else ("python",):
        name, goal = kinds[kernel]
        with using_kernel(kernel):
            took = side_by_side(
                {scenario: partial(play_at_random, scenario, actions) for scenario in SCENARIOS}, rounds
            )
        for scenario, taken in took.items():
            what = f"one action of random play, {scenario}, {name}"
            yield compare("E1", what, taken / actions, goal=at_most(1 / goal))


def legal_actions(actions: int) -> Iterator[Result]:
    """E2: processor time of the list of all legal actions at the decisions of random play."""
    for scenario in ("yelnya", "smolensk"):
        took = sorted(play_at_random(scenario, actions))
        what = f"list of legal actions, {scenario}"
        yield compare("E2", f"{what}, median", median(took), goal=at_most(0.000_5))
        yield compare("E2", f"{what}, 99th percentile", took[actions * 99 // 100], goal=at_most(0.005))


def beside_chess(actions: int, rounds: int) -> Iterator[Result]:
    """E1: the same next to random play of chess by other libraries, where they are installed (the extra `peers`)."""
    jobs: dict[str, Callable[[], object]] = {name: partial(play_at_random, name, actions) for name in BESIDE}
    for name, prepare in PEERS.items():
        try:
            play = prepare(SEED)
        except ModuleNotFoundError:
            continue
        jobs[name] = lambda play=play: play(actions)  # type: ignore[misc]
    times = side_by_side(jobs, rounds) if len(jobs) > len(BESIDE) else {name: seconds(jobs[name]) for name in BESIDE}
    for scenario in BESIDE:
        what, ours = f"one action of random play, {scenario}", times[scenario] / actions
        for name in PEERS:
            if name in times:
                goal = at_least(CHESS_GOALS[name])
                yield compare("E1", what, ours, peer=name, theirs=times[name] / actions, goal=goal)
            else:
                yield compare("E1", what, ours, peer=f"{name}: not installed")


def play_at_random(scenario: str, actions: int) -> list[float]:
    """So many actions, in as many games as that takes, in a world where nothing was searched before; the seconds of
    processor time that each list of legal actions took."""
    forget_worlds()
    took: list[float] = []
    rng = Random(SEED)
    game = Game.new(scenario, seed=SEED)
    game.keep_undo = False
    for number in range(actions):
        open_ = game.decision
        if open_ is None:
            game = Game.new(game.world.scenario, seed=SEED + number)
            game.keep_undo = False
            open_ = game.decision
            assert open_ is not None  # a scenario begins with a decision
        began = process_time()
        choices = game.choices_by_kind()
        took.append(process_time() - began)
        game.take(open_.side, of_kinds(choices, rng.getrandbits(64)))
    return took


def imports(rounds: int) -> Iterator[Result]:
    """G1: importing the package, and the whole engine, against importing numpy; the bare interpreter is taken off."""
    import numpy  # noqa: F401  # the suite is not available without it

    jobs: dict[str, Callable[[], object]] = {name: _starter(code) for name, code in IMPORTS.items()}
    jobs["nothing"] = _starter("pass")
    times = side_by_side(jobs, rounds, perf_counter)  # in other processes
    bare = times.pop("nothing")
    own = {name: max(1e-6, taken - bare) for name, taken in times.items()}
    theirs = own.pop("numpy")
    for name, taken in own.items():
        goal = at_least(1) if name == "redball" else None
        yield compare("G1", f"import {name}", taken, peer="numpy", theirs=theirs, goal=goal)


def _starter(code: str) -> Callable[[], object]:
    command = [sys.executable, "-c", code]
    return lambda: subprocess.run(command, check=True)
