"""Boundaries of operation zones: the owner places them in the Reinforcement Phase and slides them with the enemy front.

As the phase ends HQs and subordinate armies may be reattached (`attachment`), and every army near the enemy has a zone:
the one that it had, if its flanks are still at the front line, else a proposal. The owner may put each flank elsewhere
once and turn the rear, or go on. While moving, they may slide a zone one hex at a time: forward while no enemy is next
to it, back while one stands in it.

Cases: C4.3-definition, C4.3-duration
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Done
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.editions.command_control import attachment, slots, zones
from redball.editions.command_control.actions import AttachHq, PlaceBoundary, SlideZone, SubordinateArmy, TurnZone
from redball.editions.command_control.events import ZoneLifted, ZonePlaced
from redball.editions.command_control.record import Zone

NO_ZONE = refusal(
    "zone.none",
    case="C4.2-no-zone",
    text="{detail} has no zone of operations of its own: it is far from the enemy, or subordinate",
)
SET_ALREADY = refusal(
    "zone.set",
    case="C4.3-definition",
    text="that boundary of {detail} was already placed in this phase, or would not change",
)
NOT_FRONT = refusal(
    "zone.not_front",
    case="C4.2-front",
    text="{hexes} is not a hex free of enemy units on the enemy front line facing this army",
)
NARROW = refusal("zone.narrow", case="C4.2-flanks", text="the flanks of {detail} would be in one line to the rear")
OVERLAPS = refusal(
    "zone.overlaps",
    case="C4.1",
    text="the zone of {detail} would overlap that of {have}",
    remedy="move the boundary of the other army first, or share it",
)
DRAWN = refusal(
    "attachment.drawn",
    case="C4.3-definition",
    text="{detail} cannot change: it was already moved in this phase, or boundaries have been drawn",
    remedy="attach HQs and armies, each once, before you draw boundaries",
)
NO_SLIDE = refusal(
    "zone.no_slide",
    case="C4.3-duration",
    text="the zone of {detail} follows the enemy front: forward if no enemy is next to it, back if an enemy is in it",
)


FLANKS = ("left", "right")


class Boundaries(Struct, frozen=True, tag=True):
    """A side draws its boundaries; (army, what) that were `set` in this phase, HQs and armies that were `attached`."""

    side: str
    set: tuple[tuple[str, str], ...] = ()
    attached: tuple[str, ...] = ()


def open_boundaries(run: Run, data: object) -> None:
    """The last step of a Reinforcement Phase, for a side with armies."""
    side = run.state.clock.phasing
    if slots.armies_of(run.look, side):
        run.push("boundaries", Boundaries(side))


def propose(run: Run, data: Boundaries) -> None:
    """Keep the zones if every army that needs one can keep its own; else propose all again."""
    look = run.look
    old, new = zones.zones(look, data.side), zones.proposed(look, data.side)
    near = {army.id for army in zones.owners(look, data.side) if zones.near_enemy(look, data.side, army.id)}
    kept = [zone for zone in old if zone.army in near and still_at_front(look, zone)]
    if {zone.army for zone in kept} >= {zone.army for zone in new}:
        new = tuple(kept)
    for zone in old:
        if zone.army not in {other.army for other in new}:
            run.emit(ZoneLifted(case="C4.2-no-zone", side=data.side, army=zone.army))
    for zone in new:
        if zone not in old:
            run.emit(placed(zone))


def still_at_front(look: Look, zone: Zone) -> bool:
    """Whether both flanks are at the enemy front line."""
    return {zone.left, zone.right} <= set(zones.front(look, zone.side, zone.rear))


def placed(zone: Zone) -> ZonePlaced:
    """The event that places a zone."""
    return ZonePlaced(
        case="C4.3-definition", side=zone.side, army=zone.army, left=zone.left, right=zone.right, rear=zone.rear
    )


def decides(look: Look, data: Boundaries) -> str | None:
    """The side decides if it has zones, or HQs that may go to other armies."""
    asked = zones.zones(look, data.side) or any(True for _ in attachment.attach_candidates(look, data.side))
    return data.side if asked else None


def own_zone(look: Look, side: str, army: str) -> Zone | None:
    """An army's own zone."""
    return next((zone for zone in zones.zones(look, side) if zone.army == army), None)


def refuse_new(look: Look, zone: Zone) -> Refusal | None:
    """Refuse a zone without width or one that overlaps another (C4.1)."""
    if not zones.offset(look.board, zone.rear, zone.left, zone.right)[1]:
        return NARROW(detail=name_of(look, zone))
    for other in zones.zones(look, zone.side):
        if other.army != zone.army and zones.overlap(look, zone, other):
            return OVERLAPS(detail=name_of(look, zone), have=name_of(look, other))
    return None


def name_of(look: Look, zone: Zone) -> str:
    """The name of its army."""
    return zones.info(look, zone.side, zone.army).name


@derived
def boundary_candidates(look: Look, data: Boundaries) -> tuple[PlaceBoundary, ...]:
    """Front hexes within about the length of the army's zone."""
    return tuple(_boundaries(look, data.side))


def _boundaries(look: Look, side: str) -> Iterator[PlaceBoundary]:
    for zone in zones.zones(look, side):
        hqs, reach = zones.headquarters(look, side, zone.army), 2 * zones.length(look, side, zone.army)
        for hex_ in zones.front(look, side, zone.rear):
            if any(look.board.distance(hq.hex, hex_) <= reach for hq in hqs):
                yield from (PlaceBoundary(zone.army, flank, hex_) for flank in FLANKS)


def refuse_boundary(look: Look, data: Boundaries, action: PlaceBoundary) -> Refusal | None:
    """Refuse a second change of a flank, or a hex off the enemy front line."""
    zone = own_zone(look, data.side, action.army)
    if zone is None:
        return NO_ZONE(detail=slots.army_name(look, data.side, action.army))
    if (action.army, action.flank) in data.set or moved(zone, action) == zone:
        return SET_ALREADY(detail=name_of(look, zone))
    if action not in boundary_candidates(look, data):
        return NOT_FRONT(hexes=(action.hex,))
    return refuse_new(look, moved(zone, action))


def moved(zone: Zone, action: PlaceBoundary) -> Zone:
    """The zone with one flank moved."""
    return replace(zone, left=action.hex) if action.flank == FLANKS[0] else replace(zone, right=action.hex)


def take_boundary(run: Run, data: Boundaries, action: PlaceBoundary) -> None:
    zone = own_zone(run.look, data.side, action.army)
    assert zone is not None
    run.emit(placed(moved(zone, action)))
    run.set(replace(data, set=(*data.set, (action.army, action.flank))))


def turn_candidates(look: Look, data: Boundaries) -> Iterator[TurnZone]:
    """Every other direction."""
    for zone in zones.zones(look, data.side):
        yield from (TurnZone(zone.army, rear) for rear in range(6) if rear != zone.rear)


def refuse_turn(look: Look, data: Boundaries, action: TurnZone) -> Refusal | None:
    """Refuse a second turn, or one that leaves the flanks off the front line."""
    zone = own_zone(look, data.side, action.army)
    if zone is None or not 0 <= action.rear < 6:
        return NO_ZONE(detail=slots.army_name(look, data.side, action.army))
    if (action.army, "rear") in data.set or action.rear == zone.rear:
        return SET_ALREADY(detail=name_of(look, zone))
    turned = replace(zone, rear=action.rear)
    if not still_at_front(look, turned):
        return NOT_FRONT(hexes=(zone.left, zone.right))
    return refuse_new(look, turned)


def take_turn(run: Run, data: Boundaries, action: TurnZone) -> None:
    zone = own_zone(run.look, data.side, action.army)
    assert zone is not None
    run.emit(placed(replace(zone, rear=action.rear)))
    run.set(replace(data, set=(*data.set, (action.army, "rear"))))


def attach_candidates(look: Look, data: Boundaries) -> Iterator[AttachHq]:
    """Before boundaries are drawn."""
    return iter(()) if data.set else attachment.attach_candidates(look, data.side)


def refuse_attach(look: Look, data: Boundaries, action: AttachHq) -> Refusal | None:
    """Each HQ once, before boundaries are drawn."""
    if data.set or action.unit in data.attached:
        return DRAWN(detail=look.counter(action.unit).name)
    return attachment.refuse_attach(look, data.side, action)


def take_attach(run: Run, data: Boundaries, action: AttachHq) -> None:
    attachment.take_attach(run, data.side, action)
    propose(run, data)
    run.set(replace(data, attached=(*data.attached, action.unit)))


def subordinate_candidates(look: Look, data: Boundaries) -> Iterator[SubordinateArmy]:
    """Before boundaries are drawn."""
    return iter(()) if data.set else attachment.subordinate_candidates(look, data.side)


def refuse_subordinate(look: Look, data: Boundaries, action: SubordinateArmy) -> Refusal | None:
    """Each army once, before boundaries are drawn."""
    if data.set or action.army in data.attached:
        return DRAWN(detail=slots.army_name(look, data.side, action.army))
    return attachment.refuse_subordinate(look, data.side, action)


def take_subordinate(run: Run, data: Boundaries, action: SubordinateArmy) -> None:
    attachment.take_subordinate(run, data.side, action)
    propose(run, data)
    run.set(replace(data, attached=(*data.attached, action.army)))


def take_done(run: Run, data: Boundaries, action: Done) -> None:
    """The zones stay until the next Reinforcement Phase of the side (C4.3-duration)."""
    run.go_on()


# --- sliding ---------------------------------------------------------------------------------------------------


def slide_candidates(look: Look, side: str) -> Iterator[SlideZone]:
    """Slides of one hex forward or back."""
    for zone in zones.zones(look, side):
        yield from (SlideZone(zone.army, forward) for forward in (True, False))


def refuse_slide(look: Look, side: str, action: SlideZone) -> Refusal | None:
    """Forward while no enemy is next to it, back while an enemy is in it; never both (C4.3-duration), and no more into
    another army's zone than a zone that is placed (C4.1)."""
    zone = own_zone(look, side, action.army)
    if zone is None:
        return NO_ZONE(detail=slots.army_name(look, side, action.army))
    deep = zones.gap(look, zone)
    follows = deep is not None and (deep[0] <= -2 * deep[1] if action.forward else deep[0] >= 0)
    there = zones.slid(look, zone, action.forward)
    if not follows or there is None:
        return NO_SLIDE(detail=name_of(look, zone))
    return refuse_new(look, there)


def take_slide(run: Run, side: str, action: SlideZone) -> None:
    zone = own_zone(run.look, side, action.army)
    assert zone is not None
    there = zones.slid(run.look, zone, action.forward)
    assert there is not None
    run.emit(replace(placed(there), case="C4.3-duration"))


BOUNDARIES = Procedure(
    "boundaries",
    Boundaries,
    (
        Do("propose", propose),
        Choose(
            "place",
            "Attach HQs to other armies, then draw the boundaries of your armies' zones; or change nothing",
            decides,
            (
                Option(PlaceBoundary, boundary_candidates, refuse_boundary, take_boundary),
                Option(AttachHq, attach_candidates, refuse_attach, take_attach),
                Option(SubordinateArmy, subordinate_candidates, refuse_subordinate, take_subordinate),
                Option(TurnZone, turn_candidates, refuse_turn, take_turn),
                Option(Done, only(Done()), always_legal, take_done),
            ),
            case="C4.3-definition",
        ),
    ),
)
PROCEDURES = (BOUNDARIES,)
EDITS = (("reinforcement_phase", "after", "rebuild", Do("boundaries", open_boundaries)),)
