"""House rule HR-16: air bases in hard terrain refit half as many aircraft, rounded as always (an air strip one).

Before play begins, the owner of a base that is set up there may move it to a hex next to it, with its aircraft and
gliders; each base once.

Cases: HR-16
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import round_half_up
from redball.core.actions import Action, Done
from redball.core.edition import Part, option
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.shown import PUT, Shown
from redball.core.state import State
from redball.core.telling import Names
from redball.rules.air.bases import NO_BASE, ashore_base, ashore_bases
from redball.rules.air.refit import Most
from redball.rules.combat.terrain import hardest_line
from redball.rules.ground.air_force import AirForce, Base, base_in, force_in, with_force
from redball.rules.ground.occupancy import holds_enemy, is_enterable

CASE = "HR-16"

EASY = refusal("hill_base.easy", case=CASE, text="{hexes} has no hard terrain, so its air base stays there")
MOVED = refusal("hill_base.moved", case=CASE, text="the air base at {hexes} has been moved already")
NOT_NEXT = refusal("hill_base.not_next", case=CASE, text="an air base is moved to a hex next to it, and {hexes} is not")
TAKEN = refusal("hill_base.taken", case="15.0a", text="{hexes} has an air base already")
CLOSED = refusal("hill_base.closed", case="SETUP-IV-I", text="no unit could enter {hexes}")
ENEMY = refusal("hill_base.enemy", case="4.8-G", text="{hexes} holds something of the enemy's")


class MoveBase(Action, frozen=True, tag="move_base"):
    """Move an air base from hard terrain in `start` to the hex next to it, before play begins (HR-16)."""

    start: int
    hex: int
    hex_fields: ClassVar = ("start", "hex")
    shown = Shown("Air bases", 3, "Move the air base at {start} to {hex}", place="map", mark=PUT)


class AirBaseMoved(Event, frozen=True, kw_only=True):
    """An air base was set up in `hex` instead of in `start`, with all that is there (HR-16)."""

    start: int
    hex: int

    def apply(self, state: State) -> State:
        force = force_in(state)
        planes = [one.change(hex=self.hex) if one.hex == self.start else one for one in force.planes]
        bases = {one.hex: one for one in force.bases}
        bases[self.hex] = replace(bases.pop(self.start), hex=self.hex)
        return with_force(state, AirForce(tuple(planes), tuple([bases[hex_] for hex_ in sorted(bases)])))

    def told(self, n: Names) -> str:
        return f"{n.side(self.side)} moves its air base at {n.hex(self.start)} to {n.hex(self.hex)}"


class HillBases(Struct, frozen=True, tag=True):
    """A side that may move its bases; those that it has moved, where they are now."""

    side: str
    moved: tuple[int, ...] = ()


# --- refit ---------------------------------------------------------------------------------------------------------


def halved(usual: Callable[[Look, Base], Most]) -> Callable[[Look, Base], Most]:
    """What the edition refits there, or half of it."""

    def most(look: Look, base: Base) -> Most:
        full, hard = usual(look, base), hardest_line(look, base.hex)
        if not hard:
            return full
        half = round_half_up(Fraction(full.aircraft, 2))
        return Most(half, f"half of {full.aircraft}, because of {hard.replace('_', ' ')} terrain ({CASE})")

    return most


# --- before play begins --------------------------------------------------------------------------------------------


def open_moves(run: Run, data: object) -> None:
    """Nobody is asked in a game without bases."""
    if force_in(run.state).bases:
        run.push("hill_bases", HillBases(run.world.sides[0]))


def moves(look: Look, data: HillBases) -> Iterator[MoveBase]:
    """What `refuse_move` accepts."""
    for base in ashore_bases(look, data.side):
        around = (MoveBase(base.hex, hex_) for hex_ in look.board.neighbours(base.hex))
        yield from (move for move in around if refuse_move(look, data, move) is None)


def refuse_move(look: Look, data: HillBases, action: MoveBase) -> Refusal | None:
    """An own base in hard terrain, once, to a hex where a base of the side could be set up."""
    if ashore_base(look, data.side, action.start) is None:
        return NO_BASE(hexes=(action.start,))
    if action.start in data.moved:
        return MOVED(hexes=(action.start,))
    if not hardest_line(look, action.start):
        return EASY(hexes=(action.start,))
    if action.hex not in look.board.neighbours(action.start):
        return NOT_NEXT(hexes=(action.hex,))
    return refuse_site(look, data.side, action.hex)


def refuse_site(look: Look, side: str, hex_: int) -> Refusal | None:
    """Whether a base of a side may be there: one a hex, where units can enter, and not with the enemy."""
    if holds_enemy(look, side, hex_):
        return ENEMY(hexes=(hex_,))
    if base_in(look.state, hex_) is not None:
        return TAKEN(hexes=(hex_,))
    return None if is_enterable(look.world, hex_, "leg") else CLOSED(hexes=(hex_,))


def who_moves(look: Look, data: HillBases) -> str | None:
    """The side, while it has a base to move."""
    return data.side if next(moves(look, data), None) is not None else None


def take_move(run: Run, data: HillBases, action: MoveBase) -> None:
    run.emit(AirBaseMoved(case=CASE, side=data.side, start=action.start, hex=action.hex))
    run.set(replace(data, moved=(*data.moved, action.hex)))


def other_side(run: Run, data: HillBases) -> None:
    """The second side follows the first."""
    first, second = run.world.sides
    if data.side == first:
        run.set(HillBases(second))
        run.go("move")


MOVES = Procedure(
    "hill_bases",
    HillBases,
    (
        Choose(
            "move",
            "Move air bases that are set up in hard terrain to the next hex, or leave them there",
            who_moves,
            (
                Option(MoveBase, moves, refuse_move, take_move, exact=True),
                Option(Done, only(Done()), always_legal, lambda run, data, action: run.go_on()),
            ),
            case=CASE,
        ),
        Do("other_side", other_side),
    ),
)

HILLS = option(
    "hill_bases",
    CASE,
    "An air base in Very Close or Extremely Close terrain refits half as many aircraft in a phase; one that is set up"
    " there may be moved to the next hex before play begins",
    Part(
        "hill_bases",
        wraps={"refit_most": halved},
        procedures=(MOVES,),
        edits=(("game", "after", "set_up", Do("hill_bases", open_moves)),),
        events=(AirBaseMoved,),
    ),
)
SWITCHES = (HILLS,)
