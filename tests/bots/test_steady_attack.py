"""What the bot expects of an attack: what lies under the top of a stack, who is left to take the ground, what may be
spent on it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from redball.bots import make_bot
from redball.bots.steady.answers import attacker_option
from redball.bots.steady.beneath import DEEP, GUNS, QUIET, beneath
from redball.bots.steady.odds import Stakes, deep_column, expected, ground_worth, odds_of_columns
from redball.bots.steady.scene import Memory, Scene
from redball.core.actions import Action, DeclareAttack, Done, LoseStep, TakeRetreat
from redball.game import Game
from redball.rules.combat.odds import preview
from rules.table import Table, resolved
from rules.test_beach_assault import FRAIL, ONE, fought, lc
from support import GUNS as ARTILLERY
from support import HQ, land, sit

RGT = "Rgt infantry other 8-4-3L/2-3-6L"
ALIKE = "Rgt infantry other 3-3-3L/2-3-6L"
WEAK = "Rgt infantry other 2-2-3L/1-2-6L"


def scene(game: Game) -> Scene:
    """What the bot knows at the open decision."""
    open_ = game.decision
    assert open_ is not None
    return Scene(game, open_.side, open_, Memory())


def attacks(supply: str, rest: str = "", hidden: str = "", own: str = RGT, *, fog: bool = True) -> Action:
    """What the bot declares against a weak regiment, with others `hidden` under the tops of stacks far off."""
    units = f"axis 02.02 a1 {own}\naxis 02.02 a2 {own}\nsoviet 03.02 r1 {WEAK}\nsoviet 06.04 s1 {WEAK}\n{hidden}"
    table = sit(units, at="combat", rest=f"[supply]\naxis 02.02 {supply}\n{rest}", switches={"fog": fog})
    return make_bot("steady", 1).choose(table.game, "axis")


# --- what lies beneath --------------------------------------------------------------------------------------------


def test_what_is_seen_nowhere_is_spread_over_the_stacks() -> None:
    units = f"axis 02.02 a1 {RGT}\nsoviet 03.02 r1 {WEAK}\nsoviet 03.02 r2 {RGT}\nsoviet 03.02 r3 {RGT}\n"
    others = f"soviet 05.01 g1 {ARTILLERY}\nsoviet 05.05 h1 {HQ}"
    fogged = sit(units + others, at="combat")
    hexes = [fogged.hex(name) for name in ("03.02", "05.01", "05.05")]
    mean = 12 * 16 // 3
    assert [beneath(scene(fogged.game), hex_) for hex_ in hexes] == [mean, mean * GUNS, mean // QUIET]
    clear = sit(units + others, at="combat", switches={"fog": False})
    assert [beneath(scene(clear.game), hex_) for hex_ in hexes] == [0, 0, 0]


@pytest.mark.case("4.9a-A")
def test_where_it_lies_does_not_change_what_is_expected() -> None:
    here = f"axis 02.02 a1 {RGT}\nsoviet 03.02 r1 {WEAK}\nsoviet 06.04 s1 {WEAK}\nsoviet 03.02 x {RGT}"
    there = here.replace("soviet 03.02 x", "soviet 06.04 x")
    found = [
        beneath(scene(table.game), table.hex("03.02")) for table in (sit(here, at="combat"), sit(there, at="combat"))
    ]
    assert found[0] == found[1] > 0


@pytest.mark.parametrize(("hidden", "goes"), [(0, True), (6, False)])
def test_no_attack_where_many_are_seen_nowhere(hidden: int, goes: bool) -> None:
    units = "".join(f"soviet 06.04 z{number} {RGT}\n" for number in range(hidden))
    assert isinstance(attacks("5", hidden=units, own=ALIKE), DeclareAttack if goes else Done)
    assert isinstance(attacks("5", hidden=units, own=ALIKE, fog=False), DeclareAttack)


def test_more_of_the_defence_costs_columns() -> None:
    units = f"axis 02.02 a1 {RGT}\naxis 02.02 a2 {RGT}\nsoviet 03.02 r1 Rgt infantry other 4-2-3L/1-2-6L"
    table = sit(units, at="combat")
    look, hex_ = table.game.look, table.hex("03.02")
    found = preview(look, "regular", hex_, ("a1", "a2"))
    odds = odds_of_columns(look.world, found.odds)
    assert odds[found.odds.column] == 4
    assert [odds[deep_column(look, found, times)] for times in map(Fraction, (1, 2, 4))] == [4, 2, 1]
    values = [expected(look, "axis", "regular", hex_, ("a1", "a2"), doubt) for doubt in (0, 12, 48)]
    assert values[0] > values[1] > values[2]
    deep = expected(look, "axis", "regular", hex_, ("a1", "a2"), 48)
    assert values[0] - deep < values[0], f"only one stack in {DEEP} is deep"


# --- who is left to take the ground ---------------------------------------------------------------------------------


def test_who_loses_its_last_step_takes_no_ground() -> None:
    units = f"axis 02.02 a1 {WEAK}\naxis 02.02 a2 {WEAK}\nsoviet 03.02 r1 {WEAK}"
    table = sit(units, at="combat")
    look, hex_ = table.game.look, table.hex("03.02")
    one, two = (Stakes(look, "axis", hex_, [look.unit(uid) for uid in uids], "a1") for uids in (("a1",), ("a1", "a2")))
    ground = ground_worth(look, "axis", hex_)
    assert two.of(look.world, "AL1 Do1") - one.of(look.world, "AL1 Do1") == ground
    assert two.of(look.world, "Ae4 DL1o2") == one.of(look.world, "Ae4 DL1o2"), "without a loss one is enough"
    assert two.of(look.world, "Ao1 DL1o1") > one.of(look.world, "Ao1 DL1o1"), "it goes back, and the hex is not taken"


BATTLE = f"[terrain]\n{land()}\n[units]\naxis 02.03 a1 {WEAK}\n{{more}}soviet 03.03 r1 {WEAK}\n"


@pytest.mark.parametrize(("more", "stays"), [("", False), (f"axis 02.03 a2 {WEAK}\n", True)])
def test_an_option_is_paid_with_a_step_only_where_somebody_is_left(more: str, stays: bool) -> None:
    names = ("a1", "a2") if more else ("a1",)
    table: Table = resolved(BATTLE.format(more=more), "03.03", *names, result="Ao1 DL1o1")
    table.run_to("attacker_option")
    found = make_bot("steady", 1).choose(table.game, "axis")
    assert isinstance(found, LoseStep if stays else TakeRetreat)


# --- what is kept -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("supply", "sources", "goes"),
    [("3T", True, True), ("2T", True, False), ("2T", False, True)],
)
def test_it_keeps_supply_for_the_defence_unless_it_is_cut_off(supply: str, sources: bool, goes: bool) -> None:
    rest = "[sources]\naxis 01.01\nsoviet 06.01\n" if sources else ""
    assert isinstance(attacks(supply, rest), DeclareAttack if goes else Done)


@pytest.mark.case("18.6a-C")
def test_in_a_beach_assault_the_option_is_always_paid_with_steps() -> None:
    table = fought(ONE, lc("a"), "a", want=lambda result: bool(result.a_option) and not result.a_loss, foe=FRAIL)
    assert table.step == "combat.attacker_option"
    assert attacker_option(scene(table.game)) == LoseStep("a")
