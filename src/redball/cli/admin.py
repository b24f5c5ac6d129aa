"""`redball admin`: what the operator of an online server does, on the server's machine."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redball.cli.errors import fail, listed_only

if TYPE_CHECKING:
    from redball.online.database import Database

CONFIG = Annotated[Path | None, typer.Option(help="The server's settings file; without it, environment variables.")]
NAME = Annotated[str, typer.Argument(help="The name of the account.")]


@contextmanager
def opened(config: Path | None, *, any_schema: bool = False) -> Iterator[Database]:
    """The database of the settings. One sentence and exit status 2 for what goes wrong."""
    try:
        from redball.online.accounts import NotThatWay
        from redball.online.database import Database
        from redball.online.settings import SettingsError, read
    except ImportError as error:
        fail(f"this needs the online extra ({error.name} is missing): pip install 'redball[online]'")
    try:
        database = Database(read(config, os.environ).database.url)
        try:
            if not any_schema:
                database.must_be_new()
            yield database
        finally:
            database.close()
    except (SettingsError, NotThatWay) as error:
        fail(str(error))


def upgrade(config: CONFIG = None) -> None:
    """Bring the database's tables up to date, and print the old and the new schema."""
    with opened(config, any_schema=True) as database:
        before = database.revision
        database.upgrade()
        typer.echo(f"schema {before or 'none'} -> {database.revision}")


def accounts(config: CONFIG = None) -> None:
    """List the accounts."""
    from sqlalchemy import select

    from redball.online.tables import Account

    with opened(config) as database, database.reading() as found:
        for one in found.scalars(select(Account).order_by(Account.key)):
            marks = [word for word, is_so in (("guest", one.guest), ("blocked", one.blocked is not None)) if is_so]
            typer.echo(f"{one.name}  since {one.created:%Y-%m-%d}  {' '.join(marks)}".rstrip())


def add(name: NAME, config: CONFIG = None) -> None:
    """Make an account and print its password. Works even if sign-up is closed."""
    import secrets

    from redball.online.accounts import sign_up

    password = secrets.token_urlsafe(12)
    with opened(config) as database, database.writing() as tx:
        sign_up(tx, name, password)
    typer.echo(password)


def block(
    name: NAME, why: Annotated[str, typer.Option(help="The reason, kept with the account.")], config: CONFIG = None
) -> None:
    """Lock an account out: end its sessions and let it sign in no more."""
    from redball.online import accounts as doing

    with opened(config) as database, database.writing() as tx:
        doing.block(tx, doing.named(tx, name), why)


def unblock(name: NAME, config: CONFIG = None) -> None:
    """Let a blocked account sign in again."""
    from redball.online import accounts as doing

    with opened(config) as database, database.writing() as tx:
        doing.unblock(tx, doing.named(tx, name))


def reset(name: NAME, config: CONFIG = None) -> None:
    """Give an account a new password, print it, and end all its sessions."""
    from redball.online import accounts as doing

    with opened(config) as database, database.writing() as tx:
        password = doing.reset_password(tx, doing.named(tx, name))
    typer.echo(password)


def erase(name: NAME, config: CONFIG = None) -> None:
    """Delete an account for good. The other players keep its games."""
    from redball.online import accounts as doing

    with opened(config) as database, database.writing() as tx:
        doing.erase(tx, doing.named(tx, name).id)


def backup(
    to: Annotated[Path, typer.Argument(help="The file to write. It must not exist yet.")], config: CONFIG = None
) -> None:
    """Copy the database while the server runs, then check the copy."""
    from redball.online.upkeep import UpkeepError, back_up

    with opened(config) as database:
        try:
            told = back_up(database, to)
        except UpkeepError as error:
            fail(str(error))
    typer.echo(told)


def check(config: CONFIG = None) -> None:
    """Check every game: no line is missing or damaged, and the game can go on."""
    from redball.online.upkeep import faults

    with opened(config) as database:
        found = list(faults(database))
    for fault in found:
        typer.echo(fault, err=True)
    if found:
        raise typer.Exit(1)
    typer.echo("all games are good")


def audit(
    last: Annotated[int, typer.Option(min=1, help="How many of the latest entries to show.")] = 50,
    config: CONFIG = None,
) -> None:
    """Show who did what to accounts, seats and games."""
    from sqlalchemy import select

    from redball.online.tables import Account, Audit

    with opened(config) as database, database.reading() as found:
        names = {one.id: one.name for one in found.scalars(select(Account))}
        rows = found.scalars(select(Audit).order_by(Audit.id.desc()).limit(last)).all()
    for row in reversed(rows):
        who = names.get(row.account_id, "-") if row.account_id else "-"
        about = " ".join(f"{key}={value}" for key, value in row.about.items())
        typer.echo(f"{row.at:%Y-%m-%d %H:%M:%S}  {who}  {row.what}  {row.address}  {about}".rstrip())


TITLES = {"admin": "Manage an online server: accounts, backups, the database."}
COMMANDS = {
    "accounts": accounts,
    "add": add,
    "audit": audit,
    "backup": backup,
    "block": block,
    "check": check,
    "erase": erase,
    "reset": reset,
    "unblock": unblock,
    "upgrade": upgrade,
}


def group(name: str, words: Sequence[str]) -> typer.Typer:
    """The group of the operator's commands."""
    found = typer.Typer(name=name, no_args_is_help=True, help=TITLES[name])
    for command, function in COMMANDS.items():
        run: Any = function if command in words[:1] else listed_only
        found.command(command, help=function.__doc__)(run)
    return found
