"""Attrition of 1992: one die for each unit without supply, at the end of its side's Supply Usage Segment.

Cases: E92-attrition-roll, E92-attrition-first, E92-attrition-later, E92-attrition-drm-ar, E92-attrition-drm-size
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.core.engine import Run
from redball.core.events import AttritionResult
from redball.core.ledger import Part, Tally, Term
from redball.core.look import Look, re_text
from redball.core.procedures import Chance, Do, Procedure
from redball.core.state import Unit
from redball.editions.v1992.charts import UnitAttrition as Chart
from redball.rules.units.abilities import action_rating
from redball.rules.units.losses import lose_step


class UnitAttrition(Struct, frozen=True, tag=True):
    """Units of a side that still have to roll, and those that were without supply before."""

    side: str
    waiting: tuple[str, ...]
    before: tuple[str, ...] = ()


def dice(look: Look, data: UnitAttrition) -> int:
    """One die for the next unit."""
    return 1 if data.waiting else 0


def reason(look: Look, data: UnitAttrition) -> str:
    """Whose die it is."""
    return f"attrition of {look.counter(data.waiting[0]).name}"


def modifiers(look: Look, unit: Unit) -> tuple[Term[int], ...]:
    """What Action Rating and size add to the die, without zeros."""
    chart = look.world.charts.table(Chart)
    rating, size = action_rating(look, unit, attrition=True), look.regimental_equivalents(unit)
    found = (
        Term(chart.rating_modifier(rating), f"Action Rating {rating}", "E92-attrition-drm-ar", "unit_attrition"),
        Term(chart.size_modifier(size), re_text(size), "E92-attrition-drm-size", "unit_attrition"),
    )
    return tuple(term for term in found if term.by)


def roll(run: Run, data: UnitAttrition, fallen: tuple[int, ...]) -> None:
    """The unit loses the steps that the chart gives, for its first time without supply or for a later one."""
    uid, *rest = data.waiting
    unit, table = run.look.unit(uid), run.world.charts.table(Chart)
    first = uid not in data.before
    case = "E92-attrition-first" if first else "E92-attrition-later"
    time = "the first time" if first else "again"
    thrown = Tally(
        f"Attrition of {run.look.counter(unit).name}, {time} without supply",
        (Part(fallen[0], "one die", case, "unit_attrition"), *modifiers(run.look, unit)),
        uid,
        total=lambda die: str(table.losses(first, die)),
    )
    losses = table.losses(first, thrown.value)
    run.emit(AttritionResult(case=case, side=data.side, hex=unit.hex, steps=losses, ledger=thrown.ledger()))
    for _ in range(min(losses, run.look.steps(unit))):
        lose_step(run, uid, "attrition", "E92-attrition-roll")
    run.set(replace(data, waiting=tuple(rest)))


def again(run: Run, data: UnitAttrition) -> None:
    """Continue with the next unit."""
    if data.waiting:
        run.go("roll")


UNIT_ATTRITION = Procedure(
    "unit_attrition",
    UnitAttrition,
    (
        Chance("roll", reason, "E92-attrition-roll", dice, roll, lambda look, data: data.side),
        Do("again", again),
    ),
)

PROCEDURES = (UNIT_ATTRITION,)
