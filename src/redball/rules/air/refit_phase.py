"""The Aircraft Refit Phase: at each base the phasing side chooses Inactive aircraft, pays, and they are Active.

A base is drafted (base, then aircraft); nothing is paid before that is committed. Neither weather (15.1-D) nor the
steps of an aircraft matter. The limit and the price are points; the base draws SP as a unit would, or has them thrown.
Drop Plans are made and changed in the same decision (`drop_plans`). The carriers of a hex refit together, all their
aircraft, and pay nothing.

Cases: 2.3-C, 4.5a-H, 14.1d, 15.1-A, 15.1-C, 15.1-D, 17.0d
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import AddPlane, Cancel, Done, MergePlanes, RefitAt, RemovePlane
from redball.core.chances import spread_of
from redball.core.engine import Run
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, only
from redball.core.refusals import Refusal, refusal
from redball.rules.air import drop_plans
from redball.rules.air.air import AircraftRefitted
from redball.rules.air.bases import (
    NO_BASE,
    NOT_YOURS,
    UNKNOWN_PLANE,
    inactive_at,
    own_base,
    own_bases,
    refuse_full,
)
from redball.rules.air.decks import refit_room, refuse_more
from redball.rules.air.merging import merges, refuse_merge, take_merge
from redball.rules.air.points import (
    REFIT_DUE,
    REFIT_LIMIT,
    REFIT_MOST,
    REFIT_PRICE,
    REFUSE_BASE_USE,
    USABLE_LEVELS,
)
from redball.rules.air.refit import Most, Refit
from redball.rules.ground.air_force import AIR_STRIP, Base, Plane, face, is_fighter, plane_in, printed
from redball.rules.supply.bills import Bill, offers, owed_from
from redball.rules.supply.draw_and_throw import tokens_of
from redball.rules.units.zoc import blocks_truck

REFITTED = refusal("refit.done", case="15.1-A", text="the base at {hexes} has refitted in this phase")
ENEMY_ZOC = refusal(
    "refit.zoc",
    case="15.1-C",
    text="the base at {hexes} is in an enemy ZOC, so it cannot refit",
    remedy="a combat unit in its hex negates the ZOC",
)
ALL_ACTIVE = refusal("refit.all_active", case="15.1-B", text="there are no Inactive aircraft at {hexes}")
UNPAID = refusal(
    "refit.unpaid",
    case="12.9c",
    text="refit at {hexes} costs {need}; the base can get {have}",
    remedy="bring supply within its draw, or an HQ that can throw to it",
)
MOST = refusal("refit.limit", case="15.1-B", text="the {detail} at {hexes} refits {need} aircraft in a phase")
NO_DRAFT = refusal("refit.no_base_chosen", case="15.1-A", text="first choose a base to refit at")
NOBODY = refusal(
    "refit.nobody",
    case="15.1-B",
    text="no aircraft has been chosen to refit at {hexes} yet",
    remedy="add an aircraft, or take it back",
)
NOT_HERE = refusal("refit.not_here", case="15.1-B", text="{detail} is not Inactive at {hexes}")
ADDED = refusal("refit.added", case="15.1-B", text="{detail} has already been chosen to refit")
NO_TRIP = refusal(
    "refit.trip", case="15.1-B", text="aircraft that refit do not fly, so they need no way to fly ({have})"
)
NOT_ADDED = refusal("refit.not_added", case="15.1-B", text="{detail} has not been chosen to refit")


class AircraftRefit(Struct, frozen=True, tag=True):
    """The phase of a side, and its draft: a base (or NO_HEX) and aircraft; or a Drop Plan, of a `unit` (or "") for the
    hex `where` (or NO_HEX), which is no `hex` because the enemy may not know it."""

    side: str
    hex: int = NO_HEX
    planes: tuple[str, ...] = ()
    unit: str = ""
    where: int = NO_HEX


class BaseRefit(Struct, frozen=True, tag=True):
    """The refit of a base, once committed."""

    side: str
    hex: int
    planes: tuple[str, ...]


# --- limit and price ---------------------------------------------------------------------------------------------


def refit_of(look: Look, base: Base, planes: tuple[Plane, ...]) -> Refit:
    """What the limit and the price depend on."""
    fighters = [plane for plane in planes if is_fighter(look.world, plane)]
    factors = sum(face(look.world, plane).barrage for plane in planes if plane not in fighters)
    return Refit(base.level, look.policies[USABLE_LEVELS](look, base), len(fighters), factors)


def refit_most(look: Look, base: Base) -> Most:
    """How many aircraft it refits, which takes no dice (15.0b-A, 15.2-B)."""
    charts, refit = look.world.charts, refit_of(look, base, ())
    (most,) = spread_of(lambda throw: look.policies[REFIT_LIMIT](charts, refit, throw)).ways
    return Most(most)


def refit_due(look: Look, base: Base, planes: tuple[Plane, ...]) -> int:
    """The whole price, paid as they refit (15.1-B)."""
    return look.policies[REFIT_PRICE](look.world.charts, refit_of(look, base, planes))


def most_of(look: Look, base: Base) -> int:
    """How many aircraft the base, or the carriers (18.2b), can refit now."""
    return limit_of(look, base).aircraft


def limit_of(look: Look, base: Base) -> Most:
    """The same, with what makes it fewer."""
    if base.ships:
        return Most(sum(refit_room(look, sid) for sid in base.ships))
    return look.policies[REFIT_MOST](look, base)


def bill_of(look: Look, base: Base, planes: tuple[Plane, ...]) -> Bill:
    """What the base owes for these aircraft; carriers owe nothing (18.2b)."""
    tokens = 0 if base.ships else look.policies[REFIT_DUE](look, base, planes)
    return Bill(base.side, (), tokens, "refit", "15.1-B", place=base.hex)


def refuse_bill(look: Look, base: Base, planes: tuple[Plane, ...]) -> Refusal | None:
    """Whether the base can get the SP (12.9c)."""
    bill = bill_of(look, base, planes)
    if not bill.tokens or offers(look, bill):
        return None
    have = tokens_of(owed_from(look, bill))
    return UNPAID(hexes=(base.hex,), have=show_tokens(have), need=show_tokens(bill.tokens))


# --- what may refit ----------------------------------------------------------------------------------------------


def refuse_base(look: Look, side: str, hex_: int) -> Refusal | None:
    """Every reason why a base cannot refit now."""
    base = own_base(look, side, hex_)
    if base is None:
        return NO_BASE(hexes=(hex_,))
    if base.refitted:
        return REFITTED(hexes=(hex_,))
    if refused := look.policies[REFUSE_BASE_USE](look, base, "refit"):
        return refused
    if blocks_truck(look, side, hex_):
        return ENEMY_ZOC(hexes=(hex_,))
    inactive = inactive_at(look, base)
    if not inactive:
        return ALL_ACTIVE(hexes=(hex_,))
    bills = [refuse_bill(look, base, (plane,)) for plane in inactive]
    return refuse_full(look, base) or (bills[0] if all(bills) else None)


def refuse_plane(look: Look, data: AircraftRefit, pid: str) -> Refusal | None:
    """Every reason why an aircraft cannot join the draft."""
    base = own_base(look, data.side, data.hex)
    if base is None:
        return NO_DRAFT()
    plane = plane_in(look.state, pid)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(pid))
    name = printed(look.world, plane).name
    if plane.side != data.side or plane.hex < 0:
        return NOT_YOURS(detail=name)
    if pid in data.planes:
        return ADDED(detail=name)
    if plane not in inactive_at(look, base):
        return NOT_HERE(detail=name, hexes=(data.hex,))
    among = chosen(look, data.planes)
    if base.ships:
        return refuse_more(look, among, plane)
    most = most_of(look, base)
    if len(data.planes) >= most:
        case = "15.2-B" if base.level == AIR_STRIP else "15.0b-A"
        return MOST(hexes=(data.hex,), need=most, detail=base.called, case=case)
    return refuse_full(look, base, len(data.planes) + 1) or refuse_bill(look, base, (*among, plane))


def chosen(look: Look, planes: tuple[str, ...]) -> tuple[Plane, ...]:
    """The records of these aircraft."""
    return tuple([plane for pid in planes if (plane := plane_in(look.state, pid)) is not None])


# --- the decision ------------------------------------------------------------------------------------------------


def decides(look: Look, data: AircraftRefit) -> str | None:
    """The side, while it has a draft, a base that can refit, aircraft that it can merge, or a Drop Plan to make or to
    change."""
    lists = (
        _bases(look, data),
        merges(look, data.side),
        drop_plans.plannable(look, data),
        drop_plans.changeable(look, data),
    )
    drafted = data.hex != NO_HEX or drop_plans.drafting(data)
    return data.side if drafted or any(next(found, None) is not None for found in lists) else None


def _bases(look: Look, data: AircraftRefit) -> Iterator[RefitAt]:
    if drop_plans.refuse_busy(data) is None:
        hexes = (base.hex for base in own_bases(look, data.side))
        yield from (RefitAt(hex_) for hex_ in hexes if refuse_base(look, data.side, hex_) is None)


def _refuse_at(look: Look, data: AircraftRefit, action: RefitAt) -> Refusal | None:
    return drop_plans.refuse_busy(data) or refuse_base(look, data.side, action.hex)


def _take_at(run: Run, data: AircraftRefit, action: RefitAt) -> None:
    run.set(replace(data, hex=action.hex))


def _additions(look: Look, data: AircraftRefit) -> Iterator[AddPlane]:
    base = own_base(look, data.side, data.hex)
    there = inactive_at(look, base) if base is not None else ()
    return (AddPlane(plane.id) for plane in there if refuse_plane(look, data, plane.id) is None)


def _refuse_add(look: Look, data: AircraftRefit, action: AddPlane) -> Refusal | None:
    return NO_TRIP(have=action.trip) if action.trip else refuse_plane(look, data, action.plane)


def _take_add(run: Run, data: AircraftRefit, action: AddPlane) -> None:
    run.set(replace(data, planes=tuple(sorted((*data.planes, action.plane)))))


def _refuse_remove(look: Look, data: AircraftRefit, action: RemovePlane) -> Refusal | None:
    if action.plane in data.planes:
        return None
    plane = plane_in(look.state, action.plane)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(action.plane))
    return NOT_ADDED(detail=printed(look.world, plane).name)


def _take_remove(run: Run, data: AircraftRefit, action: RemovePlane) -> None:
    run.set(replace(data, planes=tuple(pid for pid in data.planes if pid != action.plane)))


def _refuse_done(look: Look, data: AircraftRefit, action: Done) -> Refusal | None:
    """Nobody has to refit; a draft needs an aircraft."""
    if drop_plans.drafting(data):
        return drop_plans.BUSY(units=(data.unit,))
    return None if data.hex == NO_HEX or data.planes else NOBODY(hexes=(data.hex,))


def _take_done(run: Run, data: AircraftRefit, action: Done) -> None:
    if data.hex == NO_HEX:
        run.go_on()
        return
    run.set(AircraftRefit(data.side))
    run.push("base_refit", BaseRefit(data.side, data.hex, data.planes))


def _cancel(look: Look, data: AircraftRefit) -> Iterator[Cancel]:
    if data.hex != NO_HEX or drop_plans.drafting(data):
        yield Cancel()


def _refuse_cancel(look: Look, data: AircraftRefit, action: Cancel) -> Refusal | None:
    return None if data.hex != NO_HEX or drop_plans.drafting(data) else NO_DRAFT()


def _take_cancel(run: Run, data: AircraftRefit, action: Cancel) -> None:
    run.set(AircraftRefit(data.side))


def _merges(look: Look, data: AircraftRefit) -> Iterator[MergePlanes]:
    return merges(look, data.side) if drop_plans.refuse_busy(data) is None else iter(())


def _refuse_merge(look: Look, data: AircraftRefit, action: MergePlanes) -> Refusal | None:
    return drop_plans.refuse_busy(data) or refuse_merge(look, data.side, action)


PHASE = Procedure(
    "aircraft_refit",
    AircraftRefit,
    (
        Do("lapse", drop_plans.lapse),
        Choose(
            "refit",
            "Refit aircraft: choose a base, add Inactive aircraft, commit; or end the phase",
            decides,
            (
                Option(RefitAt, _bases, _refuse_at, _take_at, exact=True),
                Option(
                    AddPlane,
                    _additions,
                    _refuse_add,
                    _take_add,
                    exact=True,
                ),
                Option(
                    RemovePlane,
                    lambda look, data: (RemovePlane(pid) for pid in data.planes),
                    _refuse_remove,
                    _take_remove,
                    exact=True,
                ),
                Option(MergePlanes, _merges, _refuse_merge, take_merge, exact=True),
                *drop_plans.OPTIONS,
                Option(Done, only(Done()), _refuse_done, _take_done),
                Option(Cancel, _cancel, _refuse_cancel, _take_cancel, exact=True),
            ),
            case="15.1",
            secret=True,
        ),
    ),
)


def pay(run: Run, data: BaseRefit) -> None:
    """Pay before the aircraft refit (15.1-B)."""
    base = own_base(run.look, data.side, data.hex)
    assert base is not None  # it was drafted
    bill = bill_of(run.look, base, chosen(run.look, data.planes))
    if bill.tokens:
        run.push("pay", bill)


def refit(run: Run, data: BaseRefit) -> None:
    """They are Active, and the base has refitted (15.1-A)."""
    base = own_base(run.look, data.side, data.hex)
    assert base is not None  # it was drafted
    case = "18.2b" if base.ships else "15.1-A"
    run.emit(AircraftRefitted(case=case, side=data.side, hex=data.hex, planes=data.planes, ships=base.ships))


BASE = Procedure("base_refit", BaseRefit, (Do("pay", pay), Do("refit", refit)))

PROCEDURES = (PHASE, BASE)
POLICIES = {"refit_most": refit_most, "refit_due": refit_due}
