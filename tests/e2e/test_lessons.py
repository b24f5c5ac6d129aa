"""Each lesson is played to its end in the browser by doing what is highlighted, and no mishap stops it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from e2e.desk import Desk, Served, says
from redball.game.view.guide import guide
from redball.scenarios.load import list_scenarios, load_scenario
from support import long

LESSONS = [head.id for head in list_scenarios() if head.lesson]
CLICKS = 160
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 1024, "height": 768}


def opened(desk: Desk, served: Served, lesson: str) -> Desk:
    """A lesson with a learner."""
    learner = load_scenario(lesson).learner
    players = {side.id: "human" if side.id == learner else "steady" for side in load_scenario(lesson).sides}
    return desk.open(served.game(lesson, players), learner)


def progress(desk: Desk) -> list[str]:
    """Each step's, by the engine."""
    return [step.progress for step in guide(desk.game, desk.side)]


def follow(desk: Desk) -> bool:
    """Click what is ringed, or else the hex that is lit; False when neither is there."""
    strip = desk.the("lesson-strip")
    desk.settle()
    desk.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    ring = desk.page.locator(".lesson-ring")
    if ring.count():
        ring.first.click()
        desk.settle()
        return True
    lit = (strip.get_attribute("data-hexes") or "").split()
    if not lit:
        return False
    desk.look(int(lit[0])).click(int(lit[0]))
    return True


def finish(desk: Desk, check: Callable[[Desk], None] = lambda _: None) -> None:
    """Follow what is highlighted to the end of the lesson."""
    for _ in range(CLICKS):
        if "open" not in progress(desk):
            break
        check(desk)
        desk.wait(lambda: follow(desk), "something to be highlighted")
    assert "open" not in progress(desk)
    desk.settle()


def within_reach(desk: Desk) -> None:
    """The step of the lesson is read where it is done, and what is marked can be clicked where it lies."""
    for part in ("lesson-title", "lesson-progress"):
        expect(desk.the(part)).to_be_in_viewport(ratio=1)
    ring = desk.page.locator(".lesson-ring")
    if ring.count():
        ring.first.click(trial=True)


@pytest.mark.parametrize("lesson", [x if i == 0 else long(x) for i, x in enumerate(LESSONS)])
def test_a_lesson_is_finished_by_doing_what_is_highlighted(
    desk: Desk, served: Served, pictures: Path, lesson: str
) -> None:
    """It is clicked on a telephone; each step could be begun on a wide screen, too."""
    desk.resize(PHONE)
    opened(desk, served, lesson).same()
    begun: list[str] = []
    for number in range(CLICKS):
        now = progress(desk)
        if "open" not in now:
            break
        if now != begun:
            desk.resize(WIDE).settle()
            within_reach(desk)
            desk.resize(PHONE).settle()
            begun = now
        within_reach(desk)
        if number % 8 == 7:
            desk.page.screenshot(path=pictures / f"{lesson}-390-{number}.png")
        desk.wait(lambda: follow(desk), "something to be highlighted")
    assert set(progress(desk)) == {"done"}
    expect(desk.the("lesson-strip")).to_have_attribute("data-over", "true")
    says(desk.the("lesson-strip"), "You did every step")
    desk.same()
    expect(desk.the("next-lesson" if lesson != LESSONS[-1] else "lesson-home")).to_be_in_viewport()
    assert desk.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_who_skips_steps_is_told_and_tries_again_or_goes_on(desk: Desk, served: Served) -> None:
    opened(desk, served, "lesson-1-moving")
    the_small_map_makes_way(desk)
    desk.end_segment()
    assert progress(desk)[:5] == ["missed"] * 4 + ["done"]
    desk.push("lesson-again").same()
    assert progress(desk) == ["open"] * 7
    desk.end_segment()
    assert progress(desk)[:5] == ["missed"] * 4 + ["done"]
    says(desk.the("lesson-title"), "Across the river")
    says(desk.the("lesson-missed"), "Tanks burn fuel", "not done", "did not reach the river")
    says(desk.the("lesson-onward"), "Not yet")
    finish(desk)
    says(desk.the("lesson-strip"), " steps. ")
    expect(desk.the("next-lesson")).to_be_visible()
    desk.push("lesson-restart").same()
    assert progress(desk) == ["open"] * 7


def the_small_map_makes_way(desk: Desk) -> None:
    """On a narrowed page the small map would lie over the hex that is lit: it leaves until there is room."""
    lit = int((desk.the("lesson-strip").get_attribute("data-hexes") or "").split()[0])
    desk.look(lit, 1.6)
    expect(desk.the("minimap")).to_have_count(1)
    desk.resize({"width": 820, "height": 560}).look(lit, 2.5)
    expect(desk.the("minimap")).to_have_count(0)
    desk.click(lit)
    expect(desk.the("stack-panel")).to_be_visible()
    desk.press("Escape").resize(WIDE).look(lit, 1.6)
    expect(desk.the("minimap")).to_have_count(1)


@pytest.mark.long
def test_a_lost_battalion_ends_its_steps_only(desk: Desk, served: Served) -> None:
    opened(desk, served, "lesson-3-attack")
    lose = "choice-lose_step-ax-pz"
    for _ in range(CLICKS):
        if desk.the(lose).count():
            break
        desk.wait(lambda: follow(desk), "something to be highlighted")
    desk.push(lose)
    finish(desk)
    assert progress(desk) == ["done"] * 6 + ["missed"]


def test_the_wrong_unit_ticks_nothing_and_the_lesson_goes_on_to_the_next(desk: Desk, served: Served) -> None:
    """On a tablet: the step and its mark stay in sight there, too."""
    desk.resize(TABLET)
    opened(desk, served, "lesson-1-moving")
    desk.pick("ax-pz").click(desk.hex("04.04")).press(" ")
    assert progress(desk) == ["open"] * 7
    says(desk.the("lesson-title"), "Infantry walks")
    desk.pick("ax-sr")  # another stack in hand: the mark stays on the infantry
    expect(desk.the(f"beacon-{desk.hex('05.07')}")).to_be_visible()
    finish(desk, within_reach)
    desk.the("next-lesson").click()
    desk.page.wait_for_function("id => window.__redball?.id() !== id", arg=desk.session.id)
    gid = desk.page.url.rsplit("/", 1)[1]
    session = served.store.get(gid)
    assert session.game.world.scenario.id == "lesson-2-supply"
    assert session.players == {"axis": "human", "soviet": "lesson"}
    desk.open_again(session, "axis")
    says(desk.the("lesson-title"), "Do not break out")


def test_the_end_of_a_lesson_leads_to_the_next_one(desk: Desk, served: Served, pictures: Path) -> None:
    opened(desk, served, "lesson-1-moving")
    while not desk.game.state.outcome:
        desk.end_segment().settle()
    desk.the("end-screen").wait_for()
    desk.page.screenshot(path=pictures / "lesson-end.png")
    desk.the("end-next-lesson").click()
    desk.page.wait_for_function("id => window.__redball?.id() !== id", arg=desk.session.id)
    gid = desk.page.url.rsplit("/", 1)[1]
    assert served.store.get(gid).game.world.scenario.id == "lesson-2-supply"


@pytest.mark.long
def test_the_strip_is_folded_reread_and_names_the_case(desk: Desk, served: Served) -> None:
    opened(desk, served, "lesson-1-moving")
    says(desk.the("lesson-progress"), "1 of 7")
    says(desk.the("lesson-strip"), "12.5a-B")
    desk.push("lesson-next-step")
    says(desk.the("lesson-progress"), "2 of 7")
    says(desk.the("lesson-title"), "Tanks burn fuel")
    desk.push("lesson-back")
    says(desk.the("lesson-progress"), "1 of 7")
    desk.push("lesson-fold")
    expect(desk.the("lesson-text")).to_have_count(0)
    says(desk.the("lesson-title"), "Infantry walks")
    desk.push("lesson-fold").push("tab-guide")
    expect(desk.the("guide").get_by_role("listitem")).to_have_count(7)


def test_a_game_that_is_no_lesson_has_no_strip(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", {"axis": "human", "soviet": "random"}), "axis")
    expect(desk.the("lesson-strip")).to_have_count(0)
    expect(desk.page.locator(".lesson-ring")).to_have_count(0)
