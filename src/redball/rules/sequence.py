"""The sequence of play: the bottom procedure "game" and the "player_turn" that it opens twice a turn.

Segments that need aircraft, ships or Breakout come with their rules; their phases stand in the order already.

Cases: 2.1-A, 2.1-B, 2.1-C, 2.2, 2.2-A, 2.3-B, 2.3-C, 2.3-G, 2.3-H, 2.3-I, 2.3-J, 2.3-L, 4.8a-A, 4.8a-B, 7.0, SETUP-I-D
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import ElectOrder
from redball.core.engine import Run
from redball.core.events import FirstPlayerSet, PhaseBegan, TurnBegan
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal
from redball.rules import arrivals, barrage, cleanup, combat_segment, movement, stacking, supply_phase, victory, weather


class GameFlow(Struct, frozen=True, tag=True):
    """The bottom frame: who won the first-player roll ("" none yet)."""

    elector: str = ""


class PlayerTurn(Struct, frozen=True, tag=True):
    """A Player Turn of the phasing side."""

    side: str


# --- game turn -------------------------------------------------------------------------------------------------


def begin_turn(run: Run, data: GameFlow) -> None:
    """The next box of the turn track."""
    clock = run.state.clock
    turn = 1 if not clock.first else clock.turn + 1
    run.set(GameFlow())
    run.emit(TurnBegan(case="2.1-A", turn=turn))


def fixed_first(look: Look) -> str:
    """A scenario may fix the first player of its first turn (reading 1.2)."""
    return look.world.scenario.first_turn_first_player if look.state.clock.turn == 1 else ""


def first_player_dice(look: Look, data: GameFlow) -> int:
    """Two dice for each side, the first side of the scenario first."""
    return 0 if fixed_first(look) else 4


def first_player_roll(run: Run, data: GameFlow, dice: tuple[int, ...]) -> None:
    """The higher total elects; ties are rolled again in full (2.3-B)."""
    one, other = sum(dice[:2]), sum(dice[2:])
    if one == other:
        run.go("first_player_roll")
    else:
        run.set(replace(data, elector=run.world.sides[0] if one > other else run.world.sides[1]))


def elector(look: Look, data: GameFlow) -> str | None:
    """Who decides the order, until it is decided."""
    return data.elector if data.elector and not look.state.clock.first else None


def elect_candidates(look: Look, data: GameFlow) -> Iterator[ElectOrder]:
    """First or second."""
    yield ElectOrder(True)
    yield ElectOrder(False)


def refuse_nothing(look: Look, data: object, action: object) -> Refusal | None:
    """Both are legal."""
    return None


def take_elect(run: Run, data: GameFlow, action: ElectOrder) -> None:
    first = data.elector if action.first else run.world.enemy(data.elector)
    run.emit(FirstPlayerSet(case="2.3-B", side=data.elector, first=first))


def settle_order(run: Run, data: GameFlow) -> None:
    """A fixed first player takes his place."""
    fixed = fixed_first(run.look)
    if fixed:
        run.emit(FirstPlayerSet(case="2.3-B", side=fixed, first=fixed))


def first_player_turn(run: Run, data: GameFlow) -> None:
    """The first Player Turn."""
    run.push("player_turn", PlayerTurn(run.state.clock.first))


def second_player_turn(run: Run, data: GameFlow) -> None:
    """The second Player Turn."""
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
        Do("begin_turn", begin_turn),
        Chance("weather", "weather", "2.3-A", weather.dice, weather.roll),
        Do("weather_set", weather.settle),
        Chance("first_player_roll", "first player: two dice a side", "2.3-B", first_player_dice, first_player_roll),
        Do("settle_order", settle_order),
        Choose(
            "elect",
            "Go first or second in this game turn?",
            elector,
            (Option(ElectOrder, elect_candidates, refuse_nothing, take_elect),),
            case="2.3-B",
        ),
        Do("first_player_turn", first_player_turn),
        Do("second_player_turn", second_player_turn),
        Do("turn_end", end_turn),
    ),
)


# --- player turn -----------------------------------------------------------------------------------------------

Data = Callable[[str], Any]


def segment(
    name: str, phase: str, part: str, procedure: str, data: Data | None, *, new: bool, reacts: bool = False
) -> Do:
    """A step that announces a phase or segment and opens its procedure. In Reaction the other side acts (2.1-B)."""

    def run_segment(run: Run, turn: PlayerTurn) -> None:
        side = run.world.enemy(turn.side) if reacts else turn.side
        run.emit(PhaseBegan(case="2.2", side=side, phase=phase, segment=part, phasing=turn.side, new_phase=new))
        if data is not None:
            run.push(procedure, data(side))

    return Do(name, run_segment)


def stacking_step(name: str) -> Do:
    """4.8a-A at a segment's end; not in the Reinforcement Phase (4.8a-B)."""

    def run_check(run: Run, turn: PlayerTurn) -> None:
        run.push("stacking_check", stacking.StackingCheck())

    return Do(name, run_check)


def run_clean_up(run: Run, turn: PlayerTurn) -> None:
    """The phasing side's Clean Up Phase (2.3-K)."""
    run.emit(
        PhaseBegan(case="2.2", side=turn.side, phase="clean_up", segment="clean_up", phasing=turn.side, new_phase=True)
    )
    cleanup.clean_up(run, turn.side)
    victory.end_if_decided(run)


PLAYER_TURN = Procedure(
    "player_turn",
    PlayerTurn,
    (
        segment("aircraft_refit", "aircraft_refit", "aircraft_refit", "", None, new=True),
        segment(
            "reinforcement",
            "reinforcement",
            "reinforcement",
            "reinforcement_phase",
            arrivals.ReinforcementPhase,
            new=True,
        ),
        segment("movement", "movement", "movement", "movement_segment", movement.MovementSegment, new=True),
        stacking_step("movement_stacking"),
        segment("supply", "supply", "supply", "supply_phase", supply_phase.SupplyPhase, new=True),
        segment(
            "reaction_movement",
            "reaction",
            "movement",
            "movement_segment",
            movement.MovementSegment,
            new=True,
            reacts=True,
        ),
        stacking_step("reaction_stacking"),
        segment(
            "reaction_barrage", "reaction", "barrage", "barrage_segment", barrage.BarrageSegment, new=False, reacts=True
        ),
        segment("combat_barrage", "combat", "barrage", "barrage_segment", barrage.BarrageSegment, new=True),
        segment("combat", "combat", "combat", "combat_segment", combat_segment.CombatSegment, new=False),
        stacking_step("combat_stacking"),
        segment(
            "exploitation_movement", "exploitation", "movement", "movement_segment", movement.MovementSegment, new=True
        ),
        stacking_step("exploitation_movement_stacking"),
        segment(
            "exploitation_barrage", "exploitation", "barrage", "barrage_segment", barrage.BarrageSegment, new=False
        ),
        segment(
            "exploitation_combat", "exploitation", "combat", "combat_segment", combat_segment.CombatSegment, new=False
        ),
        stacking_step("exploitation_stacking"),
        Do("clean_up", run_clean_up),
    ),
)

PROCEDURES = (GAME, PLAYER_TURN)
