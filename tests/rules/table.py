"""A table to play a written position on: take actions as a player would, with scripted dice, and see what happened."""

from __future__ import annotations

from itertools import product
from typing import Any, Self

from redball.core.actions import ChooseLeader, ChooseTerrain, Pay
from redball.core.look import Look
from redball.core.state import Frame
from redball.rules.barrage.segment import BarrageSegment
from redball.rules.combat.odds import stacks_of
from redball.rules.combat.record import AnnouncedOdds, CombatData, Leader
from redball.rules.combat.retreat import RetreatData, group
from redball.rules.combat.segment import CombatSegment
from redball.rules.movement.segment import MovementSegment
from redball.rules.units.abilities import action_rating
from redball.rules.units.stacking import StackingCheck
from support import Sitting, opened, position


class Table(Sitting):
    """A sitting at one open procedure; the game is over when that is done."""

    def __init__(self, look: Look, frame: Frame, dice: tuple[int, ...] = ()) -> None:
        super().__init__(opened(look, frame, dice=dice))

    @property
    def step(self) -> str:
        """The step of the open decision, "" when the procedure is done."""
        found = self.game.decision
        return found.step.name if found is not None else ""

    def run_to(self, *steps: str) -> Self:
        """Answer what stands before one of the steps: the first way to pay, the first leader, the first terrain."""
        while self.step not in steps:
            found = next((a for a in self.game.choices() if isinstance(a, Pay | ChooseLeader | ChooseTerrain)), None)
            assert found is not None, f"stopped at {self.step!r} on the way to {steps}"
            self.do(found)
        return self


def combat_segment(text: str, *, dice: tuple[int, ...] = (), phase: str = "combat", **switches: Any) -> Table:
    """A Combat Segment of the axis."""
    look = position(text, phase=phase, **switches)
    return Table(look, Frame("combat_segment", "declare", CombatSegment("axis")), dice)


def barrage_segment(text: str, *, dice: tuple[int, ...] = (), phase: str = "combat", **switches: Any) -> Table:
    """A Barrage Segment of the axis."""
    look = position(text, phase=phase, **switches)
    return Table(look, Frame("barrage_segment", "declare", BarrageSegment("axis")), dice)


def stacking_check(text: str, *, phase: str = "combat", **switches: Any) -> Table:
    """A stacking check at the end of a segment in which the axis acts."""
    return Table(position(text, phase=phase, **switches), Frame("stacking_check", "eliminate", StackingCheck()))


def movement(text: str, *, dice: tuple[int, ...] = (), phase: str = "movement") -> Table:
    """A Movement Segment of the axis."""
    look = position(text, phase=phase, segment="movement")
    return Table(look, Frame("movement_segment", "choose_unit", MovementSegment("axis")), dice)


def combat(
    text: str,
    target: str,
    *attackers: str,
    dice: tuple[int, ...] = (),
    kind: str = "regular",
    phase: str = "combat",
    **switches: Any,
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
    **switches: Any,
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
    **switches: Any,
) -> Table:
    """A retreat of groups of units from where they are; `foes` are units of the other side in the combat."""
    look = position(text, **switches)
    going = tuple(group(look.unit(g[0]).hex, g) for g in groups)
    data = RetreatData(side, distance, going, bystanders, tuple(look.unit(uid).hex for uid in foes))
    return Table(look, Frame("retreat", "prepare", data))
