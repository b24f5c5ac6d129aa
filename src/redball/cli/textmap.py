"""A map in letters: terrain, stacks, supply, as one side may see them."""

from __future__ import annotations

from collections.abc import Iterator

from redball.board.board import Board
from redball.board.formats import standard_key
from redball.board.hexes import DIRECTION_INDEX, DIRECTIONS
from redball.cli.air_text import air_lines, slowed_lines
from redball.cli.port_text import port_lines
from redball.cli.ship_text import ship_lines, ship_sides
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.v1992.low_supply import low_supply
from redball.game.sight.belief import OPEN, fogged, visible
from redball.game.sight.veils import veils
from redball.rules.ground.trainbusting import zone

WIDTH = 5
SPAN = 12
"""Columns that fit 80 characters."""
ROWS = 10
"""Rows around a hex."""
LEGEND = """\
A hex shows its terrain (o: a place), then a side's letter: a capital with the
number of combat units (?: hidden), lower case for supply alone. $: supply.
+: ships of a side. !: a victory hex. %: aircraft slow a side down.
On a hexside: ~ a minor river, = a major river, ^ another feature; \\ / | a road
or track across it, : only a railroad, X one over a river."""
S, SW, NW = (DIRECTION_INDEX[name] for name in ("S", "SW", "NW"))
ACROSS = {S: "|", SW: "/", NW: "\\"}


def draw(look: Look, viewer: str, centre: int = -1) -> str:
    """The map, in strips of as many columns as fit a line, or the part around a hex. A hex takes two lines; columns
    that stand half a hex higher are drawn a line higher."""
    board = look.board
    if centre < 0:
        strips = [range(first, min(first + SPAN, board.columns + 1)) for first in range(1, board.columns + 1, SPAN)]
        return "\n".join([*(line for strip in strips for line in drawn(look, viewer, strip, board.rows, 1)), LEGEND])
    column, row = board.position(centre)
    first = max(1, min(column - SPAN // 2, board.columns - SPAN + 1))
    columns = range(first, min(first + SPAN, board.columns + 1))
    top = min(board.rows, max(row + ROWS // 2, ROWS))
    return "\n".join([*drawn(look, viewer, columns, top, max(1, top - ROWS)), LEGEND])


def drawn(look: Look, viewer: str, columns: range, top: int, bottom: int) -> Iterator[str]:
    """Some columns and rows."""
    board = look.board
    yield "    " + "".join(f"{c:02d}".ljust(WIDTH + 1) for c in columns).rstrip()
    for row in range(top, bottom - 1, -1):
        for raised in (True, False):
            halves = (half(look, viewer, board, c, row, raised=raised) for c in columns)
            head = "   " if raised else f"{row:02d} "
            yield (head + "".join(halves)).rstrip()


def half(look: Look, viewer: str, board: Board, column: int, row: int, *, raised: bool) -> str:
    """What one line shows of a column: the upper half of a hex with its units, or the lower half of the one above. It
    begins with the hexside to the upper or lower left."""
    upper = is_raised(board, column) == raised
    row += not upper and raised
    hex_ = (column - 1) * board.rows + row - 1
    if row > board.rows or hex_ in board.unplayable:
        return " " * (WIDTH + 1)
    if upper:
        return hexside(board, hex_, NW) + cell(look, viewer, hex_)
    return hexside(board, hex_, SW) + (3 * hexside(board, hex_, S)).center(WIDTH)


def hexside(board: Board, hex_: int, direction: int) -> str:
    """One character for what lies on a hexside and for what crosses it."""
    features, paths = board.hexsides(hex_, direction), board.paths(hex_, direction)
    river = any(kind.endswith("river") for kind in features)
    if paths:
        return "X" if river else ":" if set(paths) == {"railroad"} else ACROSS[direction]
    if not features:
        return " "
    return "^" if not river else "=" if any("major" in kind for kind in features) else "~"


def ways(board: Board, hex_: int) -> Iterator[str]:
    """The features on the hexsides of a hex, and the paths that leave it, each with its directions."""
    found: dict[str, list[str]] = {}
    for number, name in enumerate(DIRECTIONS):
        for kind in (*board.hexsides(hex_, number), *board.paths(hex_, number)):
            found.setdefault(kind.replace("_", " "), []).append(name)
    yield from (f"{kind} {' '.join(names)}" for kind, names in found.items())


def is_raised(board: Board, column: int) -> bool:
    """Whether the column stands half a hex higher than its neighbours."""
    return (column % 2 == 0) == (board.raised == "even")


def cell(look: Look, viewer: str, hex_: int) -> str:
    """Five characters: `wS3$ ` is woods with three Soviet combat units and supply."""
    signs = {name: sign for sign, name in standard_key().items()}
    terrain = look.board.terrain[hex_]
    text = signs.get(terrain[0], terrain[0][:1]) if terrain else " "
    if look.board.places_in(hex_):
        text = "o"
    for side in look.world.sides:
        text += stack(look, viewer, side, hex_)
    if any(entry.hex == hex_ for entry in look.world.scenario.victory.hexes):
        text += "!"
    text += "".join(f"{side[:1]}+" for side in ship_sides(look, hex_))
    if any(hex_ in zone(look, side) for side in look.world.sides):
        text += "%"
    return text[:WIDTH].ljust(WIDTH)


def stack(look: Look, viewer: str, side: str, hex_: int) -> str:
    """One side's mark in a hex, "" for nothing."""
    units = look.combat_units_at(hex_, side)
    hidden = fogged(look, viewer) and side != viewer
    supply = hex_ in look.state.dumps[side] or any(u.points for u in look.units_at(hex_, side))
    letter = side[:1]
    if units:
        return letter.upper() + ("?" if hidden else str(len(units))) + ("$" if supply and not hidden else "")
    return f"{letter}$" if supply else ""


def marks(look: Look, viewer: str, unit: Unit) -> str:
    """The state of a unit; for an enemy's, only mode and supply (4.9a)."""
    found: list[str] = [unit.mode]
    if not (fogged(look, viewer) and unit.side != viewer):
        steps = look.counter(unit).steps
        found += [f"{look.steps(unit)} of {steps} steps"] if steps > 1 else []
        found += [f"carries {unit.load}T of {4 * unit.points}T"] if unit.points else []
        found += ["moved"] if unit.activity.moved else []
        found += [("", "low", "exhausted")[unit.internals]] if unit.internals else []
    found += ["out of supply"] if unit.out_of_supply else []
    found += ["low supply"] if low_supply(unit) else []
    return ", ".join(found)


def stack_lines(look: Look, viewer: str, hex_: int) -> Iterator[str]:
    """Everything that the viewer may know about a hex, line by line."""
    board = look.board
    place = "".join(f" {p.name or p.kind}" for p in board.places_in(hex_))
    works = look.state.hedgehogs.get(hex_)
    yield f"{board.hex_name(hex_)}{place}: {', '.join(board.terrain[hex_])}" + (
        f"; hedgehog {works.level} ({works.side})" if works else ""
    )
    around = "; ".join(ways(board, hex_))
    if around:
        yield f"  {around}"
    seen = visible(look, viewer) if viewer != OPEN else frozenset(look.state.units)
    for unit in look.units_at(hex_):
        if unit.id not in seen:
            continue
        counter = look.counter(unit)
        face = look.face(unit)
        values = "" if face.strength is None else f" {face.strength}-{face.action_rating}"
        name = f"{counter.name} {counter.size} {counter.symbol}".strip()
        yield f"  {unit.id}: {name}{values}, MA {face.ma // 12}{face.mobility[0]}, {marks(look, viewer, unit)}"
    hidden = veils(look, viewer).get(hex_) if fogged(look, viewer) else None
    if hidden is not None:
        shown = ", ".join(filter(None, (hidden.marker, "out of supply" if hidden.out_of_supply else "")))
        yield f"  {hidden.side}: unseen units{f' ({shown})' if shown else ''}"
    for side in look.world.sides:
        if hex_ in look.state.dumps[side]:
            own = not (fogged(look, viewer) and side != viewer)
            amount = f"{look.state.dumps[side][hex_].tokens}T" if own else "supply"
            if own or not look.has_combat_units(hex_, side):
                yield f"  {side}: {amount} on the ground"
    yield from (f"  {line}" for line in port_lines(look, viewer, hex_))
    yield from air_lines(look, viewer, hex_)
    yield from ship_lines(look, viewer, hex_)
    yield from (f"  {line}" for line in slowed_lines(look, viewer, hex_))
