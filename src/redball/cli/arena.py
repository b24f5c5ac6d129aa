"""`redball arena`: bots meet each other over scenarios, editions, seeds and sides; prints a ladder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redball.cli.errors import fail
from redball.cli.games import Switches, check_bot, check_count, new_game, print_json, processes, progress, switches_of

if TYPE_CHECKING:
    from redball.bots.arena import Ladder, Meeting, Played, Table
    from redball.bots.arena.ladder import Share


def command(
    bots: Annotated[list[str], typer.Argument(help="Two bots or more; one alone plays against itself.")],
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="Name or folder of a scenario; repeatable. [default: yelnya]")
    ] = None,
    edition: Annotated[
        list[str] | None, typer.Option("--edition", help="The rules; repeatable. By default each scenario's own.")
    ] = None,
    seeds: Annotated[int, typer.Option("--seeds", help="How many seeds; each is played from both sides.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="The first seed; the next ones count up.")] = 1,
    turns: Annotated[int, typer.Option("--turns", help="End games on points after this turn; 0: play them out.")] = 0,
    switch: Switches = None,
    folder: Annotated[
        Path, typer.Option("--folder", help="Where results and saves are kept; games already there count.")
    ] = Path("arena"),
    jobs: Annotated[int, typer.Option("--jobs", help="Games at a time; 0 for one per processor.")] = 0,
    ray: Annotated[
        bool, typer.Option("--ray", help="Play on Ray (redball[ray]), on the cluster of RAY_ADDRESS.")
    ] = False,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the ladder: .png, .svg or .pdf.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Let bots meet each other, and print a ladder.

    Every pair plays each seed from both sides. A run that was stopped goes on where it was: give the same command.
    """
    check_count("--seeds", seeds)
    check_count("--turns", turns, 0)
    for name in bots:
        check_bot(name)
    if len(set(bots)) < len(bots):
        fail("name each bot once; a bot alone plays against itself")
    tables = [checked(name, rules, seed, switch, turns) for name in scenario or ["yelnya"] for rules in edition or [""]]

    from redball.bots.arena import ladder, meetings

    games = meetings(bots, tables, range(seed, seed + seeds))
    result = ladder(played(games, folder, processes(jobs), ray))
    if plot is not None:
        draw_to(result, plot)
    if as_json:
        print_json(result)
    else:
        show(result, folder)


def checked(scenario: str, edition: str, seed: int, switch: list[str] | None, turns: int) -> Table:
    """A table at which a game can begin; or one sentence and exit status 2."""
    from redball.bots.arena import Table

    switches = switches_of(scenario, edition, switch)
    new_game(scenario, seed, edition, switches)
    return Table(scenario, edition, tuple(sorted(switches.items())), turns)


def played(games: list[Meeting], folder: Path, jobs: int, ray: bool) -> list[Played]:
    """Play what is missing; or one sentence and exit status 2."""
    from msgspec import DecodeError

    from redball.bots.arena import play_rounds
    from redball.bots.arena.ray_pool import RayMissing, run_on_ray
    from redball.bots.workers import run_all

    try:
        with progress(f"{len(games)} games", len(games)) as advance:
            return play_rounds(games, folder, jobs, lambda game: advance(), run_on_ray if ray else run_all)
    except RayMissing as error:
        fail(str(error))
    except DecodeError as error:
        fail(f"{folder}: the results that are there cannot be read ({error}); name another folder")
    except OSError as error:
        fail(f"{folder}: {error.strerror or error}")


def draw_to(result: Ladder, path: Path) -> None:
    """Draw the ladder; or one sentence and exit status 2."""
    from redball.analysis.study.output import NotInstalledError
    from redball.bots.arena.plots import draw

    try:
        draw(result, path)
    except (ValueError, NotInstalledError, OSError) as error:
        fail(str(error))


def show(result: Ladder, folder: Path) -> None:
    """The ladder for people."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table("", "Elo", "95 %", "games", "won", "drawn", "lost", "s a game", box=None, title="Ladder")
    for number, place in enumerate(result.places, 1):
        games = place.games
        table.add_row(
            f"{number}. {place.bot}",
            f"{place.elo:+.0f}",
            f"{place.low:+.0f} to {place.high:+.0f}",
            *map(str, (games.won + games.drawn + games.lost, games.won, games.drawn, games.lost)),
            f"{place.seconds:.1f}",
        )
    if len(result.places) > 1:
        console.print(table)
    for duel in result.duels:
        where = f" at {duel.table}" if duel.table else ""
        console.print(
            f"{duel.bot} against {duel.against}{where}: {percent(duel.games)}, {duel.points:+g} points a game",
            soft_wrap=True,
        )
    for balance in result.balance:
        console.print(f"{balance.table}: {balance.side}, the first side, has {percent(balance.games)}", soft_wrap=True)
    for fault in result.broken:
        console.print(f"lost by a mistake of the program: {fault}", soft_wrap=True, style="red")
    console.print(f"{result.games} games, kept in {folder}", soft_wrap=True)


def percent(games: Share) -> str:
    """A share in words.

    >>> from redball.bots.arena.ladder import share_of
    >>> percent(share_of([1, 1, 0.5, 0]))
    '2-1-1, 62 % (22 to 91)'
    """
    share = f"{games.won}-{games.drawn}-{games.lost}, {100 * games.share:.0f} %"
    return f"{share} ({100 * games.low:.0f} to {100 * games.high:.0f})"
