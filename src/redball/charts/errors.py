"""Errors in chart files: file, table, row, column, and the fault."""

from __future__ import annotations


class ChartError(Exception):
    """A chart file is malformed. Empty parts of the place do not apply (a fault of a whole table has no row).

    >>> str(ChartError("v4.toml", "combat", "7", "3:1", "unknown result code 'AL9'"))
    "v4.toml: table combat, row 7, column 3:1: unknown result code 'AL9'"
    """

    def __init__(self, file: str, table: str, row: str, column: str, problem: str) -> None:
        self.file, self.table, self.row, self.column, self.problem = file, table, row, column, problem
        place = ", ".join(
            f"{word} {name}" for word, name in (("table", table), ("row", row), ("column", column)) if name
        )
        super().__init__(f"{file}: {place}: {problem}" if place else f"{file}: {problem}")


class TableProblem(ValueError):
    """A fault that a table finds in its own content; the loader adds file and table and raises `ChartError`."""

    def __init__(self, problem: str, *, row: object = "", column: object = "") -> None:
        self.problem, self.row, self.column = problem, str(row), str(column)
        super().__init__(problem)
