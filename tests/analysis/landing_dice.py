"""Landings counted by drawing every lot in every order, from the rows of the chart file. It shares no code with the
rules or the analysis.

A boat is a counter of Landing Craft: its points, the units aboard with their steps and what they weigh in sixteenths of
a point by the steps that they have left, and tokens of supply.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from analysis.mission_dice import DIE, TABLES

POINT, TOKEN = 16, 4


class Rider(NamedTuple):
    """A unit aboard: steps left, and its weight for 0, 1, ... steps left."""

    name: str
    steps: int
    weights: tuple[int, ...]

    @property
    def weight(self) -> int:
        return self.weights[self.steps]


class Boat(NamedTuple):
    """A counter of Landing Craft; `swims`: it comes ashore with a group, with all its points at stake."""

    name: str
    points: int
    riders: tuple[Rider, ...] = ()
    tokens: int = 0
    swims: bool = False

    @property
    def over(self) -> int:
        return sum(rider.weight for rider in self.riders) + TOKEN * self.tokens - POINT * self.points


class End(NamedTuple):
    """What is left: points of each boat, steps of each unit, tokens of each boat."""

    points: tuple[tuple[str, int], ...]
    steps: tuple[tuple[str, int], ...]
    tokens: tuple[tuple[str, int], ...]


Fleet = dict[str, Boat]
Ends = dict[End, Fraction]


def rows(terrain: str, modifier: int) -> Iterator[tuple[str, Fraction]]:
    """Each of the 36 throws, by the row of the table."""
    for one, two in product(DIE, DIE):
        roll = one + two + modifier
        for band in TABLES["alt"]["bands"][terrain]:
            if band.get("min", -99) <= roll <= band.get("max", 99):
                yield band["result"], Fraction(1, 36)


def half_up(number: int, share: str) -> int:
    return int(Fraction(number) * Fraction(share) + Fraction(1, 2))


def landed(boats: list[Boat], groups: list[tuple[str, ...]], terrain: str, modifier: int) -> Ends:
    """Every end of a landing with its chance."""
    fleet = {boat.name: boat for boat in boats}
    known = {rider.name: rider.steps for boat in boats for rider in boat.riders}
    found: Ends = {}
    for after, steps, chance in _groups(fleet, known, groups, terrain, modifier):
        end = End(
            tuple((boat.name, after[boat.name].points if boat.name in after else 0) for boat in boats),
            tuple(sorted(steps.items())),
            tuple((boat.name, after[boat.name].tokens if boat.name in after else 0) for boat in boats),
        )
        found[end] = found.get(end, Fraction(0)) + chance
    return found


Way = tuple[Fleet, dict[str, int], Fraction]


def _groups(fleet: Fleet, steps: dict[str, int], groups: list[Any], terrain: str, modifier: int) -> Iterator[Way]:
    if not groups:
        yield fleet, steps, Fraction(1)
        return
    there = {rider.name for boat in fleet.values() for rider in boat.riders}
    group = [name for name in groups[0] if name in there or name in fleet]
    if not group:
        yield from _groups(fleet, steps, groups[1:], terrain, modifier)
        return
    stakes: list[str] = []
    for boat in fleet.values():
        weight = sum(rider.weight for rider in boat.riders if rider.name in group)
        whole = boat.swims and boat.name in group
        stakes += [boat.name] * (boat.points if whole else min(ceil(Fraction(weight, POINT)), boat.points))
    troops = [name for name in group if name in there for _ in range(steps[name])]
    ashore = {
        name: boat._replace(riders=tuple(rider for rider in boat.riders if rider.name not in group))
        for name, boat in fleet.items()
    }
    for result, chance in rows(terrain, modifier):
        code = TABLES["alt"]["codes"][result]
        due_points, due_steps = (
            half_up(len(stakes), code["landing_craft_lost"]),
            half_up(len(troops), code["units_lost"]),
        )
        for wet, lost, one in _points(ashore, steps, stakes, due_points):
            for hurt, two in _steps(lost, troops, due_steps):
                for after, left, rest in _groups(wet, hurt, groups[1:], terrain, modifier):
                    yield after, left, chance * one * two * rest


def _points(fleet: Fleet, steps: dict[str, int], stakes: list[str], due: int) -> Iterator[Way]:
    if not due:
        yield fleet, steps, Fraction(1)
        return
    for i, name in enumerate(stakes):
        boat = fleet[name]
        if boat.points == 1:
            drowned = steps | {rider.name: 0 for rider in boat.riders}
            starts: list[Way] = [({n: b for n, b in fleet.items() if n != name}, drowned, Fraction(1))]
        else:
            starts = [*_cargo(fleet | {name: boat._replace(points=boat.points - 1)}, steps, name)]
        for wet, lost, one in starts:
            for after, left, two in _points(wet, lost, stakes[:i] + stakes[i + 1 :], due - 1):
                yield after, left, one * two / len(stakes)


def _cargo(fleet: Fleet, steps: dict[str, int], name: str) -> Iterator[Way]:
    boat = fleet[name]
    if boat.over <= 0:
        yield fleet, steps, Fraction(1)
        return
    lots = [rider.name for rider in boat.riders for _ in range(rider.steps)] + [""] * ceil(Fraction(boat.tokens, 4))
    for lot in lots:
        if lot:
            riders = tuple(r._replace(steps=r.steps - (r.name == lot)) for r in boat.riders)
            left = boat._replace(riders=tuple(r for r in riders if r.steps))
            lost = steps | {lot: steps[lot] - 1}
        else:
            left, lost = boat._replace(tokens=boat.tokens - (boat.tokens % 4 or 4)), steps
        for after, end, chance in _cargo(fleet | {name: left}, lost, name):
            yield after, end, chance / len(lots)


def _steps(steps: dict[str, int], troops: list[str], due: int) -> Iterator[tuple[dict[str, int], Fraction]]:
    if not due:
        yield steps, Fraction(1)
        return
    for i, name in enumerate(troops):
        for left, chance in _steps(steps | {name: steps[name] - 1}, troops[:i] + troops[i + 1 :], due - 1):
            yield left, chance / len(troops)
