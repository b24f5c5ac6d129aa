"""The rest of the page: start screen, curtain, playback, overlays, charts, end screen, phone, pictures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from e2e import rehearsal
from e2e.desk import Desk, Served, force, says
from redball.bots import make_bot
from redball.core.actions import DeclareOverrun, Done
from redball.server.store import NoGame
from support import asked

BOTH = {"axis": "human", "soviet": "human"}
AXIS = {"axis": "human", "soviet": "random"}
DOCS = Path(__file__).resolve().parents[2] / "docs" / "img"
TARGET = 44
SMALL = """(all, least) => all.filter(button => {
  const box = button.getBoundingClientRect()
  return Math.min(box.width, box.height) < least
}).map(button => button.innerText)"""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A small screen under a finger."""
    context = browser.new_context(viewport={"width": 400, "height": 820}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def test_a_game_is_started_continued_and_deleted(desk: Desk, served: Served) -> None:
    desk.home()
    desk.the("scenario-crossing").click()
    desk.the("side-axis").check()
    desk.the("opponent-random").check()
    desk.the("start-game").click()
    desk.the("map").wait_for()
    gid = desk.page.url.rsplit("/", 1)[1]
    session = served.store.get(gid)
    assert session.players == AXIS
    desk.open(session, "axis").same()
    desk.home()
    desk.the(f"continue-{gid}").click()
    desk.the("decision-prompt").wait_for()
    desk.home()
    desk.page.once("dialog", lambda dialog: dialog.accept())
    row = desk.page.get_by_role("listitem").filter(has=desk.the(f"continue-{gid}"))
    row.get_by_role("button", name="Delete").click()
    expect(desk.the(f"continue-{gid}")).to_have_count(0)
    with pytest.raises(NoGame):
        served.store.get(gid)


def fuelled_tank(desk: Desk) -> tuple[str, int]:
    """The lesson's tanks, and a hex that they reach."""
    return "ax-pz", desk.hex("04.04")


@pytest.mark.long
def test_odds_before_an_overrun_cost_nothing(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis")
    uid, hex_ = fuelled_tank(desk)
    target = desk.hex("05.04")
    desk.pick(uid).click(hex_).click(target)
    assert DeclareOverrun(target) in desk.game.choices()
    before = desk.game.state
    says(desk.the("odds-text"), ":")
    desk.press("Escape").same()
    assert desk.game.state is before
    expect(desk.the("overrun-dialog")).to_have_count(0)
    desk.click(target)
    force(desk.game, 3, 4, 6, 6)
    desk.push("overrun-commit").same()  # the price line said who pays
    desk.push("tab-charts")
    says(desk.the("log-last"), desk.the("live-cell").inner_text())


def test_two_people_at_one_screen_have_a_curtain(desk: Desk, served: Served) -> None:
    session = served.game("crossing", BOTH)
    desk.page.goto(f"{served.address}/#/game/{session.id}")
    desk.the("lift-curtain").wait_for()
    expect(desk.the("map")).to_have_count(0)  # nothing is seen before somebody sits down
    desk.the("lift-curtain").click()
    desk.open_again(session, "axis").same()
    while not desk.the("curtain").count():
        if desk.the("end-segment").count():
            desk.end_segment()
        else:
            desk.answer(rehearsal.policy(desk.game))
    expect(desk.the("map")).to_have_count(0)
    desk.push("lift-curtain")
    desk.side = "soviet"
    desk.same()


@pytest.mark.long
def test_open_play_needs_no_curtain(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", BOTH, fog=False), "").same()
    expect(desk.the("curtain")).to_have_count(0)
    assert all(u["strength"] is not None for u in desk.state()["units"])


def test_under_fog_the_page_is_told_nothing_of_hidden_units(desk: Desk, served: Served) -> None:
    desk.open(served.game("yelnya", AXIS, seed=2), "axis")
    enemy = [u for u in desk.state()["units"] if u["side"] == "soviet" and u["hex"] >= 0]
    assert enemy
    assert all(u["steps_lost"] is None and u["internals"] is None for u in enemy)


def test_ending_a_segment_too_early_is_warned_of(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis")
    before = desk.game.state
    desk.push("end-segment")
    warnings = desk.the("warnings")
    says(warnings, "have not moved")
    desk.press("Escape")
    expect(warnings).to_have_count(0)
    assert desk.game.state is before


@pytest.mark.long
def test_the_bots_turn_is_played_back(desk: Desk, served: Served) -> None:
    session = served.game("yelnya", {"soviet": "steady", "axis": "human"}, seed=4)  # twelve steps
    desk.session, desk.side = session, "axis"
    desk.page.goto(f"{served.address}/#/game/{session.id}")
    desk.the("bot-pause").click()
    expect(desk.the("bot-step")).to_have_count(1)
    stopped = len(desk.quiet().session.game.records)
    desk.page.wait_for_timeout(900)  # longer than the film pauses between two steps
    assert len(session.game.records) == stopped
    desk.the("bot-step").click()
    desk.wait(lambda: len(session.game.records) > stopped, "one step more")
    desk.the("bot-resume").click()
    desk.the("bot-skip").click()
    desk.same()
    assert desk.decides()


@pytest.mark.long
def test_supply_zoc_and_lists_are_shown(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis")
    desk.pick("ax-pz").press("s").press("z")
    panel = desk.the("supply-panel")
    says(panel, "Who could pay", "Gorki", "Trace")
    expect(desk.the("layer-zoc")).to_have_attribute("aria-pressed", "true")
    desk.push("tab-turns")
    says(desk.the("turn-track"), "Borki")
    desk.push("tab-lists")
    says(desk.the("lists"), "I/7")


@pytest.mark.long
def test_the_keyboard_is_enough(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis")
    desk.press("?")
    desk.the("keys-help").wait_for()
    desk.press("Escape")
    desk.press("n")
    first = desk.the("stack-panel").inner_text()
    desk.press("n")
    expect(desk.the("stack-panel")).not_to_have_text(first, use_inner_text=True)
    desk.press("Shift+KeyW")
    moved = [u for u in desk.state()["units"] if u["side"] == "axis"]
    assert len(desk.game.records) > 0
    desk.same().press("u").same()
    assert [u for u in desk.state()["units"] if u["side"] == "axis"] != moved


def test_a_hex_out_of_reach_says_what_is_missing(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis")
    desk.pick("ax-ir1")
    desk.hover(desk.hex("09.08"))
    desk.the("missing").wait_for()


def test_a_spread_stack_is_summed_up(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis")
    shown = {s["hex"]: s["summary"] for s in desk.state()["stacks"]}
    assert any(summary is None for summary in shown.values()), "of the enemy nothing is added up"
    tanks = desk.game.look.unit("ax-pz").hex
    desk.look(tanks).hover(tanks)
    own = shown[tanks]
    strengths = f"attack {own['attack']} in the open · defence {own['defence']} here"
    summed = (f"{own['re']} RE", f"{own['steps']} step", f"best AR {own['leader']['ar']}")
    says(desk.the("fan"), *summed, strengths, "without fuel")


def test_looking_back_and_returning(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis")
    uid, hex_ = fuelled_tank(desk)
    start = desk.game.look.unit(uid).hex
    desk.pick(uid).click(hex_).same()
    last = len(desk.game.records)
    banner, keys = desk.the("looking-back"), desk.page.keyboard
    keys.press("Home")
    assert desk.quiet().state()["seq"] == 0
    says(banner, f"Looking at action 0 of {last}")
    assert next(u for u in desk.state()["units"] if u["id"] == uid)["hex"] == start
    assert desk.page.evaluate("window.__redball.shown()")[str(start)].count(uid) == 1
    expect(desk.the("end-segment")).to_have_count(0)  # nothing can be done there
    expect(desk.the("undo")).to_be_disabled()
    keys.press("u")
    keys.press("Shift+KeyW")
    assert len(desk.game.records) == last
    seen = [0]
    while seen[-1] < last:
        keys.press("PageDown")
        seen.append(desk.quiet().state()["seq"])
        assert seen[-1] > seen[-2], "a step forward"
    expect(banner).to_have_count(0)
    desk.same()
    keys.press("PageUp")
    assert desk.quiet().state()["seq"] < last
    desk.the("time-now").click()
    desk.same()
    desk.push("tab-log").the("time-slider").fill("1")
    assert desk.quiet().state()["seq"] == 1
    says(desk.the("time-at"), "1 /")
    keys.press("Escape")
    desk.same()
    expect(banner).to_have_count(0)


@pytest.mark.long
def test_the_map_is_a_list_too(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis")
    expect(desk.the("map")).to_have_attribute("role", "application")
    desk.page.get_by_text("Map as a list").click()
    says(desk.page.get_by_label("Occupied hexes"), "02.04 Gorki", "Axis: I/7 Bn, tank, armor")


@pytest.mark.long
def test_the_end_says_who_won_and_why(desk: Desk, served: Served) -> None:
    session = served.game("crossing", AXIS, seed=11)
    bots = {side: make_bot("random", 3) for side in BOTH}
    while session.game.decision is not None:
        side = session.game.decision.side
        assert session.take(side, bots[side].choose(session.game, side)) is None
    desk.open(session, "axis")
    assert session.game.state.outcome is not None
    expect(desk.the("outcome")).to_have_text(session.game.state.outcome.result)
    says(desk.the("end-screen"), "Borki")


def test_a_phone_has_room_for_fingers(phone: Page, served: Served) -> None:
    desk = Desk(phone, served).open(served.game("crossing", AXIS), "axis")
    assert phone.locator("button:visible:not(.link)").evaluate_all(SMALL, TARGET) == []
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 400, "nothing sticks out sideways"
    desk.same()


@pytest.mark.long
def test_screenshots_at_three_zooms(desk: Desk, served: Served, pictures: Path) -> None:
    session = served.game("yelnya", {"soviet": "human", "axis": "random"}, seed=5)
    desk.open(session, "soviet")
    while asked(session.game).procedure.name != "movement_segment":
        assert session.take("soviet", session.game.choices()[0]) is None
    desk.page.reload()
    desk.open(session, "soviet").same()
    yelnya = desk.hex("15.14")
    sizes = []
    for name, scale in (("far", 0.0), ("middle", 0.85), ("near", 1.9)):
        if scale:
            desk.look(yelnya, scale)
        desk.painted().page.screenshot(path=pictures / f"yelnya-{name}.png")
        sizes.append((pictures / f"yelnya-{name}.png").stat().st_size)
    assert min(sizes) > 100_000, "a map is no blank page"
    desk.pick(rehearsal.tanks_near(session.game, yelnya)).look(desk.hex("17.15"), 0.8).painted()
    desk.page.screenshot(path=pictures / "readme.jpg", type="jpeg", quality=86)
    if os.environ.get("REDBALL_NEW_PICTURES") or not (DOCS / "yelnya.jpg").exists():
        DOCS.mkdir(parents=True, exist_ok=True)
        (DOCS / "yelnya.jpg").write_bytes((pictures / "readme.jpg").read_bytes())
    assert Done() in session.game.choices()


@pytest.mark.long
def test_a_damaged_game_says_so_and_goes_on(desk: Desk, served: Served, pictures: Path) -> None:
    session = served.game("crossing", {"axis": "human", "soviet": "human"}, fog=False)
    for _ in range(4):
        assert session.game.do(session.game.choices()[0]).refusal is None
    path = session.save.path
    text = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*text[:4], text[4].replace(b'"events"', b'"evemts"'), *text[5:]]))
    desk.home()
    row = desk.page.get_by_role("listitem").filter(has=desk.the(f"continue-{session.id}"))
    expect(row).to_contain_text("damaged")
    desk.the(f"continue-{session.id}").click()
    told = desk.the("error")
    expect(told).to_contain_text("line 5: its check does not match; the game goes on from action 2")
    desk.page.screenshot(path=pictures / "damaged.png")
    desk.open_again(served.store.get(session.id), "")
    assert len(desk.game.records) == 2
    desk.push("undo")
    expect(told).to_have_count(0)
    assert path.with_name(f"{path.name}.damaged-1").exists()


def test_an_overrun_that_is_closed_before_its_price_is_known(desk: Desk, served: Served) -> None:
    """The answer comes to an act that has left the stage; the page complains of nothing (fixture `page`)."""
    desk.open(served.game("crossing", AXIS), "axis").pick("ax-pz").click(desk.hex("04.04"))
    late: list[Route] = []

    def keep(route: Route) -> None:
        late.append(route)

    desk.page.route("**/bills*", keep)
    at = desk.page.evaluate(f"window.__redball.hexToScreen({desk.hex('05.04')})")
    desk.page.mouse.click(at["x"], at["y"])
    desk.the("overrun-dialog").wait_for()
    desk.wait(lambda: bool(late), "the price to be asked for")
    desk.page.keyboard.press("Escape")
    expect(desk.the("overrun-dialog")).to_have_count(0)
    for route in late:
        route.continue_()
    desk.settle()


def test_an_overrun_whose_move_is_undone_leaves_the_stage(desk: Desk, served: Served) -> None:
    """The dialog closes with the state in which it was opened; the page complains of nothing (fixture `page`)."""
    desk.open(served.game("crossing", AXIS), "axis").pick("ax-pz").click(desk.hex("04.04")).click(desk.hex("05.04"))
    desk.the("overrun-dialog").wait_for()
    desk.page.evaluate("document.activeElement.blur()")
    for _ in range(4):
        desk.press("u")
        if asked(desk.game).procedure.name != "move":
            break
    assert asked(desk.game).procedure.name == "movement_segment"
    expect(desk.the("overrun-dialog")).to_have_count(0)
    desk.same()
