"""Ships in the terminal, as one side may see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UnsetType

from redball.analysis.sea_report import FireOdds, SeaOutcome, sea_odds
from redball.cli.wording import Words
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.telling import counted, with_id
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
    if isinstance(sea, UnsetType) or (sea.strike is None and sea.gunfire is None):
        return
    odds, fire = sea_odds(look, viewer), sea.gunfire
    if sea.strike is not None:
        yield from strike_lines(look, sea.strike, odds.strike)
    if fire is not None and odds.gunfire is not None:
        who = ", ".join((*fire.ships, *fire.guns)) or "nobody yet"
        target = f" at {fire.target}" if fire.target else ""
        strength = f"{odds.gunfire.strength} Barrage Points"
        yield f"Gunfire ({fire.at}){target} in {look.hex_name(fire.hex)} by {who}: {strength}"
        yield from outcome_lines("  ", odds.gunfire.outcomes)


def outcome_lines(start: str, outcomes: Iterable[SeaOutcome]) -> Iterator[str]:
    """Each outcome with its chance."""
    return (f"{start}{one.text}: {one.p} ({100 * one.chance:.1f} %)" for one in outcomes)


def landing_lines(look: Look, viewer: str) -> Iterator[str]:
    """The landing that the viewer's side drafts, with the chances of each group and of all of it."""
    sea = sea_view(look, viewer)
    landing = None if isinstance(sea, UnsetType) else sea.landing
    odds = sea_odds(look, viewer).landing if landing is not None else None
    if landing is None or odds is None:
        return
    rolls = counted(landing.fewest, "roll")
    yield f"Landing at {look.hex_name(landing.hex)}: {counted(len(landing.groups), 'group')}, {rolls} would do"
    for number, group in enumerate(odds.groups, start=1):
        ground, by = group.terrain.replace("_", " or "), group.ledger.total if group.ledger.lines else "0"
        yield f"  group {number}: {', '.join(group.members)}; {ground}, modifier {by}"
        yield from outcome_lines("    ", group.outcomes)
    if len(odds.groups) > 1:
        yield "  in all:"
        yield from outcome_lines("    ", odds.tolls)
    yield from (f"    {uid} is destroyed: {100 * p:.1f} %" for uid, p in odds.destroyed.items())
    yield from (f"    {cid} loses a point: {100 * p:.1f} %" for cid, p in odds.hit.items())


def ashore_lines(look: Look, viewer: str) -> Iterator[str]:
    """Who has landed and may move on, and who could still land before that."""
    sea = sea_view(look, viewer)
    if isinstance(sea, UnsetType) or sea.ashore is None:
        return
    words = Words(look, viewer)
    for one in sea.ashore.landed:
        where = look.hex_name(one.hex)
        yield f"{words.unit(one.unit)} has landed at {where}, and may move on for {one.left} MP [4.7d-E]"
    if sea.ashore.beaches:
        hexes = ", ".join(look.hex_name(hex_) for hex_ in sea.ashore.beaches)
        yield f"Others can still land ({hexes}), but not once a landed unit has moved on [18.5f-D]"


def strike_lines(look: Look, strike: ShipStrikeView, odds: Iterable[FireOdds]) -> Iterator[str]:
    """Who goes for which ship, and what may come of it."""
    yield f"Aircraft over ships in {look.hex_name(strike.hex)}: {', '.join(strike.targets)}"
    for going, one in zip(strike.going, odds, strict=True):
        few = "" if one.column else ": too few to overcome its Protection"
        yield f"  {', '.join(going.planes)} at {going.ship}, {one.strength} Barrage Points{few}"
        yield from outcome_lines("    ", one.outcomes)


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
        aboard = [with_id(look.counter(uid).called, uid) for uid in craft.units]
        aboard += [show_tokens(craft.tokens)] if craft.tokens else []
        words += [f"aboard {', '.join(aboard) or 'nobody'}", f"room for {craft.room} SP"]
    return f"  {craft.side}: {craft.id}: {craft.name}, {', '.join(words)}"


def ship_sides(look: Look, hex_: int) -> tuple[str, ...]:
    """The sides that have ships or Landing Craft in a hex: nobody can hide that."""
    return tuple([side for side in look.world.sides if hex_ in ship_hexes(look, side)])
