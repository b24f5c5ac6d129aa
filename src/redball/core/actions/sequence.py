"""Order of play, arrivals, replacements, set-up."""

from __future__ import annotations

from typing import ClassVar

from redball.core.actions.base import BY_MODE, Action, OnHex, OnUnit
from redball.core.shown import PUT, RING, Shown
from redball.core.spoken import Facing, Mode


class Done(Action, frozen=True, tag="done", omit_defaults=True):
    """Nothing more at this decision: end a segment, commit a list, stop choosing.

    `ends` names the decision that it is meant to end, as `engine.decision_name` does; one that arrives late is refused.
    "" ends whatever is open.
    """

    ends: str = ""
    shown = Shown("Finish", 9, "Done", place="end")


class Cancel(Action, frozen=True, tag="cancel"):
    """Take a declaration back before anything was spent."""

    shown = Shown("Finish", 9, "Take it back", place="end")


class ElectOrder(Action, frozen=True, tag="elect_order"):
    """The winner of the first-player roll chooses to go first or second (2.3-B)."""

    first: bool
    shown = Shown("Order of play", 1, "{first}", by={"first": {True: "Go first", False: "Go second"}})


class AgreeSimulcast(Action, frozen=True, tag="agree_simulcast"):
    """Agree, or not, to play this game turn as a simulcast turn (2.4)."""

    agree: bool
    shown = Shown(
        "Simulcast",
        1,
        "{agree}",
        by={"agree": {True: "Play this game turn as a simulcast turn", False: "No: play it in the usual order"}},
    )


class PlaceUnit(Action, frozen=True, tag="place_unit"):
    """Place an arriving unit in an entry hex, in a voluntary mode (13.6, 13.6b-A)."""

    unit: str
    hex: int
    mode: Mode = "combat"
    facing: Facing = "combat"
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)
    shown = Shown(
        "Place", 3, "{unit} in {hex}, {mode}", by=BY_MODE, place="map", click="do", mark=PUT, in_hand=True, arrives=True
    )


class PlaceSupply(Action, frozen=True, tag="place_supply"):
    """Place arriving SP on the ground of an entry hex (2.3-D)."""

    hex: int
    tokens: int
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Place supply", 2, "{tokens:supply} in {hex}", place="map", click="do", mark=PUT, arrives=True)


class Eliminate(OnUnit, frozen=True, tag="eliminate"):
    """Eliminate a unit of an overstacked hex (4.8a-A)."""

    shown = Shown("Too many in the hex", 2, "Eliminate {unit}", click="do", mark=RING)


# --- replacements ----------------------------------------------------------------------------------------------


class PlaceRepl(Action, frozen=True, tag="place_repl"):
    """Place a Repl from the replacement roll, `kind` pax or eq, in an entry hex (13.5-A)."""

    kind: str
    hex: int
    mode: Mode = "move"
    facing: Facing = "move"
    hex_fields: ClassVar = ("hex",)
    shown = Shown(
        "Replacements",
        2,
        "{kind:capital} in {hex}, {mode}",
        by=BY_MODE,
        place="map",
        click="do",
        mark=PUT,
        arrives=True,
    )


class Rebuild(Action, frozen=True, tag="rebuild"):
    """Bring a unit back from the Dead Pile with one step, where the Repls are (13.5a-1)."""

    unit: str
    hex: int
    mode: Mode = "combat"
    facing: Facing = "combat"
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Rebuild", 2, "{unit} in {hex}, {mode}", by=BY_MODE, place="map", click="do", mark=PUT)


class RegainStep(OnUnit, frozen=True, tag="regain_step"):
    """Restore a step of a reduced unit with Repls in its hex (13.5a-2)."""

    shown = Shown("Regain a step", 3, "{unit} regains a step", place="unit+list")


class RebuildTruck(Action, frozen=True, tag="rebuild_truck"):
    """Rebuild a truck point: `counter` is a printed counter that has lost one (13.5e)."""

    counter: str
    hex: int
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Rebuild transport", 4, "1 point of {counter:counter} in {hex}", place="map", click="do", mark=PUT)


class Combine(Action, frozen=True, tag="combine"):
    """Add the steps of `other`, which goes to the Dead Pile, to `unit` in the same hex (13.9-1)."""

    unit: str
    other: str
    unit_fields: ClassVar = ("unit", "other")
    shown = Shown("Consolidate", 6, "{unit} absorbs {other}", place="unit+list")


class Exchange(Action, frozen=True, tag="exchange"):
    """A unit on the map becomes the lost unit `counter` of a formation, and takes its place in the Dead Pile
    (13.9-2, 13.9-3)."""

    unit: str
    counter: str
    unit_fields: ClassVar = ("unit",)
    shown = Shown("Consolidate", 6, "{unit} becomes {counter:counter}", place="unit+list")


# --- free set-up -----------------------------------------------------------------------------------------------


class PickUnit(OnUnit, frozen=True, tag="pick_unit"):
    """Free set-up: take a unit in hand, to place it (SETUP-IV-A)."""

    shown = Shown("Set up", 2, "Take up {unit}", place="map")


class PickSupply(Action, frozen=True, tag="pick_supply"):
    """Free set-up: take the SP of a group in hand, by its number in the scenario, to place them."""

    group: int
    shown = Shown("Set up supply", 3, "Take up supply of group {group:nth}")


class TakeBack(OnUnit, frozen=True, tag="take_back"):
    """Free set-up: take a unit off the map again."""

    shown = Shown("Take off again", 7, "Take {unit} off the map again", place="unit+list", click="ask")


class TakeBackSupply(OnHex, frozen=True, tag="take_back_supply"):
    """Free set-up: take the SP placed in a hex off the map again."""

    shown = Shown("Take off again", 7, "Take the supply in {hex} off again", spot=True)


class PlaceRest(Action, frozen=True, tag="place_rest"):
    """Free set-up: let the program place everything that is left."""

    shown = Shown("Set up", 4, "Place the rest for me")
