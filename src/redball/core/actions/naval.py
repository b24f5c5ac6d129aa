"""Ships: their arrival, their voyages and their fire."""

from __future__ import annotations

from typing import ClassVar

from redball.core.actions.base import Action, OnHex, OnUnit
from redball.core.shown import PUT, Mark, Shown

GUN_TARGETS = {
    "units": "Gunfire at units in",
    "base": "Gunfire at the air base in",
    "port": "Gunfire at the port in",
    "ships": "Gunfire at ships in",
    "battery": "Gunfire at coastal artillery in",
}
"""What ships fire at, in words."""


class OnShip(Action, frozen=True):
    """The base of actions that name a ship and nothing else."""

    ship: str


class PlaceShip(OnShip, frozen=True, tag="place_ship"):
    """The hex or box where a ship arrives as a Reinforcement (13.6)."""

    hex: int
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Arrive", 2, "{ship} arrives at {hex}", place="map", click="do", mark=PUT)


class WithdrawCraft(OnShip, frozen=True, tag="withdraw_craft"):
    """So many empty points of Landing Craft leave the game, as the schedule wants (13.6)."""

    points: int
    shown = Shown("Leave", 2, "{points:points} of {ship} leave")


class BeginSail(OnShip, frozen=True, tag="begin_sail"):
    """Start moving with this ship (18.1e); then it enters hexes one by one until it halts."""

    shown = Shown("Ships", 5, "Sail {ship}")


class AimGuns(OnHex, frozen=True, tag="aim_guns"):
    """Begin to draft gunfire at something in a hex: `units`, `base`, `port`, `ships` or `battery`, coastal artillery
    by itself (18.3). Against a stack of ships it is announced by this (18.3c)."""

    at: str
    shown = Shown("Gunfire", 4, "{at} {hex}", by={"at": GUN_TARGETS}, place="map", mark=Mark("G", "barrage"))


class AimAtShip(OnShip, frozen=True, tag="aim_at_ship"):
    """The ship of the stack that is fired at (18.3c), or that an air mission is planned for."""

    shown = Shown("Target", 3, "Fire at {ship}")


class AimAtBattery(OnUnit, frozen=True, tag="aim_at_battery"):
    """The coastal artillery that ships fire at, apart from other units of its hex (18.3g-C)."""

    shown = Shown("Target", 3, "Fire at {unit}")


class SendAtShip(OnShip, frozen=True, tag="send_at_ship"):
    """Give an aircraft that barrages ships this one for its target (18.3c)."""

    plane: str
    shown = Shown("Target", 3, "{plane} at {ship}")


class AddShip(OnShip, frozen=True, tag="add_ship"):
    """Let a ship fire in the barrage that is drafted."""

    shown = Shown("Gunfire", 4, "{ship} fires")


class RemoveShip(OnShip, frozen=True, tag="remove_ship"):
    """Take a ship out of the barrage that is drafted."""

    shown = Shown("Gunfire", 5, "{ship} does not fire")


class TakeAboard(OnUnit, frozen=True, tag="take_aboard"):
    """The Landing Craft that sail take a unit aboard, in a port (18.4c)."""

    shown = Shown("Load", 6, "Take {unit} aboard")


class TakeSupplyAboard(Action, frozen=True, tag="take_supply_aboard"):
    """The Landing Craft that sail take supply aboard, from the ground of a port (18.4c)."""

    tokens: int
    shown = Shown("Load", 6, "Take {tokens:supply} aboard")


class PutAshore(OnUnit, frozen=True, tag="put_ashore"):
    """The Landing Craft that sail put a unit ashore in a port that has capacity for it, which ends their move
    (18.5g)."""

    shown = Shown("Unload", 6, "Put {unit} ashore")


class PutSupplyAshore(Action, frozen=True, tag="put_supply_ashore"):
    """The Landing Craft that sail put supply ashore in a port, which ends their move (18.5g)."""

    tokens: int
    shown = Shown("Unload", 6, "Put {tokens:supply} ashore")


class DivideCraft(Action, frozen=True, tag="divide_craft"):
    """Split points off the Landing Craft that sail, with part of the supply and up to two units; they stay (18.4d)."""

    points: int
    tokens: int
    unit: str = ""
    other: str = ""
    unit_fields: ClassVar = ("unit", "other")
    may_be_none: ClassVar = frozenset({"unit", "other"})
    shown = Shown("Divide", 7, "Split off {points:points}[ with {unit}][ and {other}][ with {tokens:supply}]")


class CombineCraft(OnShip, frozen=True, tag="combine_craft"):
    """The Landing Craft that sail take in others of their kind, with their cargo (18.4d)."""

    shown = Shown("Combine", 7, "Combine with {ship}")


class TakeToWater(OnUnit, frozen=True, tag="take_to_water"):
    """A moving DUKW goes afloat here, and sails on as Landing Craft with a third of its MP (18.4e)."""

    shown = Shown("Ships", 6, "{unit} takes to the water here", place="unit")


class AnswerAssault(Action, frozen=True, tag="answer_assault"):
    """The defender of a beach says how a Beach Assault is resolved: by the Amphibious Landing `table`, which destroys
    the defenders, or in combat (18.6b-A)."""

    table: bool
    shown = Shown("Beach Assault", 2, "{table}", by={"table": {True: "Let them land", False: "Fight on the beach"}})


class PlanLanding(OnHex, frozen=True, tag="plan_landing"):
    """Begin to draft the landing of what Landing Craft in a hex carry (18.5); all their moves must be over."""

    shown = Shown("Landings", 4, "Land at {hex}", place="map", mark=Mark("L", "choice"))


class LandUnit(OnUnit, frozen=True, tag="land_unit"):
    """Put a unit into a group of the landing, from 0 on: each group of up to 3 RE has a roll of its own (18.5f-B)."""

    group: int
    shown = Shown("Landing", 3, "{unit} lands in group {group:nth}")


class LandAll(Action, frozen=True, tag="land_all"):
    """Put every unit aboard that can land into groups, as few as possible (18.5f-B)."""

    shown = Shown("Landing", 2, "Let everybody land")


class LandCraft(OnShip, frozen=True, tag="land_craft"):
    """Put a DUKW that goes on as trucks, or an LST that becomes a port, into a group of the landing: one roll serves
    both (18.4e-A, 18.4f)."""

    group: int
    shown = Shown("Landing", 4, "{ship} comes ashore in group {group:nth}")


class StayAboard(OnUnit, frozen=True, tag="stay_aboard"):
    """Take a unit out of the landing."""

    shown = Shown("Landing", 5, "{unit} stays aboard")


class StayAfloat(OnShip, frozen=True, tag="stay_afloat"):
    """Take a DUKW or an LST out of the landing."""

    shown = Shown("Landing", 5, "{ship} stays afloat")


# --- shipping ----------------------------------------------------------------------------------------------------


class ShipTo(OnHex, frozen=True, tag="ship_to"):
    """The stack that is about to move is shipped from the port in its hex to another one (19.0f)."""

    shown = Shown("By sea", 5, "By sea to {hex}", place="map", mark=Mark("S", "choice", "dots"))


class OpenShipment(Action, frozen=True, tag="open_shipment"):
    """Begin to ship SP from the ground of the port `start` to the port at `hex` (19.0f)."""

    start: int
    hex: int
    hex_fields: ClassVar = ("start", "hex")
    shown = Shown("Supply by sea", 6, "Ship supply from {start} to {hex}", place="hex", spot=True)


class LoadShipment(Action, frozen=True, tag="load_shipment"):
    """Ship this many tokens (19.0f-D)."""

    tokens: int
    shown = Shown("Load the ships", 2, "Ship {tokens:supply}")
