"""A lesson on the server: its own opponent, whatever bot was asked for, and the lesson that comes next."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from server.kit import get, made


@pytest.mark.parametrize(
    ("scenario", "players", "play"),
    [
        ("lesson-1-moving", {"axis": "human", "soviet": "random"}, {"axis": "human", "soviet": "lesson"}),
        ("lesson-1-moving", {"axis": "human", "soviet": "human"}, {"axis": "human", "soviet": "human"}),
        ("lesson-1-moving", {"axis": "steady", "soviet": "human"}, {"axis": "steady", "soviet": "human"}),
        ("lesson-1-moving", {"axis": "steady", "soviet": "random"}, {"axis": "steady", "soviet": "random"}),
        ("crossing", {"axis": "human", "soviet": "random"}, {"axis": "human", "soviet": "random"}),
    ],
)
def test_a_learner_has_the_lessons_opponent(
    client: TestClient[Any], scenario: str, players: dict[str, str], play: dict[str, str]
) -> None:
    gid = made(client, scenario=scenario, players=players)
    assert client.get(f"/api/games/{gid}").json()["players"] == play


def test_a_lesson_names_the_next_and_the_last_none(client: TestClient[Any]) -> None:
    players = {"axis": "human", "soviet": "steady"}
    first = client.get(f"/api/games/{made(client, scenario='lesson-1-moving', players=players)}").json()["lesson"]
    assert (first["number"], first["of"], first["learner"]) == (1, 7, "axis")
    assert (first["next"], first["next_learner"]) == ("lesson-2-supply", "axis")
    assert first["next_sides"] == ["axis", "soviet"]
    seven = {"allied": "human", "axis": "steady"}
    last = client.get(f"/api/games/{made(client, scenario='lesson-7-landing', players=seven)}").json()["lesson"]
    assert (last["number"], last["next"]) == (7, "")
    assert client.get(f"/api/games/{made(client)}").json()["lesson"] is None


def test_the_view_has_the_steps_and_what_to_do_now(client: TestClient[Any]) -> None:
    gid = made(client, scenario="lesson-1-moving", players={"axis": "human", "soviet": "steady"})
    seen = get(client, gid, "view", side="axis")
    assert [step["progress"] for step in seen["guide"]] == ["open"] * 7
    assert (seen["hint"]["verb"], seen["hint"]["units"]) == ("move", ["ax-ir1"])
    assert client.get("/api/scenarios").json()[0]["lesson"] == 1


def test_a_learner_goes_back_to_a_missed_step(client: TestClient[Any]) -> None:
    gid = made(client, scenario="lesson-1-moving", players={"axis": "human", "soviet": "steady"})
    done = {"side": "axis", "seq": 0, "actions": [{"type": "done"}]}
    taken = client.post(f"/api/games/{gid}/act", json=done).json()["view"]
    missed = taken["guide"][1]
    assert (missed["progress"], missed["began"]) == ("missed", 0)
    back = {"side": "axis", "seq": taken["seq"], "to": missed["began"], "consent": True}
    while not (now := get(client, gid, "view", side="axis"))["decision"]["yours"]:
        client.post(f"/api/games/{gid}/bot", json={"side": "axis", "seq": now["seq"]})
    again = client.post(f"/api/games/{gid}/undo", json=back | {"seq": now["seq"]}).json()["view"]
    assert [step["progress"] for step in again["guide"]] == ["open"] * 7
