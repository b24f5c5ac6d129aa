"""From a click to the next picture with its answer, over a whole Player Turn of Yelnya."""

from __future__ import annotations

import math

import pytest

from e2e import rehearsal
from e2e.crowd import SLACK, crowding
from e2e.desk import Desk, Served
from redball.core.actions import BeginMove, Done, Halt
from redball.game.plan.moves import reachable

LIMIT = 100
"""Milliseconds, on a machine that does nothing else; what was measured is printed."""

CLICKED = """
    addEventListener('pointerdown', () => {
        const began = performance.now()
        const painted = () => requestAnimationFrame(() => {
            if (!window.__redball.quiet()) return painted()
            const channel = new MessageChannel()
            channel.port1.onmessage = () => (window.__clicks ??= []).push(performance.now() - began)
            channel.port2.postMessage(0)  // after the picture
        })
        painted()
    }, true)
"""


@pytest.mark.timed
@pytest.mark.own_tab
@pytest.mark.parametrize("each", [pytest.param(1, marks=pytest.mark.long), 6])
def test_from_click_to_paint(desk: Desk, served: Served, each: int) -> None:
    """Every unit that may move, or every sixth, is clicked and sent off; then the segments are ended. What counts is
    the time until the server has answered all that the click asked for (the state and what could be done next) and the
    page has painted it.
    """
    session = served.game("yelnya", {"soviet": "human", "axis": "steady"}, seed=5)
    desk.page.add_init_script(CLICKED)
    desk.open(session, "soviet")
    crowd = crowding()
    moved: set[str] = set()
    while desk.game.look.state.clock.phasing == "soviet":
        at = desk.asked
        movers = [c.unit for c in desk.game.choices() if isinstance(c, BeginMove) and c.unit not in moved]
        if at.procedure.name == "movement_segment" and movers and desk.game.look.state.clock.phase == "movement":
            moved.update(movers[:each])
            send_off(desk, movers[0])
        elif at.procedure.name == "move":
            desk.answer(next(c for c in desk.game.choices() if isinstance(c, Halt)))
        elif any(isinstance(c, Done) for c in desk.game.choices()):
            desk.end_segment()
        else:
            desk.answer(rehearsal.policy(desk.game))
    times = sorted(desk.page.evaluate("window.__clicks"))
    late = times[math.ceil(0.95 * len(times)) - 1]
    middle = times[len(times) // 2]
    crowd = max(crowd, crowding())
    print(
        f"\n{len(times)} clicks: half within {middle:.0f} ms, 95 of 100 within {late:.0f} ms, the longest "
        f"{times[-1]:.0f} ms, on a machine that takes {crowd:.1f} times as long"
    )
    assert len(times) > 30
    assert late < LIMIT * SLACK * crowd


def send_off(desk: Desk, uid: str) -> None:
    """A unit by a click on its hex, and by one more to somewhere it can go."""
    start = desk.game.look.unit(uid).hex
    desk.look(start).click(start)
    chosen = desk.page.locator("[data-testid^=unit-][aria-pressed=true]")
    if chosen.count() != 1 or chosen.first.get_attribute("data-testid") != f"unit-{uid}":
        desk.pick(uid)
    goals = [h for h in reachable(desk.game, "soviet", (uid,)).hexes if h != start]
    near = min(goals, key=lambda h: desk.game.look.board.distance(start, h), default=None)
    if near is not None:
        desk.click(near)
        if desk.the("choice-menu").count():
            desk.the("choice-menu").locator("button").first.click()
            desk.settle()
