"""`redball standing`: what a side of a saved game answers beforehand; orders are tried on its log, then kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redball.cli.errors import fail
from redball.cli.games import load_game, print_json

if TYPE_CHECKING:
    from redball.core.world import World
    from redball.game import Game
    from redball.game.save import Loaded
    from redball.game.standing.questions import Standing
    from redball.game.standing.trial import Trial


def command(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    side: Annotated[str, typer.Option("--side", help="Whose answers and orders.")],
    order: Annotated[
        list[str] | None,
        typer.Option("--order", help='An order, such as "option retreat when odds from 3:1"; may be repeated.'),
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option("--answer", metavar="QUESTION=ANSWER", help="An answer without conditions; may be repeated."),
    ] = None,
    halt: Annotated[
        list[str] | None, typer.Option("--halt", help="A surprise after which they wait for you; may be repeated.")
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Write them into the save.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Show a side's standing answers; try orders on its log.

    Orders that are given take the place of those in the save; answers that are given are added. An order is a question,
    an answer (or ask), and conditions: hex 12.10 12.11, unit ID FORMATION, odds from 3:1, odds below 4:1, supply from
    4, supply below 8, turn from 2, turn to 5. Without anything given, the questions and answers are listed.
    """
    from redball.game.standing.trial import trial

    loaded = load_game(file)
    game = loaded.game
    if side not in game.world.sides:
        fail(f"there is no side {side!r} in this game: {', '.join(game.world.sides)}")
    standing = wanted(loaded, side, order, answer or [], halt)
    if not (standing.answers or standing.orders):
        for line in questions_told(game.world):
            typer.echo(line)
        return
    found = trial(game, side, standing)
    if keep:
        write(file, loaded, side, standing)
    if as_json:
        print_json({"standing": standing, "trial": found, "kept": keep})
        return
    for line in (*standing_told(game, side, standing), *trial_told(game, side, found)):
        typer.echo(line)
    if keep:
        typer.echo("Kept in the save.")


def wanted(
    loaded: Loaded, side: str, orders: list[str] | None, answers: list[str], halts: list[str] | None
) -> Standing:
    """What the save has, with what is given; or one sentence and exit status 2."""
    import msgspec
    from msgspec.structs import replace

    from redball.game.standing.order_text import parse_order
    from redball.game.standing.questions import Standing, checked, refuse_unknown

    game = loaded.game
    try:
        said = checked(game.world, msgspec.convert(loaded.standing.get(side, {}), Standing))
        if orders is not None:
            said = replace(said, orders=tuple([parse_order(text, game.world) for text in orders]))
        if halts is not None:
            said = replace(said, halts=tuple(halts), given=len(game.records))
        said = replace(said, answers=said.answers | dict(one.partition("=")[::2] for one in answers))
        refuse_unknown(game.world, said)
    except ValueError as error:
        fail(str(error))
    return said


def write(file: Path, loaded: Loaded, side: str, standing: Standing) -> None:
    """Keep it in the save."""
    import msgspec

    from redball.game.save import SaveFile

    SaveFile.reopen(file, loaded).stands(len(loaded.game.records), {side: msgspec.to_builtins(standing)})


def questions_told(world: World) -> Iterator[str]:
    """What can be answered, and where both can wait."""
    from redball.game.standing.questions import HALTS, questions_of

    for name, question in questions_of(world).items():
        yield f"{name}: {question.text} ({question.case})"
        yield from (f"  {key}: {answer.text}" for key, answer in question.answers.items())
    yield "--halt, to wait after a surprise:"
    yield from (f"  {name}: {text}" for name, text in HALTS.items())


def standing_told(game: Game, side: str, standing: Standing) -> Iterator[str]:
    """Orders and answers in words."""
    from redball.game.standing.order_text import order_text
    from redball.game.standing.questions import HALTS, QUESTIONS

    for number, order in enumerate(standing.orders, 1):
        yield f"{number}. {order_text(game.look, side, order)}"
    for name, answer in standing.answers.items():
        yield f"otherwise: {QUESTIONS[name].text} {QUESTIONS[name].answers[answer].text}"
    for halt in standing.halts:
        yield f"wait when {HALTS[halt]}"


def trial_told(game: Game, side: str, found: Trial) -> Iterator[str]:
    """What the trial has shown."""
    from redball.cli.wording import Words

    words = Words(game.look, side)
    yield f"Would have answered {found.answered} of {found.covered} decisions, {found.same} of them as you did."
    for one in found.others:
        where = f" at {words.hex(one.hex)}" if one.hex >= 0 else ""
        would = "you would have been asked" if one.would is None else f"it would have been: {words.action(one.would)}"
        yield f"  action {one.number + 1}, turn {one.turn}, {one.phase}{where}: {words.action(one.did)}; {would}"
    if found.more:
        yield "  Earlier decisions were not tried."
