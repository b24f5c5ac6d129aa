"""Attacks, barrages and what follows from them."""

from __future__ import annotations

from typing import ClassVar

from redball.core.actions.base import Action, OnHex, OnUnit
from redball.core.shown import AWAY, BACK, RING, Mark, Shown


class DeclareAttack(OnHex, frozen=True, tag="declare_attack"):
    """Open a regular attack on a hex (9.2-1)."""

    shown = Shown("Attack", 3, "Attack {hex}", place="map", click="do", mark=Mark("A", "overrun"))


class ChooseLeader(OnUnit, frozen=True, tag="choose_leader"):
    """Announce the unit that leads with its Action Rating (9.6-A)."""

    shown = Shown("Action Rating", 2, "{unit} leads", click="do", mark=RING)


class ChooseTerrain(Action, frozen=True, tag="choose_terrain"):
    """Announce one terrain: `against` an attacking hex (9.4b), or -1 for the defender's own, or for a barrage."""

    terrain: str
    against: int = -1
    hex_fields: ClassVar = ("against",)
    may_be_none: ClassVar = frozenset({"against"})
    shown = Shown("Terrain", 2, "{terrain:capital} [against {against}|for the defence]")


class LeaveOut(OnUnit, frozen=True, tag="leave_out"):
    """An attacking unit without combat supply drops out (9.5-A, reading 1.48)."""

    shown = Shown("Leave out", 5, "{unit} drops out of the attack")


class LoseStep(OnUnit, frozen=True, tag="lose_step"):
    """This unit loses one step (9.11)."""

    shown = Shown("Lose a step", 2, "{unit} loses a step", click="do", mark=RING)


class TakeRetreat(Action, frozen=True, tag="take_retreat"):
    """Meet the rest of an option by retreat (9.10a)."""

    shown = Shown("Meet the result", 2, "Retreat for all that is left")


class IgnoreOption(Action, frozen=True, tag="ignore_option"):
    """An excused defender skips their option (9.10c-A)."""

    shown = Shown("Meet the result", 2, "Skip the option")


# --- retreat and advance ---------------------------------------------------------------------------------------


class RetreatTo(OnHex, frozen=True, tag="retreat_to"):
    """The retreating group enters a hex (9.12)."""

    shown = Shown("Retreat to", 2, "To {hex}", place="map", click="do", mark=BACK, step_key=True)


class SplitOff(OnUnit, frozen=True, tag="split_off"):
    """This unit leaves the retreating group, and retreats on its own afterwards (9.12c-A)."""

    shown = Shown("Split the group", 6, "{unit} retreats by itself", click="do", mark=RING)


class TagAlong(OnUnit, frozen=True, tag="tag_along"):
    """A unit of the hex that was not in the combat joins the retreat (9.12d)."""

    shown = Shown("Take along", 5, "{unit} joins the retreat", click="do", mark=RING)


class Advance(OnUnit, frozen=True, tag="advance"):
    """An attacker enters the vacated hex (9.12g)."""

    shown = Shown("Advance", 2, "{unit} advances", click="do", mark=RING)


# --- capture ---------------------------------------------------------------------------------------------------


class GiveUp(OnUnit, frozen=True, tag="give_up"):
    """The owner gives up a Transport Point to capture: as many of its points as they still owe (9.14c-B)."""

    shown = Shown("Captured", 2, "Give up {unit}", click="do", mark=RING)


class Displace(Action, frozen=True, tag="displace"):
    """The owner moves Transport Points that were not captured to a hex (9.14c-C)."""

    unit: str
    hex: int
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Displace", 2, "{unit} to {hex}", place="map", click="do", mark=AWAY, in_hand=True)


# --- barrage ---------------------------------------------------------------------------------------------------


class DeclareBarrage(OnHex, frozen=True, tag="declare_barrage"):
    """Open a barrage on the combat units of a hex (10.0d)."""

    shown = Shown("Barrage", 3, "Fire at {hex}", place="map", click="do", mark=Mark("B", "barrage"))
