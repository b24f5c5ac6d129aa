"""What Air Transport does to a unit in its phase: the MP that it spent before, and that it has flown.

A unit that flies may spend half its MA in all, before and after the flight. Only games with aircraft keep this.

Cases: 14.9d-A, 4.7d-D
"""

from __future__ import annotations

from typing import ClassVar

from redball.board.hexes import MP
from redball.core.events.base import UnitEvent
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.own import UnitOwn, find, put
from redball.core.state import Unit
from redball.core.telling import Names
from redball.rules.units.abilities import movement_allowance


class Airlift(UnitOwn, frozen=True):
    """MP spent in this phase before a flight, in 1/12 MP, and whether it has flown."""

    passing: ClassVar[bool] = True
    spent: int = 0
    flown: bool = False


RECORDS = (Airlift,)
NO_AIRLIFT = Airlift()


def airlift_of(unit: Unit) -> Airlift:
    """The record of a unit."""
    return (find(unit.own, Airlift) if unit.own else None) or NO_AIRLIFT


def with_airlift(unit: Unit, airlift: Airlift) -> Unit:
    """The unit with this record."""
    return unit.change(own=put(unit.own, airlift))


def airlifted(unit: Unit) -> bool:
    """Whether it has flown in this phase (4.7d-A)."""
    return airlift_of(unit).flown


def light_enough(look: Look, unit: Unit) -> bool:
    """14.9c: a combat unit whose Move side has Leg MP, and few enough of them."""
    counter = look.counter(unit)
    most = look.world.charts.air_transport_limits.max_leg_ma_of_cargo_units
    return counter.is_combat_unit and counter.move.mobility == "leg" and counter.move.ma <= most * MP


def half_spent(look: Look, unit: Unit) -> bool:
    """It has spent more than half its MA, or nobody counted what (it retreated, or split off on the way)."""
    counted = airlift_of(unit).spent
    return 2 * counted > movement_allowance(look, unit) or (unit.activity.spent and not counted)


def late(look: Look, unit: Unit) -> int:
    """MP that a unit which has flown counts as spent as it begins to move, so that half its MA is left in all."""
    airlift = airlift_of(unit)
    if not airlift.flown:
        return 0
    allowance = movement_allowance(look, unit)
    return allowance - allowance // 2 + airlift.spent


class MpCounted(UnitEvent, frozen=True, kw_only=True):
    """A unit that could fly has spent so many MP in its move, in 1/12 MP (14.9d-A)."""

    audience: ClassVar[str] = "own"
    mp: int

    def changed(self, unit: Unit) -> Unit:
        airlift = airlift_of(unit)
        return with_airlift(unit, Airlift(airlift.spent + self.mp, airlift.flown))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} has spent {show_mp(self.mp)} MP"


EVENTS = (MpCounted,)
