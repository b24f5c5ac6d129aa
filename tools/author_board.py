"""Draw a scenario's board: from longitude and latitude to `board.hexmap`.

    python tools/author_board.py yelnya smolensk.naturalearth.geojson

The second argument is a GeoJSON cut of Natural Earth's 1:10m rivers (public domain; a feature's `layer` and `rivernum`
say which river it is), or of coasts (polygons of the layer `land`, lines of the layer `coastline`). It is not part of
the project; the board that comes out is. Everything else is in NAME_geography.toml.
"""

from __future__ import annotations

import argparse
import json
import math
import tomllib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from hexdraw import Grid, Hex, Point, Waters, Ways, cover, inside
from redball.board.board import Board, Box, Feature, Label, Line, Place
from redball.board.formats import dump_board
from redball.board.hexes import step
from redball.board.ports import Port, parse_port
from redball.board.terrain import PORT

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "src/redball/scenarios/data"
BANNER = "# Drawn by tools/author_board.py from tools/{name}_geography.toml; sources and credits are in notes.md.\n"
LAKE = "sea_or_lake"
COVERS = ("mountain", "lava", "hills", "rough", "low_hills", "forest", "woods")  # the order in which an area is filled
FORD = {"minor_river": 0.8, "major_river": 4.0}
DEAR = {
    "woods": 0.15, "hills": 0.5, "mountain": 4.0, "forest": 0.35, "swamp": 3.0, "lava": 4.0, "rough": 1.0,
    "low_hills": 0.1, "sea_or_lake": 99.0, "sea": 99.0,
}  # fmt: skip


def clipped(coordinates: Sequence[Sequence[float]], box: dict[str, Any]) -> list[Point]:
    """The points of a line within the box of a river's entry."""
    return [
        (lon, lat)
        for lon, lat in coordinates
        if box.get("west", -180) <= lon <= box.get("east", 180) and box.get("south", -90) <= lat <= box.get("north", 90)
    ]


def joined(parts: Sequence[list[Point]]) -> list[Point]:
    """One line from pieces of a river: begin with an outermost piece, then always take the nearest end."""
    ends = [(part, part[0]) for part in parts] + [(part, part[-1]) for part in parts]

    def loneliness(pair: tuple[list[Point], Point]) -> float:
        return min((math.dist(pair[1], end) for part, end in ends if part is not pair[0]), default=math.inf)

    part, end = max(ends, key=loneliness)
    line = part if end == part[0] else part[::-1]
    left = [other for other in parts if other is not part]
    while left:
        here = line[-1]
        nearest = min(left, key=lambda other: min(math.dist(here, other[0]), math.dist(here, other[-1])))
        left = [other for other in left if other is not nearest]
        forward = math.dist(here, nearest[0]) <= math.dist(here, nearest[-1])
        line = line + (nearest if forward else nearest[::-1])
    return line


def natural_earth_line(
    features: Sequence[dict[str, Any]], wanted: Sequence[dict[str, Any]], frame: dict[str, Any]
) -> list[Point]:
    """A river's course from Natural Earth's features, within the frame."""
    parts = []
    for entry in wanted:
        box = frame | entry
        for feature in features:
            found = feature["properties"]
            wanted_rank = box.get("rank", found.get("scalerank"))
            if (found.get("layer"), found.get("rivernum"), found.get("scalerank")) == (
                box["layer"], box["number"], wanted_rank,
            ):  # fmt: skip
                parts += [clipped(line, box) for line in feature["geometry"]["coordinates"]]
    return joined([part for part in parts if len(part) > 1])


def surface(ring: Sequence[Point]) -> float:
    """Square kilometres within a ring of points."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2


class Author:
    """One drawing of the board: rivers first, then terrain, then ways, which prefer dry and open ground."""

    def __init__(self, geography: dict[str, Any], features: Sequence[dict[str, Any]]) -> None:
        self.geography = geography
        self.features = features
        head = geography["map"]
        size = {key: head[key] for key in ("columns", "rows", "raised", "west", "south", "middle")}
        self.grid = Grid(miles=float(head["miles"]), **size)
        self.terrain: dict[Hex, list[str]] = {}
        self.ford: dict[tuple[Hex, Hex], float] = {}

    def index(self, at: Hex) -> int:
        return (at[0] - 1) * self.grid.rows + at[1] - 1

    def rivers(self) -> list[Feature]:
        waters, found = Waters(self.grid), []
        for river in self.geography.get("rivers", ()):
            line = river.get("via") or natural_earth_line(
                self.features, river["natural_earth"], self.geography["map"].get("frame", {})
            )
            sides = waters.draw(river["name"], [self.grid.km(*point) for point in line], river.get("into"))
            for column, row, d in sides:
                at, to = (column, row), step(column, row, d, self.grid.raised)
                self.ford[min(at, to), max(at, to)] = FORD[river["kind"]]
            named = tuple((self.index((column, row)), d) for column, row, d in sides)
            found.append(Feature(river["kind"], river["name"], named))
        return found

    def shores(self) -> list[list[Point]]:
        """The outlines of land. A coast that leaves the cut is closed by a straight line between its ends; islands
        smaller than the least that the map asks for (square kilometres) are left out."""
        rings = [
            [self.grid.km(*point) for point in ring]
            for feature in self.features
            if feature["properties"].get("layer") in ("land", "coastline")
            for ring in feature["geometry"]["coordinates"]
        ]
        least = float(self.geography["map"].get("least_island", "0"))
        return [ring for ring in rings if surface(ring) >= least]

    def sea(self) -> set[Hex]:
        """Hexes with less land than the least share that the map asks for, and without a place: water."""
        least = self.geography["map"].get("least_land")
        if least is None:
            return set()
        shores = self.shores()
        dry = {self.grid.hex_at(*place["at"]) for place in self.geography["places"].values()}
        return {at for at in self.grid.hexes() if at not in dry and self.grid.share(at, shores) < float(least)}

    def ground(self) -> None:
        wet = self.sea()
        self._put(dict.fromkeys(wet, self.geography["map"].get("water", LAKE)))
        free = set(self.grid.hexes()) - wet
        for area in self.geography["areas"]:
            polygon = [self.grid.km(*point) for point in area["around"]]
            within = {at for at in free if inside(self.grid.centre(at), polygon)}
            free -= within
            shares = [(kind, float(area[kind])) for kind in COVERS if kind in area]
            self._put(cover(self.grid, within, shares))
        elsewhere = self.geography["cover"]["elsewhere"]
        self._put(cover(self.grid, free, [(kind, float(share)) for kind, share in elsewhere.items()]))
        for spot in self.geography.get("spots", ()):
            for point in spot["at"]:
                at = self.grid.hex_at(*point)
                here = self.terrain.get(at, [])
                self.terrain[at] = [*here, "low_hills"] if spot["terrain"] == "low_hills" else [spot["terrain"]]

    def _put(self, found: dict[Hex, str]) -> None:
        self.terrain.update({at: [kind] for at, kind in found.items()})

    def ways(self) -> list[Line]:
        dear = {at: max(DEAR.get(kind, 0.0) for kind in here) for at, here in self.terrain.items() if here}
        drawing, found = Ways(self.grid, dear, self.ford), []
        for path in self.geography["paths"]:
            stops = [self.grid.hex_at(*self._point(stop)) for stop in path["via"]]
            apart = [stops[0], *(b for a, b in pairwise(stops) if a != b)]
            chain = drawing.draw(path["kind"], apart)
            hexes = tuple(self.index(at) for at in chain)
            found.append(Line(path["kind"], path["name"], hexes, multi=path.get("multi", False)))
        return found

    def _point(self, stop: str | list[float]) -> list[float]:
        return self.geography["places"][stop]["at"] if isinstance(stop, str) else stop

    def places(self) -> list[tuple[int, Place]]:
        return [
            (self.index(self.grid.hex_at(*place["at"])), Place(kind, name))
            for name, place in self.geography["places"].items()
            for kind in (place["kind"], *((PORT,) if "port" in place else ()))
            if kind
        ]

    def ports(self) -> list[tuple[int, Port]]:
        """Places with a `port`: its capacity, and those of a Damage Track if it has one."""
        found = []
        for place in self.geography["places"].values():
            if "port" in place:
                capacity, *track = place["port"].split()
                found.append((self.index(self.grid.hex_at(*place["at"])), parse_port(capacity, track)))
        return found

    def straits(self) -> list[Feature]:
        """Single hexsides between two neighbouring places: water that is crossed there."""
        return [
            Feature(strait["kind"], strait["name"], (self._between(*strait["between"]),))
            for strait in self.geography.get("straits", ())
        ]

    def _between(self, here: str, there: str) -> tuple[int, int]:
        at, to = (self.grid.hex_at(*self._point(name)) for name in (here, there))
        return self.index(at), [step(*at, d, self.grid.raised) for d in range(6)].index(to)

    def labels(self) -> list[Label]:
        return [
            Label(self.index(self.grid.hex_at(*point)), group["class"], name)
            for group in self.geography["labels"]
            for name, point in group["names"].items()
        ]

    def board(self) -> Board:
        head, boxes = self.geography["map"], self.geography.get("boxes", {})
        features = [*self.rivers(), *self.straits()]
        self.ground()
        lines = self.ways()
        ground = [self.terrain.get(at) or ["open"] for at in self.grid.hexes()]
        also = {h: tuple(here[1:]) for h, here in enumerate(ground) if len(here) > 1}
        return Board(
            name=head["name"], columns=self.grid.columns, rows=self.grid.rows, raised=self.grid.raised,
            miles=head["miles"], base=[here[0] for here in ground], also=also, features=features, lines=lines,
            places=sorted(self.places(), key=lambda pair: pair[0]), labels=self.labels(), ports=self.ports(),
            boxes=[Box(id_, None, box["name"], self.grid.beyond(*box["at"])) for id_, box in boxes.items()],
        )  # fmt: skip


def geography_of(name: str) -> dict[str, Any]:
    """The geography of a scenario's board."""
    return tomllib.loads((HERE / f"{name}_geography.toml").read_text(encoding="utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw a scenario's board from geography.")
    parser.add_argument("scenario", help="its folder's name, like yelnya")
    parser.add_argument("geojson", type=Path, help="Natural Earth rivers of the region")
    parser.add_argument("--out", type=Path, help="the board file to write; by default the scenario's own")
    options = parser.parse_args()
    features = json.loads(options.geojson.read_text(encoding="utf-8"))["features"]
    first, rest = dump_board(Author(geography_of(options.scenario), features).board()).split("\n", 1)
    out = options.out or SCENARIOS / options.scenario / "board.hexmap"
    out.write_text(f"{first}\n{BANNER.format(name=options.scenario)}{rest}", encoding="utf-8")
    print(f"wrote {out}")


if __name__ == "__main__":
    main()
