"""The front page of a scenario, and what is wrong with a faulty one."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.board.texts import read_toml
from redball.scenarios.errors import ScenarioError
from redball.scenarios.front import FILE, Balance, Front, read_front
from redball.scenarios.load import load_scenario, shipped_names

GOOD = """format = "redball-front 1"
situation = ["A ford."]
sources = ["Invented."]
minutes = [10, 20]
[beginner]
side = "axis"
why = "It moves."
[sides.axis]
wants = "The ford."
hints = ["One.", "Two.", "Three."]
[sides.soviet]
wants = "The ford."
hints = ["One.", "Two.", "Three."]
"""


BALANCE = """[[balance]]
wins = { axis = 3, soviet = 0 }
draws = 1
[[balance]]
bot = "staunch"
rules = "with aircraft"
wins = { axis = 1, soviet = 2 }
draws = 0
"""


def front_of(folder: Path, text: str) -> Front | None:
    """What is read from a file with that text."""
    (folder / FILE).write_text(text, encoding="utf-8")
    return read_front(folder, lambda path: read_toml(path.read_text(encoding="utf-8")), ("axis", "soviet"))


@pytest.mark.parametrize("name", shipped_names())
def test_every_shipped_scenario_has_a_front_page(name: str) -> None:
    """A lesson tells its situation step by step."""
    scenario = load_scenario(name)
    assert scenario.front is not None or scenario.lesson, f"{name} needs a {FILE} (docs/formats.md)"


def test_what_yelnya_says_of_steps_is_how_they_count() -> None:
    """It had kept the words of older numbers."""
    scenario = load_scenario("yelnya")
    losses = scenario.victory.losses
    assert losses == {"soviet": (5, 1), "axis": (1, 1)}
    assert scenario.front is not None
    assert any(
        "Five of your steps cost you a point, and each of theirs" in hint
        for hint in scenario.front.sides["soviet"].hints
    )


def test_a_front_page_is_read_and_may_be_missing(tmp_path: Path) -> None:
    assert read_front(tmp_path, lambda path: {}, ("axis", "soviet")) is None
    front = front_of(tmp_path, GOOD)
    assert front is not None
    assert front.balance == ()


def test_a_front_page_says_how_games_of_the_bot_ended(tmp_path: Path) -> None:
    front = front_of(tmp_path, GOOD + BALANCE)
    assert front is not None
    assert front.balance == (
        Balance("steady", "", {"axis": 3, "soviet": 0}, 1),
        Balance("staunch", "with aircraft", {"axis": 1, "soviet": 2}, 0),
    )


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("soviet = 0", "red = 0", "balance[1].wins"),
        ("axis = 1, soviet = 2", "axis = 1", "balance[2].wins"),
        ("axis = 1, soviet = 2", "axis = 0, soviet = 0", "balance[2]: no games"),
        ("draws = 1", "draws = -1", "balance[1].draws"),
        ('rules = "with aircraft"', 'rules = ""', "balance[2].rules"),
        ('bot = "staunch"', 'bot = ""', "balance[2].bot"),
        ('bot = "staunch"\nrules = "with aircraft"', "", "balance[2]: the same bot"),
    ],
)
def test_a_faulty_balance_is_refused_with_its_place(tmp_path: Path, old: str, new: str, where: str) -> None:
    assert old in BALANCE
    with pytest.raises(ScenarioError) as told:
        front_of(tmp_path, GOOD + BALANCE.replace(old, new, 1))
    assert where in str(told.value)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("front 1", "front 2", "format"),
        ("[10, 20]", "[30, 20]", "minutes"),
        ('side = "axis"', 'side = "red"', "beginner.side"),
        ("[sides.soviet]", "[sides.red]", "sides.red"),
        ('[sides.soviet]\nwants = "The ford."\nhints = ["One.", "Two.", "Three."]\n', "", "sides.soviet"),
        ('hints = ["One.", "Two.", "Three."]\n[sides.soviet]', 'hints = ["One."]\n[sides.soviet]', "hints"),
        ("A ford.", "x" * 701, "situation[1]"),
        ('sources = ["Invented."]', 'sources = ["Invented."]\nbooks = 1', "books"),
    ],
)
def test_a_faulty_front_page_is_refused_with_its_place(tmp_path: Path, old: str, new: str, where: str) -> None:
    assert old in GOOD
    with pytest.raises(ScenarioError) as told:
        front_of(tmp_path, GOOD.replace(old, new, 1))
    assert FILE in told.value.file
    assert where in str(told.value)
