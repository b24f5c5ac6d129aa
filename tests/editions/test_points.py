"""The list of policy points in docs/editions.md is whole, and what it names is there."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from redball.charts.loading import ADDED, TABLES
from redball.core.policies import Policies
from redball.editions import edition, names

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "editions.md").read_text("utf-8")
SECTION = DOCS.split("## Where each policy point lives")[1].split("\n## ")[0]
ROWS = [line.split("|")[1:-1] for line in SECTION.splitlines() if line.startswith("| P")]
POINTS = {field.name for field in fields(Policies)}


def test_every_point_has_one_row() -> None:
    assert [row[0].split()[0] for row in ROWS] == [f"P{number}" for number in range(1, 46)]
    assert all(row[1].strip() or row[2].strip() for row in ROWS)


def test_every_policy_is_listed_and_every_name_is_one() -> None:
    named = {name for row in ROWS for name in re.findall(r"`(\w+)`", row[1])}
    assert named <= POINTS
    assert set(re.findall(r"`(\w+)`", SECTION)) >= POINTS


def test_procedures_and_charts_are_there() -> None:
    known = {name for chosen in names() for name in edition(chosen).procedures}
    for row in ROWS:
        assert set(re.findall(r'"(\w+)"', row[2])) <= known, row[0]
        charts = re.search(r"charts? ((?:`\w+`(?:, )?)+)", row[2])
        assert set(re.findall(r"`(\w+)`", charts[1] if charts else "")) <= {*TABLES, *ADDED}, row[0]
