"""`redball editions`: the rules that can be played, and the switches of each."""

from __future__ import annotations

from typing import Annotated

import typer

from redball.cli.errors import fail
from redball.cli.games import print_json
from redball.cli.width import in_width

TITLES = {
    "readings": "Readings of the rules",
    "forces": "Forces to add",
    "options": "Optional rules",
    "house_rules": "House rules",
}


def command(
    name: Annotated[str, typer.Argument(help="One edition, such as v4.2; all by default.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """List the editions, and the switches of one.

    Every switch comes with its case, its default, its other values and a sentence.
    """
    from redball.core.errors import EditionError
    from redball.editions import edition, names, text_of
    from redball.game.position.switches import word_of

    try:
        found = {one: edition(one) for one in ([name] if name else names())}
    except EditionError as error:
        fail(str(error))
    if as_json:
        print_json(
            [
                {
                    "name": one.name,
                    "text": text_of(one.name),
                    "switches": [
                        {
                            "name": s.name,
                            "case": s.case,
                            "group": s.group,
                            "default": s.default,
                            "values": s.values,
                            "text": s.text,
                        }
                        for s in one.listed()
                    ],
                }
                for one in found.values()
            ]
        )
        return
    for one in found.values():
        typer.echo(in_width(f"{one.name}: ", f"{text_of(one.name)} ({len(one.switches)} switches)"))
        group = ""
        for switch in one.listed() if name else ():
            if switch.group != group:
                typer.echo(f" {TITLES[switch.group]}")
            group = switch.group
            others = ", ".join(word_of(v) for v in switch.values if v != switch.default)
            typer.echo(f"  {switch.name} [{switch.case}] {word_of(switch.default)} (or {others})")
            typer.echo(in_width("    ", switch.text))
