"""What the tests of the online server share: the server, and people who ask it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from sqlalchemy import Connection, event

from redball.online import statements
from redball.online.database import Database
from redball.online.handlers.asking import Means
from redball.online.house import House
from redball.online.settings import DatabaseSettings, DiceSettings, Limits, Settings

HERE = "http://127.0.0.1:8000"
KEY = "the key of the dice of all tests"
NO_OTHER = Limits()
PASSWORD = "a long enough one"
PROOF = {"password": PASSWORD}
"""That whoever asks has the account, and not only its session."""
WISH = {"scenario": "crossing", "side": "axis"}


def settings_for(url: str, limits: Limits = NO_OTHER) -> Settings:
    """The settings of a server over a database that has its tables."""
    return Settings(database=DatabaseSettings(url, upgrade=False), limits=limits, dice=DiceSettings(KEY))


class Person:
    """Somebody with a browser of their own, which says where its requests come from."""

    def __init__(self, client: TestClient[Any], name: str = "") -> None:
        self.client, self.name = client, name

    def get(self, path: str, **query: Any) -> Any:
        """Ask."""
        return self.client.get(path, params=query)

    def post(self, path: str, **body: Any) -> Any:
        """Send a body."""
        return self.client.post(path, json=body, headers={"Origin": HERE})

    def delete(self, path: str) -> Any:
        """Delete something."""
        return self.client.delete(path, headers={"Origin": HERE})

    def made(self, **wish: Any) -> str:
        """The id of a game that this person offers."""
        answer = self.post("/api/games", **WISH | wish)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def view(self, gid: str, side: str) -> Any:
        """A side's view of a game."""
        answer = self.get(f"/api/games/{gid}/view", side=side)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, gid: str, side: str, seq: int, *actions: Any) -> Any:
        """Take actions."""
        return self.post(f"/api/games/{gid}/act", side=side, seq=seq, actions=list(actions))


@contextmanager
def selects(database: Database) -> Iterator[list[str]]:
    """What is read from a database meanwhile, by SQLAlchemy and past it."""
    asked: list[str] = []
    plain = statements._run

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith("SELECT"):
            asked.append(statement)

    def run(tx: Connection, said: statements.Said, each: Any) -> Any:
        note(None, None, said.text)
        return plain(tx, said, each)

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(statements, "_run", run)
            yield asked
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def by_socket(person: Person, path: str, side: str, **headers: str) -> int:
    """The status in the code with which a socket is refused; 200 if it opens."""
    try:
        with person.client.websocket_connect(path, params={"side": side}, headers={"Origin": HERE} | headers):
            return 200
    except WebSocketDisconnect as refused:
        return refused.code - 4000


class Site:
    """The server, run in this process."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self._stack = ExitStack()

    def __enter__(self) -> Site:
        self._first = self._stack.enter_context(TestClient(self.app, base_url=HERE))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def house(self) -> House:
        """The open games."""
        means: Means = self.app.state.means
        return means.house

    def stranger(self) -> Person:
        """Somebody who has no account."""
        client = TestClient(self.app, base_url=HERE)
        client.blocking_portal = self._first.blocking_portal
        return Person(client)

    def person(self, name: str) -> Person:
        """Somebody who has just signed up."""
        found = self.stranger()
        answer = found.post("/api/accounts", name=name, password=PASSWORD)
        assert answer.status_code == 201, answer.text
        found.name = name
        return found

    def begun(self, *names: str, other: str = "soviet", **wish: Any) -> tuple[str, list[Person]]:
        """A game of Crossing between two people: its id, and they, the Axis first."""
        axis, soviet = (self.person(name) for name in names or ("Anna", "Boris"))
        gid = axis.made(**wish)
        joined = soviet.post(f"/api/games/{gid}/join", side=other)
        assert joined.status_code == 200, joined.text
        return gid, [axis, soviet]
