"""The Combat Segment: the phasing side declares attacks, one at a time, until it is done.

An attack is drafted (target, then units). Nothing happens until it is committed; then the procedure "combat" runs.

Cases: 9.0-A, 9.0-B, 9.0-C, 9.1a, 9.1b, 9.1c-A, 9.1c-B, 9.1c-C, 9.1e-A, 9.1f-A, 9.1f-B, 9.2-1, 9.3a, 4.4a, 5.7-A,
9.13a, 11.0c
"""

from __future__ import annotations

from redball.board.costs import PROHIBITED
from redball.core.actions import DeclareAttack
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import AttackDeclared
from redball.core.look import Look
from redball.core.procedures import Choose, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import ABOARD, Unit
from redball.core.telling import phase_name
from redball.rules.combat.drafts import Draft, Drafting
from redball.rules.combat.empties import empty, empty_beside
from redball.rules.combat.points import (
    ASSAULTS,
    OPEN_ASSAULT,
    REFUSE_ASSAULT,
    REFUSE_COMPANY,
    REFUSE_FORCE,
    REFUSE_LAUNCH,
    SUPPLY_FORBIDS,
)
from redball.rules.combat.record import CombatData
from redball.rules.ground.bridges import ground_for, refuse_river
from redball.rules.units.abilities import attack_capable, mobility, usable_in_phase, weakened
from redball.rules.units.outcomes import CombatOutcome

NO_ENEMY = refusal(
    "combat.no_enemy",
    case="9.0-C",
    text="{hexes} holds no enemy combat units",
    remedy="attack a hex with enemy combat units; Attack-Capable units that enter capture anything else there",
)
HEX_ATTACKED = refusal("combat.hex_attacked", case="9.1c-C", text="{hexes} was already attacked in this segment")
NOBODY = refusal(
    "combat.nobody",
    case="9.0-A",
    text="no unit next to {hexes} can attack it",
    remedy="an attacker must be adjacent, Attack-Capable and able to enter the hex",
)
ONE_HEX = refusal(
    "combat.one_hex",
    case="9.1c-A",
    text="an attack on {hexes} is being declared",
    remedy="commit it or take it back first",
)
NO_TARGET = refusal("combat.no_target", case="9.2-1", text="choose a hex for the attack first")
NO_ATTACKERS = refusal(
    "combat.no_attackers",
    case="9.2-1",
    text="no unit attacks {hexes} yet",
    remedy="add a unit, or take the declaration back",
)
NOT_OWN = refusal("combat.not_own", case="9.1a", text="{units} does not belong to the attacking side")
NOT_ADJACENT = refusal("combat.not_adjacent", case="9.0-A", text="{units} is not next to {hexes}")
NOT_CAPABLE = refusal(
    "combat.not_capable",
    case="9.1e-A",
    text="{units} cannot attack: {detail}",
)
UNIT_ATTACKED = refusal("combat.unit_attacked", case="9.1c-C", text="{units} has already attacked in this segment")
CANNOT_ENTER = refusal(
    "combat.cannot_enter",
    case="9.1f-A",
    text="{units} could not enter {hexes} with {detail} MP, so it cannot attack it",
)
NOT_EXPLOITING = refusal(
    "combat.not_exploiting",
    case="11.0a",
    text="in the Exploitation Phase only Exploit-marked units and released Reserves may attack; {units} is neither",
)
NO_SEGMENT = refusal(
    "combat.no_segment",
    case="7.0",
    text="there are no attacks in the {have}",
    remedy="its Reserves may move and barrage",
)
ADDED = refusal("combat.added", case="9.2-1", text="{units} is already in the attack")
NOT_ADDED = refusal("combat.not_added", case="9.2-1", text="{units} is not in the attack")


class CombatSegment(Draft, frozen=True, tag=True):
    """A side's Combat Segment and its draft."""


# --- who may attack --------------------------------------------------------------------------------------------


def refuse_attacker(look: Look, side: str, unit: Unit, hex_: int) -> Refusal | None:
    """Every reason why a unit cannot attack a hex; supply is checked at its own step (9.5-A)."""
    if unit.side == side and unit.hex == ABOARD:
        return look.policies[REFUSE_ASSAULT](look, side, unit, hex_)
    if unit.side != side or not unit.on_map:
        return NOT_OWN(units=(unit.id,))
    direction = look.board.direction(unit.hex, hex_)
    if direction < 0:
        return NOT_ADJACENT(units=(unit.id,), hexes=(hex_,))
    refused = refuse_itself(look, unit)
    if refused is not None:
        return refused
    kind = mobility(look, unit)
    if ground_for(look, unit).step_cost(unit.hex, direction) == PROHIBITED:
        closed = CANNOT_ENTER(units=(unit.id,), hexes=(hex_,), detail=kind.capitalize())
        return refuse_river(look, unit, unit.hex, direction) or closed
    return None


def refuse_itself(look: Look, unit: Unit) -> Refusal | None:
    """Why a unit cannot attack, whatever the hex."""
    if not attack_capable(look, unit):
        return _incapable(look, unit)
    if not usable_in_phase(look, unit):
        return NOT_EXPLOITING(units=(unit.id,))
    if unit.activity.attacked:
        return UNIT_ATTACKED(units=(unit.id,))
    return look.policies[SUPPLY_FORBIDS](look, unit, "attack") if weakened(unit) else None


def refuse_plan(look: Look, side: str, unit: Unit, hex_: int) -> Refusal | None:
    """As `refuse_attacker`, for an attack later in this phase."""
    phase = look.state.clock.phase
    if phase == "reaction":
        return NO_SEGMENT(have=phase_name(phase))
    if hex_ in look.state.attacked:
        return HEX_ATTACKED(hexes=(hex_,))
    return refuse_attacker(look, side, unit, hex_)


def _incapable(look: Look, unit: Unit) -> Refusal:
    if unit.marker == "strat":
        return NOT_CAPABLE(units=(unit.id,), detail="it is in Strat Mode", case="5.8-C")
    if unit.marker == "reserve":
        return NOT_CAPABLE(units=(unit.id,), detail="it is in Reserve Mode and not released", case="5.7-A")
    if not look.counter(unit).is_combat_unit:
        return NOT_CAPABLE(units=(unit.id,), detail="it is not a combat unit", case="9.0-D")
    if look.counter(unit).kind == "artillery":
        return NOT_CAPABLE(units=(unit.id,), detail="artillery fires barrages", case="9.0-B")
    return NOT_CAPABLE(units=(unit.id,), detail="it can only defend")


@derived
def possible_attackers(look: Look, side: str, hex_: int) -> tuple[str, ...]:
    """Units of a side ashore that may attack a hex now, around the hex clockwise."""
    own = look.facts.combat_units[side]
    around = (unit for n in look.board.neighbours(hex_) if own[n] for unit in look.units_at(n, side))
    return tuple(unit.id for unit in around if refuse_attacker(look, side, unit, hex_) is None)


def able_attackers(look: Look, side: str, hex_: int) -> tuple[str, ...]:
    """As `possible_attackers`, then those aboard Landing Craft (18.6a)."""
    return (*possible_attackers(look, side, hex_), *look.policies[ASSAULTS](look, side).get(hex_, ()))


def usual_attackers(look: Look, side: str, hex_: int) -> tuple[str, ...]:
    """All that could attack a hex together: everybody ashore, or if nobody is, as many from Landing Craft as may."""
    force = possible_attackers(look, side, hex_)
    if not force:
        for uid in look.policies[ASSAULTS](look, side).get(hex_, ()):
            if look.policies[REFUSE_FORCE](look, force, look.unit(uid)) is None:
                force = (*force, uid)
    return force


def able_targets(look: Look, side: str) -> tuple[int, ...]:
    """As `possible_targets`, with those of units aboard Landing Craft."""
    beaches = look.policies[ASSAULTS](look, side)
    found = possible_targets(look, side)
    return tuple(sorted({*found, *beaches})) if beaches else found


@derived
def possible_targets(look: Look, side: str) -> tuple[int, ...]:
    """Hexes that a side may attack now with units ashore, in index order."""
    own, troops = look.facts.combat_units[side], look.facts.combat_units[look.enemy(side)]
    beside = {n for h in look.facts.units_at if own[h] for n in look.board.neighbours(h) if troops[n]}
    return tuple(h for h in sorted(beside | empty_beside(look, side)) if refuse_hex(look, side, h) is None)


def refuse_target(look: Look, side: str, hex_: int) -> Refusal | None:
    """A hex that some unit can attack, from ashore or from Landing Craft."""
    return None if hex_ in look.policies[ASSAULTS](look, side) else refuse_hex(look, side, hex_)


def refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
    """A hex with enemy combat units, not attacked yet, that some unit ashore can attack."""
    if not look.has_combat_units(hex_, look.enemy(side)) and not empty(look, hex_):
        return NO_ENEMY(hexes=(hex_,))
    if hex_ in look.state.attacked:
        return HEX_ATTACKED(hexes=(hex_,))
    if not possible_attackers(look, side, hex_):
        return NOBODY(hexes=(hex_,))
    return None


# --- the decision ----------------------------------------------------------------------------------------------


def refuse_commit(look: Look, data: CombatSegment) -> Refusal | None:
    """An attack needs an attacker."""
    if not data.units:
        return NO_ATTACKERS(hexes=(data.target,))
    return look.policies[REFUSE_LAUNCH](look, data.side, data.target, data.units) if from_sea(look, data) else None


def from_sea(look: Look, data: CombatSegment) -> bool:
    """It is a Beach Assault: its units are aboard (18.6a-G: all, or none)."""
    return look.unit(data.units[0]).hex == ABOARD


def commit(run: Run, data: CombatSegment) -> None:
    """The attack is declared (9.2-1)."""
    by_sea = from_sea(run.look, data)
    run.emit(AttackDeclared(case="9.2-1", side=data.side, hex=data.target, units=data.units))
    if by_sea:
        run.look.policies[OPEN_ASSAULT](run, data.side, data.target, data.units)
        return
    run.push("combat", CombatData(kind="regular", side=data.side, hex=data.target, attackers=data.units))


def receive(data: CombatSegment, outcome: CombatOutcome) -> CombatSegment:
    """The outcome of an attack does not matter to the segment."""
    return data


# A side never has to attack (9.1b). One attack at a time (9.1c-A), with any number of units from any adjacent hexes
# (9.1c-B).
DRAFTING = Drafting(
    declare=DeclareAttack,
    targets=able_targets,
    refuse_target=refuse_target,
    able=able_attackers,
    refuse_unit=refuse_attacker,
    refuse_commit=refuse_commit,
    commit=commit,
    within=lambda look, unit: 1,
    spent=lambda look: look.state.attacked,
    one_target=ONE_HEX,
    no_target=NO_TARGET,
    added=ADDED,
    not_added=NOT_ADDED,
    together=lambda look, units, unit: (
        look.policies[REFUSE_FORCE](look, units, unit) or look.policies[REFUSE_COMPANY](look, units, unit)
    ),
)

SEGMENT = Procedure(
    "combat_segment",
    CombatSegment,
    (
        Choose(
            "declare",
            "Declare an attack: choose the hex, add units, commit; or end the segment",
            DRAFTING.decides,
            DRAFTING.options(),
            case="9.1",
        ),
    ),
    receive=receive,
)


def any_company(look: Look, units: tuple[str, ...], unit: Unit) -> Refusal | None:
    """9.1c-B: any number of units attack together."""
    return None


PROCEDURES = (SEGMENT,)
POLICIES = {"refuse_company": any_company}
