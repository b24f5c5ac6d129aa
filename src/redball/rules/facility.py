"""A barrage on a facility: one die on the Barrage vs Facility Table, no shifts, no spotter.

Missions are to call it: until they do, its rows (10.0c, 10.0c-A, 10.0c-B, 10.0c-C) wait in the index.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Throw

FacilityTarget = Literal["air_base", "port", "trainbusting"]


class FacilityRead(Struct, frozen=True):
    """What the dice gave against the named target: levels or port hits taken, planes reduced, a marker placed."""

    result: str
    levels: int = 0
    port_hits: int = 0
    planes: int = 0
    trainbusting: bool = False


def throw_facility(
    charts: Charts, column: int, target: FacilityTarget, throw: Throw, *, level: int = 0, hits: int = 0, planes: int = 0
) -> FacilityRead:
    """One barrage on an air base of a `level` (0 an air strip) with enemy `planes`, on a port with `hits`, or for a
    Trainbusting marker."""
    cell = charts.facility.lookup(column, throw.one("dice"))
    if target == "air_base":
        # Each plane has its own die (10.0c-A); a base keeps its first level, a strip is never reduced.
        lost = sum(cell.hits_plane(throw.one("plane")) for _ in range(planes if cell.plane_check else 0))
        return FacilityRead(cell.text, levels=min(cell.hits, max(level - 1, 0)), planes=lost)
    if target == "port":
        return FacilityRead(cell.text, port_hits=min(cell.hits, charts.supply_costs.max_port_hits - hits))
    return FacilityRead(cell.text, trainbusting=cell.trainbust)
