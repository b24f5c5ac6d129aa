"""Passkeys: made for an account, signed in with, and refused where they do not fit."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select

from online.authenticator import Authenticator
from online.people import HERE, PASSWORD, Person, Site
from redball.online.database import Database
from redball.online.tables import Credential

HOST = "127.0.0.1"


def with_passkey(site: Site, name: str) -> tuple[Person, Authenticator]:
    """Somebody with an account and a passkey."""
    person, key = site.person(name), Authenticator(HERE, HOST)
    answer = person.post("/api/me/passkeys", answer=key.made(person.post("/api/me/passkeys/begin").json()), label="key")
    assert answer.status_code == 204, answer.text
    return person, key


def challenged(person: Person) -> dict[str, Any]:
    """What the server wants signed for a sign-in."""
    answer = person.post("/api/session/passkey/begin")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_passkey_signs_in_its_account_and_no_challenge_twice(site: Site, database: Database) -> None:
    _, key = with_passkey(site, "Anna")
    site.person("Boris")
    elsewhere = site.stranger()
    signed = key.signed(challenged(elsewhere))
    assert elsewhere.post("/api/session/passkey", answer=signed).json()["name"] == "Anna"
    assert elsewhere.get("/api/me").json()["name"] == "Anna"
    assert site.stranger().post("/api/session/passkey", answer=signed).status_code == 401, "the challenge was used"
    with database.reading() as found:
        (kept,) = found.scalars(select(Credential).where(Credential.kind == "passkey"))
    assert (kept.handle, kept.uses, kept.label) == (key.id, key.count, "key")


def test_what_does_not_fit_is_refused(site: Site) -> None:
    _, key = with_passkey(site, "Anna")
    other = site.stranger()
    unknown, forged = Authenticator(HERE, HOST), Authenticator(HERE, HOST)
    forged.id = key.id
    elsewhere, behind = Authenticator("https://evil.test", HOST), Authenticator(HERE, "evil.test")
    for one in (elsewhere, behind):
        one.id, one.key = key.id, key.key
    for one in (unknown, forged, elsewhere, behind):
        one.count = key.count
        assert other.post("/api/session/passkey", answer=one.signed(challenged(other))).status_code == 401
    own = key.signed({"challenge": "AAAA"})
    assert other.post("/api/session/passkey", answer=own).status_code == 401, "a challenge of one's own"
    key.count = 0
    again = key.signed(challenged(other))
    assert other.post("/api/session/passkey", answer=again).status_code == 401, "its counter has not gone on: a copy"
    answers: list[dict[str, Any]] = [{}, {"response": {}}, {"response": {"clientDataJSON": "e30"}}, {"response": "x"}]
    for nonsense in answers:
        assert other.post("/api/session/passkey", answer=nonsense).status_code == 400


def test_a_passkey_is_registered_by_whom_it_was_begun_for(site: Site) -> None:
    anna, boris = site.person("Anna"), site.person("Boris")
    made = Authenticator(HERE, HOST).made(anna.post("/api/me/passkeys/begin").json())
    assert boris.post("/api/me/passkeys", answer=made).status_code == 401
    signing_in = Authenticator(HERE, HOST).made(challenged(anna))
    assert anna.post("/api/me/passkeys", answer=signing_in).status_code == 401, "a challenge for something else"
    assert anna.post("/api/me/passkeys", answer=made).status_code == 204


def test_an_account_is_deleted_by_its_own_fresh_passkey(site: Site, database: Database) -> None:
    anna, key = with_passkey(site, "Anna")
    boris, others = with_passkey(site, "Boris")
    signed = key.signed(challenged(anna))
    assert site.stranger().post("/api/session/passkey", answer=signed).status_code == 200
    assert anna.post("/api/me/erase", answer=signed).status_code == 401, "not a fresh one"
    stolen = anna.post("/api/me/erase", answer=others.signed(challenged(anna)))
    assert (stolen.status_code, "another account" in stolen.json()["error"]) == (401, True)
    assert anna.post("/api/me/erase", answer={"id": "x"}).status_code == 400
    assert anna.post("/api/me/erase", answer=key.signed(challenged(anna))).status_code == 204
    assert anna.get("/api/me").status_code == 401
    with database.writing() as tx:
        tx.execute(delete(Credential).where(Credential.kind == "password"))
    refused = boris.post("/api/me/erase", password="", name="Boris")
    assert (refused.status_code, refused.json()["error"]) == (400, "you have no password: confirm it with a passkey")
    assert boris.post("/api/me/erase", answer=others.signed(challenged(boris))).status_code == 204


def test_the_last_way_to_sign_in_stays(site: Site, database: Database) -> None:
    maker, guest = site.person("Anna"), site.stranger()
    gid = maker.made()
    token = maker.post(f"/api/games/{gid}/invitations", role="player", side="soviet").json()["token"]
    guest.post("/api/guests", name="Boris", invitation=token)
    key = Authenticator(HERE, HOST)
    assert (
        guest.post("/api/me/passkeys", answer=key.made(guest.post("/api/me/passkeys/begin").json())).status_code == 204
    )
    assert guest.get("/api/me").json()["guest"] is False, "whoever has a passkey has an account"
    with database.reading() as found:
        number = found.scalars(select(Credential.id).where(Credential.kind == "passkey")).one()
    assert guest.delete(f"/api/me/passkeys/{number}").status_code == 400
    assert maker.delete(f"/api/me/passkeys/{number}").status_code == 400, "somebody else's"
    assert maker.delete("/api/me/passkeys/5e7c93fc-fb8b-4df0-9fb9-4ecb563aedfc").status_code == 400
    ways = guest.get("/api/me/ways").json()
    assert (ways["password"], [one["id"] for one in ways["passkeys"]]) == (False, [str(number)])
    assert guest.post("/api/me/password", password=PASSWORD).status_code == 204, "there is no old one"
    assert guest.post("/api/me/password", password="another one", old="").status_code == 401, "now there is"
    assert guest.delete(f"/api/me/passkeys/{number}").status_code == 204
    assert guest.get("/api/me/ways").json()["passkeys"] == []
