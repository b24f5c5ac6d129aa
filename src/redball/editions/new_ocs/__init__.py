"""New OCS, as an overlay on the series rules: each module fills points of its own.

A module brings what the modules of `rules/` bring, `POLICIES`, `PROCEDURES` (whole ones in place of those of the series
rules) and `SWITCHES`, and besides `EDITS` of procedures.
"""

from __future__ import annotations

from typing import Any

from redball.core.edition import Part, part_of
from redball.editions.new_ocs import barrage, disorganization, sequence

NAME = "new-ocs"
MODULES: tuple[Any, ...] = (barrage, disorganization, sequence)


def part() -> Part:
    """The overlay."""
    return part_of(NAME, MODULES, charts=("new_ocs",), without=frozenset({"simulcast"}))
