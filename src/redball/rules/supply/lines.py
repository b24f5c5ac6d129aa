"""Supply lines hex by hex: every leg (draw, throw, link or railroad) with the MP spent at each hex it enters.

For explanations only. The paths are those that `supply` and `trace` use. MP are in 1/12.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from redball.board.hexes import NO_HEX
from redball.core.look import Look
from redball.core.state import AnyFacing, Unit
from redball.forces.counter import Mobility
from redball.rules.supply.draw_and_throw import Payer
from redball.rules.supply.fields import Field, Leg
from redball.rules.supply.paths import draw_legs, draw_limit, draw_mobility, throw_leg
from redball.rules.supply.points import PATH_GROUND, ZOCS_BLOCK_PATHS
from redball.rules.units.zoc import NOBODY, enemy_zoc, negators

LegKind = Literal["draw", "throw", "link", "rail"]


class Mark(Struct, frozen=True):
    """A hex of a path and the MP spent on reaching it (0 at the start). `negators` are own units there without which an
    enemy ZOC would stop the path."""

    hex: int
    mp: int
    negators: tuple[str, ...] = ()


class Line(Struct, frozen=True):
    """One leg. `kind` is draw (by `user`, to the source), throw (by the HQ `user`, to the unit), link (by the Extender
    `user`, back to what it links to) or rail (from the map edge; `limit` is -1). `beside` is the hex served because it
    is next to the last one (12.3c-A), or NO_HEX."""

    kind: LegKind
    user: str
    mobility: str
    limit: int
    marks: tuple[Mark, ...]
    beside: int = NO_HEX

    @property
    def mp(self) -> int:
        """MP of the whole leg."""
        return self.marks[-1].mp


def marks_of(
    look: Look,
    side: str,
    field: Field,
    end: int,
    mobility: Mobility,
    moving: frozenset[str] = NOBODY,
    facing: AnyFacing = "",
) -> tuple[Mark, ...]:
    """The hexes of a field's path to `end`, with the MP at each. `facing`: see `supply.paths.field_from`."""
    path, policies = field.path(end), look.policies
    zocs_matter = policies[ZOCS_BLOCK_PATHS](look.world, mobility) or bool(facing and policies[PATH_GROUND] is not None)
    found = [Mark(path[0], 0)]
    for hex_ in path[1:]:
        helped = zocs_matter and enemy_zoc(look, side, hex_)
        there = tuple(u.id for u in negators(look, side, hex_, moving)) if helped else ()
        found.append(Mark(hex_, field.mp(hex_), there))
    return tuple(found)


def line_of(
    look: Look, user: Unit, leg: Leg, kind: Literal["draw", "throw"], target: int, moving: frozenset[str] = NOBODY
) -> Line:
    """The leg of a draw by a unit, or of a throw by an HQ, to a target."""
    face = look.face(user)
    throws = kind == "throw"
    mobility = face.throw_mobility if throws else draw_mobility(face)
    limit = face.throw_range if throws else draw_limit(look.world)
    marks = marks_of(look, user.side, leg.field, leg.end, mobility, moving, user.facing if throws else "")
    return Line(kind, user.id, mobility, limit, marks, target if leg.end != target else NO_HEX)


def lines_of_payer(look: Look, unit: Unit, payer: Payer, moving: frozenset[str] = NOBODY) -> tuple[Line, ...]:
    """The legs by which a payer of this state serves a unit: the throw, if there is one, then the draw."""
    lines = []
    user = unit
    if payer.via:
        user = look.unit(payer.via)
        throw = throw_leg(look, user, unit.hex, moving)
        assert throw is not None  # `payers` found it in this state
        lines.append(line_of(look, user, throw, "throw", unit.hex, moving))
    leg = draw_legs(look, user, (payer.source,), moving)[payer.source]
    lines.append(line_of(look, user, leg, "draw", payer.source, moving))
    return tuple(lines)
