"""Air Drops of units, as planned: this unit, on this hex, in this turn, in the Movement Phase only (14.10b).

Each unit rolls by itself, by parachute or by glider. A unit that lands has finished its move and spends no MP in the
phase; the stacking limit holds at the end of the segment, as for everybody. On an enemy combat unit everything is
destroyed; what else the enemy has there is captured (9.14). Aircraft that abort before the drop take their share home,
as with supply (`supply_drop`).

Cases: 4.7d-B, 14.10a, 14.10d-B
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from redball.core.engine import Run
from redball.core.events import UnitEvent
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import State, Unit
from redball.core.telling import Names
from redball.rules.air.cargo import refuse_flyer, refuse_weight
from redball.rules.air.drop import read_drop
from redball.rules.air.drop_plans import plans_of
from redball.rules.air.kind import Cargo, Mission, MissionKind
from redball.rules.air.supply_drop import (
    ENEMY,
    NO_PLAN,
    drop_of,
    nation_over,
    refuse_dropper,
    taken_home,
    ways_to,
)
from redball.rules.air.supply_drop import unload as drop_supply
from redball.rules.air.transport import can_carry, fly_on
from redball.rules.capture.claims import capture_on_entry
from redball.rules.combat.points import ENTERED_HEX
from redball.rules.ground.air_force import Plane
from redball.rules.ground.drops import DropPlan, is_para, plan_in, with_landed, without_plans
from redball.rules.ground.occupancy import holds_enemy
from redball.rules.units.abilities import attack_capable
from redball.rules.units.airlift import Airlift, airlift_of, with_airlift
from redball.rules.units.losses import alive, eliminate

NOT_PLANNED = refusal(
    "drop.no_plan",
    case="14.10b-A",
    text="no drop on {hexes} is planned for this turn",
    remedy="plan drops in the Aircraft Refit Phase, at least two turns ahead",
)
NO_PARA = refusal(
    "drop.no_para",
    case="14.10a",
    text="{units} has no Para symbol, so it lands only by glider",
    remedy="let it go on a glider",
)
SPENT = refusal("drop.spent", case="4.7d-B", text="{units} has spent MP in this phase; a unit that is dropped may not")
DEFENDED = refusal(
    "drop.not_attack_capable",
    case="14.10d-B",
    text="{hexes} holds something of the enemy's, and {units} is not Attack-Capable",
)
NOBODY = refusal(
    "drop.nobody",
    case="14.10b-A",
    text="no unit is on board for {hexes} yet",
    remedy="let a unit go with the aircraft; supply alone is an Air Drop of supply",
)


class UnitDropped(UnitEvent, frozen=True, kw_only=True):
    """A unit from `start` was dropped on `hex`, by parachute or by `glider`: it landed, or it is destroyed next
    (14.10d-A). Its plan is carried out."""

    openly: ClassVar[bool] = True
    start: int
    hex: int
    roll: int
    lands: bool
    ledger: Ledger
    glider: bool = False

    def changed(self, unit: Unit) -> Unit:
        if not self.lands:
            return unit
        activity = replace(unit.activity, origin=unit.began_at, moved=True, changed=True)
        airlift = Airlift(airlift_of(unit).spent, flown=True)
        return with_airlift(unit.change(hex=self.hex, activity=activity), airlift)

    def apply(self, state: State) -> State:
        state = without_plans(super().apply(state), (self.unit,))
        return with_landed(state, self.unit) if self.lands else state

    def told(self, n: Names) -> str:
        how = "by glider " if self.glider else ""
        effect = "it lands" if self.lands else "it is destroyed"
        return f"{n.unit(self.unit)} is dropped {how}on {n.hex(self.hex)}: {self.roll}, {effect}"


EVENTS = (UnitDropped,)


class UnitDrop(Struct, frozen=True, tag=True):
    """Units that a side drops on a hex, from aircraft of a nation, in the order in which they roll; those that have
    `landed`."""

    side: str
    hex: int
    nation: str
    pieces: tuple[Cargo, ...]
    landed: tuple[str, ...] = ()


# --- the drop ----------------------------------------------------------------------------------------------------


def defended(look: Look, side: str, hex_: int) -> bool:
    """14.10d-B: an enemy combat unit is in the hex, so nothing lands."""
    return look.has_combat_units(hex_, look.enemy(side))


def dice(look: Look, data: UnitDrop) -> int:
    """Two for each unit; none where nothing lands anyway."""
    return 2 if data.pieces and not defended(look, data.side, data.hex) else 0


def rolled(run: Run, data: UnitDrop, thrown: tuple[int, ...]) -> None:
    """14.10d-A: each unit by itself; one that does not land is destroyed."""
    piece, *others = data.pieces
    drop = drop_of(run.look, data.side, data.hex, data.nation, supply=False, glider=piece.glider)
    roll, lands = read_drop(run.world.charts, drop, sum(thrown))
    run.emit(
        UnitDropped(
            case="14.10d-A",
            side=data.side,
            unit=piece.unit,
            start=piece.start,
            hex=data.hex,
            roll=roll.value,
            lands=lands,
            ledger=roll.ledger(),
            glider=piece.glider,
        )
    )
    if not lands:
        eliminate(run, piece.unit, "its drop", "14.10d-A")
    run.set(replace(data, pieces=tuple(others), landed=(*data.landed, piece.unit) if lands else data.landed))
    run.go("roll")


def come_down(run: Run, data: UnitDrop) -> None:
    """Units left to drop on an enemy combat unit are destroyed; those that landed have entered the hex (9.14)."""
    for piece in data.pieces:
        eliminate(run, piece.unit, "landing on enemy units", "14.10d-B")
    landed = alive(run.look, data.landed)
    if landed:
        run.look.policies[ENTERED_HEX](run, landed, data.hex)
        capture_on_entry(run, data.side, data.hex)


DROP = Procedure(
    "unit_drop",
    UnitDrop,
    (
        Chance("roll", "Air Transport Success Table", "14.10d-A", dice, rolled, lambda look, data: data.side),
        Do("come_down", come_down),
    ),
)

PROCEDURES = (DROP,)


# --- the mission -------------------------------------------------------------------------------------------------


def due(look: Look, side: str) -> tuple[DropPlan, ...]:
    """Plans of a side for this turn."""
    return tuple([plan for plan in plans_of(look, side) if plan.turn == look.state.clock.turn])


def _hexes(look: Look, side: str) -> Iterator[int]:
    return iter(sorted({plan.hex for plan in due(look, side)}))


def _refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
    return None if hex_ in _hexes(look, side) else NOT_PLANNED(hexes=(hex_,))


def _lifts_planned(look: Look, plane: Plane) -> bool:
    """It could carry a unit that is where it is, and whose drop is due."""
    units = (look.unit(plan.unit) for plan in due(look, plane.side)) if can_carry(look, plane) else ()
    return any(unit.hex == plane.hex and refuse_flyer(look, unit) is None for unit in units)


def refuse_unit(look: Look, data: Mission, unit: Unit, glider: bool) -> Refusal | None:
    """Whether a unit may be dropped there now, in that way."""
    plan = plan_in(look.state, unit.id)
    if plan is None or (plan.hex, plan.turn) != (data.hex, look.state.clock.turn):
        return NO_PLAN(units=(unit.id,), hexes=(data.hex,))
    if unit.activity.spent or airlift_of(unit).spent:
        return SPENT(units=(unit.id,))
    if not glider and not is_para(look.counter(unit)):
        return NO_PARA(units=(unit.id,))
    captures = attack_capable(look, unit) or not holds_enemy(look, data.side, data.hex)
    return None if captures else DEFENDED(units=(unit.id,), hexes=(data.hex,))


def refuse_cargo(look: Look, data: Mission) -> Refusal | None:
    """What its aircraft and gliders carry; supply is not dropped where anything of the enemy's is."""
    if any(piece.tokens for piece in data.cargo) and holds_enemy(look, data.side, data.hex):
        return ENEMY(hexes=(data.hex,))
    return refuse_weight(look, data)


def _refuse_ready(look: Look, data: Mission) -> Refusal | None:
    if not any(piece.unit for piece in data.cargo):
        return NOBODY(hexes=(data.hex,))
    return refuse_cargo(look, data)


def unload(run: Run, data: Mission) -> None:
    """A roll for each unit, then one for each token."""
    drop_supply(run, data)  # pushed first, so it comes last
    units = tuple([piece for piece in data.cargo if piece.unit])
    nation = nation_over(run.look, data)
    if units and nation:
        run.push("unit_drop", UnitDrop(data.side, data.hex, nation, units))


AIR_DROP = MissionKind(
    row="air_drop",
    segment="movement",
    phases=("movement",),
    hexes=_hexes,
    refuse_hex=_refuse_hex,
    reach=lambda shown: shown.range,
    lead=_lifts_planned,
    refuse_ready=_refuse_ready,
    resolve=fly_on,
    refuse_plane=refuse_dropper,
    trips=ways_to,
    refuse_unit=refuse_unit,
    refuse_cargo=refuse_cargo,
    unload=unload,
    home=taken_home,
)
