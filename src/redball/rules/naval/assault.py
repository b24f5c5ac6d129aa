"""A Beach Assault: an attack by units aboard Landing Craft on a coastal hex that the enemy holds.

The Combat Segment declares it like any attack. Then the defender says whether the Amphibious Landing Table decides
("beach_assault"), before anything is rolled, shown or paid. If they fight, the attackers stand afloat in the hex of
their Landing Craft while the procedure "combat" runs; `end` carries out what follows for them. If they do not, or if
barrages have destroyed them before, the procedure "storm" lands the attackers.

Its phase has no movement, and what has moved is not loaded (18.4c), so that no unit both assaults and spends MP in a
phase (4.7d-B). Readings: docs/readings.md, 18.6a.

Cases: 18.6a, 18.6a-A, 18.6a-B, 18.6a-E, 18.6a-G, 18.6a-H, 18.6b-A, 18.6b-B
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.board.costs import PROHIBITED
from redball.core.actions.naval import AnswerAssault
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.ledger import show_tokens
from redball.core.look import Look, re_text
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import ABOARD, Unit
from redball.core.telling import MODES, phase_name
from redball.rules.combat.odds import prices
from redball.rules.combat.record import CombatData
from redball.rules.combat.segment import HEX_ATTACKED, refuse_itself
from redball.rules.ground.craft import boats_of, carrying, place_of, poised, the_craft
from redball.rules.ground.fleet import fleet_in
from redball.rules.ground.occupancy import can_occupy
from redball.rules.naval.assault_events import AssaultAnswered, AssaultEnded, AssaultLaunched
from redball.rules.naval.beach import GROUP
from redball.rules.naval.invasion import Invasion
from redball.rules.naval.lanes import craft_lanes
from redball.rules.naval.sinking import SINKING, Sinking, sink_point, too_much
from redball.rules.units.losses import eliminate

CAUSE = "Beach Assault"

NOT_NOW = refusal(
    "assault.not_now",
    case="18.6a",
    text="Beach Assaults are made in the Combat Phase, not in the {have}",
    remedy="wait for the next Combat Phase of this side",
)
NOT_ADJACENT = refusal(
    "assault.not_adjacent",
    case="18.6a",
    text="{units} is on Landing Craft that are not next to {hexes}",
    remedy="sail there in a phase of movement",
)
NO_BEACH = refusal(
    "assault.no_beach", case="18.6a", text="no water leads to {hexes} from the Landing Craft that carry {units}"
)
UNDEFENDED = refusal(
    "assault.undefended",
    case="18.6a",
    text="{hexes} holds no enemy combat units, and no barrage has destroyed any there in this turn",
    remedy="land there in the Movement Phase",
)
NO_GROUND = refusal("assault.no_ground", case="9.1f-A", text="{units} could not be in {hexes}, so it cannot attack it")
MODE = refusal(
    "assault.mode",
    case="18.6a-A",
    text="{units} is in {have} Mode; a Beach Assault needs Combat Mode, and units cannot change mode aboard",
    remedy="load it in Combat Mode",
)
TOO_LARGE = refusal(
    "assault.too_large",
    case="18.6a-A",
    text="the attackers in a Beach Assault total {need} at most; with {units} they would be {have}",
    remedy="let other units attack",
)
APART = refusal(
    "assault.apart",
    case="18.6a-A",
    text="all units in a Beach Assault come from one hex, and {units} is at another",
)
NOT_TOGETHER = refusal(
    "assault.not_together",
    case="18.6a-G",
    text="{units} cannot take part: units ashore do not attack together with units from Landing Craft",
)
NO_SUPPLY = refusal(
    "assault.no_supply",
    case="18.6a-B",
    text="{units} need {need} of combat supply; the Landing Craft in their hex and next to it carry {have}",
    remedy="bring supply by Landing Craft to the hex or next to it",
)


class Assault(Struct, frozen=True, tag=True):
    """A Beach Assault that was declared: `units` aboard Landing Craft attack `hex`. `answered`: the defender has chosen
    combat (18.6b-A), or nobody is left to choose."""

    side: str
    hex: int
    units: tuple[str, ...]
    table: bool = False
    answered: bool = False


# --- who may attack what -----------------------------------------------------------------------------------------


def refuse_assault(look: Look, side: str, unit: Unit, hex_: int) -> Refusal | None:
    """Every reason why a unit that is aboard cannot attack a hex; how many attack is `refuse_force`."""
    clock, launch = look.state.clock, place_of(look, unit)
    if clock.phase in ("reaction", "exploitation"):
        return NOT_NOW(have=phase_name(clock.phase))
    direction = look.board.direction(launch, hex_)
    if direction < 0:
        return NOT_ADJACENT(units=(unit.id,), hexes=(hex_,))
    if craft_lanes(look.world)[launch * 6 + direction] == PROHIBITED:
        return NO_BEACH(units=(unit.id,), hexes=(hex_,))
    if not open_to_assault(look, side, hex_):
        return UNDEFENDED(hexes=(hex_,))
    if hex_ in look.state.attacked:
        return HEX_ATTACKED(hexes=(hex_,))
    refused = refuse_itself(look, unit)
    if refused is not None:
        return refused
    if unit.mode != "combat":
        return MODE(units=(unit.id,), have=MODES[unit.mode])
    if not can_occupy(look.world, hex_, look.counter(unit)):
        return NO_GROUND(units=(unit.id,), hexes=(hex_,))
    size = look.regimental_equivalents(unit)
    return TOO_LARGE(units=(unit.id,), have=re_text(size), need=re_text(GROUP)) if size > GROUP else None


def open_to_assault(look: Look, side: str, hex_: int) -> bool:
    """Enemy combat units are in the hex, or were until a barrage destroyed them (18.6a-H)."""
    if look.has_combat_units(hex_, look.enemy(side)):
        return True
    return hex_ in fleet_in(look.state).cleared and not look.has_combat_units(hex_, side)


@derived
def assaults(look: Look, side: str) -> dict[int, tuple[str, ...]]:
    """The hexes that units aboard may attack now, with these, in the order of the Landing Craft."""
    found: dict[int, tuple[str, ...]] = {}
    if not look.world.scenario.craft:
        return found
    for craft in fleet_in(look.state).craft:
        near = look.board.neighbours(craft.hex) if craft.side == side and craft.units else ()
        for hex_ in near:
            able = (uid for uid in craft.units if refuse_assault(look, side, look.unit(uid), hex_) is None)
            if there := tuple(able):
                found[hex_] = (*found.get(hex_, ()), *there)
    return found


def refuse_force(look: Look, units: tuple[str, ...], unit: Unit) -> Refusal | None:
    """18.6a-G: nobody ashore joins; 18.6a-A: one hex, and 3 RE at most."""
    others = [look.unit(uid) for uid in units]
    by_sea = [one for one in others if one.hex == ABOARD]
    if (unit.hex == ABOARD) != bool(by_sea) and others:
        return NOT_TOGETHER(units=(unit.id,))
    if not by_sea:
        return None
    if any(place_of(look, one) != place_of(look, unit) for one in by_sea):
        return APART(units=(unit.id,))
    total = sum(look.regimental_equivalents(one) for one in (*by_sea, unit))
    return TOO_LARGE(units=(unit.id,), have=re_text(total), need=re_text(GROUP)) if total > GROUP else None


def refuse_launch(look: Look, side: str, hex_: int, units: tuple[str, ...]) -> Refusal | None:
    """18.6a-B: supply for all of them is on Landing Craft near by. Where nobody defends any more, none is spent."""
    if not look.has_combat_units(hex_, look.enemy(side)):
        return None
    there = poised(look, units)
    need = sum(prices(there, hex_, [there.unit(uid) for uid in units], "").values())
    have = supply_near(look, side, place_of(look, look.unit(units[0])))
    return NO_SUPPLY(units=units, have=show_tokens(have), need=show_tokens(need)) if have < need else None


def supply_near(look: Look, side: str, launch: int) -> int:
    """Tokens on the side's Landing Craft in a hex and next to it (18.6a-B)."""
    near = {launch, *look.board.neighbours(launch)}
    return sum(one.tokens for one in fleet_in(look.state).craft if one.side == side and one.hex in near)


# --- the defender's choice ---------------------------------------------------------------------------------------


def open_assault(run: Run, side: str, hex_: int, units: tuple[str, ...]) -> None:
    """The assault is declared; the defender chooses first."""
    run.push("beach_assault", Assault(side, hex_, units))


def decides(look: Look, data: Assault) -> str | None:
    """18.6b-A: the defender; 18.6a-H: nobody, if none is left."""
    enemy = look.enemy(data.side)
    return enemy if look.has_combat_units(data.hex, enemy) else None


def take_answer(run: Run, data: Assault, action: AnswerAssault) -> None:
    defender = run.look.enemy(data.side)
    run.emit(AssaultAnswered(case="18.6b-A", side=defender, hex=data.hex, table=action.table))
    run.set(replace(data, table=action.table, answered=True))
    run.go_on()


def resolve(run: Run, data: Assault) -> None:
    """By combat if the defender chose it, otherwise by the table: 18.6b, or 18.6a-H."""
    look = run.look
    if not data.answered or data.table:
        run.push("storm", Invasion(data.side, data.hex, (data.units,), storms=True))
        return
    launch, boats = place_of(look, look.unit(data.units[0])), boats_of(look, data.units)
    staked = carrying(look, boats)
    run.emit(AssaultLaunched(case="18.6a", side=data.side, hex=data.hex, launch=launch, boats=boats, staked=staked))
    run.push("combat", CombatData(kind="regular", side=data.side, hex=data.hex, attackers=data.units))


# --- the end -----------------------------------------------------------------------------------------------------


def end(run: Run, combat: CombatData) -> None:
    """18.6a-E: where the defender holds the hex, all attackers and the Landing Craft that carried them are lost."""
    fleet = fleet_in(run.state)
    if not fleet.boats:
        return
    held = run.look.has_combat_units(combat.hex, run.look.enemy(combat.side))
    if held:
        for uid, _ in fleet.boats:
            if run.look.unit(uid).on_map:
                eliminate(run, uid, CAUSE, "18.6a-E")
        for cid in fleet.staked:
            sink_point(run, cid, CAUSE, "18.6a-E")
    close(run, combat, held=held)
    for cid in sorted({*fleet.staked}) if held else ():
        if too_much(run.look, cid):
            left = the_craft(run.state, cid)
            over = Sinking(left.side, left.side, left.hex, craft=cid, cause=CAUSE, case="18.6a-E")
            run.push(SINKING.name, over)


def close(run: Run, data: CombatData | Assault, *, held: bool) -> None:
    """Units that are not ashore are aboard again."""
    boats = fleet_in(run.state).boats
    living = [(uid, cid, run.look.unit(uid)) for uid, cid in boats if run.look.unit(uid).on_map]
    ashore = tuple([uid for uid, _, unit in living if not unit.activity.afloat])
    back = tuple([(uid, cid) for uid, cid, unit in living if unit.activity.afloat])
    case = "18.6a-E" if held else "18.6a"
    run.emit(AssaultEnded(case=case, side=data.side, hex=data.hex, held=held, ashore=ashore, back=back))


def called_off(run: Run, data: Assault) -> None:
    """9.0-E: without supply there was no attack."""
    if fleet_in(run.state).boats:
        close(run, data, held=False)


def same(data: Assault, outcome: Any) -> Assault:
    """The end of the combat has said all."""
    return data


ASSAULT = Procedure(
    "beach_assault",
    Assault,
    (
        Choose(
            "answer",
            "A Beach Assault: fight on the beach, or let the Amphibious Landing Table decide and lose the defenders",
            decides,
            (Option(AnswerAssault, only(AnswerAssault(False), AnswerAssault(True)), always_legal, take_answer),),
            case="18.6b",
        ),
        Do("resolve", resolve),
        Do("over", called_off),
    ),
    receive=same,
)

PROCEDURES = (ASSAULT,)
POLICIES = {
    "assaults": assaults,
    "refuse_assault": refuse_assault,
    "refuse_force": refuse_force,
    "refuse_launch": refuse_launch,
    "open_assault": open_assault,
    "end_assault": end,
}
