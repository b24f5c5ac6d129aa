"""Ports in the terminal, as one side may see them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from redball.core.look import Look
from redball.game.view.ports import port_line, port_views


def port_lines(look: Look, viewer: str, hex_: int) -> Iterator[str]:
    """The port in a hex, if one is in play there."""
    ports = port_views(look, viewer)
    if not isinstance(ports, UnsetType):
        yield from (port_line(look, port) for port in ports if port.hex == hex_)
