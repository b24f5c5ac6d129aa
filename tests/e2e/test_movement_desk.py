"""What a player has before him in a Movement Segment of a large game, on a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from as_json import plain
from e2e.conftest import WIDE
from e2e.desk import Desk, Served, key_of, until_equal
from e2e.test_fluent import moving_phase
from redball.core.actions import BeginMove
from redball.core.telling import MODES
from redball.game import Game
from redball.server.answers import movement

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def segment(desk: Desk, served: Served) -> Desk:
    """The first Movement Segment of smolensk."""
    return desk.open(moving_phase(served), "axis")


def crowd(desk: Desk) -> tuple[int, list[str]]:
    """The hex where most units of the Axis could begin to move, and those units."""
    able = {c.unit for c in desk.game.choices() if isinstance(c, BeginMove)}
    at: dict[int, list[str]] = {}
    for unit in desk.game.look.own("axis"):
        if unit.id in able:
            at.setdefault(unit.hex, []).append(unit.id)
    return max(at.items(), key=lambda found: (len(found[1]), found[0]))


def asked(page: Page, end: str) -> list[str]:
    """Requests whose address ends so, from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if request.url.endswith(end) else None)
    return found


def walk(desk: Desk, unit: str) -> int:
    """One click moves a unit that needs fuel; answers how many actions that was."""
    before = len(desk.game.records)
    desk.pick(unit)
    reach = plain(movement.reach(desk.session, "axis", unit))
    assert reach["unfueled"] == [unit]
    empty = [int(h) for h in reach["hexes"] if not desk.game.look.units_at(int(h), "axis")]
    desk.click(next(h for h in empty if desk.game.world.board.distance(h, desk.game.look.unit(unit).hex) == 2))
    return len(desk.game.records) - before


def test_what_one_click_brought_is_taken_back_by_one_request(segment: Desk) -> None:
    _, units = crowd(segment)
    start, sent = len(segment.game.records), asked(segment.page, "/undo")
    assert walk(segment, units[0]) > 2
    expect(segment.the("sealed")).to_have_count(0)  # the dice of before seal nothing of this
    segment.press("u").same()
    assert len(segment.game.records) == start
    assert len(sent) == 1


def test_a_unit_changes_its_mode_where_it_stands(segment: Desk) -> None:
    """It begins to move by that, and one undo takes both back."""
    start, unit = len(segment.game.records), crowd(segment)[1][0]
    segment.pick(unit)
    expect(segment.the(f"mode-now-{unit}")).to_contain_text(f"now: {MODES[segment.game.look.unit(unit).mode]} Mode")
    mode = next(a for a in plain(movement.reach(segment.session, "axis", unit))["acts"] if a["type"] == "set_mode")
    segment.push(f"unit-choice-{key_of(segment.game.world.edition.read_action(mode))}").same()
    changed = segment.game.look.unit(unit)
    assert (changed.facing, changed.marker or "") == (
        mode["facing"],
        "" if mode["mode"] in ("combat", "move") else mode["mode"],
    )
    assert [type(record.action).__name__ for record in segment.game.records[start:]] == ["BeginMove", "SetMode"]
    segment.press("u").same()
    assert len(segment.game.records) == start


def test_the_whole_stack_is_taken_by_a_button(segment: Desk) -> None:
    hex_, units = crowd(segment)
    segment.look(hex_).click(hex_).push("pick-all")
    pressed = segment.page.locator("[data-testid^=unit-][aria-pressed=true]")
    ids = "all => all.map(button => button.dataset.testid).sort()"
    until_equal(lambda: pressed.evaluate_all(ids), sorted(f"unit-{unit}" for unit in units), segment.page)
    expect(segment.the("pick-all")).to_be_disabled()


def test_what_stops_a_move_is_in_sight_while_it_goes_on(segment: Desk) -> None:
    _, units = crowd(segment)
    walk(segment, units[0])
    halt = segment.the("choice-halt")
    expect(halt).to_be_in_viewport(ratio=1)
    expect(segment.the("decision").locator("summary", has_text="Step to")).to_be_visible()
    expect(segment.the("decision").locator("[data-testid^=choice-step_to]")).to_have_count(0)
    segment.push("choice-halt").same()


@pytest.mark.long
def test_supply_is_told_where_it_can_be_read(segment: Desk) -> None:
    hex_, _ = crowd(segment)
    segment.look(hex_).click(hex_)
    for size in (WIDE, PHONE):
        segment.resize(size)
        segment.push("layer-supply")
        expect(segment.the("supply-verdict")).to_be_in_viewport(ratio=1)
        bar = segment.the("top-bar").bounding_box()
        assert bar is not None
        assert bar["y"] == 0, "the side scrolls, not the page"
        segment.push("layer-supply")


@pytest.mark.long
def test_a_refusal_goes_when_the_player_turns_elsewhere(desk: Desk, served: Served) -> None:
    desk.open(moving_phase(served, seed=11), "axis")
    expect(desk.the("sealed")).to_be_visible()
    desk.press("u")
    expect(desk.the("refusal")).to_contain_text("dice were rolled")
    hex_, _ = crowd(desk)
    desk.look(hex_).click(hex_)
    expect(desk.the("refusal")).to_have_count(0)


@pytest.mark.long
def test_a_phone_shows_the_map_and_the_units_that_are_picked(segment: Desk) -> None:
    page = segment.page
    segment.resize(PHONE)
    bar, field = segment.the("top-bar").bounding_box(), segment.the("map").bounding_box()
    assert bar is not None
    assert field is not None
    assert bar["height"] <= 125
    assert field["height"] >= 0.45 * PHONE["height"] - 1, "0.45 of it, but for rounding"
    hex_, units = crowd(segment)
    segment.look(hex_, 0.8).click(hex_)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(segment.the("end-segment")).to_be_in_viewport()
    expect(segment.the("stack-panel").get_by_role("heading").first).to_be_in_viewport()
    segment.the("log").scroll_into_view_if_needed()
    walk(segment, units[0])
    expect(segment.the("choice-halt")).to_be_in_viewport(ratio=1)
    segment.press("u")  # which brings Redo into the bar
    expect(segment.the("end-segment")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


TWO_SEGMENTS = """redball-position 1
at combat_barrage phasing=axis
switches fog=off
[terrain]
. . . .
. . . .
. . . .
[units]
axis 01.02 g1 artillery b16-3-3-3T/b5-2-3-14T
axis 02.02 ir1 Rgt infantry other 8-3-3L/2-3-6L
soviet 03.02 rr1 Rgt infantry other 4-3-3L/2-3-6L
[supply]
axis 01.02 9
"""


def test_a_double_click_ends_one_segment(desk: Desk, served: Served) -> None:
    desk.open(served.sit(Game.from_position(TWO_SEGMENTS, seed=3)), "axis")
    desk.the("end-segment").dblclick()
    desk.settle()
    assert not desk.game.records  # somebody could still fire: the page asks, once
    desk.the("end-anyway").dblclick()
    desk.settle()
    assert len(desk.game.records) == 1
    clock = desk.game.state.clock
    assert (clock.phase, clock.segment) == ("combat", "combat")
