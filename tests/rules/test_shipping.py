"""Shipping: who and what goes from port to port, what it takes of allowance and ports, and what stops it."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from redball.cli.textmap import stack_lines
from redball.core.actions import (
    BeginMove,
    Cancel,
    Construct,
    LoadShipment,
    LoadSupply,
    OpenShipment,
    Pay,
    ShipTo,
)
from redball.core.events import MoveFinished, NegationRelied
from redball.core.look import Look
from redball.editions import bases
from redball.game.plan.shipping import ShippingView, shipping_view, supply_by_sea, units_by_sea
from redball.rules.air.cargo import refuse_flyer
from redball.rules.ground.harbours import PortUsed, harbour_at, record_in, refuse_traffic, room
from redball.rules.naval.shipment import SupplyShipped, refuse_open
from redball.rules.naval.shipping import UnitShipped, allowance, allowance_left, price, refuse_passenger, refuse_ship
from rules.rail_table import with_victory_hex
from rules.test_ports import ENGINEERS, FAR, ports
from support import GUNS, LEG, TANKS, Sitting, in_scenario, land, sit

LIGHT = "Rgt infantry other 4-3-3L/2-3-6L"
"""1 RE of 6 Leg MP: half a point (4.7b)."""
HEAVY = "Rgt infantry other 4-3-3L/2-3-8L"
BOTH = "axis 02.02\naxis 05.02"
PRINTED = "02.02 3\n05.02 2"
A, B = "02.02", "05.02"


def coast(
    units: str,
    harbours: str = BOTH,
    printed: str = PRINTED,
    *,
    cap: str = "axis 2",
    supply: str = "axis 02.02 9",
    edition: str = "",
    at: str = "movement",
    terrain: str = "",
    more: str = "",
    phasing: str = "axis",
    **switches: object,
) -> Sitting:
    """A Movement Phase with ports of 3 and 2 SP, and an allowance of 2 points."""
    said = f"[supply]\n{supply}\n[shipping]\n{cap}\n{more}"
    rest = ports(harbours, printed, said if cap else f"[supply]\n{supply}\n{more}")
    return sit(f"{units}\n{FAR}", terrain, rest=rest, at=at, phasing=phasing, edition=edition, switches=switches)


def ship(table: Sitting, to: str = B) -> ShipTo:
    return ShipTo(table.hex(to))


def load(table: Sitting, start: str = A, end: str = B) -> OpenShipment:
    return OpenShipment(table.hex(start), table.hex(end))


def left(table: Sitting) -> int:
    """What is left of the allowance, in 1/16 points."""
    return allowance_left(table.game.look, "axis")


def roomy(table: Sitting, where: str) -> int:
    port = harbour_at(table.game.look, table.hex(where))
    assert port is not None
    return room(table.game.look, port, shipped=True)


# --- the whole of it ---------------------------------------------------------------------------------------------


@pytest.mark.case("19.0f", "19.0f-D", "19.0f-E", "4.7-A", "19.0a-A", "K19.0f-capacity")
@pytest.mark.parametrize("edition", bases())
def test_a_unit_is_shipped_from_port_to_port(edition: str) -> None:
    table = coast(f"axis 02.02 a {LIGHT} move", edition=edition).begin("a")
    assert table.offered(ShipTo) == [ship(table)]
    cost = 16 if edition == "1992" else 8
    table.do(ship(table))
    event = table.one(UnitShipped)
    assert (table.at("a"), event.start, event.cost, event.case) == (B, table.hex(A), cost, "19.0f")
    assert (left(table), roomy(table, A), roomy(table, B)) == (32 - cost, 48 - cost, 32 - cost)
    assert [(used.hex, used.used) for used in table.all(PortUsed)] == [(table.hex(A), cost), (table.hex(B), cost)]
    assert table.told(UnitShipped) == (
        f"A Rgt is shipped to 05.02 Haven ({'1' if cost == 16 else '1/2'} of the Shipping Allowance)"
    )


@pytest.mark.case("9.14h")
def test_a_captured_port_is_shipped_to_at_once() -> None:
    harbours = f"soviet {A}\naxis {B}"
    table = coast(f"axis 02.03 a {LEG} move", harbours, supply=f"axis {B} 2")
    assert load(table, B, A) not in table.offered(OpenShipment)
    table.move("a", A)
    assert load(table, B, A) in table.offered(OpenShipment)


@pytest.mark.case("E92-transportation-re", "E92-transportation-armor", "19.0f-E")
@pytest.mark.parametrize(("unit", "cost"), [(LIGHT, 16), (HEAVY, 16), (GUNS, 16), (TANKS, 16)])
def test_by_1992_an_re_takes_a_point_and_one_of_tanks_two(unit: str, cost: int) -> None:
    """The tanks are half a RE."""
    table = coast(f"axis 02.02 a {unit} move", edition="1992").begin("a")
    table.do(ship(table))
    assert table.one(UnitShipped).cost == cost


@pytest.mark.case("19.0f-C", "4.7d-B", "K19.0f-phasing")
def test_what_was_shipped_moves_no_more() -> None:
    table = coast(f"axis 02.02 a {LIGHT} move").begin("a").do()
    table.do(ship(table))
    assert table.one(MoveFinished).case == "19.0f-C"
    assert table.refused(BeginMove("a")) == ("move.moved", "6.1f")


@pytest.mark.case("19.0f-C", "4.7d-B", "K19.0f-phasing")
def test_what_has_moved_is_not_shipped() -> None:
    table = coast(f"axis 02.03 a {HEAVY} move").begin("a").go(A)
    assert not table.offered(ShipTo)
    assert table.refused(ship(table)) == ("shipping.moved", "19.0f-C")
    stack = coast("axis 02.02 t truck 1 45T load=0", supply="axis 02.02 9").begin("t")
    assert stack.offered(ShipTo)
    stack.do(LoadSupply("t", 4))
    assert stack.refused(ship(stack)) == ("shipping.moved", "19.0f-C")


@pytest.mark.case("19.0f-D", "19.0f-E", "4.7c-B", "19.0a-B")
def test_a_mixed_stack_goes_together_and_counts_in_all() -> None:
    """A regiment of half a point and a Transport Point with its load; neither port takes such a stack as one unit."""
    units = f"axis 02.02 a {LIGHT} move\naxis 02.02 t truck 1 45T load=1"
    table = coast(units).begin("a", "t")
    table.do(ship(table))
    assert [(event.unit, event.cost) for event in table.all(UnitShipped)] == [("a", 8), ("t", 16)]
    assert (table.at("t"), table.unit("t").load, left(table), roomy(table, B)) == (B, 4, 8, 8)
    small = coast(units, printed="02.02 3\n05.02 1").begin("a", "t")
    refusal = small.why(ship(small))
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("port.full", "19.0f-D", "1", "1 1/2")


@pytest.mark.case("19.0f-D", "19.0a-A")
@pytest.mark.parametrize("full", [A, B])
def test_both_ports_must_have_room(full: str) -> None:
    used = "axis 02.02 used=44\naxis 05.02" if full == A else "axis 02.02\naxis 05.02 used=28"
    table = coast(f"axis 02.02 a {LIGHT} move", used).begin("a")
    refusal = table.why(ship(table))
    assert (refusal.code, refusal.hexes) == ("port.full", (table.hex(full),))


@pytest.mark.case("19.0a-B", "K19.0f-connections-single")
@pytest.mark.parametrize("edition", ["", "v4.2+v4.1a"])
def test_one_larger_combat_unit_may_use_a_port_alone(edition: str) -> None:
    """A point and a half through a port of 1 SP, and nothing after it; Transport Points of 2 are no combat unit."""
    units = f"axis 02.02 a Div infantry other 12-3-3L/6-3-6L re=3 move\naxis 02.02 b {LIGHT} move"
    table = coast(f"{units}\naxis 02.02 t truck 2 45T", printed="02.02 3\n05.02 1", edition=edition)
    table.begin("t")
    assert table.refused(ship(table))[0] == "port.full"
    table.halt().begin("a").do(ship(table))
    assert (table.at("a"), left(table), roomy(table, B), roomy(table, A)) == (B, 8, 0, 24)
    table.begin("b")
    assert table.refused(ship(table))[0] == "port.full"
    shut = coast(units, "axis 02.02\naxis 05.02 hits=4", "02.02 3\n05.02 1T", edition=edition).begin("a")
    assert shut.refused(ship(shut)) == ("port.no_capacity", "19.0f-D")


@pytest.mark.case("19.0f-E")
def test_no_more_is_shipped_than_the_allowance() -> None:
    table = coast(f"axis 02.02 a {HEAVY} move\naxis 02.02 b {LIGHT} move", cap="axis 2 spent=24").begin("a")
    refusal = table.why(ship(table))
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("shipping.allowance", "19.0f-E", "1/2", "1")
    table.halt().begin("b").do(ship(table))
    assert left(table) == 0


@pytest.mark.case("19.0f")
def test_a_side_without_an_allowance_ships_nothing() -> None:
    for cap in ("", "soviet 2"):
        table = coast(f"axis 02.02 a {LIGHT} move", cap=cap)
        assert (table.offered(OpenShipment), table.refused(load(table))) == ([], ("shipping.none", "19.0f"))
        table.begin("a")
        assert (table.offered(ShipTo), table.refused(ship(table))) == ([], ("shipping.none", "19.0f"))


@pytest.mark.case("19.0f")
@pytest.mark.parametrize("harbours", ["axis 02.02\nsoviet 05.02", "soviet 02.02\naxis 05.02"])
def test_only_own_ports_are_used(harbours: str) -> None:
    """Units beside each other's port, so that each can be where it is."""
    table = coast(f"axis 02.03 a {LIGHT} move", harbours)
    assert table.refused(load(table)) == ("shipping.no_port", "19.0f")
    table.begin("a")
    assert table.refused(ship(table)) == ("shipping.no_port", "19.0f")


def test_cargo_does_not_go_where_it_is() -> None:
    table = coast(f"axis 02.02 a {LIGHT} move")
    assert table.refused(load(table, A, A)) == ("shipping.same", "19.0f")
    table.begin("a")
    assert table.refused(ship(table, A)) == ("shipping.same", "19.0f")


@pytest.mark.case("19.0f-B", "K19.0f-phasing")
@pytest.mark.parametrize("at", ["reaction_movement", "exploitation_movement"])
def test_nothing_is_shipped_in_other_phases(at: str) -> None:
    """A released Reserve could move in Reaction, an exploiting unit in Exploitation."""
    mark = "reserve" if at == "reaction_movement" else "exploit"
    table = coast(f"axis 02.02 a {LIGHT} move {'released' if mark == 'reserve' else mark}", at=at)
    side = table.side
    assert not table.offered(OpenShipment)
    refused = refuse_open(table.game.look, side, load(table))
    assert refused is not None
    assert (refused.code, refused.case) == ("shipping.phase", "19.0f-B")


# --- modes -------------------------------------------------------------------------------------------------------


@pytest.mark.case("19.0f-A", "5.5a", "5.6a", "5.7e", "5.8d", "5.10d", "K19.0f-phasing")
@pytest.mark.parametrize(
    ("mode", "case"), [("", "5.5a"), ("reserve", "5.7e"), ("strat", "5.8d"), ("dg", "5.10d"), ("move", "")]
)
def test_only_units_in_move_mode_are_shipped(mode: str, case: str) -> None:
    table = coast(f"axis 02.02 a {LIGHT} {mode}", more="[sources]\naxis 02.02\n").begin("a")
    assert bool(table.offered(ShipTo)) is (not case)
    if case:
        refusal = table.why(ship(table))
        assert (refusal.code, refusal.case, refusal.so) == ("shipping.mode", case, "kept" if mode == "dg" else "")


@pytest.mark.case("19.0f-A", "5.6a")
def test_a_unit_may_turn_to_move_mode_first() -> None:
    table = coast(f"axis 02.02 a {LIGHT}").begin("a")
    assert not table.offered(ShipTo)
    table.mode("a", "move")
    table.do(ship(table))
    assert table.at("a") == B


@pytest.mark.case("5.7e")
def test_an_organic_truck_in_reserve_is_not_shipped() -> None:
    table = coast("axis 02.02 o organic 1 45T formation=9 reserve", more="[sources]\naxis 02.02\n").begin("o")
    assert table.refused(ship(table)) == ("shipping.mode", "5.7e")


# --- other transport ---------------------------------------------------------------------------------------------


@pytest.mark.case("4.7d-A")
@pytest.mark.parametrize(("mark", "way"), [("railed", "rail"), ("airlifted", "air"), ("landed", "Landing Craft")])
def test_what_went_by_other_transport_is_not_shipped(mark: str, way: str) -> None:
    """A unit that was shipped has finished its move."""
    table = coast(f"axis 02.02 a {LIGHT} move {mark}").begin("a")
    refusal = table.why(ship(table))
    assert (refusal.code, refusal.case, refusal.have) == ("shipping.carried", "4.7d-A", way)


@pytest.mark.case("4.7d-A", "4.7d-B", "13.8d-C")
def test_what_was_shipped_neither_flies_nor_works() -> None:
    units = f"axis 02.02 a {LIGHT} move\naxis 02.02 e {ENGINEERS} move"
    table = coast(units, "axis 02.02\naxis 05.02 hits=1", supply="axis 02.02 9\naxis 05.02 2").begin("a")
    before = refuse_flyer(table.game.look, table.unit("a"))
    table.do(ship(table))
    after = refuse_flyer(table.game.look, table.unit("a"))
    assert (before, after and after.code, after and after.have) == (None, "cargo.two_transports", "sea")
    table.begin("e").do(ship(table))
    assert table.refused(Construct("", table.hex(B), "wreck_port"))[0] == "construct.party"


@pytest.mark.case("19.0f-C", "13.8d-C")
def test_a_unit_that_was_shipped_has_left_its_hex_and_its_bridge() -> None:
    table = coast(f"axis 02.02 a {LIGHT} move").begin("a")
    table.do(ship(table))
    assert (table.unit("a").activity.origin, table.unit("a").activity.spent) == (table.hex(A), False)
    bridging = table.unit("a").act(bridge=2)
    assert table.one(UnitShipped).changed(bridging).activity.bridge == -1


@pytest.mark.case("19.0f-C", "4.7d-B")
def test_whoever_spent_mp_or_entered_the_hex_in_this_phase_has_moved() -> None:
    table = coast(f"axis 02.02 a {LIGHT} move")
    look, unit = table.game.look, table.unit("a")
    assert refuse_passenger(look, unit, 0) is None
    ways = ((unit, 12), (unit.act(spent=True), 0), (unit.act(origin=table.hex("02.03")), 0))
    found = [refuse_passenger(look, moved, spent) for moved, spent in ways]
    assert [refusal and refusal.code for refusal in found] == ["shipping.moved"] * 3


# --- ZOCs --------------------------------------------------------------------------------------------------------


@pytest.mark.case("19.0f-F", "4.5a-G", "19.0a-C")
@pytest.mark.parametrize("beside", ["02.01", "05.01"])
@pytest.mark.parametrize("guard", ["", f"axis 02.02 g {LEG}\naxis 05.02 h {LEG}"])
def test_no_port_in_an_enemy_zoc_is_used_negated_or_not(beside: str, guard: str) -> None:
    table = coast(f"axis 02.02 a {LIGHT} move\n{guard}\nsoviet {beside} z {LEG}")
    assert table.refused(load(table)) == ("port.shut", "19.0f-F")
    table.begin("a")
    assert table.refused(ship(table)) == ("port.shut", "19.0f-F")


@pytest.mark.case("K19.0f-connections")
@pytest.mark.parametrize("beside", ["02.01", "05.01"])
def test_by_the_chart_sheet_of_v4_1a_own_units_negate_the_zoc_but_not_those_that_leave(beside: str) -> None:
    units = f"axis 02.02 a {LIGHT} move\nsoviet {beside} z {LEG}"
    alone = coast(units, edition="v4.2+v4.1a").begin("a")
    assert alone.refused(ship(alone)) == ("port.shut", "19.0f-F")
    guards = f"axis 02.02 g {LIGHT} move\naxis 05.02 h {LIGHT} move"
    guarded = coast(f"{units}\n{guards}", edition="v4.2+v4.1a").begin("a")
    guarded.do(ship(guarded))
    bound = {"02.01": "g", "05.01": "h"}[beside]
    assert (guarded.at("a"), [event.unit for event in guarded.all(NegationRelied)]) == (B, [bound])


@pytest.mark.case("K19.0f-connections")
@pytest.mark.parametrize(("wall", "joined"), [("03.01=- 04.01=-", True), ("03.01=- 04.01=.", False)])
@pytest.mark.parametrize("edition", ["", "v4.2+v4.1a"])
def test_by_the_chart_sheet_of_v4_1a_the_ports_are_joined_by_sea(wall: str, joined: bool, edition: str) -> None:
    """02.02 lies on the sea at 02.01 and 03.01 or so, 05.02 on that at 05.01; 04.01 joins them or does not."""
    terrain = land("02.01=-", "05.01=-", "01.01=-", "06.01=-", *wall.split())
    table = coast(f"axis 02.02 a {LIGHT} move", terrain=terrain, edition=edition)
    if joined or not edition:
        assert table.offered(OpenShipment)
        table.begin("a").do(ship(table))
        return
    assert table.refused(load(table)) == ("shipping.no_link", "K19.0f-connections")
    table.begin("a")
    assert table.refused(ship(table)) == ("shipping.no_link", "K19.0f-connections")


@pytest.mark.case("21.12b")
@pytest.mark.parametrize("beside", ["02.01", "05.01"])
def test_with_cloak_of_night_a_port_in_an_enemy_zoc_costs_four_times_as_much(beside: str) -> None:
    """Half a point takes 2 of the allowance, and half a SP of each port."""
    units = f"axis 02.02 a {LIGHT} move\naxis 02.02 b {LIGHT} move\nsoviet {beside} z {LEG}"
    table = coast(units, cap="axis 3", cloak_of_night=True).begin("a")
    table.do(ship(table))
    assert (table.at("a"), table.one(UnitShipped).cost, left(table)) == (B, 32, 16)
    assert (roomy(table, A), roomy(table, B)) == (40, 24)
    refusal = table.begin("b").why(ship(table))
    assert (refusal.code, refusal.have, refusal.need, refusal.so) == ("shipping.allowance", "1", "2", "night")


@pytest.mark.case("21.12b", "13.6a-A")
def test_by_night_only_shipping_goes_on_and_only_ports_in_a_zoc_are_dear() -> None:
    """Nothing else is landed there; between two other ports the price is the usual one."""
    table = coast(f"soviet 05.01 z {LEG}", f"{BOTH}\naxis 02.04", f"{PRINTED}\n02.04 1", cloak_of_night=True)
    look, shut = table.game.look, harbour_at(table.game.look, table.hex(B))
    assert shut is not None
    landed = refuse_traffic(look, shut, 4)
    assert (landed and landed.code, refuse_traffic(look, shut, 4, shipped=True)) == ("port.shut", None)
    assert (room(look, shut), room(look, shut, shipped=True)) == (0, 32)
    ways = ((A, "02.04"), (A, B), (B, A))
    assert [price(look, table.hex(start), table.hex(end), 8) for start, end in ways] == [8, 32, 32]


@pytest.mark.case("2.4-3", "21.12b")
def test_in_a_simulcast_turn_nothing_is_shipped_next_to_the_enemy() -> None:
    units = f"axis 02.02 a {LIGHT} move\nsoviet 05.01 z {LEG}"
    table = coast(units, phasing="axis simulcast=yes", cap="axis 9", simulcast=True, cloak_of_night=True)
    assert table.refused(load(table)) == ("simulcast.offensive", "2.4-3")
    table.begin("a")
    assert table.refused(ship(table)) == ("simulcast.offensive", "2.4-3")


@pytest.mark.case("21.12b")
def test_by_night_no_more_than_the_capacity_is_shipped() -> None:
    table = coast(f"soviet 05.01 z {LEG}", printed="02.02 3\n05.02 1T", cap="axis 9", cloak_of_night=True)
    table.do(load(table))
    assert [action.tokens for action in table.offered(LoadShipment)] == [1]
    table.do(LoadShipment(1))
    assert (table.one(SupplyShipped).cost, left(table)) == (16, 128)


# --- places ------------------------------------------------------------------------------------------------------


def test_nothing_lands_beside_an_enemy_ship() -> None:
    more = "[ships]\nsoviet 05.02 dd destroyer 8-2-1-0/4-2-0-0\n"
    terrain = land(*(f"{column:02d}.01=-" for column in range(1, 7)))
    rest = ports(BOTH, PRINTED, f"[supply]\naxis 02.02 9\n[shipping]\naxis 2\n{more}")
    table = sit(f"axis 02.02 a {LIGHT} move\n{FAR}", terrain, rest=rest, head="ships_in_ports destroyer\n")
    assert table.refused(load(table)) == ("shipping.enemy", "18.1b")
    table.begin("a")
    assert table.refused(ship(table)) == ("shipping.enemy", "18.1b")


def test_a_unit_lands_only_where_it_could_be() -> None:
    """Nothing on tracks comes into a marsh without a road."""
    table = coast(f"axis 02.02 a {TANKS} move", terrain=land("05.02=m")).begin("a")
    assert table.refused(ship(table)) == ("shipping.ground", "19.0f-D")


@pytest.mark.case("SETUP-III")
@pytest.mark.parametrize(("unit", "claims"), [(f"{LIGHT} move", True), ("truck 1 45T", False)])
def test_a_combat_unit_that_lands_claims_a_victory_hex(unit: str, claims: bool) -> None:
    table = with_victory_hex(coast(f"axis 02.02 a {unit}"), B).begin("a")
    table.do(ship(table))
    assert table.game.state.control == ({table.hex(B): "axis"} if claims else {})


# --- supply ------------------------------------------------------------------------------------------------------


@pytest.mark.case("12.2", "19.0f-D", "19.0f-E", "K19.0f-capacity")
def test_supply_is_shipped_up_to_the_allowance_and_the_room_of_both_ports() -> None:
    table = coast("")
    table.do(load(table))
    assert table.step == "shipment.load"
    assert [action.tokens for action in table.offered(LoadShipment)] == list(range(8, 0, -1))
    refusal = table.why(LoadShipment(9))
    assert (refusal.code, refusal.have, refusal.need) == ("shipping.amount", "9T", "2 SP")
    assert table.refused(LoadShipment(0))[0] == "shipping.amount"
    table.do(LoadShipment(5))
    assert (table.tokens("axis", A), table.tokens("axis", B), left(table)) == (31, 5, 12)
    assert (roomy(table, A), roomy(table, B)) == (28, 12)
    assert table.told(SupplyShipped) == (
        "1 SP 1T shipped from 02.02 Haven to 05.02 Haven (1 1/4 of the Shipping Allowance)"
    )


@pytest.mark.parametrize(
    ("harbours", "cap", "supply", "most"),
    [
        ("axis 02.02 used=36\naxis 05.02", "axis 2", "axis 02.02 9", 3),
        ("axis 02.02\naxis 05.02 used=28", "axis 2", "axis 02.02 9", 1),
        (BOTH, "axis 2 spent=24", "axis 02.02 9", 2),
        (BOTH, "axis 2", "axis 02.02 3T", 3),
    ],
)
def test_the_most_that_is_shipped(harbours: str, cap: str, supply: str, most: int) -> None:
    table = coast("", harbours, cap=cap, supply=supply)
    table.do(load(table))
    assert max(action.tokens for action in table.offered(LoadShipment)) == most


@pytest.mark.case("12.2a")
def test_supply_that_was_unloaded_is_not_shipped_on() -> None:
    table = coast("", f"{BOTH}\naxis 04.04", f"{PRINTED}\n04.04 2", supply="axis 02.02 1")
    table.do(load(table), LoadShipment(4))
    assert table.refused(load(table, B, "04.04")) == ("shipping.fresh", "12.2a")
    assert table.refused(load(table, A, B)) == ("shipping.no_supply", "19.0f-D")


@pytest.mark.case("12.2b", "12.2")
def test_supply_that_was_shipped_may_be_spent_at_once() -> None:
    units = f"axis 05.02 e {ENGINEERS}"
    table = coast(units, "axis 02.02\naxis 05.02 hits=1")
    table.do(load(table), LoadShipment(4), Construct("e", table.hex(B), "repair_port"))
    while table.step == "pay.pay":
        table.do(table.offered(Pay)[0])
    assert (table.tokens("axis", B), harbour_at(table.game.look, table.hex(B)).hits) == (0, 0)  # type: ignore[union-attr]


def test_a_shipment_can_be_given_up() -> None:
    table = coast("")
    table.do(load(table), Cancel())
    assert (table.step, left(table), table.tokens("axis", B)) == ("movement_segment.choose_unit", 32, 0)


def test_no_port_is_full_and_no_allowance_used_up_for_a_shipment() -> None:
    full = coast("", "axis 02.02\naxis 05.02 used=32")
    assert full.refused(load(full)) == ("port.full", "19.0f-D")
    spent = coast("", cap="axis 2 spent=32")
    assert spent.refused(load(spent)) == ("shipping.allowance", "19.0f-E")


@pytest.mark.parametrize("harbours", [BOTH, "axis 02.02 used=47\naxis 05.02", "axis 02.02\nsoviet 05.02"])
@pytest.mark.parametrize("cap", ["axis 2", "axis 2 spent=30", "axis 0"])
def test_what_is_offered_is_what_is_not_refused(harbours: str, cap: str) -> None:
    table = coast(f"axis 02.02 a {LIGHT} move", f"{harbours}\naxis 04.04", f"{PRINTED}\n04.04 1T", cap=cap)
    look, hexes = table.game.look, range(table.game.look.board.size)
    every = [OpenShipment(start, hex_) for start, hex_ in product(hexes, hexes)]
    assert table.offered(OpenShipment) == [action for action in every if refuse_open(look, "axis", action) is None]
    table.begin("a")
    ways = [ShipTo(hex_) for hex_ in hexes]
    assert table.offered(ShipTo) == [way for way in ways if refuse_ship(table.game.look, table.data, way) is None]


# --- the allowance -----------------------------------------------------------------------------------------------


def test_what_is_left_is_shown_to_its_side_and_hidden_from_the_enemy() -> None:
    table = coast(f"axis 02.02 a {LIGHT} move").begin("a")
    table.do(ship(table))
    look, port = table.game.look, table.hex(A)
    assert shipping_view(look, "axis") == [ShippingView("axis", "2", "1 1/2"), ShippingView("soviet", "0", None)]
    assert shipping_view(look, "soviet") == [ShippingView("axis", "2", None), ShippingView("soviet", "0", "0")]
    assert shipping_view(coast("", cap="").game.look, "axis") is UNSET
    assert "  Shipping Allowance: 1 1/2 left of 2 in this turn" in stack_lines(look, "axis", port)
    assert not [line for line in stack_lines(look, "soviet", port) if "Shipping" in line]


def test_where_units_could_go_is_told_before_they_begin() -> None:
    """As they are, or once they turn to Move Mode; and why not to the others."""
    harbours = f"{BOTH}\naxis 04.04 hits=4"
    table = coast(f"axis 02.02 a {LIGHT}\naxis 02.03 b {LIGHT} move", harbours, f"{PRINTED}\n04.04 1T")
    reach = units_by_sea(table.game, "axis", ("a",))
    assert (reach.left, reach.hexes, reach.change) == (32, {table.hex(B): 8}, ("a",))
    assert {hex_: refused.code for hex_, refused in reach.others.items()} == {table.hex("04.04"): "port.no_capacity"}
    table.begin("a").mode("a", "move")
    assert units_by_sea(table.game, "axis", ("a",)).hexes == {table.hex(B): 8}
    table.do(ship(table))
    for uid, code in (("a", "move.moved"), ("b", "shipping.no_port")):
        refused = units_by_sea(table.game, "axis", (uid,)).refusal
        assert refused is not None
        assert refused.code == code
    apart = units_by_sea(table.game, "axis", ("b", "a")).refusal
    assert apart is not None
    assert apart.code == "move.moved"


def test_where_supply_could_go_is_told_with_the_most() -> None:
    table = coast("", f"{BOTH}\naxis 04.04 used=32", f"{PRINTED}\n04.04 2")
    reach = supply_by_sea(table.game, "axis", table.hex(A))
    assert (reach.hexes, reach.tokens) == ({table.hex(B): 4}, {table.hex(B): 8})
    assert {hex_: refused.code for hex_, refused in reach.others.items()} == {table.hex("04.04"): "port.full"}
    nowhere = supply_by_sea(table.game, "axis", table.hex("02.03")).refusal
    assert nowhere is not None
    assert nowhere.code == "shipping.no_port"


@pytest.mark.case("21.6c")
def test_convention_tempo_gives_half_as_much_again() -> None:
    usual, more = (allowance(coast("", cap="axis 2+1T", convention_tempo=on).game.look, "axis") for on in (False, True))
    assert (usual, more) == (36, 54)


@pytest.mark.case("19.0f", "K19.0f-capacity")
def test_the_allowance_is_that_of_the_turn() -> None:
    look = in_scenario(coast("").game.look, shipping={"axis": ((1, 8), (3, 12))})
    later = Look(look.world, look.state.change(clock=replace(look.state.clock, turn=4)))
    assert (allowance(look, "axis"), allowance(later, "axis"), allowance(look, "soviet")) == (32, 48, 0)


def test_what_is_not_used_in_a_phase_is_lost() -> None:
    table = coast(f"axis 02.02 a {LIGHT} move").begin("a").do()
    table.do(ship(table))
    assert record_in(table.game.state).shipped == 8
    table.done().idle(lambda: table.game.state.clock.phase != "movement")
    assert (record_in(table.game.state).shipped, left(table)) == (0, 0)
