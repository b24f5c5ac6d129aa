"""A barrage on a facility: one die on the Barrage vs Facility Table, no shifts, no spotter."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from redball.charts import Charts, FacilityCell
from redball.core.chances import PIPS, Spread, Throw

FacilityTarget = Literal["air_base", "port", "trainbusting"]


class FacilityRead(Struct, frozen=True):
    """The result against the named target: levels or port hits taken, planes reduced, a marker placed. For a port,
    `port_capacity` is the percentage of its capacity that is left (19.0b)."""

    result: str
    levels: int = 0
    port_hits: int = 0
    planes: int = 0
    trainbusting: bool = False
    port_capacity: str = ""


class Facility(Struct, frozen=True):
    """What is fired at: an air base of a `level` (0 an air strip) with enemy `planes`, a port with `hits`, or a place
    for a Trainbusting marker."""

    target: FacilityTarget
    level: int = 0
    hits: int = 0
    planes: int = 0


def checked_planes(facility: Facility, cell: FacilityCell) -> int:
    """Each plane on the base gets its own die (10.0c-A)."""
    return facility.planes if facility.target == "air_base" and cell.plane_check else 0


def read_facility(charts: Charts, facility: Facility, cell: FacilityCell, planes: int) -> FacilityRead:
    """A result against the target; a base keeps its first level, a strip is never reduced."""
    if facility.target == "air_base":
        return FacilityRead(cell.text, levels=min(cell.hits, max(facility.level - 1, 0)), planes=planes)
    if facility.target == "port":
        more = min(cell.hits, charts.supply_costs.max_port_hits - facility.hits)
        left = charts.port_damage.percent(facility.hits + more)
        return FacilityRead(cell.text, port_hits=more, port_capacity=f"{left}%")
    return FacilityRead(cell.text, trainbusting=cell.trainbust)


def throw_facility(charts: Charts, column: int, facility: Facility, throw: Throw) -> FacilityRead:
    """One barrage."""
    cell = charts.facility.lookup(column, throw.one("dice"))
    lost = sum(cell.hits_plane(throw.one("plane")) for _ in range(checked_planes(facility, cell)))
    return read_facility(charts, facility, cell, lost)


def facility_spread(charts: Charts, column: int, facility: Facility) -> Spread[FacilityRead]:
    """Every outcome, counting the planes one after the other.

    The plain version is `spread_of(throw_facility)`; a test compares them.
    """

    def following(die: int) -> Spread[FacilityRead]:
        cell = charts.facility.lookup(column, die)
        hit = Spread(PIPS).map(cell.hits_plane)
        lost = Spread.sure(0)
        for _ in range(checked_planes(facility, cell)):
            lost = lost.then(lambda before: hit.map(lambda more: before + more))
        return lost.map(lambda planes: read_facility(charts, facility, cell, planes))

    return Spread(PIPS).then(following)
