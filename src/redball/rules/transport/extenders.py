"""Extenders: forming one from five Transport Points, switching it back, and collapse.

Points gather in one hex, over several moves if necessary. Each counter spends half its MA there and ends its move; the
fifth point completes the Extender. If the Extender is not completed in the phase, the MP are lost.

Cases: 12.7-A, 12.7-B, 12.7d-A, 12.7d-B, 12.7d-C, 12.7e, 12.7f, 12.7h, 9.14c-F, 9.14d-A, 9.14d-B, 9.14d-C, 13.2g-C,
K9.14c-extender
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from msgspec import Struct

from redball.board.costs import ALL, PROHIBITED, MoveGraph
from redball.board.hexes import MP
from redball.board.kernel import reach
from redball.core.actions import CollapseExtender, Displace, JoinExtender, RevertExtender
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import ExtenderCollapsed, ExtenderFormed, ExtenderReverted, PointsPledged
from redball.core.ledger import show_mp, show_tokens
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.forces.counter import Mobility
from redball.rules.ground.occupancy import held_by, is_enterable
from redball.rules.modes.release import Acting
from redball.rules.moving_stack.move_ends import MoveData, mp_left, without
from redball.rules.supply.step_costs import supply_graph
from redball.rules.trace.extender_links import extenders, mix_of
from redball.rules.trace.sources import network
from redball.rules.trace.tracing import traceable
from redball.rules.units.abilities import is_organic, mobility, movement_allowance, transport_kind
from redball.rules.units.airlift import airlifted, late
from redball.rules.units.ashore import spent_at_sea
from redball.scenarios.records import EXTENDER_POINTS, ExtenderMix

NOT_TRANSPORT = refusal(
    "extender.not_transport", case="12.7-A", text="{units} is not a Transport Point of the moving stack"
)
ORGANIC = refusal("extender.organic", case="13.2g-C", text="{units} is an Organic Truck and cannot form an Extender")
LOADED = refusal(
    "extender.loaded", case="12.7d-B", text="{units} carries {have}; only empty points can form an Extender",
    remedy="unload it first",
)  # fmt: skip
NO_COUNTER = refusal(
    "extender.no_counter", case="12.7-A", text="no Extender of this kind is left: {have} of {need} are on the map"
)
FEW_MP = refusal(
    "extender.few_mp", case="12.7d-A", text="{units} has {have} MP left; forming an Extender takes half its MA, {need}"
)
TOO_MANY = refusal(
    "extender.too_many",
    case="12.7-A",
    text="with {units} there would be {have:point}; an Extender takes exactly {need}",
    remedy="divide the counter first",
)
NO_LINK = refusal(
    "extender.no_link",
    case="12.7d-C",
    text="an Extender at {hexes} could not link to a trace source now; its range is {need} MP",
)
NOT_EXTENDER = refusal("extender.not_extender", case="12.7d-A", text="{units} is not an Extender of this side")
WHEN = refusal(
    "extender.when",
    case="12.7d-A",
    text="{units} can be switched only in its owner's Movement Phase, and not in the phase that formed it",
)
NO_REFUGE = refusal(
    "extender.no_refuge",
    case="9.14d-B",
    text="no hex within {need} MP of {units} is in trace supply now, so it cannot collapse",
)
BAD_REFUGE = refusal(
    "extender.bad_refuge",
    case="9.14d-A",
    text="{units} cannot go to {hexes}: it needs a hex within {need} MP, free of the enemy and in trace supply",
)


class Collapse(Struct, frozen=True, tag=True):
    """Extenders of a side that must leave a hex, or one that its owner collapses."""

    side: str
    hex: int
    units: tuple[str, ...]


# --- forming ---------------------------------------------------------------------------------------------------


def half_ma(look: Look, unit: Unit) -> int:
    """Half the MA of a Transport Point, in 1/12 MP (12.7d-A)."""
    return movement_allowance(look, unit) // 2


def already_spent(look: Look, unit: Unit) -> int:
    """MP that a unit has spent before it begins to move: points half their MA if they were an Extender in this phase,
    others what a flight takes (14.9d-A) or a landing (4.7d-E)."""
    if unit.own and airlifted(unit):
        return late(look, unit)
    if unit.activity.landed:
        return spent_at_sea(look, unit)
    return half_ma(look, unit) if unit.activity.reverted else 0


def pledged(look: Look, unit: Unit) -> list[Unit]:
    """Other points of the same kind in the hex that spent half their MA for an Extender in this phase (12.7e)."""
    face = look.counter(unit).move
    return [
        u
        for u in look.units_at(unit.hex, unit.side)
        if u.id != unit.id
        and u.activity.pledged
        and u.points
        and transport_kind(look, u) == transport_kind(look, unit)
        and look.counter(u).move == face
    ]


def in_play(look: Look, side: str, kind: str) -> int:
    """How many Extenders of a kind a side has on the map."""
    return sum(transport_kind(look, u) == kind for u in extenders(look, side))


def refuse_join(look: Look, data: MoveData, action: JoinExtender) -> Refusal | None:
    """Points of one kind, empty, with half their MA left, exactly five in all; with the last one the Extender must
    link."""
    unit = look.unit(action.unit)
    if unit.id not in data.units or not unit.points:
        return NOT_TRANSPORT(units=(unit.id,))
    if is_organic(look, unit):
        return ORGANIC(units=(unit.id,))
    if unit.load:
        return LOADED(units=(unit.id,), have=show_tokens(unit.load))
    kind = transport_kind(look, unit)
    mix = mix_of(look, data.side, kind)
    there = in_play(look, data.side, kind)
    if mix is None or there >= mix.count:
        return NO_COUNTER(have=there, need=mix.count if mix is not None else 0)
    left, half = mp_left(look, data, unit.id), half_ma(look, unit)
    if left < half:
        return FEW_MP(units=(unit.id,), have=show_mp(left), need=show_mp(half))
    total = unit.points + sum(u.points for u in pledged(look, unit))
    if total > EXTENDER_POINTS:
        return TOO_MANY(units=(unit.id,), have=total, need=EXTENDER_POINTS)
    if total == EXTENDER_POINTS and not would_link(look, unit):
        return NO_LINK(units=(unit.id,), hexes=(unit.hex,), need=show_mp(mix.range))
    return None


def would_link(look: Look, unit: Unit) -> bool:
    """12.7d-C: whether the counter, as an Extender where it is, would link to a source of trace now."""
    raised = unit.change(extender=EXTENDER_POINTS, points=0)
    return unit.id in network(look.after(look.state.with_unit(raised), (unit.id,)), unit.side).links


def join_candidates(look: Look, data: MoveData) -> Iterator[JoinExtender]:
    """Every Transport Point of the stack."""
    return (JoinExtender(uid) for uid in data.units if look.unit(uid).points)


def take_join(run: Run, data: MoveData, action: JoinExtender) -> None:
    """The counter ends its move; the fifth point completes the Extender."""
    run.emit(PointsPledged(case="12.7d-A", side=data.side, unit=action.unit, hex=data.hex))
    unit = run.look.unit(action.unit)
    others = pledged(run.look, unit)
    if unit.points + sum(u.points for u in others) == EXTENDER_POINTS:
        gone = tuple(u.id for u in others)
        run.emit(ExtenderFormed(case="12.7-A", side=data.side, unit=unit.id, others=gone, hex=data.hex))
    rest = without(data, {unit.id})
    if rest.units:
        run.set(rest)
    else:
        run.finish()


# --- switching back --------------------------------------------------------------------------------------------


def _refuse_own(look: Look, data: Acting, uid: str) -> Refusal | None:
    unit = look.unit(uid)
    if unit.side != data.side or not unit.extender or not unit.on_map:
        return NOT_EXTENDER(units=(uid,))
    if look.state.clock.phase != "movement" or unit.activity.moved:
        return WHEN(units=(uid,))
    return None


def refuse_revert(look: Look, data: Acting, action: RevertExtender) -> Refusal | None:
    """12.7d-A: in its own Movement Phase, unless it was formed in it."""
    return _refuse_own(look, data, action.unit)


def revert_candidates(look: Look, data: Acting) -> Iterator[RevertExtender]:
    """Every Extender."""
    return (RevertExtender(unit.id) for unit in extenders(look, data.side))


def take_revert(run: Run, data: Acting, action: RevertExtender) -> None:
    """The points may then move with the other half of their MA, each counter on its own (12.7f)."""
    run.emit(ExtenderReverted(case="12.7d-A", side=data.side, unit=action.unit, paid=True))


# --- collapse --------------------------------------------------------------------------------------------------


@derived
def refuges(look: Look, unit: Unit) -> tuple[int, ...]:
    """9.14d-A, reading 1.77: hexes within the Extender's range, ignoring terrain and enemies between, that are in trace
    supply without it."""
    held, traces = held_by(look, look.enemy(unit.side)), traceable(look, unit, frozenset({unit.id}))
    return tuple([hex_ for hex_ in _around(look, unit) if traces[hex_] and hex_ not in held])


def _mix(look: Look, unit: Unit) -> ExtenderMix | None:
    return mix_of(look, unit.side, transport_kind(look, unit))


def _around(look: Look, unit: Unit) -> tuple[int, ...]:
    """Hexes within the Extender's range, ignoring terrain between, where points of its kind can stand."""
    mix = _mix(look, unit)
    if mix is None:
        return ()
    graph = supply_graph(look.world, mix.mobility, look.state.weather)
    return _within(look.world, graph, unit.hex, mix.range, mobility(look, unit))


@of_world
def _within(world: World, graph: MoveGraph, hex_: int, limit: int, kind: Mobility) -> tuple[int, ...]:
    prices = {PROHIBITED: MP, ALL: limit}
    free = array("h", (prices.get(cost, cost) for cost in graph.cost))
    within = sorted(reach(free, graph.neighbours, [hex_], limit).hexes())
    return tuple([h for h in within if h != hex_ and is_enterable(world, h, kind)])


def range_text(look: Look, unit: Unit) -> str:
    """The Extender's range in MP, as players write it."""
    mix = _mix(look, unit)
    return show_mp(mix.range) if mix is not None else "0"


def refuse_collapse(look: Look, data: Acting, action: CollapseExtender) -> Refusal | None:
    """9.14d-B: instead of movement, if there is a hex to go to."""
    refused = _refuse_own(look, data, action.unit)
    if refused is None and not refuges(look, look.unit(action.unit)):
        return NO_REFUGE(units=(action.unit,), need=range_text(look, look.unit(action.unit)))
    return refused


def collapse_candidates(look: Look, data: Acting) -> Iterator[CollapseExtender]:
    """Every Extender."""
    return (CollapseExtender(unit.id) for unit in extenders(look, data.side))


def take_collapse(run: Run, data: Acting, action: CollapseExtender) -> None:
    run.push("extender_collapse", Collapse(data.side, run.look.unit(action.unit).hex, (action.unit,)))


def in_hex(look: Look, side: str, hex_: int) -> tuple[str, ...]:
    """Extenders of a side in a hex."""
    return tuple(unit.id for unit in extenders(look, side) if unit.hex == hex_)


def left(look: Look, data: Collapse) -> list[Unit]:
    """Extenders that are still to be placed."""
    return [unit for unit in map(look.unit, data.units) if unit.extender]


def who_displaces(look: Look, data: Collapse) -> str | None:
    """The owner, while one of the Extenders has somewhere to go."""
    return data.side if any(refuges(look, unit) for unit in left(look, data)) else None


def refuse_displace(look: Look, data: Collapse, action: Displace) -> Refusal | None:
    """9.14d-A: only to one of its refuges."""
    unit = look.unit(action.unit)
    if unit.id not in {u.id for u in left(look, data)}:
        return NOT_EXTENDER(units=(unit.id,))
    if action.hex not in refuges(look, unit):
        return BAD_REFUGE(units=(unit.id,), hexes=(action.hex,), need=range_text(look, unit))
    return None


def displace_candidates(look: Look, data: Collapse) -> Iterator[Displace]:
    """Every refuge of every Extender."""
    return (Displace(unit.id, hex_) for unit in left(look, data) for hex_ in refuges(look, unit))


def take_displace(run: Run, data: Collapse, action: Displace) -> None:
    """The Extender becomes Transport Points in the new hex, without loss (9.14d-A); in a voluntary collapse that was
    its move (9.14d-B)."""
    run.emit(ExtenderCollapsed(case="9.14d-A", side=data.side, unit=action.unit, start=data.hex, hex=action.hex))


def flip_in_place(run: Run, data: Collapse) -> None:
    """9.14d-C: with nowhere to go, the Extender turns into points in its hex; capture goes on with these."""
    for unit in left(run.look, data):
        run.emit(ExtenderReverted(case="9.14d-C", side=data.side, unit=unit.id, paid=False))


SEGMENT_OPTIONS = (
    Option(RevertExtender, revert_candidates, refuse_revert, take_revert),
    Option(CollapseExtender, collapse_candidates, refuse_collapse, take_collapse),
)
MOVE_OPTION = Option(JoinExtender, join_candidates, refuse_join, take_join)

EXTENDER_COLLAPSE = Procedure(
    "extender_collapse",
    Collapse,
    (
        Choose(
            "displace",
            "Where does your Extender go?",
            who_displaces,
            (Option(Displace, displace_candidates, refuse_displace, take_displace),),
            case="9.14d-A",
        ),
        Do("in_place", flip_in_place),
    ),
)

PROCEDURES = (EXTENDER_COLLAPSE,)
