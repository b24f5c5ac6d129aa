"""The HTTP interface of `docs/api.md`, and the page's files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, delete, get, post
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.static_files import create_static_files_router

from redball.core.actions import decode_action
from redball.core.refusals import Refusal
from redball.editions import EDITIONS, edition
from redball.game.game import SEALED
from redball.game.save import SaveError
from redball.game.view import NotAllowed, view
from redball.scenarios.load import list_scenarios, load_scenario
from redball.server import answers
from redball.server.session import Session, Stale
from redball.server.store import Store

STATIC = Path(__file__).parent / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'"
)


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """What a new game is made of."""

    scenario: str
    players: dict[str, str]
    switches: dict[str, Any] = {}
    seed: int | None = None
    edition: str = ""


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of a side, on the state with number `seq`."""

    side: str
    seq: int
    actions: list[dict[str, Any]]


class MacroCall(msgspec.Struct, forbid_unknown_fields=True):
    """A macro of a side."""

    side: str
    seq: int
    macro: dict[str, Any]


class BotCall(msgspec.Struct, forbid_unknown_fields=True):
    """Let the bot go on; `side` is who watches."""

    seq: int
    side: str = ""


class UndoCall(msgspec.Struct, forbid_unknown_fields=True):
    """Undo one action, or with `to` and `consent` rewind to an earlier number."""

    side: str
    seq: int
    to: int | None = None
    consent: bool = False


def session_of(request: Request[Any, Any, Any], gid: str) -> Session:
    """The game, or 404."""
    try:
        return store_of(request).get(gid)
    except KeyError:
        raise HTTPException(status_code=404, detail=f"there is no game {gid}") from None


def store_of(request: Request[Any, Any, Any]) -> Store:
    """The server's games."""
    store: Store = request.app.state.store
    return store


def answer(session: Session, side: str, since: int, refused: Refusal | None, **more: Any) -> Response[Any]:
    """View, what happened since, and the refusal if there is one (409)."""
    body: dict[str, Any] = {
        "view": view(session.game, side),
        "events": session.journal.read(side, since + 1),
        "taken": len(session.game.records) - since,
        **more,
    }
    if refused is not None:
        body["refusal"] = answers.refusal_json(session, side, refused)
    return Response(body, status_code=409 if refused is not None else 200)


@get("/api/scenarios", sync_to_thread=True)
def scenarios() -> list[dict[str, Any]]:
    """Every scenario that is installed."""
    found = []
    for head in list_scenarios():
        scenario = load_scenario(head.id)
        switches = edition(scenario.edition).switches.values()
        found.append(
            {
                "id": scenario.id,
                "title": scenario.title,
                "summary": scenario.summary,
                "turns": scenario.turns,
                "dates": scenario.dates,
                "sides": [{"id": s.id, "name": s.name} for s in scenario.sides],
                "teaching": scenario.teaching,
                "editions": list(EDITIONS),
                "switches": [
                    {"name": s.name, "case": s.case, "default": s.default, "values": s.values, "text": s.text}
                    for s in switches
                ],
            }
        )
    return found


@get("/api/games", sync_to_thread=True)
def games(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Saved games."""
    return store_of(request).list()


@post("/api/games", sync_to_thread=True)
def new_game(request: Request[Any, Any, Any], data: JSONBody[NewGame]) -> dict[str, str]:
    """Start a game."""
    made = store_of(request).create(data.scenario, data.players, data.switches, data.seed, data.edition)
    return {"id": made.id}


@delete("/api/games/{gid:str}", sync_to_thread=True)
def forget(request: Request[Any, Any, Any], gid: FromPath[str]) -> None:
    """Delete a saved game."""
    try:
        store_of(request).delete(gid)
    except KeyError:
        raise HTTPException(status_code=404, detail=f"there is no game {gid}") from None


@post("/api/games/import")
async def take_in(request: Request[Any, Any, Any]) -> dict[str, str]:
    """Import a save file."""
    return {"id": store_of(request).adopt(await request.body()).id}


@get("/api/games/{gid:str}", sync_to_thread=True)
def game(request: Request[Any, Any, Any], gid: FromPath[str]) -> dict[str, Any]:
    """What never changes in a game."""
    session = session_of(request, gid)
    world = session.game.world
    return {
        "id": gid,
        "scenario": world.scenario.id,
        "title": world.scenario.title,
        "edition": world.edition.name,
        "players": session.players,
        "switches": world.switches,
        "sides": [{"id": s.id, "name": s.name} for s in world.scenario.sides],
        "dates": world.scenario.dates,
        "board": world.board.to_page(),
        "charts": world.charts.page(),
        "notes": world.scenario.notes,
        "sources": world.scenario.sources,
        "victory": msgspec.to_builtins(world.scenario.victory),
    }


@get("/api/games/{gid:str}/view", sync_to_thread=True)
def game_view(request: Request[Any, Any, Any], gid: FromPath[str], side: FromQuery[str] = "") -> dict[str, Any]:
    """The view of a side."""
    return view(session_of(request, gid).game, side)


@post("/api/games/{gid:str}/act", sync_to_thread=True, status_code=200)
def act(request: Request[Any, Any, Any], gid: FromPath[str], data: JSONBody[Act]) -> Response[Any]:
    """Take actions."""
    session = session_of(request, gid)
    session.check_seq(data.seq)
    actions = [decode_action(raw) for raw in data.actions]
    return answer(session, data.side, data.seq, session.act(actor(session, data.side), actions))


def actor(session: Session, side: str) -> str:
    """In open play the page speaks for whoever decides."""
    open_ = session.game.decision
    return open_.side if not side and open_ is not None else side


@post("/api/games/{gid:str}/macro", sync_to_thread=True, status_code=200)
def macro(request: Request[Any, Any, Any], gid: FromPath[str], data: JSONBody[MacroCall]) -> Response[Any]:
    """Take the actions of a macro."""
    session = session_of(request, gid)
    session.check_seq(data.seq)
    return answer(session, data.side, data.seq, session.macro(actor(session, data.side), data.macro))


@post("/api/games/{gid:str}/bot", sync_to_thread=True, status_code=200)
def bot(request: Request[Any, Any, Any], gid: FromPath[str], data: JSONBody[BotCall]) -> Response[Any]:
    """Let the bot take its next visible step."""
    session = session_of(request, gid)
    session.check_seq(data.seq)
    return answer(session, data.side, data.seq, None, more=session.bot_step())


@post("/api/games/{gid:str}/undo", sync_to_thread=True, status_code=200)
def undo(request: Request[Any, Any, Any], gid: FromPath[str], data: JSONBody[UndoCall]) -> Response[Any]:
    """Undo, or rewind by consent."""
    session = session_of(request, gid)
    session.check_seq(data.seq)
    refused: Refusal | None = None
    if data.to is not None and data.consent:
        session.rewind(data.to)
    elif data.to is not None:
        refused = SEALED(detail="going back this far needs the consent of both sides")
    else:
        refused = session.undo(actor(session, data.side))
    return answer(session, data.side, len(session.game.records), refused)


@get("/api/games/{gid:str}/log", sync_to_thread=True)
def log(
    request: Request[Any, Any, Any], gid: FromPath[str], side: FromQuery[str] = "", since: FromQuery[int] = 0
) -> list[dict[str, Any]]:
    """The log as a side may read it."""
    session = session_of(request, gid)
    view_allowed(session, side)
    return session.journal.read(side, since)


def view_allowed(session: Session, side: str) -> None:
    """Open answers need open play.

    Raises NotAllowed.
    """
    if not side and session.game.look.switch("fog") and not session.game.over:
        raise NotAllowed("this game is played with fog of war: ask for a side")


def split(units: str) -> tuple[str, ...]:
    """`a,b` as ids."""
    return tuple(filter(None, units.split(",")))


@get("/api/games/{gid:str}/reach", sync_to_thread=True)
def reach(request: Request[Any, Any, Any], gid: FromPath[str], units: FromQuery[str], side: FromQuery[str] = "") -> Any:
    """Where units could go."""
    session = session_of(request, gid)
    return answers.reach(session, actor(session, side), known(session, split(units)))


def known(session: Session, units: tuple[str, ...]) -> tuple[str, ...]:
    """The units, or an error that names the unknown one.

    Raises ValueError.
    """
    for uid in units:
        if uid not in session.game.state.units:
            raise ValueError(f"there is no unit {uid!r} in this game")
    return units


@get("/api/games/{gid:str}/why", sync_to_thread=True)
def why(request: Request[Any, Any, Any], gid: FromPath[str], action: FromQuery[str], side: FromQuery[str] = "") -> Any:
    """Why not?"""
    session = session_of(request, gid)
    return answers.why(session, actor(session, side), decode_action(json.loads(action)))


@get("/api/games/{gid:str}/cost", sync_to_thread=True)
def cost(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    unit: FromQuery[str],
    start: FromQuery[int],
    hex: FromQuery[int],
) -> Any:
    """What a hex costs a unit."""
    session = session_of(request, gid)
    return answers.cost(session, known(session, (unit,))[0], start, hex)


@get("/api/games/{gid:str}/supply", sync_to_thread=True)
def supply(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    side: FromQuery[str] = "",
    unit: FromQuery[str] = "",
    hex: FromQuery[int] = -1,
) -> Any:
    """Supply of a unit, an HQ or a dump."""
    session = session_of(request, gid)
    owner = side or (session.game.state.units[unit].side if unit in session.game.state.units else side)
    return answers.supply_of(
        session, owner or actor(session, side), known(session, split(unit))[0] if unit else "", hex
    )


@get("/api/games/{gid:str}/odds", sync_to_thread=True)
def odds(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    kind: FromQuery[str] = "regular",
) -> Any:
    """The preview of an attack or overrun."""
    session = session_of(request, gid)
    return answers.odds(session, actor(session, side), hex, known(session, split(units)), kind)


@get("/api/games/{gid:str}/barrage", sync_to_thread=True)
def barrage(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
) -> Any:
    """The preview of a barrage."""
    session = session_of(request, gid)
    return answers.barrage_preview(session, actor(session, side), hex, known(session, split(units)))


@get("/api/games/{gid:str}/save", sync_to_thread=True, media_type=MediaType.TEXT)
def save(request: Request[Any, Any, Any], gid: FromPath[str]) -> Response[bytes]:
    """The save file, once nothing in it is hidden from anybody or the asker plays alone."""
    session_of(request, gid)
    return Response(
        store_of(request).save_text(gid),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{gid}.redball"'},
    )


def bad_request(_: Request[Any, Any, Any], error: Exception) -> Response[dict[str, str]]:
    """400 with one sentence."""
    return Response({"error": " ".join(str(error).split())}, status_code=400)


def stale(_: Request[Any, Any, Any], error: Stale) -> Response[dict[str, Any]]:
    """409: the client should ask for the view again."""
    return Response({"error": str(error), "stale": True}, status_code=409)


def secure(response: Response[Any]) -> Response[Any]:
    """Headers that keep a page to itself."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    return response


HANDLERS = [
    scenarios, games, new_game, forget, take_in, game, game_view, act, macro, bot, undo, log, reach, why, cost, supply,
    odds, barrage, save,
]  # fmt: skip


def create_app(folder: Path, *, static: Path = STATIC) -> Litestar:
    """The application over a folder of saved games. Without a built page only the interface is there."""
    routes: list[Any] = list(HANDLERS)
    if (static / "index.html").is_file():
        routes.append(
            create_static_files_router(path="/", directories=[static], html_mode=True, include_in_schema=False)
        )
    app = Litestar(
        routes,
        openapi_config=None,
        after_request=secure,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=3),
        exception_handlers={
            Stale: stale,
            SaveError: bad_request,
            NotAllowed: bad_request,
            msgspec.ValidationError: bad_request,
            ValueError: bad_request,
        },
    )
    app.state.store = Store(folder)
    return app
