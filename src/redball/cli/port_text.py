"""Ports in the terminal, as one side may see them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from redball.core.look import Look
from redball.game.plan.shipping import ShippingView, shipping_view
from redball.game.view.ports import port_line, port_views


def port_lines(look: Look, viewer: str, hex_: int) -> Iterator[str]:
    """The port in a hex, if one is in play there, and what its side may ship."""
    ports, allowances = port_views(look, viewer), shipping_view(look, viewer)
    for port in () if isinstance(ports, UnsetType) else ports:
        if port.hex == hex_:
            yield port_line(look, port)
            yield from () if isinstance(allowances, UnsetType) else _allowance(allowances, port.side)


def _allowance(allowances: list[ShippingView], side: str) -> Iterator[str]:
    for view in allowances:
        if view.side == side and view.left is not None:
            yield f"Shipping Allowance: {view.left} left of {view.allowance} in this turn"
