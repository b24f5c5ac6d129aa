"""What a side decides outside of its strokes: where reinforcements arrive, which aircraft are refitted, who is fed; and
how it answers the enemy: who pays for a defence, who loses a step or gives ground, whom it intercepts.

Such decisions come in runs: those of a phase, or those about one stroke of the enemy. A run is looked at from the first
decision at which `staunch` would have done something else.
"""

from __future__ import annotations

from redball.bots.planner.guide import Plain
from redball.bots.planner.strokes import FIGHTS, MOVES, Passage, Stroke
from redball.bots.steady import SteadyBot
from redball.core.actions import Action, Done, OnHex, OnUnit
from redball.core.look import Look
from redball.core.state import Clock
from redball.core.wording import ActionNames, action_text
from redball.game import Game
from redball.game.past import Past
from redball.game.sentences import Namer
from redball.game.sight.belief import fogged, knows
from redball.game.standing.alone import TURNS
from redball.game.view.segment_ends import done_text, of_segment

Key = tuple[Clock, int]
"""A run: the segment, and the number of actions before the enemy's last stroke (-1: the side itself acts)."""


def answers(past: Past, game: Game, side: str, begin: int, end: int) -> list[Passage]:
    """The runs of a side between two numbers of actions in which the bot would have decided otherwise."""
    runs: dict[Key, list[int]] = {}
    stroke = -1
    for number in range(begin, end):
        record, before = game.records[number], past.at(number)
        if record.side != side:
            stroke = number if of_segment(before.look) else stroke
        elif before.decision is not None and is_answer(before.look, side):
            own = before.state.clock.acting == side
            runs.setdefault((before.state.clock, -1 if own else stroke), []).append(number)
    return [found for numbers in runs.values() if (found := otherwise(past, game, side, numbers)) is not None]


def is_answer(look: Look, side: str) -> bool:
    """The open decision belongs to a run. Under fog none does while the enemy acts: whether their units could be
    imagined would tell who they are."""
    clock, segment = look.state.clock, segment_procedure(look)
    if clock.acting != side:
        return bool(segment) and not fogged(look, side)
    return bool(segment) and segment not in MOVES + FIGHTS


def segment_procedure(look: Look) -> str:
    """The procedure of the segment that is being played, "" between segments."""
    stack = look.state.stack
    last = max((i for i, frame in enumerate(stack) if frame.procedure in TURNS), default=len(stack))
    return stack[last + 1].procedure if last + 1 < len(stack) else ""


def otherwise(past: Past, game: Game, side: str, numbers: list[int]) -> Passage | None:
    """A run from where the bot would have decided otherwise."""
    bot = SteadyBot(0, Plain())
    for i, number in enumerate(numbers):
        before, action = past.at(number), game.records[number].action
        wanted = bot.choose(before, side)
        if wanted == action:
            continue
        open_, clock = before.decision, before.state.clock
        assert open_ is not None  # somebody decided
        rest = numbers[i:]
        return Passage(
            number,
            open_.procedure.name,
            clock.phase,
            clock.segment,
            (Stroke(number, tuple([game.records[one].action for one in rest])),),
            steps=tuple([where(past.at(one)) for one in rest]),
            hex=place_of(before.look, open_.data, action),
            chose=said(before, side, action),
            instead=said(before, side, wanted),
            acting=clock.acting,
        )
    return None


def where(game: Game) -> str:
    """The open decision, by procedure and step."""
    open_ = game.decision
    return f"{open_.procedure.name}.{open_.step.name}" if open_ is not None else ""


def place_of(look: Look, data: object, action: Action) -> int:
    """The hex that a decision is about."""
    found = getattr(data, "hex", -1)
    if isinstance(found, int) and found >= 0:
        return found
    if isinstance(action, OnHex):
        return action.hex
    known = look.state.units.get(action.unit) if isinstance(action, OnUnit) else None
    return known.hex if known is not None and known.on_map else -1


class Names:
    """Names for the fields of actions, as a side may read them."""

    def __init__(self, look: Look, side: str) -> None:
        seen = knows(look, side) if fogged(look, side) else None
        counters = {unit.id: unit.counter for unit in look.state.units.values()}
        self.world, self.side = look.world, side
        self.namer = Namer(look.world, counters, side, seen)

    def unit(self, uid: str) -> str:
        return self.namer.unit(uid)

    def hex(self, hex_: int) -> str:
        return self.namer.hex(hex_)

    def army(self, army: str) -> str:
        return self.namer.army(self.side, army)

    def counter(self, counter: str) -> str:
        return Namer(self.world, {}, "", None).unit(counter)

    printed = counter

    def word(self, value: str) -> str:
        if value in self.world.scenario.aircraft:
            return self.world.scenario.aircraft[value].name
        return self.namer.ship(value) if value in self.world.scenario.ships else value.replace("_", " ")


def said(game: Game, side: str, action: Action) -> str:
    """An action in words."""
    names: ActionNames = Names(game.look, side)
    ends = done_text(game) if isinstance(action, Done) else ""
    return ends or action_text(action, names)
