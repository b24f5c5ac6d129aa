"""A game as the page gets it, for its tests: `web/tests/changes.fixtures.json` has the first view, what changed in it
with each action, and the last view. Run by `api_types.py`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec

from redball.bots.random_play import at_random
from redball.game import Game
from redball.game.view.whole import view
from redball.server.answers.changes import Changes, changes
from web_client import WEB

FIXTURES = WEB / "tests" / "changes.fixtures.json"
POSITION = """
redball-position 1
at movement phasing=axis
[terrain]
. . . .
. . . .
[units]
axis   01.01 ir1 Rgt infantry other 4-3-3L/2-3-6L
axis   01.02 ir2 Rgt infantry other 4-3-3L/2-3-6L
soviet 04.01 rr1 Rgt infantry other 4-2-3L/2-2-6L
"""
MOST, SEED = 12, 3


def files() -> dict[Path, str]:
    """The file as it should be."""
    game = Game.from_position(POSITION, seed=SEED, switches={"fog": False})
    rng = Random(SEED)
    first = last = view(game, "")
    steps: list[Changes] = []
    while game.decision is not None and len(steps) < MOST:
        game.do(at_random(game.choices(), rng.getrandbits(64)))
        before, last = last, view(game, "")
        steps.append(changes(before, last))
    found = {"first": first, "changes": steps, "last": last}
    return {FIXTURES: json.dumps(msgspec.to_builtins(found, str_keys=True)) + "\n"}
