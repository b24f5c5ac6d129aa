"""How a broken invariant is told."""

from __future__ import annotations


class InvariantBroken(AssertionError):
    """Something that must always hold did not: `name` of the list of invariants, after which action, what was seen."""

    def __init__(self, name: str, action: int, detail: str) -> None:
        super().__init__(f"invariant {name!r} is broken at action {action}: {detail}")
        self.name = name
        self.action = action
        self.detail = detail
