"""Air bases that the enemy enters: who may, what the aircraft there lose, where they go, whose the base is then."""

from __future__ import annotations

import pytest

from redball.core.actions import BeginMove, RefitAt, ReturnTo, StepTo
from redball.core.events import DiceRolled
from redball.core.state import DEAD_PILE, Frame
from redball.rules.air.air import AircraftHit, AircraftLanded, AircraftLost, BaseCaptured
from redball.rules.capture.claims import CAPTURE, Capture
from redball.rules.ground.air_force import Plane, base_in, plane_in
from redball.rules.ground.occupancy import held_by, holds_enemy
from rules.table import Table
from support import HQ, LEG, MILITIA, Sitting, land, sit

FIGHTER = "F 4-3-4/3-2-2"
FRONT = f"axis 03.01 a {LEG}\naxis 01.01 hq {HQ}\nsoviet 20.01 far {LEG}"
WAY_BACK = "soviet 12.01 1"
"""A base eight hexes behind the one at 04.01: twice the range of a fighter, and beyond that of a reduced one."""


def row(bases: str, planes: str, *dice: int, units: str = FRONT, at: str = "movement") -> Sitting:
    """A row of twenty hexes; `a` of the axis is next to the Soviet base at 04.01."""
    rest = f"[supply]\naxis 01.01 4\n[bases]\n{bases}\n[aircraft]\n{planes}\n"
    return sit(units, land(columns=20, rows=1), rest=rest, at=at, dice=dice)


def entered(bases: str, planes: str, *dice: int) -> Sitting:
    """The axis has moved into the base at 04.01."""
    table = row(bases, planes, *dice)
    return table.do(BeginMove("a"), StepTo(table.hex("04.01")))


def plane(table: Sitting, pid: str) -> Plane:
    found = plane_in(table.game.state, pid)
    assert found is not None
    return found


def owner(table: Sitting, where: str) -> str:
    found = base_in(table.game.state, table.hex(where))
    assert found is not None
    return found.side


# --- who may enter -----------------------------------------------------------------------------------------------


@pytest.mark.case("15.0", "4.4c", "9.14f-A", "15.0a")
def test_only_attack_capable_units_enter_an_enemy_air_base() -> None:
    """The base keeps its Level, and there is still one in the hex."""
    table = row(
        f"soviet 04.01 2\n{WAY_BACK}", "", units=f"axis 03.01 a {LEG}\naxis 03.01 m {MILITIA}\nsoviet 20.01 x {LEG}"
    )
    table.do(BeginMove("m"))
    assert table.refused(StepTo(table.hex("04.01")))[1] == "4.4c"
    other = entered(f"soviet 04.01 2\n{WAY_BACK}", "")
    base = base_in(other.game.state, other.hex("04.01"))
    assert base is not None
    assert (base.side, base.level, other.all(DiceRolled)) == ("axis", 2, [])
    assert other.told(BaseCaptured) == "Axis captures the air base at 04.01"


@pytest.mark.case("9.14f-A", "15.2")
def test_an_air_strip_is_captured_too() -> None:
    table = entered(f"soviet 04.01 strip\n{WAY_BACK}", "")
    assert (owner(table, "04.01"), owner(table, "12.01")) == ("axis", "soviet")


@pytest.mark.case("15.0", "4.8-G")
def test_a_base_holds_its_hex_against_what_may_not_enter() -> None:
    """Arrivals, trains and displaced units ask these two; a side's own base bars nobody of it."""
    look = row(f"soviet 04.01 1\n{WAY_BACK}", "").look
    held = {look.hex_name(hex_) for hex_ in held_by(look, "soviet")}
    assert {"04.01", "12.01", "20.01"} == held
    assert holds_enemy(look, "axis", look.board.index("04.01"))
    assert not holds_enemy(look, "soviet", look.board.index("04.01"))


# --- the aircraft ------------------------------------------------------------------------------------------------


@pytest.mark.case("9.14f-B", "14.1b")
@pytest.mark.parametrize(
    ("marks", "dice", "hit"),
    [("inactive", (3, 3), True), ("inactive", (3, 4), False), ("", (2, 2), True), ("", (2, 3), False)],
)
def test_each_aircraft_rolls_and_an_active_one_adds_two(marks: str, dice: tuple[int, int], hit: bool) -> None:
    table = entered("soviet 04.01 2\nsoviet 05.01 1", f"soviet 04.01 f {FIGHTER} {marks}", *dice)
    assert [(e.plane, e.case) for e in table.all(AircraftHit)] == ([("f", "9.14f-B")] if hit else [])
    found = plane(table, "f")
    assert (found.hex, found.active, found.steps_lost) == (table.hex("05.01"), False, int(hit))
    assert owner(table, "04.01") == "axis"


@pytest.mark.case("9.14f-B")
@pytest.mark.parametrize(("after_combat", "hit"), [(True, False), (False, True)])
def test_an_advance_after_combat_adds_two(after_combat: bool, hit: bool) -> None:
    units = f"axis 04.01 a {LEG}\nsoviet 20.01 far {LEG}"
    look = row("axis 01.01 1\nsoviet 12.01 1", f"soviet 12.01 f {FIGHTER} inactive", units=units).look
    data = Capture("axis", look.board.index("12.01"), "soviet", after_combat)
    table = Table(look, Frame("capture", CAPTURE.steps[0].name, data), (3, 2))
    assert bool(table.all(AircraftHit)) is hit
    assert owner(table, "12.01") == "axis"


@pytest.mark.case("9.14f-B", "9.14f-C")
def test_twice_the_range_of_the_side_that_shows() -> None:
    """Range 4 reaches eight hexes; reduced it is 2, and four hexes are the most."""
    safe = entered(f"soviet 04.01 1\n{WAY_BACK}", f"soviet 04.01 f {FIGHTER} inactive", 6, 6)
    assert [(e.case, e.active) for e in safe.all(AircraftLanded)] == [("9.14f-B", False)]
    assert plane(safe, "f").hex == safe.hex("12.01")
    hit = entered(f"soviet 04.01 1\n{WAY_BACK}", f"soviet 04.01 f {FIGHTER} inactive", 1, 1)
    assert (hit.one(AircraftLost).case, plane(hit, "f").hex) == ("9.14f-C", DEAD_PILE)
    assert owner(hit, "04.01") == "axis"


@pytest.mark.case("9.14f-C")
def test_without_another_base_all_are_destroyed_and_a_second_loss_destroys_at_once() -> None:
    table = entered(
        "soviet 04.01 1", f"soviet 04.01 f {FIGHTER}\nsoviet 04.01 g {FIGHTER} reduced inactive", 6, 6, 1, 1
    )
    assert {plane(table, pid).hex for pid in ("f", "g")} == {DEAD_PILE}
    assert [e.plane for e in table.all(AircraftLost)] == ["f"], "the other was lost by its roll"


@pytest.mark.case("9.14f-B", "9.14f-A")
def test_the_owner_chooses_among_bases_one_aircraft_after_the_other() -> None:
    bases = "soviet 04.01 1\nsoviet 05.01 1\nsoviet 06.01 1\nsoviet 20.01 1\naxis 01.01 1"
    planes = f"soviet 04.01 f {FIGHTER}\nsoviet 04.01 g {FIGHTER} inactive\naxis 01.01 x {FIGHTER}"
    table = entered(bases, planes, 6, 6, 6, 6)
    where = table.hex
    assert (table.step, table.asked.side) == ("air_base_capture.refuge", "soviet")
    assert table.offered(ReturnTo) == [ReturnTo("f", where("05.01")), ReturnTo("f", where("06.01"))]
    assert owner(table, "04.01") == "soviet", "until nobody is left there"
    assert table.refused(ReturnTo("nobody", where("05.01"))) == ("air.unknown_plane", "3.5")
    assert table.refused(ReturnTo("x", where("05.01"))) == ("air.not_yours", "14.1a")
    assert table.refused(ReturnTo("g", where("05.01"))) == ("displace.not_now", "9.14f-B")
    assert table.refused(ReturnTo("f", where("04.01"))) == ("displace.captured", "9.14f-B")
    assert table.refused(ReturnTo("f", where("01.01"))) == ("air.no_base", "15.0")
    refusal = table.why(ReturnTo("f", where("20.01")))
    assert (refusal.code, refusal.have, refusal.need) == ("displace.range", "16", "8")
    table.do(ReturnTo("f", where("06.01")), ReturnTo("g", where("05.01")))
    assert [plane(table, pid).active for pid in ("f", "g")] == [False, False]
    assert owner(table, "04.01") == "axis"


@pytest.mark.case("9.14f-A", "15.1-A")
def test_a_captured_base_is_used_at_once() -> None:
    """It counts as not refitted, and what its new owner has there can refit in the next phase."""
    look = row("soviet 04.01 1 refitted\nsoviet 12.01 1", "", units=f"axis 04.01 a {LEG}\nsoviet 20.01 x {LEG}").look
    data = Capture("axis", look.board.index("04.01"), "soviet")
    table = Table(look, Frame("capture", CAPTURE.steps[0].name, data))
    found = base_in(table.game.state, table.hex("04.01"))
    assert found is not None
    assert (found.side, found.refitted) == ("axis", False)
    later = row("axis 04.01 1", f"axis 04.01 f {FIGHTER} inactive", at="aircraft_refit")
    assert later.offered(RefitAt) == [RefitAt(later.hex("04.01"))]
