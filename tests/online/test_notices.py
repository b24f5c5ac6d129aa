"""Notices of decisions: who gets one, what it says, when none is sent, and that none is sent twice; addresses and
passwords by mail. With a mail server and a web server of the tests' own."""

from __future__ import annotations

import hmac
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from online.letterbox import Hooked, Letterbox, mail_server, web_server
from online.people import HERE, PASSWORD, PROOF, Person, Site, settings_for
from online.test_live import connected, heard
from redball.online import accounts, hooks, notices, sending
from redball.online.accounts import NotThatWay
from redball.online.app import create_app
from redball.online.hooks import NotReached, call, checked_address, is_public, looked_up
from redball.online.sending import Sender
from redball.online.settings import Mail, Notices, SettingsError, read
from redball.online.tables import GameRow, Letter, Ticket, now

PUBLIC = "http://ocs.example"


@pytest.fixture
def mails() -> Iterator[tuple[Letterbox, int]]:
    """A mail server, and its port."""
    with mail_server() as found:
        yield found


@pytest.fixture
def box(mails: tuple[Letterbox, int]) -> Letterbox:
    """What came by mail."""
    return mails[0]


@pytest.fixture
def hooked() -> Iterator[Hooked]:
    """A web server."""
    with web_server() as found:
        yield found


@pytest.fixture
def site(url: str, tmp_path: Path, mails: tuple[Letterbox, int]) -> Iterator[Site]:
    """A server that sends mail, and calls webhooks in its own network; nothing is sent but by `sent`."""
    mail = Mail(host="127.0.0.1", port=mails[1], security="none", sender="Redball <redball@ocs.example>")
    settings = msgspec.structs.replace(settings_for(url), mail=mail, notices=Notices(private=True, every=3600.0))
    settings = msgspec.structs.replace(settings, server=msgspec.structs.replace(settings.server, public=PUBLIC))
    with Site(create_app(settings, static=tmp_path / "none")) as found:
        yield found


def sender_of(site: Site) -> Sender:
    """What sends the letters of a server."""
    sender: Sender = site.app.state.sender
    return sender


def sent(site: Site, *, later: bool = True) -> int:
    """Send what is due, or will be in a day; how many letters left."""
    if later:
        with site.house.database.writing() as tx:
            tx.execute(update(Letter).where(Letter.claimed.is_(None)).values(due=now() - timedelta(seconds=1)))
    return sender_of(site).round()


def waiting(site: Site) -> list[Letter]:
    """The letters that wait."""
    with site.house.database.reading() as found:
        return list(found.scalars(select(Letter).order_by(Letter.made)).all())


def link_in(letter: Any, kind: str) -> str:
    """The token of the link in a letter."""
    found = re.search(rf"{PUBLIC}/#/{kind}/(\S+)", letter.get_content())
    assert found is not None, letter.get_content()
    return found[1]


def has_mail(site: Site, box: Letterbox, person: Person) -> str:
    """Let somebody have a confirmed address, and mail about decisions."""
    address = f"{person.name.lower()}@post.example"
    assert person.post("/api/me/email", email=address, proof=PROOF).status_code == 204
    assert sent(site) == 1
    assert site.stranger().post("/api/email", token=link_in(box.letters.pop(), "email")).status_code == 204
    answer = person.post("/api/me/notices", mail=True)
    assert (answer.status_code, answer.json()["email"]) == (200, address), answer.text
    box.to.clear()
    return address


def passed(site: Site, gid: str, people: dict[str, Person]) -> str:
    """Play until another side decides; which one."""
    with site.house.database.reading() as found:
        before = found.get_one(GameRow, gid).decides
    person = people[before]
    for _ in range(60):
        view = person.view(gid, before)
        if person.act(gid, before, view["seq"], {"type": "done"}).status_code == 409:
            assert person.act(gid, before, view["seq"], view["choices"][-1]).status_code == 200
        if (after := person.get(f"/api/games/{gid}/at").json()["decides"]) != before:
            return str(after)
    raise AssertionError("nothing passes")


# --- a decision --------------------------------------------------------------------------------------------------


def test_a_notice_names_the_decision_and_leads_to_it(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun(name="Sunday evening")
    address = has_mail(site, box, soviet)
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
    about = soviet.get("/api/lobby").json()["yours"][0]["about"]
    assert about
    assert sent(site, later=False) == 0, "not at once"
    assert sent(site) == 1
    (letter,) = box.letters
    text = letter.get_content()
    assert (letter["To"], letter["Subject"]) == (address, "Sunday evening: Soviet decides")
    assert f"Soviet: {about}" in text
    assert f"{PUBLIC}/g/{gid}#since" in text
    assert "html" not in letter.get_content_type()
    assert letter["List-Unsubscribe"].strip("<>") in text
    assert box.to == [address]
    assert (sent(site), waiting(site)) == (0, []), "at most one for a decision"


def test_nobody_gets_one_who_did_not_want_it_or_does_not_decide(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, axis)
    watcher = site.person("Carl")
    link = axis.post(f"/api/games/{gid}/invitations", role="spectator").json()["token"]
    assert watcher.post(f"/api/games/{gid}/join", invitation=link).status_code == 200
    has_mail(site, box, watcher)
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
    assert (sent(site), box.letters, waiting(site)) == (0, [], [])
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "axis"
    assert (sent(site), box.to) == (1, ["anna@post.example"])


def test_an_action_that_leaves_the_decision_where_it_is_brings_none(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, axis)
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "axis"
    assert sent(site) == 1
    view = axis.view(gid, "axis")
    assert view["choices"][0]["type"] in ("elect_order", "begin_move"), "going first, or a move"
    assert axis.act(gid, "axis", view["seq"], view["choices"][0]).status_code == 200
    assert axis.get(f"/api/games/{gid}/at").json()["decides"] == "axis"
    assert waiting(site) == []


def test_what_passes_on_before_it_is_due_is_not_sent(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    both = {"axis": axis, "soviet": soviet}
    assert (passed(site, gid, both), len(waiting(site))) == ("soviet", 1)
    assert passed(site, gid, both) == "axis"
    assert (sent(site), waiting(site)) == (0, [])


@pytest.mark.parametrize("how", ["resign", "adjourn", "unwanted", "blocked", "erased"])
def test_what_is_about_nothing_any_more_is_not_sent(site: Site, box: Letterbox, how: str) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
    if how == "resign":
        assert axis.post(f"/api/games/{gid}/resign").status_code == 204
    elif how == "adjourn":
        number = axis.post(f"/api/games/{gid}/offers", kind="adjourn").json()["number"]
        assert soviet.post(f"/api/games/{gid}/offers/{number}", agree=True).status_code == 200
    elif how == "unwanted":
        assert soviet.post("/api/me/notices", mail=False).status_code == 200
    elif how == "erased":
        assert soviet.post("/api/me/erase", proof=PROOF).status_code == 204
    else:
        with site.house.database.writing() as tx:
            accounts.block(tx, accounts.named(tx, "Boris"), "rude")
    assert (sent(site), box.letters) == (0, [])
    assert waiting(site) == []


def test_a_game_that_goes_on_after_a_rest_brings_one(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, axis)
    for kind in ("adjourn", "resume"):
        number = soviet.post(f"/api/games/{gid}/offers", kind=kind).json()["number"]
        assert axis.post(f"/api/games/{gid}/offers/{number}", agree=True).status_code == 200
        assert sent(site) == (kind == "resume")


def test_a_new_player_of_the_side_that_decides_gets_one(site: Site, box: Letterbox) -> None:
    umpire, axis, soviet, late = (site.person(name) for name in ("Anna", "Boris", "Carl", "Dora"))
    has_mail(site, box, late)
    gid = umpire.made(side="")
    for person, side in ((axis, "axis"), (soviet, "soviet")):
        assert person.post(f"/api/games/{gid}/join", side=side).status_code == 200
    assert umpire.post(f"/api/games/{gid}/players", side="axis", name="Dora").status_code == 204
    assert (sent(site), box.to) == (1, ["dora@post.example"])
    has_mail(site, box, axis)
    token = late.post(f"/api/games/{gid}/invitations", role="substitute", side="axis").json()["token"]
    assert axis.post(f"/api/games/{gid}/join", invitation=token).status_code == 200
    assert (sent(site), box.to) == (1, ["boris@post.example"]), "so does a substitute"


def test_the_first_decision_of_a_game_brings_one(site: Site, box: Letterbox) -> None:
    axis, soviet = site.person("Anna"), site.person("Boris")
    has_mail(site, box, axis)
    gid = axis.made()
    assert waiting(site) == []
    assert soviet.post(f"/api/games/{gid}/join", side="soviet").status_code == 200
    assert sent(site) == 1


def test_whoever_has_the_page_open_gets_none_till_they_are_gone(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    assert soviet.post("/api/me/notices", mail=True, minutes=30).status_code == 200
    with connected(soviet, gid, "soviet") as socket:
        heard(socket, "here")
        assert passed(site, gid, {"axis": axis, "soviet": soviet}) == "soviet"
        (before,) = waiting(site)
        assert timedelta(minutes=29) < before.due - now() < timedelta(minutes=31)
        assert sent(site) == 0
        (after,) = waiting(site)
        assert timedelta(minutes=29) < after.due - now() < timedelta(minutes=31)
        assert after.tries == 0
    assert sent(site, later=False) == 0
    while site.app.state.means.live.count:
        pass
    assert sent(site) == 1


def test_what_an_action_that_failed_would_have_said_is_not_sent(
    site: Site, box: Letterbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter is in the action's own transaction."""
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    noted: list[int] = []
    whole = notices.note_decision

    def note(tx: Any, row: GameRow) -> None:
        whole(tx, row)
        noted.append(len(tx.scalars(select(Letter.id)).all()))
        raise RuntimeError("the power is gone")

    monkeypatch.setattr("redball.online.house.note_decision", note)
    with pytest.raises((AssertionError, RuntimeError)):
        passed(site, gid, {"axis": axis, "soviet": soviet})
    assert set(noted) == {1}
    assert waiting(site) == []


def test_a_letter_that_is_not_taken_is_tried_again_and_given_up(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    passed(site, gid, {"axis": axis, "soviet": soviet})
    box.answer = "451 later"
    for tries, wait in enumerate(sending.AGAIN, 1):
        assert sent(site) == 0
        (letter,) = waiting(site)
        assert (letter.tries, letter.claimed) == (tries, None)
        assert abs(letter.due - now() - wait) < timedelta(minutes=1)
    assert (sent(site), waiting(site)) == (0, [])


def test_a_letter_leaves_once_the_mail_server_is_back(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    passed(site, gid, {"axis": axis, "soviet": soviet})
    sender = sender_of(site)
    right = sender._settings
    sender._settings = msgspec.structs.replace(right, mail=msgspec.structs.replace(right.mail, port=1))
    assert (sent(site), [letter.tries for letter in waiting(site)]) == (0, [1])
    sender._settings = right
    assert (sent(site), len(box.letters)) == (1, 1)


def test_an_address_that_nobody_has_is_not_tried_again(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    passed(site, gid, {"axis": axis, "soviet": soviet})
    box.refuses = "550 nobody"
    assert (sent(site), waiting(site)) == (0, [])


def test_after_a_kill_what_may_have_left_is_not_sent_again(site: Site, box: Letterbox) -> None:
    """Claimed, and the process ended before it could say that the letter had left."""
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    passed(site, gid, {"axis": axis, "soviet": soviet})
    (letter,) = waiting(site)
    assert sender_of(site)._claim(letter.id) == ""
    assert (sent(site), len(waiting(site))) == (0, 1)
    with site.house.database.writing() as tx:
        tx.execute(update(Letter).values(claimed=now() - sending.LOST - timedelta(seconds=1)))
    assert (sent(site), waiting(site), box.letters) == (0, [], [])


def test_two_workers_send_it_once(site: Site, box: Letterbox, url: str, tmp_path: Path) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    passed(site, gid, {"axis": axis, "soviet": soviet})
    (letter,) = waiting(site)
    first = sender_of(site)
    other = Sender(site.house.database, first._settings, site.house.key, lambda _: ())
    assert first._claim(letter.id) == ""
    assert other._claim(letter.id) is None
    assert other._deal_with(letter.id) is False
    assert box.letters == []


def test_what_passes_on_while_a_letter_is_being_sent_takes_it_back(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    both = {"axis": axis, "soviet": soviet}
    passed(site, gid, both)
    (letter,) = waiting(site)
    with site.house.database.writing() as tx:
        tx.execute(update(GameRow).values(decides="axis"))
    assert sender_of(site)._claim(letter.id) is None
    assert waiting(site) == []


# --- webhooks ----------------------------------------------------------------------------------------------------


def test_a_webhook_is_told_and_can_check_who_says_it(site: Site, hooked: Hooked) -> None:
    gid, (axis, soviet) = site.begun()
    hook = f"http://127.0.0.1:{hooked.port}/take?who=me"
    wanted = soviet.post("/api/me/notices", mail=False, hook=hook, proof=PROOF).json()
    assert soviet.get("/api/me/notices").json() == wanted
    passed(site, gid, {"axis": axis, "soviet": soviet})
    assert sent(site) == 1
    (got,) = hooked.calls
    told = json.loads(got.body)
    about = soviet.get("/api/lobby").json()["yours"][0]["about"]
    assert (got.path, told["game"], told["side"], told["about"]) == ("/take?who=me", gid, "Soviet", about)
    assert told["address"] == f"{PUBLIC}/g/{gid}#since"
    said = dict(part.split("=") for part in got.headers[sending.SAID].split(","))
    code = hmac.new(wanted["secret"].encode(), f"{said['t']}.".encode() + got.body, sha256).hexdigest()
    assert said["v1"] == code
    assert got.headers["X-Redball-Notice"] == told["notice"]
    assert (sent(site), len(hooked.calls)) == (0, 1)
    other = axis.post("/api/me/notices", mail=False, hook=hook, proof=PROOF).json()
    assert other["secret"] != wanted["secret"]


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_webhook_that_does_not_take_it_is_called_again(site: Site, hooked: Hooked, status: int) -> None:
    gid, (axis, soviet) = site.begun()
    hook = f"http://127.0.0.1:{hooked.port}/"
    assert soviet.post("/api/me/notices", mail=False, hook=hook, proof=PROOF).status_code == 200
    passed(site, gid, {"axis": axis, "soviet": soviet})
    hooked.status = status
    assert (sent(site), [letter.tries for letter in waiting(site)]) == (0, [1])
    assert [one.path for one in hooked.calls] == ["/"], "it goes nowhere else"
    hooked.status = 200
    assert (sent(site), waiting(site)) == (1, [])


@pytest.mark.parametrize(
    "hook",
    [
        "http://ocs.example/", "ftp://ocs.example/", "https://", "https://me:secret@ocs.example/",
        "https://ocs.example:8443/", "https://127.0.0.1/", "https://10.1.2.3/", "https://[::1]/",
        "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/", "https://ocs.example/a b",
        "https://ocs.example/\r\nX: y", "https://[", "https://ocs.example/" + "x" * 490, "https://\u043e.example/",
    ],
)  # fmt: skip
def test_a_webhook_leads_to_the_net_at_large(hook: str) -> None:
    with pytest.raises(NotThatWay):
        checked_address(hook, private=False)


def test_a_webhook_may_be_so_long_and_lead_into_the_own_network_where_that_is_allowed() -> None:
    assert checked_address("https://ocs.example/" + "x" * 480, private=False).hostname == "ocs.example"
    assert checked_address("http://127.0.0.1:8080/", private=True).port == 8080


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2606:4700::1111", True), ("127.0.0.1", False), ("0.0.0.0", False), ("10.0.0.1", False),
        ("172.16.0.1", False), ("192.168.1.1", False), ("169.254.169.254", False), ("100.64.0.1", False),
        ("224.0.0.1", False), ("255.255.255.255", False), ("::", False), ("::1", False), ("fe80::1", False),
        ("fc00::1", False), ("ff02::1", False), ("::ffff:192.168.1.1", False), ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)  # fmt: skip
def test_addresses_that_are_public(address: str, public: bool) -> None:
    assert is_public(ip_address(address)) is public


def test_a_name_that_leads_into_the_own_network_is_not_called(hooked: Hooked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where only one of its addresses does; and what is called is an address that was looked at."""

    def leads_to(*addresses: str) -> None:
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    leads_to("127.0.0.1")
    with pytest.raises(NotReached, match="public"):
        call("https://rebound.example/", b"{}", {})
    leads_to("8.8.8.8", "10.0.0.1")
    with pytest.raises(NotReached, match="public"):
        looked_up("rebound.example", 443, private=False)
    leads_to("8.8.8.8")
    called: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], _: float) -> socket.socket:
        called.append(address)
        raise OSError("no net here")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(NotReached, match="does not answer"):
        call("https://ocs.example/", b"{}", {})
    assert called == [("8.8.8.8", 443)]


def test_a_webhook_that_answers_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then: no step takes long, and all of it would never end."""
    monkeypatch.setattr(hooks, "LONGEST_CALL", 0.4)
    ended = Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            taken, _ = server.accept()
            with taken, suppress(OSError):
                taken.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                while not ended.wait(0.02):
                    taken.sendall(b"x")

        thread = Thread(target=drip)
        thread.start()
        began = time.monotonic()
        with pytest.raises(NotReached):
            call(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {}, private=True)
        assert time.monotonic() - began < 5
        ended.set()
        thread.join()


def test_a_server_that_sends_no_mail_says_so(url: str, tmp_path: Path) -> None:
    with Site(create_app(settings_for(url), static=tmp_path / "none")) as site:
        anna = site.person("Anna")
        assert anna.get("/api/me/notices").json()["mails"] is False
        assert "sends no mail" in anna.post("/api/me/notices", mail=True).json()["error"]
        assert "sends no mail" in anna.post("/api/me/email", email="a@b.example", proof=PROOF).json()["error"]
        assert "sends no mail" in anna.post("/api/reset", name="Anna").json()["error"]
        answer = anna.post("/api/me/notices", mail=False, hook=f"https://127.0.0.1:{hooks.LONGEST_URL}/", proof=PROOF)
        assert (answer.status_code, "port" in answer.json()["error"]) == (400, True)


# --- addresses and passwords -------------------------------------------------------------------------------------


def test_an_address_is_ones_own_once_it_is_confirmed(site: Site, box: Letterbox) -> None:
    anna = site.person("Anna")
    assert "confirm" in anna.post("/api/me/notices", mail=True).json()["error"]
    assert anna.post("/api/me/email", email="a@b.example", proof={"password": "not it at all"}).status_code == 401
    assert anna.post("/api/me/email", email="a@b.example", proof=PROOF).status_code == 204
    assert sent(site) == 1
    assert anna.get("/api/me/notices").json()["email"] == "", "not yet"
    token = link_in(box.letters[0], "email")
    with site.house.database.reading() as found:
        assert token not in str([vars(one) for one in found.scalars(select(Ticket))])
    assert site.stranger().post("/api/email", token="x" + token).status_code == 400
    assert site.stranger().post("/api/reset/finish", token=token, password=PASSWORD).status_code == 400
    assert site.stranger().post("/api/email", token=token).status_code == 204
    assert anna.get("/api/me/notices").json()["email"] == "a@b.example"
    assert anna.get("/api/me/export").json()["email"] == "a@b.example"
    assert site.stranger().post("/api/email", token=token).status_code == 400, "once"
    assert anna.post("/api/me/notices", mail=True).status_code == 200
    assert anna.post("/api/me/email", email="", proof=PROOF).status_code == 204
    assert anna.get("/api/me/notices").json().items() >= {"email": "", "mail": False}.items()


@pytest.mark.parametrize(
    "address",
    [
        "anna", "@b.example", "a@b", "a@b@c.example", "a b@c.example", "a@b.example\nTo: x@y.example",
        "<a@b.example>", "a@b.example,c@d.example", "x" * 243 + "@b.example.org", "\u0430@b.example",
    ],
)  # fmt: skip
def test_what_is_no_address_gets_no_letter(site: Site, address: str) -> None:
    anna = site.person("Anna")
    assert anna.post("/api/me/email", email=address, proof=PROOF).status_code == 400
    assert waiting(site) == []


def test_a_password_is_reset_by_a_letter(site: Site, box: Letterbox) -> None:
    anna = site.person("Anna")
    has_mail(site, box, anna)
    site.person("Boris")
    for name in ("anna", "Boris", "Nobody"):
        answer = site.stranger().post("/api/reset", name=name)
        assert (answer.status_code, answer.text) == (204, ""), "nobody is told who has an address"
    assert sent(site) == 1
    (letter,) = box.letters
    assert letter["To"] == "anna@post.example"
    token = link_in(letter, "reset")
    other = site.stranger()
    assert other.post("/api/reset/finish", token=token, password="short").status_code == 400
    assert other.post("/api/reset/finish", token=token, password="a new long one").status_code == 204
    assert anna.get("/api/me").status_code == 401, "all sessions end"
    assert other.post("/api/session", name="Anna", password=PASSWORD).status_code == 401
    assert other.post("/api/session", name="Anna", password="a new long one").status_code == 200
    assert other.post("/api/reset/finish", token=token, password="another long one").status_code == 400


def test_a_link_ends(site: Site, box: Letterbox) -> None:
    anna = site.person("Anna")
    has_mail(site, box, anna)
    anna.post("/api/reset", name="Anna")
    assert sent(site) == 1
    with site.house.database.writing() as tx:
        tx.execute(update(Ticket).values(ends=now()))
    token = link_in(box.letters[0], "reset")
    assert "ended" in anna.post("/api/reset/finish", token=token, password="a new long one").json()["error"]


def test_letters_are_asked_for_so_often_and_no_more(site: Site) -> None:
    people = [site.person(name) for name in ("Anna", "Boris")]
    sent_to = []
    for number in range(11):
        body = {"email": "a@b.example", "proof": PROOF}
        sent_to.append(people[number % 2].post("/api/me/email", **body).status_code)
    assert sent_to == [204] * 10 + [429], "an address gets so many, whoever asks"
    assert [site.stranger().post("/api/reset", name="Anna").status_code for _ in range(11)] == [204] * 10 + [429]


def test_a_link_stops_the_mail(site: Site, box: Letterbox) -> None:
    gid, (axis, soviet) = site.begun()
    has_mail(site, box, soviet)
    passed(site, gid, {"axis": axis, "soviet": soviet})
    assert sent(site) == 1
    token = link_in(box.letters[0], "unsubscribe")
    other = site.stranger()
    for wrong in ("", "x", token[:-1], "0" * 32 + token[32:]):
        assert other.post("/api/unsubscribe", token=wrong).status_code == 400, wrong
    assert soviet.get("/api/me/notices").json()["mail"] is True
    assert other.post("/api/unsubscribe", token=token).status_code == 204
    assert soviet.get("/api/me/notices").json().items() >= {"mail": False, "email": "boris@post.example"}.items()


def test_a_guest_has_no_address(site: Site) -> None:
    maker, guest = site.person("Anna"), site.stranger()
    gid = maker.made(private=True)
    token = maker.post(f"/api/games/{gid}/invitations", role="player", side="soviet").json()["token"]
    assert guest.post("/api/guests", name="Boris", invitation=token).status_code == 201
    assert "password" in guest.post("/api/me/email", email="a@b.example").json()["error"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[mail]\nhost = "x"', "sender"),
        ('[mail]\nhost = "x"\nsender = "nobody"', "sender"),
        ('[mail]\nhost = "x"\nsender = "a@b.example"', "public"),
        ('[mail]\nsecurity = "some"', "security"),
    ],
)
def test_settings_of_mail_that_cannot_be(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "redball.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=told):
        read(path, {})


def test_the_thread_sends_by_itself(url: str, tmp_path: Path, mails: tuple[Letterbox, int]) -> None:
    mail = Mail(host="127.0.0.1", port=mails[1], security="none", sender="redball@ocs.example")
    settings = msgspec.structs.replace(settings_for(url), mail=mail, notices=Notices(every=0.05))
    with Site(create_app(settings, static=tmp_path / "none")) as site:
        anna = site.person("Anna")
        assert anna.post("/api/me/email", email="a@b.example", proof=PROOF).status_code == 204
        for _ in range(400):
            if mails[0].letters:
                break
            time.sleep(0.02)
    assert len(mails[0].letters) == 1
    assert HERE in mails[0].letters[0].get_content()
