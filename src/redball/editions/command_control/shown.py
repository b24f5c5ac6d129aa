"""The order of command as a player reads it: armies, their HQs and the units they lead, units left over, zones."""

from __future__ import annotations

from typing import Any

from redball.charts.command import CommandLimit
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.command_control import slots, zones
from redball.editions.command_control.record import Zone, command_in


def shown(look: Look, sides: tuple[str, ...]) -> dict[str, Any] | None:
    """The order of command of the viewer's sides, and the zones of all; None where no HQ commands
    so."""
    ordered = [side for side in look.world.sides if slots.armies_of(look, side)]
    if not ordered:
        return None
    return {
        "holds": any(slots.in_order(look, side) for side in ordered),
        "hq": command_in(look.state).hq if look.state.clock.phasing in sides else "",
        "spare": command_in(look.state).spare,
        "forgotten": command_in(look.state).forgotten,
        "armies": [army for side in ordered if side in sides for army in armies(look, side)],
        "left": [unit for side in ordered if side in sides for unit in left(look, side)],
        "zones": [zone_view(look, zone) for zone in command_in(look.state).zones],
    }


def state_of(look: Look, name: str) -> str:
    """Whether an army or HQ is being played, has been, or waits."""
    command = command_in(look.state)
    if name in (command.army, command.hq):
        return "now"
    return "played" if name in command.played else "waits"


def armies(look: Look, side: str) -> list[dict[str, Any]]:
    """Armies in the order of the scenario."""
    return [
        {
            "id": army.id,
            "side": side,
            "name": army.name,
            "under": slots.parent_of(look, side, army),
            "state": state_of(look, army.id),
            "hqs": [headquarters(look, hq) for hq in slots.headquarters_of(look, side, army.id)],
        }
        for army in slots.armies_of(look, side)
    ]


def headquarters(look: Look, hq: Unit) -> dict[str, Any]:
    """An HQ, the slots that it fills of how many, and the units that fill them."""
    command = slots.side_command(look, hq.side)
    assert command is not None
    pairs = command_in(look.state).led
    load = slots.load_of(command, hq.id, pairs)
    rows = [row for row in slots.limits_of(look, hq) if row.excess(load) == 0]
    return {
        "unit": hq.id,
        "state": state_of(look, hq.id),
        "slots": slots_of(rows[0], load) if rows else [],
        "led": [slot for slot, by in pairs if by == hq.id],
    }


def slots_of(row: CommandLimit, load: dict[str, int]) -> list[dict[str, Any]]:
    """What a load allows: `most` is None without a limit."""
    if row.total:
        return [{"kind": "of any kind", "have": sum(load.values()), "most": row.total}]
    pooled = {kind for pool in row.pooled for kind in pool.classes}
    found = [
        {"kind": kind.replace("_", " "), "have": load.get(kind, 0), "most": most}
        for kind, most in row.most.items()
        if most and kind not in pooled
    ]
    for pool in row.pooled:
        have = sum(load.get(kind, 0) for kind in pool.classes)
        found.append({"kind": " or ".join(pool.classes).replace("_", " "), "have": have, "most": pool.most})
    found += [{"kind": k.replace("_", " "), "have": load.get(k, 0), "most": None} for k in row.unlimited]
    return found + ([{"kind": "more of any kind", "have": 0, "most": row.spare}] if row.spare else [])


def left(look: Look, side: str) -> list[dict[str, Any]]:
    """Formations and units with a slot that no HQ leads and that have not all moved, once the order applies."""
    if not slots.in_order(look, side):
        return []
    led = {slot for slot, _ in command_in(look.state).led}
    found: dict[str, dict[str, Any]] = {}
    for unit in look.own(side):
        slot = slots.slot_of(look, unit)
        if slots.class_of(look, unit) and slot not in led and not unit.activity.moved:
            there = found.setdefault(slot, {"slot": slot, "units": [], "hexes": []})
            there["units"].append(unit.id)
            if unit.hex not in there["hexes"]:
                there["hexes"].append(unit.hex)
    return list(found.values())


def zone_view(look: Look, zone: Zone) -> dict[str, Any]:
    """A zone with its hexes, and the hexes of its two flanks."""
    return {
        "side": zone.side,
        "army": zone.army,
        "name": zones.info(look, zone.side, zone.army).name,
        "left": zone.left,
        "right": zone.right,
        "rear": zone.rear,
        "hexes": sorted(zones.hexes_of(look, zone)),
        "borders": sorted(zones.borders(look, zone)),
    }


POLICIES = {"command_shown": shown}
