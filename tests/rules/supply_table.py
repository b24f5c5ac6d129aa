"""Positions for the tests of supply: a look at one without starting it, and games played from one."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from redball.core.actions import Action
from redball.core.dice import Dice
from redball.core.engine import Decision, Run, apply, choices, decision, start
from redball.core.events import Event
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Frame, State, Unit
from redball.core.world import World
from redball.game.position.parse import parse_position
from redball.rules.supply.payers import Payer, payers
from redball.rules.supply_phase.phase import SupplyPhase

ActionKind = TypeVar("ActionKind", bound=Action)
EventKind = TypeVar("EventKind", bound=Event)


def position(body: str, phase: str = "supply", acting: str = "axis") -> tuple[World, State]:
    """A position of the sides axis and soviet in a phase; `phase` "movement" is its Movement Segment."""
    world, state = parse_position(f"redball-position 1\nat supply phasing={acting}\nsides axis soviet\n{body}")
    clock = replace(state.clock, phase=phase, segment="movement" if phase in MOVING else phase, acting=acting)
    return world, state.change(clock=clock, stack=())


MOVING = ("movement", "reaction", "exploitation")


def look_at(body: str, phase: str = "supply", acting: str = "axis") -> Look:
    """A look at a position."""
    return Look(*position(body, phase, acting))


def run_at(body: str, phase: str = "supply", acting: str = "axis") -> Run:
    """Something that may change a position, for functions that are given a `Run`."""
    return Run(look_at(body, phase, acting), Dice(seed=1))


def line(columns: int, units: str, rest: str = "") -> str:
    """A single row of open hexes, 01.01 to the right, with units and further sections."""
    return f"[terrain]\n{' .' * columns}\n[units]\n{units}\n{rest}"


def ways(look: Look, uid: str) -> set[tuple[str, str, str]]:
    """(dump hex, holder, HQ) of every payer of a unit."""
    found = payers(look, look.unit(uid))
    return {(look.hex_name(p.source), p.holder, p.via) for p in found}


def only(found: tuple[Payer, ...]) -> Payer:
    """The one payer that there is."""
    assert len(found) == 1, found
    return found[0]


class Play:
    """A game in progress: take actions as a player would, with scripted dice, and see what happened."""

    def __init__(self, world: World, state: State, dice: tuple[int, ...] = ()) -> None:
        self.dice = Dice(seed=1, script=dice)
        self.look, self.events = start(world, state, self.dice)

    @property
    def asked(self) -> Decision:
        """The open decision."""
        found = decision(self.look)
        assert found is not None, "nothing is asked any more"
        return found

    @property
    def step(self) -> str:
        """`procedure.step` of the open decision."""
        return f"{self.asked.procedure.name}.{self.asked.step.name}"

    @property
    def over(self) -> bool:
        """Nothing is left to be done."""
        return not self.look.state.stack

    def do(self, *actions: Action) -> None:
        """Take actions, each as the side that decides; each must be offered and is accepted."""
        for action in actions:
            assert action in choices(self.look), f"{action} is not offered at {self.step}"
            result = apply(self.look, self.dice, self.asked.side, action)
            assert not isinstance(result, Refusal), f"{action} at {self.step}: {result}"
            self.look, events = result
            self.events = [*self.events, *events]

    def refused(self, action: Action) -> Refusal:
        """The refusal of an action by the side that decides; it must not be offered either."""
        result = apply(self.look, self.dice, self.asked.side, action)
        assert isinstance(result, Refusal), f"{action} was accepted at {self.step}"
        assert action not in choices(self.look), f"{action} is offered but refused at {self.step}"
        return result

    def offered(self, kind: type[ActionKind]) -> list[ActionKind]:
        """The legal actions of a kind, in their order."""
        return [action for action in choices(self.look) if isinstance(action, kind)]

    def hex(self, name: str) -> int:
        """The index of a hex."""
        return self.look.board.index(name)

    def unit(self, uid: str) -> Unit:
        """A unit's record now."""
        return self.look.unit(uid)

    def at(self, uid: str) -> str:
        """Where a unit is, by name; "dead" in the Dead Pile."""
        unit = self.unit(uid)
        return self.look.hex_name(unit.hex) if unit.on_map else "dead"

    def tokens(self, side: str, name: str) -> int:
        """Tokens on the ground of a hex."""
        return self.look.state.ground_supply(side, self.hex(name)).tokens

    def all(self, kind: type[EventKind]) -> list[EventKind]:
        """Every event of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[EventKind]) -> EventKind:
        """The only event of a kind so far."""
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} events {kind.__name__}"
        return found[0]


def play(body: str, step: str = "movement", phasing: str = "axis", dice: tuple[int, ...] = ()) -> Play:
    """A game from a step of a Player Turn on."""
    text = f"redball-position 1\nat {step} phasing={phasing}\nsides axis soviet\n{body}"
    return Play(*parse_position(text), dice)


def phase(body: str, dice: tuple[int, ...] = (), side: str = "axis") -> Play:
    """The Supply Phase of a side and nothing else."""
    world, state = position(body, "supply", side)
    return Play(world, state.change(stack=(Frame("supply_phase", "recovery", SupplyPhase(side)),)), dice)
