"""The worst and the best case of an attack or barrage, given what the attacking side may know of the enemy stack.

These bounds come beside the believed answer. The odds are taken in the best case (the top unit
alone, whatever steps it has, without combat supply), in a worst one that puts the greatest strength, the best Action
Rating and the highest level of Anti-Tank Effects into one hex, and in some between them. What follows a result is
carried out by the rules for the stacks with the fewest and with the most steps. Units in other hexes, where the
defender might retreat to, are ignored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.again import Twice
from redball.analysis.ground import Aftermath, CombatAnswer, aftermaths, special_outcomes
from redball.analysis.policy import Policy
from redball.core.battle import AnnouncedOdds
from redball.core.chances import Spread, spread_of
from redball.core.look import Look
from redball.core.state import NOT_ARRIVED, Unit
from redball.game.sight.beneath import Doubt, Stack
from redball.rules.barrage.chart import aim_at, throw_barrage
from redball.rules.barrage.on_board import best_terrain, target_of, total_strength
from redball.rules.barrage.segment import drafted_halves
from redball.rules.combat.odds import OddsPreview, preview
from redball.rules.combat.played import announced_combat
from redball.rules.combat.points import AT_LEVEL, COMBAT_LEADER, COMBAT_SPREAD, RESULT_WAYS
from redball.rules.combat.record import OWN_TERRAIN, Kind, Leader
from redball.rules.combat.strength import defence_strength
from redball.rules.combat.terrain import hex_terrains
from redball.rules.units.abilities import printed_strength

FIELDS = ("attacker_losses", "defender_losses", "taken")
TOLD = "under it lies nothing, or as much as stacking allows of the enemy's combat units that you see nowhere"
TOLD_OF_COMBAT = (
    "at best the unit that you see has one step left and no combat supply",
    "at worst all are at full steps and supplied, with the best Action Rating and Anti-Tank Effects that may be there",
    TOLD,
    "what lies in other hexes is left out",
)
TOLD_OF_BARRAGE = (TOLD, "steps may be lost, and a unit that you do not see may be in Strat Mode")


class Span(Struct, frozen=True):
    """The least and the most that a number can be."""

    least: Fraction
    most: Fraction

    def holds(self, value: Fraction | int) -> bool:
        """The number lies between them."""
        return self.least <= value <= self.most


class CombatBounds(Struct, frozen=True):
    """The bounds of an attack: the odds at worst and at best, and spans of expected values and chances."""

    worst: OddsPreview
    best: OddsPreview
    defence: Span
    drm: tuple[int, int]
    spans: dict[str, Span]
    told: tuple[str, ...] = TOLD_OF_COMBAT


class Attack(NamedTuple):
    """The attack in question; `terrain`: choices made so far; `special`: a special kind of attack."""

    kind: Kind
    hex: int
    attackers: tuple[str, ...]
    policy: Policy
    terrain: Mapping[int, str] | None = None
    special: str = ""


def combat_bounds(doubt: Doubt, attack: Attack, believed: CombatAnswer) -> CombatBounds:
    """The bounds of an attack on a stack whose top unit alone is seen, beside the believed answer."""
    cases = sorted([*odds_cases(doubt, attack), believed.preview], key=promise)
    policies, charts = doubt.look.policies, doubt.look.world.charts
    drm = (min(one.odds.drm for one in cases), max(one.odds.drm for one in cases))
    ends = [replace(one.odds, drm=end) for one in (cases[0], cases[-1]) for end in drm]
    apart = {(odds.column, odds.drm, odds.attackers): odds for odds in (*(one.odds for one in cases), *ends)}
    defence = span(Fraction(one.odds.defend) for one in cases)
    stacks = [doubt.seen_as(one) for one in (doubt.least(), doubt.most(lambda unit: Fraction(doubt.look.steps(unit))))]
    if attack.special:
        spans = special_spans((doubt.look, *stacks), attack, apart.values())
        return CombatBounds(cases[0], cases[-1], defence, drm, spans)
    ways = [policies[RESULT_WAYS](charts, attack.kind, odds) for odds in apart.values()]
    results = {result for one in ways for result in one}
    came = believed.came | carried_out(doubt.look, attack, results - believed.came.keys())
    after = (came, *(carried_out(there, attack, results) for there in stacks))
    spans = {field: span(expected(one, other, field) for one, other in product(ways, after)) for field in FIELDS}
    return CombatBounds(cases[0], cases[-1], defence, drm, spans)


def special_spans(stacks: Iterable[Look], attack: Attack, apart: Iterable[AnnouncedOdds]) -> dict[str, Span]:
    """The spans of an attack that may roll again, for each possible stack and all odds."""
    told = []
    for look in stacks:
        found = preview(look, attack.kind, attack.hex, attack.attackers, attack.terrain)
        data = announced_combat(look, attack.kind, attack.hex, attack.attackers, found, attack.special)
        twice = Twice(look, data, attack.policy)
        for odds in apart:
            spread = look.policies[COMBAT_SPREAD](look.world.charts, attack.kind, odds)
            told.append(special_outcomes(twice, spread, odds))
    return {field: span(one.expect(attrgetter(f"after.{field}")) for one in told) for field in FIELDS}


def carried_out(look: Look, attack: Attack, results: Collection[str]) -> dict[str, Spread[Aftermath]]:
    """The outcomes of results for the stack in the look."""
    if not results:
        return {}
    found = preview(look, attack.kind, attack.hex, attack.attackers, attack.terrain)
    data = announced_combat(look, attack.kind, attack.hex, attack.attackers, found)
    return aftermaths(look, data, results, attack.policy)


def expected(ways: Mapping[str, int], came: Mapping[str, Spread[Aftermath]], field: str) -> Fraction:
    """The expected value of a field; for true or false, the chance of true."""
    worth = {text: came[text].expect(attrgetter(field)) for text in ways}
    return sum((count * worth[text] for text, count in ways.items()), Fraction(0)) / sum(ways.values())


def span(values: Iterable[Fraction]) -> Span:
    """The least and the most of them."""
    found = [*values]
    return Span(min(found), max(found))


def promise(found: OddsPreview) -> tuple[int, Fraction, int]:
    """Odds in order, the worst for the attacker first."""
    return found.odds.column, -Fraction(found.odds.defend), found.odds.drm


def odds_cases(doubt: Doubt, attack: Attack) -> Iterator[OddsPreview]:
    """The odds in every case that could be best or worst, or an extreme of the DRM. Artillery that could support
    the defender does so in the worst cases only."""
    look, others = doubt.look, [*doubt.each()]
    papers = doubt.seen_as(Stack(doubt.top), *(unit.change(hex=NOT_ARRIVED) for unit in others if unit != doubt.top))
    best = look.policies[COMBAT_LEADER](papers, "defender", others)
    asked = (attack.kind, attack.hex, attack.attackers)

    def led(stack: Stack, leader: Leader | None) -> Look:
        """The leader may not be in that stack; then only its name is known."""
        absent = leader is not None and leader.unit not in {unit.id for unit in stack.units}
        return doubt.seen_as(stack, *([papers.unit(leader.unit)] if leader is not None and absent else ()))

    for top in doubt.tops():
        yield preview(doubt.seen_as(Stack(top)), *asked, attack.terrain, unsupplied=(top.id,), fire=False)
    alone = look.policies[COMBAT_LEADER](look, "defender", [doubt.top])
    full = doubt.most(lambda unit: Fraction(look.regimental_equivalents(unit)))
    for stack, leader in ((full, best), (full, alone)):
        yield preview(led(stack, leader), *asked, attack.terrain, defence_leader=leader, fire=False)
    chosen, known = dict(attack.terrain or {}), levels(doubt, attack, Stack(doubt.top), others)
    for terrain in [chosen[OWN_TERRAIN]] if OWN_TERRAIN in chosen else hex_terrains(look, attack.hex):
        stack = doubt.most(lambda unit, terrain=terrain: defence_strength(look, unit, terrain, True).value)  # type: ignore[misc]
        worst, there = {**chosen, OWN_TERRAIN: terrain}, led(stack, best)
        here = levels(doubt, attack, stack, others)
        known |= here
        for level in sorted(here):
            yield preview(there, *asked, worst, defence_leader=best, at_level=level, fire=True)
    there = led(Stack(doubt.top), best)
    for level in sorted(known):
        yield preview(there, *asked, attack.terrain, defence_leader=best, at_level=level, fire=True)


def levels(doubt: Doubt, attack: Attack, stack: Stack, others: Iterable[Unit]) -> set[str]:
    """The levels of Anti-Tank Effects of the stack, and with one more unit of each kind that may be there."""
    look = doubt.look
    attackers = [look.unit(uid) for uid in attack.attackers]
    kinds: dict[tuple[str, str], Unit] = {}
    for unit in sorted(others, key=partial(printed_strength, look)):
        counter = look.world.counters[unit.counter]
        kinds[counter.colour, counter.symbol] = unit
    sets = ([*stack.units], *([*stack.units, unit] for unit in kinds.values()))
    return {look.policies[AT_LEVEL](look, doubt.top.side, attack.hex, attackers, units) for units in sets}


class BarrageBounds(Struct, frozen=True):
    """The bounds of a barrage: density in quarter RE, columns from the left, the chance of DG, steps."""

    density: Span
    column: Span
    dg: Span
    steps: Span
    told: tuple[str, ...] = TOLD_OF_BARRAGE


def barrage_bounds(doubt: Doubt, side: str, hex_: int, guns: tuple[str, ...]) -> BarrageBounds:
    """The bounds of a barrage on a stack whose top unit alone is seen. Raises ValueError below one point (10.0-E)."""
    look, charts = doubt.look, doubt.look.world.charts
    plain = target_of(look, side, hex_, best_terrain(look, hex_))
    strength = total_strength(look, guns, drafted_halves(look, hex_, guns))
    cap = charts.barrage.re_cap_per_division

    def size(unit: Unit) -> Fraction:
        return Fraction(min(look.regimental_equivalents(unit), cap))

    density = Span(size(doubt.least().top), sum(map(size, doubt.most(size).units), Fraction(0)))
    beside = any(unit != doubt.top for unit in doubt.each())
    targets = [
        replace(plain, density=quarters, strat=strat)
        for quarters in range(int(density.least), int(density.most) + 1)
        for strat in {plain.strat, plain.strat or beside}
    ]
    found = {(aim_at(charts, strength, target).column, replace(target, density=0, strat=False)) for target in targets}
    spreads = [spread_of(partial(throw_barrage, charts, column, target)) for column, target in found]
    return BarrageBounds(
        density,
        span(Fraction(column) for column, _ in found),
        span(one.chance(lambda read: read.dg) for one in spreads),
        span(one.expect(lambda read: read.steps) for one in spreads),
    )
