"""Tries standing answers and orders on the decisions in the log before a player trusts them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from redball.core import engine
from redball.core.actions import Action
from redball.core.look import Look
from redball.core.procedures import Choose
from redball.core.state import State
from redball.core.telling import phase_name
from redball.core.world import World
from redball.game.game import Game, Record
from redball.game.standing.asked import Asked
from redball.game.standing.questions import QUESTIONS, Standing, picked, question_at, questions_of
from redball.game.standing.told import ONLY, PASSED, SPENT

MOST = 60
"""Decisions of the log that are tried, the last ones."""


class Tried(Struct, frozen=True):
    """A decision of the log, before action `number`, at `hex` (-1: at none): what the player `did`, and what would have
    been done (`would`: null where the player would have been asked), by `answer` of that `order` (0: by the answer
    without conditions)."""

    number: int
    turn: int
    phase: str
    hex: int
    question: str
    did: Action
    would: Action | None
    answer: str
    order: int

    @property
    def same(self) -> bool:
        """The player did what would have been done."""
        return self.would == self.did


class Trial(Struct, frozen=True):
    """Of so many decisions that the questions `covered`, how many would have been `answered`, and how many of these as
    the player did (`same`); `others` are the rest, the last first: left to the player, or answered otherwise. `more`:
    there are earlier ones that were not tried."""

    covered: int
    answered: int
    same: int
    others: tuple[Tried, ...]
    more: bool


def trial(game: Game, side: str, standing: Standing, most: int = MOST) -> Trial:
    """What these answers and orders would have done at the last decisions of a side that a person made, by what the
    side could see then. Segments that pass by themselves and single choices are no decisions."""
    names = {order.question for order in standing.orders} | standing.answers.keys()
    found: list[Tried] = []
    more = False
    for tried in _decisions(game, side, standing, names):
        if len(found) == most:
            more = True
            break
        found.append(tried)
    answered = [one for one in found if one.would is not None]
    return Trial(
        len(found),
        len(answered),
        sum(one.same for one in answered),
        tuple(one for one in found if not one.same),
        more,
    )


def _decisions(game: Game, side: str, standing: Standing, names: set[str]) -> Iterator[Tried]:
    """The decisions under these questions, the last first."""
    kinds = _kinds(game.world, names)
    ends = [number for number, _ in game.checkpoints] + [len(game.records)]
    for start, end in reversed([*pairwise(ends)]):
        made = {n: r for n, r in enumerate(game.records[start:end], start) if r.side == side and _chosen(r, kinds)}
        if made:
            yield from reversed([*_tried(game, side, standing, names, made, max(made))])


def _kinds(world: World, names: set[str]) -> frozenset[type[Action]]:
    """The kinds of action with which these questions are answered."""
    at = {place.rpartition("/")[2] for name in names & questions_of(world).keys() for place in QUESTIONS[name].at}
    return frozenset(
        option.action
        for procedure in world.edition.procedures.values()
        for step in procedure.steps
        if isinstance(step, Choose) and f"{procedure.name}.{step.name}" in at
        for option in step.options
    )


def _chosen(record: Record, kinds: frozenset[type[Action]]) -> bool:
    """A person made a decision of these kinds, or an answer of theirs did."""
    return type(record.action) in kinds and record.by.partition(" ")[0] not in (ONLY, PASSED, SPENT)


def _tried(
    game: Game, side: str, standing: Standing, names: set[str], made: Mapping[int, Record], last: int
) -> Iterator[Tried]:
    for number, state in game.states_until(last):
        if number in made:
            tried = _one(Look(game.world, state), state, number, side, standing, made[number])
            if tried is not None and tried.question in names:
                yield tried


def _one(look: Look, state: State, number: int, side: str, standing: Standing, record: Record) -> Tried | None:
    open_ = engine.decision(look)
    if open_ is None or open_.side != side:
        return None
    asked = Asked(look, open_, engine.choices_by_kind(look))
    if not question_at(asked.at):
        return None
    said, clock = picked(asked, standing), state.clock
    return Tried(
        number, clock.turn, phase_name(clock.phase, clock.segment), asked.where, said.question, record.action,
        said.action, said.answer, said.order,
    )  # fmt: skip
