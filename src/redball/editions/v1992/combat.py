"""Combat of 1992: the steps of the series, with supply in another order, attacks at all costs and exemptions.

An attack at all costs pays double and throws its dice a second time, with -4, once the first result is carried out, if
both sides still have units there. The odds stay as announced.

From the booklet's notes on results we read that losses come before options. So the attacker is exempt from their option
if the defender's losses leave no units, and the defender from theirs if the attacker has none left, or retreats.

Cases: E92-combat-sequence, E92-at-all-costs, E92-combat-supply-lack, E92-combat-results-losses,
E92-combat-results-exploit, E92-combat-results-attacker-retreat, E92-combat-results-destroyed, E92-combat-results-dg,
E92-surprise, E92-surprise-shift
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from redball.core.actions import Action, LeaveOut, LoseStep, Pay, TakeRetreat, Withhold
from redball.core.battle import SpecialAttack
from redball.core.chances import Courses, courses_of_two
from redball.core.edition import Part, option
from redball.core.engine import Run
from redball.core.events import CombatResolved, Event, OptionTaken
from redball.core.ledger import Tally
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.core.telling import Names
from redball.editions.v1992.charts import OptionsFreed
from redball.editions.v1992.prices import ALL_COSTS, attack_bill
from redball.editions.v1992.supply_state import mobile
from redball.rules.combat import exploit
from redball.rules.combat import results as combat_results
from redball.rules.combat.dice import second_tally, thrown_on
from redball.rules.combat.record import CombatData, Role, announced, excused, execution_of, units_of
from redball.rules.combat.supply import (
    NO_BILL,
    common_bill,
    defenders_unpaid,
    leave_out,
    open_bill,
    refuse_fewer,
    supplied,
    take_withhold,
    unpaid,
)
from redball.rules.supply.bills import Bill, offers, pay_candidates, refuse_pay
from redball.rules.units.losses import alive, eliminate


class AtAllCosts(Action, frozen=True, tag="at_all_costs"):
    """Make the attack an attack at all costs, or an ordinary one."""

    yes: bool
    shown = Shown("At all costs", 2, "{yes}")


class AtAllCostsAnnounced(Event, frozen=True, kw_only=True):
    """The attack on the hex is made at all costs."""

    hex: int

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} attacks {n.hex(self.hex)} at all costs"


EVENTS = (AtAllCostsAnnounced,)


LOSSES_ONLY = refusal(
    "combat.losses_only",
    case="E92-at-all-costs",
    text="this is an attack at all costs: the attacker must take their options as losses",
    remedy="choose the unit that loses a step",
)
LAST = refusal(
    "combat.last_attacker",
    case="E92-combat-supply-lack",
    text="{units} is the last attacker; leaving it out would end the attack",
    remedy="pay for the attack",
)

SURPRISE = option(
    "optional_surprise",
    "E92-surprise",
    "Before the combat roll, two dice decide whether a side is surprised, and a third by how many columns",
    Part("optional surprise", charts=("v1992-surprise",)),
)


# --- at all costs ----------------------------------------------------------------------------------------------


def able_together(look: Look, data: CombatData, special: str) -> bool:
    """Whether the price for all attackers is within reach."""
    return bool(offers(look, attack_bill(look, data, data.attackers, special)))


def asks_for_costs(look: Look, data: CombatData) -> str | None:
    """The attacker, if they can pay double."""
    return data.side if data.attackers and able_together(look, data, ALL_COSTS) else None


def take_costs(run: Run, data: CombatData, action: AtAllCosts) -> None:
    run.set(replace(data, special=ALL_COSTS if action.yes else ""))
    if action.yes:
        run.emit(AtAllCostsAnnounced(case="E92-at-all-costs", side=data.side, hex=data.hex))
    run.go_on()


# --- the attacker's supply -------------------------------------------------------------------------------------


def bill_of(look: Look, data: CombatData) -> Bill:
    """What is owed for the attackers that are left."""
    return attack_bill(look, data, data.attackers, data.special)


def drop_unreached(run: Run, data: CombatData) -> None:
    """Drop attackers without supply within reach; in an overrun, then all attackers (8.1g)."""
    if not unpaid(data):
        return
    out = [uid for uid in data.attackers if not offers(run.look, attack_bill(run.look, data, (uid,), data.special))]
    if data.kind == "overrun" and (out or not able_together(run.look, data, data.special)):
        run.set(replace(data, attackers=()))
        return
    for uid in out:
        data = leave_out(run, data, uid)
    run.set(data)


def attacker_decides(look: Look, data: CombatData) -> str | None:
    """The attacker, until they have paid."""
    return data.side if unpaid(data) else None


def pay_options(look: Look, data: CombatData) -> Iterator[Pay]:
    """For all attackers together."""
    yield from (replace(pay, unit="") for pay in pay_candidates(look, bill_of(look, data)))


def refuse_attack_pay(look: Look, data: CombatData, action: Pay) -> Refusal | None:
    """The whole price must be within reach of all attackers; they cannot pay less."""
    if action.unit:
        return NO_BILL(units=(action.unit,))
    bill = bill_of(look, data)
    return refuse_pay(look, bill, replace(action, unit=bill.unit))


def take_attack_pay(run: Run, data: CombatData, action: Pay) -> None:
    run.set(supplied(data, *data.attackers))
    run.go("attacker_bills")
    open_bill(run, bill_of(run.look, data), action)


def leave_out_candidates(look: Look, data: CombatData) -> Iterator[LeaveOut]:
    """Any attacker while there are several."""
    return (LeaveOut(uid) for uid in unpaid(data))


def refuse_leave_out(look: Look, data: CombatData, action: LeaveOut) -> Refusal | None:
    """Refuse the last unit, and any unit of an overrun."""
    if action.unit not in unpaid(data):
        return NO_BILL(units=(action.unit,))
    if (refused := refuse_fewer(look, data, action.unit)) is not None:
        return refused
    return LAST(units=(action.unit,)) if len(data.attackers) == 1 else None


def take_leave_out(run: Run, data: CombatData, action: LeaveOut) -> None:
    run.set(leave_out(run, data, action.unit))
    run.go("attacker_bills")


# --- the defender's supply -------------------------------------------------------------------------------------


def defender_decides(look: Look, data: CombatData) -> str | None:
    """The defender, if they have to pay and can."""
    able = bool(defenders_unpaid(data)) and bool(offers(look, common_bill(look, data)))
    return look.enemy(data.side) if able else None


def defence_candidates(look: Look, data: CombatData) -> Iterator[Pay]:
    """For all defenders together; no unit uses internal stocks."""
    return (replace(pay, unit="") for pay in pay_candidates(look, common_bill(look, data)))


def refuse_defence_pay(look: Look, data: CombatData, action: Pay) -> Refusal | None:
    """One price for all."""
    if action.unit:
        return NO_BILL(units=(action.unit,))
    bill = common_bill(look, data)
    return refuse_pay(look, bill, replace(action, unit=bill.unit))


def take_defence_pay(run: Run, data: CombatData, action: Pay) -> None:
    run.set(supplied(data, *data.defenders))
    open_bill(run, common_bill(run.look, data), action)


# --- results ---------------------------------------------------------------------------------------------------


def award(run: Run, data: CombatData) -> None:
    """As in the series, but no unit exploits after an attack in Reaction: its side has no Exploitation Phase
    after it."""
    if run.state.clock.phase != "reaction":
        exploit.award(run, data)


def frees(look: Look) -> bool:
    """Whether destruction exempts the other side from its option."""
    return look.world.charts.table(OptionsFreed).by_destruction


def attacker_option_due(run: Run, data: CombatData) -> None:
    """The attacker is exempt if the defender's losses leave no units."""
    defenders = [run.look.unit(uid) for uid in alive(run.look, data.defenders)]
    doomed = data.defence.losses >= sum(run.look.steps(unit) for unit in defenders)
    if doomed and data.attack.option and frees(run.look):
        exempt(run, data, "attacker")
    else:
        combat_results.option_due(run, data, "attacker")


def defender_option_due(run: Run, data: CombatData) -> None:
    """The defender is exempt if the attacker has retreated or has no units left."""
    gone = frees(run.look) and not alive(run.look, data.attackers)
    if data.defence.option and (gone or excused(data)):
        exempt(run, data, "defender")
    else:
        combat_results.option_due(run, data, "defender")


def exempt(run: Run, data: CombatData, role: Role) -> None:
    """The side is exempt from its option."""
    side = data.side if role == "attacker" else run.world.enemy(data.side)
    run.emit(OptionTaken(case="E92-combat-results-destroyed", side=side, retreat=0, ignored=True))
    freed = replace(execution_of(data, role), option=0)
    run.set(replace(data, attack=freed) if role == "attacker" else replace(data, defence=freed))


def refuse_retreat(look: Look, data: CombatData, action: TakeRetreat) -> Refusal | None:
    """No attacker retreats in an attack at all costs, or in a Beach Assault."""
    return LOSSES_ONLY() if data.special else combat_results.refuse_sea(look, data)


def open_retreat(run: Run, data: CombatData, *, role: Role) -> None:
    """Armor and mech without supply are lost when a result makes them retreat."""
    if execution_of(data, role).retreat:
        for uid in alive(run.look, units_of(data, role)):
            unit = run.look.unit(uid)
            if unit.out_of_supply and mobile(run.look, unit):
                eliminate(run, uid, "no supply", "E92-supply-levels-armor")
        if not alive(run.look, units_of(data, role)):
            return
    combat_results.open_retreat(role, run, data)


def second_dice(look: Look, data: CombatData) -> int:
    """Two dice for an attack at all costs, if both sides still stand."""
    due = data.special and not data.again and alive(look, data.attackers) and not data.defence.retreat
    return 2 if due and alive(look, data.defenders) else 0


def thrown_again(look: Look, data: CombatData, dice: int) -> Tally[int]:
    """The second roll."""
    special = look.world.charts.rows(SpecialAttack)[data.special]
    return second_tally(thrown_on(data.kind, announced(data)), special, dice)


def second_result(look: Look, data: CombatData, roll: int) -> tuple[int, str]:
    """Column and result of the second roll: the same column."""
    table = look.world.charts.combat
    column = table.shift(announced(data).column, data.shift)
    return column, table.result(column, roll)


def second_courses(look: Look, data: CombatData) -> Courses:
    """The possible results of the second roll."""
    return courses_of_two(lambda dice: second_result(look, data, thrown_again(look, data, dice).value)[1])


def second_roll(run: Run, data: CombatData, dice: tuple[int, ...]) -> None:
    """Carry out its result like the first."""
    odds, table = announced(data), run.world.charts.combat
    roll = thrown_again(run.look, data, sum(dice))
    column, result = second_result(run.look, data, roll.value)
    run.emit(
        CombatResolved(
            case="E92-at-all-costs",
            side=data.side,
            kind=data.kind,
            hex=data.hex,
            roll=roll.value,
            column=table.column_label(odds.line, column),
            line=odds.line,
            result=result,
            ledger=roll.ledger(),
        )
    )
    attack, defence = combat_results.due_from(run.look, result)
    run.set(
        replace(
            data,
            again=True,
            result=result,
            attack=replace(attack, lost=data.attack.lost),
            defence=replace(defence, lost=data.defence.lost),
        )
    )
    run.go("attacker_losses")


EITHER = only(AtAllCosts(False), AtAllCosts(True))
LOSS = Option(
    LoseStep,
    partial(combat_results.loss_candidates, "attacker"),
    partial(combat_results.refuse_loss, "attacker"),
    partial(combat_results.take_option_loss, "attacker"),
)
RETREAT = Option(TakeRetreat, only(TakeRetreat()), refuse_retreat, partial(combat_results.take_retreat, "attacker"))

AT_ALL_COSTS = Choose(
    "at_all_costs",
    "Attack at all costs? Double supply, a second roll at -4, and your options taken as losses",
    asks_for_costs,
    (Option(AtAllCosts, EITHER, always_legal, take_costs),),
    case="E92-at-all-costs",
    words=(("yes", "Attack at all costs: double supply, a second roll at −4"), ("no", "An ordinary attack")),
)
ATTACKER_SUPPLY = Choose(
    "attacker_supply",
    "Pay combat supply for all attackers together, or leave units out",
    attacker_decides,
    (
        Option(Pay, pay_options, refuse_attack_pay, take_attack_pay),
        Option(LeaveOut, leave_out_candidates, refuse_leave_out, take_leave_out),
    ),
    case="E92-combat-supply-attacker",
)
DEFENDER_SUPPLY = Choose(
    "defender_supply",
    "Pay for the defence, or fight at half strength",
    defender_decides,
    (
        Option(Pay, defence_candidates, refuse_defence_pay, take_defence_pay),
        Option(Withhold, only(Withhold()), always_legal, take_withhold),
    ),
    case="E92-combat-supply-defender",
)
ATTACKER_OPTION = Choose(
    "attacker_option",
    "Take the option: lose a step, or retreat for all that is left of it",
    partial(combat_results.option_decides, "attacker"),
    (LOSS, RETREAT),
    case="9.10a",
)

EDITS = (
    ("combat", "before", "attacker_bills", AT_ALL_COSTS),
    ("combat", "replace", "attacker_bills", Do("attacker_bills", drop_unreached)),
    ("combat", "replace", "attacker_supply", ATTACKER_SUPPLY),
    ("combat", "replace", "defender_supply", DEFENDER_SUPPLY),
    ("combat", "replace", "attacker_option_due", Do("attacker_option_due", attacker_option_due)),
    ("combat", "replace", "attacker_option", ATTACKER_OPTION),
    ("combat", "replace", "exploit", Do("exploit", award)),
    ("combat", "replace", "attacker_retreat", Do("attacker_retreat", partial(open_retreat, role="attacker"))),
    ("combat", "replace", "defender_option_due", Do("defender_option_due", defender_option_due)),
    ("combat", "replace", "defender_retreat", Do("defender_retreat", partial(open_retreat, role="defender"))),
    (
        "combat",
        "after",
        "defender_retreat",
        Chance(
            "second_roll", "combat, at all costs", "E92-at-all-costs", second_dice, second_roll, None, second_courses
        ),
    ),
)
SWITCHES = (SURPRISE,)
POLICIES = {
    # The defender's losses, which may exempt the attacker from their option, and nothing else of the other half.
    "attackers_half": lambda result: result.d_loss,
    "special_attacks": lambda charts: charts.rows(SpecialAttack),
}
