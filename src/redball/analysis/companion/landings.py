"""Air drops, amphibious landings and captures of air bases for the companion."""

from __future__ import annotations

from msgspec import Struct

from redball.analysis.companion.kinds import Asked, hyphened, named, plain_name
from redball.analysis.companion.questions import (
    BaseCaptureQuestion,
    DropOf1992,
    DropQuestion,
    HardGround,
    LandingQuestion,
)
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.chances import Throw
from redball.rules.air.base_capture import Caught, capture_tally, throw_capture
from redball.rules.air.drop import Drop, drop_tally, throw_drop
from redball.rules.naval.landing import NAMED, Landing, landing_tally, throw_landing

NATIONS = {"": "", "soviet": "soviet", "allied-1944": "allied_eto_to_aug_1944"}


class Landed(Struct, frozen=True):
    """Whether it landed."""

    lands: bool


def hard_ground(name: HardGround) -> str:
    """The modifier of HR-15, by its name in the chart."""
    return "" if name == "other" else plain_name(name)


def make_drop(charts: Charts, asked: DropQuestion) -> Asked:
    """Band and modifiers."""
    nation = hyphened(named(asked.nation, map(plain_name, filter(None, NATIONS)), "nation")) if asked.nation else ""
    drop = Drop(asked.friendly, asked.closed, asked.glider, NATIONS[nation], terrain=hard_ground(asked.ground))
    modifiers = drop_tally(charts, drop)
    return Asked(
        {"band": drop.band, "modifier": modifiers.total},
        modifiers.lines,
        lambda throw: Landed(throw_drop(charts, drop, throw) == "lands"),
        expected={"lands": Source("14.10d", "air_transport")},
    )


class DropTold(Struct, frozen=True):
    """What happens to the cargo: it lands, scatters or is destroyed."""

    result: str
    lands: bool


def make_drop_of_1992(charts: Charts, asked: DropOf1992) -> Asked:
    """One die; terrain counts for units."""
    from redball.editions.v1992 import air as v1992

    drop = Drop(closed=asked.closed, supply=asked.cargo == "supply")
    case = "E92-supply-drop" if drop.supply else "E92-unit-drop"

    def procedure(throw: Throw) -> DropTold:
        result = v1992.throw_drop(charts, drop, throw)
        return DropTold(result, result == "lands")

    terrain = v1992.drop_tally(charts, drop)
    return Asked({"modifier": terrain.total}, terrain.lines, procedure, expected={"lands": Source(case, "air_drops")})


class LandingTold(Struct, frozen=True):
    """The result, and the parts of the Landing Craft and of the landed units that it costs."""

    result: str
    landing_craft_lost: str
    units_lost: str


def make_landing(charts: Charts, asked: LandingQuestion) -> Asked:
    """Terrain and modifiers."""
    terrain = named(asked.terrain, charts.alt.bands, "terrain")
    given = (asked.enemy_adjacent, asked.dg_adjacent, asked.enemy_zoc, asked.naval_support, asked.elite)
    holds = tuple(name for name, true in zip(NAMED, given, strict=True) if true)
    landing = Landing(terrain, holds, asked.coastal_artillery)
    modifiers = landing_tally(charts, landing)

    def procedure(throw: Throw) -> LandingTold:
        read = throw_landing(charts, landing, throw)
        losses = charts.alt.codes[read.result]
        return LandingTold(read.result, str(losses.landing_craft_lost), str(losses.units_lost))

    expected = dict.fromkeys(("landing_craft_lost", "units_lost"), Source("18.5f", "alt"))
    return Asked({"modifier": modifiers.total}, modifiers.lines, procedure, expected=expected)


class BaseCaptured(Struct, frozen=True):
    """Whether the aircraft loses a step; if it is left, it displaces and becomes Inactive."""

    step_lost: bool


def make_base_capture(charts: Charts, asked: BaseCaptureQuestion) -> Asked:
    """The modifiers of the roll."""
    caught = Caught(asked.active, asked.advance)
    modifiers = capture_tally(charts, caught)
    return Asked(
        {"modifier": modifiers.total},
        modifiers.lines,
        lambda throw: BaseCaptured(throw_capture(charts, caught, throw)),
        expected={"step_lost": Source("9.14f-B", "air_base_capture")},
    )
