"""Passkeys: made for an account, signed in with, and refused where they do not fit."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from online.authenticator import HOST, Authenticator, challenged, proof_by, with_passkey
from online.people import HERE, PASSWORD, PROOF, Site
from redball.online.database import Database
from redball.online.tables import Credential


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
    made = Authenticator(HERE, HOST).made(anna.post("/api/me/passkeys/begin", proof=PROOF).json())
    assert boris.post("/api/me/passkeys", answer=made).status_code == 401
    signing_in = Authenticator(HERE, HOST).made(challenged(anna))
    assert anna.post("/api/me/passkeys", answer=signing_in).status_code == 401, "a challenge for something else"
    assert anna.post("/api/me/passkeys", answer=made).status_code == 204


def test_the_last_way_to_sign_in_stays(site: Site, database: Database) -> None:
    maker, guest = site.person("Anna"), site.stranger()
    gid = maker.made()
    token = maker.post(f"/api/games/{gid}/invitations", role="player", side="soviet").json()["token"]
    guest.post("/api/guests", name="Boris", invitation=token)
    key = Authenticator(HERE, HOST)
    assert (
        guest.post(
            "/api/me/passkeys", answer=key.made(guest.post("/api/me/passkeys/begin", proof={}).json())
        ).status_code
        == 204
    )
    assert guest.get("/api/me").json()["guest"] is False, "whoever has a passkey has an account"
    with database.reading() as found:
        number = found.scalars(select(Credential.id).where(Credential.kind == "passkey")).one()
    remove = f"/api/me/passkeys/{number}/remove"
    only = guest.post(remove, proof=proof_by(guest, key))
    assert (only.status_code, "only way to sign in" in only.json()["error"]) == (400, True)
    for other in (number, "5e7c93fc-fb8b-4df0-9fb9-4ecb563aedfc"):
        refused = maker.post(f"/api/me/passkeys/{other}/remove", proof=PROOF)
        assert (refused.status_code, refused.json()["error"]) == (400, "you have no such passkey")
    ways = guest.get("/api/me/ways").json()
    assert (ways["password"], [one["id"] for one in ways["passkeys"]]) == (False, [str(number)])
    assert guest.post("/api/me/password", password=PASSWORD, proof=proof_by(guest, key)).status_code == 204
    assert guest.post(remove, proof=PROOF).status_code == 204
    assert guest.get("/api/me/ways").json()["passkeys"] == []
