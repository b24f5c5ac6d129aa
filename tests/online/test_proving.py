"""What a session alone cannot do: a thief who has the cookie can neither keep the account nor delete it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import delete, func, select, update

from online.authenticator import HOST, Authenticator, asked, challenged, proof_by, with_passkey
from online.browser_side import Receiver
from online.people import HERE, PASSWORD, PROOF, Person, Site, settings_for
from online.test_live import connected, done, heard
from redball.online.app import create_app
from redball.online.settings import Mail, Notices
from redball.online.tables import Account, Audit, Challenge, Credential, Letter, NoticeWish, now

THIEFS = "a password of the thief's"
BOTH, PASSWORD_ONLY, PASSKEY_ONLY = "both", "password only", "passkey only"
ASKS = {
    BOTH: "confirm this with your password or a passkey",
    PASSWORD_ONLY: "confirm this with your password",
    PASSKEY_ONLY: "confirm this with a passkey: you have no password",
}
"""How somebody signs in, and what they are told who prove nothing."""
Call = Callable[[Person, Any], Any]


def first_passkey(person: Person) -> str:
    """The id of somebody's passkey; of nobody's, if they have none."""
    own = person.get("/api/me/ways").json()["passkeys"]
    return str(own[0]["id"]) if own else "5e7c93fc-fb8b-4df0-9fb9-4ecb563aedfc"


CALLS: dict[str, Call] = {
    "password": lambda who, proof: who.post("/api/me/password", password=THIEFS, proof=proof),
    "add a passkey": lambda who, proof: who.post("/api/me/passkeys/begin", proof=proof),
    "remove a passkey": lambda who, proof: who.post(f"/api/me/passkeys/{first_passkey(who)}/remove", proof=proof),
    "address": lambda who, proof: who.post("/api/me/email", email="thief@evil.example", proof=proof),
    "no address": lambda who, proof: who.post("/api/me/email", email="", proof=proof),
    "webhook": lambda who, proof: who.post("/api/me/notices", mail=False, hook="http://127.0.0.1/evil", proof=proof),
    "delete": lambda who, proof: who.post("/api/me/erase", name=who.name, proof=proof),
}


@pytest.fixture
def site(url: str, tmp_path: Path) -> Iterator[Site]:
    """A server that would send mail, and call webhooks in its own network."""
    mail = Mail(host="127.0.0.1", sender="Redball <redball@ocs.example>")
    settings = msgspec.structs.replace(settings_for(url), mail=mail, notices=Notices(private=True, every=3600.0))
    with Site(create_app(settings, static=tmp_path / "none")) as found:
        yield found


class Owner(NamedTuple):
    """Somebody with an account, at their browser, and their passkey."""

    person: Person
    key: Authenticator


def owner(site: Site, name: str, ways: str = BOTH) -> Owner:
    """Somebody who signs in so, and has an address and a webhook."""
    found = Owner(*with_passkey(site, name))
    lost = {PASSWORD_ONLY: "passkey", PASSKEY_ONLY: "password"}.get(ways, "")
    with site.house.database.writing() as tx:
        account = tx.scalars(select(Account).where(Account.name == name)).one()
        account.email = f"{name}@post.example"
        tx.add(NoticeWish(account_id=account.id, mail=True, hook="http://127.0.0.1/own", minutes=5))
        tx.execute(delete(Credential).where(Credential.account_id == account.id, Credential.kind == lost))
    return found


def kept(site: Site) -> Any:
    """All that a thief would want to change."""
    with site.house.database.reading() as found:
        return (
            [(one.name, one.email) for one in found.scalars(select(Account).order_by(Account.name))],
            [(one.kind, one.secret) for one in found.scalars(select(Credential).order_by(Credential.id))],
            [one.hook for one in found.scalars(select(NoticeWish).order_by(NoticeWish.account_id))],
            found.scalar(select(func.count()).select_from(Letter)),
            found.scalar(select(func.count()).select_from(Challenge).where(Challenge.what == "register")),
        )


def wrong_proofs(site: Site, anna: Owner, boris: Owner) -> Iterator[tuple[str, int, Any]]:
    """What is no proof that Anna asks, by name, with the status that it gets."""
    yield "another password", 401, {"password": "not that one"}
    yield "a passkey that nobody knows", 401, proof_by(anna.person, Authenticator(HERE, HOST))
    yield "another's passkey", 401, proof_by(anna.person, boris.key)
    yield "another's proof", 401, proof_by(boris.person, boris.key)
    yield "her passkey for another", 401, proof_by(boris.person, anna.key)
    yield "her passkey signing in", 401, {"answer": anna.key.signed(challenged(anna.person))}
    yield "her passkey asked by nobody", 401, {"answer": anna.key.signed({"challenge": "AAAA"})}
    late = proof_by(anna.person, anna.key)
    with site.house.database.writing() as tx:
        tx.execute(update(Challenge).where(Challenge.what == "prove").values(ends=now() - timedelta(seconds=1)))
    yield "her passkey some minutes ago", 401, late
    used = proof_by(anna.person, anna.key)
    assert anna.person.post("/api/me/email", email="Anna@post.example", proof=used).status_code == 204
    with site.house.database.writing() as tx:
        tx.execute(delete(Letter))
    yield "her passkey once before", 401, used
    yield "nonsense", 400, {"answer": {"id": "x"}}


@pytest.mark.parametrize("call", CALLS)
def test_what_is_no_proof_changes_nothing(site: Site, call: str) -> None:
    anna, boris = owner(site, "Anna"), owner(site, "Boris")
    for name, status, proof in wrong_proofs(site, anna, boris):
        before = kept(site)
        answer = CALLS[call](anna.person, proof)
        assert answer.status_code == status, (name, answer.text)
        assert kept(site) == before, name
    assert anna.person.get("/api/me").status_code == 200


@pytest.mark.parametrize("ways", ASKS)
@pytest.mark.parametrize("call", CALLS)
def test_the_session_alone_is_told_what_is_asked(site: Site, call: str, ways: str) -> None:
    """And whoever proves it that way may do it; a password is no proof where there is none."""
    anna = owner(site, "Anna", ways)
    before = kept(site)
    none: list[Any] = [{}, {"password": ""}, {"answer": {}}]
    for proof in none + ([{"password": PASSWORD}] if ways == PASSKEY_ONLY else []):
        refused = CALLS[call](anna.person, proof)
        assert (refused.status_code, refused.json()["error"]) == (401, ASKS[ways]), proof
        assert kept(site) == before
    proof = PROOF if ways != PASSKEY_ONLY else proof_by(anna.person, anna.key)
    answer = CALLS[call](anna.person, proof)
    if call == "remove a passkey" and ways != BOTH:  # there is none, or it is the last way
        assert answer.status_code == 400, answer.text
        return
    assert answer.status_code in (200, 204), answer.text
    assert kept(site) != before


@pytest.mark.parametrize("call", CALLS)
def test_a_passkey_proves_it_beside_a_password(site: Site, call: str) -> None:
    anna = owner(site, "Anna")
    before = kept(site)
    answer = CALLS[call](anna.person, proof_by(anna.person, anna.key))
    assert answer.status_code in (200, 204), answer.text
    assert kept(site) != before


def test_guessing_the_password_by_a_stolen_session_is_counted(site: Site) -> None:
    anna = owner(site, "Anna")
    calls = [call for call in CALLS.values() for _ in range(2)]
    statuses = [call(anna.person, {"password": "a guess"}).status_code for call in calls]
    assert statuses == [401] * 10 + [429] * 4
    assert CALLS["delete"](anna.person, PROOF).status_code == 429, "also with the right one"
    assert site.stranger().post("/api/session", name="Anna", password=PASSWORD).status_code == 429
    with site.house.database.reading() as found:
        noted = found.scalars(select(Audit.what).where(Audit.what.startswith("proof")).order_by(Audit.id))
        assert [*noted] == ["proof", *["proof failed"] * 10], "the first one was for the passkey"


def test_a_passkey_is_not_added_without_the_challenge(site: Site) -> None:
    """The proof is asked for at the beginning, so the end must not do without it."""
    anna, boris = owner(site, "Anna"), owner(site, "Boris")
    others = asked(boris.person, "/api/me/passkeys/begin", proof=PROOF)
    proving = asked(anna.person, "/api/me/proof/begin")
    for options in ({"challenge": "AAAA"}, others, proving, challenged(anna.person)):
        made = Authenticator(HERE, HOST).made(options)
        assert anna.person.post("/api/me/passkeys", answer=made).status_code == 401
    assert len(anna.person.get("/api/me/ways").json()["passkeys"]) == 1


def test_all_settings_but_the_webhook_need_no_proof(site: Site) -> None:
    anna = owner(site, "Anna").person
    for wish in ({"mail": False, "hook": "http://127.0.0.1/own"}, {"mail": True, "minutes": 20}):
        assert anna.post("/api/me/notices", **wish).status_code == 200, wish
    assert anna.get("/api/me/notices").json()["hook"] == "", "it is taken away without proof, too"
    assert anna.post("/api/me/proof/begin").status_code == 200


def test_whoever_has_no_passkey_cannot_be_asked_for_it(site: Site) -> None:
    answer = site.person("Anna").post("/api/me/proof/begin")
    assert (answer.status_code, answer.json()["error"]) == (400, "you have no passkey")


def test_the_browser_is_told_which_passkeys_prove_it(site: Site) -> None:
    anna, boris = owner(site, "Anna"), owner(site, "Boris")
    named = [asked(one.person, "/api/me/proof/begin")["allowCredentials"] for one in (anna, boris)]
    assert [[key["id"] for key in keys] for keys in named] == [
        [anna.key.made({"challenge": ""})["id"]],
        [boris.key.made({"challenge": ""})["id"]],
    ]


# --- guests ------------------------------------------------------------------------------------------------------


def a_guest(site: Site) -> Person:
    """Somebody who came by a link."""
    maker, guest = site.person("Anna"), site.stranger()
    token = maker.post(f"/api/games/{maker.made()}/invitations", role="player", side="soviet").json()["token"]
    assert guest.post("/api/guests", name="Guest", invitation=token).status_code == 201
    return guest


def copied(site: Site, person: Person) -> Person:
    """Somebody else who has a copy of their cookie."""
    thief = site.stranger()
    thief.client.cookies["redball"] = person.client.cookies["redball"]
    assert thief.get("/api/me").json() == person.get("/api/me").json()
    return thief


def in_use(person: Person) -> bool:
    """Whether their session goes on."""
    return bool(person.get("/api/me").status_code == 200)


@pytest.mark.parametrize("way", ["password", "passkey"])
def test_a_guest_signs_up_without_proof_and_copies_of_the_session_end(site: Site, way: str) -> None:
    guest = a_guest(site)
    thief = copied(site, guest)
    begun = asked(thief, "/api/me/passkeys/begin")
    if way == "password":
        assert guest.post("/api/me/password", password=PASSWORD).status_code == 204
    else:
        made = Authenticator(HERE, HOST).made(asked(guest, "/api/me/passkeys/begin"))
        assert guest.post("/api/me/passkeys", answer=made).status_code == 204
    assert guest.get("/api/me").json()["guest"] is False
    assert (in_use(guest), in_use(thief)) == (True, False)
    late = copied(site, guest)
    refused = late.post("/api/me/passkeys", answer=Authenticator(HERE, HOST).made(begun))
    assert refused.status_code == 401, "a challenge that was asked for as a guest"
    assert late.post("/api/me/password", password=THIEFS).status_code == 401, "a proof is needed from now on"


# --- copies of a cookie ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["sign out elsewhere", "change the password"])
def test_a_copied_cookie_ends(site: Site, how: str) -> None:
    """The session itself goes on, by a new cookie, with its notices and its date."""
    anna, elsewhere = owner(site, "Anna").person, site.stranger()
    assert elsewhere.post("/api/session", name="Anna", password=PASSWORD).status_code == 200
    assert anna.post("/api/me/browsers", **Receiver("http://127.0.0.1/push").given).status_code == 200
    (before,) = [one for one in anna.get("/api/me/ways").json()["sessions"] if one["here"]]
    thief = copied(site, anna)
    if how == "sign out elsewhere":
        answer = anna.delete("/api/me/sessions")
    else:
        answer = anna.post("/api/me/password", password="another long one", proof=PROOF)
    assert answer.status_code == 204
    said = {part.strip().partition("=")[0].lower() for part in answer.headers["set-cookie"].split(";")}
    assert {"redball", "httponly", "samesite", "path", "max-age"} <= said
    assert [in_use(one) for one in (anna, thief, elsewhere)] == [True, False, False]
    (after,) = anna.get("/api/me/ways").json()["sessions"]
    assert (after["created"], after["here"]) == (before["created"], True)
    assert [one["here"] for one in anna.get("/api/me/browsers").json()["browsers"]] == [True]
    assert thief.delete("/api/me/sessions").status_code == 401
    assert in_use(anna)


def test_a_socket_with_a_copied_cookie_ends(site: Site) -> None:
    """Also in a game that anybody may see, where it would go on under the player's name."""
    gid, (anna, boris) = site.begun(spectators="", switches={"fog": False})
    thief = copied(site, anna)
    with connected(thief, gid, "") as socket:
        heard(socket, "here", lambda said: said["who"] == ["Anna"])
        assert anna.delete("/api/me/sessions").status_code == 204
        done(anna, gid, "axis")
        with pytest.raises(WebSocketDisconnect) as ended:
            heard(socket, "never")
    assert ended.value.code == 4401
    with connected(anna, gid, "axis") as socket:
        assert heard(socket, "at")["actions"] > 0
    assert boris.view(gid, "soviet")["side"] == "soviet"
