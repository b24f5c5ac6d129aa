"""The sequence of play of 1992: an Overphase for both sides, then two Player Turns, each with both players.

The segments are those of the series in another order; what the booklet does not print (breakout, stacking checks) stays
where the series has it: breakout at the beginning of movement. Whether a game turn has two Player Turns or one is a
switch: the outline prints "Player Turn Two" as a repetition of a turn in which both players have already acted.
Arrivals of both sides are placed before either moves; they stay arrivals until their side has moved
(`events.sequence.after_arrivals`).

Cases: E92-sequence-overphase, E92-sequence-overphase-supply, E92-sequence-player-turn, E92-sequence-player-turn-combat,
E92-sequence-player-turn-exploitation, E92-sequence-player-turn-reaction, E92-sequence-player-turn-second,
E92-sequence-second-turn, E92-sequence-turn-end
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.procedures import Do, Procedure, Step
from redball.editions.v1992.modes import ModeDetermination
from redball.editions.v1992.stations import AircraftReturn
from redball.editions.v1992.supply_usage import SupplyUsage
from redball.rules.barrage import segment as barrage
from redball.rules.combat import segment as combat_segment
from redball.rules.reinforcement import phase as arrivals
from redball.rules.reinforcement import rebuild
from redball.rules.sequence.turn import (
    BARRAGE,
    COMBAT,
    GAME,
    SEGMENTS,
    BothSides,
    GameFlow,
    PlayerTurn,
    Segment,
    turn_steps,
)
from redball.rules.units import stacking

TWO_TURNS = Switch(
    "player_turns",
    "E92-sequence-second-turn",
    2,
    (2, 1),
    "How often both players take their turns in a game turn: twice, as the 1992 outline says, or once",
)

OVERPHASE = (
    Segment("supply", "supply", "supply", "supply_usage", SupplyUsage),
    Segment("reinforcement", "reinforcement", "reinforcement", "reinforcement_phase", arrivals.ReinforcementPhase),
    Segment("replacement", "replacement", "replacement", "rebuilding", rebuild.Rebuilding),
)
"""What both sides do one after the other, before the order of the players is known."""


def _overphase() -> Iterator[Step]:
    """Segment by segment: one side's, then the other's."""
    for segment in OVERPHASE:
        yield from (BothSides(segment, side).step() for side in (0, 1))


def _turn(run: Run, data: GameFlow, *, first: bool) -> None:
    """A Player Turn of the first player, or of the second with the roles reversed."""
    side = run.state.clock.first
    run.push("player_turn", PlayerTurn(side if first else run.world.enemy(side)))


def _again(run: Run, data: GameFlow, *, first: bool) -> None:
    """The same in Player Turn Two, where there is one."""
    if run.look.switch(TWO_TURNS.name) == 2:
        _turn(run, data, first=first)


def _game() -> Procedure:
    """The steps of the series up to the weather, the Overphase, the first player, the turns."""
    known = {step.name: step for step in GAME.steps}
    return Procedure(
        "game",
        GameFlow,
        (
            *(known[name] for name in ("set_up", "begin_turn", "weather", "weather_set")),
            *_overphase(),
            Do("arrivals_noted", stacking.note_arrivals),
            *(known[name] for name in ("first_player_roll", "settle_order", "elect")),
            Do("first_player_turn", partial(_turn, first=True)),
            Do("second_player_turn", partial(_turn, first=False)),
            Do("first_player_again", partial(_again, first=True)),
            Do("second_player_again", partial(_again, first=False)),
            known["turn_end"],
        ),
    )


def _segments() -> tuple[Segment, ...]:
    """Return, refit, mode determination; movement; Reaction with a Combat Segment; combat; exploitation."""
    known = {segment.name: segment for segment in SEGMENTS}
    return (
        Segment("aircraft_return", "aircraft_return", "aircraft_return", "aircraft_return", AircraftReturn),
        known["aircraft_refit"],
        Segment(
            "mode_determination", "mode_determination", "mode_determination", "mode_determination", ModeDetermination
        ),
        known["movement_breakout"],
        *(known[name] for name in ("movement", "movement_barrage")),
        known["reaction_movement"],
        Segment(
            "reaction_barrage",
            "reaction",
            "barrage",
            BARRAGE,
            barrage.BarrageSegment,
            new_phase=False,
            reacts=True,
            ends_phase=False,
        ),
        Segment(
            "reaction_combat",
            "reaction",
            "combat",
            COMBAT,
            combat_segment.CombatSegment,
            new_phase=False,
            reacts=True,
            check="reaction_combat_stacking",
        ),
        *(known[name] for name in ("combat_barrage", "combat")),
        *(known[name] for name in ("exploitation_movement", "exploitation_barrage", "exploitation_combat")),
    )


PROCEDURES = (_game(), Procedure("player_turn", PlayerTurn, (*turn_steps(_segments()),)))
SWITCHES = (TWO_TURNS,)
EDITS = (("reinforcement_phase", "remove", "rebuild", None),)
