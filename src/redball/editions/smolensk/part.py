"""The Smolensk rules of New OCS, an overlay on it, for our own Smolensk scenario.

Amounts, dates and counters are data of the scenario (`redball.scenarios.variants`); the modules here hold the code.
The nation on the counters says which units the rules apply to.
"""

from __future__ import annotations

from redball.core.edition import Part, part_of
from redball.editions.smolensk import air, artillery, modes, overruns, supply, works


def part(name: str, charts: tuple[str, ...]) -> Part:
    """The overlay."""
    return part_of(name, (air, artillery, modes, overruns, supply, works), charts=charts)
