"""Aircraft in scenarios that can be played without: a switch adds the air forces that a scenario keeps apart.

The rules of the air are the edition's own; the part only names the scenario's variant `aircraft`
(`scenarios/variants`).
"""

from __future__ import annotations

from redball.core.edition import Part, option
from redball.scenarios.variants import AIRCRAFT

WITH_AIRCRAFT = option(
    AIRCRAFT,
    "14.0-A",
    "Aircraft: both sides have the aircraft and air bases that were there, in scenarios that know them",
    Part(AIRCRAFT),
)
SWITCHES = (WITH_AIRCRAFT,)
