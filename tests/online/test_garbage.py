"""All of memory is searched for garbage seldom, and when nobody clicks."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from online.people import Site
from redball.online import lull, running
from redball.online.garbage import GROWN, TOO_MUCH, Heap, pause_briefly, tidy
from redball.online.lull import Lull
from redball.online.running import collect_if_due, upkeep


class Ring:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def python_waits() -> Iterator[None]:
    """Python's own collections come too late for the test."""
    thresholds = gc.get_threshold()
    gc.collect()
    gc.set_threshold(100_000, 1000, 1000)
    yield
    gc.set_threshold(*thresholds)


@contextmanager
def whole_collections() -> Iterator[list[str]]:
    """An entry for each collection of all garbage in the block."""
    found: list[str] = []

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "start" and about["generation"] == 2:
            found.append("whole")

    gc.callbacks.append(note)
    try:
        yield found
    finally:
        gc.callbacks.remove(note)


def much() -> list[list[int]]:
    """So many objects that stay that Python goes through all of memory, at its usual thresholds."""
    return [[number] for number in range(max(400_000, len(gc.get_objects())))]


@pytest.mark.parametrize(("set_up", "comes"), [(pause_briefly, False), (lambda: gc.set_threshold(500, 2, 10), True)])
def test_python_does_not_go_through_all_of_memory_by_itself(set_up: Callable[[], None], comes: bool) -> None:
    thresholds = gc.get_threshold()
    gc.collect()
    set_up()
    try:
        with whole_collections() as found:
            much()
    finally:
        gc.set_threshold(*thresholds)
    assert bool(found) is comes


def test_python_does_where_nobody_counts_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    thresholds = gc.get_threshold()
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: 0)
    try:
        pause_briefly()
        assert gc.get_threshold()[2] == 10
        assert Heap().growth < GROWN
    finally:
        gc.set_threshold(*thresholds)


def test_a_little_young_garbage_waits(python_waits: None) -> None:
    left = weakref.ref(Ring())
    tidy()
    assert left() is not None


def test_memory_that_has_not_grown_is_left_alone(python_waits: None) -> None:
    with whole_collections() as found:
        asyncio.run(collect_if_due(Heap(), Lull()))
    assert not found


def grown(times: float) -> Heap:
    """Memory that has grown so much since the last collection."""
    heap = Heap()
    heap.left = int(heap.left / times)
    return heap


def test_nobody_clicks_while_all_garbage_is_collected(monkeypatch: pytest.MonkeyPatch, python_waits: None) -> None:
    present = 0.0
    monkeypatch.setattr(lull, "time", SimpleNamespace(monotonic=lambda: present))
    heap = grown((GROWN + TOO_MUCH) / 2)

    async def play(found: list[str]) -> None:
        nonlocal present
        quiet = Lull()
        due = asyncio.create_task(collect_if_due(heap, quiet))
        for _ in range(3):  # they come too soon one after the other
            with quiet.request():
                present += 2 * lull.STILL
                await asyncio.sleep(0.3)
            present += lull.STILL / 2
            await asyncio.sleep(0.3)
            found.append("click")
        present += lull.STILL
        await due

    with whole_collections() as found:
        asyncio.run(play(found))
    assert found == ["click", "click", "click", "whole"]
    assert heap.growth < GROWN, "the next one is not due yet"


@pytest.mark.parametrize(("times", "comes"), [((GROWN + TOO_MUCH) / 2, False), (TOO_MUCH * 1.5, True)])
def test_where_people_click_all_the_time_garbage_waits_until_there_is_too_much(
    monkeypatch: pytest.MonkeyPatch, python_waits: None, times: float, comes: bool
) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.1)

    async def play(found: list[str]) -> None:
        quiet = Lull()
        due = asyncio.create_task(collect_if_due(grown(times), quiet))
        while not due.done():
            with quiet.request():
                before = len(found)
                await asyncio.sleep(0.01)
                assert len(found) == before
            await asyncio.sleep(0.001)

    with whole_collections() as found:
        asyncio.run(play(found))
    assert bool(found) is comes


def test_games_that_were_dropped_leave_memory_in_the_end(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, python_waits: None
) -> None:
    """They hold themselves in rings, so only a collection of all garbage finds them."""
    monkeypatch.setattr(running, "AGAIN", 0.05)
    monkeypatch.setattr(running, "Heap", lambda: grown(GROWN * 1.1))
    monkeypatch.setattr(lull, "STILL", 0.05)
    monkeypatch.setattr(running.LOG, "propagate", True)
    caplog.set_level(logging.INFO, "redball.online")
    gid, (axis, _) = site.begun()
    assert axis.act(gid, "axis", 0, {"type": "done"}).status_code == 200
    with site.house.using(gid) as session:
        left = [weakref.ref(one) for one in (session.game, session.game.world)]
    gc.collect(1)  # it is old by now
    site.house.forget(gid)
    del session
    tidy()
    assert left[1]() is not None

    async def play() -> None:
        async with upkeep(site.house, Lull()), asyncio.timeout(20):
            while any(one() is not None for one in left):
                await asyncio.sleep(0.02)

    asyncio.run(play())
    assert "collected all garbage" in caplog.messages
