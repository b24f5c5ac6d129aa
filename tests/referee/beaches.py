"""Small coasts drawn by lot, on which everything that bears on a landing comes up: all kinds of ground, estuaries,
hexes of land and sea, ports with tracks, coastal artillery, gunfire ships, elites, defenders who are DG or have a ZOC.
"""

from __future__ import annotations

from random import Random

from support import GUNS, HEAD, HQ, LEG, MILITIA, TANKS, TRUCK, land

COLUMNS = 12
SIGNS = "....wlhrmsv"
ALSO = ("sea", "hills", "rough", "woods")
PLACES = ('03.02 port "A"', '07.02 minor_city "B"', '07.02 port "B"', '10.02 village "C"')
PORTS = ("3", "1", "2T", "2 1 2T 1T 0", "2+1T 1 1 3T 1T")
RIDERS = (
    LEG,
    TRUCK,
    TANKS,
    "Bn commando other 5-5-4L/3-5-6L",
    "Rgt marine other 5-5-4L/3-5-7L",
    "artillery b12-2-3-3L/b6-2-3-12T symbol=sp_artillery",
    "Div infantry other 9-3-4L/5-3-6L re=2",
    "Co infantry other 1-3-5L/1-3-5L",
)
DEFENDERS = (
    LEG,
    MILITIA,
    TANKS,
    HQ,
    f"{GUNS} symbol=coastal_artillery",
    "Bn tank armor 9-5-12K/3-5-15K dg",
    f"{LEG} dg",
)
MODES = ("", "move", "", "move", "dg", "oos")
SHIPS = ("destroyer 8-2-1-0/4-2-0-0 several", "battleship 30-4-2-3/20-3-1-2", "cruiser 12-3-2-1/6-3-1-0 several")


def position(seed: int) -> str:
    """A fleet of Landing Craft of the Axis off a coast that the Soviets hold in part."""
    rng = Random(f"beaches/{seed}")
    coast = [f"{c:02d}.02={rng.choice(SIGNS)}" for c in range(1, COLUMNS + 1)]
    inland = [f"{c:02d}.01=." for c in range(1, COLUMNS + 1)]
    picture = land(*coast, *inland, columns=COLUMNS, rows=5, ground="-")
    sides = " ".join(f"{rng.randrange(1, COLUMNS + 1):02d}.02/{rng.choice(('NE', 'SE'))}" for _ in range(3))
    also = {f"{rng.randrange(1, COLUMNS + 1):02d}.02": rng.choice(ALSO) for _ in range(3)}
    units, craft = [], []
    for number in range(rng.randrange(4, 8)):
        at, kind = (
            f"{rng.randrange(2, COLUMNS):02d}.0{rng.choice((2, 2, 3))}",
            rng.choice(("landing_craft",) * 3 + ("dukw", "lst")),
        )
        riders = [f"p{number}{each}" for each in range(rng.randrange(3))] if kind != "dukw" else []
        if rng.random() < 0.3 and not riders and kind == "dukw":
            riders = [f"p{number}0"]
        for uid in riders:
            rider = LEG if kind == "dukw" else rng.choice(RIDERS)
            units.append(f"axis aboard {uid} {rider}{' move' if kind == 'dukw' or rng.random() < 0.4 else ''}")
        load = f"aboard={','.join(riders)} " if riders else ""
        supply = f"sp={rng.randrange(1, 3)}" if rng.random() < 0.4 and kind != "lst" else ""
        craft.append(f"axis {at} c{number} {kind} {rng.randrange(4, 8)} {load}{supply}{rng.choice(('', '', ' dg'))}")
    used = {line.split()[1] for line in craft}
    for number in range(rng.randrange(2, 6)):
        at = f"{rng.randrange(1, COLUMNS + 1):02d}.0{rng.choice((1, 2))}"
        if at not in used:
            units.append(f"soviet {at} d{number} {rng.choice(DEFENDERS)}")
    ships = "".join(
        f"axis {rng.randrange(1, COLUMNS):02d}.05 s{n} {rng.choice(SHIPS)}\n" for n in range(rng.randrange(3))
    )
    ours = "03.02" not in {line.split()[1] for line in units}
    return (
        f"{HEAD}at movement phasing=axis\nturns 3\n[terrain]\n{picture}\n[units]\n"
        + "\n".join(
            [*units, f"axis 01.01 z {LEG}" if not any(" 01.01 " in u for u in units) else "", f"soviet 12.01 y {LEG}"]
        )
        + "\n[places]\n"
        + "\n".join(PLACES)
        + f"\n[ports]\n03.02 {rng.choice(PORTS)}\n07.02 {rng.choice(PORTS)}\n[harbours]\n"
        + f"{'axis' if ours else 'soviet'} 03.02 hits={rng.randrange(3)}\nsoviet 07.02 hits={rng.randrange(3)}\n"
        + "[also]\n"
        + "\n".join(f"{h} {terrain}" for h, terrain in also.items())
        + f'\n[hexsides]\nestuary "-" {sides}\nsea "-" 05.02/SE\n[supply]\nsoviet 07.02 2\n'
        + "[sources]\naxis 01.01\nsoviet 12.01\n"
        + (f"[ships]\n{ships}" if ships else "")
        + "[craft]\n"
        + "\n".join(craft)
        + "\n"
    )
