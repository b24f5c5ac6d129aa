"""Formations whose units cannot all trace in one way: the owner chooses which part traces (12.6f).

`favour_step` is that decision, for any procedure whose record keeps the choices made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from msgspec.structs import replace

from redball.core.actions import FavourTrace
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Option
from redball.core.refusals import Refusal, refusal
from redball.rules.trace.tracing import Channel, splits

NO_SPLIT = refusal("trace.no_split", case="12.6f", text="{detail} has no trace to choose, or has chosen it")
NO_CHANNEL = refusal("trace.no_channel", case="12.6f", text="no unit of {detail} traces that way")

Splits = dict[str, dict[Channel, tuple[str, ...]]]
"""By formation: its units' ways to trace, and which units have each."""


class Favouring(Protocol):
    """A record of the side that is checked, and of the choices made: (formation, HQ, source)."""

    @property
    def side(self) -> str: ...

    @property
    def favoured(self) -> tuple[tuple[str, str, int], ...]: ...


def chosen(data: Favouring) -> dict[str, Channel]:
    """The owner's choices by formation."""
    return {formation: (via, source) for formation, via, source in data.favoured}


def open_splits(look: Look, data: Favouring) -> Splits:
    """Formations that must split and still wait for the owner's choice."""
    found = splits(look, data.side)
    return {formation: covered for formation, covered in found.items() if formation not in chosen(data)}


def favour_step(open_: Callable[[Look, Any], Splits] = open_splits) -> Choose:
    """The decision about the formations that `open_` returns."""

    def decides(look: Look, data: Any) -> str | None:
        return str(data.side) if open_(look, data) else None

    def refuse(look: Look, data: Any, action: FavourTrace) -> Refusal | None:
        covered = open_(look, data).get(action.formation)
        if covered is None:
            return NO_SPLIT(detail=action.formation)
        return None if (action.via, action.source) in covered else NO_CHANNEL(detail=action.formation)

    def candidates(look: Look, data: Any) -> Iterator[FavourTrace]:
        for formation, covered in open_(look, data).items():
            yield from (FavourTrace(formation, via, source) for via, source in covered)

    def take(run: Run, data: Any, action: FavourTrace) -> None:
        run.set(replace(data, favoured=(*data.favoured, (action.formation, action.via, action.source))))

    option = Option(FavourTrace, candidates, refuse, take)
    return Choose("favour", "Choose which part of the formation traces", decides, (option,), case="12.6f")
