"""Ships that arrive as Reinforcements, and that leave by the schedule."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import BeginSail, Done
from redball.core.actions.naval import PlaceShip
from redball.core.state import NOT_ARRIVED, REMOVED, Frame
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.view.ships import SeaView, sea_view
from redball.rules.ground.air_force import Plane, plane_in
from redball.rules.ground.fleet import Vessel, ship_in
from redball.rules.naval.naval import ShipArrived, ShipForfeited, ShipWithdrawn
from redball.rules.reinforcement.phase import ReinforcementPhase
from redball.scenarios.records import ShipArrival, ShipWithdrawal
from support import LEG, Sitting, in_scenario, land, opened, sit

BIG = "battleship 30-4-2-3/20-3-1-2 name=Hood"
SMALL = "destroyer 8-2-1-0/4-2-0-0"
CV = "carrier 0-0-3-2/0-0-1-2 aircraft=2"
FIGHTER = "F 4-3-6/3-2-4 carrier=any"
COAST = land(*(f"{column:02d}.01=." for column in range(1, 11)), columns=10, rows=4, ground="-")
UNITS = f"axis 02.01 a {LEG}\nsoviet 10.01 r {LEG}"


def due(ships: str, entry: tuple[str, ...], planes: str = "", *, head: str = "", **schedule: Any) -> Sitting:
    """The axis side's Reinforcement Phase of a turn in which the ships that wait arrive at these hexes."""
    rest = f'[places]\n05.01 port "Haven"\n[ships]\n{ships}\n[aircraft]\n{planes}\n'
    table = sit(UNITS, COAST, rest=rest, head=head)
    turn, waiting = table.look.state.clock.turn, [line.split()[2] for line in ships.splitlines() if " waiting " in line]
    coming = (ShipArrival(turn, "axis", tuple(map(table.hex, entry)), tuple(waiting)),) if waiting else ()
    look = in_scenario(table.look, ship_arrivals=coming, **schedule)
    return Sitting(opened(look, Frame("reinforcement_phase", "withdraw_ships", ReinforcementPhase("axis"))))


def ship(table: Sitting, sid: str) -> Vessel:
    found = ship_in(table.look.state, sid)
    assert found is not None
    return found


def plane(table: Sitting, pid: str) -> Plane:
    found = plane_in(table.look.state, pid)
    assert found is not None
    return found


@pytest.mark.case("13.6", "18.1c")
def test_ships_arrive_at_hexes_of_the_sea_and_at_ports_that_are_open_to_them() -> None:
    for types, hexes in (("", ["03.03"]), ("ships_in_ports destroyer\n", ["03.03", "05.01"])):
        table = due(f"axis waiting dd {SMALL}", ("03.03", "05.01"), head=types)
        assert [table.look.hex_name(place.hex) for place in table.offered(PlaceShip)] == hexes
        assert table.refused(PlaceShip("dd", table.hex("04.03"))) == ("arrival.ship_entry", "13.6")
        table.do(PlaceShip("dd", table.hex(hexes[-1])))
        assert table.one(ShipArrived).hex == table.hex(hexes[-1])
        assert table.look.hex_name(ship(table, "dd").hex) == hexes[-1]


@pytest.mark.case("13.6b-B", "18.1b")
def test_an_edge_hex_that_the_enemy_closes_is_replaced_by_the_nearest_open_one() -> None:
    """Ships of his close it; a hex that is not of the edge is not replaced."""
    table = due(f"axis waiting bb {BIG}\nsoviet 05.04 e {SMALL}\nsoviet 06.03 f {SMALL}", ("05.04", "06.03"))
    assert [table.look.hex_name(place.hex) for place in table.offered(PlaceShip)] == ["04.04", "06.04"]


@pytest.mark.case("13.6")
def test_who_is_not_placed_is_lost() -> None:
    table = due(f"axis waiting bb {BIG}\naxis waiting cv {CV}", ("03.03",), f"axis waiting f {FIGHTER} on=cv")
    table.do(PlaceShip("bb", table.hex("03.03")), Done())
    assert [event.ship for event in table.all(ShipForfeited)] == ["cv"]
    assert (ship(table, "cv").hex, plane(table, "f").hex) == (REMOVED, REMOVED)
    assert table.told(ShipForfeited) == "Cv was not placed and is lost"


@pytest.mark.case("18.2c", "13.6")
def test_aircraft_arrive_with_their_carrier() -> None:
    table = due(f"axis waiting cv {CV}", ("03.03",), f"axis waiting f {FIGHTER} on=cv")
    assert plane(table, "f").hex == NOT_ARRIVED
    table.do(PlaceShip("cv", table.hex("03.03")))
    assert (plane(table, "f").hex, plane(table, "f").ship, plane(table, "f").active) == (table.hex("03.03"), "cv", True)


@pytest.mark.case("13.6")
def test_ships_leave_by_the_schedule_wherever_they_are_and_their_aircraft_with_them() -> None:
    """Those of the other side, of another turn, and what is sunk already stay as they are."""
    ships = f"axis 03.03 cv {CV} damaged\naxis 04.03 bb {BIG}\naxis sunk dd {SMALL}\naxis 03.03 ca {SMALL}"
    leaves = (
        ShipWithdrawal(1, "axis", ("cv", "dd")),
        ShipWithdrawal(2, "axis", ("bb",)),
        ShipWithdrawal(1, "soviet", ("ca",)),
    )
    table = due(ships, (), f"axis 03.03 f {FIGHTER} on=cv", ship_withdrawals=leaves)
    gone = table.one(ShipWithdrawn)
    assert (gone.ship, gone.planes) == ("cv", ("f",))
    assert table.told(ShipWithdrawn) == "Cv is withdrawn, with f"
    assert (ship(table, "cv").withdrawn, ship(table, "cv").damaged, plane(table, "f").hex) == (True, True, REMOVED)
    assert [ship(table, sid).afloat for sid in ("bb", "ca")] == [True, True]
    assert not ship(table, "dd").withdrawn


@pytest.mark.case("13.6")
def test_who_is_not_there_cannot_be_placed_or_sail() -> None:
    table = due(
        f"axis waiting bb {BIG}\naxis withdrawn x {BIG}\nsoviet waiting s {BIG}\naxis 03.03 y {BIG}", ("03.03",)
    )
    place = table.hex("03.03")
    assert table.refused(PlaceShip("nobody", place)) == ("ship.unknown", "18.1e")
    assert table.refused(PlaceShip("y", place)) == ("arrival.ship_not_due", "13.6")
    table = sit(UNITS, COAST, rest=f"[ships]\naxis waiting w {BIG}\naxis withdrawn x {BIG}\naxis 03.03 y {BIG}\n")
    assert table.refused(BeginSail("w")) == ("ship.away", "13.6")
    assert table.refused(BeginSail("x")) == ("ship.away", "13.6")


def test_positions_and_views_tell_who_waits_who_was_withdrawn_and_who_is_sunk() -> None:
    rest = f"[ships]\naxis waiting w {BIG}\naxis withdrawn x {BIG} damaged\naxis sunk y {BIG}\naxis 03.03 z {BIG}\n"
    table = sit(UNITS, COAST, rest=rest)
    written = dump_position(table.look.world, table.look.state)
    assert "axis withdrawn x battleship 30-4-2-3/20-3-1-2 name=Hood damaged" in written
    assert dump_position(*parse_position(written)) == written
    sea = sea_view(table.look, "soviet")
    assert isinstance(sea, SeaView)
    assert [ship.off for ship in sea.ships] == ["waiting", "withdrawn", "sunk", ""]
