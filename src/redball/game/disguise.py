"""A state that looks the same to one side and is not: everything that 4.9a hides from it is another."""

from __future__ import annotations

from random import Random

from redball.core.look import Look
from redball.core.state import EXHAUSTED, FULL, Dump, State, Unit
from redball.forces.counter import Counter
from redball.rules.rail_cap import rail_cap


def disguised(look: Look, viewer: str, rng: Random) -> State:
    """The state with the enemy's hidden facts changed: steps, internal stocks, fuel, loads and points of Transport,
    supply on the ground, what has moved, and Rail Cap that is spent.
    """
    enemy = look.enemy(viewer)
    theirs = [u for u in look.state.units.values() if u.side == enemy and u.on_map]
    dumps = {
        side: {h: Dump(rng.randrange(1, 40)) for h in own} if side == enemy else own
        for side, own in look.state.dumps.items()
    }
    formations = {c.formation for c in look.world.counters.values() if c.side == enemy and c.formation}
    fueled = look.state.fueled_formations - formations
    fueled |= {formation for formation in sorted(formations) if rng.random() < 0.5}
    state = look.state.with_units([_disguise(u, look.counter(u), rng) for u in theirs]).change(
        dumps=dumps, fueled_formations=fueled
    )
    state = state.change(covers=tuple(c for c in state.covers if c.side != enemy))
    if state.clock.phasing != enemy:
        return state
    landed = {hex_: rng.randrange(4) for hex_ in dumps[enemy]}
    return state.change(rail_spent=rng.randrange(rail_cap(look, enemy) + 1), landed=landed)


def _disguise(unit: Unit, counter: Counter, rng: Random) -> Unit:
    if not counter.is_combat_unit:
        points = rng.randrange(1, 5)
        return unit.change(points=points, extender=0, load=rng.randrange(0, 4 * points + 1))
    return unit.change(
        steps_lost=rng.randrange(counter.steps),
        internals=rng.randrange(FULL, EXHAUSTED + 1),
        cut_off=rng.random() < 0.5,
        hq_fueled=rng.random() < 0.5,
        formation_fueled=rng.random() < 0.5,
        activity=unit.act(fueled=rng.random() < 0.5, moved=rng.random() < 0.5).activity,
    )
