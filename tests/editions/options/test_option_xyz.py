"""Option 21.12a: Air Transport that loads and unloads at two bases, X to Y to Z."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from redball.analysis.mission import BothLegs, mission_answer
from redball.analysis.second_leg import onward_mission
from redball.cli.air_text import mission_lines
from redball.cli.mission_text import mission_odds_lines
from redball.core.actions import (
    AddPlane,
    AimMission,
    Disembark,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    LoseCargo,
    PlanMission,
    ReturnTo,
    StopOver,
)
from redball.core.events import UnitEliminated
from redball.editions import edition
from redball.game.view.air import AirView, MissionView, air_view
from redball.game.watch.bookkeeping import check_events
from redball.rules.air.air import (
    AircraftLanded,
    CargoCounted,
    CargoLost,
    FlakFired,
    MissionFlown,
    SupplyAirlifted,
    UnitAirlifted,
)
from redball.rules.air.long_range import far_out
from redball.rules.air.xyz import between_legs, waiting_of
from redball.rules.ground.air_force import base_in, losing_step, plane_in, with_planes
from redball.server.session import Session
from rules.test_air_missions import at
from rules.test_air_transport import BATTALION, ZONE, field, ground, ju, planned, refused
from support import LEG, Sitting

X, Y = "01.01", "04.01"


def sky(planes: str, *units: str, **more: Any) -> Sitting:
    """The field of Air Transport, with the option."""
    return field(planes, *units, switches={"xyz_transport": True, **more.pop("switches", {})}, **more)


def first(table: Sitting, *planes: tuple[str, str], here: int = 0, on: int = 0) -> Sitting:
    """A first leg from 01 to 04 in its draft, with so many tokens for 04, and for a second base."""
    planned(table, Y, *planes)
    for tokens, onward in ((here, False), (on, True)):
        if tokens:
            table.do(LoadPlanes(table.hex(X), tokens, onward=onward))
    return table


def second(table: Sitting, where: str, *planes: tuple[str, str]) -> Sitting:
    """The second leg from 04 in its draft."""
    table.do(PlanMission("onward"), AimMission(table.hex(where)))
    return table.do(*(AddPlane(pid, trip) for pid, trip in planes))


def passed(table: Sitting) -> Sitting:
    """Nobody intercepts what flies."""
    for _ in range(4):
        if table.step == "air_mission.intercept":
            table.done()
    return table


# --- 21.12a-A: cargo at both stops -------------------------------------------------------------------------------


@pytest.mark.case("21.12a-A")
def test_cargo_of_x_is_unloaded_at_y_and_at_z() -> None:
    table = sky(ju("j"))
    first(table, ("j", "return"), here=1, on=1).done()
    assert table.step == "air_onward.onward"
    assert table.side == "axis"
    second(table, "07.01", ("j", "onward")).done()
    assert (ground(table, X), ground(table, Y), ground(table, "07.01")) == ((14, 0), (1, 1), (1, 1))
    assert at(table, "j") == ("07.01", False)
    assert [(e.case, e.hex) for e in table.all(SupplyAirlifted)] == [
        ("14.9", table.hex(Y)),
        ("21.12a-A", table.hex(Y)),
        ("21.12a-A", table.hex("07.01")),
    ]
    assert [(e.hex, e.halves) for e in table.all(CargoCounted)] == [(table.hex(Y), 2)]
    assert [(e.kind, e.via) for e in table.all(MissionFlown)] == [("air_transport", -1), ("onward", table.hex(Y))]
    assert table.step == "movement_segment.choose_unit"


@pytest.mark.case("21.12a-A")
def test_without_the_option_all_is_for_one_base() -> None:
    table = field(ju("j"), f"axis 01.01 u {LEG} move")
    planned(table, Y, ("j", "return"))
    assert table.refused(LoadPlanes(table.hex(X), 1, onward=True)) == ("cargo.not_onward", "21.12a-A")
    assert table.refused(Embark("u", onward=True)) == ("cargo.not_onward", "21.12a-A")
    assert not any(load.onward for load in table.offered(LoadPlanes))
    assert table.refused(Done()) == ("cargo.none", "14.9")
    table.do(LoadPlanes(table.hex(X), 1)).done()
    assert table.step == "air_return.base"


@pytest.mark.case("21.12a-A")
def test_the_option_is_one_of_v4_2_alone() -> None:
    played = ("v4.2", "v4.2+v4.1a", "new-ocs", "1992")
    assert ["xyz_transport" in edition(name).switches for name in played] == [True, True, False, False]


@pytest.mark.case("21.12a-A")
def test_cargo_is_loaded_at_both_stops_to_full_capacity() -> None:
    """2T from 01 for 04, where four lie that were there; what has just come is not loaded again."""
    table = sky(ju("j"), supply=f"axis {X} 4\naxis {Y} 1")
    first(table, ("j", "return"), here=2).done()
    second(table, "07.01", ("j", "onward"))
    assert [load.tokens for load in table.offered(LoadPlanes)] == [2, 1]
    assert refused(table, LoadPlanes(table.hex(Y), 5))[:2] == ("cargo.no_supply", "14.9d-D")
    assert refused(table, LoadPlanes(table.hex(Y), 3))[:2] == ("cargo.overloaded", "14.9a")
    table.do(LoadPlanes(table.hex(Y), 2)).done()
    assert (ground(table, Y), ground(table, "07.01")) == ((4, 2), (2, 2))


@pytest.mark.case("21.12a-A")
def test_a_unit_is_loaded_on_the_way_by_aircraft_that_came_empty() -> None:
    table = sky(ju("j"), f"axis {Y} u {BATTALION} move", supply="")
    planned(table, Y, ("j", "return")).done()
    second(table, "07.01", ("j", "onward"))
    assert table.offered(Embark) == [Embark("u")]
    table.do(Embark("u")).done()
    assert table.at("u") == "07.01"
    assert table.one(UnitAirlifted).case == "21.12a-A"
    assert at(table, "j") == ("07.01", False)


@pytest.mark.case("21.12a-A", "4.7d-A")
def test_a_unit_stays_on_board_and_one_that_came_for_y_does_not_fly_on() -> None:
    table = sky(ju("j", "k"), f"axis {X} u {BATTALION} move", f"axis {X} v {BATTALION} move")
    planned(table, Y, ("j", "return"), ("k", "return")).do(Embark("u", onward=True), Embark("v")).done()
    second(table, "07.01", ("j", "onward"))
    assert [piece.unit for piece in mission(table).cargo] == ["u"]
    assert table.refused(Embark("v")) == ("cargo.two_transports", "4.7d-A")
    table.do(Disembark("u"), Embark("u")).done()
    assert (table.at("u"), table.at("v")) == ("07.01", Y)
    assert [(e.unit, e.hex) for e in table.all(UnitAirlifted)] == [
        ("u", table.hex(Y)),
        ("v", table.hex(Y)),
        ("u", table.hex("07.01")),
    ]


@pytest.mark.case("21.12a-A")
def test_who_stays_at_y_carries_nothing_on() -> None:
    table = sky(ju("j", "k"))
    planned(table, Y, ("j", "stay"), ("k", "return"))
    why = refused(table, LoadPlanes(table.hex(X), 3, onward=True))
    assert why == ("cargo.onward_overloaded", "21.12a-A", "3T", "2T")
    table.do(LoadPlanes(table.hex(X), 2, onward=True), LoadPlanes(table.hex(X), 2)).done()
    assert table.one(AircraftLanded).plane == "j"
    second(table, "07.01", ("k", "onward"))
    assert table.refused(AddPlane("j", "onward")) == ("mission.not_between_legs", "21.12a-A")
    only_stays = planned(sky(ju("j")), Y, ("j", "stay"))
    assert only_stays.refused(LoadPlanes(only_stays.hex(X), 1, onward=True)) == ("cargo.not_onward", "21.12a-A")
    assert only_stays.refused(Done()) == ("cargo.none", "14.9")


# --- 21.12a-A: range, bases ---------------------------------------------------------------------------------------


@pytest.mark.case("21.12a-A")
def test_the_longest_leg_must_be_in_range() -> None:
    """Range 6: from 04 to 07, or back to 01, but not to 13."""
    table = sky(ju("j"))
    first(table, ("j", "return"), on=1).done()
    table.do(PlanMission("onward"))
    assert table.offered(AimMission) == [AimMission(table.hex(name)) for name in (X, "07.01")]
    assert table.refused(AimMission(table.hex("13.01"))) == ("onward.reach", "21.12a-A")
    assert table.refused(AimMission(table.hex(Y))) == ("onward.reach", "21.12a-A")
    assert table.refused(AimMission(table.hex("05.01")))[0] == "air.no_base"


@pytest.mark.case("21.12a-A", "14.9e-C")
@pytest.mark.parametrize(("second_base", "offered"), [("07.01", True), ("08.01", False)])
def test_with_double_capacity_both_legs_are_half_the_range(second_base: str, *, offered: bool) -> None:
    """Half of 6 is 3 hexes: 04 to 07, but not 04 to 08. Twice 2T go on."""
    table = sky(ju("j"), bases=f"axis {X} 1\naxis {Y} 1\naxis {second_base} 1")
    first(table, ("j", "double"), on=4).done().do(PlanMission("onward"))
    assert (AimMission(table.hex(second_base)) in table.offered(AimMission)) is offered
    table.do(AimMission(table.hex(second_base if offered else X)))
    assert table.offered(AddPlane) == [AddPlane("j", "onward_double")]
    assert table.refused(AddPlane("j", "onward")) == ("mission.trip", "14.9e")
    table.do(AddPlane("j", "onward_double")).done()
    assert at(table, "j") == (second_base if offered else X, False)


@pytest.mark.case("21.12a-A")
def test_aircraft_come_from_several_bases_and_fly_on_to_several() -> None:
    """From 01 and 07 to 04; then one to 01, one to 07, and a third goes home empty."""
    table = sky(f"{ju('j', 'l')}\n{ju('k', start='07.01')}", supply=f"axis {X} 4\naxis {Y} 2\naxis 07.01 1")
    first(table, ("j", "return"), ("k", "return"), ("l", "return"), here=1, on=1)
    table.do(LoadPlanes(table.hex("07.01"), 1, onward=True)).done()
    second(table, X, ("k", "onward")).do(LoadPlanes(table.hex(Y), 1)).done()
    assert table.step == "air_onward.onward"
    second(table, "07.01", ("j", "onward"))
    assert table.refused(AddPlane("k", "onward")) == ("mission.not_between_legs", "21.12a-A")
    table.done()
    assert (at(table, "k"), at(table, "j")) == ((X, False), ("07.01", False))
    table.done()
    assert table.offered(ReturnTo) == [ReturnTo("l", table.hex(name)) for name in (X, Y, "07.01")]
    table.do(ReturnTo("l", table.hex(X)))
    assert (ground(table, X), ground(table, "07.01")) == ((15, 1), (4, 1))


@pytest.mark.case("21.12a-A", "21.4-B")
def test_long_range_is_that_of_each_leg() -> None:
    """Range 6: 04 to 07 is half of it, though 07 is as far from 01 as it flies."""
    table = sky(ju("j") + f"\n{ZONE}", switches={"long_range_air": True})
    first(table, ("j", "return"), on=1).done()
    second(table, "07.01", ("j", "onward")).done()
    assert table.step == "air_mission.intercept"
    found = plane_in(table.game.state, "j")
    assert found is not None
    assert not far_out(table.look, found)


# --- 21.12a-B: Flak and interception where something is loaded or unloaded ----------------------------------------


@pytest.mark.case("21.12a-B", "14.4a", "14.5-A")
def test_flak_and_interceptors_meet_it_at_y_and_at_z() -> None:
    table = sky(f"{ju('j')}\n{ZONE}", dice=(2, 3, 2, 3))
    first(table, ("j", "return"), here=1, on=1).done()
    assert (table.step, table.offered(Intercept)) == ("air_mission.intercept", [Intercept("x")])
    passed(table)
    second(table, "07.01", ("j", "onward")).done()
    assert (table.step, table.offered(Intercept)) == ("air_mission.intercept", [Intercept("x")])
    passed(table)
    assert [e.hex for e in table.all(FlakFired)] == [table.hex(Y), table.hex("07.01")]


@pytest.mark.case("21.12a-B")
def test_it_meets_nobody_where_it_only_passes_through() -> None:
    table = sky(f"{ju('j')}\n{ZONE}", supply=f"axis {X} 4\naxis {Y} 1", dice=(2, 3))
    first(table, ("j", "return"), on=1)
    seen = mission(table)
    assert seen.passes
    assert seen.flak is not None
    assert (seen.flak.modifiers, seen.flak.patrols) == (None, ())
    assert "only passes through 04.01" in "\n".join(mission_lines(table.look, "axis"))
    found = mission_answer(table.look, table.data)
    assert found.flak is None
    assert found.hit == 0
    table.done()
    assert table.step == "air_onward.onward"
    second(table, "07.01", ("j", "onward"))
    assert not mission(table).passes
    assert refused(table, LoadPlanes(table.hex(Y), 2)) == ("cargo.no_supply", "14.9d-D", "2T", "1T")
    passed(table.done())
    assert [e.hex for e in table.all(FlakFired)] == [table.hex("07.01")]


@pytest.mark.case("21.12a-B")
def test_a_unit_does_not_board_where_the_mission_only_passed_through() -> None:
    table = sky(ju("j"), f"axis {Y} u {BATTALION} move")
    first(table, ("j", "return"), on=1).done()
    second(table, "07.01", ("j", "onward"))
    assert table.refused(Embark("u")) == ("cargo.passed", "21.12a-B")


@pytest.mark.case("21.12a-B")
def test_it_may_stop_to_load_and_then_it_is_met() -> None:
    table = sky(f"{ju('j')}\n{ZONE}", supply=f"axis {X} 4\naxis {Y} 1", dice=(2, 3, 2, 3))
    planned(table, Y, ("j", "return"))
    assert table.refused(StopOver(stops=True)) == ("cargo.no_stop", "21.12a-B")
    table.do(LoadPlanes(table.hex(X), 1, onward=True))
    assert table.refused(StopOver(stops=False)) == ("cargo.stop_said", "21.12a-B")
    assert table.offered(StopOver) == [StopOver(stops=True)]
    table.do(StopOver(stops=True))
    assert not mission(table).passes
    assert mission_answer(table.look, table.data).hit > 0
    assert table.offered(StopOver) == [StopOver(stops=False)]
    passed(table.done())
    second(table, "07.01", ("j", "onward")).do(LoadPlanes(table.hex(Y), 2))
    passed(table.done())
    assert [e.hex for e in table.all(FlakFired)] == [table.hex(Y), table.hex("07.01")]
    assert (ground(table, Y), ground(table, "07.01")) == ((3, 0), (2, 2))


@pytest.mark.case("21.12a-B")
def test_who_returns_empty_meets_nobody_at_z() -> None:
    table = sky(f"{ju('j')}\n{ZONE}", dice=(2, 3))
    passed(first(table, ("j", "return"), here=2).done())
    assert table.step == "air_return.base"  # nothing is left to carry
    table.do(ReturnTo("j", table.hex("07.01")))
    assert [e.hex for e in table.all(FlakFired)] == [table.hex(Y)]


# --- both legs foreseen ------------------------------------------------------------------------------------------


def came(found: BothLegs) -> dict[tuple[int, int], Fraction]:
    """The chance of so many steps lost and tokens that come down at the second base."""
    return dict(found.ends.map(lambda end: (end.arrival.lost, end.effect.tokens)))


@pytest.mark.case("21.12a-A", "21.12a-B", "14.4g")
def test_both_legs_are_foreseen_together() -> None:
    """Flak at 04 and at 07 hits alike: unhurt 2T arrive, with one step lost 1T, with two neither supply nor aircraft.
    One token is for 04, and the other for a base after it."""
    table = sky(f"{ju('j')}\n{ZONE}")
    first(table, ("j", "return"), on=2).do(StopOver(stops=True))
    found = mission_answer(table.look, table.data)
    p = found.hit
    assert 0 < p < 1
    assert [both.hex for both in found.legs] == [table.hex(X), table.hex("07.01")]
    back, both = found.legs
    assert came(both) == {(0, 2): (1 - p) ** 2, (1, 1): 2 * p * (1 - p), (2, 0): p * p}
    assert came(back) == {(0, 2): 1 - p, (1, 1): p}, "01 is out of the zone, and what comes back there counts"
    assert both.ends.chance(lambda end: not end.arrival.planes) == p * p
    assert dict(found.ends.map(lambda end: end.effect.tokens)) == {0: 1}, "nothing of it is for 04"
    assert found.meeting is not None
    assert both.met is not None


@pytest.mark.case("21.12a-B")
def test_who_passes_through_meets_flak_at_the_second_base_alone() -> None:
    table = sky(f"{ju('j')}\n{ZONE}")
    hit = mission_answer(table.look, first(table, ("j", "return"), here=1).data).hit
    table = sky(f"{ju('j')}\n{ZONE}")
    first(table, ("j", "return"), on=2)
    found = mission_answer(table.look, table.data)
    assert found.hit == 0
    assert found.meeting is None
    assert came(found.legs[1]) == {(0, 2): 1 - hit, (1, 1): hit}


@pytest.mark.case("21.12a-A", "14.1c-B")
def test_who_is_driven_off_over_the_first_base_brings_nothing_to_the_second() -> None:
    """Who gets past the lone Fighter at 04 has driven it off, and no Patrol Zone is left for Flak anywhere."""
    table = sky(f"{ju('j')}\n{ZONE}", f"axis {X} u {BATTALION} move")
    planned(table, Y, ("j", "return")).do(Embark("u", onward=True), StopOver(stops=True))
    found = mission_answer(table.look, table.data)
    both = found.legs[1]
    assert found.meeting is not None
    assert both.met is not None
    through = found.meeting.ends.chance(lambda end: end.arrival.planes)
    there = both.met.chance(lambda end: "u" in end.effect.units)
    assert 0 < there == through < 1
    assert both.ends.chance(lambda end: "u" in end.effect.units) > there


@pytest.mark.case("21.12a-A")
def test_only_what_is_for_a_second_base_is_foreseen_there() -> None:
    """Without any, no second leg is told; double capacity flies half as far; who stays does not fly on."""
    table = sky(ju("j"))
    assert mission_answer(table.look, first(table, ("j", "return"), here=2).data).legs == ()
    near = sky(ju("j"), bases=f"axis {X} 1\naxis {Y} 1\naxis 07.01 1\naxis 08.01 1")
    data = first(near, ("j", "double"), on=4).data
    assert [both.hex for both in mission_answer(near.look, data).legs] == [near.hex(X), near.hex("07.01")]
    table = sky(ju("j", "k"))
    planned(table, Y, ("j", "stay"), ("k", "return")).do(LoadPlanes(table.hex(X), 2, onward=True))
    ends = mission_answer(table.look, table.data).legs[1].ends
    assert dict(ends.map(lambda end: (end.arrival.planes, end.effect.tokens))) == {(("k",), 2): 1}


@pytest.mark.case("21.12a-A")
def test_what_cannot_be_carried_on_is_left_behind() -> None:
    """A unit of 2T has the place first; the tokens that still fit come along."""
    table = sky(ju("j", "k"), f"axis {X} u {BATTALION} move")
    planned(table, Y, ("j", "return"), ("k", "return")).do(Embark("u", onward=True))
    table.do(LoadPlanes(table.hex(X), 2, onward=True)).done()
    between = between_legs(table.look)
    assert between is not None
    full = onward_mission(table.look, between, table.hex("07.01"))
    assert full is not None
    assert [(piece.unit, piece.tokens) for piece in full.cargo] == [("u", 0), ("", 2)]
    state = with_planes(table.game.state, [losing_step(plane) for plane in waiting_of(table.look, between)])
    less = onward_mission(table.look.after(state, ()), between, table.hex("07.01"))
    assert less is not None
    assert [(piece.unit, piece.tokens) for piece in less.cargo] == [("u", 0), ("", 1)]


@pytest.mark.case("21.12a-A")
def test_the_terminal_tells_both_legs(tmp_path: Path) -> None:
    table = sky(f"{ju('j')}\n{ZONE}")
    first(table, ("j", "return"), on=2).do(StopOver(stops=True))
    seat = Session.begin(tmp_path, table.game, {"axis": "human", "soviet": "human"})
    told = "\n".join(mission_odds_lines(seat, "axis", "", -1, ()))
    assert "flown on to 07.01, both legs together:" in told
    assert "if the first leg has that Air Combat:" in told
    assert "everybody flies on to the second base" in told


# --- losses, and what is left on board ----------------------------------------------------------------------------


@pytest.mark.case("21.12a-A", "14.4g")
def test_on_the_second_leg_what_was_taken_on_is_lost_first() -> None:
    """A reduced Transport carries 1T of two: that from 04 is lost, and the books balance."""
    table = sky(f"{ju('j')}\n{ZONE}", supply=f"axis {X} 4\naxis {Y} 1", dice=(2, 3, 6, 6))
    first(table, ("j", "return"), on=1).do(StopOver(stops=True))
    passed(table.done())
    second(table, "07.01", ("j", "onward")).do(LoadPlanes(table.hex(Y), 2)).done()
    before = table.game.state
    done = table.game.do(Done())
    check_events(table.game.world, 2, before, done.events, table.game.state)
    lost = table.one(CargoLost)
    assert (lost.hex, lost.tokens, lost.fresh) == (table.hex(Y), 1, 0)
    assert (ground(table, Y), ground(table, "07.01")) == ((3, 0), (1, 1))


@pytest.mark.case("21.12a-A", "14.4g")
def test_what_came_from_x_is_lost_on_the_second_leg_too() -> None:
    table = sky(f"{ju('j')}\n{ZONE}", dice=(6, 6))
    first(table, ("j", "return"), on=2).done()
    second(table, "07.01", ("j", "onward")).done()
    before = table.game.state
    done = table.game.do(Done())
    check_events(table.game.world, 2, before, done.events, table.game.state)
    assert table.one(CargoLost).fresh == 1
    assert (ground(table, X), ground(table, Y), ground(table, "07.01")) == ((14, 0), (0, 0), (1, 1))


@pytest.mark.case("21.12a-A", "14.4g")
def test_the_owner_chooses_whether_cargo_for_y_or_for_z_is_lost() -> None:
    table = sky(f"{ju('j')}\n{ZONE}", dice=(6, 6))
    passed(first(table, ("j", "return"), here=1, on=1).done())
    start = table.hex(X)
    assert table.offered(LoseCargo) == [LoseCargo(start), LoseCargo(start, onward=True)]
    table.do(LoseCargo(start))
    assert ground(table, Y) == (1, 1)
    assert table.step == "air_onward.onward"
    second(table, "07.01", ("j", "onward"))
    passed(table.done())
    assert (ground(table, Y), ground(table, "07.01")) == ((0, 0), (1, 1))


@pytest.mark.case("21.12a-A")
def test_a_unit_on_board_is_lost_with_its_aircraft() -> None:
    table = sky(f"{ju('j')}\n{ZONE}", f"axis {X} u {LEG} move", dice=(6, 6))
    planned(table, Y, ("j", "return")).do(Embark("u", onward=True)).done()
    second(table, "07.01", ("j", "onward"))
    passed(table.done())
    assert table.one(UnitEliminated).unit == "u"


@pytest.mark.case("21.12a-A", "14.9f")
def test_y_unloads_what_is_left_on_board_only_within_its_limit() -> None:
    """04 unloads 2T in a segment. 2T came for it, so the third one flies on, or back."""
    table = sky(ju("j", "k"))
    first(table, ("j", "return"), ("k", "return"), here=2, on=1).done()
    assert refused(table, Done()) == ("onward.aboard", "21.12a-A", "1T", "0T")
    second(table, X, ("j", "onward")).done()
    assert ground(table, X) == (14, 1)
    assert table.step == "air_return.base"
    free = sky(ju("j", "k"))
    first(free, ("j", "return"), ("k", "return"), here=1, on=1).done().done()
    assert [e.halves for e in free.all(CargoCounted)] == [2, 2]
    assert ground(free, Y) == (2, 2)


@pytest.mark.case("21.12a-A", "14.9f")
def test_z_has_no_limit_for_aircraft_that_stay_there() -> None:
    """A base of Level 1 unloads 2T; 4T come with two aircraft."""
    table = sky(ju("j", "k"), bases=f"axis {X} 1\naxis {Y} 1\naxis 07.01 1")
    first(table, ("j", "return"), ("k", "return"), on=4).done()
    second(table, "07.01", ("j", "onward"), ("k", "onward")).done()
    assert ground(table, "07.01") == (4, 4)
    base = base_in(table.game.state, table.hex("07.01"))
    assert base is not None
    assert base.unloaded == 0


@pytest.mark.case("21.12a-A", "14.9f")
def test_nobody_flies_on_with_room_for_what_y_cannot_unload() -> None:
    table = sky(ju("j", "k"))
    first(table, ("j", "return"), ("k", "return"), here=2, on=2).done()
    second(table, X, ("j", "onward"), ("k", "onward")).do(LoadPlanes(table.hex(Y), 1))
    assert refused(table, Done()) == ("onward.left_behind", "21.12a-A", "1T", "0T")
    table.do(LoadPlanes(table.hex(Y), 2)).done()
    assert ground(table, X) == (14, 2)
    alone = sky(ju("j", "k"))
    first(alone, ("j", "return"), ("k", "return"), here=2, on=2).done()
    second(alone, X, ("j", "onward")).do(LoadPlanes(alone.hex(Y), 1)).done()  # the other one can still take the rest
    assert refused(alone, Done()) == ("onward.aboard", "21.12a-A", "1T", "0T")


@pytest.mark.case("21.12a-A", "14.1c-B", "14.9f")
def test_cargo_for_z_lands_at_y_with_aircraft_that_abort_there() -> None:
    """An interceptor drives the Transport off over 04, where it lands, and its cargo with it."""
    table = sky(f"{ju('j')}\n{ZONE}", dice=(6, 6, 1))
    first(table, ("j", "return"), here=1, on=1).done().do(Intercept("x"))
    table.idle(lambda: table.step == "movement_segment.choose_unit")
    assert at(table, "j") == (Y, False)
    tokens = 2 - sum(e.tokens for e in table.all(CargoLost))
    assert ground(table, Y) == (tokens, tokens)
    assert not table.all(CargoCounted), "it stays there, so what it brought counts against no limit"
    assert between_legs(table.look) is None


@pytest.mark.case("21.12a-A")
def test_nothing_else_begins_between_the_legs() -> None:
    table = sky(ju("j"))
    assert table.refused(PlanMission("onward")) == ("mission.not_now", "14.1g")
    first(table, ("j", "return"), here=1, on=1).done()
    assert table.offered(PlanMission) == [PlanMission("onward")]
    assert table.refused(PlanMission("base_transfer")) == ("onward.kind", "21.12a-A")
    table.do(PlanMission("onward"))
    assert table.refused(Done()) == ("mission.no_hex", "14.2f-A")
    table.do(AimMission(table.hex("07.01")))
    assert table.refused(Done()) == ("mission.empty", "14.2f-A")
    table.do(AddPlane("j", "onward"), LoadPlanes(table.hex(Y), 0))
    assert table.refused(Done()) == ("cargo.none", "14.9")


# --- seen and foreseen --------------------------------------------------------------------------------------------


def mission(table: Sitting, viewer: str = "axis") -> MissionView:
    """What a side sees of the open mission."""
    air = air_view(table.look, viewer)
    assert isinstance(air, AirView)
    assert air.mission is not None
    return air.mission


@pytest.mark.case("21.12a-A", "4.9a-A")
def test_the_enemy_sees_both_flights_and_no_cargo() -> None:
    table = sky(f"{ju('j')}\n{ZONE}", f"axis {X} u {BATTALION} move")
    planned(table, Y, ("j", "return")).do(Embark("u", onward=True), LoadPlanes(table.hex(X), 1))
    assert [(piece.unit, piece.onward) for piece in mission(table).cargo] == [("u", True), ("", False)]
    assert "carries u from 01.01, for a base after this one" in "\n".join(mission_lines(table.look, "axis"))
    passed(table.done())
    second(table, "07.01", ("j", "onward")).done()
    theirs = mission(table, "soviet")
    assert (theirs.kind, theirs.hex, theirs.cargo, theirs.trips) == ("onward", table.hex("07.01"), (), ())
    assert [piece.unit for piece in mission(table).cargo] == ["u"]


@pytest.mark.case("21.12a-A")
def test_each_leg_is_foreseen_by_itself() -> None:
    """What goes on has not arrived at 04; the second leg brings it to 07."""
    table = sky(ju("j"), f"axis {X} u {BATTALION} move")
    first(table, ("j", "return"), here=1).do(Embark("u", onward=True))
    ((ended, p),) = [*mission_answer(table.look, table.data).ends]
    assert p == 1
    assert (ended.effect.tokens, *ended.effect.units) == (1,)
    table.done()
    second(table, "07.01", ("j", "onward"))
    ((ended, p),) = [*mission_answer(table.look, table.data).ends]
    assert p == 1
    assert (ended.effect.tokens, *ended.effect.units) == (0, "u")
