"""Installed files that cannot be read: the page and other games go on, and nobody reads a machine path."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from redball import editions
from redball.charts import loading
from redball.core.errors import EditionError
from redball.scenarios import load
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import DATA, find_scenarios, list_scenarios
from redball.server.answers import games
from redball.server.app import create_app
from redball.server.store import Store
from server.kit import PLAYERS, asking, get, made


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of installed scenarios, with a few of them, to be broken."""
    folder = tmp_path / "installed"
    for path in DATA.iterdir():
        if path.name.startswith(("crossing", "lesson-1", "lesson-2", "throw")):
            shutil.copytree(path, folder / path.name)
    monkeypatch.setattr(load, "DATA", folder)
    monkeypatch.setattr(find_scenarios, "__defaults__", (folder,))
    return folder


@pytest.fixture
def client(tmp_path: Path, installed: Path) -> Iterator[TestClient[Any]]:
    with asking(create_app(tmp_path / "games", static=tmp_path)) as client:
        yield client


def break_file(folder: Path, way: str) -> None:
    """Make the scenario in a folder one that cannot be read."""
    file = folder / "scenario.toml"
    if way == "bytes":
        file.write_bytes(b"\xff" + file.read_bytes())
    elif way == "board":
        file.write_text(re.sub('board = ".*"', 'board = "none.hexmap"', file.read_text("utf-8")), encoding="utf-8")
    else:
        (folder / "counters.tsv").unlink()


@pytest.mark.parametrize("way", ["bytes", "board", "counters"])
def test_one_unreadable_scenario_leaves_the_others_on_the_page(
    client: TestClient[Any], installed: Path, way: str
) -> None:
    lesson = next(path for path in installed.iterdir() if path.name.startswith("lesson-2"))
    before = client.get("/api/scenarios").json()
    gid = made(client, scenario="crossing")
    first = next(one for one in before if one["lesson"] == 1)
    learned = made(client, scenario=first["id"], players={side["id"]: "human" for side in first["sides"]})
    break_file(lesson, way)
    found = client.get("/api/scenarios").json()
    assert found[:-1] == [one for one in before if one["id"] != lesson.name]
    assert found[-1].keys() == {"id", "error"}
    assert found[-1]["id"] == lesson.name
    assert 0 < len(found[-1]["error"]) <= 300
    said = [found[-1]["error"]]
    assert get(client, gid, "view", side="axis")["seq"] == 0
    assert get(client, learned, "view", side=first["sides"][0]["id"])
    game = client.get(f"/api/games/{learned}").json()
    assert game["lesson"]["next"] == "", "the lesson after it cannot be begun"
    for answer in (
        client.get(f"/api/scenarios/{lesson.name}"),
        client.post("/api/games", json={"scenario": lesson.name, "players": PLAYERS}),
    ):
        assert answer.status_code == 400
        said.append(answer.json()["error"])
    assert not [text for text in said if str(installed.parent) in text or "/" in text]


def test_a_game_of_a_scenario_that_cannot_be_read_says_so(client: TestClient[Any], installed: Path) -> None:
    gid = made(client, scenario="crossing")
    break_file(installed / "crossing", "bytes")
    client.app.state.store = Store(installed.parent / "games")
    answer = client.get(f"/api/games/{gid}")
    assert answer.status_code == 400
    assert answer.json()["error"] == (
        f"{gid}.redball: its scenario cannot be read: scenario.toml: cannot be read: byte 1 is not UTF-8"
    )


@pytest.mark.parametrize("place", ["crossing", "crossing/scenario.toml"])
def test_a_scenario_that_nobody_may_look_at(
    client: TestClient[Any], installed: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """As root may look at everything, the system is asked to say no."""
    closed, look = installed / place, Path.stat

    def stat(path: Path, **more: Any) -> Any:
        if path == closed or closed in path.parents:
            raise PermissionError(13, "Permission denied")
        return look(path, **more)

    monkeypatch.setattr(Path, "stat", stat)
    *others, broken = client.get("/api/scenarios").json()
    assert len(others) == 3
    assert broken["id"] == "crossing"
    assert "Permission denied" in broken["error"]
    with pytest.raises(ScenarioError, match="Permission denied"):
        list_scenarios(installed)


def test_an_edition_whose_charts_cannot_be_read_is_left_out(
    client: TestClient[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = [one["id"] for one in client.get("/api/editions").json()]
    charts = tmp_path / "charts"
    charts.mkdir()
    for path in loading.DATA.glob("*.toml"):
        (charts / path.name).symlink_to(path)
    (charts / "burma.toml").unlink()
    (charts / "burma.toml").write_bytes(b"\xff")
    monkeypatch.setattr(loading, "DATA", charts)
    monkeypatch.setattr(loading, "_load", loading._load.__wrapped__)

    def read_anew(name: str) -> Any:
        """Of the editions that others have read before, the broken one."""
        return (editions.edition.__wrapped__ if "burma" in name else editions.edition)(name)

    monkeypatch.setattr(games, "edition", read_anew)
    found = [one["id"] for one in client.get("/api/editions").json()]
    assert found == [name for name in there if "burma" not in name]
    assert capsys.readouterr().err.strip() == "redball: new-ocs+burma: burma.toml: byte 1 is not UTF-8"
    (charts / "burma.toml").unlink()
    (charts / "burma.toml").mkdir()
    with pytest.raises(EditionError, match=r"burma\.toml: it cannot be read: Is a directory"):
        read_anew("new-ocs+burma")
