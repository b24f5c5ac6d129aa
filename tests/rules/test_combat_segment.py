"""Declaring attacks in a Combat Segment: which hex, which units, once each."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import AddUnit, Cancel, DeclareAttack, Done, LeaveOut, LoseStep, RemoveUnit
from redball.core.events import AttackCancelled, AttackDeclared, CombatResolved, SupplySpent
from rules.table import Table, combat_segment

OPEN = """
[terrain]
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
[units]
"""
BOTH = (
    OPEN
    + """
axis 02.02 a1 Rgt infantry other 8-3-3L/4-3-6L
axis 03.02 a2 Rgt infantry other 8-3-3L/4-3-6L
soviet 03.03 r1 Rgt infantry other 9-3-3L/4-3-6L
[supply]
axis 01.01 5
soviet 04.04 5
"""
)
QUIET = (3, 4, 3, 4)


def drafted(text: str = BOTH, **more: Any) -> Table:
    """An attack on 03.03 that is being drafted."""
    table = combat_segment(text, **more)
    return table.do(DeclareAttack(table.hex("03.03")))


@pytest.mark.case("9.2-1", "9.0-A", "9.1c-B", "9.1c-C")
def test_a_drafted_attack_is_committed() -> None:
    table = drafted(dice=QUIET)
    assert table.offered(AddUnit) == [AddUnit("a2"), AddUnit("a1")]
    table.do(AddUnit("a2"), AddUnit("a1"), Done())
    declared = table.one(AttackDeclared)
    assert (declared.hex, declared.units, declared.case) == (table.hex("03.03"), ("a1", "a2"), "9.2-1")
    assert table.step == "attacker_supply"
    assert all(table.unit(uid).activity.attacked for uid in ("a1", "a2"))


@pytest.mark.case("9.2-1")
def test_a_draft_may_be_changed_and_taken_back() -> None:
    table = drafted().do(AddUnit("a1"), AddUnit("a2"), RemoveUnit("a1"))
    assert table.data.units == ("a2",)
    assert table.refused(RemoveUnit("a1")) == ("combat.not_added", "9.2-1")
    assert table.refused(AddUnit("a2")) == ("combat.added", "9.2-1")
    table.do(Cancel())
    assert table.data.units == ()
    assert not table.all(AttackDeclared)
    assert table.data.target == -1
    assert table.refused(Cancel()) == ("combat.no_target", "9.2-1")
    assert table.refused(AddUnit("a1")) == ("combat.no_target", "9.2-1")


@pytest.mark.case("9.2-1")
def test_an_attack_needs_an_attacker() -> None:
    table = drafted()
    assert table.refused(Done()) == ("combat.no_attackers", "9.2-1")
    table.do(AddUnit("a1"), Done())
    assert table.step == "attacker_supply"


@pytest.mark.case("9.1b")
def test_nobody_has_to_attack() -> None:
    table = combat_segment(BOTH).do(Done())
    assert table.step == ""
    assert not table.all(AttackDeclared)


@pytest.mark.case("9.1c-A")
def test_one_attack_has_one_target() -> None:
    two = BOTH.replace("soviet 03.03", "soviet 02.03 r2 Rgt infantry other 9-3-3L/4-3-6L\nsoviet 03.03")
    table = drafted(two)
    assert table.refused(DeclareAttack(table.hex("02.03"))) == ("combat.one_hex", "9.1c-A")
    table.do(Cancel(), DeclareAttack(table.hex("02.03")))
    assert table.data.target == table.hex("02.03")


@pytest.mark.case("9.0-C")
def test_a_hex_without_enemy_combat_units_is_no_target() -> None:
    table = combat_segment(BOTH + "soviet 02.03 1\n")
    for name in ("02.03", "04.02", "02.02"):
        assert table.refused(DeclareAttack(table.hex(name))) == ("combat.no_enemy", "9.0-C")
    assert table.offered(DeclareAttack) == [DeclareAttack(table.hex("03.03"))]


@pytest.mark.case("9.0-C")
@pytest.mark.parametrize("line", ["r1 hq 15T-4T/10T-20T", "r1 artillery b20-3-4-3L/b7-3-4-8T"])
def test_hqs_and_artillery_alone_are_attacked(line: str) -> None:
    table = combat_segment(BOTH.replace("r1 Rgt infantry other 9-3-3L/4-3-6L", line))
    assert table.offered(DeclareAttack) == [DeclareAttack(table.hex("03.03"))]


@pytest.mark.case("9.0-A")
def test_a_hex_that_nobody_can_attack_is_no_target() -> None:
    far = BOTH.replace("axis 02.02", "axis 01.01").replace("axis 03.02", "axis 03.01")
    table = combat_segment(far)
    assert table.step == ""
    near = combat_segment(BOTH.replace("axis 02.02", "axis 01.01") + "[sources]\n")
    near.do(DeclareAttack(near.hex("03.03")))
    assert near.refused(AddUnit("a1")) == ("combat.not_adjacent", "9.0-A")
    assert near.offered(AddUnit) == [AddUnit("a2")]
    other = BOTH.replace("soviet 03.03", "soviet 05.05 r2 Rgt infantry other 9-3-3L/4-3-6L\nsoviet 03.03")
    table = combat_segment(other)
    assert table.refused(DeclareAttack(table.hex("05.05"))) == ("combat.nobody", "9.0-A")


@pytest.mark.case("9.1a")
def test_only_own_units_attack() -> None:
    table = drafted()
    assert table.refused(AddUnit("r1")) == ("combat.not_own", "9.1a")


@pytest.mark.case("9.1e-A", "4.4a", "5.7-A", "5.8-C", "9.0-B", "9.0-D", "4.4")
@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("Rgt infantry other 8-3-3L/4-3-6L strat", "5.8-C"),
        ("Rgt infantry other 8-3-3L/4-3-6L reserve", "5.7-A"),
        ("Rgt infantry other (8)-3-3L/(4)-3-6L", "9.1e-A"),
        ("artillery b20-3-4-3L/b7-3-4-8T", "9.0-B"),
        ("hq 15T-4T/10T-20T", "9.1e-A"),
        ("truck 2 45T", "9.0-D"),
    ],
)
def test_who_is_not_attack_capable(line: str, case: str) -> None:
    table = drafted(BOTH.replace("[supply]", f"axis 02.02 b1 {line}\n[supply]"))
    assert table.refused(AddUnit("b1")) == ("combat.not_capable", case)


@pytest.mark.case("4.4a", "4.4", "5.10b-C", "9.1e-A")
@pytest.mark.parametrize("line", ["0-3-3L/0-3-6L", "8-3-3L/4-3-6L dg", "8-3-3L/4-3-6L oos", "8-3-3L/4-3-6L move"])
def test_who_is_attack_capable(line: str) -> None:
    """A printed zero, DG, Out of Supply or Move Mode do not keep a unit from attacking."""
    table = drafted(BOTH.replace("[supply]", f"axis 02.02 b1 Rgt infantry other {line}\n[supply]"))
    table.do(AddUnit("b1"))
    assert table.data.units == ("b1",)


@pytest.mark.case("9.1c-C")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once_in_a_segment() -> None:
    two = BOTH.replace("soviet 03.03", "soviet 02.03 r2 Rgt infantry other 9-3-3L/4-3-6L\nsoviet 03.03")
    two = two.replace("a1 Rgt infantry other 8-3-3L/4-3-6L", "a1 Div infantry other 27-3-3L/9-3-6L re=3")
    two = two.replace("r1 Rgt infantry other 9-3-3L/4-3-6L", "r1 Div infantry other 9-3-3L/4-3-6L re=3")
    two = two.replace("axis 03.02", "axis 02.02")
    table = drafted(two, dice=QUIET).do(AddUnit("a1"), Done()).run_to("attacker_option")
    table.do(LoseStep("a1"), LoseStep("r1"))
    assert table.one(CombatResolved).result == "Ao1 Do1"
    assert table.refused(DeclareAttack(table.hex("03.03"))) == ("combat.hex_attacked", "9.1c-C")
    table.do(DeclareAttack(table.hex("02.03")))
    assert table.refused(AddUnit("a1")) == ("combat.unit_attacked", "9.1c-C")
    table.do(AddUnit("a2"))


RIVER = """
[terrain]
. . . . .
. . . . .
. . {} . .
. . . . .
. . . . .
[units]
axis 03.02 a1 Bn tank armor 6-5-12K/3-5-15K
axis 02.02 a2 Rgt infantry other 8-3-3L/4-3-6L
soviet 03.03 r1 Rgt infantry other 9-3-3L/4-3-6L
[hexsides]
{}
[paths]
{}
"""


@pytest.mark.case("9.1f-A", "9.3a")
def test_no_attack_into_a_hex_that_the_unit_cannot_enter() -> None:
    mountain = drafted(RIVER.format("m", "", ""))
    assert mountain.refused(AddUnit("a1")) == ("combat.cannot_enter", "9.1f-A")
    mountain.do(AddUnit("a2"))
    river = drafted(RIVER.format(".", 'major_river "r" 03.03/S', ""))
    assert river.refused(AddUnit("a1")) == ("bridge.needed", "13.8b-A")
    assert drafted(RIVER.format(".", 'minor_river "r" 03.03/S', "")).do(AddUnit("a1")).data.units == ("a1",)


@pytest.mark.case("9.1f-A", "6.1d")
def test_the_way_back_counts_too() -> None:
    """Armor in a mountain hex (it came by road) cannot attack out of it."""
    stuck = RIVER.format(".", "", "").replace("\n. . . . .\n. . . . .\n[units]", "\n. . m . .\n. . . . .\n[units]")
    assert drafted(stuck).refused(AddUnit("a1")) == ("combat.cannot_enter", "9.1f-A")


@pytest.mark.case("9.1f-B", "9.1f-A")
def test_a_road_into_the_hex_is_enough_for_an_attack() -> None:
    table = drafted(RIVER.format("m", "", 'road "r" 03.01 03.02 03.03'))
    table.do(AddUnit("a1"))
    assert table.data.units == ("a1",)


@pytest.mark.case("9.1e-B")
def test_no_fuel_is_needed_to_attack() -> None:
    """Armor without any supply to move on attacks with its internal stocks, and no token is spent."""
    table = drafted(RIVER.format(".", "", "")).do(AddUnit("a1"), Done())
    assert table.step == "attacker_supply"
    assert not table.all(SupplySpent)


@pytest.mark.case("11.0a", "9.13a", "5.7b-A", "11.0c")
def test_only_exploiting_units_and_released_reserves_attack_in_exploitation() -> None:
    text = BOTH.replace("[supply]", "axis 02.02 a3 Rgt infantry other 8-3-3L/4-3-6L exploit\n[supply]")
    text = text.replace("a2 Rgt infantry other 8-3-3L/4-3-6L", "a2 Rgt infantry other 8-3-3L/4-3-6L released")
    table = drafted(text, phase="exploitation")
    assert table.refused(AddUnit("a1")) == ("combat.not_exploiting", "11.0a")
    table.do(AddUnit("a2"), AddUnit("a3"), Done())
    assert table.one(AttackDeclared).units == ("a2", "a3")
    assert drafted(text).do(AddUnit("a1")).data.units == ("a1",)


@pytest.mark.case("11.0a")
def test_a_segment_with_nobody_to_attack_is_passed_over() -> None:
    assert combat_segment(BOTH, phase="exploitation").step == ""
    assert combat_segment(BOTH, phase="combat").step == "declare"


@pytest.mark.case("9.0-E", "9.5-A")
def test_units_left_out_have_not_attacked() -> None:
    table = drafted().do(AddUnit("a1"), AddUnit("a2"), Done(), LeaveOut("a1"), LeaveOut("a2"))
    assert table.one(AttackCancelled).case == "9.0-E"
    assert table.step == "declare"
    assert not any(table.unit(uid).activity.attacked for uid in ("a1", "a2"))
    table.do(DeclareAttack(table.hex("03.03")), AddUnit("a1"))
    assert table.data.units == ("a1",)
