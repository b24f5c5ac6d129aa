"""Where cargo may go by rail: stations where it entrains and detrains, and the way between them.

Cargo needs more of a railroad than trace does: an enemy ZOC shuts it even if negated, and no
Extender takes part (13.3c-3, 4.5a-C). Rail Repair units need no station (13.3g-C), but the same open way.

Cases: 4.5a-C, 13.3e-2, 13.3g-A, 13.3g-C, K13.3-connections
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeVar

from redball.board.kernel import Reach, reach
from redball.board.masks import either
from redball.board.pure import LIMIT_MAX
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.world import World, of_world
from redball.rules.ground.occupancy import held_by, holds_enemy
from redball.rules.ground.railroads import (
    damaged,
    gauge_of,
    joined_to,
    multi_track,
    of_own_gauge,
    on_railroad,
    rail_graph,
    side_gauge,
    unusable,
)
from redball.rules.ground.trainbusting import zone
from redball.rules.rail.cap import RATES, Rate
from redball.rules.rail.points import RAILS_BUSTED, RAILS_CLOSED
from redball.rules.supply.paths import troops
from redball.rules.trace.rail_control import controlled_rail
from redball.rules.trace.sources import detraining_hqs, is_stop, places_to_stop
from redball.rules.units.zoc import enemy_zoc, zoc_mask

T = TypeVar("T")
MOST_KEPT = 256

NO_RAILROAD = refusal("rail.no_railroad", case="13.3e-1", text="no railroad runs through {hexes}")
GAUGE = refusal(
    "rail.gauge",
    case="13.3f",
    text="the railroad at {hexes} has {have} gauge; {detail} uses {need} gauge",
    remedy="convert it with a Rail Repair unit",
)
DAMAGED = refusal(
    "rail.damaged",
    case="E92-facility-rail-hedgehog",
    text="the railroad at {hexes} is damaged",
    remedy="move a Rail Repair unit in to repair it",
)
IN_ZOC = refusal(
    "rail.zoc",
    case="4.5a-C",
    text="{hexes} is in an enemy ZOC: cargo cannot entrain, pass or detrain there, even if the ZOC is negated",
)
INTERDICTED = refusal(
    "rail.interdicted",
    case="N14-interdiction-strat-rail",
    text="the Interdiction marker at {hexes} closes it to trains",
    remedy="go another way, or wait until your Clean Up Phase takes the marker away",
)
ENEMY = refusal(
    "rail.enemy",
    case="4.8c-D",
    text="{hexes} holds something of the enemy's: a train may pass, but cargo cannot leave it",
)
CONTROL = refusal(
    "rail.control",
    case="13.3h",
    text="your side does not control the railroad at {hexes}",
    remedy="control runs from a supply source along the rails, free of enemy combat units, to units that it supplies",
)
NOT_DETRAINABLE = refusal(
    "rail.not_detrainable",
    case="13.3c-1",
    text="{hexes} is not detrainable: it has no village, city, port or Engineer-Capable HQ",
    remedy="an HQ in Combat Mode makes its rail hex detrainable",
)
NO_LINE = refusal(
    "rail.no_line",
    case="13.3c-3",
    text="{hexes} is not detrainable: no rail path free of enemy ZOCs leads from it to a supply source",
)
LEAPFROG = refusal(
    "rail.leapfrog",
    case="13.3g-A",
    text="{hexes} was converted in this phase: Rail Repair units may ride on it only from the next",
)
NO_WAY = refusal(
    "rail.no_way",
    case="13.3e-2",
    text="no railroad that you control, of the right gauge and free of enemy ZOCs, leads to {hexes}",
)
HERE = refusal("rail.here", case="13.3e", text="the cargo is already at {hexes}")


class Cargo(NamedTuple):
    """The properties of cargo that matter for its way. `repair`: some are Rail Repair units; `anywhere`: all are, so
    that any rail hex is a station."""

    repair: bool = False
    anywhere: bool = False


SUPPLIES = Cargo()


class Way(NamedTuple):
    """A way by rail: its hexes in order, and its rate."""

    path: tuple[int, ...]
    rate: Rate


# --- what is open ----------------------------------------------------------------------------------------------


@derived
def _shut(look: Look, side: str) -> bytes:
    """The mask of the hexes where no train of the side may be: enemy combat units, ZOCs, rails it cannot use."""
    return either(either(troops(look, side), zoc_mask(look, side)), unusable(look, side))


def open_line(look: Look, side: str) -> frozenset[int]:
    """13.3c-3, as cargo counts it: rail hexes with a rail path free of enemy ZOCs to a supply source."""
    return _open_line(look.world, side, _shut(look, side))


@of_world(most=MOST_KEPT)
def _open_line(world: World, side: str, shut: bytes) -> frozenset[int]:
    sources = [h for h in world.scenario.sources.get(side, ()) if not shut[h]]
    return frozenset(reach(rail_graph(world), world.board.neighbour_array, sources, LIMIT_MAX, shut).hexes())


@derived
def _closed(look: Look, side: str, repair: bool) -> bytes:
    """The mask of the hexes that no train may pass: `_shut`, closed by a marker, not under control, and for Rail Repair
    units what is new (13.3g-A)."""
    closed = {*look.policies[RAILS_CLOSED](look, side), *(look.state.new_rails if repair else ())}
    uncontrolled = bytearray(b"\x01") * look.board.size
    for hex_ in controlled_rail(look, side):
        uncontrolled[hex_] = hex_ in closed
    return either(_shut(look, side), bytes(uncontrolled))


@of_world(most=MOST_KEPT)
def _lines(world: World, start: int, closed: bytes) -> tuple[Reach, Reach]:
    """All hexes that a train can reach from a hex, over multi-track only and over any track."""
    graphs, around = (multi_track(world), rail_graph(world)), world.board.neighbour_array
    many, any_ = (reach(graph, around, [start], LIMIT_MAX, closed) for graph in graphs)
    return many, any_


def way_to(look: Look, side: str, cargo: Cargo, start: int, end: int) -> Way | None:
    """The way that takes least Rail Cap: wholly multi-track if there is one (13.3a-B) and past Trainbusting Zones
    (14.8c-B), else the shortest."""
    shut = _closed(look, side, cargo.repair)
    for rate, closed in _masks(shut, _zone_mask(look, side), start):
        found = _lines(look.world, start, closed)[0 if rate.multi else 1]
        if found.cost_to(end) is not None:
            return Way(tuple(found.path_to(end)), rate)
    return None


def _masks(closed: bytes, zone: bytes, start: int) -> Iterator[tuple[Rate, bytes]]:
    """The rates in their order, each with the hexes that such a way does not pass."""
    for rate in RATES:
        if rate.busted and zone:
            yield rate, closed
        elif not rate.busted and not (zone and zone[start]):
            yield rate, either(closed, zone) if zone else closed


@derived
def _zone_mask(look: Look, side: str) -> bytes:
    """The mask of the hexes that double the price of a side's cargo; empty if there are none."""
    hexes = look.policies[RAILS_BUSTED](look, side)
    return bytes(hex_ in hexes for hex_ in range(look.board.size)) if hexes else b""


def rate_of(look: Look, side: str, cargo: Cargo, start: int, end: int) -> Rate:
    """The rate of the way that takes least Rail Cap: as `way_to`, without the way."""
    return trips(look, side, cargo).rate(start, end)


def rates_from(look: Look, side: str, cargo: Cargo, start: int) -> frozenset[Rate]:
    """The rates of the ways to its destinations; nothing if it has none."""
    return trips(look, side, cargo).rates(start)


def destinations(look: Look, side: str, cargo: Cargo, start: int) -> tuple[int, ...]:
    """Where cargo that has entrained in a hex could detrain, in index order. Agrees with `refuse_trip`."""
    return trips(look, side, cargo).ends(start)


class Trips:
    """Where trains can go from each hex while lines and stations do not change: as `way_to`, without paths."""

    def __init__(
        self, world: World, closed: bytes, zone: bytes, entrances: frozenset[int], goals: frozenset[int]
    ) -> None:
        self.entrances = entrances
        """Where the cargo can entrain: all that `refuse_station` does not refuse."""
        self._world, self._closed, self._zone, self._goals = world, closed, zone, goals
        self._ends: dict[int, tuple[int, ...]] = {}
        self._rates: dict[int, frozenset[Rate]] = {}

    def ends(self, start: int) -> tuple[int, ...]:
        """The stations in reach from a hex, without itself, in index order."""
        found = self._ends.get(start)
        if found is None:
            reached = _joined(self._world, self._closed, start, multi=False)
            found = self._ends[start] = tuple(sorted(self._goals.intersection(reached) - {start}))
        return found

    def passable(self, hex_: int) -> bool:
        """A train with the cargo may be in the hex: `refuse_track` accepts it."""
        return not self._closed[hex_]

    def reached(self, start: int) -> list[tuple[Rate, frozenset[int]]]:
        """The rates in their order, each with all that can be reached from a hex at that rate or, in a later one, at an
        earlier rate; the hex itself included."""
        found = _masks(self._closed, self._zone, start)
        return [(rate, _joined(self._world, closed, start, multi=rate.multi)) for rate, closed in found]

    def rate(self, start: int, end: int) -> Rate:
        """As `rate_of`."""
        return next((rate for rate, there in self.reached(start) if end in there), RATES[-1])

    def rates(self, start: int) -> frozenset[Rate]:
        """As `rates_from`."""
        found = self._rates.get(start)
        if found is None:
            left, rates = {*self.ends(start)}, []
            for rate, there in self.reached(start):
                if not left.isdisjoint(there):
                    rates.append(rate)
                    left -= there
            found = self._rates[start] = frozenset(rates)
        return found

    def within(self, start: int, affordable: Mapping[Rate, bool]) -> Iterator[int]:
        """The ends of a hex to which the way that takes least Rail Cap has an affordable rate, in index order."""
        reached = self.reached(start)
        for end in self.ends(start):
            rate = next(rate for rate, there in reached if end in there)
            if affordable[rate]:
                yield end


@derived
def trips(look: Look, side: str, cargo: Cargo) -> Trips:
    """Where the side's trains can go with that cargo now; the destination may hold nothing of the enemy's."""
    closed, entrances = _closed(look, side, cargo.repair), _entrances(look, side, cargo)
    return Trips(look.world, closed, _zone_mask(look, side), entrances, _goals(look, side, cargo))


@derived
def _goals(look: Look, side: str, cargo: Cargo) -> frozenset[int]:
    return _entrances(look, side, cargo) - held_by(look, look.enemy(side))


def _joined(world: World, closed: bytes, start: int, *, multi: bool) -> frozenset[int]:
    """All that a train can reach from a hex, itself included, over multi-track or over any track: as `_lines`, without
    the paths."""
    rails = joined_to(world, multi)
    parts = _parts(world, closed, multi)
    if start in parts:
        return parts[start]
    beside = {parts[n] for n in rails.get(start, ()) if n in parts}  # it is closed, but may be left
    return frozenset({start}.union(*beside))


@of_world(most=MOST_KEPT)
def _parts(world: World, closed: bytes, multi: bool) -> dict[int, frozenset[int]]:
    """The open rail hexes, each with all those connected to it."""
    rails, found = joined_to(world, multi), dict[int, frozenset[int]]()
    for first in rails:
        if first in found or closed[first]:
            continue
        part, pending = {first}, [first]
        while pending:
            fresh = [n for n in rails[pending.pop()] if not closed[n] and n not in part]
            part.update(fresh)
            pending += fresh
        found.update(dict.fromkeys(part, frozenset(part)))
    return found


# --- stations --------------------------------------------------------------------------------------------------


def refuse_track(look: Look, side: str, cargo: Cargo, hex_: int) -> Refusal | None:
    """Why no train of the side may be in a hex with that cargo."""
    return _refuse_hex(look, side, cargo, hex_) or _refuse_control(look, side, hex_)


def _refuse_hex(look: Look, side: str, cargo: Cargo, hex_: int) -> Refusal | None:
    """What shows at the hex itself; control, which takes longest to find out, comes last."""
    if not on_railroad(look.board, rail_graph(look.world), hex_):
        return NO_RAILROAD(hexes=(hex_,))
    if damaged(look, hex_):
        return DAMAGED(hexes=(hex_,))
    if not of_own_gauge(look, side, hex_):
        return GAUGE(hexes=(hex_,), have=gauge_of(look, hex_), need=side_gauge(look.world, side), detail=side)
    if enemy_zoc(look, side, hex_):
        return IN_ZOC(hexes=(hex_,))
    if look.has_combat_units(hex_, look.enemy(side)):
        return ENEMY(hexes=(hex_,), case="13.3e-2")
    if hex_ in look.policies[RAILS_CLOSED](look, side):
        return INTERDICTED(hexes=(hex_,))
    if cargo.repair and hex_ in look.state.new_rails:
        return LEAPFROG(hexes=(hex_,))
    return None


def _refuse_control(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if hex_ in controlled_rail(look, side) else CONTROL(hexes=(hex_,))


def refuse_station(look: Look, side: str, cargo: Cargo, hex_: int) -> Refusal | None:
    """Why cargo may neither entrain nor detrain in a hex: it must be detrainable (13.3c), save for Rail Repair units
    (13.3g-C)."""
    refused = _refuse_hex(look, side, cargo, hex_)
    if refused is None and not cargo.anywhere and not is_stop(look, side, hex_):
        return NOT_DETRAINABLE(hexes=(hex_,))
    refused = refused or _refuse_control(look, side, hex_)
    if refused is not None or cargo.anywhere:
        return refused
    return None if hex_ in open_line(look, side) else NO_LINE(hexes=(hex_,))


def refuse_trip(look: Look, side: str, cargo: Cargo, start: int, end: int) -> Refusal | None:
    """Why cargo that has entrained cannot go from one hex to the other and detrain (13.3e-2, 13.3e-3)."""
    if end == start:
        return HERE(hexes=(end,))
    refused = refuse_station(look, side, cargo, end)
    if refused is None and holds_enemy(look, side, end):
        return ENEMY(hexes=(end,))
    if refused is None and way_to(look, side, cargo, start, end) is None:
        return NO_WAY(hexes=(end,))
    return refused


@derived
def _entrances(look: Look, side: str, cargo: Cargo) -> frozenset[int]:
    """Rail hexes where cargo can entrain: all that `refuse_station` does not refuse."""
    shut, stops = _shut(look, side), controlled_rail(look, side)
    closed = {*look.policies[RAILS_CLOSED](look, side), *(look.state.new_rails if cargo.repair else ())}
    if not cargo.anywhere:
        stops &= open_line(look, side) & (places_to_stop(look.world) | detraining_hqs(look, side))
    return frozenset(hex_ for hex_ in stops if not (shut[hex_] or hex_ in closed))


def series_busted(look: Look, side: str) -> frozenset[int]:
    """The Trainbusting Zones that hinder a side (14.8c-B)."""
    return zone(look, side)


def series_closed(look: Look, side: str) -> tuple[int, ...]:
    """Trainbusting closes no railroad."""
    return ()


POLICIES = {"rails_busted": series_busted, "rails_closed": series_closed}
