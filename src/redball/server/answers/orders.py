"""What players can order: a formation at a glance, the way to a hex, and what a stack or a hex allows, or why not."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.core.actions import (
    Action,
    AddUnit,
    BeginMove,
    DeclareAttack,
    DeclareBarrage,
    DeclareOverrun,
    Release,
    SetMode,
)
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Unit
from redball.game.plan.formations import (
    FuelMacro,
    MarchMacro,
    TurnMacro,
    leg_of,
    march_order,
    members,
    modes_of,
    shared_fuel,
)
from redball.game.plan.macros import Macro
from redball.game.plan.moves import refuse_stack
from redball.game.plan.route import way_to
from redball.game.plan.whether import whether
from redball.game.sentences import ToldRefusal
from redball.game.sight.belief import believed
from redball.rules.moving_stack.fuel import has_fuel, needs_fuel, serving_hq
from redball.rules.moving_stack.fuel_plan import Stack, fuel_cost
from redball.rules.moving_stack.move_ends import MoveData
from redball.server.answers.asked import hex_named, namer, own_units, told, told_or_none
from redball.server.session import Session

MOST_UNITS = 6
"""Units of a hex whose orders are checked one by one."""


class FormationUnit(Struct, frozen=True):
    """One unit of a formation. `fuel`: none (needs none), paid, hq (a fueled HQ serves it), due or dry (nothing
    reaches it). `refusal`: why it cannot begin to move; `modes`: what it could turn to where it stands."""

    unit: str
    fuel: str
    refusal: ToldRefusal | None
    modes: tuple[SetMode, ...]


class FuelForAll(Struct, frozen=True):
    """Fuel for a formation in one payment of `tokens` as `starter` begins to move: the units that it `covers`, what
    they would cost one by one (`singles`), those that must pay `alone`, and in words who pays."""

    starter: str
    tokens: int
    singles: int
    covers: tuple[str, ...]
    alone: tuple[str, ...]
    text: str


class FormationAnswer(Struct, frozen=True):
    """A formation as its side sees it. `fuel`: null if no unit needs any, or if it cannot be paid."""

    name: str
    units: tuple[FormationUnit, ...]
    fuel: FuelForAll | None


class WayMark(Struct, frozen=True):
    """A hex of a way, and the lowest MP left in the stack there."""

    hex: int
    mp: str


class WayAnswer(Struct, frozen=True):
    """The way of units to a hex, as far as it goes. `stop`: what stops them at its end. `refusals`: what is missing
    where it falls short; none if it reaches the hex."""

    marks: tuple[WayMark, ...]
    stop: str
    refusals: tuple[ToldRefusal, ...]


class MarchLeg(Struct, frozen=True):
    """How far a unit of a column would go now: its `path`, or why it stays."""

    unit: str
    path: tuple[int, ...]
    refusal: ToldRefusal | None


class MarchAnswer(Struct, frozen=True):
    """A march in column as it would go if nothing came up, the foremost unit first."""

    legs: tuple[MarchLeg, ...]


class Order(Struct, frozen=True):
    """Something that a stack or a hex could be ordered, and why it cannot now, or null."""

    action: Action
    refusal: ToldRefusal | None


def formation(session: Session, side: str, name: str) -> FormationAnswer:
    """The units of one of the side's formations.

    Raises ValueError if it has none on the map.
    """
    look = believed(session.game.look, side)
    units = sorted(members(look, side, name), key=lambda unit: (unit.hex, unit.id))
    if not units:
        raise ValueError(f"{name!r} is not one of your formations on the map")
    offer = shared_fuel(session.game, side, [unit.id for unit in units])
    words = namer(session, side)
    fuel = None
    if offer is not None:
        payer = offer.part.payments[0].payer
        source = (
            words.unit(payer.holder) + " in " + words.hex(payer.source) if payer.holder else words.hex(payer.source)
        )
        via = f", thrown by {words.unit(payer.via)}" if payer.via else ""
        text = f"Paid from {source}{via} as {words.unit(offer.starter)} begins to move."
        fuel = FuelForAll(offer.starter, offer.tokens, offer.singles, offer.covers, offer.alone, text)
    return FormationAnswer(name, tuple(_member(session, look, side, unit) for unit in units), fuel)


def _member(session: Session, look: Look, side: str, unit: Unit) -> FormationUnit:
    refused = refuse_stack(look, side, (unit.id,))
    modes = modes_of(session.game, side, unit.id)
    return FormationUnit(unit.id, _fuel_of(look, unit), told_or_none(session, side, refused), modes)


def _fuel_of(look: Look, unit: Unit) -> str:
    if not needs_fuel(look, unit):
        return "none"
    if has_fuel(unit):
        return "paid"
    if serving_hq(look, unit) is not None:
        return "hq"
    return "dry" if fuel_cost(look, Stack(unit.side, (unit.id,))).dry else "due"


def way(session: Session, side: str, units: str, hex_: int, via: str) -> WayAnswer:
    """The way of these units to a hex, through others, and what is missing."""
    look = session.game.look
    named = own_units(look, side, units)
    through = [hex_named(look, int(one)) for one in filter(None, via.split(","))]
    found = way_to(session.game, side, named, hex_named(look, hex_), through)
    marks = tuple(WayMark(hex_, show_mp(mp)) for hex_, mp in found.marks)
    return WayAnswer(marks, found.stop, tuple(told(session, side, refused) for refused in found.refusals))


def march(session: Session, side: str, units: str, hex_: int) -> MarchAnswer:
    """How a column would go to a hex, each unit as if the others stood still."""
    look = session.game.look
    named = own_units(look, side, units)
    legs = []
    for uid in march_order(believed(look, side), side, named, hex_named(look, hex_)):
        leg = leg_of(session.game, side, uid, hex_)
        if isinstance(leg, Refusal):
            legs.append(MarchLeg(uid, (), told(session, side, leg)))
        else:
            legs.append(MarchLeg(uid, leg.path, None))
    return MarchAnswer(tuple(legs))


def orders(session: Session, side: str, hex_: int, units: str) -> list[Order]:
    """What the units, or those of a hex, could be ordered there, and why not the rest."""
    look = session.game.look
    hex_named(look, hex_)
    named = own_units(look, side, units) if units else ()
    return [Order(action, _why(session, side, action)) for action in _asked(believed(look, side), side, hex_, named)]


def _why(session: Session, side: str, action: Action) -> ToldRefusal | None:
    return told_or_none(session, side, whether(session.game, side, action))


def _asked(look: Look, side: str, hex_: int, named: tuple[str, ...]) -> Iterator[Action]:
    moving = look.state.stack[-1].data if look.state.stack else None
    here = list(look.units_at(hex_, side))[:MOST_UNITS]
    for unit in here:
        if isinstance(moving, MoveData):
            if unit.id not in moving.units:
                yield AddUnit(unit.id)
        else:
            yield BeginMove(unit.id)
        if unit.marker == "reserve":
            yield Release(unit.id)
    if look.has_combat_units(hex_, look.enemy(side)) or not here:
        yield DeclareAttack(hex_)
        yield DeclareBarrage(hex_)
        if named:
            yield DeclareOverrun(hex_)


def check_macro(look: Look, side: str, macro: Macro) -> None:
    """A series may name only units of the side, and hexes of the board.

    Raises ValueError.
    """
    if isinstance(macro, FuelMacro | TurnMacro | MarchMacro):
        own_units(look, side, ",".join(macro.units))
    if isinstance(macro, MarchMacro):
        hex_named(look, macro.hex)
    if isinstance(macro, FuelMacro) and macro.starter:
        own_units(look, side, macro.starter)
