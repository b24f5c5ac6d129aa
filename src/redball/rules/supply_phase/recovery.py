"""Recovery of internal stocks, compulsory, at the beginning of the Supply Phase.

Each payment is for one level of one unit. A level may begin only if all of it is within reach, and must then be paid in
full. SP left within reach of units that stay Low or Exhausted are wasted (12.10e-C).

Cases: 12.10e, 12.10e-A, 12.10e-B, 12.10e-C
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Done, Recover
from redball.core.engine import Run
from redball.core.events import InternalsRecovered
from redball.core.events.supply import WASTED
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules.supply.draw_and_throw import find_payer, ordinary, payers, spend, tokens_of
from redball.rules.supply.reasons import refuse_payer

PURPOSE = "recovery"

NOT_DEPLETED = refusal("supply.not_depleted", case="12.10e", text="{units} is not a Low or Exhausted unit of this side")
FINISH = refusal(
    "supply.finish_recovery", case="12.10e", text="the recovery of {units} is partly paid; {need} is still owed"
)
TOO_DEAR = refusal(
    "supply.recovery_too_dear", case="12.10e-C", text="a level for {units} costs {need}; {have} is within reach"
)
COMPULSORY = refusal(
    "supply.recovery_compulsory",
    case="12.10e-A",
    text="{units} can recover internal stocks, so it must",
    remedy="pay for the recovery first",
)


class Recovery(Struct, frozen=True, tag=True):
    """Recovery of a side: the unit whose level is partly paid, and the tokens still owed for it."""

    side: str
    unit: str = ""
    owed: int = 0


def level_price(look: Look, unit: Unit) -> int:
    """Tokens for one level: 2T for a unit; 2T per RE of a multi-step unit (12.10e, reading 1.51)."""
    price = look.world.charts.supply_costs.recover_low_per_unit_or_re
    return price * look.steps(unit) if look.counter(unit).is_multi_step else price


def depleted(look: Look, side: str) -> list[Unit]:
    """Combat units of a side that are Low or Exhausted, Out of Supply or not (12.10f)."""
    return [u for u in look.own(side) if u.internals and look.counter(u).is_combat_unit]


def can_recover(look: Look, unit: Unit, *, organic: bool) -> bool:
    """Whether a whole level is within reach, from one dump or several; with or without the SP on Organic Trucks
    (12.10e-B)."""
    found = payers(look, unit)
    return tokens_of(found if organic else ordinary(found)) >= level_price(look, unit)


def decides(look: Look, data: Recovery) -> str | None:
    """The side, while it owes or can pay a level."""
    able = data.owed or any(can_recover(look, unit, organic=True) for unit in depleted(look, data.side))
    return data.side if able else None


def refuse_recover(look: Look, data: Recovery, action: Recover) -> Refusal | None:
    """The unit is depleted, no other recovery is partly paid, the payer reaches it, and the level can be paid in
    full."""
    unit = look.unit(action.unit)
    if data.owed and action.unit != data.unit:
        return FINISH(units=(data.unit,), need=show_tokens(data.owed))
    if unit.side != data.side or not unit.internals or not unit.on_map:
        return NOT_DEPLETED(units=(unit.id,))
    refused = refuse_payer(look, unit, action.source, action.holder, action.via)
    if refused is None and not data.owed and not can_recover(look, unit, organic=True):
        have = tokens_of(payers(look, unit))
        return TOO_DEAR(units=(unit.id,), have=show_tokens(have), need=show_tokens(level_price(look, unit)))
    return refused


def recover_candidates(look: Look, data: Recovery) -> Iterator[Recover]:
    """Every payer of the unit that is partly paid, or of every unit that can recover."""
    units = [look.unit(data.unit)] if data.owed else depleted(look, data.side)
    for unit in units:
        if data.owed or can_recover(look, unit, organic=True):
            yield from (Recover(unit.id, p.source, p.holder, p.via) for p in payers(look, unit))


def take_recover(run: Run, data: Recovery, action: Recover) -> None:
    unit = run.look.unit(action.unit)
    payer = find_payer(run.look, unit, action.source, action.holder, action.via)
    assert payer is not None  # `refuse_recover` checked this
    owed = data.owed or level_price(run.look, unit)
    paid = min(owed, payer.tokens)
    spend(run, payer, paid, PURPOSE, unit.id, "12.10e")
    if paid < owed:
        run.set(replace(data, unit=unit.id, owed=owed - paid))
        return
    run.emit(InternalsRecovered(case="12.10e", side=data.side, unit=unit.id, levels=1))
    run.set(replace(data, unit="", owed=0))


def refuse_done(look: Look, data: Recovery, action: Done) -> Refusal | None:
    """12.10e-A: recovery is compulsory, but not from SP on Organic Trucks (12.10e-B)."""
    if data.owed:
        return FINISH(units=(data.unit,), need=show_tokens(data.owed))
    able = tuple(u.id for u in depleted(look, data.side) if can_recover(look, u, organic=False))
    return COMPULSORY(units=able) if able else None


def take_done(run: Run, data: Recovery, action: Done) -> None:
    run.go_on()


def waste(run: Run, data: Recovery) -> None:
    """12.10e-C: SP too few for a level are spent all the same."""
    for unit in depleted(run.look, data.side):
        while found := ordinary(payers(run.look, unit)):
            spend(run, found[0], found[0].tokens, WASTED, unit.id, "12.10e-C")


RECOVERY = Procedure(
    "recovery",
    Recovery,
    (
        Choose(
            "recover",
            "Recover internal stocks",
            decides,
            (
                Option(Recover, recover_candidates, refuse_recover, take_recover),
                Option(Done, only(Done()), refuse_done, take_done),
            ),
            case="12.10e",
        ),
        Do("waste", waste),
    ),
)
