"""What the bot knows at one decision, and what it remembers of the present segment."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from redball.bots.steady.hands import STEADY, Hands
from redball.core.actions import Action
from redball.core.engine import Decision
from redball.core.look import Look
from redball.core.state import AnyFacing, Clock, Unit
from redball.game import Game
from redball.game.sight.belief import believed, fogged

T = TypeVar("T", bound=Action)


@dataclass
class Route:
    """A move that is under way: the unit, the side that it turns up first ("" as it is), the hexes, and the hex that is
    overrun at its end (-1: none) together with others of its hex. `reserve`: it stays, and goes into Reserve."""

    unit: str
    path: tuple[int, ...]
    facing: AnyFacing = ""
    overrun: int = -1
    others: tuple[str, ...] = ()
    reserve: bool = False


@dataclass(frozen=True)
class Flight:
    """A mission in mind: its kind, hex, aircraft, each with its trip, and its cargo: tokens by base, and units; so many
    tokens by base go `on` to a second base."""

    kind: str
    hex: int
    planes: tuple[tuple[str, str], ...]
    loads: tuple[tuple[int, int], ...] = ()
    units: tuple[str, ...] = ()
    on: tuple[tuple[int, int], ...] = ()


@dataclass
class Memory:
    """Notes on one segment: units and hexes already dealt with, the move, the strike and the mission under way."""

    key: tuple[Clock, int] | None = None
    passed: set[str] = field(default_factory=set)
    dropped: set[int] = field(default_factory=set)
    dug: set[int] = field(default_factory=set)
    route: Route | None = None
    strike: tuple[int, tuple[str, ...]] | None = None
    flight: Flight | None = None
    flights: set[Flight] = field(default_factory=set)
    notes: dict[Any, Any] = field(default_factory=dict)


class Guide:
    """What a plan asks of a side's units beyond what they would do by themselves. This one asks for nothing.

    `hands`: how they weigh where to stand.
    """

    hands: Hands = STEADY

    def lean(self, look: Look, unit: Unit) -> Callable[[int], int] | None:
        """How much more a hex is worth to the unit, in thousandths of a victory point; None: no hex is."""
        return None

    def strike(self, look: Look, hex_: int) -> int:
        """How much more an attack on a hex is worth."""
        return 0

    def grudge(self, look: Look, side: str) -> int:
        """How much more a token costs that is spent on moves, attacks and barrages of one's own."""
        return 0


NO_PLAN = Guide()


def segment_key(game: Game) -> tuple[Clock, int]:
    """A key unique to the segment."""
    return game.state.clock, game.state.dice.branch


class Scene:
    """One decision of `side`: the game only gives legal actions; everything else is read in `look`."""

    def __init__(
        self, game: Game, side: str, open_: Decision, memory: Memory, *, flies: bool = True, guide: Guide = NO_PLAN
    ) -> None:
        self.game = game
        self.side = side
        self.enemy = game.world.enemy(side)
        self.data: Any = open_.data
        self.procedure, self.step = open_.procedure.name, open_.step.name
        self.memory = memory
        self.flies = flies
        self.guide = guide

    @cached_property
    def look(self) -> Look:
        """What the side may believe."""
        return believed(self.game.look, self.side)

    @cached_property
    def choices(self) -> list[Action]:
        """The legal actions."""
        return self.game.choices()

    @property
    def fogged(self) -> bool:
        """Enemy stacks show their top unit only."""
        return fogged(self.game.look, self.side)

    def seeing(self, look: Look) -> Scene:
        """The same decision, with another look at the game: of what is about to be."""
        other = copy(self)
        other.__dict__["look"] = look
        return other

    def of(self, kind: type[T]) -> list[T]:
        """The legal actions of one kind."""
        return [action for action in self.choices if isinstance(action, kind)]

    def allows(self, action: Action) -> bool:
        """The action is legal."""
        return self.game.check(self.side, action) is None

    def knows(self, uid: str) -> bool:
        """The unit is one that the side can see."""
        return uid in self.look.state.units

    def first(self, key: Any) -> bool:
        """Whether this is asked for the first time in the segment."""
        asked: set[Any] = self.memory.notes.setdefault("asked", set())
        fresh = key not in asked
        asked.add(key)
        return fresh

    def note(self, key: Any, make: Callable[[], Any]) -> Any:
        """A value computed once per segment."""
        if key not in self.memory.notes:
            self.memory.notes[key] = make()
        return self.memory.notes[key]
