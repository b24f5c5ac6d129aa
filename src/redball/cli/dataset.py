"""`redball dataset`: saved games as a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from redball.cli.errors import fail


def command(
    saves: Annotated[list[Path], typer.Argument(help="Saves, or folders that hold them (as the arena's do).")],
    out: Annotated[Path, typer.Option("--out", help="The Parquet file to write.")] = Path("games.parquet"),
) -> None:
    """Write saved games as a table (Parquet): a row for each action.

    docs/research.md lists the columns.
    """
    found = [save for path in saves for save in (sorted(path.rglob("*.redball")) if path.is_dir() else [path])]
    if not found:
        fail(f"{', '.join(map(str, saves))}: there are no saves (*.redball)")

    from redball.analysis.study.output import NotInstalledError
    from redball.game.save import SaveError
    from redball.research.dataset import write

    try:
        rows = write(found, out)
    except (SaveError, NotInstalledError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename or out}: {error.strerror or error}")
    typer.echo(f"{out}: {rows} actions of {len(found)} game{'s' if len(found) != 1 else ''}")
