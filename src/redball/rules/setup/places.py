"""Free set-up: where a unit or supply may be placed, what a side sees meanwhile, and how the program places the rest.

`redball.rules.setup.fixed` judges places, for fixed and free set-up alike.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from redball.core.derived import of_state
from redball.core.events import Event, SupplySetUp, UnitSetUp
from redball.core.look import Look, re_text
from redball.core.refusals import Refusal, refusal
from redball.core.state import NOT_ARRIVED, SET_UP, Facing, Mode, Unit, Units
from redball.core.world import World
from redball.rules.ground.occupancy import holds_enemy, is_enterable
from redball.rules.modes.change import refuse_reserve_markers, reserve_hexes
from redball.rules.setup.fixed import CLOSED, OVERSTACKED, SHARED, initial_state, unit_faults
from redball.rules.setup.points import SUPPLY_SET_UP
from redball.rules.units.abilities import attack_capable
from redball.rules.units.stacking import has_limit, re_in_hex, stacking_limit
from redball.rules.units.visibility import top_unit
from redball.scenarios.records import SetUpGroup

EXPOSES = refusal(
    "setup.exposes",
    case="SETUP-IV-B",
    text="{units} at {hexes} would be next to enemy units already set up in Reserve or Strat Mode",
    remedy="set it up farther away, or so that it is not Attack-Capable",
)
IMPOSSIBLE = refusal("setup.impossible", case="SETUP-IV-F", text="its zone has no room for {detail}")


class Laid(Struct, frozen=True):
    """SP of a group (its number in the scenario) that a player placed in a hex, in tokens."""

    group: int
    hex: int
    tokens: int


class Plan(Struct, frozen=True):
    """How the program would place the rest; `stuck` names what has no room ("" nothing)."""

    events: tuple[Event, ...]
    laid: tuple[Laid, ...]
    stuck: str = ""


# --- what is to be placed ------------------------------------------------------------------------------------------


def groups(world: World, side: str) -> tuple[SetUpGroup, ...]:
    """The groups of a side."""
    free = world.scenario.free_setup
    return tuple(group for group in free.groups if group.side == side) if free is not None else ()


def group_of(world: World, uid: str) -> SetUpGroup:
    """The group of a unit that is set up freely.

    Raises KeyError for another unit.
    """
    free = world.scenario.free_setup
    for group in free.groups if free is not None else ():
        if uid in group.units:
            return group
    raise KeyError(uid)


def left_to_place(look: Look, side: str) -> tuple[str, ...]:
    """A side's units waiting to be set up."""
    return tuple(uid for group in groups(look.world, side) for uid in group.units if look.unit(uid).hex == NOT_ARRIVED)


def tokens_left(world: World, side: str, laid: Iterable[Laid], number: int) -> int:
    """Tokens of a group still to place, by its number in the scenario; none for another side's group."""
    free = world.scenario.free_setup
    if free is None or not 0 <= number < len(free.groups) or free.groups[number].side != side:
        return 0
    given = world.edition.policies[SUPPLY_SET_UP](free.groups[number].tokens)
    return given - sum(entry.tokens for entry in laid if entry.group == number)


# --- what is seen --------------------------------------------------------------------------------------------------


def covered(look: Look) -> bool:
    """A hidden set-up is under way."""
    free = look.world.scenario.free_setup
    return look.state.clock.phase == SET_UP and free is not None and free.hidden and bool(look.switch("fog"))


def without_unseen(look: Look, viewer: str) -> Look:
    """In a hidden set-up: the other side as in the scenario, without what its player has placed."""
    if viewer not in look.world.sides or not covered(look):
        return look
    return with_stack(_without_unseen(look, viewer), look)


@of_state
def _without_unseen(look: Look, viewer: str) -> Look:
    enemy, bare = look.enemy(viewer), initial_state(look.world)
    kept = [u for u in look.state.units.values() if u.side != enemy or u.id in bare.units]  # no Breakdown of theirs
    units = Units(bare.units[u.id] if u.side == enemy else u for u in kept)
    dumps = {side: bare.dumps[side] if side == enemy else own for side, own in look.state.dumps.items()}
    return Look(look.world, look.state.change(units=units, dumps=dumps))


def with_stack(found: Look, look: Look) -> Look:
    """A look at another state, with the open procedures of this one."""
    stack = look.state.stack
    return found if found.state.stack is stack else found.at_stack(found.state.change(stack=stack))


def as_seen(look: Look, side: str) -> Look:
    """What a side knows as it sets up: the top unit of each enemy stack, and nothing hidden."""
    return _as_seen(look, side) if look.switch("fog") else look


@of_state
def _as_seen(look: Look, side: str) -> Look:
    shown, enemy = without_unseen(look, side), look.enemy(side)
    covered_up = []
    for unit in shown.own(enemy):
        top = top_unit(shown, unit.hex, enemy)
        if top is not None and top.id != unit.id:
            covered_up.append(unit.change(hex=NOT_ARRIVED))
    return Look(look.world, shown.state.with_units(covered_up))


# --- where it may go -----------------------------------------------------------------------------------------------


def refuse_spot(look: Look, unit: Unit, hex_: int, mode: Mode, facing: Facing) -> Refusal | None:
    """Why a unit may not be set up in a hex in that mode, from what its side sees; the zone is not checked."""
    marker = mode if mode not in ("combat", "move") else ""
    placed = unit.change(hex=hex_, facing=facing, marker=marker)
    if holds_enemy(look, unit.side, hex_):
        return SHARED(hexes=(hex_,))
    refused = next(unit_faults(look, placed, mode), None)
    if refused is not None:
        return refused
    size, limit = look.regimental_equivalents(unit), stacking_limit(look.world)
    total = re_in_hex(look, unit.side, hex_) + size
    if size and total > limit and has_limit(look, hex_):
        return OVERSTACKED(hexes=(hex_,), have=re_text(total), need=re_text(limit))
    if marker == "reserve":
        refused = refuse_reserve_markers(look, unit.side, reserve_hexes(look, unit.side) | {hex_})
    return refused or _refuse_exposing(look, placed)


def _refuse_exposing(look: Look, placed: Unit) -> Refusal | None:
    """The second side may not put the first in violation of SETUP-IV-B (reading 1.1)."""
    if not attack_capable(look, placed):
        return None
    enemy = look.enemy(placed.side)
    near = [u for h in look.board.neighbours(placed.hex) for u in look.units_at(h, enemy)]
    exposed = any(unit.marker for unit in near)
    return EXPOSES(units=(placed.id,), hexes=(placed.hex,)) if exposed else None


def refuse_supply_spot(look: Look, side: str, hex_: int) -> Refusal | None:
    """SP may be placed only in enterable hexes (SETUP-IV-I) without enemies."""
    if holds_enemy(look, side, hex_):
        return SHARED(hexes=(hex_,))
    return None if is_enterable(look.world, hex_, "leg") else CLOSED(hexes=(hex_,))


# --- the rest ------------------------------------------------------------------------------------------------------


def plan_rest(look: Look, side: str, laid: tuple[Laid, ...]) -> Plan:
    """Place the rest: narrowest zones and biggest units first, each where the fewest RE are, in Combat
    Mode; units that take no room, and SP, go where the most are."""
    events: list[Event] = []
    waiting = left_to_place(look, side)
    size = {uid: look.regimental_equivalents(look.unit(uid)) for uid in waiting}
    for uid in sorted(waiting, key=lambda uid: (len(group_of(look.world, uid).hexes), -size[uid], uid)):
        unit, group, seen = look.unit(uid), group_of(look.world, uid), as_seen(look, side)
        facing = unit.facing
        free = [h for h in group.hexes if refuse_spot(seen, unit, h, facing, facing) is None]
        if not free:
            return Plan((), laid, look.counter(unit).name or uid)
        hex_ = min(free, key=lambda h: re_in_hex(look, side, h) if size[uid] else -re_in_hex(look, side, h))
        load = group.load.get(uid, 0)
        event = UnitSetUp(case="SETUP-IV-A", side=side, unit=uid, hex=hex_, facing=facing, load=load)
        look = look.after(event.apply(look.state), event.touched())
        events.append(event)
    free_setup = look.world.scenario.free_setup
    for number, group in enumerate(free_setup.groups if free_setup is not None else ()):
        tokens = tokens_left(look.world, side, laid, number)
        if not tokens:
            continue
        open_ = [h for h in group.hexes if refuse_supply_spot(as_seen(look, side), side, h) is None]
        if not open_:
            return Plan((), laid, f"the SP of {group.name}")
        hex_ = max(open_, key=lambda h: (re_in_hex(look, side, h), -h))
        events.append(SupplySetUp(case="SETUP-IV-A", side=side, hex=hex_, tokens=tokens))
        laid = (*laid, Laid(number, hex_, tokens))
    return Plan(tuple(events), laid)


def check_free_setup(world: World) -> list[Refusal]:
    """What cannot be set up in a scenario, trying each side in turn; empty if everything has room."""
    look = Look(world, initial_state(world))
    found = []
    for side in world.scenario.free_setup.order if world.scenario.free_setup is not None else ():
        plan = plan_rest(look, side, ())
        if plan.stuck:
            found.append(IMPOSSIBLE(detail=plan.stuck))
        for event in plan.events:
            look = look.after(event.apply(look.state), event.touched())
    return found
