"""`tools/hands.py`: what the numbers of hands are worth, by duels and by lot."""

from __future__ import annotations

import doctest
from itertools import product
from pathlib import Path

import pytest

import hands
from hands import Row, Table, choice_of, drawn, duel, duel_lines, effects, hands_of, main
from redball.bots.steady.hands import STAUNCH, STEADY

CROSSING = Table("crossing", "", ())


def test_its_examples_hold() -> None:
    assert doctest.testmod(hands).failed == 0


def test_hands_have_a_name_and_numbers_of_the_right_kind() -> None:
    assert hands_of("steady") == STEADY
    assert hands_of("staunch,reserves=0").reserves is False
    with pytest.raises(AttributeError):
        choice_of("fear=1")


def test_a_seed_is_played_from_both_sides_and_comes_out_alike() -> None:
    found = duel(CROSSING, 5, STAUNCH, STEADY)
    assert [side for side, _, _ in found] == ["axis", "soviet"]
    assert found == duel(CROSSING, 5, STAUNCH, STEADY)
    (_, _, one), (_, _, two) = duel(CROSSING, 5, STAUNCH, STAUNCH)
    assert one == -two, "with the same hands it is one game"


def test_a_duel_is_told_by_side_and_by_points() -> None:
    pairs = [[("axis", "won", 6), ("soviet", "lost", -2)], [("axis", "drawn", 0), ("soviet", "won", 4)]]
    assert list(duel_lines(pairs)) == [
        "in all: 2 won, 1 drawn, 1 lost",
        "axis: 1 won, 1 drawn, 0 lost",
        "soviet: 1 won, 0 drawn, 1 lost",
        "+2.0 points a game (standard error 0.0)",
    ]


def test_effects_find_what_a_step_is_worth_to_each_side() -> None:
    """Danger is worth 3 points a step to the Axis and 5 to the Soviets; reserves are worth 2 to either."""
    rows: list[Row] = []
    for fear, dread, waits, stays in product((0, 50, 100), (0, 50, 100), (False, True), (False, True)):
        lots = {"axis": {"danger": fear, "reserves": waits}, "soviet": {"danger": dread, "reserves": stays}}
        margin = 10 + 3 * fear // 50 - 5 * dread // 50 + 2 * waits - 2 * stays
        rows.append({"lots": lots, "points": {"axis": margin, "soviet": 0}})
    for side, worth in (("axis", 3), ("soviet", 5)):
        found = list(effects(rows, side))
        assert [name for name, _, _ in found] == ["danger [0, 50, 100]", "reserves [False, True]"]
        assert [round(effect, 6) for _, effect, _ in found] == [worth, 2]
        assert max(error for _, _, error in found) < 1e-6
    (_, mean, error), (_, waiting, _) = effects(rows)
    assert (round(mean, 6), round(waiting, 6)) == (4, 2)
    assert error > 0


def test_games_by_lot_are_added_to_a_file_and_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl"
    for seed in (1, 3):
        main(["lots", "crossing", "2", str(out), "staunch", "danger=0,100", "--seed", str(seed)])
    assert len(out.read_text().splitlines()) == 4
    row = drawn(CROSSING, 1, STAUNCH, {"danger": [0, 100]})
    assert row == drawn(CROSSING, 1, STAUNCH, {"danger": [0, 100]})
    main(["effects", str(out)])
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "either side, 4 games:"
    assert told[1].startswith("  danger [0, 100]: ")
