"""What a decision is about, in a line for the side that decides; nobody else is shown it."""

from __future__ import annotations

from redball.board.hexes import NO_HEX
from redball.core.telling import phase_name
from redball.game.game import Game
from redball.game.sentences import Namer
from redball.game.sight.belief import knows
from redball.game.sight.redaction import decision_data, texts_in
from redball.game.view.decision import contested

MOST_NAMED = 3


def decision_told(game: Game) -> str:
    """The open decision: the segment, the hex that is fought over, what is asked, and which of the side's units it is
    about. "" once the game is over.

    `Combat, 14.12: Retreat one hex, or ignore it (19 Tank Div)`.
    """
    open_, look = game.decision, game.look
    if open_ is None:
        return ""
    clock, units = look.state.clock, look.state.units
    namer = Namer(look.world, {unit.id: unit.counter for unit in units.values()}, open_.side, knows(look, open_.side))
    hex_ = contested(look)
    place = "" if hex_ == NO_HEX else f", {namer.hex(hex_)}"
    told = decision_data(look, open_.data, open_.step, open_.side, yours=True)
    own = [uid for uid in dict.fromkeys(texts_in(told)) if uid in units and units[uid].side == open_.side]
    names = [namer.unit(uid) for uid in own[:MOST_NAMED]] + (["others"] if len(own) > MOST_NAMED else [])
    concerned = f" ({', '.join(names)})" if names else ""
    return f"{phase_name(clock.phase, clock.segment)}{place}: {open_.step.prompt}{concerned}"
