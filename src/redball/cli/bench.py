"""`redball bench`: speed next to other libraries, as a table or as JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from redball.cli.errors import CHECK_FAILED, fail

if TYPE_CHECKING:
    from redball.bench.results import Goal, Result


def command(
    suites: Annotated[list[str] | None, typer.Argument(help="Which suites to run; all if none is named.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Small maps and few rounds: a trial, not a measurement.")
    ] = False,
    slack: Annotated[float, typer.Option("--slack", help="Allowance for a noisy machine: 1.5 is half as much.")] = 1.0,
) -> None:
    """Measure Redball side by side with other libraries.

    Install redball[bench,peers] for them.

    Exit status 1 if a goal is missed, 2 if a library to compare with is not installed.
    """
    from msgspec import json

    from redball.bench import SUITES, BenchUnavailable, run_suites

    for name in suites or ():
        if name not in SUITES:
            fail(f'no benchmark suite "{name}"; there are {", ".join(SUITES)}')
    try:
        results = list(run_suites(suites or SUITES, quick=quick))
    except BenchUnavailable as error:
        fail(str(error))
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

    table = Table("", "job", "ours", "peer", "theirs", "ratio", "goal", "met")
    for result in results:
        table.add_row(
            result.id,
            result.what,
            _amount(result.ours, result.unit),
            result.peer or "",
            "" if result.theirs is None else _amount(result.theirs, result.unit),
            "" if result.ratio is None else f"{result.ratio:.1f}x",
            _goal(result.goal, result.unit),
            "yes" if result.ok(slack) else "NO",
        )
    Console().print(table)


def _goal(goal: Goal | None, unit: str) -> str:
    if goal is None:
        return ""
    return f">= {goal.value:g}x" if goal.kind == "ratio" else f"<= {_amount(goal.value, unit)}"


def _amount(value: float, unit: str) -> str:
    """A number of seconds or bytes as a person reads it.

    >>> _amount(0.000_012, "s"), _amount(0.25, "s"), _amount(9_300_000, "bytes")
    ('12.0 µs', '250.0 ms', '9.3 MB')
    """
    if unit == "bytes":
        return f"{value / 1e6:.1f} MB"
    return f"{value * 1e6:.1f} µs" if value < 1e-3 else f"{value * 1e3:.1f} ms"
