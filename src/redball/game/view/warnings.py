"""Warnings before a segment ends: units that could still act, fuel paid for nothing, HQs with nothing to throw,
units that will be Out of Supply, objectives left open. The page and the terminal ask here.

They are found when somebody is about to end a segment, not for every view."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from redball.core.actions import Cancel, PlaceUnit, PlanMission, RefitAt
from redball.core.derived import derived
from redball.core.events import PhaseBegan, UnitMoved
from redball.core.look import Look
from redball.core.telling import counted
from redball.game.game import Game
from redball.game.plan.moves import one_move
from redball.game.sight.belief import OPEN, believed
from redball.game.view.segment_ends import of_segment
from redball.rules.air.air_drop import due
from redball.rules.barrage.segment import guns, in_range, refuse_fire
from redball.rules.barrage.segment import possible_targets as possible_fire
from redball.rules.combat.segment import possible_attackers, possible_targets
from redball.rules.ground.air_force import Plane, force_in
from redball.rules.modes.release import reserves
from redball.rules.moving_stack.fuel import has_fuel, needs_fuel
from redball.rules.naval.invasion import Invasion, able, beaches
from redball.rules.supply.draw_and_throw import stocked, throwers
from redball.rules.supply.paths import draw_legs
from redball.rules.supply_phase.trace_check import freed
from redball.rules.trace.tracing import outcomes
from redball.rules.units.abilities import movement_allowance, usable_in_phase


class WarningView(Struct, frozen=True):
    """A warning before a segment ends, and the units or the hexes that it concerns."""

    text: str
    units: list[str]
    case: str
    hexes: list[int] = []


class ListsView(Struct, frozen=True):
    """Own units still to move in this segment, and own units without trace."""

    unmoved: list[str]
    without_trace: list[str]


@derived
def unmoved(look: Look, side: str) -> list[str]:
    """Own units that could still move in this Movement Segment."""
    if look.state.clock.segment != "movement" or look.state.clock.acting != side:
        return []
    return [
        u.id
        for u in look.own(side)
        if not u.activity.moved and not u.activity.negates and usable_in_phase(look, u) and movement_allowance(look, u)
    ]


@derived
def without_trace(look: Look, side: str) -> list[str]:
    """Own combat units that cannot trace supply now, and need to (12.6h)."""
    found = (uid for uid, (way, _) in outcomes(look, side).items() if way is None)
    return sorted(uid for uid in found if not freed(look, uid))


def warnings(game: Game, side: str) -> list[WarningView]:
    """Warnings for the side that can end the segment now; none while something is drafted that could be taken back."""
    open_ = game.decision
    if open_ is None or side not in (OPEN, open_.side) or Cancel in game.choices_by_kind():
        return []
    checks = CHECKS.get(open_.procedure.name, ()) if of_segment(game.look) else ()
    return [found for check in checks for found in check(game, open_.side)]


def not_moved(game: Game, side: str) -> Iterator[WarningView]:
    """Units that could still move (6.0), and those of them whose fuel is paid for (12.5c)."""
    look = game.look
    still = unmoved(look, side)
    if still:
        yield WarningView(said(still, "has", "have", "not moved"), still, "6.0")
    paid = [uid for uid in still if needs_fuel(look, look.unit(uid)) and has_fuel(look.unit(uid))]
    if paid:
        yield WarningView(said(paid, "is fueled but has", "are fueled but have", "not moved"), paid, "12.5c")


def not_supplied(game: Game, side: str) -> Iterator[WarningView]:
    """In the Movement Phase, before the trace is checked: units that cannot trace (12.6d-A), HQs that draw from no
    dump, so that they throw nothing (12.3b-1)."""
    if game.state.clock.phase != "movement":
        return
    look = game.look
    cut = without_trace(look, side)
    if cut:
        yield WarningView(said(cut, "cannot", "cannot", "trace supply"), cut, "12.6d-A")
    sight = believed(look, side)
    hexes = tuple(stocked(sight, side))
    dry = [hq.id for hq in throwers(sight, side) if not draw_legs(sight, hq, hexes)]
    if dry:
        nothing = "it has" if len(dry) == 1 else "they have"
        text = f"{counted(len(dry), 'HQ')} cannot draw from any dump, so {nothing} nothing to throw"
        yield WarningView(text, dry, "12.3b-1")


def not_dropped(game: Game, side: str) -> Iterator[WarningView]:
    """Drops that are planned for this turn (14.10c)."""
    waiting = [plan.unit for plan in due(game.look, side)] if game.state.clock.phase == "movement" else []
    if waiting:
        text = said(waiting, "is", "are", "due to be dropped this turn; otherwise the plan lapses")
        yield WarningView(text, waiting, "14.10c")


def not_landed(game: Game, side: str) -> Iterator[WarningView]:
    """Units aboard that could land (18.5d)."""
    look = game.look
    landing = sorted(uid for plan in beaches(look, side) for uid in able(look, Invasion(side, plan.hex)))
    if landing:
        yield WarningView(said(landing, "aboard could", "aboard could", "still land"), landing, "18.5d")


def left_open(game: Game, side: str) -> Iterator[WarningView]:
    """Victory hexes of the side that somebody left in this segment and nobody holds, while an enemy in sight could be
    there in one move."""
    look = believed(game.look, side)
    mine = {h for h, owner in look.state.control.items() if owner == side and not look.has_combat_units(h, side)}
    mine &= set(departed(game, side))
    if not mine:
        return
    near: set[int] = set()
    for enemy in look.own(look.enemy(side)):
        near |= one_move(look, enemy)[1]
    open_ = sorted(mine & near)
    if open_:
        what = counted(len(open_), "victory hex")
        which = "it" if len(open_) == 1 else "one"
        text = f"{what} left without a unit, and an enemy in sight could reach {which} in one move"
        yield WarningView(text, [], "SETUP-III", open_)


def departed(game: Game, side: str) -> Iterator[int]:
    """The hexes that units of the side have left in this segment."""
    for record in reversed(game.records):
        for event in reversed(record.events):
            if isinstance(event, PhaseBegan):
                return
            if isinstance(event, UnitMoved) and event.side == side:
                yield event.start


def not_released(game: Game, side: str) -> Iterator[WarningView]:
    """Reserves that could be released (5.7b)."""
    waiting = [unit.id for unit in reserves(game.look, side)]
    if waiting:
        yield WarningView(said(waiting, "could", "could", "still be released from Reserve"), waiting, "5.7b")


def not_fired(game: Game, side: str) -> Iterator[WarningView]:
    """Artillery that could barrage somebody and can be paid for (10.0-B), as the side knows the enemy; aircraft that
    could still fly (14.0-A)."""
    look = believed(game.look, side)
    targets = possible_fire(look, side)
    idle = [
        gun.id
        for gun in guns(look, side)
        if any(in_range(look, gun, hex_) and refuse_fire(look, side, hex_, (gun.id,)) is None for hex_ in targets)
    ]
    if idle:
        yield WarningView(said(idle, "could", "could", "still barrage"), idle, "10.0-B")
    flying = ready_planes(game, side)
    if flying:
        count = len(flying)
        text = f"{count} Active aircraft could still fly a mission"
        yield WarningView(text, [], "14.0-A", sorted({plane.hex for plane in flying}))


def ready_planes(game: Game, side: str) -> list[Plane]:
    """Active aircraft at bases, if a mission could be planned now."""
    if PlanMission not in game.choices_by_kind():
        return []
    planes = force_in(game.state).planes
    return [plane for plane in planes if plane.side == side and plane.active and plane.parked and not plane.flown]


def not_attacked(game: Game, side: str) -> Iterator[WarningView]:
    """Units that could still attack (9.1b)."""
    look = game.look
    idle = sorted({u for h in possible_targets(look, side) for u in possible_attackers(look, side, h)})
    if idle:
        yield WarningView(said(idle, "could", "could", "still attack"), idle, "9.1b")


def not_placed(game: Game, side: str) -> Iterator[WarningView]:
    """Units that could still arrive (13.6)."""
    waiting = sorted({a.unit for a in game.choices_by_kind().get(PlaceUnit, ()) if isinstance(a, PlaceUnit)})
    if waiting:
        yield WarningView(said(waiting, "could", "could", "still arrive"), waiting, "13.6")


def not_refitted(game: Game, side: str) -> Iterator[WarningView]:
    """Air bases that could still refit aircraft (15.0b-A)."""
    hexes = sorted({a.hex for a in game.choices_by_kind().get(RefitAt, ()) if isinstance(a, RefitAt)})
    if hexes:
        yield WarningView(f"{counted(len(hexes), 'air base')} could still refit aircraft", [], "15.0b-A", hexes)


Check = Callable[[Game, str], Iterator[WarningView]]
CHECKS: dict[str, tuple[Check, ...]] = {
    "movement_segment": (not_moved, not_released, not_supplied, left_open, not_dropped, not_landed),
    "barrage_segment": (not_fired, not_released),
    "combat_segment": (not_attacked, not_released),
    "reinforcement_phase": (not_placed,),
    "aircraft_refit": (not_refitted,),
}
"""What is looked at before a segment ends, by its procedure."""


def said(units: list[str], one: str, many: str, what: str) -> str:
    """How many units do something, in words.

    >>> said(["a"], "has", "have", "not moved"), said(["a", "b"], "has", "have", "not moved")
    ('1 unit has not moved', '2 units have not moved')
    """
    return f"{counted(len(units), 'unit')} {one if len(units) == 1 else many} {what}"


def lists(look: Look, side: str) -> ListsView:
    """Lists for the page: own units still to move, own units without trace."""
    if side == OPEN:
        side = look.state.clock.acting or look.world.sides[0]
    return ListsView(unmoved(look, side), without_trace(look, side))
