"""Pledged dice: committed to, shared, sealed in the save until the end, and thrown again by anybody afterwards."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterator
from hashlib import blake2b, sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.saves import bare, play, rewrite
from redball.bots.random_play import at_random
from redball.core.dice import NO_DICE, Dice, DiceSealed
from redball.core.events import DiceRolled
from redball.game import Game
from redball.game import game as game_module
from redball.game.fair import LONGEST_SHARE, Pledge, checked_share, commitment_of, new_pledge, secret_of, seed_of
from redball.game.plan.formations import Left, TurnMacro, modes_of, series
from redball.game.plan.moves import on_the_spot
from redball.game.save import SaveError, SaveFile, load, state_hash, verify
from redball.game.view.rolls import dice_sheet
from redball.game.view.whole import view

KEY = b"the key of a test"


def pledge() -> Pledge:
    """Dice that two players have added to, always the same."""
    secret = secret_of(KEY, "a nonce")
    made = Pledge(commitment_of(secret), "a nonce", (), secret)
    return made.with_share("axis", "seven gulls").with_share("soviet", "Über alles hinweg 7!")


def begun(folder: Path, actions: int = 60, seed: int = 2) -> tuple[Game, Path]:
    """A game with pledged dice that has been played for a while."""
    path = folder / f"{seed}.redball"
    game = Game.new("crossing", pledge=pledge())
    SaveFile(path, game)
    play(game, actions, Random(seed))
    assert any(isinstance(event, DiceRolled) for event in game.events())
    assert not game.over
    return game, path


def dice_in(game: Game) -> int:
    """How many dice have fallen in a game as it stands."""
    return sum(len(event.dice) for event in game.events() if isinstance(event, DiceRolled))


# --- how the seed comes about ----------------------------------------------------------------------------------


def test_anybody_can_make_the_seed_and_the_dice_from_what_is_shown_at_the_end() -> None:
    """The formulas of `docs/formats.md`, with nothing of the program's."""
    made = pledge()
    text = "axis seven gulls\nsoviet Über alles hinweg 7!"
    assert made.commitment == sha256(made.secret.encode()).hexdigest()
    seed = int(hmac.new(made.secret.encode(), text.encode(), sha256).hexdigest(), 16)
    game = Game.new("crossing", pledge=made)
    play(game, 60, Random(1))
    fell = [die for event in game.events() if isinstance(event, DiceRolled) for die in event.dice]
    assert len(fell) > 4
    for number, die in enumerate(fell):
        (first, *_) = (b for b in blake2b(f"{seed}/0/{number}/0".encode(), digest_size=16).digest() if b < 252)
        assert die == first % 6 + 1


def test_every_share_and_their_order_count() -> None:
    made = pledge()
    one, two = made.shares
    seeds = {
        seed_of(made.secret, shares) for shares in ((one, two), (two, one), (one,), (one, type(two)("soviet", "8")))
    }
    assert len(seeds) == 4
    assert seed_of("0" * 64, made.shares) not in seeds


def test_two_secrets_of_one_key_have_nothing_in_common() -> None:
    assert len({new_pledge(KEY).secret for _ in range(20)}) == 20
    made = new_pledge(KEY)
    assert new_pledge(b"another").secret != made.secret
    assert len(made.secret) == 64


@pytest.mark.parametrize("words", ["", "  ", "x" * (LONGEST_SHARE + 1), "a\nb", "a\x00", "a\u2028b", "\ud800"])
def test_a_share_is_a_few_words_on_a_line(words: str) -> None:
    with pytest.raises(ValueError, match="a share is"):
        checked_share(words)


def test_a_share_may_be_as_long_as_allowed_and_loses_its_blanks() -> None:
    assert checked_share(f" {'x' * LONGEST_SHARE} ") == "x" * LONGEST_SHARE


def test_each_side_adds_once_and_every_side_must() -> None:
    made = new_pledge(KEY).with_share("axis", "a")
    with pytest.raises(ValueError, match="axis has added"):
        made.with_share("axis", "b")
    with pytest.raises(ValueError, match="soviet"):
        Game.new("crossing", pledge=made)
    with pytest.raises(ValueError, match="polish"):
        Game.new("crossing", pledge=pledge().with_share("polish", "c"))


def test_a_secret_that_was_not_committed_to_throws_no_dice() -> None:
    other = Pledge(commitment_of("1" * 64), "n", pledge().shares, "2" * 64)
    with pytest.raises(ValueError, match="does not match"):
        Game.new("crossing", pledge=other)


# --- the save --------------------------------------------------------------------------------------------------


def test_a_save_tells_no_seed_before_the_end(tmp_path: Path) -> None:
    game, path = begun(tmp_path)
    assert game.pledge is not None
    told = path.read_text(encoding="utf-8")
    for hidden in (game.pledge.secret, str(game.dice.seed), f"{game.dice.seed:x}", KEY.decode()):
        assert hidden not in told
    assert json.loads(bare(path)[0])["seed"] == 0
    assert [json.loads(line) for line in bare(path)[1:4]] == [
        {"commitment": game.pledge.commitment, "nonce": game.pledge.nonce},
        {"share": "seven gulls", "side": "axis"},
        {"share": "Über alles hinweg 7!", "side": "soviet"},
    ]
    assert game.fair is not None
    assert not game.fair.secret


def test_the_keeper_plays_on_with_the_same_dice(tmp_path: Path) -> None:
    game, path = begun(tmp_path)
    again = load(path, key=KEY).game
    assert again.dice == game.dice
    assert state_hash(again.state) == state_hash(game.state)
    play(game, 60, Random(9))
    play(again, 60, Random(9))
    assert again.events() == game.events()


@pytest.mark.parametrize("key", [b"", b"of somebody else"])
def test_others_can_look_at_the_game_and_throw_no_die(tmp_path: Path, key: bytes) -> None:
    game, path = begun(tmp_path)
    sealed = load(path, key=key).game
    assert sealed.pledge is not None
    assert not sealed.pledge.secret
    assert state_hash(sealed.state) == state_hash(game.state)
    assert sealed.choices() == game.choices()
    with pytest.raises(DiceSealed, match="the server that keeps it"):
        play(sealed, 400, Random(3))
    fork = load(path).game.fork(5)
    play(fork, 100, Random(3))
    assert dice_in(fork) > dice_in(game), "a bot may think on with dice of its own"


def test_dice_before_a_rewind_are_known_too(tmp_path: Path) -> None:
    """A save of pledged dice is read from any checkpoint, in whatever branch it fell."""
    game, path = begun(tmp_path)
    game.rewind(10)
    play(game, 80, Random(8))
    sealed = load(path).game
    assert state_hash(sealed.state) == state_hash(game.state)
    assert verify(path).sealed


def test_the_secret_is_the_last_line_of_a_game_that_is_over(tmp_path: Path) -> None:
    path = tmp_path / "over.redball"
    game = Game.new("crossing", pledge=pledge())
    SaveFile(path, game)
    rng = Random(4)
    while (open_ := game.decision) is not None:
        assert game.pledge is not None
        assert game.fair is not None
        assert not game.fair.secret
        assert game.take(open_.side, at_random(game.choices(), rng.getrandbits(64))).refusal is None
    assert game.fair is not None
    assert game.fair.secret == game.pledge.secret  # type: ignore[union-attr]
    assert json.loads(bare(path)[-1]) == {"secret": game.fair.secret}
    with pytest.raises(ValueError, match="dice that are known"):
        game.rewind(3)
    found = verify(path)
    assert not found.sealed
    assert found.dice == dice_in(game) > 9
    assert state_hash(found.again.state) == state_hash(game.state)
    again = load(path).game
    assert again.fair == game.fair
    with pytest.raises(ValueError, match="dice that are known"):
        again.rewind(3)


def test_who_gives_up_is_shown_the_secret_and_nobody_plays_on(tmp_path: Path) -> None:
    game, path = begun(tmp_path)
    open_ = game.decision
    assert open_ is not None
    action = game.choices()[0]
    game.reveal()
    game.reveal()
    assert sum('"secret"' in line for line in bare(path)) == 1
    assert game.over
    assert game.decision is None
    assert game.choices() == []
    refused = game.take(open_.side, action).refusal
    assert refused is not None
    assert refused.code == "dice.shown"
    again = load(path).game
    assert again.over
    assert again.fair == game.fair
    assert verify(path).dice == dice_in(game)
    with pytest.raises(ValueError, match="dice that are known"):
        again.rewind(0)


def test_ordinary_dice_have_no_secret(tmp_path: Path) -> None:
    game = Game.new("crossing", seed=3)
    assert game.fair is None
    with pytest.raises(ValueError, match="no secret"):
        game.reveal()


# --- what a check finds ----------------------------------------------------------------------------------------


def ended(folder: Path) -> tuple[Path, list[str]]:
    """The save of a game that was given up, and its lines without checks."""
    game, path = begun(folder)
    game.reveal()
    verify(path)
    return path, bare(path)


def forged(text: list[str], line: int, **fields: Any) -> list[str]:
    """The lines with other fields in one of them."""
    told = json.loads(text[line]) | fields
    return [*text[:line], json.dumps(told, separators=(",", ":"), ensure_ascii=False), *text[line + 1 :]]


def test_another_secret_commitment_or_share_is_found(tmp_path: Path) -> None:
    path, text = ended(tmp_path)
    secret = json.loads(text[-1])["secret"]
    rewrite(path, forged(text, len(text) - 1, secret="0" * 64))
    with pytest.raises(SaveError, match="does not match what was committed to"):
        verify(path)
    rewrite(path, forged(text, 1, commitment=commitment_of("0" * 64)))
    with pytest.raises(SaveError, match="does not match what was committed to"):
        verify(path)
    rewrite(path, forged(text, 2, share="eight gulls"))
    with pytest.raises(SaveError, match=r"the dice are .* and the seed throws"):
        verify(path)
    rewrite(path, forged(text, len(text) - 1, secret=secret))
    assert not verify(path).sealed


def rolls_of(text: list[str]) -> Iterator[int]:
    """The lines with dice."""
    return (i for i, line in enumerate(text) if '"action"' in line and '"DiceRolled"' in line)


def test_a_changed_die_is_found(tmp_path: Path) -> None:
    """Even where the state at the end is as it should be: the replay compares the dice themselves."""
    path, text = ended(tmp_path)
    line = next(rolls_of(text))
    events = json.loads(text[line])["events"]
    roll = next(event for event in events if event["type"] == "DiceRolled")
    roll["dice"] = [die % 6 + 1 for die in roll["dice"]]
    rewrite(path, forged(text, line, events=events))
    with pytest.raises(SaveError, match=rf"line {line + 1}: the dice are .* and the seed throws"):
        verify(path)


def test_a_changed_die_of_the_opening_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.redball"
    game = Game.new("yelnya", pledge=pledge())
    SaveFile(path, game)
    assert verify(path).sealed, "the dice of the opening are known where the seed is not"
    assert load(path).game.opening == game.opening
    game.reveal()
    assert verify(path).dice == dice_in(game)
    text = bare(path)
    opening = json.loads(text[0])["opening"]
    roll = next(event for event in opening if event["type"] == "DiceRolled")
    roll["dice"] = [die % 6 + 1 for die in roll["dice"]]
    rewrite(path, forged(text, 0, opening=opening))
    with pytest.raises(SaveError, match="line 1: the dice are"):
        verify(path)


def test_dice_of_an_ordinary_seed_are_compared_too(tmp_path: Path) -> None:
    path = tmp_path / "a.redball"
    game = Game.new("crossing", seed=11)
    SaveFile(path, game)
    play(game, 100, Random(1))
    assert verify(path).dice == dice_in(game)


@pytest.mark.parametrize(
    "line", [{"commitment": "x", "nonce": "n"}, {"commitment": 5, "nonce": "n"}, {"commitment": "a" * 64}]
)
def test_a_malformed_pledge_is_refused_in_a_sentence(tmp_path: Path, line: dict[str, Any]) -> None:
    path, text = ended(tmp_path)
    rewrite(path, [text[0], json.dumps(line), *text[2:]])
    with pytest.raises(SaveError, match="line 1"):
        load(path)


# --- what nobody may learn from it -----------------------------------------------------------------------------


class Thrown(Dice, frozen=True):
    """Dice that may not be thrown."""

    def die(self, branch: int, number: int) -> int:
        """Nobody may look ahead."""
        raise AssertionError("somebody read the next die")


@pytest.mark.parametrize(("scenario", "actions"), [("crossing", 90), ("lesson-4-exploitation", 40)])
def test_whatever_looks_at_a_game_never_reads_the_next_die(scenario: str, actions: int) -> None:
    game, rng = Game.new(scenario, seed=7), Random(6)
    looked = 0
    for _ in range(actions):
        if (open_ := game.decision) is None:
            break
        dice, game.dice = game.dice, Thrown(0)
        for side in game.world.sides:
            view(game, side)
        dice_sheet(game)
        for unit in [unit for unit in game.state.units.values() if unit.side == open_.side and unit.on_map][:6]:
            looked += len(on_the_spot(game, open_.side, (unit.id,))) + len(modes_of(game, open_.side, unit.id))
            left: list[Left] = []
            next(series(game, open_.side, TurnMacro((unit.id,), "strat", "move"), left), None)
        game.dice = dice
        assert game.take(open_.side, at_random(game.choices(), rng.getrandbits(64))).refusal is None
    assert looked
    assert NO_DICE.seed == 0


def test_the_dice_of_a_game_are_thrown_in_one_module_only() -> None:
    """Others may fork them, or compare whole games; bots take the seed for draws of their own."""
    source = Path(game_module.__file__).parents[1]
    found = {
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        if re.search(r"\b(?:game|again)\.dice\b(?!\.(?:seed|script))", path.read_text(encoding="utf-8"))
    }
    assert found == {
        "game/past.py",
        "game/save/verify.py",  # whether they are sealed
        "game/watch/invariants.py", "game/watch/perft.py",  # tools of the tests
    }  # fmt: skip
