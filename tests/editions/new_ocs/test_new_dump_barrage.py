"""Barrages on dumps."""

from __future__ import annotations

import pytest

from editions.new_ocs.new_support import sit
from editions.new_ocs.test_new_air import BOMBER, sky
from redball.bots.steady.barrage import declare
from redball.bots.steady.scene import Memory, Scene
from redball.core.actions import AddPlane, AddUnit, AimMission, Cancel, DeclareBarrage, Done, PlanMission, RemoveUnit
from redball.core.events import BarrageResolved, SupplySpent
from redball.editions.aimed_barrage import AimBarrage, SupplyBarraged
from redball.editions.new_ocs.tap import UnitTapped
from redball.game.sight.belief import believed
from redball.rules.air.air import StrikeMade
from redball.rules.barrage.segment import preview
from redball.rules.modes.disorganization import Disorganized
from support import GUNS, LEG, Sitting

CASE = "N10-facilities-dumps"
BIG = "artillery b81-4-3-4L/b40-4-3-12T"


def aimed(gun: str = BIG, *dice: int, there: str = "17T", troops: bool = False) -> Sitting:
    """A draft of one gun on a hex with a dump; another gun keeps the phase open, there being another target."""
    units = f"axis 02.02 g {gun}\naxis 02.02 other {GUNS}\nsoviet 03.04 far {LEG}\nsoviet 06.05 q {LEG}"
    units += f"\nsoviet 04.03 r {LEG}" if troops else ""
    stocks = f"[supply]\naxis 02.02 20\nsoviet 04.03 {there}\n"
    table = sit(units, at="bombardment", rest=stocks, dice=dice)
    return table.do(DeclareBarrage(table.hex("04.03")), AddUnit("g"))


def fire(table: Sitting) -> Sitting:
    table.do(Done())
    while table.step.startswith(("pay", "dump_barrage", "barrage.")):
        table.do(table.game.choices()[0])
    return table


def left(table: Sitting) -> int:
    return table.game.state.ground_supply("soviet", table.hex("04.03")).tokens


@pytest.mark.case("N10-facilities-dumps")
@pytest.mark.parametrize(
    ("gun", "die", "burned", "price"),
    [
        (BIG, 4, 8, 8),  # 81 points: 2*(4)
        (BIG, 3, 4, 8),  # 1(4)
        ("artillery b80-4-3-4L/b40-4-3-12T", 1, 0, 6),  # (5)
        ("artillery b80-4-3-4L/b40-4-3-12T", 2, 4, 6),
        (f"{BIG} move", 5, 8, 6),  # fires as 40, pays as 80
        (f"{BIG} move", 2, 0, 6),
        (GUNS, 6, 4, 2),  # 20 points: 1*(4)
        (GUNS, 3, 0, 2),
    ],
)
def test_each_hit_destroys_an_sp(gun: str, die: int, burned: int, price: int) -> None:
    table = fire(aimed(gun, die))
    assert 17 - left(table) == burned
    assert [event.ground for event in table.all(SupplyBarraged)] == ([burned] if burned else [])
    assert sum(event.tokens for event in table.all(SupplySpent)) == price
    assert [event.unit for event in table.all(UnitTapped)] == ["g"]
    assert table.one(BarrageResolved).case == CASE


@pytest.mark.case("N10-facilities-dumps")
def test_no_more_burns_than_is_there() -> None:
    assert left(fire(aimed(BIG, 6, there="3T"))) == 0


@pytest.mark.case("N10-facilities-dumps")
def test_what_is_fired_at_is_said_where_there_is_a_choice() -> None:
    table = aimed(BIG, 6, troops=True)
    assert table.offered(AimBarrage) == [AimBarrage("supply")]
    assert table.refused(AimBarrage("works")) == ("barrage.not_there", CASE)
    assert table.refused(AimBarrage("units")) == ("barrage.aimed", CASE)
    on_units = preview(table.game.look, "axis", table.hex("04.03"), ("g",))
    table.do(AimBarrage("supply"))
    on_dump = preview(table.game.look, "axis", table.hex("04.03"), ("g",))
    assert (on_units.column, on_dump.column) == ("41-68", "81+")
    assert on_dump.cost == 8
    assert on_dump.ledger is not None
    assert [(line.amount, line.reason[:4]) for line in on_dump.ledger.lines[1:]] == [("3/6", "1 SP"), ("3/6", "2 SP")]
    fire(table)
    assert left(table) == 9
    assert not table.all(Disorganized)


@pytest.mark.case("N10-facilities-dumps")
def test_a_hex_is_fired_at_once_whatever_at() -> None:
    table = fire(aimed(BIG, 6, troops=True).do(AimBarrage("supply")))
    assert table.refused(DeclareBarrage(table.hex("04.03")))[0] == "barrage.hex_barraged"


@pytest.mark.case("N10-facilities-dumps")
def test_an_empty_hex_is_no_target_and_units_may_hide_a_dump() -> None:
    table = sit(
        f"axis 02.02 g {BIG}\nsoviet 03.04 r {LEG}\nsoviet 06.05 q {LEG}",
        at="bombardment",
        rest="[supply]\naxis 02.02 20\n",
        dice=(6,),
    )
    assert table.refused(DeclareBarrage(table.hex("04.03"))) == ("barrage.nothing", CASE)
    assert table.refused(AimBarrage("supply")) == ("barrage.no_draft", CASE)
    table.do(DeclareBarrage(table.hex("03.04")), AimBarrage("supply"), AddUnit("g"))
    seen = preview(believed(table.game.look, "axis"), "axis", table.hex("03.04"), ("g",))
    assert (seen.column, seen.refused) == ("81+", None)
    fire(table)
    assert not table.all(SupplyBarraged)


@pytest.mark.case("N10-facilities-dumps")
@pytest.mark.parametrize(("stock", "refused"), [("7T", True), ("8T", False)])
def test_the_whole_price_comes_from_one_place(stock: str, refused: bool) -> None:
    units = f"axis 02.02 g {BIG}\nsoviet 06.05 q {LEG}"
    table = sit(units, at="bombardment", rest=f"[supply]\naxis 02.02 {stock}\nsoviet 04.03 9T\n", dice=(6,))
    table.do(DeclareBarrage(table.hex("04.03")))
    assert table.refused(Done())[0] == "barrage.no_units"
    table.do(AddUnit("g"))
    if refused:
        assert table.refused(Done())[0] == "barrage.no_supply"
    else:
        assert left(fire(table)) == 1


@pytest.mark.case("N10-facilities-dumps")
def test_a_bot_that_finds_a_draft_on_a_dump_takes_it_back() -> None:
    """He fires at units; whoever played before him may have left him any draft."""
    table = aimed(BIG, 6, troops=False)
    open_ = table.game.decision
    assert open_ is not None
    assert declare(Scene(table.game, "axis", open_, Memory())) in (RemoveUnit("g"), Cancel())


@pytest.mark.case("N10-facilities-dumps")
def test_supply_is_struck_where_the_enemy_has_some() -> None:
    table = sky(f"axis 05.01 b {BOMBER}", supply="[supply]\nsoviet 12.01 1\n").do(PlanMission("dump_barrage"))
    assert AimMission(table.hex("12.01")) in table.offered(AimMission)
    assert table.refused(AimMission(table.hex("10.01")))[0] == "mission.no_dump"
    table.do(AimMission(table.hex("14.01")), Cancel())  # there may be some under the units
    table.do(PlanMission("dump_barrage"), AimMission(table.hex("12.01")), AddPlane("b"), Done(), Done())
    assert table.one(StrikeMade).kind == "dump_barrage"
