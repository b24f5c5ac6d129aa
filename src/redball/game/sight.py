"""What a side may see of the other: the visible units, and the state that it may believe.

Cases: 4.8b-D, 4.8b-F, 4.9a-A
"""

from __future__ import annotations

from redball.core.look import Look
from redball.core.state import FULL, IDLE, Unit
from redball.rules.setup_places import without_unseen
from redball.rules.visibility import top_unit

OPEN = ""


def fogged(look: Look, viewer: str) -> bool:
    """The viewer plays under fog of war; "" is open play, and a game that is over hides nothing."""
    return viewer != OPEN and bool(look.switch("fog")) and not look.state.over


def visible(look: Look, viewer: str) -> frozenset[str]:
    """Ids of all units that the viewer may see: his own, and the top of each enemy stack."""
    if not fogged(look, viewer):
        return look.memo(("visible", viewer), lambda: frozenset(look.state.units))

    look = without_unseen(look, viewer)

    def find() -> frozenset[str]:
        enemy = look.enemy(viewer)
        seen = {u.id for u in look.state.units.values() if u.side == viewer}
        for hex_ in {u.hex for u in look.own(enemy)}:
            top = top_unit(look, hex_, enemy)
            if top is not None:
                seen.add(top.id)
        seen.update(u.id for u in look.state.units.values() if u.side == enemy and not u.on_map)
        return frozenset(seen)

    return look.memo_of_facts(("visible", viewer), find)


def believed(look: Look, viewer: str) -> Look:
    """A look at what the viewer may believe: enemy units that he cannot see are left out, what is hidden of the others
    is taken to be untouched, and enemy dumps that lie open hold one SP. Previews are computed on this, never on the
    true state, so that a hidden fact cannot change them."""

    def make() -> Look:
        return _believed(without_unseen(look, viewer), viewer) if fogged(look, viewer) else look

    return look.memo(("believed", viewer, look.state.stack), make)


def _believed(look: Look, viewer: str) -> Look:
    enemy = look.enemy(viewer)
    seen = visible(look, viewer)
    units = {}
    for uid, unit in look.state.units.items():
        if unit.side == viewer:
            units[uid] = unit
        elif uid in seen and unit.on_map:
            units[uid] = untouched(unit)
    dumps = dict(look.state.dumps)
    dumps[enemy] = {h: d.__class__(4) for h, d in dumps[enemy].items() if not look.has_combat_units(h, enemy)}
    for unit in look.own(enemy):
        if not look.has_combat_units(unit.hex, enemy) and unit.id not in units:
            units[unit.id] = untouched(unit)
    changes = {"units": units, "dumps": dumps, "fueled_formations": own_fuel(look, viewer)}
    if look.state.clock.phasing != viewer:
        changes |= {"rail_spent": 0, "landed": {}}
    return Look(look.world, look.state.change(**changes))


def untouched(unit: Unit) -> Unit:
    """An enemy unit with all that is hidden of it as it was printed: at full strength, nothing done in this phase."""
    return unit.change(
        steps_lost=0,
        internals=FULL,
        load=0,
        points=min(unit.points + unit.extender, 1),
        extender=0,
        hq_fueled=False,
        formation_fueled=False,
        cut_off=False,
        activity=IDLE,
    )


def own_fuel(look: Look, viewer: str) -> frozenset[str]:
    """Fueled formations of the viewer."""
    own = {c.formation for c in look.world.counters.values() if c.side == viewer}
    return look.state.fueled_formations & own
