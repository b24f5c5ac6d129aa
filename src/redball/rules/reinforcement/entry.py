"""Where new units may enter the map, and in which mode: arrivals, Repls and rebuilt units alike.

Cases: 13.6b-A, 13.6b-B
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from redball.core.actions import SetMode
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Facing, Mode, Unit
from redball.forces.counter import Counter
from redball.rules.ground.occupancy import can_occupy, holds_enemy, is_enterable
from redball.rules.modes.change import mode_candidates, refuse_voluntary_mode, reserve_hexes
from redball.rules.moving_stack.move_ends import refuse_reserve
from redball.rules.units.abilities import LIMITED_MODES

NOT_ENTRY = refusal("arrival.not_entry", case="13.6", text="{detail} may enter at {need}, not at {hexes}")
BLOCKED = refusal(
    "arrival.blocked",
    case="13.6b-B",
    text="the enemy holds {hexes}",
    remedy="a blocked map-edge entry hex is replaced by the nearest free edge hex",
)


def usable(look: Look, side: str, hex_: int, counter: Counter | None) -> bool:
    """The hex holds nothing of the enemy's, and the counter (None: supply) could be there."""
    fits = can_occupy(look.world, hex_, counter) if counter is not None else is_enterable(look.world, hex_, "leg")
    return fits and not holds_enemy(look, side, hex_)


def entry_hexes(look: Look, side: str, entries: Iterable[int], counter: Counter | None) -> tuple[int, ...]:
    """Where a unit or supply entering at `entries` may be placed now, in index order.

    A map-edge entry that the enemy blocks is replaced by the nearest free hex of the edge, or hexes equally near
    (13.6b-B); enemy ZOCs do not matter (13.6b-A).
    """
    found: set[int] = set()
    for entry in entries:
        if usable(look, side, entry, counter):
            found.add(entry)
        elif look.board.on_edge(entry) and holds_enemy(look, side, entry):
            found.update(_nearest_edge(look, side, entry, counter))
    return tuple(sorted(found))


def _nearest_edge(look: Look, side: str, entry: int, counter: Counter | None) -> list[int]:
    free = [h for h in range(look.board.size) if look.board.on_edge(h) and usable(look, side, h, counter)]
    nearest = min((look.board.distance(entry, h) for h in free), default=0)
    return [h for h in free if look.board.distance(entry, h) == nearest]


def refuse_entry(look: Look, side: str, entries: tuple[int, ...], counter: Counter | None, hex_: int) -> Refusal | None:
    """The hex must be one of the entry hexes, or its replacement."""
    allowed = entry_hexes(look, side, entries, counter)
    if hex_ in allowed:
        return None
    if hex_ in entries and holds_enemy(look, side, hex_):
        return BLOCKED(hexes=(hex_,))
    need = ", ".join(look.hex_name(h) for h in allowed) or "no hex now"
    return NOT_ENTRY(hexes=(hex_,), need=need, detail=counter.id if counter is not None else "this supply")


def refuse_new_mode(look: Look, unit: Unit, mode: Mode, facing: Facing, hex_: int) -> Refusal | None:
    """Any voluntary mode that a unit which is new in the hex could take there (13.6b-A, 13.5b-A); `unit` is its record
    off the map.
    """
    refused = refuse_voluntary_mode(look, unit, mode, facing, hex_)
    if refused is None and mode == "reserve":
        return refuse_reserve(look, unit, hex_, reserve_hexes(look, unit.side))
    return refused


def new_modes(look: Look, unit: Unit, hexes: Iterable[int]) -> Iterator[tuple[int, SetMode]]:
    """The hexes and modes that `refuse_new_mode` accepts for a unit that is new there. For Combat and Move Mode the hex
    does not matter."""
    hexes, ways = tuple(hexes), tuple(mode_candidates(look, unit))
    somewhere = hexes[:1]
    anywhere = {
        way for way in ways if way.mode not in LIMITED_MODES for hex_ in somewhere if _may(look, unit, way, hex_)
    }
    for hex_ in hexes:
        for way in ways:
            if way in anywhere or (way.mode in LIMITED_MODES and _may(look, unit, way, hex_)):
                yield hex_, way


def _may(look: Look, unit: Unit, way: SetMode, hex_: int) -> bool:
    return refuse_new_mode(look, unit, way.mode, way.facing, hex_) is None
