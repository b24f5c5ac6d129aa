"""What the map costs: every hex and hexside by the printed movement chart (6.2), in plain words and exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from typing import Literal

from referee.setting import Setting

Mobility = str
Cost = Fraction | Literal["all", "prohibited"]
"""MP, or the whole allowance, or not at all."""
WATER = ("minor_river", "major_river", "frozen_minor_river", "frozen_major_river", "dry_lake", "sea_or_lake", "sea")
LESSER = {"major_river": "minor_river", "minor_river": "", "frozen_major_river": "frozen_minor_river"}
LESSER["frozen_minor_river"] = ""
"""13.8b: what a bridged river counts as; "" nothing."""


def dearness(cost: Cost) -> tuple[int, Fraction]:
    """Something to compare costs by: prohibited is dearest, then the whole allowance."""
    if isinstance(cost, Fraction):
        return 0, cost
    return (1 if cost == "all" else 2), Fraction(0)


def together(costs: Iterable[Cost]) -> Cost:
    """6.2b: the sum; prohibited if a part is, else the whole allowance if a part is."""
    total = Fraction(0)
    worst: Cost = total
    for cost in costs:
        if isinstance(cost, Fraction):
            total += cost
        else:
            worst = max(worst, cost, key=dearness)
    return total if isinstance(worst, Fraction) else worst


class Ground:
    """The map of one game."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board = setting.board
        self.chart = {row["id"]: row for row in setting.charts["terrain_movement"]["records"]}
        self._known: dict[tuple[object, ...], Cost] = {}

    # --- geometry ------------------------------------------------------------------------------------------------

    def ring(self, h: int) -> list[int]:
        """The hexes next to a hex."""
        return [n for n in self.board.neighbour_array[h * 6 : h * 6 + 6] if n >= 0]

    def direction(self, a: int, b: int) -> int:
        """The hexside of `a` towards its neighbour `b`; -1 if they are not neighbours."""
        around = list(self.board.neighbour_array[a * 6 : a * 6 + 6])
        return around.index(b) if b in around else -1

    def apart(self, a: int, b: int) -> int:
        """Hexes from `a` to `b`, by cube coordinates; a box is far from everything else."""
        board = self.board
        if a >= board.map_size or b >= board.map_size:
            return 0 if a == b else board.size
        (x1, y1), (x2, y2) = map(self._cube, (a, b))
        return max(abs(x1 - x2), abs(y1 - y2), abs((x1 + y1) - (x2 + y2)))

    def _cube(self, h: int) -> tuple[int, int]:
        column, row = divmod(h, self.board.rows)
        return column, row - (column // 2 if self.board.raised == "even" else (column + 1) // 2)

    # --- costs ---------------------------------------------------------------------------------------------------

    def price(self, kind: str, mobility: Mobility, weather: str) -> Cost:
        """What the chart says of a terrain, hexside or path in some weather; "" is dry, clear summer ground."""
        scenario = self.setting.scenario
        counts_as = scenario.weather_terrain.get(weather, {}).get(kind, kind)
        text = self.chart[counts_as][mobility]
        text = scenario.terrain_movement.get(counts_as, {}).get(mobility, text)
        text = scenario.weather_effects.get(weather, {}).get(counts_as, {}).get(mobility, text)
        return text if text in ("all", "prohibited") else Fraction(text.removeprefix("+"))

    def _hex_price(self, h: int, price: Callable[[str], Cost]) -> Cost:
        """6.2d: the costliest land terrain; water only where there is no land."""
        kinds = self.board.terrain[h]
        land = [kind for kind in kinds if kind not in ("sea_or_lake", "sea")]
        return max((price(kind) for kind in land or kinds), key=dearness)

    def _side_price(self, kinds: Collection[str], price: Callable[[str], Cost]) -> list[Cost]:
        """6.2d: every dry feature, and the cheapest of the water."""
        dry = [price(kind) for kind in kinds if kind not in WATER]
        wet = [price(kind) for kind in kinds if kind in WATER]
        return dry + ([min(wet, key=dearness)] if wet else [])

    def step(
        self, a: int, b: int, mobility: Mobility, weather: str = "", *, road: bool = True, bridges: int = 0
    ) -> Cost:
        """MP to go from `a` to its neighbour `b`: hex and hexside (6.2b) or the path, if that is cheaper (6.2a);
        prohibited if the way back is (6.1d). `bridges` at the hexside downgrade its rivers (13.8b)."""
        key = (a, b, mobility, weather, road, bridges)
        if key not in self._known:
            self._known[key] = self._step(a, b, lambda kind: self.price(kind, mobility, weather), road, bridges)
        return self._known[key]

    def path_step(self, a: int, b: int, mobility: Mobility, weather: str, bridges: int) -> Cost:
        """12.3d: normal ground, but with what the weather makes cheaper."""
        key = (a, b, mobility, weather, "path", bridges)
        if key not in self._known:

            def better(kind: str) -> Cost:
                return min(self.price(kind, mobility, ""), self.price(kind, mobility, weather), key=dearness)

            self._known[key] = self._step(a, b, better, True, bridges)
        return self._known[key]

    def _step(self, a: int, b: int, price: Callable[[str], Cost], road: bool, bridges: int) -> Cost:
        d = self.direction(a, b)
        if d < 0:
            return "prohibited"

        def bridged(kind: str) -> Cost:
            best = price(kind)
            for _ in range(bridges):
                kind = LESSER.get(kind, kind)
                best = min(best, price(kind) if kind else Fraction(0), key=dearness)
                if not kind:
                    break
            return best

        cost = together([self._hex_price(b, price), *self._side_price(self.board.hexsides(a, d), bridged)])
        if self._hex_price(a, price) == "prohibited":
            cost = "prohibited"
        if road:
            paths = [price(kind) for kind in self.board.paths(a, d)]
            cost = min([cost, *(path for path in paths if isinstance(path, Fraction))], key=dearness)
        return cost
