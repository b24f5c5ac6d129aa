"""The sections `[rail]` and `[gauges]` of a written position: Rail Cap, how much of it is spent, and gauges.

`[rail]`: a side, its Rail Cap, optional `gauge=NAME`, and for the moving side `spent=N` (1/16 points). `[gauges]`: a
gauge and its rail hexes, `*` for all others; `02.01!` was converted in this phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from redball.board.board import Board
from redball.core.ledger import show_tokens
from redball.core.state import State
from redball.core.world import World
from redball.editions.v1992.damaged_rails import damaged_rails
from redball.game.position.units import tokens_of, whole
from redball.scenarios.records import Rail, RailSide

EVERYWHERE = "*"
NEW = "!"


class RailLine(Struct, frozen=True):
    """A line of `[rail]`."""

    side: str
    has: RailSide
    spent: int


def read_rail(line: str, sides: tuple[str, str]) -> RailLine:
    """`axis 2 gauge=standard spent=8`.

    Raises ValueError.
    """
    side, *words = line.split()
    if side not in sides or not words:
        raise ValueError(f"a [rail] line is a side ({', '.join(sides)}), its Rail Cap, and optional gauge= and spent=")
    marks = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    unknown = [word for word in words[1:] if word.partition("=")[0] not in ("gauge", "spent")]
    if unknown:
        raise ValueError(f"unknown word {unknown[0]!r}")
    return RailLine(side, RailSide(((1, tokens_of(words[0])),), marks.get("gauge", "")), whole(marks.get("spent", "0")))


class GaugeLine(Struct, frozen=True):
    """A line of `[gauges]`: the gauge, whether all other hexes have it, its hexes, and those just converted."""

    gauge: str
    everywhere: bool
    hexes: tuple[int, ...]
    new: tuple[int, ...]


def read_gauges(line: str, board: Board) -> GaugeLine:
    """`standard 01.01 02.01!`, `broad *`.

    Raises BoardError for an unknown hex.
    """
    gauge, *words = line.split()
    named = [word for word in words if word != EVERYWHERE]
    hexes = tuple(board.index(word.removesuffix(NEW)) for word in named)
    new = tuple(h for h, word in zip(hexes, named, strict=True) if word.endswith(NEW))
    return GaugeLine(gauge, EVERYWHERE in words, hexes, new)


def rail_of(rails: Iterable[RailLine], gauges: Iterable[GaugeLine]) -> Rail:
    """The position's railroads, as a scenario has them."""
    default = ""
    hexes: dict[int, str] = {}
    for line in gauges:
        default = line.gauge if line.everywhere else default
        hexes |= dict.fromkeys(line.hexes, line.gauge)
    return Rail(default, hexes, {line.side: line.has for line in rails})


def dump_rail(world: World, state: State) -> Iterator[str]:
    """The lines of these sections and of `[damaged_rails]`: a side and the rail hexes that it damaged."""
    rail = world.scenario.rail
    if rail.sides:
        yield "[rail]"
    for side, entry in rail.sides.items():
        words = [side, show_tokens(entry.tokens(state.clock.turn)).replace(" SP", "").replace(" ", "+")]
        if entry.gauge:
            words.append(f"gauge={entry.gauge}")
        if state.rail_spent and state.clock.phasing == side:
            words.append(f"spent={state.rail_spent}")
        yield " ".join(words)
    if rail.gauge:
        yield "[gauges]"
        yield f"{rail.gauge} {EVERYWHERE}"
    now = rail.hexes | state.regauged
    for gauge in sorted(set(now.values())):
        listed = (h for h in sorted(now) if now[h] == gauge and (gauge != rail.gauge or h in state.new_rails))
        names = [world.board.hex_name(h) + (NEW if h in state.new_rails else "") for h in listed]
        if names:
            yield f"{gauge} {' '.join(names)}"
    damaged = damaged_rails(state)
    if damaged:
        yield "[damaged_rails]"
    for side in world.sides:
        hexes = [world.board.hex_name(h) for h, by in sorted(damaged.items()) if by == side]
        if hexes:
            yield f"{side} {' '.join(hexes)}"
