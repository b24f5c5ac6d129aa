"""Flak for the companion: that of the series, of 1992 by the strength of a hex, of New OCS against strikes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct

from redball.analysis.companion.kinds import Asked, Kind, Question
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.charts.new_ocs import StrikeFlak
from redball.charts.v1992 import HexFlak
from redball.core.chances import Throw
from redball.core.ledger import Ledger
from redball.editions.new_ocs import air as new_ocs
from redball.editions.v1992 import air as v1992
from redball.rules.air.flak import FlakRead, FlakTarget, flak_ledger, throw_flak

Aircraft = Annotated[int, Meta(ge=1, le=4, description="aircraft in the mission")]
Hq = Annotated[bool, Meta(description="an HQ is in the target hex")]
AirBase = Annotated[int, Meta(ge=0, le=3, description="level of an enemy air base in the hex")]
Printed = Annotated[int, Meta(ge=0, le=20, description="printed flak of the hex, or of ships in it")]


class FlakQuestion(Question, frozen=True):
    """Flak against one mission."""

    aircraft: Aircraft = 1
    fighter: Annotated[bool, Meta(description="one of them is a fighter")] = False
    hq: Hq = False
    air_base: AirBase = 0
    value: Printed = 0
    patrol_zone: Annotated[bool, Meta(description="the target is in an enemy patrol zone")] = False
    trainbusting: Annotated[bool, Meta(description="a Trainbusting mission")] = False


class StrikeQuestion(Question, frozen=True):
    """Flak against one strike, after it; a base counts if it is what the strike was on."""

    aircraft: Aircraft = 1
    hq: Hq = False
    air_base: AirBase = 0
    value: Printed = 0


class HexFlakQuestion(Question, frozen=True):
    """Flak of a hex against one aircraft."""

    steps: Annotated[int, Meta(ge=0, le=99, description="steps of units in the hex")] = 0
    transport_or_supply: Annotated[bool, Meta(description="trucks, wagons or supply are in the hex")] = False
    air_base: AirBase = 0
    port_or_city: Annotated[bool, Meta(description="a friendly port or city")] = False


class FlakTold(Struct, frozen=True):
    """Who of the mission loses a step: its place, `weakest` or `strongest` by Barrage Strength, "" nobody."""

    step_lost: bool
    hit: str


class HexFlakTold(Struct, frozen=True):
    """Whether the aircraft turns back, and whether it is reduced."""

    aborts: bool
    step_lost: bool


Thrown = Callable[[Charts, FlakTarget, Throw], FlakRead]


def ready(charts: Charts, target: FlakTarget, ledger: Ledger, thrown: Thrown, source: Source) -> Asked:
    """A roll for a mission, and who of it is hit."""

    def procedure(throw: Throw) -> FlakTold:
        read = thrown(charts, target, throw)
        return FlakTold(bool(read.hit), read.hit)

    return Asked({"modifier": ledger.total}, ledger.lines, procedure, expected={"step_lost": source})


def make_flak(charts: Charts, asked: FlakQuestion) -> Asked:
    """The modifiers of the roll."""
    target = FlakTarget(
        asked.aircraft, asked.fighter, asked.hq, asked.air_base, asked.value, asked.patrol_zone, asked.trainbusting
    )
    return ready(charts, target, flak_ledger(charts, target), throw_flak, Source("14.4e", "flak"))


def make_strike_flak(charts: Charts, asked: StrikeQuestion) -> Asked:
    """The modifiers of the roll."""
    target = FlakTarget(asked.aircraft, hq=asked.hq, air_base=asked.air_base, value=asked.value)
    return ready(charts, target, new_ocs.flak_ledger(charts, target), new_ocs.throw_flak, Source("N14.4-roll", "flak"))


def make_hex_flak(charts: Charts, asked: HexFlakQuestion) -> Asked:
    """The strength of the hex."""
    target = FlakTarget(
        air_base=asked.air_base,
        steps=asked.steps,
        transport_or_supply=asked.transport_or_supply,
        port_or_city=asked.port_or_city,
    )
    ledger = v1992.flak_ledger(charts, target)

    def procedure(throw: Throw) -> HexFlakTold:
        read = v1992.throw_flak(charts, target, throw)
        return HexFlakTold(read.aborts, bool(read.hit))

    source = Source("E92-flak-results", "hex_flak")
    expected = {"aborts": source, "step_lost": source}
    return Asked({"flak_strength": ledger.total}, ledger.lines, procedure, expected=expected)


STRIKE_FLAK = Kind(
    "flak",
    "Flak against a strike",
    StrikeQuestion,
    {"dice": "two", "die": "one"},
    make_strike_flak,
    applies=lambda charts: charts.has(StrikeFlak),
)
HEX_FLAK = Kind(
    "flak",
    "Flak Table",
    HexFlakQuestion,
    {"dice": "two"},
    make_hex_flak,
    applies=lambda charts: charts.has(HexFlak),
    otherwise=STRIKE_FLAK,
)
FLAK = Kind("flak", "Flak", FlakQuestion, {"dice": "two", "die": "one"}, make_flak, otherwise=HEX_FLAK)
