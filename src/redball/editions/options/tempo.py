"""Option 21.6, a faster game: more supply and more to carry it, from the start and by reinforcements.

Everything on the map or set up at the start is doubled; written positions do not change. Points
standing as an Extender stay five, and later arrivals come as scheduled.

Cases: 21.6a, 21.6b, 21.6c, 21.6d
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from redball.charts import round_half_up
from redball.core.edition import Part, option
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Do
from redball.core.state import Unit
from redball.forces.counter import Counter
from redball.rules.reinforcement.replacements import Replacements

TIMES = 2
"""SP on the map, Transport Points, their loads and Rail Cap (21.6a, 21.6b)."""
MORE = Fraction(3, 2)
ROLLS = 2


def doubled(tokens: int) -> int:
    """SP on the map at the start (21.6a)."""
    return TIMES * tokens


def more_transport(unit: Unit, counter: Counter) -> Unit:
    """Regular Transport Points at the start, with double loads; Organic Trucks do not change (21.6a, 21.6b)."""
    if counter.is_combat_unit or counter.transport == "organic":
        return unit
    return unit.change(points=TIMES * unit.points, load=TIMES * unit.load)


def doubled_cap(usual: Callable[[Look, str], int]) -> Callable[[Look, str], int]:
    """Rail Cap (21.6b)."""
    return lambda look, side: TIMES * usual(look, side)


def half_more(tokens: int) -> int:
    """Supply that comes as a reinforcement, rounded to whole tokens (21.6c)."""
    return round_half_up(MORE * tokens)


def more_shipping(usual: Callable[[Look, str], int]) -> Callable[[Look, str], int]:
    """The Shipping Allowance, in 1/16 points (21.6c)."""
    return lambda look, side: round_half_up(MORE * usual(look, side))


def roll_again(run: Run, data: Replacements) -> None:
    """There are two rolls on the Variable Reinforcement Table in a Reinforcement Phase (21.6d)."""
    if data.rolls + 1 < ROLLS:
        run.set(replace(data, rolls=data.rolls + 1))
        run.go("roll")


TEMPO = option(
    "convention_tempo",
    "21.6",
    "Double SP, Transport Points and Rail Cap at the start, 50 % more supply as reinforcements and Shipping Allowance,"
    " two rolls on the Variable Reinforcement Table",
    Part(
        "convention_tempo",
        policies={"supply_set_up": doubled, "transport_set_up": more_transport, "supply_arriving": half_more},
        wraps={"rail_cap": doubled_cap, "shipping_allowance": more_shipping},
        edits=(("replacements", "before", "end", Do("roll_again", roll_again)),),
    ),
)
SWITCHES = (TEMPO,)
