"""Base Transfer: aircraft fly from one base to another, up to twice their range; to and from carriers, too.

Cases: 14.11, 21.4-C
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.rules.air.bases import NO_BASE, own_base, own_bases, refuse_full, refuse_landing
from redball.rules.air.deck_choice import ask_decks
from redball.rules.air.homing import come_down
from redball.rules.air.kind import Mission, MissionKind
from redball.rules.air.long_range import far_out
from redball.rules.air.rebasing import came_active, takes_active
from redball.rules.ground.air_force import Base, Plane, face, force_in, is_fighter

TRANSFER_TIMES = 2


def _base_hexes(look: Look, side: str) -> Iterator[int]:
    return (base.hex for base in own_bases(look, side) if _refuse_deck(look, base) is None)


def _refuse_base(look: Look, side: str, hex_: int) -> Refusal | None:
    base = own_base(look, side, hex_)
    return NO_BASE(hexes=(hex_,)) if base is None else _refuse_deck(look, base)


def _refuse_deck(look: Look, base: Base) -> Refusal | None:
    """Carriers where none of the side's aircraft would find room; any land base has some."""
    if not base.ships:
        return None
    own = (p for p in force_in(look.state).planes if p.side == base.side and p.parked and p.hex != base.hex)
    found = [refuse_landing(look, plane, base.hex) for plane in own]
    return None if None in found else next(iter(found), None) or NO_BASE(hexes=(base.hex,))


def _land(run: Run, data: Mission, planes: tuple[Plane, ...]) -> None:
    """14.11: a Fighter within its range (21.4-C: half of it) stays Active while there is room, in the order of the
    mission (reading 1.119); all others are Inactive."""
    for plane in planes:
        base = own_base(run.look, data.side, data.hex)
        assert base is not None  # they flew to it
        near = run.look.board.distance(plane.base, data.hex) <= face(run.world, plane).range
        near = near and not far_out(run.look, plane)
        active = near and is_fighter(run.world, plane) and refuse_full(run.look, base) is None
        active = active and takes_active(run.look, base)
        come_down(run, plane, data.hex, "14.11", active=active)
        if active:
            came_active(run, data.side, data.hex)
    ask_decks(run, data.side, [plane.id for plane in planes])


TRANSFER = MissionKind(
    row="base_transfer",
    segment="movement",
    hexes=_base_hexes,
    refuse_hex=_refuse_base,
    reach=lambda shown: TRANSFER_TIMES * shown.range,
    refuse_ready=lambda look, data: None,
    resolve=_land,
    peaceful=True,
    lands=True,
)
