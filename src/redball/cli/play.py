"""`redball play`: a game on the page or in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from redball.cli.errors import fail
from redball.cli.games import AllowHost, OwnCharts, Switches, charts_of


def command(
    file: Annotated[
        Path | None, typer.Argument(help="A written position to start from; with --text also a saved game.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal instead of on the page.")] = False,
    scenario: Annotated[str, typer.Option("--scenario", help="With --text: name or folder of a scenario.")] = "",
    side: Annotated[
        str, typer.Option("--side", help="Your side; by default the scenario's, or the side that decides first.")
    ] = "",
    opponent: Annotated[
        str, typer.Option("--opponent", help="A bot, or `human` for two players at one screen.")
    ] = "steady",
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of the dice.")] = None,
    switch: Switches = None,
    edition: Annotated[str, typer.Option("--edition", help="The rules; by default the scenario's.")] = "",
    charts: OwnCharts = None,
    game: Annotated[Path | None, typer.Option("--game", help="With --text: a saved game to continue.")] = None,
    games: Annotated[Path | None, typer.Option("--games", help="Folder of saved games.")] = None,
    host: Annotated[str, typer.Option(help="Address to serve the page on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0 picks a free one.")] = 8000,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    allow_host: AllowHost = None,
) -> None:
    """Play a game, on the page or in the terminal.

    Serves the page and opens it; with --text, the game runs in the terminal. A written position starts a game there;
    without one, the page asks for scenario, side, edition and seed itself.
    """
    if file is not None and game is not None:
        fail("name one file to play: FILE or --game")
    if text:
        from redball.cli.opening import open_game
        from redball.cli.text import play_text

        play_text(open_game(scenario, side, opponent, seed, file or game, games, switch, edition, charts_of(charts)))
        return
    if scenario or charts or game is not None:
        fail("--scenario, --charts and --game need --text; the page asks for these itself")
    from redball.cli.serve import serve

    if file is None:
        if side or edition or seed is not None:
            fail("--side, --edition and --seed need --text or a written position; the page asks for these itself")
        serve(host, port, games, open_page, switch, allow_host=allow_host, join=True)
        return
    from redball.cli.opening import open_game

    session = open_game("", side, opponent, seed, file, games, switch, edition, saved_too=False)
    serve(host, port, games, open_page, game=session.id, allow_host=allow_host, join=True)
