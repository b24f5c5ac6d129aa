"""What is wrong with a scenario, and where."""

from __future__ import annotations

from pathlib import Path


class ScenarioError(ValueError):
    """An unusable scenario: `file`, `where` in it (a key or a line), and the sentence `message`."""

    def __init__(self, file: str, where: str, message: str) -> None:
        super().__init__(": ".join(part for part in (file, where, message) if part))
        self.file = file
        self.where = where
        self.message = message

    @property
    def brief(self) -> str:
        """The text for whoever may not know the folders of the machine: the file by its own name.

        >>> ScenarioError("games/crossing/scenario.toml", "turns", "expected int").brief
        'scenario.toml: turns: expected int'
        """
        return ": ".join(part for part in (Path(self.file).name, self.where, self.message) if part)
