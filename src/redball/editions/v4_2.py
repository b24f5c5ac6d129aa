"""Series rules v4.2: the part that every edition begins with."""

from __future__ import annotations

from redball.core import points as core_points
from redball.core.edition import Part, Switch, part_of
from redball.editions import options
from redball.rules.air import (
    air,
    air_drop,
    barrage_missions,
    base_capture,
    base_raid,
    bases,
    cargo,
    crowded,
    deck_choice,
    dogfight,
    drop_plans,
    flak,
    flak_fire,
    grounding,
    homing,
    kind,
    long_range,
    mission,
    missions,
    onward,
    patrol,
    rebasing,
    refit,
    refit_phase,
    supply_drop,
    tasks,
    xyz,
)
from redball.rules.air import arrivals as air_arrivals
from redball.rules.air import combat as air_combat
from redball.rules.air import drop as drop_table
from redball.rules.air import points as air_points
from redball.rules.air import rebuilding as air_rebuilding
from redball.rules.air import trainbusting as trainbusting_mission
from redball.rules.barrage import on_board as barrage_table
from redball.rules.barrage import points as barrage_points
from redball.rules.barrage import port_raid
from redball.rules.barrage import segment as barrage
from redball.rules.capture import claims as capture
from redball.rules.capture import points as capture_points
from redball.rules.combat import dice as combat_table
from redball.rules.combat import empties, retreat, strength
from redball.rules.combat import odds as combat_odds
from redball.rules.combat import points as combat_points
from redball.rules.combat import procedure as combat
from redball.rules.combat import results as combat_results
from redball.rules.combat import segment as combat_segment
from redball.rules.ground import air_force, airfields, craft, drops, fleet, harbours, hedgehogs, port_works, railroads
from redball.rules.ground import bridges as bridging
from redball.rules.ground import points as ground_points
from redball.rules.ground import trainbusting as trainbusting_zones
from redball.rules.modes import change as modes
from redball.rules.modes import disorganization
from redball.rules.modes import points as modes_points
from redball.rules.movement import move, overrun
from redball.rules.movement import points as movement_points
from redball.rules.movement import segment as movement
from redball.rules.movement import step as move_step
from redball.rules.moving_stack import arrears, fuel, move_ends
from redball.rules.moving_stack import points as moving_stack_points
from redball.rules.naval import arrivals as ship_arrivals
from redball.rules.naval import (
    assault,
    assault_events,
    cargo_events,
    gunfire,
    in_port,
    invasion,
    invasion_events,
    naval,
    sailing,
    ship_missions,
    ship_strike,
    shipment,
    shipping,
    sinking,
)
from redball.rules.naval import points as naval_points
from redball.rules.rail import cap as rail_cap
from redball.rules.rail import conversion as rail_conversion
from redball.rules.rail import paths as rail_paths
from redball.rules.rail import points as rail_points
from redball.rules.rail import train as rail_supply
from redball.rules.reinforcement import phase as arrivals
from redball.rules.reinforcement import points as reinforcement_points
from redball.rules.reinforcement import rebuild, renewal, replacements
from redball.rules.sequence import turn as sequence
from redball.rules.setup import fixed as fixed_setup
from redball.rules.setup import free as free_setup
from redball.rules.setup import points as setup_points
from redball.rules.supply import bills as paying
from redball.rules.supply import dump_blowing, price_list
from redball.rules.supply import paths as supply_paths
from redball.rules.supply import points as supply_points
from redball.rules.supply_phase import attrition, breakout
from redball.rules.supply_phase import phase as supply_phase
from redball.rules.supply_phase import points as supply_phase_points
from redball.rules.trace import points as trace_points
from redball.rules.trace import tracing as trace
from redball.rules.transport import extenders
from redball.rules.units import abilities as units
from redball.rules.units import airlift, ashore, breakdowns, equivalents, shipped, stacking, visibility, zoc
from redball.rules.units import points as units_points
from redball.rules.works import construction
from redball.rules.works import points as works_points

POINTS = (
    core_points,
    air_points,
    barrage_points,
    capture_points,
    combat_points,
    ground_points,
    modes_points,
    movement_points,
    moving_stack_points,
    naval_points,
    rail_points,
    reinforcement_points,
    setup_points,
    supply_points,
    supply_phase_points,
    trace_points,
    units_points,
    works_points,
)
MODULES = (
    *POINTS,
    air,
    air_arrivals,
    air_combat,
    air_drop,
    air_rebuilding,
    air_force,
    airlift,
    ashore,
    airfields,
    barrage_missions,
    base_capture,
    base_raid,
    bases,
    trainbusting_mission,
    trainbusting_zones,
    arrears,
    arrivals,
    attrition,
    barrage,
    barrage_table,
    breakdowns,
    breakout,
    bridging,
    capture,
    cargo,
    combat,
    combat_odds,
    combat_results,
    combat_segment,
    combat_table,
    construction,
    crowded,
    disorganization,
    dogfight,
    drop_plans,
    drop_table,
    drops,
    empties,
    equivalents,
    dump_blowing,
    extenders,
    flak,
    flak_fire,
    fleet,
    craft,
    grounding,
    fixed_setup,
    free_setup,
    fuel,
    harbours,
    hedgehogs,
    deck_choice,
    homing,
    kind,
    long_range,
    mission,
    missions,
    onward,
    modes,
    move,
    move_ends,
    move_step,
    movement,
    in_port,
    assault,
    assault_events,
    cargo_events,
    invasion,
    invasion_events,
    gunfire,
    naval,
    ship_arrivals,
    sailing,
    ship_missions,
    ship_strike,
    sinking,
    shipment,
    shipped,
    shipping,
    overrun,
    patrol,
    paying,
    port_raid,
    port_works,
    price_list,
    rail_cap,
    rail_conversion,
    rail_paths,
    rail_supply,
    railroads,
    rebasing,
    rebuild,
    refit,
    refit_phase,
    renewal,
    replacements,
    retreat,
    sequence,
    stacking,
    strength,
    supply_drop,
    supply_paths,
    supply_phase,
    tasks,
    trace,
    units,
    visibility,
    zoc,
    xyz,
)

FOG = Switch("fog", "4.9a-A", True, (True, False), "Fog of war: each side sees only what 4.9a lets it see")


def part(name: str, charts: tuple[str, ...]) -> Part:
    """The part that every edition begins with, with the options that may be added to it."""
    return part_of(name, (*MODULES, *options.MODULES), charts=charts, switches=(FOG,))
