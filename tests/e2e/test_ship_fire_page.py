"""Fire at ships and by ships on the page: aircraft against a stack, gunfire at a port; and water between two hexes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import support
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.rules.barrage.port_raid import PortRaided
from redball.rules.naval.cargo_events import CraftLost
from redball.rules.naval.naval import CraftStruck
from redball.rules.naval.ship_strike import ShipBombed

UNITS = f"axis 01.01 a {support.LEG}\nsoviet 07.01 s {support.LEG}"
STRAITS = (
    '[hexsides]\nsea_or_lake "-" 03.01/SE 03.01/N 03.01/NE\nsea "Sound" 06.02/SE 06.02/S\n'
    'estuary "-" 08.02/SE\nminor_river "-" 02.02/SE\n'
)
PLANES = (
    "[bases]\naxis 01.01 2\n[aircraft]\naxis 01.01 st T (1)-18-12/(1)-9-12 name=Ju_87\n"
    "axis 01.01 he T (1)-6(12)-15/(1)-3(6)-15 name=He_111\n"
)
FLEET = (
    "soviet 06.03 ca cruiser 12-3-2-1/6-3-1-0 name=Aurora\nsoviet 06.03 dd destroyer 8-2-1-0/4-2-0-0 name=Grom\n"
    "axis 05.04 bb battleship 30-4-2-3/20-3-1-2 name=Nelson\n"
)
HAVEN = '[places]\n07.01 port "Haven"\n[ports]\n07.01 3\n[harbours]\nsoviet 07.01\n'


def test_aircraft_are_sent_against_ships_by_clicking(desk: Desk, served: Served, pictures: Path) -> None:
    """The mission and what it may do to the ship that is seen; then the stack lies open and each gets a target."""
    shore = support.land(*(f"{column:02d}.01=." for column in range(1, 10)), columns=9, rows=5, ground="-")
    rest = f"[sources]\naxis 01.01\nsoviet 09.01\n{PLANES}[ships]\n{FLEET}"
    dice = (1, 1, 6, 5, 4, 4, 4)
    desk.open(served.sit(support.sit(UNITS, shore, at="movement_barrage", rest=rest, dice=dice).game), "axis")
    desk.page.get_by_role("button", name="Plan a mission: Barrage of ships").click()
    panel = desk.the("mission-panel")
    desk.look(desk.hex("06.03"), 0.8)
    desk.settle().click(desk.hex("06.03"))
    says(panel, "Barrage of ships: 06.03", "Aurora")
    panel.get_by_role("button", name="Add Ju 87").click()
    desk.settle()
    panel.get_by_role("button", name="Add He 111").click()
    desk.settle()
    says(panel, "torpedoes 12", "Aurora damaged", "Flak takes a step")
    desk.the("meant-ships").get_by_role("button", name="Target").click()
    desk.settle()
    says(desk.the("meant-ships"), "the target")
    desk.painted()
    desk.page.screenshot(path=pictures / "ships-air-mission.png")
    desk.page.get_by_role("button", name="Fly the mission").click()
    desk.settle()
    says(desk.the("strike-panel"), "Aurora", "Grom")
    desk.the("strike-panel").get_by_role("button", name="At Grom").first.click()
    desk.settle()
    says(desk.the("strike-odds-ca"), "damaged, and DG")
    says(desk.the("strike-odds-dd"), "damaged, and DG")
    desk.page.screenshot(path=pictures / "ships-air-targets.png")
    assert violations(desk) == []
    desk.page.get_by_role("button", name="Strike", exact=True).click()
    desk.settle()
    assert [event.ship for event in desk.happened(ShipBombed)] == ["ca", "dd"]


def test_ships_fire_at_a_port_by_clicking_and_water_between_hexes_is_drawn(
    desk: Desk, served: Served, pictures: Path
) -> None:
    """The picture of a hexside of water differs from that of the same one without."""
    shore = support.land(*(f"{c:02d}.{r:02d}=." for c in range(1, 10) for r in (1, 2)), columns=9, rows=5, ground="-")
    rest = f"[sources]\naxis 01.01\nsoviet 09.01\n{HAVEN}[ships]\n{FLEET}"
    seen = []
    for more in ("", STRAITS):
        desk.open(
            served.sit(support.sit(UNITS, shore, at="movement_barrage", rest=rest + more, dice=(6,)).game), "axis"
        )
        desk.look(desk.hex("04.01"), 1.0)
        desk.page.mouse.move(5, 5)
        desk.painted()
        spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", desk.hex("03.01"))
        clip = {"x": spot["x"] - 60, "y": spot["y"] - 60, "width": 120, "height": 120}
        seen.append(desk.page.screenshot(clip=cast("Any", clip)))
    assert seen[0] != seen[1]
    desk.page.screenshot(path=pictures / "straits.png")
    desk.page.get_by_role("button", name="Gunfire at the port in 07.01").click()
    says(desk.the("gunfire-panel"), "Gunfire at the port, 07.01")
    desk.the("gunfire-could").get_by_role("button", name="Fire").first.click()
    says(desk.the("gunfire-odds"), "1 hit")
    desk.page.screenshot(path=pictures / "ships-port.png")
    desk.the("combat-commit").click()
    desk.settle()
    assert desk.happened(PortRaided)
    says(desk.the("ended-combat"), "Barrage on 07.01", "Nelson fires at the port", "roll 6")
    desk.page.screenshot(path=pictures / "ships-port-result.png")


CONVOY = (
    "[craft]\nsoviet 06.03 x1 landing_craft 2 aboard=p name=Barges\nsoviet 06.03 x2 dukw 2\n[ships]\n"
    "axis 05.04 bb battleship 30-6-2-3/20-5-1-2 name=Nelson\naxis 04.04 ca cruiser 12-6-0-0/6-5-0-0 name=Emerald\n"
    "soviet 06.03 dd destroyer 8-2-1-0/4-2-0-0 name=Grom\n"
)


def test_gunfire_at_landing_craft_is_drafted_in_the_theatre_by_clicking(
    desk: Desk, served: Served, pictures: Path
) -> None:
    """As artillery: target, who fires, odds, then the button; Esc does not take back what has shown ships."""
    shore = support.land(*(f"{column:02d}.01=." for column in range(1, 10)), columns=9, rows=5, ground="-")
    units = f"{UNITS}\nsoviet aboard p {support.LEG}"
    rest = f"[sources]\naxis 01.01\nsoviet 09.01\n{CONVOY}"
    desk.open(served.sit(support.sit(units, shore, at="movement_barrage", rest=rest, dice=(6, 6, 2, 1)).game), "axis")
    desk.look(desk.hex("06.03"), 0.8)
    desk.page.get_by_role("button", name="Gunfire at ships in 06.03").click()
    desk.settle()
    panel = desk.the("gunfire-panel")
    says(
        panel, "Gunfire at ships, 06.03", "Grom", "Barges", "All Landing Craft here are one target", "Choose the target"
    )
    says(panel, "has shown the ships")
    assert desk.the("combat-commit").count() == 0
    assert "aboard" not in panel.inner_text()
    desk.the("gunfire-targets").get_by_role("button", name="Target").last.click()
    desk.settle()
    says(panel, "Choose who fires")
    desk.the("add-all").click()
    desk.settle()
    says(panel, "42", "barrage points", "it costs nothing")
    says(desk.the("gunfire-odds"), "1 point lost, and DG")
    desk.painted()
    desk.page.screenshot(path=pictures / "craft-gunfire.png")
    assert violations(desk) == []
    desk.the("combat-commit").click()
    desk.settle()
    assert desk.happened(CraftStruck)
    assert desk.happened(CraftLost)
    says(
        desk.the("ended-combat"),
        "Barrage on 06.03",
        "Nelson, Emerald fire at the Landing Craft",
        "Landing Craft at 06.03",
    )
    desk.page.screenshot(path=pictures / "craft-gunfire-result.png")
