"""Sources of trace supply: map-edge sources, ports, and rail hexes where it can be unloaded.

Cases: 4.5a-D, 4.5a-F, 19.0e, 12.6a, 12.6a-1, 12.6a-2, 12.6b, 13.3c-1, 13.3c-2, 13.3c-3, 13.8c, K12.6-connections,
K12.6b-zoc
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from redball.board.kernel import Reach, reach
from redball.board.masks import either
from redball.board.pure import LIMIT_MAX
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.rules.ground.harbours import capacity, harbour_at, lst_hexes
from redball.rules.ground.railroads import can_use, rail_graph, unusable
from redball.rules.supply.paths import held
from redball.rules.trace.extender_links import Network, extenders, grown
from redball.rules.trace.rail_control import controlled_rail
from redball.rules.units.engineers import engineer_capable
from redball.rules.units.zoc import NOBODY

STOPS = frozenset({"village", "minor_city", "major_city", "port"})
MOST_LINES = 64


def makes_detrainable(look: Look, unit: Unit) -> bool:
    """Whether the unit makes its hex detrainable: only an Engineer-Capable HQ does, free of charge, while it stays so
    (13.8c, 13.3c-1)."""
    return look.counter(unit).kind == "hq" and engineer_capable(look, unit)


def is_stop(look: Look, side: str, hex_: int, absent: frozenset[str] = NOBODY) -> bool:
    """13.3c-1: the hex has a village, city or port, or an Engineer-Capable HQ of the side that is not `absent`."""
    return hex_ in places_to_stop(look.world) or hex_ in detraining_hqs(look, side, absent)


@of_world
def places_to_stop(world: World) -> frozenset[int]:
    """Every hex with a village, city or port."""
    board = world.board
    by_terrain = (h for h in range(board.size) if STOPS.intersection(board.terrain[h]))
    by_place = (h for h in range(board.size) if any(place.kind in STOPS for place in board.places_in(h)))
    return frozenset((*by_terrain, *by_place))


@derived
def detraining_hqs(look: Look, side: str, absent: frozenset[str] = NOBODY) -> frozenset[int]:
    """Hexes of a side's Engineer-Capable HQs, without the `absent` ones."""
    return frozenset(u.hex for u in look.own_of(side, "hq") if u.id not in absent and makes_detrainable(look, u))


def open_sources(look: Look, side: str, absent: frozenset[str] = NOBODY) -> tuple[int, ...]:
    """12.6a-1: the map-edge and named sources that no enemy unit holds and no un-negated enemy ZOC shuts (12.6b); ports
    among them must serve (19.0e), and LSTs that are ports are sources, too (18.4f-D)."""
    mask = held(look, side, absent)
    named = (*look.world.scenario.sources.get(side, ()), *lst_hexes(look, side))
    found = tuple(h for h in named if not mask[h])
    return tuple(h for h in found if port_serves(look, side, h)) if look.world.scenario.ports else found


def port_serves(look: Look, side: str, hex_: int) -> bool:
    """19.0e: a hex without a port, or an own port with a capacity of 1 SP at least. ZOCs are not looked at."""
    port = harbour_at(look, hex_)
    if port is None:
        return True
    return port.side == side and capacity(look.world, port) >= look.world.charts.supply_costs.tokens_per_sp


@derived
def open_rail(look: Look, side: str, absent: frozenset[str] = NOBODY) -> Reach:
    """Rail hexes of the side's gauge with a rail path from an open source that meets neither enemy combat units nor
    un-negated enemy ZOCs (13.3c-3, 4.5a-D, 13.3f)."""
    mask = either(held(look, side, absent), unusable(look, side))
    return _rail_reach(look.world, tuple(h for h in open_sources(look, side, absent) if can_use(look, side, h)), mask)


@of_world(most=MOST_LINES)
def _rail_reach(world: World, sources: tuple[int, ...], mask: bytes) -> Reach:
    return reach(rail_graph(world), world.board.neighbour_array, sources, LIMIT_MAX, mask)


def stations(look: Look, side: str, absent: frozenset[str] = NOBODY) -> Mapping[int, tuple[int, ...]]:
    """Every hex where a trace of the side may end (12.6a), with the rail path from a map-edge source.

    `absent` units negate nothing and make no hex detrainable. Control (13.3c-2) is not tested: a unit that draws from
    the hex is itself the supplied unit that gives control (`rail_control`). Where a unit draws, this must agree with
    `detrainable`.
    """
    return network(look, side, absent).stations


@derived
def network(look: Look, side: str, absent: frozenset[str] = NOBODY) -> Network:
    """The stations with what Extenders add to them (12.6a-3); `absent` Extenders add nothing."""
    plain = _stations(look, side, absent)
    if not extenders(look, side):
        return Network(plain, {}, frozenset())
    stops = places_to_stop(look.world) | detraining_hqs(look, side, absent)
    return grown(look, side, absent, plain, open_rail(look, side, absent), stops)


class RailEnds(Mapping[int, tuple[int, ...]]):
    """Sources and the stops of a line, in index order, each with its rail path, which is found on demand."""

    def __init__(self, found: Reach, sources: Collection[int], stops: frozenset[int]) -> None:
        self._found = found
        self._paths: dict[int, tuple[int, ...]] = {h: (h,) for h in sources}
        self._hexes = dict.fromkeys(sorted(self._paths.keys() | stops.intersection(found.hexes())))

    def __getitem__(self, hex_: int) -> tuple[int, ...]:
        path = self._paths.get(hex_)
        if path is None:
            if hex_ not in self._hexes:
                raise KeyError(hex_)
            path = self._paths[hex_] = tuple(self._found.path_to(hex_))
        return path

    def __iter__(self) -> Iterator[int]:
        return iter(self._hexes)

    def __len__(self) -> int:
        return len(self._hexes)

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self._hexes

    def __eq__(self, other: object) -> bool:
        return self is other  # else every path would be found only to compare it

    __hash__ = object.__hash__


def _stations(look: Look, side: str, absent: frozenset[str]) -> RailEnds:
    found, sources = open_rail(look, side, absent), open_sources(look, side, absent)
    return _rail_ends(look.world, found, sources, detraining_hqs(look, side, absent))


@of_world(most=MOST_LINES)
def _rail_ends(world: World, found: Reach, sources: tuple[int, ...], hqs: frozenset[int]) -> RailEnds:
    """One object per search, so that facts that depend on it are kept."""
    return RailEnds(found, sources, places_to_stop(world) | hqs)


def detrainable(look: Look, side: str) -> frozenset[int]:
    """13.3c for trace (reading 1.96): stops on an open line that the side controls, or on a line that an Extender
    joins."""
    held, joined = controlled_rail(look, side), network(look, side).rails
    lines = (h for h in open_rail(look, side).hexes() if h in held)
    return frozenset(h for h in (*lines, *joined) if is_stop(look, side, h))
