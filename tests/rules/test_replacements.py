"""The Variable Reinforcement Table: Repls and units that a roll brings; what Repls are."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from redball.core.actions import Done, LoadSupply, PlaceRepl, PlaceUnit
from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.events import (
    MarkedOutOfSupply,
    ReplacementsForfeited,
    ReplacementsRolled,
    ReplArrived,
    UnitArrived,
    UnitForfeited,
)
from redball.core.look import Look
from redball.core.state import NOT_ARRIVED, REMOVED
from redball.forces.counter import Counter, Face
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.rules.units.abilities import attack_capable, movement_allowance
from redball.rules.units.losses import eliminate, lose_step
from redball.scenarios.records import Band, RollTable, SupplyTable, VariableTable, Victory, VictoryHex
from rules.game_book import reinforcement, waiting, with_scenario
from rules.table import Table
from support import HQ, LEG, in_scenario, sit

BOARD = """[terrain]
. . . . .
. . . . .
. . . . .
. . . . .
[units]
"""
HERE = f"axis 03.02 ir1 {LEG}\nsoviet 05.04 rr1 {LEG}\n"
RESULTS = {"none": {}, "1 pax": {"pax": 1}, "2 pax, 1 eq": {"pax": 2, "eq": 1}, "2 tanks": {"tanks": 2}}


def generic(symbol: str, side: str = "axis") -> Counter:
    """The counter that stands for all Pax or Eq of a side."""
    face = Face(strength=1, parenthesized=False, action_rating=1, ma=48, mobility="leg")
    return Counter(symbol, side, symbol, "de", "", "repl", "", symbol, "other", 0, False, None, face)


def phase(units: str, die: int, *entry: str, rest: str = "", pool: str = "", **fields: Any) -> Table:
    """The axis Reinforcement Phase: a 1 brings nothing, a 2 one Pax, a 3 two Pax and an Eq, more two of the pool."""
    look = with_scenario(f"{BOARD}{HERE}{units}\n{rest}", **fields)
    bands = tuple(Band(result, n, n if n < 4 else 6) for n, result in enumerate(RESULTS, start=1))
    pools = {"tanks": tuple(pool.split())}
    table = VariableTable(RollTable(1, bands), tuple(map(look.board.index, entry or ("01.01",))), RESULTS, pools)
    repls = {"axis": {"pax": "pax", "eq": "eq"}}
    look = in_scenario(look, variable_tables={"axis": table}, generic_repls=repls)
    counters = look.world.counters | {symbol: generic(symbol) for symbol in ("pax", "eq")}
    look = waiting(Look(dataclasses.replace(look.world, counters=counters), look.state), *pool.split())
    dice = (1, die) if "supply_tables" in fields else (die,)
    return reinforcement(look, dice)


# --- the roll ------------------------------------------------------------------------------------------------------


@pytest.mark.case("13.5-A", "2.3-D")
@pytest.mark.parametrize(("die", "due"), [(1, {}), (2, {"pax": 1}), (3, {"pax": 2, "eq": 1})])
def test_the_table_gives_pax_and_eq(die: int, due: dict[str, int]) -> None:
    table = phase("", die)
    assert table.one(ReplacementsRolled).results == due
    assert (table.step == "place") is bool(due)
    if due:
        assert {entry.kind: entry.count for entry in table.data.due} == due
        assert {a.kind for a in table.offered(PlaceRepl)} == set(due)


@pytest.mark.case("13.5-A")
def test_repls_are_placed_one_by_one_at_the_entries_of_the_table() -> None:
    table = phase("", 3, "01.01", "01.03")
    one, three = table.hex("01.01"), table.hex("01.03")
    assert {a.hex for a in table.offered(PlaceRepl)} == {one, three}
    assert table.refused(PlaceRepl("pax", table.hex("01.02"))) == ("arrival.not_entry", "13.6")
    table.do(PlaceRepl("pax", one), PlaceRepl("eq", three))
    assert table.refused(PlaceRepl("eq", one)) == ("repl.none_due", "13.5-A")
    assert table.refused(PlaceRepl("tanks", one)) == ("repl.none_due", "13.5-A")
    table.do(PlaceRepl("pax", one, "reserve", "move"))
    assert table.step == ""
    assert [(event.unit, event.counter) for event in table.all(ReplArrived)] == [
        ("pax/1", "pax"),
        ("eq/1", "eq"),
        ("pax/2", "pax"),
    ]
    assert [table.at(uid) for uid in ("pax/1", "pax/2", "eq/1")] == ["01.01", "01.01", "01.03"]
    assert [table.unit(uid).mode for uid in ("pax/1", "pax/2")] == ["move", "reserve"]


@pytest.mark.case("SETUP-III", "13.5-B")
@pytest.mark.parametrize("pool", [False, True])
def test_what_a_table_brings_claims_a_victory_hex(pool: bool) -> None:
    gate = with_scenario(f"{BOARD}{HERE}").board.index("01.01")
    victory = Victory((VictoryHex(gate, 1, "Gate"),), {}, {}, "axis", ())
    table = phase(TANKS, 4, pool="t1", victory=victory) if pool else phase("", 2, victory=victory)
    assert table.look.state.control == {}
    table.do(PlaceUnit("t1", gate) if pool else PlaceRepl("pax", gate))
    assert table.look.state.control == {gate: "axis"}


@pytest.mark.case("13.6", "13.5-A")
def test_repls_that_are_not_placed_are_lost() -> None:
    table = phase("", 3)
    table.do(PlaceRepl("eq", table.hex("01.01")), Done())
    assert table.one(ReplacementsForfeited).results == {"pax": 2}
    assert table.step == ""
    assert [uid for uid in table.look.state.units if "/" in uid] == ["eq/1"]


@pytest.mark.case("13.6b-B", "13.5-A")
def test_repls_come_where_the_entry_is_not_blocked() -> None:
    table = phase(f"soviet 01.01 e {LEG}", 2)
    assert table.refused(PlaceRepl("pax", table.hex("01.01"))) == ("arrival.blocked", "13.6b-B")
    assert {table.look.hex_name(a.hex) for a in table.offered(PlaceRepl)} == {"01.02", "02.01"}


def test_a_side_without_a_table_rolls_nothing() -> None:
    look = with_scenario(f"{BOARD}{HERE}")
    table = reinforcement(look)
    assert (table.step, table.events) == ("", [])


# --- what Repls are ------------------------------------------------------------------------------------------------


@pytest.mark.case("13.5-B", "5.5c")
def test_a_repl_takes_any_mode_but_combat() -> None:
    table = phase("", 2)
    here = table.hex("01.01")
    assert {(a.mode, a.facing) for a in table.offered(PlaceRepl)} == {
        ("move", "move"),
        ("reserve", "move"),
        ("strat", "move"),
    }
    assert table.refused(PlaceRepl("pax", here, "combat", "combat")) == ("mode.no_combat_side", "5.5c")
    assert table.refused(PlaceRepl("pax", here, "dg", "move")) == ("mode.unknown", "5.3")


@pytest.mark.case("13.5-B", "4.6-B", "4.4")
def test_a_repl_is_an_independent_combat_unit_of_a_quarter_re_and_one_step() -> None:
    table = phase("", 2)
    table.do(PlaceRepl("pax", table.hex("01.01")))
    look, repl = table.look, table.unit("pax/1")
    counter = look.counter(repl)
    assert (counter.is_combat_unit, counter.is_independent, counter.steps) == (True, True, 1)
    assert (look.regimental_equivalents(repl), attack_capable(look, repl)) == (1, True)
    assert movement_allowance(look, repl) == 48
    assert look.in_zoc_of("axis", table.hex("01.02")) is False


@pytest.mark.case("13.5-B", "13.5b-B")
@pytest.mark.parametrize("how", ["step", "whole"])
def test_a_repl_that_is_lost_goes_back_among_the_spare_counters(how: str) -> None:
    sitting = sit(f"axis 01.01 p1 repl pax /1-1-4L\naxis 01.01 ir {LEG}\nsoviet 05.04 rr1 {LEG}")
    run = Run(sitting.game.look, Dice(1))
    for uid in ("p1", "ir"):
        if how == "step":
            lose_step(run, uid, "a test", "9.11-B")
        else:
            eliminate(run, uid, "a test", "9.12-B")
    assert (run.look.unit("p1").hex, run.look.unit("ir").hex) == (REMOVED, -2)
    assert run.state.steps_lost["axis"] == 2


@pytest.mark.case("13.5-B", "12.6a")
@pytest.mark.parametrize(("source", "marked"), [("01.02", []), ("06.05", ["p", "u"])])
def test_a_repl_needs_supply_as_others_do(source: str, marked: list[str]) -> None:
    wall = "\n".join(f"soviet 03.0{row} w{row} {LEG}" for row in range(1, 6))
    units = f"axis 01.01 p repl pax /1-1-4L\naxis 01.03 u {LEG}\n{wall}"
    table = sit(units, at="supply", rest=f"[sources]\naxis {source}\nsoviet 03.01\n")
    assert sorted(event.unit for event in table.all(MarkedOutOfSupply)) == marked


@pytest.mark.case("13.5-B", "12.5c-C")
def test_a_repl_needs_fuel_only_where_its_mobility_does() -> None:
    units = f"axis 01.01 foot repl pax /1-1-4L\naxis 02.01 cars repl eq /1-1-12T\nsoviet 06.05 rr {LEG}"
    sitting = sit(units, rest="[supply]\naxis 02.01 1\n")
    sitting.move("foot", "01.02")
    sitting.begin("cars")
    assert sitting.hexes() == set()
    sitting.fuel("cars")
    assert sitting.hexes()


# --- units of a pool -----------------------------------------------------------------------------------------------

TANKS = f"axis 01.01 t1 {LEG}\naxis 01.01 t2 {LEG}\naxis 01.01 t3 {LEG}"


@pytest.mark.case("13.6")
def test_a_result_may_bring_units_of_a_pool_by_the_owners_choice() -> None:
    table = phase(TANKS, 4, pool="t1 t2 t3")
    here = table.hex("01.01")
    assert {a.unit for a in table.offered(PlaceUnit)} == {"t1", "t2", "t3"}
    assert table.refused(PlaceUnit("ir1", here)) == ("repl.not_rolled", "13.6")
    assert table.refused(PlaceUnit("t1", table.hex("01.02"))) == ("arrival.not_entry", "13.6")
    table.do(PlaceUnit("t3", here, "reserve", "combat"))
    assert {a.unit for a in table.offered(PlaceUnit)} == {"t1", "t2"}
    assert table.refused(PlaceUnit("t3", here)) == ("repl.not_rolled", "13.6")
    table.do(PlaceUnit("t1", here, "move", "move"))
    assert [event.unit for event in table.all(UnitArrived)] == ["t3", "t1"]
    assert [table.unit(uid).mode for uid in ("t3", "t1")] == ["reserve", "move"]
    assert (table.unit("t2").hex, table.step) == (NOT_ARRIVED, "")


@pytest.mark.case("13.6")
def test_units_of_a_pool_that_are_not_placed_are_lost() -> None:
    table = phase(TANKS, 4, pool="t1 t2 t3")
    table.do(PlaceUnit("t2", table.hex("01.01")), Done())
    assert table.one(UnitForfeited).unit == "t1"
    assert (table.unit("t1").hex, table.unit("t3").hex) == (REMOVED, NOT_ARRIVED)


@pytest.mark.case("13.6")
@pytest.mark.parametrize(("pool", "asked"), [("t1", True), ("", False)])
def test_a_pool_gives_no_more_than_it_has(pool: str, asked: bool) -> None:
    table = phase(TANKS, 4, pool=pool)
    assert (table.step == "place") is asked
    if asked:
        table.do(PlaceUnit("t1", table.hex("01.01")))
        assert table.step == ""


@pytest.mark.case("13.6c")
def test_trucks_of_a_pool_come_as_arriving_trucks_do() -> None:
    trucks = "axis 01.01 tr truck 2 50T\naxis 01.01 org organic 1 50T formation=9.PD"
    bands = RollTable(1, (Band("4"),))
    look = with_scenario(f"{BOARD}{HERE}")
    supply = {"axis": SupplyTable(bands, (look.board.index("01.01"),))}
    table = phase(trucks, 4, pool="tr org", supply_tables=supply)
    here = table.hex("01.01")
    table.do(PlaceUnit("tr", here, "move", "move"), PlaceUnit("org", here, "move", "move"))
    assert (table.unit("tr").load, table.unit("org").load, table.step) == (0, 4, "load")
    table.do(LoadSupply("tr", 4))
    assert table.step == ""


# --- the text of a position ----------------------------------------------------------------------------------------


def test_repls_dead_units_and_lost_trucks_are_written_down() -> None:
    text = f"""redball-position 1
at movement phasing=axis
[terrain]
. . .
. . .
[units]
axis 01.01 p1 repl pax /1-1-4L reserve
axis dead d1 Div infantry other 12-3-3L/6-3-8L re=3
axis removed y1 {LEG} no_rebuild
axis 01.02 tr truck 2 50T
soviet 03.02 hq {HQ}
[trucks_lost]
tr 1
"""
    world, state = parse_position(text)
    again, same = parse_position(dump_position(world, state))
    assert (same.units, same.trucks_lost) == (state.units, {"tr": 1})
    assert again.counters == world.counters
    assert (state.units["d1"].steps_lost, world.counters["p1"].kind) == (3, "repl")
    assert (state.units["y1"].hex, world.counters["y1"].no_rebuild) == (REMOVED, True)
