"""`redball bench`: speed beside other libraries, as a table or as JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from redball.cli.errors import CHECK_FAILED, fail

if TYPE_CHECKING:
    from redball.bench.results import Goal, Result


def command(
    suites: Annotated[list[str] | None, typer.Argument(help="The suites to run; all by default.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Small maps and few rounds: a trial, not a measurement.")
    ] = False,
    slack: Annotated[float, typer.Option("--slack", help="Allowance for a noisy machine: 1.5 allows 50 % more.")] = 1.0,
) -> None:
    """Measure Redball side by side with other libraries.

    Install redball[bench,peers] for them.

    Exit status 1 if a goal is missed.
    """
    from msgspec import json

    from redball.bench import SUITES, run_suites

    for name in suites or ():
        if name not in SUITES:
            fail(f'no benchmark suite "{name}"; there are {", ".join(SUITES)}')
    results = list(run_suites(suites or SUITES, quick=quick))
    if as_json:
        document = json.encode([result.to_json(slack) for result in results])
        sys.stdout.buffer.write(json.format(document, indent=2) + b"\n")
    else:
        _print_table(results, slack)
    if not all(result.ok(slack) for result in results):
        raise typer.Exit(CHECK_FAILED)


def _print_table(results: list[Result], slack: float) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", "job", "ours", "peer", "ratio", "goal", "met", box=None, header_style="bold")
    for result in results:
        peer = [result.peer or "", "" if result.theirs is None else _amount(result.theirs, result.unit)]
        table.add_row(
            result.id,
            result.what,
            "" if result.ours is None else _amount(result.ours, result.unit),
            " ".join(filter(None, peer)),
            _ratio(result),
            _goal(result.goal, result.unit),
            "" if result.goal is None else "yes" if result.ok(slack) else "NO",
        )
    Console(highlight=False).print(table)


def _ratio(result: Result) -> str:
    """How many times faster than the peer; for start-up (G3), how many times slower, as a fraction."""
    if result.ratio is None:
        return ""
    if result.id == "G3":
        return f"1/{1 / result.ratio:.1f}"
    return f"{result.ratio:.2f}x" if result.ratio < 1 else f"{result.ratio:.1f}x"


def _goal(goal: Goal | None, unit: str) -> str:
    if goal is None:
        return ""
    if goal.kind == "times":
        return f">= 1/{goal.value:g}"
    return f">= {goal.value:g}x" if goal.kind == "ratio" else f"<= {_amount(goal.value, unit)}"


def _amount(value: float, unit: str) -> str:
    """Seconds or bytes for people to read.

    >>> _amount(0.000_012, "s"), _amount(0.25, "s"), _amount(9_300_000, "bytes"), _amount(2_400, "bytes")
    ('12.0 µs', '250.0 ms', '9.3 MB', '2.4 KB')
    """
    if unit == "bytes":
        return f"{value / 1e6:.1f} MB" if value >= 1e6 else f"{value / 1e3:.1f} KB"
    return f"{value * 1e6:.1f} µs" if value < 1e-3 else f"{value * 1e3:.1f} ms"
