"""Air Drops of supply: to a hex without a base of one's own, a roll for each token (14.10d). They need no Drop Plan.

Who aborts before the drop takes its share home; what Flak leaves no room for is lost (14.4g).

Cases: 14.10, 14.10b-C, 14.10d-A, 14.10d-B
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.engine import Run
from redball.core.events import Event
from redball.core.ledger import Ledger, Part, Tally
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Dump, State
from redball.core.telling import Names
from redball.rules.air.bases import own_base
from redball.rules.air.cargo import HALVES, NO_CARGO, load_from, refuse_load, unmoved
from redball.rules.air.drop import Drop, drop_tally
from redball.rules.air.kind import Cargo, Mission, MissionKind
from redball.rules.air.transport import capacity_left, fly_on, trips_to
from redball.rules.air.trips import TRIPS, carries
from redball.rules.ground.air_force import Plane, base_in, face, plane_in, printed
from redball.rules.ground.occupancy import holds_enemy, is_enterable

CLEAR = frozenset({"open", "village"})
"""Terrain that is not closed on the Air Transport Success Table; neither is a hex with an air base."""

OWN_BASE = refusal(
    "drop.own_base",
    case="14.10",
    text="{hexes} has an air base of this side",
    remedy="fly an Air Transport to it: nothing is lost then",
)
ENEMY = refusal("drop.enemy", case="14.10d-B", text="{hexes} holds something of the enemy's, who would have the supply")
CLOSED = refusal("drop.closed", case="14.10", text="no unit could be in {hexes}, so nobody drops anything there")


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
    """Tokens that a side drops on a hex, each named by the base that it comes from; `drop` modifies their rolls."""

    side: str
    hex: int
    starts: tuple[int, ...]
    drop: Drop


def drop_of(look: Look, side: str, hex_: int, nation: str) -> Drop:
    """What modifies a roll: a unit of the side that was in the hex when the phase began, the terrain, the nation."""
    friendly = any(unit.began_at == hex_ and look.counter(unit).is_combat_unit for unit in look.own(side))
    clear = base_in(look.state, hex_) is not None or CLEAR.issuperset(look.board.terrain[hex_])
    known = nation if nation in look.world.charts.air_transport.modifier_ids else ""
    return Drop(friendly=friendly, closed=not clear, nation=known, supply=True)


def rolled(run: Run, data: SupplyDrop, dice: tuple[int, ...]) -> None:
    """14.10d-A: each token by itself."""
    terms = drop_tally(run.world.charts, data.drop).terms
    roll = Tally("Air drop", (Part(sum(dice), "two dice", "14.10d-A"), *terms))
    lands = run.world.charts.air_transport.read(data.drop.band, roll.value) == "success"
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
    run.set(replace(data, starts=data.starts[1:]))
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
    return (hex_ for hex_ in range(look.board.size) if refuse_hex(look, side, hex_) is None)


def refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
    """Any hex of the map where units could be, without a base of one's own and without the enemy."""
    if own_base(look, side, hex_) is not None:
        return OWN_BASE(hexes=(hex_,))
    if look.board.is_box(hex_) or not is_enterable(look.world, hex_, "leg"):
        return CLOSED(hexes=(hex_,))
    return ENEMY(hexes=(hex_,)) if holds_enemy(look, side, hex_) else None


def _has_supply(look: Look, plane: Plane) -> bool:
    return face(look.world, plane).capacity > 0 and unmoved(look, plane.side, plane.hex) > 0


def ways_to(look: Look, plane: Plane, hex_: int) -> tuple[str, ...]:
    """As on Air Transport, but nobody stays where there is no base."""
    return tuple([trip for trip in trips_to(look, plane, hex_) if not TRIPS[trip].stays])


def _needs_cargo(look: Look, data: Mission) -> Refusal | None:
    return refuse_load(look, data) if data.cargo else NO_CARGO(hexes=(data.hex,))


def taken_home(look: Look, data: Mission) -> Mission:
    """The mission without what its aborted aircraft carry home, to the bases from which it came."""
    kept = []
    for piece in data.cargo:
        excess = load_from(look, data, piece.start) - capacity_left(look, data, piece.start)
        home = min(max(excess, 0), _aborted(look, data, piece.start)) // HALVES
        if piece.tokens > home:
            kept.append(Cargo(piece.start, tokens=piece.tokens - home))
    return replace(data, cargo=tuple(kept))


def _aborted(look: Look, data: Mission, start: int) -> int:
    """What its aircraft from a base that have aborted carry, in half tokens."""
    found = 0
    for pid, trip, origin in zip(data.planes, data.trips, data.starts, strict=True):
        plane = plane_in(look.state, pid)
        if plane is not None and origin == start and plane.hex >= 0 and plane.hex != data.hex:
            found += carries(look.world, plane, trip)
    return found


def unload(run: Run, data: Mission) -> None:
    """14.10d-A: a roll for each token."""
    starts = tuple([piece.start for piece in data.cargo for _ in range(piece.tokens)])
    over = (plane for pid in data.planes if (plane := plane_in(run.state, pid)) is not None and plane.hex == data.hex)
    first = next(over, None)
    if starts and first is not None:
        nation = printed(run.world, first).nation
        run.push("supply_drop", SupplyDrop(data.side, data.hex, starts, drop_of(run.look, data.side, data.hex, nation)))


SUPPLY_DROP = MissionKind(
    row="air_drop",
    segment="movement",
    hexes=_hexes,
    refuse_hex=refuse_hex,
    reach=lambda shown: shown.range,
    lead=_has_supply,
    refuse_ready=_needs_cargo,
    resolve=fly_on,
    trips=ways_to,
    unload=unload,
    home=taken_home,
)
