"""Everything that Air Combats can leave, counted exactly and without walking their dice to the end.

Who is sent follows from who is left, so a combat is a graph of the few ways to be left (a `Standing` without what has
been lost), each of which is rolled once. Through that graph runs whatever is to be counted: a mark that every round may
change, such as the steps that a side has lost. The plain version is `combat.throw_battle`; tests compare them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from redball.charts import Charts
from redball.core.chances import Spread, spread_of
from redball.rules.air.combat import SERIES, AirBattle, AirCombat, Aircraft, RoundDice, Standing, ended

M = TypeVar("M", bound=Hashable)
Planes = tuple[Aircraft, ...]


class Fell(NamedTuple):
    """One result of a round: how many throws have it, the number of the round that is next, who is gone of each side,
    the steps lost, and whether the attacker is gone because it has had its round, not because it was driven off."""

    ways: int
    left: int
    gone: tuple[Planes, Planes]
    lost: tuple[int, int]
    unbeaten: bool


class Round(NamedTuple):
    """Who is there, how many they are, and every result of the next round in `total` throws; none if it is over."""

    standing: Standing
    size: int
    total: int
    results: tuple[Fell, ...]


class Outcomes:
    """Rounds by the rules of an edition; combats that stand alike share them."""

    def __init__(self, charts: Charts, rules: AirCombat = SERIES) -> None:
        self._charts, self._rules, self._dice = charts, rules, RoundDice(charts)
        self._numbers: dict[Standing, int] = {}
        self._rounds: list[Round | None] = []
        self._starts: list[Standing] = []

    def last(self, start: Standing, mark: M, marked: Callable[[M, Fell], M]) -> Spread[tuple[Standing, M]]:
        """Who can be left in the end, and what `marked` has made of `mark` by then. What `start` has lost before is
        left out."""
        first = self._number(start)
        grain = lcm(*(self._round(number).total for number in self._sizes([first])))
        size = self._round(first).size
        # what is counted of those with n aircraft is in parts of grain ** (size - n)
        counted: list[dict[tuple[int, M], int]] = [{} for _ in range(size + 1)]
        counted[size][first, mark] = 1
        over: dict[tuple[int, M], int] = {}
        for there in range(size, -1, -1):
            for (number, before), count in counted[there].items():
                _, _, total, results = self._round(number)
                if not results:
                    over[number, before] = count * grain**there
                for fell in results:
                    fewer = self._round(fell.left).size
                    key = fell.left, marked(before, fell)
                    more = count * fell.ways * (grain // total) * grain ** (there - fewer - 1)
                    counted[fewer][key] = counted[fewer].get(key, 0) + more
        common = gcd(*over.values())
        return Spread({(self._round(n).standing, last): count // common for (n, last), count in over.items()})

    def standings(self, start: Standing) -> Spread[Standing]:
        """Who can be left, with all that has been lost."""
        before = start.lost

        def with_losses(found: tuple[Standing, tuple[int, int]]) -> Standing:
            left, lost = found
            return replace(left, lost=_added(before, lost))

        return self.last(start, (0, 0), _losses).map(with_losses)

    def battle(self, start: Standing) -> Spread[AirBattle]:
        """How it can end."""
        return self.standings(start).map(ended)

    def expected(
        self, starts: Iterable[Standing], told: Callable[[Standing], tuple[int, ...]], sides: tuple[int, ...]
    ) -> list[tuple[Fraction, ...]]:
        """For each of these combats the expected values of what is `told` of its end, then of the steps that these
        sides lose until then."""
        first = [self._number(start) for start in starts]
        sizes = self._sizes(first)
        grain = lcm(*(self._round(number).total for number in sizes))
        # values of those with n aircraft are in parts of grain ** n
        values: dict[int, list[int]] = {}
        for number in sorted(sizes, key=sizes.__getitem__):
            standing, size, total, results = self._round(number)
            if not results:
                values[number] = [value * grain**size for value in (*told(standing), *[0] * len(sides))]
                continue
            columns = []
            for _, left, _, lost, _ in results:
                least, more = grain ** sizes[left], values[left]
                own = [value + lost[side] * least for value, side in zip(more[-len(sides) :], sides, strict=True)]
                columns.append([*more[: -len(sides)], *own])
            shares = [fell.ways * (grain // total) * grain ** (size - 1 - sizes[fell.left]) for fell in results]
            values[number] = [sum(map(mul, shares, row)) for row in zip(*columns, strict=True)]
        return [tuple([Fraction(value, grain ** sizes[number]) for value in values[number]]) for number in first]

    def _sizes(self, first: Iterable[int]) -> dict[int, int]:
        """How many aircraft take part in these rounds and in each that may come."""
        todo = [*first]
        found = {number: self._round(number).size for number in todo}
        while todo:
            for fell in self._round(todo.pop()).results:
                if fell.left not in found:
                    found[fell.left] = self._round(fell.left).size
                    todo.append(fell.left)
        return found

    def _number(self, standing: Standing) -> int:
        bare = standing if standing.lost == (0, 0) else replace(standing, lost=(0, 0))
        number = self._numbers.get(bare)
        if number is None:
            number = self._numbers[bare] = len(self._rounds)
            self._rounds.append(None)
            self._starts.append(bare)
        return number

    def _round(self, number: int) -> Round:
        found = self._rounds[number]
        if found is None:
            found = self._rounds[number] = self._rolled(self._starts[number])
        return found

    def _rolled(self, before: Standing) -> Round:
        size = len(before.sides[0]) + len(before.sides[1])
        if not self._rules.goes_on(before):
            return Round(before, size, 1, ())
        after = self._thrown(before)
        common = gcd(*after.values())
        results = [self._fell(before, count // common, one) for one, count in after.items()]
        return Round(before, size, sum(after.values()) // common, tuple(results))

    def _thrown(self, before: Standing) -> Mapping[Standing, int]:
        if self._rules.each_round is not None:
            return self._rules.each_round(self._dice, before)
        return spread_of(lambda throw: self._rules.after_round(self._charts, before, throw)).ways

    def _fell(self, before: Standing, ways: int, after: Standing) -> Fell:
        one, other = (_gone(was, now) for was, now in zip(before.sides, after.sides, strict=True))
        return Fell(ways, self._number(after), (one, other), after.lost, after.flown_home > before.flown_home)


def _gone(was: Planes, now: Planes) -> Planes:
    """Who is not there any more; those that are left keep their order."""
    left, gone = 0, []
    for plane in was:
        if left < len(now) and now[left] == plane:
            left += 1
        else:
            gone.append(plane)
    return tuple(gone)


def _added(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _losses(lost: tuple[int, int], fell: Fell) -> tuple[int, int]:
    return _added(lost, fell.lost)
