"""How overruns differ from combat: which units may, at what MP cost, against which hexes.

The combat itself is the procedure "combat" with kind "overrun"; `redball.rules.movement.move` continues the stack's
move afterwards.

Cases: 8.0-A, 8.0-B, 8.0-D, 8.1-A, 8.1-B, 8.1a, 8.1b, 8.1c, 8.1d, 8.1f, 8.1g, 8.1h, 4.8a-D, 5.10b-C, 9.1c-D, 12.5b-B
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from redball.board.costs import ALL, PROHIBITED, MoveGraph, dearness
from redball.core.actions import DeclareOverrun
from redball.core.engine import Run
from redball.core.events import OverrunDeclared
from redball.core.ledger import show_mp
from redball.core.look import Look, re_text
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import MODES
from redball.rules.combat.points import REFUSE_COMPANY, SUPPLY_FORBIDS
from redball.rules.combat.procedure import CombatData
from redball.rules.ground.bridges import refuse_overrun
from redball.rules.ground.trainbusting import hindered
from redball.rules.movement.points import REFUSE_OVERRUN_GROUND, REFUSE_OVERRUN_TARGET
from redball.rules.moving_stack import fuel
from redball.rules.moving_stack.move_ends import BOUND, MoveData, mp_left
from redball.rules.moving_stack.simulcast import refuse_fight
from redball.rules.units.abilities import attack_capable, mobility

NOT_ADJACENT = refusal("overrun.not_adjacent", case="8.0-B", text="{hexes} is not next to the moving stack")
NO_ENEMY = refusal(
    "overrun.no_enemy",
    case="8.0-A",
    text="{hexes} holds no enemy combat units; enter it instead",
)
NOT_CAPABLE = refusal(
    "overrun.not_capable",
    case="8.1-A",
    text="{units} is not Attack-Capable; every unit of an overrunning stack must take part",
    remedy="leave it behind first",
    remedies={"alone": "send a stack of Attack-Capable units"},
)
WRONG_MODE = refusal(
    "overrun.mode",
    case="8.1-A",
    text="{units} is in {detail} Mode; overruns need Combat, Move or Exploitation Mode",
    remedy="leave it behind first",
    remedies={"alone": "send a stack in Combat, Move or Exploitation Mode"},
)
NOT_STACKED = refusal(
    "overrun.not_stacked",
    case="8.1-A",
    text="{units} did not begin the phase stacked with the others",
    remedy="leave it behind first",
)
FEW_MP = refusal("overrun.few_mp", case="8.1a", text="{units} has {have} MP left; an overrun takes {need}")
TOO_DEAR = refusal(
    "overrun.too_dear",
    case="8.1b",
    text="entering {hexes} without road or bridge would cost {units} {have} MP; an overrun allows at most {need}",
)
CLOSED = refusal(
    "overrun.prohibited",
    case="8.1c",
    text="{units} cannot enter {hexes} without a road or bridge, so it cannot overrun it",
    remedy="overrun it from a hex from which it could be entered without road or bridge",
)
OVERSTACKED = refusal(
    "overrun.overstacked",
    case="4.8a-D",
    text="{hexes} holds {have}; an overrun may start from a hex with at most {need}",
)
NO_FUEL = refusal(
    "overrun.no_fuel",
    case="12.5b-B",
    text="{units} needs fuel to overrun, even against a neighbouring hex",
    remedy="pay for its fuel first",
)


def refuse(look: Look, data: MoveData, action: DeclareOverrun) -> Refusal | None:
    """Every reason why the stack cannot overrun that hex, which is one next to it (8.1d)."""
    refused = refuse_fight(look)
    if refused is not None:
        return refused
    direction = look.board.direction(data.hex, action.hex)
    if direction < 0:
        return NOT_ADJACENT(hexes=(action.hex,))
    if not look.has_combat_units(action.hex, look.enemy(data.side)):
        return NO_ENEMY(hexes=(action.hex,))
    units = [look.unit(uid) for uid in data.units]
    for i, unit in enumerate(units):
        refused = refuse_unit(look, data, unit, direction, units[0].began_at)
        refused = refused or look.policies[REFUSE_COMPANY](look, data.units[:i], unit)
        if refused is not None:
            return refused
    refused = look.policies[REFUSE_OVERRUN_TARGET](look, data, action.hex)
    if refused is not None:
        return refused
    limit = look.world.charts.strength_states.stacking_re * 4
    total = sum(look.regimental_equivalents(u) for u in look.combat_units_at(data.hex, data.side))
    if total > limit:
        return OVERSTACKED(hexes=(data.hex,), have=re_text(total), need=re_text(limit))
    return None


def refuse_unit(look: Look, data: MoveData, unit: Unit, direction: int, began_at: int) -> Refusal | None:
    """One unit's part: capability, mode, common start, fuel, MP and terrain (reading 1.41: each for itself)."""
    refused = _refuse_state(look, unit, alone=len(data.units) == 1) or look.policies[SUPPLY_FORBIDS](
        look, unit, "attack"
    )
    if refused is not None:
        return refused
    if unit.began_at != began_at:
        return NOT_STACKED(units=(unit.id,))
    if not fuel.is_fueled(look, unit):
        return NO_FUEL(units=(unit.id,))
    states = look.world.charts.strength_states
    needed = states.overrun_mp * 12
    left = mp_left(look, data, unit.id)
    if left < needed:
        return FEW_MP(units=(unit.id,), have=show_mp(left), need=show_mp(needed))
    return look.policies[REFUSE_OVERRUN_GROUND](look, unit, data.hex, direction)


def refuse_plan(look: Look, unit: Unit, hex_: int) -> Refusal | None:
    """As `refuse_unit`, of a unit that would overrun from where it stands, fueled and with its MP: what is against it
    whatever it pays."""
    direction = look.board.direction(unit.hex, hex_)
    if direction < 0:
        return NOT_ADJACENT(hexes=(hex_,))
    return _refuse_state(look, unit, alone=True) or look.policies[REFUSE_OVERRUN_GROUND](
        look, unit, unit.hex, direction
    )


def _refuse_state(look: Look, unit: Unit, *, alone: bool) -> Refusal | None:
    so = "alone" if alone else ""
    if unit.activity.negates:
        return BOUND(units=(unit.id,))
    if unit.marker not in ("", "exploit"):
        case = "5.10b-C" if unit.marker == "dg" else "8.1-A"
        return WRONG_MODE(units=(unit.id,), detail=MODES[unit.marker], case=case, so=so)
    return None if attack_capable(look, unit) else NOT_CAPABLE(units=(unit.id,), so=so)


def overrun_ground(look: Look, unit: Unit) -> MoveGraph:
    """The ground on which the cost of an overrun is judged: no bridges, but Trainbusting Zones (8.1b)."""
    return hindered(look, unit.side, look.world.graph(mobility(look, unit), look.state.weather))


def refuse_ground(look: Look, unit: Unit, start: int, direction: int) -> Refusal | None:
    """8.1b, 8.1c: entering the hex without roads and bridges may cost at most 3 MP."""
    hexes = (look.board.neighbour(start, direction),)
    cost = overrun_ground(look, unit).overrun_cost(start, direction)
    limit = look.world.charts.strength_states.overrun_max_entry_mp * 12
    if dearness(cost) <= limit:
        return None
    refused = refuse_overrun(look, unit, start, direction, limit)
    if refused is not None:
        return refused
    if cost == PROHIBITED:
        return CLOSED(units=(unit.id,), hexes=hexes)
    have = "all its" if cost == ALL else show_mp(cost)
    return TOO_DEAR(units=(unit.id,), hexes=hexes, have=have, need=show_mp(limit))


def refuse_target(look: Look, data: MoveData, hex_: int) -> Refusal | None:
    """Any hex, as often as MP last."""
    return None


def halts(look: Look, data: MoveData) -> tuple[str, ...]:
    """A retreat ends the move of the survivors (8.0-D, 8.1f)."""
    return data.units if data.outcome is not None and data.outcome.attacker_retreated else ()


def candidates(look: Look, data: MoveData) -> Iterator[DeclareOverrun]:
    """Neighbouring hexes with enemy combat units."""
    enemy = look.enemy(data.side)
    return (DeclareOverrun(h) for h in look.board.neighbours(data.hex) if look.has_combat_units(h, enemy))


def take(run: Run, data: MoveData, action: DeclareOverrun) -> None:
    """Spend 3 MP each and fight; the move continues at "after_overrun"."""
    fuel.fuel_on_begin(run, data.units)
    price = run.world.charts.strength_states.overrun_mp * 12
    run.emit(OverrunDeclared(case="8.0-B", side=data.side, start=data.hex, hex=action.hex, units=data.units))
    run.set(replace(data, begun=True, overrun=action.hex, overran=True, spent=tuple(s + price for s in data.spent)))
    run.go("after_overrun")
    run.push("combat", CombatData(kind="overrun", side=data.side, hex=action.hex, attackers=data.units))


POLICIES = {
    "refuse_overrun_ground": refuse_ground,
    "refuse_overrun_target": refuse_target,
    "halts_after_overrun": halts,
}
