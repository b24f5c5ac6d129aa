"""Other doors into the rules of the sea: what one way of landing, shipping, firing or entering refuses, all others
refuse, too."""

from __future__ import annotations

import pytest

from redball.core.actions import BeginMove, LoadShipment, OpenShipment, ShipTo
from redball.core.actions.naval import (
    BeginSail,
    LandCraft,
    LandUnit,
    PlanLanding,
    PutAshore,
    PutSupplyAshore,
    TakeAboard,
)
from redball.core.events import NegationRelied
from redball.rules.ground.harbours import any_quay, room
from redball.rules.naval.beach import terrain_of
from redball.rules.naval.invasion_events import LandingRolled, LstDeployed
from redball.rules.naval.shipment import SupplyShipped
from redball.rules.naval.shipping import UnitShipped
from redball.rules.reinforcement.rebuild_trucks import free_id
from redball.rules.trace.sources import open_sources
from rules.test_craft import ENEMY, flotilla
from rules.test_invasion import SUCCESS, at_four, beach, landing, table_hex
from support import LEG, TRUCK, Sitting

ON_FOOT_WITH_TANKS = "Bn infantry mech 4-3-3L/2-3-6L"

PIER, HAVEN = "12.01", "05.01"
"""Where an LST has become a port, and a port of 3 SP, on the coast of `flotilla`."""


def pier(marks: str = "", *, units: str = "", rest: str = "", **how: str) -> Sitting:
    """An allowance of 3 points between those two; a regiment of half a point waits at either."""
    two = f"axis {HAVEN} a {LEG} move\naxis {PIER} b {LEG} move\n"
    more = f"[harbours]\naxis {PIER} lst {marks}\n[shipping]\naxis 3\n[supply]\naxis {HAVEN} 3\naxis {PIER} 2\n"
    return flotilla("axis 20.03 l9 lst 1", units=f"{two}{units}{ENEMY}", rest=f"{more}{rest}", **how)


def left(table: Sitting) -> int:
    """What the LST can still handle, in 1/16 SP."""
    port = any_quay(table.look, table.hex(PIER))
    assert port is not None
    return room(table.look, port, shipped=True)


# --- LSTs as ports -----------------------------------------------------------------------------------------------


@pytest.mark.case("18.4f-D", "3.3c-C", "19.0f")
@pytest.mark.parametrize(("uid", "start", "end"), [("a", HAVEN, PIER), ("b", PIER, HAVEN)])
def test_units_are_shipped_to_and_from_an_lst(uid: str, start: str, end: str) -> None:
    table = pier().begin(uid)
    table.do(ShipTo(table.hex(end)))
    event = table.one(UnitShipped)
    assert (table.at(uid), event.start, event.cost, left(table)) == (end, table.hex(start), 8, 8)


@pytest.mark.case("18.4f-D", "19.0f-D")
def test_supply_is_shipped_to_an_lst_up_to_1_sp() -> None:
    table = pier()
    table.do(OpenShipment(table.hex(HAVEN), table.hex(PIER)))
    assert [action.tokens for action in table.offered(LoadShipment)] == [4, 3, 2, 1]
    table.do(LoadShipment(4))
    assert (table.one(SupplyShipped).hex, left(table)) == (table.hex(PIER), 0)
    assert table.refused(OpenShipment(table.hex(PIER), table.hex(HAVEN))) == ("port.full", "19.0f-D")


@pytest.mark.case("18.4f-E")
def test_nothing_is_shipped_to_an_lst_in_the_phase_in_which_it_is_deployed() -> None:
    table = pier("fresh")
    for action in (OpenShipment(table.hex(HAVEN), table.hex(PIER)), OpenShipment(table.hex(PIER), table.hex(HAVEN))):
        assert table.refused(action) == ("port.fresh", "18.4f-E")
    table.begin("a")
    assert table.refused(ShipTo(table.hex(PIER))) == ("port.fresh", "18.4f-E")


@pytest.mark.case("18.4f-D", "19.0f-F", "21.12b")
@pytest.mark.parametrize("night", [False, True])
def test_an_enemy_zoc_shuts_an_lst_as_it_shuts_a_port(night: bool) -> None:
    """By night it is used all the same, for four times as much."""
    table = pier(units=f"soviet 13.01 e {LEG}\n", head="switches cloak_of_night=on\n" if night else "").begin("a")
    if not night:
        assert table.refused(ShipTo(table.hex(PIER))) == ("port.shut", "19.0f-F")
        return
    table.do(ShipTo(table.hex(PIER)))
    assert (table.one(UnitShipped).cost, left(table)) == (32, 8)


@pytest.mark.case("18.4f-D", "4.5a-F")
@pytest.mark.parametrize(("units", "serves"), [("", True), (f"soviet 13.01 e {LEG}\n", False)])
def test_an_lst_in_an_enemy_zoc_is_a_source_only_where_own_units_negate_it(units: str, serves: bool) -> None:
    """The regiment on the beach negates it; without that, nothing comes through."""
    table = pier(units=units)
    assert table.hex(PIER) in open_sources(table.look, "axis")
    away = table.look.state.with_unit(table.unit("b").change(hex=table.hex("10.01")))
    assert (table.hex(PIER) in open_sources(table.look.after(away, ("b",)), "axis")) is serves


@pytest.mark.case("18.4f-E", "18.5f-A")
@pytest.mark.parametrize(
    ("harbour", "also", "row"),
    [
        ("axis 04.02 lst", "", "port"),
        ("axis 04.02 lst", "[also]\n04.02 rough\n", "rough"),
        ("axis 04.02 lst fresh", "", "open_village"),
        ("soviet 04.02 lst", "", "open_village"),
    ],
)
def test_an_lst_helps_landings_of_its_side_from_the_next_phase_on(harbour: str, also: str, row: str) -> None:
    craft = f"{at_four('a')}\naxis 10.04 l9 lst 1\nsoviet 12.04 l8 lst 1"
    table = beach(craft, f"axis aboard a {LEG}", rest=f"[harbours]\n{harbour}\n{also}", dice=SUCCESS)
    assert terrain_of(table.look, "axis", table_hex()) == row
    assert landing(table, ("a",)).one(LandingRolled).terrain == row


@pytest.mark.case("18.4f-F", "18.4f-B")
def test_no_lst_becomes_a_port_beside_one_of_the_enemys() -> None:
    """The enemy's is destroyed by whoever lands first, and by nothing else."""
    craft = f"{at_four('a')}\naxis 04.02 l1 lst 1\nsoviet 12.04 l8 lst 1"
    table = beach(craft, f"axis aboard a {LEG}", rest="[harbours]\nsoviet 04.02 lst\n", dice=SUCCESS * 2)
    table.do(PlanLanding(table_hex()))
    assert table.refused(LandCraft("l1", 0)) == ("landing.other_port", "18.4f-F")
    table.do(LandUnit("a", 0)).done()
    assert any_quay(table.look, table_hex()) is None
    table.do(PlanLanding(table_hex()), LandCraft("l1", 0)).done()
    assert table.one(LstDeployed).side == "axis"


# --- where a unit could never be -----------------------------------------------------------------------------------


@pytest.mark.case("18.5g")
def test_nobody_lands_in_a_port_where_it_could_never_be() -> None:
    """No wheels come into a marsh, from a ship either."""
    units = f"axis aboard a {LEG}\naxis aboard m {TRUCK}\naxis aboard t truck 1 45T\n{ENEMY}"
    craft = "axis 05.02 lc landing_craft 5 aboard=a,m,t"
    table = flotilla(craft, units=units, rest=f"[also]\n{HAVEN} salt_marsh\n").do(BeginSail("lc")).go(HAVEN)
    assert {table.refused(PutAshore(uid)) for uid in "mt"} == {("craft.no_ground", "18.5g")}
    table.do(PutAshore("a"))


@pytest.mark.case("18.4e-C")
def test_no_dukw_comes_ashore_where_it_could_never_be() -> None:
    craft = f"{at_four('a')}\naxis 04.02 d dukw 2"
    table = beach(craft, f"axis aboard a {LEG}", rest="[also]\n04.02 salt_marsh\n").do(PlanLanding(table_hex()))
    assert table.refused(LandCraft("d", 0)) == ("landing.dukw_no_ground", "18.4e-C")
    assert LandUnit("a", 0) in table.game.choices()
    alone = beach("axis 04.02 d dukw 2", rest="[also]\n04.02 salt_marsh\n")
    assert alone.refused(PlanLanding(table_hex())) == ("landing.nobody", "18.5")


# --- other phases ------------------------------------------------------------------------------------------------


@pytest.mark.case("18.5d", "18.5g")
@pytest.mark.parametrize("at", ["reaction_movement", "exploitation_movement"])
def test_in_reaction_and_exploitation_units_land_in_ports_only(at: str) -> None:
    units = f"axis aboard a {LEG}\naxis aboard b {LEG}\naxis 20.01 z {LEG}\n{ENEMY}"
    craft = "axis 05.02 lc landing_craft 2 aboard=a\naxis 07.01 l2 landing_craft 2 aboard=b"
    phasing = "soviet" if at.startswith("reaction") else "axis"
    table = flotilla(craft, units=units, at=at, phasing=phasing)
    for name in ("07.01", HAVEN):
        assert table.refused(PlanLanding(table.hex(name))) == ("landing.not_now", "18.5d")
    table.do(BeginSail("lc")).go(HAVEN).do(PutAshore("a"))
    assert table.at("a") == HAVEN


@pytest.mark.case("18.4e")
@pytest.mark.parametrize(("at", "phasing"), [("reaction_movement", "soviet"), ("exploitation_movement", "axis")])
def test_a_dukw_on_land_does_not_move_in_reaction_or_exploitation(at: str, phasing: str) -> None:
    """Afloat it does."""
    units = f"axis 04.01 d truck 2 24T\naxis 20.01 z {LEG}\n{ENEMY}"
    table = flotilla("axis ashore d dukw 2\naxis 03.03 e dukw 1", units=units, at=at, phasing=phasing)
    assert "d" not in [move.unit for move in table.offered(BeginMove)]
    assert table.refused(BeginMove("d"))[0] == "move.not_usable"
    table.do(BeginSail("e")).go("04.03")


@pytest.mark.case("N7-timing-content", "18.1e")
@pytest.mark.parametrize("craft", ["axis 03.03 s landing_craft 1", "soviet 09.03 x landing_craft 1"])
def test_by_new_ocs_nothing_sails_in_reaction(craft: str) -> None:
    """The segment passes by itself where nobody reacts; in Movement and Exploitation all sail."""
    ships = "[ships]\naxis 04.03 t destroyer 8-2-1-0/4-2-0-0\n"
    units = f"axis 20.01 z {LEG}\naxis 21.01 y {LEG} reserve\n{ENEMY}"
    how = {"units": units, "rest": ships, "edition": "new-ocs"}
    table = flotilla(craft, at="reaction_movement", phasing="soviet", **how)
    assert not table.offered(BeginSail)
    for sid in ("t", "s") if "axis" in craft else ("t",):
        assert table.refused(BeginSail(sid)) == ("ship.not_now", "N7-timing-content")
    idle = flotilla(craft, at="reaction_movement", phasing="soviet", **how | {"units": units.replace("reserve", "")})
    assert idle.look.state.clock.phase != "reaction"
    for at in ("movement", "exploitation_movement"):
        assert "t" in [sail.ship for sail in flotilla(craft, at=at, **how).offered(BeginSail)]


@pytest.mark.case("19.0f-B", "K19.0f-phasing")
@pytest.mark.parametrize(
    ("at", "phasing", "mark"),
    [("reaction_movement", "soviet", "reserve released"), ("exploitation_movement", "axis", "exploit")],
)
def test_no_unit_is_shipped_in_reaction_or_exploitation(at: str, phasing: str, mark: str) -> None:
    units = f"axis 04.01 c {LEG} {mark}\n"
    table = pier(units=units, at=at, phasing=phasing).begin("c").go(HAVEN)
    assert not table.offered(ShipTo)
    assert table.refused(ShipTo(table.hex(PIER))) == ("shipping.phase", "19.0f-B")


# --- what goes by air --------------------------------------------------------------------------------------------


@pytest.mark.case("18.4e-B", "14.9c", "E92-transportation-armor")
@pytest.mark.parametrize(("edition", "carried"), [("v4.2", True), ("1992", False)])
def test_a_dukw_carries_what_aircraft_of_the_edition_carry(edition: str, carried: bool) -> None:
    """By 1992 no mech flies, though it goes on foot."""
    units = f"axis {HAVEN} a {ON_FOOT_WITH_TANKS} move\naxis {HAVEN} b {LEG} move\n{ENEMY}"
    table = flotilla("axis 05.01 d dukw 3", units=units, edition=edition).do(BeginSail("d"))
    able = {action.unit for action in table.offered(TakeAboard)}
    assert able == ({"a", "b"} if carried else {"b"})


# --- by the chart sheet of v4.1a ---------------------------------------------------------------------------------


@pytest.mark.case("K19.0f-connections", "18.4c")
def test_by_v4_1a_a_unit_that_goes_aboard_keeps_its_port_open_for_nobody() -> None:
    """As for shipping: somebody else must negate the ZOC, and is bound; by the series nobody goes aboard at all."""
    units = f"axis {HAVEN} a {LEG} move\nsoviet 06.01 e {LEG}\n{ENEMY}"
    craft = "axis 05.02 lc landing_craft 3"
    alone = flotilla(craft, units=f"axis 20.01 z {LEG}\n{units}", edition="v4.2+v4.1a").do(BeginSail("lc")).go(HAVEN)
    assert alone.refused(TakeAboard("a")) == ("port.shut", "18.4c")
    guard = f"axis {HAVEN} g {LEG} move\n{units}"
    guarded = flotilla(craft, units=guard, edition="v4.2+v4.1a").do(BeginSail("lc")).go(HAVEN)
    guarded.do(TakeAboard("a"))
    assert [event.unit for event in guarded.all(NegationRelied)] == ["g"]
    series = flotilla(craft, units=guard).do(BeginSail("lc")).go(HAVEN)
    assert series.refused(TakeAboard("a")) == ("port.shut", "18.4c")


@pytest.mark.case("K19.0f-connections", "18.5g", "13.6a-A")
@pytest.mark.parametrize(("edition", "open_"), [("v4.2", False), ("v4.2+v4.1a", True)])
def test_a_negated_zoc_shuts_no_port_by_v4_1a(edition: str, open_: bool) -> None:
    """Neither for what lands from Landing Craft."""
    units = f"axis {HAVEN} g {LEG}\naxis aboard a {LEG}\nsoviet 06.01 e {LEG}\n{ENEMY}"
    table = flotilla("axis 05.02 lc landing_craft 3 aboard=a sp=1", units=units, edition=edition)
    table.do(BeginSail("lc")).go(HAVEN)
    if open_:
        table.do(PutAshore("a"), PutSupplyAshore(4))
    else:
        assert {table.refused(way) for way in (PutAshore("a"), PutSupplyAshore(4))} == {("port.shut", "18.5g")}


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.4e", "13.5e")
@pytest.mark.parametrize(("craft", "free"), [("axis 05.03 d dukw 1", "d/2"), ("axis ashore d dukw 1", "d")])
def test_a_dukw_that_is_rebuilt_has_not_the_name_of_one_afloat(craft: str, free: str) -> None:
    """Where its first counter is at sea, and where nobody has it any more."""
    units = f"axis 04.01 d truck 1 24T\naxis 04.01 a {LEG}\n{ENEMY}"
    table = flotilla(craft, units=units if "ashore" in craft else f"axis 04.01 a {LEG}\n{ENEMY}")
    state = table.look.state
    assert free_id(table.look.after(state.without_units(["d"]) if "d" in state.units else state, ()), "d") == free
