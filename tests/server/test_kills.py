"""A server that is killed loses nothing that it has acknowledged."""

from __future__ import annotations

import gc
import socket
import warnings
from pathlib import Path

import pytest

from server import kills
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


def cut_off(folder: Path, sock: socket.socket, room: int) -> None:
    """Serve one answer whole, and of the next one a part."""
    line, _ = sock.accept()
    for answer in (b"[]", b"["):
        line.recv(10_000)
        line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + answer)


def test_a_server_that_dies_in_an_answer_leaves_no_socket_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "serve", cut_off)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert kill_once(tmp_path, 1) == (-1, 0)
        gc.collect()
    assert [warning.message for warning in told if warning.category is ResourceWarning] == []


def test_a_server_that_dies_before_its_first_answer_is_buried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "serve", lambda folder, sock, room: None)
    assert kill_once(tmp_path, 1) == (-1, 0)
