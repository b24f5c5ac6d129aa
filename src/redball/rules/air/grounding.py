"""Weather that restricts missions or stops them, as the scenario says of each weather (`flight_limits`).

It keeps nobody from refitting or from being Active (15.1-D, 17.0d), and never prevents an Interception (14.5).

Cases: 14.1f
"""

from __future__ import annotations

from redball.board.terrain import words
from redball.core.actions.air import MISSIONS
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.telling import phase_name
from redball.rules.ground.air_force import Plane, printed
from redball.scenarios.records import FlightLimit

INTERCEPTION = "interception"

NO_FLIGHT = refusal(
    "weather.no_flight",
    case="14.1f",
    text="the weather ({have}) keeps {detail} from flying: {need}",
    remedy="wait for better weather; refit goes on",
)


def limits_of(look: Look, side: str) -> tuple[FlightLimit, ...]:
    """What the weather of the turn leaves of a side's missions."""
    limits, weather = look.world.scenario.flight_limits, look.state.weather
    return tuple([limit for limit in limits if limit.weather == weather and side in (limit.sides or look.world.sides)])


def refuse_flight(look: Look, kind: str, plane: Plane, trip: str) -> Refusal | None:
    """A mission of that kind, now."""
    for limit in limits_of(look, plane.side) if kind != INTERCEPTION else ():
        if kind not in limit.missions and look.state.clock.phase not in limit.phases:
            name = printed(look.world, plane).name
            return NO_FLIGHT(detail=name, have=words(limit.weather), need=told(limit))
    return None


def told(limit: FlightLimit) -> str:
    """What a limit leaves, in words.

    >>> told(FlightLimit("rain")), told(FlightLimit("rain", ("movement",), ("base_transfer",)))
    ('no missions are flown', 'missions are flown only in the Movement Phase, but for Base Transfer')
    """
    phases = " and ".join(f"the {phase_name(phase)}" for phase in limit.phases)
    flown = f"missions are flown only in {phases}" if phases else "no missions are flown"
    others = ", ".join(MISSIONS[name] for name in limit.missions)
    return f"{flown}, but for {others}" if others else flown


POLICIES = {"refuse_flight": refuse_flight}
