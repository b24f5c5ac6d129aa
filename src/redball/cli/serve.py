"""`redball serve`: the page and its interface, on this machine; with `--config` for accounts that are far apart."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from redball.cli.errors import fail
from redball.cli.games import AllowHost, Switches

OPEN_DOOR = (
    "redball: other machines can reach this server. Whoever has the address below, with its key, can play and delete "
    "your games, and it travels unencrypted: use it only in a network that you trust."
)


def command(
    host: Annotated[
        str,
        typer.Option(help="Address to listen on: the default serves only this machine, 0.0.0.0 the network."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one.")] = 8000,
    games: Annotated[Path | None, typer.Option(help="Folder of saved games.")] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
    switch: Switches = None,
    allow_host: AllowHost = None,
    config: Annotated[
        Path | None,
        typer.Option(help="Serve accounts and a database, by the settings in this file. Other options are ignored."),
    ] = None,
) -> None:
    """Serve the page until Ctrl-C.

    On a network, only people with the printed address and its key get in. Needs the `web` extra, or with `--config`
    the `online` extra (docs/online.md).
    """
    if config is not None:
        from redball.cli.online import serve_online

        serve_online(config)
        return
    serve(host, port, games, open_page, switch, allow_host=allow_host)


def serve(
    host: str,
    port: int,
    games: Path | None,
    open_page: bool,
    switch: list[str] | None = None,
    game: str = "",
    allow_host: list[str] | None = None,
    join: bool = False,
) -> None:
    """Listen, print the address, and run until interrupted. The page proposes the named switches for new games, and
    shows the game with that id if there is one. `join`: if another server has the folder, show its page instead."""
    presets = presets_of(switch)
    try:
        import uvicorn

        from redball.server.app import STATIC, create_app
        from redball.server.store import default_folder
    except ImportError as error:
        fail(f"the page needs the web extra ({error.name} is missing): pip install 'redball[web]'")
    from redball.cli.listening import front_door, listen
    from redball.cli.sign import Sign

    folder, place = games or default_folder(), f"#/game/{game}" if game else ""
    sock = listen(host, port)
    door = front_door(sock, host, allow_host or [])
    try:
        app = create_app(folder, presets, hosts=door.hosts, key=door.key)
    except OSError as error:
        fail(f"games cannot be saved in {folder}: {error.strerror}")
    sign = Sign(folder)
    if sign.other and join:
        sock.close()
        typer.echo(f"Redball is already running on {folder}, at {sign.other}{place}")
        show(sign.other + place, open_page)
        return
    if sign.other:
        typer.echo(f"Another server uses this folder too: {sign.other} (neither writes over the other)", err=True)
    sign.put_up(door.address)
    if not (STATIC / "index.html").is_file():
        typer.echo("the page is not built (run `make client`); serving only the interface")
    if door.key:
        typer.echo(OPEN_DOOR, err=True)
    if port not in (0, sock.getsockname()[1]):
        typer.echo(f"port {port} is taken", err=True)
    typer.echo(f"Redball is at {door.address}{place}  (games are saved in {folder}; Ctrl-C stops)")
    show(door.address + place, open_page)
    try:
        uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, ws="none")).run(sockets=[sock])
    finally:
        sign.take_down()


def show(address: str, open_page: bool) -> None:
    """Open the page in a browser, if that is wanted."""
    if open_page:
        import webbrowser

        webbrowser.open(address)


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
