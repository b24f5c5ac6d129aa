"""Air drops and amphibious landings for the companion."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from redball.analysis.companion.kinds import Asked, AskError, Kind, Question
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.charts.v1992 import AirDrops
from redball.core.chances import Throw
from redball.core.ledger import Line, signed
from redball.editions.v1992 import air as v1992
from redball.rules.air.drop import Drop, drop_ledger, throw_drop
from redball.rules.naval.landing import NAMED, Landing, landing_ledger, throw_landing

NATIONS = {"": "", "soviet": "soviet", "allied-1944": "allied_eto_to_aug_1944"}


class DropQuestion(Question, frozen=True):
    """The landing of one combat unit or one token from the air."""

    friendly: Annotated[bool, Meta(description="a friendly unit was in the hex when the phase began")] = False
    closed: Annotated[bool, Meta(description="neither Open nor Village nor an air base")] = False
    glider: Annotated[bool, Meta(description="by glider")] = False
    nation: Annotated[str, Meta(description="soviet, or allied-1944 (in Europe up to August 1944)")] = ""


class DropOf1992(Question, frozen=True):
    """The landing of one combat unit, or of one load of supply, from the air."""

    cargo: Annotated[Literal["unit", "supply"], Meta(description="unit or supply")] = "unit"
    closed: Annotated[bool, Meta(description="a unit lands in other than Open terrain")] = False


class LandingQuestion(Question, frozen=True):
    """One group of up to 3 RE that lands from the sea."""

    terrain: Annotated[str, Meta(description="most difficult terrain: open-village, low-hills, hills, rough, ...")]
    enemy_adjacent: Annotated[bool, Meta(description="an enemy unit that is not DG is adjacent")] = False
    dg_adjacent: Annotated[bool, Meta(description="an enemy DG unit is adjacent")] = False
    enemy_zoc: Annotated[bool, Meta(description="the hex is in an enemy ZOC")] = False
    naval_support: Annotated[bool, Meta(description="a gunfire ship supports the hex")] = False
    elite: Annotated[bool, Meta(description="every unit is commando, marine or self-propelled")] = False
    coastal_artillery: Annotated[int, Meta(ge=0, le=20, description="coastal artillery that bears on the hex")] = 0


class Landed(Struct, frozen=True):
    """Whether it landed."""

    lands: bool


def make_drop(charts: Charts, asked: DropQuestion) -> Asked:
    """Band and modifiers."""
    if asked.nation not in NATIONS:
        raise AskError(f"nation must be {' or '.join(filter(None, NATIONS))}, not {asked.nation!r}")
    drop = Drop(asked.friendly, asked.closed, asked.glider, NATIONS[asked.nation])
    ledger = drop_ledger(charts, drop)
    return Asked(
        {"band": drop.band, "modifier": ledger.total},
        ledger.lines,
        lambda throw: Landed(throw_drop(charts, drop, throw) == "lands"),
        expected={"lands": Source("14.10d", "air_transport")},
    )


class DropTold(Struct, frozen=True):
    """Where the cargo ends: it lands, scatters or is destroyed."""

    result: str
    lands: bool


def make_drop_of_1992(charts: Charts, asked: DropOf1992) -> Asked:
    """One die; terrain counts for units."""
    drop = Drop(closed=asked.closed, supply=asked.cargo == "supply")
    by = charts.table(AirDrops).modifier("not_open") if asked.closed and not drop.supply else 0
    case = "E92-supply-drop" if drop.supply else "E92-unit-drop"

    def procedure(throw: Throw) -> DropTold:
        result = v1992.throw_drop(charts, drop, throw)
        return DropTold(result, result == "lands")

    ledger = (Line(signed(by), "not open", "E92-unit-drop-terrain", "air_drops.not_open"),) if by else ()
    return Asked({"modifier": signed(by)}, ledger, procedure, expected={"lands": Source(case, "air_drops")})


class LandingTold(Struct, frozen=True):
    """The result, and the parts of the Landing Craft and of the landed units that it costs."""

    result: str
    landing_craft_lost: str
    units_lost: str


def make_landing(charts: Charts, asked: LandingQuestion) -> Asked:
    """Terrain and modifiers."""
    terrain = asked.terrain.replace("-", "_")
    if terrain not in charts.alt.bands:
        known = ", ".join(name.replace("_", "-") for name in charts.alt.bands)
        raise AskError(f"terrain must be one of {known}, not {asked.terrain!r}")
    given = (asked.enemy_adjacent, asked.dg_adjacent, asked.enemy_zoc, asked.naval_support, asked.elite)
    holds = tuple(name for name, true in zip(NAMED, given, strict=True) if true)
    landing = Landing(terrain, holds, asked.coastal_artillery)
    ledger = landing_ledger(charts, landing)

    def procedure(throw: Throw) -> LandingTold:
        read = throw_landing(charts, landing, throw)
        losses = charts.alt.codes[read.result]
        return LandingTold(read.result, str(losses.landing_craft_lost), str(losses.units_lost))

    expected = dict.fromkeys(("landing_craft_lost", "units_lost"), Source("18.5f", "alt"))
    return Asked({"modifier": ledger.total}, ledger.lines, procedure, expected=expected)


DROP_OF_1992 = Kind(
    "air-drop",
    "Supply and unit air drops",
    DropOf1992,
    {"die": "one"},
    make_drop_of_1992,
    applies=lambda charts: charts.has(AirDrops),
)
AIR_DROP = Kind(
    "air-drop", "Air Transport Success Table", DropQuestion, {"dice": "two"}, make_drop, otherwise=DROP_OF_1992
)
LANDING = Kind("landing", "Amphibious Landing Table", LandingQuestion, {"dice": "two"}, make_landing)
