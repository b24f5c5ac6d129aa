"""Where a stack could be if it changed its mode: in Combat, Move or Strat Mode, now or in its next Movement Phase.

As `moves.reachable`, everything is found from what the side may believe, and nothing is done.
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.actions import SetMode
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import IDLE, Facing, Mode, Unit
from redball.game.game import Game
from redball.game.plan.moves import Reachable, range_of, refuse_stack, together
from redball.game.sight.belief import believed
from redball.rules.modes.change import refuse_mode_change, refuse_voluntary_mode
from redball.rules.moving_stack.fuel import needs_fuel
from redball.rules.moving_stack.move_ends import refuse_end_at
from redball.rules.units.abilities import marker_of

ASKED: tuple[tuple[Mode, Facing], ...] = (("combat", "combat"), ("move", "move"), ("strat", "move"))
"""The modes in which units march, the slowest first."""
PASSING = ("dg", "exploit")
"""Marks that a unit does not choose, and that come off before its next Movement Phase."""


class ModeReach(Struct, frozen=True):
    """Where units of one hex could end a move together, at full MA, if they were all in a mode. `shown`: they are in it
    now. `later`: why they cannot change and go at once, so that it is for their next Movement Phase (None: they can).
    `refusal`: why they cannot have the mode there at all. `thirsty` would need fuel."""

    mode: Mode
    shown: bool
    hexes: dict[int, Reachable]
    thirsty: tuple[str, ...] = ()
    later: Refusal | None = None
    refusal: Refusal | None = None


def reach_by_mode(game: Game, side: str, uids: tuple[str, ...]) -> list[ModeReach]:
    """The reach of units of one hex in each mode of `ASKED`."""
    look = believed(game.look, side)
    return [_in_mode(look, side, uids, mode, facing) for mode, facing in ASKED]


def _in_mode(look: Look, side: str, uids: tuple[str, ...], mode: Mode, facing: Facing) -> ModeReach:
    units = [look.unit(uid) for uid in uids]
    shown = all((unit.mode, unit.facing) == (mode, facing) for unit in units)
    turned = [_turned(unit, mode, facing) for unit in units]
    refused = next(filter(None, (_never(look, unit, mode, facing) for unit in units)), None)
    if refused is not None:
        return ModeReach(mode, shown, {}, refusal=refused)
    changes = (
        refuse_mode_change(look, unit, SetMode(unit.id, mode, facing), begun=False)
        for unit in units
        if (unit.mode, unit.facing) != (mode, facing)
    )
    later = refuse_stack(look, side, uids) or next(filter(None, changes), None)
    hexes = _ends(look, turned)
    return ModeReach(mode, shown, hexes, tuple(unit.id for unit in turned if needs_fuel(look, unit)), later)


def _turned(unit: Unit, mode: Mode, facing: Facing) -> Unit:
    """The unit in the mode, as its Movement Phase begins."""
    return unit.change(facing=facing, marker=marker_of(mode), activity=IDLE)


def _never(look: Look, unit: Unit, mode: Mode, facing: Facing) -> Refusal | None:
    """Why the unit cannot have the mode in its hex in any phase."""
    free = unit.change(marker="") if unit.marker in PASSING else unit
    return refuse_voluntary_mode(look, free, mode, facing, free.hex)


def _ends(look: Look, units: list[Unit]) -> dict[int, Reachable]:
    """Where these units could end a move together."""
    stack = frozenset(unit.id for unit in units)
    ranges = [range_of(look, unit, 0, stack) for unit in units]
    found = {}
    for hex_ in sorted(set(ranges[0].paths).intersection(*(r.paths for r in ranges[1:])) - {units[0].hex}):
        best = together(ranges, hex_)
        if best is not None and all(refuse_end_at(look, unit, hex_, stack, stack) is None for unit in units):
            found[hex_] = best
    return found
