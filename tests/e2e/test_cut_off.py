"""Breakout, a dump blown, a simulcast turn, a holding box, by clicking; the screen equals the engine's state."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import support
from e2e.desk import Desk, Served, force, key_of
from e2e.test_access import violations
from redball.core.actions import AgreeSimulcast, Breakout
from redball.core.events import DumpBlown, SimulcastAgreed, UnitBrokeOut, UnitMoved
from redball.core.state import DEAD_PILE
from rules import test_boxes, test_breakout, test_simulcast

BOTH = {"axis": "human", "soviet": "human"}


@pytest.fixture
def pocket(desk: Desk, served: Served) -> Desk:
    """The Breakout Segment: two regiments are cut off for the first time, two for longer, one of them too far away."""
    rifles, row = test_breakout.RIFLES, ". " * 30 + "\n"
    units = (
        f"axis 01.02 home {rifles}\naxis 12.02 one {rifles}\naxis 12.02 two {rifles}\naxis 13.02 old {rifles} oos\n"
        f"axis 29.02 far {rifles} oos\nsoviet 10.01 a {rifles}\nsoviet 10.02 b {rifles}\n"
    )
    rest = "[sources]\naxis 01.02\nsoviet 30.03\n"
    game = support.sit(units, row * 3, at="movement_breakout", rest=rest).game
    return desk.open(served.sit(game), "axis").same()


def test_who_is_cut_off_breaks_out(pocket: Desk, pictures: Path) -> None:
    desk, panel = pocket, pocket.the("breakout-panel")
    expect(panel).to_contain_text("first turn without trace")
    expect(panel).to_contain_text("cut off for longer")
    stack = desk.hex("12.02")
    desk.look(stack, 0.9)
    desk.page.screenshot(path=pictures / "breakout.png")
    assert violations(desk) == []
    before = desk.game.state
    desk.click(desk.hex("13.02"))
    assert desk.game.state is before, "a click on a stack only asks: who fails is lost"
    desk.press("Escape").click(stack)
    force(desk.game, 6)
    desk.push(f"menu-{key_of(Breakout('one'))}").same()
    assert desk.happened(UnitBrokeOut)[-1].unit == "one"
    force(desk.game, 1)
    desk.push("breakout-two").same()
    assert desk.game.look.unit("two").hex == DEAD_PILE
    expect(desk.page.get_by_role("log")).to_contain_text("Two Rgt is eliminated (breakout)")
    desk.page.screenshot(path=pictures / "breakout-done.png")


@pytest.mark.long
def test_who_may_not_break_out_is_told_why(pocket: Desk, pictures: Path) -> None:
    far = pocket.hex("29.02")
    expect(pocket.the("breakout-far")).to_have_count(0)
    pocket.look(far).click(far).push("unit-far")
    expect(pocket.the("decision").locator(".why")).to_contain_text("12.8e-B")
    pocket.page.screenshot(path=pictures / "breakout-refused.png")
    pocket.end_segment().same()
    assert pocket.game.state.clock.segment == "movement"


@pytest.mark.long
def test_a_dump_is_blown(desk: Desk, served: Served, pictures: Path) -> None:
    units = f"axis 05.04 own {support.LEG}\nsoviet 01.05 far {support.LEG}"
    game = support.sit(units, rest="[supply]\naxis 02.02 4\naxis 04.03 1\n[sources]\naxis 06.01\n").game
    desk.open(served.sit(game), "axis").same()
    here, other = desk.hex("02.02"), desk.hex("04.03")
    desk.look(here).click(here)
    expect(desk.the("blow-dump")).to_contain_text("25 to 100 %")
    desk.the("blow-amount").select_option(label="3 SP")
    desk.page.screenshot(path=pictures / "blow.png")
    assert violations(desk) == []
    force(desk.game, 5)
    desk.push("blow-go").same()
    blown = desk.happened(DumpBlown)[-1]
    assert (blown.hex, blown.tokens, blown.destroyed) == (here, 12, 9)
    expect(desk.the("stack-panel")).to_contain_text("1 SP 3T")
    expect(desk.the("stack-panel")).to_contain_text("already tried to blow up this supply")
    expect(desk.the("blow-dump")).to_have_count(0)  # once a phase
    desk.page.screenshot(path=pictures / "blown.png")
    desk.look(other).click(other)
    desk.the("blow-dump").wait_for()


@pytest.mark.long
def test_a_simulcast_turn_is_agreed_and_played_by_both(desk: Desk, served: Served, pictures: Path) -> None:
    session = served.sit(test_simulcast.open_game().game, BOTH)
    yes = f"choice-{key_of(AgreeSimulcast(True))}"
    desk.page.goto(f"{served.address}/#/game/{session.id}")
    desk.the("lift-curtain").click()
    desk.open_again(session, "axis").same()
    expect(desk.the(yes)).to_have_text("Play this game turn as a simulcast turn")
    desk.push(yes).push("lift-curtain")
    desk.side = "soviet"
    desk.same().push(yes).same()
    assert len(desk.happened(SimulcastAgreed)) == 1
    expect(desk.the("simulcast")).to_be_visible()
    near, away = desk.hex("04.03"), desk.hex("04.05")
    desk.pick("s")
    desk.page.screenshot(path=pictures / "simulcast.png")
    desk.click(near).same()
    assert desk.game.look.unit("s").hex == desk.hex("04.04"), "what is next to the enemy is not lit"
    desk.pick("s").press("Shift+KeyS").same()
    refusal = desk.the("refusal")
    expect(refusal).to_have_attribute("data-code", "simulcast.offensive")
    expect(refusal).to_contain_text("2.4-3")
    desk.press("Escape").click(away).same()
    assert desk.game.look.unit("s").hex == away
    desk.press("Space").end_segment()
    desk.push("lift-curtain")
    desk.side = "axis"
    desk.same()
    assert desk.asked.side == "axis", "the same phase for the other side"
    assert desk.game.state.clock.segment == "movement"


@pytest.fixture
def boxes(desk: Desk, served: Served) -> Desk:
    """A map with a box in the rear, joined to two hexes of its edge; one unit is in it, one near."""
    units = f"axis 02.01 a {support.LEG}\naxis rear b {support.LEG} move\nsoviet 05.05 s {support.LEG}"
    return desk.open(served.sit(test_boxes.board(units).game), "axis").same()


def test_units_go_into_a_holding_box_and_out_of_it(boxes: Desk, pictures: Path) -> None:
    desk, rear, way_out = boxes, boxes.hex("rear"), boxes.hex("01.02")
    desk.pick("b")
    expect(desk.the("stack-panel")).to_contain_text("Army reserve")
    expect(desk.the("stack-panel")).not_to_contain_text("defence")  # in a box nobody fights
    desk.page.screenshot(path=pictures / "box.png")
    desk.click(way_out).same()
    assert desk.game.look.unit("b").hex == way_out
    desk.press("Space").pick("a").click(desk.hex("01.01")).same().click(rear).same()
    assert desk.game.look.unit("a").hex == rear
    assert [(e.start, e.hex) for e in desk.happened(UnitMoved) if rear in (e.start, e.hex)] == [
        (rear, way_out),
        (desk.hex("01.01"), rear),
    ]
    desk.page.screenshot(path=pictures / "box-in.png")
    assert violations(desk) == []
