"""How often each result was rolled, beside what chance says, by side and by kind of roll.

Dice are open to both sides: a roll is in everybody's log. Each chance here is counted exactly, without approximation:
how likely a result at least as far from the expected one is with fair dice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import takewhile
from math import comb

from msgspec import Struct

from redball.core.events import DiceRolled, Event
from redball.game.fair import Fair
from redball.game.game import Game

FACES = {value: Fraction(1, 6) for value in range(1, 7)}
SUMS = {value: Fraction(6 - abs(7 - value), 36) for value in range(2, 13)}
LINKS = ("at", "of")
"""Words between the purpose of a roll and the hex or unit that it was for."""
ALL = "all dice"


class RolledValue(Struct, frozen=True):
    """One result: its `chance` in one roll ("5/36"), how often it was `rolled` and how often that is `expected`.
    `p`: the chance that it comes up at least as far from that, by fair dice."""

    value: int
    chance: str
    rolled: int
    expected: float
    p: float


class RolledKind(Struct, frozen=True):
    """One kind of roll of a side ("": nobody's, such as weather): how many `rolls` with how many `dice`, their `pips`
    and how many are `expected`. `p`: the chance that the pips are at least as far from that, by fair dice. `values` are
    sums where every roll was of two dice, single dice otherwise."""

    side: str
    name: str
    case: str
    rolls: int
    dice: int
    pips: int
    expected: float
    p: float
    sums: bool
    values: tuple[RolledValue, ...]


class DiceSheet(Struct, frozen=True):
    """The dice of a game: how they were pledged, null if they were not, and the kinds of rolls, all dice of a side
    before its kinds."""

    fair: Fair | None
    kinds: tuple[RolledKind, ...]


def dice_sheet(game: Game) -> DiceSheet:
    """What was rolled in a game so far, without what was taken back or abandoned."""
    return DiceSheet(game.fair, rolled_kinds(game.events()))


def rolled_kinds(happened: Iterable[Event]) -> tuple[RolledKind, ...]:
    """The kinds of rolls in these events."""
    found: defaultdict[tuple[str, str, str], list[DiceRolled]] = defaultdict(list)
    for event in happened:
        if isinstance(event, DiceRolled):
            found[event.side, "", ALL].append(event)
            found[event.side, event.case, purpose(event.reason)].append(event)
    return tuple(_kind(*key, rolls) for key, rolls in sorted(found.items(), key=lambda one: (one[0][0], *one[0][1:])))


def purpose(reason: str) -> str:
    """What a roll is for, without the hex or unit.

    >>> purpose("attrition at A12.10"), purpose("Capture Table, dump")
    ('attrition', 'Capture Table, dump')
    """
    return " ".join(takewhile(lambda word: word not in LINKS, reason.split()))


def _kind(side: str, case: str, name: str, rolls: Sequence[DiceRolled]) -> RolledKind:
    dice = [die for roll in rolls for die in roll.dice]
    sums = name != ALL and all(len(roll.dice) == 2 for roll in rolls)
    values = [sum(roll.dice) for roll in rolls] if sums else dice
    return RolledKind(
        side, name, case, len(rolls), len(dice), sum(dice), 3.5 * len(dice), float(pips_p(len(dice), sum(dice))),
        sums, _values(values, SUMS if sums else FACES),
    )  # fmt: skip


def _values(rolled: Sequence[int], chances: dict[int, Fraction]) -> tuple[RolledValue, ...]:
    times = Counter(rolled)
    return tuple(
        RolledValue(
            value, str(chance), times[value], round(float(chance * len(rolled)), 2),
            float(count_p(len(rolled), chance, times[value])),
        )
        for value, chance in chances.items()
    )  # fmt: skip


def pips_p(dice: int, pips: int) -> Fraction:
    """The chance that so many fair dice show a sum at least as far from the expected one, on either side.

    >>> pips_p(1, 6), pips_p(2, 7), pips_p(2, 11)
    (Fraction(1, 3), Fraction(1, 1), Fraction(1, 6))
    """
    low = min(pips, 7 * dice - pips)
    if 2 * low >= 7 * dice:
        return Fraction(1)
    return Fraction(2 * _ways_up_to(dice, low - dice), 6**dice)


def _ways_up_to(dice: int, over: int) -> int:
    """In how many ways dice show at most `over` more than their number."""
    return sum((-1) ** k * comb(dice, k) * comb(over - 6 * k + dice, dice) for k in range(over // 6 + 1))


def count_p(rolls: int, chance: Fraction, times: int) -> Fraction:
    """The chance that a result comes up in so many rolls at least as far from the expected number of times.

    >>> count_p(2, Fraction(1, 6), 2), count_p(6, Fraction(1, 6), 1)
    (Fraction(1, 36), Fraction(1, 1))
    """
    hit, of = chance.numerator, chance.denominator
    miss, away = of - hit, abs(times * of - rolls * hit)
    inner, ways = 0, miss**rolls
    """`ways`: of `of ** rolls`, those with `k` hits, from one `k` to the next without a fresh power."""
    for k in range(rolls + 1):
        if abs(k * of - rolls * hit) < away:
            inner += ways
        ways = ways * (rolls - k) * hit // ((k + 1) * miss)
    return 1 - Fraction(inner, of**rolls)
