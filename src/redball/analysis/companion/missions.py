"""Whole air missions for the companion: Flak, what it takes on the way, then what those that are left do.

Nothing is read here but by the procedures of the rules; on the board `redball.analysis.mission` foresees them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct

from redball.analysis.companion.fire import density, initial
from redball.analysis.companion.kinds import Asked, AskError, hyphened, named, plain_name
from redball.analysis.companion.landings import NATIONS, hard_ground
from redball.analysis.companion.questions import MissionOf1992, MissionQuestion
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.chances import Spread, Throw, spread_of
from redball.core.ledger import Line
from redball.forces.aircraft import STEPS
from redball.rules.air.drop import Drop, throw_drop
from redball.rules.air.flak import FlakTarget, flak_tally, places, throw_flak
from redball.rules.barrage.chart import Target, aim_at, throw_barrage
from redball.rules.barrage.facility import Facility, facility_spread, throw_facility

PLANE = re.compile(r"(\d{1,3})/(\d{1,3})(f?)(r?)")
MOST_TOKENS = 8
ROWS = {"barrage": "barrage", "air_base": "barrage", "trainbusting": "trainbusting", "supply_drop": "air_drop"}
"""The line of the chart that says when Flak fires at a mission."""


class Plane(NamedTuple):
    """An aircraft: what it brings at full strength and reduced, steps lost, whether it is a fighter, whether it is
    still on the mission."""

    full: int
    reduced: int
    lost: int
    fighter: bool
    there: bool = True

    @property
    def brings(self) -> int:
        """What it brings now."""
        return (self.full, self.reduced, 0)[self.lost] if self.there else 0

    def hit(self) -> Plane:
        """With a step less."""
        return self._replace(lost=self.lost + 1, there=self.there and self.lost + 1 < STEPS)


Sky = tuple[Plane, ...]
Flak = Callable[[Sky, Throw], Sky]
"""Flak at a mission: its aircraft afterwards."""


class BarrageTold(Struct, frozen=True):
    """Own steps lost, Barrage Points that get through, whether the target is DG, steps that it loses."""

    own_steps: int
    points: int
    dg: bool
    steps: int


class BaseTold(Struct, frozen=True):
    """Own steps lost, Barrage Points that get through, Levels that the base loses, aircraft hit there."""

    own_steps: int
    points: int
    levels: int
    planes: int


class TrainTold(Struct, frozen=True):
    """Own steps lost, Barrage Points that get through, whether a marker is placed."""

    own_steps: int
    points: int
    marker: bool


class DropTold(Struct, frozen=True):
    """Own steps lost, tokens that land."""

    own_steps: int
    tokens: int


class Renamed:
    """A throw whose dice have other names: what rolls twice in a mission is told apart."""

    def __init__(self, throw: Throw, **names: str) -> None:
        self._throw, self._names = throw, names

    def one(self, name: str = "die") -> int:
        """One die."""
        return self._throw.one(self._names.get(name, name))

    def two(self, name: str = "dice") -> int:
        """Two dice."""
        return self._throw.two(self._names.get(name, name))


# --- the aircraft and Flak ---------------------------------------------------------------------------------------


def squadron(text: str) -> Sky:
    """`18/9,3/2f,6/3r` as aircraft. Raises AskError.

    >>> [(plane.brings, plane.fighter) for plane in squadron("18/9,3/2f,6/3r")]
    [(18, False), (3, True), (3, False)]
    """
    found = [PLANE.fullmatch(part.strip()) for part in text.split(",")]
    if len(found) > 4 or not all(found):
        raise AskError(f"aircraft are up to four like 18/9,3/2f,6/3r, not {text!r}")
    return tuple([Plane(int(m[1]), int(m[2]), int(bool(m[4])), bool(m[3])) for m in found if m])


def at_the_mission(charts: Charts, target: FlakTarget, sky: Sky, throw: Throw) -> Sky:
    """14.4e, 14.4f: one roll; of equal aircraft the first with the most steps is hit."""
    read = throw_flak(charts, target, Renamed(throw, dice="flak", die="drawn"))
    if not read.hit:
        return sky
    hit = min(places([plane.brings for plane in sky], read.hit), key=lambda i: (sky[i].lost, i))
    return tuple([plane.hit() if i == hit else plane for i, plane in enumerate(sky)])


def at_each(charts: Charts, target: FlakTarget, sky: Sky, throw: Throw) -> Sky:
    """1992: a roll for each aircraft; who loses a step aborts, too."""
    from redball.editions.v1992 import air as v1992

    if not v1992.flak_tally(charts, target).value:
        return sky
    after = []
    for plane in sky:
        read = v1992.throw_flak(charts, target, Renamed(throw, dice="flak"))
        hit = plane.hit() if read.hit else plane
        after.append(hit._replace(there=hit.there and not read.aborts))
    return tuple(after)


# --- what they do ------------------------------------------------------------------------------------------------


class Purpose(NamedTuple):
    """What a mission is flown for: the outcome for so many own steps lost and points, and its expected values."""

    thrown: Callable[[int, int, Throw], Any]
    spread: Callable[[int, int], Spread[Any]]
    expected: dict[str, Source]
    column: str = ""
    ledger: tuple[Line, ...] = ()


def on_units(charts: Charts, asked: MissionQuestion | MissionOf1992, points: int) -> Purpose:
    """A barrage on combat units."""
    line, size = named(asked.terrain, charts.combat.lines, "terrain"), density(asked.re)
    target = Target(
        "air",
        size,
        asked.hedgehog,
        line,
        spotter=not asked.no_spotter,
        strat=asked.strat,
        short_range=asked.short_range,
    )
    initial(charts.barrage, Fraction(points))
    whole = aim_at(charts, Fraction(points), target)

    def thrown(lost: int, left: int, throw: Throw) -> BarrageTold:
        if not charts.barrage.allows(Fraction(left)):
            return BarrageTold(lost, left, dg=False, steps=0)
        read = throw_barrage(charts, aim_at(charts, Fraction(left), target).column, target, throw)
        return BarrageTold(lost, left, read.dg, read.steps)

    source = Source("10.0a-A", "barrage")
    return Purpose(
        thrown,
        lambda lost, left: spread_of(partial(thrown, lost, left)),
        {"dg": source, "steps": source},
        whole.label,
        whole.shifts.lines,
    )


def on_facility(charts: Charts, facility: Facility, points: int) -> Purpose:
    """A barrage on an air base, or Trainbusting."""
    initial(charts.facility, Fraction(points))
    base = facility.target == "air_base"

    def told(lost: int, left: int, read: Any) -> BaseTold | TrainTold:
        if base:
            return BaseTold(lost, left, read.levels if read else 0, read.planes if read else 0)
        return TrainTold(lost, left, marker=bool(read and read.trainbusting))

    def column(left: int) -> int | None:
        return charts.facility.column(Fraction(left)) if charts.facility.allows(Fraction(left)) else None

    def thrown(lost: int, left: int, throw: Throw) -> BaseTold | TrainTold:
        at = column(left)
        dice = Renamed(throw, dice="facility")
        return told(lost, left, throw_facility(charts, at, facility, dice) if at is not None else None)

    def spread(lost: int, left: int) -> Spread[BaseTold | TrainTold]:
        at = column(left)
        if at is None:
            return Spread.sure(told(lost, left, None))
        return facility_spread(charts, at, facility).map(lambda read: told(lost, left, read))

    source = Source("10.0c", "facility")
    expected = {"levels": source, "planes": source} if base else {"marker": source}
    at = charts.facility.columns[charts.facility.column(Fraction(points))]
    return Purpose(thrown, spread, expected, at)


def of_supply(charts: Charts, asked: MissionQuestion, tokens: int) -> Purpose:
    """An Air Drop of as much as the aircraft carry; what no aircraft carries any more is lost."""
    if tokens > MOST_TOKENS:
        raise AskError(f"together the aircraft carry up to {MOST_TOKENS}T: more make too many ways to count")
    nation = hyphened(named(asked.nation, map(plain_name, filter(None, NATIONS)), "nation")) if asked.nation else ""
    drop = Drop(asked.friendly, asked.closed, nation=NATIONS[nation], supply=True, terrain=hard_ground(asked.ground))

    def lands(throw: Throw) -> bool:
        return throw_drop(charts, drop, Renamed(throw, dice="drop")) == "lands"

    def thrown(lost: int, left: int, throw: Throw) -> DropTold:
        return DropTold(lost, sum(lands(throw) for _ in range(left)))

    def spread(lost: int, left: int) -> Spread[DropTold]:
        each, found = spread_of(lands), Spread.sure(0)
        for _ in range(left):
            found = found.then(lambda before: each.map(lambda more: before + more))
        return found.map(lambda tokens: DropTold(lost, tokens))

    return Purpose(thrown, spread, {"tokens": Source("14.10d", "air_transport")})


# --- questions ---------------------------------------------------------------------------------------------------


def whole(sky: Sky, flak: Flak, purpose: Purpose, ledger: tuple[Line, ...], modifier: str, of: Source) -> Asked:
    """Flak, then the purpose."""
    before = sum(plane.lost for plane in sky)

    def after(left: Sky) -> tuple[int, int]:
        return sum(plane.lost for plane in left) - before, sum(plane.brings for plane in left)

    def procedure(throw: Throw) -> Any:
        return purpose.thrown(*after(flak(sky, throw)), throw)

    def spread() -> Spread[Any]:
        return spread_of(lambda throw: after(flak(sky, throw))).then(lambda found: purpose.spread(*found))

    return Asked(
        {"flak": modifier, **({"column": purpose.column} if purpose.column else {})},
        (*ledger, *purpose.ledger),
        procedure,
        spread=spread,
        expected={"own_steps": of, **purpose.expected},
    )


def flown_for(charts: Charts, asked: MissionQuestion | MissionOf1992, sky: Sky) -> Purpose:
    """What the question says that the mission is flown for."""
    brings = sum(plane.brings for plane in sky)
    if asked.purpose == "barrage":
        return on_units(charts, asked, brings)
    if asked.purpose == "supply_drop":
        return of_supply(charts, asked, brings)
    target: Any = asked.purpose
    return on_facility(charts, Facility(target, asked.air_base, planes=asked.planes), brings)


def make_mission(charts: Charts, asked: MissionQuestion) -> Asked:
    """Flak as one roll at the mission, where its chart says that it fires."""
    sky = squadron(asked.aircraft)
    target = FlakTarget(
        len(sky),
        any(plane.fighter for plane in sky),
        asked.hq,
        asked.air_base,
        asked.value,
        asked.patrol_zone,
        asked.purpose == "trainbusting",
    )
    when = charts.flak_applies[ROWS[asked.purpose]].flak
    fires = when == "always" or (when == "patrol_zone" and asked.patrol_zone)
    points = flak_tally(charts, target)
    flak: Flak = partial(at_the_mission, charts, target) if fires else lambda sky, throw: sky
    ledger = points.lines if fires else ()
    modifier = points.total if fires else "none fires"
    return whole(sky, flak, flown_for(charts, asked, sky), ledger, modifier, Source("14.4f", "flak"))


def make_mission_of_1992(charts: Charts, asked: MissionOf1992) -> Asked:
    """Flak as a roll for each aircraft, by the strength of the hex."""
    from redball.editions.v1992 import air as v1992

    sky = squadron(asked.aircraft)
    target = FlakTarget(
        air_base=asked.air_base,
        steps=asked.steps,
        transport_or_supply=asked.transport_or_supply,
        port_or_city=asked.port_or_city,
    )
    strength = v1992.flak_tally(charts, target)
    source = Source("E92-flak-results", "hex_flak")
    purpose = flown_for(charts, asked, sky)
    return whole(sky, partial(at_each, charts, target), purpose, strength.lines, strength.total, source)


def make_none(charts: Charts, asked: MissionQuestion) -> Asked:
    """Raises AskError: a mission is not flown at a stretch there."""
    raise AskError("in New OCS Flak fires after all strikes: ask for flak, barrage and facility apart")
