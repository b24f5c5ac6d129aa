"""Fit the worth of a position that `planner` judges its plans by (`bots/planner/value.py`).

    python tools/planner_value.py play yelnya 5000 5100 rows.jsonl      # staunch against itself; adds to the file
    python tools/planner_value.py play kohima 5000 5100 rows.jsonl aircraft     # with switches
    python tools/planner_value.py fit rows.jsonl                        # writes bots/planner/value.toml

A row is a position at the first decision of a Player Turn: the features of the first side less those of the second, the
margin then and three turns later, which has less noise than that at the end. The fit is a ridge regression of the
difference; its penalty draws the weights to a guess (`GUESS`), and is chosen by leaving tenths of the games out. Needs
numpy.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from redball.bots import planner
from redball.bots.planner.guide import Plain
from redball.bots.planner.value import NAMES, compared, left_of, margin
from redball.bots.steady import SteadyBot
from redball.game import Game

WEIGHTS = Path(planner.__file__).with_name("value.toml")
PENALTIES = (30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0, 30000.0)
PARTS = 10
AHEAD = 6
"""Player Turns after which the margin is compared."""
GUESS = {
    "steps": (0.1, 0.1),
    "strength": (0.2, 0.3),
    "starving": (-0.4, -0.4),
    "unsupplied": (-0.1, -0.2),
    "tokens": (0.2, 0.4),
    "threatened": (-0.7, -0.4),
    "near": (0.6, 0.6),
}
"""What each feature was thought to add to the margin: always, and times the share of the game that is left."""
Rows = list[dict[str, Any]]


def play(scenario: str, first: int, end: int, out: Path, switches: Sequence[str] = ()) -> None:
    """Play games with these seeds, and add their rows to the file."""
    for seed in range(first, end):
        game = Game.new(scenario, seed=seed, switches=dict.fromkeys(switches, True))
        game.keep_undo = False
        bots = {side: SteadyBot(7 * seed + number, Plain()) for number, side in enumerate(game.world.sides)}
        rows, turn = [], None
        while (open_ := game.decision) is not None:
            clock = game.state.clock
            if (clock.turn, clock.phasing) != turn and clock.phasing:
                turn = clock.turn, clock.phasing
                rows.append(row_of(game, scenario, seed))
            game.take(open_.side, bots[open_.side].choose(game, open_.side))
        margins = [*(row["margin"] for row in rows), *[margin(game.look, game.world.sides[0])] * AHEAD]
        with out.open("a") as file:
            for number, row in enumerate(rows[1:], 1):
                file.write(json.dumps(row | {"later": margins[number + AHEAD]}) + "\n")


def row_of(game: Game, scenario: str, seed: int) -> dict[str, Any]:
    """The position as it stands."""
    first = game.world.sides[0]
    return {
        "game": f"{scenario}/{seed}",
        "left": left_of(game.look),
        "margin": margin(game.look, first),
        "features": compared(game.look, first),
    }


def fit(rows: Rows) -> dict[str, Any]:
    """The weights, as they are kept."""
    design = np.array([[row["features"][n] * f for n in NAMES for f in (1.0, row["left"])] for row in rows])
    guess = np.array([GUESS[name][part] for name in NAMES for part in (0, 1)])
    games = sorted({row["game"] for row in rows})
    scenarios = sorted({name.split("/")[0] for name in games})
    kind = np.array([scenarios.index(row["game"].split("/")[0]) for row in rows])
    number = np.array([games.index(row["game"]) for row in rows])
    start = np.array([[(kind[i] == k) * row["left"] for k in range(len(scenarios))] for i, row in enumerate(rows)])
    to_come = np.array([row["later"] - row["margin"] for row in rows], dtype=float)
    full = np.hstack([design, start])
    prior = np.concatenate([guess, np.zeros(len(scenarios))])
    scale = np.concatenate([design.std(axis=0) + 1e-9, np.full(len(scenarios), 0.05)])

    def solve(chosen: Any, penalty: float) -> Any:
        x, y = full[chosen] / scale, to_come[chosen] - full[chosen] @ prior
        return prior + np.linalg.solve(x.T @ x + penalty * np.eye(x.shape[1]), x.T @ y) / scale

    def error(penalty: float) -> float:
        parts = [np.isin(number, np.arange(p, len(games), PARTS)) for p in range(PARTS)]
        return float(sum(((to_come[p] - full[p] @ solve(~p, penalty)) ** 2).sum() for p in parts)) / len(rows)

    best = min(PENALTIES, key=error)
    found = solve(np.full(len(rows), True), best)
    told = ", ".join(f"{sum(g.startswith(s + '/') for g in games)} games of {s}" for s in scenarios)
    spread = [error(best) ** 0.5, float(((to_come - full @ prior) ** 2).mean()) ** 0.5, float(to_come.std())]
    return {
        "always": {name: round(float(found[2 * i]), 3) for i, name in enumerate(NAMES)},
        "early": {name: round(float(found[2 * i + 1]), 3) for i, name in enumerate(NAMES)},
        "fitted": f"{told} between staunch and staunch; penalty {best:g}; error {spread[0]:.1f} points on games left "
        f"out, {spread[1]:.1f} by the guess, {spread[2]:.1f} without any value",
    }


def written(found: dict[str, Any]) -> str:
    """The weights as TOML."""
    tables = [
        f"[{part}]\n" + "".join(f"{name} = {weight}\n" for name, weight in found[part].items())
        for part in ("always", "early")
    ]
    return "\n".join((f'fitted = "{found["fitted"]}"\n', *tables))


def main() -> None:
    """As the command line says."""
    match sys.argv[1:]:
        case ["play", scenario, first, end, out, *switches]:
            play(scenario, int(first), int(end), Path(out), switches)
        case ["fit", *files] if files:
            rows = [json.loads(line) for file in files for line in Path(file).read_text().splitlines()]
            WEIGHTS.write_text(written(fit(rows)))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
