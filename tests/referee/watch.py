"""The referee: it hears every action with its events and the state before it, and judges them by the rule text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from redball.core.events import Event
from redball.core.state import State
from referee.barrage import Barrage
from referee.board import Ground
from referee.book import Book
from referee.ends import Ends
from referee.judge import Judge
from referee.prices import Prices
from referee.results import Results
from referee.scene import Scene
from referee.setting import Setting
from referee.traces import Traces

JUDGES: tuple[type[Judge], ...] = (Prices, Results, Barrage, Traces, Ends)


class Referee:
    """Judges one game from some state on."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.ground = Ground(setting)
        self.book = Book()
        self.judges = [judge(setting, self.ground, self.book) for judge in JUDGES]

    def watch(self, before: State, action: Any, events: Iterable[Event], after: State) -> None:
        """Judge one action of the log, from the state before it to the state after it."""
        self.book.where += 1
        scene = Scene(self.setting, self.ground, before)
        for judge in self.judges:
            judge.begins(action, scene)
        for event in events:
            for judge in self.judges:
                judge.hears(event, scene)
            scene = Scene(self.setting, self.ground, event.apply(scene.state))
        last = Scene(self.setting, self.ground, after)
        for judge in self.judges:
            judge.ends(action, last)
