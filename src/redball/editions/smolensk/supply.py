"""The two panzer groups share the supply from the Supply Table: neither gets more than three fifths.

The scenario names the entries of each group. Each group's entries get at least two fifths, rounded up to whole tokens;
the rest may go to any entry. Scheduled supply is not divided.

Cases: S3.4b-split
"""

from __future__ import annotations

from collections.abc import Callable

from redball.core.look import Look
from redball.editions.smolensk.charts import SmolenskRules

Batches = Callable[[Look, str, int], tuple[tuple[tuple[int, ...], int], ...]]


def divided(supply_batches: Batches) -> Batches:
    """Entries and tokens of each part."""

    def of(look: Look, side: str, tokens: int) -> tuple[tuple[tuple[int, ...], int], ...]:
        shares = look.world.scenario.supply_tables[side].shares
        if len(shares) != 2:
            return supply_batches(look, side, tokens)
        most = tokens * look.world.charts.table(SmolenskRules).largest_share // 100
        most = max(most, (tokens + 1) // 2)  # a share of three tokens cannot be smaller than two
        least = tokens - most
        either = tuple(hex_ for entries in shares.values() for hex_ in entries)
        parts = (*((entries, least) for entries in shares.values()), (either, most - least))
        return tuple((entries, part) for entries, part in parts if part > 0)

    return of


WRAPS = {"supply_batches": divided}
