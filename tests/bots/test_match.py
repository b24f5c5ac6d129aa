"""Matches: many games, counted; the same on one process and on two."""

from redball.bots.match import GameResult, play_game, play_match


def test_a_match_counts_its_games() -> None:
    told: list[GameResult] = []
    match = play_match("crossing", ("random", "random"), 4, 10, progress=told.append)
    assert [game.seed for game in match.results] == [10, 11, 12, 13]
    assert len(told) == match.games == 4
    assert sum(match.wins.values()) + match.draws == 4
    assert sum(match.levels.values()) == 4
    assert match.bots == {"axis": "random", "soviet": "random"}
    assert match.actions == sum(game.actions for game in match.results)
    for side, mean in match.mean_points.items():
        assert mean == round(sum(game.points[side] for game in match.results) / 4, 2)


def test_two_processes_play_the_same_games() -> None:
    one = play_match("crossing", ("steady", "random"), 4, 1, jobs=1)
    two = play_match("crossing", ("steady", "random"), 4, 1, jobs=2)
    assert [(g.seed, g.points, g.actions, g.result) for g in one.results] == [
        (g.seed, g.points, g.actions, g.result) for g in two.results
    ]


def test_a_game_may_end_early_with_the_points_as_they_stand() -> None:
    game = play_game("crossing", ("random", "random"), 1, turns=1)
    assert game.turns == 2
    assert sum(game.points.values()) > 0
    assert game.winner in ("axis", "soviet", "draw")
