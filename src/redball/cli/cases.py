"""`redball cases`: the index of rule cases, with the home and the tests of each."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from redball.cli.errors import CHECK_FAILED, fail
from redball.cli.width import in_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from redball.cases import Row


def command(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Cases or sections; all by default.")
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="Only cases that are not built or not tested yet.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
    edition: Annotated[str | None, typer.Option("--edition", help="Only the cases of this edition.")] = None,
) -> None:
    """Show rule cases: where each is enforced, and which tests hold it.

    `redball cases 9.8-A` shows one case in full, `redball cases 9.8` lists those of a section. Exit status 1 if
    --missing finds a case, or if the code or a test cites a case wrongly.
    """
    from msgspec import json

    from redball.cases import asked, load_index, make_report

    try:
        report = make_report(about=asked(load_index(), ids)) if ids else make_report()
        if missing and not report.tests_seen:
            fail("--missing needs the tests, and they are not installed: run it in a checkout")
        rows = report.select(edition=edition, missing=missing)
    except ValueError as error:
        fail(str(error))
    for problem in report.problems:
        print(f"redball: {problem}", file=sys.stderr)
    if as_json:
        sys.stdout.buffer.write(json.format(json.encode(rows), indent=2) + b"\n")
    elif ids:
        _print_asked(rows, ids, report.tests_seen)
    else:
        _print_rows(rows)
    if report.problems or (missing and rows):
        raise typer.Exit(CHECK_FAILED)


def _print_asked(rows: Sequence[Row], ids: Sequence[str], tests_seen: bool) -> None:
    """The named cases in full, then one line for each other case of the sections."""
    for row in rows:
        if row.id in ids:
            print(f"{row.id}  {row.title or '(no title)'}")
            print(f"  {row.edition}, {row.part}: {row.kind}, {row.status}")
            if row.home is not None:
                print(f"  home: {row.home}")
            if row.reason is not None:
                print(f"  {row.reason}")
            for test in row.tests:
                print(f"  test: {test}")
            if row.status == "enforced" and tests_seen and not row.tests:
                print("  no test")
    others = [row for row in rows if row.id not in ids]
    if others:
        _print_rows(others)


def _print_rows(rows: Sequence[Row]) -> None:
    """One line for each case, then one line of totals."""
    for row in rows:
        where = ": ".join(filter(None, (row.home, row.reason)))
        tests = f"{len(row.tests)} test{'s' * (len(row.tests) != 1)}" if row.status == "enforced" else ""
        standing = ", ".join(filter(None, (row.edition, row.status, tests)))
        print(in_width(f"{row.id:<14} ", f"{row.title or '-'} | {standing} | {where}"))
    totals = Counter(row.status for row in rows)
    print(f"{len(rows)} cases: " + ", ".join(f"{totals[s]} {s}" for s in ("enforced", "waiting", "not-applicable")))
