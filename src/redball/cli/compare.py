"""`redball compare`: the same battle under two sets of rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redball.cli.errors import fail
from redball.cli.games import is_save, load_game, print_json, text_of

if TYPE_CHECKING:
    from rich.console import Console

BARS = 30


def command(
    what: Annotated[
        str, typer.Argument(help="A saved game, a file with a written position, or `combat` with its options.")
    ],
    editions: Annotated[tuple[str, str], typer.Option("--editions", help="Two editions from `redball editions`.")],
    at: Annotated[
        int, typer.Option("--at", help="For a saved game: after this many actions; by default its end.")
    ] = -1,
    terrain: Annotated[str, typer.Option("--terrain", help="For a combat: open, close, very-close ...")] = "open",
    attack: Annotated[str, typer.Option("--attack", help="Attack strength, like 7, 3.5 or 7/2.")] = "",
    defend: Annotated[str, typer.Option("--defend", help="Defence strength.")] = "",
    ar: Annotated[tuple[int, int], typer.Option("--ar", help="Action Ratings of attacker and defender.")] = (3, 3),
    hedgehog: Annotated[int, typer.Option("--hedgehog", help="Level of the defender's hedgehog.")] = 0,
    overrun: Annotated[bool, typer.Option("--overrun", help="The combat is an overrun.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Compare a position, or a combat, under two editions.

    Lists what differs by case, and shows both distributions.
    """
    from rich.console import Console

    from redball.analysis.companion import AskError
    from redball.analysis.editions import compare_combats, compare_positions
    from redball.core.errors import EditionError

    try:
        if what == "combat":
            if not attack or not defend:
                fail("a combat needs --attack and --defend")
            fields = {"terrain": terrain, "attack": attack, "defend": defend, "ar": list(ar)}
            found = compare_combats({**fields, "hedgehog": hedgehog, "overrun": overrun}, editions)
        else:
            found = compare_positions(position_of(Path(what), at), editions)
    except (AskError, EditionError, ValueError) as error:
        fail(str(error))
    if as_json:
        print_json(found)
    elif what == "combat":
        show_combats(Console(highlight=False), found)
    else:
        show_positions(Console(highlight=False), found)


def position_of(path: Path, at: int) -> str:
    """The text of a position: from a file, or from a saved game after `at` actions. Otherwise exit status 2."""
    from redball.game.position.dump import dump_position

    if not is_save(path):
        return text_of(path)
    game = load_game(path).game
    if at > len(game.records):
        fail(f"the game has {len(game.records)} actions, not {at}")
    state = game.state if at < 0 else dict(game.states_until(at))[at]
    return dump_position(game.world, state)


def show_combats(console: Console, found: dict[str, Any]) -> None:
    """Both answers, line by line; differences are marked."""
    from rich.table import Table

    names, (one, two) = found["editions"], found["answers"]
    table = Table("", *names, box=None, header_style="bold")
    for key in dict.fromkeys((*one, *two)):
        if key not in ("outcomes", "ledger", "columns", "expected_ledgers") and not isinstance(one.get(key), list):
            mark = "≠ " if key in found["differs"] else ""
            table.add_row(f"{mark}{key.replace('_', ' ')}", _brief(one.get(key)), _brief(two.get(key)))
    console.print(table)
    for name, answer in zip(names, (one, two), strict=True):
        console.print(f"\n[bold]{name}[/bold]")
        for outcome in sorted(answer["outcomes"], key=lambda o: -o["chance"])[:12]:
            console.print(
                f"{100 * outcome['chance']:5.1f}% {'█' * round(BARS * outcome['chance']):<{BARS}} {outcome['result']}"
            )


def show_positions(console: Console, found: dict[str, Any]) -> None:
    """What one edition refuses, which ZOCs differ, how attacks come out."""
    from rich.table import Table

    names = found["editions"]
    for name, decision in zip(names, found["decisions"], strict=True):
        console.print(f"[bold]{name}[/bold]: {decision}")
    for row in found["refused"]:
        console.print(f"{row['case']:<14} {row['refused_by']} refuses {row['count']}: {row['says']}")
    for row in found["zones"]:
        console.print(f"{row['case']:<14} ZOC of {row['side']} by {row['only_by']} only: {', '.join(row['hexes'])}")
    for row in found["attacks"]:
        console.print(f"\n[bold]{row['side']} attacks {row['hex']}[/bold] with {', '.join(row['units'])}")
        table = Table("", *names, box=None)
        table.add_row("odds", *row["odds"])
        table.add_row("column", *row["columns"])
        table.add_row("tokens", *(f"{t['attacker']} / {t['defender']}" for t in row["tokens"]))
        for key in row["reports"][0].expected:
            table.add_row(key.replace("_", " "), *(f"{r.expected[key]:.2f}" for r in row["reports"]))
        table.add_row("hex taken", *(f"{100 * r.taken.chance:.1f}%" for r in row["reports"]))
        console.print(table)
        for term in row["terms"]:
            console.print(f"  {term['case']:<14} {term['only_by']}: {term['of']} {term['amount']} {term['reason']}")


def _brief(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k.replace('_', ' ')} {_brief(v)}" for k, v in value.items())
    return f"{value:.3g}" if isinstance(value, float) else str(value)
