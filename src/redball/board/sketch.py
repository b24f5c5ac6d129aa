"""Small boards drawn in a few lines, for tests, examples and error reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from redball.board.board import Board
from redball.board.formats import FORMAT, load_board, standard_key


def sketch_board(
    picture: str,
    *,
    rivers: Mapping[str, Iterable[str]] | None = None,
    roads: Iterable[str] = (),
    tracks: Iterable[str] = (),
    railroads: Iterable[str] = (),
    multi_track: Iterable[str] = (),
    places: Mapping[str, tuple[str, str]] | None = None,
    also: Mapping[str, str] | None = None,
    key: Mapping[str, str] | None = None,
    raised: str = "even",
    name: str = "sketch",
    letter: str = "",
) -> Board:
    """Make a board from a picture of its terrain, top row first, one sign per hex; row numbers in front are allowed.

    `rivers`: hexsides by kind, of any hexside feature. `roads`, `tracks`, `railroads`, `multi_track`: chains of hexes,
    one string each. `places`: hex to (kind, name). `also`: hex to more terrains. `key`: signs besides the usual
    ones. BoardError as in `load_board`, which reads the resulting text.

    >>> board = sketch_board('''
    ... . . w
    ... . f .
    ... ''', rivers={"minor_river": ["02.01/N"]}, roads=["01.01 02.01 03.01"])
    >>> board.hexsides(board.index("02.02"), 3), board.paths(board.index("02.01"), 2)
    (('minor_river',), ('road',))
    """
    lines = [line.split() for line in picture.splitlines() if line.strip()]
    lines = [signs[1:] if signs[0].isdecimal() and len(signs[0]) > 1 else signs for signs in lines]
    rows = len(lines)
    chains = {"road": roads, "track": tracks, "railroad": railroads, "railroad/multi": multi_track}
    paths = [(kind, chain) for kind, listed in chains.items() for chain in listed]
    text = [
        FORMAT, f"name {name}", f"columns {len(lines[0])}", f"rows {rows}", f"raised {raised}",
        *([f"letter {letter}"] if letter else []),
        "[key]", *(f"{sign} {terrain}" for sign, terrain in {**standard_key(), **(key or {})}.items()),
        "[terrain]", *(f"{rows - number} {' '.join(signs)}" for number, signs in enumerate(lines)),
        "[places]", *(f'{h} {kind} "{title}"' for h, (kind, title) in (places or {}).items()),
        "[also]", *(f"{h} {terrains}" for h, terrains in (also or {}).items()),
        "[hexsides]", *(f'{kind} "-" {" ".join(sides)}' for kind, sides in (rivers or {}).items() if sides),
        "[paths]", *(f'{kind} "-" {chain}' for kind, chain in paths),
    ]  # fmt: skip
    return load_board("\n".join(text), file=name)
