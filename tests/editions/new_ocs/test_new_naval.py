"""Ships of New OCS: gunfire in the Bombardment Phase, by the side whose turn it is, on the tables of the edition."""

from __future__ import annotations

import pytest

from editions.new_ocs.new_support import sit
from redball.analysis.sea_report import sea_odds
from redball.core.actions import AddPlane, AddUnit, AimMission, DeclareBarrage, Done, PlanMission
from redball.core.actions.naval import AddShip, AimAtShip, AimGuns
from redball.core.events import BarrageResolved, SupplySpent
from redball.editions.new_ocs.tap import tapped
from redball.rules.air.air import FlakFired
from redball.rules.barrage.port_raid import PortRaided
from redball.rules.ground.fleet import ship_in
from redball.rules.naval.cargo_events import CraftLost
from redball.rules.naval.gunfire import refuse_shooter
from redball.rules.naval.naval import CraftStruck, GunfireOpened, GunfireResolved
from redball.rules.naval.ship_strike import ShipBombed
from support import GUNS, HQ, LEG, Sitting, land

BIG, PLAIN = "battleship 30-4-2-3/20-3-1-2", "cruiser 12-4-0-0/6-3-0-0"
SHORE = land(*(f"{column:02d}.01=." for column in range(1, 13)), columns=12, rows=5, ground="-")
UNITS = (
    f"axis 01.01 a {LEG}\naxis 02.01 h {HQ}\naxis 02.01 g {GUNS} symbol=coastal_artillery\n"
    f"soviet 05.01 r {LEG}\nsoviet 09.01 k {GUNS} symbol=coastal_artillery"
)
SHIPS = f"axis 05.03 bb {BIG}\naxis 05.03 ca {PLAIN}\nsoviet 03.03 s1 {PLAIN}\nsoviet 03.03 s2 {PLAIN}"
REST = (
    '[supply]\naxis 01.01 9\n[sources]\naxis 01.01\nsoviet 12.01\n[places]\n06.01 port "Haven"\n'
    "[ports]\n06.01 3\n[harbours]\nsoviet 06.01\n"
)


def sea(*dice: int, at: str = "bombardment", ships: str = SHIPS) -> Sitting:
    """Off a shore; a far ship keeps the coastal artillery with something to do."""
    rest = f"{REST}[ships]\n{ships}\naxis 12.05 keep {BIG}\nsoviet 12.03 far {PLAIN}\n"
    return sit(UNITS, SHORE, at=at, rest=rest, dice=dice)


@pytest.mark.case("N10-phasing-naval", "N2.2-bombardment")
def test_the_side_whose_turn_it_is_fires_its_ships_in_the_bombardment_phase() -> None:
    table = sea(5, 5).do(AimGuns(sea().hex("05.01"), "units"))
    table.do(AddShip("bb"), AddShip("ca"), Done())
    resolved, charts = table.one(BarrageResolved), table.look.world.charts
    plain = charts.barrage.lookup(charts.barrage.columns.index(resolved.column), 10)
    assert (table.one(GunfireOpened).side, table.one(GunfireOpened).strength) == ("axis", "42")
    assert resolved.result == charts.ship_to_shore.read(plain.text)
    assert not table.all(SupplySpent)


@pytest.mark.case("N10-phasing-naval", "N2.2-bombardment")
@pytest.mark.parametrize("at", ["movement", "reaction_movement", "exploitation_movement", "combat"])
def test_in_no_other_phase_do_ships_fire(at: str) -> None:
    table = sea(at=at)
    refused = refuse_shooter(table.look, "axis", "units", table.hex("05.01"), "bb")
    assert refused is not None
    assert (refused.code, refused.case) == ("gunfire.not_now", "N10-phasing-naval")
    assert not table.offered(AimGuns)


@pytest.mark.case("N10-phasing-naval")
def test_ships_fire_beside_the_artillery_and_never_with_it() -> None:
    table = sea()
    table.do(DeclareBarrage(table.hex("05.01")))
    assert table.refused(AimGuns(table.hex("03.03"), "ships"))[0] == "barrage.one_hex"
    table = sea(1, 1).do(AimGuns(sea().hex("05.01"), "units"), AddShip("bb"), Done())
    assert table.refused(DeclareBarrage(table.hex("05.01")))[0] == "barrage.hex_barraged"
    assert table.refused(AimGuns(table.hex("05.01"), "units")) == ("gunfire.barraged", "N10-one-per-hex")


@pytest.mark.case("N10-phasing-naval", "18.3c", "18.3d-A")
def test_they_fire_at_ships_and_ports_as_in_the_series() -> None:
    table = sea(6, 6).do(AimGuns(sea().hex("03.03"), "ships"), AimAtShip("s1"), AddShip("bb"), Done())
    charts, read = table.look.world.charts, table.one(GunfireResolved)
    assert read.column == charts.barrage.columns[charts.barrage.column(30)]
    struck = ship_in(table.game.state, "s1")
    assert struck is not None
    assert struck.damaged is (charts.barrage.lookup(charts.barrage.column(30), 12).steps > 0)
    table = sea(6).do(AimGuns(sea().hex("06.01"), "port"), AddShip("bb"), Done())
    assert table.one(PortRaided).column == charts.facility.columns[charts.facility.column(30)]


@pytest.mark.case("N10-table-minimum", "10.0-E")
def test_a_point_is_too_few_for_the_barrage_table_and_enough_for_a_port() -> None:
    table = sea(1, ships="axis 05.03 dd destroyer 1-4-0-0/1-3-0-0\nsoviet 03.03 s1 cruiser 1-1-0-0/1-1-0-0")
    table.do(AimGuns(table.hex("03.03"), "ships"), AddShip("dd"))
    assert table.refused(Done()) == ("gunfire.no_points", "10.0-E")
    table = sea(1, ships="axis 05.03 dd destroyer 1-4-0-0/1-3-0-0")
    table.do(AimGuns(table.hex("06.01"), "port"), AddShip("dd"), Done())
    assert table.one(PortRaided).points == 1


@pytest.mark.case("N10-one-per-hex-tap", "18.3g-A")
def test_coastal_artillery_that_has_fired_at_ships_is_tapped_and_has_paid_nothing() -> None:
    table = sea(1, 1).do(AimGuns(sea().hex("03.03"), "ships"), AimAtShip("s2"), AddUnit("g"), Done())
    assert tapped(table.unit("g"))
    assert not table.all(SupplySpent)


def test_the_draft_has_its_chances() -> None:
    table = sea().do(AimGuns(sea().hex("05.01"), "units"), AddShip("bb"))
    fire = sea_odds(table.look, "axis").gunfire
    assert fire is not None
    assert abs(sum(one.chance for one in fire.outcomes) - 1) < 1e-9


# --- aircraft against ships --------------------------------------------------------------------------------------

STUKA, FIGHTER = "T (1)-18-15/(1)-9-15", "F 4-0-12/3-0-8"
AURORA = "cruiser 12-4-3-1/6-3-1-1"


def air_phase(planes: str, *dice: int, marks: str = "", ships: str = "") -> Sitting:
    """The axis side's Air Operations Phase, with a Soviet cruiser and another one at 03.03."""
    fleet = ships or f"soviet 03.03 s1 {AURORA} {marks}\nsoviet 03.03 s2 cruiser 8-3-1-1/4-3-1-1"
    rest = f"{REST}[bases]\naxis 01.01 3\n[aircraft]\n{planes}\n[ships]\n{fleet}\n"
    return sit(UNITS, SHORE, at="air_operations", rest=rest, dice=dice, fog=False)


def plan(table: Sitting, *planes: str) -> Sitting:
    adds = [AddPlane(pid.rstrip("+"), "escort" if pid.endswith("+") else "") for pid in planes]
    return table.do(PlanMission("ship_barrage"), AimMission(table.hex("03.03")), *adds)


def strike_force(marks: str) -> Sitting:
    """A bomber's draft against the cruiser."""
    return plan(air_phase(f"axis 01.01 b {STUKA}", marks=marks), "b")


@pytest.mark.case("N10-phasing-air", "N14-strike-range", "N14-strike-flak", "18.3c-B", "18.3f", "N14.4-roll")
def test_aircraft_strike_ships_by_day_before_their_flak_and_without_a_shift() -> None:
    """36 points; Flak of 3 and 1 after the strike, and no escort brings any."""
    table = plan(air_phase(f"axis 01.01 b {STUKA}\naxis 01.01 f {FIGHTER}", 1, 1, 2, 2), "b", "f+").do(
        Done(), Done(), Done()
    )
    charts = table.look.world.charts.barrage
    assert table.one(GunfireResolved).column == charts.columns[charts.column(36)]
    assert table.one(FlakFired).roll == 4 + 4
    order = [type(event) for event in table.events if isinstance(event, GunfireResolved | FlakFired)]
    assert order == [GunfireResolved, FlakFired]


@pytest.mark.case("N14.2e-one-strike", "18.3c")
def test_a_hex_is_struck_once_also_if_it_holds_several_ships() -> None:
    table = air_phase(f"axis 01.01 b {STUKA}\naxis 01.01 c {STUKA}", *(1, 1) * 6)
    plan(table, "b").do(Done())
    assert PlanMission("ship_barrage") not in table.game.choices(), "there are ships nowhere else"
    table.do(Done(), Done()).idle(lambda: table.game.state.clock.phase != "air_operations")
    assert {event.planes for event in table.all(ShipBombed)} == {("b",)}


@pytest.mark.case("N14.2e-one-strike")
@pytest.mark.parametrize("first", ["port_barrage", "night_port_barrage"])
def test_a_port_is_struck_once_by_day_or_by_night(first: str) -> None:
    table = air_phase(f"axis 01.01 b {STUKA}\naxis 01.01 c {STUKA}")
    table.do(PlanMission(first), AimMission(table.hex("06.01")), AddPlane("b"), Done())
    assert {"port_barrage", "night_port_barrage"}.isdisjoint(action.kind for action in table.offered(PlanMission))
    table.do(PlanMission("ship_barrage"))
    assert table.offered(AimMission) == [AimMission(table.hex("03.03"))]


@pytest.mark.case("14.1e-B", "18.3e", "N14-assign-bombers")
def test_who_strikes_ships() -> None:
    planes = (
        "axis 01.01 t T (1)-0(6)-15/(1)-0(3)-15\naxis 01.01 s S (3)-30-15/(2)-15-15\n"
        "axis 01.01 j Tpt (0)-0-12/(0)-0-12 carries=2T,1T"
    )
    table = plan(air_phase(planes))
    assert table.refused(AddPlane("s")) == ("mission.too_high", "14.1e-B")
    assert table.refused(AddPlane("j")) == ("mission.unarmed", "N14-assign-bombers")
    assert table.refused(Done())[0] == "mission.empty"
    table.do(AddPlane("t"), Done())


@pytest.mark.case("N10-table-minimum", "18.3c-C")
def test_one_point_is_enough_for_a_ship_since_it_counts_twice_there() -> None:
    fleet = "soviet 03.03 s1 cruiser 12-1-0-0/6-1-0-0"
    table = plan(air_phase("axis 01.01 t T (1)-1-15/(1)-1-15", 1, 1, 1, 1, ships=fleet), "t").do(Done(), Done())
    assert table.one(ShipBombed).fires
    assert table.one(GunfireResolved).column == "2-4"


CRAFT = (
    "soviet 12.04 s9 cruiser 8-3-0-1/4-3-0-1\n[craft]\nsoviet 03.03 x1 landing_craft 2\nsoviet 03.03 x2 landing_craft 1"
)


@pytest.mark.case("18.3c-D", "18.3d-B", "N10-phasing-naval")
def test_landing_craft_are_fired_at_in_the_bombardment_phase_as_one_ship() -> None:
    """New OCS has no text of its own for them."""
    table = sea(6, 6, 1, 1, 1, ships=f"axis 05.03 bb {BIG}\n[craft]\nsoviet 03.03 x1 landing_craft 2\n[ships]")
    table.do(AimGuns(table.hex("03.03"), "ships"), AddShip("bb"), Done())
    struck = table.one(CraftStruck)
    assert (struck.hits > 0, struck.dg, len(table.all(CraftLost))) == (True, True, min(struck.hits, 2))


@pytest.mark.case("18.3c-D", "N14-strike-flak", "N14-strike-range")
def test_they_have_no_flak_and_are_struck_without_a_shift() -> None:
    table = plan(air_phase(f"axis 01.01 b {STUKA}", 1, 1, 1, 1, ships=CRAFT), "b").do(Done(), Done())
    charts, read = table.look.world.charts.barrage, table.one(GunfireResolved)
    assert (read.column, read.craft) == (charts.columns[charts.column(36)], True)
    assert table.one(ShipBombed).craft
