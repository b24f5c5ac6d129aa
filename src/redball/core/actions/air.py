"""Aircraft and air bases: refit, and missions as they are drafted and fought."""

from __future__ import annotations

from redball.core.actions.base import Action, OnHex
from redball.core.shown import PUT, Shown

MISSIONS = {
    "base_transfer": "Base Transfer",
    "fighter_sweep": "Fighter Sweep",
}
"""What players call the kinds of mission."""


class RefitAt(OnHex, frozen=True, tag="refit_at"):
    """Begin to refit aircraft at an air base (15.1); nothing is paid before its aircraft are chosen."""

    shown = Shown("Refit", 4, "Refit aircraft at {hex}", place="map", click="do", mark=PUT)


class OnPlane(Action, frozen=True):
    """The base of actions that name an aircraft and nothing else."""

    plane: str


class AddPlane(OnPlane, frozen=True, tag="add_plane"):
    """Add an aircraft: to those that a base refits, to a mission."""

    shown = Shown("Aircraft", 4, "Add {plane}")


class RemovePlane(OnPlane, frozen=True, tag="remove_plane"):
    """Take an aircraft out of what is not yet committed."""

    shown = Shown("Aircraft", 5, "Take out {plane}")
