"""Units go by rail within their move: the whole moving stack entrains, moves and detrains at once.

Ordinary cargo has then finished its move; Rail Repair units continue with the MA they have left.

Cases: 4.7d-C, 5.5a, 5.6a, 5.7e, 5.8d, 5.10d, 13.3e, 13.3e-1, 13.3e-3, 13.3g-B, K13.3-phasing, K13.3g-repair
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from redball.core.actions import RideRail
from redball.core.engine import Run
from redball.core.events import ModeChanged, MoveFinished, UnitRailed
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import MODES, phase_name, show_rail_points
from redball.rules.capture.claims import come_into
from redball.rules.combat.points import ENTERED_HEX
from redball.rules.ground.railroads import joined_to
from redball.rules.moving_stack import simulcast
from redball.rules.moving_stack.move_ends import MoveData, entered, without
from redball.rules.rail.cap import RATES, Rate, cap_left, may_rail, price
from redball.rules.rail.paths import (
    Cargo,
    rate_of,
    refuse_station,
    refuse_track,
    refuse_trip,
    trips,
    way_to,
)
from redball.rules.trace.sources import is_stop, makes_detrainable
from redball.rules.units.abilities import movement_allowance
from redball.rules.units.airlift import airlifted
from redball.rules.units.equivalents import unit_equivalent

PHASE = refusal(
    "rail.phase", case="13.3b", text="Rail Cap may be used only in your own Movement Phase; this is the {have}"
)
MODE = refusal(
    "rail.mode",
    case="5.6a",
    text="{units} is in {have} Mode; rail transport needs {need} Mode",
    remedy="change its mode as it begins to move",
    remedies={"kept": "wait until it has lost that marker in its Clean Up Phase"},
)
SPENT = refusal(
    "rail.spent",
    case="4.7d-C",
    text="{units} has spent {have} MP; before entraining it may spend only {need}, half its MA",
)
ONCE = refusal("rail.once", case="13.3e", text="{units} has already moved by rail in this phase")
LANDED = refusal("rail.landed", case="4.7d-A", text="{units} has come ashore from Landing Craft in this phase")
FLOWN = refusal("rail.flown", case="4.7d-A", text="{units} has gone by air in this phase, so it cannot go by rail")
LOADED = refusal(
    "rail.loaded",
    case="12.2a",
    text="{units} has carried SP in this phase, and these may not go on by rail",
    remedy="entrain it before it moves, or empty",
)
NO_CAP = refusal("rail.no_cap", case="13.3b", text="this takes {need} Rail Cap; {have} is left in this phase")

MODE_CASES = {"combat": "5.5a", "reserve": "5.7e", "strat": "5.8d", "dg": "5.10d"}


def is_repair(look: Look, unit: Unit) -> bool:
    """A Rail Repair unit (13.3g)."""
    return look.counter(unit).kind == "rail_repair"


def cargo_of(look: Look, units: Iterable[Unit]) -> Cargo:
    """What units riding together need of their way."""
    repair = [is_repair(look, unit) for unit in units]
    return Cargo(any(repair), all(repair))


def arrived_here(look: Look, unit: Unit) -> bool:
    """A reinforcement of this turn still in its arrival hex; it entrains off the map (13.3e-1)."""
    return unit.id in look.state.arrived and not entered(unit)


def entrains_itself(look: Look, data: MoveData, unit: Unit) -> bool:
    """13.8c: an HQ in Combat Mode that makes its hex detrainable entrains there, and turns to Move Mode then."""
    waits = unit.mode == "combat" and not unit.activity.changed and not data.begun
    if not waits or not makes_detrainable(look, unit):
        return False
    others = frozenset(u.id for u in look.combat_units_at(data.hex, data.side) if makes_detrainable(look, u))
    return unit.id in others and not is_stop(look, data.side, data.hex, others)


def refuse_passenger(look: Look, data: MoveData, unit: Unit, spent: int) -> Refusal | None:
    """Why a unit may not entrain anywhere: its mode, its MP, what it did in this phase."""
    allowed = ("move", "combat") if is_repair(look, unit) else ("move",)
    if unit.mode not in allowed and not entrains_itself(look, data, unit):
        have = MODES[unit.mode]
        need = " or ".join(MODES[mode] for mode in allowed)
        so = "kept" if unit.marker in ("dg", "exploit") else ""
        return MODE(units=(unit.id,), have=have, need=need, case=MODE_CASES.get(unit.mode, "5.6a"), so=so)
    if unit.activity.railed:
        return ONCE(units=(unit.id,))
    if unit.activity.landed:
        return LANDED(units=(unit.id,))
    if unit.own and airlifted(unit):
        return FLOWN(units=(unit.id,))
    allowance = movement_allowance(look, unit)
    if 2 * spent > allowance:
        return SPENT(units=(unit.id,), have=show_mp(spent), need=show_mp(allowance // 2))
    return LOADED(units=(unit.id,)) if unit.load and entered(unit) else None


def refuse_entrain(look: Look, data: MoveData) -> Refusal | None:
    """Why the moving stack cannot entrain here now (13.3e-1)."""
    if not may_rail(look, data.side):
        return PHASE(have=phase_name(look.state.clock.phase))
    stack = [look.unit(uid) for uid in data.units]
    for unit, spent in zip(stack, data.spent, strict=True):
        refused = refuse_passenger(look, data, unit, spent)
        if refused is not None:
            return refused
    cargo = cargo_of(look, stack)
    if all(arrived_here(look, unit) for unit in stack):
        return refuse_track(look, data.side, cargo, data.hex)
    return refuse_station(look, data.side, cargo, data.hex)


def fares(look: Look, data: MoveData, rate: Rate) -> dict[str, int]:
    """The Rail Cap that each unit of the stack takes, in 1/16 points."""
    return {uid: price(look.world, unit_equivalent(look, look.unit(uid)), rate) for uid in data.units}


def refuse_ride(look: Look, data: MoveData, action: RideRail) -> Refusal | None:
    """13.3e: entrain here, a way there, detrain there, all within the Rail Cap."""
    refused = refuse_entrain(look, data)
    cargo = cargo_of(look, map(look.unit, data.units))
    if refused is None:
        refused = refuse_trip(look, data.side, cargo, data.hex, action.hex)
    refused = refused or simulcast.refuse_step(look, data.side, action.hex)
    if refused is not None:
        return refused
    rate = rate_of(look, data.side, cargo, data.hex, action.hex)
    need, left = sum(fares(look, data, rate).values()), cap_left(look, data.side)
    return NO_CAP(have=show_rail_points(left), need=show_rail_points(need)) if need > left else None


def ride_candidates(look: Look, data: MoveData) -> Iterator[RideRail]:
    """All hexes where the stack could detrain within the Rail Cap."""
    left = cap_left(look, data.side)
    if left <= 0 or data.hex not in joined_to(look.world) or refuse_entrain(look, data) is not None:
        return
    lines = trips(look, data.side, cargo_of(look, map(look.unit, data.units)))
    affordable = {rate: sum(fares(look, data, rate).values()) <= left for rate in RATES}
    for hex_ in lines.within(data.hex, affordable):
        if simulcast.refuse_step(look, data.side, hex_) is None:
            yield RideRail(hex_)


def take_ride(run: Run, data: MoveData, action: RideRail) -> None:
    """All units pay and detrain; all but Rail Repair units have finished their move (13.3e-3, 13.3g-B)."""
    look = run.look
    way = way_to(look, data.side, cargo_of(look, map(look.unit, data.units)), data.hex, action.hex)
    assert way is not None  # refuse_ride found it
    for uid, fare in fares(look, data, way.rate).items():
        if run.look.unit(uid).mode != "move" and not is_repair(look, look.unit(uid)):
            run.emit(ModeChanged(case="13.8c", side=data.side, unit=uid, mode="move", facing="move"))
        run.emit(
            UnitRailed(case="13.3e", side=data.side, unit=uid, start=data.hex, hex=action.hex, path=way.path, cost=fare)
        )
    run.look.policies[ENTERED_HEX](run, data.units, action.hex)
    come_into(run, data.side, action.hex)
    there = {uid for uid in data.units if not is_repair(look, look.unit(uid))}
    for uid in data.units:
        if uid in there:
            run.emit(MoveFinished(case="13.3e-3", side=data.side, unit=uid))
    rest = without(replace(data, hex=action.hex, begun=True), there)
    if rest.units:
        run.set(rest)
    else:
        run.finish()


OPTIONS = (Option(RideRail, ride_candidates, refuse_ride, take_ride, exact=True),)
