"""Aircraft that stay over a hex, and what came by air, in written positions; drops of units in the same phase."""

from __future__ import annotations

import pytest

import support
from editions.new_ocs.new_support import HEAD
from editions.new_ocs.test_new_air import FIGHTER, JU52, at, flown_in, fly, sky
from redball.core.actions import AddPlane, AimMission, Done, Embark, Intercept, LoadPlanes, PlanMission
from redball.core.look import Look
from redball.core.state import State
from redball.core.world import World
from redball.editions.new_ocs.by_air import FlightCounted, came_by_air, flown_supply
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.sight.belief import believed
from redball.rules.air.air_drop import UnitDropped
from redball.rules.air.tasks import tasks_in
from redball.rules.ground.air_force import base_in, force_in
from support import LEG, Sitting, again, land

BOMBER = "T (1)-18-15/(1)-9-12"
PARA = "Bn parachute other 2-5-3L/1-5-6L"


def read_back(table: Sitting) -> Sitting:
    """The same position, written and read."""
    world, state = parse_position(dump_position(table.game.world, table.game.state))
    return Sitting(again(Look(world, state)))


@pytest.mark.case("N14-end-of-phase-stay")
def test_a_patrol_survives_a_round_trip_and_plays_on() -> None:
    """It still intercepts, and lands when the enemy has cleaned up."""
    planes = f"axis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}\nsoviet 12.01 b {BOMBER}"
    table = sky(planes, supply="[supply]\nsoviet 12.01 9\n")
    fly(table, "patrol", "06.01", "f", "g").done()
    once = read_back(table)
    assert tasks_in(once.game.state) == tasks_in(table.game.state) != ()
    assert force_in(once.game.state) == force_in(table.game.state)
    once.idle(lambda: once.game.state.clock.phase == "air_operations" and once.side == "soviet")
    twice = read_back(once)
    assert force_in(twice.game.state) == force_in(once.game.state), "nobody has flown in this phase"
    fly(twice, "barrage", "01.01", "b").done()
    assert {Intercept("f"), Intercept("g")} <= {*twice.offered(Intercept)}
    twice.idle(lambda: twice.game.state.clock.phasing == "axis")
    assert {at(twice, pid) for pid in ("f", "g")} == {("01.01", False)}
    assert tasks_in(twice.game.state) == ()


def test_interdiction_with_its_escort_and_those_who_have_left() -> None:
    text = dump_position(*_parsed("axis interdiction 06.01 b f:escort g:gone"))
    assert "[missions]\naxis interdiction 06.01 b f:escort g:gone" in text
    _, state = parse_position(text)
    (task,) = tasks_in(state)
    assert (task.mission.planes, task.mission.trips) == (("b", "f", "g"), ("", "escort", ""))
    assert {plane.id: plane.parked for plane in force_in(state).planes} == {
        "b": False,
        "f": False,
        "g": True,
        "x": True,
    }


def _parsed(mission: str, edition: str = "new-ocs", more: str = "") -> tuple[World, State]:
    text = (
        f"redball-position 1\nedition {edition}\nturns 9\nat movement phasing=axis\n[terrain]\n. . . . . . .\n"
        f"[units]\naxis 01.01 a {LEG}\nsoviet 07.01 r {LEG}\n[bases]\naxis 01.01 2\nsoviet 07.01 1\n[aircraft]\n"
        f"axis 01.01 b {BOMBER}\naxis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER} inactive\nsoviet 07.01 x {FIGHTER}\n"
        f"{more}[missions]\n{mission}\n"
    )
    return parse_position(text)


@pytest.mark.parametrize(
    ("mission", "edition", "error"),
    [
        ("axis patrol 06.01", "new-ocs", "a mission reads: SIDE KIND HEX AIRCRAFT"),
        ("axis barrage 06.01 b", "new-ocs", "'barrage' is no mission whose aircraft stay"),
        ("axis patrol 06.01 f", "v4.2", "'patrol' is no mission whose aircraft stay; there are: none"),
        ("axis patrol 06.01 g", "new-ocs", "'g' is not Active at a base and free"),
        ("axis patrol 06.01 f f", "new-ocs", "aircraft, each once"),
        ("axis patrol 06.01 f\naxis interdiction 05.01 f", "new-ocs", "'f' is not Active at a base and free"),
        ("axis patrol 06.01 x", "new-ocs", "'x' is no aircraft of axis"),
        ("axis patrol 06.01 f:alone", "new-ocs", "after an aircraft may stand :escort and :gone"),
        ("turks patrol 06.01 f", "new-ocs", "side 'turks'"),
        ("axis patrol 99.01 f", "new-ocs", "99.01"),
    ],
)
def test_a_mission_that_cannot_be_is_refused_with_its_line(mission: str, edition: str, error: str) -> None:
    with pytest.raises(PositionError) as found:
        _parsed(mission, edition)
    assert error in str(found.value)


@pytest.mark.case("N6-air-transport-sp", "N6-air-transport-half-ma")
def test_what_came_by_air_survives_a_round_trip() -> None:
    """In the Movement Phase it is `airlifted`; as the Air Operations Phase ends, `by_air`."""
    table = flown_in()
    once = read_back(table)
    assert flown_supply(once.game.state) == flown_supply(table.game.state) == {table.hex("05.01"): 2}
    assert once.game.state.dumps == table.game.state.dumps
    assert once.unit("u").own == table.unit("u").own
    landed = dump_position(table.game.world, table.game.state).replace(" airlifted", " by_air")
    _, state = parse_position(landed)
    assert came_by_air(state.units["u"])
    assert " by_air" in dump_position(table.game.world, state)


@pytest.mark.case("N6-air-transport-sp", "4.9a-A")
def test_the_enemy_does_not_know_what_supply_came_by_air() -> None:
    table = flown_in()
    seen = [flown_supply(believed(table.look, side).state) for side in ("axis", "soviet")]
    assert seen == [{table.hex("05.01"): 2}, {}]


@pytest.mark.case("14.10e-A", "N14-transport-phase")
def test_gliders_leave_their_base_as_their_mission_is_assigned() -> None:
    """So no two missions of the phase tow the same."""
    rest = (
        f"[supply]\naxis 01.01 4\n[sources]\naxis 01.01\nsoviet 14.01\n[bases]\naxis 01.01 2 gliders=1\naxis 05.01 1\n"
        f"soviet 12.01 1\n[aircraft]\naxis 01.01 j {JU52}\naxis 01.01 k {JU52}\n"
    )
    units, head = f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}", f"{HEAD}gliders axis\n"
    table = support.sit(units, land(columns=16, rows=1), at="air_operations", rest=rest, head=head).done()
    start = table.hex("01.01")
    table.do(PlanMission("air_transport"), AimMission(table.hex("05.01")), AddPlane("j", "return_tow"))
    table.do(LoadPlanes(start, 2, glider=True), Done())
    table.do(PlanMission("air_transport"), AimMission(table.hex("05.01")))
    assert table.refused(AddPlane("k", "return_tow")) == ("mission.trip", "14.9e")
    table.do(AddPlane("k", "return"), LoadPlanes(start, 1), Done(), Done())
    base = base_in(table.game.state, start)
    assert base is not None
    assert (base.gliders, table.tokens("axis", "05.01")) == (0, 3)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("axis 01.01", "supply that came by air reads"),
        ("soviet 07.01 1T", "only supply of the phasing side, axis"),
        ("axis 01.01 1T\naxis 01.01 1T", "each hex once"),
        ("axis 01.01 0T", "each hex once"),
    ],
)
def test_supply_by_air_that_cannot_be_is_refused(line: str, error: str) -> None:
    with pytest.raises(PositionError) as found:
        _parsed("axis patrol 06.01 f", more=f"[by_air]\n{line}\n")
    assert error in str(found.value)


# --- drops of units ----------------------------------------------------------------------------------------------


def dropping(*dice: int, ground: str = "") -> Sitting:
    """Unit p is dropped on 05.02 in the Air Operations Phase."""
    units = f"axis 01.01 a {LEG}\naxis 01.01 p {PARA} move\nsoviet 14.01 r {LEG}"
    table = sky(f"axis 01.01 j {JU52}", units=units, drops="[drops]\np 08.01 turn=1\n", dice=dice)
    table.done().do(PlanMission("air_drop"), AimMission(table.hex("08.01")), AddPlane("j", "return"), Embark("p"))
    return table.done().done()


@pytest.mark.case("14.10d-A", "N14-transport-phase", "N14-transport-ground", "N6-air-transport-half-ma")
@pytest.mark.parametrize(("dice", "lands"), [((3, 3), True), ((3, 2), False)])
def test_a_planned_drop_is_flown_in_the_air_operations_phase(dice: tuple[int, int], lands: bool) -> None:
    """By the Success Table of the series: 6 lands in the open. Then the unit has half its MA of 6."""
    table = dropping(*dice)
    dropped = table.one(UnitDropped)
    assert (dropped.roll, dropped.lands, table.at("p")) == (sum(dice), lands, "08.01" if lands else "dead")
    assert table.game.state.clock.phase == "movement"
    assert at(table, "j") == ("01.01", False)
    assert [event.unit for event in table.all(FlightCounted)] == (["p"] if lands else [])
    if lands:
        table.begin("p")
        assert table.left("p") == "3"
