"""Attacks that are announced as something else than ordinary ones: a table that the charts of some editions have.

What it says is all that forecasts and the table companion know of them; how they are played is the edition's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from redball.charts.shapes import Count, Record

if TYPE_CHECKING:
    from redball.charts.loading import Charts


class SpecialAttack(Record, frozen=True, kw_only=True):
    """A way of attacking: what it is called, `supply` times the price, the modifier of a `second_roll` on the same
    column while both sides still stand, and whether the attacker takes options only as losses."""

    id: str
    title: str
    case: str
    supply: Count
    second_roll: int
    losses_only: bool


def special_attacks(charts: Charts) -> Mapping[str, SpecialAttack]:
    """Those that the charts have, by name."""
    return charts.rows(SpecialAttack) if charts.has(SpecialAttack) else {}


def special_attack(charts: Charts, name: str) -> SpecialAttack:
    """The one of that name.

    Raises ValueError for another.
    """
    known = special_attacks(charts)
    if name not in known:
        listed = ", ".join(one.replace("_", "-") for one in known) or "none"
        raise ValueError(f"these charts have no special attack {name.replace('_', '-')!r}; there are: {listed}")
    return known[name]


TABLES: dict[str, tuple[str, type[Record]]] = {"special_attacks": ("records", SpecialAttack)}
