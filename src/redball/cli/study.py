"""`redball study`: what the tables mean in play, as a table, a plot or a file of numbers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from redball.cli.errors import fail
from redball.cli.games import print_json

DEFAULT = "v4"


def command(
    name: Annotated[
        str, typer.Argument(help="losses, break-even, rating, disorder, surprise, barrage or claims.")
    ] = "",
    charts: Annotated[
        list[str], typer.Option("--charts", help="Charts by name, overlays with a plus: v4, v4+v1992; several compare.")
    ] = [DEFAULT],  # noqa: B006 - typer copies it
    line: Annotated[str, typer.Option("--line", help="Terrain line of the Combat Table.")] = "open",
    share: Annotated[str, typer.Option("--share", help="Share of options taken as steps: 1, 1/2, 0.")] = "1",
    overrun: Annotated[bool, typer.Option("--overrun", help="Use the surprise bands of overruns.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Write to a file: .png, .svg, .csv or .parquet.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Tabulate or plot what the charts mean in play.

    Expected losses, break-even odds, the worth of Action Rating, disorder, surprise and barrages: all exact.
    """
    from redball.analysis.study import Question, study
    from redball.analysis.study.output import NotInstalledError, as_numbers, write
    from redball.charts import ChartError
    from redball.editions import charts_from

    try:
        part = Fraction(share)
    except (ValueError, ZeroDivisionError):
        fail(f"--share is a fraction like 1/2, not {share!r}")
    if not 0 <= part <= 1:
        fail(f"--share is from 0 to 1, not {share}")
    try:
        loaded = {label: charts_from(*label.split("+")) for label in charts}
        table = study(name, loaded, Question(line.replace("-", "_"), part, "overrun" if overrun else "regular"))
    except (ValueError, ChartError) as error:
        fail(str(error))
    if out is not None:
        try:
            write(table, out)
        except (ValueError, NotInstalledError, OSError) as error:
            fail(str(error))
        typer.echo(f"{table.title}: written to {out}")
    elif as_json:
        print_json({"name": table.name, "title": table.title, "unit": table.unit, "rows": as_numbers(table)})
    else:
        show(table.title, as_numbers(table))


def show(title: str, rows: list[dict[str, Any]]) -> None:
    """The table for people."""
    from rich.console import Console
    from rich.table import Table

    table = Table(*(name.replace("_", " ") for name in rows[0]), title=title, box=None)
    for row in rows:
        table.add_row(*(f"{value:.3f}" if isinstance(value, float) else str(value or "-") for value in row.values()))
    Console(highlight=False).print(table)
