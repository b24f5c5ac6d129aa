"""Playing an arena's games: each is written down as it ends, so a run that is stopped loses only what it was playing.

The folder has `results.jsonl`, a line for each game, and `games`, with each game's save. A game counts as played if it
was played by this version of the program: a digest of the source stands with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import redball
from redball.bots import outside
from redball.bots.arena.meetings import Meeting
from redball.bots.match import BotFault, GameResult, play_game
from redball.bots.workers import run_all

RESULTS = "results.jsonl"
GAMES = "games"
Pool = Callable[[Callable[[Any], Any], Sequence[Any], int], Iterator[Any]]
"""Calls a function with everything in a list, in any order, so many at a time: `run_all`, or `ray_pool.run_on_ray`."""


class Played(Struct, frozen=True):
    """A game that was played. `broken` says why a bot lost it by a mistake of its own ("": neither did); `program` is
    the version that played it."""

    meeting: Meeting
    result: GameResult
    program: str
    broken: str = ""


def play_rounds(
    games: Sequence[Meeting],
    folder: Path,
    jobs: int = 1,
    progress: Callable[[Played], None] | None = None,
    pool: Pool = run_all,
) -> list[Played]:
    """Play what has not been played yet, and return all of these games in their order.

    `progress` is called for each game, those found in the folder included. Raises OSError, and msgspec.DecodeError for
    a file of results that is none.
    """
    (folder / GAMES).mkdir(parents=True, exist_ok=True)
    played = {each.meeting: each for each in results(folder) if each.program == program()}
    for game in games:
        if progress is not None and game in played:
            progress(played[game])
    missing = list(dict.fromkeys(game for game in games if game not in played))
    with (folder / RESULTS).open("ab") as file:
        for each in pool(partial(play_meeting, folder=folder), missing, jobs):
            file.write(msgspec.json.encode(each) + b"\n")
            file.flush()
            os.fsync(file.fileno())
            played[each.meeting] = each
            if progress is not None:
                progress(each)
    return [played[game] for game in games]


def play_meeting(game: Meeting, folder: Path) -> Played:
    """Play one game and keep its save. A bot that breaks down or chooses an illegal action has lost."""
    save = folder / GAMES / f"{game.key}.redball"
    save.unlink(missing_ok=True)
    table = game.table
    try:
        result = play_game(
            table.scenario, game.bots, game.seed, dict(table.switches), table.edition, table.turns, keep=save
        )
    except BotFault as fault:
        return Played(game, fault.result, program(), str(fault))
    return Played(game, result, program())


def results(folder: Path) -> list[Played]:
    """The games that a folder holds, of whatever version. A last line that was not finished is cut off."""
    path = folder / RESULTS
    if not path.exists():
        return []
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        os.truncate(path, len(whole))
    return msgspec.json.Decoder(Played).decode_lines(whole)


@cache
def program() -> str:
    """A digest of what decides how a game goes: the source, charts and scenarios, and the bots from outside."""
    digest = blake2b(digest_size=8)
    root = Path(redball.__file__).parent
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".toml", ".tsv", ".hexmap") and "static" not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    for name, found in sorted(outside().items()):
        digest.update(f"{name} {found.value} {found.dist.version if found.dist else ''}".encode())
    return digest.hexdigest()
