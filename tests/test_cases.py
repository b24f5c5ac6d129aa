"""The index of cases, and how citations in code and tests are read."""

import json
from collections import Counter
from pathlib import Path

import pytest

from redball.cases import EDITIONS, Report, Row, load_index, load_overrides, make_report
from redball.cases.citations import Citation, scan_package, scan_tests
from redball.cases.index import Case, IndexFileError, Override, parse_index, parse_overrides
from redball.cases.report import NOT_BUILT, join
from redball.cli.main import run


@pytest.fixture(scope="module")
def whole() -> Report:
    """The project's own report, which takes seconds to read."""
    return make_report()


HEADER = "id\tedition\tpart\tkind\ttitle\n"
STATUS_HEADER = "id\tedition\tstatus\treason\n"


def case(case_id: str, part: str = "spine", edition: str = "v4.2") -> Case:
    return Case(case_id, edition, part, "effect", "")


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# The tables as shipped


def test_index_holds_every_edition() -> None:
    counts = Counter(c.edition for c in load_index())
    assert counts == {"v4.2": 911, "new-ocs": 365, "1992": 141, "command-control": 108, "v4.1a": 52}
    assert set(counts) == set(EDITIONS)
    assert sum(c.part == "spine" for c in load_index()) == 500


def test_every_case_has_a_short_title() -> None:
    titles = {c.id: c.title for c in load_index()}
    assert [i for i, title in titles.items() if not 1 <= len(title.split()) <= 8] == []
    assert [title for title, count in Counter(titles.values()).items() if count > 1] == []


def test_what_is_enforced_in_part_has_a_home_and_tests(whole: Report) -> None:
    in_part = {case_id for case_id, found in load_overrides().items() if found.status == "partly"}
    assert [row.id for row in whole.rows if row.id in in_part and not (row.home and row.tests)] == []


def test_citations_of_this_project_are_in_order(whole: Report) -> None:
    assert whole.problems == ()


# Malformed tables


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1.0\tv4.2\tspine\teffect", "index.tsv line 2: 4 cells instead of 5"),
        ("1.0\tv5\tspine\teffect\tx", "index.tsv line 2: unknown edition 'v5'"),
        ("1.0\tv4.2\tspine\trumour\tx", "index.tsv line 2: unknown kind 'rumour'"),
        ("1.0\tv4.2\tspine\teffect\tx\n1.0\tv4.1a\tcharts\ttable\t", "index.tsv line 3: case 1.0 comes twice"),
    ],
)
def test_malformed_index_is_refused(line: str, message: str) -> None:
    with pytest.raises(IndexFileError, match=f"^{message}$"):
        parse_index(HEADER + line + "\n")


def test_index_needs_its_columns() -> None:
    with pytest.raises(IndexFileError, match="line 1: the columns must be id, edition"):
        parse_index("id\ttitle\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("9.9\tv4.2\twaiting\tNeeds air.", "line 2: v4.2 has no case 9.9"),
        ("1.0\tv4.1a\twaiting\tNeeds air.", "line 2: v4.1a has no case 1.0"),
        ("1.0\tv4.2\tenforced\tNeeds air.", "line 2: unknown status 'enforced'"),
        ("1.0\tv4.2\twaiting\tneeds air", "line 2: the reason must be a sentence"),
        ("1.0\tv4.2\twaiting\tAir.\n1.0\tv4.2\twaiting\tSea.", "line 3: case 1.0 comes twice"),
    ],
)
def test_malformed_override_is_refused(line: str, message: str) -> None:
    with pytest.raises(IndexFileError, match=message):
        parse_overrides(STATUS_HEADER + line + "\n", (case("1.0"),))


# What code and tests say


SOURCE = '''"""Retreats.

Cases: 9.12e-A, 9.12e-B,
    9.12f, 6.2
"""


def enter_zoc():
    """Retreat into a ZOC (9.12e-A)."""


def lose_step():
    # 9.12e-B: one step for the stack
    return 1


class Path:
    def cost(self):
        """What a hex costs.

        Cases: 6.2
        """
'''

TESTS = """import pytest

pytestmark = pytest.mark.case("6.2")


@pytest.mark.case("9.12f", "9.12e-A")
def test_one(): ...


class TestTwo:
    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.case("9.12e-B"))])
    def test_inner(self, x): ...


def helper(): ...
"""

CASES = tuple(case(i) for i in ("6.2", "9.12e-A", "9.12e-B", "9.12f"))


def test_homes_and_tests_are_found(tmp_path: Path) -> None:
    write(tmp_path, "toy/rules/retreat.py", SOURCE)
    write(tmp_path, "toy/__init__.py", '"""Nothing."""\n')
    write(tmp_path, "tests/rules/test_retreat.py", TESTS)
    marks, unreadable = scan_tests(tmp_path / "tests")
    rows, problems = join(CASES, {}, scan_package(tmp_path / "toy"), marks)
    assert (problems, unreadable) == ((), ())
    assert {row.id: row.home for row in rows} == {
        "6.2": "toy.rules.retreat:Path.cost",
        "9.12e-A": "toy.rules.retreat:enter_zoc",
        "9.12e-B": "toy.rules.retreat:lose_step",
        "9.12f": "toy.rules.retreat",
    }
    one, inner = "tests/rules/test_retreat.py::test_one", "tests/rules/test_retreat.py::TestTwo::test_inner"
    assert {row.id: row.tests for row in rows} == {
        "6.2": (one, inner),
        "9.12e-A": (one,),
        "9.12e-B": (inner,),
        "9.12f": (one,),
    }
    assert {(row.status, row.reason, row.missing) for row in rows} == {("enforced", None, False)}


def join_texts(
    tmp_path: Path, modules: dict[str, str], marks: tuple[Citation, ...] = (), overrides: tuple[Override, ...] = ()
) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    for name, text in modules.items():
        write(tmp_path, f"toy/{name}.py", text)
    return join(CASES, {o.id: o for o in overrides}, scan_package(tmp_path / "toy"), marks)


def test_a_module_may_name_a_group_of_cases(tmp_path: Path) -> None:
    rows, problems = join_texts(tmp_path, {"a": '"""Cases: 9.12e"""\n'})
    assert [row.home for row in rows] == [None, "toy.a", "toy.a", None]
    assert problems == ()


def test_a_mark_must_name_single_cases(tmp_path: Path) -> None:
    rows, problems = join_texts(tmp_path, {"a": ""}, (Citation("9.12e", "tests/t.py::test_x"),))
    assert problems == ("tests/t.py::test_x marks 9.12e: name the part, one of 9.12e-A, 9.12e-B",)
    assert {row.tests for row in rows} == {()}


def test_unknown_cases_are_problems(tmp_path: Path) -> None:
    _, problems = join_texts(tmp_path, {"a": '"""Cases: 99.9"""\n'}, (Citation("88.8", "tests/t.py::test_x"),))
    assert problems == ("toy.a names the unknown case 99.9", "tests/t.py::test_x marks the unknown case 88.8")


def test_two_homes_are_a_problem(tmp_path: Path) -> None:
    _, problems = join_texts(tmp_path, {"a": '"""Cases: 6.2"""\n', "b": '"""Cases: 6.2"""\n'})
    assert problems == ("case 6.2 has more than one home: toy.a, toy.b",)


def test_a_tested_case_cannot_wait(tmp_path: Path) -> None:
    override = Override("6.2", "v4.2", "waiting", "Needs air.")
    _, problems = join_texts(tmp_path, {"a": ""}, (Citation("6.2", "tests/t.py::test_x"),), (override,))
    assert problems == ("case 6.2 is waiting in status.tsv, but tests/t.py::test_x tests it",)


def test_a_case_may_be_enforced_in_part(tmp_path: Path) -> None:
    """Its row says what part of it waits."""
    marks = (Citation("6.2", "tests/t.py::test_x"),)
    override = Override("6.2", "v4.2", "partly", "Bases need air.")
    rows, problems = join_texts(tmp_path, {"a": '"""Cases: 6.2"""\n'}, marks, (override,))
    found = rows[0]
    assert (found.status, found.home, found.tests) == ("enforced", "toy.a", ("tests/t.py::test_x",))
    assert (found.reason, found.missing, problems) == ("Bases need air.", False, ())


def test_a_case_at_home_cannot_wait(tmp_path: Path) -> None:
    override = Override("6.2", "v4.2", "not-applicable", "Nothing to enforce.")
    _, problems = join_texts(tmp_path, {"a": '"""Cases: 6.2"""\n'}, (), (override,))
    assert problems == ("case 6.2 is not-applicable in status.tsv, but toy.a is its home",)


def test_what_is_missing(tmp_path: Path) -> None:
    """Not built, or built and not tested; but not what an override excuses."""
    write(tmp_path, "toy/a.py", '"""Cases: 9.12e"""\n')
    override = Override("9.12f", "v4.2", "waiting", "Needs air.")
    marks = (Citation("9.12e-A", "tests/t.py::test_x"),)
    rows, problems = join(CASES, {"9.12f": override}, scan_package(tmp_path / "toy"), marks)
    assert problems == ()
    assert [(row.id, row.status, row.reason) for row in rows if row.missing] == [
        ("6.2", "waiting", NOT_BUILT),
        ("9.12e-B", "enforced", None),
    ]
    assert [row.reason for row in rows if row.status == "waiting"] == [
        NOT_BUILT,
        "Needs air.",
    ]


@pytest.mark.parametrize("argument", ["CASE", "f'{x}'", ""])
def test_a_mark_needs_written_out_ids(tmp_path: Path, argument: str) -> None:
    write(tmp_path, "tests/test_x.py", f"import pytest\n\n\n@pytest.mark.case({argument})\ndef test_x(): ...\n")
    marks, problems = scan_tests(tmp_path / "tests")
    assert marks == ()
    assert [problem.place for problem in problems] == ["tests/test_x.py::test_x"]


# The command


def row(case_id: str, home: str | None, *tests: str) -> Row:
    return Row(
        case_id,
        "v4.2",
        "spine",
        "effect",
        "Title",
        "enforced" if home else "waiting",
        home,
        tests,
        None if home else NOT_BUILT,
    )


GOOD, UNTESTED, UNBUILT = row("6.2", "toy.a", "tests/t.py::test_x"), row("6.2-A", "toy.a"), row("9.9", None)


def report(
    monkeypatch: pytest.MonkeyPatch, *rows: Row, problems: tuple[str, ...] = (), tests_seen: bool = True
) -> None:
    """Let the command see this report instead of the project's."""
    monkeypatch.setattr("redball.cases.make_report", lambda: Report(rows, problems, tests_seen))


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch, whole: Report) -> None:
    """The command sees the project's own report, which has been read already."""
    monkeypatch.setattr("redball.cases.make_report", lambda: whole)


@pytest.mark.usefixtures("read_once")
def test_every_case_has_an_object(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    run(["cases", "--json"])
    rows = json.loads(capsysbinary.readouterr().out)
    assert len(rows) == 1577
    assert set(rows[0]) == {"id", "edition", "part", "kind", "title", "status", "home", "tests", "reason"}
    assert all(row["reason"] or row["status"] == "enforced" for row in rows)
    in_part = {row["id"] for row in rows if row["reason"] and row["status"] == "enforced"}
    assert in_part == {case_id for case_id, found in load_overrides().items() if found.status == "partly"}


@pytest.mark.usefixtures("read_once")
def test_command_filters_by_edition(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cases", "--edition", "1992"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("141 cases: ")
    assert len([line for line in lines if line[0] != " "]) == 142
    assert max(map(len, lines)) <= 80


def test_a_list_is_good(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    report(monkeypatch, GOOD, UNTESTED, UNBUILT)
    assert run(["cases"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-1] == "3 cases: 2 enforced, 1 waiting, 0 not-applicable"
    assert captured.err == ""


def test_missing_cases_fail(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    report(monkeypatch, GOOD, UNTESTED, UNBUILT)
    assert run(["cases", "--missing", "--json"]) == 1
    assert [row["id"] for row in json.loads(capsysbinary.readouterr().out)] == ["6.2-A", "9.9"]


def test_nothing_missing_is_good(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    report(monkeypatch, GOOD)
    assert run(["cases", "--missing", "--json"]) == 0
    assert json.loads(capsysbinary.readouterr().out) == []


def test_problems_fail(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    report(monkeypatch, GOOD, problems=("toy.a names the unknown case 7",))
    assert run(["cases", "--json"]) == 1
    captured = capsysbinary.readouterr()
    assert captured.err == b"redball: toy.a names the unknown case 7\n"
    assert len(json.loads(captured.out)) == 1


def test_missing_needs_the_tests(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    report(monkeypatch, GOOD, tests_seen=False)
    assert run(["cases", "--missing"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_case_that_is_named_is_shown_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cases", "9.8-A"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "9.8-A  Reading the Surprise roll",
        "  v4.2, spine: table, enforced",
        "  home: redball.rules.combat.dice:surprise_terms",
    ]
    assert "  test: tests/rules/test_combat.py::test_who_has_surprise" in lines[3:]
    assert all(line.startswith("  test: tests/") for line in lines[3:])


def test_a_case_that_is_enforced_in_part_says_what_waits(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cases", "13.2c-A"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == [
        "  v4.2, spine: procedure, enforced",
        "  home: redball.rules.transport.loading:refuse_divide",
        "  Needs a counter mix: no scenario has one, so points divide into any number of counters.",
    ]


def test_a_section_lists_its_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cases", "9.8"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:-1] if line[0] != " "] == ["9.8-A", "9.8-B"]


def test_several_cases_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cases", "9.8-B", "6.2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("6.2  Full price or no entry\n")
    assert "\n9.8-B  How far Surprise shifts\n" in out
    assert "\n6.2a-A  " in out


def test_an_unknown_case_gets_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cases", "9.8-Z"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("redball: there is no case 9.8-Z; the nearest are 9.8-B, 9.8-A, ")


def test_what_is_said_of_one_case_is_what_the_whole_list_says(whole: Report) -> None:
    """Fewer files are read for it."""
    rows = {row.id: row for row in whole.rows}
    some = list(rows)[::700]
    for case_id in some:
        assert make_report(about=[case_id]).rows == (rows[case_id],)
    assert make_report(about=some).rows == tuple(rows[case_id] for case_id in some)


@pytest.mark.parametrize(
    "arguments", [["cases", "--edition", "v9"], ["cases", "--bogus"], ["nonsense"], ["cases", "extra"]]
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("redball: ")
    assert captured.err.count("\n") == 1
