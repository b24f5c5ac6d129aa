"""Ports in play as one side may see them: who owns them, what they can take, and why one takes nothing.

What the enemy has shipped in this phase is not shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, Struct, UnsetType

from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.telling import show_rail_points
from redball.game.sight.belief import fogged
from redball.rules.ground.harbours import Harbour, by_night, called, capacity, harbours, may_have_ports, printed, room
from redball.rules.ground.points import PORT_SHUT
from redball.rules.ground.port_works import repair_price
from redball.rules.supply.paths import plainly_held
from redball.rules.trace.sources import port_serves


class PortView(Struct, frozen=True):
    """A port: its capacity without hits and with them, in tokens. `shut`: an enemy ZOC lets nothing be landed or
    shipped there. `left`: what it can still take in this phase, as players write it ("" for the enemy's). `source`:
    trace supply comes through it now (never for the enemy's). `repair`: what the next repair of a hit costs, in tokens.
    `notes` are sentences on what it cannot do, and why."""

    hex: int
    side: str
    printed: int
    capacity: int
    hits: int
    shut: bool
    left: str
    source: bool
    repair: int
    notes: tuple[str, ...]


def port_views(look: Look, viewer: str) -> list[PortView] | UnsetType:
    """All ports in play, by hex; UNSET in a game without any."""
    if not may_have_ports(look.world) or not harbours(look):
        return UNSET
    fog = fogged(look, viewer)
    return [_port(look, port, hidden=fog and port.side != viewer) for _, port in sorted(harbours(look).items())]


def _port(look: Look, port: Harbour, *, hidden: bool) -> PortView:
    named = not hidden and port.hex in look.world.scenario.sources.get(port.side, ())
    source = named and port_serves(look, port.side, port.hex) and not plainly_held(look, port.side, port.hex)
    return PortView(
        hex=port.hex,
        side=port.side,
        printed=printed(look.world, port),
        capacity=capacity(look.world, port),
        hits=port.hits,
        shut=look.policies[PORT_SHUT](look, port.side, port.hex),
        left="" if hidden else show_rail_points(room(look, port, shipped=True)),
        source=source,
        repair=repair_price(look, port),
        notes=tuple(_notes(look, port, named=named, source=source)),
    )


def _notes(look: Look, port: Harbour, *, named: bool, source: bool) -> Iterator[str]:
    shut, left = look.policies[PORT_SHUT](look, port.side, port.hex), capacity(look.world, port)
    if shut and left and by_night(look, port):
        yield "an enemy ZOC shuts it by day: nothing is landed, and shipping takes four times the allowance"
    elif shut:
        yield "an enemy ZOC shuts it: nothing is landed or shipped there"
    elif not left:
        yield "its hits have left no capacity: nothing is landed or shipped there"
    if not named:
        return
    if source:
        yield "trace supply comes through it" + (": own units in the hex negate the ZOC" if shut else "")
    elif not port_serves(look, port.side, port.hex):
        yield f"no trace supply comes through it: that takes 1 SP of capacity, and it has {show_tokens(left)}"
    else:
        yield "no trace supply comes through it: no own unit in the hex negates the enemy ZOC"


def port_line(look: Look, view: PortView) -> str:
    """`Axis: port of 3 SP, 2 hits: 1 SP 3T; an enemy ZOC shuts it`."""
    port = harbours(look)[view.hex]
    return "; ".join([f"{view.side}: {called(look.world, port)}", *view.notes])
