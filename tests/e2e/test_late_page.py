"""A game that spectators see late, by clicks: the form and the table say so, and whoever looks on reads as of when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from e2e.people import Guest, open_house

TAKES = """async ([gid, which]) => {
  const view = await (await fetch(`/api/games/${gid}/view?side=axis`)).json()
  const body = JSON.stringify({ side: 'axis', seq: view.seq, actions: [view.choices[which]] })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`/api/games/${gid}/act`, { method: 'POST', headers, body })).status
}"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    """A server with accounts."""
    with open_house(tmp_path) as found:
        yield found


def test_whoever_looks_on_reads_as_of_when(browser: Browser, house: str, pictures: Path) -> None:
    anna = Guest(browser, house, known="Anna")
    anna.the("scenario").select_option("crossing")
    anna.the("side-axis").select_option("you")
    anna.page.get_by_label("Fog of war").uncheck()
    expect(anna.the("late")).to_have_count(0)
    anna.the("spectators").select_option("")
    anna.the("late").select_option("t1")
    expect(anna.the("late-told")).to_have_text("They see a Game Turn once it is over.")
    anna.pictured(pictures, "online-late-turns")
    anna.the("late").select_option("a10")
    expect(anna.the("late-told")).to_have_count(0)
    anna.pictured(pictures, "online-late-form")
    anna.push("offer")
    boris = Guest(browser, house, known="Boris")
    boris.push("join-soviet")
    expect(boris.the("yours")).to_contain_text("Axis decides")
    gid = anna.page.evaluate("async () => (await (await fetch('/api/lobby')).json()).yours[0].id")

    carl = Guest(browser, house, known="Carl")
    expect(carl.the(f"game-{gid}")).to_contain_text("seen 10 actions late")
    carl.page.goto(f"{house}/#/table/{gid}")
    expect(carl.the("stands")).to_have_text("is being played (you see it 10 actions late)")
    expect(carl.the("watched-told")).to_have_text("everything, 10 actions late")
    carl.pictured(pictures, "online-late-table")
    carl.page.goto(f"{house}/g/{gid}")
    expect(carl.the("late-view")).to_contain_text("10 actions late")
    for number in range(1, 13):
        assert anna.page.evaluate(TAKES, [gid, 0]) == 200, number
    carl.page.wait_for_function("() => window.__redball?.state().seq === 2")
    expect(carl.the("late-view")).to_contain_text("You see this game as of")
    assert carl.violations() == []
    carl.pictured(pictures, "online-late-game")
    carl.page.emulate_media(color_scheme="dark")
    carl.page.screenshot(path=pictures / "online-late-game-dark.png")
    anna.page.goto(f"{house}/g/{gid}")
    anna.page.wait_for_function("() => window.__redball?.state().seq === 12")
    expect(anna.the("late-view")).to_have_count(0)
    for guest in (anna, boris, carl):
        guest.leave()
