"""Saved games for tests: played at random, and their lines."""

from __future__ import annotations

from pathlib import Path
from random import Random

from redball.bots.random_play import at_random
from redball.game import Game
from redball.game.save import SaveFile

POSITION = """redball-position 1
sides axis soviet
switches fog=off retreat_direction=away
at movement phasing=axis
[terrain]
. . w .
. . . .
[units]
axis 01.01 a Rgt infantry other 4-3-3L/2-3-6L
axis 01.01 b Bn tank armor 9-5-12K/3-5-15K formation=10pz formationfuel
soviet 04.01 r Rgt infantry other 4-2-3L/2-2-6L
"""
SCENARIO = "crossing"


def play(game: Game, save: SaveFile, actions: int, rng: Random) -> None:
    """Random legal play, written down; sometimes an action is taken back."""
    for _ in range(actions):
        open_ = game.decision
        if open_ is None:
            return
        if game.undo_steps and rng.random() < 0.15:
            assert game.undo(open_.side) is None
            save.undo(len(game.records))
            continue
        assert game.take(open_.side, at_random(game.choices(), rng.getrandbits(64))).refusal is None
        save.record(game)


def played(folder: Path, seed: int = 3, actions: int = 60) -> tuple[Game, Path]:
    """A game that was played and saved."""
    path = folder / f"{seed}.redball"
    game = Game.new(SCENARIO, seed=seed)
    save = SaveFile(path, game, {"players": {"axis": "human"}})
    play(game, save, actions, Random(seed))
    save.close()
    return game, path


def lines(path: Path) -> list[str]:
    """The lines of a save."""
    return path.read_text(encoding="utf-8").splitlines()


def rewrite(path: Path, changed: list[str]) -> Path:
    """Other lines in the same file."""
    path.write_text("\n".join(changed) + "\n", encoding="utf-8")
    return path
