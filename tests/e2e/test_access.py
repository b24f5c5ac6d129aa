"""Who sees colours otherwise, or reads with the ears: palettes, and what axe finds on every screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from e2e.desk import Desk, Served
from redball.core.events import GameEnded
from redball.core.look import Look
from rules import test_free_setup
from support import long

VIOLATIONS = "how => axe.run(document, {resultTypes: ['violations'], ...how}).then(r => r.violations)"
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What another scheme can change."""
AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
AXIS = {"axis": "human", "soviet": "random"}
BOTH = {"axis": "human", "soviet": "human"}


def violations(desk: Desk) -> list[str]:
    """What axe finds in the light scheme, and of colours in the dark one, with the elements."""
    assert AXE.is_file(), "axe-core is not installed: run `make client`"
    if desk.page.evaluate("typeof axe === 'undefined'"):
        desk.page.evaluate(AXE.read_text(encoding="utf-8"))
    asked = desk.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found = []
    schemes: dict[Literal["light", "dark"], dict[str, Any]] = {"light": {}, "dark": COLOURS}
    for scheme, how in schemes.items():
        desk.page.emulate_media(color_scheme=scheme)
        told: list[dict[str, Any]] = desk.page.evaluate(VIOLATIONS, how)
        found += [
            f"{scheme}: {v['impact']} {v['id']}: {v['help']}: {[node['html'][:160] for node in v['nodes']][:4]}"
            for v in told
        ]
    desk.page.emulate_media(color_scheme="dark" if asked else "light")
    return found


def kept(desk: Desk, palette: str) -> None:
    """The browser keeps this palette."""
    desk.page.wait_for_function("name => localStorage.getItem('redball.palette') === name", arg=palette)


def test_the_start_screen_is_accessible(desk: Desk, served: Served) -> None:
    served.game("crossing", AXIS)
    desk.home()
    desk.the("start-game").wait_for()
    assert violations(desk) == []
    desk.the("colours").click()
    desk.the("palette-red-green").check()
    kept(desk, "red-green")


@pytest.mark.parametrize(("scenario", "me"), [("crossing", "axis"), long("yelnya", "soviet")])
def test_the_game_is_accessible_with_each_paper(desk: Desk, served: Served, scenario: str, me: str) -> None:
    enemy = "soviet" if me == "axis" else "axis"
    desk.open(served.game(scenario, {me: "human", enemy: "random"}, seed=5), me)
    desk.push("layer-supply")
    for tab in ("log", "charts", "turns", "lists"):
        desk.push(f"tab-{tab}")
        assert violations(desk) == [], tab


@pytest.mark.long
def test_a_lesson_with_a_unit_in_hand_is_accessible(desk: Desk, served: Served) -> None:
    desk.open(served.game("lesson-1-moving", AXIS), "axis").pick("ax-pz").push("layer-supply")
    assert violations(desk) == []
    desk.press("?")
    assert violations(desk) == []


@pytest.mark.long
def test_the_overrun_dialog_and_the_end_screen_are_accessible(desk: Desk, served: Served) -> None:
    session = served.game("crossing", AXIS)
    desk.open(session, "axis").pick("ax-pz").click(desk.hex("04.04")).click(desk.hex("05.04"))
    desk.the("overrun-dialog").wait_for()
    assert violations(desk) == []
    points = {"axis": 1, "soviet": 1}
    over = GameEnded(case="2.0", side="", winner="draw", result="Draw", points=points, reason="agreed")
    desk.game.look = Look(desk.game.world, over.apply(desk.game.state).change(stack=()))
    desk.page.reload()
    desk.the("end-screen").wait_for()
    assert violations(desk) == []


@pytest.mark.long
def test_a_key_is_changed_and_kept_and_a_place_is_bookmarked(desk: Desk, served: Served) -> None:
    session = served.game("crossing", AXIS)
    desk.open(session, "axis").press("?")
    desk.push("key-zoc").press("y")
    assert violations(desk) == []
    desk.press("Escape").press("y")
    expect(desk.the("layer-zoc")).to_have_attribute("aria-pressed", "true")
    desk.pick("ax-ir2").press("v")
    expect(desk.the("bookmark")).to_have_attribute("aria-pressed", "true")
    desk.page.reload()
    desk.open_again(session, "axis").press("z")
    expect(desk.the("layer-zoc")).to_have_attribute("aria-pressed", "false")
    place = desk.game.look.unit("ax-ir2").hex
    desk.look(desk.hex("10.08"), 2.0).press("g")
    desk.painted()
    at = desk.page.evaluate(f"window.__redball.hexToScreen({place})")
    box = desk.the("map").bounding_box()
    assert box is not None
    assert box["x"] <= at["x"] <= box["x"] + box["width"]
    assert box["y"] <= at["y"] <= box["y"] + box["height"]
    desk.press("j")
    assert violations(desk) == []
    desk.the(f"place-{place}").click()
    desk.settle()
    desk.the("unit-ax-ir2").wait_for()


@pytest.mark.long
def test_looking_back_and_the_curtain_are_accessible(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis").pick("ax-pz").click(desk.hex("04.04"))
    desk.page.keyboard.press("Home")
    desk.the("looking-back").wait_for()
    assert violations(desk) == []
    desk.page.goto(f"{served.address}/#/game/{served.game('crossing', BOTH).id}")
    desk.the("lift-curtain").wait_for()
    assert violations(desk) == []


@pytest.mark.long
def test_the_panels_of_the_ground_rules_are_accessible(desk: Desk, served: Served) -> None:
    desk.open(served.game("smolensk", AXIS, seed=5), "axis")
    desk.press("e").press("i")
    assert violations(desk) == []
    game = test_free_setup.open_game(("axis", "01.01 01.02", "a hq tr", 8), ("soviet", "05.01 05.02", "s g")).game
    desk.open(served.sit(game), "axis").push("tray-a")
    assert violations(desk) == []


def test_whoever_wants_less_motion_gets_no_transitions(desk: Desk, served: Served) -> None:
    """A transition, however short, shows the look of before until the next frame: faint buttons that are in use."""
    desk.open(served.game("crossing", AXIS), "axis").push("layer-supply")
    slow = "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).transitionDuration !== '0s').length"
    assert desk.page.evaluate(slow) == 0


@pytest.mark.long
def test_a_palette_is_chosen_and_kept(desk: Desk, served: Served) -> None:
    session = served.game("crossing", AXIS)
    desk.open(session, "axis").pick("ax-pz").press("z").painted()
    pictures = [desk.the("map").screenshot()]
    for name in ("red-green", "blue-yellow", "grey"):
        desk.press("?").the(f"palette-{name}").check()
        desk.press("Escape")
        pictures.append(desk.painted().the("map").screenshot())
    assert len(set(pictures)) == len(pictures), "each palette looks different"
    desk.page.reload()
    desk.open_again(session, "axis").press("?")
    expect(desk.the("palette-grey")).to_be_checked()
    kept(desk, "grey")


@pytest.mark.long
def test_the_dark_scheme_is_accessible(desk: Desk, served: Served, pictures: Path) -> None:
    desk.page.emulate_media(color_scheme="dark")
    desk.home()
    desk.the("start-game").wait_for()
    assert violations(desk) == []
    desk.open(served.game("lesson-1-moving", AXIS), "axis").pick("ax-pz").push("layer-supply")
    assert violations(desk) == []
    desk.press(",")
    desk.the("situation").wait_for()
    assert violations(desk) == []
    desk.page.screenshot(path=pictures / "dark-situation.png")
    desk.press("Escape").push("layers")
    assert violations(desk) == []


CUT = """() => [...document.querySelectorAll('header, aside, [data-testid=lesson-strip], dialog')]
  .flatMap(part => [...part.querySelectorAll('h2, h3, h4, p, li, label, button, a, strong, summary, td, th')])
  .filter(e => e.offsetParent && getComputedStyle(e).display !== 'inline' && !e.closest('.hidden-visually'))
  .filter(e => e.scrollWidth > e.clientWidth + 1 && !['auto', 'scroll'].includes(getComputedStyle(e).overflowX))
  .map(e => `${e.tagName} ${e.innerText}`.slice(0, 80))"""
SIDEWAYS = "() => document.documentElement.scrollWidth - window.innerWidth"


@pytest.mark.parametrize("width", [long(1440), 390])
def test_text_of_twice_the_size_is_not_cut_in_the_game(desk: Desk, served: Served, pictures: Path, width: int) -> None:
    """The lesson, a stack, the game menu and the papers; nothing scrolls sideways, and the map keeps its room."""
    desk.page.set_viewport_size({"width": width, "height": 900})
    desk.open(served.game("lesson-1-moving", AXIS), "axis").pick("ax-pz")
    desk.page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    for tab in ("log", "charts", "turns", "lists"):
        desk.push(f"tab-{tab}")
        assert desk.page.evaluate(CUT) == [], tab
        assert desk.page.evaluate(SIDEWAYS) <= 0, tab
    desk.page.screenshot(path=pictures / f"large-text-{width}.png")
    desk.push("game-menu")
    assert desk.page.evaluate(CUT) == []
    desk.press("Escape").press(",")
    desk.the("situation").wait_for()
    assert desk.page.evaluate(CUT) == []
    assert desk.page.evaluate(SIDEWAYS) <= 0
    box = desk.the("map").bounding_box()
    assert box is not None
    assert box["height"] >= 0.18 * 900
