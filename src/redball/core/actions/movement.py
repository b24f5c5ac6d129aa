"""Moving stacks, what they do on their way, and railroads."""

from __future__ import annotations

from typing import ClassVar

from redball.core.actions.base import Action, OnHex, OnUnit, mode_words
from redball.core.shown import PUT, RING, Mark, Shown
from redball.core.spoken import Facing, Mode

TASKS = {
    "build_hedgehog": "build a hedgehog level",
    "reduce_hedgehog": "take a hedgehog level away",
    "build_air_base": "build an air base level",
    "build_air_strip": "build an air strip",
    "raise_air_strip": "make the air strip an air base",
    "reduce_air_base": "take an air base level away",
    "repair_port": "repair a hit on the port",
    "repair_small_port_3": "repair a hit on the small port for 3T",
    "repair_small_port_2": "repair a hit on the small port for 2T",
    "repair_small_port_1": "repair a hit on the small port for 1T",
    "repair_small_port_0": "repair a hit on the ruined port, free of charge",
    "wreck_port": "damage the port",
}


class BeginMove(OnUnit, frozen=True, tag="begin_move"):
    """Start moving with this unit; other units in its hex may join before the stack spends MP (6.1)."""

    shown = Shown("Move", 5, "Move {unit}", place="map", takes_up=True)


class AddUnit(OnUnit, frozen=True, tag="add_unit"):
    """Add a unit: to the moving stack, to an attack, to a barrage."""

    shown = Shown("Add", 4, "Add {unit}", place="unit", takes_up=True)


class RemoveUnit(OnUnit, frozen=True, tag="remove_unit"):
    """Take a unit out of a declaration that is not yet committed."""

    shown = Shown("Remove", 5, "Take out {unit}")


class SetMode(Action, frozen=True, tag="set_mode"):
    """Change a moving unit's mode as it begins to move; `facing` matters for Reserve and DG (5.4, 5.7a)."""

    unit: str
    mode: Mode
    facing: Facing = "combat"
    unit_fields: ClassVar = ("unit",)
    shown = Shown("Mode", 6, "{unit}: {mode}", by={"mode": mode_words(" Mode")}, place="unit")


class Release(OnUnit, frozen=True, tag="release"):
    """Release a Reserve unit in Reaction or Exploitation (5.7b)."""

    shown = Shown("Release from Reserve", 4, "Release {unit}", place="unit+list", takes_up=True)


class StepTo(OnHex, frozen=True, tag="step_to"):
    """The moving stack, or the ship that sails, enters a neighbouring hex (6.1a, 18.1e)."""

    shown = Shown("Step to", 4, "To {hex}", place="reach", click="do", step_key=True)


class DeclareOverrun(OnHex, frozen=True, tag="declare_overrun"):
    """The moving stack overruns a neighbouring hex (8.0)."""

    shown = Shown("Overrun", 3, "Overrun {hex}", place="map", click="dialog", mark=Mark("O", "overrun"))


class DropUnit(OnUnit, frozen=True, tag="drop_unit"):
    """Leave a unit of the moving stack here; it has finished its move (6.1f)."""

    shown = Shown("Leave behind", 7, "Leave {unit} here", place="unit")


class Halt(Action, frozen=True, tag="halt"):
    """The moving stack, or the ship that sails, has finished its move (6.1g, 18.1e)."""

    shown = Shown("Finish", 8, "Halt: the move is over", place="end")


# --- engineers and Breakdowns ----------------------------------------------------------------------------------


class Construct(Action, frozen=True, tag="construct"):
    """Work in a hex (13.8d): `unit` an engineer, or "" for 1 RE of the units there; `task` is `build_hedgehog`,
    `reduce_hedgehog`, `build_air_base`, `build_air_strip`, `raise_air_strip`, `reduce_air_base`, `repair_port` or
    `wreck_port`; with option 21.11 `repair_small_port_3`, `_2`, `_1` or `_0`, after its price, too."""

    unit: str
    hex: int
    task: str
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)
    may_be_none: ClassVar = frozenset({"unit"})
    shown = Shown(
        "Construction", 7, "[{unit}|Units there]: {task} in {hex}", by={"task": TASKS}, place="hex", spot=True
    )


class Detach(Action, frozen=True, tag="detach"):
    """A multi-step unit detaches a step as a Breakdown: `counter` is one of its pool's (20.0)."""

    unit: str
    counter: str
    unit_fields: ClassVar = ("unit",)
    shown = Shown("Breakdown", 7, "{unit} detaches {counter:printed}", place="unit")


class Absorb(Action, frozen=True, tag="absorb"):
    """A reduced multi-step unit absorbs a Breakdown in its hex at the end of a phase (20.0d)."""

    unit: str
    other: str
    unit_fields: ClassVar = ("unit", "other")
    shown = Shown("Breakdown", 3, "{unit} absorbs {other}", place="unit+list", click="do", mark=RING)


# --- transport -------------------------------------------------------------------------------------------------


class LoadSupply(Action, frozen=True, tag="load_supply"):
    """A moving Transport Point loads SP from its hex (13.2f-A)."""

    unit: str
    tokens: int
    unit_fields: ClassVar = ("unit",)
    shown = Shown("Load", 6, "{unit} loads {tokens:supply}", place="unit")


class UnloadSupply(Action, frozen=True, tag="unload_supply"):
    """A moving Transport Point puts SP on the ground (13.2f-B)."""

    unit: str
    tokens: int
    unit_fields: ClassVar = ("unit",)
    shown = Shown("Unload", 6, "{unit} unloads {tokens:supply}", place="unit")


class DivideTransport(Action, frozen=True, tag="divide_transport"):
    """Split points (and a share of the load) off a Transport Point as it begins to move (13.2c-A)."""

    unit: str
    points: int
    tokens: int
    unit_fields: ClassVar = ("unit",)
    shown = Shown("Divide", 7, "{unit}: split off {points:points}[ with {tokens:supply}]", place="unit")


class CombineTransport(Action, frozen=True, tag="combine_transport"):
    """Combine a moving Transport Point with another of its kind in the hex (13.2c-A)."""

    unit: str
    other: str
    unit_fields: ClassVar = ("unit", "other")
    shown = Shown("Combine", 7, "{unit} absorbs {other}", place="unit")


class JoinExtender(OnUnit, frozen=True, tag="join_extender"):
    """Moving Transport Points spend half their MA here to form an Extender (12.7d-A)."""

    shown = Shown("Extender", 6, "{unit} helps to form an Extender here", place="unit")


class RevertExtender(OnUnit, frozen=True, tag="revert_extender"):
    """Turn an Extender back into Transport Points (12.7d-A)."""

    shown = Shown("Extender", 6, "{unit} becomes Transport Points again", place="unit+list")


class CollapseExtender(OnUnit, frozen=True, tag="collapse_extender"):
    """The owner lets an Extender collapse instead of moving it (9.14d-B)."""

    shown = Shown("Extender", 7, "Collapse {unit}", place="unit+list")


# --- railroads -------------------------------------------------------------------------------------------------


class RideRail(OnHex, frozen=True, tag="ride_rail"):
    """The moving stack entrains in its hex, moves by rail and detrains in another (13.3e)."""

    shown = Shown("By rail", 5, "By rail to {hex}", place="map", spot=True)


class ConvertRail(OnUnit, frozen=True, tag="convert_rail"):
    """A moving Rail Repair unit converts the railroad of the hex that it entered (13.3f-B)."""

    shown = Shown("Rail repair", 3, "{unit} works on the railroad here", place="unit+list")


class OpenTrain(OnHex, frozen=True, tag="open_train"):
    """Begin to move SP by rail from the ground of a hex (13.3e)."""

    shown = Shown("Supply by rail", 6, "Load a train in {hex}", spot=True)


class LoadTrain(Action, frozen=True, tag="load_train"):
    """Load this many tokens onto the train (13.3e-1)."""

    tokens: int
    shown = Shown("Load the train", 2, "Load {tokens:supply}")


class SendTrain(OnHex, frozen=True, tag="send_train"):
    """The SP on the train go to a hex and detrain there (13.3e-3)."""

    shown = Shown("Send the train", 2, "To {hex}", place="map", click="do", mark=PUT)
