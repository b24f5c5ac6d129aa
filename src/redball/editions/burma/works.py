"""Japanese hedgehogs: the work is free, and stops at level 2.

Workers stand still as usual, and a hex gains one level per turn: level 2 takes a second turn. The other side builds
as in New OCS.

Cases: B-hedgehogs-free, B-hedgehogs-limit
"""

from __future__ import annotations

from collections.abc import Callable

from redball.core.look import Look
from redball.core.refusals import RefusalKind, refusal
from redball.editions.burma.charts import BurmaRules
from redball.editions.nations import has_nation

LIMIT = refusal(
    "hedgehog.japanese_limit",
    case="B-hedgehogs-limit",
    text="the hedgehog at {hexes} has Level {have}; Japanese units build only up to Level {need}",
)


def is_japanese(look: Look, side: str) -> bool:
    """Whether the side has Japanese counters; then the whole side builds like this."""
    return has_nation(look, side, look.world.charts.table(BurmaRules).nation)


def free(price: Callable[[Look, str], int]) -> Callable[[Look, str], int]:
    """The price of a level."""

    def of(look: Look, side: str) -> int:
        return look.world.charts.table(BurmaRules).hedgehog_price if is_japanese(look, side) else price(look, side)

    return of


Limit = Callable[[Look, str, int], tuple[int, RefusalKind]]


def lower(limit: Limit) -> Limit:
    """The highest level."""

    def of(look: Look, side: str, hex_: int) -> tuple[int, RefusalKind]:
        most, why = limit(look, side, hex_)
        least = look.world.charts.table(BurmaRules).most_hedgehog
        return (least, LIMIT) if is_japanese(look, side) and least < most else (most, why)

    return of


WRAPS = {"hedgehog_price": free, "hedgehog_limit": lower}
