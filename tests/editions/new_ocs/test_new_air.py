"""The Air Operations Phase of New OCS, from written positions: who flies what, when it is resolved, who goes home."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from editions.new_ocs.new_support import sit
from redball.cli.air_text import mission_lines
from redball.core.actions import (
    AddPlane,
    AimMission,
    Cancel,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    LoadSupply,
    LosePlane,
    PlanMission,
    RefitAt,
    RemovePlane,
    SendPlane,
    SetMode,
)
from redball.core.events import BarrageResolved, PhaseBegan
from redball.core.look import Look
from redball.core.state import DEAD_PILE
from redball.editions.new_ocs.by_air import FlightCounted, SupplyStays, flown_supply
from redball.game.sight.belief import believed
from redball.game.view.air import AirView, MissionView, PatrolView, TaskView, air_view
from redball.rules.air.air import AircraftHit, AirRound, FlakFired, StrikeMade
from redball.rules.air.tasks import tasks_in
from redball.rules.ground.air_force import force_in, plane_in, with_planes
from redball.rules.supply.draw_and_throw import payers
from support import LEG, Sitting, again, land

FIGHTER, STRONG = "F 4-3-12/3-2-8", "F 4-0-12/3-0-8"
BOMBER = "T (1)-18-15/(1)-9-12"
STUKA = "T (0)-12-8/(0)-6-8 engines=1"
JU52 = "Tpt (0)-0-12/(0)-0-12 carries=2T,1T"
BASES = "axis 01.01 2\naxis 05.01 1\nsoviet 12.01 1"
UNITS = f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}"


def sky(planes: str, bases: str = BASES, *, units: str = UNITS, supply: str = "", **more: Any) -> Sitting:
    """A row of hexes: bases of the axis at 01 and 05, of the Soviets at 12; the axis is in its phase."""
    drops = more.pop("drops", "")
    rest = f"{supply}[sources]\naxis 01.01\nsoviet 14.01\n[bases]\n{bases}\n[aircraft]\n{planes}\n{drops}"
    return sit(units, land(columns=more.pop("columns", 16), rows=1), rest=rest, at="air_operations", **more)


def fly(table: Sitting, kind: str, where: str, *planes: str) -> Sitting:
    """A mission is assigned; a plane written `f+` flies as an escort."""
    adds = [AddPlane(pid.rstrip("+"), "escort" if pid.endswith("+") else "") for pid in planes]
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *adds, Done())


def at(table: Sitting, pid: str) -> tuple[str, bool]:
    """Where an aircraft is, and whether it is Active."""
    found = plane_in(table.game.state, pid)
    assert found is not None
    return ("dead" if found.hex == DEAD_PILE else table.game.look.hex_name(found.hex)), found.active


@pytest.mark.case("N2.2-air-operations", "N14-assign-fighters", "N14-end-of-phase-stay", "N2.2-cleanup-air")
def test_a_patrol_stays_over_its_hex_until_the_enemy_cleans_up() -> None:
    table = sky(f"axis 01.01 f {FIGHTER}\naxis 01.01 b {BOMBER}\nsoviet 12.01 x {FIGHTER} inactive")
    fly(table, "patrol", "06.01", "f").done()
    assert table.game.state.clock.phase == "movement"
    assert (at(table, "f"), at(table, "b")) == (("06.01", True), ("01.01", True))
    table.idle(lambda: table.game.state.clock.phasing == "soviet" and table.game.state.clock.phase == "movement")
    assert at(table, "f") == ("06.01", True)
    table.idle(lambda: table.game.state.clock.phasing == "axis" and table.game.state.clock.turn > 1)
    assert at(table, "f") == ("01.01", False)
    assert tasks_in(table.game.state) == ()


# --- sweeps ------------------------------------------------------------------------------------------------------


@pytest.mark.case("N14-sweep-targets", "N14.3-ready-bombers", "N14-assign-fighters")
def test_a_sweep_is_flown_by_fighters_against_fighters() -> None:
    table = sky(f"axis 05.01 f {FIGHTER}\naxis 05.01 b {BOMBER}\nsoviet 12.01 x {BOMBER}")
    assert PlanMission("fighter_sweep") not in table.game.choices()
    assert table.refused(PlanMission("fighter_sweep")) == ("mission.nobody", "14.1a")
    table = sky(f"axis 05.01 f {FIGHTER}\naxis 05.01 b {BOMBER}\nsoviet 12.01 x {BOMBER}\nsoviet 12.01 y {FIGHTER}")
    table.do(PlanMission("fighter_sweep"))
    assert table.refused(AimMission(table.hex("10.01"))) == ("mission.no_aircraft", "N14-sweep-targets")
    table.do(AimMission(table.hex("12.01")))
    assert table.refused(AddPlane("b")) == ("mission.not_a_fighter", "N14-assign-fighters")
    assert table.offered(AddPlane) == [AddPlane("f")]


@pytest.mark.case("N14.3-sweep", "N14-sweep-return", "N14.3-once", "N14.3-ready-bombers")
def test_each_sweeping_fighter_fights_once_and_goes_home_inactive() -> None:
    """f (4) against y (4): 5, both... the first roll aborts the attacker, the second one the defender."""
    planes = f"axis 05.01 f {FIGHTER}\naxis 05.01 g {FIGHTER}\nsoviet 12.01 x {BOMBER}\nsoviet 12.01 y {FIGHTER}"
    table = sky(f"{planes}\naxis 05.01 b {BOMBER}", dice=(1, 2, 1, 6, 6, 1))
    fly(table, "fighter_sweep", "12.01", "f", "g").done()
    assert table.step == "air_rounds.send"
    assert table.offered(SendPlane) == [SendPlane("f"), SendPlane("g")]
    assert table.refused(SendPlane("y")) == ("air.not_yours", "14.1a")
    assert table.refused(SendPlane("b")) == ("air_combat.not_waiting", "N14.3-once")
    assert table.refused(SendPlane("nobody")) == ("air.unknown_plane", "3.5")
    table.do(SendPlane("g"))
    rounds = table.all(AirRound)
    assert [(one.ratings, one.roll) for one in rounds] == [((4, 4), 3), ((4, 4), 12)]
    assert [(one.attacker, one.defender) for one in rounds] == [("g", "y"), ("f", "y")]
    assert [one.result for one in rounds] == ["attacker_aborts", "defender_aborts"]
    assert (at(table, "f"), at(table, "g")) == (("05.01", False), ("05.01", False))
    assert (at(table, "y"), at(table, "x")) == (("12.01", False), ("12.01", True))


@pytest.mark.case("N14.3-sweep", "N14-sweep-return")
def test_a_defender_that_does_not_abort_stays_ready_and_a_sweeper_without_an_opponent_goes_home() -> None:
    planes = f"axis 05.01 f {FIGHTER}\naxis 05.01 g {FIGHTER}\nsoviet 12.01 y {FIGHTER}"
    table = sky(planes, dice=(1, 2, 1, 1, 2, 1))
    fly(table, "fighter_sweep", "12.01", "f", "g").done().do(SendPlane("f"))
    assert (at(table, "f"), at(table, "g"), at(table, "y")) == (("05.01", False), ("05.01", False), ("12.01", True))
    table = sky(planes, dice=(6, 6, 1))
    fly(table, "fighter_sweep", "12.01", "f", "g").done().do(SendPlane("f"))
    assert len(table.all(AirRound)) == 1
    assert (at(table, "f"), at(table, "g"), at(table, "y")) == (("05.01", False), ("05.01", False), ("12.01", False))


@pytest.mark.case("N14.3-loss-die")
def test_when_both_abort_the_loss_die_costs_each_of_them_a_step() -> None:
    planes = f"axis 05.01 f {FIGHTER}\nsoviet 12.01 y {FIGHTER}"
    for die, lost in ((6, 1), (1, 0)):
        table = sky(planes, dice=(3, 4, die))
        fly(table, "fighter_sweep", "12.01", "f").done()
        assert table.one(AirRound).result == "both_abort"
        for pid in ("f", "y"):
            found = plane_in(table.game.state, pid)
            assert found is not None
            assert (found.steps_lost, found.active) == (lost, False)


# --- interception ------------------------------------------------------------------------------------------------

TARGET = f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}\nsoviet 08.01 t {LEG}"


@pytest.mark.case("N14-interception-ready", "N14-interception-number", "N14-interception-return")
@pytest.mark.parametrize(("base", "reaches"), [("28.01", True), ("29.01", False)])
def test_ready_fighters_intercept_within_twenty_hexes(base: str, reaches: bool) -> None:
    planes = f"axis 01.01 b {BOMBER}\nsoviet {base} x {FIGHTER}\nsoviet {base} y {FIGHTER}"
    table = sky(planes, f"axis 01.01 2\nsoviet {base} 1", units=TARGET, columns=30, dice=(1, 2, 1, 1, 2, 1, 2, 2, 1, 1))
    fly(table, "barrage", "08.01", "b").done()
    if not reaches:
        assert table.game.state.clock.phase == "movement"
        return
    assert (table.step, table.side) == ("air_scramble.intercept", "soviet")
    assert table.offered(Intercept) == [Intercept("x"), Intercept("y")]
    table.do(Intercept("x"), Intercept("y"))
    assert table.step == "air_rounds.send"
    table.do(SendPlane("x"))
    assert [(one.attacker, one.defender, one.side) for one in table.all(AirRound)] == [
        ("x", "b", "soviet"),
        ("y", "b", "soviet"),
    ]
    assert (at(table, "x"), at(table, "y")) == ((base, False), (base, False))
    assert table.one(StrikeMade).points == 18


def on_patrol(where: str, mission: str, **more: Any) -> Sitting:
    """A Soviet fighter x is on patrol over a hex; then the axis, whose bomber b strikes at t, flies."""
    planes = f"axis 01.01 b {BOMBER}\naxis 01.01 f {FIGHTER}\nsoviet 28.01 x F 4-3-24/3-2-24"
    units = f"axis 01.01 a {LEG}\nsoviet 29.01 r {LEG}\nsoviet 08.01 t {LEG}"
    bases = "axis 01.01 2\nsoviet 28.01 1"
    table = sky(planes, bases, units=units, columns=30, phasing="soviet", **more)
    fly(table, "patrol", where, "x").done()
    table.idle(lambda: table.game.state.clock.phasing == "axis" and table.game.state.clock.phase == "air_operations")
    return fly(table, mission, "08.01", "b").done()


@pytest.mark.case("N14-interception-patrol", "N14-end-of-phase-stay", "N14-interception-return")
@pytest.mark.parametrize(("where", "reaches"), [("18.01", True), ("19.01", False)])
def test_a_patrol_intercepts_within_ten_hexes_of_its_hex(where: str, reaches: bool) -> None:
    """Its base is within 20 hexes, but it is not ready there; after the fight it is Inactive at that base."""
    table = on_patrol(where, "barrage")
    assert (table.step == "air_scramble.intercept") == reaches
    if reaches:
        table.do(Intercept("x"))
        assert at(table, "x") == ("28.01", False)
    else:
        assert at(table, "x") == (where, True)


@pytest.mark.case("N14-interception-patrol")
def test_who_may_not_intercept() -> None:
    planes = (
        f"axis 01.01 b {BOMBER}\nsoviet 12.01 x {FIGHTER}\nsoviet 12.01 y {BOMBER}\nsoviet 12.01 z {FIGHTER} inactive\n"
        f"soviet 12.01 w {FIGHTER} flown\nsoviet 16.01 p F (4)-3-9/(3)-2-9\nsoviet 30.01 o {FIGHTER}"
    )
    bases = "axis 01.01 2\nsoviet 12.01 2\nsoviet 16.01 1\nsoviet 30.01 1"
    table = sky(planes, bases, units=TARGET, columns=30)
    fly(table, "barrage", "08.01", "b").done()
    assert table.offered(Intercept) == [Intercept("x")]
    assert table.refused(Intercept("y")) == ("intercept.cannot_attack", "N14-interception-ready")
    assert table.refused(Intercept("p")) == ("intercept.cannot_attack", "N14-interception-ready")
    assert table.refused(Intercept("z")) == ("mission.inactive", "14.1a")
    assert table.refused(Intercept("w")) == ("mission.flown", "14.2e-A")
    assert table.refused(Intercept("b")) == ("air.not_yours", "14.1a")
    assert table.refused(Intercept("nobody")) == ("air.unknown_plane", "3.5")
    refusal = table.why(Intercept("o"))
    assert (refusal.code, refusal.have, refusal.need) == ("intercept.reach", "22", "20")


@pytest.mark.case("N14.3-intercept-roles", "N14.3-intercept-escorts", "N14.3-intercept-survivors")
def test_interceptors_fight_the_escorts_first_then_what_the_mission_offers() -> None:
    planes = (
        f"axis 05.01 b {BOMBER}\naxis 05.01 c {BOMBER}\naxis 05.01 e {FIGHTER}\n"
        f"soviet 12.01 x {FIGHTER}\nsoviet 12.01 y {FIGHTER}\nsoviet 12.01 z {FIGHTER}"
    )
    table = sky(planes, units=TARGET, dice=(1, 2, 1, 6, 6, 1, 6, 6, 6, 1, 1, 1, 1, 1))
    fly(table, "barrage", "08.01", "b", "c", "e+").done()
    table.do(Intercept("x"), Intercept("y"), Intercept("z"))
    table.do(SendPlane("x"))
    assert (table.all(AirRound)[-1].defender, at(table, "e")) == ("e", ("08.01", True))
    table.do(SendPlane("y"))
    assert (table.all(AirRound)[-1].defender, at(table, "e")) == ("e", ("05.01", False))
    assert (table.step, table.side) == ("air_rounds.meet", "axis")
    assert table.offered(SendPlane) == [SendPlane("b"), SendPlane("c")]
    assert table.refused(SendPlane("e")) == ("air_combat.not_defending", "N14.3-intercept-escorts")
    table.do(SendPlane("c"))
    assert (table.all(AirRound)[-1].result, at(table, "c")) == ("defender_aborts", ("05.01", False))
    assert (table.one(StrikeMade).planes, table.one(StrikeMade).points) == (("b",), 18)
    assert at(table, "b") == ("05.01", False)


@pytest.mark.case("N14.3-intercept-escorts")
def test_while_an_escort_is_there_nobody_else_may_be_offered() -> None:
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 d {FIGHTER}\naxis 05.01 e {FIGHTER}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, units=TARGET)
    fly(table, "barrage", "08.01", "b", "d+", "e+").done().do(Intercept("x"))
    assert table.offered(SendPlane) == [SendPlane("d"), SendPlane("e")]
    assert table.refused(SendPlane("b")) == ("air_combat.not_defending", "N14.3-intercept-escorts")


@pytest.mark.case("N14-interception-ready", "N14.3-ready-bombers-voluntary")
@pytest.mark.parametrize("duty", ["must", "may"])
def test_a_ready_fighter_has_to_meet_a_strike_at_its_own_base_by_the_switch(duty: str) -> None:
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 c {BOMBER}\nsoviet 12.01 x {FIGHTER}\nsoviet 16.01 y {FIGHTER}"
    bases = "axis 05.01 2\nsoviet 12.01 1\nsoviet 16.01 1"
    units = f"axis 05.01 a {LEG}\nsoviet 14.01 r {LEG}\nsoviet 08.01 t {LEG}"
    table = sky(planes, bases, units=units, columns=30, own_base_duty=duty)
    fly(table, "barrage", "08.01", "b")
    fly(table, "base_barrage", "12.01", "c").done()
    free = duty == "may"
    assert (Intercept("x") in table.offered(Intercept)) == free
    if not free:
        assert table.refused(Intercept("x")) == ("intercept.own_base", "N14-interception-ready")
    table.do(Done())  # nobody has to meet the strike at 08.01
    assert (Done() in table.game.choices()) == free
    if free:
        table.do(Done())
        assert table.all(AirRound) == []
    else:
        assert table.refused(Done()) == ("intercept.own_base", "N14-interception-ready")
        table.do(Intercept("x"), Done())
        assert table.one(AirRound).attacker == "x"


@pytest.mark.case("N14.3-once", "N14-interception-number")
def test_all_interceptions_are_assigned_before_any_is_fought() -> None:
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 c {BOMBER}\nsoviet 12.01 x {FIGHTER}\nsoviet 12.01 y {FIGHTER}"
    table = sky(planes, units=f"{TARGET}\nsoviet 09.01 u {LEG}")
    fly(table, "barrage", "08.01", "b")
    fly(table, "barrage", "09.01", "c").done()
    table.do(Intercept("x"))
    assert table.refused(Intercept("x")) == ("intercept.busy", "N14-interception-ready")
    table.do(Done())
    assert (table.step, table.all(AirRound)) == ("air_scramble.intercept", [])
    table.do(Intercept("y"))
    assert [(one.attacker, one.defender) for one in table.all(AirRound)] == [("x", "b"), ("y", "c")]


# --- strikes -----------------------------------------------------------------------------------------------------


@pytest.mark.case("N14-strike-order", "N14-strike-flak", "N10-night-defence", "N14-interception-night")
def test_day_strikes_then_night_strikes_then_flak() -> None:
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 c {BOMBER}\naxis 05.01 d {BOMBER}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, units=TARGET, dice=(1, 6, 5, 5, 6, 6, 1, 6), own_base_duty="may")
    fly(table, "night_base_barrage", "12.01", "c")
    fly(table, "barrage", "08.01", "b").done()
    assert table.step == "air_scramble.intercept"
    table.do(Done())
    kinds = (StrikeMade, FlakFired)
    name = table.game.look.hex_name
    found = [f"{type(one).__name__} {name(one.hex)}" for one in table.events if isinstance(one, kinds)]
    assert found == ["StrikeMade 08.01", "StrikeMade 12.01", "FlakFired 12.01", "FlakFired 08.01"]


@pytest.mark.case("N10-night-defence", "N14-interception-night")
def test_a_night_strike_is_not_intercepted() -> None:
    planes = f"axis 05.01 c {BOMBER}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes)
    fly(table, "night_base_barrage", "12.01", "c").done()
    assert table.all(AirRound) == []
    assert len(table.all(FlakFired)) == 1
    assert table.game.state.clock.phase == "movement"


@pytest.mark.case("N10-night-half", "N10-night-table", "N14-assign-bombers")
def test_night_strikes_are_flown_by_bombers_of_two_engines_at_half_strength_on_facilities_only() -> None:
    planes = f"axis 05.01 c T (1)-17-15/(1)-9-12\naxis 05.01 s {STUKA}\naxis 05.01 f {FIGHTER}\naxis 05.01 j {JU52}"
    table = sky(planes, units=TARGET, supply="[supply]\nsoviet 09.01 8\n")
    nightly = {action.kind for action in table.offered(PlanMission) if action.kind.startswith("night")}
    assert nightly == {"night_base_barrage", "night_dump_barrage"}
    table.do(PlanMission("night_base_barrage"), AimMission(table.hex("12.01")))
    assert [table.refused(AddPlane(pid)) for pid in "sfj"] == [("mission.not_at_night", "N14-assign-bombers")] * 3
    table.do(AddPlane("c"), Done(), Done())
    assert table.one(StrikeMade).points == 8


@pytest.mark.case("N14.2e-one-strike", "N10-phasing-air", "N10-phasing-no-mix")
def test_a_hex_is_struck_once_and_there_are_no_hip_shoots() -> None:
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 c {BOMBER}\naxis 05.01 d {BOMBER}"
    table = sky(planes, units=TARGET, supply="[supply]\nsoviet 08.01 8\n")
    assert not any("hip" in action.kind for action in table.offered(PlanMission))
    fly(table, "barrage", "08.01", "b")
    for kind in ("dump_barrage", "night_dump_barrage"):
        table.do(PlanMission(kind))
        assert table.hex("08.01") not in [aim.hex for aim in table.offered(AimMission)]
        assert table.refused(AimMission(table.hex("08.01"))) == ("mission.struck", "N14.2e-one-strike")
        table.do(Cancel())
    table.do(Done())
    while table.game.state.clock.phase != "exploitation" and table.game.state.clock.phasing == "axis":
        planned = {action.kind for action in table.offered(PlanMission)}
        assert not planned
        table.do(next((action for action in table.game.choices() if isinstance(action, Done)), table.game.choices()[0]))


@pytest.mark.case("N14.2e-size")
def test_four_aircraft_fly_a_mission_at_most() -> None:
    planes = "\n".join(f"axis 05.01 b{i} {BOMBER}" for i in range(5))
    table = sky(planes, units=TARGET)
    table.do(PlanMission("barrage"), AimMission(table.hex("08.01")), *(AddPlane(f"b{i}") for i in range(4)))
    refusal = table.why(AddPlane("b4"))
    assert (refusal.code, refusal.need) == ("mission.most", "4")


@pytest.mark.case("N14-strike-tables", "N14-strike-range", "N10-shifts-spotter", "N10-facilities")
def test_units_are_struck_on_the_barrage_table_without_shifts_for_range_or_spotter() -> None:
    """18 points are the column 17-24; nobody is next to the hex, and the base is three hexes away."""
    table = sky(f"axis 05.01 b {BOMBER}", units=TARGET, dice=(4, 4))
    fly(table, "barrage", "08.01", "b").done()
    resolved = table.one(BarrageResolved)
    assert (resolved.column, resolved.result) == ("17-24", "DG")


@pytest.mark.case("N14-strike-tables", "N10-facilities")
@pytest.mark.parametrize(("kind", "points"), [("dump_barrage", 18), ("night_dump_barrage", 9)])
def test_supply_is_struck_on_the_facility_table_and_burns_by_its_hits(kind: str, points: int) -> None:
    table = sky(f"axis 05.01 b {BOMBER}", units=TARGET, supply="[supply]\nsoviet 08.01 3\n", dice=(6,))
    fly(table, kind, "08.01", "b").done()
    facility = table.game.look.world.charts.facility
    hits = facility.lookup(facility.column(points), 6).hits
    assert hits > 0
    assert table.one(StrikeMade).points == points
    assert table.tokens("soviet", "08.01") == 12 - 4 * hits
    assert table.spent("axis") == 0


@pytest.mark.case("N14-strike-tables")
def test_a_strike_needs_the_least_points_of_its_table_and_escorts_add_none() -> None:
    planes = "axis 05.01 f F 4-1-12/3-1-8\naxis 05.01 g F 4-1-12/3-1-8\naxis 05.01 h F 4-0-12/3-0-8"
    table = sky(planes, units=TARGET)
    table.do(PlanMission("barrage"), AimMission(table.hex("08.01")))
    assert table.offered(AddPlane) == [
        AddPlane("f"), AddPlane("f", "escort"), AddPlane("g"), AddPlane("g", "escort"), AddPlane("h", "escort"),
    ]  # fmt: skip
    table.do(AddPlane("f"), AddPlane("g", "escort"))
    assert table.refused(Done()) == ("mission.too_weak", "N10-table-minimum")
    table.do(RemovePlane("g"), AddPlane("g"), Done(), Done())
    assert table.one(StrikeMade).points == 2


@pytest.mark.case("N14-strike-parked")
def test_inactive_aircraft_and_ready_bombers_at_a_struck_base_are_hit_ready_fighters_are_not() -> None:
    there = f"soviet 12.01 x {FIGHTER}\nsoviet 12.01 y {FIGHTER} inactive\nsoviet 12.01 z {BOMBER}"
    planes = "\n".join(f"axis 05.01 b{i} T (1)-30-15/(1)-9-12" for i in range(2))
    table = sky(f"{planes}\n{there}", dice=(6, 6, 6, 1, 1, 1), own_base_duty="may")
    fly(table, "base_barrage", "12.01", "b0", "b1").done().do(Done())
    assert {hit.plane for hit in table.all(AircraftHit) if hit.cause == "the barrage"} == {"y", "z"}


# --- Flak --------------------------------------------------------------------------------------------------------


@pytest.mark.case("N14.4-roll", "N14.2e-flak")
@pytest.mark.parametrize(("count", "least"), [(1, 11), (2, 11), (3, 10), (4, 10)])
def test_one_flak_roll_for_a_strike_by_its_aircraft(count: int, least: int) -> None:
    planes = "\n".join(f"axis 05.01 b{i} {BOMBER}" for i in range(count))
    for total, hit in ((least - 1, False), (least, True)):
        pair = (6, total - 6)
        table = sky(planes, units=TARGET, dice=(1, 2, *pair, 1))
        fly(table, "barrage", "08.01", *(f"b{i}" for i in range(count))).done()
        fired = table.one(FlakFired)
        assert (fired.hit, len(fired.ledger.lines)) == (hit, 1 if count < 3 else 2)
        if not table.offered(LosePlane):
            assert len(table.all(AircraftHit)) == hit


@pytest.mark.case("N14.4-roll-airbase")
@pytest.mark.parametrize(("kind", "level", "adds"), [("base_barrage", 2, 1), ("base_barrage", 1, 0), ("barrage", 3, 0)])
def test_a_strong_base_adds_one_against_strikes_on_it_only(kind: str, level: int, adds: int) -> None:
    units = f"axis 01.01 a {LEG}\nsoviet 12.01 r {LEG}\nsoviet 14.01 q {LEG}"
    table = sky(f"axis 05.01 b {BOMBER}", f"axis 05.01 1\nsoviet 12.01 {level}", units=units, dice=(1, 2, 1, 2, 1, 2))
    fly(table, kind, "12.01", "b").done()
    (dice, *more) = table.one(FlakFired).ledger.lines
    assert table.one(FlakFired).roll == int(dice.amount) + adds
    assert len(more) == adds


@pytest.mark.case("N14.4-exempt")
def test_transports_and_transfers_meet_no_flak_but_interceptors_and_patrols_add_nothing() -> None:
    planes = f"axis 01.01 j {JU52}\naxis 01.01 b {BOMBER}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes)
    fly(table, "base_transfer", "05.01", "b").done()
    assert table.step == "air_scramble.intercept"
    table.do(Intercept("x"))
    assert (table.one(AirRound).defender, table.all(FlakFired)) == ("b", [])
    table = on_patrol("10.01", "barrage", dice=(1, 2, 1, 2))
    table.do(Done())
    assert len(table.one(FlakFired).ledger.lines) == 1


# --- transport, the end of the phase -----------------------------------------------------------------------------


@pytest.mark.case("N14-end-of-phase-return", "N14-end-of-phase-ready")
def test_who_flew_is_inactive_and_who_did_not_stays_ready() -> None:
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 c {BOMBER}\naxis 05.01 e {FIGHTER}\naxis 05.01 q {FIGHTER}"
    table = sky(planes, units=TARGET, dice=(1, 2, 1, 2))
    fly(table, "base_transfer", "01.01", "q")
    fly(table, "barrage", "08.01", "b", "e+").done()
    assert [at(table, pid) for pid in "bceq"] == [
        ("05.01", False),
        ("05.01", True),
        ("05.01", False),
        ("01.01", False),
    ]
    assert tasks_in(table.game.state) == ()
    table.idle(lambda: table.game.state.clock.turn > 1 and table.game.state.clock.phasing == "axis")
    assert at(table, "c") == ("05.01", True)


@pytest.mark.case("N14-transport-phase", "N6-air-transport-phase")
def test_supply_goes_by_air_in_this_phase_only_and_is_not_promised_twice() -> None:
    planes = f"axis 01.01 j {JU52}\naxis 01.01 k {JU52}"
    table = sky(planes, supply="[supply]\naxis 01.01 3T\n")
    goal = table.hex("05.01")
    table.do(PlanMission("air_transport"), AimMission(goal), AddPlane("j", "return"))
    table.do(LoadPlanes(table.hex("01.01"), 2), Done())
    table.do(PlanMission("air_transport"), AimMission(goal), AddPlane("k", "stay"))
    assert [load.tokens for load in table.offered(LoadPlanes)] == [1]
    table.do(LoadPlanes(table.hex("01.01"), 1), Done(), Done())
    assert (table.tokens("axis", "01.01"), table.tokens("axis", "05.01")) == (0, 3)
    assert (at(table, "j"), at(table, "k")) == (("01.01", False), ("05.01", False))
    assert table.game.state.clock.phase == "movement"
    assert table.refused(PlanMission("air_transport")) == ("mission.not_now", "14.1g")


def flown_in() -> Sitting:
    """The unit u (MA 6 in Move Mode) and 2T have come to 05.01 by air; it is the Movement Phase."""
    light = "Co infantry other 1-3-3L/1-3-6L"
    units = (
        f"axis 01.01 a {LEG}\naxis 01.01 u {light} move\naxis 05.01 v {light} move\n"
        f"axis 05.01 w truck 1 50T\nsoviet 14.01 r {LEG}"
    )
    planes = f"axis 01.01 j {JU52}\naxis 01.01 k {JU52}"
    table = sky(planes, units=units, supply="[supply]\naxis 01.01 1\naxis 05.01 1T\n", columns=16)
    table.do(PlanMission("air_transport"), AimMission(table.hex("05.01")), AddPlane("j", "stay"), AddPlane("k", "stay"))
    table.do(LoadPlanes(table.hex("01.01"), 2), Embark("u"))
    assert (table.at("u"), table.tokens("axis", "05.01")) == ("01.01", 1)
    table.done().done()
    assert table.game.state.clock.phase == "movement"
    return table


@pytest.mark.case("N6-air-transport-half-ma", "N14-transport-ground", "N6-air-transport-modes")
def test_a_unit_that_came_by_air_has_half_its_ma_and_neither_reserve_nor_strat() -> None:
    table = flown_in()
    assert table.at("u") == "05.01"
    assert [event.unit for event in table.all(FlightCounted)] == ["u"]
    table.begin("u")
    for mode in ("reserve", "strat"):
        assert table.refused(SetMode("u", mode, "move")) == ("mode.came_by_air", "N6-air-transport-modes")
    assert SetMode("u", "combat", "combat") in table.game.choices()
    assert table.left("u") == "3"
    table.go("06.01", "07.01", "08.01")
    assert table.hexes() == set()
    table.halt().begin("v")
    assert (table.left("v"), SetMode("v", "reserve", "move") in table.game.choices()) == ("6", True)


@pytest.mark.case("N6-air-transport-sp", "N6-air-transport-sp-use")
def test_supply_that_came_by_air_is_not_moved_on_but_may_be_spent() -> None:
    """Of the 3T at 05.01 two came by air: a truck takes the third; in exploitation they still stay."""
    table = flown_in()
    dump = table.game.state.ground_supply("axis", table.hex("05.01"))
    assert (dump.tokens, dump.fresh) == (3, 2)
    table.begin("w")
    assert {action.tokens for action in table.offered(LoadSupply)} == {1}
    table.halt()
    here = table.hex("05.01")
    assert [payer.tokens for payer in payers(table.game.look, table.unit("v")) if payer.source == here] == [3]
    table.idle(lambda: table.game.state.clock.phasing == "soviet")
    found = [event for event in table.events if isinstance(event, PhaseBegan | SupplyStays)]
    stays = [
        before.phase
        for before, event in pairwise(found)
        if isinstance(event, SupplyStays) and isinstance(before, PhaseBegan)
    ]
    assert stays == ["movement", "exploitation"]
    assert flown_supply(table.game.state) == {}


# --- refit -------------------------------------------------------------------------------------------------------


@pytest.mark.case("N14-refit-cost", "N14-refit-limit", "N12-refit", "N2.2-air-operations")
def test_a_refit_opens_the_phase_and_costs_by_fighters_and_factors_of_bombers() -> None:
    """Two a Level: a Fighter 1T, 18 and 9 factors of bombers 27/12 T, rounded to 2."""
    planes = (
        f"axis 05.01 f {FIGHTER} inactive\naxis 05.01 b {BOMBER} inactive\naxis 05.01 c {BOMBER} inactive reduced\n"
        f"axis 05.01 g {FIGHTER} inactive\naxis 05.01 h {FIGHTER} inactive"
    )
    supply = "[supply]\naxis 05.01 4\n"
    bases = "axis 01.01 2\naxis 05.01 2\nsoviet 12.01 1"
    table = sky(planes, bases, supply=supply)
    assert table.step == "aircraft_refit.refit"
    table.do(RefitAt(table.hex("05.01")), *map(AddPlane, "fbcg"))
    refusal = table.why(AddPlane("h"))
    assert (refusal.code, refusal.need) == ("refit.limit", "4")
    table.do(RemovePlane("g"), Done())
    while table.step != "air_operations.assign":
        table.do(table.game.choices()[0])  # what pays
    assert table.tokens("axis", "05.01") == 16 - (1 + 2)
    assert [at(table, pid)[1] for pid in "fbcgh"] == [True, True, True, False, False]
    assert PlanMission("patrol") in table.game.choices()


# --- what each side sees -----------------------------------------------------------------------------------------


@pytest.mark.case("N14-interception-number", "4.8b-E")
def test_the_other_side_sees_kind_and_hex_of_a_mission_and_its_top_aircraft_only() -> None:
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 c {BOMBER}\naxis 05.01 e {FIGHTER}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, units=TARGET)
    fly(table, "barrage", "08.01", "b", "c", "e+").done()
    assert table.step == "air_scramble.intercept"
    views = {side: air_view(table.game.look, side) for side in ("axis", "soviet", "")}
    for side, seen in (("axis", ("b", "c", "e")), ("soviet", ("e",)), ("", ("b", "c", "e"))):
        view = views[side]
        assert isinstance(view, AirView)
        assert view.tasks == (TaskView("barrage", "axis", table.hex("08.01"), seen, ()),)
        assert view.mission == MissionView("barrage", "axis", table.hex("08.01"), seen, flying=True)
    assert [*mission_lines(table.game.look, "soviet")][:2] == [
        "axis in the air: Barrage of units over 08.01: e",
        "Barrage of units to 08.01:",
    ]
    hidden = believed(table.game.look, "soviet")
    assert tasks_in(hidden.state)[0].mission.planes == ("e",)
    assert tasks_in(hidden.state)[0].mission.trips == ()


@pytest.mark.case("N14-assign-fighters", "N14-interception-patrol")
def test_patrols_make_the_zones_of_both_sides_and_ready_fighters_make_none() -> None:
    table = sky(f"axis 05.01 f {FIGHTER}\naxis 05.01 g {FIGHTER}\naxis 05.01 h {FIGHTER}\nsoviet 12.01 x {FIGHTER}")
    fly(table, "patrol", "07.01", "f", "g")
    for side, fighters in (("axis", 2), ("soviet", 1)):
        view = air_view(table.game.look, side)
        assert isinstance(view, AirView)
        assert view.patrols == (PatrolView("axis", table.hex("07.01"), fighters),)


@pytest.mark.case("N14-end-of-phase-stay")
def test_who_is_in_the_air_joins_no_other_mission() -> None:
    """Also if it has not flown in this phase: then it stays there from an earlier one."""
    table = sky(f"axis 05.01 f {FIGHTER}\naxis 05.01 g {FIGHTER}")
    fly(table, "patrol", "07.01", "f")
    table.do(PlanMission("patrol"), AimMission(table.hex("08.01")))
    assert table.refused(AddPlane("f")) == ("mission.flown", "14.2e-A")
    rested = with_planes(table.game.state, [plane.change(flown=False) for plane in force_in(table.game.state).planes])
    table.game = again(Look(table.game.look.world, rested))
    assert table.refused(AddPlane("f")) == ("mission.flown", "14.2e-A")
