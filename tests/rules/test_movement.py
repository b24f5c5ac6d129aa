"""Ground movement: who moves, hex by hex, for how many MP."""

from __future__ import annotations

import pytest

from redball.core.actions import (
    AddUnit,
    BeginMove,
    DeclareAttack,
    Done,
    DropUnit,
    Halt,
    LoadSupply,
    PayFuel,
    Release,
    StepTo,
)
from redball.core.events import DumpCaptured, Event, HedgehogCaptured, MoveFinished, TransportCaptured, UnitMoved
from redball.game import Game
from support import GUNS, HQ, LEG, MILITIA, TANKS, TRUCK, asked, land, sit

FAR = f"soviet 06.05 r {LEG}"


def costs(unit: str, *path: str, terrain: str = "", rest: str = "", start: str = "02.02") -> list[str]:
    """MP left after each step of a fueled unit."""
    table = sit(f"axis {start} u {unit} fueled\n{FAR}", terrain, rest=rest).begin("u")
    left = []
    for name in path:
        table.go(name)
        left.append(table.left("u"))
    return left


# --- who and when ----------------------------------------------------------------------------------------------


@pytest.mark.case("6.0", "2.3-E", "6.1g", "6.1f")
def test_a_side_moves_as_many_units_as_it_likes_one_after_another() -> None:
    table = sit(f"axis 02.02 u {LEG}\naxis 02.02 v {LEG}\n{FAR}").begin("u").go("02.03")
    assert table.refused(BeginMove("v"))[0] == "turn.not_now"
    assert table.refused(AddUnit("v")) == ("move.begun", "6.1f")
    table.halt()
    assert [event.unit for event in table.all(MoveFinished)] == ["u"]
    assert table.refused(BeginMove("u")) == ("move.moved", "6.1f")
    table.done()
    assert table.step != "movement_segment.choose_unit", "v did not have to move"


@pytest.mark.case("6.3a")
def test_only_the_designated_side_moves_units_on_the_map() -> None:
    table = sit(f"axis 02.02 u {LEG}\n{FAR}")
    assert table.refused(BeginMove("r")) == ("move.not_own", "6.3a")
    taken = table.game.take("soviet", BeginMove("r"))
    assert taken.refusal is not None
    assert (taken.refusal.code, taken.refusal.case) == ("turn.not_your_decision", "2.1-C")


@pytest.mark.case("6.1b-B", "6.1c-B")
def test_a_unit_without_ma_on_either_side_does_not_move() -> None:
    table = sit(f"axis 02.02 u Bn infantry other 2-1-0L/1-1-0L\naxis 02.02 v Bn infantry other 2-1-0L/1-1-2L\n{FAR}")
    assert table.refused(BeginMove("u")) == ("move.no_ma", "6.1b-B")
    table.begin("v")
    assert table.refused(table.to("02.03")) == ("move.no_ma", "6.1b-B")
    assert table.mode("v", "move").go("02.03").at("v") == "02.03"


@pytest.mark.case("6.1-B", "9.1a")
def test_no_attack_in_a_movement_segment() -> None:
    table = sit(f"axis 02.02 u {LEG}\nsoviet 02.03 r {LEG}")
    assert table.refused(DeclareAttack(table.hex("02.03")))[0] == "turn.not_now"


# --- paths and costs -------------------------------------------------------------------------------------------


@pytest.mark.case("6.1-A")
def test_a_move_is_a_path_of_neighbouring_hexes() -> None:
    table = sit(f"axis 02.02 u {LEG}\n{FAR}").begin("u")
    assert table.hexes() == {"02.03", "03.03", "03.02", "02.01", "01.02", "01.03"}
    assert table.refused(table.to("04.02")) == ("move.not_adjacent", "6.1-A")
    assert table.refused(table.to("02.02")) == ("move.not_adjacent", "6.1-A")


@pytest.mark.case("6.1a", "6.2")
def test_a_hex_is_paid_in_full_or_not_entered() -> None:
    """Woods cost 2 on tracks, a minor river 2 more: 8 MP are exactly enough for both hexes, 7 are not."""
    river = "[hexsides]\nminor_river r 03.02/NW 03.02/NE\n"
    woods = land("03.02=w", "04.02=w")
    assert costs("Bn tank armor 9-5-8K/3-5-15K", "03.02", "04.02", terrain=woods, rest=river) == ["4", "0"]
    table = sit(f"axis 02.02 u Bn tank armor 9-5-7K/3-5-15K fueled\n{FAR}", woods, rest=river).begin("u").go("03.02")
    assert table.left("u") == "3"
    assert table.refused(table.to("04.02")) == ("bridge.needed_mp", "13.8b-A"), "a bridge would save 2"
    dry = sit(f"axis 02.02 u Bn tank armor 9-5-7K/3-5-15K fueled\n{FAR}", land("03.02=f", "04.02=f", "05.02=w"))
    dry.begin("u").go("03.02", "04.02")
    assert dry.refused(dry.to("05.02")) == ("move.no_mp", "6.2"), "forest twice leaves 1"


@pytest.mark.case("6.2", "4.2-B")
def test_a_quarter_of_an_mp_too_little_is_too_little() -> None:
    """A quarter of 15 is 3.75 MP: a hex of 2 and one of 1 leave 0.75, which is no hex."""
    table = sit(f"axis 01.01 u {TANKS} reserve move fueled\n{FAR}", land("02.01=w")).begin("u")
    table.go("02.01")
    assert table.left("u") == "1.75"
    table.go("03.02")
    assert table.left("u") == "0.75"
    assert table.refused(table.to("04.02")) == ("move.no_mp", "6.2")


@pytest.mark.case("6.1a", "6.1e")
def test_each_unit_of_a_stack_pays_for_itself() -> None:
    """Forest: 2 on foot, 3 on tracks, 4 on wheels."""
    units = f"axis 02.02 a {LEG} move\naxis 02.02 b {TANKS} fueled\naxis 02.02 c {TRUCK} move fueled\n{FAR}"
    table = sit(units, land("02.03=f")).begin("a", "b", "c").go("02.03")
    assert [table.left(u) for u in "abc"] == ["4", "9", "10"]
    assert {event.unit: event.mp for event in table.all(UnitMoved)} == {"a": 24, "b": 36, "c": 48}
    table.go("02.04")
    assert [table.left(u) for u in "abc"] == ["3", "8", "9"]
    assert [event.mp for event in table.all(UnitMoved)] == [24, 36, 48, 12, 12, 12]


@pytest.mark.case("6.1e")
def test_the_slowest_unit_of_a_stack_must_be_left_or_all_stop() -> None:
    table = sit(f"axis 01.01 a {LEG}\naxis 01.01 b {LEG} move\n{FAR}").begin("a", "b").go("01.02", "01.03", "01.04")
    assert table.refused(table.to("01.05")) == ("move.no_mp", "6.2")
    assert table.drop("a").go("01.05").left("b") == "2"


@pytest.mark.case("6.2a-A", "6.2-A", "6.2b")
def test_roads_are_cheaper_than_what_they_cross() -> None:
    """Half an MP over a river into woods; off the road the same step costs 2 + 3."""
    terrain = land("03.02=w")
    rest = "[hexsides]\nminor_river r 03.02/NW\n[paths]\nroad - 02.02 03.02 04.02\n"
    assert costs(TRUCK + " move", "03.02", "04.02", terrain=terrain, rest=rest) == ["13.5", "13"]
    assert costs(TRUCK + " move", "03.02", terrain=terrain, rest=rest.split("[paths]")[0]) == ["9"]


@pytest.mark.case("6.2c-A", "6.1d")
def test_prohibited_terrain_is_closed_unless_a_road_leads_in() -> None:
    swamp, road = land("03.02=s"), "[paths]\nroad - 02.02 03.02 04.02\n"
    table = sit(f"axis 02.02 u {TRUCK} fueled\n{FAR}", swamp).begin("u")
    assert table.refused(table.to("03.02")) == ("move.prohibited", "6.2c-A")
    assert costs(TRUCK, "03.02", "04.02", terrain=swamp, rest=road) == ["5.5", "5"]


@pytest.mark.case("6.1d")
def test_nobody_leaves_a_hex_that_he_could_not_enter() -> None:
    """A truck unit in the swamp does not get out without a road."""
    units, swamp = f"axis 02.02 u {TRUCK} fueled\n{FAR}", land("02.02=s")
    assert sit(units, swamp).begin("u").hexes() == set()
    assert sit(units, swamp, rest="[paths]\ntrack - 02.02 03.02\n").begin("u").hexes() == {"03.02"}


# --- the minimum of one hex ------------------------------------------------------------------------------------

FOREST = land(ground="f")


@pytest.mark.case("6.1c-A")
def test_a_unit_that_has_spent_nothing_moves_one_hex_at_least() -> None:
    table = sit(f"axis 02.02 u {LEG} dg\n{FAR}", FOREST).begin("u")
    assert table.left("u") == "1.5"
    table.go("02.03")
    assert table.left("u") == "0"
    assert table.hexes() == set()


@pytest.mark.case("6.1c-A", "6.2", "6.1b-A")
def test_a_unit_that_has_spent_mp_has_no_minimum_move() -> None:
    table = sit(f"axis 02.02 u {LEG} dg\n{FAR}", land("02.03=.", ground="f")).begin("u").go("02.03")
    assert table.left("u") == "0.5"
    assert table.refused(table.to("02.04")) == ("move.no_mp", "6.2")


@pytest.mark.case("6.1c-A")
def test_terrain_that_takes_the_whole_allowance_is_entered_first_or_not_at_all() -> None:
    units, mountain = f"axis 02.01 u {LEG}\n{FAR}", land("02.02=m")
    table = sit(units, mountain).begin("u").go("02.02")
    assert table.left("u") == "0"
    table = sit(units, mountain).begin("u").go("01.02")
    assert table.refused(table.to("02.02")) == ("move.no_mp", "6.2")
    refusal = table.game.check("axis", table.to("02.02"))
    assert refusal is not None
    assert (refusal.have, refusal.need) == ("2", "all")
    refusal = table.go("01.03", "01.04").game.check("axis", table.to("01.05"))
    assert refusal is not None
    assert (refusal.have, refusal.need) == ("0", "1")


@pytest.mark.case("6.1c-B")
def test_the_minimum_move_breaks_no_other_rule() -> None:
    """No prohibited terrain, no ZOC for a Strat unit, no move without fuel."""
    table = sit(f"axis 02.02 u {LEG} dg\n{FAR}", land("02.03=~", ground="f")).begin("u")
    assert table.refused(table.to("02.03")) == ("move.prohibited", "6.2c-A")
    table = sit(f"axis 02.02 u {LEG} strat\nsoviet 02.04 r {LEG}", FOREST).begin("u")
    assert table.refused(table.to("02.03")) == ("move.strat_zoc", "5.8a-A")
    table = sit(f"axis 02.02 u {TRUCK} dg\n{FAR}", FOREST).begin("u")
    assert table.refused(table.to("02.03")) == ("move.no_fuel", "12.5a-A")


# --- stacks ----------------------------------------------------------------------------------------------------


@pytest.mark.case("6.1f")
def test_units_are_left_behind_on_the_way_and_have_finished() -> None:
    table = sit(f"axis 01.01 a {LEG}\naxis 01.01 b {LEG}\naxis 01.01 c {LEG}\n{FAR}").begin("a", "b", "c")
    table.go("01.02").drop("b").go("01.03")
    assert [table.at(u) for u in "abc"] == ["01.03", "01.02", "01.03"]
    assert table.refused(DropUnit("b")) == ("move.not_in_stack", "6.1f")
    table.drop("c")
    assert table.refused(DropUnit("a")) == ("move.last", "6.1f")
    table.halt()
    assert [table.refused(BeginMove(u))[0] for u in "abc"] == ["move.moved"] * 3


@pytest.mark.case("6.1f", "6.1-A")
def test_only_units_of_the_hex_that_have_not_moved_join_a_stack() -> None:
    table = sit(f"axis 01.01 a {LEG}\naxis 01.01 b {LEG} moved\naxis 01.02 c {LEG}\n{FAR}").begin("a")
    assert table.refused(AddUnit("a")) == ("move.in_stack", "6.1f")
    assert table.refused(AddUnit("b")) == ("move.moved", "6.1f")
    assert table.refused(AddUnit("c")) == ("move.not_together", "6.1-A")
    assert table.refused(AddUnit("r")) == ("move.not_together", "6.1-A")


@pytest.mark.case("4.8-E", "4.8a-C", "4.8-F")
def test_stacks_may_be_too_high_on_the_way_and_cost_nothing() -> None:
    """12 RE in 02.02 while `u` passes: no MP for stacking, no elimination."""
    division = "Div infantry other 12-3-3L/6-3-8L"
    units = (
        f"axis 02.02 d1 {division} re=6\naxis 02.02 d2 {division} re=4 nation=ro\naxis 01.02 u {division} re=2\n{FAR}"
    )
    table = sit(units).begin("u").go("02.02", "03.02")
    assert table.left("u") == "1"
    table.halt().done()
    assert {u.hex >= 0 for u in table.game.state.units.values()} == {True}
    table = sit(units).move("u", "02.02")
    table.done()
    assert table.step == "stacking_check.eliminate"


# --- enemies ---------------------------------------------------------------------------------------------------


@pytest.mark.case("4.8-G", "4.8c", "3.2")
@pytest.mark.parametrize("enemy", [LEG, f"{LEG} strat", HQ, GUNS, MILITIA])
def test_no_unit_enters_a_hex_with_enemy_combat_units(enemy: str) -> None:
    table = sit(f"axis 02.02 u {LEG}\nsoviet 02.03 r {enemy}").begin("u")
    assert table.refused(table.to("02.03")) == ("move.enemy", "4.8-G")


ENEMY_THINGS: dict[str, tuple[str, str, type[Event]]] = {
    "dump": ("", "[supply]\nsoviet 02.03 2\n", DumpCaptured),
    "truck": ("soviet 02.03 t truck 2 45T\n", "", TransportCaptured),
    "works": ("", "[hedgehogs]\nsoviet 02.03 1\n", HedgehogCaptured),
}


@pytest.mark.case("4.4c", "4.8c-A", "16.0", "4.8c")
@pytest.mark.parametrize("what", ENEMY_THINGS)
def test_attack_capable_units_enter_hexes_with_enemy_supply_transport_and_works(what: str) -> None:
    """At no extra cost; what they find is dealt with at once. A die of 6 takes everything."""
    units, rest, event = ENEMY_THINGS[what]
    table = sit(f"axis 02.02 u {LEG}\n{units}{FAR}", rest=rest, dice=(6, 6)).begin("u").go("02.03")
    assert table.left("u") == "2"
    assert table.all(event)
    assert table.step == "move.go"


@pytest.mark.case("4.4c", "4.8c-A", "16.0")
@pytest.mark.parametrize("what", ENEMY_THINGS)
@pytest.mark.parametrize("unit", [f"{LEG} reserve", MILITIA, f"{HQ} fueled", GUNS, "truck 1 45T"])
def test_other_units_do_not_enter_them(what: str, unit: str) -> None:
    units, rest, _ = ENEMY_THINGS[what]
    table = sit(f"axis 02.02 u {unit}\n{units}{FAR}", rest=rest).begin("u")
    assert table.refused(table.to("02.03")) == ("move.enemy_noncombat", "4.4c")


@pytest.mark.case("4.4c")
def test_every_unit_of_a_stack_must_be_attack_capable_to_enter_them() -> None:
    table = sit(f"axis 02.02 a {LEG}\naxis 02.02 b {GUNS}\n{FAR}", rest="[supply]\nsoviet 02.03 2\n", dice=(6,))
    table.begin("a", "b")
    assert table.refused(table.to("02.03")) == ("move.enemy_noncombat", "4.4c")
    assert table.drop("b").go("02.03").at("a") == "02.03"


# --- fuel ------------------------------------------------------------------------------------------------------


@pytest.mark.case("12.5a-A", "12.5a-B")
def test_trucks_and_tracks_need_fuel_to_move_and_feet_do_not() -> None:
    table = sit(f"axis 02.02 a {TANKS}\naxis 02.02 b {LEG}\n{FAR}", rest="[supply]\naxis 01.02 1T\n")
    table.move("b", "02.03").begin("a")
    assert table.refused(table.to("02.03")) == ("move.no_fuel", "12.5a-A")
    assert table.fuel("a").go("02.03").left("a") == "11"
    assert table.tokens("axis", "01.02") == 0


@pytest.mark.case("12.5e-A", "12.5c-B")
def test_a_fueled_hq_fuels_units_that_begin_their_move_in_its_range() -> None:
    """12.5e: also a unit that travels with a truck which has loaded before its first step; afterwards it may leave."""
    units = f"axis 01.01 h {HQ} hqfuel\naxis 02.02 a {TANKS}\naxis 02.02 t truck 1 45T\n{FAR}"
    table = sit(units, rest="[supply]\naxis 02.02 1\n").begin("a", "t").do(LoadSupply("t", 4))
    table.go("02.03", "02.04")
    assert table.at("a") == "02.04"


@pytest.mark.case("12.5e-A")
def test_a_fueled_hq_fuels_nobody_beyond_its_range() -> None:
    """A throw of 2 MP reaches 03.01 and what is next to it: 04.01, but not 05.02."""
    hq = HQ.replace("15T", "2T")
    table = sit(f"axis 01.01 h {hq} hqfuel\naxis 04.01 a {TANKS}\naxis 05.02 b {TANKS}\n{FAR}").begin("a")
    assert "04.02" in table.hexes()
    table.halt().begin("b")
    assert table.refused(table.to("05.03")) == ("move.no_fuel", "12.5a-A")


@pytest.mark.case("12.5c-C")
def test_fuel_of_one_unit_does_not_move_its_stack() -> None:
    table = sit(f"axis 02.02 a {TANKS}\naxis 02.02 b {TANKS}\n{FAR}", rest="[supply]\naxis 01.02 1T\n").begin("a", "b")
    table.fuel("a")
    assert table.refused(table.to("02.03")) == ("move.no_fuel", "12.5a-A")
    assert table.offered(PayFuel) == []
    assert table.drop("b").go("02.03").at("a") == "02.03"


# --- nobody is left without an action --------------------------------------------------------------------------


@pytest.mark.case("6.1g")
def test_a_move_can_always_be_ended() -> None:
    table = sit(f"axis 02.02 u {TANKS}\n{FAR}").begin("u")
    assert Halt() in table.game.choices()
    assert not table.offered(StepTo)
    assert table.halt().offered(Done) == [Done()]


@pytest.mark.case("5.7b", "5.4-B")
def test_no_release_in_the_movement_phase() -> None:
    table = sit(f"axis 02.02 u {LEG} reserve\n{FAR}")
    assert table.refused(Release("u")) == ("reserve.wrong_phase", "5.7b")
    assert table.offered(Release) == []


@pytest.mark.case("6.1b-B", "13.6")
def test_a_unit_that_is_not_on_the_map_does_not_move() -> None:
    game = Game.new("yelnya", seed=1)
    while game.state.clock.phase != "movement":
        game.do(game.choices()[0])
    side = asked(game).side
    waiting = next(u.id for u in game.state.units.values() if u.side == side and not u.on_map)
    here = next(u.id for u in game.look.own(side))
    refused = game.check(side, BeginMove(waiting))
    assert refused is not None
    assert (refused.code, refused.case) == ("move.off_map", "6.1b-B")
    assert game.check(side, BeginMove(here)) is None
