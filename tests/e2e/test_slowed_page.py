"""Zones in which aircraft slow a side down, on the page: laid over the map by key, and what they add to a way."""

from __future__ import annotations

from pathlib import Path

import pytest

import support
from e2e.desk import Desk, Served, says
from support import long

UNITS = (
    "axis 02.03 u Rgt motorized_infantry other 4-3-8T/2-3-16T move fueled\n"
    f"soviet 09.05 s {support.LEG}\naxis 01.01 a {support.LEG}"
)
REST = "[bases]\naxis 01.01 2\nsoviet 09.05 1\n[trainbusting]\naxis 05.03\nsoviet 08.02\n"


@pytest.mark.parametrize(("edition", "name"), [("v4.2", "Trainbusting Zone"), long("new-ocs", "Interdiction Zone")])
def test_the_overlay_shows_both_zones_and_a_way_says_what_they_add(
    desk: Desk, served: Served, pictures: Path, edition: str, name: str
) -> None:
    land = support.land(columns=9, rows=5)
    desk.open(served.sit(support.sit(UNITS, land, rest=REST, head=f"edition {edition}\n").game), "axis")
    desk.look(desk.hex("05.03"), 0.8)
    desk.press(";")
    says(desk.the("legend"), f"{name}: slows axis")
    says(desk.the("legend"), f"{name}: slows soviet")
    desk.pick("u")
    desk.hover(desk.hex("05.03"))
    says(desk.the("fan"), f"2 MP of the way for the {name}")
    says(desk.the("slowed"), f"{name}: slows axis")
    desk.painted()
    desk.page.screenshot(path=pictures / f"slowed-{edition}.png")
