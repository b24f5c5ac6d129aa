"""House rules on barrages, and artillery that reacts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from redball.analysis.bounds import barrage_bounds
from redball.analysis.chain import after_barrage
from redball.analysis.policy import Policy
from redball.core.actions import AddUnit, BeginMove, DeclareBarrage, Done, Pay, RemoveUnit
from redball.core.events import BarrageDeclared, DiceRolled, StepLost
from redball.editions import edition
from redball.editions.options.barrage import drawn
from redball.game.explain.bills import explain_bills
from redball.game.sight.beneath import doubt
from redball.rules.barrage.segment import HalveFire, battery, preview
from rules.table import Table, barrage_segment
from support import GUNS, LEG, sit

GUN = "artillery b16-3-3-3T/b5-2-3-14T"
RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
DIVISION = "Div infantry other 12-3-3L/6-3-8L re=3"
HQ = "hq 15T-4T/10T-20T"
ROW = "[terrain]\n. . . . . . .\n. . . . . . .\n. . . . . . .\n[units]\n"


def scene(guns: str, targets: str = f"soviet 04.02 rr1 {RIFLES}", rest: str = "", supply: str = "5") -> str:
    """Guns, a spotter next to the target at 04.02, and supply at 01.01."""
    return f"{ROW}{guns}\naxis 03.02 ir1 {RIFLES}\n{targets}\n{rest}[supply]\naxis 01.01 {supply}\nsoviet 06.01 5\n"


def drafted(text: str, *guns: str, dice: tuple[int, ...] = (1, 1), phase: str = "combat", **switches: Any) -> Table:
    """A barrage of some guns on 04.02 before it is committed."""
    table = barrage_segment(text, dice=dice, phase=phase, **switches)
    return table.do(DeclareBarrage(table.hex("04.02")), *(AddUnit(gun) for gun in guns))


# --- HR-7-B --------------------------------------------------------------------------------------------------------


@pytest.mark.case("HR-7-B")
@pytest.mark.parametrize(
    ("guns", "on", "price"),
    [
        (f"axis 01.02 g1 {GUN}", True, 3),
        (f"axis 01.02 g1 {GUN} formation=x formationfuel", True, 2),
        (f"axis 01.02 g1 {GUN} formation=x formationfuel", False, 3),
        (f"axis 01.02 g1 {GUN} fueled", True, 3),
        (f"axis 01.02 g1 {GUN}\naxis 01.01 h {HQ} hqfuel", True, 2),
        (f"axis 01.02 g1 {GUN}\naxis 01.01 h {HQ}", True, 3),
    ],
)
def test_guns_fueled_by_formation_or_hq_fire_for_a_token_less(guns: str, on: bool, price: int) -> None:
    """16 points cost 3T. Fuel of the unit alone is none of the two methods."""
    table = drafted(scene(guns), "g1", fueled_guns=on).do(Done())
    table.run_to("")
    assert table.spent() == price


@pytest.mark.case("HR-7-B")
@pytest.mark.parametrize(("second", "price"), [(" formation=x formationfuel", 3), ("", 4)])
def test_all_that_fire_must_be_fueled(second: str, price: int) -> None:
    guns = f"axis 01.02 g1 {GUN} formation=x formationfuel\naxis 02.01 g2 {GUN.replace('b16', 'b9')}{second}"
    table = drafted(scene(guns), "g1", "g2", fueled_guns=True).do(Done())
    table.run_to("")
    assert table.spent() == price


@pytest.mark.case("HR-7-B")
@pytest.mark.parametrize("on", [True, False])
def test_a_barrage_of_one_token_is_then_free(on: bool) -> None:
    """Nobody is asked to pay, and no supply need be in reach."""
    gun = f"axis 01.02 g1 {GUN.replace('b16', 'b2')} formation=x formationfuel"
    table = drafted(scene(gun, rest="", supply="0").replace("axis 01.01 0\n", ""), "g1", fueled_guns=on)
    if on:
        assert table.do(Done()).one(BarrageDeclared).units == ("g1",)
        assert table.spent() == 0
    else:
        assert table.refused(Done()) == ("barrage.no_supply", "10.1b-2")


# --- HR-7-A --------------------------------------------------------------------------------------------------------


@pytest.mark.case("HR-7-A")
def test_artillery_fires_half_to_save_supply() -> None:
    """16 points cost 3T, 8 cost 2T; 8 and another 16 are 24."""
    table = drafted(scene(f"axis 01.02 g1 {GUN}"), "g1", half_barrage=True).do(HalveFire("g1"), Done())
    table.run_to("")
    assert (table.spent(), table.one(BarrageDeclared).strength) == (2, "8")
    guns = f"axis 01.02 g1 {GUN}\naxis 02.01 g2 {GUN}"
    table = drafted(scene(guns), "g1", "g2", half_barrage=True).do(HalveFire("g2"), Done())
    table.run_to("")
    assert table.one(BarrageDeclared).strength == "24"


@pytest.mark.case("HR-7-A")
def test_half_is_taken_back() -> None:
    table = drafted(scene(f"axis 01.02 g1 {GUN}"), "g1", half_barrage=True)
    table.do(HalveFire("g1"), HalveFire("g1"), HalveFire("g1"), RemoveUnit("g1"), AddUnit("g1"), Done())
    table.run_to("")
    assert (table.spent(), table.one(BarrageDeclared).strength) == (3, "16")


@pytest.mark.case("HR-7-A")
def test_who_may_fire_half() -> None:
    table = drafted(scene(f"axis 01.02 g1 {GUN}"), "g1")
    assert table.refused(HalveFire("g1")) == ("barrage.whole", "10.0-C")
    table = drafted(scene(f"axis 01.02 g1 {GUN}"), "g1", half_barrage=True)
    assert table.refused(HalveFire("ir1")) == ("barrage.not_added", "10.0-D")


@pytest.mark.case("HR-7-A")
@pytest.mark.parametrize(("halved", "strength", "price"), [((), "32", 4), (("g2",), "24", 3), (("g1", "g2"), "16", 3)])
def test_what_looks_ahead_counts_half_as_it_will_fire(halved: tuple[str, ...], strength: str, price: int) -> None:
    """Preview, bill, battery, bounds and the plan of strokes agree with the barrage that is then resolved."""
    guns = f"axis 01.02 g1 {GUN}\naxis 02.01 g2 {GUN}"
    table = drafted(scene(guns), "g1", "g2", half_barrage=True, dice=(2, 3, 3)).do(*map(HalveFire, halved))
    look, hex_, units = table.look, table.hex("04.02"), ("g1", "g2")
    shown = preview(look, "axis", hex_, units)
    assert (shown.strength, shown.cost, shown.refused) == (strength, price, None)
    assert explain_bills(look, "axis", "barrage", hex_, units).tokens == price
    assert [gun.strength for gun in battery(look, "axis", hex_)] == ["8" if g in halved else "16" for g in units]
    hidden = doubt(look, "axis", hex_)
    assert hidden is not None
    bounds = barrage_bounds(hidden, "axis", hex_, units)
    columns = look.world.charts.barrage.columns
    assert bounds.column.least <= columns.index(shown.column) <= bounds.column.most
    after = after_barrage(look, "axis", hex_, units, Policy())
    upset = sum(
        chance for then, chance in after if then.state.units["rr1"].hex >= 0 and then.unit("rr1").marker == "dg"
    )
    told = sum(p.ways for p in shown.prospects if p.dg and not p.steps)
    assert upset == Fraction(told, 216)
    table.do(Done()).run_to("")
    assert (table.one(BarrageDeclared).strength, table.spent()) == (strength, price)


@pytest.mark.case("HR-7-A")
def test_who_is_not_drafted_against_the_hex_counts_whole() -> None:
    """Half is said of a barrage on one hex: a look at another is not changed by it."""
    two = f"soviet 04.02 rr1 {RIFLES}\nsoviet 04.03 rr2 {RIFLES}"
    table = drafted(scene(f"axis 01.02 g1 {GUN}", two), "g1", half_barrage=True).do(HalveFire("g1"))
    assert preview(table.look, "axis", table.hex("04.02"), ("g1",)).strength == "8"
    assert preview(table.look, "axis", table.hex("04.03"), ("g1",)).strength == "16"


@pytest.mark.case("HR-7-A", "HR-7-B")
def test_the_two_rules_on_cheaper_barrages_are_alternatives() -> None:
    with pytest.raises(ValueError, match="HR-7-A and HR-7-B are alternatives"):
        edition("v4.2").switch_values({"half_barrage": True, "fueled_guns": True})


# --- HR-8 ----------------------------------------------------------------------------------------------------------


TARGETS = f"soviet 04.02 rd {DIVISION}\nsoviet 04.02 rr1 {RIFLES}\nsoviet 04.02 rr2 {RIFLES}"
TWO = f"axis 01.02 g1 {GUN.replace('b16', 'b60')}"


@pytest.mark.case("HR-8")
@pytest.mark.parametrize(("die", "unit"), [(1, "rd"), (3, "rd"), (4, "rr1"), (5, "rr2")])
def test_a_die_says_which_step_is_lost(die: int, unit: str) -> None:
    """Five steps: the division has three of them, so three faces."""
    table = drafted(scene(TWO, TARGETS), "g1", dice=(5, 5, die), rolled_barrage_losses=True).do(Done())
    table.do(Pay("g1", table.hex("01.01")))
    lost = table.one(StepLost)
    assert (lost.unit, lost.case, lost.cause) == (unit, "HR-8", "barrage")


@pytest.mark.case("HR-8")
def test_a_face_too_many_is_thrown_again_and_each_step_gets_dice_of_its_own() -> None:
    table = drafted(scene(TWO, TARGETS), "g1", dice=(6, 5, 6, 6, 1, 4), rolled_barrage_losses=True).do(Done())
    table.do(Pay("g1", table.hex("01.01")))
    assert [e.dice for e in table.all(DiceRolled) if e.case == "HR-8"] == [(6,), (6,), (1,), (4,)]
    assert [e.unit for e in table.all(StepLost)] == ["rd", "rr2"], "of the four steps that are left it is the last"


@pytest.mark.case("HR-8")
def test_a_unit_alone_needs_no_die_and_without_the_rule_the_owner_chooses() -> None:
    table = drafted(scene(TWO), "g1", dice=(5, 5), rolled_barrage_losses=True).do(Done())
    table.do(Pay("g1", table.hex("01.01")))
    assert [e.unit for e in table.all(StepLost)] == ["rr1"]
    assert not [e for e in table.all(DiceRolled) if e.case == "HR-8"]
    table = drafted(scene(TWO, TARGETS), "g1", dice=(5, 5)).do(Done())
    assert table.do(Pay("g1", table.hex("01.01"))).step == "losses"


@pytest.mark.case("HR-8")
@pytest.mark.parametrize(("steps", "dice"), [(2, 1), (5, 1), (6, 1), (7, 2), (20, 2)])
def test_every_step_is_as_likely_as_any_other(steps: int, dice: int) -> None:
    throws = [(a,) for a in range(1, 7)] if dice == 1 else [(a, b) for a in range(1, 7) for b in range(1, 7)]
    counts = Counter(drawn(throw, steps) for throw in throws)
    del counts[None]
    assert set(counts) == set(range(steps))
    assert len(set(counts.values())) == 1


# --- 21.9 ----------------------------------------------------------------------------------------------------------


HOG = "[hedgehogs]\naxis {} 1\n"


def reacting(words: str, rest: str = "", *, at: str = "01.02", on: bool = True, phase: str = "reaction") -> Table:
    """The axis barrages; what it may do is asked of it."""
    text = scene(f"axis {at} g1 {GUN} {words}", rest=rest)
    return barrage_segment(text, dice=(1, 1), phase=phase, reactive_artillery=on)


@pytest.mark.case("21.9a", "21.9c")
@pytest.mark.parametrize(("words", "at"), [("", "01.02"), ("move", "02.02")])
@pytest.mark.parametrize("works", [False, True])
def test_artillery_fires_in_reaction_without_reserve(words: str, at: str, works: bool) -> None:
    """On its Move side it stands nearer."""
    table = reacting(words, HOG.format(at) if works else "", at=at)
    table.do(DeclareBarrage(table.hex("04.02")), AddUnit("g1"), Done())
    table.run_to("")
    assert table.one(BarrageDeclared).units == ("g1",)


@pytest.mark.case("21.9a", "21.9b")
@pytest.mark.parametrize(
    ("words", "on", "phase"),
    [("", False, "reaction"), ("dg", True, "reaction"), ("strat", True, "reaction"), ("", True, "exploitation")],
)
def test_others_and_other_phases_are_as_ever(words: str, on: bool, phase: str) -> None:
    assert reacting(words, on=on, phase=phase).step == ""


@pytest.mark.case("21.9b")
def test_reacting_artillery_does_not_move() -> None:
    table = sit(
        f"axis 02.02 g {GUNS}\naxis 02.02 u {LEG} reserve\nsoviet 06.05 r {LEG}",
        at="reaction_movement",
        phasing="soviet",
        switches={"reactive_artillery": True},
    )
    assert table.refused(BeginMove("g")) == ("move.not_usable", "7.0a")
