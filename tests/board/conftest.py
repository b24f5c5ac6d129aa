"""What the tests of the board share: both kernels, and a chart with costs of its own."""

from collections.abc import Iterator

import pytest

from board.search_oracle import NEEDS_C
from redball.board.costs import CostTable
from redball.board.kernel import using_kernel

COSTS = {
    "hex": {
        "open": ("1", "1", "1"),
        "woods": ("1", "2", "2"),
        "forest": ("2", "3", "4"),
        "hills": ("2", "2", "3"),
        "mountain": ("all", "prohibited", "prohibited"),
        "swamp": ("3", "prohibited", "prohibited"),
        "village": ("1", "1", "1"),
        "major_city": ("1", "2", "2"),
    },
    "hexside": {
        "minor_river": ("+1", "+2", "+3"),
        "major_river": ("all", "prohibited", "prohibited"),
        "frozen_minor_river": ("+0", "+0", "+1"),
        "escarpment": ("+3", "prohibited", "prohibited"),
        "wadi": ("+1", "+2", "+4"),
        "sea_or_lake": ("prohibited", "prohibited", "prohibited"),
    },
    "path": {"road": ("1/2", "1/2", "1/2"), "track": ("1", "1", "1"), "railroad": ("1", "1", "1")},
}


@pytest.fixture(scope="session")
def table() -> CostTable:
    """A movement chart for these tests: its costs are not those of any edition and do not change with them."""
    return CostTable.from_records(
        {"id": name, "scope": scope, "leg": leg, "track": track, "truck": truck}
        for scope, rows in COSTS.items()
        for name, (leg, track, truck) in rows.items()
    )


@pytest.fixture(params=["python", pytest.param("c", marks=NEEDS_C)])
def either_kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test once with each kernel."""
    with using_kernel(request.param):
        yield request.param
