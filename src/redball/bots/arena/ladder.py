"""The ladder: who is stronger, by how much, and how sure that is.

A draw counts half. Elo numbers are those under which the games that were played are most probable, after half a win
and half a loss more between any two bots that met (else a bot that won everything would have no number); their mean is
zero. Games by one seed, from both sides, belong together: the intervals come from weighing such groups anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import log10
from random import Random
from statistics import NormalDist

from msgspec import Struct

from redball.bots.arena.rounds import Played
from redball.rules.sequence.victory import DRAW

SURE = NormalDist().inv_cdf(0.975)
"""Standard errors to either side of an interval of 95 %."""
DRAWN_AGAIN = 400
"""How many times the games are weighed anew for intervals of Elo."""
Spread = dict[str, list[float]]
ROUNDS = 200
"""The most rounds until the numbers stand."""
CLOSE = 1e-6


class Share(Struct, frozen=True):
    """Won, drawn, lost; the share won, draws as halves, with Wilson's interval of 95 %."""

    won: int
    drawn: int
    lost: int
    share: float
    low: float
    high: float


class Place(Struct, frozen=True):
    """A bot's place: its Elo with an interval of 95 %, its games, seconds a game (both bots together), and how many it
    lost by a mistake of its own."""

    bot: str
    elo: float
    low: float
    high: float
    games: Share
    seconds: float
    broken: int


class Duel(Struct, frozen=True):
    """What one bot made against another, or at one table."""

    bot: str
    against: str
    table: str
    games: Share
    points: float
    """Points more than the other's, a game."""


class Balance(Struct, frozen=True):
    """How a table treats its first side, whoever plays it."""

    table: str
    side: str
    games: Share


class Ladder(Struct, frozen=True):
    """The whole result: places from the strongest down, duels of all tables together and of each, balance."""

    games: int
    places: list[Place]
    duels: list[Duel]
    balance: list[Balance]
    broken: list[str]


def ladder(games: Sequence[Played], seed: int = 1) -> Ladder:
    """Count games. `seed` decides the weights that intervals come from; the same games give the same ladder."""
    bots = list(dict.fromkeys(bot for each in games for bot in each.meeting.bots))
    elo, spread = numbers(bots, games, Random(seed))
    places = [
        Place(
            bot,
            round(elo[bot], 1),
            round(quantile(spread[bot], 0.025), 1),
            round(quantile(spread[bot], 0.975), 1),
            share_of(score(each, place) for each in games for place in places_of(each, bot)),
            round(mean([each.result.seconds for each in games if bot in each.meeting.bots]), 2),
            sum(bool(each.broken) and loser(each) == bot for each in games),
        )
        for bot in bots
    ]
    places.sort(key=lambda place: -place.elo)
    order = [place.bot for place in places]
    return Ladder(
        len(games),
        places,
        [duel for i, bot in enumerate(order) for other in order[i + 1 :] for duel in duels(games, bot, other)],
        balances(games),
        [each.broken for each in games if each.broken],
    )


def score(game: Played, place: int) -> float:
    """What the game is worth to the bot of that place: 1, 0.5 or 0."""
    if game.result.winner == DRAW:
        return 0.5
    return float(list(game.result.points)[place] == game.result.winner)


def places_of(game: Played, bot: str) -> list[int]:
    """Where the bot sat; nowhere counts if it played against itself."""
    first, second = game.meeting.bots
    return [] if first == second else [place for place, name in enumerate((first, second)) if name == bot]


def loser(game: Played) -> str:
    """The bot that lost."""
    return game.meeting.bots[0 if score(game, 0) == 0 else 1]


def share_of(scores: Iterable[float]) -> Share:
    """Count scores.

    >>> share_of([1, 1, 0.5, 0])
    Share(won=2, drawn=1, lost=1, share=0.625, low=0.219, high=0.908)
    """
    counted = Counter(scores)
    won, drawn, lost = counted[1], counted[0.5], counted[0]
    low, high = wilson(won + drawn / 2, won + drawn + lost)
    share = (won + drawn / 2) / max(1, won + drawn + lost)
    return Share(won, drawn, lost, round(share, 3), round(low, 3), round(high, 3))


def wilson(won: float, of: int) -> tuple[float, float]:
    """Wilson's interval of a share, of 95 %.

    >>> wilson(0, 0)
    (0.0, 1.0)
    >>> [round(end, 3) for end in wilson(5, 10)]
    [0.237, 0.763]
    """
    if not of:
        return 0.0, 1.0
    share, square = won / of, SURE * SURE
    middle = share + square / (2 * of)
    half = SURE * (share * (1 - share) / of + square / (4 * of * of)) ** 0.5
    return (middle - half) / (1 + square / of), (middle + half) / (1 + square / of)


# --- Elo -------------------------------------------------------------------------------------------------------------

Beaten = defaultdict[tuple[str, str], float]
"""How often a bot beat another; a draw is half a win for each."""


def elo_of(bots: Sequence[str], beaten: Beaten) -> dict[str, float]:
    """Elo numbers of mean zero, by Hunter's iteration. Everybody who met must have won something."""
    won = {bot: sum(times for (winner, _), times in beaten.items() if winner == bot) for bot in bots}
    met = {bot: [(other, beaten[bot, other] + beaten[other, bot]) for other in bots if other != bot] for bot in bots}
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        before = strength
        strength = {
            bot: won[bot] / sum(times / (before[bot] + before[other]) for other, times in met[bot]) if won[bot] else 1.0
            for bot in bots
        }
        scale = 10 ** mean([log10(value) for value in strength.values()])
        strength = {bot: value / scale for bot, value in strength.items()}
        if all(abs(strength[bot] - before[bot]) <= CLOSE * before[bot] for bot in bots):
            break
    return {bot: 400 * log10(value) for bot, value in strength.items()}


def numbers(bots: Sequence[str], games: Sequence[Played], random: Random) -> tuple[dict[str, float], Spread]:
    """Elo numbers, and as many others as games of other weights make (a Bayesian bootstrap).

    Games of a table, a seed and a pair of bots share a weight, drawn from Exp(1); the half wins that everybody gets
    have Gamma(1/2). For two bots and single games that is Jeffreys' interval of a share.
    """
    groups: defaultdict[object, list[Played]] = defaultdict(list)
    for game in games:
        meeting = game.meeting
        if len(set(meeting.bots)) > 1:
            groups[meeting.table, meeting.seed, frozenset(meeting.bots)].append(game)
    pairs = {group[0].meeting.bots for group in groups.values()}
    met = sorted(pairs | {(second, first) for first, second in pairs})
    elo = elo_of(bots, weighed([(1.0, group) for group in groups.values()], [(0.5, a, b) for a, b in met]))
    spread: Spread = {bot: [] for bot in bots}
    for _ in range(DRAWN_AGAIN):
        games_again = [(random.expovariate(1.0), group) for group in groups.values()]
        given = [(random.gammavariate(0.5, 1.0), a, b) for a, b in met]
        for bot, value in elo_of(bots, weighed(games_again, given)).items():
            spread[bot].append(value)
    return elo, spread


def weighed(groups: Iterable[tuple[float, list[Played]]], given: Iterable[tuple[float, str, str]]) -> Beaten:
    """Who beat whom, with weights."""
    beaten: Beaten = defaultdict(float)
    for weight, winner, other in given:
        beaten[winner, other] += weight
    for weight, group in groups:
        for game in group:
            first, second = game.meeting.bots
            beaten[first, second] += weight * score(game, 0)
            beaten[second, first] += weight * score(game, 1)
    return beaten


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which that part of the values lies.

    >>> quantile([3, 1, 2], 0.5)
    2
    """
    return sorted(values)[round(part * (len(values) - 1))]


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


# --- duels and balance -----------------------------------------------------------------------------------------------


def duels(games: Sequence[Played], bot: str, other: str) -> list[Duel]:
    """What a bot made against another: at all tables together, then at each if there are several."""
    both = [game for game in games if set(game.meeting.bots) == {bot, other}]
    tables = list(dict.fromkeys(game.meeting.table for game in both))
    parts = [("", both)]
    if len(tables) > 1:
        parts += [(table.label, [game for game in both if game.meeting.table == table]) for table in tables]
    return [
        Duel(
            bot,
            other,
            label,
            share_of(score(game, game.meeting.bots.index(bot)) for game in part),
            round(mean([margin(game, game.meeting.bots.index(bot)) for game in part]), 2),
        )
        for label, part in parts
        if part
    ]


def margin(game: Played, place: int) -> int:
    """Points more than the other side's."""
    points = list(game.result.points.values())
    return points[place] - points[1 - place]


def balances(games: Sequence[Played]) -> list[Balance]:
    """How each table treats its first side."""
    tables = dict.fromkeys(game.meeting.table for game in games)
    found = []
    for table in tables:
        part = [game for game in games if game.meeting.table == table]
        found.append(Balance(table.label, next(iter(part[0].result.points)), share_of(score(g, 0) for g in part)))
    return found
