"""What Extenders link: which Extenders are sources of trace, and which railroads they join to open ones.

An Extender stands at the forward end of its link and reaches back, in MP of its own mobility, to something open. If
that is a source, a detrainable hex or another Extender, it becomes a source itself; it may also reach any rail hex of
an open line. Either way, it joins the railroads in its hex and next to it to what lies behind. The last step of a link
needs no MP (12.7g). An un-negated enemy ZOC in its hex shuts an Extender of any mobility (12.6b).

Cases: 12.6a-3, 12.7a, 12.7a-A, 12.7a-B, 12.7a-C, 12.7b, 12.7c, 12.7g
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from redball.board.kernel import Reach, reach
from redball.board.masks import either
from redball.board.pure import LIMIT_MAX
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.counter import TRUCK
from redball.rules.ground.railroads import can_use, on_railroad, rail_graph, unusable
from redball.rules.supply.paths import field_from, held
from redball.rules.units.abilities import transport_kind
from redball.scenarios.records import ExtenderMix

Path = tuple[int, ...]


class Link(NamedTuple):
    """How an Extender links: the hexes from it back to what it links to, whether it is a source of trace, and the rail
    hexes it joins."""

    path: Path
    source: bool
    joins: Path


class Network(NamedTuple):
    """Every hex where a trace may end, with the way there from a map-edge source; the links; and the rail hexes that
    only Extenders open."""

    stations: Mapping[int, Path]
    links: dict[str, Link]
    rails: frozenset[int]


@derived
def extenders(look: Look, side: str) -> tuple[Unit, ...]:
    """Extenders of a side on the map."""
    return tuple([u for u in look.own_of(side, "transport") if u.extender])


def mix_of(look: Look, side: str, kind: str) -> ExtenderMix | None:
    """A side's Extender counters of a kind (12.7-A), with their range (12.7b)."""
    return look.world.scenario.extenders.get(side, {}).get(kind)


class _Growth:
    """A network that Extenders enlarge until none adds anything."""

    def __init__(self, look: Look, side: str, absent: frozenset[str], plain: Mapping[int, Path], rail: Reach) -> None:
        self.look, self.side, self.absent = look, side, absent
        self.shut = held(look, side, absent)
        self.stations = dict(plain)
        self.lines: list[tuple[Reach, dict[int, Path]]] = [(rail, {})]
        self.links: dict[str, Link] = {}
        self.rails: set[int] = set()

    def open_rail(self, hex_: int) -> bool:
        return any(hex_ in line for line, _ in self.lines)

    def way_to(self, hex_: int) -> Path:
        """The way from a map-edge source, along rails and links, to an open rail hex."""
        line, roots = next(entry for entry in self.lines if hex_ in entry[0])
        path = tuple(line.path_to(hex_))
        return (*roots.get(path[0], ()), *path)

    def forward(self, unit: Unit) -> Path:
        """Rail hexes, in the Extender's hex or next to it, that the side could use and that are not open yet."""
        look, rail = self.look, rail_graph(self.look.world)
        near = (unit.hex, *look.board.neighbours(unit.hex))
        return tuple(
            h
            for h in near
            if on_railroad(look.board, rail, h)
            and not self.shut[h]
            and can_use(look, self.side, h)
            and not self.open_rail(h)
        )

    def back(self, unit: Unit, ends: Collection[int]) -> Path | None:
        """The way from the Extender to the nearest of some hexes that it reaches or comes next to (12.7g)."""
        mix = mix_of(self.look, self.side, transport_kind(self.look, unit))
        if mix is None:
            return None
        field = field_from(self.look, self.side, unit.hex, mix.mobility, mix.range, self.absent, facing=unit.facing)
        board = self.look.board
        found = min(((near[0], h, near[1]) for h in ends if (near := field.near(board, h)) is not None), default=None)
        if found is None:
            return None
        _, target, end = found
        return field.path(end) if end == target else (*field.path(end), target)

    def add(self, unit: Unit) -> bool:
        """Link an Extender as far as possible now. True if that added something."""
        known = self.links.get(unit.id)
        if known is None or not known.source:
            own = set(known.joins) if known is not None else set()  # it cannot trace from beyond its own join
            path = self.back(unit, [h for h, way in self.stations.items() if own.isdisjoint(way)])
            if path is not None:
                self.stations.setdefault(unit.hex, self.behind(unit, self.stations[path[-1]], path))
                self.join(unit, path, True, self.stations[unit.hex])
                return True
        if known is None and self.forward(unit):
            hexes = {h for line, _ in self.lines for h in line.hexes()}
            path = self.back(unit, hexes)
            if path is not None:
                self.join(unit, path, False, self.behind(unit, self.way_to(path[-1]), path))
                return True
        return False

    def behind(self, unit: Unit, way: Path, path: Path) -> Path:
        """The way to an Extender: `way` leads to the end of its link `path`. For a link that ZOCs do not stop, only the
        Extender's own hex is added, as it relies on no negation (4.5a-B)."""
        mix = mix_of(self.look, self.side, transport_kind(self.look, unit))
        link = path[-2::-1]
        return (*way, *(link if mix is not None and mix.mobility == TRUCK else link[-1:]))

    def join(self, unit: Unit, path: Path, source: bool, way: Path) -> None:
        """Open the railroads at an Extender to which `way` leads."""
        look = self.look
        seeds = self.forward(unit)
        known = self.links.get(unit.id)
        self.links[unit.id] = Link(path, source, seeds or (known.joins if known is not None else ()))
        if not seeds:
            return
        mask = either(self.shut, unusable(look, self.side))
        line = reach(rail_graph(look.world), look.board.neighbour_array, list(seeds), LIMIT_MAX, mask)
        self.lines.append((line, {seed: way if seed != unit.hex else way[:-1] for seed in seeds}))
        self.rails |= set(line.hexes())

    def open_stops(self, stops: frozenset[int]) -> None:
        """Add the stops along the joined lines: they are detrainable."""
        for hex_ in sorted(self.rails & stops - self.stations.keys()):
            self.stations[hex_] = self.way_to(hex_)


def grown(
    look: Look, side: str, absent: frozenset[str], plain: Mapping[int, Path], rail: Reach, stops: frozenset[int]
) -> Network:
    """The network of a side with its Extenders, without the `absent` ones: rounds of linking until nothing is added."""
    growth = _Growth(look, side, absent, plain, rail)
    waiting = [unit for unit in extenders(look, side) if unit.id not in absent and not growth.shut[unit.hex]]
    while [unit for unit in waiting if growth.add(unit)]:
        growth.open_stops(stops)
    return Network(dict(sorted(growth.stations.items())), growth.links, frozenset(growth.rails))
