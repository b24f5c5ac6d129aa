"""The Supply Phase: recovery of internal stocks, then the trace check with eating and marking, then Attrition.

Cases: 2.3-G
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.engine import Run
from redball.core.procedures import Do, Procedure
from redball.rules.supply_phase.attrition import ATTRITION, Attrition
from redball.rules.supply_phase.recovery import RECOVERY, Recovery
from redball.rules.supply_phase.trace_check import TRACE_CHECK, TraceCheck


class SupplyPhase(Struct, frozen=True, tag=True):
    """The Supply Phase of a side."""

    side: str


def recover(run: Run, data: SupplyPhase) -> None:
    """Recovery comes before anything is eaten (12.10e-A)."""
    run.push("recovery", Recovery(data.side))


def check(run: Run, data: SupplyPhase) -> None:
    """Trace, eating, marking."""
    run.push("trace_check", TraceCheck(data.side))


def starve(run: Run, data: SupplyPhase) -> None:
    """Attrition for marked units."""
    run.push("attrition", Attrition(data.side))


SUPPLY_PHASE = Procedure(
    "supply_phase",
    SupplyPhase,
    (Do("recovery", recover), Do("trace_check", check), Do("attrition", starve)),
)

PROCEDURES = (SUPPLY_PHASE, RECOVERY, TRACE_CHECK, ATTRITION)
