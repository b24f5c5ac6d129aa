"""Each door of the air rules: every kind of mission meets what it should, and a limit holds by every way to it."""

from __future__ import annotations

import pytest

from redball.core.actions import (
    AddPlane,
    AddUnit,
    AimMission,
    Cancel,
    Construct,
    DeclareAttack,
    DeclareOverrun,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    LoadShipment,
    LoadTrain,
    OpenTrain,
    PlanMission,
    RefitAt,
    Release,
    ReturnTo,
    SendTrain,
)
from redball.rules.air.air import (
    AircraftDisclosed,
    AircraftHit,
    AircraftIgnored,
    AirRound,
    BaseCaptured,
    CargoCounted,
    CargoLost,
    FlakFired,
    StrikeMade,
)
from redball.rules.air.trainbusting import TrainbustingRolled
from rules import test_air_base_capture as capture
from rules import test_air_combat as combat
from rules import test_air_drop as drops
from rules import test_air_strikes as strikes
from rules import test_air_transport as transport
from rules import test_shipping as shipping
from rules import test_supply_drop as supply
from rules.rail_table import railway
from rules.test_air_base_works import BUILD, ENGINEERS
from rules.test_air_missions import FIGHTER, JU52, at
from rules.test_trainbusting import ROWS
from support import LEG, Sitting, land, sit

STUKA = "T (1)-18-15/(1)-9-15"


# --- what each mission meets -------------------------------------------------------------------------------------

TARGET, NEAR, EMPTY = "07.01", "04.01", "03.01"


def front(kind: str, *, zone: bool) -> Sitting:
    """A row of fourteen hexes. An enemy Fighter at 12.01 patrols over all targets, or a bomber is there instead."""
    planes = f"axis 01.01 b {STUKA} nation=german\naxis 01.01 j {JU52}\n"
    planes += f"soviet 12.01 m {FIGHTER if zone else STUKA}"
    units = f"axis 01.01 p {drops.PARA} move\naxis 06.01 s {LEG}\nsoviet {TARGET} t {LEG}"
    air = f"[supply]\naxis 01.01 4\n[bases]\naxis 01.01 3\naxis {NEAR} 1\nsoviet {TARGET} 1\nsoviet 12.01 1\n"
    air += f"[aircraft]\n{planes}\n[drops]\np {EMPTY} turn=1\n"
    at_ = "movement_barrage" if kind in ("barrage", "base_barrage", "trainbusting") else "movement"
    dice = (1, 1, 3, 3, 3, 3, 3, 3)
    return sit(units, land(columns=14, rows=1), rest=air, at=at_, dice=dice, head="hip_shoots german\n")


@pytest.mark.case("14.4a", "14.5-A", "14.4", "14.4c", "14.2f", "14.2f-D", "14.2f-E", "14.0-B")
@pytest.mark.parametrize("zone", [False, True])
@pytest.mark.parametrize(
    ("kind", "where", "plane", "always"),
    [
        ("barrage", TARGET, AddPlane("b"), True),
        ("base_barrage", TARGET, AddPlane("b"), True),
        ("hip_shoot", TARGET, AddPlane("b"), True),
        ("base_hip_shoot", TARGET, AddPlane("b"), True),
        ("trainbusting", TARGET, AddPlane("b"), True),
        ("base_transfer", NEAR, AddPlane("b"), False),
        ("air_transport", NEAR, AddPlane("j", "return"), False),
        ("supply_drop", EMPTY, AddPlane("j", "return"), False),
        ("air_drop", EMPTY, AddPlane("j", "return"), False),
    ],
)
def test_which_missions_meet_flak_and_interceptors(
    kind: str, where: str, plane: AddPlane, always: bool, zone: bool
) -> None:
    table = front(kind, zone=zone).do(PlanMission(kind), AimMission(column(where)), plane)
    if kind in ("air_transport", "supply_drop"):
        table.do(LoadPlanes(0, 1))
    if kind == "air_drop":
        table.do(Embark("p"))
    table.done()
    assert (table.step == "air_mission.intercept") is zone
    if zone:
        assert not table.all(FlakFired), "Interception is before Flak"
        assert table.offered(Intercept) == [Intercept("m")]
        assert table.refused(PlanMission(kind))[0] == "turn.not_now"
        table.done()
    assert bool(table.all(FlakFired)) is (always or zone)


def column(name: str) -> int:
    """The hex of that column in a single row."""
    return int(name[:2]) - 1


@pytest.mark.case("14.3-A", "14.3-C")
def test_where_only_inactive_aircraft_are_nobody_fights() -> None:
    there = f"soviet {strikes.FAR} i {FIGHTER} inactive"
    table = strikes.raid(STUKA, "1", 1, 1, 2, there=there)
    assert table.one(StrikeMade).points == 18
    assert (table.all(AircraftDisclosed), table.all(AircraftIgnored), table.all(AirRound)) == ([], [], [])


@pytest.mark.case("14.3c", "14.3a", "14.4d", "14.5-D")
def test_bombers_at_a_base_let_a_raid_pass_and_fight_beside_an_interceptor() -> None:
    """All ratings at the base are in parentheses, so there is no combat before the Fighter of another base comes."""
    planes = f"axis 01.01 b {STUKA}\nsoviet {strikes.FAR} x {STUKA}\nsoviet 20.01 m {FIGHTER}"
    bases = f"axis 01.01 3\nsoviet {strikes.FAR} 1\nsoviet 20.01 1"

    def raid(*dice: int) -> Sitting:
        table = strikes.front("", planes, *dice, bases=bases)
        strikes.fly(table, "b", kind="base_barrage")
        assert [event.side for event in table.all(AircraftIgnored)] == ["soviet"]
        return table

    passed = raid(1, 1, 3, 1).done()
    assert (passed.one(StrikeMade).points, passed.all(AirRound)) == (18, [])
    met = raid(6, 6, 1).do(Intercept("m"))
    assert [event.planes for event in met.all(AircraftDisclosed)] == [("m", "x"), ("b",)]
    met.idle(lambda: met.step == "barrage_segment.declare")
    assert [(event.attacker, event.defender) for event in met.all(AirRound)] == [("m", "b")]
    assert (met.all(StrikeMade), at(met, "m"), at(met, "x")) == ([], ("20.01", True), (strikes.FAR, True))


@pytest.mark.case("14.2e-C", "14.10")
def test_supply_is_dropped_on_one_hex_again_and_again() -> None:
    table = supply.field(supply.ju("j", "k"), dice=(6, 6, 6, 6))
    for pid in "jk":
        supply.planned(table, "05.01", 1, pid).do(Done(), ReturnTo(pid, table.hex("01.01")))
    assert supply.ground(table, "05.01") == (2, 2)


@pytest.mark.case("14.2e-A", "14.2e-D")
def test_a_fighter_that_has_moved_base_flies_nothing_in_the_barrage_segment_of_that_phase() -> None:
    planes = f"axis 01.01 f {strikes.FIGHTER}\naxis 01.01 b {STUKA}"
    table = strikes.front(f"t {LEG}", planes, bases="axis 01.01 1\naxis 02.01 1", at="movement")
    strikes.fly(table, "f", kind="base_transfer", at="02.01").done()
    assert (table.step, at(table, "f")) == ("barrage_segment.declare", ("02.01", True))
    table.do(PlanMission("barrage"), AimMission(table.hex(strikes.FAR)))
    assert table.refused(AddPlane("f")) == ("mission.flown", "14.2e-A")
    assert table.offered(AddPlane) == [AddPlane("b")]


@pytest.mark.case("14.7", "10.0e-A", "14.7d-A", "14.7d-D")
def test_a_base_is_barraged_once_a_phase_besides_hip_shoots() -> None:
    planes = "\n".join(f"axis 01.01 b{n} {STUKA} nation=german" for n in range(4))
    bases = f"axis 01.01 3\nsoviet {strikes.FAR} 3"
    more = {"spotter": True, "at": "movement", "head": "hip_shoots german\n", "bases": bases}
    table = strikes.front("", planes, *(1, 1, 2) * 3, **more)  # type: ignore[arg-type]
    strikes.fly(table, "b0", kind="base_hip_shoot")
    strikes.fly(table, "b1", kind="base_hip_shoot").done()
    strikes.fly(table, "b2", kind="base_barrage")
    assert len(table.all(StrikeMade)) == 3
    assert table.refused(PlanMission("base_barrage")) == ("mission.nobody", "14.1a")
    table.do(PlanMission("trainbusting"))
    assert table.refused(AimMission(table.hex(strikes.FAR))) == ("mission.barraged", "10.0e-A")


# --- the way home ------------------------------------------------------------------------------------------------


@pytest.mark.case("14.1c-A", "14.2d")
def test_a_reduced_aircraft_returns_as_far_as_its_reduced_side_flies() -> None:
    """Seven hexes are within the range that it had, six within the range that it has."""
    planes = f"axis 04.01 g {combat.BF109}\nsoviet 10.01 l F 2-2-8/1-1-6"
    bases = "axis 04.01 2\nsoviet 10.01 1\nsoviet 11.01 1"
    table = combat.flown(combat.sky(planes, bases, dice=(1, 1, combat.LOSS)), "fighter_sweep", "04.01", "l")
    assert combat.at(table, "l") == ("10.01", False, 1)


@pytest.mark.case("14.2f-F", "14.1c-A", "14.1c-B", "14.8a")
def test_after_trainbusting_over_an_own_base_aircraft_return_to_any_in_range() -> None:
    """Only who aborts from an Air Combat has to land there."""
    air = f"[bases]\nsoviet 09.03 1\nsoviet 05.03 1\n[aircraft]\nsoviet 09.03 b {STUKA}\n"
    units = f"soviet 09.03 s {LEG}\naxis 01.03 a {LEG}"
    table = sit(units, ROWS, rest=air, at="movement_barrage", phasing="soviet", dice=(1, 1, 4))
    table.do(PlanMission("trainbusting"), AimMission(table.hex("05.03")), AddPlane("b"), Done())
    assert table.offered(ReturnTo) == [ReturnTo("b", table.hex("05.03")), ReturnTo("b", table.hex("09.03"))]
    table.do(ReturnTo("b", table.hex("09.03")))
    assert (at(table, "b"), table.one(TrainbustingRolled).placed) == (("09.03", False), True)


# --- how a base changes hands ------------------------------------------------------------------------------------


@pytest.mark.case("9.14f-A")
def test_an_overrun_takes_the_base_in_its_hex() -> None:
    units = "axis 04.01 b Div infantry other 60-5-9L/30-5-9L\nsoviet 05.01 d Bn infantry other 1-0-3L/1-0-6L"
    bases = "soviet 05.01 1\nsoviet 08.01 1"
    table = capture.raid(f"soviet 05.01 f {capture.BOMBER} inactive", *[6] * 8, bases=bases, units=units)
    table.begin("b").do(DeclareOverrun(table.hex("05.01"))).idle(lambda: bool(table.all(BaseCaptured)))
    assert (table.one(BaseCaptured).side, capture.where(table, "f")) == ("axis", "08.01")


@pytest.mark.case("9.14f-A", "14.10d-B")
def test_who_lands_on_a_base_takes_it() -> None:
    bases = f"{drops.BASES}\nsoviet 05.01 1"
    unit = f"axis 01.01 p {drops.PARA} move"
    table = drops.field(drops.ju("j"), unit, drops="p 05.01 turn=1", bases=bases, dice=(6, 6))
    drops.over(drops.drafted(table, "05.01", "j").do(Embark("p"), Done()))
    assert (table.one(BaseCaptured).side, table.at("p")) == ("axis", "05.01")


@pytest.mark.case("9.14f-B", "14.1f")
def test_aircraft_get_away_from_a_captured_base_in_any_weather() -> None:
    air = f"[bases]\nsoviet 05.01 1\nsoviet 08.01 1\n[aircraft]\nsoviet 05.01 f {capture.FIGHTER}\n[flights]\nrain\n"
    units = f"axis 04.01 a {LEG}\nsoviet 14.01 s {LEG}"
    table = sit(units, land(columns=14, rows=1), rest=air, head="weather rain\n", dice=(6, 6))
    capture.walk_in(table)
    assert at(table, "f") == ("08.01", False)


@pytest.mark.case("15.3-B", "9.14f-A")
def test_a_captured_base_has_still_gained_its_level_of_this_turn() -> None:
    units = f"axis 02.02 a {LEG}\naxis 02.02 e {ENGINEERS}\nsoviet 06.05 r {LEG}"
    table = sit(units, rest="[supply]\naxis 02.02 9\n[bases]\nsoviet 02.03 1 raised\nsoviet 06.05 1\n")
    table.move("a", "02.03")
    assert table.one(BaseCaptured).level == 1
    assert table.refused(Construct("e", table.hex("02.03"), BUILD)) == ("air_base.raised", "15.3-B")


# --- what was flown in -------------------------------------------------------------------------------------------


@pytest.mark.case("14.9c", "14.9d-C")
def test_a_unit_with_an_exploit_marker_does_not_fly() -> None:
    units = (f"axis 01.01 u {LEG} exploit", f"axis 01.01 v {LEG} move")
    table = transport.field(transport.ju("j", "k"), *units, at="exploitation_movement")
    transport.planned(table, "07.01", ("j", "stay"), ("k", "stay"))
    assert table.refused(Embark("u")) == ("cargo.mode", "14.9d-B")
    assert table.offered(Embark) == [Embark("v")]


@pytest.mark.case("14.9d-B")
def test_a_unit_may_turn_to_move_mode_and_fly_in_the_movement_phase() -> None:
    table = transport.field(transport.ju("j"), f"axis 01.01 u {LEG}")
    transport.planned(table, "07.01", ("j", "stay"))
    assert table.refused(Embark("u")) == ("cargo.mode", "14.9c")
    table.do(Cancel()).begin("u").mode("u", "move").halt()
    transport.planned(table, "07.01", ("j", "stay")).do(Embark("u"), Done())
    assert (table.at("u"), table.unit("u").mode) == ("07.01", "move")


@pytest.mark.case("14.9d-C")
def test_of_those_flown_in_exploitation_only_a_released_reserve_attacks() -> None:
    units = (f"axis 01.01 u {LEG} move", f"axis 01.01 v {LEG} move reserve", f"soviet 08.01 e {LEG}")
    supply = "axis 01.01 4\naxis 07.01 4"
    table = transport.field(transport.ju("j", "k"), *units, supply=supply, at="exploitation_movement")
    transport.planned(table.do(Release("v")), "07.01", ("j", "stay"), ("k", "stay"))
    table.do(Embark("u"), Embark("v"), Done()).done()
    table.do(DeclareAttack(table.hex("08.01")))
    assert table.offered(AddUnit) == [AddUnit("v")]
    assert table.refused(AddUnit("u")) == ("combat.not_exploiting", "11.0a")


@pytest.mark.case("14.9d-A", "14.9d-C")
@pytest.mark.parametrize(("phase", "phasing", "left"), [("reaction", "soviet", "0.5"), ("exploitation", "axis", "2")])
def test_what_a_released_reserve_has_spent_before_its_flight_it_lacks_afterwards(
    phase: str, phasing: str, left: str
) -> None:
    """Of 6 MP half, and of that half again in Reaction: one is spent on the way to the base."""
    unit = f"axis 02.01 v {LEG} move reserve"
    table = transport.field(transport.ju("j"), unit, at=f"{phase}_movement", phasing=phasing)
    table.do(Release("v")).move("v", "01.01")
    transport.planned(table, "07.01", ("j", "stay")).do(Embark("v"), Done())
    assert table.begin("v").left("v") == left


@pytest.mark.case("14.9d-D")
def test_flown_supply_takes_no_train_and_supply_from_a_train_does_not_fly() -> None:
    air = f"[bases]\naxis 04.02 1\naxis 08.02 1\n[aircraft]\n{transport.ju('j', start='08.02')}\n"
    table = railway(f"axis 01.02 u {LEG}", more=air, supply="axis 08.02 4")
    transport.planned(table, "04.02", ("j", "stay")).do(LoadPlanes(table.hex("08.02"), 2)).done()
    assert table.refused(OpenTrain(table.hex("04.02"))) == ("rail.fresh", "12.2a")
    some = railway(f"axis 01.02 u {LEG}", more=air, supply="axis 08.02 4\naxis 04.02 1T")
    transport.planned(some, "04.02", ("j", "stay")).do(LoadPlanes(some.hex("08.02"), 2)).done()
    assert some.do(OpenTrain(some.hex("04.02"))).offered(LoadTrain) == [LoadTrain(1)]
    other = railway(f"axis 01.02 u {LEG}", more=air, supply="axis 01.02 4\naxis 08.02 1T")
    other.do(OpenTrain(other.hex("01.02")), LoadTrain(2), SendTrain(other.hex("08.02")))
    transport.planned(other, "04.02", ("j", "stay"))
    assert transport.refused(other, LoadPlanes(other.hex("08.02"), 2)) == ("cargo.no_supply", "14.9d-D", "2T", "1T")


@pytest.mark.case("14.9d-D")
def test_flown_supply_is_not_shipped_and_shipped_supply_does_not_fly() -> None:
    air = f"[bases]\naxis 02.02 1\naxis 05.02 1\n[aircraft]\naxis 02.02 j {JU52}\naxis 05.02 k {JU52}\n"
    table = shipping.coast("", supply="axis 02.02 4", more=air)
    transport.planned(table, shipping.B, ("j", "stay")).do(LoadPlanes(table.hex(shipping.A), 2)).done()
    assert table.refused(shipping.load(table, shipping.B, shipping.A)) == ("shipping.fresh", "12.2a")
    other = shipping.coast("", supply="axis 02.02 4\naxis 05.02 1T", more=air)
    other.do(shipping.load(other), LoadShipment(4))
    transport.planned(other, shipping.A, ("k", "stay"))
    too_much = LoadPlanes(other.hex(shipping.B), 2)
    assert transport.refused(other, too_much) == ("cargo.no_supply", "14.9d-D", "2T", "1T")


@pytest.mark.case("14.9f", "15.0b-C", "14.1c-B")
def test_what_comes_with_a_transport_that_aborted_over_the_base_counts_against_no_limit() -> None:
    """`j` lands there Inactive with its 2T, as if it had meant to stay; `k` goes on and unloads 2T."""
    planes = f"{transport.ju('j', 'k')}\nsoviet 14.01 x {FIGHTER}"
    table = transport.field(planes, dice=(6, 6, 1, 1, 1))
    transport.planned(table, "07.01", ("j", "return"), ("k", "return")).do(LoadPlanes(table.hex("01.01"), 4)).done()
    table.do(Intercept("x")).idle(lambda: table.step == "movement_segment.choose_unit")
    assert (at(table, "j")[0], transport.ground(table, "07.01")) == ("07.01", (4, 4))
    assert table.one(CargoCounted).halves == 4
    assert not table.all(AircraftHit)


@pytest.mark.case("14.9a", "14.4g")
def test_a_transport_that_was_hit_loses_of_its_own_load_whatever_room_those_of_other_bases_have() -> None:
    """`j` of 01.01 is reduced to 1T; `k` and `m` of 13.01 could carry 2T more than they do."""
    planes = f"{transport.ju('j')}\n{transport.ju('k', 'm', start='13.01')}\nsoviet 14.01 x {FIGHTER}"
    table = transport.field(planes, supply="axis 01.01 4\naxis 13.01 4", dice=(6, 6, 1))
    transport.planned(table, "07.01", ("j", "return"), ("k", "return"), ("m", "return"))
    table.do(LoadPlanes(table.hex("01.01"), 2), LoadPlanes(table.hex("13.01"), 2)).done().done()
    lost = table.one(CargoLost)
    assert (table.one(AircraftHit).plane, table.look.hex_name(lost.hex), lost.tokens) == ("j", "01.01", 1)
    assert transport.ground(table, "07.01") == (3, 3)


# --- what a zone of Trainbusting leaves alone --------------------------------------------------------------------


@pytest.mark.case("14.8c-C", "12.9c")
def test_supply_is_drawn_through_a_trainbusting_zone_as_through_open_ground() -> None:
    """Five hexes, five MP by truck: with the toll of three of them it would be too far."""
    rest = "[supply]\naxis 06.01 2\n[sources]\naxis 06.01\nsoviet 14.01\n[trainbusting]\naxis 03.01\n"
    rest += f"[bases]\naxis 01.01 1\nsoviet 14.01 1\n[aircraft]\naxis 01.01 f {FIGHTER} inactive\n"
    table = sit(f"axis 02.01 a {LEG}\nsoviet 14.01 r {LEG}", land(columns=14, rows=1), at="aircraft_refit", rest=rest)
    assert table.offered(RefitAt) == [RefitAt(table.hex("01.01"))]


@pytest.mark.case("14.8c-C")
@pytest.mark.parametrize("marker", ["", "[trainbusting]\naxis 02.02\naxis 05.02\n"])
def test_shipping_from_and_to_a_trainbusting_zone_costs_what_it_always_does(marker: str) -> None:
    table = shipping.coast(f"axis 02.02 a {shipping.LIGHT} move", more=marker).begin("a")
    table.do(shipping.ship(table))
    assert (table.at("a"), shipping.left(table)) == (shipping.B, 24)
