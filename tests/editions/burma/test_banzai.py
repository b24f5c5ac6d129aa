"""Banzai: who may charge, what it does to Ambush and Surprise, and what its surprise does."""

from __future__ import annotations

import pytest

from redball.analysis.ground import combat_answer
from redball.bots.steady import SteadyBot
from redball.core.actions import Action, AddUnit, Cancel, DeclareAttack, Done, Pay
from redball.core.battle import CombatResult
from redball.core.events import CombatResolved, SurpriseRolled
from redball.editions import edition
from redball.editions.burma.banzai import BanzaiDeclared, DeclareBanzai
from redball.editions.new_ocs.combat_table import surprised
from rules.table import Table, combat
from support import play

BOARD = """edition new-ocs+burma
[terrain]
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
[units]
{units}
[supply]
axis 02.02 20
soviet 03.04 20
"""
JAPANESE = "Rgt infantry other 8-{ar}-3L/4-{ar}-6L nation=jp"
ALLIED = "Rgt infantry other 8-3-3L/4-3-6L"


def attack(
    ar: int = 3,
    *more: str,
    dice: tuple[int, ...] = (3, 4),
    marks: str = "",
    attackers: tuple[str, ...] = ("a",),
    **on: str,
) -> Table:
    """An attack on 03.03, as far as the attackers are asked whether they charge, or to its end."""
    units = [f"axis 02.02 a {JAPANESE.format(ar=ar)}", f"soviet 03.03 r {ALLIED} {marks}", *more]
    table = combat(BOARD.format(units="\n".join(units)), "03.03", *attackers, dice=dice, **on)
    while table.step in ("attacker_supply", "defender_supply"):
        table.do(table.offered(Pay)[0])
    return table


def charge(table: Table) -> Table:
    """The charge that is offered is declared."""
    return table.do(*table.offered(DeclareBanzai))


def chances(table: Table) -> tuple[int, int]:
    """Faces of the white and of the red die after a charge was declared."""
    declared = charge(table).one(BanzaiDeclared)
    return declared.ambush, declared.surprise


@pytest.mark.case("B-banzai-ambush", "B-banzai-surprise")
@pytest.mark.parametrize(
    ("ar", "reading", "wanted"),
    [
        (3, "wider", (2, 5)),
        (4, "wider", (2, 5)),
        (2, "wider", (2, 5)),
        (5, "wider", (1, 4)),
        (1, "wider", (3, 6)),
        (3, "one_only", (1, 5)),
        (5, "one_only", (1, 4)),
        (1, "one_only", (2, 6)),
    ],
)
def test_a_charge_raises_both_chances_by_ratings(ar: int, reading: str, wanted: tuple[int, int]) -> None:
    assert chances(attack(ar, banzai_ambush=reading)) == wanted


@pytest.mark.case("B-banzai-ambush")
@pytest.mark.parametrize("reading", ["wider", "one_only"])
def test_a_white_one_is_ambush_even_by_defenders_that_are_dg(reading: str) -> None:
    table = attack(3, marks="dg", dice=(1, 6), banzai_ambush=reading)
    assert chances(table)[0] == 1
    assert table.one(SurpriseRolled).who == "defender"


@pytest.mark.case("B-banzai-who", "B-banzai-surprise")
def test_who_does_not_charge_throws_as_ever() -> None:
    """A red 5 surprises only in a charge."""
    plain = attack(dice=(3, 5)).do(Done())
    assert not plain.all(BanzaiDeclared)
    assert not plain.all(SurpriseRolled)
    wild = charge(attack(dice=(3, 5)))
    assert wild.one(SurpriseRolled).who == "attacker"
    assert "charges" in wild.told(BanzaiDeclared)


@pytest.mark.case("B-banzai-ambush", "B-banzai-surprise", "B-banzai-effect")
@pytest.mark.parametrize("reading", ["wider", "one_only"])
def test_a_preview_foresees_the_charge_that_is_then_declared(reading: str) -> None:
    table = charge(attack(banzai_ambush=reading))
    look = attack(banzai_ambush=reading).look
    told = combat_answer(look, "regular", table.hex("03.03"), ("a",))
    (other,) = told.others
    declared = table.one(BanzaiDeclared)
    against = other.other.odds.attackers
    assert against is not None
    assert (other.other.choice, against.ambush, against.surprise) == (
        "a Banzai charge",
        declared.ambush,
        declared.surprise,
    )
    assert other.outcomes != told.outcomes.map(lambda outcome: outcome.after)


@pytest.mark.case("B-banzai-who")
def test_only_japanese_units_charge_and_never_in_defence() -> None:
    mixed = attack(3, f"axis 02.02 b {ALLIED}", attackers=("a", "b"))
    assert mixed.step != "banzai"
    assert len(mixed.all(CombatResolved)) == 1
    defending = combat(
        BOARD.format(units=f"axis 02.02 a {ALLIED}\nsoviet 03.03 r {JAPANESE.format(ar=3)}"), "03.03", "a", dice=(3, 4)
    )
    while defending.step in ("attacker_supply", "defender_supply"):
        defending.do(defending.offered(Pay)[0])
    assert len(defending.all(CombatResolved)) == 1
    assert not defending.all(BanzaiDeclared)


@pytest.mark.case("B-banzai-who")
def test_the_choice_is_the_attackers_and_is_made_once() -> None:
    table = attack()
    assert (table.step, table.asked.side) == ("banzai", "axis")
    assert table.refused(Cancel())
    assert table.offered(DeclareBanzai) == [DeclareBanzai(2, 5)]
    assert table.refused(DeclareBanzai(2, 4)) == ("banzai.chances", "B-banzai-ambush")
    charge(table)
    assert table.step != "banzai"


def changed(attackers: int, defenders: int, retreat: int) -> tuple[int, int, int]:
    """A result after the surprise of a charge: steps of both, hexes."""
    charts = edition("new-ocs+burma").charts
    found = surprised(charts, "attacker", CombatResult(attackers, 0, 0, defenders, 0, False, retreat), "banzai")
    return found.a_loss, found.d_loss, found.d_retreat


@pytest.mark.case("B-banzai-effect", "B-banzai-max")
@pytest.mark.parametrize(
    ("result", "wanted"),
    [
        ((2, 0, 0), (2, 1, 1)),
        ((1, 0, 1), (1, 1, 2)),
        ((1, 1, 1), (1, 1, 2)),
        ((0, 2, 0), (0, 2, 1)),
        ((0, 0, 0), (0, 1, 1)),
    ],
)
def test_its_surprise_drives_back_a_hex_and_costs_one_step_at_most(
    result: tuple[int, int, int], wanted: tuple[int, int, int]
) -> None:
    """Never fewer steps for the attackers, never a second one for the defenders."""
    assert changed(*result) == wanted


@pytest.mark.case("B-banzai-effect")
def test_the_effect_is_carried_out_on_the_board() -> None:
    table = charge(attack(dice=(3, 5)))
    plain = attack(dice=(3, 5)).do(Done())
    assert plain.one(CombatResolved).result != table.one(CombatResolved).result
    assert "D" in table.one(CombatResolved).result
    assert "R" in table.one(CombatResolved).result


def bots_choice(ar: int, defenders: str, count: int) -> Action:
    """What the steady bot does where it could charge."""
    units = [f"axis 02.02 a{n} {JAPANESE.format(ar=ar)}" for n in range(count)]
    text = BOARD.format(units="\n".join((*units, f"soviet 03.03 r {defenders}", f"soviet 05.05 s {ALLIED}")))
    game = play(text, "combat").game
    game.do(DeclareAttack(game.world.board.index("03.03")))
    for n in range(count):
        game.do(AddUnit(f"a{n}"))
    game.do(Done())
    while game.decision is not None and game.decision.step.name != "banzai":
        game.do(next(choice for choice in game.choices() if isinstance(choice, Pay)))
    return SteadyBot(seed=1).choose(game, "axis")


def test_the_steady_bot_charges_where_that_is_worth_more() -> None:
    """A hopeless attack on a division gains by it; evenly matched, Ambush costs more than surprise brings."""
    assert isinstance(bots_choice(1, "Div infantry other 12-3-3L/6-3-8L re=3", 1), DeclareBanzai)
    assert bots_choice(3, ALLIED, 1) == Done()
