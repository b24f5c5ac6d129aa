"""Positions for the tests of supply: a look at one without starting it, and the Supply Phase alone."""

from __future__ import annotations

from msgspec.structs import replace

from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.state import State, Unit
from redball.core.world import World
from redball.game.position import parse_position
from redball.rules.supply import Payer, payers
from redball.rules.supply_phase import SupplyPhase
from rules.table import Table


def position(body: str, phase: str = "supply", acting: str = "axis") -> tuple[World, State]:
    """A position of the sides axis and soviet in a phase; `phase` "movement" is its Movement Segment."""
    world, state = parse_position(f"redball-position 1\nat supply phasing={acting}\nsides axis soviet\n{body}")
    clock = replace(state.clock, phase=phase, segment="movement" if phase in MOVING else phase, acting=acting)
    return world, state.change(clock=clock, stack=())


MOVING = ("movement", "reaction", "exploitation")


def look_at(body: str, phase: str = "supply", acting: str = "axis") -> Look:
    """A look at a position."""
    return Look(*position(body, phase, acting))


def run_at(body: str, phase: str = "supply", acting: str = "axis") -> Run:
    """Something that may change a position, for functions that are given a `Run`."""
    return Run(look_at(body, phase, acting), Dice(seed=1))


def line(columns: int, units: str, rest: str = "") -> str:
    """A single row of open hexes, 01.01 to the right, with units and further sections."""
    return f"[terrain]\n{' .' * columns}\n[units]\n{units}\n{rest}"


def ways(look: Look, uid: str) -> set[tuple[str, str, str]]:
    """(dump hex, holder, HQ) of every payer of a unit."""
    found = payers(look, look.unit(uid))
    return {(look.hex_name(p.source), p.holder, p.via) for p in found}


def only(found: tuple[Payer, ...]) -> Payer:
    """The one payer that there is."""
    assert len(found) == 1, found
    return found[0]


def unit_of(look: Look, uid: str) -> Unit:
    """A unit's record."""
    return look.unit(uid)


class Phase(Table):
    """The Supply Phase of a side and nothing else."""

    def __init__(self, body: str, dice: tuple[int, ...] = (), side: str = "axis") -> None:
        world, state = position(body, "supply", side)
        self.begin(world, state, dice, ("supply_phase", "recovery", SupplyPhase(side)))

    @property
    def over(self) -> bool:
        """The phase has ended."""
        return not self.look.state.stack
