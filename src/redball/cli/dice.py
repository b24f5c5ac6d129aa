"""`redball dice`: how often what was rolled in a saved game, beside what chance says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redball.cli.errors import fail
from redball.cli.games import load_game, print_json

if TYPE_CHECKING:
    from redball.game.view.rolls import DiceSheet, RolledKind


def command(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    side: Annotated[str, typer.Option("--side", help="The rolls of this side only.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Show how often each roll came up in a saved game, and how often it should.

    The last column is the exact chance that fair dice come out at least this far from the expected number. By
    chance alone, about one line in twenty is under 5%. `redball replay --verify` checks that nobody chose the dice.
    """
    from redball.game.view.rolls import DiceSheet, dice_sheet

    game = load_game(file).game
    if side and side not in game.world.sides:
        fail(f"there is no side {side!r} in this game: {', '.join(game.world.sides)}")
    sheet = dice_sheet(game)
    sheet = DiceSheet(sheet.fair, tuple(kind for kind in sheet.kinds if side in ("", kind.side)))
    if as_json:
        print_json(sheet)
        return
    for line in (*pledge_lines(sheet), *(line for kind in sheet.kinds for line in kind_lines(kind))):
        typer.echo(line)


def pledge_lines(sheet: DiceSheet) -> list[str]:
    """How the dice were pledged, in words."""
    fair = sheet.fair
    if fair is None:
        return ["These dice follow from a seed in the save; nobody committed to it before the game."]
    shares = [f"share of {share.side}: {share.text}" for share in fair.shares]
    return [f"commitment: {fair.commitment}", *shares, f"secret: {fair.secret or 'shown when the game is over'}"]


def kind_lines(kind: RolledKind) -> list[str]:
    """One kind of roll as lines of a table."""
    case = f" ({kind.case})" if kind.case else ""
    head = f"{kind.side or 'nobody'}: {kind.name}{case}, {counted(kind.rolls, 'roll')}, {counted(kind.dice, 'die')}"
    pips = f"  pips {kind.pips:>5}   expected {kind.expected:8.1f}   chance {percent(kind.p)}"
    rows = (
        f"  {value.value:>4} {value.rolled:>5}   expected {value.expected:8.2f}   chance {percent(value.p)}"
        for value in kind.values
    )
    return ["", head, pips, *rows]


def counted(number: int, what: str) -> str:
    """A number with its word."""
    return f"{number} {what if number == 1 else 'dice' if what == 'die' else f'{what}s'}"


def percent(chance: float) -> str:
    """A chance in percent, small ones with more figures."""
    shown = 100 * chance
    return f"{shown:6.2f}%" if shown >= 0.01 or not shown else f"{shown:.0e}%"
