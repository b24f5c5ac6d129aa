"""Positions for the tests of supply: a look at one without starting it, and games played from one."""

from __future__ import annotations

import random

from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.state import Frame
from redball.rules.supply.draw_and_throw import Payer, payers
from redball.rules.supply_phase.phase import SupplyPhase
from support import Sitting, opened, position

INF = "Rgt infantry other 4-3-3L/2-3-8T"
SIGNS = ".......wwwfhm~"
MOVING = ("movement", "reaction", "exploitation")


def look_at(body: str, phase: str = "supply", acting: str = "axis") -> Look:
    """A look at a position in a phase; of a phase with several segments it is the Movement Segment."""
    return position(body, side=acting, phase=phase, segment="movement" if phase in MOVING else phase)


def scattered(seed: int, phase: str = "supply", rest: str = "") -> Look:
    """A small board with units of both sides, dumps and HQs at random."""
    dice = random.Random(seed)
    columns, rows = 9, 7
    picture = "\n".join(" ".join(dice.choice(SIGNS) for _ in range(columns)) for _ in range(rows))
    free = [f"{c:02}.{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    dice.shuffle(free)
    units, supply = [], []
    for number in range(5):
        marks = dice.choice(["", "move", "oos", "strat"])
        units.append(f"soviet {free.pop()} s{number} {INF} {marks}")
    for number in range(6):
        here = free.pop()
        mark = dice.choice(["", "moved", "formation=x", "re=2"])
        units.append(f"axis {here} a{number} {INF} {mark}")
        if dice.random() < 0.3:
            units.append(f"axis {here} t{number} {dice.choice(['truck', 'organic'])} 2 40T load=1 formation=x")
    for number, kind in enumerate("TLK"):
        divisional = dice.choice(["", "divisional formation=x"])
        units.append(
            f"axis {free.pop()} h{number} hq 3{kind}-3T/2{kind}-9T {dice.choice(['', 'strat', 'dg'])} {divisional}"
        )
    supply = [f"axis {free.pop()} {dice.randint(1, 3)}" for _ in range(3)]
    body = f"[terrain]\n{picture}\n[units]\n" + "\n".join(units) + "\n[supply]\n" + "\n".join(supply)
    return look_at(f"{body}\nsoviet {free.pop()} 1\n{rest}", phase)


def run_at(body: str, phase: str = "supply", acting: str = "axis") -> Run:
    """Something that may change a position, for functions that are given a `Run`."""
    return Run(look_at(body, phase, acting), Dice(seed=1))


def ways(look: Look, uid: str) -> set[tuple[str, str, str]]:
    """(dump hex, holder, HQ) of every payer of a unit."""
    found = payers(look, look.unit(uid))
    return {(look.hex_name(p.source), p.holder, p.via) for p in found}


def only(found: tuple[Payer, ...]) -> Payer:
    """The one payer that there is."""
    assert len(found) == 1, found
    return found[0]


def phase(body: str, dice: tuple[int, ...] = (), side: str = "axis") -> Sitting:
    """The Supply Phase of a side and nothing else."""
    return Sitting(opened(look_at(body, acting=side), Frame("supply_phase", "recovery", SupplyPhase(side)), dice=dice))
