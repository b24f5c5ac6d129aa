"""What a game answers for a side without asking: the only choice, a standing answer, a segment with nothing to do, the
halt of a stack that can do nothing else.

Sides that bots play are never answered for, and the engine knows nothing of this: a player's session takes these
actions one by one, like any other.
"""

from __future__ import annotations

from typing import NamedTuple

from redball.core import engine
from redball.core.actions import Action, Done, DropUnit, Halt
from redball.core.engine import Decision, Offered
from redball.core.look import Look
from redball.core.state import Clock
from redball.game.game import Game
from redball.game.standing.asked import REACTION, Asked
from redball.game.standing.questions import Standing, picked
from redball.game.standing.told import ONLY, PASSED, SPENT, by_answer
from redball.rules.moving_stack.move_ends import MoveData, mp_left

MADE = ("end", "reach", "hex")
"""Places of actions that a player must want: to end something, to march on, to work in a hex."""
TURNS = ("player_turn", "simulcast_turn", "game")
"""The procedures that open segments."""


class Taken(NamedTuple):
    """An action that its side need not be asked for, and why, as `told` reads it."""

    action: Action
    by: str


def by_itself(game: Game, standing: Standing, since: Clock) -> Taken | None:
    """What is answered for the side that must decide now, None if the player decides. `since`: where the sequence of
    play stood when somebody acted last: only a segment that has begun since may pass by itself."""
    open_ = game.decision
    if open_ is None or not game.state.clock.turn:
        return None  # nobody sets up for a player
    look, fresh = game.look, game.state.clock != since
    if spent(game, open_):
        return Taken(Halt(), SPENT)
    if marches(open_) and not fresh:
        return None
    said_nothing = not (standing.answers or standing.orders)
    if said_nothing and has_a_choice(game):
        return None
    offered = game.choices_by_kind()
    only = only_choice(offered)
    if only is not None:
        return Taken(only, ONLY)
    if fresh and passes(look, open_, offered, standing):
        return Taken(Done(), PASSED)
    if said_nothing:
        return None
    asked = Asked(look, open_, offered)
    own = look.state.clock.acting == open_.side and not asked.at.startswith(REACTION)
    if own and not standing.always:
        return None
    said = picked(asked, standing)
    if said.action is None or (isinstance(said.action, Done) and gives_up(look, open_)):
        return None
    return Taken(said.action, by_answer(said.question, said.answer, said.order))


def undoable(game: Game) -> int:
    """How many actions the deciding side may undo: none if all that nothing seals is the halt of a stack without MP, as
    after the dice of its overrun: it could only halt again."""
    steps = game.undo_steps
    return steps if any(record.by != SPENT for record in game.records[len(game.records) - steps :]) else 0


def marches(open_: Decision) -> bool:
    """Units are taken up and led there, and nothing else: such decisions come often, and are the player's to make."""
    return any(option.action.shown.takes_up or option.action.shown.place == "reach" for option in open_.step.options)


def spent(game: Game, open_: Decision) -> bool:
    """A stack on the move has no MP left, and nothing to do where it stands: it can only halt."""
    data = open_.data
    if not isinstance(data, MoveData) or not data.begun or any(mp_left(game.look, data, uid) > 0 for uid in data.units):
        return False
    return Halt in (kinds := game.choices_by_kind()) and kinds.keys() <= {Halt, DropUnit}


def has_a_choice(game: Game) -> bool:
    """Several actions are legal, and one of them is of use: then it is neither the only choice, nor does the segment
    pass. In most segments the first kinds say so, and the others need not be listed before the player looks."""
    count, useful = 0, False
    for kind, alike in game.listing():
        count += len(alike)
        useful |= of_use(kind)
        if count > 1 and useful:
            return True
    return False


def of_use(kind: type[Action]) -> bool:
    """Such an action does more than end the decision, or destroy what is one's own."""
    return kind is not Done and not kind.shown.idle


def only_choice(offered: Offered) -> Action | None:
    """The only legal action, unless it is one that a player must want."""
    alike = next(iter(offered.values()), ())
    if len(offered) != 1 or len(alike) != 1 or alike[0].shown.place in MADE:
        return None
    return alike[0]


def passes(look: Look, open_: Decision, offered: Offered, standing: Standing) -> bool:
    """The decision is the one of a segment itself, may be ended, and offers nothing but to destroy what is one's own;
    and the player does not want to stop here."""
    stack = look.state.stack
    if len(stack) < 2 or stack[-2].procedure not in TURNS or Done not in offered or any(map(of_use, offered)):
        return False
    return engine.decision_name(look, open_) not in standing.stops and not gives_up(look, open_)


def gives_up(look: Look, open_: Decision) -> str:
    """What is lost if the decision is ended now, in a sentence; "" if nothing is."""
    told = open_.step.gives_up
    return told(look, open_.data) if told is not None else ""
