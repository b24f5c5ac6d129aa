"""What a set-up with air bases must obey: a base is in a hex that units can enter (SETUP-IV-I), with room for its
aircraft, which are all Active (14.2a-B); a carrier has room for its aircraft (18.2a). Drops planned before the game
are for units that could be dropped (14.10b-A). Kinds of mission that weather leaves are known ones (14.1f).
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.actions.air import MISSIONS
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.world import World
from redball.rules.air.bases import refuse_full
from redball.rules.air.decks import deck_faults
from redball.rules.air.drop_plans import refuse_place, refuse_unfit
from redball.rules.ground.air_force import force_in
from redball.rules.ground.drops import drops_in
from redball.rules.ground.occupancy import is_enterable
from redball.rules.setup.fixed import initial_state

CLOSED = refusal("setup.base_closed", case="SETUP-IV-I", text="{hexes} has an air base, and no unit can enter it")

NO_MISSION = refusal(
    "setup.no_mission",
    case="14.1f",
    text="the missions allowed in {have} weather include {detail}, which is not a mission",
)


def check_air_setup(world: World) -> Iterator[Refusal]:
    """Every fault of its bases, of its Drop Plans and of what its weather leaves of missions."""
    look = Look(world, initial_state(world))
    for base in force_in(look.state).bases:
        if not is_enterable(world, base.hex, "leg"):
            yield CLOSED(hexes=(base.hex,))
        full = refuse_full(look, base, 0)
        if full is not None:
            yield full
    for sid in world.scenario.carriers:
        yield from deck_faults(look, sid)
    for limit in world.scenario.flight_limits:
        yield from (
            NO_MISSION(detail=repr(name), have=limit.weather) for name in limit.missions if name not in MISSIONS
        )
    for plan in drops_in(look.state).plans:
        unit = look.unit(plan.unit)
        refused = refuse_unfit(look, unit.side, unit) or refuse_place(look, unit, plan.hex)
        if refused is not None:
            yield refused
