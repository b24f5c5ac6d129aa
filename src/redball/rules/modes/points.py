"""Points where editions differ on modes and disorganization (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.look import Look
from redball.core.point import Point
from redball.core.refusals import Refusal
from redball.core.state import Unit

REFUSE_MODE_AT: Point[Callable[[Look, Unit, str, int], Refusal | None]] = Point("refuse_mode_at", "P11")
"""(look, unit, "reserve" or "strat", hex): why a unit may not enter that mode there (P11, 5.7c, 5.8a-A)."""

DG_KIND: Point[Callable[[str], str]] = Point("dg_kind", "P5")
"""(cause, "barrage" or "combat"): the kind of DG that this cause gives; "" if there is only one kind (P5,
5.10a)."""

DG_LEFT: Point[Callable[[Look, Unit, str], str]] = Point("dg_left", "P5")
"""(look, unit that is DG, phasing side): the kind of DG left after that side's Clean Up Phase, or
`disorganization.GONE` (P5, 5.10-B)."""
