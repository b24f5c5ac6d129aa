"""`redball fuzz`: random legal play that checks every invariant."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redball.cli.errors import CHECK_FAILED, fail
from redball.cli.games import Switches, check_count, new_game, print_json, processes, progress, switches_of

if TYPE_CHECKING:
    from redball.bots.fuzz import FuzzResult

SHOWN = 10


def command(
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the first game; the next ones count up.")] = 1,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="Scenarios to play in turn; by default all.")
    ] = None,
    turns: Annotated[
        int, typer.Option("--turns", help="End each game after this many game turns; 0 plays to the end.")
    ] = 0,
    edition: Annotated[str, typer.Option("--edition", help="The edition; by default each scenario's own.")] = "",
    switch: Switches = None,
    switches: Annotated[str, typer.Option("--switches", help="`random` draws all other switches for each game.")] = "",
    folder: Annotated[Path | None, typer.Option("--folder", help="Where to keep the save of a broken game.")] = None,
    jobs: Annotated[int, typer.Option("--jobs", help="Processes; 0 for one per processor.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Play at random and check every invariant.

    If an invariant breaks, it saves the game and exits with status 1.
    """
    from redball.scenarios.load import list_scenarios

    check_count("--games", games)
    check_count("--turns", turns, 0)
    names = tuple(scenario or (head.id for head in list_scenarios()))
    if switches not in ("", "random"):
        fail(f"--switches takes random, not {switches!r}")
    chosen: dict[str, Any] = {}
    for name in names:
        chosen |= switches_of(name, edition, switch)
        new_game(name, seed, edition, chosen)

    from redball.bots.fuzz import Plan, fuzz

    plan = Plan(names, turns, edition, str(folder) if folder else "", switches=chosen, draw=bool(switches))
    with progress("random play", games) as advance:
        result = fuzz(plan, games, seed, processes(jobs), lambda game: advance())
    if as_json:
        print_json(result)
    else:
        _print(result)
    if result.broken:
        raise typer.Exit(CHECK_FAILED)


def _print(result: FuzzResult) -> None:
    from redball.game.position.switches import word_of

    typer.echo(f"{result.games} games, {result.actions} actions in {result.seconds:.1f} s")
    for seed, switches in result.switches.items():
        if switches:
            typer.echo(f"  seed {seed}: {' '.join(f'{name}={word_of(value)}' for name, value in switches.items())}")
    for name, counts in (("events", result.events), ("decisions", result.decisions), ("refusals", result.refusals)):
        unseen = [key for key, count in counts.items() if not count]
        seen = f"{sum(counts.values())} of {len(counts) - len(unseen)} kinds"
        typer.echo(f"{name}: {seen}; never: {', '.join(unseen) or '-'}")
    for broken in result.broken[:SHOWN]:
        typer.echo(f"BROKEN: {broken.scenario}, seed {broken.seed}, action {broken.action}: {broken.invariant}")
        typer.echo(f"  {broken.detail}\n  saved in {broken.save}, the position in {broken.position}")
    if len(result.broken) > SHOWN:
        typer.echo(f"... and {len(result.broken) - SHOWN} more broken games")
