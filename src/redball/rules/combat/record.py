"""The record of an open combat: the declaration, then one small record for each stage of 9.2.

Everything announced is frozen here; later steps do not read where units are now.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.core.battle import AnnouncedOdds, Kind, Leader, Role
from redball.core.look import Look

OWN_TERRAIN = -1


class Stack(Struct, frozen=True):
    """The attackers of one hex."""

    hex: int
    units: tuple[str, ...]


class SupplyStage(Struct, frozen=True):
    """A side's progress in paying combat supply: the units in combat supply so far (`ready`).

    `spare` has, for each token spent on a small defender, the quarters of an RE that it may still cover (reading 1.47);
    for attackers, what the tokens of the whole attack still cover. `withheld`: the defender spends nothing more.
    """

    ready: tuple[str, ...] = ()
    spare: tuple[int, ...] = ()
    withheld: bool = False


class TerrainChoice(Struct, frozen=True):
    """A terrain that the defender announced `against` the attackers of a hex, or OWN_TERRAIN for their own hex."""

    terrain: str
    against: int


class Execution(Struct, frozen=True):
    """A side's half of the result, while it is carried out (9.10).

    `losses` and `option` are points still open; `lost` names a unit for every step lost in this combat. `retreat` is
    how many hexes the side retreats. `failed`: the option could not be taken in full. `fleeing` are units that try to
    get away instead of losing their step.
    """

    losses: int = 0
    option: int = 0
    lost: tuple[str, ...] = ()
    retreat: int = 0
    failed: bool = False
    fleeing: tuple[str, ...] = ()


class CombatData(Struct, frozen=True, tag=True):
    """A combat: `side` attacks `hex` with `attackers`. The steps of the procedure fill in the other records.

    `special` is the announced special attack, in editions that have them (a row of
    the chart); `again` is its second roll, if any.
    """

    kind: Kind
    side: str
    hex: int
    attackers: tuple[str, ...]
    stacks: tuple[Stack, ...] = ()
    defenders: tuple[str, ...] = ()
    supply: SupplyStage = SupplyStage()
    attack_leader: Leader | None = None
    defence_leader: Leader | None = None
    terrain: tuple[TerrainChoice, ...] = ()
    odds: AnnouncedOdds | None = None
    shift: int = 0
    result: str = ""
    special: str = ""
    again: bool = False
    attack: Execution = Execution()
    defence: Execution = Execution()
    fire: tuple[str, ...] = ()
    """Artillery that supports the defender."""


def side_of(look: Look, data: CombatData, role: Role) -> str:
    """The side that attacks or defends."""
    return data.side if role == "attacker" else look.enemy(data.side)


def units_of(data: CombatData, role: Role) -> tuple[str, ...]:
    """A side's units in the combat, including dead ones."""
    return data.attackers if role == "attacker" else data.defenders


def leader_of(data: CombatData, role: Role) -> Leader:
    """The announced leader. Raises ValueError before it is announced."""
    leader = data.attack_leader if role == "attacker" else data.defence_leader
    if leader is None:
        raise ValueError(f"the {role} has not announced an Action Rating unit")
    return leader


def announced(data: CombatData) -> AnnouncedOdds:
    """The initial odds. Raises ValueError before they are determined."""
    if data.odds is None:
        raise ValueError("the odds are not determined")
    return data.odds


def execution_of(data: CombatData, role: Role) -> Execution:
    """A side's half of the result."""
    return data.attack if role == "attacker" else data.defence


def with_execution(data: CombatData, role: Role, execution: Execution) -> CombatData:
    """The record with a side's half replaced."""
    return replace(data, attack=execution) if role == "attacker" else replace(data, defence=execution)


def excused(data: CombatData) -> bool:
    """9.10c-A: the attacker retreated, or could not take all of their option (readings 1.60, 1.61)."""
    return data.attack.retreat > 0 or data.attack.failed


__all__ = [
    "OWN_TERRAIN",
    "AnnouncedOdds",
    "CombatData",
    "Execution",
    "Kind",
    "Leader",
    "Role",
    "Stack",
    "SupplyStage",
    "TerrainChoice",
    "announced",
    "excused",
    "execution_of",
    "leader_of",
    "side_of",
    "units_of",
    "with_execution",
]
