"""Points where editions differ on what units can do and are worth (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable

from redball.core.battle import Use
from redball.core.ledger import Times
from redball.core.look import Look
from redball.core.point import Point
from redball.core.state import PhaseName, Unit

PRINTED_STRENGTH: Point[Callable[[Look, Unit], int]] = Point("printed_strength", "P24")
"""(look, unit): Combat Strength before any modifier (13.1c-A, 13.4b)."""

TRANSPORT_EQUIVALENT: Point[Callable[[Look, Unit], int]] = Point("transport_equivalent", "P34")
"""(look, unit): what a unit takes of trains, ports and shipping, in 1/16 points (4.7a, 4.7b)."""

MODE_PHASE: Point[Callable[[], PhaseName]] = Point("mode_phase", "P4")
"""(): the phase in which players change the modes of their units (5.4-B)."""

ALLOWANCE: Point[Callable[[Look, Unit, int], int]] = Point("allowance", "P44", "P45")
"""(look, unit, MP): the printed Movement Allowance left to a unit with the edition's own records, in 1/12 MP, before
mode and supply count (6.1h: all of it)."""

SUPPLY_FACTORS: Point[Callable[[Look, Unit, Use, bool], tuple[Times, ...]]] = Point("supply_factors", "P37")
"""(look, unit, use, supplied): the factors on its values for its supply state and, in "defence", for combat
supply (9.5a, 10.1b-B, 12.8d)."""
