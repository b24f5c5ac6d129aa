"""The log as each side may read it, written as things happen, with what was known then."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import partial
from typing import cast

from msgspec.structs import replace

from redball.core import events as ev
from redball.core.actions import BeginMove
from redball.core.events import DiceRolled, Event
from redball.core.look import Look
from redball.core.state import Clock, Unit, Units
from redball.core.telling import phase_name
from redball.core.world import World
from redball.editions.command_control.actions import BeginOutside
from redball.editions.options.raiders import UnitShifted
from redball.game.game import Record, seal_of
from redball.game.sentences import Namer, sentence
from redball.game.sight.belief import OPEN, fogged, knows, sighted
from redball.game.sight.redaction import Details, details, namer_for, tellable
from redball.game.standing.told import PLANNED, ByItself, by_itself_told
from redball.game.view.lines import WAYS, Entry, Lines, Note, Step
from redball.rules.air.air import CargoCounted
from redball.rules.air.tasks import MissionAssigned, MissionOver
from redball.rules.naval.naval import ShipSailed
from redball.rules.units.airlift import MpCounted

QUIET = (
    ev.CutOffNoted, ev.MoveFinished, ev.TraceChecked, MpCounted, CargoCounted, MissionAssigned, MissionOver, ShipSailed,
)  # fmt: skip
FLOWN = ("aircraft_refit",)
"""Phases that are in every sequence of play, and in which nobody has anything to do in a game without aircraft."""
Move = ev.UnitMoved | ev.UnitRailed | ev.UnitRetreated | ev.UnitAdvanced | UnitShifted


def kind_of(event: Event) -> str:
    """`combat`, `supply`, `movement`, `sequence` (the event's module) or `dice`: the page's filters."""
    return "dice" if isinstance(event, DiceRolled) else type(event).__module__.rsplit(".", 1)[-1]


def clock_after(clock: Clock, event: Event) -> Clock:
    """Where the sequence of play stands after an event."""
    if isinstance(event, ev.SetUpBegan):
        return event.clock()
    if isinstance(event, ev.TurnBegan):
        return Clock(turn=event.turn)
    if isinstance(event, ev.PhaseBegan):
        return replace(clock, phasing=event.phasing, phase=event.phase, segment=event.segment, acting=event.side)
    return clock


class Told:
    """Moves that one action has shown a viewer, so that a stack of unseen units moves as one."""

    def __init__(self, happened: Iterable[Event], namer: Namer) -> None:
        self._seen = namer.seen
        moves = (event for event in happened if isinstance(event, Move))
        self._moves = {self._key(move) for move in moves if self._seen is None or move.unit in self._seen}

    def again(self, event: Event) -> bool:
        """Whether the viewer already knows this move from another unit. Notes it as known."""
        if not isinstance(event, Move) or self._seen is None or event.unit in self._seen:
            return False
        known = self._key(event) in self._moves
        self._moves.add(self._key(event))
        return known

    @staticmethod
    def _key(move: Move) -> tuple[str, str, int, int]:
        return type(move).__name__, move.side, move.start, move.hex


class Journal:
    """Log entries for each viewer: the two sides and open play."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.sides = world.sides
        self.counters: dict[str, str] = {}
        self._known: dict[str, int] | None = None
        """The unit index as of the last `_learn`."""
        self.rows: list[dict[str, Note | None]] = []
        """What each event told each viewer."""
        self.numbers: list[int] = []
        """Of each row: the number of its action."""
        self.moves: list[int] = []
        """Numbers of the actions that took a stack up for a move."""
        self._lines: dict[str, Lines] = {}
        self._told: dict[str, int] = {}
        """How many rows are in a viewer's lines: they are made when they are read."""

    def begin(self, opening: tuple[Event, ...], look: Look) -> None:
        """Log what happened before the first decision."""
        self._write(0, opening, look, look, Clock(), "")

    def add(self, number: int, record: Record, before: Look, after: Look) -> None:
        """Log what an action did, for every viewer."""
        if isinstance(record.action, BeginMove | BeginOutside):
            self.moves.append(number)
        why = by_itself_told(record.by)
        first = len(self.rows)
        if why is not None and why.why == "passed":
            self._note_by_itself(number, before, record.side, why)
        self._write(number, record.events, before, after, before.state.clock, record.side)
        if why is not None and why.why != "passed" and not self._mark(first, record.side, why) and record.by != PLANNED:
            self._note_by_itself(number, before, record.side, why)  # of a prepared move the log tells the move

    def cut(self, number: int) -> None:
        """Forget what came after action `number` (undo and rewind)."""
        first = bisect_right(self.numbers, number)
        del self.rows[first:], self.numbers[first:]
        del self.moves[bisect_right(self.moves, number) :]
        for viewer, told in self._told.items():
            if told > first:
                self._told[viewer] = self._lines[viewer].cut(first)

    def _write(
        self, number: int, happened: tuple[Event, ...], before: Look, after: Look, clock: Clock, actor: str
    ) -> None:
        for look in (before, after):
            self._learn(look.state.units, happened)
        namers = {OPEN: Namer(self._world, self.counters, OPEN, None)}
        for viewer in filter(partial(fogged, before), self._world.sides):
            seen = knows(before, viewer) | knows(after, viewer)
            namers[viewer] = Namer(self._world, self.counters, viewer, seen)
        told = {viewer: Told(happened, namer) for viewer, namer in namers.items()}
        for event in happened:
            clock = clock_after(clock, event)
            if isinstance(event, QUIET) or self._idle(event):
                continue
            row: dict[str, Note | None] = {}
            for viewer, namer in namers.items():
                known = not tellable(event, namer) or told[viewer].again(event)
                row[viewer] = None if known else self._note(number, event, clock, namer_for(event, namer), actor)
            # without fog both sides read what open play reads
            self.rows.append({viewer: row.get(viewer, row[OPEN]) for viewer in (*self._world.sides, OPEN)})
            self.numbers.append(number)
        if actor and sighted(before, after, actor):
            self._seal_last(number, actor)

    def _idle(self, event: Event) -> bool:
        """A phase begins in which this game has nothing."""
        return isinstance(event, ev.PhaseBegan) and event.phase in FLOWN and not self._world.scenario.aircraft

    def _mark(self, first: int, side: str, why: ByItself) -> bool:
        """Mark the first of the entries from number `first` on that the side which was not asked can read, and that
        open play can: the answer itself. Returns whether the side has one."""
        for viewer in (OPEN, side):
            told = next((row for row in self.rows[first:] if row[viewer] is not None), None)
            if told is not None:
                note = cast(Note, told[viewer])
                told[viewer] = note._replace(entry=replace(note.entry, by=why))
        return told is not None

    def _note_by_itself(self, number: int, before: Look, side: str, why: ByItself) -> None:
        """An entry of its own for what was done without asking, before or behind what it brought."""
        clock = before.state.clock
        name = phase_name(clock.phase, clock.segment)
        entry = Entry(
            n=number,
            first=number,
            turn=clock.turn,
            phasing=clock.phasing,
            phase=clock.phase,
            segment=clock.segment,
            phase_name=name,
            type="ByItself",
            kind="sequence" if why.why == "passed" else "other",
            text=f"{name}: {why.text}, so it passed by itself" if why.why == "passed" else f"Answered {why.text}",
            case="",
            side=side,
            units=[],
            hexes=[],
            dice=(),
            sealed=False,
            details=Details(),
            by=why,
        )
        told, note = (side, OPEN), Note(entry, None, self.moves[-1] if self.moves else 0)
        self.rows.append({viewer: note if viewer in told else None for viewer in (*self._world.sides, OPEN)})
        self.numbers.append(number)

    def _seal_last(self, number: int, viewer: str) -> None:
        """Mark the last thing that an action told a viewer: it showed something that cannot be undone."""
        for row in reversed(self.rows):
            note = row[viewer]
            if note is not None:
                if note.entry.n == number:
                    row[viewer] = note._replace(entry=replace(note.entry, sealed=True))
                return

    def _note(self, number: int, event: Event, clock: Clock, namer: Namer, actor: str) -> Note:
        step = None
        if isinstance(event, WAYS):
            step = Step(event, namer.unit(event.unit) if namer.knows(event.unit) else "")
        return Note(self._entry(number, event, clock, namer, actor), step, self.moves[-1] if self.moves else 0)

    def _learn(self, units: Units, happened: tuple[Event, ...]) -> None:
        """Note each unit's counter: for all units when some came or went, otherwise for those that events touched."""
        if units.at is self._known:
            found: Iterable[Unit | None] = map(units.get, (uid for event in happened for uid in event.touched()))
        else:
            found, self._known = units.values(), units.at
        self.counters.update((unit.id, unit.counter) for unit in found if unit is not None)

    def _entry(self, number: int, event: Event, clock: Clock, namer: Namer, actor: str) -> Entry:
        shown = namer.seen
        return Entry(
            n=number,
            first=number,
            turn=clock.turn,
            phasing=clock.phasing,
            phase=clock.phase,
            segment=clock.segment,
            phase_name=phase_name(clock.phase, clock.segment),
            type=type(event).__name__,
            kind=kind_of(event),
            text=sentence(event, namer),
            case=event.case,
            side=event.side,
            units=[u for u in event.touched() if shown is None or u in shown],
            hexes=[getattr(event, name) for name in ("start", "hex") if hasattr(event, name)],
            dice=event.dice if isinstance(event, DiceRolled) else (),
            sealed=bool(seal_of((event,), actor if namer.seen is not None else "")),
            details=details(event, namer),
        )

    def read(self, viewer: str, since: int = 0) -> list[Entry]:
        """A viewer's lines with something from action number `since` on."""
        return self._of(viewer).read(since)

    def again(self, viewer: str, since: int) -> tuple[int, list[Entry]]:
        """For a viewer who has read up to before action `since`, or further than the game now goes: the action from
        which on the lines are others now, and all those lines."""
        return self._of(viewer).again(since)

    def shows(self, viewer: str, since: int) -> bool:
        """Whether there was something to see for a viewer from action number `since` on: more than that units out of
        sight went somewhere."""
        for row, number in zip(reversed(self.rows), reversed(self.numbers), strict=True):
            if number < since:
                return False
            note = row[viewer]
            if note is not None and not note.entry.is_unseen_way:
                return True
        return False

    def _of(self, viewer: str) -> Lines:
        """A viewer's lines, up to now."""
        lines = self._lines.setdefault(viewer, Lines(Namer(self._world, {}, OPEN, None).hex))
        for row in range(self._told.get(viewer, 0), len(self.rows)):
            note = self.rows[row][viewer]
            if note is not None:
                lines.add(row, note)
        self._told[viewer] = len(self.rows)
        return lines
