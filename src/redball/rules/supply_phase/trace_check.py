"""The trace check of the Supply Phase: trace, formations that must split, eating off the map, marking Out of Supply.

The effects of the marker (12.8d) are applied elsewhere: no ZOC (`zoc`), strength halved (`strength`); movement and
barrage stay the same.

Cases: 12.6, 12.6c-A, 12.6c-B, 12.6d-A, 12.6d-B, 12.6h, 14.10b-B, 12.8a-A, 12.8a-B, 12.8d, K12-who-needs,
K12.8-levels-oos, K12.8-levels-unaffected, K12.6e-eating, N2.2-supply-oos
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import Done, Eat
from redball.core.engine import Run
from redball.core.events import CutOffNoted, MarkedOutOfSupply, OutOfSupplyCleared, TraceChecked
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import counted
from redball.rules.ground.drops import dropped_now
from redball.rules.supply.draw_and_throw import Payer, Stock, payers, payers_from, spend, stocks
from redball.rules.supply.reasons import TOO_LITTLE, refuse_payer
from redball.rules.trace.splits import chosen, favour_step
from redball.rules.trace.tracing import SPLIT, outcomes, untraced
from redball.rules.units.abilities import formation_of

PURPOSE = "eaten"

NOT_HUNGRY = refusal(
    "supply.not_hungry", case="12.6c-B", text="{units} has trace supply, has eaten, or is not a combat unit"
)
STRAT = refusal("supply.strat_cannot_eat", case="12.6e", text="{units} is in Strat Mode and cannot eat supply")


class Fed(Struct, frozen=True):
    """Quarter RE fed in this phase from one dump: a hex, or the Organic Truck `holder`."""

    hex: int
    holder: str
    quarters: int


class TraceCheck(Struct, frozen=True, tag=True):
    """The trace check of a side: the owner's choices for formations that split (formation, HQ, source), the combat
    units that are without trace and have not eaten, and what each dump has fed (reading 1.97)."""

    side: str
    favoured: tuple[tuple[str, str, int], ...] = ()
    hungry: tuple[str, ...] = ()
    fed: tuple[Fed, ...] = ()


# --- who traces ------------------------------------------------------------------------------------------------


def check(run: Run, data: TraceCheck) -> None:
    """12.6: check every combat unit of the side; who was dropped in this turn needs no trace (12.6h)."""
    results = outcomes(run.look, data.side, chosen(data))
    excused = frozenset(uid for uid, (way, _) in results.items() if way is None and freed(run.look, uid))
    for uid, (way, dropped) in results.items():
        run.emit(
            TraceChecked(
                case="12.6h" if uid in excused else dropped or "12.6",
                side=data.side,
                unit=uid,
                found=way is not None,
                excused=uid in excused,
                via=way.via if way is not None else "",
                source=way.source if way is not None else NO_HEX,
            )
        )
    hungry = tuple(uid for uid, (way, _) in results.items() if way is None and uid not in excused)
    note_cut_off(run, data.side, tuple(uid for uid in hungry if results[uid][1] in ("", SPLIT)))
    run.set(replace(data, hungry=hungry))


def freed(look: Look, uid: str) -> bool:
    """12.6h: it made a planned drop in this turn."""
    return dropped_now(look, look.unit(uid))


def note_cut_off(run: Run, side: str, hungry: tuple[str, ...]) -> None:
    """12.8e-4: before anybody eats, note who is without trace: combat units, and Transport Points, including those of
    an Extender, in a hex without trace (reading 1.103)."""
    look = run.look
    points = untraced(look, (u for u in look.own(side) if u.points or u.extender))
    cut = {*hungry, *(u.id for u in points)}
    new = tuple(u.id for u in look.own(side) if u.id in cut and not u.cut_off)
    reached = tuple(u.id for u in look.own(side) if u.cut_off and u.id not in cut)
    if new or reached:
        run.emit(CutOffNoted(case="12.8e-4", side=side, units=new, reached=reached))


# --- eating ----------------------------------------------------------------------------------------------------


def pot(payer: Payer) -> tuple[int, str]:
    """The dump that a payer feeds from: a hex, or the Organic Truck in it, whose SP are not for all."""
    return (payer.source, payer.holder if payer.organic else "")


def fed_from(data: TraceCheck, dump: tuple[int, str]) -> int:
    """Quarter RE that a dump has fed so far."""
    return sum(fed.quarters for fed in data.fed if (fed.hex, fed.holder) == dump)


def meal_price(look: Look, data: TraceCheck, unit: Unit, dump: tuple[int, str]) -> int:
    """Tokens to feed one more unit from a dump: 1T for each 2 RE fed there in this phase, rounded up (12.6c-A)."""
    per_token = 4 * look.world.charts.supply_costs.eat_off_map_re_per_t
    before = fed_from(data, dump)
    after = before + look.regimental_equivalents(unit)
    return -(-after // per_token) - -(-before // per_token)


def emptied(look: Look, data: TraceCheck) -> tuple[Stock, ...]:
    """Dumps that feeding has emptied: the last token spent there may still feed more."""
    there = {(s.hex, s.holder if s.only_for else "") for here in stocks(look, data.side).values() for s in here}
    gone = (fed for fed in data.fed if (fed.hex, fed.holder) not in there)
    return tuple(
        Stock(fed.hex, fed.holder, 0, formation_of(look, look.unit(fed.holder)) if fed.holder else "") for fed in gone
    )


def meals(look: Look, data: TraceCheck, unit: Unit) -> tuple[Payer, ...]:
    """The payers that can feed a unit. Strat Mode units never eat (12.6e, 5.8b-A)."""
    if unit.marker == "strat":
        return ()
    found = payers(look, unit)
    scraps = emptied(look, data)
    if scraps:
        found += payers_from(look, unit, scraps)
    return tuple(p for p in found if p.tokens >= meal_price(look, data, unit, pot(p)))


def eat_decides(look: Look, data: TraceCheck) -> str | None:
    """The owner, while a hungry unit can be fed."""
    return data.side if any(meals(look, data, look.unit(uid)) for uid in data.hungry) else None


def refuse_eat(look: Look, data: TraceCheck, action: Eat) -> Refusal | None:
    """12.6c: only units without trace eat, from a dump that reaches them and has enough."""
    unit = look.unit(action.unit)
    if unit.id not in data.hungry:
        return NOT_HUNGRY(units=(unit.id,))
    if unit.marker == "strat":
        return STRAT(units=(unit.id,))
    if any(_names(p, action) for p in meals(look, data, unit)):
        return None
    refused = refuse_payer(look, unit, action.source, action.holder, action.via)
    if refused is not None:
        return refused
    payer = next(p for p in payers(look, unit) if _names(p, action))
    price = meal_price(look, data, unit, pot(payer))
    return TOO_LITTLE(units=(unit.id,), have=show_tokens(payer.tokens), need=show_tokens(price), case="12.6c-A")


def _names(payer: Payer, action: Eat) -> bool:
    return (payer.source, payer.holder, payer.via) == (action.source, action.holder, action.via)


def eat_candidates(look: Look, data: TraceCheck) -> Iterator[Eat]:
    """Every hungry unit with every payer that can feed it."""
    for uid in data.hungry:
        yield from (Eat(uid, p.source, p.holder, p.via) for p in meals(look, data, look.unit(uid)))


def take_eat(run: Run, data: TraceCheck, action: Eat) -> None:
    """The unit is in supply this turn (reading 1.98)."""
    unit = run.look.unit(action.unit)
    payer = next(p for p in meals(run.look, data, unit) if _names(p, action))
    dump = pot(payer)
    price = meal_price(run.look, data, unit, dump)
    if price:
        spend(run, payer, price, PURPOSE, unit.id, "12.6c-A")
    run.emit(
        TraceChecked(
            case="12.6c-A", side=data.side, unit=unit.id, found=False, ate=True, via=action.via, source=action.source
        )
    )
    fed = [f for f in data.fed if (f.hex, f.holder) != dump]
    fed.append(Fed(*dump, fed_from(data, dump) + run.look.regimental_equivalents(unit)))
    run.set(replace(data, fed=tuple(fed), hungry=tuple(uid for uid in data.hungry if uid != unit.id)))


def unfed(look: Look, data: TraceCheck) -> str:
    """What ending the meals gives up: the units that are still hungry (12.6d-B)."""
    number = len(data.hungry)
    return f"{counted(number, 'unit')} without trace will not eat" if number else ""


def take_done(run: Run, data: TraceCheck, action: Done) -> None:
    """12.6d-B: nobody is forced to eat."""
    run.go_on()


# --- marking ---------------------------------------------------------------------------------------------------


def mark(run: Run, data: TraceCheck) -> None:
    """Mark units that neither traced nor ate (12.6d-A, 12.8a-A, 12.8d); clear the marker from the others (12.8a-B,
    N2.2-supply-oos)."""
    for unit in list(run.look.own(data.side)):
        hungry = unit.id in data.hungry
        if hungry and not unit.out_of_supply:
            run.emit(MarkedOutOfSupply(case="12.8a-A", side=data.side, unit=unit.id))
        elif unit.out_of_supply and not hungry:
            run.emit(OutOfSupplyCleared(case="12.8a-B", side=data.side, unit=unit.id))


TRACE_CHECK = Procedure(
    "trace_check",
    TraceCheck,
    (
        favour_step(),
        Do("check", check),
        Choose(
            "eat",
            "Feed units without trace, or let them go Out of Supply",
            eat_decides,
            (
                Option(Eat, eat_candidates, refuse_eat, take_eat, exact=True),
                Option(Done, only(Done()), always_legal, take_done),
            ),
            case="12.6c-A",
            gives_up=unfed,
        ),
        Do("mark", mark),
    ),
)
