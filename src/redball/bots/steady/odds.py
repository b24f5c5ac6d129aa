"""Is a combat worth it? The exact spread of results, each valued as both sides would play it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from redball.board.waters import is_coast
from redball.bots.steady.beneath import DEEP
from redball.bots.steady.worth import POINT, ending, lasting, stack_power, step_worth, token_price, victory_points
from redball.charts.ground_combat import parse_odds
from redball.core.battle import DG_HEX, AnnouncedOdds, CombatResult
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.rules.combat.odds import OddsPreview, preview
from redball.rules.combat.points import COMBAT_COLUMNS, COMBAT_RESULT, RESULT_WAYS
from redball.rules.ground.fleet import has_fleet

Kind = Literal["regular", "overrun"]
RETREAT = 80
"""The nuisance of a hex of retreat."""
GROUND = 250
"""A hex of ground."""
FOOTHOLD = 400
"""A beach or a port that supplies an enemy who came by sea."""
DISORDER = 150
UNSEEN_STEPS = 2
"""Steps under the top of a stack that hides something."""
A_POINT = 12
"""The least power that a stack is assumed to have."""


@of_world
def spread(world: World, kind: Kind, odds: AnnouncedOdds) -> dict[str, int]:
    """How many throws give each result of a combat."""
    return world.policies[RESULT_WAYS](world.charts, kind, odds)


class Stakes:
    """What the two sides can win and lose in one combat."""

    def __init__(
        self, look: Look, side: str, hex_: int, attackers: Sequence[Unit], leader: str, unseen: int = 0
    ) -> None:
        defenders = look.combat_units_at(hex_, look.enemy(side))
        first = next((u for u in attackers if u.id == leader), attackers[0])
        self.own_step = (step_worth(look, first) + min(step_worth(look, u) for u in attackers)) // 2
        self.own_steps = sum(look.steps(u) for u in attackers)
        self.enemy_step = min(step_worth(look, u) for u in defenders)
        self.enemy_steps = sum(look.steps(u) for u in defenders) + unseen
        self.ground = ground_worth(look, side, hex_)

    def defended(self, losses: int, option: int, left: int) -> int:
        """The defender's half: they meet their option in the way that hurts less. The ground is not taken if no
        attacking step is `left`."""
        ground = self.ground if left > 0 else 0
        if losses >= self.enemy_steps:
            return self.enemy_steps * self.enemy_step + ground
        value = losses * self.enemy_step
        if option:
            fled = ground + RETREAT * option
            stood = option * self.enemy_step if losses + option < self.enemy_steps else fled + POINT
            value += min(fled, stood)
        return value

    def met(self, cell: CombatResult, left: int) -> int:
        """The defender's half of a result, if so many steps of the attackers are left to take the ground."""
        met = self.defended(cell.d_loss, cell.d_option, left) + (DISORDER if cell.d_dg else 0)
        met += 300 if cell.exploit and left > 0 else 0
        if cell.d_retreat and cell.d_loss < self.enemy_steps:
            met += (self.ground if left > 0 else 0) + RETREAT * cell.d_retreat
            met += DISORDER if cell.d_retreat >= DG_HEX else 0
        return met

    def of(self, world: World, result: str) -> int:
        """A result, with the attacker meeting their own option as suits them best."""
        cell = world.policies[COMBAT_RESULT](world.charts, result)
        left = self.own_steps - cell.a_loss
        lost = -min(cell.a_loss, self.own_steps) * self.own_step
        if not cell.a_option:
            return lost + self.met(cell, left)
        stay = self.met(cell, left - cell.a_option) - cell.a_option * self.own_step
        back = self.defended(cell.d_loss, 0, 0) - RETREAT * cell.a_option
        return lost + max(stay, back)


def ground_worth(look: Look, side: str, hex_: int) -> int:
    """The worth of taking a hex."""
    points = victory_points(look, hex_) if look.state.control.get(hex_) != side else 0
    if ending(look):
        return POINT * points
    value = GROUND + lasting(look, side, POINT * points)
    works = look.state.hedgehogs.get(hex_)
    value += FOOTHOLD if has_fleet(look.world) and is_foothold(look.world, look.enemy(side), hex_) else 0
    return value + (300 if works is not None and works.side != side else 0)


@of_world
def is_foothold(world: World, enemy: str, hex_: int) -> bool:
    """The enemy is supplied from a coastal hex: driven out of it, they are cut off."""
    return hex_ in world.scenario.sources.get(enemy, ()) and is_coast(world.board, hex_)


def expected(look: Look, side: str, kind: Kind, hex_: int, attackers: Sequence[str], doubt: int = 0) -> int:
    """The expected gain of a combat less the price of its supply. `doubt`: the power to be expected under the top of
    the stack; one stack in `DEEP` has all of it, the others have nothing."""
    found = preview(look, kind, hex_, attackers)
    leader = found.attack_leader.unit if found.attack_leader is not None else ""
    units = [look.unit(uid) for uid in attackers]
    value = mean(look.world, kind, found.odds, Stakes(look, side, hex_, units, leader))
    if doubt:
        shown = max(A_POINT, stack_power(look, hex_, look.enemy(side)))
        deep = replace(found.odds, column=deep_column(look, found, Fraction(shown + DEEP * doubt, shown)))
        met = mean(look.world, kind, deep, Stakes(look, side, hex_, units, leader, UNSEEN_STEPS))
        value = ((DEEP - 1) * value + met) // DEEP
    return value - token_price(look, side) * (sum(found.attack_tokens.values()) - found.defence_tokens // 2)


def deep_column(look: Look, found: OddsPreview, times: Fraction) -> int:
    """The column against so many times the defence."""
    odds = odds_of_columns(look.world, found.odds)
    worse = odds[found.odds.column] / times
    return max((column for column, value in enumerate(odds) if value <= worse), default=0)


@of_world
def odds_of_columns(world: World, odds: AnnouncedOdds) -> tuple[Fraction, ...]:
    """The odds above each column of the table, on the line of these odds."""
    labels = world.policies[COMBAT_COLUMNS](world.charts, odds)
    return tuple([Fraction(*parse_odds(label)) for label in labels])


def mean(world: World, kind: Kind, odds: AnnouncedOdds, stakes: Stakes) -> int:
    """The average gain of a combat at these odds."""
    ways = spread(world, kind, odds)
    return sum(stakes.of(world, result) * count for result, count in ways.items()) // sum(ways.values())
