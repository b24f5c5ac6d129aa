"""The sections `[harbours]` and `[shipping]` of a written position: whose the ports are, and the Shipping Allowance.

What the map prints of a port is in `[ports]`, as in a board file. A harbour: side, hex, and marks: `hits=2`, in this
phase `used=8` (1/16 SP through it), `whole` (by one unit larger than it) and `mended`, in this turn `wrecked`; `lst`:
an LST that has become a port, in this phase if it is `fresh`. A line of `[shipping]`: a side, its allowance, and for
the moving side `spent=N` (1/16 points).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from msgspec.structs import replace

from redball.board.board import Board
from redball.board.ports import MOST_HITS
from redball.core.ledger import show_tokens
from redball.core.state import State
from redball.core.world import World
from redball.game.position.sections import Sections
from redball.game.position.units import one_of, tokens_of, whole
from redball.rules.ground.harbours import Harbour, Harbours, harbours_in, record_in, with_record
from redball.scenarios.records import PortSetup, in_turn

HITS, USED, SPENT = "hits=", "used=", "spent="
MARKS = ("whole", "mended", "wrecked", "lst", "fresh")


def read_harbour(line: str, board: Board, sides: Collection[str], turn: int) -> Harbour:
    """`axis 02.03 hits=2 used=8`. Raises ValueError, BoardError for an unknown hex."""
    words = line.split()
    if len(words) < 2:
        raise ValueError("a harbour reads: SIDE HEX, then any of hits=2, used=8, whole, mended, wrecked")
    side, where, *marks = words
    hex_ = board.index(where)
    if hex_ not in board.ports and "lst" not in marks:
        raise ValueError(f"{where} is not in [ports]")
    numbers = {HITS: 0, USED: 0}
    for mark in marks:
        name, sign, value = mark.partition("=")
        if name + sign in numbers:
            numbers[name + sign] = whole(value)
        elif mark not in MARKS:
            raise ValueError(f"unknown mark {mark!r}")
    if numbers[HITS] > MOST_HITS:
        raise ValueError(f"a port has {MOST_HITS} hits at most")
    since = turn if "wrecked" in marks else 0
    port = Harbour(hex_, one_of("side", side, sides), numbers[HITS], since, used=numbers[USED])
    done = {mark: mark in marks for mark in ("mended", "whole", "lst", "fresh")}
    return replace(port, **done)


def read_allowance(line: str, sides: Collection[str]) -> tuple[str, int, int]:
    """`axis 2 spent=8`. Raises ValueError."""
    words = line.split()
    if len(words) not in (2, 3) or not all(word.startswith(SPENT) for word in words[2:]):
        raise ValueError("a line of [shipping] reads: SIDE ALLOWANCE, perhaps spent=8")
    spent = sum(whole(word.removeprefix(SPENT)) for word in words[2:])
    return one_of("side", words[0], sides), tokens_of(words[1]), spent


def said_of_ports(read: Sections, board: Board, sides: Collection[str]) -> dict[str, Any]:
    """What these sections say, as fields of a scenario."""
    ports: dict[int, PortSetup] = {}

    def add(line: str) -> None:
        port = read_harbour(line, board, sides, 0)
        if port.lst:
            return
        if port.hex in ports:
            raise ValueError("the port stands there twice")
        ports[port.hex] = PortSetup(port.hex, port.side, port.hits)

    list(read.each("harbours", add))
    allowances = read.each("shipping", lambda line: read_allowance(line, sides))
    allowed = {side: ((1, tokens),) for side, tokens, _ in allowances}
    return {"ports": tuple(ports[hex_] for hex_ in sorted(ports)), "shipping": allowed}


def at_sea(read: Sections, world: World, state: State) -> State:
    """The state with what was done to ports, and shipped, in this phase."""
    turn, now = state.clock.turn, harbours_in(world, state)
    ports = read.each("harbours", lambda line: read_harbour(line, world.board, world.sides, turn))
    marked = tuple(sorted((port for port in ports if port != now.get(port.hex)), key=lambda port: port.hex))
    allowances = read.each("shipping", lambda line: read_allowance(line, world.sides))
    spent = {side: spent for side, _, spent in allowances}
    return with_record(state, Harbours(marked, spent.get(state.clock.phasing, 0)))


def dump_ports(world: World, state: State) -> Iterator[str]:
    """The lines of these sections; none without ports."""
    turn, record = state.clock.turn, record_in(state)
    there = sorted(harbours_in(world, state).items())
    if there:
        yield "[harbours]"
    for hex_, port in there:
        held = (port.whole, port.mended, port.wrecked == turn, port.lst, port.fresh)
        numbers = [f"{name}{value}" for name, value in ((HITS, port.hits), (USED, port.used)) if value]
        marks = [mark for mark, holds in zip(MARKS, held, strict=True) if holds]
        yield " ".join([port.side, world.board.hex_name(hex_), *numbers, *marks])
    if world.scenario.shipping:
        yield "[shipping]"
    for side, allowance in world.scenario.shipping.items():
        amount = show_tokens(in_turn(allowance, turn)).replace(" SP", "").replace(" ", "+")
        spent = [f"{SPENT}{record.shipped}"] if record.shipped and state.clock.phasing == side else []
        yield " ".join([side, amount, *spent])
