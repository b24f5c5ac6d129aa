"""The form of standing answers: what a side can say beforehand, and what it has said."""

from __future__ import annotations

from msgspec import Struct

from redball.game.standing.questions import questions_of, stops_of
from redball.server.session import Session


class AnswerInfo(Struct, frozen=True):
    """An answer in words."""

    name: str
    text: str


class QuestionInfo(Struct, frozen=True):
    """A question, its answers, and the one `chosen`; "": the player is asked. `sensible` would suit most players."""

    name: str
    text: str
    case: str
    answers: list[AnswerInfo]
    chosen: str
    sensible: str


class StopInfo(Struct, frozen=True):
    """A segment, and whether the game always stops there, even if nothing useful can be done."""

    name: str
    text: str
    chosen: bool


class StandingForm(Struct, frozen=True):
    """The form of a side. `always`: the answers count in its own segments too."""

    side: str
    questions: list[QuestionInfo]
    stops: list[StopInfo]
    always: bool


def standing_form(session: Session, side: str) -> StandingForm:
    """The form, as the side has filled it in.

    Raises ValueError for a side that no person plays.
    """
    session.must_be_played(side)
    said, world = session.standing_of(side), session.game.world
    return StandingForm(
        side,
        [
            QuestionInfo(
                name,
                question.text,
                question.case,
                [AnswerInfo(key, answer.text) for key, answer in question.answers.items()],
                said.answers.get(name, ""),
                question.sensible,
            )
            for name, question in questions_of(world).items()
        ],
        [StopInfo(name, text, name in said.stops) for name, text in stops_of(world).items()],
        said.always,
    )
