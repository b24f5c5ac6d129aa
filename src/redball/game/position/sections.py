"""The text of a written position in sections; errors name the line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from redball.board.board import BoardError
from redball.board.texts import TextError, checked
from redball.core.errors import EditionError
from redball.game.position.command import COMMAND_SECTIONS

POSITION = "redball-position 1"
BOARD_SECTIONS = ("places", "ports", "also", "hexsides", "paths", "boxes", "unplayable")
SEA_SECTIONS = ("ships", "shelled", "craft")
AIR_SECTIONS = ("bases", "aircraft", "trainbusting", "drops", "missions", "by_air", "flights")
SECTIONS = (
    "header",
    "terrain",
    "key",
    *BOARD_SECTIONS,
    "units",
    "supply",
    "hedgehogs",
    "trucks_lost",
    "control",
    "steps_lost",
    "this_phase",
    "sources",
    "extenders",
    "reserve_markers",
    "rail",
    "gauges",
    "damaged_rails",
    "ways",
    "arrived",
    "harbours",
    "shipping",
    *COMMAND_SECTIONS,
    *AIR_SECTIONS,
    *SEA_SECTIONS,
)
HEADER = (
    "edition",
    "sides",
    "turns",
    "raised",
    "at",
    "switches",
    "weather",
    "hip_shoots",
    "gliders",
    "allied_drops",
    "air_strips",
    "ships_in_ports",
)

T = TypeVar("T")


class PositionError(ValueError):
    """A position that cannot be read; the text names the line."""


class Sections:
    """The sections of a position, each a list of (line number, text)."""

    def __init__(self, text: str) -> None:
        self.sections: dict[str, list[tuple[int, str]]] = {name: [] for name in SECTIONS}
        current = "header"
        try:
            checked(text)
        except TextError as error:
            raise PositionError(str(error)) from error
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.split("#")[0].strip() if current != "key" else raw.strip()
            if line.startswith("[") and line.endswith("]"):
                current = line[1:-1]
                if current not in SECTIONS or current == "header":
                    raise PositionError(f"line {number}: there is no section [{current}]")
            elif line:
                self.sections[current].append((number, line))
        header = self.sections["header"]
        if not header or header[0][1] != POSITION:
            raise PositionError(f"a position begins with the line {POSITION!r}")
        self.header = dict(self.each("header", self._head, skip=1))

    def _head(self, line: str) -> tuple[str, str]:
        name, _, value = line.partition(" ")
        if name not in HEADER:
            raise ValueError(f"unknown word {name!r}; expected {', '.join(HEADER)}")
        return name, value.strip()

    def head(self, name: str, default: str, read: Callable[[str], T]) -> T:
        """`read` applied to the value of a header line; an error names the line."""
        value = self.header.get(name, default)
        number = next((number for number, line in self.sections["header"] if line.split()[0] == name), 0)
        try:
            return read(value)
        except (ValueError, EditionError) as error:
            where = f"line {number}, {f'{name} {value}'!r}" if number else f"{name!r}"
            raise PositionError(f"{where}: {error}") from error

    def each(self, section: str, read: Callable[[str], T], skip: int = 0) -> Iterator[T]:
        """`read` applied to every line of a section; an error names the line."""
        for number, line in self.sections[section][skip:]:
            try:
                yield read(line)
            except (ValueError, BoardError) as error:
                raise PositionError(f"line {number}, {line!r}: {error}") from error

    def lines(self, section: str) -> list[str]:
        """The lines of a section, without numbers."""
        return [line for _, line in self.sections[section]]
