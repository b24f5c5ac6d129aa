"""A Player Turn as its side played it: segment by segment, stroke by stroke.

A stroke is what begins at the decision of a segment and ends when that decision is open again: the move of a stack, an
attack from its draft to its advance, a barrage.
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.actions import Action, Cancel, Done
from redball.game import Game
from redball.game.past import Past
from redball.game.view.segment_ends import of_segment

MOVES, FIGHTS = ("movement_segment",), ("barrage_segment", "combat_segment")
"""The procedures whose strokes are looked at."""


class Stroke(Struct, frozen=True):
    """Actions of one side, in order, without what the enemy decided meanwhile. `at`: the number of actions before."""

    at: int
    actions: tuple[Action, ...]


class Passage(Struct, frozen=True):
    """A segment in which a side made its strokes: the number of actions before the first of its decisions, the
    procedure, and how its phase and segment are called."""

    at: int
    procedure: str
    phase: str
    segment: str
    strokes: tuple[Stroke, ...]

    @property
    def moves(self) -> bool:
        """Stacks were moved in it, not attacks made."""
        return self.procedure in MOVES


def passages(past: Past, game: Game, side: str, begin: int, end: int) -> list[Passage]:
    """The segments of a Player Turn of `side` between two numbers of actions, those with strokes of theirs to judge:
    also one that was ended without a stroke."""
    found: list[Passage] = []
    at: tuple[int, str, str, str] | None = None
    strokes: list[tuple[int, list[Action]]] = []

    def close() -> None:
        nonlocal at
        if at is not None:
            found.append(Passage(*at, tuple([Stroke(first, tuple(acts)) for first, acts in strokes])))
        at = None
        strokes.clear()

    clock = None
    for number in range(begin, end):
        record, before = game.records[number], past.at(number)
        open_, now = before.decision, before.state.clock
        if now != clock:
            close()
            clock = now
        if record.side != side or open_ is None:
            continue
        level = of_segment(before.look)
        if level and open_.procedure.name not in MOVES + FIGHTS:
            continue
        if level and at is None:
            at = number, open_.procedure.name, now.phase, now.segment
        fresh = level and Cancel not in before.choices_by_kind()
        if fresh and isinstance(record.action, Done):
            continue  # the end of the segment
        if fresh:
            strokes.append((number, []))
        if strokes:
            strokes[-1][1].append(record.action)
    close()
    return found
