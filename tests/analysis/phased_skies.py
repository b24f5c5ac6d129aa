"""Air missions of New OCS drawn by lot, flown through a whole Air Operations Phase, held to what
`analysis.phased_mission` foresees: as `mission_skies` does it for the series.

    PYTHONPATH=tests python -m analysis.phased_skies --positions 100 --throws 300
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from analysis.mission_skies import BRIGADE, PARA, WATCHED, Came, Sky, main
from redball.analysis.phased_mission import answered, foreseen
from redball.core.actions import Action, AddPlane, AimMission, Done, Embark, Intercept, LoadPlanes, PlanMission
from redball.core.events import Event
from redball.editions.new_ocs.interdict import InterdictionFlown
from redball.game import Game
from support import HQ, LEG, Sitting, land, sit

TYPES = (
    "T (1)-18-30/(1)-9-30 engines=2",
    "T (2)-6-30/(1)-3-30 engines=2",
    "F 4-3-30/3-2-30",
    "F 2-4-30/1-3-30",
    "T (1)-1-30/(1)-1-30 engines=2",
)
BOMBERS, FIGHTERS = TYPES[:2], TYPES[2:4]
JU52 = "Tpt (0)-0-20/(0)-0-20 carries=2T,1T"
STRIKES = ("barrage", "base_barrage", "dump_barrage", "night_base_barrage", "night_dump_barrage", "interdiction")
KINDS = (*STRIKES, "fighter_sweep", "base_transfer", "air_transport", "supply_drop", "air_drop")
DUMP = 40


class PhasedSky(Sky):
    """A mission that is flown in the Air Operations Phase."""

    def goes_on(self, game: Game) -> bool:
        return game.state.clock.phase == "air_operations"

    def decided(self, game: Game) -> Action:
        """As the analysis assumes."""
        open_ = game.decision
        assert open_ is not None
        name, meeting = (open_.procedure.name, open_.step.name), self.found.meeting
        if name == ("air_scramble", "intercept"):
            sent = [action for action in game.choices() if isinstance(action, Intercept) and self.met]
            due = [action for action in sent if meeting is not None and action.plane in meeting.planes]
            return due[0] if due else Done()
        return Done() if name == ("air_operations", "assign") else answered(game.look)

    def told(self, game: Game, events: list[Event]) -> Came:
        found = super().told(game, events)
        if self.data.kind == "interdiction":
            return found._replace(points=sum(e.points for e in events if isinstance(e, InterdictionFlown)))
        if not self.data.kind.endswith("dump_barrage"):
            return found
        left = game.state.ground_supply("soviet", self.data.hex).tokens
        return found._replace(dg=False, steps=0, burnt=DUMP - left)


def new_skies(seed: int, edition: str = "") -> Iterator[Sky]:
    """One kind after the other; half of those that a known Fighter may intercept are flown so, and those that one must
    intercept always."""
    rng = Random(seed)
    for number in count():
        kind = KINDS[number % len(KINDS)]
        table = strike(rng, kind) if kind in STRIKES else sweep(rng) if kind == "fighter_sweep" else flight(rng, kind)
        if Done() not in table.game.choices():
            continue  # too few points, or nothing could be loaded
        found = foreseen(table.game.look, table.data)
        meeting = found.meeting
        must = meeting is not None and (meeting.why == "there" or "guard" in meeting.planes)
        yield PhasedSky(table, table.data, found, met=meeting is not None and (must or rng.random() < 0.5))


def planned(table: Sitting, kind: str, where: str, adds: list[AddPlane]) -> Sitting:
    """The draft, after the refit."""
    table.idle(lambda: table.step == "air_operations.assign")
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *adds)


def strike(rng: Random, kind: str) -> Sitting:
    """A row of thirty hexes: the axis flies from 01 to Soviet units, a dump and a base at 15, perhaps with an HQ, a
    ready Fighter at 20, or one whose base is struck."""
    ids = ["a", "b", "c", "d"][: rng.randint(1, 4)]
    night = kind.startswith("night")
    types = [rng.choice(BOMBERS) if night or i == 0 else rng.choice(TYPES) for i in range(len(ids))]
    marks = [rng.choice(("", "", "reduced")) for _ in ids]
    planes = [f"axis 01.01 {pid} {t} {mark}" for pid, t, mark in zip(ids, types, marks, strict=True)]
    planes.append(f"soviet 15.01 {WATCHED} {TYPES[1]} inactive")
    if rng.random() < 0.5:
        planes.append(f"soviet 20.01 mig {rng.choice(FIGHTERS)}")
    if kind == "base_barrage" and rng.random() < 0.5:
        planes.append(f"soviet 15.01 guard {rng.choice(FIGHTERS)}")
    units = [f"soviet 15.01 t{i} {BRIGADE}" for i in range(rng.randint(1, 3))]
    units += [f"soviet 15.01 hq {HQ}"] if rng.random() < 0.4 else []
    bases = f"axis 01.01 3\nsoviet 15.01 {rng.randint(1, 3)}\nsoviet 20.01 1"
    air = f"[supply]\nsoviet 15.01 {DUMP // 4}\n[bases]\n{bases}\n[aircraft]\n" + "\n".join(planes) + "\n"
    ground = land(f"15.01={rng.choice('.w')}", columns=30, rows=1)
    table = sit("\n".join([*units, f"axis 02.01 s {LEG}"]), ground, at="air_operations", rest=air, edition="new-ocs")
    adds = [AddPlane(pid, escorting(rng, t, night=night)) for pid, t in zip(ids, types, strict=True)]
    return planned(table, kind, "15.01", adds)


def escorting(rng: Random, line: str, *, night: bool) -> str:
    return rng.choice(("", "escort")) if line in FIGHTERS and not night else ""


def sweep(rng: Random) -> Sitting:
    """Fighters from 01 against those at 15."""
    ids, others = ["a", "b", "c"][: rng.randint(1, 3)], ["x", "y"][: rng.randint(1, 2)]
    planes = [f"axis 01.01 {pid} {rng.choice(FIGHTERS)} {rng.choice(('', 'reduced'))}" for pid in ids]
    planes += [f"soviet 15.01 {pid} {rng.choice(FIGHTERS)}" for pid in others]
    air = "[bases]\naxis 01.01 3\nsoviet 15.01 3\n[aircraft]\n" + "\n".join(planes) + "\n"
    units = f"axis 02.01 s {LEG}\nsoviet 15.01 r {LEG}"
    table = sit(units, land(columns=30, rows=1), at="air_operations", rest=air, edition="new-ocs")
    return planned(table, "fighter_sweep", "15.01", [AddPlane(pid) for pid in ids])


def flight(rng: Random, kind: str) -> Sitting:
    """A row of fourteen hexes, all in reach of the Fighter at 14: the axis flies from 01 to its base at 09, or drops at
    05."""
    ids = ["a", "b", "c"][: rng.randint(1, 3)]
    planes = [f"axis 01.01 {pid} {JU52} {rng.choice(('', '', 'reduced'))}" for pid in ids]
    if rng.random() < 0.5:
        ids.append("f")
        planes.append(f"axis 01.01 f {TYPES[2]}")
    planes.append(f"soviet 14.01 mig {TYPES[2]}")
    where = "05.01" if "drop" in kind else "09.01"
    riders = [f"axis 01.01 p{i} {PARA} move" for i in range(len(ids))] if kind in ("air_transport", "air_drop") else []
    drops = "".join(f"p{i} 05.01 turn=1\n" for i in range(len(riders))) if kind == "air_drop" else ""
    units = "\n".join([*riders, f"axis 02.01 s {LEG}", f"soviet 14.01 r {LEG}"])
    air = "[supply]\naxis 01.01 4\n[bases]\naxis 01.01 2\naxis 09.01 3\nsoviet 14.01 1\n[aircraft]\n" + "\n".join(
        planes
    )
    air += f"\n[drops]\n{drops}" if drops else "\n"
    ground = land(f"05.01={rng.choice('.w')}", columns=14, rows=1)
    table = sit(units, ground, at="air_operations", rest=air, edition="new-ocs")
    trip = "" if kind == "base_transfer" else "return"
    planned(table, kind, where, [AddPlane(pid, trip) for pid in ids])
    for i in range(len(riders)):
        if Embark(f"p{i}") in table.game.choices():
            table.do(Embark(f"p{i}"))
    loads: list[Any] = table.offered(LoadPlanes) if kind != "base_transfer" else []
    most = max((load.tokens for load in loads), default=0)
    if most and (kind == "supply_drop" or rng.random() < 0.5):
        table.do(next(load for load in loads if load.tokens == most))
    return table


if __name__ == "__main__":
    sys.exit(main(new_skies))
