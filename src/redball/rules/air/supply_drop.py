"""Air Drops of supply: to a hex without a base of one's own, a roll for each token (14.10d). They need no Drop Plan.

Aircraft that abort before the drop take their share home; what Flak leaves no room for is lost (14.4g). Units are
dropped in missions of their own (`air_drop`).

Cases: 14.10, 14.10b-C, HR-15
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from redball.core.edition import option
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Dump, State, Unit
from redball.core.telling import Names
from redball.core.world import World, of_world
from redball.rules.air.bases import base_hexes, own_base
from redball.rules.air.cargo import NO_CARGO, refuse_weight, unmoved, weight, weight_of
from redball.rules.air.dates import turn_begins
from redball.rules.air.drop import Drop, read_drop
from redball.rules.air.kind import Cargo, Load, Mission, MissionKind
from redball.rules.air.points import DROP_CLOSED
from redball.rules.air.transport import can_carry, capacity_left, fly_on
from redball.rules.air.trips import HALVES, TRIPS, carries, ways
from redball.rules.combat.terrain import hardest_line
from redball.rules.ground.air_force import Plane, base_in, plane_in, printed
from redball.rules.ground.occupancy import held_by, holds_enemy, is_enterable

CLEAR = frozenset({"open", "village"})
"""Terrain that is not closed on the Air Transport Success Table; neither is a hex with an air base."""

OWN_BASE = refusal(
    "drop.own_base",
    case="14.10",
    text="{hexes} has an air base of this side",
    remedy="fly an Air Transport to it: nothing is lost then",
)
ENEMY = refusal("drop.enemy", case="14.10d-B", text="{hexes} holds something of the enemy's, who would get the supply")
EARLY_ALLIED = "allied_eto_to_aug_1944"
LATER = datetime(1944, 9, 1)
"""The modifier of Allied drops, and from when there is none."""

DROP_TERRAIN = option(
    "drop_terrain",
    "HR-15",
    "What is dropped into Very Close terrain has 1 less on its roll, into Extremely Close terrain 2 less",
)
SWITCHES = (DROP_TERRAIN,)

NO_PLAN = refusal(
    "cargo.no_plan",
    case="14.10b-A",
    text="{units} could be dropped at {hexes} only by a Drop Plan for this turn",
    remedy="fly it to an air base of this side, or plan its drop in the Aircraft Refit Phase",
)
NEVER_DROPS = refusal("drop.never", case="14.10f", text="{detail} lands its load, and never drops it")
CLOSED = refusal("drop.closed", case="14.10", text="no unit could be in {hexes}, so nothing can be dropped there")


class SupplyDropped(Event, frozen=True, kw_only=True):
    """A token from the ground of `start` was dropped on `hex`: it landed or was destroyed (14.10d-A)."""

    start: int
    hex: int
    roll: int
    lands: bool
    ledger: Ledger

    def apply(self, state: State) -> State:
        here = state.ground_supply(self.side, self.start)
        state = state.with_dump(self.side, self.start, Dump(here.tokens - 1, here.fresh))
        if not self.lands:
            return state
        there = state.ground_supply(self.side, self.hex)
        return state.with_dump(self.side, self.hex, Dump(there.tokens + 1, there.fresh + 1))

    def told(self, n: Names) -> str:
        return f"1T dropped on {n.hex(self.hex)}: {self.roll}, {'it lands' if self.lands else 'it is destroyed'}"


EVENTS = (SupplyDropped,)


class SupplyDrop(Struct, frozen=True, tag=True):
    """Tokens that a side drops on a hex, each named by the base that it comes from; `drop` modifies their rolls. The
    first so many land by `gliders`."""

    side: str
    hex: int
    starts: tuple[int, ...]
    drop: Drop
    gliders: int = 0


def drop_of(look: Look, side: str, hex_: int, nation: str, *, supply: bool = True, glider: bool = False) -> Drop:
    """What modifies a roll: a unit of the side that was in the hex when the phase began, the terrain, the nation; with
    HR-15 the hardest terrain of the hex, too."""
    friendly = any(unit.began_at == hex_ and look.counter(unit).is_combat_unit for unit in look.own(side))
    line = hardest_line(look, hex_) if look.option(DROP_TERRAIN.name) else ""
    closed = look.policies[DROP_CLOSED](look, hex_)
    return Drop(friendly, closed, glider, _nation_of(look, side, nation), supply, line)


def _nation_of(look: Look, side: str, nation: str) -> str:
    """The modifier of a nation: that of its aircraft, or of a side whose drops the scenario calls Allied, as long as it
    counts. A scenario without dates means all its turns."""
    if nation in look.world.charts.air_transport.modifier_ids:
        return nation
    begins = turn_begins(look) if side in look.world.scenario.allied_drops else LATER
    return EARLY_ALLIED if begins is None or begins < LATER else ""


def closed_to_drops(look: Look, hex_: int) -> bool:
    """14.10d-A: any terrain but the clear one, unless an air base is there."""
    return base_in(look.state, hex_) is None and not CLEAR.issuperset(look.board.terrain[hex_])


def rolled(run: Run, data: SupplyDrop, dice: tuple[int, ...]) -> None:
    """14.10d-A: each token by itself."""
    drop = replace(data.drop, glider=data.gliders > 0)
    roll, lands = read_drop(run.world.charts, drop, sum(dice))
    run.emit(
        SupplyDropped(
            case="14.10d-A",
            side=data.side,
            start=data.starts[0],
            hex=data.hex,
            roll=roll.value,
            lands=lands,
            ledger=roll.ledger(),
        )
    )
    run.set(replace(data, starts=data.starts[1:], gliders=max(data.gliders - 1, 0)))
    run.go("roll")


DROP = Procedure(
    "supply_drop",
    SupplyDrop,
    (
        Chance(
            "roll",
            "Air Transport Success Table",
            "14.10d-A",
            lambda look, data: 2 if data.starts else 0,
            rolled,
            lambda look, data: data.side,
        ),
        Do("dropped", lambda run, data: None),
    ),
)

PROCEDURES = (DROP,)


# --- the mission -------------------------------------------------------------------------------------------------


def _hexes(look: Look, side: str) -> Iterator[int]:
    """What `refuse_hex` accepts."""
    closed = base_hexes(look, side) | held_by(look, look.enemy(side))
    return (hex_ for hex_ in _open_ground(look.world) if hex_ not in closed)


@of_world
def _open_ground(world: World) -> tuple[int, ...]:
    """The hexes of the map where units could be."""
    return tuple([hex_ for hex_ in range(world.board.map_size) if is_enterable(world, hex_, "leg")])


def refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
    """Any hex of the map where units could be, without a base of one's own and without the enemy."""
    if own_base(look, side, hex_) is not None:
        return OWN_BASE(hexes=(hex_,))
    if look.board.is_box(hex_) or not is_enterable(look.world, hex_, "leg"):
        return CLOSED(hexes=(hex_,))
    return ENEMY(hexes=(hex_,)) if holds_enemy(look, side, hex_) else None


def _has_supply(look: Look, plane: Plane) -> bool:
    return can_carry(look, plane) and unmoved(look, plane.side, plane.hex) > 0


def refuse_dropper(look: Look, plane: Plane) -> Refusal | None:
    """Some Transports with integral gliders never fly Air Drops (14.10f)."""
    aircraft = printed(look.world, plane)
    return NEVER_DROPS(detail=aircraft.name) if aircraft.no_drops else None


def refuse_unit(look: Look, data: Mission, unit: Unit, glider: bool) -> Refusal | None:
    """14.10b-A: units are dropped as planned, in missions of their own."""
    return NO_PLAN(units=(unit.id,), hexes=(data.hex,))


def ways_to(look: Look, plane: Plane, hex_: int) -> tuple[str, ...]:
    """As on Air Transport, but nobody stays where there is no base."""
    return tuple([trip for trip in ways(look, plane, hex_) if not TRIPS[trip].stays])


def _needs_cargo(look: Look, data: Mission) -> Refusal | None:
    return refuse_weight(look, data) if data.cargo else NO_CARGO(hexes=(data.hex,))


def taken_home(look: Look, data: Mission) -> Mission:
    """The mission without what its aborted aircraft carry home, to the bases from which it came: of each load, what was
    loaded last. A unit stays as a whole with either."""
    kept = list(data.cargo)
    for load in sorted({piece.load for piece in data.cargo}):
        excess = weight_of(look, data, load) - capacity_left(look, data, load)
        share = min(max(excess, 0), _aborted(look, data, load))
        for piece in reversed([piece for piece in data.cargo if piece.load == load]):
            home, left = _share_of(look, piece, share)
            share -= home
            kept = [left if one is piece else one for one in kept]
    return replace(data, cargo=tuple([piece for piece in kept if piece.unit or piece.tokens]))


def _share_of(look: Look, piece: Cargo, share: int) -> tuple[int, Cargo]:
    """How much of a piece goes home within a share, in half tokens, and what is left of it (nothing: no tokens)."""
    if piece.unit:
        weighs = weight(look, piece)
        return (weighs, replace(piece, unit="")) if weighs <= share else (0, piece)
    tokens = min(piece.tokens, share // HALVES)
    return HALVES * tokens, replace(piece, tokens=piece.tokens - tokens)


def _aborted(look: Look, data: Mission, load: Load) -> int:
    """What its aircraft from a base that have aborted carry, or their gliders, in half tokens."""
    found = 0
    for pid, trip, origin in zip(data.planes, data.trips, data.starts, strict=True):
        plane = plane_in(look.state, pid)
        if plane is not None and origin == load.start and plane.hex >= 0 and plane.hex != data.hex:
            found += carries(look.world, plane, trip, glider=load.glider)
    return found


def nation_over(look: Look, data: Mission) -> str:
    """The nation of the first of its aircraft that are over the hex, "" if none is."""
    planes = (plane for pid in data.planes if (plane := plane_in(look.state, pid)) is not None)
    over = next((plane for plane in planes if plane.hex == data.hex), None)
    return printed(look.world, over).nation if over is not None else ""


def unload(run: Run, data: Mission) -> None:
    """14.10d-A: a roll for each token, first for those on gliders."""
    pieces = sorted((piece for piece in data.cargo if piece.tokens), key=lambda piece: not piece.glider)
    starts = tuple([piece.start for piece in pieces for _ in range(piece.tokens)])
    nation = nation_over(run.look, data)
    if starts and nation:
        gliders = sum(piece.tokens for piece in pieces if piece.glider)
        drop = drop_of(run.look, data.side, data.hex, nation)
        run.push("supply_drop", SupplyDrop(data.side, data.hex, starts, drop, gliders))


SUPPLY_DROP = MissionKind(
    row="air_drop",
    segment="movement",
    hexes=_hexes,
    refuse_hex=refuse_hex,
    reach=lambda shown: shown.range,
    lead=_has_supply,
    refuse_ready=_needs_cargo,
    resolve=fly_on,
    refuse_plane=refuse_dropper,
    trips=ways_to,
    refuse_unit=refuse_unit,
    refuse_cargo=refuse_weight,
    unload=unload,
    home=taken_home,
)

POLICIES = {"drop_closed": closed_to_drops}
