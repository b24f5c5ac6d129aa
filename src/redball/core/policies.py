"""The replaceable functions of the rules: every point at which editions differ in what they compute.

A point is a field of `Policies`; its docstring says how it is called, what it answers, and the case of the series rules
that fills it. A rule asks for it by `look.policies.NAME(...)`. The module that is the home of the series rule fills the
point in its `POLICIES`; an overlay of `editions/` fills it anew. What differs in steps is no policy but an edit of a
procedure, what differs in numbers is a chart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redball.core.look import Look
    from redball.core.state import Unit
    from redball.core.world import World


@dataclass(frozen=True)
class Policies:
    """One function for each point; an edition that leaves one unfilled cannot be assembled."""

    projects_zoc: Callable[[World, Unit], bool]
    """(world, unit): the unit has a ZOC (4.4b, 4.5)."""

    dg_kind: Callable[[str], str]
    """(cause, "barrage" or "combat"): which kind of DG a result of that table is, "" where there is one kind (P5,
    5.10a)."""

    dg_left: Callable[[Look, Unit, str], str]
    """(look, unit that is DG, phasing side): what is left of it after the Clean Up Phase of that side: its kind, or
    `disorganization.GONE` (P5, 5.10-B)."""
