"""The page in a game with air forces, by looking at it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

import support
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from editions.v1992 import test_v1992_air_barrage as joint
from redball.core.actions import AddPlane, AimMission, Done, PlanMission
from redball.editions.v1992.hex_flak import HexFlakFired
from redball.rules.air.air import AircraftLanded, AircraftRefitted, BaseCaptured, FlakFired, SupplyAirlifted
from support import long

UNITS = f"axis 02.02 a {support.LEG}\nsoviet 08.04 s {support.LEG}"
BASES = "[bases]\naxis 02.02 2\naxis 04.02 strip\nsoviet 08.04 1\n"
PLANES = "[aircraft]\naxis 02.02 f1 F 4-3-6/3-2-4\nsoviet 08.04 f2 F 4-3-6/3-2-4\n"
HALF = 45
LIFT = (
    f"[supply]\naxis 02.02 4\n{BASES}[aircraft]\naxis 02.02 ju1 Tpt (0)-0-9/(0)-0-9 carries=2T,1T name=Ju_52\n"
    "axis 02.02 bf F 4-3-12/3-2-12 name=Bf_109\naxis 02.02 st T (1)-18-9/(1)-9-9 name=Ju_87 inactive\n"
)
RIDERS = f"axis 02.02 a {support.LEG} move\nsoviet 08.04 s {support.LEG}"


def test_a_base_is_drawn_in_its_hex(desk: Desk, served: Served, pictures: Path) -> None:
    """The picture of the hex of a strip differs from that of the same hex without one."""
    land = support.land(columns=9, rows=5)
    seen = []
    for rest in ("", BASES + PLANES):
        desk.open(served.sit(support.sit(UNITS, land, rest=rest).game), "axis")
        desk.look(desk.hex("04.02"), 1.0)
        spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", desk.hex("04.02"))
        desk.page.mouse.move(5, 5)
        desk.painted()
        desk.page.screenshot(path=pictures / "air-bases.png")
        clip = {"x": spot["x"] - HALF, "y": spot["y"] - HALF, "width": 2 * HALF, "height": 2 * HALF}
        seen.append(desk.page.screenshot(clip=cast("Any", clip)))
    assert seen[0] != seen[1]


@pytest.mark.long
def test_who_points_at_a_base_reads_what_lies_there(desk: Desk, served: Served, pictures: Path) -> None:
    """One's own with its counts; of the enemy's under fog the Level and the aircraft on top."""
    game = support.sit(UNITS, support.land(columns=9, rows=5), rest=BASES + PLANES).game
    desk.open(served.sit(game), "axis")
    desk.look(desk.hex("04.02"), 1.0)
    for name, told in (("02.02", "Air base, Level 2 of axis: 1 of at most 6 Active"), ("04.02", "Air strip of axis")):
        spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", desk.hex(name))
        desk.page.mouse.move(spot["x"], spot["y"])
        says(desk.the("fan"), told)
        desk.page.screenshot(path=pictures / f"air-base-{name}.png")
        desk.page.mouse.move(5, 5)
        desk.the("fan").wait_for(state="detached")


@pytest.mark.parametrize("size", [(1440, 900), long((390, 844))])
def test_a_transport_is_planned_by_clicking_and_brings_supply(
    desk: Desk, served: Served, pictures: Path, size: tuple[int, int]
) -> None:
    """The mission, its hex on the map, an aircraft and how it flies, the amount; then it flies."""
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.open(served.sit(support.sit(RIDERS, support.land(columns=9, rows=5), rest=LIFT).game), "axis")
    desk.page.get_by_role("button", name="Plan a mission: Air Transport").click()
    panel = desk.the("mission-panel")
    says(panel, "marked hex on the map")
    desk.look(desk.hex("04.02"), 1.0)
    desk.click(desk.hex("04.02"))
    says(panel, "Air Transport: 04.02")
    panel.get_by_role("button", name="Add Ju 52, with double capacity").click()
    says(panel, "double load", "No Flak fires at it")
    assert panel.get_by_role("button", name="Add Ju 52").count() == 0
    desk.settle().page.screenshot(path=pictures / f"mission-{size[0]}.png")
    panel.get_by_role("button", name="Carry 2T").click()
    says(panel, "2T from 02.02", "2T come down", "100.0 %")
    assert violations(desk) == []
    desk.settle().page.screenshot(path=pictures / f"mission-cargo-{size[0]}.png")
    desk.page.get_by_role("button", name="Fly the mission").click()
    desk.settle()
    assert desk.happened(SupplyAirlifted)[0].tokens == 2


def test_a_base_opens_and_refits_by_clicking(desk: Desk, served: Served, pictures: Path) -> None:
    """A click on the base opens it: Active above, Inactive below with what can be done."""
    game = support.sit(RIDERS, support.land(columns=9, rows=5), rest=LIFT, at="aircraft_refit").game
    desk.open(served.sit(game), "axis")
    desk.look(desk.hex("02.02"), 1.0)
    desk.click(desk.hex("02.02"))
    panel = desk.the("base-panel")
    says(panel, "2 of at most 6 Active")
    desk.page.screenshot(path=pictures / "base-panel.png")
    panel.get_by_role("button", name="Add Ju 87").click()
    desk.settle()
    says(desk.the("refit-price"), "1 of at most 4 refit, for 1T in all.")
    desk.page.get_by_role("button", name="Refit them").click()
    desk.settle()
    assert desk.happened(AircraftRefitted)[0].planes == ("st",)


def test_an_open_base_does_not_offer_the_aircraft_of_a_mission_for_refit(desk: Desk, served: Served) -> None:
    """While a mission is planned, who can join stands in its panel alone, though the base is open."""
    desk.open(served.sit(support.sit(RIDERS, support.land(columns=9, rows=5), rest=LIFT).game), "axis")
    desk.look(desk.hex("02.02"), 1.0)
    desk.click(desk.hex("02.02"))
    says(desk.the("base-panel"), "2 of at most 6 Active")
    desk.answer(PlanMission("base_transfer")).answer(AimMission(desk.hex("04.02")))
    says(desk.the("mission-panel"), "Bf 109")
    says(desk.the("base-panel"), "Bf 109")
    assert desk.the("base-panel").get_by_role("button", name="Add").count() == 0
    assert desk.page.get_by_role("button", name="Add Bf 109").count() == 1


def test_an_air_combat_is_fought_in_the_theatre(desk: Desk, served: Served, pictures: Path) -> None:
    """Two fighters sweep: chances first, what an abort makes of them, both sides' aircraft; the dice as they fall after
    the fight went on to its end; then where each returns."""
    air = (
        f"{BASES}[aircraft]\naxis 02.02 bf1 F 4-3-12/3-2-12 name=Bf_109\naxis 02.02 bf2 F 4-3-12/3-2-12 name=Bf_110\n"
        "soviet 08.04 i16 F 2-2-8/1-1-8 name=I-16\n"
    )
    game = support.sit(RIDERS, support.land(columns=9, rows=5), rest=air, dice=(6, 6, 1)).game
    desk.open(served.sit(game), "axis")
    for action in (PlanMission("fighter_sweep"), AimMission(desk.hex("08.04")), AddPlane("bf1"), AddPlane("bf2")):
        desk.answer(action)
    says(desk.the("mission-meeting"), "Air Combat with I-16, Active there", "It is driven off: 97 %")
    says(desk.the("meeting-aborts-own"), "If you abort some before it (14.3d): driven off", "past")
    assert desk.the("meeting-aborts-enemy").count() == 0, "it has one aircraft, which must fight"
    says(desk.the("mission-panel"), "in Air Combat each side sends its best rating")
    desk.page.screenshot(path=pictures / "mission-odds.png")
    desk.answer(Done())
    stage, panel = desk.the("theatre"), desk.the("flight-panel")
    says(
        stage,
        "Fighter Sweep, 08.04",
        "Only yours are left",
        "They lose",
        "Bf 110 (bf2) aborts",
        "Nobody aborts",
        "I-16",
    )
    says(panel, "Bf 109", "Bf 110", "Abort")
    assert violations(desk) == []
    desk.page.screenshot(path=pictures / "flight-abort.png")
    desk.push("fight-on")
    says(stage, "your mission", "attacks I-16 (2): 14, I-16 aborts")
    says(panel, "To 02.02", "To 04.02")
    assert desk.the("tasks-panel").count() == 0, "who flies home is at no station"
    desk.page.screenshot(path=pictures / "flight-return.png")
    panel.get_by_role("button", name="returns to 02.02").first.click()
    desk.settle()
    assert desk.happened(AircraftLanded)


def test_an_interception_is_handed_over_flak_fires_and_a_base_is_taken(
    desk: Desk, served: Served, pictures: Path
) -> None:
    """Two people at one screen: a mission passes, and its owner sits down to what came of it. Who cannot fly is said;
    the interception goes to the other side with its chances; Flak and the barrage are read in the theatre; then a walk
    into the base captures it."""
    air = (
        "[bases]\naxis 02.02 2\nsoviet 06.02 1\n[aircraft]\naxis 02.02 st T (1)-18-9/(1)-9-9 name=Ju_87\n"
        "axis 02.02 old T (1)-18-9/(1)-9-9 name=Ju_86 inactive\naxis 02.02 he T (1)-9-9/(1)-4-9 name=He_111\n"
        "axis 02.02 do T (1)-9-9/(1)-4-9 name=Do_17\nsoviet 06.02 i16 F 2-2-8/1-1-8 name=I-16\n"
    )
    units = f"axis 05.02 a {support.LEG}\nsoviet 07.04 s {support.LEG}\nsoviet 08.02 t {support.LEG}"
    land = support.land(columns=9, rows=5)
    game = support.sit(units, land, at="movement_barrage", rest=air, dice=(5, 5, 1, 1, 1, 1, 1, 1, 2)).game
    both = {"axis": "human", "soviet": "human"}
    desk.page.goto(f"{served.address}/#/game/{(seat := served.sit(game, both)).id}")
    desk.the("lift-curtain").click()
    desk.open_again(seat, "axis")
    for action in (PlanMission("barrage"), AimMission(desk.hex("08.02")), AddPlane("he"), Done()):
        desk.answer(action)
    desk.the("lift-curtain").click()
    desk.the("decision").get_by_role("button", name="Let the mission pass").click()
    desk.the("lift-curtain").click()
    says(desk.the("theatre"), "In the air over 08.02", "your mission", "Flak at 08.02")
    desk.page.get_by_role("button", name="Plan a mission: Barrage of units").click()
    desk.settle().look(desk.hex("07.04")).click(desk.hex("07.04"))
    panel = desk.the("mission-panel")
    panel.get_by_text("Who cannot join").click()
    says(panel, "Ju 86 is Inactive")
    panel.get_by_role("button", name="Add Ju 87").click()
    desk.settle().page.get_by_role("button", name="Fly the mission").click()
    desk.the("lift-curtain").click()
    stage = desk.the("theatre")
    says(stage, "Barrage of units, 07.04", "by axis", "I-16 intercepts")
    desk.page.screenshot(path=pictures / "interception.png")
    desk.the("flight-panel").get_by_role("button", name="Intercept").click()
    desk.the("lift-curtain").click()
    says(stage, "I-16 (2) attacks Ju 87 (1)")
    desk.page.get_by_role("button", name="Done aborting").click()
    desk.settle()
    says(stage, "Flak at 07.04")
    desk.page.screenshot(path=pictures / "mission-over.png")
    assert desk.happened(FlakFired)

    desk.open(served.sit(support.sit(units, land, rest=air).game), "axis")
    desk.pick("a").look(desk.hex("06.02")).click(desk.hex("06.02"))
    assert desk.happened(BaseCaptured)[0].hex == desk.hex("06.02")


@pytest.mark.parametrize("scheme", ["light", long("dark")])
def test_patrol_zones_and_the_range_of_an_aircraft_lie_over_the_map(
    desk: Desk, served: Served, pictures: Path, scheme: str
) -> None:
    """The layer draws both sides' zones with their legend; a click on a card rings half, once and twice its range."""
    desk.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    far = f"{BASES}{PLANES}".replace("4-3-6/3-2-4", "4-3-4/3-2-4")
    units = f"axis 02.02 a {support.LEG}\nsoviet 20.10 s {support.LEG}"
    game = support.sit(units, support.land(columns=24, rows=12), rest=far.replace("08.04", "20.10")).game
    desk.open(served.sit(game), "axis")
    desk.push("layer-patrols")
    says(desk.the("legend-patrols"), "axis: fighters at 1 base", "1F+")
    laid = desk.page.evaluate("window.__redball.laid()")
    assert sorted(text for _, text in laid["texts"] if "F" in text) == ["1F", "1F+"]
    before = laid["lines"]
    desk.click(desk.hex("02.02"))
    desk.the("plane-f1").click()
    desk.settle()
    assert desk.page.evaluate("window.__redball.laid()")["lines"] == before + 3
    desk.page.mouse.move(5, 300)
    assert violations(desk) == []
    desk.page.screenshot(path=pictures / f"patrols-{scheme}.png")
    desk.the("plane-f1").click()
    assert desk.page.evaluate("window.__redball.laid()")["lines"] == before


def test_aircraft_join_a_barrage_of_1992_by_clicking(desk: Desk, served: Served, pictures: Path) -> None:
    """They are listed once, with the guns; the chances count Flak and both, and the button comes with them."""
    table = joint.drafted(joint.sky(joint.MARKERS.format(joint.BOMBER), at="combat_barrage", head="edition 1992\n"))
    desk.open(served.sit(table.game), "axis")
    dialog = desk.the("barrage-dialog")
    says(dialog, "Choose the guns and the aircraft", "Over the hex")
    assert desk.page.get_by_role("button", name="Add b").count() == 1
    dialog.get_by_role("button", name="Add b").click()
    says(dialog, "1 aircraft", "alone", "the aircraft, 18 points", "91.7 %")
    desk.the("add-g").click()
    says(dialog, "and 1 gun", "DG, 1 step")
    assert violations(desk) == []
    desk.settle().page.screenshot(path=pictures / "joint-barrage.png")
    desk.the("combat-commit").click()
    desk.settle()
    assert desk.happened(HexFlakFired)
