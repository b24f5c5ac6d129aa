"""The HTTP interface of `docs/api.md`, and the page's files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

from redball.game.save import SaveMoved, Unwritable
from redball.scenarios.errors import ScenarioError
from redball.server.answers.games import SwitchValue
from redball.server.description import OPENAPI, RecordSchemas
from redball.server.guard import Guard
from redball.server.handlers import (
    advice,
    ahead,
    games,
    orders,
    overlays,
    playing,
    prepared,
    questions,
    rewinds,
    standing,
)
from redball.server.records import make_ready
from redball.server.requests import (
    Posted,
    bad_request,
    bad_scenario,
    http_error,
    no_game,
    our_mistake,
    stale,
    unwritable,
)
from redball.server.session import Stale
from redball.server.store import NoGame, Store

STATIC = Path(__file__).parent / "static"
WORTH_COMPRESSING = 16_000
"""Bytes of an answer. Smaller ones, such as that to an action, take longer to compress than to send."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


async def secure(message: Message, scope: Scope) -> None:
    """Add headers that keep the page to its own origin."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


HANDLERS = [
    games.editions,
    games.scenarios,
    games.scenario,
    games.games,
    games.new_game,
    games.name_game,
    games.forget,
    games.take_in,
    games.save,
    playing.game,
    playing.game_view,
    playing.replay,
    playing.log,
    playing.dice,
    playing.act,
    playing.macro,
    playing.bot,
    playing.undo,
    playing.redo,
    standing.standing,
    standing.stand,
    standing.tried,
    prepared.prepared,
    prepared.prepare,
    prepared.send,
    advice.plans,
    advice.advice,
    advice.coach,
    rewinds.rewinds,
    rewinds.propose,
    rewinds.agree,
    rewinds.open_branch,
    questions.reach,
    questions.rail,
    questions.shipping,
    questions.extender_range,
    questions.why,
    questions.cost,
    questions.mission,
    questions.construction,
    questions.supply,
    questions.cuts,
    questions.bills,
    questions.entries,
    questions.fuel,
    questions.odds,
    questions.plan,
    questions.strokes,
    questions.barrage,
    questions.warnings,
    questions.sea,
    questions.theatre,
    ahead.approaches,
    ahead.cut_map,
    ahead.budget,
    ahead.modes,
    overlays.supply_net,
    overlays.rail_net,
    overlays.ground,
    orders.formation,
    orders.way,
    orders.march,
    orders.orders,
]


def create_app(
    folder: Path,
    presets: Mapping[str, Mapping[str, SwitchValue]] | None = None,
    *,
    static: Path = STATIC,
    hosts: Collection[str] = (),
    key: str = "",
) -> Litestar:
    """The application over a folder of saved games. `presets` are the switch values that the page proposes instead of
    the defaults, by edition. It answers to the names of this machine and to `hosts`; with a `key`, to whoever has it.
    Without a built page it serves the interface only."""
    make_ready()
    routes: list[Any] = list(HANDLERS)
    if (static / "index.html").is_file():
        routes.append(
            create_static_files_router(path="/", directories=[static], html_mode=True, include_in_schema=False)
        )
    store = Store(folder)
    app = Litestar(
        routes,
        openapi_config=OPENAPI,
        plugins=[RecordSchemas()],
        before_send=[secure],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=3, minimum_size=WORTH_COMPRESSING),
        request_class=Posted,
        logging_config=None,  # what fails is told by our_mistake, and nothing else needs a log
        exception_handlers={
            NoGame: no_game,
            SaveMoved: stale,
            Stale: stale,
            Unwritable: unwritable,
            ScenarioError: bad_scenario,
            ValueError: bad_request,
            HTTPException: http_error,
            Exception: our_mistake,
        },
    )
    app.asgi_handler = Guard(app.asgi_handler, hosts, key)
    app.state.store = store
    app.state.presets = presets or {}
    return app
