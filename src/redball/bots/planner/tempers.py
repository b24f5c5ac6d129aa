"""Opponents of another temper: `steady`'s hands, leaning one way all game long. They do not plan.

- `bold` presses on: danger counts half, attacks may come out a little worse.
- `cautious` stays in its line, seeks cover, and attacks only for a clear gain.
- `keen` stays in front of the enemy and takes places late.
- `staunch` is as keen, opens the way to units that are cut off, never breaks out and keeps Reserves: the planner's
  hands without a plan, and the strongest bot that does not think long.
- `raider` sends what drives to where a ZOC would cut the enemy's trace.
- `miser` spends supply reluctantly: on its own moves, attacks and barrages a token counts ten times.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from redball.bots.planner.guide import PRESSED, SHY, Lean, Plain, hold, press
from redball.bots.planner.plans import Task
from redball.bots.planner.raids import Raids
from redball.bots.steady import SteadyBot
from redball.bots.steady.hands import KEEN
from redball.bots.steady.scene import Guide
from redball.bots.steady.worth import token_price
from redball.core.look import Look
from redball.core.state import Unit


class Bold(Guide):
    """Attacks that may follow count double, danger half."""

    def lean(self, look: Look, unit: Unit) -> Lean | None:
        return press(look, unit, Task("press"))

    def strike(self, look: Look, hex_: int) -> int:
        return PRESSED


class Cautious(Guide):
    """No goal draws; each hex from where a unit stands costs, and danger counts half as much again."""

    def lean(self, look: Look, unit: Unit) -> Lean | None:
        return hold(look, unit, Task("hold"))

    def strike(self, look: Look, hex_: int) -> int:
        return SHY


GRUDGE = 9
"""How many times its price a token costs a miser besides."""


class Miser(Guide):
    """Spends supply only where it gains much."""

    def grudge(self, look: Look, side: str) -> int:
        return GRUDGE * token_price(look, side)


TEMPERS: dict[str, Callable[[], Guide]] = {
    "bold": Bold,
    "cautious": Cautious,
    "raider": Raids,
    "miser": Miser,
    "keen": partial(Plain, KEEN),
    "staunch": Plain,
}
"""The guides by the bot's name."""


class TemperBot(SteadyBot):
    """`steady` with a temper."""

    def __init__(self, seed: int, name: str) -> None:
        super().__init__(seed, TEMPERS[name]())
        self.name = name
