"""Why supply does or does not reach a unit: refusals of a payer, and explanations with the path or the first obstacle.

The one function that says no to a payment is `refuse_payer`; it agrees with `redball.rules.supply.payers`, which lists
what it accepts.
"""

from __future__ import annotations

from msgspec import Struct

from redball.board.pure import LIMIT_MAX
from redball.core.ledger import show_mp, show_tokens
from redball.core.look import Look
from redball.core.refusals import Refusal, RefusalKind, refusal
from redball.core.state import Unit
from redball.forces.counter import Mobility
from redball.rules.supply import (
    Payer,
    Stock,
    find_payer,
    may_throw,
    may_use,
    payers,
    serves,
    stocks,
    throwers,
    uses_supply,
)
from redball.rules.supply_paths import (
    blocked,
    draw_legs,
    draw_limit,
    draw_mobility,
    field_from,
    plainly_blocked,
    search,
    supply_ground,
    targets_of,
)
from redball.rules.zoc import NOBODY

NO_NEED = refusal("supply.no_need", case="12.0-B", text="{units} is no combat unit on the map and uses no supply")
NO_DUMP = refusal("supply.no_dump", case="12.1b", text="there are no SP of this side at {hexes}{detail}")
NOT_OWN = refusal("supply.not_own", case="12.1d", text="the SP at {hexes} belong to the other side")
ORGANIC = refusal(
    "supply.organic", case="13.2g-B", text="the SP on {detail} are for its own formation; {units} is not part of it"
)
NOT_HQ = refusal("supply.not_hq", case="12.3b-1", text="{detail} is no HQ of this side on the map that throws supply")
STRAT_HQ = refusal("supply.strat_hq", case="12.3b-C", text="{detail} is in Strat Mode and cannot throw supply")
SELF = refusal("supply.own_throw", case="12.3b-D", text="{units} draws for itself; it does not throw to itself")
DIVISIONAL = refusal(
    "supply.divisional_hq",
    case="13.1d-B",
    text="{detail} serves its own division and independent units of its nationality; {units} is neither",
)
TOO_FAR = refusal(
    "supply.too_far",
    case="12.3a-A",
    text="from {detail} a draw reaches {have} MP; to {hexes} or next to it needs {need}",
    remedy="use an HQ in between, or bring the supply nearer",
)
THROW_SHORT = refusal(
    "supply.throw_short",
    case="12.3b-1",
    text="{detail} throws {have} MP; to {units} or next to it needs {need}",
    remedy="move the HQ nearer, or turn its Combat side up",
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
NO_WAY = refusal("supply.no_way", case="12.3d-A", text="no way leads from {detail} to {hexes}")
TOO_LITTLE = refusal("supply.too_little", case="12.3-A", text="there is {have} for this; it takes {need}")
OBSTACLES = {"enemy_zoc": ENEMY_ZOC, "enemy_unit": ENEMY_UNIT, "no_way": NO_WAY}


class Obstacle(Struct, frozen=True):
    """What keeps a path from its target: `reason` is too_far, enemy_zoc, enemy_unit or no_way; `hex` the hex that stops
    it (the target itself when it is only too far); `have` and `need` MP in 1/12 (`need` -1: no way at all)."""

    reason: str
    hex: int
    have: int
    need: int


class HqObstacle(Struct, frozen=True):
    """Why an HQ does not help: `side_of_path` draw or throw, and the obstacle there."""

    hq: str
    side_of_path: str
    obstacle: Obstacle


class PayersExplained(Struct, frozen=True):
    """Where a unit gets supply, best first; if nowhere, the nearest dump and what is in the way of a draw from it."""

    payers: tuple[Payer, ...]
    nearest: int = -1
    obstacle: Obstacle | None = None
    hqs: tuple[HqObstacle, ...] = ()


def find_obstacle(
    look: Look, side: str, start: int, mobility: Mobility, limit: int, target: int, moving: frozenset[str] = NOBODY
) -> Obstacle | None:
    """What is in the way from `start` to `target` or next to it, or None if nothing is.

    If the target is within the limit but for the enemy, the first stop on that path; else how far it is.
    """
    if field_from(look, side, start, mobility, limit, moving).near(look.board, target) is not None:
        return None
    graph = supply_ground(look, side, mobility)
    nothing = bytes(look.board.size)
    free = search(graph, start, limit, nothing)
    found = free.near(look.board, target)
    if found is not None:
        for hex_ in free.path(found[1])[1:]:
            reason = plainly_blocked(look, side, mobility, hex_, moving)
            if reason:
                return Obstacle(reason, hex_, limit, found[0])
    for mask in (blocked(look, side, mobility, moving), nothing):
        far = search(graph, start, LIMIT_MAX, mask).near(look.board, target)
        if far is not None:
            return Obstacle("too_far", target, limit, far[0])
    return Obstacle("no_way", target, limit, -1)


def refuse_payer(
    look: Look, unit: Unit, source: int, holder: str, via: str, moving: frozenset[str] = NOBODY, need: int = 1
) -> Refusal | None:
    """Whether `unit` can get at least `need` tokens from that dump in that way."""
    payer = find_payer(look, unit, source, holder, via, moving)
    if payer is not None:
        if payer.tokens >= need:
            return None
        return TOO_LITTLE(hexes=(source,), have=show_tokens(payer.tokens), need=show_tokens(need))
    if not uses_supply(look, unit):
        return NO_NEED(units=(unit.id,))
    return _no_stock(look, unit, source, holder) or _no_path(look, unit, source, via, moving)


def _no_stock(look: Look, unit: Unit, source: int, holder: str) -> Refusal | None:
    """12.1b, 12.1d, 13.2g-B: no such SP, not his, or on somebody's Organic Truck."""
    stock = next((s for s in stocks(look, unit.side).get(source, ()) if s.holder == holder), None)
    if stock is None:
        theirs = stocks(look, look.enemy(unit.side)).get(source, ())
        if any(s.holder == holder for s in theirs):
            return NOT_OWN(hexes=(source,))
        return NO_DUMP(hexes=(source,), detail=f" on {holder}" if holder else "")
    return None if may_use(look, unit, stock) else ORGANIC(units=(unit.id,), detail=holder)


def _no_path(look: Look, unit: Unit, source: int, via: str, moving: frozenset[str]) -> Refusal:
    """Why the SP of a dump do not reach the unit directly, or through the HQ."""
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
    if not serves(look, hq, unit):
        return DIVISIONAL(units=(unit.id,), detail=via)
    if source not in draw_legs(look, hq, targets_of(look.world, (source,)), moving):
        return _refuse_draw(look, hq, source, moving)
    face = look.face(hq)
    found = find_obstacle(look, hq.side, hq.hex, face.throw_mobility, face.throw_range, unit.hex, moving)
    return _refused(found, via, THROW_SHORT, units=(unit.id,))


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
    return OBSTACLES[found.reason](units=units, hexes=(found.hex,), detail=origin)


# --- explanations ----------------------------------------------------------------------------------------------


def explain_payers(look: Look, unit: Unit, moving: frozenset[str] = NOBODY) -> PayersExplained:
    """Where a unit gets supply, or what keeps it from the nearest dump and from each HQ that could serve it."""
    found = payers(look, unit, moving)
    usable = [s for here in stocks(look, unit.side).values() for s in here if may_use(look, unit, s)]
    if found or not usable or not uses_supply(look, unit):
        return PayersExplained(found)
    nearest = nearest_of(look, unit.hex, [s.hex for s in usable])
    mobility, limit = draw_mobility(look.face(unit)), draw_limit(look.world)
    obstacle = find_obstacle(look, unit.side, unit.hex, mobility, limit, nearest, moving)
    able = [hq for hq in throwers(look, unit.side) if serves(look, hq, unit)]
    hqs = tuple(_hq_obstacle(look, hq, unit, usable, moving) for hq in able)
    return PayersExplained((), nearest, obstacle, hqs)


def nearest_of(look: Look, hex_: int, hexes: list[int]) -> int:
    """The nearest of some hexes in a straight count; of several the first by name."""
    return min(hexes, key=lambda h: (look.board.distance(hex_, h), h))


def _hq_obstacle(look: Look, hq: Unit, unit: Unit, usable: list[Stock], moving: frozenset[str]) -> HqObstacle:
    """The draw is told first: an HQ that has nothing to throw cannot help however near it is."""
    face = look.face(hq)
    if not draw_legs(look, hq, targets_of(look.world, [s.hex for s in usable]), moving):
        nearest = nearest_of(look, hq.hex, [s.hex for s in usable])
        found = find_obstacle(look, hq.side, hq.hex, draw_mobility(face), draw_limit(look.world), nearest, moving)
        side_of_path = "draw"
    else:
        found = find_obstacle(look, hq.side, hq.hex, face.throw_mobility, face.throw_range, unit.hex, moving)
        side_of_path = "throw"
    assert found is not None  # the unit has no payer, so one of the two fails
    return HqObstacle(hq.id, side_of_path, found)
