"""Zones of operations: drawing them around own units, and keeping out of those of other armies.

The edition says what a zone does to a unit (`strays`); without zones this costs nothing.
"""

from __future__ import annotations

from msgspec.structs import replace

from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import power
from redball.core.actions import Action, Done
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.command_control.actions import PlaceBoundary
from redball.editions.command_control.record import Command, command_in, halved, with_command, with_half_movement
from redball.rules.movement.points import STRAYS
from redball.rules.units.abilities import formation_of

UPSET = 450
"""What it costs to disorganize a stack of another army, and oneself."""
DEAR = 90
"""What it costs to stand near the enemy where combat supply is doubled."""
CLOSE = 3
WORTH_IT = 8
"""The fraction by which a boundary must reduce the strength in zones of others."""
NEARBY = 8
"""Hexes from its place to which a boundary is moved."""


def hampered(look: Look, unit: Unit) -> Unit:
    """The unit as it will begin its move: with half its MA in the zone of another army."""
    if not halved(unit) and look.policies[STRAYS](look, unit, unit.hex):
        return with_half_movement(unit)
    return unit


def closed_to(look: Look, unit: Unit) -> frozenset[int]:
    """Hexes that the unit should not enter: friendly stacks in zones of other armies, which would be upset by it."""
    if not command_in(look.state).zones:
        return frozenset()
    stacks = {u.hex for u in followers(look, unit.side)} - {unit.hex}
    return frozenset(hex_ for hex_ in stacks if look.policies[STRAYS](look, unit, hex_))


def trespass(look: Look, unit: Unit, hex_: int) -> int:
    """The cost, because of zones, of going to a hex and staying."""
    if not command_in(look.state).zones:
        return 0
    dear = nearest_enemy(look, unit.side, hex_) <= CLOSE and look.policies[STRAYS](look, unit, hex_)
    return (DEAR if dear else 0) + (UPSET if hex_ in closed_to(look, unit) else 0)


# --- drawing them ----------------------------------------------------------------------------------------------


def draw(scene: Scene) -> Action | None:
    """The boundary that leaves the least own strength in zones of other armies, if it changes enough."""
    look = scene.look
    units = followers(look, scene.side)
    least = astray(look, units)
    best: Action = Done()
    if not least:
        return best
    most = least - least // WORTH_IT
    for choice in scene.of(PlaceBoundary):
        zone = next(z for z in command_in(look.state).zones if (z.side, z.army) == (scene.side, choice.army))
        place = zone.left if choice.flank == "left" else zone.right
        if look.board.distance(place, choice.hex) > NEARBY:
            continue
        moved = replace(zone, **{choice.flank: choice.hex})
        zones = tuple(moved if z is zone else z for z in command_in(look.state).zones)
        value = astray(commanding(look, replace(command_in(look.state), zones=zones)), units)
        if value < most:
            best, most = choice, value
    return best


def astray(look: Look, units: list[Unit]) -> int:
    """The strength of units in the zone of an army other than their own."""
    strays = look.policies[STRAYS]
    led = commanding(look, replace(command_in(look.state), led=leaders(look, units)))
    return sum(power(look, unit) for unit in units if strays(led, unit, unit.hex))


def followers(look: Look, side: str) -> list[Unit]:
    """Fighting units on the map."""
    units = (u for u in look.own(side) if look.counter(u).is_combat_unit and look.counter(u).kind != "hq")
    return [unit for unit in units if not look.board.is_box(unit.hex)]


def leaders(look: Look, units: list[Unit]) -> tuple[tuple[str, str], ...]:
    """The HQ that leads each unit, if known; others are assumed to follow the nearest HQ."""
    known = dict(command_in(look.state).led)
    for unit in units:
        hqs = look.own_of(unit.side, "hq")
        near = min(hqs, key=lambda hq: (look.board.distance(hq.hex, unit.hex), hq.id), default=None)
        if near is not None:
            known.setdefault(formation_of(look, unit) or unit.id, near.id)
    return tuple(known.items())


def commanding(look: Look, command: Command) -> Look:
    """The look with another record of command; nothing else derived depends on it."""
    return look.at_stack(with_command(look.state, command))
