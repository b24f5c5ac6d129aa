"""Replacements: where they arrive and wait, and what they are used for. Consolidation is never chosen: whether a unit
costs more than it brings is hard to see, and a step kept apart can still be rebuilt.
"""

from __future__ import annotations

from redball.bots.steady.places import danger, nearest_enemy, risk, strengths
from redball.bots.steady.scene import Scene
from redball.bots.steady.supply import hqs, place_unit
from redball.bots.steady.worth import GUN, HQ_STEP, STRENGTH, power
from redball.core.actions import Action, Done, PlaceRepl, Rebuild, RebuildTruck, RegainStep
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.reinforcement.rebuild import HQ_REACH, prospects, rebuilds, step_cost
from redball.rules.units.abilities import LIMITED_MODES
from redball.rules.units.stacking import re_in_hex, stacking_limit

TOO_FAR = 40
"""For each hex between a Repl and the HQ that could use it."""
TOGETHER = 30
"""For another Repl in the hex: some rebuilds take several."""
EQ_FOR_PAX = 2
"""The worth of an Eq in Pax."""
FRONT = 4
NEAR = 3


def place(scene: Scene) -> Action | None:
    """Repls in Move Mode at the safe entry nearest to an HQ; units as arrivals."""
    look, side = scene.look, scene.side
    places = depots(look, side)

    def fitness(choice: PlaceRepl) -> tuple[int, int]:
        way = min((look.board.distance(choice.hex, h) for h in places), default=0)
        return -risk(look, side, choice.hex) - TOO_FAR * way, -choice.hex

    repls = [c for c in scene.of(PlaceRepl) if c.mode == "move"]
    return max(repls, key=fitness, default=None) or place_unit(scene)


def depots(look: Look, side: str) -> list[int]:
    """Hexes of the HQs that can rebuild; without any, of all HQs."""
    able = sorted(unit.hex for unit in look.own(side) if rebuilds(look, unit))
    return able or hqs(look, side)


def weigh_repl(scene: Scene, unit: Unit, hex_: int, before: Unit) -> int:
    """A Repl in a hex: near an HQ that can use it, with others, out of harm, in Move Mode."""
    look, side = scene.look, scene.side
    here = before.hex == hex_
    room = re_in_hex(look, side, hex_) + (0 if here else look.regimental_equivalents(unit))
    if room > stacking_limit(look.world):
        return -9999
    way = min((look.board.distance(hex_, h) for h in depots(look, side)), default=0)
    others = [u for u in look.combat_units_at(hex_, side) if u.id != unit.id]
    held = strengths(look, side).get(hex_, 0) + (0 if here else power(look, unit))
    value = TOGETHER * min(3, sum(look.counter(u).kind == "repl" for u in others))
    value -= TOO_FAR * max(0, way - HQ_REACH) + danger(look, side, hex_, held)
    value -= 0 if others or nearest_enemy(look, side, hex_) > FRONT else 150
    if look.in_zoc_of(scene.enemy, hex_):
        value -= 600
    return value - (100 if unit.marker in LIMITED_MODES else 0)


# --- rebuilding ------------------------------------------------------------------------------------------------


def rebuild(scene: Scene) -> Action | None:
    """The step that brings most for its Repls, near the front; trucks from Eq that nothing else could use."""
    steps: list[Rebuild | RegainStep] = [*scene.of(Rebuild), *scene.of(RegainStep)]
    if steps:
        return max(steps, key=lambda choice: (*gain(scene, choice), repr(choice)))
    trucks = scene.of(RebuildTruck)
    wanted = any(entry.cost is not None and entry.cost.eq for entry in prospects(scene.look, scene.side))
    return trucks[0] if trucks and not wanted else Done()


def gain(scene: Scene, choice: Rebuild | RegainStep) -> tuple[int, int]:
    """The worth of a step per Repl, plus that of the unit's hex."""
    look = scene.look
    unit = look.unit(choice.unit)
    cost = step_cost(look, unit)
    assert cost is not None  # it was offered
    price = cost.pax + EQ_FOR_PAX * cost.eq
    hex_ = choice.hex if isinstance(choice, Rebuild) else unit.hex
    near = nearest_enemy(look, scene.side, hex_)
    worth = step_strength(look, unit) * (5 if near <= FRONT else 4) // price
    if isinstance(choice, RegainStep):
        return worth, 0
    return worth, int(choice.mode == ("combat" if near <= NEAR else "move"))


def step_strength(look: Look, unit: Unit) -> int:
    """What a step of the unit adds to its side."""
    counter = look.counter(unit)
    face = counter.combat or counter.move
    special = HQ_STEP if counter.kind == "hq" else GUN * face.barrage
    return STRENGTH * (face.strength or 0) // max(1, counter.steps) + special
