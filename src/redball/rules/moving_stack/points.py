"""Points where editions differ on moving stacks and their fuel (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from redball.board.costs import MoveGraph
from redball.charts import Charts
from redball.core.look import Look
from redball.core.point import Point
from redball.core.refusals import Refusal
from redball.core.state import Unit

MOVE_GROUND: Point[Callable[[Look, Unit, frozenset[str]], MoveGraph]] = Point("move_ground", "P7")
"""(look, unit, units that move with it): the cost of every step for the unit, including ZOCs (P7, 6.1a)."""

ARREARS: Point[Callable[[Look, Unit, frozenset[str]], Any]] = Point("arrears", "P34")
"""(look, unit, units that move with it): how the unit puts off what markers in its way cost, an `arrears.Arrears`; None
if it does not (14.8c-A: nobody does). With one, `MOVE_GROUND` is without those costs."""

STEP_TOLLS: Point[Callable[[Look, Unit, int, int], tuple[tuple[str, int], ...]]] = Point("step_tolls", "P34")
"""(look, unit, start, neighbour): words and MP (1/12) of what markers in the way add to the ground of a step, for the
page (14.8c-A)."""

SLOWED_WORDS: Point[Callable[[Charts], tuple[str, tuple[str, ...]]]] = Point("slowed_words", "P34")
"""(charts): what a zone of markers that slow a side down is called, and what it does, in words (P34, 14.8c-A)."""

STOPS_IN_ZOC: Point[Callable[[Look, Unit, int, frozenset[str]], bool]] = Point("stops_in_zoc", "P7")
"""(look, unit, hex, units that move with it): whether a unit that entered the hex in this phase must stop there (P7,
4.5a-A)."""

ZOC_STOP_MASK: Point[Callable[[Look, Iterable[Unit], frozenset[str]], bytes]] = Point("zoc_stop_mask", "P7")
"""(look, units of a side, units that move with them): one byte a hex, not zero where `stops_in_zoc` stops one of
them, and in hexes with enemy combat units. The fast form of `stops_in_zoc` for the whole board (P7)."""

REFUSE_RESERVE_AT: Point[Callable[[Look, Unit, int], Refusal | None]] = Point("refuse_reserve_at", "P11")
"""(look, unit, hex): why a Reserve unit may not end its move there, hedgehogs and markers apart (P11, 5.7g)."""

FORMATION_FUEL: Point[Callable[[Look, str], int]] = Point("formation_fuel", "P26")
"""(look, formation): tokens for the fuel of a formation (P26, 12.5c-A)."""

FUELS: Point[Callable[[Look, Unit, Unit], bool]] = Point("fuels", "P39")
"""(look, HQ, independent unit in its throw range): whether the HQ, once fueled, fuels it (P39; 12.5e-A: always)."""

NEEDS_FUEL: Point[Callable[[Look, Unit], bool]] = Point("needs_fuel", "P39")
"""(look, unit): whether the unit needs fuel to spend MP (12.5a)."""
