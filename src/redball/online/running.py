"""What tells an operator how a server runs: metrics, a log line for each request; and what it does now and then.

This stands outside of everything else, the guard included, so that what is refused is counted and logged, too.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar.concurrency import sync_to_thread
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from redball.online import accounts
from redball.online.database import AWAY
from redball.online.garbage import GROWN, TOO_MUCH, Heap
from redball.online.house import House
from redball.online.lull import Lull
from redball.online.settings import Log
from redball.online.tables import now

AGAIN = 60.0
"""Seconds between two rounds of upkeep."""
PATIENCE = 30.0
"""Seconds for which a collection of all garbage waits until nobody clicks."""
UNKNOWN = "(unknown)"
LOG = logging.getLogger("redball.online")


class Metrics:
    """Counters of one server, in the form that Prometheus reads."""

    def __init__(self, house: House, sockets: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        names = {"registry": self.registry, "namespace": "redball"}
        self.requests = Counter("requests", "Answers", ["method", "path", "status"], **names)  # type: ignore[arg-type]
        self.seconds = Histogram("request_seconds", "Time to answer", ["path"], **names)  # type: ignore[arg-type]
        self.commits = Counter("commits", "Transactions that added to a journal", **names)  # type: ignore[arg-type]
        Gauge("open_games", "Games in memory", **names).set_function(lambda: house.open_games)  # type: ignore[arg-type]
        Gauge("open_sockets", "Pages that follow a game", **names).set_function(sockets)  # type: ignore[arg-type]
        Gauge("waiting_bots", "Bots that wait to think", **names).set_function(lambda: house.thoughts.waiting)  # type: ignore[arg-type]
        house.heard.append(lambda gid, lines: self.commits.inc())

    def text(self) -> bytes:
        """All of them."""
        return generate_latest(self.registry)


class Watch:
    """Counts, times and logs each request by the address's template, which has no names and no tokens in it. Says when
    none is at work."""

    def __init__(self, app: ASGIApp, metrics: Metrics, lull: Lull) -> None:
        self._app, self._metrics, self._lull = app, metrics, lull

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and note what became of it."""
        if str(scope["type"]) != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            with self._lull.request():
                await self._app(scope, receive, noting)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Any, status: int, seconds: float) -> None:
        path = scope.get("path_template") or UNKNOWN
        self._metrics.requests.labels(scope["method"], path, str(status)).inc()
        self._metrics.seconds.labels(path).observe(seconds)
        level = logging.ERROR if status >= 500 else logging.INFO
        if LOG.isEnabledFor(level):
            client = scope.get("client")
            fields = {"method": scope["method"], "path": path, "status": status, "ms": round(seconds * 1000, 1)}
            who = {"account": scope.get("asker", ""), "address": client[0] if client else ""}
            LOG.log(level, "request", extra={"fields": fields | {key: value for key, value in who.items() if value}})


class Lines(logging.Formatter):
    """A log entry as a line of JSON or of text."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields = {"time": now().isoformat(timespec="milliseconds"), "level": record.levelname.lower()}
        fields |= {"event": record.getMessage(), **getattr(record, "fields", {})}
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        if self._as_json:
            return msgspec.json.encode(fields).decode()
        return " ".join(f"{key}={value}" for key, value in fields.items())


def begin_log(settings: Log) -> None:
    """Write the log to standard error, as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(settings.format == "json"))
    LOG.handlers[:] = [handler]
    LOG.setLevel(settings.level.upper())
    LOG.propagate = False


@asynccontextmanager
async def upkeep(house: House, lull: Lull) -> AsyncIterator[None]:
    """While the server runs: idle games leave memory, old sessions are forgotten, bots go on that another worker has
    left, garbage is collected."""
    heap = Heap()

    async def rounds() -> None:
        while True:
            await asyncio.sleep(AGAIN)
            try:
                await collect_if_due(heap, lull)
                await sync_to_thread(one_round, house)
            except AWAY as error:
                LOG.warning("the database does not answer", extra={"fields": {"why": str(error)}})
            except Exception:
                LOG.exception("upkeep failed")

    going = asyncio.create_task(rounds())
    try:
        yield
    finally:
        going.cancel()


def one_round(house: House) -> None:
    """One round of upkeep."""
    house.sweep()
    with house.database.writing() as tx:
        accounts.forget_old(tx)
    house.wake_bots()


async def collect_if_due(heap: Heap, lull: Lull) -> None:
    """Collect all garbage if memory has grown and nobody clicks, or if it has grown too much."""
    if heap.growth >= GROWN and (await lull.lasts(PATIENCE) or heap.growth >= TOO_MUCH):
        took = heap.collect()
        LOG.info("collected all garbage", extra={"fields": {"ms": round(took * 1000, 1), "blocks": heap.left}})
