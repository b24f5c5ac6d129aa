"""Positions in which everything meets: small, drawn by lot, with railroads, Extenders, Breakdowns, Repls, lost Organic
Trucks, dumps, works and units in every mode close to one another."""

from __future__ import annotations

from random import Random

COLUMNS, ROWS = 12, 6
SIDES = {"axis": (1, 7), "soviet": (6, COLUMNS)}
"""The columns in which the units of a side stand."""
STEPS = (
    "reinforcement", "movement_breakout", "movement", "supply", "reaction_movement", "reaction_barrage",
    "combat_barrage", "combat", "exploitation_movement", "clean_up",
)  # fmt: skip
KINDS = (
    "Div infantry other 12-3-3L/6-3-8L re=3",
    "Div infantry other 12-4-3L/6-3-8L re=3",
    "Rgt infantry other 4-3-3L/2-3-8L",
    "Rgt infantry other 4-3-3L/2-3-8L formation={one}",
    "Bn tank armor 9-5-12K/3-5-15K formation={one}",
    "Bn tank armor 9-5-12K/3-5-15K formation={two}",
    "Rgt security other (2)-1-3L/(1)-1-6L",
    "Bn engineer other 3-3-6L/1-3-12L kind=engineer",
    "Bn rail_repair other (1)-2-4L/(1)-2-8L kind=rail_repair",
    "hq 15T-4T/10T-20T",
    "hq 4T-3T/10T-20T",
    "artillery b20-3-4-3L/b10-3-4-12T",
    "Rgt infantry other 4-3-3L/2-3-7L kind=breakdown counter={pool}",
)
OTHERS = ("repl pax /1-1-4L", "repl eq /1-1-12T")
TRANSPORT = (
    "truck 3 45T load=2",
    "truck 5 45T",
    "truck 5 45T extender",
    "wagon 3 10L load=1",
    "organic 2 45T formation={one} load=1",
    "organic 2 45T formation={two}",
)
REST = """[paths]
railroad "-" {rails}
[places]
01.03 village "A"
04.03 village "B"
08.03 minor_city "C"
12.03 village "D"
[hexsides]
major_river "R" 06.01/N 06.02/N 06.03/N
minor_river "S" 04.01/N 04.02/N
[sources]
axis 01.03
soviet 12.03
[extenders]
axis truck 2 5T
soviet truck 2 5T
axis wagon 1 3L
[rail]
axis 3
soviet 3
"""


def position(seed: int) -> str:
    """The text of one, at the step of a Player Turn that the seed names."""
    rng = Random(seed)
    taken: dict[str, str] = {}
    lines: list[str] = []
    lost: list[str] = []
    for side in SIDES:
        _army(rng, side, taken, lines, lost)
    picture = "\n".join(" ".join(rng.choice("......wfh") for _ in range(COLUMNS)) for _ in range(ROWS))
    dumps = [f"{side} {at} {rng.randrange(1, 12)}T" for at, side in taken.items() if rng.random() < 0.3]
    empty = {line.split()[1] for line in lines if "reserve" in line}
    works = [
        f"{side} {at} {rng.randrange(1, 4)}" for at, side in taken.items() if at not in empty and rng.random() < 0.1
    ]
    rails = " ".join(f"{column:02}.03" for column in range(1, COLUMNS + 1))
    head = f"redball-position 1\nsides axis soviet\nat {STEPS[seed % len(STEPS)]} phasing=axis turn=2\n"
    sections = {"terrain": [picture], "units": lines, "supply": dumps, "hedgehogs": works, "trucks_lost": lost}
    told = "".join(f"[{name}]\n" + "".join(f"{line}\n" for line in what) for name, what in sections.items())
    return head + told + REST.format(rails=rails)


def _army(rng: Random, side: str, taken: dict[str, str], lines: list[str], lost: list[str]) -> None:
    """The units of a side, none where the other stands; what is taken is written into `taken`."""
    names = {"one": f"{side}1", "two": f"{side}2", "pool": f"{side}bd"}
    first, last = SIDES[side]
    number = 0
    for kind in (*KINDS, *OTHERS, *TRANSPORT):
        for _ in range(rng.choice((0, 1, 1, 2))):
            number += 1
            uid, printed = f"{side[0]}{number}", kind.format(**names)
            if kind.startswith("organic") and rng.random() < 0.4:
                lines.append(f"{side} removed {uid} {printed.split(' load')[0]}")
                lost.append(f"{uid} 2")
            elif kind in KINDS[:-1] and rng.random() < 0.15:
                lines.append(f"{side} dead {uid} {printed}")
            else:
                free = [at for at in _hexes(first, last) if taken.get(at, side) == side]
                at = rng.choice(free)
                taken[at] = side
                lines.append(f"{side} {at} {uid} {printed} {' '.join(_marks(rng, kind))}")
    lines.append(f"{side} pool {side}bd {KINDS[-1].split(' counter')[0]}")


def _hexes(first: int, last: int) -> list[str]:
    return [f"{column:02}.{row:02}" for column in range(first, last + 1) for row in range(1, ROWS + 1)]


def _marks(rng: Random, kind: str) -> list[str]:
    """Mode, stocks, supply and losses of a unit."""
    if kind not in KINDS:
        return []
    marks = ["move"] if rng.random() < 0.3 else []
    mode = rng.random()
    marks += ["dg"] if mode < 0.1 else ["reserve"] if mode < 0.15 else []
    marks += [rng.choice(("low", "exhausted"))] if rng.random() < 0.15 else []
    marks += ["oos"] if rng.random() < 0.15 else []
    return marks + ([f"lost={rng.randrange(1, 3)}"] if "re=3" in kind and rng.random() < 0.5 else [])
