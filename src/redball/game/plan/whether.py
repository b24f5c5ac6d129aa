"""Why a player cannot give an order now: the engine's refusal, or, if another decision is open, when they can."""

from __future__ import annotations

from redball.core.actions import Action, AddUnit, BeginMove, DeclareAttack, DeclareBarrage, DeclareOverrun, Release
from redball.core.look import Look
from redball.core.refusals import NOT_NOW, Refusal, refusal
from redball.core.telling import phase_name
from redball.game.game import Game
from redball.game.sight.belief import refuse_unseen
from redball.rules.moving_stack.move_ends import MoveData

ATTACKS = refusal(
    "orders.attack_later",
    case="9.0-A",
    text="attacks are declared in a Combat Segment; this is the {have}",
    remedy="bring the attackers next to {hexes} first",
)
BARRAGES = refusal(
    "orders.barrage_later",
    case="10.0d",
    text="artillery fires in a Barrage Segment; this is the {have}",
    remedy="bring guns within range of {hexes} first",
)
NOT_NEXT = refusal(
    "orders.overrun_far",
    case="8.0-B",
    text="only a stack on the move next to {hexes} can overrun it",
    remedy="move the stack next to it with MP left, then overrun",
)
BUSY = refusal(
    "orders.another_moves",
    case="6.1f",
    text="another stack is on the move: {units}",
    remedy="halt it, or undo its start, before the next one begins",
)
MOVES = refusal("orders.move_later", case="6.0", text="units begin to move in a Movement Segment; this is the {have}")
RELEASES = refusal(
    "orders.release_later",
    case="5.7b",
    text="Reserves are released in a segment of the Reaction or Exploitation Phase, and not while another stack moves",
)


def whether(game: Game, side: str, action: Action) -> Refusal | None:
    """Why a side may not give an order now, or None."""
    refused = refuse_unseen(game.look, side, action) or game.check(side, action)
    if refused is None or refused.code != NOT_NOW.code:
        return refused
    return _when(game.look, action) or refused


def _when(look: Look, action: Action) -> Refusal | None:
    clock = look.state.clock
    now = phase_name(clock.phase, clock.segment)
    data = look.state.stack[-1].data if look.state.stack else None
    if isinstance(action, DeclareAttack):
        return ATTACKS(hexes=(action.hex,), have=now)
    if isinstance(action, DeclareBarrage):
        return BARRAGES(hexes=(action.hex,), have=now)
    if isinstance(action, DeclareOverrun):
        return NOT_NEXT(hexes=(action.hex,))
    if isinstance(action, BeginMove | AddUnit | Release) and isinstance(data, MoveData):
        return BUSY(units=data.units)
    if isinstance(action, BeginMove | AddUnit):
        return MOVES(have=now)
    return RELEASES() if isinstance(action, Release) else None
