"""A table to play a written position on: take actions as a player would, with scripted dice, and see what happened."""

from __future__ import annotations

from itertools import product
from typing import Any, TypeVar

from msgspec.structs import replace

from redball.core.actions import Action, ChooseLeader, ChooseTerrain, Pay
from redball.core.dice import Dice
from redball.core.engine import Decision, apply, choices, decision, start
from redball.core.events import Event
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Frame, Unit
from redball.game.position.parse import parse_position
from redball.rules.combat.odds import stacks_of
from redball.rules.combat.record import AnnouncedOdds, CombatData, Leader
from redball.rules.combat.retreat import RetreatData, group
from redball.rules.combat.segment import CombatSegment
from redball.rules.movement.segment import MovementSegment
from redball.rules.units.abilities import action_rating

Kind = TypeVar("Kind", bound=Event)


def position(text: str, *, side: str = "axis", phase: str = "combat", **switches: str) -> Look:
    """A look at a written position in which `side` acts; the sides are axis and soviet."""
    world, state = parse_position(f"redball-position 1\nsides axis soviet\n{text}", switches)
    clock = replace(state.clock, first=side, phasing=side, phase=phase, segment="combat", acting=side)
    return Look(world, state.change(clock=clock, stack=()))


class Table:
    """A game in progress from a position and one open procedure; it ends when that procedure is done.

    `events` are all events so far, `last` those of the last action.
    """

    def __init__(self, look: Look, frame: Frame, dice: tuple[int, ...] = ()) -> None:
        self.dice = Dice(seed=1, script=dice)
        self.look, self.events = start(look.world, look.state.change(stack=(frame,)), self.dice)
        self.last = self.events

    # --- playing -----------------------------------------------------------------------------------------------

    @property
    def asked(self) -> Decision:
        """The open decision."""
        found = decision(self.look)
        assert found is not None, "nothing is asked any more"
        return found

    @property
    def step(self) -> str:
        """The step of the open decision, "" when the procedure is done."""
        found = decision(self.look)
        return found.step.name if found is not None else ""

    @property
    def data(self) -> Any:
        """The record of the open decision."""
        return self.asked.data

    def do(self, *actions: Action) -> Table:
        """Take actions, each as the side that decides; each must be offered and is accepted."""
        for action in actions:
            result = apply(self.look, self.dice, self.asked.side, action)
            assert not isinstance(result, Refusal), f"{action} at {self.step}: {result}"
            assert action in choices(self.look), f"{action} was accepted but not offered at {self.step}"
            self.look, self.last = result
            self.events = [*self.events, *self.last]
        return self

    def why(self, action: Action) -> Refusal:
        """The refusal of an action by the side that decides; it must not be offered either."""
        result = apply(self.look, self.dice, self.asked.side, action)
        assert isinstance(result, Refusal), f"{action} was accepted at {self.step}"
        assert action not in choices(self.look), f"{action} is offered but refused at {self.step}"
        return result

    def refused(self, action: Action) -> tuple[str, str]:
        """Code and case of the refusal of an action."""
        result = self.why(action)
        return result.code, result.case

    def offered(self, kind: type[Action]) -> list[Any]:
        """The legal actions of a kind, in their order."""
        return [action for action in choices(self.look) if type(action) is kind]

    def run_to(self, *steps: str) -> Table:
        """Answer what stands before one of the steps: the first way to pay, the first leader, the first terrain."""
        while self.step not in steps:
            found = next((a for a in choices(self.look) if isinstance(a, Pay | ChooseLeader | ChooseTerrain)), None)
            assert found is not None, f"stopped at {self.step!r} on the way to {steps}"
            self.do(found)
        return self

    # --- looking -----------------------------------------------------------------------------------------------

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

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Every event of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[Kind]) -> Kind:
        """The only event of a kind so far."""
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} events {kind.__name__}"
        return found[0]


def segment(text: str, *, dice: tuple[int, ...] = (), phase: str = "combat") -> Table:
    """A Combat Segment of the axis."""
    return Table(position(text, phase=phase), Frame("combat_segment", "declare", CombatSegment("axis")), dice)


def movement(text: str, *, dice: tuple[int, ...] = (), phase: str = "movement") -> Table:
    """A Movement Segment of the axis."""
    look = position(text, phase=phase)
    look = Look(look.world, look.state.change(clock=replace(look.state.clock, segment="movement")))
    return Table(look, Frame("movement_segment", "choose_unit", MovementSegment("axis")), dice)


def combat(
    text: str,
    target: str,
    *attackers: str,
    dice: tuple[int, ...] = (),
    kind: str = "regular",
    phase: str = "combat",
    **switches: str,
) -> Table:
    """An attack of the axis that has been declared."""
    look = position(text, phase=phase, **switches)
    data = CombatData(kind, "axis", look.board.index(target), attackers)  # type: ignore[arg-type]
    return Table(look, Frame("combat", "attacker_bills", data), dice)


def resolved(
    text: str,
    target: str,
    *attackers: str,
    result: str,
    lead: str = "",
    against: str = "",
    kind: str = "regular",
    phase: str = "combat",
    dice: tuple[int, ...] = (),
    **switches: str,
) -> Table:
    """An attack of the axis whose dice give a certain result; `lead` and `against` lead the sides (else the first)."""
    look = position(text, phase=phase, **switches)
    hex_ = look.board.index(target)
    defenders = tuple(u.id for u in look.combat_units_at(hex_, "soviet"))
    leaders = [
        Leader(uid, action_rating(look, look.unit(uid))) for uid in (lead or attackers[0], against or defenders[0])
    ]
    column, thrown = throw_for(look, result)
    data = CombatData(
        kind,  # type: ignore[arg-type]
        "axis",
        hex_,
        attackers,
        stacks=stacks_of(look.unit(uid) for uid in attackers),
        defenders=defenders,
        attack_leader=leaders[0],
        defence_leader=leaders[1],
        odds=AnnouncedOdds("1", "1", "1:1", "open", column, 0, 0),
    )
    return Table(look, Frame("combat", "resolution", data), (*thrown, *dice))


def throw_for(look: Look, result: str) -> tuple[int, tuple[int, int]]:
    """A column and a throw of two dice that read that result on the Combat Table."""
    table = look.world.charts.combat
    for column, a, b in product(range(len(table.columns)), range(1, 7), range(1, 7)):
        if table.lookup(column, a + b).text == result:
            return column, (a, b)
    raise KeyError(result)


def retreat(
    text: str,
    distance: int,
    *groups: tuple[str, ...],
    side: str = "soviet",
    bystanders: bool = True,
    foes: tuple[str, ...] = (),
    **switches: str,
) -> Table:
    """A retreat of groups of units from where they are; `foes` are units of the other side in the combat."""
    look = position(text, **switches)
    going = tuple(group(look.unit(g[0]).hex, g) for g in groups)
    data = RetreatData(side, distance, going, bystanders, tuple(look.unit(uid).hex for uid in foes))
    return Table(look, Frame("retreat", "prepare", data))
