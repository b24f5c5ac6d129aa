"""Air Combat as a procedure without a board: rounds between one aircraft of each side until only one side is left.

Which aircraft fight is a choice of their owners: here each side sends the best rating that it may, and nobody aborts
beforehand (14.3d). Parenthesized ratings never attack (14.3a).

Missions are to call it: until they do, its rows (14.3e) wait in the index.
"""

from __future__ import annotations

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Spread, Throw, spread_of


class Aircraft(Struct, frozen=True):
    """An aircraft in an Air Combat: its rating, and whether that is parenthesized."""

    rating: int
    parenthesized: bool = False


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
    roll = throw.two("dice") + attacker - defender
    loss = charts.air_combat.read("loss_die", throw.one("loss")) == "step_loss"
    return Round(roll, str(charts.air_combat.read("main", roll)), loss)


def best(aircraft: tuple[Aircraft, ...], *, attacks: bool) -> int:
    """The place of the aircraft that its owner sends."""
    able = [i for i, one in enumerate(aircraft) if not (attacks and one.parenthesized)]
    return max(able, key=lambda i: (aircraft[i].rating, -i))


def fit(aircraft: tuple[Aircraft, ...]) -> bool:
    """Somebody of this side could attack (14.3a)."""
    return any(not one.parenthesized for one in aircraft)


class Standing(Struct, frozen=True):
    """An Air Combat between two rounds: aircraft that are still there and steps lost, attacker first."""

    sides: tuple[tuple[Aircraft, ...], tuple[Aircraft, ...]]
    lost: tuple[int, int] = (0, 0)

    @property
    def goes_on(self) -> bool:
        """Both sides are there, and one of them can attack."""
        return bool(self.sides[0] and self.sides[1]) and (fit(self.sides[0]) or fit(self.sides[1]))


def after_round(charts: Charts, standing: Standing, throw: Throw) -> Standing:
    """One more round; the sides swap while only the defender can attack (14.3c)."""
    sides, lost = list(standing.sides), list(standing.lost)
    first = 0 if fit(sides[0]) else 1
    pair = (first, 1 - first)
    places = best(sides[pair[0]], attacks=True), best(sides[pair[1]], attacks=False)
    fought = throw_round(charts, sides[pair[0]][places[0]].rating, sides[pair[1]][places[1]].rating, throw)
    for side, place, aborts in zip(pair, places, aborting(fought.result), strict=True):
        if aborts:
            lost[side] += int(fought.loss)
            sides[side] = sides[side][:place] + sides[side][place + 1 :]
    return Standing((sides[0], sides[1]), (lost[0], lost[1]))


def ended(standing: Standing) -> AirBattle:
    """How it ended."""
    one, other = standing.sides
    winner = "attacker" if one and not other else "defender" if other and not one else ""
    return AirBattle(len(one), len(other), *standing.lost, winner)


def throw_battle(
    charts: Charts, attackers: tuple[Aircraft, ...], defenders: tuple[Aircraft, ...], throw: Throw
) -> AirBattle:
    """Rounds until a side is alone or neither can attack."""
    standing = Standing((attackers, defenders))
    while standing.goes_on:
        standing = after_round(charts, standing, throw)
    return ended(standing)


def battle_spread(
    charts: Charts, attackers: tuple[Aircraft, ...], defenders: tuple[Aircraft, ...]
) -> Spread[AirBattle]:
    """Every way that a battle can go, round by round: what stands alike is counted together.

    The plain version is `spread_of(throw_battle)`; a test compares them.
    """

    def following(standing: Standing) -> Spread[Standing]:
        if not standing.goes_on:
            return Spread.sure(standing)
        return spread_of(lambda throw: after_round(charts, standing, throw))

    standings = Spread.sure(Standing((attackers, defenders)))
    while any(standing.goes_on for standing in standings.ways):
        standings = standings.then(following)
    return standings.map(ended)


def aborting(result: str) -> tuple[bool, bool]:
    """Whether the attacking and the defending aircraft abort."""
    return result in ("attacker_aborts", "both_abort"), result in ("defender_aborts", "both_abort")
