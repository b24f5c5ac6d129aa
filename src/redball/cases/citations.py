"""Where code and tests name cases, read from their text; nothing is imported.

Files without a `Cases:` line or a `case` mark are passed over, the others are parsed with `ast`.

Code names a case in a docstring line beginning with `Cases:`, ids separated by commas, continued on the next line
after a comma at the end of a line. The line may stand in the docstring of a module, a class or a function. Where a
module is the home, the function of it that mentions the id, in its docstring or in a comment, is the finer home.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

CASES_LINE = "Cases:"
CASE_MARK = "mark.case("
ANYTHING = ("",)
COMMENT = re.compile(r"""(?:[^#"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*(#.*)""")
"""A line with a comment: no `#` of a string before it."""
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Citation(Struct, frozen=True):
    """A case id as somebody wrote it, and where: `module:name`, `module`, or the node id of a test."""

    case_id: str
    place: str


class Mention(Struct, frozen=True):
    """A piece of text inside a function or class: its docstring or one of its comments."""

    place: str
    text: str


class SourceCitations(Struct, frozen=True):
    """What a package says of itself: cases declared in `Cases:` lines, and mentions by module, if it declares any."""

    declared: tuple[Citation, ...]
    mentions: dict[str, tuple[Mention, ...]]


class MarkProblem(Struct, frozen=True):
    """A `case` mark that cannot be read."""

    place: str
    text: str


def declared_cases(docstring: str) -> list[str]:
    """The ids of the `Cases:` lines of a docstring.

    >>> declared_cases("Retreats.\\n\\nCases: 9.12e-A, 9.12e-B,\\n    9.12e-C\\n\\nMore.")
    ['9.12e-A', '9.12e-B', '9.12e-C']
    """
    ids: list[str] = []
    reading = False
    for line in docstring.splitlines():
        text = line.strip()
        if text.startswith(CASES_LINE):
            reading, text = True, text.removeprefix(CASES_LINE)
        if reading:
            ids += [part.strip().rstrip(".") for part in text.split(",") if part.strip()]
            reading = text.endswith(",")
    return ids


def scan_package(package: Path, about: Sequence[str] = ANYTHING) -> SourceCitations:
    """Read the modules below the folder `package` (whose name is the package's) that declare cases, and of these only
    those whose text is `about` something: in which one of these words stands."""
    declared: list[Citation] = []
    mentions: dict[str, tuple[Mention, ...]] = {}
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if CASES_LINE not in text or not any(word in text for word in about):
            continue
        parts = path.relative_to(package.parent).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        tree = ast.parse(text, filename=str(path))
        declared += [Citation(case_id, module) for case_id in declared_cases(ast.get_docstring(tree) or "")]
        definitions = list(_definitions(tree, ""))
        for name, node in definitions:
            docstring = ast.get_docstring(node) or ""
            declared += [Citation(case_id, f"{module}:{name}") for case_id in declared_cases(docstring)]
        mentions[module] = tuple(_mentions(module, text, definitions))
    return SourceCitations(tuple(declared), mentions)


def _definitions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Definition]]:
    """Functions and classes in the order of the file, with dotted names; what stands inside a function is its own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            yield prefix + child.name, child
            if isinstance(child, ast.ClassDef):
                yield from _definitions(child, f"{prefix}{child.name}.")


def _mentions(module: str, text: str, definitions: list[tuple[str, Definition]]) -> Iterator[Mention]:
    """Docstrings first, then comments: a docstring that names a case is the better home."""
    for name, node in definitions:
        docstring = ast.get_docstring(node)
        if docstring:
            yield Mention(f"{module}:{name}", docstring)
    for number, line in enumerate(text.splitlines(), 1):
        comment = COMMENT.fullmatch(line) if "#" in line else None
        around = [name for name, node in definitions if _holds(node, number)] if comment else []
        if comment and around:
            yield Mention(f"{module}:{around[-1]}", comment[1])


def _holds(node: Definition, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def names_case(text: str, case_id: str) -> bool:
    """Whether `text` names the case itself, and not only one whose id begins alike.

    >>> names_case("as in 9.12e-A, too", "9.12e-A"), names_case("as in 9.12e-A", "9.12e"), names_case("9.1", "9.12")
    (True, False, False)
    """
    if case_id not in text:
        return False
    return re.search(rf"(?<![\w.\-]){re.escape(case_id)}(?![\w\-]|\.\w)", text) is not None


def scan_tests(tests: Path, about: Sequence[str] = ANYTHING) -> tuple[tuple[Citation, ...], tuple[MarkProblem, ...]]:
    """The `case` marks below the folder `tests`, as node ids relative to the folder that holds it; `about` as above."""
    found: list[Citation] = []
    problems: list[MarkProblem] = []
    for path in sorted(tests.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if CASE_MARK not in text or not any(word in text for word in about):
            continue
        file_id = path.relative_to(tests.parent).as_posix()
        tree = ast.parse(text, filename=str(path))
        whole_module = [node.value for node in tree.body if isinstance(node, ast.Assign) and _is_pytestmark(node)]
        for place, marks in _tests(tree, file_id, whole_module):
            for mark in _case_marks(marks):
                for argument in mark.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        found.append(Citation(argument.value, place))
                    else:
                        problems.append(MarkProblem(place, "a case mark takes case ids written out as strings"))
                if not mark.args:
                    problems.append(MarkProblem(place, "a case mark without a case"))
    return tuple(found), tuple(problems)


def _is_pytestmark(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)


def _tests(node: ast.Module | ast.ClassDef, place: str, marks: list[ast.expr]) -> Iterator[tuple[str, list[ast.expr]]]:
    """Each test function with the marks that hold for it: its own, its class's and its module's."""
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and child.name.startswith("test"):
            yield f"{place}::{child.name}", [*marks, *child.decorator_list]
        elif isinstance(child, ast.ClassDef) and child.name.startswith("Test"):
            yield from _tests(child, f"{place}::{child.name}", [*marks, *child.decorator_list])


def _case_marks(marks: Iterable[ast.expr]) -> Iterator[ast.Call]:
    """Calls of `pytest.mark.case`, also inside `parametrize`."""
    for mark in marks:
        for node in ast.walk(mark):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "case"
                and isinstance(node.func.value, ast.Attribute)
                and node.func.value.attr == "mark"
            ):
                yield node
