"""A save's dice: how they were pledged and, where their seed is not known, which have fallen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from redball.core.dice import Dice
from redball.core.events import DiceRolled
from redball.game.fair import Pledge, Share, checked_pledge, commitment_of, secret_of, seed_of
from redball.game.save.lines import Header, Line, SaveError

OF_DICE = frozenset({"commitment", "share", "secret"})
"""Fields by which the lines about pledged dice are known."""
TAG = DiceRolled.__struct_config__.tag


class Rolled(msgspec.Struct, frozen=True):
    """What of an event tells which dice fell; in other events these fields may be anything."""

    type: str
    dice: Any = ()
    first: Any = 0


def pledge_in(lines: Sequence[Line], key: bytes = b"") -> Pledge | None:
    """How the dice of a save were pledged, with their secret if the save tells it or if the key makes it again; None
    for ordinary dice.

    Raises SaveError for a secret that does not match, ValueError for lines that make no sense.
    """
    told = next((line for line in lines[1:2] if "commitment" in line), None)
    if told is None:
        return None
    commitment, nonce = text_in(told, "commitment"), text_in(told, "nonce")
    shares = tuple(Share(text_in(line, "side"), text_in(line, "share")) for line in lines[2:] if "share" in line)
    secret = next((text_in(line, "secret") for line in reversed(lines) if "secret" in line), "")
    if secret and commitment_of(secret) != commitment:
        raise SaveError("the secret of its dice does not match what was committed to before the game")
    made = secret_of(key, nonce) if key and not secret else ""
    if made and commitment_of(made) == commitment:
        secret = made
    return checked_pledge(Pledge(commitment, nonce, shares, secret))


def dice_of(lines: Sequence[Line], header: Header, pledge: Pledge | None) -> Dice:
    """The dice of a save."""
    if pledge is None:
        return Dice(header.seed, header.script)
    if pledge.secret:
        return Dice(seed_of(pledge.secret, pledge.shares))
    return Dice(0, known=dict(fallen(lines, header)))


def fallen(lines: Sequence[Line], header: Header) -> Iterator[tuple[tuple[int, int], int]]:
    """Every die that has fallen, also in what was abandoned since, by branch and number."""
    yield from _dice_of(0, msgspec.convert(header.opening, list[Rolled]))
    branch = 0
    for line in lines[1:]:
        if "rewind" in line:
            branch = msgspec.json.decode(line["branch"], type=int)
        elif "events" in line:
            yield from _dice_of(branch, msgspec.json.decode(line["events"], type=list[Rolled]))


def _dice_of(branch: int, happened: Sequence[Rolled]) -> Iterator[tuple[tuple[int, int], int]]:
    for event in happened:
        if event.type == TAG:
            yield from (((branch, number), die) for number, die in enumerate(event.dice, event.first))


def text_in(line: Line, name: str) -> str:
    """A text of a line."""
    found: str = msgspec.json.decode(line[name], type=str)
    return found


def pledged(pledge: Pledge | None) -> list[dict[str, Any]]:
    """The lines that tell how dice were pledged."""
    if pledge is None:
        return []
    shares = [{"share": share.text, "side": share.side} for share in pledge.shares]
    return [{"commitment": pledge.commitment, "nonce": pledge.nonce}, *shares]
