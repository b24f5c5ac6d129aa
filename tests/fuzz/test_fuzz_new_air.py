"""Random legal play of New OCS from a position with air forces, under watch."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from fuzz.test_fuzz_air import LIFT, LIFTS, MARKS, RATES, SMALL
from redball.bots.random_play import at_random
from redball.game import Game
from redball.game.watch.invariants import Watch
from support import HEAD, HQ, LEG, TANKS, land

ACTIONS = 90
STEPS = ("air_operations", "air_operations", "movement")
TYPES = (
    "F 4-3-9/3-2-7",
    "F 2-2-9/1-1-8",
    "T (1)-18-9/(1)-9-9",
    "T (0)-12-6/(0)-6-6 engines=1",
    LIFT,
    "F+T 3-8-6/2-4-6",
    "S (2)-25-12/(2)-12-12",
)
BASES = {"02.02": "axis", "01.05": "axis", "05.01": "axis", "09.04": "soviet", "10.01": "soviet", "08.02": "soviet"}
WANTED = (
    "AircraftRefitted",
    "MissionFlown",
    "MissionAssigned",
    "AirRound",
    "AircraftLanded",
    "InterceptorSent",
    "FlakFired",
    "StrikeMade",
    "MissionOver",
    "BaseRaided",
)
LIFTED = ("SupplyAirlifted", "UnitAirlifted", "SupplyDropped", "SupplyCameByAir", "UnitCameByAir")


def position(seed: int) -> str:
    """Two air forces within reach of each other; what they have is drawn by lot."""
    rng = Random(f"new air/{seed}")
    levels = {hex_: rng.choice(("strip", "1", "2", "3")) for hex_ in BASES}
    planes = [f"{BASES[hex_]} {hex_} {BASES[hex_]}j {LIFT}" for hex_ in LIFTS]
    for hex_, side in BASES.items():
        left = 4 - (hex_ in LIFTS) + (int(levels[hex_]) if levels[hex_] != "strip" else 0)
        for i in range(rng.randrange(1, 6)):
            marks = rng.choice(MARKS)
            if "inactive" not in marks:
                left -= 1
            if left >= 0:
                planes.append(f"{side} {hex_} {side[0]}{hex_[:2]}{i} {rng.choice(TYPES)} {marks}")
    units = (
        f"axis 02.03 a {LEG}\naxis 03.02 t {TANKS}\naxis 01.03 hq {HQ}\n"
        f"axis 02.02 m {LEG} move\naxis 01.05 n {SMALL} move\nsoviet 10.01 o {SMALL} move\n"
        f"soviet 09.03 r {LEG}\nsoviet 08.03 s {LEG} reserve\nsoviet 10.03 h {HQ}"
    )
    rest = "\n".join(f"{side} {hex_} {levels[hex_]}" for hex_, side in BASES.items())
    return (
        f"{HEAD}edition new-ocs\nat {STEPS[seed % len(STEPS)]} phasing={rng.choice(('axis', 'soviet'))}\nturns 3\n"
        f"[terrain]\n{land(columns=10)}\n[units]\n{units}\n"
        "[supply]\naxis 01.03 6\naxis 02.02 1\naxis 05.01 2\nsoviet 10.03 6\nsoviet 09.04 2\n"
        "[paths]\nrailroad - 01.03 02.03 03.03 04.03 05.03 06.03 07.03 08.03 09.03 10.03\n"
        "[rail]\naxis 6\nsoviet 6\n"
        f"[sources]\naxis 01.03\nsoviet 10.03\n[bases]\n{rest}\n[aircraft]\n" + "\n".join(planes) + "\n"
    )


def played(seed: int) -> Counter[str]:
    """One game; every decision is drawn by kind or evenly. What happened in it, by kind of event."""
    game = Game.from_position(position(seed), seed=seed)
    watch, rng = Watch(game, Random(seed), RATES), Random(seed)
    for _ in range(ACTIONS):
        open_ = game.decision
        if open_ is None:
            break
        watch.take(open_.side, at_random(watch.choices(), rng.getrandbits(64), seed % 3 == 0))
    watch.finish()
    return watch.tally.events + watch.tally.refusals


@pytest.mark.slow
def test_a_few_random_games_of_new_ocs_with_aircraft() -> None:
    seen = sum(map(played, range(4)), Counter[str]())
    assert min(seen["MissionFlown"], seen["AircraftLanded"]) > 0, seen


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("seeds", [range(12), range(12, 50)])
def test_random_play_of_new_ocs_with_aircraft(seeds: range) -> None:
    seen = sum(map(played, seeds), Counter[str]())
    assert min(seen[kind] for kind in WANTED) > 0, seen
    assert sum(seen[kind] for kind in LIFTED) > 0, seen
