"""What things are worth to the bot, in thousandths of a victory point."""

from __future__ import annotations

from collections.abc import Mapping

from redball.bots.steady.hands import STEADY
from redball.core.derived import derived
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


def lasting(look: Look, side: str, value: int, most: int = STEADY.patience) -> int:
    """What the points of a place are worth to a side that takes it now. They count at the end only, and a place changes
    hands often: a side that holds half of all points can wait, one that holds less than a quarter cannot. `most`: the
    percentage that it can do without at most."""
    turns = look.world.scenario.turns
    left = max(0, turns - look.state.clock.turn)
    return value * (100 * turns - left * patience(look, side, most)) // (100 * turns)


@derived
def patience(look: Look, side: str, most: int) -> int:
    """The percentage of a place's points that a side can do without at the beginning of a game. An attacker who holds
    little when the game begins must not stop at half."""
    begun = look.world.scenario.victory.initial_control
    share = min(share_held(look.world, side, begun), share_held(look.world, side, look.state.control))
    return most * min(max(4 * share - 100, 0), 100) // 100


def share_held(world: World, side: str, control: Mapping[int, str]) -> int:
    """The percentage of all points that a side holds."""
    worth = victory_hexes(world)
    held = sum(points for hex_, points in worth.items() if control.get(hex_) == side)
    return 100 * held // max(1, sum(worth.values()))


def ending(look: Look, side: str = "") -> bool:
    """The last Player Turn of the game is being played, if a side is given by that side: only points count now. Never
    where both sides have several Player Turns in a game turn: the clock does not tell them apart."""
    clock = look.state.clock
    last = clock.turn >= look.world.scenario.turns and clock.phasing not in ("", clock.first)
    return last and side in ("", clock.phasing) and second_is_last(look.world)


@of_world
def second_is_last(world: World) -> bool:
    """A game turn ends with the second player's first Player Turn."""
    table = world.procedures["game"]
    return bool(table.steps[table.index("second_player_turn") + 1].name == "turn_end")


def step_worth(look: Look, unit: Unit) -> int:
    """What its owner loses with one step of the unit."""
    counter = look.counter(unit)
    if ending(look):
        return step_points(look, unit.side) if counter.is_combat_unit else 0
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
