"""Melting pots: small positions drawn by lot, each with a theme, so that play reaches what scenarios hardly ever do.

A theme thickens one thing: works and Reserves, rivers and units cut off, Strat Mode without a source, released units
that are DG, hexes that are nearly full, railroads with Extenders.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

COLUMNS, ROWS = 10, 6
FULL = 10
"""RE in a hex at the start (4.8a)."""
SIDES = {"axis": (1, 6), "soviet": (5, COLUMNS)}
"""The columns in which the units of a side stand; they overlap."""


class Theme(NamedTuple):
    """What a position has more of. Numbers are chances; `steps` are steps of the Player Turn to begin at, `modes` the
    chances of the modes of a combat unit, `sources` how many sources each side has."""

    name: str
    steps: tuple[str, ...]
    modes: dict[str, float]
    works: float = 0.1
    rivers: int = 4
    hexes: int = 30
    out: float = 0.1
    sources: int = 1
    rails: bool = True
    dumps: float = 0.4


THEMES = (
    Theme("works", ("movement", "combat", "movement"), {"reserve": 0.25, "dg": 0.1, "strat": 0.05}, works=0.6),
    Theme(
        "rivers", ("movement_breakout", "movement", "supply"), {"dg": 0.1}, rivers=24, sources=0, out=0.4, rails=False
    ),
    Theme("strat", ("movement", "movement_breakout", "combat"), {"strat": 0.5, "reserve": 0.1}, sources=0, hexes=20),
    Theme("reaction", ("reaction_movement", "exploitation_movement"), {"reserve": 0.35, "dg": 0.15, "released": 0.3}),
    Theme(
        "crowd", ("combat", "movement", "exploitation_movement"), {"exploit": 0.2, "dg": 0.1, "reserve": 0.2}, hexes=7
    ),
    Theme("rails", ("movement", "reinforcement", "supply"), {"dg": 0.05, "reserve": 0.1}, sources=2, rivers=8),
    Theme(
        "guns", ("combat_barrage", "reaction_barrage", "combat"), {"dg": 0.15, "strat": 0.1, "reserve": 0.1}, hexes=12
    ),
)
COMBAT = (
    "Div infantry other 12-3-3L/6-3-8L re=3",
    "Div infantry other 12-4-3L/6-3-8L re=3 formation={one}",
    "Div security other (6)-2-3L/(3)-2-8L re=2",
    "Rgt infantry other 4-3-3L/2-3-8L",
    "Rgt infantry other 4-3-3L/2-3-8L formation={one}",
    "Rgt motorized_infantry mech 5-4-6T/3-4-14T formation={one}",
    "Rgt motorized_infantry mech 5-4-6T/3-4-14T",
    "Bn tank armor 9-5-12K/3-5-15K formation={one}",
    "Bn tank armor 9-5-12K/3-5-15K formation={two}",
    "Bde tank mech 6-3-10K/3-3-14K",
    "Bn motorcycle mech 2-5-8T/1-5-20T",
    "Bn anti_tank other (2)-3-6T/(1)-3-16T",
    "Rgt militia other 0-1-0L/0-1-4L",
    "Bn engineer other 3-3-6L/1-3-12L kind=engineer",
    "hq 15T-4T/10T-20T",
    "hq 5L-3T/3L-12T",
    "hq 8T-4T/6T-14T divisional formation={one}",
    "artillery b20-3-4-3L/b10-3-4-12T",
    "artillery b9-2-3-4T/b5-2-3-16T formation={one}",
)
PARTS = "Rgt infantry other 4-3-3L/2-3-7L kind=breakdown counter={pool}"
OTHERS = ("Bn rail_repair other (1)-2-4L/(1)-2-8L kind=rail_repair", "repl pax /1-1-4L", "repl eq /1-1-12T")
TRANSPORT = (
    "truck 3 45T load=2",
    "truck 5 45T",
    "truck 5 45T extender",
    "wagon 3 10L load=1",
    "organic 2 45T formation={one} load=1",
)


OTHER_STEPS = {
    "new-ocs": {
        "movement_breakout": "supply_breakout",
        "combat_barrage": "bombardment",
        "reaction_barrage": "reaction_movement",
    }
}
"""What the steps of the series are in another sequence of play."""


def position(seed: int, edition: str = "v4.2") -> str:
    """The text of one, at a step that the edition has."""
    rng = Random(f"referee/{seed}")
    theme = THEMES[seed % len(THEMES)]
    board = _Board(rng, theme)
    lines = [line for side in SIDES for line in board.army(side)]
    step = rng.choice(theme.steps)
    step = OTHER_STEPS.get(edition, {}).get(step, step)
    phasing = rng.choice(tuple(SIDES))
    head = f"redball-position 1\nedition {edition}\nsides axis soviet\nat {step} phasing={phasing} turn=2\n"
    sections = {"terrain": board.picture(), "units": lines, **board.rest()}
    return head + "".join(f"[{name}]\n" + "".join(f"{line}\n" for line in what) for name, what in sections.items())


class _Board:
    """One position as it is made."""

    def __init__(self, rng: Random, theme: Theme) -> None:
        self.rng, self.theme = rng, theme
        self.taken: dict[str, str] = {}
        self.waiting: dict[str, set[str]] = {side: set() for side in SIDES}
        self.weight: Counter[str] = Counter()
        hexes = [f"{c:02}.{r:02}" for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
        self.hexes = sorted(rng.sample(hexes, min(theme.hexes, len(hexes))))

    def picture(self) -> list[str]:
        """The terrain, row by row."""
        kinds = "......wwfhsm" if self.rng.random() < 0.5 else "........wf"
        return [" ".join(self.rng.choice(kinds) for _ in range(COLUMNS)) for _ in range(ROWS)]

    def army(self, side: str) -> list[str]:
        """The units of a side, none in a hex that the other side has."""
        rng, first, last = self.rng, *SIDES[side]
        names = {"one": f"{side}1", "two": f"{side}2", "pool": f"{side}bd"}
        mine = [at for at in self.hexes if first <= int(at[:2]) <= last]
        lines = [f"{side} pool {side}bd {PARTS.split(' counter')[0]}"]
        wanted = [*rng.choices(COMBAT, k=rng.randrange(8, 18)), *rng.sample(OTHERS, 1), *rng.sample(TRANSPORT, 2)]
        wanted += [PARTS] * rng.randrange(2)
        for number, kind in enumerate(wanted, 1):
            size = int(kind.partition(" re=")[2][:1] or 1)
            free = [at for at in mine if self.taken.get(at, side) == side and self.weight[at] + size <= FULL]
            if not free:
                break
            at = rng.choice(free)
            self.taken[at] = side
            self.weight[at] += size
            marks = self.marks(kind, at, side)
            lines.append(f"{side} {at} {side[0]}{number} {kind.format(**names)} {' '.join(marks)}")
        return lines

    def marks(self, kind: str, at: str, side: str) -> list[str]:
        """Mode, stocks, supply and losses of a unit."""
        rng = self.rng
        if kind not in COMBAT:
            return []
        mode = next((name for name, chance in self.theme.modes.items() if rng.random() < chance), "")
        if mode == "exploit" and kind.startswith(("hq", "artillery", "Div security", "Bn anti_tank")):
            mode = ""
        marks = ["move"] if mode == "strat" or rng.random() < 0.35 else []
        if mode == "released":
            marks += ["released", *(["dg"] if rng.random() < 0.4 else [])]
        elif mode:
            marks.append(mode)
        if mode == "reserve":
            self.waiting[side].add(at)
        marks += [rng.choice(("low", "exhausted"))] if rng.random() < 0.15 else []
        marks += ["oos"] if mode != "strat" and rng.random() < self.theme.out else []
        return marks + (
            [f"lost={rng.randrange(1, 2 + ('re=3' in kind))}"] if " re=" in kind and rng.random() < 0.4 else []
        )

    def rest(self) -> dict[str, list[str]]:
        """Supply, works, rivers, railroads, sources, markers."""
        rng, theme = self.rng, self.theme
        sections: dict[str, list[str]] = {
            "supply": [
                f"{s} {at} {rng.randrange(1, 14)}T" for at, s in self.taken.items() if rng.random() < theme.dumps
            ],
            "hedgehogs": [
                f"{s} {at} {rng.randrange(1, 4)}"
                for at, s in self.taken.items()
                if rng.random() < theme.works and at not in self.waiting[s]
            ],
            "reserve_markers": [f"{side} {len(self.waiting[side]) + rng.randrange(2)}" for side in SIDES],
            "places": ['01.03 village "A"', '05.03 minor_city "B"', '10.03 village "C"'],
            "hexsides": [f'{kind} "-" {" ".join(self.sides())}' for kind in ("major_river", "minor_river")],
            "extenders": ["axis truck 2 20T", "soviet truck 2 20T", "axis wagon 1 3L"],
            "paths": [],
        }
        far = {"axis": ("01.03", "01.05"), "soviet": ("10.03", "10.01")}
        sections["sources"] = [f"{side} {' '.join(far[side][: theme.sources])}" for side in SIDES if theme.sources]
        if theme.rails:
            line = " ".join(f"{column:02}.03" for column in range(1, COLUMNS + 1))
            sections["paths"] += [f'railroad "-" {line}']
            sections["rail"] = ["axis 3", "soviet 3"]
        if rng.random() < 0.6:
            sections["paths"] += ['road "-" ' + " ".join(f"{column:02}.04" for column in range(1, COLUMNS + 1))]
        return {name: what for name, what in sections.items() if what}

    def sides(self) -> list[str]:
        """Hexsides for a river."""
        count = self.rng.randrange(1, self.theme.rivers + 1)
        names = ("N", "NE", "SE")
        inside = [f"{c:02}.{r:02}" for c in range(2, COLUMNS) for r in range(2, ROWS)]
        return [f"{self.rng.choice(inside)}/{self.rng.choice(names)}" for _ in range(count)]
