"""Random legal play off defended beaches, under watch; most in `make long`."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from fuzz.test_fuzz_air import played as random_game
from redball.core.actions import BeginMove, BeginSail, Cancel, PlanMission, RemoveUnit
from redball.core.actions.naval import DivideCraft, PlanLanding
from redball.game.watch.invariants import Rates
from support import GUNS, HEAD, LEG, TANKS, land

RATES = Rates(refused=4, offered=6, facts=8, packed=12, undo=12, hidden=2)
FEW, MANY, ACTIONS = 6, 40, 40
EDITIONS = ("", "new-ocs", "1992", "v4.2+v4.1a", "v4.2+command-control")
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
TROOPS = (LEG, DIV, TANKS, "Bn infantry other 2-4-3L/1-4-6L")
SPARED = (BeginMove, BeginSail, DivideCraft, Cancel, RemoveUnit, PlanLanding, PlanMission)
FOUGHT = ("AttackDeclared", "AssaultAnswered", "AssaultLaunched", "AssaultEnded", "LandingRolled")
RARE = ("CraftLost", "UnitLanded", "UnitAdvanced")


def beaches(seed: int) -> str:
    """Both sides off a coast that the other one holds, with what they carry drawn by lot."""
    rng = Random(f"assault/{seed}")
    picture = land(*(f"{column:02d}.{row:02d}=." for column in range(1, 11) for row in (1, 2)), columns=10, ground="-")
    units, craft = [], []
    for side, water, beach in (("axis", ("06.03", "07.03", "06.03"), 6), ("soviet", ("03.03", "04.03", "04.03"), 3)):
        held = (3, 4) if side == "axis" else (6, 7)
        for number in range(rng.randrange(1, 5)):
            mode = rng.choice(("", "", "dg", "reserve"))
            units.append(f"{side} {rng.choice(held):02d}.02 {side[0]}h{number} {rng.choice(TROOPS)} {mode}")
        units.append(f"{side} {held[0]:02d}.02 {side[0]}g {GUNS.replace('b20', 'b60')}")
        for number in range(rng.randrange(1, 4)):
            names = [f"{side[0]}a{number}{each}" for each in range(rng.randrange(3))]
            units += [f"{side} aboard {name} {rng.choice(TROOPS)} {rng.choice(('', '', 'move'))}" for name in names]
            aboard = f"aboard={','.join(names)}" if names else ""
            supply = f"sp={rng.choice((0, 1, 2))}"
            craft.append(f"{side} {rng.choice(water)} {side[0]}c{number} landing_craft 9 {aboard} {supply}")
        assert beach
    at = rng.choice(("combat_barrage", "combat", "combat", "exploitation_combat", "reaction_movement"))
    if at == "combat_barrage" or at.startswith("reaction"):
        at = "combat"
    return (
        f"{HEAD}at {at} phasing={rng.choice(('axis', 'soviet'))}\nturns 3\n[terrain]\n{picture}\n[units]\n"
        + "\n".join(units)
        + "\n[supply]\naxis 03.02 6\nsoviet 07.02 6\n[sources]\naxis 02.02\nsoviet 08.02\n[craft]\n"
        + "\n".join(craft)
        + "\n"
    )


def assaulted(seed: int, edition: str = "") -> Counter[str]:
    """One game in which whoever can attack does."""
    return random_game(seed, edition, at=beaches, spared=SPARED, rates=RATES, actions=ACTIONS)


@pytest.mark.slow
def test_a_few_random_beach_assaults() -> None:
    seen = sum((assaulted(seed) for seed in range(FEW)), Counter[str]())
    assert min(seen[kind] for kind in FOUGHT) > 0, seen


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS[1:])
def test_a_few_random_beach_assaults_in_every_edition_that_has_ships(edition: str) -> None:
    seen = sum((assaulted(seed, edition) for seed in range(FEW)), Counter[str]())
    assert min(seen[kind] for kind in ("AttackDeclared", "AssaultAnswered")) > 0, seen


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
def test_random_beach_assaults(edition: str) -> None:
    seen = sum((assaulted(seed, edition) for seed in range(FEW, MANY)), Counter[str]())
    assert min(seen[kind] for kind in (*FOUGHT, *RARE)) > 0, seen
