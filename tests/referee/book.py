"""What a referee writes down: every point on which it disagrees with the program, and how often it looked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple


class Disagreement(NamedTuple):
    """The rule case, what was compared, and both answers; `where` is the number of the action."""

    case: str
    what: str
    program: object
    referee: object
    where: int = 0

    def __str__(self) -> str:
        return f"{self.case}, action {self.where}: {self.what}: program {self.program}, referee {self.referee}"


@dataclass
class Book:
    """`seen` counts the comparisons by case, so that a test can ask whether a part was reached; `left` counts what the
    referee met and did not judge."""

    found: list[Disagreement] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    where: int = 0

    def same(self, case: str, what: str, program: object, referee: object) -> None:
        """Both must be equal."""
        self.seen[case] += 1
        if program != referee:
            self.found.append(Disagreement(case, what, program, referee, self.where))

    def holds(self, case: str, what: str, allowed: bool) -> None:
        """The program did it; the referee says whether the rules allow it."""
        self.same(case, what, True, bool(allowed))

    def skip(self, why: str) -> None:
        """Something that the referee does not judge."""
        self.left[why] += 1
