"""The bot at sea: in what order things are done in a segment, where ships and craft come in and go out, and when units
that count elsewhere at the end go there."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from bots.test_steady_air import scene_of
from bots.test_steady_sea import CRUISER, FOE, TWO_PORTS, shore
from redball.bots.steady import sea_phase
from redball.bots.steady.scene import Memory, Scene
from redball.bots.steady.sea_away import entry_of, havens, pull
from redball.bots.steady.worth import POINT
from redball.core.actions import BeginSail, Construct, Halt, StepTo
from redball.core.actions.naval import OpenShipment, PlaceShip, PlanLanding, WithdrawCraft
from redball.core.look import Look
from redball.rules.ground.fleet import ship_in
from redball.scenarios.records import CraftWithdrawal, VictoryAway
from rules.test_craft_schedule import coming, phase, scheduled
from support import HQ, LEG, Sitting, in_scenario


def again(table: Sitting, memory: Memory, side: str = "axis") -> Scene:
    """The decision that is open, with what the bot remembers."""
    return Scene(table.game, side, table.asked, memory)


# --- the order of a segment --------------------------------------------------------------------------------------


def test_ships_sail_first_then_troops_then_supply_then_empty_craft() -> None:
    """Their ids say the opposite order."""
    craft = "axis 06.04 y landing_craft 2 aboard=a\naxis 06.04 x landing_craft 2 sp=1\naxis 06.04 w landing_craft 2"
    look = shore(f"{FOE}\naxis aboard a {LEG}", craft, rest=f"[ships]\naxis 06.05 zz {CRUISER}\n").look
    assert sorted(("w", "x", "y", "zz"), key=lambda sid: (sea_phase.rank(look, sid), sid)) == ["zz", "y", "x", "w"]


def test_each_vessel_is_asked_once_a_segment_and_then_the_landings_follow() -> None:
    table = shore(f"{FOE}\naxis aboard a {LEG}", "axis 06.04 lc landing_craft 2 aboard=a")
    memory = Memory()
    assert sea_phase.fleet(again(table, memory)) == BeginSail("lc")
    assert memory.passed == {"lc"}
    assert sea_phase.fleet(again(table, memory)) is None, "they have not come to their beach"
    assert memory.notes["sea.beaches"]
    on_beach = shore(f"{FOE}\naxis aboard a {LEG}", "axis 06.02 lc landing_craft 2 aboard=a")
    there = on_beach.hex("06.02")
    kept = Memory(passed={"lc"}, notes={"sea.beaches": {there: ("a",)}})
    assert sea_phase.fleet(again(on_beach, kept)) == PlanLanding(there)


def test_a_ship_that_had_better_stay_does_not_sail() -> None:
    """It lies where it reaches the only enemy; from afar it comes."""
    foe = f"axis 05.02 a {LEG}\nsoviet 06.02 r {LEG}"
    near, far = (shore(foe, rest=f"[ships]\naxis {at} c {CRUISER}\n") for at in ("06.03", "20.05"))
    assert sea_phase.fleet(scene_of(near.game)) is None
    scene = scene_of(far.game)
    assert sea_phase.fleet(scene) == BeginSail("c")
    assert scene.memory.notes["sea.way", "c"][0] == far.hex("20.05")


def test_before_units_move_the_fleet_sails_then_supply_is_shipped_then_ports_are_mended() -> None:
    troops = f"{FOE}\naxis 05.02 a {LEG}\nsoviet 04.02 s {LEG}"
    units = f"{troops}\naxis 06.02 q {HQ}\naxis 06.01 e Bn engineer other 2-3-4L/1-3-8L kind=engineer"
    rest = TWO_PORTS.replace("axis 06.02", "axis 06.02 hits=1")
    rest += "[shipping]\naxis 3\n[supply]\naxis 18.02 12\naxis 06.02 2\n"
    table = shore(units, rest=f"{rest}[ships]\naxis 20.06 c {CRUISER}\n")
    memory = Memory()
    found = [sea_phase.moving(again(table, memory)) for _ in range(4)]
    assert found[:2] == [BeginSail("c"), OpenShipment(table.hex("18.02"), table.hex("06.02"))]
    assert isinstance(found[2], Construct)
    assert found[2].task.startswith("repair_port")
    assert found[3] is None


def test_a_voyage_follows_its_way_to_the_end() -> None:
    table = shore(FOE, rest=f"[ships]\naxis 20.05 c {CRUISER}\n")
    table.do(BeginSail("c"))
    way = tuple(table.hex(name) for name in ("20.05", "20.04", "20.03"))
    memory = Memory(notes={("sea.way", "c"): way})
    for there in way[1:]:
        assert sea_phase.go(again(table, memory)) == StepTo(there)
        table.do(StepTo(there))
    assert sea_phase.go(again(table, memory)) == Halt()
    assert sea_phase.go(again(table, Memory())) == Halt(), "nothing was meant"


# --- coming and going --------------------------------------------------------------------------------------------


def test_who_arrives_comes_beside_own_vessels_that_are_afloat_and_no_others() -> None:
    """Enemy ships, and own ones that are sunk, are no company."""
    for other in ("soviet 08.04 lx landing_craft 3\nsoviet 08.03 ly landing_craft 3", ""):
        look = scheduled(f"axis 03.03 lc landing_craft 3\n{other}")
        table = phase(in_scenario(look, craft_arrivals=coming(look, "07.04", "04.03")))
        assert sea_phase.place(scene_of(table.game)) == PlaceShip("late", table.hex("04.03"))
    look = scheduled("axis 08.04 lc landing_craft 3")
    table = phase(in_scenario(look, craft_arrivals=coming(look, "07.04", "04.03")))
    assert sea_phase.place(scene_of(table.game)) == PlaceShip("late", table.hex("07.04"))


def test_of_craft_that_are_to_leave_the_farthest_from_the_enemy_go_as_many_as_may() -> None:
    look = scheduled("axis 03.03 lc landing_craft 3\naxis 08.03 ld landing_craft 2")
    table = phase(in_scenario(look, craft_withdrawals=(CraftWithdrawal(1, "axis", "landing_craft", 3),)))
    assert sea_phase.let_go(scene_of(table.game)) == WithdrawCraft("lc", 3)
    look = scheduled("axis 08.03 lc landing_craft 3\naxis 03.03 ld landing_craft 2")
    table = phase(in_scenario(look, craft_withdrawals=(CraftWithdrawal(1, "axis", "landing_craft", 3),)))
    assert sea_phase.let_go(scene_of(table.game)) == WithdrawCraft("ld", 2)


# --- getting away ------------------------------------------------------------------------------------------------

DIVISION = "Div infantry other 12-4-3L/6-4-6L re=4"
WHEELS = "Rgt motorized_infantry mech 5-4-6T/3-4-12T"
BOX = '[boxes]\nhome off_map "Home" at=12,30\n[ways]\nhome axis sea all 18.05\n'


def counting(look: Look, turns: int, *hexes: str, side: str = "axis", **entry: object) -> Look:
    """The same with so many turns to go; there two steps of the side's units count 3 points at the end."""
    places = tuple(look.board.index(name) for name in hexes or ("01.01",))
    how = {"points": 3, "per_steps": 2} | entry
    away = VictoryAway(side, places, "away", **how)  # type: ignore[arg-type]
    scenario = look.world.scenario
    scenario = replace(scenario, turns=look.state.clock.turn + turns, victory=replace(scenario.victory, away=(away,)))
    return Look(dataclasses.replace(look.world, scenario=scenario), look.state)


def test_a_box_draws_craft_only_when_it_is_time_for_the_way() -> None:
    look = shore(FOE, rest=BOX).look
    home = look.board.index("home")
    assert havens(counting(look, 2, "home"), "axis") == {home}
    assert havens(counting(look, 3, "home"), "axis") == frozenset()
    assert havens(counting(look, 2, "home"), "soviet") == frozenset()
    assert havens(counting(look, 2, "01.01"), "axis") == frozenset(), "no box"


def test_only_combat_units_of_the_nations_that_are_named_count() -> None:
    units = f"{FOE}\naxis 12.01 a {LEG} nation=de\naxis 12.02 t truck 2 12T nation=de"
    table = shore(units)
    look = table.look
    assert entry_of(counting(look, 2), table.unit("a")) is not None
    assert entry_of(counting(look, 2), table.unit("t")) is None
    assert entry_of(counting(look, 2, side="soviet"), table.unit("a")) is None
    assert entry_of(counting(look, 2, nations=("it",)), table.unit("a")) is None
    assert entry_of(counting(look, 2, nations=("de",)), table.unit("a")) is not None


@pytest.mark.parametrize(
    ("unit", "turns", "hex_", "worth"),
    [
        (LEG, 2, "01.01", 3 * POINT // 2),
        (LEG, 3, "01.01", 0),
        (LEG, 2, "04.01", 0),
        (LEG, 2, "05.01", -150),
        (LEG, 3, "07.01", 0),
        (LEG, 3, "08.01", -150),
        (LEG, 1, "02.01", -150),
        (LEG, 0, "02.01", -150),
        (LEG, 2, "24.01", -3 * POINT // 2 - 450),
        (WHEELS, 2, "06.01", 0),
        (WHEELS, 2, "07.01", -150),
        (WHEELS.replace("12T", "11T"), 2, "05.01", -150),
    ],
)
def test_how_far_a_unit_may_still_be_from_where_it_counts(unit: str, turns: int, hex_: str, worth: int) -> None:
    """Three hexes a turn on foot, five on wheels, with a turn to spare; each hex behind that costs the same, at most
    somewhat more than it counts for."""
    table = shore(f"{FOE}\naxis 12.01 a {unit}")
    weigh = pull(counting(table.look, turns), table.unit("a"))
    assert weigh is not None
    assert weigh(table.hex(hex_)) == worth


def test_what_a_unit_counts_for_goes_by_the_steps_that_it_has_left() -> None:
    table = shore(f"{FOE}\naxis 12.01 a {DIVISION}\naxis 12.01 b {DIVISION} lost=1")
    look, there = counting(table.look, 1), table.hex("01.01")
    whole, hurt = (pull(look, table.unit(uid)) for uid in "ab")
    assert whole is not None
    assert hurt is not None
    assert (whole(there), hurt(there)) == (6 * POINT, 9 * POINT // 2)


def test_the_way_to_a_box_leads_by_the_ports_of_the_map() -> None:
    table = shore(f"{FOE}\naxis 12.01 a {LEG}", rest=TWO_PORTS + BOX)
    weigh = pull(counting(table.look, 1, "home"), table.unit("a"))
    assert weigh is not None
    port, beside, off = (weigh(table.hex(name)) for name in ("18.02", "17.02", "01.02"))
    assert port == -3 * 150, "as if it were three hexes off"
    assert beside == port - 150
    assert off < beside
    assert ship_in(table.look.state, "nobody") is None
    inland = pull(counting(table.look, 1), table.unit("a"))
    assert inland is not None
    assert inland(table.hex("18.02")) < port, "on land a port is ground like any other"


def test_nobody_is_drawn_away_where_no_scenario_counts_it() -> None:
    table = shore(f"{FOE}\naxis 12.01 a {LEG}")
    assert pull(table.look, table.unit("a")) is None
