"""What each entry hex leads to, in words and as a label for the map."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.board.terrain import words
from redball.core.telling import capital, counted
from redball.game.explain.entries import EntryServes, entry_serves
from redball.game.explain.rail_net import SHUT
from redball.game.sentences import Namer
from redball.game.sight.belief import believed
from redball.server.answers.asked import hex_named, namer
from redball.server.session import Session

MOST_HEXES = 64


class EntryAnswer(Struct, frozen=True):
    """A hex where something arrives. `label` is for the map: "rail", "road", both or ""; `text` says what leads on from
    there and whom supply there would serve."""

    hex: int
    label: str
    text: str


def entries(session: Session, side: str, hexes: str) -> list[EntryAnswer]:
    """What these hexes lead to.

    Raises ValueError for what is no hex, and for too many.
    """
    look, n = believed(session.game.look, side), namer(session, side)
    asked = [hex_named(look, int(one)) for one in filter(None, hexes.split(","))]
    if len(asked) > MOST_HEXES:
        raise ValueError(f"{len(asked)} hexes are too many to ask about; {MOST_HEXES} are the most")
    return [_told(entry_serves(look, side, hex_), n) for hex_ in asked]


def _told(found: EntryServes, n: Namer) -> EntryAnswer:
    rides = found.rail and not found.shut
    label = " · ".join([*(["rail"] if rides else []), *(["road"] if found.ways else [])])
    return EntryAnswer(found.hex, label, " ".join(_sentences(found, n)))


def _sentences(found: EntryServes, n: Namer) -> Iterator[str]:
    ways = " and ".join(words(kind) for kind in found.ways)
    if found.rail and found.shut:
        yield f"The railroad is {SHUT[found.shut]}."
    elif found.rail:
        yield f"By rail to {', '.join(n.hex(town) for town in found.towns)}." if found.towns else "A railroad."
    if ways:
        yield f"{capital(ways)}."
    elif not found.rail:
        yield "No road and no railroad."
    if found.hqs:
        yield f"{', '.join(n.unit(hq) for hq in found.hqs)} {'draws' if len(found.hqs) == 1 else 'draw'} there."
    count = len(found.units)
    if count:
        yield f"{counted(count, 'unit')} can draw there."
    elif not found.hqs:
        yield "Nobody can draw there yet."
