"""Every atomic action. What a player, a bot or a learning agent can say at one decision is one of these records.

Conveniences (move along a path, pay the default way) are macros above the engine that expand into these.
`unit_fields` and `hex_fields` name the fields that hold unit ids and hex indices; in those of `may_be_none` "" and -1
mean none.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from redball.core.kinds import leaves
from redball.core.spoken import Facing, FuelMethod, Mode


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of all actions."""

    unit_fields: ClassVar[tuple[str, ...]] = ()
    hex_fields: ClassVar[tuple[str, ...]] = ()
    may_be_none: ClassVar[frozenset[str]] = frozenset()


class OnUnit(Action, frozen=True):
    """The base of actions that name a unit and nothing else."""

    unit: str
    unit_fields: ClassVar = ("unit",)


class OnHex(Action, frozen=True):
    """The base of actions that name a hex and nothing else."""

    hex: int
    hex_fields: ClassVar = ("hex",)


class FromSource(Action, frozen=True):
    """The base of actions that draw on one source for a unit: a hex, and `holder` a unit that carries the SP ("" on the
    ground), through the HQ `via` ("" directly)."""

    unit: str
    source: int
    holder: str = ""
    via: str = ""
    unit_fields: ClassVar = ("unit", "holder", "via")
    hex_fields: ClassVar = ("source",)
    may_be_none: ClassVar = frozenset({"holder", "via"})


class Done(Action, frozen=True, tag="done"):
    """Nothing more at this decision: end a segment, commit a list, stop choosing."""


class Cancel(Action, frozen=True, tag="cancel"):
    """Take a declaration back before anything was spent."""


# --- sequence, arrivals ---------------------------------------------------------------------------------------


class ElectOrder(Action, frozen=True, tag="elect_order"):
    """The winner of the first-player roll chooses to go first or second (2.3-B)."""

    first: bool


class AgreeSimulcast(Action, frozen=True, tag="agree_simulcast"):
    """Agree, or not, to play this game turn as a simulcast turn (2.4)."""

    agree: bool


class PlaceUnit(Action, frozen=True, tag="place_unit"):
    """Place an arriving unit in an entry hex, in a voluntary mode (13.6, 13.6b-A)."""

    unit: str
    hex: int
    mode: Mode = "combat"
    facing: Facing = "combat"
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)


class PlaceRepl(Action, frozen=True, tag="place_repl"):
    """Place a Repl that was rolled, `kind` pax or eq, in an entry hex (13.5-A)."""

    kind: str
    hex: int
    mode: Mode = "move"
    facing: Facing = "move"
    hex_fields: ClassVar = ("hex",)


class Rebuild(Action, frozen=True, tag="rebuild"):
    """Bring a unit back from the Dead Pile with one step, where the Repls are (13.5a-1)."""

    unit: str
    hex: int
    mode: Mode = "combat"
    facing: Facing = "combat"
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)


class RegainStep(OnUnit, frozen=True, tag="regain_step"):
    """Give a reduced unit a step back from Repls of its hex (13.5a-2)."""


class RebuildTruck(Action, frozen=True, tag="rebuild_truck"):
    """Rebuild a truck point: `counter` is the printed counter that lost one (13.5e)."""

    counter: str
    hex: int
    hex_fields: ClassVar = ("hex",)


class Combine(Action, frozen=True, tag="combine"):
    """Add the steps of `other`, which goes to the Dead Pile, to `unit` in the same hex (13.9-1)."""

    unit: str
    other: str
    unit_fields: ClassVar = ("unit", "other")


class Exchange(Action, frozen=True, tag="exchange"):
    """A unit on the map becomes the lost one of a formation, `counter`, and lies in the Dead Pile in its stead
    (13.9-2, 13.9-3)."""

    unit: str
    counter: str
    unit_fields: ClassVar = ("unit",)


class PlaceSupply(Action, frozen=True, tag="place_supply"):
    """Place arriving SP on the ground of an entry hex (2.3-D)."""

    hex: int
    tokens: int
    hex_fields: ClassVar = ("hex",)


class PickUnit(OnUnit, frozen=True, tag="pick_unit"):
    """Free set-up: take a unit in hand, to place it (SETUP-IV-A)."""


class PickSupply(Action, frozen=True, tag="pick_supply"):
    """Free set-up: take the SP of a group in hand, by its number in the scenario, to place them."""

    group: int


class TakeBack(OnUnit, frozen=True, tag="take_back"):
    """Free set-up: take a unit off the map again."""


class TakeBackSupply(OnHex, frozen=True, tag="take_back_supply"):
    """Free set-up: take SP that were placed in a hex off the map again."""


class PlaceRest(Action, frozen=True, tag="place_rest"):
    """Free set-up: let everything that is left be placed by the program."""


class Eliminate(OnUnit, frozen=True, tag="eliminate"):
    """Eliminate a unit of an overstacked hex (4.8a-A)."""


# --- movement -------------------------------------------------------------------------------------------------


class BeginMove(OnUnit, frozen=True, tag="begin_move"):
    """Start moving with this unit; others of its hex may be added before the first MP is spent (6.1)."""


class AddUnit(OnUnit, frozen=True, tag="add_unit"):
    """Add a unit: to the moving stack, to an attack, to a barrage."""


class RemoveUnit(OnUnit, frozen=True, tag="remove_unit"):
    """Take a unit out of a declaration that is not yet committed."""


class SetMode(Action, frozen=True, tag="set_mode"):
    """Change a moving unit's mode as it begins to move; `facing` matters for Reserve and DG (5.4, 5.7a)."""

    unit: str
    mode: Mode
    facing: Facing = "combat"
    unit_fields: ClassVar = ("unit",)


class Release(OnUnit, frozen=True, tag="release"):
    """Release a Reserve unit in Reaction or Exploitation (5.7b)."""


class PayFuel(Action, frozen=True, tag="pay_fuel"):
    """Fuel by one of three methods (12.5c): `single_unit` for `unit`, `formation` for the unit's formation, `hq`
    for `unit` (an HQ). The supply comes through `via` (an HQ id, or "" for direct draw) from `source`: a hex, and
    `holder` a unit that carries it ("" on the ground)."""

    method: FuelMethod
    unit: str
    source: int
    holder: str = ""
    via: str = ""
    unit_fields: ClassVar = ("unit", "holder", "via")
    hex_fields: ClassVar = ("source",)
    may_be_none: ClassVar = frozenset({"holder", "via"})


class StepTo(OnHex, frozen=True, tag="step_to"):
    """The moving stack enters a neighbouring hex (6.1a)."""


class DeclareOverrun(OnHex, frozen=True, tag="declare_overrun"):
    """The moving stack overruns a neighbouring hex (8.0)."""


class DropUnit(OnUnit, frozen=True, tag="drop_unit"):
    """Leave a unit of the moving stack here; it has finished its move (6.1f)."""


class Halt(Action, frozen=True, tag="halt"):
    """The moving stack has finished its move (6.1g)."""


class BlowDump(Action, frozen=True, tag="blow_dump"):
    """Try to destroy so many of one's own tokens in a hex, on the ground or loaded (12.11a-A)."""

    hex: int
    tokens: int
    hex_fields: ClassVar = ("hex",)


class Construct(Action, frozen=True, tag="construct"):
    """Work in a hex (13.8d): `unit` an engineer, or "" for 1 RE of units that stand there; `task` is `build_hedgehog`
    or `reduce_hedgehog`."""

    unit: str
    hex: int
    task: str
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)
    may_be_none: ClassVar = frozenset({"unit"})


class Detach(Action, frozen=True, tag="detach"):
    """A multi-step unit detaches a step as a Breakdown: `counter` is one of its pool's (20.0)."""

    unit: str
    counter: str
    unit_fields: ClassVar = ("unit",)


class Absorb(Action, frozen=True, tag="absorb"):
    """A reduced multi-step unit takes a Breakdown of its hex in at the end of a phase (20.0d)."""

    unit: str
    other: str
    unit_fields: ClassVar = ("unit", "other")


class LoadSupply(Action, frozen=True, tag="load_supply"):
    """A moving Transport Point loads SP of its hex (13.2f-A)."""

    unit: str
    tokens: int
    unit_fields: ClassVar = ("unit",)


class UnloadSupply(Action, frozen=True, tag="unload_supply"):
    """A moving Transport Point puts SP on the ground (13.2f-B)."""

    unit: str
    tokens: int
    unit_fields: ClassVar = ("unit",)


class DivideTransport(Action, frozen=True, tag="divide_transport"):
    """Split points (and a share of the load) off a Transport Point as it begins to move (13.2c-A)."""

    unit: str
    points: int
    tokens: int
    unit_fields: ClassVar = ("unit",)


class CombineTransport(Action, frozen=True, tag="combine_transport"):
    """Combine a moving Transport Point with another of its kind in the hex (13.2c-A)."""

    unit: str
    other: str
    unit_fields: ClassVar = ("unit", "other")


# --- railroads ------------------------------------------------------------------------------------------------


class RideRail(OnHex, frozen=True, tag="ride_rail"):
    """The moving stack entrains in its hex, moves by rail and detrains in another (13.3e)."""


class ConvertRail(OnUnit, frozen=True, tag="convert_rail"):
    """A moving Rail Repair unit converts the railroad of the hex that it entered (13.3f-B)."""


class OpenTrain(OnHex, frozen=True, tag="open_train"):
    """Begin to move SP by rail from the ground of a hex (13.3e)."""


class LoadTrain(Action, frozen=True, tag="load_train"):
    """So many tokens entrain (13.3e-1)."""

    tokens: int


class SendTrain(OnHex, frozen=True, tag="send_train"):
    """The SP on the train go to a hex and detrain there (13.3e-3)."""


# --- paying ---------------------------------------------------------------------------------------------------


class Pay(FromSource, frozen=True, tag="pay"):
    """Pay toward an open bill from one source: `unit` is the bill's unit ("" for a bill of the whole side)."""

    may_be_none: ClassVar = frozenset({"unit", "holder", "via"})


class UseInternals(OnUnit, frozen=True, tag="use_internals"):
    """A unit supplies itself for this combat from its internal stocks (12.10)."""


class ShareToken(OnUnit, frozen=True, tag="share_token"):
    """A small defender is supplied by what a token spent on another one leaves over (reading 1.47)."""


class Withhold(Action, frozen=True, tag="withhold"):
    """The defender spends nothing (more) and fights at half (9.5-B)."""


class LeaveOut(OnUnit, frozen=True, tag="leave_out"):
    """An attacking unit without combat supply drops out (9.5-A, reading 1.48)."""


# --- combat ---------------------------------------------------------------------------------------------------


class DeclareAttack(OnHex, frozen=True, tag="declare_attack"):
    """Open a regular attack on a hex (9.2-1)."""


class ChooseLeader(OnUnit, frozen=True, tag="choose_leader"):
    """Announce the unit whose Action Rating leads (9.6-A)."""


class ChooseTerrain(Action, frozen=True, tag="choose_terrain"):
    """Announce one terrain: `against` an attacking hex (9.4b), or -1 for the defender's own, or for a barrage."""

    terrain: str
    against: int = -1
    hex_fields: ClassVar = ("against",)
    may_be_none: ClassVar = frozenset({"against"})


class LoseStep(OnUnit, frozen=True, tag="lose_step"):
    """This unit loses one step (9.11)."""


class TakeRetreat(Action, frozen=True, tag="take_retreat"):
    """Meet all that is left of an option by retreat (9.10a)."""


class IgnoreOption(Action, frozen=True, tag="ignore_option"):
    """An excused defender skips their option (9.10c-A)."""


class RetreatTo(OnHex, frozen=True, tag="retreat_to"):
    """The retreating group enters a hex (9.12)."""


class SplitOff(OnUnit, frozen=True, tag="split_off"):
    """This unit leaves the retreating group, to retreat by itself afterwards (9.12c-A)."""


class TagAlong(OnUnit, frozen=True, tag="tag_along"):
    """A unit of the hex that was not in the combat joins the retreat (9.12d)."""


class Advance(OnUnit, frozen=True, tag="advance"):
    """An attacker enters the vacated hex (9.12g)."""


# --- extenders -----------------------------------------------------------------------------------------------


class JoinExtender(OnUnit, frozen=True, tag="join_extender"):
    """Moving Transport Points spend half their MA here to form an Extender (12.7d-A)."""


class RevertExtender(OnUnit, frozen=True, tag="revert_extender"):
    """An Extender is switched back into Transport Points (12.7d-A)."""


class CollapseExtender(OnUnit, frozen=True, tag="collapse_extender"):
    """An Extender collapses of its owner's will, in place of its movement (9.14d-B)."""


# --- breakout ------------------------------------------------------------------------------------------------


class Breakout(OnUnit, frozen=True, tag="breakout"):
    """A unit that is cut off tries to break out; of Transport Points one point at a time (12.8e)."""


# --- capture --------------------------------------------------------------------------------------------------


class GiveUp(OnUnit, frozen=True, tag="give_up"):
    """The owner picks a Transport Point that is captured: as many of its points as are still owed (9.14c-B)."""


class Displace(Action, frozen=True, tag="displace"):
    """The owner moves Transport Points that were not captured to a hex (9.14c-C)."""

    unit: str
    hex: int
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)


# --- barrage --------------------------------------------------------------------------------------------------


class DeclareBarrage(OnHex, frozen=True, tag="declare_barrage"):
    """Open a barrage on the combat units of a hex (10.0d)."""


# --- supply phase ---------------------------------------------------------------------------------------------


class Recover(FromSource, frozen=True, tag="recover"):
    """Spend SP on a unit's internal stocks (12.10e)."""


class FavourTrace(Action, frozen=True, tag="favour_trace"):
    """Choose the common source of a formation's trace (12.6f): the HQ `via`, or the source hex for direct draw."""

    formation: str
    via: str = ""
    source: int = -1
    unit_fields: ClassVar = ("via",)
    hex_fields: ClassVar = ("source",)
    may_be_none: ClassVar = frozenset({"via", "source"})


class Eat(FromSource, frozen=True, tag="eat"):
    """Feed a unit without trace from a dump (12.6c)."""


ACTIONS = tuple(leaves(Action))
"""The series' kinds of action, in a fixed order. Those of a single edition or option stand with the part that brings
them: an edition has the kinds that its procedures offer (`Edition.actions`)."""
