"""Where evading supply and HQs may go: closer to a friendly supply source, within a number of MP.

The rules give only MP and direction. We read them so: the way pays ordinary terrain costs and enters no hex with enemy
combat units; closer means fewer hexes from some open supply source of the side; without such a source, evaders go
wherever the MP reach.

Cases: N13.1c-relocate
"""

from __future__ import annotations

from redball.board.masks import nonzero
from redball.core.derived import derived
from redball.core.look import Look
from redball.forces.counter import Mobility
from redball.rules.supply.fields import search
from redball.rules.supply.step_costs import supply_ground
from redball.rules.trace.sources import open_sources


@derived
def refuges(look: Look, side: str, start: int, mobility: Mobility, allowance: int) -> tuple[int, ...]:
    """The hexes in reach of `allowance` (1/12 MP) that are closer to a supply source, in index order."""
    mask = nonzero(look.facts.combat_units[look.enemy(side)])
    field = search(supply_ground(look, side, mobility), start, allowance, mask)
    sources, distance = open_sources(look, side), look.board.distance

    def closer(hex_: int) -> bool:
        return not sources or any(distance(hex_, source) < distance(start, source) for source in sources)

    return tuple(hex_ for hex_ in sorted(field.cost) if hex_ != start and closer(hex_))
