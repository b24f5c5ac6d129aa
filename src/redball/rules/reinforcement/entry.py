"""Where new units may enter the map, and in which mode: arrivals, Repls and rebuilt units alike.

Cases: 13.6a-A, 13.6b-A, 13.6b-B
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from redball.core.actions import SetMode
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Facing, Mode, Unit
from redball.rules.ground.harbours import own_harbour, refuse_traffic, room, use
from redball.rules.ground.occupancy import can_occupy, holds_enemy, is_enterable
from redball.rules.modes.change import mode_candidates, refuse_voluntary_mode, reserve_hexes
from redball.rules.moving_stack.move_ends import refuse_reserve
from redball.rules.units.abilities import LIMITED_MODES
from redball.rules.units.equivalents import supply_equivalent, unit_equivalent

NOT_ENTRY = refusal("arrival.not_entry", case="13.6", text="{detail} may enter at {need}, not at {hexes}")
BLOCKED = refusal(
    "arrival.blocked",
    case="13.6b-B",
    text="the enemy holds {hexes}",
    remedy="a blocked map-edge entry hex is replaced by the nearest free edge hex",
)


def usable(look: Look, side: str, hex_: int, unit: Unit | None) -> bool:
    """The hex holds nothing of the enemy's, and the unit (None: supply) could be there and go through its port."""
    world = look.world
    fits = can_occupy(world, hex_, look.counter(unit)) if unit is not None else is_enterable(world, hex_, "leg")
    return fits and not holds_enemy(look, side, hex_) and refuse_port(look, side, hex_, unit) is None


# --- ports -------------------------------------------------------------------------------------------------------


def _cargo(look: Look, unit: Unit | None, tokens: int) -> tuple[int, bool]:
    """What a unit, or so much supply, takes of a port, and whether it is one combat unit (19.0a-B)."""
    if unit is None:
        return supply_equivalent(look.world, tokens), False
    return unit_equivalent(look, unit), look.counter(unit).is_combat_unit


def refuse_port(look: Look, side: str, hex_: int, unit: Unit | None, tokens: int = 1) -> Refusal | None:
    """13.6a-A: what arrives at a port counts against its capacity, and nothing does in an enemy ZOC."""
    port = own_harbour(look, side, hex_)
    return refuse_traffic(look, port, *_cargo(look, unit, tokens), case="13.6a-A") if port is not None else None


def most_supply(look: Look, side: str, hex_: int, tokens: int) -> int:
    """How much of this supply may arrive in a hex."""
    port = own_harbour(look, side, hex_)
    return tokens if port is None else min(tokens, room(look, port) // supply_equivalent(look.world, 1))


def through_port(run: Run, side: str, hex_: int, unit: Unit | None, tokens: int = 0) -> None:
    """Call this when a unit, or supply, has arrived in a hex; `unit` is its record off the map."""
    port = own_harbour(run.look, side, hex_)
    if port is not None:
        amount, alone = _cargo(run.look, unit, tokens)
        use(run, port, amount, "13.6a-A", alone)


# --- the hexes ---------------------------------------------------------------------------------------------------


def entry_hexes(look: Look, side: str, entries: Iterable[int], unit: Unit | None) -> tuple[int, ...]:
    """Where a unit or supply entering at `entries` may be placed now, in index order.

    A map-edge entry that the enemy blocks is replaced by the nearest free hex of the edge, or hexes equally near
    (13.6b-B); enemy ZOCs do not matter (13.6b-A).
    """
    found: set[int] = set()
    for entry in entries:
        if usable(look, side, entry, unit):
            found.add(entry)
        elif look.board.on_edge(entry) and holds_enemy(look, side, entry):
            found.update(_nearest_edge(look, side, entry, unit))
    return tuple(sorted(found))


def _nearest_edge(look: Look, side: str, entry: int, unit: Unit | None) -> list[int]:
    free = [h for h in range(look.board.size) if look.board.on_edge(h) and usable(look, side, h, unit)]
    nearest = min((look.board.distance(entry, h) for h in free), default=0)
    return [h for h in free if look.board.distance(entry, h) == nearest]


def refuse_entry(look: Look, side: str, entries: tuple[int, ...], unit: Unit | None, hex_: int) -> Refusal | None:
    """The hex must be one of the entry hexes, or its replacement."""
    allowed = entry_hexes(look, side, entries, unit)
    if hex_ in allowed:
        return None
    if hex_ in entries and holds_enemy(look, side, hex_):
        return BLOCKED(hexes=(hex_,))
    refused = refuse_port(look, side, hex_, unit) if hex_ in entries else None
    if refused is not None:
        return refused
    need = ", ".join(look.hex_name(h) for h in allowed) or "no hex now"
    return NOT_ENTRY(hexes=(hex_,), need=need, detail=unit.counter if unit is not None else "this supply")


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
