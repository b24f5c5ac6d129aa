"""`redball replay`: where a saved game stands, and whether its actions still lead there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from redball.cli.errors import CHECK_FAILED
from redball.cli.games import load_game, print_json


def command(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    verify: Annotated[bool, typer.Option("--verify", help="Replay everything from the beginning.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Show how a saved game stands, and verify it.

    Exit status 1 if the file is damaged behind what is shown. --verify plays every action again; status 1 also if one
    is now refused or the final state differs.
    """
    from redball.game.save import SaveError, state_hash
    from redball.game.save import verify as play_again

    loaded_file = load_game(file)
    game = loaded_file.game
    outcome = game.state.outcome
    answer: dict[str, Any] = {
        "file": str(file),
        "scenario": game.world.scenario.id,
        "edition": game.world.edition.name,
        "actions": len(game.records),
        "turn": game.state.clock.turn,
        "over": game.over,
        "result": outcome.result if outcome else None,
        "state_hash": state_hash(game.state),
        "damage": loaded_file.damage or None,
    }
    problem = ""
    if verify:
        try:
            loaded, again = play_again(file)
        except SaveError as error:
            problem = str(error)
        else:
            answer["verified_hash"] = state_hash(again.state)
            if state_hash(loaded.state) != state_hash(again.state):
                problem = f"{file.name}: played again, the game ends in {answer['verified_hash']}"
        answer["verified"] = not problem
        answer["problem"] = problem or None
    if as_json:
        print_json(answer)
    else:
        for key, value in answer.items():
            typer.echo(f"{key}: {value}")
    if problem or loaded_file.damage:
        raise typer.Exit(CHECK_FAILED)
