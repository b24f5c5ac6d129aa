"""Small changes to Python code, one at a time, like a slip of the pen in a rule."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}

Change = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """One change of a module: the line, the change in words, and where to find it in the original source."""

    original: str
    line: int
    what: str
    node: int = 0
    change: int | None = None

    @property
    def tree(self) -> ast.Module:
        """The changed module, with the original's line numbers."""
        tree = ast.parse(self.original)
        if self.change is not None:
            node = next(islice(code_nodes(tree), self.node, None))
            _, change = list(changes(node))[self.change]
            change(node)
        return ast.fix_missing_locations(tree)

    @property
    def source(self) -> str:
        """The changed module as text."""
        return ast.unparse(self.tree)


def unchanged(source: str) -> Mutant:
    """The unchanged module, in the form of a mutant."""
    return Mutant(source, 0, "unchanged")


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module.

    >>> [(m.line, m.what) for m in mutants("def f(a):\\n    return a < 3 and not a")]
    [(2, 'and -> or'), (2, '< -> <='), (2, '3 -> 4'), (2, 'not dropped')]
    """
    for position, node in enumerate(code_nodes(ast.parse(source))):
        for number, (what, _) in enumerate(changes(node)):
            yield Mutant(source, getattr(node, "lineno", 0), what, position, number)


def code_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that matter at run time, in a fixed order: no annotations, docstrings, imports or type-checking
    blocks."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "bases", "type_params"}:
            continue
        if name == "keywords" and isinstance(node, ast.ClassDef):
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue  # of a zip: an assertion, like those below
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not is_silent(child):
                yield from code_nodes(child)


def is_silent(node: ast.AST) -> bool:
    """Whether a change to the node could not matter to a test."""
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Raise | ast.Assert):
        return True
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """The ways to change this node, in words and as functions on a copy of it."""
    match node:
        case ast.Compare(ops=ops):
            for index, operator in enumerate(ops):
                other = COMPARISONS[type(operator)]
                yield f"{sign(operator)} -> {sign(other())}", partial(set_comparison, index, other)
        case ast.BoolOp(op=ast.And()):
            yield "and -> or", lambda n: setattr(n, "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield "or -> and", lambda n: setattr(n, "op", ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield "not dropped", drop_not
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in OPERATORS:
            other_operator = OPERATORS[type(operator)]
            yield f"{sign(operator)} -> {sign(other_operator())}", lambda n: setattr(n, "op", other_operator())
        case ast.Constant(value=bool(value)):
            yield f"{value} -> {not value}", lambda n: setattr(n, "value", not value)
        case ast.Constant(value=int(value)):
            yield f"{value} -> {value + 1}", lambda n: setattr(n, "value", value + 1)
        case ast.Return(value=ast.Call() as call):
            yield f"return {ast.unparse(call.func)}(...) -> return None", leave_out
        case ast.Expr(value=ast.Call() as call):
            yield f"{ast.unparse(call.func)}(...) left out", leave_out
        case ast.If(test=test) if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield f"if {ast.unparse(test)} -> if not", negate


def leave_out(node: ast.AST) -> None:
    """Put nothing in the place of a value."""
    assert isinstance(node, ast.Return | ast.Expr)
    node.value = ast.Constant(None)


def sign(operator: ast.AST) -> str:
    """An operator in Python source."""
    if isinstance(operator, ast.cmpop):
        return ast.unparse(ast.Compare(ast.Name("a"), [operator], [ast.Name("b")]))[2:-2]
    assert isinstance(operator, ast.operator)
    return ast.unparse(ast.BinOp(ast.Name("a"), operator, ast.Name("b")))[2:-2]


def set_comparison(index: int, operator: type[ast.cmpop], node: ast.AST) -> None:
    """Put another operator into a comparison."""
    assert isinstance(node, ast.Compare)
    node.ops[index] = operator()


def drop_not(node: ast.AST) -> None:
    """Turn `not x` into `bool(x)` in place, by negating twice."""
    assert isinstance(node, ast.UnaryOp)
    node.operand = ast.UnaryOp(ast.Not(), node.operand)


def negate(node: ast.AST) -> None:
    """Turn `if x` into `if not x`."""
    assert isinstance(node, ast.If)
    node.test = ast.UnaryOp(ast.Not(), node.test)
