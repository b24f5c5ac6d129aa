"""Ships in 1992: gunfire beside the declaration of this edition, and Flak of ports and ships."""

from __future__ import annotations

from typing import Any

import pytest

from editions.v1992.test_v1992_air_barrage import BOMBER, GUN
from redball.core.actions import AddPlane, DeclareBarrage, Done
from redball.core.actions.naval import AddShip, AimGuns
from redball.core.events import BarrageResolved, SupplySpent
from redball.editions.v1992.hex_flak import HexFlakFired, strength_in
from redball.rules.barrage.port_raid import PortRaided
from redball.rules.naval.naval import GunfireOpened
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
    return sit(UNITS, SHORE, at=at, rest=rest, dice=dice, edition="1992", **more)


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
