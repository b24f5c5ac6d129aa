"""The Breakout Segment: units that are cut off try to reach their own lines. They return later, or never.

Each attempt is followed by a new trace check of who may still try: a unit is out of trace when it has no way to trace
at all. It is a unit's first turn (12.8e-4) if it is not marked Out of Supply and had trace in its side's last Supply
Phase; whether it ate then does not matter (reading 1.101). A friend in trace supply means a combat unit, for both
conditions (reading 1.102).

Cases: 12.8e-1, 12.8e-2, 12.8e-3, 12.8e-4, 12.8e-A, 12.8e-B
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.board.costs import PROHIBITED
from redball.board.hexes import MP
from redball.board.kernel import reach
from redball.board.pure import LIMIT_MAX
from redball.core.actions import Breakout, Done
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import LoadLeft, TransportDivided, UnitBrokeOut
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import NOT_ARRIVED, Unit
from redball.forces.counter import TRUCK, Mobility
from redball.rules.ground.bridges import ground
from redball.rules.supply.paths import held, troops
from redball.rules.trace.tracing import untraced, ways
from redball.rules.transport.loading import new_id
from redball.rules.units.losses import eliminate
from redball.scenarios.records import Arrival

CAUSE = "breakout"

NOT_OWN = refusal("breakout.not_own", case="12.8e-1", text="{units} is not a unit of this side on the map")
IN_TRACE = refusal(
    "breakout.in_trace",
    case="12.8e-1",
    text="{units} has trace supply{detail}; only units that are cut off may break out",
)
NO_MA = refusal("breakout.no_ma", case="12.8e-1", text="{units} has no printed MA of 1 or more")
NOT_COMBAT = refusal(
    "breakout.not_combat",
    case="12.8e-4",
    text="{units} is not a combat unit; Transport Points may break out only in the first turn that they are cut off",
)
NO_PATH = refusal(
    "breakout.no_path",
    case="12.8e-A",
    text="no path in {detail} MP, free of the enemy, leads from {hexes} to a friendly combat unit in trace supply",
)
TOO_FAR = refusal(
    "breakout.too_far",
    case="12.8e-B",
    text="no friendly combat unit in trace supply is within {need:hex} of {units} (nearest: {have})",
)


class BreakoutSegment(Struct, frozen=True, tag=True):
    """The Breakout Segment of a side."""

    side: str


class BreakingOut(Struct, frozen=True, tag=True):
    """One attempt: the unit, and whether it got `through`, so that only its turn of return is still to be rolled."""

    side: str
    unit: str
    first_turn: bool
    through: bool = False


# --- who is cut off ------------------------------------------------------------------------------------------------


def is_first_turn(unit: Unit) -> bool:
    """12.8e-4, reading 1.101: the unit had trace supply in its side's last Supply Phase."""
    return not unit.out_of_supply and not unit.cut_off


@derived
def relievers(look: Look, side: str) -> frozenset[int]:
    """Hexes with combat units of a side in trace supply now (reading 1.102)."""
    fighting = [u for u in look.own(side) if look.counter(u).is_combat_unit]
    cut_off = {u.id for u in untraced(look, fighting)}
    return frozenset(u.hex for u in fighting if u.id not in cut_off)


@derived
def open_country(look: Look, side: str, mobility: Mobility) -> frozenset[int]:
    """12.8e-A: hexes from which a path of any length leads to a reliever: not over prohibited terrain, though over
    bridges (13.8b-A), nor through enemy combat units, nor, in Truck MP, through un-negated enemy ZOCs. The first hex
    itself is not tested."""
    graph = ground(look, side, mobility)
    steps = array("h", (PROHIBITED if cost == PROHIBITED else 1 for cost in graph.cost))
    mask = held(look, side) if mobility == TRUCK else troops(look, side)
    friends = sorted(relievers(look, side))
    return frozenset(reach(steps, graph.neighbours, friends, LIMIT_MAX, mask, None, True).hexes())


def refuse_breakout(look: Look, data: BreakoutSegment, action: Breakout) -> Refusal | None:
    """12.8e-1: who may try; after the first turn the conditions of 12.8e-A and 12.8e-B apply too."""
    unit = look.unit(action.unit)
    counter = look.counter(unit)
    if unit.side != data.side or not unit.on_map:
        return NOT_OWN(units=(unit.id,))
    first = is_first_turn(unit)
    if not counter.is_combat_unit and not (first and unit.points):
        return NOT_COMBAT(units=(unit.id,))
    if max(face.ma for face in (counter.combat, counter.move) if face is not None) < MP:
        return NO_MA(units=(unit.id,))
    found = ways(look, unit)
    if found:
        return IN_TRACE(units=(unit.id,), detail=f" through {found[0].via}" if found[0].via else "")
    return None if first else _refuse_conditions(look, unit)


def _refuse_conditions(look: Look, unit: Unit) -> Refusal | None:
    friends = relievers(look, unit.side)
    distance = min((look.board.distance(unit.hex, h) for h in friends), default=None)
    within = look.world.charts.breakout.friend_within
    if distance is None or distance > within:
        return TOO_FAR(units=(unit.id,), have="none" if distance is None else distance, need=within)
    mobility = look.counter(unit).move.mobility
    if unit.hex not in open_country(look, unit.side, mobility):
        return NO_PATH(units=(unit.id,), hexes=(unit.hex,), detail=mobility.capitalize())
    return None


def candidates(look: Look, data: BreakoutSegment) -> Iterator[Breakout]:
    """Units that are cut off."""
    return (Breakout(unit.id) for unit in untraced(look, look.own(data.side)))


def who_breaks_out(look: Look, data: BreakoutSegment) -> str | None:
    """The side, while one of its units may try."""
    able = any(refuse_breakout(look, data, action) is None for action in candidates(look, data))
    return data.side if able else None


def chance(look: Look, unit: Unit) -> int:
    """How many of the six die rolls let an attempt of the unit succeed now (12.8e-2, 12.8e-4)."""
    table, first = look.world.charts.breakout, is_first_turn(unit)
    return sum(table.result(die, first) == "returns" for die in range(1, 7))


# --- an attempt ----------------------------------------------------------------------------------------------------


def take_breakout(run: Run, data: BreakoutSegment, action: Breakout) -> None:
    """A counter of several Transport Points tries point by point (12.8e-4). No SP leave the hex."""
    unit = run.look.unit(action.unit)
    trying = unit.id
    if unit.points:
        left_behind = max(0, unit.load - 4 * (unit.points - 1))
        if left_behind:
            run.emit(LoadLeft(case="12.8e-4", side=data.side, unit=unit.id, hex=unit.hex, tokens=left_behind))
        if unit.points > 1:
            trying = new_id(run.look, unit.id)
            run.emit(TransportDivided(case="12.8e-4", side=data.side, unit=unit.id, new=trying, points=1, tokens=0))
    run.push("breakout", BreakingOut(data.side, trying, is_first_turn(unit)))


def take_done(run: Run, data: BreakoutSegment, action: Done) -> None:
    """12.8e-1: breakout is always voluntary."""
    run.go_on()


def try_dice(look: Look, data: BreakingOut) -> int:
    """One die for the unit or point."""
    return 1


def tried(run: Run, data: BreakingOut, dice: tuple[int, ...]) -> None:
    """12.8e-2: the unit gets through or goes to the Dead Pile."""
    if run.world.charts.breakout.result(dice[0], data.first_turn) == "returns":
        run.set(replace(data, through=True))
    else:
        eliminate(run, data.unit, CAUSE, "12.8e-2")


def return_dice(look: Look, data: BreakingOut) -> int:
    """One more die if the unit got through."""
    return int(data.through)


def escaped(run: Run, data: BreakingOut, dice: tuple[int, ...]) -> None:
    """The unit returns that many turns later."""
    turn = run.state.clock.turn + dice[0]
    run.emit(UnitBrokeOut(case="12.8e-2", side=data.side, unit=data.unit, turn=turn))


# --- the return ----------------------------------------------------------------------------------------------------


def return_entries(look: Look, side: str) -> tuple[int, ...]:
    """Where units of a side return: as the scenario says, or else at its trace sources and reinforcement entry hexes
    (reading 1.104)."""
    scenario = look.world.scenario
    if side in scenario.breakout_entry:
        return scenario.breakout_entry[side]
    entries = [h for arrival in scenario.arrivals if arrival.side == side for h in arrival.entry]
    return tuple(dict.fromkeys((*scenario.sources.get(side, ()), *entries)))


def returning(look: Look, side: str, turn: int = 0) -> dict[str, Arrival]:
    """Units of a side that return in this turn (or another), as arrivals; Transport Points come empty."""
    turn = turn or look.state.clock.turn
    due = [u for u in look.state.units.values() if u.returns == turn and u.side == side and u.hex == NOT_ARRIVED]
    entry = return_entries(look, side) if due else ()
    return {u.id: Arrival(turn, side, entry, (u.id,), load={u.id: 0}) for u in due}


BREAKOUT_SEGMENT = Procedure(
    "breakout_segment",
    BreakoutSegment,
    (
        Choose(
            "try",
            "Break out with units that are cut off, or continue",
            who_breaks_out,
            (
                Option(Breakout, candidates, refuse_breakout, take_breakout),
                Option(Done, only(Done()), always_legal, take_done),
            ),
            case="12.8e-1",
        ),
    ),
)

BREAKOUT = Procedure(
    "breakout",
    BreakingOut,
    (
        Chance("roll", "Breakout", "12.8e-2", try_dice, tried, lambda look, data: data.side),
        Chance("turns", "turns until the return", "12.8e-2", return_dice, escaped, lambda look, data: data.side),
    ),
)

PROCEDURES = (BREAKOUT_SEGMENT, BREAKOUT)
