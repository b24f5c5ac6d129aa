"""Bridges: the cost of a river for a side moving into or out of a hex with one of its Engineer-Capable units.

All movement of a side gets its costs here: moves, retreats, regular attacks, supply paths (reading 1.115).
Overruns (13.8b-B) and combat modifiers do not.

Cases: 13.8b-A, 13.8b-B, 13.8b-C
"""

from __future__ import annotations

from typing import NamedTuple

from redball.board.board import Board
from redball.board.costs import ALL, PROHIBITED, MoveGraph, dearness
from redball.board.hexes import NO_HEX
from redball.board.terrain import STANDARD, words
from redball.core.derived import derived
from redball.core.edition import Switch
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.forces.counter import Mobility
from redball.rules.units.abilities import mobility
from redball.rules.units.engineers import KINDS, engineer_capable

DOUBLE = Switch(
    "double_bridge",
    "13.8b-A",
    "once",
    ("once", "twice"),
    "Two engineers at one hexside downgrade its river once, or twice (a Major River then costs nothing extra)",
)
SWITCHES = (DOUBLE,)
PROCEDURES = ()
MOST_GRAPHS = 64

NEEDED = refusal(
    "bridge.needed",
    case="13.8b-A",
    text="{units} cannot cross the {detail} into {hexes} with {have} MP",
    remedy="an HQ or Engineer in Combat Mode (or DG with its Combat side up) in either hex bridges the river;"
    " or find a road bridge",
)
NEEDED_MP = refusal(
    "bridge.needed_mp",
    case="13.8b-A",
    text="{units} has {have} MP left, the hex costs {need} across the {detail}",
    remedy="an HQ or Engineer in Combat Mode (or DG with its Combat side up) in either hex bridges the river",
)
NO_HELP = refusal(
    "bridge.no_overrun",
    case="13.8b-B",
    text="{units} cannot overrun {hexes}: an engineers' bridge over the {detail} does not help an overrun",
    remedy="attack in the Combat Phase: units that could enter the hex over the bridge may attack",
)

Bridges = tuple[tuple[int, int], ...]
"""Hexes by a river with their number of bridges, in index order."""


class Bridge(NamedTuple):
    """An Engineer-Capable unit in a hex with a river on one of its sides."""

    hex: int
    unit: str


# --- where bridges stand ---------------------------------------------------------------------------------------


@of_world
def riverside(world: World) -> frozenset[int]:
    """Hexes with a river on one of their sides."""
    rivers = STANDARD.bridged.keys()
    return frozenset(e // 6 for e, kinds in world.board.edges_with_sides() if not rivers.isdisjoint(kinds))


@derived
def bridges(look: Look, side: str) -> tuple[Bridge, ...]:
    """A side's bridges: one wherever one of its Engineer-Capable units is next to a river, at no cost
    (13.8b-A), until the unit is no longer Engineer-Capable (13.8b-C)."""
    here = riverside(look.world)
    engineers = look.own_of(side, *KINDS)
    return tuple(Bridge(u.hex, u.id) for u in engineers if u.hex in here and engineer_capable(look, u))


def most_bridges(look: Look) -> int:
    """How many bridges count at one hexside (reading 1.114)."""
    return 1 if look.switch(DOUBLE.name) == "once" else 2


def counted(look: Look, side: str, also: int = NO_HEX) -> Bridges:
    """How many bridges count in each hex; `also` is a hex with one more."""
    most = most_bridges(look)
    found: dict[int, int] = {}
    for hex_ in (*(bridge.hex for bridge in bridges(look, side)), *((also,) if also != NO_HEX else ())):
        found[hex_] = min(most, found.get(hex_, 0) + 1)
    return tuple(sorted(found.items()))


def at_hexside(look: Look, unit: Unit, start: int, hex_: int) -> tuple[str, ...]:
    """Ids of the engineers that bridge the hexside between two neighbours for a unit, up to the number that counts."""
    if not river_between(look.board, start, look.board.direction(start, hex_)):
        return ()
    found = [bridge.unit for bridge in bridges(look, unit.side) if bridge.hex in (start, hex_)]
    if unit.activity.bridge == start:
        found.append(unit.id)
    return tuple(found[: most_bridges(look)])


# --- the ground ------------------------------------------------------------------------------------------------


def bridged(look: Look, plain: MoveGraph, standing: Bridges) -> MoveGraph:
    """The graph with those bridges."""
    return _bridged(look.world, plain, standing, most_bridges(look)) if standing else plain


@of_world(most=MOST_GRAPHS)
def _bridged(world: World, plain: MoveGraph, standing: Bridges, most: int) -> MoveGraph:
    return plain.with_bridges(dict(standing), most)


@derived
def ground(look: Look, side: str, kind: Mobility, also: int = NO_HEX) -> MoveGraph:
    """Movement costs of a mobility for a side, in the present weather and over its bridges."""
    return bridged(look, look.world.graph(kind, look.state.weather), counted(look, side, also))


def ground_for(look: Look, unit: Unit) -> MoveGraph:
    """The same for a unit, which may also leave its hex by the bridge that was its own until now (13.8b-C)."""
    return ground(look, unit.side, mobility(look, unit), unit.activity.bridge)


def own_bridge(look: Look, unit: Unit) -> int:
    """The hex that a unit may still leave by its own bridge if it loses its engineer status now, or NO_HEX."""
    if unit.activity.bridge != NO_HEX:
        return unit.activity.bridge
    return unit.hex if unit.hex in riverside(look.world) and engineer_capable(look, unit) else NO_HEX


# --- refusals --------------------------------------------------------------------------------------------------


def river_between(board: Board, hex_: int, direction: int) -> str:
    """The name of the river on a hexside that a bridge would help across, or ""."""
    return next((words(kind) for kind in board.hexsides(hex_, direction) if kind in STANDARD.bridged), "")


def refuse_river(look: Look, unit: Unit, start: int, direction: int, left: int | None = None) -> Refusal | None:
    """The refusal for a step that is prohibited, or costs more than the MP `left` (1/12; None: MP do not matter),
    if a bridge would change that."""
    kind = mobility(look, unit)
    cost = ground_for(look, unit).step_cost(start, direction)
    better = look.world.graph(kind, look.state.weather).across(1, start, direction)
    if better in (PROHIBITED, cost):
        return None
    hexes = (look.board.neighbour(start, direction),)
    river = river_between(look.board, start, direction)
    if cost == PROHIBITED:
        return NEEDED(units=(unit.id,), hexes=hexes, have=kind.capitalize(), detail=river)
    if left is None or better == ALL or better > left:
        return None
    need = "all" if cost == ALL else show_mp(cost)
    return NEEDED_MP(units=(unit.id,), hexes=hexes, have=show_mp(left), need=need, detail=river)


def refuse_overrun(look: Look, unit: Unit, start: int, direction: int, limit: int) -> Refusal | None:
    """The refusal for an overrun that only a bridge would allow (13.8b-B)."""
    cost = ground_for(look, unit).step_cost(start, direction)
    river = river_between(look.board, start, direction)
    without = look.world.graph(mobility(look, unit), look.state.weather).step_cost(start, direction)
    if not river or cost == without or dearness(cost) > limit:
        return None
    return NO_HELP(units=(unit.id,), hexes=(look.board.neighbour(start, direction),), detail=river)
