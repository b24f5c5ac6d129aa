"""The exact distribution of an attack on the board: dice from the charts, the effects of a result from the rules.

The dice of a combat are enumerated (the policy `combat_spread`); each possible result is carried out once by
the procedure "combat" itself under a stated policy, so that losses bounded by steps, retreats into ZOCs and dead ends
follow the rules. Dice with further effects (`Chance.courses`) are followed for every roll; a
second roll of a special attack is in `again`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from redball.analysis.again import Twice
from redball.analysis.policy import Played, Policy, play_each
from redball.core.battle import AnnouncedOdds, CombatRead, OtherOdds
from redball.core.chances import Spread, from_chances
from redball.core.look import Look
from redball.core.state import ABOARD, State
from redball.rules.combat.odds import NOTHING_SETTLED, OddsPreview, Settled, preview
from redball.rules.combat.played import SECOND_HALF, after_roll, announced_combat, halfway
from redball.rules.combat.points import ATTACKERS_HALF, COMBAT_RESULT, COMBAT_SPREAD, OTHER_ODDS, RESULT_WAYS
from redball.rules.combat.record import CombatData, Kind
from redball.rules.ground.craft import poised
from redball.rules.ground.fleet import fleet_in


class Aftermath(Struct, frozen=True):
    """The outcome of a combat: steps lost, hexes retreated, defenders DG, attackers that exploit, hex taken, HQs
    that evaded instead of being lost, points of Landing Craft lost (18.6a-E)."""

    attacker_losses: int
    defender_losses: int
    attacker_retreat: int
    defender_retreat: int
    disorganized: int
    exploiting: int
    taken: bool
    evaded: int = 0
    craft_lost: int = 0


class CombatOutcome(Struct, frozen=True):
    """One possible course: the table result, its aftermath, the result of a second roll if there was one."""

    read: CombatRead
    after: Aftermath
    again: str = ""


class OtherAnswer(Struct, frozen=True):
    """The same attack with a different choice."""

    other: OtherOdds
    outcomes: Spread[Aftermath]


class CombatAnswer(Struct, frozen=True):
    """A whole answer: the announced odds with their ledgers, the policy, the joint distribution, the outcome of each
    result, and the distributions for other answers to an open choice than the preview assumes; for a special
    attack only the joint distribution."""

    preview: OddsPreview
    policy: Policy
    outcomes: Spread[CombatOutcome]
    came: dict[str, Spread[Aftermath]]
    others: tuple[OtherAnswer, ...] = ()


def combat_answer(
    look: Look,
    kind: Kind,
    hex_: int,
    attackers: Iterable[str],
    policy: Policy | None = None,
    terrain: Mapping[int, str] | None = None,
    special: str = "",
    settled: Settled = NOTHING_SETTLED,
) -> CombatAnswer:
    """The distribution of an attack as a side may foresee it; pass a look with only what that side may know. `special`
    names a special attack of the charts; `settled` is what has been announced, if the combat is open.

    Raises ValueError without attackers or defenders, or for a special attack that the charts do not have.
    """
    units = tuple(attackers)
    if not units:
        raise ValueError("name at least one attacker")
    look = poised(look, units)
    found = preview(look, kind, hex_, units, terrain, special=special, **settled._asdict())
    data = announced_combat(look, kind, hex_, units, found, special)
    if not data.defenders:
        raise ValueError(f"there are no enemy combat units in {look.hex_name(hex_)}")
    met = policy or Policy()
    charts, policies = look.world.charts, look.policies
    spread = policies[COMBAT_SPREAD](charts, kind, found.odds)
    if special:
        return CombatAnswer(found, met, special_outcomes(Twice(look, data, met), spread, found.odds), {})
    open_still = settled == NOTHING_SETTLED
    others = policies[OTHER_ODDS](look, kind, hex_, units, terrain, found.odds) if open_still else []
    ways = [Spread(policies[RESULT_WAYS](charts, kind, other.odds)) for other in others]
    came = aftermaths(look, data, {read.result for read in spread.ways}.union(*(other.ways for other in ways)), met)
    outcomes = spread.then(lambda read: came[read.result].map(lambda after: CombatOutcome(read, after)))
    otherwise = (OtherAnswer(*pair) for pair in zip(others, (way.then(came.__getitem__) for way in ways), strict=True))
    return CombatAnswer(found, met, outcomes, came, tuple(otherwise))


def special_outcomes(twice: Twice, spread: Spread[CombatRead], odds: AnnouncedOdds) -> Spread[CombatOutcome]:
    """Every course of a special attack with this first roll."""

    def courses(read: CombatRead) -> Spread[CombatOutcome]:
        chances: dict[CombatOutcome, Fraction] = {}
        for ended, chance in twice.courses(read, odds):
            after = compare(twice.look, ended.course.look, twice.data, ended.course.evaded)
            outcome = CombatOutcome(read, after, ended.again)
            chances[outcome] = chances.get(outcome, Fraction(0)) + chance
        return from_chances(chances)

    return spread.then(courses)


def aftermath(look: Look, data: CombatData, result: str, policy: Policy) -> Spread[Aftermath]:
    """Carry out one result of the Combat Table under a policy."""
    return _told(look, data, play_each(after_roll(look, data, result), policy))


def aftermaths(look: Look, data: CombatData, results: Iterable[str], policy: Policy) -> dict[str, Spread[Aftermath]]:
    """The outcomes of several results: `aftermath` of each, with common parts carried out once.

    Equal attacker halves are played once; where these leave equal states, so are equal defender halves.
    """
    halves: dict[Hashable, list[Played]] = {}
    left: list[State] = []
    known: dict[Hashable, Spread[Aftermath]] = {}

    def second(half: Played, result: str, defence: Hashable) -> Spread[Aftermath]:
        execution = half.look.state.stack[-1].data.attack
        bare = half.look.state.change(stack=())
        if bare not in left:
            left.append(bare)
        key = (left.index(bare), execution.retreat, execution.failed, half.evaded, defence)
        if key not in known:
            known[key] = _told(look, data, play_each(halfway(half.look, result), policy), half.evaded)
        return known[key]

    found = {}
    for result in results:
        cell = look.policies[COMBAT_RESULT](look.world.charts, result)
        attack = (cell.a_loss, cell.a_option, cell.exploit, look.policies[ATTACKERS_HALF](cell))
        defence = (cell.d_loss, cell.d_option, cell.d_dg, cell.d_retreat)
        if attack not in halves:
            halves[attack] = play_each(after_roll(look, data, result), policy, (SECOND_HALF,))
        found[result] = _joined((half.chance, second(half, result, defence)) for half in halves[attack])
    return found


def _told(look: Look, data: CombatData, courses: Iterable[Played], evaded: tuple[str, ...] = ()) -> Spread[Aftermath]:
    """The outcomes of courses, with the HQs that had evaded before."""
    sure = ((one.chance, Spread.sure(compare(look, one.look, data, evaded + one.evaded))) for one in courses)
    return _joined(sure)


def _joined(parts: Iterable[tuple[Fraction, Spread[Aftermath]]]) -> Spread[Aftermath]:
    chances: dict[Aftermath, Fraction] = {}
    for chance, spread in parts:
        for after, share in spread:
            chances[after] = chances.get(after, Fraction(0)) + chance * share
    return from_chances(chances)


def compare(before: Look, after: Look, data: CombatData, evaded: Collection[str] = ()) -> Aftermath:
    """What changed for the units that took part; HQs that evaded did not retreat."""

    def lost(units: tuple[str, ...]) -> int:
        return sum(before.steps(before.unit(uid)) - _left(after, uid) for uid in units)

    def gone(units: tuple[str, ...], *, forward: bool) -> int:
        moved = [
            before.board.distance(before.unit(uid).hex, after.unit(uid).hex)
            for uid in units
            if uid not in evaded and after.unit(uid).on_map and (after.unit(uid).hex == data.hex) is forward
        ]
        return max(moved, default=0)

    attackers = [after.unit(uid) for uid in data.attackers if after.unit(uid).on_map]
    defenders = [after.unit(uid) for uid in data.defenders if after.unit(uid).on_map]
    return Aftermath(
        attacker_losses=lost(data.attackers),
        defender_losses=lost(data.defenders),
        attacker_retreat=gone(data.attackers, forward=False),
        defender_retreat=gone(data.defenders, forward=False),
        disorganized=sum(unit.marker == "dg" for unit in defenders),
        exploiting=sum(unit.marker == "exploit" for unit in attackers),
        taken=any(unit.hex == data.hex for unit in attackers),
        evaded=len(evaded),
        craft_lost=_points(before) - _points(after) if fleet_in(before.state).boats else 0,
    )


def _points(look: Look) -> int:
    """All points of Landing Craft."""
    return sum(craft.points for craft in fleet_in(look.state).craft)


def _left(look: Look, uid: str) -> int:
    """Steps a unit has left; none in the Dead Pile."""
    unit = look.unit(uid)
    return look.steps(unit) if unit.on_map or unit.hex == ABOARD else 0
