"""Points where editions differ on barrages (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from typing import Any

from redball.charts import Charts
from redball.core.ledger import Tally, Term, Times
from redball.core.look import Look
from redball.core.point import Point
from redball.core.refusals import Refusal

BARRAGE_SHIFTS: Point[Callable[[Charts, Any], Iterable[Term[int]]]] = Point("barrage_shifts", "P28")
"""(charts, target): every shift of a barrage that is not zero, with the line that explains it (P28, 10.0a)."""

BARRAGE_DENSITY: Point[Callable[[Look, str, int], int]] = Point("barrage_density", "P9")
"""(look, side, hex): quarter RE of a side's units that count for density in barrages on a hex (P9, 10.0a-C)."""

SOFT_DENSITY: Point[Callable[[Look, str, int], int]] = Point("soft_density", "P9")
"""(look, side, hex): quarter RE of a side's soft units, where these count separately in barrages on a hex, else 0 (P9,
10.0a-C)."""

AIMED_PREVIEW: Point[Callable[[Look, str, int, tuple[str, ...]], Any]] = Point("aimed_preview", "P27", "P29")
"""(look, side, hex, units): the preview of a drafted barrage that is not aimed at units; None if it is
(P27; 10.0-B: always units)."""

MAY_LOSE_TO_BARRAGE: Point[Callable[[Look, str, int, tuple[str, ...]], tuple[str, ...]]] = Point(
    "may_lose_to_barrage", "P21"
)
"""(look, side, hex, units that lost a step to this barrage): who may lose the next one (P21, 10.0a-B)."""

BARRAGE_COST: Point[Callable[[Look, tuple[str, ...], Fraction], int]] = Point("barrage_cost", "P14")
"""(look, units, strength): tokens for an artillery barrage by these units with this strength (P14; 10.1b)."""

BARRAGE_QUARTERS: Point[Callable[[Look, tuple[str, ...], Fraction], tuple[tuple[str, ...], int]]] = Point(
    "barrage_quarters", "P14"
)
"""(look, units, strength): the units that may share tokens with other barrages, and the price of their fire in
quarter tokens; 0 where whole tokens are paid (P14; 10.1b: always)."""

BARRAGE_PRICE_TOLD: Point[Callable[[Look, tuple[str, ...], Fraction], Tally[int] | None]] = Point(
    "barrage_price_told", "P14"
)
"""(look, units, strength): how the price is calculated; None if it is simply the column's (P14)."""

REFUSE_FIRE_TOGETHER: Point[Callable[[Look, Collection[str]], Refusal | None]] = Point("refuse_fire_together", "P27")
"""(look, units): why artillery may not fire in one barrage (10.0e-B: any may, from wherever it stands)."""

BARRAGE_FACTORS: Point[Callable[[Look, str], tuple[Times, ...]]] = Point("barrage_factors", "P28")
"""(look, side): the factors that multiply artillery strength after payment, before reading the table (10.0a)."""

AIR_SHIFTS: Point[Callable[[Look, int, bool], tuple[Term[int], ...]]] = Point("air_shifts", "P28", "P42")
"""(look, hex, by night): what else shifts a barrage by aircraft on anything in a hex, on any table (P42, 10.0a)."""
