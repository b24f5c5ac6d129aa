"""The log as each side may read it, written as things happen, with what was known then."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from redball.core import events as ev
from redball.core.events import DiceRolled, Event
from redball.core.look import Look
from redball.core.state import Clock, Unit, Units
from redball.core.telling import phase_name
from redball.core.world import World
from redball.editions.options.raiders import UnitShifted
from redball.game.game import Record, seal_of
from redball.game.sentences import Namer, sentence
from redball.game.sight.belief import OPEN, fogged, sighted, visible
from redball.game.sight.redaction import Details, details, namer_for, tellable

QUIET = (ev.CutOffNoted, ev.MoveFinished, ev.TraceChecked)
Move = ev.UnitMoved | ev.UnitRailed | ev.UnitRetreated | ev.UnitAdvanced | UnitShifted


class Entry(Struct, frozen=True):
    """A log line as one viewer may read it.

    Action number `n` caused it (0: it was before the first). `phase_name` names the segment too. `type` is the event's
    class, `kind` its group (combat, supply, movement, sequence, dice ...), `text` a sentence, `case` the case behind
    it. `side` owns it; `units` and `hexes` are concerned; `dice` are pips. `sealed`: undo cannot go back beyond it."""

    n: int
    turn: int
    phasing: str
    phase: str
    segment: str
    phase_name: str
    type: str
    kind: str
    text: str
    case: str
    side: str
    units: list[str]
    hexes: list[int]
    dice: tuple[int, ...]
    sealed: bool
    details: Details


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
        self._counters: dict[str, str] = {}
        self._known: dict[str, int] | None = None
        """The unit index as of the last `_learn`."""
        self.entries: list[dict[str, Entry | None]] = []
        self._numbers: list[int] = []
        """Of each entry: the number of its action."""

    def begin(self, opening: tuple[Event, ...], look: Look) -> None:
        """Log what happened before the first decision."""
        self._write(0, opening, look, look, Clock(), "")

    def add(self, number: int, record: Record, before: Look, after: Look) -> None:
        """Log what an action did, for every viewer."""
        self._write(number, record.events, before, after, before.state.clock, record.side)

    def cut(self, number: int) -> None:
        """Forget entries after action `number` (undo and rewind)."""
        first = bisect_right(self._numbers, number)
        del self.entries[first:], self._numbers[first:]

    def _write(
        self, number: int, happened: tuple[Event, ...], before: Look, after: Look, clock: Clock, actor: str
    ) -> None:
        for look in (before, after):
            self._learn(look.state.units, happened)
        namers = {OPEN: Namer(self._world, self._counters, OPEN, None)}
        for viewer in filter(partial(fogged, before), self._world.sides):
            seen = visible(before, viewer) | visible(after, viewer)
            namers[viewer] = Namer(self._world, self._counters, viewer, seen)
        told = {viewer: Told(happened, namer) for viewer, namer in namers.items()}
        for event in happened:
            clock = clock_after(clock, event)
            if isinstance(event, QUIET):
                continue
            row: dict[str, Entry | None] = {}
            for viewer, namer in namers.items():
                known = not tellable(event, namer) or told[viewer].again(event)
                row[viewer] = None if known else self._entry(number, event, clock, namer_for(event, namer), actor)
            # without fog both sides read what open play reads
            self.entries.append({viewer: row.get(viewer, row[OPEN]) for viewer in (*self._world.sides, OPEN)})
            self._numbers.append(number)
        if actor and sighted(before, after, actor):
            self._seal_last(number, actor)

    def _seal_last(self, number: int, viewer: str) -> None:
        """Mark the last thing that an action told a viewer: it showed something that cannot be undone."""
        for row in reversed(self.entries):
            entry = row[viewer]
            if entry is not None:
                if entry.n == number:
                    row[viewer] = replace(entry, sealed=True)
                return

    def _learn(self, units: Units, happened: tuple[Event, ...]) -> None:
        """Note each unit's counter: for all units when some came or went, otherwise for those that events touched."""
        if units.at is self._known:
            found: Iterable[Unit | None] = map(units.get, (uid for event in happened for uid in event.touched()))
        else:
            found, self._known = units.values(), units.at
        self._counters.update((unit.id, unit.counter) for unit in found if unit is not None)

    def _entry(self, number: int, event: Event, clock: Clock, namer: Namer, actor: str) -> Entry:
        shown = namer.seen
        return Entry(
            n=number,
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
        """A viewer's entries from action number `since` on."""
        first = bisect_left(self._numbers, since)
        return [entry for row in self.entries[first:] if (entry := row[viewer]) is not None]
