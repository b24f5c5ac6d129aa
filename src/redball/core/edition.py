"""An edition is a value: charts, procedures, policies and switches, assembled from parts.

The base part fills every point. Overlays refill points: a policy by its name, a procedure as a whole or by
replacing, inserting or removing steps by name, a table by a chart file. A value of a switch may bring its own part:
an option is an overlay that the players choose. Assembling an edition fails, and names the point, if a name is unknown,
two overlays claim one point, or nobody fills a point.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, reduce
from operator import or_
from random import Random
from typing import Any

import msgspec

from redball.charts import ChartError, Charts, load_charts
from redball.charts.loading import with_own_tables
from redball.charts.shapes import Record, TableTypes
from redball.core.actions import ACTIONS, Action
from redball.core.errors import EditionError as EditionError
from redball.core.events import EVENTS, Event
from redball.core.own import Own
from redball.core.point import Point, Policies
from redball.core.procedures import Procedure, Step

GROUPS = ("readings", "forces", "options", "house_rules")
"""How switches are grouped in lists: readings of rules, options of section 21, house rules."""


@dataclass(frozen=True)
class Part:
    """What one part brings to an edition.

    `points` are those that its rules ask; `policies` fill points of any part by name.
    `edits` are (procedure, verb, step name, step) with verb replace, before, after, remove or wrap; to wrap, the step
    is a function that makes the new step from the present one, whichever part brought it. `overrides` names points
    of earlier overlays that this one may claim too, as errors name them: "policy 'projects_zoc'", "combat.odds",
    "procedure 'combat'". `tables` are the types of tables that only its `charts` have, `events` the part's own kinds of
    event, `records` the records it keeps with units and with the state. `wraps` make a policy from the present one,
    whichever part filled it. `without` names switches that no longer mean anything.
    """

    name: str
    charts: tuple[str, ...] = ()
    tables: TableTypes = field(default_factory=dict)
    procedures: tuple[Procedure, ...] = ()
    points: tuple[Point[Any], ...] = ()
    policies: dict[str, Callable[..., Any]] = field(default_factory=dict)
    switches: tuple[Switch, ...] = ()
    edits: tuple[tuple[str, str, str, Step | Callable[[Step], Step] | None], ...] = ()
    wraps: dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = field(default_factory=dict)
    events: tuple[type[Event], ...] = ()
    records: tuple[type[Own], ...] = ()
    overrides: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()

    def claims(self) -> frozenset[str]:
        """The points that the part fills, in the words of the errors."""
        policies = {f"policy {point!r}" for point in self.policies}
        procedures = {f"procedure {procedure.name!r}" for procedure in self.procedures}
        wraps = {f"what is round policy {point!r}" for point in self.wraps}
        edits = {
            f"what is round {target}.{step}" if verb == "wrap" else f"{target}.{step}"
            for target, verb, step, _ in self.edits
        }
        return frozenset(policies | wraps | procedures | edits)


@dataclass(frozen=True)
class Switch:
    """A named choice: an open reading, or an option of the rules.

    `parts` are what some of its values bring to the edition; `excludes` names switches that cannot be on at the same
    time. A switch is on when it is not at its default.
    """

    name: str
    case: str
    default: Any
    values: tuple[Any, ...]
    text: str
    parts: Mapping[Any, Part] = field(default_factory=dict)
    excludes: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """Its group in a list: a house rule, an option of section 21, forces to add (14), or a reading of a rule.

        >>> Switch("fog", "4.9a-A", True, (True, False), "").group, option("x", "21.2", "").group
        ('readings', 'options')
        """
        section = self.case.replace("-", ".").partition(".")[0]
        return {"14": "forces", "21": "options", "HR": "house_rules"}.get(section, GROUPS[0])

    def admits(self, value: object) -> bool:
        """Whether the switch takes this value (1 is not True)."""
        return any(type(value) is type(known) and value == known for known in self.values)

    def claims(self) -> frozenset[str]:
        """The points that any of its values fills."""
        return frozenset().union(*(part.claims() - part.overrides for part in self.parts.values()))


def option(name: str, case: str, text: str, part: Part | None = None, excludes: tuple[str, ...] = ()) -> Switch:
    """A rule that players may add: off unless they choose it."""
    return Switch(name, case, False, (False, True), text, {} if part is None else {True: part}, excludes)


@dataclass(frozen=True)
class Edition:
    """An assembled edition. `parts` are what it was made of, the base first."""

    name: str
    charts: Charts
    procedures: dict[str, Procedure]
    policies: Policies
    switches: dict[str, Switch]
    parts: tuple[Part, ...] = field(default=(), repr=False)
    events: tuple[type[Event], ...] = field(default=(), repr=False)
    """The kinds of event that its parts add to those of the series."""
    records: tuple[type[Own], ...] = field(default=(), repr=False)
    """The kinds of record that its parts keep with units and with the state."""
    own_charts: str = field(default="", repr=False)
    """The text of a chart file that replaces tables, as a player supplied it."""
    _played: dict[tuple[Any, ...], Edition] = field(default_factory=dict, repr=False, compare=False)

    def switch_values(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The value of every switch, chosen or default.

        Raises ValueError for an unknown switch or value and for two that exclude each other, in one sentence.
        """
        values = {name: switch.default for name, switch in self.switches.items()}
        for name, value in chosen.items():
            if name not in self.switches:
                raise ValueError(f"there is no switch {name!r}; there are: {', '.join(sorted(values))}")
            if not self.switches[name].admits(value):
                known = " or ".join(map(repr, self.switches[name].values))
                raise ValueError(f"switch {name!r} takes {known}, not {value!r}")
            values[name] = value
        on = [name for name, value in values.items() if value != self.switches[name].default]
        for i, name in enumerate(on):
            for other in on[i + 1 :]:
                if why := self.clash(name, other):
                    raise ValueError(f"switches {name!r} and {other!r} exclude each other: {why}")
        return values

    def listed(self) -> list[Switch]:
        """The switches as players read them: by group, then in the order of the rules."""

        def place(switch: Switch) -> tuple[int, list[int], str]:
            numbers = [int(number) for number in re.findall(r"\d+", switch.case)]
            return GROUPS.index(switch.group), numbers, switch.case

        return sorted(self.switches.values(), key=place)

    def draw(self, rng: Random) -> dict[str, Any]:
        """A random value for every switch; draws again if two exclude each other."""
        while True:
            drawn = {name: rng.choice(switch.values) for name, switch in self.switches.items()}
            try:
                return self.switch_values(drawn)
            except ValueError:
                continue

    def clash(self, one: str, other: str) -> str:
        """Why two switches cannot be on together, "" if they can."""
        first, second = self.switches[one], self.switches[other]
        if other in first.excludes or one in second.excludes:
            return f"{first.case} and {second.case} are alternatives"
        both = self._claims[one] & self._claims[other]
        return f"both fill {min(both)}" if both else ""

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """Every kind of action in this edition, in a fixed order: those of the series, then others that its procedures
        offer."""
        steps = (step for _, table in sorted(self.procedures.items()) for step in table.steps)
        offered = (option.action for step in steps for option in getattr(step, "options", ()))
        return tuple(dict.fromkeys((*ACTIONS, *offered)))

    def read_action(self, raw: object) -> Action:
        """An action from its plain form. Raises msgspec.ValidationError: the place and what was expected.

        By way of JSON, because `msgspec.convert` prepares so many kinds of action anew with every call.
        """
        return self.decode_action(msgspec.json.encode(raw))

    def read_events(self, raw: bytes | msgspec.Raw) -> tuple[Event, ...]:
        """Events from their JSON text. Raises msgspec.DecodeError."""
        events: tuple[Event, ...] = self._event_decoder.decode(raw)
        return events

    def decode_action(self, raw: bytes | msgspec.Raw) -> Action:
        """An action from its JSON text. Raises msgspec.DecodeError."""
        action: Action = self._action_decoder.decode(raw)
        return action

    @cached_property
    def _event_decoder(self) -> msgspec.json.Decoder[Any]:
        kind: Any = any_of((*EVENTS, *self.events))
        return _decoder(tuple[kind, ...])

    @cached_property
    def _action_decoder(self) -> msgspec.json.Decoder[Any]:
        return _decoder(any_of(self.actions))

    @cached_property
    def _claims(self) -> dict[str, frozenset[str]]:
        return {name: switch.claims() for name, switch in self.switches.items()}

    def layers(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of its parts, then of those that these values of its switches bring."""
        brought = (s.parts[values[n]].name for n, s in self.switches.items() if values.get(n) in s.parts)
        return (*(part.name for part in self.parts), *brought)

    def played_with(self, values: Mapping[str, Any]) -> Edition:
        """The edition with the parts that these values of its switches bring; the same one for the same parts."""
        chosen = tuple((n, values[n]) for n, switch in self.switches.items() if values.get(n) in switch.parts)
        if chosen and chosen not in self._played:
            parts = [self.switches[name].parts[value] for name, value in chosen]
            made = assemble(self.name, *self.parts, *parts)
            self._played[chosen] = replace(made, switches=self.switches, parts=self.parts)
        return self._played[chosen] if chosen else self

    def with_charts(self, text: str) -> Edition:
        """The edition with a player's chart file ("" for none): its tables replace those of the edition.

        Raises EditionError naming file, table, row and column of what is wrong with it.
        """
        if not text:
            return self
        key = ("charts", text)
        if key not in self._played:
            charts = own_tables(self.charts, text)
            self._played[key] = replace(self, charts=charts, own_charts=text, _played={})
        return self._played[key]


@cache
def any_of(kinds: tuple[type, ...]) -> Any:
    """The union type of some kinds of record."""
    return reduce(or_, kinds)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Built once: with so many kinds of event and action, building a decoder takes longer than reading."""
    return msgspec.json.Decoder(kind)


def own_tables(charts: Charts, text: str) -> Charts:
    """Charts with the tables of a player's chart file in place of theirs.

    Raises EditionError naming file, table, row and column of what is wrong with it.
    """
    try:
        return with_own_tables(charts, text)
    except ChartError as error:
        raise EditionError(f"the chart file cannot be used: {error}") from error


class _Assembly:
    """The points filled so far; `claimed` says which overlay fills a point."""

    def __init__(self) -> None:
        self.points: dict[str, Point[Any]] = {}
        self.policies: dict[str, Callable[..., Any]] = {}
        self.procedures: dict[str, Procedure] = {}
        self.switches: dict[str, Switch] = {}
        self.charts: list[str] = []
        self.tables: dict[str, tuple[str, type[Record]]] = {}
        self.wraps: list[tuple[str, Callable[[Callable[..., Any]], Callable[..., Any]]]] = []
        self.events: dict[type[Event], None] = {}
        self.records: dict[type[Own], None] = {}
        self.claimed: dict[str, str] = {}

    def lay(self, part: Part, base: bool) -> None:
        """Fill the points of a part."""
        self.charts += part.charts
        for name, type_ in part.tables.items():
            if name in self.tables:
                raise EditionError(f"{part.name}: table {name!r} is claimed twice")
            self.tables[name] = type_
        if not base:
            self._claim(part)
        for declared in part.points:
            if self.points.setdefault(declared.name, declared) is not declared:
                raise EditionError(f"{part.name}: the point {declared.name!r} is declared twice")
        for point in (*part.policies, *part.wraps):
            if point not in self.points:
                raise EditionError(f"{part.name}: there is no policy {point!r}")
        self.policies |= part.policies
        self.wraps += part.wraps.items()
        self.events |= dict.fromkeys(part.events)
        self.records |= dict.fromkeys(part.records)
        for procedure in part.procedures:
            if base and procedure.name in self.procedures:
                raise EditionError(f"{part.name}: procedure {procedure.name!r} is claimed twice")
            self.procedures[procedure.name] = procedure
        for target, verb, step_name, step in part.edits:
            if target not in self.procedures:
                raise EditionError(f"{part.name}: there is no procedure {target!r}")
            self.procedures[target] = self.procedures[target].edited(verb, step_name, step)
        for name in part.without:
            if name not in self.switches:
                raise EditionError(f"{part.name}: there is no switch {name!r} to leave out")
            del self.switches[name]
        for switch in part.switches:
            if switch.name in self.switches:
                raise EditionError(f"{part.name}: switch {switch.name!r} is claimed twice")
            self.switches[switch.name] = switch

    def _claim(self, part: Part) -> None:
        for point in sorted(part.claims()):
            if point in self.claimed and point not in part.overrides:
                raise EditionError(f"{part.name}: {self.claimed[point]} claims {point} too")
            self.claimed[point] = part.name

    def wrapped(self) -> Policies:
        """The policies inside their wraps, the first overlay's innermost."""
        found = dict(self.policies)
        for point, wrap in self.wraps:
            found[point] = wrap(found[point])
        policies: Any = {self.points[name]: function for name, function in found.items()}
        filled: Policies = policies
        return filled

    def open_switches(self) -> dict[str, Switch]:
        """The remaining switches: without any that would fill a point that an overlay has filled."""
        return {name: s for name, s in self.switches.items() if not s.claims() & self.claimed.keys()}


def assemble(name: str, base: Part, *overlays: Part) -> Edition:
    """Put parts together, the base first.

    Raises EditionError naming the policy, procedure, step or switch that is claimed twice, unknown or missing.
    """
    assembly = _Assembly()
    for i, part in enumerate((base, *overlays)):
        assembly.lay(part, base=i == 0)
    missing = assembly.points.keys() - assembly.policies.keys()
    if missing:
        raise EditionError(f"{name}: nobody fills the policy {min(missing)!r}")
    return Edition(
        name,
        load_charts(*assembly.charts, added=assembly.tables),
        assembly.procedures,
        assembly.wrapped(),
        assembly.open_switches(),
        (base, *overlays),
        tuple(assembly.events),
        tuple(assembly.records),
    )


def part_of(name: str, modules: Sequence[Any], **rest: Any) -> Part:
    """The part that modules make: their points, `PROCEDURES`, `POLICIES`, `WRAPS`, `SWITCHES`, `EDITS`, `EVENTS`,
    `RECORDS`, and the `rest`.

    Raises EditionError for a policy that two of them fill.
    """
    policies: dict[str, Callable[..., Any]] = {}
    for module in modules:
        for point, function in getattr(module, "POLICIES", {}).items():
            if point in policies:
                raise EditionError(f"{name}: policy {point!r} is claimed twice")
            policies[point] = function

    def all_of(kind: str) -> tuple[Any, ...]:
        return tuple(thing for module in modules for thing in getattr(module, kind, ()))

    switches = (*rest.pop("switches", ()), *all_of("SWITCHES"))
    wraps = {point: wrap for module in modules for point, wrap in getattr(module, "WRAPS", {}).items()}
    points = (thing for module in modules for thing in vars(module).values() if isinstance(thing, Point))
    return Part(
        name,
        points=tuple(dict.fromkeys(points)),
        procedures=all_of("PROCEDURES"),
        policies=policies,
        switches=switches,
        edits=all_of("EDITS"),
        wraps=wraps,
        events=all_of("EVENTS"),
        records=all_of("RECORDS"),
        **rest,
    )
