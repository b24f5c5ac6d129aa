"""Positions with a scenario behind them: what arrives when, which tables are rolled, what counts for victory."""

from __future__ import annotations

import dataclasses
from typing import Any

from msgspec.structs import replace

from redball.core.look import Look
from redball.core.state import NOT_ARRIVED
from support import position


def with_scenario(text: str, *, phase: str = "reinforcement", turn: int = 1, **changes: Any) -> Look:
    """A look at a position in which fields of the scenario are changed."""
    look = position(text, phase=phase)
    world = dataclasses.replace(look.world, scenario=replace(look.world.scenario, **changes), _graphs={})
    state = look.state.change(clock=replace(look.state.clock, turn=turn))
    return Look(world, state)


def waiting(look: Look, *units: str) -> Look:
    """The same, but these units have not arrived yet."""
    return Look(look.world, look.state.with_units([look.unit(uid).change(hex=NOT_ARRIVED) for uid in units]))
