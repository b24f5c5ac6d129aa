"""Hedgehogs: Level 2 at most, none built by the Red Army before August; those set up go when Germans enter.

Hedgehogs that the scenario sets up disappear before anybody can capture them. Those built later change hands as usual,
even in a hex where one stood at the start.

Cases: S1.3-limit, S1.3-russian, S1.3-start
"""

from __future__ import annotations

from collections.abc import Callable

from redball.core.engine import Run
from redball.core.events import Event, HedgehogReduced
from redball.core.look import Look
from redball.core.own import find, put
from redball.core.refusals import RefusalKind, refusal
from redball.core.state import State, StateOwn
from redball.core.telling import Names
from redball.editions.nations import has_nation
from redball.editions.smolensk.charts import SmolenskRules

HIGHEST = refusal(
    "hedgehog.level_limit",
    case="S1.3-limit",
    text="the hedgehog at {hexes} has Level {have}; Level {need} is the highest that can be built",
)
NOT_YET = refusal(
    "hedgehog.not_yet",
    case="S1.3-russian",
    text="the Red Army cannot build hedgehogs before 1 August, at {hexes} or anywhere else",
    remedy="hold existing works, or close terrain",
)


class NewWorks(StateOwn, frozen=True):
    """Hexes with works at the start where these went and new ones were begun."""

    hexes: frozenset[int]


class WorksBegunAnew(Event, frozen=True, kw_only=True):
    """New works were begun where works of the start had stood."""

    hex: int

    def apply(self, state: State) -> State:
        return state.change(own=put(state.own, NewWorks(new_works(state) | {self.hex})))

    def told(self, n: Names) -> str:
        return f"The hedgehog at {n.hex(self.hex)} is new"


RECORDS = (NewWorks,)
EVENTS = (WorksBegunAnew,)


def new_works(state: State) -> frozenset[int]:
    """Hexes with works at the start where the works are new."""
    found = find(state.own, NewWorks)
    return found.hexes if found is not None else frozenset()


def of_start(run: Run, hex_: int) -> bool:
    """The scenario sets up works in the hex."""
    return any(one.hex == hex_ for one in run.world.scenario.hedgehogs)


Limit = Callable[[Look, str, int], tuple[int, RefusalKind]]
Entered = Callable[[Run, str, int], None]
Built = Callable[[Run, str, int, int], None]


def lower(limit: Limit) -> Limit:
    """The highest level that a side builds now."""

    def of(look: Look, side: str, hex_: int) -> tuple[int, RefusalKind]:
        rules = look.world.charts.table(SmolenskRules)
        if has_nation(look, side, rules.soviet) and look.state.clock.turn < rules.soviet_works_from:
            return 0, NOT_YET
        most, why = limit(look, side, hex_)
        return (rules.most_hedgehog, HIGHEST) if rules.most_hedgehog < most else (most, why)

    return of


def razed(entered: Entered) -> Entered:
    """What follows when units enter a hex: first, a hedgehog that the scenario set up goes when Germans enter."""

    def then(run: Run, side: str, hex_: int) -> None:
        work = run.state.hedgehogs.get(hex_)
        german = run.world.charts.table(SmolenskRules).german
        doomed = of_start(run, hex_) and hex_ not in new_works(run.state)
        if work is not None and work.side != side and doomed and has_nation(run.look, side, german):
            run.emit(HedgehogReduced(case="S1.3-start", side=side, hex=hex_, level=0, units=()))
        entered(run, side, hex_)

    return then


def begun_anew(built: Built) -> Built:
    """What follows when a Level is built: the first Level in a hex with works at the start begins new ones."""

    def then(run: Run, side: str, hex_: int, level: int) -> None:
        built(run, side, hex_, level)
        if level == 1 and of_start(run, hex_) and hex_ not in new_works(run.state):
            run.emit(WorksBegunAnew(case="S1.3-start", side=side, hex=hex_))

    return then


WRAPS = {"hedgehog_limit": lower, "entered": razed, "built": begun_anew}
