"""Landing Craft, DUKWs and LSTs: where they go, what they carry, how they divide, and what the enemy sees of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.core.actions import Halt, LoadSupply, PayFuel, StepTo
from redball.core.actions.naval import (
    AddShip,
    AimGuns,
    BeginSail,
    CombineCraft,
    DivideCraft,
    PutAshore,
    PutSupplyAshore,
    TakeAboard,
    TakeSupplyAboard,
    TakeToWater,
)
from redball.core.look import Look
from redball.core.state import ABOARD, DEAD_PILE
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.sight.belief import believed, visible
from redball.game.view.ships import CraftView, sea_view
from redball.rules.barrage.on_board import has_spotter
from redball.rules.ground.craft import SupplySpentAfloat, craft_in, with_craft
from redball.rules.ground.fleet import LandingCraft
from redball.rules.naval.cargo_events import (
    CraftCombined,
    CraftDestroyed,
    CraftDivided,
    SupplyCarried,
    TookToWater,
    WentAboard,
    WentAshore,
)
from redball.rules.naval.dukw import refuse as refuse_water
from redball.rules.naval.sailing import Voyage, refuse_step, sea_reach
from redball.rules.naval.set_up import berth_faults
from redball.rules.supply.draw_and_throw import payers
from redball.rules.supply.enough import can_get, wanted
from support import HQ, LEG, TRUCK, Sitting, land, sit, text

SHIP = "destroyer 8-2-1-0/4-2-0-0 several"
COAST = land(*(f"{column:02d}.01=." for column in range(1, 25)), columns=24, rows=4, ground="-")
"""A sea of three rows, and a row of land below it."""
HAVEN = (
    '[places]\n05.01 port "Haven"\n09.01 port "Mole"\n[ports]\n05.01 3\n09.01 1/2\n[harbours]\naxis 05.01\naxis 09.01\n'
    "[sources]\naxis 20.01\nsoviet 24.01\n"
)
ENEMY = f"soviet 24.01 r {LEG}"
HOME = f"axis 05.01 a {LEG}\naxis 05.01 b {LEG} move\n{ENEMY}"


def flotilla(craft: str, *, units: str = HOME, rest: str = "", **how: str) -> Sitting:
    """A game with Landing Craft off that coast."""
    return sit(units, COAST, rest=f"{HAVEN}[craft]\n{craft}\n{rest}", **how)  # type: ignore[arg-type]


def boat(table: Sitting, cid: str) -> LandingCraft:
    found = craft_in(table.look.state, cid)
    assert found is not None, f"there is no {cid}"
    return found


def where(table: Sitting, cid: str) -> str:
    return table.look.hex_name(boat(table, cid).hex)


# --- moving ------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.1c", "3.4-B")
def test_landing_craft_go_along_the_coast_and_never_over_an_all_land_hexside() -> None:
    table = flotilla("axis 03.02 lc landing_craft 2").do(BeginSail("lc")).go("03.01")
    assert table.refused(table.to("04.01")) == ("craft.no_water", "18.1c")
    table.go("03.02", "04.02", "04.01").do(Halt())
    assert where(table, "lc") == "04.01"


@pytest.mark.case("18.1c")
@pytest.mark.parametrize(("kind", "goes"), [("estuary", True), ("sea", True), ("major_river", False)])
def test_landing_craft_move_along_an_estuary_and_not_along_a_river(kind: str, goes: bool) -> None:
    units = f"axis 01.02 a {LEG}\nsoviet 05.01 r {LEG}"
    sides = f'[hexsides]\n{kind} "-" 03.01/NW 03.01/N\n'
    table = sit(units, land("01.01=-", columns=5), rest=f"{sides}[craft]\naxis 01.01 lc landing_craft 1\n")
    table.do(BeginSail("lc")).go("02.01")
    assert ("03.01" in table.hexes()) is goes
    if not goes:
        assert table.refused(table.to("03.01")) == ("craft.no_water", "18.1c")
    else:
        table.go("03.01")
        assert "03.02" in table.hexes(), "along the estuary"


@pytest.mark.case("18.4b", "18.1f", "18.1e")
@pytest.mark.parametrize(("kind", "reach"), [("landing_craft", 10), ("lst", 10), ("dukw", 8)])
def test_landing_craft_are_slow_and_dukws_slower(kind: str, reach: int) -> None:
    row = [f"{column:02d}.04" for column in range(1, 25)]
    table = flotilla(f"axis 01.04 lc {kind} 2").do(BeginSail("lc")).go(*row[1 : reach + 1])
    assert table.refused(table.to(row[reach + 1])) == ("ship.no_mp", "18.1f")


@pytest.mark.case("18.1e", "2.3-E")
def test_landing_craft_move_in_all_three_phases() -> None:
    table = flotilla("axis 01.04 lc landing_craft 1\nsoviet 20.04 su landing_craft 1")
    table.do(BeginSail("lc")).go("02.04").do(Halt())
    assert table.refused(BeginSail("lc")) == ("ship.sailed", "18.1e")
    table.idle(lambda: table.look.state.clock.phase == "reaction")
    assert table.side == "soviet"
    table.do(BeginSail("su")).go("19.04").do(Halt())
    table.idle(lambda: table.look.state.clock.phase == "exploitation")
    table.do(BeginSail("lc")).go("03.04").do(Halt())
    assert (where(table, "lc"), where(table, "su")) == ("03.04", "19.04")


@pytest.mark.case("18.1b")
def test_landing_craft_share_no_hex_with_enemy_ships_craft_or_combat_units() -> None:
    units = f"axis 05.01 a {LEG}\nsoviet 03.01 r {LEG}"
    craft = "axis 03.02 lc landing_craft 1\nsoviet 04.03 su lst 1"
    table = flotilla(craft, units=units, rest=f"[ships]\nsoviet 02.02 sb {SHIP}\n").do(BeginSail("lc"))
    assert {table.refused(table.to(name)) for name in ("03.01", "02.02")} == {("ship.enemy", "18.1b")}
    table.go("04.02")
    assert table.refused(table.to("04.03")) == ("ship.enemy", "18.1b")


@pytest.mark.case("18.1b", "18.1c", "18.4a")
@pytest.mark.parametrize(
    ("fields", "code"),
    [({"hex": "20.02"}, ""), ({"hex": "24.01"}, "setup.ship_with_enemy"), ({"tokens": 9}, "setup.craft_overloaded")],
)
def test_a_set_up_is_judged_like_a_move(fields: dict[str, object], code: str) -> None:
    table = flotilla("axis 03.03 lc landing_craft 2")
    if isinstance(fields.get("hex"), str):
        fields = {"hex": table.hex(str(fields["hex"]))}
    state = with_craft(table.look.state, [boat(table, "lc").change(**fields)])
    assert [fault.code for fault in berth_faults(table.look.world, state)] == ([code] if code else [])


@pytest.mark.case("18.4e-B")
def test_a_dukw_is_set_up_with_what_it_can_carry() -> None:
    table = flotilla("axis 05.02 d dukw 3 aboard=a", units=f"axis aboard a {LEG} move\n{ENEMY}")
    heavy = table.look.state.with_unit(table.unit("a").change(facing="combat"))
    assert [fault.code for fault in berth_faults(table.look.world, heavy)] == ["setup.craft_cargo"]


def test_craft_in_a_lake_or_inland_are_refused_in_a_set_up() -> None:
    table = sit(f"axis 01.01 a {LEG}", "- - . . .", rest="[craft]\naxis 01.01 lc landing_craft 1\n")
    state = with_craft(table.look.state, [boat(table, "lc").change(hex=table.hex("05.01"))])
    assert [fault.code for fault in berth_faults(table.look.world, state)] == ["setup.aground"]


@pytest.mark.case("18.1e", "18.1c")
def test_the_search_finds_what_steps_find() -> None:
    table = flotilla(
        "axis 03.03 lc dukw 1\nsoviet 06.03 su landing_craft 1", units=f"axis 05.01 a {LEG}\nsoviet 07.01 r {LEG}"
    )
    table.do(BeginSail("lc"))
    found, edge = {table.data.hex: 0}, [table.data]
    while edge:
        data = edge.pop(0)
        for hex_ in table.look.board.neighbours(data.hex):
            if hex_ not in found and refuse_step(table.look, data, StepTo(hex_)) is None:
                found[hex_] = data.spent + 12
                edge.append(Voyage(data.side, data.ship, data.start, hex_, data.spent + 12))
    assert {hex_: cost for hex_, (cost, _) in sea_reach(table.look, boat(table, "lc")).items()} == found


# --- loading and unloading ---------------------------------------------------------------------------------------


@pytest.mark.case("18.4c", "18.4a", "4.7-A", "4.7c-B", "13.2e")
def test_in_a_port_units_trucks_and_supply_go_aboard_up_to_the_capacity() -> None:
    """A unit of 1 RE takes 1 SP, one with up to 6 Leg MP half of that, a truck its points."""
    units = f"axis 05.01 a {LEG}\naxis 05.01 m {TRUCK} move\naxis 05.01 t truck 1 45T load=1\n{ENEMY}"
    table = flotilla("axis 05.01 lc landing_craft 3", units=units, rest="[supply]\naxis 05.01 3\n").do(BeginSail("lc"))
    table.do(TakeAboard("a"), TakeAboard("m"), TakeAboard("t"))
    assert [event.unit for event in table.all(WentAboard)] == ["a", "m", "t"]
    assert table.refused(TakeSupplyAboard(3)) == ("craft.full", "18.4a")
    table.do(TakeSupplyAboard(2))
    assert (boat(table, "lc").tokens, table.tokens("axis", "05.01")) == (2, 10)
    assert table.one(SupplyCarried).tokens == 2
    assert {table.unit(uid).hex for uid in ("a", "m", "t")} == {ABOARD}
    table.go("05.02").do(Halt())


@pytest.mark.case("18.4c", "19.0a-A")
def test_loading_counts_against_the_capacity_of_the_port() -> None:
    craft = "axis 05.01 lc landing_craft 9"
    table = flotilla(craft, rest="[supply]\naxis 05.01 9\n").do(BeginSail("lc"), TakeSupplyAboard(10))
    table.do(TakeAboard("a"))
    assert table.refused(TakeSupplyAboard(1)) == ("port.full", "18.4c")


@pytest.mark.case("10.0b-A")
def test_who_is_aboard_spots_for_nobody() -> None:
    craft, enemy = "axis 04.01 lc landing_craft 2", f"axis 20.01 z {LEG}\n{ENEMY}"
    aboard = flotilla(f"{craft} aboard=a", units=f"axis aboard a {LEG}\n{enemy}")
    assert not has_spotter(aboard.look, "axis", aboard.hex("05.01"))
    ashore = flotilla(craft, units=f"axis 04.01 a {LEG}\n{enemy}")
    assert has_spotter(ashore.look, "axis", ashore.hex("05.01"))


@pytest.mark.case("18.4c")
def test_nothing_goes_aboard_at_sea_or_on_an_open_beach() -> None:
    table = (
        flotilla("axis 06.02 lc landing_craft 3", units=f"axis 06.01 a {LEG}\n{ENEMY}").do(BeginSail("lc")).go("06.01")
    )
    assert table.refused(TakeAboard("a")) == ("craft.no_port", "18.4c")
    assert table.refused(TakeSupplyAboard(1)) == ("craft.no_port", "18.4c")
    assert table.refused(PutSupplyAshore(1)) == ("craft.not_carried", "18.5g")


@pytest.mark.case("18.4c")
def test_cargo_that_has_moved_stays_ashore() -> None:
    table = flotilla("axis 05.01 lc landing_craft 3", units=f"axis 06.01 a {LEG} move\naxis 20.01 f {LEG}\n{ENEMY}")
    table.move("a", "05.01").do(BeginSail("lc"))
    assert table.refused(TakeAboard("a")) == ("craft.cargo_moved", "18.4c")
    assert table.refused(TakeAboard("f")) == ("craft.not_here", "18.4c")


@pytest.mark.case("18.4c", "12.2a")
def test_supply_that_was_unloaded_in_this_phase_is_not_loaded() -> None:
    table = flotilla("axis 05.01 lc landing_craft 3", rest="[supply]\naxis 05.01 2 fresh=6T\n").do(BeginSail("lc"))
    assert table.refused(TakeSupplyAboard(3)) == ("craft.no_supply", "18.4c")
    table.do(TakeSupplyAboard(2))


@pytest.mark.case("4.7d-A")
def test_who_has_gone_by_rail_does_not_go_by_sea() -> None:
    units = f"axis 05.01 a {LEG} railed\naxis 05.01 b {LEG} airlifted\naxis 05.01 c {LEG} landed\n{ENEMY}"
    table = flotilla("axis 05.01 lc landing_craft 3", units=units).do(BeginSail("lc"))
    assert {table.refused(TakeAboard(uid)) for uid in "abc"} == {("craft.two_transports", "4.7d-A")}


@pytest.mark.case("18.5c", "5.5d", "5.6c")
@pytest.mark.parametrize("mode", ["reserve", "strat", "dg", "exploit"])
def test_units_go_aboard_and_land_in_combat_or_move_mode(mode: str) -> None:
    table = flotilla("axis 05.01 lc landing_craft 3", units=f"axis 05.01 a {LEG} {mode}\naxis 20.01 z {LEG}\n{ENEMY}")
    table.do(BeginSail("lc"))
    assert table.refused(TakeAboard("a")) == ("craft.mode", "18.5c")


@pytest.mark.case("18.4e-B")
def test_dukws_carry_what_aircraft_carry() -> None:
    units = f"axis 05.01 a {LEG}\naxis 05.01 b {LEG} move\naxis 05.01 m {TRUCK} move\naxis 05.01 t truck 1 45T\n{ENEMY}"
    table = flotilla("axis 05.01 d dukw 3", units=units, rest="[supply]\naxis 05.01 1\n").do(BeginSail("d"))
    assert {table.refused(TakeAboard(uid)) for uid in ("a", "m", "t")} == {("craft.dukw_cargo", "18.4e-B")}
    table.do(TakeAboard("b"), TakeSupplyAboard(4))


@pytest.mark.case("18.5g", "18.5h-B", "18.5a", "19.0a-A")
def test_in_a_port_cargo_lands_without_a_roll_within_its_capacity_and_moves_no_more() -> None:
    units = f"axis aboard a {LEG}\naxis aboard t truck 1 45T load=1\n{ENEMY}"
    table = flotilla("axis 05.02 lc landing_craft 5 aboard=a,t sp=2", units=units).do(BeginSail("lc")).go("05.01")
    table.do(PutAshore("t"), PutSupplyAshore(8))
    assert table.refused(table.to("05.02")) == ("craft.unloaded", "18.5a")
    assert (table.at("t"), table.unit("t").load, table.tokens("axis", "05.01")) == ("05.01", 4, 8)
    assert table.one(WentAshore).unit == "t"
    table.do(Halt())
    assert not [one for one in table.game.choices() if getattr(one, "unit", "") == "t"]


@pytest.mark.case("18.5g", "19.0a-B")
def test_a_small_port_takes_one_larger_unit_and_nothing_else() -> None:
    units = f"axis aboard a {TRUCK}\n{ENEMY}"
    table = flotilla("axis 09.02 lc landing_craft 5 aboard=a sp=1", units=units).do(BeginSail("lc")).go("09.01")
    table.do(PutAshore("a"))
    assert table.refused(PutSupplyAshore(1)) == ("port.full", "18.5g")


@pytest.mark.case("18.5g")
def test_without_a_port_of_ones_own_nothing_lands_that_way() -> None:
    table = flotilla("axis 06.02 lc landing_craft 2 aboard=a sp=1", units=f"axis aboard a {LEG}\n{ENEMY}")
    table.do(BeginSail("lc")).go("06.01")
    assert table.refused(PutAshore("a")) == ("craft.no_quay", "18.5g")
    assert table.refused(PutSupplyAshore(4)) == ("craft.no_quay", "18.5g")
    assert table.refused(PutAshore("r")) == ("craft.not_aboard", "18.4c")


@pytest.mark.case("18.5g")
def test_landing_in_a_port_goes_on_in_the_reaction_phase() -> None:
    units = f"axis aboard a {LEG}\naxis 20.01 z {LEG}\n{ENEMY}"
    table = flotilla("axis 05.02 lc landing_craft 2 aboard=a", units=units, at="reaction_movement phasing=soviet")
    table.do(BeginSail("lc")).go("05.01").do(PutAshore("a"))
    assert table.at("a") == "05.01"


@pytest.mark.case("18.4", "10.0-C")
def test_landing_craft_do_not_fire() -> None:
    sea = f"[ships]\naxis 05.03 dd {SHIP}\nsoviet 07.03 sd {SHIP}\n"
    table = flotilla("axis 05.03 lc landing_craft 1", rest=sea, at="movement_barrage")
    table.do(AimGuns(table.hex("07.03"), "ships"))
    assert table.refused(AddShip("lc")) == ("gunfire.no_guns", "18.4")


# --- dividing and combining --------------------------------------------------------------------------------------


@pytest.mark.case("18.4d", "18.4a")
def test_points_divide_with_cargo_that_both_parts_can_carry_and_combine_again() -> None:
    units = f"axis aboard a {LEG}\naxis aboard m {TRUCK}\n{ENEMY}"
    table = flotilla("axis 05.03 lc landing_craft 3 aboard=a,m sp=1", units=units).do(BeginSail("lc"))
    assert table.refused(DivideCraft(3, 0)) == ("craft.points", "18.4d")
    assert table.refused(DivideCraft(1, 4, "m")) == ("craft.split", "18.4d")
    assert table.refused(DivideCraft(1, 0, "r")) == ("craft.not_aboard", "18.4c")
    table.do(DivideCraft(1, 0, "m"))
    assert table.one(CraftDivided).new == "lc/2"
    assert (boat(table, "lc").units, boat(table, "lc/2").units, boat(table, "lc/2").points) == (("a",), ("m",), 1)
    table.do(CombineCraft("lc/2"))
    assert table.one(CraftCombined).other == "lc/2"
    assert (boat(table, "lc").points, set(boat(table, "lc").units), boat(table, "lc").tokens) == (3, {"a", "m"}, 4)
    assert craft_in(table.look.state, "lc/2") is None


@pytest.mark.case("18.4d")
def test_a_part_that_is_dropped_on_the_way_has_moved_and_two_halves_go_together() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abcd") + f"\n{ENEMY}"
    table = flotilla("axis 05.03 lc landing_craft 2 aboard=a,b,c,d", units=units).do(BeginSail("lc")).go("05.04")
    table.do(DivideCraft(1, 0, "a", "c"), Halt())
    assert table.refused(BeginSail("lc/2")) == ("ship.sailed", "18.1e")
    assert boat(table, "lc/2").units == ("a", "c")


@pytest.mark.case("18.4d")
def test_lsts_do_not_divide_and_kinds_do_not_combine() -> None:
    craft = "axis 05.03 l1 lst 2\naxis 05.03 l2 lst 2\naxis 05.03 lc landing_craft 1\naxis 06.03 l3 landing_craft 1"
    table = flotilla(f"{craft}\naxis 05.03 l4 landing_craft 1 sailed").do(BeginSail("l1"))
    assert table.refused(DivideCraft(1, 0)) == ("craft.points", "18.4d")
    assert {table.refused(CombineCraft(cid)) for cid in ("l2", "lc")} == {("craft.kind", "18.4d")}
    table.do(Halt(), BeginSail("lc"))
    assert {table.refused(CombineCraft(cid)) for cid in ("l3", "l4")} == {("craft.apart", "18.4d")}


def test_ships_carry_nothing() -> None:
    table = flotilla("axis 05.03 lc landing_craft 1", rest=f"[ships]\naxis 05.03 dd {SHIP}\n").do(BeginSail("dd"))
    refused = {table.refused(one) for one in (TakeAboard("a"), PutAshore("a"), DivideCraft(1, 0), CombineCraft("lc"))}
    assert refused == {("craft.not_craft", "18.4")}


# --- DUKWs on land -----------------------------------------------------------------------------------------------


@pytest.mark.case("18.4e", "18.4e-C")
def test_a_dukw_is_a_truck_of_24_mp_on_land_and_takes_to_the_water_with_a_third_of_what_is_left() -> None:
    """Three MP spent on land leave 21, and these 7 at sea."""
    units = f"axis 04.01 d truck 2 24T load=1\naxis 04.01 a {LEG}\n{ENEMY}"
    table = flotilla("axis ashore d dukw 2", units=units).begin("d")
    table.go("05.01", "06.01", "07.01")
    assert table.data.spent == (3 * 12,)
    table.do(TakeToWater("d"))
    assert table.one(TookToWater).spent == 12
    assert (boat(table, "d").tokens, boat(table, "d").points) == (4, 2)
    assert "d" not in table.look.state.units
    row = [f"{column:02d}.02" for column in range(7, 15)]
    table.do(BeginSail("d")).go(*row[:7])
    assert table.refused(table.to(row[7])) == ("ship.no_mp", "18.1f")


@pytest.mark.case("18.4e-C", "13.2f-C")
def test_a_dukw_on_land_loads_for_2_mp() -> None:
    units = f"axis 04.01 d truck 2 24T\naxis 04.01 a {LEG}\n{ENEMY}"
    table = flotilla("axis ashore d dukw 2", units=units, rest="[supply]\naxis 04.01 2\n").begin("d")
    table.do(LoadSupply("d", 8))
    assert table.data.spent == (24,)


@pytest.mark.case("18.4e")
def test_only_a_dukw_on_the_coast_takes_to_the_water_and_only_in_the_movement_phase() -> None:
    two_rows = land(*(f"{c:02d}.{r:02d}=." for c in range(1, 9) for r in (1, 2)), columns=8, rows=4, ground="-")
    units = f"axis 04.01 d truck 2 24T\naxis 04.01 t truck 2 45T\naxis 04.01 a {LEG}\nsoviet 08.01 r {LEG}"
    table = sit(units, two_rows, rest="[craft]\naxis ashore d dukw 2\n").begin("d", "t")
    assert table.refused(TakeToWater("d")) == ("dukw.no_water", "18.1c")
    assert table.refused(TakeToWater("t")) == ("dukw.not_dukw", "18.4e")
    late = replace(table.look.state.clock, phase="exploitation")
    refused = refuse_water(Look(table.look.world, table.look.state.change(clock=late)), table.data, TakeToWater("d"))
    assert refused is not None
    assert refused.code == "dukw.not_now"


@pytest.mark.case("18.4e", "9.14c-A")
@pytest.mark.parametrize(("printed", "of"), [(" printed=soviet", "soviet"), ("", "axis")])
def test_a_captured_dukw_is_a_truck_even_if_it_is_taken_back(printed: str, of: str) -> None:
    units = f"axis 04.01 d truck 2 24T captured{printed}\naxis 04.01 a {LEG}\n{ENEMY}"
    table = flotilla(f"{of} ashore d dukw 2", units=units).begin("d")
    assert table.refused(TakeToWater("d")) == ("dukw.not_dukw", "18.4e")


# --- capture, supply, trace --------------------------------------------------------------------------------------


@pytest.mark.case("9.14g", "18.4e-B")
def test_attack_capable_units_destroy_craft_in_the_hex_that_they_enter_with_all_that_is_aboard() -> None:
    units = f"axis 06.01 a {LEG} move\nsoviet aboard p {LEG}\nsoviet aboard q {LEG} move\n{ENEMY}"
    craft = "soviet 07.01 su landing_craft 3 aboard=p sp=1\nsoviet 07.01 sd dukw 2 aboard=q\nsoviet 07.02 sl lst 1"
    table = flotilla(craft, units=units)
    table.begin("a").go("07.01")
    assert table.one(CraftDestroyed).craft == ("sd", "su")
    assert {table.unit("p").hex, table.unit("q").hex} == {DEAD_PILE}
    assert where(table, "sl") == "07.02"


@pytest.mark.case("12.3c-B", "18.5e", "12.3b-B")
def test_supply_aboard_serves_units_in_the_hex_and_next_to_it_only_and_no_hq_throws_it() -> None:
    units = f"axis 05.01 a {TRUCK} move\naxis 07.01 b {TRUCK} move\naxis 06.01 h {HQ}\n{ENEMY}"
    table = flotilla("axis 05.02 lc landing_craft 2 sp=1", units=units)
    assert [(p.source, p.holder, p.via) for p in payers(table.look, table.unit("a"))] == [
        (table.hex("05.02"), "lc", "")
    ]
    assert not payers(table.look, table.unit("b"))
    assert can_get(table.look, table.unit("a"), wanted(table.look, "axis", 4))
    assert not can_get(table.look, table.unit("a"), wanted(table.look, "axis", 5))
    table.begin("a").fuel("a")
    assert table.one(SupplySpentAfloat).holder == "lc"
    assert boat(table, "lc").tokens == 3
    table.halt().begin("b")
    assert not [pay for pay in table.offered(PayFuel) if pay.unit == "b"]


@pytest.mark.case("12.6g")
def test_units_aboard_are_in_trace_supply() -> None:
    """Who goes aboard out of supply is in supply; in the Supply Phase nobody aboard is marked, nor rolls."""
    units = f"axis 05.01 a {LEG} oos\n{ENEMY}"
    table = flotilla("axis 05.01 lc landing_craft 2", units=units).do(BeginSail("lc"), TakeAboard("a"))
    assert not table.unit("a").out_of_supply
    table.go("05.02").do(Halt())
    table.idle(lambda: table.look.state.clock.phasing == "soviet")
    assert not table.unit("a").out_of_supply
    assert table.unit("a").hex == ABOARD


# --- what is seen ------------------------------------------------------------------------------------------------


def seen(table: Sitting, viewer: str) -> dict[str, CraftView]:
    view = sea_view(table.look, viewer)
    return {one.id: one for one in view.craft}  # type: ignore[union-attr]


@pytest.mark.case("4.9a-A", "18.3c")
def test_the_enemy_sees_the_top_craft_of_a_hex_and_nothing_of_what_they_carry() -> None:
    craft = "axis 05.03 l1 landing_craft 2 aboard=a sp=1 sailed\naxis 05.03 l2 lst 1\naxis 06.03 l3 dukw 1 dg"
    table = flotilla(craft, units=f"axis aboard a {LEG}\n{ENEMY}")
    mine, theirs = seen(table, "axis"), seen(table, "soviet")
    assert (mine["l1"].units, mine["l1"].tokens, mine["l1"].room, mine["l1"].sailed) == (("a",), 4, "1/2", True)
    assert set(theirs) == {"l1", "l3"}
    assert (theirs["l1"].units, theirs["l1"].tokens, theirs["l1"].room, theirs["l1"].sailed) == (None,) * 4
    assert theirs["l3"].dg
    assert "a" not in visible(table.look, "soviet")
    known = believed(table.look, "soviet")
    assert "a" not in known.state.units
    assert craft_in(known.state, "l1").tokens == 0  # type: ignore[union-attr]


@pytest.mark.case("4.9a-A", "18.3c")
def test_landing_craft_lie_under_ships() -> None:
    craft = "axis 05.03 l1 landing_craft 2\naxis 06.03 l2 lst 1"
    table = flotilla(craft, rest=f"[ships]\naxis 05.03 z9 {SHIP}\n")
    assert set(seen(table, "soviet")) == {"l2"}
    assert [ship.id for ship in sea_view(table.look, "soviet").ships] == ["z9"]  # type: ignore[union-attr]


@pytest.mark.case("18.1d")
def test_dg_comes_off_landing_craft_in_the_clean_up_phase() -> None:
    table = flotilla("axis 05.03 lc landing_craft 2 dg")
    table.idle(lambda: table.look.state.clock.phasing == "soviet")
    assert not boat(table, "lc").dg


# --- written positions -------------------------------------------------------------------------------------------


def test_a_position_with_landing_craft_is_written_and_read_again() -> None:
    craft = (
        "axis 05.02 lc landing_craft 3 name=Force_J nation=gb aboard=a,t sp=1+2T dg sailed\n"
        "axis 06.02 lc/2 landing_craft 1 counter=lc name=Force_J nation=gb\n"
        "axis 06.01 d dukw 2 mp=24\naxis ashore e dukw 1\nsoviet 09.03 su lst 2"
    )
    units = f"axis aboard a {LEG}\naxis aboard t truck 1 45T load=2T\naxis 05.01 e truck 1 24T\n{ENEMY}"
    written = text(units, COAST, rest=f"{HAVEN}[craft]\n{craft}\n")
    world, state = parse_position(written)
    again_world, again = parse_position(dump_position(world, state))
    assert again.own == state.own
    assert again.units == state.units
    assert again_world.scenario.craft.keys() == world.scenario.craft.keys() == {"lc", "d", "e", "su"}
    assert again_world.scenario.craft["lc"].called == "Force J"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("axis 03.03 lc landing_craft", "Landing Craft are side"),
        ("axis 03.03 lc raft 2", "not a kind of Landing Craft"),
        ("axis 03.03 lc lst 0", "at least one point"),
        ("axis 03.03 lc lst 1 fast", "unknown mark"),
        ("axis ashore lc lst 1", "only DUKWs are ashore"),
        ("axis ashore lc dukw 1", "not in"),
        ("axis 03.03 a lst 1", "used twice"),
        ("axis 03.03 lc lst 1 aboard=a", "nobody"),
        ("axis 03.03 lc lst 1 sp=2", "carries"),
        ("finland 03.03 lc lst 1", "finland"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str, says: str) -> None:
    written = text(f"axis 20.01 a {LEG}\nsoviet 24.01 r {LEG}", COAST, rest=f"[craft]\n{line}\n")
    with pytest.raises(PositionError, match=says):
        parse_position(written)
