"""A side that two people play, in two browsers: sharing it out, one's own units, and the end of a segment."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from e2e.test_online import arrived, house

__all__ = ["house"]

TO_MOVEMENT = """async ([id, side]) => {
  for (;;) {
    const view = await (await fetch(`/api/games/${id}/view?side=${side}`)).json()
    if (view.decision.procedure === 'movement_segment') return
    const action = view.choices.find((c) => c.type === 'done') ?? view.choices[0]
    const body = JSON.stringify({ side, seq: view.seq, actions: [action] })
    const headers = { 'content-type': 'application/json' }
    const sent = await fetch(`/api/games/${id}/act`, { method: 'POST', headers, body })
    if (!sent.ok) throw new Error(await sent.text())
  }
}"""
"""Plays on to the first segment in which units move."""


def test_two_people_play_one_side(browser: Browser, house: str, pictures: Path) -> None:
    anna, annas = arrived(browser, house, "Anna")
    anna.get_by_test_id("scenario").select_option("yelnya")
    anna.get_by_test_id("side-soviet").select_option("you")
    anna.get_by_test_id("offer").click()
    anna.get_by_test_id("share-out").click()
    anna.get_by_test_id("add-seat").click()
    anna.get_by_test_id("part-su-hq-24a").select_option("New player 1")
    anna.get_by_test_id("save-shares").click()
    expect(anna.get_by_text("Saved. Invite people")).to_be_visible()
    anna.get_by_text("Invite somebody", exact=True).click()
    link = anna.get_by_label("Invitation to this seat").input_value()
    anna.screenshot(path=pictures / "team-sharing.png", full_page=True)

    boris, boriss = arrived(browser, house, "Boris", link.removeprefix(house))
    expect(boris.get_by_test_id("yours")).to_contain_text("you (24 A Army)")
    emil, _ = arrived(browser, house, "Emil")
    expect(emil.get_by_test_id("challenges")).to_contain_text("Boris (24 A Army)")
    emil.get_by_test_id("join-axis").click()
    expect(emil.get_by_test_id("yours")).to_contain_text("Soviet decides")
    anna.reload()
    expect(anna.get_by_test_id("yours")).to_contain_text("your turn")
    gid = anna.get_by_test_id("open").get_attribute("href")
    assert gid is not None
    anna.evaluate(TO_MOVEMENT, [gid.removeprefix("/g/"), "soviet"])
    for page in (anna, boris):
        page.goto(house + gid)
        expect(page.get_by_test_id("team")).to_contain_text("24 A Army")
        expect(page.get_by_test_id("decision-prompt")).to_be_visible()

    hexes = where(boris, gid)
    look_at(boris, hexes["mine"])
    expect(boris.get_by_test_id(f"unit-{hexes['mine']['unit']}")).to_be_enabled()
    look_at(boris, hexes["other"])
    expect(boris.get_by_test_id(f"orders-{hexes['other']['unit']}")).to_have_text("Ordered by Anna, chief")
    expect(boris.get_by_test_id(f"unit-{hexes['other']['unit']}")).to_be_disabled()
    boris.screenshot(path=pictures / "team-member.png")

    expect(boris.get_by_test_id("end-segment")).to_have_count(0)
    boris.get_by_test_id("ready").click()
    expect(boris.get_by_test_id("not-ready")).to_be_visible()
    expect(anna.locator("[data-testid^=ready-]")).to_have_text(["not ready", "ready"], timeout=10_000)
    anna.screenshot(path=pictures / "team-chief.png")
    anna.get_by_test_id("end-segment").click()
    anna.get_by_test_id("end-anyway").or_(anna.get_by_test_id("give-up")).click()
    expect(boris.get_by_role("banner")).to_contain_text("Axis decides", timeout=10_000)
    expect(boris.get_by_test_id("not-ready")).to_have_count(0)
    assert annas == boriss == []
    for page in (anna, boris, emil):
        page.context.close()


def where(page: Page, gid: str) -> dict[str, dict[str, str]]:
    """A unit of the member's, and one of somebody else's, each on top of its hex."""
    found: dict[str, dict[str, str]] = page.evaluate(
        """async (base) => {
          const team = await (await fetch(`${base}/team?side=soviet`)).json()
          const view = await (await fetch(`${base}/view?side=soviet`)).json()
          const you = team.seats.find((s) => s.you).number
          const own = view.units.filter((u) => u.side === 'soviet' && u.hex >= 0)
          const alone = (mine) => {
            const fits = (o) => (team.owners[o.id] === you) === mine
            const u = own.find((u) => fits(u) && own.filter((o) => o.hex === u.hex).every(fits))
            return { unit: u.id, hex: String(u.hex) }
          }
          return { mine: alone(true), other: alone(false) }
        }""",
        f"/api/games/{gid.removeprefix('/g/')}",
    )
    return found


def look_at(page: Page, place: dict[str, str]) -> None:
    """Click on the hex of a unit, with nothing in hand."""
    page.keyboard.press("Escape")
    page.evaluate(f"window.__redball.look({place['hex']}, 1)")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    at = page.evaluate(f"window.__redball.hexToScreen({place['hex']})")
    page.mouse.click(at["x"], at["y"])
