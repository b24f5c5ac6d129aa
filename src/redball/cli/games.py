"""Shared by the commands that play games: options that are checked before anything runs, progress, JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redball.cli.errors import fail

if TYPE_CHECKING:
    from redball.game import Game
    from redball.game.save import Loaded


SAVE_BEGINS = b"{"
MOST, MOST_JOBS = 1_000_000, 1000


def new_game(scenario: str, seed: int, edition: str = "", switches: dict[str, Any] | None = None) -> Game:
    """A new game; or one sentence and exit status 2."""
    from redball.core.errors import EditionError
    from redball.game import Game

    try:
        return Game.new(scenario, seed=seed, edition=edition, switches=switches)
    except (ValueError, EditionError) as error:
        fail(str(error))


Switches = Annotated[
    list[str] | None,
    typer.Option("--switch", metavar="NAME=VALUE", help="A rules switch, such as fog=off; repeatable."),
]
"""The option of all commands that start games."""


AllowHost = Annotated[
    list[str] | None,
    typer.Option("--allow-host", help="Another host name by which browsers reach this machine; may be repeated."),
]
OwnCharts = Annotated[
    Path | None, typer.Option("--charts", help="Your own chart file; its tables replace those of the edition.")
]
"""The option of commands that play or read charts."""


def charts_of(path: Path | None) -> str:
    """The text of a chart file, "" for none; one sentence and exit status 2 if it cannot be read."""
    if path is None:
        return ""
    text = text_of(path)
    if not text.strip():
        fail(f"{path}: the chart file is empty")
    return text


def text_of(path: Path) -> str:
    """The text of a file that somebody has written; one sentence and exit status 2 if it cannot be read."""
    from redball.board.texts import TextError, read_text

    try:
        return read_text(path)
    except TextError as error:
        fail(f"{path}: {error}")


def is_save(path: Path) -> bool:
    """Whether a file begins as saved games do, and written positions do not."""
    if not isfile(path):
        return False
    with path.open("rb") as file:
        return file.read(1) == SAVE_BEGINS


def switches_of(scenario: str, edition: str, words: list[str] | None) -> dict[str, Any]:
    """The given switches, for a game of a scenario; one sentence and exit status 2 for an unknown one."""
    if not words:
        return {}
    from redball.core.errors import EditionError
    from redball.editions import edition as find_edition
    from redball.game.position.switches import read_switches
    from redball.scenarios.load import load_scenario

    try:
        return read_switches(words, find_edition(edition or load_scenario(scenario).edition))
    except (ValueError, EditionError) as error:
        fail(str(error))


def load_game(path: Path) -> Loaded:
    """A saved game, with a word on standard error if it is damaged; or one sentence and exit status 2."""
    from redball.game.save import SaveError, load

    try:
        loaded = load(path)
    except SaveError as error:
        fail(str(error))
    if loaded.damage:
        typer.echo(loaded.damage, err=True)
    return loaded


def check_bot(name: str) -> None:
    """Exit status 2 for an unknown bot."""
    from redball.bots import make_bot

    try:
        make_bot(name, 0)
    except ValueError as error:
        fail(str(error))


def check_count(name: str, value: int, least: int = 1, most: int = MOST) -> None:
    """Exit status 2 for a number that is too small or too large."""
    if value < least:
        fail(f"{name} must be at least {least}, not {value}")
    if value > most:
        fail(f"{name} must be at most {most}, not {value}")


def processes(jobs: int) -> int:
    """How many processes to use; 0 means one per processor."""
    check_count("--jobs", jobs, 0, MOST_JOBS)
    return jobs or os.cpu_count() or 1


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    from msgspec import json

    sys.stdout.buffer.write(json.format(json.encode(document), indent=2) + b"\n")
    sys.stdout.flush()


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error, if that is a terminal. Call the yielded function after each game."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
