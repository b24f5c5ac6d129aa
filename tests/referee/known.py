"""Points on which referee and program are known to disagree: the program does not yet do what the text says.

A row goes when its point is mended.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.book import Disagreement


class Known(NamedTuple):
    """A case, words that its disagreements have, and what is wrong."""

    case: str
    words: str
    why: str


KNOWN: tuple[Known, ...] = ()


def unknown(found: Iterable[Disagreement]) -> list[str]:
    """The disagreements that no row explains, as text."""
    return [str(one) for one in found if not any(one.case == k.case and k.words in one.what for k in KNOWN)]
