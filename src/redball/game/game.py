"""The façade: new, choices, take, undo, fork, save, replay. Everything above the engine goes through a `Game`.

>>> from redball.game import Game
>>> game = Game.from_position('''
... redball-position 1
... at movement phasing=axis
... [terrain]
... . . . .
... . . . .
... [units]
... axis   01.01 ir1 Rgt infantry other 4-3-3L/2-3-6L
... soviet 04.01 rr1 Rgt infantry other 4-2-3L/2-2-6L
... ''', seed=1)
>>> game.decision.side
'axis'
>>> game.do({"type": "begin_move", "unit": "ir1"}).refusal is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from threading import Lock
from typing import Any, Protocol

from msgspec import Struct

from redball.core import engine
from redball.core.actions import Action
from redball.core.dice import Dice, DiceOfPlaces, DicePosition
from redball.core.edition import Edition
from redball.core.engine import NONE_OFFERED, Decision, Offered
from redball.core.events import DiceRolled, Event, PhaseBegan
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import Frame, State
from redball.core.world import World
from redball.editions import edition as find_edition
from redball.game.fair import Fair, Pledge
from redball.game.position.parse import of_edition, parse_position
from redball.game.position.sections import PositionError
from redball.game.sentences import Namer, refusal_text
from redball.game.sight.belief import knows, sighted
from redball.game.sight.imagine import imagined
from redball.rules.air.set_up import check_air_setup
from redball.rules.naval.set_up import check_ship_setup
from redball.rules.sequence.turn import GameFlow
from redball.rules.setup.fixed import check_setup, initial_state
from redball.rules.setup.places import check_free_setup
from redball.scenarios.load import load_scenario
from redball.scenarios.records import Scenario

NOTHING_TO_UNDO = refusal("undo.nothing", case="2.1-C", text="there is nothing to undo")
SEALED = refusal(
    "undo.sealed",
    case="2.1-C",
    text="earlier actions are sealed: {detail}",
    remedy="both sides may agree to rewind; the dice will then be different",
)
DICE_SHOWN = refusal(
    "dice.shown",
    case="2.1-C",
    text="the secret of the dice is known now, so the game cannot go on with them",
    remedy="begin a new game",
)
NOTHING_TO_REDO = refusal(
    "redo.nothing", case="2.1-C", text="nothing was undone, or something else has been done since"
)
NOT_YOUR_UNDO = refusal("undo.not_yours", case="2.1-C", text="{have} may undo only while the decision is theirs")


MOST_WORLDS = 4
_WORLDS: dict[tuple[object, ...], World] = {}
_MAKING = Lock()


class Taken(Struct, frozen=True):
    """The answer to an action: its events, or the refusal."""

    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


class Record(Struct, frozen=True):
    """One action of the history: side, action, events. `by`: why it was taken without asking its side ("": it was
    not), as `game/standing/told.py` reads it."""

    side: str
    action: Action
    events: tuple[Event, ...]
    by: str = ""


class Keeper(Protocol):
    """Writes a game down. What it cannot write down, it refuses by an exception, and then it does not happen."""

    def took(self, number: int, record: Record, state: State) -> None:
        """Action `number` is about to be taken, and leads to this state."""

    def undone(self, to: int) -> None:
        """The game is about to go back to after action `to`."""

    def rewound(self, to: int, branch: int, state: State, name: str = "") -> None:
        """The game is about to be rewound to after action `to`, called `name`, in a new branch of the dice."""

    def revealed(self, number: int, secret: str) -> None:
        """The secret of the dice is about to be shown after action `number`, and the game is over by that."""


REWOUND = "the game was rewound"


@dataclass
class Game:
    """A game in progress. `records` are the actions since the beginning, without undone ones.

    `checkpoints` are (number of actions, state after them), in order; the first is the beginning. The `keeper`, if
    there is one, writes everything down before it happens. `pledge`: how the seed was made, where that can be shown.
    """

    world: World
    dice: Dice
    look: Look
    opening: tuple[Event, ...] = ()
    records: list[Record] = field(default_factory=list)
    keep_undo: bool = True
    branches: int = 0
    checkpoints: list[tuple[int, State]] = field(default_factory=list)
    keeper: Keeper | None = None
    pledge: Pledge | None = None
    _revealed: bool = False
    """The secret of the dice was shown before the game came to its end (a side gave up)."""
    _undo: list[tuple[State, str]] = field(default_factory=list)
    """States that undo may return to, each with the side that decided there."""
    _sealed_by: str = ""
    _redo: tuple[Record, ...] = ()
    _offered: tuple[Look | None, Offered] = (None, NONE_OFFERED)

    # --- beginnings --------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        scenario: str | Scenario,
        *,
        seed: int = 0,
        edition: str = "",
        switches: dict[str, Any] | None = None,
        script: Iterable[int] = (),
        charts: str = "",
        alone: bool = False,
        pledge: Pledge | None = None,
        dice: Dice | None = None,
    ) -> Game:
        """A new game of a scenario, at its first decision. `charts` is the text of a custom chart file. A game that is
        `alone` shares nothing that its rules have found with other games, so that each may run in a thread of its own.
        The dice are those of the `pledge`, or `dice`, instead of those of the seed and the script.

        Raises ScenarioError, EditionError or ValueError (an unknown switch or value, a pledge that does not hold) with
        one sentence.
        """
        loaded = load_scenario(scenario) if isinstance(scenario, str) else scenario
        rules = find_edition(edition or loaded.edition)
        values = rules.switch_values(switches or {})
        loaded = loaded.played_with(rules.layers(values))
        with _MAKING:
            world = _world(loaded, rules.played_with(values).with_charts(charts), values)
        world = replace(world) if alone else world
        bottom = Frame("game", rules.procedures["game"].steps[0].name, GameFlow())
        if dice is None:
            dice = Dice(seed, tuple(script)) if pledge is None else pledge.dice(world.sides)
        game = cls.begin(world, initial_state(world).change(stack=(bottom,)), dice)
        game.pledge = pledge
        return game

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        seed: int = 0,
        script: Iterable[int] = (),
        switches: dict[str, object] | None = None,
        edition: str = "",
        kept: bool = False,
    ) -> Game:
        """A game that starts at a written position, by the position's edition if none is given. Another edition leaves
        out the marks that it does not have. `kept`: the position stands in a save.

        Raises PositionError, also for marks that the position's own edition does not have.
        """
        world, state = parse_position(text, switches, edition, kept=kept)
        fitting = of_edition(world, state)
        if fitting is not state and not edition:
            raise PositionError(f"the position has marks that {world.edition.name} does not have: name the edition")
        return cls.begin(world, fitting, Dice(seed, tuple(script)))

    @classmethod
    def begin(cls, world: World, state: State, dice: Dice) -> Game:
        """Run a fresh state to its first decision."""
        look, events = engine.start(world, state, dice)
        game = cls(world, dice, look, tuple(events))
        game.checkpoints.append((0, look.state))
        return game

    # --- playing -----------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The present state."""
        return self.look.state

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.state.over or self._revealed

    @property
    def decision(self) -> Decision | None:
        """Who decides what; None when the game is over."""
        return None if self._revealed else engine.decision(self.look)

    def choices(self) -> list[Action]:
        """Every legal action now, in a stable order."""
        return [action for alike in self.choices_by_kind().values() for action in alike]

    def choices_by_kind(self) -> Offered:
        """The `choices` by kind, for frequent callers, listed once for each state; do not change the answer. Kinds
        without any are left out."""
        listed_at, found = self._offered
        if listed_at is not self.look:
            found = NONE_OFFERED if self._revealed else engine.choices_by_kind(self.look)
            self._offered = (self.look, found)
        return found

    def listing(self) -> Iterator[tuple[type[Action], Sequence[Action]]]:
        """The same kind by kind, for callers who may know enough after the first: the others are listed when they are
        asked for."""
        if self._offered[0] is self.look or self._revealed:
            yield from self.choices_by_kind().items()
            return
        look, so_far = self.look, dict[type[Action], Sequence[Action]]()
        for kind, alike in engine.listing(look):
            so_far[kind] = alike
            yield kind, alike
        self._offered = (look, so_far)

    def check(self, side: str, action: Action) -> Refusal | None:
        """Why the action is refused, or None."""
        answer = engine.check(self.look, side, action)
        return answer if isinstance(answer, Refusal) else None

    def take(self, side: str, action: Action, by: str = "") -> Taken:
        """Take an action. A refused action changes nothing. `by`: as in the record."""
        if self._revealed:
            return Taken(refusal=DICE_SHOWN())
        before = self.look
        listed_at, offered = self._offered
        answer = engine.apply(before, self.dice, side, action, offered if listed_at is before else NONE_OFFERED)
        if isinstance(answer, Refusal):
            return Taken(refusal=answer)
        after, events = answer
        record = Record(side, action, tuple(events), by)
        if self.keeper is not None:
            self.keeper.took(len(self.records) + 1, record, after.state)
        self.look = after
        self.records.append(record)
        self._redo = ()
        if self.keep_undo:
            self._remember(before, side, events)
        return Taken(tuple(events))

    def do(self, action: Action | dict[str, Any]) -> Taken:
        """Take an action for the side that must decide; a dictionary is read as JSON.

        Raises RuntimeError when the game is over, msgspec.ValidationError for a malformed action.
        """
        open_ = self.decision
        if open_ is None:
            raise RuntimeError("the game is over")
        if not isinstance(action, Action):
            action = self.world.edition.read_action(action)
        return self.take(open_.side, action)

    def _remember(self, was: Look, side: str, events: list[Event]) -> None:
        before, after = was.state, engine.decision(self.look)
        learns = self.world.switches["fog"] and after is not None and after.side == side
        seal = seal_of(events, side if learns else "") or (seal_of_sight(was, self.look, side) if learns else "")
        if any(isinstance(e, PhaseBegan) and e.new_phase for e in events):
            self.checkpoints.append((len(self.records), self.state))
        if seal:
            self._undo, self._sealed_by = [], seal
        elif self._undo and self._undo[-1][1] != side:
            self._undo, self._sealed_by = [(before, side)], "the other side has acted since"
        else:
            self._undo.append((before, side))
        if after is None:
            self._undo = []

    # --- fair dice ---------------------------------------------------------------------------------------------

    @property
    def dice_shown(self) -> bool:
        """Everybody can know the seed: the game is over, and its dice were pledged."""
        return self.pledge is not None and self.over

    @property
    def fair(self) -> Fair | None:
        """What everybody may read of the dice; None where they were not pledged."""
        return self.pledge.public(self.dice_shown) if self.pledge is not None else None

    def reveal(self) -> None:
        """Show the secret of the dice although the scenario is not at its end: a side has given up, or both have
        agreed on an end. Nothing can be played after that.

        Raises ValueError if the dice were not pledged, or if the secret is not known here.
        """
        if self.pledge is None or not self.pledge.secret:
            raise ValueError("there is no secret of these dice to show")
        if not self.dice_shown:
            if self.keeper is not None:
                self.keeper.revealed(len(self.records), self.pledge.secret)
            self._revealed, self._offered = True, (None, NONE_OFFERED)

    # --- undo --------------------------------------------------------------------------------------------------

    @property
    def undo_steps(self) -> int:
        """How many actions the deciding side may undo now."""
        open_ = self.decision
        if open_ is None or not self._undo or self._undo[-1][1] != open_.side:
            return 0
        return len(self._undo)

    def undoable_actions(self) -> Iterator[tuple[Look, Record]]:
        """The actions that can be undone, the last one first, each with the look before it."""
        for back in range(1, self.undo_steps + 1):
            yield Look(self.world, self._undo[-back][0]), self.records[-back]

    @property
    def sealed_by(self) -> str:
        """Why earlier actions cannot be undone, "" if nothing seals them."""
        return self._sealed_by

    def undo(self, side: str) -> Refusal | None:
        """Undo the last action: possible until dice are rolled, something hidden shows, or the other side decides."""
        open_ = self.decision
        if open_ is None or open_.side != side:
            return NOT_YOUR_UNDO(have=side)
        if not self.undo_steps:
            return SEALED(detail=self._sealed_by) if self._sealed_by else NOTHING_TO_UNDO()
        if self.keeper is not None:
            self.keeper.undone(len(self.records) - 1)
        state, _ = self._undo.pop()
        self._redo = (*self._redo, self.records.pop())
        self.look = Look(self.world, state)
        self.checkpoints = [c for c in self.checkpoints if c[0] <= len(self.records)]
        return None

    @property
    def redo_steps(self) -> int:
        """How many undone actions the deciding side may redo."""
        open_ = self.decision
        return len(self._redo) if open_ is not None and self._redo and self._redo[-1].side == open_.side else 0

    @property
    def next_redo(self) -> Record | None:
        """The action that a redo would take again; None if there is none."""
        return self._redo[-1] if self.redo_steps else None

    @property
    def redo_by(self) -> str:
        """Why the action that would be redone next had been taken without asking; "" if its side was asked."""
        return self._redo[-1].by if self._redo else ""

    def redo(self, side: str) -> Refusal | None:
        """Redo the action that was undone last, if nothing else has been done since."""
        open_ = self.decision
        if open_ is None or open_.side != side:
            return NOT_YOUR_UNDO(have=side)
        if not self.redo_steps:
            return NOTHING_TO_REDO()
        *kept, record = self._redo
        refused = self.take(side, record.action, record.by).refusal
        self._redo = tuple(kept)
        return refused

    def rewind(self, to: int, name: str = "") -> None:
        """Go back to after action number `to`, a point called `name`, by consent of both sides; the dice start a new
        branch.

        Raises ValueError for a number that is not in the history, or once the secret of the dice has been shown.
        """
        self.check_number(to)
        if self.dice_shown:
            raise ValueError("the secret of the dice has been shown: nobody can play on with dice that are known")
        *_, (_, state) = self.states_until(to)
        branch = self.branches + 1
        if self.keeper is not None:
            self.keeper.rewound(to, branch, in_branch(state, branch), name)
        self.restart_from(to, state, branch)

    def check_number(self, number: int) -> None:
        """Check that there is an action of that number (0: the beginning).

        Raises ValueError.
        """
        if not 0 <= number <= len(self.records):
            raise ValueError(f"there is no action number {number}; the game has {len(self.records)}")

    def states_until(self, to: int, known: Iterable[tuple[int, State]] = ()) -> Iterator[tuple[int, State]]:
        """(number of actions, state after them), up to action `to`. The first is the nearest one kept, as a checkpoint
        or in `known`; the rest is replayed.

        Raises ValueError when the replay refuses an action.
        """
        kept = (one for one in (*self.checkpoints, *known) if one[0] <= to)
        start, state = max(kept, key=lambda one: one[0])
        yield start, state
        look = Look(self.world, state)
        for number, record in enumerate(self.records[start:to], start + 1):
            answer = engine.apply(look, self.dice, record.side, record.action)
            if isinstance(answer, Refusal):
                raise ValueError(f"action {record.action} of the history is refused: {answer.code}")
            look = answer[0]
            yield number, look.state

    def restart_from(self, to: int, state: State, branch: int) -> None:
        """Cut the history after action `to` and continue from `state` in a new branch of the dice."""
        self.branches = max(self.branches, branch)
        state = in_branch(state, branch)
        self.look = Look(self.world, state)
        del self.records[to:]
        self._undo, self._redo, self._sealed_by = [], (), REWOUND
        self.checkpoints = [*(c for c in self.checkpoints if c[0] < to), (to, state)]

    def restore(
        self, records: list[Record], state: State, checkpoints: list[tuple[int, State]], rewound: bool = False
    ) -> None:
        """Take over a saved game's history and state. `rewound`: a rewind had led to this state."""
        self.records, self.look, self.checkpoints = records, Look(self.world, state), checkpoints
        self._undo, self._redo, self._sealed_by = [], (), REWOUND if rewound and records else ""

    def fork(self, seed: int | None = None) -> Game:
        """An independent copy. With a seed, its dice differ from the next roll on."""
        dice = self.dice if seed is None else self.dice.fork(self.state.dice.drawn, seed)
        fork = Game(self.world, dice, self.look, self.opening, list(self.records), keep_undo=False)
        fork.checkpoints = list(self.checkpoints)
        return fork

    def imagine(self, side: str, lot: int) -> Game:
        """A game that the side, whose decision it is, may hold for this one, playable to its end: what it cannot know
        is drawn by `lot`, and so are the dice. Two games of which the side knows the same give the same. Its dice are
        bound to what they are thrown for (`DiceOfPlaces`), so lines of play that begin with one lot can be compared.

        Raises NotImaginable where the decision rests on units that the side does not see.
        """
        state = imagined(self.look, side, Random(lot)).change(dice=DicePosition())
        game = Game(self.world, DiceOfPlaces(lot), Look(self.world, state), keep_undo=False)
        game.checkpoints.append((0, state))
        return game

    def events(self) -> list[Event]:
        """All events of the game, in order."""
        return [*self.opening, *(event for record in self.records for event in record.events)]


def in_branch(state: State, branch: int) -> State:
    """The state with its dice in another branch."""
    return state.change(dice=DicePosition(branch, state.dice.drawn))


def forget_worlds() -> None:
    """Forget all kept searches, so that new games start cold (for measurements)."""
    _WORLDS.clear()


def _world(scenario: Scenario, rules: Edition, values: dict[str, Any]) -> World:
    """The fixed part of a game, shared by games of one scenario, so that they share what its rules have searched.

    Raises ValueError for a scenario that cannot be set up.
    """
    key = (id(scenario), id(rules), tuple(sorted(values.items())))
    if key in _WORLDS:
        return _WORLDS[key]  # the world keeps scenario and rules alive, so their ids are not reused
    first, second = (side.id for side in scenario.sides)
    world = World(scenario.board, scenario, rules, values, scenario.counters, (first, second))
    faults = check_setup(world) or [*check_air_setup(world)] or [*check_ship_setup(world)] or check_free_setup(world)
    if faults:
        namer = Namer(world, {}, "", None)
        raise ValueError(f"{scenario.id} cannot be set up: " + " ".join(refusal_text(f, namer)[0] for f in faults))
    while len(_WORLDS) >= MOST_WORLDS:
        del _WORLDS[next(iter(_WORLDS))]
    _WORLDS[key] = world
    return world


def beginning(world: World) -> State:
    """The state before the first action, with no open procedure."""
    if world.position:
        _, state = parse_position(world.position, world.switches, world.edition.name, kept=True)
        return of_edition(world, state).change(stack=())
    return initial_state(world)


def seal_of_sight(before: Look, after: Look, side: str) -> str:
    """What cannot be undone because the side has seen it: enemy units that it did not see before. "" if none."""
    found = sighted(before, after, side)
    if not found:
        return ""
    counters = {uid: after.unit(uid).counter for uid in found}
    namer = Namer(after.world, counters, side, knows(after, side))
    names = ", ".join(sorted(namer.unit(uid) for uid in found))
    return f"{names} {'was' if len(found) == 1 else 'were'} seen"


def seal_of(events: Iterable[Event], actor: str = "") -> str:
    """What in these events cannot be undone, "" if nothing: dice, and under fog what the `actor` saw of the other side
    (that it has no supply, or no Reserves to react with)."""
    happened = tuple(events)
    for event in happened:
        if isinstance(event, DiceRolled):
            return f"dice were rolled ({event.reason})"
    seen = any(event.side not in ("", actor) and event.audience == "all" for event in happened)
    return "the other side has shown something" if actor and seen else ""
