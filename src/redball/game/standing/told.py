"""Why an action was taken without asking, as a record keeps it (`Record.by`) and as the log tells it.

In a save it is one word or three: `only`, `passed`, `spent`, `standing leader highest`. What this version does not know
is told in general words.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from redball.game.standing.questions import QUESTIONS

ONLY, PASSED, SPENT, STANDING = "only", "passed", "spent", "standing"
Why = Literal["only", "passed", "standing"]


class ByItself(Struct, frozen=True):
    """Why nobody was asked: the only choice, a segment with nothing useful to do, or a standing answer to a
    `question` (a name of the form); `text` says so."""

    why: Why
    text: str
    question: str = ""


def by_answer(question: str, answer: str) -> str:
    """The word for a record that a standing answer made."""
    return f"{STANDING} {question} {answer}"


def by_itself_told(by: str) -> ByItself | None:
    """What a record's word means; None if its side was asked, or if nobody need be told: a stack without MP halts."""
    if by in ("", SPENT):
        return None
    why, _, rest = by.partition(" ")
    if why == ONLY:
        return ByItself("only", "the only choice")
    if why == PASSED:
        return ByItself("passed", "nothing useful could be done")
    name, _, answer = rest.partition(" ")
    question = QUESTIONS.get(name)
    known = question.answers.get(answer) if question is not None else None
    return ByItself("standing", f"by standing answer: {known.text}" if known else "by standing answer", name)
