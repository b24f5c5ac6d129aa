"""A mail server and a web server of the tests' own, which keep what they get."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Letterbox:
    """What came by mail. `answer`: what the server says to the next letters, "" takes them."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.to: list[str] = []
        self.answer = ""
        self.refuses = ""

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any) -> str:
        """Take an address, or refuse it."""
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take a letter, or not."""
        if self.answer:
            return self.answer
        content = envelope.content
        assert isinstance(content, bytes)
        letter = message_from_bytes(content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        self.to += envelope.rcpt_tos
        return "250 fine"


@contextmanager
def mail_server() -> Iterator[tuple[Letterbox, int]]:
    """A mail server, and its port."""
    box, port = Letterbox(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield box, port
    finally:
        controller.stop()


class Call(NamedTuple):
    """A call that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Hooked:
    """What came to a web server. `status`: what it answers."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.status = 204
        self.port = 0


@contextmanager
def web_server() -> Iterator[Hooked]:
    """A web server that takes every POST."""
    box = Hooked()

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            box.calls.append(Call(self.path, dict(self.headers), body))
            self.send_response(box.status)
            if 300 <= box.status < 400:
                self.send_header("Location", f"http://127.0.0.1:{box.port}/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Taking)
    box.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield box
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
