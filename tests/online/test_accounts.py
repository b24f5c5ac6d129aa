"""Accounts by every door: passwords, guests, sessions, one's own data, the operator."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from online.people import PASSWORD, PROOF, Person, Site
from redball.online import accounts
from redball.online.accounts import Asker, NotThatWay, TooOften
from redball.online.database import Database
from redball.online.tables import Account, Attempt, Audit, Credential, Login, now


def signed_in(person: Person) -> bool:
    """Whether the server knows the person."""
    return bool(person.get("/api/me").status_code == 200)


def test_a_name_is_one_persons_whatever_its_case(site: Site) -> None:
    site.person("Jörg")
    for name in ("JÖRG", "jörg", "Jo\u0308rg"):
        answer = site.stranger().post("/api/accounts", name=name, password=PASSWORD)
        assert (answer.status_code, "taken" in answer.json()["error"]) == (400, True), name
    for name in ("", " ", "a" * 41, "a<b>", "-"):
        assert site.stranger().post("/api/accounts", name=name, password=PASSWORD).status_code == 400, name
    for password in ("1234567", "x" * 201):
        assert site.stranger().post("/api/accounts", name="Karl", password=password).status_code == 400


def test_sign_in_and_out(site: Site) -> None:
    anna, elsewhere = site.person("Anna"), site.stranger()
    assert elsewhere.post("/api/session", name="anna", password=PASSWORD).json()["name"] == "Anna"
    assert signed_in(elsewhere)
    assert elsewhere.delete("/api/session").status_code == 204
    assert not signed_in(elsewhere)
    assert signed_in(anna), "only one's own session ends"


def test_what_is_wrong_is_not_told_and_too_often_is_refused(site: Site) -> None:
    site.person("Anna")
    other = site.stranger()
    told = set()
    for name, password in (("Anna", "not that one"), ("Nobody", PASSWORD), ("Anna", "")):
        answer = other.post("/api/session", name=name, password=password)
        assert answer.status_code == 401
        told.add(answer.json()["error"])
    assert len(told) == 1
    for _ in range(7):
        assert other.post("/api/session", name="Anna", password="wrong again").status_code == 401
    assert other.post("/api/session", name="Anna", password=PASSWORD).status_code == 429
    with site.house.database.writing() as tx:
        tx.execute(update(Attempt).values(at=now() - timedelta(minutes=16)))
    assert other.post("/api/session", name="Anna", password=PASSWORD).status_code == 200


def test_tokens_and_passwords_are_not_in_the_database(site: Site, database: Database) -> None:
    anna = site.person("Anna")
    token = anna.client.cookies["redball"]
    with database.reading() as found:
        login, credential = found.scalars(select(Login)).one(), found.scalars(select(Credential)).one()
    assert token not in (login.digest, login.agent)
    assert credential.secret.startswith(b"$argon2id$")
    assert PASSWORD.encode() not in credential.secret


def test_the_cookie_is_out_of_reach_of_scripts(site: Site) -> None:
    answer = site.stranger().post("/api/accounts", name="Anna", password=PASSWORD)
    said = answer.headers["set-cookie"].lower()
    assert {"httponly", "samesite=lax", "path=/"} <= {part.strip() for part in said.split(";")}


def test_a_session_that_nobody_uses_ends(site: Site, database: Database) -> None:
    anna = site.person("Anna")
    with database.writing() as tx:
        tx.execute(update(Login).values(ends=now() + timedelta(seconds=60), seen=now() - timedelta(minutes=6)))
    assert signed_in(anna)
    with database.reading() as found:
        assert found.scalars(select(Login)).one().ends > now() + timedelta(days=29), "its use was noted"
    with database.writing() as tx:
        tx.execute(update(Login).values(ends=now() - timedelta(seconds=1)))
    assert not signed_in(anna)


def test_a_guest_plays_by_a_link_and_keeps_the_game(site: Site) -> None:
    maker, guest = site.person("Anna"), site.stranger()
    gid = maker.made(private=True)
    token = maker.post(f"/api/games/{gid}/invitations", role="player", side="soviet").json()["token"]
    assert guest.post("/api/guests", name="Boris", invitation="no such one").status_code == 400
    assert guest.post("/api/guests", name="Boris", invitation=token).json()["guest"] is True
    assert guest.post(f"/api/games/{gid}/join", invitation=token).status_code == 200
    assert guest.view(gid, "soviet")["side"] == "soviet"
    assert site.stranger().post("/api/session", name="Boris", password="").status_code == 401
    assert guest.post("/api/me/password", password="my own password").status_code == 204
    assert guest.get("/api/me").json()["guest"] is False
    elsewhere = site.stranger()
    assert elsewhere.post("/api/session", name="Boris", password="my own password").status_code == 200
    assert [game["id"] for game in elsewhere.get("/api/lobby").json()["yours"]] == [gid]


def test_a_password_is_changed_by_who_knows_the_old_one(site: Site) -> None:
    anna, elsewhere = site.person("Anna"), site.stranger()
    assert elsewhere.post("/api/session", name="Anna", password=PASSWORD).status_code == 200
    assert anna.post("/api/me/password", password="another long one", proof={"password": "not it"}).status_code == 401
    assert anna.post("/api/me/password", password="another long one", proof=PROOF).status_code == 204
    assert signed_in(anna)
    assert not signed_in(elsewhere), "other sessions end"
    assert elsewhere.post("/api/session", name="Anna", password=PASSWORD).status_code == 401
    assert elsewhere.post("/api/session", name="Anna", password="another long one").status_code == 200


def test_sessions_are_listed_and_the_others_end(site: Site) -> None:
    anna, elsewhere, boris = site.person("Anna"), site.stranger(), site.person("Boris")
    elsewhere.client.headers["user-agent"] = "a telephone"
    assert elsewhere.post("/api/session", name="Anna", password=PASSWORD).status_code == 200
    found: dict[str, Any] = anna.get("/api/me/ways").json()
    assert (found["password"], found["passkeys"]) == (True, [])
    assert sorted((one["agent"], one["here"]) for one in found["sessions"]) == [
        ("a telephone", False),
        ("testclient", True),
    ]
    assert anna.delete("/api/me/sessions").status_code == 204
    assert [one["here"] for one in anna.get("/api/me/ways").json()["sessions"]] == [True]
    assert not signed_in(elsewhere)
    assert signed_in(boris), "only one's own"


def test_a_guest_can_choose_another_name_and_nobody_else(site: Site) -> None:
    maker, guest = site.person("Anna"), site.stranger()
    gid = maker.made()
    token = maker.post(f"/api/games/{gid}/invitations", role="player", side="soviet").json()["token"]
    assert guest.post("/api/guests", name="Guest", invitation=token).status_code == 201
    for name in ("ANNA", "a<b>", ""):
        assert guest.post("/api/me/name", name=name).status_code == 400, name
    assert guest.get("/api/me").json()["name"] == "Guest"
    assert guest.post("/api/me/name", name="Boris").json() == guest.get("/api/me").json()
    assert guest.get("/api/me").json()["name"] == "Boris"
    assert guest.post("/api/me/password", password=PASSWORD).status_code == 204
    refused = guest.post("/api/me/name", name="Carl")
    assert (refused.status_code, "only a guest" in refused.json()["error"]) == (400, True)
    assert site.stranger().post("/api/session", name="Boris", password=PASSWORD).status_code == 200


def test_own_data_can_be_had_and_deleted(site: Site, database: Database) -> None:
    gid, (anna, boris) = site.begun("Anna", "Boris")
    done = anna.act(gid, "axis", anna.view(gid, "axis")["seq"], {"type": "done"})
    assert done.status_code == 200
    kept: dict[str, Any] = anna.get("/api/me/export").json()
    assert (kept["name"], kept["seats"][0]["game"], kept["seats"][0]["side"]) == ("Anna", gid, "axis")
    assert kept["actions"][gid] >= 1
    assert {"sign up", "challenge"} <= {one["what"] for one in kept["audit"]}
    assert not {"secret", "digest", "handle"} & {key for one in kept["credentials"] + kept["sessions"] for key in one}
    assert anna.post("/api/me/erase", proof=PROOF).status_code == 204
    assert not signed_in(anna)
    with database.reading() as found:
        assert [one.name for one in found.scalars(select(Account))] == ["Boris"]
        assert "Anna" not in " ".join(f"{one.about} {one.address}" for one in found.scalars(select(Audit)))
    seats = boris.get("/api/lobby").json()["yours"][0]["seats"]
    assert [(seat["side"], seat["name"]) for seat in seats] == [("axis", ""), ("soviet", "Boris")]
    assert boris.view(gid, "soviet")["seq"] >= 1, "the game stays"
    assert site.person("Anna").get("/api/lobby").json()["yours"] == [], "the name is free, its games are not"


def test_an_account_is_deleted_by_who_knows_the_password(site: Site, database: Database) -> None:
    """A session is not enough: somebody else may sit at the browser. What is guessed is counted."""
    anna = site.person("Anna")
    for _ in range(10):
        refused = anna.post("/api/me/erase", proof={"password": "not that one"}, name="Anna")
        assert (refused.status_code, refused.json()["error"]) == (401, "that is not your password")
    assert anna.post("/api/me/erase", proof=PROOF).status_code == 429
    assert signed_in(anna)
    with database.writing() as tx:
        tx.execute(delete(Attempt))
    assert anna.post("/api/me/erase", proof=PROOF).status_code == 204
    assert not signed_in(anna)


def test_a_guest_types_the_name_to_be_deleted(site: Site) -> None:
    maker, guest = site.person("Anna"), site.stranger()
    token = maker.post(f"/api/games/{maker.made()}/invitations", role="spectator").json()["token"]
    assert guest.post("/api/guests", name="Jörg", invitation=token).status_code == 201
    for wrong in ({}, {"name": ""}, {"name": "Anna"}, {"proof": PROOF}):
        assert guest.post("/api/me/erase", **wrong).status_code == 400, wrong
    assert guest.post("/api/me/erase", name=" JÖRG ").status_code == 204
    assert not signed_in(guest)


def test_who_is_blocked_is_out(site: Site, database: Database) -> None:
    anna = site.person("Anna")
    with database.writing() as tx:
        accounts.block(tx, accounts.named(tx, "anna"), "spam")
    assert not signed_in(anna)
    assert anna.post("/api/session", name="Anna", password=PASSWORD).status_code == 401
    with database.writing() as tx:
        accounts.unblock(tx, accounts.named(tx, "anna"))
    assert anna.post("/api/session", name="Anna", password=PASSWORD).status_code == 200
    with database.writing() as tx:
        password = accounts.reset_password(tx, accounts.named(tx, "Anna"))
    assert not signed_in(anna)
    assert anna.post("/api/session", name="Anna", password=password).status_code == 200


def test_old_guests_are_forgotten(database: Database) -> None:
    with database.writing() as tx:
        gone, here = accounts.guest(tx, "Gone"), accounts.guest(tx, "Here")
        accounts.log_in(tx, here, 1)
        accounts.log_in(tx, gone, -1)
    with database.writing() as tx:
        accounts.forget_old(tx)
    with database.reading() as found:
        assert [one.name for one in found.scalars(select(Account))] == ["Here"]


@pytest.mark.parametrize("count", [9, 10])
def test_failures_of_an_address_count_for_all_names(database: Database, count: int) -> None:
    with database.writing() as tx:
        accounts.sign_up(tx, "Anna", PASSWORD)
    for number in range(count):
        with database.writing() as tx:
            assert accounts.sign_in(tx, f"name{number}", "wrong one", "192.0.2.1", 10) is None
    with database.writing() as tx:
        if count < 10:
            assert accounts.sign_in(tx, "Anna", PASSWORD, "192.0.2.1", 10) is not None
        else:
            with pytest.raises(TooOften):
                accounts.sign_in(tx, "Anna", PASSWORD, "192.0.2.1", 10)
        assert accounts.sign_in(tx, "Anna", PASSWORD, "192.0.2.2", 10) is not None


def test_a_taken_name_leaves_the_transaction_whole(database: Database) -> None:
    with database.writing() as tx:
        first = accounts.sign_up(tx, "Anna", PASSWORD)
        with pytest.raises(NotThatWay, match="taken"):
            accounts.guest(tx, "ANNA")
        accounts.settle_down(tx, Asker(first.id, "Anna", False), "another password")
    with database.reading() as found:
        assert len(found.scalars(select(Account)).all()) == 1
