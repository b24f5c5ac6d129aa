"""What the tests of the server share: the application without a page, and how to ask it."""

from __future__ import annotations

from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

PLAYERS = {"axis": "human", "soviet": "human"}
HERE = "http://127.0.0.1:8000"
SAVE = {"content-type": "application/x-ndjson"}


def asking(app: Litestar) -> TestClient[Litestar]:
    """A client of this machine, by a name that the server answers to."""
    return TestClient(app, base_url=HERE)


def take_in(client: TestClient[Any], raw: bytes) -> Any:
    """The answer to the import of a save file."""
    return client.post("/api/games/import", content=raw, headers=SAVE)


def made(client: TestClient[Any], **wish: Any) -> str:
    """The id of a new game."""
    answer = client.post("/api/games", json={"scenario": "crossing", "players": PLAYERS, "seed": 7, **wish})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def get(client: TestClient[Any], gid: str, what: str, **query: Any) -> Any:
    """What the game answers to a question."""
    answer = client.get(f"/api/games/{gid}/{what}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()
