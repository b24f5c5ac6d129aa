"""The odds of a combat, with every term: the procedure announces them and the page shows them before an attack.

`preview` computes on the look given: to show it to a player, pass a look that holds only what that
player may know. Open choices are assumed as good players would make them: each side leads with its best Action
Rating, and the defender pays for combat supply and chooses the terrain that hurts the attack most.

Cases: 21.3-A
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from redball.core.battle import Confrontation, Role, special_attack
from redball.core.edition import option
from redball.core.ledger import Ledger, Part, Tally, Term, show, worth
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.combat.empties import free_of_charge
from redball.rules.combat.points import (
    AT_LEVEL,
    ATTACK_PRICE,
    ATTACK_PRICES,
    COMBAT_COLUMNS,
    COMBAT_LEADER,
    COMBAT_ODDS,
    COMBAT_SUPPLY_TIMES,
    DEFENCE_SIZE,
    SHELTER,
    SPECIAL_ATTACKS,
    SUPPORTING_FIRE,
    SURPRISE_WAYS,
)
from redball.rules.combat.record import OWN_TERRAIN, AnnouncedOdds, Kind, Leader, Stack, TerrainChoice
from redball.rules.combat.strength import attack_strength, defence_strength, hedgehog_level
from redball.rules.combat.terrain import attack_terrains, hex_terrains
from redball.rules.ground.craft import afloat, poised
from redball.rules.units.abilities import action_rating, rating_terms


@dataclass(frozen=True)
class OddsPreview:
    """Odds and chances of one combat.

    `column_label` is the odds above `odds.column` on its line; `attackers_label` names the attackers' own column where
    the table has two sides, else "". `surprise` counts, of the 36 rolls of two dice, those that give surprise to the
    attacker, to neither, to the defender. Costs are in tokens; `attack_tokens` by attacker, under "" what all of them
    pay together.
    """

    odds: AnnouncedOdds
    column_label: str
    attackers_label: str
    attack_leader: Leader | None
    defence_leader: Leader | None
    terrain: tuple[TerrainChoice, ...]
    surprise: tuple[int, int, int]
    attack_tokens: dict[str, int]
    defence_tokens: int
    tallies: tuple[Tally[int] | Tally[Fraction], ...]

    @cached_property
    def ledgers(self) -> tuple[Ledger, ...]:
        """Every number of the odds with its terms: the strengths of both sides first."""
        return tuple(tally.ledger() for tally in self.tallies)


class Settled(NamedTuple):
    """What both sides have announced of an open combat: defenders known to lack combat supply, leaders with their
    ratings, whether the defender's artillery fires (None: open)."""

    unsupplied: frozenset[str] = frozenset()
    attack_leader: Leader | None = None
    defence_leader: Leader | None = None
    fire: bool | None = None


NOTHING_SETTLED = Settled()

INDEPENDENTS = option(
    "independents",
    "21.3",
    "Independent units that attack without a division pay double and may not use internal stocks; with a division"
    " they do not lead; their fuel is paid by size, not through an HQ",
)
SWITCHES = (INDEPENDENTS,)


def preview(
    look: Look,
    kind: Kind,
    hex_: int,
    attackers: Iterable[str],
    terrain: Mapping[int, str] | None = None,
    *,
    unsupplied: Collection[str] = (),
    attack_leader: Leader | None = None,
    defence_leader: Leader | None = None,
    fire: bool | None = None,
    at_level: str = "",
    special: str = "",
) -> OddsPreview:
    """The odds of an attack on a hex by units in combat supply; those aboard attack from Landing Craft (18.6a).

    `terrain` holds the choices made, by attacking hex or OWN_TERRAIN; `unsupplied` defenders lack combat supply; a
    leader is passed with the announced rating; `fire` says whether the defender's artillery
    supports them (None: if it can); `at_level` is an assumed level of Anti-Tank Effects ("":
    that of the units); `special` is an announced special attack of the charts, which has its own price.

    Raises ValueError for a special attack that the charts do not have.
    """
    attackers = tuple(attackers)
    look = poised(look, attackers)
    units = [look.unit(uid) for uid in attackers]
    side = units[0].side if units else look.state.clock.acting
    stacks = stacks_of(units)
    defenders = look.combat_units_at(hex_, look.enemy(side))
    policies = look.policies
    at_level = at_level or policies[AT_LEVEL](look, look.enemy(side), hex_, units, defenders)
    choices = dict(terrain or {})
    for stack in stacks:
        if stack.hex not in choices:
            choices[stack.hex] = hardest_terrain(look, stack, hex_, at_level)
    attack = [
        attack_strength(look, look.unit(uid), choices[stack.hex], at_level) for stack in stacks for uid in stack.units
    ]
    if OWN_TERRAIN not in choices:
        choices[OWN_TERRAIN] = best_own_terrain(look, hex_, defenders, unsupplied, total(attack))
    own = choices[OWN_TERRAIN]
    defence = [defence_strength(look, unit, own, unit.id not in unsupplied) for unit in defenders]
    leaders = (
        attack_leader or policies[COMBAT_LEADER](look, "attacker", possible_leaders(look, units)),
        defence_leader or policies[COMBAT_LEADER](look, "defender", defenders),
    )
    met = Confrontation(
        kind,
        side,
        hex_,
        tuple(units),
        tuple(defenders),
        choices,
        together("attack", attack),
        together("defence", defence),
        leaders,
        at_level,
        policies[SUPPORTING_FIRE](look, side, hex_, units) if fire is None else fire,
    )
    odds, tallies = policies[COMBAT_ODDS](look, met)
    return OddsPreview(
        odds=odds,
        column_label=policies[COMBAT_COLUMNS](look.world.charts, odds)[odds.column],
        attackers_label=odds.attackers.label if odds.attackers else "",
        attack_leader=leaders[0],
        defence_leader=leaders[1],
        terrain=tuple(TerrainChoice(name, against) for against, name in choices.items()),
        surprise=surprise_chances(look, kind, odds),
        attack_tokens=prices(look, hex_, units, special),
        defence_tokens=defence_cost(look, defenders),
        tallies=(met.attack, met.defence, *tallies, *attack, *defence),
    )


def prices(look: Look, hex_: int, units: Sequence[Unit], special: str) -> dict[str, int]:
    """What attackers of a hex pay, ordinarily or for a special attack; nothing after a drop, if nobody is there."""
    ordinary, times = look.policies[ATTACK_PRICES](look, units), 1
    if special:
        times = special_attack(look.policies[SPECIAL_ATTACKS](look.world.charts), special).supply
    free = {unit.id for unit in units if free_of_charge(look, unit, hex_)}
    return {uid: 0 if uid in free else times * tokens for uid, tokens in ordinary.items()}


def stacks_of(units: Iterable[Unit]) -> tuple[Stack, ...]:
    """Attackers by hex, in the order named."""
    by_hex: dict[int, list[str]] = {}
    for unit in units:
        by_hex.setdefault(unit.hex, []).append(unit.id)
    return tuple(Stack(hex_, tuple(ids)) for hex_, ids in by_hex.items())


def total(strengths: Iterable[Tally[Fraction]]) -> Fraction:
    """The sum, exact (4.2-A)."""
    return sum((strength.value for strength in strengths), Fraction(0))


def together(title: str, strengths: Iterable[Tally[Fraction]]) -> Tally[Fraction]:
    """The strength of one side, unit by unit, exact (4.2-A)."""
    return Tally(title, (Part(one.value, one.terms[0].reason, "9.7", unit=one.unit) for one in strengths))


def find_odds(look: Look, met: Confrontation) -> tuple[AnnouncedOdds, tuple[Tally[int], ...]]:
    """9.7 and 9.7a: the rounded odds and the column, on the line of the defender's own terrain."""
    table = look.world.charts.combat
    line = look.world.charts.terrain_combat[met.terrain[OWN_TERRAIN]].line
    attacking, defending = met.attack.value, met.defence.value
    ratings = rating_drm(look, *met.leaders)
    odds = AnnouncedOdds(
        attack=show(attacking),
        defend=show(defending),
        odds=table.odds_text(attacking, defending),
        line=line,
        column=table.initial_column(line, attacking, defending),
        drm=ratings.value,
        hedgehog=hedgehog_level(look, look.enemy(met.side), met.hex),
    )
    return odds, (ratings,)


def hardest_terrain(look: Look, stack: Stack, hex_: int, at_level: str) -> str:
    """The terrain that leaves one attacking stack the least strength (9.4b-A)."""
    units = [look.unit(uid) for uid in stack.units]
    names = attack_terrains(look, stack.hex, hex_, by_sea=afloat(look, stack.units))
    return min(names, key=lambda name: total(attack_strength(look, unit, name, at_level) for unit in units))


def best_own_terrain(
    look: Look, hex_: int, defenders: list[Unit], unsupplied: Collection[str], attacking: Fraction
) -> str:
    """The defender's own terrain with the column farthest to the left, then the most strength (9.4c)."""

    def badness(name: str) -> tuple[tuple[int, ...], Fraction]:
        defending = total(defence_strength(look, unit, name, unit.id not in unsupplied) for unit in defenders)
        return look.policies[SHELTER](look, name, attacking, defending), -defending

    found = hex_terrains(look, hex_)
    return found[0] if len(found) == 1 else min(found, key=badness)


def line_column(look: Look, terrain: str, attacking: Fraction, defending: Fraction) -> tuple[int, ...]:
    """The column on the line of a terrain (9.3)."""
    charts = look.world.charts
    return (charts.combat.initial_column(charts.terrain_combat[terrain].line, attacking, defending),)


def without_division(look: Look, attackers: Iterable[Unit]) -> bool:
    """Only independent units attack: none is multi-step or in a formation (21.3-A)."""
    return all(look.counter(unit).is_independent for unit in attackers)


def surcharge(look: Look, attackers: Iterable[Unit]) -> int:
    """How many times the price attackers pay: with option 21.3, twice if no division attacks with them (21.3-A)."""
    return 2 if look.option(INDEPENDENTS.name) and without_division(look, attackers) else 1


def possible_leaders(look: Look, attackers: list[Unit]) -> list[Unit]:
    """Attackers that may lead: with option 21.3 divisional units, where some attack (21.3-B)."""
    if not look.option(INDEPENDENTS.name):
        return attackers
    return [unit for unit in attackers if not look.counter(unit).is_independent] or attackers


def best_leader(look: Look, units: Iterable[Unit]) -> Leader | None:
    """The unit with the highest Action Rating now, the first on ties; None without units."""
    return max((Leader(u.id, action_rating(look, u)) for u in units), key=lambda one: one.action_rating, default=None)


def rating_drm(look: Look, attacker: Leader | None, defender: Leader | None) -> Tally[int]:
    """9.6-A: the attacker's Action Rating minus the defender's, with what changes them."""
    terms = [*rated(look, attacker, 1), *rated(look, defender, -1)]
    return Tally("Action Rating DRM", terms)


def rated(look: Look, leader: Leader | None, sign: int) -> Iterator[Term[int]]:
    """A leader's announced rating: the printed one, then what changes it; `sign` is -1 against the roll."""
    if leader is None:
        return
    changes, name = rating_terms(look, look.unit(leader.unit)), look.counter(leader.unit).name
    printed = leader.action_rating - worth(changes, 0)
    yield Term(sign * printed, f"Action Rating of {name}", "9.6-A", unit=leader.unit)
    for term in filter(attrgetter("by"), changes):
        yield Term(sign * term.by, f"{name}: {term.reason}", term.case, unit=leader.unit)


def attack_price(look: Look, unit: Unit, spare: int) -> tuple[int, int]:
    """12.4-A: each unit by itself, by its present steps (reading 1.45)."""
    return look.steps(unit) * look.world.charts.supply_costs.attack_per_step, 0


def attack_costs(look: Look, units: Sequence[Unit]) -> dict[str, int]:
    """Tokens for each attacker, in the order in which they pay."""
    units = list(units)
    costs, spare, times = {}, 0, surcharge(look, units)
    for unit in units:
        price, spare = look.policies[ATTACK_PRICE](look, unit, spare)
        costs[unit.id] = times * price * look.policies[COMBAT_SUPPLY_TIMES](look, (unit,))
    return costs


def attack_cost(look: Look, unit: Unit) -> int:
    """Tokens for a unit that attacks alone."""
    return sum(look.policies[ATTACK_PRICES](look, (unit,)).values())


def defence_cost(look: Look, defenders: Iterable[Unit]) -> int:
    """12.4-B: the price for all defenders together, by their current RE (reading 1.46)."""
    costs, defenders = look.world.charts.supply_costs, tuple(defenders)
    size = sum(look.policies[DEFENCE_SIZE](look, unit) for unit in defenders)
    small = size <= costs.defence_small_re_max
    price = costs.defence_per_combat_1_re_or_less if small else costs.defence_per_combat
    return price * look.policies[COMBAT_SUPPLY_TIMES](look, defenders)


def once(look: Look, units: Iterable[Unit]) -> int:
    """12.4: combat supply has the same price everywhere."""
    return 1


def surprise_chances(look: Look, kind: Kind, odds: AnnouncedOdds) -> tuple[int, int, int]:
    """Rolls out of 36 that give surprise to the attacker, to neither, to the defender."""
    chances = look.policies[SURPRISE_WAYS](look.world.charts, kind, odds)
    return chances["attacker"], chances["none"], chances["defender"]


def _leader(look: Look, role: Role, units: Iterable[Unit]) -> Leader | None:
    return best_leader(look, units)


POLICIES = {
    "combat_odds": find_odds,
    "shelter": line_column,
    "combat_leader": _leader,
    "attack_price": attack_price,
    "combat_supply_times": once,
    "attack_prices": attack_costs,
    "defence_size": lambda look, unit: look.regimental_equivalents(unit),
    "supporting_fire": lambda look, side, hex_, units: False,
    "special_attacks": lambda charts: {},
    "other_odds": lambda look, kind, hex_, units, terrain, odds: [],
}
