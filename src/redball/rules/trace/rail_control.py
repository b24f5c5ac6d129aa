"""Which railroads a side controls: those along which its combat units could be supplied.

Cases: 13.3h
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import compress
from operator import itemgetter

from redball.board.kernel import reach
from redball.board.masks import either, with_hexes
from redball.board.pure import LIMIT_MAX
from redball.core.derived import derived, of_each
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.forces.counter import Mobility
from redball.rules.ground.railroads import joined_to, rail_graph, rail_hexes, unusable
from redball.rules.supply.paths import draw_mobility, open_ways, troops
from redball.rules.units.zoc import NOBODY

MOST_LINES = 64


@derived
def controlled_rail(look: Look, side: str) -> frozenset[int]:
    """13.3h, reading 1.111: rail hexes between a source of the side and a hex from which one of its combat units could
    be supplied, on lines that enter no hex with enemy combat units. ZOCs along the rails do not matter. Both sides may
    control a hex."""
    shut = _on_rails(look.world, either(troops(look, side), unusable(look, side)))
    return _controlled_by(look.world, side, shut, _served(look, side))


def _on_rails(world: World, mask: bytes) -> frozenset[int]:
    """The rail hexes of a mask. Only these matter, so what is found for them outlasts most moves."""
    return frozenset(compress(rail_hexes(world), _of_rails(world)(mask)))


@of_world
def _of_rails(world: World) -> Callable[[bytes], tuple[int, ...]]:
    return itemgetter(*rail_hexes(world), 0, 0)  # always a tuple


@of_world(most=MOST_LINES)
def _controlled_by(world: World, side: str, shut: frozenset[int], served: frozenset[int]) -> frozenset[int]:
    """As `controlled_rail`, from the rail hexes that are shut and those that combat units can draw from."""
    joined = _walkable(world, side, shut)
    return _between(joined, served & joined.keys(), world.scenario.sources.get(side, ()))


@of_world(most=MOST_LINES)
def _walkable(world: World, side: str, shut: frozenset[int]) -> dict[int, frozenset[int]]:
    """Rail hexes that can be reached from a source of the side, each with the hexes that a railroad joins to it."""
    rails, mask = joined_to(world), with_hexes(bytes(world.board.size), shut)
    sources = [h for h in world.scenario.sources.get(side, ()) if h not in shut]
    reached = reach(rail_graph(world), world.board.neighbour_array, sources, LIMIT_MAX, mask).hexes()
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
def _served(look: Look, side: str) -> frozenset[int]:
    """The rail hexes that `users` can draw from. Throws add nothing: an HQ draws what it throws."""
    ways = open_ways(look, side, NOBODY, True)  # strict paths reach no farther
    by_kind: dict[Mobility, list[int]] = {}
    for hex_, kind in sorted(users(look, side)):
        by_kind.setdefault(kind, []).append(hex_)
    return frozenset().union(*[_on_rails(look.world, ways.served(hexes, kind)) for kind, hexes in by_kind.items()])


@derived
def users(look: Look, side: str) -> frozenset[tuple[int, Mobility]]:
    """(hex, draw mobility) of each combat unit of a side, by its present face."""
    return frozenset(drawn for drawn in _drawn(look, side) if drawn is not None)


@of_each
def _drawn(look: Look, unit: Unit) -> tuple[int, Mobility] | None:
    counter = look.counter(unit)
    return (unit.hex, draw_mobility(look.face(unit))) if counter.is_combat_unit else None
