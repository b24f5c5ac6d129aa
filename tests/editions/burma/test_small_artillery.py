"""Small artillery shares a token in a phase, from any source in reach of one of the guns."""

from __future__ import annotations

import pytest

from redball.core.actions import AddUnit, DeclareBarrage, Done, Pay
from redball.core.events import BarrageDeclared
from redball.rules.barrage.segment import preview
from redball.rules.combat.strength import defence_strength
from rules.table import Table, barrage_segment

SMALL = "artillery b3-3-2-3T/b1-1-3-14T"
BIG = "artillery b16-3-3-3T/b5-2-3-14T"
FEW = "artillery b5-3-3-3T/b2-2-3-14T"
RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
SWAMP = ". . . s . . ."
"""A column that no truck crosses."""
BOARD = """edition new-ocs+burma
[terrain]
{row}
{row}
{row}
[units]
{units}
soviet 04.02 r1 {rifles}
soviet 04.03 r2 {rifles}
[supply]
{supply}
"""


def segment(
    units: str, supply: str = "axis 01.01 5", dice: tuple[int, ...] = (1, 1, 1, 1), row: str = ". . . . . . ."
) -> Table:
    """A Barrage Segment of the axis."""
    text = BOARD.format(units=units, rifles=RIFLES, supply=supply, row=row)
    return barrage_segment(text, dice=dice, phase="bombardment")


def guns(count: int, at: str = "03.02", words: str = SMALL) -> str:
    """So many batteries."""
    return "\n".join(f"axis {at} g{n} {words}" for n in range(count))


def fire(table: Table, target: str, *units: str) -> Table:
    """A barrage, paid in the first way."""
    table.do(DeclareBarrage(table.hex(target)), *map(AddUnit, units), Done())
    while table.step == "pay":
        table.do(table.offered(Pay)[0])
    return table


@pytest.mark.case("B-small-artillery-share")
@pytest.mark.parametrize(("count", "tokens"), [(1, 1), (4, 1), (5, 2)])
def test_four_batteries_share_a_token(count: int, tokens: int) -> None:
    table = fire(segment(guns(count)), "04.02", *(f"g{n}" for n in range(count)))
    assert table.spent() == tokens
    assert table.one(BarrageDeclared).strength == str(3 * count)


@pytest.mark.case("B-small-artillery-share")
def test_they_share_it_in_one_phase_whatever_they_fire_at() -> None:
    table = fire(segment(guns(5)), "04.02", "g0", "g1")
    assert table.spent() == 1
    fire(table, "04.03", "g2", "g3")
    assert table.spent() == 1, "four in all"


@pytest.mark.case("B-small-artillery-share")
def test_greater_guns_beside_them_are_paid_for_as_ever() -> None:
    alone = preview(segment(f"axis 03.02 b {BIG}").look, "axis", segment(guns(1)).hex("04.02"), ("b",)).cost
    mixed = segment(f"{guns(2)}\naxis 03.02 b {BIG}")
    assert preview(mixed.look, "axis", mixed.hex("04.02"), ("b", "g0", "g1")).cost == alone + 1


@pytest.mark.case("B-small-artillery-share")
def test_the_ledger_of_a_small_barrage_tells_the_batteries_beside_it() -> None:
    table = segment(f"{guns(2)}\naxis 03.02 b {FEW}")
    mixed = preview(table.look, "axis", table.hex("04.02"), ("b", "g0", "g1"))
    assert mixed.price is not None
    assert (mixed.cost, mixed.price.total) == (2, "2T")
    assert [line.amount for line in mixed.price.lines] == ["1/2T", "+1/2T", "+1T"]


@pytest.mark.case("B-small-artillery-share")
def test_any_source_of_one_of_them_pays_and_all_have_some() -> None:
    """Two dumps, each in reach of one battery only: no HQ serves both."""
    units = f"axis 03.02 g0 {SMALL}\naxis 05.02 g1 {SMALL}"
    table = segment(units, supply="axis 03.02 1\naxis 05.02 1", row=SWAMP)
    table.do(DeclareBarrage(table.hex("04.02")), AddUnit("g0"), AddUnit("g1"), Done())
    sources = {table.look.hex_name(pay.source) for pay in table.offered(Pay)}
    assert sources == {"03.02", "05.02"}
    poor = segment(units, supply="axis 03.02 1", row=SWAMP)
    poor.do(DeclareBarrage(poor.hex("04.02")), AddUnit("g0"))
    assert poor.refused(AddUnit("g1")) == ("barrage.small_unfed", "B-small-artillery-share")


@pytest.mark.case("B-small-artillery-defence")
def test_a_battery_defends_with_one() -> None:
    table = segment(guns(1))
    assert defence_strength(table.look, table.unit("g0"), "open", True).value == 1
