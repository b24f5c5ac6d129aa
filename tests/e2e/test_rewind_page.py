"""Going back by consent on the page: at one screen with a name for the point; a proposal and its answer; branches."""

from __future__ import annotations

from pathlib import Path
from random import Random

from playwright.sync_api import expect

from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from game.saves import play
from redball.server.logs import journal_of
from redball.server.session import Session

PEOPLE = {"axis": "human", "soviet": "human"}


def played(served: Served) -> Session:
    """A game of two people without fog, in its course."""
    session = served.store.create("crossing", PEOPLE, {"fog": False}, 3)
    play(session.game, 30, Random(2))
    session.journal = journal_of(session.game)
    return session


def test_a_point_gets_a_name_and_the_branch_can_be_opened(desk: Desk, served: Served, pictures: Path) -> None:
    session = played(served)
    number = len(session.game.records)
    desk.open(session, "").push("tab-log")
    desk.page.once("dialog", lambda asked: asked.accept("before the bridge"))
    desk.page.get_by_role("button", name="Rewind to here, by consent").nth(1).click(force=True)
    desk.wait(lambda: len(session.game.records) < number, "the game to go back")
    says(desk.the("abandoned"), "Abandoned branches: 1")
    desk.the("abandoned").locator("summary").click()
    says(desk.the("abandoned"), f"Back from action {number} to", "“before the bridge”")
    desk.page.screenshot(path=pictures / "branches.png")
    desk.the("abandoned").get_by_role("button").click()
    desk.page.wait_for_function("id => window.__redball && window.__redball.id() !== id", arg=session.id)
    gid = desk.page.evaluate("window.__redball.id()")
    assert len(served.store.get(gid).game.records) == number


def test_a_proposal_is_shown_and_answered(desk: Desk, served: Served, pictures: Path) -> None:
    session = played(served)
    other = next(side for side in PEOPLE if session.game.decision and side != session.game.decision.side)
    session.propose(other, 8, "the crossing")
    desk.open(session, "").push("tab-log")
    says(desk.the("rewind-proposed"), "proposes to go back to “the crossing” (action 8)")
    desk.page.screenshot(path=pictures / "rewind-proposed.png")
    assert violations(desk) == []
    desk.push("rewind-decline")
    desk.wait(lambda: session.proposal is None, "the refusal")
    expect(desk.the("rewind-proposed")).to_have_count(0)
    session.propose(other, 8, "the crossing")
    desk.page.reload()
    desk.open_again(session, "").push("tab-log").push("rewind-agree")
    desk.wait(lambda: len(session.game.records) == 8, "the game to go back")
    desk.wait(lambda: desk.state()["seq"] == 8, "the page to follow")
