"""`redball cost`: supply prices, from the charts of an edition."""

from __future__ import annotations

from typing import Annotated

import typer

from redball.cli.errors import fail
from redball.cli.games import print_json
from redball.rules.supply.points import PRICE_LIST


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
    found = [price for price in chosen.policies[PRICE_LIST](chosen.charts) if what.lower() in price.name]
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
        typer.echo(f"{show_quarters(price.quarters * times):>10}  {price.name} ({price.unit}; {price.case})")
