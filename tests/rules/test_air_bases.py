"""Air bases and the aircraft there: written positions, refit, stacking, and what the enemy sees."""

from __future__ import annotations

import re
from typing import Any

import pytest

from redball.cli.air_text import air_lines
from redball.core.actions import AddPlane, Cancel, Done, Pay, RefitAt, RemovePlane
from redball.core.events import PhaseBegan, SupplySpent
from redball.core.state import DEAD_PILE, NOT_ARRIVED
from redball.forces.aircraft import FIGHTER, TRANSPORT
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.sentences import Namer, sentence
from redball.game.sight.belief import believed, knows
from redball.game.view.air import AirView, RefitView, air_view
from redball.game.view.whole import view
from redball.game.watch.air import check_air
from redball.game.watch.broken import InvariantBroken
from redball.rules.air.air import AircraftRefitted
from redball.rules.ground.air_force import AirForce, Base, force_in, losing_step, plane_in, with_force, with_planes
from support import HQ, LEG, Sitting, land, sit
from support import text as written

BF109, STUKA, JU52 = "F 4-3-12/3-2-12", "T (1)-18-9/(1)-9-9", "Tpt (0)-0-18/(0)-0-18 carries=2T,1T"
LAGG = "F 2-2-8/1-1-8"
UNITS = f"axis 02.02 a {LEG}\nsoviet 06.05 r {LEG}"
SUPPLY = "[supply]\naxis 02.02 2\nsoviet 06.05 2\n"
EDGES = "[sources]\naxis 02.02\nsoviet 06.05\n"


def field(base: str, planes: str, *, units: str = UNITS, supply: str = SUPPLY, **more: Any) -> Sitting:
    """The Aircraft Refit Phase of the axis, with a base or several, and aircraft."""
    return sit(units, at="aircraft_refit", rest=f"{supply}{EDGES}[bases]\n{base}\n[aircraft]\n{planes}\n", **more)


def stukas(count: int, marks: str = "inactive", where: str = "02.02", side: str = "axis") -> str:
    """So many aircraft at a base: s0, s1 ... of the axis, x0 ... of the Soviets."""
    return "\n".join(f"{side} {where} {'s' if side == 'axis' else 'x'}{i} {STUKA} {marks}" for i in range(count))


def refitted(table: Sitting, where: str, *planes: str) -> Sitting:
    """The refit of these aircraft, paid in the first way."""
    table.do(RefitAt(table.hex(where)), *map(AddPlane, planes), Done())
    while table.step == "pay.pay":
        table.do(table.offered(Pay)[0])
    return table


def active(table: Sitting) -> list[str]:
    """Ids of the Active aircraft."""
    return [plane.id for plane in force_in(table.game.state).planes if plane.active]


# --- refit -------------------------------------------------------------------------------------------------------


@pytest.mark.case("2.3-C", "14.1d", "14.1a", "15.1-A", "15.1-B", "12.9c", "12.0-B", "12.3-A")
def test_a_base_pays_a_token_and_its_inactive_aircraft_are_active() -> None:
    table = refitted(field("axis 02.02 2", stukas(3)), "02.02", "s0", "s2")
    assert active(table) == ["s0", "s2"]
    assert [(e.tokens, e.purpose, e.unit) for e in table.all(SupplySpent)] == [(1, "refit", "")]
    assert table.tokens("axis", "02.02") == 7
    assert table.told(AircraftRefitted) == "Refit at 02.02: s0, s2"
    assert all(kind.phase != "aircraft_refit" for kind in table.all(PhaseBegan)), "the phase passed by itself"


@pytest.mark.case("15.1-A")
def test_a_base_refits_once_a_phase_but_another_one_can_too() -> None:
    table = field("axis 02.02 2\naxis 02.03 1", f"{stukas(3)}\naxis 02.03 b {BF109} inactive")
    refitted(table, "02.02", "s0")
    assert table.refused(RefitAt(table.hex("02.02"))) == ("refit.done", "15.1-A")
    refitted(table, "02.03", "b")
    assert (active(table), table.spent("axis", "refit")) == (["b", "s0"], 2)


@pytest.mark.case("15.1-A")
def test_a_base_refits_again_in_the_next_turn() -> None:
    table = refitted(field("axis 02.02 2", stukas(3)), "02.02", "s0")
    table.idle(lambda: table.step == "aircraft_refit.refit" and table.game.state.clock.turn == 2)
    assert table.offered(RefitAt) == [RefitAt(table.hex("02.02"))]


@pytest.mark.case("15.0b-A", "15.1-B", "15.2-B")
@pytest.mark.parametrize(("level", "most", "case"), [("1", 2, "15.0b-A"), ("3", 6, "15.0b-A"), ("strip", 1, "15.2-B")])
def test_a_level_refits_two_aircraft_and_a_strip_one(level: str, most: int, case: str) -> None:
    """Each counter counts one, whatever its steps; the price is the same."""
    table = field(f"axis 02.02 {level}", stukas(7, "inactive reduced"))
    table.do(RefitAt(table.hex("02.02")), *(AddPlane(f"s{i}") for i in range(most)))
    refusal = table.why(AddPlane("s6"))
    assert (refusal.code, refusal.case, refusal.need) == ("refit.limit", case, str(most))
    table.do(Done()).do(table.offered(Pay)[0])
    assert (len(active(table)), table.spent("axis", "refit")) == (most, 1)


@pytest.mark.case("14.2a-B", "15.0b-D", "15.2-D")
@pytest.mark.parametrize(("level", "most", "case"), [("1", 5, "14.2a-B"), ("3", 7, "14.2a-B"), ("strip", 4, "15.2-D")])
def test_four_and_the_level_may_be_active_and_four_at_a_strip(level: str, most: int, case: str) -> None:
    """Any number may be Inactive there."""
    there = stukas(most - 1, "") + "\n" + "\n".join(f"axis 02.02 z{i} {BF109} inactive" for i in range(9))
    table = field(f"axis 02.02 {level}", there).do(RefitAt(8 - 2), AddPlane("z0"))
    assert table.hex("02.02") == 6
    refusal = table.why(AddPlane("z1"))
    code = "refit.limit" if level == "strip" else "air.base_full"
    assert (refusal.code, refusal.case) == (code, "15.2-B" if level == "strip" else case)
    full = field(f"axis 02.02 {level}\naxis 02.03 1", f"{there} \naxis 02.02 q {STUKA}\naxis 02.03 b {BF109} inactive")
    refusal = full.why(RefitAt(6))
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("air.base_full", case, str(most), str(most))


@pytest.mark.case("15.1-C", "4.5a-H")
@pytest.mark.parametrize(
    ("friend", "open_"), [(f"axis 02.02 a {LEG}", True), (f"axis 02.02 a {LEG} move", True), ("", False)]
)
def test_an_enemy_zoc_stops_refit_unless_a_combat_unit_negates_it(friend: str, open_: bool) -> None:
    units = f"{friend or f'axis 05.05 a {LEG}'}\naxis 01.01 hq {HQ}\nsoviet 02.03 r {LEG}"
    planes = f"{stukas(1)}\naxis 01.01 b {BF109} inactive"
    table = field("axis 02.02 1\naxis 01.01 strip", planes, units=units, supply="[supply]\naxis 01.01 2\n")
    if open_:
        refitted(table, "02.02", "s0")
        assert active(table) == ["s0"]
    else:
        assert table.refused(RefitAt(table.hex("02.02"))) == ("refit.zoc", "15.1-C")


@pytest.mark.case("12.9c", "15.1-B")
def test_a_base_draws_directly_or_an_hq_throws_to_it() -> None:
    """The dump is nine hexes away: beyond a draw of 5 MP, within the throw of an HQ between them."""
    supply = "[supply]\naxis 10.01 2\n[sources]\naxis 10.01\nsoviet 10.05\n"
    planes = f"{stukas(1, where='01.01')}\naxis 10.01 b {BF109} inactive"

    def table(unit: str) -> Sitting:
        rest = f"{supply}[bases]\naxis 01.01 1\naxis 10.01 1\n[aircraft]\n{planes}\n"
        return sit(f"{unit}\nsoviet 10.05 r {LEG}", land(columns=10), at="aircraft_refit", rest=rest)

    far = table(f"axis 05.01 a {LEG}")
    refusal = far.why(RefitAt(far.hex("01.01")))
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("refit.unpaid", "12.9c", "0T", "1T")
    near = table(f"axis 05.01 hq {HQ}").do(RefitAt(0), AddPlane("s0"), Done())
    assert near.offered(Pay) == [Pay("", near.hex("10.01"), "", "hq")]
    assert near.refused(Pay("", near.hex("10.01"))) == ("supply.not_at_base", "12.9c")
    divisional = table(f"axis 05.01 hq {HQ} divisional formation=1")
    assert divisional.refused(RefitAt(0)) == ("refit.unpaid", "12.9c")


@pytest.mark.case("15.1-B")
def test_who_may_join_a_refit() -> None:
    planes = f"{stukas(2)}\naxis 02.02 b {BF109}\naxis 02.03 c {BF109} inactive\nsoviet 06.05 l {LAGG} inactive"
    table = field("axis 02.02 1\naxis 02.03 1\nsoviet 06.05 1", planes)
    assert table.refused(AddPlane("s0")) == ("refit.no_base_chosen", "15.1-A")
    assert table.refused(Cancel()) == ("refit.no_base_chosen", "15.1-A")
    assert table.refused(RefitAt(table.hex("06.05"))) == ("air.no_base", "15.0")
    assert table.refused(RefitAt(table.hex("03.03"))) == ("air.no_base", "15.0")
    table.do(RefitAt(table.hex("02.02")))
    assert table.refused(RefitAt(table.hex("02.03"))) == ("refit.one_base", "15.1-A")
    assert table.refused(Done()) == ("refit.nobody", "15.1-B")
    assert table.refused(AddPlane("b")) == ("refit.not_here", "15.1-B")
    assert table.refused(AddPlane("c")) == ("refit.not_here", "15.1-B")
    assert table.refused(AddPlane("l")) == ("air.not_yours", "14.1a")
    assert table.refused(AddPlane("nobody")) == ("air.unknown_plane", "3.5")
    table.do(AddPlane("s0"))
    assert table.refused(AddPlane("s0")) == ("refit.added", "15.1-B")
    assert table.refused(RemovePlane("s1")) == ("refit.not_added", "15.1-B")
    assert table.refused(RemovePlane("nobody")) == ("air.unknown_plane", "3.5")
    table.do(RemovePlane("s0"), AddPlane("s1"), Cancel())
    assert (table.spent(), active(table)) == (0, ["b"])
    refitted(table, "02.02", "s1", "s0")
    assert table.refused(RefitAt(table.hex("02.02")))[0] == "refit.done"


@pytest.mark.case("15.1-B")
def test_aircraft_that_refit_take_no_trip() -> None:
    table = field("axis 02.02 2", f"axis 02.02 s {STUKA} inactive")
    table.do(RefitAt(table.hex("02.02")))
    assert table.refused(AddPlane("s", "stay")) == ("refit.trip", "15.1-B")
    table.do(AddPlane("s"))


@pytest.mark.case("15.1-B")
def test_a_base_whose_aircraft_are_all_active_has_nothing_to_refit() -> None:
    table = field("axis 02.02 1\naxis 02.03 1", f"axis 02.02 b {BF109}\naxis 02.03 c {BF109} inactive")
    assert table.refused(RefitAt(table.hex("02.02"))) == ("refit.all_active", "15.1-B")
    table.done()
    assert active(table) == ["b"], "nobody has to refit"


@pytest.mark.case("15.1-D", "17.0d")
@pytest.mark.parametrize("weather", ["", "mud", "no_flight"])
def test_no_weather_stops_refit_or_makes_aircraft_inactive(weather: str) -> None:
    head = f"weather {weather}\n" if weather else ""
    table = refitted(field("axis 02.02 1", f"{stukas(1)}\naxis 02.02 b {BF109}", head=head), "02.02", "s0")
    assert active(table) == ["b", "s0"]


@pytest.mark.case("15.0d", "14.1a")
def test_bases_need_no_trace_and_never_suffer() -> None:
    """A base with neither supply nor a way to it stands through a whole turn."""
    table = field("axis 02.02 1", f"axis 02.02 b {BF109}", supply="")
    table.idle(lambda: table.game.state.clock.turn == 2)
    assert force_in(table.game.state).bases == (Base(6, "axis", 1),)
    assert active(table) == ["b"], "it stays Active until it is used"


def test_a_game_without_aircraft_has_no_refit() -> None:
    table = sit(UNITS, at="aircraft_refit", rest=SUPPLY)
    assert table.step != "aircraft_refit.refit"
    assert force_in(table.game.state) == AirForce()
    assert view(table.game, "axis").air is not air_view(field("axis 02.02 1", stukas(1)).look, "axis")
    assert not isinstance(view(table.game, "axis").air, AirView)


# --- steps -------------------------------------------------------------------------------------------------------


@pytest.mark.case("14.1b", "3.5")
def test_the_first_loss_turns_an_aircraft_over_the_second_ends_it() -> None:
    table = field("axis 02.02 1", stukas(1))
    plane = plane_in(table.game.state, "s0")
    assert plane is not None
    printed = table.game.world.scenario.aircraft["s0"]
    once = losing_step(plane)
    assert (once.steps_lost, once.hex) == (1, plane.hex)
    assert (printed.face(0).barrage, printed.face(once.steps_lost).barrage) == (18, 9)
    twice = losing_step(once)
    assert (twice.steps_lost, twice.hex, twice.active) == (2, DEAD_PILE, False)


@pytest.mark.case("3.5", "14.1-B")
def test_a_combination_counts_as_either_of_its_types() -> None:
    scenario = field(
        "axis 02.02 1", "axis 02.02 m T+Tpt (0)-4(2)-18/(0)-2(1)-18 carries=1+1/2T,1/2T"
    ).game.world.scenario
    printed = scenario.aircraft["m"]
    assert [printed.is_a(kind) for kind in ("F", "T", "S", "Tpt")] == [False, True, False, True]
    front = printed.front
    assert (front.rating, front.parenthesized, front.barrage, front.torpedo, front.range) == (0, True, 4, 2, 18)
    assert (front.capacity, printed.back.capacity) == (3, 1)
    assert (printed.is_a(FIGHTER), printed.is_a(TRANSPORT)) == (False, True)


# --- what the enemy sees -----------------------------------------------------------------------------------------


@pytest.mark.case("4.8b-E", "4.9a-A")
def test_the_enemy_sees_bases_and_the_top_active_aircraft_a_fighter_first() -> None:
    planes = f"axis 02.02 a1 {STUKA}\naxis 02.02 z {BF109} reduced\naxis 02.02 z2 {BF109}\n{stukas(2)}"
    table = field("axis 02.02 2\nsoviet 06.05 1", f"{planes}\nsoviet 06.05 l {LAGG} inactive\naxis dead d {BF109}")
    theirs, own = air_view(table.look, "soviet"), air_view(table.look, "axis")
    assert isinstance(theirs, AirView)
    assert isinstance(own, AirView)
    assert [(p.id, p.reduced, p.flown) for p in theirs.planes] == [
        ("d", True, None),
        ("l", False, False),
        ("z", True, None),
    ]
    assert [(b.level, b.active, b.inactive, b.refitted) for b in theirs.bases] == [
        (2, None, None, None),
        (1, 0, 1, False),
    ]
    assert [p.id for p in own.planes] == ["a1", "d", "s0", "s1", "z", "z2"]
    assert [(b.level, b.active, b.inactive) for b in own.bases] == [(2, 3, 2), (1, None, None)]
    assert {p.id for p in force_in(believed(table.look, "soviet").state).planes} == {"d", "l", "z"}
    open_ = sit(UNITS, rest=f"[bases]\naxis 02.02 1\n[aircraft]\n{stukas(2)}", switches={"fog": False})
    seen = air_view(open_.look, "soviet")
    assert isinstance(seen, AirView)
    assert [p.id for p in seen.planes] == ["s0", "s1"]


@pytest.mark.case("4.9a-A")
def test_refit_is_told_to_its_side_only_and_hidden_names_stay_hidden() -> None:
    table = field("axis 02.02 1", f"{stukas(2)}\naxis 02.02 b {BF109} name=Bf_109f")
    refitted(table, "02.02", "s0")
    event = table.one(AircraftRefitted)
    assert event.audience == "own"
    enemy = Namer(table.game.world, {}, "soviet", knows(table.look, "soviet"))
    assert enemy.planes(("b", "s0", "s1")) == "Bf 109f, others"
    assert (enemy.planes(("s0",)), enemy.plane("s0")) == ("enemy aircraft", "an enemy aircraft")
    assert sentence(event, Namer(table.game.world, {}, "axis", frozenset())) == "Refit at 02.02: s0"


@pytest.mark.case("15.1-A", "15.1-B", "4.9a-A")
def test_the_price_and_the_limit_of_a_refit_are_told_to_its_side() -> None:
    table = field("axis 02.02 2\naxis 02.03 1", f"{stukas(5)}\naxis 02.03 b {BF109}")

    def told(side: str, name: str) -> RefitView | None:
        seen = air_view(table.look, side)
        assert isinstance(seen, AirView)
        return next(base.refit for base in seen.bases if base.hex == table.hex(name))

    assert told("axis", "02.02") == RefitView(1, 4, ())
    assert told("axis", "02.03") is None, "nobody there is Inactive"
    assert told("soviet", "02.02") is None
    table.do(RefitAt(table.hex("02.02")), AddPlane("s0"), AddPlane("s3"))
    assert told("axis", "02.02") == RefitView(1, 4, ("s0", "s3"))
    assert told("", "02.02") == told("axis", "02.02")
    table.done()
    assert told("axis", "02.02") is None


def test_the_terminal_shows_bases_with_active_aircraft_first() -> None:
    table = field("axis 02.02 1", f"axis 02.02 a1 {JU52} inactive reduced\naxis 02.02 b {BF109} name=Bf_109f flown")
    assert list(air_lines(table.look, "axis", table.hex("02.02"))) == [
        "  axis: air base of Level 1, 1 of 5 Active, 1 Inactive",
        "  b: Bf 109f F 4-3-12, Active, flown",
        "  a1 Tpt (0)-0-18 carries 1T, Inactive, reduced",
    ]
    assert list(air_lines(table.look, "soviet", table.hex("02.02"))) == [
        "  axis: air base of Level 1",
        "  b: Bf 109f F 4-3-12, Active",
    ]
    assert list(air_lines(sit(UNITS).look, "axis", 6)) == []


# --- positions ---------------------------------------------------------------------------------------------------


def test_positions_with_aircraft_are_written_and_read_again() -> None:
    planes = (
        f"axis 02.02 a {BF109} name=Bf_109f nation=de inactive reduced\naxis 02.03 b {STUKA} flown\n"
        f"axis waiting c {JU52}\naxis dead d T+Tpt (0)-4(2)-18/(0)-2-18\nsoviet 06.05 l S 2-9-30/1-4-30"
    )
    table = field("axis 02.02 3 refitted\naxis 02.03 strip\nsoviet 06.05 1", planes, units="soviet 01.05 r " + LEG)
    text = dump_position(table.game.world, table.game.state)
    world, state = parse_position(text)
    assert force_in(state) == force_in(table.game.state)
    assert world.scenario.aircraft == table.game.world.scenario.aircraft
    assert dump_position(world, state) == text
    force = force_in(state)
    assert [(p.id, p.hex, p.steps_lost) for p in force.planes if p.hex < 0] == [
        ("c", NOT_ARRIVED, 0),
        ("d", DEAD_PILE, 2),
    ]


@pytest.mark.case("15.0a", "4.8-C")
@pytest.mark.parametrize(
    ("bases", "planes", "fault"),
    [
        ("axis 02.02 1\naxis 02.02 2", "", "a hex holds one air base at most"),
        ("axis 02.02 1\nsoviet 02.02 strip", "", "a hex holds one air base at most"),
        ("axis 02.02 4", "", "levels go from 1 to 3"),
        ("axis 02.02 0", "", "levels go from 1 to 3"),
        ("axis 02.02 1 new", "", "a base reads"),
        ("finn 02.02 1", "", "side 'finn' is not one of"),
        ("axis 02.02 1", f"axis 02.03 b {BF109}", "02.03 has no air base of axis"),
        ("soviet 02.02 1", f"axis 02.02 b {BF109}", "02.02 has no air base of axis"),
        ("axis 02.02 1", f"finn 02.02 b {BF109}", "side 'finn'"),
        ("axis 02.02 1", f"axis 02.02 a {BF109}", "the id 'a' is used twice"),
        ("axis 02.02 1", f"axis 02.02 b {BF109} dg", "unknown mark 'dg'"),
        ("axis 02.02 1", f"axis dead b {BF109} flown", "an aircraft that is dead has no such marks"),
        ("axis 02.02 1", "axis 02.02 b X 4-3-12/3-2-12", "'X' is not a type of aircraft"),
        ("axis 02.02 1", "axis 02.02 b T+T 4-3-12/3-2-12", "'T+T' is not a type of aircraft"),
        ("axis 02.02 1", "axis 02.02 b F 4-3-12", "has no reduced side"),
        ("axis 02.02 1", "axis 02.02 b F 4-3/3-2-12", "'4-3' is not rating-barrage-range"),
        ("axis 02.02 1", f"axis 02.02 b {BF109} carries=2T", "carries= takes two capacities"),
        ("axis 02.02 1", f"axis 02.02 b {BF109} carries=2T,x", "'x' is not a capacity"),
        ("axis 02.02 1", "axis 02.02 b F", "an aircraft is side, place, id, type"),
        ("axis 02.02 1", stukas(6, ""), "holds 5 Active aircraft at most"),
        ("axis 02.02 strip", stukas(5, ""), "holds 4 Active aircraft at most"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_their_line(bases: str, planes: str, fault: str) -> None:
    with pytest.raises(PositionError, match=r"line \d+.*" + re.escape(fault)):
        parse_position(written(UNITS, rest=f"[bases]\n{bases}\n[aircraft]\n{planes}\n"))


@pytest.mark.case("14.2a-B")
def test_as_many_active_aircraft_as_a_base_holds_can_be_written() -> None:
    assert len(active(field("axis 02.02 1", stukas(5, "") + "\n" + stukas(9, where="02.02").replace(" s", " y")))) == 5


# --- the watch ---------------------------------------------------------------------------------------------------


def test_the_watch_sees_what_cannot_be() -> None:
    table = field("axis 02.02 1", f"{stukas(5, '')}\naxis 02.02 z {BF109} inactive")
    state, world = table.game.state, table.game.world
    check_air(world, 1, state)
    force = force_in(state)
    first = force.planes[0]
    wrong = [
        with_planes(state, [force.planes[-1].change(active=True)]),
        with_planes(state, [first.change(hex=0)]),
        with_planes(state, [first.change(steps_lost=2)]),
        with_planes(state, [first.change(hex=DEAD_PILE)]),
        with_planes(state, [first.change(base=6)]),
        with_force(state, AirForce(force.planes[1:], force.bases)),
        with_force(state, AirForce(force.planes, (*force.bases, *force.bases))),
        with_force(state, AirForce(force.planes, (Base(6, "axis", 4),))),
    ]
    for broken in wrong:
        with pytest.raises(InvariantBroken, match="air"):
            check_air(world, 1, broken)
