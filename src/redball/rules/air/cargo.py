"""What a mission carries: supply on the ground of the bases from which its aircraft fly, and units there.

Aircraft of one base pool their capacity (14.9a), counted in half tokens, so that two of 1/2T carry 1T (14.9b); their
gliders pool theirs. What is loaded stays in its hex until it lands (`transport`, `air_drop`, `supply_drop`), or is lost
on the way.

Cases: 4.7d-A, 14.9a, 14.9b, 14.9c, 14.9d-B, 14.9d-D, 14.9f, 14.10e-D, 15.0b-C, 15.2-C
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import Disembark, Embark, LoadPlanes, StopOver
from redball.core.engine import Run
from redball.core.ledger import show_mp, show_tokens
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import MODES
from redball.forces.aircraft import show_capacity
from redball.rules.air.bases import ashore_base
from redball.rules.air.kind import Cargo, Load, Mission, kind_of
from redball.rules.air.points import REFUSE_AIRLIFT
from redball.rules.air.tasks import Task, tasks_of
from redball.rules.air.trips import HALVES, TRIPS, carries
from redball.rules.air.xyz import XYZ, may_go_on, tokens_aboard
from redball.rules.combat.points import SUPPLY_FORBIDS
from redball.rules.ground.air_force import AIR_STRIP, Base, Plane, plane_in
from redball.rules.moving_stack import simulcast
from redball.rules.moving_stack.move_ends import BOUND
from redball.rules.units.abilities import movement_allowance, weakened
from redball.rules.units.airlift import airlift_of, airlifted, half_spent, light_enough
from redball.rules.units.equivalents import unit_equivalent
from redball.rules.units.shipped import was_shipped
from redball.rules.works.construction import WORKED

RAIL_PARTS = 2
"""1/16 points of Rail Cap in half a token: a point takes 1 RE or 1 SP (4.7a)."""

NOT_FROM_HERE = refusal(
    "cargo.no_transport",
    case="14.9a",
    text="{detail} of the mission comes from {hexes} and carries anything",
    remedy="add a Transport of that base first",
)
NOT_YOURS = refusal("cargo.not_yours", case="14.9c", text="{units} is not a unit of this side on the map")
NO_TRUCKS = refusal("cargo.truck", case="4.7c-B", text="{units} are Transport Points, which never go by air")
TOO_HEAVY = refusal(
    "cargo.too_heavy",
    case="14.9c",
    text="{units} cannot fly: only units with at most {need} Leg MP in Move Mode can",
)
MODE = refusal(
    "cargo.mode",
    case="14.9c",
    text="{units} is in {have} Mode; only units in Move Mode fly",
    remedy="change its mode as it begins to move",
    remedies={"late": "change modes in your Movement Phase; there is no change in this phase"},
)
TWO_TRANSPORTS = refusal(
    "cargo.two_transports", case="4.7d-A", text="{units} has been moved by {have} already in this phase"
)
SPENT = refusal(
    "cargo.spent",
    case="14.9d-A",
    text="{units} has spent {have} MP; before and after a flight it may spend only {need}, half its MA",
)
ABOARD = refusal("cargo.aboard", case="14.9a", text="{units} is on board already")
NOT_ABOARD = refusal("cargo.not_aboard", case="14.9a", text="{units} is not on board")
NO_SUPPLY = refusal(
    "cargo.no_supply",
    case="14.9d-D",
    text="{hexes} has {need} of supply that has not been moved in this phase; {have} is too much",
)
SAME = refusal("cargo.same", case="14.9a", text="the {detail} from {hexes} carry {have} of supply already")
OVERLOADED = refusal(
    "cargo.overloaded",
    case="14.9a",
    text="the {detail} from {hexes} carry {need}, and this is {have}",
    remedy="add a Transport of that base, or let those near enough fly with double capacity",
)
UNLOADING = refusal(
    "cargo.unloading",
    case="14.9f",
    text="the {detail} at {hexes} can unload {need} more in this segment, and this is {have}",
    remedy="let Transports stay there: what they carry does not count",
)
NO_CARGO = refusal(
    "cargo.none", case="14.9", text="the mission to {hexes} carries nothing yet", remedy="load supply or units"
)
NOT_ONWARD = refusal(
    "cargo.not_onward",
    case="21.12a-A",
    text="nothing of this mission's load is for a second base ({detail})",
    remedy="let it unload all at {hexes}",
)
ONWARD_OVERLOADED = refusal(
    "cargo.onward_overloaded",
    case="21.12a-A",
    text="the aircraft from {hexes} that do not stay at the first base carry {need}, and this is {have}",
    remedy="unload more at the first base, or let more of them fly on",
)
PASSED = refusal(
    "cargo.passed",
    case="21.12a-B",
    text="the mission only passes through {hexes}, so nothing is loaded there",
    remedy="let it stop there before it flies",
)
NO_STOP = refusal(
    "cargo.no_stop", case="21.12a-B", text="a mission can fly past {hexes} only if all its cargo is for a second base"
)
AS_SAID = refusal("cargo.stop_said", case="21.12a-B", text="the mission already does that at {hexes}")


# --- how much ----------------------------------------------------------------------------------------------------


def unit_weight(look: Look, unit: Unit) -> int:
    """What a unit takes, in half tokens: as by rail (4.7a, 4.7b)."""
    return unit_equivalent(look, unit) // RAIL_PARTS


def weight(look: Look, cargo: Cargo) -> int:
    """What a piece of cargo takes, in half tokens."""
    return unit_weight(look, look.unit(cargo.unit)) if cargo.unit else HALVES * cargo.tokens


def weight_of(look: Look, data: Mission, load: Load) -> int:
    """What is loaded at a base, in half tokens: on aircraft or on gliders."""
    return sum(weight(look, cargo) for cargo in data.cargo if cargo.load == load)


def onward_weight(look: Look, data: Mission, load: Load) -> int:
    """What of it is for a second base, in half tokens."""
    return sum(weight(look, cargo) for cargo in data.cargo if cargo.load == load and cargo.onward)


def capacity_from(look: Look, data: Mission, load: Load, *, staying: bool = False) -> int:
    """What the aircraft from a base, or their gliders, carry together, in half tokens; or only those that stay where
    they fly to."""
    found = 0
    for pid, trip in zip(data.planes, data.trips, strict=True):
        plane = plane_in(look.state, pid)
        if (
            plane is not None
            and trip in TRIPS
            and _origin(data, plane) == load.start
            and (TRIPS[trip].stays or not staying)
        ):
            found += carries(look.world, plane, trip, glider=load.glider)
    return found


def gliders_from(look: Look, data: Mission) -> dict[int, int]:
    """The Glider Points that the mission tows from each base, by hex."""
    found: dict[int, int] = {}
    for pid, trip in zip(data.planes, data.trips, strict=True):
        plane = plane_in(look.state, pid)
        if plane is not None and trip in TRIPS and TRIPS[trip].gliders:
            start = _origin(data, plane)
            found[start] = found.get(start, 0) + TRIPS[trip].gliders
    return found


def _origin(data: Mission, plane: Plane) -> int:
    """The base that it is at, or came from; on a second leg that where the leg begins."""
    if data.via != NO_HEX:
        return data.via
    return plane.hex if plane.parked else plane.base


def starts(look: Look, data: Mission) -> tuple[int, ...]:
    """The bases from which its aircraft fly, by hex."""
    planes = (plane_in(look.state, pid) for pid in data.planes)
    return tuple(sorted({_origin(data, plane) for plane in planes if plane is not None}))


def loads(look: Look, data: Mission) -> Iterator[Load]:
    """Everything that may be loaded somewhere: on the aircraft from each base, on their gliders."""
    return (Load(start, glider) for start in starts(look, data) for glider in (False, True))


def counted_load(look: Look, data: Mission) -> int:
    """What counts against unloading, in half tokens: what those that stay do not carry (14.9f), nor gliders
    (14.10e-D), nor what goes on (21.12a-A)."""
    counted = (load for load in loads(look, data) if not load.glider)
    return sum(
        max(weight_here(look, data, load) - capacity_from(look, data, load, staying=True), 0) for load in counted
    )


def weight_here(look: Look, data: Mission, load: Load) -> int:
    """What of a load is for the hex of the mission, in half tokens."""
    return weight_of(look, data, load) - onward_weight(look, data, load)


def _bringing(look: Look, side: str) -> Iterator[Task]:
    """Missions of the side in the air that carry something."""
    return (task for task in tasks_of(look.state, side) if task.mission.cargo)


def unloading_room(look: Look, base: Base) -> int:
    """What a base can still unload in this segment besides what is on its way, in half tokens (14.9f, 15.2-C)."""
    flying = [task.mission for task in _bringing(look, base.side) if task.mission.hex == base.hex]
    coming = sum(counted_load(look, mission) for mission in flying)
    limits = look.world.charts.air_transport_limits
    most = limits.unload_t_air_strip if base.level == AIR_STRIP else limits.unload_t_per_base_level * base.level
    return HALVES * most - base.unloaded - coming


def carriers(glider: bool) -> str:
    """What sentences call those that carry a load."""
    return "gliders" if glider else "aircraft"


def refuse_weight(look: Look, data: Mission) -> Refusal | None:
    """Whether all that is loaded can be carried."""
    for load in loads(look, data):
        have, need = weight_of(look, data, load), capacity_from(look, data, load)
        if have > need:
            return OVERLOADED(
                hexes=(load.start,), have=show_capacity(have), need=show_capacity(need), detail=carriers(load.glider)
            )
        have, need = onward_weight(look, data, load), need - capacity_from(look, data, load, staying=True)
        if have > need:
            return ONWARD_OVERLOADED(hexes=(load.start,), have=show_capacity(have), need=show_capacity(need))
    return None


def refuse_unloading(look: Look, data: Mission) -> Refusal | None:
    """Whether all that is loaded can be carried, and unloaded at the base to which it flies."""
    base = ashore_base(look, data.side, data.hex)
    refused = refuse_weight(look, data)
    if refused is not None or base is None:
        return refused
    have, need = counted_load(look, data), unloading_room(look, base)
    if have > need:
        case = "15.2-C" if base.level == AIR_STRIP else "14.9f"
        return UNLOADING(
            hexes=(data.hex,), have=show_capacity(have), need=show_capacity(need), detail=base.called, case=case
        )
    return None


# --- units -------------------------------------------------------------------------------------------------------


def refuse_flyer(look: Look, unit: Unit) -> Refusal | None:
    """Every reason why a unit on the map cannot go by air now, whoever of its side carries it."""
    if not look.counter(unit).is_combat_unit:
        return NO_TRUCKS(units=(unit.id,))
    if not light_enough(look, unit):
        return TOO_HEAVY(units=(unit.id,), need=look.world.charts.air_transport_limits.max_leg_ma_of_cargo_units)
    if refused := look.policies[REFUSE_AIRLIFT](look, unit):
        return refused
    if unit.mode != "move":
        late = look.state.clock.phase != "movement"
        return MODE(units=(unit.id,), have=MODES[unit.mode], case="14.9d-B" if late else "", so="late" if late else "")
    if unit.activity.railed or unit.activity.landed or airlifted(unit) or was_shipped(unit):
        done = {
            "rail": unit.activity.railed,
            "Landing Craft": unit.activity.landed,
            "air": airlifted(unit),
            "sea": True,
        }
        return TWO_TRANSPORTS(units=(unit.id,), have=next(way for way, so in done.items() if so))
    if unit.activity.worked:
        return WORKED(units=(unit.id,))
    if unit.activity.negates:
        return BOUND(units=(unit.id,))
    if weakened(unit) and (refused := look.policies[SUPPLY_FORBIDS](look, unit, "movement")) is not None:
        return refused
    if half_spent(look, unit):
        allowance = movement_allowance(look, unit)
        have = show_mp(airlift_of(unit).spent or allowance)
        return SPENT(units=(unit.id,), have=have, need=show_mp(allowance // 2))
    return None


def refuse_embark(look: Look, data: Mission, action: Embark) -> Refusal | None:
    """Whether a unit can join the cargo."""
    unit = look.unit(action.unit)
    if unit.side != data.side or not unit.on_map:
        return NOT_YOURS(units=(unit.id,))
    aboard = (*data.cargo, *(cargo for task in _bringing(look, data.side) for cargo in task.mission.cargo))
    if any(cargo.unit == unit.id for cargo in aboard):
        return ABOARD(units=(unit.id,))
    if action.onward and (refused := refuse_onward(look, data, action.glider)):
        return refused
    if not capacity_from(look, data, Load(unit.hex, action.glider)):
        return NOT_FROM_HERE(hexes=(unit.hex,), detail="no glider" if action.glider else "no aircraft")
    kind = kind_of(look, data.kind)
    refused = kind.refuse_unit(look, data, unit, action.glider) if kind.refuse_unit is not None else None
    refused = refused or _refuse_boarding(look, data, unit) or simulcast.refuse_step(look, data.side, data.hex)
    return refused or refuse_cargo(look, _with_unit(data, unit, action))


def _refuse_boarding(look: Look, data: Mission, unit: Unit) -> Refusal | None:
    """Why it cannot go on board; a unit that is still there from the first leg can."""
    if any(piece.unit == unit.id for piece in data.aboard):
        return None
    return _refuse_passing(data) or refuse_flyer(look, unit)


def _refuse_passing(data: Mission) -> Refusal | None:
    """21.12a-B: where the first leg only passed through, nothing is taken on board for the second one."""
    return PASSED(hexes=(data.via,)) if data.via != NO_HEX and not data.stops else None


def refuse_onward(look: Look, data: Mission, glider: bool) -> Refusal | None:
    """Whether a piece of cargo can be for a second base."""
    if may_go_on(look, data, goes_on=kind_of(look, data.kind).goes_on, glider=glider):
        return None
    why = "gliders end here" if glider else "nobody flies on" if look.option(XYZ.name) else "the option is not in play"
    return NOT_ONWARD(hexes=(data.hex,), detail=why)


def _ons(look: Look, data: Mission, load: Load) -> tuple[bool, ...]:
    """Whether a load may be for the hex of the mission, for a second base, or for either."""
    return (False,) if refuse_onward(look, data, load.glider) else (False, True)


def refuse_cargo(look: Look, data: Mission) -> Refusal | None:
    """What the kind of the mission says to all that is loaded."""
    judge = kind_of(look, data.kind).refuse_cargo
    return judge(look, data) if judge is not None else None


def _with_unit(data: Mission, unit: Unit, action: Embark) -> Mission:
    piece = Cargo(unit.hex, unit.id, glider=action.glider, onward=action.onward)
    return replace(data, cargo=(*data.cargo, piece))


def _flyers(look: Look, data: Mission) -> Iterator[Embark]:
    carried = (load for load in loads(look, data) if capacity_from(look, data, load))
    ways = ((load, on) for load in carried for on in _ons(look, data, load))
    found = (Embark(uid, load.glider, on) for load, on in ways for uid in look.ids_at(load.start))
    return (embark for embark in found if refuse_embark(look, data, embark) is None)


def _take_embark(run: Run, data: Mission, action: Embark) -> None:
    run.set(_with_unit(data, run.look.unit(action.unit), action))


def _aboard(look: Look, data: Mission) -> Iterator[Disembark]:
    return (Disembark(cargo.unit) for cargo in data.cargo if cargo.unit)


def _refuse_disembark(look: Look, data: Mission, action: Disembark) -> Refusal | None:
    return None if action in _aboard(look, data) else NOT_ABOARD(units=(action.unit,))


def _take_disembark(run: Run, data: Mission, action: Disembark) -> None:
    run.set(replace(data, cargo=tuple([cargo for cargo in data.cargo if cargo.unit != action.unit])))


# --- supply ------------------------------------------------------------------------------------------------------


def unmoved(look: Look, side: str, hex_: int) -> int:
    """Tokens on the ground that have not been moved in this phase (12.2a), and that no aircraft carry."""
    dump = look.state.ground_supply(side, hex_)
    aloft = [cargo for task in _bringing(look, side) for cargo in task.mission.cargo]
    return dump.tokens - dump.fresh - sum(cargo.tokens for cargo in aloft if cargo.start == hex_)


def supply_from(data: Mission, load: Load, *, onward: bool = False) -> int:
    """Tokens of supply that are loaded at a base for the hex of the mission, or for a second base."""
    return sum(cargo.tokens for cargo in data.cargo if cargo.load == load and cargo.onward is onward)


def with_supply(data: Mission, load: Load, tokens: int, *, onward: bool = False) -> Mission:
    """The mission with so many tokens loaded at a base."""
    others = [cargo for cargo in data.cargo if cargo.unit or cargo.load != load or cargo.onward is not onward]
    loaded = [Cargo(load.start, tokens=tokens, glider=load.glider, onward=onward)] if tokens else []
    return replace(data, cargo=(*others, *loaded))


def spare(look: Look, data: Mission, load: Load, *, onward: bool = False) -> int:
    """Tokens at a base that this load could take: unmoved, or on board from the first leg, and not on another one from
    there."""
    there = sum(cargo.tokens for cargo in data.cargo if cargo.start == load.start)
    fit = tokens_aboard(data) if _refuse_passing(data) else unmoved(look, data.side, load.start) + tokens_aboard(data)
    return fit - there + supply_from(data, load, onward=onward)


def refuse_supply(look: Look, data: Mission, action: LoadPlanes) -> Refusal | None:
    """Whether so many tokens can be loaded at a base, instead of those loaded there before."""
    load, on = Load(action.hex, action.glider), action.onward
    if on and (refused := refuse_onward(look, data, action.glider)):
        return refused
    if not capacity_from(look, data, load):
        return NOT_FROM_HERE(hexes=(action.hex,), detail="no glider" if action.glider else "no aircraft")
    if action.tokens == supply_from(data, load, onward=on):
        return SAME(hexes=(action.hex,), have=show_tokens(action.tokens), detail=carriers(action.glider))
    most = spare(look, data, load, onward=on)
    if not 0 <= action.tokens <= most:
        return NO_SUPPLY(hexes=(action.hex,), have=show_tokens(action.tokens), need=show_tokens(most))
    return refuse_cargo(look, with_supply(data, load, action.tokens, onward=on)) if action.tokens else None


def _amounts(look: Look, data: Mission) -> Iterator[LoadPlanes]:
    for load, on in ((one, on) for one in loads(look, data) for on in _ons(look, data, one)):
        most = min(spare(look, data, load, onward=on), capacity_from(look, data, load) // HALVES)
        found = (LoadPlanes(load.start, tokens, load.glider, on) for tokens in range(most, -1, -1))
        yield from (amount for amount in found if refuse_supply(look, data, amount) is None)


def _take_supply(run: Run, data: Mission, action: LoadPlanes) -> None:
    run.set(with_supply(data, Load(action.hex, action.glider), action.tokens, onward=action.onward))


# --- the stop between two legs -----------------------------------------------------------------------------------


def refuse_stop(look: Look, data: Mission, action: StopOver) -> Refusal | None:
    """Only where everything is for a second base it matters."""
    if not data.cargo or replace(data, stops=False).calls:
        return NO_STOP(hexes=(data.hex,))
    return AS_SAID(hexes=(data.hex,)) if data.stops is action.stops else None


def _stops(look: Look, data: Mission) -> Iterator[StopOver]:
    found = StopOver(not data.stops)
    if refuse_stop(look, data, found) is None:
        yield found


def _take_stop(run: Run, data: Mission, action: StopOver) -> None:
    run.set(replace(data, stops=action.stops))


OPTIONS = (
    Option(LoadPlanes, _amounts, refuse_supply, _take_supply, exact=True),
    Option(Embark, _flyers, refuse_embark, _take_embark, exact=True),
    Option(Disembark, _aboard, _refuse_disembark, _take_disembark, exact=True),
    Option(StopOver, _stops, refuse_stop, _take_stop, exact=True),
)

POLICIES = {"refuse_airlift": lambda look, unit: None}
