"""The error for a broken invariant."""

from __future__ import annotations


class InvariantBroken(AssertionError):
    """An invariant did not hold: its `name`, after which action, and what was seen."""

    def __init__(self, name: str, action: int, detail: str) -> None:
        super().__init__(f"invariant {name!r} is broken at action {action}: {detail}")
        self.name = name
        self.action = action
        self.detail = detail
