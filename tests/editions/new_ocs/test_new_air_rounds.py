"""Air Combat of New OCS: who is shown, who fights, and where everybody goes afterwards."""

from __future__ import annotations

import pytest

from editions.new_ocs.test_new_air import BOMBER, FIGHTER, JU52, TARGET, at, fly, sky
from redball.core.actions import AddPlane, AimMission, Done, Intercept, LoadPlanes, PlanMission, SendPlane
from redball.core.events import BarrageResolved
from redball.rules.air.air import (
    AirCombatEnded,
    AircraftDisclosed,
    AircraftLanded,
    AirRound,
    BaseCaptured,
    StrikeMade,
)
from redball.rules.ground.air_force import plane_in
from support import LEG, Sitting

ATTACKER, DEFENDER, SHOT = (1, 2, 1), (6, 6, 1), (6, 6, 6)
"""Dice: the attacker aborts, the defender aborts, the defender aborts with a step less."""


def landings(table: Sitting, pid: str) -> list[tuple[str, str]]:
    """Where an aircraft has landed, each time by which rule."""
    return [(e.case, table.look.hex_name(e.hex)) for e in table.all(AircraftLanded) if e.plane == pid]


@pytest.mark.case("HR-9", "N14.3-intercept-escorts")
@pytest.mark.parametrize(("on", "points", "met"), [(True, 54, ["f"]), (False, 57, [])])
def test_with_the_option_a_fourth_aircraft_is_an_escort_though_it_has_bombs(
    on: bool, points: int, met: list[str]
) -> None:
    """Three bombers of 18 points and a Fighter of 3; with it the interceptor has no choice whom to meet."""
    bombers = "\n".join(f"axis 05.01 {pid} {BOMBER}" for pid in "bcd")
    planes = f"{bombers}\naxis 05.01 f {FIGHTER}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, units=TARGET, dice=(*ATTACKER, 1, 1, 1, 1), three_bombers=on)
    fly(table, "barrage", "08.01", *"bcdf").done().do(Intercept("x"))
    assert [one.defender for one in table.all(AirRound)] == met
    table.idle(lambda: bool(table.all(StrikeMade)))
    assert table.one(StrikeMade).points == points


@pytest.mark.case("HR-13", "N14.3-loss-die")
@pytest.mark.parametrize(
    ("die", "on", "lost"), [(4, True, (0, 0)), (5, True, (1, 0)), (6, True, (1, 1)), (5, False, (1, 1))]
)
def test_with_the_option_who_aborts_over_its_own_base_loses_a_step_on_a_six(
    die: int, on: bool, lost: tuple[int, int]
) -> None:
    """Seven: both abort, over the base of the defender."""
    table = sky(f"axis 05.01 f {FIGHTER}\nsoviet 12.01 y {FIGHTER}", dice=(3, 4, die), over_own_base=on)
    fly(table, "fighter_sweep", "12.01", "f").done()
    planes = [plane_in(table.game.state, pid) for pid in "fy"]
    assert tuple(plane.steps_lost for plane in planes if plane is not None) == lost


@pytest.mark.case("21.4-B", "N14.3-once")
@pytest.mark.parametrize(("on", "ratings"), [(True, (3, 4)), (False, (4, 4))])
def test_with_the_option_the_rating_of_who_is_far_out_is_one_lower(on: bool, ratings: tuple[int, int]) -> None:
    """Seven hexes of twelve."""
    table = sky(f"axis 05.01 f {FIGHTER}\nsoviet 12.01 y {FIGHTER}", dice=ATTACKER, long_range_air=on)
    fly(table, "fighter_sweep", "12.01", "f").done()
    assert (table.one(AirRound).ratings, table.one(AirRound).roll) == (ratings, 3 + ratings[0] - ratings[1])


@pytest.mark.case("N14.3-sweep", "N14-sweep-return")
def test_a_sweep_shows_who_meets_and_each_sweeper_goes_home_once() -> None:
    """g has no opponent once y has aborted."""
    planes = f"axis 05.01 f {FIGHTER}\naxis 05.01 g {FIGHTER}\nsoviet 12.01 y {FIGHTER}\nsoviet 12.01 b {BOMBER}"
    table = sky(planes, dice=DEFENDER)
    fly(table, "fighter_sweep", "12.01", "f", "g").done().do(SendPlane("f"))
    assert [(e.side, e.planes) for e in table.all(AircraftDisclosed)] == [("axis", ("f", "g")), ("soviet", ("y",))]
    assert [(e.side, e.hex) for e in table.all(AirCombatEnded)] == [("axis", table.hex("12.01"))]
    assert landings(table, "f") == landings(table, "g") == [("N14-sweep-return", "05.01")]
    assert landings(table, "b") == []
    found = plane_in(table.game.state, "y")
    assert found is not None
    assert not found.shown


@pytest.mark.case("N14.3-intercept-roles", "N14-interception-return")
def test_an_interception_shows_the_whole_mission_and_interceptors_go_home_by_their_own_rule() -> None:
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 e {FIGHTER}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, units=TARGET, dice=(*ATTACKER, 2, 2, 1, 1))
    fly(table, "barrage", "08.01", "b", "e+").done().do(Intercept("x"))
    assert [(e.side, e.planes) for e in table.all(AircraftDisclosed)] == [("soviet", ("x",)), ("axis", ("b", "e"))]
    assert landings(table, "x") == [("N14-interception-return", "12.01")]


@pytest.mark.case("N14.3-once", "N14-interception-return")
def test_interceptors_of_the_base_under_attack_fight_once_each() -> None:
    """They are at their base before and after, so being there says nothing."""
    planes = f"axis 05.01 c {BOMBER}\nsoviet 12.01 x {FIGHTER}\nsoviet 12.01 y {FIGHTER}"
    table = sky(planes, bases="axis 05.01 2\nsoviet 12.01 1", dice=(*ATTACKER, *ATTACKER, 2, 2, 1, 1))
    fly(table, "base_barrage", "12.01", "c").done()
    table.do(Intercept("x"), Intercept("y"))
    if table.step == "air_scramble.intercept":
        table.do(Done())
    table.do(SendPlane("x"))
    assert [(e.attacker, e.defender) for e in table.all(AirRound)] == [("x", "c"), ("y", "c")]
    assert (at(table, "x"), at(table, "y")) == (("12.01", False), ("12.01", False))


def transport(dice: tuple[int, ...], marks: str = "") -> Sitting:
    """A Transport brings 1T from 01 to 05, and a Fighter intercepts it."""
    planes = f"axis 01.01 j {JU52} {marks}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, supply="[supply]\naxis 01.01 4\n", dice=(*dice, 1, 1, 1, 1))
    table.do(PlanMission("air_transport"), AimMission(table.hex("05.01")), AddPlane("j", "return"))
    table.do(LoadPlanes(table.hex("01.01"), 1), Done()).done()
    table.do(Intercept("x"))
    if table.step == "air_scramble.intercept":
        table.do(Done())
    return table


@pytest.mark.case("N14.3-intercept-survivors", "14.1c-B", "14.4g")
@pytest.mark.parametrize(
    ("dice", "marks", "left", "brought", "where"),
    [
        ((1, 1, 1), "", 15, 1, "01.01"),
        (DEFENDER, "", 15, 1, "05.01"),
        (SHOT, "reduced", 15, 0, "dead"),
    ],
)
def test_a_transport_that_is_driven_off_over_its_base_lands_there_with_its_cargo(
    dice: tuple[int, ...], marks: str, left: int, brought: int, where: str
) -> None:
    """If it is shot down, its cargo is lost (14.4g); if the attacker aborts, it returns."""
    table = transport(dice, marks)
    assert table.one(AirRound).defender == "j"
    assert landings(table, "x") == [("N14-interception-return", "12.01")]
    table.idle(lambda: table.game.state.clock.phase == "movement")
    assert (table.tokens("axis", "01.01"), table.tokens("axis", "05.01")) == (left, brought)
    assert at(table, "j") == (where, False)
    assert [hex_ for _, hex_ in landings(table, "j")] == [where][where == "dead" :]


@pytest.mark.case("N14-sweep-return", "14.1c-A")
@pytest.mark.parametrize(("lost", "home"), [(True, "01.01"), (False, "05.01")])
def test_who_has_lost_its_base_meanwhile_goes_to_another_one(*, lost: bool, home: str) -> None:
    planes = f"axis 05.01 f {FIGHTER}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, dice=DEFENDER)
    fly(table, "patrol", "06.01", "f").done()
    table.idle(lambda: table.game.state.clock.phase == "air_operations" and table.side == "soviet")
    if lost:
        taken = BaseCaptured(case="9.14f-A", side="soviet", hex=table.hex("05.01"), level=1)
        table.look = table.look.after(taken.apply(table.game.state), taken.touched())
    fly(table, "fighter_sweep", "06.01", "x").done()
    assert table.all(AirRound)[-1].defender == "f"
    assert at(table, "f") == (home, False)
    assert len(landings(table, "f")) == 1


@pytest.mark.case("N14.3-intercept-escorts", "N14.4-exempt")
@pytest.mark.parametrize("kind", ["air_transport", "base_transfer"])
def test_fighters_that_go_along_with_transports_and_transfers_are_met_first(kind: str) -> None:
    planes = f"axis 01.01 j {JU52}\naxis 01.01 e {FIGHTER}\nsoviet 12.01 x {FIGHTER}\nsoviet 12.01 y {FIGHTER}"
    table = sky(planes, supply="[supply]\naxis 01.01 4\n", dice=(6, 6, 1, 1, 2, 1))
    trip = "return" if kind == "air_transport" else ""
    table.do(PlanMission(kind), AimMission(table.hex("05.01")), AddPlane("j", trip), AddPlane("e", trip))
    table.do(*([LoadPlanes(table.hex("01.01"), 1)] if trip else []), Done()).done()
    table.do(Intercept("x"), Intercept("y"), SendPlane("x"))
    assert [one.defender for one in table.all(AirRound)] == ["e", "j"], "the Transport only once nobody escorts it"


@pytest.mark.case("N14.4-exempt", "SETUP-I-F-B")
@pytest.mark.parametrize(("to", "meets"), [("04.01", True), ("rear", False)])
def test_nobody_intercepts_over_a_box_off_the_map(to: str, meets: bool) -> None:
    """Both bases are within 20 hexes of the Fighter; in a box there is no combat."""
    boxes = '[boxes]\nrear off_map "Rear" at=-12,1\n[ways]\nrear axis 6 01.01\n'
    planes = f"axis 01.01 b T (1)-18-60/(1)-9-60\nsoviet 03.01 x {FIGHTER}"
    units = f"axis 01.01 a {LEG}\nsoviet 03.01 r {LEG}\nsoviet 14.01 q {LEG}"
    table = sky(planes, "axis 01.01 2\naxis rear 2\naxis 04.01 1\nsoviet 03.01 1", units=units, supply=boxes)
    goal = table.hex(to)
    assert table.look.board.distance(table.hex("03.01"), goal) <= 20
    fly(table, "base_transfer", to, "b").done()
    assert (table.step == "air_scramble.intercept") is meets
    if not meets:
        assert at(table, "b") == ("rear", False)


@pytest.mark.case("N10-table-minimum", "N14.3-intercept-survivors")
@pytest.mark.parametrize("intercepted", [True, False])
def test_what_interceptors_leave_may_be_too_little_for_the_table(intercepted: bool) -> None:
    """Two Fighters bring a point each; one of them alone strikes nothing."""
    planes = f"axis 05.01 f F 4-1-12/3-1-8\naxis 05.01 g F 4-1-12/3-1-8\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, units=TARGET, dice=(6, 6, 1, 6, 6) if intercepted else (6, 6))
    fly(table, "barrage", "08.01", "f", "g").done().do(Intercept("x") if intercepted else Done())
    table.idle(lambda: table.game.state.clock.phase == "movement")
    assert (table.one(StrikeMade).points, len(table.all(BarrageResolved))) == ((0, 0) if intercepted else (2, 1))
