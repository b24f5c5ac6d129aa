"""Play written positions through the façade, as a player would."""

from __future__ import annotations

from typing import Any, TypeVar

from redball.core.actions import Action, AddUnit, BeginMove, Done, DropUnit, Halt, PayFuel, SetMode, StepTo
from redball.core.events import Event
from redball.core.ledger import show_mp
from redball.core.state import Unit
from redball.game import Game
from redball.rules.moving_stack.limits import MoveData, mp_left

ActionKind = TypeVar("ActionKind", bound=Action)
EventKind = TypeVar("EventKind", bound=Event)

LEG = "Rgt infantry other 4-3-3L/2-3-6L"
TRUCK = "Rgt motorized_infantry mech 5-4-6T/3-4-14T"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"
GUNS = "artillery b20-3-4-3L/b10-3-4-12T"
HQ = "hq 15T-4T/10T-20T"
MILITIA = "Rgt militia other (3)-1-2L/(1)-1-4L"


class Sitting:
    """A game from a position. What is done must be offered; what is refused must not be, and changes nothing."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # --- playing -----------------------------------------------------------------------------------------------

    def do(self, *actions: Action) -> Sitting:
        """Take actions, each for the side that decides."""
        for action in actions:
            assert action in self.game.choices(), f"{action} is not offered at {self.step}"
            refusal = self.game.do(action).refusal
            assert refusal is None, f"{action} at {self.step}: {refusal}"
        return self

    def refused(self, action: Action) -> tuple[str, str]:
        """Code and case of the refusal of an action."""
        before = self.game.state
        refusal = self.game.do(action).refusal
        assert refusal is not None, f"{action} was accepted"
        assert self.game.state is before
        assert action not in self.game.choices(), f"{action} is offered but refused"
        return refusal.code, refusal.case

    def begin(self, *uids: str) -> Sitting:
        """Begin to move a stack."""
        return self.do(BeginMove(uids[0]), *(AddUnit(uid) for uid in uids[1:]))

    def fuel(self, uid: str, method: str = "single_unit") -> Sitting:
        """Pay for a unit of the moving stack in the first way that is offered."""
        offered = [a for a in self.offered(PayFuel) if (a.method, a.unit) == (method, uid)]
        assert offered, f"nobody can pay {method} fuel for {uid}"
        return self.do(offered[0])

    def mode(self, uid: str, mode: str, facing: str = "") -> Sitting:
        """Change a moving unit's mode."""
        return self.do(self.set_mode(uid, mode, facing))

    def set_mode(self, uid: str, mode: str, facing: str = "") -> SetMode:
        """The action that changes a unit's mode; Reserve keeps its Combat side up unless told otherwise."""
        sides = {"combat": "combat", "move": "move", "strat": "move"}
        return SetMode(uid, mode, facing or sides.get(mode, "combat"))

    def go(self, *hexes: str) -> Sitting:
        """Step from hex to hex."""
        return self.do(*(self.to(name) for name in hexes))

    def to(self, name: str) -> StepTo:
        """The step into a hex."""
        return StepTo(self.hex(name))

    def drop(self, uid: str) -> Sitting:
        """Leave a unit behind."""
        return self.do(DropUnit(uid))

    def halt(self) -> Sitting:
        """End the move."""
        return self.do(Halt())

    def move(self, uid: str, *hexes: str) -> Sitting:
        """A whole move of one unit that needs no fuel, or has it."""
        return self.begin(uid).go(*hexes).halt()

    def done(self) -> Sitting:
        """Nothing more at this decision."""
        return self.do(Done())

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def step(self) -> str:
        """`procedure.step` of the open decision, "" after the end."""
        open_ = self.game.decision
        return f"{open_.procedure.name}.{open_.step.name}" if open_ else ""

    @property
    def side(self) -> str:
        """Who decides."""
        open_ = self.game.decision
        assert open_ is not None, "nobody decides any more"
        return open_.side

    @property
    def data(self) -> Any:
        """The record of the open decision."""
        return self.game.state.stack[-1].data

    def offered(self, kind: type[ActionKind]) -> list[ActionKind]:
        """The legal actions of a kind."""
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

    def all(self, kind: type[EventKind]) -> list[EventKind]:
        """Every event of a kind so far."""
        return [event for event in self.game.events() if isinstance(event, kind)]

    def one(self, kind: type[EventKind]) -> EventKind:
        """The only event of a kind so far."""
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} events {kind.__name__}"
        return found[0]


def sit(
    units: str,
    terrain: str = "",
    *,
    at: str = "movement",
    phasing: str = "axis",
    dice: tuple[int, ...] = (),
    rest: str = "",
    switches: dict[str, object] | None = None,
    edition: str = "",
) -> Sitting:
    """A game of axis and soviet from a segment on. The map is six by five open hexes unless `terrain` draws another."""
    return Sitting(
        Game.from_position(
            text(units, terrain, at=at, phasing=phasing, rest=rest),
            script=dice,
            seed=1,
            switches=switches,
            edition=edition,
        )
    )


def land(*places: str, columns: int = 6, rows: int = 5, ground: str = ".") -> str:
    """A picture of open ground but for some hexes: `land("03.02=w")`."""
    signs = dict(place.split("=") for place in places)
    names = [[f"{column:02d}.{row:02d}" for column in range(1, columns + 1)] for row in range(rows, 0, -1)]
    return "\n".join(" ".join(signs.get(name, ground) for name in row) for row in names)


def text(units: str, terrain: str = "", *, at: str = "movement", phasing: str = "axis", rest: str = "") -> str:
    """The text of such a position."""
    picture = terrain or land()
    head = f"redball-position 1\nsides axis soviet\nat {at} phasing={phasing}\n"
    return f"{head}[terrain]\n{picture}\n[units]\n{units}\n{rest}"
