"""What nobody waits for is done between the requests."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref

from redball.online.lull import PATIENCE, Lull


class Ring:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.itself = self


def test_what_nobody_waits_for_goes_on_when_the_request_is_answered() -> None:
    async def play() -> list[str]:
        lull, done = Lull(), list[str]()

        async def look() -> None:
            await lull.comes()
            done.append("look")

        with lull.request():
            looks = [asyncio.create_task(look()), asyncio.create_task(look())]
            await asyncio.sleep(PATIENCE / 5)
            done.append("answer")
        await asyncio.gather(*looks)
        return done

    assert asyncio.run(play()) == ["answer", "look", "look"]


def test_a_request_that_comes_in_goes_before_the_next_look() -> None:
    async def play() -> list[str]:
        lull, done = Lull(), list[str]()

        async def request() -> None:
            with lull.request():
                await asyncio.sleep(PATIENCE / 5)
                done.append("answer")

        async def look(name: str) -> None:
            await lull.comes()
            done.append(name)
            if name == "first":
                asyncio.create_task(request())  # noqa: RUF006 - it ends before the second look

        with lull.request():
            looks = [asyncio.create_task(look("first")), asyncio.create_task(look("second"))]
            await asyncio.sleep(0)
        await asyncio.gather(*looks)
        return done

    assert asyncio.run(play()) == ["first", "answer", "second"]


def test_looks_do_not_wait_for_ever_where_requests_never_end() -> None:
    async def play() -> float:
        lull, began = Lull(), time.monotonic()
        with lull.request():
            await asyncio.gather(*(lull.comes() for _ in range(20)))  # all their waits run at the same time
        return time.monotonic() - began

    took = asyncio.run(play())
    assert PATIENCE <= took < 10 * PATIENCE


def test_young_garbage_is_collected_between_requests() -> None:
    async def play() -> bool:
        lull = Lull()
        with lull.request():
            left = [weakref.ref(Ring()) for _ in range(400)]
            assert any(ring() is not None for ring in left)
        await asyncio.sleep(0.01)
        return any(ring() is not None for ring in left)

    gc.collect()
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000)  # Python's own collections come too late for this
    try:
        assert not asyncio.run(play())
    finally:
        gc.set_threshold(*thresholds)
