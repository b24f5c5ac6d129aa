"""The HTTP interface, over a folder of saved games."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from redball.game.save import chained
from redball.game.save.lines import split
from redball.server.app import HEADERS, create_app
from server.kit import PLAYERS, asking, get, made, take_in


def error(answer: Any, status: int) -> str:
    """The one sentence of an error."""
    assert answer.status_code == status, answer.text
    sentence = answer.json()["error"]
    assert "\n" not in sentence
    return str(sentence)


def act(client: TestClient[Any], gid: str, side: str, *actions: dict[str, Any], seq: int | None = None) -> Any:
    """Post actions on the present state."""
    now = get(client, gid, "view", side=side)["seq"] if seq is None else seq
    return client.post(f"/api/games/{gid}/act", json={"side": side, "seq": now, "actions": list(actions)})


def open_side(client: TestClient[Any], gid: str) -> str:
    """Who decides."""
    return str(get(client, gid, "view", side="axis")["decision"]["side"])


def movable(client: TestClient[Any], gid: str) -> tuple[str, dict[str, Any]]:
    """The side that decides and the BeginMove of a unit that can move at once."""
    side = open_side(client, gid)
    for choice in get(client, gid, "view", side=side)["choices"]:
        if choice["type"] == "begin_move":
            reach = get(client, gid, "reach", side=side, units=choice["unit"])
            if reach["hexes"] and not reach["unfueled"]:
                return side, choice
    raise AssertionError("nobody can move")


# --- games -----------------------------------------------------------------------------------------------------


def test_scenarios_are_listed_with_sides_and_switches(client: TestClient[Any]) -> None:
    found = {s["id"]: s for s in client.get("/api/scenarios").json()}
    assert {"yelnya", "crossing", "throw-range"} <= set(found)
    assert found["crossing"]["teaching"]
    assert [s["id"] for s in found["yelnya"]["sides"]] == ["soviet", "axis"]
    assert found["yelnya"]["edition"] == "v4.2"
    rules = {row["id"]: row for row in client.get("/api/editions").json()}
    fog = next(s for s in rules["v4.2"]["switches"] if s["name"] == "fog")
    assert {"case": "4.9a-A", "group": "readings", "default": True, "preset": True}.items() <= fog.items()


def test_a_new_game_is_listed_shown_and_forgotten(client: TestClient[Any], tmp_path: Path) -> None:
    gid = made(client)
    (listed,) = client.get("/api/games").json()
    assert (listed["id"], listed["scenario"], listed["players"], listed["turn"]) == (gid, "crossing", PLAYERS, 1)
    assert (listed["actions"], listed["over"]) == (0, False)
    info = client.get(f"/api/games/{gid}").json()
    assert (info["scenario"], info["edition"], info["switches"]["fog"]) == ("crossing", "v4.2", True)
    assert all(info[name] for name in ("board", "charts"))
    assert client.delete(f"/api/games/{gid}").status_code == 204
    assert client.get("/api/games").json() == []
    assert list(tmp_path.glob("*.redball")) == []
    assert error(client.delete(f"/api/games/{gid}"), 404) == f"there is no game {gid}"


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"scenario": "nowhere"}, "there is no scenario 'nowhere'; there are: crete, crossing, etna, gela"),
        ({"players": {"axis": "human"}}, "name a player for each side: axis, soviet"),
        ({"players": {"axis": "napoleon", "soviet": "human"}}, "there is no bot 'napoleon'"),
        ({"switches": {"fogg": True}}, "there is no switch 'fogg'"),
        ({"switches": {"fog": 3}}, "switch 'fog' takes True or False, not 3"),
        ({"edition": "v9"}, "there is no edition 'v9'"),
        ({"seed": "x"}, "seed"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_game_that_cannot_be_made(client: TestClient[Any], wish: dict[str, Any], sentence: str) -> None:
    body = {"scenario": "crossing", "players": PLAYERS, **wish}
    assert sentence in error(client.post("/api/games", json=body), 400)
    assert client.get("/api/games").json() == []


@pytest.mark.parametrize("gid", ["abcdef", "..", "a%2Fb", "x.y"])
@pytest.mark.parametrize("what", ["view?side=axis", "log?side=axis", "save", "reach?side=axis&units=a"])
def test_an_unknown_game(client: TestClient[Any], gid: str, what: str) -> None:
    assert client.get(f"/api/games/{gid}/{what}").status_code == 404


def test_an_unknown_address_and_method_are_told_in_one_sentence(client: TestClient[Any]) -> None:
    assert error(client.get("/api/nothing"), 404)
    assert error(client.put("/api/games"), 405)


@pytest.mark.parametrize("path", ["/api/scenarios", "/api/games", "/api/games/none", "/api/nothing"])
def test_every_answer_keeps_the_page_to_itself(client: TestClient[Any], path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_the_page_is_served_with_the_same_headers(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html><title>Redball</title>", encoding="utf-8")
    with asking(create_app(tmp_path / "games", static=static)) as found:
        answer = found.get("/")
        assert "Redball" in answer.text
        assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
        assert found.get("/api/games").json() == []


# --- playing ---------------------------------------------------------------------------------------------------


def test_an_action_is_taken_and_answered_with_view_and_events(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    answer = act(client, gid, side, begin)
    assert answer.status_code == 200
    body = answer.json()
    assert (body["taken"], body["view"]["seq"], body["view"]["decision"]["step"]) == (1, 1, "go")
    assert "refusal" not in body
    step = next(c for c in body["view"]["choices"] if c["type"] == "step_to")
    body = act(client, gid, side, step, {"type": "halt"}).json()
    assert (body["taken"], body["view"]["seq"]) == (2, 3)
    assert [e["type"] for e in body["events"]] == ["UnitMoved"]
    assert body["events"][0]["units"] == [begin["unit"]]


def test_a_refusal_is_answered_with_its_case_and_text_and_the_game_is_unchanged(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    before = get(client, gid, "view", side=side)
    answer = act(client, gid, side, {"type": "halt"})
    assert answer.status_code == 409
    refusal = answer.json()["refusal"]
    assert (refusal["code"], refusal["case"]) == ("turn.not_now", "2.1-C")
    assert refusal["text"].endswith(".")
    assert answer.json()["error"] == refusal["text"]
    assert get(client, gid, "view", side=side) == before
    other = "soviet" if side == "axis" else "axis"
    refusal = act(client, gid, other, begin).json()["refusal"]
    assert refusal["code"] == "turn.not_your_decision"


def test_actions_before_the_refused_one_are_taken(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    answer = act(client, gid, side, begin, begin)
    assert (answer.status_code, answer.json()["taken"], answer.json()["view"]["seq"]) == (409, 1, 1)


def test_a_client_that_is_behind_is_told_so(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    act(client, gid, side, begin)
    for path, body in (
        ("act", {"actions": [{"type": "halt"}]}),
        ("macro", {"macro": {"type": "pay_default"}}),
        ("undo", {}),
        ("bot", {}),
    ):
        answer = client.post(f"/api/games/{gid}/{path}", json={"side": side, "seq": 0, **body})
        assert error(answer, 409) == "the game has moved on: it stands at 1, not at 0"
        assert answer.json()["stale"] is True
    assert get(client, gid, "view", side=side)["seq"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {"side": "axis", "seq": 0},
        {"side": "axis", "seq": 0, "actions": [{"type": "fly"}]},
        {"side": "axis", "seq": 0, "actions": [{"type": "begin_move"}]},
        {"side": "axis", "seq": 0, "actions": [{"type": "begin_move", "unit": 3}]},
        {"side": "axis", "seq": 0, "actions": [{"type": "done", "more": 1}]},
        {"side": "axis", "seq": 0, "actions": {}},
        {"side": "axis", "seq": "x", "actions": []},
        {"side": "finns", "seq": 0, "actions": []},
        {"side": "", "seq": 0, "actions": [{"type": "done"}]},
        [],
        3,
    ],
)
def test_malformed_actions_are_refused_in_one_sentence(client: TestClient[Any], body: Any) -> None:
    gid = made(client)
    assert error(client.post(f"/api/games/{gid}/act", json=body), 400)
    assert get(client, gid, "view", side="axis")["seq"] == 0


def test_what_is_no_json_is_refused(client: TestClient[Any]) -> None:
    gid = made(client)
    answer = client.post(f"/api/games/{gid}/act", content=b"{", headers={"content-type": "application/json"})
    assert error(answer, 400)


def test_unknown_units_and_hexes_are_refused(client: TestClient[Any]) -> None:
    gid = made(client)
    side, _ = movable(client, gid)
    refusal = act(client, gid, side, {"type": "begin_move", "unit": "nobody"}).json()["refusal"]
    assert (refusal["code"], refusal["text"]) == ("input.unknown_unit", "There is no unit 'nobody' in this game.")
    refusal = act(client, gid, side, {"type": "step_to", "hex": 100_000}).json()["refusal"]
    assert refusal["code"] == "input.unknown_hex"


def test_a_macro_walks_a_path(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    hexes = get(client, gid, "reach", side=side, units=begin["unit"])["hexes"]
    target, found = max(hexes.items(), key=lambda item: len(item[1]["path"]))
    macro = {"type": "move", "units": [begin["unit"]], "path": found["path"], "halt": True}
    answer = client.post(f"/api/games/{gid}/macro", json={"side": side, "seq": 0, "macro": macro})
    assert answer.status_code == 200, answer.text
    moved = next(u for u in answer.json()["view"]["units"] if u["id"] == begin["unit"])
    assert (moved["hex"], moved["moved"]) == (int(target), True)
    bad = client.post(f"/api/games/{gid}/macro", json={"side": side, "seq": answer.json()["view"]["seq"], "macro": {}})
    assert error(bad, 400)


# --- undo ------------------------------------------------------------------------------------------------------


def test_undo_and_what_seals_it(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    start = get(client, gid, "view", side=side)
    view = act(client, gid, side, begin).json()["view"]
    assert view["undo"] == {"possible": True, "steps": 1, "sealed_by": None, "redo": 0}
    answer = client.post(f"/api/games/{gid}/undo", json={"side": side, "seq": 1})
    assert answer.status_code == 200
    assert answer.json()["view"] == start | {"undo": start["undo"] | {"redo": 1}}
    answer = client.post(f"/api/games/{gid}/redo", json={"side": side, "seq": 0})
    assert (answer.status_code, answer.json()["view"]) == (200, view)
    answer = client.post(f"/api/games/{gid}/redo", json={"side": side, "seq": 1})
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "redo.nothing")
    answer = client.post(f"/api/games/{gid}/undo", json={"side": side, "seq": 1})
    answer = client.post(f"/api/games/{gid}/undo", json={"side": side, "seq": 0})
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "undo.nothing")


def test_what_one_click_brought_is_undone_at_once(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    start = get(client, gid, "view", side=side)
    view = act(client, gid, side, begin).json()["view"]
    step = next(c for c in view["choices"] if c["type"] == "step_to")
    two = act(client, gid, side, step, seq=1).json()["view"]
    assert two["seq"] == 2
    for asked in (2, 5):  # no more is taken back than there is
        answer = client.post(f"/api/games/{gid}/undo", json={"side": side, "seq": 2, "steps": asked})
        assert (answer.status_code, answer.json()["view"]["seq"]) == (200, 0)
        assert answer.json()["view"] == start | {"undo": start["undo"] | {"redo": 2}}
        for seq in (0, 1):
            client.post(f"/api/games/{gid}/redo", json={"side": side, "seq": seq})
    assert get(client, gid, "view", side=side) == two
    save = client.get(f"/api/games/{gid}/save").text
    assert save.count('"undo":0') == 2, "one line for each"
    assert error(client.post(f"/api/games/{gid}/undo", json={"side": side, "seq": 2, "steps": 0}), 400)


def test_a_rewind_needs_consent(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    act(client, gid, side, begin)
    answer = client.post(f"/api/games/{gid}/undo", json={"side": side, "seq": 1, "to": 0})
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "undo.sealed")
    answer = client.post(f"/api/games/{gid}/undo", json={"side": side, "seq": 1, "to": 0, "consent": True})
    assert (answer.status_code, answer.json()["view"]["seq"]) == (200, 0)
    answer = client.post(f"/api/games/{gid}/undo", json={"side": side, "seq": 0, "to": 9, "consent": True})
    assert "there is no action number 9" in error(answer, 400)


# --- questions -------------------------------------------------------------------------------------------------


def test_the_log_holds_what_happened_since(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    opening = get(client, gid, "log", side=side)
    assert opening
    assert {e["n"] for e in opening} == {0}
    step = act(client, gid, side, begin).json()["view"]["choices"]
    act(client, gid, side, next(c for c in step if c["type"] == "step_to"))
    assert [e["type"] for e in get(client, gid, "log", side=side, since=1)] == ["UnitMoved"]


def test_one_may_look_back_to_any_action(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    start = get(client, gid, "view", side=side)
    moving = act(client, gid, side, begin).json()["view"]
    step = next(c for c in moving["choices"] if c["type"] == "step_to")
    act(client, gid, side, step)
    for at, then in ((0, start), (1, moving)):
        shown = get(client, gid, "replay", side=side, at=at)
        assert shown["choices"] == []
        assert {**shown, "choices": then["choices"], "undo": then["undo"]} == then
    assert client.post(f"/api/games/{gid}/undo", json={"side": side, "seq": 2}).status_code == 200
    assert "there is no action number 2" in error(client.get(f"/api/games/{gid}/replay?side={side}&at=2"), 400)
    other = next(c for c in moving["choices"] if c["type"] == "step_to" and c != step)
    now = act(client, gid, side, other).json()["view"]
    assert get(client, gid, "replay", side=side, at=2)["units"] == now["units"]
    assert get(client, gid, "view", side=side) == now


def test_why_not(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    legal, answer = get(client, gid, "why", side=side, action=[json.dumps(begin), '{"type": "halt"}'])
    assert legal == {"ok": True}
    assert get(client, gid, "why", side=side, action='{"type": "halt"}') == [answer]
    assert (answer["ok"], answer["refusal"]["code"]) == (False, "turn.not_now")
    for malformed in ("{", '{"type": "fly"}', "3"):
        asked = {"side": side, "action": [json.dumps(begin), malformed]}
        assert error(client.get(f"/api/games/{gid}/why", params=asked), 400)


def test_costs_are_explained(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    unit = next(u for u in get(client, gid, "view", side=side)["units"] if u["id"] == begin["unit"])
    hexes = get(client, gid, "reach", side=side, units=begin["unit"])["hexes"]
    near = next(found["path"] for found in hexes.values() if len(found["path"]) == 2)
    answer = get(client, gid, "cost", side="axis", unit=unit["id"], start=near[0], hex=near[1])
    assert answer["mobility"] in ("leg", "truck", "track")
    assert all(line["reason"] and line["mp"] for line in answer["lines"])


def test_supply_of_units_hqs_and_dumps(client: TestClient[Any]) -> None:
    gid = made(client, scenario="throw-range")
    view = get(client, gid, "view", side="axis")
    own = [u for u in view["units"] if u["side"] == "axis" and u["hex"] >= 0]
    hq = next(u for u in own if u["counter"]["kind"] == "hq")
    other = next(u for u in own if u["counter"]["kind"] == "combat")
    answer = get(client, gid, "supply", side="axis", unit=hq["id"])
    assert {"draw", "throw"} <= set(answer["hq"])
    answer = get(client, gid, "supply", side="axis", unit=other["id"])
    assert {"unit", "marked", "payers", "trace", "link"} == set(answer)
    assert all(isinstance(payer["mp"], str) and payer["text"] for payer in answer["payers"]["payers"])
    assert answer["trace"]["lines"] or answer["trace"]["obstacle"]["text"]
    dump = next(d for d in view["dumps"] if d["side"] == "axis")
    assert str(dump["hex"]) in get(client, gid, "supply", side="axis", hex=dump["hex"])["dump"]["draw"]


def test_what_would_cut_a_line_who_could_pay_and_what_a_move_costs(client: TestClient[Any]) -> None:
    gid = made(client)
    answer = get(client, gid, "cuts", side="axis", unit="ax-ir1", line="supply")
    assert answer["cuts"]
    assert answer["text"][0].startswith("The on-map supply of IR 1 Rgt would be cut by")
    assert {"hex", "by", "threats", "text"} == set(answer["cuts"][0])
    target = next(u["hex"] for u in get(client, gid, "view", side="axis")["units"] if u["id"] == "su-mil")
    answer = get(client, gid, "bills", side="axis", hex=target, units="ax-ir1,ax-ir2")
    assert [bill["units"] for bill in answer["bills"]] == [["ax-ir1"], ["ax-ir2"]]
    assert answer["text"].endswith("supply within reach is enough.")
    answer = get(client, gid, "fuel", side="axis", units="ax-pz")
    assert answer["fuel"]["plans"][0]["tokens"] == 1
    assert answer["fuel"]["plans"][0]["parts"][0]["payments"][0]["payer"]["text"]
    reach = get(client, gid, "reach", side="axis", units="ax-pz")["hexes"]
    far = min(reach, key=lambda h: float(reach[h]["mp_left"]))
    answer = get(client, gid, "fuel", side="axis", units="ax-pz", hex=far)
    assert [mark["hex"] for mark in answer["path"]] == reach[far]["path"]
    assert answer["path"][-1]["mp"] == reach[far]["mp_left"]


def test_a_preview_of_odds_says_what_it_takes_for_granted(client: TestClient[Any]) -> None:
    gid = made(client)
    view = get(client, gid, "view", side="axis")
    combat = {u["hex"]: u for u in view["units"] if u["hex"] >= 0 and u["counter"]["kind"] == "combat"}
    mine = [u for u in combat.values() if u["side"] == "axis"]
    theirs = [u for u in combat.values() if u["side"] == "soviet"]
    answers = [
        client.get(f"/api/games/{gid}/odds", params={"side": "axis", "hex": b["hex"], "units": a["id"]})
        for a in mine
        for b in theirs
    ]
    assert {answer.status_code for answer in answers} <= {200, 400}
    for answer in answers:
        if answer.status_code == 200:
            assert answer.json()["assumptions"]
            assert answer.json()["ledgers"]
            forecast = answer.json()["forecast"]
            assert sum(Fraction(outcome["p"]) for outcome in forecast["outcomes"]) == 1
            assert sum(Fraction(column["p"]) for column in forecast["columns"]) == 1
            assert forecast["policy"]["attacker"] == "losses"
        else:
            assert "is not next to" in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("reach?side=axis&units=nobody", "there is no unit 'nobody' in this game"),
        ("reach?side=axis&units=", "name at least one unit"),
        ("reach?side=axis&units=ENEMY", "is not one of your units on the map"),
        ("reach?side=finns&units=OWN", "there is no side 'finns'"),
        ("reach?units=OWN", "played with fog of war"),
        ("reach?side=axis", "units"),
        ("rail?side=axis", "there is no hex -1 on this map"),
        ("rail?side=axis&units=ENEMY", "is not one of your units on the map"),
        ("rail?side=finns&units=OWN", "there is no side 'finns'"),
        ("view?side=finns", "there is no side 'finns'"),
        ("view", "played with fog of war"),
        ("log?side=finns", "there is no side 'finns'"),
        ("log", "played with fog of war"),
        ("log?side=axis&since=x", "since"),
        ("replay?side=finns&at=0", "there is no side 'finns'"),
        ("replay?at=0", "played with fog of war"),
        ("replay?side=axis", "at"),
        ("replay?side=axis&at=1", "there is no action number 1"),
        ("replay?side=axis&at=-1", "there is no action number -1"),
        ("cost?side=axis&unit=OWN&start=0&hex=99999", "there is no hex 99999 on this map"),
        ("cost?side=axis&unit=OWN&start=0&hex=-1", "there is no hex -1 on this map"),
        ("cost?side=axis&unit=OWN&start=0&hex=0", "the two hexes are not neighbours"),
        ("cost?side=axis&unit=nobody&start=0&hex=1", "there is no unit 'nobody'"),
        ("supply?side=axis", "there is no hex -1 on this map"),
        ("supply?side=axis&unit=nobody", "there is no unit 'nobody'"),
        ("supply?side=axis&unit=ENEMY", "is not your unit"),
        ("supply?unit=OWN", "played with fog of war"),
        ("cuts?side=axis&unit=OWN&line=rail", "there is no line 'rail'"),
        ("cuts?side=axis&unit=ENEMY", "is not your unit"),
        ("cuts?unit=OWN", "played with fog of war"),
        ("bills?side=axis&hex=0&units=OWN&kind=siege", "there is no bill of kind 'siege'"),
        ("bills?side=axis&hex=99999&units=OWN", "there is no hex 99999"),
        ("bills?side=axis&hex=0&units=ENEMY", "is not one of your units"),
        ("fuel?side=axis&units=ax-ir1,ax-ir2", "units that move together must be in one hex"),
        ("fuel?side=axis&units=OWN&hex=99999", "there is no hex 99999"),
        ("odds?side=axis&hex=0&units=OWN", "no enemy combat units are known in"),
        ("odds?side=axis&hex=99999&units=OWN", "there is no hex 99999"),
        ("odds?side=axis&hex=0&units=OWN&kind=siege", "there is no combat of kind 'siege'"),
        ("odds?side=axis&hex=0&units=OWN&attacker=bravely", "there is no way 'bravely' to meet an option"),
        ("odds?side=axis&hex=0&units=OWN&terrain=woods", "terrain is an object from hexes to names"),
        ('odds?side=axis&hex=0&units=OWN&terrain={"-1":"sky"}', "there is no terrain 'sky'"),
        ("plan?side=axis&hex=0&units=OWN", "no enemy combat units are known in"),
        ("plan?side=axis&hex=0&units=OWN&defender=x", "there is no way 'x'"),
        ("barrage?side=axis&hex=99999&units=OWN", "there is no hex 99999"),
        ("barrage?side=axis&hex=0&units=ENEMY", "is not one of your units"),
    ],
)
def test_questions_that_make_no_sense(client: TestClient[Any], path: str, sentence: str) -> None:
    gid = made(client)
    units = get(client, gid, "view", side="axis")["units"]
    own = next(u["id"] for u in units if u["side"] == "axis" and u["hex"] >= 0)
    enemy = next(u["id"] for u in units if u["side"] == "soviet" and u["hex"] >= 0)
    path = path.replace("OWN", own).replace("ENEMY", enemy)
    assert sentence in error(client.get(f"/api/games/{gid}/{path}"), 400)


def test_where_cargo_could_go_by_rail(client: TestClient[Any]) -> None:
    gid = made(client)
    shown = get(client, gid, "view", side="axis")
    assert shown["rail"]["cap"] == dict.fromkeys(shown["rail"]["cap"], "0")
    own = next(u for u in shown["units"] if u["side"] == "axis" and u["hex"] >= 0)
    by_unit = get(client, gid, "rail", side="axis", units=own["id"])
    by_hex = get(client, gid, "rail", side="axis", hex=own["hex"])
    for answer in (by_unit, by_hex):
        assert (answer["left"], answer["hexes"], answer["others"], answer["tokens"]) == ("0", {}, {}, 0)
        assert answer["refusal"]["text"]


@pytest.mark.case("4.9a-A")
def test_of_a_unit_that_is_not_seen_nothing_is_answered(client: TestClient[Any]) -> None:
    gid = made(client, scenario="yelnya")
    axis, soviet = (get(client, gid, "view", side=side) for side in ("axis", "soviet"))
    seen = {u["id"] for u in axis["units"]}
    hidden = next(u["id"] for u in soviet["units"] if u["id"] not in seen)
    for path in (f"reach?side=axis&units={hidden}", f"supply?side=axis&unit={hidden}", f"cuts?side=axis&unit={hidden}"):
        assert f"there is no unit '{hidden}'" in error(client.get(f"/api/games/{gid}/{path}"), 400)
    action = json.dumps({"type": "eliminate", "unit": hidden})
    assert hidden not in json.dumps(get(client, gid, "why", side="axis", action=action))


# --- open play, bots -------------------------------------------------------------------------------------------


@pytest.mark.case("4.9a-A")
def test_in_open_play_the_page_speaks_for_whoever_decides(client: TestClient[Any]) -> None:
    gid = made(client, switches={"fog": False})
    view = get(client, gid, "view", side="")
    begin = next(c for c in view["choices"] if c["type"] == "begin_move")
    body = act(client, gid, "", begin).json()
    assert body["view"]["decision"]["yours"]
    assert client.post(f"/api/games/{gid}/undo", json={"side": "", "seq": 1}).status_code == 200
    assert get(client, gid, "log")
    assert get(client, gid, "supply", unit=begin["unit"])["trace"]


def test_a_bot_goes_on_until_something_can_be_shown(client: TestClient[Any]) -> None:
    gid = made(client, players={"axis": "random", "soviet": "random"}, switches={"fog": False})
    seq = 0
    for _ in range(5):
        answer = client.post(f"/api/games/{gid}/bot", json={"seq": seq})
        assert answer.status_code == 200
        body = answer.json()
        assert body["view"]["seq"] > seq
        assert body["events"]
        assert body["more"]
        seq = body["view"]["seq"]
    assert (client.get("/api/games").json()[0])["actions"] == seq


def test_where_no_bot_plays_nothing_happens(client: TestClient[Any]) -> None:
    gid = made(client)
    body = client.post(f"/api/games/{gid}/bot", json={"seq": 0, "side": "axis"}).json()
    assert (body["more"], body["taken"]) == (False, 0)


# --- saves -----------------------------------------------------------------------------------------------------


def test_a_save_goes_out_and_comes_in_again(client: TestClient[Any]) -> None:
    gid = made(client)
    side, begin = movable(client, gid)
    act(client, gid, side, begin)
    answer = client.get(f"/api/games/{gid}/save")
    assert answer.headers["content-disposition"] == f'attachment; filename="{gid}.redball"'
    taken = take_in(client, answer.content)
    assert taken.status_code == 201, taken.text
    other = taken.json()["id"]
    assert other != gid
    for viewer in ("axis", "soviet"):
        assert get(client, other, "view", side=viewer) == get(client, gid, "view", side=viewer)
        assert get(client, other, "log", side=viewer) == get(client, gid, "log", side=viewer)
    assert len(client.get("/api/games").json()) == 2


@pytest.mark.parametrize(
    "raw", [b"", b"nonsense", b"nonsense\n", b"{}\n", b'{"format": "redball-save 1"}\n', b"\xff\xfe\n"]
)
def test_a_file_that_is_no_save_is_refused_and_not_kept(client: TestClient[Any], tmp_path: Path, raw: bytes) -> None:
    assert error(take_in(client, raw), 400)
    assert list(tmp_path.glob("*.redball")) == []


def bodies(client: TestClient[Any], gid: str) -> list[bytes]:
    """The lines of a save without their checks."""
    return [split(line)[0] for line in client.get(f"/api/games/{gid}/save").content.splitlines()]


def test_a_save_that_names_nobody_is_played_by_people(client: TestClient[Any]) -> None:
    """As one that a fuzzing run kept."""
    header, *rest = bodies(client, made(client))
    raw = chained([json.dumps({**json.loads(header), "about": {}}).encode(), *rest])
    taken = take_in(client, raw)
    assert client.get(f"/api/games/{taken.json()['id']}").json()["players"] == {"axis": "human", "soviet": "human"}


def test_a_save_with_players_that_do_not_fit_is_refused(client: TestClient[Any], tmp_path: Path) -> None:
    gid = made(client)
    first, *rest = bodies(client, gid)
    header = json.loads(first)
    abouts: tuple[dict[str, Any], ...] = ({"players": {}}, {"players": {"axis": "human"}}, {"players": 3})
    for about in abouts:
        raw = chained([json.dumps({**header, "about": about}).encode(), *rest])
        assert "line 1" in error(take_in(client, raw), 400)
    assert len(list(tmp_path.glob("*.redball"))) == 1


def test_games_are_found_again_after_a_restart(client: TestClient[Any], tmp_path: Path) -> None:
    """The log too, with what each side saw then; also after an undo and a rewind."""
    gid = made(client, players={"axis": "random", "soviet": "random"})
    seq = 0
    for _ in range(12):
        seq = client.post(f"/api/games/{gid}/bot", json={"seq": seq, "side": "axis"}).json()["view"]["seq"]
    body = {"side": "axis", "seq": seq, "to": seq // 2, "consent": True}
    assert client.post(f"/api/games/{gid}/undo", json=body).status_code == 200
    seq = seq // 2
    for _ in range(6):
        seq = client.post(f"/api/games/{gid}/bot", json={"seq": seq, "side": "axis"}).json()["view"]["seq"]
    (listed,) = client.get("/api/games").json()
    assert listed["actions"] == seq
    with asking(create_app(tmp_path, static=tmp_path / "none")) as again:
        assert again.get("/api/games").json() == [listed]
        for viewer in ("axis", "soviet"):
            before, after = (get(c, gid, "view", side=viewer) for c in (client, again))
            before.pop("undo"), after.pop("undo")
            assert after == before
            assert get(again, gid, "log", side=viewer) == get(client, gid, "log", side=viewer)


def test_a_broken_save_is_listed_with_its_error(client: TestClient[Any], tmp_path: Path) -> None:
    (tmp_path / "broken.redball").write_bytes(b"nonsense\n")
    (listed,) = client.get("/api/games").json()
    assert listed["id"] == "broken"
    assert "broken.redball" in listed["error"]
    assert error(client.get("/api/games/broken/view?side=axis"), 400)
