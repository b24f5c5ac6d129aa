"""The `redball` command: finds the subcommand's module, and turns errors into exit statuses.

Every command exits with 0 if all is well, 1 if a check failed, 2 for bad input or for files that cannot be read or
written, explained in one line on standard error; 130 after Ctrl-C, 141 if nobody reads its output any more.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, NamedTuple

import typer

from redball import __version__
from redball.cli.errors import BAD_INPUT, BROKEN_PIPE, drop_output, listed_only, open_missing, say, sentence_of


class Command(NamedTuple):
    """A subcommand: its module, and its line in the list of commands.

    The module has a function `command`, or a function `group` that makes a group of subcommands. It is imported only
    when the command is called; even so, heavy imports belong inside these functions.
    """

    module: str
    text: str


COMMANDS = {
    "admin": Command("redball.cli.admin", "Manage an online server: accounts, backups, the database."),
    "bench": Command("redball.cli.bench", "Measure Redball side by side with other libraries."),
    "cases": Command("redball.cli.cases", "Show rule cases: where each is enforced, and which tests hold it."),
    "compare": Command("redball.cli.compare", "Compare a position, or a combat, under two editions."),
    "cost": Command("redball.cli.cost", "List supply prices."),
    "dice": Command("redball.cli.dice", "Show how often each roll came up in a saved game, and how often it should."),
    "editions": Command("redball.cli.editions", "List the editions, and the switches of one."),
    "fuzz": Command("redball.cli.fuzz", "Play at random and check every invariant."),
    "arena": Command("redball.cli.arena", "Let bots meet each other, and print a ladder."),
    "dataset": Command("redball.cli.dataset", "Write saved games as a table (Parquet): a row for each action."),
    "match": Command("redball.cli.match", "Let two bots play a scenario against each other."),
    "odds": Command("redball.cli.companion", "Show the exact chances of a roll on the charts."),
    "play": Command("redball.cli.play", "Play a game, on the page or in the terminal."),
    "replay": Command("redball.cli.replay", "Show how a saved game stands, and verify it."),
    "roll": Command("redball.cli.companion", "Roll on the charts with your own dice, or let Redball roll them."),
    "serve": Command("redball.cli.serve", "Serve the page until Ctrl-C."),
    "standing": Command("redball.cli.standing", "Show a side's standing answers; try orders on its log."),
    "study": Command("redball.cli.study", "Tabulate or plot what the charts mean in play."),
}


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"redball {__version__}")
        raise typer.Exit


def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Plays and judges operational-level hex wargames of the OCS family. Unofficial."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def build_app(words: Sequence[str] = ()) -> typer.Typer:
    """The application. Only the command that the first word names is imported; the others are just listed."""
    app = typer.Typer(
        name="redball",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_root)
    for name, (module, text) in COMMANDS.items():
        if name not in words[:1]:
            app.command(name, help=text)(listed_only)
            continue
        loaded = import_module(module)
        if hasattr(loaded, "group"):
            app.add_typer(loaded.group(name, words[1:]), name=name)
        else:
            app.command(name)(loaded.command)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    open_missing()
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
        return BROKEN_PIPE
    except OSError as error:
        say(sentence_of(error))
        if error.filename is None:
            drop_output()
        return BAD_INPUT
    except SystemExit as stopped:
        if not isinstance(stopped.__context__, BrokenPipeError):
            raise
        drop_output()
        return BROKEN_PIPE
    return status


def _run(arguments: Sequence[str]) -> int:
    words = [word for word in arguments if not word.startswith("-")]
    try:
        status = build_app(words)(args=list(arguments), prog_name="redball", standalone_mode=False)
    except typer.TyperException as error:
        # A usage error can format a full sentence; its plain text may be empty (for a missing option, say).
        sentence = error.format_message() if hasattr(error, "format_message") else str(error)
        say(sentence + _subcommands_of(error))
        return BAD_INPUT
    except typer.Abort:
        say("stopped")
        return 1
    return status if isinstance(status, int) else 0


def _subcommands_of(error: typer.TyperException) -> str:
    """The subcommands of a group that was called without one."""
    context = getattr(error, "ctx", None)
    known = getattr(getattr(context, "command", None), "list_commands", None)
    if context is None or known is None:
        return ""
    return f" {context.command_path} takes one of: {', '.join(known(context))}"
