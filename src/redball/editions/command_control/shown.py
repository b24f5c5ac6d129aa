"""The order of command as a player reads it: armies, their HQs and the units they lead, units left over, zones."""

from __future__ import annotations

from redball.core.look import Look
from redball.core.order_of_command import ArmyView, CommandView, HqView, LeftView, Played, SlotsView, ZoneView
from redball.core.state import Unit
from redball.editions.command_control import slots, zones
from redball.editions.command_control.charts import CommandLimit
from redball.editions.command_control.record import Zone, command_in


def shown(look: Look, sides: tuple[str, ...]) -> CommandView | None:
    """The order of command of the viewer's sides, and the zones of all; None where no HQ commands so."""
    ordered = [side for side in look.world.sides if slots.armies_of(look, side)]
    if not ordered:
        return None
    return CommandView(
        holds=any(slots.in_order(look, side) for side in ordered),
        hq=command_in(look.state).hq if look.state.clock.phasing in sides else "",
        spare=command_in(look.state).spare,
        forgotten=command_in(look.state).forgotten,
        armies=tuple(army for side in ordered if side in sides for army in armies(look, side)),
        left=tuple(unit for side in ordered if side in sides for unit in left(look, side)),
        zones=tuple(zone_view(look, zone) for zone in command_in(look.state).zones),
    )


def state_of(look: Look, name: str) -> Played:
    """Whether an army or HQ is being played, has been, or waits."""
    command = command_in(look.state)
    if name in (command.army, command.hq):
        return "now"
    return "played" if name in command.played else "waits"


def armies(look: Look, side: str) -> list[ArmyView]:
    """Armies in the order of the scenario."""
    return [
        ArmyView(
            id=army.id,
            side=side,
            name=army.name,
            under=slots.parent_of(look, side, army),
            state=state_of(look, army.id),
            hqs=tuple(headquarters(look, hq) for hq in slots.headquarters_of(look, side, army.id)),
        )
        for army in slots.armies_of(look, side)
    ]


def headquarters(look: Look, hq: Unit) -> HqView:
    """An HQ, the slots that it fills of how many, and the units that fill them."""
    command = slots.side_command(look, hq.side)
    assert command is not None
    pairs = command_in(look.state).led
    load = slots.load_of(command, hq.id, pairs)
    rows = [row for row in slots.limits_of(look, hq) if row.excess(load) == 0]
    return HqView(
        unit=hq.id,
        state=state_of(look, hq.id),
        slots=tuple(slots_of(rows[0], load)) if rows else (),
        led=tuple(slot for slot, by in pairs if by == hq.id),
    )


def slots_of(row: CommandLimit, load: dict[str, int]) -> list[SlotsView]:
    """What a load allows."""
    if row.total:
        return [SlotsView("of any kind", sum(load.values()), row.total)]
    pooled = {kind for pool in row.pooled for kind in pool.classes}
    found = [
        SlotsView(kind.replace("_", " "), load.get(kind, 0), most)
        for kind, most in row.most.items()
        if most and kind not in pooled
    ]
    for pool in row.pooled:
        have = sum(load.get(kind, 0) for kind in pool.classes)
        found.append(SlotsView(" or ".join(pool.classes).replace("_", " "), have, pool.most))
    found += [SlotsView(k.replace("_", " "), load.get(k, 0), None) for k in row.unlimited]
    return found + ([SlotsView("more of any kind", 0, row.spare)] if row.spare else [])


def left(look: Look, side: str) -> list[LeftView]:
    """Formations and units with a slot that no HQ leads and that have not all moved, once the order applies."""
    if not slots.in_order(look, side):
        return []
    led = {slot for slot, _ in command_in(look.state).led}
    waiting: dict[str, list[Unit]] = {}
    for unit in look.own(side):
        slot = slots.slot_of(look, unit)
        if slots.class_of(look, unit) and slot not in led and not unit.activity.moved:
            waiting.setdefault(slot, []).append(unit)
    return [
        LeftView(slot, tuple(u.id for u in units), tuple(dict.fromkeys(u.hex for u in units)))
        for slot, units in waiting.items()
    ]


def zone_view(look: Look, zone: Zone) -> ZoneView:
    """A zone with its hexes, and the hexes of its two flanks."""
    return ZoneView(
        side=zone.side,
        army=zone.army,
        name=zones.info(look, zone.side, zone.army).name,
        left=zone.left,
        right=zone.right,
        rear=zone.rear,
        hexes=tuple(sorted(zones.hexes_of(look, zone))),
        borders=tuple(sorted(zones.borders(look, zone))),
    )


POLICIES = {"command_shown": shown}
