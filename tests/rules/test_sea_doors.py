"""Other doors into the rules of the sea: what one way of landing, shipping, firing or entering refuses, all others
refuse, too."""

from __future__ import annotations

from typing import Any

import pytest

from redball.charts import load_charts
from redball.core.actions import (
    AddUnit,
    AimMission,
    BeginMove,
    Construct,
    Done,
    Halt,
    LoadShipment,
    OpenShipment,
    PlanMission,
    ShipTo,
)
from redball.core.actions.naval import (
    AddShip,
    AimGuns,
    BeginSail,
    LandCraft,
    LandUnit,
    PlanLanding,
    PutAshore,
    PutSupplyAshore,
    TakeAboard,
)
from redball.core.events import BarrageResolved, NegationRelied
from redball.editions import bases
from redball.rules.air.cargo import refuse_flyer
from redball.rules.combat.retreat import refuse_entry
from redball.rules.ground.craft import BeachCleared
from redball.rules.ground.fleet import ship_in
from redball.rules.ground.harbours import PortUsed, any_quay, room
from redball.rules.ground.port_works import PortCaptured
from redball.rules.naval.beach import terrain_of
from redball.rules.naval.invasion_events import LandingRolled, LstDeployed
from redball.rules.naval.naval import GunfireResolved
from redball.rules.naval.shipment import SupplyShipped
from redball.rules.naval.shipping import UnitShipped
from redball.rules.reinforcement.entry import entry_hexes
from redball.rules.reinforcement.rebuild_trucks import free_id
from redball.rules.trace.sources import open_sources
from rules.test_beach_assault import ONE, declare, lc, run_to, shore, target
from rules.test_craft import ENEMY, boat, flotilla
from rules.test_gunfire import BATTLE, BIG, COASTAL, CRUISE, NEAR, PLAIN, TROOPS, aimed, sea, throw_of
from rules.test_invasion import SUCCESS, at_four, beach, landing, table_hex
from rules.test_ports import ENGINEERS
from support import HQ, LEG, MILITIA, TRUCK, Sitting

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


# --- beaches without defenders -----------------------------------------------------------------------------------


@pytest.mark.case("18.6a-H", "18.3g-C")
@pytest.mark.parametrize("others", ["", f"soviet 04.02 d {LEG}\n"])
def test_a_beach_whose_only_gun_ships_have_destroyed_is_one_without_defenders(others: str) -> None:
    """Coastal artillery that is fired at by itself was defending, too; while somebody else defends, it is no such
    beach."""
    foe = f"axis 20.01 z {LEG}\nsoviet 24.01 r {LEG}\nsoviet 04.02 c {COASTAL}\n{others}"
    ships = "[ships]\n" + "\n".join(f"axis 04.04 b{number} {BIG}" for number in range(4)) + "\n"
    how: dict[str, Any] = {"rest": ships, "foe": foe, "at": "movement_barrage", "switches": {"fog": False}}

    def fired(*dice: int) -> Sitting:
        table = shore(ONE, lc("a"), dice=dice, **how)
        return table.do(AimGuns(target(table), "battery"), *(AddShip(f"b{number}") for number in range(4)))

    table = fired(*throw_of(fired(), (1, True)), *SUCCESS).do(Done())
    assert table.at("c") == "dead"
    assert bool(table.all(BeachCleared)) is (not others)
    if not others:
        run_to(table, "combat_segment.declare")
        declare(table, "a")
        assert len(table.all(LandingRolled)) == 1
        assert table.at("a") == "04.02"


# --- fire --------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3a-B", "10.0e-E")
def test_a_ship_that_fired_at_the_ground_in_the_turn_does_not_in_reaction() -> None:
    ships = f"{BATTLE} ashore\nsoviet 08.04 s1 {PLAIN}\n{CRUISE}"
    table = aimed(sea(ships, at="reaction_barrage", phasing="soviet"), "units", "06.01")
    assert table.refused(AddShip("bb")) == ("gunfire.ashore", "18.3a-B")
    table.do(AddShip("ca"))


@pytest.mark.case("18.3g-A", "10.0e-E")
def test_coastal_artillery_fires_at_ships_in_reaction_too() -> None:
    table = aimed(sea(NEAR, at="reaction_barrage", phasing="soviet", dice=(1, 1)), "ships", "03.03")
    table.do(AddUnit("g"), Done())
    assert table.one(GunfireResolved).target == "s1"
    assert not table.spent()


@pytest.mark.case("18.3b", "10.0b-B")
def test_ships_without_a_spotter_fire_at_units_three_columns_to_the_left() -> None:
    near = f"{TROOPS}\naxis 05.01 spot {LEG}"
    columns = [
        aimed(sea(units=units, dice=(1, 1)), "units", "06.01").do(AddShip("bb"), Done()).one(BarrageResolved).column
        for units in (near, TROOPS)
    ]
    seen, unseen = map(load_charts("v4").barrage.columns.index, columns)
    assert seen - unseen == 3


@pytest.mark.case("18.4f-A")
def test_no_aircraft_barrages_the_port_that_an_lst_is() -> None:
    """Neither is there anything to damage or to repair for those who have it (18.4f-B)."""
    air = "axis 01.01 b T (1)-18-15/(1)-9-15\nsoviet 12.01 k F 4-3-15/3-2-15"
    rest = f"[harbours]\n{{}} 06.01{{}}\n[craft]\nsoviet 12.05 l9 lst 1\n[aircraft]\n{air}\n"
    place = '[places]\n06.01 port "Haven"\n[ports]\n06.01 3\n'

    def over(text: str) -> Sitting:
        return sea(f"{BATTLE}\nsoviet 08.04 s1 {PLAIN}", rest=text, bases="axis 01.01 2\nsoviet 12.01 1\n")

    port = over(place + rest.format("soviet", ""))
    port.do(PlanMission("port_barrage"), AimMission(port.hex("06.01")))
    pier_ = over(rest.format("soviet", " lst"))
    assert "port_barrage" not in {plan.kind for plan in pier_.offered(PlanMission)}


@pytest.mark.case("18.4f-B", "19.0c", "19.0d")
@pytest.mark.parametrize("task", ["wreck_port", "repair_port"])
def test_nobody_works_on_an_lst_that_is_a_port(task: str) -> None:
    table = pier(units=f"axis {PIER} e {ENGINEERS}\n")
    assert table.refused(Construct("e", table.hex(PIER), task)) == ("port.none", "19.0")


# --- ports and beaches -------------------------------------------------------------------------------------------


@pytest.mark.case("9.14h", "18.5f-E", "19.0f")
def test_who_lands_on_a_beach_with_a_port_takes_it_and_ships_there_at_once() -> None:
    ports = '[places]\n04.02 port "Mole"\n10.02 port "Haven"\n[ports]\n04.02 1\n10.02 3\n'
    rest = f"{ports}[harbours]\nsoviet 04.02 hits=1\naxis 10.02\n[shipping]\naxis 2\n[supply]\naxis 10.02 3\n"
    table = landing(beach(at_four("a"), f"axis aboard a {LEG}", rest=rest, dice=SUCCESS), ("a",))
    assert table.one(LandingRolled).terrain == "port"
    assert (table.one(PortCaptured).side, table.one(PortCaptured).hits) == ("axis", 1)
    assert OpenShipment(table.hex("10.02"), table_hex()) in table.offered(OpenShipment)


@pytest.mark.case("18.5g", "18.5f")
def test_who_finds_no_room_in_a_port_lands_there_by_a_roll() -> None:
    """The capacity is used up; by a roll units land all the same, and use none of it."""
    ports = '[places]\n04.02 port "Mole"\n[ports]\n04.02 1\n[harbours]\naxis 04.02 used=16\n'
    table = beach(at_four("a"), f"axis aboard a {LEG}", rest=ports, dice=SUCCESS).do(BeginSail("lc"))
    assert table.refused(PutAshore("a")) == ("port.full", "18.5g")
    landing(table.do(Halt()), ("a",))
    assert table.one(LandingRolled).terrain == "port"
    assert (table.at("a"), table.all(PortUsed)) == ("04.02", [])


@pytest.mark.case("18.5h-B", "4.7d-A", "13.8d-C")
def test_who_has_landed_in_a_port_neither_moves_nor_flies_works_or_goes_aboard_again() -> None:
    units = f"axis aboard a {LEG}\naxis aboard b {LEG} move\n{ENEMY}"
    craft = "axis 05.02 lc landing_craft 3 aboard=a,b\naxis 05.01 l2 landing_craft 3"
    table = flotilla(craft, units=units).do(BeginSail("lc")).go(HAVEN).do(PutAshore("a"), PutAshore("b"), Halt())
    assert {table.refused(BeginMove(uid)) for uid in "ab"} == {("move.moved", "6.1f")}
    assert refuse_flyer(table.look, table.unit("b")) is not None
    assert table.refused(Construct("", table.hex(HAVEN), "wreck_port"))[0] == "construct.party"
    table.do(BeginSail("l2"))
    assert {table.refused(TakeAboard(uid)) for uid in "ab"} == {("craft.cargo_moved", "18.4c")}


@pytest.mark.case("19.0c", "13.8d-C")
def test_who_has_landed_on_a_beach_damages_no_port_there() -> None:
    """They have come from somewhere else, though they spent no MP."""
    ports = '[places]\n04.02 port "Mole"\n[ports]\n04.02 1\n[harbours]\nsoviet 04.02\n'
    table = landing(beach(at_four("a"), f"axis aboard a {LEG}", rest=ports, dice=SUCCESS), ("a",))
    assert table.refused(Construct("", table_hex(), "wreck_port"))[0] == "construct.party"


@pytest.mark.case("18.5b", "4.8a-A")
def test_more_units_than_can_stay_may_land_and_the_rest_is_lost_at_the_end_of_the_segment() -> None:
    """Twelve regiments in four groups; Landing Craft count nothing (18.4a)."""
    names = [f"u{number:02d}" for number in range(12)]
    craft = "\n".join(f"axis 04.02 l{uid} landing_craft 1 aboard={uid}" for uid in names)
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in names)
    table = landing(beach(craft, units, dice=SUCCESS * 4), *(tuple(names[at : at + 3]) for at in range(0, 12, 3)))
    assert len(table.all(LandingRolled)) == 4
    table.done()
    assert table.step.startswith("stacking_check"), "two of them are too many"


# --- enemy ships -------------------------------------------------------------------------------------------------


@pytest.mark.case("18.1b", "4.8c-A")
@pytest.mark.parametrize(("unit", "able"), [(LEG, True), (MILITIA, False), (HQ, False)])
def test_only_attack_capable_units_retreat_to_where_enemy_landing_craft_lie(unit: str, able: bool) -> None:
    table = flotilla("soviet 06.01 su landing_craft 1", units=f"axis 05.01 a {unit}\n{ENEMY}")
    start, there = table.hex("05.01"), table.hex("06.01")
    refused = refuse_entry(table.look, table.unit("a"), start, there, 0)
    assert (refused is None) is able
    assert able or (refused is not None and refused.code == "retreat.enemy_noncombat")


@pytest.mark.case("18.1b", "13.6b-B")
@pytest.mark.parametrize(("craft", "free"), [("soviet 06.01 su landing_craft 1", False), ("axis 06.01 lc lst 1", True)])
def test_nobody_arrives_where_enemy_landing_craft_lie(craft: str, free: bool) -> None:
    table = flotilla(craft, units=f"axis 05.01 a {LEG}\n{ENEMY}")
    there = table.hex("06.01")
    assert (there in entry_hexes(table.look, "axis", (there,), table.unit("a"))) is free
    assert (there in entry_hexes(table.look, "axis", (there,), None)) is free


# --- other editions ----------------------------------------------------------------------------------------------


@pytest.mark.case("18.1d", "5.1-B")
@pytest.mark.parametrize("edition", bases())
def test_dg_comes_off_ships_and_landing_craft_of_their_side_in_every_edition(edition: str) -> None:
    craft = "axis 01.04 lc landing_craft 1 dg\nsoviet 20.04 su landing_craft 1 dg"
    table = flotilla(craft, rest="[ships]\naxis 05.03 dd destroyer 8-2-1-0/4-2-0-0 dg\n", edition=edition)
    table.idle(lambda: table.look.state.clock.phasing == "soviet")
    found = ship_in(table.look.state, "dd")
    assert found is not None
    assert (boat(table, "lc").dg, found.dg, boat(table, "su").dg) == (False, False, True)
