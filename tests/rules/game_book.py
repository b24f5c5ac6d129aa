"""Positions with a scenario behind them: what arrives when, which tables are rolled, what counts for victory."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from redball.core.look import Look
from redball.core.state import NOT_ARRIVED, Frame
from redball.rules.reinforcement.phase import ReinforcementPhase
from rules.table import Table
from support import in_scenario, position


def with_scenario(text: str, *, phase: str = "reinforcement", turn: int = 1, **changes: Any) -> Look:
    """A look at a position in which fields of the scenario are changed."""
    look = in_scenario(position(text, phase=phase), **changes)
    return Look(look.world, look.state.change(clock=replace(look.state.clock, turn=turn)))


def waiting(look: Look, *units: str) -> Look:
    """The same, but these units have not arrived yet."""
    return Look(look.world, look.state.with_units([look.unit(uid).change(hex=NOT_ARRIVED) for uid in units]))


def reinforcement(look: Look, dice: tuple[int, ...] = ()) -> Table:
    """The Reinforcement Phase of the axis."""
    return Table(look, Frame("reinforcement_phase", "place", ReinforcementPhase("axis")), dice)
