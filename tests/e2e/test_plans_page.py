"""Plans on the page: one is proposed for a turn, and what a bot planned is told when the game hides nothing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from e2e.desk import Desk, Served
from e2e.test_access import violations
from redball.bots import SteadyBot
from redball.bots.planner.advice import player_turns
from redball.core.actions import Done
from redball.server.session import Session

SIDES = {"axis": "human", "soviet": "planner-quick"}


def test_a_plan_is_proposed_and_nothing_is_done(desk: Desk, served: Served, pictures: Path) -> None:
    session = served.game("crossing", SIDES, fog=True)
    desk.open(session, "axis").push("tab-plans")
    desk.the("plan-level").select_option("planner-quick")
    before = len(desk.game.records)
    desk.push("plan-suggest")
    expect(desk.the("plan-sure")).to_be_visible(timeout=60_000)
    lines = desk.the("plan-lines").locator("li")
    expect(lines.first).to_contain_text("Expected: ")
    assert lines.count() >= 2, "one for the group, one for the rest"
    expect(desk.the("plan-supply")).to_contain_text(" of ")
    expect(desk.the("plan-missions")).to_have_count(0)  # nobody flies or sails in Crossing
    desk.the("plan-tried").locator("summary").click()
    expect(desk.the("plan-tried").locator("tbody tr").first).to_contain_text("±")
    assert len(desk.game.records) == before
    desk.page.screenshot(path=pictures / "plans.png")
    assert violations(desk) == []
    desk.resize({"width": 390, "height": 844})
    desk.the("plan").scroll_into_view_if_needed()
    desk.page.screenshot(path=pictures / "plans-telephone.png")


def test_a_plan_says_what_aircraft_and_ships_are_expected_to_do(desk: Desk, served: Served, pictures: Path) -> None:
    session = served.game("crete", {"axis": "steady", "allied": "human"})
    hands = SteadyBot(3)
    with session:
        while session.game.state.clock.phasing != "allied" or session.bot_to_move():
            if session.bot_to_move():
                session.bot_plays("", "decision", 5.0)
            else:
                session.act("allied", [hands.choose(session.game, "allied")])
    desk.open(session, "allied").resize({"width": 1440, "height": 660})
    desk.push("tab-plans")
    desk.the("plan-level").select_option("planner-quick")
    desk.push("plan-suggest")
    expect(desk.the("plan-missions")).to_contain_text("Ships: ", timeout=60_000)
    expect(desk.the("plan-lines")).to_be_in_viewport(ratio=1)  # it begins where the player looks
    desk.the("plan-missions").scroll_into_view_if_needed()
    desk.page.screenshot(path=pictures / "plan-missions.png")


def test_the_plan_of_a_bot_is_shown_beside_its_turn(desk: Desk, served: Served) -> None:
    session = served.game("crossing", SIDES, fog=False)
    hands = SteadyBot(3)
    with session:
        while len(player_turns(session.game)) < 3:
            if session.bot_to_move():
                session.bot_plays("", "decision", 5.0)
            else:
                session.act("axis", [hands.choose(session.game, "axis")])
    bots = next(one for one in player_turns(session.game) if one.side == "soviet")
    desk.open(session, "axis").push("tab-plans")
    row = desk.the(f"plan-turn-{bots.at}")
    expect(row.locator("..")).to_contain_text("what the bot planned")
    row.click()
    expect(desk.the("plan-sure")).to_be_visible(timeout=60_000)
    expect(desk.the("plan").locator("h3")).to_contain_text("Turn 1")
    assert desk.the("plan-suggest").count() == 0  # the player looks back


def test_a_bot_that_plans_is_waited_for(desk: Desk, served: Served, pictures: Path) -> None:
    """Its first calls bring no action; the page says how far it is, and goes on until the player decides."""
    session = served.game("yelnya", SIDES, fog=True)
    assert session.bot_to_move(), "the bot begins"
    desk.page.goto(f"{served.address}/#/game/{session.id}")
    expect(desk.the("bot-thinks")).to_contain_text("of at most 6 imagined games")
    desk.page.screenshot(path=pictures / "bot-plans.png")
    expect(desk.the("bot-thinks")).to_have_count(0, timeout=60_000)
    assert desk.the("bot-retry").count() == 0
    desk.the("bot-skip").click()
    expect(desk.the("playback")).to_have_count(0, timeout=60_000)
    assert session.game.records
    assert not session.bot_to_move()


def idled(served: Served, scenario: str) -> Session:
    """A game in which the Axis player has ended every segment of a Player Turn."""
    session = served.game(scenario, {"axis": "human", "soviet": "steady"}, fog=True)
    with session:
        while [one.side for one in player_turns(session.game)[:-1]].count("axis") < 1:
            choices = session.game.choices()
            if session.bot_to_move():
                session.bot_plays("axis", "decision", 5.0)
            else:
                session.act("axis", [Done() if Done() in choices else choices[0]])
    return session


def test_the_coach_says_what_a_turn_cost(desk: Desk, served: Served, pictures: Path) -> None:
    """The page plays imagined games, says what it cost to do nothing, and leads back there."""
    session = idled(served, "crossing")
    begun = next(one for one in player_turns(session.game) if one.side == "axis")
    desk.open(session, "axis").push("tab-plans")
    before = len(desk.game.records)
    desk.the(f"coach-turn-{begun.at}").click()
    finding = desk.the("coach-finding").first
    expect(finding).to_be_visible(timeout=60_000)
    expect(finding).to_contain_text("cost")
    expect(finding).to_contain_text("±")
    expect(desk.the("coach")).to_contain_text("Under fog, answers to the enemy’s attacks")
    assert len(desk.game.records) == before
    desk.the("coach").scroll_into_view_if_needed()
    desk.page.screenshot(path=pictures / "coach.png")
    assert violations(desk) == []
    finding.get_by_test_id("coach-look").click()
    expect(desk.the("time-now")).to_be_visible()
    expect(finding).to_be_visible()
    desk.resize({"width": 390, "height": 844})
    desk.page.screenshot(path=pictures / "coach-telephone.png")
    desk.the("coach-close").click()
    expect(desk.the("coach")).to_have_count(0)


def test_the_coach_says_how_far_it_is_and_can_be_stopped(desk: Desk, served: Served) -> None:
    session = idled(served, "yelnya")
    begun = next(one for one in player_turns(session.game) if one.side == "axis")
    desk.open(session, "axis").push("tab-plans")
    desk.the(f"coach-turn-{begun.at}").click()
    expect(desk.the("coach-progress")).to_contain_text("of at most")
    desk.the("coach-stop").click()
    expect(desk.the("coach")).to_have_count(0)
    assert desk.the("plans").is_visible()
