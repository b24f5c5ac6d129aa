"""Positions that one can write down: a small text from which a game starts at any segment.

Tests, error reports and bug fixes share the form; `docs/formats.md` has all of it. Sections `[terrain]`,
`[places]`, `[also]`, `[hexsides]` and `[paths]` are those of a board; the picture needs no row numbers.

>>> text = '''
... redball-position 1
... at movement phasing=axis
... [terrain]
... . . w .
... . . . .
... [units]
... axis   01.01 pz1 Bn tank armor 9-5-12K/3-5-15K
... axis   01.02 hq  hq 15T-4T/10T-20T
... soviet 04.01 rd1 Div infantry other 12-3-3L/6-3-8L re=3
... [supply]
... axis 01.01 2+1T
... '''
>>> world, state = parse_position(text)
>>> state.dumps["axis"][world.board.index("01.01")].tokens
9
"""

from __future__ import annotations

from collections import defaultdict

from redball.board.board import Board, BoardError
from redball.board.formats import FORMAT, load_board, standard_key
from redball.core.state import EXHAUSTED, FULL, LOW, Activity, Clock, Dump, Frame, Hedgehog, State, Unit
from redball.core.world import World
from redball.editions import edition
from redball.forces.counter import Counter, Face
from redball.rules.sequence import GameFlow, PlayerTurn
from redball.scenarios.records import Scenario, SideInfo, Victory

POSITION = "redball-position 1"
BOARD_SECTIONS = ("places", "also", "hexsides", "paths", "key")
SIZES = ("Co", "Bn", "KG", "Rgt", "Bde", "Div", "Corps", "Army")
MOBILITIES = {"L": "leg", "T": "truck", "K": "track"}


class PositionError(ValueError):
    """A position that cannot be read; the text names the line."""


def tokens_of(text: str) -> int:
    """`2+1T`, `9T`, `2`: supply in tokens (12.1a).

    >>> tokens_of("2+1T"), tokens_of("3T"), tokens_of("2"), tokens_of("1/2")
    (9, 3, 8, 2)
    """
    total = 0
    for part in text.split("+"):
        if part.endswith("T"):
            total += int(part[:-1])
        elif "/" in part:
            above, below = part.split("/")
            total += 4 * int(above) // int(below)
        else:
            total += 4 * int(part)
    return total


def parse_position(text: str, switches: dict[str, object] | None = None) -> tuple[World, State]:
    """World and state of a position.

    Raises PositionError naming the line and what was expected.
    """
    sections = _sections(text)
    board = _board(sections)
    header = dict(line.split(None, 1) for line in sections["header"] if " " in line)
    counters: dict[str, Counter] = {}
    units: dict[str, Unit] = {}
    for line in sections["units"]:
        counter, unit = _unit(line, board)
        if unit.id in units:
            raise PositionError(f"unit {unit.id!r} stands twice: {line!r}")
        counters[counter.id] = counter
        units[unit.id] = unit
    sides = _sides(sections, header, counters)
    world = _world(board, counters, sides, sections, header, switches or {})
    dumps: dict[str, dict[int, Dump]] = {side: {} for side in sides}
    for line in sections["supply"]:
        side, where, amount = _words(line, 3)
        dumps[side][board.index(where)] = Dump(tokens_of(amount))
    hedgehogs = {}
    for line in sections["hedgehogs"]:
        side, where, level = _words(line, 3)
        hedgehogs[board.index(where)] = Hedgehog(side, int(level))
    return world, _at(header.get("at", "movement"), sides, units, dumps, hedgehogs)


def _sections(text: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = defaultdict(list)
    current = "header"
    for raw in text.splitlines():
        line = raw.split("#")[0].strip() if current != "key" else raw.strip()
        if line.startswith("[") and line.endswith("]"):
            current = line[1:-1]
        elif line:
            sections[current].append(line)
    if not sections["header"] or sections["header"][0] != POSITION:
        raise PositionError(f"a position begins with the line {POSITION!r}")
    return sections


def _words(line: str, count: int) -> list[str]:
    words = line.split()
    if len(words) != count:
        raise PositionError(f"{line!r} has {len(words)} words instead of {count}")
    return words


def _board(sections: dict[str, list[str]]) -> Board:
    picture = [line.split() for line in sections["terrain"]]
    if not picture:
        raise PositionError("a position needs a [terrain] picture")
    picture = [signs[1:] if signs[0].isdecimal() else signs for signs in picture]
    header = dict(line.split(None, 1) for line in sections["header"] if " " in line)
    key = {**standard_key(), **dict(line.split(None, 1) for line in sections["key"])}
    rows = len(picture)
    lines = [FORMAT, "name position", f"columns {len(picture[0])}", f"rows {rows}"]
    lines += [f"raised {header.get('raised', 'even')}", "[key]", *(f"{sign} {name}" for sign, name in key.items())]
    lines += ["[terrain]", *(f"{rows - i} {' '.join(signs)}" for i, signs in enumerate(picture))]
    for name in BOARD_SECTIONS[:-1]:
        lines += [f"[{name}]", *sections[name]]
    try:
        return load_board("\n".join(lines), file="position")
    except BoardError as error:
        raise PositionError(str(error)) from error


def _sides(sections: dict[str, list[str]], header: dict[str, str], counters: dict[str, Counter]) -> tuple[str, str]:
    named = header.get("sides", "").split() or list(dict.fromkeys(c.side for c in counters.values()))
    if len(named) != 2:
        raise PositionError(f"a position has two sides, not {named}; name them with a line `sides axis soviet`")
    return named[0], named[1]


def _world(
    board: Board,
    counters: dict[str, Counter],
    sides: tuple[str, str],
    sections: dict[str, list[str]],
    header: dict[str, str],
    switches: dict[str, object],
) -> World:
    sources: dict[str, tuple[int, ...]] = dict.fromkeys(sides, ())
    for line in sections["sources"]:
        side, *hexes = line.split()
        sources[side] = tuple(board.index(h) for h in hexes)
    markers = dict.fromkeys(sides, 99)
    for line in sections["reserve_markers"]:
        side, number = _words(line, 2)
        markers[side] = int(number)
    scenario = Scenario(
        id="position",
        title="position",
        summary="",
        edition=header.get("edition", "v4.2"),
        turns=int(header.get("turns", "99")),
        dates=(),
        sides=tuple(SideInfo(side, side, markers[side]) for side in sides),
        board=board,
        counters=counters,
        setup=(),
        arrivals=(),
        hedgehogs=(),
        sources=sources,
        weather=None,
        weather_effects={},
        terrain_movement={},
        supply_tables={},
        victory=Victory((), {}, {}, sides[0], ()),
        guide=(),
        notes="",
    )
    rules = edition(scenario.edition)
    values = {name: switch.default for name, switch in rules.switches.items()} | switches
    return World(board, scenario, rules, values, counters, sides)


def _at(
    where: str,
    sides: tuple[str, str],
    units: dict[str, Unit],
    dumps: dict[str, dict[int, Dump]],
    hedgehogs: dict[int, Hedgehog],
) -> State:
    """`movement phasing=axis turn=3`: the state just before that step of the Player Turn."""
    step, *rest = where.split()
    options = dict(word.split("=", 1) for word in rest)
    phasing = options.get("phasing", sides[0])
    first = options.get("first", phasing)
    turn_step = "second_player_turn" if phasing == first else "turn_end"
    acting = sides[1 - sides.index(phasing)] if step.startswith("reaction") else phasing
    clock = Clock(turn=int(options.get("turn", "1")), first=first, phasing=phasing, acting=acting)
    return State(
        clock=clock,
        units=units,
        dumps=dumps,
        hedgehogs=hedgehogs,
        control={},
        steps_lost=dict.fromkeys(sides, 0),
        stack=(Frame("game", turn_step, GameFlow()), Frame("player_turn", step, PlayerTurn(phasing))),
    )


# --- units -----------------------------------------------------------------------------------------------------


def _unit(line: str, board: Board) -> tuple[Counter, Unit]:
    words = line.split()
    if len(words) < 5:
        raise PositionError(f"{line!r}: a unit is side, hex, id, kind or size, values, marks")
    side, where, uid, kind, *rest = words
    try:
        hex_ = board.index(where)
        marks = {w.split("=")[0]: w.split("=")[1] if "=" in w else "" for w in rest if not _is_value(w)}
        counter = _counter(side, uid, kind, [w for w in rest if _is_value(w)], rest, marks)
        return counter, _in_play(counter, hex_, marks)
    except (ValueError, IndexError, KeyError) as error:
        raise PositionError(f"{line!r}: {error}") from error


def _is_value(word: str) -> bool:
    return "/" in word and "=" not in word


def _counter(side: str, uid: str, kind: str, values: list[str], rest: list[str], marks: dict[str, str]) -> Counter:
    formation, nation = marks.get("formation", ""), marks.get("nation", side)
    printed = int(marks.get("re", "0"))
    common = {"id": uid, "side": side, "name": marks.get("name", uid), "nation": nation, "formation": formation}
    if kind in ("truck", "wagon", "organic"):
        ma, mobility = _ma(rest[1])
        move = Face(None, False, 0, ma, mobility)  # type: ignore[arg-type]
        return Counter(
            **common, kind="transport", size="", symbol="truck", colour="", printed_re=0, no_rebuild=False,
            combat=None, move=move, points=int(rest[0]), transport=kind,
        )  # fmt: skip
    faces = [_face(kind, part) for part in values[0].split("/")]
    combat, move = (None, faces[1]) if values[0].startswith("/") else (faces[0], faces[1])
    if kind in ("hq", "artillery"):
        size = marks.get("size", "Corps" if kind == "hq" else "Rgt")
        symbol, colour, unit_kind = kind, "other", kind
    elif kind in SIZES:
        size, symbol, colour = kind, rest[0], rest[1]
        unit_kind = marks.get("kind", "combat")
    else:
        raise ValueError(f"{kind!r} is neither a size nor hq, artillery, truck, wagon, organic")
    return Counter(
        **common, kind=unit_kind, size=size, symbol=symbol, colour=colour, printed_re=printed,  # type: ignore[arg-type]
        no_rebuild=False, combat=combat, move=move, divisional="divisional" in marks,
    )  # fmt: skip


def _ma(text: str) -> tuple[int, str]:
    return int(text[:-1]) * 12, MOBILITIES[text[-1]]


def _face(kind: str, text: str) -> Face | None:  # type: ignore[return]
    """`9-5-12K`, `(3)-0-3L`; artillery `b20-3-4-3L` (barrage, range, AR, MA); HQ `15T-4T` (throw, MA)."""
    if not text:
        return None
    parts = text.split("-")
    if kind == "hq":
        throw, throws_by = _ma(parts[0])
        ma, mobility = _ma(parts[1])
        return Face(None, False, 0, ma, mobility, throw_range=throw, throw_mobility=throws_by)  # type: ignore[arg-type]
    ma, mobility = _ma(parts[-1])
    if kind == "artillery":
        barrage, reach, rating = int(parts[0].removeprefix("b")), int(parts[1]), int(parts[2])
        return Face(None, False, rating, ma, mobility, barrage=barrage, barrage_range=reach)  # type: ignore[arg-type]
    bracketed = parts[0].startswith("(")
    return Face(int(parts[0].strip("()")), bracketed, int(parts[1]), ma, mobility)  # type: ignore[arg-type]


def _in_play(counter: Counter, hex_: int, marks: dict[str, str]) -> Unit:
    markers = [m for m in ("reserve", "strat", "dg", "exploit") if m in marks]
    facing = "move" if "move" in marks or "strat" in marks or counter.combat is None else "combat"
    internals = EXHAUSTED if "exhausted" in marks else LOW if "low" in marks else FULL
    activity = Activity(
        moved="moved" in marks, spent="spent" in marks, released="released" in marks, fueled="fueled" in marks
    )
    return Unit(
        id=counter.id, counter=counter.id, side=counter.side, hex=hex_, facing=facing,  # type: ignore[arg-type]
        marker=markers[0] if markers else "", steps_lost=int(marks.get("lost", "0")), internals=internals,
        out_of_supply="oos" in marks, keeps_zoc="exploit" in marks and facing == "combat",
        hq_fueled="hqfuel" in marks, points=counter.points, load=tokens_of(marks.get("load", "0")),
        captured="captured" in marks, activity=activity,
    )  # fmt: skip
