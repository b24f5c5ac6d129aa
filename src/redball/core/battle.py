"""The records that the parts of a combat exchange: strengths, leaders, odds, dice, results.

Editions resolve combats differently (`rules/combat/points.py`); they all use these records.
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
"""The chart line for what the attacker's surprise does in a charge (`AttackersOdds.effect`)."""
DG_HEX = 2
"""The hex of a retreat in which units become DG (9.12a-B)."""
Use = Literal["attack", "defence", "barrage", "movement"]
"""What a unit uses one of its values for."""


class Leader(Struct, frozen=True):
    """The unit that leads a side with its Action Rating, and that rating in this combat (9.6-A)."""

    unit: str
    action_rating: int


class AttackersOdds(Struct, frozen=True):
    """The attacker's side of odds on a two-sided table: the attacker's column (`label` names it), DRM and
    chances of surprise.

    Ambush comes on a white die of at most `ambush` (0 never), the attacker's surprise on a red one of at least
    `surprise` (0 never). `advantage` is the side with the armor advantage, if any. `effect` names what the
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

    On a two-sided table `column` and `drm` are the defender's, and `attackers` holds the attacker's.
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
    """The odds if an open choice falls differently from what a preview assumes, and that choice in words."""

    choice: str
    case: str
    odds: AnnouncedOdds


class SpecialAttack(Record, frozen=True, kw_only=True):
    """A special way of attacking in some edition, a row of a chart. It costs `supply` times the price. `second_roll`
    is the modifier of a second roll on the same column while both sides still stand. The row also says whether the
    attacker takes options only as losses."""

    id: str
    title: str
    case: str
    supply: Count
    second_roll: int
    losses_only: bool


def special_attack(known: Mapping[str, SpecialAttack], name: str) -> SpecialAttack:
    """The special attack of that name.

    Raises ValueError for an unknown name.
    """
    if name not in known:
        listed = ", ".join(one.replace("_", "-") for one in known) or "none"
        raise ValueError(f"these charts have no special attack {name.replace('_', '-')!r}; there are: {listed}")
    return known[name]


@dataclass(frozen=True)
class Confrontation:
    """Everything that determines the odds. `attack` and `defence` list the strengths of both sides, unit by unit;
    `terrain` is by attacking hex, -1 the defender's own; `fire`: the defender's artillery supports them."""

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
    """What the dice decided: who has surprise, the signed shift in columns, the column read, the result."""

    surprise: Surprise
    shift: int
    column: int
    result: str


class CombatResult(Struct, frozen=True):
    """What a result asks of both sides: steps (`loss`), options, hexes of retreat for the defender.

    `exploit` is the least Action Rating that exploits, 0 for none; `d_dg` disorganizes the defender.
    """

    a_loss: int
    a_option: int
    exploit: int
    d_loss: int
    d_option: int
    d_dg: bool
    d_retreat: int = 0
