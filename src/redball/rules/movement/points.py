"""Points where editions differ on the Movement Segment and its order (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.order_of_command import CommandView
from redball.core.point import Point
from redball.core.refusals import Refusal
from redball.core.state import Unit

REFUSE_ZOC_STEP: Point[Callable[[Look, Unit, int, int, bool, frozenset[str]], Refusal | None]] = Point(
    "refuse_zoc_step", "P7"
)
"""(look, unit, start, end, stopped, units that move with it): why ZOCs keep the unit from a step; `stopped`: by a ZOC
already entered (P7, 4.5a-A, 5.8a-A)."""

USES_NEGATION: Point[Callable[[Look, Unit], bool]] = Point("uses_negation", "P8")
"""(look, unit): whether friendly combat units negate ZOCs for the unit's movement (P8, 4.5a-A)."""

REFUSE_OVERRUN_GROUND: Point[Callable[[Look, Unit, int, int], Refusal | None]] = Point("refuse_overrun_ground", "P12")
"""(look, unit, start, direction): why the terrain keeps the unit from an overrun (P12, 8.1b, 8.1c)."""

REFUSE_OVERRUN_TARGET: Point[Callable[[Look, Any, int], Refusal | None]] = Point("refuse_overrun_target", "P12")
"""(look, moving stack, hex): why the stack may not overrun that hex now, terrain apart (P12, 8.1d)."""

HALTS_AFTER_OVERRUN: Point[Callable[[Look, Any], tuple[str, ...]]] = Point("halts_after_overrun", "P12")
"""(look, moving stack after its overrun and losses): units that must end their move (P12, 8.0-D)."""

REFUSE_TURN: Point[Callable[[Look, Unit], Refusal | None]] = Point("refuse_turn", "P43")
"""(look, unit): why it is not this unit's turn to begin to move (6.1: units move in any order)."""

REFUSE_OUTSIDE: Point[Callable[[Look, Unit], Refusal | None]] = Point("refuse_outside", "P43")
"""(look, unit): why a unit that moves out of turn may not take a step."""

BEGINS_MOVE: Point[Callable[[Run, Unit], None]] = Point("begins_move", "P43")
"""(run, unit): what else happens when a unit begins to move or joins a stack that begins."""

STRAYS: Point[Callable[[Look, Unit, int], bool]] = Point("strays", "P45")
"""(look, unit, hex): whether the hex is in another army's zone, and the unit would suffer for it; the unit's army is
the one that it moves with or belongs to (P45; the series has no zones)."""

COMMAND_SHOWN: Point[Callable[[Look, tuple[str, ...]], CommandView | None]] = Point("command_shown", "P44", "P45")
"""(look, sides whose orders a viewer may know): who commands whom, for the view; None if the edition has no
command (P44, P45)."""
