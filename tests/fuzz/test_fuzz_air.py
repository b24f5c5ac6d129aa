"""Random legal play from a position with air forces, under watch, in parts that run at once; most in `make long`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from redball.bots.random_play import at_random
from redball.core.actions import Action, BeginMove, Cancel, CancelDrop, Disembark, RemovePlane
from redball.game import Game
from redball.game.watch.invariants import Rates, Watch
from support import HEAD, HQ, LEG, TANKS, land

RATES = Rates(refused=6, offered=12, facts=10, packed=12, undo=12, hidden=6)
PARTS, GAMES, ACTIONS = 8, 25, 70
FEW = 6
"""Games of `make test`: too few to ask for anything rare."""
DROP_GAMES = 12
TAKEN_BACK = (Cancel, CancelDrop, RemovePlane, Disembark, BeginMove)
"""What random play of drops leaves alone, so that some are flown."""
SMALL = "Co infantry other 1-3-3L/1-3-6L"
PARA = "Bn parachute other 2-5-3L/1-5-6L"
STEPS = (
    "aircraft_refit",
    "movement",
    "movement_barrage",
    "reaction_movement",
    "reaction_barrage",
    "exploitation_movement",
)
MARKS = ("", "inactive", "reduced", "inactive reduced")
LIFT = "Tpt (0)-0-12/(0)-0-12 carries=2T,1T"
LIFTS = ("02.02", "09.04")
"""Bases that have such an aircraft, Active, and something for it to carry."""
TYPES = (
    "F 4-3-6/3-2-5",
    "F 2-2-9/1-1-8",
    "T (1)-18-9/(1)-9-9",
    LIFT,
    "F+T 3-8-4/2-4-4",
    "S (2)-25-12/(2)-12-12",
)


PLANNED = ("DropPlanned", "DropDelayed", "DropCancelled")
DROPPED = ("UnitDropped", "GlidersTowed")
RARE = ("BaseCaptured", "BaseRaided", "TrainbustingRolled", "TrainbustingOver", "AircraftHit", "CargoLost")
WANTED = ("MissionFlown", "AirRound", "AircraftLanded", "FighterScrambled", "FlakFired", "StrikeMade")
LIFTED = ("SupplyAirlifted", "UnitAirlifted", "SupplyDropped")


def position(seed: int) -> str:
    """Two air forces within reach of each other; what they have is drawn by lot."""
    rng = Random(f"air/{seed}")
    bases = {"02.02": "axis", "01.05": "axis", "05.01": "axis", "09.04": "soviet", "10.01": "soviet", "08.02": "soviet"}
    levels = {hex_: rng.choice(("strip", "1", "2", "3")) for hex_ in bases}
    planes = [f"{bases[hex_]} {hex_} {bases[hex_]}j {LIFT}" for hex_ in LIFTS]
    for hex_, side in bases.items():
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
        f"axis 02.02 fj1 {PARA} move\naxis 02.02 fj2 {PARA} move\nsoviet 09.04 vdv {PARA} move\n"
        f"soviet 09.03 r {LEG}\nsoviet 08.03 s {LEG} reserve\nsoviet 10.03 h {HQ}"
    )
    towed = {hex_: " gliders=3" if hex_ in LIFTS else "" for hex_ in bases}
    rest = "\n".join(f"{side} {hex_} {levels[hex_]}{towed[hex_]}" for hex_, side in bases.items())
    spots = ("04.02", "05.03", "08.02", "09.03", "10.05")
    drops = "\n".join(
        f"{uid} {rng.choice(spots)} turn={rng.choice((1, 1, 2, 3))}" for uid in ("fj1", "fj2", "vdv", "m")
    )
    return (
        f"{HEAD}at {STEPS[seed % len(STEPS)]} phasing={rng.choice(('axis', 'soviet'))}\nturns 4\n"
        "hip_shoots axis soviet\ngliders axis soviet\n"
        f"[terrain]\n{land(columns=10)}\n[units]\n{units}\n"
        "[supply]\naxis 01.03 6\naxis 02.02 1\naxis 05.01 2\nsoviet 10.03 6\nsoviet 09.04 2\n"
        "[paths]\nrailroad - 01.03 02.03 03.03 04.03 05.03 06.03 07.03 08.03 09.03 10.03\n"
        "[rail]\naxis 6\nsoviet 6\n[trainbusting]\naxis 04.03\nsoviet 07.04\n"
        f"[sources]\naxis 01.03\nsoviet 10.03\n[bases]\n{rest}\n[aircraft]\n"
        + "\n".join(planes)
        + f"\n[drops]\n{drops}\n"
    )


def drops(seed: int) -> str:
    """Transports and paratroopers of both sides whose drops are due, on hexes that are empty, held, or hold a dump."""
    rng = Random(f"drops/{seed}")
    spots = ("03.03", "04.02", "05.03", "06.02")
    units = "\n".join(f"axis 02.02 fj{i} {PARA} move" for i in range(4))
    plans = "\n".join(f"fj{i} {rng.choice(spots)} turn={rng.choice((1, 1, 1, 2))}" for i in range(4))
    planes = "\n".join(f"axis 02.02 ju{i} {LIFT}" for i in range(3))
    return (
        f"{HEAD}at {rng.choice(('movement', 'aircraft_refit'))} phasing=axis\nturns 4\ngliders axis soviet\n"
        f"[terrain]\n{land(columns=10)}\n[units]\n{units}\naxis 02.02 m {LEG} move\nsoviet 05.03 s {LEG}\n"
        "[supply]\naxis 02.02 2\nsoviet 04.02 2\n[sources]\naxis 02.02\nsoviet 10.03\n"
        f"[bases]\naxis 02.02 2 gliders=3\nsoviet 10.03 1\n[aircraft]\n{planes}\nsoviet 10.03 f F 4-3-12/3-2-12\n"
        f"[drops]\n{plans}\nm 06.02 turn=1\n"
    )


def played(
    seed: int,
    edition: str = "",
    at: Callable[[int], str] = position,
    spared: tuple[type[Action], ...] = (),
    rates: Rates = RATES,
    actions: int = ACTIONS,
) -> Counter[str]:
    """One game; every decision is drawn by kind or evenly, `spared` kinds only where there is nothing else. What
    happened in it, by kind of event."""
    return watched(Game.from_position(at(seed), seed=seed, edition=edition), seed, spared, rates, actions)


def watched(
    game: Game,
    seed: int,
    spared: tuple[type[Action], ...] = (),
    rates: Rates = RATES,
    actions: int = ACTIONS,
    asked: Callable[[Game, list[Action]], Counter[str]] | None = None,
) -> Counter[str]:
    """The same, from a game that begins. What is `asked` at every decision, with what is offered, is counted, too."""
    watch, rng, answers = Watch(game, Random(seed), rates), Random(seed), Counter[str]()
    for _ in range(actions):
        open_ = game.decision
        if open_ is None:
            break
        offered = watch.choices()
        if asked is not None:
            answers += asked(game, offered)
        kept = [action for action in offered if not isinstance(action, spared)] or offered
        watch.take(open_.side, at_random(kept, rng.getrandbits(64), seed % 3 == 0))
    watch.finish()
    return watch.tally.events + watch.tally.refusals + answers


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["", "1992"])
def test_a_few_random_games_with_aircraft(edition: str) -> None:
    seen = sum((played(seed, edition) for seed in range(FEW)), Counter[str]())
    assert min(seen["MissionFlown"], seen["AircraftLanded"]) > 0, seen


@pytest.mark.slow
@pytest.mark.long
def test_random_play_with_aircraft_by_1992() -> None:
    """The same air forces by the charts of 1992: stations, doubling up, Flak by the hex, bases that pay for Levels."""
    seen = sum((played(seed, "1992") for seed in range(2 * GAMES)), Counter[str]())
    assert min(seen[kind] for kind in ("MissionFlown", "AirRound", "AircraftLanded", "FighterScrambled")) > 0, seen
    assert min(seen[kind] for kind in ("RefitRolled", "AircraftRefitted")) > 0, seen
    assert sum(seen[kind] for kind in ("AircraftStruck", "HexFlakFired", "LoadDropped")) > 0, seen


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_random_play_with_aircraft(part: int) -> None:
    seen = sum((played(seed) for seed in range(part * GAMES, (part + 1) * GAMES)), Counter[str]())
    assert seen["AircraftRefitted"] > 3
    assert min(seen[kind] for kind in WANTED) > 0, seen
    assert sum(seen[kind] for kind in LIFTED) > 0, seen
    assert sum(seen[kind] for kind in RARE) > 3, seen
    assert min(seen[kind] for kind in PLANNED) > 0, seen


@pytest.mark.slow
@pytest.mark.long
def test_random_play_drops_what_was_planned() -> None:
    seen = sum((played(seed, at=drops, spared=TAKEN_BACK) for seed in range(DROP_GAMES)), Counter[str]())
    assert min(seen[kind] for kind in DROPPED) > 0, seen
    assert seen["DropPlanned"] > 0, seen
