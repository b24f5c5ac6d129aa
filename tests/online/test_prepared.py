"""Moves that a player prepares while the other one acts: theirs alone, in the journal, sent by a click or at once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from online.people import Person, Site
from online.test_live import connected, done, heard
from redball.online.tables import Account, GameRow, Line, Seat

MOVEMENT = "movement/movement_segment"


def move_of(soviet: Person, gid: str, fits: Callable[[str], bool] = lambda _: True) -> tuple[str, int]:
    """One of the Soviet units that fits, and a hex next to it into which it will be able to march."""
    for unit in soviet.view(gid, "soviet")["units"]:
        if unit["side"] == "soviet" and unit["hex"] >= 0 and fits(unit["id"]):
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


class Shared(NamedTuple):
    """A game whose Soviet side has a chief and a member, each with a unit that can march to a hex beside it."""

    gid: str
    axis: Person
    chief: Person
    member: Person
    chiefs: tuple[str, int]
    members: tuple[str, int]


def shared(site: Site) -> Shared:
    """One Soviet unit is a member's, all others are the chief's."""
    gid, (axis, chief) = site.begun(switches={"fog": True})
    path, member = f"/api/games/{gid}", site.person("Gerd")
    others = move_of(chief, gid)  # an HQ, which would bring its whole part with it
    own = move_of(chief, gid, lambda uid: uid != others[0])
    wish(chief, gid, [])
    seat = chief.post(f"{path}/team", side="soviet", shares=[{"army": [own[0]]}]).json()["seats"][1]["number"]
    link = chief.post(f"{path}/invitations", role="member", side="soviet", seat=seat).json()["token"]
    assert member.post(f"{path}/join", invitation=link).status_code == 200
    return Shared(gid, axis, chief, member, others, own)


def listed(person: Person, gid: str) -> list[tuple[str, bool]]:
    """The units of the prepared moves, in order, and whether each move is theirs."""
    moves = person.get(f"/api/games/{gid}/prepared", side="soviet").json()["moves"]
    return [(move["units"][0], move["yours"]) for move in moves]


def test_a_member_prepares_moves_of_own_units_beside_the_chiefs(site: Site) -> None:
    gid, axis, chief, member, theirs, own = shared(site)
    wish(member, gid, [own])
    assert listed(chief, gid) == [(own[0], True)], "the chief may do everything"
    wish(chief, gid, [own, theirs])
    assert listed(member, gid) == [(own[0], True), (theirs[0], False)]
    wish(member, gid, [])
    assert listed(member, gid) == [(theirs[0], False)], "others' moves stay"
    wish(member, gid, [own])
    assert listed(member, gid) == [(theirs[0], False), (own[0], True)]
    for moves in ([theirs], [own, theirs]):
        marches = [{"units": [unit], "hex": hex_} for unit, hex_ in moves]
        refused = member.post(f"/api/games/{gid}/prepared", side="soviet", segment=MOVEMENT, moves=marches)
        assert (refused.status_code, "their own player, or the chief" in refused.json()["error"]) == (400, True)
    mixed = [{"units": [own[0], theirs[0]], "hex": own[1]}]
    assert member.post(f"/api/games/{gid}/prepared", side="soviet", segment=MOVEMENT, moves=mixed).status_code == 400
    march = [{"units": [own[0]], "hex": own[1]}]
    for other in ({"segment": MOVEMENT, "sends": True}, {"segment": "exploitation/movement_segment"}):
        refused = member.post(f"/api/games/{gid}/prepared", side="soviet", moves=march, **other)
        assert (refused.status_code, "only the chief" in refused.json()["error"]) == (400, True)
    assert listed(member, gid) == [(theirs[0], False), (own[0], True)]
    watcher = site.person("Carl")
    token = chief.post(f"/api/games/{gid}/invitations", role="spectator").json()["token"]
    assert watcher.post(f"/api/games/{gid}/join", invitation=token).status_code == 200
    for person, status in ((axis, 403), (watcher, 403), (site.stranger(), 401)):
        assert person.get(f"/api/games/{gid}/prepared", side="soviet").status_code == status
        body = {"side": "soviet", "segment": MOVEMENT, "moves": march}
        assert person.post(f"/api/games/{gid}/prepared", **body).status_code == status
        assert person.post(f"/api/games/{gid}/send", side="soviet", seq=0).status_code == status


def test_a_list_that_somebody_else_has_changed_is_not_overwritten(site: Site) -> None:
    gid, _, chief, member, theirs, own = shared(site)
    known = wish(chief, gid, [theirs]).json()["mark"]
    wish(member, gid, [own])
    body = {"side": "soviet", "segment": MOVEMENT, "moves": []}
    refused = chief.post(f"/api/games/{gid}/prepared", mark=known, **body)
    assert (refused.status_code, "has changed" in refused.json()["error"]) == (400, True)
    assert len(listed(chief, gid)) == 2
    now = chief.get(f"/api/games/{gid}/prepared", side="soviet").json()["mark"]
    assert chief.post(f"/api/games/{gid}/prepared", mark=now, **body).json()["moves"] == []


def test_all_who_play_the_side_hear_of_a_changed_list_and_nobody_else_does(site: Site) -> None:
    """They hear a count; the enemy, the umpire and who watches the side's view hear nothing before the next action."""
    gid, axis, chief, member, theirs, own = shared(site)
    umpire, watcher = site.person("Ulla"), site.person("Carl")
    with site.house.database.writing() as tx:
        ulla = tx.scalars(select(Account).where(Account.name == "Ulla")).one()
        tx.add(Seat(game_id=gid, number=9, account_id=ulla.id, role="umpire"))
        tx.get_one(GameRow, gid).spectators = "soviet"
    with ExitStack() as stack:
        friends = [stack.enter_context(connected(one, gid, "soviet")) for one in (chief, member)]
        others = [stack.enter_context(connected(one, gid, "soviet")) for one in (umpire, watcher)]
        others.append(stack.enter_context(connected(axis, gid, "axis")))
        (before,) = {heard(one, "prepared")["changes"] for one in friends}
        for count, (person, moves) in enumerate(((member, [own]), (chief, [own, theirs])), before + 1):
            wish(person, gid, moves)
            assert [heard(one, "prepared") for one in friends] == [{"type": "prepared", "changes": count}] * 2
        assert listed(member, gid) == [(own[0], True), (theirs[0], False)]
        actions = done(axis, gid, "axis")["actions"]
        for one in others:
            said = [one.receive_json(timeout=5)]
            while said[-1].get("actions") != actions:
                said.append(one.receive_json(timeout=5))
            assert {message["type"] for message in said} <= {"at", "here", "posts"}
            assert sum(message["type"] == "at" for message in said) == 2, "how far it is, and the action"


def test_each_orders_their_own_prepared_moves(site: Site) -> None:
    gid, axis, chief, member, theirs, own = shared(site)
    wish(chief, gid, [theirs])
    play_on(gid, {"axis": axis, "soviet": chief})
    seq = chief.view(gid, "soviet")["seq"]
    nothing = member.post(f"/api/games/{gid}/send", side="soviet", seq=seq)
    assert (nothing.status_code, "nothing is prepared" in nothing.json()["error"]) == (400, True)
    wish(member, gid, [own])
    assert member.post(f"/api/games/{gid}/send", side="soviet", seq=seq).status_code == 200
    assert (where(member, gid, own[0]), where(member, gid, theirs[0]) == theirs[1]) == (own[1], False)
    assert listed(member, gid) == [(theirs[0], False)]
    seq = chief.view(gid, "soviet")["seq"]
    assert chief.post(f"/api/games/{gid}/send", side="soviet", seq=seq).status_code == 200
    assert where(chief, gid, theirs[0]) == theirs[1]
    assert listed(chief, gid) == []


def test_moves_of_all_start_on_their_own_if_the_chief_has_said_so(site: Site) -> None:
    gid, axis, chief, member, theirs, own = shared(site)
    wish(chief, gid, [theirs], sends=True)
    wish(member, gid, [own], sends=True)
    play_on(gid, {"axis": axis, "soviet": chief})
    assert [where(chief, gid, unit) == hex_ for unit, hex_ in (theirs, own)] == [True, True]
    assert listed(member, gid) == []
