"""Free set-up: players place what the scenario leaves to them before the first turn, one side after the other.

A scenario may hide each side's set-up; violations of SETUP-IV-B found when all is revealed are corrected by the
program, so that no player's choice is limited by what they cannot see.

Cases: SETUP-IV-A
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import (
    Cancel,
    Detach,
    Done,
    LoadSupply,
    PickSupply,
    PickUnit,
    PlaceRest,
    PlaceSupply,
    PlaceUnit,
    TakeBack,
    TakeBackSupply,
    UnloadSupply,
)
from redball.core.engine import Run
from redball.core.events import (
    BreakdownAbsorbed,
    LoadSetUp,
    MarkerRemoved,
    SetUpBegan,
    SetUpEnded,
    SupplySetUp,
    UnitSetUp,
    UnitTakenBack,
)
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import Facing, Unit
from redball.rules.modes.change import mode_candidates
from redball.rules.setup.fixed import next_to_attack_capable
from redball.rules.setup.parts import Part, group_for, without_part
from redball.rules.setup.places import (
    Laid,
    as_seen,
    group_of,
    groups,
    left_to_place,
    plan_rest,
    refuse_spot,
    refuse_supply_spot,
    tokens_left,
)
from redball.rules.transport.loading import room
from redball.rules.units.abilities import marker_of
from redball.rules.units.breakdowns import detach, detach_candidates, refuse_detach
from redball.scenarios.records import FreeSetUp

NOT_WAITING = refusal(
    "setup.not_waiting", case="SETUP-IV-A", text="{units} is not one of the units that you still have to place"
)
NO_SUPPLY_LEFT = refusal("setup.no_supply_left", case="SETUP-IV-A", text="no SP of that group are left to place")
NOT_IN_HAND = refusal("setup.not_in_hand", case="SETUP-IV-A", text="{units} is not the unit that you have in hand")
OUTSIDE = refusal(
    "setup.outside", case="SETUP-IV-A", text="{hexes} is not in the zone of {detail}", remedy="stay within its zone"
)
AMOUNT = refusal(
    "setup.amount",
    case="SETUP-IV-A",
    text="place 1T to 3T, whole SP, or all {need} at once, not {have}",
)
NOT_PLACED = refusal("setup.not_placed", case="SETUP-IV-A", text="you did not place {units}, so it stays")
NO_SUPPLY_THERE = refusal("setup.no_supply_there", case="SETUP-IV-A", text="you have placed no SP at {hexes}")
NO_LOAD = refusal(
    "setup.no_load",
    case="SETUP-IV-C",
    text="{units} may load from 1T to {need} of the supply in its hex, not {have}",
    remedy="Transport Points without SP in their hex start empty",
)
NO_UNLOAD = refusal(
    "setup.no_unload", case="SETUP-IV-C", text="{units} may put back from 1T to {need} that it loaded here, not {have}"
)
LEFT = refusal(
    "setup.left",
    case="SETUP-IV-A",
    text="still to be placed: {units} {have}",
    remedy="place everything, or let the program place the rest",
)
NOTHING_LEFT = refusal("setup.nothing_left", case="SETUP-IV-A", text="everything is already placed")
NO_ROOM = refusal(
    "setup.no_room",
    case="SETUP-IV-F",
    text="no room is left for {detail} in its zone",
    remedy="take some units back and place them elsewhere",
)


NO_GROUP = -1


class FreeSetUpData(Struct, frozen=True, tag=True):
    """A side's set-up: the unit in hand, the group whose SP are in hand (or NO_GROUP), SP placed, and the Breakdowns
    that its divisions have detached."""

    side: str
    unit: str = ""
    group: int = NO_GROUP
    laid: tuple[Laid, ...] = ()
    done: bool = False
    parts: tuple[Part, ...] = ()


def free_set_up(look: Look) -> FreeSetUp:
    """The scenario's free set-up, while one is under way."""
    free = look.world.scenario.free_setup
    assert free is not None
    return free


# --- whose turn ----------------------------------------------------------------------------------------------------


def open_set_up(run: Run, data: object) -> None:
    """The bottom procedure opens the set-up of a scenario that leaves something to the players."""
    free = run.world.scenario.free_setup
    if free is not None:
        run.push("free_set_up", FreeSetUpData(free.order[0]))


def begin(run: Run, data: FreeSetUpData) -> None:
    run.emit(SetUpBegan(case="SETUP-III", side=data.side))


def chooses(look: Look, data: FreeSetUpData) -> str | None:
    """The side, until it has something in hand or is done."""
    return None if data.unit or data.group != NO_GROUP or data.done else data.side


def holds_unit(look: Look, data: FreeSetUpData) -> str | None:
    """The side, while it has a unit in hand."""
    return data.side if data.unit else None


def holds_supply(look: Look, data: FreeSetUpData) -> str | None:
    """The side, while it has SP in hand."""
    return data.side if data.group != NO_GROUP else None


def go_on(run: Run, data: FreeSetUpData) -> None:
    """The same side again, the next side, or the end."""
    order = free_set_up(run.look).order
    following = order[order.index(data.side) + 1 :]
    if not data.done:
        run.go("choose")
    elif following:
        run.set(FreeSetUpData(following[0]))
        run.go("begin")


def uncover(run: Run, data: FreeSetUpData) -> None:
    """Both sides have set up. Units in Reserve or Strat Mode next to Attack-Capable enemies, which the owner could
    not see, take the mode of the side showing instead (SETUP-IV-B)."""
    look = run.look
    exposed = [u for u in look.state.units.values() if u.on_map and u.marker and next_to_attack_capable(look, u)]
    for unit in exposed:
        run.emit(MarkerRemoved(case="SETUP-IV-B", side=unit.side, unit=unit.id, marker=unit.marker))
    run.emit(SetUpEnded(case="SETUP-III"))


# --- units ---------------------------------------------------------------------------------------------------------


def pick_candidates(look: Look, data: FreeSetUpData) -> Iterator[PickUnit]:
    """Every waiting unit."""
    return (PickUnit(uid) for uid in left_to_place(look, data.side))


def refuse_pick(look: Look, data: FreeSetUpData, action: PickUnit) -> Refusal | None:
    return None if action.unit in left_to_place(look, data.side) else NOT_WAITING(units=(action.unit,))


def take_pick(run: Run, data: FreeSetUpData, action: PickUnit) -> None:
    run.set(replace(data, unit=action.unit))


def place_candidates(look: Look, data: FreeSetUpData) -> Iterator[PlaceUnit]:
    """Every hex of the zone, in every mode."""
    unit = look.unit(data.unit)
    for hex_ in group_for(look.world, data.parts, unit.id).hexes:
        for way in mode_candidates(look, unit):
            yield PlaceUnit(unit.id, hex_, way.mode, way.facing)


def refuse_place(look: Look, data: FreeSetUpData, action: PlaceUnit) -> Refusal | None:
    """The hex must be in its zone, and the unit legal there in that mode."""
    if action.unit != data.unit:
        return NOT_IN_HAND(units=(action.unit,))
    group = group_for(look.world, data.parts, action.unit)
    if action.hex not in group.hexes:
        return OUTSIDE(hexes=(action.hex,), detail=group.name)
    seen = as_seen(without_part(look, action.unit), data.side)
    return refuse_spot(seen, seen.unit(action.unit), action.hex, action.mode, action.facing)


def take_place(run: Run, data: FreeSetUpData, action: PlaceUnit) -> None:
    unit = run.look.unit(action.unit)
    if unit.on_map:  # a Breakdown is picked up beside its division
        run.emit(UnitTakenBack(case="SETUP-IV-A", side=data.side, unit=unit.id, facing=unit.facing))
    run.emit(
        UnitSetUp(
            case="SETUP-IV-A",
            side=data.side,
            unit=action.unit,
            hex=action.hex,
            facing=action.facing,
            marker=marker_of(action.mode),
            load=group_for(run.world, data.parts, action.unit).load.get(action.unit, 0),
        )
    )
    run.set(replace(data, unit=""))


def take_cancel(run: Run, data: FreeSetUpData, action: Cancel) -> None:
    """Put back what was in hand."""
    run.set(replace(data, unit="", group=NO_GROUP))


def _own_placed(look: Look, data: FreeSetUpData) -> Iterator[Unit]:
    """Units placed by the side itself."""
    for group in groups(look.world, data.side):
        yield from (look.unit(uid) for uid in group.units if look.unit(uid).on_map)


def take_back_candidates(look: Look, data: FreeSetUpData) -> Iterator[TakeBack]:
    """Every unit that it has placed, and every Breakdown."""
    yield from (TakeBack(unit.id) for unit in _own_placed(look, data))
    yield from (TakeBack(part.unit) for part in data.parts)


def refuse_take_back(look: Look, data: FreeSetUpData, action: TakeBack) -> Refusal | None:
    legal = any(action.unit == candidate.unit for candidate in take_back_candidates(look, data))
    return None if legal else NOT_PLACED(units=(action.unit,))


def take_take_back(run: Run, data: FreeSetUpData, action: TakeBack) -> None:
    """A Breakdown goes back into its division; a division takes its Breakdowns with it."""
    back = [part for part in data.parts if action.unit in (part.unit, part.of)]
    for part in back:
        run.emit(BreakdownAbsorbed(case="SETUP-IV-A", side=data.side, unit=part.of, other=part.unit))
    run.set(replace(data, parts=tuple(part for part in data.parts if part not in back)))
    if action.unit not in run.state.units:
        return
    unit = run.look.unit(action.unit)
    loaded = _loaded_here(run.look, unit)
    if loaded:
        run.emit(LoadSetUp(case="SETUP-IV-C", side=data.side, unit=unit.id, hex=unit.hex, tokens=-loaded))
    facing: Facing = "combat" if run.look.counter(unit).combat is not None else "move"
    run.emit(UnitTakenBack(case="SETUP-IV-A", side=data.side, unit=unit.id, facing=facing))


def set_up_detach_candidates(look: Look, data: FreeSetUpData) -> Iterator[Detach]:
    """Every Breakdown of the units placed."""
    if look.world.scenario.breakdowns:
        yield from detach_candidates(look, [unit.id for unit in _own_placed(look, data)])


def refuse_set_up_detach(look: Look, data: FreeSetUpData, action: Detach) -> Refusal | None:
    if not any(unit.id == action.unit for unit in _own_placed(look, data)):
        return NOT_PLACED(units=(action.unit,))
    return refuse_detach(look, look.unit(action.unit), action.counter)


def take_set_up_detach(run: Run, data: FreeSetUpData, action: Detach) -> None:
    """A stack may spread out and deploy Breakdowns: the new unit is in hand, for any hex of its division's zone.
    Put back, it stays beside the division."""
    new = detach(run, action)
    run.set(replace(data, unit=new, parts=(*data.parts, Part(new, action.unit))))


# --- supply --------------------------------------------------------------------------------------------------------


def pick_supply_candidates(look: Look, data: FreeSetUpData) -> Iterator[PickSupply]:
    """The numbers of all groups."""
    return map(PickSupply, range(len(free_set_up(look).groups)))


def refuse_pick_supply(look: Look, data: FreeSetUpData, action: PickSupply) -> Refusal | None:
    return None if tokens_left(look.world, data.side, data.laid, action.group) else NO_SUPPLY_LEFT()


def take_pick_supply(run: Run, data: FreeSetUpData, action: PickSupply) -> None:
    run.set(replace(data, group=action.group))


def supply_candidates(look: Look, data: FreeSetUpData) -> Iterator[PlaceSupply]:
    """Every hex of the zone with every amount that may be placed at once; repeating makes any amount."""
    left = tokens_left(look.world, data.side, data.laid, data.group)
    amounts = [tokens for tokens in range(left, 0, -1) if _handy(tokens, left)]
    for hex_ in free_set_up(look).groups[data.group].hexes:
        yield from (PlaceSupply(hex_, tokens) for tokens in amounts)


def _handy(tokens: int, left: int) -> bool:
    """1T to 3T, whole SP, or all, to keep the decision small."""
    return 0 < tokens <= left and (tokens < 4 or tokens % 4 == 0 or tokens == left)


def refuse_supply(look: Look, data: FreeSetUpData, action: PlaceSupply) -> Refusal | None:
    """A hex of the zone, a handy amount."""
    group = free_set_up(look).groups[data.group]
    left = tokens_left(look.world, data.side, data.laid, data.group)
    if action.hex not in group.hexes:
        return OUTSIDE(hexes=(action.hex,), detail=group.name)
    if not _handy(action.tokens, left):
        return AMOUNT(have=f"{action.tokens}T", need=show_tokens(left))
    return refuse_supply_spot(as_seen(look, data.side), data.side, action.hex)


def take_supply(run: Run, data: FreeSetUpData, action: PlaceSupply) -> None:
    run.emit(SupplySetUp(case="SETUP-IV-A", side=data.side, hex=action.hex, tokens=action.tokens))
    run.set(replace(data, group=NO_GROUP, laid=(*data.laid, Laid(data.group, action.hex, action.tokens))))


def take_back_supply_candidates(look: Look, data: FreeSetUpData) -> Iterator[TakeBackSupply]:
    """Every hex where SP were placed."""
    return (TakeBackSupply(hex_) for hex_ in sorted({laid.hex for laid in data.laid}))


def refuse_take_back_supply(look: Look, data: FreeSetUpData, action: TakeBackSupply) -> Refusal | None:
    """SP placed there and not loaded."""
    there = look.state.ground_supply(data.side, action.hex).tokens
    placed = any(laid.hex == action.hex for laid in data.laid)
    return None if placed and there else NO_SUPPLY_THERE(hexes=(action.hex,))


def take_take_back_supply(run: Run, data: FreeSetUpData, action: TakeBackSupply) -> None:
    """The last SP placed there come up first."""
    kept: list[Laid] = []
    ground = run.state.ground_supply(data.side, action.hex).tokens
    taken = 0
    for laid in reversed(data.laid):
        lifted = min(laid.tokens, ground - taken) if laid.hex == action.hex else 0
        taken += lifted
        if laid.tokens > lifted:
            kept.insert(0, replace(laid, tokens=laid.tokens - lifted))
    run.emit(SupplySetUp(case="SETUP-IV-A", side=data.side, hex=action.hex, tokens=-taken))
    run.set(replace(data, laid=tuple(kept)))


# --- loads ---------------------------------------------------------------------------------------------------------


def _loaded_here(look: Look, unit: Unit) -> int:
    """Tokens loaded by the player: all except the scenario's."""
    return unit.load - group_of(look.world, unit.id).load.get(unit.id, 0)


def _room(look: Look, unit: Unit) -> int:
    """Tokens that it may still load from the ground of its hex (SETUP-IV-C, SETUP-IV-D)."""
    return min(room(unit), look.state.ground_supply(unit.side, unit.hex).tokens)


def load_candidates(look: Look, data: FreeSetUpData) -> Iterator[LoadSupply]:
    """Every amount that fits, for each Transport Point placed."""
    for unit in _own_placed(look, data):
        yield from (LoadSupply(unit.id, tokens) for tokens in range(_room(look, unit), 0, -1))


def refuse_load(look: Look, data: FreeSetUpData, action: LoadSupply) -> Refusal | None:
    unit = look.unit(action.unit)
    if not any(unit.id == placed.id for placed in _own_placed(look, data)):
        return NOT_PLACED(units=(unit.id,))
    room = _room(look, unit)
    fits = 1 <= action.tokens <= room
    return None if fits else NO_LOAD(units=(unit.id,), need=show_tokens(room), have=f"{action.tokens}T")


def take_load(run: Run, data: FreeSetUpData, action: LoadSupply) -> None:
    unit = run.look.unit(action.unit)
    run.emit(LoadSetUp(case="SETUP-IV-C", side=data.side, unit=unit.id, hex=unit.hex, tokens=action.tokens))


def unload_candidates(look: Look, data: FreeSetUpData) -> Iterator[UnloadSupply]:
    """Every amount that was loaded."""
    for unit in _own_placed(look, data):
        yield from (UnloadSupply(unit.id, tokens) for tokens in range(_loaded_here(look, unit), 0, -1))


def refuse_unload(look: Look, data: FreeSetUpData, action: UnloadSupply) -> Refusal | None:
    unit = look.unit(action.unit)
    if not any(unit.id == placed.id for placed in _own_placed(look, data)):
        return NOT_PLACED(units=(unit.id,))
    loaded = _loaded_here(look, unit)
    fits = 1 <= action.tokens <= loaded
    return None if fits else NO_UNLOAD(units=(unit.id,), need=show_tokens(loaded), have=f"{action.tokens}T")


def take_unload(run: Run, data: FreeSetUpData, action: UnloadSupply) -> None:
    unit = run.look.unit(action.unit)
    run.emit(LoadSetUp(case="SETUP-IV-C", side=data.side, unit=unit.id, hex=unit.hex, tokens=-action.tokens))


# --- the rest, the end ---------------------------------------------------------------------------------------------


def refuse_rest(look: Look, data: FreeSetUpData, action: PlaceRest) -> Refusal | None:
    """Something must be left, with room for it."""
    plan = plan_rest(look, data.side, data.laid)
    if plan.stuck:
        return NO_ROOM(detail=plan.stuck)
    return None if plan.events else NOTHING_LEFT()


def take_rest(run: Run, data: FreeSetUpData, action: PlaceRest) -> None:
    plan = plan_rest(run.look, data.side, data.laid)
    run.emit(*plan.events)
    run.set(replace(data, laid=plan.laid))


def refuse_done(look: Look, data: FreeSetUpData, action: Done) -> Refusal | None:
    """Everything must be placed."""
    waiting = left_to_place(look, data.side)
    numbers = range(len(free_set_up(look).groups))
    tokens = sum(tokens_left(look.world, data.side, data.laid, number) for number in numbers)
    return LEFT(units=waiting, have=show_tokens(tokens) if tokens else "") if waiting or tokens else None


def take_done(run: Run, data: FreeSetUpData, action: Done) -> None:
    run.set(replace(data, done=True))


FREE_SET_UP = Procedure(
    "free_set_up",
    FreeSetUpData,
    (
        Do("begin", begin),
        Choose(
            "choose",
            "Set up: pick a unit or supply to place, or let the program place the rest",
            chooses,
            (
                Option(PickUnit, pick_candidates, refuse_pick, take_pick),
                Option(PickSupply, pick_supply_candidates, refuse_pick_supply, take_pick_supply),
                Option(LoadSupply, load_candidates, refuse_load, take_load),
                Option(UnloadSupply, unload_candidates, refuse_unload, take_unload),
                Option(TakeBack, take_back_candidates, refuse_take_back, take_take_back),
                Option(Detach, set_up_detach_candidates, refuse_set_up_detach, take_set_up_detach),
                Option(TakeBackSupply, take_back_supply_candidates, refuse_take_back_supply, take_take_back_supply),
                Option(PlaceRest, only(PlaceRest()), refuse_rest, take_rest),
                Option(Done, only(Done()), refuse_done, take_done),
            ),
            case="SETUP-IV-A",
        ),
        Choose(
            "place",
            "Place the unit in its zone, in any mode",
            holds_unit,
            (
                Option(PlaceUnit, place_candidates, refuse_place, take_place),
                Option(Cancel, only(Cancel()), always_legal, take_cancel),
            ),
            case="SETUP-IV-A",
        ),
        Choose(
            "place_supply",
            "Place supply in its zone",
            holds_supply,
            (
                Option(PlaceSupply, supply_candidates, refuse_supply, take_supply),
                Option(Cancel, only(Cancel()), always_legal, take_cancel),
            ),
            case="SETUP-IV-A",
        ),
        Do("go_on", go_on),
        Do("uncover", uncover),
    ),
)

PROCEDURES = (FREE_SET_UP,)
