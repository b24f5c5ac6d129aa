"""Going back by consent: what a save keeps of proposals, and the branches that were abandoned."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.saves import play, played
from redball.cli.main import run
from redball.game import Game
from redball.game.rewinds import LONGEST_NAME, Branch, Proposal, checked_name
from redball.game.save import SaveError, SaveFile, find_lines, load, state_hash, verify
from redball.game.save.branches import branch_of, branches
from redball.server.session import Session

PEOPLE = {"axis": "human", "soviet": "human"}


def seated(folder: Path, players: dict[str, str] = PEOPLE, actions: int = 30) -> Session:
    """A game that has been played for a while."""
    session = Session.create(folder, "crossing", players, {}, 3)
    play(session.game, actions, Random(2))
    return session


def where(session: Session) -> int:
    return len(session.game.records)


def open_in(session: Session) -> Proposal | None:
    """What is proposed."""
    return session.proposal


def test_the_game_goes_back_when_all_have_agreed(tmp_path: Path) -> None:
    session = seated(tmp_path)
    before, state = where(session), session.past.at(12).state
    session.propose("axis", 12, " before the bridge ")
    assert session.proposal == Proposal("axis", 12, "before the bridge", before, ("axis",))
    assert where(session) == before, "one cannot agree for the other"
    session.agree("axis", True)
    assert where(session) == before, "nor twice"
    session.agree("soviet", True)
    assert where(session) == 12
    assert open_in(session) is None
    assert session.game.state.change(dice=state.dice) == state
    assert session.game.state.dice.branch == 1, "with other dice"
    again = Session.resume(session.save.path)
    assert (where(again), again.proposal) == (12, None)
    assert verify(session.save.path).again.state == session.game.state


@pytest.mark.parametrize("how", ["declined", "taken back", "gone on"])
def test_a_proposal_ends_by_a_refusal_by_its_own_side_or_when_the_game_goes_on(tmp_path: Path, how: str) -> None:
    session = seated(tmp_path)
    number = where(session)
    session.propose("axis", 12, "")
    if how == "declined":
        session.agree("soviet", False)
    elif how == "taken back":
        session.propose("axis", number, "")
    else:
        play(session.game, 1, Random(5))
    assert open_in(session) is None
    with pytest.raises(ValueError, match="nothing is proposed"):
        session.agree("soviet", True)
    again = Session.resume(session.save.path)
    assert again.proposal is None
    assert where(again) == where(session) >= number


def test_an_open_proposal_is_kept_in_the_save(tmp_path: Path) -> None:
    session = seated(tmp_path)
    session.propose("soviet", 7, "the crossing")
    again = Session.resume(session.save.path)
    assert again.proposal == session.proposal
    again.agree("axis", True)
    assert where(again) == 7


def test_a_standing_answer_does_not_end_a_proposal(tmp_path: Path) -> None:
    session = seated(tmp_path)
    session.propose("soviet", 7, "")
    session.stand("soviet", session.standing_of("soviet"))
    assert Session.resume(session.save.path).proposal == session.proposal is not None


def test_an_undo_ends_a_proposal_for_what_was_taken_back(tmp_path: Path) -> None:
    session = seated(tmp_path)
    while not session.game.undo_steps:
        play(session.game, 1, Random(9))
    open_ = session.game.decision
    assert open_ is not None
    session.propose(open_.side, 7, "")
    assert session.undo(open_.side) is None
    assert open_in(session) is None
    assert Session.resume(session.save.path).proposal is None


def test_a_proposal_does_not_come_back_with_the_point_where_it_was_made(tmp_path: Path) -> None:
    session = seated(tmp_path)
    number = where(session)
    while True:
        session.propose("axis", 7, "")
        open_ = session.game.decision
        assert open_ is not None
        assert session.take(open_.side, session.game.choices()[0]) is None
        if session.undo(open_.side) is None:
            break
        number = where(session)
    assert where(session) == number
    assert open_in(session) is None
    assert Session.resume(session.save.path).proposal is None


def test_nobody_else_is_asked_where_a_bot_plays(tmp_path: Path) -> None:
    session = seated(tmp_path, {"axis": "human", "soviet": "random"})
    assert session.concerned == ("axis",)
    session.propose("axis", 5, "")
    assert where(session) == 5
    with pytest.raises(ValueError, match="no person plays"):
        session.propose("soviet", 3, "")


@pytest.mark.parametrize("to", [-1, 999])
def test_one_goes_back_to_a_point_that_there_is(tmp_path: Path, to: int) -> None:
    session = seated(tmp_path)
    with pytest.raises(ValueError, match="no action number"):
        session.propose("axis", to, "")
    assert open_in(session) is None


@pytest.mark.parametrize("name", ["x" * (LONGEST_NAME + 1), "a\nb", "\x00", "a\u2028b"])
def test_the_name_of_a_point_stands_on_one_line(name: str) -> None:
    with pytest.raises(ValueError, match="name of a point"):
        checked_name(name)
    assert checked_name("x" * LONGEST_NAME)
    assert checked_name("  ") == ""


# --- what is abandoned stays -----------------------------------------------------------------------------------


def test_an_abandoned_branch_is_a_save_of_its_own(tmp_path: Path) -> None:
    game, path = played(tmp_path, actions=40)
    left = [(state_hash(game.state), len(game.records))]
    game.rewind(12, "before the bridge")
    for _ in range(3):
        game.do(game.choices()[0])
    left.append((state_hash(game.state), len(game.records)))
    game.rewind(4)
    found = find_lines(path)
    first, second = branches(found)
    assert first == Branch(first.line, 12, "before the bridge", left[0][1])
    assert (second.to, second.name, second.actions) == (4, "", left[1][1])
    for branch, (state, actions) in zip((first, second), left, strict=True):
        own = tmp_path / f"{branch.line}.redball"
        own.write_bytes(branch_of(path.read_bytes(), found, branch.line))
        loaded = load(own)
        assert (state_hash(loaded.game.state), len(loaded.game.records)) == (state, actions)
        assert not loaded.damage
        verify(own)
    assert branches(find_lines(tmp_path / f"{second.line}.redball")) == (first,)
    with pytest.raises(SaveError, match="no branch was abandoned in line 2"):
        branch_of(path.read_bytes(), found, 2)


def test_undone_actions_are_not_counted_in_a_branch(tmp_path: Path) -> None:
    path = tmp_path / "a.redball"
    game = Game.new("crossing", seed=3)
    SaveFile(path, game)
    game.do(game.choices()[0])
    open_ = game.decision
    assert open_ is not None
    assert game.undo(open_.side) is None
    play(game, 3, Random(1))
    number = len(game.records)
    game.rewind(0)
    (branch,) = branches(find_lines(path))
    assert branch.actions == number


def test_the_terminal_writes_the_last_abandoned_branch(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    game, path = played(tmp_path, actions=20)
    out = tmp_path / "branch.redball"
    assert run(["replay", str(path), "--branch", str(out)]) == 2
    assert "no branch was abandoned" in capfd.readouterr().err
    state = state_hash(game.state)
    game.rewind(2)
    assert run(["replay", str(path), "--branch", str(out)]) == 0
    assert state_hash(load(out).game.state) == state
    assert run(["replay", str(path), "--branch", str(out)]) == 2
    assert "exists" in capfd.readouterr().err
