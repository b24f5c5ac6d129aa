"""Moves that one player prepares while the other moves, in two browsers: listed, kept, sent with one click."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from e2e.people import Guest
from e2e.test_online import house

__all__ = ["house"]

MARCH = """async ([base, but]) => {
  const view = await (await fetch(`${base}/view?side=soviet`)).json()
  for (const unit of view.units.filter((u) => u.side === 'soviet' && u.hex >= 0 && u.id !== but)) {
    for (const hex of [unit.hex + 1, unit.hex - 1]) {
      const march = await (await fetch(`${base}/march?side=soviet&units=${unit.id}&hex=${hex}`)).json()
      if (march.legs[0].path.at(-1) === hex) return { unit: unit.id, from: unit.hex, to: hex }
    }
  }
}"""
"""A Soviet unit, but not that one, that could march to a hex next to it."""
PASS = """async ([base, side]) => {
  const view = await (await fetch(`${base}/view?side=${side}`)).json()
  if (!view.decision.yours) return 'waits'
  if (side === 'soviet' && view.decision.ends === 'movement/movement_segment') return 'moves'
  const body = JSON.stringify({ side, seq: view.seq, actions: [{ type: 'done' }] })
  const headers = { 'content-type': 'application/json' }
  const sent = await fetch(`${base}/act`, { method: 'POST', headers, body })
  return sent.ok ? 'done' : await sent.text()
}"""
"""Ends what a side has to decide, until the Soviets move."""


def look_and_click(page: Page, hex_: int) -> None:
    page.evaluate(f"window.__redball.look({hex_}, 1)")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    at = page.evaluate(f"window.__redball.hexToScreen({hex_})")
    page.mouse.click(at["x"], at["y"])


def hex_of(page: Page, unit: str) -> int:
    found: int = page.evaluate(f"window.__redball.state().units.find((u) => u.id === '{unit}').hex")
    return found


def test_moves_are_prepared_while_the_other_moves(browser: Browser, house: str, pictures: Path) -> None:
    anna, boris = Guest(browser, house, known="Anna"), Guest(browser, house, known="Boris")
    anna.the("scenario").select_option("crossing")
    anna.push("offer")
    expect(anna.the("share-out").first).to_be_visible()
    boris.page.reload()
    boris.push("join-soviet")
    link = boris.the("open").get_attribute("href")
    assert link is not None
    base = f"/api/games/{link.removeprefix('/g/')}"
    boris.page.goto(house + link)
    expect(boris.the("decision-side")).to_contain_text("Axis")
    march = boris.page.evaluate(MARCH, [base, ""])

    boris.push("prepared-open").push("prepared-add")
    expect(boris.the("prepared-said")).to_contain_text("Click a stack of yours.")
    look_and_click(boris.page, march["from"])
    for other in boris.page.locator("[data-testid^=prepared-with-]").all():
        other.set_checked(other.get_attribute("data-testid") == f"prepared-with-{march['unit']}")
    look_and_click(boris.page, march["to"])
    expect(boris.the("prepared-list")).to_contain_text("gets there")
    expect(boris.the("prepared-open")).to_have_text("Prepared moves (1)")
    boris.push("prepared-add")
    expect(boris.the("prepared-said")).to_have_count(0)
    assert boris.violations() == []
    boris.pictured(pictures, "prepared")

    boris.page.reload()
    boris.push("prepared-open")
    expect(boris.the("prepared-list")).to_contain_text("gets there")
    assert hex_of(boris.page, march["unit"]) == march["from"]
    expect(boris.the("prepared-send")).to_have_count(0)
    while (said := [guest.page.evaluate(PASS, [base, side]) for guest, side in ((anna, "axis"), (boris, "soviet"))])[
        1
    ] != "moves":
        assert set(said) <= {"waits", "done"}, said
    boris.push("prepared-send")
    expect(boris.the("prepared-open")).to_have_text("Prepare moves")
    assert hex_of(boris.page, march["unit"]) == march["to"]
    assert anna.complaints == boris.complaints == []
    for guest in (anna, boris):
        guest.page.context.close()


def test_a_member_prepares_own_units_on_the_page(browser: Browser, house: str, pictures: Path) -> None:
    """The chief's move stands in the same list; each orders their own."""
    anna, boris, gerd = (Guest(browser, house, known=name) for name in ("Anna", "Boris", "Gerd"))
    gid = anna.posted("/api/games", scenario="crossing", side="axis")["id"]
    base = f"/api/games/{gid}"
    boris.posted(f"{base}/join", side="soviet")
    others = boris.page.evaluate(MARCH, [base, ""])  # an HQ, which would bring its whole part with it
    own = boris.page.evaluate(MARCH, [base, others["unit"]])
    seat = boris.posted(f"{base}/team", side="soviet", shares=[{"army": [own["unit"]]}])["seats"][1]["number"]
    token = boris.posted(f"{base}/invitations", role="member", side="soviet", seat=seat)["token"]
    gerd.posted(f"{base}/join", invitation=token)
    chiefs = {"units": [others["unit"]], "hex": others["to"]}
    boris.posted(f"{base}/prepared", side="soviet", segment="movement/movement_segment", moves=[chiefs])

    boris.page.goto(f"{house}/g/{gid}")
    expect(boris.the("prepared-open")).to_have_text("Prepared moves (1)")
    gerd.page.goto(f"{house}/g/{gid}")
    expect(gerd.the("team")).to_be_visible()
    expect(gerd.the("prepared-open")).to_have_text("Prepared moves (1)")
    gerd.push("prepared-open").push("prepared-add")
    expect(gerd.the("prepared-others")).to_have_text("another player's")
    expect(gerd.the("prepared-sends")).to_be_disabled()
    for place in (others["from"], own["from"]):
        look_and_click(gerd.page, place)
        boxes = gerd.page.locator("[data-testid^=prepared-with-]")
        expect(boxes).to_have_count(1 if place == own["from"] else 0)  # of the units there, only their own
    expect(boxes).to_have_attribute("data-testid", f"prepared-with-{own['unit']}")
    look_and_click(gerd.page, own["to"])
    expect(gerd.the("prepared-open")).to_have_text("Prepared moves (2)")
    expect(boris.the("prepared-open")).to_have_text("Prepared moves (2)")  # at once, with no action between
    expect(gerd.page.locator("[data-testid^=prepared-remove-]")).to_have_count(1)
    gerd.push("prepared-add")
    assert gerd.violations() == []
    gerd.pictured(pictures, "prepared-member")

    while (said := [guest.page.evaluate(PASS, [base, side]) for guest, side in ((anna, "axis"), (boris, "soviet"))])[
        1
    ] != "moves":
        assert set(said) <= {"waits", "done"}, said
    expect(gerd.the("prepared-send")).to_have_text("Order these moves now")
    gerd.push("prepared-send")
    expect(gerd.the("prepared-open")).to_have_text("Prepared moves (1)")
    assert (hex_of(gerd.page, own["unit"]), hex_of(gerd.page, others["unit"])) == (own["to"], others["from"])
    expect(gerd.the("prepared-send")).to_have_count(0)
    for guest in (anna, boris, gerd):
        guest.leave()
