"""Positions of 1992 drawn by lot in which aircraft wait over hexes that guns can reach, with everything there that a
barrage may be aimed at."""

from __future__ import annotations

from random import Random

from support import HEAD, HQ, LEG, TANKS, land

GUNS = ("artillery b8-3-3-4T/b2-2-3-14T", "artillery b20-3-4-3L/b10-3-4-12T", "artillery b5-2-3-4T/b2-2-3-14T")
BOMBERS = (
    "T (1)-18-9/(1)-9-9",
    "T (0)-5-9/(0)-2-9",
    "S (2)-25-12/(2)-12-12",
    "F+T 3-8-9/2-4-9",
    "F 4-2-9/3-1-9",
    "T (0)-6(12)-9/(0)-3(6)-9",
)
TARGETS = (
    LEG,
    TANKS,
    HQ,
    "Bn infantry other 2-3-3L/1-3-6L",
    "Div infantry other 12-3-3L/6-3-8L re=3",
    "truck 5 20T load=3",
    "artillery b8-3-3-4T/b2-2-3-14T",
)
STEPS = ("combat_barrage", "combat_barrage", "movement_barrage", "exploitation_barrage")
MODES = ("", "", "", "dg", "strat move", "reserve", "lost=1")
HEXES = ("07.02", "07.03", "08.02", "08.03")


def position(seed: int) -> str:
    """Four hexes of the enemy, and what is about to barrage them."""
    rng = Random(f"joint/{seed}")
    ground = [f"{at}={rng.choice('...wfhm')}" for at in HEXES]
    units = [
        f"axis {rng.choice(('05.02', '06.02', '06.03'))} g{i} {rng.choice(GUNS)}" for i in range(rng.randrange(1, 5))
    ]
    units = [f"{line} {rng.choice(('', '', '', 'dg', 'move'))}" for line in units]
    units += [f"axis 06.03 leg {LEG}"] * (rng.random() < 0.7) + [f"axis 05.02 hq {HQ}"]
    supply, works, planes = [f"axis 05.02 {rng.randrange(1, 4)}T"], [], []
    bases = ["axis 02.02 3", "soviet 13.02 3"]
    for at in HEXES:
        for i in range(rng.randrange(4)):
            line = rng.choice(TARGETS)
            mode = rng.choice(MODES)
            if mode == "lost=1":
                mode = "lost=1" if "re=3" in line else ""
            mode = "" if line.startswith("truck") or (line == HQ and mode == "reserve") else mode
            units.append(f"soviet {at} s{at[:2]}{at[3:]}{i} {line} {mode}")
        supply += [f"soviet {at} {rng.randrange(1, 60)}T"] * (rng.random() < 0.5)
        works += [f"soviet {at} {rng.randrange(1, 5)}"] * (rng.random() < 0.3)
        bases += [f"soviet {at} {rng.randrange(1, 4)}"] * (rng.random() < 0.4)
        if bases[-1].startswith(f"soviet {at}"):
            marks = ("inactive", "inactive reduced", "")
            planes += [f"soviet {at} r{at[:2]}{at[3:]}{i} T (1)-8-9/(1)-4-9 {rng.choice(marks)}" for i in range(2)]
        for i in range(rng.randrange(3)):
            planes.append(
                f"axis 02.02 b{at[:2]}{at[3:]}{i} {rng.choice(BOMBERS)} over={at} {rng.choice(('', 'reduced'))}"
            )
    units += [f"soviet 13.02 h {HQ}"]
    sections = {
        "terrain": land(*ground, columns=14, rows=4),
        "units": "\n".join(units),
        "supply": "\n".join(supply),
        "hedgehogs": "\n".join(works),
        "paths": "railroad - 05.02 06.02 07.02 08.02 09.02 10.02 11.02 12.02 13.02\nroad - 05.03 06.03",
        "rail": "axis 6\nsoviet 3",
        "places": '07.03 minor_city "Town"\n08.03 village "Hamlet"',
        "sources": "axis 01.02\nsoviet 14.02",
        "bases": "\n".join(bases),
        "aircraft": "\n".join(planes),
    }
    body = "".join(f"[{name}]\n{what}\n" for name, what in sections.items() if what)
    return f"{HEAD}edition 1992\nat {rng.choice(STEPS)} phasing=axis\nturns 2\n{body}"
