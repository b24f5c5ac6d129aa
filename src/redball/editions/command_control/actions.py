"""Players' actions on command: the order of movement, attachment to armies, zones of operations."""

from __future__ import annotations

from typing import ClassVar

from redball.core.actions import Action, OnUnit
from redball.core.shown import Mark, Shown

COMPASS = dict(enumerate(("north", "north-east", "south-east", "south", "south-west", "north-west")))


class BeginOutside(OnUnit, frozen=True, tag="begin_outside"):
    """Start moving outside the order of command: by rail or in Strat Mode (C1.3-exempt)."""

    shown = Shown("Move outside the order", 6, "Move {unit} by rail or in Strat Mode", place="map")


class TakeArmy(Action, frozen=True, tag="take_army"):
    """Play this army now (C1.3-army-movement-only)."""

    army: str
    shown = Shown("Army", 2, "Play {army:army} now")


class TakeHq(OnUnit, frozen=True, tag="take_hq"):
    """Let this HQ of the army lead its units now (C1.3-hq-movement)."""

    shown = Shown("Command", 2, "{unit} leads its units now")


class AttachHq(OnUnit, frozen=True, tag="attach_hq"):
    """Attach this HQ to another army from now on (C1.1-army)."""

    army: str
    shown = Shown("Attach an HQ", 9, "{unit} goes to {army:army}")


class SubordinateArmy(Action, frozen=True, tag="subordinate_army"):
    """Put a subordinate army under another parent (C4.2-subordinate)."""

    army: str
    parent: str
    shown = Shown("Subordinate an army", 9, "Put {army:army} under {parent:army}")


class PlaceBoundary(Action, frozen=True, tag="place_boundary"):
    """Put the left or right boundary of an army's zone in a hex at the enemy front line (C4.3-definition)."""

    army: str
    flank: str
    hex: int
    hex_fields: ClassVar = ("hex",)
    shown = Shown(
        "Boundary", 5, "{flank:capital} boundary of {army:army} in {hex}", place="map", mark=Mark("|", "choice")
    )


class TurnZone(Action, frozen=True, tag="turn_zone"):
    """Let an army's zone run to the rear in another direction (C4.3-definition)."""

    army: str
    rear: int
    shown = Shown("Direction of the rear", 6, "The zone of {army:army} runs {rear} to the rear", by={"rear": COMPASS})


class SlideZone(Action, frozen=True, tag="slide_zone"):
    """Slide an army's zone one hex after the enemy front, `forward` or back (C4.3-duration)."""

    army: str
    forward: bool
    shown = Shown(
        "Slide a zone", 8, "The zone of {army:army} one hex {forward}", by={"forward": {True: "forward", False: "back"}}
    )
