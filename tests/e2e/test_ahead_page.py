"""Thinking ahead on the page: attacks from elsewhere, what a ZOC would cut, the budget, reach by mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.core.actions import Done

AXIS = {"axis": "human", "soviet": "steady"}


def at_yelnya(desk: Desk, served: Served) -> Desk:
    """The Axis in its Movement Phase at Yelnya, with the panel open."""
    session = served.game("yelnya", AXIS, seed=2)
    game = session.game
    while (game.state.clock.phase, game.state.clock.acting) != ("movement", "axis") or session.bot_to_move():
        if session.bot_to_move():
            session.bot_plays("axis", "decision")
        else:
            session.act("axis", [Done() if Done() in game.choices() else game.choices()[0]])
    return desk.open(session, "axis").press("-")


def stack_of(desk: Desk) -> tuple[str, int]:
    """An own combat unit with an enemy near, and the nearest enemy hex."""
    look = desk.game.look
    theirs = [u.hex for u in look.own("soviet") if look.counter(u).is_combat_unit]
    mine = [u for u in look.own("axis") if look.counter(u).kind == "combat" and u.marker == ""]
    unit = min(mine, key=lambda u: (min(look.board.distance(u.hex, h) for h in theirs), u.id))
    return unit.id, min(theirs, key=lambda h: (look.board.distance(unit.hex, h), h))


def test_attacks_from_elsewhere_are_foreseen_and_nothing_changes(desk: Desk, served: Served, pictures: Path) -> None:
    at_yelnya(desk, served)
    says(desk.the("ahead-none"), "Pick the units")
    before = desk.game.state
    uid, target = stack_of(desk)
    desk.pick(uid)
    expect(desk.the("ahead-list").get_by_role("listitem").first).to_be_visible()
    says(desk.the("ahead-list"), "column")
    assert int(desk.the("ahead-target").input_value()) == target
    desk.look(target).painted()
    desk.page.screenshot(path=pictures / "ahead-attack.png")
    first = desk.page.locator("[data-testid^=ahead-assume-]").first
    first.click()
    expect(desk.page.locator(".assumed")).to_contain_text("Assumed at")
    assert desk.game.state is before
    desk.press("Escape").press("-")
    expect(desk.the("ahead")).to_have_count(0)


def test_cuts_budget_and_modes_have_tabs_for_keys_too(desk: Desk, served: Served, pictures: Path) -> None:
    at_yelnya(desk, served)
    desk.the("ahead-attack").focus()
    desk.page.keyboard.press("ArrowRight")
    says(desk.the("cuts-sum"), "of those that you see")
    desk.push("cuts-ours")
    says(desk.the("cuts-sum"), "trace")
    desk.painted()
    desk.page.screenshot(path=pictures / "ahead-cuts.png")
    assert violations(desk) == []
    desk.push("ahead-budget")
    says(desk.the("budget"), "There is", "All of this would take", "Fuel")
    desk.page.screenshot(path=pictures / "ahead-budget.png")
    desk.push("ahead-modes")
    says(desk.the("modes-none"), "Pick a stack")
    uid, _ = stack_of(desk)
    desk.pick(uid)
    says(desk.the("mode-move"), "Move Mode", "hex")
    desk.look(desk.game.state.units[uid].hex, 0.6).painted()
    desk.page.screenshot(path=pictures / "ahead-modes.png")
    assert violations(desk) == []


@pytest.mark.long
def test_on_a_telephone_with_large_text_nothing_is_cut_off(browser: Browser, served: Served, pictures: Path) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, color_scheme="dark"
    )
    phone = Desk(context.new_page(), served)
    at_yelnya(phone, served)
    phone.page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    for tab in ("cuts", "budget", "modes", "attack"):
        phone.the(f"ahead-{tab}").scroll_into_view_if_needed()
        phone.push(f"ahead-{tab}")
        phone.page.screenshot(path=pictures / f"ahead-phone-{tab}.png")
        assert phone.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        for seen in ("ahead", "ahead-attack", "ahead-cuts", "ahead-budget", "ahead-modes"):
            box = phone.the(seen).bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 390, seen
    context.close()
