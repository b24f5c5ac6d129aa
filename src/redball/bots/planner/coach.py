"""What a side's decisions in a Player Turn cost it, looked at afterwards with what it knew then.

Each segment is played again in games that the side could then hold for this one: once as it was played, and once with
one thing done otherwise (`again`); so are its other decisions, and its answers in the enemy's Player Turn that follows
(`answers`). In both, `staunch` plays on to the end of the next Player Turn. Dice are thrown anew, so luck counts for
nobody. Everything is tried in a few games. The worst is then judged in other games,
since the worst of many looks worse than it is.
"""

from __future__ import annotations

from collections.abc import Generator
from statistics import fmean

from msgspec import Struct

from redball.bots.planner.again import ALL, AS_PLAYED, Played, Trial, replay, trials_of
from redball.bots.planner.answers import answers
from redball.bots.planner.coach_words import cost_words, decision_words, instead_words
from redball.bots.planner.groups import groups_of
from redball.bots.planner.plans import Group
from redball.bots.planner.strokes import Passage, passages
from redball.bots.planner.thought import Thought
from redball.game import Game
from redball.game.past import Past
from redball.game.sight.belief import believed

SCREENED, KEPT, JUDGED = 2, 4, 6
"""Games in which everything is tried; how many decisions are then judged; and in how many other games."""
LEAST = 1.0
"""Standard errors by which a decision must have cost something to be told."""
NOISE = 2.0
"""Points by which a cost spreads from one imagined game to another: assumed as long as few were played."""
NOBODY = (Group("", (), 0),)
"""The groups of a side that has no combat units on the map yet."""
LOT = 1_000_000
"""The first of its imagined games: others than those in which plans are made."""


class Finding(Struct, frozen=True):
    """A decision that cost something: the number of actions before it; the hex that it is about; in words what it was,
    what was lost by it, and what the bot would have done; its cost in points, with the standard error, in so many
    games."""

    at: int
    hex: int
    text: str
    lost: str
    instead: str
    cost: float
    error: float
    games: int


class Moment(Struct, frozen=True):
    """A segment that is looked at: the game as it began, its strokes, the groups of the side then, and what could have
    been done otherwise."""

    game: Game
    passage: Passage
    groups: tuple[Group, ...]
    trials: tuple[Trial, ...]


def moments_of(past: Past, game: Game, side: str, begin: int, end: int) -> list[Moment]:
    """What is to be looked at in a Player Turn, and in the enemy's, between two numbers of actions."""
    found = []
    looked_at = passages(past, game, side, begin, end) + answers(past, game, side, begin, end)
    for passage in sorted(looked_at, key=lambda one: one.at):
        start = past.at(passage.at)
        look = believed(start.look, side)
        groups = groups_of(look, side) or NOBODY
        trials = tuple(trials_of(look, side, passage, groups))
        if trials:
            found.append(Moment(start, passage, groups, trials))
    return found


def measured(costs: list[float]) -> tuple[float, float]:
    """The mean of what was measured in each game, and its standard error, as if one more game had spread by `NOISE`."""
    mean = fmean(costs)
    spread = (NOISE**2 + sum((cost - mean) ** 2 for cost in costs)) / len(costs)
    return round(mean, 2), round((spread / len(costs)) ** 0.5, 2)


Reviewing = Generator[None, None, tuple[Finding, ...]]
"""Stops after every game; at last there are the decisions that cost something, the dearest first."""


class Review(Thought[tuple[Finding, ...]]):
    """Looks at a side's Player Turn and the enemy's after it, from its first decision after `begin` actions to the
    end after `end`."""

    def __init__(self, past: Past, game: Game, side: str, begin: int, end: int) -> None:
        self.side, self.begin, self.end = side, begin, end
        self.records = game.records[:end]
        moments = moments_of(past, game, side, begin, end)
        super().__init__(reviewing(moments, side, LOT + begin), most_games(moments))


def most_games(moments: list[Moment]) -> int:
    """The most games that a review takes."""
    trials = sum(len(moment.trials) for moment in moments)
    return (trials + len(moments)) * SCREENED + min(KEPT, trials) * 2 * JUDGED


class Games:
    """What came of each moment in each imagined game, as it was played and otherwise."""

    def __init__(self, side: str, first_lot: int) -> None:
        self.side, self.first_lot = side, first_lot
        self.found: dict[tuple[int, Trial], dict[int, Played]] = {}

    def play(self, moment: Moment, trial: Trial, number: int) -> bool:
        """Play it in the game of that number; whether that was still to do.

        Raises NotImaginable.
        """
        known = self.found.setdefault((moment.passage.at, trial), {})
        if number in known:
            return False
        known[number] = replay(moment.game, self.side, moment.passage, moment.groups, trial, self.first_lot + number)
        return True

    def of(self, moment: Moment, trial: Trial, numbers: range) -> tuple[list[Played], list[Played]]:
        """The games of those numbers: as it was played, and otherwise."""
        kept, other = (self.found[moment.passage.at, each] for each in (AS_PLAYED, trial))
        return [kept[n] for n in numbers], [other[n] for n in numbers]

    def costs(self, moment: Moment, trial: Trial, numbers: range) -> list[float]:
        """By how much the group in question was better off in each game with something done otherwise."""
        pairs = zip(*self.of(moment, trial, numbers), strict=True)
        return [_worth(other, trial) - _worth(kept, trial) for kept, other in pairs]


def _worth(played: Played, trial: Trial) -> float:
    return sum(played.account(trial.group).values())


def reviewing(moments: list[Moment], side: str, first_lot: int) -> Reviewing:
    """Find the decisions that cost most.

    Raises NotImaginable.
    """
    games = Games(side, first_lot)
    tried = [(moment, trial) for moment in moments for trial in moment.trials]
    first, later = range(SCREENED), range(SCREENED, SCREENED + JUDGED)
    for number in first:
        for moment, trial in tried:
            for each in (AS_PLAYED, trial):
                if games.play(moment, each, number):
                    yield
    screened = [(fmean(games.costs(moment, trial, first)), moment, trial) for moment, trial in tried]
    dear = sorted((one for one in screened if one[0] > 0), key=lambda one: -one[0])[:KEPT]
    for _, moment, trial in dear:
        for number in later:
            for each in (AS_PLAYED, trial):
                if games.play(moment, each, number):
                    yield
    found = [finding(games, moment, trial, later) for _, moment, trial in dear]
    return tuple(sorted((one for one in found if one.cost > LEAST * one.error), key=lambda one: -one.cost))


def finding(games: Games, moment: Moment, trial: Trial, numbers: range) -> Finding:
    """A decision by the games in which it was judged."""
    mean, error = measured(games.costs(moment, trial, numbers))
    kept, other = games.of(moment, trial, numbers)
    look, passage = believed(moment.game.look, games.side), moment.passage
    group = moment.groups[trial.group] if trial.group != ALL else None
    about = trial.hex if trial.hex >= 0 else other[0].added[0] if other[0].added else group.hex if group else -1
    return Finding(
        trial.at if trial.at >= 0 else passage.at,
        about,
        decision_words(look, games.side, passage, group, trial),
        cost_words(*([one.account(trial.group) for one in those] for those in (kept, other))),
        instead_words(look, games.side, passage, group, trial, kept[0], other[0]),
        mean,
        error,
        len(kept),
    )
