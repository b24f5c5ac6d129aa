"""Standing orders: answers with conditions, in an order the side chooses; the first whose conditions hold counts.

Conditions read only what the side may believe. Where one of them cannot be told, the player is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from redball.core.look import Look
from redball.core.world import World
from redball.game.standing.answers import shown_odds, within_reach
from redball.game.standing.asked import Asked

ASK = "ask"
"""The answer of an order that leaves the decision to the player."""
ANY_ODDS = re.compile(r"[1-9][0-9]{0,2}:[1-9][0-9]{0,2}")
IN_FIGHTS = frozenset({"leader", "terrain", "defence", "losses", "option", "retreat"})
"""Questions that come up in combats."""
PAID = frozenset({"payer", "defence"})
"""Questions that come up where something is paid."""
MOST_ORDERS = 40
"""Of one side."""


class When(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The conditions of an order; all that are given must hold. `hexes`: it happens in one of these. `units`: one of
    these, or a unit of one of these formations, is concerned. `odds_from`, `odds_below`: attack to defence ("3:1").
    `supply_from`, `supply_below`: tokens that could pay. `turn_from`, `turn_to`: game turns, both included."""

    hexes: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    odds_from: str = ""
    odds_below: str = ""
    supply_from: int = 0
    supply_below: int = 0
    turn_from: int = 0
    turn_to: int = 0


ALWAYS = When()


class StandingOrder(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An answer to a question of the form where `when` holds; `ask` leaves it to the player."""

    question: str
    answer: str
    when: When = ALWAYS


def holds(asked: Asked, when: When) -> bool | None:
    """Whether the conditions hold at a decision; None if one cannot be told, and no other is known to fail."""
    turn = asked.look.state.clock.turn
    found = [
        not when.hexes or asked.where in when.hexes,
        not when.units or bool(named(asked) & {*when.units}),
        not when.turn_from or turn >= when.turn_from,
        not when.turn_to or turn <= when.turn_to,
        *_bounds(lambda: odds_of(asked), ratio(when.odds_from), ratio(when.odds_below)),
        *_bounds(lambda: Fraction(within_reach(asked)), Fraction(when.supply_from), Fraction(when.supply_below)),
    ]
    return False if False in found else None if None in found else True


def _bounds(number: Callable[[], Fraction | None], least: Fraction, below: Fraction) -> tuple[bool | None, ...]:
    """Whether a number is at least `least` and less than `below`, as far as these are given (not 0)."""
    if not least and not below:
        return ()
    told = number()
    if told is None:
        return (None,)
    return not least or told >= least, not below or told < below


def ratio(odds: str) -> Fraction:
    """Odds as a number, 0 for none.

    >>> ratio("3:1"), ratio("1:2"), ratio("")
    (Fraction(3, 1), Fraction(1, 2), Fraction(0, 1))
    """
    attack, _, defence = odds.partition(":")
    return Fraction(int(attack), int(defence)) if odds else Fraction(0)


def odds_of(asked: Asked) -> Fraction | None:
    """Attack to defence in the combat at hand: as announced, before that by what the side can see; as if the defence
    paid, while it is asked whether it does. None outside of a combat, and where the side sees nobody who attacks."""
    fight = asked.fight
    if fight is None:
        return None
    if fight.odds is not None:
        return strengths(fight.odds.attack, fight.odds.defend)
    if not any(map(asked.knows, fight.attackers)):
        return None
    shown = shown_odds(asked, fight, () if asked.at == "combat.defender_supply" else None).odds
    return strengths(shown.attack, shown.defend)


def strengths(attack: str, defend: str) -> Fraction | None:
    """One strength to another, as players write them; None against a strength of 0.

    >>> strengths("13 1/2", "4.5"), strengths("3", "0")
    (Fraction(3, 1), None)
    """
    ours, theirs = (sum(map(Fraction, text.split()), Fraction(0)) for text in (attack, defend))
    return ours / theirs if theirs else None


def named(asked: Asked) -> set[str]:
    """Own units that a decision concerns, and their formations."""
    units = [asked.unit(uid) for uid in asked.concerned if asked.knows(uid)]
    return {unit.id for unit in units} | {asked.look.counter(unit).formation for unit in units} - {""}


def names_of(look: Look, side: str) -> dict[str, str]:
    """What `units` of a condition may name: ids of a side's units and its formations, each with its name in words."""
    units = [unit for unit in look.state.units.values() if unit.side == side]
    formations = {look.counter(unit).formation for unit in units} - {""}
    return {unit.id: look.counter(unit).called for unit in units} | {name: name for name in formations}


def refuse_order(world: World, order: StandingOrder) -> None:
    """Refuse conditions that make no sense for a question.

    Raises ValueError with one sentence.
    """
    when, name = order.when, order.question
    for odds in filter(None, (when.odds_from, when.odds_below)):
        if not ANY_ODDS.fullmatch(odds):
            raise ValueError(f"{odds[:20]!r} are no odds: write them like 3:1")
        if name not in IN_FIGHTS:
            raise ValueError(f"the odds are no condition for {name!r}, which does not come up in a combat alone")
    if (when.supply_from or when.supply_below) and name not in PAID:
        raise ValueError(f"supply is no condition for {name!r}, where nothing is paid")
    if min(when.supply_from, when.supply_below, when.turn_from, when.turn_to) < 0:
        raise ValueError("numbers of a condition are not negative")
    if len(when.hexes) + len(when.units) > MOST_ORDERS:
        raise ValueError(f"a condition names at most {MOST_ORDERS} hexes and units")
    for hex_ in when.hexes:
        if not 0 <= hex_ < world.board.size:
            raise ValueError(f"there is no hex {hex_} on this map")
