"""The two tables of the index: `index.tsv` (every case) and `status.tsv` (cases that are not enforced, or not wholly,
and why)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

TABLES = Path(__file__).parent
Status = Literal["enforced", "waiting", "not-applicable"]

EDITIONS = ("v4.2", "v4.1a", "new-ocs", "1992", "command-control")
KINDS = ("definition", "effect", "etiquette", "option", "procedure", "restriction", "table")

INDEX_COLUMNS = ("id", "edition", "part", "kind", "title")
STATUS_COLUMNS = ("id", "edition", "status", "reason")


class Case(Struct, frozen=True):
    """One testable behaviour of a rulebook. `title` is ours."""

    id: str
    edition: str
    part: str
    kind: str
    title: str


class Override(Struct, frozen=True):
    """Why a case is not enforced: it waits for something, or there is nothing to enforce; or what part of it waits."""

    id: str
    edition: str
    status: Literal["waiting", "not-applicable", "partly"]
    reason: str


class IndexFileError(ValueError):
    """A table of the index is malformed; the message names file, line and what is wrong."""


def parse_table(name: str, text: str, columns: tuple[str, ...]) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number, cells) of a tab separated table whose first line names `columns`.

    >>> list(parse_table("x.tsv", "id\\ttitle\\n1.0\\tscale\\n", ("id", "title")))
    [(2, ['1.0', 'scale'])]
    >>> list(parse_table("x.tsv", "id\\ttitle\\n1.0\\n", ("id", "title")))
    Traceback (most recent call last):
    redball.cases.index.IndexFileError: x.tsv line 2: 1 cells instead of 2
    """
    lines = text.splitlines()
    if not lines or lines[0].split("\t") != list(columns):
        raise IndexFileError(f"{name} line 1: the columns must be {', '.join(columns)}")
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            raise IndexFileError(f"{name} line {number}: {len(cells)} cells instead of {len(columns)}")
        yield number, cells


def parse_index(text: str, name: str = "index.tsv") -> tuple[Case, ...]:
    """Read the index. Raises IndexFileError for an unknown edition or kind and for an id that comes twice."""
    cases: dict[str, Case] = {}
    for number, cells in parse_table(name, text, INDEX_COLUMNS):
        case = Case(*cells)
        if case.edition not in EDITIONS:
            raise IndexFileError(f"{name} line {number}: unknown edition {case.edition!r}")
        if case.kind not in KINDS:
            raise IndexFileError(f"{name} line {number}: unknown kind {case.kind!r}")
        if case.id in cases:
            raise IndexFileError(f"{name} line {number}: case {case.id} comes twice")
        cases[case.id] = case
    return tuple(cases.values())


def parse_overrides(text: str, cases: tuple[Case, ...], name: str = "status.tsv") -> dict[str, Override]:
    """Read the overrides, by case id. Raises IndexFileError for an unknown case or status or a missing reason."""
    editions = {case.id: case.edition for case in cases}
    overrides: dict[str, Override] = {}
    for number, (case_id, edition, status, reason) in parse_table(name, text, STATUS_COLUMNS):
        if editions.get(case_id) != edition:
            raise IndexFileError(f"{name} line {number}: {edition} has no case {case_id}")
        if status not in ("waiting", "not-applicable", "partly"):
            raise IndexFileError(f"{name} line {number}: unknown status {status!r}")
        if not reason.endswith("."):
            raise IndexFileError(f"{name} line {number}: the reason must be a sentence")
        if case_id in overrides:
            raise IndexFileError(f"{name} line {number}: case {case_id} comes twice")
        overrides[case_id] = Override(case_id, edition, status, reason)  # type: ignore[arg-type]
    return overrides


@cache
def load_index() -> tuple[Case, ...]:
    """Every case of every edition, in the order of the rulebooks."""
    return parse_index((TABLES / "index.tsv").read_text(encoding="utf-8"))


@cache
def load_overrides() -> dict[str, Override]:
    """The cases that are declared as not enforced, or not wholly, by id."""
    return parse_overrides((TABLES / "status.tsv").read_text(encoding="utf-8"), load_index())
