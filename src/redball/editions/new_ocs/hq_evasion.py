"""HQs get away: an HQ that would lose its step in a combat, or for a ZOC in retreat, rolls to evade instead.

It rolls on the supply evasion table, always with the modifier for combat: in the truck column if its Move side has an
MA above 10, else in the wagon column. The owner chooses where it goes, but an HQ does not enter a hex with anything
of the enemy's (4.8c). It turns its Move side up, as retreating HQs do; if no hex closer to a source is in reach, it is
lost.

Cases: N13.1c-evade, N13.1c-evade-column, N13.1c-relocate-failure
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import MP
from redball.core.actions import Displace
from redball.core.chances import Courses, courses_of_two
from redball.core.engine import Run
from redball.core.events import UnitEvent
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import Names
from redball.editions.new_ocs.charts import Lift, SupplyEvasion
from redball.editions.new_ocs.refuges import refuges
from redball.forces.counter import LEG, TRUCK, Mobility
from redball.rules.capture.claims import capture_on_entry
from redball.rules.combat.record import CombatData
from redball.rules.combat.retreat import turn_to_march
from redball.rules.ground.occupancy import can_occupy, held_by
from redball.rules.moving_stack.move_ends import settle_reserves
from redball.rules.units.losses import eliminate


class HqEvaded(UnitEvent, frozen=True, kw_only=True):
    """An HQ got away instead of losing its step (N13.1c)."""

    start: int
    hex: int

    def changed(self, unit: Unit) -> Unit:
        return unit.change(hex=self.hex, activity=replace(unit.activity, origin=unit.began_at, bridge=-1))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} escapes to {n.hex(self.hex)}"


EVENTS = (HqEvaded,)


TRUCKED = 10 * MP
"""An HQ with more MA than this on its Move side uses the truck column."""
CAUSE = "HQ evasion"

NO_REFUGE = refusal(
    "evasion.hex",
    case="N13.1c-relocate",
    text="{units} cannot get away to {hexes}: it goes up to {need} {detail} MP, closer to a friendly supply source,"
    " and not into anything of the enemy's",
)


class HqEvasion(Struct, frozen=True, tag=True):
    """An HQ tries to get away; `evades` once the dice allow it."""

    side: str
    unit: str
    evades: bool = False


def escape(look: Look, unit: Unit) -> tuple[str, Any] | None:
    """The procedure by which a unit may get away instead of losing a step: for HQs only."""
    return ("hq_evasion", HqEvasion(unit.side, unit.id)) if look.counter(unit).kind == "hq" else None


def lift(look: Look, uid: str) -> tuple[Lift, Mobility]:
    """The column of the table, and the kind of MP for the way."""
    return ("truck_lift", TRUCK) if look.counter(uid).move.ma > TRUCKED else ("wagon_lift", LEG)


def open_to(look: Look, data: HqEvasion) -> tuple[int, ...]:
    """The hexes to which the HQ may get away: where it could stand, and nothing of the enemy's is."""
    column, mobility = lift(look, data.unit)
    mp = look.world.charts.table(SupplyEvasion).evade_mp[column]
    taken, counter = held_by(look, look.enemy(data.side)), look.counter(data.unit)
    found = refuges(look, data.side, look.unit(data.unit).hex, mobility, mp * MP)
    return tuple(hex_ for hex_ in found if hex_ not in taken and can_occupy(look.world, hex_, counter))


def two_dice(look: Look, data: HqEvasion) -> int:
    """Two dice."""
    return 2


def gets_away(look: Look, uid: str, total: int) -> bool:
    """Whether the HQ gets away on this throw."""
    column, _ = lift(look, uid)
    return look.world.charts.table(SupplyEvasion).outcome(column, total, after_combat=True) == "evade"


def courses(look: Look, data: HqEvasion) -> Courses:
    """The two outcomes: it gets away, or not."""
    return courses_of_two(lambda total: gets_away(look, data.unit, total))


def roll(run: Run, data: HqEvasion, dice: tuple[int, ...]) -> None:
    """Evaded, or eliminated."""
    if gets_away(run.look, data.unit, sum(dice)):
        run.set(replace(data, evades=True))
    else:
        eliminate(run, data.unit, CAUSE, "N13.1c-relocate-failure")


def no_way(run: Run, data: HqEvasion) -> None:
    """An HQ that has nowhere to go is lost after all."""
    if data.evades and not open_to(run.look, data):
        eliminate(run, data.unit, CAUSE, "N13.1c-relocate")
        run.set(replace(data, evades=False))


def decides(look: Look, data: HqEvasion) -> str | None:
    """The owner, when it evades."""
    return data.side if data.evades else None


def candidates(look: Look, data: HqEvasion) -> Iterator[Displace]:
    """Every hex to which it may go."""
    return (Displace(data.unit, hex_) for hex_ in open_to(look, data))


def refuse(look: Look, data: HqEvasion, action: Displace) -> Refusal | None:
    """Refuse another unit, or a hex out of reach."""
    if action.unit == data.unit and action.hex in open_to(look, data):
        return None
    column, mobility = lift(look, data.unit)
    mp = look.world.charts.table(SupplyEvasion).evade_mp[column]
    return NO_REFUGE(units=(action.unit,), hexes=(action.hex,), need=mp, detail=mobility.capitalize())


def take(run: Run, data: HqEvasion, action: Displace) -> None:
    start = run.look.unit(data.unit).hex
    turn_to_march(run, data.unit)
    run.emit(HqEvaded(case="N13.1c-relocate", side=data.side, unit=data.unit, start=start, hex=action.hex))
    run.set(replace(data, evades=False))
    settle_reserves(run, (data.unit,))
    capture_on_entry(run, data.side, action.hex)


def try_all(run: Run, data: CombatData) -> None:
    """Try each HQ in turn, once all losses of the side are assigned."""
    if not data.defence.fleeing:
        return
    first, *others = data.defence.fleeing
    run.set(replace(data, defence=replace(data.defence, fleeing=tuple(others))))
    found = escape(run.look, run.look.unit(first))
    if found is not None:
        run.go("defender_escapes")
        run.push(*found)


EVASION = Procedure(
    "hq_evasion",
    HqEvasion,
    (
        Chance("roll", "HQ evasion", "N13.1c-evade", two_dice, roll, lambda look, data: data.side, courses),
        Do("no_way", no_way),
        Choose(
            "relocate",
            "Where does the HQ evade to?",
            decides,
            (Option(Displace, candidates, refuse, take),),
            case="N13.1c-relocate",
        ),
    ),
)

PROCEDURES = (EVASION,)
POLICIES = {"escape": escape}
EDITS = (("combat", "after", "defender_loss", Do("defender_escapes", try_all)),)
