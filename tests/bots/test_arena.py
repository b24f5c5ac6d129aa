"""The arena: which games are played, that a run goes on where it was stopped, and what the ladder makes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from math import log10
from pathlib import Path

import pytest

import redball.bots
from redball.bots.arena import Meeting, Played, Table, ladder, meetings, play_rounds
from redball.bots.arena.ladder import elo_of, weighed
from redball.bots.arena.plots import draw
from redball.bots.arena.rounds import GAMES, RESULTS, program, results
from redball.bots.match import GameResult
from redball.bots.random_play import RandomBot
from redball.core.actions import Action, Done
from redball.game import Game
from redball.game.save import load

CROSSING = Table("crossing")


def won(first: str, second: str, seed: int, winner: int | None, table: Table = CROSSING) -> Played:
    """A game that the first (0) or second (1) side won, or nobody."""
    points = {"axis": 3 if winner == 0 else 1, "soviet": 3 if winner == 1 else 1}
    name = "draw" if winner is None else ("axis", "soviet")[winner]
    return Played(Meeting(table, (first, second), seed), GameResult(seed, name, "", points, 10, 2, 0.5), "")


def outcomes(played: list[Played]) -> list[tuple[Meeting, str, dict[str, int], int]]:
    """What must not depend on who plays the games."""
    return [(each.meeting, each.result.winner, each.result.points, each.result.actions) for each in played]


# --- which games -----------------------------------------------------------------------------------------------------


def test_every_pair_plays_each_seed_from_both_sides() -> None:
    games = meetings(["a", "b", "c"], [CROSSING, Table("sedan", turns=1)], [4, 5])
    assert len(games) == len(set(games)) == 3 * 2 * 2 * 2
    assert len({game.key for game in games}) == len(games)
    for game in games:
        assert Meeting(game.table, game.bots[::-1], game.seed) in games
    assert [game.seed for game in games] == sorted(game.seed for game in games)


# --- playing ---------------------------------------------------------------------------------------------------------


def test_what_has_been_played_is_not_played_again(tmp_path: Path) -> None:
    games = meetings(["steady", "random"], [CROSSING], [1, 2])
    half = play_rounds(games[:2], tmp_path)
    told: list[Played] = []
    whole = play_rounds(games, tmp_path, progress=told.append)
    assert whole[:2] == half
    assert len(told) == len(games)
    assert [each.meeting for each in whole] == games
    assert len(results(tmp_path)) == len(games)


def test_games_of_another_version_are_played_again(tmp_path: Path) -> None:
    games = meetings(["random"], [CROSSING], [1])
    play_rounds(games, tmp_path)
    path = tmp_path / RESULTS
    path.write_text(path.read_text().replace(program(), "0" * 16))
    play_rounds(games, tmp_path)
    assert [each.program for each in results(tmp_path)] == ["0" * 16, program()]


def test_every_game_is_kept_and_its_save_verifies(tmp_path: Path) -> None:
    (played,) = play_rounds(meetings(["random"], [CROSSING], [3]), tmp_path)
    loaded = load(tmp_path / GAMES / f"{played.meeting.key}.redball")
    assert not loaded.damage
    assert loaded.game.dice.seed == 3
    assert loaded.about == {"bots": {"axis": "random", "soviet": "random"}}
    assert len(loaded.game.records) == played.result.actions
    assert loaded.game.over


def test_two_processes_play_the_same_games(tmp_path: Path) -> None:
    games = meetings(["steady", "random"], [CROSSING], [1, 2])
    assert outcomes(play_rounds(games, tmp_path / "one")) == outcomes(play_rounds(games, tmp_path / "two", jobs=2))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_is_killed_leaves_no_process_behind_and_goes_on(tmp_path: Path, jobs: str) -> None:
    command = [sys.executable, "-c", "from redball.cli import main; main()", "arena", "steady", "random"]
    command += ["--scenario", "crossing", "--seeds", "40", "--jobs", jobs, "--folder", str(tmp_path)]
    path = tmp_path / RESULTS
    here = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=here) as process:
        until = time.monotonic() + 60
        while not (path.exists() and path.read_bytes().count(b"\n") >= 3):
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)  # every process that plays has this output, and it ends with the last of them
    with path.open("ab") as file:
        file.write(b'{"meeting":{"tab')
    kept = len(results(tmp_path))
    assert 3 <= kept < 80
    games = meetings(["steady", "random"], [CROSSING], range(1, 6))
    again = play_rounds(games, tmp_path)
    assert outcomes(again) == outcomes(play_rounds(games, tmp_path / "fresh"))
    assert len(results(tmp_path)) == max(kept, len(games))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:::ray")
def test_ray_plays_the_same_games(tmp_path: Path) -> None:
    from redball.bots.arena.ray_pool import run_on_ray

    games = meetings(["steady", "random"], [CROSSING, Table("throw-range", turns=1)], [1, 2])
    here = play_rounds(games, tmp_path / "here")
    there = play_rounds(games, tmp_path / "there", jobs=2, pool=run_on_ray)
    assert outcomes(here) == outcomes(there)


# --- bots from outside -----------------------------------------------------------------------------------------------


class Stubborn(RandomBot):
    """Says what nobody asked, after a while."""

    def choose(self, game: Game, side: str) -> Action:
        if len(game.records) < 5:
            return super().choose(game, side)
        return next(action for action in (Done(), Done("nothing")) if action not in game.choices())


class Fragile(RandomBot):
    """Breaks down."""

    def choose(self, game: Game, side: str) -> Action:
        raise ZeroDivisionError("by nothing")


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two bots from an installed package, one that is not there, and one with a name of ours."""
    here = "bots.test_arena"
    found = [
        EntryPoint("stubborn", f"{here}:Stubborn", redball.bots.OUTSIDE),
        EntryPoint("fragile", f"{here}:Fragile", redball.bots.OUTSIDE),
        EntryPoint("missing", f"{here}:Nobody", redball.bots.OUTSIDE),
        EntryPoint("random", f"{here}:Fragile", redball.bots.OUTSIDE),
    ]
    monkeypatch.setattr(redball.bots, "entry_points", lambda group: found if group == redball.bots.OUTSIDE else [])
    redball.bots.outside.cache_clear()
    program.cache_clear()
    yield
    redball.bots.outside.cache_clear()
    program.cache_clear()


@pytest.mark.usefixtures("guests")
def test_a_bot_of_an_installed_package_plays_by_its_name() -> None:
    assert type(redball.bots.make_bot("fragile", 1)).__name__ == Fragile.__name__
    assert type(redball.bots.make_bot("random", 1)) is RandomBot
    with pytest.raises(ValueError, match=r"the bot 'missing' cannot be loaded \(bots.test_arena:Nobody\)"):
        redball.bots.make_bot("missing", 1)
    with pytest.raises(ValueError, match="planner, planner-slow, stubborn, fragile, missing"):
        redball.bots.make_bot("napoleon", 1)


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(("guest", "why"), [("stubborn", "refused"), ("fragile", "ZeroDivisionError: by nothing")])
def test_a_bot_that_breaks_down_or_cheats_has_lost_and_is_named(tmp_path: Path, guest: str, why: str) -> None:
    games = meetings([guest, "random"], [CROSSING], [1])
    played = play_rounds(games, tmp_path)
    assert all(why in each.broken and guest in each.broken for each in played)
    assert [each.result.winner for each in played] == ["soviet", "axis"]
    result = ladder(played)
    assert [(place.bot, place.broken) for place in result.places] == [("random", 0), (guest, 2)]
    assert len(result.broken) == 2


def test_a_bot_from_outside_makes_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = program()
    found = EntryPoint("guest", "somewhere:Guest", redball.bots.OUTSIDE)
    monkeypatch.setattr("redball.bots.arena.rounds.outside", lambda: {"guest": found})
    program.cache_clear()
    assert program() != plain
    program.cache_clear()


# --- the ladder ------------------------------------------------------------------------------------------------------


def test_elo_of_two_is_the_logarithm_of_their_odds() -> None:
    games = [won("a", "b", seed, 0 if seed < 8 else 1) for seed in range(10)]
    places = {place.bot: place for place in ladder(games).places}
    # 8 won and 2 lost, half a win more for each: 8.5 to 2.5.
    assert places["a"].elo == pytest.approx(200 * log10(8.5 / 2.5), abs=0.1)
    assert places["b"].elo == pytest.approx(-places["a"].elo, abs=0.1)
    assert places["a"].low < places["a"].elo < places["a"].high


def test_three_bots_that_meet_evenly_stand_in_order_and_their_numbers_reproduce_the_wins() -> None:
    games = [won("a", "b", s, 0 if s % 3 else 1) for s in range(30)]
    games += [won("b", "c", s, 0 if s % 3 else 1) for s in range(30)]
    games += [won("a", "c", s, 0 if s % 5 else 1) for s in range(30)]
    beaten = weighed([(1.0, games)], [])
    elo = elo_of(["a", "b", "c"], beaten)
    assert sum(elo.values()) == pytest.approx(0, abs=1e-6)
    for bot in elo:
        expected = sum(
            (beaten[bot, other] + beaten[other, bot]) / (1 + 10 ** ((elo[other] - elo[bot]) / 400))
            for other in elo
            if other != bot
        )
        assert expected == pytest.approx(sum(beaten[bot, other] for other in elo), abs=1e-2)
    assert [place.bot for place in ladder(games).places] == ["a", "b", "c"]


def test_who_won_everything_has_a_number_and_a_wide_interval() -> None:
    top = ladder([won("a", "b", seed, 0) for seed in range(10)]).places[0]
    assert (top.bot, top.games.won, top.games.share) == ("a", 10, 1.0)
    assert 0 < top.low < top.elo < top.high < 2000
    assert top.high - top.low > 100


def test_games_by_one_seed_belong_together_and_count_once_for_the_interval() -> None:
    alone = [won("a", "b", seed, 0 if seed % 4 else 1) for seed in range(40)]
    twins = [won("a", "b", seed // 2, 0 if (seed // 2) % 4 else 1) for seed in range(40)]
    width = {
        name: top.high - top.low
        for name, top in (("alone", ladder(alone).places[0]), ("twins", ladder(twins).places[0]))
    }
    assert width["twins"] > 1.2 * width["alone"]


def test_draws_are_halves_and_duels_and_balance_are_told_by_table() -> None:
    other = Table("sedan", turns=2)
    games = [won("a", "b", 1, None), won("b", "a", 1, 1), won("a", "b", 2, 1, other), won("b", "a", 2, None, other)]
    result = ladder(games)
    whole, crossing, sedan = result.duels
    assert (whole.bot, whole.against, whole.table) == (result.places[0].bot, result.places[1].bot, "")
    by_a = 1 if whole.bot == "a" else -1
    assert whole.games.share == 0.5
    assert crossing.points == by_a * 1.0
    assert (crossing.games.won, crossing.games.drawn) == ((1, 1) if by_a == 1 else (0, 1))
    assert sedan.table == "sedan, 2 turns"
    assert [(each.table, each.side, each.games.won, each.games.drawn, each.games.lost) for each in result.balance] == [
        ("crossing", "axis", 0, 1, 1),
        ("sedan, 2 turns", "axis", 0, 1, 1),
    ]


def test_a_bot_alone_measures_balance() -> None:
    result = ladder([won("a", "a", 1, 0), won("a", "a", 2, 0), won("a", "a", 3, 1)])
    assert result.duels == []
    assert result.places[0].games.won == result.places[0].games.lost == 0
    assert (result.balance[0].games.won, result.balance[0].games.lost) == (2, 1)


def test_the_same_games_make_the_same_ladder() -> None:
    games = [won("a", "b", seed, seed % 2) for seed in range(9)]
    assert ladder(games) == ladder(games)


def test_a_ladder_can_be_drawn(tmp_path: Path) -> None:
    result = ladder([won("a", "b", 1, 0), won("b", "a", 1, 1)])
    draw(result, tmp_path / "ladder.svg")
    assert (tmp_path / "ladder.svg").read_text().startswith("<?xml")
    with pytest.raises(ValueError, match=r"a plot ends with .png, .svg, .pdf, not '.doc'"):
        draw(result, tmp_path / "ladder.doc")
