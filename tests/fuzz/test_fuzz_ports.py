"""Random legal play with ports, under watch: hits, works, capture, arrivals, shipping; most in `make long`."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from fuzz.test_fuzz_air import watched
from redball.core.actions import (
    Action,
    BeginMove,
    BlowDump,
    Construct,
    Halt,
    LoadSupply,
    OpenShipment,
    PlanMission,
    ShipTo,
    StepTo,
)
from redball.core.state import NOT_ARRIVED
from redball.game import Game
from redball.game.position.parse import parse_position
from redball.game.watch.invariants import Rates
from redball.rules.ground.harbours import harbours
from redball.rules.works.construction import PORT_TASKS, SMALL_PORT_TASKS
from redball.scenarios.records import Arrival, Placement
from support import HEAD, HQ, LEG, TANKS, land

RATES = Rates(refused=8, offered=12, facts=20, packed=12, undo=12, hidden=6)
FEW, MANY, ACTIONS = 4, 40, 70
STEPS = ("movement", "movement", "movement", "movement_barrage", "reaction_movement", "combat", "exploitation_movement")
ENGINEERS = "Bn engineer other 3-4-3L/1-4-8T kind=engineer"
BOMBER = "T (1)-30-9/(1)-15-9"
SIZES = ("3", "1", "1T", "2 1 2T 1T 0")
MARKS = ("", "hits=1", "hits=3", "hits=4", "hits=2 mended", "hits=1 wrecked", "used=4")
WORKED = ("PortRepaired", "PortWrecked", "PortCaptured", "PortRaided")
SHIPPED = ("UnitShipped", "SupplyShipped")
REFUSED = ("port.none", "port.whole", "port.mended", "port.wrecked", "port.ruined", "port.price")
NOT_SHIPPED = ("shipping.no_port", "shipping.same", "shipping.moved", "shipping.mode", "port.shut", "port.full")
PLAIN = land(columns=8)


def haven(rng: Random, where: dict[str, str]) -> str:
    """Ports with a side each, drawn by lot."""
    places = "\n".join(f'{hex_} port "P{hex_}"' for hex_ in where)
    sizes = "\n".join(f"{hex_} {rng.choice(SIZES)}" for hex_ in where)
    sides = "\n".join(f"{side} {hex_} {rng.choice(MARKS)}" for hex_, side in where.items())
    return f"[places]\n{places}\n[ports]\n{sizes}\n[harbours]\n{sides}\n"


def position(seed: int) -> str:
    """Two armies with engineers and bombers between the ports of both."""
    rng = Random(f"ports/{seed}")
    ports = haven(rng, {"02.02": "axis", "03.04": "axis", "05.02": "soviet", "07.03": "soviet"})
    units = (
        f"axis 02.02 a {LEG}\naxis 02.02 e {ENGINEERS}\naxis 04.02 t {TANKS}\naxis 02.02 m {LEG} move\n"
        f"soviet 07.03 r {LEG}\nsoviet 07.03 f {ENGINEERS}\nsoviet 06.03 u {TANKS}\nsoviet 05.02 s {LEG} move\n"
        "axis 02.02 o truck 1 45T load=1\naxis 03.04 q truck 1 45T"
    )
    switches = rng.choice(("", "switches enhanced_construction=on\n", "switches cloak_of_night=on\n"))
    return (
        f"{HEAD}at {rng.choice(STEPS)} phasing={rng.choice(('axis', 'soviet'))}\nturns 4\n{switches}"
        f"[terrain]\n{PLAIN}\n[units]\n{units}\n{ports}[supply]\naxis 02.02 9\nsoviet 07.03 9\nsoviet 05.02 1\n"
        f"[bases]\naxis 01.03 2\nsoviet 08.02 2\n[aircraft]\naxis 01.03 ju {BOMBER}\nsoviet 08.02 il {BOMBER}\n"
        f"[sources]\naxis 02.02\nsoviet 07.03\n[shipping]\naxis {rng.choice((0, 1, 6))}\nsoviet 1+1T\n"
    )


def works_refused(game: Game, offered: list[Action]) -> Counter[str]:
    """Every work on every port, by whoever could do it: what is not offered is refused, and why."""
    open_ = game.decision
    if open_ is None or open_.procedure.name != "movement_segment" or game.state.clock.phase != "movement":
        return Counter()
    every = (Construct(*work) for work in product(("", "e", "f"), harbours(game.look), PORT_TASKS | SMALL_PORT_TASKS))
    refused = {action: game.check(open_.side, action) for action in every}
    assert {action for action, refusal in refused.items() if refusal is None} == refused.keys() & {*offered}
    return Counter(refusal.code for refusal in refused.values() if refusal is not None)


def shipping_refused(game: Game, offered: list[Action]) -> Counter[str]:
    """The same of everything that could be shipped from port to port."""
    open_, ports = game.decision, [*harbours(game.look), 0]
    if open_ is None or open_.procedure.name not in ("movement_segment", "move"):
        return Counter()
    ways: list[Action] = [ShipTo(hex_) for hex_ in ports]
    if open_.procedure.name == "movement_segment":
        ways = [OpenShipment(start, hex_) for start, hex_ in product(ports, ports)]
    refused = {action: game.check(open_.side, action) for action in ways}
    assert {action for action, refusal in refused.items() if refusal is None} == refused.keys() & {*offered}
    return Counter(refusal.code for refusal in refused.values() if refusal is not None)


def asked(game: Game, offered: list[Action]) -> Counter[str]:
    return works_refused(game, offered) + shipping_refused(game, offered)


def played(seed: int) -> Counter[str]:
    """One game; in most nothing marches where there is something else: ports are worked on and raided, or used."""
    marching: tuple[tuple[type[Action], ...], ...] = ((BeginMove,), (StepTo, Halt, LoadSupply), ())
    spared: tuple[type[Action], ...] = (BlowDump, *marching[seed % 3])
    return watched(Game.from_position(position(seed), seed=seed), seed, spared, RATES, ACTIONS, asked)


# --- what arrives ------------------------------------------------------------------------------------------------


def landing(seed: int) -> Counter[str]:
    """One game in which units and supply come to ports, one of them beside an enemy, and to a hex without one."""
    rng = Random(f"port arrivals/{seed}")
    ports = haven(rng, {"02.02": "axis", "03.04": "axis", "07.03": "soviet"})
    new = "\n".join(f"axis 01.01 n{i} {rng.choice((LEG, TANKS))}" for i in range(4))
    units = f"axis 02.02 a {LEG}\naxis 03.03 hq {HQ}\nsoviet 07.03 r {LEG}\nsoviet 04.03 s {LEG}\n{new}"
    written = f"{HEAD}at movement phasing=axis\nturns 3\n[terrain]\n{PLAIN}\n[units]\n{units}\n{ports}"
    world, state = parse_position(f"{written}[sources]\naxis 02.02\nsoviet 07.03\n")
    at, fresh = world.board.index, tuple(f"n{i}" for i in range(4))
    entries = rng.choice((("02.02",), ("02.02", "03.04"), ("03.04", "02.04")))
    arrivals = tuple(
        Arrival(turn, "axis", tuple(map(at, entries)), fresh[2 * turn - 2 : 2 * turn], rng.choice((0, 4, 13)))
        for turn in (1, 2)
    )
    setup = tuple(Placement(u.side, u.hex, (u.id,)) for u in state.units.values() if u.id not in fresh)
    scenario = replace(world.scenario, setup=setup, arrivals=arrivals)
    game = Game.new(scenario, seed=seed)
    assert all(game.look.unit(uid).hex == NOT_ARRIVED for uid in fresh), "they come later"
    return watched(game, seed, spared=(BeginMove, PlanMission), rates=RATES, actions=ACTIONS)


ARRIVED = ("PortUsed", "UnitArrived", "SupplyArrived", "SupplyForfeited", "port.full", "port.shut")


@pytest.mark.slow
def test_a_few_random_games_with_ports() -> None:
    seen = sum((played(seed) + landing(seed) for seed in range(FEW)), Counter[str]())
    assert min(seen["PortWrecked"], seen["PortUsed"]) > 0, seen


@pytest.mark.slow
@pytest.mark.long
def test_random_play_with_ports() -> None:
    seen = sum((played(seed) for seed in range(FEW, MANY)), Counter[str]())
    assert min(seen[kind] for kind in (*WORKED, *REFUSED, *SHIPPED, *NOT_SHIPPED)) > 0, seen


@pytest.mark.slow
@pytest.mark.long
def test_random_arrivals_at_ports() -> None:
    seen = sum((landing(seed) for seed in range(FEW, MANY)), Counter[str]())
    assert min(seen[kind] for kind in ARRIVED) > 0, seen
