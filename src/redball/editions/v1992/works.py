"""Works of 1992: two Levels a turn with engineers.

Cases: E92-special-supply-hedgehog
"""

from __future__ import annotations

from collections.abc import Collection

from redball.core.look import Look
from redball.editions.v1992.charts import SpecialSupply
from redball.rules.units.engineers import engineer_capable


def works_done(look: Look, side: str) -> Collection[int]:
    """One Level a turn, a second one where an Engineer-Capable unit of the side stands in the hex."""
    state, most = look.state, look.world.charts.table(SpecialSupply).hedgehog_levels_with_engineer
    if not state.raised or most < 2:
        return state.raised
    helped = {unit.hex for unit in look.own(side) if unit.hex in state.raised and engineer_capable(look, unit)}
    return {hex_ for hex_, levels in state.raised.items() if levels >= (most if hex_ in helped else 1)}


POLICIES = {"works_done": works_done}
