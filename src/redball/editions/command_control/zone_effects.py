"""What a zone of operations does to units of another army: half movement, disorganization, double combat supply.

A unit's army is that of the HQ that led it in its side's last Movement Phase; a unit that no HQ led
belongs to none, and nothing happens to it. Disorganization is that of a retreat into an enemy ZOC, but without the lost
step: every combat unit of the hex but HQs. A DG unit has half its MA, and stops if it has spent more than that.

Cases: C4.4-own, C4.4-other, C4.4-into, C4.4-into-half, C4.4-into-hq, C4.4-combat-supply, C1.3-army-movement-where
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.editions.command_control import slots, zones
from redball.editions.command_control.charts import CommandZones
from redball.editions.command_control.events import MovementHalved
from redball.editions.command_control.record import command_in, halved
from redball.rules.modes.disorganization import Disorganized, dg_kind
from redball.rules.modes.points import DG_KIND

OTHER_ZONE = refusal(
    "command.other_zone",
    case="C1.3-army-movement-where",
    text="{units} is in the zone of an army other than {detail}; it moves without command, after an HQ of that army",
)
AHEAD = refusal(
    "command.ahead_of_zone",
    case="C1.3-army-movement-where",
    text="{units} is neither in the zone of {detail} nor behind it",
    remedy="lead it with an HQ, or move it when all armies have been played",
)
NOBODY_LEADS = refusal(
    "command.not_commanded",
    case="C1.3-army-movement-where",
    text="no HQ of {detail} may command {units}, a unit of this kind",
)


def refuse_place(look: Look, army: str, unit: Unit) -> Refusal | None:
    """Refuse a unit without command behind an army's HQ unless some HQ of the army commands its class, and it is in the
    army's zone or behind it (C1.3-army-movement-where)."""
    name = zones.info(look, unit.side, army).name
    kind = slots.class_of(look, unit)
    hqs = slots.headquarters_of(look, unit.side, army)
    if kind and not any(row.commands(kind) for hq in hqs for row in slots.limits_of(look, hq)):
        return NOBODY_LEADS(units=(unit.id,), detail=name)
    if zones.in_another(look, unit.side, army, unit.hex):
        return OTHER_ZONE(units=(unit.id,), detail=name)
    zone = zones.zone_of(look, unit.side, army)
    if zone is not None and not zones.holds(look, zone, unit.hex):
        back, lane = zones.offset(look.board, zone.rear, zone.left, unit.hex)
        to_rear, lanes = zones.offset(look.board, zone.rear, zone.left, zone.right)
        if (back * lanes - to_rear * lane) * (1 if lanes > 0 else -1) < 0:
            return AHEAD(units=(unit.id,), detail=name)
    return None


def begins(run: Run, unit: Unit, army: str) -> None:
    """A unit that an HQ leads out of another army's zone has half its MA (C4.4-other); in its own nothing changes
    (C4.4-own)."""
    if not halved(unit) and zones.abroad(run.look, unit, army, unit.hex):
        run.emit(MovementHalved(case="C4.4-other", side=unit.side, unit=unit.id))


def entered_hex(run: Run, units: Collection[str], hex_: int) -> None:
    """Units that enter a friendly stack in another army's zone, on foot, by rail or in retreat, disorganize it and
    themselves (C4.4-into); HQs are exempt (C4.4-into-hq)."""
    look = run.look
    if not command_in(look.state).zones:
        return
    entering = [look.unit(uid) for uid in units if look.counter(uid).is_combat_unit and look.counter(uid).kind != "hq"]
    strangers = [u for u in entering if u.hex == hex_ and zones.abroad(look, u, slots.army_of_unit(look, u), hex_)]
    if not strangers:
        return
    side = strangers[0].side
    there = [u for u in look.combat_units_at(hex_, side) if look.counter(u).kind != "hq"]
    if all(u.id in units for u in there):
        return
    kind = look.policies[DG_KIND]("combat")
    for unit in there:
        if unit.marker != "dg" or dg_kind(unit) != kind:
            run.emit(Disorganized(case="C4.4-into", side=side, unit=unit.id, kind=kind))


def combat_supply_times(look: Look, units: Iterable[Unit]) -> int:
    """Units in another army's zone pay twice (C4.4-combat-supply)."""
    if not command_in(look.state).zones:
        return 1
    if any(zones.abroad(look, unit, slots.army_of_unit(look, unit), unit.hex) for unit in units):
        return look.world.charts.table(CommandZones).other_zone_combat_supply
    return 1


def strays(look: Look, unit: Unit, hex_: int) -> bool:
    """Whether a unit would be in another army's zone. While an army is being played, its army is that one. HQs and
    units without an army are exempt."""
    command = command_in(look.state)
    if not command.zones or look.counter(unit).kind == "hq":
        return False
    playing = command.hq and slots.in_order(look, unit.side)
    return zones.abroad(look, unit, command.army if playing else slots.army_of_unit(look, unit), hex_)


POLICIES = {"strays": strays, "entered_hex": entered_hex, "combat_supply_times": combat_supply_times}
