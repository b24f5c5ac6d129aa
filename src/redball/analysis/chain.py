"""A plan of several strokes: barrage, attack, exploitation overrun, and the exact chance that it opens a hex.

Each stroke starts from every state that the one before can leave, weighted by its chance. Its effects are carried
out by its own procedure under the stated policy. Supply for the strokes is assumed.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.ground import CombatAnswer, combat_answer
from redball.analysis.policy import Policy, play_each
from redball.core.actions import DeclareOverrun
from redball.core.chances import Throw, spread_of
from redball.core.look import Look
from redball.core.own import lasting
from redball.core.refusals import Refusal
from redball.core.state import Activity, Frame
from redball.rules.barrage.chart import Target, asks_for_die
from redball.rules.barrage.on_board import aim, best_terrain, target_of, total_strength
from redball.rules.barrage.procedure import Barrage
from redball.rules.barrage.segment import drafted_halves
from redball.rules.combat.played import after_roll, announced_combat
from redball.rules.combat.record import Kind
from redball.rules.ground.craft import poised
from redball.rules.movement.overrun import refuse as refuse_overrun
from redball.rules.movement.overrun import refuse_unit
from redball.rules.moving_stack.move_ends import MoveData

ASSUMED = (
    "every stroke is paid for",
    "units that exploit stand in the hex that was taken before they overrun the next, with all their MP",
)


class Plan(Struct, frozen=True):
    """Strokes of one side. `guns` fire at `hex` first (none: no barrage), `attackers` attack it, ordinarily or in a
    `special` way, and units that exploit overrun `then` (-1: none)."""

    hex: int
    attackers: tuple[str, ...]
    guns: tuple[str, ...] = ()
    then: int = -1
    special: str = ""


class Stroke(Struct, frozen=True):
    """One stroke of a plan: its name, the chance of reaching it, the chance that the plan still holds after it."""

    name: str
    reached: Fraction
    succeeds: Fraction


class Forecast(Struct, frozen=True):
    """The chances of a plan, stroke by stroke and in all, with policy and assumptions. `refused` is
    why exploiting units could not overrun."""

    strokes: tuple[Stroke, ...]
    chance: Fraction
    policy: Policy
    assumptions: tuple[str, ...] = ASSUMED
    refused: tuple[Refusal, ...] = ()


def after_barrage(look: Look, side: str, hex_: int, guns: Iterable[str], policy: Policy) -> list[tuple[Look, Fraction]]:
    """Every state that a barrage can leave, with its chance. Raises ValueError below one Barrage Point (10.0-E)."""
    units, terrain = tuple(guns), best_terrain(look, hex_)
    charts = look.world.charts
    halved = drafted_halves(look, hex_, units)
    column = aim(look, side, hex_, total_strength(look, units, halved), terrain).column
    target: Target = target_of(look, side, hex_, terrain)

    def thrown(throw: Throw) -> tuple[int, int]:
        roll = throw.two("dice")
        asked = asks_for_die(charts, target, charts.barrage.lookup(column, roll))
        return roll, throw.one("die") if asked else 0

    def effect(dice: tuple[int, int]) -> tuple[str, bool]:
        cell = charts.barrage.lookup(column, dice[0])
        return cell.text, dice[1] > 0 and charts.barrage.loses_step(dice[1])

    chances: dict[tuple[str, bool], Fraction] = {}
    examples: dict[tuple[str, bool], tuple[int, int]] = {}
    for dice, chance in spread_of(thrown):
        key = effect(dice)
        chances[key] = chances.get(key, Fraction(0)) + chance
        examples[key] = dice
    found = []
    for key, chance in chances.items():
        roll, die = examples[key]
        fired = Frame("barrage", "resolve", Barrage(side, hex_, units, terrain, roll, die, halved=halved))
        states = play_each(look.at_stack(look.state.change(stack=(fired,))), policy)
        found += [(one.look, chance * one.chance) for one in states]
    return found


def after_combat(
    look: Look, kind: Kind, hex_: int, attackers: tuple[str, ...], policy: Policy, special: str = ""
) -> tuple[CombatAnswer, list[tuple[Look, Fraction]]]:
    """Every state that a combat can leave, by results of the Combat Table; a `special` attack may roll again on the
    same column."""
    look = poised(look, attackers)
    answer = combat_answer(look, kind, hex_, attackers, policy, special=special)
    data = announced_combat(look, kind, hex_, attackers, answer.preview, special)
    results = answer.outcomes.map(lambda outcome: (outcome.read.result, outcome.read.shift if special else 0))
    return answer, [
        (one.look, chance * one.chance)
        for (text, shift), chance in results
        for one in play_each(after_roll(look, replace(data, shift=shift), text), policy)
    ]


def forecast(look: Look, side: str, plan: Plan, policy: Policy | None = None) -> Forecast:
    """The chances of a plan.

    Raises ValueError for a plan without attackers or without enemy combat units in its hexes.
    """
    met = policy or Policy()
    if plan.then >= 0 and look.board.direction(plan.hex, plan.then) < 0:
        raise ValueError(f"{look.hex_name(plan.then)} is not next to {look.hex_name(plan.hex)}")
    strokes: list[Stroke] = []
    states = [(look, Fraction(1))]
    if plan.guns:
        states = [
            (after, chance * share)
            for before, chance in states
            for after, share in after_barrage(before, side, plan.hex, plan.guns, met)
        ]
        strokes.append(Stroke("barrage", Fraction(1), Fraction(1)))
    attacked = [
        (after, chance * share) for before, chance in states for after, share in attack(before, side, plan, met)
    ]
    opened = [(after, chance) for after, chance in attacked if not held(after, side, plan.hex)]
    strokes.append(Stroke("attack", Fraction(1), _sum(opened)))
    if plan.then < 0:
        return Forecast(tuple(strokes), _sum(opened), met)
    ready = [(gathered(after, plan), chance) for after, chance in opened]
    able = [(after, chance) for after, chance in ready if exploiting(after, plan)]
    chance = sum((share * overrun(after, side, plan, met) for after, share in able), Fraction(0))
    strokes += [Stroke("exploit", _sum(opened), _sum(able)), Stroke("overrun", _sum(able), chance)]
    refused = {refused for after, _ in able for refused in overrunning(after, side, plan)[1]}
    return Forecast(tuple(strokes), chance, met, refused=tuple(sorted(refused, key=lambda no: (no.units, no.code))))


def _sum(states: Iterable[tuple[Look, Fraction]]) -> Fraction:
    return sum((chance for _, chance in states), Fraction(0))


def held(look: Look, side: str, hex_: int) -> bool:
    """Enemy combat units are in the hex."""
    return look.has_combat_units(hex_, look.enemy(side))


def attack(look: Look, side: str, plan: Plan, policy: Policy) -> list[tuple[Look, Fraction]]:
    """The states after the attack; a hex emptied by the barrage needs none."""
    if not held(look, side, plan.hex):
        return [(look, Fraction(1))]
    return after_combat(look, "regular", plan.hex, plan.attackers, policy, plan.special)[1]


def exploiting(look: Look, plan: Plan) -> tuple[str, ...]:
    """Attackers that are in Exploitation Mode."""
    units = (look.unit(uid) for uid in plan.attackers)
    return tuple(unit.id for unit in units if unit.on_map and unit.marker == "exploit")


def gathered(look: Look, plan: Plan) -> Look:
    """Units that exploit, in the hex taken."""
    ids = exploiting(look, plan)
    units = map(look.unit, ids)
    moved = [u.change(hex=plan.hex, activity=Activity(fueled=True), own=lasting(u.own)) for u in units]
    clock = replace(look.state.clock, phase="exploitation")
    return look.after(look.state.with_units(moved).change(clock=clock), ids)


def overrunning(look: Look, side: str, plan: Plan) -> tuple[tuple[str, ...], tuple[Refusal, ...]]:
    """Exploiting units that may overrun the next hex, and why the others may not; all of them if the hex is empty."""
    ids = exploiting(look, plan)
    if not held(look, side, plan.then):
        return ids, ()
    stack = MoveData(side, plan.hex, ids, (0,) * len(ids))
    direction = look.board.direction(plan.hex, plan.then)
    refused = {uid: refuse_unit(look, stack, look.unit(uid), direction, plan.hex) for uid in ids}
    able = tuple(uid for uid, no in refused.items() if no is None)
    together = refuse_overrun(look, MoveData(side, plan.hex, able, (0,) * len(able)), DeclareOverrun(plan.then))
    why = (*refused.values(), together if able else None)
    return able if together is None else (), tuple(no for no in why if no is not None)


def overrun(look: Look, side: str, plan: Plan, policy: Policy) -> Fraction:
    """The chance that exploiting units clear the next hex; an empty hex is open, and the chance is none if none of them
    may overrun."""
    if not held(look, side, plan.then):
        return Fraction(1)
    able, _ = overrunning(look, side, plan)
    if not able:
        return Fraction(0)
    states = after_combat(look, "overrun", plan.then, able, policy)[1]
    return _sum((after, chance) for after, chance in states if not held(after, side, plan.then))
