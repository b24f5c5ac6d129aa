"""The sequence of play: the scenario fixes the order of the sides, and a Player Turn has nine phases.

Turns of both sides at the same time (2.4) are not offered,
as they build on the phases of the series rules.

Cases: N2.2-weather, N2.2-fixed-order, N2.2-player-turn, N2.2-reinforcement, N2.2-movement, N2.2-bombardment,
N2.2-combat, N2.2-enemy-reaction, N2.2-exploitation-move, N2.2-exploitation-combat, N2.2-supply-order,
N2.2-supply-breakout, N2.2-turn-end, N2.5-bombardment, N5-tap-ready, N7-timing,
N7-timing-content, N7-timing-who, N10-phasing-single
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.events import FirstPlayerSet
from redball.core.procedures import Do, Procedure
from redball.editions.new_ocs.air_phase import AirOperations
from redball.editions.new_ocs.tap import UnitReadied, tapped
from redball.rules.barrage import segment as barrage
from redball.rules.combat import segment as combat_segment
from redball.rules.movement import segment as movement
from redball.rules.movement.segment import MovementSegment
from redball.rules.reinforcement import phase as arrivals
from redball.rules.sequence import turn as sequence
from redball.rules.sequence.turn import BARRAGE, COMBAT, MOVEMENT, GameFlow, PlayerTurn, Segment
from redball.rules.supply_phase import breakout
from redball.rules.supply_phase import phase as supply_phase

SEGMENTS = (
    Segment("reinforcement", "reinforcement", "reinforcement", "reinforcement_phase", arrivals.ReinforcementPhase),
    Segment("air_operations", "air_operations", "air_operations", "air_operations", AirOperations),
    Segment("movement", "movement", "movement", MOVEMENT, movement.MovementSegment, check="movement_stacking"),
    Segment("bombardment", "bombardment", "bombardment", BARRAGE, barrage.BarrageSegment),
    Segment("combat", "combat", "combat", COMBAT, combat_segment.CombatSegment, check="combat_stacking"),
    Segment(
        "reaction_movement",
        "reaction",
        "movement",
        MOVEMENT,
        movement.MovementSegment,
        reacts=True,
        check="reaction_stacking",
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
        "exploitation_combat",
        "exploitation",
        "combat",
        COMBAT,
        combat_segment.CombatSegment,
        new_phase=False,
        check="exploitation_stacking",
    ),
    Segment("supply_breakout", "supply", "breakout", "breakout_segment", breakout.BreakoutSegment, ends_phase=False),
    Segment("supply", "supply", "supply", "supply_phase", supply_phase.SupplyPhase, new_phase=False),
)

PLAYER_TURN = Procedure("player_turn", PlayerTurn, (*sequence.turn_steps(SEGMENTS),))


def settle_order(run: Run, data: GameFlow) -> None:
    """The side that the scenario names goes first in every turn; if it names none, the side that it lists first."""
    first = run.world.scenario.first_turn_first_player or run.world.sides[0]
    run.emit(FirstPlayerSet(case="N2.2-fixed-order", side=first, first=first))


def ready_guns(run: Run, data: MovementSegment) -> None:
    """Tapped artillery is ready again as its owner's Movement Phase begins."""
    if run.state.clock.phase != "movement":
        return
    for unit in run.look.own(data.side):
        if tapped(unit):
            run.emit(UnitReadied(case="N5-tap-ready", side=data.side, unit=unit.id))


PROCEDURES = (PLAYER_TURN,)
EDITS = (
    ("game", "remove", "simulcast", None),
    ("game", "remove", "first_player_roll", None),
    ("game", "remove", "elect", None),
    ("game", "replace", "settle_order", Do("settle_order", settle_order)),
    ("movement_segment", "before", "choose_unit", Do("ready_guns", ready_guns)),
)
