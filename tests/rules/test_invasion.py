"""Landings by the Amphibious Landing Table: who may land where and when, groups, rolls, losses by lot, what follows."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from redball.core.actions import BeginMove, BeginSail, Cancel, Done, Halt, RideRail, SetMode, StepTo
from redball.core.actions.naval import (
    AimGuns,
    LandAll,
    LandCraft,
    LandUnit,
    PlanLanding,
    PutSupplyAshore,
    StayAboard,
    StayAfloat,
)
from redball.core.events import DumpCaptured, StepLost
from redball.core.look import Look
from redball.core.state import DEAD_PILE, Mode
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.view.ports import port_views
from redball.rules.air.cargo import refuse_flyer
from redball.rules.ground.craft import craft_in
from redball.rules.ground.fleet import LandingCraft, fleet_in
from redball.rules.ground.harbours import Harbour, harbour_at, harbours_in, quay
from redball.rules.ground.harbours import capacity as port_capacity
from redball.rules.ground.port_works import LstDestroyed
from redball.rules.modes.disorganization import Disorganized
from redball.rules.naval.beach import Stakes, drawn, fewest, landing_at, lots, stakes_of, terrain_of
from redball.rules.naval.cargo_events import CargoSunk, CraftLost
from redball.rules.naval.invasion import refuse_plan
from redball.rules.naval.invasion_events import LandingRolled, LstDeployed, UnitLanded, WadedAshore
from redball.rules.naval.landing import Landing
from redball.rules.rail.ride import refuse_passenger
from redball.rules.trace.sources import open_sources
from redball.rules.units.abilities import movement_allowance
from redball.rules.units.ashore import waded
from support import GUNS, HQ, LEG, MILITIA, TRUCK, Sitting, land, sit, text

COAST = land(*(f"{c:02d}.{r:02d}=." for c in range(1, 25) for r in (1, 2)), columns=24, rows=5, ground="-")
"""Two rows of land, the upper one a beach, below a sea of three."""
SOURCES = "[sources]\naxis 20.01\nsoviet 24.01\n"
FOE = f"axis 20.01 z {LEG}\nsoviet 24.01 r {LEG}"
SMALL = "destroyer 8-2-1-0/4-2-0-0 several"
SUCCESS, MIXED, FAILURE = (6, 6), (2, 1), (1, 1)
"""Two dice, on an open beach without modifiers."""


def beach(craft: str, units: str = "", *, rest: str = "", dice: tuple[int, ...] = (), **how: Any) -> Sitting:
    """A game with Landing Craft off that beach."""
    there = f"{units}\n{FOE}" if units else FOE
    return sit(there, COAST, rest=f"{SOURCES}[craft]\n{craft}\n{rest}", dice=dice, **how)


def at_four(aboard: str, points: int = 4, more: str = "") -> str:
    return f"axis 04.02 lc landing_craft {points} aboard={aboard} {more}"


def boat(table: Sitting, cid: str) -> LandingCraft | None:
    return craft_in(table.look.state, cid)


def landing(table: Sitting, *groups: tuple[str, ...]) -> Sitting:
    """Draft a landing at 04.02 in these groups, and make it."""
    table.do(PlanLanding(table.hex("04.02")))
    for number, group in enumerate(groups):
        for name in group:
            table.do(LandUnit(name, number) if name in table.look.state.units else LandCraft(name, number))
    return table.done()


# --- where and when ----------------------------------------------------------------------------------------------


@pytest.mark.case("18.5", "18.5a", "18.5h-A", "4.7d-E")
def test_a_unit_lands_on_a_coast_and_may_spend_half_its_ma_fueled_for_free() -> None:
    table = beach("axis 04.04 lc landing_craft 4 aboard=m", f"axis aboard m {TRUCK} move", dice=SUCCESS)
    table.do(BeginSail("lc")).go("04.03", "04.02").do(Halt())
    landing(table, ("m",))
    assert table.one(UnitLanded).unit == "m"
    assert table.refused(BeginSail("lc")) == ("craft.rolled", "18.5f")
    table.begin("m")
    assert not table.spent(), "its fuel is free"
    assert table.data.spent == (7 * 12,), "half of 14"
    table.go("05.02", "06.02").halt()
    assert table.at("m") == "06.02"
    table.idle(lambda: table.look.state.clock.phase == "exploitation" or table.look.state.clock.phasing == "soviet")
    table.idle(lambda: table.look.state.clock.phasing == "soviet")
    assert not table.unit("m").formation_fueled, "the free fuel is gone after Clean Up"


def landed(source: str, mode: str = "") -> Sitting:
    """A unit that has landed at 04.02 begins to move; its side's source is elsewhere on the coast."""
    rest = f"[sources]\naxis {source}\nsoviet 24.01\n[craft]\n{at_four('a')}\n"
    table = sit(f"axis aboard a {LEG} {mode}\n{FOE}", COAST, rest=rest, dice=SUCCESS)
    return landing(table, ("a",)).begin("a")


@pytest.mark.case("18.5h-A", "4.7d-E")
@pytest.mark.parametrize(("mode", "mp"), [("move", 3), ("strat", 6), ("combat", 1.5)])
def test_half_of_the_ma_is_that_of_the_mode_in_which_it_moves_inland(mode: Mode, mp: float) -> None:
    """3 MP in Combat Mode, 6 in Move Mode, 12 in Strat Mode: the mode is chosen as the move begins."""
    table = landed("04.01", "move" if mode == "combat" else "")
    table.do(SetMode("a", mode, "combat" if mode == "combat" else "move"))
    (spent,) = table.data.spent
    assert movement_allowance(table.look, table.unit("a")) - spent == mp * 12
    if mode == "move":
        table.go("05.02", "06.02", "07.02")
        assert not table.offered(StepTo), "its MP are gone"


@pytest.mark.case("18.5h-A", "5.8b-A")
@pytest.mark.parametrize(("source", "able"), [("16.01", True), ("17.01", False)])
def test_a_unit_that_has_landed_goes_into_strat_mode_only_if_half_its_ma_leads_to_where_it_traces(
    source: str, able: bool
) -> None:
    """6 of 12 MP lead to 10.01, from where 5 MP reach the hex next to the source at 16.01."""
    table, strat = landed(source), SetMode("a", "strat", "move")
    if able:
        table.do(strat)
    else:
        assert table.refused(strat) == ("move.strat_trace", "5.8b-A")


@pytest.mark.case("18.5")
def test_nobody_lands_at_sea_or_from_elsewhere() -> None:
    table = beach("axis 04.04 lc landing_craft 4 aboard=a", f"axis aboard a {LEG}")
    assert table.refused(PlanLanding(table.hex("04.04"))) == ("landing.no_beach", "18.5")
    assert table.refused(PlanLanding(table.hex("05.02"))) == ("landing.nobody", "18.5")


@pytest.mark.case("18.5d")
def test_a_landing_by_a_roll_is_made_in_the_movement_phase_only() -> None:
    table = beach(at_four("a"), f"axis aboard a {LEG}", at="exploitation_movement")
    assert table.refused(PlanLanding(table.hex("04.02"))) == ("landing.not_now", "18.5d")


@pytest.mark.case("18.5e")
def test_trucks_and_supply_do_not_land_by_a_roll() -> None:
    table = beach(at_four("a,t", 6, "sp=2"), f"axis aboard a {LEG}\naxis aboard t truck 1 45T load=1", dice=SUCCESS)
    table.do(PlanLanding(table.hex("04.02")))
    assert table.refused(LandUnit("t", 0)) == ("landing.no_cargo", "18.5e")
    table.do(LandUnit("a", 0), Done())
    craft = boat(table, "lc")
    assert craft is not None
    assert (craft.units, craft.tokens) == (("t",), 8)


@pytest.mark.case("18.5")
def test_nobody_lands_where_it_could_never_be() -> None:
    units = f"axis aboard a {LEG}\naxis aboard m {TRUCK}"
    table = beach(at_four("a,m"), units, rest="[also]\n04.02 salt_marsh\n").do(PlanLanding(table_hex()))
    assert table.refused(LandUnit("m", 0)) == ("landing.no_ground", "18.5")
    assert LandUnit("a", 0) in table.game.choices()


@pytest.mark.case("18.5b")
def test_any_number_of_points_unload_in_one_hex() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abcdef")
    craft = "\n".join(f"axis 04.02 l{uid} landing_craft 3 aboard={uid}" for uid in "abcdef")
    table = landing(beach(craft, units, dice=SUCCESS * 2), tuple("abc"), tuple("def"))
    assert len(table.all(UnitLanded)) == 6
    assert {table.at(uid) for uid in "abcdef"} == {"04.02"}


@pytest.mark.case("18.5f-D")
def test_all_landings_come_before_the_first_move_inland() -> None:
    craft = f"{at_four('a')}\naxis 08.02 l2 landing_craft 2 aboard=b"
    table = landing(beach(craft, f"axis aboard a {LEG} move\naxis aboard b {LEG}", dice=SUCCESS), ("a",))
    assert PlanLanding(table.hex("08.02")) in table.game.choices()
    table.move("a", "05.02")
    assert table.refused(PlanLanding(table.hex("08.02"))) == ("landing.inland", "18.5f-D")


@pytest.mark.case("18.5f")
def test_ships_sail_on_after_a_landing_and_landing_craft_do_not() -> None:
    ships = f"[ships]\naxis 10.04 dd {SMALL}\n"
    craft = f"{at_four('a')}\naxis 08.04 l2 landing_craft 2"
    table = landing(beach(craft, f"axis aboard a {LEG}", rest=ships, dice=SUCCESS), ("a",))
    assert [one.ship for one in table.offered(BeginSail)] == ["dd"]
    assert table.refused(BeginSail("l2")) == ("craft.rolled", "18.5f")


@pytest.mark.case("2.4-3")
def test_in_a_simulcast_turn_nobody_lands_on_anything_of_the_enemys() -> None:
    table = beach(at_four("a"), f"axis aboard a {LEG}", rest="[supply]\nsoviet 04.02 1\n")
    assert refuse_plan(table.look, "axis", table.hex("04.02")) is None
    clock = replace(table.look.state.clock, simulcast=True)
    quiet = Look(table.look.world, table.look.state.change(clock=clock))
    refused = refuse_plan(quiet, "axis", table.hex("04.02"))
    assert refused is not None
    assert refused.code == "simulcast.offensive"


@pytest.mark.case("4.7d-A")
def test_who_has_landed_goes_on_by_no_other_transport() -> None:
    rails = '[paths]\nrailroad "-" 04.02 05.02 06.02\n[rail]\naxis 3\n'
    table = landing(beach(at_four("a"), f"axis aboard a {LEG} move", rest=rails, dice=SUCCESS), ("a",)).begin("a")
    assert not table.offered(RideRail)
    assert refuse_passenger(table.look, table.data, table.unit("a"), 0).code == "rail.landed"  # type: ignore[union-attr]
    assert refuse_flyer(table.look, table.unit("a")).code == "cargo.two_transports"  # type: ignore[union-attr]


# --- groups ------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.5f-B")
def test_groups_are_of_three_re_and_as_few_as_possible_and_a_draft_can_be_changed() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abcd")
    table = beach(at_four("a,b,c,d"), units).do(PlanLanding(table_hex()))
    assert table.refused(Done()) == ("landing.empty", "18.5f")
    assert table.refused(LandUnit("a", 1)) == ("landing.no_group", "18.5f-B")
    table.do(LandUnit("a", 0), LandUnit("b", 0), LandUnit("c", 0))
    assert table.refused(LandUnit("d", 0)) == ("landing.too_large", "18.5f-B")
    assert table.refused(LandUnit("a", 1)) == ("landing.placed", "18.5f-B")
    assert table.refused(LandUnit("r", 0)) == ("landing.not_aboard", "18.5")
    assert table.refused(StayAboard("d")) == ("landing.not_placed", "18.5f-B")
    table.do(StayAboard("c"), LandUnit("c", 1))
    assert table.refused(Done()) == ("landing.too_many_rolls", "18.5f-B")
    table.do(LandUnit("d", 1))
    assert Done() in table.game.choices(), "four RE take two rolls, however they are arranged"
    table.do(Cancel())
    assert not table.all(LandingRolled)


def table_hex() -> int:
    """The index of 04.02."""
    return sit(FOE, COAST).hex("04.02")


@pytest.mark.case("18.5f-B")
def test_everybody_lands_in_as_few_groups_as_possible() -> None:
    """Sizes of 2, 2, 1 and 1 RE: the larger ones go apart, each with a smaller one."""
    big = "Div infantry other 12-3-3L/6-3-8L re=2"
    units = f"axis aboard a {LEG}\naxis aboard b {LEG}\naxis aboard c {big}\naxis aboard d {big}"
    table = beach(f"{at_four('a,b,c,d', 9)}\naxis 04.02 d1 dukw 1", units, dice=SUCCESS * 2)
    table.do(PlanLanding(table_hex()), LandUnit("a", 0), LandCraft("d1", 1), LandAll())
    assert sorted(len(group) for group in table.data.groups) == [2, 3]
    assert table.refused(LandAll()) == ("landing.nobody", "18.5")
    table.done()
    assert {event.unit for event in table.all(UnitLanded)} == set("abcd")


@pytest.mark.case("18.5f-B")
@pytest.mark.parametrize(
    ("sizes", "groups"),
    [([], 0), ([0], 1), ([0, 4], 1), ([4] * 3, 1), ([4] * 4, 2), ([8, 8, 4, 4], 2), ([8, 8, 8], 3), ([16, 12, 4], 3)],
)
def test_the_fewest_groups(sizes: list[int], groups: int) -> None:
    assert fewest(sizes) == groups


@pytest.mark.case("18.5f-B")
def test_a_unit_of_more_than_three_re_is_a_group_by_itself() -> None:
    units = f"axis aboard a Div infantry other 12-3-3L/6-3-8L re=4\naxis aboard b {LEG}"
    table = beach(at_four("a,b", 8), units).do(PlanLanding(table_hex()), LandUnit("a", 0))
    assert table.refused(LandUnit("b", 0)) == ("landing.too_large", "18.5f-B")
    table.do(LandUnit("b", 1))
    assert Done() in table.game.choices()


# --- the table ---------------------------------------------------------------------------------------------------


@pytest.mark.case("18.5f-A")
@pytest.mark.parametrize(
    ("ground", "also", "row"),
    [
        (".", "", "open_village"),
        ("w", "", "open_village"),
        (".", "[also]\n01.01 hills", "hills"),
        (".", "[also]\n01.01 low_hills hills", "hills"),
        (".", "[also]\n01.01 mountain rough", "mountain_city"),
        (".", '[places]\n01.01 minor_city "Town"', "mountain_city"),
        (".", "[also]\n01.01 lava", "rough"),
        (".", '[places]\n01.01 major_city "City"', "mountain_city"),
        (".", '[places]\n01.01 port "Mole"', "port"),
        (".", '[places]\n01.01 port "Mole"\n[also]\n01.01 rough', "rough"),
    ],
)
def test_the_most_difficult_terrain_counts(ground: str, also: str, row: str) -> None:
    table = sit(f"axis 03.01 a {LEG}\nsoviet 05.01 r {LEG}", f"{ground} . . . .", rest=f"{also}\n")
    assert terrain_of(table.look, "axis", table.hex("01.01")) == row


@pytest.mark.case("18.5f")
def test_what_bears_on_the_beach_counts() -> None:
    """Enemies next to it, DG or not, its ZOC, coastal artillery that reaches it, and ships that support it."""
    coastal = f"{GUNS} symbol=coastal_artillery"
    units = f"soviet 05.02 e {LEG}\nsoviet 04.01 d {LEG} dg\nsoviet 06.01 c1 {coastal}\nsoviet 09.01 c2 {coastal}"
    ships = f"[ships]\naxis 04.04 dd {SMALL}\naxis 10.04 far {SMALL}\naxis 04.03 cv carrier 0-0-3-2/0-0-1-2\n"
    mine = f"axis aboard a {LEG}\naxis aboard s Bn assault_gun armor 4-5-6K/2-5-9K"
    table = beach(at_four("a,s", 4), f"{mine}\n{units}", rest=ships)
    found = landing_at(table.look, "axis", table.hex("04.02"), ("a", "s"))
    assert set(found.holds) == {"non_dg_adjacent", "dg_adjacent", "enemy_zoc", "naval_support"}
    assert found.coastal_artillery == 1, "the other one is too far away"
    assert "elite" in landing_at(table.look, "axis", table.hex("04.02"), ("s",)).holds
    bare = beach(at_four("a"), f"axis aboard a {LEG}")
    assert landing_at(bare.look, "axis", bare.hex("04.02"), ("a",)) == Landing("open_village")


@pytest.mark.case("18.5f-C")
@pytest.mark.parametrize("groups", [(("a", "c"), ("b", "d")), (("a", "c", "d"), ("b",))])
def test_who_goes_down_with_the_craft_of_an_earlier_group_lands_no_more(groups: tuple[tuple[str, ...], ...]) -> None:
    """Two battalions in a point: the first group loses the one on which another group waits."""
    craft = "axis 04.02 l1 landing_craft 1 aboard=a,b\naxis 04.02 l2 landing_craft 1 aboard=c,d"
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abcd")
    table = beach(craft, units, dice=(*MIXED, 1, *SUCCESS))
    landing(table, *groups)
    assert table.unit("b").hex == DEAD_PILE
    assert [roll.group for roll in table.all(LandingRolled)] == list(range(1 + ("d" in groups[1])))
    assert {uid for uid in "acd" if table.at(uid) == "04.02"} == {"a", "c", "d"}
    assert table.step == "movement_segment.choose_unit"


@pytest.mark.case("18.4e-A", "18.4f")
@pytest.mark.parametrize("kind", ["lst", "dukw"])
def test_a_craft_comes_ashore_by_the_roll_for_its_last_cargo(kind: str) -> None:
    """Four regiments and the craft that carries them: two groups, and it belongs to the second one."""
    units = "\n".join(f"axis aboard {uid} {LEG} move" for uid in "abcd")
    table = beach(f"axis 04.02 s {kind} 4 aboard=a,b,c,d", units, dice=(*SUCCESS, *SUCCESS))
    table.do(PlanLanding(table.hex("04.02")), *(LandUnit(uid, 0) for uid in "abc"), LandUnit("d", 1), LandCraft("s", 0))
    assert table.refused(Done()) == ("landing.apart", "18.4f")
    table.do(StayAfloat("s"), LandCraft("s", 1))
    assert table.data.groups == (("a", "b", "c"), ("d", "s"))
    table.do(StayAboard("d"), LandAll())
    assert [("s" in group, "d" in group or len(group) < 3) for group in table.data.groups][-1] == (True, True)
    table.done()
    assert {table.at(uid) for uid in "abcd"} == {"04.02"}
    assert boat(table, "s") is None, "it is a port, or trucks"


@pytest.mark.case("18.5f")
@pytest.mark.parametrize(
    ("symbol", "elite"), [("commando", True), ("marine", True), ("sp_artillery", True), ("infantry", False)]
)
def test_commandos_marines_and_self_propelled_guns_land_better(symbol: str, elite: bool) -> None:
    kind = f"{GUNS} symbol=sp_artillery" if symbol == "sp_artillery" else f"Bn {symbol} other 5-5-4L/3-5-6L"
    table = beach(at_four("a"), f"axis aboard a {kind}")
    assert ("elite" in landing_at(table.look, "axis", table.hex("04.02"), ("a",)).holds) is elite


@pytest.mark.case("18.5f", "18.5f-C")
@pytest.mark.parametrize(
    ("dice", "result", "points", "steps"),
    [(SUCCESS, "success", 0, 0), (MIXED, "mixed", 1, 0), (FAILURE, "failure", 1, 1)],
)
def test_results_cost_half_of_the_craft_and_half_of_the_units(
    dice: tuple[int, int], result: str, points: int, steps: int
) -> None:
    """Two regiments on two points: half of each is one; who survives a failure has landed."""
    units = f"axis aboard a {LEG}\naxis aboard b {LEG}"
    table = beach("axis 04.02 l1 landing_craft 2 aboard=a,b", units, dice=(*dice, 1, 1, 1))
    landing(table, ("a", "b"))
    rolled = table.one(LandingRolled)
    assert (rolled.result, rolled.roll, rolled.terrain) == (result, sum(dice), "open_village")
    assert (len(table.all(CraftLost)), len(table.all(StepLost))) == (points if points == 0 else 1, steps)
    fates = sorted((table.unit("a").hex, table.unit("b").hex))
    assert fates == ([DEAD_PILE, table_hex()] if steps else [table_hex()] * 2)


@pytest.mark.case("18.5f-C")
def test_losses_are_drawn_by_lot_and_dice_that_are_no_lot_are_thrown_again() -> None:
    """Four steps at stake on four points: fives and sixes are thrown again."""
    units = "\n".join(f"axis aboard {uid} Bn infantry other 4-3-3L/2-3-7L" for uid in "abcd")
    craft = "\n".join(f"axis 04.02 l{uid} landing_craft 1 aboard={uid}" for uid in "abcd")
    table = beach(craft, units, dice=(*FAILURE, 5, 2, 3, 6, 1, 3))
    landing(table, tuple("abcd"))
    assert [event.craft for event in table.all(CraftLost)] == ["lb", "ld"]
    assert [event.unit for event in table.all(StepLost)] == ["a", "d"]
    assert lots(4) == (1, 4)
    assert [drawn((die,), 4) for die in range(1, 7)] == [0, 1, 2, 3, -1, -1]
    assert len({drawn(pair, 7) for pair in product(range(1, 7), repeat=2)}) == 8


@pytest.mark.case("18.5f-C")
def test_supply_that_finds_no_room_on_what_is_left_is_lost() -> None:
    table = beach(at_four("a", 2, "sp=1+2T"), f"axis aboard a {LEG}", dice=(*MIXED, 1))
    landing(table, ("a",))
    assert (table.one(CraftLost).tokens, table.one(CargoSunk).tokens) == (0, 2)
    craft = boat(table, "lc")
    assert craft is not None
    assert (craft.points, craft.tokens) == (1, 4)


@pytest.mark.case("18.5f-E", "4.8c-A")
def test_what_lies_on_the_beach_is_captured_after_the_roll() -> None:
    table = beach(at_four("a"), f"axis aboard a {LEG}", rest="[supply]\nsoviet 04.02 2\n", dice=(*SUCCESS, 6))
    landing(table, ("a",))
    kinds = [type(event) for event in table.events]
    assert table.one(DumpCaptured).side == "axis"
    assert kinds.index(LandingRolled) < kinds.index(DumpCaptured)


@pytest.mark.case("4.4c")
def test_only_attack_capable_units_land_where_something_of_the_enemys_is() -> None:
    units = f"axis aboard a {LEG}\naxis aboard g {MILITIA}\naxis aboard hq {HQ}"
    craft = f"{at_four('a,g,hq', 9)}\naxis 04.02 d dukw 1"
    guarded = beach(craft, units, rest="[supply]\nsoviet 04.02 2\n")
    guarded.do(PlanLanding(guarded.hex("04.02")))
    assert guarded.refused(LandUnit("hq", 0)) == ("move.enemy_noncombat", "4.4c")
    assert guarded.refused(LandUnit("g", 0)) == ("move.enemy_noncombat", "4.4c")
    assert guarded.refused(LandCraft("d", 0)) == ("landing.dukw_among_enemy", "4.4c")
    assert LandUnit("a", 0) in guarded.game.choices()
    bare = beach(craft, units)
    bare.do(PlanLanding(bare.hex("04.02")))
    assert {LandUnit("hq", 0), LandUnit("g", 0), LandUnit("a", 0), LandCraft("d", 0)} <= set(bare.game.choices())


@pytest.mark.case("HR-17")
@pytest.mark.parametrize(
    ("dice", "switch", "dg"),
    [(SUCCESS, True, False), (MIXED, True, True), (FAILURE, True, True), (MIXED, False, False)],
)
def test_with_the_house_rule_who_lands_badly_is_dg(dice: tuple[int, int], switch: bool, dg: bool) -> None:
    units = f"axis aboard a {LEG}\naxis aboard b {LEG}"
    head = "switches landing_dg=on\n" if switch else ""
    table = landing(beach(at_four("a,b"), units, dice=(*dice, 1, 1, 1), head=head), ("a", "b"))
    assert bool(table.all(Disorganized)) is dg


# --- DUKWs -------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.4e", "18.4e-A")
def test_a_dukw_comes_ashore_by_a_roll_and_drives_on_with_three_times_the_mp_it_has_left() -> None:
    """Five of eight hexes at sea leave 3 MP, and these 9 on land."""
    table = beach("axis 04.05 d dukw 2 sp=1", dice=SUCCESS).do(BeginSail("d"))
    table.go("05.05", "06.05", "06.04", "06.03", "06.02").do(Halt())
    table.do(PlanLanding(table.hex("06.02")), LandCraft("d", 0), Done())
    assert table.one(WadedAshore).spent == 15 * 12
    assert (table.unit("d").points, table.unit("d").load, waded(table.unit("d"))) == (2, 4, 15 * 12)
    assert boat(table, "d") is None
    table.begin("d").go("06.01")
    assert table.data.spent[0] > 15 * 12


@pytest.mark.case("18.4e-A", "18.4e-B")
def test_a_dukw_that_unloads_by_the_same_roll_has_moved() -> None:
    table = beach("axis 04.02 d dukw 2 aboard=a sp=1", f"axis aboard a {LEG} move", dice=SUCCESS)
    table.do(PlanLanding(table.hex("04.02")), LandCraft("d", 0))
    assert table.refused(Done()) == ("landing.passengers", "18.4e-C")
    table.do(LandUnit("a", 0), Done())
    assert table.unit("d").activity.moved
    assert table.refused(BeginMove("d")) == ("move.moved", "6.1f")
    table.move("a", "05.02")


@pytest.mark.case("18.4e-A", "18.5f-C")
def test_half_of_a_dukw_is_lost_by_a_mixed_result_and_other_craft_do_not_come_ashore() -> None:
    craft = "axis 04.02 d dukw 2 sp=2\naxis 04.02 lc landing_craft 1"
    table = beach(craft, dice=(*MIXED, 1)).do(PlanLanding(table_hex()))
    assert table.refused(LandCraft("lc", 0)) == ("landing.not_dukw", "18.4e-A")
    table.do(LandCraft("d", 0), StayAfloat("d"))
    assert table.refused(StayAfloat("d")) == ("landing.not_placed", "18.5f-B")
    table.do(LandCraft("d", 0), Done())
    assert (table.unit("d").points, table.unit("d").load) == (1, 4)


# --- LSTs as ports -----------------------------------------------------------------------------------------------


def deployed(rest: str = "", **how: Any) -> Sitting:
    """An LST with a unit aboard becomes a port at 04.02, and the unit lands by the same roll."""
    units = f"axis aboard a {LEG} move\n" + how.pop("units", f"axis 05.02 n {LEG}")
    craft = "axis 04.02 l1 lst 2 aboard=a\naxis 04.02 l2 lst 1\naxis 06.04 lc landing_craft 3 sp=2"
    table = beach(craft, units, rest=rest, dice=SUCCESS, **how).do(PlanLanding(table_hex()), LandCraft("l1", 0))
    assert table.refused(Done()) == ("landing.passengers", "18.4e-C")
    return table.do(LandUnit("a", 0), Done())


@pytest.mark.case("18.4f", "18.4f-E", "18.4f-D", "18.4f-C", "3.3c-C")
def test_an_lst_becomes_a_port_of_1_sp_from_the_next_phase_on() -> None:
    table = deployed()
    assert table.one(LstDeployed).hex == table_hex()
    assert table.one(UnitLanded).unit == "a"
    assert boat(table, "l1") is None
    port = quay(table.look, "axis", table_hex())
    assert port is not None
    assert (port_capacity(table.look.world, port), port.fresh) == (0, True)
    assert table_hex() not in open_sources(table.look, "axis")
    table.idle(lambda: table.look.state.clock.phase == "exploitation")
    table.do(BeginSail("lc")).go("06.03", "05.03", "04.02").do(PutSupplyAshore(4))
    assert table.refused(PutSupplyAshore(1)) == ("port.full", "18.5g")
    assert table_hex() in open_sources(table.look, "axis")
    views = port_views(table.look, "axis")
    assert [(view.hex, view.printed, view.capacity) for view in views] == [(table_hex(), 4, 4)]  # type: ignore[union-attr]


@pytest.mark.case("18.4f-F", "18.4f")
def test_an_lst_needs_a_hex_without_a_port_and_nothing_aboard_but_units() -> None:
    craft = "axis 04.02 l1 lst 2\naxis 04.02 l2 lst 1\naxis 04.02 l3 lst 2 sp=1\naxis 06.02 l4 lst 2"
    table = beach(craft, rest='[places]\n06.02 port "Mole"\n').do(PlanLanding(table_hex()))
    assert table.refused(LandCraft("l3", 0)) == ("landing.lst_cargo", "18.4f")
    table.do(LandCraft("l1", 0))
    assert table.refused(LandCraft("l2", 0)) == ("landing.other_port", "18.4f-F")
    table.do(Cancel())
    assert table.refused(PlanLanding(table.hex("06.02"))) == ("landing.nobody", "18.5")


@pytest.mark.case("18.4f")
def test_an_lst_that_is_hit_is_plain_landing_craft() -> None:
    table = beach("axis 04.02 l1 lst 2", dice=(*MIXED, 1)).do(PlanLanding(table_hex()), LandCraft("l1", 0), Done())
    craft = boat(table, "l1")
    assert craft is not None
    assert (craft.points, craft.lesser, table.all(LstDeployed)) == (1, True, [])


@pytest.mark.case("18.4f-B", "18.4f-A")
def test_an_lst_port_falls_only_to_attack_capable_units_and_nothing_fires_at_it() -> None:
    rest = "[harbours]\nsoviet 04.02 lst\n"
    units = f"axis 05.02 n {LEG} move"
    table = beach("soviet 10.04 l9 lst 1", units, rest=rest)
    assert harbour_at(table.look, table_hex()) is None, "what is fired at, damaged or repaired is a port of the map"
    table.move("n", "04.02")
    assert table.one(LstDestroyed).side == "soviet"
    assert quay(table.look, "soviet", table_hex()) is None
    ships = f"[ships]\naxis 04.04 dd {SMALL}\n"
    guns = beach("soviet 10.04 l9 lst 1", f"soviet 04.02 e {LEG}", rest=rest + ships)
    guns.idle(lambda: bool(guns.offered(AimGuns)))
    assert guns.refused(AimGuns(table_hex(), "port"))[0] == "gunfire.no_target"


@pytest.mark.case("18.4f-D")
def test_an_lst_that_is_a_port_is_written_and_read_again() -> None:
    written = text(FOE, COAST, rest=f"{SOURCES}[harbours]\naxis 04.02 lst fresh used=4\n[craft]\naxis 10.04 l9 lst 1\n")
    world, state = parse_position(written)
    again = parse_position(dump_position(world, state))[1]
    assert again.own == state.own
    assert harbours_in(world, again)[table_hex()] == Harbour(table_hex(), "axis", used=4, lst=True, fresh=True)


# --- what is at stake ---------------------------------------------------------------------------------------------


def test_stakes_are_the_points_that_carry_a_group_and_its_steps() -> None:
    units = f"axis aboard a {TRUCK}\naxis aboard b Div infantry other 12-3-3L/6-3-8L re=3 lost=1\naxis aboard c {LEG}"
    craft = "axis 04.02 l1 landing_craft 5 aboard=a,c\naxis 04.02 l2 landing_craft 4 aboard=b\naxis 04.02 d dukw 2"
    table = beach(craft, units)
    assert stakes_of(table.look, ("a", "b", "d")) == Stakes(("d", "d", "l1", "l2", "l2"), ("a", "b", "b"))
    assert stakes_of(table.look, ("c",)) == Stakes(("l1",), ("c",))


# --- written positions -------------------------------------------------------------------------------------------


def test_what_landings_leave_is_written_and_read_again() -> None:
    craft = f"rolled\n{at_four('a')}\naxis 05.03 l2 lst 1 lesser sailed mp=36\naxis ashore d dukw 2"
    units = f"axis aboard a {LEG}\naxis 04.02 b {LEG} landed formationfuel\naxis 05.02 d truck 2 24T landed waded=60"
    written = text(f"{units}\n{FOE}", COAST, rest=f"{SOURCES}[craft]\n{craft}\n")
    world, state = parse_position(written)
    again = parse_position(dump_position(world, state))[1]
    assert fleet_in(again).rolled
    assert again.own == state.own
    assert again.units == state.units


@pytest.mark.case("18.5f-C", "18.5f-B")
def test_a_point_lost_by_the_first_group_may_cost_somebody_of_the_next_one() -> None:
    """Four light regiments on two points, of which the first group loses one: three no longer fit, and two land."""
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abcd")
    table = beach(at_four("a,b,c,d", 2), units, dice=(*MIXED, 1, 2, *SUCCESS))
    landing(table, ("a",), ("b", "c", "d"))
    assert [event.unit for event in table.all(UnitLanded)] == ["a", "b", "d"]
    assert [(event.unit, event.case) for event in table.all(StepLost)] == [("c", "18.5f-C")]
    alone = beach(at_four("a,b", 1), units.split("\naxis aboard c")[0], dice=(*MIXED, 1))
    landing(alone, ("a", "b"))
    assert [event.unit for event in alone.all(UnitLanded)] == ["a", "b"]


@pytest.mark.case("18.5f-C", "18.4f", "18.3d-B")
def test_an_lst_that_an_earlier_group_has_cost_a_point_becomes_no_port_and_needs_no_roll() -> None:
    """Four RE, so that there are two groups; the LST is in the second one."""
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abcd")
    table = beach("axis 04.02 l lst 2 aboard=a,b,c,d", units, dice=(*MIXED, 1, *SUCCESS))
    landing(table, ("a", "b", "c"), ("d", "l"))
    assert [event.craft for event in table.all(CraftLost)] == ["l"]
    assert not table.all(LstDeployed)
    assert [event.unit for event in table.all(UnitLanded)] == ["a", "b", "c", "d"]
