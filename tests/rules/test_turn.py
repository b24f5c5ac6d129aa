"""The steps of a turn: what follows a segment, and when, in a Player Turn and in a turn of both sides at once."""

from __future__ import annotations

import pytest

from redball.game.position.parse import parse_position
from redball.rules.sequence.turn import PLAYER_TURN, SEGMENTS, SIMULCAST_TURN, quiet_steps, turn_steps
from support import LEG, text


@pytest.mark.case("2.2", "4.8a-A", "4.8a-B", "20.0d")
def test_stacks_are_checked_after_a_segment_and_breakdowns_absorbed_at_the_end_of_a_phase() -> None:
    """The Breakout Segment ends no phase, nor does a Barrage Segment before combat."""
    names = [step.name for step in turn_steps(SEGMENTS)]
    assert names == [
        *("aircraft_refit", "aircraft_refit_absorption"),
        *("reinforcement", "reinforcement_absorption"),
        *("movement_breakout", "movement", "movement_stacking", "movement_barrage", "movement_absorption"),
        *("supply", "supply_absorption"),
        *("reaction_movement", "reaction_stacking", "reaction_barrage", "reaction_barrage_absorption"),
        *("combat_barrage", "combat", "combat_stacking", "combat_absorption"),
        *("exploitation_movement", "exploitation_movement_stacking", "exploitation_barrage"),
        *("exploitation_combat", "exploitation_stacking", "exploitation_combat_absorption"),
        *("clean_up", "clean_up_absorption"),
    ]
    assert [step.name for step in PLAYER_TURN.steps] == names


@pytest.mark.case("2.4")
def test_in_a_turn_of_both_sides_each_quiet_phase_is_played_twice() -> None:
    """First one side's phase with all its segments, then the other's; arrivals count once both have arrived."""
    phases = (
        ("aircraft_refit", "aircraft_refit_absorption"),
        ("reinforcement", "reinforcement_absorption"),
        ("movement_breakout", "movement", "movement_stacking", "movement_absorption"),
        ("supply", "supply_absorption"),
        ("clean_up", "clean_up_absorption"),
    )
    expected = []
    for phase in phases:
        expected += [f"{name}_{who}" for who in ("first", "second") for name in phase]
        expected += ["arrivals_noted"] if "reinforcement" in phase else []
    assert [step.name for step in quiet_steps()] == expected
    assert [step.name for step in SIMULCAST_TURN.steps] == expected


@pytest.mark.case("E92-sequence-overphase")
@pytest.mark.parametrize(
    ("at", "side", "after"),
    [
        ("supply", "axis", "supply_other"),
        ("supply", "soviet", "reinforcement_one"),
        ("reinforcement", "axis", "reinforcement_other"),
        ("reinforcement", "soviet", "replacement_one"),
    ],
)
def test_a_position_can_be_one_sides_part_of_the_overphase(at: str, side: str, after: str) -> None:
    """The 1992 turn begins with segments of both sides, before the players' order is known."""
    units = f"axis 02.02 a {LEG}\nsoviet 05.02 s {LEG}"
    _, state = parse_position(text(units, at=at, phasing=side), edition_name="1992")
    assert (state.clock.segment, state.clock.acting, state.clock.first) == (at, side, "")
    assert [frame.step for frame in state.stack[:-1]] == [after]
