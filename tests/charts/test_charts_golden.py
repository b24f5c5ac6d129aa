"""Every table is pinned by its full expansion: each lookup is compared with a readable golden file."""

import pytest

from charts.expansion import EXPANSIONS, GOLDEN, expand
from redball.charts import load_charts

COMBAT_BY_MERCY = [
    "AL2",
    "AL1o1",
    "AL1o1 Do1",
    "AL1 Do1",
    "AL1 DL1o1",
    "Ao1 Do1",
    "Ao1 DL1o1",
    "Ao1e4 DL1o2",
    "Ae4 DL1o2",
    "Ae3 DL2o2DG",
    "Ae2 DL2o3DG",
]
BARRAGE_BY_MERCY = ["-", "DG", "[1/2]", "1/2", "1", "2", "3"]


@pytest.mark.case("9.3", "9.3c", "9.9", "9.10", "10.0a-A", "12.8b-A", "12.11a-B")
@pytest.mark.parametrize("name", EXPANSIONS)
def test_full_expansion(name: str) -> None:
    assert expand(name).splitlines() == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_every_golden_file_is_compared() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(EXPANSIONS)


@pytest.mark.case("9.9")
def test_combat_never_gets_better_for_the_defender_to_the_right_or_down() -> None:
    table = load_charts("v4").combat
    ranks = [[COMBAT_BY_MERCY.index(table.lookup(c, r).text) for c in range(13)] for r in range(1, 16)]
    assert all(row == sorted(row) for row in ranks)
    assert all(list(column) == sorted(column) for column in zip(*ranks, strict=True))


@pytest.mark.case("10.0a-A")
def test_barrage_never_gets_better_for_the_target_to_the_right_or_down() -> None:
    table = load_charts("v4").barrage
    ranks = [[BARRAGE_BY_MERCY.index(table.lookup(c, r).text) for c in range(11)] for r in range(2, 13)]
    assert all(row == sorted(row) for row in ranks)
    assert all(list(column) == sorted(column) for column in zip(*ranks, strict=True))
