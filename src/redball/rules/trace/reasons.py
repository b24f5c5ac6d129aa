"""Why a unit traces or does not: the legs of its trace, or what keeps it from the nearest source.

A source within reach may be closed: the enemy shuts it, its railroad is cut, or it is an Extender that links nothing.
Then the obstacle comes from `trace.closed_stops`, with the MP of the draw.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.supply.lines import Line, Mark, line_of, marks_of
from redball.rules.supply.paths import draw_legs, draw_mobility, field_from
from redball.rules.supply.reasons import HqObstacle, Obstacle, draw_obstacle, hq_obstacles
from redball.rules.trace.closed_stops import closed_stops, link_obstacle
from redball.rules.trace.extender_links import mix_of
from redball.rules.trace.sources import is_stop, network, open_rail, stations
from redball.rules.trace.tracing import TraceResult, Way, channels_of, traced, ways
from redball.rules.units.abilities import transport_kind


class TraceExplained(Struct, frozen=True):
    """How a unit traces, leg by leg; if it does not, the source that is `nearest` in MP, what blocks it, and why no HQ
    helps.

    For a unit that its formation leaves behind (12.6f), the lines are its own best way. The reason is no_need for units
    that do not trace, and no_source if the side has no source at all."""

    result: TraceResult
    lines: tuple[Line, ...] = ()
    nearest: int = NO_HEX
    obstacle: Obstacle | None = None
    hqs: tuple[HqObstacle, ...] = ()


def explain_trace(look: Look, unit: Unit) -> TraceExplained:
    """How a unit traces, or what keeps it from the nearest source and why no HQ helps."""
    if not look.counter(unit).is_combat_unit or not unit.on_map:
        return TraceExplained(TraceResult(False), obstacle=Obstacle("no_need", unit.hex, 0, 0))
    result = traced(look, unit.side)[unit.id]
    if result.found:
        return TraceExplained(result, lines_of_way(look, unit, _way_of(look, unit, result)))
    if result.dropped:
        return TraceExplained(result, lines_of_way(look, unit, ways(look, unit)[0]))
    obstacle = source_obstacle(look, unit)
    if obstacle is None:
        return TraceExplained(result, obstacle=Obstacle("no_source", unit.hex, 0, 0))
    hqs = hq_obstacles(look, unit, lambda hq: source_obstacle(look, hq), thrown=False)
    return TraceExplained(result, (), obstacle.target, obstacle, hqs)


def _way_of(look: Look, unit: Unit, result: TraceResult) -> Way:
    """The way that a result describes. An HQ that traces through itself draws directly."""
    channel = (result.via, NO_HEX) if result.via else ("", result.source)
    return channels_of(look, unit)[channel]


def lines_of_way(look: Look, unit: Unit, way: Way) -> tuple[Line, ...]:
    """The legs of one way to trace: throw, draw, railroad."""
    lines = []
    user = unit
    if way.throw is not None:
        user = look.unit(way.via)
        lines.append(line_of(look, user, way.throw, "throw", unit.hex))
    lines.append(line_of(look, user, way.draw, "draw", way.source))
    return (*lines, *lines_behind(look, unit.side, stations(look, unit.side)[way.source]))


# --- what lies behind a stop -----------------------------------------------------------------------------------


class LinkExplained(Struct, frozen=True):
    """How an Extender links, leg by leg back to the map edge, and whether it is a source of trace; or why it does not
    link."""

    unit: str
    source: bool = False
    lines: tuple[Line, ...] = ()
    obstacle: Obstacle | None = None


def explain_link(look: Look, unit: Unit) -> LinkExplained:
    """How an Extender links, or what keeps it from linking (12.7a, 12.7d-C)."""
    link = network(look, unit.side).links.get(unit.id)
    if link is None:
        return LinkExplained(unit.id, obstacle=link_obstacle(look, unit))
    end = link.path[-1]
    way = stations(look, unit.side).get(end)
    if way is None:  # it joins railroads only, to an open one
        way = tuple(open_rail(look, unit.side).path_to(end)) if end in open_rail(look, unit.side) else ()
    return LinkExplained(unit.id, link.source, (link_line(look, unit, end), *lines_behind(look, unit.side, way)))


def link_line(look: Look, unit: Unit, target: int) -> Line:
    """The leg from an Extender back to the hex it links to (12.7b)."""
    mix = mix_of(look, unit.side, transport_kind(look, unit))
    assert mix is not None  # it links
    field = field_from(look, unit.side, unit.hex, mix.mobility, mix.range, facing=unit.facing)
    near = field.near(look.board, target)
    assert near is not None  # it links there
    marks = marks_of(look, unit.side, field, near[1], mix.mobility, facing=unit.facing)
    return Line("link", unit.id, mix.mobility, mix.range, marks, target if near[1] != target else NO_HEX)


def lines_behind(look: Look, side: str, way: tuple[int, ...]) -> tuple[Line, ...]:
    """The legs of a way from the map edge to a stop, starting at the stop: railroads and links."""
    lines = []
    at = len(way) - 1
    while at > 0:
        linked = _linked_to(look, side, way, at)
        if linked is not None:
            unit, start = linked
            lines.append(link_line(look, unit, way[start]))
        else:
            start = next((i for i in range(at - 1, 0, -1) if _linked_to(look, side, way, i) is not None), 0)
            lines.append(Line("rail", "", "rail", -1, tuple(Mark(hex_, 0) for hex_ in way[start : at + 1])))
        at = start
    return tuple(lines)


def _linked_to(look: Look, side: str, way: tuple[int, ...], at: int) -> tuple[Unit, int] | None:
    """The Extender whose link brings the way to its hex at index `at`, and the index where that link begins; or
    None."""
    rail = open_rail(look, side)
    if way[at] in rail and tuple(rail.path_to(way[at])) == way[: at + 1] and is_stop(look, side, way[at]):
        return None
    for uid, link in network(look, side).links.items():
        unit = look.unit(uid)
        if unit.hex != way[at] or len(link.path) < 2:
            continue
        whole = link.path[::-1]
        for told in (whole, (whole[0], whole[-1])):  # unless the link is in Truck MP, the way has only its ends
            start = at - len(told) + 1
            if start >= 0 and way[start : at + 1] == told:
                return unit, start
    return None


# --- sources that are no help ----------------------------------------------------------------------------------


def source_obstacle(look: Look, user: Unit) -> Obstacle | None:
    """What keeps a unit from drawing from any source: what closes the nearest source in reach, or else what blocks the
    way to an open one. None: it can draw, or the side has no source."""
    open_ = tuple(stations(look, user.side))
    if open_ and draw_legs(look, user, open_):
        return None
    closed = closed_stops(look, user.side)
    legs = draw_legs(look, user, closed)
    if legs:
        target, leg = min(legs.items(), key=lambda item: (item[1].mp, item[0]))
        path = marks_of(look, user.side, leg.field, leg.end, draw_mobility(look.face(user)))
        return replace(closed[target], have=leg.field.limit, need=leg.mp, path=path)
    if not open_ and not closed:
        return None
    return draw_obstacle(look, user, open_ or tuple(closed))
