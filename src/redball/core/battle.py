"""What the parts of a combat tell each other: strengths, leaders, odds, what the dice read, what a result means.

Editions resolve combats differently (`rules/combat/points.py`); these records are what they have in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from redball.charts.shapes import Count, Record
from redball.core.ledger import Tally
from redball.core.state import Unit

Role = Literal["attacker", "defender"]
Kind = Literal["regular", "overrun"]
Surprise = Literal["attacker", "defender", "none"]
CHARGE = "banzai"
"""What the attacker's surprise does in a charge: the name of a line of the chart (`AttackersOdds.effect`)."""
DG_HEX = 2
"""The hex of a retreat in which units become DG (9.12a-B)."""
Use = Literal["attack", "defence", "barrage", "movement"]
"""What a value of a unit is used for."""


class Leader(Struct, frozen=True):
    """The Action Rating unit of a side and its rating then (9.6-A)."""

    unit: str
    action_rating: int


class AttackersOdds(Struct, frozen=True):
    """The attacker's side of odds on a two-sided table: the attacker's column (`label` names it) and DRM, who
    surprises.

    Ambush comes on a white die of at most `ambush` (0 never), the attacker's surprise on a red one of at least
    `surprise` (0 never). `advantage`: the side that has the armor advantage, or none. `effect` names what the
    attacker's surprise does in the chart.
    """

    column: int
    label: str
    drm: int
    ambush: int
    surprise: int
    advantage: str = "none"
    effect: str = "surprise"


class AnnouncedOdds(Struct, frozen=True):
    """The initial odds (9.7). Strengths as players write them; `column` counts from the left of the table.

    With a table of two sides `column` and `drm` are those of the defender's side and `attackers` has the other.
    """

    attack: str
    defend: str
    odds: str
    line: str
    column: int
    drm: int
    hedgehog: int
    attackers: AttackersOdds | None = None


class OtherOdds(Struct, frozen=True):
    """The odds where a choice that is still open is made otherwise than a preview takes it; the choice in words."""

    choice: str
    case: str
    odds: AnnouncedOdds


class SpecialAttack(Record, frozen=True, kw_only=True):
    """A way of attacking that an edition has besides the ordinary one, a row of a chart: `supply` times the price, the
    modifier of a `second_roll` on the same column while both sides still stand, and whether the attacker takes options
    only as losses."""

    id: str
    title: str
    case: str
    supply: Count
    second_roll: int
    losses_only: bool


def special_attack(known: Mapping[str, SpecialAttack], name: str) -> SpecialAttack:
    """The special attack of that name.

    Raises ValueError for another.
    """
    if name not in known:
        listed = ", ".join(one.replace("_", "-") for one in known) or "none"
        raise ValueError(f"these charts have no special attack {name.replace('_', '-')!r}; there are: {listed}")
    return known[name]


@dataclass(frozen=True)
class Confrontation:
    """All that odds are made of. `attack` and `defence` are the strengths of both sides, unit by unit; `terrain` is by
    attacking hex, -1 the defender's own; `fire`: the defender's artillery supports them."""

    kind: Kind
    side: str
    hex: int
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    terrain: Mapping[int, str]
    attack: Tally[Fraction]
    defence: Tally[Fraction]
    leaders: tuple[Leader | None, Leader | None]
    at_level: str
    fire: bool = False


class CombatRead(Struct, frozen=True):
    """What the dice gave: who has surprise, the signed shift in columns, the column read, the result."""

    surprise: Surprise
    shift: int
    column: int
    result: str


class CombatResult(Struct, frozen=True):
    """What a result asks of both sides: steps (`loss`), options, hexes that the defender must retreat.

    `exploit` is the least Action Rating that exploits, 0 for none; `d_dg` disorganizes the defender.
    """

    a_loss: int
    a_option: int
    exploit: int
    d_loss: int
    d_option: int
    d_dg: bool
    d_retreat: int = 0
