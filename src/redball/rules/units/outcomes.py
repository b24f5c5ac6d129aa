"""Results that one procedure hands to another."""

from __future__ import annotations

from msgspec import Struct


class CombatOutcome(Struct, frozen=True, tag=True):
    """How a combat ended, as an overrunning stack needs to know it (8.0-D, 8.1f)."""

    attacker_retreated: bool
