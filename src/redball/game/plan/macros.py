"""Macros: one call that expands into atomic actions."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from redball.core.refusals import Refusal
from redball.game.game import Game
from redball.game.plan.fighting import FightMacro
from redball.game.plan.formations import FuelMacro, Left, MarchMacro, Steps, TurnMacro, series
from redball.game.plan.moves import AttackMacro, MoveMacro, PayMacro, expand

Macro = MoveMacro | AttackMacro | PayMacro | FightMacro | FuelMacro | TurnMacro | MarchMacro
MOST = 200
"""Actions of a simple macro."""


class Expanded(Struct, frozen=True):
    """What came of a macro: what a series left, and why; or the refusal that ended it."""

    left: tuple[Left, ...] = ()
    refusal: Refusal | None = None


def decode_macro(raw: object) -> Macro:
    """A macro from its JSON form.

    Raises msgspec.ValidationError with the place and what was expected.
    """
    macro: Macro = msgspec.convert(raw, Macro)
    return macro


def series_units(macro: Macro) -> tuple[str, ...]:
    """The units that a series takes in turn; none of another macro."""
    return macro.units if isinstance(macro, TurnMacro | MarchMacro) else ()


def steps(game: Game, side: str, macro: Macro, left: list[Left]) -> Steps:
    """The atomic actions of a macro, each answered by its refusal or None. A series adds what it leaves to `left`;
    any other macro ends at the first refusal."""
    if isinstance(macro, FuelMacro | TurnMacro | MarchMacro):
        yield from series(game, side, macro, left)
        return
    for _ in range(MOST):
        action = expand(game, macro)
        if action is None or (yield action) is not None:
            return
