"""Ports as a map prints them, and amounts of supply as files write them."""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

MOST_HITS = 4
"""A port never has more (19.0b)."""
_PART = re.compile(r"(\d+)T|(\d+)(?:/([1-9]\d*))?")


class Port(msgspec.Struct, frozen=True):
    """A port: its capacity in tokens, and the capacities after 1, 2, 3 and 4 hits if the map prints a Damage Track of
    its own."""

    capacity: int
    track: tuple[int, ...] = ()


def parse_supply(text: str) -> int:
    """An amount of supply in tokens (12.1a): "3" and "1/2" are SP, "3T" tokens, "2+1T" both.

    Raises ValueError for anything else, or for less than a token.

    >>> parse_supply("2+1T"), parse_supply("1/2"), parse_supply("3T"), parse_supply("0")
    (9, 2, 3, 0)
    """
    total = Fraction(0)
    for part in text.split("+"):
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(f'{text!r} is not an amount of supply such as "3", "1/2", "3T" or "2+1T"')
        total += int(match[1]) if match[1] else 4 * Fraction(int(match[2]), int(match[3] or 1))
    if total.denominator != 1:
        raise ValueError(f"{text!r} is not a whole number of tokens")
    return int(total)


def parse_port(capacity: str, track: list[str]) -> Port:
    """A port from its capacity and, if it has one, its Damage Track.

    Raises ValueError.

    >>> parse_port("3", ["2", "1", "2T", "0"])
    Port(capacity=12, track=(8, 4, 2, 0))
    """
    found = Port(parse_supply(capacity), tuple([parse_supply(after) for after in track]))
    if not found.capacity:
        raise ValueError("a port has a capacity of 1T at least")
    if len(found.track) not in (0, MOST_HITS):
        raise ValueError(f"a Damage Track has {MOST_HITS} capacities, after 1 hit, 2, 3 and 4, not {len(found.track)}")
    falling = (found.capacity, *found.track)
    if list(falling) != sorted(falling, reverse=True):
        raise ValueError("no hit makes a port larger")
    return found
