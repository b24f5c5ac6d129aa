"""What a side could rebuild: Repls, dead and reduced units, lost trucks, each with its cost, its places or a reason."""

from __future__ import annotations

from typing import Any

import msgspec

from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import State
from redball.game.sentences import Namer, refusal_text
from redball.game.sight.belief import OPEN, fogged, visible
from redball.rules.reinforcement.rebuild import Rebuilding, prospects, refuse_hex, repls, row_for, stock
from redball.rules.reinforcement.rebuild_trucks import truck_prospects


def renewal_view(look: Look, viewer: str) -> dict[str, Any]:
    """By side, the viewer's own and in open play both. `why` is null where something is possible now."""
    sides = look.world.sides if viewer == OPEN or not fogged(look, viewer) else (viewer,)
    return {side: _of_side(look, side, viewer) for side in sides}


def _of_side(look: Look, side: str, viewer: str) -> dict[str, Any]:
    namer = _namer(look, viewer)
    places = []
    for hex_ in repls(look, side):
        there, why = stock(look, side, hex_), refuse_hex(look, side, hex_)
        places.append({"hex": hex_, "pax": there.pax, "eq": there.eq, "why": _why(why, namer)})
    units = []
    for entry in prospects(look, side, _open_step(look.state, side)):
        unit = look.unit(entry.unit)
        row = row_for(look, unit)
        units.append(
            {
                "unit": entry.unit,
                "hex": unit.hex,
                "kind": row.name if row is not None else "",
                "steps": entry.steps,
                "cost": msgspec.to_builtins(entry.cost),
                "pairs": entry.pairs,
                "hexes": list(entry.hexes),
                "why": _why(entry.why, namer),
            }
        )
    trucks = [
        {"counter": entry.counter, "points": entry.points, "hexes": list(entry.hexes), "why": _why(entry.why, namer)}
        for entry in truck_prospects(look, side)
    ]
    return {"repls": places, "units": units, "trucks": trucks}


def _open_step(state: State, side: str) -> Rebuilding | None:
    """The open record of the side's rebuilding, which knows of halves of pairs."""
    frames = (frame.data for frame in state.stack if isinstance(frame.data, Rebuilding))
    return next((data for data in frames if data.side == side), None)


def _namer(look: Look, viewer: str) -> Namer:
    seen = visible(look, viewer) if fogged(look, viewer) else None
    return Namer(look.world, {unit.id: unit.counter for unit in look.state.units.values()}, viewer, seen)


def _why(refusal: Refusal | None, namer: Namer) -> dict[str, str] | None:
    if refusal is None:
        return None
    text, remedy = refusal_text(refusal, namer)
    return {"code": refusal.code, "case": refusal.case, "text": text, "remedy": remedy}
