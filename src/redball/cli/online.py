"""`redball serve --config`: the server with accounts and a database."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from redball.cli.errors import fail
from redball.cli.listening import bound, in_address

LARGEST_MESSAGE = 4096
"""Bytes of a message that a page sends by its socket."""


def serve_online(config: Path | None) -> None:
    """Listen as the settings say, print the address, and run until interrupted. One sentence and exit status 2 for what
    cannot be used."""
    try:
        import uvicorn

        from redball.online.app import create_app
        from redball.online.database import AWAY
        from redball.online.garbage import pause_briefly
        from redball.online.running import begin_log
        from redball.online.settings import SettingsError, read
    except ImportError as error:
        fail(f"accounts and a database need the online extra ({error.name} is missing): pip install 'redball[online]'")
    try:
        settings = read(config, os.environ)
        app = create_app(settings)
    except SettingsError as error:
        fail(str(error))
    except AWAY as error:
        fail(f"the database does not answer: {error.args[0] if error.args else error}")
    begin_log(settings.log)
    server = settings.server
    try:
        sock = bound(server.host, server.port)
        sock.listen(512)
    except (OSError, UnicodeError) as error:
        fail(f"cannot listen on {server.host}:{server.port}: {getattr(error, 'strerror', None) or error}")
    here = f"http://{in_address(server.host)}:{sock.getsockname()[1]}/"
    typer.echo(f"Redball is at {server.public or here}  (Ctrl-C stops)")
    running = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=20,
        proxy_headers=bool(server.proxies),
        forwarded_allow_ips=list(server.proxies),
    )
    pause_briefly()
    uvicorn.Server(running).run(sockets=[sock])
