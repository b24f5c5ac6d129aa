"""What bots planned: written down with their first action, hidden from everybody until the game is over."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

from online.people import Person, Site
from redball.bots.planner.plans import NOTHING, Judged, Record
from redball.bots.random_play import at_random
from redball.online.book import Also
from redball.online.house import book_of
from redball.online.plans import note_plan
from redball.online.tables import GameRow, MadePlan
from redball.server.session import Session


def record(side: str, text: str) -> Record:
    """A plan of some side, in words."""
    return Record(1, side, "movement", Judged(NOTHING, 0.0, 0.0, 1), (), (text,), "Nothing.", "Nothing.", "Quite sure.")


def plan(site: Site, gid: str, side: str, text: str, *also: Also) -> None:
    """Let a side plan, and somebody act; what else belongs to the same transaction comes after it."""
    with site.house.using(gid) as session, session.save.together():
        note_plan(book_of(session), "planner", session.game, record(side, text), again=False)
        for what in also:
            book_of(session).also(what)
        go_on(session)


def go_on(session: Session) -> None:
    """Whoever must decide does something."""
    assert (open_ := session.game.decision) is not None
    assert session.act(open_.side, [at_random(session.game.choices(), len(session.game.records))]) is None


def told(person: Person, gid: str) -> list[str]:
    """The plans that somebody is told of."""
    answer = person.get(f"/api/games/{gid}/bot-plans")
    assert answer.status_code == 200, answer.text
    return [f"{one['side']} {one['at']}: {one['plan']['rest']}" for one in answer.json()["plans"]]


def rows(site: Site) -> int:
    with site.house.database.reading() as found:
        return found.scalar(select(func.count()).select_from(MadePlan)) or 0


ALL = ["axis 0: Forward.", "soviet 1: Back."]


@pytest.mark.parametrize(
    ("spectators", "seen"), [("nothing", ALL), ("", ALL), ("axis", ALL[:1]), ("soviet", ALL[1:])], ids=str
)
def test_nobody_sees_a_plan_before_the_end_and_then_whoever_sees_its_side(
    site: Site, spectators: str, seen: list[str]
) -> None:
    """Not the umpire either, who may see every view, nor anybody in a game without fog."""
    umpire, axis, soviet, outsider = (site.person(name) for name in ("Anna", "Boris", "Carl", "Dora"))
    gid = umpire.made(side="", spectators=spectators, switches={"fog": spectators != ""})
    for person, side in ((axis, "axis"), (soviet, "soviet")):
        assert person.post(f"/api/games/{gid}/join", side=side).status_code == 200
    everybody = (umpire, axis, soviet, outsider, site.stranger())
    for side, text in (("axis", "Forward."), ("soviet", "Back.")):
        plan(site, gid, side, text)
        assert [told(person, gid) for person in everybody] == [[]] * 5
    assert umpire.post(f"/api/games/{gid}/settle", kind="adjourn").status_code in (200, 204)
    assert [told(person, gid) for person in everybody] == [[]] * 5, "it may go on"
    assert umpire.post(f"/api/games/{gid}/settle", kind="end").status_code in (200, 204)
    site.house.forget(gid)
    assert [told(person, gid) for person in everybody] == [ALL, ALL, ALL, seen, seen]


def test_of_a_private_game_nobody_else_learns_anything(site: Site) -> None:
    axis, soviet = site.person("Anna"), site.person("Boris")
    gid = axis.made(private=True)
    link = axis.post(f"/api/games/{gid}/invitations", role="player", side="soviet").json()["token"]
    assert soviet.post(f"/api/games/{gid}/join", invitation=link).status_code == 200
    plan(site, gid, "axis", "Forward.")
    assert axis.post(f"/api/games/{gid}/resign").status_code in (200, 204)
    assert told(soviet, gid) == ALL[:1]
    assert site.person("Carl").get(f"/api/games/{gid}/bot-plans").status_code == 404


def test_plans_of_a_branch_that_was_abandoned_are_not_shown(site: Site) -> None:
    """Of two plans for one moment the later one is: the game went back there, and the bot thought again."""
    gid, (axis, _) = site.begun()
    for text in ("First.", "Second.", "Third."):
        plan(site, gid, "axis", text)
    rewound(site, gid, 1)  # to where it made its second plan, by which it goes on
    with site.house.using(gid) as session:
        go_on(session)
        go_on(session)
    plan(site, gid, "axis", "Fourth.")
    rewound(site, gid, 3)
    plan(site, gid, "axis", "Fifth.")
    assert axis.post(f"/api/games/{gid}/resign").status_code in (200, 204)
    assert told(axis, gid) == ["axis 0: First.", "axis 1: Second.", "axis 3: Fifth."]
    assert rows(site) == 5, "as the branches stay in the journal"


def rewound(site: Site, gid: str, to: int) -> None:
    """Go back by consent."""
    with site.house.using(gid) as session, session.save.together():
        session.rewind(to)


class TurnedDown(Exception):
    """What goes wrong here."""


def turn_down(*_: Any) -> None:
    raise TurnedDown


def test_what_is_not_played_was_not_planned(site: Site) -> None:
    gid, (axis, _) = site.begun()
    with pytest.raises(TurnedDown):
        plan(site, gid, "axis", "Forward.", turn_down)
    assert rows(site) == 0
    plan(site, gid, "axis", "Forward.")
    assert rows(site) == 1
    assert axis.post(f"/api/games/{gid}/resign").status_code in (200, 204)
    assert told(axis, gid) == ["axis 0: Forward."]


def test_plans_go_with_their_game_and_not_with_its_save(site: Site) -> None:
    gid, (axis, _) = site.begun()
    plan(site, gid, "axis", "Forward.")
    assert axis.post(f"/api/games/{gid}/resign").status_code in (200, 204)
    saved = axis.get(f"/api/games/{gid}/save")
    assert saved.status_code == 200
    assert "Forward." not in saved.text
    assert "Forward." not in axis.get("/api/me/export").text
    assert rows(site) == 1
    with site.house.database.writing() as tx:
        tx.delete(tx.get_one(GameRow, gid))
    assert rows(site) == 0
