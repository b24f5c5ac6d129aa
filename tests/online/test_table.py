"""The people at a game: links, what they lead to, seats that pass on, who may watch, what the umpire does."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, update

from online.people import PASSWORD, PROOF, Person, Site
from online.playing import by_lot
from online.test_live import done
from redball.game.save import load
from redball.online.accounts import digest
from redball.online.tables import Account, GameRow, Invitation, Seat, now


def link(person: Person, gid: str, role: str = "player", side: str = "soviet") -> Any:
    """The answer to whoever wants a link."""
    return person.post(f"/api/games/{gid}/invitations", role=role, side=side)


def token(person: Person, gid: str, role: str = "player", side: str = "soviet") -> str:
    """A link's token."""
    answer = link(person, gid, role, side)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def table(person: Person, gid: str) -> Any:
    """The people at a game, as somebody sees them."""
    answer = person.get(f"/api/games/{gid}/table")
    assert answer.status_code == 200, answer.text
    return answer.json()


def players(person: Person, gid: str) -> dict[str, str]:
    """Who plays which side."""
    return {seat["side"]: seat["name"] for seat in table(person, gid)["game"]["seats"] if seat["role"] == "player"}


def test_who_has_a_link_sees_what_it_leads_to_before_they_join(site: Site) -> None:
    anna = site.person("Anna")
    pace = {"kind": "days", "days": 5, "holidays": 10}
    gid = anna.made(private=True, pace=pace, switches={"fog": True}, spectators="axis")
    made, stranger = token(anna, gid), site.stranger()
    assert stranger.get(f"/api/games/{gid}/table").status_code == 404, "the game is private"
    shown = stranger.post("/api/invitations", invitation=made).json()
    game = shown["game"]
    assert (shown["role"], shown["side"], shown["by"]) == ("player", "soviet", "Anna")
    assert (game["id"], game["scenario"], game["edition"], game["switches"]) == (gid, "crossing", "v4.2", {"fog": True})
    assert (game["pace"]["days"], game["pace"]["holidays"], game["spectators"]) == (5, 10, "axis")
    assert game["commitment"] == anna.get("/api/lobby").json()["yours"][0]["commitment"] != ""
    assert [(seat["side"], seat["name"], seat["you"]) for seat in game["seats"]] == [("axis", "Anna", False)]
    with site.house.database.writing() as tx:
        assert shown["ends"] == tx.scalars(select(Invitation.ends)).one().isoformat().replace("+00:00", "Z")


def test_what_is_wrong_with_a_link_is_said_at_every_door(site: Site) -> None:
    """Used up, too old, taken back, unknown: to whoever looks at it, comes as a guest, or wants the seat."""
    anna, boris = site.person("Anna"), site.person("Boris")
    gid = anna.made(private=True)
    used, old, back = (token(anna, gid, role, "soviet") for role in ("player", "spectator", "spectator"))
    assert boris.post(f"/api/games/{gid}/join", invitation=used).status_code == 200
    with site.house.database.writing() as tx:
        ended = datetime(2026, 3, 1, tzinfo=UTC)
        tx.execute(update(Invitation).where(Invitation.digest == digest(old)).values(ends=ended))
    for number, link_ in enumerate((back, back, used, old)):
        answer = anna.delete(f"/api/games/{gid}/invitations/{digest(link_)}")
        assert answer.status_code == (400 if number else 204), "only what is open can be taken back"
    carl = site.person("Carl")
    wrong = (
        (used, "this invitation has been used, and it is good once: ask for another one"),
        (old, "this invitation was good until 1 March 2026: ask for another one"),
        (back, "this invitation has been taken back: ask for another one"),
        ("x" * 32, "this server knows no such invitation: is the address complete? Its game may also be gone"),
        ("", "this server knows no such invitation: is the address complete? Its game may also be gone"),
    )
    for link_, words in wrong:
        said = [
            site.stranger().post("/api/invitations", invitation=link_),
            site.stranger().post("/api/guests", name="Guest", invitation=link_),
            *([carl.post(f"/api/games/{gid}/join", invitation=link_)] if link_ else []),
        ]
        assert [(one.status_code, one.json()["error"]) for one in said] == [(400, words)] * len(said)
    other = token(anna, anna.made(private=True), "spectator", "")
    refused = carl.post(f"/api/games/{gid}/join", invitation=other)
    assert (refused.status_code, "another game" in refused.json()["error"]) == (400, True)


def test_a_link_to_a_members_seat_says_what_they_would_have(site: Site) -> None:
    anna = site.person("Anna")
    gid = anna.made()
    seats = anna.post(f"/api/games/{gid}/team", side="axis", shares=[{"army": ["ax-pz"]}]).json()["seats"]
    made = anna.post(f"/api/games/{gid}/invitations", role="member", side="axis", seat=seats[1]["number"]).json()
    shown = site.stranger().post("/api/invitations", invitation=made["token"]).json()
    assert (shown["role"], shown["army"]) == ("member", seats[1]["told"])
    assert shown["army"]
    spectator = site.stranger().post("/api/invitations", invitation=token(anna, gid, "spectator", "")).json()
    assert spectator["army"] == ""


def test_open_links_are_listed_and_taken_back(site: Site) -> None:
    gid, (anna, boris) = site.begun(switches={"fog": True})
    made = token(anna, gid, "spectator", "")
    (listed,) = table(boris, gid)["links"]
    assert (listed["role"], listed["by"], listed["mine"]) == ("spectator", "Anna", False)
    assert made not in str(table(anna, gid)), "a link is shown once"
    assert table(site.person("Carl"), gid)["links"] == []
    assert table(site.stranger(), gid)["links"] == []
    where = f"/api/games/{gid}/invitations/{listed['id']}"
    assert boris.delete(where).status_code == 400, "somebody else's"
    other = anna.made()
    assert anna.delete(f"/api/games/{other}/invitations/{listed['id']}").status_code == 400, "of another game"
    assert anna.delete(where).status_code == 204
    assert table(anna, gid)["links"] == []
    assert site.person("Dora").post(f"/api/games/{gid}/join", invitation=made).status_code == 400


def test_a_substitute_takes_the_seat_of_who_lets_them_in(site: Site) -> None:
    gid, (anna, boris) = site.begun(switches={"fog": True})
    carl, dora = site.person("Carl"), site.person("Dora")
    assert link(boris, gid, "substitute", "axis").status_code == 400, "not for the seat of another"
    assert link(carl, gid, "substitute", "axis").status_code == 403
    made, late = token(anna, gid, "substitute", "axis"), token(anna, gid, "substitute", "axis")
    assert boris.post(f"/api/games/{gid}/join", invitation=made).status_code == 400, "they would play both sides"
    taken = carl.post(f"/api/games/{gid}/join", invitation=made)
    assert (taken.status_code, taken.json()["role"]) == (200, "player")
    assert players(carl, gid) == {"axis": "Carl", "soviet": "Boris"}
    view = carl.view(gid, "axis")
    assert carl.act(gid, "axis", view["seq"], {"type": "done"}).status_code == 200
    assert anna.get(f"/api/games/{gid}/view", side="axis").status_code == 403
    assert dora.post(f"/api/games/{gid}/join", invitation=late).status_code == 400, "Anna does not play any more"
    assert anna.post(f"/api/games/{gid}/join", invitation=token(carl, gid, "substitute", "axis")).status_code == 200
    assert players(anna, gid)["axis"] == "Anna"


def test_the_seat_of_who_has_left_can_be_taken(site: Site) -> None:
    gid, (anna, boris) = site.begun(switches={"fog": True})
    carl = site.person("Carl")
    full = token(boris, gid, "player", "axis")
    assert carl.post(f"/api/games/{gid}/join", invitation=full).status_code == 400, "Anna plays"
    assert anna.post("/api/me/erase", proof=PROOF).status_code == 204
    assert carl.post(f"/api/games/{gid}/join", side="axis").status_code == 400, "only by invitation"
    assert carl.post(f"/api/games/{gid}/join", invitation=full).status_code == 200
    assert players(boris, gid) == {"axis": "Carl", "soviet": "Boris"}
    assert carl.view(gid, "axis")["side"] == "axis"


def test_nobody_becomes_an_umpire_once_both_sides_have_players(site: Site) -> None:
    """A player would see through a second account what fog hides."""
    anna, boris, carl = (site.person(name) for name in ("Anna", "Boris", "Carl"))
    gid = anna.made(switches={"fog": True})
    early, unused = token(anna, gid, "umpire", ""), token(anna, gid, "umpire", "")
    assert carl.post(f"/api/games/{gid}/join", invitation=early).status_code == 200
    assert boris.post(f"/api/games/{gid}/join", side="soviet").status_code == 200
    assert [seat["role"] for seat in table(boris, gid)["game"]["seats"]] == ["player", "umpire", "player"]
    assert link(boris, gid, "umpire", "").status_code == 400
    late = site.person("Dora")
    assert late.post(f"/api/games/{gid}/join", invitation=unused).status_code == 400
    assert late.get(f"/api/games/{gid}/view", side="axis").status_code == 403
    assert carl.view(gid, "axis")["side"] == "axis"


@pytest.mark.parametrize(
    ("spectators", "fog", "eyes"), [("nothing", True, []), ("axis", True, ["axis"]), ("", True, []), ("", False, [""])]
)
def test_the_lobby_lists_what_may_be_watched(site: Site, spectators: str, fog: bool, eyes: list[str]) -> None:
    gid, (anna, _) = site.begun(spectators=spectators, switches={"fog": fog})
    carl = site.person("Carl")
    watched = [game["id"] for game in carl.get("/api/lobby").json()["watched"]]
    assert watched == ([gid] if spectators != "nothing" else [])
    assert table(carl, gid)["eyes"] == eyes
    for side in eyes:
        assert carl.view(gid, side)["side"] in ("axis", "soviet", "")
    assert table(anna, gid)["eyes"] == (["axis"] if fog else ["", "axis"])
    assert anna.post(f"/api/games/{gid}/resign").status_code == 204
    assert [game["id"] for game in carl.get("/api/lobby").json()["watched"]] == [gid], "all of it is open now"


def test_many_games_of_others_do_not_hide_ones_own(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redball.online.handlers.games.MOST_LISTED", 2)
    anna, boris = site.person("Anna"), site.person("Boris")
    own = boris.made()
    for _ in range(3):
        anna.made()
    lobby = boris.get("/api/lobby").json()
    assert [game["id"] for game in lobby["yours"]] == [own]
    assert len(lobby["open"]) == 2


def test_pages_are_told_of_offers_and_seats(site: Site) -> None:
    gid, (anna, boris) = site.begun()
    numbers = [anna.get(f"/api/games/{gid}/at").json()["table"]]
    offered = anna.post(f"/api/games/{gid}/offers", kind="adjourn").json()["number"]
    numbers.append(anna.get(f"/api/games/{gid}/at").json()["table"])
    assert [(one["kind"], one["side"]) for one in table(boris, gid)["offers"]] == [("adjourn", "axis")]
    boris.post(f"/api/games/{gid}/offers/{offered}", agree=False)
    assert anna.get(f"/api/games/{gid}/at").json()["table"] == numbers[0], "as it was"
    site.person("Carl").post(f"/api/games/{gid}/join", invitation=token(anna, gid, "spectator", ""))
    numbers.append(anna.get(f"/api/games/{gid}/at").json()["table"])
    assert len(set(numbers)) == 3


@pytest.mark.parametrize("end", ["resign", "settle"])
def test_nothing_is_offered_any_more_in_a_game_that_is_over(site: Site, end: str) -> None:
    umpire, axis, soviet = (site.person(name) for name in ("Anna", "Boris", "Carl"))
    gid = umpire.made(side="")
    for person, side in ((axis, "axis"), (soviet, "soviet")):
        assert person.post(f"/api/games/{gid}/join", side=side).status_code == 200
    assert axis.post(f"/api/games/{gid}/offers", kind="end").status_code == 201
    assert axis.post(f"/api/games/{gid}/offers", kind="adjourn").status_code == 201
    assert umpire.post(f"/api/games/{gid}/settle", kind="adjourn").status_code == 204
    assert table(soviet, gid)["offers"] == [], "what was offered before the umpire spoke"
    assert soviet.post(f"/api/games/{gid}/offers", kind="end").status_code == 201
    if end == "resign":
        assert axis.post(f"/api/games/{gid}/resign").status_code == 204
    else:
        assert umpire.post(f"/api/games/{gid}/settle", kind="end").status_code == 204
    told = table(soviet, gid)
    assert told["offers"] == []
    assert told["game"]["outcome"] == ({"resigned": "axis"} if end == "resign" else {"settled": True})


def test_holidays_are_told_beside_the_time_for_an_action(site: Site) -> None:
    gid, (anna, _) = site.begun(pace={"kind": "days", "days": 3, "holidays": 14})
    day = 86400
    with site.house.database.writing() as tx:
        tx.execute(update(Seat).where(Seat.side == "axis").values(spent=4.0 * day))
        tx.execute(update(GameRow).values(moved=now()))
    axis, soviet = table(anna, gid)["game"]["seats"]
    assert axis["holidays"] == 10 * day
    assert axis["left"] == pytest.approx(13 * day, abs=60)
    assert (soviet["holidays"], soviet["left"]) == (14 * day, 17 * day)


def test_the_umpire_goes_back_and_has_the_save(site: Site, tmp_path: Any) -> None:
    umpire, axis, soviet = (site.person(name) for name in ("Anna", "Boris", "Carl"))
    gid = umpire.made(side="", switches={"fog": True})
    for person, side in ((axis, "axis"), (soviet, "soviet")):
        assert person.post(f"/api/games/{gid}/join", side=side).status_code == 200
    by_lot(site.house, gid, 20, 3)
    told = table(umpire, gid)
    assert (told["umpire"], told["exports"], told["eyes"]) == (True, True, ["axis", "soviet"])
    assert [(table(one, gid)["umpire"], table(one, gid)["exports"]) for one in (axis, soviet)] == [(False, False)] * 2
    settle = f"/api/games/{gid}/settle"
    assert axis.post(settle, kind="rewind", to=8).status_code == 403
    for to in (20, 21, -1):
        assert umpire.post(settle, kind="rewind", to=to).status_code == 400, to
    assert umpire.post(settle, kind="rewind", to=8, name="before the bridge").status_code == 204
    assert axis.view(gid, "axis")["seq"] == 8
    branches = axis.get(f"/api/games/{gid}/rewind", side="axis").json()["abandoned"]
    assert [(one["to"], one["name"]) for one in branches] == [(8, "before the bridge")]
    path = tmp_path / "settled.redball"
    path.write_bytes(umpire.get(f"/api/games/{gid}/save").content)
    assert len(load(path).game.records) == 8
    assert umpire.post(settle, kind="end").status_code == 204
    assert umpire.post(settle, kind="rewind", to=2).status_code == 400, "it is over"


def test_an_account_that_was_a_guest_keeps_the_seat(site: Site) -> None:
    anna, guest = site.person("Anna"), site.stranger()
    gid = anna.made(private=True)
    made = token(anna, gid)
    assert guest.post("/api/guests", name="Guest", invitation=made).status_code == 201
    assert guest.post(f"/api/games/{gid}/join", invitation=made).status_code == 200
    assert guest.post("/api/me/name", name="Boris").status_code == 200
    assert guest.post("/api/me/password", password=PASSWORD).status_code == 204
    assert players(anna, gid) == {"axis": "Anna", "soviet": "Boris"}
    with site.house.database.reading() as found:
        assert [one.guest for one in found.scalars(select(Account))] == [False, False]


def test_the_branch_that_consent_has_abandoned_is_told_of_at_once(site: Site) -> None:
    """The last consent answers before the commit, and what it has found is kept."""
    gid, (axis, soviet) = site.begun()
    done(axis, gid, "axis")
    address, seq = f"/api/games/{gid}", axis.view(gid, "axis")["seq"]
    assert axis.post(f"{address}/rewind", side="axis", to=0, name="again", seq=seq).status_code == 200
    agreed = soviet.post(f"{address}/agree", side="soviet", agrees=True, seq=seq).json()
    later = axis.get(f"{address}/rewind", side="axis").json()
    for told in (agreed, later):
        assert [(one["to"], one["name"], one["actions"]) for one in told["abandoned"]] == [(0, "again", seq)]
