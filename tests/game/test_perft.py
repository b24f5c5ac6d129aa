"""Perft: how many sequences of actions there are from fixed positions. A number that changes must be explained.

`python tests/game/test_perft.py` prints the rows of perft.golden anew.
"""

from pathlib import Path

import pytest

from redball.core.actions import BlowDump, Construct, Done
from redball.game import Game
from redball.game.watch.perft import perft
from support import Sitting

GOLDEN = Path(__file__).with_name("perft.golden")
LEFT_OUT = (BlowDump, Construct)


def rows() -> list[tuple[str, int, int, int]]:
    """Scenario, decisions passed before, depth, count."""
    lines = [line.split("#")[0].split() for line in GOLDEN.read_text().splitlines() if line[:1] not in ("", "#")]
    return [(name, int(passed), int(depth), int(count)) for name, passed, depth, count in lines]


def position(scenario: str, passed: int) -> Game:
    """The scenario after so many decisions that were passed, or met by the first legal action where they cannot be
    (those with a single action, `LEFT_OUT` apart, do not count); `throw-range+attack` begins with a move
    of two regiments to the enemy.
    """
    name, _, opening = scenario.partition("+")
    game = Game.new(name, seed=1)
    if opening:
        Sitting(game).done().move("ax-ir11", "06.04", "07.05").move("ax-ir12", "05.05", "06.05", "07.06")
    while True:
        choices = [action for action in game.choices() if not isinstance(action, LEFT_OUT)]
        if len(choices) > 1:
            if not passed:
                return game
            passed -= 1
        game.do(Done() if Done() in choices else choices[0])


@pytest.mark.parametrize(("scenario", "passed", "depth", "count"), rows())
def test_perft(scenario: str, passed: int, depth: int, count: int) -> None:
    game = position(scenario, passed)
    state = game.state
    assert perft(game, depth, LEFT_OUT) == count
    assert game.state is state


def test_the_numbers_cover_both_teaching_scenarios() -> None:
    assert {name.partition("+")[0] for name, *_ in rows()} == {"crossing", "throw-range"}


def test_a_game_that_is_over_counts_once() -> None:
    game = position("crossing", 0)
    while game.decision is not None:
        choices = game.choices()
        game.do(Done() if Done() in choices else choices[0])
    assert (perft(game, 1), perft(game, 5)) == (1, 1)


if __name__ == "__main__":
    print(GOLDEN.read_text().splitlines()[0])
    for name, passed, depth, _ in rows():
        game = position(name, passed)
        open_ = game.decision
        where = f"{open_.side} {open_.procedure.name}.{open_.step.name}" if open_ else "over"
        print(name, passed, depth, perft(game, depth, LEFT_OUT), " #", f"turn {game.state.clock.turn}", where)
