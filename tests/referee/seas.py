"""Games at sea: ships sail and fire, Landing Craft load, sail and land; ports are raided, worked on and used.

    python -m referee.seas --games 40 --seed 1

plays so many of each kind, and tells what the referee found.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from fuzz.test_fuzz_ports import position as harbours
from fuzz.test_fuzz_ships import ferries
from fuzz.test_fuzz_ships import position as fleets
from redball.core.actions import Action, BeginMove, BeginSail, BlowDump, Cancel, Done, Halt
from redball.core.actions.naval import DivideCraft, LandAll, PlanLanding, RemoveShip, StayAboard, StayAfloat
from redball.game import Game
from referee.beaches import position as beaches
from referee.known import unknown
from referee.play import eagerly, referee_of
from referee.watch import Referee

POSITIONS: dict[str, Callable[[int], str]] = {
    "fleets": fleets,
    "ferries": ferries,
    "ports": harbours,
    "beaches": beaches,
}
TAKEN_BACK = (Cancel, StayAboard, StayAfloat, RemoveShip, BlowDump, DivideCraft)
"""Kinds that are drawn only where there is nothing else, or seldom."""
ACTIONS = 120


def chosen(choices: Sequence[Action], step: str, rng: Random, landing: bool) -> Action:
    """One of the choices; where a game is for landings, craft land before anything moves."""
    if Done() in choices and rng.random() < (0.4 if step == "draft" else 0.05):
        return Done()
    spared: tuple[type[Action], ...] = TAKEN_BACK if rng.random() < 0.95 else ()
    if landing and rng.random() < 0.8:
        spared = (*spared, BeginMove, BeginSail)
    if step == "go" and Halt() in choices and rng.random() < 0.15:
        return Halt()
    kept = [action for action in choices if not isinstance(action, spared)] or [*choices]
    plans = [action for action in kept if isinstance(action, (PlanLanding, LandAll))]
    return rng.choice(plans) if plans and landing and rng.random() < 0.5 else eagerly(kept, rng)


def is_for_landings(kind: str, seed: int) -> bool:
    """Half of the games with Landing Craft are."""
    return kind in ("ferries", "beaches") and seed % 2 == 0


def sail(kind: str, seed: int, actions: int = ACTIONS) -> Referee:
    """One game under the referee."""
    game, rng = Game.from_position(POSITIONS[kind](seed), seed=seed), Random(seed)
    game.keep_undo = False
    referee = referee_of(game)
    for _ in range(actions):
        open_ = game.decision
        if open_ is None:
            break
        landing = is_for_landings(kind, seed)
        action, before = chosen(game.choices(), open_.step.name, rng, landing), game.state
        taken = game.take(open_.side, action)
        assert taken.refusal is None, taken.refusal
        referee.watch(before, action, taken.events, game.state)
    return referee


def main() -> int:
    """Play, count, and tell what was found."""
    parser = argparse.ArgumentParser(description="random games at sea under the referee")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=POSITIONS)
    asked = parser.parse_args()
    seen: Counter[str] = Counter()
    wrong = 0
    for seed in range(asked.seed, asked.seed + asked.games):
        for kind in [asked.kind] if asked.kind else POSITIONS:
            referee = sail(kind, seed)
            for line in (found := unknown(referee.book.found)):
                print(f"{kind}, seed {seed}: {line}", flush=True)
            wrong += len(found)
            seen += referee.book.seen
    sea = {case: count for case, count in seen.items() if case.startswith(("18.", "19.", "9.14", "10.0c", "4.7"))}
    print(f"{sum(seen.values())} comparisons; of the sea {sum(sea.values())}:")
    print(", ".join(f"{case} {count}" for case, count in sorted(sea.items())))
    print(f"{wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
