"""Blowing dumps: a side destroys its own SP in a hex before the enemy can take them.

All SP of the side in the hex form one dump, loads on Transport Points included. The player may try to blow any part of
it, once a phase (reading 1.105). SP on the ground are destroyed first, then loads in id order.

Cases: 12.11a-A, 12.11a-B, K12.11-blowing
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.charts.rounding import percent_of
from redball.core.actions import BlowDump
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import DumpBlown
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.procedures import Chance, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.world import World, of_world
from redball.rules.modes.release import Acting
from redball.rules.supply.draw_and_throw import stocks

NO_SUPPLY = refusal("blow.no_supply", case="12.11a-A", text="there are no SP of this side at {hexes} to blow")
AMOUNT = refusal("blow.amount", case="12.11a-A", text="you can blow from 1T to {need} at {hexes}, not {have}")
AGAIN = refusal(
    "blow.again",
    case="12.11a-A",
    text="you already tried to blow the dump at {hexes} in this phase",
    remedy="try again in another phase",
)


class DumpBlowing(Struct, frozen=True, tag=True):
    """One attempt to destroy `tokens` in a hex."""

    side: str
    hex: int
    tokens: int


def dump_tokens(look: Look, side: str, hex_: int) -> int:
    """Tokens that a side has in a hex, on the ground and loaded (3.3a-C)."""
    return look.state.ground_supply(side, hex_).tokens + sum(unit.load for unit in look.units_at(hex_, side))


@derived
def dumps_to_blow(look: Look, side: str) -> dict[int, int]:
    """Hexes where a side could blow SP now, with the tokens there, in hex order."""
    there, blown = stocks(look, side), look.state.blown
    return {hex_: sum([stock.tokens for stock in here]) for hex_, here in there.items() if hex_ not in blown}


def refuse(look: Look, data: Acting, action: BlowDump) -> Refusal | None:
    """12.11a-A: own SP, any part of them, once a phase; no unit need be there."""
    if action.hex in look.state.blown:
        return AGAIN(hexes=(action.hex,))
    there = dump_tokens(look, data.side, action.hex)
    if not there:
        return NO_SUPPLY(hexes=(action.hex,))
    if not 1 <= action.tokens <= there:
        return AMOUNT(hexes=(action.hex,), have=f"{action.tokens}T", need=show_tokens(there))
    return None


def candidates(look: Look, data: Acting) -> list[BlowDump]:
    """Every amount of every dump, all of it first."""
    return _amounts(look, data.side)


@derived
def _amounts(look: Look, side: str) -> list[BlowDump]:
    dumps = dumps_to_blow(look, side).items()
    return list(chain.from_iterable(_of_dump(look.world, hex_, tokens) for hex_, tokens in dumps))


def _of_dump(world: World, hex_: int, most: int) -> tuple[BlowDump, ...]:
    return _up_to(world, hex_, 1 << most.bit_length())[-most:]


@of_world
def _up_to(world: World, hex_: int, most: int) -> tuple[BlowDump, ...]:
    return tuple([BlowDump(hex_, tokens) for tokens in range(most, 0, -1)])


def take(run: Run, data: Any, action: BlowDump) -> None:
    """This begins the segment: from now on only its player can end it."""
    run.set(replace(data, begun=True))
    run.push("dump_blowing", DumpBlowing(data.side, action.hex, action.tokens))


def one_die(look: Look, data: DumpBlowing) -> int:
    """One die."""
    return 1


def blow(run: Run, data: DumpBlowing, dice: tuple[int, ...]) -> None:
    """12.11a-B: destroy a percentage of the amount tried, to the nearest token; Transport Points survive."""
    destroyed = percent_of(data.tokens, run.world.charts.dump_blowing.percent(dice[0]))
    ground = min(destroyed, run.state.ground_supply(data.side, data.hex).tokens)
    left, loads = destroyed - ground, []
    for unit in run.look.units_at(data.hex, data.side):
        burned = min(left, unit.load)
        if burned:
            loads.append((unit.id, burned))
            left -= burned
    run.emit(
        DumpBlown(
            case="12.11a-B",
            side=data.side,
            hex=data.hex,
            tokens=data.tokens,
            destroyed=destroyed,
            ground=ground,
            loads=tuple(loads),
        )
    )


OPTION = Option(BlowDump, candidates, refuse, take, exact=True)

DUMP_BLOWING = Procedure(
    "dump_blowing",
    DumpBlowing,
    (Chance("roll", "Dump Blowing Table", "12.11a-B", one_die, blow, lambda look, data: data.side),),
)

PROCEDURES = (DUMP_BLOWING,)
