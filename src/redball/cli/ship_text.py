"""Ships in the terminal, as one side may see them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.telling import counted
from redball.forces.ship import show_ship_face
from redball.game.view.ships import CraftView, ShipStrikeView, ShipView, sea_view
from redball.rules.ground.fleet import ship_hexes


def ship_lines(look: Look, viewer: str, hex_: int) -> Iterator[str]:
    """The ships in a hex that the viewer sees."""
    sea = sea_view(look, viewer)
    if not isinstance(sea, UnsetType):
        yield from (ship_line(ship) for ship in sea.ships if ship.hex == hex_)
        yield from (craft_line(look, craft) for craft in sea.craft if craft.hex == hex_)


def gunfire_lines(look: Look, viewer: str) -> Iterator[str]:
    """The gunfire that the viewer's side drafts, or its aircraft that choose among ships, with the chances."""
    sea = sea_view(look, viewer)
    if isinstance(sea, UnsetType):
        return
    if sea.strike is not None:
        yield from strike_lines(look, sea.strike)
    fire = sea.gunfire
    if fire is None:
        return
    who = ", ".join((*fire.ships, *fire.guns)) or "nobody yet"
    target = f" at {fire.target}" if fire.target else ""
    yield f"Gunfire ({fire.at}){target} in {look.hex_name(fire.hex)} by {who}: {fire.strength} Barrage Points"
    yield from (f"  {one.text}: {one.p} ({100 * one.chance:.1f} %)" for one in fire.outcomes)


def landing_lines(look: Look, viewer: str) -> Iterator[str]:
    """The landing that the viewer's side drafts, with the chances of each group."""
    sea = sea_view(look, viewer)
    landing = None if isinstance(sea, UnsetType) else sea.landing
    if landing is None:
        return
    rolls = counted(landing.fewest, "roll")
    yield f"Landing at {look.hex_name(landing.hex)}: {counted(len(landing.groups), 'group')}, {rolls} would do"
    for number, group in enumerate(landing.groups, start=1):
        ground, by = group.terrain.replace("_", " or "), group.ledger.total if group.ledger.lines else "0"
        yield f"  group {number}: {', '.join(group.members)}; {ground}, modifier {by}"
        yield from (f"    {one.text}: {one.p} ({100 * one.chance:.1f} %)" for one in group.outcomes)
        yield from (f"    {uid} is destroyed: {100 * p:.1f} %" for uid, p in group.destroyed.items())


def strike_lines(look: Look, strike: ShipStrikeView) -> Iterator[str]:
    """Who goes for which ship, and what may come of it."""
    yield f"Aircraft over ships in {look.hex_name(strike.hex)}: {', '.join(strike.targets)}"
    for one in strike.going:
        few = "" if one.column else ": too few against its Protection"
        yield f"  {', '.join(one.planes)} at {one.ship}, {one.points} Barrage Points{few}"
        yield from (f"    {end.text}: {end.p} ({100 * end.chance:.1f} %)" for end in one.outcomes)


def ship_line(ship: ShipView) -> str:
    """`axis: bb: Nelson, battleship 30-4-2-3, 20 MP, DG`."""
    name = ship.name if ship.name == ship.id else f"{ship.id}: {ship.name}"
    marks = {"damaged": ship.damaged, "DG": ship.dg, "sailed": ship.sailed, "fired": ship.fired}
    marks["fired ashore this turn"] = ship.ashore
    words = [f"{ship.type} {show_ship_face(ship.face)}", f"{ship.speed} MP"]
    words += [word for word, on in marks.items() if on]
    return f"  {ship.side}: {name}, {', '.join(words)}"


def craft_line(look: Look, craft: CraftView) -> str:
    """`axis: lc-1: Landing Craft, 4 points, 10 MP, aboard 1 Rgt (a) and 2 SP, room for 1 SP`."""
    words = [counted(craft.points, "point"), f"{craft.speed} MP"]
    words += [word for word, on in {"DG": craft.dg, "sailed": craft.sailed}.items() if on]
    if craft.units is not None and craft.tokens is not None:
        aboard = [f"{look.counter(uid).called} ({uid})" for uid in craft.units]
        aboard += [show_tokens(craft.tokens)] if craft.tokens else []
        words += [f"aboard {', '.join(aboard) or 'nobody'}", f"room for {craft.room} SP"]
    return f"  {craft.side}: {craft.id}: {craft.name}, {', '.join(words)}"


def ship_sides(look: Look, hex_: int) -> tuple[str, ...]:
    """The sides that have ships or Landing Craft in a hex: nobody can hide that."""
    return tuple([side for side in look.world.sides if hex_ in ship_hexes(look, side)])
