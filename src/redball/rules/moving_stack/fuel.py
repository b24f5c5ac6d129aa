"""Fuel: which units need it to spend MP, the three ways to pay for it, and what a fueled HQ gives to others.

Only movement and overruns need fuel: attack, defence, barrage, retreat and advance never do (12.5b-A). It is paid
while a stack is being moved, before its first step; a pausing Transport Point of the stack may fuel other units from
its load too (13.2a-A, reading 1.95). Supply comes by draw or throw like any other, never from internal stocks (12.5,
12.5g).

Cases: 12.5, 12.5a-A, 12.5a-B, 12.5c, 12.5c-A, 12.5c-B, 12.5c-C, 12.5d, 12.5e-A, 12.5e-B, 12.5f, 12.5g, 13.2a-A,
13.2a-B, 13.7-D, K12.5-required, K12.5c-single, K12.5c-formation, K12.5c-hq, N2.2-cleanup-fuel, 21.3-C,
HR-10
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from redball.board.hexes import NO_HEX
from redball.core.actions import PayFuel
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.events import FuelDrawn, FuelPaid, FuelRemoved
from redball.core.events.supply import SHORT
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import FuelMethod, Unit
from redball.core.world import World, of_world
from redball.forces.counter import Face
from redball.rules.moving_stack.points import FORMATION_FUEL, FUELS, NEEDS_FUEL
from redball.rules.supply.bills import Bill, offers, pay_from, same_source, shared_payers
from redball.rules.supply.draw_and_throw import Payer, may_throw, paid_by_loads, payers, serves, tokens_of
from redball.rules.supply.fields import Leg
from redball.rules.supply.paths import throw_leg, throws_to
from redball.rules.supply.reasons import TOO_LITTLE, refuse_payer
from redball.rules.units.abilities import face_of, formation_of, may_still_move
from redball.rules.units.zoc import rely_on_negation

METHODS: tuple[FuelMethod, ...] = ("single_unit", "formation", "hq")
OPTIONAL = ("independents", "formation_short", "hq_short")
CASES = {
    "single_unit": "12.5c-C",
    "formation": "12.5c-A",
    "hq": "12.5c-B",
    "independents": "21.3-C",
    "formation_short": "HR-10",
    "hq_short": "HR-10",
}
FOR_FORMATION = ("formation", "formation_short")
FOR_HQ = ("hq", "hq_short")
SHORT_PRICE = 2
"""Tokens for little fuel (HR-10)."""
MINIMAL = option(
    "minimal_fuel",
    "HR-10",
    "2T fuel a formation, or an HQ and the units in its throw range, for the phase at a quarter MA",
)
SWITCHES = (MINIMAL,)
PURPOSE = "fuel"

METHOD = refusal("fuel.method", case="12.5c", text="{detail} is not a way to pay for fuel")
NOT_MOVING = refusal(
    "fuel.not_moving",
    case="12.5c",
    text="{units} is not in the moving stack; fuel is paid when it is needed",
    remedy="pay when the unit begins to move, or from a Transport Point of the moving stack",
)
NOT_NEEDED = refusal("fuel.not_needed", case="12.5a-B", text="{units} needs no fuel in its present mode")
FUELED = refusal("fuel.fueled", case="12.5c", text="{units} is already fueled")
REPLACED = refusal(
    "fuel.replaced",
    case="21.3-C",
    text="{units} is an HQ; only other independent units pay fuel by size",
    remedy="pay 1T for each RE of independent units that move together",
)
NOT_INDEPENDENT = refusal("fuel.not_independent", case="21.3-C", text="{units} is not an independent unit")
NO_FORMATION = refusal("fuel.no_formation", case="12.5c-A", text="{units} belongs to no multi-unit formation")
FORMATION_FUELED = refusal(
    "fuel.formation_fueled",
    case="13.7a",
    text="{detail} is already fueled; {units} did not share its source and must pay by itself",
    remedy="pay by the single-unit method",
)
NOT_HQ = refusal("fuel.not_hq", case="12.5c-B", text="{units} is not an HQ of this side on the map")
HELPS_NOBODY = refusal(
    "fuel.helps_nobody",
    case="12.5e-A",
    text="fuel for {units} would not help the moving stack: none of its independent units is in that HQ's throw range",
)


class MovingStack(Protocol):
    """What this module needs from an open move."""

    @property
    def side(self) -> str: ...

    @property
    def units(self) -> tuple[str, ...]: ...


# --- who is fueled ---------------------------------------------------------------------------------------------


def needs_fuel(look: Look, unit: Unit) -> bool:
    """The unit cannot spend MP without fuel."""
    return look.policies[NEEDS_FUEL](look, unit)


def motorized(look: Look, unit: Unit) -> bool:
    """12.5a: a combat unit that uses Truck or Track MP in its present mode (HQs too, 12.9b)."""
    return look.counter(unit).is_combat_unit and face_of(look.world, unit).mobility != "leg"


def is_fueled(look: Look, unit: Unit) -> bool:
    """The unit may spend MP: it needs no fuel, its own is paid for, or a fueled HQ serves it as it begins to move."""
    return not needs_fuel(look, unit) or has_fuel(unit) or serving_hq(look, unit) is not None


def has_fuel(unit: Unit) -> bool:
    """Its fuel was paid: for this phase (12.5c-C), with its formation (12.5c-A, reading 1.93), as an HQ (12.5c-B)."""
    return unit.activity.fueled or unit.formation_fueled or unit.hq_fueled


def by_formation_or_hq(look: Look, unit: Unit) -> bool:
    """Fuel of its formation or of an HQ serves the unit now (12.5c-A, 12.5c-B), whether it moves or not."""
    return unit.formation_fueled or unit.hq_fueled or serving_hq(look, unit) is not None


def fueled_hqs(look: Look, side: str) -> tuple[Unit, ...]:
    """HQs with a Fuel marker, in order of id."""
    return tuple([unit for unit in look.own_of(side, "hq") if unit.hq_fueled])


def serving_hq(look: Look, unit: Unit) -> tuple[Unit, Leg] | None:
    """The fueled HQ that fuels a unit which begins to move, and the path of its throw (12.5e-A, reading 1.94).

    An HQ already bound to its hex comes first (12.5e-B), then the nearest.
    """
    if unit.activity.spent or not unit.on_map or not look.counter(unit).is_independent:
        return None
    found = []
    for hq in fueled_hqs(look, unit.side):
        leg = fuel_leg(look, hq, unit)
        if leg is not None:
            found.append((hq.activity.fuel_hex == NO_HEX, leg.mp, hq.id, hq, leg))
    return min(found, key=lambda f: f[:3])[3:] if found else None


def fuel_leg(look: Look, hq: Unit, unit: Unit) -> Leg | None:
    """How an HQ, once fueled, throws fuel to an independent unit: from one hex in each phase (12.5e-B)."""
    return throw_leg(look, hq, unit.hex) if _may_fuel(look, hq, unit) else None


def fuel_reaches(look: Look, hq: Unit, unit: Unit) -> bool:
    """Whether there is a `fuel_leg`, without finding it."""
    return throws_to(look, hq, unit.hex) and _may_fuel(look, hq, unit)


def _may_fuel(look: Look, hq: Unit, unit: Unit) -> bool:
    """The HQ could fuel the unit from anywhere."""
    elsewhere = hq.activity.fuel_hex not in (NO_HEX, hq.hex)
    if elsewhere or not look.counter(unit).is_independent or not may_throw(look, hq):
        return False
    if not serves(look.world, hq, unit):
        return False
    return look.policies[FUELS](look, hq, unit)


def any_independent(look: Look, hq: Unit, unit: Unit) -> bool:
    """12.5e-A: a fueled HQ fuels any unit that begins to move within its throw range."""
    return True


def fuel_on_begin(run: Run, units: Iterable[str]) -> None:
    """Call just before a stack spends its first MP: fueled HQs fuel its independent units, and are then bound to throw
    from that hex for the rest of the phase (12.5e-A, 12.5e-B)."""
    for uid in units:
        unit = run.look.unit(uid)
        if not needs_fuel(run.look, unit) or has_fuel(unit):
            continue
        found = serving_hq(run.look, unit)
        if found is not None:
            hq, leg = found
            run.emit(FuelDrawn(case="12.5e-A", side=unit.side, unit=uid, hq=hq.id, hex=hq.hex))
            rely_on_negation(run, unit.side, leg.entered, frozenset(units))


def remove_fuel(run: Run, side: str) -> None:
    """In its own Clean Up Phase a side loses its Fuel markers and the fuel of its formations (12.5d,
    N2.2-cleanup-fuel)."""
    fueled = tuple(u.id for u in run.state.units.values() if u.side == side and (u.hq_fueled or u.formation_fueled))
    own = {counter.formation for counter in run.world.counters.values() if counter.side == side}
    formations = tuple(sorted(run.state.fueled_formations & own))
    if fueled or formations:
        run.emit(FuelRemoved(case="12.5d", side=side, units=fueled, formations=formations))


# --- paying ----------------------------------------------------------------------------------------------------


def price(look: Look, method: FuelMethod, uid: str) -> int:
    """Tokens for a method, for a unit (12.5c)."""
    if method in SHORT:
        return SHORT_PRICE
    costs = look.world.charts.supply_costs
    if method == "formation":
        return look.policies[FORMATION_FUEL](look, formation_of(look, look.unit(uid)))
    return costs.fuel_single_unit if method == "single_unit" else costs.fuel_hq


def ways_of_paying(look: Look, unit: Unit) -> str:
    """What fuels a unit, and for how much: `1T for the unit, or 1 SP for the 10 Pz`."""
    known, counter = methods(look), look.counter(unit)
    ways = [f"{show_tokens(price(look, 'single_unit', unit.id))} for the unit"]
    formation = formation_of(look, unit)
    if formation and formation not in look.state.fueled_formations:
        ways.append(
            f"{show_tokens(price(look, 'formation', unit.id))} for all of the {formation} that its source serves"
        )
    if "hq" in known and (counter.is_independent or counter.kind == "hq"):
        whose = "for the HQ" if counter.kind == "hq" else "for an HQ in whose throw range it begins"
        ways.append(f"{show_tokens(price(look, 'hq', unit.id))} {whose}")
    return ", or ".join(ways)


def price_in_stack(look: Look, data: MovingStack, method: FuelMethod, uid: str) -> int:
    """Tokens for a method that fuels a unit and the parts of the moving stack fueled with it (21.3-C)."""
    if method != "independents":
        return price(look, method, uid)
    size = sum(look.regimental_equivalents(look.unit(member)) for member in independents_of(look, data, uid))
    return -(-size // RE)


def formation_fuel(look: Look, formation: str) -> int:
    """12.5c-A: every formation costs the same."""
    return look.world.charts.supply_costs.fuel_formation


def bill_for(look: Look, data: MovingStack, method: FuelMethod, uid: str) -> Bill:
    """What a method costs a unit; that of a formation comes from one source (12.5c-A)."""
    return Bill(
        side=data.side,
        units=(uid,),
        tokens=price_in_stack(look, data, method, uid),
        purpose=PURPOSE,
        case=CASES[method],
        common=method in FOR_FORMATION,
        moving=data.units,
    )


RE = 4
"""Quarters of an RE that a token fuels (21.3-C)."""


def methods(look: Look) -> tuple[FuelMethod, ...]:
    """The ways of paying in this game; option 21.3 replaces the one for HQs."""
    by_size = look.option("independents")
    found = [method for method in METHODS if method != "hq" or not by_size]
    if by_size:
        found.append("independents")
    if look.option(MINIMAL.name):
        found += [method for method in SHORT if method != "hq_short" or not by_size]
    return tuple(found)


def independents_of(look: Look, data: MovingStack, uid: str) -> tuple[str, ...]:
    """The units that a payment by size fuels: the unit and all waiting independent units of the moving stack
    (21.3-C)."""
    others = (u.id for u in thirsty(look, data) if look.counter(u).is_independent)
    return (uid, *(other for other in others if other != uid))


def in_range_of(look: Look, hq: Unit) -> tuple[str, ...]:
    """The units that little fuel for an HQ serves: itself, and independent units now in its throw range (HR-10)."""
    waiting = (u for u in look.own(hq.side) if u.id != hq.id and needs_fuel(look, u) and not has_fuel(u))
    return (hq.id, *(u.id for u in waiting if fuel_reaches(look, hq, u)))


def thirsty(look: Look, data: MovingStack) -> list[Unit]:
    """Units of the moving stack that need fuel to spend MP."""
    return [unit for unit in map(look.unit, data.units) if not is_fueled(look, unit)]


def loaded_trucks(look: Look, data: MovingStack) -> frozenset[str]:
    """Transport Points of the moving stack that carry SP (13.2a-A)."""
    return frozenset(u.id for u in map(look.unit, data.units) if u.load)


def may_need_fuel(look: Look, unit: Unit) -> bool:
    """A unit that could move later in this phase and then need fuel (in the Movement Phase, after a change of mode)."""
    if not look.counter(unit).is_combat_unit or has_fuel(unit) or not may_still_move(look, unit):
        return False
    counter = look.counter(unit)
    faces = [look.face(unit)]
    if look.state.clock.phase == "movement":
        faces += [face for face in (counter.combat, counter.move) if face is not None]
    return any(face.mobility != "leg" and face.ma for face in faces)


@of_world
def users_of_fuel(world: World) -> frozenset[str]:
    """The counters of combat units that could ever be fueled: HQs, and those with a side that does not use Leg MP."""
    counters = (world.counters[name] for name in world.combat_counters())
    return frozenset(c.id for c in counters if c.kind == "hq" or any(map(_motorized, (c.combat, c.move))))


def _motorized(face: Face | None) -> bool:
    return face is not None and face.mobility != "leg"


def refuse_fuel(look: Look, data: MovingStack, action: PayFuel) -> Refusal | None:
    """Every reason why fuel may not be paid this way."""
    if action.method not in methods(look):
        replaced = action.method in FOR_HQ and look.option("independents")
        return REPLACED(units=(action.unit,)) if replaced else METHOD(detail=action.method)
    unit = look.unit(action.unit)
    pausing = action.holder in loaded_trucks(look, data)
    refused = refuse_need(look, data, action.method, unit, pausing)
    if refused is not None:
        return refused
    moving = frozenset(data.units)
    refused = refuse_payer(look, unit, action.source, action.holder, action.via, moving)
    if refused is not None:
        return refused
    bill = bill_for(look, data, action.method, unit.id)
    payer = _named(shared_payers(look, (unit.id,), moving), action)
    if not _in_stack(look, data, action.method, unit):
        have = payer.tokens
    elif bill.common:
        have = tokens_of(p for p in payers(look, unit, moving) if same_source(p, payer))
    else:
        have = tokens_of(payers(look, unit, moving))
    if have < bill.tokens:
        return TOO_LITTLE(units=(unit.id,), have=show_tokens(have), need=show_tokens(bill.tokens), case=bill.case)
    return None


def _named(found: Iterable[Payer], action: PayFuel) -> Payer:
    return next(p for p in found if (p.source, p.holder, p.via) == (action.source, action.holder, action.via))


def _in_stack(look: Look, data: MovingStack, method: FuelMethod, unit: Unit) -> bool:
    """The stack itself needs this fuel now."""
    waiting = thirsty(look, data)
    return _serves_one(look, unit, waiting) if method in FOR_HQ else any(u.id == unit.id for u in waiting)


def _serves_one(look: Look, hq: Unit, waiting: Iterable[Unit]) -> bool:
    """Fuel for an HQ would serve one of these units."""
    return any(unit.id == hq.id or fuel_reaches(look, hq, unit) for unit in waiting)


def refuse_need(look: Look, data: MovingStack, method: FuelMethod, unit: Unit, pausing: bool = False) -> Refusal | None:
    """This method can fuel the unit, and a unit needs it now (or later, from a pausing truck)."""
    if unit.side != data.side or not unit.on_map:
        return NOT_MOVING(units=(unit.id,))
    if method in FOR_HQ:
        if look.counter(unit).kind != "hq":
            return NOT_HQ(units=(unit.id,))
        if unit.hq_fueled or (method in SHORT and unit.activity.short):
            return FUELED(units=(unit.id,))
        return None if pausing or _in_stack(look, data, method, unit) else HELPS_NOBODY(units=(unit.id,))
    formation = formation_of(look, unit)
    if method in FOR_FORMATION and not formation:
        return NO_FORMATION(units=(unit.id,))
    if method == "independents" and not look.counter(unit).is_independent:
        return NOT_INDEPENDENT(units=(unit.id,))
    if has_fuel(unit):
        return FUELED(units=(unit.id,))
    if method in FOR_FORMATION and formation in look.state.fueled_formations:
        return FORMATION_FUELED(units=(unit.id,), detail=formation)
    if unit.id in data.units:
        if not needs_fuel(look, unit):
            return NOT_NEEDED(units=(unit.id,))
        return FUELED(units=(unit.id,)) if is_fueled(look, unit) else None
    if pausing:
        return None if may_need_fuel(look, unit) else NOT_NEEDED(units=(unit.id,))
    return NOT_MOVING(units=(unit.id,))


def fuel_candidates(look: Look, data: MovingStack) -> Iterator[PayFuel]:
    """Every method for every unit waiting for fuel, from every source; and what pausing trucks may fuel."""
    waiting = thirsty(look, data)
    wanted: list[tuple[FuelMethod, str]] = [("single_unit", u.id) for u in waiting]
    for method in methods(look) if waiting else ():
        if method in FOR_FORMATION:
            wanted += [(method, u.id) for u in waiting if formation_of(look, u)]
        elif method == "independents":
            wanted += [(method, u.id) for u in waiting if look.counter(u).is_independent]
        elif method in FOR_HQ and any(look.counter(u).is_independent or look.counter(u).kind == "hq" for u in waiting):
            hqs = (u for u in look.own_of(data.side, "hq") if not u.hq_fueled)
            wanted += [(method, hq.id) for hq in hqs if _serves_one(look, hq, waiting)]
    for method, uid in wanted:
        if refuse_need(look, data, method, look.unit(uid)) is not None:
            continue
        for payer in offers(look, bill_for(look, data, method, uid)):
            yield PayFuel(method, uid, payer.source, payer.holder, payer.via)
    yield from _pausing_candidates(look, data, frozenset(wanted))


def _pausing_candidates(look: Look, data: MovingStack, offered: frozenset[tuple[FuelMethod, str]]) -> Iterator[PayFuel]:
    trucks = loaded_trucks(look, data)
    if not trucks:
        return
    here, moving = look.unit(data.units[0]).hex, frozenset(data.units)
    known, able = methods(look), users_of_fuel(look.world)
    waiting = [unit for unit in look.own(data.side) if unit.counter in able or unit.id in data.units]
    for unit, found in paid_by_loads(look, data.side, here, trucks, waiting, moving):
        for method in known:
            if (method, unit.id) not in offered and refuse_need(look, data, method, unit, pausing=True) is None:
                tokens = price_in_stack(look, data, method, unit.id)
                for load, via in found:
                    if load.tokens >= tokens:
                        yield PayFuel(method, unit.id, here, load.holder, via)


def sharing(look: Look, formation: str, payer: Payer, moving: frozenset[str]) -> dict[str, Payer]:
    """The combat units of a formation that can use the same HQ, or the same dump by direct draw, and how (12.5c-A)."""
    members = (u for u in look.own(payer.side) if formation_of(look, u) == formation)
    ways = ((u.id, next((p for p in payers(look, u, moving) if same_source(p, payer)), None)) for u in members)
    return {uid: way for uid, way in ways if way is not None}


def take_fuel(run: Run, data: MovingStack, action: PayFuel) -> None:
    look, moving = run.look, frozenset(data.units)
    unit = look.unit(action.unit)
    bill = bill_for(look, data, action.method, unit.id)
    payer = _named(payers(look, unit, moving), action)
    formation = ""
    members: tuple[str, ...] = ()
    ways: dict[str, Payer] = {}
    if action.method in FOR_FORMATION:
        formation = formation_of(look, unit)
        ways = sharing(look, formation, payer, moving)
        members = tuple(ways)
    elif action.method == "independents":
        members = independents_of(look, data, unit.id)
    elif action.method == "hq_short":
        members = in_range_of(look, unit)
    rest = pay_from(run, bill, payer)
    run.emit(
        FuelPaid(
            case=bill.case, side=data.side, unit=unit.id, method=action.method, formation=formation, members=members
        )
    )
    for uid, way in ways.items():
        if uid != unit.id:
            rely_on_negation(run, data.side, way.entered, moving)
    if rest.tokens:
        run.push("pay", rest)


OPTIONS = (Option(PayFuel, fuel_candidates, refuse_fuel, take_fuel, exact=True),)
POLICIES = {"formation_fuel": formation_fuel, "fuels": any_independent, "needs_fuel": motorized}
