"""`redball serve`: the page and its interface, on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from redball.cli.errors import fail
from redball.cli.games import Switches


def command(
    host: Annotated[
        str, typer.Option(help="Address to listen on; the default serves only this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 picks a free one.")] = 8000,
    games: Annotated[Path | None, typer.Option(help="Folder of saved games.")] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
    switch: Switches = None,
) -> None:
    """Serve the page until Ctrl-C.

    Needs the `web` extra.
    """
    serve(host, port, games, open_page, switch)


def serve(
    host: str, port: int, games: Path | None, open_page: bool, switch: list[str] | None = None, game: str = ""
) -> None:
    """Listen, print the address, and run until interrupted. The page proposes the named switches for new games, and
    shows the game with that id if there is one."""
    presets = presets_of(switch)
    try:
        import uvicorn

        from redball.server.app import STATIC, create_app
        from redball.server.store import default_folder
    except ImportError as error:
        fail(f"the page needs the web extra ({error.name} is missing): pip install 'redball[web]'")
    sock = listen(host, port)
    address = f"http://{host}:{sock.getsockname()[1]}/" + (f"#/game/{game}" if game else "")
    folder = games or default_folder()
    try:
        app = create_app(folder, presets)
    except OSError as error:
        fail(f"games cannot be saved in {folder}: {error.strerror}")
    if not (STATIC / "index.html").is_file():
        typer.echo("the page is not built (run `make client`); serving only the interface")
    typer.echo(f"Redball is at {address}  (games are saved in {folder}; Ctrl-C stops)")
    if open_page:
        import webbrowser

        webbrowser.open(address)
    uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run(sockets=[sock])


def presets_of(words: list[str] | None) -> dict[str, dict[str, Any]]:
    """The named switches, by edition that has them; one sentence and exit status 2 if no edition has one."""
    from redball.editions import edition, names
    from redball.game.position.switches import read_switches

    presets: dict[str, dict[str, Any]] = {name: {} for name in names()}
    for word in words or ():
        problems = []
        for name, found in presets.items():
            try:
                read = read_switches([word], edition(name))
                edition(name).switch_values(found | read)
                found.update(read)
            except ValueError as error:
                problems.append(str(error))
        if len(problems) == len(presets):
            fail(problems[0])
    return presets


def listen(host: str, port: int):  # type: ignore[no-untyped-def]  # a socket; importing it here would cost every command
    """A listening socket; if the port is taken, a free one."""
    import socket

    for candidate in (port, 0):
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, candidate))
        except OSError as error:
            sock.close()
            if candidate == 0:
                fail(f"cannot listen on {host}:{port}: {error.strerror}")
            continue
        sock.listen(128)
        return sock
    return None
