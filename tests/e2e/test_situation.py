"""The front page of each scenario, on the start page and in the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from e2e.conftest import WIDE
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.core.actions import PlaceSupply
from redball.core.look import Look
from redball.game import Game
from redball.rules.sequence.victory import score
from redball.scenarios.load import load_scenario, shipped_names
from support import long

TALL = {"width": 1440, "height": 2100}
PHONE: ViewportSize = {"width": 390, "height": 844}
MARKED = """(el) => { const c = el.querySelector('canvas'), g = c.getContext('2d')
  const d = g.getImageData(0, 0, c.width, c.height).data, seen = new Set()
  for (let i = 0; i < d.length; i += 4) seen.add(d[i] >> 4 << 8 | d[i + 1] >> 4 << 4 | d[i + 2] >> 4)
  return seen.size }"""


FRONT_PAGES = [name if name == "crossing" else long(name) for name in shipped_names() if not load_scenario(name).lesson]


@pytest.mark.parametrize("name", FRONT_PAGES)
def test_each_scenario_has_a_front_page(desk: Desk, served: Served, name: str, pictures: Path) -> None:
    scenario = load_scenario(name)
    front = scenario.front
    assert front is not None, f"{name} has no front.toml"
    desk.page.set_viewport_size(TALL)  # type: ignore[arg-type]
    desk.page.goto(f"{served.address}/#/scenario/{name}")
    page = desk.the("front-page")
    for paragraph in front.situation:
        expect(page).to_contain_text(paragraph)
    for side in scenario.sides:
        own = desk.the(f"wants-{side.id}")
        expect(own).to_contain_text(front.sides[side.id].wants)
        expect(own.get_by_role("listitem")).to_have_count(len(front.sides[side.id].hints))
    expect(desk.the(f"wants-{front.beginner.side}")).to_contain_text(front.beginner.why)
    for games in front.balance:
        total = games.draws + sum(games.wins.values())
        for side in scenario.sides:
            share = f"{side.name} wins {int(100 * games.wins[side.id] / total + 0.5)} %"
            expect(desk.the("balance")).to_contain_text(share)
    expect(desk.the(f"side-{front.beginner.side}")).to_be_checked()
    expect(desk.the("length")).to_contain_text(f"{scenario.turns} turns")
    ladder = desk.the("ladder")
    for level in scenario.victory.levels:
        expect(ladder).to_contain_text(level.result)
    expect(ladder.locator("[aria-current]")).to_have_count(1)
    small = desk.page.locator("[data-testid=small-map][data-whole=true]")
    small.wait_for()
    assert small.evaluate(MARKED) > 40, "the picture has terrain, counters and names"
    desk.the("chosen").screenshot(path=pictures / f"front-{name}.png")
    assert violations(desk) == []


@pytest.mark.long
def test_the_ladder_is_that_of_the_edition(desk: Desk, served: Served) -> None:
    """Kohima by its own edition and by the series rules: what is a draw differs."""
    bands = [drawn(edition) for edition in ("new-ocs+burma", "v4.2")]
    assert bands[0] != bands[1]
    desk.page.goto(f"{served.address}/#/scenario/kohima")
    draw = desk.the("ladder").get_by_role("row").filter(has_text=re.compile("^Draw"))
    expect(draw).to_contain_text(f"Allied ahead by {bands[0]}")
    desk.the("options").locator("> summary").click()
    desk.the("edition").select_option("v4.2")
    expect(draw).to_contain_text(f"Allied ahead by {bands[1]}")


def drawn(edition: str) -> str:
    """By how many points the Allies are ahead at Kohima in a drawn game."""
    levels = Game.new("kohima", edition=edition).world.scenario.victory.levels
    level = next(level for level in levels if level.winner == "draw")
    assert level.min is not None
    assert level.max is not None
    return f"{-level.max} to {-level.min}"


def test_situation_and_points_are_at_hand_in_the_game(desk: Desk, served: Served, pictures: Path) -> None:
    desk.open(served.game("yelnya", {"soviet": "human", "axis": "random"}, seed=5), "soviet")
    desk.push("game-menu")
    assert violations(desk) == []
    desk.page.screenshot(path=pictures / "game-menu.png")
    desk.push("show-situation")
    dialog = desk.the("situation")
    expect(dialog).to_contain_text("the Soviet 24th Army attacked the bulge")
    expect(desk.the("standing")).to_contain_text("Level on points – Draw. 5 more points for you: Soviet victory.")
    expect(desk.the("points-axis")).to_contain_text("Yelnya")
    dialog.locator("[data-testid=small-map][data-whole=true]").wait_for()
    assert violations(desk) == []
    desk.page.screenshot(path=pictures / "situation.png")
    # a place leads to the map
    yelnya = desk.hex("15.14")
    dialog.get_by_role("button", name="Yelnya", exact=True).click()
    expect(dialog).to_have_count(0)
    at = desk.page.evaluate(f"window.__redball.hexToScreen({yelnya})")
    box = desk.the("map").bounding_box()
    assert box is not None
    assert box["x"] < at["x"] < box["x"] + box["width"]


@pytest.mark.long
def test_points_say_what_they_are_for(desk: Desk, served: Served) -> None:
    """Yelnya changes hands and both sides have lost steps."""
    session = served.game("yelnya", {"soviet": "human", "axis": "random"}, seed=5)
    state = session.game.state
    control = {**state.control, session.game.world.board.index("15.14"): "soviet"}
    lost = {"soviet": 9, "axis": 5}
    session.game.look = Look(session.game.world, state.change(control=control, steps_lost=lost))
    due = score(session.game.look)
    desk.open(session, "soviet").push("game-menu").push("show-situation")
    mine = desk.the("points-soviet")
    expect(mine).to_contain_text("Yelnya")
    expect(mine).to_contain_text("5 Axis steps lost, 1 for each")
    expect(mine.get_by_role("heading")).to_have_text(f"Soviet {due.points['soviet']}")
    expect(desk.the("points-axis")).to_contain_text("9 Soviet steps lost, 1 for every 5")
    expect(desk.the("standing")).to_contain_text(f"Soviet ahead by {due.difference} – Soviet victory.")
    expect(desk.the("ladder").locator("[aria-current]")).to_contain_text("Soviet victory")


@pytest.mark.long
def test_the_situation_is_read_on_a_telephone(desk: Desk, served: Served, pictures: Path) -> None:
    session = served.game("sedan", {"axis": "human", "allied": "random"}, seed=5)
    desk.open(session, "axis").resize(PHONE).push("game-menu")
    desk.push("show-situation")
    dialog = desk.the("situation")
    dialog.locator("[data-testid=small-map][data-whole=true]").wait_for()
    assert dialog.evaluate("d => d.scrollWidth - d.clientWidth") <= 0
    desk.page.screenshot(path=pictures / "situation-phone.png")
    desk.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_escape_closes_the_menu_and_spends_nothing(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", {"axis": "human", "soviet": "random"}), "axis").pick("ax-ir2")
    desk.push("game-menu").press("Escape")
    expect(desk.the("show-situation")).to_have_count(0)
    expect(desk.the("game-menu")).to_be_focused()
    expect(desk.the("unit-ax-ir2")).to_have_attribute("aria-pressed", "true")


def test_the_situation_has_a_key(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", {"axis": "human", "soviet": "random"}), "axis").press(",")
    desk.the("situation").wait_for()
    desk.press("Escape")
    expect(desk.the("situation")).to_have_count(0)


@pytest.mark.long
def test_a_game_is_named_in_its_menu(desk: Desk, served: Served) -> None:
    session = served.game("crossing", {"axis": "human", "soviet": "random"})
    desk.open(session, "axis").push("game-menu").push("name-game")
    field = desk.the(f"name-{session.id}")
    expect(field).to_be_focused()
    field.fill("Over the Beresa")
    field.press("Enter")
    expect(field).to_have_count(0)
    desk.home()
    expect(desk.the(f"continue-{session.id}")).to_contain_text("Over the Beresa")


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "telephone"])
def test_entry_hexes_say_what_leads_on_from_there(
    desk: Desk, served: Served, pictures: Path, size: ViewportSize
) -> None:
    """Where supply arrives: road, rail and whom it would serve, in the panel and on the map."""
    desk.resize(size).open(served.game("yelnya", {"soviet": "human", "axis": "random"}, seed=5), "soviet")
    offered = {c.hex for c in desk.game.choices() if isinstance(c, PlaceSupply)}
    assert len(offered) > 1
    says(desk.the("entries"), "By rail to", "draw there")
    expect(desk.the("entries").get_by_role("listitem")).to_have_count(len(offered))
    desk.page.screenshot(path=pictures / f"entries-{size['width']}.png")
    desk.answer(max((c for c in desk.game.choices() if isinstance(c, PlaceSupply)), key=lambda c: c.tokens))
    desk.settle()
    expect(desk.the("entries")).to_have_count(0)
