"""Board files: reading `board.hexmap` (version 1) and writing it back.

`docs/formats.md` describes the format. Any fault in a file is a `BoardError` with file, line and a
sentence saying what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from os import PathLike
from pathlib import Path

from redball.board.board import Board, BoardError, Box, Feature, Label, Line, Place
from redball.board.hexes import DIRECTION_INDEX, DIRECTIONS, format_name, parse_name
from redball.board.ports import Port, parse_port
from redball.board.terrain import ALL_WATER, ESTUARY, FACILITY_PLACES, PORT, SEA, STANDARD, Vocabulary
from redball.board.texts import TextError, checked, read_text

FORMAT = "redball-board 1"
MULTI_TRACK = ("railroad", "multi")

_TOKEN = re.compile(r'"([^"]*)"|([^\s"]+)')
_SPOT = re.compile(r"at=(-?\d{1,4}),(-?\d{1,4})")
FAR_OUT = 11
"""The least distance off the map of a box with a place; no gun and no Patrol Zone reaches so far (SETUP-I-F-B)."""
_HEADER = ("name", "columns", "rows", "raised", "miles", "letter")
_SIGNS = {
    "open": ".", "woods": "w", "forest": "f", "swamp": "s", ALL_WATER: "~", SEA: "-", "low_hills": "l", "hills": "h",
    "rough": "r", "mountain": "m", "lava": "a", "village": "v", "minor_city": "c", "major_city": "C",
    "salt_marsh": "t", "frozen_swamp": "z", "moscow_defense": "d",
}  # fmt: skip
_SPARE_SIGNS = "abdegijknopquxyABDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def load_board(source: str | PathLike[str], *, vocabulary: Vocabulary = STANDARD, file: str | None = None) -> Board:
    """Read a board from a path, or from the text of a file (a string with a line break in it).

    `file` is the name used in errors when text is given. BoardError: the file is wrong; the error says where.
    """
    if isinstance(source, str) and "\n" in source:
        try:
            return _Reader(checked(source), file, vocabulary).read()
        except TextError as error:
            raise BoardError(str(error), file) from error
    path = Path(source)
    try:
        text = read_text(path)
    except TextError as error:
        raise BoardError(f"cannot be read: {error}", file or str(path)) from error
    return _Reader(text, file or str(path), vocabulary).read()


def standard_key() -> dict[str, str]:
    """The usual sign for each terrain of the standard vocabulary, as `dump_board` and sketches use them."""
    return {sign: terrain for terrain, sign in _SIGNS.items()}


class _Reader:
    """Reads one file, keeping the line number for errors."""

    def __init__(self, text: str, file: str | None, vocabulary: Vocabulary) -> None:
        self.lines = text.splitlines()
        self.file = file
        self.vocabulary = vocabulary
        self.line = 0
        self.header: dict[str, str] = {}
        self.key: dict[str, str] = {}
        self.picture: list[list[str]] = []
        self.grid: Board | None = None
        self.also: dict[int, tuple[str, ...]] = {}
        self.places: list[tuple[int, Place]] = []
        self.features: list[Feature] = []
        self.paths: list[Line] = []
        self.boxes: list[Box] = []
        self.labels: list[Label] = []
        self.unplayable: list[int] = []
        self.ports: dict[int, Port] = {}
        self.shores: list[tuple[int, str, tuple[int, ...]]] = []
        """Lines that name a port or an estuary, and the hexes at it."""

    def fail(self, message: str) -> BoardError:
        return BoardError(message, self.file, self.line)

    def read(self) -> Board:
        section, seen = "", set[str]()
        readers: dict[str, Callable[[str], None]] = {
            "": self._read_header, "key": self._read_key, "terrain": self._read_terrain, "places": self._read_place,
            "also": self._read_also, "hexsides": self._read_hexsides, "paths": self._read_path,
            "boxes": self._read_box, "labels": self._read_label, "unplayable": self._read_unplayable,
            "ports": self._read_port,
        }  # fmt: skip
        for content in self._contents():
            if content.startswith("[") and content.endswith("]"):
                section = content[1:-1].strip()
                if section not in readers or not section:
                    raise self.fail(f"no section [{section}]; there are {', '.join(k for k in readers if k)}")
                if section in seen:
                    raise self.fail(f"section [{section}] a second time")
                seen.add(section)
                self._check_section_start(section)
            else:
                readers[section](content)
        self.line = len(self.lines)
        self._finish_header()
        self._finish_picture()
        board = self._board()
        self._check_shores(board)
        return board

    def _check_shores(self, board: Board) -> None:
        """Ports and estuaries are at the coast, not in the open sea."""
        for line, what, hexes in self.shores:
            if all(board.terrain[h] == (SEA,) for h in hexes):
                self.line = line
                raise self.fail(f"{what} is at the coast; {board.hex_name(hexes[0])} is open sea")

    def _contents(self) -> Iterator[str]:
        """Lines without comments and blanks; the first must name the format."""
        first = self.lines[0].strip() if self.lines else ""
        self.line = 1
        if first != FORMAT:
            raise self.fail(f'the first line must be "{FORMAT}", not "{first}"')
        for number, raw in enumerate(self.lines[1:], start=2):
            self.line = number
            content = _without_comment(raw)
            if content:
                yield content

    def _check_section_start(self, section: str) -> None:
        self._finish_header()
        if section not in ("key", "terrain") and self.grid is None:
            self._finish_picture()

    # header, key and picture ------------------------------------------------------------------------------------

    def _read_header(self, content: str) -> None:
        key, _, value = content.partition(" ")
        if key not in _HEADER:
            raise self.fail(f'"{key}" is not known here; expected {", ".join(_HEADER)} or a section')
        if key in self.header:
            raise self.fail(f'"{key}" a second time')
        value = value.strip()
        if key in ("columns", "rows") and not (value.isdecimal() and 1 <= int(value) <= 999):
            raise self.fail(f"{key} must be a number from 1 to 999, not {value!r}")
        if key == "raised" and value not in ("even", "odd"):
            raise self.fail(f'raised must be "even" or "odd", not {value!r}')
        if key == "miles" and not re.fullmatch(r"\d+(\.\d+)?", value):
            raise self.fail(f"miles must be a number, not {value!r}")
        if key == "letter" and not re.fullmatch("[A-Z]", value):
            raise self.fail(f"letter must be one capital letter, not {value!r}")
        if not value:
            raise self.fail(f"{key} has no value")
        self.header[key] = value

    def _finish_header(self) -> None:
        missing = [key for key in ("name", "columns", "rows", "raised") if key not in self.header]
        if missing:
            raise self.fail(f"the head of the file lacks {', '.join(missing)}")

    def _read_key(self, content: str) -> None:
        tokens = content.split()
        if len(tokens) != 2 or len(tokens[0]) != 1:
            raise self.fail(f"expected one sign and one terrain, not {content!r}")
        sign, terrain = tokens
        if sign in self.key:
            raise self.fail(f'the sign "{sign}" a second time')
        self.key[sign] = self._terrain(terrain)

    def _terrain(self, terrain: str) -> str:
        if not self.vocabulary.allows_in_hex(terrain):
            raise self.fail(f'no terrain "{terrain}" in the movement chart')
        return terrain

    def _read_terrain(self, content: str) -> None:
        number, *signs = content.split()
        columns, rows = int(self.header["columns"]), int(self.header["rows"])
        expected = rows - len(self.picture)
        if expected < 1:
            raise self.fail(f"more than {rows} rows of terrain")
        if number != str(expected) and number != f"{expected:02d}":
            raise self.fail(f'expected row {expected} (the top row comes first), not "{number}"')
        if len(signs) != columns:
            raise self.fail(f"row {expected} has {len(signs)} signs for {columns} columns")
        for sign in signs:
            if sign not in self.key:
                raise self.fail(f'the sign "{sign}" is not in [key]')
        self.picture.append([self.key[sign] for sign in signs])

    def _finish_picture(self) -> None:
        if self.grid is not None:
            return
        rows = int(self.header["rows"])
        if len(self.picture) != rows:
            raise self.fail(f"[terrain] has {len(self.picture)} rows of {rows}")
        self.grid = self._board()

    def _board(self) -> Board:
        """The board read so far; the first one, after the picture, is used to look up hexes."""
        columns, rows = int(self.header["columns"]), int(self.header["rows"])
        return Board(
            name=self.header["name"],
            columns=columns,
            rows=rows,
            raised=self.header["raised"],
            miles=self.header.get("miles", "5"),
            letter=self.header.get("letter", ""),
            base=[self.picture[rows - 1 - row][column] for column in range(columns) for row in range(rows)],
            also=self.also,
            features=self.features,
            lines=self.paths,
            places=self.places,
            labels=self.labels,
            boxes=self.boxes,
            unplayable=self.unplayable,
            ports=self.ports.items(),
        )

    # what is on the hexes ---------------------------------------------------------------------------------------

    def _tokens(self, content: str, at_least: int, what: str) -> list[str]:
        found, end = [], 0
        for match in _TOKEN.finditer(content):
            if content[end : match.start()].strip():
                break
            found.append(match[1] if match[2] is None else match[2])
            end = match.end()
        if content[end:].strip():
            raise self.fail(f"cannot read {content[end:].strip()!r} (an open quotation mark?)")
        if len(found) < at_least:
            raise self.fail(f"expected {what}")
        return found

    def _hex(self, name: str) -> int:
        assert self.grid is not None  # _check_section_start made it
        try:
            return self.grid.index(name)
        except BoardError as error:
            raise self.fail(error.message) from None

    def _read_place(self, content: str) -> None:
        tokens = self._tokens(content, 3, "a hex, a kind of place and its name")
        if len(tokens) > 3:
            raise self.fail("a place is a hex, a kind and a name in quotation marks")
        if tokens[1] not in FACILITY_PLACES:
            self._terrain(tokens[1])
        h = self._hex(tokens[0])
        if tokens[1] == PORT:
            self.shores.append((self.line, "a port", (h,)))
        self.places.append((h, Place(tokens[1], tokens[2])))

    def _read_also(self, content: str) -> None:
        name, *terrains = self._tokens(content, 2, "a hex and further terrain in it")
        h = self._hex(name)
        self.also[h] = (*self.also.get(h, ()), *(self._terrain(terrain) for terrain in terrains))

    def _read_hexsides(self, content: str) -> None:
        kind, name, *sides = self._tokens(content, 3, "a kind, a name and hexsides such as 12.10/N")
        if kind not in self.vocabulary.hexsides:
            raise self.fail(f'no hexside feature "{kind}" in the movement chart')
        found = tuple(self._side(side) for side in sides)
        if kind == ESTUARY:
            self.shores += [(self.line, "an estuary", self._ends(side)) for side in found]
        self.features.append(Feature(kind, _unnamed(name), found))

    def _ends(self, side: tuple[int, int]) -> tuple[int, ...]:
        """The hexes of a hexside that are on the map."""
        assert self.grid is not None  # _check_section_start made it
        return tuple(h for h in (side[0], self.grid.neighbour(*side)) if h >= 0)

    def _side(self, side: str) -> tuple[int, int]:
        name, slash, direction = side.partition("/")
        if not slash or direction not in DIRECTION_INDEX:
            raise self.fail(f'"{side}" is not a hexside: hex/direction, direction one of {" ".join(DIRECTIONS)}')
        return self._hex(name), DIRECTION_INDEX[direction]

    def _read_path(self, content: str) -> None:
        word, name, *chain = self._tokens(content, 4, "a kind, a name and a chain of at least two hexes")
        kind, slash, tracks = word.partition("/")
        if slash and (kind, tracks) != MULTI_TRACK:
            raise self.fail(f'"{word}": only {"/".join(MULTI_TRACK)} says more than the kind of path')
        if kind not in self.vocabulary.paths:
            raise self.fail(f'no path "{kind}" in the movement chart')
        assert self.grid is not None  # _check_section_start made it
        found = tuple(self._hex(link) for link in chain)
        for a, b in pairwise(found):
            if self.grid.direction(a, b) < 0:
                names = f"{self.grid.hex_name(a)} and {self.grid.hex_name(b)}"
                raise self.fail(f"{names} are not neighbours, a {kind} cannot join them")
        self.paths.append(Line(kind, _unnamed(name), found, multi=bool(slash)))

    def _read_box(self, content: str) -> None:
        tokens = self._tokens(content, 3, 'an id, "off_map" or a hex, and a name')
        if len(tokens) > 4 or (len(tokens) > 3 and not tokens[3].startswith("at=")):
            raise self.fail('a box is an id, "off_map" or a hex, and a name in quotation marks')
        if parse_name(tokens[0]) is not None:
            raise self.fail(f'"{tokens[0]}" is the name of a hex; a box has another id')
        if any(box.id == tokens[0] for box in self.boxes):
            raise self.fail(f'the box "{tokens[0]}" a second time')
        hex_ = None if tokens[1] == "off_map" else self._hex(tokens[1])
        self.boxes.append(Box(tokens[0], hex_, tokens[2], self._spot(tokens[3], hex_) if len(tokens) > 3 else None))

    def _spot(self, text: str, hex_: int | None) -> tuple[int, int]:
        """Where an off-map box lies: far enough out that only aircraft reach the map from it."""
        match = _SPOT.fullmatch(text)
        if match is None or hex_ is not None:
            raise self.fail(f'"{text}" is not the place of an off-map box, such as at=12,-20 (column and row)')
        assert self.grid is not None  # _check_section_start made it
        column, row = int(match[1]), int(match[2])
        out = max(1 - column, column - self.grid.columns, 1 - row, row - self.grid.rows)
        if out < FAR_OUT:
            raise self.fail(f"a box with a place lies {FAR_OUT} hexes or more off the map, not {max(out, 0)}")
        return column, row

    def _read_unplayable(self, content: str) -> None:
        self.unplayable += [self._hex(name) for name in content.split()]

    def _read_port(self, content: str) -> None:
        name, capacity, *track = self._tokens(content, 2, "a hex and the capacity of its port")
        h = self._hex(name)
        if all(at != h or place.kind != "port" for at, place in self.places):
            raise self.fail(f"{name} has no place of the kind port: name it in [places], before [ports]")
        if h in self.ports:
            raise self.fail(f"the port {name} a second time")
        try:
            self.ports[h] = parse_port(capacity, track)
        except ValueError as error:
            raise self.fail(str(error)) from None

    def _read_label(self, content: str) -> None:
        tokens = self._tokens(content, 3, "a hex, a class and a text")
        if len(tokens) > 3:
            raise self.fail("a label is a hex, a class and a text in quotation marks")
        self.labels.append(Label(self._hex(tokens[0]), tokens[1], tokens[2]))


def _without_comment(raw: str) -> str:
    """The line without its comment, which starts at the first `#` outside quotation marks."""
    quoted = False
    for at, sign in enumerate(raw):
        if sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted:
            return raw[:at].strip()
    return raw.strip()


def _unnamed(name: str) -> str:
    return "" if name == "-" else name


def dump_board(board: Board) -> str:
    """The text of a board file; `load_board` reads it back to an equal board.

    BoardError: a name holds a quotation mark or a line break, which the format cannot express.
    """
    signs = _signs(sorted({here[0] for here in board.terrain[: board.map_size]}))
    head = [("name", board.name), ("columns", board.columns), ("rows", board.rows), ("raised", board.raised)]
    head += [("miles", board.miles), *([("letter", board.letter)] if board.letter else [])]
    out = [FORMAT, *(f"{key:<8} {value}" for key, value in head)]
    out += ["", "[key]", *(f"{sign}  {terrain}" for terrain, sign in signs.items()), "", "[terrain]"]
    for row in range(board.rows, 0, -1):
        picture = (signs[board.terrain[(column * board.rows) + row - 1][0]] for column in range(board.columns))
        out.append(f"{row:02d}  {' '.join(picture)}")
    sections = {
        "places": [
            f"{board.hex_name(h)}  {place.kind}  {_quoted(place.name)}"
            for h in board.places
            for place in board.places_in(h)
        ],
        "ports": [
            f"{board.hex_name(h)}  " + " ".join(f"{amount}T" for amount in (port.capacity, *port.track))
            for h, port in sorted(board.ports.items())
        ],
        "also": _dump_also(board),
        "hexsides": [
            f"{f.kind}  {_quoted(f.name or '-')}  "
            + " ".join(f"{board.hex_name(h)}/{DIRECTIONS[d]}" for h, d in f.sides)
            for f in board.features
        ],
        "paths": [
            f"{'/'.join(MULTI_TRACK) if line.multi else line.kind}  {_quoted(line.name or '-')}  "
            + " ".join(board.hex_name(h) for h in line.hexes)
            for line in board.lines
        ],
        "boxes": [
            f"{box.id}  {'off_map' if box.hex is None else board.hex_name(box.hex)}  {_quoted(box.name)}"
            + (f"  at={box.at[0]},{box.at[1]}" if box.at else "")
            for box in board.boxes
        ],
        "unplayable": [format_name(*board.position(h), board.letter) for h in sorted(board.unplayable)],
        "labels": [f"{board.hex_name(label.hex)}  {label.style}  {_quoted(label.text)}" for label in board.labels],
    }
    for section, lines in sections.items():
        if lines:
            out += ["", f"[{section}]", *lines]
    return "\n".join(out) + "\n"


def _dump_also(board: Board) -> list[str]:
    found = []
    for h, (_, *further) in enumerate(board.terrain):
        marked = {place.kind for place in board.places_in(h)}
        also = [terrain for terrain in further if terrain not in marked]
        if also:
            found.append(f"{board.hex_name(h)}  {' '.join(also)}")
    return found


def _signs(terrains: list[str]) -> dict[str, str]:
    found: dict[str, str] = {terrain: _SIGNS[terrain] for terrain in terrains if terrain in _SIGNS}
    spare = (sign for sign in _SPARE_SIGNS if sign not in _SIGNS.values())
    return found | {terrain: next(spare) for terrain in terrains if terrain not in _SIGNS}


def _quoted(name: str) -> str:
    if '"' in name or "\n" in name:
        raise BoardError(f"the name {name!r} cannot be written to a board file")
    return f'"{name}"'
