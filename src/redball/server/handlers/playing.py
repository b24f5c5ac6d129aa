"""Playing: views of a game, and the calls that change it."""

from __future__ import annotations

from typing import Any, cast

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import UNSET, UnsetType

from redball.core.refusals import Refusal
from redball.game.game import SEALED
from redball.game.plan.formations import Left
from redball.game.plan.macros import decode_macro
from redball.game.rewinds import checked_name
from redball.game.view.lines import Entry
from redball.game.view.rolls import DiceSheet, dice_sheet
from redball.game.view.whole import View, check_viewer, past_view
from redball.server.answers.games import GameInfo, game_info
from redball.server.answers.orders import check_macro
from redball.server.answers.playing import Taken, taken
from redball.server.handlers.asking import Asked, actor, session_of
from redball.server.requests import Act, BotCall, Call, MacroCall, Onward, Problem, RedoCall, UndoCall
from redball.server.session import Session

REFUSED = {
    409: ResponseSpec(
        cast(type[Any], Taken | Problem),
        generate_examples=False,
        description="The action was refused, or the client is behind.",
    )
}


def answer(
    session: Session,
    call: Call,
    since: int,
    refused: Refusal | None,
    *,
    left: tuple[Left, ...] = (),
    more: bool | UnsetType = UNSET,
) -> Response[Taken]:
    """The view, what happened since, and the refusal if there is one (409); `left`: what a series did not order. It is
    made while the disk writes, and sent when that is done."""
    session.save.hurry()
    body = taken(session, call.side, since, refused, call.holds, left=left, more=more)
    return Response(body, status_code=409 if refused is not None else 200)


def on(session: Session, call: Onward) -> bool | UnsetType:
    """Let the bot play on after what the call did, if it asks for that; then, whether it must still decide."""
    return session.bot_follows(call.side) if call.bot else UNSET


@get("/api/games/{gid:str}", sync_to_thread=True)
def game(request: Asked, gid: FromPath[str]) -> GameInfo:
    """The fixed facts of a game."""
    with session_of(request, gid) as session:
        return game_info(session)


@get("/api/games/{gid:str}/view", sync_to_thread=True)
def game_view(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> Response[View]:
    """The view of a side; the header `ETag` has its mark, in quotes."""
    with session_of(request, gid) as session:
        shown = session.show(side)[1]
        return Response(shown.view, headers={"ETag": f'"{shown.mark}"'})


@get("/api/games/{gid:str}/replay", sync_to_thread=True)
def replay(request: Asked, gid: FromPath[str], at: FromQuery[int], side: FromQuery[str] = "") -> View:
    """A side's view after an earlier action."""
    with session_of(request, gid) as session:
        return past_view(session.past, session.game, side, at)


@get("/api/games/{gid:str}/log", sync_to_thread=True)
def log(request: Asked, gid: FromPath[str], side: FromQuery[str] = "", since: FromQuery[int] = 0) -> list[Entry]:
    """The log as a side may read it."""
    with session_of(request, gid) as session:
        check_viewer(session.game.look, side)
        return session.journal.read(side, since)


@get("/api/games/{gid:str}/dice", sync_to_thread=True)
def dice(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> DiceSheet:
    """How often what was rolled, beside what chance says."""
    with session_of(request, gid) as session:
        check_viewer(session.game.look, side)
        return dice_sheet(session.game)


@post("/api/games/{gid:str}/act", sync_to_thread=True, status_code=200, responses=REFUSED)
def act(request: Asked, gid: FromPath[str], data: JSONBody[Act]) -> Response[Taken]:
    """Take actions."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        who = actor(session, data.side)
        actions = [session.game.world.edition.read_action(raw) for raw in data.actions]
        with session.save.together():
            refused = session.act(who, actions)
            more = on(session, data)
        return answer(session, data, data.seq, refused, more=more)


@post("/api/games/{gid:str}/macro", sync_to_thread=True, status_code=200, responses=REFUSED)
def macro(request: Asked, gid: FromPath[str], data: JSONBody[MacroCall]) -> Response[Taken]:
    """Take the actions of a macro."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        who = actor(session, data.side)
        wanted = decode_macro(data.macro)
        check_macro(session.game.look, who, wanted)
        with session.save.together():
            done = session.macro(who, wanted)
            more = on(session, data)
        return answer(session, data, data.seq, done.refusal, left=done.left, more=more)


@post("/api/games/{gid:str}/bot", sync_to_thread=True, status_code=200, responses=REFUSED)
def bot(request: Asked, gid: FromPath[str], data: JSONBody[BotCall]) -> Response[Taken]:
    """Let the bot play its next visible step, or as far as it gets in one call."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        check_viewer(session.game.look, data.side)
        more = session.bot_plays(data.side, data.until)
        return answer(session, data, data.seq, None, more=more)


@post("/api/games/{gid:str}/undo", sync_to_thread=True, status_code=200, responses=REFUSED)
def undo(request: Asked, gid: FromPath[str], data: JSONBody[UndoCall]) -> Response[Taken]:
    """Undo, or rewind by consent."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        who = actor(session, data.side)
        refused: Refusal | None = None
        if data.to is None:
            refused = session.undo(who, data.steps)
        elif data.consent:
            session.rewind(data.to, checked_name(data.name))
        else:
            refused = SEALED(detail="going back this far needs the consent of both sides")
        return answer(session, data, len(session.game.records), refused)


@post("/api/games/{gid:str}/redo", sync_to_thread=True, status_code=200, responses=REFUSED)
def redo(request: Asked, gid: FromPath[str], data: JSONBody[RedoCall]) -> Response[Taken]:
    """Redo the last undone actions."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        refused = session.redo(actor(session, data.side), data.steps)
        return answer(session, data, data.seq, refused)
