"""Aircraft between missions and in a fight: which refit, which meet which, which takes a loss, where they land."""

from __future__ import annotations

from fractions import Fraction

from redball.bots.steady.drop_orders import plan_drop
from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import token_price
from redball.core.actions import (
    Action,
    AddPlane,
    Cancel,
    Done,
    Intercept,
    LoseCargo,
    LosePlane,
    PlacePlane,
    RebuildPlane,
    RefitAt,
    ReturnTo,
    SendPlane,
    StandDown,
)
from redball.core.chances import spread_of
from redball.core.look import Look
from redball.editions.v1992.base_supply import SupplyBase
from redball.rules.air.bases import inactive_at, own_base
from redball.rules.air.combat import aborting, throw_round
from redball.rules.air.refit_phase import most_of
from redball.rules.ground.air_force import Plane, active_at, face, force_in, is_fighter, plane_in

RATING = 90
"""A point of Air Combat Rating of a fighter that can attack."""
BOMB = 12
"""A Barrage Point."""
HALF_TOKEN = 70
"""Half a token of capacity."""
PATROL = 150
"""A fighter that is Active at a base."""


def plane_worth(look: Look, plane: Plane) -> int:
    """What an Active aircraft is worth to its side, by the side that shows."""
    shown = face(look.world, plane)
    fights = 0 if shown.parenthesized else RATING * shown.rating
    patrols = PATROL if is_fighter(look.world, plane) else 0
    return fights + patrols + BOMB * shown.barrage + HALF_TOKEN * shown.capacity


def known(scene: Scene, pid: str) -> Plane | None:
    """An aircraft as far as the side knows it."""
    return plane_in(scene.look.state, pid)


def worth_of(scene: Scene, pid: str) -> int:
    """The worth of an aircraft by its id."""
    plane = known(scene, pid)
    return plane_worth(scene.look, plane) if plane is not None else 0


# --- supply of bases, refit, arrivals, rebuilding -----------------------------------------------------------------


def supply_base(scene: Scene) -> Action | None:
    """By 1992: one Level of each base with aircraft, which is enough to fly; the most worth first."""

    def worth(base: SupplyBase) -> int:
        there = (p for p in force_in(scene.look.state).planes if p.side == scene.side and p.hex == base.hex)
        return sum(plane_worth(scene.look, plane) for plane in there)

    choices = [choice for choice in scene.of(SupplyBase) if choice.levels == 1 and worth(choice)]
    return max(choices, key=lambda choice: (worth(choice), -choice.hex), default=Done())


def refit(scene: Scene) -> Action | None:
    """Drop Plans first; then at the base where it brings most, its best aircraft; then the next base."""
    plan = plan_drop(scene) if scene.data.hex < 0 else None
    if plan is not None:
        return plan
    if scene.data.hex >= 0:
        more = max(scene.of(AddPlane), key=lambda add: (worth_of(scene, add.plane), add.plane), default=None)
        if more is not None:
            return more
        return Done() if scene.data.planes else Cancel()
    price = token_price(scene.look, scene.side)
    able = [(_refit_gain(scene.look, scene.side, at.hex), -at.hex, at) for at in scene.of(RefitAt)]
    best = max(able, default=None)
    return best[2] if best is not None and best[0] > price else Done()


def _refit_gain(look: Look, side: str, hex_: int) -> int:
    base = own_base(look, side, hex_)
    assert base is not None  # it is offered
    worths = sorted((plane_worth(look, plane) for plane in inactive_at(look, base)), reverse=True)
    return sum(worths[: most_of(look, base)])


def place(scene: Scene) -> Action | None:
    """Aircraft arrive where they are of most use."""
    return max(scene.of(PlacePlane), key=lambda at: (base_fitness(scene, at.hex), at.plane, -at.hex), default=None)


def rebuild(scene: Scene) -> Action | None:
    """The most valuable aircraft first."""
    able = scene.of(RebuildPlane)
    return max(able, key=lambda r: (worth_of(scene, r.plane), base_fitness(scene, r.hex), r.plane), default=None)


def stand_down(scene: Scene) -> Action | None:
    """The least valuable aircraft."""
    return min(scene.of(StandDown), key=lambda down: (worth_of(scene, down.plane), down.plane), default=None)


# --- bases -------------------------------------------------------------------------------------------------------

SAFE = 4
"""Hexes from the enemy at which a base is not about to be taken."""


def base_fitness(scene: Scene, hex_: int) -> int:
    """How good a base is to land at: room to refit, supply to pay for it, away from the enemy, but not far away."""
    look, side = scene.look, scene.side
    base = own_base(look, side, hex_)
    if base is None:
        return 0
    room = most_of(look, base) - len(inactive_at(look, base))
    supply = 40 if look.state.ground_supply(side, hex_).tokens else 0
    away = nearest_enemy(look, side, hex_) if not look.board.is_box(hex_) else SAFE
    return 20 * max(-4, min(room, 3)) + supply - (200 if away < SAFE else 0) - min(away, 60)


def land(scene: Scene) -> Action | None:
    """Home to the base that suits best."""
    return max(scene.of(ReturnTo), key=lambda way: (base_fitness(scene, way.hex), -way.hex), default=None)


# --- fights ------------------------------------------------------------------------------------------------------


def duel(look: Look, ours: Plane, theirs: Plane) -> int:
    """Expected gain of a round of Air Combat, in thousandths of a point: who must leave, and who loses a step. The
    table treats both alike, so who attacks does not matter."""
    mine, other = face(look.world, ours), face(look.world, theirs)
    found = spread_of(lambda throw: throw_round(look.world.charts, mine.rating, other.rating, throw))
    total = 0
    for read, ways in found.ways.items():
        ours_out, theirs_out = aborting(read.result)
        step = 2 if read.loss else 1
        total += ways * step * (theirs_out * plane_worth(look, theirs) - ours_out * plane_worth(look, ours))
    return total // (2 * found.total)


def rounds(look: Look, foe: Plane, ours: Plane) -> tuple[Fraction, Fraction, Fraction]:
    """In a round in which `foe` attacks: the chances that our aircraft is driven off, that it is and the foe goes on to
    the next one, and that an aircraft that aborts loses a step."""
    mine, other = face(look.world, ours), face(look.world, foe)
    found = spread_of(lambda throw: throw_round(look.world.charts, other.rating, mine.rating, throw))
    return (
        found.chance(lambda read: aborting(read.result)[1]),
        found.chance(lambda read: aborting(read.result) == (False, True)),
        found.chance(lambda read: read.loss),
    )


def send(scene: Scene) -> Action | None:
    """The aircraft that does best against the strongest that the other side has there."""
    look, data = scene.look, scene.data
    foes = active_at(look, data.hex, scene.enemy)
    met = known(scene, data.sent) if data.sent else None
    foe = met or max(foes, key=lambda plane: (face(look.world, plane).rating, plane.id), default=None)
    able = [(way, ours) for way in scene.of(SendPlane) if (ours := known(scene, way.plane)) is not None]
    if foe is None or not able:
        return None
    return max(able, key=lambda pair: (duel(look, pair[1], foe), pair[0].plane))[0]


def keep_all(scene: Scene) -> Action | None:
    """No aircraft aborts before it must."""
    return Done()


def intercept(scene: Scene) -> Action | None:
    """The best fighter, if it is likelier to drive another off than to be driven off."""
    look = scene.look
    flown = [plane for pid in scene.data.planes if (plane := known(scene, pid)) is not None]
    if not flown:
        return Done()
    escort = max(flown, key=lambda plane: (face(look.world, plane).rating, plane.id))
    able = [(way, ours) for way in scene.of(Intercept) if (ours := known(scene, way.plane)) is not None]
    if not able:
        return Done()
    best, ours = max(able, key=lambda pair: (duel(look, pair[1], escort), pair[0].plane))
    return best if duel(look, ours, escort) > 0 else Done()


def lose_plane(scene: Scene) -> Action | None:
    """The least valuable aircraft takes the loss."""
    return min(scene.of(LosePlane), key=lambda loss: (worth_of(scene, loss.plane), loss.plane), default=None)


def lose_cargo(scene: Scene) -> Action | None:
    """Supply before units."""
    return min(scene.of(LoseCargo), key=lambda loss: (bool(loss.unit), loss.unit, loss.hex), default=None)
