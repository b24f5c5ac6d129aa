"""What players can say about command: whose turn it is to move, who belongs to whom, where zones of operations lie."""

from __future__ import annotations

from redball.core.actions import Action, OnUnit


class BeginOutside(OnUnit, frozen=True, tag="begin_outside"):
    """Start moving outside the order of command: by rail or in Strat Mode (C1.3-exempt)."""


class TakeArmy(Action, frozen=True, tag="take_army"):
    """Play this army now (C1.3-army-movement-only)."""

    army: str


class TakeHq(OnUnit, frozen=True, tag="take_hq"):
    """Let this HQ of the army lead its units now (C1.3-hq-movement)."""


class AttachHq(OnUnit, frozen=True, tag="attach_hq"):
    """Let this HQ belong to another army from now on (C1.1-army)."""

    army: str


class SubordinateArmy(Action, frozen=True, tag="subordinate_army"):
    """Put a subordinate army under another parent (C4.2-subordinate)."""

    army: str
    parent: str


class PlaceBoundary(Action, frozen=True, tag="place_boundary"):
    """Put the left or right boundary of an army's zone in a hex at the enemy front line (C4.3-definition)."""

    army: str
    flank: str
    hex: int


class TurnZone(Action, frozen=True, tag="turn_zone"):
    """Let an army's zone run to the rear in another direction (C4.3-definition)."""

    army: str
    rear: int


class SlideZone(Action, frozen=True, tag="slide_zone"):
    """Slide an army's zone one hex after the enemy front, `forward` or back (C4.3-duration)."""

    army: str
    forward: bool
