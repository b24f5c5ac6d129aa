"""The dice of a game on the page: how they were pledged, and what was rolled beside what chance says."""

from __future__ import annotations

from pathlib import Path
from random import Random

from playwright.sync_api import expect

from e2e.desk import Desk, Served
from e2e.test_access import violations
from game.saves import play
from redball.game.fair import Pledge, commitment_of
from redball.game.view.rolls import ALL, dice_sheet

SECRET = "5" * 64
PEOPLE = {"axis": "human", "soviet": "human"}


def test_the_dice_and_their_pledge_are_shown(desk: Desk, served: Served, pictures: Path) -> None:
    pledge = (
        Pledge(commitment_of(SECRET), "n", (), SECRET).with_share("axis", "seven gulls").with_share("soviet", "snow")
    )
    session = served.store.create("crossing", PEOPLE, {"fog": False}, None, pledge=pledge)
    play(session.game, 90, Random(24))
    session.journal = type(session)(session.id, session.game, session.save, PEOPLE).journal
    desk.open(session, "").push("tab-dice")
    shown = desk.the("dice-sheet")
    told = desk.the("dice-pledge")
    expect(told).to_contain_text(commitment_of(SECRET))
    expect(told).to_contain_text("seven gulls")
    expect(told).to_contain_text("shown when the game is over")
    assert SECRET not in shown.inner_text()
    kinds = dice_sheet(session.game).kinds
    rows = desk.page.get_by_test_id("dice-kind")
    expect(rows).to_have_count(len(kinds))
    first = next(number for number, kind in enumerate(kinds) if kind.side == "axis" and kind.name == ALL)
    every = kinds[first]
    row = rows.nth(first)
    expect(row.locator("summary")).to_contain_text(f"{every.pips} pips, {every.expected:g} expected")
    row.locator("summary").click()
    for value in every.values:
        line = row.locator("tbody tr").nth(value.value - 1)
        assert line.locator("td.num").nth(0).inner_text() == str(value.rolled)
        assert line.locator("td.num").nth(1).inner_text() == f"{value.expected:g}"
    desk.page.screenshot(path=pictures / "dice.png")
    assert violations(desk) == []
    session.game.reveal()
    desk.page.reload()
    desk.open_again(session, "").push("tab-dice")
    expect(desk.the("dice-pledge")).to_contain_text(SECRET)
