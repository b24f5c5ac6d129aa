"""Small print of the air rules: who comes home when, what a refusal may name, and what the enemy is not told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.core.actions import (
    AbortPlane,
    AddPlane,
    AimMission,
    BeginMove,
    Cancel,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    LoseCargo,
    PlanMission,
    RefitAt,
    RemovePlane,
    StepTo,
)
from redball.game.sight.belief import believed
from redball.rules.air.air import AircraftLanded, AirRound, FighterScrambled
from redball.rules.air.kind import Mission
from redball.rules.air.supply_drop import taken_home
from redball.rules.ground.air_force import base_in, force_in, plane_in, with_base, with_planes
from rules import test_air_base_capture as capture
from rules import test_air_strikes as strikes
from rules import test_air_transport as transport
from rules import test_supply_drop as drops
from rules import test_trainbusting as busting
from rules.rail_table import with_victory_hex
from rules.test_air_missions import BOMBER, FIGHTER, JU52, at, planned, sky
from support import LEG, Sitting, land, sit

# --- back home ---------------------------------------------------------------------------------------------------


@pytest.mark.case("14.7b")
def test_aircraft_are_back_and_inactive_after_a_raid_and_after_trainbusting() -> None:
    raided = strikes.raid(strikes.STUKA, "2", 1, 1, 2)
    assert (raided.one(AircraftLanded).plane, raided.one(AircraftLanded).active) == ("b", False)
    assert at(raided, "b") == ("01.01", False)
    busted = busting.raid(1, 1, 3)
    assert at(busted, "b") == ("09.03", False)


@pytest.mark.case("7.0c")
def test_a_segment_in_which_a_mission_flew_ends_when_its_side_says_so() -> None:
    """In Reaction nothing else could be done; the only aircraft has flown."""
    table = sky(f"axis 01.01 f {FIGHTER}", at="reaction_movement", phasing="soviet")
    planned(table, "base_transfer", "05.01", "f").done()
    assert (table.step, table.side) == ("movement_segment.choose_unit", "axis")
    table.done()
    assert table.game.state.clock.phase != "reaction"


# --- interception ------------------------------------------------------------------------------------------------


@pytest.mark.case("14.5-B")
def test_one_fighter_intercepts_a_mission_and_no_second_one() -> None:
    both = "\n".join(f"soviet 12.01 {pid} {FIGHTER}" for pid in "xy")
    table = sky(f"axis 01.01 b {BOMBER}\naxis 01.01 c {BOMBER}\n{both}", dice=(3,) * 40)
    planned(table, "base_transfer", "05.01", "b", "c").done().do(Intercept("x"))
    table.idle(lambda: table.step in ("air_mission.intercept", "movement_segment.choose_unit"))
    assert table.step == "movement_segment.choose_unit"
    assert [e.plane for e in table.all(FighterScrambled)] == ["x"]


@pytest.mark.case("14.5-B")
def test_a_fighter_in_the_first_hex_intercepts_and_a_dead_one_does_not() -> None:
    bases = "soviet 01.01 1\naxis 09.01 1\naxis 05.01 1"
    planes = f"axis 09.01 b {BOMBER}\nsoviet 01.01 x {FIGHTER}\nsoviet dead z {FIGHTER}"
    units = f"axis 09.01 a {LEG}\nsoviet 01.01 r {LEG}"
    table = sky(planes, bases, units=units, dice=(3,) * 20)
    assert table.hex("01.01") == 0
    planned(table, "base_transfer", "05.01", "b").done()
    assert table.offered(Intercept) == [Intercept("x")]
    refusal = table.why(Intercept("z"))
    assert (refusal.code, refusal.detail) == ("air.not_yours", "'z'")


@pytest.mark.case("14.3d-A", "14.3d-C")
def test_who_aborts_is_named_only_where_they_are_known() -> None:
    """All but one may abort before the combat. Neither side's buttons, nor a refusal, names what is elsewhere."""
    planes = (
        f"axis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}\nsoviet 12.01 x {FIGHTER} name=Yak\nsoviet 12.01 y {FIGHTER}"
    )
    table = sky(planes, "axis 01.01 1\nsoviet 05.01 1\nsoviet 12.01 1".replace("soviet 05.01 1\n", ""), dice=(3,) * 20)
    table = sky(planes.replace("12.01", "06.01"), "axis 01.01 1\nsoviet 06.01 1\nsoviet 12.01 1", dice=(3,) * 20)
    planned(table, "fighter_sweep", "06.01", "f", "g").done()
    table.idle(lambda: bool(table.offered(AbortPlane)))
    assert {a.plane for a in table.offered(AbortPlane)} == {"f", "g"}
    there = table.why(AbortPlane("x"))
    assert (there.code, there.detail) == ("air.not_yours", "Yak")
    assert table.why(AbortPlane("nobody")).code == "air.unknown_plane"
    table.do(AbortPlane("g"))
    assert not table.offered(AbortPlane) or table.side == "soviet", "one of them must fight"
    table.idle(lambda: bool(table.all(AirRound)) or table.step == "movement_segment.choose_unit")
    assert table.one(AirRound).attacker in ("f", "x", "y")


# --- transport and drops -----------------------------------------------------------------------------------------


@pytest.mark.case("14.9e-A", "14.9e-B")
def test_the_ranges_of_the_ways_to_fly_end_where_they_should() -> None:
    """Range 5: to 06.01 and back, or to 11.01 to stay."""
    slow = JU52.replace("(0)-0-6/", "(0)-0-5/")
    bases = "axis 01.01 1\naxis 06.01 2\naxis 07.01 1\naxis 11.01 1\naxis 12.01 1"
    for where, trips in (("06.01", {"stay", "return"}), ("07.01", {"stay"}), ("11.01", {"stay"})):
        table = transport.field(f"axis 01.01 j {slow}", bases=bases)
        table.do(PlanMission("air_transport"), AimMission(table.hex(where)))
        assert {add.trip for add in table.offered(AddPlane)} == trips
    table = transport.field(f"axis 01.01 j {slow}", bases=bases).do(PlanMission("air_transport"))
    assert table.refused(AimMission(table.hex("12.01"))) == ("mission.reach", "14.2d")


@pytest.mark.case("14.9d-A")
def test_only_units_of_ones_own_on_the_map_go_by_air() -> None:
    table = transport.planned(
        transport.field(transport.ju("j"), f"axis 01.01 u {LEG} move", f"axis dead d {LEG}"), "07.01", ("j", "stay")
    )
    assert table.refused(Embark("r")) == ("cargo.not_yours", "14.9c")
    assert table.refused(Embark("d")) == ("cargo.not_yours", "14.9c")
    assert table.offered(Embark) == [Embark("u")]


@pytest.mark.case("14.9")
def test_units_fly_from_a_base_without_supply() -> None:
    table = transport.field(transport.ju("j"), f"axis 01.01 u {LEG} move", supply="axis 13.01 1")
    assert "air_transport" in {plan.kind for plan in table.offered(PlanMission)}
    alone = transport.field(transport.ju("j"), f"axis 13.01 u {LEG} move", supply="axis 13.01 1")
    assert "air_transport" not in {plan.kind for plan in alone.offered(PlanMission)}


@pytest.mark.case("14.9", "SETUP-III")
def test_a_combat_unit_that_lands_claims_a_victory_hex() -> None:
    table = with_victory_hex(transport.field(transport.ju("j"), f"axis 01.01 u {LEG} move"), "07.01")
    transport.planned(table, "07.01", ("j", "stay")).do(Embark("u")).done()
    assert table.at("u") == "07.01"
    assert table.game.state.control == {table.hex("07.01"): "axis"}


@pytest.mark.case("14.9")
def test_supply_is_loaded_anew_without_touching_what_comes_from_elsewhere() -> None:
    planes = f"{transport.ju('j')}\n{transport.ju('k', start='13.01')}"
    table = transport.field(planes, supply="axis 01.01 4\naxis 13.01 4")
    transport.planned(table, "07.01", ("j", "return"), ("k", "return"))
    one, thirteen = table.hex("01.01"), table.hex("13.01")
    table.do(LoadPlanes(one, 1), LoadPlanes(thirteen, 2), LoadPlanes(one, 2))
    assert {(c.start, c.tokens) for c in table.data.cargo} == {(one, 2), (thirteen, 2)}
    table.do(LoadPlanes(one, 0))
    assert {(c.start, c.tokens) for c in table.data.cargo} == {(thirteen, 2)}


@pytest.mark.case("14.4g")
def test_what_is_not_aboard_is_not_lost() -> None:
    """Flak reduces the only transport to 1T: of 1T and a company the owner chooses what is lost."""
    planes = f"{transport.ju('j')}\nsoviet 14.01 x {FIGHTER}"
    table = transport.field(planes, f"axis 01.01 u {transport.COMPANY} move", dice=(6,) * 30)
    transport.planned(table, "07.01", ("j", "return"))
    table.do(LoadPlanes(table.hex("01.01"), 1), Embark("u")).done()
    table.idle(lambda: bool(table.offered(LoseCargo)))
    start = table.hex("01.01")
    assert set(table.offered(LoseCargo)) == {LoseCargo(start, ""), LoseCargo(start, "u")}
    assert table.refused(LoseCargo(table.hex("13.01"), "")) == ("cargo.not_there", "14.4g")
    assert table.refused(LoseCargo(start, "r")) == ("cargo.not_there", "14.4g")


@pytest.mark.case("14.10d-A")
def test_dropped_supply_joins_what_lies_there_and_only_that_is_fresh() -> None:
    table = drops.field(drops.ju("j"), f"axis 05.01 u {LEG}", supply="axis 01.01 4\naxis 05.01 1", dice=(6, 6))
    drops.planned(table, "05.01", 1, "j").done()
    assert drops.ground(table, "05.01") == (5, 1)


@pytest.mark.case("14.10")
def test_a_drop_needs_a_transport_and_supply_at_its_base() -> None:
    def kinds(table: Sitting) -> set[str]:
        return {plan.kind for plan in table.offered(PlanMission)}

    assert "supply_drop" in kinds(drops.field(drops.ju("j")))
    assert "supply_drop" not in kinds(drops.field(f"axis 01.01 f {FIGHTER}"))
    assert "supply_drop" not in kinds(drops.field(drops.ju("j"), supply="axis 09.01 4"))


@pytest.mark.case("14.4g", "14.10d-A")
@pytest.mark.parametrize(
    ("loaded", "aborted", "kept"), [(4, 0, 4), (4, 1, 2), (3, 1, 2), (2, 1, 2), (1, 1, 1), (4, 2, 0)]
)
def test_who_aborted_takes_home_what_the_others_cannot_carry(loaded: int, aborted: int, kept: int) -> None:
    """Two transports carry 2T each; those that aborted are back at 09.01."""
    table = drops.planned(drops.field(drops.ju("j", "k")), "05.01", loaded, "j", "k")
    start, there, home = (table.hex(name) for name in ("01.01", "05.01", "09.01"))
    mission = replace(table.data, starts=(start, start))
    assert isinstance(mission, Mission)
    state = table.game.state
    for number, pid in enumerate("jk"):
        found = plane_in(state, pid)
        assert found is not None
        state = with_planes(state, [found.change(hex=home if number < aborted else there)])
    look = table.look.after(state, ())
    assert sum(piece.tokens for piece in taken_home(look, mission).cargo) == kept


# --- bases -------------------------------------------------------------------------------------------------------


@pytest.mark.case("9.14f-A", "15.1-A")
def test_a_captured_base_has_not_refitted_for_its_new_owner() -> None:
    table = capture.raid("")
    base = base_in(table.game.state, table.hex("05.01"))
    assert base is not None
    table.look = table.look.after(with_base(table.game.state, replace(base, refitted=True)), ())
    table.do(BeginMove("a"), StepTo(table.hex("05.01")))
    taken = base_in(table.game.state, table.hex("05.01"))
    assert taken is not None
    assert (taken.side, taken.refitted) == ("axis", False)


@pytest.mark.case("15.1-A")
def test_an_aircraft_is_taken_out_of_a_refit_again() -> None:
    planes = "\n".join(f"axis 05.01 {pid} {FIGHTER} inactive" for pid in "fgh")
    rest = f"[supply]\naxis 05.01 4\n[bases]\naxis 05.01 2\n[aircraft]\n{planes}\n"
    table = sit(f"axis 05.01 u {LEG}\nsoviet 09.05 s {LEG}", land(columns=9, rows=5), rest=rest, at="aircraft_refit")
    table.do(RefitAt(table.hex("05.01")), AddPlane("f"), AddPlane("g"), RemovePlane("f"))
    assert table.data.planes == ("g",)
    assert table.why(RemovePlane("f")).code == table.why(RemovePlane("h")).code
    table.do(Cancel(), Done())


@pytest.mark.case("4.8b-E", "4.9d")
def test_the_enemy_is_not_told_what_aircraft_and_bases_did() -> None:
    """Only what lies on top shows, without where it came from, whether it flew, and what its base has refitted or
    unloaded."""
    table = sky(f"axis 01.01 f {FIGHTER} flown\nsoviet 12.01 x {BOMBER}")
    base = base_in(table.game.state, table.hex("01.01"))
    own = plane_in(table.game.state, "f")
    assert base is not None
    assert own is not None
    state = with_base(table.game.state, replace(base, refitted=True, unloaded=3))
    state = with_planes(state, [own.change(flown=True, base=table.hex("05.01"))])
    look = table.look.after(state, ())
    (told,) = (b for b in force_in(believed(look, "soviet").state).bases if b.hex == base.hex)
    assert (told.refitted, told.unloaded, told.level) == (False, 0, base.level)
    (seen,) = (p for p in force_in(believed(look, "soviet").state).planes if p.id == "f")
    assert (seen.flown, seen.base) == (False, -1)
    assert force_in(believed(look, "axis").state) == force_in(state)


def test_a_base_rests_with_the_next_phase() -> None:
    """What was refitted, reduced or unloaded is forgotten, each by itself."""
    table = sky(f"axis 01.01 f {FIGHTER}")
    base = base_in(table.game.state, table.hex("01.01"))
    assert base is not None
    for mark in ({"refitted": True}, {"unloaded": 2}, {"reduced": True}):
        state = with_base(table.game.state, replace(base, **mark))
        rested = force_in(state).in_new_phase(state)
        assert next(b for b in rested.bases if b.hex == base.hex) == base, mark
