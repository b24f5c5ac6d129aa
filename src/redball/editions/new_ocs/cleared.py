"""Hexes that a combat result has cleared of combat units, with something left to capture.

Whoever enters such a hex later in the same player turn captures as if by an advance. The record ends with the player
turn: after it, whoever holds nothing there had time to come back.
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.own import find, put
from redball.core.procedures import Do
from redball.core.state import State, StateOwn
from redball.core.telling import Names
from redball.rules.capture.claims import Capture
from redball.rules.combat.record import CombatData
from redball.rules.ground.occupancy import holds_enemy


class Cleared(StateOwn, frozen=True):
    """The hexes, in order of their combats, in the player turn of a side."""

    phasing: str
    hexes: tuple[int, ...]

    def in_new_phase(self, state: State) -> Cleared | None:
        return self if self.phasing == state.clock.phasing else None


class HexCleared(Event, frozen=True, kw_only=True):
    """A combat of `side` left no enemy combat unit in the hex, and something to capture."""

    hex: int

    def apply(self, state: State) -> State:
        return state.change(own=put(state.own, Cleared(state.clock.phasing, (*cleared(state), self.hex))))

    def told(self, n: Names) -> str:
        return f"No combat unit is left at {n.hex(self.hex)}"


RECORDS = (Cleared,)
EVENTS = (HexCleared,)


def cleared(state: State) -> tuple[int, ...]:
    """The hexes cleared in this player turn."""
    found = find(state.own, Cleared)
    return found.hexes if found is not None else ()


def by_combat(look: Look, data: Capture) -> bool:
    """The hex lost its combat units only by a combat result."""
    return data.after_combat or data.hex in cleared(look.state)


def note_cleared(run: Run, data: CombatData) -> None:
    """As a combat ends: nobody of the defender's is left to fight, but something to capture is."""
    look = run.look
    empty = not look.has_combat_units(data.hex, look.enemy(data.side))
    if data.result and empty and holds_enemy(look, data.side, data.hex) and data.hex not in cleared(look.state):
        run.emit(HexCleared(case="N12.11-drm", side=data.side, hex=data.hex))


EDITS = (("combat", "before", "end", Do("note_cleared", note_cleared)),)
