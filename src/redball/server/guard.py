"""Who may speak to the server: its own page and programs on this machine; on a network also anyone with the key.

Litestar's own check of hosts does not serve here: it runs after routing, so not for unknown addresses, and takes a name
only with the exact port. The guard stands before everything, and a request that it refuses reaches no handler.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Collection
from hashlib import sha256
from ipaddress import ip_address
from typing import Any, NamedTuple

import msgspec
from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from redball.server.requests import Problem, in_one_sentence

LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})
HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.-]+))(?::\d*)?", re.ASCII)
API = "/api/"
SLASHES = re.compile("/+")
IMPORT = "/api/games/import"
SAVE_TYPE = "application/x-ndjson"
SAVE_TYPES = (SAVE_TYPE, "application/octet-stream")
JSON_TYPES = ("application/json",)
SAFE = frozenset({"GET", "HEAD"})
KEY = "key"

Asked = Request[Any, Any, Any]


class Refused(NamedTuple):
    """An answer of the guard: its status, and a sentence."""

    status: int
    sentence: str


NO_KEY = Refused(403, "open the address that redball printed when it started: it ends with the key to this server")


def name_of_host(header: str) -> str:
    """The name or address in a Host header, without the port and in one spelling; "" if it is malformed.

    >>> name_of_host("LOCALHOST:8000"), name_of_host("[0:0::1]:8000"), name_of_host("a@b")
    ('localhost', '::1', '')
    """
    found = HOST.fullmatch(header)
    return "" if found is None else one_spelling(found["six"] or found["name"])


def one_spelling(name: str) -> str:
    """A host's name in small letters, an IPv6 address in its shortest form."""
    plain = name.lower().removesuffix(".")
    return str(ip_address(plain)) if is_address(plain) else plain


def is_address(name: str) -> bool:
    """Whether the name is an IP address, which no DNS server can turn to another machine."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Refuses requests for names that are not in `hosts`, requests that a foreign page makes, and bodies of foreign
    types. With a `key`, whoever has it may use any address of the machine, and nobody else gets anything.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = (), key: str = "") -> None:
        self.app = app
        self.hosts = LOCAL | {one_spelling(host) for host in hosts}
        self._key = key.encode()
        # Cookies know no ports: with a name of the key's own, two servers on one machine keep their keys apart.
        self.cookie = f"redball-{sha256(self._key).hexdigest()[:8]}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on."""
        asked = Asked(scope)
        brought = self._opens(asked.query_params.get(KEY, ""))
        refused = (
            self._wrong_host(asked)
            or foreign(asked)
            or (None if brought or self._opens(asked.cookies.get(self.cookie, "")) else NO_KEY)
            or wrong_type(asked)
        )
        if refused is not None:
            await (close if scope["type"] == ScopeType.WEBSOCKET else answer)(refused, send)
        else:
            await self.app(scope, receive, self._handing_over(send) if self._key and brought else send)

    def _wrong_host(self, asked: Asked) -> Refused | None:
        """Refuse a name that is not this server's: a foreign page may have turned its own name to this machine."""
        name = name_of_host(asked.headers.get("host", ""))
        if name in self.hosts or (self._key and is_address(name)):
            return None
        if not name:
            return Refused(421, "the request does not name the host that it is for")
        return Refused(421, f"this server does not answer to the name {name}, unless started with --allow-host {name}")

    def _opens(self, key: str) -> bool:
        return not self._key or hmac.compare_digest(self._key, key.encode("utf-8", "replace"))

    def _handing_over(self, send: Send) -> Send:
        """Give the browser a cookie with the key, which no script reads and no foreign page sends."""

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = f"{self.cookie}={self._key.decode()}; HttpOnly; SameSite=Strict; Path=/"
                MutableScopeHeaders.from_message(message).add("Set-Cookie", cookie)
            await send(message)

        return with_cookie


def foreign(asked: Asked) -> Refused | None:
    """Refuse what the page of another origin asks for, except to go to the page itself.

    Browsers name the origin in each request that could change something, and say of each request to this machine where
    it comes from. Programs such as curl say neither.
    """
    said, method = asked.headers, asked.scope.get("method", "GET")  # a socket has none, and browsers name its origin
    origin, site = said.get("origin"), said.get("sec-fetch-site")
    at_home = origin is None or origin.lower() in {f"{way}://{said['host'].lower()}" for way in ("http", "https")}
    if at_home and site in (None, "same-origin", "none"):
        return None
    visit = (said.get("sec-fetch-mode"), said.get("sec-fetch-dest")) == ("navigate", "document")
    path = SLASHES.sub("/", f"{asked.scope['path']}/")  # the router takes several for one
    if visit and method in SAFE and not path.startswith(API):
        return None
    return Refused(403, "only the page that this server serves may ask it, not the page of another address")


def wrong_type(asked: Asked) -> Refused | None:
    """Refuse a body that is not of the type that its call takes, such as a form's."""
    if asked.scope.get("method") != "POST":
        return None
    takes = SAVE_TYPES if asked.scope["path"] == IMPORT else JSON_TYPES
    found = asked.headers.get("content-type", "").partition(";")[0].strip().lower()
    if found in takes:
        return None
    return Refused(415, f"send the body as {' or '.join(takes)}, not {f'as {found}' if found else 'without a type'}")


async def close(refused: Refused, send: Send) -> None:
    """Refuse a socket before it opens."""
    await send({"type": "websocket.close", "code": 4000 + refused.status, "reason": refused.sentence})


async def answer(refused: Refused, send: Send) -> None:
    """Send the sentence."""
    body = msgspec.json.encode(Problem(in_one_sentence(refused.sentence)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
