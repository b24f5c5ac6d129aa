"""How soon a big game can be played and how fluently its map moves: measured in a real browser without a graphics card.

The figures go to `build/page.json` and are printed with `pytest -s`; the limits leave room for another
machine and for what else it does.
`docs/performance.md` has figures of a quiet one.
"""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

import support
from e2e.conftest import WIDE
from e2e.crowd import SLACK, crowding
from e2e.desk import Desk, Served
from redball.game import Game
from support import asked

AXIS = {"axis": "human", "soviet": "random"}
FRAMES = 24
LOADED, FRAME_RATE = 2.0, 30
"""Goals: seconds from a cold start to the first click that works, pictures a second."""
HEAVIEST = 200
"""Kilobytes of JavaScript, compressed, until a first game is in hand."""
GLIDE = """([how, frames]) => new Promise((done) => {
  const times = []
  const step = (now) => {
    times.push(now)
    if (times.length > frames) return done(1000 * frames / (times.at(-1) - times[0]))
    const out = times.length <= frames / 2
    if (how === 'pan') window.__redball.pan(out ? -14 : 14, times.length % 2 ? 6 : -6)
    else window.__redball.zoom(out ? 1.035 : 1 / 1.035)
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})"""


@pytest.fixture(scope="module")
def figures() -> Any:
    """What is measured, written down at the end."""
    found: dict[str, float] = {}
    yield found
    folder = Path(__file__).resolve().parents[2] / "build"
    folder.mkdir(exist_ok=True)
    (folder / "page.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(*(f"\n{name}: {value}" for name, value in found.items()))


def moving_phase(served: Served, seed: int = 5) -> Any:
    """A game of smolensk at its first Movement Segment."""
    session = served.game("smolensk", AXIS, seed=seed)
    while asked(session.game).procedure.name != "movement_segment":
        assert session.take(asked(session.game).side, session.game.choices()[0]) is None
    return session


def answers_of(page: Page) -> list[Response]:
    """What the page is answered from now on."""
    heard: list[Response] = []

    def hear(response: Response) -> None:
        heard.append(response)

    page.on("response", hear)
    return heard


@pytest.mark.timed
def test_smolensk_is_there_soon_and_moves_fluently(browser: Browser, served: Served, figures: dict[str, float]) -> None:
    session, best, tries = moving_phase(served), 60.0, 0
    while best > LOADED and tries < 3:
        tries += 1
        page = browser.new_context(viewport=WIDE, reduced_motion="reduce").new_page()  # nothing in its cache
        answers = answers_of(page)
        start = time.perf_counter()
        page.goto(f"{served.address}/#/game/{session.id}", wait_until="commit")
        desk = Desk(page, served).open_again(session, "axis")
        unit = next(u for u in session.game.look.own("axis") if u.on_map)
        desk.click(unit.hex)
        desk.the("stack-panel").wait_for()
        best = min(best, time.perf_counter() - start)
        weight = sum(len(gzip.compress(one.body())) for one in answers if one.url.endswith(".js")) / 1000
        if best > LOADED and tries < 3:
            page.context.close()
    figures["smolensk: cold load to the first stack in hand, s"] = round(best, 2)
    figures["JavaScript for a first game, kB compressed"] = round(weight, 1)
    assert best <= LOADED * SLACK * crowding()
    assert 50 < weight < HEAVIEST
    glide(desk, desk.hex("25.18"), (0.3, 0.85, 1.9), "smolensk", figures)
    page.context.close()


@pytest.mark.timed
@pytest.mark.long
def test_the_largest_games_move_fluently_under_their_overlays(
    desk: Desk, served: Served, figures: dict[str, float]
) -> None:
    """Costs of 60,000 hexes, what all sources of a side serve, the front and the small map at once."""
    desk.open(served.sit(largest()), "axis")
    for layer in ("layer-costs", "layer-reach", "layer-front"):
        desk.push(layer)
    expect(desk.look(desk.hex("150.100"), 1.0).the("minimap")).to_be_visible()
    assert sum(len(area["hexes"]) for area in desk.page.evaluate("window.__redball.laid()")["areas"]) >= 60_000
    glide(desk, desk.hex("150.100"), (0.0, 0.3, 1.0), "60,000 hexes under costs, sources and front", figures)


def glide(desk: Desk, middle: int, scales: tuple[float, ...], name: str, figures: dict[str, float]) -> None:
    """Pan and zoom about a hex at each scale (0: the whole map)."""
    for scale in scales:
        desk.look(middle, scale).painted()
        for how in ("pan", "zoom"):
            rate = desk.page.evaluate(GLIDE, [how, FRAMES])
            if rate < FRAME_RATE:  # something else was at work, or it is slow indeed
                rate = max(rate, desk.page.evaluate(GLIDE, [how, FRAMES]))
            figures[f"{name}: {how} at {scale}, pictures a second"] = round(rate, 1)
            assert rate * SLACK * crowding() >= FRAME_RATE, (how, scale)


def largest() -> Game:
    """300 x 200 hexes in patches of cover, five ways across them, and 2,000 counters in stacks of two and three, the
    Axis in the western half, with a dump or an HQ in each tenth stack. Its 1,000 units are all out of supply."""
    columns, rows, rng = 300, 200, Random(3)
    patches = [[rng.choice("....wwfh") for _ in range(columns // 5)] for _ in range(rows // 5)]
    terrain = "\n".join(" ".join(patches[y // 5][x // 5] for x in range(columns)) for y in range(rows))
    places = sorted(rng.sample([(x, y) for x in range(2, columns) for y in range(2, rows)], 800))
    units, dumps, number = [], [], 0
    for i, (x, y) in enumerate(places):
        side, place = "axis" if i < 400 else "soviet", f"{x:02d}.{y:02d}"
        for n in range(2 + i % 2):
            hq = i % 10 == 0 and n == 0
            kind = support.HQ if hq else support.TANKS if number % 3 else support.LEG
            units.append(f"{side} {place} u{number} {kind}")
            number += 1
        if i % 10 < 2:
            dumps.append(f"{side} {place} 20")
    kinds = {30: "railroad", 60: "road", 100: "railroad", 140: "road", 170: "track"}
    ways = [f'{kind} "-" ' + " ".join(f"{x:02d}.{y:02d}" for x in range(1, columns)) for y, kind in kinds.items()]
    sources = [f"{side} {x}.{y}" for side, x in (("axis", "01"), ("soviet", "300")) for y in (30, 100)]
    rest = {"paths": ways, "sources": sources, "supply": dumps}
    parts = "\n".join("\n".join([f"[{part}]", *lines]) for part, lines in rest.items())
    return support.sit("\n".join(units), terrain, rest=f"{parts}\n").game
