"""Every table of `redball study`: its numbers, its files, what it refuses."""

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from analysis.study_cells import CHARTS, GOLDEN, WHATEVER_IS_ASKED, cell, expand, head, written
from redball.analysis.study import NAMES, Question, study
from redball.analysis.study.output import write
from redball.analysis.study.tables import barrage, break_even, disorder, losses, rating, surprise
from redball.charts import load_charts
from redball.cli.main import run
from redball.editions import charts_from

V4, OLD = load_charts("v4"), charts_from("v4", "v1992", "v1992-surprise")


def column(table: Any, name: str) -> Any:
    return [round(float(row[name]), 3) if row[name] is not None else None for row in table.rows]


class TestTheOriginalTable:
    """The 1992 open line, as it was counted for the notes on the New OCS table."""

    def test_losses_with_options_as_steps(self) -> None:
        table = losses(OLD)
        assert column(table, "attacker") == [
            *(1.972, 1.833, 1.722, 1.583, 1.417, 1.167, 1.056, 0.861, 0.722, 0.583, 0.417, 0.167, 0.083)
        ]
        assert column(table, "defender") == [
            *(0.417, 0.722, 0.75, 0.917, 1.083, 1.278, 1.667, 2.028, 2.333, 2.667, 3.028, 3.417, 3.972)
        ]
        assert column(table, "defender_per_attacker")[3:6] == [0.579, 0.765, 1.095]
        assert column(table, "attacker_factor")[:3] == [None, 0.93, 0.939]
        assert column(table, "defender_factor")[:3] == [None, 1.733, 1.038]

    def test_losses_with_half_of_the_options_and_with_none(self) -> None:
        half = losses(OLD, Question(share=Fraction(1, 2)))
        assert column(half, "attacker")[3:7] == [1.194, 1.014, 0.792, 0.667]
        assert column(half, "defender")[3:7] == [0.5, 0.625, 0.778, 1.125]
        none = losses(OLD, Question(share=Fraction(0)))
        assert column(none, "attacker")[3:7] == [0.806, 0.611, 0.417, 0.278]
        assert column(none, "defender")[3:7] == [0.083, 0.167, 0.278, 0.583]

    def test_losses_are_even_between_2_75_and_3_9(self) -> None:
        table = break_even(OLD)
        assert column(table, "odds") == [2.75, 3.029, 3.312, 3.848, 1.8]
        assert column(table, "odds_with_surprise") == [2.707, 3.004, 3.308, 3.828, 1.745]

    def test_a_column_is_worth_1_4(self) -> None:
        found = {(row["claim"], row["share"]): row["found"] for row in study("claims", {"old": OLD}, Question()).rows}
        assert found["their ratio times 1.4 per column", 1] == pytest.approx(1.397, abs=5e-4)
        assert found["attacker's losses times 5/6 per column", 1] == pytest.approx(0.865, abs=5e-4)
        assert found["defender's losses times 7/6 per column", 1] == pytest.approx(1.208, abs=5e-4)
        assert found["their ratio times 1.4 per column", Fraction(1, 2)] == pytest.approx(1.555, abs=5e-4)
        assert len(found) == 6 + sum(name.startswith("losses even") for name, _ in found)
        said = {row["claim"]: row["said"] for row in study("claims", {"old": OLD}, Question()).rows}
        assert [round(number, 3) for number in list(said.values())[:3]] == [0.833, 1.167, 1.4]
        even = [(row["claim"][-2:], row["share"]) for row in study("claims", {"old": OLD}, Question()).rows[6:]]
        assert len(even) == 4


class TestTheSeriesTable:
    def test_losses(self) -> None:
        table = losses(V4)
        assert [row["odds"] for row in table.rows] == list(V4.combat.lines["open"])
        assert column(table, "attacker")[4:8] == [1.583, 1.278, 1.167, 1.0]
        assert column(table, "defender")[4:8] == [0.917, 1.083, 1.417, 1.75]

    def test_break_even(self) -> None:
        assert column(break_even(V4), "odds") == [2.438, 2.719, 3.0, 3.6, 1.667]
        assert column(break_even(V4), "odds_with_surprise") == [2.556, 2.926, 3.465, 3.849, 1.732]

    def test_four_points_of_rating_at_even_odds(self) -> None:
        rows = {(row["odds"], row["drm"]): row for row in rating(V4).rows}
        assert len(rows) == 9 * 13
        assert [round(float(rows["1:1", drm]["defender"]), 3) for drm in (-4, 0, 4)] == [0.085, 0.944, 2.726]

    def test_a_disorganized_defender(self) -> None:
        rows = {row["odds"]: row for row in disorder(V4).rows}
        assert rows["3:1"]["odds_against_dg"] == "5:1"
        assert [round(float(rows["2:1"][name]), 3) for name in ("defender", "defender_dg")] == [1.123, 2.199]
        assert [round(float(rows["1:1"][name]), 3) for name in ("defender", "defender_dg")] == [0.944, 1.526]
        better = {row["odds"]: row for row in rating(V4).rows if row["drm"] == 0}
        assert rows["3:1"]["attacker_against_dg"] < rows["3:1"]["attacker"] == better["3:1"]["attacker"]

    def test_surprise(self) -> None:
        rows = {row["odds"]: row for row in surprise(V4).rows}
        assert round(float(rows["3:1"]["defender"]), 3) == 1.417
        assert round(float(rows["3:1"]["defender_with_surprise"]), 3) == 1.408

    def test_barrages(self) -> None:
        table = barrage(V4)
        assert column(table, "dg") == [0.083, 0.167, 0.278, 0.417, 0.583, 0.722, 0.833, 0.917, 0.972, 1.0, 1.0]
        assert column(table, "steps") == [0.0, 0.014, 0.014, 0.042, 0.083, 0.153, 0.153, 0.222, 0.333, 0.472, 0.611]
        assert column(table, "steps_per_token")[-1] == 0.061
        per_token = [dg / tokens for dg, tokens in zip(column(table, "dg"), column(table, "tokens"), strict=True)]
        assert column(table, "dg_per_token") == pytest.approx(per_token, abs=6e-4)
        assert column(barrage(V4, 1), "dg")[:3] == [0.167, 0.278, 0.417]


SUMS = [(a + b) for a in range(1, 7) for b in range(1, 7)]


def enumerated(charts: Any, column: Any, drm: int) -> Any:
    """What both sides lose on a column, by all throws: two dice for surprise, one for the shift, two on the table."""
    lost = [0, 0]
    for first in SUMS:
        who = charts.surprise.who("regular", first + drm)
        for pip in range(1, 7) if who != "none" else (0,):
            shifted = charts.combat.shift(column, pip if who == "attacker" else -pip)
            for second in SUMS:
                result = charts.combat.lookup(shifted, second + drm)
                times = 1 if pip else 6
                lost[0] += times * (result.a_loss + result.a_option)
                lost[1] += times * (result.d_loss + result.d_option)
    return Fraction(lost[0], 6**5), Fraction(lost[1], 6**5)


@pytest.mark.parametrize("charts", [V4, OLD], ids=["v4", "v1992"])
def test_every_cell_of_rating_is_what_all_throws_give(charts: Any) -> None:
    labels = charts.combat.lines["open"]
    for row in rating(charts).rows:
        due = enumerated(charts, labels.index(row["odds"]), row["drm"])
        assert (row["attacker"], row["defender"]) == due, row


class TestEveryCell:
    """Golden files hold every cell of every table, of each terrain line, share and kind of combat."""

    @pytest.mark.parametrize("charts", CHARTS)
    def test_is_as_it_was(self, charts: Any) -> None:
        due = (GOLDEN / f"study_{charts}.txt").read_text("utf-8")
        assert expand(charts).splitlines() == due.splitlines()

    def test_of_every_golden_file_is_compared(self) -> None:
        assert {path.name for path in GOLDEN.glob("study_*.txt")} == {f"study_{charts}.txt" for charts in CHARTS}

    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("charts", CHARTS)
    def test_is_what_the_command_prints(self, name: str, charts: Any, capsys: pytest.CaptureFixture[str]) -> None:
        """The printed rows are the file's, to three digits."""
        text = (GOLDEN / f"study_{charts}.txt").read_text("utf-8")
        body = text.split(head(name, Question()) + "\n")[1].split("\n\n")[0].splitlines()[1:]
        assert run(["study", name, "--json", "--charts", "+".join(CHARTS[charts])]) == 0
        rows = json.loads(capsys.readouterr().out)["rows"]
        assert len(rows) == len(body) > 3
        for row, line in zip(rows, body, strict=True):
            for shown, due in zip(row.values(), line.split(" | "), strict=True):
                assert cell(shown) == due or shown == round(float(Fraction(due)), 6), (name, line)

    @pytest.mark.parametrize("name", WHATEVER_IS_ASKED)
    def test_of_the_others_no_option_changes_any(self, name: str) -> None:
        asked = Question(line="close", share=Fraction(0), kind="overrun")
        assert written(study(name, {"v4": V4}, asked)) == written(study(name, {"v4": V4}, Question()))


@pytest.mark.parametrize("name", NAMES)
def test_every_study_compares_charts_and_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    both = study(name, {"v4": V4, "old": OLD}, Question())
    assert {row["charts"] for row in both.rows} == {"v4", "old"}
    assert run(["study", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"]
    assert run(["study", name]) == 0
    assert capsys.readouterr().out


def test_files(tmp_path: Path) -> None:
    table = losses(V4)
    write(table, tmp_path / "losses.csv")
    rows = list(csv.DictReader((tmp_path / "losses.csv").read_text("utf-8").splitlines()))
    assert (rows[4]["odds"], rows[4]["attacker"]) == ("1:1", "1.583333")
    parquet = pytest.importorskip("pyarrow.parquet")
    write(table, tmp_path / "losses.parquet")
    assert parquet.read_table(tmp_path / "losses.parquet").num_rows == 13
    pytest.importorskip("matplotlib")
    for name, start in (("losses.png", b"\x89PNG"), ("losses.svg", b"<?xml")):
        write(study("rating", {"v4": V4}, Question()), tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["study", "weather"], "there is no study 'weather'; there are: losses"),
        (["study", "losses", "--line", "sea"], "v4 has no terrain line 'sea'"),
        (["study", "losses", "--share", "2"], "--share is from 0 to 1, not 2"),
        (["study", "losses", "--share", "some"], "--share is a fraction like 1/2, not 'some'"),
        (["study", "losses", "--charts", "v9"], "v9.toml"),
        (["study", "losses", "--out", "losses.doc"], "a study is written as .png, .svg, .csv, .parquet, not as '.doc'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
