"""Carriers: which aircraft they hold, their refit, missions and Patrol Zones from a hex that moves, and what sinks."""

from __future__ import annotations

from typing import Any

import pytest

from redball.cli.air_text import air_lines
from redball.core.actions import (
    AddPlane,
    AimMission,
    BeginSail,
    Cancel,
    ChooseDeck,
    Done,
    Halt,
    Intercept,
    PlanMission,
    RefitAt,
    ReturnTo,
)
from redball.core.actions.naval import AddShip, AimAtShip, AimGuns
from redball.core.look import Look
from redball.core.state import DEAD_PILE, Frame
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.sight.belief import believed
from redball.game.standing.answers import back_home
from redball.game.standing.asked import Asked
from redball.game.view.air import AirView, air_view
from redball.game.view.ships import SeaView, sea_view
from redball.game.watch.air import check_air
from redball.game.watch.broken import InvariantBroken
from redball.rules.air.air import AircraftLanded, AircraftRefitted, DeckChosen
from redball.rules.air.bases import active_limit, ashore_base, base_hexes, landings, own_base, refuse_landing
from redball.rules.air.decks import capacity, held, refit_room, takes
from redball.rules.air.homing import Homing
from redball.rules.air.patrol import in_patrol_zone, patrols_over
from redball.rules.air.transfer import TRANSFER
from redball.rules.ground.air_force import Plane, plane_in, with_planes
from redball.rules.ground.fleet import aboard, fleet_in, sunk, with_ship
from redball.rules.ground.fleet import sailed as with_sailed
from redball.rules.naval.naval import ShipStruck
from support import LEG, Sitting, land, opened, sit

CV = "carrier 0-0-3-2/0-0-1-2"
BIG = "battleship 30-4-2-3/20-3-1-2"
FIGHTER, BOMBER = "F 4-3-6/3-2-4", "T (1)-18-6/(1)-9-6"
COAST = land(*(f"{column:02d}.01=." for column in range(1, 25)), columns=24, rows=4, ground="-")
"""A sea of three rows, and a row of land below it."""
UNITS = f"axis 03.01 u {LEG}\nsoviet 24.01 r {LEG}"
SHIPS = f"axis 05.03 cv {CV} aircraft=3"


def at_sea(planes: str, ships: str = SHIPS, *, bases: str = "axis 02.01 1", rest: str = "", **how: Any) -> Sitting:
    """A carrier off that coast, and an air base of its side on land."""
    more = f"[sources]\naxis 01.01\nsoviet 24.01\n[bases]\n{bases}\n[ships]\n{ships}\n[aircraft]\n{planes}\n"
    how = {"units": UNITS} | how
    return sit(how.pop("units"), COAST, rest=f"{more}{rest}", **how)


def aboard_cv(*pids: str, where: str = "05.03", on: str = "cv", marks: str = "", values: str = FIGHTER) -> str:
    """Aircraft on a carrier; they may use any."""
    return "\n".join(f"axis {where} {pid} {values} carrier=any on={on} {marks}" for pid in pids)


def plane(table: Sitting, pid: str) -> Plane:
    found = plane_in(table.look.state, pid)
    assert found is not None
    return found


def at(table: Sitting, pid: str) -> tuple[str, str, bool]:
    """Where an aircraft is, on which carrier, and whether it is Active."""
    found = plane(table, pid)
    where = "dead" if found.hex == DEAD_PILE else table.look.hex_name(found.hex)
    return where, found.ship, found.active


def planned(table: Sitting, kind: str, where: str, *planes: str) -> Sitting:
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *map(AddPlane, planes))


def sailed(table: Sitting, sid: str, *hexes: str) -> Sitting:
    return table.do(BeginSail(sid)).go(*hexes).do(Halt())


def has_landing(table: Sitting, pid: str) -> list[str]:
    return [table.look.hex_name(hex_) for hex_ in landings(table.look, plane(table, pid))]


# --- which aircraft, and how many --------------------------------------------------------------------------------


@pytest.mark.case("18.2a")
def test_a_carrier_with_a_number_holds_so_many_aircraft_active_and_inactive_together() -> None:
    """Two Active and an Inactive one fill it; a fourth finds no room, however many are Active."""
    planes = f"{aboard_cv('f', 'g')}\n{aboard_cv('i', marks='inactive')}\naxis 02.01 h {FIGHTER} carrier=any"
    table = at_sea(planes)
    refused = refuse_landing(table.look, plane(table, "h"), table.hex("05.03"))
    assert refused is not None
    assert (refused.code, refused.case, refused.have, refused.need) == ("carrier.full", "18.2a", "3", "3")
    assert has_landing(table, "h") == ["02.01"]
    room = at_sea(planes, SHIPS.replace("=3", "=4"))
    assert refuse_landing(room.look, plane(room, "h"), room.hex("05.03")) is None
    planned(room, "base_transfer", "05.03", "h").done()
    assert at(room, "h") == ("05.03", "cv", True)
    assert room.one(AircraftLanded).ship == "cv"
    assert room.told(AircraftLanded) == "H lands on cv and is Active"


@pytest.mark.case("18.2a")
def test_a_carrier_without_a_number_takes_only_the_aircraft_that_name_it() -> None:
    """And those take no other carrier; an aircraft without a mark takes none; on land all of them are welcome."""
    ships = f"axis 05.03 ark {CV}\naxis 07.03 cv {CV} aircraft=9"
    on = "\n".join(
        f"axis 02.01 {pid} {FIGHTER} {mark}"
        for pid, mark in (("own", "carrier=ark"), ("any", "carrier=any"), ("none", ""))
    )
    table = at_sea(on, ships)
    assert has_landing(table, "own") == ["02.01", "05.03"]
    assert has_landing(table, "any") == ["02.01", "07.03"]
    assert has_landing(table, "none") == ["02.01"]
    refused = refuse_landing(table.look, plane(table, "none"), table.hex("07.03"))
    assert refused is not None
    assert (refused.code, refused.case) == ("carrier.no_plane", "18.2a")
    assert (capacity(table.look.world, "ark"), capacity(table.look.world, "cv")) == (1, 9)


@pytest.mark.case("18.2a")
def test_who_flies_together_to_a_carrier_must_find_room_together() -> None:
    table = at_sea("\n".join(f"axis 02.01 {pid} {FIGHTER} carrier=any" for pid in "abcd"), SHIPS.replace("=3", "=2"))
    planned(table, "base_transfer", "05.03", "a", "b")
    assert table.refused(AddPlane("c")) == ("carrier.full", "18.2a")
    table.done()
    assert [at(table, pid)[1] for pid in "abcd"] == ["cv", "cv", "", ""]
    full = TRANSFER.refuse_hex(table.look, "axis", table.hex("05.03"))
    assert full is not None
    assert full.code == "carrier.full"
    assert table.refused(PlanMission("base_transfer"))[0] == "mission.nobody"


@pytest.mark.case("18.2a")
def test_two_carriers_of_a_hex_are_one_base_with_the_room_of_both() -> None:
    """Each aircraft is on one of them: its own if it is there, otherwise that with most room."""
    ships = f"axis 05.03 ark {CV} aircraft=1\naxis 05.03 cv {CV} aircraft=3"
    table = at_sea(
        f"{aboard_cv('f', on='ark')}\n" + "\n".join(f"axis 02.01 {p} {FIGHTER} carrier=any" for p in "ab"), ships
    )
    base = own_base(table.look, "axis", table.hex("05.03"))
    assert base is not None
    assert (base.ships, active_limit(table.look.world, base)) == (("ark", "cv"), 4)
    planned(table, "base_transfer", "05.03", "a", "b").done()
    assert [at(table, pid)[1] for pid in "abf"] == ["cv", "cv", "ark"]
    sailed(table, "cv", "06.03")
    assert [at(table, pid)[0] for pid in "abf"] == ["06.03", "06.03", "05.03"]


@pytest.mark.case("18.2a", "14.1c-A")
def test_its_room_is_kept_for_an_aircraft_on_a_mission() -> None:
    """Nobody fills it meanwhile; the aircraft returns to its own carrier, which is full."""
    table = at_sea(
        f"{aboard_cv('f')}\naxis 02.01 g {FIGHTER} carrier=any\nsoviet 08.01 x {FIGHTER}",
        SHIPS.replace("=3", "=1"),
        bases="axis 02.01 1\nsoviet 08.01 1",
        dice=(6, 6, 6, 6),
    )
    look, away = table.look, plane(table, "f").change(hex=table.hex("08.01"), base=table.hex("05.03"))
    flying = Look(look.world, with_planes(look.state, [away]))
    refused = refuse_landing(flying, plane(table, "g"), table.hex("05.03"))
    assert refused is not None
    assert refused.code == "carrier.full"
    planned(table, "fighter_sweep", "08.01", "f").done()
    table.idle(lambda: table.step == "air_return.base")
    table.do(ReturnTo("f", table.hex("05.03")))
    assert at(table, "f") == ("05.03", "cv", False)


# --- refit -------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.2b", "15.1-A")
def test_a_carrier_refits_all_its_aircraft_for_nothing() -> None:
    """Nobody has any supply; a base on land cannot pay."""
    planes = f"{aboard_cv('f', 'g', 'h', marks='inactive')}\naxis 02.01 l {FIGHTER} inactive"
    table = at_sea(planes, at="aircraft_refit")
    assert table.refused(RefitAt(table.hex("02.01"))) == ("refit.unpaid", "12.9c")
    table.do(RefitAt(table.hex("05.03")), *map(AddPlane, "fgh"), Done())
    refit = table.one(AircraftRefitted)
    assert (refit.case, refit.planes, refit.ships) == ("18.2b", ("f", "g", "h"), ("cv",))
    assert [plane(table, pid).active for pid in "fghl"] == [True, True, True, False]
    assert not table.spent()


@pytest.mark.case("18.2b")
def test_a_damaged_carrier_refits_two_aircraft_and_once() -> None:
    """The sound one beside it refits all of its own."""
    ships = f"{SHIPS} damaged\naxis 05.03 ark {CV} aircraft=4"
    idle = {"marks": "inactive"}
    planes = f"{aboard_cv('a', 'b', 'c', **idle)}\n{aboard_cv('e', 'f', 'g', on='ark', **idle)}"
    planes += f"\naxis 02.01 l {FIGHTER} inactive"
    table = at_sea(planes, ships, at="aircraft_refit", rest="[supply]\naxis 02.01 9\n")
    table.do(RefitAt(table.hex("05.03")), AddPlane("a"), AddPlane("b"))
    assert table.refused(AddPlane("c")) == ("carrier.damaged", "18.2b")
    assert (refit_room(table.look, "cv"), refit_room(table.look, "ark")) == (2, 3)
    air = air_view(table.look, "axis")
    assert isinstance(air, AirView)
    (view,) = (base for base in air.bases if base.ships)
    assert view.refit is not None
    assert (view.refit.most, view.refit.tokens, view.limit) == (5, 0, 7)
    table.do(AddPlane("e"), AddPlane("f"), Cancel(), RefitAt(table.hex("05.03")))
    table.do(*map(AddPlane, "abe"), Done())
    assert table.refused(RefitAt(table.hex("05.03"))) == ("refit.done", "15.1-A")
    assert [ship.refitted for ship in fleet_in(table.look.state).ships] == [True, True]


# --- missions ----------------------------------------------------------------------------------------------------


@pytest.mark.case("18.2c", "14.4c", "3.3c-C")
def test_missions_and_patrol_zones_begin_at_the_hex_of_the_carrier_wherever_it_sails() -> None:
    """Ten hexes around it; a bomber of range 6 reaches what it did not reach before the carrier had sailed."""
    planes = f"{aboard_cv('f')}\n{aboard_cv('b', values=BOMBER)}"
    table = at_sea(planes, units=f"axis 03.01 u {LEG}\nsoviet 24.01 r {LEG}\nsoviet 13.01 q {LEG}")
    look = table.look
    assert [p.base for p in patrols_over(look, "axis", look.board.index("15.03"))] == [table.hex("05.03")]
    assert not in_patrol_zone(look, "axis", look.board.index("16.03"))
    sailed(table, "cv", "06.03", "07.03", "08.03")
    assert (at(table, "f"), at(table, "b")) == (("08.03", "cv", True), ("08.03", "cv", True))
    assert in_patrol_zone(table.look, "axis", table.hex("18.03"))
    assert not in_patrol_zone(table.look, "axis", table.hex("19.03"))
    assert not plane(table, "b").flown


@pytest.mark.case("18.2c", "14.2e-A")
def test_a_carrier_sails_before_its_aircraft_fly_in_the_same_segment() -> None:
    table = at_sea(f"{aboard_cv('f')}\nsoviet 12.01 x {BOMBER}", bases="soviet 12.01 1")
    assert table.refused(PlanMission("fighter_sweep"))[0] == "mission.nobody"
    sailed(table, "cv", "06.03")
    planned(table, "fighter_sweep", "12.01", "f").done()
    table.idle(lambda: plane(table, "f").parked)
    assert at(table, "f") == ("06.03", "cv", False)


@pytest.mark.case("18.2c", "14.2e-A")
def test_a_carrier_sails_after_its_aircraft_have_flown_in_the_same_segment() -> None:
    table = at_sea(f"{aboard_cv('f')}\nsoviet 10.01 x {BOMBER}", bases="soviet 10.01 1")
    planned(table, "fighter_sweep", "10.01", "f").done()
    table.idle(lambda: plane(table, "f").parked)
    sailed(table, "cv", "06.03")
    assert at(table, "f") == ("06.03", "cv", False)
    assert plane(table, "f").flown


@pytest.mark.case("18.2c", "14.2e-A")
def test_going_along_is_no_mission() -> None:
    """Who has sailed with its carrier still flies its mission of the phase."""
    table = sailed(at_sea(f"{aboard_cv('f')}"), "cv", "06.03")
    assert not plane(table, "f").flown
    planned(table, "base_transfer", "02.01", "f").done()
    assert at(table, "f") == ("02.01", "", True)


@pytest.mark.case("3.3c-C", "14.11", "14.1c-A")
def test_aircraft_fly_from_a_carrier_to_a_base_on_land_and_home_to_any_carrier_in_range() -> None:
    """After a mission the owner chooses among all bases in range, carriers among them."""
    ships = f"{SHIPS}\naxis 09.03 ark {CV} aircraft=2"
    table = at_sea(f"{aboard_cv('f')}\nsoviet 08.01 x {BOMBER}", ships, bases="axis 02.01 1\nsoviet 08.01 1")
    planned(table, "fighter_sweep", "08.01", "f").done()
    table.idle(lambda: table.step == "air_return.base" or plane(table, "f").parked)
    ways = {table.look.hex_name(way.hex) for way in table.offered(ReturnTo)}
    assert ways == {"02.01", "05.03", "09.03"}
    table.do(ReturnTo("f", table.hex("09.03")))
    assert at(table, "f") == ("09.03", "ark", False)


@pytest.mark.case("3.3c-C", "18.2c", "10.0c")
def test_a_carrier_is_no_target_of_a_barrage_on_air_bases_and_nobody_brings_cargo_there() -> None:
    """It is a ship; what is built, taken or bombed as a base is on land."""
    table = at_sea(f"{aboard_cv('f')}", units=f"{UNITS}\nsoviet 24.01 g {LEG}", phasing="soviet")
    look = table.look
    assert own_base(look, "axis", table.hex("05.03")) is not None
    assert ashore_base(look, "axis", table.hex("05.03")) is None
    assert base_hexes(look, "axis") == {table.hex("02.01")}


@pytest.mark.case("18.2c", "14.5-D")
def test_an_interceptor_that_wins_lands_on_its_carrier_and_stays_active() -> None:
    planes = f"{aboard_cv('f')}\nsoviet 12.01 x {BOMBER}\naxis 02.01 g {FIGHTER}"
    table = at_sea(planes, bases="axis 02.01 1\nsoviet 12.01 1\nsoviet 08.01 1", phasing="soviet", dice=(6, 6, 6))
    table.do(PlanMission("base_transfer"), AimMission(table.hex("08.01")), AddPlane("x"), Done())
    table.do(Intercept("f"))
    table.idle(lambda: plane(table, "f").parked)
    assert at(table, "f") == ("05.03", "cv", True)


# --- losses ------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.2c", "18.3d-A")
def test_aircraft_sink_with_their_carrier_and_those_beside_it_do_not() -> None:
    """All of it, whatever its steps, Active or not; an aircraft of a carrier next to it lives on."""
    ships = f"{SHIPS} damaged\naxis 05.03 ark {CV} aircraft=2\nsoviet 06.04 bb {BIG}"
    planes = f"{aboard_cv('f')}\n{aboard_cv('i', marks='inactive')}\n{aboard_cv('k', on='ark')}"
    table = at_sea(planes, ships, at="movement_barrage", phasing="soviet", dice=(6, 6, 1))
    table.do(AimGuns(table.hex("05.03"), "ships"), AimAtShip("cv"), AddShip("bb"), Done())
    struck = table.one(ShipStruck)
    assert (struck.sunk, struck.planes) == (True, ("f", "i"))
    assert table.told(ShipStruck) == "Cv is sunk, with f, i"
    assert [at(table, pid) for pid in "fik"] == [("dead", "", False), ("dead", "", False), ("05.03", "ark", True)]


@pytest.mark.case("18.2c")
def test_an_aircraft_in_the_air_does_not_sink_with_its_carrier() -> None:
    table = at_sea(f"{aboard_cv('f', 'g')}")
    away = plane(table, "f").change(hex=table.hex("08.01"), base=table.hex("05.03"))
    state = sunk(with_planes(table.look.state, [away]), ("cv",))
    flying, lost = plane_in(state, "f"), plane_in(state, "g")
    assert flying is not None
    assert lost is not None
    assert (flying.hex, flying.ship, lost.hex, lost.steps_lost) == (table.hex("08.01"), "", DEAD_PILE, 2)


@pytest.mark.case("18.2c")
def test_an_aircraft_in_the_air_has_its_base_where_its_carrier_has_sailed() -> None:
    """Some editions leave aircraft in the air from phase to phase."""
    table = at_sea(f"{aboard_cv('f')}")
    away = plane(table, "f").change(hex=table.hex("08.01"), base=table.hex("05.03"))
    found = plane_in(with_sailed(with_planes(table.look.state, [away]), "cv", table.hex("06.03")), "f")
    assert found is not None
    assert (found.hex, found.base) == (table.hex("08.01"), table.hex("06.03"))


# --- what is seen ------------------------------------------------------------------------------------------------


def seen_by(table: Sitting, side: str) -> tuple[AirView, SeaView]:
    air, sea = air_view(table.look, side), sea_view(table.look, side)
    assert isinstance(air, AirView)
    assert isinstance(sea, SeaView)
    return air, sea


@pytest.mark.case("4.9a-A", "4.8b-E", "18.2c")
def test_the_enemy_sees_a_carrier_under_other_ships_only_by_its_active_aircraft() -> None:
    """A destroyer lies on top. The Fighter shows the carrier, what is Inactive does not; counts are not told."""
    below = f"axis 05.03 a-dd destroyer 8-2-1-0/4-2-0-0\n{SHIPS}"
    for marks, known in (("", True), ("inactive", False)):
        table = at_sea(aboard_cv("f", marks=marks), below)
        air, sea = seen_by(table, "soviet")
        assert [ship.id for ship in sea.ships] == (["a-dd", "cv"] if known else ["a-dd"])
        afloat = [base for base in air.bases if base.ships]
        assert [base.ships for base in afloat] == ([("cv",)] if known else [])
        assert all((base.active, base.inactive, base.refitted) == (None, None, None) for base in afloat)
        assert [(p.id, p.ship) for p in air.planes] == ([("f", "cv")] if known else [])
        assert [p.hex for p in air.patrols] == ([table.hex("05.03")] if known else [])
        own, _ = seen_by(table, "axis")
        (base,) = (base for base in own.bases if base.ships)
        assert (base.active, base.inactive) == ((1, 0) if known else (0, 1))


@pytest.mark.case("4.9a-A")
def test_what_the_enemy_believes_of_carriers_is_what_it_sees() -> None:
    table = at_sea(
        aboard_cv("f", "g"), f"axis 05.03 a-dd destroyer 8-2-1-0/4-2-0-0\n{SHIPS}\naxis 05.03 d {CV} aircraft=2"
    )
    base = own_base(believed(table.look, "soviet"), "axis", table.hex("05.03"))
    assert base is not None
    assert base.ships == ("cv",)


def test_the_terminal_shows_a_carrier_like_a_base() -> None:
    table = at_sea(f"{aboard_cv('f')}\n{aboard_cv('i', marks='inactive')}")
    lines = [*air_lines(table.look, "axis", table.hex("05.03"))]
    assert lines == [
        "  axis: aboard cv, 2 of 3 aircraft: 1 Active, 1 Inactive",
        "  f F 4-3-6, Active, on cv",
        "  i F 4-3-6, Inactive, on cv",
    ]
    assert [*air_lines(table.look, "soviet", table.hex("05.03"))] == [
        "  axis: aboard cv, 3 aircraft",
        "  f F 4-3-6, Active, on cv",
    ]


# --- positions and invariants ------------------------------------------------------------------------------------


def test_a_written_position_keeps_carriers_and_their_aircraft() -> None:
    ships = f"{SHIPS} refitted\naxis 07.03 ark {CV}"
    table = at_sea(f"{aboard_cv('f', marks='inactive')}\naxis 07.03 o {FIGHTER} carrier=ark on=ark", ships)
    written = dump_position(table.look.world, table.look.state)
    world, state = parse_position(written)
    assert dump_position(world, state) == written
    assert "axis 07.03 o F 4-3-6/3-2-4 carrier=ark on=ark" in written
    assert [p.id for p in aboard(state, "cv")] == ["f"]


@pytest.mark.parametrize(
    ("planes", "says"),
    [
        (f"axis 05.03 f {FIGHTER} carrier=any", "aircraft are on=cv"),
        (f"axis 02.01 f {FIGHTER} carrier=any on=cv", "aircraft are on=no carrier"),
        (f"axis 05.03 f {FIGHTER} on=cv", "cannot use the carriers"),
        (aboard_cv("a", "b", "c", "d"), "finds no room"),
        (f"axis 05.03 f {FIGHTER} carrier=any on=nobody", "carrier"),
        (f"axis dead f {FIGHTER} carrier=any on=cv", "no such marks"),
    ],
)
def test_what_cannot_be_on_a_carrier_is_refused_in_a_written_position(planes: str, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        at_sea(planes)


@pytest.mark.case("18.1c")
def test_carriers_enter_no_ports() -> None:
    with pytest.raises(PositionError, match="carriers stay at sea"):
        at_sea(aboard_cv("f"), head="ships_in_ports carrier destroyer\n")


def test_the_watch_finds_aircraft_that_a_carrier_has_lost() -> None:
    """Every way of moving or sinking a carrier must take its aircraft along."""
    table = at_sea(aboard_cv("f"))
    world, state = table.look.world, table.look.state
    check_air(world, 0, state)
    for broken in (
        with_ship(state, "cv", hex=table.hex("06.03")),
        with_ship(state, "cv", hex=-9),
        with_planes(state, [plane(table, "f").change(ship="")]),
    ):
        with pytest.raises(InvariantBroken):
            check_air(world, 0, broken)


# --- arrivals and rebuilding -------------------------------------------------------------------------------------


@pytest.mark.case("13.5f-A", "18.2a")
def test_an_aircraft_from_the_dead_pile_comes_back_on_a_carrier_with_room() -> None:
    table = at_sea(f"{aboard_cv('f')}\naxis dead d {FIGHTER} carrier=any\naxis dead e {FIGHTER}", SHIPS)
    assert has_landing(table, "d") == ["02.01", "05.03"]
    assert has_landing(table, "e") == ["02.01"]


# --- several carriers of a hex -----------------------------------------------------------------------------------

PAIR = f"axis 05.03 cv {CV} aircraft=3 name=Ark\naxis 05.03 cw {CV} aircraft=2 name=Eagle"


def home_to_two(planes: str, ships: str = PAIR, away: str = "x") -> Sitting:
    """`away` returns from a mission at 07.03 to carriers at 05.03, or to the base on land."""
    table = at_sea(planes, ships)
    there = plane(table, away).change(hex=table.hex("07.03"), base=table.hex("05.03"), active=True)
    look = table.look.after(with_planes(table.look.state, [there]), ())
    return Sitting(opened(look, Frame("air_return", "settle", Homing("axis", (away,)))))


@pytest.mark.case("18.2a", "18.2c")
def test_where_several_carriers_take_it_the_owner_says_on_which_an_aircraft_lands() -> None:
    table = home_to_two(f"axis 05.03 x {FIGHTER} carrier=any on=cw name=Fulmar")
    ways = table.offered(ReturnTo)
    table.do(next(way for way in ways if way.hex == table.hex("05.03")))
    assert [way.ship for way in table.offered(ChooseDeck)] == ["cw", "cv"], "its own first"
    assert table.refused(ChooseDeck("x", "nobody")) == ("deck.closed", "18.2a")
    table.do(ChooseDeck("x", "cv"))
    assert at(table, "x") == ("05.03", "cv", False)
    assert table.told(DeckChosen) == "Fulmar is on Ark"


@pytest.mark.case("18.2a")
def test_who_stays_on_its_own_carrier_changes_nothing() -> None:
    table = home_to_two(f"axis 05.03 x {FIGHTER} carrier=any on=cw")
    table.do(next(way for way in table.offered(ReturnTo) if way.hex == table.hex("05.03")))
    table.do(ChooseDeck("x", "cw"))
    assert not table.all(DeckChosen)


@pytest.mark.case("18.2a")
@pytest.mark.parametrize(
    ("carrier", "other", "room", "guest", "asked"),
    [
        ("any", "05.03", 3, "", True),
        ("cw", "05.03", 3, "", False),
        ("any", "06.03", 3, "", False),
        ("any", "05.03", 1, "axis 05.03 y F 4-3-6/3-2-4 carrier=any on=cv", False),
        ("any", "05.03", 2, "axis 05.03 y F 4-3-6/3-2-4 carrier=any on=cv", True),
    ],
)
def test_nobody_is_asked_where_one_carrier_alone_takes_it(
    carrier: str, other: str, room: int, guest: str, *, asked: bool
) -> None:
    """It names one, the other is elsewhere, or the other is full: both sides of the room."""
    ships = PAIR.replace("axis 05.03 cv", f"axis {other} cv").replace("aircraft=3", f"aircraft={room}")
    table = home_to_two(f"axis 05.03 x {FIGHTER} carrier={carrier} on=cw\n{guest}", ships)
    for way in table.offered(ReturnTo):
        if way.hex == table.hex("05.03"):
            table.do(way)
            break
    assert bool(table.offered(ChooseDeck)) is asked


@pytest.mark.case("18.2a", "14.11")
def test_each_aircraft_of_a_base_transfer_has_the_choice_while_there_is_room() -> None:
    """The first goes to Eagle, which is full then; there is a place on Ark for one of those on Eagle."""
    table = at_sea("\n".join(f"axis 02.01 {pid} {FIGHTER} carrier=any" for pid in "abc"), PAIR)
    planned(table, "base_transfer", "05.03", "a", "b", "c").done()
    assert [at(table, pid)[1] for pid in "abc"] == ["cv", "cv", "cw"], "by the room that is left"
    assert table.refused(ChooseDeck("b", "cw")) == ("deck.not_next", "18.2a")
    table.do(ChooseDeck("a", "cw"))
    assert {way.plane for way in table.offered(ChooseDeck)} == {"c"}, "Eagle is full, so that b stays on Ark"
    table.do(ChooseDeck("c", "cw"))
    assert [at(table, pid)[1] for pid in "abc"] == ["cw", "cv", "cw"]
    assert at(table, "a")[2], "it stays Active"


@pytest.mark.case("18.2a", "13.5f-A")
def test_the_standing_answer_takes_aircraft_home_to_their_own_carrier() -> None:
    table = home_to_two(f"axis 05.03 x {FIGHTER} carrier=any on=cw")
    table.do(next(way for way in table.offered(ReturnTo) if way.hex == table.hex("05.03")))
    open_ = table.game.decision
    assert open_ is not None
    assert back_home(Asked(table.look, open_, table.game.choices_by_kind())) == ChooseDeck("x", "cw")


@pytest.mark.case("18.2a")
def test_a_carrier_without_a_number_takes_those_who_name_it_and_nobody_else() -> None:
    """So many as name it; who may use any carrier needs one with a number."""
    named = f"axis 02.01 n {FIGHTER} carrier=cv\naxis 02.01 m {FIGHTER} carrier=cv"
    look = at_sea(f"{named}\naxis 02.01 x {FIGHTER} carrier=any", f"axis 05.03 cv {CV}").look
    assert capacity(look.world, "cv") == 2
    takers = {pid: takes(look.world, "cv", found) for pid in "nmx" if (found := plane_in(look.state, pid)) is not None}
    assert takers == {"n": True, "m": True, "x": False}
    numbered = at_sea(f"axis 02.01 x {FIGHTER} carrier=any", f"axis 05.03 cv {CV} aircraft=1").look
    guest = plane_in(numbered.state, "x")
    assert guest is not None
    assert takes(numbered.world, "cv", guest)


@pytest.mark.case("18.2a")
def test_a_carrier_in_the_first_hex_of_the_map_supports_its_aircraft() -> None:
    """Those in the Dead Pile or still to come have a place below it."""
    look = at_sea(aboard_cv("f", "g")).look
    moved = {"f": 0, "g": DEAD_PILE}
    planes = [found.change(hex=hex_) for pid, hex_ in moved.items() if (found := plane_in(look.state, pid)) is not None]
    assert held(look.after(with_planes(look.state, planes), ()), "cv") == {"f"}
