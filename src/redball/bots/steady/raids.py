"""Barrages by aircraft: the targets, how many fly, and which escort them. What they strike behind the front is in
`rear`.

A barrage is worth what it spoils. In the bot's own turn that is first the defence that it is about to attack. Stacks
that nobody attacks are struck in the Exploitation Phase, when the attacks are over: the enemy stays Disorganized for
its own turn (5.10-B). In the Reaction Phase it is the attack that is coming.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from redball.bots.steady import barrage, rear
from redball.bots.steady.aircraft import duel, plane_worth, rounds
from redball.bots.steady.beneath import beneath
from redball.bots.steady.flights import MOST, begin, in_range, ready
from redball.bots.steady.places import danger, enemy_power, nearest_enemy, relieved, strengths
from redball.bots.steady.positions import best_overrun
from redball.bots.steady.scene import Flight, Scene
from redball.bots.steady.worth import GUN, POINT, power, step_worth, victory_hexes, victory_points
from redball.core.actions import Action, AddPlane, Cancel, DeclareBarrage, Done
from redball.core.chances import spread_of
from redball.core.look import Look
from redball.editions.v1992.stations import STATION, stationed
from redball.rules.air.flak import flak_hits
from redball.rules.air.flak_fire import tally_of
from redball.rules.air.kind import kind_of
from redball.rules.air.patrol import patrols_over
from redball.rules.air.points import MISSION_KINDS
from redball.rules.air.strikes import flown_by, refuse_hip_shooter
from redball.rules.barrage.chart import Flown
from redball.rules.barrage.on_board import aim, best_terrain, target_of
from redball.rules.barrage.segment import prospects
from redball.rules.ground.air_force import Plane, face, force_in, is_fighter, plane_in
from redball.rules.units.abilities import mobility

STRIKE_WORTH = 20
"""The least expected gain of each aircraft of a barrage: its refit, and what it could do when the enemy attacks."""
EARLY = 300
"""What a Hip Shoot must gain by coming before anybody moves: about what it is likely to gain when all have moved."""
POINT_GAIN, AHEAD = 25, 3
"""What a Barrage Point of an aircraft gains in a turn, as games show, and the turns that count when a step is lost."""
BOMBS = 5
"""Barrage Points with which a fighter is worth sending as a bomber."""
STEADIED = 700
"""The danger that costs a hex (`places.danger`)."""
AN_HQ = 120
A_TWELFTH, PACE = 2, 2
"""A twelfth of a point of Combat Strength of units that cannot act in their turn, and how much more it is on wheels."""
WATCH, MARCH = 120, 3
"""What the first bomber that is ready is worth to a threatened place, by its points; from so many hexes a place is
attacked."""
IN_ITS_TURN = ("movement", "combat", "exploitation")
"""Phases after which the enemy moves and attacks."""
LAST_CHANCE = ("exploitation", "air_operations")
"""Phases in which what is not about to be attacked is struck, too."""
TARGETS, FEW = 10, 3
"""Hexes that are weighed for a barrage of units, and for each other kind."""
MANY = 60
"""Barrage Points of a large raid."""
UNITS, BASE, TRAINS, HIP = "barrage", "base_barrage", "trainbusting", "hip_shoot"
"""Kinds of missions that strike."""


def strike_or_fire(scene: Scene) -> Action | None:
    """The mission that gains most, if it is worth the risk; when no other is, the guns fire."""
    if not scene.flies or not force_in(scene.look.state).planes:
        return barrage.declare(scene)
    return begin(scene, strikes) or from_stations(scene) or barrage.declare(scene)


def stations(scene: Scene) -> Action | None:
    """Where aircraft go to a station first: over what they are to strike, when the ground forces have moved."""
    if not scene.flies or not force_in(scene.look.state).planes:
        return None
    return begin(scene, _stations)


def _stations(scene: Scene, kinds: set[str]) -> Iterator[Flight]:
    if STATION in kinds:
        for raid in raids(scene, {UNITS}):
            if waits(scene, raid.hex):
                continue
            yield Flight(STATION, raid.hex, tuple([(one.id, "") for one in raid.crew]))


def from_stations(scene: Scene) -> Action | None:
    """All aircraft on a station over enemy units strike, one hex after the other."""
    look, side, target = scene.look, scene.side, scene.data.target
    if target >= 0:
        if scene.memory.strike != (target, ()):
            return None  # it is the guns'
        more = scene.of(AddPlane)
        if more:
            return more[0]
        scene.memory.dropped.add(target)
        return Done() if scene.allows(Done()) else Cancel()
    for hex_ in sorted({plane.hex for plane in stationed(look, side) if face(look.world, plane).barrage}):
        strike = DeclareBarrage(hex_)
        units = hex_ not in scene.memory.dropped and look.has_combat_units(hex_, scene.enemy)
        if units and scene.allows(strike):
            scene.memory.strike = (hex_, ())
            return strike
    return None


def hips_first(scene: Scene) -> Action | None:
    """Hip Shoots before any unit moves, where they make an overrun possible at once: the moves that follow know what
    they hit."""
    if scene.memory.notes.get("moves begun"):
        return None
    found = hips(scene, EARLY)
    if found is None:
        scene.memory.notes["moves begun"] = True
    return found


def hips(scene: Scene, least: int = 0) -> Action | None:
    """When all have moved, Hip Shoots at stacks that are about to be attacked or to attack: guns and bombers can still
    disorganize those that they miss. With a `least` to gain, those that come before any unit moves."""
    if not scene.flies or not scene.look.world.scenario.hip_shoots or not force_in(scene.look.state).planes:
        return None
    return begin(scene, partial(shoots, least))


def shoots(least: int, scene: Scene, kinds: set[str]) -> Iterator[Flight]:
    """Hip Shoots that gain more than a `least`, the best first: before anybody moves if it is not 0, else when all
    have."""
    look, side = scene.look, scene.side
    if HIP not in kinds:
        return
    able = [p for p in ready(look, side) if bombs(look, p) and refuse_hip_shooter(look, p) is None]
    found = []
    for hex_ in enemy_power(look, side) if able else ():
        near = [plane for plane in able if in_range(look, plane, hex_)]
        beside = near and nearest_enemy(look, scene.enemy, hex_) == 1
        if least:
            upset = opening(scene, hex_) if beside else 0
        else:
            upset = spoils(scene, hex_) if beside and not waits(scene, hex_) else 0
        for plane in near if upset and hex_ < look.board.map_size else ():
            gain = raid_gain(look, side, hex_, (plane,), upset) - STRIKE_WORTH
            found += [(-gain, hex_, plane.id)] if gain > least else []
    yield from (Flight(HIP, hex_, ((pid, ""),)) for _, hex_, pid in sorted(found))


def strikes(scene: Scene, kinds: set[str]) -> Iterator[Flight]:
    """The raids as missions; a fighter goes as their escort where that is said."""
    look = scene.look
    for raid in raids(scene, kinds & {UNITS, BASE, TRAINS}):
        if waits(scene, raid.hex):
            continue
        trips = kind_of(look, raid.kind).trips
        ways = [(one.id, trips(look, one, raid.hex)[-1] if trips is not None else "") for one in raid.crew]
        yield Flight(raid.kind, raid.hex, tuple(ways))


class Target(NamedTuple):
    """A hex to strike: as what kind of mission, and what is spoiled if it succeeds (0: the points say)."""

    kind: str
    worth: int = 0


def _targets(scene: Scene, kinds: set[str]) -> dict[int, Target]:
    """Hexes with something to strike that some bomber reaches; only the best ones."""
    look = scene.look
    bombers = [plane for plane in ready(look, scene.side) if bombs(look, plane)]
    if not bombers:
        return {}

    def reached(hex_: int) -> bool:
        fresh = hex_ not in look.state.barraged and hex_ < look.board.map_size
        return fresh and any(in_range(look, plane, hex_) for plane in bombers)

    found: dict[int, Target] = {}
    if look.state.clock.phase in LAST_CHANCE:
        if TRAINS in kinds:
            found |= _best({hex_: worth for hex_, worth in rear.rails(scene).items() if reached(hex_)}, TRAINS, FEW)
        if BASE in kinds:
            points = min(MANY, sum(_points(look, plane) for plane in bombers))
            worths = {h: rear.raid_worth(look, scene.side, h, points) for h in rear.bases(scene) if reached(h)}
            found |= {hex_: Target(BASE) for hex_ in _best(worths, BASE, FEW)}
    if UNITS in kinds:
        upset = {hex_: spoils(scene, hex_) for hex_ in enemy_power(look, scene.side) if reached(hex_)}
        found |= _best(upset, UNITS, TARGETS)
    return found


def _best(worths: dict[int, int], kind: str, most: int) -> dict[int, Target]:
    """The targets that are worth most."""
    best = sorted((-worth, hex_) for hex_, worth in worths.items() if worth)[:most]
    return {hex_: Target(kind, -worth) for worth, hex_ in best}


def bombs(look: Look, plane: Plane) -> bool:
    """Fighters with hardly any bombs patrol, escort and sweep."""
    return face(look.world, plane).barrage >= (BOMBS if is_fighter(look.world, plane) else 1)


# --- what a barrage spoils ---------------------------------------------------------------------------------------


def spoils(scene: Scene, hex_: int) -> int:
    """The gain if the units in the hex are Disorganized now."""
    look = scene.look
    if all(unit.marker == "dg" for unit in look.combat_units_at(hex_, scene.enemy)):
        return 0
    return follow_up(scene, hex_) + relief(look, scene.side, hex_) + paralysis(scene, hex_)


def follow_up(scene: Scene, hex_: int) -> int:
    """What that gains for an attack on it in this phase."""
    found: int = scene.note(("follow", hex_), lambda: barrage.follow_up(scene, hex_))
    return found


def opening(scene: Scene, hex_: int) -> int:
    """What is gained by Disorganizing a hex before anybody moves rather than when all have moved: a stack beside it
    overruns it, or overruns it better. Attacks, and what the enemy can do in its turn, gain as much later."""
    look, side = scene.look, scene.side
    if all(unit.marker == "dg" for unit in look.combat_units_at(hex_, scene.enemy)):
        return 0
    doubt = beneath(scene, hex_)
    later = best_overrun(barrage.disordered(look, hex_, scene.enemy), side, hex_, doubt // 2)
    return max(0, later - best_overrun(look, side, hex_, doubt)) if later else 0


def waits(scene: Scene, hex_: int) -> bool:
    """It can be struck when the attacks are over; the aircraft for that are held back now."""
    phase = scene.look.state.clock.phase
    return phase != "reaction" and phase not in LAST_CHANCE and not follow_up(scene, hex_)


def relief(look: Look, side: str, hex_: int) -> int:
    """How much safer the stacks next to a hex are while its units are halved; more where points are held."""
    half, total = enemy_power(look, side).get(hex_, 0) // 2, 0
    for near in look.board.neighbours(hex_):
        held = strengths(look, side).get(near, 0)
        if held:
            safer = danger(look, side, near, held) - relieved(look, side, near, held, half)
            total += safer + safer * POINT * victory_points(look, near) // STEADIED
    return total


def paralysis(scene: Scene, hex_: int) -> int:
    """What units near the front, guns and HQs cannot do in their own turn, in which they are still Disorganized: their
    strength is halved, and so is the way that tanks and trucks go; what lies under the top counts as foot."""
    look = scene.look
    near = nearest_enemy(look, scene.enemy, hex_)
    if near > 3:
        return 0
    units = look.combat_units_at(hex_, scene.enemy)
    guns = sum(look.face(unit).barrage for unit in units) * GUN // 4
    hqs = AN_HQ * sum(look.counter(unit).kind == "hq" for unit in units)
    stopped = sum(power(look, unit) * (PACE if mobility(look, unit) != "leg" else 1) for unit in units)
    return A_TWELFTH * (stopped + beneath(scene, hex_)) * (4 - near) // 3 + guns + hqs


# --- with whom ---------------------------------------------------------------------------------------------------


class Raid(NamedTuple):
    """A barrage in mind: what it gains, its hex, who flies, of what kind it is."""

    value: int
    hex: int
    crew: tuple[Plane, ...] = ()
    kind: str = UNITS


def raids(scene: Scene, kinds: set[str]) -> list[Raid]:
    """The bombers one by one to the hexes where each adds most, while it adds more than it risks; best raid first."""
    look = scene.look
    free = sorted((p for p in ready(look, scene.side) if bombs(look, p)), key=lambda p: (-_points(look, p), p.id))
    targets = _targets(scene, kinds)
    planned = {hex_: Raid(0, hex_) for hex_ in targets}
    grown = {hex_: _grown(scene, raid, targets[hex_], free) for hex_, raid in planned.items()}
    while True:
        able = [raid for raid in grown.values() if raid is not None and raid.value > planned[raid.hex].value]
        best = max(able, key=lambda raid: (raid.value - planned[raid.hex].value, -raid.hex), default=None)
        if best is None:
            return sorted((raid for raid in planned.values() if raid.crew), key=lambda raid: (-raid.value, raid.hex))
        planned[best.hex] = best
        free = [plane for plane in free if plane not in best.crew]
        for hex_, raid in grown.items():
            if hex_ == best.hex or (raid is not None and not _all_free(raid, planned[hex_], free)):
                grown[hex_] = _grown(scene, planned[hex_], targets[hex_], free)


def _points(look: Look, plane: Plane) -> int:
    return face(look.world, plane).barrage


def _all_free(raid: Raid, before: Raid, free: list[Plane]) -> bool:
    return all(plane in free or plane in before.crew for plane in raid.crew)


def _grown(scene: Scene, raid: Raid, target: Target, free: list[Plane]) -> Raid | None:
    """The raid with the one more bomber that adds most; where fighters wait, with an escort if that is better."""
    look, found = scene.look, []
    able = [plane for plane in free if in_range(look, plane, raid.hex)]
    alike = {_kind(look, raid.hex, plane): plane for plane in reversed(able)}
    for plane in alike.values():
        crew = (*raid.crew, plane)
        crews = [crew, *_escorted(scene, raid.hex, crew)]
        found += [_weighed(scene, raid.hex, one, target) for one in crews if len(one) <= MOST]
    return max(found, key=lambda one: (one.value, -len(one.crew)), default=None)


def _kind(look: Look, hex_: int, plane: Plane) -> tuple[Flown, int]:
    """Of bombers that are the same in this one is weighed: points, near enough for 14.7c, not strategic; rating."""
    return flown_by(look, hex_, (plane.change(base=plane.hex),)), face(look.world, plane).rating


def _escorted(scene: Scene, hex_: int, crew: tuple[Plane, ...]) -> Iterator[tuple[Plane, ...]]:
    """The crew with the best fighter at hand, where the enemy patrols."""
    look = scene.look
    if any(is_fighter(look.world, plane) for plane in crew) or not patrols_over(look, scene.enemy, hex_):
        return
    fighters = [p for p in ready(look, scene.side) if is_fighter(look.world, p) and in_range(look, p, hex_)]
    best = max(fighters, key=lambda p: (face(look.world, p).rating, p.id), default=None)
    if best is not None and not face(look.world, best).parenthesized:
        yield (*crew, best)


def _weighed(scene: Scene, hex_: int, crew: tuple[Plane, ...], target: Target) -> Raid:
    look, side = scene.look, scene.side
    if target.kind == UNITS:
        gain = raid_gain(look, side, hex_, crew, target.worth)
    else:
        gain = rear_gain(look, side, hex_, crew, target)
    price = STRIKE_WORTH * len(crew) + kept_for_defence(scene, crew)
    return Raid(gain - price, hex_, crew, target.kind)


def kept_for_defence(scene: Scene, crew: tuple[Plane, ...]) -> int:
    """What these bombers could do when the enemy attacks: in a Reaction Phase the attackers stand next to what they
    want. Nothing if no place within their range that counts is threatened; of those that are ready, each finds half as
    much to do as the one before, so that the last ones are free for other work."""
    look, side = scene.look, scene.side
    if look.state.clock.phase not in IN_ITS_TURN:
        return 0
    towns: list[tuple[int, int]] = scene.note("threatened", lambda: threatened(look, side))
    worth = {}
    for plane in ready(look, side) if towns else ():
        reached = [points for hex_, points in towns if in_range(look, plane, hex_)]
        worth[plane] = WATCH * max(reached, default=0) if bombs(look, plane) else 0
    return _watch(worth.values()) - _watch(value for plane, value in worth.items() if plane not in crew)


def _watch(worths: Iterable[int]) -> int:
    """What bombers of these worths do together."""
    return sum(worth >> rank for rank, worth in enumerate(sorted(worths, reverse=True)))


def threatened(look: Look, side: str) -> list[tuple[int, int]]:
    """Own places with points that the enemy could attack in its next turn, with their points."""
    held = ((hex_, points) for hex_, points in victory_hexes(look.world).items() if strengths(look, side).get(hex_))
    return [(hex_, points) for hex_, points in held if nearest_enemy(look, side, hex_) <= MARCH]


def rear_gain(look: Look, side: str, hex_: int, planes: tuple[Plane, ...], target: Target) -> int:
    """What a strike behind the front gains, less what Flak and fighters cost on the way."""
    points = sum(_points(look, plane) for plane in planes)
    if target.kind == BASE:
        gain = rear.raid_worth(look, side, hex_, points)
    else:
        ways, total = rear.busts(look, points)
        gain = target.worth * ways // total
    turned, price = interception(look, side, hex_, planes)
    return gain - gain * turned // max(1, points) - price - flak(look, side, hex_, planes, target.kind)


def raid_gain(look: Look, side: str, hex_: int, planes: tuple[Plane, ...], upset: int) -> int:
    """What a barrage by these aircraft gains, less what Flak and fighters cost on the way."""
    based = tuple([plane.change(base=plane.hex) for plane in planes])
    flown, terrain = flown_by(look, hex_, based), best_terrain(look, hex_)
    aimed = aim(look, side, hex_, Fraction(flown.points), terrain, flown)
    read = prospects(look.world, aimed.column, target_of(look, side, hex_, terrain, flown))
    step = min(step_worth(look, unit) for unit in look.combat_units_at(hex_, look.enemy(side)))
    gain = sum(p.ways * ((upset if p.dg else 0) + step * p.steps) for p in read) // sum(p.ways for p in read)
    turned, price = interception(look, side, hex_, planes)
    return gain - gain * turned // max(1, flown.points) - price - flak(look, side, hex_, planes)


def flak(look: Look, side: str, hex_: int, planes: tuple[Plane, ...], kind: str = UNITS) -> int:
    """What Flak is likely to cost them."""
    kinds = look.policies[MISSION_KINDS]()
    points = tally_of(look, side, hex_, kinds[STATION if STATION in kinds else kind], planes).value
    hits = spread_of(lambda throw: flak_hits(look.world.charts, throw.two() + points))
    price = step_price if kind == UNITS else lambda look, plane: plane_worth(look, plane) // 2
    mean = sum(price(look, plane) for plane in planes) // len(planes)
    return mean * hits.ways.get(True, 0) // hits.total


def step_price(look: Look, plane: Plane) -> int:
    """What a step of an aircraft costs on its way to a target: half its worth, or half of what its bombs would gain in
    the turns that come, if that is more."""
    turns = min(AHEAD, look.world.scenario.turns - look.state.clock.turn)
    return max(plane_worth(look, plane), turns * POINT_GAIN * _points(look, plane)) // 2


def interception(look: Look, side: str, hex_: int, planes: tuple[Plane, ...]) -> tuple[int, int]:
    """The Barrage Points that the best known fighter there is likely to turn back, and what the fight costs; nothing
    if it had better stay at home."""
    patrols = patrols_over(look, look.enemy(side), hex_)
    foes = [foe for one in patrols for pid in one.fighters if (foe := plane_in(look.state, pid)) is not None]
    foes = [foe for foe in foes if not face(look.world, foe).parenthesized]
    foe = max(foes, key=lambda plane: (face(look.world, plane).rating, plane.id), default=None)
    ours = sorted(planes, key=lambda plane: (-face(look.world, plane).rating, plane.id))
    if foe is None or duel(look, foe, ours[0]) <= 0:
        return 0, 0
    turned, price, still = Fraction(0), Fraction(0), Fraction(1)
    for plane in ours:
        driven_off, goes_on, loss = rounds(look, foe, plane)
        turned += still * driven_off * face(look.world, plane).barrage
        price += still * driven_off * loss * plane_worth(look, plane) / 2
        still *= goes_on
    return int(turned), int(price)
