"""The analysis of a combat against the engine itself, in positions that random play comes to.

Thrown: real dice from the step "surprise" on, many times a position, held to the foreseen chances by chi-square.
Scripted: every sum that the dice of a combat can show, one after the other, which must agree exactly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import NamedTuple

import pytest

from redball.analysis.ground import Aftermath, CombatAnswer, combat_answer, compare
from redball.analysis.policy import Policy, Way, play_out
from redball.bots.random_play import at_random
from redball.core.chances import PIPS, SUMS
from redball.core.dice import Dice, DicePosition
from redball.core.look import Look
from redball.core.state import Frame, State
from redball.game import Game
from redball.rules.combat.dice import Odds, who_surprises
from redball.rules.combat.played import FIRST_STEP, announced_combat
from redball.rules.combat.record import CombatData

WAYS: tuple[Way, ...] = ("losses", "retreat", "mixed")
POLICIES = [
    Policy(attacker, defender, ignore) for attacker, defender in product(WAYS, WAYS) for ignore in (True, False)
]
POSITIONS, THROWS, FEW = 120, 90, 5
FAMILY = 0.001
"""The chance that the whole test fails though the analysis is right, were its seeds drawn anew."""


class Opened(NamedTuple):
    """A combat at its first die, what the analysis says of it, and what was already played of it."""

    look: Look
    data: CombatData
    policy: Policy
    answer: CombatAnswer
    played: dict[tuple[Frame, ...], tuple[State, Aftermath]]

    def fall(self, dice: Dice) -> Aftermath:
        """What the engine makes of it with these dice.

        What follows the dice of the combat is played once for each state that they lead to; where it throws more dice,
        these count, and it is played every time.
        """
        rolled = play_out(self.look, self.policy, dice, [("combat", FIRST_STEP)])
        state = rolled.state.change(dice=DicePosition())
        known = self.played.get(state.stack)
        if known is not None and known[0] == state:
            return known[1]
        after = play_out(rolled, self.policy, dice)
        found = compare(self.look, after, self.data)
        if after.state.dice == rolled.state.dice:
            self.played[state.stack] = (state, found)
        return found

    def foreseen(self) -> dict[Aftermath, Fraction]:
        """The chance of everything that can come of it."""
        return dict(self.answer.outcomes.map(lambda outcome: outcome.after))


def combats(scenario: str, seeds: range) -> Iterator[Opened]:
    """The combats of games played at random, each where it begins, under one policy after the other."""
    number = 0
    for seed in seeds:
        game, rng, fighting = Game.new(scenario, seed=seed), Random(seed), False
        game.keep_undo = False
        while game.decision is not None:
            game.take(game.decision.side, at_random(game.choices(), rng.getrandbits(64)))
            data = next((f.data for f in game.state.stack if f.procedure == "combat"), None)
            if data is not None and not fighting:
                yield opened(game.look, data, POLICIES[number % len(POLICIES)])
                number += 1
            fighting = data is not None


def opened(look: Look, declared: CombatData, policy: Policy) -> Opened:
    """The combat that was declared, with everything announced and paid for, before its first die."""
    answer = combat_answer(look, declared.kind, declared.hex, declared.attackers, policy)
    data = announced_combat(look, declared.kind, declared.hex, declared.attackers, answer.preview)
    stack = (Frame("combat", "surprise", data),)
    return Opened(look.at_stack(look.state.change(stack=stack, dice=DicePosition())), data, policy, answer, {})


def chance_above(square: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is above this: exact, by the recurrence of Q(a, x).

    >>> round(chance_above(3.841, 1), 3), round(chance_above(9.488, 4), 3), round(chance_above(11.07, 5), 3)
    (0.05, 0.05, 0.05)
    """
    x = square / 2
    found, a = (math.exp(-x), 1.0) if freedom % 2 == 0 else (math.erfc(math.sqrt(x)), 0.5)
    while a < freedom / 2:
        found += math.exp(a * math.log(x) - x - math.lgamma(a + 1)) if x > 0 else 0.0
        a += 1
    return found


def compared(fell: Counter[Aftermath], foreseen: dict[Aftermath, Fraction], throws: int) -> tuple[float, int]:
    """Chi-square and its degrees of freedom; outcomes too rare to compare are put together."""
    rare = [after for after, chance in foreseen.items() if chance * throws < FEW]
    cells = [(fell[after], float(chance) * throws) for after, chance in foreseen.items() if after not in rare]
    if rare:
        cells.append((sum(fell[after] for after in rare), float(sum(foreseen[after] for after in rare)) * throws))
    cells.sort(key=lambda cell: cell[1])
    if len(cells) > 1 and cells[0][1] < FEW:  # what is rare together is still rare: to the next
        cells[:2] = [(cells[0][0] + cells[1][0], cells[0][1] + cells[1][1])]
    return sum((seen - due) ** 2 / due for seen, due in cells), len(cells) - 1


def uncertain(positions: Iterator[Opened]) -> Iterator[Opened]:
    """Those in which so many throws can tell one outcome from another."""
    return (position for position in positions if compared(Counter(), position.foreseen(), THROWS)[1])


def holm(chances: list[float]) -> bool:
    """Whether no test of many fails, by Holm's correction at the level FAMILY."""
    return all(chance > FAMILY / (len(chances) - i) for i, chance in enumerate(sorted(chances)))


@pytest.mark.long
@pytest.mark.case("9.8-A", "9.8-B", "9.9", "9.10", "9.11b-B", "9.12-A")
def test_real_combats_fall_as_foreseen_in_positions_of_random_play() -> None:
    """Both scenarios, every policy; each position's throws, corrected for so many tests; and all of them together."""
    found, squares, degrees, kinds = [], 0.0, 0, Counter[str]()
    lesson, campaign = map(uncertain, (combats("crossing", range(40)), combats("yelnya", range(60))))
    positions = [*islice(lesson, 4), *islice(campaign, POSITIONS - 4)]
    assert len(positions) == POSITIONS
    for number, position in enumerate(positions):
        foreseen = position.foreseen()
        fell = Counter(position.fall(Dice(1000 * number + throw)) for throw in range(THROWS))
        assert set(fell) <= set(foreseen), f"position {number}: something that was not foreseen"
        square, freedom = compared(fell, foreseen, THROWS)
        found.append(chance_above(square, freedom))
        squares, degrees = squares + square, degrees + freedom
        kinds[position.data.kind] += 1
    assert min(kinds.values()) >= 10
    assert set(kinds) == {"regular", "overrun"}
    assert holm(found), sorted(found)[:3]
    assert chance_above(squares, degrees) > FAMILY


def test_the_correction_finds_what_is_wrong() -> None:
    """A chi-square of dice that are not those foreseen is beyond any doubt."""
    position = next(one for one in combats("yelnya", range(1, 60)) if max(one.foreseen().values()) < Fraction(2, 5))
    foreseen = position.foreseen()
    ranks = sorted(foreseen, key=lambda after: foreseen[after])
    other = {after: foreseen[opposite] for after, opposite in zip(ranks, reversed(ranks), strict=True)}
    fell = Counter(position.fall(Dice(throw)) for throw in range(THROWS))
    assert chance_above(*compared(fell, foreseen, THROWS)) > FAMILY
    assert chance_above(*compared(fell, other, THROWS)) < FAMILY / POSITIONS
    assert not holm([0.5, FAMILY / 3])
    assert holm([0.5, FAMILY])


def every_throw(position: Opened) -> dict[Aftermath, Fraction]:
    """The engine's own dice scripted to show every sum: surprise, its shift where there is one, resolution."""
    odds = position.answer.preview.odds
    thrown_on = Odds(position.data.kind, odds.column, odds.drm, odds.hedgehog)
    ways: Counter[Aftermath] = Counter()
    for first, last in product(SUMS, SUMS):
        nobody = who_surprises(position.look.world.charts, thrown_on, first) == "none"
        for pip in (0,) if nobody else PIPS:
            shift = (pip,) if pip else ()
            script = (*pair(first), *shift, *pair(last))
            ways[position.fall(Dice(0, script))] += SUMS[first] * SUMS[last] * (6 if nobody else 1)
    return {after: Fraction(count, 36 * 6 * 36) for after, count in ways.items()}


def pair(total: int) -> tuple[int, int]:
    """Two dice of a sum."""
    return (1, total - 1) if total <= 7 else (total - 6, 6)


@pytest.mark.case("9.8-A", "9.8-B", "9.9")
def test_every_fall_of_the_engines_own_dice_agrees_exactly() -> None:
    positions = [*islice(combats("crossing", range(40, 60)), 2), *islice(combats("yelnya", range(70, 80)), 10)]
    assert len(positions) == 12
    for position in positions:
        assert every_throw(position) == position.foreseen()
