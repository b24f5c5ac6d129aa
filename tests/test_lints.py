"""Habits of the house that no linter knows."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from redball.cases import EDITIONS

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "redball"
LONGEST_FILE = 600
WRITTEN_BY_TOOLS = {"web/src/game/api-types.ts"}
SOURCE_SUFFIXES = {".py", ".c", ".h", ".ts", ".js", ".mjs", ".svelte", ".css", ".html"}
TEXT_SUFFIXES = SOURCE_SUFFIXES | {".md", ".toml", ".tsv", ".hexmap", ".json", ".lock", ".in", ".txt", ".yml", ".yaml"}
NOT_OURS = {".git", ".venv", "node_modules", "static", "dist", "build", "__pycache__"}
# Written in pieces, so that this file does not find itself.
MACHINE_PATH = re.compile("/" + r"(work|root|home|Users)/\w|C:" + r"\\\w")
REGISTRY = {".lock": re.compile(r"https?:/" + "/|-url"), ".json": re.compile(r"\"resolved\"|https?:/" + "/")}


def texts() -> Iterator[Path]:
    """Every text file of ours, in a fixed order; folders with a dot are caches, except that of CI."""
    for path in sorted(ROOT.rglob("*")):
        folders = path.relative_to(ROOT).parts[:-1]
        if NOT_OURS.intersection(folders) or any(f.startswith(".") and f != ".ci" for f in folders):
            continue
        if path.is_file() and (path.suffix in TEXT_SUFFIXES or path.name in {"Makefile", "run", "LICENSE"}):
            yield path


def edition_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Lines that write out an edition's id, and lines that compare an edition."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in EDITIONS:
            yield node.lineno, f"names the edition {node.value}"
        elif isinstance(node, ast.Compare) and compares_edition(node):
            yield node.lineno, "compares an edition"


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
    allowed = {PACKAGE / "editions", PACKAGE / "cases"}
    found = [
        f"{path.relative_to(ROOT)}:{line} {what}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if not allowed.intersection(path.parents)
        for line, what in edition_names(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


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


def test_no_file_names_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
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
