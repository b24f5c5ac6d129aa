"""A server that is killed loses nothing that it has acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.kills import kill_once

LEAST, MOST = 10, 60
"""Kills: on a machine that does much else some come before anything was acknowledged."""


@pytest.mark.slow
def test_a_killed_server_loses_nothing_that_it_has_acknowledged(tmp_path: Path) -> None:
    acknowledged = refused = 0
    for seed in range(MOST):
        if seed >= LEAST and acknowledged > 20 and refused:
            break
        folder = tmp_path / str(seed)
        folder.mkdir()
        actions, refusals = kill_once(folder, seed)
        acknowledged, refused = acknowledged + max(actions, 0), refused + refusals
    assert acknowledged > 20
    assert refused > 0, "no disk was full"
