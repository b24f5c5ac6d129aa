"""Air drops and amphibious landings for the companion."""

from __future__ import annotations

from msgspec import Struct

from redball.analysis.companion.kinds import Asked, AskError
from redball.analysis.companion.questions import DropOf1992, DropQuestion, LandingQuestion
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Line, signed
from redball.rules.air.drop import Drop, drop_ledger, throw_drop
from redball.rules.naval.landing import NAMED, Landing, landing_ledger, throw_landing

NATIONS = {"": "", "soviet": "soviet", "allied-1944": "allied_eto_to_aug_1944"}


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
    """What happens to the cargo: it lands, scatters or is destroyed."""

    result: str
    lands: bool


def make_drop_of_1992(charts: Charts, asked: DropOf1992) -> Asked:
    """One die; terrain counts for units."""
    from redball.editions.v1992 import air as v1992
    from redball.editions.v1992.charts import AirDrops

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
