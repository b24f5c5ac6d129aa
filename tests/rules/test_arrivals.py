"""The Reinforcement Phase: units, supply and trucks that arrive."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from redball.core.actions import Done, LoadSupply, PlaceSupply, PlaceUnit
from redball.core.events import SupplyArrived, SupplyRolled, UnitArrived, UnitForfeited
from redball.core.state import NOT_ARRIVED, REMOVED
from redball.rules.units.stacking import re_in_hex
from redball.scenarios.records import Arrival, Band, RollTable, SupplyTable, VictoryHex
from rules.game_book import reinforcement, waiting, with_scenario
from rules.table import Table
from support import in_scenario

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
BOARD = """[terrain]
. . . . .
. . . . .
. . . . .
. . . . .
[units]
"""
HERE = f"axis 03.02 ir1 {RIFLES}\nsoviet 05.04 rr1 {RIFLES}\n"


def phase(
    units: str,
    arriving: str,
    *entry: str,
    rest: str = "",
    sp: int = 0,
    turn: int = 3,
    now: int = 3,
    table: tuple[str, ...] = (),
    dice: tuple[int, ...] = (),
    markers: int = 99,
    load: dict[str, int] | None = None,
    **fields: Any,
) -> Table:
    """The axis Reinforcement Phase of turn `now`; `arriving` units (ids) are due in `turn` at `entry`. A 1 on `table`
    (the entries of the Supply Table) brings 2 SP, anything else 3."""
    look = with_scenario(f"{BOARD}{HERE}{units}\n{rest}", turn=now, **fields)
    index = look.board.index
    ids = tuple(arriving.split())
    arrivals = (Arrival(turn, "axis", tuple(map(index, entry)), ids, sp, load or {}),) if entry else ()
    bands = RollTable(1, (Band("8", max=1), Band("12", min=2)))
    tables = {"axis": SupplyTable(bands, tuple(map(index, table)))} if table else {}
    sides = tuple(replace(side, reserve_markers=markers) for side in look.world.scenario.sides)
    look = waiting(in_scenario(look, arrivals=arrivals, supply_tables=tables, sides=sides), *ids)
    return reinforcement(look, dice)


NEW = f"axis 01.01 new {RIFLES}"


# --- units ---------------------------------------------------------------------------------------------------------


@pytest.mark.case("13.6", "2.3-D")
def test_units_are_placed_in_their_turn_at_an_entry_hex() -> None:
    table = phase(NEW, "new", "01.01", "01.03")
    assert (table.step, table.asked.side) == ("place", "axis")
    assert {table.look.hex_name(a.hex) for a in table.offered(PlaceUnit)} == {"01.01", "01.03"}
    assert table.refused(PlaceUnit("new", table.hex("01.02"))) == ("arrival.not_entry", "13.6")
    assert table.why(PlaceUnit("new", table.hex("01.02"))).need == "01.01, 01.03"
    assert table.refused(PlaceUnit("new", table.hex("05.04"))) == ("arrival.not_entry", "13.6")
    assert table.refused(PlaceUnit("ir1", table.hex("01.01"))) == ("arrival.not_due", "13.6")
    table.do(PlaceUnit("new", table.hex("01.03")))
    assert (table.at("new"), table.step) == ("01.03", "")
    assert table.one(UnitArrived).case == "13.6"


@pytest.mark.case("13.6")
@pytest.mark.parametrize(("now", "asked"), [(2, False), (3, True), (4, False)])
def test_units_arrive_in_no_other_turn(now: int, asked: bool) -> None:
    table = phase(NEW, "new", "01.01", now=now)
    assert (table.step == "place") is asked
    assert table.unit("new").hex == NOT_ARRIVED


@pytest.mark.case("13.6")
def test_what_is_not_placed_never_comes() -> None:
    table = phase(f"{NEW}\naxis 01.01 late {RIFLES}", "new late", "01.01")
    table.do(PlaceUnit("new", table.hex("01.01")), Done())
    assert table.one(UnitForfeited).unit == "late"
    assert (table.unit("late").hex, table.at("new")) == (REMOVED, "01.01")
    assert table.look.state.steps_lost["axis"] == 0


@pytest.mark.case("13.6b-A", "5.3")
@pytest.mark.parametrize(
    ("mode", "facing", "shows"),
    [
        ("combat", "combat", "combat"),
        ("move", "move", "move"),
        ("reserve", "combat", "reserve"),
        ("reserve", "move", "reserve"),
        ("strat", "move", "strat"),
    ],
)
def test_any_voluntary_mode_may_be_taken(mode: Any, facing: Any, shows: str) -> None:
    table = phase(NEW, "new", "01.01")
    table.do(PlaceUnit("new", table.hex("01.01"), mode, facing))
    assert (table.unit("new").mode, table.unit("new").facing) == (shows, facing)


@pytest.mark.case("13.6b-A", "5.3", "5.8-A")
@pytest.mark.parametrize(
    ("mode", "facing", "code"),
    [("dg", "combat", "mode.unknown"), ("exploit", "combat", "mode.unknown"), ("strat", "combat", "mode.strat_facing")],
)
def test_no_other_mode_may_be_taken(mode: Any, facing: Any, code: str) -> None:
    table = phase(NEW, "new", "01.01")
    assert table.refused(PlaceUnit("new", table.hex("01.01"), mode, facing))[0] == code


@pytest.mark.case("13.6b-A", "5.7c", "5.8a-A", "4.5a-I", "4.5a-J")
@pytest.mark.parametrize(("where", "zoc"), [("01.02", True), ("03.01", False)])
def test_an_enemy_zoc_bars_reserve_and_strat_mode_only(where: str, zoc: bool) -> None:
    table = phase(f"{NEW}\nsoviet 01.01 near {RIFLES}", "new", where)
    hex_ = table.hex(where)
    reserve, strat = PlaceUnit("new", hex_, "reserve", "combat"), PlaceUnit("new", hex_, "strat", "move")
    if zoc:
        assert table.refused(reserve) == ("mode.in_zoc", "5.7c")
        assert table.refused(strat) == ("mode.in_zoc", "5.8a-A")
        table.do(PlaceUnit("new", hex_, "combat", "combat"))
    else:
        assert {reserve, strat} <= set(table.offered(PlaceUnit))


@pytest.mark.case("5.4a")
@pytest.mark.parametrize(("markers", "fits"), [(1, False), (2, True)])
def test_reserve_needs_a_free_marker(markers: int, fits: bool) -> None:
    table = phase(f"{NEW}\naxis 02.02 old {RIFLES} reserve", "new", "01.01", markers=markers)
    action = PlaceUnit("new", table.hex("01.01"), "reserve", "combat")
    if fits:
        table.do(action)
    else:
        assert table.refused(action) == ("mode.no_reserve_marker", "5.4a")


@pytest.mark.case("16.0f", "5.7g")
@pytest.mark.parametrize(("where", "fits"), [("01.01", False), ("01.02", True)])
def test_reserve_units_do_not_arrive_in_a_hedgehog(where: str, fits: bool) -> None:
    table = phase(NEW, "new", where, rest="[hedgehogs]\naxis 01.01 1\n")
    action = PlaceUnit("new", table.hex(where), "reserve", "combat")
    if fits:
        table.do(action)
    else:
        assert table.refused(action) == ("move.reserve_hedgehog", "5.7g")


@pytest.mark.case("13.2d", "5.5c", "5.8c", "5.7f")
def test_transport_arrives_in_move_mode() -> None:
    table = phase("axis 01.01 tr truck 2 50T", "tr", "01.01")
    hex_ = table.hex("01.01")
    assert table.offered(PlaceUnit) == [PlaceUnit("tr", hex_, "move", "move")]
    assert table.refused(PlaceUnit("tr", hex_, "strat", "move")) == ("mode.transport", "5.8c")
    assert table.refused(PlaceUnit("tr", hex_, "reserve", "move")) == ("mode.transport", "5.7f")


@pytest.mark.case("13.6a-B")
def test_units_may_arrive_where_the_hex_is_full() -> None:
    crowd = "\n".join(f"axis 01.01 c{n} {RIFLES}" for n in range(10))
    table = phase(f"{NEW}\n{crowd}", "new", "01.01")
    table.do(PlaceUnit("new", table.hex("01.01")))
    assert (re_in_hex(table.look, "axis", table.hex("01.01")), table.at("new")) == (44, "01.01")


# --- blocked entries -----------------------------------------------------------------------------------------------


@pytest.mark.case("13.6b-B")
@pytest.mark.parametrize(
    ("enemy", "rest"),
    [
        (f"soviet 01.01 e {RIFLES}", ""),
        ("soviet 01.01 e truck 1 50T", ""),
        ("", "[supply]\nsoviet 01.01 1\n"),
        ("", "[hedgehogs]\nsoviet 01.01 1\n"),
    ],
)
def test_a_blocked_map_edge_entry_is_replaced_by_the_nearest_free_edge_hexes(enemy: str, rest: str) -> None:
    table = phase(f"{NEW}\n{enemy}", "new", "01.01", rest=rest)
    assert table.refused(PlaceUnit("new", table.hex("01.01"))) == ("arrival.blocked", "13.6b-B")
    assert {table.look.hex_name(a.hex) for a in table.offered(PlaceUnit)} == {"01.02", "02.01"}


@pytest.mark.case("13.6b-B")
def test_the_replacement_is_free_and_may_be_entered() -> None:
    enemies = "\n".join(f"soviet {hex_} e{n} {RIFLES}" for n, hex_ in enumerate(("01.01", "01.02", "02.01")))
    table = phase(f"{NEW}\n{enemies}", "new", "01.01")
    assert {table.look.hex_name(a.hex) for a in table.offered(PlaceUnit)} == {"01.03", "03.01"}


@pytest.mark.case("13.6b-B")
def test_a_blocked_entry_away_from_the_edge_is_not_replaced() -> None:
    table = phase(f"{NEW}\nsoviet 02.02 e {RIFLES}", "new", "02.02")
    assert table.offered(PlaceUnit) == []
    table.do(Done())
    assert table.unit("new").hex == REMOVED


@pytest.mark.case("13.6b-B", "SETUP-IV-I")
def test_terrain_that_a_unit_cannot_enter_is_no_entry_for_it() -> None:
    dry = phase(NEW, "new", "01.01", "01.03", "01.04")
    wet = BOARD.replace(". . . . .\n. . . . .\n. . . . .\n. . . . .", "~ . . . .\n. . . . .\n. . . . .\n. . . . .")
    assert len({a.hex for a in dry.offered(PlaceUnit)}) == 3
    look = with_scenario(f"{wet}{HERE}{NEW}", turn=3)
    arrival = Arrival(3, "axis", tuple(look.board.index(h) for h in ("01.01", "01.03", "01.04")), ("new",))
    table = reinforcement(waiting(in_scenario(look, arrivals=(arrival,)), "new"))
    assert {table.look.hex_name(a.hex) for a in table.offered(PlaceUnit)} == {"01.01", "01.03"}


@pytest.mark.case("SETUP-III")
def test_an_arriving_combat_unit_claims_a_victory_hex() -> None:
    look = with_scenario(f"{BOARD}{HERE}")
    victory = replace(look.world.scenario.victory, hexes=(VictoryHex(look.board.index("01.01"), 1, "Gate"),))
    table = phase(NEW, "new", "01.01", victory=victory)
    table.do(PlaceUnit("new", table.hex("01.01")))
    assert table.look.state.control == {table.hex("01.01"): "axis"}


# --- supply --------------------------------------------------------------------------------------------------------


@pytest.mark.case("2.3-D")
@pytest.mark.parametrize(("die", "tokens"), [(1, 8), (2, 12)])
def test_the_supply_table_brings_supply_to_its_only_entry(die: int, tokens: int) -> None:
    table = phase("", "", table=("01.01",), dice=(die,))
    assert table.one(SupplyRolled).tokens == tokens
    assert (table.tokens("axis", "01.01"), table.step) == (tokens, "")
    assert table.one(SupplyArrived).audience == "own"


@pytest.mark.case("2.3-D")
def test_supply_may_be_split_over_several_entries() -> None:
    table = phase("", "", table=("01.01", "01.04"), dice=(1,))
    one, four = table.hex("01.01"), table.hex("01.04")
    assert len(table.offered(PlaceSupply)) == 16
    assert table.refused(PlaceSupply(one, 9)) == ("arrival.amount", "2.3-D")
    assert table.refused(PlaceSupply(one, 0)) == ("arrival.amount", "2.3-D")
    assert table.refused(PlaceSupply(table.hex("01.02"), 1)) == ("arrival.not_entry", "13.6")
    table.do(PlaceSupply(one, 3), PlaceSupply(four, 5))
    assert (table.tokens("axis", "01.01"), table.tokens("axis", "01.04"), table.step) == (3, 5, "")


@pytest.mark.case("2.3-D", "13.6b-B")
def test_supply_does_not_come_into_a_hex_that_the_enemy_holds() -> None:
    table = phase(f"soviet 01.01 e {RIFLES}", "", table=("01.01", "01.04"), dice=(1,))
    assert table.refused(PlaceSupply(table.hex("01.01"), 1)) == ("arrival.blocked", "13.6b-B")
    assert {table.look.hex_name(a.hex) for a in table.offered(PlaceSupply)} == {"01.02", "02.01", "01.04"}


@pytest.mark.case("2.3-D")
def test_supply_with_nowhere_to_go_is_lost() -> None:
    table = phase(f"soviet 02.02 e {RIFLES}", "", table=("02.02",), dice=(1,))
    assert not table.all(SupplyArrived)
    assert table.step == ""


@pytest.mark.case("2.3-D", "13.6")
def test_scheduled_supply_comes_in_its_turn_besides_that_of_the_table() -> None:
    table = phase("", "", "01.04", sp=6, table=("01.01",), dice=(1,))
    assert (table.tokens("axis", "01.01"), table.tokens("axis", "01.04")) == (8, 6)
    later = phase("", "", "01.04", sp=6, turn=4)
    assert later.tokens("axis", "01.04") == 0


@pytest.mark.case("2.3-D")
def test_units_are_placed_before_the_supply_table_is_rolled() -> None:
    table = phase(NEW, "new", "01.01", table=("01.01",), dice=(1,))
    assert not table.all(SupplyRolled)
    table.do(PlaceUnit("new", table.hex("01.01")))
    assert table.one(SupplyRolled).tokens == 8


# --- trucks --------------------------------------------------------------------------------------------------------

ORGANIC = "axis 01.01 org organic 2 50T formation=9.PD"
TRUCK = "axis 01.01 tr truck 2 50T"


@pytest.mark.case("13.6c")
@pytest.mark.parametrize(("given", "carries"), [(None, 8), ({"org": 3}, 3), ({"org": 0}, 0)])
def test_an_organic_truck_comes_full_unless_the_scenario_says_otherwise(
    given: dict[str, int] | None, carries: int
) -> None:
    table = phase(ORGANIC, "org", "01.01", load=given)
    table.do(PlaceUnit("org", table.hex("01.01"), "move", "move"))
    assert table.unit("org").load == carries
    assert table.step == ""


@pytest.mark.case("13.6c")
def test_other_points_load_supply_that_arrives_with_them() -> None:
    table = phase(TRUCK, "tr", "01.01", table=("01.01",), dice=(1,))
    table.do(PlaceUnit("tr", table.hex("01.01"), "move", "move"))
    assert table.unit("tr").load == 0
    assert table.step == "load"
    assert table.refused(LoadSupply("tr", 9)) == ("arrival.no_supply", "13.6c")
    assert table.refused(LoadSupply("tr", 0)) == ("arrival.no_supply", "13.6c")
    table.do(LoadSupply("tr", 8))
    assert (table.unit("tr").load, table.tokens("axis", "01.01"), table.step) == (8, 0, "")


@pytest.mark.case("13.6c")
def test_two_trucks_share_what_arrives_in_their_hex() -> None:
    units = f"{TRUCK}\naxis 01.01 tr2 truck 2 50T\n{ORGANIC}\n{NEW}"
    table = phase(units, "tr tr2 org new", "01.01", "01.04", table=("01.01", "01.04"), dice=(2,), load={"org": 0})
    table.do(*(PlaceUnit(uid, table.hex("01.01"), "move", "move") for uid in ("tr", "tr2", "org", "new")))
    table.do(PlaceSupply(table.hex("01.01"), 10), PlaceSupply(table.hex("01.04"), 2))
    assert table.refused(LoadSupply("org", 1)) == ("arrival.not_arriving", "13.6c")
    assert table.refused(LoadSupply("new", 1)) == ("arrival.not_arriving", "13.6c")
    table.do(LoadSupply("tr", 7))
    assert table.refused(LoadSupply("tr", 2)) == ("arrival.no_supply", "13.6c")
    assert table.refused(LoadSupply("tr2", 4)) == ("arrival.no_supply", "13.6c")
    table.do(LoadSupply("tr2", 3))
    assert (table.tokens("axis", "01.01"), table.tokens("axis", "01.04"), table.step) == (0, 2, "")


@pytest.mark.case("13.6c")
def test_loading_may_be_left_out() -> None:
    table = phase(TRUCK, "tr", "01.01", table=("01.01",), dice=(1,))
    table.do(PlaceUnit("tr", table.hex("01.01"), "move", "move"), LoadSupply("tr", 1), Done())
    assert (table.unit("tr").load, table.tokens("axis", "01.01"), table.step) == (1, 7, "")


@pytest.mark.case("13.6c")
def test_points_come_empty_where_no_supply_arrives() -> None:
    old = f"{TRUCK}\naxis 01.04 other truck 2 50T"
    table = phase(old, "tr", "01.01", table=("01.04",), dice=(1,), rest="[supply]\naxis 01.01 5\n")
    table.do(PlaceUnit("tr", table.hex("01.01"), "move", "move"))
    assert (table.unit("tr").load, table.step) == (0, "")
    two = phase(old, "tr", "01.01", table=("01.01",), dice=(1,), rest="[supply]\naxis 01.01 5\n")
    two.do(PlaceUnit("tr", two.hex("01.01"), "move", "move"))
    assert two.refused(LoadSupply("other", 1)) == ("arrival.not_arriving", "13.6c")
