"""Air missions of positions drawn by lot, flown through the façade, held to what `analysis.mission` foresees.

    PYTHONPATH=tests python -m analysis.mission_skies --positions 100 --throws 300

Every position is a mission in its draft. It is flown with many dice, decisions answered as the analysis assumes;
what came of each flight is counted and held to the foreseen chances by chi-square, with Holm's correction. A position
that looks doubtful is flown anew, ten times as often with other dice, and that counts.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any, NamedTuple

from analysis.test_monte_carlo import FAMILY, chance_above, compared, holm
from redball.analysis.mission import Ended, MissionAnswer, answer, mission_answer
from redball.core import engine
from redball.core.actions import (
    AbortPlane,
    Action,
    AddPlane,
    AimMission,
    Done,
    Embark,
    Intercept,
    LoadPlanes,
    PlanMission,
    SendPlane,
)
from redball.core.events import BarrageResolved, Event
from redball.editions.new_ocs.interdict import InterdictionFlown
from redball.editions.v1992.air import WORTH
from redball.editions.v1992.charts import AirToAir
from redball.editions.v1992.doubling import UseAttack
from redball.editions.v1992.load_drop import LoadDropped
from redball.game import Game
from redball.rules.air.air import AircraftHit, AircraftLanded, BaseRaided, StrikeMade, SupplyAirlifted, UnitAirlifted
from redball.rules.air.air_drop import UnitDropped
from redball.rules.air.kind import Mission
from redball.rules.air.long_range import rating
from redball.rules.air.supply_drop import SupplyDropped
from redball.rules.air.trainbusting import TrainbustingRolled
from redball.rules.ground.air_force import plane_in
from support import HQ, LEG, Sitting, land, sit

TYPES = (
    "T (1)-18-20/(1)-9-20",
    "T (2)-6-20/(1)-3-20",
    "S (3)-30-30/(2)-15-30",
    "F 4-3-18/3-2-18",
    "T (1)-1-20/(1)-0-20",
    "T (1)-9-20/(1)-9-20",
)
JU52 = "Tpt (0)-0-12/(0)-0-12 carries=2T,1T"
BRIGADE = "Bde tank mech 4-4-4K/2-4-6K"
PARA = "Bn parachute other 2-5-3L/1-5-6L"
STRIKES = ("barrage", "base_barrage", "trainbusting", "hip_shoot", "base_hip_shoot")
FLIGHTS = ("air_transport", "supply_drop", "air_drop", "base_transfer")
DOUBTFUL = 0.01
WATCHED = "z"
"""An enemy aircraft that lies Inactive on the base in the target."""


class Came(NamedTuple):
    """What a flight came to: own steps lost, Barrage Points, and its effect."""

    lost: int
    points: int
    dg: bool = False
    steps: int = 0
    levels: int = 0
    aircraft: bool = False
    marker: bool = False
    tokens: int = 0
    zone: bool = False
    burnt: int = 0
    units: frozenset[str] = frozenset()
    elsewhere: frozenset[str] = frozenset()
    active: frozenset[str] = frozenset()


class Sky(NamedTuple):
    """A mission in its draft, what is foreseen, and whether it is flown as if it were intercepted."""

    table: Sitting
    data: Mission
    found: MissionAnswer
    met: bool

    def foreseen(self) -> dict[Came, Fraction]:
        """The chance of everything that can come of it."""
        ends = self.found.meeting.ends if self.met and self.found.meeting is not None else self.found.ends
        return dict(ends.map(self.came_of))

    def came_of(self, ended: Ended) -> Came:
        """An end as a flight is counted."""
        e, there = ended.effect, plane_in(self.table.game.state, WATCHED) is not None
        return Came(
            ended.arrival.lost,
            ended.arrival.points,
            e.dg,
            e.steps,
            e.levels,
            e.aircraft and there,
            e.marker,
            e.tokens,
            e.zone,
            e.burnt,
            frozenset(e.units),
            frozenset(e.elsewhere),
            frozenset(e.active),
        )

    def flown(self, seed: int) -> Came:
        """One flight with dice of its own."""
        game = self.table.game.fork(seed)
        first = len(game.events())
        take(game, Done())
        while self.goes_on(game):
            take(game, self.decided(game))
        return self.told(game, game.events()[first:])

    def goes_on(self, game: Game) -> bool:
        """Whether the mission is not over."""
        return any(frame.procedure == "air_mission" for frame in game.state.stack)

    def decided(self, game: Game) -> Action:
        """As the analysis assumes; in the barrage the owner of the target loses what it likes."""
        open_ = game.decision
        assert open_ is not None
        if open_.step.name == "intercept":
            meeting = self.found.meeting
            by = meeting.planes[0] if self.met and meeting is not None and meeting.why == "intercepts" else ""
            return Intercept(by) if by else Done()
        offered = game.choices()
        if any(isinstance(action, AbortPlane) for action in offered):
            return Done()
        if isinstance(offered[0], SendPlane):
            return best(game, [action for action in offered if isinstance(action, SendPlane)])
        if isinstance(offered[0], UseAttack):
            return max(offered, key=lambda action: _worth(game, open_.data, offered.index(action)))
        return answer(game.look)

    def told(self, game: Game, events: list[Event]) -> Came:
        """What its events say."""
        before = self.table.game.state
        lost = 0
        for pid in self.data.planes:
            now, then = plane_in(game.state, pid), plane_in(before, pid)
            assert now is not None
            assert then is not None
            lost += now.steps_lost - then.steps_lost
        barrage = [e for e in events if isinstance(e, BarrageResolved)]
        brought = sum(e.tokens for e in events if isinstance(e, SupplyAirlifted))
        brought += sum(e.lands for e in events if isinstance(e, SupplyDropped))
        brought += sum(e.tokens for e in events if isinstance(e, LoadDropped) and e.lands)
        down = [e for e in events if isinstance(e, UnitAirlifted) or (isinstance(e, UnitDropped) and e.lands)]
        return Came(
            lost,
            sum(e.points for e in events if isinstance(e, StrikeMade)),
            any(e.result != "-" for e in barrage),
            sum(e.steps for e in barrage),
            sum(e.levels for e in events if isinstance(e, BaseRaided)),
            any(e.plane == WATCHED for e in events if isinstance(e, AircraftHit)),
            any(e.placed for e in events if isinstance(e, TrainbustingRolled)),
            brought,
            any(e.placed for e in events if isinstance(e, InterdictionFlown)),
            0,
            frozenset(e.unit for e in down if e.hex == self.data.hex),
            frozenset(e.unit for e in down if e.hex != self.data.hex),
            frozenset(
                e.plane for e in events if isinstance(e, AircraftLanded) and e.active and e.plane in self.data.planes
            ),
        )


def best(game: Game, offered: list[SendPlane]) -> SendPlane:
    """The aircraft of the best rating that its side may send, the first on ties; in 1992 beside another one, too."""

    def rated(action: SendPlane) -> int:
        plane = plane_in(game.state, action.plane)
        assert plane is not None  # it is offered
        return rating(game.look, plane)

    return max(offered, key=lambda action: (rated(action), -offered.index(action)))


def _worth(game: Game, data: Any, number: int) -> tuple[int, int]:
    """How good one of two attacks is (1992), the first on ties."""
    read = str(game.world.charts.table(AirToAir).read("main", data.rolls[number]))
    return WORTH.index(read), -number


def take(game: Game, action: Action) -> None:
    """An action for the side that decides."""
    open_ = engine.decision(game.look)
    assert open_ is not None
    refused = game.take(open_.side, action).refusal
    assert refused is None, refused


# --- positions by lot --------------------------------------------------------------------------------------------


def skies(seed: int, edition: str = "") -> Iterator[Sky]:
    """Missions drawn by lot, one kind after the other (in 1992 aircraft strike from stations, in no mission); half of
    those with a known patrol are flown as if intercepted."""
    rng = Random(seed)
    for number in count():
        kinds = FLIGHTS if edition == "1992" else (*STRIKES, *FLIGHTS)
        kind = kinds[number % len(kinds)]
        drawn = strike(rng, kind, edition) if kind in STRIKES else flight(rng, kind, edition)
        if Done() not in drawn.game.choices():
            continue  # nothing could be loaded
        data = drawn.data
        found = mission_answer(drawn.game.look, data)
        yield Sky(drawn, data, found, met=found.meeting is not None and rng.random() < 0.5)


def strike(rng: Random, kind: str, edition: str) -> Sitting:
    """A row of thirty hexes: the axis flies from 01 to Soviet units and aircraft at 15, perhaps with an HQ, a base, a
    patrol."""
    at = "movement" if "hip" in kind else "movement_barrage"
    ids = ["a", "b", "c", "d"][: 1 if "hip" in kind else rng.randint(1, 4)]
    types = [rng.choice(TYPES[:2]) if i == 0 else rng.choice(TYPES) for i in range(len(ids))]
    if "hip" in kind:
        types = [rng.choice(TYPES[:2])]
    marks = [rng.choice(("", "", "reduced")) for _ in ids]
    planes = [f"axis 01.01 {pid} {t} {mark}" for pid, t, mark in zip(ids, types, marks, strict=True)]
    bases = ["axis 01.01 3"]
    if "base" in kind or rng.random() < 0.3:
        bases.append(f"soviet 15.01 {rng.randint(1, 3)}")
        planes.append(f"soviet 15.01 {WATCHED} {TYPES[1]} inactive")
    if rng.random() < 0.5:
        bases.append("soviet 20.01 1")
        planes.append(f"soviet 20.01 mig {rng.choice(TYPES[3:4])}")
    targets = [f"soviet 15.01 t{i} {BRIGADE}" for i in range(rng.randint(1, 3))]
    targets += [f"soviet 15.01 hq {HQ}"] if rng.random() < 0.4 else []
    spotter = "14.01" if "hip" in kind or rng.random() < 0.6 else "02.01"
    units = "\n".join([*targets, f"axis {spotter} s {LEG}"])
    ground = land(f"15.01={rng.choice('.w')}", columns=30, rows=1)
    air = "[bases]\n" + "\n".join(bases) + "\n[aircraft]\n" + "\n".join(planes) + "\n"
    table = sit(units, ground, at=at, rest=air, head="hip_shoots axis\n" if "hip" in kind else "", edition=edition)
    return table.do(PlanMission(kind), AimMission(table.hex("15.01")), *(AddPlane(pid) for pid in ids))


def flight(rng: Random, kind: str, edition: str) -> Sitting:
    """A row of fourteen hexes, all in the Patrol Zone of the Fighter at 14: the axis flies from 01 to its base at
    09, or drops at 05."""
    ids = ["a", "b", "c"][: rng.randint(1, 3)]
    marks = [rng.choice(("", "", "reduced")) for _ in ids]
    planes = [f"axis 01.01 {pid} {JU52} {mark}" for pid, mark in zip(ids, marks, strict=True)]
    if kind == "base_transfer" or rng.random() < 0.3:
        ids.append("f")
        planes.append(f"axis 01.01 f {TYPES[3]}")
    if edition == "1992" and kind == "base_transfer" and rng.random() < 0.6:
        ids = ["f", "g", "h", "a"][: rng.randint(3, 4)]  # so many Fighters more that they may double up
        planes = [f"axis 01.01 {pid} {TYPES[3] if pid != 'a' else JU52}" for pid in ids]
    planes.append(f"soviet 14.01 mig {TYPES[3]}")
    where = "05.01" if "drop" in kind else "09.01"
    riders = [f"axis 01.01 p{i} {PARA} move" for i in range(len(ids))] if kind in ("air_transport", "air_drop") else []
    drops = "".join(f"p{i} 05.01 turn=1\n" for i in range(len(riders))) if kind == "air_drop" else ""
    friends = [f"axis 05.01 u {LEG}"] if rng.random() < 0.5 and edition != "1992" else []
    units = "\n".join([*riders, *friends, f"soviet 14.01 r {LEG}"])
    defended = edition == "1992" and kind == "air_drop"
    dump = "soviet 05.01 4\n" if defended else ""  # by the booklet Flak needs something in the hex that fires
    air = (
        f"[supply]\naxis 01.01 4\n{dump}[bases]\naxis 01.01 2\naxis 09.01 3\nsoviet 14.01 1\n[aircraft]\n"
        + "\n".join(planes)
    )
    air += f"\n[drops]\n{drops}" if drops else "\n"
    ground = land(f"05.01={rng.choice('.w')}", columns=14, rows=1)
    table = sit(units, ground, rest=air, edition=edition)
    trip = "" if kind == "base_transfer" else "return"
    table.do(PlanMission(kind), AimMission(table.hex(where)), *(AddPlane(pid, trip) for pid in ids))
    riding = [Embark(f"p{i}") for i in range(len(riders))]
    for action in riding:
        if action in table.game.choices():
            table.do(action)
    loads = table.offered(LoadPlanes) if kind != "base_transfer" else []
    most = max((load.tokens for load in loads), default=0)
    if most and (kind == "supply_drop" or rng.random() < 0.5):
        table.do(next(load for load in loads if load.tokens == most))
    return table


# --- the comparison ----------------------------------------------------------------------------------------------


def held(sky: Sky, throws: int, seed: int) -> float:
    """The chance of a chi-square as large as that of these throws, 1 where there is nothing to compare. Raises
    AssertionError for something that was not foreseen."""
    foreseen = sky.foreseen()
    fell = Counter(sky.flown(seed + throw) for throw in range(throws))
    assert set(fell) <= set(foreseen), (sky.data, set(fell) - set(foreseen))
    square, freedom = compared(fell, foreseen, throws)  # type: ignore[arg-type]
    return chance_above(square, freedom) if freedom else 1.0


def main(draw: Callable[[int, str], Iterator[Sky]] = skies) -> int:
    """Positions by lot, many throws each; 1 if the analysis is refuted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--throws", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="")
    asked = parser.parse_args()
    kinds, chances, met = Counter[str](), [], 0
    for number, sky in zip(range(asked.positions), draw(asked.seed, asked.edition), strict=False):
        chance = held(sky, asked.throws, 100_000 * asked.seed + asked.throws * number)
        if chance < DOUBTFUL:
            told = f"position {number}, {sky.data.kind}: {chance:.2g}"
            chance = held(sky, 10 * asked.throws, 100_000_000 * asked.seed + 10 * asked.throws * number)
            print(f"{told}; flown ten times as often: {chance:.2g}")
        chances.append(chance)
        kinds[sky.data.kind] += 1
        met += sky.met
    told = ", ".join(f"{kind} {times}" for kind, times in kinds.items())
    good = holm(chances)
    print(f"{asked.positions} positions x {asked.throws} flights, {met} intercepted: {told}")
    print(
        f"least chance {min(chances):.2g}; at the level {FAMILY} corrected by Holm: {'agrees' if good else 'REFUTED'}"
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
