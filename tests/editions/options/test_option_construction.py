"""Option 21.11: who raises hedgehogs, for how much, and what capture does to them."""

from __future__ import annotations

import pytest

from redball.core.actions import AddUnit, BeginMove, Construct, Halt, Pay, StepTo
from redball.core.events import HedgehogBuilt, HedgehogCaptured, HedgehogReduced
from support import HQ, LEG, Sitting, sit

BUILD = "build_hedgehog"
ENGINEER = "Bn engineer other 3-4-3L/1-4-8T kind=engineer"


def site(units: str, level: int, *, on: bool = True, supply: str = "9") -> Sitting:
    """A Movement Phase with a hedgehog and supply in 02.02."""
    works = f"[hedgehogs]\naxis 02.02 {level}\n" if level else ""
    return sit(
        f"{units}\nsoviet 06.05 r {LEG}",
        rest=f"[supply]\naxis 02.02 {supply}\n{works}",
        switches={"enhanced_construction": on},
    )


def pay_all(table: Sitting) -> Sitting:
    """In the first way."""
    while table.step == "pay.pay":
        table.do(table.offered(Pay)[0])
    return table


@pytest.mark.case("21.11a")
@pytest.mark.parametrize(("level", "price"), [(1, 12), (2, 16), (3, 20)])
@pytest.mark.parametrize("words", [HQ, ENGINEER])
def test_engineers_raise_a_hedgehog_for_a_sp_more_than_its_new_level(level: int, price: int, words: str) -> None:
    table = site(f"axis 02.02 e {words}", level)
    hex_ = table.hex("02.02")
    pay_all(table.do(Construct("e", hex_, f"raise_hedgehog_{level + 1}")))
    assert (table.game.state.hedgehogs[hex_].level, table.spent()) == (level + 1, price)
    assert table.one(HedgehogBuilt).case == "21.11a"


@pytest.mark.case("21.11a")
def test_the_price_must_be_in_reach() -> None:
    raised = "raise_hedgehog_4"
    assert raised in [c.task for c in site(f"axis 02.02 e {HQ}", 3, supply="5").offered(Construct)]
    table = site(f"axis 02.02 e {HQ}", 3, supply="4+3T")
    assert table.refused(Construct("e", table.hex("02.02"), raised))[0] == "construct.supply"


def numbers(table: Sitting, action: Construct) -> tuple[str, str]:
    """What the refusal of an action says there is, and what is needed."""
    refusal = table.game.do(action).refusal
    assert refusal is not None
    return refusal.have, refusal.need


@pytest.mark.case("21.11a")
def test_others_begin_a_hedgehog_and_raise_none() -> None:
    table = site(f"axis 02.02 u {LEG}", 0)
    hex_ = table.hex("02.02")
    pay_all(table.do(Construct("", hex_, BUILD)))
    assert (table.game.state.hedgehogs[hex_].level, table.spent()) == (1, 8)
    table = site(f"axis 02.02 u {LEG}", 1)
    assert table.refused(Construct("", hex_, "raise_hedgehog_2")) == ("construct.engineers", "21.11a")
    assert table.refused(Construct("", hex_, BUILD)) == ("hedgehog.begun", "21.11a")
    assert numbers(table, Construct("", hex_, BUILD)) == ("1", "raise_hedgehog_2")
    highest = site(f"axis 02.02 u {LEG}", 4)
    assert numbers(highest, Construct("", hex_, BUILD)) == ("4", "nothing more")
    assert [c for c in table.offered(Construct) if c.task != "reduce_hedgehog"] == []


@pytest.mark.case("21.11a")
@pytest.mark.parametrize("words", [HQ, ENGINEER])
def test_the_first_level_costs_engineers_two_sp_as_it_does_others(words: str) -> None:
    table = site(f"axis 02.02 e {words}", 0)
    hex_ = table.hex("02.02")
    pay_all(table.do(Construct("e", hex_, BUILD)))
    assert (table.game.state.hedgehogs[hex_].level, table.spent()) == (1, 8)


@pytest.mark.case("21.11a")
def test_a_level_at_a_time() -> None:
    table = site(f"axis 02.02 e {HQ}", 1)
    third = Construct("e", table.hex("02.02"), "raise_hedgehog_3")
    assert table.refused(third) == ("hedgehog.other_level", "21.11a")
    assert numbers(table, third) == ("1", "2")
    table = site(f"axis 02.02 e {HQ}\naxis 02.02 f {ENGINEER}", 1, supply="20")
    hex_ = table.hex("02.02")
    pay_all(table.do(Construct("e", hex_, "raise_hedgehog_2")))
    assert table.refused(Construct("f", hex_, "raise_hedgehog_3")) == ("hedgehog.raised", "16.0b-B")


@pytest.mark.case("21.11a")
def test_without_the_option_a_regiment_raises_it_for_two_sp() -> None:
    table = site(f"axis 02.02 u {LEG}", 1, on=False)
    hex_ = table.hex("02.02")
    assert table.refused(Construct("", hex_, "raise_hedgehog_2")) == ("construct.task", "13.8d-B")
    pay_all(table.do(Construct("", hex_, BUILD)))
    assert (table.game.state.hedgehogs[hex_].level, table.spent()) == (2, 8)


@pytest.mark.case("21.11c")
@pytest.mark.parametrize(("level", "on", "left"), [(3, True, 2), (1, True, 0), (3, False, 3)])
def test_a_captured_hedgehog_loses_a_level(level: int, on: bool, left: int) -> None:
    table = sit(
        f"axis 01.02 u {LEG}\nsoviet 06.05 r {LEG}",
        rest=f"[hedgehogs]\nsoviet 02.02 {level}\n",
        switches={"enhanced_construction": on},
    )
    hex_ = table.hex("02.02")
    table.do(BeginMove("u"), StepTo(hex_), Halt())
    works = table.game.state.hedgehogs.get(hex_)
    assert (works.level if works else 0) == left
    assert table.one(HedgehogCaptured).side == "axis"
    assert len(table.all(HedgehogReduced)) == on
    assert hex_ not in table.game.state.lowered, "capture is no work (16.0c-B)"


def test_a_party_is_not_put_together_for_what_engineers_do() -> None:
    table = site(f"axis 02.02 e {HQ}\naxis 02.02 u {LEG}", 1)
    table.do(Construct("e", table.hex("02.02"), "raise_hedgehog_2"))
    assert not table.offered(AddUnit)
