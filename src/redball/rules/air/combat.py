"""Air Combat as a procedure without a board: rounds between one aircraft of each side until only one side is left.

Here each side sends the best rating that it may, and nobody aborts beforehand. On the board owners choose both
(`dogfight`, which reads its rounds and its end here). Parenthesized ratings never attack (14.3a).

Cases: 14.3a, 14.3b
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import Charts
from redball.core.chances import (
    PIPS,
    SUMS,
    Courses,
    Spread,
    Throw,
    courses_of_one,
    courses_of_two,
)


class Aircraft(Struct, frozen=True):
    """An aircraft in an Air Combat: its rating, whether that is parenthesized, whether it has lost a step, whether it
    fights over an air base of its side where that counts (HR-13)."""

    rating: int
    parenthesized: bool = False
    reduced: bool = False
    home: bool = False


class Round(Struct, frozen=True):
    """One round: the modified roll, who aborts, whether those who abort lose a step."""

    roll: int
    result: str
    loss: bool


class AirBattle(Struct, frozen=True):
    """How an Air Combat ended: aircraft that stayed and steps lost, of each side; "" where nobody could attack."""

    attackers_left: int
    defenders_left: int
    attacker_losses: int
    defender_losses: int
    winner: str


def throw_round(charts: Charts, attacker: int, defender: int, throw: Throw) -> Round:
    """14.3e-C: two dice with the attacker's rating less the defender's, then the loss die."""
    return read_round(charts, attacker - defender, throw.two("dice"), throw.one("loss"))


def read_round(charts: Charts, more: int, dice: int, loss: int) -> Round:
    """14.3e-C, 14.3b: the dice of a round, which nothing modifies but the two ratings (`more`)."""
    return Round(dice + more, result_of(charts, dice + more), loses(charts, loss))


def result_of(charts: Charts, roll: int) -> str:
    """The result of a modified roll."""
    return str(charts.air_combat.read("main", roll))


def loses(charts: Charts, die: int, *, home: bool = False) -> bool:
    """Whether those that abort lose a step on this loss die, or those over an air base of their side (HR-13)."""
    table = charts.air_combat
    return table.read("loss_die", die + (table.over_own_base if home else 0)) == "step_loss"


def costs(charts: Charts, die: int) -> tuple[bool, bool]:
    """Whether a loss die costs a step, away from an air base of one's side and over it where that counts (HR-13)."""
    return loses(charts, die), loses(charts, die, home=True)


def best(aircraft: tuple[Aircraft, ...], *, attacks: bool) -> int:
    """The place of the aircraft that its owner sends."""
    able = [i for i, one in enumerate(aircraft) if not (attacks and one.parenthesized)]
    return max(able, key=lambda i: (aircraft[i].rating, -i))


def fit(aircraft: tuple[Aircraft, ...]) -> bool:
    """Whether some aircraft of this side could attack (14.3a)."""
    return any(not one.parenthesized for one in aircraft)


class Standing(Struct, frozen=True):
    """An Air Combat between two rounds: aircraft that are still there and steps lost, attacker first.

    `flown_home` counts aircraft of the attacker that had their round and left without being driven off, where an
    edition lets each fight once. `doubling` is how many more rounds each side may send two aircraft.
    """

    sides: tuple[tuple[Aircraft, ...], tuple[Aircraft, ...]]
    lost: tuple[int, int] = (0, 0)
    flown_home: int = 0
    doubling: tuple[int, int] = (0, 0)

    def after(self, hit: Iterable[tuple[int, tuple[int, ...], int]], **more: Any) -> Standing:
        """The next one: for each `(side, places, steps)` these aircraft of a side are gone, with steps lost."""
        sides, lost = list(self.sides), list(self.lost)
        for side, places, steps in hit:
            sides[side] = tuple(plane for i, plane in enumerate(sides[side]) if i not in places)
            lost[side] += steps
        return replace(self, sides=(sides[0], sides[1]), lost=(lost[0], lost[1]), **more)


class AirCombat(NamedTuple):
    """How Air Combats go in an edition: whether there is another round, the round, and perhaps a faster way to
    everything that it can leave than walking its dice."""

    goes_on: Callable[[Standing], bool]
    after_round: Callable[[Charts, Standing, Throw], Standing]
    each_round: Callable[[RoundDice, Standing], Mapping[Standing, int]] | None = None


def goes_on(standing: Standing) -> bool:
    """Both sides are there, and one of them can attack."""
    return bool(standing.sides[0] and standing.sides[1]) and (fit(standing.sides[0]) or fit(standing.sides[1]))


def pairing(standing: Standing) -> tuple[tuple[int, int], tuple[int, int]]:
    """The attacker and the target, by side and place of aircraft; sides swap while only the defender can attack
    (14.3c)."""
    first = 0 if fit(standing.sides[0]) else 1
    pair = (first, 1 - first)
    return pair, (best(standing.sides[pair[0]], attacks=True), best(standing.sides[pair[1]], attacks=False))


def after_round(charts: Charts, standing: Standing, throw: Throw) -> Standing:
    """One more round, until a side is alone or neither can attack."""
    pair, places = pairing(standing)
    result = result_of(charts, throw.two("dice") + advantage(standing, pair, places))
    return fallen(standing, pair, places, result, costs(charts, throw.one("loss")))


def advantage(standing: Standing, pair: tuple[int, int], places: tuple[int, int]) -> int:
    """The rating of the attacker less that of the target."""
    attacker, target = (standing.sides[side][place].rating for side, place in zip(pair, places, strict=True))
    return attacker - target


def fallen(
    standing: Standing, pair: tuple[int, int], places: tuple[int, int], result: str, costs: tuple[bool, bool]
) -> Standing:
    """The standing after that result of a round and what its loss die costs."""
    gone = zip(pair, places, aborting(result), strict=True)
    return standing.after(
        (side, (place,), int(costs[standing.sides[side][place].home])) for side, place, aborts in gone if aborts
    )


class RoundDice:
    """The different results of the dice of rounds, by the advantage of the attacker; each is read once."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts
        self._losses: dict[tuple[bool, bool], int] = {}
        for die in PIPS:
            cost = costs(charts, die)
            self._losses[cost] = self._losses.get(cost, 0) + 1
        self._results: dict[int, dict[str, int]] = {}

    def standings(self, more: int, after: Callable[[str, tuple[bool, bool]], Standing]) -> dict[Standing, int]:
        """In how many of 216 throws a round leaves each standing: the one `after` a result and what the loss die
        costs."""
        results = self._results.get(more)
        if results is None:
            results = self._results[more] = Spread(SUMS).map(lambda dice: result_of(self._charts, dice + more)).ways
        found: dict[Standing, int] = {}
        for result, ways in results.items():
            for cost, times in self._losses.items():
                left = after(result, cost)
                found[left] = found.get(left, 0) + ways * times
        return found


def each_round(dice: RoundDice, standing: Standing) -> dict[Standing, int]:
    """Every `after_round`, with its different results only, and in how many of 216 throws."""
    pair, places = pairing(standing)
    return dice.standings(advantage(standing, pair, places), partial(fallen, standing, pair, places))


def round_courses(charts: Charts, more: int) -> Courses:
    """The different results of the dice of a round with that advantage of the attacker."""
    results = courses_of_two(lambda dice: result_of(charts, dice + more))
    losses = courses_of_one(lambda die: loses(charts, die))
    return tuple((dice + loss, chance * share) for dice, chance in results for loss, share in losses)


SERIES = AirCombat(goes_on, after_round, each_round)


def ended(standing: Standing) -> AirBattle:
    """How it ended."""
    one, other = standing.sides
    stayed = len(one) + standing.flown_home
    winner = "attacker" if stayed and not other else "defender" if other and not stayed else ""
    return AirBattle(stayed, len(other), *standing.lost, winner)


def throw_battle(charts: Charts, standing: Standing, throw: Throw, rules: AirCombat = SERIES) -> AirBattle:
    """Rounds to the end."""
    while rules.goes_on(standing):
        standing = rules.after_round(charts, standing, throw)
    return ended(standing)


def aborting(result: str) -> tuple[bool, bool]:
    """Whether the attacking and the defending aircraft abort."""
    return result in ("attacker_aborts", "both_abort"), result in ("defender_aborts", "both_abort")


def air_combat(sweep: bool) -> AirCombat:
    """Rounds until one side is alone, whoever sought the fight (14.3e)."""
    return SERIES


def interception_reach(charts: Charts, patrolling: bool) -> int:
    """Fighters on patrol intercept within their Patrol Zone, others do not (14.5)."""
    return charts.air_transport_limits.patrol_zone_hexes if patrolling else 0


POLICIES = {"air_combat": air_combat, "interception_reach": interception_reach}
