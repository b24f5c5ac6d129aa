"""Carries out a combat result, step losses and options: the attacker's half completely, then the defender's.

Both sides use the same functions with another role. Losses without a choice are taken at once.

Cases: 5.7d, 9.2-8, 9.10a, 9.10b, 9.10c-A, 9.10c-B, 9.10c-C, 9.11b-A, 9.11b-B, 9.12a-A, 18.6a-C
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from redball.core.actions import IgnoreOption, LoseStep, TakeRetreat
from redball.core.engine import Run
from redball.core.events import MarkerRemoved, OptionTaken
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Step, only
from redball.core.refusals import Refusal, RefusalKind, refusal
from redball.rules.combat.points import CASE_OF, COMBAT_RESULT, ESCAPE, MAY_LOSE
from redball.rules.combat.record import (
    CombatData,
    Execution,
    Role,
    Stack,
    excused,
    execution_of,
    leader_of,
    side_of,
    units_of,
    with_execution,
)
from redball.rules.combat.retreat import RetreatData, group
from redball.rules.ground.craft import afloat
from redball.rules.modes.disorganization import disorganize_hex
from redball.rules.units.losses import alive, lose_step, next_to_lose

CAUSE = "combat"

LOSS_ORDER = refusal(
    "combat.loss_order",
    case="9.11c-A",
    text="the next step must come from {need}: the leader first, then every unit once before any twice",
)
NOT_INVOLVED = refusal("combat.not_involved", case="9.11a", text="{units} is not in this combat, or has no step left")
NOT_EXCUSED = refusal(
    "combat.not_excused",
    case="9.10c-A",
    text="the option must be taken: the attacker neither retreated nor left part of their own option untaken",
)
NO_WAY_BACK = refusal(
    "combat.no_way_back",
    case="18.6a-C",
    text="in a Beach Assault the attacker takes every option as losses",
    remedy="choose the unit that loses a step",
)
BEGUN = refusal(
    "combat.option_begun",
    case="9.10c-B",
    text="the option must be applied in full: part of it has been taken",
)


# --- losses ----------------------------------------------------------------------------------------------------


def eligible(look: Look, data: CombatData, role: Role) -> tuple[str, ...]:
    """The units that may lose a side's next step."""
    return look.policies[MAY_LOSE](look, data, role)[0]


def leader_first(look: Look, data: CombatData, role: Role) -> tuple[tuple[str, ...], RefusalKind]:
    """9.11c-A: the Action Rating unit first, then every unit once before any twice."""
    lost = execution_of(data, role).lost
    return next_to_lose(look, units_of(data, role), leader_of(data, role).unit, lost), LOSS_ORDER


def lose(run: Run, data: CombatData, role: Role, uid: str, **paid: int) -> CombatData:
    """One step of a side; `paid` are the counts of the execution afterwards. Units that may get away instead try when
    all losses are assigned."""
    execution = execution_of(data, role)
    if run.look.policies[ESCAPE](run.look, run.look.unit(uid)) is None:
        lose_step(run, uid, CAUSE, run.look.policies[CASE_OF](run.look, "9.11c-A"))
    else:
        execution = replace(execution, fleeing=(*execution.fleeing, uid))
    return with_execution(data, role, replace(execution, lost=(*execution.lost, uid), **paid))


def steps_left(look: Look, data: CombatData, role: Role) -> int:
    """Steps that a side can still lose in this combat."""
    fleeing = execution_of(data, role).fleeing
    return sum(look.steps(look.unit(uid)) for uid in alive(look, units_of(data, role)) if uid not in fleeing)


def take_forced_losses(run: Run, data: CombatData, role: Role) -> None:
    """Losses without a choice: one unit must lose, or all will die. Losses nothing can absorb are ignored (9.11b-B)."""
    while execution_of(data, role).losses:
        losses = execution_of(data, role).losses
        who = eligible(run.look, data, role)
        if not who:
            data = with_execution(data, role, replace(execution_of(data, role), losses=0))
        elif len(who) == 1 or losses >= steps_left(run.look, data, role):
            data = lose(run, data, role, who[0], losses=losses - 1)
        else:
            break
    run.set(data)


def loss_decides(role: Role, look: Look, data: CombatData) -> str | None:
    """The owner, while losses are open."""
    return side_of(look, data, role) if execution_of(data, role).losses else None


def loss_candidates(role: Role, look: Look, data: CombatData) -> Iterator[LoseStep]:
    """Units that may lose the next step."""
    return (LoseStep(uid) for uid in eligible(look, data, role))


def refuse_loss(role: Role, look: Look, data: CombatData, action: LoseStep) -> Refusal | None:
    """9.11a within 9.11c-A."""
    if action.unit not in alive(look, units_of(data, role)):
        return NOT_INVOLVED(units=(action.unit,))
    who, refused = look.policies[MAY_LOSE](look, data, role)
    if action.unit not in who:
        return refused(units=(action.unit,), need=", ".join(look.counter(uid).name for uid in who))
    return None


def take_loss(role: Role, run: Run, data: CombatData, action: LoseStep) -> None:
    data = lose(run, data, role, action.unit, losses=execution_of(data, role).losses - 1)
    take_forced_losses(run, data, role)


# --- options ---------------------------------------------------------------------------------------------------


def option_due(run: Run, data: CombatData, role: Role) -> None:
    """9.10c-A: an option has failed if no unit is left to take it."""
    execution = execution_of(data, role)
    if execution.option and not alive(run.look, units_of(data, role)):
        data = with_execution(data, role, replace(execution, option=0, failed=True))
    run.set(data)


def option_decides(role: Role, look: Look, data: CombatData) -> str | None:
    """The owner, while points of their option are open."""
    return side_of(look, data, role) if execution_of(data, role).option else None


def take_option_loss(role: Role, run: Run, data: CombatData, action: LoseStep) -> None:
    data = lose(run, data, role, action.unit, option=execution_of(data, role).option - 1)
    option_due(run, data, role)


def take_retreat(role: Role, run: Run, data: CombatData, action: TakeRetreat) -> None:
    """The rest of the option as a retreat (9.10a)."""
    execution = execution_of(data, role)
    hexes = execution.option
    run.emit(OptionTaken(case="9.10a", side=side_of(run.look, data, role), retreat=hexes))
    run.set(with_execution(data, role, replace(execution, option=0, retreat=hexes)))


def refuse_retreat(role: Role, look: Look, data: CombatData, action: TakeRetreat) -> Refusal | None:
    """18.6a-C: attackers on a beach meet every option by losses."""
    return refuse_sea(look, data) if role == "attacker" else None


def refuse_sea(look: Look, data: CombatData) -> Refusal | None:
    """The attackers come from Landing Craft, and do not go back."""
    return NO_WAY_BACK() if afloat(look, data.attackers) else None


def refuse_ignore(look: Look, data: CombatData, action: IgnoreOption) -> Refusal | None:
    """9.10c: an excused defender skips all of their option or none of it (reading 1.62)."""
    if not excused(data):
        return NOT_EXCUSED()
    if data.defence.option != option_of(look, data, "defender"):
        return BEGUN()
    return None


def take_ignore(run: Run, data: CombatData, action: IgnoreOption) -> None:
    run.emit(OptionTaken(case="9.10c-A", side=run.look.enemy(data.side), retreat=0, ignored=True))
    run.set(replace(data, defence=replace(data.defence, option=0)))


# --- results ---------------------------------------------------------------------------------------------------


def option_of(look: Look, data: CombatData, role: Role) -> int:
    """A side's option in the result."""
    cell = look.policies[COMBAT_RESULT](look.world.charts, data.result)
    return cell.a_option if role == "attacker" else cell.d_option


def due_from(look: Look, result: str) -> tuple[Execution, Execution]:
    """Both halves of a Combat Table result, before anything is carried out."""
    cell = look.policies[COMBAT_RESULT](look.world.charts, result)
    return Execution(cell.a_loss, cell.a_option), Execution(cell.d_loss, cell.d_option, retreat=cell.d_retreat)


def defender_receives(look: Look, result: str) -> bool:
    """The defender's half is not empty (reading 1.26)."""
    cell = look.policies[COMBAT_RESULT](look.world.charts, result)
    return bool(cell.d_loss or cell.d_option or cell.d_retreat or cell.d_dg)


def receive(run: Run, data: CombatData, result: str) -> None:
    """Note what the result requires of both sides. A result for the defender removes their Reserve markers (5.7d)."""
    attack, defence = due_from(run.look, result)
    run.set(replace(data, result=result, attack=attack, defence=defence))
    if defender_receives(run.look, result):
        for unit in run.look.units_at(data.hex, run.look.enemy(data.side)):
            if unit.marker == "reserve":
                run.emit(MarkerRemoved(case="5.7d", side=unit.side, unit=unit.id, marker="reserve"))


def disorganize_defender(run: Run, data: CombatData) -> None:
    """9.12a-A: a DG result comes before losses and retreat."""
    if run.look.policies[COMBAT_RESULT](run.world.charts, data.result).d_dg:
        disorganize_hex(run, run.look.enemy(data.side), data.hex, "9.12a-A")


def open_retreat(role: Role, run: Run, data: CombatData) -> None:
    """All survivors of the side retreat, from all its hexes (9.12-A, reading 1.67)."""
    hexes = execution_of(data, role).retreat
    retreat = retreat_of(run.look, data, role, hexes) if hexes else None
    if retreat is not None and retreat.groups:
        run.push("retreat", retreat)


def retreat_of(look: Look, data: CombatData, role: Role, hexes: int) -> RetreatData:
    """The retreat of a side by so many hexes, ahead of its first step.

    Bystanders may tag along (9.12d-A), but an overrun does not affect those in the launching hex (8.1h).
    """
    stacks = data.stacks if role == "attacker" else (Stack(data.hex, data.defenders),)
    groups = [group(stack.hex, still_in(look, stack)) for stack in stacks]
    enemies = alive(look, units_of(data, "defender" if role == "attacker" else "attacker"))
    return RetreatData(
        side=side_of(look, data, role),
        distance=hexes,
        groups=tuple(g for g in groups if g.units),
        bystanders=role == "defender" or data.kind == "regular",
        foes=tuple(sorted({look.unit(uid).hex for uid in enemies})),
    )


def still_in(look: Look, stack: Stack) -> tuple[str, ...]:
    """Units of a stack that are alive and have not got away."""
    return tuple(uid for uid in alive(look, stack.units) if look.unit(uid).hex == stack.hex)


def steps_for(role: Role) -> tuple[Step, ...]:
    """Steps for losses and option of one side, named after its role."""
    loss = Option(
        LoseStep,
        partial(loss_candidates, role),
        partial(refuse_loss, role),
        partial(take_loss, role),
    )
    options = [
        Option(LoseStep, partial(loss_candidates, role), partial(refuse_loss, role), partial(take_option_loss, role)),
        Option(TakeRetreat, only(TakeRetreat()), partial(refuse_retreat, role), partial(take_retreat, role)),
    ]
    if role == "defender":
        options.append(Option(IgnoreOption, only(IgnoreOption()), refuse_ignore, take_ignore))
    return (
        Do(f"{role}_losses", partial(take_forced_losses, role=role)),
        Choose(f"{role}_loss", "Choose the unit that loses a step", partial(loss_decides, role), (loss,), case="9.11a"),
        Do(f"{role}_option_due", partial(option_due, role=role)),
        Choose(
            f"{role}_option",
            "Take the option: lose a step, or retreat for all that is left of it",
            partial(option_decides, role),
            tuple(options),
            case="9.10a",
        ),
    )


POLICIES = {"may_lose": leader_first, "escape": lambda look, unit: None}
