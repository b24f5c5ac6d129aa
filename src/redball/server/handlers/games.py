"""Editions, scenarios, saved games."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.concurrency import sync_to_thread
from litestar.params import FromPath, FromQuery, JSONBody

from redball.core.errors import in_short
from redball.scenarios.load import is_installed, shipped_names
from redball.server.answers.fronts import FrontPage, front_page
from redball.server.answers.games import (
    BrokenScenario,
    EditionInfo,
    GameMade,
    ScenarioInfo,
    edition_infos,
    scenario_infos,
)
from redball.server.guard import SAVE_TYPE
from redball.server.handlers.asking import Asked, session_of, store_of
from redball.server.listing import BrokenGame, SavedGame
from redball.server.requests import NAME, Naming, NewGame

LARGEST_SAVE = 200_000_000


@get("/api/editions", sync_to_thread=True)
def editions(request: Asked) -> list[EditionInfo]:
    """Every edition with its switches."""
    return edition_infos(request.app.state.presets)


@get("/api/scenarios", sync_to_thread=True)
def scenarios() -> list[ScenarioInfo | BrokenScenario]:
    """Every installed scenario; one that cannot be read is named with the reason."""
    return scenario_infos()


@get("/api/scenarios/{name:str}", sync_to_thread=True)
def scenario(name: FromPath[str], edition: FromQuery[str] = "") -> FrontPage:
    """The front page of an installed scenario, by the rules of an edition."""
    installed(name)
    return front_page(name, edition)


@get("/api/games", sync_to_thread=True)
def games(request: Asked) -> list[SavedGame | BrokenGame]:
    """Saved games, the last played first."""
    return store_of(request).list()


@post("/api/games", sync_to_thread=True)
def new_game(request: Asked, data: JSONBody[NewGame]) -> GameMade:
    """Start a game of an installed scenario."""
    installed(data.scenario)
    made = store_of(request).create(data.scenario, data.players, data.switches, data.seed, data.edition, data.charts)
    return GameMade(made.id)


def installed(scenario: str) -> None:
    """Check that the scenario is an installed one: the engine takes any folder of the machine, a player of the page
    does not.

    Raises ValueError naming those there are.
    """
    if not is_installed(scenario):
        there = ", ".join(shipped_names())
        raise ValueError(f"there is no scenario {in_short(scenario, NAME)!r}; there are: {there}")


@post("/api/games/{gid:str}/name", sync_to_thread=True, status_code=204)
def name_game(request: Asked, gid: FromPath[str], data: JSONBody[Naming]) -> None:
    """Give a saved game a name; nothing in the game changes."""
    store_of(request).name(gid, data.name)


@delete("/api/games/{gid:str}", sync_to_thread=True)
def forget(request: Asked, gid: FromPath[str]) -> None:
    """Delete a saved game."""
    store_of(request).delete(gid)


@post("/api/games/import", request_max_body_size=LARGEST_SAVE)
async def take_in(request: Asked) -> GameMade:
    """Import a save file."""
    raw = await request.body()
    return GameMade((await sync_to_thread(store_of(request).adopt, raw)).id)


@get("/api/games/{gid:str}/save", sync_to_thread=True, media_type=SAVE_TYPE)
def save(request: Asked, gid: FromPath[str]) -> Response[bytes]:
    """The save file. It holds both sides' secrets, like any file of a game at one table."""
    with session_of(request, gid):
        text = store_of(request).path(gid).read_bytes()
    return Response(
        text,
        media_type=SAVE_TYPE,
        headers={"Content-Disposition": f'attachment; filename="{gid}.redball"'},
    )
