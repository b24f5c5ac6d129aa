"""Supply on the page: why a unit is out of supply, what would cut it, who could pay, what a move costs in fuel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.desk import Desk, Served
from e2e.test_access import violations
from redball.core.actions import DeclareAttack
from redball.core.look import Look
from redball.game.explain import supply as explanations

AXIS = {"axis": "human", "soviet": "random"}
UNIT = "ax-ir1"
ENEMY = "su-mil"


def place(desk: Desk, uid: str, name: str) -> None:
    """Put a unit into a hex before the page is opened."""
    game = desk.game
    game.look = Look(game.world, game.state.with_unit(game.look.unit(uid).change(hex=desk.hex(name))))


def test_why_a_unit_is_in_supply_and_what_would_cut_it(desk: Desk, served: Served, pictures: Path) -> None:
    desk.open(served.game("crossing", AXIS), "axis").pick(UNIT).push("layer-supply")
    expect(desk.the("supply-verdict")).to_have_text(re.compile("Traces; 2 ways to pay"))
    expect(desk.the("trace-found")).to_contain_text("5 MP")
    desk.the("payer").first.hover()
    desk.push("cuts-trace")
    expect(desk.the("cuts")).to_be_visible()
    told = explanations.cuts_of(desk.game, "axis", UNIT, "trace")
    shown = desk.page.locator("[data-testid^=cut-]")
    assert told.cuts
    expect(shown).to_have_count(len(told.cuts))
    threatened = next(cut for cut in told.cuts if cut.threats)
    desk.the(f"cut-{threatened.hex}").click()
    desk.page.screenshot(path=pictures / "supply-cuts.png")
    assert violations(desk) == []
    desk.press("x")
    expect(desk.the("cuts-supply")).to_have_attribute("aria-pressed", "true")
    desk.press("x")
    expect(desk.the("cuts")).to_have_count(0)
    desk.same()


@pytest.mark.long
def test_why_a_unit_is_out_of_supply(desk: Desk, served: Served, pictures: Path) -> None:
    desk.session = served.game("crossing", AXIS)
    place(desk, ENEMY, "01.03")
    desk.open(desk.session, "axis").pick(UNIT).push("layer-supply")
    expect(desk.the("supply-verdict")).to_have_text(re.compile("Does not trace"))
    stop = desk.the("trace-obstacle").get_by_role("button")
    expect(stop).to_contain_text("The source at 01.04 would be")
    stop.focus()
    desk.look(desk.hex("03.04"), 1.0)
    desk.painted().page.screenshot(path=pictures / "supply-out.png")
    assert violations(desk) == []


def test_fuel_is_told_before_a_step_and_paid_so(desk: Desk, served: Served, pictures: Path) -> None:
    desk.open(served.game("crossing", AXIS), "axis").pick("ax-pz")
    expect(desk.the("fuel-cost")).to_contain_text("Fuel 1T")
    target = desk.hex("04.04")
    desk.hover(target)
    desk.painted().page.screenshot(path=pictures / "fuel.png")
    told = explanations.move_cost(desk.game, "axis", ("ax-pz",), target)
    before = desk.game.state.ground_supply("axis", desk.hex("02.04")).tokens
    desk.click(target).same()
    assert desk.game.look.unit("ax-pz").hex == target
    assert before - desk.game.state.ground_supply("axis", desk.hex("02.04")).tokens == told.fuel.plans[0].tokens == 1


def test_who_could_pay_is_told_before_an_attack(desk: Desk, served: Served, pictures: Path) -> None:
    desk.session = served.game("crossing", AXIS)
    place(desk, UNIT, "05.05")
    place(desk, "ax-ir2", "04.04")
    desk.open(desk.session, "axis").end_segment()
    target = desk.hex("05.04")
    while DeclareAttack(target) not in desk.game.choices():
        desk.end_segment()
    desk.answer(DeclareAttack(target)).push("add-all")
    bills = desk.the("bills")
    expect(desk.the("price-line")).to_have_text("You pay 2T from the dump at 02.04 Gorki")
    desk.the("price-line").click()
    expect(bills.get_by_role("listitem")).to_have_count(2)
    expect(bills).to_contain_text("IR 1 Rgt: 1T, from 6 SP in 02.04 Gorki")
    bills.get_by_role("button").first.hover()
    desk.painted().page.screenshot(path=pictures / "bills.png")
    assert violations(desk) == []
