"""Warnings before a phase ends: units not moved, units that will be Out of Supply, drops not flown,
attacks not made."""

from __future__ import annotations

from msgspec import Struct

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.telling import counted
from redball.game.game import Game
from redball.game.sight.belief import OPEN
from redball.rules.air.air_drop import due
from redball.rules.combat.segment import possible_attackers, possible_targets
from redball.rules.naval.invasion import Invasion, able, beaches
from redball.rules.supply_phase.trace_check import freed
from redball.rules.trace.tracing import outcomes
from redball.rules.units.abilities import movement_allowance, usable_in_phase


class WarningView(Struct, frozen=True):
    """A warning before a segment ends, and the units that it concerns."""

    text: str
    units: list[str]
    case: str


class ListsView(Struct, frozen=True):
    """Own units still to move in this segment, and own units without trace."""

    unmoved: list[str]
    without_trace: list[str]


@derived
def unmoved(look: Look, side: str) -> list[str]:
    """Own units that could still move in this Movement Segment."""
    if look.state.clock.segment != "movement" or look.state.clock.acting != side:
        return []
    return [
        u.id
        for u in look.own(side)
        if not u.activity.moved and not u.activity.negates and usable_in_phase(look, u) and movement_allowance(look, u)
    ]


@derived
def without_trace(look: Look, side: str) -> list[str]:
    """Own combat units that cannot trace supply now, and need to (12.6h)."""
    found = (uid for uid, (way, _) in outcomes(look, side).items() if way is None)
    return sorted(uid for uid in found if not freed(look, uid))


def warnings(game: Game, side: str) -> list[WarningView]:
    """Warnings for the side that can end the segment now."""
    open_ = game.decision
    look = game.look
    if open_ is None or side not in (OPEN, open_.side):
        return []
    acting, found = open_.side, []
    if open_.procedure.name == "movement_segment":
        still = unmoved(look, acting)
        if still:
            found.append(WarningView(said(still, "has", "have", "not moved"), still, "6.0"))
        if look.state.clock.phase == "movement":
            cut = without_trace(look, acting)
            if cut:
                found.append(WarningView(said(cut, "cannot", "cannot", "trace supply"), cut, "12.6d-A"))
            waiting = [plan.unit for plan in due(look, acting)]
            if waiting:
                text = said(waiting, "is", "are", "to be dropped in this turn, and the plan lapses with it")
                found.append(WarningView(text, waiting, "14.10c"))
        landing = sorted(uid for plan in beaches(look, acting) for uid in able(look, Invasion(acting, plan.hex)))
        if landing:
            found.append(WarningView(said(landing, "aboard could", "aboard could", "still land"), landing, "18.5d"))
    if open_.procedure.name == "combat_segment":
        idle = sorted({u for h in possible_targets(look, acting) for u in possible_attackers(look, acting, h)})
        if idle:
            found.append(WarningView(said(idle, "could", "could", "still attack"), idle, "9.1b"))
    return found


def said(units: list[str], one: str, many: str, what: str) -> str:
    """How many units do something, in words.

    >>> said(["a"], "has", "have", "not moved"), said(["a", "b"], "has", "have", "not moved")
    ('1 unit has not moved', '2 units have not moved')
    """
    return f"{counted(len(units), 'unit')} {one if len(units) == 1 else many} {what}"


def lists(look: Look, side: str) -> ListsView:
    """Lists for the page: own units still to move, own units without trace."""
    if side == OPEN:
        side = look.state.clock.acting or look.world.sides[0]
    return ListsView(unmoved(look, side), without_trace(look, side))
