"""The prices that players look up are those that are charged."""

from __future__ import annotations

import pytest

from redball.rules.barrage.segment import preview
from redball.rules.supply.points import PRICE_LIST
from rules.test_barrage import one_gun
from support import position


@pytest.mark.case("10.1b-1")
@pytest.mark.parametrize(
    ("strength", "column", "tokens"), [(1, "1 or less", 1), (4, "3-4", 2), (20, "17-24", 3), (70, "69-116", 8)]
)
def test_a_barrage_pays_the_listed_price_of_its_column(strength: int, column: str, tokens: int) -> None:
    look = position(
        one_gun(f"artillery b{strength}-3-3-3T/b1-2-3-14T", "01.02").replace("axis 01.01 5", "axis 01.01 9")
    )
    seen = preview(look, "axis", look.board.index("04.02"), ("g1",))
    listed = {price.name: price for price in look.policies[PRICE_LIST](look.world.charts)}[f"barrage, {column}"]
    assert (seen.column, seen.cost) == (column, tokens)
    assert (listed.tokens(), listed.unit, listed.case) == (tokens, "each barrage, by its initial column", "10.1b-1")
    assert sum(prospect.ways for prospect in seen.prospects) == 216


@pytest.mark.case("12.6c-A")
def test_eating_off_the_map_costs_one_sp_for_what_it_feeds() -> None:
    look = position(one_gun("artillery b4-3-3-3T/b1-2-3-14T", "01.02"))
    (eating,) = (price for price in look.policies[PRICE_LIST](look.world.charts) if price.name == "eating off the map")
    assert (eating.tokens(), eating.case) == (1, "12.6c-A")
