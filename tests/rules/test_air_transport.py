"""Air Transport: what aircraft carry, how far, what is lost on the way, and what the cargo may do in that phase."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import (
    AddPlane,
    AimMission,
    BeginMove,
    Cancel,
    Disembark,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    LoadSupply,
    LoseCargo,
    PlanMission,
    Release,
    RemovePlane,
    ReturnTo,
    RideRail,
    SetMode,
    StepTo,
    UnloadSupply,
)
from redball.core.events import UnitEliminated
from redball.core.refusals import Refusal
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.view.air import AirView, air_view
from redball.game.watch.bookkeeping import check_events
from redball.rules.air.air import (
    AircraftHit,
    AircraftLanded,
    AirRound,
    CargoCounted,
    CargoLost,
    MissionFlown,
    SupplyAirlifted,
    UnitAirlifted,
)
from redball.rules.air.cargo import refuse_flyer
from redball.rules.ground.air_force import base_in
from redball.rules.units.airlift import MpCounted, airlifted
from rules.rail_table import railway
from rules.test_air_missions import FIGHTER, JU52, at
from support import LEG, TRUCK, Sitting, land, sit

HALF = "Tpt (0)-0-6/(0)-0-6 carries=1/2T,1/2T"
BASES = "axis 01.01 1\naxis 04.01 1\naxis 07.01 2\naxis 13.01 1\nsoviet 14.01 1"
FOES = f"soviet 14.01 r {LEG}"
BATTALION = "Bn infantry other 2-3-3L/1-3-6L"
COMPANY = "Co infantry other 1-3-3L/1-3-6L"
MOUNTAIN = "Rgt mountain other 4-3-4L/2-3-{ma}L"


def field(
    planes: str, *units: str, bases: str = BASES, supply: str = "axis 01.01 4", rest: str = "", **more: Any
) -> Sitting:
    """A row of fourteen hexes: bases of the axis at 01, 04, 07 (Level 2) and 13; SP at 01."""
    air = f"[supply]\n{supply}\n[bases]\n{bases}\n[aircraft]\n{planes}\n"
    return sit("\n".join([*units, FOES]), land(columns=14, rows=1), rest=air + rest, **more)


def planned(table: Sitting, where: str, *planes: tuple[str, str]) -> Sitting:
    """An Air Transport in its draft; each aircraft with its trip."""
    table.do(PlanMission("air_transport"), AimMission(table.hex(where)))
    return table.do(*(AddPlane(pid, trip) for pid, trip in planes))


def ju(*ids: str, start: str = "01.01", marks: str = "") -> str:
    """Transports of 2T, or 1T if reduced, at a base."""
    return "\n".join(f"axis {start} {pid} {JU52} {marks}" for pid in ids)


def refused(table: Sitting, action: Any) -> tuple[str, str, str, str]:
    """Code, case and numbers of a refusal."""
    why: Refusal = table.why(action)
    return why.code, why.case, str(why.have), str(why.need)


def ground(table: Sitting, where: str) -> tuple[int, int]:
    """Tokens on the ground, and how many of them were moved in this phase."""
    dump = table.game.state.ground_supply("axis", table.hex(where))
    return dump.tokens, dump.fresh


# --- supply ------------------------------------------------------------------------------------------------------


@pytest.mark.case("14.9", "14.9a", "14.9e", "14.9e-B", "2.3-F", "14.1-B", "14.2", "3.3a-B", "4.7-A", "12.2", "2.3-F")
def test_a_transport_brings_supply_to_a_base_and_returns() -> None:
    table = field(ju("j"))
    planned(table, "07.01", ("j", "return")).do(LoadPlanes(table.hex("01.01"), 2)).done()
    assert (ground(table, "01.01"), ground(table, "07.01")) == ((14, 0), (2, 2))
    assert table.one(SupplyAirlifted).case == "14.9"
    assert table.told(SupplyAirlifted) == "2T flown from 01.01 to 07.01"
    assert table.offered(ReturnTo) == [ReturnTo("j", table.hex(name)) for name in ("01.01", "04.01", "07.01", "13.01")]
    table.do(ReturnTo("j", table.hex("01.01")))
    assert at(table, "j") == ("01.01", False)
    assert table.all(AircraftLanded)[0].case == "14.9e-B"


@pytest.mark.case("14.9e-A", "14.9e-B", "14.9e-C", "14.9e")
@pytest.mark.parametrize(
    ("where", "ways"),
    [("04.01", ("stay", "return", "double")), ("07.01", ("stay", "return")), ("13.01", ("stay",))],
)
def test_each_aircraft_flies_as_its_range_allows(where: str, ways: tuple[str, ...]) -> None:
    """Range 6: half of it is 3 hexes, twice of it 12. An escort carries nothing, so it has nothing to double."""
    table = planned(field(f"{ju('j')}\naxis 01.01 f {FIGHTER}"), where)
    escort = tuple(way for way in ways if way != "double")
    assert table.offered(AddPlane) == [AddPlane(pid, way) for pid, own in (("f", escort), ("j", ways)) for way in own]
    assert table.refused(AddPlane("j")) == ("mission.trip", "14.9e")
    for way in {"stay", "return", "double"} - {*ways}:
        assert refused(table, AddPlane("j", way)) == ("mission.trip", "14.9e", way, " or ".join(ways))


@pytest.mark.case("14.9e-C")
def test_half_of_an_odd_range_is_not_rounded_up() -> None:
    five = "Tpt (0)-0-5/(0)-0-5 carries=2T,1T"
    bases = "axis 01.01 1\naxis 03.01 1\naxis 04.01 1\nsoviet 14.01 1"
    table = planned(field(f"axis 01.01 j {five}", bases=bases), "04.01")
    assert [add.trip for add in table.offered(AddPlane)] == ["stay", "return"]
    table = planned(field(f"axis 01.01 j {five}", bases=bases), "03.01")
    assert [add.trip for add in table.offered(AddPlane)] == ["stay", "return", "double"]


@pytest.mark.case("14.9e-C", "14.9e-A")
def test_double_capacity_on_half_the_range_there_and_back() -> None:
    """It returns to bases within 3 hexes; one that stays is there at once."""
    table = field(
        ju("j", "k"), supply="axis 01.01 4", bases=BASES.replace("07.01 2", "06.01 1") + "\naxis 02.01 3\naxis 08.01 1"
    )
    planned(table, "04.01", ("j", "double"), ("k", "stay"))
    assert refused(table, LoadPlanes(table.hex("01.01"), 7)) == ("cargo.overloaded", "14.9a", "7T", "6T")
    table.do(LoadPlanes(table.hex("01.01"), 4)).done()
    assert at(table, "k") == ("04.01", False)
    assert {table.game.look.hex_name(a.hex) for a in table.offered(ReturnTo)} == {"01.01", "02.01", "04.01", "06.01"}
    why = table.why(ReturnTo("j", table.hex("08.01")))
    assert (why.code, why.case, why.have, why.need) == ("return.range", "14.2d", "4", "3")
    table.do(ReturnTo("j", table.hex("02.01")))
    assert [(e.plane, e.case) for e in table.all(AircraftLanded)] == [("k", "14.9e-A"), ("j", "14.9e-C")]


@pytest.mark.case("14.9b", "14.9a")
def test_half_a_token_is_pooled_or_doubled_never_rounded_up() -> None:
    planes = f"axis 01.01 a {HALF}\naxis 01.01 b {HALF}"
    table = planned(field(planes), "07.01", ("a", "return"))
    assert refused(table, LoadPlanes(table.hex("01.01"), 1)) == ("cargo.overloaded", "14.9a", "1T", "1/2T")
    table.do(AddPlane("b", "return"), LoadPlanes(table.hex("01.01"), 1))
    alone = planned(field(planes), "04.01", ("a", "double"))
    alone.do(LoadPlanes(alone.hex("01.01"), 1)).done()
    assert ground(alone, "04.01") == (1, 1)


@pytest.mark.case("14.9a")
def test_capacity_is_pooled_at_one_base_only() -> None:
    planes = f"axis 01.01 a {HALF}\naxis 04.01 b {HALF}"
    table = planned(field(planes, supply="axis 01.01 1\naxis 04.01 1"), "07.01", ("a", "return"), ("b", "return"))
    for name in ("01.01", "04.01"):
        assert table.refused(LoadPlanes(table.hex(name), 1)) == ("cargo.overloaded", "14.9a")
    assert table.refused(LoadPlanes(table.hex("13.01"), 1)) == ("cargo.no_transport", "14.9a")
    assert not table.offered(LoadPlanes)


@pytest.mark.case("14.9")
def test_a_mission_without_cargo_does_not_fly_and_what_is_loaded_can_change() -> None:
    table = planned(field(ju("j", "k"), f"axis 01.01 u {LEG} move"), "07.01", ("j", "return"))
    assert table.refused(Done()) == ("cargo.none", "14.9")
    table.do(LoadPlanes(table.hex("01.01"), 2))
    assert refused(table, LoadPlanes(table.hex("01.01"), 2))[:3] == ("cargo.same", "14.9a", "2T")
    table.do(LoadPlanes(table.hex("01.01"), 0))
    assert table.refused(Done()) == ("cargo.none", "14.9")
    table.do(Embark("u"))
    assert table.refused(Embark("u")) == ("cargo.aboard", "14.9a")
    table.do(Disembark("u"))
    assert table.refused(Disembark("u")) == ("cargo.not_aboard", "14.9a")
    table.do(Embark("u"), RemovePlane("j"))
    assert table.refused(Done()) == ("mission.empty", "14.2f-A")
    table.do(AddPlane("k", "return")).done()
    assert table.one(MissionFlown).planes == ("k",)


def test_nothing_to_carry_means_no_such_mission() -> None:
    table = field(ju("j"), supply="axis 04.01 1")
    assert PlanMission("air_transport") not in table.offered(PlanMission)
    assert table.refused(PlanMission("air_transport")) == ("mission.nobody", "14.1a")


@pytest.mark.case("14.9f", "15.0b-C")
def test_a_base_unloads_two_tokens_a_level_in_a_segment() -> None:
    """A base of Level 2: four tokens, in however many missions; loading has no limit."""
    table = field(ju("j", "k", "l", "m"))
    start = table.hex("01.01")
    planned(table, "07.01", ("j", "return"), ("k", "return"), ("l", "return"))
    assert refused(table, LoadPlanes(start, 6)) == ("cargo.unloading", "14.9f", "6T", "4T")
    assert refused(table, LoadPlanes(start, 5)) == ("cargo.unloading", "14.9f", "5T", "4T")
    table.do(RemovePlane("k"), RemovePlane("l"), LoadPlanes(start, 2), Done(), ReturnTo("j", start))
    assert table.one(CargoCounted).halves == 4
    planned(table, "07.01", ("k", "return"), ("l", "return"))
    assert refused(table, LoadPlanes(start, 3)) == ("cargo.unloading", "14.9f", "3T", "2T")
    table.do(LoadPlanes(start, 2), Done(), ReturnTo("k", start), ReturnTo("l", start))
    planned(table, "07.01", ("m", "return"))
    assert refused(table, LoadPlanes(start, 1)) == ("cargo.unloading", "14.9f", "1T", "0T")


@pytest.mark.case("14.9f", "15.0b-C")
def test_what_those_that_stay_carry_does_not_count() -> None:
    table = field(ju("j", "k"))
    planned(table, "04.01", ("j", "stay"), ("k", "return")).do(LoadPlanes(table.hex("01.01"), 4)).done()
    assert table.one(CargoCounted).halves == 4
    base = base_in(table.game.state, table.hex("04.01"))
    assert base is not None
    assert base.unloaded == 4
    alone = field(ju("j"))
    planned(alone, "04.01", ("j", "stay")).do(LoadPlanes(alone.hex("01.01"), 2)).done()
    assert not alone.all(CargoCounted)


@pytest.mark.case("15.2-C")
def test_an_air_strip_unloads_two_tokens() -> None:
    table = planned(
        field(ju("j", "k"), bases="axis 01.01 1\naxis 04.01 strip\nsoviet 14.01 1"), "04.01", ("j", "double")
    )
    assert refused(table, LoadPlanes(table.hex("01.01"), 3)) == ("cargo.unloading", "15.2-C", "3T", "2T")
    table.do(LoadPlanes(table.hex("01.01"), 2))


@pytest.mark.case("14.9f")
def test_the_limit_is_that_of_a_segment() -> None:
    table = field(ju("j"), f"axis 01.01 u {LEG}", rest="[sources]\naxis 01.01\nsoviet 14.01\n")
    planned(table, "07.01", ("j", "return")).do(LoadPlanes(table.hex("01.01"), 2), Done())
    table.do(ReturnTo("j", table.hex("01.01")))
    written = dump_position(table.game.world, table.game.state)
    assert "axis 07.01 2 unloaded=2T" in written
    assert base_in(parse_position(written)[1], table.hex("07.01")) == base_in(table.game.state, table.hex("07.01"))
    table.idle(lambda: table.game.state.clock.turn == 2 and table.game.state.clock.phase == "movement")
    base = base_in(table.game.state, table.hex("07.01"))
    assert base is not None
    assert base.unloaded == 0


@pytest.mark.case("14.9d-D")
def test_supply_is_not_moved_on_and_none_flies_that_was_moved() -> None:
    trucks = "axis 07.01 t truck 2 50T"
    table = field(ju("j", "k"), trucks)
    planned(table, "07.01", ("j", "stay")).do(LoadPlanes(table.hex("01.01"), 2)).done()
    table.begin("t")
    assert not table.offered(LoadSupply)
    moved = field(ju("j"), "axis 02.01 t truck 2 50T load=1")
    moved.begin("t").go("01.01")
    moved.do(UnloadSupply("t", 4)).halt()
    planned(moved, "07.01", ("j", "return"))
    state = moved.game.state.ground_supply("axis", moved.hex("01.01"))
    assert (state.tokens, state.fresh) == (20, 4)
    assert refused(moved, LoadPlanes(moved.hex("01.01"), 17)) == ("cargo.no_supply", "14.9d-D", "4 SP 1T", "4 SP")


# --- units -------------------------------------------------------------------------------------------------------


@pytest.mark.case("14.9a", "4.7a", "4.7b", "4.7-A")
@pytest.mark.parametrize(
    ("unit", "need"),
    [(LEG, 4), (BATTALION, 2), (COMPANY, 1), (MOUNTAIN.format(ma=7), 8), (MOUNTAIN.format(ma=10), 8)],
)
def test_what_a_unit_takes(unit: str, need: int) -> None:
    """In half tokens: 4T for an RE, half of that with 6 Leg MP or fewer."""
    planes = "\n".join(f"axis 01.01 h{i} {HALF}" for i in range(4))
    table = field(planes, f"axis 01.01 u {unit} move")
    half = need // 2 if need > 4 else need
    trip = "double" if need > 4 else "return"
    where = "04.01" if need > 4 else "07.01"
    planned(table, where, *((f"h{i}", trip) for i in range(half - 1 if half > 1 else 1)))
    if half > 1:
        assert table.refused(Embark("u")) == ("cargo.overloaded", "14.9a")
        table.do(AddPlane(f"h{half - 1}", trip))
    if need > 4:
        assert table.refused(Embark("u")) == ("cargo.unloading", "14.9f")
    else:
        table.do(Embark("u")).done()
        assert table.at("u") == where


@pytest.mark.case("14.9c", "14.9d-B", "4.7-A", "5.5a", "5.6a", "5.7e", "5.8d", "5.10d")
def test_who_goes_by_air() -> None:
    table = field(
        ju("j", "k"),
        f"axis 01.01 u {LEG} move",
        f"axis 01.01 c {LEG}",
        f"axis 01.01 d {LEG} move dg",
        f"axis 01.01 e {LEG} move reserve",
        f"axis 01.01 s {LEG} strat",
        f"axis 01.01 m {MOUNTAIN.format(ma=11)} move",
        f"axis 01.01 t {TRUCK} move",
        "axis 01.01 tank Bn tank armor 3-5-6K/2-5-10K move",
        "axis 01.01 tp truck 1 50T",
        f"axis 04.01 far {LEG} move",
    )
    planned(table, "07.01", ("j", "return"))
    assert table.offered(Embark) == [Embark("u")]
    assert table.refused(Embark("c")) == ("cargo.mode", "14.9c")
    for other in "des":
        assert table.refused(Embark(other)) == ("cargo.mode", "14.9c")
    assert table.refused(Embark("m")) == ("cargo.too_heavy", "14.9c")
    assert table.refused(Embark("t")) == table.refused(Embark("tank")) == ("cargo.too_heavy", "14.9c")
    assert table.refused(Embark("tp")) == ("cargo.truck", "4.7c-B")
    assert table.refused(Embark("far")) == ("cargo.no_transport", "14.9a")
    assert table.refused(Embark("r")) == ("cargo.not_yours", "14.9c")


@pytest.mark.case("14.9d-A", "4.7d-D", "14.9d-B")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (2, 1), (3, 0)])
def test_a_unit_spends_half_its_ma_before_and_after(before: int, after: int) -> None:
    """6 MP in Move Mode: three in all, in the open."""
    table = field(ju("j", start="04.01"), f"axis {4 - before:02}.01 u {LEG} move", supply="axis 04.01 1")
    if before:
        table.move("u", *(f"{hex_:02}.01" for hex_ in range(5 - before, 5)))
        assert table.one(MpCounted).mp == 12 * before
    planned(table, "07.01", ("j", "stay")).do(Embark("u")).done()
    assert table.one(UnitAirlifted).moved is (after == 0)
    assert airlifted(table.unit("u"))
    assert table.unit("u").began_at == table.hex(f"{4 - before:02}.01")
    if not after:
        assert table.refused(BeginMove("u")) == ("move.moved", "6.1f")
        return
    table.begin("u")
    assert not table.offered(SetMode)
    table.go(*(f"{hex_:02}.01" for hex_ in range(8, 8 + after)))
    assert not table.offered(StepTo)


@pytest.mark.case("14.9d-A")
def test_who_has_spent_more_than_half_does_not_fly() -> None:
    table = field(ju("j", start="07.01"), f"axis 03.01 u {LEG} move", supply="axis 07.01 1")
    table.move("u", "04.01", "05.01", "06.01", "07.01")
    planned(table, "13.01", ("j", "stay"))
    assert refused(table, Embark("u")) == ("cargo.spent", "14.9d-A", "4", "3")
    uncounted = field(ju("j"), f"axis 01.01 u {LEG} move spent")
    planned(uncounted, "07.01", ("j", "stay"))
    assert refused(uncounted, Embark("u")) == ("cargo.spent", "14.9d-A", "6", "3"), "nobody knows how much"


@pytest.mark.case("4.7d-A")
def test_one_kind_of_transport_in_a_phase() -> None:
    """Not by rail to the base and on by air, nor the other way round, nor twice by air."""
    air = f"[bases]\naxis 04.02 1\naxis 08.02 1\n[aircraft]\n{ju('j', start='04.02')}\n{ju('k', start='08.02')}\n"
    table = railway(f"axis 01.02 u {LEG} move\naxis 04.02 v {LEG} move", more=air)
    table.begin("u").do(RideRail(table.hex("04.02")))
    planned(table, "08.02", ("j", "return"))
    assert refused(table, Embark("u"))[:3] == ("cargo.two_transports", "4.7d-A", "rail")
    table.do(Embark("v"), Done(), ReturnTo("j", table.hex("04.02")))
    assert table.at("v") == "08.02"
    table.begin("v")
    assert table.refused(RideRail(table.hex("12.02"))) == ("rail.flown", "4.7d-A")
    table.halt()
    assert refused_flight(table, "v") == ("cargo.two_transports", "4.7d-A", "air")


def refused_flight(table: Sitting, uid: str) -> tuple[str, str, str]:
    """Why a unit does not go by air, whoever could carry it."""
    why = refuse_flyer(table.look, table.unit(uid))
    assert why is not None
    return why.code, why.case, str(why.have)


@pytest.mark.case("14.9d-A", "4.5b-A", "13.8d-C")
@pytest.mark.parametrize(("mark", "code"), [("negates", "move.negating"), ("worked", "construct.worked")])
def test_who_may_spend_no_mp_does_not_fly_either(mark: str, code: str) -> None:
    table = planned(field(ju("j"), f"axis 01.01 u {LEG} move {mark}"), "07.01", ("j", "stay"))
    assert table.refused(Embark("u"))[0] == code


@pytest.mark.case("14.9d-C", "7.0a", "11.0a", "14.9d-B")
@pytest.mark.parametrize(("segment", "phasing"), [("reaction_movement", "soviet"), ("exploitation_movement", "axis")])
def test_in_reaction_and_exploitation_only_released_reserves_move_on(segment: str, phasing: str) -> None:
    table = field(
        ju("j", "k"),
        f"axis 01.01 u {LEG} move",
        f"axis 01.01 v {LEG} move reserve",
        f"axis 01.01 c {LEG}",
        at=segment,
        phasing=phasing,
    )
    table.do(Release("v"))
    planned(table, "07.01", ("j", "stay"), ("k", "stay"))
    why = table.why(Embark("c"))
    assert (why.code, why.case) == ("cargo.mode", "14.9d-B")
    table.do(Embark("u"), Embark("v")).done()
    assert (table.at("u"), table.at("v")) == ("07.01", "07.01")
    assert table.refused(BeginMove("u"))[0] == "move.not_usable"
    table.begin("v")
    if segment == "reaction_movement":  # a quarter of 6 MP in all
        table.go("08.01")
        assert not table.offered(StepTo)
    else:
        table.go("08.01", "09.01", "10.01")


# --- losses ------------------------------------------------------------------------------------------------------

ZONE = f"soviet 14.01 x {FIGHTER}"


def hit(table: Sitting) -> Sitting:
    """The mission flies, nobody intercepts it, and Flak takes a step."""
    return table.done().done()


@pytest.mark.case("14.4g", "14.4a", "14.2e-B")
def test_flak_destroys_what_cannot_be_carried_any_more() -> None:
    """Two tokens of four, from two transports of which one is reduced; a fighter goes with them."""
    planes = f"{ju('j', 'k')}\naxis 01.01 f {FIGHTER}\n{ZONE}"
    table = field(planes, dice=(6, 6, 1))
    planned(table, "07.01", ("j", "return"), ("k", "return"), ("f", "return")).do(LoadPlanes(table.hex("01.01"), 4))
    hit(table)
    assert table.one(AircraftHit).plane in ("j", "k", "f")
    assert (ground(table, "01.01"), ground(table, "07.01")) == ((12, 0), (3, 3))
    assert (table.one(CargoLost).tokens, table.one(CargoLost).hex) == (1, table.hex("01.01"))
    assert table.told(CargoLost) == "1T from 01.01 lost with the aircraft"


@pytest.mark.case("14.4g", "14.9b")
def test_half_a_token_too_little_is_enough() -> None:
    """1T in a transport that carries 1/2T once it is reduced arrives."""
    table = field(f"axis 01.01 j Tpt (0)-0-6/(0)-0-6 carries=1T,1/2T\n{ZONE}", dice=(6, 6))
    planned(table, "07.01", ("j", "return")).do(LoadPlanes(table.hex("01.01"), 1))
    hit(table)
    assert table.one(AircraftHit).plane == "j"
    assert not table.all(CargoLost)
    assert ground(table, "07.01") == (1, 1)


@pytest.mark.case("14.4g", "14.9e-C")
def test_what_is_left_counts_with_the_doubled_capacity() -> None:
    table = field(ju("j") + f"\nsoviet 08.01 x {FIGHTER}", bases=BASES + "\nsoviet 08.01 1", dice=(6, 6))
    planned(table, "04.01", ("j", "double")).do(LoadPlanes(table.hex("01.01"), 2))
    hit(table)
    assert table.one(AircraftHit).plane == "j"
    assert not table.all(CargoLost)


@pytest.mark.case("14.4g")
def test_the_owner_chooses_what_is_lost() -> None:
    table = field(f"{ju('j', 'k')}\n{ZONE}", f"axis 01.01 u {LEG} move", dice=(6, 6, 1))
    planned(table, "07.01", ("j", "return"), ("k", "return")).do(LoadPlanes(table.hex("01.01"), 2), Embark("u"))
    hit(table)
    start = table.hex("01.01")
    assert table.asked.side == "axis"
    assert {(a.hex, a.unit) for a in table.offered(LoseCargo)} == {(start, ""), (start, "u")}
    assert table.refused(LoseCargo(start, "r")) == ("cargo.not_there", "14.4g")
    table.do(LoseCargo(start, "u"))
    lost = table.one(UnitEliminated)
    assert (lost.unit, lost.case, lost.cause) == ("u", "14.4g", "the loss of its aircraft")
    assert ground(table, "07.01") == (2, 2)


@pytest.mark.case("14.4g", "14.1c-B", "14.5-B")
@pytest.mark.parametrize(("dice", "marks", "arrives"), [((6, 6, 1), "", 1), ((6, 6, 6), "reduced", 0)])
def test_cargo_lands_with_a_transport_that_aborts_over_the_base(
    dice: tuple[int, ...], marks: str, arrives: int
) -> None:
    """An interceptor drives it off: it lands where it was going, and its cargo with it, unless it is shot down."""
    table = field(f"{ju('j', marks=marks)}\n{ZONE}", dice=dice)
    planned(table, "07.01", ("j", "return")).do(LoadPlanes(table.hex("01.01"), 1)).done()
    table.do(Intercept("x"))
    table.idle(lambda: table.step == "movement_segment.choose_unit")
    assert table.one(AirRound).aborted
    assert ground(table, "07.01") == (arrives, arrives)
    assert sum(lost.tokens for lost in table.all(CargoLost)) == 1 - arrives
    assert at(table, "j") == (("07.01", False) if arrives else ("dead", False))


# --- what is kept, and seen --------------------------------------------------------------------------------------


def test_the_books_balance() -> None:
    table = field(f"{ju('j', 'k')}\n{ZONE}", f"axis 01.01 u {LEG} move", dice=(6, 6, 1))
    planned(table, "07.01", ("j", "return"), ("k", "return")).do(LoadPlanes(table.hex("01.01"), 2), Embark("u")).done()
    before = table.game.state
    done = table.game.do(Done())
    check_events(table.game.world, 1, before, done.events, table.game.state)
    before = table.game.state
    done = table.game.do(LoseCargo(table.hex("01.01"), ""))
    check_events(table.game.world, 2, before, done.events, table.game.state)


@pytest.mark.case("4.9a-A")
def test_the_enemy_sees_no_cargo() -> None:
    table = field(f"{ju('j')}\n{ZONE}", f"axis 01.01 u {LEG} move")
    planned(table, "07.01", ("j", "return")).do(Embark("u")).done()
    own, theirs = (air_view(table.look, side) for side in ("axis", "soviet"))
    assert isinstance(own, AirView)
    assert isinstance(theirs, AirView)
    assert own.mission is not None
    assert theirs.mission is not None
    assert [cargo.unit for cargo in own.mission.cargo] == ["u"]
    assert own.mission.trips == ("return",)
    assert (theirs.mission.cargo, theirs.mission.trips) == ((), ())


def test_what_a_unit_spent_is_written() -> None:
    table = field(ju("j", start="04.01"), f"axis 03.01 u {LEG} move", supply="axis 04.01 1")
    table.move("u", "04.01")
    written = dump_position(table.game.world, table.game.state)
    assert "mp=12" in written
    assert parse_position(written)[1].units["u"] == table.unit("u")
    planned(table, "07.01", ("j", "stay")).do(Embark("u")).done()
    assert parse_position(dump_position(table.game.world, table.game.state))[1].units["u"] == table.unit("u")


def test_a_mission_can_be_taken_back() -> None:
    table = planned(field(ju("j")), "07.01", ("j", "stay")).do(LoadPlanes(0, 2))
    before = ground(table, "01.01")
    table.do(Cancel())
    assert ground(table, "01.01") == before
