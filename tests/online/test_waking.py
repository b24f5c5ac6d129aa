"""A game that wakes from its waking points is the game that was dropped from memory."""

from __future__ import annotations

import msgspec
import pytest
from sqlalchemy import delete, select

from online.people import Site
from online.playing import by_lot
from redball.game.save import state_hash
from redball.game.view.whole import view
from redball.online import house
from redball.online.house import House, book_of
from redball.online.tables import WakingPoint
from redball.server.logs import journal_of
from redball.server.session import Session


def told(session: Session) -> bytes:
    """Everything that a session shows: state, views and logs of all viewers, choices, undo."""
    game = session.game
    viewers = [*game.world.sides] if game.world.switches["fog"] and not game.over else [*game.world.sides, ""]
    shown = [(view(game, side), session.journal.read(side)) for side in viewers]
    return msgspec.json.encode([state_hash(game.state), shown, game.choices(), game.undo_steps, game.sealed_by])


def points(of: House, gid: str) -> list[int]:
    """The actions of a game's waking points."""
    with of.database.reading() as found:
        wanted = select(WakingPoint.actions).where(WakingPoint.game_id == gid).order_by(WakingPoint.actions)
        return list(found.scalars(wanted))


@pytest.mark.parametrize("fog", [True, False])
def test_a_woken_game_shows_what_it_showed(site: Site, fog: bool) -> None:
    gid, _ = site.begun(switches={"fog": fog})
    compared = 0
    for seed in range(4):
        by_lot(site.house, gid, 40, seed)
        with site.house.using(gid) as session:
            before, number = told(session), len(session.game.records)
            fresh = journal_of(session.game)
            assert [fresh.read(side) for side in ("axis", "soviet")] == [
                session.journal.read(side) for side in ("axis", "soviet")
            ]
        site.house.forget(gid)
        with site.house.using(gid) as woken:
            assert woken is not session
            assert (len(woken.game.records), told(woken)) == (number, before)
            assert book_of(woken).pointed == max(points(site.house, gid), default=-1)
            compared += 1
    assert compared == 4
    assert len(points(site.house, gid)) >= 2, "Player Turns began"


def test_a_point_is_written_with_the_call_after_the_one_that_begins_the_player_turn(site: Site) -> None:
    gid, _ = site.begun()
    with site.house.using(gid) as session:
        book = book_of(session)
    began = 0
    for seed in range(120):
        before, known = book._began, points(site.house, gid)
        by_lot(site.house, gid, 1, seed, 1)
        if (due := book._began) > before:
            assert points(site.house, gid) == known, "this call is the slowest one as it is"
            by_lot(site.house, gid, 1, seed, 1)
            assert points(site.house, gid) == [*known, due]
            began += 1
    assert began >= 2


def test_going_back_removes_the_points_behind(site: Site) -> None:
    gid, _ = site.begun()
    by_lot(site.house, gid, 90, 3)
    before = points(site.house, gid)
    assert len(before) >= 2
    with site.house.using(gid) as session:
        session.rewind(before[-1] - 1)
    assert points(site.house, gid) == before[:-1]
    with site.house.using(gid) as session:
        rewound = told(session)
    site.house.forget(gid)
    with site.house.using(gid) as woken:
        assert told(woken) == rewound
    by_lot(site.house, gid, 40, 4)
    with site.house.using(gid) as session:
        later = told(session)
    site.house.forget(gid)
    with site.house.using(gid) as woken:
        assert told(woken) == later


def test_a_long_game_without_points_gets_one_when_it_wakes(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    gid, _ = site.begun()
    by_lot(site.house, gid, 80, 5)
    with site.house.using(gid) as session:
        before, number = told(session), len(session.game.records)
    with site.house.database.writing() as tx:
        tx.execute(delete(WakingPoint).where(WakingPoint.game_id == gid))
    for far, found in ((number + 1, 0), (number, 1), (number, 1)):
        monkeypatch.setattr(house, "FAR", far)
        site.house.forget(gid)
        with site.house.using(gid) as woken:
            assert told(woken) == before
        assert len(points(site.house, gid)) == found
