"""Supply whose hex the enemy enters: one throw decides what evades, by what could carry it.

Where the text is silent:
- All SP of the hex are divided together, loads too: as many as trucks lift, then as many as wagons lift, the rest.
- Halves are rounded as in 9.14: SP to the token, Transport Points to the full point; the odd one is captured, or lost.
- On the middle line Transport Points fare as supply does: half of them are lost, the others evade. The switch
  `evading_transport` has the other reading: as only the lowest line mentions them, they all evade on any other.
- The +1 is for units that advance into the hex after a combat or an overrun, and for those that enter it later in the
  same player turn (`cleared`).
- The owner chooses one hex for what goes by truck and one for the rest: free of enemy supply, with own SP or combat
  units, nearer to a source of supply (`refuges`). Without such a hex the evaders are lost.
- Counters are captured or lost in the order of their ids.

Cases: N12.11-procedure, N12.11-procedure-lift, N12.11-evade-placement-truck, N12.11-evade-placement-other,
N12.11-partial-lift, N12.11-drm, N12.11-transport
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from redball.board.hexes import MP
from redball.charts.rounding import percent_of
from redball.core.actions import OnHex
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.events import (
    DumpCaptured,
    LoadLeft,
    TransportCaptured,
    TransportDisplaced,
    TransportDivided,
    UnitEliminated,
)
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.shown import AWAY, Shown
from redball.core.state import Unit
from redball.editions.evaded import SupplyEvaded
from redball.editions.new_ocs.charts import Lift, SupplyEvasion
from redball.editions.new_ocs.cleared import by_combat
from redball.editions.new_ocs.refuges import refuges
from redball.rules.capture.claims import Capture, capture_hedgehog, capture_port, collapse_extenders
from redball.rules.ground.occupancy import held_by, is_enterable
from redball.rules.transport.loading import new_id
from redball.rules.units.abilities import mobility, transport_kind


class EvadeTo(OnHex, frozen=True, tag="evade_to"):
    """The owner brings supply and Transport Points that evade to a hex (N12.11)."""

    shown = Shown("Get away", 2, "To {hex}", place="map", click="do", mark=AWAY)


TRANSPORT = Switch(
    "evading_transport",
    "N12.11-transport",
    "half_lost",
    ("half_lost", "all_evade"),
    "On the middle line of the evasion table, half of the Transport Points are lost and the others evade; or all evade",
)
SWITCHES = (TRANSPORT,)

BY_TRUCK, OTHERWISE = 0, 1
CAUSE = "captured"

NO_REFUGE = refusal(
    "evasion.no_refuge",
    case="N12.11-evade-placement-other",
    text="supply cannot evade to {hexes}: it goes {need}, closer to a supply source, to own SP or combat units",
)


# --- the throw -----------------------------------------------------------------------------------------------------


def transport_of(look: Look, data: Capture, way: int) -> list[Unit]:
    """Transport Points of the loser in the hex: trucks, or wagons."""
    points = [unit for unit in look.units_at(data.hex, data.loser) if unit.points]
    return [unit for unit in points if (transport_kind(look, unit) != "wagon") == (way == BY_TRUCK)]


def supply_in(look: Look, data: Capture) -> int:
    """All tokens of the loser in the hex, on the ground and loaded."""
    loads = sum(unit.load for way in (BY_TRUCK, OTHERWISE) for unit in transport_of(look, data, way))
    return look.state.ground_supply(data.loser, data.hex).tokens + loads


def dice(look: Look, data: Capture) -> int:
    """Two dice if the hex holds anything to capture."""
    points = transport_of(look, data, BY_TRUCK) or transport_of(look, data, OTHERWISE)
    return 2 if points or supply_in(look, data) else 0


def rolled(run: Run, data: Capture, thrown: tuple[int, ...]) -> None:
    run.set(replace(data, roll=sum(thrown)))


LIFT_OF: tuple[tuple[Lift, int], ...] = (("truck_lift", BY_TRUCK), ("wagon_lift", OTHERWISE))


class Fate(NamedTuple):
    """What is captured, lost, and gets away, in tokens or Transport Points."""

    captured: int
    lost: int
    evades: int


SETTLED = Fate(0, 0, 0)


def lifted_by(table: SupplyEvasion, tokens: int, points: Mapping[int, int]) -> dict[Lift, int]:
    """Tokens by what could carry them, trucks first; Transport Points by way.

    >>> from redball.editions import charts_from
    >>> lifted_by(charts_from("v4", "new_ocs").table(SupplyEvasion), 20, {BY_TRUCK: 1, OTHERWISE: 1})
    {'truck_lift': 8, 'wagon_lift': 4, 'no_lift': 8}
    """
    found: dict[Lift, int] = {}
    for lift, way in LIFT_OF:
        found[lift] = min(tokens, int(points[way] * 4 * table.capacity[lift]))
        tokens -= found[lift]
    found["no_lift"] = tokens
    return found


def fate_of_supply(table: SupplyEvasion, lift: Lift, tokens: int, roll: int, after_combat: bool) -> Fate:
    """What a throw does to supply: half captured and the rest lost, half lost, or nothing."""
    outcome, half = table.outcome(lift, roll, after_combat), percent_of(tokens, 50)
    if outcome == "captured_half":
        return Fate(half, tokens - half, 0)
    return Fate(0, 0, tokens) if outcome == "evade" else Fate(0, half, tokens - half)


def fate_of_points(
    table: SupplyEvasion, way: int, points: int, roll: int, after_combat: bool, *, half_lost: bool
) -> Fate:
    """The same for Transport Points; `half_lost`: the reading of the middle line."""
    lift = next(lift for lift, of in LIFT_OF if of == way)
    if not half_lost and table.outcome(lift, roll, after_combat) == "lost_half":
        return Fate(0, 0, points)
    return fate_of_supply(table, lift, points, roll, after_combat)


def divide(run: Run, data: Capture) -> None:
    """What is captured and what gets away: supply by its lift, Transport Points by their kind."""
    if not data.roll:
        return
    table, half_lost = run.world.charts.table(SupplyEvasion), run.look.switch(TRANSPORT.name) == "half_lost"
    after_combat = by_combat(run.look, data)
    units = {way: transport_of(run.look, data, way) for _, way in LIFT_OF}
    points = {way: sum(unit.points for unit in several) for way, several in units.items()}
    going, captured = [0, 0], 0
    for lift, tokens in lifted_by(table, supply_in(run.look, data), points).items():
        fate = fate_of_supply(table, lift, tokens, data.roll, after_combat)
        captured += fate.captured
        going[BY_TRUCK if lift == "truck_lift" else OTHERWISE] += fate.evades
    for way, several in units.items():
        for unit in several:
            if unit.load:
                _unload(run, data, unit)
        fate = fate_of_points(table, way, points[way], data.roll, after_combat, half_lost=half_lost)
        _share_out(run, data, [unit.id for unit in several], fate)
    run.set(replace(data, going=tuple(going), captured=captured))


def _unload(run: Run, data: Capture, unit: Unit) -> None:
    case = "N12.11-procedure"
    run.emit(LoadLeft(case=case, side=data.loser, unit=unit.id, hex=data.hex, tokens=unit.load))


def _share_out(run: Run, data: Capture, units: list[str], fate: Fate) -> None:
    """The first points are captured and the rest lost, or the first are lost and the rest stays to evade."""
    owed = fate.captured if fate.captured else fate.lost
    for uid in units:
        unit = run.look.unit(uid)
        taken = min(owed, unit.points)
        owed -= taken
        part = uid
        if 0 < taken < unit.points:
            part = new_id(run.look, uid)
            run.emit(
                TransportDivided(
                    case="N12.11-transport",
                    side=data.loser,
                    unit=uid,
                    new=part,
                    points=taken,
                    tokens=0,
                    activity=unit.activity,
                )
            )
        if taken and fate.captured:
            _capture(run, data, part)
        elif taken:
            _lose(run, data, part)
        if fate.captured and taken < unit.points:
            _lose(run, data, uid)


def _capture(run: Run, data: Capture, uid: str) -> None:
    clock = run.state.clock
    may_move = clock.phase == "movement" and clock.phasing == data.side
    run.emit(TransportCaptured(case="N12.11-transport", side=data.side, unit=uid, may_move=may_move))


def _lose(run: Run, data: Capture, uid: str) -> None:
    run.emit(UnitEliminated(case="N12.11-transport", side=data.loser, unit=uid, steps=0, cause=CAUSE))


# --- where it goes -------------------------------------------------------------------------------------------------


def dump_places(look: Look, data: Capture, way: int) -> tuple[int, ...]:
    """Hexes where evaders of this way may go, in index order: with own SP or combat units, and nothing of the
    enemy's."""
    lift: Lift = "truck_lift" if way == BY_TRUCK else "wagon_lift"
    limit = look.world.charts.table(SupplyEvasion).evade_mp[lift] * MP
    taken = held_by(look, look.enemy(data.loser))
    kinds = {mobility(look, unit) for unit in transport_of(look, data, way)}

    def is_place(hex_: int) -> bool:
        own = look.has_combat_units(hex_, data.loser) or hex_ in look.state.dumps[data.loser]
        return own and hex_ not in taken and all(is_enterable(look.world, hex_, kind) for kind in kinds)

    found = refuges(look, data.loser, data.hex, "truck" if way == BY_TRUCK else "leg", limit)
    return tuple(hex_ for hex_ in found if is_place(hex_))


def waiting(look: Look, data: Capture) -> int:
    """The way whose evaders are placed next; -1 if none can be."""
    for way, tokens in enumerate(data.going):
        if (tokens or transport_of(look, data, way)) and dump_places(look, data, way):
            return way
    return -1


def who_evades(look: Look, data: Capture) -> str | None:
    """The owner, while something can get away."""
    return data.loser if waiting(look, data) >= 0 else None


def evade_candidates(look: Look, data: Capture) -> Iterator[EvadeTo]:
    """Every refuge of what is to be placed next."""
    return (EvadeTo(hex_) for hex_ in dump_places(look, data, waiting(look, data)))


def refuse_evade(look: Look, data: Capture, action: EvadeTo) -> Refusal | None:
    """Refuse a hex too far away, no nearer to a source, or unfit for a dump."""
    way = waiting(look, data)
    if action.hex in dump_places(look, data, way):
        return None
    table = look.world.charts.table(SupplyEvasion)
    if way == BY_TRUCK:
        need = f"up to {table.evade_mp['truck_lift']} Truck MP"
        return NO_REFUGE(hexes=(action.hex,), need=need, case="N12.11-evade-placement-truck")
    return NO_REFUGE(hexes=(action.hex,), need=f"up to {table.evade_mp['no_lift']} Leg MP")


def take_evade(run: Run, data: Capture, action: EvadeTo) -> None:
    way = waiting(run.look, data)
    case = "N12.11-evade-placement-truck" if way == BY_TRUCK else "N12.11-evade-placement-other"
    for unit in transport_of(run.look, data, way):
        run.emit(TransportDisplaced(case=case, side=data.loser, unit=unit.id, start=data.hex, hex=action.hex))
    if data.going[way]:
        run.emit(SupplyEvaded(case=case, side=data.loser, start=data.hex, hex=action.hex, tokens=data.going[way]))
    run.set(replace(data, going=tuple(0 if i == way else tokens for i, tokens in enumerate(data.going))))


def settle(run: Run, data: Capture) -> None:
    """Supply without a refuge is lost; the rest on the ground is captured or lost."""
    if not data.roll:
        return
    for way in (BY_TRUCK, OTHERWISE):
        for unit in transport_of(run.look, data, way):
            _lose(run, data, unit.id)
    there = run.state.ground_supply(data.loser, data.hex).tokens
    if there:
        run.emit(
            DumpCaptured(
                case="N12.11-procedure",
                side=data.side,
                hex=data.hex,
                loser=data.loser,
                captured=data.captured,
                destroyed=there - data.captured,
            )
        )


CAPTURE = Procedure(
    "capture",
    Capture,
    (
        Do("extenders", collapse_extenders),
        Chance("evasion", "Supply evasion", "N12.11-procedure", dice, rolled, lambda look, data: data.side),
        Do("divide", divide),
        Choose(
            "evade",
            "Where does the supply evade to?",
            who_evades,
            (Option(EvadeTo, evade_candidates, refuse_evade, take_evade),),
            case="N12.11-evade-placement-truck",
        ),
        Do("settle", settle),
        Do("hedgehog", capture_hedgehog),
        Do("port", capture_port),
    ),
)

PROCEDURES = (CAPTURE,)
