"""What a side could rebuild: Repls, dead and reduced units, lost trucks, each with its cost and its hexes or a
reason."""

from __future__ import annotations

from msgspec import Struct

from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import State
from redball.game.sentences import Namer, refusal_text
from redball.game.sight.belief import OPEN, fogged, visible
from redball.game.view.units import CounterView, counter_of
from redball.rules.reinforcement.rebuild import Rebuilding, prospects, refuse_hex, repls, row_for, stock
from redball.rules.reinforcement.rebuild_trucks import truck_prospects
from redball.scenarios.records import Cost


class WhyNot(Struct, frozen=True):
    """Why something is impossible now, in words, and what would help."""

    code: str
    case: str
    text: str
    remedy: str


class ReplView(Struct, frozen=True):
    """Repls in Move Mode in a hex; `why` the hex cannot be used, None if it can."""

    hex: int
    pax: int
    eq: int
    why: WhyNot | None


class RebuildUnitView(Struct, frozen=True):
    """A dead or reduced unit: its row of the Rebuild Table ("" for none), missing steps, the `cost` of each (None: it
    cannot be rebuilt), whether two cost as much as one (`pairs`), the hexes where it could be rebuilt, or `why` not
    now."""

    unit: str
    hex: int
    kind: str
    steps: int
    cost: Cost | None
    pairs: bool
    hexes: tuple[int, ...]
    why: WhyNot | None


class RebuildTruckView(Struct, frozen=True):
    """A counter that lost Transport Points; the hexes where one could be rebuilt, or `why` not now."""

    counter: str
    printed: CounterView
    points: int
    hexes: tuple[int, ...]
    why: WhyNot | None


class RebuildView(Struct, frozen=True):
    """What a side could rebuild, and its Repls."""

    repls: list[ReplView]
    units: list[RebuildUnitView]
    trucks: list[RebuildTruckView]


def renewal_view(look: Look, viewer: str) -> dict[str, RebuildView]:
    """By side: the viewer's own, or both in open play."""
    sides = look.world.sides if viewer == OPEN or not fogged(look, viewer) else (viewer,)
    return {side: _of_side(look, side, viewer) for side in sides}


def _of_side(look: Look, side: str, viewer: str) -> RebuildView:
    namer = _namer(look, viewer)
    places = []
    for hex_ in repls(look, side):
        there, why = stock(look, side, hex_), refuse_hex(look, side, hex_)
        places.append(ReplView(hex_, there.pax, there.eq, _why(why, namer)))
    units = []
    for entry in prospects(look, side, _open_step(look.state, side)):
        unit = look.unit(entry.unit)
        row = row_for(look, unit)
        units.append(
            RebuildUnitView(
                unit=entry.unit,
                hex=unit.hex,
                kind=row.name if row is not None else "",
                steps=entry.steps,
                cost=entry.cost,
                pairs=entry.pairs,
                hexes=tuple(entry.hexes),
                why=_why(entry.why, namer),
            )
        )
    trucks = [
        RebuildTruckView(
            counter=entry.counter,
            printed=counter_of(look.world.counters[entry.counter]),
            points=entry.points,
            hexes=tuple(entry.hexes),
            why=_why(entry.why, namer),
        )
        for entry in truck_prospects(look, side)
    ]
    return RebuildView(places, units, trucks)


def _open_step(state: State, side: str) -> Rebuilding | None:
    """The open record of the side's rebuilding; it knows about half-used pairs."""
    frames = (frame.data for frame in state.stack if isinstance(frame.data, Rebuilding))
    return next((data for data in frames if data.side == side), None)


def _namer(look: Look, viewer: str) -> Namer:
    seen = visible(look, viewer) if fogged(look, viewer) else None
    return Namer(look.world, {unit.id: unit.counter for unit in look.state.units.values()}, viewer, seen)


def _why(refusal: Refusal | None, namer: Namer) -> WhyNot | None:
    if refusal is None:
        return None
    return WhyNot(refusal.code, refusal.case, *refusal_text(refusal, namer))
