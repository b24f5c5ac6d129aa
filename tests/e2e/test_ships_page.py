"""Ships on the page: counters on the map, the reach of one in hand, a voyage by a click, gunfire with its chances."""

from __future__ import annotations

from pathlib import Path

import support
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.rules.air.air import AircraftRefitted, DeckChosen
from redball.rules.naval.naval import GunfireOpened, ShipSailed

UNITS = f"axis 01.01 a {support.LEG}\nsoviet 07.01 s {support.LEG}"
SHIPS = (
    "[sources]\naxis 01.01\nsoviet 09.01\n[ships]\naxis 02.03 bb battleship 30-4-2-3/20-3-1-2 name=Nelson\n"
    "axis 02.03 dd destroyer 8-2-1-0/4-2-0-0 several\nsoviet 08.04 ca cruiser 12-3-2-1/6-3-1-0 name=Aurora dg\n"
)


def test_a_ship_in_hand_sails_where_the_player_clicks_and_its_guns_say_their_chances(
    desk: Desk, served: Served, pictures: Path
) -> None:
    shore = support.land(*(f"{column:02d}.01=." for column in range(1, 10)), columns=9, rows=5, ground="-")
    desk.open(served.sit(support.sit(UNITS, shore, rest=SHIPS).game), "axis")
    desk.look(desk.hex("05.03"), 0.8)
    desk.click(desk.hex("02.03"))
    says(desk.the("ships-panel"), "Nelson")
    desk.settle().click(desk.hex("05.04"))
    desk.settle()
    assert desk.happened(ShipSailed)[-1].hex == desk.hex("05.04")
    says(desk.the("ship-left"), "17 hexes left")
    desk.painted()
    desk.page.screenshot(path=pictures / "ships-sailing.png")
    desk.page.get_by_role("button", name="Halt here").click()
    desk.settle()
    desk.open(
        served.sit(support.sit(UNITS, shore, at="movement_barrage", rest=SHIPS.replace("02.03", "05.03")).game), "axis"
    )
    desk.page.get_by_role("button", name="Gunfire at ships in 08.04").click()
    says(desk.the("gunfire-panel"), "Aurora")
    desk.the("gunfire-could").get_by_role("button", name="Fire").first.click()
    says(desk.the("gunfire-odds"), "sunk")
    desk.painted()
    desk.page.screenshot(path=pictures / "ships-gunfire.png")
    desk.the("combat-commit").click()
    desk.settle()
    assert desk.happened(GunfireOpened)
    says(desk.the("ended-combat"), "Barrage on 08.04", "Nelson fires at Aurora", "Gunfire at Aurora")


def test_a_carrier_opens_like_a_base_and_its_aircraft_sail_along(desk: Desk, served: Served, pictures: Path) -> None:
    """Active aircraft above, Inactive ones below (14.1a); they refit there for nothing (18.2b)."""
    shore = support.land(*(f"{column:02d}.01=." for column in range(1, 10)), columns=9, rows=5, ground="-")
    flock = "\n".join(
        f"axis 02.03 {pid} F 4-3-6/3-2-4 carrier=any on={on} name={name} {mark}"
        for pid, on, name, mark in (
            ("f1", "cv", "Fulmar", ""),
            ("f2", "cv", "Swordfish", "inactive"),
            ("f3", "cw", "Albacore", "inactive"),
        )
    )
    ships = (
        "[sources]\naxis 01.01\nsoviet 09.01\n[ships]\naxis 02.03 cv carrier 0-0-3-2/0-0-1-2 name=Ark aircraft=4\n"
        f"axis 02.03 cw carrier 0-0-3-2/0-0-1-2 name=Eagle aircraft=2 damaged\n[aircraft]\n{flock}\n"
    )
    desk.open(served.sit(support.sit(UNITS, shore, at="aircraft_refit", rest=ships).game), "axis")
    desk.look(desk.hex("05.03"), 0.8)
    desk.click(desk.hex("02.03"))
    panel = desk.the("base-panel")
    says(panel, "Aircraft of Ark and Eagle")
    says(panel, "1 Active, 2 Inactive, at most 6 in all")
    says(panel, "on Eagle")
    for number, name in enumerate(("Swordfish", "Albacore"), start=1):
        desk.the("base-panel").get_by_role("button", name=f"Add {name}").click()
        desk.settle()
        says(desk.the("refit-price"), f"{number} of at most 2 refit.")
    desk.painted()
    desk.page.screenshot(path=pictures / "carriers-refit.png")
    desk.page.get_by_role("button", name="Refit them").click()
    desk.settle()
    assert desk.happened(AircraftRefitted)[-1].ships == ("cv", "cw")
    desk.open(served.sit(support.sit(UNITS, shore, rest=ships).game), "axis")
    desk.look(desk.hex("05.03"), 0.8)
    desk.click(desk.hex("02.03"))
    says(desk.the("ships-panel"), "Ark")
    desk.settle().click(desk.hex("05.04"))
    desk.settle()
    desk.page.get_by_role("button", name="Halt here").click()
    desk.settle()
    desk.click(desk.hex("05.04"))
    says(desk.the("base-panel"), "Fulmar")
    desk.painted()
    desk.page.screenshot(path=pictures / "carriers-sailed.png")


def test_an_aircraft_that_lands_on_one_of_several_carriers_is_told_which_by_a_click(
    desk: Desk, served: Served, pictures: Path
) -> None:
    """18.2a: both carriers have room; it came down on the one with most, and its owner wants it on the other."""
    shore = support.land(*(f"{column:02d}.01=." for column in range(1, 10)), columns=9, rows=5, ground="-")
    rest = (
        "[sources]\naxis 01.01\nsoviet 09.01\n[bases]\naxis 02.01 1\n[ships]\n"
        "axis 05.03 ark carrier 0-0-3-2/0-0-1-2 name=Ark aircraft=4\n"
        "axis 05.03 eagle carrier 0-0-3-2/0-0-1-2 name=Eagle aircraft=2\n"
        "[aircraft]\naxis 02.01 f1 F 4-3-6/3-2-4 carrier=any name=Fulmar\n"
    )
    desk.open(served.sit(support.sit(UNITS, shore, rest=rest).game), "axis")
    desk.page.get_by_role("button", name="Plan a mission: Base Transfer").click()
    desk.look(desk.hex("05.03"), 0.8)
    desk.click(desk.hex("05.03"))
    desk.the("mission-panel").get_by_role("button", name="Add Fulmar").click()
    desk.settle()
    desk.page.get_by_role("button", name="Fly the mission").click()
    desk.settle()
    says(desk.the("decision-prompt"), "Choose the carrier")
    panel = desk.the("flight-panel")
    says(panel, "Fulmar lands on Ark", "Fulmar lands on Eagle")
    desk.painted()
    desk.page.screenshot(path=pictures / "carriers-choice.png")
    assert violations(desk) == []
    panel.get_by_role("button", name="Fulmar lands on Eagle").click()
    desk.settle()
    assert (desk.happened(DeckChosen)[-1].plane, desk.happened(DeckChosen)[-1].ship) == ("f1", "eagle")
    desk.click(desk.hex("05.03"))
    says(desk.the("base-panel"), "Fulmar", "on Eagle")


def test_a_ship_sails_through_a_box_of_the_sea_beside_the_map(desk: Desk, served: Served, pictures: Path) -> None:
    shore = support.land(*(f"{column:02d}.01=." for column in range(1, 10)), columns=9, rows=5, ground="-")
    boxes = (
        '[boxes]\naegean off_map "Aegean"\nalex off_map "Alexandria"\n'
        "[ways]\nalex axis sea all aegean\naegean axis sea 4 01.03 01.04\n"
    )
    ships = SHIPS + "axis aegean hood battleship 30-4-2-3/20-3-1-2 name=Hood\n"
    desk.open(served.sit(support.sit(UNITS, shore, rest=boxes + ships).game), "axis")
    aegean = desk.hex("09.05") + 1
    desk.look(desk.hex("02.03"), 0.6)
    desk.click(desk.hex("02.03"))
    desk.settle().click(aegean)
    desk.page.get_by_role("menuitem", name="Sail Nelson here").click()  # Hood is there, who might be meant
    desk.settle()
    assert desk.happened(ShipSailed)[-1].hex == aegean
    says(desk.the("ship-left"), "15 hexes left")
    desk.painted()
    desk.page.screenshot(path=pictures / "ships-box.png")


def test_a_click_on_other_counters_looks_and_sails_nobody_unasked(desk: Desk, served: Served, pictures: Path) -> None:
    """With a ship in hand, a click on a second fleet offers to sail there or to pick it; open sea sails."""
    shore = support.land(*(f"{column:02d}.01=." for column in range(1, 10)), columns=9, rows=5, ground="-")
    ships = f"{SHIPS}axis 05.04 c2 cruiser 12-3-2-1/6-3-1-0 name=Uganda\n"
    desk.open(served.sit(support.sit(UNITS, shore, rest=ships).game), "axis")
    desk.look(desk.hex("05.03"), 0.8)
    desk.click(desk.hex("02.03"))
    desk.settle().click(desk.hex("05.04"))
    desk.settle()
    assert not desk.happened(ShipSailed)
    desk.page.screenshot(path=pictures / "ships-look.png")
    desk.page.get_by_role("menuitem", name="Pick the ships in 05.04").click()
    says(desk.the("ships-panel"), "Uganda")
    assert not desk.happened(ShipSailed)
    desk.settle().click(desk.hex("02.03"))
    desk.page.get_by_role("menuitem", name="Sail Uganda here").click()
    desk.settle()
    assert desk.happened(ShipSailed)[-1].hex == desk.hex("02.03")
