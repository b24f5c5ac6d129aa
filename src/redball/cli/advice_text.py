"""What a bot advises, in lines for the terminal: a plan for the rest of the Player Turn, and what decisions cost."""

from __future__ import annotations

import time
from collections.abc import Iterator

from redball.bots.planner.advice import player_turns
from redball.bots.planner.bot import LEVELS
from redball.core.telling import counted
from redball.server.answers.advice import AdviceView, PlanShown, advise
from redball.server.answers.coach import ReviewView, review
from redball.server.requests import AdviceCall, CoachCall
from redball.server.session import Session

PATIENCE = 5.0
"""Seconds from one line about how far it is to the next."""


class Waiting:
    """Says now and then how far a thought is."""

    def __init__(self) -> None:
        self.said = time.monotonic()

    def lines(self, told: AdviceView | ReviewView) -> Iterator[str]:
        """A line if the last one is a while ago."""
        if time.monotonic() > self.said + PATIENCE:
            self.said = time.monotonic()
            yield f"{told.done} of at most {counted(told.of, 'imagined game')}"


def plan_lines(session: Session, side: str, level: str) -> Iterator[str]:
    """A plan for the rest of the side's Player Turn.

    Raises ValueError with the sentence of what cannot be asked.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}; there are: {', '.join(LEVELS)}")
    waiting = Waiting()
    while (told := advise(session, AdviceCall(of=side, side=side, level=level))).plan is None:
        yield from waiting.lines(told)
    yield from _plan(told.plan)


def _plan(plan: PlanShown) -> Iterator[str]:
    yield from (line.text for line in plan.lines)
    yield from filter(None, (plan.rest, plan.supply and f"Supply: {plan.supply}", plan.missions, plan.sure))
    yield from (f"Feared: {plan.feared}", f"Believed: {plan.believed}")


def review_lines(session: Session, side: str) -> Iterator[str]:
    """What decisions in the side's last Player Turn cost.

    Raises ValueError if it has had none.
    """
    begun = next((one for one in reversed(player_turns(session.game)) if one.side == side), None)
    if begun is None:
        raise ValueError("you have had no Player Turn yet")
    waiting = Waiting()
    while (told := review(session, CoachCall(of=side, side=side, at=begun.at))).findings is None:
        yield from waiting.lines(told)
    yield f"Turn {told.turn}{' so far' if told.open else ''}, judged in {counted(told.done, 'imagined game')}:"
    for one in told.findings:
        yield f"{one.text} It cost {one.cost:.1f} points (give or take {one.error:.1f})."
        yield from (f"  {line}" for line in (one.lost, one.instead) if line)
    if not told.findings:
        yield "No decision was clearly worse than what the bot would have done."
    yield told.aside
