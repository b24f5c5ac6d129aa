"""What a side may see of the other: the visible units, and the state that it may believe.

Cases: 4.8b-D, 4.8b-F, 4.9a-A
"""

from __future__ import annotations

from typing import Any, NamedTuple

from redball.core import engine
from redball.core.actions import Action
from redball.core.derived import of_state
from redball.core.look import Look
from redball.core.own import lasting
from redball.core.points import ZOC_OF_HEX
from redball.core.refusals import UNKNOWN_UNIT, Refusal
from redball.core.state import ABOARD, FULL, IDLE, Activity, Unit
from redball.core.world import World, of_world
from redball.game.sight.veils import stand_ins, veils
from redball.rules.ground.air_force import force_in, hidden_from
from redball.rules.ground.craft import craft_in
from redball.rules.ground.fleet import fleet_in, hidden_ships
from redball.rules.setup.places import with_stack, without_unseen
from redball.rules.units.visibility import top_unit

OPEN = ""
AFLOAT = Activity(afloat=True)
"""What everybody sees of a unit that attacks from Landing Craft (18.6a)."""


def fogged(look: Look, viewer: str) -> bool:
    """Whether the viewer plays under fog of war. Open play ("") and a finished game hide nothing."""
    return viewer != OPEN and bool(look.switch("fog")) and not look.state.over


@of_state
def visible(look: Look, viewer: str) -> frozenset[str]:
    """Ids of all units that the viewer may see: its own, and the top of each enemy stack."""
    if not fogged(look, viewer):
        return frozenset(look.state.units)
    look = without_unseen(look, viewer)
    own = [u.id for u in look.state.units.values() if u.side == viewer]
    found = _shown(look, look.enemy(viewer)).union(own)
    veiled = veils(look, viewer)
    return found.difference(top.id for top in veiled.values()) if veiled else found


def knows(look: Look, viewer: str) -> frozenset[str]:
    """Ids of the units, the aircraft, the ships and the Landing Craft that the viewer may see."""
    seen, fleet = visible(look, viewer), fleet_in(look.state)
    counters = [*(plane.id for plane in force_in(look.state).planes), *(one.id for one in fleet.vessels)]
    return seen.union(counters) - out_of_sight(look, viewer) if counters else seen


def out_of_sight(look: Look, viewer: str) -> frozenset[str]:
    """Ids of the aircraft, the ships and the Landing Craft that fog hides from the viewer."""
    return hidden_from(look, viewer) | hidden_ships(look, viewer) if fogged(look, viewer) else frozenset()


def sighted(before: Look, after: Look, viewer: str) -> frozenset[str]:
    """Units of the other side that the viewer sees now and did not see before; without fog, none."""
    if not (fogged(before, viewer) and fogged(after, viewer)):
        return frozenset()
    units = after.state.units
    return frozenset(uid for uid in visible(after, viewer) - visible(before, viewer) if units[uid].side != viewer)


def refuse_unseen(look: Look, side: str, action: Action) -> Refusal | None:
    """Refuse an action that names a unit which its side does not see, as the engine does if there is no such unit."""
    open_ = engine.decision(look)
    if open_ is None or open_.side != side or not fogged(look, side):
        return None
    seen, kind = visible(look, side), type(action)
    for name in kind.unit_fields:
        uid = getattr(action, name)
        known = uid in seen or (name == "holder" and craft_in(look.state, uid) is not None)
        if not known and (uid or name not in kind.may_be_none):
            return UNKNOWN_UNIT(detail=repr(uid))
    return None


class _Shown(NamedTuple):
    """What a side with these units cannot hide: the top of each of its stacks, and its units off the map."""

    units: tuple[Unit, ...]
    tops: dict[int, str]
    off_map: frozenset[str]
    all: frozenset[str]


NOBODY = _Shown((), {}, frozenset(), frozenset())


def _shown(look: Look, side: str) -> frozenset[str]:
    """Units that a side cannot hide. Only stacks whose units have changed are looked at again; `shown_anew` is the
    plain version."""
    units = tuple([u for u in look.state.units.values() if u.side == side])
    known = _last(look.world, "shown")
    before: _Shown = known.get(side, NOBODY)
    if len(before.units) != len(units):
        before, changed = NOBODY, units
    else:
        changed = tuple([u for pair in zip(before.units, units, strict=True) if pair[0] is not pair[1] for u in pair])
    if changed:
        hexes = {u.hex for u in changed if u.on_map}
        tops = {hex_: top for hex_, top in before.tops.items() if hex_ not in hexes}
        tops |= {hex_: top.id for hex_ in hexes if (top := top_unit(look, hex_, side)) is not None}
        touched = {u.id for u in changed}
        off_map = before.off_map.difference(touched).union([u.id for u in units if u.id in touched and _in_the_open(u)])
        before = known[side] = _Shown(units, tops, off_map, off_map.union(tops.values()))
    return before.all


@of_world
def _last(world: World, what: str) -> dict[str, Any]:
    """The last answers, to be updated for the next state."""
    return {}


def _in_the_open(unit: Unit) -> bool:
    """It is off the map where everybody sees it: not aboard anything (18.3c)."""
    return not unit.on_map and unit.hex != ABOARD


def shown_anew(look: Look, side: str) -> frozenset[str]:
    """Units that a side cannot hide: the plain version of `_shown`."""
    units = [u for u in look.state.units.values() if u.side == side]
    tops = (top_unit(look, hex_, side) for hex_ in {u.hex for u in units if u.on_map})
    return frozenset((*(top.id for top in tops if top is not None), *(u.id for u in units if _in_the_open(u))))


def believed(look: Look, viewer: str) -> Look:
    """A look at what the viewer may believe: no unseen enemy units; the other enemies undamaged as far as their state
    is hidden; 1 SP in each visible enemy dump; a unit of middle strength where only a marker shows (HR-2).

    Previews use this look, never the true state, so that no hidden fact can change them."""

    return with_stack(_believed(look, viewer), look) if fogged(look, viewer) else look


@of_state
def _believed(look: Look, viewer: str) -> Look:
    look = without_unseen(look, viewer)
    enemy = look.enemy(viewer)
    seen = visible(look, viewer)
    units = []
    for unit in look.state.units.values():
        if unit.side == viewer:
            units.append(unit)
        elif unit.on_map and (unit.id in seen or not look.has_combat_units(unit.hex, enemy)):
            units.append(_untouched(look, unit))
    units.extend(stand_ins(look, viewer, seen))
    dumps = dict(look.state.dumps)
    dumps[enemy] = {h: d.__class__(4) for h, d in dumps[enemy].items() if not look.has_combat_units(h, enemy)}
    own = tuple([known for record in look.state.own if (known := record.as_seen(look, viewer)) is not None])
    changes: dict[str, Any] = {"dumps": dumps, "fueled_formations": own_fuel(look, viewer), "own": own}
    if look.state.clock.phasing != viewer:
        changes |= {"rail_spent": 0, "landed": {}}
    found = _repaired_belief(look, viewer, units, changes)
    if look.policies[ZOC_OF_HEX] is not None:  # a hex's ZOC is public, the units that make it are hidden
        found = found.with_zocs_of(look, enemy)
    return found


def _repaired_belief(look: Look, viewer: str, units: list[Unit], changes: dict[str, Any]) -> Look:
    """The look at a believed state: the game's state with changes. It repairs the facts of the previous belief where
    the same units are known."""
    kept = _last(look.world, "believed")
    before: Look | None = kept.get(viewer)
    known = (look if before is None else before).state.units
    state = look.state.change(units=known.alike(units), **changes)
    touched = state.units.changed_since(known)
    if before is not None and touched is not None:
        found = before.after(state, touched)
    else:
        found = Look(look.world, state)
    found.facts  # noqa: B018 - compute now, so that no look keeps the earlier ones alive
    kept[viewer] = found
    return found


def _untouched(look: Look, unit: Unit) -> Unit:
    """As `untouched`, with the same object for the same record."""
    kept = _last(look.world, "untouched")
    before, found = kept.get(unit.id, (None, None))
    if before is not unit:
        found = untouched(unit)
        kept[unit.id] = (unit, found)
    same: Unit = found
    return same


def untouched(unit: Unit) -> Unit:
    """An enemy unit with its hidden facts set to the printed values: full strength, nothing done in this phase."""
    return unit.change(
        steps_lost=0,
        internals=FULL,
        load=0,
        points=min(unit.points + unit.extender, 1),
        extender=0,
        hq_fueled=False,
        formation_fueled=False,
        cut_off=False,
        activity=AFLOAT if unit.activity.afloat else IDLE,
        own=lasting(unit.own),
    )


def own_fuel(look: Look, viewer: str) -> frozenset[str]:
    """Fueled formations of the viewer."""
    own = {c.formation for c in look.world.counters.values() if c.side == viewer}
    return look.state.fueled_formations & own
