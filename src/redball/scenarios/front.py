"""`front.toml`: the front page of a scenario, which players read before they play.

It is a file of its own, since nothing in it changes a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import Positive, Record, read
from redball.scenarios.records import Beginner, Front, FrontSide

FILE = "front.toml"
FORMAT = "redball-front 1"
Paragraph = Annotated[str, Meta(min_length=1, max_length=700)]
Sentence = Annotated[str, Meta(min_length=1, max_length=260)]
Toml = Callable[[Path], dict[str, Any]]


class FrontSideFile(Record, frozen=True, kw_only=True):
    """`[sides.SIDE]`."""

    wants: Sentence
    hints: Annotated[tuple[Sentence, ...], Meta(min_length=3, max_length=5)]


class BeginnerFile(Record, frozen=True, kw_only=True):
    """`[beginner]`."""

    side: str
    why: Sentence


class FrontFile(Record, frozen=True, kw_only=True):
    """The whole file."""

    format: str
    situation: Annotated[tuple[Paragraph, ...], Meta(min_length=1, max_length=3)]
    sources: Annotated[tuple[Sentence, ...], Meta(min_length=1)]
    minutes: tuple[Positive, Positive]
    beginner: BeginnerFile
    sides: dict[str, FrontSideFile]


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
    return Front(
        situation=found.situation,
        sources=found.sources,
        minutes=found.minutes,
        beginner=Beginner(found.beginner.side, found.beginner.why),
        sides={side: FrontSide(found.sides[side].wants, found.sides[side].hints) for side in sides},
    )
