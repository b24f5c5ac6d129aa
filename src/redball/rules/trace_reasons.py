"""Why a unit traces or does not: the legs of its trace, or what keeps it from the source that it would come to first.

A source within reach may be shut, or its railroad cut: then the obstacle lies on the railroad (`place` rail) or in the
source itself (`place` source), not on the draw.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.board.kernel import reach
from redball.board.pure import LIMIT_MAX
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.counter import TRUCK
from redball.rules.railroads import gauge_of, rail_graph, wrong_gauge
from redball.rules.supply_lines import Line, Mark, line_of, marks_of
from redball.rules.supply_paths import draw_legs, draw_mobility, plainly_blocked, targets_of
from redball.rules.supply_reasons import HqObstacle, Obstacle, culprits, draw_obstacle, hq_obstacles
from redball.rules.trace import TraceResult, Way, channels_of, traced, ways
from redball.rules.trace_sources import is_stop, stations


class TraceExplained(Struct, frozen=True):
    """How a unit traces, leg by leg; if it does not, the source that is nearest in MP and what is in the way, and why
    no HQ helps. The lines of a unit that its formation leaves behind (12.6f) are those of its own best way. The reason
    is no_need for what does not trace, no_source where the side has no source at all."""

    result: TraceResult
    lines: tuple[Line, ...] = ()
    nearest: int = -1
    obstacle: Obstacle | None = None
    hqs: tuple[HqObstacle, ...] = ()


def explain_trace(look: Look, unit: Unit) -> TraceExplained:
    """How a unit traces, or what keeps it from the nearest source and from the HQs that could serve it."""
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
    hqs = hq_obstacles(look, unit, lambda hq: source_obstacle(look, hq))
    return TraceExplained(result, (), obstacle.target, obstacle, hqs)


def _way_of(look: Look, unit: Unit, result: TraceResult) -> Way:
    """The way that a result tells of: an HQ that traces through itself draws directly."""
    channel = (result.via, -1) if result.via else ("", result.source)
    return channels_of(look, unit)[channel]


def lines_of_way(look: Look, unit: Unit, way: Way) -> tuple[Line, ...]:
    """The legs of one way to trace: throw, draw, railroad."""
    lines = []
    user = unit
    if way.throw is not None:
        user = look.unit(way.via)
        lines.append(line_of(look, user, way.throw, "throw", unit.hex))
    lines.append(line_of(look, user, way.draw, "draw", way.source))
    rail = stations(look, unit.side)[way.source]
    if len(rail) > 1:
        lines.append(Line("rail", "", "rail", -1, tuple(Mark(hex_, 0) for hex_ in rail)))
    return tuple(lines)


# --- sources that are no help ----------------------------------------------------------------------------------


def source_obstacle(look: Look, user: Unit) -> Obstacle | None:
    """What keeps a unit from a draw to any source: the shut source or cut railroad of one within reach, else what is in
    the way to an open one. None: it draws, or the side has no source."""
    open_ = tuple(stations(look, user.side))
    if open_ and draw_legs(look, user, targets_of(look.world, open_)):
        return None
    closed = closed_stops(look, user.side)
    legs = draw_legs(look, user, targets_of(look.world, closed))
    if legs:
        target, leg = min(legs.items(), key=lambda item: (item[1].mp, item[0]))
        path = marks_of(look, user.side, leg.field, leg.end, draw_mobility(look.face(user)))
        return replace(closed[target], have=leg.field.limit, need=leg.mp, path=path)
    if not open_ and not closed:
        return None
    return draw_obstacle(look, user, open_ or tuple(closed))


def closed_stops(look: Look, side: str) -> dict[int, Obstacle]:
    """Sources and stops from which a trace would be possible but for what shuts their line, and the first thing on it
    that does, seen from the map edge."""
    return look.memo(("trace_reasons.closed_stops", side), lambda: dict(_closed_stops(look, side)))


def _closed_stops(look: Look, side: str) -> list[tuple[int, Obstacle]]:
    sources = look.world.scenario.sources.get(side, ())
    lines = reach(rail_graph(look.world), look.board.neighbour_array, sources, LIMIT_MAX)
    open_ = stations(look, side)
    wrong = wrong_gauge(look, side)
    found = []
    for stop in sorted(lines.hexes()):
        if stop in open_ or not (stop in sources or is_stop(look, side, stop)):
            continue
        for hex_ in lines.path_to(stop):
            reason = plainly_blocked(look, side, TRUCK, hex_)
            if reason:
                place = "source" if hex_ in sources else "rail"
                guilty = culprits(look, side, hex_, reason)
                found.append((stop, Obstacle(reason, hex_, 0, 0, stop, place, guilty)))
                break
            if wrong is not None and wrong[hex_]:
                gauge = gauge_of(look, hex_)
                found.append((stop, Obstacle("wrong_gauge", hex_, 0, 0, stop, "rail", terrain=gauge)))
                break
    return found
