"""Where a server listens, who may come in, and the address under which it is found."""

from __future__ import annotations

import secrets
import socket
from ipaddress import ip_address
from typing import NamedTuple

from redball.cli.errors import fail

ANYWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses outside every real network, for asking by which of its own this machine would leave."""


class Door(NamedTuple):
    """The page's address, the names that the server answers to, and the key that the address ends with; "" for a
    server that only this machine can reach."""

    address: str
    hosts: list[str]
    key: str


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; if the port is taken, with a free one. One sentence and exit status 2 where none can be."""
    if not host.strip():
        fail("--host needs an address: 127.0.0.1 serves only this machine, 0.0.0.0 the network")
    try:
        try:
            sock = bound(host, port)
        except OSError:
            sock = bound(host, 0)
        sock.listen(128)
    except (OSError, UnicodeError) as error:
        fail(f"cannot listen on {host[:60]}:{port}: {getattr(error, 'strerror', None) or 'there is no such address'}")
    return sock


def bound(host: str, port: int) -> socket.socket:
    """A socket bound to the address; to the IPv4 one where a name has both.

    Raises OSError, or UnicodeError for a name that cannot be one.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    family, kind, protocol, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    # asyncio sends small answers at once (TCP_NODELAY) only from a socket that names its protocol.
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        sock.bind(address)
    except OSError:
        sock.close()
        raise
    return sock


def front_door(sock: socket.socket, host: str, allowed: list[str]) -> Door:
    """The door of a server on that socket. One that other machines can reach gets a random key."""
    name, port, *_ = sock.getsockname()
    address = ip_address(name.partition("%")[0])
    if address.is_loopback:
        return Door(f"http://{in_address(host)}:{port}/", [host, *allowed], "")
    key = secrets.token_urlsafe(16)
    own = [socket.gethostname(), f"{socket.gethostname()}.local"]
    where = own_address(sock.family) if address.is_unspecified else host
    return Door(f"http://{in_address(where)}:{port}/?key={key}", [host, *own, *allowed], key)


def in_address(host: str) -> str:
    """The host as an address of the web writes it.

    >>> in_address("::1"), in_address("localhost")
    ('[::1]', 'localhost')
    """
    return f"[{host}]" if ":" in host else host


def own_address(family: int) -> str:
    """The address by which this machine is found in its network; its name if it has none."""
    for kind in (socket.AF_INET, family):
        with socket.socket(kind, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((ANYWHERE[socket.AddressFamily(kind)], 9))  # sends nothing
            except OSError:
                continue
            return str(asking.getsockname()[0])
    return socket.gethostname()
