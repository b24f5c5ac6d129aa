"""The other side's turn: a skip in few calls with progress and a stop, playback of whole moves, a digest at its end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from e2e import rehearsal
from e2e.crowd import SLACK, crowding
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.core.actions import Displace, Done
from redball.core.events import CombatResolved, UnitMoved
from redball.server.session import Session

pytestmark = pytest.mark.own_tab

WATCH = """
    window.__waited = 0
    let last = performance.now()
    setInterval(() => {
        const now = performance.now()
        if (window.__redball?.playing() || window.__redball?.busy()) window.__waited += now - last
        last = now
    }, 10)
"""
"""How long a bot has been at play, or the server with what the player decided: in a skip the bot goes on in that call.
A timer, since a page that is asked for every frame paints every frame."""
STILL = """new Promise(done => {
    const look = () => {
        const page = window.__redball
        if (page.quiet() && !page.playing()) done(page.state().seq)
        else setTimeout(look, 30)
    }
    look()
})"""
"""The page waits for itself: asked from here 40 times a second, it would have less time for the game."""


@pytest.fixture
def calls(page: Page) -> list[Request]:
    """The calls that let the bot play."""
    found: list[Request] = []
    page.on("request", lambda r: found.append(r) if r.url.endswith("/bot") else None)
    return found


def enemy_turn(served: Served, scenario: str, me: str, seed: int = 5) -> Session:
    """A game in which the bot's Player Turn begins: the player has ended every segment of their own."""
    enemy = "soviet" if me == "axis" else "axis"
    session = served.game(scenario, {me: "human", enemy: "steady"}, seed=seed)
    while session.game.look.state.clock.phasing != enemy:
        if session.bot_to_move():
            session.bot_plays(me, "step")
            continue
        choices = session.game.choices()
        end = next((c for c in choices if isinstance(c, Done)), None)
        refused = session.act(me, [end or rehearsal.policy(session.game)])
        assert refused is None
    return session


def sit(desk: Desk, session: Session, side: str, speed: str = "normal") -> None:
    """Open the page without a skip."""
    desk.page.add_init_script(WATCH)
    desk.page.goto(f"{desk.served.address}/#/game/{session.id}")
    desk.session, desk.side = session, side
    desk.the("map").wait_for()
    desk.page.wait_for_function("id => window.__redball?.id() === id", arg=session.id)
    desk.page.evaluate(f"window.__redball.speed('{speed}')")


def respond(desk: Desk) -> None:
    """Answer what is asked: a segment of one's own (Reaction) is ended."""
    if desk.asked.procedure.name.endswith("segment"):
        desk.end_segment()
    elif any(isinstance(c, Displace) for c in desk.game.choices()):
        desk.page.locator("[data-testid^=choice-displace]").first.click()  # only the sensible hexes have a button
        desk.quiet()
    else:
        desk.answer(rehearsal.policy(desk.game))


def still(desk: Desk) -> None:
    """Until the bot has played and the page shows it."""
    desk.page.evaluate(STILL)
    desk.settle()


def skip_turn(desk: Desk, me: str) -> float:
    """Skip the rest of the enemy's Player Turn and answer what the player is asked; seconds that the player waited.

    It may end with the question who takes the next turn's first Player Turn: nobody is phasing then.
    """
    desk.the("bot-skip").click()
    desk.page.evaluate("window.__waited = 0")
    still(desk)
    while desk.game.look.state.clock.phasing not in (me, "") and not desk.game.over:
        respond(desk)
        still(desk)
    return float(desk.page.evaluate("window.__waited")) / 1000


@pytest.mark.timed
@pytest.mark.long
@pytest.mark.parametrize(("scenario", "limit"), [("yelnya", 2.0), ("smolensk", 10.0)])
def test_a_skip_takes_little_time(
    desk: Desk, served: Served, calls: list[Request], scenario: str, limit: float
) -> None:
    """The limit is in seconds."""
    sit(desk, enemy_turn(served, scenario, "soviet"), "soviet")
    desk.the("bot-skip").wait_for()
    crowd = crowding()
    waited = skip_in_few_calls(desk, calls, "soviet")
    crowd = max(crowd, crowding())
    print(f"on a machine that takes {crowd:.1f} times as long")
    assert waited < limit * SLACK * crowd


def skip_in_few_calls(desk: Desk, calls: list[Request], me: str) -> float:
    """Skip the enemy's turn; for how many seconds the player waited."""
    before = len(desk.game.records)
    calls.clear()
    waited = skip_turn(desk, me)
    taken = desk.game.records[before:]
    decisions = sum(record.side == me for record in taken)
    print(
        f"\n{desk.game.world.scenario.id}: {len(taken)} actions, {decisions} of them the player's; {len(calls)} calls, "
        f"{waited:.2f} s of waiting"
    )
    # one for each 0.4 s of the bot's, not one for each time that the player has decided: the bot goes on in that call
    assert len(calls) <= waited / 0.4 + 2
    desk.same()
    return waited


def test_a_skip_shows_how_far_it_is_and_can_be_stopped(desk: Desk, served: Served, pictures: Path) -> None:
    """Two bots play, so that no decision of a person ends the skip first."""
    sit(desk, served.game("smolensk", {"axis": "steady", "soviet": "steady"}, seed=5), "soviet")
    desk.the("bot-pause").click()
    desk.quiet()
    desk.the("bot-skip").click()
    expect(desk.the("bot-progress")).to_contain_text(re.compile(r"Turn 1, .*Phase.* moves?, \d+ fights? seen"))
    desk.page.screenshot(path=pictures / "skip-progress.png")
    desk.the("bot-stop").click()
    desk.the("bot-resume").wait_for()
    desk.quiet()
    stands = len(desk.game.records)
    desk.page.wait_for_timeout(900)
    assert len(desk.game.records) == stands, "nothing happens after a stop"
    assert desk.session.bot_to_move()
    desk.the("bot-skip").click()
    desk.the("bot-progress").wait_for()
    desk.page.keyboard.press("Escape")
    desk.the("bot-resume").wait_for()


def test_a_move_is_one_trail_and_one_line(desk: Desk, served: Served, pictures: Path) -> None:
    session = enemy_turn(served, "yelnya", "soviet")
    sit(desk, session, "soviet")
    desk.the("bot-pause").click()
    desk.quiet()
    long: Any = None
    for _ in range(60):
        before = len(desk.game.records)
        desk.the("bot-step").click()
        desk.wait(lambda was=before: len(desk.game.records) > was, "a step of the bot")  # type: ignore[misc]
        desk.quiet()
        happened = [e for r in desk.game.records[before:] for e in r.events if isinstance(e, UnitMoved)]
        lines = [x for x in session.journal.read("soviet", before + 1) if x.type == "UnitMoved" and x.units]
        if len(lines) == 1 and len(lines[0].hexes) > 3:
            assert len(happened) >= 3
            long = lines[0]
            break
        if not session.bot_to_move():
            break
    assert long is not None, "the bot marched somewhere in sight"
    trails = desk.page.evaluate("window.__redball.trails()")
    assert trails[-1] == long.hexes
    says(desk.the("playback"), long.text)
    assert f"{len(long.hexes) - 1} hexes" in long.text
    desk.the("tab-log").click()
    expect(desk.the("log").get_by_text(long.text)).to_have_count(1)
    desk.page.screenshot(path=pictures / "one-trail.png")


@pytest.mark.long
def test_the_camera_keeps_still_while_what_happens_is_in_view(desk: Desk, served: Served) -> None:
    sit(desk, enemy_turn(served, "yelnya", "soviet"), "soviet")
    desk.the("bot-pause").click()
    desk.quiet()
    desk.page.evaluate("window.__redball.zoom(0.2)")
    desk.page.keyboard.press("f")  # the whole map is in view
    desk.painted()
    before = desk.page.evaluate("window.__redball.camera()")
    shown = desk.page.evaluate("window.__redball.hexToScreen(0)")
    assert shown["x"] >= 0
    assert shown["y"] >= 0
    desk.page.evaluate("window.__redball.speed('fast')")
    desk.the("bot-resume").click()
    seen = len(desk.game.records)
    desk.wait(lambda: len(desk.game.records) > seen + 12 or not desk.session.bot_to_move(), "the bot")
    near = desk.page.evaluate("window.__redball.camera()")
    assert near["scale"] == before["scale"]


@pytest.mark.long
def test_a_digest_stands_at_the_end_of_the_enemy_turn(
    desk: Desk, served: Served, calls: list[Request], pictures: Path
) -> None:
    """A turn of Yelnya is skipped in a few calls. What it brought is told and shown in each width of the page."""
    sit(desk, enemy_turn(served, "yelnya", "soviet"), "soviet")
    desk.the("bot-skip").wait_for()
    before = len(desk.game.records)
    skip_in_few_calls(desk, calls, "soviet")
    digest = desk.the("digest")
    digest.wait_for()
    expect(desk.the("theatre")).to_have_count(0)  # the last fight does not stand beside it
    events = [e for r in desk.game.records[before:] for e in r.events]
    lines = [x for x in desk.session.journal.read("soviet", before + 1) if x.type in ("UnitMoved", "UnitRailed")]
    units = {uid for x in lines if x.side == "axis" for uid in x.units}
    assert units
    says(desk.the("digest-moved"), f"{len(units)} enemy units moved")
    fights = [e for e in events if isinstance(e, CombatResolved)]
    if fights:
        says(desk.the("digest-steps"), "fight")
    says(desk.the("digest-next"), "Next: Soviet")
    desk.page.screenshot(path=pictures / "digest.png")
    desk.the("digest-trails").click()
    assert len(desk.page.evaluate("window.__redball.trails()")) > 3
    desk.page.screenshot(path=pictures / "digest-trails.png")
    assert violations(desk) == []
    desk.the("digest-point").first.click()
    desk.page.keyboard.press("Escape")
    expect(digest).to_have_count(0)
    desk.the("tab-log").click()
    desk.the("recall-digest").click()
    digest.wait_for()
    desk.the("digest-close").click()
    expect(digest).to_have_count(0)
    desk.page.reload()
    desk.the("map").wait_for()
    desk.the("tab-log").click()
    desk.the("recall-digest").click()
    says(desk.the("digest-moved"), "enemy unit")
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        desk.resize({"width": width, "height": height})
        if not desk.the("digest").count():
            desk.the("recall-digest").click()
        on_stage(desk, pictures, width)


def on_stage(desk: Desk, pictures: Path, width: int) -> None:
    """Open a fight from the digest and from the log, and close it again."""
    desk.the("digest").wait_for()
    if width < 800:
        desk.the("digest-fold").click()
    fight = desk.the("digest-fight").first
    told = fight.inner_text()
    fight.focus()
    desk.page.keyboard.press("Enter")
    stage = desk.the("ended-combat")
    stage.wait_for()
    where = desk.the("theatre-title").inner_text().split()[-1]
    assert where in told
    expect(desk.the("theatre-title")).to_be_focused()
    desk.the("head-odds").click()
    desk.page.screenshot(path=pictures / f"review-{width}.png")
    assert violations(desk) == []
    desk.page.keyboard.press("Escape")
    expect(stage).to_have_count(0)
    expect(fight).to_be_focused()
    desk.the("digest-close").click()
    desk.the("tab-log").click()
    desk.the("log-battle").first.click()
    stage.wait_for()
    desk.the("combat-cancel").click()
    expect(stage).to_have_count(0)
