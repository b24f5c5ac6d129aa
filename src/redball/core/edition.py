"""An edition is a value: charts, procedures, policies and switches, assembled from parts.

An overlay makes its procedure by replacing, inserting or removing steps by name. An unknown name, two parts that
claim one point, or a point that nobody fills is an error when the edition is assembled, with the point named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from redball.charts import Charts, load_charts

if TYPE_CHECKING:
    from redball.core.procedures import Procedure, Step


class EditionError(ValueError):
    """An edition that cannot be assembled; the text names the point."""


@dataclass(frozen=True)
class Policies:
    """The replaceable functions: each is a point that one part of an edition fills."""

    projects_zoc: Callable[..., bool]
    """(world, unit): the unit has a ZOC (4.4b, 4.5)."""


@dataclass(frozen=True)
class Switch:
    """A named choice: an open reading, or an option of the rules."""

    name: str
    case: str
    default: Any
    values: tuple[Any, ...]
    text: str

    def admits(self, value: object) -> bool:
        """The value is one of those that the switch takes (1 is not True)."""
        return any(type(value) is type(known) and value == known for known in self.values)


@dataclass(frozen=True)
class Part:
    """What one part brings to an edition. `edits` are (procedure, verb, step name, step) with verb replace, before,
    after or remove."""

    name: str
    charts: tuple[str, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    policies: dict[str, Callable[..., Any]] = field(default_factory=dict)
    switches: tuple[Switch, ...] = ()
    edits: tuple[tuple[str, str, str, Step | None], ...] = ()
    overrides: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Edition:
    """An assembled edition."""

    name: str
    charts: Charts
    procedures: dict[str, Procedure]
    policies: Policies
    switches: dict[str, Switch]

    def switch_values(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The value of every switch: as chosen, else the default.

        Raises ValueError for an unknown switch or value, in one sentence.
        """
        values = {name: switch.default for name, switch in self.switches.items()}
        for name, value in chosen.items():
            if name not in self.switches:
                raise ValueError(f"there is no switch {name!r}; there are: {', '.join(sorted(values))}")
            if not self.switches[name].admits(value):
                known = " or ".join(map(repr, self.switches[name].values))
                raise ValueError(f"switch {name!r} takes {known}, not {value!r}")
            values[name] = value
        return values


def assemble(name: str, *parts: Part) -> Edition:
    """Put parts together, base first.

    Raises EditionError naming the policy, procedure, step or switch that is claimed twice, unknown or missing.
    """
    policies: dict[str, Callable[..., Any]] = {}
    procedures: dict[str, Procedure] = {}
    switches: dict[str, Switch] = {}
    charts: list[str] = []
    claimed: dict[tuple[str, str], str] = {}
    known = {f.name for f in fields(Policies)}
    for part in parts:
        charts += part.charts
        for point, function in part.policies.items():
            if point not in known:
                raise EditionError(f"{part.name}: there is no policy {point!r}")
            if point in policies and point not in part.overrides:
                raise EditionError(f"{part.name}: policy {point!r} is claimed twice")
            policies[point] = function
        for procedure in part.procedures:
            if procedure.name in procedures:
                raise EditionError(f"{part.name}: procedure {procedure.name!r} is claimed twice")
            procedures[procedure.name] = procedure
        for target, verb, step_name, step in part.edits:
            if target not in procedures:
                raise EditionError(f"{part.name}: there is no procedure {target!r}")
            if (target, step_name) in claimed:
                raise EditionError(f"{part.name}: {claimed[target, step_name]} claims {target}.{step_name} too")
            claimed[target, step_name] = part.name
            procedures[target] = procedures[target].edited(verb, step_name, step)
        for switch in part.switches:
            if switch.name in switches:
                raise EditionError(f"{part.name}: switch {switch.name!r} is claimed twice")
            switches[switch.name] = switch
    missing = known - policies.keys()
    if missing:
        raise EditionError(f"{name}: nobody fills the policy {sorted(missing)[0]!r}")
    return Edition(name, load_charts(*charts), procedures, Policies(**policies), switches)
