"""Where a unit would rather be: every hex in reach, weighed against staying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from redball.board.kernel import Reach, reach
from redball.board.masks import nonzero, with_hexes
from redball.bots.steady.beneath import beneath
from redball.bots.steady.fighters import TOO_MANY, Weigh, weigh_fighter, weigh_guns
from redball.bots.steady.odds import expected
from redball.bots.steady.places import (
    enemy_power,
    nearest_enemy,
    risk,
    stores,
)
from redball.bots.steady.relief import STARVING, relief, served_by
from redball.bots.steady.renewal import weigh_repl
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import ending, power, step_worth, token_price
from redball.bots.steady.zones import closed_to, hampered, trespass
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import AnyFacing, Unit
from redball.rules.combat.odds import attack_cost
from redball.rules.ground.bridges import ground_for
from redball.rules.ground.occupancy import held_by
from redball.rules.movement.overrun import overrun_ground
from redball.rules.moving_stack.fuel import is_fueled
from redball.rules.supply.draw_and_throw import may_throw, payers, throwers, tokens_of
from redball.rules.supply.paths import draw_mobility, field_from, held
from redball.rules.trace.tracing import can_trace_from
from redball.rules.units.abilities import attack_capable, mobility, movement_allowance, usable_in_phase
from redball.rules.units.points import MODE_PHASE

EAGER = 100
"""What a move must gain."""
OVERRUN = 250
"""What an overrun must gain."""
EATING = 300


@dataclass(frozen=True)
class Wish:
    """A better place: the side to turn up, the way there, an overrun at its end (-1: none) with others of the hex."""

    gain: int
    facing: AnyFacing
    path: tuple[int, ...]
    overrun: int = -1
    others: tuple[str, ...] = ()


def best_wish(scene: Scene, unit: Unit) -> Wish | None:
    """What the unit should do in this segment, or None to stay."""
    look = scene.look
    if not usable_in_phase(look, unit):
        unit = unit.change(marker="", activity=unit.act(released=True).activity)
        if look.state.clock.phase == "reaction":
            return None
    unit = hampered(look, unit)
    weigh_as = weigher(scene, unit)
    now = weigh_as(unit)(unit.hex) - hunger(look, unit, unit.hex) * scene.guide.hands.hunger // 100
    best = overrun_wish(scene, unit)
    least = EAGER if best is None else best.gain + 1
    offers = []
    for shown in facings(look, unit):
        found = range_of(look, shown)
        price = 0 if is_fueled(look, shown) else token_price(look, unit.side) + scene.guide.grudge(look, unit.side)
        changes = shown.facing != unit.facing or shown.marker != unit.marker
        weigh = weigh_as(shown)
        for hex_, cost in found.items() if found is not None else ((unit.hex, 0),):
            if hex_ != unit.hex or changes:
                gain = weigh(hex_) - now - (price if hex_ != unit.hex else 0) - cost // 24
                if gain >= least:
                    offers.append((gain, -hex_, shown, found))
    offers.sort(key=lambda offer: offer[:2], reverse=True)
    for gain, hex_, shown, found in offers:
        if gain < least:
            break
        gain -= hunger(look, shown, -hex_) * scene.guide.hands.hunger // 100
        path = tuple(found.path_to(-hex_)) if found is not None else (unit.hex,)
        gain -= trespass(look, shown, -hex_)
        if gain >= least:
            changes = shown.facing != unit.facing or shown.marker != unit.marker
            best, least = Wish(gain, shown.facing if changes else "", path), gain + 1
    return best


def weigher(scene: Scene, before: Unit) -> Callable[[Unit], Weigh]:
    """How places for the unit, which is as `before` now, are weighed with a side up."""
    kind = scene.look.counter(before).kind
    usual = weighers(scene, before, kind)
    leans = [lean for lean in (scene.guide.lean(scene.look, before), relieving(scene, before)) if lean is not None]
    return partial(leaning, usual, leans) if leans else usual


def relieving(scene: Scene, unit: Unit) -> Weigh | None:
    """How much more a hex is worth to the unit because it opens a trace to others there; None: no hex is."""
    worth = relief(scene, unit)
    return (lambda hex_: worth.get(hex_, 0)) if worth else None


def weighers(scene: Scene, before: Unit, kind: str) -> Callable[[Unit], Weigh]:
    """The same by the unit's kind alone."""
    if kind in ("hq", "repl"):
        weigh = weigh_hq if kind == "hq" else weigh_repl
        return lambda unit: lambda hex_: weigh(scene, unit, hex_, before)
    if kind == "artillery":
        return partial(weigh_guns, scene.look, before)
    return partial(weigh_fighter, scene.look, before, scene.guide.hands)


def leaning(usual: Callable[[Unit], Weigh], leans: Sequence[Weigh], unit: Unit) -> Weigh:
    """How places are weighed for a unit that a plan, or others of its side, ask something of."""
    weigh = usual(unit)
    return lambda hex_: weigh(hex_) + sum(lean(hex_) for lean in leans)


def facings(look: Look, unit: Unit) -> Iterator[Unit]:
    """The unit now, and after each possible mode change."""
    yield unit
    if look.state.clock.phase != look.policies[MODE_PHASE]() or unit.activity.changed or unit.marker == "exploit":
        return
    sides = ("combat", "move") if look.counter(unit).combat is not None else ("move",)
    for facing in sides:
        marker = "dg" if unit.marker == "dg" else ""
        if facing != unit.facing or marker != unit.marker:
            yield unit.change(facing=facing, marker=marker)


def range_of(look: Look, unit: Unit) -> Reach | None:
    """Where the unit could go with its whole allowance, or None."""
    allowance = movement_allowance(look, unit)
    if not allowance:
        return None
    kind = mobility(look, unit)
    side, enemy = unit.side, look.enemy(unit.side)
    closed = nonzero(look.facts.combat_units[enemy])
    also = closed_to(look, unit) | (frozenset() if attack_capable(look, unit) else held_by(look, enemy))
    if also:
        closed = with_hexes(closed, also)
    stop = held(look, side, frozenset({unit.id})) if kind == "truck" else None
    graph = ground_for(look, unit)
    return reach(graph.cost, look.board.neighbour_array, [unit.hex], allowance, closed, stop)


def hunger(look: Look, unit: Unit, hex_: int) -> int:
    """The cost of being where trace supply is impossible; an HQ starves others too. A unit that is cut off already can
    still eat where supply lies."""
    if can_trace_from(look, unit, hex_):
        return 0
    lost = step_worth(look, unit) // 2 if ending(look, unit.side) else STARVING
    if hex_ in stores(look, unit.side, draw_mobility(look.face(unit))) and not can_trace_from(look, unit, unit.hex):
        return min(EATING, lost)
    return lost * served_by(look, unit)


# --- overruns --------------------------------------------------------------------------------------------------


def overrun_wish(scene: Scene, unit: Unit) -> Wish | None:
    """An overrun of a neighbouring hex from where the unit stands, with what stands there too."""
    look, side = scene.look, scene.side
    if unit.marker not in ("", "exploit") or not attack_capable(look, unit) or unit.activity.moved:
        return None
    need = 12 * look.world.charts.strength_states.overrun_mp
    stack = [u for u in look.combat_units_at(unit.hex, side) if may_overrun(look, u, need)]
    if unit.id not in {u.id for u in stack}:
        return None
    best: Wish | None = None
    grudge = scene.guide.grudge(look, side)
    for hex_ in look.board.neighbours(unit.hex):
        if hex_ not in enemy_power(look, side) or not can_enter(look, stack, hex_):
            continue
        for units in ([unit], stack):
            gain = overrun_gain(look, units, hex_, beneath(scene, hex_)) - grudge * fee(look, units)
            if gain >= OVERRUN and (best is None or gain > best.gain):
                best = Wish(gain, "", (unit.hex,), hex_, tuple(u.id for u in units if u.id != unit.id))
    return best


def overrun_gain(look: Look, units: list[Unit], hex_: int, doubt: int) -> int:
    """What units of one hex are likely to gain by an overrun, less fuel; nothing if they are too weak or cannot pay.
    `doubt`: the power that may lie under the top of the stack (`beneath`)."""
    side = units[0].side
    weak = 2 * sum(power(look, unit) for unit in units) < 3 * enemy_power(look, side).get(hex_, 0)
    if weak or tokens_of(payers(look, units[0])) < fee(look, units):
        return 0
    ids = tuple(unit.id for unit in units)
    return expected(look, side, "overrun", hex_, ids, doubt) - fuel_price(look, units)


def best_overrun(look: Look, side: str, hex_: int, doubt: int) -> int:
    """The gain of the best overrun of a hex by a stack beside it as it stands; 0 if none is worth while."""
    need, found = 12 * look.world.charts.strength_states.overrun_mp, [0]
    for near in look.board.neighbours(hex_):
        stack = [unit for unit in look.combat_units_at(near, side) if may_overrun(look, unit, need)]
        if stack and can_enter(look, stack, hex_):
            crews = (stack, [max(stack, key=lambda unit: (power(look, unit), unit.id))])
            found += [gain for units in crews if (gain := overrun_gain(look, units, hex_, doubt)) >= OVERRUN]
    return max(found)


def may_overrun(look: Look, unit: Unit, need: int) -> bool:
    """The unit could take part in an overrun from where it stands, with its MP for it."""
    fit = unit.marker in ("", "exploit") and attack_capable(look, unit) and usable_in_phase(look, unit)
    return fit and not unit.activity.moved and not unit.activity.spent and movement_allowance(look, unit) >= need


def can_enter(look: Look, units: list[Unit], hex_: int) -> bool:
    """The ground allows all of them to overrun the hex (8.1b, 8.1c)."""
    limit = 12 * look.world.charts.strength_states.overrun_max_entry_mp
    direction = look.board.direction(units[0].hex, hex_)
    graphs = (overrun_ground(look, unit) for unit in units)
    return all(0 <= graph.overrun_cost(units[0].hex, direction) <= limit for graph in graphs)


def fee(look: Look, units: list[Unit]) -> int:
    """Tokens for fuel and attack."""
    return sum(attack_cost(look, u) + (0 if is_fueled(look, u) else 1) for u in units)


def fuel_price(look: Look, units: list[Unit]) -> int:
    """What the fuel is worth."""
    return token_price(look, units[0].side) * sum(not is_fueled(look, u) for u in units)


# --- HQs ----------------------------------------------------------------------------------------------


@derived
def fed(look: Look, side: str, but: str) -> dict[int, int]:
    """What it is worth that one HQ throws to each hex, by the strength there: little where others throw already."""
    found: dict[int, int] = {}
    others = [throw_area(look, hq, hq.hex) for hq in throwers(look, side) if hq.id != but]
    for other in look.own(side):
        if other.id != but and look.counter(other).is_combat_unit:
            worth = (30 + power(look, other) // 4) * (2 if nearest_enemy(look, side, other.hex) <= 2 else 1)
            found[other.hex] = found.get(other.hex, 0) + worth
    return {h: v // 4 if any(area[h] for area in others) else v for h, v in found.items()}


def throw_area(look: Look, hq: Unit, hex_: int) -> bytes:
    """Not zero for the hexes that an HQ in a hex could serve: those to which it throws, and those beside them."""
    face = look.face(hq)
    if not may_throw(look, hq):
        return bytes(look.board.size)
    return field_from(look, hq.side, hex_, face.throw_mobility, face.throw_range, facing=hq.facing, thrown=True).served


def weigh_hq(scene: Scene, unit: Unit, hex_: int, before: Unit) -> int:
    """An HQ: the strength that it can throw to, where it draws supply and traces, out of danger."""
    look, side = scene.look, scene.side
    near = nearest_enemy(look, side, hex_)
    if hex_ != before.hex and (near <= 1 or near > 9):
        return TOO_MANY
    placed = unit.change(hex=hex_)
    within = throw_area(look, placed, hex_)
    value = sum(worth for where, worth in fed(look, side, unit.id).items() if within[where])
    value += 8 * min(20, stores(look, side, draw_mobility(look.face(placed))).get(hex_, 0))
    value -= risk(look, side, hex_)
    if unit.facing == "move":
        value -= 150
    return value
