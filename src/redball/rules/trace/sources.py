"""Sources of trace supply: map-edge sources, and rail hexes where it can be unloaded.

Cases: 4.5a-D, 12.6a, 12.6a-1, 12.6a-2, 12.6b, 13.3c-1, 13.3c-2, 13.3c-3, 13.3h, 13.8c, K12.6-connections, K12.6b-zoc
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from redball.board.kernel import Reach, reach
from redball.board.masks import either
from redball.board.pure import LIMIT_MAX
from redball.core.derived import derived, of_each
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.forces.counter import Mobility
from redball.rules.ground.railroads import can_use, joined_to, rail_graph, unusable
from redball.rules.supply.paths import draw_mobility, held, open_ways, troops
from redball.rules.trace.extender_links import Network, extenders, grown
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
    """12.6a-1: the map-edge and named sources that no enemy unit holds and no un-negated enemy ZOC shuts (12.6b)."""
    mask = held(look, side, absent)
    return tuple(h for h in look.world.scenario.sources.get(side, ()) if not mask[h])


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
    the hex is itself the supplied unit that gives control (13.3h). Where a unit draws, this must agree with
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


# --- control ---------------------------------------------------------------------------------------------------


@derived
def controlled_rail(look: Look, side: str) -> frozenset[int]:
    """13.3h, reading 1.111: rail hexes between a source of the side and a hex from which one of its combat units could
    be supplied, on lines that enter no hex with enemy combat units. ZOCs along the rails do not matter. Both sides may
    control a hex."""
    return _controlled_by(look.world, side, either(troops(look, side), unusable(look, side)), _served(look, side))


@of_world(most=MOST_LINES)
def _controlled_by(world: World, side: str, shut: bytes, served: tuple[bytes, ...]) -> frozenset[int]:
    """As `controlled_rail`, from masks of the hexes that combat units can draw from."""
    joined = _walkable(world, side, shut)
    ends = frozenset(h for mask in served for h in joined if mask[h])
    return _between(joined, ends, world.scenario.sources.get(side, ()))


@of_world(most=MOST_LINES)
def _walkable(world: World, side: str, shut: bytes) -> dict[int, frozenset[int]]:
    """Rail hexes that can be reached from a source of the side, each with the hexes that a railroad joins to it."""
    rails = joined_to(world)
    sources = [h for h in world.scenario.sources.get(side, ()) if not shut[h]]
    reached = reach(rail_graph(world), world.board.neighbour_array, sources, LIMIT_MAX, shut).hexes()
    walk = frozenset(rails.keys() & reached)
    return {h: walk.intersection(rails[h]) for h in walk}


def _between(joined: Mapping[int, frozenset[int]], ends: frozenset[int], sources: Collection[int]) -> frozenset[int]:
    """The rail hexes that lie between sources and ends."""
    kept = _with_ends(joined, ends)
    bare = [h for h in kept if len(joined[h] & kept) < 2 and h not in ends and h not in sources]
    while bare:  # prune branches that end without a unit to supply
        kept.discard(end := bare.pop())
        bare += [h for h in joined[end] & kept if len(joined[h] & kept) < 2 and h not in ends and h not in sources]
    return frozenset(kept)


def _with_ends(joined: Mapping[int, frozenset[int]], ends: frozenset[int]) -> set[int]:
    """The hexes of the lines that have at least one end."""
    kept, pending = set(ends), list(ends)
    while pending:
        fresh = joined[pending.pop()] - kept
        kept |= fresh
        pending += fresh
    return kept


@derived
def _served(look: Look, side: str) -> tuple[bytes, ...]:
    """Masks of the hexes that `users` can draw from, one mask per mobility. Throws add nothing: an HQ draws what it
    throws."""
    ways = open_ways(look, side, NOBODY, True)  # strict paths reach no farther
    by_kind: dict[Mobility, list[int]] = {}
    for hex_, kind in sorted(users(look, side)):
        by_kind.setdefault(kind, []).append(hex_)
    return tuple([ways.served(hexes, kind) for kind, hexes in by_kind.items()])


@derived
def users(look: Look, side: str) -> frozenset[tuple[int, Mobility]]:
    """(hex, draw mobility) of each combat unit of a side, by its present face."""
    return frozenset(drawn for drawn in _drawn(look, side) if drawn is not None)


@of_each
def _drawn(look: Look, unit: Unit) -> tuple[int, Mobility] | None:
    counter = look.counter(unit)
    return (unit.hex, draw_mobility(look.face(unit))) if counter.is_combat_unit else None
