"""The grain of plans: a side gives each of its groups a task for a Player Turn, and the planner's hands carry them out.

They also play what belongs to no plan: answers to the enemy's strokes, and what comes before the first Player Turn.
"""

from __future__ import annotations

from typing import get_args

import numpy
from msgspec import Struct
from msgspec.structs import replace

from redball.bots import SteadyBot
from redball.bots.planner.groups import groups_of
from redball.bots.planner.guide import Plain, Tasks
from redball.bots.planner.plans import Group, Plan, Task, TaskKind
from redball.bots.planner.propose import SLOTS, menu
from redball.bots.planner.rollout import player_turn
from redball.bots.planner.words import sentence
from redball.core.look import Look
from redball.game import Game
from redball.game.sight.belief import believed
from redball.research.observation import Planes

AIMED = tuple(slot for slot in SLOTS if slot[-1].isdigit())
"""The slots of tasks that are about a hex."""
NAMES = (
    "asked", "not_asked_yet", *(f"told_{kind}" for kind in get_args(TaskKind)), "told_hex",
    *(slot.replace(" ", "_") for slot in AIMED),
)  # fmt: skip
"""The planes of a sheet. Units by hex: those of the group that is asked, of groups that will be, and of those that were
told, by kind of task. Then the hexes that these tasks are about, and the hex of each task that can be chosen now."""
AT = {name: number for number, name in enumerate(NAMES)}


class Sheet(Struct, frozen=True):
    """A side's groups as its Player Turn begins, and the tasks that the first of them were given. `tasks` in the order
    of `groups`; the next group is asked."""

    side: str
    groups: tuple[Group, ...]
    tasks: tuple[Task, ...] = ()

    @property
    def asked(self) -> Group | None:
        """The group that needs a task; None: all have one."""
        return self.groups[len(self.tasks)] if len(self.tasks) < len(self.groups) else None

    @property
    def plan(self) -> Plan:
        """All tasks. Only when all groups have one."""
        return Plan(self.groups, self.tasks)

    def menu(self, look: Look) -> dict[int, Task]:
        """The tasks that the group may be given, by the number of the slot."""
        if self.asked is None:
            return {}
        return {SLOTS.index(slot): task for slot, task in menu(look, self.side, self.asked).items()}

    def planes(self, look: Look) -> Planes:
        """The planes of NAMES."""
        found = numpy.zeros((len(NAMES), look.board.size), dtype=numpy.float32)
        for number, group in enumerate(self.groups):
            told = self.tasks[number] if number < len(self.tasks) else None
            name = f"told_{told.kind}" if told else "asked" if group is self.asked else "not_asked_yet"
            for uid in group.units:
                found[AT[name], look.unit(uid).hex] += 1
            if told and told.hex >= 0:
                found[AT["told_hex"], told.hex] = 1
        for number, task in self.menu(look).items():
            if task.hex >= 0:
                found[AT[SLOTS[number].replace(" ", "_")], task.hex] = 1
        return found


class Plans:
    """Every action gives one group its task: SLOTS, in their order. Groups are asked one after the other, the strongest
    first, at the first decision of their side in its Player Turn."""

    most = len(SLOTS)
    names = NAMES

    def begin(self, game: Game, seed: int) -> None:
        self._hands = {side: SteadyBot(seed) for side in game.world.sides}
        self._own = {side: Plain() for side in game.world.sides}
        self._now: tuple[int, str] | None = None
        self.sheet: Sheet | None = None
        """The plan of this Player Turn, if its side had to decide something yet."""

    def go_on(self, game: Game) -> bool:
        open_, now = game.decision, player_turn(game)
        if open_ is None:
            return False
        side = open_.side
        if now != self._now:
            self._now, self.sheet = now, None
            for each, hands in self._hands.items():
                hands.guide = self._own[each]
        if self.sheet is None and side == now[1]:
            self.sheet = Sheet(side, groups_of(believed(game.look, side), side))
        if self._asks(side):
            return False
        taken = game.take(side, self._hands[side].choose(game, side))
        assert taken.refusal is None, taken.refusal
        return True

    def legal(self, game: Game, side: str) -> list[int]:
        return list(self._menu(game, side))

    def play(self, game: Game, side: str, number: int) -> bool:
        task = self._menu(game, side).get(number)
        if task is None or self.sheet is None:
            return False
        self.sheet = replace(self.sheet, tasks=(*self.sheet.tasks, task))
        if self.sheet.asked is None:
            self._hands[side].guide = Tasks(self.sheet.plan, self._own[side])
        return True

    def actions(self, game: Game, side: str) -> dict[int, str]:
        look = believed(game.look, side)
        asked = self.sheet.asked if self.sheet is not None else None
        if asked is None:
            return {}
        return {number: sentence(look, asked, task) for number, task in self._menu(game, side).items()}

    def planes(self, game: Game, side: str) -> Planes:
        if self.sheet is None or not self._asks(side):
            return numpy.zeros((len(NAMES), game.world.board.size), dtype=numpy.float32)
        return self.sheet.planes(believed(game.look, side))

    def _asks(self, side: str) -> bool:
        return self.sheet is not None and self.sheet.side == side and self.sheet.asked is not None

    def _menu(self, game: Game, side: str) -> dict[int, Task]:
        return self.sheet.menu(believed(game.look, side)) if self.sheet is not None and self._asks(side) else {}
