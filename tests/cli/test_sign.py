"""A second Redball on a folder of saved games."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from cli.test_listening import serving
from redball.cli.main import run
from redball.cli.sign import NAME, Sign


def test_playing_on_a_folder_that_is_served_leads_to_its_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, opened = str(tmp_path / "games"), list[str]()
    monkeypatch.setattr(webbrowser, "open", opened.append)
    with serving(tmp_path) as server:
        address = f"http://127.0.0.1:{server.port}/"
        for option in ("--no-open", "--open"):
            assert run(["play", "--games", folder, option, "--port", "0"]) == 0
            assert capsys.readouterr().out == f"Redball is already running on {folder}, at {address}\n"
        assert opened == [address]
        with serving(tmp_path) as second:
            assert second.port != server.port
        assert "Another server uses this folder too" in (tmp_path / "warnings").read_text()


def test_the_sign_of_a_server_that_is_gone_counts_for_nothing(tmp_path: Path) -> None:
    first = Sign(tmp_path)
    first.put_up("http://127.0.0.1:1/?key=secret")
    assert Sign(tmp_path).other == "http://127.0.0.1:1/?key=secret"
    assert (tmp_path / NAME).stat().st_mode & 0o077 == 0, "nobody else may read the key"
    first.take_down()
    again = Sign(tmp_path)
    assert again.other == ""
    again.take_down()


def test_a_folder_that_cannot_be_written_to_has_no_sign(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    sign = Sign(tmp_path)
    sign.put_up("http://127.0.0.1:1/")
    assert sign.other == ""
