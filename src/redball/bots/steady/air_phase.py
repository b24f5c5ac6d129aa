"""Where a side flies once in its turn, in an Air Operations Phase: all missions are planned, then resolved together.

Sweeps and strikes first, then what is carried or moves. Bombers that are left delay the enemy's reserves, and fighters
that are left patrol over the spearheads. The rest runs by itself, except for interceptions.
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.bots.steady import raids
from redball.bots.steady.aircraft import duel, plane_worth
from redball.bots.steady.flights import FRONT, PATROL, begin, in_range, movements, ready
from redball.bots.steady.places import enemy_power, nearest_enemy, strengths
from redball.bots.steady.scene import Flight, Scene
from redball.core.actions import Action, Done, Intercept
from redball.core.look import Look
from redball.editions.new_ocs.air_kinds import attacks
from redball.editions.new_ocs.interdict import NAME as INTERDICTION
from redball.editions.new_ocs.interdict import least_roll, points_of
from redball.rules.air.bases import own_bases
from redball.rules.air.flak_fire import flying
from redball.rules.air.points import INTERCEPTION_REACH
from redball.rules.air.tasks import task_named, tasks_of
from redball.rules.ground.air_force import Plane, face, plane_in

DEPTH = (3, 6)
"""How far behind the front reserves are hindered, in hexes."""
SURE = 4
"""The least roll of a die that is still worth an Interdiction mission."""


def assign(scene: Scene) -> Action | None:
    """The next mission; when there is none, they fly."""
    return begin(scene, _operations) or Done()


def _operations(scene: Scene, kinds: set[str]) -> Iterator[Flight]:
    if "fighter_sweep" in kinds:
        yield from (flight for flight in movements(scene, {"fighter_sweep"}))
    yield from raids.strikes(scene, kinds)
    yield from movements(scene, kinds - {"fighter_sweep"})
    if INTERDICTION in kinds:
        yield from interdictions(scene)
    if PATROL in kinds:
        yield from patrols(scene)


# --- interdiction, patrols ---------------------------------------------------------------------------------------


def interdictions(scene: Scene) -> Iterator[Flight]:
    """The bombers that are left, against the strongest enemy stack behind the front that they are likely to delay."""
    look, side = scene.look, scene.side
    busy = {task.mission.hex for task in tasks_of(look.state, side)}
    reserves = {
        hex_: power
        for hex_, power in enemy_power(look, side).items()
        if hex_ < look.board.map_size and DEPTH[0] <= nearest_enemy(look, scene.enemy, hex_) <= DEPTH[1]
    }
    for hex_, _ in sorted(reserves.items(), key=lambda entry: (-entry[1], entry[0])):
        able = [p for p in ready(look, side) if face(look.world, p).parenthesized and in_range(look, p, hex_)]
        able = sorted((p for p in able if face(look.world, p).barrage), key=lambda p: (points_of(look, (p,)), p.id))
        crew = next((able[:size] for size in range(1, 5) if _hinders(look, able[:size])), None)
        if crew and hex_ not in busy:
            yield Flight(INTERDICTION, hex_, tuple([(plane.id, "") for plane in crew]))


def _hinders(look: Look, crew: list[Plane]) -> bool:
    points = points_of(look, tuple(crew))
    return points > 0 and least_roll(look.world.charts, points) <= SURE


def patrols(scene: Scene) -> Iterator[Flight]:
    """Fighters that are left, each over the strongest spearhead that none protects yet; one stays ready at each base
    that the enemy can reach."""
    look, side = scene.look, scene.side
    reach = look.policies[INTERCEPTION_REACH](look.world.charts, True)
    covered = [task.mission.hex for task in tasks_of(look.state, side) if task.mission.kind == PATROL]
    fronts = sorted(strengths(look, side).items(), key=lambda entry: (-entry[1], entry[0]))
    for hex_, _ in fronts:
        away = hex_ >= look.board.map_size or nearest_enemy(look, side, hex_) > FRONT
        if away or any(look.board.distance(hex_, other) <= reach for other in covered):
            continue
        able = [p for p in ready(look, side) if attacks(look, p) and in_range(look, p, hex_) and not _guard(scene, p)]
        best = max(able, key=lambda plane: (face(look.world, plane).rating, plane.id), default=None)
        if best is not None:
            covered.append(hex_)
            yield Flight(PATROL, hex_, ((best.id, ""),))


def _guard(scene: Scene, plane: Plane) -> bool:
    """The only ready Fighter at a base with something to lose, within reach of the enemy's bombers."""
    look, side = scene.look, scene.side
    here = [p for p in ready(look, side) if p.hex == plane.hex]
    others = [p for p in here if p.id != plane.id]
    bases = own_bases(look, scene.enemy)
    struck = any(look.board.distance(base.hex, plane.hex) <= 2 * face(look.world, plane).range for base in bases)
    return struck and bool(others) and not any(attacks(look, p) for p in others)


# --- interception ------------------------------------------------------------------------------------------------


def intercept(scene: Scene) -> Action | None:
    """The best fighters, as long as each is likelier to drive another off than to be driven off; as many as they
    meet."""
    look = scene.look
    task = task_named(look.state, scene.data.task)
    flown = flying(look, task.mission) if task is not None else ()
    able = [(way, ours) for way in scene.of(Intercept) if (ours := plane_in(look.state, way.plane)) is not None]
    if task is None or not able or len(task.interceptors) >= len(flown):
        return Done()
    escort = max(flown, key=lambda plane: (face(look.world, plane).rating, plane.id))
    best, ours = max(able, key=lambda pair: (duel(look, pair[1], escort), -plane_worth(look, pair[1])))
    return best if duel(look, ours, escort) > 0 else Done()
