"""Landing Craft on the page: they sail by a click, a landing is drafted with its chances, a DUKW drives inland."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

import support
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.core.events import UnitMoved
from redball.rules.naval.cargo_events import WentAboard
from redball.rules.naval.invasion_events import LandingRolled, UnitLanded, WadedAshore

SHORE = support.land(*(f"{c:02d}.{r:02d}=." for c in range(1, 10) for r in (1, 2)), columns=9, rows=5, ground="-")
UNITS = (
    f"axis 01.01 z {support.LEG}\naxis aboard a {support.LEG} name=1_Marine\n"
    f"axis aboard b {support.LEG} name=2_Marine\naxis 01.02 p {support.LEG} name=Garrison\nsoviet 09.01 s {support.LEG}"
)
CRAFT = (
    '[places]\n01.02 port "Mole"\n[ports]\n01.02 3\n[harbours]\naxis 01.02\n[sources]\naxis 01.01\nsoviet 09.01\n'
    "[craft]\naxis 04.04 lc landing_craft 3 name=Force_J aboard=a,b sp=1\naxis 06.04 d dukw 2 sp=1\n"
    "axis 01.02 l2 lst 2\n"
)


def test_landing_craft_sail_by_a_click_and_a_landing_is_drafted_with_its_chances(
    desk: Desk, served: Served, pictures: Path
) -> None:
    desk.open(served.sit(support.sit(UNITS, SHORE, rest=CRAFT, dice=(6, 6)).game), "axis")
    desk.look(desk.hex("05.03"), 0.8)
    desk.click(desk.hex("04.04"))
    says(desk.the("ships-panel"), "Force J")
    says(desk.the("ships-panel"), "1 Marine")
    desk.painted()
    desk.page.screenshot(path=pictures / "craft-in-hand.png")
    desk.settle().click(desk.hex("04.02"))
    desk.settle()
    says(desk.the("ship-left"), "8 hexes left")
    desk.page.get_by_role("button", name="Halt here").click()
    desk.settle()
    desk.page.get_by_role("button", name="Land at 04.02").click()
    panel = desk.the("landing-panel")
    panel.get_by_role("button", name="Group 1").first.click()
    desk.settle()
    panel.get_by_role("button", name="Let everybody land").click()
    desk.settle()
    says(desk.the("landing-odds-1"), "success")
    desk.painted()
    desk.page.screenshot(path=pictures / "craft-landing.png")
    desk.page.get_by_role("button", name="Land", exact=True).click()
    says(desk.the("sure"), "no Landing Craft sail in this phase, and these could: DUKW; LST")
    desk.the("keep").click()
    desk.settle()
    assert not desk.happened(LandingRolled)
    desk.page.get_by_role("button", name="Land", exact=True).click()
    desk.painted()
    desk.page.screenshot(path=pictures / "craft-sure.png")
    assert violations(desk) == []
    desk.the("give-up").click()
    desk.settle()
    assert {event.unit for event in desk.happened(UnitLanded)} == {"a", "b"}
    assert desk.happened(LandingRolled)[-1].result == "success"
    says(desk.the("ashore"), "may move inland", "1 Marine Rgt 1.5 MP, 2 Marine Rgt 1.5 MP")
    desk.painted()
    desk.page.screenshot(path=pictures / "craft-ashore.png")
    assert violations(desk) == []
    desk.the("ashore").get_by_role("button", name="1 Marine").click()
    desk.settle().click(desk.hex("04.01"))
    desk.settle()
    assert desk.happened(UnitMoved)[-1].hex == desk.hex("04.01")


def test_a_dukw_lands_and_drives_inland_and_an_lst_loads_in_port(desk: Desk, served: Served, pictures: Path) -> None:
    desk.open(served.sit(support.sit(UNITS, SHORE, rest=CRAFT, dice=(6, 6)).game), "axis")
    desk.look(desk.hex("05.03"), 0.8)
    desk.click(desk.hex("01.02")).settle()
    desk.the("ships-panel").get_by_role("button", name="Sail").first.click()
    desk.settle()
    desk.page.get_by_role("button", name="Take Garrison").first.click()
    desk.settle()
    assert desk.happened(WentAboard)[-1].unit == "p"
    desk.page.get_by_role("button", name="Halt here").click()
    desk.settle()
    desk.click(desk.hex("06.04")).settle()
    desk.click(desk.hex("06.02")).settle()
    desk.page.get_by_role("button", name="Halt here").click()
    desk.settle()
    desk.page.get_by_role("button", name="Land at 06.02").click()
    desk.the("landing-panel").get_by_role("button", name="Group 1").first.click()
    desk.settle()
    desk.page.get_by_role("button", name="Land", exact=True).click()
    desk.the("give-up").click()  # Force J has not sailed
    desk.settle()
    assert desk.happened(WadedAshore)[-1].unit == "d"
    desk.pick("d")
    desk.settle().click(desk.hex("06.01"))
    desk.settle()
    desk.painted()
    desk.page.screenshot(path=pictures / "craft-inland.png")
    assert desk.happened(UnitMoved)[-1].hex == desk.hex("06.01")


def test_at_sea_what_is_loaded_comes_first_and_who_could_still_land_is_not_forgotten(
    desk: Desk, served: Served, pictures: Path
) -> None:
    """A list of their own before the missions; a first landing leaves another one, of which the player is told."""
    flyer = "[bases]\naxis 01.01 1\naxis 02.01 1\n[aircraft]\naxis 01.01 f1 F 4-3-9/3-2-9 name=Spitfire\n"
    craft = (
        "[sources]\naxis 01.01\nsoviet 09.01\n[craft]\naxis 04.02 lc landing_craft 2 name=Force_J aboard=a\n"
        "axis 07.02 l2 landing_craft 2 name=Force_K aboard=b\naxis 08.04 l3 landing_craft 2 name=Spare\n"
    )
    desk.open(served.sit(support.sit(UNITS, SHORE, rest=craft + flyer, dice=(6, 6)).game), "axis")
    heads = desk.the("decision").locator("h3")
    expect(heads.first).to_have_text("Landing Craft with units aboard")
    assert heads.all_inner_texts() == ["Landing Craft with units aboard", "Landings", "Move", "Ships", "Plan a mission"]
    desk.painted()
    desk.page.screenshot(path=pictures / "craft-first.png")
    desk.page.get_by_role("button", name="Land at 04.02").click()
    desk.the("landing-panel").get_by_role("button", name="Let everybody land").click()
    desk.settle()
    desk.page.get_by_role("button", name="Land", exact=True).click()
    says(desk.the("sure"), "Force K with 1 unit; Spare")
    desk.the("give-up").click()
    desk.settle()
    says(desk.the("ashore-others"), "07.02", "not once a landed unit has moved on")
    desk.the("end-segment").click()
    says(desk.the("warnings"), "1 unit aboard could still land", "2 Marine")
    desk.page.screenshot(path=pictures / "craft-warned.png")
    desk.the("warnings").get_by_role("button", name="2 Marine").click()
    desk.settle()
    says(desk.the("ships-panel"), "Force K")
