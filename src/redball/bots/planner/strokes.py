"""A Player Turn as its side played it: segment by segment, stroke by stroke.

A stroke is what begins at the decision of a segment and ends when that decision is open again: the move of a stack, an
attack from its draft to its advance, a barrage, a mission, a voyage. What is decided elsewhere is in `answers`.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from redball.core.actions import (
    Action,
    AimGuns,
    BeginSail,
    BlowDump,
    Cancel,
    CollapseExtender,
    Construct,
    Done,
    OnUnit,
    OpenShipment,
    OpenTrain,
    PayFuel,
    PlanLanding,
    PlanMission,
    RevertExtender,
)
from redball.core.events import FuelDrawn, FuelPaid, UnitMoved
from redball.core.look import Look
from redball.game import Game
from redball.game.past import Past
from redball.game.view.segment_ends import of_segment
from redball.rules.units.abilities import is_transport

MOVES, FIGHTS = ("movement_segment",), ("barrage_segment", "combat_segment")
"""The procedures whose strokes are looked at."""
Kind = Literal["units", "supply", "dump", "works", "flight", "ship"]
"""Who acts: combat units; transports and trains; a dump is blown; something is built; aircraft; ships."""
KINDS: dict[type[Action], Kind] = {
    OpenTrain: "supply",
    OpenShipment: "supply",
    RevertExtender: "supply",
    CollapseExtender: "supply",
    BlowDump: "dump",
    Construct: "works",
    PlanMission: "flight",
    BeginSail: "ship",
    PlanLanding: "ship",
    AimGuns: "ship",
}
ALONE: Final = "single_unit"
"""How one unit is fueled."""


class Stroke(Struct, frozen=True):
    """Actions of one side, in order, without what the enemy decided meanwhile. `at`: the number of actions before."""

    at: int
    actions: tuple[Action, ...]
    kind: Kind = "units"


class Passage(Struct, frozen=True):
    """A segment in which a side made its strokes, or a run of other decisions (`chose`): the number of actions before
    the first of its decisions, the procedure, and how its phase and segment are called. `idle`: strokes, by number,
    that paid for the fuel of several units, and how many of these moved. For a run: where it was decided (`steps`, for
    each action), the hex that it was about (-1: none), in words the first decision and what the bot would have
    `instead`, and whether the enemy was `acting`."""

    at: int
    procedure: str
    phase: str
    segment: str
    strokes: tuple[Stroke, ...]
    idle: tuple[tuple[int, int], ...] = ()
    steps: tuple[str, ...] = ()
    hex: int = -1
    chose: str = ""
    instead: str = ""
    acting: str = ""

    @property
    def moves(self) -> bool:
        """Stacks were moved in it, not attacks made."""
        return self.procedure in MOVES


def kind_of(look: Look, action: Action) -> Kind:
    """Who acts in a stroke that begins so."""
    if isinstance(action, OnUnit) and action.unit in look.state.units and is_transport(look.counter(action.unit)):
        return "supply"
    return KINDS.get(type(action), "units")


def passages(past: Past, game: Game, side: str, begin: int, end: int) -> list[Passage]:
    """The segments of a side between two numbers of actions, those with strokes of theirs to judge: also one that was
    ended without a stroke."""
    found: list[Passage] = []
    at: tuple[int, str, str, str] | None = None
    strokes: list[tuple[int, Kind, list[Action]]] = []

    def close(number: int) -> None:
        nonlocal at
        if at is not None:
            made = tuple([Stroke(first, tuple(acts), kind) for first, kind, acts in strokes])
            found.append(Passage(*at, made, tuple(idle_fuel(game, made, number))))
        at = None
        strokes.clear()

    clock = None
    for number in range(begin, end):
        record, before = game.records[number], past.at(number)
        open_, now = before.decision, before.state.clock
        if now != clock:
            close(number)
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
            strokes.append((number, kind_of(before.look, record.action), []))
        if strokes:
            strokes[-1][2].append(record.action)
    close(end)
    return found


def idle_fuel(game: Game, strokes: tuple[Stroke, ...], end: int) -> list[tuple[int, int]]:
    """Strokes that fueled several units at once, by number, and how many of these had moved when the segment ended."""
    found = []
    for number, stroke in enumerate(strokes):
        shared = [act for act in stroke.actions if isinstance(act, PayFuel) and act.method != ALONE]
        if shared:
            fueled: set[str] = {shared[0].unit}
            moved: set[str] = set()
            for record in game.records[stroke.at : end]:
                for event in record.events:
                    if isinstance(event, FuelPaid) and event.method != ALONE and event.unit == shared[0].unit:
                        fueled |= set(event.members)
                    elif isinstance(event, FuelDrawn):
                        fueled.add(event.unit)
                    elif isinstance(event, UnitMoved) and event.unit in fueled:
                        moved.add(event.unit)
            found.append((number, len(moved)))
    return found
