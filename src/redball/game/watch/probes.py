"""Actions that were not offered: small changes of offered ones, and actions of any kind with any fields.

An impatient client, an old page or a faulty bot might send them. Each must be refused, unless it happens to be one that
was offered.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from redball.core.actions import Action
from redball.core.engine import Decision
from redball.core.look import Look
from redball.rules.units.abilities import VOLUNTARY_MODES

UNKNOWN_UNIT = "no-such-unit"
WORDS = (
    *VOLUNTARY_MODES,
    "dg",
    "exploit",
    "single_unit",
    "formation",
    "hq",
    "open",
    "woods",
    "minor_river",
    "build_hedgehog",
    "build_air_base",
    "build_air_strip",
    "reduce_air_base",
    "",
)
NUMBERS = (-4, -1, 0, 1, 2, 3, 4, 5, 8, 12, 1000)


def mutation(look: Look, rng: Random, action: Action) -> Action:
    """The action with one field changed; one without fields comes back as it is."""
    fields = _fields(type(action))
    if not fields:
        return action
    field = rng.choice(fields)
    return replace(action, **{field.name: _value(look, rng, type(action), field.name, getattr(action, field.name))})


def anything(look: Look, rng: Random, kind: type[Action]) -> Action:
    """An action of a kind with random fields."""
    values = {field.name: _value(look, rng, kind, field.name, _blank(field.type)) for field in _fields(kind)}
    return kind(**values)


@cache
def _fields(kind: type[Action]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def _blank(kind: Any) -> Any:
    return {bool: False, int: 0, str: ""}[kind]


def _value(look: Look, rng: Random, kind: type[Action], name: str, now: Any) -> Any:
    """A new value for a field, of the same type."""
    if name in kind.hex_fields:
        near = look.board.neighbours(now) if 0 <= now < look.board.size else ()
        return rng.choice((*near, rng.randrange(look.board.size), -1, look.board.size))
    if name in kind.unit_fields:
        units = list(look.state.units)
        return rng.choice((rng.choice(units), rng.choice(units), rng.choice(units), "", UNKNOWN_UNIT))
    if name == "plane":
        return rng.choice((*look.world.scenario.aircraft, "", UNKNOWN_UNIT))
    if name == "ship":
        return rng.choice((*look.world.scenario.ships, *look.world.scenario.craft, "", UNKNOWN_UNIT))
    if isinstance(now, bool):
        return not now
    if isinstance(now, int):
        return rng.choice((now - 1, now + 1, rng.choice(NUMBERS)))
    return rng.choice(WORDS)


def probes(look: Look, rng: Random, open_: Decision, offered: list[Action], count: int) -> list[Action]:
    """`count` actions to try at a decision: mutations of offered ones, the step's own kinds at random, any kind."""
    own = [option.action for option in open_.step.options]
    found: list[Action] = []
    for _ in range(count):
        draw = rng.random()
        if draw < 0.5 and offered:
            found.append(mutation(look, rng, rng.choice(offered)))
        else:
            found.append(anything(look, rng, rng.choice(own if draw < 0.85 else look.world.edition.actions)))
    return found
