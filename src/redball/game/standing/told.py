"""Why the game took an action without asking, as a record keeps it (`Record.by`) and as the log tells it.

In a save it is a few words: `only`, `passed`, `spent`, `planned`, `standing leader highest`, by the second order
`standing leader highest 2`. What this version does not know is told in general words.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from redball.game.standing.questions import QUESTIONS

ONLY, PASSED, SPENT, STANDING, PLANNED = "only", "passed", "spent", "standing", "planned"
Why = Literal["only", "passed", "standing", "planned"]


class ByItself(Struct, frozen=True):
    """Why nobody was asked: the only choice, a segment with nothing useful to do, a move that was prepared, or a
    standing answer to a `question` (a name of the form; "" for an order, which only the form can change); `text` says
    so."""

    why: Why
    text: str
    question: str = ""


def by_answer(question: str, answer: str, order: int = 0) -> str:
    """The word for a record that a standing answer made, or an order by its number."""
    return f"{STANDING} {question} {answer} {order}" if order else f"{STANDING} {question} {answer}"


def by_itself_told(by: str) -> ByItself | None:
    """What a record's word means; None if its side was asked, or if nobody need be told: a stack without MP halts."""
    if by in ("", SPENT):
        return None
    why, _, rest = by.partition(" ")
    if why == ONLY:
        return ByItself("only", "the only choice")
    if why == PASSED:
        return ByItself("passed", "nothing useful could be done")
    if why == PLANNED:
        return ByItself("planned", "as you prepared it")
    name, answer, order = (*rest.split(" "), "", "", "")[:3]
    question = QUESTIONS.get(name)
    known = question.answers.get(answer) if question is not None else None
    whose = f"by order {order}" if order else "by standing answer"
    return ByItself("standing", f"{whose}: {known.text}" if known else whose, "" if order else name)
