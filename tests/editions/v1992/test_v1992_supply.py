"""Supply of 1992: DSE, levels and what they do, attrition unit by unit, adjacency in place of ZOCs."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import AddUnit, BeginMove, Done, StepTo
from redball.core.events import AttritionResult, MarkedOutOfSupply, OutOfSupplyCleared, StepLost
from redball.core.look import Look
from redball.core.state import Frame
from redball.editions.v1992.attrition import UnitAttrition, modifiers
from redball.editions.v1992.low_supply import LowSupplySet, low_supply
from redball.editions.v1992.supply_usage import DrawSupply, SupplyUsage, division_of, dse_of
from redball.rules.barrage.on_board import barrage_strength
from redball.rules.barrage.segment import refuse_artillery
from redball.rules.combat.segment import refuse_attacker
from redball.rules.combat.strength import attack_strength, defence_strength
from redball.rules.moving_stack.fuel import is_fueled
from redball.rules.units.abilities import movement_allowance
from redball.rules.units.zoc import blocks_truck, enemy_zoc
from rules.table import Table, movement
from support import MILITIA, position

RGT = "Rgt infantry other 8-3-3L/4-3-6L"
BN = "Bn infantry other 4-3-3L/2-3-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
MOTOR = "Div infantry mech 12-3-3T/6-3-8T re=3"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"
GUN = "artillery b8-3-3-3T/b2-2-3-14T"
HQ = "hq 4T-3T/10T-20T"


def usage(units: str, supply: str = "axis 02.02 20", dice: tuple[int, ...] = (1,) * 9, **switches: Any) -> Table:
    """The Supply Usage Segment of the axis; nobody traces but at 06.03, next to the only supply source."""
    text = "edition 1992\n[terrain]\n. . . . . .\n. . . . . .\n. . . . . .\n[units]\n" + units
    text += f"\nsoviet 06.01 far {RGT} strat\n[supply]\n{supply}\n[sources]\naxis 06.03\n"
    look = position(text, phase="supply", **switches)
    return Table(look, Frame("supply_usage", "favour", SupplyUsage("axis")), dice)


def draw(table: Table, *units: str, level: str = "full") -> Table:
    """Draw for units from 02.02."""
    return table.do(*(DrawSupply(uid, table.hex("02.02"), level=level) for uid in units))


WALL = "\n".join(f"soviet 04.0{row} w{row} {RGT}" for row in (1, 2, 3))
"""Enemy units across the map: nothing traces past them."""


@pytest.mark.case("E92-supply-dse-count", "E92-special-supply-none")
@pytest.mark.parametrize(
    ("units", "dse"),
    [
        ({"a": DIV}, 1),
        ({"a": MOTOR}, 2),
        ({"a": RGT}, 1),
        ({"a": RGT, "b": BN, "c": TANKS}, 1),
        ({"a": DIV, "b": DIV}, 2),
        ({"a": DIV, "b": RGT}, 2),
        ({"a": MOTOR, "b": DIV, "c": BN}, 4),
        ({"a": RGT, "h": HQ}, 1),
        ({"a": RGT + " formation=1Pz", "b": RGT + " formation=1Pz"}, 1),
        ({"a": TANKS + " formation=1Pz", "b": TANKS + " formation=1Pz"}, 2),
    ],
)
def test_what_draws_on_one_dump_is_counted_in_dse(units: dict[str, str], dse: int) -> None:
    lines = "\n".join(f"axis 02.02 {uid} {line}" for uid, line in units.items())
    full, low = (usage(f"{lines}\n{WALL}") for _ in range(2))
    draw(full, *units)
    draw(low, *units, level="low")
    assert (full.spent(), low.spent()) == (4 * dse, 2 * dse)
    assert {dse_of(full.look, division_of(full.look, full.unit(uid))) for uid in units} <= {1, 2}


@pytest.mark.case("E92-special-supply-none")
def test_transport_needs_no_supply() -> None:
    table = usage(f"axis 02.02 t {TRUCK}\naxis 02.02 a {BN}\n{WALL}")
    assert {action.unit for action in table.offered(DrawSupply)} == {"a"}


TRUCK = "truck 2 30T"


@pytest.mark.case("E92-supply-dse-full", "E92-supply-dse-low")
def test_all_that_draws_on_a_dump_has_one_level_and_the_rest_is_left_without() -> None:
    table = usage(f"axis 02.02 a {DIV}\naxis 02.02 b {DIV}\naxis 02.02 c {BN}\n{WALL}")
    draw(table, "a", level="low")
    refused = table.why(DrawSupply("b", table.hex("02.02"), level="full"))
    assert (refused.code, refused.have) == ("usage.other_level", "low")
    assert table.refused(DrawSupply("b", table.hex("02.02"), level="half")) == ("usage.level", "E92-supply-dse-low")
    table.do(Done())
    assert [e.unit for e in table.all(LowSupplySet) if e.low] == ["a"]
    assert [e.unit for e in table.all(MarkedOutOfSupply)] == ["b", "c"]


@pytest.mark.case("E92-supply-dse-full")
def test_a_dump_that_is_too_small_supplies_at_the_low_level_only() -> None:
    table = usage(f"axis 02.02 a {DIV}\n{WALL}", supply="axis 02.02 3T")
    assert table.refused(DrawSupply("a", table.hex("02.02"))) == ("usage.too_little", "E92-supply-dse-full")
    draw(table, "a", level="low")
    assert table.spent() == 2


@pytest.mark.case("E92-supply-levels-full", "E92-supply-dse-full")
def test_who_traces_is_fully_supplied_for_nothing_unless_everybody_pays() -> None:
    traced = usage(f"axis 05.03 a {DIV} oos\naxis 05.03 b {DIV} lowsupply")
    assert (traced.spent(), traced.unit("a").out_of_supply, low_supply(traced.unit("b"))) == (0, False, False)
    assert traced.one(OutOfSupplyCleared).unit == "a"
    paying = usage(f"axis 05.03 a {DIV}", supply="axis 05.03 9", weekly_supply="everybody")
    paying.do(DrawSupply("a", paying.hex("05.03")))
    assert paying.spent() == 4


# --- levels ----------------------------------------------------------------------------------------------------


def scene(line: str) -> Look:
    """A unit u at 02.02."""
    return position(
        f"edition 1992\n[terrain]\n. . . .\n. . . .\n. . . .\n[units]\naxis 02.02 u {line}\nsoviet 03.02 r {RGT}\n"
    )


def values(line: str) -> tuple[str, str, int]:
    """Strength in attack and defence, MA in whole MP."""
    look = scene(line)
    unit = look.unit("u")
    attack = attack_strength(look, unit, "open", "none").value
    return str(attack), str(defence_strength(look, unit, "open", True).value), movement_allowance(look, unit) // 12


@pytest.mark.case("E92-supply-levels-full", "E92-supply-levels-low", "E92-supply-levels-no")
def test_low_supply_halves_the_attack_and_none_halves_the_rest() -> None:
    assert values(RGT + " move") == ("4", "4", 6)
    assert values(RGT + " move lowsupply") == ("2", "4", 6)
    assert values(RGT + " move oos") == ("0", "2", 3)


@pytest.mark.case("E92-supply-levels-low", "E92-supply-levels-no")
def test_low_supply_halves_a_barrage_and_none_forbids_it() -> None:
    look = scene(GUN + " lowsupply")
    assert barrage_strength(look, look.unit("u")) == 4
    silent = scene(GUN + " oos")
    refused = refuse_artillery(silent, "axis", silent.unit("u"))
    assert refused is not None
    assert refused.case == "E92-supply-levels-no"


@pytest.mark.case("E92-supply-levels-no")
def test_without_supply_nobody_attacks() -> None:
    look = scene(RGT + " oos")
    refused = refuse_attacker(look, "axis", look.unit("u"), look.board.index("03.02"))
    assert refused is not None
    assert refused.code == "supply.level_attack"
    low = scene(RGT + " lowsupply")
    assert refuse_attacker(low, "axis", low.unit("u"), low.board.index("03.02")) is None


@pytest.mark.case("E92-supply-levels-armor")
@pytest.mark.parametrize(("line", "code"), [(TANKS, "supply.level_move"), (MOTOR, "supply.level_move"), (DIV, "")])
def test_armor_and_mech_do_not_move_without_supply(line: str, code: str) -> None:
    table = movement(f"edition 1992\n[terrain]\n. . . .\n. . . .\n[units]\naxis 02.02 u {line} oos\n")
    if code:
        assert table.refused(BeginMove("u")) == (code, "E92-supply-levels-armor")
    else:
        table.do(BeginMove("u"))
    assert is_fueled(table.look, table.unit("u"))


# --- attrition -------------------------------------------------------------------------------------------------


def die(line: str, roll: int, *, first: bool) -> int:
    """Steps that a unit loses."""
    look = position(f"edition 1992\n[terrain]\n. .\n. .\n[units]\naxis 02.02 u {line} oos\n", phase="supply")
    data = UnitAttrition("axis", ("u",), () if first else ("u",))
    table = Table(look, Frame("unit_attrition", "roll", data), (roll,))
    return table.one(AttritionResult).steps


PLAIN = "Div infantry other 12-2-3L/6-2-8L re=2"
"""Action Rating 2 and 2 RE: no modifier."""


@pytest.mark.case("E92-attrition-first", "E92-attrition-later", "E92-attrition-roll")
@pytest.mark.parametrize(("roll", "first", "later"), [(1, 0, 0), (2, 0, 0), (3, 0, 1), (4, 0, 1), (5, 1, 1), (6, 1, 1)])
def test_a_unit_rolls_one_die_on_the_column_of_its_time(roll: int, first: int, later: int) -> None:
    assert (die(PLAIN, roll, first=True), die(PLAIN, roll, first=False)) == (first, later)


@pytest.mark.case("E92-attrition-first", "E92-attrition-later")
@pytest.mark.parametrize(("roll", "first", "later"), [(4, 1, 2), (5, 2, 2)])
def test_the_rows_of_seven_and_eight(roll: int, first: int, later: int) -> None:
    worse = "Div infantry other 12-0-3L/6-0-8L re=2"  # +3
    assert (die(worse, roll, first=True), die(worse, roll, first=False)) == (first, later)


@pytest.mark.case("E92-attrition-drm-ar", "E92-attrition-drm-size")
@pytest.mark.parametrize(
    ("line", "by"),
    [
        ("Rgt infantry other 8-5-3L/4-5-6L", -3),
        ("Rgt infantry other 8-4-3L/4-4-6L", -3),
        ("Rgt infantry other 8-3-3L/4-3-6L", -1),
        ("Rgt infantry other 8-2-3L/4-2-6L", 0),
        ("Rgt infantry other 8-1-3L/4-1-6L", 1),
        ("Rgt infantry other 8-0-3L/4-0-6L", 3),
        ("Bn infantry other 8-2-3L/4-2-6L", -1),
        ("Co infantry other 8-2-3L/4-2-6L", -1),
        ("Div infantry other 8-2-3L/4-2-6L re=2", 0),
        ("Div infantry other 8-2-3L/4-2-6L re=3", 1),
        ("Div infantry other 8-2-3L/4-2-6L re=4", 2),
        ("Div infantry other 8-2-3L/4-2-6L re=4 lost=1", 1),
        ("Div infantry other 8-0-3L/4-0-6L re=4", 5),
    ],
)
def test_rating_and_size_modify_the_die(line: str, by: int) -> None:
    look = scene(line)
    assert sum(term.by for term in modifiers(look, look.unit("u"))) == by


@pytest.mark.case("E92-attrition-roll", "E92-supply-levels-no")
def test_every_unit_without_supply_rolls_for_itself_the_first_time_and_later() -> None:
    units = f"axis 02.02 a {PLAIN} oos\naxis 02.02 b {PLAIN}\n{WALL}"
    table = usage(units, supply="soviet 06.01 1", dice=(3, 3))
    assert [(e.case, e.steps) for e in table.all(AttritionResult)] == [
        ("E92-attrition-later", 1),
        ("E92-attrition-first", 0),
    ]
    assert [e.unit for e in table.all(StepLost)] == ["a"]


# --- adjacency -------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-adjacency-any-unit")
@pytest.mark.parametrize(
    ("line", "counts"), [(HQ, True), (GUN, True), (MILITIA, True), (f"{MILITIA} move", True), ("truck 1 45T", False)]
)
def test_those_that_cannot_attack_count_too_and_transport_does_not(line: str, counts: bool) -> None:
    look = position(f"edition 1992\n[terrain]\n. . .\n. . .\n[units]\nsoviet 02.01 r {line}\n")
    assert enemy_zoc(look, "axis", look.board.index("01.01")) is counts


@pytest.mark.case("E92-adjacency-any-unit")
@pytest.mark.parametrize("marks", ["", "move", "reserve", "strat", "dg", "oos"])
def test_every_enemy_unit_counts_whatever_its_mode_and_supply(marks: str) -> None:
    look = position(f"edition 1992\n[terrain]\n. . .\n. . .\n[units]\nsoviet 02.01 r {RGT} {marks}\n")
    assert enemy_zoc(look, "axis", look.board.index("01.01"))
    assert blocks_truck(look, "axis", look.board.index("03.01"))


BOARD = "edition 1992\n[terrain]\n. . . . . . .\n. . . . . . .\n. . . . . . .\n[units]\n"
TRUCKED = "Rgt infantry mech 8-3-3T/4-3-12T move"


@pytest.mark.case("E92-adjacency-truck", "E92-adjacency-truck-exit", "E92-adjacency-negation")
def test_trucks_stop_next_to_the_enemy_unless_a_unit_stands_there() -> None:
    enemy = f"soviet 03.03 r {RGT} move\n"  # next to 02.02, 03.02 and 04.02
    table = movement(f"{BOARD}axis 01.02 t {TRUCKED}\n{enemy}")
    table.do(BeginMove("t"), StepTo(table.hex("02.02")))
    assert table.refused(StepTo(table.hex("02.01")))[0] == "move.zoc_stop"
    helped = movement(f"{BOARD}axis 01.02 t {TRUCKED}\naxis 02.02 i {BN}\n{enemy}")
    helped.do(BeginMove("t"), StepTo(helped.hex("02.02")), StepTo(helped.hex("03.02")))
    along = movement(f"{BOARD}axis 01.02 t {TRUCKED}\naxis 01.02 i {TRUCKED}\n{enemy}")
    along.do(BeginMove("t"), AddUnit("i"), StepTo(along.hex("02.02")))
    assert along.refused(StepTo(along.hex("02.01")))[0] == "move.zoc_stop"
    leaving = movement(f"{BOARD}axis 02.02 t {TRUCKED}\n{enemy}")
    leaving.do(BeginMove("t"), StepTo(leaving.hex("02.01")), StepTo(leaving.hex("03.02")))
    assert leaving.refused(StepTo(leaving.hex("04.01")))[0] == "move.zoc_stop"


LINE = "edition 1992\n[terrain]\n. . . . . . .\n. . . . . . .\n[units]\n"


@pytest.mark.case("E92-adjacency-trace", "E92-adjacency-negation")
@pytest.mark.parametrize("guarded", [False, True])
def test_no_supply_line_runs_past_the_enemy_unless_units_stand_there(guarded: bool) -> None:
    guards = f"axis 04.01 g {BN}\naxis 03.02 h {BN}\n" if guarded else ""  # next to the enemy in 04.02
    text = f"{LINE}axis 02.01 u {RGT}\nsoviet 04.02 r {RGT} oos reserve\n{guards}[sources]\naxis 06.01\n"
    table = Table(position(text, phase="supply"), Frame("supply_usage", "favour", SupplyUsage("axis")), (1, 1, 1))
    assert table.unit("u").out_of_supply != guarded


@pytest.mark.case("E92-supply-dse-full")
def test_who_is_supplied_draws_nothing_more() -> None:
    table = usage(f"axis 02.02 a {DIV}\naxis 02.02 b {DIV}\n{WALL}")
    draw(table, "a")
    assert table.refused(DrawSupply("a", table.hex("02.02"))) == ("usage.not_hungry", "E92-supply-dse-full")


@pytest.mark.case("E92-attrition-roll")
def test_the_result_of_attrition_tells_who_rolled() -> None:
    table = usage(f"axis 02.02 a {DIV}\n{WALL}", supply="soviet 06.01 1", dice=(6,))
    assert table.one(AttritionResult).ledger.lines[0].unit == "a"
