"""Plans of several strokes, asked of the server."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec.structs import replace

from redball.core.look import Look
from redball.core.state import Activity
from server.kit import get, made


def test_a_plan_tells_its_strokes(client: TestClient[Any]) -> None:
    """Tanks beside a held hex attack it, and go on into each of the hexes around it."""
    gid = made(client, switches={"fog": False})
    session = client.app.state.store.get(gid)
    start = session.game.look
    hex_, tanks = start.board.index("05.04"), start.unit("ax-pz")
    session.game.look = start.after(start.state.with_unit(tanks.change(hex=start.board.index("04.04"))), (tanks.id,))
    assert get(client, gid, "odds", side="axis", hex=hex_, units=tanks.id)["bounds"] is None, "nothing is hidden"
    for then in (-1, *start.board.neighbours(hex_)):
        answer = get(client, gid, "plan", side="axis", hex=hex_, units=tanks.id, then=then)
        strokes = answer["strokes"]
        assert [s["name"] for s in strokes] == ["attack", *(("exploit", "overrun") if then >= 0 else ())]
        assert Fraction(answer["p"]) == Fraction(strokes[-1]["succeeds"]["p"])
    session.game.look = start


def at_segment(look: Look, segment: str) -> Look:
    """The same places in a segment of the Combat Phase of the axis."""
    clock = replace(look.state.clock, phasing="axis", acting="axis", phase="combat", segment=segment)
    return Look(look.world, look.state.change(clock=clock))


@pytest.mark.case("10.0-B", "10.1a", "10.1b-A")
def test_a_plan_fires_only_what_the_rules_would_let_fire(client: TestClient[Any]) -> None:
    """Before the Barrage Segment the guns are offered with their prices and used; later they are refused in words."""
    gid = made(client, switches={"fog": False})
    session = client.app.state.store.get(gid)
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


@pytest.mark.case("9.0-A", "9.1e-A", "9.0-B", "5.8-C", "9.1c-C", "11.0a", "8.1-A", "8.1c")
@pytest.mark.parametrize(
    ("unit", "place", "phase", "changes", "what", "sentence"),
    [
        ("ax-pz", "02.04", "combat", {}, ("odds", "plan"), "is not next to 05.04"),
        ("ax-pz", "02.04", "movement", {}, ("overrun",), "05.04"),
        ("ax-ar", "04.04", "combat", {}, ("odds", "plan"), "artillery fires barrages"),
        ("ax-pz", "04.04", "combat", {"marker": "strat"}, ("odds", "plan"), "it is in Strat Mode"),
        ("ax-pz", "04.04", "combat", {"marker": "reserve"}, ("odds", "plan"), "in Reserve Mode and not released"),
        ("ax-pz", "04.04", "combat", {"activity": Activity(attacked=True)}, ("odds", "plan"), "has already attacked"),
        ("ax-pz", "04.04", "exploitation", {}, ("odds", "plan"), "only Exploit-marked units and released Reserves"),
        ("ax-pz", "04.04", "reaction", {}, ("odds", "plan"), "There are no attacks in the Reaction Phase"),
        ("ax-pz", "04.04", "movement", {"marker": "dg"}, ("overrun",), "DG"),
        ("ax-ar", "04.04", "movement", {}, ("overrun",), "is not Attack-Capable"),
    ],
)
def test_who_may_not_attack_is_no_attacker_of_a_preview(
    client: TestClient[Any], unit: str, place: str, phase: str, changes: Any, what: tuple[str, ...], sentence: str
) -> None:
    """The rule's own sentence, as the attack itself would be refused; beside one who may as well."""
    gid = made(client, switches={"fog": False})
    session = client.app.state.store.get(gid)
    start = session.game.look
    able = "ax-pz" if unit != "ax-pz" else ""
    near = [start.unit(unit).change(hex=start.board.index(place), **changes)]
    near += [start.unit(able).change(hex=start.board.index("04.04"))] if able else []
    clock = replace(start.state.clock, phasing="axis", acting="axis", phase=phase, segment="movement")
    session.game.look = Look(start.world, start.state.with_units(near).change(clock=clock))
    asked = {"side": "axis", "hex": start.board.index("05.04"), "units": ",".join(filter(None, (able, unit)))}
    for one in what:
        query = {**asked, "kind": "overrun"} if one == "overrun" else asked
        answer = client.get(f"/api/games/{gid}/{'plan' if one == 'plan' else 'odds'}", params=query)
        assert answer.status_code == 400, one
        assert sentence in answer.json()["error"], one
    session.game.look = start
