"""Where several people play a side: what one of them may do of it, and which of its prepared moves are theirs."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from msgspec.structs import replace

from redball.core.actions import Action
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.game.plan.formations import MarchMacro
from redball.game.standing.plans import NO_PLAN, Plan


class Permit(Protocol):
    """What somebody may do of a side."""

    def refuse(self, look: Look, side: str, action: Action) -> Refusal | None:
        """Why they may not take an action for a side; None if they may."""

    def has(self, look: Look, side: str, unit: str) -> bool:
        """Whether a unit is theirs to order."""


class Parted(NamedTuple):
    """The moves of a plan that are somebody's to change and to order, and those of others."""

    own: Plan
    others: tuple[MarchMacro, ...]


def is_own(permit: Permit | None, look: Look, side: str, entry: MarchMacro) -> bool:
    """Whether all units of a prepared move are theirs to order."""
    return permit is None or all(permit.has(look, side, uid) for uid in entry.units)


def parted(permit: Permit | None, look: Look, side: str, plan: Plan) -> Parted:
    """A plan, parted for somebody of its side."""
    own = tuple(entry for entry in plan.entries if is_own(permit, look, side, entry))
    others = tuple(entry for entry in plan.entries if entry not in own)
    return Parted(replace(plan, entries=own), others)


def joined(plan: Plan, rest: Plan, others: tuple[MarchMacro, ...]) -> Plan:
    """The plan again: with what is left of somebody's own moves, and the moves of others as they were."""
    if not rest.entries:
        return replace(plan, entries=others) if others else NO_PLAN
    return replace(rest, entries=others + rest.entries)
