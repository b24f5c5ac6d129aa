"""Notices by web push: who gets one and what it says, sealed for the browser and signed by the server; browsers that
come, go, change hands and are gone. With a push service of the tests' own, which opens what it gets."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
from sqlalchemy import select

from online.browser_side import Receiver, claims, raw, spelt
from online.letterbox import Hooked, web_server
from online.people import KEY, PASSWORD, PROOF, Person, Site, settings_for
from online.test_notices import passed, sent, waiting
from redball.online import accounts, push
from redball.online.accounts import NotThatWay
from redball.online.app import create_app
from redball.online.database import Database
from redball.online.settings import Mail, Notices, Settings
from redball.online.tables import GameRow, Login, PushBrowser, now

BROWSERS = "/api/me/browsers"
OTHER_KEY = "another key of the dice, as long as it"


@pytest.fixture
def service() -> Iterator[Hooked]:
    """A push service."""
    with web_server() as found:
        found.status = 201
        yield found


@pytest.fixture
def site(url: str, tmp_path: Path) -> Iterator[Site]:
    """A server that calls push services in its own network; nothing is sent but by `sent`."""
    settings = msgspec.structs.replace(settings_for(url), notices=Notices(private=True, every=3600.0))
    with Site(create_app(settings, static=tmp_path / "none")) as found:
        yield found


def browser(service: Hooked, number: int = 1) -> Receiver:
    """A browser with an address at the push service."""
    return Receiver(f"http://127.0.0.1:{service.port}/push/{number}", seed=number)


def takes(person: Person, one: Receiver) -> Any:
    """Let somebody get notices in a browser."""
    answer = person.post(BROWSERS, **one.given)
    assert answer.status_code == 200, answer.text
    return answer.json()


def again(site: Site, person: Person) -> Person:
    """The same person, signed in in another browser."""
    other = site.stranger()
    assert other.post("/api/session", name=person.name, password=PASSWORD).status_code == 200
    return other


def kept(site: Site) -> list[str]:
    """The addresses of all browsers."""
    with site.house.database.reading() as found:
        return list(found.scalars(select(PushBrowser.endpoint).order_by(PushBrowser.endpoint)).all())


# --- what is sent ------------------------------------------------------------------------------------------------


def test_a_notice_is_sealed_for_its_browser_and_names_the_decision(site: Site, service: Hooked) -> None:
    gid, (axis, soviet) = site.begun(name="Sunday evening")
    one = browser(service)
    key = takes(soviet, one)["key"]
    takes(axis, browser(service, 9))
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
    about = soviet.get("/api/lobby").json()["yours"][0]["about"]
    assert about
    assert sent(site, later=False) == 0, "not at once"
    assert sent(site) == 1
    (call,) = service.calls
    assert call.path == "/push/1"
    told = one.read(call)
    assert told.pop("notice")
    assert told == {"game": gid, "title": "Sunday evening: Soviet decides", "text": about}
    with pytest.raises(InvalidTag):
        browser(service, 2).opened(call.body)
    said = claims(call, key, f"http://127.0.0.1:{service.port}")
    assert time.time() < said["exp"] < time.time() + 86_400
    assert said["sub"] == "mailto:redball@localhost.invalid"
    assert int(call.headers["TTL"]) > 0
    assert gid not in repr(call.headers), "nothing of it is for the push service to read"
    assert (sent(site), waiting(site)) == (0, []), "at most one for a decision"


def test_each_browser_of_an_account_gets_it_and_can_be_taken_off(site: Site, service: Hooked) -> None:
    gid, (axis, soviet) = site.begun()
    phone = again(site, soviet)
    takes(soviet, browser(service, 1))
    shown = takes(phone, browser(service, 2))
    assert [one["here"] for one in shown["browsers"]] == [False, True]
    both = {"axis": axis, "soviet": soviet}
    assert passed(site, gid, both) == "soviet"
    assert sent(site) == 2
    assert sorted(call.path for call in service.calls) == ["/push/1", "/push/2"]
    assert axis.delete(f"{BROWSERS}/{shown['browsers'][0]['browser']}").status_code == 400, "it is not theirs"
    assert soviet.delete(f"{BROWSERS}/{shown['browsers'][0]['browser']}").status_code == 204
    assert [one["here"] for one in phone.get(BROWSERS).json()["browsers"]] == [True]
    service.calls.clear()
    assert passed(site, gid, both) == "axis"
    assert passed(site, gid, both) == "soviet"
    assert sent(site) == 1
    assert [call.path for call in service.calls] == ["/push/2"]


def test_a_browser_that_was_taken_off_after_the_decision_gets_nothing(site: Site, service: Hooked) -> None:
    gid, (axis, soviet) = site.begun()
    (one,) = takes(soviet, browser(service))["browsers"]
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
    assert soviet.delete(f"{BROWSERS}/{one['browser']}").status_code == 204
    assert (sent(site), service.calls, waiting(site)) == (0, [], [])


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_deleted(site: Site, service: Hooked, status: int) -> None:
    gid, (axis, soviet) = site.begun()
    takes(soviet, browser(service))
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
    service.status = status
    assert (sent(site), waiting(site), kept(site)) == (0, [], [])
    assert soviet.get(BROWSERS).json()["browsers"] == []


@pytest.mark.parametrize("status", [403, 429, 500])
def test_a_push_service_that_takes_nothing_now_is_called_again(site: Site, service: Hooked, status: int) -> None:
    gid, (axis, soviet) = site.begun()
    takes(soviet, browser(service))
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
    service.status = status
    assert sent(site) == 0
    assert [letter.tries for letter in waiting(site)] == [1]
    service.status = 201
    assert (sent(site), len(service.calls), len(kept(site))) == (1, 2, 1)


def test_long_words_fit_into_what_a_push_service_takes(site: Site, service: Hooked) -> None:
    gid, (axis, soviet) = site.begun(name="界" * 80)
    one = browser(service)
    takes(soviet, one)
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
    with site.house.database.writing() as tx:
        tx.get_one(GameRow, gid).about = "界" * 5000
    assert sent(site) == 1
    (call,) = service.calls
    assert len(call.body) <= 4096
    assert one.read(call)["text"] == "界" * push.LONGEST_WORDS


# --- which browsers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["sign out", "elsewhere", "password", "block", "erase", "session over"])
def test_notices_end_with_the_session(site: Site, service: Hooked, how: str) -> None:
    """Whoever sits at a browser that somebody has left reads no more of their games."""
    anna = site.person("Anna")
    here = again(site, anna)
    takes(here, browser(service))
    if how == "sign out":
        assert here.delete("/api/session").status_code == 204
    elif how == "elsewhere":
        assert anna.delete("/api/me/sessions").status_code == 204
    elif how == "password":
        assert anna.post("/api/me/password", password="another long one", proof=PROOF).status_code == 204
    elif how == "erase":
        assert anna.post("/api/me/erase", proof=PROOF).status_code == 204
    else:
        with site.house.database.writing() as tx:
            if how == "block":
                accounts.block(tx, accounts.named(tx, "Anna"), "rude")
            else:
                one = tx.scalars(select(Login).join(PushBrowser, PushBrowser.login_digest == Login.digest)).one()
                one.ends = now()
                tx.flush()
                accounts.forget_old(tx)
    assert kept(site) == []


def test_a_browser_is_its_last_accounts_and_a_session_has_one(site: Site, service: Hooked) -> None:
    anna, boris = site.person("Anna"), site.person("Boris")
    takes(anna, browser(service, 1))
    takes(anna, browser(service, 2))
    assert [address[-1] for address in kept(site)] == ["2"]
    takes(boris, browser(service, 2))
    assert len(kept(site)) == 1
    assert anna.get(BROWSERS).json()["browsers"] == []
    assert len(boris.get(BROWSERS).json()["browsers"]) == 1


def test_a_guest_gets_notices_too(site: Site, service: Hooked) -> None:
    anna = site.person("Anna")
    gid = anna.made()
    token = anna.post(f"/api/games/{gid}/invitations", role="player", side="soviet").json()["token"]
    guest = site.stranger()
    assert guest.post("/api/guests", name="Guest", invitation=token).status_code == 201
    assert guest.post(f"/api/games/{gid}/join", side="soviet", invitation=token).status_code == 200
    takes(guest, browser(service))
    assert passed(site, gid, {"axis": anna, "soviet": guest}) == "soviet"
    assert (sent(site), len(service.calls)) == (1, 1)


def test_an_account_has_so_many_browsers(site: Site, service: Hooked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "MOST", 2)
    anna = site.person("Anna")
    two, three = again(site, anna), again(site, anna)
    takes(anna, browser(service, 1))
    takes(two, browser(service, 2))
    refused = three.post(BROWSERS, **browser(service, 3).given)
    assert (refused.status_code, "take one off" in refused.text) == (400, True)
    takes(two, browser(service, 3))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", "https://127.0.0.1/x"),
        ("endpoint", "https://push.example:8443/x"),
        ("endpoint", "http://push.example/x"),
        ("endpoint", "https://a@push.example/x"),
        ("endpoint", "https://push.example/" + "x" * 1000),
        ("p256dh", ""),
        ("p256dh", spelt(b"\4" + b"\1" * 64)),
        ("p256dh", "é"),
        ("p256dh", spelt(b"\2" + b"\1" * 32)),
        ("auth", "short"),
        ("auth", "*" * 22),
    ],
)
def test_what_is_no_browser_of_the_net_is_refused(database: Database, tmp_path: Path, field: str, value: str) -> None:
    settings = settings_for(database.engine.url.render_as_string(hide_password=False))
    with Site(create_app(settings, static=tmp_path / "none")) as site:
        given = Receiver("https://push.example/x").given | {field: value}
        answer = site.person("Anna").post(BROWSERS, **given)
        assert answer.status_code == 400, answer.text
        assert kept(site) == []


def test_own_data_name_the_browsers_and_no_secret(site: Site, service: Hooked) -> None:
    anna = site.person("Anna")
    one = browser(service)
    takes(anna, one)
    text = anna.get("/api/me/export").text
    (shown,) = msgspec.json.decode(text)["browsers"]
    assert shown["endpoint"] == one.endpoint
    assert spelt(one.secret) not in text
    answer = anna.get(BROWSERS).text
    assert one.endpoint not in answer
    assert spelt(one.secret) not in answer


# --- keys and sealing --------------------------------------------------------------------------------------------


def test_the_example_of_rfc_8291_is_sealed_as_it_is_there() -> None:
    own = derive_private_key(int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), SECP256R1())
    point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    keys = push.checked_keys(point, "BTBZMqHH6r4Tts7J_aSIgg")
    words = b"When I grow up, I want to be a watermelon"
    body = push.sealed(words, keys, own=own, salt=raw("DGv6ra1nlYgDCS1FRnbzlw"))
    assert spelt(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_nothing_is_sealed_twice_alike() -> None:
    one = Receiver("https://push.example/x", seed=int.from_bytes(b"seed"))
    keys = push.Keys(one.point, one.secret)
    first, second = push.sealed(b"the same", keys), push.sealed(b"the same", keys)
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]
    assert one.opened(first) == one.opened(second) == b"the same"


def test_the_servers_key_follows_from_that_of_the_dice_and_is_in_no_database(site: Site, service: Hooked) -> None:
    key = takes(site.person("Anna"), browser(service))["key"]
    assert key == push.public_key(KEY.encode()) != push.public_key(OTHER_KEY.encode())
    secret = push.signing_key(KEY.encode()).private_numbers().private_value
    assert 0 < secret < push.ORDER
    if site.house.database.sqlite:
        path = Path(str(site.house.database.engine.url.database))
        everything = path.read_bytes() + path.with_name(path.name + "-wal").read_bytes()
        assert secret.to_bytes(32) not in everything
        assert browser(service).endpoint.encode() in everything, "that is where it is looked for"


@pytest.mark.parametrize(
    ("public", "sender", "wanted"),
    [
        ("https://ocs.example:8443/", "Redball <redball@ocs.example>", "https://ocs.example:8443"),
        ("http://ocs.example", "Redball <redball@ocs.example>", "mailto:redball@ocs.example"),
        ("", "", "mailto:redball@localhost.invalid"),
    ],
)
def test_a_push_service_is_told_whom_to_turn_to(public: str, sender: str, wanted: str) -> None:
    settings = Settings(mail=Mail(host="mail", sender=sender))
    settings = msgspec.structs.replace(settings, server=msgspec.structs.replace(settings.server, public=public))
    assert push.contact(settings) == wanted


def test_keys_are_in_base64url() -> None:
    for wrong in ("a", "ab!d", "é"):
        with pytest.raises(NotThatWay):
            push.out_of_base64(wrong)
    assert push.out_of_base64("a-b_") == raw("a-b_")
