"""What things are worth to the bot, in thousandths of a victory point."""

from __future__ import annotations

from redball.core.look import Look
from redball.core.state import AnyFacing, Unit
from redball.core.world import World, of_world
from redball.rules.units.abilities import printed_strength

POINT = 1000
STRENGTH = 45
"""A point of Combat Strength on the map."""
HQ_STEP = 1800
GUN = 25
"""A point of Barrage Strength."""
TOKEN = 35
POOR = 8
"""With fewer tokens than this, each is precious."""


def victory_points(look: Look, hex_: int) -> int:
    """Points of a victory hex, 0 elsewhere."""
    return victory_hexes(look.world).get(hex_, 0)


@of_world
def victory_hexes(world: World) -> dict[int, int]:
    """The points of each victory hex."""
    return {entry.hex: entry.points for entry in world.scenario.victory.hexes}


def step_points(look: Look, side: str) -> int:
    """What a lost step of a side gives to its enemy."""
    per_steps, points = look.world.scenario.victory.losses.get(side, (1, 0))
    return POINT * points // per_steps


def step_worth(look: Look, unit: Unit) -> int:
    """What its owner loses with one step of the unit."""
    counter = look.counter(unit)
    if not counter.is_combat_unit:
        return 300 * unit.points
    face = counter.combat or counter.move
    strength = STRENGTH * (face.strength or 0) // max(1, counter.steps)
    special = HQ_STEP if counter.kind == "hq" else GUN * face.barrage
    return step_points(look, unit.side) + strength + special


def token_price(look: Look, side: str) -> int:
    """What a token is worth: more when few are left, nothing as the game ends."""
    stock = sum(dump.tokens for dump in look.state.dumps[side].values()) + sum(u.load for u in look.own(side))
    left = look.world.scenario.turns - look.state.clock.turn
    if left <= 0:
        return TOKEN // 5
    return 3 * TOKEN if stock <= POOR else TOKEN


def power(look: Look, unit: Unit, facing: AnyFacing = "") -> int:
    """Combat Strength on a given side, in twelfths of a point, after steps, markers and supply."""
    shown = unit.change(facing=facing) if facing and facing != unit.facing else unit
    value = 12 * printed_strength(look, shown)
    if unit.marker in ("dg", "reserve"):
        value //= 2
    if unit.marker == "strat":
        return 0
    if unit.steps_lost:
        value //= 2
    return value // 2 if unit.out_of_supply else value


def stack_power(look: Look, hex_: int, side: str) -> int:
    """The strengths of a side's combat units in a hex together."""
    return sum(power(look, unit) for unit in look.combat_units_at(hex_, side))
