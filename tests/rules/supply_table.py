"""Positions for the tests of supply: a look at one without starting it, and games played from one."""

from __future__ import annotations

from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.state import Frame
from redball.rules.supply.draw_and_throw import Payer, payers
from redball.rules.supply_phase.phase import SupplyPhase
from support import Sitting, opened, position

MOVING = ("movement", "reaction", "exploitation")


def look_at(body: str, phase: str = "supply", acting: str = "axis") -> Look:
    """A look at a position in a phase; of a phase with several segments it is the Movement Segment."""
    return position(body, side=acting, phase=phase, segment="movement" if phase in MOVING else phase)


def run_at(body: str, phase: str = "supply", acting: str = "axis") -> Run:
    """Something that may change a position, for functions that are given a `Run`."""
    return Run(look_at(body, phase, acting), Dice(seed=1))


def ways(look: Look, uid: str) -> set[tuple[str, str, str]]:
    """(dump hex, holder, HQ) of every payer of a unit."""
    found = payers(look, look.unit(uid))
    return {(look.hex_name(p.source), p.holder, p.via) for p in found}


def only(found: tuple[Payer, ...]) -> Payer:
    """The one payer that there is."""
    assert len(found) == 1, found
    return found[0]


def phase(body: str, dice: tuple[int, ...] = (), side: str = "axis") -> Sitting:
    """The Supply Phase of a side and nothing else."""
    return Sitting(opened(look_at(body, acting=side), Frame("supply_phase", "recovery", SupplyPhase(side)), dice=dice))
