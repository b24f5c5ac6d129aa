"""Retreat: each group goes hex by hex, every hex one farther from its start, until it has gone the full distance.

The owner chooses every hex freely among those from which the full distance can still be reached. With the switch
`retreat_direction` they must keep away from the enemy units of the combat if that costs nothing (reading 1.70). They
may split a group at any hex; units split off continue later as their own group. A unit without any way is eliminated.
No MP and no fuel are spent.

Cases: 4.5c, 5.8a-B, 5.10a-B, 5.10a-C, 9.12-A, 9.12-B, 9.12a-B, 9.12b-A, 9.12b-B, 9.12c-A, 9.12c-B, 9.12d-A, 9.12d-B,
9.12e-A, 9.12e-B, 9.12e-C, 9.12f-A, 9.12f-B, 13.1c-B, 13.2g-E, SETUP-I-C, 12.5b-A, 6.2c-B
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.board.costs import PROHIBITED
from redball.core.actions import LoseStep, RetreatTo, SplitOff, TagAlong
from redball.core.battle import DG_HEX
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.events import FacingChanged, UnitRetreated
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules.capture.claims import capture_on_entry
from redball.rules.combat.points import ENTERED_HEX, ESCAPE, ZOC_PRICE
from redball.rules.ground.bridges import ground_for, own_bridge, refuse_river
from redball.rules.ground.occupancy import holds_enemy
from redball.rules.modes.disorganization import disorganize_hex
from redball.rules.moving_stack.move_ends import settle_reserves
from redball.rules.units import breakdowns
from redball.rules.units.abilities import attack_capable, is_organic, mobility
from redball.rules.units.losses import alive, eliminate, lose_step
from redball.rules.units.zoc import enemy_zoc

DIRECTION = Switch(
    "retreat_direction",
    "9.12c-A",
    "free",
    ("free", "away"),
    "Retreats may go anywhere; or must avoid hexes next to enemy units of the combat, if a way clear of them and of"
    " enemy ZOCs exists",
)
SWITCHES = (DIRECTION,)

CAUSE = "retreat"

NOT_NEXT = refusal("retreat.not_adjacent", case="9.12c-A", text="{hexes} is not next to the retreating units")
ZIGZAG = refusal(
    "retreat.zigzag",
    case="9.12c-B",
    text="{hexes} is {have:hex} from the start of the retreat; this step must end {need} away",
)
ENEMY = refusal("retreat.enemy", case="9.12f-A", text="enemy combat units are in {hexes}")
ENEMY_NONCOMBAT = refusal(
    "retreat.enemy_noncombat",
    case="9.12f-B",
    text="{hexes} holds enemy supply, transport or works; {units} is not Attack-Capable and may not enter",
    remedy="split it off",
)
CLOSED = refusal("retreat.prohibited", case="9.12-B", text="{units} cannot enter {hexes} with {detail} MP")
STRAT_ZOC = refusal(
    "retreat.strat_zoc", case="5.8a-B", text="{units} is in Strat Mode and may not enter the enemy ZOC at {hexes}"
)
DEAD_END = refusal(
    "retreat.dead_end", case="9.12c-B", text="from {hexes}, {units} could not reach the full distance of {need:hex}"
)
NOT_AWAY = refusal(
    "retreat.not_away",
    case="9.12c-A",
    text="at {hexes}, {units} would still be next to enemy units of the combat",
    remedy="a way exists that avoids both them and enemy ZOCs; take one with no hex next to them",
)
NOT_IN_GROUP = refusal("retreat.not_in_group", case="9.12c-A", text="{units} is not in the retreating group")
ALONE = refusal("retreat.alone", case="9.12c-A", text="{units} already retreats by itself")
NEEDS_ESCORT = refusal(
    "retreat.escort", case="13.2g-E", text="Organic Trucks retreat only with combat units of their hex"
)
NO_TAGGING = refusal(
    "retreat.no_tagging",
    case="8.1h",
    text="the result of an overrun does not affect other units in the launching hex",
)
NOT_A_BYSTANDER = refusal(
    "retreat.not_bystander",
    case="9.12d-A",
    text="{units} is not an uninvolved combat unit or Organic Truck in the hex where this retreat begins",
)
STAYS = refusal(
    "retreat.stays",
    case="9.12d-B",
    text="{units} cannot join a retreat: it is neither a combat unit nor an Organic Truck",
)
BEGUN = refusal("retreat.begun", case="9.12d-A", text="units may join a retreat only before its first hex")
IMMOBILE = refusal("retreat.immobile", case="9.12b-B", text="{units} has no Movement Allowance in any mode")
NOT_OWED = refusal("retreat.not_owed", case="9.12e-B", text="one of {need} must lose the step for the enemy ZOC")


class Group(Struct, frozen=True):
    """Units that retreat together: their start, hexes gone, whether they owed a step."""

    origin: int
    units: tuple[str, ...]
    gone: int = 0
    paid: bool = False


class RetreatData(Struct, frozen=True, tag=True):
    """A retreat of `distance` hexes; the first group goes.

    `bystanders` may tag along; `foes` are the hexes with the enemy units of the combat; `involved` are all that
    retreat; one of the units `owed` must lose a step, by the case `owed_by` (9.12e-B: units that were DG before).
    """

    side: str
    distance: int
    groups: tuple[Group, ...]
    bystanders: bool
    foes: tuple[int, ...] = ()
    involved: tuple[str, ...] = ()
    owed: tuple[str, ...] = ()
    owed_by: str = "9.12e-B"


def group(origin: int, units: Iterable[str]) -> Group:
    """A group that has not moved yet."""
    return Group(origin, tuple(units))


# --- where a unit may go ---------------------------------------------------------------------------------------


def refuse_entry(look: Look, unit: Unit, start: int, hex_: int, gone: int) -> Refusal | None:
    """Whether the unit may enter a neighbouring hex as hex number `gone + 1` of its retreat, whatever follows."""
    direction = look.board.direction(start, hex_)
    if direction < 0:
        return NOT_NEXT(hexes=(hex_,))
    if look.has_combat_units(hex_, look.enemy(unit.side)):
        return ENEMY(hexes=(hex_,))
    kind = mobility(look, unit)
    if ground_for(look, unit).step_cost(start, direction) == PROHIBITED:
        closed = CLOSED(units=(unit.id,), hexes=(hex_,), detail=kind.capitalize())
        return refuse_river(look, unit, start, direction) or closed
    if holds_enemy(look, unit.side, hex_) and not attack_capable(look, unit):
        return ENEMY_NONCOMBAT(units=(unit.id,), hexes=(hex_,))
    # Beyond its second hex a unit is DG, no longer in Strat Mode (9.12a-B).
    if unit.marker == "strat" and gone < DG_HEX and enemy_zoc(look, unit.side, hex_):
        return STRAT_ZOC(units=(unit.id,), hexes=(hex_,))
    return None


def refuse_way(look: Look, unit: Unit, origin: int, start: int, hex_: int, gone: int, distance: int) -> Refusal | None:
    """As `refuse_entry`, and the hex is one farther from the origin and leads on to the full distance."""
    refused = refuse_entry(look, unit, start, hex_, gone)
    if refused is not None:
        return refused
    away = look.board.distance(origin, hex_)
    if away != gone + 1:
        return ZIGZAG(hexes=(hex_,), have=away, need=gone + 1)
    if away < distance and not has_way(look, unit, origin, hex_, away, distance):
        return DEAD_END(units=(unit.id,), hexes=(hex_,), need=distance)
    return None


def has_way(look: Look, unit: Unit, origin: int, start: int, gone: int, distance: int) -> bool:
    """From `start`, some way leads to the full distance."""
    ways = look.board.away(origin, start)
    return any(refuse_way(look, unit, origin, start, h, gone, distance) is None for h in ways)


def leads_away(look: Look, data: RetreatData, unit: Unit, start: int, hex_: int, gone: int, *, safely: bool) -> bool:
    """Whether some way through a neighbouring hex goes the full distance without entering a hex next to the enemy units
    of the combat or (`safely`) in an enemy ZOC."""
    if refuse_way(look, unit, data.groups[0].origin, start, hex_, gone, data.distance) is not None:
        return False
    if any(look.board.distance(hex_, foe) <= 1 for foe in data.foes) or (safely and enemy_zoc(look, data.side, hex_)):
        return False
    return gone + 1 == data.distance or any(
        leads_away(look, data, unit, hex_, there, gone + 1, safely=safely) for there in look.board.neighbours(hex_)
    )


def refuse_direction(look: Look, data: RetreatData, unit: Unit, hex_: int) -> Refusal | None:
    """9.12c-A: generally away from the enemy, except for a bend that saves losses."""
    if look.switch(DIRECTION.name) == "free":
        return None
    gone = data.groups[0].gone
    if leads_away(look, data, unit, unit.hex, hex_, gone, safely=False):
        return None
    others = look.board.neighbours(unit.hex)
    could = any(leads_away(look, data, unit, unit.hex, other, gone, safely=True) for other in others)
    return NOT_AWAY(units=(unit.id,), hexes=(hex_,)) if could else None


def here(look: Look, going: Group) -> int:
    """The hex of a group."""
    return look.unit(going.units[0]).hex


def combat_units(look: Look, units: Iterable[str]) -> tuple[str, ...]:
    """The combat units among some units."""
    return tuple(uid for uid in units if look.counter(uid).is_combat_unit)


# --- getting ready ---------------------------------------------------------------------------------------------


def can_march(look: Look, unit: Unit) -> bool:
    """The unit has a Movement Allowance on the side showing, or on its Move side (9.12b)."""
    return bool(look.face(unit).ma or look.counter(unit).move.ma)


def turn_to_march(run: Run, uid: str) -> None:
    """HQs turn to their Move side (13.1c-B), and so does a unit without MA on the side showing (9.12b-A, reading
    1.69)."""
    unit = run.look.unit(uid)
    is_hq = run.look.counter(unit).kind == "hq"
    if unit.facing == "combat" and (is_hq or not run.look.face(unit).ma):
        case, bridge = "13.1c-B" if is_hq else "9.12b-A", own_bridge(run.look, unit)
        run.emit(FacingChanged(case=case, side=unit.side, unit=uid, facing="move", bridge=bridge))


def prepare(run: Run, data: RetreatData) -> None:
    """Turn units to a side that can move; units that cannot move in any mode are destroyed (9.12b-B)."""
    involved = tuple(uid for going in data.groups for uid in going.units)
    for uid in involved:
        if can_march(run.look, run.look.unit(uid)):
            turn_to_march(run, uid)
        else:
            eliminate(run, uid, CAUSE, "9.12b-B")
    run.set(replace(data, involved=involved))


def screen(run: Run, data: RetreatData) -> None:
    """Leave out groups that have arrived or have no combat unit left; eliminate units without any way (9.12-B)."""
    groups = list(data.groups)
    while groups:
        going = groups[0]
        units = alive(run.look, going.units)
        if going.gone < data.distance:
            units = tuple(uid for uid in units if not stuck(run, data, going, uid))
        if not combat_units(run.look, units) or going.gone == data.distance:
            groups.pop(0)
        else:
            groups[0] = replace(going, units=units)
            break
    run.set(replace(data, groups=tuple(groups)))


def stuck(run: Run, data: RetreatData, going: Group, uid: str) -> bool:
    """The unit cannot go on: a combat unit is eliminated, an Organic Truck stays."""
    look = run.look
    unit = look.unit(uid)
    if has_way(look, unit, going.origin, unit.hex, going.gone, data.distance):
        return False
    if look.counter(unit).is_combat_unit:
        eliminate(run, uid, CAUSE, "5.8a-B" if unit.marker == "strat" else "9.12-B")
    return True


# --- the choices of the owner ----------------------------------------------------------------------------------


def decides(look: Look, data: RetreatData) -> str | None:
    """The owner, while a group must continue."""
    return data.side if data.groups else None


def go_candidates(look: Look, data: RetreatData) -> Iterator[RetreatTo]:
    """The hexes next to the first group that are one farther from its start."""
    going = data.groups[0]
    return (RetreatTo(hex_) for hex_ in look.board.away(going.origin, here(look, going)))


def refuse_go(look: Look, data: RetreatData, action: RetreatTo) -> Refusal | None:
    """Every unit of the group must be able to go there, to continue from there, and to go in that direction."""
    going = data.groups[0]
    start = here(look, going)
    for unit in map(look.unit, going.units):
        way = (going.origin, start, action.hex, going.gone, data.distance)
        refused = refuse_way(look, unit, *way)
        if refused is None:
            refused = refuse_direction(look, data, unit, action.hex)
        if refused is not None:
            return refused
    return None


def take_go(run: Run, data: RetreatData, action: RetreatTo) -> None:
    """Enter the hex, become DG if due, and owe a step for DG units that entered a ZOC."""
    going, *others = data.groups
    start = here(run.look, going)
    for uid in going.units:
        run.emit(UnitRetreated(case="9.12-A", side=data.side, unit=uid, start=start, hex=action.hex))
    gone = going.gone + 1
    upset, owed, owed_by = run.look.policies[ZOC_PRICE](run.look, data, action.hex)
    if gone == DG_HEX:
        disorganize_hex(run, data.side, action.hex, "9.12a-B")
    if upset:
        disorganize_hex(run, data.side, action.hex, "9.12e-A")
    run.look.policies[ENTERED_HEX](run, going.units, action.hex)
    going = replace(going, gone=gone, paid=going.paid or bool(owed))
    run.set(replace(data, groups=(going, *others), owed=owed, owed_by=owed_by or data.owed_by))
    run.go("owed")
    if len(owed) == 1:
        pay_step(run, run.data, owed[0])
    capture_on_entry(run, data.side, action.hex)


def dg_owe_a_step(look: Look, data: RetreatData, hex_: int) -> tuple[bool, tuple[str, ...], str]:
    """9.12e-A, 9.12e-B: an enemy ZOC, negated or not, disorganizes; one of the units already DG loses a step."""
    if not enemy_zoc(look, data.side, hex_):
        return False, (), ""
    units = combat_units(look, data.groups[0].units)
    return True, tuple(uid for uid in units if look.unit(uid).marker == "dg"), "9.12e-B"


def pay_step(run: Run, data: RetreatData, uid: str) -> None:
    """The unit loses the step owed, or tries to get away and leaves its group."""
    escape = run.look.policies[ESCAPE](run.look, run.look.unit(uid))
    if escape is None:
        lose_step(run, uid, CAUSE, data.owed_by)
        run.set(replace(data, owed=()))
        return
    going, *others = data.groups
    rest = replace(going, units=tuple(other for other in going.units if other != uid))
    run.set(replace(data, groups=(rest, *others), owed=()))
    run.push(*escape)


def split_candidates(look: Look, data: RetreatData) -> Iterator[SplitOff]:
    """Units of the group."""
    return (SplitOff(uid) for uid in data.groups[0].units)


def refuse_split(look: Look, data: RetreatData, action: SplitOff) -> Refusal | None:
    """Any unit but the last; a combat unit must remain in the group (9.12c-A, 13.2g-E)."""
    units = data.groups[0].units
    if action.unit not in units:
        return NOT_IN_GROUP(units=(action.unit,))
    rest = [uid for uid in units if uid != action.unit]
    if not rest:
        return ALONE(units=(action.unit,))
    if not combat_units(look, rest):
        return NEEDS_ESCORT(units=(action.unit,))
    return None


def take_split(run: Run, data: RetreatData, action: SplitOff) -> None:
    """Units split off in one hex continue later as one group; an Organic Truck split off stays."""
    going, *others = data.groups
    rest = replace(going, units=tuple(uid for uid in going.units if uid != action.unit))
    if not combat_units(run.look, (action.unit,)):
        run.set(replace(data, groups=(rest, *others)))
        return
    start = here(run.look, going)
    if (
        others
        and others[0].gone == going.gone
        and here(run.look, others[0]) == start
        and (others[0].origin, others[0].paid) == (going.origin, going.paid)
    ):
        others[0] = replace(others[0], units=(*others[0].units, action.unit))
    else:
        others.insert(0, replace(going, units=(action.unit,)))
    run.set(replace(data, groups=(rest, *others)))


def tag_candidates(look: Look, data: RetreatData) -> Iterator[TagAlong]:
    """Other units of the side in the hex, before the first step."""
    going = data.groups[0]
    if not going.gone:
        yield from (TagAlong(u.id) for u in look.units_at(going.origin, data.side) if u.id not in data.involved)


def refuse_tag(look: Look, data: RetreatData, action: TagAlong) -> Refusal | None:
    """Bystanders of the hex: combat units and Organic Trucks (9.12d), but not those of a launching hex (8.1h)."""
    going = data.groups[0]
    unit = look.unit(action.unit)
    if going.gone:
        return BEGUN()
    if unit.side != data.side or unit.hex != going.origin or unit.id in data.involved:
        return NOT_A_BYSTANDER(units=(unit.id,))
    if not (look.counter(unit).is_combat_unit or is_organic(look, unit)):
        return STAYS(units=(unit.id,))
    if not data.bystanders:
        return NO_TAGGING(units=(unit.id,))
    if not can_march(look, unit):
        return IMMOBILE(units=(unit.id,))
    turned = unit
    if not look.face(unit).ma or look.counter(unit).kind == "hq":
        turned = unit.act(bridge=own_bridge(look, unit)).change(facing="move")
    if not has_way(look, turned, going.origin, unit.hex, 0, data.distance):
        return DEAD_END(units=(unit.id,), hexes=(unit.hex,), need=data.distance)
    return None


def take_tag(run: Run, data: RetreatData, action: TagAlong) -> None:
    turn_to_march(run, action.unit)
    going, *others = data.groups
    joined = replace(going, units=(*going.units, action.unit))
    run.set(replace(data, groups=(joined, *others), involved=(*data.involved, action.unit)))


def about_to_go(look: Look, data: RetreatData) -> tuple[str, ...]:
    """The units of the group that begin to retreat now (20.0a)."""
    going = data.groups[0]
    return () if going.gone else going.units


def with_detached(data: RetreatData, parent: str, new: str) -> RetreatData:
    """A unit detached from a retreating unit retreats with its group until split off."""
    going, *others = data.groups
    joined = replace(going, units=breakdowns.beside(going.units, parent, new))
    return replace(data, groups=(joined, *others), involved=(*data.involved, new))


# --- the step owed in a ZOC ------------------------------------------------------------------------------------


def owed_decides(look: Look, data: RetreatData) -> str | None:
    """The owner, while a step is owed."""
    return data.side if data.owed else None


def owed_candidates(look: Look, data: RetreatData) -> Iterator[LoseStep]:
    """Units of the group that owe the step."""
    return (LoseStep(uid) for uid in data.owed)


def refuse_owed(look: Look, data: RetreatData, action: LoseStep) -> Refusal | None:
    """9.12e-B: any of them (9.11c-B)."""
    if action.unit not in data.owed:
        need = ", ".join(look.counter(uid).name for uid in data.owed)
        return NOT_OWED(units=(action.unit,), need=need, case=data.owed_by)
    return None


def take_owed(run: Run, data: RetreatData, action: LoseStep) -> None:
    pay_step(run, data, action.unit)


def go_round(run: Run, data: RetreatData) -> None:
    """Continue with the next hex or the next group, or end."""
    if data.groups:
        run.go("screen")
    else:
        settle_reserves(run, data.involved)


RETREAT = Procedure(
    "retreat",
    RetreatData,
    (
        Do("prepare", prepare),
        Do("screen", screen),
        Choose(
            "go",
            "Retreat the group to a hex; others may join before its first hex, and units may split off at any hex",
            decides,
            (
                Option(RetreatTo, go_candidates, refuse_go, take_go),
                Option(SplitOff, split_candidates, refuse_split, take_split),
                Option(TagAlong, tag_candidates, refuse_tag, take_tag),
                breakdowns.detaching(about_to_go, with_detached),
            ),
            case="9.12",
        ),
        Choose(
            "owed",
            "Choose the unit that loses a step for retreating into a ZOC",
            owed_decides,
            (Option(LoseStep, owed_candidates, refuse_owed, take_owed),),
            case="9.12e-B",
        ),
        Do("go_round", go_round),
    ),
)

PROCEDURES = (RETREAT,)
POLICIES = {"zoc_price": dg_owe_a_step}
