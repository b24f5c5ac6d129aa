"""`redball play`: a game on the page or in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from redball.cli.errors import fail
from redball.cli.games import OwnCharts, Switches, charts_of


def command(
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal instead of on the page.")] = False,
    scenario: Annotated[str, typer.Option("--scenario", help="With --text: name or folder of a scenario.")] = "",
    side: Annotated[str, typer.Option("--side", help="With --text: your side; by default the scenario's.")] = "",
    opponent: Annotated[
        str, typer.Option("--opponent", help="With --text: a bot, or `human` for two players at one screen.")
    ] = "steady",
    seed: Annotated[int | None, typer.Option("--seed", help="With --text: seed of the dice.")] = None,
    switch: Switches = None,
    edition: Annotated[str, typer.Option("--edition", help="With --text: the rules; by default the scenario's.")] = "",
    charts: OwnCharts = None,
    game: Annotated[Path | None, typer.Option("--game", help="With --text: a saved game to continue.")] = None,
    games: Annotated[Path | None, typer.Option("--games", help="Folder of saved games.")] = None,
    host: Annotated[str, typer.Option(help="Address to serve the page on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port of the page; 0 picks a free one.")] = 8000,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
) -> None:
    """Play a game, on the page or in the terminal.

    Serves the page and opens it; with --text, the game runs in the terminal.
    """
    if text:
        from redball.cli.text import play_text

        play_text(scenario, side, opponent, seed, game, games, switch, edition, charts_of(charts))
        return
    if scenario or side or edition or charts or game is not None or seed is not None:
        fail("--scenario, --side, --edition, --charts, --seed and --game need --text; the page asks for these itself")
    from redball.cli.serve import serve

    serve(host, port, games, open_page, switch)
