"""What is on the map as one side may see it: stacks, supply, Extenders, bridges, hedgehogs.

Cases: 13.2h
"""

from __future__ import annotations

from operator import attrgetter

from msgspec import Struct

from redball.core.derived import derived, of_keys
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.game.sight.belief import fogged, visible
from redball.game.sight.veils import STAND_IN
from redball.game.view.stack_summary import StackSummary, summarize
from redball.game.view.units import veiled_stacks
from redball.rules.ground import bridges as bridging
from redball.rules.trace.extender_links import extenders, mix_of
from redball.rules.trace.sources import network
from redball.rules.units.abilities import transport_kind
from redball.rules.units.visibility import top_unit
from redball.rules.units.zoc import has_zoc


class StackView(Struct, frozen=True):
    """A hex with a side's units or supply. `top` is the unit on top, None without combat units. `supply` on the ground
    and `transport` are None where combat units hide them. `hidden`: the viewer does not see into the stack. A hidden
    stack, or one without combat units, has no `summary`."""

    hex: int
    side: str
    top: str | None
    combat: bool
    zoc: bool
    supply: bool | None
    transport: bool | None
    hidden: bool
    summary: StackSummary | None


class DumpView(Struct, frozen=True):
    """SP on the ground in tokens, and how many of them are `fresh`; both None for the enemy's."""

    hex: int
    side: str
    tokens: int | None
    fresh: int | None


class ExtenderView(Struct, frozen=True):
    """An Extender: `range` in MP as players write it ("" for none); `source`: it is a source of trace; `link` leads
    from it back to what it links to (empty: none); `joins` are the railroad hexes that it joins."""

    unit: str
    side: str
    hex: int
    range: str
    mobility: str
    source: bool
    link: tuple[int, ...]
    joins: tuple[int, ...]


class BridgeView(Struct, frozen=True):
    """An engineer that bridges a river next to it for its side."""

    hex: int
    side: str
    unit: str


class HedgehogView(Struct, frozen=True):
    """A hedgehog and its level."""

    hex: int
    side: str
    level: int


def stacks(look: Look, side: str) -> list[StackView]:
    """Every hex with units or supply of either side, as the viewer may see it."""
    veiled, found = veiled_stacks(look, side).keys(), []
    for owner in look.world.sides:
        hexes = look.hexes_of(owner) | look.state.dumps[owner].keys()
        hidden = fogged(look, side) and owner != side
        found += stacks_of(look, [(hex_, hex_ in veiled) for hex_ in hexes], owner, hidden)
    return sorted(found, key=attrgetter("hex", "side"))


@of_keys
def stacks_of(look: Look, place: tuple[int, bool], owner: str, hidden: bool) -> StackView:
    """What a side sees of an owner's stack in a hex; `place` is the hex, and whether it shows only a marker. `hidden`:
    the side does not see into the stack."""
    hex_, veiled = place
    combat = bool(look.combat_units_at(hex_, owner))
    top = top_unit(look, hex_, owner)
    units = look.units_at(hex_, owner)
    return StackView(
        hex=hex_,
        side=owner,
        top=(STAND_IN + look.hex_name(hex_) if veiled else top.id) if top else None,
        combat=combat,
        zoc=any(has_zoc(look, u) for u in units),
        supply=None if hidden and combat else look.state.ground_supply(owner, hex_).tokens > 0,
        transport=None if hidden and combat else any(u.points or u.extender for u in units),
        hidden=hidden,
        summary=None if hidden else summarize(look, hex_, owner),
    )


def dumps(look: Look, side: str) -> list[DumpView]:
    """SP on the ground: amounts for the viewer's own; for the enemy's, only those hexes without combat units."""
    found = []
    for owner in look.world.sides:
        hidden = fogged(look, side) and owner != side
        for hex_, dump in sorted(look.state.dumps[owner].items()):
            if not hidden:
                found.append(DumpView(hex_, owner, dump.tokens, dump.fresh))
            elif not look.has_combat_units(hex_, owner):
                found.append(DumpView(hex_, owner, None, None))
    return found


def extender_views(look: Look, side: str) -> list[ExtenderView]:
    """The viewer's Extenders: range, and how each links, if it does (12.7b)."""
    fog = fogged(look, side)
    return [view for owner in look.world.sides if not fog or owner == side for view in extenders_of(look, owner)]


@derived
def extenders_of(look: Look, owner: str) -> list[ExtenderView]:
    """The Extenders of a side."""
    links, found = network(look, owner).links, []
    for unit in extenders(look, owner):
        mix, link = mix_of(look, owner, transport_kind(look, unit)), links.get(unit.id)
        found.append(
            ExtenderView(
                unit=unit.id,
                side=owner,
                hex=unit.hex,
                range=show_mp(mix.range) if mix is not None else "",
                mobility=mix.mobility if mix is not None else "",
                source=link is not None and link.source,
                link=tuple(link.path) if link is not None else (),
                joins=tuple(link.joins) if link is not None else (),
            )
        )
    return found


def blown(look: Look, side: str) -> list[int]:
    """Hexes where the acting side has tried to blow its SP in this phase, for that side only."""
    hidden = fogged(look, side) and look.state.clock.acting != side
    return [] if hidden else sorted(look.state.blown)


def bridges(look: Look, side: str) -> list[BridgeView]:
    """Engineers that the viewer sees and that bridge a river for their own side (13.8b-A)."""
    seen = visible(look, side)
    return [
        BridgeView(bridge.hex, owner, bridge.unit)
        for owner in look.world.sides
        for bridge in bridging.bridges(look, owner)
        if bridge.unit in seen
    ]


@derived
def hedgehogs(look: Look) -> list[HedgehogView]:
    """All hedgehogs; they are public."""
    return [HedgehogView(h, g.side, g.level) for h, g in sorted(look.state.hedgehogs.items())]
