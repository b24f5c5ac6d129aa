"""What a side could rebuild: Repls, dead and reduced units, lost trucks, each with its cost and hexes, or a reason."""

from __future__ import annotations

from msgspec import Struct

from redball.core.derived import derived
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import State
from redball.game.sentences import Namer, refusal_text
from redball.game.sight.belief import OPEN, fogged, visible
from redball.game.view.units import CounterView, printed
from redball.rules.reinforcement.rebuild import Prospect, Rebuilding, prospects, refuse_hex, repls, row_for, stock
from redball.rules.reinforcement.rebuild_trucks import TruckProspect, truck_prospects
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
    places = []
    for hex_ in repls(look, side):
        there, why = stock(look, side, hex_), refuse_hex(look, side, hex_)
        places.append(ReplView(hex_, there.pax, there.eq, _why(look, viewer, why)))
    units = []
    for entry in _prospects(look, side, _open_step(look.state, side)):
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
                why=_why(look, viewer, entry.why),
            )
        )
    trucks = [
        RebuildTruckView(
            counter=entry.counter,
            printed=printed(look.world, entry.counter),
            points=entry.points,
            hexes=tuple(entry.hexes),
            why=_why(look, viewer, entry.why),
        )
        for entry in _truck_prospects(look, side)
    ]
    return RebuildView(places, units, trucks)


@derived
def _prospects(look: Look, side: str, data: Rebuilding | None) -> tuple[Prospect, ...]:
    return prospects(look, side, data)


@derived
def _truck_prospects(look: Look, side: str) -> tuple[TruckProspect, ...]:
    return truck_prospects(look, side)


def _open_step(state: State, side: str) -> Rebuilding | None:
    """The open record of the side's rebuilding; it knows about half-used pairs."""
    frames = (frame.data for frame in state.stack if isinstance(frame.data, Rebuilding))
    return next((data for data in frames if data.side == side), None)


def _why(look: Look, viewer: str, refusal: Refusal | None) -> WhyNot | None:
    if refusal is None:
        return None
    seen = visible(look, viewer) if fogged(look, viewer) else None
    named = (look.state.units.get(uid) for uid in refusal.units)
    namer = Namer(look.world, {unit.id: unit.counter for unit in named if unit is not None}, viewer, seen)
    return WhyNot(refusal.code, refusal.case, *refusal_text(refusal, namer))
