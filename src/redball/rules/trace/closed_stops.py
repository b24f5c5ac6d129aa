"""Closed stops: sources, stations and Extenders where a trace could end if nothing shut their line.

A railroad is shut where the enemy holds a hex, where it is damaged, or where it changes gauge; a port that is a source,
where it has less than 1 SP of capacity left or belongs to the enemy. An Extender links
nothing if the enemy holds its own hex, if the way to what it would link to is blocked or too long, or if that stop is
closed itself. Then the obstacle's `cause` is the obstacle of that stop, and so on back to the broken one. To find what
an Extender would link to, all enemies are taken away; the order of the links then keeps a chain from leading back to
itself.

For explanations only. The hexes named here are never among the `stations` of `trace.sources`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.board.kernel import Reach, reach
from redball.board.pure import LIMIT_MAX
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import Unit, Units
from redball.core.world import World, of_world
from redball.rules.ground.railroads import damaged, gauge_of, rail_graph, unusable
from redball.rules.supply.lines import marks_of
from redball.rules.supply.paths import field_from, plainly_held
from redball.rules.supply.reasons import Obstacle, Place, culprits, find_obstacle, first_from
from redball.rules.trace.extender_links import Network, extenders, mix_of
from redball.rules.trace.sources import is_stop, network, open_rail, port_serves, stations
from redball.rules.units.abilities import transport_kind
from redball.scenarios.records import ExtenderMix


@derived
def closed_stops(look: Look, side: str) -> dict[int, Obstacle]:
    """Every closed stop of a side and what shuts it: on a railroad, the first obstacle counted from the map edge."""
    found = _cut_stops(look, side)
    open_ = stations(look, side)
    for unit, line in _joined_lines(look, side):
        for stop in sorted(line.hexes()):
            if stop not in open_ and stop not in found and is_stop(look, side, stop):
                obstacle = _on_joined(look, unit, line, stop)
                if obstacle is not None:
                    found[stop] = obstacle
    for unit in extenders(look, side):
        if unit.hex not in open_ and unit.id not in network(look, side).links:
            found[unit.hex] = _at_extender(look, unit)
    return found


# --- Extenders -------------------------------------------------------------------------------------------------


def link_obstacle(look: Look, unit: Unit) -> Obstacle | None:
    """What keeps an Extender from linking, or None if it links. `have` is its range, `need` the MP of the way."""
    side = unit.side
    if unit.id in network(look, side).links:
        return None
    shut = _shut(look, side, unit.hex)
    if shut is not None:
        return shut
    mix = mix_of(look, side, transport_kind(look, unit))
    target = _intended_stop(look, unit, mix) if mix is not None else NO_HEX
    if mix is None or target == NO_HEX:
        return Obstacle("no_source" if mix is not None else "no_range", unit.hex, 0, 0)
    blocked_way = find_obstacle(look, side, unit.hex, mix.mobility, mix.range, target, facing=unit.facing)
    if blocked_way is not None:
        return blocked_way
    field = field_from(look, side, unit.hex, mix.mobility, mix.range, facing=unit.facing)
    near = field.near(look.board, target)
    assert near is not None  # nothing is in the way
    path = marks_of(look, side, field, near[1], mix.mobility, facing=unit.facing)
    return replace(_why_closed(look, unit, target), have=mix.range, need=near[0], path=path)


def _intended_stop(look: Look, unit: Unit, mix: ExtenderMix) -> int:
    """What an Extender would link to if there were no enemy; if nothing is in range, the nearest stop; -1 if there is
    none."""
    peace = _without_enemy(look, unit.side)
    link = peace.links.get(unit.id)
    if link is not None:
        return link.path[-1]
    hexes = sorted({*peace.stations, *_cut_stops(look, unit.side)})
    return first_from(look, unit.side, unit.hex, mix.mobility, hexes) if hexes else NO_HEX


def _why_closed(look: Look, unit: Unit, target: int) -> Obstacle:
    """Why the stop that an Extender reaches is closed: its railroad is cut, or another Extender links nothing."""
    side = unit.side
    cut = _cut_at(look, side, target)
    if cut is not None:
        return cut
    order = list(_without_enemy(look, side).links)
    before = order[: order.index(unit.id)] if unit.id in order else order
    for other in map(look.unit, before):
        if other.hex == target and other.id not in network(look, side).links:
            return _at_extender(look, other)
    for other, line in _joined_lines(look, side):
        obstacle = _on_joined(look, other, line, target) if other.id in before and target in line.hexes() else None
        if obstacle is not None:
            return obstacle
    return _obstacle_ahead(look, unit, target)


def _obstacle_ahead(look: Look, unit: Unit, target: int) -> Obstacle:
    """The obstacle for an Extender that reaches an open railroad but has none ahead of it to join."""
    for hex_ in (unit.hex, *look.board.neighbours(unit.hex)):
        shut = _shut(look, unit.side, hex_)
        if shut is not None:
            return replace(shut, target=target, place="ahead")
    return Obstacle("nothing_ahead", unit.hex, 0, 0, target, "ahead")


def _at_extender(look: Look, unit: Unit) -> Obstacle:
    """An Extender that links nothing, as a stop: the enemy shuts its hex, or else the obstacle has the `cause`."""
    shut = _shut(look, unit.side, unit.hex)
    if shut is not None:
        return shut
    cause = link_obstacle(look, unit)
    return Obstacle("links_nothing", unit.hex, 0, 0, unit.hex, "extender", (unit.id,), cause=cause)


def _shut(look: Look, side: str, hex_: int) -> Obstacle | None:
    """The enemy that holds a hex, or None: this closes a source of any kind (12.6b)."""
    reason = plainly_held(look, side, hex_)
    return Obstacle(reason, hex_, 0, 0, hex_, "source", culprits(look, side, hex_, reason)) if reason else None


@derived
def _without_enemy(look: Look, side: str) -> Network:
    """The network as it would be without the enemy."""
    own = Units(unit for unit in look.state.units.values() if unit.side == side)
    return network(Look(look.world, look.state.change(units=own)), side)


# --- railroads -------------------------------------------------------------------------------------------------


@of_world
def _from_sources(world: World, side: str) -> Reach:
    """Every rail hex that is joined to a source, whatever stands on the line."""
    sources = world.scenario.sources.get(side, ())
    return reach(rail_graph(world), world.board.neighbour_array, sources, LIMIT_MAX)


def _cut_stops(look: Look, side: str) -> dict[int, Obstacle]:
    """Closed sources, and closed stops on railroads from a source."""
    sources, open_ = look.world.scenario.sources.get(side, ()), stations(look, side)
    found = {}
    for stop in sorted(_from_sources(look.world, side).hexes()):
        if stop not in open_ and (stop in sources or is_stop(look, side, stop)):
            obstacle = _cut_at(look, side, stop)
            if obstacle is not None:
                found[stop] = obstacle
    return found


def _cut_at(look: Look, side: str, hex_: int) -> Obstacle | None:
    """What cuts the railroad between a source and a hex. None: nothing does, or no railroad joins them."""
    line = _from_sources(look.world, side)
    if hex_ not in line or hex_ in open_rail(look, side):
        return None
    return _first_cut(look, side, line.path_to(hex_), hex_)


def _first_cut(look: Look, side: str, path: list[int], stop: int) -> Obstacle | None:
    """The first obstacle on a rail path."""
    sources = look.world.scenario.sources.get(side, ())
    shut = unusable(look, side)
    for hex_ in path:
        reason = plainly_held(look, side, hex_)
        if reason:
            place: Place = "source" if hex_ in sources else "rail"
            return Obstacle(reason, hex_, 0, 0, stop, place, culprits(look, side, hex_, reason))
        if not port_serves(look, side, hex_) and hex_ in sources:
            return Obstacle("small_port", hex_, 0, 0, stop, "source")
        if damaged(look, hex_):
            return Obstacle("damaged_rail", hex_, 0, 0, stop, "rail")
        if shut is not None and shut[hex_]:
            return Obstacle("wrong_gauge", hex_, 0, 0, stop, "rail", terrain=gauge_of(look, hex_))
    return None


def _joined_lines(look: Look, side: str) -> Iterator[tuple[Unit, Reach]]:
    """Railroads that Extenders would join to open ones if there were no enemy."""
    for uid, link in _without_enemy(look, side).links.items():
        if link.joins:
            rails, shut = rail_graph(look.world), unusable(look, side)
            yield look.unit(uid), reach(rails, look.board.neighbour_array, list(link.joins), LIMIT_MAX, shut)


def _on_joined(look: Look, unit: Unit, line: Reach, hex_: int) -> Obstacle | None:
    """What closes a hex of a railroad that an Extender joins: the Extender, or the enemy on the line. None: nothing
    does."""
    if unit.id in network(look, unit.side).links:
        return _first_cut(look, unit.side, line.path_to(hex_), hex_)
    return replace(_at_extender(look, unit), target=hex_, place="rail")
