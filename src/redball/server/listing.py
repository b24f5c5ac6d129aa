"""The list of saved games, from their files alone, without playing them."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from redball.core.errors import EditionError
from redball.editions import find
from redball.game.save import Header, SaveError, find_lines
from redball.game.save.lines import Line, name_of
from redball.scenarios.load import is_installed

MILESTONES = (b'"TurnBegan"', b'"GameEnded"')


class SavedGame(msgspec.Struct, frozen=True):
    """A saved game: who plays each side (`players`: "human" or a bot's name), the turn, the number of actions, when it
    was last written (seconds since the epoch), whether it is over, and whether its file is damaged: then the game goes
    on from the last good line."""

    id: str
    scenario: str
    players: dict[str, str]
    turn: int
    actions: int
    updated: int
    over: bool
    damaged: bool


class BrokenGame(msgspec.Struct, frozen=True):
    """A file that cannot be read, and why."""

    id: str
    error: str
    updated: int


class _Happened(msgspec.Struct, tag=False):
    """As much of an event as the list needs."""

    type: str
    turn: int = 0


Known = dict[str, tuple[tuple[int, int, int], SavedGame | BrokenGame]]
"""What files held when they were last read, by name, and what they looked like then."""


def saved_games(folder: Path, suffix: str, known: Known) -> list[SavedGame | BrokenGame]:
    """Every save in a folder, the last played first; a broken file is named with its error. Files that have not changed
    since they were `known` are not read again; those that vanish meanwhile are left out."""
    found: list[SavedGame | BrokenGame] = []
    for entry in os.scandir(folder):
        if not entry.name.endswith(suffix) or entry.name.startswith("."):
            continue
        path = Path(entry.path)
        try:
            seen = os.stat(path)
            looks = (seen.st_ino, seen.st_size, seen.st_mtime_ns)
        except OSError as error:
            if path.is_symlink():
                found.append(BrokenGame(path.stem, f"{name_of(path)}: {error.strerror}", 0))
            continue
        if entry.name not in known or known[entry.name][0] != looks:
            game = listed(path, int(seen.st_mtime))
            if not path.exists():
                continue
            known[entry.name] = (looks, game)
        found.append(known[entry.name][1])
    return sorted(found, key=lambda game: -game.updated)


def listed(path: Path, updated: int) -> SavedGame | BrokenGame:
    """A line for the list."""
    try:
        return summary(path, updated)
    except SaveError as error:
        return BrokenGame(path.stem, str(error), updated)


def summary(path: Path, updated: int) -> SavedGame:
    """What a save holds, if its scenario is installed.

    Raises SaveError for a file that is no save.
    """
    found = find_lines(path)
    try:
        header = msgspec.json.decode(msgspec.json.encode(found.lines[0]), type=Header)
        players = msgspec.convert(header.about.get("players", {}), dict[str, str])
        turns = [(0, event["turn"]) for event in header.opening if event.get("type") == "TurnBegan"]
        number, over = 0, False
        for line in found.lines[1:]:
            if "action" in line:
                number += 1
                turn, over = milestone(line, over)
                turns += [(number, turn)] if turn else []
            elif "checkpoint" not in line:
                number = msgspec.json.decode(line["undo"] if "undo" in line else line["rewind"], type=int)
                turns, over = [turn for turn in turns if turn[0] <= number], False
    except (LookupError, TypeError, ValueError) as error:
        raise SaveError(f"{name_of(path)}: {error}") from error
    check_known(path, header)
    return SavedGame(
        id=path.stem,
        scenario=header.scenario,
        players=players,
        turn=turns[-1][1] if turns else 1,
        actions=number,
        updated=updated,
        over=over,
        damaged=bool(found.fault),
    )


def milestone(line: Line, over: bool) -> tuple[int, bool]:
    """The turn that began with an action (0 if none did), and whether the game is over with it."""
    events = bytes(line["events"])
    if not any(mark in events for mark in MILESTONES):
        return 0, over
    happened = msgspec.json.decode(events, type=list[_Happened])
    began = [event.turn for event in happened if event.type == "TurnBegan"]
    return (began or [0])[-1], any(event.type == "GameEnded" for event in happened)


def check_known(path: Path, header: Header) -> None:
    """Check that there is the scenario and the edition of a save.

    Raises SaveError.
    """
    if not header.position and not is_installed(header.scenario):
        raise SaveError(f"{name_of(path)}: the scenario {header.scenario!r} is not installed")
    try:
        find(header.edition)
    except EditionError as error:
        raise SaveError(f"{name_of(path)}: {error}") from error
