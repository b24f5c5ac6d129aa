"""Flak for the companion: that of the series, of 1992 by the strength of a hex, of New OCS against strikes."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from redball.analysis.companion.kinds import Asked
from redball.analysis.companion.questions import FlakQuestion, HexFlakQuestion, StrikeQuestion
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Tally
from redball.rules.air.flak import FlakRead, FlakTarget, flak_tally, throw_flak


class FlakTold(Struct, frozen=True):
    """Which aircraft of the mission loses a step: its place, `weakest` or `strongest` by Barrage Strength, "" none."""

    step_lost: bool
    hit: str


class HexFlakTold(Struct, frozen=True):
    """Whether the aircraft turns back, and whether it is reduced."""

    aborts: bool
    step_lost: bool


Thrown = Callable[[Charts, FlakTarget, Throw], FlakRead]


def ready(charts: Charts, target: FlakTarget, points: Tally[int], thrown: Thrown, source: Source) -> Asked:
    """A roll for a mission, and which aircraft is hit."""

    def procedure(throw: Throw) -> FlakTold:
        read = thrown(charts, target, throw)
        return FlakTold(bool(read.hit), read.hit)

    return Asked({"modifier": points.total}, points.lines, procedure, expected={"step_lost": source})


def make_flak(charts: Charts, asked: FlakQuestion) -> Asked:
    """The modifiers of the roll."""
    target = FlakTarget(
        asked.aircraft, asked.fighter, asked.hq, asked.air_base, asked.value, asked.patrol_zone, asked.trainbusting
    )
    return ready(charts, target, flak_tally(charts, target), throw_flak, Source("14.4e", "flak"))


def make_strike_flak(charts: Charts, asked: StrikeQuestion) -> Asked:
    """The modifiers of the roll."""
    from redball.editions.new_ocs import air as new_ocs

    target = FlakTarget(asked.aircraft, hq=asked.hq, air_base=asked.air_base, value=asked.value)
    return ready(charts, target, new_ocs.flak_tally(charts, target), new_ocs.throw_flak, Source("N14.4-roll", "flak"))


def make_hex_flak(charts: Charts, asked: HexFlakQuestion) -> Asked:
    """The strength of the hex."""
    from redball.editions.v1992 import air as v1992

    target = FlakTarget(
        air_base=asked.air_base,
        steps=asked.steps,
        transport_or_supply=asked.transport_or_supply,
        port_or_city=asked.port_or_city,
    )
    points = v1992.flak_tally(charts, target)

    def procedure(throw: Throw) -> HexFlakTold:
        read = v1992.throw_flak(charts, target, throw)
        return HexFlakTold(read.aborts, bool(read.hit))

    source = Source("E92-flak-results", "hex_flak")
    expected = {"aborts": source, "step_lost": source}
    return Asked({"flak_strength": points.total}, points.lines, procedure, expected=expected)
