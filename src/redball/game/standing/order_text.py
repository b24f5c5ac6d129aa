"""Orders as a line of text: as players write them in the terminal, and as the page shows them.

option retreat when hex 12.10 12.11, odds from 3:1
payer ask when supply below 8
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redball.board.board import BoardError
from redball.core.look import Look
from redball.core.world import World
from redball.game.standing.orders import ASK, StandingOrder, When, names_of
from redball.game.standing.questions import QUESTIONS

SINGLE = {"odds": str, "supply": int, "turn": int}
"""Conditions with one value, between bounds."""
BOUNDS = {"from", "below", "to"}
SYNTAX = (
    "write an order as: QUESTION ANSWER when hex 12.10 12.11, unit ID FORMATION, odds from 3:1, odds below 4:1, "
    "supply from 4, supply below 8, turn from 2, turn to 5"
)


def order_text(look: Look, side: str, order: StandingOrder) -> str:
    """An order in words, as its side reads it."""
    names = names_of(look, side)
    question = QUESTIONS[order.question]
    done = "ask me" if order.answer == ASK else question.answers[order.answer].text
    parts = [*_told(look, order.when, names)]
    asked = question.text if question.text.endswith("?") else f"{question.text}:"
    return f"{asked} {done}{f', {chr(32).join(parts)}' if parts else ''}".replace("  ", " ")


def _told(look: Look, when: When, names: dict[str, str]) -> Iterator[str]:
    if when.hexes:
        yield f"in {_or([look.hex_name(hex_) for hex_ in when.hexes])}"
    if when.units:
        yield f"with {_or([names.get(name, name) for name in when.units])}"
    yield from _range("at odds", when.odds_from, when.odds_below, "less than")
    yield from _range("with tokens", when.supply_from, when.supply_below, "less than")
    yield from _range("in turns", when.turn_from, when.turn_to, "to")


def _range(what: str, least: Any, most: Any, limit: str) -> Iterator[str]:
    bounds = ([f"from {least}"] if least else []) + ([f"{limit} {most}"] if most else [])
    if bounds:
        yield f"{what} {' '.join(bounds)}"


def _or(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def order_written(order: StandingOrder, world: World) -> str:
    """An order as `parse_order` reads it."""
    when = order.when
    parts = [
        f"hex {' '.join(map(world.board.hex_name, when.hexes))}" if when.hexes else "",
        f"unit {' '.join(when.units)}" if when.units else "",
        *(
            f"{what} {bound} {value}"
            for what, bound in (("odds", "from"), ("odds", "below"), ("supply", "from"), ("supply", "below"),
                                ("turn", "from"), ("turn", "to"))
            if (value := getattr(when, f"{what}_{bound}"))
        ),
    ]  # fmt: skip
    told = ", ".join(filter(None, parts))
    return f"{order.question} {order.answer}{f' when {told}' if told else ''}"


def parse_order(text: str, world: World) -> StandingOrder:
    """An order from a line.

    Raises ValueError with one sentence.
    """
    head, _, tail = text.strip().partition(" when ")
    words = head.split()
    if len(words) != 2:
        raise ValueError(SYNTAX)
    fields: dict[str, Any] = {}
    for part in filter(None, (one.strip() for one in tail.split(","))):
        fields |= _condition(part.split(), world)
    return StandingOrder(words[0], words[1], When(**fields))


def _condition(words: list[str], world: World) -> dict[str, Any]:
    match words:
        case ["hex", *hexes] if hexes:
            try:
                return {"hexes": tuple([world.board.index(name) for name in hexes])}
            except BoardError as error:
                raise ValueError(str(error)) from error
        case ["unit", *units] if units:
            return {"units": tuple(units)}
        case [what, bound, value] if what in SINGLE and bound in BOUNDS and hasattr(When, f"{what}_{bound}"):
            try:
                return {f"{what}_{bound}": SINGLE[what](value)}
            except ValueError:
                raise ValueError(f"{value[:20]!r} is no number") from None
    raise ValueError(SYNTAX)
