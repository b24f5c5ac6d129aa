"""The engine's own work: new states, packing, random play: D1, D2, E1 and E2 of the performance goals.

D is compared with the standard library, E with random chess where that is installed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from random import Random
from time import process_time

import msgspec
from msgspec.structs import asdict

from redball.bench.chess_peers import PEERS
from redball.bench.results import Result, at_least, at_most, compare, side_by_side
from redball.board.kernel import kernel_name, using_kernel
from redball.bots.random_play import of_kinds
from redball.core.state import State, Units
from redball.game import Game
from redball.game.game import forget_worlds
from redball.game.save import decode_state, encode_state

SEED = 1941
GAMES = 8
"""Games of E1, each with a seed of its own: one game alone says little about another."""
UNITS = 1500
SCENARIOS = ("yelnya", "crossing", "throw-range", "smolensk")
BESIDE = ("yelnya", "smolensk")
CHESS_GOALS = {
    "yelnya": {"python-chess": 0.20, "PettingZoo chess": 2.5},
    "smolensk": {"python-chess": 0.14, "PettingZoo chess": 2.5},
}
"""Goals with the compiled kernel; half as much without it."""
KERNELS = {"c": "compiled", "python": "pure Python"}


def run(quick: bool = False) -> Iterator[Result]:
    """All results. `quick` measures a few rounds: a second, but little evidence."""
    rounds = 3 if quick else 60
    yield from states(rounds)
    yield from random_play(100 if quick else 4000, 1 if quick else 3)


def big_state(game: Game) -> State:
    """A state of 1,500 units, copies of a scenario's units."""
    known = list(game.state.units.values())
    units = (known[i % len(known)].change(id=f"u{i:04d}", counter=f"u{i:04d}") for i in range(UNITS))
    return game.state.change(units=Units(units))


def states(rounds: int) -> Iterator[Result]:
    """D1: one unit changed, against a deep copy. D2: the whole state packed and unpacked."""
    game = Game.new(SCENARIOS[0], seed=SEED)
    state = big_state(game)
    moved = state.units["u0700"].change(hex=7)
    packed = encode_state(state)
    units = [asdict(unit) for unit in state.units.values()]
    plain = json.loads(msgspec.json.encode(units))  # every field written out, as the standard json would
    text = json.dumps(plain)
    inner = 50
    times = side_by_side(
        {
            "change": lambda: [state.with_unit(moved) for _ in range(inner)],
            "deepcopy": lambda: deepcopy(state),
            "encode": lambda: encode_state(state),
            "decode": lambda: decode_state(game.world, packed),
            "dumps": lambda: json.dumps(plain),
            "loads": lambda: json.loads(text),
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
    for verb, ours, theirs, least in (("pack", "encode", "dumps", 12), ("unpack", "decode", "loads", 4)):
        what = f"{verb} a state of {UNITS} units"
        yield compare("D2", what, times[ours], peer="json", theirs=times[theirs], goal=at_least(least))
    yield compare("D2", f"a packed state of {UNITS} units", len(packed), goal=at_most(70_000), unit="bytes")


def random_play(actions: int, rounds: int) -> Iterator[Result]:
    """E1: an action of random play in eight games, with the list of all legal actions at each decision, beside random
    chess by other libraries. E2: that list alone, beside a whole action of python-chess, which also makes such a list.

    Medians over rounds in which all take turns; ours with the compiled kernel and without.
    """
    jobs: dict[str, Callable[[], object]] = {}
    took: dict[str, list[float]] = {scenario: [] for scenario in BESIDE}
    kernels = ("c", "python") if kernel_name() == "c" else ("python",)
    for kernel in kernels:
        for scenario in SCENARIOS:
            lists = took.get(scenario, []) if kernel == kernels[0] else []
            jobs[f"{scenario}, {KERNELS[kernel]}"] = partial(_play_with, kernel, scenario, actions, lists)
    missing = []
    for name, prepare in PEERS.items():
        try:
            jobs[name] = partial(prepare(SEED), actions)
        except ModuleNotFoundError:
            missing.append(name)
    times = {name: taken / actions for name, taken in side_by_side(jobs, rounds).items()}
    for kernel in kernels:
        for scenario in SCENARIOS:
            label = f"{scenario}, {KERNELS[kernel]}"
            peers = CHESS_GOALS.get(scenario, {})
            if not peers:
                yield compare("E1", f"random action, {label}", times[label])
            for name, least in peers.items():
                if name in missing:
                    yield compare("E1", f"random action, {label}", times[label], peer=f"{name}: not installed")
                else:
                    goal = at_least(least if kernel == "c" else least / 2)
                    yield compare(
                        "E1", f"random action, {label}", times[label], peer=name, theirs=times[name], goal=goal
                    )
    yield from legal_actions(took, times.get("python-chess"))


def legal_actions(took: dict[str, list[float]], chess: float | None) -> Iterator[Result]:
    """E2: processor time for the lists of legal actions, with the fastest kernel available."""
    peer = "python-chess" if chess is not None else "python-chess: not installed"
    for scenario, lists in took.items():
        lists.sort()
        for part, at, least in (("median", len(lists) // 2, 0.1), ("99th percentile", len(lists) * 99 // 100, 0.01)):
            goal = at_least(least) if chess is not None else None
            yield compare("E2", f"legal actions, {scenario}, {part}", lists[at], peer=peer, theirs=chess, goal=goal)


def _play_with(kernel: str, scenario: str, actions: int, lists: list[float]) -> None:
    with using_kernel(kernel):
        lists += play_at_random(scenario, actions)


def play_at_random(scenario: str, actions: int) -> list[float]:
    """Play this many actions, in equal parts with each of the seeds, in a world with no kept searches. Returns the
    processor seconds for each list of legal actions."""
    forget_worlds()
    took: list[float] = []
    for number in range(GAMES):
        took += _play_from(scenario, SEED + number, len(range(number, actions, GAMES)))
    return took


def _play_from(scenario: str, seed: int, actions: int) -> list[float]:
    """Play this many actions from a seed, in as many games as needed."""
    took: list[float] = []
    rng = Random(seed)
    game = Game.new(scenario, seed=seed)
    game.keep_undo = False
    for number in range(actions):
        open_ = game.decision
        if open_ is None:
            game = Game.new(scenario, seed=seed + GAMES * number)
            game.keep_undo = False
            open_ = game.decision
            assert open_ is not None  # a scenario begins with a decision
        began = process_time()
        choices = game.choices_by_kind()
        took.append(process_time() - began)
        game.take(open_.side, of_kinds(choices, rng.getrandbits(64)))
    return took
