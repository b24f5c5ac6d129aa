"""Option 21.5: how many aircraft may stay Active by a Base Transfer, or arrive Active, at a base in a turn.

One for each Level; an air strip counts as Level 1. Those beyond it land all the same, and are Inactive. A carrier has
no Level, and nothing limits it.

Cases: 21.5
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from redball.core.edition import option
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.state import State
from redball.core.telling import Names
from redball.rules.ground.air_force import Base, base_in, with_base

STRIP_LEVEL = 1
"""What an air strip counts as."""

REBASING = option(
    "rebasing_limits",
    "21.5",
    "At each base one aircraft per Level and turn stays Active after a Base Transfer or arrives Active",
)
SWITCHES = (REBASING,)


class AircraftRebased(Event, frozen=True, kw_only=True):
    """An aircraft that has come to a base Active counts against what the base takes in this turn (21.5)."""

    audience: ClassVar[str] = "own"
    hex: int

    def apply(self, state: State) -> State:
        base, turn = base_in(state, self.hex), state.clock.turn
        assert base is not None  # it has landed there
        return with_base(state, replace(base, rebased=rebased(base, turn) + 1, rebased_in=turn))

    def told(self, n: Names) -> str:
        return f"one more aircraft arrives Active at {n.hex(self.hex)} this turn"


EVENTS = (AircraftRebased,)


def rebased(base: Base, turn: int) -> int:
    """How many have come Active in a turn."""
    return base.rebased if base.rebased_in == turn else 0


def takes_active(look: Look, base: Base, more: int = 1) -> bool:
    """Whether so many more may come Active in this turn."""
    if base.ships or not look.option(REBASING.name):
        return True
    return rebased(base, look.state.clock.turn) + more <= max(base.level, STRIP_LEVEL)


def came_active(run: Run, side: str, hex_: int) -> None:
    """Count one that has."""
    if run.look.option(REBASING.name) and base_in(run.state, hex_) is not None:
        run.emit(AircraftRebased(case="21.5", side=side, hex=hex_))
