"""Japanese hedgehogs, and those of the other side."""

from __future__ import annotations

import pytest

from redball.core.actions import Construct, Pay
from redball.core.events import HedgehogBuilt, SupplySpent
from support import LEG, Sitting, sit

FAR = f"soviet 06.05 r {LEG}"


def site(units: str, works: str = "", supply: str = "axis 02.02 9") -> Sitting:
    """A Movement Phase of the axis."""
    return sit(f"{units}\n{FAR}", "", rest=f"[supply]\n{supply}\n[hedgehogs]\n{works}\n", edition="new-ocs+burma")


def build(table: Sitting) -> Sitting:
    """A level in 02.02, paid in the first way if it costs anything."""
    table.do(Construct("", table.hex("02.02"), "build_hedgehog"))
    while table.step == "pay.pay":
        table.do(table.offered(Pay)[0])
    return table


@pytest.mark.case("B-hedgehogs-free")
@pytest.mark.parametrize(("works", "level"), [("", 1), ("axis 02.02 1", 2)])
def test_japanese_works_are_free_one_level_in_a_turn(works: str, level: int) -> None:
    table = build(site(f"axis 02.02 a {LEG} nation=jp", works, supply=""))
    assert table.one(HedgehogBuilt).level == level
    assert not table.all(SupplySpent)
    again = Construct("", table.hex("02.02"), "build_hedgehog")
    assert table.refused(again)[0] in ("hedgehog.raised", "hedgehog.japanese_limit")


@pytest.mark.case("B-hedgehogs-limit")
@pytest.mark.parametrize("level", [2, 3])
def test_japanese_works_stop_at_level_2(level: int) -> None:
    table = site(f"axis 02.02 a {LEG} nation=jp", f"axis 02.02 {level}")
    assert table.refused(Construct("", table.hex("02.02"), "build_hedgehog")) == (
        "hedgehog.japanese_limit",
        "B-hedgehogs-limit",
    )


@pytest.mark.case("B-hedgehogs-limit", "B-hedgehogs-free", "N12-hedgehogs", "N16.0b")
@pytest.mark.parametrize(("works", "level"), [("", 1), ("axis 02.02 2", 3), ("axis 02.02 3", 4)])
def test_the_others_build_to_the_end_and_pay(works: str, level: int) -> None:
    table = build(site(f"axis 02.02 a {LEG}", works))
    assert table.one(HedgehogBuilt).level == level
    assert sum(e.tokens for e in table.all(SupplySpent)) == 4
    poor = site(f"axis 02.02 a {LEG}", works, supply="axis 02.02 3T")
    assert poor.refused(Construct("", poor.hex("02.02"), "build_hedgehog"))[0] == "construct.supply"
