"""`front.toml`: the front page of a scenario, which players read before they play.

It is a file of its own, since nothing in it changes a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import Count, Name, Positive, Record, read

FILE = "front.toml"
FORMAT = "redball-front 1"
Paragraph = Annotated[str, Meta(min_length=1, max_length=700)]
Sentence = Annotated[str, Meta(min_length=1, max_length=260)]
Toml = Callable[[Path], dict[str, Any]]


class FrontSide(Struct, frozen=True):
    """What a side wants, and hints for its player."""

    wants: str
    hints: tuple[str, ...]


class Beginner(Struct, frozen=True):
    """The side for a beginner, and why."""

    side: str
    why: str


class Balance(Struct, frozen=True):
    """Games of a bot against itself: how many each side won and how many were drawn. `rules` says in words how they
    differ from the scenario as it comes ("": not at all)."""

    bot: str
    rules: str
    wins: dict[str, int]
    draws: int


class Front(Struct, frozen=True):
    """A scenario's front page: the situation in paragraphs, the books that it is told after, how long one player needs
    against a bot (`minutes`: from, to), the sides, and how balanced the scenario is."""

    situation: tuple[str, ...]
    sources: tuple[str, ...]
    minutes: tuple[int, int]
    beginner: Beginner
    sides: dict[str, FrontSide]
    balance: tuple[Balance, ...] = ()


class FrontSideFile(Record, frozen=True, kw_only=True):
    """`[sides.SIDE]`."""

    wants: Sentence
    hints: Annotated[tuple[Sentence, ...], Meta(min_length=3, max_length=5)]


class BeginnerFile(Record, frozen=True, kw_only=True):
    """`[beginner]`."""

    side: str
    why: Sentence


class BalanceFile(Record, frozen=True, kw_only=True):
    """`[[balance]]`."""

    bot: Name = "steady"
    rules: Name = ""
    wins: Annotated[dict[str, Count], Meta(min_length=2)]
    draws: Count


class FrontFile(Record, frozen=True, kw_only=True):
    """The whole file."""

    format: str
    situation: Annotated[tuple[Paragraph, ...], Meta(min_length=1, max_length=3)]
    sources: Annotated[tuple[Sentence, ...], Meta(min_length=1)]
    minutes: tuple[Positive, Positive]
    beginner: BeginnerFile
    sides: dict[str, FrontSideFile]
    balance: tuple[BalanceFile, ...] = ()


def read_front(folder: Path, toml: Toml, sides: Sequence[str]) -> Front | None:
    """The front page of the scenario in a folder; None if it has none. `toml` reads a file.

    Raises ScenarioError with the key.
    """
    path = folder / FILE
    if not path.is_file():
        return None
    file, raw = str(path), toml(path)
    if raw.get("format") != FORMAT:
        raise ScenarioError(file, "format", f"{raw.get('format')!r}, expected {FORMAT!r}")
    found = read(raw, FrontFile, file)
    if found.minutes[0] > found.minutes[1]:
        raise ScenarioError(file, "minutes", "the longer time comes second")
    for side in (*found.sides, found.beginner.side):
        if side not in sides:
            where = f"sides.{side}" if side in found.sides else "beginner.side"
            raise ScenarioError(file, where, f"there is no side {side!r}, only {' and '.join(sides)}")
    for side in sides:
        if side not in found.sides:
            raise ScenarioError(file, f"sides.{side}", "missing: both sides want something")
    for nth, games in enumerate(found.balance, 1):
        if set(games.wins) != set(sides):
            counted = ", ".join(games.wins)
            raise ScenarioError(file, f"balance[{nth}].wins", f"counts {counted}, not {' and '.join(sides)}")
        if not sum(games.wins.values()) + games.draws:
            raise ScenarioError(file, f"balance[{nth}]", "no games")
        if (games.bot, games.rules) in [(other.bot, other.rules) for other in found.balance[: nth - 1]]:
            raise ScenarioError(file, f"balance[{nth}]", "the same bot by the same rules as before")
    return Front(
        situation=found.situation,
        sources=found.sources,
        minutes=found.minutes,
        beginner=Beginner(found.beginner.side, found.beginner.why),
        sides={side: FrontSide(found.sides[side].wants, found.sides[side].hints) for side in sides},
        balance=tuple(Balance(games.bot, games.rules, games.wins, games.draws) for games in found.balance),
    )
