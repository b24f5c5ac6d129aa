"""The application: the calls of `server` about a running game, those of this layer, and the page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.utils.sync import AsyncCallable

from redball.game.save import SaveMoved, Unwritable
from redball.online.access import Door, refusals
from redball.online.accounts import NotThatWay, TooOften, WrongPassword
from redball.online.database import AWAY, Database
from redball.online.handlers import accounts, games, live, notices, plans, posts, proving, running, table, teams
from redball.online.handlers.asking import Means
from redball.online.house import House
from redball.online.live import Live
from redball.online.lull import Lull
from redball.online.pledges import key_of
from redball.online.running import LOG, Metrics, Watch, upkeep
from redball.online.sending import Sender
from redball.online.settings import Settings
from redball.scenarios.errors import ScenarioError
from redball.server.app import HANDLERS as SERVED
from redball.server.app import STATIC, WORTH_COMPRESSING, secure
from redball.server.description import OPENAPI, RecordSchemas, handlers_of
from redball.server.guard import Guard
from redball.server.handlers import advice, playing, rewinds
from redball.server.handlers import games as of_folders
from redball.server.records import make_ready
from redball.server.requests import (
    Posted,
    Problem,
    bad_request,
    bad_scenario,
    http_error,
    in_one_sentence,
    no_game,
    our_mistake,
    stale,
    unwritable,
)
from redball.server.session import Stale
from redball.server.store import NoGame

LEFT_OUT = (
    of_folders.games,
    of_folders.new_game,
    of_folders.name_game,
    of_folders.forget,
    of_folders.take_in,
    of_folders.save,
    playing.game,
    playing.bot,
    playing.undo,
    rewinds.open_branch,
    advice.plans,
    advice.advice,
    advice.coach,
)
"""Calls of the folder's server that this one has in another form, or not at all: bots play by themselves here, and
nobody is advised against another person."""
OWN = (accounts, proving, games, table, live, notices, plans, posts, running, teams)
HANDLERS = [
    *(handler for handler in SERVED if handler not in LEFT_OUT),
    *(handler for part in OWN for handler in part.HANDLERS),
]


def create_app(settings: Settings, *, static: Path = STATIC) -> Litestar:
    """The application over the database of the settings, whose schema must be the newest.

    Raises SettingsError.
    """
    make_ready()
    database = Database(settings.database.url)
    if settings.database.upgrade:
        database.upgrade()
    database.must_be_new()
    house = House(database, settings.memory.games, settings.memory.idle, key_of(settings), settings.bots)
    cookie = "__Host-redball" if settings.secure else "redball"
    lull = Lull()
    sockets = Live(house, live.news_for, lull)
    sender = Sender(database, settings, house.key, sockets.present)
    metrics = Metrics(house, lambda: sockets.count)
    routes: list[Any] = list(HANDLERS)
    if (static / "lobby.html").is_file():
        routes += pages(static)

    @asynccontextmanager
    async def open_house(_: Litestar) -> AsyncIterator[None]:
        house.wake_bots()
        sender.start()
        try:
            async with upkeep(house, lull), sockets.open():
                yield
        finally:
            sender.stop()
            house.close()
            database.close()

    app = Litestar(
        routes,
        guards=[Door(database, settings, cookie)],
        lifespan=[open_house],
        openapi_config=OPENAPI,
        plugins=[RecordSchemas()],
        before_send=[secure],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=3, minimum_size=WORTH_COMPRESSING),
        request_class=Posted,
        logging_config=None,
        exception_handlers={
            NoGame: no_game,
            SaveMoved: stale,
            Stale: stale,
            Unwritable: unwritable,
            WrongPassword: wrong_password,
            TooOften: too_often,
            NotThatWay: bad_request,
            ScenarioError: bad_scenario,
            ValueError: bad_request,
            HTTPException: http_error,
            **dict.fromkeys(AWAY, database_away),
            Exception: our_mistake,
        },
    )
    wrap_once(app)
    app.asgi_handler = Watch(Guard(app.asgi_handler, settings.hosts), metrics, lull)
    app.state.store = house
    app.state.presets = {}
    app.state.refusals = refusals
    app.state.sender = sender
    app.state.means = Means(house, settings, cookie, metrics, sockets)
    return app


def wrap_once(app: Litestar) -> None:
    """Litestar 2.25 wraps a handler for its thread again with each further handler of its address; the outer thread
    then answers with what should be waited for in the inner one."""
    for handler in handlers_of(app):
        function: Any = handler.fn
        while isinstance(function, AsyncCallable) and isinstance(function.func, AsyncCallable):
            function = handler._fn = function.func


def pages(static: Path) -> list[Any]:
    """The lobby, the page of one game, which is that of the folder's server and finds the game in its address, and what
    both load, which lies beside the root's page."""

    def at_root(name: str) -> str:
        return (static / name).read_text(encoding="utf-8").replace('="./', '="/')

    front, play = at_root("lobby.html"), at_root("index.html")

    @get("/", include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=False)
    def lobby_page() -> str:
        """The lobby."""
        return front

    @get("/g/{gid:str}", include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=False)
    def table(gid: FromPath[str]) -> str:
        """A game."""
        return play

    return [lobby_page, table, create_static_files_router(path="/", directories=[static], include_in_schema=False)]


def wrong_password(_: Request[Any, Any, Any], error: WrongPassword) -> Response[Problem]:
    """401."""
    return Response(Problem(in_one_sentence(error)), status_code=401)


def database_away(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """503: whoever asked cannot know whether it was done, and finds out when they ask again."""
    LOG.warning("the database does not answer", extra={"fields": {"why": in_one_sentence(error)}})
    told = "the database does not answer: try again in a moment. What you asked for may have been done"
    return Response(Problem(told), status_code=503, headers={"Retry-After": "1"})


def too_often(_: Request[Any, Any, Any], error: TooOften) -> Response[Problem]:
    """429."""
    return Response(Problem(in_one_sentence(error)), status_code=429)
