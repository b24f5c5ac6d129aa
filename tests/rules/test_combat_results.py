"""Carrying out results: losses, options, excuses, DG, who retreats."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import Done, IgnoreOption, LoseStep, RetreatTo, TagAlong, TakeRetreat
from redball.core.events import OptionTaken, StepLost, UnitEliminated, UnitRetreated
from redball.core.state import Frame
from redball.rules.combat.record import CombatData, Execution, Leader
from redball.rules.modes.disorganization import Disorganized
from rules.table import Table, resolved
from support import position

MAP = """
[terrain]
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
[units]
"""
RGT = "Rgt infantry other 8-3-3L/4-3-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"


def fought(attack: list[str], defend: list[str], result: str, extra: str = "", **more: Any) -> Table:
    """Attackers a1, a2 ... in 03.03 and defenders r1, r2 ... in 04.03 after a certain result."""
    units = [f"axis 03.03 a{i} {line}" for i, line in enumerate(attack, start=1)]
    units += [f"soviet 04.03 r{i} {line}" for i, line in enumerate(defend, start=1)]
    names = [f"a{i}" for i in range(1, len(attack) + 1)]
    return resolved(MAP + "\n".join([*units, extra]), "04.03", *names, result=result, **more)


def lost(table: Table) -> list[str]:
    """The units that lost steps in combat, in order."""
    return [event.unit for event in table.all(StepLost) if event.cause == "combat"]


def back(table: Table, *names: str) -> Table:
    """Retreat to those hexes."""
    return table.do(*(RetreatTo(table.hex(name)) for name in names))


# --- the printed examples under 9.10d --------------------------------------------------------------------------


@pytest.mark.case("9.10", "9.10c-A", "9.10a", "9.10d")
def test_example_a_the_attacker_retreats() -> None:
    """Ao1, DL1o2: the attacker goes back, so only DL1 is left of the defender's half."""
    table = fought([RGT], [RGT, RGT], "Ao1e4 DL1o2").do(TakeRetreat())
    back(table, "02.03")
    assert lost(table) == ["r1"]
    assert (table.step, table.asked.side) == ("defender_option", "soviet")
    table.do(IgnoreOption())
    assert (table.at("r2"), table.at("a1"), table.step) == ("04.03", "02.03", "")


@pytest.mark.case("9.12c-A")
def test_both_sides_retreat_away_from_each_other() -> None:
    """Reading 1.70 and its switch: hexes next to the other side are closed to the attacker, and to the defender."""
    table = fought([RGT], [RGT, RGT], "Ao1e4 DL1o2", retreat_direction="away").do(TakeRetreat())
    assert {table.look.hex_name(a.hex) for a in table.offered(RetreatTo)} == {"02.02", "02.03", "03.02"}
    table = fought([DIV], [DIV], "Ao1e4 DL1o2", retreat_direction="away").do(LoseStep("a1"), LoseStep("r1"))
    table.do(TakeRetreat())
    assert {table.look.hex_name(a.hex) for a in table.offered(RetreatTo)} == {"04.04", "05.03", "05.04"}


@pytest.mark.case("9.10c-A", "9.10", "9.11b-A")
def test_example_b_the_sole_attacker_dies() -> None:
    """AL1o1, Do1: the attacker cannot take his option, so the defender may ignore his."""
    table = fought([RGT], [RGT], "AL1o1 Do1")
    assert (table.at("a1"), table.step) == ("dead", "defender_option")
    table.do(IgnoreOption())
    ignored = table.one(OptionTaken)
    assert (table.at("r1"), ignored.ignored, ignored.retreat) == ("04.03", True, 0)


@pytest.mark.case("9.10", "9.10a", "9.10c-A")
def test_example_c_the_attacker_takes_his_option_as_a_loss() -> None:
    """Ao1e4, DL1o2: the defender loses one and must take two options."""
    table = fought([DIV], [DIV], "Ao1e4 DL1o2").do(LoseStep("a1"))
    assert lost(table) == ["a1", "r1"]
    assert table.refused(IgnoreOption()) == ("combat.not_excused", "9.10c-A")
    table.do(LoseStep("r1"), TakeRetreat())
    back(table, "05.04")
    assert (table.at("r1"), lost(table)) == ("05.04", ["a1", "r1", "r1"])


@pytest.mark.case("9.10", "9.10c-A")
def test_example_d_a_loss_excuses_nobody() -> None:
    """AL1, Do1: the attacker takes his loss, and the defender must take his option, even if no attacker is left."""
    table = fought([RGT], [RGT], "AL1 Do1")
    assert (table.at("a1"), table.step) == ("dead", "defender_option")
    assert table.refused(IgnoreOption()) == ("combat.not_excused", "9.10c-A")
    table.do(LoseStep("r1"))
    assert table.at("r1") == "dead"


@pytest.mark.case("9.10", "9.10c-C", "9.11b-A")
def test_example_e_the_attacker_s_option_stands() -> None:
    """Ao1, DL1o1: still owed although the lone defender will die."""
    table = fought([RGT], [RGT], "Ao1 DL1o1")
    assert (table.step, table.asked.side) == ("attacker_option", "axis")
    assert {type(action) for action in table.offered(LoseStep) + table.offered(TakeRetreat)} == {LoseStep, TakeRetreat}
    assert table.refused(IgnoreOption())[0] == "turn.not_now"
    table.do(TakeRetreat())
    back(table, "02.03")
    assert (table.at("r1"), table.at("a1"), table.step) == ("dead", "02.03", "")


# --- losses ----------------------------------------------------------------------------------------------------


@pytest.mark.case("9.11b-B", "9.11c-A")
def test_more_losses_than_steps() -> None:
    """The book's stack of three steps that suffers four, here two of one step: all die and the rest is ignored."""
    table = fought([RGT], [RGT], "AL2")
    assert (lost(table), table.at("a1"), table.step) == (["a1"], "dead", "")


@pytest.mark.case("9.11c-A", "9.11a", "9.6-C")
def test_a_division_that_leads_and_one_other_lose_two_steps() -> None:
    """The book's second example: one step of the division, then the other unit."""
    table = fought([DIV, RGT], [RGT], "AL2")
    assert lost(table) == ["a1", "a2"]
    assert (table.unit("a1").steps_lost, table.at("a2")) == (1, "dead")


@pytest.mark.case("9.11a", "9.11c-A", "9.6-C")
def test_after_the_leader_the_owner_chooses() -> None:
    table = fought([DIV, RGT, RGT], [RGT], "AL2", lead="a2")
    assert lost(table) == ["a2"]
    assert (table.step, table.asked.side) == ("attacker_loss", "axis")
    assert table.refused(LoseStep("a2")) == ("combat.not_involved", "9.11a")
    assert table.refused(LoseStep("r1")) == ("combat.not_involved", "9.11a")
    table.do(LoseStep("a1"))
    assert lost(table) == ["a2", "a1"]


@pytest.mark.case("9.11c-A", "9.11a")
def test_everyone_loses_once_before_anyone_twice() -> None:
    table = fought([DIV], [DIV, RGT, RGT], "Ae3 DL2o2DG")
    assert lost(table) == ["r1"]
    assert table.refused(LoseStep("r1")) == ("combat.loss_order", "9.11c-A")
    table.do(LoseStep("r2"))
    # Losses and option are one pool (reading 1.64): the spared regiment first, then anybody.
    assert table.refused(LoseStep("r1")) == ("combat.loss_order", "9.11c-A")
    table.do(LoseStep("r3"), LoseStep("r1"))
    assert lost(table) == ["r1", "r2", "r3", "r1"]
    assert table.unit("r1").steps_lost == 2


def losing(losses: int, *attack: str) -> Table:
    """An attack whose units a1 (the leader), a2 ... suffer more losses than the chart knows."""
    names = [f"a{i}" for i in range(1, len(attack) + 1)]
    units = [f"axis 03.03 {name} {line}" for name, line in zip(names, attack, strict=True)]
    look = position(MAP + "\n".join([*units, f"soviet 04.03 r1 {RGT}"]))
    data = CombatData(
        "regular",
        "axis",
        look.board.index("04.03"),
        tuple(names),
        defenders=("r1",),
        attack_leader=Leader("a1", 3),
        defence_leader=Leader("r1", 3),
        result="AL2",
        attack=Execution(losses=losses),
    )
    return Table(look, Frame("combat", "attacker_losses", data))


@pytest.mark.case("9.11c-A", "9.11a", "9.11b-B")
def test_nobody_is_asked_where_there_is_no_choice() -> None:
    all_die = losing(3, RGT, RGT, RGT)
    assert (all_die.step, lost(all_die)) == ("", ["a1", "a2", "a3"])
    one_lives = losing(2, RGT, RGT, RGT)
    assert (one_lives.step, lost(one_lives)) == ("attacker_loss", ["a1"])
    # After the division's step the spared regiment must follow.
    forced = losing(3, RGT, RGT, DIV).do(LoseStep("a3"))
    assert (forced.step, lost(forced)) == ("", ["a1", "a3", "a2"])


@pytest.mark.case("9.6-C", "9.11c-A", "9.2-8")
def test_an_option_taken_as_a_loss_begins_with_the_leader_too() -> None:
    table = fought([DIV, RGT], [RGT], "Ao1 Do1", lead="a2")
    assert table.refused(LoseStep("a1")) == ("combat.loss_order", "9.11c-A")
    table.do(LoseStep("a2"))
    assert lost(table) == ["a2"]


@pytest.mark.case("9.11b-A", "9.10")
def test_a_hard_loss_cannot_be_a_retreat() -> None:
    table = fought([DIV, RGT, RGT], [RGT], "AL2")
    assert table.step == "attacker_loss"
    assert table.refused(TakeRetreat())[0] == "turn.not_now"


# --- options ---------------------------------------------------------------------------------------------------


@pytest.mark.case("9.10a", "9.12-A", "9.10")
@pytest.mark.parametrize("losses", [0, 1, 2, 3])
def test_an_option_is_any_mix_of_losses_and_retreat(losses: int) -> None:
    strong = "Div infantry other 12-3-3L/6-3-8L re=6"
    table = fought([DIV], [strong], "Ae2 DL2o3DG").do(*[LoseStep("r1")] * losses)
    if losses < 3:
        table.do(TakeRetreat())
        assert table.one(OptionTaken).retreat == 3 - losses
        back(table, *("05.03", "06.03", "07.03")[: 3 - losses])
    else:
        assert not table.all(OptionTaken)
    assert table.unit("r1").steps_lost == 2 + losses
    origin = table.hex("04.03")
    assert table.look.board.distance(origin, table.unit("r1").hex) == 3 - losses


@pytest.mark.case("9.10b", "9.10c-A", "9.2-8")
def test_the_attacker_finishes_before_the_defender_decides() -> None:
    table = fought([DIV], [DIV], "Ao1 Do1")
    assert table.asked.side == "axis"
    table.do(TakeRetreat())
    assert (table.asked.side, table.asked.procedure.name) == ("axis", "retreat")
    back(table, "02.03")
    assert table.asked.side == "soviet"


@pytest.mark.case("9.10c-B", "9.10c-A")
def test_an_excused_defender_may_take_all_of_his_option_or_none() -> None:
    table = fought([DIV], [DIV, DIV], "Ao1e4 DL1o2").do(TakeRetreat())
    back(table, "02.03")
    table.do(LoseStep("r2"))
    assert table.refused(IgnoreOption()) == ("combat.option_begun", "9.10c-B")
    table.do(TakeRetreat())
    back(table, "05.04")
    assert (table.at("r1"), table.at("r2")) == ("05.04", "05.04")


@pytest.mark.case("9.10c-A")
def test_an_attacker_who_dies_of_his_option_excuses_only_if_some_of_it_is_left() -> None:
    paid = fought([RGT], [RGT], "Ao1 Do1").do(LoseStep("a1"))
    assert paid.refused(IgnoreOption()) == ("combat.not_excused", "9.10c-A")
    failed = fought([RGT], [RGT], "AL1o1 Do1")
    assert failed.offered(IgnoreOption) == [IgnoreOption()]


@pytest.mark.case("9.12-A", "9.12g-B")
def test_all_attackers_retreat_from_all_their_hexes() -> None:
    """Reading 1.67; bystanders in their hexes stay unless they tag along."""
    extra = f"axis 04.02 a2 {RGT}\naxis 04.02 b1 {RGT}\naxis 03.03 b2 {RGT}"
    units = f"axis 03.03 a1 {RGT}\nsoviet 04.03 r1 {DIV}\n{extra}"
    table = resolved(MAP + units, "04.03", "a1", "a2", result="Ao1 Do1").do(TakeRetreat())
    assert [group.units for group in table.data.groups] == [("a1",), ("a2",)]
    table.do(TagAlong("b2"))
    back(table, "02.02", "04.01")
    assert [table.at(uid) for uid in ("a1", "b2", "a2", "b1")] == ["02.02", "02.02", "04.01", "04.02"]


@pytest.mark.case("8.1h", "9.12d-A")
def test_bystanders_of_an_overrun_have_no_part_in_its_result() -> None:
    table = fought([RGT], [DIV], "Ao1 Do1", extra=f"axis 03.03 b1 {RGT}", kind="overrun").do(TakeRetreat())
    assert table.refused(TagAlong("b1")) == ("retreat.no_tagging", "8.1h")
    back(table, "02.03")
    assert table.at("b1") == "03.03"
    assert not any(event.unit == "b1" for event in table.all(StepLost))


@pytest.mark.case("9.10c-C", "9.12-A", "9.12b-B")
def test_a_retreat_that_kills_is_a_retreat_all_the_same() -> None:
    fort = "Rgt infantry other 8-3-0L/8-3-0L"
    table = fought([fort], [RGT], "Ao1 Do1").do(TakeRetreat())
    assert (table.at("a1"), table.one(UnitEliminated).case) == ("dead", "9.12b-B")
    table.do(IgnoreOption())
    assert table.at("r1") == "04.03"


# --- DG --------------------------------------------------------------------------------------------------------


@pytest.mark.case("9.12a-A", "5.10a-A", "5.10a", "9.10")
def test_a_dg_result_disorganizes_all_defenders_before_the_retreat() -> None:
    table = fought([DIV], [DIV, "hq 15T-4T/10T-20T", RGT], "Ae3 DL2o2DG", against="r3")
    first = table.all(Disorganized)
    assert [event.unit for event in first] == ["r1", "r2", "r3"]
    assert {event.case for event in first} == {"9.12a-A"}
    events = [type(event) for event in table.events]
    assert events.index(Disorganized) < events.index(StepLost)


@pytest.mark.case("9.12a-A", "9.10")
def test_no_dg_without_a_dg_result() -> None:
    table = fought([DIV], [DIV], "Ao1e4 DL1o2").do(LoseStep("a1"))
    assert not table.all(Disorganized)


@pytest.mark.case("9.12a-A", "5.10a-C", "9.12e-B")
def test_dg_by_the_result_costs_a_step_in_the_first_zoc_hex() -> None:
    """Reading 1.33: the DG result comes first, so the very first ZOC hex costs a step."""
    strong = "Div infantry other 12-3-3L/6-3-8L re=6"
    table = fought([DIV], [strong], "Ae3 DL2o2DG").do(LoseStep("r1"), TakeRetreat())
    back(table, "04.02")
    assert [event.case for event in table.all(StepLost) if event.cause == "retreat"] == ["9.12e-B"]
    assert table.unit("r1").steps_lost == 4


@pytest.mark.case("9.6-C", "9.12e-B")
def test_what_a_retreat_costs_is_the_owners_choice_not_the_leaders() -> None:
    strong = "Div infantry other 12-3-3L/6-3-8L re=6"
    table = fought([DIV], [strong, strong], "Ae3 DL2o2DG", against="r1")
    assert lost(table) == ["r1", "r2"]
    back(table.do(TakeRetreat()), "04.02")
    assert {action.unit for action in table.offered(LoseStep)} == {"r1", "r2"}
    table.do(LoseStep("r2"))
    assert [(e.unit, e.case) for e in table.all(StepLost) if e.cause == "retreat"] == [("r2", "9.12e-B")]


@pytest.mark.case("9.12-A")
def test_nobody_retreats_from_a_result_without_options() -> None:
    table = fought([DIV], [DIV], "AL2")
    assert (table.step, table.all(UnitRetreated)) == ("", [])


@pytest.mark.case("9.12g-D", "9.2-9")
def test_the_attacker_may_stay_where_he_is() -> None:
    table = fought([DIV], [RGT], "Ao1 DL1o1").do(LoseStep("a1"))
    assert (table.step, table.asked.side) == ("advance", "axis")
    table.do(Done())
    assert table.at("a1") == "03.03"
