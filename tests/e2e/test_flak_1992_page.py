"""Flak of 1992 on the page, as it falls; and what fog leaves open of such a barrage."""

from __future__ import annotations

from pathlib import Path

from e2e.desk import Desk, Served, force, says
from editions.v1992 import test_v1992_air_barrage as joint
from redball.editions.v1992.hex_flak import HexFlakFired
from support import LEG, TANKS


def test_flak_of_1992_falls_on_the_page(desk: Desk, served: Served, pictures: Path) -> None:
    """Two bombers over a stack: the bounds stand in the dialog; one loses a step and aborts, the other strikes. The log
    names the aircraft of each roll, and does not add up dice of two rolls."""
    units = f"{joint.UNITS}\nsoviet 08.02 s {LEG}\nsoviet 08.02 t {TANKS}"
    at = {"bases": f"{joint.BASES}\nsoviet 08.02 3", "at": "movement_barrage", "head": "edition 1992\n"}
    table = joint.drafted(joint.sky(joint.MARKERS.format(joint.BOMBER), units=units, **at))
    desk.open(served.sit(table.game), "axis")
    says(desk.the("decision"), "add artillery and aircraft over it")
    dialog = desk.the("barrage-dialog")
    for name in ("Add b", "Add c"):
        dialog.get_by_role("button", name=name).click()
    says(desk.the("mission-bounds"), "Whatever fog hides there: DG")
    desk.settle().page.screenshot(path=pictures / "flak-1992-draft.png")
    force(desk.game, 6, 6, 1, 2, 4, 4)
    desk.the("combat-commit").click()
    desk.settle()
    desk.page.screenshot(path=pictures / "flak-1992-after.png")
    assert [event.result for event in desk.happened(HexFlakFired)] == ["-1", "-"]
    dice = desk.the("ended-combat")
    says(dice, "C barrages 08.02 with 18 points", "fires at b: 12, it loses a step and aborts")
    says(dice, "fires at c: 3, no effect", "B loses a step to Flak")
    log = desk.the("log")
    says(log, "Soviet rolls 6, 6, 1, 2: Flak Table", "fires at b: 12, it loses a step and aborts")
    says(log, "fires at c: 3, no effect", "C barrages 08.02 with 18 points")
