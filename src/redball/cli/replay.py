"""`redball replay`: where a saved game stands, and whether its actions still lead there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redball.cli.errors import CHECK_FAILED, fail
from redball.cli.games import load_game, print_json

if TYPE_CHECKING:
    from redball.game import Game
    from redball.game.save import Verified


def command(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    verify: Annotated[bool, typer.Option("--verify", help="Replay everything from the beginning.")] = False,
    commitment: Annotated[
        str, typer.Option("--commitment", help="What you were shown before you added your share to the dice.")
    ] = "",
    branch: Annotated[
        Path | None, typer.Option("--branch", help="Write the branch that was abandoned last to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Show how a saved game stands, and verify it.

    Exit status 1 if the file is damaged behind what is shown. --verify plays every action again; status 1 also if one
    is now refused, a die is not the one that the seed throws, or the final state differs.
    """
    from redball.game.save import SaveError, state_hash
    from redball.game.save import verify as play_again

    if branch is not None:
        write_branch(file, branch)
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
            found = play_again(file)
        except SaveError as error:
            problem = str(error)
        else:
            answer["verified_hash"] = state_hash(found.again.state)
            answer["dice"] = dice_text(found)
            if state_hash(found.loaded.state) != state_hash(found.again.state):
                problem = f"{file.name}: played again, the game ends in {answer['verified_hash']}"
        problem = problem or other_commitment(game, commitment)
        answer["verified"] = not problem
        answer["problem"] = problem or None
    if as_json:
        print_json(answer)
    else:
        for key, value in answer.items():
            typer.echo(f"{key}: {value}")
    if problem or loaded_file.damage:
        raise typer.Exit(CHECK_FAILED)


def write_branch(file: Path, to: Path) -> None:
    """Write the branch that was abandoned last as a save of its own; or one sentence and exit status 2."""
    from redball.game.save import find_lines
    from redball.game.save.branches import branch_of, branches

    whole = find_lines(file)
    left = branches(whole)
    if not left:
        fail(f"{file.name}: no branch was abandoned")
    if to.exists():
        fail(f"{to} exists")
    to.write_bytes(branch_of(file.read_bytes(), whole, left[-1].line))


def dice_text(found: Verified) -> str:
    """What was found out about the dice, in words."""
    pledge, count = found.again.pledge, f"{found.dice} dice"
    if found.sealed:
        return f"{count} not checked: their secret has not been shown yet"
    if pledge is None:
        return f"{count} as the seed throws them; nobody had committed to it"
    return f"{count} as the seed throws them; it follows from the committed secret and {len(pledge.shares)} shares"


def other_commitment(game: Game, noted: str) -> str:
    """That the dice of a game do not have the commitment that a player has noted; "" if they have, or none is noted."""
    has = game.pledge.commitment if game.pledge is not None else "none"
    return "" if noted in ("", has) else f"the commitment of these dice is {has}"
