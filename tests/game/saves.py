"""Saved games for tests: played at random, and their lines."""

from __future__ import annotations

from pathlib import Path
from random import Random

from redball.bots.random_play import at_random
from redball.game import Game
from redball.game.save import FORMAT, SaveFile, chained
from redball.game.save.lines import split

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


def play(game: Game, actions: int, rng: Random) -> None:
    """Random legal play; sometimes an action is taken back."""
    for _ in range(actions):
        open_ = game.decision
        if open_ is None:
            return
        if game.undo_steps and rng.random() < 0.15:
            assert game.undo(open_.side) is None
            continue
        assert game.take(open_.side, at_random(game.choices(), rng.getrandbits(64))).refusal is None


def played(folder: Path, seed: int = 3, actions: int = 60) -> tuple[Game, Path]:
    """A game that was played and saved."""
    path = folder / f"{seed}.redball"
    game = Game.new(SCENARIO, seed=seed)
    SaveFile(path, game, {"players": {"axis": "human"}})
    play(game, actions, Random(seed))
    return game, path


def lines(path: Path) -> list[str]:
    """The lines of a save."""
    return path.read_text(encoding="utf-8").splitlines()


def bare(path: Path) -> list[str]:
    """The lines of a save without their checks."""
    return [split(line.encode())[0].decode() for line in lines(path)]


def rewrite(path: Path, changed: list[str]) -> Path:
    """Other lines in the same file, with checks that fit, as a forger would write them."""
    path.write_bytes(chained(split(line.encode())[0] for line in changed))
    return path


def as_format(path: Path, number: int, changed: list[str]) -> Path:
    """Other lines in the same file, as an older format had them: without checks."""
    head = changed[0].replace(FORMAT, f"redball-save {number}")
    path.write_text("".join(f"{split(line.encode())[0].decode()}\n" for line in (head, *changed[1:])), encoding="utf-8")
    return path
