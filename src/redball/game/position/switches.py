"""The line `switches fog=off retreat_direction=away` of a written position. Switches not listed keep their defaults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from redball.core.edition import Edition
from redball.core.world import World

WORDS = {True: "on", False: "off"}


def word_of(value: Any) -> str:
    """A switch value as a position writes it.

    >>> word_of(False), word_of("away")
    ('off', 'away')
    """
    return WORDS[value] if isinstance(value, bool) else str(value)


def read_switches(pairs: Iterable[str], edition: Edition) -> dict[str, Any]:
    """Switch values from words such as `fog=off`.

    Raises ValueError for an unknown switch or value.
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, _, word = pair.partition("=")
        if name not in edition.switches:
            raise ValueError(f"there is no switch {name!r}; there are: {', '.join(sorted(edition.switches))}")
        known = {word_of(value): value for value in edition.switches[name].values}
        if word not in known:
            raise ValueError(f"switch {name!r} takes {' or '.join(known)}, not {word!r}")
        found[name] = known[word]
    return found


def dump_switches(world: World) -> str:
    """The switches that differ from their defaults, "" if none do."""
    usual = {name: switch.default for name, switch in world.edition.switches.items()}
    return " ".join(f"{name}={word_of(v)}" for name, v in sorted(world.switches.items()) if v != usual[name])
