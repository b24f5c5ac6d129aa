"""Weather: one roll on the scenario's table for the whole game turn.

The scenario says what weather does: it changes movement costs (`redball.core.world.World.graph`), for both sides
alike and never for supply paths.

Cases: SETUP-I-E, 2.3-A, 17.0, 17.0a, 17.0b
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.events import WeatherSet
from redball.core.look import Look

NORMAL = "normal"


def dice(look: Look, data: object) -> int:
    """The number of dice of the scenario's Weather Table; none without a table."""
    table = look.world.scenario.weather
    return table.dice if table is not None else 0


def roll(run: Run, data: object, dice: tuple[int, ...]) -> None:
    """The table's result holds for both Player Turns."""
    table = run.world.scenario.weather
    assert table is not None  # else no dice were rolled
    run.emit(WeatherSet(case="2.3-A", weather=table.lookup(sum(dice))))


def settle(run: Run, data: object) -> None:
    """A scenario without a Weather Table always has normal weather."""
    if run.world.scenario.weather is None and run.state.weather != NORMAL:
        run.emit(WeatherSet(case="17.0a", weather=NORMAL))
