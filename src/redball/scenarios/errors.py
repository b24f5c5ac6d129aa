"""What is wrong with a scenario, and where."""

from __future__ import annotations


class ScenarioError(ValueError):
    """An unusable scenario: `file`, `where` in it (a key or a line), and the sentence `message`."""

    def __init__(self, file: str, where: str, message: str) -> None:
        super().__init__(": ".join(part for part in (file, where, message) if part))
        self.file = file
        self.where = where
        self.message = message
