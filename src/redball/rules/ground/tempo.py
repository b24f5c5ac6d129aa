"""Option 21.6, a faster game: more supply and more to carry it, from the start and by reinforcements.

Everything on the map or set up at the start is doubled; written positions do not change. Points
standing as an Extender stay five, and later arrivals come as scheduled.

Cases: 21.6a, 21.6b, 21.6c, 21.6d
"""

from __future__ import annotations

from fractions import Fraction

from redball.charts import round_half_up
from redball.core.edition import option
from redball.core.state import Unit
from redball.core.world import World
from redball.forces.counter import Counter

TEMPO = option(
    "convention_tempo",
    "21.6",
    "Double SP, Transport Points and Rail Cap at the start, 50 % more supply as reinforcements, two rolls on the"
    " Variable Reinforcement Table",
)
SWITCHES = (TEMPO,)
MORE = Fraction(3, 2)


def in_play(world: World) -> bool:
    """The option is on."""
    return bool(world.switches.get(TEMPO.name, False))


def doubled(world: World, amount: int) -> int:
    """SP on the ground at the start, or Rail Cap (21.6a, 21.6b)."""
    return 2 * amount if in_play(world) else amount


def half_more(world: World, tokens: int) -> int:
    """Supply that comes as a reinforcement, rounded to whole tokens (21.6c)."""
    return round_half_up(MORE * tokens) if in_play(world) else tokens


def at_start(world: World, unit: Unit, counter: Counter) -> Unit:
    """Regular Transport Points at the start, with double loads; Organic Trucks do not change (21.6a, 21.6b)."""
    if not in_play(world) or counter.is_combat_unit or counter.transport == "organic":
        return unit
    return unit.change(points=2 * unit.points, load=2 * unit.load)


def rolls(world: World) -> int:
    """Rolls on the Variable Reinforcement Table in a Reinforcement Phase (21.6d)."""
    return 2 if in_play(world) else 1
