"""Base Transfer: aircraft fly from one base to another, up to twice their range; to and from carriers, too.

Cases: 14.11, 21.4-C
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.engine import Run
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.rules.air.bases import NO_BASE, own_base, own_bases, refuse_full, refuse_landing
from redball.rules.air.deck_choice import ask_decks
from redball.rules.air.homing import come_down
from redball.rules.air.kind import Mission, MissionKind
from redball.rules.air.long_range import beyond_half
from redball.rules.air.rebasing import STRIP_LEVEL, came_active, takes_active
from redball.rules.ground.air_force import Base, Plane, face, force_in, is_fighter, plane_in, printed

TRANSFER_TIMES = 2

NO_FIGHTER = refusal(
    "transfer.no_fighter", case="14.11", text="{detail} is not a Fighter, so it will be Inactive after the transfer"
)
TOO_FAR = refusal(
    "transfer.too_far",
    case="14.11",
    text="{detail} flies {have:hex}; after more than {need} it will be Inactive",
)
TAKEN = refusal(
    "transfer.taken", case="21.5", text="{hexes} takes only {need} Active aircraft a turn and has already taken them"
)


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
    """Who comes down Active, in the order of the mission (reading 1.119), and who does not."""
    for plane in planes:
        active = why_inactive(run.look, data, plane, plane.base) is None
        come_down(run, plane, data.hex, "14.11", active=active)
        if active:
            came_active(run, data.side, data.hex)
    ask_decks(run, data.side, [plane.id for plane in planes])


def why_inactive(look: Look, data: Mission, plane: Plane, start: int, before: int = 0) -> Refusal | None:
    """14.11: a Fighter within its range (21.4-C: half of it) stays Active while there is room for it and for so many
    that come before it; why another one does not."""
    base, name = own_base(look, data.side, data.hex), printed(look.world, plane).name
    assert base is not None  # they fly to it
    away, reach = look.board.distance(start, data.hex), face(look.world, plane).range
    if not is_fighter(look.world, plane):
        return NO_FIGHTER(detail=name)
    if away > reach:
        return TOO_FAR(detail=name, have=away, need=reach)
    if beyond_half(look, plane, start, data.hex):
        return TOO_FAR(detail=name, have=away, need=reach // 2, case="21.4-C")
    if not takes_active(look, base, before + 1):
        return TAKEN(hexes=(base.hex,), need=max(base.level, STRIP_LEVEL), case="21.5")
    return refuse_full(look, base, before + 1)


def inactive_then(look: Look, data: Mission) -> Iterator[tuple[str, Refusal]]:
    """Who of a mission in its draft would come down Inactive if all get there, and why."""
    active = 0
    for pid in data.planes:
        plane = plane_in(look.state, pid)
        refused = why_inactive(look, data, plane, plane.hex, active) if plane is not None else None
        if refused is not None:
            yield pid, refused
        active += refused is None


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
