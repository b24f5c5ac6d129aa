"""XYZ transport on the page (21.12a): both legs, by clicking."""

from __future__ import annotations

from pathlib import Path

import support
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.rules.air.air import MissionFlown, SupplyAirlifted

UNITS = f"axis 02.02 a {support.LEG}\nsoviet 08.04 s {support.LEG}"
AIR = (
    "[supply]\naxis 02.02 4\n[bases]\naxis 02.02 2\naxis 04.02 1\naxis 06.02 1\nsoviet 08.04 1\n[aircraft]\n"
    "axis 02.02 ju1 Tpt (0)-0-9/(0)-0-9 carries=2T,1T name=Ju_52\n"
)


def test_both_legs_are_flown_by_clicking(desk: Desk, served: Served, pictures: Path) -> None:
    """1T for the first base and 1T for one after it: the plan tells both legs, and the second is drafted in between."""
    game = support.sit(
        UNITS, support.land(columns=9, rows=5), rest=AIR, switches={"xyz_transport": True}, dice=(1, 1, 1, 1)
    ).game
    desk.open(served.sit(game), "axis")
    desk.page.get_by_role("button", name="Plan a mission: Air Transport").click()
    panel = desk.the("mission-panel")
    desk.settle().look(desk.hex("04.02"), 1.0)
    desk.click(desk.hex("04.02"))
    panel.get_by_role("button", name="Add Ju 52, which returns").click()
    desk.settle()
    desk.page.get_by_role("button", name="Carry 1T of supply from 02.02", exact=True).click()
    desk.settle()
    desk.page.get_by_role("button", name="Carry 1T of supply from 02.02, for a base after this one").click()
    desk.settle()
    says(panel, "1T from 02.02", "for a base after this one")
    both = desk.the(f"mission-legs-{desk.hex('06.02')}")
    says(both, "Flown on to 06.02: both legs", "1T comes down", "You lose")
    assert violations(desk) == []
    desk.page.screenshot(path=pictures / "xyz-first.png")
    desk.page.get_by_role("button", name="Fly the mission").click()
    desk.settle().page.screenshot(path=pictures / "xyz-between.png")
    desk.page.get_by_role("button", name="Plan a mission: Air Transport, second leg").click()
    desk.settle().look(desk.hex("06.02"), 1.0)
    desk.click(desk.hex("06.02"))
    panel = desk.the("mission-panel")
    says(panel, "Air Transport, second leg: 06.02", "1T")
    panel.get_by_role("button", name="Add Ju 52, which flies on and stays there").click()
    desk.settle().page.screenshot(path=pictures / "xyz-second.png")
    assert violations(desk) == []
    desk.page.get_by_role("button", name="Fly the mission").click()
    desk.settle()
    assert [event.kind for event in desk.happened(MissionFlown)] == ["air_transport", "onward"]
    assert [(event.hex, event.tokens) for event in desk.happened(SupplyAirlifted)][-1] == (desk.hex("06.02"), 1)
