"""The report: every case with its status, its home and its tests, and what is wrong with the citations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path

from msgspec import Struct

from redball.cases.citations import ANYTHING, Citation, Mention, SourceCitations, names_case, scan_package, scan_tests
from redball.cases.index import EDITIONS, Case, Override, Status, load_index, load_overrides

NOT_BUILT = "not built yet"


class Row(Struct, frozen=True):
    """One case as `redball cases --json` shows it. `reason` is given unless the case is enforced; of an enforced one it
    says what part still waits."""

    id: str
    edition: str
    part: str
    kind: str
    title: str
    status: Status
    home: str | None
    tests: tuple[str, ...]
    reason: str | None

    @property
    def missing(self) -> bool:
        """A case without a home and without a reason, or one that no test holds."""
        return self.reason == NOT_BUILT or (self.status == "enforced" and not self.tests)


class Report(Struct, frozen=True):
    """All rows in the order of the index; `problems` are sentences, empty when every citation is in order."""

    rows: tuple[Row, ...]
    problems: tuple[str, ...]
    tests_seen: bool

    def select(self, *, edition: str | None = None, missing: bool = False) -> list[Row]:
        """The rows of one edition, or of all; with `missing` only those not built or not tested.

        Raises ValueError for an unknown edition.
        """
        if edition is not None and edition not in EDITIONS:
            raise ValueError(f"unknown edition {edition!r}; there are {', '.join(EDITIONS)}")
        return [row for row in self.rows if edition in (None, row.edition) and (row.missing or not missing)]


def make_report(package: Path | None = None, tests: Path | None = None, about: Sequence[str] | None = None) -> Report:
    """Join the index with what the code and the tests say; with `about` only the rows of these cases, much sooner.

    `package` is the folder of the package, `tests` the folder of the tests; by default this package and the `tests`
    beside its `src`, if it is run from a checkout. Without tests every list of tests is empty.
    """
    package = package or Path(__file__).resolve().parents[1]
    tests = tests or package.parents[1] / "tests"
    words = ANYTHING if about is None else tuple({stem(case_id) for case_id in about})
    marks, unreadable = scan_tests(tests, words) if tests.is_dir() else ((), ())
    rows, problems = join(load_index(), load_overrides(), scan_package(package, words), marks)
    if about is not None:
        rows = tuple(row for row in rows if row.id in about)
    return Report(rows, tuple(f"{p.place}: {p.text}" for p in unreadable) + problems, tests.is_dir())


def join(
    cases: tuple[Case, ...], overrides: dict[str, Override], source: SourceCitations, marks: Iterable[Citation]
) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """Rows and problems. A problem is an unknown case, a second home, or an override that code or tests contradict."""
    problems: list[str] = []
    homes = find_homes(cases, source, problems)
    tests = find_tests(cases, marks, problems)
    for case_id, override in overrides.items():
        if override.status == "partly":
            continue
        if tests.get(case_id):
            problems.append(f"case {case_id} is {override.status} in status.tsv, but {tests[case_id][0]} tests it")
        if case_id in homes:
            problems.append(f"case {case_id} is {override.status} in status.tsv, but {homes[case_id]} is its home")
    rows = tuple(_row(case, overrides.get(case.id), homes.get(case.id), tests.get(case.id, ())) for case in cases)
    return rows, tuple(problems)


def _row(case: Case, override: Override | None, home: str | None, tests: Iterable[str]) -> Row:
    status: Status = "enforced"
    reason: str | None = None
    if override is not None:
        status, reason = "enforced" if override.status == "partly" else override.status, override.reason
    elif home is None:
        status, reason = "waiting", NOT_BUILT
    return Row(case.id, case.edition, case.part, case.kind, case.title, status, home, tuple(tests), reason)


def citable(cases: Iterable[Case]) -> dict[str, list[str]]:
    """Every id that may be cited, with the cases it stands for: itself, or its parts where only those are cases.

    >>> ids = citable(Case(i, "v4.2", "spine", "effect", "") for i in ("6.2", "6.2-A", "9.12e-A", "9.12e-B"))
    >>> ids["9.12e"], ids["6.2"], ids["6.2-A"], "99" in ids
    (['9.12e-A', '9.12e-B'], ['6.2'], ['6.2-A'], False)
    """
    ids = [case.id for case in cases]
    found: dict[str, list[str]] = {}
    for case_id in ids:
        found.setdefault(stem(case_id), []).append(case_id)
    return found | {case_id: [case_id] for case_id in ids}


def stem(case_id: str) -> str:
    """The case that `case_id` is a part of, as the rulebook numbers it; itself if it is no part."""
    return case_id.rpartition("-")[0] or case_id


def asked(cases: Iterable[Case], words: Iterable[str]) -> list[str]:
    """The ids that words stand for, each the id of a case or a section, in the order of the index.

    Raises ValueError for a word that is neither, naming the nearest ids.

    >>> index = [Case(i, "v4.2", "spine", "effect", "") for i in ("9.1", "9.8-A", "9.8-B", "9.8a-C", "9.81")]
    >>> asked(index, ["9.8-B", "9.1"]), asked(index, ["9.8"])
    (['9.1', '9.8-B'], ['9.8-A', '9.8-B', '9.8a-C'])
    >>> asked(index, ["9.8-Z"])
    Traceback (most recent call last):
    ValueError: there is no case 9.8-Z; the nearest are 9.8-B, 9.8-A, 9.8a-C, 9.81, 9.1
    """
    ids = [case.id for case in cases]
    found: set[str] = set()
    for word in words:
        members = {case_id for case_id in ids if belongs(case_id, word)}
        if not members:
            near = get_close_matches(word, ids, n=5, cutoff=0.5)
            raise ValueError(f"there is no case {word}" + (f"; the nearest are {', '.join(near)}" if near else ""))
        found |= members
    return [case_id for case_id in ids if case_id in found]


def belongs(case_id: str, section: str) -> bool:
    """The case is that of this id, or one of the section.

    >>> [belongs(i, "9.8") for i in ("9.8", "9.8-A", "9.8a", "9.81", "19.8")], belongs("N9-armored", "N9-armor")
    ([True, True, True, False, False], False)
    """
    if not section or not case_id.startswith(section):
        return False
    following = case_id[len(section) : len(section) + 1]
    return following in ("", ".", "-") or (section[-1].isdigit() and following.isalpha())


def find_homes(cases: tuple[Case, ...], source: SourceCitations, problems: list[str]) -> dict[str, str]:
    """The home of each declared case; the finest place wins. Two modules that claim one case are a problem."""
    known = citable(cases)
    claims: dict[str, list[str]] = {}
    for citation in source.declared:
        members = known.get(citation.case_id, [])
        if not members:
            problems.append(f"{citation.place} names the unknown case {citation.case_id}")
        for case_id in members:
            claims.setdefault(case_id, []).append(citation.place)
    homes: dict[str, str] = {}
    for case_id, places in claims.items():
        modules = sorted({place.partition(":")[0] for place in places})
        inside = sorted({place for place in places if ":" in place})
        if len(modules) > 1 or len(inside) > 1:
            problems.append(f"case {case_id} has more than one home: {', '.join(inside or modules)}")
        homes[case_id] = inside[0] if inside else _finest(source.mentions.get(modules[0], ()), case_id) or modules[0]
    return homes


def _finest(mentions: Iterable[Mention], case_id: str) -> str | None:
    """The place of a module's first mention of the case, or else of the case that it is a part of."""
    for name in (case_id, stem(case_id)):
        for mention in mentions:
            if names_case(mention.text, name):
                return mention.place
    return None


def find_tests(cases: tuple[Case, ...], marks: Iterable[Citation], problems: list[str]) -> dict[str, list[str]]:
    """The tests of each case. A mark names single cases, so that no part of a case passes for tested unseen."""
    known = citable(cases)
    tests: dict[str, list[str]] = {}
    for mark in marks:
        members = known.get(mark.case_id, [])
        if members == [mark.case_id]:
            places = tests.setdefault(mark.case_id, [])
            if mark.place not in places:
                places.append(mark.place)
        elif members:
            problems.append(f"{mark.place} marks {mark.case_id}: name the part, one of {', '.join(members)}")
        else:
            problems.append(f"{mark.place} marks the unknown case {mark.case_id}")
    return tests
