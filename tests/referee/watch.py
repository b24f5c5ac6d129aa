"""The referee: it hears every action with its events and the state before it, and judges them by the rule text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from redball.core.events import Event
from redball.core.state import State
from referee.air import Air
from referee.air_1992 import Air92
from referee.barrage import Barrage
from referee.barrage_1992 import Barrage92
from referee.board import Ground
from referee.book import Book
from referee.cargo import Cargo
from referee.cargo_1992 import Cargo92
from referee.ends import Ends
from referee.fates import Fates
from referee.gunfire import Gunfire, Gunfire92, NewGunfire
from referee.judge import Judge
from referee.landings import Landings
from referee.new_ocs_air import NewAir
from referee.new_ocs_barrage import NewBarrage
from referee.new_ocs_cargo import NewCargo
from referee.new_ocs_combat import NewCombat
from referee.new_ocs_moves import NewEnds, NewMoves, NewScene
from referee.ports import Ports
from referee.prices import Prices
from referee.results import Results
from referee.sailing import Sailing
from referee.scene import Scene
from referee.setting import Setting
from referee.traces import Traces
from referee.upkeep_1992 import Upkeep92

JUDGES: dict[str, tuple[type[Judge], ...]] = {
    "v4.2": (Prices, Results, Barrage, Traces, Ends, Fates, Air, Cargo, Sailing, Gunfire, Ports, Landings),
    "1992": (Air92, Barrage92, Cargo92, Gunfire92, Upkeep92),
    "new-ocs": (NewMoves, NewCombat, NewBarrage, Traces, NewEnds, Fates, NewAir, NewCargo, NewGunfire),
}
SCENES: dict[str, type[Scene]] = {"v4.2": Scene, "1992": Scene, "new-ocs": NewScene}
"""By edition."""


class Referee:
    """Judges one game from some state on."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.ground = Ground(setting)
        self.book = Book()
        self.judges = [judge(setting, self.ground, self.book) for judge in JUDGES[setting.edition]]
        self.scene = SCENES[setting.edition]

    def watch(self, before: State, action: Any, events: Iterable[Event], after: State) -> None:
        """Judge one action of the log, from the state before it to the state after it."""
        self.book.where += 1
        scene = self.scene(self.setting, self.ground, before)
        for judge in self.judges:
            judge.begins(action, scene)
        for event in events:
            for judge in self.judges:
                judge.hears(event, scene)
            scene = self.scene(self.setting, self.ground, event.apply(scene.state))
        last = self.scene(self.setting, self.ground, after)
        for judge in self.judges:
            judge.ends(action, last)
