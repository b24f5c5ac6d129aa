"""The list of saved games, read from their files without playing them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from redball.core.errors import EditionError
from redball.core.telling import phase_name
from redball.editions import find
from redball.game.save import Header, SaveError, find_lines
from redball.game.save.lines import header_in, name_of, scenario_of

MILESTONES = (b'"TurnBegan"', b'"GameEnded"', b'"PhaseBegan"')
NAMED = ".name"
"""The end of the name of the file beside a save that holds the name its players gave it: the save itself is never
touched for that."""
LONGEST_NAME = 80


class SavedGame(msgspec.Struct, frozen=True):
    """A saved game: the name that its players gave it, or ""; who plays each side (`players`: "human" or a bot's name),
    the turn, whose Player Turn it is and its phase in words (`phasing`, `phase`: both "" before the first of a
    turn), the number of actions, when it was last written (seconds since the epoch), whether it is over, and whether
    its file is damaged: then the game goes on from the last good line."""

    id: str
    name: str
    scenario: str
    players: dict[str, str]
    turn: int
    phasing: str
    phase: str
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
    phasing: str = ""
    phase: str = ""
    segment: str = ""


class _Place(NamedTuple):
    """Where a game stands after an action."""

    number: int = 0
    turn: int = 1
    phasing: str = ""
    phase: str = ""
    over: bool = False

    def after(self, number: int, happened: Iterable[_Happened]) -> _Place:
        """Where it stands after the events of an action."""
        place = self._replace(number=number)
        for event in happened:
            if event.type == "TurnBegan":
                place = place._replace(turn=event.turn, phasing="", phase="")
            elif event.type == "PhaseBegan":
                place = place._replace(phasing=event.phasing, phase=phase_name(event.phase, event.segment))
            elif event.type == "GameEnded":
                place = place._replace(over=True)
        return place


class _Kept(NamedTuple):
    """What a file held when it was last read, with what it looked like then; `header` is None for what is no save."""

    looks: tuple[int, int, int]
    game: SavedGame | BrokenGame
    header: Header | None


Known = dict[str, _Kept]
"""What was read from files, by their names."""


def saved_games(folder: Path, suffix: str, known: Known) -> list[SavedGame | BrokenGame]:
    """Every save in a folder, the last played first; a broken file is named with its error. Files that have not changed
    since they were `known` are not read again, but whether their scenario is still there is asked anew; those that
    vanish meanwhile are left out."""
    found: list[SavedGame | BrokenGame] = []
    entries = list(os.scandir(folder))
    for gone in known.keys() - {entry.name for entry in entries}:
        known.pop(gone, None)  # another request may have done so
    for entry in entries:
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
        if entry.name not in known or known[entry.name].looks != looks:
            game, header = listed(path, int(seen.st_mtime))
            if not path.exists():
                continue
            known[entry.name] = _Kept(looks, game, header)
        found.append(as_it_stands(path, known[entry.name]))
    return sorted(found, key=lambda game: -game.updated)


def listed(path: Path, updated: int) -> tuple[SavedGame | BrokenGame, Header | None]:
    """A line for the list, and the save's header."""
    try:
        return summary(path, updated)
    except SaveError as error:
        return BrokenGame(path.stem, str(error), updated), None


def as_it_stands(path: Path, kept: _Kept) -> SavedGame | BrokenGame:
    """A line for the list, with the name that the game has now, or why it cannot be opened now."""
    if isinstance(kept.game, BrokenGame) or kept.header is None:
        return kept.game
    try:
        check_known(path, kept.header)
    except SaveError as error:
        return BrokenGame(path.stem, str(error), kept.game.updated)
    return msgspec.structs.replace(kept.game, name=name_in(path))


def summary(path: Path, updated: int) -> tuple[SavedGame, Header]:
    """What a save holds, and its header; whether its scenario is there is not asked, and its name is not in it.

    Raises SaveError for a file that is no save.
    """
    found = find_lines(path)
    try:
        header = header_in(found.lines[0])
        players = msgspec.convert(header.about.get("players", {}), dict[str, str])
        places = [_Place().after(0, msgspec.convert(header.opening, list[_Happened]))]
        number = 0
        for line in found.lines[1:]:
            if "action" in line:
                number += 1
                events = bytes(line["events"])
                if any(mark in events for mark in MILESTONES):
                    places.append(places[-1].after(number, msgspec.json.decode(events, type=list[_Happened])))
            elif "checkpoint" not in line:
                number = msgspec.json.decode(line["undo"] if "undo" in line else line["rewind"], type=int)
                places = [place for place in places if place.number <= number]
    except (LookupError, TypeError, ValueError) as error:
        raise SaveError(f"{name_of(path)}: {error}") from error
    place = places[-1]
    game = SavedGame(
        id=path.stem,
        name="",
        scenario=header.scenario,
        players=players,
        turn=place.turn,
        phasing=place.phasing,
        phase=place.phase,
        actions=number,
        updated=updated,
        over=place.over,
        damaged=bool(found.fault),
    )
    return game, header


def beside(path: Path) -> Path:
    """The file that holds the name of a save."""
    return path.with_name(path.name + NAMED)


def name_in(path: Path) -> str:
    """The name that players gave a save; "" if none, also where the file of the name cannot be read: a name is not
    worth refusing a game for."""
    try:
        return plain(beside(path).read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return ""


def plain(name: str) -> str:
    """A name in one line, without what cannot be shown, and not too long.

    >>> plain("  Sunday\\n evening "), len(plain("a" * 99))
    ('Sunday evening', 80)
    """
    shown = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(shown.split())[:LONGEST_NAME].strip()


def check_known(path: Path, header: Header) -> None:
    """Check that there is the scenario and the edition of a save.

    Raises SaveError.
    """
    try:
        if not header.position:
            scenario_of(header)
        find(header.edition)
    except (EditionError, SaveError) as error:
        raise SaveError(f"{name_of(path)}: {error}") from error
