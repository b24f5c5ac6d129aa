"""`redball match`, `fuzz` and `replay`: what they print, and how they refuse bad input."""

from pathlib import Path
from random import Random

import pytest
from msgspec import json

from game.saves import bare, play, rewrite
from redball.bots.fuzz import write_save
from redball.cli.dice import percent
from redball.cli.main import run
from redball.cli.serve import presets_of
from redball.editions import edition
from redball.game import Game
from redball.game.fair import Pledge, commitment_of
from redball.game.save import SaveFile, load, state_hash
from redball.game.view.rolls import DiceSheet, dice_sheet
from redball.game.watch.broken import InvariantBroken
from redball.game.watch.invariants import Watch
from redball.server.app import create_app
from server.kit import asking


def saved(folder: Path, actions: int = 12) -> tuple[Path, Game]:
    """A saved game."""
    game = Game.new("crossing", seed=4)
    for _ in range(actions):
        game.do(game.choices()[0])
    path = folder / "game.redball"
    write_save(game, path)
    return path, game


# --- match -----------------------------------------------------------------------------------------------------


def test_match_prints_one_document(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = "match --scenario crossing --a random --b random --games 2 --seed 5 --jobs 1 --json"
    assert run(arguments.split()) == 0
    answer = json.decode(capfd.readouterr().out)
    assert answer["bots"] == {"axis": "random", "soviet": "random"}
    assert [game["seed"] for game in answer["results"]] == [5, 6]


def test_match_tells_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "match --scenario crossing --a steady --b random --games 1 --jobs 1"
    assert run(arguments.split()) == 0
    out = capsys.readouterr().out
    assert "steady (axis)" in out
    assert "random (soviet)" in out


# --- arena -----------------------------------------------------------------------------------------------------

ARENA = "arena steady random --scenario crossing --seeds 1 --turns 1 --jobs 1"


def test_arena_prints_one_document(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run([*ARENA.split(), "--json", "--folder", str(tmp_path)]) == 0
    answer = json.decode(capfd.readouterr().out)
    assert answer["games"] == 2
    assert {place["bot"] for place in answer["places"]} == {"steady", "random"}


def test_arena_tells_in_words_and_does_not_play_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = [*ARENA.split(), "--folder", str(tmp_path), "--plot", str(tmp_path / "ladder.png")]
    assert run(arguments) == 0
    first = capsys.readouterr().out
    assert "steady against random: " in first
    assert "crossing, 1 turn: axis, the first side, has " in first
    kept = (tmp_path / "results.jsonl").read_bytes()
    assert run(arguments) == 0
    assert capsys.readouterr().out == first
    assert (tmp_path / "results.jsonl").read_bytes() == kept
    assert (tmp_path / "ladder.png").read_bytes().startswith(b"\x89PNG")


def test_arena_refuses_a_folder_whose_results_are_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text("{}\n")
    assert run([*ARENA.split(), "--folder", str(tmp_path)]) == 2
    assert "the results that are there cannot be read" in capsys.readouterr().err


# --- dataset ---------------------------------------------------------------------------------------------------


def test_dataset_takes_a_folder_of_saves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run([*ARENA.split(), "--folder", str(tmp_path)]) == 0
    capsys.readouterr()
    out = tmp_path / "games.parquet"
    assert run(["dataset", str(tmp_path), "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{out}: ")
    assert told.endswith(" actions of 2 games\n")
    assert out.exists()


def test_dataset_refuses_a_folder_without_saves_and_what_is_no_save(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["dataset", str(tmp_path)]) == 2
    assert "there are no saves (*.redball)" in capsys.readouterr().err
    (tmp_path / "x.redball").write_text("no")
    assert run(["dataset", str(tmp_path / "x.redball"), "--out", str(tmp_path / "y")]) == 2
    assert "x.redball" in capsys.readouterr().err


# --- fuzz ------------------------------------------------------------------------------------------------------


def test_fuzz_prints_one_document(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = "fuzz --games 2 --scenario crossing --scenario throw-range --turns 1 --jobs 1 --json"
    assert run(arguments.split()) == 0
    answer = json.decode(capfd.readouterr().out)
    assert answer["scenarios"] == {"crossing": 1, "throw-range": 1}
    assert answer["broken"] == []
    assert {"events", "decisions", "refusals"} <= set(answer)


@pytest.mark.parametrize("form", [["--json"], []])
def test_a_broken_invariant_is_status_1(
    form: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def stop(watch: Watch) -> None:
        raise InvariantBroken("facts", 3, "planted")

    monkeypatch.setattr(Watch, "finish", stop)
    arguments = f"fuzz --games 1 --scenario crossing --turns 1 --jobs 1 --folder {tmp_path}".split()
    assert run([*arguments, *form]) == 1
    out = capfd.readouterr().out
    if form:
        (broken,) = json.decode(out)["broken"]
        assert Path(broken["save"]).is_file()
    else:
        assert "BROKEN: crossing" in out
        assert "planted" in out


# --- replay ----------------------------------------------------------------------------------------------------


def test_replay_tells_the_final_state(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, game = saved(tmp_path)
    assert run(["replay", str(path), "--verify", "--json"]) == 0
    answer = json.decode(capfd.readouterr().out)
    assert answer["state_hash"] == answer["verified_hash"] == state_hash(game.state)
    assert (answer["actions"], answer["scenario"], answer["verified"]) == (12, "crossing", True)
    assert run(["replay", str(path)]) == 0
    assert f"state_hash: {state_hash(game.state)}" in capfd.readouterr().out


def test_a_history_that_leads_elsewhere_is_status_1(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, game = saved(tmp_path)
    lines = bare(path)
    rewrite(path, [lines[0].replace('"seed":4', '"seed":5'), *lines[1:]])
    status = run(["replay", str(path), "--verify", "--json"])
    answer = json.decode(capfd.readouterr().out)
    assert status == (0 if answer["verified"] else 1)
    moved = [i for i, line in enumerate(lines) if '"begin_move"' in line]
    rewrite(path, [line for i, line in enumerate(lines) if i != moved[0]])
    assert run(["replay", str(path), "--verify"]) in (1, 2)
    assert game.records


def pledged(folder: Path) -> tuple[Path, Game]:
    """A saved game whose dice were pledged, and which a side has given up."""
    secret = "5" * 64
    pledge = Pledge(commitment_of(secret), "n", (), secret).with_share("axis", "one").with_share("soviet", "two")
    game = Game.new("crossing", pledge=pledge)
    path = folder / "pledged.redball"
    SaveFile(path, game)
    play(game, 90, Random(24))
    return path, game


def test_replay_says_what_it_found_out_about_the_dice(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, game = pledged(tmp_path)
    noted = commitment_of("5" * 64)
    assert run(["replay", str(path), "--verify"]) == 0
    assert "dice not checked: their secret has not been shown yet" in capfd.readouterr().out
    game.reveal()
    assert run(["replay", str(path), "--verify", "--commitment", noted]) == 0
    assert "follows from the committed secret and 2 shares" in capfd.readouterr().out
    assert run(["replay", str(path), "--verify", "--commitment", "0" * 64]) == 1
    assert f"the commitment of these dice is {noted}" in capfd.readouterr().out
    plain, _ = saved(tmp_path)
    assert run(["replay", str(plain), "--verify", "--commitment", noted]) == 1
    assert "the commitment of these dice is none" in capfd.readouterr().out


# --- dice ------------------------------------------------------------------------------------------------------


def test_dice_shows_what_was_rolled_beside_what_was_expected(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, game = pledged(tmp_path)
    assert run(["dice", str(path)]) == 0
    told = capfd.readouterr().out
    assert f"commitment: {commitment_of('5' * 64)}" in told
    assert "share of axis: one" in told
    assert "secret: shown when the game is over" in told
    assert "axis: all dice" in told
    game.reveal()
    assert run(["dice", str(path)]) == 0
    assert f"secret: {'5' * 64}" in capfd.readouterr().out


def test_dice_prints_one_document_for_a_side(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, game = pledged(tmp_path)
    assert run(["dice", str(path), "--side", "axis", "--json"]) == 0
    sheet = json.decode(capfd.readouterr().out, type=DiceSheet)
    assert sheet.kinds == tuple(kind for kind in dice_sheet(game).kinds if kind.side == "axis")
    assert sheet.kinds
    assert run(["dice", str(path), "--side", "polish"]) == 2
    assert "there is no side 'polish' in this game: axis, soviet" in capfd.readouterr().err
    plain, _ = saved(tmp_path)
    assert run(["dice", str(plain)]) == 0
    assert "nobody committed to it before the game" in capfd.readouterr().out


@pytest.mark.parametrize(("chance", "shown"), [(1, "100.00%"), (0.5, " 50.00%"), (0.0001, "  0.01%"), (1e-7, "1e-05%")])
def test_a_small_chance_keeps_its_figures(chance: float, shown: str) -> None:
    assert percent(chance) == shown


# --- standing --------------------------------------------------------------------------------------------------


def test_orders_are_tried_in_the_terminal_and_kept(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, game = pledged(tmp_path)
    where = ["standing", str(path), "--side", "soviet"]
    assert run(where) == 0
    listed = capfd.readouterr().out
    assert "option: The defender's option (9.10a)" in listed
    assert "sighted: an enemy unit comes into sight" in listed
    given = ["--order", "option stand when odds below 2:1", "--answer", "leader=highest", "--halt", "often"]
    assert run([*where, *given]) == 0
    told = capfd.readouterr().out
    assert "1. The defender's option: options are met by steps" in told
    assert "otherwise: Which Action Rating leads? the highest Action Rating leads" in told
    assert "Would have answered" in told
    assert load(path).standing == {}, "it was only tried"
    assert run([*where, *given, "--keep", "--json"]) == 0
    kept = json.decode(capfd.readouterr().out)
    assert kept["kept"]
    said = load(path).standing["soviet"]
    assert said["orders"] == [{"question": "option", "answer": "stand", "when": {"odds_below": "2:1"}}]
    assert said["given"] == len(game.records)
    assert run([*where, "--answer", "payer=nearest", "--json"]) == 0
    assert json.decode(capfd.readouterr().out)["standing"]["answers"] == {"leader": "highest", "payer": "nearest"}


@pytest.mark.parametrize(
    "given", [["--order", "option"], ["--order", "option x"], ["--halt", "rain"], ["--answer", "option=x"]]
)
def test_orders_that_make_no_sense_are_status_2(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], given: list[str]
) -> None:
    path, _ = pledged(tmp_path)
    assert run(["standing", str(path), "--side", "axis", *given]) == 2
    assert capfd.readouterr().err
    assert run(["standing", str(path), "--side", "polish"]) == 2


# --- bad input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("match --scenario nowhere", "nowhere"),
        ("match --scenario crossing --a ludendorff", "there is no bot 'ludendorff'; there are: random, steady"),
        ("match --scenario crossing --games 0", "--games must be at least 1, not 0"),
        ("match --scenario crossing --jobs -1", "--jobs must be at least 0, not -1"),
        ("arena steady steady", "name each bot once"),
        ("arena steady ludendorff", "there is no bot 'ludendorff'"),
        ("arena steady --scenario nowhere", "nowhere"),
        ("arena steady --seeds 0", "--seeds must be at least 1, not 0"),
        ("fuzz --scenario nowhere", "nowhere"),
        ("fuzz --edition v9", "there is no edition 'v9'"),
        ("fuzz --turns -1", "--turns must be at least 0, not -1"),
        ("fuzz --games none", "--games"),
        ("replay nothing.redball", "nothing.redball"),
        ("play --text --scenario nowhere", "nowhere"),
        ("play --text --scenario crossing --side blue", "there is no side 'blue'; there are: axis, soviet"),
        ("play --text --scenario crossing --opponent ludendorff", "there is no bot 'ludendorff'"),
        ("play --text --game nothing", "nothing"),
        ("play --scenario crossing", "--text"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDBALL_GAMES", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert run(arguments.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("redball: ")
    assert captured.err.count("\n") == 1
    assert said in captured.err


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [
        (1, "{}", "line 1"),
        (1, '{"format": "chess 3"}', "line 1"),
        (4, "no json", "line 4"),
        (4, '{"side": "axis", "action": {"type": "fly"}, "events": []}', "line 4"),
        (4, '{"side": "axis"}', "line 4"),
        (4, '{"undo": 99}', "line 4"),
    ],
)
def test_a_malformed_save_names_its_line(
    line: int, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = saved(tmp_path)
    lines = path.read_text().splitlines()
    lines[line - 1] = text
    path.write_text("\n".join(lines) + "\n")
    assert run(["replay", str(path)]) == (2 if line == 1 else 1), "behind a good header there is a game to show"
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert f"game.redball, {said}" in err
    assert line == 1 or "actions: 1\n" in out


# --- switches --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("fuzz --scenario crossing --switch fogg=off", "there is no switch 'fogg'"),
        ("fuzz --scenario crossing --switch fog=1", "switch 'fog' takes on or off, not '1'"),
        ("fuzz --scenario crossing --switch last_step=on --switch proportional_strength=on", "exclude each other"),
        ("fuzz --scenario crossing --switches all", "--switches takes random, not 'all'"),
        ("match --scenario crossing --switch fog", "switch 'fog' takes on or off, not ''"),
        ("play --text --switch retreat_direction=up", "switch 'retreat_direction' takes free or away, not 'up'"),
        ("play --text --game nowhere --switch fog=off", "--switch, --edition and --charts are for a new game"),
        ("serve --switch fogg=off", "there is no switch 'fogg'"),
        ("serve --switch last_step=on --switch proportional_strength=on", "exclude each other"),
    ],
)
def test_what_is_no_switch_is_told_in_one_line(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments.split()) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


def test_switches_are_played_and_told(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = "fuzz --games 2 --scenario throw-range --turns 1 --jobs 1 --switch fog=off --switch last_step=on"
    assert run([*arguments.split(), "--json"]) == 0
    answer = json.decode(capfd.readouterr().out)
    assert answer["switches"] == {key: {"fog": False, "last_step": True} for key in ("1", "2")}
    assert run([*arguments.split(), "--switches", "random"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines[1:3]] == ["1:", "2:"]
    assert all("fog=off" in line and "last_step=on" in line for line in lines[1:3])


def test_a_match_is_played_by_its_switches(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = "match --scenario throw-range --a random --b random --games 1 --jobs 1 --json"
    assert run([*arguments.split(), "--switch", "initiative_ties=on"]) == 0
    assert json.decode(capfd.readouterr().out)["games"] == 1


def test_the_page_proposes_what_serve_was_told(tmp_path: Path) -> None:
    presets = presets_of(["fog=off", "retreat_direction=away"])
    with asking(create_app(tmp_path, presets)) as client:
        (series,) = [row for row in client.get("/api/editions").json() if row["id"] == "v4.2"]
    proposed = {s["name"]: s["preset"] for s in series["switches"] if s["preset"] != s["default"]}
    assert proposed == {"fog": False, "retreat_direction": "away"}


def test_editions_are_listed_by_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["editions", "v4.2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    titles = [line.strip() for line in lines if not line.startswith("  ")][1:]
    assert titles == ["Readings of the rules", "Forces to add", "Optional rules", "House rules"]
    shown = [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "]
    assert max(map(len, lines)) <= 80
    assert sorted(shown) == sorted(edition("v4.2").switches)
    assert shown.index("proportional_strength") < shown.index("strat_spacing") < shown.index("initiative_ties")
