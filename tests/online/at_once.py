"""Asking the server as cheaply as one process can: a request is handed to the application itself, in the thread that
asks, and a handler is called where it stands. Nothing waits for another thread, or for a disk. The answers are those of
the server.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, new_event_loop
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import quote, urlencode

import msgspec
from argon2 import PasswordHasher
from litestar.utils.sync import AsyncCallable

from online.people import HERE, Person
from redball.online import accounts, database


def cheap_hasher() -> PasswordHasher:
    """Hashes that cost little, for tests in which many people sign up."""
    return PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


@contextmanager
def at_once() -> Iterator[AbstractEventLoop]:
    """Handlers are called where they stand, and passwords cost little; yields the loop for one request at a time."""

    async def called(self: AsyncCallable, *args: Any, **kwargs: Any) -> Any:
        return self.func(*args, **kwargs)

    unsynced = tuple(one.replace("synchronous=FULL", "synchronous=OFF") for one in database.PRAGMAS)
    with (
        patch.object(AsyncCallable, "__call__", called),
        patch.object(accounts, "_hasher", cheap_hasher),
        patch.object(database, "PRAGMAS", unsynced),
    ):
        loop = new_event_loop()
        try:
            yield loop
        finally:
            loop.run_until_complete(loop.shutdown_default_executor())
            loop.close()


class Answer(NamedTuple):
    """An answer's status and its text."""

    status: int
    text: str


class Caller:
    """A person who asks so, with the cookies that their browser has had."""

    def __init__(self, person: Person, loop: AbstractEventLoop) -> None:
        self.person, self._loop = person, loop
        self._cookies = dict(person.client.cookies)

    def ask(self, method: str, path: str, query: Mapping[str, Any], body: bytes = b"", kind: str = "") -> Answer:
        """The answer to a request. `kind`: the type of its body."""
        headers = {"host": HERE.partition("//")[2], "origin": HERE, "content-length": str(len(body))}
        if kind:
            headers["content-type"] = kind
        if self._cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": quote(path).encode(),
            "root_path": "",
            "query_string": urlencode({name: written(value) for name, value in query.items()}).encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("testclient", 50000),
            "server": ("127.0.0.1", 8000),
        }
        start, content = self._loop.run_until_complete(self._passed(scope, body))
        for name, value in start["headers"]:
            if name == b"set-cookie":
                self._keep(value.decode())
        return Answer(start["status"], content.decode())

    async def _passed(self, scope: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
        start: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        app: Any = self.person.client.app
        await app(scope, receive, send)
        return start, b"".join(parts)

    def _keep(self, header: str) -> None:
        for name, morsel in SimpleCookie(header).items():
            if morsel.value:
                self._cookies[name] = morsel.value
                for cookie in self.person.client.cookies.jar:  # what they ask by their browser goes on with it
                    if cookie.name == name:
                        cookie.value = morsel.value
            else:
                self._cookies.pop(name, None)


def written(value: Any) -> str:
    """A value as a query has it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
