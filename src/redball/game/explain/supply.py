"""Questions about supply, answered as far as one side may know: why, who pays, what cuts a line.

All answers are computed from what the side believes (`redball.game.sight`), so nothing hidden can change them.
`redball.game.explain.text` puts the records into words.
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.refusals import Refusal
from redball.game.explain.bills import BillKind, BillsExplained, explain_bills
from redball.game.game import Game
from redball.game.plan.moves import mp_left_along, one_move, reachable
from redball.game.sight.belief import believed
from redball.rules.moving_stack.fuel_plan import FuelCost, Stack, fuel_cost
from redball.rules.supply.lines import Line, Mark
from redball.rules.supply.reasons import PayersExplained, explain_payers
from redball.rules.trace.cuts import UNIT_WITH_ZOC, ZOC, By, cuts
from redball.rules.trace.reasons import LinkExplained, TraceExplained, explain_link, explain_trace


class SupplyExplained(Struct, frozen=True):
    """A unit's trace and on-map supply. `marked`: it is Out of Supply until its side's next check (12.8a). `link`: for
    an Extender, how it links or why it does not (12.7)."""

    unit: str
    marked: bool
    trace: TraceExplained
    payers: PayersExplained
    link: LinkExplained | None = None


class CutExplained(Struct, frozen=True):
    """A hex that cuts a line (`by` as in `trace.cuts.Cut`), and the enemy units in sight that could do so in one move
    with their printed MA, if they have fuel."""

    hex: int
    by: By
    threats: tuple[str, ...]


class CutsExplained(Struct, frozen=True):
    """A unit's present line, and every single hex that would cut it off."""

    unit: str
    line: str
    lines: tuple[Line, ...]
    cuts: tuple[CutExplained, ...]


class MoveCost(Struct, frozen=True):
    """What it takes to move units: fuel, and the path to `hex` (-1: no hex asked) with the lowest MP (1/12) left in the
    stack at each hex; an empty path is out of reach. `refusal`: why they cannot move now."""

    units: tuple[str, ...]
    hex: int
    fuel: FuelCost
    path: tuple[Mark, ...] = ()
    refusal: Refusal | None = None


def supply_of(game: Game, side: str, uid: str) -> SupplyExplained:
    """Why a unit of the side is in supply or out of it, and who could pay for it."""
    look = believed(game.look, side)
    unit = look.unit(uid)
    link = explain_link(look, unit) if unit.extender and unit.on_map else None
    return SupplyExplained(uid, unit.out_of_supply, explain_trace(look, unit), explain_payers(look, unit), link)


def cuts_of(game: Game, side: str, uid: str, line: str) -> CutsExplained:
    """What would cut the `line` (trace or supply) of a unit of the side.

    Raises ValueError for another line.
    """
    look = believed(game.look, side)
    found = cuts(look, look.unit(uid), line)
    reaches = [(enemy.id, *one_move(look, enemy)) for enemy in look.own(look.enemy(side))] if found.cuts else []
    told = []
    for cut in found.cuts:
        near = {cut.hex, *look.board.neighbours(cut.hex)} if cut.by == ZOC else {cut.hex}
        threats = (
            uid
            for uid, with_zoc, without in reaches
            if not with_zoc.isdisjoint(near) or (cut.by != UNIT_WITH_ZOC and cut.hex in without)
        )
        told.append(CutExplained(cut.hex, cut.by, tuple(threats)))
    return CutsExplained(uid, line, found.lines, tuple(told))


def bills_for(
    game: Game, side: str, kind: BillKind, hex_: int, units: tuple[str, ...], special: str = ""
) -> BillsExplained:
    """Who could pay for an attack, overrun or barrage by units of the side on a hex."""
    return explain_bills(believed(game.look, side), side, kind, hex_, units, special)


def move_cost(game: Game, side: str, units: tuple[str, ...], hex_: int = -1) -> MoveCost:
    """What it takes to move units of the side that stand in one hex, to `hex_` if given."""
    answer = reachable(game, side, units)
    fuel = fuel_cost(believed(game.look, side), Stack(side, units))
    found = answer.hexes.get(hex_)
    path = mp_left_along(game, side, units, found.path) if found is not None else ()
    marks = tuple(Mark(h, left) for h, left in path)
    return MoveCost(units, hex_, fuel, marks, answer.refusal)
