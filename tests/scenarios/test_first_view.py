"""The hexes that the first view of a scenario's map has in its window."""

from __future__ import annotations

from pathlib import Path

from redball.scenarios.load import load_scenario
from scenarios.test_load import SCENARIO, fault, folder


def test_the_first_view_names_hexes_of_the_board(tmp_path: Path) -> None:
    there = SCENARIO.replace("[[sides]]", 'first_view = ["01.01", "03.02"]\n[[sides]]', 1)
    scenario = load_scenario(folder(tmp_path, scenario=there))
    assert [scenario.board.hex_name(hex_) for hex_ in scenario.first_view] == ["01.01", "03.02"]
    assert load_scenario(folder(tmp_path)).first_view == ()
    assert "first_view" in str(fault(tmp_path, "[[sides]]", 'first_view = ["99.02"]\n[[sides]]'))
