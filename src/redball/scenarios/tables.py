"""Tables of printed counters: a line of column names, then a line for each counter, cells apart by tabs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol, TypeVar

from redball.scenarios.errors import ScenarioError

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Printed(Protocol):
    """What a line prints: a record with an id."""

    @property
    def id(self) -> str: ...


Record = TypeVar("Record", bound=Printed)


def read_table(
    text: str,
    file: str,
    columns: Sequence[str],
    what: str,
    read: Callable[[dict[str, str], str], Record],
    more: Collection[str] = (),
) -> dict[str, Record]:
    """The records of a table by id. `read` makes one of the cells of a line, by column, and where that is (`line 2`).
    Columns `more` may stand behind the others.

    Raises ScenarioError naming the line: wrong columns, too few or too many cells, an id that stands there twice.
    """
    lines = text.splitlines()
    header = tuple(lines[0].split("\t") if lines else ())
    first, rest = header[: len(columns)], header[len(columns) :]
    if first != tuple(columns) or not set(rest) <= {*more} or len(set(rest)) != len(rest):
        also = f", and {' or '.join(more)} if it is needed" if more else ""
        raise ScenarioError(file, "line 1", f"the columns must be {' '.join(columns)}{also}")
    found: dict[str, Record] = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        cells = line.split("\t")
        where = f"line {number}"
        if len(cells) != len(header):
            raise ScenarioError(file, where, f"{len(cells)} cells for {len(header)} columns")
        record = read(dict(zip(header, cells, strict=True)), where)
        if record.id in found:
            raise ScenarioError(file, where, f"the {what} {record.id!r} stands there twice")
        found[record.id] = record
    return found


def check_id_and_side(cells: Mapping[str, str], where: str, file: str, sides: Collection[str]) -> None:
    """Raises ScenarioError for an id that is no words, and for a side that is not one of the scenario's."""
    if not ID.fullmatch(cells["id"]):
        raise ScenarioError(file, f"{where}, id", f"{cells['id']!r} is not lower-case words joined by '-'")
    if cells["side"] not in sides:
        raise ScenarioError(file, f"{where}, side", f"{cells['side']!r} is none of {' '.join(sorted(sides))}")
