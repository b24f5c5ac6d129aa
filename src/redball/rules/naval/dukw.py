"""A DUKW on land goes afloat: its points leave the moving stack for the record of Landing Craft.

It may do so at any time of its move, and goes on with a third of the MP that are left. The way back needs a roll
(`invasion`).

Cases: 18.4e
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.board.waters import is_coast
from redball.core.actions.naval import TakeToWater
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.telling import phase_name
from redball.rules.ground.craft import is_dukw
from redball.rules.moving_stack.move_ends import MoveData, mp_left, without
from redball.rules.naval.cargo_events import TookToWater
from redball.rules.naval.sailing import DUKW_AFLOAT

LAND_TO_SEA = 3
"""18.4e: MP on land for one at sea."""
NOT_DUKW = refusal("dukw.not_dukw", case="18.4e", text="{units} is not a DUKW of the moving stack")
NO_WATER = refusal(
    "dukw.no_water", case="18.1c", text="{hexes} is not on the coast, so {units} cannot enter the water there"
)
NOT_NOW = refusal(
    "dukw.not_now", case="18.4e", text="DUKWs change between land and water in the Movement Phase, not in the {have}"
)


def refuse(look: Look, data: MoveData, action: TakeToWater) -> Refusal | None:
    """18.4e: a DUKW of the stack, on the coast, in the Movement Phase."""
    unit = look.unit(action.unit)
    if unit.id not in data.units or not is_dukw(look.world, unit):
        return NOT_DUKW(units=(unit.id,))
    if look.state.clock.phase != "movement":
        return NOT_NOW(have=phase_name(look.state.clock.phase))
    return None if is_coast(look.board, data.hex) else NO_WATER(units=(unit.id,), hexes=(data.hex,))


def candidates(look: Look, data: MoveData) -> Iterator[TakeToWater]:
    """The DUKWs of the stack."""
    if look.world.scenario.craft:
        yield from (TakeToWater(uid) for uid in data.units if is_dukw(look.world, look.unit(uid)))


def take(run: Run, data: MoveData, action: TakeToWater) -> None:
    spent = DUKW_AFLOAT - mp_left(run.look, data, action.unit) // LAND_TO_SEA
    run.emit(TookToWater(case="18.4e", side=data.side, unit=action.unit, hex=data.hex, spent=spent))
    rest = without(data, {action.unit})
    if rest.units:
        run.set(rest)
    else:
        run.finish()


OPTION = Option(TakeToWater, candidates, refuse, take)
