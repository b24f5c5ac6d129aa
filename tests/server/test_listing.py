"""The list of saved games: names, whose turn it is, and front pages of scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from server.kit import get, made


def listed(client: TestClient[Any]) -> Any:
    """The one saved game."""
    (game,) = client.get("/api/games").json()
    return game


def test_a_name_is_kept_beside_the_save_and_goes_with_the_game(client: TestClient[Any], tmp_path: Path) -> None:
    gid = made(client)
    save = tmp_path / f"{gid}.redball"
    before = save.read_bytes()
    assert listed(client)["name"] == ""
    assert client.post(f"/api/games/{gid}/name", json={"name": "  Sunday\n evening "}).status_code == 204
    assert listed(client)["name"] == "Sunday evening"
    assert save.read_bytes() == before
    assert client.post(f"/api/games/{gid}/name", json={"name": "x" * 81}).status_code == 400
    assert client.post("/api/games/nobody/name", json={"name": "x"}).status_code == 404
    assert client.post(f"/api/games/{gid}/name", json={"name": ""}).status_code == 204
    assert listed(client)["name"] == ""
    client.post(f"/api/games/{gid}/name", json={"name": "Again"})
    assert client.delete(f"/api/games/{gid}").status_code == 204
    assert list(tmp_path.glob("*.redball*")) == []


def test_the_list_says_whose_turn_it_is_as_the_game_does(client: TestClient[Any]) -> None:
    gid = made(client, switches={"fog": False})
    seen = set()
    for _ in range(60):
        view = get(client, gid, "view")
        game = listed(client)
        phase = view["phase_name"] if view["phasing"] else ""
        assert (game["turn"], game["phasing"], game["phase"]) == (view["turn"], view["phasing"], phase)
        seen.add((game["turn"], game["phasing"], game["phase"]))
        choices = view["choices"]
        action = next((a for a in choices if a["type"] == "done"), choices[0])
        sent = {"side": "", "seq": view["seq"], "actions": [action]}
        assert client.post(f"/api/games/{gid}/act", json=sent).status_code == 200
        if view["turn"] > 1:
            break
    assert {phasing for _, phasing, _ in seen} >= {"axis", "soviet"}


def test_a_front_page_is_by_the_edition_and_of_a_shipped_scenario_only(client: TestClient[Any]) -> None:
    own, plain = (client.get("/api/scenarios/kohima", params={"edition": e}).json() for e in ("", "v4.2"))
    assert own["victory"]["levels"] != plain["victory"]["levels"]
    assert own["front"] == plain["front"]
    assert own["standing"]["points"] == {"allied": 77, "japanese": 26}
    assert own["starts"]["japanese"]["nation"] == "jp"
    assert client.get("/api/scenarios/nowhere").status_code == 400
    assert client.get("/api/scenarios/kohima", params={"edition": "v9"}).status_code == 400
