"""The worked examples of the rulebook, with its dice.

Others stand beside what they show: 4.2 and 9.4c (odds), 9.1g (combat), 9.5b and 12.10h (supply), 9.10d (results).
"""

from __future__ import annotations

import pytest

from redball.core.actions import (
    Advance,
    ChooseLeader,
    ChooseTerrain,
    Done,
    LoseStep,
    Pay,
    RetreatTo,
    TakeRetreat,
    UseInternals,
)
from redball.core.events import CombatResolved, ExploitGained, OddsSet, StepLost, SurpriseRolled
from redball.core.state import LOW, Frame
from redball.rules.combat.record import CombatData, Execution, Leader
from rules.table import Table, combat
from support import position

COMPREHENSIVE = """
[terrain]
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
[hexsides]
minor_river "r" 01.03/N 02.03/NW 02.03/N 02.03/NE 03.03/N 04.03/SW 04.03/S 05.03/S 06.02/NE
[units]
axis 03.04 mc Bn motorcycle other 4-5-8T/2-5-14T
axis 03.04 pz Bn tank armor 6-4-8K/3-4-12K
axis 04.02 mi Rgt infantry mech 8-4-8T/4-4-14T
soviet 04.03 tb Bde tank mech 7-3-8K/3-3-12K
soviet 04.03 rf Div infantry other 13-2-3L/5-2-6L re=3
[supply]
axis 04.01 4+1T
soviet 05.04 1
"""


@pytest.mark.case("9.5", "9.5b", "9.2-2", "9.4b-A", "9.6-A", "9.7", "9.8-B", "9.10a", "12.4-A", "12.10b")
def test_the_comprehensive_combat() -> None:
    """17 to 20 is 1:1; surprise makes it 3:1; Ao1 Do1: the motorcycles die and the defenders retreat."""
    table = combat(COMPREHENSIVE, "04.03", "mi", "mc", "pz", dice=(4, 5, 2, 2, 3))
    dump, south, north = table.hex("04.01"), table.hex("04.02"), table.hex("03.04")
    assert {action.unit for action in table.offered(Pay)} == {"mi"}  # the river is too dear for the others
    table.do(Pay("mi", dump), UseInternals("mc"), UseInternals("pz"))
    assert table.tokens("axis", "04.01") == 16
    assert (table.unit("mc").internals, table.unit("pz").internals) == (LOW, LOW)
    table.do(Pay("", table.hex("05.04")))
    assert table.tokens("soviet", "05.04") == 2
    table.do(ChooseLeader("mc"), ChooseLeader("tb"), ChooseTerrain("minor_river", south))
    odds = table.one(OddsSet)
    assert (odds.attack, odds.defend, odds.odds, odds.column, odds.line) == ("17", "20", "1:1", "1:1", "open")
    assert odds.drm == 2
    surprise = table.one(SurpriseRolled)
    assert (surprise.who, surprise.roll) == ("attacker", 11)
    result = table.one(CombatResolved)
    assert (result.column, result.roll, result.result) == ("3:1", 7, "Ao1 Do1")
    assert table.refused(LoseStep("pz")) == ("combat.loss_order", "9.11c-A")
    table.do(LoseStep("mc"), TakeRetreat(), RetreatTo(table.hex("05.04")), Advance("pz"), Done())
    assert [table.at(uid) for uid in ("mc", "pz", "mi", "tb", "rf")] == ["dead", "04.03", "04.02", "05.04", "05.04"]
    assert table.unit("rf").mode == "combat"
    assert north != south


def overrun(attacker: int, defender: int, *dice: int) -> Table:
    """Action Rating against Action Rating, at 4:1 in the open."""
    text = f"""
[terrain]
. . . .
. . . .
. . . .
[units]
axis 02.02 a1 Bn recon other 8-{attacker}-8T/4-{attacker}-14T
soviet 03.02 r1 Bn infantry other 2-{defender}-3L/1-{defender}-6L
"""
    table = combat(text, "03.02", "a1", kind="overrun", phase="movement", dice=dice)
    return table.do(UseInternals("a1"), UseInternals("r1"))


@pytest.mark.case("9.8-A", "9.8-B", "9.6-B", "9.9")
def test_a_five_overruns_a_nought() -> None:
    table = overrun(5, 0, 4, 4, 3, 3, 4)
    assert table.one(OddsSet).odds == "4:1"
    assert (table.one(SurpriseRolled).who, table.one(SurpriseRolled).roll) == ("attacker", 13)
    result = table.one(CombatResolved)
    assert (result.column, result.roll, result.result) == ("9:1", 12, "Ae3 DL2o2DG")
    charts = table.look.world.charts.combat
    assert charts.lookup(charts.initial_column("open", 4, 1), 12).text == "Ae4 DL1o2"


@pytest.mark.case("9.8-A", "9.8-B", "9.6-B", "9.9")
def test_a_nought_overruns_a_five() -> None:
    table = overrun(0, 5, 4, 6, 6, 3, 4)
    assert (table.one(SurpriseRolled).who, table.one(SurpriseRolled).roll) == ("defender", 5)
    result = table.one(CombatResolved)
    assert (result.column, result.roll, result.result) == ("1:4", 2, "AL2")
    charts = table.look.world.charts.combat
    assert charts.lookup(charts.initial_column("open", 4, 1), 2).text == "AL1o1 Do1"


OVERRUN = """
[terrain]
. . . . .
. . . . .
. . . . .
. . . . .
[units]
axis 03.02 pz Bn tank armor 6-5-8K/3-5-12K
axis 03.02 mi Rgt infantry mech 8-4-8T/4-4-14T
soviet 03.03 tb Bde tank mech 7-3-8K/3-3-12K dg
[supply]
axis 02.01 4+1T
"""


@pytest.mark.case("8.0-C", "8.0-E", "8.1e", "9.4e-A", "9.6a-A", "9.7a", "9.8-A", "9.10c-C", "9.11c-A", "9.13b-B")
def test_the_prepared_overrun() -> None:
    """The target is DG already: 21 to 3.5 is 6:1, so 5:1; surprise makes it 9:1; Ao1e4 DL1o2."""
    table = combat(OVERRUN, "03.03", "pz", "mi", kind="overrun", phase="movement", dice=(2, 4, 2, 1, 3))
    table.do(Pay("pz", table.hex("02.01")), Pay("mi", table.hex("02.01")))
    assert table.tokens("axis", "02.01") == 15
    table.do(UseInternals("tb"), ChooseLeader("pz"))
    odds = table.one(OddsSet)
    assert (odds.attack, odds.defend, odds.odds, odds.column, odds.drm) == ("21", "3.5", "6:1", "5:1", 3)
    assert (table.one(SurpriseRolled).who, table.one(SurpriseRolled).roll) == ("attacker", 9)
    result = table.one(CombatResolved)
    assert (result.column, result.roll, result.result) == ("9:1", 7, "Ao1e4 DL1o2")
    assert table.refused(LoseStep("mi")) == ("combat.loss_order", "9.11c-A")
    table.do(LoseStep("pz"))
    assert [table.at(uid) for uid in ("pz", "mi", "tb")] == ["dead", "03.03", "dead"]
    assert not table.all(ExploitGained)


@pytest.mark.case("9.11b-B", "9.11c-A", "9.11-B")
def test_four_losses_for_three_steps() -> None:
    """Everything dies and the fourth loss is ignored."""
    text = """
[terrain]
. . .
. . .
[units]
axis 01.01 a1 Rgt infantry other 8-3-3L/4-3-6L
axis 01.01 a2 Div infantry other 12-3-3L/6-3-8L re=2
soviet 03.01 r1 Rgt infantry other 8-3-3L/4-3-6L
"""
    look = position(text)
    data = CombatData(
        "regular",
        "axis",
        look.board.index("02.01"),
        ("a1", "a2"),
        defenders=("r1",),
        attack_leader=Leader("a2", 3),
        defence_leader=Leader("r1", 3),
        result="AL2",
        attack=Execution(losses=4),
    )
    table = Table(look, Frame("combat", "attacker_losses", data))
    assert [event.unit for event in table.all(StepLost)] == ["a2", "a1", "a2"]
    assert (table.at("a1"), table.at("a2"), table.step) == ("dead", "dead", "")
