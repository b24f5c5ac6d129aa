"""Overruns: a moving stack may make one in a phase.

The rest is that of New OCS: its terrain, and one attempt at each hex in a phase.

Cases: S-overrun-one-stack
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redball.core.look import Look
from redball.core.refusals import Refusal, refusal

SECOND = refusal(
    "overrun.second",
    case="S-overrun-one-stack",
    text="{units} has already overrun in this move; a stack may overrun once",
    remedy="let another stack overrun {hexes}, or attack it in the Combat Phase",
)

Target = Callable[[Look, Any, int], Refusal | None]


def one_each(refuse_target: Target) -> Target:
    """The edition's refusals, and one for a stack that has already overrun."""

    def of(look: Look, data: Any, hex_: int) -> Refusal | None:
        if data.overran:
            return SECOND(units=data.units, hexes=(hex_,))
        return refuse_target(look, data, hex_)

    return of


WRAPS = {"refuse_overrun_target": one_each}
