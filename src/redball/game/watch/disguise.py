"""A state that looks the same to one side but differs in everything that 4.9a hides from it."""

from __future__ import annotations

from random import Random

import msgspec
from msgspec.structs import replace

from redball.core.look import Look
from redball.core.state import EXHAUSTED, FULL, Dump, State, Unit
from redball.editions.new_ocs.covers import covered_in, with_covers
from redball.forces.aircraft import STEPS
from redball.forces.counter import Counter
from redball.game.sight.belief import fogged, out_of_sight, visible
from redball.game.sight.veils import veils
from redball.rules.air.decks import decks
from redball.rules.ground.air_force import Plane, force_in, with_planes
from redball.rules.ground.craft import room, with_craft
from redball.rules.ground.drops import DropPlan, drops_in, with_plan, without_plans
from redball.rules.ground.fleet import fleet_in, with_ships
from redball.rules.ground.harbours import Harbours, record_in, with_record
from redball.rules.modes.disorganization import dg_kind
from redball.rules.rail.cap import rail_cap
from redball.rules.units.equivalents import PER_TOKEN
from redball.rules.units.visibility import top_unit
from redball.rules.units.zoc import has_zoc


def disguised(look: Look, viewer: str, rng: Random) -> State:
    """The state with the enemy's hidden facts changed: steps, internal stocks, fuel, Transport loads and points, supply
    on the ground, what has moved, spent Rail Cap, the units under markers that hide them (HR-2), and which units lie
    under the tops of stacks, on which side."""
    enemy = look.enemy(viewer)
    theirs = [u for u in look.state.units.values() if u.side == enemy and u.on_map]
    dumps = {
        side: {h: Dump(rng.randrange(1, 40)) for h in own} if side == enemy else own
        for side, own in look.state.dumps.items()
    }
    formations = {c.formation for c in look.world.counters.values() if c.side == enemy and c.formation}
    fueled = look.state.fueled_formations - formations
    fueled |= {formation for formation in sorted(formations) if rng.random() < 0.5}
    changed = _with_its_zones(look, [_disguise(u, look.counter(u), rng) for u in theirs])
    _exchange(look, viewer, changed, rng)
    _shift_unseen(look, viewer, changed, rng)
    state = look.state.with_units([*changed.values()]).change(dumps=dumps, fueled_formations=fueled)
    state = _at_sea(look, _with_other_plans(look, _in_the_air(look, state, viewer, rng), viewer, rng), viewer, rng)
    state = _with_other_ships(look, state, viewer, rng)
    state = with_covers(state, tuple(c for c in covered_in(state) if c.side != enemy))
    if state.clock.phasing != enemy:
        return state
    landed = {hex_: rng.randrange(4) for hex_ in dumps[enemy]}
    return state.change(rail_spent=rng.randrange(rail_cap(look, enemy) + 1), landed=landed)


def _in_the_air(look: Look, state: State, viewer: str, rng: Random) -> State:
    """Aircraft that fog hides are reduced or whole; Inactive ones, and Active ones under the top, are Inactive at any
    base of theirs. What all of them did in this phase is hidden, too."""
    force, enemy = force_in(state), look.enemy(viewer)
    open_, hidden = msgspec.json.encode(look.state.stack), out_of_sight(look, viewer)
    places = [(base.hex, "") for base in force.bases if base.side == enemy]
    places += [(base.hex, sid) for base in decks(look, enemy) for sid in base.ships]

    def elsewhere(plane: Plane) -> Plane:
        hex_, ship = rng.choice(places)
        steps, flown = rng.randrange(STEPS), rng.random() < 0.5
        return plane.change(hex=hex_, ship=ship, active=False, steps_lost=steps, flown=flown)

    changed = [
        elsewhere(plane)
        for plane in force.planes
        if plane.id in hidden and plane.parked and msgspec.json.encode(plane.id) not in open_
    ]
    return with_planes(state, changed) if changed else state


def _with_other_ships(look: Look, state: State, viewer: str, rng: Random) -> State:
    """Ships that fog hides are damaged or whole, DG or not. What all of the enemy's did in this phase is hidden, too:
    more or less than they did."""
    hidden, enemy = out_of_sight(look, viewer), look.enemy(viewer)
    open_ = msgspec.json.encode(look.state.stack)
    changed = []
    for ship in fleet_in(state).ships:
        if ship.side != enemy or not ship.afloat or msgspec.json.encode(ship.id) in open_:
            continue
        done: dict[str, object] = {
            "sailed": rng.random() < 0.5,
            "ashore": rng.choice((0, state.clock.turn)),
            "refitted": rng.random() < 0.5,
        }
        below = {"damaged": rng.random() < 0.5, "dg": rng.random() < 0.5} if ship.id in hidden else {}
        changed.append(ship.change(**done, **below))
    return _with_other_craft(look, with_ships(state, changed) if changed else state, viewer, rng)


def _with_other_craft(look: Look, state: State, viewer: str, rng: Random) -> State:
    """Enemy Landing Craft carry more or less supply than they do, and have sailed or not; those that fog hides have
    more or fewer points."""
    hidden, open_ = out_of_sight(look, viewer), msgspec.json.encode(look.state.stack)
    changed = []
    for one in fleet_in(state).craft:
        if one.side == viewer or msgspec.json.encode(one.id) in open_:
            continue
        points = one.points + rng.randrange(3) if one.id in hidden else one.points
        free = room(look, one) // PER_TOKEN
        changed.append(
            one.change(
                points=points, tokens=one.tokens + rng.randrange(-one.tokens, free + 1), sailed=rng.random() < 0.5
            )
        )
    return with_craft(state, changed) if changed else state


def _with_other_plans(look: Look, state: State, viewer: str, rng: Random) -> State:
    """The enemy's Drop Plans are others: of any of its units, for any hex and turn, or none."""
    drops, enemy = drops_in(state), look.enemy(viewer)
    if not drops.plans:
        return state
    open_ = msgspec.json.encode(look.state.stack)
    theirs = [uid for uid, unit in look.state.units.items() if unit.side == enemy]
    free = [uid for uid in theirs if msgspec.json.encode(uid) not in open_]
    state = without_plans(state, free)
    last = look.world.scenario.turns
    for uid in rng.sample(free, rng.randrange(min(len(free), 3) + 1)):
        state = with_plan(state, DropPlan(uid, rng.randrange(look.board.size), rng.randrange(1, last + 1)))
    return state


def _at_sea(look: Look, state: State, viewer: str, rng: Random) -> State:
    """Ports of the enemy have taken something else in this phase, and it has shipped something else."""
    record = record_in(state)
    if record == Harbours():
        return state
    ports = [p if p.side == viewer else replace(p, used=rng.randrange(99), whole=False) for p in record.ports]
    shipped = record.shipped if state.clock.phasing == viewer else rng.randrange(99)
    return with_record(state, Harbours(tuple(ports), shipped))


def _with_its_zones(look: Look, changed: list[Unit]) -> dict[str, Unit]:
    """The changed units by id. Where units make ZOCs by their strength, those that would change a ZOC stay as they are:
    ZOCs are public."""
    units = {unit.id: unit for unit in changed}
    now = look.after(look.state.with_units(changed), tuple(units))
    if now.facts.zones == look.facts.zones:
        return units
    now = look
    for uid, unit in units.items():
        after = now.after(now.state.with_units([unit]), (uid,))
        if after.facts.zones == look.facts.zones:
            now = after
    return {uid: now.unit(uid) for uid in units}


def _exchange(look: Look, viewer: str, units: dict[str, Unit], rng: Random) -> None:
    """Swap top units of veiled stacks where both hexes still show the same."""
    tops = [*veils(look, viewer).values()] if fogged(look, viewer) else []
    open_ = msgspec.json.encode(look.state.stack)
    free = [top.id for top in tops if msgspec.json.encode(top.id) not in open_]
    rng.shuffle(free)
    for one, other in zip(free[::2], free[1::2], strict=False):
        here, there = look.state.units[one].hex, look.state.units[other].hex
        then = {one: units[one].change(hex=there), other: units[other].change(hex=here)}
        after = look.after(look.state.with_units([*then.values()]), (one, other))
        if all(_appears(after, viewer, hex_) == _appears(look, viewer, hex_) for hex_ in (here, there)):
            units |= then


def _shift_unseen(look: Look, viewer: str, units: dict[str, Unit], rng: Random) -> None:
    """Turn over units under the tops of enemy stacks, or put them into other stacks, wherever tops and ZOCs stay."""
    if not fogged(look, viewer):
        return
    enemy, open_ = look.enemy(viewer), msgspec.json.encode(look.state.stack)
    now = look.after(look.state.with_units([*units.values()]), tuple(units))
    stacks = sorted({u.hex for u in units.values() if now.has_combat_units(u.hex, enemy)})
    tops = {hex_: _top_of(now, hex_, enemy) for hex_ in stacks}
    for uid in sorted(units.keys() - visible(now, viewer)):
        unit = units[uid]
        if unit.hex not in tops or uid == tops[unit.hex] or unit.extender or msgspec.json.encode(uid) in open_:
            continue
        counter = now.counter(unit)
        facing = rng.choice(("combat", "move")) if counter.combat is not None else unit.facing
        other = unit.change(hex=rng.choice(stacks), facing=facing)
        after = now.after(now.state.with_units([other]), (uid,))
        if after.facts.zones == now.facts.zones and all(
            _top_of(after, hex_, enemy) == tops[hex_] for hex_ in (unit.hex, other.hex)
        ):
            units[uid], now = other, after


def _top_of(look: Look, hex_: int, side: str) -> str:
    """The id of the top unit of a stack."""
    top = top_unit(look, hex_, side)
    return top.id if top is not None else ""


def _appears(look: Look, viewer: str, hex_: int) -> tuple[object, ...]:
    """What a viewer sees of a veiled stack."""
    top = veils(look, viewer).get(hex_)
    return (top.marker, dg_kind(top), top.out_of_supply, has_zoc(look, top)) if top is not None else ()


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
