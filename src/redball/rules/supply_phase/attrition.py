"""Attrition: at the end of its Supply Phase a side rolls for every stack with units marked Out of Supply.

Only Out of Supply units decide the column and count for steps, and only they lose steps (reading 1.100).

Cases: 12.8b-A, 12.8b-B, K12.8-attrition-roll
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.charts import ALL, Charts
from redball.core.actions import LoseStep
from redball.core.chances import Throw
from redball.core.engine import Run
from redball.core.events import AttritionResult
from redball.core.ledger import Line, Part, Tally, Term
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import counted
from redball.rules.supply_phase.points import ATTRITION_STEPS
from redball.rules.units.abilities import action_rating
from redball.rules.units.losses import eliminate, lose_step

CAUSE = "attrition"

NOT_STARVING = refusal(
    "supply.not_starving",
    case="12.8b-B",
    text="{units} is not one of the Out of Supply units at {hexes}; only those lose steps",
)


class Attrition(Struct, frozen=True, tag=True):
    """The hexes still to roll for, the hex being rolled for, and the steps that it still owes."""

    side: str
    waiting: tuple[int, ...] = ()
    hex: int = NO_HEX
    owed: int = 0


def starving(look: Look, side: str, hex_: int) -> list[Unit]:
    """The Out of Supply combat units of a side in a hex."""
    return [u for u in look.combat_units_at(hex_, side) if u.out_of_supply]


def begin(run: Run, data: Attrition) -> None:
    """All stacks with Out of Supply units, in hex order."""
    hexes = {u.hex for u in run.look.own(data.side) if u.out_of_supply}
    run.set(Attrition(data.side, tuple(sorted(hexes))))


def next_stack(run: Run, data: Attrition) -> None:
    """Go to the next stack, or end."""
    if not data.waiting:
        run.finish()
        return
    run.set(Attrition(data.side, data.waiting[1:], data.waiting[0]))


def reason(look: Look, data: Attrition) -> str:
    """The purpose of the dice."""
    return f"attrition at {look.hex_name(data.hex)}"


def many_steps(charts: Charts, steps: int) -> int:
    """The modifier for the number of Out of Supply steps in a hex (12.8b-A)."""
    return charts.attrition.five_steps_modifier if steps >= charts.attrition.many_steps else 0


def step_terms(charts: Charts, steps: int) -> tuple[Term[int], ...]:
    """What this many steps add to the roll, if anything."""
    by = many_steps(charts, steps)
    return (Term(by, counted(steps, "step"), "12.8b-A", "attrition"),) if by else ()


def throw_attrition(charts: Charts, rating: int, steps: int, throw: Throw) -> int:
    """The steps that a stack of this size loses, for analysis without a board."""
    losses = charts.attrition.losses(rating, throw.two("dice") + many_steps(charts, steps))
    return steps if losses == ALL else min(losses, steps)


def roll(run: Run, data: Attrition, dice: tuple[int, ...]) -> None:
    """12.8b-A: use the column of the best Action Rating (12.8c), modified for many steps."""
    look, table = run.look, run.world.charts.attrition
    units = starving(look, data.side, data.hex)
    best = max(units, key=lambda u: (action_rating(look, u, attrition=True), u.id))
    rating = action_rating(look, best, attrition=True)
    steps = sum(look.steps(u) for u in units)
    counted = look.policies[ATTRITION_STEPS](look, data.side, data.hex, units)
    thrown = Tally(
        f"Attrition at {look.hex_name(data.hex)}",
        (
            Part(sum(dice), f"roll {dice[0]} and {dice[1]}", "12.8b-A"),
            Line(str(rating), "column: best Action Rating", "12.8c", "attrition", best.id),
            *step_terms(run.world.charts, counted),
        ),
        total=lambda roll: {ALL: "all"}.get(lost := table.losses(rating, roll), str(lost)),
    )
    losses = table.losses(rating, thrown.value)
    run.emit(AttritionResult(case="12.8b-A", side=data.side, hex=data.hex, steps=losses, ledger=thrown.ledger()))
    if losses < 0 or losses >= steps:
        for unit in units:
            eliminate(run, unit.id, CAUSE, "12.8b-B")
        return
    run.set(replace(data, owed=losses))


def starving_steps(look: Look, side: str, hex_: int, units: Sequence[Unit]) -> int:
    """12.8b-A: the steps of the Out of Supply units (reading 1.100)."""
    return sum(look.steps(unit) for unit in units)


def loser(look: Look, data: Attrition) -> str | None:
    """The owner, while steps are owed."""
    return data.side if data.owed else None


def refuse_lose(look: Look, data: Attrition, action: LoseStep) -> Refusal | None:
    """12.8b-B: any Out of Supply unit of the hex."""
    ids = [u.id for u in starving(look, data.side, data.hex)]
    return None if action.unit in ids else NOT_STARVING(units=(action.unit,), hexes=(data.hex,))


def lose_candidates(look: Look, data: Attrition) -> Iterator[LoseStep]:
    """The Out of Supply units of the hex."""
    return (LoseStep(u.id) for u in starving(look, data.side, data.hex))


def take_lose(run: Run, data: Attrition, action: LoseStep) -> None:
    lose_step(run, action.unit, CAUSE, "12.8b-B")
    run.set(replace(data, owed=data.owed - 1))


def again(run: Run, data: Attrition) -> None:
    """Continue with the next stack."""
    run.go("next")


ATTRITION = Procedure(
    "attrition",
    Attrition,
    (
        Do("begin", begin),
        Do("next", next_stack),
        Chance("roll", reason, "12.8b-A", lambda look, data: 2, roll, lambda look, data: data.side),
        Choose(
            "lose",
            "Choose which Out of Supply unit loses a step",
            loser,
            (Option(LoseStep, lose_candidates, refuse_lose, take_lose),),
            case="12.8b-B",
        ),
        Do("again", again),
    ),
)

POLICIES = {"attrition_steps": starving_steps}
