"""A remedy is one that helps in the situation: what it tells can be done there."""

from __future__ import annotations

import pytest

from redball.core.actions import BeginMove, DeclareOverrun, Release, SetMode, StepTo
from redball.core.refusals import REFUSALS
from redball.game.sentences import Namer, refusal_text
from redball.rules.barrage.segment import refuse_artillery
from support import GUNS, HQ, LEG, TANKS, TRUCK, Sitting, asked, land, position, sit


def told(table: Sitting, action: object) -> tuple[str, str, str]:
    """Code, sentence and remedy of a refusal."""
    refused = table.game.check(asked(table.game).side, action)  # type: ignore[arg-type]
    assert refused is not None
    counters = {unit.id: unit.counter for unit in table.game.state.units.values()}
    return (refused.code, *refusal_text(refused, Namer(table.game.world, counters, "", None)))


def exploitation(units: str) -> Sitting:
    """The Exploitation Phase of the Axis."""
    return sit(units, at="exploitation_movement")


@pytest.mark.case("11.0a", "5.7b")
def test_a_unit_in_reserve_is_told_of_its_release() -> None:
    table = exploitation(f"axis 02.03 a {LEG} reserve\naxis 03.03 b {LEG} exploit\naxis 02.04 c {LEG}")
    code, _, remedy = told(table, BeginMove("a"))
    assert code == "move.not_usable"
    assert "release" in remedy
    assert "Movement Phase" not in remedy
    table.do(Release("a"), BeginMove("a"))
    other = exploitation(f"axis 02.03 a {LEG} reserve\naxis 02.04 c {LEG}")
    assert "next time" in told(other, BeginMove("c"))[2], "it can no longer be put into Reserve"


@pytest.mark.case("11.0a")
def test_guns_in_reserve_are_told_of_their_release() -> None:
    units = f"axis 02.03 g {GUNS} reserve\naxis 02.03 h {GUNS}\nsoviet 02.04 r {LEG}"
    look = position(f"[terrain]\n{land()}\n[units]\n{units}\n", phase="exploitation", segment="barrage")
    for uid, code, said in (("g", "barrage.mode", "release it"), ("h", "barrage.not_usable", "next time")):
        refused = refuse_artillery(look, "axis", look.unit(uid))
        assert refused is not None
        assert refused.code == code
        assert said in REFUSALS[code].helps(refused.so)
    held = refuse_artillery(position(f"[terrain]\n{land()}\n[units]\n{units}\n"), "axis", look.unit("g"))
    assert held is not None
    assert "keep it" in REFUSALS[held.code].helps(held.so), "in the Combat Phase nothing is released"


@pytest.mark.case("12.5a-A", "12.5c")
def test_fuel_is_told_as_the_unit_can_get_it() -> None:
    units = f"axis 02.03 p {TANKS} formation=pz\naxis 02.03 i {TRUCK} move\naxis 02.03 h {HQ} move"
    for uid, said, not_said in (
        ("p", "1 SP for all of the pz", "HQ"),
        ("i", "an HQ in whose throw range", "for all of"),
        ("h", "1 SP for the HQ", "for all of"),
    ):
        table = sit(units).begin(uid)
        code, _, remedy = told(table, StepTo(table.hex("03.03")))
        assert code == "move.no_fuel"
        assert remedy.startswith("pay 1T for the unit")
        assert said in remedy
        assert not_said not in remedy
        assert "leave it behind" not in remedy, "it is alone"
    table = sit(units).begin("p", "i")
    assert "leave it behind" in told(table, StepTo(table.hex("03.03")))[2]


@pytest.mark.case("4.8-G")
def test_who_cannot_overrun_is_not_told_to() -> None:
    units = f"axis 02.03 a {LEG}\naxis 02.03 t truck 1 9T\nsoviet 02.04 r {LEG}\nsoviet 05.03 q {LEG}"
    table = sit(units).begin("a")
    assert "overrun" in told(table, StepTo(table.hex("02.04")))[2]
    table = sit(units).begin("t")
    assert told(table, StepTo(table.hex("02.04")))[2] == "go around, or send Attack-Capable units"


@pytest.mark.case("6.2")
def test_a_unit_that_moves_alone_is_not_told_to_leave_itself() -> None:
    ground = land("04.03=w", "03.03=w", "02.03=.")
    alone = sit(f"axis 02.03 a {LEG} move\n", ground).begin("a")
    pair = sit(f"axis 02.03 a {LEG} move\naxis 02.03 b {LEG} move\n", ground).begin("a", "b")
    for table, behind in ((alone, False), (pair, True)):
        steps = ("03.03", "04.03", "05.03", "04.03", "05.03", "04.03", "03.03")
        for name in steps:
            refused = table.game.check("axis", StepTo(table.hex(name)))
            if refused is not None and refused.code == "move.no_mp":
                assert ("leave it behind" in told(table, StepTo(table.hex(name)))[2]) is behind
                break
            table.do(StepTo(table.hex(name)))
        else:
            pytest.fail("it never ran out of MP")


@pytest.mark.case("8.1-A")
def test_an_overrun_of_one_tells_what_else_to_send() -> None:
    units = f"axis 02.03 a {LEG}\naxis 02.03 t truck 1 9T\nsoviet 02.04 r {LEG}"
    table = sit(units).begin("t")
    code, _, remedy = told(table, DeclareOverrun(table.hex("02.04")))
    assert (code, "leave" in remedy) == ("overrun.not_capable", False)
    table = sit(units).begin("a", "t")
    assert told(table, DeclareOverrun(table.hex("02.04")))[2] == "leave it behind first"


@pytest.mark.case("4.5a-A")
def test_a_stack_that_a_zoc_stops_is_told_of_what_it_has() -> None:
    for names, said in ((("k",), "overrun"), (("t",), "halt here"), (("t", "a"), "negates")):
        units = (
            f"axis 02.03 a {LEG} move\naxis 02.03 k {TRUCK} move fueled\naxis 02.03 t truck 1 9T\nsoviet 04.03 r {LEG}"
        )
        table = sit(units).begin(*names).do(StepTo(table_hex("03.03")))
        refused = table.game.check("axis", StepTo(table_hex("03.02")))
        if refused is None:
            continue  # the stack's own unit negates the ZOC
        code, _, remedy = told(table, StepTo(table_hex("03.02")))
        assert code == "move.zoc_stop"
        assert said in remedy


def table_hex(name: str) -> int:
    """A hex of the usual field, by name."""
    return sit(f"axis 01.01 x {LEG}").hex(name)


def test_no_remedy_of_the_movement_phase_is_offered_for_a_mode_out_of_its_time() -> None:
    table = sit(f"axis 02.03 a {LEG}\naxis 02.03 b {LEG}").begin("a").do(StepTo(table_hex("03.03")))
    code, _, remedy = told(table, SetMode("a", "move", "move"))
    assert code == "mode.too_late"
    assert "if nothing seals it" in remedy


def test_every_situation_has_words_of_its_own() -> None:
    for kind in REFUSALS.values():
        for so, remedy in kind.remedies.items():
            assert remedy, (kind.code, so)
            assert remedy != kind.remedy, (kind.code, so)
