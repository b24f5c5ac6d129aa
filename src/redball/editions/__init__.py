"""The editions of the rules. Only here is an edition asked for by name."""

from __future__ import annotations

from functools import cache

from redball.core.edition import Edition, EditionError
from redball.editions import v4_2

EDITIONS = {v4_2.NAME: v4_2.build}
DEFAULT = v4_2.NAME


@cache
def edition(name: str) -> Edition:
    """The edition of that name.

    Raises EditionError for an unknown one.

    >>> edition("v4.2").charts.combat.columns[0]
    '1:5'
    """
    if name not in EDITIONS:
        raise EditionError(f"there is no edition {name!r}; there are: {', '.join(EDITIONS)}")
    return EDITIONS[name]()
