"""The form of standing answers: what a side can say beforehand, and what it has said."""

from __future__ import annotations

from msgspec import Struct

from redball.game.standing.order_text import order_text
from redball.game.standing.orders import IN_FIGHTS, PAID, StandingOrder, names_of
from redball.game.standing.questions import HALTS, questions_of, stops_of
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


class OrderInfo(Struct, frozen=True):
    """An order, and the whole of it in words."""

    order: StandingOrder
    text: str


class NamedInfo(Struct, frozen=True):
    """What the units of a condition may name: the id of a unit, or the name of a formation, in words."""

    name: str
    text: str


class StandingForm(Struct, frozen=True):
    """The form of a side. `always`: the answers count in its own segments too. `orders` come before the answers.
    `halts` are the surprises after which both wait for the player; `waits`: what they wait for now, "" for nothing.
    `units` can be named by conditions. Questions `in_fights` can depend on odds, those that are `paid` on supply."""

    side: str
    questions: list[QuestionInfo]
    stops: list[StopInfo]
    always: bool
    orders: list[OrderInfo]
    halts: list[StopInfo]
    waits: str
    units: list[NamedInfo]
    in_fights: list[str]
    paid: list[str]


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
        [OrderInfo(order, order_text(session.game.look, side, order)) for order in said.orders],
        [StopInfo(name, text, name in said.halts) for name, text in HALTS.items()],
        session.surprise(side),
        [NamedInfo(name, text) for name, text in names_of(session.game.look, side).items()],
        sorted(IN_FIGHTS),
        sorted(PAID),
    )
