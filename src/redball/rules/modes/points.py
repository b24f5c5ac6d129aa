"""Points of modes and disorganization: what editions do otherwise (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.look import Look
from redball.core.point import Point
from redball.core.refusals import Refusal
from redball.core.state import Unit

REFUSE_MODE_AT: Point[Callable[[Look, Unit, str, int], Refusal | None]] = Point("refuse_mode_at", "P11")
"""(look, unit, "reserve" or "strat", hex): why a unit may not enter that mode there (P11, 5.7c, 5.8a-A)."""

DG_KIND: Point[Callable[[str], str]] = Point("dg_kind", "P5")
"""(cause, "barrage" or "combat"): which kind of DG a result of that table is, "" where there is one kind (P5,
5.10a)."""

DG_LEFT: Point[Callable[[Look, Unit, str], str]] = Point("dg_left", "P5")
"""(look, unit that is DG, phasing side): what is left of it after the Clean Up Phase of that side: its kind, or
`disorganization.GONE` (P5, 5.10-B)."""
