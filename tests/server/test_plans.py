"""Plans of several strokes, asked of the server."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec.structs import replace

from redball.core.look import Look
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


def at_segment(look: Look, segment: str) -> Look:
    """The same places in a segment of the Combat Phase of the axis."""
    clock = replace(look.state.clock, phasing="axis", acting="axis", phase="combat", segment=segment)
    return Look(look.world, look.state.change(clock=clock))


@pytest.mark.case("10.0-B", "10.1a", "10.1b-A")
def test_a_plan_fires_only_what_the_rules_would_let_fire(client: TestClient[Any]) -> None:
    """Before the Barrage Segment the guns are offered with their prices and used; later they are refused in words."""
    gid = made(client, switches={"fog": False})
    session = client.app.state.store.get(gid)  # type: ignore[attr-defined]
    start = session.game.look
    hex_, rifles, gun = start.board.index("05.04"), "ax-pz", "ax-ar"
    near = [
        start.unit(rifles).change(hex=start.board.index("04.04")),
        start.unit(gun).change(hex=start.board.index("03.04")),
    ]
    look = Look(start.world, start.state.with_units(near))
    asked = {"side": "axis", "hex": hex_}
    plan = {**asked, "units": rifles, "guns": gun}

    session.game.look = at_segment(look, "barrage")
    told = get(client, gid, "strokes", **asked)
    (offered,) = [one for one in told["guns"] if one["unit"] == gun]
    assert offered["refusal"] is None
    assert offered["cost"] > 0
    assert [one["refusal"] for one in told["attackers"] if one["unit"] == rifles] == [None]
    assert [s["name"] for s in get(client, gid, "plan", **plan)["strokes"]] == ["barrage", "attack"]

    session.game.look = at_segment(look, "combat")
    told = get(client, gid, "strokes", **asked)
    (refused,) = [one["refusal"] for one in told["guns"] if one["unit"] == gun]
    assert refused["code"] == "barrage.segment_over"
    assert refused["text"].startswith("The Barrage Segment of this phase is over")
    answer = client.get(f"/api/games/{gid}/plan", params=plan)
    assert answer.status_code == 400
    assert refused["text"] in answer.json()["error"]
    session.game.look = start
