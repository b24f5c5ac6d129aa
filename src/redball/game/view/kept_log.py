"""The log, kept so that it need not be made again: what each event has told each viewer.

To make it, every event of a game is replayed to find what each side saw at the time; to read it back takes a small part
of that. Parts are kept one after another, each up to an action.
"""

from __future__ import annotations

from bisect import bisect_right

from msgspec import Struct, msgpack

from redball.game.sight.belief import OPEN
from redball.game.view.journal import Journal
from redball.game.view.lines import Entry, Note, Step, Way


class KeptNote(Struct, frozen=True, array_like=True):
    """A note: its line, the step of a way with the unit's name if it is one, and the move that it belongs to."""

    entry: Entry
    move: int
    event: Way | None = None
    name: str = ""


class KeptLog(Struct, frozen=True, array_like=True):
    """A part of a log: the actions of its rows, and for each row and viewer (the sides, then open play) which of the
    notes they were told, -1 for none; then the moves that began, and the counters that are known."""

    numbers: list[int]
    told: list[list[int]]
    notes: list[KeptNote]
    moves: list[int]
    counters: dict[str, str]


_DECODER = msgpack.Decoder(KeptLog)


def keep(journal: Journal, after: int, to: int) -> bytes:
    """The log of what came after action `after` (-1: from the beginning), up to action `to`."""
    first, last = (bisect_right(journal.numbers, number) for number in (after, to))
    notes: list[KeptNote] = []
    told = []
    for row in journal.rows[first:last]:
        places: dict[int, int] = {}
        told.append([_place(row[viewer], places, notes) for viewer in (*journal.sides, OPEN)])
    moves = journal.moves[bisect_right(journal.moves, after) : bisect_right(journal.moves, to)]
    return msgpack.encode(KeptLog(journal.numbers[first:last], told, notes, moves, journal.counters))


def _place(note: Note | None, places: dict[int, int], notes: list[KeptNote]) -> int:
    """The number of a note among those kept. Viewers who were told the same share it."""
    if note is None:
        return -1
    if id(note) not in places:
        places[id(note)] = len(notes)
        step = note.step
        notes.append(
            KeptNote(note.entry, note.move) if step is None else KeptNote(note.entry, note.move, step.event, step.name)
        )
    return places[id(note)]


def recall(journal: Journal, kept: bytes) -> None:
    """Add a part that was kept to a log that ends where the part begins.

    Raises msgspec.DecodeError.
    """
    part = _DECODER.decode(kept)
    notes = [Note(one.entry, None if one.event is None else Step(one.event, one.name), one.move) for one in part.notes]
    viewers = (*journal.sides, OPEN)
    for number, told in zip(part.numbers, part.told, strict=True):
        journal.rows.append(
            {viewer: None if place < 0 else notes[place] for viewer, place in zip(viewers, told, strict=True)}
        )
        journal.numbers.append(number)
    journal.moves += part.moves
    journal.counters.update(part.counters)
