"""The sequence of play: the bottom procedure "game", and the "player_turn" that it opens twice a turn.

Segments that need aircraft or ships come with their rules; their phases are already in the sequence.

Cases: 2.1-A, 2.1-B, 2.1-C, 2.2, 2.2-A, 2.3-B, 2.4-1, 2.3-F, 2.3-H, 2.3-I, 2.3-J, 2.3-L, 7.0, SETUP-I-D, HR-1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import AgreeSimulcast, ElectOrder
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.events import FirstPlayerSet, PhaseBegan, SimulcastAgreed, TurnBegan
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure, Step, always_legal, only
from redball.core.state import Clock, Frame, PhaseName, SegmentName
from redball.core.world import World
from redball.rules.air import refit_phase
from redball.rules.barrage import segment as barrage
from redball.rules.combat import segment as combat_segment
from redball.rules.ground.air_force import has_aircraft
from redball.rules.movement import segment as movement
from redball.rules.moving_stack import simulcast
from redball.rules.reinforcement import phase as arrivals
from redball.rules.sequence import cleanup, victory, weather
from redball.rules.setup import free as free_setup
from redball.rules.supply_phase import breakout
from redball.rules.supply_phase import phase as supply_phase
from redball.rules.units import breakdowns, stacking

TIES = option("initiative_ties", "HR-1", "The side that went first last turn wins a tied first-player roll")


class GameFlow(Struct, frozen=True, tag=True):
    """The bottom frame: who won the first-player roll ("" none yet); how many sides agreed to a simulcast turn; which
    side went first in the turn before."""

    elector: str = ""
    agreed: int = 0
    declined: bool = False
    went_first: str = ""


class PlayerTurn(Struct, frozen=True, tag=True):
    """A Player Turn of the phasing side."""

    side: str


class SimulcastTurn(Struct, frozen=True, tag=True):
    """A game turn that both sides play at the same time (2.4), the `first` player first in each phase."""

    first: str


# --- game turn -------------------------------------------------------------------------------------------------


def begin_turn(run: Run, data: GameFlow) -> None:
    """The next box of the turn track."""
    clock = run.state.clock
    turn = 1 if not clock.first else clock.turn + 1
    run.set(replace(data, agreed=0, declined=False, went_first=clock.first))
    run.emit(TurnBegan(case="2.1-A", turn=turn))


def who_agrees(look: Look, data: GameFlow) -> str | None:
    """The side asked about a simulcast turn, until both agreed or one declined."""
    return simulcast.asked(look, data.agreed, data.declined)


def take_agree(run: Run, data: GameFlow, action: AgreeSimulcast) -> None:
    agreed = data.agreed + action.agree
    run.set(replace(data, agreed=agreed, declined=not action.agree))
    if agreed == len(run.world.sides):
        run.emit(SimulcastAgreed(case="2.4"))


def fixed_first(look: Look) -> str:
    """A scenario may fix the first player of its first turn (reading 1.2)."""
    return look.world.scenario.first_turn_first_player if look.state.clock.turn == 1 else ""


def first_player_dice(look: Look, data: GameFlow) -> int:
    """Two dice for each side, the first side of the scenario first."""
    return 0 if fixed_first(look) else 4


def first_player_roll(run: Run, data: GameFlow, dice: tuple[int, ...]) -> None:
    """The higher total elects; ties are rerolled in full (2.3-B), or go to the side that went first last turn
    (HR-1)."""
    one, other = sum(dice[:2]), sum(dice[2:])
    if one == other and data.went_first and run.look.option(TIES.name):
        run.set(replace(data, elector=data.went_first))
    elif one == other:
        run.go("first_player_roll")
    else:
        run.set(replace(data, elector=run.world.sides[0] if one > other else run.world.sides[1]))


def elector(look: Look, data: GameFlow) -> str | None:
    """The side that decides the order, until it is decided."""
    return data.elector if data.elector and not look.state.clock.first else None


def take_elect(run: Run, data: GameFlow, action: ElectOrder) -> None:
    first = data.elector if action.first else run.world.enemy(data.elector)
    run.emit(FirstPlayerSet(case="2.3-B", side=data.elector, first=first))


def settle_order(run: Run, data: GameFlow) -> None:
    """A fixed first player is set."""
    fixed = fixed_first(run.look)
    if fixed:
        run.emit(FirstPlayerSet(case="2.3-B", side=fixed, first=fixed))


def first_player_turn(run: Run, data: GameFlow) -> None:
    """The first Player Turn, or both at the same time (2.4-1)."""
    if run.state.clock.simulcast:
        run.push("simulcast_turn", SimulcastTurn(run.state.clock.first))
    else:
        run.push("player_turn", PlayerTurn(run.state.clock.first))


def second_player_turn(run: Run, data: GameFlow) -> None:
    """The second Player Turn."""
    if not run.state.clock.simulcast:
        run.push("player_turn", PlayerTurn(run.world.enemy(run.state.clock.first)))


def end_turn(run: Run, data: GameFlow) -> None:
    """The last turn ends the game; else the marker advances (2.3-L)."""
    if run.state.clock.turn >= run.world.scenario.turns:
        victory.end_game(run)
    else:
        run.go("begin_turn")


GAME = Procedure(
    "game",
    GameFlow,
    (
        Do("set_up", free_setup.open_set_up),
        Do("begin_turn", begin_turn),
        Chance("weather", "weather", "2.3-A", weather.dice, weather.roll),
        Do("weather_set", weather.settle),
        Choose(
            "simulcast",
            "Play this turn as a simulcast turn, both sides at once and without fighting?",
            who_agrees,
            (Option(AgreeSimulcast, simulcast.CANDIDATES, always_legal, take_agree),),
            case="2.4",
        ),
        Chance("first_player_roll", "first player: two dice a side", "2.3-B", first_player_dice, first_player_roll),
        Do("settle_order", settle_order),
        Choose(
            "elect",
            "Go first or second in this game turn?",
            elector,
            (Option(ElectOrder, only(ElectOrder(True), ElectOrder(False)), always_legal, take_elect),),
            case="2.3-B",
        ),
        Do("first_player_turn", first_player_turn),
        Do("second_player_turn", second_player_turn),
        Do("turn_end", end_turn),
    ),
)


# --- player turn -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Segment:
    """A phase or segment of a Player Turn: a step that announces it and opens its procedure ("" none yet).

    `data` makes the procedure's record for the acting side, in Reaction the other side (2.1-B). `new_phase`: it
    begins a phase; `ends_phase`: it is the last of one. `check` names the step behind it in which overstacked hexes are
    reduced (4.8a-A); there is none in the Reinforcement Phase (4.8a-B), nor in the Breakout Segment, before
    arrivals could move (reading 1.6). `flown`: only games with aircraft or ships have it; its step is in every
    table all the same, since a saved game may stand at it. `absorbed_as` keeps the name of a step that saves know.
    """

    name: str
    phase: PhaseName
    part: SegmentName
    procedure: str = ""
    data: Callable[[str], Any] | None = None
    new_phase: bool = True
    reacts: bool = False
    check: str = ""
    ends_phase: bool = True
    absorbed_as: str = ""
    flown: bool = False

    def held(self, world: World) -> bool:
        """Whether a game has it."""
        return not self.flown or has_aircraft(world) or bool(world.scenario.ships)

    def acting(self, world: World, phasing: str) -> str:
        """The side that acts."""
        return world.enemy(phasing) if self.reacts else phasing

    def began(self, world: World, clock: Clock) -> Clock:
        """The clock in this segment."""
        return replace(clock, phase=self.phase, segment=self.part, acting=self.acting(world, clock.phasing))

    def frame(self, world: World, phasing: str) -> Frame:
        """The segment's procedure at its first step."""
        opened = world.procedures[self.procedure]
        assert self.data is not None  # a procedure has a record
        return Frame(self.procedure, opened.steps[0].name, self.data(self.acting(world, phasing)))

    def steps(self) -> Iterator[Step]:
        """Its steps in the Player Turn."""
        yield Do(self.name, self._run)
        yield from self.closing()

    def closing(self) -> Iterator[Step]:
        """What follows when its decisions are made."""
        if self.check:
            yield Do(self.check, _check_stacking)
        if self.ends_phase:
            yield Do(f"{self.absorbed_as or self.name}_absorption", _absorb)

    def _run(self, run: Run, turn: PlayerTurn) -> None:
        self.open(run, turn.side)

    def open(self, run: Run, phasing: str) -> None:
        """Announce it, and open its procedure."""
        if not self.held(run.world):
            return
        began = self.opening(run.world, phasing)
        run.emit(began)
        if self.data is not None:
            run.push(self.procedure, self.data(began.side))

    def opening(self, world: World, phasing: str) -> PhaseBegan:
        """What says that it has begun."""
        return PhaseBegan(
            case="2.2",
            side=self.acting(world, phasing),
            phase=self.phase,
            segment=self.part,
            phasing=phasing,
            new_phase=self.new_phase,
        )


def _by(who: str, run_step: Callable[[Run, PlayerTurn], None]) -> Callable[[Run, SimulcastTurn], None]:
    """A step of a Player Turn, taken by one side in a simulcast turn."""

    def step(run: Run, turn: SimulcastTurn) -> None:
        run_step(run, PlayerTurn(turn.first if who == "first" else run.world.enemy(turn.first)))

    return step


def _check_stacking(run: Run, turn: PlayerTurn) -> None:
    run.push("stacking_check", stacking.StackingCheck())


def _absorb(run: Run, turn: PlayerTurn) -> None:
    breakdowns.at_phase_end(run, turn.side)


MOVEMENT, BARRAGE, COMBAT = "movement_segment", "barrage_segment", "combat_segment"

SEGMENTS = (
    Segment("aircraft_refit", "aircraft_refit", "aircraft_refit", "aircraft_refit", refit_phase.AircraftRefit),
    Segment("reinforcement", "reinforcement", "reinforcement", "reinforcement_phase", arrivals.ReinforcementPhase),
    Segment(
        "movement_breakout",
        "movement",
        "breakout",
        "breakout_segment",
        breakout.BreakoutSegment,
        ends_phase=False,
    ),
    Segment(
        "movement",
        "movement",
        "movement",
        MOVEMENT,
        movement.MovementSegment,
        new_phase=False,
        check="movement_stacking",
        ends_phase=False,
    ),
    Segment(
        "movement_barrage",
        "movement",
        "barrage",
        BARRAGE,
        barrage.BarrageSegment,
        new_phase=False,
        absorbed_as="movement",
        flown=True,
    ),
    Segment("supply", "supply", "supply", "supply_phase", supply_phase.SupplyPhase),
    Segment(
        "reaction_movement",
        "reaction",
        "movement",
        MOVEMENT,
        movement.MovementSegment,
        reacts=True,
        check="reaction_stacking",
        ends_phase=False,
    ),
    Segment("reaction_barrage", "reaction", "barrage", BARRAGE, barrage.BarrageSegment, new_phase=False, reacts=True),
    Segment("combat_barrage", "combat", "barrage", BARRAGE, barrage.BarrageSegment, ends_phase=False),
    Segment(
        "combat", "combat", "combat", COMBAT, combat_segment.CombatSegment, new_phase=False, check="combat_stacking"
    ),
    Segment(
        "exploitation_movement",
        "exploitation",
        "movement",
        MOVEMENT,
        movement.MovementSegment,
        check="exploitation_movement_stacking",
        ends_phase=False,
    ),
    Segment(
        "exploitation_barrage",
        "exploitation",
        "barrage",
        BARRAGE,
        barrage.BarrageSegment,
        new_phase=False,
        ends_phase=False,
    ),
    Segment(
        "exploitation_combat",
        "exploitation",
        "combat",
        COMBAT,
        combat_segment.CombatSegment,
        new_phase=False,
        check="exploitation_stacking",
    ),
)


def run_clean_up(run: Run, turn: PlayerTurn) -> None:
    """The phasing side's Clean Up Phase (2.3-K)."""
    run.emit(
        PhaseBegan(case="2.2", side=turn.side, phase="clean_up", segment="clean_up", phasing=turn.side, new_phase=True)
    )
    cleanup.clean_up(run, turn.side)
    victory.end_if_decided(run)


def turn_steps(segments: Iterable[Segment]) -> Iterator[Step]:
    """The steps of a Player Turn of these segments, the Clean Up Phase last."""
    for segment in segments:
        yield from segment.steps()
    yield Do("clean_up", run_clean_up)
    yield Do("clean_up_absorption", _absorb)


@dataclass(frozen=True)
class BothSides:
    """A segment that each side has in a game turn before the Player Turns; `side` counts the sides of the game."""

    segment: Segment
    side: int

    def step(self) -> Do:
        """Its step in the game turn."""
        return Do(f"{self.segment.name}_{('one', 'other')[self.side]}", self.run)

    def run(self, run: Run, data: GameFlow) -> None:
        """Open the segment of that side."""
        self.segment.open(run, run.world.sides[self.side])


def shared_at(world: World, name: str, side: str) -> tuple[Segment, str] | None:
    """The segment of that name that a side has before the Player Turns, and the step of the game turn after it."""
    steps = world.procedures["game"].steps
    for step, following in pairwise(steps):
        both = getattr(getattr(step, "run", None), "__self__", None)
        if isinstance(both, BothSides) and both.segment.name == name and world.sides[both.side] == side:
            return both.segment, following.name
    return None


def segment_at(world: World, name: str) -> Segment | None:
    """The segment that a step of the edition's Player Turn opens, None for another step."""
    turn = world.procedures["player_turn"]
    opens = getattr(turn.steps[turn.index(name)], "run", None)
    found = getattr(opens, "__self__", None)
    return found if isinstance(found, Segment) else None


PLAYER_TURN = Procedure("player_turn", PlayerTurn, (*turn_steps(SEGMENTS),))

QUIET = ("aircraft_refit", "reinforcement", "movement", "supply")
"""Phases that both sides go through in a simulcast turn, before their Clean Up Phases."""


def _quiet(segment: Segment) -> Iterator[Step]:
    """Its steps in a simulcast turn, which has no barrages (2.4)."""
    return segment.closing() if segment.part == "barrage" else segment.steps()


def quiet_steps() -> Iterator[Step]:
    """Phase by phase, the first player's whole phase, then the second's."""
    for phase in QUIET:
        for who in ("first", "second"):
            for step in chain.from_iterable(_quiet(segment) for segment in SEGMENTS if segment.phase == phase):
                assert isinstance(step, Do)  # a segment only opens its procedure
                yield Do(f"{step.name}_{who}", _by(who, step.run))
        if phase == "reinforcement":
            yield Do("arrivals_noted", stacking.note_arrivals)
    for who in ("first", "second"):
        yield Do(f"clean_up_{who}", _by(who, run_clean_up))
        yield Do(f"clean_up_absorption_{who}", _by(who, _absorb))


SIMULCAST_TURN = Procedure(
    "simulcast_turn",
    SimulcastTurn,
    tuple(quiet_steps()),
)

PROCEDURES = (GAME, PLAYER_TURN, SIMULCAST_TURN)
SWITCHES = (*simulcast.SWITCHES, TIES)
