"""Saves: appended line by line, read again, and never trusted."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.saves import POSITION, SCENARIO, as_format, bare, lines, play, played, rewrite
from redball.core import engine
from redball.core.actions import BeginMove, StepTo
from redball.core.events import DiceRolled
from redball.core.look import Look
from redball.core.state import Frame
from redball.game import Game
from redball.game.save import SaveError, SaveFile, decode_state, encode_state, load, state_hash, verify
from redball.game.save.scribe import checkpoint
from redball.server.session import Session

# --- there and back --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_saved_game_goes_on_as_the_one_that_was_played(tmp_path: Path, seed: int) -> None:
    game, path = played(tmp_path, seed)
    loaded = load(path)
    again = loaded.game
    assert loaded.about == {"players": {"axis": "human"}}
    assert state_hash(again.state) == state_hash(game.state)
    assert again.records == game.records
    assert again.events() == game.events()
    assert again.choices() == game.choices(), "in the same order too"
    if game.decision is not None:
        action = game.choices()[-1]
        assert again.do(action).events == game.do(action).events


def test_a_save_grows_by_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.redball"
    game = Game.new(SCENARIO, seed=1)
    SaveFile(path, game)
    sizes = [path.stat().st_size]
    for _ in range(10):
        game.do(game.choices()[0])
        sizes.append(path.stat().st_size)
        assert path.read_bytes().endswith(b"\n"), "written through at once"
    assert sizes == sorted(set(sizes))
    with pytest.raises(FileExistsError):
        SaveFile(path, game)


def test_the_last_checkpoint_is_used_and_the_actions_before_it_are_not_played(tmp_path: Path) -> None:
    """A game outlives a corrected rule: what stands before the checkpoint may be anything that was legal then."""
    game, path = played(tmp_path, actions=120)
    text = lines(path)
    last = max(i for i, line in enumerate(text) if '"checkpoint"' in line)
    first = next(i for i, line in enumerate(text) if '"action"' in line)
    assert first < last, "the game is too short for this test"
    changed = json.loads(bare(path)[first])
    changed["side"] = "nobody"
    loaded = load(rewrite(path, [*text[:first], json.dumps(changed), *text[first + 1 :]])).game
    assert state_hash(loaded.state) == state_hash(game.state)


def test_a_state_packs_the_same_way_whatever_order_it_is_in() -> None:
    game = Game.new("yelnya", seed=1)
    packed = encode_state(game.state)
    shuffled = game.state.change(
        dumps={side: dict(reversed(own.items())) for side, own in reversed(game.state.dumps.items())}
    )
    assert encode_state(shuffled) == packed
    again = decode_state(game.world, packed)
    assert again == game.state
    assert engine.choices(Look(game.world, again)) == game.choices()


def test_two_units_of_one_id_are_no_save() -> None:
    game = Game.new(SCENARIO)
    plain = msgspec.msgpack.decode(encode_state(game.state))
    plain["units"].append(plain["units"][0])
    with pytest.raises(SaveError, match="two units of a state have the same id"):
        decode_state(game.world, msgspec.msgpack.encode(plain))


def test_what_a_unit_did_and_took_back_packs_as_nothing() -> None:
    game = Game.new(SCENARIO)
    unit = next(iter(game.state.units.values()))
    back = unit.act(moved=True).act(moved=False)
    assert back.activity is not unit.activity
    assert encode_state(game.state.with_unit(back)) == encode_state(game.state)


# --- a broken end ----------------------------------------------------------------------------------------------


def test_an_unfinished_last_line_is_left_out_and_cut_off_when_one_goes_on(tmp_path: Path) -> None:
    game, path = played(tmp_path)
    raw = path.read_bytes()
    last = raw[raw[:-1].rfind(b"\n") + 1 :]
    for kept in (1, len(last) // 2, len(last) - 1):
        path.write_bytes(raw[: -len(last)] + last[:kept])
        assert len(load(path).game.records) < len(game.records) or b'"action"' not in last
    found = load(path)
    SaveFile.reopen(path, found)
    found.game.do(found.game.choices()[0])
    assert state_hash(load(path).game.state) == state_hash(found.game.state)
    assert [file.name for file in tmp_path.iterdir()] == [path.name], (
        "nothing is kept of a line that was never finished"
    )


def test_any_cut_loses_the_line_that_was_cut_and_nothing_else(tmp_path: Path) -> None:
    _, path = played(tmp_path, actions=12)
    raw = path.read_bytes()
    start = raw.find(b"\n", raw.find(b"\n") + 1) + 1
    rng = Random(1)
    for cut in sorted(rng.randrange(start, len(raw) + 1) for _ in range(25)):
        path.write_bytes(raw[:cut])
        kept = [json.loads(line) for line in raw[:cut].split(b"\n")[:-1]]
        number = 0
        for line in kept:
            number = line["undo"] if "undo" in line else number + ("action" in line)
        assert len(load(path).game.records) == number


# --- undo and rewind -------------------------------------------------------------------------------------------


def test_undone_actions_are_gone(tmp_path: Path) -> None:
    path = tmp_path / "u.redball"
    game = Game.new(SCENARIO, seed=1)
    SaveFile(path, game)
    for _ in range(40):
        if game.undo_steps >= 2:
            break
        game.do(game.choices()[0])
    assert game.decision is not None
    assert game.undo(game.decision.side) is None
    assert '"undo"' in lines(path)[-1]
    loaded = load(path).game
    assert (loaded.records, state_hash(loaded.state)) == (game.records, state_hash(game.state))


def test_a_rewind_by_consent_brings_other_dice(tmp_path: Path) -> None:
    """What was seen cannot be spent again: the stream goes on in another branch, also in a game that is loaded."""
    game, path = played(tmp_path, actions=80)
    rolled = next(i for i, r in enumerate(game.records) if any(type(e).__name__ == "DiceRolled" for e in r.events))
    again = game.records[rolled]
    game.rewind(rolled)
    assert (len(game.records), game.state.dice.branch) == (rolled, 1)
    loaded = load(path).game
    assert (loaded.state, loaded.branches) == (game.state, 1)
    game.take(again.side, again.action)
    dice = [e for e in again.events if isinstance(e, DiceRolled)]
    new = [e for e in game.records[-1].events if isinstance(e, DiceRolled)]
    assert [e.first for e in dice][:1] == [e.first for e in new][:1]
    assert load(path).game.records == game.records
    one, two, *_ = verify(path)
    assert state_hash(one.state) == state_hash(two.state) == state_hash(game.state)


def test_a_second_rewind_knows_the_first(tmp_path: Path) -> None:
    """Actions after a rewind fell in its branch: going back among them plays them with its dice."""
    game, path = played(tmp_path, actions=60)
    half = len(game.records) // 2
    game.rewind(half)
    play(game, 40, Random(9))
    states = [state_hash(game.state)]
    target = half + (len(game.records) - half) // 2
    events = [r.events for r in game.records[:target]]
    game.rewind(target)
    play(game, 10, Random(10))
    assert [r.events for r in game.records[:target]] == events
    assert game.state.dice.branch == 2
    loaded = load(path).game
    assert state_hash(loaded.state) == state_hash(game.state) != states[0]
    one, two, *_ = verify(path)
    assert one.records == two.records


def test_a_loaded_game_can_be_rewound_to_any_action(tmp_path: Path) -> None:
    game, path = played(tmp_path, actions=100)
    loaded = load(path).game
    for to in (len(game.records) - 1, len(game.records) // 2, 0):
        loaded.rewind(to)
        assert len(loaded.records) == to
    assert loaded.state.change(dice=game.checkpoints[0][1].dice) == game.checkpoints[0][1]


@pytest.mark.parametrize("to", [-1, 10_000])
def test_only_actions_of_the_history_are_rewound_to(to: int) -> None:
    with pytest.raises(ValueError, match=f"there is no action number {to}; the game has 0"):
        Game.new(SCENARIO).rewind(to)


# --- verify ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_playing_everything_again_gives_the_same_game(tmp_path: Path, seed: int) -> None:
    game, path = played(tmp_path, seed, actions=100)
    loaded, again, *_ = verify(path)
    assert state_hash(loaded.state) == state_hash(again.state) == state_hash(game.state)
    assert again.events() == game.events()


def test_verify_names_the_line_of_an_action_that_is_refused(tmp_path: Path) -> None:
    """Loading does not notice: a checkpoint stands behind that action."""
    _, path = played(tmp_path, actions=120)
    text = lines(path)
    first = next(i for i, line in enumerate(text) if '"action"' in line)
    changed = json.loads(bare(path)[first])
    changed["side"] = "nobody"
    rewrite(path, [*text[:first], json.dumps(changed), *text[first + 1 :]])
    assert load(path).game.records[0].side == "nobody"
    with pytest.raises(SaveError, match=rf"line {first + 1}: the action is refused \(turn\.not_your_decision\)"):
        verify(path)


def test_verify_refuses_an_undo_of_dice_and_of_nothing_else(tmp_path: Path) -> None:
    """Older versions let a side take back what it had seen; dice were never taken back."""
    game, path = played(tmp_path, actions=80)
    rolled = next(i for i, r in enumerate(game.records) if any(isinstance(e, DiceRolled) for e in r.events))
    quiet = next(i for i, r in enumerate(game.records) if not any(isinstance(e, DiceRolled) for e in r.events))
    text = bare(path)
    places = [i for i, line in enumerate(text) if '"action"' in line and '"undo"' not in line]
    assert not any('"undo"' in line for line in text[: places[max(rolled, quiet)]]), "choose another seed"
    rewrite(path, [*text[: places[quiet] + 1], json.dumps({"undo": quiet})])
    loaded, again, *_ = verify(path)
    assert state_hash(loaded.state) == state_hash(again.state)
    rewrite(path, [*text[: places[rolled] + 1], json.dumps({"undo": rolled})])
    with pytest.raises(SaveError, match="an undo of the save is refused now: dice were rolled"):
        verify(path)


# --- what is wrong with a file ---------------------------------------------------------------------------------

WRONG = [
    ("not json", "JSON is malformed"),
    ("[1]", "Expected `object`"),
    ('{"a":' * 100_000, "recursion"),
    ('{"x": 0}', "neither action, checkpoint, undo nor rewind"),
    ('{"action": {"type": "fly"}, "side": "axis", "events": []}', "Invalid value 'fly'"),
    ('{"action": {"type": "done"}, "side": "axis"}', "the line lacks 'events'"),
    ('{"action": {"type": "done"}, "side": "axis", "events": [{"type": "X"}]}', "Invalid value 'X'"),
    ('{"undo": 99}', "there are 1 actions to go back over, not back to 99"),
    ('{"undo": "all"}', "Expected `int`, got `str`"),
    ('{"undo": -1}', "there are 1 actions to go back over, not back to -1"),
    ('{"checkpoint": 99, "state": ""}', "a checkpoint of action 99 behind action 1"),
    ('{"checkpoint": 1, "state": "AAAA"}', ""),
    ('{"rewind": 0, "branch": "x", "state": ""}', "Expected `int`"),
    ('{"rewind": 0, "branch": 1, "state": "AAAA"}', ""),
]
"""Lines that are no lines of a save, in place of the second action, and what is said of them."""


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_game_goes_on_from_before_a_broken_line(tmp_path: Path, text: str, message: str) -> None:
    """In a save of an older format, whose lines have no checks."""
    game, path = played(tmp_path, actions=12)
    whole = as_format(path, 4, bare(path)).read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*whole[:3], text, *whole[4:], ""]), encoding="utf-8")
    loaded = load(path)
    assert loaded.damage.startswith(f"{path.name}, line 4: ")
    assert message in loaded.damage.lower() or message in loaded.damage
    assert loaded.damage.endswith("; the game goes on from action 1")
    assert "\n" not in loaded.damage
    assert loaded.game.records == game.records[:1]


@pytest.mark.parametrize(("text", "message"), [wrong for wrong in WRONG if wrong[0].endswith("}")])
def test_a_line_whose_check_fits_was_written_by_another_version(tmp_path: Path, text: str, message: str) -> None:
    """Nobody cuts off what this version only does not know."""
    _, path = played(tmp_path, actions=12)
    whole = lines(path)
    rewrite(path, [*whole[:3], text, *whole[4:]])
    with pytest.raises(SaveError, match="line 4: ") as error:
        load(path)
    assert message in str(error.value)


def broken(path: Path, line: int, text: str) -> str:
    """The sentence for a save in which one line (from 1) is replaced."""
    whole = lines(path)
    rewrite(path, [*whole[: line - 1], text, *whole[line:]])
    with pytest.raises(SaveError) as error:
        load(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_header_is_needed(tmp_path: Path) -> None:
    _, path = played(tmp_path, actions=4)
    assert broken(path, 1, '{"format": "other"}').endswith("a save begins with a header of format 'redball-save 6'")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("scenario", "nowhere", "line 1: "),
        ("scenario", "../crossing", "line 1: '../crossing' is no name of a scenario"),
        ("edition", "v9", "line 1: there is no edition 'v9'"),
        ("seed", "x", "line 1: Expected `int`"),
        ("switches", {"weather": 1}, "line 1: there is no switch 'weather'"),
        ("rules", 99, "line 1: it was written by a newer version of the rules (99, not 1)"),
        ("opening", [{"type": "X"}], "line 1: Invalid value 'X'"),
    ],
)
def test_a_wrong_header_is_told(tmp_path: Path, field: str, value: object, message: str) -> None:
    _, path = played(tmp_path, actions=4)
    header = json.loads(bare(path)[0])
    assert message in broken(path, 1, json.dumps({**header, field: value}))


def test_a_game_goes_on_from_before_an_action_that_is_illegal_now(tmp_path: Path) -> None:
    game, path = played(tmp_path, actions=12)
    text = lines(path)
    last = max(i for i, line in enumerate(text) if '"action"' in line)
    changed = {**json.loads(bare(path)[last]), "action": {"type": "elect_order", "first": True}}
    loaded = load(rewrite(path, [*text[:last], json.dumps(changed)]))
    assert "ElectOrder(first=True) is refused now (turn.not_now, 2.1-C); the game goes on from" in loaded.damage
    assert loaded.game.records == game.records[:-1]
    SaveFile.reopen(path, loaded)
    loaded.game.do(loaded.game.choices()[0])
    assert (load(path).game.records, load(path).damage) == (loaded.game.records, "")


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (Frame("flight", "go", None), "the save is in a procedure 'flight' that this version does not have"),
        (Frame("move", "fly", None), "the save is in move.fly: procedure 'move' has no step 'fly'"),
        (Frame("move", "go", {"side": 3}), "the save is in move.go: "),
    ],
)
def test_an_unknown_procedure_or_step_is_refused(frame: Frame, message: str) -> None:
    game = Game.new(SCENARIO)
    packed = encode_state(game.state.change(stack=(*game.state.stack, frame)))
    with pytest.raises(SaveError) as error:
        decode_state(game.world, packed)
    assert str(error.value).startswith(message)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"none\.redball: No such file"):
        load(tmp_path / "none.redball")


def test_malformed_packed_state_is_no_save() -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_state(Game.new(SCENARIO).world, b"\x93")


# --- undo after a load, games from positions -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_undo_reaches_as_far_as_before_the_game_was_saved(tmp_path: Path, seed: int) -> None:
    game, path = played(tmp_path, seed, 40 + 9 * seed)
    again = load(path).game
    assert (again.undo_steps, again.sealed_by) == (game.undo_steps, game.sealed_by)
    while game.undo_steps:
        assert game.decision is not None
        assert again.undo(game.decision.side) is game.undo(game.decision.side) is None
        assert state_hash(again.state) == state_hash(game.state)


def test_undo_reaches_back_over_a_checkpoint(tmp_path: Path) -> None:
    game, path = Game.from_position(POSITION, seed=2), tmp_path / "p.redball"
    save = SaveFile(path, game)
    for action in (BeginMove("a"), StepTo(game.world.board.index("01.02"))):
        game.do(action)
    save.write(checkpoint(len(game.records), game.state))
    assert game.undo_steps == load(path).game.undo_steps == 2


def test_a_corrected_rule_ends_undo_at_the_checkpoint(tmp_path: Path) -> None:
    """What lies before the last checkpoint is played again for undo alone: where it is refused now, it is left."""
    game, path = Game.from_position(POSITION, seed=2), tmp_path / "p.redball"
    save = SaveFile(path, game)
    for action in (BeginMove("a"), StepTo(game.world.board.index("01.02"))):
        game.do(action)
    save.write(checkpoint(len(game.records), game.state))
    written = [line.replace('"unit":"a"', '"unit":"r"') if "begin_move" in line else line for line in lines(path)]
    again = load(rewrite(path, written)).game
    assert (state_hash(again.state), again.undo_steps) == (state_hash(game.state), 0)


def test_a_rewound_game_is_undone_to_where_it_was_rewound(tmp_path: Path) -> None:
    game, path = Game.from_position(POSITION, seed=2), tmp_path / "p.redball"
    SaveFile(path, game)
    for action in (BeginMove("a"), StepTo(game.world.board.index("01.02"))):
        game.do(action)
    game.rewind(1)
    game.do(StepTo(game.world.board.index("02.01")))
    again = load(path).game
    assert again.undo_steps == game.undo_steps == 1
    assert (again.sealed_by, state_hash(again.state)) == (game.sealed_by, state_hash(game.state))


@pytest.mark.parametrize("switches", [{}, {"fog": True}])
def test_a_game_from_a_position_is_saved_with_it(tmp_path: Path, switches: dict[str, object]) -> None:
    path = tmp_path / "p.redball"
    game = Game.from_position(POSITION, seed=4, script=(6, 6), switches=switches)
    SaveFile(path, game)
    play(game, 40, Random(4))
    again = load(path).game
    assert (again.world.switches, again.world.position) == (game.world.switches, POSITION)
    assert again.world.switches["fog"] is bool(switches)
    assert state_hash(again.state) == state_hash(game.state)
    loaded, replayed, *_ = verify(path)
    assert state_hash(loaded.state) == state_hash(replayed.state) == state_hash(game.state)
    assert again.choices() == game.choices()


def test_the_log_of_a_game_from_a_position_begins_there(tmp_path: Path) -> None:
    path = tmp_path / "p.redball"
    game = Game.from_position(POSITION, seed=4)
    SaveFile(path, game, {"players": {"axis": "human", "soviet": "human"}})
    game.do(BeginMove("a"))
    game.do(StepTo(game.world.board.index("01.02")))
    session = Session.resume(path)
    assert [row.type for row in session.journal.read("")] == ["UnitMoved"]
