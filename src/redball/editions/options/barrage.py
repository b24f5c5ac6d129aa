"""House rules on barrages: one costs less if its guns are fueled; which step is lost is rolled for.

Every step of every combat unit in the hex is as likely as any other: the dice are read as the digits of a number, and
thrown again where it is too high to be shared out evenly.

Cases: HR-7-B, HR-8
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from redball.core.edition import Part, option
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Chance
from redball.rules.barrage.on_board import cost_tokens
from redball.rules.barrage.procedure import Barrage, who_loses
from redball.rules.moving_stack.fuel import by_formation_or_hq
from redball.rules.units.losses import lose_step

FACES = 6
AGAIN = "losses"


def steps_in(look: Look, data: Barrage) -> list[str]:
    """A unit for every step in the target hex, in the order of their ids."""
    units = look.combat_units_at(data.hex, look.enemy(data.side))
    return [unit.id for unit in units for _ in range(look.steps(unit))]


def dice(look: Look, data: Barrage) -> int:
    """As many as can tell the steps apart; none while the owner would have no choice either."""
    if who_loses(look, data) is None:
        return 0
    number, steps = 1, len(steps_in(look, data))
    while FACES**number < steps:
        number += 1
    return number


def drawn(thrown: tuple[int, ...], steps: int) -> int | None:
    """The place of the step that the dice name, None: throw again.

    >>> drawn((2,), 3), drawn((6,), 5), drawn((1, 6), 7), drawn((6, 6), 7)
    (1, None, 5, None)
    """
    value = 0
    for die in thrown:
        value = value * FACES + die - 1
    even = FACES ** len(thrown) // steps * steps
    return value % steps if value < even else None


def lose(run: Run, data: Barrage, thrown: tuple[int, ...]) -> None:
    """One step, then the dice for the next."""
    from_these = steps_in(run.look, data)
    place = drawn(thrown, len(from_these))
    if place is not None:
        lose_step(run, from_these[place], "barrage", "HR-8")
        run.set(replace(data, steps=data.steps - 1))
    run.go(AGAIN)


def fueled_cost(look: Look, units: tuple[str, ...], strength: Fraction) -> int:
    """HR-7-B: 1T less if all of the units are fueled with their formation or by an HQ."""
    price = cost_tokens(look, units, strength)
    return price - 1 if all(by_formation_or_hq(look, look.unit(uid)) for uid in units) else price


FUELED_GUNS = option(
    "fueled_guns",
    "HR-7-B",
    "A barrage costs 1T less if all firing units are fueled with their formation or by an HQ",
    Part("fueled_guns", policies={"barrage_cost": fueled_cost}),
    excludes=("half_barrage",),
)
ROLLED = option(
    "rolled_barrage_losses",
    "HR-8",
    "Dice, not the owner, decide which unit loses a step to a barrage",
    Part(
        "rolled_barrage_losses",
        edits=(
            (
                "barrage",
                "replace",
                AGAIN,
                Chance(AGAIN, "which step is lost", "HR-8", dice, lose, lambda look, data: data.side),
            ),
        ),
    ),
)
SWITCHES = (FUELED_GUNS, ROLLED)
