"""What would cut a supply line: single hexes that the enemy need only take, or reach with a ZOC.

Each candidate is tried: put an enemy there, and ask the same rules for a line again. An enemy that leaves the present
path alone leaves the line as it is. So only the hexes of the path need a try, and, for a unit with a ZOC, those next to
it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from redball.board.costs import PROHIBITED
from redball.board.hexes import NO_HEX
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.supply.draw_and_throw import payers
from redball.rules.supply.lines import Line, lines_of_payer
from redball.rules.trace.reasons import lines_of_way
from redball.rules.trace.tracing import untraced, ways

By = Literal["zoc", "unit", "unit_with_zoc"]
LINES = ("trace", "supply")
ZOC: By = "zoc"
UNIT: By = "unit"
UNIT_WITH_ZOC: By = "unit_with_zoc"


class Cut(Struct, frozen=True):
    """A hex that cuts a line, and the least that does it: an enemy `zoc` into it, a `unit` in it without a ZOC, or a
    `unit_with_zoc` in it, which also shuts the hexes round it."""

    hex: int
    by: By


class Cuts(Struct, frozen=True):
    """The present `lines` of a unit (empty: there is nothing to cut) and the hexes that would cut it off."""

    line: str
    lines: tuple[Line, ...] = ()
    cuts: tuple[Cut, ...] = ()


def cuts(look: Look, unit: Unit, line: str) -> Cuts:
    """The single hexes that would leave a unit without any trace (`line` trace; ignoring the formation rule 12.6f) or
    without any SP to draw or receive (`line` supply).

    The enemy is tried only where it can stand and where there are no own combat units, which it would have to beat
    first. It takes the SP in its hex.

    Raises ValueError for any other line.
    """
    if line not in LINES:
        raise ValueError(f"there is no line {line!r}; there are: {', '.join(LINES)}")
    present = lines_now(look, unit, line)
    if not present:
        return Cuts(line)
    on_path = sorted(hexes_of(present))
    near = {n for hex_ in on_path for n in look.board.neighbours(hex_)}
    found: dict[int, Cut] = {}
    for by, hexes in ((ZOC, on_path), (UNIT, on_path), (UNIT_WITH_ZOC, sorted(near.union(on_path)))):
        for hex_ in hexes:
            if hex_ not in found and _severs(look, unit, line, hex_, by):
                found[hex_] = Cut(hex_, by)
    return Cuts(line, present, tuple(found.values()))


def lines_now(look: Look, unit: Unit, line: str) -> tuple[Line, ...]:
    """The legs of the unit's present best way."""
    if line == "trace":
        best = ways(look, unit)[:1] if look.counter(unit).is_combat_unit and unit.on_map else ()
        return lines_of_way(look, unit, best[0]) if best else ()
    found = payers(look, unit)
    return lines_of_payer(look, unit, found[0]) if found else ()


def hexes_of(lines: Iterable[Line]) -> set[int]:
    """Every hex that a line depends on: hexes its legs enter, its railroads, its Extenders' hexes, the source."""
    found: set[int] = set()
    for leg in lines:
        found.update(mark.hex for mark in (leg.marks if leg.kind in ("rail", "link") else leg.marks[1:]))
        if leg.kind in ("draw", "link"):
            found.add(leg.beside if leg.beside != NO_HEX else leg.marks[-1].hex)
    return found


def _severs(look: Look, unit: Unit, line: str, hex_: int, by: By) -> bool:
    if by != ZOC and (look.has_combat_units(hex_, unit.side) or not _can_stand(look, hex_)):
        return False
    there = supposing(look, unit.side, hex_, by)
    if line == "trace":
        return not ways(there, unit)
    return not any(by == ZOC or payer.source != hex_ for payer in payers(there, unit))


def supposing(look: Look, side: str, hex_: int, by: By) -> Look:
    """The same position with one more enemy of `side` in the hex, with or without a ZOC; or only its ZOC there."""
    zoc = {UNIT: (), ZOC: (hex_,), UNIT_WITH_ZOC: look.board.neighbours(hex_)}[by]
    return look.supposing(look.enemy(side), () if by == ZOC else (hex_,), zoc)


def _can_stand(look: Look, hex_: int) -> bool:
    """Whether some kind of combat unit could enter the hex."""
    graphs = [look.world.graph(mobility, look.state.weather) for mobility in ("leg", "track", "truck")]
    board = look.board
    return any(
        graph.cost[n * 6 + board.direction(n, hex_)] != PROHIBITED for n in board.neighbours(hex_) for graph in graphs
    )


# --- of a whole side -----------------------------------------------------------------------------------------------


class CutMap(Struct, frozen=True):
    """What single hexes would cut of a side's trace: by hex, the units that an enemy ZOC there would leave without any
    (ignoring 12.6f); `traced` are all units that trace now."""

    side: str
    cuts: dict[int, tuple[str, ...]]
    traced: tuple[str, ...]


def cut_map(look: Look, side: str) -> CutMap:
    """The cuts of a whole side's trace, each hex tried once for all units whose present way leads through it."""
    through: dict[int, list[Unit]] = {}
    traced = []
    for unit in look.own(side):
        if not look.counter(unit).is_combat_unit:
            continue
        present = lines_now(look, unit, "trace")
        if present:
            traced.append(unit.id)
        for hex_ in hexes_of(present):
            through.setdefault(hex_, []).append(unit)
    found = {}
    for hex_, units in sorted(through.items()):
        there = supposing(look, side, hex_, ZOC)
        cut = tuple(unit.id for unit in untraced(there, units))
        if cut:
            found[hex_] = cut
    return CutMap(side, found, tuple(traced))
