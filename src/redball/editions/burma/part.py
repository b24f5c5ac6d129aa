"""The Burma rules of New OCS, an overlay on it: Banzai, Japanese hedgehogs, small artillery.

More supply is data of the scenario (`redball.scenarios.variants`). The Japanese rules apply to units by the
nation on the counters.
"""

from __future__ import annotations

from redball.core.edition import Part, part_of
from redball.editions.burma import air, banzai, small_artillery, works


def part(name: str, charts: tuple[str, ...]) -> Part:
    """The overlay."""
    return part_of(name, (air, banzai, small_artillery, works), charts=charts)
