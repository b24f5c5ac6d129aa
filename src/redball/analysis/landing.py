"""A landing foreseen, by groups, with every loss that it can take: the results of the Amphibious Landing Table, the
points of Landing Craft and the steps of units that each costs, by lot, and what goes down with a point that is lost.

Groups follow each other: a point that one loses may leave less for the next one, or cost somebody of it. What has
become of the craft before a group is a `Look`; equal ones are followed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import Charts
from redball.core.chances import SUMS, Spread, from_chances
from redball.core.events import Event
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.core.state import ABOARD
from redball.core.telling import counted
from redball.rules.ground.craft import carrier, craft_at, craft_in
from redball.rules.ground.fleet import fleet_in
from redball.rules.naval.beach import Stakes, due, landing_at, stakes_of
from redball.rules.naval.invasion import Invasion, still_aboard
from redball.rules.naval.invasion_events import UnitLanded
from redball.rules.naval.landing import Landing, landing_tally
from redball.rules.naval.sinking import Sinking, piece_lost, pieces, point_lost, too_much

BY_LOT = "18.5f-C"


class GroupOutcome(Struct, frozen=True):
    """A result of the table, its probability, and how many points of craft and steps of units it costs."""

    result: str
    p: Fraction
    points: int
    steps: int

    @property
    def text(self) -> str:
        """`mixed: 1 point of Landing Craft lost`."""
        lost = [counted(self.points, "point") + " of Landing Craft"] if self.points else []
        lost += [counted(self.steps, "step") + " of the units"] if self.steps else []
        return f"{self.result}: {' and '.join(lost) or 'nothing'} lost"


class GroupOdds(Struct, frozen=True):
    """A group of a landing: who is in it, the terrain and modifiers of its roll, and the outcomes from failure to
    success. An earlier group may have cost it somebody: then fewer may be lost here."""

    members: tuple[str, ...]
    terrain: str
    ledger: Ledger
    outcomes: tuple[GroupOutcome, ...]


class Toll(NamedTuple):
    """What a landing costs in all: points of Landing Craft, steps of units, Transport Points and tokens of supply."""

    points: int = 0
    steps: int = 0
    transport: int = 0
    tokens: int = 0

    def __add__(self, other: Toll) -> Toll:  # type: ignore[override]
        return Toll(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def text(self) -> str:
        """`1 point and 2 steps lost`."""
        words = {"point": self.points, "step": self.steps, "Transport Point": self.transport, "token": self.tokens}
        lost = [counted(number, word) for word, number in words.items() if number]
        return f"{', '.join(lost[:-1])}{' and ' if lost[1:] else ''}{lost[-1]} lost" if lost else "nothing lost"


class LandingOdds(Struct, frozen=True):
    """A whole landing: its groups, what it costs in all, and how many steps each unit, and points each counter of
    Landing Craft, may lose."""

    groups: tuple[GroupOdds, ...]
    toll: Spread[Toll]
    units: dict[str, Spread[int]]
    craft: dict[str, Spread[int]]


class Way(NamedTuple):
    """What may come of something, and its chance."""

    look: Look
    chance: Fraction


class Afloat(NamedTuple):
    """What has become of a landing before its next group, and the chance of each toll so far."""

    look: Look
    tolls: dict[Toll, Fraction]

    @property
    def chance(self) -> Fraction:
        """How likely it is to come to this."""
        return sum(self.tolls.values(), Fraction(0))


# --- a group -----------------------------------------------------------------------------------------------------


def group_outcomes(charts: Charts, landing: Landing, stakes: Stakes) -> tuple[GroupOutcome, ...]:
    """The results of a roll for a group, failure first."""
    by, found = landing_tally(charts, landing).value, Counter[str]()
    for total, ways in SUMS.items():
        found[str(charts.alt.read(landing.terrain, total + by))] += ways
    codes = charts.alt.codes
    return tuple(
        GroupOutcome(
            result,
            Fraction(found[result], 36),
            due(len(stakes.points), codes[result].landing_craft_lost),
            due(len(stakes.steps), codes[result].units_lost),
        )
        for result in charts.alt.results
        if result in found
    )


def drawn_of(own: int, of: int, lost: int) -> Spread[int]:
    """How many of `own` lots are among those that are lost, of all.

    >>> dict(drawn_of(1, 3, 2)), dict(drawn_of(2, 3, 2))
    ({0: Fraction(1, 3), 1: Fraction(2, 3)}, {1: Fraction(2, 3), 2: Fraction(1, 3)})
    """
    return Spread(
        {k: comb(own, k) * comb(of - own, lost - k) for k in range(min(own, lost) + 1) if lost - k <= of - own}
    )


def shares(lots: Sequence[str], lost: int) -> Spread[tuple[tuple[str, int], ...]]:
    """How many lots of each name are lost, if so many are drawn."""
    found: dict[tuple[tuple[str, int], ...], int] = {(): 1}
    for name, own in sorted(Counter(lots).items()):
        more: Counter[tuple[tuple[str, int], ...]] = Counter()
        for drawn, ways in found.items():
            left = lost - sum(number for _, number in drawn)
            for number in range(min(own, left) + 1):
                more[(*drawn, (name, number))] += ways * comb(own, number)
        found = dict(more)
    return Spread({drawn: ways for drawn, ways in found.items() if sum(number for _, number in drawn) == lost})


# --- the whole ---------------------------------------------------------------------------------------------------


class Course(NamedTuple):
    """Everything that may happen, followed from one look: who is aboard there, and where they land."""

    start: Look
    data: Invasion
    riders: tuple[str, ...]

    def key(self, look: Look) -> Any:
        """What a landing changes, to tell whether two looks are alike."""
        units = (look.unit(uid) for uid in self.riders)
        return fleet_in(look.state).craft, tuple([(u.hex, u.steps_lost, u.points, u.load) for u in units])

    def merged(self, ways: Iterable[Way]) -> list[Way]:
        """Equal looks together."""
        found: dict[Any, Way] = {}
        for look, chance in ways:
            key = self.key(look)
            found[key] = Way(look, chance + (found[key].chance if key in found else 0))
        return list(found.values())

    def gone(self, look: Look, uid: str) -> int:
        """Steps, or Transport Points, that a unit has lost."""
        was, now = self.start.unit(uid), look.unit(uid)
        if was.points:
            return was.points - (now.points if now.hex == ABOARD else 0)
        return now.steps_lost - was.steps_lost

    def sunk(self, look: Look, lost: Iterable[tuple[str, int]]) -> list[Way]:
        """What is left after the Landing Craft have lost so many points each, with what goes down by lot."""
        found = [Way(look, Fraction(1))]
        for cid, number in lost:
            over = Sinking(self.data.side, self.data.side, self.data.hex, craft=cid, cause="landing", case=BY_LOT)
            if number:
                hit = [Way(_without(one.look, cid, number), one.chance) for one in found]
                found = self.merged(
                    Way(fits, one.chance * p) for one in hit for fits, p in self.fitting(one.look, over)
                )
        return found

    def fitting(self, look: Look, data: Sinking) -> list[Way]:
        """Cargo is lost until the rest fits."""
        if not too_much(look, data.craft):
            return [Way(look, Fraction(1))]
        lots = Counter(pieces(look, data.craft))
        drawn = [Way(_after(look, piece_lost(look, data, one)), Fraction(n, lots.total())) for one, n in lots.items()]
        return self.merged(Way(fits, one.chance * p) for one in drawn for fits, p in self.fitting(one.look, data))

    def cost(self, before: Look, after: Look) -> Toll:
        """The cargo that went down between two looks."""
        toll = Toll()
        for uid in self.riders:
            unit, now = before.unit(uid), after.unit(uid)
            if unit.hex == ABOARD and now is not unit:
                lost = self.gone(after, uid) - self.gone(before, uid)
                toll += Toll(0, 0, lost, unit.load - now.load) if unit.points else Toll(0, lost)
        carried, left = (sum(craft.tokens for craft in fleet_in(look.state).craft) for look in (before, after))
        return toll + Toll(0, 0, 0, carried - left)


def _after(look: Look, events: Iterable[Event]) -> Look:
    for event in events:
        look = look.after(event.apply(look.state), event.touched())
    return look


def _without(look: Look, cid: str, points: int) -> Look:
    for _ in range(points):
        look = _after(look, point_lost(look, cid, "landing", BY_LOT))
    return look


def landing_odds(look: Look, data: Invasion) -> LandingOdds:
    """Look ahead from what `look` knows: pass one that the player may believe."""
    there = craft_at(look, data.hex, data.side)
    course = Course(look, data, tuple([uid for craft in there for uid in craft.units]))
    afloat = [Afloat(look, {Toll(): Fraction(1)})]
    lost: dict[str, dict[int, Fraction]] = {uid: {} for uid in course.riders}
    groups = []
    for number in range(len(data.groups)):
        odds, afloat = _group(course._replace(data=replace(data, number=number)), afloat, lost)
        groups.append(odds)
    tolls: dict[Toll, Fraction] = {}
    points: dict[str, dict[int, Fraction]] = {craft.id: {} for craft in there}
    for one in afloat:
        for toll, chance in one.tolls.items():
            _add(tolls, toll, chance)
        for uid in lost.keys() - {*data.landing}:
            _add(lost[uid], course.gone(one.look, uid), one.chance)
        for craft in there:
            now = craft_in(one.look.state, craft.id)
            _add(points[craft.id], craft.points - (now.points if now is not None else 0), one.chance)
    units, craft_lost = ({name: from_chances(p) for name, p in found.items()} for found in (lost, points))
    return LandingOdds(tuple(groups), from_chances(tolls), units, craft_lost)


def _add(chances: dict[Any, Fraction], key: Any, chance: Fraction) -> None:
    chances[key] = chances.get(key, Fraction(0)) + chance


def _group(
    course: Course, afloat: Iterable[Afloat], lost: dict[str, dict[int, Fraction]]
) -> tuple[GroupOdds, list[Afloat]]:
    """One group, in each of the ways in which it may begin."""
    data, outcomes, later = course.data, dict[GroupOutcome, Fraction](), dict[Any, Afloat]()
    grounds: list[tuple[str, Ledger]] = []
    charts = course.start.world.charts
    for one in afloat:
        look, group = one.look, still_aboard(one.look, data, data.number)
        units = [name for name in group if name in look.state.units]
        for uid in (lost.keys() & {*data.groups[data.number]}) - {*units}:
            _add(lost[uid], course.gone(look, uid), one.chance)
        if not group:
            _join(course, later, one)
            continue
        landing, stakes = landing_at(look, data.side, data.hex, units), stakes_of(look, group)
        grounds.append((landing.terrain, landing_tally(charts, landing).ledger()))
        ashore = _after(look, _landed(look, data, units))
        for out in group_outcomes(charts, landing, stakes):
            _add(outcomes, replace(out, p=Fraction(0)), one.chance * out.p)
            for uid in units:
                for k, share in drawn_of(stakes.steps.count(uid), len(stakes.steps), out.steps):
                    _add(lost[uid], course.gone(look, uid) + k, one.chance * out.p * share)
            for drawn, share in shares(stakes.points, out.points):
                for after, part in course.sunk(ashore, drawn):
                    cost, chance = course.cost(ashore, after) + Toll(out.points, out.steps), out.p * share * part
                    _join(course, later, Afloat(after, {toll + cost: p * chance for toll, p in one.tolls.items()}))
    order = list(charts.alt.results)
    ranked = sorted(outcomes, key=lambda out: (order.index(out.result), -out.points, -out.steps))
    told = tuple([replace(out, p=outcomes[out]) for out in ranked])
    return GroupOdds(data.groups[data.number], *grounds[0], told), list(later.values())


def _landed(look: Look, data: Invasion, units: Sequence[str]) -> Iterator[UnitLanded]:
    for uid in units:
        craft = carrier(look, uid)
        assert craft is not None  # it is aboard until it lands
        yield UnitLanded(case="18.5f", side=data.side, unit=uid, craft=craft.id, hex=data.hex)


def _join(course: Course, afloat: dict[Any, Afloat], one: Afloat) -> None:
    there = afloat.setdefault(course.key(one.look), Afloat(one.look, {}))
    for toll, chance in one.tolls.items():
        _add(there.tolls, toll, chance)
