"""Barrages of New OCS: shifts, prices, losses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from editions.new_ocs.new_support import look, sit
from redball.core.actions import AddUnit, DeclareBarrage, Done, LoseStep
from redball.core.events import BarrageDeclared, StepLost
from redball.editions.new_ocs.barrage import may_lose
from redball.editions.new_ocs.tap import UnitTapped
from redball.rules.barrage.on_board import aim, best_terrain
from redball.rules.barrage.segment import preview
from redball.rules.modes.disorganization import Disorganized
from support import GUNS, HQ, LEG, TANKS, land

STOCKS = "[supply]\naxis 02.02 20\nsoviet 06.05 9\n"
ARMORED = "Div tank armor 20-4-12K/10-4-15K re=6"
SOFT = "Div infantry other 20-3-6L/10-3-12L re=6"


def shift(target: str, *, terrain: str = ".", rest: str = "", spotter: bool = True, **switches: Any) -> int:
    """Columns by which a barrage of 20 points on 04.03 is shifted."""
    seen = f"axis 04.02 s {LEG}\n" if spotter else ""
    here = look(f"axis 02.02 g {GUNS}\n{seen}{target}", land(f"04.03={terrain}"), rest=rest, **switches)
    hex_ = here.board.index("04.03")
    aimed = aim(here, "axis", hex_, Fraction(20), best_terrain(here, hex_))
    return aimed.column - aimed.initial


@pytest.mark.case("N10-shifts-soft", "N10-shifts-re", "N10-shifts-strat", "N10-shifts-spotter")
@pytest.mark.parametrize(
    ("target", "by"),
    [
        (f"soviet 04.03 r {LEG}", 0),
        (f"soviet 04.03 r {SOFT.replace('re=6', 're=5')}", 0),
        (f"soviet 04.03 r {SOFT}", 2),
        (f"soviet 04.03 r {ARMORED}", 1),
        (f"soviet 04.03 r {ARMORED.replace('re=6', 're=5')}", 0),
        (f"soviet 04.03 r {LEG} strat", 1),
        (f"soviet 04.03 r {SOFT} strat", 3),
    ],
)
def test_what_stands_in_the_target_shifts_right(target: str, by: int) -> None:
    assert shift(target) == by
    assert shift(target, spotter=False) == by - 1


@pytest.mark.case(
    "N10-shifts-extreme",
    "N10-shifts-hedgehog",
    "N9-terrain-bombardment",
    "N9-terrain-very-close-extreme",
    "N16.0b-effect",
)
@pytest.mark.parametrize(
    ("level", "terrain", "by"), [(1, ".", 0), (2, ".", -1), (4, ".", -1), (0, "C", -1), (2, "C", -1)]
)
def test_terrain_and_works_shift_one_column_at_most(level: int, terrain: str, by: int) -> None:
    works = f"[hedgehogs]\nsoviet 04.03 {level}\n" if level else ""
    assert shift(f"soviet 04.03 r {LEG}", terrain=terrain, rest=works) == by
    assert shift(f"soviet 04.03 r {LEG}", terrain="w") == 0


@pytest.mark.case("N12-barrage-supply", "N10-move-mode-artillery", "N10-move-mode-artillery-mixed")
@pytest.mark.parametrize(
    ("guns", "strength", "cost"),
    [
        ((GUNS,), "20", 2),
        ((f"{GUNS} move",), "10", 2),  # paid as 20, fired as 10
        ((GUNS, f"{GUNS} move"), "30", 2),  # paid as 40
        (("artillery b30-3-4-3L/b20-3-4-12T move", GUNS), "40", 3),  # paid as 60
    ],
)
def test_move_mode_guns_pay_double(guns: tuple[str, ...], strength: str, cost: int) -> None:
    rows = "\n".join(f"axis 02.02 g{i} {gun}" for i, gun in enumerate(guns))
    here = look(f"{rows}\naxis 04.02 s {LEG}\nsoviet 04.03 r {LEG}", at="bombardment", rest=STOCKS)
    units = tuple(f"g{i}" for i in range(len(guns)))
    found = preview(here, "axis", here.board.index("04.03"), units)
    assert (found.strength, found.cost, found.refused) == (strength, cost, None)


@pytest.mark.case("N10-one-per-hex", "N10-one-per-hex-tap", "N10-one-per-hex-consequence")
def test_a_hex_is_barraged_once_by_all_that_fires_at_it() -> None:
    units = f"axis 02.02 g {GUNS}\naxis 02.02 h {GUNS}\naxis 04.02 s {LEG}\nsoviet 04.03 r {LEG}\nsoviet 03.04 q {LEG}"
    table = sit(units, at="bombardment", rest=STOCKS, dice=(1, 1))
    hex_ = table.hex("04.03")
    table.do(DeclareBarrage(hex_), AddUnit("g"), Done())
    table.idle(lambda: table.step.startswith("barrage_segment"))
    assert [event.unit for event in table.all(UnitTapped)] == ["g"]
    assert table.refused(DeclareBarrage(hex_)) == ("barrage.hex_barraged", "N10-one-per-hex")
    assert DeclareBarrage(table.hex("03.04")) in table.game.choices()
    together = sit(units, at="bombardment", rest=STOCKS, dice=(1, 1))
    together.do(DeclareBarrage(hex_), AddUnit("g"), AddUnit("h"), Done())
    together.idle(lambda: bool(together.all(BarrageDeclared)))
    assert together.one(BarrageDeclared).strength == "40"


@pytest.mark.case("N10-step-losses")
def test_soft_units_at_full_strength_lose_first() -> None:
    worn = "Div infantry other 20-3-6L/10-3-12L re=4 lost=1"
    units = (
        f"axis 02.02 g {GUNS}\nsoviet 04.03 t {TANKS}\nsoviet 04.03 a {LEG}\nsoviet 04.03 w {worn}\nsoviet 04.03 h {HQ}"
    )
    here = look(units)
    hex_ = here.board.index("04.03")
    assert may_lose(here, "soviet", hex_, ()) == ("a", "h")
    assert may_lose(here, "soviet", hex_, ("a", "h")) == ("w",)
    assert may_lose(here, "soviet", hex_, ("a", "h", "w")) == ("t",)
    assert may_lose(here, "soviet", hex_, ("a", "h", "t", "w")) == ("a", "h")


@pytest.mark.case("N10-step-losses", "N5.10-fire")
def test_others_may_not_lose_a_step_before_soft_units() -> None:
    guns = "artillery b120-3-4-3L/b10-3-4-12T"
    rows = (
        f"axis 02.02 g {guns}\naxis 04.02 s {LEG}\nsoviet 04.03 t {TANKS}\nsoviet 04.03 a {LEG}\nsoviet 04.03 b {LEG}"
    )
    table = sit(rows, at="bombardment", rest=STOCKS, dice=(6, 6))
    table.do(DeclareBarrage(table.hex("04.03")), AddUnit("g"), Done())
    while table.step != "barrage.losses":
        table.do(table.game.choices()[0])
    assert {event.kind for event in table.all(Disorganized)} == {"fire"}
    assert table.refused(LoseStep("t")) == ("barrage.others_first", "N10-step-losses")
    table.do(LoseStep("a"))
    assert {event.unit for event in table.all(StepLost)} == {"a", "b"}


@pytest.mark.case("N4.3-density")
@pytest.mark.parametrize(
    ("target", "by_re", "by_steps"),
    [
        ([LEG] * 6, 2, 2),
        ([LEG] * 5, 0, 0),
        (["Bn infantry other 4-3-3L/2-3-6L"] * 6, 0, 2),
        (["Bn infantry other 4-3-3L/2-3-6L"] * 5, 0, 0),
        ([TANKS] * 6, 0, 1),
        ([TANKS] * 5, 0, 0),
        ([LEG] * 5 + [TANKS] * 2, 1, 0),
    ],
)
def test_density_by_steps_holds_for_barrages(target: list[str], by_re: int, by_steps: int) -> None:
    rows = "\n".join(f"soviet 04.03 r{i} {unit}" for i, unit in enumerate(target))
    assert shift(rows) == by_re
    assert shift(rows, density_by="steps") == by_steps
