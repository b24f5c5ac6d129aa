"""How both sides are assumed to decide in a combat: a stated policy, played through the rules' own decisions.

Nothing here is a rule. A policy answers each decision of the procedures "combat", "retreat" and "capture" with one of
its legal actions; analysis plays them out and states the policy with its numbers. Dice for captures in a retreat or
advance (`NO_DICE`) do not affect a forecast.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from functools import partial
from typing import Any, Literal, NamedTuple, cast

from msgspec import Struct

from redball.core import engine
from redball.core.actions import Action, Advance, Done, IgnoreOption, LoseStep, RetreatTo, SplitOff, TakeRetreat
from redball.core.chances import Courses
from redball.core.dice import NO_DICE
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Chance
from redball.editions.new_ocs.hq_evasion import HqEvaded
from redball.rules.combat.points import COMBAT_RESULT
from redball.rules.combat.record import CombatData
from redball.rules.combat.retreat import RetreatData, refuse_way
from redball.rules.units.zoc import enemy_zoc

Way = Literal["losses", "retreat", "mixed"]


class Policy(Struct, frozen=True):
    """How options are met: `losses` stays as long as a unit can, `retreat` goes at once, `mixed` loses one step and
    retreats for the rest. `ignore`: an excused defender ignores their option (9.10c-A). `advance`: attackers enter."""

    attacker: Way = "losses"
    defender: Way = "retreat"
    ignore: bool = True
    advance: bool = True


def answer(look: Look, policy: Policy) -> Action:
    """The policy's action at the open decision. Raises ValueError if there is none."""
    open_ = engine.decision(look)
    if open_ is None:
        raise ValueError("nobody decides")
    if open_.procedure.name == "combat":
        return _in_combat(look, open_.step.name, open_.data, policy)
    if open_.procedure.name == "retreat":
        return _in_retreat(look, open_.data)
    if open_.procedure.name == "barrage":
        return cheapest(look, losses_open(look))
    return engine.choices(look)[0]


def losses_open(look: Look) -> list[LoseStep]:
    """The steps that may be lost now."""
    return cast(list[LoseStep], engine.choices(look, LoseStep))


def _in_combat(look: Look, step: str, data: CombatData, policy: Policy) -> Action:
    if step == "advance":
        inside = any(look.unit(uid).hex == data.hex for uid in data.attackers)
        able = engine.choices(look, Advance) if policy.advance and not inside else ()
        return able[0] if able else Done()
    if step.endswith("_loss"):
        return cheapest(look, losses_open(look))
    if policy.ignore and engine.choices(look, IgnoreOption):
        return IgnoreOption()
    way, execution = (policy.attacker, data.attack) if step.startswith("attacker") else (policy.defender, data.defence)
    stands = way == "losses" or (way == "mixed" and execution.option == _option(look, data, step))
    stands = stands or not engine.choices(look, TakeRetreat)
    losses = losses_open(look) if stands else []
    return cheapest(look, losses) if losses else TakeRetreat()


def _option(look: Look, data: CombatData, step: str) -> int:
    cell = look.policies[COMBAT_RESULT](look.world.charts, data.result)
    return cell.a_option if step.startswith("attacker") else cell.d_option


def cheapest(look: Look, losses: Iterable[LoseStep]) -> LoseStep:
    """The loss that keeps most counters alive: from the unit with the most steps, the first by name on ties."""
    return min(losses, key=lambda action: (-look.steps(look.unit(action.unit)), action.unit))


def _in_retreat(look: Look, data: RetreatData) -> Action:
    """The way through the fewest enemy ZOCs; units that cannot follow are split off."""
    if data.owed:
        return cheapest(look, losses_open(look))
    ways = cast(list[RetreatTo], engine.choices(look, RetreatTo))
    if len(ways) == 1:
        return ways[0]
    if ways:
        return min(ways, key=lambda action: (zocs_ahead(look, data, action.hex), action.hex))
    return engine.choices(look, SplitOff)[0]


def zocs_ahead(look: Look, data: RetreatData, hex_: int) -> int:
    """Enemy ZOCs on the best full-distance way through this next hex, for the first unit of the group."""
    going = data.groups[0]
    unit = look.unit(going.units[0])

    def count(hex_: int, gone: int) -> int:
        here = int(enemy_zoc(look, data.side, hex_))
        if gone == data.distance:
            return here
        following = [
            count(next_, gone + 1)
            for next_ in look.board.away(going.origin, hex_)
            if refuse_way(look, unit, going.origin, hex_, next_, gone, data.distance) is None
        ]
        return here + min(following, default=data.distance)

    return count(hex_, going.gone + 1)


Until = Collection[tuple[str, str]]
"""Steps of procedures before which a forecast stops."""
Answers = Callable[[Look], Action]
"""What is answered at the open decision."""


def play_out(look: Look, policy: Policy, dice: Any, until: Until = ()) -> Look:
    """Answer every decision until none is open, or one of these steps is next.

    The policy gives only legal actions, so `engine.check` is not called again; a test does call it.
    """
    return play(engine.Run(look, dice, until), partial(answer, policy=policy))


def play(run: engine.Run, answers: Answers) -> Look:
    """The look at the end of a run."""
    run.to_decision()
    while run.state.stack and not run.arrived:
        open_ = engine.decision(run.look)
        assert open_ is not None  # a finished game still has its stack, but no combat ends a game
        action = answers(run.look)
        run.take(next(option for option in open_.step.options if option.action is type(action)), action)
    return run.look


class Fork(NamedTuple):
    """A roll of a course: the look before it, what had happened, its courses with the one that was taken, and the
    chance of what came before."""

    look: Look
    events: tuple[Event, ...]
    courses: Courses
    taken: int
    chance: Fraction


class Course(engine.Run):
    """A run along one course of the dice in a forecast, from its beginning or from a fork: there as the fork says, then
    the first course of each roll. `forks` are its rolls in order."""

    __slots__ = ("chance", "forks", "given")

    def __init__(self, look: Look, until: Until, fork: Fork | None = None) -> None:
        super().__init__(look, NO_DICE, until)
        self.forks: list[Fork] = []
        self.given = fork
        self.chance = fork.chance if fork is not None else Fraction(1)
        self.events += fork.events if fork is not None else ()

    def fall(self, step: Chance, data: Any) -> tuple[int, ...]:
        """The next roll of the course; none for dice that do not affect the forecast."""
        if step.courses is None:
            return ()
        fork = self.given or Fork(self.look, tuple(self.events), step.courses(self.look, data), 0, self.chance)
        self.given = None
        self.forks.append(fork)
        dice, chance = fork.courses[fork.taken]
        self.chance *= chance
        return dice


class Unforeseen(ValueError):
    """A forecast came to dice of which it does not know the outcomes."""


class Certain(Course):
    """A course on which every die matters."""

    __slots__ = ()

    def fall(self, step: Chance, data: Any) -> tuple[int, ...]:
        """The next roll of the path. Raises Unforeseen for dice without courses."""
        if step.courses is None:
            raise Unforeseen(f"{step.name} ({step.case}) has no courses")
        return super().fall(step, data)


class Played(NamedTuple):
    """A finished course: its final look, its chance, and the HQs that evaded."""

    look: Look
    chance: Fraction
    evaded: tuple[str, ...] = ()


def play_each(look: Look, policy: Policy, until: Until = ()) -> list[Played]:
    """`play_out` for every course of the dice that matter; the other dice may fall as they like."""
    return follow(look, partial(answer, policy=policy), until)


def follow(look: Look, answers: Answers, until: Until = (), kind: type[Course] = Course) -> list[Played]:
    """Every course of the dice that matter, with these answers to every decision. What courses have in common is
    played once."""
    found: list[Played] = []
    forks: list[Fork] = []
    run = kind(look, until)
    while True:
        after = play(run, answers)
        found.append(Played(after, run.chance, tuple(event.unit for event in run.events if type(event) is HqEvaded)))
        forks += run.forks
        while forks and forks[-1].taken == len(forks[-1].courses) - 1:
            forks.pop()
        if not forks:
            return found
        last = forks.pop()
        run = kind(last.look, until, last._replace(taken=last.taken + 1))
