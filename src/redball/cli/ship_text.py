"""Ships in the terminal, as one side may see them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from redball.core.look import Look
from redball.forces.ship import show_ship_face
from redball.game.view.ships import ShipView, sea_view
from redball.rules.ground.fleet import ships_at


def ship_lines(look: Look, viewer: str, hex_: int) -> Iterator[str]:
    """The ships in a hex that the viewer sees."""
    sea = sea_view(look, viewer)
    if not isinstance(sea, UnsetType):
        yield from (ship_line(ship) for ship in sea.ships if ship.hex == hex_)


def gunfire_lines(look: Look, viewer: str) -> Iterator[str]:
    """The gunfire that the viewer's side drafts, with its chances."""
    sea = sea_view(look, viewer)
    fire = None if isinstance(sea, UnsetType) else sea.gunfire
    if fire is None:
        return
    who = ", ".join((*fire.ships, *fire.guns)) or "nobody yet"
    target = f" at {fire.target}" if fire.target else ""
    yield f"Gunfire ({fire.at}){target} in {look.hex_name(fire.hex)} by {who}: {fire.strength} Barrage Points"
    yield from (f"  {one.text}: {one.p} ({100 * one.chance:.1f} %)" for one in fire.outcomes)


def ship_line(ship: ShipView) -> str:
    """`axis: bb: Nelson, battleship 30-4-2-3, 20 MP, DG`."""
    name = ship.name if ship.name == ship.id else f"{ship.id}: {ship.name}"
    marks = {"damaged": ship.damaged, "DG": ship.dg, "sailed": ship.sailed, "fired": ship.fired}
    marks["fired ashore this turn"] = ship.ashore
    words = [f"{ship.type} {show_ship_face(ship.face)}", f"{ship.speed} MP"]
    words += [word for word, on in marks.items() if on]
    return f"  {ship.side}: {name}, {', '.join(words)}"


def ship_sides(look: Look, hex_: int) -> tuple[str, ...]:
    """The sides that have ships in a hex: nobody can hide that."""
    there = {ship.side for ship in ships_at(look).get(hex_, ())}
    return tuple([side for side in look.world.sides if side in there])
