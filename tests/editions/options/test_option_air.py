"""Options and house rules on aircraft: long range, re-basing, open bases, escorts, late Flak, bases among hills."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from redball.analysis.mission import mission_answer
from redball.analysis.mission_report import mission_report
from redball.charts import load_charts
from redball.cli.air_text import mission_lines
from redball.cli.mission_text import report_lines
from redball.core.actions import (
    AbortPlane,
    AddPlane,
    AimMission,
    Done,
    Intercept,
    LosePlane,
    PlacePlane,
    PlanMission,
    RefitAt,
)
from redball.core.chances import spread_of
from redball.core.events import BarrageResolved
from redball.core.state import DEAD_PILE, Frame
from redball.editions import edition
from redball.editions.options.late_flak import throw_flak
from redball.game.sight.belief import believed, out_of_sight
from redball.game.view.air import AirView, air_view
from redball.rules.air.air import (
    AircraftAborted,
    AircraftArrived,
    AircraftHit,
    AirRound,
    FlakFired,
    StrikeMade,
)
from redball.rules.air.flak import FlakRead, FlakTarget
from redball.rules.air.rebasing import AircraftRebased
from redball.rules.air.transfer import inactive_then
from redball.rules.ground.air_force import base_in, plane_in
from redball.rules.reinforcement.phase import ReinforcementPhase
from redball.scenarios.records import AirArrival
from support import LEG, Sitting, again, in_scenario, land, opened, sit

FIGHTER, RAIDER = "F 4-3-12/3-2-12", "T (1)-18-12/(1)-9-12"
FIRE = "movement_barrage"
UNITS = f"axis 01.01 a {LEG}\nsoviet 20.01 r {LEG}"


def sky(
    planes: str, bases: str, *, units: str = UNITS, ground: str = "", dice: tuple[int, ...] = (), **more: Any
) -> Sitting:
    """A row of twenty hexes; more are switches or what `sit` takes."""
    known = {"phasing", "at", "rest"}
    switches = {name: value for name, value in more.items() if name not in known}
    rest = f"[bases]\n{bases}\n[aircraft]\n{planes}\n" + more.get("rest", "")
    drawn = land(*ground.split(), columns=20, rows=1)
    kept = {name: value for name, value in more.items() if name in known - {"rest"}}
    return sit(units, drawn, rest=rest, dice=dice, switches=switches, **kept)


def fly(table: Sitting, kind: str, where: str, *planes: str) -> Sitting:
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *map(AddPlane, planes), Done())


def with_fields(table: Sitting, dice: tuple[int, ...] = (), **changes: Any) -> Sitting:
    """The same game, begun anew with other fields of its scenario."""
    return Sitting(again(in_scenario(table.look, **changes), dice))


def at(table: Sitting, pid: str) -> tuple[str, bool, int]:
    found = plane_in(table.game.state, pid)
    assert found is not None
    where = "dead" if found.hex == DEAD_PILE else table.game.look.hex_name(found.hex)
    return where, found.active, found.steps_lost


# --- 21.4: long range --------------------------------------------------------------------------------------------


@pytest.mark.case("21.4", "21.4-A")
@pytest.mark.parametrize(("base", "on", "shift"), [("14.01", True, []), ("13.01", True, ["-1"]), ("13.01", False, [])])
def test_a_barrage_from_beyond_half_the_range_goes_a_column_left(base: str, on: bool, shift: list[str]) -> None:
    """Range 12; the target at 20.01 is six or seven hexes away."""
    table = sky(f"axis {base} b {RAIDER}", f"axis {base} 1", at=FIRE, dice=(1, 1, 4, 4), long_range_air=on)
    fly(table, "barrage", "20.01", "b")
    lines = [line for line in table.one(BarrageResolved).ledger.lines if line.case == "21.4-A"]
    assert [line.amount for line in lines] == shift


@pytest.mark.case("21.4-A")
def test_one_of_several_aircraft_is_enough_and_it_counts_once() -> None:
    planes = f"axis 13.01 b {RAIDER}\naxis 13.01 c {RAIDER}\naxis 19.01 d {RAIDER}"
    bases = "axis 13.01 1\naxis 19.01 1"
    table = sky(planes, bases, at=FIRE, dice=(1, 1, 4, 4), long_range_air=True)
    fly(table, "barrage", "20.01", "b", "c", "d")
    lines = [line.amount for line in table.one(BarrageResolved).ledger.lines if line.case == "21.4-A"]
    assert lines == ["-1"]


@pytest.mark.case("21.4-B")
@pytest.mark.parametrize(("target", "on", "rating"), [("07.01", True, 4), ("08.01", True, 3), ("08.01", False, 4)])
def test_the_rating_of_who_is_far_out_is_one_lower(target: str, on: bool, rating: int) -> None:
    planes = f"axis 01.01 f {FIGHTER}\nsoviet {target} x {FIGHTER}"
    table = sky(planes, f"axis 01.01 1\nsoviet {target} 1", dice=(3, 4, 1), long_range_air=on)
    fly(table, "fighter_sweep", target, "f")
    assert table.one(AirRound).ratings == (rating, 4)
    assert table.one(AirRound).roll == 7 + rating - 4


@pytest.mark.case("21.4-B")
def test_an_interceptor_that_is_far_out_is_worse_too() -> None:
    planes = f"axis 01.01 b {RAIDER}\nsoviet 15.01 x {FIGHTER}"
    table = sky(planes, "axis 01.01 1\naxis 08.01 1\nsoviet 15.01 1", dice=(3, 4, 1), long_range_air=True)
    fly(table, "base_transfer", "08.01", "b").do(Intercept("x"))
    assert table.one(AirRound).ratings == (3, 0), "seven hexes of twelve, both of them"


@pytest.mark.case("21.4-C", "14.11")
@pytest.mark.parametrize(
    ("to", "on", "active"), [("07.01", True, True), ("08.01", True, False), ("08.01", False, True)]
)
def test_a_fighter_that_moves_base_beyond_half_its_range_is_inactive(to: str, on: bool, active: bool) -> None:
    table = sky(f"axis 01.01 f {FIGHTER}", f"axis 01.01 1\naxis {to} 1", long_range_air=on)
    fly(table, "base_transfer", to, "f")
    assert at(table, "f") == (to, active, 0)


# --- 21.5: re-basing ---------------------------------------------------------------------------------------------


@pytest.mark.case("21.5")
@pytest.mark.parametrize(
    ("level", "on", "active"), [("strip", True, 1), ("1", True, 1), ("2", True, 2), ("1", False, 3)]
)
def test_a_base_takes_one_active_aircraft_a_level_and_turn(level: str, on: bool, active: bool) -> None:
    planes = "\n".join(f"axis 01.01 {pid} {FIGHTER}" for pid in "fgh")
    table = sky(planes, f"axis 01.01 1\naxis 05.01 {level}", rebasing_limits=on)
    fly(table, "base_transfer", "05.01", "f", "g", "h")
    assert [at(table, pid)[:2] for pid in "fgh"] == [("05.01", n < active) for n in range(3)]
    assert len(table.all(AircraftRebased)) == (active if on else 0)


@pytest.mark.case("21.5")
def test_the_count_lasts_for_the_turn_and_other_bases_have_their_own() -> None:
    planes = "\n".join(f"axis 01.01 {pid} {FIGHTER}" for pid in "fgh")
    bases, edges = "axis 01.01 1\naxis 05.01 1 rebased=1\naxis 06.01 1", "[sources]\naxis 01.01\nsoviet 20.01\n"
    table = sky(planes, bases, rest=edges, rebasing_limits=True)
    fly(table, "base_transfer", "05.01", "f")
    fly(table, "base_transfer", "06.01", "g")
    assert (at(table, "f")[1], at(table, "g")[1]) == (False, True)
    base = base_in(table.game.state, table.hex("05.01"))
    assert base is not None
    assert (base.rebased, base.rebased_in) == (1, table.game.state.clock.turn)
    table.idle(lambda: table.game.state.clock.turn > base.rebased_in and table.game.state.clock.phase == "movement")
    rested = base_in(table.game.state, table.hex("05.01"))
    assert rested is not None
    assert (rested.rebased, rested.rebased_in) == (0, 0)


@pytest.mark.case("21.5", "13.6")
@pytest.mark.parametrize(("on", "active"), [(True, [True, False]), (False, [True, True])])
def test_reinforcements_beyond_the_limit_arrive_inactive(on: bool, active: list[bool]) -> None:
    planes = f"axis waiting f {FIGHTER}\naxis waiting b {RAIDER}"
    table = sky(planes, "axis 01.01 1", rebasing_limits=on)
    turn = table.game.state.clock.turn
    look = in_scenario(table.look, air_arrivals=(AirArrival(turn, "axis", ("f", "b")),))
    table = Sitting(opened(look, Frame("reinforcement_phase", "place", ReinforcementPhase("axis"))))
    table.do(PlacePlane("f", table.hex("01.01")), PlacePlane("b", table.hex("01.01")))
    assert [event.active for event in table.all(AircraftArrived)] == active
    assert [at(table, pid)[1] for pid in "fb"] == active


@pytest.mark.case("14.11", "21.4-C", "21.5", "14.2a-B")
@pytest.mark.parametrize(
    ("to", "level", "switches", "codes"),
    [
        ("07.01", "3", {}, {"b": "transfer.no_fighter"}),
        ("15.01", "3", {}, {"f": "transfer.too_far", "g": "transfer.too_far", "b": "transfer.no_fighter"}),
        ("13.01", "3", {}, {"b": "transfer.no_fighter"}),
        (
            "08.01",
            "3",
            {"long_range_air": True},
            dict.fromkeys("fg", "transfer.too_far") | {"b": "transfer.no_fighter"},
        ),
        ("07.01", "3", {"long_range_air": True}, {"b": "transfer.no_fighter"}),
        ("07.01", "1", {"rebasing_limits": True}, {"g": "transfer.taken", "b": "transfer.no_fighter"}),
    ],
)
def test_who_would_be_inactive_after_a_transfer_is_told_before_and_is(
    to: str, level: str, switches: dict[str, Any], codes: dict[str, str]
) -> None:
    """Two Fighters and a bomber of range 12: what is told of the draft is what happens."""
    planes = f"axis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}\naxis 01.01 b {RAIDER}"
    table = sky(planes, f"axis 01.01 1\naxis {to} {level}", **switches)
    table.do(PlanMission("base_transfer"), AimMission(table.hex(to)), *map(AddPlane, "fgb"))
    told = dict(inactive_then(table.game.look, table.data))
    assert {pid: refused.code for pid, refused in told.items()} == codes
    table.do(Done())
    assert {pid for pid in "fgb" if not at(table, pid)[1]} == set(codes)


@pytest.mark.case("14.11", "14.2a-B")
def test_who_finds_no_room_among_the_active_is_told_so() -> None:
    """A base of the first Level holds five, and has four."""
    planes = f"axis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}\n" + "\n".join(
        f"axis 07.01 h{i} {FIGHTER}" for i in range(4)
    )
    table = sky(planes, "axis 01.01 1\naxis 07.01 1")
    table.do(PlanMission("base_transfer"), AimMission(table.hex("07.01")), *map(AddPlane, "fg"))
    assert [(pid, no.case) for pid, no in inactive_then(table.game.look, table.data)] == [("g", "14.2a-B")]
    table.do(Done())
    assert [at(table, pid)[1] for pid in "fg"] == [True, False]


# --- HR-3: open bases --------------------------------------------------------------------------------------------


@pytest.mark.case("HR-3", "4.8b-E")
def test_the_enemy_sees_every_aircraft_and_which_are_active() -> None:
    planes = f"soviet 15.01 x {FIGHTER}\nsoviet 15.01 y {RAIDER} reduced\nsoviet 15.01 z {RAIDER} inactive"
    for on, seen in ((True, ["x", "y", "z"]), (False, ["x"])):
        table = sky(planes, "axis 01.01 1\nsoviet 15.01 1", open_air_bases=on)
        view = air_view(table.game.look, "axis")
        assert isinstance(view, AirView)
        assert [plane.id for plane in view.planes] == seen
        assert out_of_sight(table.game.look, "axis") == {"x", "y", "z"} - {*seen}
        if on:
            assert [(plane.active, plane.reduced, plane.flown) for plane in view.planes] == [
                (True, False, None),
                (True, True, None),
                (False, False, None),
            ]


# --- HR-9: three bombers -----------------------------------------------------------------------------------------

RAIDERS = "\n".join(f"axis 18.01 {pid} {RAIDER}" for pid in "bcd")


@pytest.mark.case("HR-9")
def test_a_fourth_aircraft_must_be_an_escort() -> None:
    planes = f"{RAIDERS}\naxis 18.01 e {RAIDER}\naxis 18.01 f {FIGHTER}"
    for kind, on, offered in (
        ("barrage", True, ["f"]),
        ("barrage", False, ["e", "f"]),
        ("trainbusting", True, ["e", "f"]),
    ):
        table = sky(planes, "axis 18.01 3", at=FIRE, three_bombers=on)
        table.do(PlanMission(kind), AimMission(table.hex("20.01")), *map(AddPlane, "bcd"))
        assert [add.plane for add in table.offered(AddPlane)] == offered
        if kind == "barrage" and on:
            assert table.refused(AddPlane("e")) == ("mission.escort", "HR-9")


@pytest.mark.case("HR-9", "14.4e", "14.4f")
@pytest.mark.parametrize("on", [True, False])
def test_the_escort_neither_bombs_nor_is_fired_at(on: bool) -> None:
    """With it four places of the Mission Loss Table, without it three: a 4 on the die is the second aircraft."""
    table = sky(
        f"{RAIDERS}\naxis 18.01 f {FIGHTER}",
        "axis 18.01 3",
        at=FIRE,
        dice=(6, 6, 4, 4, 4),
        three_bombers=on,
    )
    fly(table, "barrage", "20.01", "b", "c", "d", "f")
    assert table.one(FlakFired).roll == 13, "three or more aircraft, with or without an escort"
    assert table.one(AircraftHit).plane == ("c" if on else "f")
    strike = table.one(StrikeMade)
    assert (strike.points, len(strike.planes)) == ((45, 3) if on else (56, 4))


@pytest.mark.case("HR-9")
def test_two_bombers_and_an_escort_are_three_bombers() -> None:
    """Only a fourth aircraft is an escort."""
    planes = f"{RAIDERS}\naxis 18.01 f {FIGHTER}"
    table = sky(planes, "axis 18.01 3", at=FIRE, dice=(1, 1, 4, 4), three_bombers=True)
    fly(table, "barrage", "20.01", "b", "c", "f")
    assert table.one(StrikeMade).planes == ("b", "c", "f")


@pytest.mark.case("HR-9")
def test_an_escort_alone_is_not_fired_at() -> None:
    """All three bombers abort before the fight with the Fighter on the base, which the escort then wins."""
    planes = f"{RAIDERS}\naxis 18.01 f {FIGHTER}\nsoviet 20.01 x {FIGHTER}"
    bases = "axis 18.01 3\nsoviet 20.01 1"
    table = sky(planes, bases, at=FIRE, dice=(6, 6, 1), three_bombers=True)
    fly(table, "barrage", "20.01", "b", "c", "d", "f").do(*map(AbortPlane, "bcd"))
    table.idle(lambda: table.step == "barrage_segment.declare" or not table.step)
    assert (table.one(AirRound).attacker, table.one(AirRound).result) == ("f", "defender_aborts")
    assert not table.all(FlakFired)
    assert at(table, "f") == ("18.01", False, 0)


# --- HR-13: over one's own base ----------------------------------------------------------------------------------


@pytest.mark.case("HR-13", "14.3e-C")
@pytest.mark.parametrize(
    ("die", "on", "lost"),
    [(4, True, (0, 0)), (5, True, (1, 0)), (6, True, (1, 1)), (5, False, (1, 1))],
)
def test_who_aborts_over_its_own_base_loses_a_step_on_a_six(die: int, on: bool, lost: tuple[int, int]) -> None:
    """Seven: both abort, over the base of the defender."""
    planes = f"axis 01.01 f {FIGHTER}\nsoviet 05.01 x {FIGHTER}"
    table = sky(planes, "axis 01.01 1\nsoviet 05.01 strip", dice=(3, 4, die), over_own_base=on)
    fly(table, "fighter_sweep", "05.01", "f")
    assert (at(table, "f")[2], at(table, "x")[2]) == lost
    told = {
        (0, 0): "F (4) attacks x (4): 7, f and x abort",
        (1, 0): "F (4) attacks x (4): 7, f and x abort; f loses a step",
        (1, 1): "F (4) attacks x (4): 7, f and x abort and lose a step each",
    }
    assert table.told(AirRound) == told[lost]


@pytest.mark.case("HR-13")
def test_the_enemy_s_base_is_no_shelter() -> None:
    """The attacker alone aborts on a six, over the base of the other side."""
    planes = f"axis 01.01 f {FIGHTER}\nsoviet 05.01 x {FIGHTER}"
    table = sky(planes, "axis 01.01 1\nsoviet 05.01 1", dice=(3, 3, 5), over_own_base=True)
    fly(table, "fighter_sweep", "05.01", "f")
    assert (at(table, "f")[2], at(table, "x")[2]) == (1, 0)
    assert table.told(AirRound) == "F (4) attacks x (4): 6, f aborts and loses a step"


@pytest.mark.case("HR-13", "14.3e-C")
@pytest.mark.parametrize("on", [True, False])
def test_a_sweep_is_foreseen_with_the_shelter_of_the_base_below(*, on: bool) -> None:
    """One Fighter against one of the same rating: 7 drives off both, less the attacker, more the defender. A loss die
    of 5 costs a step only who is not over a base of its side."""
    planes = f"axis 01.01 f {FIGHTER}\nsoviet 05.01 x {FIGHTER}"
    table = sky(planes, "axis 01.01 1\nsoviet 05.01 1", over_own_base=on)
    table.do(PlanMission("fighter_sweep"), AimMission(table.hex("05.01")), AddPlane("f"))
    found = mission_answer(believed(table.game.look, "axis"), table.data)
    met = found.meeting
    assert met is not None
    aborts = Fraction(21, 36)
    assert dict(met.their_losses)[1] == aborts * Fraction(1 if on else 2, 6)
    assert met.ends.chance(lambda end: end.arrival.lost) == aborts * Fraction(2, 6)
    lines = [
        *report_lines(mission_report(mission_answer(believed(table.game.look, "axis"), table.data), str, ()), 1, str)
    ]
    assert any(line.startswith("Air Combat with x, Active there") for line in lines)


# --- HR-14: late Flak --------------------------------------------------------------------------------------------


@pytest.mark.case("HR-14")
@pytest.mark.parametrize(
    ("dice", "aborted", "lost", "points"),
    [
        ((4, 4), [], [], 36),
        ((4, 5, 4), ["c"], [], 18),
        ((5, 5, 1), ["b"], [], 18),
        ((5, 6, 4), ["c"], ["c"], 18),
        ((6, 6, 4), ["c"], ["c"], 18),
    ],
)
def test_a_nine_turns_an_aircraft_back_and_an_eleven_hits_it(
    dice: tuple[int, ...], aborted: list[str], lost: list[str], points: int
) -> None:
    """Two aircraft: the Mission Loss Table takes the second on a 4."""
    table = sky(RAIDERS, "axis 18.01 3", at=FIRE, dice=(*dice, 4, 4, 4), late_flak=True)
    fly(table, "barrage", "20.01", "b", "c")
    assert [event.plane for event in table.all(AircraftAborted)] == aborted
    assert [event.plane for event in table.all(AircraftHit)] == lost
    assert table.one(StrikeMade).points == points
    assert table.one(FlakFired).case == "HR-14"


@pytest.mark.case("HR-14", "14.4f")
def test_a_thirteen_turns_a_second_one_back() -> None:
    """Three aircraft add one. The second is drawn among the two that are left, and loses nothing."""
    table = sky(RAIDERS, "axis 18.01 3", at=FIRE, dice=(6, 6, 4, 1, 4, 4, 4), late_flak=True)
    fly(table, "barrage", "20.01", "b", "c", "d")
    assert table.told(FlakFired) == "Flak at 20.01: 13, two aircraft abort and one loses a step"
    assert [event.plane for event in table.all(AircraftAborted)] == ["c", "b"]
    assert [event.plane for event in table.all(AircraftHit)] == ["c"]
    assert table.one(StrikeMade).planes == ("d",)
    assert [at(table, pid) for pid in "bcd"] == [("18.01", False, 0), ("18.01", False, 1), ("18.01", False, 0)]


@pytest.mark.case("HR-14")
def test_a_lone_aircraft_turns_back_and_one_that_is_lost_needs_not() -> None:
    table = sky(f"axis 18.01 b {RAIDER}", "axis 18.01 3", at=FIRE, dice=(4, 5), late_flak=True)
    fly(table, "barrage", "20.01", "b")
    assert not table.all(StrikeMade)
    assert at(table, "b") == ("18.01", False, 0)
    assert table.told(FlakFired) == "Flak at 20.01: 9, one aircraft aborts"
    table = sky(f"axis 18.01 b {RAIDER} reduced", "axis 18.01 3", at=FIRE, dice=(5, 6), late_flak=True)
    fly(table, "barrage", "20.01", "b")
    assert at(table, "b") == ("dead", False, 2)
    assert not table.all(AircraftAborted)


@pytest.mark.case("HR-14")
def test_the_owner_chooses_among_equals_for_each_that_turns_back() -> None:
    """Four aircraft: a 5 is the weakest of them, and all are equal."""
    planes = f"{RAIDERS}\naxis 18.01 e {RAIDER}"
    table = sky(planes, "axis 18.01 3", at=FIRE, dice=(6, 6, 5, 6, 4, 4, 4), late_flak=True)
    fly(table, "barrage", "20.01", "b", "c", "d", "e")
    assert table.offered(LosePlane) == [LosePlane(pid) for pid in "bcde"]
    table.do(LosePlane("d"))
    assert [event.plane for event in table.all(AircraftAborted)] == ["d", "e"], "a 6 among three is the third"


@pytest.mark.case("HR-14")
@pytest.mark.parametrize(("on", "more"), [(True, ["+2"]), (False, [])])
def test_units_with_a_flak_symbol_add_one_each(on: bool, more: list[str]) -> None:
    guns = "Bn anti_aircraft other 1-4-8T/1-2-8T"
    units = f"{UNITS}\nsoviet 20.01 g {guns}\nsoviet 20.01 h {guns}"
    table = sky(f"axis 18.01 b {RAIDER}", "axis 18.01 3", units=units, at=FIRE, dice=(1, 1, 4, 4), late_flak=on)
    fly(table, "barrage", "20.01", "b")
    assert [line.amount for line in table.one(FlakFired).ledger.lines][1:] == more


@pytest.mark.case("HR-14")
@pytest.mark.parametrize(("date", "late"), [("31 May 1943", False), ("1 Jun 1943", True), ("13 May 1944", True)])
def test_it_begins_in_june_1943(date: str, late: bool) -> None:
    table = sky(f"axis 18.01 b {RAIDER}", "axis 18.01 3", at=FIRE, dice=(4, 5, 4, 4), late_flak=True)
    turn = table.game.state.clock.turn
    table = with_fields(table, dice=(4, 5, 4, 4), dates=(date,) * turn)
    fly(table, "barrage", "20.01", "b")
    assert bool(table.all(AircraftAborted)) is late
    assert table.one(FlakFired).case == ("HR-14" if late else "14.4e")


@pytest.mark.case("HR-14")
def test_without_a_board_and_where_flak_is_another() -> None:
    found = spread_of(lambda throw: throw_flak(load_charts("v4"), FlakTarget(aircraft=2), throw))
    assert found.chance(lambda read: read.aborts) == spread_of(lambda throw: throw.two("x") >= 9).chance(bool)
    assert found.chance(lambda read: bool(read.hit)) == spread_of(lambda throw: throw.two("x") >= 11).chance(bool)
    assert found.ways.get(FlakRead(8)) is not None
    assert "late_flak" in edition("v4.2").switches
    assert "late_flak" not in edition("1992").switches
    assert "late_flak" not in edition("new-ocs").switches


@pytest.mark.case("HR-14")
@pytest.mark.parametrize(("on", "step", "back"), [(True, "1/12", "5/18"), (False, "1/12", "")])
def test_the_draft_shows_the_chance_that_flak_turns_somebody_back(on: bool, step: str, back: str) -> None:
    """11 and more costs a step either way; 9 and more turns back."""
    table = sky(f"axis 18.01 b {RAIDER}", "axis 18.01 3", at=FIRE, late_flak=on)
    table.do(PlanMission("barrage"), AimMission(table.hex("20.01")), AddPlane("b"))
    air = air_view(table.look, "axis")
    assert isinstance(air, AirView)
    assert air.mission is not None
    assert air.mission.flak is not None
    assert (air.mission.flak.p, air.mission.flak.turned_back) == (step, back)
    lines = [*mission_lines(table.look, "axis")]
    assert ("  Flak turns an aircraft back: 5/18" in lines) is on


# --- HR-16: hills ------------------------------------------------------------------------------------------------


@pytest.mark.case("HR-16", "15.0b-A")
@pytest.mark.parametrize(
    ("level", "ground", "on", "most"),
    [
        ("2", "03.01=m", True, 2),
        ("2", "03.01=w", True, 4),
        ("2", "", True, 4),
        ("2", "03.01=m", False, 4),
        ("1", "03.01=m", True, 1),
        ("strip", "03.01=m", True, 1),
    ],
)
def test_a_base_among_hills_refits_half_as_many(level: str, ground: str, on: bool, most: int) -> None:
    planes = "\n".join(f"axis 03.01 {pid} {FIGHTER} inactive" for pid in "fghij")
    table = sky(
        planes,
        f"axis 03.01 {level}",
        ground=ground,
        at="aircraft_refit",
        rest="[supply]\naxis 03.01 4\n",
        hill_bases=on,
    )
    table.do(RefitAt(table.hex("03.01")))
    while adds := table.offered(AddPlane):
        table.do(adds[0])
    view = air_view(table.game.look, "axis")
    assert isinstance(view, AirView)
    refit = view.bases[0].refit
    assert refit is not None
    assert (len(refit.chosen), refit.most) == (most, most)
    assert table.refused(AddPlane("j"))[0] == "refit.limit"
