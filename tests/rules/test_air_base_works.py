"""Air bases built, raised and reduced: who works, what it costs, how often; who stands down where a Level is gone."""

from __future__ import annotations

import re
from itertools import product

import pytest
from msgspec.structs import replace

from redball.core.actions import Construct, Pay, StandDown
from redball.core.events import SupplySpent
from redball.core.state import Frame
from redball.game.position.dump import dump_position
from redball.rules.air.air import AircraftStoodDown
from redball.rules.air.base_raid import BaseRaid
from redball.rules.ground.air_force import active_at, base_in, force_in
from redball.rules.ground.airfields import AirBaseBuilt, AirBaseReduced
from redball.rules.works.construction import ALL_TASKS, Segment, refuse
from rules.table import Table
from support import GUNS, HQ, LEG, Sitting, sit

BUILD, STRIP, REDUCE = "build_air_base", "raise_air_strip", "reduce_air_base"
FIGHTER = "F 4-3-12/3-2-12"
ENGINEERS = "Bn engineer other 3-4-3L/1-4-8T kind=engineer"
WORKERS = f"axis 02.02 e {ENGINEERS}\naxis 02.03 a {LEG}\naxis 02.03 hq {HQ}\nsoviet 06.05 r {LEG}"
AWAY = "soviet 06.05 1"


def site(bases: str = AWAY, planes: str = "", *, units: str = WORKERS, supply: str = "axis 02.02 9\n") -> Sitting:
    """A Movement Phase with supply in 02.02, engineers there and a regiment with an HQ at 02.03."""
    return sit(units, rest=f"[supply]\n{supply}[bases]\n{bases}\n[aircraft]\n{planes}\n", head="turns 2\n")


def built(table: Sitting, where: str, task: str, unit: str = "e") -> Sitting:
    """The work, paid in the first way."""
    table.do(Construct(unit, table.hex(where), task))
    while table.step == "pay.pay":
        table.do(table.offered(Pay)[0])
    return table


def level(table: Sitting, where: str) -> int:
    base = base_in(table.game.state, table.hex(where))
    return base.level if base is not None else -1


# --- building ----------------------------------------------------------------------------------------------------


@pytest.mark.case("15.3-A", "13.8d-A", "12.3-A")
def test_an_engineer_builds_a_base_for_one_sp() -> None:
    table = built(site(), "02.03", BUILD)
    assert (level(table, "02.03"), table.tokens("axis", "02.02")) == (1, 32)
    built_ = table.one(AirBaseBuilt)
    assert (built_.units, built_.case, built_.side) == (("e",), "15.3-A", "axis")
    assert [(e.tokens, e.purpose, e.case) for e in table.all(SupplySpent)] == [(4, BUILD, "15.3-A")]
    assert table.told(AirBaseBuilt) == "Axis builds an air base of Level 1 at 02.03"
    assert table.refused(Construct("e", table.hex("02.04"), BUILD)) == ("construct.worked", "13.8d-C")


@pytest.mark.case("15.3-A")
def test_a_regiment_builds_none_and_a_poor_engineer_neither() -> None:
    table = site()
    assert table.refused(Construct("", table.hex("02.03"), BUILD)) == ("construct.engineers", "15.3-A")
    assert table.refused(Construct("a", table.hex("02.03"), BUILD)) == ("construct.not_capable", "13.8a")
    poor = site(supply="axis 02.02 3T\n")
    refusal = poor.why(Construct("e", poor.hex("02.03"), BUILD))
    assert (refusal.code, refusal.case, refusal.need) == ("construct.supply", "15.3-A", "1 SP")


@pytest.mark.case("15.3-B", "15.0a")
def test_a_base_gains_one_level_in_a_turn_and_three_at_most() -> None:
    """What it gained in an earlier turn does not count; a hex gets no second base."""
    table = built(site("axis 02.03 1"), "02.03", BUILD)
    assert level(table, "02.03") == 2
    assert table.refused(Construct("hq", table.hex("02.03"), BUILD)) == ("air_base.raised", "15.3-B")
    highest = site("axis 02.03 3")
    refusal = highest.why(Construct("e", highest.hex("02.03"), BUILD))
    assert (refusal.code, refusal.case, refusal.have) == ("air_base.highest", "15.3-B", "3")
    state = table.game.state
    later = state.change(clock=replace(state.clock, turn=2))
    assert [base.raised for base in force_in(state).in_new_phase(state).bases] == [1]
    assert [base.raised for base in force_in(later).in_new_phase(later).bases] == [0]


@pytest.mark.case("15.2-A", "15.3-B")
def test_an_air_strip_is_raised_for_three_tokens() -> None:
    table = site("axis 02.03 strip")
    assert table.refused(Construct("e", table.hex("02.03"), BUILD)) == ("air_base.strip", "15.2-A")
    assert table.refused(Construct("e", table.hex("02.02"), STRIP)) == ("air_base.no_strip", "15.2-A")
    built(table, "02.03", STRIP)
    assert (level(table, "02.03"), table.spent(purpose=STRIP)) == (1, 3)
    assert table.refused(Construct("hq", table.hex("02.03"), BUILD)) == ("air_base.raised", "15.3-B")


@pytest.mark.case("15.3-A")
def test_a_game_without_aircraft_and_bases_has_no_such_work() -> None:
    table = sit(WORKERS, rest="[supply]\naxis 02.02 9\n")
    assert {action.task for action in table.offered(Construct)} == {"build_hedgehog"}
    assert table.refused(Construct("e", table.hex("02.03"), BUILD))[0] == "construct.task"


# --- reducing ----------------------------------------------------------------------------------------------------


@pytest.mark.case("15.4-A", "15.4-B", "3.3c-B")
@pytest.mark.parametrize(("unit", "units"), [("e", ("e",)), ("", ("a",))])
def test_a_regiment_or_an_engineer_takes_a_level_away_for_nothing(unit: str, units: tuple[str, ...]) -> None:
    workers = f"axis 02.02 e {ENGINEERS}\naxis 02.03 a {LEG}\naxis 02.02 hq {HQ}\nsoviet 06.05 r {LEG}"
    table = built(site("axis 02.03 3", units=workers, supply=""), "02.03", REDUCE, unit)
    event = table.one(AirBaseReduced)
    assert (event.units, event.case, event.level, level(table, "02.03")) == (units, "15.4-A", 2, 2)
    assert table.told(AirBaseReduced) == "Axis reduces the air base at 02.03 to Level 2"
    assert table.refused(Construct("hq", table.hex("02.03"), REDUCE)) == ("air_base.lowered", "15.4-B")


@pytest.mark.case("15.4-A")
@pytest.mark.parametrize("unit", ["Bn infantry other 4-3-3L/2-3-6L", f"{LEG} move", f"{LEG} moved spent"])
def test_half_a_regiment_or_one_that_moves_reduces_nothing(unit: str) -> None:
    """Nor does one in Move Mode."""
    table = site("axis 02.03 3", units=f"axis 02.03 b {unit}\nsoviet 06.05 r {LEG}")
    assert table.refused(Construct("", table.hex("02.03"), REDUCE)) == ("construct.party", "15.4-A")


@pytest.mark.case("15.4-A")
def test_two_battalions_reduce_a_base_together() -> None:
    battalion = "Bn infantry other 4-3-3L/2-3-6L"
    units = f"axis 02.03 b {battalion}\naxis 02.03 c {battalion}\nsoviet 06.05 r {LEG}"
    table = built(site("axis 02.03 3", units=units), "02.03", REDUCE, "")
    assert (table.one(AirBaseReduced).units, level(table, "02.03")) == (("b", "c"), 2)


@pytest.mark.case("15.3-A", "15.4-A", "15.2-A")
@pytest.mark.parametrize(("at", "phasing"), [("exploitation_movement", "axis"), ("reaction_movement", "soviet")])
def test_nobody_works_on_bases_in_other_phases(at: str, phasing: str) -> None:
    """A Reserve keeps the segment open."""
    rest = f"[supply]\naxis 02.02 9\n[bases]\naxis 02.03 3\naxis 02.02 strip\n{AWAY}\n"
    units = f"{WORKERS}\naxis 01.01 v {LEG} reserve"
    table = sit(units, rest=rest, head="turns 2\nair_strips axis=2\n", at=at, phasing=phasing)
    assert not table.offered(Construct)
    for task, where in ((BUILD, "01.02"), (STRIP, "02.02"), (REDUCE, "02.03"), ("build_air_strip", "01.02")):
        assert table.refused(Construct("e", table.hex(where), task)) == ("construct.phase", "16.0b-A")


@pytest.mark.case("15.4-B", "15.2-E")
@pytest.mark.parametrize(("base", "case"), [("axis 02.03 1", "15.4-B"), ("axis 02.03 strip", "15.2-E")])
def test_level_one_and_air_strips_are_not_reduced(base: str, case: str) -> None:
    table = site(base)
    assert table.refused(Construct("e", table.hex("02.03"), REDUCE)) == ("air_base.lowest", case)
    assert table.refused(Construct("e", table.hex("02.02"), REDUCE)) == ("air_base.none", "15.4-B")


@pytest.mark.case("15.0b-D", "15.4-A")
def test_the_owner_chooses_who_stands_down_when_there_is_no_room() -> None:
    """Six are Active at Level 2; at Level 1 there is room for five."""
    planes = "\n".join(f"axis 02.03 f{i} {FIGHTER}" for i in range(6)) + f"\naxis 02.03 z {FIGHTER} inactive"
    table = built(site(f"axis 02.03 2\n{AWAY}", f"{planes}\nsoviet 06.05 x {FIGHTER}", units=WORKERS), "02.03", REDUCE)
    refused = table.refused
    assert [action.plane for action in table.offered(StandDown)] == [f"f{i}" for i in range(6)]
    assert refused(StandDown("z")) == refused(StandDown("x")) == ("stand_down.not_there", "15.0b-D")
    assert [table.why(StandDown(pid)).detail for pid in ("z", "x")] == ["z", "'x'"], "the enemy's is not named"
    assert refused(StandDown("nobody")) == ("air.unknown_plane", "3.5")
    table.do(StandDown("f4"))
    assert len(active_at(table.look, table.hex("02.03"), "axis")) == 5
    assert table.told(AircraftStoodDown) == "F4 stands down at 02.03"


@pytest.mark.case("15.0b-D", "10.0c-A", "15.0c")
def test_a_barrage_may_leave_no_room_for_the_active_aircraft() -> None:
    planes = "\n".join(f"axis 02.03 f{i} {FIGHTER}" for i in range(6))
    look = site("axis 02.03 2", planes).look
    raid = BaseRaid("soviet", look.board.index("02.03"), 60)
    table = Table(look, Frame("base_raid", "roll", raid), (6, *(1,) * 6))
    assert (level(table, "02.03"), table.step, table.asked.side) == (1, "stand_down", "axis")
    table.do(StandDown("f0"))
    assert table.step == ""


# --- lists and positions -----------------------------------------------------------------------------------------


@pytest.mark.case("15.3-A", "15.4-A")
def test_what_is_listed_is_what_is_accepted() -> None:
    bases = "axis 02.03 2\naxis 02.02 strip\naxis 01.02 3 reduced\naxis 03.03 1 raised\nsoviet 06.05 2\nsoviet 04.02 1"
    units = f"{WORKERS}\naxis 03.03 g {GUNS}\naxis 01.02 b {LEG}"
    table = site(bases, units=units)
    named = (Construct(u, h, t) for u, h, t in product(("", "e", "hq", "a"), range(30), ALL_TASKS))
    accepted = {action for action in named if refuse(table.look, Segment("axis"), action) is None}
    assert {*table.offered(Construct)} == accepted
    assert {BUILD, STRIP, REDUCE} < {action.task for action in accepted}


@pytest.mark.case("15.3-B", "15.4-B")
def test_a_position_keeps_what_was_done_to_a_base() -> None:
    table = site("axis 02.03 2 reduced raised\naxis 02.04 1 refitted")
    text = dump_position(table.game.world, table.game.state)
    assert "axis 02.03 2 reduced raised\naxis 02.04 1 refitted\n" in text
    with pytest.raises(ValueError, match=re.escape("refitted, reduced, raised")):
        sit(WORKERS, rest="[bases]\naxis 02.03 2 done\n")
