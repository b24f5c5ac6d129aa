"""Random legal play from a position with ships, under watch; most in `make long`."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from fuzz.test_fuzz_air import played as random_game
from redball.core.actions import BeginMove
from redball.game.watch.invariants import Rates
from support import GUNS, HEAD, LEG, land

RATES = Rates(refused=6, offered=12, facts=20, packed=12, undo=12, hidden=4)
FEW, MANY, ACTIONS = 4, 30, 60
STEPS = ("movement", "movement_barrage", "reaction_movement", "reaction_barrage", "exploitation_barrage")
TYPES = (
    "battleship 30-4-2-3/20-3-1-2",
    "cruiser 12-3-2-1/6-3-1-0 several",
    "destroyer 8-2-1-0/4-2-0-0 several",
    "carrier 0-0-3-2/0-0-1-2 slow aircraft=4",
)
MARKS = ("", "damaged", "dg", "damaged dg", "ashore", "fired", "sailed")
WANTED = ("ShipSailed", "VoyageEnded", "GunfireOpened")


def position(seed: int) -> str:
    """Two fleets off one coast with a port; what they have is drawn by lot."""
    rng = Random(f"ships/{seed}")
    picture = land(*(f"{column:02d}.{row:02d}=." for column in range(1, 11) for row in (1, 2)), columns=10, ground="-")
    ships = []
    for side, columns in (("axis", (2, 3)), ("soviet", (6, 8))):
        for number in range(rng.randrange(2, 6)):
            hex_ = f"{rng.choice(columns):02d}.{rng.choice((3, 4, 5)):02d}"
            ships.append(f"{side} {hex_} {side[0]}{number} {rng.choice(TYPES)} {rng.choice(MARKS)}")
    coastal = f"{GUNS} symbol=coastal_artillery"
    units = (
        f"axis 03.02 a {LEG}\naxis 02.02 g {GUNS}\naxis 02.02 c {coastal}\n"
        f"soviet 07.02 r {LEG}\nsoviet 08.02 s {LEG} strat\nsoviet 07.02 d {GUNS}\nsoviet 06.02 b {coastal}"
    )
    return (
        f"{HEAD}at {STEPS[seed % len(STEPS)]} phasing={rng.choice(('axis', 'soviet'))}\nturns 4\n"
        f"ships_in_ports destroyer cruiser\n[terrain]\n{picture}\n[units]\n{units}\n"
        '[places]\n05.02 port "Haven"\n08.02 port "Cove"\n[ports]\n05.02 3\n08.02 2\n[harbours]\n'
        f"soviet 05.02\nsoviet 08.02 hits={rng.randrange(3)}\n"
        "[supply]\naxis 02.02 6\nsoviet 07.02 6\nsoviet 05.02 1\n"
        "[bases]\naxis 02.02 2\nsoviet 07.02 2\n[aircraft]\naxis 02.02 ju T (1)-18-9/(1)-9-9\n"
        "soviet 07.02 il T 2-12-8/1-6-8\n[sources]\naxis 02.02\nsoviet 07.02\n[ships]\n" + "\n".join(ships) + "\n"
    )


def played(seed: int) -> Counter[str]:
    """One game; moves of units are left alone where there is something else."""
    return random_game(seed, at=position, spared=(BeginMove,), rates=RATES, actions=ACTIONS)


@pytest.mark.slow
def test_a_few_random_games_with_ships() -> None:
    seen = sum((played(seed) for seed in range(FEW)), Counter[str]())
    assert min(seen[kind] for kind in WANTED) > 0, seen


@pytest.mark.slow
@pytest.mark.long
def test_random_play_with_ships() -> None:
    seen = sum((played(seed) for seed in range(FEW, MANY)), Counter[str]())
    assert min(seen[kind] for kind in WANTED) > 0, seen
