"""Going back by consent: what is proposed, who has agreed, and the branches left behind."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.game.fair import PLAIN

LONGEST_NAME = 80
"""Characters of the name of a point in the game."""


class Proposal(Struct, frozen=True):
    """`side` proposes to go back to after action `to`, a point that it calls `name`, from action `at` on: once the game
    has gone on from there, nothing is proposed any more. `agreed` are the sides that want it, the first one its own."""

    side: str
    to: int
    name: str
    at: int
    agreed: tuple[str, ...] = ()

    def with_consent(self, side: str) -> Proposal:
        """The proposal with the consent of one more side."""
        return self if side in self.agreed else replace(self, agreed=(*self.agreed, side))


class Branch(Struct, frozen=True):
    """A branch that was abandoned by going back to after action `to`, the point called `name`. It had so many
    `actions`; `line` is the line of the save that left it: the lines before it are its own save."""

    line: int
    to: int
    name: str
    actions: int


def checked_name(name: str) -> str:
    """The name of a point without blanks around it; "" is none.

    Raises ValueError for a long one, or signs that do not stand on one line.
    """
    words = name.strip()
    if len(words) > LONGEST_NAME or (words and not PLAIN.fullmatch(words)):
        raise ValueError(f"the name of a point has up to {LONGEST_NAME} letters, figures or signs on one line")
    return words
