"""Rail Repair units convert railroads to the gauge of their side as they move.

Each conversion is the owner's choice: the unit that has entered a hex converts it, or saves one of its four.

Cases: 4.5a-E, 13.3f-A, 13.3f-B, 13.3g-D
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.board.hexes import MP
from redball.core.actions import ConvertRail
from redball.core.engine import Run
from redball.core.events import Event, RailConverted
from redball.core.ledger import show_mp, show_tokens
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules.ground.railroads import can_use, on_railroad, rail_graph, side_gauge
from redball.rules.moving_stack.move_ends import MoveData, entered
from redball.rules.rail.cap import may_rail
from redball.rules.rail.points import CONVERSION_PRICE, RAIL_WORK
from redball.rules.rail.ride import is_repair
from redball.rules.supply.bills import Bill, offers, owed_from
from redball.rules.supply.draw_and_throw import tokens_of
from redball.rules.units.abilities import movement_allowance
from redball.rules.units.zoc import enemy_zoc

NOT_REPAIR = refusal("convert.not_repair", case="13.3f-B", text="{units} is not a Rail Repair unit of the moving stack")
PHASE = refusal("convert.phase", case="13.3g-D", text="railroads can be converted only in your own Movement Phase")
MODE = refusal(
    "convert.mode",
    case="13.3g-D",
    text="{units} must be in Combat Mode, or DG with its Combat side up, to convert railroads",
)
NOTHING = refusal(
    "convert.nothing",
    case="13.3f",
    text="{hexes} has no railroad to convert to the gauge of {detail}, and no damaged one",
)
ENTER = refusal("convert.not_entered", case="13.3f-B", text="{units} converts a hex by moving into it")
IN_ZOC = refusal("convert.zoc", case="13.3f-A", text="{hexes} is in an enemy ZOC, where railroads cannot be converted")
LIMIT = refusal(
    "convert.limit",
    case="13.3g-D",
    text="{units} has converted {have:hex}; its MA allows {need} a phase",
)

NO_SUPPLY = refusal("convert.no_supply", case="13.3f-B", text="a rail hex costs {need}; {units} can get only {have}")

MOST_HEXES = 4


def can_convert(unit: Unit) -> bool:
    """In Combat Mode, or DG and oriented toward it (13.3g-D, 5.10e)."""
    return unit.facing == "combat" and unit.marker in ("", "dg")


def limit(look: Look, unit: Unit) -> int:
    """Hexes that the unit may convert in a phase: 4, or its present MA if less (reading 1.110)."""
    return min(MOST_HEXES, movement_allowance(look, unit) // MP)


def refuse_convert(look: Look, data: MoveData, action: ConvertRail) -> Refusal | None:
    """13.3f-B: a Rail Repair unit that has just moved into a rail hex of another gauge, or a damaged one."""
    unit = look.unit(action.unit)
    if unit.id not in data.units or not is_repair(look, unit):
        return NOT_REPAIR(units=(unit.id,))
    if not may_rail(look, data.side):
        return PHASE()
    if not can_convert(unit):
        return MODE(units=(unit.id,))
    if not entered(unit):
        return ENTER(units=(unit.id,))
    runs = on_railroad(look.board, rail_graph(look.world), data.hex)
    if not runs or can_use(look, data.side, data.hex):
        return NOTHING(hexes=(data.hex,), detail=data.side)
    if enemy_zoc(look, data.side, data.hex):
        return IN_ZOC(hexes=(data.hex,))
    if unit.activity.converted >= limit(look, unit):
        have, need = unit.activity.converted, limit(look, unit)
        return LIMIT(units=(unit.id,), have=have, need=f"{need} (MA {show_mp(movement_allowance(look, unit))})")
    return refuse_price(look, data, unit)


def refuse_price(look: Look, data: MoveData, unit: Unit) -> Refusal | None:
    """If converting a hex costs supply, it must be within reach of the unit."""
    bill = bill_for(look, data, unit)
    if not bill.tokens or offers(look, bill):
        return None
    return NO_SUPPLY(
        units=(unit.id,), need=show_tokens(bill.tokens), have=show_tokens(tokens_of(owed_from(look, bill)))
    )


def bill_for(look: Look, data: MoveData, unit: Unit) -> Bill:
    """The price of the next hex; nothing in the series."""
    tokens = look.policies[CONVERSION_PRICE](look)
    return Bill(data.side, (unit.id,), tokens, "rail repair", "13.3f-B", moving=data.units)


def convert(look: Look, unit: Unit) -> Event:
    """13.3f-B: the railroad of its hex has the gauge of its side."""
    gauge = side_gauge(look.world, unit.side)
    return RailConverted(case="13.3f-B", side=unit.side, unit=unit.id, hex=unit.hex, gauge=gauge)


def free_of_charge(look: Look) -> int:
    """13.3f-B: it costs neither SP nor MP."""
    return 0


def convert_candidates(look: Look, data: MoveData) -> Iterator[ConvertRail]:
    """Every Rail Repair unit of the stack."""
    return (ConvertRail(uid) for uid in data.units if is_repair(look, look.unit(uid)))


def take_convert(run: Run, data: MoveData, action: ConvertRail) -> None:
    """Costs no MP, and SP only if there is a price."""
    unit = run.look.unit(action.unit)
    bill = bill_for(run.look, data, unit)
    run.emit(run.look.policies[RAIL_WORK](run.look, unit))
    if bill.tokens:
        run.push("pay", bill)


OPTIONS = (Option(ConvertRail, convert_candidates, refuse_convert, take_convert),)

POLICIES = {"conversion_price": free_of_charge, "rail_work": convert}
