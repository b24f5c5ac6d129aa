"""Moves that a side prepares before the game asks for them: a list of marches for one of its segments.

They are sent like any other orders once the segment is there. Until then, what they would come to is foreseen from the
game as it stands: as if that segment began now.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from redball.core import engine
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.telling import phase_name
from redball.core.world import World, of_world
from redball.game.game import Game
from redball.game.plan.formations import Leg, MarchMacro, leg_of
from redball.rules.movement.segment import OFF_MAP
from redball.rules.sequence.turn import Segment, segment_at

MOST_ENTRIES, MOST_UNITS = 40, 24


class Plan(Struct, frozen=True, omit_defaults=True):
    """Marches for the next such `segment` of the side, the first one first; no entries: there is no plan. `sends`: they
    go as the segment begins, without a click. `halted`: why they went no further when they were sent last, "" if
    they were not."""

    segment: str = ""
    entries: tuple[MarchMacro, ...] = ()
    sends: bool = False
    halted: str = ""


NO_PLAN = Plan()


@of_world
def plannable(world: World) -> dict[str, Segment]:
    """The segments in which stacks march, by the name that `engine.decision_name` gives their decision."""
    turn: Any = world.edition.procedures["player_turn"]
    found = (segment_at(world, step.name) for step in turn.steps)
    marching = (one for one in found if one is not None and one.procedure == "movement_segment" and one.held(world))
    return {f"{one.phase}/{one.procedure}": one for one in marching}


def segment_told(world: World, name: str) -> str:
    """The segment in words."""
    segment = plannable(world)[name]
    return phase_name(segment.phase, segment.part)


def plan_fault(world: World, plan: Plan) -> str:
    """What is wrong with a plan, in a sentence; "" if nothing is. Who may be ordered where, the game says."""
    if not plan.entries:
        return ""
    if plan.segment not in plannable(world):
        return f"there is no segment {plan.segment!r} to prepare moves for"
    if len(plan.entries) > MOST_ENTRIES:
        return f"a side prepares at most {MOST_ENTRIES} moves"
    for entry in plan.entries:
        if not 0 < len(entry.units) <= MOST_UNITS:
            return f"a prepared move is one of 1 to {MOST_UNITS} units"
        if not 0 <= entry.hex < world.board.size:
            return f"there is no hex {entry.hex} on this map"
    return ""


def is_due(game: Game, side: str, plan: Plan) -> bool:
    """The segment that a plan is for is there, and the side is asked whom it moves."""
    open_ = game.decision
    if open_ is None or open_.side != side or not plan.entries:
        return False
    return plan.segment == engine.decision_name(game.look, open_)


def foreseen(game: Game, side: str, plan: Plan) -> Game:
    """The game itself where the plan is due; else as if its segment began now. Only to be looked at."""
    if is_due(game, side, plan):
        return game
    world, segment = game.world, plannable(game.world)[plan.segment]
    began = segment.opening(world, world.enemy(side) if segment.reacts else side)
    then = game.fork()
    then.look = Look(world, began.apply(game.state).change(stack=()))
    return then


def legs(game: Game, side: str, entry: MarchMacro) -> dict[str, Leg | Refusal]:
    """How far each unit of an entry would go, or why it does not, as if the others stood still. Who is there stays."""
    found: dict[str, Leg | Refusal] = {}
    for uid in entry.units:
        unit = game.state.units.get(uid)
        if unit is None or not unit.on_map:
            found[uid] = OFF_MAP(units=(uid,))
        elif unit.hex == entry.hex:
            found[uid] = Leg(uid, (unit.hex,), (unit.hex,))
        else:
            found[uid] = leg_of(game, side, uid, entry.hex)
    return found
