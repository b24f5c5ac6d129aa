"""`redball cases`: the index of rule cases, with the home and the tests of each."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from redball.cli.errors import CHECK_FAILED, fail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from redball.cases import Row


def command(
    missing: Annotated[bool, typer.Option("--missing", help="Only what is not built or not tested yet.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
    edition: Annotated[str | None, typer.Option("--edition", help="Only the cases of this edition.")] = None,
) -> None:
    """List every rule case: where it is enforced, which tests hold it, or why it waits.

    Exit status 1 if --missing finds a case, or if a case is cited wrongly in the code or the tests.
    """
    from msgspec import json

    from redball.cases import make_report

    report = make_report()
    if missing and not report.tests_seen:
        fail("--missing needs the tests, and they are not installed: run it in a checkout")
    try:
        rows = report.select(edition=edition, missing=missing)
    except ValueError as error:
        fail(str(error))
    for problem in report.problems:
        print(f"redball: {problem}", file=sys.stderr)
    if as_json:
        sys.stdout.buffer.write(json.format(json.encode(rows), indent=2) + b"\n")
    else:
        _print_rows(rows)
    if report.problems or (missing and rows):
        raise typer.Exit(CHECK_FAILED)


def _print_rows(rows: Sequence[Row]) -> None:
    """One line for each case, then one line of totals."""
    for row in rows:
        where = row.home if row.reason is None else row.reason
        tests = f"{len(row.tests)} tests" if row.status == "enforced" else ""
        print(f"{row.id:<14} {row.edition:<8} {row.status:<14} {tests:<9} {row.title or '-'} | {where}")
    totals = Counter(row.status for row in rows)
    print(f"{len(rows)} cases: " + ", ".join(f"{totals[s]} {s}" for s in ("enforced", "waiting", "not-applicable")))
