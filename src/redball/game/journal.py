"""The log as each side may read it: written down as things happen, with what was known then."""

from __future__ import annotations

from typing import Any

import msgspec

from redball.core.events import DiceRolled, Event, PhaseBegan
from redball.core.look import Look
from redball.game.game import Game, Record, seal_of
from redball.game.sentences import Namer, sentence
from redball.game.sight import OPEN, fogged, visible

QUIET = frozenset({"MoveFinished", "SupplyRolled", "TraceChecked"})
DETAILS = frozenset(
    {
        "ledger",
        "ledgers",
        "odds",
        "column",
        "line",
        "drm",
        "attack",
        "defend",
        "roll",
        "result",
        "shift",
        "who",
        "tokens",
    }
    | {"mp", "steps", "destroyed", "captured", "strength", "kind", "method", "purpose", "mode"}
)


def kind_of(event: Event) -> str:
    """`combat`, `supply`, `movement`, `sequence` (the module that the event comes from) or `dice`: the page's filters."""
    return "dice" if isinstance(event, DiceRolled) else type(event).__module__.rsplit(".", 1)[-1]


class Journal:
    """Entries for each viewer: the two sides and open play."""

    def __init__(self, game: Game) -> None:
        self._world = game.world
        self._counters: dict[str, str] = {}
        self.entries: list[dict[str, dict[str, Any] | None]] = []
        self._write(0, game.opening, game.look, game.look)

    def add(self, number: int, record: Record, before: Look, after: Look) -> None:
        """What an action brought, as seen by everybody."""
        self._write(number, record.events, before, after)

    def cut(self, number: int) -> None:
        """Forget what came after action `number` (undo and rewind)."""
        self.entries = [e for e in self.entries if next(iter(filter(None, e.values())))["n"] <= number]

    def _write(self, number: int, happened: tuple[Event, ...], before: Look, after: Look) -> None:
        for look in (before, after):
            self._counters.update((u.id, u.counter) for u in look.state.units.values())
        viewers = (*self._world.sides, OPEN)
        namers = {}
        for viewer in viewers:
            seen = visible(before, viewer) | visible(after, viewer) if fogged(before, viewer) else None
            namers[viewer] = Namer(self._world, self._counters, viewer, seen)
        clock = before.state.clock
        for event in happened:
            if isinstance(event, PhaseBegan):
                clock = msgspec.structs.replace(clock, phasing=event.phasing, phase=event.phase, segment=event.segment)
            if type(event).__name__ in QUIET:
                continue
            row: dict[str, dict[str, Any] | None] = {}
            for viewer in viewers:
                hidden = event.audience == "own" and namers[viewer].seen is not None and event.side != viewer
                row[viewer] = None if hidden else self._entry(number, event, clock, namers[viewer])
            self.entries.append(row)

    def _entry(self, number: int, event: Event, clock: Any, namer: Namer) -> dict[str, Any]:
        plain = msgspec.to_builtins(event)
        shown = namer.seen
        units = [u for u in event.touched() if shown is None or u in shown]
        return {
            "n": number,
            "turn": clock.turn,
            "phasing": clock.phasing,
            "phase": clock.phase,
            "segment": clock.segment,
            "type": type(event).__name__,
            "kind": kind_of(event),
            "text": sentence(event, namer),
            "case": event.case,
            "side": event.side,
            "units": units,
            "hexes": [plain[name] for name in ("start", "hex") if name in plain],
            "dice": list(event.dice) if isinstance(event, DiceRolled) else [],
            "sealed": bool(seal_of((event,))),
            "details": {k: v for k, v in plain.items() if k in DETAILS},
        }

    def read(self, viewer: str, since: int = 0) -> list[dict[str, Any]]:
        """Entries of a viewer after action number `since`."""
        return [e for row in self.entries if (e := row[viewer]) is not None and e["n"] >= since]
