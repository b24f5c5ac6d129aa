"""A planned drop on the page: made in the Aircraft Refit Phase, waiting for its turn, flown."""

from __future__ import annotations

from pathlib import Path

import support
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.core.actions import AddPlane, AimMission, CancelDrop, DateDrop, Embark, PlanDrop, PlanMission
from redball.rules.air.air_drop import UnitDropped
from redball.rules.air.drop_plans import DropCancelled, DropDelayed, DropPlanned

PARA = "Bn parachute other 2-5-3L/1-5-6L"
UNITS = f"axis 02.02 p {PARA} move\naxis 02.02 q {PARA} move\nsoviet 08.04 s {support.LEG}"
AIR = (
    "[supply]\naxis 02.02 4\n[sources]\naxis 02.02\nsoviet 08.04\n[bases]\naxis 02.02 2\nsoviet 08.04 1\n"
    "[aircraft]\naxis 02.02 ju1 Tpt (0)-0-9/(0)-0-9 carries=1T,1T name=Ju_52\n"
)


def _now(table: support.Sitting) -> tuple[int, str, str]:
    clock = table.game.state.clock
    return clock.turn, clock.phase, clock.phasing


def test_a_drop_is_planned_waits_and_is_flown(desk: Desk, served: Served, pictures: Path) -> None:
    """Unit, hex on the map, turn; two turns later the mission goes to that hex with its chance in the panel."""
    game = support.sit(
        UNITS, support.land(columns=9, rows=5), rest=AIR, at="aircraft_refit", head="turns 5\n", dice=(1, 1)
    ).game
    desk.open(served.sit(game), "axis")
    panel = desk.the("drop-plans")
    says(panel, "Plan a drop of")
    panel.get_by_role("button", name="Plan a drop of p").click()
    says(panel, "Click the hex")
    desk.look(desk.hex("05.02"), 1.0)
    desk.click(desk.hex("05.02"))
    says(panel, "When?", "turn 3", "turn 5")
    assert panel.get_by_role("button", name="turn 2").count() == 0
    panel.get_by_role("button", name="Drop it in turn 3").click()
    says(panel, "on 05.02, turn 3")
    desk.answer(PlanDrop("q"))
    desk.click(desk.hex("06.02"))
    desk.answer(DateDrop(4)).answer(CancelDrop("q"))
    panel.get_by_role("button", name="Delay the drop of p").click()
    says(panel, "on 05.02, turn 4")
    assert violations(desk) == []
    desk.settle().page.screenshot(path=pictures / "drop-plans.png")
    assert [e.unit for e in desk.happened(DropPlanned)] == ["p", "q"]
    assert (len(desk.happened(DropDelayed)), len(desk.happened(DropCancelled))) == (1, 1)

    table = support.Sitting(desk.game)
    table.idle(lambda: _now(table) == (4, "movement", "axis") and table.step == "movement_segment.choose_unit")
    desk.open(served.sit(game), "axis")
    says(desk.the("drop-plans"), "on 05.02, turn 4", "(now)")
    desk.answer(PlanMission("air_drop"))
    desk.look(desk.hex("05.02"), 1.0)
    desk.click(desk.hex("05.02"))
    desk.answer(AddPlane("ju1", "return")).answer(Embark("p"))
    says(desk.the("mission-panel"), "Air Drop of units, as planned: 05.02", "lands: 72 %", "(13/18)")
    assert violations(desk) == []
    desk.settle().page.screenshot(path=pictures / "drop-mission.png")
    desk.page.get_by_role("button", name="Fly the mission").click()
    desk.settle()
    assert desk.happened(UnitDropped)[0].unit == "p"
    assert AimMission(desk.hex("05.02")) not in desk.game.choices()
