"""Converts chart files to typed records; errors name the row and column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec import ValidationError

from redball.charts.errors import ChartError, TableProblem
from redball.charts.shapes import Record

T = TypeVar("T", bound=Record)
EXACT = re.compile(r"\d+(/[1-9]\d*)?")
MESSAGE = re.compile(r"(?P<problem>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
STEP = re.compile(r"\.(?P<name>\w+)|\[(?P<index>\d+)\]|(?P<some>\[\.\.\.\])")
WORDS = {"Object contains unknown field": "unknown key", "Object missing required field": "missing key"}
# Names of lists that say nothing about the row.
LISTS = {"modifiers", "codes", "bands", "lines"}


def exact(kind: type, value: object) -> Fraction:
    """A fraction, written as text in the file; decimals are not allowed."""
    if kind is Fraction and isinstance(value, str) and EXACT.fullmatch(value):
        return Fraction(value)
    raise TableProblem(f'{value!r} is not an exact fraction such as "1/2" or "2"')


def convert(raw: Any, type_: type[T], file: str, table: str, row: str = "") -> T:
    """The record in `raw`. Raises ChartError; `row` names the row if the caller knows it."""
    try:
        return msgspec.convert(raw, type_, dec_hook=exact)
    except ValidationError as fault:
        match = MESSAGE.fullmatch(str(fault))
        assert match is not None
        problem, cause = match["problem"], fault.__cause__
        for theirs, ours in WORDS.items():
            problem = problem.replace(theirs, ours)
        labels = path_labels(match["path"] or "", raw, type_, str(fault))
        if row:
            found_row, column = row, ".".join(labels)
        else:
            found_row, column = place(labels, raw)
        if isinstance(cause, TableProblem):
            found_row, column = cause.row or found_row, cause.column or column
        raise ChartError(file, table, found_row, column, problem) from fault


def convert_records(raw: Sequence[Any], type_: type[T], file: str, table: str) -> dict[str, T]:
    """A list of records, by id. Raises ChartError, also for the second of two equal ids."""
    records: dict[str, T] = {}
    for number, item in enumerate(raw, start=1):
        row = str(item.get("id", number)) if isinstance(item, Mapping) else str(number)
        record = convert(item, type_, file, table, row)
        if row in records:
            raise ChartError(file, table, row, "id", "this id stands there twice")
        records[row] = record
    return records


def path_labels(path: str, raw: Any, type_: type[Record], message: str) -> list[str]:
    """The steps to the fault, list items by their id or their number from 1."""
    labels: list[str] = []
    here = raw
    for step in STEP.finditer(path):
        if step["name"]:
            key: str | int = step["name"]
        elif step["index"]:
            key = int(step["index"])
        else:
            key = culprit(raw, labels[0], type_, message)
        here = here[key] if (isinstance(here, Mapping) and key in here) or isinstance(key, int) else {}
        if isinstance(key, int):
            key = here["id"] if isinstance(here, Mapping) and isinstance(here.get("id"), str) else str(key + 1)
        labels.append(key)
    return labels


def culprit(raw: Mapping[str, Any], field: str, type_: type[Record], message: str) -> str:
    """The key of a mapping that is at fault: messages do not name it, so this tries each key alone."""
    for key, value in raw[field].items():
        try:
            msgspec.convert({**raw, field: {key: value}}, type_, dec_hook=exact)
        except ValidationError as fault:
            if str(fault) == message:
                return str(key)
    raise AssertionError(f"no single entry of {field} explains: {message}")


def place(labels: list[str], raw: Mapping[str, Any]) -> tuple[str, str]:
    """Row and column of a fault, as a reader of the table would name them."""
    if not labels:
        return "", ""
    head, *rest = labels

    def name_of(header: str, number: str) -> str:
        names = raw.get(header, [])
        return str(names[int(number) - 1]) if 0 < int(number) <= len(names) else number

    if head == "results" and rest:
        return name_of("rows", rest[0]), name_of("columns", rest[1]) if rest[1:] else ""
    if head in ("columns", "column_min", "column_cost_t") and rest:
        return head, name_of("columns", rest[0])
    if head == "lines" and rest[1:]:
        return rest[0], name_of("columns", rest[1])
    if head == "bands" and rest[1:]:
        return f"{rest[0]}, band {rest[1]}", ".".join(rest[2:])
    if head in LISTS and rest:
        head, *rest = rest
    return head, ".".join(rest)
