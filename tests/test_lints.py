"""Habits of the house that no linter knows."""

import ast
import os
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import pytest

from redball.cases import EDITIONS
from redball.editions import KNOWN

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "redball"
LONGEST_FILE = 600
WRITTEN_BY_TOOLS = {"web/src/game/api-types.ts", "web/src/lobby/api-types.ts"}
SOURCE_SUFFIXES = {".py", ".c", ".h", ".ts", ".js", ".mjs", ".svelte", ".css", ".html"}
TEXT_SUFFIXES = SOURCE_SUFFIXES | {".md", ".toml", ".tsv", ".hexmap", ".json", ".lock", ".in", ".txt", ".yml", ".yaml"}
NOT_OURS = {".git", ".venv", "node_modules", "static", "dist", "build", "__pycache__"}
EDITION_WORDS = {*EDITIONS, *KNOWN}
# Each of these is the scenario, which has the same name as the overlay with its rules.
SCENARIO_WORDS = {(f"bench/{name}_bench.py", "smolensk") for name in ("board", "engine", "research", "server")}
# Written in pieces, so that this file does not find itself.
MACHINE_PATH = re.compile("/" + r"(work|root|home|Users)/\w|C:" + r"\\\w")
REGISTRY = {".lock": re.compile(r"https?:/" + "/|-url"), ".json": re.compile(r"\"resolved\"|https?:/" + "/")}


@cache
def texts() -> tuple[Path, ...]:
    """Every text file of ours, in a fixed order; folders with a dot are caches, except that of CI."""
    found = []
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in NOT_OURS and (name == ".ci" or not name.startswith("."))]
        paths = (Path(folder, name) for name in names)
        found += [path for path in paths if path.suffix in TEXT_SUFFIXES or path.name in {"Makefile", "run", "LICENSE"}]
    return tuple(sorted(path for path in found if path.is_file()))


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package, by its path within it."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def edition_names(tree: ast.AST, but_for: Collection[str] = ()) -> Iterator[tuple[int, str]]:
    """Lines that write out an edition's name, but for some words, and lines that compare an edition."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and is_edition_name(node.value) and node.value not in but_for:
            yield node.lineno, f"names the edition {node.value!r}"
        elif isinstance(node, ast.Compare) and compares_edition(node):
            yield node.lineno, "compares an edition"


def is_edition_name(value: object) -> bool:
    """A base, an overlay, or several joined by plus signs."""
    return isinstance(value, str) and EDITION_WORDS.issuperset(value.split("+"))


def compares_edition(node: ast.Compare) -> bool:
    """Whether none is given is no question about editions."""
    for_none = all(isinstance(other, ast.Constant) and other.value is None for other in node.comparators)
    return not for_none and any(map(is_edition, [node.left, *node.comparators]))


def is_edition(node: ast.expr) -> bool:
    """`edition`, `edition_id`, `x.edition`, `edition.id`, `x.edition.name` and the like."""
    if isinstance(node, ast.Attribute) and node.attr in {"id", "name"}:
        return is_edition(node.value)
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in {"edition", "edition_id", "edition_name"}


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("x = 'v4.2'", [1]),
        ("x = 'burma'", [1]),
        ("x = 'new-ocs+command-control'", [1]),
        ("x = 'burma road'", []),
        ("if state.edition.id == wanted: pass", [1]),
        ("if edition in names: pass", [1]),
        ("'''v4.2 and others'''\nedition = other.edition", []),
        ("if edition is not None: pass", []),
        ("if edition.weather == 'rain': pass", []),
    ],
)
def test_the_lint_sees_editions(code: str, lines: list[int]) -> None:
    assert [line for line, _ in edition_names(ast.parse(code))] == lines


def test_only_editions_know_editions() -> None:
    """Elsewhere an edition is asked for its parts, never for its name."""
    found = []
    for name, tree in modules().items():
        if not name.startswith(("editions/", "cases/")):
            but_for = {word for file, word in SCENARIO_WORDS if file == name}
            found += [f"{name}:{line} {what}" for line, what in edition_names(tree, but_for)]
    assert found == []


@pytest.mark.parametrize(("file", "word"), sorted(SCENARIO_WORDS))
def test_scenarios_that_are_called_like_an_edition_are_named(file: str, word: str) -> None:
    """An exception that nothing uses any more goes."""
    assert word in {node.value for node in ast.walk(modules()[file]) if isinstance(node, ast.Constant)}


def test_only_a_tally_makes_a_ledger() -> None:
    """So that no number is summed beside its ledger."""
    found = [
        f"{name}:{node.lineno}"
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ledger"
    ]
    assert [place.rpartition(":")[0] for place in found] == ["core/ledger.py"], found


def test_source_files_are_short() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in texts()
        if path.suffix in SOURCE_SUFFIXES
    }
    assert len(lengths) > 10
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {
        name: lengths[name] for name in WRITTEN_BY_TOOLS
    }


def test_test_files_of_one_name_are_in_packages() -> None:
    """pytest takes two files of one name that are in no package for one module, wherever they stand."""
    alone = [f.name for f in (ROOT / "tests").rglob("test_*.py") if not (f.parent / "__init__.py").exists()]
    assert sorted(alone) == sorted(set(alone))


def test_no_file_names_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in texts()
        if MACHINE_PATH.search(text := path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), start=1)
        if MACHINE_PATH.search(line)
    ]
    assert found == []


def test_locks_hold_no_addresses() -> None:
    locks = [*sorted(ROOT.glob("requirements*.lock")), *(ROOT / "web").glob("package-lock.json")]
    assert len(locks) >= 3
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in locks
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if REGISTRY[path.suffix].search(line)
    ]
    assert found == []


# What documents say of the house

QUOTED = re.compile(r"`([^`\s]+)`")
FILE_NAME = re.compile(r"[\w.-]+\.(py|md|toml|tsv|lock|svelte|ts|json|hexmap|c|h|in|cfg)")
HOMES = ("", "src/redball", "src/redball/rules", "src/redball/game", "src/redball/editions", "web", "web/src", "docs")
PLACES = re.compile(r"NAME|\*|^/|^build/|^dist/|node_modules|\.venv")
"""What a word in backticks may stand for that is no file of ours: a pattern, or what is made."""


def stale_names(text: str) -> list[str]:
    """Words in backticks that look like a file or a module of ours, and are none."""
    words = [word for word in QUOTED.findall(text) if not PLACES.search(word)]
    return [word for word in words if is_stale(word.rstrip("/"), file_names())]


@cache
def file_names() -> set[str]:
    """What our files are called."""
    return {path.name for path in texts()}


def is_stale(word: str, names: set[str]) -> bool:
    """A file name that no file has, or a path into a folder of ours that leads nowhere."""
    if "/" not in word:
        return FILE_NAME.fullmatch(word) is not None and word not in names
    homes = [ROOT / home for home in HOMES if (ROOT / home / word.partition("/")[0]).is_dir()]
    module = re.sub(r"\.[A-Za-z_]\w*$", "", word)  # `supply/paths.Ways` is something of the module
    return bool(homes) and not any(
        (home / f"{w}{end}").exists() for home in homes for w in (word, module) for end in ("", ".py")
    )


@pytest.mark.parametrize(
    ("text", "stale"),
    [
        ("`core/state.py` and `rules/supply`, `supply/paths.Ways`, `web/src/`", []),
        ("`core/no_such.py` and `rules/no_such`", ["core/no_such.py", "rules/no_such"]),
        ("`no_such.py`, `state.py`, `7/2`, `variant-NAME.toml`", ["no_such.py"]),
    ],
)
def test_the_lint_sees_stale_names(text: str, stale: list[str]) -> None:
    assert stale_names(text) == stale


@pytest.mark.parametrize(
    "document", [*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"], ids=lambda p: p.name
)
def test_documents_name_only_what_is_there(document: Path) -> None:
    assert stale_names(document.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("folder", ["", "rules", "game"])
def test_the_architecture_names_every_package(folder: str) -> None:
    """Every package of the house, and every room of the rules and the game, in backticks or in the drawing on top."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = sorted(path.parent.name for path in (PACKAGE / folder).glob("*/__init__.py"))
    assert len(rooms) > 5
    drawing = text.split("```")[1] if not folder else ""
    named = {part for word in QUOTED.findall(text) for part in word.split("/")} | set(re.findall(r"\w+", drawing))
    assert [room for room in rooms if room not in named] == []
