"""Retreats after combat: attackers never retreat, defenders retreat in full; what it costs to enter an enemy ZOC.

A retreat of one hex may be ignored in Extremely Close terrain and in works of level 4. A group loses one step for all
the ZOCs that it enters, none where friendly combat units in the hex negate them; yellow and red units are spared where
no enemy armor projects the ZOC. The two wordings of that differ in whether red units are armor: switch `retreat_armor`.
ZOCs do not make units DG.

Cases: N9.12-no-attacker-retreat, N9.12-defender-retreat-full, N9.12-defender-retreat-r1, N9.12-defender-retreat-dg,
N9.12e-ezoc, N9.12e-extra-loss, N9.12e-extra-loss-exception, N4.5-retreat-soft, N4.5-retreat-hard,
N4.5-retreat-hard-armor, N4.5-retreat-max, N4.5-negation-retreat, N8-dg-zoc-dg
"""

from __future__ import annotations

from msgspec.structs import replace

from redball.core.actions import IgnoreOption, TakeRetreat
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.events import OptionTaken
from redball.core.look import Look
from redball.core.procedures import Choose, Option, always_legal, only
from redball.core.state import Unit
from redball.editions.new_ocs.classes import HARD, has_yellow_armor, is_hard
from redball.editions.new_ocs.cover import may_ignore_r1
from redball.editions.new_ocs.zoc import projectors
from redball.rules.combat.record import OWN_TERRAIN, CombatData, Stack
from redball.rules.combat.results import still_in
from redball.rules.combat.retreat import RetreatData, combat_units
from redball.rules.combat.terrain import chosen
from redball.rules.units.zoc import enemy_zoc, negated

ARMOR = Switch(
    "retreat_armor",
    "N9.12e-extra-loss",
    "heavy",
    ("heavy", "yellow_and_red"),
    "Yellow and red units that retreat through an enemy ZOC lose a step if yellow armor, or red with a tank symbol, "
    "projects it; or all hard units lose one if any yellow or red unit projects it",
)
SWITCHES = (ARMOR,)


# --- a retreat of one hex --------------------------------------------------------------------------------------


def decides(look: Look, data: CombatData) -> str | None:
    """The defender, if they may ignore a retreat of one hex."""
    terrain = chosen(data, OWN_TERRAIN)
    side = look.enemy(data.side)
    if data.defence.retreat != 1 or not terrain or not still_in(look, Stack(data.hex, data.defenders)):
        return None
    return side if may_ignore_r1(look, side, data.hex, terrain) else None


def take_ignore(run: Run, data: CombatData, action: IgnoreOption) -> None:
    case = "N9.12-defender-retreat-r1"
    run.emit(OptionTaken(case=case, side=run.look.enemy(data.side), retreat=0, ignored=True))
    run.set(replace(data, defence=replace(data.defence, retreat=0)))


def take_retreat(run: Run, data: CombatData, action: TakeRetreat) -> None:
    run.emit(OptionTaken(case="N9.12-defender-retreat-full", side=run.look.enemy(data.side), retreat=1))
    run.go_on()


# --- ZOCs ------------------------------------------------------------------------------------------------------


def zoc_price(look: Look, data: RetreatData, hex_: int) -> tuple[bool, tuple[str, ...], str]:
    """One step for the whole group, from its units that are not spared."""
    going = data.groups[0]
    case = "N9.12e-extra-loss"
    free = going.paid or not enemy_zoc(look, data.side, hex_)
    if free or negated(look, data.side, hex_, frozenset(going.units)):
        return False, (), case
    units = combat_units(look, going.units)
    if armor_projects(look, look.enemy(data.side), hex_):
        return False, units, case
    wide = look.switch(ARMOR.name) == "yellow_and_red"
    hard = (uid for uid in units if look.counter(uid).colour in HARD or (wide and is_hard(look.counter(uid))))
    spared = frozenset(hard)
    return False, tuple(uid for uid in units if uid not in spared), case


def armor_projects(look: Look, side: str, hex_: int) -> bool:
    """Whether armor of a side is in a hex with a ZOC into this one."""
    wide = look.switch(ARMOR.name) == "yellow_and_red"

    def is_armor(unit: Unit) -> bool:
        counter = look.counter(unit)
        return counter.colour in HARD if wide else has_yellow_armor(look, counter)

    return any(is_armor(unit) for n in projectors(look, side, hex_) for unit in look.combat_units_at(n, side))


POLICIES = {"zoc_price": zoc_price}
EDITS = (
    ("combat", "remove", "attacker_option_due", None),
    ("combat", "remove", "attacker_option", None),
    ("combat", "remove", "attacker_retreat", None),
    ("combat", "remove", "defender_option_due", None),
    (
        "combat",
        "replace",
        "defender_option",
        Choose(
            "defender_option",
            "Retreat one hex, or ignore it",
            decides,
            (
                Option(IgnoreOption, only(IgnoreOption()), always_legal, take_ignore),
                Option(TakeRetreat, only(TakeRetreat()), always_legal, take_retreat),
            ),
            case="N9.12-defender-retreat-r1",
        ),
    ),
)
