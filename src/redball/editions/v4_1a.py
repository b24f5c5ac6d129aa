"""The v4.1a chart sheet as an overlay on the series rules v4.2, which play with the same tables: where it differs.

Its attrition modifier counts all steps in the hex; the series rules count those that are Out of Supply. A ZOC that is
negated shuts no port, and ports between which something is shipped must be joined by sea.

Cases: K12.8-attrition-drm, K19.0f-connections
"""

from __future__ import annotations

from collections.abc import Sequence

from redball.core.edition import Part
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.naval.lanes import joined
from redball.rules.units.zoc import enemy_zoc, negated


def steps_in_hex(look: Look, side: str, hex_: int, units: Sequence[Unit]) -> int:
    """K12.8-attrition-drm: every step of the side's combat units in the hex, supplied or not."""
    return sum(look.steps(unit) for unit in look.combat_units_at(hex_, side))


def shut_unless_negated(look: Look, side: str, hex_: int) -> bool:
    """K19.0f-connections: an enemy ZOC shuts a port unless an own unit there negates it."""
    return enemy_zoc(look, side, hex_) and not negated(look, side, hex_)


def part(name: str, charts: tuple[str, ...]) -> Part:
    """The overlay."""
    return Part(
        name, charts, policies={"attrition_steps": steps_in_hex, "port_shut": shut_unless_negated, "sea_link": joined}
    )
