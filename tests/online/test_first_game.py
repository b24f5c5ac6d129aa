"""Two people sign up and play a game against each other; what they do is in the database."""

from __future__ import annotations

import random
from pathlib import Path

from sqlalchemy import select

from online.people import Site
from redball.game.save import verify
from redball.game.save.states import state_hash
from redball.online.house import book_of
from redball.online.tables import Account, Line


def test_two_accounts_play_and_every_action_is_in_the_journal(site: Site, tmp_path: Path) -> None:
    gid, people = site.begun("Anna", "Boris")
    seats = dict(zip(("axis", "soviet"), people, strict=True))
    lot, taken, seq = random.Random(5), 0, 0
    while taken < 25:
        side = next(side for side in seats if (seen := seats[side].view(gid, side))["decision"]["yours"])
        view = seats[side].view(gid, side)
        answer = seats[side].act(gid, side, view["seq"], lot.choice(view["choices"]))
        assert answer.status_code == 200, answer.text
        taken += 1
        seq = answer.json()["view"]["seq"]
    assert seen is not None
    with site.house.database.reading() as found:
        lines = found.scalars(select(Line).where(Line.game_id == gid).order_by(Line.number)).all()
        names = {account.id: account.name for account in found.scalars(select(Account))}
    assert lines[-1].actions == seq >= 25
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert {names[line.account_id] for line in lines if line.account_id is not None} == {"Anna", "Boris"}

    # what is exported is a save, and playing it again leads to the same state
    path = tmp_path / "exported.redball"
    path.write_bytes(site.house.export(gid))
    loaded, replayed, *_ = verify(path)
    with site.house.using(gid) as session:
        played = session.game.state
        assert book_of(session).lines == len(lines)
    assert state_hash(loaded.state) == state_hash(replayed.state) == state_hash(played)
    site.house.forget(gid)
    with site.house.using(gid) as woken:
        assert state_hash(woken.game.state) == state_hash(played)
        assert len(woken.game.records) == seq
