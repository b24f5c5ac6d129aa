"""Odds after moves that nobody has made: "if these units stood there, what would an attack on that hex be?"

Pass a look with only what the side may know. Nothing is moved: each question gets a look of its own, shared by
questions with the same places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from redball.analysis.bounds import Attack
from redball.analysis.ground import CombatAnswer, combat_answer
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.combat.odds import OddsPreview, preview


class Question(NamedTuple):
    """An attack, and where units would stand for it: hex by unit."""

    places: Mapping[str, int]
    attack: Attack


def standing_at(look: Look, places: Mapping[str, int]) -> Look:
    """The look at the same position with some units elsewhere, as they are otherwise. Occupation and ZOCs follow.

    Raises KeyError for a unit that there is not.
    """
    moved: list[Unit] = []
    for uid, hex_ in places.items():
        unit = look.state.units[uid]
        if unit.hex != hex_:
            moved.append(unit.change(hex=hex_))
    if not moved:
        return look
    return look.after(look.state.with_units(moved), tuple(unit.id for unit in moved))


def odds_of(look: Look, questions: Iterable[Question]) -> Iterator[OddsPreview]:
    """The announced odds with their ledgers of each question, in order: column, DRM and price, without the chances of
    what follows (`answers_of`)."""
    for there, attack in _placed(look, questions):
        yield preview(there, attack.kind, attack.hex, attack.attackers, attack.terrain, special=attack.special)


def answers_of(look: Look, questions: Iterable[Question]) -> Iterator[CombatAnswer]:
    """The exact distribution of each question, in order.

    Raises ValueError without attackers or defenders.
    """
    for there, attack in _placed(look, questions):
        yield combat_answer(there, *attack)


def _placed(look: Look, questions: Iterable[Question]) -> Iterator[tuple[Look, Attack]]:
    kept: dict[frozenset[tuple[str, int]], Look] = {}
    for question in questions:
        key = frozenset(question.places.items())
        if key not in kept:
            kept[key] = standing_at(look, question.places)
        yield kept[key], question.attack
