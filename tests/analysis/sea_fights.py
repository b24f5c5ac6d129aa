"""Landings and gunfire of positions drawn by lot, played through the façade, held to what the analysis foresees.

    PYTHONPATH=tests python -m analysis.sea_fights --positions 100 --throws 300

Every position is a draft: a landing in groups, or fire by ships or coastal artillery at a ship, at Landing Craft, at
coastal artillery, at units, at a port. It is carried out with many dice; what came of each is counted and held to the
foreseen chances by chi-square, with Holm's correction. Of a landing that is what it costs in all, and what becomes of
one of its units and of one counter of its craft. What looks doubtful is thrown anew, ten times as often, and that
counts.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from analysis.mission_skies import DOUBTFUL, take
from analysis.test_monte_carlo import FAMILY, chance_above, compared, holm
from redball.analysis.gunfire import gunfire_odds
from redball.analysis.landing import Toll, landing_odds
from redball.core.actions import AddUnit, Done
from redball.core.actions.naval import (
    AddShip,
    AimAtBattery,
    AimAtShip,
    AimGuns,
    LandAll,
    LandCraft,
    LandUnit,
    PlanLanding,
)
from redball.core.events import BarrageResolved, Event, StepLost, UnitEliminated
from redball.core.look import Look
from redball.core.state import ABOARD
from redball.rules.ground.craft import craft_in
from redball.rules.ground.fleet import ship_in
from redball.rules.ground.harbours import harbours_in
from redball.rules.naval.cargo_events import CargoSunk, CraftLost
from redball.rules.naval.naval import ShipStruck
from support import GUNS, LEG, Sitting, land, sit

LIGHT, HEAVY = LEG, "Rgt infantry other 4-3-3L/2-3-8L"
DIVISION, BATTALION = "Div infantry other 12-3-3L/6-3-8L re=3", "Bn infantry other 2-3-3L/1-3-8L"
KINDS = ("landing", "ship", "landing", "craft", "battery", "coastal", "landing", "units", "port")
SHORE = land(*(f"{column:02d}.01=." for column in range(1, 13)), columns=12, rows=5, ground="-")
TYPES = ("battleship 30-6-2-3/20-4-1-2", "cruiser 12-6-0-0/6-5-0-0", "destroyer 8-6-1-0/4-5-0-0 several")
COASTAL = f"{GUNS} symbol=coastal_artillery"

Value = Callable[[Look, Look, list[Event]], Any]


class Fight(NamedTuple):
    """A draft that can be carried out, and questions of what comes of it: the chances foreseen, and how to read the
    answer from the looks before and after, and from the events."""

    kind: str
    table: Sitting
    questions: tuple[tuple[Mapping[Any, Fraction], Value], ...]

    def thrown(self, seed: int) -> tuple[Any, ...]:
        """What came of it with dice of its own, question by question."""
        game = self.table.game.fork(seed)
        before, first = game.look, len(game.events())
        take(game, Done())
        while any(frame.procedure in ("landing", "gunfire", "barrage") for frame in game.state.stack):
            take(game, game.choices()[0])
        events = game.events()[first:]
        return tuple(value(before, game.look, events) for _, value in self.questions)


def fights(seed: int, edition: str = "") -> Iterator[Fight]:
    """Positions by lot, one kind after the other."""
    rng, number = Random(seed), 0
    while True:
        kind = KINDS[number % len(KINDS)]
        drawn = landing(rng, edition) if kind == "landing" else fire(rng, kind, edition)
        if drawn.questions and Done() in drawn.table.game.choices():
            yield drawn
            number += 1


# --- landings ----------------------------------------------------------------------------------------------------


def landing(rng: Random, edition: str) -> Fight:
    """Up to three counters with whoever found room, off open ground or hills, perhaps before guns and other enemies."""
    units, craft = list[str](), list[str]()
    for number in range(rng.randint(1, 3)):
        kind = rng.choice(("landing_craft", "landing_craft", "dukw", "lst"))
        points = rng.randint(1, 4)
        left, aboard = 16 * points, []
        for _ in range(rng.randint(1, 5)):
            light = 16 if edition == "1992" else 8
            values, weight = rng.choice(((f"{LIGHT} move", light), (HEAVY, 16), (DIVISION, 48), (BATTALION, 8)))
            if weight <= left and (kind != "dukw" or values.startswith(LIGHT)):
                aboard.append(f"u{len(units)}")
                units.append(f"axis aboard {aboard[-1]} {values}")
                left -= weight
        if kind == "landing_craft" and left >= 16 and rng.random() < 0.3:
            aboard.append(f"u{len(units)}")
            units.append(f"axis aboard {aboard[-1]} truck {rng.randint(1, left // 16)} 45T load=1T")
            left = 0
        sp = rng.randrange(left // 4 + 1) if kind != "lst" else 0
        carrying = f"aboard={','.join(aboard)}" if aboard else ""
        craft.append(f"axis 04.02 c{number} {kind} {points} {carrying} {f'sp={sp}T' if sp else ''}")
    foes = [f"soviet 08.01 g{n} {COASTAL}" for n in range(rng.randrange(3))]
    foes += [f"soviet 03.01 r {LEG} {rng.choice(('', 'dg'))}"] if rng.random() < 0.5 else []
    ground = land(
        *(f"{c:02d}.{r:02d}={'.' if (c, r) != (4, 2) else rng.choice('.h')}" for c in range(1, 13) for r in (1, 2)),
        columns=12,
        rows=5,
        ground="-",
    )
    rest = f"[sources]\naxis 12.01\nsoviet 11.01\n[craft]\n{chr(10).join(craft)}\n"
    there = "\n".join([*units, *foes, f"axis 12.01 z {LEG}", f"soviet 11.01 y {LEG}"])
    table = sit(there, ground, rest=rest, edition=edition)
    plan = PlanLanding(table.hex("04.02"))
    if plan not in table.game.choices():
        return Fight("landing", table, ())
    drafted(rng, table.do(plan))
    look, data = table.game.look, table.data
    if not data.groups:
        return Fight("landing", table, ())
    odds = landing_odds(look, data)
    unit = rng.choice(sorted(odds.units)) if odds.units else ""
    boat = rng.choice(sorted(odds.craft))
    asked: list[tuple[Mapping[Any, Fraction], Value]] = [(dict(odds.toll), toll)]
    asked.append((dict(odds.craft[boat]), lambda before, after, events: sum(_is_lost(e, boat) for e in events)))
    if unit:
        asked.append((dict(odds.units[unit]), lambda before, after, events: steps_gone(before, after, unit)))
    return Fight("landing", table, tuple(asked))


def drafted(rng: Random, table: Sitting) -> None:
    """Everybody in as few groups as possible, or each by lot."""
    if rng.random() < 0.5 and LandAll() in table.game.choices():
        table.do(LandAll())
    for _ in range(12):
        offered = [*table.offered(LandUnit), *table.offered(LandCraft)]
        if offered and rng.random() < 0.7:
            table.do(rng.choice(offered))


def _is_lost(event: Event, boat: str) -> bool:
    return isinstance(event, CraftLost) and event.craft == boat


def steps_gone(before: Look, after: Look, uid: str) -> int:
    """Steps of a unit, or Transport Points, that are gone."""
    was, now = before.unit(uid), after.unit(uid)
    if was.points:
        return was.points - (now.points if now.hex == ABOARD else 0)
    return now.steps_lost - was.steps_lost


def toll(before: Look, after: Look, events: list[Event]) -> Toll:
    """What a landing has cost, by its events."""
    points = steps = transport = tokens = 0
    for event in events:
        if isinstance(event, CraftLost):
            points, tokens = points + 1, tokens + event.tokens
        elif isinstance(event, StepLost):
            steps += 1
        elif isinstance(event, UnitEliminated):
            unit = before.unit(event.unit)
            lost = sum(e.points for e in events if isinstance(e, CargoSunk) and e.unit == unit.id)
            load = sum(e.load for e in events if isinstance(e, CargoSunk) and e.unit == unit.id)
            transport += unit.points - lost if unit.points else 0
            steps += 0 if unit.points else event.steps
            tokens += unit.load - load
        elif isinstance(event, CargoSunk):
            transport, tokens = transport + event.points, tokens + event.tokens + event.load
    return Toll(points, steps, transport, tokens)


# --- gunfire -----------------------------------------------------------------------------------------------------


def fire(rng: Random, kind: str, edition: str) -> Fight:
    """Ships, or coastal artillery, fire at one of a stack, or at the shore."""
    by_guns = kind == "coastal"
    ships = [f"axis 05.0{rng.choice((2, 3))} b{n} {rng.choice(TYPES)} {rng.choice(('', 'damaged'))}" for n in range(3)]
    marks = ("", "dg", "damaged", "damaged dg")
    fleet = [f"soviet 08.03 s{n} {rng.choice(TYPES)} {rng.choice(marks)}" for n in range(rng.randint(1, 2))]
    boats = [f"soviet 08.03 x{n} landing_craft {rng.randint(1, 3)} {rng.choice(('', 'dg'))}" for n in range(2)]
    units = [f"axis 0{6 + n}.01 g{n} {COASTAL}" for n in range(2)] if by_guns else [f"axis 01.01 g {COASTAL}"]
    foes = [f"soviet 08.01 c {COASTAL}", f"soviet 08.01 r {LEG}"] if not by_guns else [f"soviet 10.01 r {LEG}"]
    rest = (
        '[sources]\naxis 01.01\nsoviet 12.01\n[places]\n09.01 port "Haven"\n[ports]\n09.01 3\n[harbours]\n'
        f"soviet 09.01 hits={rng.randrange(3)}\n[ships]\n{chr(10).join([*ships, *fleet])}\n"
        f"[craft]\n{chr(10).join(boats)}\n"
    )
    there = "\n".join([*units, *foes, f"soviet 12.01 z {LEG}"])
    at = "bombardment" if edition == "new-ocs" else "movement_barrage"
    table = sit(there, SHORE, at=at, rest=rest, edition=edition, switches={"fog": False})
    what, where = {"battery": ("battery", "08.01"), "units": ("units", "08.01"), "port": ("port", "09.01")}.get(
        kind, ("ships", "08.03")
    )
    table.do(AimGuns(table.hex(where), what))
    names = {"craft": "x0", "ship": "s0", "coastal": rng.choice(("s0", "x0")), "battery": "c"}
    target = names.get(kind, "")
    choose = AimAtBattery(target) if kind == "battery" else AimAtShip(target)
    if choose in table.game.choices():
        table.do(choose)
    joining = [*table.offered(AddUnit)] if by_guns else [*table.offered(AddShip)]
    table.do(*rng.sample(joining, rng.randint(1, len(joining))))
    odds = gunfire_odds(table.game.look, table.data)
    chances = {one.text: one.p for one in odds.outcomes}
    return Fight(kind, table, ((chances, READ[what] if what != "ships" else _struck(target)),))


def _struck(target: str) -> Value:
    def value(before: Look, after: Look, events: list[Event]) -> str:
        if ship_in(before.state, target) is None:
            points = sum(isinstance(event, CraftLost) for event in events)
            whole = sum(c.points for c in _stack(before, target))
            if points:
                told = f"{points} point{'s' * (points > 1)} lost"
                return f"all {told}" if points == whole else f"{told}, and DG"
            dg = [any(c.dg for c in _stack(look, target)) for look in (before, after)]
            return "DG" if dg[1] and not dg[0] else "no effect"
        ship = ship_in(after.state, target)
        was = ship_in(before.state, target)
        assert ship is not None
        assert was is not None
        hits = sum(event.hits for event in events if isinstance(event, ShipStruck))
        if not ship.afloat:
            return "sunk"
        return "damaged, and DG" if hits else "DG" if ship.dg and not was.dg else "no effect"

    return value


def _stack(look: Look, target: str) -> list[Any]:
    first = craft_in(look.state, target)
    own = next(o for o in look.state.own if type(o).__name__ == "Fleet")
    return [c for c in own.craft if first is not None and c.hex == first.hex and c.side == first.side]


def _units(before: Look, after: Look, events: list[Event]) -> str:
    (read,) = (event for event in events if isinstance(event, BarrageResolved))
    lost = f"{read.steps} step{'s' * (read.steps > 1)} lost" if read.steps else ""
    return ", and ".join(filter(None, (lost, "DG" if read.result != "-" else ""))) or "no effect"


def _port(before: Look, after: Look, events: list[Event]) -> str:
    was, now = (sum(port.hits for port in harbours_in(look.world, look.state).values()) for look in (before, after))
    return f"{now - was} hit{'s' * (now - was > 1)}" if now > was else "no effect"


def _battery(before: Look, after: Look, events: list[Event]) -> str:
    return "destroyed" if any(isinstance(event, UnitEliminated) for event in events) else "no effect"


READ: dict[str, Value] = {"units": _units, "port": _port, "battery": _battery}


# --- the comparison ----------------------------------------------------------------------------------------------


def held(fight: Fight, throws: int, seed: int) -> list[float]:
    """For each question the chance of a chi-square as large as that of these throws. Raises AssertionError for
    something that was not foreseen."""
    fell = [fight.thrown(seed + throw) for throw in range(throws)]
    found = []
    for number, (foreseen, _) in enumerate(fight.questions):
        came = Counter(one[number] for one in fell)
        assert set(came) <= set(foreseen), (fight.kind, number, set(came) - set(foreseen))
        square, freedom = compared(came, foreseen, throws)  # type: ignore[arg-type]
        found.append(chance_above(square, freedom) if freedom else 1.0)
    return found


def main() -> int:
    """Positions by lot, many throws each; 1 if the analysis is refuted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--throws", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="")
    asked = parser.parse_args()
    kinds, chances = Counter[str](), list[float]()
    for number, fight in zip(range(asked.positions), fights(asked.seed, asked.edition), strict=False):
        found = held(fight, asked.throws, 100_000 * asked.seed + asked.throws * number)
        if min(found) < DOUBTFUL:
            told = f"position {number}, {fight.kind}: {min(found):.2g}"
            found = held(fight, 10 * asked.throws, 100_000_000 * asked.seed + 10 * asked.throws * number)
            print(f"{told}; thrown ten times as often: {min(found):.2g}")
        chances += found
        kinds[fight.kind] += 1
    told, good = ", ".join(f"{kind} {times}" for kind, times in kinds.items()), holm(chances)
    print(f"{asked.positions} positions x {asked.throws} throws: {told}; {len(chances)} questions")
    print(
        f"least chance {min(chances):.2g}; at the level {FAMILY} corrected by Holm: {'agrees' if good else 'REFUTED'}"
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
