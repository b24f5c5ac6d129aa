"""Flak as a procedure without a board: the points that add to the roll, the roll, and which aircraft of the mission is
hit.

`flak_fire` makes a `FlakTarget` from the board, the table companion gets it from the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Part, Tally, Term, signed

Point = tuple[str, int, str]
"""A line of a chart, what it adds, and why."""


class FlakTarget(Struct, frozen=True):
    """What adds to a flak roll: aircraft in the mission and whether one is a fighter; in the hex HQs, the level of an
    enemy air base, printed or ships' flak; an enemy patrol zone; a Trainbusting mission; units with
    a flak symbol that count (HR-14). Editions that count otherwise
    look at the steps in the hex, at transport or supply, at a port or city."""

    aircraft: int = 1
    fighter: bool = False
    hq: bool = False
    air_base: int = 0
    value: int = 0
    patrol_zone: bool = False
    trainbusting: bool = False
    flak_units: int = 0
    steps: int = 0
    transport_or_supply: bool = False
    port_or_city: bool = False


class FlakRead(Struct, frozen=True):
    """What the dice gave: the modified roll, the place in the mission that loses a step ("" nobody), and whether
    the aircraft rolled for turns back."""

    roll: int
    hit: str = ""
    aborts: bool = False


def flak_tally(charts: Charts, target: FlakTarget) -> Tally[int]:
    """14.4e: every modifier with its chart line."""
    return tally_of(points(charts, target), "14.4e", "flak")


def tally_of(found: Iterable[Point], case: str, chart: str) -> Tally[int]:
    """The tally of some points, without zeros."""
    terms = [Term(by, reason, case, f"{chart}.{line}") for line, by, reason in found if by]
    return Tally("Flak", terms, total=signed)


def roll_tally(found: Tally[int], dice: int) -> Tally[int]:
    """The roll on two dice of this sum."""
    return Tally("Flak roll", (Part(dice, "two dice", "14.4e"), *found.terms))


def points_in_hex(charts: Charts, target: FlakTarget, base: Point) -> Iterator[Point]:
    """HQs, the air base by what it adds in an edition, printed flak, ships."""
    if target.hq:
        yield "hq", charts.flak.modifier("hq"), "an HQ in the hex"
    yield base
    yield "intrinsic_or_ships", target.value, "printed flak or ships"


def points(charts: Charts, target: FlakTarget) -> Iterator[Point]:
    """14.4e: what adds to the roll, each with its line of the chart."""
    of = charts.flak.modifier
    if target.aircraft >= 3:
        yield "three_or_more_aircraft", of("three_or_more_aircraft"), f"{target.aircraft} aircraft in the mission"
    yield from points_in_hex(charts, target, ("air_base", target.air_base, "level of the air base"))
    if target.flak_units:
        yield "flak_unit", target.flak_units * of("flak_unit"), "units with a flak symbol"
    if target.patrol_zone:
        line = "patrol_zone_with_fighter" if target.fighter else "patrol_zone_no_fighter"
        reason = "in a patrol zone, with a fighter" if target.fighter else "in a patrol zone, without a fighter"
        yield line, of(line), reason
        if target.trainbusting:
            yield "patrol_zone_trainbusting", of("patrol_zone_trainbusting"), "Trainbusting in a patrol zone"


def places(strengths: Sequence[int], pick: str) -> tuple[int, ...]:
    """14.4f: whom a result of the Mission Loss Table names, by place from 0; several where Barrage Strengths are
    equal.

    >>> places([18, 6, 6], "2"), places([18, 6, 6], "weakest"), places([18, 6, 6], "strongest")
    ((1,), (1, 2), (0,))
    """
    if pick.isdecimal():
        return (int(pick) - 1,)
    wanted = min(strengths) if pick == "weakest" else max(strengths)
    return tuple([i for i, strength in enumerate(strengths) if strength == wanted])


def throw_flak(charts: Charts, target: FlakTarget, throw: Throw) -> FlakRead:
    """14.4e."""
    return read_flak(charts, target, flak_tally(charts, target), throw)


def flak_hits(charts: Charts, roll: int) -> bool:
    """Whether a modified roll costs the mission a step."""
    return charts.flak.read("main", roll) != "none"


def late_effect(charts: Charts, roll: int) -> tuple[int, bool]:
    """HR-14: how many aircraft a modified roll turns back, and whether the first of them loses a step."""
    result = charts.flak.read("late", roll)
    aborts = {"none": 0, "two_abort": 2}.get(str(result), 1)
    return aborts, result in ("abort_and_loss", "two_abort")


def read_flak(charts: Charts, target: FlakTarget, points: Tally[int], throw: Throw) -> FlakRead:
    """Two dice with points, then the Mission Loss Table among several aircraft (14.4f)."""
    roll = throw.two("dice") + points.value
    if not flak_hits(charts, roll):
        return FlakRead(roll)
    return FlakRead(roll, "1" if target.aircraft == 1 else charts.mission_loss.pick(target.aircraft, throw.one("die")))


POLICIES = {"flak": throw_flak}
