"""The `redball` command: finds the module of the subcommand, and turns errors into exit statuses.

Exit status of every command: 0 good, 1 a check failed, 2 bad input, told in one line on standard error.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from redball import __version__

# Subcommand -> the module that holds it, as a function called `command`, or as a function `group` that makes a group of
# subcommands of that name. Heavy imports belong inside these functions.
COMMANDS = {
    "bench": "redball.cli.bench",
    "cases": "redball.cli.cases",
    "compare": "redball.cli.compare",
    "cost": "redball.cli.cost",
    "editions": "redball.cli.editions",
    "fuzz": "redball.cli.fuzz",
    "match": "redball.cli.match",
    "odds": "redball.cli.companion",
    "play": "redball.cli.play",
    "replay": "redball.cli.replay",
    "roll": "redball.cli.companion",
    "serve": "redball.cli.serve",
    "study": "redball.cli.study",
}


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"redball {__version__}")
        raise typer.Exit


def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show it.")] = False,
) -> None:
    """Plays and judges operational-level hex wargames of the OCS family. Unofficial."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def build_app(names: Sequence[str] = tuple(COMMANDS)) -> typer.Typer:
    """The application with the named subcommands only: the others are not even imported."""
    app = typer.Typer(
        name="redball",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_root)
    for name in names:
        module = import_module(COMMANDS[name])
        if hasattr(module, "group"):
            app.add_typer(module.group(name), name=name)
        else:
            app.command(name)(module.command)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    names = [arguments[0]] if arguments and arguments[0] in COMMANDS else list(COMMANDS)
    try:
        status = build_app(names)(args=list(arguments), prog_name="redball", standalone_mode=False)
    except typer.TyperException as error:
        # A usage error knows a full sentence; its plain text may be empty (a missing option, for one).
        sentence = error.format_message() if hasattr(error, "format_message") else str(error)
        print(f"redball: {' '.join((sentence + _known_to(error)).split())}", file=sys.stderr)
        return 2
    except typer.Abort:
        print("redball: stopped", file=sys.stderr)
        return 1
    return status if isinstance(status, int) else 0


def _known_to(error: typer.TyperException) -> str:
    """The subcommands of a group that was given none of them."""
    context = getattr(error, "ctx", None)
    known = getattr(getattr(context, "command", None), "list_commands", None)
    if context is None or known is None:
        return ""
    return f" {context.command_path} takes one of: {', '.join(known(context))}"


FEW_COLLECTIONS = 20_000
"""A game makes many objects and few cycles: the garbage collector need not look for these every 700 objects."""


def main() -> None:
    """The console script."""
    gc.set_threshold(FEW_COLLECTIONS)
    sys.exit(run(sys.argv[1:]))
