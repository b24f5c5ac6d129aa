"""Zones of Control: the steps in a hex give it one, and a unit's mode decides what it pays and whether it stops.

Where the text is silent:
- Out of Supply units have none and only units that could attack count, as in 4.5 and 4.4; the switch `zoc_steps` counts
  the steps of HQs and artillery too.
- In a hex with steps of both kinds, a step in Combat Mode counts towards the three too (switch `zoc_mixture`).
- A unit pays by the side that shows, whatever its marker: in Strat Mode it leaves an EZOC as in Move Mode. Exploiting
  units that kept their ZOC count by the side that shows.
- Throws and the links of Extenders, but not draws, pay for un-negated ZOCs by the side that the HQ or Extender shows,
  in the mobility of the path. Such ZOCs also stop paths in Truck MP, as in 12.3d, which nothing withdraws (switch
  `zoc_blocks_supply`), and they shut railroads and sources as usual.
- A temporary bridge carries the ZOCs of the side that built it. Any road, track or railroad over a river is a bridge.

Cases: N4.3-stacking, N4.3-zoc-threshold, N4.5-projection-combat, N4.5-projection-move, N4.5-projection-none,
N4.5-soft-truck-track, N4.5-soft-leg, N4.5-hard-stop, N4.5-hard-leg-mp, N4.5-hard-truck-track-mp,
N4.5-minimum-move-combat, N4.5-minimum-move-move, N4.5-strat, N4.5-negation-supply,
N4.5-negation-transport, N4.5-negation-mp, N4.5-terrain-impassable, N4.5-terrain-river, N4.5-terrain-bridge, N6-zoc-mp,
N8-dg-zoc-size, N12.3-draw, N12.3-paths
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence

from redball.board.costs import PROHIBITED, MoveGraph
from redball.board.hexes import MP, opposite
from redball.core.edition import Switch
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import AnyFacing, State, Unit
from redball.core.world import World, of_world
from redball.editions.new_ocs.charts import ZocMovement, ZocSteps
from redball.forces.counter import MOBILITIES, TRUCK, Mobility
from redball.rules.ground.bridges import ground_for
from redball.rules.units.abilities import has_attack_strength, is_transport, mobility
from redball.rules.units.engineers import bridges_rivers
from redball.rules.units.zoc import enemy_zoc, negated, zoc_hexes
from redball.rules.units.zoc import zoc_mask as all_zocs

MIXTURE = Switch(
    "zoc_mixture",
    "N4.5-projection",
    "together",
    ("together", "apart"),
    "If steps in Combat Mode share a hex with steps in Move or Reserve Mode, they count towards the three steps of "
    "the others, or each kind must reach its number alone",
)
STEPS = Switch(
    "zoc_steps",
    "N4.3-zoc-threshold",
    "attack_capable",
    ("attack_capable", "combat_units"),
    "A ZOC counts the steps of units that show a Combat Strength (4.4), or of all combat units, including HQs and "
    "artillery",
)
TO_ANOTHER = Switch(
    "zoc_to_zoc",
    "N4.5-minimum-move",
    "both",
    ("both", "higher"),
    "A step from one enemy ZOC into another costs both leaving and entering, or the higher of the two",
)
BLOCK = Switch(
    "zoc_blocks_supply",
    "N12.3-paths",
    "truck_paths",
    ("truck_paths", "nothing"),
    "Enemy ZOCs that no friendly combat unit negates stop supply paths in Truck MP, as in the series, or only cost MP",
)
SWITCHES = (MIXTURE, STEPS, TO_ANOTHER, BLOCK)

MOST_GRAPHS = 64
RIVER = "major_river"

STOP = refusal(
    "zoc.hard_stop",
    case="N4.5-hard-stop",
    text="{units} is in Move Mode and must stop in the enemy ZOC that it entered at {hexes}",
    remedy="overrun a hex whose ZOC reaches it, or halt; units in Combat Mode need not stop",
)
TRANSPORT_STOP = refusal(
    "zoc.transport_stop",
    case="N4.5-negation-transport",
    text="{units} must stop in the enemy ZOC that it entered at {hexes}",
    remedy="a friendly combat unit in the hex negates the ZOC for transport",
)
ZOC_TO_ZOC = refusal(
    "zoc.to_zoc",
    case="N4.5-minimum-move-move",
    text="{units} is in Move Mode and cannot go from one enemy ZOC straight into another, at {hexes}",
    remedy="go through a hex outside enemy ZOCs, or turn the Combat side up next turn",
)
STRAT = refusal(
    "zoc.strat", case="N4.5-strat", text="{units} is in Strat Mode and may not enter the enemy ZOC at {hexes}"
)


# --- who has one ---------------------------------------------------------------------------------------------------


def counts(world: World, unit: Unit) -> bool:
    """Whether the unit's steps count towards the ZOC of its hex."""
    if unit.out_of_supply or unit.hex < 0 or unit.activity.afloat or unit.marker in ("strat", "dg"):
        return False
    if unit.marker == "exploit":
        return unit.keeps_zoc
    if world.switches[STEPS.name] == "combat_units":
        return world.counters[unit.counter].is_combat_unit
    return has_attack_strength(world, unit)


def has_zoc(world: World, units: Sequence[Unit]) -> bool:
    """Units of one side in one hex have a ZOC together: by their steps in Combat Mode, and in Move or Reserve Mode."""
    combat = move = 0
    for unit in units:
        if counts(world, unit):
            steps = world.counters[unit.counter].steps - unit.steps_lost
            if unit.facing == "combat" and unit.marker != "reserve":
                combat += steps
            else:
                move += steps
    needed = world.charts.table(ZocSteps)
    also = combat if world.switches[MIXTURE.name] == "together" else 0
    return combat >= needed.combat_mode or move + also >= needed.move_mode


# --- where it reaches ----------------------------------------------------------------------------------------------


def zone(world: World, state: State, at: Callable[[int], list[Unit]], side: str, hex_: int) -> tuple[int, ...]:
    """The hexes into which the units of a side in a hex extend a ZOC; `at` lists the units of any hex."""
    here = [unit for unit in at(hex_) if unit.side == side]
    if not has_zoc(world, here):
        return ()
    found = []
    for there, open_ in _around(world, state.weather)[hex_]:
        if open_ or any(bridges_rivers(world, u) for u in (*here, *at(there)) if u.side == side):
            found.append(there)
    return tuple(found)


@of_world
def _around(world: World, weather: str) -> list[tuple[tuple[int, bool], ...]]:
    """For each hex the neighbours into which a ZOC may reach: freely, or by a temporary bridge only."""
    board = world.board
    sides = dict(board.edges_with_sides())
    costs = world.cost_table(weather)
    found = []
    for hex_ in range(board.size):
        reached = []
        for direction in range(6):
            there = board.neighbour(hex_, direction)
            kinds = world.terrain_in(weather, sides.get(hex_ * 6 + direction, ()))
            if there < 0:
                continue
            over = bool(board.paths(hex_, direction))
            closed = any(all(costs[k].of(m) == PROHIBITED for m in MOBILITIES) for k in kinds if k != RIVER)
            if over or not closed:
                reached.append((there, over or RIVER not in kinds))
        found.append(tuple(reached))
    return found


def projectors(look: Look, side: str, hex_: int) -> tuple[int, ...]:
    """The hexes from which a side extends a ZOC into a hex."""
    zones = look.facts.zones
    return tuple(n for n in look.board.neighbours(hex_) if hex_ in zones.get((side, n), ()))


# --- what it costs -------------------------------------------------------------------------------------------------


def hard(unit: Unit) -> bool:
    """ZOCs are hard for units that show their Move side, soft for others."""
    return unit.facing == "move"


def hampered(look: Look, unit: Unit, hex_: int, moving: frozenset[str]) -> bool:
    """Whether the hex is in an enemy ZOC that affects the unit; friendly combat units help only transport."""
    if not enemy_zoc(look, unit.side, hex_):
        return False
    return not (is_transport(look.counter(unit)) and negated(look, unit.side, hex_, moving))


def uses_negation(look: Look, unit: Unit) -> bool:
    """Friendly combat units negate ZOCs for moving transport only."""
    return is_transport(look.counter(unit))


def stops(look: Look, unit: Unit, hex_: int, moving: frozenset[str]) -> bool:
    """Whether a unit that entered the hex must stop there."""
    return hard(unit) and hampered(look, unit, hex_, moving)


def stop_mask(look: Look, units: Iterable[Unit], moving: frozenset[str]) -> bytes:
    """One byte a hex, 1 where one of the units must stop."""
    mask = bytearray(look.board.size)
    for unit in units:
        for hex_ in zoc_hexes(look, unit.side) if hard(unit) else ():
            mask[hex_] = mask[hex_] or stops(look, unit, hex_, moving)
    return bytes(mask)


def refuse_step(look: Look, unit: Unit, start: int, end: int, stopped: bool, moving: frozenset[str]) -> Refusal | None:
    """Why ZOCs keep a unit from a step; `stopped`: it has entered one that stops it."""
    if unit.marker == "strat" and enemy_zoc(look, unit.side, end):
        return STRAT(units=(unit.id,), hexes=(end,))
    if stopped:
        kind = TRANSPORT_STOP if is_transport(look.counter(unit)) else STOP
        return kind(units=(unit.id,), hexes=(start,))
    if hard(unit) and hampered(look, unit, start, moving) and hampered(look, unit, end, moving):
        return ZOC_TO_ZOC(units=(unit.id,), hexes=(end,))
    return None


def zoc_mask(look: Look, side: str, moving: frozenset[str] | None) -> bytes:
    """One byte a hex, 1 in a ZOC of the enemy of `side`; with `moving`, not where a unit of the side other than those
    negates it."""
    whole = all_zocs(look, side)
    if moving is None:
        return whole
    mask = bytearray(whole)
    own = look.facts.combat_units[side]
    for hex_ in look.facts.units_at:
        if mask[hex_] and own[hex_] and negated(look, side, hex_, moving):
            mask[hex_] = 0
    return bytes(mask)


def ground(look: Look, unit: Unit, moving: frozenset[str]) -> MoveGraph:
    """Movement costs of a unit with what ZOCs add; steps that they forbid are prohibited."""
    transport = is_transport(look.counter(unit))
    mask = zoc_mask(look, unit.side, moving if transport else None)
    row = f"{unit.facing}_{mobility(look, unit)}"
    return with_zocs(look.world, ground_for(look, unit), mask, row, unit.marker == "strat", not hard(unit))


@of_world(most=MOST_GRAPHS)
def with_zocs(world: World, base: MoveGraph, mask: bytes, row: str, strat: bool, across: bool) -> MoveGraph:
    """A graph with what the ZOCs of a mask add by a row of the table. `strat`: none may be entered; `across`: a step
    may lead from one into another."""
    if not any(mask):
        return base
    both = world.switches[TO_ANOTHER.name] == "both"
    prices = world.charts.rows(ZocMovement)[row]
    return base.repriced(_raised(base, mask, prices, between=both, strat=strat, across=across))


def _raised(base: MoveGraph, mask: bytes, row: ZocMovement, *, between: bool, strat: bool, across: bool) -> array[int]:
    cost, neighbours = base.cost[:], base.neighbours
    enter, leave = row.enter * MP, row.leave * MP
    through = enter + leave if between else max(enter, leave)
    for hex_ in (h for h, there in enumerate(mask) if there):
        for direction in range(6):
            other = neighbours[hex_ * 6 + direction]
            if other < 0:
                continue
            out, into = hex_ * 6 + direction, other * 6 + opposite(direction)
            if mask[other]:
                _add(cost, out, through if across and not strat else PROHIBITED)
            else:
                _add(cost, out, leave)
                _add(cost, into, PROHIBITED if strat else enter)
    return cost


def _add(cost: array[int], edge: int, extra: int) -> None:
    if extra == PROHIBITED:
        cost[edge] = PROHIBITED
    elif cost[edge] > 0:
        cost[edge] += extra


# --- supply paths --------------------------------------------------------------------------------------------------


def block_paths(world: World, mobility: Mobility) -> bool:
    """Paths in Truck MP are stopped as in 12.3d, unless the switch says that ZOCs only cost."""
    return mobility == TRUCK and world.switches[BLOCK.name] == "truck_paths"


def path_ground(world: World, facing: AnyFacing, base: MoveGraph, mask: bytes, tolls: frozenset[int]) -> MoveGraph:
    """A throw or link pays for un-negated ZOCs as a unit showing that side would; a draw pays nothing. The `tolls` are
    those of `interdiction`."""
    return with_zocs(world, base, mask, f"{facing}_{base.mobility}", False, True)


POLICIES = {
    "zocs_block_paths": block_paths,
    "path_ground": path_ground,
    "projects_zoc": counts,
    "zoc_of_hex": zone,
    "move_ground": ground,
    "stops_in_zoc": stops,
    "zoc_stop_mask": stop_mask,
    "refuse_zoc_step": refuse_step,
    "uses_negation": uses_negation,
}
