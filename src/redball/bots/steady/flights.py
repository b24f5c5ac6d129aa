"""Missions: which ones the bot flies in a segment, and how it drafts them.

In segments of movement fighters sweep enemy fighters away, aircraft that reach nobody move up, and transports bring
supply to units that have none. What flies in Barrage Segments is in `raids`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from redball.board.hexes import NO_HEX
from redball.bots.steady import legs
from redball.bots.steady.aircraft import SAFE, base_fitness, duel
from redball.bots.steady.places import nearest_enemy, strengths
from redball.bots.steady.scene import Flight, Scene
from redball.bots.steady.worth import power
from redball.core.actions import Action, AddPlane, AimMission, Cancel, Done, Embark, LoadPlanes, PlanMission
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.air.air_drop import due
from redball.rules.air.bases import active_count, active_limit, ashore_bases, own_base, own_bases
from redball.rules.air.cargo import unit_weight, unloading_room, unmoved
from redball.rules.air.patrol import in_patrol_zone
from redball.rules.air.points import INTERCEPTION_REACH, MISSION_KINDS
from redball.rules.air.transport import can_carry, trips_to
from redball.rules.air.trips import TRIPS, carries
from redball.rules.ground.air_force import AIR_STRIP, Plane, active_at, face, force_in, is_fighter
from redball.rules.ground.drops import plan_in
from redball.rules.trace.tracing import untraced
from redball.rules.units.airlift import light_enough

SWEEP_WORTH = 60
HALVES = 2
"""Half tokens in a token."""
MOST = 4
"""Aircraft of one mission."""
FRONT = 2
"""Hexes from the enemy at which a stack is a spearhead."""
PATROL = "patrol"
"""The mission of editions in which fighters patrol over a hex that they fly to."""


def ready(look: Look, side: str) -> list[Plane]:
    """Aircraft that can still fly in this phase, by id."""
    return [p for p in force_in(look.state).planes if p.side == side and p.parked and p.active and not p.flown]


# --- drafting ----------------------------------------------------------------------------------------------------


def begin(scene: Scene, plans: Callable[[Scene, set[str]], Iterator[Flight]]) -> Action | None:
    """Begin the next mission among `plans` that can be flown; each is tried once in a segment."""
    kinds = {plan.kind for plan in scene.of(PlanMission)}
    for flight in plans(scene, kinds) if kinds else ():
        if flight not in scene.memory.flights:
            scene.memory.flights.add(flight)
            scene.memory.flight = flight
            return PlanMission(flight.kind)
    return None


def draft(scene: Scene) -> Action | None:
    """Fill in the mission in mind step by step; take back what cannot be flown."""
    flight, data = scene.memory.flight, scene.data
    if flight is None or flight.kind != data.kind:
        return Cancel()
    if data.hex == NO_HEX:
        aimed = AimMission(flight.hex)
        return aimed if scene.allows(aimed) else Cancel()
    steps: list[Action] = [AddPlane(pid, trip) for pid, trip in flight.planes if pid not in data.planes]
    loaded = {(piece.start, piece.onward): piece.tokens for piece in data.cargo if piece.tokens}
    for onward, loads in ((False, flight.loads), (True, flight.on)):
        wanted = [(start, tokens) for start, tokens in loads if loaded.get((start, onward)) != tokens]
        steps += [LoadPlanes(start, tokens, onward=onward) for start, tokens in wanted]
    aboard = {piece.unit for piece in data.cargo}
    steps += [Embark(uid) for uid in flight.units if uid not in aboard]
    for step in (*steps, Done()):
        if scene.allows(step):
            return step
    return Cancel()


# --- in segments of movement -------------------------------------------------------------------------------------


def moving(scene: Scene) -> Action | None:
    """Sweeps first, then planned drops, supply, units, transfers; nothing in a game without aircraft."""
    if not scene.flies or not force_in(scene.look.state).planes:
        return None
    return begin(scene, movements)


def movements(scene: Scene, kinds: set[str]) -> Iterator[Flight]:
    """All but barrages, as far as they are flown now."""
    if "fighter_sweep" in kinds:
        yield from sweeps(scene)
    if "air_drop" in kinds:
        yield from drops(scene)
    if not bases_first(scene):
        yield from carried(scene, kinds)
    if "base_transfer" in kinds:
        yield from transfers(scene)


def carried(scene: Scene, kinds: set[str]) -> Iterator[Flight]:
    """Supply, then units; if they wait for a base, the units first."""
    if "air_transport" in kinds and bases_first(scene):
        yield from lifts(scene)
    for kind in ("air_transport", "supply_drop"):
        if kind in kinds:
            yield from supplies(scene, kind)
    if "air_transport" in kinds:
        yield from lifts(scene)


def bases_first(scene: Scene) -> bool:
    """In their Movement Phase transports wait until all have moved, where units wait for a base at the front: one may
    be taken, and supply goes to where units end."""
    look = scene.look
    return look.state.clock.phase == "movement" and bool(waiting_to_fly(look, scene.side))


def moved(scene: Scene) -> Action | None:
    """What is carried when all have moved."""
    if not scene.flies or not force_in(scene.look.state).planes or not bases_first(scene):
        return None
    return begin(scene, carried)


def sweeps(scene: Scene) -> Iterator[Flight]:
    """One fighter against a base with an Active fighter, if it does better than the one that is seen there."""
    look, side = scene.look, scene.side
    fighters = [plane for plane in ready(look, side) if is_fighter(look.world, plane)]
    for base in own_bases(look, scene.enemy):
        foes = [p for p in active_at(look, base.hex, scene.enemy) if is_fighter(look.world, p)]
        near = [p for p in fighters if not face(look.world, p).parenthesized and in_range(look, p, base.hex)]
        if foes and near:
            foe = max(foes, key=lambda plane: (face(look.world, plane).rating, plane.id))
            best = max(near, key=lambda plane: (duel(look, plane, foe), plane.id))
            if duel(look, best, foe) >= SWEEP_WORTH:
                yield Flight("fighter_sweep", base.hex, ((best.id, ""),))


def in_range(look: Look, plane: Plane, hex_: int) -> bool:
    """Within the range of the side that shows."""
    return look.board.distance(plane.hex, hex_) <= face(look.world, plane).range


def drops(scene: Scene) -> Iterator[Flight]:
    """What is to be dropped in this turn, hex by hex, except on a hex that the enemy has come to hold."""
    look, side = scene.look, scene.side
    wanted: dict[tuple[int, int], list[Unit]] = {}
    for plan in due(look, side):
        if not look.has_combat_units(plan.hex, scene.enemy):
            wanted.setdefault((plan.hex, look.unit(plan.unit).hex), []).append(look.unit(plan.unit))
    for (hex_, start), units in sorted(wanted.items()):
        yield from _carried(look, "air_drop", hex_, start, units, "return")


def lifts(scene: Scene) -> Iterator[Flight]:
    """Units that wait off the map, to a base of the side that is at the front."""
    look, side = scene.look, scene.side
    fronts = [base for base in ashore_bases(look, side) if not look.board.is_box(base.hex)]
    waiting = waiting_to_fly(look, side) if fronts else {}
    for base in sorted(fronts, key=lambda base: (nearest_enemy(look, side, base.hex), base.hex)):
        for start, units in sorted(waiting.items()):
            fits = min(unit_weight(look, unit) for unit in units) <= unloading_room(look, base)
            yield from _carried(look, "air_transport", base.hex, start, units, "return" if fits else "stay")


def waiting_to_fly(look: Look, side: str) -> dict[int, list[Unit]]:
    """Combat units off the map that are not dropped in this turn, by box."""
    waiting: dict[int, list[Unit]] = {}
    for unit in look.own(side):
        plan = plan_in(look.state, unit.id)
        today = plan is not None and plan.turn == look.state.clock.turn
        if look.board.is_box(unit.hex) and not today and look.counter(unit).is_combat_unit:
            waiting.setdefault(unit.hex, []).append(unit)
    return waiting


def _carried(look: Look, kind: str, hex_: int, start: int, units: list[Unit], trip: str) -> Iterator[Flight]:
    """Flights with units of a base, strongest first, each with as many as four transports carry. Where the base can
    unload no more they stay, since then it unloads all that they bring (14.9f)."""
    planes = [p for p in ready(look, units[0].side) if p.hex == start and trip in trips_to(look, p, hex_)]
    able = sorted(((carries(look.world, plane, trip), plane.id) for plane in planes), reverse=True)
    able = [pair for pair in able if pair[0]]
    waiting = sorted(units, key=lambda unit: (-power(look, unit, "combat"), unit.id))
    while able and waiting:
        crew, room = able[:MOST], sum(capacity for capacity, _ in able[:MOST])
        taken: list[str] = []
        for unit in waiting:
            if unit_weight(look, unit) <= room and light_enough(look, unit):
                taken.append(unit.id)
                room -= unit_weight(look, unit)
        if not taken:
            return
        for pair in sorted(crew):
            if pair[0] <= room:
                crew.remove(pair)
                room -= pair[0]
        yield Flight(kind, hex_, tuple([(pid, trip) for _, pid in crew]), units=tuple(taken))
        able = [pair for pair in able if pair not in crew]
        waiting = [unit for unit in waiting if unit.id not in taken]


def supplies(scene: Scene, kind: str) -> Iterator[Flight]:
    """Tokens to hexes whose units have no trace and too little to eat, the hungriest first."""
    look, side = scene.look, scene.side
    hungry = sorted(needs(scene).items(), key=lambda entry: (-entry[1], entry[0]))
    for hex_, wanted in hungry:
        base = own_base(look, side, hex_)
        if (base is not None) == (kind == "air_transport"):
            further = legs.wanted_further(look, side, hex_, dict(hungry)) if base is not None else 0
            room = unloading_room(look, base) // HALVES if base is not None else wanted
            found = (min(wanted, room), further) if room > 0 else (wanted, 0)
            flight = _supply_flight(look, side, kind, hex_, found, stay=room <= 0)
            if flight is not None:
                yield flight


def reached_by_supply(scene: Scene, hex_: int) -> bool:
    """Whether aircraft that are ready bring supply there."""
    look, side = scene.look, scene.side
    if not scene.flies or not force_in(look.state).planes:
        return False
    return any(
        unmoved(look, side, plane.hex) and plane.hex != hex_ and can_carry(look, plane) and trips_to(look, plane, hex_)
        for plane in ready(look, side)
    )


def needs(scene: Scene) -> dict[int, int]:
    """For each own hex with units without trace, the tokens that they lack to eat and to fight once."""
    look, side = scene.look, scene.side
    found: dict[int, int] = scene.note(("hungry", len(scene.memory.flights)), lambda: _needs(look, side))
    return found


def _needs(look: Look, side: str) -> dict[int, int]:
    troops = [u for u in look.own(side) if u.on_map and look.counter(u).is_combat_unit and not look.board.is_box(u.hex)]
    sizes: dict[int, int] = {}
    for unit in untraced(look, troops):
        sizes[unit.hex] = sizes.get(unit.hex, 0) + look.regimental_equivalents(unit)
    wanted = {hex_: _meals(size) - look.state.ground_supply(side, hex_).tokens for hex_, size in sizes.items()}
    return {hex_: tokens for hex_, tokens in wanted.items() if tokens > 0}


def _meals(size: int) -> int:
    """Tokens for so many quarters of an RE: 1T for each 2 RE to eat (12.6c), 1T for each to attack with, and 1T for a
    defence."""
    return -(-size // 8) - (-size // 4) + 1


def _supply_flight(
    look: Look, side: str, kind: str, hex_: int, wanted: tuple[int, int], *, stay: bool
) -> Flight | None:
    """Transports of one base that bring as much as is wanted there, and at bases after it; as few as possible. They
    `stay` where the base can unload no more (14.9f)."""
    by_base: dict[int, list[tuple[int, str, str]]] = {}
    for plane in ready(look, side):
        trips = [t for t in trips_to(look, plane, hex_) if TRIPS[t].stays is stay] if plane.hex != hex_ else []
        best = max(((carries(look.world, plane, trip), plane.id, trip) for trip in trips), default=None)
        if best is not None and best[0]:
            by_base.setdefault(plane.hex, []).append(best)
    found: list[tuple[int, Flight]] = []
    for start, able in by_base.items():
        stock, planes, halves = unmoved(look, side, start), [], 0
        for capacity, pid, trip in sorted(able, reverse=True)[:MOST]:
            if halves < HALVES * min(sum(wanted), stock):
                planes.append((pid, trip))
                halves += capacity
        tokens = min(sum(wanted), stock, halves // HALVES)
        here = min(wanted[0], tokens)
        if tokens > 0:
            on = ((start, tokens - here),) if tokens > here else ()
            found.append((tokens, Flight(kind, hex_, tuple(planes), ((start, here),), on=on)))
    most = max(found, key=lambda pair: (pair[0], -len(pair[1].planes)), default=None)
    return most[1] if most is not None else None


def fly_on(scene: Scene) -> Action | None:
    """21.12a: what is still on board, to the hungriest base that the aircraft reach."""
    flight = legs.second_leg(scene.look, scene.data, needs(scene))
    if flight is None or flight in scene.memory.flights:
        return Done()
    scene.memory.flights.add(flight)
    scene.memory.flight = flight
    return PlanMission(flight.kind)


def forward(scene: Scene) -> Iterator[Flight]:
    """Fighters that protect no spearhead, to a base within their range (where they stay Active) that lies near enough
    to one that nobody protects, and is not about to be taken; the best one first."""
    look, side = scene.look, scene.side
    reach = look.policies[INTERCEPTION_REACH](look.world.charts, True)
    fronts = {h: s for h, s in strengths(look, side).items() if nearest_enemy(look, side, h) <= FRONT}
    covered = {h for h in fronts if in_patrol_zone(look, side, h)}
    bases = [base for base in own_bases(look, side) if not look.board.is_box(base.hex) and base.level > AIR_STRIP]
    fighters = [p for p in ready(look, side) if is_fighter(look.world, p) and not face(look.world, p).parenthesized]
    for plane in sorted(fighters, key=lambda plane: (-face(look.world, plane).rating, plane.id)):
        if any(look.board.distance(plane.hex, hex_) <= reach for hex_ in fronts):
            continue
        better = []
        for base in bases:
            near = [h for h in fronts if h not in covered and look.board.distance(base.hex, h) <= reach]
            room = active_count(look, base) < active_limit(look.world, base)
            safe = nearest_enemy(look, side, base.hex) >= SAFE
            if near and room and safe and base.hex != plane.hex and in_range(look, plane, base.hex):
                better.append((sum(fronts[h] for h in near), -base.hex, near))
        if better:
            _, base_hex, near = max(better)
            covered |= set(near)
            yield Flight("base_transfer", -base_hex, ((plane.id, ""),))


def transfers(scene: Scene) -> Iterator[Flight]:
    """Fighters forward, where their base is what they patrol from; fighters and bombers that reach no enemy, to a base
    from which they do."""
    look, side = scene.look, scene.side
    if PATROL not in look.policies[MISSION_KINDS]():
        yield from forward(scene)
    enemies = [hex_ for hex_ in range(look.board.map_size) if look.has_combat_units(hex_, scene.enemy)]
    for plane in ready(look, side):
        shown = face(look.world, plane)
        if not enemies or shown.capacity or any(look.board.distance(plane.hex, h) <= shown.range for h in enemies):
            continue
        better = []
        for base in ashore_bases(look, side):
            near = min(look.board.distance(base.hex, hex_) for hex_ in enemies)
            room = active_count(look, base) < active_limit(look.world, base)
            if near <= shown.range and look.board.distance(plane.hex, base.hex) <= 2 * shown.range and room:
                better.append((base_fitness(scene, base.hex), -base.hex))
        if better:
            yield Flight("base_transfer", -max(better)[1], ((plane.id, ""),))
