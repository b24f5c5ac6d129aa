"""Where a server listens, and what it says to a socket: the key, the address, the delay of small answers."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
import typer

from redball.cli.listening import bound, front_door, listen
from redball.cli.main import run

SERVE = [sys.executable, "-c", "import sys; from redball.cli.main import run; sys.exit(run(sys.argv[1:]))", "serve"]


def has_ipv6() -> bool:
    """Whether this machine has the address ::1."""
    try:
        bound("::1", 0).close()
    except OSError:
        return False
    return True


IPV6 = pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")


class Running(NamedTuple):
    """A server in a process of its own: its port and its key."""

    port: int
    key: str

    def ask(self, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
        """Status, headers and text of an answer."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        client.request("GET", path, headers=headers)
        answer = client.getresponse()
        text = answer.read().decode()
        client.close()
        return answer.status, answer.headers, text


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Running]:
    """`redball serve` with these options."""
    command = [*SERVE, "--port", "0", "--games", str(folder / "games"), *options]
    with (
        (folder / "warnings").open("w", encoding="utf-8") as warnings,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=warnings, text=True) as process,
    ):
        assert process.stdout is not None
        said = next(line for line in process.stdout if "Redball is at" in line)
        found = re.search(r"http://(?:\[[^]]+\]|[^/:]+):(\d+)/(?:\?key=(\S+))?", said)
        assert found is not None, said
        try:
            yield Running(int(found[1]), found[2] or "")
        finally:
            process.terminate()


@pytest.mark.parametrize("host", ["127.0.0.1", pytest.param("::1", marks=IPV6), "localhost"])
def test_an_accepted_connection_sends_small_answers_at_once(host: str) -> None:
    """As far as asyncio can know: it sets TCP_NODELAY for a socket that names its protocol."""
    with listen(host, 0) as sock, socket.create_connection(sock.getsockname()[:2]):
        accepted, _ = sock.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP


def test_a_kept_connection_is_answered_without_delay(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        waits = []
        for _ in range(20):
            start = time.perf_counter()
            client.request("GET", "/api/games/none")
            client.getresponse().read()
            waits.append(time.perf_counter() - start)
        client.close()
    assert sorted(waits)[len(waits) // 2] < 0.02, "the median of a request and its answer"


def test_a_port_that_is_taken_is_replaced() -> None:
    with listen("127.0.0.1", 0) as first, listen("127.0.0.1", first.getsockname()[1]) as second:
        assert second.getsockname()[1] != first.getsockname()[1]


@pytest.mark.parametrize("host", ["", " ", "no.such.host.invalid", "h" * 300, "203.0.113.77", "a..b"])
def test_an_address_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], host: str) -> None:
    with pytest.raises(typer.Exit) as ended:
        listen(host, 0)
    assert ended.value.exit_code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert len(line) <= 300


@pytest.mark.parametrize("command", ["serve", "play"])
@pytest.mark.parametrize("options", [["--host", ""], ["--port", "70000"], ["--port", "-1"]])
def test_a_command_says_so_with_status_2(capsys: pytest.CaptureFixture[str], command: str, options: list[str]) -> None:
    assert run([command, *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert options[0] in line


def test_a_door_to_this_machine_has_no_key() -> None:
    with listen("127.0.0.1", 0) as sock:
        port = sock.getsockname()[1]
        assert front_door(sock, "127.0.0.1", ["me"]) == (f"http://127.0.0.1:{port}/", ["127.0.0.1", "me"], "")


@pytest.mark.parametrize("host", ["0.0.0.0", pytest.param("::", marks=IPV6)])
def test_a_door_to_the_network_has_a_new_key_and_an_address_for_others(host: str) -> None:
    with listen(host, 0) as sock:
        first, second = (front_door(sock, host, []) for _ in range(2))
        assert first.key != second.key
        assert len(first.key) >= 22
        assert first.address.endswith(f":{sock.getsockname()[1]}/?key={first.key}")
        assert not re.match(r"http://(0\.0\.0\.0|\[::\])", first.address)
        assert socket.gethostname() in first.hosts


def test_a_server_for_the_network_wants_its_key(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0", "--no-open") as server:
        assert server.key
        for path in ("/", "/api/games", "/schema/openapi.json", "/nothing"):
            status, _, text = server.ask(path)
            assert (status, "key" in text) == (403, True)
        status, headers, _ = server.ask(f"/api/games?key={server.key}")
        assert status == 200
        cookie = headers["Set-Cookie"].partition(";")[0]
        assert server.ask("/api/games", Cookie=cookie)[0] == 200
        assert server.ask("/api/games", Cookie=cookie, Host="evil.test")[0] == 421
    assert "other machines can reach" in (tmp_path / "warnings").read_text(encoding="utf-8")


def test_a_server_for_this_machine_answers_to_its_names_only(tmp_path: Path) -> None:
    with serving(tmp_path, "--allow-host", "table.home") as server:
        assert server.key == ""
        for host in ("localhost", "[::1]:1", "table.home:8000"):
            assert server.ask("/api/games", Host=host)[0] == 200
        assert server.ask("/api/games", Host=f"evil.test:{server.port}")[0] == 421
    assert (tmp_path / "warnings").read_text(encoding="utf-8") == ""
