"""Moves that a player prepares while the other one acts: theirs alone, in the journal, sent by a click or at once."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from online.people import Person, Site
from online.test_live import connected, heard
from redball.online.tables import Line

MOVEMENT = "movement/movement_segment"


def move_of(soviet: Person, gid: str) -> tuple[str, int]:
    """One of the Soviet units, and a hex next to it into which it will be able to march."""
    for unit in soviet.view(gid, "soviet")["units"]:
        if unit["side"] == "soviet" and unit["hex"] >= 0:
            for hex_ in (unit["hex"] + 1, unit["hex"] - 1):
                found = wish(soviet, gid, [(unit["id"], hex_)]).json()
                if found["moves"][0]["legs"][0]["path"]:
                    return unit["id"], hex_
    raise AssertionError("nobody can march")


def wish(soviet: Person, gid: str, moves: list[tuple[str, int]], sends: bool = False) -> Any:
    marches = [{"units": [unit], "hex": hex_} for unit, hex_ in moves]
    answer = soviet.post(f"/api/games/{gid}/prepared", side="soviet", segment=MOVEMENT, moves=marches, sends=sends)
    assert answer.status_code == 200, answer.text
    return answer


def play_on(gid: str, seats: dict[str, Person]) -> None:
    """End what is to be decided until the Soviets are asked whom they move."""
    for _ in range(20):
        side = next(side for side, person in seats.items() if person.view(gid, side)["decision"]["yours"])
        view = seats[side].view(gid, side)
        if side == "soviet" and view["decision"]["ends"] == MOVEMENT:
            return
        assert seats[side].act(gid, side, view["seq"], {"type": "done"}).status_code == 200
    raise AssertionError("the Soviets never move")


def where(soviet: Person, gid: str, uid: str) -> int:
    return next(int(unit["hex"]) for unit in soviet.view(gid, "soviet")["units"] if unit["id"] == uid)


@pytest.mark.parametrize("sends", [False, True])
def test_a_plan_is_private_and_sent_when_it_is_due(site: Site, sends: bool) -> None:
    gid, (axis, soviet) = site.begun(switches={"fog": True})
    seats = {"axis": axis, "soviet": soviet}
    unit, hex_ = move_of(soviet, gid)
    addresses = (*(f"/api/games/{gid}/{what}" for what in ("at", "offers", "table")), "/api/lobby", f"/api/games/{gid}")
    with connected(axis, gid, "axis") as socket:
        first = heard(socket, "at")
        before = [axis.get(address).text for address in addresses]
        for _ in range(2):
            said = wish(soviet, gid, [(unit, hex_)], sends).json()
        assert [axis.get(address).text for address in addresses] == before
        assert axis.get(f"/api/games/{gid}/prepared", side="soviet").status_code == 403
        assert axis.get(f"/api/games/{gid}/prepared", side="axis").json()["moves"] == []
        site.house.forget(gid)  # it wakes with the journal
        assert soviet.get(f"/api/games/{gid}/prepared", side="soviet").json() == said
        play_on(gid, seats)
        assert heard(socket, "at") != first, "the first word is of an action"
    if not sends:
        assert where(soviet, gid, unit) != hex_
        assert soviet.get(f"/api/games/{gid}/prepared", side="soviet").json()["due"]
        seq = soviet.view(gid, "soviet")["seq"]
        assert axis.post(f"/api/games/{gid}/send", side="soviet", seq=seq).status_code == 403
        late = soviet.post(f"/api/games/{gid}/send", side="soviet", seq=seq - 1)
        assert (late.status_code, late.json()["stale"]) == (409, True)
        sent = soviet.post(f"/api/games/{gid}/send", side="soviet", seq=seq)
        assert sent.status_code == 200, sent.text
    assert where(soviet, gid, unit) == hex_
    assert soviet.get(f"/api/games/{gid}/prepared", side="soviet").json()["moves"] == []
    logs = {side: person.get(f"/api/games/{gid}/log", side=side).json() for side, person in seats.items()}
    told = {side: [line["by"]["why"] for line in log if "by" in line] for side, log in logs.items()}
    assert ("planned" in told["soviet"]) is sends
    assert "planned" not in told["axis"]
    with site.house.database.reading() as found:
        lines = found.scalars(select(Line.text).where(Line.game_id == gid).order_by(Line.number)).all()
    marched = [text for text in lines if f'"{unit}"' in text and '"begin_move"' in text]
    assert len(marched) == 1, "an ordinary action of the journal"
    assert ('"by":"planned"' in marched[0]) is sends


def test_members_see_what_their_chief_prepares_and_others_do_not(site: Site) -> None:
    gid, (axis, soviet) = site.begun(switches={"fog": True})
    member, watcher = site.person("Gerd"), site.person("Carl")
    first = soviet.get(f"/api/games/{gid}/team", side="soviet").json()["parts"][0]["id"]
    seat = soviet.post(f"/api/games/{gid}/team", side="soviet", shares=[{"army": [first]}]).json()["seats"][1]["number"]
    wanted: dict[str, Any] = {"role": "member", "side": "soviet", "seat": seat}
    for person, link in ((member, wanted), (watcher, {"role": "spectator"})):
        token = soviet.post(f"/api/games/{gid}/invitations", **link).json()["token"]
        assert person.post(f"/api/games/{gid}/join", invitation=token).status_code == 200
    unit, hex_ = move_of(soviet, gid)
    said = wish(soviet, gid, [(unit, hex_)]).json()
    assert member.get(f"/api/games/{gid}/prepared", side="soviet").json() == said
    for person, status in ((axis, 403), (watcher, 403), (site.stranger(), 401)):
        assert person.get(f"/api/games/{gid}/prepared", side="soviet").status_code == status
    for what in ("prepared", "send"):
        body = {"side": "soviet", "segment": MOVEMENT, "moves": [], "seq": 0}
        assert member.post(f"/api/games/{gid}/{what}", **body).status_code == 403
