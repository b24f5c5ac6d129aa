"""Looking after the database: a copy of it while it is used, and reading every game through."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import make_url, select

from redball.game.save import SaveError
from redball.online.database import Database
from redball.online.house import House
from redball.online.tables import GameRow


class UpkeepError(Exception):
    """A copy could not be made; the text says why."""


def back_up(database: Database, to: Path) -> str:
    """Copy a database that is in use to a file, and read the copy. What was done, in a sentence.

    Raises UpkeepError.
    """
    if to.exists():
        raise UpkeepError(f"{to} exists: a backup never writes over another one")
    if not database.sqlite:
        return _dump(database, to)
    half = to.with_name(f".{to.name}.new")
    half.unlink(missing_ok=True)
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("VACUUM INTO ?", (str(half),))
    copy = Database(f"sqlite:///{half}")
    try:
        bad = list(faults(copy))
    finally:
        copy.close()
    if bad:
        half.unlink()
        raise UpkeepError(f"the copy is not good: {bad[0]}")
    for left in (half.with_name(half.name + end) for end in ("-wal", "-shm")):
        left.unlink(missing_ok=True)
    half.rename(to)
    return f"{to}: {to.stat().st_size} bytes, all games in it are good"


def _dump(database: Database, to: Path) -> str:
    url = make_url(database.engine.url.render_as_string(hide_password=False)).set(drivername="postgresql")
    environment = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    address = url.set(password=None).render_as_string()
    for command in (
        ["pg_dump", "--format=custom", f"--file={to}", f"--dbname={address}"],
        ["pg_restore", "--list", str(to)],
    ):
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        except FileNotFoundError as error:
            raise UpkeepError(f"{command[0]} is not installed: it comes with PostgreSQL") from error
        if done.returncode != 0:
            raise UpkeepError(f"{command[0]} failed: {done.stderr.strip()[:300]}")
    return f"{to}: {to.stat().st_size} bytes, which pg_restore can read"


def faults(database: Database) -> Iterator[str]:
    """What is wrong with games, a sentence for each: lines that are missing or changed, a game that cannot go on."""
    house = House(database, most=1, idle=1.0)
    house.heard.clear()
    with database.reading() as found:
        rows = found.execute(select(GameRow.id, GameRow.lines, GameRow.actions).where(GameRow.lines > 0)).all()
    try:
        for gid, lines, actions in rows:
            try:
                session = house.get(gid)
            except SaveError as error:
                yield f"game {gid}: {error}"
                continue
            kept, played = house.export(gid).count(b"\n"), len(session.game.records)
            if (kept, played) != (lines, actions):
                yield f"game {gid}: its row says {lines} lines and {actions} actions, it has {kept} and {played}"
    finally:
        house.close()
