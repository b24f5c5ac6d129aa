"""Plans that a bot proposes for a Player Turn, in words, and how they were found."""

from __future__ import annotations

from msgspec import Struct

from redball.bots.planner.advice import Advice, player_turns
from redball.bots.planner.bot import LEVELS
from redball.bots.planner.plans import Judged, Plan, Record
from redball.bots.planner.words import spoken_of, words
from redball.core.look import Look
from redball.game import Game
from redball.game.sight.belief import believed, fogged
from redball.game.sight.imagine import NotImaginable
from redball.game.view.whole import NotAllowed, check_viewer
from redball.server.requests import AdviceCall
from redball.server.session import Session

PATIENCE = 0.4
"""Seconds of thought in one call, after which one rollout may still be going on."""
MOST_TRIED = 8
"""Tasks that are told of all that were tried."""


class PlanLine(Struct, frozen=True):
    """What a group is to do and what is expected of it, where it stands, and the hex that its task is about (-1:
    none)."""

    text: str
    units: tuple[str, ...]
    hex: int
    to: int


class TriedLine(Struct, frozen=True):
    """A task that was tried: by how many points its group is believed to end better than without a plan, how far off
    that may be, and in how many imagined games it was tried."""

    text: str
    gain: float
    error: float
    games: int


class PlanShown(Struct, frozen=True):
    """A plan: a line for each group with a task or of which something is expected, what `rest` says of the others, what
    was feared and believed, how sure it is, the best tasks that were `tried`, what it expects to spend (`supply`, ""
    for plans that did not say), and which `missions` aircraft and ships are expected to carry out ("" without any, and
    for plans that did not say)."""

    lines: list[PlanLine]
    rest: str
    feared: str
    believed: str
    sure: str
    tried: list[TriedLine]
    supply: str = ""
    missions: str = ""


class AdviceView(Struct, frozen=True):
    """How far the thought about a Player Turn is: `done` of `of` imagined games; `plan`: null until it is found."""

    side: str
    turn: int
    at: int
    level: str
    done: int
    of: int
    plan: PlanShown | None


class TurnLine(Struct, frozen=True):
    """A Player Turn about which a viewer may ask. `at`: after how many actions the side first decides in it; `by`: the
    bot that planned it, "" if none did. `open`: it is not over."""

    turn: int
    side: str
    at: int
    by: str
    open: bool


class PlanTurns(Struct, frozen=True):
    """The Player Turns about which a viewer may ask, and the levels of thought, the quickest first."""

    turns: list[TurnLine]
    levels: tuple[str, ...]


def turns_for(session: Session, viewer: str) -> PlanTurns:
    """The Player Turns of the viewer; of the other side, too, where nothing is hidden.

    Raises NotAllowed.
    """
    game = session.game
    check_viewer(game.look, viewer)
    begun = player_turns(game)
    hidden = fogged(game.look, viewer)
    last = begun[-1] if begun and not game.state.over else None
    found = [
        TurnLine(one.turn, one.side, one.at, _planner(session, one.side), one is last)
        for one in begun
        if not hidden or one.side == viewer
    ]
    return PlanTurns(found, tuple(sorted(LEVELS, key=lambda name: LEVELS[name].rollouts)))


def _planner(session: Session, side: str) -> str:
    name = session.players.get(side, "")
    return name if name in LEVELS else ""


def advise(session: Session, call: AdviceCall) -> AdviceView:
    """Think on for a while about the plan that is asked for.

    Raises NotAllowed for what the viewer may not know, ValueError for a Player Turn or level that is none.
    """
    game, side = session.game, call.of
    refuse_what_is_hidden(game, side, call.side)
    if call.level not in LEVELS:
        raise ValueError(f"there is no level {call.level!r}; there are: {', '.join(LEVELS)}")
    found = _thought(session, side, len(game.records) if call.at is None else call.at, call.level)
    try:
        found.think_for(PATIENCE)
    except NotImaginable as no:
        session.advice = None
        raise ValueError(f"no plan can be made at this decision: {no}") from no
    at = len(found.game.records)
    shown = shown_plan(found.game, found.found) if found.found is not None else None
    return AdviceView(side, found.game.state.clock.turn, at, call.level, found.done, found.of, shown)


def refuse_what_is_hidden(game: Game, side: str, viewer: str) -> None:
    """Raises NotAllowed where the viewer may not know what the side thought, ValueError where there is no such side."""
    check_viewer(game.look, viewer)
    if side not in game.world.sides:
        raise ValueError(f"there is no side {side!r}")
    if side != viewer and fogged(game.look, viewer):
        raise NotAllowed("what the enemy planned is shown when the game is over")


def _thought(session: Session, side: str, at: int, level: str) -> Advice:
    """What is being thought about, or the beginning of it.

    Raises ValueError if it is not the side's Player Turn.
    """
    known = session.advice
    if known is not None and _is_about(known, session.game, side, at, level):
        return known
    game = session.past.at(at)
    open_ = game.decision
    if game.state.clock.phasing != side or open_ is None or open_.side != side:
        raise ValueError("a side can ask for a plan in its own Player Turn, when the decision is its own")
    session.advice = Advice(game, side, level)
    return session.advice


def _is_about(known: Advice, game: Game, side: str, at: int, level: str) -> bool:
    """It is the thought that is asked for, and what happened before it has not been taken back."""
    records = known.game.records
    return (len(records), known.side, known.level) == (at, side, level) and records == game.records[:at]


def shown_plan(game: Game, record: Record) -> PlanShown:
    """The plan in words."""
    look, plan = believed(game.look, record.side), record.chosen.plan
    own, told = spoken_of(plan, record.expected), record.words
    lines = [
        PlanLine(text, group.units, group.hex, task.hex) for text, (group, task, _) in zip(told, own, strict=False)
    ]
    return PlanShown(
        lines,
        " ".join(told[len(own) :]),
        record.feared,
        record.believed,
        record.sure,
        [_tried(look, one) for one in record.tried[:MOST_TRIED]],
        record.supply,
        record.missions,
    )


def _tried(look: Look, judged: Judged) -> TriedLine:
    """The one task by which the plan differs."""
    plan = judged.plan
    pair = next(pair for pair in zip(plan.groups, plan.tasks, strict=True) if pair[1].kind != "usual")
    text = words(look, Plan((pair[0],), (pair[1],)))[0]
    return TriedLine(text, judged.gain, judged.error, judged.games)
