"""An air base changes hands: who captures it, what its aircraft roll, and where they go."""

from __future__ import annotations

import pytest

from redball.core.actions import AddUnit, Advance, BeginMove, DeclareAttack, Done, Halt, PlanMission, ReturnTo, StepTo
from redball.core.events import DiceRolled
from redball.rules.air.air import AircraftHit, AircraftLanded, AircraftLost, BaseCaptured
from redball.rules.air.base_capture import Caught, loses_step
from redball.rules.ground.air_force import base_in, plane_in
from redball.rules.ground.occupancy import held_by, holds_enemy
from support import HQ, LEG, Sitting, land, sit

FIGHTER, BOMBER = "F 4-3-3/3-2-2", "T (1)-18-4/(1)-9-4"


def raid(planes: str, *dice: int, bases: str = "soviet 05.01 2", units: str = "", **more: object) -> Sitting:
    """A row of fourteen hexes. An axis regiment stands next to a Soviet base at 05.01, which nobody defends."""
    text = f"axis 04.01 a {LEG}\nsoviet 14.01 s {LEG}\n{units}"
    air = f"[bases]\n{bases}\n[aircraft]\n{planes}\n"
    return sit(text, land(columns=14, rows=1), rest=air, dice=dice, **more)  # type: ignore[arg-type]


def walk_in(table: Sitting) -> Sitting:
    return table.do(BeginMove("a"), StepTo(table.hex("05.01")))


def where(table: Sitting, pid: str) -> str:
    plane = plane_in(table.game.state, pid)
    assert plane is not None
    return table.game.look.hex_name(plane.hex) if plane.hex >= 0 else "dead"


@pytest.mark.case("9.14f-A", "15.0")
def test_attack_capable_units_take_the_base_with_its_level() -> None:
    table = walk_in(raid(""))
    base = base_in(table.game.state, table.hex("05.01"))
    assert base is not None
    assert (base.side, base.level) == ("axis", 2)
    assert table.told(BaseCaptured) == "Axis captures the air base of Level 2 at 05.01"
    assert not table.all(DiceRolled)


@pytest.mark.case("9.14f-A")
def test_it_can_be_used_at_once() -> None:
    table = raid(f"axis 08.01 f {FIGHTER}", bases="soviet 05.01 strip\naxis 08.01 1")
    assert not table.offered(PlanMission)
    walk_in(table).do(Halt())
    assert [action.kind for action in table.offered(PlanMission)] == ["base_transfer"]


@pytest.mark.case("15.0", "4.8c-A", "4.4c")
def test_other_units_may_not_enter_its_hex() -> None:
    table = raid("", units=f"axis 04.01 h {HQ} move fueled")
    look = table.game.look
    assert holds_enemy(look, "axis", table.hex("05.01"))
    assert not holds_enemy(look, "soviet", table.hex("05.01"))
    assert table.hex("05.01") in held_by(look, "soviet")
    table.do(BeginMove("h"))
    assert table.refused(StepTo(table.hex("05.01")))[0] == "move.enemy_noncombat"


@pytest.mark.case("9.14f-B")
@pytest.mark.parametrize(
    ("dice", "active", "advance", "lost"),
    [
        (6, False, False, True),
        (7, False, False, False),
        (4, True, False, True),
        (5, True, False, False),
        (4, False, True, True),
        (5, False, True, False),
        (2, True, True, True),
        (3, True, True, False),
    ],
)
def test_the_roll_of_an_aircraft(dice: int, active: bool, advance: bool, lost: bool) -> None:
    table = raid("")
    assert loses_step(table.game.world.charts, Caught(active, advance), dice) is lost


@pytest.mark.case("9.14f-B", "14.2c", "14.1b")
def test_each_aircraft_rolls_then_gets_away_and_is_inactive() -> None:
    """Two dice each: a five spares the Active fighter; a six takes a step of the Inactive bomber, and its last."""
    planes = f"soviet 05.01 f {FIGHTER}\nsoviet 05.01 g {BOMBER} inactive\nsoviet 05.01 h {BOMBER} inactive reduced"
    table = walk_in(raid(planes, 2, 3, 3, 3, 3, 3, bases="soviet 05.01 2\nsoviet 11.01 1\nsoviet 12.01 1"))
    assert [(hit.plane, hit.case) for hit in table.all(AircraftHit)] == [("g", "9.14f-B"), ("h", "9.14f-B")]
    assert [len(roll.dice) for roll in table.all(DiceRolled)] == [2, 2, 2]
    assert where(table, "h") == "dead"
    assert (table.step, table.side) == ("air_return.base", "soviet")
    assert table.offered(ReturnTo) == [ReturnTo("g", table.hex("11.01")), ReturnTo("g", table.hex("12.01"))]
    table.do(ReturnTo("g", table.hex("12.01")))
    assert (where(table, "f"), where(table, "g")) == ("11.01", "12.01")
    found = [plane_in(table.game.state, pid) for pid in ("f", "g")]
    assert [plane.active for plane in found if plane is not None] == [False, False]
    assert {event.case for event in table.all(AircraftLanded)} == {"9.14f-B"}
    assert table.step == "move.go"


@pytest.mark.case("9.14f-B", "9.14f-C")
@pytest.mark.parametrize(("base", "safe"), [("11.01", True), ("12.01", False)])
def test_a_base_within_twice_the_range_or_none(base: str, safe: bool) -> None:
    """The fighter flies three hexes: 11.01 is six away."""
    table = walk_in(raid(f"soviet 05.01 f {FIGHTER}", 6, 6, bases=f"soviet 05.01 1\nsoviet {base} 1"))
    assert where(table, "f") == (base if safe else "dead")
    if not safe:
        assert table.one(AircraftLost).case == "9.14f-C"


@pytest.mark.case("9.14f-B")
def test_a_reduced_aircraft_gets_away_with_the_range_that_it_has_left() -> None:
    table = walk_in(raid(f"soviet 05.01 f {FIGHTER}", 1, 1, bases="soviet 05.01 1\nsoviet 10.01 1"))
    assert table.one(AircraftHit).plane == "f"
    assert where(table, "f") == "dead"


@pytest.mark.case("9.14f-B", "9.14f-A")
def test_an_advance_after_combat_adds_to_the_roll() -> None:
    """The base has one defender. Four on the dice are six with the advance."""
    units = "axis 04.01 b Div infantry other 60-5-3L/30-5-6L\nsoviet 05.01 d Bn infantry other 1-0-3L/1-0-6L"
    planes = f"soviet 05.01 f {BOMBER} inactive"
    table = raid(planes, 6, 6, 6, 6, 2, 3, bases="soviet 05.01 1\nsoviet 08.01 1", units=units, at="combat")
    table.do(DeclareAttack(table.hex("05.01")), AddUnit("b"), Done())
    table.idle(lambda: bool(table.offered(Advance)))
    table.do(table.offered(Advance)[0])
    assert table.one(BaseCaptured).side == "axis"
    assert not table.all(AircraftHit)
    assert where(table, "f") == "08.01"
