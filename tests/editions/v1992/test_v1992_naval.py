"""Ships in 1992: gunfire beside the declaration of this edition, and Flak of ports and ships."""

from __future__ import annotations

from typing import Any

import pytest

from editions.v1992.test_v1992_air_barrage import BOMBER, GUN
from redball.core.actions import AddPlane, AddUnit, DeclareBarrage, Done, RemovePlane
from redball.core.actions.naval import AddShip, AimGuns
from redball.core.events import BarrageResolved, SupplySpent
from redball.editions.aimed_barrage import AimBarrage
from redball.editions.v1992.hex_flak import HexFlakFired, strength_in
from redball.rules.barrage.port_raid import PortRaided
from redball.rules.ground.fleet import fleet_in
from redball.rules.naval.cargo_events import CraftLost
from redball.rules.naval.naval import GunfireOpened, GunfireResolved
from redball.rules.naval.ship_strike import ShipBombed
from support import LEG, Sitting, land, sit

BIG, PLAIN = "battleship 30-4-2-3/20-3-1-2", "cruiser 12-4-2-0/6-3-1-0"
SHORE = land(*(f"{column:02d}.01=." for column in range(1, 13)), columns=12, rows=5, ground="-")
UNITS = f"axis 01.01 a {LEG}\naxis 04.01 g {GUN}\nsoviet 05.01 r {LEG}\nsoviet 12.01 z {LEG}"
SHIPS = f"axis 05.03 bb {BIG}\naxis 05.03 ca {PLAIN}\nsoviet 03.03 s1 {PLAIN}\nsoviet 03.03 s2 {PLAIN}"
PORT = '[places]\n08.01 port "Haven"\n[ports]\n08.01 3\n[harbours]\nsoviet 08.01\n'


def sea(*dice: int, at: str = "movement_barrage", ships: str = SHIPS, planes: str = "", **more: Any) -> Sitting:
    rest = (
        f"[supply]\naxis 01.01 9\n[sources]\naxis 01.01\nsoviet 12.01\n{PORT}[bases]\naxis 01.01 2\n"
        f"[aircraft]\n{planes}\n[ships]\n{ships}\naxis 12.05 keep {BIG}\nsoviet 12.03 far {PLAIN}\n"
    )
    return sit(more.pop("units", UNITS), SHORE, at=at, rest=rest, dice=dice, edition="1992", **more)


@pytest.mark.case("E92-barrage-supply", "18.3b")
@pytest.mark.parametrize("at", ["movement_barrage", "exploitation_barrage"])
def test_ships_barrage_units_and_ports_for_nothing_in_the_segments_of_the_series(at: str) -> None:
    table = sea(1, 1, at=at)
    table.do(AimGuns(table.hex("05.01"), "units"), AddShip("bb"), Done())
    assert table.all(BarrageResolved)
    table = sea(4, at=at, ships=SHIPS.replace("05.03", "07.03"))
    table.do(AimGuns(table.hex("08.01"), "port"), AddShip("bb"), AddShip("ca"), Done())
    assert table.one(PortRaided).points == 42
    assert table.one(GunfireOpened).side == "axis"
    assert not table.all(SupplySpent)


@pytest.mark.case("10.0e-D", "10.0e-F")
def test_in_the_combat_phase_they_do_not_and_they_join_no_draft() -> None:
    table = sea(at="combat_barrage")
    assert not table.offered(AimGuns)
    assert table.refused(AimGuns(table.hex("05.01"), "units"))[0] == "gunfire.not_now"
    table = sea(at="exploitation_barrage", planes=f"axis 01.01 b {BOMBER} over=05.01")
    table.do(DeclareBarrage(table.hex("05.01")))
    assert table.refused(AimGuns(table.hex("03.03"), "ships"))[0] == "barrage.one_hex"


@pytest.mark.case("E92-flak-strength", "18.3f")
def test_a_port_counts_one_and_at_a_barrage_the_flak_of_ships_counts_too() -> None:
    ships = SHIPS.replace("soviet 03.03 s1", "soviet 08.01 s1").replace("soviet 03.03 s2", "soviet 08.01 s2")
    planes = f"axis 01.01 b {BOMBER} over=08.01"
    table = sea(1, 1, 6, ships=ships, planes=planes, head="ships_in_ports cruiser\n")
    hex_ = table.hex("08.01")
    assert strength_in(table.look, "axis", hex_).value == 1
    table.do(DeclareBarrage(hex_), AddPlane("b"), Done())
    ledger = table.one(HexFlakFired).ledger
    assert ledger.total == "+5"
    assert [line.reason for line in ledger.lines] == ["a friendly port or city", "Flak of ships"]


# --- aircraft against ships --------------------------------------------------------------------------------------

OVER = f"axis 01.01 b {BOMBER} over=03.03\naxis 01.01 t T (1)-0(6)-9/(1)-0(3)-9 over=03.03"


def over_ships(*dice: int, **more: Any) -> Sitting:
    table = sea(*dice, planes=more.pop("planes", OVER), **more)
    return table.do(DeclareBarrage(table.hex("03.03")))


@pytest.mark.case("18.3c", "18.3c-B", "18.3e", "E92-air-phasing-barrage-phases")
def test_aircraft_over_ships_barrage_them_which_is_no_barrage_of_the_hex() -> None:
    """18 and 6, doubled; the second ship is free for the other one in the same phase."""
    table = over_ships(1, 1, 1, 1, 1, 1).do(AddPlane("b"), AddPlane("t"), Done(), Done())
    barrage = table.look.world.charts.barrage
    assert table.one(GunfireResolved).column == barrage.columns[barrage.column(48)]
    assert table.hex("03.03") not in table.game.state.barraged
    table = over_ships(1, 1, 1, 1, 1, 1, 1, 1).do(AddPlane("b"), Done(), Done())
    table.do(DeclareBarrage(table.hex("03.03")), AddPlane("t"), Done())
    assert [event.ship for event in table.all(ShipBombed)] == ["s1", "s2"]
    assert table.game.state.barraged == frozenset()


@pytest.mark.case("18.3c", "14.1e-B", "10.0-E")
def test_artillery_and_strategic_bombers_do_not() -> None:
    planes = f"{OVER}\naxis 01.01 s S (3)-30-9/(2)-15-9 over=03.03"
    table = over_ships(planes=planes)
    table.do(AddPlane("s"))
    assert table.refused(Done()) == ("mission.too_high", "14.1e-B")
    table.do(RemovePlane("s"))
    assert table.refused(Done())[0] == "barrage.no_units"


@pytest.mark.case("18.3c")
def test_guns_do_not_reach_for_ships() -> None:
    guns = f"axis 01.01 a {LEG}\naxis 03.01 g {GUN}\naxis 05.01 h {LEG}\nsoviet 06.01 r {LEG}\nsoviet 12.01 z {LEG}"
    table = sea(at="combat_barrage", units=guns)
    assert table.hex("03.03") not in {shot.hex for shot in table.offered(DeclareBarrage)}
    assert table.refused(DeclareBarrage(table.hex("03.03"))) == ("barrage.nobody", "10.1a")
    table = sea(at="combat_barrage", units=guns, planes=OVER).do(
        DeclareBarrage(table.hex("03.03")), AddUnit("g"), AddPlane("b")
    )
    assert table.refused(Done()) == ("barrage.guns_at_ships", "18.3c")


@pytest.mark.case("10.0e-A", "18.3c")
def test_a_port_is_barraged_once_and_the_ships_in_it_by_themselves() -> None:
    ships = SHIPS.replace("soviet 03.03 s1", "soviet 08.01 s1").replace("soviet 03.03 s2", "soviet 08.01 s2")
    planes = f"axis 01.01 b {BOMBER} over=08.01\naxis 01.01 c {BOMBER} over=08.01"
    table = sea(*(1, 1) * 6, ships=ships, planes=planes, head="ships_in_ports cruiser\n")
    hex_ = table.hex("08.01")
    table.do(DeclareBarrage(hex_), AddPlane("b"), Done())
    assert hex_ in table.game.state.barraged
    table.do(DeclareBarrage(hex_))
    assert table.refused(AimBarrage("port"))[0] == "barrage.not_there"
    table.do(AddPlane("c"), Done(), Done())
    assert table.one(ShipBombed).planes == ("c",)


@pytest.mark.case("18.3c-D", "18.3d-B", "18.3c-B")
def test_aircraft_and_ships_barrage_landing_craft_by_the_old_table_too() -> None:
    """18 points doubled, at nothing that protects; then the battleship finds them barraged."""
    craft = "[craft]\nsoviet 03.03 x1 landing_craft 1\nsoviet 03.03 x2 landing_craft 1\n[ships]"
    table = over_ships(*(6,) * 8, ships=f"axis 05.03 bb {BIG}\n{craft}")
    table.do(AddPlane("b"), Done())
    barrage = table.look.world.charts.barrage
    assert table.one(GunfireResolved).column == barrage.columns[barrage.column(36)]
    assert table.one(ShipBombed).craft
    assert table.all(CraftLost)
    left = fleet_in(table.game.state).craft
    assert not left or table.refused(AimGuns(table.hex("03.03"), "ships")) == ("gunfire.shelled", "18.3c")
