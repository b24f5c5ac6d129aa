"""The log as one viewer reads it: a move is one line, however many hexes and actions it took.

The journal notes every step with what each viewer could see of it. A move's steps become one line for those units that
went the same way; a way that was out of sight in between is told in parts, each with what was seen of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from redball.core import events as ev
from redball.core.ledger import show_mp
from redball.core.telling import capital, way_told
from redball.game.sight.redaction import Details
from redball.game.standing.told import ByItself

WAYS = (ev.UnitMoved, ev.UnitRetreated, ev.UnitAdvanced)
"""Events that take a unit one hex on its way."""
Way = ev.UnitMoved | ev.UnitRetreated | ev.UnitAdvanced

ON_THE_WAY = frozenset(
    {"FuelPaid", "FuelDrawn", "SupplySpent", "SupplySpentAfloat", "NegationRelied", "ControlChanged"}
)
"""What may be told during a move without parting it in two."""


class Entry(Struct, frozen=True):
    """A log line as one viewer may read it.

    Action number `n` caused it (0: it was before the first); the line of a move began with action `first`, and may
    still grow. `phase_name` names the segment too. `type` is the event's class, `kind` its group (combat, supply,
    movement, sequence, dice ...), `text` a sentence, `case` the case behind it. `side` owns it; `units` and `hexes` are
    concerned: of a move, all its hexes in order. `dice` are pips. `sealed`: undo cannot go back beyond it. `by`: why
    its side was not asked, for that side only."""

    n: int
    first: int
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
    by: ByItself | UnsetType = UNSET

    @property
    def is_unseen_way(self) -> bool:
        """Whether it tells no more than that units out of the viewer's sight went somewhere."""
        return not self.units and self.type in WAY_NAMES


WAY_NAMES = frozenset(way.__name__ for way in WAYS)


class Step(NamedTuple):
    """One hex of a unit's way, for one viewer: the unit's name ("" not known)."""

    event: Way
    name: str


class Note(NamedTuple):
    """What one event told a viewer. `move`: the number of the action that took the last moving stack up."""

    entry: Entry
    step: Step | None
    move: int


class _Way:
    """The way of one unit so far, or of units that the viewer does not know."""

    def __init__(self, note: Note, step: Step) -> None:
        self.notes = [note]
        self.name = step.name
        self.path = [step.event.start, step.event.hex]
        self.mp = _mp(note)

    def go(self, note: Note, step: Step) -> None:
        """One hex on."""
        self.notes.append(note)
        self.path.append(step.event.hex)
        self.mp = None if self.mp is None else self.mp + (_mp(note) or 0)


def _mp(note: Note) -> int | None:
    """The MP of a step (1/12), if the viewer may know it."""
    mp = note.entry.details.mp
    return None if isinstance(mp, UnsetType) else mp


class Lines:
    """The lines of one viewer. `name_hex` names a hex."""

    def __init__(self, name_hex: Callable[[int], str]) -> None:
        self._name_hex = name_hex
        self._closed: list[Entry] = []
        self._open: list[Note] = []
        """The move that may still go on, and what was told on the way."""
        self._phases: list[tuple[int, int]] = []
        """Where a phase began: the number of its row in the journal, and of its line here. No move crosses it."""

    def add(self, row: int, note: Note) -> None:
        """One more thing told, from a row of the journal."""
        if self._open and not self._goes_on(note):
            self._close()
        if note.step is not None or self._open:
            self._open.append(note)
            return
        if note.entry.type == "PhaseBegan":
            self._phases.append((row, len(self._closed)))
        self._closed.append(note.entry)

    def cut(self, rows: int) -> int:
        """Forget what came from row number `rows` on. Returns the first row that must be added again."""
        while self._phases and self._phases[-1][0] >= rows:
            self._phases.pop()
        again, kept = self._phases[-1] if self._phases else (0, 0)
        if self._phases:
            self._phases.pop()
        del self._closed[kept:]
        self._open = []
        return again

    def read(self, since: int) -> list[Entry]:
        """The lines with something from action `since` on; a move has its whole line."""
        return self._read(since, self._folded())

    def _read(self, since: int, folded: list[Entry]) -> list[Entry]:
        found: list[Entry] = []
        for line in reversed(self._closed):
            if line.n < since:
                break
            found.append(line)
        return [*reversed(found), *[line for line in folded if line.n >= since]]

    def again(self, since: int) -> tuple[int, list[Entry]]:
        """For a reader who has read up to before action `since`, or further: the action from which on the lines are
        others now, and all those lines."""
        folded = self._folded()
        changed = (*self._read(since, folded), *folded)
        first = min((line.first for line in changed), default=since)
        first = min(first, since)
        return first, [line for line in self._read(first, folded) if line.first >= first]

    def _goes_on(self, note: Note) -> bool:
        """Whether something belongs to the open move."""
        begun = self._open[0]
        if note.move != begun.move:
            return False
        if note.step is None:
            return note.entry.type in ON_THE_WAY
        return (note.entry.type, note.entry.side) == (begun.entry.type, begun.entry.side)

    def _close(self) -> None:
        self._closed += self._folded()
        self._open = []

    def _folded(self) -> list[Entry]:
        """The lines of the open move, in the order in which they ended."""
        ways: list[_Way] = []
        last: dict[int, Entry] = {}
        places: dict[int, int] = {}
        for place, note in enumerate(self._open):
            places[id(note)] = place
            if note.step is None:
                last[place] = note.entry
            else:
                _follow(ways, note, note.step)
        groups: dict[tuple[object, ...], list[_Way]] = {}
        for way in ways:
            alone = () if way.name else (id(way),)
            groups.setdefault((*way.path, way.notes[0].entry.n, *alone), []).append(way)
        for group in groups.values():
            last[max(places[id(way.notes[-1])] for way in group)] = self._line(group)
        return [last[place] for place in sorted(last)]

    def _line(self, group: Sequence[_Way]) -> Entry:
        """One line for units that went the same way."""
        step = group[0].notes[0].step
        assert step is not None  # ways are made of steps
        notes = [note for way in group for note in way.notes]
        path, end = group[0].path, group[0].notes[-1].entry
        costs = [way.mp for way in group if way.mp is not None]
        who = [way.name for way in group if way.name]
        ends = self._name_hex(path[0]), self._name_hex(path[-1])
        text = way_told(who, step.event.verbs, ends, len(path) - 1, _range(costs))
        return replace(
            end,
            first=group[0].notes[0].entry.n,
            text=capital(text),
            units=list(dict.fromkeys(uid for note in notes for uid in note.entry.units)),
            hexes=path,
            sealed=any(note.entry.sealed for note in notes),
            details=Details(mp=max(costs)) if costs else Details(),
        )


def _follow(ways: list[_Way], note: Note, step: Step) -> None:
    """Put a step behind the way that it goes on, or begin another."""
    key = note.entry.units
    for way in reversed(ways):
        if way.notes[0].entry.units == key and way.path[-1] == step.event.start:
            way.go(note, step)
            return
    ways.append(_Way(note, step))


def _range(costs: Iterable[int]) -> str:
    """MP as players write them, from the least to the most that one of the units spent."""
    known = sorted(set(costs))
    if not known:
        return ""
    return show_mp(known[0]) if len(known) == 1 else f"{show_mp(known[0])} to {show_mp(known[-1])}"
