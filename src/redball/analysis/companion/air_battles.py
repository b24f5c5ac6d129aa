"""Air Combats for the companion: those of the series, of 1992 with doubling up, of New OCS with one round each."""

from __future__ import annotations

import functools
import re

from msgspec.structs import replace

from redball.analysis.companion.kinds import Asked, AskError
from redball.analysis.companion.questions import AirCombatOf1992, AirCombatQuestion, OneRoundEach
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Line
from redball.rules.air.combat import SERIES, AirBattle, AirCombat, Aircraft, Standing, throw_battle
from redball.rules.air.outcomes import Outcomes

RATING = re.compile(r"(?:(\d+)|\((\d+)\))(r?)")


def aircraft(text: str, steps: bool = False) -> tuple[Aircraft, ...]:
    """`4,(2)` as aircraft; where `steps` matter, `4r` is a reduced one.

    Raises AskError.

    >>> [(plane.rating, plane.parenthesized) for plane in aircraft("4,(2)")]
    [(4, False), (2, True)]
    """
    found = [RATING.fullmatch(part.strip()) for part in text.split(",")]
    if len(found) > 8 or not all(m and (steps or not m[3]) for m in found):
        like = "4,(2),3r" if steps else "4,(2),3"
        raise AskError(f"ratings are up to eight numbers like {like}, not {text!r}")
    return tuple(Aircraft(int(m[1] or m[2]), m[1] is None, bool(m[3])) for m in found if m)


def make_air_combat(charts: Charts, asked: AirCombatQuestion) -> Asked:
    """Both sides laid out."""
    policy = "each side sends its best rating, nobody aborts beforehand"
    return air_battle(charts, met(asked.attackers, asked.defenders), SERIES, policy, Source("14.3e-C", "air_combat"))


def met(attackers: str, defenders: str, steps: bool = False) -> Standing:
    """Two sides as they meet. Raises AskError."""
    one, other = aircraft(attackers, steps), aircraft(defenders, steps)
    if len(one) + len(other) > 5:
        raise AskError("together up to five aircraft: more make too many ways to count")
    return Standing((one, other))


def air_battle(charts: Charts, standing: Standing, rules: AirCombat, policy: str, source: Source) -> Asked:
    """An Air Combat to its end by the rules of some edition; `policy` says what its players choose."""
    ledger = tuple(
        Line(("({})" if p.parenthesized else "{}").format(p.rating), f"Air Combat Rating, {side}", source.case)
        for side, planes in zip(("attacker", "defender"), standing.sides, strict=True)
        for p in planes
    )

    def procedure(throw: Throw) -> AirBattle:
        return throw_battle(charts, standing, throw, rules)

    expected = dict.fromkeys(("attacker_losses", "defender_losses"), source)
    spread = functools.partial(Outcomes(charts, rules).battle, standing)
    return Asked({"policy": policy}, ledger, procedure, spread=spread, expected=expected)


def make_of_1992(charts: Charts, asked: AirCombatOf1992) -> Asked:
    """Both sides laid out, and how often each may double up."""
    from redball.editions.v1992 import air as v1992

    standing = met(asked.attackers, asked.defenders, steps=True)
    if asked.doubling:
        standing = replace(standing, doubling=v1992.doubled_combats(charts, standing.sides))
    policy = "each side sends its best ratings and doubles up as often as it may, nobody aborts beforehand"
    source = Source("E92-air-combat", "air_to_air")
    ready = air_battle(charts, standing, v1992.ROUNDS, policy, source)
    one, other = standing.doubling
    return replace(ready, head=ready.head | {"doubled_combats": {"attacker": one, "defender": other}})


def make_one_round(charts: Charts, asked: OneRoundEach) -> Asked:
    """Both sides laid out."""
    from redball.editions.new_ocs import air as new_ocs

    standing = met(asked.attackers, asked.defenders)
    if any(plane.parenthesized for plane in standing.sides[0]):
        raise AskError("only fighters intercept and sweep: ratings of attackers are not parenthesized")
    policy = "attackers fight in their order, against the best fighter while there is one"
    return air_battle(charts, standing, new_ocs.air_combat(asked.sweep), policy, Source("N14.3-once", "air_combat"))
