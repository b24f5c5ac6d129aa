"""Unit lines of a written position: what is printed on the counter, then marks."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from redball.board.board import Board
from redball.board.hexes import MP
from redball.core.own import put
from redball.core.state import (
    ABOARD,
    DEAD_PILE,
    EXHAUSTED,
    FULL,
    LOW,
    NOT_ARRIVED,
    REMOVED,
    Activity,
    Facing,
    Marker,
    Unit,
)
from redball.core.telling import counted
from redball.editions.command_control.record import HalfMovement
from redball.editions.new_ocs.by_air import ByAir
from redball.editions.new_ocs.tap import Tapped
from redball.editions.v1992.low_supply import LowSupply
from redball.forces.counter import LEG, TRACK, TRUCK, Counter, Face, Kind, Mobility, Transport
from redball.rules.modes.disorganization import DgKind
from redball.rules.units.airlift import Airlift
from redball.rules.units.ashore import Waded
from redball.scenarios.counters import COLOURS, KINDS, REPLS, SIZES, STRENGTH, SYMBOLS

PILES = {"dead": DEAD_PILE, "removed": REMOVED}
ABOARD_CRAFT = "aboard"
"""The place of a unit aboard Landing Craft; their line names it."""
WAITING = "waiting"
"""The place of a unit that has not arrived yet."""
POOL = "pool"
"""The place of a Breakdown counter: any number may come from the pool (20.0g)."""
TRANSPORT = ("truck", "wagon", "organic")
MOBILITIES: dict[str, Mobility] = {"L": LEG, "T": TRUCK, "K": TRACK}
PARTS_OF_SP = {"1/4": 1, "1/2": 2, "3/4": 3}
MODES: tuple[Marker, ...] = ("reserve", "strat", "dg", "exploit")
DG_KINDS = ("", "fire", "combat")
PLAIN_MARKS = (
    "move", *MODES, "low", "exhausted", "oos", "lowsupply", "hqfuel", "captured", "cutoff", "extender", "divisional",
    "no_rebuild", "formationfuel", "has_zoc", "no_zoc", "tapped",
    "moved", "spent", "released", "fueled", "changed", "negates", "railed", "worked", "barraged", "attacked", "pledged",
    "reverted", "short", "landed", "halved", "airlifted", "by_air",
)  # fmt: skip
MARKS_WITH_VALUE = (
    "lost", "load", "points", "re", "formation", "nation", "name", "kind", "size", "symbol", "colour",
    "counter", "printed",
    "converted", "origin", "fuel_hex", "bridge", "dg", "mp", "waded",
)  # fmt: skip
DONE = (
    "moved", "spent", "released", "fueled", "changed", "negates", "railed", "worked", "barraged", "attacked", "pledged",
    "reverted", "short", "landed", "afloat",
)  # fmt: skip
"""Marks of what a unit did in this phase, named as in its `Activity`. Those in `PLACES` name a hex."""
PLACES = ("origin", "fuel_hex", "bridge")


def one_word(name: str) -> str:
    """A name as a position writes it: `10 Pz` becomes `10_Pz`."""
    return name.replace(" ", "_")


def spaced(word: str) -> str:
    """The name that `one_word` wrote."""
    return word.replace("_", " ")


def whole(text: str) -> int:
    """A whole number, 0 or more. Raises ValueError."""
    if not text.isdecimal():
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def one_of(what: str, word: str, known: Collection[str]) -> str:
    """The word, if it is among those known. Raises ValueError."""
    if word not in known:
        raise ValueError(f"{what} {word!r} is not one of {', '.join(sorted(known))}")
    return word


def tokens_of(text: str) -> int:
    """`2+1T`, `9T`, `2`: supply in tokens (12.1a). Raises ValueError.

    >>> tokens_of("2+1T"), tokens_of("3T"), tokens_of("2"), tokens_of("1/2")
    (9, 3, 8, 2)
    """
    total = 0
    for part in text.split("+"):
        if part.endswith("T"):
            total += whole(part[:-1])
        elif part in PARTS_OF_SP:
            total += PARTS_OF_SP[part]
        else:
            total += 4 * whole(part)
    return total


def parse_unit(line: str, board: Board, kept: bool = False) -> tuple[Counter, Unit]:
    """Counter and unit from a line `side hex id kind values marks`. Instead of the hex, `turn=5` means a unit that
    broke out and returns in that turn, `waiting` one that has not arrived. The line of a position `kept` in a save
    may have names that nothing knows.

    Raises ValueError (or BoardError for the hex) with the fault.
    """
    words = line.split()
    if len(words) < 5:
        raise ValueError("a unit is side, hex, id, kind or size, values, marks")
    side, where, uid, kind, *rest = words
    returns = whole(where.removeprefix("turn=")) if where.startswith("turn=") else 0
    if returns or where in (POOL, WAITING):
        hex_ = NOT_ARRIVED
    elif where == ABOARD_CRAFT:
        hex_ = ABOARD
    else:
        hex_ = PILES[where] if where in PILES else board.index(where)
    printed = 2 if kind in (*TRANSPORT, "repl") else 1 if kind in ("hq", "artillery") else 3
    if len(rest) < printed:
        raise ValueError(f"{kind} takes {printed} printed values")
    marks = _marks(rest[printed:])
    counter = _counter(marks.get("printed", side), marks.get("counter", uid), kind, rest[:printed], marks)
    if not kept:
        _check_names(counter)
    unit = _in_play(counter, hex_, marks, board).change(id=uid, side=side, returns=returns)
    return counter, unit.change(extender=unit.points, points=0) if "extender" in marks else unit


def _marks(words: list[str]) -> dict[str, str]:
    marks = {}
    for word in words:
        name, sign, value = word.partition("=")
        if name not in (MARKS_WITH_VALUE if sign else PLAIN_MARKS):
            raise ValueError(f"unknown mark {word!r}")
        marks[name] = value
    if sum(mode in marks for mode in MODES) > 1:
        raise ValueError("a unit is in one mode at a time")
    return marks


def _check_names(counter: Counter) -> None:
    """Symbol, colour, kind and size are those of counters: charts look strengths up by them."""
    known = REPLS if counter.kind == "repl" else SYMBOLS
    one_of("symbol", counter.symbol, known)
    if counter.kind != "transport":
        one_of("colour", counter.colour, COLOURS)
        one_of("size", counter.size, ("", *SIZES) if counter.kind == "repl" else SIZES)
    one_of("kind", counter.kind, KINDS)


def _counter(side: str, uid: str, kind: str, values: list[str], marks: dict[str, str]) -> Counter:
    common: dict[str, Any] = {
        "id": uid,
        "side": side,
        "name": spaced(marks.get("name", uid)),
        "nation": marks.get("nation", side),
        "formation": spaced(marks.get("formation", "")),
        "printed_re": whole(marks.get("re", "0")),
        "no_rebuild": "no_rebuild" in marks,
        "divisional": "divisional" in marks,
    }
    if kind in TRANSPORT:
        ma, mobility = movement_points(values[1])
        return Counter(
            **common, kind="transport", size="", symbol=marks.get("symbol", "truck"), colour="", combat=None,
            move=Face(None, False, 0, ma, mobility), points=whole(values[0]), transport=cast(Transport, kind),
        )  # fmt: skip
    front, stroke, back = values[-1].partition("/")
    if not stroke:
        raise ValueError(f"{values[-1]!r} has no Move side")
    combat = _face(kind, front) if front else None
    if kind == "repl":
        unit_kind: Kind = "repl"
        size, symbol, colour = marks.get("size", ""), values[0], marks.get("colour", "other")
    elif kind in ("hq", "artillery"):
        unit_kind = "hq" if kind == "hq" else "artillery"
        size, symbol, colour = (
            marks.get("size", "Corps" if kind == "hq" else "Rgt"),
            marks.get("symbol", kind),
            marks.get("colour", "other"),
        )
    elif kind in SIZES:
        unit_kind, size, symbol, colour = marks.get("kind", "combat"), kind, values[0], values[1]  # type: ignore[assignment]
    else:
        raise ValueError(f"{kind!r} is neither a size nor hq, artillery, repl, {', '.join(TRANSPORT)}")
    return Counter(
        **common, kind=unit_kind, size=size, symbol=symbol, colour=colour,  # type: ignore[arg-type]
        combat=combat, move=_face(kind, back),
    )  # fmt: skip


def movement_points(text: str) -> tuple[int, Mobility]:
    """`12K`: MP in 1/12 and the mobility. Raises ValueError."""
    if text[-1:] not in MOBILITIES:
        raise ValueError(f"{text!r} does not end in L, T or K")
    return whole(text[:-1]) * MP, MOBILITIES[text[-1]]


def _face(kind: str, text: str) -> Face:
    """`9-5-12K`, `(3)-0-3L`; artillery `b20-3-4-3L` (barrage, range, AR, MA); HQ `15T-4T` (throw, MA)."""
    parts = text.split("-")
    expected = {"hq": 2, "artillery": 4}.get(kind, 3)
    if len(parts) != expected:
        raise ValueError(f"{text!r} has {len(parts)} values instead of {expected}")
    ma, mobility = movement_points(parts[-1])
    if kind == "hq":
        throw, throws_by = movement_points(parts[0])
        return Face(None, False, 0, ma, mobility, throw_range=throw, throw_mobility=throws_by)
    if kind == "artillery":
        barrage, reach, rating = map(whole, (parts[0].removeprefix("b"), parts[1], parts[2]))
        return Face(None, False, rating, ma, mobility, barrage=barrage, barrage_range=reach)
    strength = STRENGTH.fullmatch(parts[0])
    if strength is None:
        raise ValueError(f"{parts[0]!r} is not a strength such as 14 or (3)")
    return Face(int(strength[2]), strength[1] is not None, whole(parts[1]), ma, mobility)


def _dg_kind(marks: dict[str, str]) -> str:
    written = marks.get("dg", "")
    kind = next((kind for kind in DG_KINDS if kind == written), None)
    if kind is None:
        raise ValueError(f"DG is of the kind fire or combat, not {written!r}")
    return kind


def _own(marks: dict[str, str]) -> tuple[Any, ...]:
    """The unit's records of single editions."""
    own: tuple[Any, ...] = ()
    if kind := _dg_kind(marks):
        own = put(own, DgKind(kind))
    if "tapped" in marks:
        own = put(own, Tapped())
    if "halved" in marks:
        own = put(own, HalfMovement())
    if "airlifted" in marks or "mp" in marks:
        own = put(own, Airlift(whole(marks.get("mp", "0")), "airlifted" in marks))
    if "waded" in marks:
        own = put(own, Waded(whole(marks["waded"])))
    if "by_air" in marks:
        own = put(own, ByAir())
    return put(own, LowSupply()) if "lowsupply" in marks else own


def _in_play(counter: Counter, hex_: int, marks: dict[str, str], board: Board) -> Unit:
    marker: Marker = next((mode for mode in MODES if mode in marks), "")
    facing: Facing = "move" if "move" in marks or "strat" in marks or counter.combat is None else "combat"
    activity = Activity(
        **{mark: True for mark in DONE if mark in marks},
        **{mark: board.index(marks[mark]) for mark in PLACES if mark in marks},  # type: ignore[arg-type]
        converted=whole(marks.get("converted", "0")),
    )
    gone = hex_ in PILES.values()
    lost = whole(marks.get("lost", str(usually_lost(counter, hex_))))
    if not 0 <= lost <= (counter.steps if gone else max(counter.steps - 1, 0)):
        raise ValueError(f"{counted(lost, 'step')} lost of {counter.steps}")
    points = whole(marks.get("points", str(counter.points)))
    load = tokens_of(marks.get("load", "0"))
    if not 0 <= load <= 4 * points:
        raise ValueError(f"{load}T are too many for {counted(points, 'point')}")
    return Unit(
        id=counter.id, counter=counter.id, side=counter.side, hex=hex_, facing=facing, marker=marker,
        steps_lost=lost, internals=EXHAUSTED if "exhausted" in marks else LOW if "low" in marks else FULL,
        out_of_supply="oos" in marks, keeps_zoc=keeps_zoc(marker, facing) != bool({"has_zoc", "no_zoc"} & marks.keys()),
        hq_fueled="hqfuel" in marks, formation_fueled="formationfuel" in marks, points=points, load=load,
        captured="captured" in marks, cut_off="cutoff" in marks, activity=activity, own=_own(marks),
    )  # fmt: skip


def usually_lost(counter: Counter, hex_: int) -> int:
    """The steps that a unit has lost unless its line says otherwise: all in a pile, none elsewhere."""
    return counter.steps if hex_ in PILES.values() else 0


def keeps_zoc(marker: Marker, facing: Facing) -> bool:
    """Whether a unit had a ZOC when it was marked (5.9c), unless its line has `has_zoc` or `no_zoc`."""
    return marker == "exploit" and facing == "combat"
