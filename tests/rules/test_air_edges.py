"""Edges of the air rules: the first hex of the map, exactly enough, one die, and what is left when nothing is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from as_json import view
from redball.core.actions import (
    AbortPlane,
    AddPlane,
    AddUnit,
    Advance,
    AimMission,
    BeginMove,
    DeclareAttack,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    LoseCargo,
    PlanMission,
    RebuildPlane,
    ReturnTo,
    SendPlane,
    StepTo,
)
from redball.core.events import DiceRolled, OddsSet
from redball.game.sight.belief import knows
from redball.rules.air.air import AircraftHit, AircraftLanded, CargoLost, SupplyAirlifted
from redball.rules.air.kind import Cargo, Mission
from redball.rules.air.supply_drop import SupplyDropped, taken_home
from redball.rules.ground.air_force import base_in, plane_in, with_planes
from rules import test_air_base_capture as capture
from rules import test_air_renewal as renewal
from rules import test_air_strikes as strikes
from rules import test_air_transport as transport
from rules import test_supply_drop as drops
from rules import test_trainbusting as busting
from rules.renewal_table import EQ
from rules.test_air_missions import BOMBER, FIGHTER, JU52, at, planned, sky
from support import LEG, land, sit

ONE_HALF = "Tpt (0)-0-6/(0)-0-6 carries=1/2T,1/2T"


# --- the first hex of the map ------------------------------------------------------------------------------------


@pytest.mark.case("9.14f-B")
def test_aircraft_get_away_from_a_base_in_the_first_hex() -> None:
    """A five spares the Active fighter; a two takes the last step of the other, which flies nowhere."""
    planes = f"soviet 01.01 f {FIGHTER}\nsoviet 01.01 g {FIGHTER} reduced"
    air = f"[bases]\nsoviet 01.01 1\nsoviet 05.01 1\n[aircraft]\n{planes}"
    units = f"axis 02.01 a {LEG}\nsoviet 14.01 s {LEG}"
    table = sit(units, land(columns=14, rows=1), rest=air, dice=(2, 3, 1, 1))
    table.do(BeginMove("a"), StepTo(table.hex("01.01")))
    assert table.hex("01.01") == 0
    assert [hit.plane for hit in table.all(AircraftHit)] == ["g"]
    assert (capture.where(table, "f"), capture.where(table, "g")) == ("05.01", "dead")
    assert [landed.plane for landed in table.all(AircraftLanded)] == ["f"]


@pytest.mark.case("14.1g", "14.7b")
def test_the_first_hex_may_be_the_only_target_and_aircraft_fly_home_from_it() -> None:
    units = f"axis 05.01 a {LEG}\nsoviet 01.01 r {LEG}"
    bases = "axis 05.01 1\nsoviet 12.01 1"
    table = sky(f"axis 05.01 b {BOMBER}", bases, units=units, at="movement_barrage", dice=(1, 1, 1, 1))
    assert table.hex("01.01") == 0
    planned(table, "barrage", "01.01", "b").done()
    assert at(table, "b") == ("05.01", False)


@pytest.mark.case("14.1c-A", "9.14f-B")
def test_after_one_choice_whoever_has_none_lands_without_a_question() -> None:
    """From 05.01 `f` reaches two bases within twice its range, `g` only one."""
    planes = f"soviet 05.01 f {FIGHTER}\nsoviet 05.01 g F 4-3-2/3-2-2"
    table = capture.raid(planes, 6, 6, 6, 6, bases="soviet 05.01 1\nsoviet 08.01 1\nsoviet 11.01 1")
    capture.walk_in(table)
    assert {(ways.plane, table.look.hex_name(ways.hex)) for ways in table.offered(ReturnTo)} == {
        ("f", "08.01"),
        ("f", "11.01"),
    }
    table.do(ReturnTo("f", table.hex("11.01")))
    assert (capture.where(table, "f"), capture.where(table, "g")) == ("11.01", "08.01")
    assert table.step == "move.go"


# --- exactly enough ----------------------------------------------------------------------------------------------


@pytest.mark.case("14.9", "14.10")
def test_a_single_token_is_enough_for_a_mission_and_half_a_token_of_room_too() -> None:
    """Two aircraft that carry half a token each take the only token of their base."""
    halves = f"axis 01.01 h {ONE_HALF}\naxis 01.01 i {ONE_HALF}"
    flown = transport.field(halves, supply="axis 01.01 1T")
    transport.planned(flown, "07.01", ("h", "stay"), ("i", "stay"))
    dropped = drops.field(halves, supply="axis 01.01 1T", dice=(6, 6))
    drops.planned(dropped, "05.01", 1, "h", "i")
    alone = drops.field(f"axis 01.01 h {ONE_HALF}", supply="axis 01.01 1T")
    assert "supply_drop" in {plan.kind for plan in alone.offered(PlanMission)}


@pytest.mark.case("14.9")
def test_all_the_supply_of_a_base_may_be_loaded_and_none_of_it_again() -> None:
    table = transport.planned(transport.field(transport.ju("j"), supply="axis 01.01 2T"), "07.01", ("j", "return"))
    start = table.hex("01.01")
    assert table.offered(LoadPlanes) == [LoadPlanes(start, 2), LoadPlanes(start, 1)]
    assert table.refused(LoadPlanes(start, 3)) == ("cargo.no_supply", "14.9d-D")
    table.do(LoadPlanes(start, 2))
    assert table.offered(LoadPlanes) == [LoadPlanes(start, 1), LoadPlanes(start, 0)]
    table.do(LoadPlanes(start, 0))
    assert table.data.cargo == ()
    table.do(LoadPlanes(start, 2)).done()
    assert table.one(SupplyAirlifted).tokens == 2


@pytest.mark.case("14.9f", "14.9e-A")
def test_what_those_that_stay_could_carry_besides_takes_no_room() -> None:
    """The base has unloaded all that it can in this segment; `j` stays there and brings its 2T all the same."""
    bases = "axis 01.01 1\naxis 07.01 1 unloaded=2T\nsoviet 14.01 1"
    table = transport.planned(
        transport.field(transport.ju("j", "k"), bases=bases), "07.01", ("j", "stay"), ("k", "return")
    )
    start = table.hex("01.01")
    assert table.offered(LoadPlanes) == [LoadPlanes(start, 2), LoadPlanes(start, 1)]
    assert transport.refused(table, LoadPlanes(start, 3)) == ("cargo.unloading", "14.9f", "1T", "0T")


@pytest.mark.case("2.4-3", "14.9")
def test_air_transport_is_nothing_offensive() -> None:
    """In a simulcast turn transports fly, and drop nothing."""
    table = transport.field(transport.ju("j"), phasing="axis simulcast=yes", at="movement")
    assert {plan.kind for plan in table.offered(PlanMission)} == {"base_transfer", "air_transport"}
    assert table.refused(PlanMission("supply_drop")) == ("mission.simulcast", "2.4-3")
    transport.planned(table, "07.01", ("j", "stay")).do(LoadPlanes(table.hex("01.01"), 1)).done()
    assert table.one(SupplyAirlifted).tokens == 1


# --- what is lost ------------------------------------------------------------------------------------------------


@pytest.mark.case("14.4g")
def test_what_was_lost_is_no_cargo_any_more() -> None:
    """The only transport is reduced to 1T. Its owner gives up the token; the company lands."""
    planes = f"{transport.ju('j')}\nsoviet 14.01 x {FIGHTER}"
    table = transport.field(planes, f"axis 01.01 u {transport.COMPANY} move", dice=(6,) * 30)
    transport.planned(table, "07.01", ("j", "return"))
    table.do(LoadPlanes(table.hex("01.01"), 1), Embark("u")).done()
    table.idle(lambda: bool(table.offered(LoseCargo)))
    start = table.hex("01.01")
    assert table.why(LoseCargo(start, "r")).detail == "'r'"
    assert table.why(LoseCargo(table.hex("13.01"), "")).detail == "'13.01'"
    table.do(LoseCargo(start, ""))
    assert table.one(CargoLost).tokens == 1
    assert not table.all(SupplyAirlifted)
    assert table.at("u") == "07.01"


@pytest.mark.case("14.4g")
def test_of_what_is_too_much_the_last_piece_is_lost_without_a_question() -> None:
    """An Air Combat leaves two transports room for 1T; without the company, the regiment of 2T is too much."""
    planes = f"axis 01.01 a Tpt (0)-0-6/(0)-0-6 carries=2T,1/2T\naxis 01.01 h {ONE_HALF}\nsoviet 14.01 x {FIGHTER}"
    units = (f"axis 01.01 u {LEG} move", f"axis 01.01 c {transport.COMPANY} move")
    table = transport.field(planes, *units, dice=(6,) * 40)
    transport.planned(table, "07.01", ("a", "return"), ("h", "return")).do(Embark("u"), Embark("c")).done()
    table.do(Intercept("x")).idle(lambda: bool(table.offered(SendPlane)))
    table.do(SendPlane("a")).idle(lambda: bool(table.offered(LoseCargo)))
    assert {piece.unit for piece in table.offered(LoseCargo)} == {"u", "c"}
    table.do(LoseCargo(table.hex("01.01"), "c"))
    assert not table.offered(LoseCargo)
    assert (table.at("u"), table.at("c")) == ("dead", "dead")


@pytest.mark.case("14.4g", "14.10d-A")
def test_only_what_aborted_takes_cargo_home_and_a_piece_that_is_gone_is_none() -> None:
    """`j` and `k` carry 2T each for 3T of cargo. One that is dead, or over the hex, takes nothing home."""
    table = drops.planned(drops.field(drops.ju("j", "k")), "05.01", 3, "j", "k")
    start, there, home, dead = table.hex("01.01"), table.hex("05.01"), table.hex("09.01"), -1
    mission = replace(table.data, starts=(start, start))
    assert isinstance(mission, Mission)
    for hexes, kept in (
        ((there, there), (3,)),
        ((home, there), (2,)),
        ((there, dead), (3,)),
        ((home, dead), (1,)),
        ((home, home), ()),
    ):
        state = table.game.state
        for pid, hex_ in zip("jk", hexes, strict=True):
            found = plane_in(state, pid)
            assert found is not None
            state = with_planes(state, [found.change(hex=hex_)])
        left = taken_home(table.look.after(state, ()), mission).cargo
        assert tuple(piece.tokens for piece in left) == kept, hexes
        assert Cargo(start) not in left


@pytest.mark.case("14.4g", "14.10d-A")
def test_what_comes_from_another_base_is_not_taken_home() -> None:
    """`k` from 09.01 aborts; the cargo of `j` from 01.01 is nobody's but its own."""
    table = drops.planned(drops.field(drops.ju("j", "k")), "05.01", 2, "j", "k")
    start, there, home = table.hex("01.01"), table.hex("05.01"), table.hex("09.01")
    mission = replace(table.data, starts=(start, home))
    state = table.game.state
    for pid, hex_ in (("j", there), ("k", home)):
        found = plane_in(state, pid)
        assert found is not None
        found = found.change(hex=hex_, steps_lost=int(pid == "j"), active=True)
        state = with_planes(state, [found])
    left = taken_home(table.look.after(state, ()), mission).cargo
    assert [piece.tokens for piece in left] == [2], "what Flak costs is lost, not taken home"


@pytest.mark.case("14.4g", "14.10d-A")
def test_half_a_token_is_not_taken_home_for_a_whole_one() -> None:
    """`h`, which carries half a token, aborts; `j` is reduced to 1T. The second token is lost, not back at its base."""
    planes = f"{drops.ju('j')}\naxis 01.01 h {ONE_HALF}"
    table = drops.planned(drops.field(planes), "05.01", 2, "j", "h")
    start, there, home = table.hex("01.01"), table.hex("05.01"), table.hex("09.01")
    state = table.game.state
    for pid, hex_, lost in (("j", there, 1), ("h", home, 0)):
        found = plane_in(state, pid)
        assert found is not None
        state = with_planes(state, [found.change(hex=hex_, steps_lost=lost)])
    left = taken_home(table.look.after(state, ()), replace(table.data, starts=(start, start))).cargo
    assert [piece.tokens for piece in left] == [2]


@pytest.mark.case("14.10d-A")
def test_the_nation_of_those_that_come_through_counts() -> None:
    """`j`, a Soviet transport, aborts before the Air Combat; that of `k` has no modifier."""
    planes = f"{drops.ju('j', marks='nation=soviet')}\n{drops.ju('k')}\nsoviet 14.01 x {FIGHTER}"
    table = drops.field(planes, dice=(1,) * 40)
    drops.planned(table, "07.01", 2, "j", "k").done().do(Intercept("x"))
    table.idle(lambda: bool(table.offered(AbortPlane)))
    table.do(AbortPlane("j")).idle(lambda: bool(table.all(SupplyDropped)))
    assert [line.reason for line in table.all(SupplyDropped)[0].ledger.lines] == ["two dice"]


# --- dice and refusals -------------------------------------------------------------------------------------------


@pytest.mark.case("14.8a", "10.0c", "10.0c-A")
def test_the_facility_table_is_read_with_one_die() -> None:
    """Two dice for Flak, then one for the table; on a base, one more for each aircraft of the enemy there."""
    assert [len(roll.dice) for roll in busting.raid(1, 1, 4).all(DiceRolled)] == [2, 1]


@pytest.mark.case("14.7d-B", "10.0-E")
def test_refusals_of_strikes_say_who_and_how_much() -> None:
    planes = f"axis 01.01 b {strikes.STUKA} nation=german\naxis 01.01 i {strikes.STUKA} nation=italian"
    table = strikes.front(
        f"t {strikes.TANKS}", planes, spotter=True, at="movement", head="hip_shoots german romanian\n"
    )
    table.do(PlanMission("hip_shoot"), AimMission(table.hex(strikes.FAR)))
    refusal = table.why(AddPlane("i"))
    assert (refusal.code, refusal.have, refusal.need) == ("mission.nation", "italian", "german, romanian")
    unarmed = f"axis 01.01 b {strikes.STUKA}\naxis 01.01 f F 4-0-15/3-0-15"
    plain = strikes.front(f"t {strikes.TANKS}", unarmed, at="movement_barrage")
    plain.do(PlanMission("barrage"), AimMission(plain.hex(strikes.FAR)), AddPlane("f"))
    refusal = plain.why(Done())
    assert (refusal.code, refusal.have, refusal.need) == ("mission.no_points", "0", "1")


@pytest.mark.case("13.5f-A")
def test_of_an_enemy_aircraft_a_refused_rebuild_tells_nothing() -> None:
    planes = f"axis dead f {FIGHTER}\naxis 05.01 w {FIGHTER}\nsoviet dead x {FIGHTER} name=Yak"
    table = renewal.rebuilding(planes, f"axis 03.02 e {EQ}", bases="axis 05.01 2\nsoviet 06.05 1")
    eq, base = table.hex("03.02"), table.hex("05.01")
    assert table.why(RebuildPlane("x", base, eq)).detail == "'x'"
    assert table.why(RebuildPlane("w", base, eq)).detail == "w"
    assert table.why(RebuildPlane("f", base)).detail == "no hex"
    assert table.why(RebuildPlane("f", base, base)).detail == "05.01"


# --- what is flown when, and what is seen ------------------------------------------------------------------------

IN_MOVEMENT = {"base_transfer", "fighter_sweep", "hip_shoot", "base_hip_shoot", "air_transport", "supply_drop"}
IN_BARRAGE = {"barrage", "base_barrage", "trainbusting"}


@pytest.mark.case("2.3-F", "2.3-H", "2.3-J", "14.1g", "14.2e-D")
@pytest.mark.parametrize(
    ("at_", "phasing", "kinds"),
    [
        ("movement", "axis", IN_MOVEMENT),
        ("movement_barrage", "axis", IN_BARRAGE),
        ("reaction_movement", "soviet", IN_MOVEMENT),
        ("reaction_barrage", "soviet", IN_BARRAGE),
        ("exploitation_movement", "axis", IN_MOVEMENT),
        ("exploitation_barrage", "axis", IN_BARRAGE),
    ],
)
def test_every_mission_has_its_segment(at_: str, phasing: str, kinds: set[str]) -> None:
    """There is a fighter, a trained dive bomber with a spotter, and a transport with supply."""
    planes = f"axis 01.01 f {FIGHTER}\nsoviet 06.01 l {FIGHTER}\naxis 01.01 b {BOMBER} nation=german\n"
    planes += f"axis 01.01 j {JU52}"
    air = f"[supply]\naxis 01.01 4\n[bases]\naxis 01.01 1\naxis 03.01 1\nsoviet 06.01 1\n[aircraft]\n{planes}\n"
    units = f"axis 01.01 a {LEG}\naxis 05.01 s {LEG}\nsoviet 06.01 r {LEG}"
    table = sit(units, land(columns=14, rows=1), rest=air, at=at_, phasing=phasing, head="hip_shoots german\n")
    assert table.side == "axis"
    assert {plan.kind for plan in table.offered(PlanMission)} == kinds
    for other in (IN_MOVEMENT | IN_BARRAGE) - kinds:
        assert table.refused(PlanMission(other)) == ("mission.not_now", "14.1g")


@pytest.mark.case("4.8b-E", "4.9a-A")
def test_aircraft_on_top_cover_neither_the_top_combat_unit_nor_a_hedgehog() -> None:
    planes = f"axis 01.01 f {FIGHTER}"
    air = f"[bases]\naxis 01.01 1\n[aircraft]\n{planes}\n[hedgehogs]\naxis 01.01 2\n"
    units = f"axis 01.01 t truck 1 50T\naxis 01.01 a {LEG}\nsoviet 14.01 r {LEG}"
    table = sit(units, land(columns=14, rows=1), rest=air)
    seen = view(table.game, "soviet")
    assert {unit["id"] for unit in seen["units"]} == {"a", "r"}
    assert [(works["side"], works["level"]) for works in seen["hedgehogs"]] == [("axis", 2)]
    assert knows(table.look, "soviet") == {"a", "r", "f"}


@pytest.mark.case("9.0-D")
def test_a_base_and_its_aircraft_take_no_part_in_a_combat() -> None:
    """They add nothing to the regiment, which is destroyed, and stay where they are as long as nobody enters."""
    units = f"axis 04.01 b Div infantry other 60-5-3L/30-5-6L\nsoviet 05.01 d {LEG} exhausted"
    planes = f"soviet 05.01 f {FIGHTER}\nsoviet 05.01 g {BOMBER} inactive"
    table = capture.raid(planes, 3, 4, 6, 6, bases="soviet 05.01 2\nsoviet 08.01 1", units=units, at="combat")
    table.do(DeclareAttack(table.hex("05.01")), AddUnit("b"), Done())
    table.idle(lambda: bool(table.offered(Advance)))
    assert table.one(OddsSet).defend == "2", "half of 4 without combat supply"
    assert table.at("d") == "dead"
    table.done()
    base = base_in(table.game.state, table.hex("05.01"))
    assert base is not None
    assert (base.side, base.level) == ("soviet", 2)
    assert (at(table, "f"), at(table, "g")) == (("05.01", True), ("05.01", False))
    assert not table.all(AircraftHit)
