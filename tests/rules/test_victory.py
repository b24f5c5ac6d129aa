"""Points, levels and the end of the game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.events import GameEnded
from redball.core.look import Look
from redball.core.state import DEAD_PILE, NOT_ARRIVED, Frame
from redball.rules.sequence.turn import GameFlow
from redball.rules.sequence.victory import beaten, end_game, end_if_decided, score
from redball.scenarios.records import Victory, VictoryAway, VictoryHex, VictoryLevel
from rules.game_book import with_scenario
from support import in_scenario, opened, position

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
LEVELS = (
    VictoryLevel("axis", "Axis victory", min=3),
    VictoryLevel("draw", "Draw", min=0, max=2),
    VictoryLevel("soviet", "Soviet victory", max=-1),
)
UNITS = f"[terrain]\n. . .\n. . .\n[units]\naxis 01.01 a {RIFLES}\nsoviet 03.01 s {RIFLES}\n"


def game(lost: tuple[int, int] = (0, 0), held: tuple[str, str] = ("", ""), units: str = UNITS, turn: int = 1) -> Look:
    """Two victory hexes of 5 and 2 points, points for every 2 axis or 4 soviet steps lost."""
    look = with_scenario(units, phase="clean_up", turn=turn, turns=3)
    hexes = tuple(look.board.index(name) for name in ("02.01", "02.02"))
    worth = tuple(VictoryHex(h, points, name) for h, points, name in zip(hexes, (5, 2), ("Town", ""), strict=True))
    victory = Victory(worth, {"axis": (2, 1), "soviet": (4, 3)}, {}, "axis", LEVELS)
    look = with_scenario(units, phase="clean_up", turn=turn, turns=3, victory=victory)
    control = {h: side for h, side in zip(hexes, held, strict=True) if side}
    return Look(
        look.world, look.state.change(control=control, steps_lost=dict(zip(("axis", "soviet"), lost, strict=True)))
    )


@pytest.mark.case("SETUP-III")
@pytest.mark.parametrize(
    ("held", "points"),
    [(("", ""), (0, 0)), (("axis", ""), (5, 0)), (("axis", "soviet"), (5, 2)), (("soviet", "soviet"), (0, 7))],
)
def test_victory_hexes_count_for_who_controls_them(held: tuple[str, str], points: tuple[int, int]) -> None:
    found = score(game(held=held))
    assert (found.points["axis"], found.points["soviet"]) == points
    assert found.difference == points[0] - points[1]
    assert [line.reason for line in found.lines] == [n for n, h in zip(("Town", "02.02"), held, strict=True) if h]


@pytest.mark.case("SETUP-III")
@pytest.mark.parametrize(
    ("lost", "points"), [((1, 3), (0, 0)), ((2, 3), (0, 1)), ((3, 4), (3, 1)), ((5, 8), (6, 2)), ((0, 7), (3, 0))]
)
def test_lost_steps_count_for_the_enemy_by_full_numbers(lost: tuple[int, int], points: tuple[int, int]) -> None:
    found = score(game(lost))
    assert (found.points["axis"], found.points["soviet"]) == points
    assert sum(line.points for line in found.lines) == sum(points)


AWAY = f"""[terrain]
. . .
. . .
[boxes]
rear off_map "Rear"
[units]
axis 01.01 a {RIFLES} nation=de
axis rear b Div infantry other 6-3-3L/3-3-6L re=3 lost=1 nation=de
axis 01.02 c {RIFLES} nation=it
axis 02.01 d {RIFLES} nation=de
axis rear tr truck 2 45T nation=de
soviet rear s {RIFLES}
soviet 03.01 t {RIFLES}
[ways]
rear axis all 01.01
"""


@pytest.mark.case("SETUP-III")
@pytest.mark.parametrize(
    ("nations", "per_steps", "points"),
    [(("de",), 1, 3), (("de",), 2, 1), (("de",), 3, 1), (("de",), 4, 0), (("it",), 1, 1), ((), 1, 4), ((), 4, 1)],
)
def test_units_that_are_away_count_by_full_numbers_of_steps(
    nations: tuple[str, ...], per_steps: int, points: int
) -> None:
    """Two hexes and a box: a regiment there, two steps of a division that has lost one, an Italian regiment. Trucks,
    the enemy and what stands elsewhere do not count."""
    found = score(away(nations, per_steps))
    assert (found.points["axis"], found.points["soviet"]) == (points, 0)
    assert [line.side for line in found.lines] == ["axis"] * bool(points)
    assert all("over there" in line.reason for line in found.lines)


def away(nations: tuple[str, ...] = (), per_steps: int = 1, *, fog: bool = False) -> Look:
    look = position(AWAY, phase="clean_up", fog=fog)
    there = tuple(look.board.index(name) for name in ("01.01", "01.02", "rear"))
    entry = VictoryAway("axis", there, "over there", per_steps, 1, nations)
    victory = Victory((), {}, {}, "axis", LEVELS, (entry,))
    return in_scenario(look, turns=3, victory=victory)


@pytest.mark.case("SETUP-III")
def test_with_fog_the_enemy_does_not_learn_who_is_away_before_the_end() -> None:
    seen = {viewer: score(away(fog=True), viewer).points["axis"] for viewer in ("", "axis", "soviet")}
    assert seen == {"": 4, "axis": 4, "soviet": 0}
    assert score(away(), "soviet").points["axis"] == 4
    run = Run(away(fog=True), Dice(seed=1))
    end_game(run)
    assert score(run.look, "soviet").points["axis"] == 4


@pytest.mark.case("2.3-L")
@pytest.mark.parametrize(
    ("lost", "winner"), [((0, 4), "axis"), ((2, 4), "draw"), ((0, 0), "draw"), ((6, 4), "draw"), ((2, 0), "soviet")]
)
def test_the_difference_decides_at_the_end(lost: tuple[int, int], winner: str) -> None:
    run = Run(game(lost), Dice(seed=1))
    assert score(run.look).level == next(level for level in LEVELS if level.winner == winner)
    end_game(run)
    assert isinstance(run.events[0], GameEnded)
    outcome = run.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (winner, score(run.look).points)
    assert outcome.result == next(level.result for level in LEVELS if level.winner == winner)


@pytest.mark.case("SETUP-I-D", "2.3-L")
@pytest.mark.parametrize(("turn", "over"), [(2, False), (3, True)])
def test_the_game_ends_with_its_last_turn(turn: int, over: bool) -> None:
    played = opened(game(turn=turn), Frame("game", "turn_end", GameFlow()))
    assert played.over is over
    assert played.state.clock.turn == (turn if over else turn + 1)


@pytest.mark.case("SETUP-III")
@pytest.mark.parametrize(
    ("hexes", "lost", "winner"),
    [
        ({}, (), ""),
        ({"s": DEAD_PILE}, ("soviet",), "axis"),
        ({"a": DEAD_PILE}, ("axis",), "soviet"),
        ({"s": NOT_ARRIVED}, (), ""),
        ({"a": DEAD_PILE, "s": DEAD_PILE}, ("axis", "soviet"), "draw"),
    ],
)
def test_a_side_without_combat_units_has_lost(hexes: dict[str, int], lost: tuple[str, ...], winner: str) -> None:
    look = game(units=UNITS + "axis 01.02 at truck 1 50T\nsoviet 03.02 st truck 1 50T\n")
    moved = [look.unit(uid).change(hex=hex_) for uid, hex_ in hexes.items()]
    run = Run(Look(look.world, look.state.with_units(moved)), Dice(seed=1))
    assert beaten(run.look) == lost
    end_if_decided(run)
    assert run.state.over is bool(winner)
    if winner:
        assert run.state.outcome is not None
        assert run.state.outcome.winner == winner


@pytest.mark.case("SETUP-III")
def test_a_scenario_without_levels_ends_in_a_draw() -> None:
    look = game((0, 8))
    victory = replace(look.world.scenario.victory, levels=())
    run = Run(with_scenario(UNITS, victory=victory), Dice(seed=1))
    assert score(run.look).level is None
    end_game(run)
    assert run.state.outcome is not None
    assert run.state.outcome.winner == "draw"
