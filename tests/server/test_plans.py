"""Plans of several strokes, asked of the server."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from litestar.testing import TestClient

from server.kit import get, made


def test_a_plan_tells_its_strokes(client: TestClient[Any]) -> None:
    """Somewhere on the crossing two enemies stand side by side."""
    gid = made(client, switches={"fog": False})
    view = get(client, gid, "view", side="axis")
    combat = [u for u in view["units"] if u["hex"] >= 0 and u["counter"]["kind"] == "combat"]
    mine, theirs = ([u for u in combat if u["side"] == side] for side in ("axis", "soviet"))
    found = [
        client.get(f"/api/games/{gid}/plan", params={"side": "axis", "hex": b["hex"], "units": a["id"], "then": then})
        for a in mine[:2]
        for b in theirs
        for then in (-1, b["hex"] + 1)
    ]
    assert {answer.status_code for answer in found} <= {200, 400}
    assert any(answer.status_code == 200 for answer in found)
    for answer in found:
        if answer.status_code == 200:
            strokes = answer.json()["strokes"]
            assert strokes[0]["name"] == "attack"
            assert Fraction(answer.json()["p"]) == Fraction(strokes[-1]["succeeds"]["p"])
