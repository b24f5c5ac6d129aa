"""What a side could rebuild, as text: Repls, dead and reduced units, lost trucks."""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.look import Look
from redball.core.state import DEAD_PILE
from redball.game.sentences import Namer
from redball.game.view.renewal import RebuildTruckView, RebuildUnitView, ReplView, renewal_view
from redball.rules.reinforcement.rebuild import show_cost
from redball.scenarios.records import Cost


def renewal_lines(look: Look, viewer: str, namer: Namer) -> Iterator[str]:
    """The list for the viewer's side; one line if there is nothing."""
    shown = renewal_view(look, viewer)[viewer]
    lines = [
        *(_place(entry, namer) for entry in shown.repls),
        *(_unit(entry, namer) for entry in shown.units),
        *(_truck(entry, namer) for entry in shown.trucks),
    ]
    yield from lines or ["no Repls, and nothing to rebuild"]


def _place(entry: ReplView, namer: Namer) -> str:
    there = show_cost(Cost(entry.pax, entry.eq))
    return f"{namer.hex(entry.hex)}: {there} in Move Mode" + (f". {entry.why.text}" if entry.why else "")


def _unit(entry: RebuildUnitView, namer: Namer) -> str:
    where = "dead" if entry.hex == DEAD_PILE else f"at {namer.hex(entry.hex)}"
    cost = f"{show_cost(entry.cost)} a step" if entry.cost else "no price"
    pairs = ", two for one" if entry.pairs else ""
    return f"{namer.unit(entry.unit)} ({where}), {entry.steps} to rebuild, {cost}{pairs}: {_where(entry, namer)}"


def _truck(entry: RebuildTruckView, namer: Namer) -> str:
    return f"{namer.unit(entry.counter)}, {entry.points} points lost, 1 Eq each: {_where(entry, namer)}"


def _where(entry: RebuildUnitView | RebuildTruckView, namer: Namer) -> str:
    if entry.why:
        return f"not now. {entry.why.text}"
    return "possible at " + ", ".join(namer.hex(hex_) for hex_ in entry.hexes)
