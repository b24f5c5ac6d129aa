"""The procedure as a whole: its order, leaders, surprise, the roll, Reserve markers, how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from redball.charts import load_charts
from redball.core.actions import ChooseLeader, LoseStep, Pay, TakeRetreat, UseInternals
from redball.core.engine import Run
from redball.core.events import (
    CombatResolved,
    DiceRolled,
    LeaderChosen,
    MarkerRemoved,
    OddsSet,
    StepLost,
    SupplySpent,
    SurpriseRolled,
    TerrainChosen,
    UnitEliminated,
    UnitRetreated,
)
from redball.core.look import Look
from redball.core.state import Frame
from redball.editions import edition
from redball.rules.combat.procedure import COMBAT, cancel_without_attackers, end
from redball.rules.combat.record import CombatData, Execution
from redball.rules.moving_stack.move_ends import MoveData
from redball.rules.units.outcomes import CombatOutcome
from rules.table import Table, combat, resolved

MAP = """
[terrain]
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
[units]
"""
RGT = "Rgt infantry other 8-3-3L/4-3-6L"


def fight(attack: str, defend: str, *dice: int, hogs: str = "", extra: str = "", **more: Any) -> Table:
    """a1 in 02.02 against an exhausted r1 in 03.03; both have printed values only."""
    text = f"{MAP}axis 02.02 a1 {attack}\nsoviet 03.03 r1 {defend} exhausted\n{extra}\n[hedgehogs]\n{hogs}"
    return combat(text, "03.03", "a1", dice=dice, **more).do(UseInternals("a1"))


@pytest.mark.case("9.2-1", "9.2-2", "9.2-3", "9.2-4", "9.2-5", "9.2-6", "9.2-7", "9.2-8", "9.2-9", "9.10b", "8.0-C")
def test_the_steps_are_in_the_order_of_the_rules() -> None:
    names = [step.name for step in COMBAT.steps]
    wanted = [
        "attacker_supply",
        "defender_supply",
        "attacker_leader",
        "defender_leader",
        "terrain",
        "odds",
        "surprise",
        "surprise_shift",
        "resolution",
        "attacker_loss",
        "attacker_option",
        "exploit",
        "attacker_retreat",
        "defender_disorganized",
        "defender_loss",
        "defender_option",
        "defender_retreat",
        "advance",
    ]
    assert [name for name in names if name in wanted] == wanted
    assert edition("v4.2").procedures["combat"] is COMBAT


@pytest.mark.case("9.2-2", "9.2-3", "9.2-4", "9.2-6", "9.2-7", "9.2-8", "9.10b")
def test_what_is_told_comes_in_the_order_of_the_rules() -> None:
    text = MAP + f"axis 02.02 a1 {RGT}\nsoviet 03.03 r1 {RGT}\n[supply]\naxis 02.02 1\nsoviet 03.03 1"
    table = combat(text, "03.03", "a1", dice=(3, 4, 6, 6))
    table.do(Pay("a1", table.hex("02.02")), Pay("", table.hex("03.03")), LoseStep("a1"))
    told = [type(event) for event in table.events if not isinstance(event, DiceRolled)]
    assert told == [
        SupplySpent,
        SupplySpent,
        LeaderChosen,
        LeaderChosen,
        TerrainChosen,
        TerrainChosen,
        OddsSet,
        SurpriseRolled,
        CombatResolved,
        StepLost,
        StepLost,
    ]
    assert [event.side for event in table.all(SupplySpent)] == ["axis", "soviet"]
    assert [event.side for event in table.all(LeaderChosen)] == ["axis", "soviet"]
    assert [event.unit for event in table.all(StepLost)] == ["a1", "r1"]


# --- leaders ---------------------------------------------------------------------------------------------------


@pytest.mark.case("9.6-A", "9.2-3")
def test_each_side_picks_a_leader_the_attacker_first() -> None:
    text = (
        MAP
        + f"""
axis 02.02 a1 {RGT}
axis 02.02 a2 Bn tank armor 6-5-12K/3-5-15K
axis 02.02 a3 {RGT}
soviet 03.03 r1 Rgt infantry other 8-1-3L/4-1-6L exhausted
soviet 03.03 r2 hq 15T-4T/10T-20T exhausted
"""
    )
    table = combat(text, "03.03", "a1", "a2", dice=(3, 4, 3, 4)).do(UseInternals("a1"), UseInternals("a2"))
    assert (table.step, table.asked.side) == ("attacker_leader", "axis")
    assert table.refused(ChooseLeader("a3")) == ("combat.leader", "9.6-A")
    assert table.refused(ChooseLeader("r1")) == ("combat.leader", "9.6-A")
    table.do(ChooseLeader("a1"))
    assert (table.step, table.asked.side) == ("defender_leader", "soviet")
    assert table.refused(ChooseLeader("a1")) == ("combat.leader", "9.6-A")
    table.do(ChooseLeader("r2"))
    assert [event.action_rating for event in table.all(LeaderChosen)] == [3, 0]
    assert table.one(OddsSet).drm == 3


@pytest.mark.case("9.6a-A", "9.6-A", "5.10b-B")
def test_a_dg_leader_announces_one_less() -> None:
    table = fight(RGT, "Rgt infantry other 8-0-3L/4-0-6L dg", 3, 4, 3, 4)
    assert [event.action_rating for event in table.all(LeaderChosen)] == [3, -1]
    assert table.one(OddsSet).drm == 4


# --- surprise --------------------------------------------------------------------------------------------------


@pytest.mark.case("9.8-A", "9.6-B")
@pytest.mark.parametrize(
    ("kind", "dice", "who"),
    [
        ("regular", (3, 2), "defender"),
        ("regular", (3, 3), "none"),
        ("regular", (4, 5), "none"),
        ("regular", (5, 5), "attacker"),
        ("overrun", (3, 3), "defender"),
        ("overrun", (3, 4), "none"),
        ("overrun", (4, 4), "none"),
        ("overrun", (4, 5), "attacker"),
    ],
)
def test_who_has_surprise(kind: str, dice: tuple[int, int], who: str) -> None:
    table = fight(RGT, RGT, *dice, 1, 1, 1, kind=kind)
    told = table.one(SurpriseRolled)
    assert (told.who, told.roll) == (who, sum(dice))
    thrown = [len(event.dice) for event in table.all(DiceRolled)]
    assert thrown == ([2, 2] if who == "none" else [2, 1, 2])


@pytest.mark.case("9.6-B", "9.8-A")
def test_the_drm_counts_for_surprise_and_for_the_result() -> None:
    table = fight("Rgt infantry other 8-5-3L/4-5-6L", "Rgt infantry other 8-1-3L/4-1-6L", 2, 3, 3, 4)
    told = table.one(SurpriseRolled).ledger
    assert told is not None
    assert (table.one(SurpriseRolled).roll, [line.amount for line in told.lines]) == (9, ["5", "+4"])
    resolved_ = table.one(CombatResolved)
    assert (resolved_.roll, [line.amount for line in resolved_.ledger.lines]) == (11, ["7", "+4"])


@pytest.mark.case("9.8-B", "9.1g")
@pytest.mark.parametrize(
    ("dice", "strength", "column"),
    [
        ((6, 6, 2), 8, "7:1"),  # two columns right of 4:1
        ((1, 1, 2), 8, "2:1"),
        ((3, 4), 8, "4:1"),
        ((6, 6, 6), 8, "13:1"),
        ((1, 1, 6), 8, "1:4"),
        ((1, 1, 6), 4, "1:5"),
    ],
)
def test_surprise_shifts_the_column(dice: tuple[int, ...], strength: int, column: str) -> None:
    """Six columns right of 4:1 are 13:1; a shift ends at the edge of the table."""
    table = fight(f"Rgt infantry other {strength}-3-3L/4-3-6L", "Bn infantry other 4-3-3L/4-3-6L", *dice, 3, 4)
    assert table.one(CombatResolved).column == column


@pytest.mark.case("9.1g", "9.7b")
def test_the_book_s_one_to_twelve() -> None:
    """1:12 begins in the 1:5 column; six columns to the right are 3:1."""
    table = fight("Rgt infantry other 1-3-3L/4-3-6L", "Rgt infantry other 24-3-3L/4-3-6L", 6, 6, 6, 3, 4)
    assert (table.one(OddsSet).odds, table.one(OddsSet).column) == ("1:12", "1:5")
    assert table.one(CombatResolved).column == "3:1"


@pytest.mark.case("9.7b", "9.1g", "9.14a-A")
def test_odds_above_the_table_are_shifted_from_its_edge() -> None:
    table = fight(RGT, RGT + " strat", 1, 1, 2, 6, 6)
    assert (table.one(OddsSet).column, table.one(CombatResolved).column) == ("13:1", "9:1")


# --- hedgehogs -------------------------------------------------------------------------------------------------


@pytest.mark.case("16.0d", "9.9", "9.8-A")
@pytest.mark.parametrize("level", [1, 3, 4])
def test_a_hedgehog_counts_once_for_surprise_and_fully_for_the_result(level: int) -> None:
    table = fight(RGT, RGT, 4, 4, 6, 6, hogs=f"soviet 03.03 {level}")
    assert table.one(SurpriseRolled).roll == 7
    assert table.one(CombatResolved).roll == 12 - level
    assert [line.case for line in table.one(CombatResolved).ledger.lines] == ["9.9", "9.6-B", "16.0d"]
    surprise = table.one(SurpriseRolled).ledger
    assert surprise is not None
    assert [line.amount for line in surprise.lines] == ["8", "0", "-1"]


@pytest.mark.case("16.0d", "8.0-C")
def test_a_hedgehog_counts_against_overruns_too() -> None:
    table = fight(RGT, RGT, 4, 5, 6, 6, hogs="soviet 03.03 2", kind="overrun")
    assert (table.one(SurpriseRolled).who, table.one(CombatResolved).roll) == ("none", 10)


@pytest.mark.case("16.0h")
def test_a_combat_leaves_the_hedgehog_as_it_is() -> None:
    table = fight(RGT, RGT, 4, 4, 3, 4, hogs="soviet 03.03 2")
    assert table.all(CombatResolved)
    assert table.look.state.hedgehogs[table.hex("03.03")].level == 2


@pytest.mark.case("9.9")
def test_rolls_off_the_table_read_its_edge() -> None:
    charts = load_charts("v4")
    table = fight(RGT, RGT, 4, 4, 1, 1, hogs="soviet 03.03 4")
    found = table.one(CombatResolved)
    assert (found.roll, found.result) == (-2, charts.combat.lookup(4, 1).text)


# --- Reserve markers -------------------------------------------------------------------------------------------

RESERVES = f"""{MAP}axis 02.02 a1 {RGT}
soviet 03.03 r1 {RGT}
soviet 03.03 r2 {RGT} reserve
soviet 03.03 t1 organic 2 45T formation=x reserve
soviet 04.02 r3 {RGT} reserve
"""


@pytest.mark.case("5.7d")
@pytest.mark.parametrize(("result", "gone"), [("AL1 Do1", {"r2", "t1"}), ("AL1o1 Do1", {"r2", "t1"}), ("AL2", set())])
def test_any_result_takes_reserve_markers_off_the_defending_stack(result: str, gone: set[str]) -> None:
    """Even an option that is ignored; but not a result that gives the defender nothing (reading 1.26)."""
    table = resolved(RESERVES, "03.03", "a1", result=result)
    assert {event.unit for event in table.all(MarkerRemoved)} == gone
    assert (table.unit("r2").mode, table.unit("r3").mode) == ("combat" if gone else "reserve", "reserve")


@pytest.mark.case("5.7d")
def test_the_result_of_an_overrun_takes_them_off_too() -> None:
    table = resolved(RESERVES, "03.03", "a1", result="AL1 Do1", kind="overrun", phase="movement")
    assert {event.unit for event in table.all(MarkerRemoved)} == {"r2", "t1"}


@pytest.mark.case("5.7d", "5.7-B")
def test_the_reserve_unit_is_halved_in_that_combat() -> None:
    table = fight(RGT, RGT + " reserve", 3, 4, 3, 4)
    assert table.one(OddsSet).defend == "2"  # Reserve and no combat supply
    assert table.unit("r1").mode == "combat"


# --- how it ends -----------------------------------------------------------------------------------------------


@pytest.mark.case("9.0-D", "9.1d")
def test_only_combat_units_take_part() -> None:
    text = MAP + f"axis 02.02 a1 {RGT}\nsoviet 03.03 r1 {RGT}\nsoviet 03.03 t1 truck 2 45T load=1"
    table = resolved(text, "03.03", "a1", result="Ao1 DL1o1")
    table.do(TakeRetreat())
    assert table.data.groups[0].units == ("a1",)
    assert table.look.combat_units_at(table.hex("03.03"), "soviet")
    assert "t1" not in {event.unit for event in table.all(StepLost)}


@pytest.mark.case("8.0-C", "8.1f", "9.0-E")
def test_a_combat_tells_its_opener_how_it_ended() -> None:
    table = resolved(MAP + f"axis 02.02 a1 {RGT}\nsoviet 03.03 r1 {RGT}", "03.03", "a1", result="AL1 Do1")
    for hex_, retreat in [("02.02", 1), ("03.03", 0), ("02.02", 0)]:
        move = Frame("move", "after_overrun", MoveData("axis", 0, ("a1",), (0,)))
        data = CombatData("overrun", "axis", table.hex("03.03"), ("a1",), attack=Execution(retreat=retreat))
        state = table.look.state.with_unit(table.unit("a1").change(hex=table.hex(hex_)))
        look = Look(table.look.world, state.change(stack=(move, Frame("combat", "end", data))))
        run = Run(look, table.game.dice)
        end(run, data)
        assert run.data.outcome == CombatOutcome(attacker_retreated=retreat > 0)
    nobody = CombatData("overrun", "axis", table.hex("03.03"), ())
    run = Run(
        Look(table.look.world, state.change(stack=(move, Frame("combat", "attackers_ready", nobody)))), table.game.dice
    )
    cancel_without_attackers(run, nobody)
    assert run.data.outcome == CombatOutcome(attacker_retreated=False)


@pytest.mark.case("9.11b-B")
def test_dead_units_do_not_stop_the_procedure() -> None:
    text = MAP + f"axis 02.02 a1 {RGT}\nsoviet 03.03 r1 {RGT}"
    table = resolved(text, "03.03", "a1", result="AL2")
    assert (table.step, table.at("a1"), len(table.all(StepLost))) == ("", "dead", 1)
    assert not table.all(UnitRetreated)
    assert not table.all(UnitEliminated)
