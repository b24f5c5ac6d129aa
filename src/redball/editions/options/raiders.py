"""Option: raiders on a railroad are shifted off it. At the end of an Exploitation Phase the other side
may call a Raider Check.

The check covers its HQs that had trace in its last Supply Phase and have none now. A railroad is needed if such an HQ
would trace along it without units on rail hexes with their Move side up (Move or Strat Mode). Such a unit goes one or
two hexes, over ground that it may enter, to a hex without a needed railroad; if there is no such hex
it stays. It spends no MP and captures nothing.

Cases: 21.10, 21.10b
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Action, Done
from redball.core.derived import derived
from redball.core.edition import Part, option
from redball.core.engine import Run
from redball.core.events import Event, UnitEvent
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.shown import BACK, Shown
from redball.core.state import NOT_ARRIVED, Unit
from redball.core.telling import Names
from redball.rules.capture.claims import come_into
from redball.rules.combat.retreat import refuse_entry
from redball.rules.ground.occupancy import holds_enemy
from redball.rules.ground.railroads import rail_hexes
from redball.rules.moving_stack.move_ends import settle_reserves
from redball.rules.sequence.turn import PlayerTurn
from redball.rules.trace.sources import stations
from redball.rules.trace.tracing import traces, ways
from redball.rules.units.stacking import has_limit, re_in_hex, stacking_limit


class CallRaiderCheck(Action, frozen=True, tag="call_raider_check"):
    """Have units that sit on a railroad and cut HQs off shifted (21.10b)."""

    shown = Shown("Raiders", 2, "Call for a Raider Check")


class ShiftRaider(Action, frozen=True, tag="shift_raider"):
    """Shift a raider off the railroad, one or two hexes (21.10b)."""

    unit: str
    hex: int
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Shift", 3, "{unit} to {hex}", place="map", mark=BACK)


class RaiderCheckCalled(Event, frozen=True, kw_only=True):
    """A side wants the railroads through these hexes cleared of raiders (21.10b)."""

    hexes: tuple[int, ...]

    def told(self, n: Names) -> str:
        return "Raider Check: raiders must clear the railroads that are needed"


class UnitShifted(UnitEvent, frozen=True, kw_only=True):
    """A raider was shifted off a railroad (21.10b)."""

    openly: ClassVar[bool] = True
    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, activity=replace(unit.activity, origin=unit.began_at, bridge=-1))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is shifted to {n.hex(self.hex)}"


EVENTS = (RaiderCheckCalled, UnitShifted)


CASE = "21.10b"
MODES = ("move", "strat")
FAR = 2
"""The most hexes that a raider is shifted."""

NO_RAIDER = refusal(
    "raiders.not_raider",
    case=CASE,
    text="{units} is not a raider: on a railroad, in Move or Strat Mode, and cutting an HQ off from trace supply",
)
NOT_THERE = refusal(
    "raiders.not_there",
    case=CASE,
    text="{units} cannot go to {hexes}: it goes one or two hexes, off the needed railroads, to a hex it may occupy",
)


class RaiderCheck(Struct, frozen=True, tag=True):
    """A Raider Check of the `side` whose HQs are cut off; `called`: the railroads that it `needs` are to be cleared."""

    side: str
    called: bool = False
    needs: tuple[int, ...] = ()


def open_check(run: Run, turn: PlayerTurn) -> None:
    """Open a Raider Check at the end of an Exploitation Phase."""
    run.push(CHECK.name, RaiderCheck(run.world.enemy(turn.side)))


# --- who is a raider -------------------------------------------------------------------------------------------


def sitters(look: Look, side: str) -> list[Unit]:
    """Combat units of the side on rail hexes in Move or Strat Mode; in other modes they stay, whichever side is up."""
    rails = frozenset(rail_hexes(look.world))
    return [u for u in look.own(side) if u.hex in rails and u.mode in MODES and look.counter(u).is_combat_unit]


def cut_off(look: Look, side: str) -> list[Unit]:
    """HQs on the map that had trace supply in the last Supply Phase of their side and have none now."""
    hqs = (hq for hq in look.own_of(side, "hq") if not look.board.is_box(hq.hex))
    return [hq for hq in hqs if not (hq.out_of_supply or hq.cut_off or traces(look, hq))]


@derived
def needed(look: Look, side: str) -> frozenset[int]:
    """The rail hexes along which cut-off HQs would trace if no unit in Move or Strat Mode sat on a railroad."""
    hqs, there = cut_off(look, side), sitters(look, look.enemy(side))
    if not hqs or not there:
        return frozenset()
    lifted = look.after(
        look.state.with_units([unit.change(hex=NOT_ARRIVED) for unit in there]), tuple(unit.id for unit in there)
    )
    lines = stations(lifted, side)
    best = (next(iter(ways(lifted, hq)), None) for hq in hqs)
    return frozenset(h for way in best if way is not None for h in lines.get(way.source, ()))


def raiders(look: Look, side: str, needs: frozenset[int]) -> list[Unit]:
    """Enemy units on a railroad that is needed."""
    return [unit for unit in sitters(look, look.enemy(side)) if unit.hex in needs]


# --- calling for it --------------------------------------------------------------------------------------------


def who_calls(look: Look, data: RaiderCheck) -> str | None:
    """The side whose HQs are cut off, if a raider could be shifted."""
    if data.called or not raiders(look, data.side, needed(look, data.side)):
        return None
    return data.side


def take_call(run: Run, data: RaiderCheck, action: CallRaiderCheck) -> None:
    needs = tuple(sorted(needed(run.look, data.side)))
    run.emit(RaiderCheckCalled(case=CASE, side=data.side, hexes=needs))
    run.set(replace(data, called=True, needs=needs))


def take_done(run: Run, data: RaiderCheck, action: Done) -> None:
    """Leave the raiders where they are."""
    run.go_on()


# --- shifting --------------------------------------------------------------------------------------------------


def who_shifts(look: Look, data: RaiderCheck) -> str | None:
    """The owner of raiders, while one can be shifted."""
    if data.called and next(shift_candidates(look, data), None) is not None:
        return look.enemy(data.side)
    return None


def shift_candidates(look: Look, data: RaiderCheck) -> Iterator[ShiftRaider]:
    """Every raider with every hex where it could go."""
    needs = frozenset(data.needs)
    for unit in raiders(look, data.side, needs):
        yield from (ShiftRaider(unit.id, hex_) for hex_ in refuges(look, unit, needs))


def refuges(look: Look, unit: Unit, needs: frozenset[int]) -> list[int]:
    """Hexes one or two away that the unit may enter and occupy, off the needed railroads."""
    reached = {unit.hex}
    for gone in range(FAR):
        for start in sorted(reached):
            there = (h for h in look.board.neighbours(start) if look.board.distance(unit.hex, h) == gone + 1)
            reached |= {h for h in there if may_pass(look, unit, start, h, gone)}
    limit = stacking_limit(look.world) - look.regimental_equivalents(unit)
    room = (h for h in sorted(reached) if not has_limit(look, h) or re_in_hex(look, unit.side, h) <= limit)
    return [hex_ for hex_ in room if hex_ not in needs]


def may_pass(look: Look, unit: Unit, start: int, hex_: int, gone: int) -> bool:
    """As for a retreating unit, and never into a hex with anything of the enemy's."""
    return not holds_enemy(look, unit.side, hex_) and refuse_entry(look, unit, start, hex_, gone) is None


def refuse_shift(look: Look, data: RaiderCheck, action: ShiftRaider) -> Refusal | None:
    """A raider may be shifted only to one of its refuges."""
    needs = frozenset(data.needs)
    unit = next((unit for unit in raiders(look, data.side, needs) if unit.id == action.unit), None)
    if unit is None:
        return NO_RAIDER(units=(action.unit,))
    return None if action.hex in refuges(look, unit, needs) else NOT_THERE(units=(unit.id,), hexes=(action.hex,))


def take_shift(run: Run, data: RaiderCheck, action: ShiftRaider) -> None:
    unit = run.look.unit(action.unit)
    run.emit(UnitShifted(case=CASE, side=unit.side, unit=unit.id, start=unit.hex, hex=action.hex))
    settle_reserves(run, (unit.id,))
    come_into(run, unit.side, action.hex)


CHECK = Procedure(
    "raider_check",
    RaiderCheck,
    (
        Choose(
            "call",
            "Call a Raider Check, which shifts units on railroads that cut your HQs off; or do not",
            who_calls,
            (
                Option(CallRaiderCheck, only(CallRaiderCheck()), always_legal, take_call),
                Option(Done, only(Done()), always_legal, take_done),
            ),
            case=CASE,
        ),
        Choose(
            "shift",
            "Shift a raider one or two hexes, off the railroads that the other side needs",
            who_shifts,
            (Option(ShiftRaider, shift_candidates, refuse_shift, take_shift),),
            case=CASE,
        ),
    ),
)
SHIFT_OFF = option(
    "raider_check",
    CASE,
    "Raiders: as an Exploitation Phase ends, units in Move or Strat Mode on a railroad that cut an HQ off are shifted "
    "off it",
    Part(
        "raider_check",
        procedures=(CHECK,),
        edits=(("player_turn", "before", "exploitation_combat_absorption", Do("raider_check", open_check)),),
        events=EVENTS,
    ),
)
SWITCHES = (SHIFT_OFF,)
