"""Supply: where it arrives, which units are fed, what pays for what, and what is saved when the enemy comes."""

from __future__ import annotations

from redball.bots.steady.places import nearest_enemy, risk, to_goal
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import power
from redball.core.actions import (
    Action,
    BlowDump,
    Displace,
    Done,
    Eat,
    FavourTrace,
    GiveUp,
    LoadSupply,
    Pay,
    PlaceSupply,
    PlaceUnit,
    Recover,
)
from redball.core.look import Look
from redball.editions.v1992.supply_usage import DrawSupply
from redball.rules.supply.dump_blowing import dumps_to_blow
from redball.rules.trace.tracing import members

AT_THE_GATES = 2
"""Distance at which the enemy is about to take an unguarded dump."""


def place_unit(scene: Scene) -> Action | None:
    """Where it is nearest to what counts: on its Move side, or in Combat Mode if the enemy is near."""
    look, side = scene.look, scene.side

    def fitness(choice: PlaceUnit) -> tuple[int, int, int]:
        near = nearest_enemy(look, side, choice.hex)
        repairs = look.counter(look.unit(choice.unit)).kind == "rail_repair"
        facing = "combat" if near <= 3 or repairs else "move"
        return -to_goal(look, side, choice.hex), int(choice.mode == facing), -choice.hex

    choices = [c for c in scene.of(PlaceUnit) if c.mode in ("combat", "move")]
    return max(choices, key=fitness, default=None)


def hqs(look: Look, side: str) -> list[int]:
    """Hexes of a side's HQs."""
    return sorted(u.hex for u in look.own(side) if look.counter(u).kind == "hq")


def stock_near(look: Look, side: str, hex_: int, reach: int = 3) -> int:
    """Tokens on the ground and on trucks about a hex."""
    near = set(look.board.within(hex_, reach))
    ground = sum(dump.tokens for h, dump in look.state.dumps[side].items() if h in near)
    return ground + sum(u.load for u in look.own(side) if u.hex in near)


def place_supply(scene: Scene) -> Action | None:
    """Place all of it where a truck is nearest to an entry that leads to a needy HQ."""
    look, side = scene.look, scene.side
    choices = scene.of(PlaceSupply)
    if not choices:
        return None
    needs = {h: max(0, 16 - stock_near(look, side, h)) for h in hqs(look, side)}
    trucks = [u for u in look.own(side) if u.points and look.counter(u).transport == "truck"]

    def fitness(hex_: int) -> tuple[int, int]:
        want = max((need * 40 - 25 * look.board.distance(hex_, h) for h, need in needs.items()), default=0)
        drive = min((look.board.distance(hex_, u.hex) - 4 * u.points for u in trucks), default=0)
        unguarded = risk(look, side, hex_)
        return want - 15 * drive - unguarded, -hex_

    best = max({c.hex for c in choices}, key=fitness)
    return max((c for c in choices if c.hex == best), key=lambda c: c.tokens)


def load_arrived(scene: Scene) -> Action | None:
    """Trucks that arrive take what they can."""
    return max(scene.of(LoadSupply), key=lambda c: c.tokens, default=Done())


def pay(scene: Scene) -> Action | None:
    """The nearest supply first, as it is listed."""
    return next(iter(scene.of(Pay)), None)


def recover(scene: Scene) -> Action | None:
    """The strongest units first."""
    return max(scene.of(Recover), key=lambda c: power(scene.look, scene.look.unit(c.unit)), default=Done())


def eat(scene: Scene) -> Action | None:
    """Feed the strongest first."""
    return max(scene.of(Eat), key=lambda c: power(scene.look, scene.look.unit(c.unit)), default=Done())


def draw(scene: Scene) -> Action | None:
    """The strongest first, fully where the supply is near, as it is listed."""
    return max(
        scene.of(DrawSupply),
        key=lambda c: (power(scene.look, scene.look.unit(c.unit)), c.level == "full"),
        default=Done(),
    )


def favour(scene: Scene) -> Action | None:
    """The way by which the most strength of a formation traces."""
    look = scene.look
    choices = scene.of(FavourTrace)
    if not choices:
        return None
    formation = choices[0].formation
    units = members(look, scene.side).get(formation, ())

    def fitness(choice: FavourTrace) -> int:
        place = look.unit(choice.via).hex if choice.via else choice.source
        return -sum(look.board.distance(place, unit.hex) * (12 + power(look, unit)) for unit in units)

    return max((c for c in choices if c.formation == formation), key=fitness)


# --- what the enemy shall not have ------------------------------------------------------------------------------


def blow(scene: Scene) -> Action | None:
    """All of an unguarded dump that the enemy could take in their next move."""
    look, side = scene.look, scene.side
    for hex_, tokens in dumps_to_blow(look, side).items():
        if not look.has_combat_units(hex_, side) and nearest_enemy(look, side, hex_) <= AT_THE_GATES:
            return BlowDump(hex_, tokens)
    return None


# --- captures --------------------------------------------------------------------------------------------------


def give_up(scene: Scene) -> Action | None:
    """The emptiest truck."""
    return min(scene.of(GiveUp), key=lambda c: (scene.look.unit(c.unit).load, c.unit), default=None)


def displace(scene: Scene) -> Action | None:
    """To an own HQ, or away from the enemy."""
    look, side = scene.look, scene.side
    places = hqs(look, side)

    def fitness(choice: Displace) -> tuple[int, int]:
        home = min((look.board.distance(choice.hex, h) for h in places), default=0)
        return -risk(look, side, choice.hex) - 20 * home, -choice.hex

    return max(scene.of(Displace), key=fitness, default=None)
