"""Air bases and aircraft in the terminal, as one side may see them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from redball.board.hexes import NO_HEX
from redball.core.actions.air import BY_GLIDER, MISSIONS, ON, TRIPS
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.forces.aircraft import show_capacity, show_face
from redball.game.view.air import BaseView, CargoView, FlakView, PlaneView, air_view
from redball.rules.air.air import points_text
from redball.rules.air.grounding import limits_of, told


def air_lines(look: Look, viewer: str, hex_: int) -> Iterator[str]:
    """The base in a hex, then the aircraft there: Active above, Inactive below (14.1a)."""
    air = air_view(look, viewer)
    if isinstance(air, UnsetType):
        return
    yield from (base_line(base) for base in air.bases if base.hex == hex_)
    there = sorted((plane for plane in air.planes if plane.hex == hex_), key=lambda plane: not plane.active)
    yield from (plane_line(plane) for plane in there)


def mission_lines(look: Look, viewer: str) -> Iterator[str]:
    """What the weather leaves of missions, those in the air, then the open one with
    its aircraft that the viewer sees."""
    air = air_view(look, viewer)
    if isinstance(air, UnsetType):
        return
    for limit in limits_of(look, viewer) if viewer in look.world.sides else ():
        yield f"Weather ({limit.weather}): {told(limit)}"
    for task in air.tasks:
        planes = f": {', '.join(task.planes)}" if task.planes else ""
        yield f"{task.side} in the air: {MISSIONS[task.kind]} over {look.hex_name(task.hex)}{planes}"
    if air.mission is None:
        return
    mission = air.mission
    where = f" to {look.hex_name(mission.hex)}" if mission.hex >= 0 else ""
    yield f"{MISSIONS[mission.kind]}{where}{'' if mission.flying else ', planned'}:"
    by_id = {plane.id: plane for plane in air.planes}
    ways = dict(zip(mission.planes, mission.trips, strict=False))
    yield from (plane_line(by_id[pid]) + TRIPS[ways.get(pid, "")] for pid in mission.planes)
    if mission.flak is not None:
        yield from flak_lines(look, mission.flak)
    yield from (cargo_line(look, piece) for piece in mission.cargo)
    if mission.passes:
        yield f"  only passes through {look.hex_name(mission.hex)}"


def cargo_line(look: Look, piece: CargoView) -> str:
    """`  carries p on gliders from 01.01, lands: 5/6 (83.3 %)`."""
    what = piece.unit or f"{show_tokens(piece.tokens)} of supply"
    landing = piece.landing
    each = "each token lands" if piece.tokens else "lands"
    chance = f", {each}: {landing.p} ({100 * landing.chance:.1f} %)" if landing is not None else ""
    chance += f", scatters: {landing.scatters}" if landing is not None and landing.scatters else ""
    if landing is not None and landing.modifiers.lines:
        chance += f" ({', '.join(f'{line.amount} {line.reason}' for line in landing.modifiers.lines)})"
    return f"  carries {what}{BY_GLIDER[piece.glider]} from {look.hex_name(piece.start)}{ON[piece.onward]}{chance}"


def plan_lines(look: Look, viewer: str) -> Iterator[str]:
    """The viewer's Drop Plans, each with its date."""
    air = air_view(look, viewer)
    plans = () if isinstance(air, UnsetType) else air.plans
    if plans:
        yield "Drop Plans:"
    for plan in plans:
        where = look.hex_name(plan.hex) if plan.hex >= 0 else "a hex to be chosen"
        when = f"turn {plan.turn}" if plan.turn else "a turn to be chosen"
        yield f"  {plan.unit} on {where} in {when}"


def air_news(look: Look, viewer: str) -> Iterator[str]:
    """What is in the air, what is planned, and where aircraft slow a side down."""
    yield from mission_lines(look, viewer)
    yield from plan_lines(look, viewer)
    yield from slowed_lines(look, viewer)


def slowed_lines(look: Look, viewer: str, hex_: int = NO_HEX) -> Iterator[str]:
    """The zones in which aircraft slow a side down: all of them with what they do, or those over a hex."""
    air = air_view(look, viewer)
    if isinstance(air, UnsetType) or air.slowed is None:
        return
    for marker in air.slowed.markers:
        if hex_ in (NO_HEX, *marker.hexes):
            what = "marker" if hex_ == marker.hex else f"around {look.hex_name(marker.hex)}"
            yield f"{air.slowed.name} ({what}): slows {marker.side}"
    if hex_ == NO_HEX:
        yield from (f"  {effect}" for effect in air.slowed.effects)


def flak_lines(look: Look, flak: FlakView) -> Iterator[str]:
    """What a planned mission would meet."""
    if flak.modifiers is None:
        yield "  no Flak fires at it"
    else:
        yield f"  Flak takes a step: {flak.p} ({100 * flak.chance:.1f} %)"
        if flak.turned_back:
            yield f"  Flak turns an aircraft back: {flak.turned_back}"
        yield from (f"    {line.amount} {line.reason}" for line in flak.modifiers.lines)
    if flak.patrols:
        yield f"  fighters of {', '.join(map(look.hex_name, flak.patrols))} may intercept it"


def air_hexes(look: Look, side: str) -> set[int]:
    """Hexes with a base of the side."""
    air = air_view(look, side)
    return set() if isinstance(air, UnsetType) else {base.hex for base in air.bases if base.side == side}


def base_line(base: BaseView) -> str:
    """`axis: air base of Level 2, 3 of 6 Active, 1 Inactive`; `axis: aboard cv, 3 of 6 aircraft: 2 Active, ...`."""
    if base.ships:
        active, idle = base.active or 0, base.inactive or 0
        held = "" if base.active is None else f"{active + idle} of "
        count = "" if base.active is None else f": {active} Active, {idle} Inactive"
        refitted = ", refitted" if base.refitted else ""
        return f"  {base.side}: aboard {', '.join(base.ships)}, {held}{base.limit} aircraft{count}{refitted}"
    name = f"air base of Level {base.level}" if base.level else "air strip"
    name += "" if base.usable == base.level else f" ({base.usable} usable)" if base.usable else " (without supply)"
    count = "" if base.active is None else f", {base.active} of {base.limit} Active, {base.inactive} Inactive"
    gliders = f", {points_text(base.gliders)}" if base.gliders else ""
    return f"  {base.side}: {name}{count}{gliders}{', refitted' if base.refitted else ''}"


def plane_line(plane: PlaneView) -> str:
    """`bf109: Bf 109f F 4-3-12, Active`."""
    name = plane.name if plane.name == plane.id else f"{plane.id}: {plane.name}"
    carries = f" carries {show_capacity(plane.face.capacity)}" if plane.face.capacity else ""
    words = ["Active" if plane.active else "Inactive", *(["reduced"] if plane.reduced else [])]
    words += [f"on {plane.ship}"] if plane.ship and plane.base < 0 else []
    words += ["on a mission"] if plane.base >= 0 else ["flown"] if plane.flown else []
    return f"  {name} {'+'.join(plane.types)} {show_face(plane.face)}{carries}, {', '.join(words)}"
