"""Every address for every role: a table of its own, in which all addresses of the application must be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from online.people import HERE, Person, Site, by_socket, selects, settings_for
from redball.online import accounts
from redball.online.access import NEEDS, place_of, places_by
from redball.online.app import create_app
from redball.online.tables import Login, now
from redball.server.description import describe
from redball.server.store import NoGame

ROLES = ("stranger", "outsider", "axis", "soviet", "umpire", "watcher", "member")
"""Nobody who is signed in; somebody without a seat; the players; the umpire; a spectator, of whom nothing is shown; a
member of the Axis, who has part of it."""
OK, IN, NO, GONE = "ok", 401, 403, 404
EVERYBODY = (OK,) * 7
SIGNED_IN = (IN, OK, OK, OK, OK, OK, OK)
AXIS_LOOKS = (IN, NO, OK, NO, OK, NO, OK)
AXIS_ACTS = (IN, NO, OK, NO, NO, NO, OK)
AXIS_LEADS = (IN, NO, OK, NO, NO, NO, NO)
NOBODY = (IN, NO, NO, NO, NO, NO, NO)
PLAYERS = (IN, NO, OK, OK, NO, NO, NO)
UMPIRES = (IN, NO, NO, NO, OK, NO, NO)
MANAGERS = (IN, NO, OK, OK, OK, NO, NO)
SEATED = (IN, NO, OK, OK, OK, OK, OK)
QUESTIONS = (
    "view", "replay", "log", "standing", "reach", "rail", "shipping", "range", "why", "cost", "mission", "construction",
    "supply", "cuts", "bills", "entries", "fuel", "odds", "plan", "strokes", "barrage", "theatre", "supply-net",
    "rail-net", "ground", "formation", "way", "march", "orders", "dice", "sea", "rewind", "team",
    "warnings", "approaches", "cut-map", "budget", "modes",
)  # fmt: skip
ORDERS = ("act", "macro", "undo", "redo", "trial", "ready", "lend", "prepared", "send")
OF_CHIEFS = ("standing", "rewind", "agree", "team")
GAME = "/api/games/{gid}"
SOME_ID = "5e7c93fc-fb8b-4df0-9fb9-4ecb563aedfc"
EXPECTED: dict[tuple[str, str], tuple[Any, ...]] = {
    ("GET", "/"): EVERYBODY,
    ("GET", "/{file_path}"): EVERYBODY,
    ("GET", "/g/{gid}"): EVERYBODY,
    ("GET", "/schema/openapi.json"): EVERYBODY,
    ("GET", "/schema"): EVERYBODY,
    ("GET", "/schema/{path}"): EVERYBODY,
    ("GET", "/api/health"): EVERYBODY,
    ("GET", "/metrics"): EVERYBODY,
    ("GET", "/api/editions"): EVERYBODY,
    ("GET", "/api/scenarios"): EVERYBODY,
    ("GET", "/api/scenarios/{name}"): EVERYBODY,
    ("POST", "/api/accounts"): EVERYBODY,
    ("POST", "/api/guests"): EVERYBODY,
    ("POST", "/api/invitations"): EVERYBODY,
    ("POST", "/api/session"): EVERYBODY,
    ("POST", "/api/session/passkey/begin"): EVERYBODY,
    ("POST", "/api/session/passkey"): EVERYBODY,
    ("POST", "/api/me/passkeys/begin"): SIGNED_IN,
    ("POST", "/api/me/passkeys"): SIGNED_IN,
    ("POST", "/api/me/passkeys/{credential}/remove"): SIGNED_IN,
    ("POST", "/api/me/proof/begin"): SIGNED_IN,
    ("GET", "/api/me"): SIGNED_IN,
    ("GET", "/api/me/export"): SIGNED_IN,
    ("POST", "/api/me/password"): SIGNED_IN,
    ("POST", "/api/me/name"): SIGNED_IN,
    ("GET", "/api/me/ways"): SIGNED_IN,
    ("DELETE", "/api/me/sessions"): SIGNED_IN,
    ("GET", "/api/me/notices"): SIGNED_IN,
    ("POST", "/api/me/notices"): SIGNED_IN,
    ("GET", "/api/me/browsers"): SIGNED_IN,
    ("POST", "/api/me/browsers"): SIGNED_IN,
    ("DELETE", "/api/me/browsers/{browser}"): SIGNED_IN,
    ("POST", "/api/me/email"): SIGNED_IN,
    ("POST", "/api/email"): EVERYBODY,
    ("POST", "/api/reset"): EVERYBODY,
    ("POST", "/api/reset/finish"): EVERYBODY,
    ("POST", "/api/unsubscribe"): EVERYBODY,
    ("GET", "/api/lobby"): SIGNED_IN,
    ("POST", "/api/games"): SIGNED_IN,
    ("POST", "/api/games/import"): SIGNED_IN,
    ("POST", f"{GAME}/join"): SIGNED_IN,
    ("GET", f"{GAME}/table"): EVERYBODY,
    ("GET", f"{GAME}/offers"): EVERYBODY,
    ("POST", f"{GAME}/offers"): PLAYERS,
    ("POST", f"{GAME}/claim"): PLAYERS,
    ("POST", GAME + "/offers/{number}"): PLAYERS,
    ("POST", f"{GAME}/settle"): UMPIRES,
    ("POST", f"{GAME}/players"): UMPIRES,
    ("GET", GAME): EVERYBODY,
    ("GET", f"{GAME}/at"): EVERYBODY,
    ("GET", f"{GAME}/bot-plans"): EVERYBODY,
    ("GET", f"{GAME}/live"): AXIS_LOOKS,
    ("GET", f"{GAME}/posts"): SEATED,
    ("POST", f"{GAME}/posts"): SEATED,
    ("DELETE", GAME + "/posts/{post}"): SEATED,
    ("GET", f"{GAME}/prepared"): AXIS_ACTS,
    **{("GET", f"{GAME}/{what}"): AXIS_LOOKS for what in QUESTIONS},
    **{("POST", f"{GAME}/{what}"): AXIS_ACTS for what in ORDERS},
    **{("POST", f"{GAME}/{what}"): AXIS_LEADS for what in OF_CHIEFS},
    ("POST", f"{GAME}/invitations"): MANAGERS,
    ("DELETE", GAME + "/invitations/{link}"): MANAGERS,
    ("GET", f"{GAME}/save"): (IN, NO, NO, NO, OK, NO, NO),
    # What ends something comes last, in the order in which it can be tried.
    ("DELETE", GAME): MANAGERS,
    ("POST", f"{GAME}/resign"): PLAYERS,
    ("POST", "/api/me/erase"): SIGNED_IN,
    ("DELETE", "/api/session"): EVERYBODY,
}


@pytest.fixture
def application(url: str, tmp_path: Path) -> Iterator[Litestar]:
    """The application, with a small page."""
    (tmp_path / "static").mkdir()
    for name in ("index.html", "lobby.html"):
        (tmp_path / "static" / name).write_text("<!doctype html><title>Redball</title>", encoding="utf-8")
    made = create_app(settings_for(url), static=tmp_path / "static")
    yield made
    made.state.means.database.close()


@pytest.fixture
def paged(application: Litestar) -> Iterator[Site]:
    """The server with the page."""
    with Site(application) as found:
        yield found


def addresses(app: Litestar) -> set[tuple[str, str]]:
    """All addresses that have a handler; HEAD and OPTIONS tell nothing of their own."""
    found = set()
    for route in app.routes:
        methods = route.methods if isinstance(route, HTTPRoute) else {"GET"}
        found |= {(method, route.path_format) for method in methods - {"OPTIONS", "HEAD"}}
    return found


def test_every_address_has_a_need_and_a_row_here(application: Litestar) -> None:
    assert addresses(application) == set(NEEDS) == set(EXPECTED)


def people(site: Site) -> tuple[str, dict[str, Person]]:
    """A game under fog that Anna umpires, and somebody in each role."""
    umpire, axis, soviet, watcher, member = (site.person(name) for name in ("Anna", "Boris", "Carl", "Dora", "Gerd"))
    gid = umpire.made(side="", switches={"fog": True})
    for person, side in ((axis, "axis"), (soviet, "soviet")):
        assert person.post(f"/api/games/{gid}/join", side=side).status_code == 200
    link = umpire.post(f"/api/games/{gid}/invitations", role="spectator").json()["token"]
    assert watcher.post(f"/api/games/{gid}/join", invitation=link).status_code == 200
    shared = axis.post(f"/api/games/{gid}/team", side="axis", shares=[{"army": ["ax-pz"]}]).json()
    seat = shared["seats"][1]["number"]
    link = axis.post(f"/api/games/{gid}/invitations", role="member", side="axis", seat=seat).json()["token"]
    assert member.post(f"/api/games/{gid}/join", invitation=link).status_code == 200
    found = (site.stranger(), site.person("Emil"), axis, soviet, umpire, watcher, member)
    return gid, dict(zip(ROLES, found, strict=True))


def asked(person: Person, method: str, path: str, gid: str, side: str) -> int:
    """The status of an answer."""
    where = path.replace("{gid}", gid).replace("{name}", "crossing").replace("{file_path}", "index.html")
    where = where.replace("{number}", "1").replace("{credential}", SOME_ID).replace("{post}", SOME_ID)
    where = where.replace("{link}", "0" * 32).replace("{browser}", SOME_ID)
    headers = {"Origin": HERE}
    if path.endswith("/live"):
        return by_socket(person, where, side)
    if path.endswith("/import"):
        headers["content-type"] = "application/x-ndjson"
    body = {"json": {"side": side, "seq": -1}} if method == "POST" else {"params": {"side": side}}
    return int(person.client.request(method, where, headers=headers, **body).status_code)


def test_an_answer_without_a_body_is_described_without_one(application: Litestar) -> None:
    """Two calls answer with a cookie and nothing else; they were described as JSON."""
    calls = [call for path in describe(application)["paths"].values() for call in path.values()]
    empty = {call["operationId"]: call["responses"]["204"] for call in calls if "204" in call["responses"]}
    assert {"sign_out", "erase", "resign"} <= empty.keys()
    assert [name for name, answer in empty.items() if "content" in answer] == []


def test_parts_of_addresses_that_cannot_be_and_saves_are_described(application: Litestar) -> None:
    paths = describe(application)["paths"]
    assert "404" in paths["/api/me/passkeys/{credential}/remove"]["post"]["responses"]  # one that is no number
    assert [*paths["/api/games/{gid}/save"]["get"]["responses"]["200"]["content"]] == ["application/x-ndjson"]


def test_every_role_gets_what_the_table_says(paged: Site) -> None:
    gid, found = people(paged)
    wrong = []
    for (method, path), expected in EXPECTED.items():
        for role, wanted in zip(ROLES, expected, strict=True):
            if (method, path) == ("POST", f"{GAME}/resign") and role == "soviet":
                continue  # the other player has just resigned
            status = asked(found[role], method, path, gid, "axis")
            if not (status not in (401, 403) if wanted == OK else status == wanted):
                wrong.append(f"{method} {path} for {role}: {status}, not {wanted}")
            assert status < 500, (method, path, role)
    assert wrong == []


@pytest.mark.parametrize("side", ["", "nobody", "soviet"])
def test_nobody_looks_through_or_acts_for_what_their_seat_is_not(paged: Site, side: str) -> None:
    gid, found = people(paged)
    for what in (*QUESTIONS, "live"):
        assert asked(found["axis"], "GET", f"{GAME}/{what}", gid, side) == 403, what
    for what in (*ORDERS, *OF_CHIEFS):
        assert asked(found["axis"], "POST", f"{GAME}/{what}", gid, side) == 403, what
        assert asked(found["umpire"], "POST", f"{GAME}/{what}", gid, side) == 403, what
        assert asked(found["member"], "POST", f"{GAME}/{what}", gid, side) == 403, what


def test_an_action_for_another_side_is_not_taken(paged: Site) -> None:
    """By the other doors, too: a side that is named twice, a query beside the body, a body that is no object."""
    gid, found = people(paged)
    axis, soviet = found["axis"], found["soviet"]
    view = axis.view(gid, "axis")
    assert view["decision"]["side"] == "axis"
    action = view["choices"][0]
    body = {"side": "axis", "seq": 0, "actions": [action]}
    own = {"Origin": HERE, "content-type": "application/json"}
    address = f"/api/games/{gid}/act"
    assert soviet.client.post(address, json=body, headers=own).status_code == 403
    assert soviet.client.post(f"{address}?side=soviet", json=body, headers=own).status_code == 403
    twice = f'{{"side": "soviet", "seq": 0, "side": "axis", "actions": [{{"type": "{action["type"]}"}}]}}'
    assert soviet.client.post(address, content=twice, headers=own).status_code == 403
    swapped = '{"side": "axis", "seq": 0, "actions": [{"type": "done"}], "side": "soviet"}'
    assert soviet.client.post(address, content=swapped, headers=own).status_code == 409, "refused to the soviet side"
    for body_text in ("[]", "1", '{"side": ["axis"]}', '{"side": {"axis": 1}}', "", "{"):
        assert soviet.client.post(address, content=body_text, headers=own).status_code in (400, 403), body_text
    for query in ("side=soviet&side=axis", "side=axis&side=soviet", "side=soviet&%73ide=axis"):
        assert soviet.client.get(f"/api/games/{gid}/view?{query}").status_code == 400, query
    for query in ("Side=axis&side=soviet", "side[]=axis&side=soviet"):
        answer = soviet.client.get(f"/api/games/{gid}/view?{query}")
        assert (answer.status_code, answer.json()["side"]) == (200, "soviet"), query
    assert axis.view(gid, "axis")["seq"] == 0


def test_one_player_does_not_consent_for_the_other(paged: Site) -> None:
    """By no door: a rewind would throw other dice."""
    gid, (axis, _) = paged.begun("Anna", "Boris")
    view = axis.view(gid, "axis")
    done = axis.act(gid, "axis", view["seq"], {"type": "done"})
    assert done.status_code == 200, done.text
    seq = done.json()["view"]["seq"]
    for wish in ({"to": 0, "consent": True}, {"to": 0}, {"consent": True}):
        answer = axis.post(f"/api/games/{gid}/undo", side="axis", seq=seq, **wish)
        assert (answer.status_code, "consent" in answer.json()["error"]) == (400, True), wish
    assert axis.view(gid, "axis")["seq"] == seq


def test_a_private_game_is_not_there_for_others(paged: Site) -> None:
    maker, other = paged.person("Anna"), paged.person("Boris")
    gid = maker.made(private=True)
    for path in ("", "/at", "/view", "/save"):
        assert other.get(f"/api/games/{gid}{path}").status_code == 404, path
    assert other.post(f"/api/games/{gid}/join", side="soviet").status_code == 404
    assert other.get("/api/lobby").json()["open"] == []
    link = maker.post(f"/api/games/{gid}/invitations", role="player", side="soviet").json()["token"]
    assert paged.person("Carl").post(f"/api/games/{gid}/join", side="soviet", invitation="x" * 32).status_code == 400
    assert other.post(f"/api/games/{gid}/join", invitation=link).status_code == 200
    assert other.view(gid, "soviet")["side"] == "soviet"
    late = paged.person("Dora").post(f"/api/games/{gid}/join", invitation=link)
    assert late.status_code == 400, "it has been used"


def test_spectators_see_what_the_players_allow(paged: Site) -> None:
    for number, (spectators, allowed) in enumerate((("nothing", ()), ("soviet", ("soviet",)), ("", ("",)))):
        axis, soviet, other = (paged.person(f"{name}{number}") for name in ("Anna", "Boris", "Carl"))
        gid = axis.made(spectators=spectators, switches={"fog": False})
        assert soviet.post(f"/api/games/{gid}/join", side="soviet").status_code == 200
        for side in ("", "axis", "soviet"):
            assert (other.get(f"/api/games/{gid}/view", side=side).status_code == 200) is (side in allowed), side
        assert other.get(f"/api/games/{gid}").json()["players"] == {"axis": "away", "soviet": "away"}


def test_a_cookie_alone_changes_nothing(paged: Site) -> None:
    """A page of another origin cannot be in a request that says where it comes from; one that does not say is refused
    if it brings a cookie."""
    anna = paged.person("Anna")
    wish = {"scenario": "crossing", "side": "axis"}
    assert anna.client.post("/api/games", json=wish).status_code == 403
    for said in ({"Origin": "http://evil.test"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert anna.client.post("/api/games", json=wish, headers=said).status_code == 403
    assert anna.client.post("/api/games", data=wish, headers={"Origin": HERE}).status_code == 415
    assert anna.client.post("/api/games", json=wish, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 201
    assert anna.client.get("/api/me", headers={"Host": "evil.test"}).status_code == 421


def test_a_question_about_a_game_asks_the_database_once(site: Site) -> None:
    """Who asks, what they are in the game, and whether it has moved on, come with one read; a click reads the row once
    more, to write it."""
    gid, (axis, _) = site.begun()
    view = axis.view(gid, "axis")
    with selects(site.house.database) as asked:
        axis.view(gid, "axis")
        assert len(asked) == 1, asked
        asked.clear()
        assert axis.act(gid, "axis", view["seq"], view["choices"][0]).status_code == 200
    about_the_game = [one for one in asked if "FROM game" in one]
    assert len(about_the_game) == 2, asked


def test_whoever_has_a_session_is_the_same_by_either_read(site: Site) -> None:
    """A session that has ended, one of a blocked account and none are nobody's."""
    gid, (axis, soviet) = site.begun()
    watcher = site.person("Carl")
    tokens = [person.client.cookies["redball"] for person in (axis, soviet, watcher)]
    with site.house.database.writing() as tx:
        accounts.block(tx, accounts.named(tx, "Boris"), "rude")
        late = accounts.log_in(tx, accounts.named(tx, "Anna"), 1)
        tx.flush()
        tx.get_one(Login, accounts.digest(late)).ends = now()
        old = accounts.log_in(tx, accounts.named(tx, "Anna"), 1)
        tx.flush()
        tx.get_one(Login, accounts.digest(old)).seen = now() - 2 * accounts.SEEN
    for token in (*tokens, late, old, "", "nobody's"):
        with site.house.database.reading() as found:
            who, note = accounts.asker_of(found, token)
            place, same, noted = places_by(found, gid, (token,))[token]
            among, *like = places_by(found, gid, {token, tokens[0], tokens[2]})[token]
            assert (among.account, among.seats, like) == (place.account, place.seats, [same, noted])
            other = place_of(found, gid, who)
            assert (same, noted) == (who, note)
            assert (place.account, place.row.id) == (other.account, gid)
            assert {seat.number for seat in place.seats} == {seat.number for seat in other.seats}
    for wrong in ("0" * 12, "x" * 40, ""):
        with site.house.database.reading() as found, pytest.raises(NoGame):
            places_by(found, wrong, tokens[:1])
