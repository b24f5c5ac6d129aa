"""The list of policy points in docs/editions.md is whole, and what it names is there."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

import redball
from redball.editions import edition, names

SOURCE = Path(redball.__file__).parent
DOCS = (Path(__file__).resolve().parents[2] / "docs" / "editions.md").read_text("utf-8")
SECTION = DOCS.split("## Where each policy point lives")[1].split("\n## ")[0]
ROWS = [line.split("|")[1:-1] for line in SECTION.splitlines() if line.startswith("| P")]
POINTS = {point.name: point for point in edition("v4.2").policies}
"""Every overlay asks points of the series, and no others."""


def test_every_point_has_one_row() -> None:
    assert [row[0].split()[0] for row in ROWS] == [f"P{number}" for number in range(1, 46)]
    assert all(row[1].strip() or row[2].strip() for row in ROWS)


def test_every_policy_is_listed_and_every_name_is_one() -> None:
    for row in ROWS:
        number = row[0].split()[0]
        of_row = {point.name for point in POINTS.values() if number in point.numbers}
        assert set(re.findall(r"`(\w+)`", row[1])) == of_row, number
    assert set(re.findall(r"`(\w+)`", SECTION)) >= POINTS.keys()


def test_every_point_is_declared_in_the_points_of_a_room_that_is_named_and_documented() -> None:
    declared: dict[str, Path] = {}
    for path in sorted(SOURCE.rglob("points.py")):
        body = ast.parse(path.read_text("utf-8")).body
        for node, after in pairwise(body):
            if isinstance(node, ast.AnnAssign):
                assert isinstance(node.value, ast.Call)
                assert isinstance(node.target, ast.Name)
                name = ast.literal_eval(node.value.args[0])
                assert name.upper() == node.target.id
                assert isinstance(after, ast.Expr), f"{name} has no docstring"
                assert declared.setdefault(name, path) == path, name
    assert declared.keys() == POINTS.keys()
    for name in names():
        assert edition(name).policies.keys() == set(POINTS.values())


def test_procedures_and_charts_are_there() -> None:
    known = {name for chosen in names() for name in edition(chosen).procedures}
    tables = {name for chosen in names() for name in edition(chosen).charts.provenance}
    for row in ROWS:
        assert set(re.findall(r'"(\w+)"', row[2])) <= known, row[0]
        charts = re.search(r"charts? ((?:`\w+`(?:, )?)+)", row[2])
        assert set(re.findall(r"`(\w+)`", charts[1] if charts else "")) <= tables, row[0]
