"""Many random games under the referee: `python -m referee --games 50 --seed 1`, with `tests` on the path.

Of every six games two are slices of scenarios, one of v4.2 has aircraft, and the others begin at melting pots;
`--scenario` plays one scenario only, and `--actions` says how much of each game. The status is 1 if the referee finds
anything that `known.py` does not explain; each such point is printed with what plays it again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

from redball.game import Game
from referee.known import unknown
from referee.play import new_game, play
from referee.positions import position

SCENARIOS = ("yelnya", "crossing", "sedan", "throw-range", "kohima", "smolensk")
FLYING = ("lesson-6-airfield", "crete", "yelnya", "kohima", "smolensk", "sedan")
"""What is played with aircraft by v4.2, one game of six."""
ACTIONS = {"scenario": 800, "pot": 250}
MIXED = (0.5, 0.2, 0.0, 0.7)
"""How much of a game the steady bot plays."""


def game_of(seed: int, edition: str, scenario: str | None = None) -> tuple[str, Game]:
    """The game of a seed, and what it begins with."""
    if scenario is not None:
        return scenario, Game.new(scenario, seed=seed, edition=edition)
    if seed % 6 == 4 and edition == "v4.2":
        name = FLYING[seed // 6 % len(FLYING)]
        return f"{name} with aircraft", new_game(name, seed, edition, aircraft=True)
    if seed % 3 == 0:
        name = SCENARIOS[seed // 3 % len(SCENARIOS)]
        return name, Game.new(name, seed=seed, edition=edition)
    return "melting pot", Game.from_position(position(seed, edition), seed=seed)


def main() -> int:
    """Play, count, and tell what was found."""
    parser = argparse.ArgumentParser(description="random games under the referee")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="v4.2")
    parser.add_argument("--scenario", choices=SCENARIOS)
    parser.add_argument("--actions", type=int, help="of each game; default: 800 of a scenario, 250 of a melting pot")
    chosen = parser.parse_args()
    seen: Counter[str] = Counter()
    left: Counter[str] = Counter()
    wrong = 0
    for seed in range(chosen.seed, chosen.seed + chosen.games):
        name, game = game_of(seed, chosen.edition, chosen.scenario)
        game.keep_undo = False
        pot = name == "melting pot"
        actions = chosen.actions or ACTIONS["pot" if pot else "scenario"]
        referee = play(game, Random(seed), actions, MIXED[seed % len(MIXED)], eager=pot)
        for line in (found := unknown(referee.book.found)):
            print(f"seed {seed}, {name}: {line}", flush=True)
        wrong += len(found)
        seen += referee.book.seen
        left += referee.book.left
    print(f"{sum(seen.values())} comparisons in {chosen.games} games of {chosen.edition}, by case:")
    print(", ".join(f"{case} {count}" for case, count in sorted(seen.items())))
    print("not judged: " + (", ".join(f"{why} {count}" for why, count in left.most_common()) or "nothing"))
    print(f"{wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
