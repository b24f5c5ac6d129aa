"""What the page's overlays show for a whole side at once: supply, railroads, and what the ground costs."""

from __future__ import annotations

from typing import cast, get_args

from msgspec import Struct

from redball.board.terrain import words
from redball.core.ledger import show_tokens
from redball.core.telling import capital, show_rail_points
from redball.forces.counter import Mobility
from redball.game.explain.ground import ground_costs
from redball.game.explain.rail_net import SHUT, rail_net
from redball.game.explain.text import DROPPED, obstacle_text
from redball.game.explain.whole_side import SourceServes, UnitServed, supply_of_side
from redball.game.sentences import Namer
from redball.game.sight.belief import OPEN, believed
from redball.rules.units.abilities import mobility
from redball.server.answers.asked import namer, unit_named
from redball.server.answers.movement import mp_text
from redball.server.session import Session

MOBILITIES = get_args(Mobility)


class SourceView(Struct, frozen=True):
    """A hex with SP (`hq` is "") or an HQ that may throw, and the hexes that it serves. `tokens` are the SP there, or
    all that the HQ draws. `text` says what it has, or why it serves nobody."""

    hq: str
    hex: int
    tokens: int
    serves: tuple[int, ...]
    text: str


class ServedView(Struct, frozen=True):
    """A combat unit of the side, and the sources that could pay for it, as numbers in `sources`. `marked`: it is Out
    of Supply until its side's next check. `stop` is the hex that keeps it out, -1 if there is none; `text` says why it
    does not trace or why nothing pays, a sentence each."""

    unit: str
    hex: int
    by: tuple[int, ...]
    traces: bool
    pays: bool
    marked: bool
    stop: int
    text: list[str]


class SupplyNet(Struct, frozen=True):
    """The supply of a side. `traced` are the hexes where its units trace that draw in Truck MP."""

    side: str
    sources: list[SourceView]
    units: list[ServedView]
    traced: tuple[int, ...]


class ShutRails(Struct, frozen=True):
    """Rail hexes that the side's trains cannot enter, all for one reason, in words."""

    reason: str
    text: str
    hexes: tuple[int, ...]


class RailNetView(Struct, frozen=True):
    """The railroads as a side may use them. `stations`: cargo may get on and off; `open`: trains pass; `traced`: the
    line carries trace supply. `sources` are the hexes where supply comes from, `closed` those of them that the enemy
    shuts, `entries` where arrivals come in. Rail Cap is text; `rides`: it may be used now. `gauge` is the only one that
    the side uses, "" any."""

    side: str
    stations: tuple[int, ...]
    open: tuple[int, ...]
    shut: list[ShutRails]
    traced: tuple[int, ...]
    sources: tuple[int, ...]
    closed: tuple[int, ...]
    entries: tuple[int, ...]
    left: str
    cap: str
    rides: bool
    gauge: str


class GroundLevel(Struct, frozen=True):
    """What some terrains cost: MP as text, "prohibited" or "all"."""

    mp: str
    terrains: list[str]


class GroundSide(Struct, frozen=True):
    """What the hexside between a hex and its neighbour in a direction costs in addition, as `GroundLevel`."""

    hex: int
    direction: int
    mp: str


class GroundPath(Struct, frozen=True):
    """What a step along a kind of road or track costs instead."""

    name: str
    mp: str


class GroundView(Struct, frozen=True):
    """What hexes cost a mobility to enter in this weather: `hexes` has a digit for each, the number of its level."""

    mobility: Mobility
    unit: str
    levels: list[GroundLevel]
    hexes: str
    sides: list[GroundSide]
    paths: list[GroundPath]


# --- supply ----------------------------------------------------------------------------------------------------


def supply_net(session: Session, viewer: str, side: str) -> SupplyNet:
    """What each dump and HQ of a side serves, and which units are out of supply and why. `viewer` reads it."""
    found = supply_of_side(believed(session.game.look, side), side)
    n = namer(session, viewer)
    return SupplyNet(
        side=side,
        sources=[_source(source, n) for source in found.sources],
        units=[_served(unit, n) for unit in found.units],
        traced=found.traced,
    )


def _source(source: SourceServes, n: Namer) -> SourceView:
    tokens = show_tokens(source.tokens)
    if source.obstacle is not None:
        text = f"{capital(n.unit(source.hq))} draws from no dump: {obstacle_text(source.obstacle, n)}."
    elif source.hq:
        text = f"{capital(n.unit(source.hq))} draws {tokens} and throws it."
    else:
        text = f"{tokens} at {n.hex(source.hex)}."
    return SourceView(source.hq, source.hex, source.tokens, source.serves, text)


def _served(unit: UnitServed, n: Namer) -> ServedView:
    text = []
    if unit.dropped:
        text.append(f"Does not trace: {DROPPED.get(unit.dropped, 'others come first')}.")
    elif unit.untraced is not None:
        text.append(f"Does not trace: {obstacle_text(unit.untraced, n)}.")
    if unit.unpaid is not None:
        text.append(f"Nothing can pay for it: {obstacle_text(unit.unpaid, n)}.")
    stops = [obstacle.hex for obstacle in (unit.untraced, unit.unpaid) if obstacle is not None]
    return ServedView(
        unit=unit.unit,
        hex=unit.hex,
        by=unit.by,
        traces=unit.traces,
        pays=unit.unpaid is None,
        marked=unit.marked,
        stop=stops[0] if stops else -1,
        text=text,
    )


# --- railroads -------------------------------------------------------------------------------------------------


def railroads(session: Session, side: str) -> RailNetView:
    """The railroads as a side may use them now."""
    net = rail_net(believed(session.game.look, side), side)
    return RailNetView(
        side=side,
        stations=net.stations,
        open=net.open,
        shut=[ShutRails(code, SHUT[code], hexes) for code, hexes in net.shut.items()],
        traced=net.traced,
        sources=net.sources,
        closed=net.closed,
        entries=net.entries,
        left=show_rail_points(net.left),
        cap=show_rail_points(net.cap),
        rides=net.rides,
        gauge=net.gauge,
    )


# --- the ground ------------------------------------------------------------------------------------------------


def ground(session: Session, viewer: str, kind: str, unit: str) -> GroundView:
    """What the whole map costs a mobility, or the mobility of a unit that the viewer sees. The bridges of
    the viewer's side count, but not for an enemy unit.

    Raises ValueError for another mobility.
    """
    look = session.game.look
    subject = look.unit(unit_named(look, viewer, unit)) if unit else None
    chosen = mobility(look, subject) if subject is not None else kind
    if chosen not in MOBILITIES:
        raise ValueError(f"there is no mobility {kind!r}; there are: {', '.join(MOBILITIES)}")
    owner = viewer
    if subject is not None:
        owner = subject.side if viewer in (OPEN, subject.side) else OPEN
    found = ground_costs(believed(look, viewer), owner, cast(Mobility, chosen))
    levels = zip(found.levels, found.terrains, strict=True)
    return GroundView(
        mobility=found.mobility,
        unit=unit,
        levels=[GroundLevel(mp_text(cost), [words(name) for name in names]) for cost, names in levels],
        hexes="".join(map(_DIGITS.__getitem__, found.hexes)),
        sides=[GroundSide(one.hex, one.direction, mp_text(one.cost)) for one in found.sides],
        paths=[GroundPath(words(name), mp_text(cost)) for name, cost in found.paths.items()],
    )


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""More terrains cost different amounts in no chart: a movement chart has about thirty rows."""
