"""Files that are damaged at random are read or refused in a sentence: a few of the many that `make damage` tries."""

from pathlib import Path
from random import Random

import pytest

import damage
from redball.board.texts import TextError, checked, read_text, read_toml


@pytest.mark.parametrize("kind", damage.KINDS)
def test_damaged_files_are_refused_by_their_readers(kind: str) -> None:
    assert damage.attempts(kind, 40, seed=1) == []


def test_every_fault_is_found_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def confused(*_: object) -> None:
        raise KeyError("seven")

    monkeypatch.setattr(damage.Bench, "position", confused)
    (fault,) = damage.attempts("position", 1, seed=5)
    assert (fault.kind, fault.seed) == ("position", 5)
    assert fault.error.startswith("KeyError in test_damage.py:")


def test_one_seed_makes_one_file() -> None:
    raw = b'{"a": [1, 22, 333]}\nnext line\n'
    made = [damage.damaged(raw, Random(f"damage/{seed}")) for seed in range(200)]
    assert made == [damage.damaged(raw, Random(f"damage/{seed}")) for seed in range(200)]
    assert len(set(made)) > 100


def test_a_damaged_file_can_be_kept(tmp_path: Path) -> None:
    damage.attempts("position", 1, seed=3, keep=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["damaged.position"]


# --- what no reader could use ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1\nb = 'x\0'", "line 2: a NUL character"),
        ("a = 1\n\nb = " + "1" * 19, "line 3: a number of 19 digits"),
        ("a = " + "[" * 9000, "it is nested too deep"),
        ("a." * 9000 + "b = 1", "it is nested too deep"),
        ("a = " + "[" * 40 + "]" * 40, "it is nested too deep"),
        ("a = ", "Invalid value (at end of document)"),
    ],
)
def test_toml_that_nobody_could_have_meant(text: str, said: str) -> None:
    with pytest.raises(TextError) as refused:
        read_toml(text)
    assert str(refused.value) == said


def test_what_is_ordinary_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("Šumava\r\n".encode())
    assert read_text(path) == "Šumava\n"
    assert checked("1" * 18) == "1" * 18
    assert read_toml("a.b.c = [[1, 2], {d = 3}]") == {"a": {"b": {"c": [[1, 2], {"d": 3}]}}}
