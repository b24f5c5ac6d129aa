"""Two threads may read their first record at once: a server that has just started must not end by that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FIRST_GAMES = """
import sys
from pathlib import Path
from redball.server import records
from redball.server.store import Store
import redball.{layer}.app as server

late = []

def note(frame, event, _):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":  # msgspec looks at a kind of record
        late.append(frame.f_locals["obj"].__name__)

folder = Path(sys.argv[1])
if server.make_ready is records.make_ready and {ready}:
    server.make_ready()
sys.setprofile(note)
for edition in ("v4.2", "new-ocs", "1992"):
    people = dict.fromkeys(("axis", "soviet"), "human")
    gid = Store(folder).create("crossing", people, {{}}, 1, edition=edition).id
    game = Store(folder).get(gid).game
    game.world.edition.read_action({{"type": "done"}})
sys.setprofile(None)
print(*late)
"""


def late(folder: Path, layer: str, ready: bool) -> list[str]:
    """The kinds of records that are looked at for the first time while people play."""
    program = FIRST_GAMES.format(layer=layer, ready=ready)
    done = subprocess.run([sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("layer", ["server", "online"])
def test_no_kind_of_record_is_looked_at_while_people_play(tmp_path: Path, layer: str) -> None:
    assert late(tmp_path, layer, ready=True) == []


def test_one_is_if_nobody_looks_before(tmp_path: Path) -> None:
    assert "ScenarioFile" in late(tmp_path, "server", ready=False)
