"""Advance after combat, and Exploit markers."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import Advance, Done, LoseStep, RetreatTo, TakeRetreat
from redball.core.events import DumpCaptured, ExploitGained, UnitAdvanced
from rules.table import Table, resolved

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
PZ = "Bn tank armor 6-5-12K/3-5-15K"


def fought(units: str, *attackers: str, result: str, **more: Any) -> Table:
    """An attack on 04.03, whose neighbours are 04.04, 05.04, 05.03, 04.02, 03.03, 03.04."""
    return resolved(MAP + units, "04.03", *attackers, result=result, **more)


# --- advance ---------------------------------------------------------------------------------------------------

TWO = f"""
axis 03.03 a1 {DIV}
axis 04.02 a2 {RGT}
axis 03.03 b1 {RGT}
soviet 04.03 r1 {RGT}
"""


@pytest.mark.case("9.12g", "9.12g-A", "9.12g-D", "9.2-9")
def test_attackers_may_enter_the_vacated_hex() -> None:
    table = fought(TWO, "a1", "a2", result="Ao1 DL1o1").do(LoseStep("a1"))
    assert (table.step, table.offered(Advance)) == ("advance", [Advance("a1"), Advance("a2")])
    assert table.refused(Advance("b1")) == ("combat.not_an_attacker", "9.12g-A")
    table.do(Advance("a2"))
    assert table.refused(Advance("a2")) == ("combat.not_an_attacker", "9.12g-A")
    table.do(Done())
    assert table.step == ""
    assert [table.at(uid) for uid in ("a1", "a2", "b1")] == ["03.03", "04.03", "03.03"]
    assert table.one(UnitAdvanced).case == "9.12g"


@pytest.mark.case("4.5b-B")
def test_a_unit_that_negated_a_zoc_may_still_advance() -> None:
    table = fought(TWO, "a1", "a2", result="Ao1 DL1o1")
    table.look = table.look.after(table.look.state.with_unit(table.look.unit("a2").act(negates=True)), ("a2",))
    table.do(LoseStep("a1"), Advance("a2"))
    assert table.at("a2") == "04.03"
    assert table.look.unit("a2").activity.negates, "it may not spend MP, and it did not"


@pytest.mark.case("9.12g")
def test_advance_follows_a_retreat_of_the_defender() -> None:
    table = fought(TWO, "a1", result="AL1 Do1").do(TakeRetreat())
    table.do(RetreatTo(table.hex("05.04")), Advance("a1"))
    assert (table.at("a1"), table.at("r1"), table.step) == ("04.03", "05.04", "")


@pytest.mark.case("9.12g", "9.2-9")
def test_no_advance_while_enemy_combat_units_are_there() -> None:
    table = fought(TWO.replace(RGT, DIV), "a1", result="AL1 Do1").do(LoseStep("r1"))
    assert (table.step, table.at("r1")) == ("", "04.03")


@pytest.mark.case("9.12g-B", "9.2-9")
def test_no_advance_after_a_retreat_of_the_attacker() -> None:
    table = fought(TWO, "a1", "a2", result="Ao1 DL1o1").do(TakeRetreat())
    table.do(RetreatTo(table.hex("02.03")), RetreatTo(table.hex("04.01")))
    assert (table.at("r1"), table.step, table.all(UnitAdvanced)) == ("dead", "", [])


@pytest.mark.case("9.12g-A", "9.14a-B")
def test_an_attacker_of_no_strength_may_advance() -> None:
    table = fought(TWO.replace("8-3-3L", "0-3-3L"), "a1", "a2", result="Ao1 DL1o1").do(LoseStep("a1"))
    assert Advance("a2") in table.offered(Advance)


@pytest.mark.case("9.12b-B", "9.12g")
def test_a_unit_without_ma_as_it_stands_does_not_advance() -> None:
    """Reading 1.69: it is not turned over for it."""
    static = TWO.replace(f"a2 {RGT}", "a2 Rgt infantry other 8-3-0L/4-3-6L")
    table = fought(static, "a1", "a2", result="Ao1 DL1o1").do(LoseStep("a1"))
    assert table.refused(Advance("a2")) == ("combat.immobile", "9.12b-B")
    table.do(Advance("a1"))
    assert table.step == ""


@pytest.mark.case("9.12g-C", "9.14b")
def test_what_is_left_in_the_hex_is_captured_by_the_first_to_enter() -> None:
    table = fought(TWO + "[supply]\nsoviet 04.03 2\n", "a1", "a2", result="Ao1 DL1o1", dice=(5,)).do(LoseStep("a1"))
    assert not table.all(DumpCaptured)
    table.do(Advance("a1"))
    assert table.one(DumpCaptured).captured == 4  # a 5 captures half
    table.do(Advance("a2"))
    assert len(table.all(DumpCaptured)) == 1
    assert (table.tokens("axis", "04.03"), table.tokens("soviet", "04.03")) == (4, 0)


@pytest.mark.case("9.12g-C")
def test_nothing_is_captured_without_an_advance() -> None:
    table = fought(TWO + "[supply]\nsoviet 04.03 2\n", "a1", result="Ao1 DL1o1").do(LoseStep("a1"), Done())
    assert (table.tokens("soviet", "04.03"), table.all(DumpCaptured)) == (8, [])


@pytest.mark.case("8.0-E", "9.12g-D", "8.0-B", "9.12g-C")
def test_after_an_overrun_all_survivors_enter() -> None:
    stack = f"axis 03.03 a1 {DIV}\naxis 03.03 a2 {RGT}\naxis 03.03 b1 {RGT}\nsoviet 04.03 r1 {RGT}\n"
    text = stack + "[supply]\nsoviet 04.03 2\n"
    table = fought(text, "a1", "a2", result="Ao1 DL1o1", kind="overrun", lead="a2", dice=(1,)).do(LoseStep("a2"))
    assert table.step == ""
    assert [table.at(uid) for uid in ("a1", "a2", "b1")] == ["04.03", "dead", "03.03"]
    assert table.one(UnitAdvanced).unit == "a1"
    assert len(table.all(DumpCaptured)) == 1
    assert not table.unit("a1").activity.spent  # no MP (8.0-E)


@pytest.mark.case("8.0-B", "8.0-E")
def test_an_overrun_that_does_not_clear_the_hex_stays_outside() -> None:
    stack = f"axis 03.03 a1 {DIV}\nsoviet 04.03 r1 {DIV}\n"
    table = fought(stack, "a1", result="AL1 Do1", kind="overrun").do(LoseStep("r1"))
    assert (table.at("a1"), table.all(UnitAdvanced)) == ("03.03", [])


# --- exploit ---------------------------------------------------------------------------------------------------


def exploited(units: str, *attackers: str, result: str = "Ae3 DL2o2DG", **more: Any) -> list[str]:
    """Who gains a marker in an attack on an r1 in 04.03 that dies of it."""
    table = fought(f"{units}\nsoviet 04.03 r1 {RGT}", *attackers, result=result, **more)
    return [event.unit for event in table.all(ExploitGained)]


@pytest.mark.case("9.13-A", "5.9b", "5.9-A", "9.10")
@pytest.mark.parametrize(
    ("result", "who"),
    [("Ae2 DL2o3DG", ["a2", "a3", "a4"]), ("Ae3 DL2o2DG", ["a3", "a4"]), ("Ae4 DL1o2", ["a4"]), ("Ao1 DL1o1", [])],
)
def test_the_rating_decides_who_exploits(result: str, who: list[str]) -> None:
    units = "\n".join(f"axis 03.03 a{ar} Rgt infantry other 8-{ar}-3L/4-{ar}-6L" for ar in (1, 2, 3, 4))
    assert exploited(units, "a1", "a2", "a3", "a4", result=result) == who


@pytest.mark.case("9.13-A", "5.9-A", "5.9c", "5.4-D")
def test_exploitation_mode_keeps_orientation_and_a_zoc_that_was_there() -> None:
    units = f"""
axis 03.03 a1 {RGT}
axis 03.03 a2 {RGT} move
axis 03.03 a3 {RGT} oos
soviet 04.03 r1 {RGT}
"""
    table = fought(units, "a1", "a2", "a3", result="Ae3 DL2o2DG")
    gained = {event.unit: event.keeps_zoc for event in table.all(ExploitGained)}
    assert gained == {"a1": True, "a2": False, "a3": False}
    assert [(table.unit(u).mode, table.unit(u).facing) for u in gained] == [
        ("exploit", "combat"),
        ("exploit", "move"),
        ("exploit", "combat"),
    ]
    assert table.look.in_zoc_of("axis", table.hex("02.03"))


@pytest.mark.case("9.13-B")
def test_bystanders_gain_nothing() -> None:
    units = f"axis 03.03 a1 {RGT}\naxis 03.03 b1 {RGT}\naxis 03.03 g1 artillery b20-3-4-3L/b7-3-4-8T"
    assert exploited(units, "a1") == ["a1"]


@pytest.mark.case("9.13b-A", "5.10b-C")
def test_dg_attackers_gain_nothing_and_others_do() -> None:
    units = f"axis 03.03 a1 {PZ} dg\naxis 03.03 a2 {RGT}"
    assert exploited(units, "a1", "a2") == ["a2"]


@pytest.mark.case("9.13b-B", "8.1e", "5.9a")
def test_no_exploitation_from_overruns_or_in_the_exploitation_phase() -> None:
    unit = f"axis 03.03 a1 {RGT}"
    assert exploited(unit, "a1") == ["a1"]
    assert exploited(unit, "a1", kind="overrun") == []
    assert exploited(unit, "a1", phase="exploitation") == []


@pytest.mark.case("9.13b-C", "5.9a")
@pytest.mark.parametrize(
    ("hexes", "allowed"),
    [
        (("03.03",), True),
        (("03.03", "03.03"), True),
        (("03.03", "04.02"), True),
        (("03.03", "03.04"), True),
        (("03.03", "05.03"), False),
        (("03.03", "04.02", "03.04"), False),
    ],
)
def test_attacking_stacks_must_be_adjacent(hexes: tuple[str, ...], allowed: bool) -> None:
    """At most two hexes, next to each other (reading 1.72)."""
    names = [f"a{i}" for i in range(len(hexes))]
    units = "\n".join(f"axis {hex_} {name} {RGT}" for hex_, name in zip(hexes, names, strict=True))
    assert exploited(units, *names) == (names if allowed else [])


@pytest.mark.case("9.10d", "9.13-A")
def test_a_retreat_voids_the_exploit_result_and_a_loss_does_not() -> None:
    pz_div = "Div tank armor 12-4-12K/6-4-15K re=2"
    units = f"axis 03.03 a1 {pz_div}\naxis 03.03 a2 {RGT}\nsoviet 04.03 r1 {RGT}"
    paid = fought(units, "a1", "a2", result="Ao1e4 DL1o2").do(LoseStep("a1"))
    assert [event.unit for event in paid.all(ExploitGained)] == ["a1"]
    table = fought(units, "a1", "a2", result="Ao1e4 DL1o2").do(TakeRetreat())
    table.do(RetreatTo(table.hex("02.03")))
    assert table.all(ExploitGained) == []


@pytest.mark.case("9.13-A", "9.10b")
def test_the_dead_gain_nothing_and_markers_come_before_the_defender_s_half() -> None:
    units = f"axis 03.03 a1 {PZ}\naxis 03.03 a2 Rgt infantry other 8-4-3L/4-4-6L\nsoviet 04.03 r1 {DIV}"
    table = fought(units, "a1", "a2", result="Ao1e4 DL1o2").do(LoseStep("a1"))
    assert [event.unit for event in table.all(ExploitGained)] == ["a2"]
    assert table.step == "defender_option"
