"""Combat of 1992: prices by side and size, attacks at all costs, who is exempt, optional surprise."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import LeaveOut, LoseStep, Pay, TakeRetreat, Withhold
from redball.core.engine import choices
from redball.core.events import (
    AttackCancelled,
    AttackerLeftOut,
    CombatResolved,
    DefenderUnsupplied,
    DiceRolled,
    LeaderChosen,
    OddsSet,
    OptionTaken,
    StepLost,
    SupplySpent,
    SurpriseRolled,
    TerrainChosen,
    UnitEliminated,
)
from redball.core.state import Frame
from redball.editions import charts_from, edition
from redball.editions.v1992.combat import AtAllCosts, AtAllCostsAnnounced
from redball.rules.combat.dice import Odds, result_ways, surprise_drm
from redball.rules.combat.odds import preview, stacks_of
from redball.rules.combat.record import AnnouncedOdds, CombatData, Leader
from redball.rules.modes.disorganization import Disorganized
from rules.table import Table, resolved
from support import position

MAP = """edition 1992
[terrain]
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
[units]
"""
RGT = "Rgt infantry other 8-3-3L/4-3-6L"
BN = "Bn infantry other 4-3-3L/2-3-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"
SURPRISE = charts_from("v4", "v1992", "v1992-surprise").surprise


def attack(
    *lines: str, against: tuple[str, ...] = (RGT,), supply: str = "axis 02.02 9", costs: bool = False, **more: Any
) -> Table:
    """Attackers a1, a2 ... in 02.02 from the announcement on, defenders r1, r2 ... in 03.03."""
    units = [f"axis 02.02 a{i} {line}" for i, line in enumerate(lines, start=1)]
    units += [f"soviet 03.03 r{i} {line}" for i, line in enumerate(against, start=1)]
    switches = more.pop("switches", {})
    look = position(MAP + "\n".join(units) + f"\n[supply]\n{supply}", phase="combat", **switches)
    names = tuple(f"a{i}" for i in range(1, len(lines) + 1))
    data = CombatData("regular", "axis", look.board.index("03.03"), names)
    table = Table(look, Frame("combat", "at_all_costs", data), more.get("dice", ()))
    return table.do(AtAllCosts(costs)) if table.step == "at_all_costs" else table


def paid(table: Table, side: str) -> int:
    """Tokens that a side spent on combat."""
    return sum(e.tokens for e in table.all(SupplySpent) if e.side == side and e.purpose == "combat")


# --- supply ----------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-combat-supply-attacker")
@pytest.mark.parametrize(
    ("lines", "price"), [((BN,), 1), ((RGT,), 1), ((BN, BN), 1), ((RGT, BN), 2), ((DIV,), 2), ((DIV, RGT), 2)]
)
def test_the_attackers_pay_one_price_by_the_re_engaged(lines: tuple[str, ...], price: int) -> None:
    table = attack(*lines)
    assert preview(table.look, "regular", table.hex("03.03"), table.data.attackers).attack_tokens == {"": price}
    table.do(Pay("", table.hex("02.02")))
    assert paid(table, "axis") == price


@pytest.mark.case("E92-combat-supply-defender")
@pytest.mark.parametrize(("lines", "price"), [((RGT,), 0), ((BN, BN), 0), ((RGT, BN), 1), ((DIV,), 1)])
def test_the_defenders_pay_one_token_or_nothing_up_to_1_re(lines: tuple[str, ...], price: int) -> None:
    table = attack(RGT, against=lines, supply="axis 02.02 9\nsoviet 03.03 5", dice=(3, 4))
    table.do(Pay("", table.hex("02.02")))
    if price:
        table.do(Pay("", table.hex("03.03")))
    assert paid(table, "soviet") == price
    assert not table.all(DefenderUnsupplied)


@pytest.mark.case("E92-combat-supply-lack")
def test_defenders_that_do_not_pay_fight_at_half_and_use_no_internal_stocks() -> None:
    table = attack(RGT, against=(DIV,), supply="axis 02.02 9\nsoviet 03.03 5", dice=(3, 4))
    table.do(Pay("", table.hex("02.02")), Withhold())
    assert table.one(OddsSet).defend == "6"
    empty = attack(RGT, against=(DIV,), dice=(3, 4))
    empty.do(Pay("", empty.hex("02.02")))
    assert (empty.one(OddsSet).defend, empty.unit("r1").internals) == ("6", 0)


@pytest.mark.case("E92-combat-supply-lack")
def test_an_attack_that_cannot_be_paid_in_full_is_not_made() -> None:
    table = attack(RGT, BN, supply="axis 02.02 1T")
    assert table.refused(Pay("", table.hex("02.02"))) == ("supply.too_little", "12.3-A")
    table.do(LeaveOut("a2"), Pay("", table.hex("02.02")))
    assert (paid(table, "axis"), [e.unit for e in table.all(AttackerLeftOut)]) == (1, ["a2"])
    none = attack(RGT, supply="soviet 03.03 9")
    assert none.one(AttackCancelled).hex == none.hex("03.03")


@pytest.mark.case("E92-combat-supply-lack")
def test_the_last_attacker_is_not_left_out() -> None:
    table = attack(RGT)
    assert table.refused(LeaveOut("a1")) == ("combat.last_attacker", "E92-combat-supply-lack")


# --- at all costs ----------------------------------------------------------------------------------------------


@pytest.mark.case("E92-combat-sequence")
def test_the_steps_of_a_combat_come_in_their_order() -> None:
    """With surprise: its dice come after the odds and before those of the combat, whose result is then carried out."""
    table = attack(
        RGT,
        against=(DIV,),
        supply="axis 02.02 9\nsoviet 03.03 9",
        costs=True,
        dice=(6, 6, 2, 3, 4),
        switches={"optional_surprise": True},
    )
    table.do(Pay("", table.hex("02.02")), Pay("", table.hex("03.03")))
    told = [type(event) for event in table.events if not isinstance(event, TerrainChosen)]
    rolled = told.index(SurpriseRolled)
    assert told[:rolled] == [
        AtAllCostsAnnounced, SupplySpent, SupplySpent, LeaderChosen, LeaderChosen, OddsSet, DiceRolled,
    ]  # fmt: skip
    assert told[rolled:].index(CombatResolved) < told[rolled:].index(StepLost)
    assert [event.side for event in table.all(SupplySpent)] == ["axis", "soviet"]
    assert [event.side for event in table.all(LeaderChosen)] == ["axis", "soviet"]


@pytest.mark.case("E92-combat-sequence", "E92-at-all-costs", "E92-combat-supply-at-all-costs")
@pytest.mark.parametrize(("line", "price"), [(RGT, 2), (DIV, 4)])
def test_an_attack_at_all_costs_is_announced_first_and_pays_double(line: str, price: int) -> None:
    table = attack(line, costs=True)
    table.do(Pay("", table.hex("02.02")))
    assert paid(table, "axis") == price


@pytest.mark.case("E92-at-all-costs")
def test_who_cannot_pay_double_is_not_asked() -> None:
    assert attack(DIV, supply="axis 02.02 3T").step == "attacker_supply"
    look_for = attack(DIV, supply="axis 02.02 4T", costs=True)
    assert look_for.data.special == "at_all_costs"
    assert look_for.one(AtAllCostsAnnounced).hex == look_for.hex("03.03")


def at_all_costs(attackers: list[str], defenders: list[str], column: int, dice: tuple[int, ...]) -> Table:
    """An attack at all costs whose odds are announced, on a column of the table."""
    units = [f"axis 02.02 a{i} {line}" for i, line in enumerate(attackers, start=1)]
    units += [f"soviet 03.03 r{i} {line}" for i, line in enumerate(defenders, start=1)]
    look = position(MAP + "\n".join(units), phase="combat")
    names = tuple(f"a{i}" for i in range(1, len(attackers) + 1))
    data = CombatData(
        "regular",
        "axis",
        look.board.index("03.03"),
        names,
        stacks=stacks_of(look.unit(uid) for uid in names),
        defenders=tuple(f"r{i}" for i in range(1, len(defenders) + 1)),
        attack_leader=Leader("a1", 3),
        defence_leader=Leader("r1", 3),
        odds=AnnouncedOdds("1", "1", "1:1", "open", column, 0, 0),
        special="at_all_costs",
    )
    return Table(look, Frame("combat", "resolution", data), dice)


@pytest.mark.case("E92-at-all-costs")
def test_the_dice_fall_twice_the_second_time_with_minus_four() -> None:
    table = at_all_costs([DIV, RGT], [DIV, RGT], 3, (6, 6, 6, 6))  # 1:1: 12 is Ao1 DL1o1, 8 is AL1 Do1
    assert table.refused(TakeRetreat()) == ("combat.losses_only", "E92-at-all-costs")
    table.do(LoseStep("a1"), LoseStep("r2"))  # the leader r1 has lost the first step
    first, second = table.all(CombatResolved)
    assert (first.roll, first.result, second.roll, second.result) == (12, "Ao1 DL1o1", 8, "AL1 Do1")
    assert second.ledger.lines[-1].amount == "-4"


@pytest.mark.case("E92-at-all-costs")
def test_there_is_no_second_roll_when_the_defender_is_gone() -> None:
    destroyed = at_all_costs([DIV, RGT], [RGT], 3, (6, 6))
    assert (destroyed.step, destroyed.at("r1"), destroyed.unit("a1").steps_lost) == ("advance", "dead", 0)
    assert len(destroyed.all(CombatResolved)) == 1
    back = at_all_costs([DIV, RGT], [DIV], 3, (4, 4))  # AL1 Do1
    back.do(TakeRetreat())  # the leader a1 has lost its step at once
    walk(back)
    assert len(back.all(CombatResolved)) == 1


# --- results ---------------------------------------------------------------------------------------------------


def fought(attackers: list[str], defenders: list[str], result: str, **more: Any) -> Table:
    """Units in 02.02 and 03.03 after a certain result."""
    units = [f"axis 02.02 a{i} {line}" for i, line in enumerate(attackers, start=1)]
    units += [f"soviet 03.03 r{i} {line}" for i, line in enumerate(defenders, start=1)]
    names = [f"a{i}" for i in range(1, len(attackers) + 1)]
    return resolved(MAP + "\n".join(units), "03.03", *names, result=result, **more)


@pytest.mark.case("E92-combat-results-losses")
def test_losses_are_steps_and_an_option_is_any_mix_of_steps_and_hexes() -> None:
    table = fought([DIV], [DIV, DIV], "Ae3 DL2o2DG")
    assert {event.unit for event in table.all(Disorganized)} == {"r1", "r2"}
    assert [event.unit for event in table.all(StepLost)] == ["r1", "r2"], "nobody is asked: each has to lose one"
    assert (table.step, table.asked.side) == ("defender_option", "soviet")
    table.do(table.offered(LoseStep)[0], TakeRetreat())
    walk(table)
    assert len(table.all(StepLost)) == 3
    start = table.hex("03.03")
    assert {table.look.board.distance(start, table.unit(uid).hex) for uid in ("r1", "r2")} == {1}


@pytest.mark.case("E92-combat-results-losses", "E92-combat-results-destroyed")
def test_an_attacker_is_free_of_his_option_if_the_losses_destroy_the_defender() -> None:
    table = fought([DIV], [RGT], "Ao1 DL1o1")
    assert [(e.unit, e.destroyed) for e in table.all(StepLost)] == [("r1", True)]
    assert table.unit("a1").steps_lost == 0
    stays = fought([DIV], [DIV], "Ao1 DL1o1")
    assert (stays.step, stays.asked.side) == ("attacker_option", "axis")


@pytest.mark.case("E92-combat-results-destroyed")
def test_a_defender_is_free_of_his_option_if_the_attacker_is_destroyed() -> None:
    table = fought([RGT], [DIV], "AL1 Do1")
    assert table.unit("r1").steps_lost == 0
    assert table.one(OptionTaken).ignored
    assert fought([DIV], [DIV], "AL1 Do1").step == "defender_option"


@pytest.mark.case("E92-combat-results-attacker-retreat")
def test_where_the_attacker_retreats_the_defender_ignores_options_and_nobody_exploits() -> None:
    table = fought([DIV], [DIV], "Ao1e4 DL1o2", lead="a1").do(TakeRetreat())
    walk(table)
    assert table.unit("r1").steps_lost == 1
    assert table.at("r1") == "03.03"
    assert table.unit("a1").marker != "exploit"


def walk(table: Table) -> None:
    """Retreat by the first way that there is."""
    while table.step == "go":
        table.do(choices(table.look)[0])


@pytest.mark.case("E92-combat-results-exploit")
@pytest.mark.parametrize(("kind", "phase", "marker"), [("regular", "combat", "exploit"), ("regular", "reaction", "")])
def test_attackers_with_the_rating_exploit_but_not_in_reaction(kind: str, phase: str, marker: str) -> None:
    table = fought([TANKS], [RGT], "Ae4 DL1o2", kind=kind, phase=phase)
    assert table.unit("a1").marker == marker


@pytest.mark.case("E92-combat-results-exploit")
def test_attackers_below_the_rating_do_not_exploit() -> None:
    table = fought([f"Rgt infantry other 8-{rating}-3L/4-{rating}-6L" for rating in (3, 4, 5)], [RGT], "Ae4 DL1o2")
    assert [table.unit(uid).marker for uid in ("a1", "a2", "a3")] == ["", "exploit", "exploit"]


@pytest.mark.case("E92-combat-results-exploit")
def test_nobody_exploits_after_an_overrun() -> None:
    assert fought([TANKS], [RGT], "Ae4 DL1o2", kind="overrun", phase="movement").unit("a1").marker == ""


@pytest.mark.case("E92-combat-results-dg")
@pytest.mark.parametrize(("result", "hexes"), [("Ao1 Do1", 1), ("Ae4 DL1o2", 2)])
def test_a_retreat_of_two_hexes_disorganizes(result: str, hexes: int) -> None:
    table = fought([DIV], [DIV, RGT], result)
    if table.step == "attacker_option":
        table.do(LoseStep("a1"))
    if table.step == "defender_loss":
        table.do(LoseStep("r1"))
    table.do(TakeRetreat())
    walk(table)
    assert bool(table.all(Disorganized)) == (hexes == 2)


@pytest.mark.case("E92-supply-levels-armor")
@pytest.mark.parametrize(
    ("line", "gone"),
    [
        ("Div tank armor 9-5-12K/3-5-15K re=3 oos", True),
        ("Div motorized_infantry mech 9-5-6T/3-5-14T re=3 oos", True),
        (DIV + " oos", False),
    ],
)
def test_armor_without_supply_is_destroyed_if_it_must_retreat(line: str, gone: bool) -> None:
    table = fought([DIV], [line], "AL1 Do1").do(TakeRetreat())
    walk(table)
    assert (table.at("r1") == "dead") == gone
    assert [e.case for e in table.all(UnitEliminated)] == (["E92-supply-levels-armor"] if gone else [])


# --- the odds and surprise -------------------------------------------------------------------------------------


@pytest.mark.case("E92-ar-drm")
def test_the_difference_of_the_ratings_modifies_the_roll() -> None:
    table = attack(TANKS, dice=(3, 4))
    table.do(Pay("", table.hex("02.02")))
    assert table.one(OddsSet).drm == 2
    assert table.one(CombatResolved).roll == 9


@pytest.mark.case("E92-surprise")
def test_without_the_option_nobody_is_surprised_and_no_die_is_thrown_for_it() -> None:
    table = attack(RGT, dice=(6, 6))
    table.do(Pay("", table.hex("02.02")))
    assert not table.all(SurpriseRolled)
    assert [e.reason for e in table.all(DiceRolled)] == ["combat"]
    look = table.look
    assert preview(look, "regular", table.hex("03.03"), ("a1",)).surprise == (0, 36, 0)


@pytest.mark.case("E92-surprise", "E92-surprise-shift", "E92-combat-sequence")
def test_with_the_option_two_dice_tell_and_a_third_says_how_far() -> None:
    table = attack(RGT, dice=(6, 6, 2, 3, 4), switches={"optional_surprise": True})
    table.do(Pay("", table.hex("02.02")))
    assert (table.one(SurpriseRolled).who, table.one(CombatResolved).column) == ("attacker", "3:1")
    assert [e.reason for e in table.all(DiceRolled)] == ["surprise", "surprise shift", "combat"]
    other = attack(RGT, dice=(1, 1, 3, 3, 4), switches={"optional_surprise": True})
    other.do(Pay("", other.hex("02.02")))
    assert (other.one(SurpriseRolled).who, other.one(CombatResolved).column) == ("defender", "1:4")


@pytest.mark.case("E92-surprise-overrun", "E92-surprise-regular")
@pytest.mark.parametrize("roll", range(16))
def test_the_thresholds_of_surprise(roll: int) -> None:
    regular = "attacker" if roll >= 12 else "defender" if roll <= 2 else "none"
    overrun = "attacker" if roll >= 11 else "defender" if roll <= 3 else "none"
    assert (SURPRISE.who("regular", roll), SURPRISE.who("overrun", roll)) == (regular, overrun)


@pytest.mark.case("E92-surprise-hedgehog")
@pytest.mark.parametrize(("level", "by"), [(0, 0), (1, -1), (4, -1)])
def test_a_hedgehog_of_any_level_takes_one_from_the_surprise_roll(level: int, by: int) -> None:
    charts = charts_from("v4", "v1992", "v1992-surprise")
    assert surprise_drm(charts, Odds("regular", 3, 0, level)) == by


@pytest.mark.case("E92-surprise")
def test_the_counted_ways_are_those_of_the_edition() -> None:
    plain = edition("1992").charts
    ways = result_ways(plain, Odds("regular", 3, 0))
    assert ways["AL1 Do1"] == 6 * 36 * 5  # only an 8 on 1:1
