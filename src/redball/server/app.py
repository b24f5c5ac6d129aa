"""The HTTP interface of `docs/api.md`, and the page's files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, delete, get, post
from litestar.concurrency import sync_to_thread
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

from redball.core.refusals import Refusal
from redball.editions import edition, names, text_of
from redball.game.game import SEALED
from redball.game.plan.moves import decode_macro
from redball.game.view.standing import standing_view
from redball.game.view.whole import check_viewer, past_view, view
from redball.scenarios.load import list_scenarios, load_scenario
from redball.server import answers
from redball.server.requests import Act, BotCall, MacroCall, NewGame, RedoCall, UndoCall, bad_request, http_error, stale
from redball.server.session import Session, Stale
from redball.server.store import Store

STATIC = Path(__file__).parent / "static"
LARGEST_SAVE = 200_000_000
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def store_of(request: Request[Any, Any, Any]) -> Store:
    """The server's games."""
    store: Store = request.app.state.store
    return store


def session_of(request: Request[Any, Any, Any], gid: str) -> Session:
    """The game, or 404. Use it in a `with`: one request at a time deals with a game."""
    try:
        return store_of(request).get(gid)
    except KeyError:
        raise HTTPException(status_code=404, detail=f"there is no game {gid}") from None


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


def actor(session: Session, side: str) -> str:
    """The acting side, or in open play ("") the side that must decide.

    Raises NotAllowed for an unknown side, or for open play under fog.
    """
    check_viewer(session.game.look, side)
    open_ = session.game.decision
    return open_.side if not side and open_ is not None else side or session.game.world.sides[0]


# --- games -----------------------------------------------------------------------------------------------------


@get("/api/editions", sync_to_thread=True)
def editions(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every edition with its switches: case, group, default, values, and a sentence for each; `preset` is what the page
    proposes."""
    presets: dict[str, dict[str, Any]] = request.app.state.presets
    return [
        {
            "id": name,
            "text": text_of(name),
            "switches": [
                {
                    "name": s.name,
                    "case": s.case,
                    "group": s.group,
                    "default": s.default,
                    "preset": presets.get(name, {}).get(s.name, s.default),
                    "values": s.values,
                    "text": s.text,
                    "excludes": [o for o in edition(name).switches if o != s.name and edition(name).clash(s.name, o)],
                }
                for s in edition(name).listed()
            ],
        }
        for name in names()
    ]


@get("/api/scenarios", sync_to_thread=True)
def scenarios() -> list[dict[str, Any]]:
    """Every scenario that is installed."""
    found = []
    for head in list_scenarios():
        scenario = load_scenario(head.id)
        found.append(
            {
                "id": scenario.id,
                "title": scenario.title,
                "summary": scenario.summary,
                "turns": scenario.turns,
                "dates": scenario.dates,
                "sides": [{"id": s.id, "name": s.name} for s in scenario.sides],
                "teaching": scenario.teaching,
                "edition": scenario.edition,
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
    made = store_of(request).create(data.scenario, data.players, data.switches, data.seed, data.edition, data.charts)
    return {"id": made.id}


@delete("/api/games/{gid:str}", sync_to_thread=True)
def forget(request: Request[Any, Any, Any], gid: FromPath[str]) -> None:
    """Delete a saved game."""
    try:
        store_of(request).delete(gid)
    except KeyError:
        raise HTTPException(status_code=404, detail=f"there is no game {gid}") from None


@post("/api/games/import", request_max_body_size=LARGEST_SAVE)
async def take_in(request: Request[Any, Any, Any]) -> dict[str, str]:
    """Import a save file."""
    raw = await request.body()
    return {"id": (await sync_to_thread(store_of(request).adopt, raw)).id}


@get("/api/games/{gid:str}/save", sync_to_thread=True, media_type=MediaType.TEXT)
def save(request: Request[Any, Any, Any], gid: FromPath[str]) -> Response[bytes]:
    """The save file. It holds both sides' secrets, as the file of a game at one table must."""
    with session_of(request, gid):
        text = store_of(request).save_text(gid)
    return Response(
        text,
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{gid}.redball"'},
    )


# --- playing ---------------------------------------------------------------------------------------------------


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
        **standing_view(world),
    }


@get("/api/games/{gid:str}/view", sync_to_thread=True)
def game_view(request: Request[Any, Any, Any], gid: FromPath[str], side: FromQuery[str] = "") -> dict[str, Any]:
    """The view of a side."""
    with session_of(request, gid) as session:
        return view(session.game, side)


@get("/api/games/{gid:str}/replay", sync_to_thread=True)
def replay(
    request: Request[Any, Any, Any], gid: FromPath[str], at: FromQuery[int], side: FromQuery[str] = ""
) -> dict[str, Any]:
    """The view as a side had it after an earlier action."""
    with session_of(request, gid) as session:
        return past_view(session.past, session.game, side, at)


@get("/api/games/{gid:str}/log", sync_to_thread=True)
def log(
    request: Request[Any, Any, Any], gid: FromPath[str], side: FromQuery[str] = "", since: FromQuery[int] = 0
) -> list[dict[str, Any]]:
    """The log as a side may read it."""
    with session_of(request, gid) as session:
        check_viewer(session.game.look, side)
        return session.journal.read(side, since)


@post("/api/games/{gid:str}/act", sync_to_thread=True, status_code=200)
def act(request: Request[Any, Any, Any], gid: FromPath[str], data: JSONBody[Act]) -> Response[Any]:
    """Take actions."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        who = actor(session, data.side)
        actions = [session.game.world.edition.read_action(raw) for raw in data.actions]
        return answer(session, data.side, data.seq, session.act(who, actions))


@post("/api/games/{gid:str}/macro", sync_to_thread=True, status_code=200)
def macro(request: Request[Any, Any, Any], gid: FromPath[str], data: JSONBody[MacroCall]) -> Response[Any]:
    """Take the actions of a macro."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        who = actor(session, data.side)
        return answer(session, data.side, data.seq, session.macro(who, decode_macro(data.macro)))


@post("/api/games/{gid:str}/bot", sync_to_thread=True, status_code=200)
def bot(request: Request[Any, Any, Any], gid: FromPath[str], data: JSONBody[BotCall]) -> Response[Any]:
    """Let the bot take its next visible step."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        check_viewer(session.game.look, data.side)
        return answer(session, data.side, data.seq, None, more=session.bot_step())


@post("/api/games/{gid:str}/undo", sync_to_thread=True, status_code=200)
def undo(request: Request[Any, Any, Any], gid: FromPath[str], data: JSONBody[UndoCall]) -> Response[Any]:
    """Undo, or rewind by consent."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        who = actor(session, data.side)
        refused: Refusal | None = None
        if data.to is None:
            refused = session.undo(who, data.steps)
        elif data.consent:
            session.rewind(data.to)
        else:
            refused = SEALED(detail="going back this far needs the consent of both sides")
        return answer(session, data.side, len(session.game.records), refused)


@post("/api/games/{gid:str}/redo", sync_to_thread=True, status_code=200)
def redo(request: Request[Any, Any, Any], gid: FromPath[str], data: JSONBody[RedoCall]) -> Response[Any]:
    """Once more what was taken back last."""
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        refused = session.redo(actor(session, data.side))
        return answer(session, data.side, data.seq, refused)


# --- questions -------------------------------------------------------------------------------------------------


@get("/api/games/{gid:str}/reach", sync_to_thread=True)
def reach(request: Request[Any, Any, Any], gid: FromPath[str], units: FromQuery[str], side: FromQuery[str] = "") -> Any:
    """Where units could go."""
    with session_of(request, gid) as session:
        return answers.reach(session, actor(session, side), units)


@get("/api/games/{gid:str}/rail", sync_to_thread=True)
def rail(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    units: FromQuery[str] = "",
    hex: FromQuery[int] = -1,
    side: FromQuery[str] = "",
) -> Any:
    """Where units, or supply, could go by rail."""
    with session_of(request, gid) as session:
        return answers.by_rail(session, actor(session, side), units, hex)


@get("/api/games/{gid:str}/range", sync_to_thread=True)
def extender_range(
    request: Request[Any, Any, Any], gid: FromPath[str], unit: FromQuery[str], side: FromQuery[str] = ""
) -> Any:
    """What an Extender could link to."""
    with session_of(request, gid) as session:
        return answers.extender_range(session, actor(session, side), unit)


@get("/api/games/{gid:str}/why", sync_to_thread=True)
def why(request: Request[Any, Any, Any], gid: FromPath[str], action: FromQuery[str], side: FromQuery[str] = "") -> Any:
    """Why not?"""
    with session_of(request, gid) as session:
        asked = session.game.world.edition.read_action(json.loads(action))
        return answers.why(session, actor(session, side), asked)


@get("/api/games/{gid:str}/cost", sync_to_thread=True)
def cost(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    unit: FromQuery[str],
    start: FromQuery[int],
    hex: FromQuery[int],
    side: FromQuery[str] = "",
) -> Any:
    """What a hex costs a unit."""
    with session_of(request, gid) as session:
        return answers.cost(session, side, unit, start, hex)


@get("/api/games/{gid:str}/construction", sync_to_thread=True)
def construction(
    request: Request[Any, Any, Any], gid: FromPath[str], unit: FromQuery[str], side: FromQuery[str] = ""
) -> Any:
    """What a unit could build, and why not."""
    with session_of(request, gid) as session:
        return answers.construction_of(session, side, unit)


@get("/api/games/{gid:str}/supply", sync_to_thread=True)
def supply(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    side: FromQuery[str] = "",
    unit: FromQuery[str] = "",
    hex: FromQuery[int] = -1,
) -> Any:
    """Supply of a unit, an HQ or a dump."""
    with session_of(request, gid) as session:
        who = actor(session, side)
        return answers.supply_of_unit(session, side, unit) if unit else answers.supply_of_hex(session, who, hex)


@get("/api/games/{gid:str}/cuts", sync_to_thread=True)
def cuts(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    unit: FromQuery[str],
    side: FromQuery[str] = "",
    line: FromQuery[str] = "trace",
) -> Any:
    """What would cut a unit's trace or supply."""
    with session_of(request, gid) as session:
        actor(session, side)
        return answers.cuts(session, side, unit, line)


@get("/api/games/{gid:str}/bills", sync_to_thread=True)
def bills(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    kind: FromQuery[str] = "regular",
    special: FromQuery[str] = "",
) -> Any:
    """Who could pay for an attack, an overrun or a barrage."""
    with session_of(request, gid) as session:
        return answers.bills(session, actor(session, side), kind, hex, units, special)


@get("/api/games/{gid:str}/fuel", sync_to_thread=True)
def fuel(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    hex: FromQuery[int] = -1,
) -> Any:
    """What a move costs in fuel."""
    with session_of(request, gid) as session:
        return answers.move_cost(session, actor(session, side), units, hex)


@get("/api/games/{gid:str}/odds", sync_to_thread=True)
def odds(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    kind: FromQuery[str] = "regular",
    attacker: FromQuery[str] = "losses",
    defender: FromQuery[str] = "retreat",
    terrain: FromQuery[str] = "",
    special: FromQuery[str] = "",
) -> Any:
    """The preview of an attack or overrun with its exact chances."""
    with session_of(request, gid) as session:
        policy = answers.policy_named(attacker, defender)
        chosen = answers.terrain_named(session.game.look, terrain)
        return answers.odds(session, actor(session, side), hex, units, kind, policy, chosen, special)


@get("/api/games/{gid:str}/plan", sync_to_thread=True)
def plan(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
    guns: FromQuery[str] = "",
    then: FromQuery[int] = -1,
    attacker: FromQuery[str] = "losses",
    defender: FromQuery[str] = "retreat",
    special: FromQuery[str] = "",
) -> Any:
    """The exact chance of a barrage, an attack and an exploitation overrun, one after the other."""
    with session_of(request, gid) as session:
        policy = answers.policy_named(attacker, defender)
        return answers.plan(session, actor(session, side), hex, units, guns, then, policy, special)


@get("/api/games/{gid:str}/strokes", sync_to_thread=True)
def strokes(request: Request[Any, Any, Any], gid: FromPath[str], hex: FromQuery[int], side: FromQuery[str] = "") -> Any:
    """Who could barrage and attack a hex."""
    with session_of(request, gid) as session:
        return answers.strokes(session, actor(session, side), hex)


@get("/api/games/{gid:str}/barrage", sync_to_thread=True)
def barrage(
    request: Request[Any, Any, Any],
    gid: FromPath[str],
    hex: FromQuery[int],
    units: FromQuery[str],
    side: FromQuery[str] = "",
) -> Any:
    """The preview of a barrage."""
    with session_of(request, gid) as session:
        return answers.barrage_preview(session, actor(session, side), hex, units)


async def secure(message: Message, scope: Scope) -> None:
    """Headers that keep the page to itself, on every answer."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


HANDLERS = [
    editions,
    scenarios,
    games,
    new_game,
    forget,
    take_in,
    save,
    game,
    game_view,
    replay,
    log,
    act,
    macro,
    bot,
    undo,
    redo,
    reach,
    rail,
    extender_range,
    why,
    cost,
    construction,
    supply,
    cuts,
    bills,
    fuel,
    odds,
    plan,
    strokes,
    barrage,
]


def create_app(folder: Path, presets: dict[str, dict[str, Any]] | None = None, *, static: Path = STATIC) -> Litestar:
    """The application over a folder of saved games; `presets` are the switches, by edition, that the page proposes
    other than by default. Without a built page only the interface is there."""
    routes: list[Any] = list(HANDLERS)
    if (static / "index.html").is_file():
        routes.append(
            create_static_files_router(path="/", directories=[static], html_mode=True, include_in_schema=False)
        )
    store = Store(folder)
    app = Litestar(
        routes,
        on_shutdown=[store.close],
        openapi_config=None,
        before_send=[secure],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=3),
        exception_handlers={Stale: stale, ValueError: bad_request, HTTPException: http_error},
    )
    app.state.store = store
    app.state.presets = presets or {}
    return app
