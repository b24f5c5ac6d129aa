"""The bot at sea: landings, gunfire, craft that load, sail and feed, shipping, ports, and getting away in time."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from bots.test_steady_air import chosen, played
from redball.bots.steady.odds import FOOTHOLD, GROUND, ground_worth
from redball.bots.steady.sea_away import pull
from redball.core.actions import AddUnit, BeginSail, Construct, DeclareAttack, Done, PlanMission
from redball.core.actions.naval import (
    AddShip,
    AimGuns,
    AnswerAssault,
    LandAll,
    LandCraft,
    OpenShipment,
    PlaceShip,
    PlanLanding,
    PutSupplyAshore,
    ShipTo,
    TakeAboard,
    WithdrawCraft,
)
from redball.core.look import Look
from redball.rules.ground.craft import craft_in
from redball.rules.ground.fleet import ship_in
from redball.rules.ground.harbours import quay
from redball.rules.naval.assault_events import AssaultAnswered
from redball.rules.naval.cargo_events import SupplyCarried
from redball.rules.naval.invasion_events import LstDeployed, UnitLanded, WadedAshore
from redball.rules.naval.naval import GunfireOpened
from redball.rules.naval.ship_strike import ShipBombed
from redball.rules.naval.shipment import SupplyShipped
from redball.rules.naval.shipping import UnitShipped
from redball.scenarios.records import CraftWithdrawal, VictoryAway
from rules.test_craft_schedule import coming, phase, scheduled
from support import HQ, LEG, MILITIA, Sitting, in_scenario, land, sit

COAST = land(*(f"{c:02d}.{r:02d}=." for c in range(1, 25) for r in (1, 2)), columns=24, rows=6, ground="-")
"""Two rows of land, the upper one a beach, below a sea of four."""
SOURCES = "[sources]\naxis 05.02 20.01\nsoviet 24.01\n"
FOE = f"axis 20.01 z {LEG}\nsoviet 10.01 r {MILITIA}"
CRUISER = "cruiser 20-3-2-1/10-3-1-0 several"


def shore(units: str, craft: str = "", *, rest: str = "", **how: object) -> Sitting:
    """A game on that coast."""
    boats = f"[craft]\n{craft}\n" if craft else ""
    return sit(units, COAST, rest=f"{SOURCES}{boats}{rest}", **how)  # type: ignore[arg-type]


# --- landing -----------------------------------------------------------------------------------------------------


def test_loaded_craft_sail_to_a_beach_and_those_aboard_land_and_move_inland() -> None:
    table = shore(f"{FOE}\naxis aboard a {LEG}\naxis aboard b {LEG}", "axis 06.04 lc landing_craft 4 aboard=a,b")
    took = played(table, "axis", most=40)
    kinds = [type(action) for action in took]
    assert kinds.index(BeginSail) < kinds.index(PlanLanding) < kinds.index(LandAll)
    assert {event.unit for event in table.all(UnitLanded)} == {"a", "b"}
    assert all(table.unit(uid).on_map for uid in "ab")


def test_they_land_where_the_chances_are_best() -> None:
    """Two beaches alike but for the ground: a town among mountains costs half of the craft more often than not."""
    ground = land("06.02=m", *(f"{c:02d}.{r:02d}=." for c in (5, 7) for r in (1, 2)), columns=8, rows=5, ground="-")
    units = f"axis aboard a {LEG}\naxis aboard b {LEG}\nsoviet 01.05 r {MILITIA}"
    rest = "[sources]\naxis 05.02 06.02 07.02\n[craft]\naxis 06.04 lc landing_craft 4 aboard=a,b\n"
    table = sit(units, ground, rest=rest)
    played(table, "axis", most=20)
    assert {table.look.hex_name(event.hex) for event in table.all(UnitLanded)} <= {"05.02", "07.02"}
    assert table.all(UnitLanded)


def test_nobody_lands_beside_a_host_that_would_throw_them_back() -> None:
    host = "\n".join(
        f"soviet {c:02d}.02 h{c}{n} Div tank armor 30-5-8K/20-5-14K re=3" for c in (4, 6, 8) for n in (1, 2)
    )
    host += "\n" + "\n".join(
        f"soviet {c:02d}.02 i{c} Div tank armor 30-5-8K/20-5-14K re=3" for c in (2, 10, 12, 14, 16)
    )
    table = shore(f"axis 20.01 z {LEG}\n{host}\naxis aboard a {LEG}", "axis 07.05 lc landing_craft 1 aboard=a")
    played(table, "axis", most=20)
    assert not table.all(UnitLanded)


def test_craft_that_are_too_far_away_sail_on_and_end_at_sea() -> None:
    far = land(*(f"{c:02d}.{r:02d}=." for c in range(1, 25) for r in (1, 2)), columns=24, rows=24, ground="-")
    units = f"{FOE}\naxis aboard a {LEG}"
    table = sit(units, far, rest=f"{SOURCES}[craft]\naxis 06.20 lc landing_craft 2 aboard=a\n")
    played(table, "axis", most=40)
    boat = craft_in(table.look.state, "lc")
    assert boat is not None
    board = table.look.board
    assert board.distance(boat.hex, table.hex("06.20")) == 10, "their whole speed"
    assert min(board.distance(boat.hex, table.hex(f"{c:02d}.02")) for c in range(1, 25)) == 9, "and nearer to the coast"


# --- loading and feeding -----------------------------------------------------------------------------------------

PORT = '[places]\n11.02 port "Haven"\n[ports]\n11.02 6\n[harbours]\naxis 11.02\n'


@pytest.mark.parametrize(("goal", "goes"), [("01.01", True), ("12.01", False)])
def test_units_in_a_port_land_over_the_water_where_the_enemy_is_there(goal: str, *, goes: bool) -> None:
    cut = land(*(f"{c:02d}.{r:02d}=." for c in (1, 2, 3, 10, 11, 12) for r in (1, 2)), columns=12, rows=5, ground="-")
    units = f"axis 11.02 a {LEG}\naxis 11.02 b {LEG}\nsoviet {goal} r {MILITIA}"
    sources = "[sources]\naxis 03.02 11.02\n"
    rest = f"{sources}{PORT}[supply]\naxis 11.02 4\n[craft]\naxis 11.02 lc landing_craft 4\n"
    table = sit(units, cut, rest=rest)
    took = played(table, "axis", most=60)
    assert (TakeAboard("a") in took) is goes
    landed = {event.unit: table.look.hex_name(event.hex) for event in table.all(UnitLanded)}
    assert set(landed) == ({"a", "b"} if goes else set())
    if goes:
        assert table.all(SupplyCarried), "and something to fight with"


TWO_PORTS = (
    '[places]\n18.02 port "Haven"\n06.02 port "Cove"\n[ports]\n18.02 6\n06.02 6\n[harbours]\naxis 18.02\naxis 06.02\n'
)


@pytest.mark.parametrize(("there", "sails"), [("", True), ("axis 06.02 6\n", False)])
def test_craft_carry_supply_to_a_port_where_it_is_missed(there: str, *, sails: bool) -> None:
    units = f"{FOE}\naxis 05.02 a {LEG}\naxis 06.02 q {HQ}"
    rest = f"{TWO_PORTS}[supply]\naxis 18.02 6\n{there}"
    table = shore(units, "axis 18.02 lc landing_craft 4", rest=rest)
    played(table, "axis", most=60)
    carried = [event.tokens for event in table.all(SupplyCarried)]
    assert (carried[:1] == [16]) is sails
    if sails:
        table.idle(lambda: table.look.state.clock.phase == "exploitation")
        assert craft_in(table.look.state, "lc").hex != table.hex("18.02")  # type: ignore[union-attr]


def test_supply_aboard_goes_ashore_in_a_port_and_otherwise_lies_beside_the_troops() -> None:
    units = f"{FOE}\naxis 06.02 a {LEG}\naxis 06.02 q {HQ}"
    table = shore(units, "axis 06.03 lc landing_craft 4 sp=2", rest=TWO_PORTS)
    assert PutSupplyAshore(8) in played(table, "axis", most=20)
    assert table.tokens("axis", "06.02") == 8
    beside = shore(units, "axis 09.05 lc landing_craft 4 sp=2")
    played(beside, "axis", most=20)
    boat = craft_in(beside.look.state, "lc")
    assert boat is not None
    assert beside.look.board.distance(boat.hex, beside.hex("06.02")) <= 1
    assert boat.tokens == 8


def test_a_dukw_comes_ashore_behind_own_troops_and_goes_on_as_trucks() -> None:
    units = f"{FOE}\naxis 06.02 a {LEG}\naxis 05.01 q {HQ}"
    table = shore(units, "axis 06.03 d dukw 2 sp=1", dice=(6, 6))
    assert LandCraft("d", 0) in played(table, "axis", most=30)
    assert table.one(WadedAshore).unit == "d"


@pytest.mark.parametrize(("port", "deploys"), [("", True), (TWO_PORTS, False)])
def test_an_lst_becomes_a_port_where_there_is_none(port: str, *, deploys: bool) -> None:
    table = shore(f"{FOE}\naxis 06.02 a {LEG}", "axis 06.03 l lst 1", rest=port, dice=(6, 6))
    played(table, "axis", most=30)
    assert bool(table.all(LstDeployed)) is deploys
    if deploys:
        assert quay(table.look, "axis", table.hex("06.02")) is not None


# --- guns --------------------------------------------------------------------------------------------------------


def test_ships_fire_at_what_is_about_to_be_attacked() -> None:
    strong = "Div infantry other 12-4-3L/6-4-6L"
    units = f"axis 06.02 a {strong}\naxis 06.01 b {strong}\naxis 20.01 z {LEG}\nsoviet 07.02 r {LEG}"
    rest = f"[supply]\naxis 06.02 6\n[ships]\naxis 07.04 c {CRUISER}\n"
    table = shore(units, rest=rest, at="movement_barrage")
    took = played(table, "axis", most=6)
    assert took[:3] == [AimGuns(table.hex("07.02"), "units"), AddShip("c"), Done()]
    assert table.one(GunfireOpened).ships == ("c",)


def test_ships_come_to_where_they_are_needed_and_keep_out_of_coastal_guns() -> None:
    units = f"axis 06.02 a {LEG}\naxis 20.01 z {LEG}\nsoviet 07.02 r {LEG}"
    table = shore(units, rest=f"[ships]\naxis 20.06 c {CRUISER}\n")
    played(table, "axis", most=40)
    ship = ship_in(table.look.state, "c")
    assert ship is not None
    assert table.look.board.distance(ship.hex, table.hex("07.02")) <= 3
    guns = f"{units}\nsoviet 10.02 g artillery b12-3-2-0L/b4-2-2-0L symbol=coastal_artillery"
    wary = shore(guns, rest=f"[ships]\naxis 20.06 c {CRUISER}\n")
    played(wary, "axis", most=40)
    ship = ship_in(wary.look.state, "c")
    assert ship is not None
    assert wary.look.board.distance(ship.hex, wary.hex("07.02")) <= 3
    assert wary.look.board.distance(ship.hex, wary.hex("10.02")) > 3


def test_coastal_artillery_fires_at_ships_that_come_near() -> None:
    units = f"axis 20.01 z {LEG}\nsoviet 10.02 g artillery b12-3-2-0L/b4-2-2-0L symbol=coastal_artillery"
    rest = f"[ships]\naxis 10.04 c {CRUISER}\n"
    table = shore(units, rest=rest, at="movement_barrage", phasing="soviet")
    played(table, "soviet", most=6)
    assert table.one(GunfireOpened).guns == ("g",)


# --- ports -------------------------------------------------------------------------------------------------------


def test_supply_is_shipped_to_where_it_is_missed() -> None:
    units = f"{FOE}\naxis 05.02 a {LEG}\naxis 06.02 q {HQ}"
    rest = f"{TWO_PORTS}[shipping]\naxis 3\n[supply]\naxis 18.02 8\n"
    table = shore(units, rest=rest)
    assert OpenShipment(table.hex("18.02"), table.hex("06.02")) in played(table, "axis", most=30)
    assert table.all(SupplyShipped)[0].tokens == 12, "3 SP"


def test_units_are_shipped_to_the_front() -> None:
    units = f"{FOE}\naxis 18.02 a {LEG} move"
    table = shore(units, rest=f"{TWO_PORTS}[shipping]\naxis 3\n")
    assert ShipTo(table.hex("06.02")) in played(table, "axis", most=30)
    assert table.one(UnitShipped).unit == "a"


@pytest.mark.parametrize(("stock", "works"), [(8, True), (1, False)])
def test_engineers_mend_a_port_where_supply_is_at_hand(stock: int, *, works: bool) -> None:
    units = f"{FOE}\naxis 05.02 e Bn engineer other 2-3-4L/1-3-8L kind=engineer"
    rest = TWO_PORTS.replace("axis 06.02", "axis 06.02 hits=2") + f"[supply]\naxis 06.02 {stock}\n"
    took = played(shore(units, rest=rest), "axis", most=40)
    assert any(isinstance(action, Construct) and action.task == "repair_port" for action in took) is works


# --- getting away ------------------------------------------------------------------------------------------------


def left(look: Look, turns: int, **entry: object) -> Look:
    """The same with so many turns to go, and units of the axis that count in 01.01 at the end."""
    away = VictoryAway("axis", (look.board.index("01.01"),), "away", 2, 1, **entry)  # type: ignore[arg-type]
    scenario = look.world.scenario
    scenario = replace(scenario, turns=look.state.clock.turn + turns, victory=replace(scenario.victory, away=(away,)))
    return Look(dataclasses.replace(look.world, scenario=scenario), look.state)


def test_units_that_count_elsewhere_at_the_end_hold_as_long_as_there_is_time() -> None:
    table = shore(f"axis 12.01 a {LEG} nation=de\naxis 13.01 b {LEG} nation=it\nsoviet 16.01 r {LEG}")
    near, far = table.hex("12.01"), table.hex("06.01")
    early, late = (pull(left(table.look, turns), table.unit("a")) for turns in (9, 2))
    assert early is not None
    assert late is not None
    assert early(near) == early(far) == 0
    assert late(far) > late(near)
    assert late(table.hex("01.01")) > 0
    assert pull(left(table.look, 2, nations=("de",)), table.unit("b")) is None
    assert pull(table.look, table.unit("a")) is None


# --- Beach Assaults ----------------------------------------------------------------------------------------------

ISLET = land(*(f"{c:02d}.02=." for c in (5, 6, 7)), columns=12, rows=6, ground="-")
STRONG = "Rgt infantry other 12-5-3L/6-5-6L"


@pytest.mark.parametrize(("guard", "strikes"), [(MILITIA, True), ("Rgt infantry other 30-4-3L/15-4-6L", False)])
def test_a_defended_coast_is_assaulted_where_that_is_all_but_sure(guard: str, *, strikes: bool) -> None:
    """Every hex of the islet is held, so that nobody can land by a roll."""
    held = "\n".join(f"soviet {c:02d}.02 r{c} {guard}" for c in (5, 6, 7))
    units = f"{held}\naxis aboard a {STRONG}\naxis aboard b {STRONG}"
    rest = "[sources]\nsoviet 05.02\n[craft]\naxis 06.05 lc landing_craft 4 aboard=a,b sp=2\n"
    table = sit(units, ISLET, rest=rest, dice=(3, 4, 6, 6))
    for _ in range(60):
        clock = table.look.state.clock
        if clock.phasing != "axis" or clock.phase == "exploitation" or table.all(AssaultAnswered):
            break
        played(table, "axis", most=30)
    assert bool(table.all(AssaultAnswered)) is strikes


def test_a_defender_fights_for_the_beach_unless_that_costs_more() -> None:
    """The table kills all defenders: who is strong fights."""
    units = f"soviet 06.02 r Div tank armor 30-5-8K/20-5-14K re=3\naxis aboard a {STRONG}"
    rest = "[sources]\nsoviet 06.02\n[craft]\naxis 06.03 lc landing_craft 4 aboard=a sp=2\n"
    table = sit(units, ISLET, at="combat", rest=rest)
    table.do(DeclareAttack(table.hex("06.02"))).do(AddUnit("a")).done()
    assert chosen(table.game) == AnswerAssault(table=False)


# --- ships and convoys -------------------------------------------------------------------------------------------


def test_ships_go_for_a_convoy_and_fire_at_it() -> None:
    rest = f"[ships]\naxis 20.06 c {CRUISER}\n"
    table = shore(f"axis 20.01 z {LEG}\nsoviet 24.01 r {LEG}", "soviet 12.05 lc landing_craft 2 sp=2", rest=rest)
    played(table, "axis", most=40)
    ship = ship_in(table.look.state, "c")
    assert ship is not None
    assert table.look.board.distance(ship.hex, table.hex("12.05")) <= 3
    played(table, "axis", most=10)
    assert table.one(GunfireOpened).at == "ships"


@pytest.mark.parametrize(("range_", "strikes"), [(12, True), (3, False)])
def test_bombers_that_nothing_on_the_ground_needs_go_for_ships(range_: int, *, strikes: bool) -> None:
    bomber = f"T (1)-18-{range_}/(1)-9-{range_}"
    rest = f"[bases]\naxis 05.01 2\n[aircraft]\naxis 05.01 b {bomber}\naxis 05.01 d {bomber}\n"
    rest += f"[ships]\nsoviet 12.05 c {CRUISER}\n"
    table = shore(f"axis 05.02 z {LEG}\nsoviet 24.01 r {LEG}", rest=rest, at="exploitation_barrage")
    took = played(table, "axis", most=6)
    assert (PlanMission("ship_barrage") in took) is strikes
    assert bool(table.all(ShipBombed)) is strikes


@pytest.mark.parametrize(("turns", "goes"), [(1, True), (8, False)])
def test_a_garrison_is_taken_off_when_little_time_is_left(turns: int, *, goes: bool) -> None:
    """The away box is joined to 12.06; the strongest stays in the port as long as points are held there."""
    units = f"axis 18.02 a {LEG}\naxis 18.02 b {LEG}\nsoviet 24.01 r {LEG}"
    box = '[boxes]\nhome off_map "Home" at=12,30\n[ways]\nhome axis sea all 18.05\n'
    table = shore(units, "axis 18.02 lc landing_craft 2", rest=PORT.replace("11.02", "18.02") + box)
    world = left(table.look, turns).world
    away = replace(world.scenario.victory.away[0], hexes=(world.board.index("home"),))
    victory = replace(world.scenario.victory, away=(away,))
    table.look = Look(dataclasses.replace(world, scenario=replace(world.scenario, victory=victory)), table.look.state)
    played(table, "axis", most=30)
    boat = craft_in(table.look.state, "lc")
    assert boat is not None
    assert bool(boat.units) is goes


# --- the defender ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("craft", "more"), [("axis 12.05 lc landing_craft 2", FOOTHOLD), ("", 0)])
def test_a_beach_from_which_the_enemy_lives_is_worth_an_attack_of_its_own(craft: str, more: int) -> None:
    """In a game without ships, a source is ground like any other."""
    look = shore(f"axis 05.02 a {LEG}\naxis 06.01 b {LEG}\nsoviet 07.01 r {LEG}", craft).look
    assert ground_worth(look, "soviet", look.board.index("05.02")) == GROUND + more
    assert ground_worth(look, "soviet", look.board.index("06.01")) == GROUND


@pytest.mark.case("13.6")
def test_ships_and_craft_are_placed_beside_their_own_and_those_far_from_the_enemy_leave() -> None:
    """Nobody is forfeited; the farther craft leave whole, and those off the enemy's coast stay."""
    look = scheduled("axis 03.03 lc landing_craft 3")
    look = in_scenario(look, craft_arrivals=coming(look, "07.04", "04.03"))
    table = phase(look)
    assert chosen(table.game) == PlaceShip("late", table.hex("04.03"))
    look = scheduled("axis 03.03 lc landing_craft 3\naxis 08.03 ld landing_craft 2")
    table = phase(in_scenario(look, craft_withdrawals=(CraftWithdrawal(1, "axis", "landing_craft", 2),)))
    assert chosen(table.game) == WithdrawCraft("lc", 2)
