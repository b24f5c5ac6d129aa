"""The interface is as it describes itself: every kind of answer of running games fits the schema that is served."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from litestar.testing import TestClient

from redball.core.actions import Action
from redball.core.kinds import leaves
from redball.game import Game
from redball.server import description
from rules.test_air_strikes import FIGHTER, STUKA
from server.kit import PLAYERS, SAVE, made
from support import LEG, long, text

GAMES = [
    ("crossing", "v4.2", {"fog": True}),
    long("sedan", "v4.2+command-control", {"fog": False}),
    ("kohima", "1992", {"fog": True}),
    long("yelnya", "new-ocs", {"fog": True}),
]
LEFT_OUT = {"save"}
"""Calls that answer with no JSON."""


class Checked:
    """Asks the server, and holds every answer to the description: no field may lack, and none may be beside it."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.document = client.get("/schema/openapi.json").json()
        strict = json.loads(json.dumps(self.document["components"]["schemas"]))
        for schema in strict.values():
            if "properties" in schema:
                schema["additionalProperties"] = False
        self.components = strict
        self.met: set[str] = set()
        self.validators: dict[tuple[str, int], Draft202012Validator] = {}

    def ask(self, method: str, path: str, gid: str = "", **sent: Any) -> Any:
        """The answer to a call, which must fit. `gid`: the game, or the scenario, that the path names."""
        answer = self.client.request(method, path.replace("{gid}", gid).replace("{name}", gid), **sent)
        call = self.document["paths"][path][method.lower()]
        self.met.add(call["operationId"])
        if answer.status_code == 204:
            return None
        body, kind = answer.json(), (call["operationId"], answer.status_code)
        if kind not in self.validators:
            schema = call["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
            self.validators[kind] = Draft202012Validator({**schema, "components": {"schemas": self.components}})
        validator = self.validators[kind]
        errors = [
            f"{call['operationId']} {list(e.instance_path)}: {e.message[:200]}" for e in validator.iter_errors(body)
        ]
        assert not errors, errors[:3]
        return body


@pytest.fixture
def checked(client: TestClient[Any]) -> Checked:
    """The application, whose answers are checked."""
    return Checked(client)


def questions(checked: Checked, gid: str, view: Any, rng: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a player could ask now."""
    side = view["decision"]["side"]
    own = [u for u in view["units"] if u["side"] == side and u["hex"] >= 0]
    for unit in rng.sample(own, min(3, len(own))):
        asked = {"side": side, "unit": unit["id"]}
        yield from ((what, asked) for what in ("supply", "cuts", "construction", "range"))
        yield from ((what, {"side": side, "units": unit["id"]}) for what in ("reach", "rail", "shipping", "fuel"))
        yield from ((what, {"side": side, "hex": unit["hex"]}) for what in ("supply", "rail", "shipping"))
        yield from (
            (what, {"side": side, "units": unit["id"], "hex": unit["hex"] + 2}) for what in ("way", "march", "orders")
        )
        if unit["counter"]["formation"]:
            yield "formation", {"side": side, "name": unit["counter"]["formation"]}
        yield "cuts", {**asked, "line": "supply"}
        yield "modes", {"side": side, "units": unit["id"]}
        target = next(u["hex"] for u in view["units"] if u["side"] != side and u["hex"] >= 0)
        yield "approaches", {"side": side, "units": unit["id"], "hex": target}
        yield "cost", {**asked, "start": unit["hex"], "hex": unit["hex"] + 1}
    yield "why", {"side": side, "action": [json.dumps(view["choices"][0]), '{"type": "step_to", "hex": 0}']}
    yield "theatre", {"side": side}
    yield from ((what, {"side": side}) for what in ("sea", "warnings", "budget", "cut-map"))
    yield from ((what, {"side": side}) for what in ("supply-net", "rail-net"))
    yield "entries", {"side": side, "hexes": "1,2"}
    yield "ground", {"side": side, "mobility": "track"}
    yield "log", {"side": side}
    yield "dice", {"side": side}
    yield "replay", {"side": side, "at": 0}
    for hex_ in sorted({u["hex"] for u in view["units"] if u["side"] != side and u["hex"] >= 0}):
        strokes = checked.ask("GET", "/api/games/{gid}/strokes", gid, params={"side": side, "hex": hex_})
        guns = ",".join(gun["unit"] for gun in strokes["guns"][:2])
        able = ",".join(one["unit"] for one in strokes["attackers"] if one["refusal"] is None)
        if guns:
            yield "barrage", {"side": side, "hex": hex_, "units": guns}
            yield "bills", {"side": side, "hex": hex_, "units": guns, "kind": "barrage"}
        if able:
            yield "bills", {"side": side, "hex": hex_, "units": able}
            yield "odds", {"side": side, "hex": hex_, "units": able}
            yield "plan", {"side": side, "hex": hex_, "units": able}
            return


@pytest.mark.parametrize(("scenario", "edition", "switches"), GAMES)
def test_every_answer_of_a_game_is_as_described(
    checked: Checked, scenario: str, edition: str, switches: dict[str, bool]
) -> None:
    rng = Random(scenario)
    (told,) = (one for one in checked.ask("GET", "/api/scenarios") if one["id"] == scenario)
    players = {side["id"]: "human" for side in told["sides"]}
    wish = {"scenario": scenario, "edition": edition, "players": players, "switches": switches, "seed": 3}
    gid = checked.ask("POST", "/api/games", json=wish)["id"]
    checked.ask("GET", "/api/games/{gid}", gid)
    view = checked.ask("GET", "/api/games/{gid}/view", gid, params={"side": next(iter(players))})
    for number in range(40):
        if view["decision"] is None:
            break
        side = view["decision"]["side"]
        view = checked.ask("GET", "/api/games/{gid}/view", gid, params={"side": side})
        if number % 13 == 0:
            for what, asked in questions(checked, gid, view, rng):
                checked.ask("GET", f"/api/games/{{gid}}/{what}", gid, params=asked)
        kind = rng.choice(sorted({action["type"] for action in view["choices"]}))
        action = rng.choice([one for one in view["choices"] if one["type"] == kind])
        call = {"side": side, "seq": view["seq"], "actions": [action]}
        view = checked.ask("POST", "/api/games/{gid}/act", gid, json=call)["view"]
    checked.ask("DELETE", "/api/games/{gid}", gid)


def test_every_call_is_described_and_answers_as_described(checked: Checked, tmp_path: Any) -> None:
    """Those that the games above do not make are made here."""
    made_gid = checked.ask("POST", "/api/games", json={"scenario": "crossing", "players": PLAYERS, "seed": 7})["id"]
    gid = made(checked.client, players={"axis": "random", "soviet": "random"})
    (tmp_path / "broken.redball").write_text("nonsense")
    for path in ("/api/editions", "/api/scenarios", "/api/games"):
        checked.ask("GET", path)
    checked.ask("GET", "/api/scenarios/{name}", "crossing")
    checked.ask("POST", "/api/games/{gid}/name", gid, json={"name": "Monday"})
    seq = checked.ask("POST", "/api/games/{gid}/bot", gid, json={"side": "axis", "seq": 0})["view"]["seq"]
    checked.ask("POST", "/api/games/{gid}/bot", gid, json={"side": "axis", "seq": seq + 1})
    for call, more in (("act", {"actions": [{"type": "halt"}]}), ("undo", {}), ("redo", {}), ("macro", {})):
        wish = {"macro": {"type": "pay_default"}} if call == "macro" else more
        checked.ask("POST", f"/api/games/{{gid}}/{call}", made_gid, json={"side": "axis", "seq": 0, **wish})
    checked.ask("GET", "/api/games/{gid}/standing", made_gid, params={"side": "axis"})
    checked.ask("POST", "/api/games/{gid}/standing", made_gid, json={"side": "axis", "answers": {"leader": "highest"}})
    moves = {"side": "axis", "segment": "movement/movement_segment", "moves": [{"units": ["ax-pz"], "hex": 0}]}
    checked.ask("POST", "/api/games/{gid}/prepared", made_gid, json=moves)
    checked.ask("GET", "/api/games/{gid}/prepared", made_gid, params={"side": "axis"})
    checked.ask("GET", "/api/games/{gid}/plans", made_gid, params={"side": "axis"})
    asked = {"side": "axis", "of": "axis", "level": "planner-quick"}
    checked.ask("POST", "/api/games/{gid}/advice", made_gid, json=asked)
    checked.ask("POST", "/api/games/{gid}/coach", made_gid, json={"side": "axis", "of": "axis", "at": 0})
    checked.ask("POST", "/api/games/{gid}/send", made_gid, json={"side": "axis", "seq": 1})
    order = {"question": "payer", "answer": "ask"}
    checked.ask("POST", "/api/games/{gid}/trial", made_gid, json={"side": "axis", "orders": [order]})
    rewind = {"side": "axis", "seq": 0}
    checked.ask("GET", "/api/games/{gid}/rewind", made_gid, params={"side": "axis"})
    checked.ask("POST", "/api/games/{gid}/rewind", made_gid, json={**rewind, "to": 0})
    checked.ask("POST", "/api/games/{gid}/agree", made_gid, json={**rewind, "agrees": True})
    checked.ask("POST", "/api/games/{gid}/branches", made_gid, json={"line": 3})
    save = checked.client.get(f"/api/games/{made_gid}/save").content
    checked.ask("POST", "/api/games/import", content=save, headers=SAVE)
    checked.ask("GET", "/api/games/{gid}/view", "nobody", params={"side": "axis"})
    checked.ask("DELETE", "/api/games/{gid}", gid)
    planes = f"[bases]\naxis 01.01 1\nsoviet 05.01 1\n[aircraft]\naxis 01.01 st {STUKA}\nsoviet 05.01 f {FIGHTER}\n"
    sky = text(f"axis 01.02 a {LEG}\nsoviet 05.02 s {LEG}", at="movement_barrage", rest=planes)
    sky_gid = checked.ask("POST", "/api/games/import", content=sky.encode(), headers=SAVE)["id"]
    raid = {
        "side": "axis",
        "kind": "barrage",
        "hex": Game.from_position(sky).world.board.index("05.02"),
        "planes": "st",
    }
    assert checked.ask("GET", "/api/games/{gid}/mission", sky_gid, params=raid)["odds"]["meeting"] is not None
    operations = {c["operationId"] for calls in checked.document["paths"].values() for c in calls.values()}
    assert len(operations) == sum(map(len, checked.document["paths"].values()))
    games = {
        "game",
        "replay",
        "log",
        "dice",
        "reach",
        "rail",
        "shipping",
        "extender_range",
        "why",
        "cost",
        "construction",
        "supply",
    }
    games |= {"cuts", "bills", "fuel", "odds", "plan", "strokes", "barrage", "theatre", "sea", "warnings"}
    games |= {"approaches", "cut_map", "budget", "modes"}
    games |= {"supply_net", "rail_net", "ground", "entries"}
    games |= {"formation", "way", "march", "orders"}
    assert operations - checked.met == games | LEFT_OUT


def test_every_action_is_in_the_description(checked: Checked) -> None:
    named = {ref["$ref"].rsplit("/", 1)[-1] for ref in checked.components["Action"]["anyOf"]}
    assert named == {kind.__name__ for kind in leaves(Action) if kind.__module__.startswith("redball.")}
    assert checked.components["StepTo"]["properties"]["type"] == {"enum": ["step_to"]}


def test_a_description_says_what_may_be_left_out(checked: Checked) -> None:
    assert "refusal" not in checked.components["Reach"]["required"]
    assert "have" in checked.components["ToldRefusal"]["required"], "it has a default, and is always there"
    assert "holder" not in checked.components["PayFuel"]["required"]
    assert checked.components["OddsAnswer"]["properties"]["surprise"]["prefixItems"] == [{"type": "integer"}] * 3


def test_the_description_is_made_once(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may ask for it, and nobody else is answered while it is made."""
    first = client.get("/schema/openapi.json")
    monkeypatch.setattr(description, "describe", lambda _: pytest.fail("described again"))
    assert client.get("/schema/openapi.json").content == first.content == client.get("/schema").content
