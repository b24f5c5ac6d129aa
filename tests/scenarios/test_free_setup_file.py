"""`[free_setup]` in a scenario's file: zones as hexes, by distance, behind a line; and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import Scenario
from scenarios.test_load import BOARD, SCENARIO, folder

PLACED = """[[setup.axis]]
hex = "01.01"
units = ["de-ir", "de-org"]
mode = "reserve"
facing = "move"
sp = "3"
load = { "de-org" = "1/2" }
"""
SIX = BOARD.replace("columns  4", "columns  6").replace(". . . .", ". . . . . .").replace("rows     2", "rows     2")


def loaded(path: Path, zone: str, head: str = 'order = ["axis"]', more: str = "") -> Scenario:
    """The scenario whose axis infantry is set up freely in a zone."""
    group = f'[free_setup]\n{head}\n[[free_setup.groups]]\nside = "axis"\nname = "Ost"\n'
    group += f'units = ["de-ir", "de-org"]\nsp = "3"\nload = {{ "de-org" = "1/2" }}\n{zone}\n{more}'
    assert PLACED in SCENARIO
    there = folder(path, scenario=SCENARIO.replace(PLACED, group))
    (there / "board.hexmap").write_text(SIX, encoding="utf-8")
    return load_scenario(there)


def zone(scenario: Scenario) -> list[str]:
    """Names of the hexes of the first group."""
    assert scenario.free_setup is not None
    return [scenario.board.hex_name(h) for h in scenario.free_setup.groups[0].hexes]


def fault(path: Path, zone: str, head: str = 'order = ["axis"]', more: str = "") -> tuple[str, str]:
    """Where and what."""
    with pytest.raises(ScenarioError) as caught:
        loaded(path, zone, head, more)
    return caught.value.where, caught.value.message


@pytest.mark.case("SETUP-IV-A")
def test_a_group_has_units_supply_and_loads(tmp_path: Path) -> None:
    free = loaded(tmp_path, 'hexes = ["02.01", "01.01"]', 'order = ["axis"]\nhidden = true').free_setup
    assert free is not None
    assert (free.order, free.hidden, len(free.groups)) == (("axis",), True, 1)
    group = free.groups[0]
    assert (group.side, group.name, group.units) == ("axis", "Ost", ("de-ir", "de-org"))
    assert (group.tokens, group.load) == (12, {"de-org": 2})


@pytest.mark.case("SETUP-IV-A")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('hexes = ["02.01", "01.01"]', ["01.01", "02.01"]),
        ('near = "01.01"', ["01.01"]),
        ('near = "01.01"\nwithin = 1', ["01.01", "01.02", "02.01"]),
    ],
)
def test_zones_by_name_and_by_distance(tmp_path: Path, text: str, names: list[str]) -> None:
    assert zone(loaded(tmp_path, text)) == names


@pytest.mark.case("SETUP-IV-H")
@pytest.mark.parametrize(
    ("behind", "inclusive", "names"),
    [
        ("01.01", "false", ["01.01", "01.02", "02.01", "02.02"]),
        ("01.01", "true", ["01.01", "01.02", "02.01", "02.02", "03.01", "03.02"]),
        ("06.02", "true", ["03.01", "03.02", "04.01", "04.02", "05.01", "05.02", "06.01", "06.02"]),
    ],
)
def test_zones_behind_a_line(tmp_path: Path, behind: str, inclusive: str, names: list[str]) -> None:
    text = f'line = ["03.02", "03.01"]\nbehind = "{behind}"\ninclusive = {inclusive}'
    assert zone(loaded(tmp_path, text)) == names


ALSO = '[[free_setup.groups]]\nside = "soviet"\nname = "Front"\nsp = "1"\nhexes = ["01.01"]\n'


@pytest.mark.parametrize(
    ("text", "head", "more", "where", "message"),
    [
        ("", 'order = ["axis"]', "", "free_setup.groups[1]", "a zone is"),
        ('hexes = ["01.01"]\nnear = "01.01"', 'order = ["axis"]', "", "free_setup.groups[1]", "a zone is"),
        ('hexes = ["01.01"]\nwithin = 1', 'order = ["axis"]', "", "free_setup.groups[1]", "a zone is"),
        ('line = ["03.02"]', 'order = ["axis"]', "", "free_setup.groups[1]", "a zone is"),
        (
            'near = "01.01"\ninclusive = true',
            'order = ["axis"]',
            "",
            "free_setup.groups[1].inclusive",
            "only the hexes",
        ),
        (
            'line = ["03.02", "05.01"]\nbehind = "01.01"',
            'order = ["axis"]',
            "",
            "free_setup.groups[1].line",
            "not neighbours",
        ),
        ('line = ["03.02"]\nbehind = "03.02"', 'order = ["axis"]', "", "free_setup.groups[1].behind", "on the line"),
        ('line = ["03.02"]\nbehind = "01.02"', 'order = ["axis"]', "", "free_setup.groups[1].line", "not divide"),
        ('hexes = ["09.09"]', 'order = ["axis"]', "", "free_setup.groups[1].hexes", "no hex 09.09"),
        ('hexes = ["01.01"]', 'order = ["soviet"]', "", "free_setup.groups[1].side", "axis is not in"),
        ('hexes = ["01.01"]', 'order = ["axis", "soviet"]', "", "free_setup.order", "soviet stands there twice"),
        ('hexes = ["01.01"]', 'order = ["axis", "axis"]', "", "free_setup.order", "axis stands there twice"),
        ('hexes = ["01.01"]', 'order = ["axis", "soviet"]\nhidden = true', ALSO, "free_setup.groups[1]", "share 01.01"),
        (
            'hexes = ["01.01"]',
            'order = ["axis", "soviet"]',
            ALSO.replace('sp = "1"\n', ""),
            "free_setup.groups[2]",
            "neither units nor SP",
        ),
        ('hexes = ["01.01"]\ncolour = "red"', 'order = ["axis"]', "", "free_setup.groups[1]", "unknown key `colour`"),
    ],
)
def test_faults(tmp_path: Path, text: str, head: str, more: str, where: str, message: str) -> None:
    found, said = fault(tmp_path, text, head, more)
    assert found == where
    assert message in said


def test_sides_may_share_hexes_where_they_see_each_other(tmp_path: Path) -> None:
    assert zone(loaded(tmp_path, 'hexes = ["01.01"]', 'order = ["axis", "soviet"]', ALSO)) == ["01.01"]
