"""The start of a game: the state that a scenario describes, and the rules that a set-up must obey.

Cases: SETUP-IV-B, SETUP-IV-C, SETUP-IV-D, SETUP-IV-F, SETUP-IV-G, SETUP-IV-I, SETUP-IV-J
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.look import Look, re_text
from redball.core.refusals import Refusal, refusal
from redball.core.state import ABOARD, NOT_ARRIVED, Clock, Dump, Facing, Hedgehog, Mode, State, Unit, Units
from redball.core.telling import MODES
from redball.core.world import World
from redball.forces.counter import Counter
from redball.rules.ground.air_force import force_at_start, with_force
from redball.rules.ground.drops import drops_at_start, with_drops
from redball.rules.ground.fleet import fleet_at_start, with_fleet
from redball.rules.ground.hedgehogs import closed_to_reserves
from redball.rules.ground.occupancy import can_occupy, held_by, holds_enemy
from redball.rules.modes.change import refuse_reserve_markers, refuse_voluntary_mode, reserve_hexes
from redball.rules.setup.points import SUPPLY_SET_UP, TRANSPORT_SET_UP
from redball.rules.units.abilities import attack_capable, marker_of
from redball.rules.units.stacking import has_limit, re_in_hex, stacking_limit
from redball.scenarios.records import CraftArrival, FlotillaSetup, Placement

NEAR_ENEMY = refusal(
    "setup.near_enemy",
    case="SETUP-IV-B",
    text="{units} is set up in {detail} Mode at {hexes}, next to Attack-Capable enemy units",
    remedy="set it up in Combat or Move Mode, or farther away",
)
OVERSTACKED = refusal("setup.overstacked", case="SETUP-IV-F", text="{have} are set up in {hexes}; the limit is {need}")
CLOSED = refusal("setup.closed", case="SETUP-IV-I", text="{units} is set up in {hexes}, which it could not enter")
SHARED = refusal("setup.shared", case="4.8-G", text="both sides are set up in {hexes}")
RESERVE_IN_HEDGEHOG = refusal(
    "setup.reserve_in_hedgehog", case="16.0f", text="{units} is set up in Reserve Mode in the hedgehog at {hexes}"
)
NO_ENTRY = refusal("setup.no_entry", case="13.6", text="{units} arrives at {hexes} but could not enter any of them")


def initial_state(world: World) -> State:
    """The state at the start of the scenario, without an open procedure.

    Units are at full strength (SETUP-IV-G) and unfueled (SETUP-IV-J); Transport Points carry what the scenario gives
    them, else nothing (SETUP-IV-C, SETUP-IV-D). Counters that stand for any number of Repls (13.5-A) or Breakdowns
    (20.0g) are no units, nor are DUKWs afloat.
    """
    scenario, policies = world.scenario, world.edition.policies
    generic = {uid for kinds in scenario.generic_repls.values() for uid in kinds.values()}
    generic |= {uid for pool in scenario.breakdowns for uid in pool.counters}
    loads: tuple[FlotillaSetup | CraftArrival, ...] = (*scenario.flotillas, *scenario.craft_arrivals)
    generic |= {load.craft for load in loads}
    units = {c.id: _unit(c, NOT_ARRIVED) for c in scenario.counters.values() if c.id not in generic}
    dumps: dict[str, dict[int, Dump]] = {side: {} for side in world.sides}
    for placement in scenario.setup:
        for uid in placement.units:
            placed = _placed(units[uid], scenario.counters[uid], placement)
            units[uid] = policies[TRANSPORT_SET_UP](placed, scenario.counters[uid])
        if placement.tokens:
            own = dumps[placement.side]
            tokens = policies[SUPPLY_SET_UP](placement.tokens)
            own[placement.hex] = Dump(own.get(placement.hex, Dump(0)).tokens + tokens)
    for load in loads:
        for uid in load.units:
            facing = load.mode if scenario.counters[uid].combat is not None else "move"
            hex_ = NOT_ARRIVED if isinstance(load, CraftArrival) else ABOARD
            units[uid] = units[uid].change(hex=hex_, facing=facing)
    for group in scenario.free_setup.groups if scenario.free_setup is not None else ():
        for uid in group.units:
            units[uid] = policies[TRANSPORT_SET_UP](units[uid], scenario.counters[uid])
    state = State(
        clock=Clock(),
        units=Units(units.values()),
        dumps=dumps,
        hedgehogs={entry.hex: Hedgehog(entry.side, entry.level) for entry in scenario.hedgehogs},
        control=dict(scenario.victory.initial_control),
        steps_lost=dict.fromkeys(world.sides, 0),
    )
    state = with_fleet(with_force(state, force_at_start(world)), fleet_at_start(world))
    return with_drops(state, drops_at_start(world))


def _unit(counter: Counter, hex_: int) -> Unit:
    facing: Facing = "combat" if counter.combat is not None else "move"
    return Unit(id=counter.id, counter=counter.id, side=counter.side, hex=hex_, facing=facing, points=counter.points)


def _placed(unit: Unit, counter: Counter, placement: Placement) -> Unit:
    """A unit without a Combat side shows its Move side if its stack is set up in Combat Mode (5.5c, 13.2d)."""
    facing = placement.facing if counter.combat is not None else "move"
    marker = marker_of(placement.mode)
    placed = unit.change(hex=placement.hex, facing=facing, marker=marker, load=placement.load.get(unit.id, 0))
    return placed.change(extender=unit.points, points=0) if unit.id in placement.extenders else placed


def check_setup(world: World) -> list[Refusal]:
    """Every fault of the scenario's set-up; empty if it is legal."""
    look = Look(world, initial_state(world))
    found: list[Refusal] = []
    for side in world.sides:
        for unit in look.own(side):
            found += unit_faults(look, unit)
        found += _hex_faults(look, side)
    found += _shared_hexes(look)
    found += _arrival_faults(look)
    return found


def unit_faults(look: Look, unit: Unit, mode: Mode | None = None) -> Iterator[Refusal]:
    """What is wrong with a unit as it is set up: its mode (`mode`: as its player calls it), who is next to it, its
    hex."""
    refused = refuse_voluntary_mode(look, unit, unit.mode if mode is None else mode, unit.facing, unit.hex)
    if refused is not None:
        yield refused
    if unit.marker and next_to_attack_capable(look, unit):
        yield NEAR_ENEMY(units=(unit.id,), hexes=(unit.hex,), detail=MODES[unit.marker])
    if unit.marker == "reserve" and closed_to_reserves(look, unit.hex):
        yield RESERVE_IN_HEDGEHOG(units=(unit.id,), hexes=(unit.hex,))
    if not can_occupy(look.world, unit.hex, look.counter(unit)):
        yield CLOSED(units=(unit.id,), hexes=(unit.hex,))


def next_to_attack_capable(look: Look, unit: Unit) -> bool:
    """The test of SETUP-IV-B, each enemy unit in the mode in which it is set up (reading 1.1)."""
    enemy = look.enemy(unit.side)
    return any(
        attack_capable(look, other) for h in look.board.neighbours(unit.hex) for other in look.combat_units_at(h, enemy)
    )


def _hex_faults(look: Look, side: str) -> Iterator[Refusal]:
    limit = stacking_limit(look.world)
    for hex_ in sorted({unit.hex for unit in look.own(side) if has_limit(look, unit.hex)}):
        total = re_in_hex(look, side, hex_)
        if total > limit:
            yield OVERSTACKED(hexes=(hex_,), have=re_text(total), need=re_text(limit))
    refused = refuse_reserve_markers(look, side, reserve_hexes(look, side))
    if refused is not None:
        yield refused


def _shared_hexes(look: Look) -> Iterator[Refusal]:
    """4.8-G: a hex holds units, supply, works and bases of only one side."""
    one = look.world.sides[0]
    for hex_ in sorted(held_by(look, one)):
        if holds_enemy(look, one, hex_):
            yield SHARED(hexes=(hex_,))


def _arrival_faults(look: Look) -> Iterator[Refusal]:
    for arrival in look.world.scenario.arrivals:
        for uid in arrival.units:
            if not any(can_occupy(look.world, hex_, look.counter(uid)) for hex_ in arrival.entry):
                yield NO_ENTRY(units=(uid,), hexes=arrival.entry)


POLICIES = {
    "supply_set_up": lambda tokens: tokens,
    "transport_set_up": lambda unit, counter: unit,
}
