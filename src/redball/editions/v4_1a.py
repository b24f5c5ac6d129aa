"""The v4.1a chart sheet as an overlay on the series rules v4.2, which play with the same tables: where it differs.

Its attrition modifier counts all steps in the hex; the series rules count those that are Out of Supply.

Cases: K12.8-attrition-drm
"""

from __future__ import annotations

from collections.abc import Sequence

from redball.core.edition import Part
from redball.core.look import Look
from redball.core.state import Unit


def steps_in_hex(look: Look, side: str, hex_: int, units: Sequence[Unit]) -> int:
    """K12.8-attrition-drm: every step of the side's combat units in the hex, supplied or not."""
    return sum(look.steps(unit) for unit in look.combat_units_at(hex_, side))


def part(name: str, charts: tuple[str, ...]) -> Part:
    """The overlay."""
    return Part(name, charts, policies={"attrition_steps": steps_in_hex})
