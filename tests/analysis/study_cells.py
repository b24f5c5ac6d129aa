"""Every table of `redball study` with every cell, as text: fractions exactly, the rest as the command writes it.

Written anew by `python tests/analysis/study_cells.py`, after which the change is read like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from redball.analysis.study import NAMES, Question, Table, study
from redball.analysis.study.output import number
from redball.editions import charts_from

GOLDEN = Path(__file__).with_name("golden")
CHARTS = {"v4": ("v4",), "v1992": ("v4", "v1992", "v1992-surprise")}
LINES = ("open", "close", "very_close", "extremely_close")
WHATEVER_IS_ASKED = ("claims", "barrage")
"""Studies that no terrain line, share or kind changes."""
WHATEVER_THE_SHARE = ("break-even",)
"""Studies that have all shares in them, and both kinds of surprise."""


def questions(name: str) -> Iterator[Question]:
    """The default first, then every other answer to each option of the command, one option at a time."""
    yield Question()
    if name in WHATEVER_IS_ASKED:
        return
    yield from (Question(line=line) for line in LINES[1:])
    if name not in WHATEVER_THE_SHARE:
        yield from (Question(share=Fraction(share)) for share in ("1/2", "0"))
        yield Question(kind="overrun")


def cell(value: Any) -> str:
    """A cell as text."""
    return str(value if isinstance(value, Fraction) else number(value))


def head(name: str, asked: Question) -> str:
    """The line above a table."""
    return f"== {name} {asked.line} {asked.share} {asked.kind}"


def written(table: Table) -> list[str]:
    """A table: the names of its columns, then its rows."""
    return [" | ".join(table.rows[0]), *(" | ".join(map(cell, row.values())) for row in table.rows)]


def expand(charts: str) -> str:
    """All tables of one set of charts."""
    loaded = {charts: charts_from(*CHARTS[charts])}
    lines = [
        text
        for name in NAMES
        for asked in questions(name)
        for text in (head(name, asked), *written(study(name, loaded, asked)), "")
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for charts in CHARTS:
        (GOLDEN / f"study_{charts}.txt").write_text(expand(charts), encoding="utf-8")
