"""Ground combat: the procedure "combat", in the order of 9.2. Regular attacks and overruns differ only in parameters.

Its parts are separate modules: supply (`combat.supply`), terrain (`combat.terrain`), odds (`combat.odds`), the dice
and the Combat Table (`combat.dice`), carrying out the result (`combat.results`), exploitation (`exploit`), retreat
(`retreat`), advance (`advance`).

Cases: 8.0-C, 9.0-D, 9.1d, 9.2-3, 9.2-5, 9.2-6, 9.2-7, 9.6-A, 9.6-B, 16.0h, 21.3-B, 21.8b
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from redball.core.actions import ChooseLeader
from redball.core.engine import Run
from redball.core.events import AttackCancelled, CombatResolved, LeaderChosen, OddsSet, SurpriseRolled
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure, Step
from redball.core.refusals import Refusal, refusal
from redball.rules.combat import advance, exploit
from redball.rules.combat import results as combat_results
from redball.rules.combat import supply as combat_supply
from redball.rules.combat import terrain as combat_terrain
from redball.rules.combat.dice import TOWARD, roll_tally, surprise_tally, thrown_on
from redball.rules.combat.odds import possible_leaders, preview
from redball.rules.combat.points import AT_LEVEL, END_ASSAULT
from redball.rules.combat.record import CombatData, Leader, Role, announced, leader_of, side_of, units_of
from redball.rules.units.abilities import action_rating
from redball.rules.units.outcomes import CombatOutcome

NOT_IN_COMBAT = refusal(
    "combat.leader",
    case="9.6-A",
    text="{units} is not one of this side's units in the combat",
)


DIVISION_LEADS = refusal(
    "combat.division_leads",
    case="21.3-B",
    text="divisional units are attacking, so one of them must lead, not {units}",
)

# --- what ends a combat ----------------------------------------------------------------------------------------


def cancel_without_attackers(run: Run, data: CombatData) -> None:
    """9.0-E: if no attacker can be supplied, there is no attack and the defender pays nothing."""
    if not data.attackers:
        run.emit(AttackCancelled(case="9.0-E", side=data.side, hex=data.hex))
        run.finish(CombatOutcome(attacker_retreated=False))
    elif not run.look.has_combat_units(data.hex, run.world.enemy(data.side)):
        run.go("overrun_advance")  # 21.8b: the hex is empty; units paid for may advance


def end(run: Run, data: CombatData) -> None:
    """Report the end of the combat to the procedure that opened it (8.0-D, 8.1f)."""
    run.finish(CombatOutcome(attacker_retreated=data.attack.retreat > 0))


# --- leaders ---------------------------------------------------------------------------------------------------


def has_leader(data: CombatData, role: Role) -> bool:
    """The side has announced its Action Rating unit."""
    return (data.attack_leader if role == "attacker" else data.defence_leader) is not None


def announce_leader(run: Run, data: CombatData, role: Role, uid: str) -> None:
    """The unit leads with its present rating."""
    unit = run.look.unit(uid)
    announce(run, data, role, Leader(uid, action_rating(run.look, unit)))


def announce(run: Run, data: CombatData, role: Role, leader: Leader, case: str = "9.6-A") -> None:
    """Log a side's leader, and keep the rating."""
    side = run.look.unit(leader.unit).side
    run.emit(LeaderChosen(case=case, side=side, unit=leader.unit, action_rating=leader.action_rating))
    run.set(replace(data, attack_leader=leader) if role == "attacker" else replace(data, defence_leader=leader))


def leaders_of(look: Look, data: CombatData, role: Role) -> tuple[str, ...]:
    """The units of a side that may lead."""
    units = units_of(data, role)
    if role == "defender":
        return units
    return tuple(unit.id for unit in possible_leaders(look, [look.unit(uid) for uid in units]))


def only_leader(run: Run, data: CombatData, role: Role) -> None:
    """A single unit leads without asking."""
    units = leaders_of(run.look, data, role)
    if len(units) == 1:
        announce_leader(run, data, role, units[0])


def leader_decides(role: Role, look: Look, data: CombatData) -> str | None:
    """The side, until it has a leader."""
    return None if has_leader(data, role) else side_of(look, data, role)


def leader_candidates(role: Role, look: Look, data: CombatData) -> Iterator[ChooseLeader]:
    """Every unit of the side that takes part."""
    return (ChooseLeader(uid) for uid in leaders_of(look, data, role))


def refuse_leader(role: Role, look: Look, data: CombatData, action: ChooseLeader) -> Refusal | None:
    """9.6-A: the leader must take part."""
    if action.unit not in units_of(data, role):
        return NOT_IN_COMBAT(units=(action.unit,))
    return None if action.unit in leaders_of(look, data, role) else DIVISION_LEADS(units=(action.unit,))


def take_leader(role: Role, run: Run, data: CombatData, action: ChooseLeader) -> None:
    announce_leader(run, data, role, action.unit)


def leader_steps(role: Role) -> tuple[Step, ...]:
    """The announcement of one side."""
    option = Option(
        ChooseLeader, partial(leader_candidates, role), partial(refuse_leader, role), partial(take_leader, role)
    )
    return (
        Do(f"{role}_alone", partial(only_leader, role=role)),
        Choose(
            f"{role}_leader",
            "Choose the unit whose Action Rating leads",
            partial(leader_decides, role),
            (option,),
            case="9.6",
        ),
    )


# --- odds, surprise, result ------------------------------------------------------------------------------------


def set_odds(run: Run, data: CombatData) -> None:
    """9.2-4, 9.2-5: freeze strengths, odds, column and DRM, and log every term."""
    found = preview(
        run.look,
        data.kind,
        data.hex,
        data.attackers,
        {choice.against: choice.terrain for choice in data.terrain},
        unsupplied=combat_supply.unsupplied(data),
        attack_leader=leader_of(data, "attacker"),
        defence_leader=leader_of(data, "defender"),
        fire=bool(data.fire),
    )
    odds = found.odds
    run.emit(
        OddsSet(
            case="9.7",
            side=data.side,
            hex=data.hex,
            attack=odds.attack,
            defend=odds.defend,
            odds=odds.odds,
            line=odds.line,
            column=found.column_label,
            drm=odds.drm,
            ledgers=found.ledgers,
            attackers_column=found.attackers_label,
            attackers_drm=odds.attackers.drm if odds.attackers else 0,
            anti_tank=anti_tank_told(run.look, data),
        )
    )
    run.set(replace(data, odds=odds))


def anti_tank_told(look: Look, data: CombatData) -> str:
    """4.9b: the level that both sides learn, "" if it lowers nobody."""
    enemy, charts = look.enemy(data.side), look.world.charts
    attackers = [look.unit(uid) for uid in data.attackers]
    level = look.policies[AT_LEVEL](look, enemy, data.hex, attackers, look.combat_units_at(data.hex, enemy))
    return level if level in charts.at_effects.levels[1:] else ""


def two_dice(look: Look, data: CombatData) -> int:
    """Two dice, always."""
    return 2


def surprise_dice(look: Look, data: CombatData) -> int:
    """Two dice, if the chart can give surprise (9.8-A)."""
    return 2 if look.world.charts.surprise.possible(data.kind) else 0


def roll_surprise(run: Run, data: CombatData, dice: tuple[int, ...]) -> None:
    """9.8-A: which side has surprise; +1 or -1 is its direction until the third die gives the distance."""
    charts, odds = run.world.charts, thrown_on(data.kind, announced(data))
    roll = surprise_tally(charts, odds, sum(dice))
    who = charts.surprise.who(data.kind, roll.value)
    run.emit(SurpriseRolled(case="9.8-A", side=data.side, hex=data.hex, who=who, roll=roll.value, ledger=roll.ledger()))
    run.set(replace(data, shift=TOWARD[who]))


def shift_dice(look: Look, data: CombatData) -> int:
    """One die if a side has surprise (9.8-B)."""
    return 1 if data.shift else 0


def roll_shift(run: Run, data: CombatData, dice: tuple[int, ...]) -> None:
    """9.8-B: that many columns to the right for the attacker, to the left for the defender."""
    run.set(replace(data, shift=data.shift * dice[0]))


def resolve(run: Run, data: CombatData, dice: tuple[int, ...]) -> None:
    """9.9: read the Combat Table at the shifted column."""
    odds = announced(data)
    table = run.world.charts.combat
    column = table.shift(odds.column, data.shift)
    roll = roll_tally(thrown_on(data.kind, odds), sum(dice))
    cell = table.lookup(column, roll.value)
    run.emit(
        CombatResolved(
            case="9.9",
            side=data.side,
            kind=data.kind,
            hex=data.hex,
            roll=roll.value,
            column=table.column_label(odds.line, column),
            line=odds.line,
            result=cell.text,
            ledger=roll.ledger(),
        )
    )
    combat_results.receive(run, data, cell.text)


COMBAT = Procedure(
    "combat",
    CombatData,
    (
        *combat_supply.ATTACKER_STEPS,
        Do("attackers_ready", cancel_without_attackers),
        *combat_supply.DEFENDER_STEPS,
        *leader_steps("attacker"),
        *leader_steps("defender"),
        *combat_terrain.STEPS,
        Do("odds", set_odds),
        Chance("surprise", "surprise", "9.8-A", surprise_dice, roll_surprise),
        Chance("surprise_shift", "surprise shift", "9.8-B", shift_dice, roll_shift),
        Chance("resolution", "combat", "9.9", two_dice, resolve),
        *combat_results.steps_for("attacker"),
        Do("exploit", exploit.award),
        Do("attacker_retreat", partial(combat_results.open_retreat, "attacker")),
        Do("defender_disorganized", combat_results.disorganize_defender),
        *combat_results.steps_for("defender"),
        Do("defender_retreat", partial(combat_results.open_retreat, "defender")),
        *advance.STEPS,
        Do("assault_over", lambda run, data: run.look.policies[END_ASSAULT](run, data)),
        Do("end", end),
    ),
)

PROCEDURES = (COMBAT,)
SWITCHES = combat_supply.SWITCHES
POLICIES = {"attack_bills": combat_supply.attack_bills}

__all__ = ["COMBAT", "PROCEDURES", "CombatData"]
