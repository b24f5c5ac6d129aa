"""A side's railroads in one answer: where trains may go, where cargo gets on and off, what shuts the rest."""

from __future__ import annotations

from msgspec import Struct

from redball.core.look import Look
from redball.rules.ground.railroads import rail_hexes, side_gauge
from redball.rules.rail.cap import cap_left, may_rail, rail_cap
from redball.rules.rail.paths import SUPPLIES, refuse_track, trips
from redball.rules.trace.sources import open_rail, open_sources

SHUT = {
    "rail.damaged": "damaged",
    "rail.gauge": "of a gauge that this side cannot use",
    "rail.zoc": "in an enemy ZOC",
    "rail.enemy": "held by enemy units",
    "rail.control": "not under control",
}
"""Why trains cannot enter a rail hex, by the code of the refusal: in words that follow "the railroad is"."""


class RailNet(Struct, frozen=True):
    """Rail hexes by what a side can do there. `stations`: cargo may entrain and, unless something of the enemy's is
    there, detrain. `open`: trains pass. `shut`: code of the refusal, with its hexes. `traced`: hexes of lines that
    carry trace supply, which needs less (4.5a-D).

    `sources` are the hexes where the side's supply comes from, `closed` those that the enemy shuts; `entries` those
    where its supply or reinforcements arrive, as its tables say. `left` and `cap` are Rail Cap in 1/16 points; `rides`:
    it may be used now (13.3b). `gauge` is the only one that the side can use, "" any."""

    side: str
    stations: tuple[int, ...]
    open: tuple[int, ...]
    shut: dict[str, tuple[int, ...]]
    traced: tuple[int, ...]
    sources: tuple[int, ...]
    closed: tuple[int, ...]
    entries: tuple[int, ...]
    left: int
    cap: int
    rides: bool
    gauge: str


def rail_net(look: Look, side: str) -> RailNet:
    """The railroads of a side, from a look at what it believes."""
    trains, rails = trips(look, side, SUPPLIES), rail_hexes(look.world)
    shut: dict[str, list[int]] = {}
    for hex_ in rails:
        refused = None if trains.passable(hex_) else refuse_track(look, side, SUPPLIES, hex_)
        if refused is not None:
            shut.setdefault(refused.code, []).append(hex_)
    sources, unshut = look.world.scenario.sources.get(side, ()), frozenset(open_sources(look, side))
    return RailNet(
        side=side,
        stations=tuple(sorted(trains.entrances)),
        open=tuple(hex_ for hex_ in rails if trains.passable(hex_)),
        shut={code: tuple(hexes) for code, hexes in sorted(shut.items())},
        traced=tuple(sorted(frozenset(rails).intersection(open_rail(look, side).hexes()))),
        sources=tuple(sorted(sources)),
        closed=tuple(sorted(frozenset(sources) - unshut)),
        entries=_entries(look, side),
        left=cap_left(look, side),
        cap=rail_cap(look, side),
        rides=may_rail(look, side),
        gauge=side_gauge(look.world, side),
    )


def _entries(look: Look, side: str) -> tuple[int, ...]:
    """Where the tables and the schedule of the scenario bring supply and reinforcements from now on (13.6, 2.3-D)."""
    scenario, turn = look.world.scenario, look.state.clock.turn
    found = {
        hex_ for arrival in scenario.arrivals if arrival.side == side and arrival.turn >= turn for hex_ in arrival.entry
    }
    for tables in (scenario.supply_tables, scenario.variable_tables):
        table = tables.get(side)
        if table is not None:
            found.update(table.entries)
    return tuple(sorted(found))
