"""Corners of landings, voyages and cargo: who joins which group, what ends a move, names of new counters, what follows
from a landing in a port."""

from __future__ import annotations

import pytest

from redball.core.actions import AddUnit, DeclareAttack, Done, Halt, PlanMission
from redball.core.actions.naval import (
    BeginSail,
    DivideCraft,
    LandAll,
    LandCraft,
    LandUnit,
    PlanLanding,
    PutAshore,
    PutSupplyAshore,
    StayAfloat,
    TakeAboard,
    TakeToWater,
)
from redball.core.events import StepLost
from redball.core.look import Look
from redball.core.state import DEAD_PILE, NOT_ARRIVED
from redball.rules.combat.points import ASSAULTS
from redball.rules.ground.air_force import plane_in, with_planes
from redball.rules.ground.craft import with_craft
from redball.rules.ground.fleet import LandingCraft, Vessel, fleet_at_start, hidden_ships, sailed, with_ship
from redball.rules.ground.harbours import harbours_in
from redball.rules.naval.arrivals import due_ships
from redball.rules.naval.beach import fewest, grouped
from redball.rules.naval.invasion import refuse_plan
from redball.rules.naval.invasion_events import LandingRolled, UnitLanded
from redball.rules.naval.lading import refuse_passenger
from redball.rules.naval.ship_strike import ShipBombed
from redball.rules.naval.sinking import Sinking, cargo_dice, piece_lost, point_dice
from redball.scenarios.records import FleetSetup, FlotillaSetup, PortSetup, ShipArrival
from rules.rail_table import with_victory_hex
from rules.test_beach_assault import ONE, lc, shore, target
from rules.test_carriers import aboard_cv, at_sea, plane
from rules.test_craft import ENEMY, boat, flotilla
from rules.test_fire_at_craft import boats, fired, thrown
from rules.test_invasion import SUCCESS, at_four, beach, landing, table_hex
from rules.test_ports import site
from rules.test_ship_arrivals import due
from rules.test_ship_strikes import at_base, planned, skies
from rules.test_ships import BIG, fleet
from support import LEG, TRUCK, in_scenario, land, sit

HUGE = "Div infantry other 12-3-3L/6-3-8L re=4"
"""A division larger than a group of 3 RE."""


# --- groups ------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.5f-B", "18.4f", "18.4e-A")
@pytest.mark.parametrize(("kind", "first"), [("lst", True), ("lst", False), ("dukw", True), ("dukw", False)])
def test_what_carries_a_division_of_more_than_3_re_comes_ashore_by_its_roll(kind: str, first: bool) -> None:
    """The craft counts nothing, so that it joins any group, before or after the division."""
    table = beach(f"axis 04.02 s {kind} 9 aboard=a", f"axis aboard a {HUGE} move", dice=SUCCESS)
    orders = [LandCraft("s", 0), LandUnit("a", 0)]
    table.do(PlanLanding(table_hex()), *(orders if first else orders[::-1]), Done())
    assert len(table.all(LandingRolled)) == 1
    assert table.at("a") == "04.02"
    assert "s" not in boats(table)


@pytest.mark.case("18.5f-B")
def test_a_craft_without_cargo_comes_ashore_with_the_first_group_if_all_are_grouped_anew() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abcd")
    table = beach(f"{at_four('a,b,c,d')}\naxis 04.02 d1 dukw 1", units, dice=SUCCESS * 2)
    table.do(PlanLanding(table_hex()), LandUnit("a", 0), LandCraft("d1", 1), LandAll())
    assert ["d1" in group for group in table.data.groups] == [True, False]
    assert sorted(name for group in table.data.groups for name in group) == ["a", "b", "c", "d", "d1"]
    table.done()
    assert "d1" in table.look.state.units


@pytest.mark.case("18.5f-B", "18.4f-F")
def test_nothing_is_in_two_groups_and_one_lst_is_enough() -> None:
    table = beach("axis 04.02 d1 dukw 1\naxis 04.02 l1 lst 1\naxis 04.02 l2 lst 1").do(PlanLanding(table_hex()))
    table.do(LandCraft("d1", 0), LandCraft("l1", 0))
    for name in ("d1", "l1"):
        assert {table.refused(LandCraft(name, group)) for group in (0, 1)} == {("landing.placed", "18.5f-B")}
    assert table.refused(LandCraft("l2", 0)) == ("landing.other_port", "18.4f-F")
    table.do(StayAfloat("l1"), LandCraft("l2", 0), StayAfloat("d1"), LandCraft("d1", 0))


@pytest.mark.case("18.4e-C")
def test_the_first_passenger_who_stays_aboard_is_named() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG} move" for uid in "ab")
    table = beach("axis 04.02 d dukw 2 aboard=a,b", units).do(PlanLanding(table_hex()), LandCraft("d", 0))
    refused = table.why(Done())
    assert (refused.code, refused.units) == ("landing.passengers", ("a",))


@pytest.mark.case("18.5f-B")
@pytest.mark.parametrize(
    ("sizes", "groups"),
    [([16, 0], 1), ([13, 12], 2), ([12, 12], 2), ([5, 7, 6, 6], 2), ([5] * 4, 2), ([12, 1], 2), ([1], 1)],
)
def test_the_fewest_groups_with_craft_and_with_what_fills_one(sizes: list[int], groups: int) -> None:
    assert fewest(sizes) == groups


@pytest.mark.case("18.5f-B")
def test_groups_are_made_so_that_all_fit() -> None:
    """Seven and five, six and six: the largest first would not do."""
    found = grouped({"a": 5, "b": 6, "c": 7, "d": 6})
    assert sorted(map(sorted, found)) == [["a", "c"], ["b", "d"]]


@pytest.mark.case("18.5")
def test_nobody_lands_off_the_map() -> None:
    table = beach(at_four("a"), f"axis aboard a {LEG}")
    for hex_ in (-1, table.look.board.size):
        refused = refuse_plan(table.look, "axis", hex_)
        assert refused is not None
        assert refused.code == "landing.no_beach"


@pytest.mark.case("18.5f")
def test_every_hex_with_craft_can_be_landed_in_until_nobody_is_left_aboard() -> None:
    craft = f"{at_four('a')}\naxis 08.02 l2 landing_craft 2 aboard=b\nsoviet 10.02 l3 landing_craft 2 aboard=e"
    units = f"axis aboard a {LEG}\naxis aboard b {LEG}\nsoviet aboard e {LEG}"
    table = beach(craft, units, dice=SUCCESS * 2)
    assert [table.look.hex_name(plan.hex) for plan in table.offered(PlanLanding)] == ["04.02", "08.02"]
    landing(table, ("a",))
    assert [table.look.hex_name(plan.hex) for plan in table.offered(PlanLanding)] == ["08.02"]
    assert table.one(UnitLanded).craft == "lc"
    assert boats(table)["lc"].sailed


@pytest.mark.case("18.5")
def test_the_first_hex_of_the_map_is_a_beach_like_others() -> None:
    units = f"axis aboard a {LEG}\naxis 04.02 z {LEG}\nsoviet 05.01 r {LEG}"
    table = sit(units, ". . . . .\n. - . . .", rest="[craft]\naxis 01.01 l landing_craft 1 aboard=a\n")
    assert [plan.hex for plan in table.offered(PlanLanding)] == [table.hex("01.01")] == [0]


@pytest.mark.case("18.5f-C")
@pytest.mark.parametrize(
    ("dice", "dead"), [((2, 3), "bd"), ((4, 1), "ad"), ((1, 3), "ad"), ((3, 3), "cd"), ((2, 2), "bc")]
)
def test_each_step_is_drawn_from_those_that_are_left(dice: tuple[int, int], dead: str) -> None:
    """Two of four steps are lost; the second lot is one of three, so that two throws count for each."""
    units = "\n".join(f"axis aboard {uid} Bn infantry other 4-3-3L/2-3-7L" for uid in "abcd")
    craft = "\n".join(f"axis 04.02 l{uid} landing_craft 1 aboard={uid}" for uid in "abcd")
    table = landing(beach(craft, units, dice=(1, 1, 1, 1, *dice)), tuple("abcd"))
    assert sorted(event.unit for event in table.all(StepLost)) == sorted(dead)


# --- what ends a move --------------------------------------------------------------------------------------------


@pytest.mark.case("7.0c", "11.0d", "18.1e")
def test_a_phase_goes_on_after_the_last_ship_has_sailed() -> None:
    """Its side ends it: it may have something else to do."""
    table = fleet(f"axis 01.04 bb {BIG}", at="exploitation_movement").do(BeginSail("bb")).go("02.04").do(Halt())
    assert (table.step, table.side) == ("movement_segment.choose_unit", "axis")
    assert table.look.state.clock.phase == "exploitation"


@pytest.mark.case("18.4d")
@pytest.mark.parametrize(
    ("hexes", "unload", "over"),
    [((), False, False), (("05.02",), False, True), (("05.02", "05.01"), False, True), ((), True, True)],
)
def test_a_part_has_sailed_if_the_whole_has_begun(hexes: tuple[str, ...], unload: bool, over: bool) -> None:
    """A DUKW that has spent MP on land has not; one that has come back to where it was has."""
    table = flotilla("axis 05.01 d dukw 3 sp=1 mp=12").do(BeginSail("d")).go(*hexes)
    if unload:
        table.do(PutSupplyAshore(2))
    table.do(DivideCraft(1, 0))
    assert boat(table, "d/2").sailed is over


@pytest.mark.case("18.4d")
def test_the_name_of_a_part_is_not_that_of_a_dukw_ashore() -> None:
    units = f"axis 05.01 d/2 truck 1 24T\n{ENEMY}"
    table = flotilla("axis ashore d/2 dukw 1\naxis 05.02 d dukw 3", units=units).do(BeginSail("d"))
    table.do(DivideCraft(1, 0), DivideCraft(1, 0))
    assert {cid: one.points for cid, one in boats(table).items()} == {"d": 1, "d/3": 1, "d/4": 1}


@pytest.mark.case("18.4d")
def test_every_split_is_offered() -> None:
    """One or two of three points, each with none, one or both of the units, in either order, and each share of 2T."""
    units = f"axis aboard a {LEG}\naxis aboard b {LEG}\n{ENEMY}"
    table = flotilla("axis 05.03 lc landing_craft 3 aboard=a,b sp=2T", units=units).do(BeginSail("lc"))
    offered = {(one.points, one.tokens, one.unit, one.other) for one in table.offered(DivideCraft)}
    who = (("", ""), ("a", ""), ("b", ""), ("a", "b"), ("b", "a"))
    fits = {
        (points, tokens, *pair)
        for points in (1, 2)
        for tokens in range(3)
        for pair in who
        if (have := 2 * (2 - pair.count("")) + tokens) <= 4 * points and 6 - have <= 4 * (3 - points)
    }
    assert offered == fits


@pytest.mark.case("18.4d", "18.4a")
def test_what_stays_must_carry_the_units_that_stay() -> None:
    units = f"axis aboard m {TRUCK}\naxis aboard n {TRUCK}\n{ENEMY}"
    table = flotilla("axis 05.03 lc landing_craft 3 aboard=m,n", units=units).do(BeginSail("lc"))
    refused = table.why(DivideCraft(2, 0))
    assert (refused.code, refused.have, refused.need) == ("craft.split", "2", "1")
    table.do(DivideCraft(2, 0, "m"))


@pytest.mark.case("18.4e")
def test_the_rest_of_its_stack_moves_on_when_a_dukw_takes_to_the_water() -> None:
    units = f"axis 04.01 d truck 2 24T\naxis 04.01 t truck 1 45T\n{ENEMY}"
    table = flotilla("axis ashore d dukw 2", units=units).begin("t", "d").go("05.01").do(TakeToWater("d"))
    assert table.data.units == ("t",)
    table.go("06.01").halt()
    assert (table.at("t"), boat(table, "d").hex) == ("06.01", table.hex("05.01"))


@pytest.mark.case("18.4c")
@pytest.mark.parametrize(
    ("done", "able"),
    [
        ({}, True),
        ({"spent": True}, False),
        ({"origin": 0}, False),
        ({"negates": True}, False),
        ({"worked": True}, False),
        ({"converted": True}, False),
    ],
)
def test_who_has_done_anything_in_the_phase_stays_ashore(done: dict[str, int], able: bool) -> None:
    table = flotilla("axis 05.01 lc landing_craft 3")
    refused = refuse_passenger(table.look, table.unit("a").act(**done))
    assert (refused is None) is able
    assert refused is None or (refused.code, refused.case) == ("craft.cargo_moved", "18.4c")


@pytest.mark.case("18.4c")
def test_an_extender_stays_ashore() -> None:
    table = flotilla("axis 05.01 lc landing_craft 3")
    refused = refuse_passenger(table.look, table.unit("a").change(extender="in"))
    assert refused is not None
    assert refused.code == "craft.cargo_moved"


@pytest.mark.case("SETUP-III", "18.5g")
def test_who_lands_in_a_port_claims_a_victory_hex() -> None:
    units = f"axis aboard a {LEG}\n{ENEMY}"
    table = with_victory_hex(flotilla("axis 05.01 lc landing_craft 2 aboard=a", units=units), "05.01")
    table.do(BeginSail("lc"), PutAshore("a"))
    assert table.game.state.control == {table.hex("05.01"): "axis"}


# --- Beach Assaults -----------------------------------------------------------------------------------------------


@pytest.mark.case("18.6a")
def test_only_own_units_aboard_attack_and_an_assault_goes_in_any_direction() -> None:
    """The craft lie south of the beach; an enemy's craft beside it carry one of the defenders' friends."""
    units = f"axis aboard a {LEG}\naxis 01.04 z {LEG}\nsoviet aboard e {LEG}\nsoviet 03.02 d {LEG}"
    craft = "axis 03.01 l1 landing_craft 2 aboard=a sp=1\nsoviet 02.01 l2 landing_craft 2 aboard=e\n"
    terrain = land(*(f"{column:02d}.01=-" for column in range(1, 6)), columns=5, rows=4)
    table = sit(units, terrain, at="combat", rest=f"[sources]\naxis 01.04\nsoviet 05.04\n[craft]\n{craft}")
    beach_ = table.hex("03.02")
    assert table.look.board.direction(table.hex("03.01"), beach_) == 0
    assert table.look.policies[ASSAULTS](table.look, "axis") == {beach_: ("a",)}
    table.do(DeclareAttack(beach_), AddUnit("a"), Done())
    assert table.step == "beach_assault.answer"


@pytest.mark.case("18.6a-B")
@pytest.mark.parametrize(
    "elsewhere", ["axis 08.04 l2 landing_craft 2 sp=2", "soviet 05.04 l2 landing_craft 2 sp=2", ""]
)
def test_supply_for_an_assault_is_on_own_craft_near_by(elsewhere: str) -> None:
    table = shore(ONE, f"{lc('a', 0)}\n{elsewhere}").do(DeclareAttack(target(shore(ONE, lc("a")))), AddUnit("a"))
    refused = table.why(Done())
    assert (refused.code, refused.have, refused.need) == ("assault.no_supply", "0T", "1T")


# --- ships that arrive -------------------------------------------------------------------------------------------


@pytest.mark.case("13.6")
def test_ships_of_another_turn_and_of_the_other_side_do_not_arrive() -> None:
    ships = f"axis waiting b1 {BIG}\naxis waiting b2 {BIG}\nsoviet waiting b3 {BIG}"
    table = due(ships.replace(" waiting b2", " 09.04 b2").replace("soviet waiting b3", "soviet 10.04 b3"), ("03.03",))
    turn, place = table.look.state.clock.turn, table.hex("03.03")
    state = with_ship(with_ship(table.look.state, "b2", hex=NOT_ARRIVED), "b3", hex=NOT_ARRIVED)
    schedule = (
        ShipArrival(turn, "axis", (place,), ("b1",)),
        ShipArrival(turn + 1, "axis", (place,), ("b2",)),
        ShipArrival(turn, "soviet", (place,), ("b3",)),
    )
    look = in_scenario(Look(table.look.world, state), ship_arrivals=schedule)
    assert [*due_ships(look, "axis")] == ["b1"]
    assert [*due_ships(look, "soviet")] == ["b3"]


# --- lots --------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3d-B")
def test_a_single_step_that_no_longer_fits_goes_down_without_dice() -> None:
    """A regiment of one step takes 1 SP; half a point is left of two half-full ones."""
    units = f"soviet aboard p Rgt infantry other 4-3-3L/2-3-8L\nsoviet aboard q {LEG}"
    table = fired((1, True), "soviet 08.04 x1 landing_craft 2 aboard=p,q", 1, units=units)
    assert (table.unit("p").hex, boats(table)["x1"].units) == (DEAD_PILE, ("q",))


@pytest.mark.case("18.3d-B")
@pytest.mark.parametrize(
    ("craft", "due", "dice"),
    [
        ("axis 03.03 x landing_craft 2\naxis 03.03 y landing_craft 1", 1, 1),
        ("axis 03.03 x landing_craft 2\naxis 03.03 y landing_craft 1", 2, 1),
        ("axis 03.03 x landing_craft 2\naxis 03.03 y landing_craft 1", 3, 0),
        ("axis 03.03 x landing_craft 2\naxis 03.03 y landing_craft 1", 0, 0),
        ("axis 03.03 x landing_craft 4\naxis 03.03 y landing_craft 4", 1, 2),
        ("axis 03.03 x landing_craft 3", 1, 0),
    ],
)
def test_dice_are_thrown_only_where_a_lot_decides(craft: str, due: int, dice: int) -> None:
    table = flotilla(craft)
    data = Sinking("axis", "soviet", table.hex("03.03"), due=due)
    assert point_dice(table.look, data) == dice
    assert point_dice(table.look, Sinking("axis", "soviet", table.hex("03.03"), due=due, craft="x")) == 0


@pytest.mark.case("18.3d-B")
@pytest.mark.parametrize(
    ("cargo", "dice"), [("sp=5T", 0), ("sp=4T", 0), ("aboard=a sp=4T", 1), ("aboard=a sp=2T", 0), ("aboard=a,b,c", 1)]
)
def test_cargo_is_drawn_only_if_it_does_not_fit_and_is_not_all_alike(cargo: str, dice: int) -> None:
    """One point is left; a light regiment takes half of it."""
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abc" if f"{uid}" in cargo.partition("aboard=")[2])
    table = flotilla(f"axis 03.03 x landing_craft 2 {cargo}", units=f"{units}\naxis 05.01 z {LEG}\n{ENEMY}")
    left = boat(table, "x").change(points=1)
    look = table.look.at_stack(with_craft(table.look.state, [left]))
    assert cargo_dice(look, Sinking("axis", "soviet", left.hex, craft="x")) == dice
    assert cargo_dice(look, Sinking("axis", "soviet", left.hex)) == 0


@pytest.mark.case("18.3d-B")
@pytest.mark.parametrize(
    ("lots", "dead", "thrown_"),
    [((1, 1), "pq", [(1,), (1,)]), ((5, 4, 6), "vw", [(5,), (4,), (6,)]), ((2, 3), "qw", [(2,), (3,)])],
)
def test_cargo_is_lost_until_the_rest_fits_and_dice_that_are_no_lot_are_thrown_again(
    lots: tuple[int, ...], dead: str, thrown_: list[tuple[int, ...]]
) -> None:
    """Four light regiments on two points, of which one is lost: two of them go down. A five is no lot of four; a six is
    the third one of three."""
    units = "\n".join(f"soviet aboard {uid} {LEG}" for uid in "pqvw")
    table = fired((1, True), "soviet 08.04 x1 landing_craft 2 aboard=p,q,v,w", *lots, units=units)
    gone = "".join(uid for uid in "pqvw" if table.unit(uid).hex == DEAD_PILE)
    assert thrown(table, "Cargo lost") == thrown_
    assert gone == dead


@pytest.mark.case("18.3d-B")
@pytest.mark.parametrize(("tokens", "goes"), [(9, 1), (8, 4), (3, 3)])
def test_of_supply_what_is_no_whole_point_goes_first(tokens: int, goes: int) -> None:
    table = flotilla(f"axis 03.03 x landing_craft 3 sp={tokens}T")
    (event,) = piece_lost(table.look, Sinking("axis", "soviet", 0, craft="x"), "")
    assert event.tokens == goes  # type: ignore[attr-defined]


# --- records as they begin ---------------------------------------------------------------------------------------


@pytest.mark.case("18.0")
def test_ships_and_landing_craft_of_a_scenario_begin_whole_and_rested() -> None:
    table = flotilla("axis 05.03 lc landing_craft 3", rest=f"[ships]\naxis 05.04 s {BIG}\nsoviet 09.04 t {BIG}\n")
    here, there = table.hex("05.04"), table.hex("05.03")
    look = in_scenario(
        table.look,
        fleets=(FleetSetup(here, "axis", ("s",)),),
        ship_arrivals=(ShipArrival(2, "soviet", (here,), ("t",)),),
        flotillas=(FlotillaSetup("lc", there, ("a",), 4),),
    )
    idle = {"damaged": False, "dg": False, "sailed": False, "fired": False, "shelled": False, "shown": False}
    idle |= {"refitted": False, "withdrawn": False}
    ships = (Vessel("s", "axis", here, ashore=0, **idle), Vessel("t", "soviet", NOT_ARRIVED, ashore=0, **idle))
    marks = {"dg": False, "sailed": False, "lesser": False, "shelled": False, "shown": False}
    craft = (LandingCraft("lc", "lc", "axis", there, 3, ("a",), 4, spent=0, **marks),)
    begun = fleet_at_start(look.world)
    assert (begun.ships, begun.craft, begun.rolled) == (ships, craft, False)
    for name, off in (idle | {"ashore": 0}).items():
        assert getattr(begun.ships[0], name) == off
    for name, off in (marks | {"spent": 0}).items():
        assert getattr(begun.craft[0], name) == off


@pytest.mark.case("19.0")
def test_a_port_of_a_scenario_begins_with_its_hits_and_unused() -> None:
    table = site("axis 02.02")
    look = in_scenario(table.look, ports=(PortSetup(table.hex("02.02"), "axis", 2),))
    begun = harbours_in(look.world, look.state)[table.hex("02.02")]
    assert (begun.side, begun.hits, begun.wrecked, begun.used) == ("axis", 2, 0, 0)
    assert not any((begun.mended, begun.whole, begun.lst, begun.fresh))


@pytest.mark.case("18.2c")
def test_an_aircraft_over_the_first_hex_of_the_map_has_its_base_where_its_carrier_sails() -> None:
    table = at_sea(aboard_cv("f"))
    away = plane(table, "f").change(hex=0, base=table.hex("05.03"))
    found = plane_in(sailed(with_planes(table.look.state, [away]), "cv", table.hex("06.03")), "f")
    assert found is not None
    assert (found.hex, found.base) == (0, table.hex("06.03"))


@pytest.mark.case("4.9a-A")
def test_ships_are_hidden_that_the_viewer_does_not_see() -> None:
    table = flotilla("axis 05.03 l1 landing_craft 1\naxis 05.03 l2 landing_craft 1\nsoviet 09.03 l3 landing_craft 1")
    assert hidden_ships(table.look, "soviet") == {"l2"}
    assert hidden_ships(table.look, "axis") == set()


@pytest.mark.case("12.6g")
def test_who_goes_aboard_cut_off_is_cut_off_no_more() -> None:
    table = flotilla("axis 05.01 lc landing_craft 2")
    cut = table.unit("a").change(out_of_supply=True, cut_off=True)
    table.look = table.look.at_stack(table.look.state.with_unit(cut))
    table.do(BeginSail("lc"), TakeAboard("a"))
    assert (table.unit("a").out_of_supply, table.unit("a").cut_off) == (False, False)


@pytest.mark.case("18.3e", "10.0-E")
def test_an_aircraft_of_one_point_strikes_a_ship() -> None:
    one = "T (1)-1-15/(1)-1-15"
    table = planned(skies(at_base(one), dice=(1, 1, 1, 1)), "p0").do(Done(), Done())
    assert table.one(ShipBombed).points == 1
    assert "ship_barrage" not in {plan.kind for plan in skies(at_base("T (1)-0-15/(1)-0-15")).offered(PlanMission)}
