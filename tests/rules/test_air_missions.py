"""Air missions: planned in a draft, flown within range, and back at a base."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from redball.cli.air_text import mission_lines
from redball.core.actions import (
    AddPlane,
    AimMission,
    BeginMove,
    Cancel,
    Done,
    PlanMission,
    RemovePlane,
    ReturnTo,
    SetMode,
)
from redball.core.state import DEAD_PILE
from redball.game.view.air import AirView, MissionView, air_view
from redball.rules.air.air import AircraftIgnored, AircraftLanded, AircraftLost, MissionFlown
from redball.rules.ground.air_force import AirForce, Plane, force_in, plane_in, with_force
from support import LEG, Sitting, again, land, sit

FIGHTER, BOMBER = "F 4-3-6/3-2-4", "T (1)-18-6/(1)-9-6"
JU52 = "Tpt (0)-0-6/(0)-0-6 carries=2T,1T"
BASES = "axis 01.01 1\naxis 05.01 1\naxis 07.01 strip\nsoviet 12.01 1"
UNITS = f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}"


def sky(planes: str, bases: str = BASES, *, units: str = UNITS, **more: Any) -> Sitting:
    """A row of fourteen hexes: bases of the axis at 01, 05 and 07, of the Soviets at 12."""
    rest = f"[bases]\n{bases}\n[aircraft]\n{planes}\n"
    return sit(units, land(columns=14, rows=1), rest=rest, **more)


def planned(table: Sitting, kind: str, where: str, *planes: str) -> Sitting:
    """A mission in its draft."""
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *map(AddPlane, planes))


def plane(table: Sitting, pid: str) -> Plane:
    """The record of an aircraft."""
    found = plane_in(table.game.state, pid)
    assert found is not None
    return found


def at(table: Sitting, pid: str) -> tuple[str, bool]:
    """Where an aircraft is, and whether it is Active."""
    found = plane(table, pid)
    return ("dead" if found.hex == DEAD_PILE else table.game.look.hex_name(found.hex)), found.active


# --- Base Transfer -----------------------------------------------------------------------------------------------


@pytest.mark.case("14.11", "14.1c-A", "14.2", "14.2a-A", "14.2e-B", "14.2f", "14.2f-A", "14.2f-B", "14.2f-F")
def test_a_transfer_moves_any_aircraft_and_a_fighter_within_range_stays_active() -> None:
    table = sky(f"axis 01.01 f {FIGHTER}\naxis 01.01 b {BOMBER}\naxis 07.01 j {JU52}\nsoviet 12.01 x {BOMBER}")
    planned(table, "base_transfer", "05.01", "f", "b", "j").done()
    assert [at(table, pid) for pid in ("f", "b", "j")] == [("05.01", True), ("05.01", False), ("05.01", False)]
    assert table.one(MissionFlown).planes == ("f", "b", "j")
    assert table.told(MissionFlown) == "Base Transfer: f, b, j to 05.01"
    assert [(e.plane, e.active, e.audience) for e in table.all(AircraftLanded)] == [
        ("f", True, "own"),
        ("b", False, "own"),
        ("j", False, "own"),
    ]
    assert table.step == "movement_segment.choose_unit"


@pytest.mark.case("14.11", "14.2d")
@pytest.mark.parametrize(("where", "active"), [("07.01", True), ("08.01", False), ("13.01", False)])
def test_a_fighter_beyond_its_range_is_inactive(where: str, active: bool) -> None:
    """Range 6: hex 07.01 is six away, 13.01 twice that."""
    table = sky(f"axis 01.01 f {FIGHTER}", f"axis 01.01 1\naxis {where} 1")
    planned(table, "base_transfer", where, "f").done()
    assert at(table, "f") == (where, active)


@pytest.mark.case("14.2d", "14.11")
def test_no_transfer_beyond_twice_the_range_which_terrain_and_enemies_do_not_change() -> None:
    bases = "axis 01.01 1\naxis 13.01 1\naxis 14.01 1"
    table = sky(f"axis 01.01 f {FIGHTER}", bases, units=f"axis 14.01 a {LEG}\nsoviet 05.01 r {LEG}")
    table.do(PlanMission("base_transfer"))
    assert table.offered(AimMission) == [AimMission(table.hex("13.01"))]
    refusal = table.why(AimMission(table.hex("14.01")))
    assert (refusal.code, refusal.case) == ("mission.reach", "14.2d")
    planned(table.do(Cancel()), "base_transfer", "13.01", "f")
    reduced = sky(f"axis 01.01 f {FIGHTER} reduced\naxis 01.01 g {FIGHTER}", bases)
    planned(reduced, "base_transfer", "13.01")
    refusal = reduced.why(AddPlane("f"))
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("mission.range", "14.2d", "12", "8")
    assert reduced.offered(AddPlane) == [AddPlane("g")]


@pytest.mark.case("14.2a-B", "14.11", "15.2-D")
def test_fighters_that_find_a_base_full_are_inactive_the_first_of_the_mission_stay_active() -> None:
    there = "\n".join(f"axis 07.01 s{i} {FIGHTER}" for i in range(3))
    table = sky(f"axis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}\n{there}")
    planned(table, "base_transfer", "07.01", "g", "f").done()
    assert (at(table, "g"), at(table, "f")) == (("07.01", True), ("07.01", False))


@pytest.mark.case("14.2e-A", "14.1a", "14.2c", "14.2e-C")
def test_an_aircraft_flies_one_mission_in_a_phase_but_a_hex_may_be_flown_to_again() -> None:
    table = sky(f"axis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}\naxis 01.01 h {FIGHTER} inactive")
    planned(table, "base_transfer", "05.01", "f").done()
    planned(table, "base_transfer", "05.01")
    assert table.refused(AddPlane("f")) == ("mission.flown", "14.2e-A")
    assert table.refused(AddPlane("h")) == ("mission.inactive", "14.1a")
    table.do(AddPlane("g")).done()
    assert table.refused(PlanMission("base_transfer")) == ("mission.nobody", "14.1a")
    table.idle(lambda: table.game.state.clock.phase == "exploitation" or table.game.state.clock.phasing == "soviet")
    assert (plane(table, "f").flown, plane(table, "f").hex) == (False, table.hex("05.01"))


@pytest.mark.case("14.2f-A", "14.2a-A", "14.11")
def test_who_may_join_a_mission() -> None:
    planes = "\n".join(f"axis 01.01 f{i} {FIGHTER}" for i in range(5)) + f"\naxis 05.01 g {FIGHTER}"
    table = sky(f"{planes}\nsoviet 12.01 l {BOMBER}\naxis dead d {FIGHTER}")
    table.do(PlanMission("base_transfer"))
    assert table.refused(AddPlane("f0")) == ("mission.no_hex", "14.2f-A")
    assert table.refused(Done()) == ("mission.no_hex", "14.2f-A")
    assert table.refused(AimMission(table.hex("03.01"))) == ("air.no_base", "15.0")
    assert table.refused(AimMission(table.hex("12.01"))) == ("air.no_base", "15.0")
    table.do(AimMission(table.hex("05.01")))
    assert table.refused(AimMission(table.hex("07.01"))) == ("mission.one_hex", "14.2e-A")
    assert table.refused(Done()) == ("mission.empty", "14.2f-A")
    assert table.refused(AddPlane("g")) == ("mission.here", "14.11")
    assert table.refused(AddPlane("l")) == ("air.not_yours", "14.1a")
    assert table.refused(AddPlane("d")) == ("air.not_yours", "14.1a")
    assert table.refused(AddPlane("nobody")) == ("air.unknown_plane", "3.5")
    assert table.refused(RemovePlane("f0")) == ("mission.not_added", "14.2f-A")
    assert table.refused(RemovePlane("nobody")) == ("air.unknown_plane", "3.5")
    table.do(*(AddPlane(f"f{i}") for i in range(4)))
    assert table.refused(AddPlane("f0")) == ("mission.added", "14.2f-A")
    refusal = table.why(AddPlane("f4"))
    assert (refusal.code, refusal.case, refusal.need) == ("mission.most", "14.2a-A", "4")
    table.do(RemovePlane("f0"), AddPlane("f4"), Cancel())
    assert table.step == "movement_segment.choose_unit"
    assert not any(p.flown for p in force_in(table.game.state).planes), "what is taken back has cost nothing"


@pytest.mark.case("14.1g", "14.2e-D", "7.0c", "11.0d")
@pytest.mark.parametrize(
    ("segment", "phasing", "side"),
    [
        ("movement", "axis", "axis"),
        ("exploitation_movement", "axis", "axis"),
        ("reaction_movement", "soviet", "axis"),
    ],
)
def test_missions_are_flown_in_own_movement_reaction_and_exploitation(segment: str, phasing: str, side: str) -> None:
    """Nobody else could move in Reaction and Exploitation; the segment opens for the aircraft, without a Reserve."""
    table = sky(f"axis 01.01 f {FIGHTER}", at=segment, phasing=phasing)
    assert (table.side, table.offered(PlanMission)) == (side, [PlanMission("base_transfer")])
    planned(table, "base_transfer", "05.01", "f").done()
    assert at(table, "f") == ("05.01", True)


@pytest.mark.case("14.1g", "14.2e-D", "6.1g")
def test_no_mission_begins_in_another_segment_or_while_a_unit_moves() -> None:
    table = sky(f"axis 01.01 f {FIGHTER}").do(BeginMove("a"))
    assert table.refused(PlanMission("base_transfer"))[0] == "turn.not_now"
    assert table.offered(SetMode)
    other = sky(f"axis 01.01 f {FIGHTER}")
    assert other.refused(PlanMission("barrage")) == ("mission.not_now", "14.1g")
    for edition, kind in (("1992", "hip_shoot"), ("new-ocs", "base_transfer")):
        later = sky(f"axis 01.01 f {FIGHTER}", edition=edition)
        assert later.refused(PlanMission(kind)) == ("mission.not_now", "14.1g")


def test_a_game_without_aircraft_offers_no_mission() -> None:
    table = sit(UNITS, land(columns=14, rows=1))
    assert table.offered(PlanMission) == []
    assert table.refused(PlanMission("base_transfer")) == ("mission.nobody", "14.1a")
    assert force_in(table.game.state) == AirForce()
    assert sit(UNITS, land(columns=14, rows=1), at="exploitation_movement").step != "movement_segment.choose_unit"


# --- Fighter Sweep without a fight, and the way home ---------------------------------------------------------------


@pytest.mark.case("14.6", "14.2e-B", "14.2d")
def test_a_sweep_needs_a_fighter_and_active_enemy_aircraft() -> None:
    bases = "axis 05.01 1\naxis 07.01 1\nsoviet 11.01 1\nsoviet 12.01 1\nsoviet 13.01 1"
    planes = f"axis 05.01 f {FIGHTER}\naxis 07.01 b {BOMBER}\naxis 07.01 g {FIGHTER}\nsoviet 12.01 x {BOMBER}"
    table = sky(f"{planes}\nsoviet 11.01 y {BOMBER}\nsoviet 13.01 z {BOMBER} inactive", bases)
    table.do(PlanMission("fighter_sweep"))
    assert table.offered(AimMission) == [AimMission(table.hex("11.01")), AimMission(table.hex("12.01"))]
    assert table.refused(AimMission(table.hex("13.01"))) == ("mission.no_aircraft", "14.6")
    assert table.refused(AimMission(table.hex("08.01"))) == ("mission.no_aircraft", "14.6")
    table.do(AimMission(table.hex("12.01")))
    assert table.refused(AddPlane("f")) == ("mission.range", "14.2d")
    table.do(AddPlane("b"))
    assert table.refused(Done()) == ("mission.no_fighter", "14.6")
    table.do(AddPlane("g"), Done())
    assert table.step == "air_combat.before_first"


@pytest.mark.case("14.3a", "14.6", "14.1c-A", "14.2d")
def test_aircraft_with_parenthesized_ratings_ignore_each_other_and_the_owner_chooses_the_base() -> None:
    planes = f"axis 07.01 f F (1)-3-6/(1)-2-6\nsoviet 12.01 x {BOMBER}"
    table = planned(
        sky(planes, "axis 01.01 1\naxis 06.01 1\naxis 07.01 1\nsoviet 12.01 1"), "fighter_sweep", "12.01", "f"
    )
    table.done()
    assert table.told(AircraftIgnored) == "The aircraft at 12.01 ignore each other"
    assert table.offered(ReturnTo) == [ReturnTo("f", table.hex("06.01")), ReturnTo("f", table.hex("07.01"))]
    refusal = table.why(ReturnTo("f", table.hex("01.01")))
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("return.range", "14.2d", "11", "6")
    assert table.refused(ReturnTo("f", table.hex("03.01"))) == ("air.no_base", "15.0")
    assert table.refused(ReturnTo("x", table.hex("06.01"))) == ("air.not_yours", "14.1a")
    assert table.refused(ReturnTo("nobody", table.hex("06.01"))) == ("air.unknown_plane", "3.5")
    refused = table.game.undo("axis")
    assert refused is not None, "under fog the ratings of the enemy have been seen"
    assert refused.code == "undo.sealed"
    table.do(ReturnTo("f", table.hex("06.01")))
    assert (at(table, "f"), at(table, "x")) == (("06.01", False), ("12.01", True))


@pytest.mark.case("14.1c-A")
def test_aircraft_return_one_by_one() -> None:
    planes = f"axis 07.01 f F (1)-3-6/(1)-2-6\naxis 07.01 g F (1)-3-6/(1)-2-6\nsoviet 12.01 x {BOMBER}"
    table = planned(
        sky(planes, "axis 06.01 1\naxis 07.01 1\nsoviet 12.01 1"), "fighter_sweep", "12.01", "g", "f"
    ).done()
    assert table.refused(ReturnTo("f", table.hex("06.01"))) == ("return.not_now", "14.1c-A")
    table.do(ReturnTo("g", table.hex("06.01")), ReturnTo("f", table.hex("07.01")))
    assert (at(table, "g"), at(table, "f")) == (("06.01", False), ("07.01", False))


@pytest.mark.case("14.1c-A", "14.2d")
def test_an_aircraft_without_a_base_in_range_is_lost() -> None:
    """Reading 1.118: here the only base has gone while it flew."""
    planes = f"axis 07.01 f F (1)-3-6/(1)-2-6\nsoviet 12.01 x {BOMBER}"
    table = planned(sky(planes, "axis 06.01 1\naxis 07.01 1\nsoviet 12.01 1"), "fighter_sweep", "12.01", "f").done()
    force = force_in(table.game.state)
    state = with_force(table.game.state, AirForce(force.planes, force.bases[2:]))
    frames = (*state.stack[:-1], type(state.stack[-1])(state.stack[-1].procedure, "settle", state.stack[-1].data))
    after = Sitting(again(table.game.look.at_stack(state.change(stack=frames))))
    assert (at(after, "f"), plane(after, "f").steps_lost) == (("dead", False), 2)
    assert after.told(AircraftLost) == "F has no base in range of 12.01 and is lost"


# --- undo and views ----------------------------------------------------------------------------------------------


def test_a_transfer_that_nobody_saw_can_be_undone() -> None:
    table = sky(f"axis 01.01 f {FIGHTER}\nsoviet 12.01 x {BOMBER}")
    before = table.game.state
    planned(table, "base_transfer", "05.01", "f").done()
    for _ in range(4):
        assert table.game.undo("axis") is None
    assert table.game.state == before


@pytest.mark.case("4.9a-A", "4.8b-E")
def test_the_enemy_sees_a_mission_once_it_flies_and_of_its_aircraft_the_top_one() -> None:
    planes = f"axis 01.01 f {FIGHTER}\naxis 01.01 b {BOMBER}\nsoviet 12.01 l {FIGHTER}"
    table = planned(sky(planes), "base_transfer", "05.01", "b", "f")
    own, theirs = (air_view(table.look, side) for side in ("axis", "soviet"))
    assert isinstance(own, AirView)
    assert isinstance(theirs, AirView)
    hex_ = table.hex("05.01")
    assert own.mission is not None
    assert replace(own.mission, flak=None) == MissionView("base_transfer", "axis", hex_, ("b", "f"), False)
    assert theirs.mission is None
    table.done()
    assert table.step == "air_mission.intercept"
    theirs = air_view(table.look, "soviet")
    assert isinstance(theirs, AirView)
    assert theirs.mission == MissionView("base_transfer", "axis", hex_, ("f",), True)


def test_the_terminal_tells_the_open_mission() -> None:
    planes = f"axis 01.01 f {FIGHTER}\naxis 01.01 b {BOMBER}\nsoviet 12.01 l {FIGHTER}"
    table = sky(planes)
    assert list(mission_lines(table.look, "axis")) == []
    table.do(PlanMission("base_transfer"))
    assert list(mission_lines(table.look, "axis")) == ["Base Transfer, planned:"]
    table.do(AimMission(table.hex("05.01")), AddPlane("b"))
    assert list(mission_lines(table.look, "axis")) == [
        "Base Transfer to 05.01, planned:",
        "  b T (1)-18-6, Active",
        "  Flak takes a step: 5/18 (27.8 %)",
        "    +2 in a patrol zone, without a fighter",
        "  fighters of 12.01 may intercept it",
    ]
    assert list(mission_lines(table.look, "soviet")) == []
    table.done()
    assert list(mission_lines(table.look, "soviet")) == [
        "Base Transfer to 05.01:",
        "  b T (1)-18-6, Active",
    ]


@pytest.mark.case("2.4-3")
def test_in_a_simulcast_turn_only_peaceful_missions_fly_and_nobody_intercepts() -> None:
    """A transfer into the Patrol Zone of 12.01 passes; a sweep there is refused."""
    planes = f"axis 01.01 f {FIGHTER}\naxis 01.01 b {BOMBER}\nsoviet 12.01 l {FIGHTER}"
    rest = f"[bases]\n{BASES.replace('12.01', '06.01')}\n[aircraft]\n{planes.replace('12.01', '06.01')}\n"
    table = sit(UNITS, land(columns=14, rows=1), rest=rest, at="movement", phasing="axis simulcast=yes")
    assert [plan.kind for plan in table.offered(PlanMission)] == ["base_transfer"]
    assert table.refused(PlanMission("fighter_sweep")) == ("mission.simulcast", "2.4-3")
    planned(table, "base_transfer", "05.01", "b").done()
    assert table.step != "air_mission.intercept"
    warlike = sit(UNITS, land(columns=14, rows=1), rest=rest)
    assert {plan.kind for plan in warlike.offered(PlanMission)} == {"base_transfer", "fighter_sweep"}
    planned(warlike, "base_transfer", "05.01", "b").done()
    assert warlike.step == "air_mission.intercept"


@pytest.mark.case("SETUP-I-F-B", "14.2d", "14.5-A")
def test_aircraft_fly_to_and_from_a_box_with_a_place_and_nobody_fights_there() -> None:
    boxes = '[boxes]\nattica off_map "Attica" at=-12,1\nnowhere off_map "Nowhere"\n'
    bases = "axis attica 2\naxis nowhere 1\naxis 03.01 1\nsoviet 05.01 1\nsoviet 07.01 1"
    planes = f"axis attica f F 4-3-17/3-2-17\nsoviet 05.01 red F 4-3-20/3-2-20\naxis 03.01 h {FIGHTER}"

    def table(phasing: str) -> Sitting:
        drawn = land(columns=14, rows=1)
        return sit(UNITS, drawn, rest=f"{boxes}[bases]\n{bases}\n[aircraft]\n{planes}\n", phasing=phasing, dice=(1, 1))

    axis = table("axis").do(PlanMission("base_transfer"))
    assert axis.refused(AimMission(axis.hex("nowhere"))) == ("mission.reach", "14.2d")
    assert AimMission(axis.hex("attica")) not in axis.offered(AimMission), "the other fighter flies 12 hexes at most"
    axis.do(AimMission(axis.hex("03.01")), AddPlane("f"), Done())
    axis.idle(lambda: axis.step == "movement_segment.choose_unit")
    assert at(axis, "f") == ("03.01", True), "15 hexes"
    axis.do(PlanMission("fighter_sweep"))
    assert axis.offered(AimMission) == [AimMission(axis.hex("05.01"))], "two hexes from the other fighter"
    soviet = table("soviet").do(PlanMission("fighter_sweep"))
    assert soviet.refused(AimMission(soviet.hex("attica"))) == ("mission.box", "SETUP-I-F-B")
    assert soviet.offered(AimMission) == [AimMission(soviet.hex("03.01"))]
