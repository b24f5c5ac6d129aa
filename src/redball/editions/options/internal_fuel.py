"""House rule: a unit that no supply within reach can fuel moves on its internal stocks.

One level of stocks fuels the unit as a token would, for this phase. As in combat, stocks are used only where supply
within reach cannot pay (12.10a).

Cases: HR-11
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.actions import UseInternals
from redball.core.edition import Part, option
from redball.core.engine import Run
from redball.core.events import FuelPaid
from redball.core.look import Look
from redball.core.procedures import Option, offering
from redball.core.refusals import Refusal, refusal
from redball.rules.combat.supply import refuse_internals, use_internals
from redball.rules.moving_stack.fuel import MovingStack, bill_for, thirsty

NOT_THIRSTY = refusal("fuel.not_thirsty", case="HR-11", text="{units} is not in the moving stack, or needs no fuel now")


def candidates(look: Look, data: MovingStack) -> Iterator[UseInternals]:
    """Units of the moving stack waiting for fuel."""
    yield from (UseInternals(unit.id) for unit in thirsty(look, data))


def refuse(look: Look, data: MovingStack, action: UseInternals) -> Refusal | None:
    """The unit must be waiting for fuel and have stocks, and no supply within reach can pay."""
    unit = look.unit(action.unit)
    if unit not in thirsty(look, data):
        return NOT_THIRSTY(units=(unit.id,))
    return refuse_internals(look, unit, bill_for(look, data, "single_unit", unit.id))


def take(run: Run, data: MovingStack, action: UseInternals) -> None:
    use_internals(run, action.unit, bill_for(run.look, data, "single_unit", action.unit))
    run.emit(FuelPaid(case="HR-11", side=data.side, unit=action.unit, method="single_unit"))


INTERNAL_FUEL = option(
    "internal_fuel",
    "HR-11",
    "Units that no supply can fuel move on their internal stocks",
    Part(
        "internal_fuel",
        edits=(("move", "wrap", "go", offering(Option(UseInternals, candidates, refuse, take))),),
        overrides=frozenset({"what is round move.go"}),
    ),
)
SWITCHES = (INTERNAL_FUEL,)
