"""Webhooks and push services: a POST to an address that a player has named, and never into the server's own network.

A name is looked up once, each of its addresses is checked, and the connection goes to one that was: so a name that is
looked up twice cannot lead elsewhere. Redirections are not followed, and answers not read.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Event, Timer
from urllib.parse import SplitResult, urlsplit

from redball.online.accounts import NotThatWay

LONGEST_URL = 500
PATIENCE = 10.0
"""Seconds for each step of a call."""
LONGEST_CALL = 20.0
"""Seconds for all of it."""
TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses of IPv6 that lead to the one of IPv4 in their last four bytes."""


class NotReached(Exception):
    """A webhook was not called, or did not answer that it took the notice; the text says why. `status`: what it
    answered, 0 nothing."""

    def __init__(self, why: str, status: int = 0) -> None:
        super().__init__(why)
        self.status = status


def checked_address(url: str, *, private: bool, what: str = "a webhook", longest: int = LONGEST_URL) -> SplitResult:
    """The parts of an address for `what`. `private`: it may be one of this machine's own network, and without TLS.

    Raises NotThatWay.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise NotThatWay(f"that is no address for {what}") from error
    fine = url.isascii() and url.isprintable() and " " not in url and len(url) <= longest and parts.hostname
    if not fine or parts.username is not None or parts.password is not None:
        raise NotThatWay(f"that is no address for {what}")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise NotThatWay(f"the address of {what} begins with https://")
    if not private and port not in (None, 443):
        raise NotThatWay(f"the address of {what} names no port")
    try:
        literal = ip_address(parts.hostname or "")
    except ValueError:
        return parts
    if not private and not is_public(literal):
        raise NotThatWay(f"the address of {what} is a public one")
    return parts


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the net at large, also the one inside of it that it leads to.

    >>> [is_public(ip_address(one)) for one in ("8.8.8.8", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if address in TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast


def looked_up(host: str, port: int, *, private: bool) -> list[str]:
    """The addresses of a name, each of which may be called.

    Raises NotReached.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotReached("its name is not known") from error
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    if not addresses or not (private or all(is_public(ip_address(one.partition("%")[0])) for one in addresses)):
        raise NotReached("its address is not a public one")
    return addresses


def _cut(connection: http.client.HTTPConnection, late: Event) -> None:
    """End a call that takes too long: one that answers a byte at a time never comes to the patience of a step."""
    late.set()
    if connection.sock is not None:
        with suppress(OSError):  # it has just ended by itself
            connection.sock.shutdown(socket.SHUT_RDWR)


def call(url: str, body: bytes, headers: dict[str, str], *, private: bool = False, longest: int = LONGEST_URL) -> None:
    """POST a body.

    Raises NotReached if it cannot be, or if the answer is not of the kind 2xx.
    """
    try:
        parts = checked_address(url, private=private, longest=longest)
    except NotThatWay as error:
        raise NotReached(str(error)) from error
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = looked_up(host, port, private=private)[0]
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    late = Event()
    whole = Timer(LONGEST_CALL, _cut, (connection, late))
    whole.start()
    try:
        connection.sock = socket.create_connection((address, port), PATIENCE)
        if secure:
            context = ssl.create_default_context()
            connection.sock = context.wrap_socket(connection.sock, server_hostname=host, do_handshake_on_connect=False)
            connection.sock.do_handshake()
        connection.request("POST", path, body, {"Host": parts.netloc} | headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise NotReached(f"it does not answer ({error.__class__.__name__})") from error
    finally:
        whole.cancel()
        connection.close()
    if late.is_set():  # http.client reads headers that were cut off as if they had ended
        raise NotReached("it answers too slowly")
    if not 200 <= status < 300:
        raise NotReached(f"it answered {status}", status)
