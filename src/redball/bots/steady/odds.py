"""Is a combat worth it? The exact spread of results, each valued as both sides would play it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from redball.board.waters import is_coast
from redball.bots.steady.worth import POINT, step_worth, token_price, victory_points
from redball.core.battle import DG_HEX, AnnouncedOdds
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.rules.combat.odds import OddsPreview, preview
from redball.rules.combat.points import COMBAT_RESULT, RESULT_WAYS
from redball.rules.ground.fleet import has_fleet

Kind = Literal["regular", "overrun"]
RETREAT = 80
"""The nuisance of a hex of retreat."""
GROUND = 250
"""A hex of ground."""
FOOTHOLD = 400
"""A beach or a port from which an enemy lives who has come over the sea."""
DISORDER = 150


@of_world
def spread(world: World, kind: Kind, odds: AnnouncedOdds) -> dict[str, int]:
    """How many throws give each result of a combat."""
    return world.policies[RESULT_WAYS](world.charts, kind, odds)


class Stakes:
    """What the two sides can win and lose in one combat."""

    def __init__(self, look: Look, side: str, hex_: int, attackers: Sequence[Unit], leader: str) -> None:
        defenders = look.combat_units_at(hex_, look.enemy(side))
        first = next((u for u in attackers if u.id == leader), attackers[0])
        self.own_step = (step_worth(look, first) + min(step_worth(look, u) for u in attackers)) // 2
        self.own_steps = sum(look.steps(u) for u in attackers)
        self.enemy_step = min(step_worth(look, u) for u in defenders)
        self.enemy_steps = sum(look.steps(u) for u in defenders)
        self.ground = ground_worth(look, side, hex_)

    def defended(self, losses: int, option: int) -> int:
        """The defender's half: they meet their option in the way that hurts less."""
        if losses >= self.enemy_steps:
            return self.enemy_steps * self.enemy_step + self.ground
        value = losses * self.enemy_step
        if option:
            fled = self.ground + RETREAT * option
            stood = option * self.enemy_step if losses + option < self.enemy_steps else fled + POINT
            value += min(fled, stood)
        return value

    def of(self, world: World, result: str) -> int:
        """A result, with the attacker meeting their own option as suits them best."""
        cell = world.policies[COMBAT_RESULT](world.charts, result)
        lost = -min(cell.a_loss, self.own_steps) * self.own_step
        met = self.defended(cell.d_loss, cell.d_option) + (DISORDER if cell.d_dg else 0) + (300 if cell.exploit else 0)
        if cell.d_retreat and cell.d_loss < self.enemy_steps:
            met += self.ground + RETREAT * cell.d_retreat + (DISORDER if cell.d_retreat >= DG_HEX else 0)
        if not cell.a_option:
            return lost + met
        stay = met - cell.a_option * self.own_step
        back = self.defended(cell.d_loss, 0) - RETREAT * cell.a_option
        return lost + max(stay, back)


def ground_worth(look: Look, side: str, hex_: int) -> int:
    """The worth of taking a hex."""
    points = victory_points(look, hex_)
    value = GROUND + (POINT * points if look.state.control.get(hex_) != side else 0)
    works = look.state.hedgehogs.get(hex_)
    value += FOOTHOLD if has_fleet(look.world) and is_foothold(look.world, look.enemy(side), hex_) else 0
    return value + (300 if works is not None and works.side != side else 0)


@of_world
def is_foothold(world: World, enemy: str, hex_: int) -> bool:
    """The enemy lives from a coastal hex: thrown out of it, they are cut off."""
    return hex_ in world.scenario.sources.get(enemy, ()) and is_coast(world.board, hex_)


def expected(look: Look, side: str, kind: Kind, hex_: int, attackers: Sequence[str], doubt: int = 0) -> int:
    """The expected gain of a combat less the price of its supply. `doubt`: columns that hidden defenders may cost."""
    found = preview(look, kind, hex_, attackers)
    leader = found.attack_leader.unit if found.attack_leader is not None else ""
    stakes = Stakes(look, side, hex_, [look.unit(uid) for uid in attackers], leader)
    columns = range(max(0, found.odds.column - doubt), found.odds.column + 1)
    value = sum(_weigh(look.world, kind, found, stakes, column) for column in columns) // len(columns)
    return value - token_price(look, side) * (sum(found.attack_tokens.values()) - found.defence_tokens // 2)


def _weigh(world: World, kind: Kind, found: OddsPreview, stakes: Stakes, column: int) -> int:
    return mean(world, kind, replace(found.odds, column=column), stakes)


def mean(world: World, kind: Kind, odds: AnnouncedOdds, stakes: Stakes) -> int:
    """The average gain of a combat at these odds."""
    ways = spread(world, kind, odds)
    return sum(stakes.of(world, result) * count for result, count in ways.items()) // sum(ways.values())
