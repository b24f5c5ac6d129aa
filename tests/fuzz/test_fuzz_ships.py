"""Random legal play from a position with ships, under watch; most in `make long`."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from fuzz.test_fuzz_air import played as random_game
from redball.core.actions import BeginMove, BeginSail, Cancel, RemovePlane, RemoveUnit
from redball.core.actions.naval import DivideCraft, PlanLanding, RemoveShip, StayAboard, StayAfloat
from redball.game.watch.invariants import Rates
from support import GUNS, HEAD, LEG, land

RATES = Rates(refused=6, offered=12, facts=20, packed=12, undo=12, hidden=4)
FEW, MANY, ACTIONS = 4, 30, 60
STEPS = (
    "aircraft_refit",
    "movement",
    "movement_barrage",
    "reaction_movement",
    "reaction_barrage",
    "exploitation_barrage",
)
TYPES = (
    "battleship 30-4-2-3/20-3-1-2",
    "cruiser 12-3-2-1/6-3-1-0 several",
    "destroyer 8-2-1-0/4-2-0-0 several",
    "carrier 0-0-3-2/0-0-1-2 slow aircraft=4",
)
IDLE = ("", "inactive", "reduced")
MARKS = ("", "damaged", "dg", "damaged dg", "ashore", "fired", "sailed")
FLIERS = ("F 4-3-6/3-2-4", "T (1)-12-8/(1)-6-8", "F+T 3-8-5/2-4-5")
WANTED = ("ShipSailed", "VoyageEnded", "GunfireOpened", "AircraftLanded")
RARE = ("AircraftRefitted",)
LOADING = ("movement", "reaction_movement", "movement", "exploitation_movement")
FERRIED = ("WentAboard", "WentAshore", "SupplyCarried", "CraftCombined", "TookToWater")


def position(seed: int) -> str:
    """Two fleets off one coast with a port; what they have is drawn by lot."""
    rng = Random(f"ships/{seed}")
    picture = land(*(f"{column:02d}.{row:02d}=." for column in range(1, 11) for row in (1, 2)), columns=10, ground="-")
    ships, planes = [], []
    for side, columns in (("axis", (2, 3)), ("soviet", (6, 8))):
        for number in range(rng.randrange(2, 6)):
            hex_, sid = f"{rng.choice(columns):02d}.{rng.choice((3, 4, 5)):02d}", f"{side[0]}{number}"
            ships.append(f"{side} {hex_} {sid} {rng.choice(TYPES)} {rng.choice(MARKS)}")
            if "aircraft=" in ships[-1]:
                planes += [
                    f"{side} {hex_} {sid}f{each} {rng.choice(FLIERS)} carrier=any on={sid} {rng.choice(IDLE)}"
                    for each in range(rng.randrange(4))
                ]
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
        "soviet 07.02 il T 2-12-8/1-6-8\naxis 02.02 af F 4-3-6/3-2-4 carrier=any\n"
        "soviet 07.02 sf F 4-3-6/3-2-4 carrier=any\n"
        + "".join(f"{line}\n" for line in planes)
        + "[sources]\naxis 02.02\nsoviet 07.02\n"
        + '[boxes]\nwest off_map "West"\nfar off_map "Far"\neast off_map "East" at=30,3\n'
        + "[ways]\nwest axis sea 3 01.04 02.05 far\nfar axis sea all\neast soviet sea 2 06.03 10.04\n[ships]\n"
        + "\n".join(ships)
        + f"\n[craft]\n{targets(seed)}\n"
    )


def targets(seed: int) -> str:
    """Landing Craft among the ships of a position, some with cargo, to be fired at."""
    rng, craft = Random(f"targets/{seed}"), []
    for side, column in (("axis", 2), ("soviet", 6)):
        for number in range(rng.randrange(3)):
            hex_, kind = f"{column:02d}.{rng.choice((3, 4)):02d}", rng.choice(("landing_craft", "dukw", "lst"))
            sp, dg = rng.randrange(4), rng.choice(("", "dg"))
            points = rng.randrange(max(sp, 1), 4)
            craft.append(f"{side} {hex_} {side[0]}c{number} {kind} {points} sp={sp} {dg}")
    return "\n".join(craft)


def ferries(seed: int) -> str:
    """The same coast with Landing Craft, DUKWs and LSTs in its ports and off it, some of them loaded; destroyers look
    on."""
    rng = Random(f"craft/{seed}")
    picture = land(*(f"{column:02d}.{row:02d}=." for column in range(1, 11) for row in (1, 2)), columns=10, ground="-")
    marks = ("", "dg", "sailed")
    craft = []
    for side, at, aboard in (
        ("axis", ("03.02", "03.02", "04.02"), "pax1"),
        ("soviet", ("07.02", "07.02", "06.02"), "pax2"),
    ):
        load = f"aboard={aboard} sp={rng.randrange(3)}"
        craft.append(
            f"{side} {rng.choice(at)} {side[0]}1 landing_craft {rng.randrange(3, 6)} {load} {rng.choice(marks)}"
        )
        craft.append(f"{side} {rng.choice(at)} {side[0]}2 landing_craft {rng.randrange(1, 3)} {rng.choice(marks)}")
        craft.append(f"{side} {rng.choice(at)} {side[0]}3 dukw 2 sp={rng.randrange(3)}")
        craft.append(f"{side} {rng.choice(at)} {side[0]}4 lst 3")
        craft.append(f"{side} ashore {side[0]}5 dukw 2")
    ships = "axis 04.03 bb destroyer 8-2-1-0/4-2-0-0 several\nsoviet 06.03 sb destroyer 8-2-1-0/4-2-0-0 several"
    units = (
        f"axis 03.02 a {LEG}\naxis 03.02 t truck 1 45T\naxis 02.02 c {LEG} move\naxis aboard pax1 {LEG}\n"
        f"axis 03.02 a5 truck 2 24T load=1\nsoviet 07.02 r {LEG}\nsoviet 08.02 s {LEG} strat\n"
        f"soviet aboard pax2 {LEG} move\nsoviet 07.02 s5 truck 2 24T\nsoviet 07.02 u truck 1 45T load=2T"
    )
    return (
        f"{HEAD}at {LOADING[seed % len(LOADING)]} phasing={rng.choice(('axis', 'soviet'))}\nturns 4\n"
        f"ships_in_ports destroyer\n[terrain]\n{picture}\n[units]\n{units}\n"
        '[places]\n03.02 port "West"\n07.02 port "East"\n[ports]\n03.02 3\n07.02 2\n'
        "[harbours]\naxis 03.02\nsoviet 07.02\n[supply]\naxis 03.02 4\nsoviet 07.02 4\n"
        "[sources]\naxis 02.02\nsoviet 07.02\n[ships]\n" + ships + "\n[craft]\n" + "\n".join(craft) + "\n"
    )


def ferried(seed: int) -> Counter[str]:
    """One game with Landing Craft."""
    spared = (DivideCraft, PlanLanding, BeginMove) if seed % 2 else (DivideCraft, PlanLanding, BeginSail)
    return random_game(seed, at=ferries, spared=spared, rates=RATES, actions=ACTIONS)


HASTE = (BeginMove, BeginSail, DivideCraft, Cancel, StayAboard, StayAfloat)


def invaded(seed: int) -> Counter[str]:
    """One game in which whoever can land does."""
    return random_game(4 * seed, at=ferries, spared=HASTE, rates=RATES, actions=ACTIONS)


@pytest.mark.slow
def test_a_few_random_landings() -> None:
    seen = sum((invaded(seed) for seed in range(FEW)), Counter[str]())
    assert min(seen[kind] for kind in ("LandingRolled", "UnitLanded")) > 0, seen


@pytest.mark.slow
@pytest.mark.long
def test_random_landings() -> None:
    seen = sum((invaded(seed) for seed in range(FEW, MANY)), Counter[str]())
    assert min(seen[kind] for kind in ("LandingRolled", "UnitLanded", "CraftLost", "WadedAshore")) > 0, seen


@pytest.mark.slow
def test_a_few_random_games_with_landing_craft() -> None:
    seen = sum((ferried(seed) for seed in range(FEW)), Counter[str]())
    assert min(seen[kind] for kind in ("ShipSailed", "WentAboard")) > 0, seen


@pytest.mark.slow
@pytest.mark.long
def test_random_play_with_landing_craft() -> None:
    seen = sum((ferried(seed) for seed in range(FEW, MANY)), Counter[str]())
    assert min(seen[kind] for kind in FERRIED) > 0, seen


def played(seed: int) -> Counter[str]:
    """One game; moves of units are left alone where there is something else."""
    return random_game(seed, at=position, spared=(BeginMove,), rates=RATES, actions=ACTIONS)


BATTLE = (BeginMove, BeginSail, DivideCraft, Cancel, RemoveShip, RemoveUnit, RemovePlane)


def shelled(seed: int) -> Counter[str]:
    """One game in which whoever can fire does; every third begins in a Barrage Segment."""
    return random_game(6 * seed + 2, at=position, spared=BATTLE, rates=RATES, actions=ACTIONS)


@pytest.mark.slow
@pytest.mark.case("18.3c-D", "18.3d-B")
def test_a_few_random_battles_at_sea() -> None:
    seen = sum((shelled(seed) for seed in range(FEW)), Counter[str]())
    assert min(seen[kind] for kind in ("GunfireResolved", "CraftStruck")) > 0, seen


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.case("18.3c-D", "18.3d-B")
def test_random_battles_at_sea() -> None:
    seen = sum((shelled(seed) for seed in range(FEW, MANY)), Counter[str]())
    assert min(seen[kind] for kind in ("ShipBombed", "CraftStruck", "CraftLost", "CargoSunk")) > 0, seen


@pytest.mark.slow
def test_a_few_random_games_with_ships() -> None:
    seen = sum((played(seed) for seed in range(FEW)), Counter[str]())
    assert min(seen[kind] for kind in WANTED) > 0, seen


@pytest.mark.slow
@pytest.mark.long
def test_random_play_with_ships() -> None:
    seen = sum((played(seed) for seed in range(FEW, MANY)), Counter[str]())
    assert min(seen[kind] for kind in (*WANTED, *RARE)) > 0, seen
