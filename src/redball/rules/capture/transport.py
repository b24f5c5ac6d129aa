"""Capture of Transport Points whose hex the enemy entered: some are captured, the others get away.

Points and tokens are divided separately (9.14c-A, 9.14c-E). Where the rule is silent: if displaced points cannot carry
all their supply, the rest stays on the ground where they went, or is lost with the switch `displaced_overload` (reading
1.74). If captured points cannot carry all captured tokens, the rest stays on the ground in the hex. If every point was
captured, the tokens left fall to the ground there and are rolled for with the dump.

Cases: 9.14c-A, 9.14c-B, 9.14c-C, 9.14c-D, 9.14c-E, 13.2g-F, 13.2i, K9.14-capture-vehicles
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import MP, NO_HEX
from redball.charts.rounding import percent_of
from redball.core.actions import Displace, GiveUp
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.events import (
    LoadCaptured,
    LoadShifted,
    SupplyDisplaced,
    SupplySpent,
    TransportCaptured,
    TransportDisplaced,
    TransportDivided,
    UnitEliminated,
)
from redball.core.events.supply import WASTED
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules.ground.occupancy import holds_enemy, is_enterable
from redball.rules.transport.loading import capacity, new_id, room
from redball.rules.units.abilities import formation_of, mobility, transport_kind

TransportKind = Literal["trucks", "wagons"]

OVERLOAD = Switch(
    "displaced_overload",
    "9.14c-C",
    "on_the_ground",
    ("on_the_ground", "lost"),
    "Supply that displaced Transport Points cannot carry is left on the ground where they went, or is lost",
)
SWITCHES = (OVERLOAD,)

NOT_THERE = refusal(
    "capture.not_there", case="9.14c-B", text="{units} is not one of the Transport Points rolled for in {hexes}"
)
TOO_FAR = refusal(
    "capture.too_far", case="9.14c-C", text="{units} can get away up to {need:hex}; {hexes} is {have} away"
)
ENEMY_THERE = refusal("capture.enemy_there", case="9.14c-C", text="{hexes} holds enemy units, supply or works")
CLOSED = refusal("capture.closed", case="9.14c-C", text="{units} cannot be in {hexes}: prohibited terrain")


class TransportCapture(Struct, frozen=True, tag=True):
    """One roll: `points` still to give up, `tokens` captured in all, and the counters already given up (`taken`)."""

    side: str
    hex: int
    loser: str
    kind: TransportKind
    points: int = 0
    tokens: int = 0
    taken: tuple[str, ...] = ()


def transport_in(look: Look, side: str, hex_: int, kind: TransportKind) -> list[Unit]:
    """A side's Transport Points in a hex for one column of the Capture Table (9.14c-A)."""
    table = look.world.charts.capture
    return [
        unit
        for unit in look.units_at(hex_, side)
        if unit.points and table.transport_kind(Fraction(look.counter(unit).move.ma, MP)) == kind
    ]


def left(look: Look, data: TransportCapture) -> list[Unit]:
    """Transport Points of this roll that are neither given up nor displaced yet."""
    return [unit for unit in transport_in(look, data.loser, data.hex, data.kind) if unit.id not in data.taken]


# --- which points --------------------------------------------------------------------------------------------------


def roll_die(look: Look, data: TransportCapture) -> int:
    """One die for all of them."""
    return 1


def roll_reason(look: Look, data: TransportCapture) -> str:
    """What the die is for."""
    return f"Capture Table, {data.kind}"


def rolled(run: Run, data: TransportCapture, dice: tuple[int, ...]) -> None:
    """Capture a percentage of the points, to the nearest point, and of the tokens, to the nearest token (9.14c-E)."""
    percent = run.world.charts.capture.percent(data.kind, dice[0])
    there = transport_in(run.look, data.loser, data.hex, data.kind)
    points = percent_of(sum(unit.points for unit in there), percent)
    tokens = percent_of(sum(unit.load for unit in there), percent)
    run.set(replace(data, points=points, tokens=tokens))


def type_of(look: Look, unit: Unit) -> tuple[object, ...]:
    """What makes points different; an Organic Truck belongs to its formation."""
    counter = look.counter(unit)
    return transport_kind(look, unit), formation_of(look, unit), counter.move.ma, counter.nation


def who_gives_up(look: Look, data: TransportCapture) -> str | None:
    """The owner, while points are owed and the rest differ in type (9.14c-B)."""
    return data.loser if data.points and len({type_of(look, unit) for unit in left(look, data)}) > 1 else None


def refuse_give_up(look: Look, data: TransportCapture, action: GiveUp) -> Refusal | None:
    """Any of the remaining points."""
    if action.unit not in {unit.id for unit in left(look, data)}:
        return NOT_THERE(units=(action.unit,), hexes=(data.hex,))
    return None


def give_up_candidates(look: Look, data: TransportCapture) -> Iterator[GiveUp]:
    """Every remaining counter."""
    return (GiveUp(unit.id) for unit in left(look, data))


def take_give_up(run: Run, data: TransportCapture, action: GiveUp) -> None:
    run.set(_given_up(run, data, run.look.unit(action.unit)))


def give_up_rest(run: Run, data: TransportCapture) -> None:
    """Give up what is still owed; the points left are all alike."""
    for unit in left(run.look, data):
        if data.points:
            data = _given_up(run, data, unit)
    run.set(data)


def _given_up(run: Run, data: TransportCapture, unit: Unit) -> TransportCapture:
    """Give up as many points of a counter as are owed; a part becomes a separate counter."""
    points = min(data.points, unit.points)
    given = unit.id
    if points < unit.points:
        given = new_id(run.look, unit.id)
        run.emit(
            TransportDivided(
                case="9.14c-A",
                side=data.loser,
                unit=unit.id,
                new=given,
                points=points,
                tokens=0,
                activity=unit.activity,
            )
        )
    return replace(data, points=data.points - points, taken=(*data.taken, given))


# --- which tokens --------------------------------------------------------------------------------------------------


def divide_loads(run: Run, data: TransportCapture) -> None:
    """Captured points carry the captured tokens; the others carry the rest."""
    taken, rest = data.taken, tuple(unit.id for unit in left(run.look, data))
    carried = min(data.tokens, sum(capacity(run.look.unit(uid)) for uid in taken))
    missing = carried - _load(run, taken)
    if missing > 0:
        _pour(run, data, rest, taken, missing)
    else:
        drop_surplus(run, data, taken, rest, -missing)
    beyond = data.tokens - carried
    for uid in rest:
        tokens = min(beyond, run.look.unit(uid).load)
        if tokens:
            run.emit(LoadCaptured(case="9.14c-A", side=data.side, hex=data.hex, tokens=tokens, unit=uid))
            beyond -= tokens
    for uid in rest:
        unit = run.look.unit(uid)
        _pour(run, data, (uid,), rest, unit.load - capacity(unit))


def drop_surplus(run: Run, data: TransportCapture, taken: tuple[str, ...], rest: tuple[str, ...], tokens: int) -> None:
    """Captured points give tokens back to points that get away, even beyond their capacity; if there are none, to the
    ground."""
    tokens = _pour(run, data, taken, rest, tokens)
    for uid in taken:
        over = min(tokens, run.look.unit(uid).load)
        if over and rest:
            run.emit(LoadShifted(case="9.14c-A", side=data.loser, giver=uid, taker=rest[0], tokens=over))
        elif over:
            run.emit(SupplyDisplaced(case="9.14c-A", side=data.loser, hex=data.hex, tokens=over, unit=uid))
        tokens -= over


def _load(run: Run, units: Iterable[str]) -> int:
    return sum(run.look.unit(uid).load for uid in units)


def _pour(run: Run, data: TransportCapture, givers: Iterable[str], takers: Iterable[str], tokens: int) -> int:
    """Shift up to `tokens` from givers to takers that have room. Returns the rest."""
    for taker in takers:
        for giver in givers:
            unit = run.look.unit(taker)
            some = min(tokens, run.look.unit(giver).load, room(unit))
            if some > 0 and giver != taker:
                run.emit(LoadShifted(case="9.14c-A", side=data.loser, giver=giver, taker=taker, tokens=some))
                tokens -= some
    return max(tokens, 0)


def change_hands(run: Run, data: TransportCapture) -> None:
    """The captured points may move at once in the capturing side's Movement Phase (9.14c-D, 13.2i)."""
    clock = run.state.clock
    may_move = clock.phase == "movement" and clock.phasing == data.side
    for uid in data.taken:
        run.emit(TransportCaptured(case="9.14c-A", side=data.side, unit=uid, may_move=may_move))


# --- displacement --------------------------------------------------------------------------------------------------


def refuse_refuge(look: Look, data: TransportCapture, unit: Unit, hex_: int) -> Refusal | None:
    """9.14c-C, reading 1.75: count hexes straight, whatever lies between, to a hex that the points may occupy."""
    limit = look.world.charts.capture.displacement_hexes(data.kind)
    distance = look.board.distance(data.hex, hex_)
    if not 1 <= distance <= limit:
        return TOO_FAR(units=(unit.id,), hexes=(hex_,), have=distance, need=limit)
    if holds_enemy(look, data.loser, hex_):
        return ENEMY_THERE(hexes=(hex_,))
    if not is_enterable(look.world, hex_, mobility(look, unit)):
        return CLOSED(units=(unit.id,), hexes=(hex_,))
    return None


def refuges(look: Look, data: TransportCapture, unit: Unit) -> Iterator[int]:
    """Hexes that the points can get away to."""
    limit = look.world.charts.capture.displacement_hexes(data.kind)
    return (h for h in look.board.within(data.hex, limit) if refuse_refuge(look, data, unit, h) is None)


def who_displaces(look: Look, data: TransportCapture) -> str | None:
    """The owner, while some of their points can get away (9.14c-C)."""
    can_go = any(next(refuges(look, data, unit), NO_HEX) != NO_HEX for unit in left(look, data))
    return data.loser if can_go else None


def refuse_displace(look: Look, data: TransportCapture, action: Displace) -> Refusal | None:
    """Only points that were not captured, and only to an allowed hex."""
    if action.unit not in {unit.id for unit in left(look, data)}:
        return NOT_THERE(units=(action.unit,), hexes=(data.hex,))
    return refuse_refuge(look, data, look.unit(action.unit), action.hex)


def displace_candidates(look: Look, data: TransportCapture) -> Iterator[Displace]:
    """Every refuge of every counter."""
    return (Displace(unit.id, hex_) for unit in left(look, data) for hex_ in refuges(look, data, unit))


def take_displace(run: Run, data: TransportCapture, action: Displace) -> None:
    """All tokens go along. Those beyond the points' capacity fall to the ground there, or are lost (reading 1.74)."""
    unit = run.look.unit(action.unit)
    run.emit(TransportDisplaced(case="9.14c-C", side=data.loser, unit=unit.id, start=data.hex, hex=action.hex))
    over = unit.load - capacity(unit)
    if over > 0 and run.look.switch(OVERLOAD.name) == "lost":
        run.emit(
            SupplySpent(
                case="9.14c-C",
                side=data.loser,
                hex=action.hex,
                tokens=over,
                purpose=WASTED,
                holder=unit.id,
                unit=unit.id,
            )
        )
    elif over > 0:
        run.emit(SupplyDisplaced(case="9.14c-C", side=data.loser, hex=action.hex, tokens=over, unit=unit.id))


def lose_stranded(run: Run, data: TransportCapture) -> None:
    """Points with no hex to go to are lost with their load, like units forced off the map."""
    for unit in left(run.look, data):
        run.emit(UnitEliminated(case="9.14c-C", side=data.loser, unit=unit.id, steps=0, cause="nowhere to go"))


TRANSPORT_CAPTURE = Procedure(
    "transport_capture",
    TransportCapture,
    (
        Chance("roll", roll_reason, "9.14c-A", roll_die, rolled, lambda look, data: data.side),
        Choose(
            "give_up",
            "Which of your Transport Points are captured?",
            who_gives_up,
            (Option(GiveUp, give_up_candidates, refuse_give_up, take_give_up),),
            case="9.14c-B",
        ),
        Do("give_up_rest", give_up_rest),
        Do("divide_loads", divide_loads),
        Do("change_hands", change_hands),
        Choose(
            "displace",
            "Where do your Transport Points go?",
            who_displaces,
            (Option(Displace, displace_candidates, refuse_displace, take_displace),),
            case="9.14c-C",
        ),
        Do("stranded", lose_stranded),
    ),
)
