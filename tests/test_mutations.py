"""The changes that `make mutants` makes to the rules."""

import ast

import pytest

from mutations import mutants


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a < b >= c", ["x = a <= b >= c", "x = a < b > c"]),
        ("x = a in b", ["x = a not in b"]),
        ("x = a or b", ["x = a and b"]),
        ("x = not a", ["x = not not a"]),
        ("x = a - b", ["x = a + b"]),
        ("x //= b", ["x *= b"]),
        ("x = 3", ["x = 4"]),
        ("x = False", ["x = True"]),
        ("f(a)", ["None"]),
        ("if a:\n    pass", ["if not a:\n    pass"]),
        ("def f():\n    return g()", ["def f():\n    return None"]),
    ],
)
def test_a_mutant_is_one_change(before: str, after: list[str]) -> None:
    assert [mutant.source for mutant in mutants(before)] == after


@pytest.mark.parametrize(
    "silent",
    [
        "'text'",
        "import a",
        "raise ValueError(3)",
        "if TYPE_CHECKING:\n    x = 3",
        "def f(a: Literal[3]) -> Literal[4]:\n    '''Some text.'''",
        "class A(B, frozen=True):\n    x: int",
        "@cache(3)\ndef f():\n    pass",
    ],
)
def test_what_no_test_could_notice_is_left_alone(silent: str) -> None:
    assert list(mutants(silent)) == []


def test_a_mutant_knows_its_line() -> None:
    source = "def f(a):\n    b = a\n    return b + 1\n"
    assert [(m.line, m.what) for m in mutants(source)] == [(3, "+ -> -"), (3, "1 -> 2")]
    assert ast.unparse(ast.parse(source)) not in [m.source for m in mutants(source)]
