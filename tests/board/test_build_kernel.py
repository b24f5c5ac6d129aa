"""Building the kernel in place, with and without a compiler."""

import importlib.util
from array import array
from pathlib import Path

import pytest

from redball.board import build_kernel

HAS_COMPILER = build_kernel.compiler() is not None


@pytest.mark.skipif(not HAS_COMPILER, reason="needs a C compiler")
def test_the_kernel_builds_and_searches(tmp_path: Path) -> None:
    target = tmp_path / "_kernel.abi3.so"
    assert build_kernel.build(target) is None
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    spec = importlib.util.spec_from_file_location("redball.board._kernel", target)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    neighbours = array("i", [1, -1, -1, -1, -1, -1, -1, -1, -1, 0, -1, -1])
    hexes, costs, _ = module.search(array("h", [7] * 12), neighbours, [0], 10, None, None, False)
    assert memoryview(hexes).cast("i").tolist() == [0, 1]
    assert memoryview(costs).cast("h").tolist() == [0, 7]


def test_without_a_compiler_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_kernel, "compiler", lambda: None)
    assert "no C compiler here" in (build_kernel.build(tmp_path / "k.so") or "")
    assert build_kernel.main() == 1
    assert "Redball runs without one" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_compiler_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "badcc"
    script.write_text("#!/bin/sh\necho 'syntax error' >&2\nexit 3\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("CC", str(script))
    assert build_kernel.compiler() == [str(script)]
    assert build_kernel.build(tmp_path / "k.so") == "the compiler refused:\nsyntax error"
    assert not (tmp_path / "k.so").exists()
