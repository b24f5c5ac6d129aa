"""`redball play --text`: a game in the terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from redball.cli import text
from redball.cli.main import run
from redball.cli.text import Table
from redball.cli.textmap import draw, stack_lines
from redball.cli.wording import Words, read_action
from redball.core.actions import BeginMove, Done, SetMode, StepTo
from redball.game import Game
from redball.server.session import Session


class Screen:
    """A table whose lines are given, and what it says."""

    def __init__(self, folder: Path, players: dict[str, str], scenario: str = "crossing", edition: str = "") -> None:
        self.said: list[str] = []
        self.session = Session.create(folder, scenario, players, {}, 3, edition=edition)
        self.table = Table(self.session, self.said.append)

    def type(self, *lines: str) -> str:
        """Type lines; what was said."""
        self.said.clear()
        self.table.play(iter(lines))
        return "\n".join(self.said)


@pytest.fixture
def screen(tmp_path: Path) -> Screen:
    made = Screen(tmp_path, {"axis": "human", "soviet": "random"})
    return made


def test_it_shows_map_prompt_and_numbered_actions(screen: Screen) -> None:
    out = screen.type()
    assert "oA1$!" in out  # Gorki: a place with one Axis combat unit and supply, that counts
    assert "Pick a unit to move" in out
    assert "   1 Move AR 90 Rgt (ax-ar)  [begin_move]" in out
    assert f"--game {screen.session.id}" in out


def test_a_number_takes_the_action(screen: Screen) -> None:
    out = screen.type("1")
    assert screen.session.game.records[-1].action == BeginMove("ax-ar")
    assert "AR 90 Rgt (ax-ar): Move Mode  [set_mode]" in out


def test_enemy_stacks_do_not_tell_how_many_they_are(screen: Screen) -> None:
    game = screen.session.game
    assert "S?" in draw(game.look, "axis")
    assert "A?" in draw(game.look, "soviet")
    own = "\n".join(stack_lines(game.look, "axis", game.world.board.index("02.05")))
    theirs = "\n".join(stack_lines(game.look, "soviet", game.world.board.index("02.05")))
    assert "ax-ar" in own
    assert "ax-ar" not in theirs


def test_why_says_the_rule(screen: Screen) -> None:
    assert "That is allowed." in screen.type("why begin_move unit=ax-pz")
    out = screen.type("1", "why step_to hex=09.04")
    assert "[6.1-A]" in out


def test_a_unit_is_moved_and_taken_back(screen: Screen) -> None:
    session = screen.session
    board = session.game.world.board
    before = session.game.state
    out = screen.type("move ax-ir2 03.04")
    assert session.game.state.units["ax-ir2"].hex == board.index("03.04")
    assert "IR 2 Rgt moves from " in out
    taken = len(session.game.records)
    assert taken > 1
    out = screen.type("undo")
    assert session.game.state == before
    assert f"undone: {taken} actions" in out
    assert "nothing to undo" in screen.type("undo")
    screen.type("move ax-ir2 03.04", "undo 1")
    assert len(session.game.records) == taken - 1


def test_reach_odds_units_score_and_log(screen: Screen) -> None:
    assert "03.04 (" in screen.type("reach ax-ir2")
    assert "No unit next to 05.04 can attack it" in screen.type("odds 05.04")
    assert "holds no enemy combat units" in screen.type("odds 01.01")
    screen.type("move ax-ir1 05.05")
    out = screen.type("odds 05.04")
    assert "DRM" in out
    assert "costs 1T" in out
    assert "ax-hq" in screen.type("units")
    assert "Gorki" in screen.type("score")
    assert "IR 1 Rgt moves from 05.06 to 05.05 (1 MP)" in screen.type("log 5")
    assert "take that action" in screen.type("help")
    assert max(map(len, text.HELP.splitlines())) <= 80
    told = set(re.findall(r"(?:^|  )([a-z]+)(?= |$)", text.HELP, re.MULTILINE))
    assert told >= screen.table.commands.keys() - {"help"}
    assert "Move IR 2 Rgt (ax-ir2)" in screen.type("list IR 2")


@pytest.mark.case("E92-at-all-costs")
def test_odds_tell_of_special_attacks_where_the_charts_have_some(tmp_path: Path) -> None:
    made = Screen(tmp_path, {"axis": "human", "soviet": "random"}, "yelnya", "1992")
    look = made.session.game.look
    beside = (n for u in look.own("axis") if u.on_map for n in look.board.neighbours(u.hex))
    told = [made.type(f"odds {look.hex_name(h)}") for h in sorted({*beside}) if look.has_combat_units(h, "soviet")]
    assert any("at all costs: costs 4T, a second roll at -4" in said for said in told)
    assert all("at all costs" in said for said in told if "the defender pays" in said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "there is no command 'nonsense'"),
        ("999", "there are actions 1 to"),
        ("do fly", "name a kind of action"),
        ("do step_to", "hex"),
        ("do step_to hex=99.99", "99.99"),
        ("do step_to there", "step_to takes hex=..."),
        ("do load_supply unit=ax-tr tokens=many", "many"),
        ("move nobody 03.04", "name a unit"),
        ("move ax-ir2", "name a hex"),
        ("move ax-ir2 10.08", "cannot reach"),
        ("map 77.77", "77.77"),
        ("log many", "many"),
        ("at", "name a hex"),
    ],
)
def test_what_cannot_be_read_is_said_and_changes_nothing(line: str, said: str, screen: Screen) -> None:
    before = screen.session.game.state
    assert said in screen.type(line)
    assert screen.session.game.state is before


def test_actions_can_be_written_out() -> None:
    look = Game.new("crossing").look
    words = ["set_mode", "unit=ax-sr", "mode=strat", "facing=move"]
    assert read_action(look, words) == SetMode("ax-sr", "strat", "move")
    assert read_action(look, ["step_to", "hex=05.04"]) == StepTo(look.board.index("05.04"))
    assert read_action(look, ["elect_order", "first=no"]).first is False  # type: ignore[attr-defined]
    assert Words(look, "axis").action(Done()) == "Done  [done]"


def test_a_whole_game_against_a_bot(tmp_path: Path) -> None:
    made = Screen(tmp_path, {"axis": "human", "soviet": "random"}, "throw-range")

    def last_of_all() -> Iterator[str]:
        while not made.session.game.over:
            yield str(len(made.session.game.choices()))

    made.table.play(last_of_all())
    out = "\n".join(made.said)
    assert made.session.game.state.outcome is not None
    assert made.session.game.state.outcome.result in out


def test_two_people_at_one_screen(tmp_path: Path) -> None:
    made = Screen(tmp_path, {"axis": "human", "soviet": "human"})
    out = made.type(*["do done"] * 4)
    assert "--- Soviet to decide ---" in out


def test_the_command_plays_saves_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def typed(*lines: str) -> None:
        waiting = iter(lines)

        def read(prompt: str) -> str:
            line = next(waiting, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", read)

    typed("move ax-ir2 03.04")
    arguments = ["play", "--text", "--scenario", "crossing", "--seed", "5", "--games", str(tmp_path)]
    assert run(arguments) == 0
    (path,) = tmp_path.glob("*.redball")
    capsys.readouterr()
    typed("at 03.04", "quit")
    assert run(["play", "--text", "--games", str(tmp_path), "--game", path.stem]) == 0
    assert "ax-ir2" in capsys.readouterr().out


WRITTEN = """redball-position 1
at movement phasing=soviet
sides axis soviet
[terrain]
. . . . . .
. . . . . .
. . . . . .
[units]
axis 02.02 u Bn tank armor 9-5-12K/3-5-15K
soviet 06.02 far Rgt infantry other 4-3-3L/2-3-6L
"""


def written(tmp_path: Path, text: str = WRITTEN) -> str:
    path = tmp_path / "here.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_written_position_is_played_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    arguments = ["play", "--text", written(tmp_path), "--games", str(tmp_path), "--opponent", "random"]
    assert run([*arguments, "--switch", "fog=off"]) == 0
    out = capsys.readouterr().out
    assert "Turn 1, Movement Phase, soviet:" in out
    assert "(far)" in out
    (path,) = tmp_path.glob("*.redball")
    assert run(["play", "--text", str(path)]) == 0
    session = Session.resume(path)
    assert session.players == {"axis": "random", "soviet": "human"}
    assert session.game.world.switches["fog"] is False


def test_a_written_position_is_served_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[dict[str, object]] = []
    monkeypatch.setattr("redball.cli.serve.serve", lambda *given, **named: served.append(named))
    assert run(["play", written(tmp_path), "--games", str(tmp_path), "--side", "axis"]) == 0
    (path,) = tmp_path.glob("*.redball")
    assert served == [{"game": path.stem, "allow_host": None, "join": True}]
    assert run(["play", "--games", str(tmp_path)]) == 0
    assert len(served) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--text", "POSITION", "--side", "finns"], "there is no side 'finns'"),
        (["--text", "POSITION", "--scenario", "crossing"], "a written position has its own map"),
        (["--text", "POSITION", "--game", "x"], "name one file to play"),
        (["--text", "WRONG"], "line 9, 'axis 02.02 u Bn tnak armor"),
        (["--text", "POSITION", "--switch", "fgo=off"], "there is no switch 'fgo'"),
        (["SAVED"], "is no written position"),
        (["--side", "axis"], "need --text or a written position"),
        (["--scenario", "crossing"], "need --text"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_line(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "x.redball"
    saved.write_text('{"format": 4}\n', encoding="utf-8")
    files = {"SAVED": str(saved)}
    if "WRONG" in arguments:
        files["WRONG"] = written(tmp_path, WRITTEN.replace("tank", "tnak"))
    elif "POSITION" in arguments:
        files["POSITION"] = written(tmp_path)
    assert run(["play", *(files.get(word, word) for word in arguments), "--games", str(tmp_path)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_stack_is_moved_by_its_units_or_its_hex(screen: Screen) -> None:
    session = screen.session
    where, board = session.game.state.units, session.game.world.board
    here = where["ax-ir1"].hex
    there = [unit.id for unit in session.game.look.units_at(here)]
    first = next(action for action in session.game.choices() if isinstance(action, BeginMove) and action.unit in there)
    assert "(" in screen.type(f"reach {','.join([first.unit])}")
    out = screen.type(f"reach {board.hex_name(here)}")
    hexes = [word for word in out.splitlines()[-2].split() if "." in word and not word.startswith("(")]
    screen.type(f"move {board.hex_name(here)} {hexes[0]}")
    moved = [uid for uid in there if session.game.state.units[uid].hex == board.index(hexes[0])]
    assert first.unit in moved
    assert "no unit in 10.01 can begin to move" in screen.type("move 10.01 03.04")


def test_a_segment_does_not_end_before_its_warnings_were_read(screen: Screen) -> None:
    records = screen.session.game.records
    out = screen.type("done")
    assert "End the Movement Segment  [done]" in out
    assert "units have not moved: " in out
    assert "`done` again ends it anyway" in out
    assert not records
    screen.type("done")
    assert screen.session.game.records[0].action == Done("movement/movement_segment")


def test_a_long_list_is_folded_and_read_by_pages(tmp_path: Path) -> None:
    made = Screen(tmp_path, {"axis": "human", "soviet": "human"}, "yelnya")
    shown = made.type()
    assert len(shown.splitlines()) < 20
    assert max(map(len, shown.splitlines())) <= 80
    many = len(made.session.game.choices())
    assert f"({many} actions" in shown or f": {many} actions" in shown
    first = made.type("list", "more")
    assert f"... and {many - 20} more" in first
    assert f"... and {many - 40} more" in first
    assert "  21 " in first
    assert "there is no such action now" in made.type("list of nonsense")


def test_the_list_says_in_which_mode_a_unit_is(screen: Screen) -> None:
    out = screen.type("do begin_move unit=ax-ar")
    assert "Mode (AR 90 Rgt (ax-ar) is in Combat Mode):" in out
    assert "AR 90 Rgt (ax-ar): Combat Mode  [set_mode]" not in out


FIGHT = """redball-position 1
at combat phasing=axis
sides axis soviet
[terrain]
. . . . . .
. . . . . .
. . . . . .
[hexsides]
minor_river "Desna" 03.02/N
[paths]
road - 02.02 03.02
[units]
axis 02.02 a Rgt infantry other 8-4-3L/4-4-6L
axis 02.02 b Rgt infantry other 8-4-3L/4-4-6L
axis 02.02 gun artillery b20-3-4-3L/b10-3-4-12T
soviet 03.02 far Rgt infantry other 2-3-3L/1-3-6L
soviet 03.02 near Div infantry other 30-3-3L/10-3-8L re=3
[supply]
axis 02.02 9
"""


@pytest.fixture
def fight(tmp_path: Path) -> Screen:
    made = Screen.__new__(Screen)
    made.said = []
    made.session = Session.begin(tmp_path, Game.from_position(FIGHT), {"axis": "human", "soviet": "random"})
    made.table = Table(made.session, made.said.append)
    return made


def test_odds_under_fog_are_bounds_and_by_the_units_that_are_named(fight: Screen) -> None:
    """What lies under the top of the stack may be nothing, or much more than what is seen."""
    told = fight.type("odds 03.02")
    worst, best = re.findall(r"at (?:worst|best) (\d+:\d+)", told)
    assert worst != best
    assert "the hex is taken in" in told
    assert "the defender is just the unit that you see" in told
    assert max(map(len, told.split("surprise in 36")[0].splitlines()[-8:])) <= 80
    alone = fight.type("odds 03.02 a")
    assert "costs 1T" in alone
    assert re.findall(r"at best (\d+:\d+)", alone) != [best]
    assert "is not one of your units" in fight.type("odds 03.02 far")


def test_a_barrage_is_previewed_before_it_is_fired(tmp_path: Path) -> None:
    text = FIGHT.replace("at combat ", "at combat_barrage ").replace("\nsides", "\nswitches fog=off\nsides")
    made = Screen.__new__(Screen)
    made.said = []
    made.session = Session.begin(tmp_path, Game.from_position(text), {"axis": "human", "soviet": "random"})
    made.table = Table(made.session, made.said.append)
    told = made.type("barrage 03.02", "barrage 03.02 gun")
    assert "20 Barrage Points: column" in told
    assert told.count("% ") >= 4
    assert "no artillery can barrage 06.01 now" in made.type("barrage 06.01")


def test_rivers_and_roads_are_on_the_map_and_told_by_hex(fight: Screen) -> None:
    said = fight.type("at 03.02")
    assert "minor river N; road NW" in said or "minor river N; road SW" in said
    drawing = draw(fight.session.game.look, "axis")
    assert "~~~" in drawing
    assert re.search(r"[/\\\\]", drawing.split("A hex shows")[0])
    assert max(map(len, drawing.splitlines())) <= 80


def test_every_map_is_drawn_within_80_columns() -> None:
    for scenario in ("smolensk", "sedan", "kohima", "yelnya", "crossing"):
        look = Game.new(scenario).look
        assert max(map(len, draw(look, look.world.sides[0]).splitlines())) <= 80


def test_supply_is_explained(screen: Screen) -> None:
    out = screen.type("supply ax-ir1", "cuts ax-ir1", "bills 05.04", "fuel ax-pz", "fuel ax-pz 03.04")
    assert "Trace: through XX Corps from 01.04, 5 MP." in out
    assert "The trace of IR 1 Rgt would be cut by" in out
    assert "The on-map supply of IR 1 Rgt would be cut by" in out
    assert "Attack: " in out
    assert "Barrage: " in out
    assert "Fuel: 1T in all, the cheapest way." in out
    assert "The way, with the MP left: " in out
    assert "su-mil is not one of your units on the map" in screen.type("supply su-mil")
    assert "name a hex" in screen.type("bills")
    assert "Attack: no unit can take part." in screen.type("bills 10.01")


def test_the_terminal_thinks_ahead(fight: Screen) -> None:
    before = fight.session.game.state
    out = fight.type("whatif 03.02 02.02")
    assert "from 02.02: column " in out
    assert "costs " in out
    assert "a ZOC in " in fight.type("cutmap") or "no single ZOC cuts off any unit" in fight.type("cutmap")
    assert "soviet: " in fight.type("cutmap theirs")
    out = fight.type("budget")
    assert "on the ground" in out
    assert "attacks in reach: " in out
    assert "  on 03.02: " in out
    out = fight.type("modes a")
    assert "Combat Mode (now): " in out
    assert "Strat Mode: " in out
    assert "you have no combat unit in 01.01" in fight.type("modes 01.01")
    assert fight.session.game.state is before


def test_the_terminal_proposes_a_plan_and_says_what_a_turn_cost(screen: Screen) -> None:
    before = screen.session.game.state
    out = screen.type("plan planner-quick")
    assert "Believed: " in out
    assert "task" in out
    assert "there is no level 'oracle'" in screen.type("plan oracle")
    assert screen.session.game.state is before
    out = screen.type("coach")
    assert "so far, judged in " in out
    assert "Not judged: who goes first" in out
