"""The Air Combat that is open, as the arithmetic has it, and everything that it can still come to: as it stands,
without an aircraft that aborts, with two that are to fight next, and if a Fighter intercepts.

From then on each side sends its best rating and nobody aborts, as in `rules.air.combat`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from redball.charts import Charts
from redball.core.chances import Spread, spread_of
from redball.core.look import Look
from redball.editions.new_ocs import air_rounds
from redball.editions.new_ocs.air_rounds import Rounds
from redball.editions.v1992 import doubling as doubling_up
from redball.editions.v1992.air import RESULTS, allowed_doubles
from redball.editions.v1992.charts import AirToAir, DoublingUp
from redball.rules.air import dogfight
from redball.rules.air.combat import AirBattle, AirCombat, Aircraft, Standing, best
from redball.rules.air.dogfight import COMBAT, Dogfight
from redball.rules.air.outcomes import Outcomes
from redball.rules.air.points import AIR_COMBAT
from redball.rules.ground.air_force import Plane, active_at, is_fighter

BEFORE = ("disclose", "before_first", "before_second")
"""Steps of an Air Combat before its first round."""

Pair = tuple[Plane, ...]


class Fight(NamedTuple):
    """An Air Combat between two rounds: the aircraft of the side that `begins` and of the other, which of the two sides
    attacks in this round (0 or 1), who can be sent and who can meet it, who fights this round already; whether there
    was a round (`begun`)."""

    begins: str
    hex: int
    planes: tuple[Pair, Pair]
    standing: Standing
    rules: AirCombat
    attacks: int
    able: tuple[Pair, Pair]
    chosen: frozenset[str] = frozenset()
    begun: bool = True

    @property
    def goes_on(self) -> bool:
        """Whether there is another round."""
        return self.rules.goes_on(self.standing)


def fight_of(look: Look, data: Dogfight | Rounds) -> Fight:
    """The combat of a record; pass a look with only what its side may know."""
    if isinstance(data, Rounds):
        return _one_round_each(look, data)
    enemy = look.enemy(data.begins)
    planes = (active_at(look, data.hex, data.begins), active_at(look, data.hex, enemy))
    attacks = 0 if dogfight.can_attack(look, data.hex, data.begins) else 1
    sides = (data.begins, enemy)
    able = (dogfight.can_attack(look, data.hex, sides[attacks]), planes[1 - attacks])
    chosen = frozenset(filter(None, (data.sent, data.met, *data.beside)))
    begun = _begun(look)
    standing = replace(dogfight.standing(look, data), doubling=data.doubling if begun else doubling(look, planes))
    rules = look.policies[AIR_COMBAT](data.sweep)
    return Fight(data.begins, data.hex, planes, standing, rules, attacks, able, chosen, begun)


def _begun(look: Look) -> bool:
    """Whether the rounds of the Air Combat have begun, so that it is known how often sides double up."""
    step = next((frame.step for frame in reversed(look.state.stack) if frame.procedure == COMBAT.name), "")
    return step not in BEFORE


def _one_round_each(look: Look, data: Rounds) -> Fight:
    able = air_rounds.able(look, data), air_rounds.targets(look, data)
    planes = able[0], air_rounds.defenders(look, data)
    chosen = frozenset(filter(None, (data.sent, data.met)))
    rules = look.policies[AIR_COMBAT](not data.task)
    return Fight(data.side, data.hex, planes, rated(look, data.hex, planes), rules, 0, able, chosen)


def intercepted(look: Look, side: str, hex_: int, fighters: Pair, mission: Pair) -> Fight:
    """What begins if these Fighters of a side meet a mission at a hex."""
    planes = fighters, mission
    standing = replace(rated(look, hex_, planes), doubling=doubling(look, planes))
    return Fight(side, hex_, planes, standing, look.policies[AIR_COMBAT](False), 0, planes)


def rated(look: Look, hex_: int, planes: tuple[Pair, Pair]) -> Standing:
    """Both sides as the arithmetic has them."""
    one, other = (tuple([dogfight.rated(look, plane, hex_) for plane in side]) for side in planes)
    return Standing((one, other))


def may_double(look: Look) -> bool:
    """Whether the charts let a side send two aircraft against one (1992)."""
    return look.world.charts.has(DoublingUp)


def doubling(look: Look, sides: Sequence[Pair]) -> tuple[int, int]:
    """1992: how often each side may send two aircraft against one, by its Fighters as the rounds begin
    (E92-air-doubling-availability)."""
    if not may_double(look):
        return 0, 0
    fighters = [[plane for plane in side if is_fighter(look.world, plane)] for side in sides]
    ours, theirs = (sum(1 if plane.steps_lost else 2 for plane in side) for side in fighters)
    return allowed_doubles(look.world.charts, ours, theirs)


# --- what may come of it -------------------------------------------------------------------------------------------


class Prospects:
    """What the combats of a position come to; those that stand alike are counted once."""

    def __init__(self, charts: Charts, rules: AirCombat) -> None:
        self._charts, self._rules = charts, rules
        self._outcomes = Outcomes(charts, rules)
        self._known: dict[Standing, Spread[AirBattle]] = {}

    def of(self, standing: Standing) -> Spread[AirBattle]:
        """Rounds to the end."""
        if standing not in self._known:
            self._known[standing] = self._outcomes.battle(standing)
        return self._known[standing]

    def of_pair(self, fight: Fight, ours: Iterable[str], theirs: Iterable[str]) -> Spread[AirBattle]:
        """The next round between these aircraft of the attacker and of the defender, then rounds to the end."""
        ids = {*ours, *theirs}
        picked, rest = _those(fight, ids), _others(fight, ids)
        twos = len(picked[0]) > 1, len(picked[1]) > 1
        alone = Standing(picked, doubling=(int(twos[0]), int(twos[1])))
        before = fight.standing
        doubling = (before.doubling[0] - twos[0], before.doubling[1] - twos[1])

        def back(after: Standing) -> Standing:
            sides = (rest[0] + after.sides[0], rest[1] + after.sides[1])
            lost = (after.lost[0] + before.lost[0], after.lost[1] + before.lost[1])
            flown = after.flown_home + before.flown_home
            return replace(after, sides=sides, lost=lost, flown_home=flown, doubling=doubling)

        return spread_of(lambda throw: back(self._rules.after_round(self._charts, alone, throw))).then(self.of)


def _those(fight: Fight, ids: Container[str]) -> tuple[tuple[Aircraft, ...], tuple[Aircraft, ...]]:
    one, other = (
        tuple([one for one, plane in zip(rated, planes, strict=True) if plane.id in ids])
        for rated, planes in zip(fight.standing.sides, fight.planes, strict=True)
    )
    return one, other


def _others(fight: Fight, ids: Container[str]) -> tuple[tuple[Aircraft, ...], tuple[Aircraft, ...]]:
    return _those(fight, {plane.id for side in fight.planes for plane in side if plane.id not in ids})


def without(look: Look, fight: Fight, pid: str) -> Standing:
    """The standing once that aircraft has aborted. Before the first round it does not count for doubling up either."""
    left = replace(fight.standing, sides=_others(fight, (pid,)))
    if fight.begun:
        return left
    planes = [tuple([plane for plane in side if plane.id != pid]) for side in fight.planes]
    return replace(left, doubling=doubling(look, planes))


def opponent(look: Look, fight: Fight, *, attacks: bool) -> str:
    """Who fights this round on one of its sides: the chosen one, or the best rating that can."""
    there = fight.able[0 if attacks else 1]
    chosen = [plane.id for plane in there if plane.id in fight.chosen]
    if chosen or not there:
        return chosen[0] if chosen else ""
    return there[best(tuple([dogfight.rated(look, plane, fight.hex) for plane in there]), attacks=attacks)].id


def partner(look: Look, fight: Fight, place: int, first: list[str]) -> list[str]:
    """1992: who would fight beside the first aircraft of the attacker (0) or the defender (1): the best of the others,
    if its side may double up."""
    side = fight.attacks if place == 0 else 1 - fight.attacks
    others = [plane for plane in fight.able[place] if plane.id not in first]
    if not fight.standing.doubling[side] or len(first) > 1 or not others:
        return []
    able = tuple([dogfight.rated(look, plane, fight.hex) for plane in others])
    return [others[best(able, attacks=place == 0)].id]


def _roll_of(look: Look, fight: Fight, pid: str) -> int:
    """The modified roll of one of two attackers."""
    data = look.state.stack[-1].data
    return int(data.rolls[doubling_up.attackers(look, data).index(pid)])


def rolled(look: Look, fight: Fight, pid: str) -> str:
    """1992: what one of two attacks comes to, in words."""
    roll = _roll_of(look, fight, pid)
    read = str(look.world.charts.table(AirToAir).read("main", roll))
    return f"{roll}, {read.replace('_', ' ')}"


def used(look: Look, fight: Fight, pid: str) -> Standing:
    """1992: the standing if that attack counts; of two defenders the better one is hit."""
    data = look.state.stack[-1].data
    read = str(look.world.charts.table(AirToAir).read("main", _roll_of(look, fight, pid)))
    (aborts, lost), (driven, hit) = RESULTS[read]
    other = doubling_up.defenders(look, data)
    side = fight.attacks
    gone: list[tuple[int, tuple[int, ...], int]] = []
    if aborts:
        gone.append((side, (_place(fight, side, pid),), lost))
    if driven:
        gone.append((1 - side, tuple([_place(fight, 1 - side, one) for one in other]), hit))
    left = list(fight.standing.doubling)
    left[side] -= 1
    left[1 - side] -= len(other) > 1
    return fight.standing.after(gone, doubling=(left[0], left[1]))


def _place(fight: Fight, side: int, pid: str) -> int:
    return next(i for i, plane in enumerate(fight.planes[side]) if plane.id == pid)
