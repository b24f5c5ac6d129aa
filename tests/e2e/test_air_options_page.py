"""Flights that are refused, and options of the air, by clicking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import support
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from editions.options.test_option_air import FIGHTER, RAIDER
from editions.options.test_option_drops import field as drop_field
from editions.options.test_option_hill_bases import before_play
from redball.core.actions import AddPlane, AimMission, DeclareAttack, Done, Embark, PlanMission
from redball.editions.options.hill_bases import AirBaseMoved, MoveBase
from redball.rules.air.air import AircraftLanded
from rules.test_supply_drop import PARA
from support import LEG, Sitting

UNITS = f"axis 01.03 a {LEG}\nsoviet 20.03 r {LEG}\naxis 19.03 s {LEG}"


def sky(planes: str, bases: str, *, ground: str = "", rest: str = "", at: str = "movement", **switches: Any) -> Sitting:
    """Twenty by five hexes."""
    drawn = support.land(*ground.split(), columns=20, rows=5)
    air = f"[bases]\n{bases}\n[aircraft]\n{planes}\n{rest}"
    return support.sit(UNITS, drawn, rest=air, at=at, switches=switches)


def test_a_flight_is_refused_at_the_click_with_its_reason(desk: Desk, served: Served, pictures: Path) -> None:
    """A hex where a sweep finds nobody; one that is too far for every Fighter; then who cannot join where it can go."""
    planes = f"axis 10.03 f {FIGHTER} name=Bf_109\naxis 10.03 e F 4-3-4/3-2-4 name=Bf_108\nsoviet 20.03 x {FIGHTER}"
    desk.open(served.sit(sky(planes, "axis 10.03 2\nsoviet 20.03 1").game), "axis")
    desk.page.get_by_role("button", name="Plan a mission: Fighter Sweep").click()
    says(desk.the("mission-panel"), "Click the marked hex on the map")
    desk.look(desk.hex("15.03"), 0.8).click(desk.hex("15.03"))
    says(desk.the("callout"), "15.03", "14.6")
    desk.page.screenshot(path=pictures / "flight-refused.png")
    desk.click(desk.hex("20.03"))
    panel = desk.the("mission-panel")
    panel.get_by_text("Who cannot join").click()
    says(panel, "20.03 is 10 hexes from Bf 108, which flies 4", "14.2d")
    assert desk.the("callout").count() == 0
    assert violations(desk) == []


def test_who_will_be_inactive_after_a_transfer_is_told_with_the_reason(
    desk: Desk, served: Served, pictures: Path
) -> None:
    """By 21.4 who flies more than half its range; by 21.5 who comes after as many as the Level; a bomber always."""
    planes = f"axis 13.03 f {FIGHTER} name=Bf_109\naxis 05.03 g {FIGHTER} name=Bf_110\naxis 05.03 b {RAIDER} name=Ju_88"
    table = sky(planes, "axis 13.03 1\naxis 05.03 2\naxis 06.03 1", long_range_air=True, rebasing_limits=True)
    desk.open(served.sit(table.game), "axis")
    for action in (PlanMission("base_transfer"), AimMission(desk.hex("06.03")), AddPlane("f")):
        desk.answer(action)
    says(desk.the("lands-inactive"), "Bf 109 flies 7 hexes; after more than 6 it will be Inactive", "21.4-C")
    desk.answer(AddPlane("g")).answer(AddPlane("b"))
    says(desk.the("lands-inactive"), "Ju 88 is not a Fighter", "14.11")
    desk.settle().page.screenshot(path=pictures / "transfer-inactive.png")
    assert violations(desk) == []
    desk.answer(Done()).settle()
    assert {event.plane: event.active for event in desk.happened(AircraftLanded)} == {"f": False, "g": True, "b": False}


def test_a_base_among_hills_is_moved_and_refits_half_by_clicking(desk: Desk, served: Served, pictures: Path) -> None:
    desk.open(served.sit(before_play().game), "axis")
    says(desk.the("decision"), "Leave the bases where they are", "Move the air base at 03.03 to 04.03", "HR-16")
    desk.answer(MoveBase(desk.hex("03.03"), desk.hex("04.03")))
    desk.settle().page.screenshot(path=pictures / "hill-base-moved.png")
    assert desk.happened(AirBaseMoved)[0].hex == desk.hex("04.03")

    planes = "\n".join(f"axis 03.03 {pid} {FIGHTER} inactive name=Bf_109" for pid in "fgh")
    table = sky(
        planes, "axis 03.03 2", ground="03.03=m", rest="[supply]\naxis 03.03 4\n", at="aircraft_refit", hill_bases=True
    )
    desk.open(served.sit(table.game), "axis")
    desk.look(desk.hex("03.03"), 1.0).click(desk.hex("03.03"))
    panel = desk.the("base-panel")
    for pid in "fg":
        panel.get_by_role("button", name=f"Add Bf 109 ({pid})").click()
        desk.settle()
    says(
        desk.the("refit-price"),
        "2 of at most 2 refit, for 1T in all",
        "half of 4, because of very close terrain (HR-16)",
    )
    assert panel.get_by_role("button", name="Add Bf 109").count() == 0
    desk.page.screenshot(path=pictures / "hill-base-refit.png")


def test_the_terrain_of_a_drop_stands_beside_its_chance(desk: Desk, served: Served, pictures: Path) -> None:
    """HR-15: in Very Close terrain 6 lands no more than 7 does elsewhere."""
    desk.open(served.sit(drop_field("04.01", drop_terrain=True).game), "axis")
    for action in (PlanMission("air_drop"), AimMission(desk.hex("04.01")), AddPlane("j", "return"), Embark("p")):
        desk.answer(action)
    says(desk.the("landing"), "42 %", "(5/12)", "-1 very close terrain")
    desk.settle().page.screenshot(path=pictures / "drop-terrain.png")
    assert violations(desk) == []


def test_who_was_dropped_attacks_an_empty_hex_for_nothing(desk: Desk, served: Served, pictures: Path) -> None:
    """21.8c: the panel says that nobody is there, and that the other one alone pays."""
    units = f"axis 02.02 p {PARA} move\naxis 02.02 q {PARA} move\nsoviet 05.03 far {PARA}"
    rest = "[supply]\naxis 02.02 5\n[drops]\np landed\n"
    ground = support.land(columns=6, rows=4)
    table = support.sit(units, ground, rest=rest, at="combat", switches={"attacking_empties": True})
    desk.open(served.sit(table.game), "axis")
    desk.answer(DeclareAttack(desk.hex("03.02")))
    desk.push("add-p")
    says(desk.the("attack-empty"), "The hex is empty: no dice are rolled")
    desk.settle().page.screenshot(path=pictures / "empty-attack.png")
    desk.push("add-q")
    says(desk.the("attack-dialog"), "You pay 1T from the dump at 02.02")
    desk.settle().page.screenshot(path=pictures / "empty-attack-two.png")
    assert violations(desk) == []
    desk.push("combat-commit").settle()
    says(desk.the("open-combat"), "Attack on 03.02")
    assert desk.page.get_by_text("no enemy combat units").count() == 0
    desk.page.screenshot(path=pictures / "empty-attack-open.png")
