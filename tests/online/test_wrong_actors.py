"""Every legal action of a few positions, sent by everybody who may not send it; `make soak` takes many positions of
every scenario (`wrong_actors.py`)."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import pytest

from online.people import Site, settings_for
from online.wrong_actors import UNLIMITED, Court, positions
from redball.online.app import create_app
from support import long

SHORT = 20
"""Actions of a position that are sent, where not all are."""
SEVERAL = (
    ("crossing", 1, 3, None),
    ("lesson-3-attack", 2, 4, SHORT),
    ("yelnya", 3, 2, 8),
    *(long(name, 4, 3, SHORT) for name in ("crossing", "lesson-7-landing", "sicily", "crete", "smolensk", "kohima")),
)
"""Scenario, seed, how many positions, how many actions of each; None: all."""


@pytest.mark.parametrize(("scenario", "seed", "places", "most"), SEVERAL)
def test_no_legal_action_is_taken_from_the_wrong_hands(
    sqlite_template: Path, tmp_path: Path, scenario: str, seed: int, places: int, most: int | None
) -> None:
    url = f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'house.sqlite')}"
    with Site(create_app(settings_for(url, UNLIMITED), static=tmp_path / "none")) as site:
        court = Court(site, scenario)
        sent = sum(
            court.hears(game, most or 10**9).total() for game in islice(positions(scenario, seed), 1, 1 + places)
        )
        assert sent > 100, "the positions have too few actions"
        decider = next(islice(positions(scenario, seed), 1, None))
        open_ = decider.decision
        assert open_ is not None
        court.put(decider)
        right = court.players[open_.side]
        choice = right.view(court.gid, open_.side)["choices"][0]
        taken = right.act(court.gid, open_.side, len(decider.records), choice)
        assert taken.status_code == 200, f"whoever may act does: {taken.text}"
