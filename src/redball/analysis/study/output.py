"""Writes a study: a plot (PNG, SVG), or its rows (CSV, Parquet). Needs the extra `study` for all but CSV."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path
from typing import Any

from redball.analysis.study.tables import Row, Table

PLOTS, ROWS = (".png", ".svg"), (".csv", ".parquet")
DIGITS = 6


class NotInstalledError(RuntimeError):
    """A library of the extra `study` is missing; the text says how to install it."""


def write(table: Table, path: Path) -> None:
    """Write a file in the format of its suffix.

    Raises ValueError for another kind, NotInstalledError without the library, OSError if it cannot be written.
    """
    if path.suffix not in (*PLOTS, *ROWS):
        raise ValueError(f"a study is written as {', '.join((*PLOTS, *ROWS))}, not as {path.suffix or path.name!r}")
    if path.suffix in PLOTS:
        plot(table, path)
    elif path.suffix == ".csv":
        write_csv(table, path)
    else:
        write_parquet(table, path)


def number(value: Any) -> Any:
    """Fractions as numbers, the rest unchanged."""
    return round(float(value), DIGITS) if isinstance(value, Fraction | float) else value


def as_numbers(table: Table) -> list[Row]:
    """The rows with plain numbers."""
    return [{name: number(value) for name, value in row.items()} for row in table.rows]


def write_csv(table: Table, path: Path) -> None:
    """Rows as text with a header."""
    rows = as_numbers(table)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def write_parquet(table: Table, path: Path) -> None:
    """Rows as columns with types."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise NotInstalledError("Parquet needs pyarrow: install redball[study]") from error
    parquet.write_table(pyarrow.Table.from_pylist(as_numbers(table)), path)


def series(table: Table) -> dict[str, tuple[list[str], list[float]]]:
    """The lines of a plot by their names: labels below, values."""
    found: dict[str, tuple[list[str], list[float]]] = {}
    for row in table.rows:
        for name in table.ys:
            label = f"{name} ({table.by} {row[table.by]})" if table.by else name
            if row[name] is not None:
                xs, values = found.setdefault(label.replace("_", " "), ([], []))
                xs.append(str(row[table.x]))
                values.append(float(row[name]))
    return found


def plot(table: Table, path: Path) -> None:
    """Lines over the labels."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NotInstalledError("plots need matplotlib: install redball[study]") from error
    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.add_subplot()
    for name, (labels, values) in series(table).items():
        axes.plot(labels, values, marker="o", label=name)
    axes.set(title=table.title, xlabel=table.x.replace("_", " "), ylabel=table.unit)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(fontsize="small")
    if max(len(label) for labels, _ in series(table).values() for label in labels) > 8:
        axes.tick_params(axis="x", labelrotation=30)
    figure.savefig(path)
