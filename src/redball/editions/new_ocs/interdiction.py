"""Interdiction Zones: a marker makes the hexes around it dear for the enemy's Move Mode, and closes its rails.

The markers are those of Trainbusting (`rules.ground.trainbusting`), which this replaces: placed for one side to suffer
from, and gone in that side's Clean Up Phase. Where the text leaves it open:

- A step into a zone is priced twice: with what ZOCs add to its ground, and with at least 1 MP for a road and the MP of
  the zone. The dearer price counts, and overlapping zones count as one, so nothing adds up.
- Move Mode is the side that shows, as for ZOCs. Retreats and advances pay no MP, so they pay none here.
- Throws of SP pay whatever the HQ shows, unless the whole throw costs at most half its range without the zones. The
  other wording, that the zones never take more than half the range, comes to the same hexes. Draws, traces and the
  links of Extenders pay nothing: a zone never blocks a trace.
- Only the marker's own hex is closed to trains: they neither pass, entrain nor detrain there. It closes nothing to
  traces, nor to the line that makes a station detrainable.

Cases: N6-interdiction-mp, N6-interdiction-road, N6-interdiction-area, N6-interdiction-strat, N6-interdiction-supply,
N12.3-throw, N14-interdiction-zone-cost, N14-interdiction-zone-throw,
N14-interdiction-zone-transport, N14-interdiction-zone-combat, N14-interdiction-strat-rail,
N14-interdiction-strat-rail-strat, N14-interdiction-strat-rail-max, N2.2-cleanup-interdiction
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

from redball.board.costs import PROHIBITED, MoveGraph
from redball.board.hexes import MP, opposite
from redball.charts import Charts
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import AnyFacing, Unit
from redball.core.world import World, of_world
from redball.editions.new_ocs.charts import InterdictionZone
from redball.rules.ground.bridges import ground_for
from redball.rules.ground.trainbusting import marked, zone
from redball.rules.moving_stack.arrears import Arrears
from redball.rules.moving_stack.points import MOVE_GROUND
from redball.rules.transport.extenders import half_ma
from redball.rules.units.abilities import is_transport

MOST_GRAPHS = 64
NOWHERE: frozenset[int] = frozenset()

STRAT = refusal(
    "interdiction.strat",
    case="N14-interdiction-strat-rail-strat",
    text="{units} is in Strat Mode and may not enter the Interdiction Zone at {hexes}",
    remedy="go around it, or march in Move Mode",
)


@derived
def zone_of(look: Look, side: str) -> frozenset[int]:
    """The hexes in which a side is hindered: those with a marker and their neighbours, for every mobility
    (N6-interdiction-area)."""
    return zone(look, side)


@derived
def centres(look: Look, side: str) -> frozenset[int]:
    """The hexes of the markers that hinder a side."""
    return marked(look, side)


def affected(unit: Unit) -> bool:
    """Zones matter to what shows its Move side (N14-interdiction-zone-combat)."""
    return unit.facing == "move"


# --- what it costs -------------------------------------------------------------------------------------------------


def steps_into(base: MoveGraph, hexes: frozenset[int]) -> Iterator[int]:
    """The steps that lead into some hexes, as h * 6 + d."""
    for hex_ in hexes:
        for direction in range(6):
            start = base.neighbours[hex_ * 6 + direction]
            if start >= 0:
                yield start * 6 + opposite(direction)


def in_zone(world: World, cost: int) -> int:
    """What a step that costs so much (in 1/12 MP, not below nothing) costs into a zone: a road at least its minimum,
    and the MP of the zone (N6-interdiction-road, N6-interdiction-mp)."""
    chart = world.charts.table(InterdictionZone)
    return max(cost, chart.least_road_mp * MP) + chart.extra_mp * MP


def tolled(world: World, base: MoveGraph, hexes: frozenset[int], *, strat: bool = False) -> MoveGraph:
    """A graph with what a zone adds; `strat`: it may not be entered."""
    cost: array[int] = base.cost[:]
    for step in steps_into(base, hexes):
        cost[step] = PROHIBITED if strat else in_zone(world, cost[step]) if cost[step] >= 0 else cost[step]
    return base.repriced(cost)


Ground = Callable[[Look, Unit, frozenset[str]], MoveGraph]


def hindered(move_ground: Ground) -> Ground:
    """The costs of a move with those of zones. Of a ZOC and a zone the dearer counts (N14-interdiction-strat-rail-max);
    no unit in Strat Mode enters a zone. What transport pays is in `eased`."""

    def of(look: Look, unit: Unit, moving: frozenset[str]) -> MoveGraph:
        near = move_ground(look, unit, moving)
        hexes = zone_of(look, unit.side)
        if not hexes or not affected(unit) or is_transport(look.counter(unit)):
            return near
        return _both(look.world, near, ground_for(look, unit), hexes, unit.marker == "strat")

    return of


@of_world(most=MOST_GRAPHS)
def _both(world: World, near: MoveGraph, plain: MoveGraph, hexes: frozenset[int], strat: bool) -> MoveGraph:
    return near.dearer(tolled(world, plain, hexes, strat=strat))


def eased(look: Look, unit: Unit, moving: frozenset[str]) -> Arrears | None:
    """N14-interdiction-zone-transport: transport pays for no zone until it has spent more than half its MA to move and
    to load or unload, beside the half that it took to come out of an Extender."""
    hexes = zone_of(look, unit.side)
    if not hexes or not affected(unit) or not is_transport(look.counter(unit)):
        return None
    near = look.policies[MOVE_GROUND](look, unit, moving)
    half = half_ma(look, unit)
    ease = 2 * half if unit.activity.reverted else half
    return Arrears(ease, _both(look.world, near, ground_for(look, unit), hexes, False))


def added(look: Look, unit: Unit, start: int, hex_: int) -> tuple[tuple[str, int], ...]:
    """What a zone adds to a step between neighbours, for the page: words and 1/12 MP. ZOCs apart."""
    cost = ground_for(look, unit).step_cost(start, look.board.direction(start, hex_))
    if not affected(unit) or cost < 0 or hex_ not in zone_of(look, unit.side):
        return ()
    if unit.marker == "strat":
        return (("Interdiction Zone", PROHIBITED),)
    return (("Interdiction Zone", in_zone(look.world, cost) - cost),)


def slowed_words(charts: Charts) -> tuple[str, tuple[str, ...]]:
    """The zone in words."""
    chart = charts.table(InterdictionZone)
    return "Interdiction Zone", (
        f"Move Mode: +{chart.extra_mp} MP to enter a hex of it, on a road after {chart.least_road_mp} MP at least",
        "Strat Mode: no unit enters it",
        "Throws pay it beyond half their range, transport beyond half its MA",
        "Rail: no train passes the hex of a marker",
    )


Step = Callable[[Look, Unit, int, int, bool, frozenset[str]], Refusal | None]


def kept_out(refuse_zoc_step: Step) -> Step:
    """Refuse a step into a zone to units in Strat Mode (N6-interdiction-strat, N14-interdiction-strat-rail-strat)."""

    def of(look: Look, unit: Unit, start: int, end: int, stopped: bool, moving: frozenset[str]) -> Refusal | None:
        if unit.marker == "strat" and end in zone_of(look, unit.side):
            return STRAT(units=(unit.id,), hexes=(end,))
        return refuse_zoc_step(look, unit, start, end, stopped, moving)

    return of


# --- throws, rails -------------------------------------------------------------------------------------------------

PathGround = Callable[[World, AnyFacing, MoveGraph, bytes, frozenset[int]], MoveGraph]


def through(path_ground: PathGround) -> PathGround:
    """The costs of a throw, with the dearer of ZOC and zone (N6-interdiction-supply, N12.3-throw)."""

    def of(world: World, facing: AnyFacing, base: MoveGraph, mask: bytes, tolls: frozenset[int]) -> MoveGraph:
        near = path_ground(world, facing, base, mask, tolls)
        return near.dearer(tolled(world, base, tolls)) if tolls else near

    return of


def no_rate(look: Look, side: str) -> frozenset[int]:
    """No railroad is dearer for a marker (N14-interdiction-strat-rail)."""
    return NOWHERE


POLICIES = {
    "throw_tolls": zone_of,
    "rails_busted": no_rate,
    "rails_closed": centres,
    "step_tolls": added,
    "slowed_words": slowed_words,
    "arrears": eased,
}
WRAPS = {"move_ground": hindered, "refuse_zoc_step": kept_out, "path_ground": through}
