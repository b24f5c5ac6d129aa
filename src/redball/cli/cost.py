"""`redball cost`: supply prices, from the charts of an edition."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from redball.cli.errors import fail
from redball.cli.games import print_json
from redball.cli.width import in_width
from redball.rules.supply.points import PRICE_LIST

WORD = re.compile(r"\w+\+?")


def command(
    what: Annotated[str, typer.Argument(help="The name of a price, or part of it; all by default.")] = "",
    times: Annotated[int, typer.Option("--times", min=1, help="How many of them.")] = 1,
    edition: Annotated[
        str, typer.Option("--edition", help="The charts to use; by default the latest series rules.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """List supply prices.

    Attack, defence, fuel, barrage columns, recovery, construction.
    """
    from redball.core.errors import EditionError
    from redball.core.ledger import show_quarters
    from redball.editions import DEFAULT
    from redball.editions import edition as find_edition

    try:
        chosen = find_edition(edition or DEFAULT)
    except EditionError as error:
        fail(str(error))
    found = [price for price in chosen.policies[PRICE_LIST](chosen.charts) if is_called(what, price.name)]
    if not found:
        fail(f"there is no price called {what!r}; without a name, all prices are listed")
    if as_json:
        print_json(
            [
                {
                    "name": p.name,
                    "tokens": p.tokens(times),
                    "quarters": p.quarters * times,
                    "unit": p.unit,
                    "case": p.case,
                    "chart": p.chart,
                }
                for p in found
            ]
        )
        return
    for price in found:
        typer.echo(
            in_width(f"{show_quarters(price.quarters * times):>10}  ", f"{price.name} ({price.unit}; {price.case})")
        )


def is_called(what: str, name: str) -> bool:
    """Whether a player may mean a price: every word begins one of its name, or letters run together are in it.

    >>> is_called("HQ fuel", "fuel, HQ"), is_called("airstrip", "air strip, build"), is_called("fire", "fuel, HQ")
    (True, True, False)
    """
    words, known = WORD.findall(what.lower()), WORD.findall(name.lower())
    begin = all(any(one.startswith(word) for one in known) for word in words)
    together = "".join(words)
    return begin or (together.isalpha() and together in "".join(known))
