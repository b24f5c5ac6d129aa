"""Movement by armies and HQs, and zones of operations, by clicking on the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from e2e.desk import Desk, Served, says
from redball.core.actions import BeginMove, Done
from redball.editions.command_control.record import command_in
from redball.game import Game

EDITION = "v4.2+command-control"


@pytest.fixture
def sedan(desk: Desk, served: Served) -> Desk:
    """Sedan at the German decision about the boundaries of zones."""
    game = Game.new("sedan", seed=1, edition=EDITION)
    while game.decision is not None and game.decision.procedure.name != "boundaries":
        actions = game.choices()
        game.do(next((a for a in actions if isinstance(a, Done)), actions[0]))
    session = served.sit(game, {"axis": "human", "allied": "random"})
    return desk.open(session, "axis").same()


def to_movement(desk: Desk) -> Desk:
    """Let the boundaries stand, and go on to the Movement Phase."""
    desk.push("end-segment").same()
    while desk.game.state.clock.segment != "movement":
        actions = desk.game.choices()
        desk.answer(next((a for a in actions if isinstance(a, Done)), actions[0]))
    return desk.same()


@pytest.mark.long
@pytest.mark.case("C4.3-definition", "C4.2-flanks")
def test_zones_are_drawn_with_a_key_and_their_boundaries_placed(sedan: Desk) -> None:
    desk = sedan
    says(desk.the("zone-key"), "4. Armee", "12. Armee")
    expect(desk.the("decision")).to_contain_text(re.compile("[Bb]oundar"))
    desk.push("end-segment").same()
    expect(desk.the("layer-zones")).to_have_attribute("aria-pressed", "false")
    desk.push("layer-zones")
    says(desk.the("zone-key"), "4. Armee")


@pytest.mark.case("C1.1-army", "C4.2-subordinate")
def test_hqs_and_armies_are_attached_in_the_panel(sedan: Desk) -> None:
    desk = sedan
    says(desk.the("army-kleist"), "under 12. Armee")
    desk.the("attach-de-hq-15").select_option(label="12. Armee")
    desk.wait(
        lambda: dict(command_in(desk.game.state).attached) == {"de-hq-15": "12"}, "the HQ belongs to the other army"
    )
    desk.same()
    desk.the("subordinate-kleist").select_option(label="4. Armee")
    desk.wait(lambda: command_in(desk.game.state).under == (("axis", "kleist", "4"),), "the army is under the other")
    says(desk.same().the("army-kleist"), "under 4. Armee")
    expect(desk.page.locator("[data-testid=attach-de-hq-4a] option", has_text="12. Armee")).to_have_count(0)


@pytest.mark.long
@pytest.mark.case("C1.3-sequence", "C1.3-hq-movement", "C1.3-hq-selection-finish")
def test_armies_and_hqs_are_taken_in_the_panel(sedan: Desk) -> None:
    desk = to_movement(sedan)
    says(desk.the("army-kleist"), "waits")
    says(desk.the("command-left"), "left")
    desk.push("take-army-kleist").same()
    assert command_in(desk.game.state).army == "kleist"
    desk.push("take-hq-de-hq-19").same()
    assert command_in(desk.game.state).hq == "de-hq-19"
    says(desk.the("hq-de-hq-19"), "0 of 2 panzer")
    says(desk.the("end-segment"), "has finished leading its units")
    says(desk.the("command-left"), "1 Pz")
    desk.answer(BeginMove("de-1pz-k"))
    desk.answer(next(a for a in desk.game.choices() if a.__class__.__name__ == "Halt")).same()
    says(desk.the("hq-de-hq-19"), "1 of 2 panzer")
    says(desk.the("hq-de-hq-19"), "leads 1 Pz")
    expect(desk.the("command-left")).not_to_contain_text(re.compile(r"(^|, )1 Pz(,|$)"), use_inner_text=True)
    desk.push("end-segment").same()
    assert command_in(desk.game.state).spare
    says(desk.the("end-segment"), "without command")


@pytest.mark.long
@pytest.mark.case("C1.3-hq-selection-range")
def test_why_a_unit_cannot_be_led_is_said_where_it_is_picked(sedan: Desk) -> None:
    desk = to_movement(sedan)
    desk.push("take-army-kleist").push("take-hq-de-hq-19").same()
    desk.pick("de-7pz-a")
    says(desk.page.locator("body"), "throw range")
