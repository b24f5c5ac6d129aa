"""Results that one procedure passes to another."""

from __future__ import annotations

from msgspec import Struct


class CombatOutcome(Struct, frozen=True, tag=True):
    """The end of a combat, as an overrunning stack needs it (8.0-D, 8.1f)."""

    attacker_retreated: bool
