"""Random legal play under watch: many games of many scenarios, with every invariant checked."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from msgspec import Struct

from redball.bots import make_bot
from redball.bots.random_play import at_random
from redball.bots.workers import run_all
from redball.core.events import EVENTS, PhaseBegan
from redball.core.procedures import Choose
from redball.core.refusals import REFUSALS
from redball.editions import edition as find_edition
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.save import SaveFile, load, state_hash
from redball.game.save.scribe import checkpoint, entry
from redball.game.watch.invariants import InvariantBroken, Rates, Tally, Watch, begun_alike
from redball.scenarios.load import load_scenario

ACTION_LIMIT = 100_000
STYLES = ("evenly", "by kind", "mixed", "by kind")
"""Ways of playing, in turn. Actions drawn `evenly` make long games with much movement, `by kind` short ones; a
`mixed` game is half played by `steady`, so that there are battles."""


class Broken(Struct, frozen=True):
    """A game in which an invariant broke: which, after which action, and the files that show it: the save, and the
    position then.
    """

    scenario: str
    seed: int
    invariant: str
    action: int
    detail: str
    save: str
    position: str


class FuzzGame(Struct, frozen=True):
    """One game under watch, with counts of what occurred."""

    scenario: str
    seed: int
    actions: int
    events: dict[str, int]
    decisions: dict[str, int]
    refusals: dict[str, int]
    broken: Broken | None = None
    switches: dict[str, Any] = {}
    """Switches that differ from the defaults."""


class FuzzResult(Struct, frozen=True):
    """A whole run. Counts include 0 for what never occurred."""

    scenarios: dict[str, int]
    games: int
    seed: int
    actions: int
    seconds: float
    events: dict[str, int]
    decisions: dict[str, int]
    refusals: dict[str, int]
    broken: list[Broken]
    switches: dict[int, dict[str, Any]] = {}
    """By seed: the game's switches that differ from the defaults."""


class Plan(Struct, frozen=True):
    """What to play: scenarios in turn, how many game turns (0: to the end), the edition ("" the scenario's own), where
    saves of broken games go ("" a new temporary folder), the chosen `switches`; `draw`: all others at random,
    for each game."""

    scenarios: tuple[str, ...]
    turns: int = 0
    edition: str = ""
    folder: str = ""
    switches: dict[str, Any] = {}
    draw: bool = False
    rates: Rates = Rates()


def fuzz_game(plan: Plan, seed: int) -> FuzzGame:
    """One game; its scenario is the next of the plan's, by the seed.

    Raises ScenarioError or EditionError for an invalid plan.
    """
    scenario = plan.scenarios[seed % len(plan.scenarios)]
    switches = switches_of(plan, scenario, seed)
    game = Game.new(scenario, seed=seed, edition=plan.edition, switches=switches)
    rng = Random(f"fuzz/{scenario}/{seed}")
    watch = Watch(game, rng, plan.rates)
    broken = None
    try:
        _play(watch, rng, plan.turns, STYLES[seed % len(STYLES)])
        watch.finish()
        _check_save(game, rng)
    except InvariantBroken as error:
        kept = _keep(game, plan, scenario, seed)
        broken = Broken(scenario, seed, error.name, error.action, error.detail, *map(str, kept))
    return FuzzGame(
        scenario=scenario,
        seed=seed,
        actions=len(game.records),
        events=dict(watch.tally.events),
        decisions=dict(watch.tally.decisions),
        refusals=dict(watch.tally.refusals),
        broken=broken,
        switches=unusual(game),
    )


def switches_of(plan: Plan, scenario: str, seed: int) -> dict[str, Any]:
    """The switches of one game of a plan: the chosen ones, the others as drawn."""
    if not plan.draw:
        return plan.switches
    edition = find_edition(plan.edition or load_scenario(scenario).edition)
    rng = Random(f"switches/{scenario}/{seed}")
    while True:
        drawn = edition.draw(rng) | plan.switches
        try:
            return edition.switch_values(drawn)
        except ValueError:
            continue


def unusual(game: Game) -> dict[str, Any]:
    """The switches of a game that differ from the defaults."""
    usual = game.world.edition.switches
    return {name: value for name, value in game.world.switches.items() if value != usual[name].default}


def _play(watch: Watch, rng: Random, turns: int, style: str) -> None:
    """Play to the end, or for a number of turns."""
    game = watch.game
    steady = make_bot("steady", 0)
    while (open_ := game.decision) is not None:
        if turns and game.state.clock.turn > turns:
            return
        if len(game.records) >= ACTION_LIMIT:
            raise InvariantBroken("no dead end", ACTION_LIMIT, "the game does not end")
        choices = watch.choices()
        if style == "mixed" and rng.random() < 0.5:
            watch.take(open_.side, steady.choose(game, open_.side))
        else:
            watch.take(open_.side, at_random(choices, rng.getrandbits(64), style == "evenly"))


def write_save(game: Game, path: Path) -> None:
    """Write a save for a game played without one: header, every action, and a checkpoint at the start."""
    save = SaveFile(path, begun_alike(game), durable=False)
    save.write(*map(entry, game.records))
    if game.records and any(isinstance(event, PhaseBegan) for event in game.records[-1].events):
        save.write(checkpoint(len(game.records), game.state))


def _check_save(game: Game, rng: Random) -> None:
    """The game, saved and loaded, is in the same state; now and then with its last line cut off, which is lost."""
    path = Path(mkdtemp(prefix="redball-")) / "fuzz.redball"
    write_save(game, path)
    loaded = load(path).game
    if state_hash(loaded.state) != state_hash(game.state):
        raise InvariantBroken("save", len(game.records), "the loaded game is in another state")
    path.unlink()
    path.parent.rmdir()


def _keep(game: Game, plan: Plan, scenario: str, seed: int) -> tuple[Path, Path]:
    """Write what broke as a save, and as a position to paste into a test."""
    folder = Path(plan.folder) if plan.folder else Path(mkdtemp(prefix="redball-broken-"))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{scenario}-{seed}.redball"
    path.unlink(missing_ok=True)
    write_save(game, path)
    position = path.with_suffix(".position")
    position.write_text(dump_position(game.world, game.state), encoding="utf-8")
    return path, position


def fuzz(
    plan: Plan, games: int, seed: int, jobs: int = 1, progress: Callable[[FuzzGame], None] | None = None
) -> FuzzResult:
    """Play games with seeds from `seed` on; `progress` is called as each ends."""
    began = time.perf_counter()
    total, played, broken, actions = Tally(), dict.fromkeys(plan.scenarios, 0), [], 0
    switches = {}
    for game in run_all(partial(fuzz_game, plan), range(seed, seed + games), jobs):
        played[game.scenario] += 1
        switches[game.seed] = game.switches
        actions += game.actions
        total.events.update(game.events)
        total.decisions.update(game.decisions)
        total.refusals.update(game.refusals)
        if game.broken is not None:
            broken.append(game.broken)
        if progress is not None:
            progress(game)
    known = everything(plan)
    return FuzzResult(
        scenarios=played,
        games=games,
        seed=seed,
        actions=actions,
        seconds=round(time.perf_counter() - began, 3),
        events=_with_unseen(total.events, known[0]),
        decisions=_with_unseen(total.decisions, known[1]),
        refusals=_with_unseen(total.refusals, known[2]),
        broken=sorted(broken, key=lambda b: b.seed),
        switches=dict(sorted(switches.items())),
    )


def everything(plan: Plan) -> tuple[list[str], list[str], list[str]]:
    """Names of all events, decisions and refusals in the plan's edition."""
    edition = Game.new(plan.scenarios[0], edition=plan.edition, switches=plan.switches).world.edition
    decisions = [
        f"{procedure.name}.{step.name}"
        for procedure in edition.procedures.values()
        for step in procedure.steps
        if isinstance(step, Choose)
    ]
    return [kind.__name__ for kind in (*EVENTS, *edition.events)], decisions, list(REFUSALS)


def _with_unseen(seen: Any, known: Sequence[str]) -> dict[str, int]:
    return {name: seen.get(name, 0) for name in sorted({*known, *seen})}


__all__ = ["Broken", "FuzzGame", "FuzzResult", "Plan", "fuzz", "fuzz_game", "write_save"]
