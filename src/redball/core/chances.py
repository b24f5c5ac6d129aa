"""Exact chances: run a procedure with thrown dice, or with every fall of its dice; never sample.

A table procedure is a function of a `Throw`. `spread_of` runs it once for every way in which its dice can fall. It
walks the sums of two dice, each weighed by the ways to throw it, because every table reads sums.

>>> found = spread_of(lambda throw: throw.two() >= 11)
>>> found.chance(bool)
Fraction(1, 12)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from random import Random
from typing import Generic, Protocol, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

Courses = tuple[tuple[tuple[int, ...], Fraction], ...]
"""One example throw for each different outcome, with the chance of that outcome."""
SUMS: dict[int, int] = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""How many of the 36 throws of two dice give each sum."""
LOWEST: dict[int, tuple[int, int]] = {total: (max(1, total - 6), min(6, total - 1)) for total in SUMS}
"""Of the throws that give a sum, the one with the lowest first die.
"""
PIPS: dict[int, int] = dict.fromkeys(range(1, 7), 1)


class Throw(Protocol):
    """Where a procedure's dice come from. Throws have names, such as `surprise`, so that callers can give values."""

    def two(self, name: str = "dice") -> int:
        """The sum of two dice."""
        ...

    def one(self, name: str = "die") -> int:
        """One die."""
        ...


class Spread(Generic[T]):
    """An exact distribution: `ways` counts how many of `total` falls give each outcome. The counts are not reduced, so
    that spreads of the same dice compare at a glance."""

    __slots__ = ("total", "ways")

    def __init__(self, ways: Mapping[T, int]) -> None:
        self.ways: dict[T, int] = {outcome: count for outcome, count in ways.items() if count}
        self.total = sum(self.ways.values())

    @classmethod
    def sure(cls, outcome: T) -> Spread[T]:
        """An outcome that needs no dice."""
        return cls({outcome: 1})

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        """Every outcome with its chance."""
        return ((outcome, Fraction(count, self.total)) for outcome, count in self.ways.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spread) and dict(self) == dict(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Spread({self.ways!r})"

    def chance(self, holds: Callable[[T], object]) -> Fraction:
        """The chance of all outcomes for which something holds."""
        return Fraction(sum(count for outcome, count in self.ways.items() if holds(outcome)), self.total)

    def expect(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """The expected value."""
        return Fraction(sum(value(outcome) * count for outcome, count in self.ways.items()), self.total)

    def map(self, change: Callable[[T], U]) -> Spread[U]:
        """The same dice with each outcome converted; equal outcomes count together."""
        ways: dict[U, int] = {}
        for outcome, count in self.ways.items():
            changed = change(outcome)
            ways[changed] = ways.get(changed, 0) + count
        return Spread(ways)

    def then(self, following: Callable[[T], Spread[U]]) -> Spread[U]:
        """Follow each outcome with the spread of more dice."""
        later = [(count, following(outcome)) for outcome, count in self.ways.items()]
        most = lcm(*(spread.total for _, spread in later))
        ways: dict[U, int] = {}
        for count, spread in later:
            for outcome, share in spread.ways.items():
                ways[outcome] = ways.get(outcome, 0) + count * share * (most // spread.total)
        return Spread(ways)


def from_chances(chances: Mapping[T, Fraction]) -> Spread[T]:
    """A spread from fractions that sum to one.

    Raises ValueError when they do not.
    """
    if sum(chances.values()) != 1:
        raise ValueError(f"chances sum to {sum(chances.values())}, not to 1")
    common = lcm(*(chance.denominator for chance in chances.values()))
    return Spread({outcome: int(chance * common) for outcome, chance in chances.items()})


def courses_of_two(read: Callable[[int], Hashable]) -> Courses:
    """The different outcomes of two dice, read by their sum.

    >>> courses_of_two(lambda total: total >= 11)
    (((1, 1), Fraction(11, 12)), ((5, 6), Fraction(1, 12)))
    """
    found: dict[Hashable, tuple[tuple[int, int], int]] = {}
    for total, ways in SUMS.items():
        outcome = read(total)
        example, before = found.get(outcome, (LOWEST[total], 0))
        found[outcome] = example, before + ways
    return tuple((example, Fraction(ways, 36)) for example, ways in found.values())


def courses_of_one(read: Callable[[int], Hashable]) -> Courses:
    """The different outcomes of one die.

    >>> courses_of_one(lambda pip: pip == 6)
    (((1,), Fraction(5, 6)), ((6,), Fraction(1, 6)))
    """
    found: dict[Hashable, list[int]] = {}
    for pip in PIPS:
        found.setdefault(read(pip), []).append(pip)
    return tuple(((pips[0],), Fraction(len(pips), len(PIPS))) for pips in found.values())


def courses_of_each(number: int, one: Courses) -> Courses:
    """Those of so many throws, each of which has the courses of `one`.

    >>> courses_of_each(2, (((1,), Fraction(5, 6)), ((6,), Fraction(1, 6))))[1]
    ((1, 6), Fraction(5, 36))
    """
    found: Courses = (((), Fraction(1)),)
    for _ in range(number):
        found = tuple((dice + more, chance * share) for dice, chance in found for more, share in one)
    return found


class Rolled:
    """Dice from a random source; `dice` lists every die thrown, in order."""

    def __init__(self, source: Random) -> None:
        self._source = source
        self.dice: list[int] = []

    def one(self, name: str = "die") -> int:
        """One die."""
        self.dice.append(self._source.randint(1, 6))
        return self.dice[-1]

    def two(self, name: str = "dice") -> int:
        """The sum of two dice."""
        return self.one() + self.one()


class Told:
    """Dice given by name, in order: a sum from 2 to 12 for two dice, 1 to 6 for one. `rest` throws the others;
    `unused` are the given dice that the procedure has not asked for."""

    def __init__(self, values: Mapping[str, Iterable[int]], rest: Throw) -> None:
        self._values = {name: list(several) for name, several in values.items()}
        self._rest = rest

    def _next(self, name: str, lowest: int, highest: int, what: str) -> int | None:
        told = self._values.get(name)
        if not told:
            return None
        value = told.pop(0)
        if not lowest <= value <= highest:
            raise ValueError(f"{name} is {what}, from {lowest} to {highest}, not {value}")
        return value

    def one(self, name: str = "die") -> int:
        """The next value of that name. Raises ValueError if it is not 1 to 6."""
        value = self._next(name, 1, 6, "one die")
        return self._rest.one(name) if value is None else value

    def two(self, name: str = "dice") -> int:
        """The next value of that name. Raises ValueError if it is not 2 to 12."""
        value = self._next(name, 2, 12, "the sum of two dice")
        return self._rest.two(name) if value is None else value

    @property
    def unused(self) -> dict[str, list[int]]:
        """Given dice that the procedure did not ask for, by name."""
        return {name: list(several) for name, several in self._values.items() if several}


class _Walk:
    """One path through all ways to throw: follows `path`, then takes the first way of each new throw."""

    def __init__(self, path: list[tuple[dict[int, int], int]]) -> None:
        self.path = path
        self._at = 0
        self.weight = 1

    def _take(self, ways: dict[int, int]) -> int:
        if self._at == len(self.path):
            self.path.append((ways, 0))
        values = tuple(ways)
        value = values[self.path[self._at][1]]
        self._at += 1
        self.weight *= ways[value]
        return value

    def one(self, name: str = "die") -> int:
        """One die of this path."""
        return self._take(PIPS)

    def two(self, name: str = "dice") -> int:
        """Two dice of this path."""
        return self._take(SUMS)


def spread_of(procedure: Callable[[Throw], T]) -> Spread[T]:
    """The exact distribution of a procedure's outcomes: it runs for every fall of its dice.

    The procedure must depend on nothing but its dice. A path with fewer dice weighs correspondingly more.
    """
    found: list[tuple[T, int, int]] = []
    path: list[tuple[dict[int, int], int]] = []
    while True:
        walk = _Walk(path)
        outcome = procedure(walk)
        of = 1
        for ways, _ in path:
            of *= 36 if ways is SUMS else 6
        found.append((outcome, walk.weight, of))
        while path and path[-1][1] == len(path[-1][0]) - 1:
            path.pop()
        if not path:
            break
        path[-1] = (path[-1][0], path[-1][1] + 1)
    most = max(of for _, _, of in found)
    ways_: dict[T, int] = {}
    for outcome, weight, of in found:
        ways_[outcome] = ways_.get(outcome, 0) + weight * (most // of)
    return Spread(ways_)
