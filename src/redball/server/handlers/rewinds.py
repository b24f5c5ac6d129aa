"""Going back by consent: proposals, consents, refusals, and the branches left behind."""

from __future__ import annotations

from pathlib import Path

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from redball.game.rewinds import Branch, Proposal
from redball.game.save import lines_in
from redball.game.save.branches import branch_of
from redball.game.view.whole import check_viewer
from redball.server.answers.games import GameMade
from redball.server.handlers.asking import Asked, session_of, store_of
from redball.server.requests import AgreeCall, BranchCall, RewindCall
from redball.server.session import Session


class Rewinds(Struct, frozen=True):
    """What is `proposed` now, null for nothing, and which sides have still to agree (`waits`); the branches that were
    `abandoned`, the oldest first. `seq`: where the game stands."""

    proposed: Proposal | None
    waits: tuple[str, ...]
    abandoned: tuple[Branch, ...]
    seq: int


def rewinds_of(session: Session) -> Rewinds:
    """What both sides may know of it: all."""
    open_ = session.proposal
    waits = () if open_ is None else tuple(side for side in session.concerned if side not in open_.agreed)
    return Rewinds(open_, waits, session.branches, len(session.game.records))


@get("/api/games/{gid:str}/rewind", sync_to_thread=True)
def rewinds(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> Rewinds:
    """What is proposed, and which branches were abandoned."""
    with session_of(request, gid) as session:
        check_viewer(session.game.look, side)
        return rewinds_of(session)


@post("/api/games/{gid:str}/rewind", sync_to_thread=True, status_code=200)
def propose(request: Asked, gid: FromPath[str], data: JSONBody[RewindCall]) -> Rewinds:
    """Propose to go back. It is done at once if nobody else must agree."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        with session.save.together():
            session.propose(data.side, data.to, data.name)
        return rewinds_of(session)


@post("/api/games/{gid:str}/agree", sync_to_thread=True, status_code=200)
def agree(request: Asked, gid: FromPath[str], data: JSONBody[AgreeCall]) -> Rewinds:
    """Agree to what is proposed, or not. With the last consent the game goes back."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        with session.save.together():
            session.agree(data.side, data.agrees)
        return rewinds_of(session)


@post("/api/games/{gid:str}/branches", sync_to_thread=True)
def open_branch(request: Asked, gid: FromPath[str], data: JSONBody[BranchCall]) -> GameMade:
    """Open an abandoned branch as a game of its own."""
    with session_of(request, gid) as session:
        raw = session.save.text()
        found = branch_of(raw, lines_in(raw, Path(f"{session.id}.redball")), data.line)
    return GameMade(store_of(request).adopt(found).id)
