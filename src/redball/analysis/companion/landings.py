"""Air Combat, air drops and amphibious landings for the companion."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta, Struct

from redball.analysis.companion.kinds import Asked, AskError, Kind, Question
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Line
from redball.rules.air_combat import AirBattle, Aircraft, battle_spread, throw_battle
from redball.rules.air_drop import Drop, drop_ledger, throw_drop
from redball.rules.landing import NAMED, Landing, landing_ledger, throw_landing

RATING = re.compile(r"(\d+)|\((\d+)\)")
NATIONS = {"": "", "soviet": "soviet", "allied-1944": "allied_eto_to_aug_1944"}
Ratings = Annotated[str, Meta(description="Air Combat Ratings, parenthesized as printed: 4,(2),3")]


class AirCombatQuestion(Question, frozen=True):
    """An Air Combat to its end; for an Interception the attacker is one fighter."""

    attackers: Ratings
    defenders: Ratings


class DropQuestion(Question, frozen=True):
    """The landing of one combat unit or one token from the air."""

    friendly: Annotated[bool, Meta(description="a friendly unit was in the hex when the phase began")] = False
    closed: Annotated[bool, Meta(description="neither Open nor Village nor an air base")] = False
    glider: Annotated[bool, Meta(description="by glider")] = False
    nation: Annotated[str, Meta(description="soviet, or allied-1944 (in Europe up to August 1944)")] = ""


class LandingQuestion(Question, frozen=True):
    """One group of up to 3 RE that lands from the sea."""

    terrain: Annotated[str, Meta(description="most difficult terrain: open-village, low-hills, hills, rough, ...")]
    enemy_adjacent: Annotated[bool, Meta(description="an enemy unit that is not DG is adjacent")] = False
    dg_adjacent: Annotated[bool, Meta(description="an enemy DG unit is adjacent")] = False
    enemy_zoc: Annotated[bool, Meta(description="the hex is in an enemy ZOC")] = False
    naval_support: Annotated[bool, Meta(description="a gunfire ship supports the hex")] = False
    elite: Annotated[bool, Meta(description="every unit is commando, marine or self-propelled")] = False
    coastal_artillery: Annotated[int, Meta(ge=0, le=20, description="coastal artillery that bears on the hex")] = 0


def aircraft(text: str) -> tuple[Aircraft, ...]:
    """`4,(2)` as aircraft.

    Raises AskError.

    >>> [(plane.rating, plane.parenthesized) for plane in aircraft("4,(2)")]
    [(4, False), (2, True)]
    """
    found = [RATING.fullmatch(part.strip()) for part in text.split(",")]
    if not all(found) or len(found) > 8:
        raise AskError(f"ratings are up to eight numbers like 4,(2),3, not {text!r}")
    return tuple(Aircraft(int(m[1] or m[2]), m[1] is None) for m in found if m)


def make_air_combat(charts: Charts, asked: AirCombatQuestion) -> Asked:
    """Both sides laid out."""
    one, other = aircraft(asked.attackers), aircraft(asked.defenders)
    if len(one) + len(other) > 5:
        raise AskError("together up to five aircraft: more make too many ways to count")

    def procedure(throw: Throw) -> AirBattle:
        return throw_battle(charts, one, other, throw)

    ledger = tuple(
        Line(("({})" if p.parenthesized else "{}").format(p.rating), f"Air Combat Rating, {side}", "14.3e")
        for side, planes in (("attacker", one), ("defender", other))
        for p in planes
    )
    head = {"policy": "each side sends its best rating, nobody aborts beforehand"}
    expected = dict.fromkeys(("attacker_losses", "defender_losses"), Source("14.3e-C", "air_combat"))
    return Asked(head, ledger, procedure, spread=lambda: battle_spread(charts, one, other), expected=expected)


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
        lambda throw: Landed(throw_drop(charts, drop, throw)),
        expected={"lands": Source("14.10d", "air_transport")},
    )


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


AIR_COMBAT = Kind("air-combat", "Air Combat Table", AirCombatQuestion, {"dice": "two", "loss": "one"}, make_air_combat)
AIR_DROP = Kind("air-drop", "Air Transport Success Table", DropQuestion, {"dice": "two"}, make_drop)
LANDING = Kind("landing", "Amphibious Landing Table", LandingQuestion, {"dice": "two"}, make_landing)
