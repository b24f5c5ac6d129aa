"""The sequence of play."""

from __future__ import annotations

import pytest

from redball.core.actions import BeginMove, Done, ElectOrder
from redball.core.events import DiceRolled, FirstPlayerSet, PhaseBegan, TurnBegan
from redball.game import Game
from redball.rules.sequence.turn import PLAYER_TURN, SEGMENTS
from support import GUNS, HEAD, LEG, Sitting, line, sit, sitting

BOTH = f"axis 02.02 u {LEG}\nsoviet 06.05 r {LEG}"
EDGES = "[sources]\naxis 01.01\nsoviet 06.01\n"
PHASES = [
    ("aircraft_refit", "aircraft_refit"),
    ("reinforcement", "reinforcement"),
    ("movement", "breakout"),
    ("movement", "movement"),
    ("supply", "supply"),
    ("reaction", "movement"),
    ("reaction", "barrage"),
    ("combat", "barrage"),
    ("combat", "combat"),
    ("exploitation", "movement"),
    ("exploitation", "barrage"),
    ("exploitation", "combat"),
    ("clean_up", "clean_up"),
]


def last_phase(dice: tuple[int, ...] = (), *, turns: int, turn: int) -> Sitting:
    """The end of the second Player Turn of a turn, and what comes after it."""
    units = line(6, f"axis 01.01 u {LEG}\nsoviet 06.01 r {LEG}", EDGES)
    return sitting(f"{HEAD}turns {turns}\nat clean_up phasing=soviet first=axis turn={turn}\n{units}", dice=dice)


def play_turns(table: Sitting, turn: int) -> Sitting:
    """Do as little as may be done until the beginning of a turn."""
    return table.idle(lambda: table.look.state.clock.turn >= turn and bool(table.look.state.clock.first))


@pytest.mark.case("2.2", "2.3-I", "2.3-J", "2.3-G")
def test_the_phases_of_a_player_turn_come_in_the_printed_order() -> None:
    table = sit(BOTH, at="aircraft_refit", rest=EDGES).done()
    turn = table.all(PhaseBegan)[: len(PHASES)]
    assert [(e.phase, e.segment) for e in turn] == PHASES
    later = [("movement", "movement"), ("reaction", "barrage"), ("combat", "combat")]
    later += [("exploitation", "barrage"), ("exploitation", "combat")]
    assert [(e.phase, e.segment) for e in turn if not e.new_phase] == later


@pytest.mark.case("2.1-B", "2.3-H")
def test_the_other_side_acts_in_reaction_and_the_phasing_side_in_all_else() -> None:
    table = sit(BOTH, at="aircraft_refit", rest=EDGES).done()
    turn = table.all(PhaseBegan)[: len(PHASES)]
    assert {e.phasing for e in turn} == {"axis"}
    assert {e.side for e in turn if e.phase == "reaction"} == {"soviet"}
    assert {e.side for e in turn if e.phase != "reaction"} == {"axis"}


@pytest.mark.case("2.1-A", "2.1-C", "2.3-L")
def test_a_game_turn_has_two_player_turns_and_then_the_marker_advances() -> None:
    table = play_turns(sit(BOTH, at="aircraft_refit", rest=EDGES), 2)
    cleaned = [e.phasing for e in table.all(PhaseBegan) if e.phase == "clean_up"]
    assert cleaned == ["axis", "soviet"]
    assert table.one(TurnBegan).turn == 2
    assert table.game.state.clock.turn == 2


@pytest.mark.case("2.3-L", "SETUP-I-D")
def test_after_the_last_turn_the_game_is_over() -> None:
    game = last_phase(turns=3, turn=3).game
    assert game.state.outcome is not None
    assert (game.state.outcome.reason, game.choices()) == ("the last turn is over", [])
    assert game.take("axis", Done()).refusal is not None
    goes_on = last_phase(turns=4, turn=3).game
    assert (goes_on.over, goes_on.state.clock.turn) == (False, 4)


@pytest.mark.case("2.1-C", "2.1-B")
def test_what_is_not_the_decision_now_is_refused() -> None:
    table = sit(BOTH)
    assert table.refused(ElectOrder(True)) == ("turn.not_now", "2.1-C")
    answer = table.game.take("soviet", Done())
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.case) == ("turn.not_your_decision", "2.1-C")


@pytest.mark.case("2.2", "5.4-A", "6.1b-A")
def test_a_new_phase_forgets_what_units_did_in_the_last_one() -> None:
    """What moved in the Movement Phase may move again in Exploitation."""
    edge = "[sources]\naxis 01.01\n"
    table = sit(f"axis 02.02 u {LEG} exploit\nsoviet 06.05 r {LEG}", rest=edge).move("u", "02.03").done()
    assert (table.step, table.game.state.clock.phase) == ("movement_segment.choose_unit", "exploitation")
    assert BeginMove("u") in table.game.choices()


# --- the order of the players ----------------------------------------------------------------------------------


def elections(game: Game) -> list[tuple[int, ...]]:
    """The first-player dice so far."""
    return [e.dice for e in game.events() if isinstance(e, DiceRolled) and e.case == "2.3-B"]


def turn_two(*dice: int) -> Sitting:
    """The beginning of game turn 2, with its dice."""
    return last_phase(dice, turns=3, turn=1)


@pytest.mark.case("2.3-B")
@pytest.mark.parametrize(("dice", "winner"), [((6, 4, 3, 2), "axis"), ((1, 2, 1, 3), "soviet")])
def test_the_higher_roll_chooses_to_be_first_or_second(dice: tuple[int, ...], winner: str) -> None:
    table = turn_two(*dice)
    assert (table.side, table.step) == (winner, "game.elect")
    loser = {"axis": "soviet", "soviet": "axis"}[winner]
    assert table.offered(ElectOrder) == [ElectOrder(True), ElectOrder(False)]
    table.do(ElectOrder(False))
    assert table.one(FirstPlayerSet).first == loser
    assert (table.game.state.clock.first, table.game.state.clock.phasing) == (loser, loser)


@pytest.mark.case("2.3-B")
def test_ties_are_rolled_again_in_full() -> None:
    table = turn_two(6, 1, 3, 4, 2, 2, 1, 3, 6, 6, 5, 6)
    assert elections(table.game) == [(6, 1, 3, 4), (2, 2, 1, 3), (6, 6, 5, 6)]
    assert table.side == "axis"


@pytest.mark.case("2.3-B", "2.1-A")
def test_who_chose_to_go_first_takes_the_first_player_turn() -> None:
    table = play_turns(turn_two(6, 6, 1, 1).do(ElectOrder(True)), 3)
    began = [e.phasing for e in table.all(PhaseBegan) if (e.phase, e.segment) == ("movement", "movement")][:2]
    assert began == ["axis", "soviet"]


@pytest.mark.case("2.3-B")
def test_a_scenario_may_fix_the_first_player_of_its_first_turn() -> None:
    """Reading 1.2."""
    game = Game.new("yelnya")
    first = game.world.scenario.first_turn_first_player
    assert first
    assert game.state.clock.first == first
    assert elections(game) == []


# --- the table of segments -------------------------------------------------------------------------------------


@pytest.mark.case("2.2-A", "2.2")
def test_artillery_fires_in_every_barrage_segment_but_not_in_the_movement_phase() -> None:
    rest = "[supply]\naxis 01.02 9\n[sources]\naxis 01.01\n"
    table = sit(f"axis 02.02 g {GUNS}\nsoviet 02.04 r {LEG}", rest=rest).done()
    assert (table.step, table.game.state.clock.phase) == ("barrage_segment.declare", "combat")
    assert [s.phase for s in SEGMENTS if s.part == "barrage" and not s.flown] == ["reaction", "combat", "exploitation"]
    assert "movement" not in [e.phase for e in table.all(PhaseBegan) if e.segment == "barrage"]


@pytest.mark.case("4.8a-B", "4.8a-A")
def test_stacks_are_checked_behind_every_segment_in_which_units_move_or_retreat() -> None:
    checked = {s.name for s in SEGMENTS if s.check}
    assert checked == {"movement", "reaction_movement", "combat", "exploitation_movement", "exploitation_combat"}
    names = [step.name for step in PLAYER_TURN.steps]
    assert all(names.index(s.check) == names.index(s.name) + 1 for s in SEGMENTS if s.check)
