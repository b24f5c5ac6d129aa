"""Aircraft over Smolensk: ranges of the Red Air Force, the better fighters, and days of limited flight.

The text speaks of a weather roll of 1, thunderstorms and overcast; our own weather table has rain, which is that. Types
are known by the names on the counters, whose hyphens and spaces do not matter. There are no Hip Shoots in New OCS, so
nobody has to lose them here.

Transports carry what lies in their off-map box, and nothing for free.

Cases: S1.6b, S-weather-roll-1, S-limited-flight-single, S-limited-flight-heavy, S-limited-flight-night,
S-limited-flight-fighters, S2.2-range, S2.2-ratings, S3.2-hip-shoot, S3.2-me109, S3.2-russian
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from redball.charts import Charts
from redball.core.ledger import Term
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.editions.new_ocs.air_kinds import ESCORT, attacks, is_strike
from redball.editions.new_ocs.interdict import NAME as INTERDICTION
from redball.editions.smolensk.charts import SmolenskRules
from redball.forces.aircraft import Aircraft, AirFace
from redball.rules.ground.air_force import Plane, printed

GROUNDED = refusal(
    "weather.grounded",
    case="S-limited-flight-single",
    text="{detail} flies no mission in this weather",
    remedy="wait for better weather",
)
NO_INTERDICTION = refusal(
    "weather.no_interdiction", case="S-limited-flight-heavy", text="{detail} flies no Interdiction in this weather"
)
FIGHTERS = refusal(
    "weather.fighters",
    case="S-limited-flight-fighters",
    text="Fighters such as {detail} neither strike nor interdict in this weather",
    remedy="sweep, patrol or escort",
)


def is_one_of(aircraft: Aircraft, types: Iterable[str]) -> bool:
    """Whether the name on the counter begins with one of some types."""
    name = _plain(aircraft.name)
    return any(name.startswith(_plain(type_)) for type_ in types)


def _plain(name: str) -> str:
    return name.replace("-", "").replace(" ", "").lower()


def refuse_flight(look: Look, kind: str, plane: Plane, trip: str) -> Refusal | None:
    """What flies no such mission on a day of limited flight."""
    rules = look.world.charts.table(SmolenskRules)
    if look.state.weather not in rules.limited_flight:
        return None
    aircraft = printed(look.world, plane)
    if is_one_of(aircraft, rules.grounded):
        return GROUNDED(detail=aircraft.name)
    if (kind == INTERDICTION or is_strike(look, kind)) and attacks(look, plane):
        return None if trip == ESCORT else FIGHTERS(detail=aircraft.name)
    return NO_INTERDICTION(detail=aircraft.name) if kind == INTERDICTION else None


def air_face(charts: Charts, aircraft: Aircraft, shown: AirFace) -> AirFace:
    """The values that count, on either side of the counter."""
    rules = charts.table(SmolenskRules)
    better = aircraft.nation in (rules.german, rules.soviet) and is_one_of(aircraft, rules.better_fighters)
    farther = aircraft.nation == rules.soviet
    if not better and not farther:
        return shown
    rating = shown.rating + (rules.better_rating if better else 0)
    return replace(shown, rating=rating, range=shown.range * (rules.soviet_range if farther else 1))


def air_shifts(look: Look, hex_: int, night: bool) -> tuple[Term[int], ...]:
    """To the left by day on either table; night barrages have their own half strength and no more."""
    rules = look.world.charts.table(SmolenskRules)
    if night or look.state.weather not in rules.limited_flight:
        return ()
    return (Term(-rules.limited_flight_left, "limited flight", "S-limited-flight-heavy", "smolensk_rules"),)


POLICIES = {"refuse_flight": refuse_flight, "air_shifts": air_shifts, "air_face": air_face}
