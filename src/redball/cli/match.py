"""`redball match`: two bots play a scenario many times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from redball.cli.games import Switches, check_bot, check_count, new_game, print_json, processes, progress, switches_of

if TYPE_CHECKING:
    from redball.bots.match import MatchResult


def command(
    scenario: Annotated[str, typer.Option("--scenario", help="Name or folder of a scenario.")] = "yelnya",
    a: Annotated[str, typer.Option("--a", help="The bot of the scenario's first side.")] = "steady",
    b: Annotated[str, typer.Option("--b", help="The bot of the other side.")] = "steady",
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the first game; the next ones count up.")] = 1,
    edition: Annotated[str, typer.Option("--edition", help="The rules; by default the scenario's.")] = "",
    switch: Switches = None,
    jobs: Annotated[int, typer.Option("--jobs", help="Processes; 0 for one per processor.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Let two bots play a scenario against each other."""
    check_count("--games", games)
    switches = switches_of(scenario, edition, switch)
    new_game(scenario, seed, edition, switches)
    for name in (a, b):
        check_bot(name)

    from redball.bots.match import play_match

    with progress(f"{a} against {b}", games) as advance:
        result = play_match(scenario, (a, b), games, seed, processes(jobs), lambda game: advance(), switches, edition)
    if as_json:
        print_json(result)
    else:
        _print(result)


def _print(result: MatchResult) -> None:
    typer.echo(f"{result.scenario}: {result.games} games from seed {result.seed}")
    for side, bot in result.bots.items():
        won = result.wins[side]
        share = f"{100 * won / result.games:.0f}%"
        typer.echo(f"  {bot} ({side}): {won} won ({share}), {result.mean_points[side]:g} points on average")
    typer.echo(f"  draws: {result.draws}")
    for level, count in result.levels.items():
        typer.echo(f"  {count:4} {level}")
    each = sum(game.seconds for game in result.results) / result.games
    typer.echo(f"  {result.actions} actions in {result.seconds:.1f} s, {each:.1f} s a game")
