"""A backup, made while people play as `docs/operating.md` tells, restored into a new place: games wake as they were
and go on."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from online.conftest import named, on_server
from online.people import HERE, PASSWORD, Person, Site, settings_for
from online.playing import by_lot
from online.postgres import program
from redball.game.save import verify
from redball.online.app import create_app
from redball.online.database import Database
from redball.online.upkeep import back_up, faults
from support import long

PLAYED = 40


@contextmanager
def in_new_place(url: str, copy: Path, folder: Path, *, used: bool) -> Iterator[str]:
    """What the operator's guide says: a database with what the backup has, in a place that is new, or that has been
    `used` by a server before."""
    if make_url(url).get_backend_name() == "sqlite":
        place = folder / "restored.sqlite"
        if used:
            made = Database(f"sqlite:///{place}")
            made.upgrade()
            made.close()
            for left in folder.glob("restored.sqlite-*"):
                left.unlink()
        shutil.copy(copy, place)
        yield f"sqlite:///{place}"
        return
    on_server(url, "CREATE DATABASE restored" + (" TEMPLATE empty" if used else ""))
    there = named(url, "restored")
    command = [program("pg_restore"), "--clean", "--if-exists", f"--dbname={there}", str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    yield there
    on_server(url, "DROP DATABASE restored WITH (FORCE)")


def games_of(site: Site, person: Person) -> dict[str, tuple[int, Any, Any]]:
    """Of each game that somebody plays: how many actions it has, and what they see and read."""
    found = {}
    for game in person.get("/api/lobby").json()["yours"]:
        gid = game["id"]
        with site.house.using(gid) as session:
            number = len(session.game.records)
        view = person.view(gid, "axis")
        found[gid] = (number, view, person.get(f"/api/games/{gid}/log", side="axis").json())
    return found


@pytest.mark.parametrize("used", [long(False), long(True)])
def test_a_restored_backup_goes_on(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, used: bool) -> None:
    if make_url(url).get_backend_name() == "postgresql":
        monkeypatch.setenv("PATH", str(Path(program("pg_dump")).parent), prepend=":")
    copy = tmp_path / "copy"
    with Site(create_app(settings_for(url), static=tmp_path / "none")) as site:
        gid, (axis, soviet) = site.begun()
        other, _ = site.begun("Carl", "Dora", scenario="yelnya")
        for number, one in enumerate((gid, other)):
            by_lot(site.house, one, PLAYED, seed=number)
        wish = {"side": "soviet", "segment": "movement/movement_segment", "moves": [{"units": ["su-hq"], "hex": 3}]}
        plan = soviet.post(f"/api/games/{gid}/prepared", **wish)
        assert plan.status_code == 200, plan.text
        assert axis.post(f"/api/games/{gid}/posts", to="all", text="Good luck.").status_code == 204
        before = games_of(site, axis)
        assert "bytes" in back_up(site.house.database, copy)
        by_lot(site.house, gid, 10, seed=9)
        assert games_of(site, axis) != before, "what came after the backup is not in it"
    with in_new_place(url, copy, tmp_path, used=used) as there:
        checked = Database(there)
        checked.upgrade()
        assert list(faults(checked)) == []
        checked.close()
        with Site(create_app(settings_for(there), static=tmp_path / "none")) as site:
            axis, soviet = (signed_in(site, name) for name in ("Anna", "Boris"))
            assert games_of(site, axis) == before
            assert soviet.get(f"/api/games/{gid}/prepared", side="soviet").json() == plan.json()
            assert axis.get(f"/api/games/{gid}/posts").json()["posts"][0]["text"] == "Good luck."
            number = before[gid][0]
            by_lot(site.house, gid, 20, seed=5)
            path = tmp_path / "exported.redball"
            path.write_bytes(site.house.export(gid))
            loaded, replayed, *_ = verify(path)
            assert loaded.state == replayed.state
            assert len(loaded.records) == number + 20
            assert signed_in(site, "Carl").get("/api/lobby").json()["yours"][0]["id"] == other


def signed_in(site: Site, name: str) -> Person:
    """Somebody with the password that they had before."""
    found = site.stranger()
    answer = found.client.post("/api/session", json={"name": name, "password": PASSWORD}, headers={"Origin": HERE})
    assert answer.status_code in (200, 201, 204), answer.text
    found.name = name
    return found
