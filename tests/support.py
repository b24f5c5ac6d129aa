"""Play written positions through the façade, as a player would."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Self, TypeVar

import pytest
from msgspec.structs import replace

from redball.core.actions import Action, AddUnit, BeginMove, Done, DropUnit, Halt, PayFuel, SetMode, StepTo
from redball.core.dice import Dice
from redball.core.engine import Decision
from redball.core.events import Event, SupplySpent
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import AnyFacing, Facing, Frame, Mode, Unit
from redball.game import Game
from redball.game.position.parse import parse_position
from redball.game.sentences import Namer, sentence
from redball.rules.moving_stack.move_ends import MoveData, mp_left

ActionKind = TypeVar("ActionKind", bound=Action)
EventKind = TypeVar("EventKind", bound=Event)

LEG = "Rgt infantry other 4-3-3L/2-3-6L"
TRUCK = "Rgt motorized_infantry mech 5-4-6T/3-4-14T"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"
GUNS = "artillery b20-3-4-3L/b10-3-4-12T"
HQ = "hq 15T-4T/10T-20T"
MILITIA = "Rgt militia other (3)-1-2L/(1)-1-4L"

HEAD = "redball-position 1\nsides axis soviet\n"
PATIENCE = 400


def and_long(short: int, every: int) -> list[Any]:
    """Parts of a test for `parametrize`: so many in `make test`, the others in `make long` only."""
    return [*range(short), *map(long, range(short, every))]


def long(*values: Any) -> Any:
    """Values of a test for `parametrize` that `make long` only tries."""
    return pytest.param(*values, marks=pytest.mark.long)


def asked(game: Game) -> Decision:
    """The open decision of a game."""
    found = game.decision
    assert found is not None, "the game is over: no decision is open"
    return found


def shown_in(mode: Mode) -> Facing:
    """The side that is up in a mode; Reserve keeps its Combat side up by default."""
    return "move" if mode in ("move", "strat") else "combat"


class Sitting:
    """A game from a position. Actions taken must be offered; refused actions must not be, and must change nothing."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # --- playing -----------------------------------------------------------------------------------------------

    def do(self, *actions: Action) -> Self:
        """Take actions, each for the side that decides."""
        for action in actions:
            assert action in self.game.choices(), f"{action} is not offered at {self.step}"
            refusal = self.game.do(action).refusal
            assert refusal is None, f"{action} at {self.step}: {refusal}"
        return self

    def why(self, action: Action) -> Refusal:
        """The refusal of an action by the side that decides."""
        before = self.game.state
        refusal = self.game.do(action).refusal
        assert refusal is not None, f"{action} was accepted at {self.step}"
        assert self.game.state is before
        assert action not in self.game.choices(), f"{action} is offered but refused at {self.step}"
        return refusal

    def refused(self, action: Action) -> tuple[str, str]:
        """Code and case of the refusal of an action."""
        refusal = self.why(action)
        return refusal.code, refusal.case

    def begin(self, *uids: str) -> Self:
        """Begin to move a stack."""
        return self.do(BeginMove(uids[0]), *(AddUnit(uid) for uid in uids[1:]))

    def fuel(self, uid: str, method: str = "single_unit") -> Self:
        """Pay fuel for a unit of the moving stack in the first way offered."""
        offered = [a for a in self.offered(PayFuel) if (a.method, a.unit) == (method, uid)]
        assert offered, f"nobody can pay {method} fuel for {uid}"
        return self.do(offered[0])

    def mode(self, uid: str, mode: Mode, facing: AnyFacing = "") -> Self:
        """Change a moving unit's mode."""
        return self.do(self.set_mode(uid, mode, facing))

    def set_mode(self, uid: str, mode: Mode, facing: AnyFacing = "") -> SetMode:
        """The action that changes a unit's mode; `facing` as in `shown_in`."""
        return SetMode(uid, mode, facing or shown_in(mode))

    def go(self, *hexes: str) -> Self:
        """Step from hex to hex."""
        return self.do(*(self.to(name) for name in hexes))

    def to(self, name: str) -> StepTo:
        """The step into a hex."""
        return StepTo(self.hex(name))

    def drop(self, uid: str) -> Self:
        """Leave a unit behind."""
        return self.do(DropUnit(uid))

    def halt(self) -> Self:
        """End the move."""
        return self.do(Halt())

    def move(self, uid: str, *hexes: str) -> Self:
        """The whole move of one unit that needs no fuel, or has it."""
        return self.begin(uid).go(*hexes).halt()

    def done(self) -> Self:
        """End this decision."""
        return self.do(Done())

    def idle(self, reached: Callable[[], bool]) -> Self:
        """Do as little as possible until `reached`."""
        for _ in range(PATIENCE):
            if reached():
                return self
            offered = self.game.choices()
            self.do(next((action for action in offered if isinstance(action, Done)), offered[0]))
        raise AssertionError(f"not reached after {PATIENCE} actions; now at {self.step}")

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def look(self) -> Look:
        """The present look; a test may replace it."""
        return self.game.look

    @look.setter
    def look(self, look: Look) -> None:
        self.game.look = look

    @property
    def asked(self) -> Decision:
        """The open decision."""
        return asked(self.game)

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return not self.game.state.stack

    @property
    def step(self) -> str:
        """`procedure.step` of the open decision, "" after the end."""
        open_ = self.game.decision
        return f"{open_.procedure.name}.{open_.step.name}" if open_ else ""

    @property
    def side(self) -> str:
        """Who decides."""
        return self.asked.side

    @property
    def data(self) -> Any:
        """The record of the open decision."""
        return self.game.state.stack[-1].data

    def offered(self, kind: type[ActionKind]) -> list[ActionKind]:
        """The legal actions of a kind, in their order."""
        return [action for action in self.game.choices() if isinstance(action, kind)]

    def hexes(self) -> set[str]:
        """Names of the hexes that the moving stack may step to."""
        return {self.game.look.hex_name(step.hex) for step in self.offered(StepTo)}

    def hex(self, name: str) -> int:
        """The index of a hex."""
        return self.game.world.board.index(name)

    def unit(self, uid: str) -> Unit:
        """A unit's record now."""
        return self.game.look.unit(uid)

    def at(self, uid: str) -> str:
        """Where a unit is, by name; "dead" in the Dead Pile."""
        unit = self.unit(uid)
        return self.game.look.hex_name(unit.hex) if unit.on_map else "dead"

    def left(self, uid: str) -> str:
        """MP that a moving unit has left, as players write them."""
        assert isinstance(self.data, MoveData)
        return show_mp(mp_left(self.game.look, self.data, uid))

    def tokens(self, side: str, name: str) -> int:
        """Tokens on the ground of a hex."""
        return self.game.state.ground_supply(side, self.hex(name)).tokens

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far."""
        return self.game.events()

    def spent(self, side: str = "", purpose: str = "") -> int:
        """Tokens spent so far, by both sides and for every purpose by default."""
        found = [e for e in self.all(SupplySpent) if e.side == (side or e.side)]
        return sum(e.tokens for e in found if e.purpose == (purpose or e.purpose))

    def all(self, kind: type[EventKind]) -> list[EventKind]:
        """Every event of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[EventKind]) -> EventKind:
        """The only event of a kind so far."""
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} events {kind.__name__}"
        return found[0]

    def told(self, kind: type[EventKind]) -> str:
        """The sentence for that event in open play."""
        return sentence(self.one(kind), Namer(self.game.world, {}, "", None))


# --- written positions -----------------------------------------------------------------------------------------


def land(*places: str, columns: int = 6, rows: int = 5, ground: str = ".") -> str:
    """A picture of open ground, except for some hexes: `land("03.02=w")`."""
    signs = dict(place.split("=") for place in places)
    names = [[f"{column:02d}.{row:02d}" for column in range(1, columns + 1)] for row in range(rows, 0, -1)]
    return "\n".join(" ".join(signs.get(name, ground) for name in row) for row in names)


def text(
    units: str, terrain: str = "", *, at: str = "movement", phasing: str = "axis", rest: str = "", head: str = ""
) -> str:
    """The text of a position of axis and soviet in a segment. The map is six by five open hexes unless `terrain` draws
    another; `head` adds lines before the map."""
    return f"{HEAD}at {at} phasing={phasing}\n{head}[terrain]\n{terrain or land()}\n[units]\n{units}\n{rest}"


def line(columns: int, units: str, rest: str = "") -> str:
    """A single row of open hexes, 01.01 to the right, with units and further sections."""
    return f"[terrain]\n{land(columns=columns, rows=1)}\n[units]\n{units}\n{rest}"


def position(body: str, *, side: str = "axis", phase: str = "combat", segment: str = "combat", **switches: Any) -> Look:
    """A look at a written position in which `side` acts and no procedure is open."""
    world, state = parse_position(HEAD + body, switches)
    clock = replace(state.clock, first=side, phasing=side, phase=phase, segment=segment, acting=side)
    return Look(world, state.change(clock=clock, stack=()))


def in_scenario(look: Look, **changes: Any) -> Look:
    """The look with some fields of the scenario replaced."""
    scenario = replace(look.world.scenario, **changes)
    return Look(dataclasses.replace(look.world, scenario=scenario), look.state)


# --- games from one --------------------------------------------------------------------------------------------


def sitting(
    written: str, *, dice: tuple[int, ...] = (), switches: Mapping[str, object] | None = None, edition: str = ""
) -> Sitting:
    """A game from the full text of a position; `dice` are rolled first."""
    return Sitting(Game.from_position(written, seed=1, script=dice, switches={**(switches or {})}, edition=edition))


def sit(
    units: str,
    terrain: str = "",
    *,
    at: str = "movement",
    phasing: str = "axis",
    dice: tuple[int, ...] = (),
    rest: str = "",
    head: str = "",
    switches: Mapping[str, object] | None = None,
    edition: str = "",
) -> Sitting:
    """A game from a position like that of `text`."""
    written = text(units, terrain, at=at, phasing=phasing, rest=rest, head=head)
    return sitting(written, dice=dice, switches=switches, edition=edition)


def play(body: str, step: str = "movement", phasing: str = "axis", dice: tuple[int, ...] = ()) -> Sitting:
    """A game from a step of a Player Turn, with the map and units of a position."""
    return sitting(f"{HEAD}at {step} phasing={phasing}\n{body}", dice=dice)


def again(look: Look, dice: tuple[int, ...] = ()) -> Game:
    """A game that begins in the state of a look."""
    return Game.begin(look.world, look.state, Dice(seed=1, script=dice))


def opened(look: Look, *frames: Frame, dice: tuple[int, ...] = ()) -> Game:
    """A game with these procedures open; it is over when they are done."""
    return again(Look(look.world, look.state.change(stack=frames)), dice)
