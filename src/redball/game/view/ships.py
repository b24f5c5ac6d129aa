"""Ships as one side may see them (4.9a-A, 18.3c)."""

from __future__ import annotations

from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from redball.board.hexes import MP
from redball.core.engine import decision
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.procedures import Choose
from redball.core.state import NOT_ARRIVED
from redball.core.telling import show_rail_points
from redball.forces.craft import CraftKind
from redball.forces.ship import ShipFace, ShipType
from redball.game.sight.belief import OPEN, believed, fogged
from redball.rules.ground.craft import kind_of, printed_craft, room
from redball.rules.ground.fleet import LandingCraft, Vessel, fleet_in, has_fleet, printed_ship, ship_face
from redball.rules.movement.segment import MovementSegment, begin_candidates
from redball.rules.naval.beach import fewest, size_of
from redball.rules.naval.craft_schedule import coming, craft_to_come, still_owed
from redball.rules.naval.gunfire import DRAFT, Gunfire, targets
from redball.rules.naval.invasion import DRAFT as LANDING_DRAFT
from redball.rules.naval.invasion import Invasion, beaches
from redball.rules.naval.lanes import counts_as_dg
from redball.rules.naval.sailing import speed
from redball.rules.naval.ship_strike import TARGETS, ShipStrike, at_target
from redball.rules.naval.ship_strike import targets as strike_targets
from redball.rules.units.abilities import movement_allowance
from redball.rules.units.ashore import spent_at_sea

Drafted = TypeVar("Drafted", Gunfire, ShipStrike, Invasion)


class ShipView(Struct, frozen=True, kw_only=True):
    """A ship as the viewer may know it; hex < 0: it is `off` the map, "sunk", "waiting" or "withdrawn". `face` is the
    side that shows, `speed` in MP. `dg`: it has a DG marker, or counts as DG in a port. `several`: the counter is more
    than one ship. In this phase it has `sailed` and `fired`, and in this turn fired `ashore` (None where fog hides
    them); `shelled`: it was fired at in this phase."""

    id: str
    side: str
    name: str
    nation: str
    type: ShipType
    face: ShipFace
    hex: int
    speed: int
    aircraft: int
    several: bool
    damaged: bool
    dg: bool
    shelled: bool
    off: str = ""
    sailed: bool | None = None
    fired: bool | None = None
    ashore: bool | None = None


class CraftView(Struct, frozen=True, kw_only=True):
    """Landing Craft as the viewer may know them: `kind` landing_craft, dukw or lst, `speed` in MP; hex < 0: they are
    still to come. Aboard are `units` and `tokens` of supply, with `room` left in SP as text; in this phase they have
    `sailed` (None where fog hides that)."""

    id: str
    side: str
    name: str
    nation: str
    kind: CraftKind
    points: int
    hex: int
    speed: int
    dg: bool
    units: tuple[str, ...] | None = None
    tokens: int | None = None
    room: str | None = None
    sailed: bool | None = None


class GunfireView(Struct, frozen=True):
    """Gunfire that its side drafts: `at` units, base, port, ships or battery in which hex, the ids among which the
    `target` may be chosen, and who fires. What it can come to: `analysis.sea_report`."""

    at: str
    hex: int
    target: str
    targets: tuple[str, ...]
    ships: tuple[str, ...]
    guns: tuple[str, ...]


class LandingView(Struct, frozen=True):
    """A landing that its side drafts: in which hex, and its groups so far; `fewest`: with how many rolls those
    who land now could do."""

    hex: int
    groups: tuple[tuple[str, ...], ...]
    fewest: int


class LandedView(Struct, frozen=True):
    """A unit that has landed in this phase and may still move inland: where it is, and the MP that it begins with, in
    the mode that it has, as text (4.7d-E)."""

    unit: str
    hex: int
    left: str


class AshoreView(Struct, frozen=True):
    """What comes after a landing: who may move on inland, and the hexes where others could still land before anybody
    does (18.5f-D)."""

    landed: tuple[LandedView, ...]
    beaches: tuple[int, ...]


class GoingView(Struct, frozen=True):
    """Aircraft that go for one ship, and their Barrage Points together."""

    ship: str
    planes: tuple[str, ...]
    points: int


class ShipStrikeView(Struct, frozen=True):
    """Aircraft of the viewer's side over ships in a hex, while it chooses their targets: the ids of these, and who goes
    for which."""

    hex: int
    targets: tuple[str, ...]
    going: tuple[GoingView, ...]


class SeaView(Struct, frozen=True):
    """The ships and Landing Craft that the viewer may see, the ids of coastal artillery that ships have fired at in
    this phase, and the gunfire, or the `strike` by aircraft, that the viewer's side draws up. `leaving`: what of the
    viewer's Landing Craft is still to leave by the schedule, in words. `ashore`: its side has landed somebody in this
    phase and decides whom to move."""

    ships: list[ShipView]
    shelled: tuple[str, ...] = ()
    gunfire: GunfireView | None = None
    craft: tuple[CraftView, ...] = ()
    landing: LandingView | None = None
    strike: ShipStrikeView | None = None
    leaving: str = ""
    ashore: AshoreView | None = None


def sea_view(look: Look, viewer: str) -> SeaView | UnsetType:
    """What a side sees of the ships; UNSET in a game without any."""
    fleet = fleet_in(look.state)
    if not has_fleet(look.world):
        return UNSET
    fog = fogged(look, viewer)
    seen = fleet.as_seen(look, viewer) if fog else fleet
    ships = [_ship(look, ship, hidden=fog and ship.side != viewer) for ship in seen.ships]
    craft = [_craft(look, one, hidden=fog and one.side != viewer) for one in seen.craft]
    craft += [_craft(look, coming(look.world, one, NOT_ARRIVED), hidden=True) for one in craft_to_come(look)]
    drafts = _gunfire(look, viewer, fog=fog), tuple(craft), _landing(look, viewer, fog=fog)
    strike, ashore = _strike(look, viewer, fog=fog), _ashore(look, viewer)
    return SeaView(ships, fleet.shelled, *drafts, strike, still_owed(look, viewer), ashore)


def drafted(look: Look, viewer: str, kind: type[Drafted], step: Choose, *, fog: bool) -> Drafted | None:
    """What a side is drafting at this step; under fog only its own."""
    top = look.state.stack[-1] if look.state.stack else None
    if top is None or not isinstance(top.data, kind) or top.step != step.name:
        return None
    return None if fog and top.data.side != viewer else top.data


def _gunfire(look: Look, viewer: str, *, fog: bool) -> GunfireView | None:
    """By what the side may believe of the target."""
    data = drafted(look, viewer, Gunfire, DRAFT, fog=fog)
    if data is None:
        return None
    known = believed(look, viewer) if fog else look
    return GunfireView(data.at, data.hex, data.target, targets(known, data), data.ships, data.guns)


def _strike(look: Look, viewer: str, *, fog: bool) -> ShipStrikeView | None:
    """All ships there have been laid open (18.3c)."""
    data = drafted(look, viewer, ShipStrike, TARGETS, fog=fog)
    if data is None:
        return None
    found = []
    for ship in sorted({*data.aims}):
        wings = at_target(data, ship)
        found.append(GoingView(ship, tuple([wing.plane for wing in wings]), sum(wing.points for wing in wings)))
    return ShipStrikeView(data.hex, strike_targets(look, data), tuple(found))


def _off(ship: Vessel) -> str:
    if ship.afloat:
        return ""
    return "waiting" if ship.hex == NOT_ARRIVED else "withdrawn" if ship.withdrawn else "sunk"


def _landing(look: Look, viewer: str, *, fog: bool) -> LandingView | None:
    data = drafted(look, viewer, Invasion, LANDING_DRAFT, fog=fog)
    if data is None:
        return None
    return LandingView(data.hex, data.groups, fewest([size_of(look, name) for name in data.landing]))


def _ashore(look: Look, viewer: str) -> AshoreView | None:
    open_ = decision(look)
    if open_ is None or not isinstance(open_.data, MovementSegment) or viewer not in (OPEN, open_.side):
        return None
    movers = [look.unit(begin.unit) for begin in begin_candidates(look, open_.data)]
    left = {unit: movement_allowance(look, unit) - spent_at_sea(look, unit) for unit in movers if unit.activity.landed}
    if not left:
        return None
    landed = [LandedView(unit.id, unit.hex, show_mp(mp)) for unit, mp in left.items() if mp > 0]
    return AshoreView(tuple(landed), tuple([plan.hex for plan in beaches(look, open_.side)]))


def _ship(look: Look, ship: Vessel, *, hidden: bool) -> ShipView:
    printed = printed_ship(look.world, ship)
    found = ShipView(
        id=ship.id,
        side=ship.side,
        name=printed.name,
        nation=printed.nation,
        type=printed.type,
        face=ship_face(look.world, ship),
        hex=ship.hex,
        speed=speed(look.world, ship) // MP,
        aircraft=printed.aircraft,
        several=printed.several,
        damaged=ship.damaged,
        dg=counts_as_dg(look, ship),
        shelled=ship.shelled,
        off=_off(ship),
    )
    if hidden:
        return found
    done = {"sailed": ship.sailed, "fired": ship.fired, "ashore": ship.ashore > 0}
    return ShipView(**{name: getattr(found, name) for name in found.__struct_fields__} | done)


def _craft(look: Look, craft: LandingCraft, *, hidden: bool) -> CraftView:
    printed = printed_craft(look.world, craft)
    found = CraftView(
        id=craft.id,
        side=craft.side,
        name=printed.called,
        nation=printed.nation,
        kind=kind_of(look.world, craft),
        points=craft.points,
        hex=craft.hex,
        speed=speed(look.world, craft) // MP,
        dg=craft.dg,
    )
    if hidden:
        return found
    left = show_rail_points(room(look, craft))
    return replace(found, units=craft.units, tokens=craft.tokens, room=left, sailed=craft.sailed)
