"""Aircraft and air bases: refit, and missions as they are drafted and fought."""

from __future__ import annotations

from typing import ClassVar

from redball.core.actions.base import Action, OnHex, OnUnit
from redball.core.shown import BACK, PUT, Shown

MISSIONS = {
    "station": "Station",
    "base_transfer": "Base Transfer",
    "fighter_sweep": "Fighter Sweep",
    "barrage": "Barrage of units",
    "base_barrage": "Barrage of an air base",
    "port_barrage": "Barrage of a port",
    "ship_barrage": "Barrage of ships",
    "hip_shoot": "Hip Shoot at units",
    "base_hip_shoot": "Hip Shoot at an air base",
    "port_hip_shoot": "Hip Shoot at a port",
    "ship_hip_shoot": "Hip Shoot at ships",
    "trainbusting": "Trainbusting",
    "air_transport": "Air Transport",
    "onward": "Air Transport, second leg",
    "supply_drop": "Air Drop of supply",
    "air_drop": "Air Drop of units, as planned",
    "patrol": "Patrol",
    "interdiction": "Interdiction",
    "dump_barrage": "Barrage of supply",
    "night_base_barrage": "Night barrage of an air base",
    "night_port_barrage": "Night barrage of a port",
    "night_dump_barrage": "Night barrage of supply",
}
"""What players call the kinds of mission."""
TRIPS = {
    "": "",
    "stay": ", which stays there: up to twice its range",
    "return": ", which returns",
    "double": ", with double capacity: up to half its range",
    "escort": " as an escort",
    "stay_tow": ", which tows a glider and stays there: up to twice its range",
    "return_tow": ", which tows a glider and returns",
    "double_tow": ", which tows two gliders: up to half its range",
    "double_mixed": ", which tows a glider and drops its own load: up to half its range",
    "onward": ", which flies on and stays there",
    "onward_double": ", which flies on with double capacity, up to half its range, and stays there",
}
"""What players call the ways to fly on Air Transport (14.9e), with gliders (14.10e-C), or beside other aircraft."""
BY_GLIDER = {True: " on gliders", False: ""}
"""What they call the place of a piece of cargo."""
ON = {True: ", for a base after this one", False: ""}
"""What they call cargo that is not for the hex of the mission (21.12a)."""


class RefitAt(OnHex, frozen=True, tag="refit_at"):
    """Begin to refit aircraft at an air base (15.1); nothing is paid before its aircraft are chosen."""

    shown = Shown("Refit", 4, "Refit aircraft at {hex}", place="map", click="do", mark=PUT)


class OnPlane(Action, frozen=True):
    """The base of actions that name an aircraft and nothing else."""

    plane: str


class AddPlane(OnPlane, frozen=True, tag="add_plane"):
    """Add an aircraft: to those that a base refits, to a mission. On Air Transport it flies as its `trip` says."""

    trip: str = ""
    shown = Shown("Aircraft", 4, "Add {plane}{trip}", by={"trip": TRIPS})


class RemovePlane(OnPlane, frozen=True, tag="remove_plane"):
    """Take an aircraft out of what is not yet committed."""

    shown = Shown("Aircraft", 5, "Take out {plane}")


class PlanMission(Action, frozen=True, tag="plan_mission"):
    """Begin to plan an air mission of a kind (14.2f-A); nothing is spent before it is committed."""

    kind: str
    shown = Shown("Aircraft", 4, "Plan a mission: {kind}", by={"kind": MISSIONS})


class AimMission(OnHex, frozen=True, tag="aim_mission"):
    """The hex of the mission that is being planned."""

    shown = Shown("Mission", 2, "Fly to {hex}", place="map", click="do", mark=PUT)


class PlanDrop(OnUnit, frozen=True, tag="plan_drop"):
    """Begin a Drop Plan of a unit (14.10b); the turn makes it."""

    shown = Shown("Drop Plan", 6, "Plan a drop of {unit}")


class AimDrop(OnHex, frozen=True, tag="aim_drop"):
    """The hex where the unit whose plan is being made is to land."""

    shown = Shown("Drop Plan", 2, "It lands at {hex}", place="map", click="do", mark=PUT)


class DateDrop(Action, frozen=True, tag="date_drop"):
    """The turn of the planned drop, which makes the plan (14.10b)."""

    turn: int
    shown = Shown("Drop Plan", 2, "Drop it in turn {turn}")


class DelayDrop(OnUnit, frozen=True, tag="delay_drop"):
    """Put a planned drop off to the next turn (14.10c)."""

    shown = Shown("Drop Plan", 7, "Delay the drop of {unit} by a turn")


class CancelDrop(OnUnit, frozen=True, tag="cancel_drop"):
    """Cancel the Drop Plan of a unit (14.10c)."""

    shown = Shown("Drop Plan", 8, "Cancel the plan to drop {unit}")


class LoadPlanes(OnHex, frozen=True, tag="load_planes"):
    """How much of the supply on the ground of a base the aircraft from there carry, in tokens (14.9a), or the gliders
    that they tow; `onward`: to a second base (21.12a)."""

    tokens: int
    glider: bool = False
    onward: bool = False
    shown = Shown(
        "Cargo",
        5,
        "[Carry {tokens:supply} of supply from {hex}|Carry no supply from {hex}]{glider}{onward}",
        by={"glider": BY_GLIDER, "onward": ON},
    )


class Embark(OnUnit, frozen=True, tag="embark"):
    """A unit goes with the aircraft that fly from its hex (14.9a), or on the gliders that they tow; `onward`: to a
    second base (21.12a)."""

    glider: bool = False
    onward: bool = False
    shown = Shown("Cargo", 5, "{unit} goes by air{glider}{onward}", by={"glider": BY_GLIDER, "onward": ON})


class Disembark(OnUnit, frozen=True, tag="disembark"):
    """A unit does not go with the mission after all."""

    shown = Shown("Cargo", 6, "{unit} stays behind")


class StopOver(Action, frozen=True, tag="stop_over"):
    """Whether a mission that unloads nothing at its hex takes more on board there (21.12a); if it only passes through,
    it meets neither Flak nor interceptors."""

    stops: bool
    shown = Shown(
        "Cargo",
        6,
        "The mission {stops}",
        by={"stops": {True: "stops on the way, to load more", False: "only passes through"}},
    )


class LoseCargo(OnHex, frozen=True, tag="lose_cargo"):
    """What is lost of the cargo from a base, because its aircraft or gliders carry less than before: a unit, or 1T of
    supply (14.4g)."""

    unit: str = ""
    glider: bool = False
    onward: bool = False
    unit_fields: ClassVar = ("unit",)
    may_be_none: ClassVar = frozenset({"unit"})
    shown = Shown(
        "Cargo",
        2,
        "[{unit} is lost|1T of the supply from {hex} is lost]{glider}{onward}",
        by={"glider": BY_GLIDER, "onward": ON},
    )


class ReturnTo(OnPlane, frozen=True, tag="return_to"):
    """The base to which an aircraft returns from its mission or after an abort (14.1c), or gets away from a captured
    one (9.14f-B)."""

    hex: int
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Return", 2, "{plane} returns to {hex}", place="map", click="do", mark=BACK)


class ChooseDeck(OnPlane, frozen=True, tag="choose_deck"):
    """The carrier on which an aircraft comes down where several are (18.2a)."""

    ship: str
    shown = Shown("Return", 2, "{plane} lands on {ship}")


class PlacePlane(OnPlane, frozen=True, tag="place_plane"):
    """The base at which an aircraft arrives as a Reinforcement (13.6)."""

    hex: int
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Arrive", 2, "{plane} arrives at {hex}", place="map", click="do", mark=PUT)


class RebuildPlane(OnPlane, frozen=True, tag="rebuild_plane"):
    """A step for an aircraft: from the Dead Pile to a base, or at the base where it is. The Eq in `eq` pays for it; -1:
    the last one has a step left (13.5f)."""

    hex: int
    eq: int = -1
    hex_fields: ClassVar = ("hex", "eq")
    may_be_none: ClassVar = frozenset({"eq"})
    shown = Shown("Rebuild", 3, "[Rebuild {plane} at {hex} with the Eq at {eq}|Rebuild {plane} at {hex}]")


class BuildGlider(Action, frozen=True, tag="build_glider"):
    """A Glider Point for the base in the hex. The Eq in `eq` pays for it; -1: the last one has a step left
    (14.10e-A)."""

    hex: int
    eq: int = -1
    hex_fields: ClassVar = ("hex", "eq")
    may_be_none: ClassVar = frozenset({"eq"})
    shown = Shown("Rebuild", 4, "[Build a glider at {hex} with the Eq at {eq}|Build a glider at {hex}]")


class MergePlanes(OnPlane, frozen=True, tag="merge_planes"):
    """Two reduced aircraft become one at full strength; the `other` goes to the Dead Pile (13.9-4)."""

    other: str
    shown = Shown("Aircraft", 6, "Merge {other} into {plane}")


class AbortPlane(OnPlane, frozen=True, tag="abort_plane"):
    """Abort an aircraft before or after an Air Combat; it is Inactive then (14.3d)."""

    shown = Shown("Abort", 3, "{plane} aborts")


class StandDown(OnPlane, frozen=True, tag="stand_down"):
    """Make an aircraft Inactive because its base, which has lost a Level, has no room for it (15.0b-D)."""

    shown = Shown("Base", 2, "{plane} stands down")


class SendPlane(OnPlane, frozen=True, tag="send_plane"):
    """The aircraft of one's side in the next round of an Air Combat (14.3e-B)."""

    shown = Shown("Air Combat", 2, "{plane} fights this round")


class Intercept(OnPlane, frozen=True, tag="intercept"):
    """The fighter that intercepts the enemy mission (14.5)."""

    shown = Shown("Interception", 2, "{plane} intercepts")


class LosePlane(OnPlane, frozen=True, tag="lose_plane"):
    """The aircraft that takes a loss from Flak, where the Mission Loss Table leaves a choice (14.4f)."""

    shown = Shown("Flak", 2, "{plane} takes the loss")
