"""Flak as a procedure without a board: the points that add to the roll, the roll, and who of the mission is hit.

Missions are to call it: until they do, its rows (14.4e, 14.4f) wait in the index.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Ledger, Line, signed


class FlakTarget(Struct, frozen=True):
    """What adds to a flak roll: aircraft in the mission and whether one is a fighter; in the hex HQs, the level of an
    enemy air base, printed or ships' flak; an enemy patrol zone; a Trainbusting mission."""

    aircraft: int = 1
    fighter: bool = False
    hq: bool = False
    air_base: int = 0
    value: int = 0
    patrol_zone: bool = False
    trainbusting: bool = False


class FlakRead(Struct, frozen=True):
    """What the dice gave: the modified roll, and the place in the mission that loses a step ("" nobody)."""

    roll: int
    hit: str = ""


def flak_ledger(charts: Charts, target: FlakTarget) -> Ledger:
    """14.4e: every modifier with its chart line."""
    lines = tuple(
        Line(signed(points), reason, case="14.4e", chart=f"flak.{line}")
        for line, points, reason in _modifiers(charts, target)
        if points
    )
    return Ledger("Flak", lines, signed(sum(points for _, points, _ in _modifiers(charts, target))))


def _modifiers(charts: Charts, target: FlakTarget) -> Iterator[tuple[str, int, str]]:
    of = charts.flak.modifier
    if target.aircraft >= 3:
        yield "three_or_more_aircraft", of("three_or_more_aircraft"), f"{target.aircraft} aircraft in the mission"
    if target.hq:
        yield "hq", of("hq"), "an HQ in the hex"
    yield "air_base", target.air_base, "level of the air base"
    yield "intrinsic_or_ships", target.value, "printed flak or ships"
    if target.patrol_zone:
        line = "patrol_zone_with_fighter" if target.fighter else "patrol_zone_no_fighter"
        reason = "in a patrol zone, with a fighter" if target.fighter else "in a patrol zone, without a fighter"
        yield line, of(line), reason
        if target.trainbusting:
            yield "patrol_zone_trainbusting", of("patrol_zone_trainbusting"), "Trainbusting in a patrol zone"


def throw_flak(charts: Charts, target: FlakTarget, throw: Throw) -> FlakRead:
    """14.4e, then the Mission Loss Table among several aircraft (14.4f)."""
    roll = throw.two("dice") + sum(points for _, points, _ in _modifiers(charts, target))
    if charts.flak.read("main", roll) == "none":
        return FlakRead(roll)
    return FlakRead(roll, "1" if target.aircraft == 1 else charts.mission_loss.pick(target.aircraft, throw.one("die")))
