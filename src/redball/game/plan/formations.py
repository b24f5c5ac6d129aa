"""Orders for many units at once: fuel for a formation, a mode for all units that can change, a march in column.

A series takes its units in turn. It writes down those that it leaves, with the reason, and goes on with the next.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from redball.core import engine
from redball.core.actions import Action, BeginMove, Halt, PayFuel, SetMode
from redball.core.dice import NO_DICE
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.game.game import Game
from redball.game.plan.moves import MoveMacro, default_payment, expand, range_of, reachable, refuse_stack
from redball.game.plan.route import column_way, missing
from redball.game.sight.belief import believed
from redball.rules.movement.segment import MovementSegment
from redball.rules.movement.step import unfueled
from redball.rules.moving_stack.fuel import bill_for, is_fueled, needs_fuel
from redball.rules.moving_stack.fuel_plan import Part, Stack, formation_parts, fuel_cost
from redball.rules.moving_stack.move_ends import MoveData
from redball.rules.supply.bills import Bill
from redball.rules.units.abilities import formation_of, mobility
from redball.rules.units.stacking import has_limit, re_in_hex, stacking_limit

Steps = Generator[Action, Refusal | None]
"""Atomic actions; each is answered by its refusal, or None."""

DETOUR_FACTOR, DETOUR_MORE = 2, 5
"""A column does not scatter: who would need more than so many times the hexes of a straight line, and so many besides,
stays."""

NOT_SHARED = refusal(
    "series.not_shared",
    case="12.5c-A",
    text="{units} cannot draw on the source that fuels the others",
    remedy="pay for it alone as it begins to move, or bring the supply within its reach",
)
FULL = refusal(
    "series.full",
    case="4.8-A",
    text="the column ahead leaves no room for {units}",
    remedy="march to a hex farther on, or move it by itself",
)
DETOUR = refusal(
    "series.detour",
    case="6.1a",
    text="with {detail} MP the only way for {units} makes a long detour: {have:hex} instead of {need}",
    remedy="bridge the river first, or move it by itself if it should go that way",
)
INTERRUPTED = refusal(
    "series.interrupted",
    case="2.1-C",
    text="something came up before {units} could go",
    remedy="look at what happened, then order the rest again",
)
NO_MEMBER = refusal(
    "series.no_member", case="12.5c-A", text="no unit of the {detail} needs fuel and could begin to move"
)


class FuelMacro(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="fuel"):
    """Fuel a formation in one payment. Fuel is paid as a unit begins to move: `starter` ("": the best one) begins, and
    stays in hand."""

    units: tuple[str, ...]
    starter: str = ""


class TurnMacro(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="turn"):
    """Every unit that can takes the mode where it stands, which ends its move."""

    units: tuple[str, ...]
    mode: str
    facing: str


class MarchMacro(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="march"):
    """The units go along the cheapest way to a hex, the foremost first, each with its own MP, and halt where it must;
    later ones stop behind where there is no room. Fuel is paid for the formation where that is not dearer."""

    units: tuple[str, ...]
    hex: int


Series = FuelMacro | TurnMacro | MarchMacro


class SharedFuel(Struct, frozen=True):
    """One payment for a formation: `starter` begins to move, `covers` can then move, for `tokens`; `singles` is what
    these would cost one by one, `alone` those that it does not fuel."""

    starter: str
    tokens: int
    singles: int
    covers: tuple[str, ...]
    alone: tuple[str, ...]
    part: Part


def shared_fuel(game: Game, side: str, uids: Iterable[str], starter: str = "") -> SharedFuel | None:
    """The best single payment for the units of a formation that still need fuel, or None if there is none."""
    look = believed(game.look, side)
    able = [u for u in map(look.unit, uids) if refuse_stack(look, side, (u.id,)) is None]
    waiting = [u for u in able if needs_fuel(look, u) and not is_fueled(look, u)]
    best: SharedFuel | None = None
    for unit in [u for u in waiting if u.id == starter] or waiting:
        stack = Stack(side, (unit.id,))
        for part in formation_parts(look, stack, unit):
            served = {*part.covers, *part.others}
            covers = tuple([u.id for u in waiting if u.id in served])
            alone = tuple([u.id for u in waiting if u.id not in served])
            singles = sum(bill_for(look, Stack(side, (uid,)), "single_unit", uid).tokens for uid in covers)
            if best is None or len(covers) > len(best.covers):
                best = SharedFuel(unit.id, part.tokens, singles, covers, alone, part)
        if best is not None and len(best.covers) == len(waiting):
            break
    return best


def modes_of(game: Game, side: str, uid: str) -> tuple[SetMode, ...]:
    """The modes that a unit could take where it stands now, as it begins to move or in a phase of their own."""
    offered = engine.choices(game.look, SetMode)
    if offered or game.decision is None or game.decision.side != side:
        return tuple([mode for mode in offered if isinstance(mode, SetMode) and mode.unit == uid])
    begun = engine.apply(game.look, NO_DICE, side, BeginMove(uid))
    if isinstance(begun, Refusal):
        return ()
    modes = (mode for mode in engine.choices(begun[0], SetMode) if isinstance(mode, SetMode) and mode.unit == uid)
    return tuple(modes)


class Left(Struct, frozen=True):
    """Units that a series left as they were, and why."""

    units: tuple[str, ...]
    refusal: Refusal


def series(game: Game, side: str, macro: Series, left: list[Left]) -> Steps:
    """The atomic actions of a series; what it leaves is added to `left`."""
    if isinstance(macro, FuelMacro):
        yield from _fuelling(game, side, macro, left)
    elif isinstance(macro, TurnMacro):
        yield from _turning(game, side, macro, left)
    else:
        yield from _marching(game, side, macro, left)


# --- fuel ------------------------------------------------------------------------------------------------------


def _fuelling(game: Game, side: str, macro: FuelMacro, left: list[Left]) -> Steps:
    offer = shared_fuel(game, side, macro.units, macro.starter)
    if offer is None:
        look = believed(game.look, side)
        names = {formation_of(look, look.unit(uid)) for uid in macro.units}
        left.append(Left(macro.units, NO_MEMBER(detail=", ".join(sorted(names - {""})))))
        return
    left += [Left((uid,), NOT_SHARED(units=(uid,))) for uid in offer.alone]
    refused = yield from _pay_together(game, offer)
    if refused is not None:
        left.append(Left(offer.covers, refused))


def _pay_together(game: Game, offer: SharedFuel) -> Generator[Action, Refusal | None, Refusal | None]:
    payer = offer.part.payments[0].payer
    begin = BeginMove(offer.starter)
    pay = PayFuel(offer.part.method, offer.part.unit, payer.source, payer.holder, payer.via)
    for action in (begin, pay):
        refused = yield action
        if refused is not None:
            return refused
    while _open(game, Bill):
        rest = default_payment(game)
        refused = None if rest is None else (yield rest)
        if rest is None or refused is not None:
            return refused
    return None


def _open(game: Game, kind: type[Struct]) -> bool:
    return bool(game.state.stack) and isinstance(game.state.stack[-1].data, kind)


# --- modes -----------------------------------------------------------------------------------------------------


def _turning(game: Game, side: str, macro: TurnMacro, left: list[Left]) -> Steps:
    for number, uid in enumerate(macro.units):
        look = game.look
        unit = look.unit(uid)
        turn = SetMode(uid, macro.mode, macro.facing)  # type: ignore[arg-type]  # any text: the rules answer for it
        direct = bool(engine.choices(look, SetMode))
        actions: tuple[Action, ...] = (turn,) if direct else (BeginMove(uid), turn, Halt())
        refused = _rehearsed(game, side, actions)
        if refused is not None:
            left.append(Left((unit.id,), refused))
            continue
        for action in actions:
            if (yield action) is not None:
                left.append(Left(macro.units[number:], INTERRUPTED(units=macro.units[number:])))
                return


def _rehearsed(game: Game, side: str, actions: Iterable[Action]) -> Refusal | None:
    """Why these actions could not be taken one after another, from what the acting side may see of itself."""
    look = game.look
    for action in actions:
        answer = engine.apply(look, NO_DICE, side, action)
        if isinstance(answer, Refusal):
            return answer
        look = answer[0]
    return None


# --- marches ---------------------------------------------------------------------------------------------------


class Leg(Struct, frozen=True):
    """How far one unit of a column goes in this phase: `path` from its hex; the whole `way` that it is on."""

    unit: str
    path: tuple[int, ...]
    way: tuple[int, ...]


def march_order(look: Look, side: str, uids: Iterable[str], goal: int) -> tuple[str, ...]:
    """The units of a column, the foremost first: by the MP of their ways; those without a way last."""
    ranks = []
    for unit in map(look.unit, uids):
        range_ = range_of(look, unit, 0, frozenset({unit.id}))
        way = column_way(look, unit, range_, goal)
        cost = sum(range_.graph.step_cost(a, look.board.direction(a, b)) for a, b in pairwise(way))
        ranks.append((not way, cost, unit.hex, unit.id))
    return tuple([rank[3] for rank in sorted(ranks)])


def leg_of(game: Game, side: str, uid: str, goal: int) -> Leg | Refusal:
    """How far a unit goes towards a hex now, or why it does not go."""
    look = believed(game.look, side)
    unit = look.unit(uid)
    answer = reachable(game, side, (uid,))
    if answer.refusal is not None:
        return answer.refusal
    if answer.unfueled and fuel_cost(look, Stack(side, (uid,))).dry:
        return unfueled(look, unit, dry=True)
    range_ = range_of(look, unit, 0, frozenset({uid}))
    way = column_way(look, unit, range_, goal)
    if len(way) < 2:  # it is there, or there is no way
        return FULL(units=(uid,)) if way else missing(look, [range_], [unit], goal)[0]
    straight = look.board.distance(unit.hex, goal)
    if len(way) > DETOUR_FACTOR * straight + DETOUR_MORE:
        return DETOUR(units=(uid,), have=len(way) - 1, need=straight, detail=mobility(look, unit).capitalize())
    ends = [hex_ for hex_ in way[1:] if hex_ in answer.hexes]
    for end in reversed(ends):
        if has_room(look, side, unit, end):
            return Leg(uid, answer.hexes[end].path, way)
    return FULL(units=(uid,)) if ends else missing(look, [range_], [unit], goal)[0]


def has_room(look: Look, side: str, unit: Unit, hex_: int) -> bool:
    """The unit would not overstack a hex as it stands now."""
    size = look.regimental_equivalents(unit) if look.counter(unit).is_combat_unit else 0
    return not size or not has_limit(look, hex_) or re_in_hex(look, side, hex_) + size <= stacking_limit(look.world)


def _marching(game: Game, side: str, macro: MarchMacro, left: list[Left]) -> Steps:
    at_goal = {uid for uid in macro.units if game.look.unit(uid).hex == macro.hex}
    waiting = list(
        march_order(believed(game.look, side), side, [u for u in macro.units if u not in at_goal], macro.hex)
    )
    while waiting:
        uid = waiting[0]
        leg = leg_of(game, side, uid, macro.hex)
        if isinstance(leg, Refusal):
            left.append(Left((uid,), leg))
            waiting.pop(0)
            continue
        shared = shared_fuel(game, side, waiting, uid)
        if shared is not None and shared.starter == uid and shared.tokens <= shared.singles:
            yield from _pay_together(game, shared)
        walked = yield from _walk(game, MoveMacro((uid,), leg.path, halt=True))
        waiting.pop(0)
        if walked is not None:
            left.append(Left((uid,), walked))
            if _open(game, MoveData) and (yield Halt()) is not None:
                break
        if game.decision is None or game.decision.side != side or not _open(game, MovementSegment):
            break
    if waiting:
        left.append(Left(tuple(waiting), INTERRUPTED(units=tuple(waiting))))


def _walk(game: Game, macro: MoveMacro) -> Generator[Action, Refusal | None, Refusal | None]:
    while (action := expand(game, macro)) is not None:
        refused = yield action
        if refused is not None:
            return refused
        if game.look.unit(macro.units[0]).activity.moved:
            return None
    return None


def members(look: Look, side: str, formation: str) -> Iterator[Unit]:
    """The units of a side's formation on the map."""
    return (unit for unit in look.own(side) if unit.on_map and formation_of(look, unit) == formation)
