"""The supply of units, HQs, dumps and Extenders, what would cut it, and who could pay."""

from __future__ import annotations

from typing import cast

from msgspec import UNSET, Struct, UnsetType

from redball.core.ledger import show_mp
from redball.game.explain import supply as explanations
from redball.game.explain.bills import KINDS as BILL_KINDS
from redball.game.explain.bills import BillKind
from redball.game.explain.shown import (
    ShownBills,
    ShownCuts,
    ShownLink,
    ShownMoveCost,
    ShownPayers,
    ShownTrace,
    show_bills,
    show_cuts,
    show_move_cost,
    show_supply,
)
from redball.game.sight.belief import believed
from redball.rules.supply import draw_and_throw as supply
from redball.rules.supply.paths import field_from
from redball.rules.trace import extender_links
from redball.rules.units.abilities import transport_kind
from redball.server.answers.asked import hex_named, namer, own_units, unit_of_viewer
from redball.server.answers.combat import must_know
from redball.server.session import Session


class SupplyArea(Struct, frozen=True):
    """How far an HQ or a dump reaches: MP by hex where a draw or a throw can go, and the hexes served because they are
    next to one of these (`draw_beside`, `throw_beside`)."""

    draw: dict[int, str]
    throw: dict[int, str]
    draw_beside: tuple[int, ...]
    throw_beside: tuple[int, ...]


class UnitSupply(Struct, frozen=True):
    """A unit's trace and on-map supply. `marked`: it is Out of Supply until its side's next check. `link`, for an
    Extender: how it links, or why it does not. `hq`, for an HQ on the map: how far it reaches."""

    unit: str
    marked: bool
    trace: ShownTrace
    payers: ShownPayers
    link: ShownLink | None
    hq: SupplyArea | UnsetType = UNSET


class DumpSupply(Struct, frozen=True):
    """Hexes that could draw from a dump, and hexes that HQs could throw it to."""

    dump: SupplyArea


class ExtenderRange(Struct, frozen=True):
    """The hexes that an Extender could link to, with their MP from it."""

    hexes: dict[int, str]


def area(found: supply.Reachable) -> SupplyArea:
    """The reach of draws and throws, with MP as text."""
    return SupplyArea(
        draw={h: show_mp(mp) for h, mp in found.draw.items()},
        throw={h: show_mp(mp) for h, mp in found.throw.items()},
        draw_beside=tuple(found.draw_beside),
        throw_beside=tuple(found.throw_beside),
    )


def supply_of_unit(session: Session, viewer: str, unit: str) -> UnitSupply:
    """A unit's trace and who could pay for it, with the paths; for an HQ, also how far it draws and throws."""
    uid, side = unit_of_viewer(session, viewer, unit)
    look = believed(session.game.look, side)
    subject = look.unit(uid)
    told = show_supply(explanations.supply_of(session.game, side, uid), namer(session, viewer))
    is_hq = look.counter(subject).kind == "hq" and subject.on_map
    return UnitSupply(
        unit=told.unit,
        marked=told.marked,
        trace=told.trace,
        payers=told.payers,
        link=told.link,
        hq=area(supply.hq_reach(look, subject)) if is_hq else UNSET,
    )


def supply_of_hex(session: Session, side: str, hex_: int) -> DumpSupply:
    """Hexes that could draw from a dump in a hex, and hexes that HQs could throw it to."""
    look = believed(session.game.look, side)
    return DumpSupply(area(supply.dump_reach(look, side, hex_named(look, hex_))))


def extender_range(session: Session, side: str, unit: str) -> ExtenderRange:
    """The hexes that an Extender of the side could link to, with their MP from it (12.7b)."""
    look = believed(session.game.look, side)
    (uid,) = own_units(look, side, unit.replace(",", " "))
    extender = look.unit(uid)
    if not extender.extender:
        raise ValueError(f"{uid!r} is not an Extender")
    mix = extender_links.mix_of(look, side, transport_kind(look, extender))
    if mix is None:
        return ExtenderRange({})
    field = field_from(look, side, extender.hex, mix.mobility, mix.range, facing=extender.facing)
    return ExtenderRange({h: show_mp(mp) for h, mp in sorted(field.cost.items())})


def cuts(session: Session, viewer: str, unit: str, line: str) -> ShownCuts:
    """What would cut the trace or the supply of a unit."""
    uid, side = unit_of_viewer(session, viewer, unit)
    return show_cuts(explanations.cuts_of(session.game, side, uid, line), namer(session, viewer))


def bills(session: Session, side: str, kind: str, hex_: int, units: str, special: str = "") -> ShownBills:
    """Who could pay for an attack, an overrun or a barrage."""
    look = session.game.look
    if kind not in BILL_KINDS:
        raise ValueError(f"there is no bill of kind {kind!r}; there are: {', '.join(BILL_KINDS)}")
    named = own_units(look, side, units, aboard=kind == "regular")
    must_know(look, special)
    told = explanations.bills_for(session.game, side, cast(BillKind, kind), hex_named(look, hex_), named, special)
    return show_bills(told, namer(session, side))


def move_cost(session: Session, side: str, units: str, hex_: int) -> ShownMoveCost:
    """A move's fuel, who pays for it, and the path to a hex."""
    look = session.game.look
    named = own_units(look, side, units)
    if len({look.unit(uid).hex for uid in named}) > 1:
        raise ValueError("units that move together must be in one hex")
    told = explanations.move_cost(session.game, side, named, hex_ if hex_ < 0 else hex_named(look, hex_))
    return show_move_cost(told, namer(session, side))
