"""Why supply does or does not reach a unit: refusals of payments, and explanations with the path or the first obstacle.

`refuse_payer` alone refuses payments. It must agree with `payers`, which lists what it accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from redball.board.costs import PROHIBITED, MoveGraph, explain_cost
from redball.board.hexes import NO_HEX
from redball.board.pure import LIMIT_MAX
from redball.board.terrain import words
from redball.core.ledger import show_mp, show_tokens
from redball.core.look import Look
from redball.core.points import PROJECTS_ZOC
from redball.core.refusals import Refusal, RefusalKind, refusal
from redball.core.state import AnyFacing, Unit
from redball.forces.counter import Mobility
from redball.rules.supply.draw_and_throw import (
    Payer,
    find_payer,
    may_throw,
    may_use,
    payers,
    serves,
    stocks,
    uses_supply,
)
from redball.rules.supply.fields import Field, search
from redball.rules.supply.lines import Line, Mark, lines_of_payer, marks_of
from redball.rules.supply.nearest import nearest
from redball.rules.supply.paths import (
    Held,
    blocked,
    draw_legs,
    draw_limit,
    draw_mobility,
    field_from,
    path_ground,
    plainly_blocked,
)
from redball.rules.supply.step_costs import supply_ground
from redball.rules.units.zoc import NOBODY

NO_NEED = refusal("supply.no_need", case="12.0-B", text="{units} is not a combat unit on the map, so it uses no supply")
NO_DUMP = refusal("supply.no_dump", case="12.1b", text="there are no SP of this side at {hexes}{detail}")
NOT_OWN = refusal("supply.not_own", case="12.1d", text="the SP at {hexes} belong to the other side")
ORGANIC = refusal(
    "supply.organic",
    case="13.2g-B",
    text="the SP on {detail} are only for its own formation, and {units} is not part of it",
)
NOT_HQ = refusal(
    "supply.not_hq", case="12.3b-1", text="{detail} is not an HQ of this side on the map that can throw supply"
)
STRAT_HQ = refusal("supply.strat_hq", case="12.3b-C", text="{detail} is in Strat Mode and cannot throw supply")
SELF = refusal("supply.own_throw", case="12.3b-D", text="{units} draws for itself; it cannot throw to itself")
DIVISIONAL = refusal(
    "supply.divisional_hq",
    case="13.1d-B",
    text="{detail} serves only its own division and independent units of its nationality; {units} is neither",
)
TOO_FAR = refusal(
    "supply.too_far",
    case="12.3a-A",
    text="a draw from {detail} reaches {have} MP; reaching {hexes}, or a hex next to it, takes {need}",
    remedy="use an HQ in between, or bring the supply nearer",
)
THROW_SHORT = refusal(
    "supply.throw_short",
    case="12.3b-1",
    text="{detail} throws {have} MP; reaching {units}, or a hex next to it, takes {need}",
    remedy="move the HQ nearer",
    remedies={"move": "move the HQ nearer, or turn its Combat side up"},
)
ENEMY_ZOC = refusal(
    "supply.enemy_zoc",
    case="12.3d-C",
    text="an enemy ZOC at {hexes} stops the path in Truck MP from {detail}",
    remedy="a combat unit that stays in the hex negates the ZOC",
)
ENEMY_UNIT = refusal(
    "supply.enemy_unit", case="12.3d-B", text="enemy combat units at {hexes} stop the path from {detail}"
)
NO_WAY = refusal("supply.no_way", case="12.3d-A", text="there is no way from {detail} to {hexes}")
TOO_LITTLE = refusal("supply.too_little", case="12.3-A", text="{have} is available; this takes {need}")
OBSTACLES = {"enemy_zoc": ENEMY_ZOC, "enemy_unit": ENEMY_UNIT, "no_way": NO_WAY}


Reason = Literal[
    "too_far", "enemy_zoc", "enemy_unit", "no_way", "no_need", "no_dump", "organic", "no_source", "no_range",
    "nothing_ahead", "links_nothing", "damaged_rail", "wrong_gauge", "small_port", "strat_hq", "divisional_hq",
    "no_throw",
]  # fmt: skip
Place = Literal["path", "rail", "source", "extender", "ahead"]


class Obstacle(Struct, frozen=True):
    """What keeps a path from its `target`. `reason` is too_far, enemy_zoc, enemy_unit, no_way (terrain) or a special
    reason; `hex` is where the path stops (the target itself if it is only too far).

    `have` and `need` are in 1/12 MP: the range, and the cost of the path if there were no enemy (`need` is -1 if there
    is none). `path` is that path from its start; `around` the MP of the cheapest detour round the enemy (-1: none);
    `units` the enemy units whose presence or ZOC blocks it; `terrain` what cannot be crossed, or a railroad's gauge
    (wrong_gauge).

    `place` is the part of the line with the obstacle: path, rail or source; extender, where the Extender at the target
    `links_nothing`; ahead, where an Extender could only join a railroad in front of it. `cause` is why that Extender,
    named in `units`, links nothing.
    """

    reason: Reason
    hex: int
    have: int
    need: int
    target: int = NO_HEX
    place: Place = "path"
    units: tuple[str, ...] = ()
    path: tuple[Mark, ...] = ()
    around: int = -1
    terrain: str = ""
    cause: Obstacle | None = None


class HqObstacle(Struct, frozen=True):
    """Why an HQ does not help. `side_of_path` says whether its draw or its throw meets the obstacle. For an HQ that
    could throw nothing to the unit from anywhere, the reason is strat_hq, divisional_hq or no_throw. `hex` is the
    HQ's."""

    hq: str
    side_of_path: Literal["draw", "throw"]
    obstacle: Obstacle
    hex: int = NO_HEX


class PayersExplained(Struct, frozen=True):
    """Where a unit gets supply: its payers, best first, each with its legs.

    Without payers: the `nearest` dump in MP, what blocks a draw from it, and why no HQ helps, nearest first. The reason
    is no_need for units that use no supply, and no_dump or organic (only other formations' trucks) if there is nothing
    to draw."""

    payers: tuple[Payer, ...]
    lines: tuple[tuple[Line, ...], ...] = ()
    nearest: int = NO_HEX
    obstacle: Obstacle | None = None
    hqs: tuple[HqObstacle, ...] = ()


def find_obstacle(
    look: Look,
    side: str,
    start: int,
    mobility: Mobility,
    limit: int,
    target: int,
    moving: frozenset[str] = NOBODY,
    facing: AnyFacing = "",
    thrown: bool = False,
) -> Obstacle | None:
    """What keeps a path from `start` from reaching `target` or a hex next to it, or None.

    If only the enemy keeps it out, this is the first blocked hex on the path; otherwise how far the target is.
    `facing`, `thrown`: see `field_from`.
    """
    field = field_from(look, side, start, mobility, limit, moving, facing=facing, thrown=thrown)
    if field.near(look.board, target) is not None:
        return None
    graph = path_ground(look, side, mobility, facing, moving, thrown)
    nothing = bytes(look.board.size)
    mask = blocked(look, side, mobility, moving)
    open_field = nearest(look.world, graph, start, (target,), mask)
    far = None if open_field is None else open_field.near(look.board, target)
    free = search(supply_ground(look, side, mobility), start, limit, nothing)
    found = free.near(look.board, target)
    if found is not None:
        path = marks_of(look, side, free, found[1], mobility, moving)
        for mark in path[1:]:
            reason = plainly_blocked(look, side, mobility, mark.hex, moving)
            if reason:
                guilty = culprits(look, side, mark.hex, reason)
                detour = far[0] if far is not None else -1
                return Obstacle(reason, mark.hex, limit, found[0], target, units=guilty, path=path, around=detour)
    way = open_field if open_field is not None else nearest(look.world, graph, start, (target,), nothing)
    far_off = None if way is None else way.near(look.board, target)
    if way is not None and far_off is not None:
        path = marks_of(look, side, way, far_off[1], mobility, moving)
        detour = -1 if open_field is None else far_off[0]
        return Obstacle("too_far", target, limit, far_off[0], target, path=path, around=detour)
    hex_, terrain = _terrain_edge(look, graph, mobility, search(graph, start, LIMIT_MAX, nothing), target)
    return Obstacle("no_way", hex_, limit, -1, target, terrain=terrain)


def culprits(look: Look, side: str, hex_: int, reason: Held) -> tuple[str, ...]:
    """The enemy units that block a hex, by presence or ZOC, as far as the look knows them."""
    enemy = look.enemy(side)
    if reason == "enemy_unit":
        return tuple(u.id for u in look.combat_units_at(hex_, enemy))
    near = (u for n in look.board.neighbours(hex_) for u in look.combat_units_at(n, enemy))
    return tuple(sorted(u.id for u in near if look.policies[PROJECTS_ZOC](look.world, u)))


def _terrain_edge(look: Look, graph: MoveGraph, mobility: Mobility, reached: Field, target: int) -> tuple[int, str]:
    """Where terrain ends every way to a target: the nearest hex to it that cannot be entered, and the terrain that
    shuts it."""
    board = look.board
    edge = [
        (board.distance(hex_, target), hex_, direction)
        for hex_ in reached.cost
        for direction in range(6)
        if board.neighbour(hex_, direction) != NO_HEX and board.neighbour(hex_, direction) not in reached.cost
    ]
    if not edge:
        return target, ""
    _, hex_, direction = min(edge, key=lambda e: (e[0], board.distance(board.neighbour(e[1], e[2]), target), e))
    there = board.neighbour(hex_, direction)
    if graph.step_cost(hex_, direction) == PROHIBITED:
        lines = explain_cost(board, look.world.cost_table(""), mobility, hex_, direction)
        closing = [name for name, mp in lines if mp == PROHIBITED]
    else:
        closing = [words(board.terrain[there][0])]
    return there, ", ".join(closing)


def refuse_payer(
    look: Look, unit: Unit, source: int, holder: str, via: str, moving: frozenset[str] = NOBODY, need: int = 1
) -> Refusal | None:
    """Why `unit` cannot get `need` tokens from that dump by that draw or throw, or None if it can."""
    payer = find_payer(look, unit, source, holder, via, moving)
    if payer is not None:
        if payer.tokens >= need:
            return None
        return TOO_LITTLE(hexes=(source,), have=show_tokens(payer.tokens), need=show_tokens(need))
    if not uses_supply(look, unit):
        return NO_NEED(units=(unit.id,))
    return _no_stock(look, unit, source, holder) or _no_path(look, unit, source, via, moving)


def _no_stock(look: Look, unit: Unit, source: int, holder: str) -> Refusal | None:
    """12.1b, 12.1d, 13.2g-B: there are no such SP, they are the enemy's, or an Organic Truck keeps them for its
    formation."""
    stock = next((s for s in stocks(look, unit.side).get(source, ()) if s.holder == holder), None)
    if stock is None:
        theirs = stocks(look, look.enemy(unit.side)).get(source, ())
        if any(s.holder == holder for s in theirs):
            return NOT_OWN(hexes=(source,))
        return NO_DUMP(hexes=(source,), detail=f" on {holder}" if holder else "")
    return None if may_use(look.world, unit, stock) else ORGANIC(units=(unit.id,), detail=holder)


def _no_path(look: Look, unit: Unit, source: int, via: str, moving: frozenset[str]) -> Refusal:
    """Why a dump's SP do not reach the unit, directly or through the HQ `via`."""
    if not via:
        return _refuse_draw(look, unit, source, moving)
    hq = look.unit(via)
    if via == unit.id:
        return SELF(units=(unit.id,))
    if hq.side != unit.side or look.counter(hq).kind != "hq" or not hq.on_map:
        return NOT_HQ(detail=via)
    if hq.marker == "strat":
        return STRAT_HQ(detail=via)
    if not may_throw(look, hq):
        return NOT_HQ(detail=via)
    if not serves(look.world, hq, unit):
        return DIVISIONAL(units=(unit.id,), detail=via)
    if source not in draw_legs(look, hq, (source,), moving):
        return _refuse_draw(look, hq, source, moving)
    face = look.face(hq)
    throw = (face.throw_mobility, face.throw_range)
    found = find_obstacle(look, hq.side, hq.hex, *throw, unit.hex, moving, hq.facing, thrown=True)
    return replace(_refused(found, via, THROW_SHORT, units=(unit.id,)), so=hq.facing)


def _refuse_draw(look: Look, unit: Unit, source: int, moving: frozenset[str]) -> Refusal:
    found = find_obstacle(
        look, unit.side, unit.hex, draw_mobility(look.face(unit)), draw_limit(look.world), source, moving
    )
    return _refused(found, unit.id, TOO_FAR, hexes=(source,))


def _refused(
    found: Obstacle | None, origin: str, far: RefusalKind, units: tuple[str, ...] = (), hexes: tuple[int, ...] = ()
) -> Refusal:
    assert found is not None  # asked only where no path was found
    if found.reason == "too_far":
        return far(units=units, hexes=hexes, have=show_mp(found.have), need=show_mp(found.need), detail=origin)
    stop = found.target if found.reason == "no_way" else found.hex
    return OBSTACLES[found.reason](units=units, hexes=(stop,), detail=origin)


# --- explanations ----------------------------------------------------------------------------------------------


def explain_payers(look: Look, unit: Unit, moving: frozenset[str] = NOBODY) -> PayersExplained:
    """Where a unit gets supply, or what keeps it from the nearest dump and why no HQ helps."""
    if not uses_supply(look, unit):
        return PayersExplained((), obstacle=Obstacle("no_need", unit.hex, 0, 0))
    found = payers(look, unit, moving)
    if found:
        return PayersExplained(found, tuple(lines_of_payer(look, unit, payer, moving) for payer in found))
    everything = [s for here in stocks(look, unit.side).values() for s in here]
    usable = [s.hex for s in everything if may_use(look.world, unit, s)]
    if not usable:
        return PayersExplained((), obstacle=Obstacle("organic" if everything else "no_dump", unit.hex, 0, 0))
    obstacle = draw_obstacle(look, unit, usable, moving)
    assert obstacle is not None  # the unit has no payer
    hqs = hq_obstacles(look, unit, lambda hq: draw_obstacle(look, hq, usable, moving), moving)
    return PayersExplained((), (), obstacle.target, obstacle, hqs)


def draw_obstacle(look: Look, user: Unit, hexes: Sequence[int], moving: frozenset[str] = NOBODY) -> Obstacle | None:
    """What keeps a unit from drawing at the nearest of some hexes (see `first_reached`), or None if it draws from
    any."""
    mobility, limit = draw_mobility(look.face(user)), draw_limit(look.world)
    if draw_legs(look, user, hexes, moving):
        return None
    target = first_reached(look, user, hexes)
    return find_obstacle(look, user.side, user.hex, mobility, limit, target, moving)


def first_reached(look: Look, user: Unit, hexes: Sequence[int]) -> int:
    """The hex that is cheapest to draw from, ignoring enemy and range; ties go to the lowest index. If no path leads to
    any, the nearest as the crow flies."""
    return first_from(look, user.side, user.hex, draw_mobility(look.face(user)), hexes)


def first_from(look: Look, side: str, start: int, mobility: Mobility, hexes: Sequence[int]) -> int:
    """As `first_reached`, for any path that starts in a hex."""
    nothing = bytes(look.board.size)
    field = nearest(look.world, supply_ground(look, side, mobility), start, tuple(hexes), nothing)
    if field is None:
        return min(hexes, key=lambda h: (look.board.distance(start, h), h))
    return min(hex_ for hex_ in hexes if field.served[hex_])  # no other is nearer than the nearest


def hq_obstacles(
    look: Look,
    unit: Unit,
    drawing: Callable[[Unit], Obstacle | None],
    moving: frozenset[str] = NOBODY,
    thrown: bool = True,
) -> tuple[HqObstacle, ...]:
    """Why each HQ of the side does not help a unit, nearest first. `drawing` says what keeps an HQ from drawing; it is
    checked before the throw, because an HQ with nothing to throw cannot help at any distance. `thrown`: SP are, or else
    the unit traces."""
    found = []
    own = [u for u in look.own(unit.side) if look.counter(u).kind == "hq" and u.id != unit.id]
    for hq in sorted(own, key=lambda u: (look.board.distance(u.hex, unit.hex), u.id)):
        silent = _cannot_serve(look, hq, unit)
        face = look.face(hq)
        if silent:
            found.append(HqObstacle(hq.id, "throw", Obstacle(silent, hq.hex, 0, 0), hq.hex))
        elif (obstacle := drawing(hq)) is not None:
            found.append(HqObstacle(hq.id, "draw", obstacle, hq.hex))
        else:
            throw = (face.throw_mobility, face.throw_range)
            short = find_obstacle(look, hq.side, hq.hex, *throw, unit.hex, moving, hq.facing, thrown)
            if short is not None:
                found.append(HqObstacle(hq.id, "throw", short, hq.hex))
    return tuple(found)


def _cannot_serve(look: Look, hq: Unit, unit: Unit) -> Literal["", "strat_hq", "no_throw", "divisional_hq"]:
    """Why an HQ could throw nothing to a unit from anywhere, or "" if it could."""
    if hq.marker == "strat":
        return "strat_hq"
    if not may_throw(look, hq):
        return "no_throw"
    return "" if serves(look.world, hq, unit) else "divisional_hq"
