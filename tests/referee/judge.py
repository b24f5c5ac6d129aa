"""What every judge has: the book, the setting, and the calls that a game brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redball.core.events import Event
from referee.board import Ground
from referee.book import Book
from referee.scene import Scene
from referee.setting import Setting


class Judge:
    """Hears of every action and every event; a method `on_EventName(event, scene)` judges events of that kind, with the
    scene just before the event."""

    def __init__(self, setting: Setting, ground: Ground, book: Book) -> None:
        self.setting, self.ground, self.book = setting, ground, book

    def begins(self, action: Any, scene: Scene) -> None:
        """An action is about to be carried out."""

    def hears(self, event: Event, scene: Scene) -> None:
        """An event is about to change the scene."""
        on: Callable[[Event, Scene], None] | None = getattr(self, f"on_{type(event).__name__}", None)
        if on is not None:
            on(event, scene)

    def ends(self, action: Any, scene: Scene) -> None:
        """An action has been carried out; the scene is the one after it."""

    def name(self, h: int) -> str:
        """A hex as people call it."""
        return self.setting.board.hex_name(h)
