"""Written positions: a small text from which a game can start in any segment.

Tests and error reports use it; `docs/formats.md` describes all of it. Sections `[terrain]`, `[places]`, `[also]`,
`[hexsides]` and `[paths]` are as in a board file, except that the picture needs no row numbers.

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

from codecs import BOM_UTF8
from collections.abc import Collection, Iterator
from typing import TypeVar

from redball.board.board import Board, BoardError
from redball.board.formats import FORMAT, load_board, standard_key
from redball.core.state import Clock, Dump, Frame, Hedgehog, State, Unit, Units
from redball.core.world import World
from redball.editions import DEFAULT, edition
from redball.editions.command_control.charts import CommandLimit
from redball.editions.command_control.record import with_command
from redball.editions.new_ocs.covers import Covered, with_covers
from redball.editions.v1992.damaged_rails import with_damaged_rails
from redball.forces.aircraft import Aircraft
from redball.forces.counter import Counter
from redball.forces.craft import Craft
from redball.forces.ship import Ship
from redball.game.position.air import aircraft_of, in_the_air, said_of_air
from redball.game.position.command import (
    CHECKS,
    command_of,
    commanded,
    named,
    read_army,
    read_members,
    read_order,
    read_tables,
    read_zone,
)
from redball.game.position.craft import craft_of, land_counters, with_craft_of
from redball.game.position.missions import read_by_air, read_missions
from redball.game.position.ports import at_sea, said_of_ports
from redball.game.position.rail import rail_of, read_gauges, read_rail
from redball.game.position.sections import BOARD_SECTIONS, POSITION, PositionError, Sections
from redball.game.position.ships import ports_open_to, ships_of, with_ships_of
from redball.game.position.switches import read_switches
from redball.game.position.units import POOL, movement_points, one_of, parse_unit, tokens_of, whole
from redball.rules.ground.air_force import Plane, has_aircraft
from redball.rules.ground.fleet import LandingCraft, Vessel
from redball.rules.sequence.turn import GameFlow, PlayerTurn, Segment, segment_at, shared_at
from redball.scenarios.boxes import mp_of
from redball.scenarios.load import EXTENDER_KINDS
from redball.scenarios.records import BoxUse, BreakdownPool, CommandInfo, ExtenderMix, Scenario, SideInfo, Victory

MARKERS_WITHOUT_LIMIT = 99
HIGHEST_HEDGEHOG = 4
RAISED_MARKS = ("raised", "raised_twice")
"""Marks of a hedgehog that gained Levels in this turn: so many of them as it gained."""
LOWERED_MARK = "lowered"
WORK_MARKS = (*RAISED_MARKS, LOWERED_MARK)
MARKED_HEXES = ("barraged", "attacked", "blown", "overrun", "overfull")
"""Hexes of `[this_phase]`, named as in the state."""
FUELED = "fueled"
COVERS = "covers"
SIMULCAST = "simulcast"
SEA_BOX = "sea"
PASSED_BY = ("aircraft_return", "aircraft_refit", "movement_barrage")
"""Segments that pass by themselves in a game without aircraft: play begins as they are announced."""
AT = ("phasing", "first", "turn", SIMULCAST)
"""Words of the line `at`, after the step."""

T = TypeVar("T")
Ferries = list[tuple[Craft, LandingCraft]]
Sailing = tuple[list[tuple[Ship, Vessel, bool]], Ferries]
Printed = tuple[dict[str, Counter], dict[str, Counter], list[tuple[Aircraft, Plane]], Sailing]
"""What a position prints: counters, those in a pool, aircraft, ships and Landing Craft; the last three with where they
are."""


def is_position(raw: bytes) -> bool:
    """Whether a file is a written position, of this version or another: its first line that is no comment says so.

    >>> is_position(b"# mine\\n\\nredball-position 1\\nat movement"), is_position(b'{"format": "redball-save 5"}')
    (True, False)
    """
    lines = (line.strip() for line in raw.removeprefix(BOM_UTF8).split(b"\n"))
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    return first.startswith(POSITION.split()[0].encode())


def parse_position(
    text: str, switches: dict[str, object] | None = None, edition_name: str = "", *, kept: bool = False
) -> tuple[World, State]:
    """World and state of a position; `switches` and `edition_name` override those in the text. One that is `kept` in a
    save is read as it was when the game began: unknown symbols, colours, kinds and sizes were not refused then.

    Raises PositionError naming the line and what was expected, ValueError for an unknown switch or value.
    """
    read = Sections(text)
    board = _board(read)
    counters: dict[str, Counter] = {}
    units: dict[str, Unit] = {}
    pooled: dict[str, Counter] = {}

    def add(line: str) -> str:
        counter, unit = parse_unit(line, board, kept)
        if unit.id in units or unit.id in pooled:
            raise ValueError(f"unit {unit.id!r} is listed twice")
        if counters.setdefault(counter.id, counter) != counter:
            raise ValueError(f"the counter {counter.id!r} has other printed values in an earlier line")
        if line.split()[1] != POOL:
            units[unit.id] = unit
        elif counter.kind == "breakdown":
            pooled[unit.id] = counter
        else:
            raise ValueError(f"{unit.id!r} is not a Breakdown; only Breakdowns come from a pool")
        return unit.side

    belong = list(dict.fromkeys(read.each("units", add)))
    flying = aircraft_of(read, board, {*units, *pooled})
    ids = {*units, *pooled, *(plane.id for _, plane in flying)}
    sailing = ships_of(read, board, ids)
    craft = craft_of(read, board, ids | {ship.id for ship, _, _ in sailing}, counters)
    counters = land_counters(craft) | counters
    away = [one.side for _, one in flying] + [one.side for one, _, _ in sailing] + [one.side for one, _ in craft]
    sides = read.head("sides", "", lambda line: _sides(line.split() or list(dict.fromkeys((*belong, *away)))))
    for _ in read.each("units", lambda line: _check_sides(line, sides)):
        pass
    world = _world(read, board, (counters, pooled, flying, (sailing, craft)), sides, switches or {}, edition_name, text)
    _check_command(read, world)
    dumps, landed = _on_the_ground(read, board, sides)
    works = list(read.each("hedgehogs", lambda line: _hedgehog(line, board, sides)))
    hedgehogs = {hex_: hedgehog for hex_, hedgehog, _ in works if hedgehog.level}
    state = read.head("at", "movement", lambda where: _at(where, world, Units(units.values()), dumps, hedgehogs))
    state = _worked(state, works)
    spent = {line.side: line.spent for line in read.each("rail", lambda line: read_rail(line, sides))}
    new_rails = frozenset(h for line in read.each("gauges", lambda line: read_gauges(line, board)) for h in line.new)
    arrived = frozenset(read.each("arrived", lambda line: _arrived(line, units)))
    fueled = frozenset(counters[unit.id].formation for unit in units.values() if unit.formation_fueled)
    state = state.change(weather=read.header.get("weather", ""), fueled_formations=fueled)
    state = state.change(rail_spent=spent.get(state.clock.phasing, 0), new_rails=new_rails, landed=landed)
    state = with_damaged_rails(state, dict(_each_hex(read, "damaged_rails", board, sides)))
    lost = dict(read.each("trucks_lost", lambda line: _trucks_lost(line, counters)))
    state = state.change(trucks_lost=lost, arrived=arrived, control=dict(_each_hex(read, "control", board, sides)))
    state = state.change(steps_lost=state.steps_lost | dict(read.each("steps_lost", lambda line: _number(line, sides))))
    zones = list(read.each("zones", lambda line: read_zone(line, world.scenario.command, board)))
    hqs = {counter.id for counter in counters.values() if counter.kind == "hq"}
    orders = list(read.each("orders", lambda line: read_order(line, _names(counters), hqs)))
    state = _this_phase(read, world, with_command(state, commanded(zones, orders)))
    state = with_ships_of(read, world, with_craft_of(read, state, craft), sailing)
    state = at_sea(read, world, in_the_air(read, world, state, flying))
    return world, read_by_air(read, board, sides, read_missions(read, world, state))


def _on_the_ground(
    read: Sections, board: Board, sides: tuple[str, str]
) -> tuple[dict[str, dict[int, Dump]], dict[int, int]]:
    """Dumps by side, and the tokens that arrived in this turn, by hex."""
    dumps: dict[str, dict[int, Dump]] = {side: {} for side in sides}
    landed: dict[int, int] = {}
    for side, where, dump, new in read.each("supply", lambda line: _supply(line, board, sides)):
        if dump.tokens:
            dumps[side][where] = dump
        landed |= {where: new} if new else {}
    return dumps, landed


def _worked(state: State, works: list[tuple[int, Hedgehog, tuple[str, ...]]]) -> State:
    """The state with the marks of its hedgehogs."""
    raised = {hex_: sum(mark in marks for mark in RAISED_MARKS) for hex_, _, marks in works}
    lowered = frozenset(hex_ for hex_, _, marks in works if LOWERED_MARK in marks)
    return state.change(raised={hex_: levels for hex_, levels in raised.items() if levels}, lowered=lowered)


def of_edition(world: World, state: State) -> State:
    """The state without marks of other editions, such as a tapped unit by v4.2: nothing reads them, and a save could
    not be read again."""
    kinds = world.edition.records
    marked = [unit for unit in state.units.values() if any(type(record) not in kinds for record in unit.own)]
    units = [unit.change(own=tuple(record for record in unit.own if type(record) in kinds)) for unit in marked]
    own = tuple(record for record in state.own if type(record) in kinds)
    return state.with_units(units).change(own=own) if units or own != state.own else state


def _names(counters: dict[str, Counter]) -> frozenset[str]:
    """Names of units and formations."""
    return frozenset((*counters, *(counter.formation for counter in counters.values())))


def _command(read: Sections, sides: tuple[str, str], names: frozenset[str]) -> CommandInfo | None:
    return command_of(
        list(read.each("command", lambda line: read_tables(line, sides))),
        list(read.each("armies", lambda line: read_army(line, sides, names))),
        list(read.each("headquarters", lambda line: read_members(line, sides, names))),
        list(read.each("classes", lambda line: read_members(line, sides, names))),
    )


def _check_command(read: Sections, world: World) -> None:
    info = world.scenario.command
    if info is None or not world.charts.has(CommandLimit):
        return
    for section, check in CHECKS.items():
        for _ in read.each(section, lambda line, check=check: check(line, info, world.charts)):  # type: ignore[misc]
            pass


def _each_hex(read: Sections, section: str, board: Board, names: Collection[str]) -> Iterator[tuple[int, str]]:
    """Each hex of a section of lines `word hex hex ...`, with its word, which must be one of `names`."""

    def hexes(line: str) -> list[tuple[int, str]]:
        name, *words = line.split()
        if name not in names:
            raise ValueError(f"{name!r} is not one of {', '.join(names)}")
        return [(board.index(word), name) for word in words]

    for found in read.each(section, hexes):
        yield from found


def _this_phase(read: Sections, world: World, state: State) -> State:
    """What is marked in this phase besides units: hexes (`barraged 02.03 02.04`), formations that are `fueled`, and
    tokens that still cover barrages (`covers`)."""
    board, sections = world.board, read.sections
    formations = {counter.formation for counter in world.counters.values()}
    by_word: dict[str, list[tuple[int, str]]] = {FUELED: [], COVERS: [], "this_phase": []}
    for entry in sections["this_phase"]:
        word = entry[1].split()[0]
        by_word[word if word in (FUELED, COVERS) else "this_phase"].append(entry)
    sections |= by_word
    fueled = {
        name
        for names in read.each(FUELED, lambda line: [named(word, formations) for word in line.split()[1:]])
        for name in names
    }
    covers = tuple(read.each(COVERS, lambda line: _covered(line, board, world.sides, state.units)))
    marked: dict[str, set[int]] = {name: set() for name in MARKED_HEXES}
    for hex_, name in _each_hex(read, "this_phase", board, MARKED_HEXES):
        marked[name].add(hex_)
    state = state.change(**{name: frozenset(hexes) for name, hexes in marked.items()})
    return with_covers(state.change(fueled_formations=state.fueled_formations | fueled), covers)


def _covered(line: str, board: Board, sides: Collection[str], units: Collection[str]) -> Covered:
    """`covers axis 3 via=hq1`, or `covers axis 3 at=02.03`: quarter tokens that small barrages may still share."""
    words = line.split()
    if len(words) != 4 or not words[2].isdecimal():
        raise ValueError("a covers line reads: covers SIDE QUARTERS via=HQ, or covers SIDE QUARTERS at=HEX")
    name, _, where = words[3].partition("=")
    if name not in ("via", "at"):
        raise ValueError(f"unknown word {words[3]!r}")
    via, source = (one_of("unit", where, units), -1) if name == "via" else ("", board.index(where))
    return Covered(one_of("side", words[1], sides), via, source, int(words[2]))


def _words(line: str, count: int, sides: tuple[str, str], more: int = 0) -> list[str]:
    words = line.split()
    if not count <= len(words) <= count + more:
        raise ValueError(f"{len(words)} words instead of {count}")
    if words[0] not in sides:
        raise ValueError(f"{words[0]!r} is not one of the sides {', '.join(sides)}")
    return words


def _supply(line: str, board: Board, sides: tuple[str, str]) -> tuple[str, int, Dump, int]:
    """A dump, how much of it was unloaded in this phase (`fresh=1T`), and how much arrived there in this turn
    (`new=4T`; `0T new=4T` if none of that is left)."""
    side, where, amount, *rest = _words(line, 3, sides, more=2)
    tokens, found = tokens_of(amount), {"new": 0, "fresh": 0}
    for word in rest:
        name, _, text = word.partition("=")
        if name not in found:
            raise ValueError(f"unknown word {word!r}")
        found[name] = tokens_of(text)
    if tokens < 1 and not found["new"]:
        raise ValueError("a dump holds at least 1T")
    if found["fresh"] > tokens:
        raise ValueError(f"{found['fresh']}T of {tokens}T cannot be fresh")
    return side, board.index(where), Dump(tokens, found["fresh"]), found["new"]


def _check_sides(line: str, sides: tuple[str, str]) -> None:
    """A unit belongs to one of the sides, and its counter too, if it was captured (`printed=`)."""
    side, *words = line.split()
    one_of("side", side, sides)
    for word in words:
        if word.startswith("printed="):
            one_of("side", word.removeprefix("printed="), sides)


def _arrived(line: str, units: dict[str, Unit]) -> str:
    if line not in units:
        raise ValueError(f"there is no unit {line!r}")
    return line


def _hedgehog(line: str, board: Board, sides: tuple[str, str]) -> tuple[int, Hedgehog, tuple[str, ...]]:
    """A hedgehog and its marks. Level 0 only for one that was `lowered` in this turn."""
    side, where, level, *marks = _words(line, 3, sides, len(WORK_MARKS))
    if not set(marks) <= set(WORK_MARKS):
        raise ValueError(f"the marks of a hedgehog are {', '.join(WORK_MARKS)}")
    if not (0 if "lowered" in marks else 1) <= whole(level) <= HIGHEST_HEDGEHOG:
        raise ValueError(f"levels go from 1 to {HIGHEST_HEDGEHOG}")
    return board.index(where), Hedgehog(side, int(level)), tuple(marks)


def _trucks_lost(line: str, counters: dict[str, Counter]) -> tuple[str, int]:
    words = line.split()
    if len(words) != 2:
        raise ValueError("trucks lost are a counter and how many points")
    counter, points = words
    if counter not in counters or not counters[counter].points:
        raise ValueError(f"{counter!r} is not a Transport Point of this position")
    return counter, whole(points)


def _sources(line: str, board: Board, sides: tuple[str, str]) -> tuple[str, tuple[int, ...]]:
    side, *hexes = _words(line, len(line.split()), sides)
    return side, tuple(board.index(name) for name in hexes)


def _ways(line: str, board: Board, sides: tuple[str, str]) -> BoxUse:
    """`reserve_west soviet 6 01.12 01.13`: a box, its side, the MP to go in or out, and its exits; `aegean axis sea 6
    01.01` is one of the sea."""
    if len(line.split()) < 4:
        raise ValueError("a way reads: BOX SIDE MP EXIT ...")
    name, side, *rest = line.split()
    sea = rest[0] == SEA_BOX
    mp, *exits = rest[1:] if sea else rest
    box = board.index(name)
    if not board.is_box(box):
        raise ValueError(f"{name!r} is not an off-map box")
    if side not in sides:
        raise ValueError(f"{side!r} is not one of the sides {', '.join(sides)}")
    return BoxUse(box, side, tuple(board.index(exit_) for exit_ in exits), mp_of(mp), sea)


def _extenders(line: str, sides: tuple[str, str]) -> tuple[str, str, ExtenderMix]:
    """`axis truck 2 30T`: side, kind, how many, range."""
    side, kind, count, text = _words(line, 4, sides)
    reach, mobility = movement_points(text)
    return side, one_of("Extenders", kind, EXTENDER_KINDS), ExtenderMix(whole(count), reach, mobility)


def _number(line: str, sides: tuple[str, str]) -> tuple[str, int]:
    side, number = _words(line, 2, sides)
    return side, whole(number)


def _board(read: Sections) -> Board:
    picture = [line.split() for line in read.lines("terrain")]
    if not picture:
        raise PositionError("a position needs a [terrain] picture")
    picture = [signs[1:] if signs[0].isdecimal() else signs for signs in picture]
    key = {**standard_key(), **dict(read.each("key", _key))}
    rows = len(picture)
    head = [FORMAT, "name position", f"columns {len(picture[0])}", f"rows {rows}"]
    raised = read.head("raised", "even", lambda word: one_of("raised", word, ("even", "odd")))
    own = {line.split()[0]: number for number, line in read.sections["key"]}
    lines: list[tuple[int, str]] = [(0, line) for line in (*head, f"raised {raised}", "[key]")]
    lines += [(own.get(sign, 0), f"{sign} {name}") for sign, name in key.items()]
    lines.append((0, "[terrain]"))
    numbers = [number for number, _ in read.sections["terrain"]]
    lines += [(numbers[i], f"{rows - i} {' '.join(signs)}") for i, signs in enumerate(picture)]
    for name in BOARD_SECTIONS:
        lines += [(0, f"[{name}]"), *read.sections[name]]
    try:
        return load_board("\n".join(line for _, line in lines), file="position")
    except BoardError as error:
        number = lines[error.line - 1][0] if error.line is not None and error.line <= len(lines) else 0
        raise PositionError(f"line {number}: {error.message}" if number else error.message) from error


def _key(line: str) -> tuple[str, str]:
    words = line.split()
    if len(words) != 2:
        raise ValueError("a sign and the name of its terrain")
    return words[0], words[1]


def _sides(named: list[str]) -> tuple[str, str]:
    if len(set(named)) != 2 or len(named) != 2:
        raise ValueError(f"a position has two sides, not {named}; name them with a line `sides axis soviet`")
    return named[0], named[1]


def _world(
    read: Sections,
    board: Board,
    printed: Printed,
    sides: tuple[str, str],
    switches: dict[str, object],
    edition_name: str,
    text: str,
) -> World:
    counters, pooled, flying, sailing = printed
    sources: dict[str, tuple[int, ...]] = dict.fromkeys(sides, ())
    for side, hexes in read.each("sources", lambda line: _sources(line, board, sides)):
        sources[side] = hexes
    markers = dict.fromkeys(sides, MARKERS_WITHOUT_LIMIT)
    markers |= dict(read.each("reserve_markers", lambda line: _number(line, sides)))
    mixes: dict[str, dict[str, ExtenderMix]] = {}
    for side, kind, mix in read.each("extenders", lambda line: _extenders(line, sides)):
        mixes.setdefault(side, {})[kind] = mix
    scenario = Scenario(
        id="position",
        title="position",
        summary="",
        edition=edition_name or read.header.get("edition", DEFAULT),
        turns=read.head("turns", "99", whole),
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
        boxes=tuple(read.each("ways", lambda line: _ways(line, board, sides))),
        extenders=mixes,
        breakdowns=_pools(pooled),
        command=_command(read, sides, _names(counters)),
        aircraft={aircraft.id: aircraft for aircraft, _ in flying},
        **said_of_air(read, sides),
        **said_of_ports(read, board, sides),
        ships={ship.id: ship for ship, _, _ in sailing[0]},
        craft={printed.id: printed for printed, _ in sailing[1]},
        ships_in_ports=ports_open_to(read),
        rail=rail_of(
            read.each("rail", lambda line: read_rail(line, sides)),
            read.each("gauges", lambda line: read_gauges(line, board)),
        ),
    )
    rules = read.head("edition", DEFAULT, lambda name: edition(edition_name or name))
    own = read.head("switches", "", lambda words: read_switches(words.split(), rules))
    values = rules.switch_values(own | switches)
    return World(board, scenario, rules.played_with(values), values, counters, sides, text)


def _pools(counters: dict[str, Counter]) -> tuple[BreakdownPool, ...]:
    """Breakdown pools by side and nation (20.0g)."""
    pools: dict[tuple[str, str], tuple[str, ...]] = {}
    for uid, counter in counters.items():
        key = (counter.side, counter.nation)
        pools[key] = (*pools.get(key, ()), uid)
    return tuple(BreakdownPool(side, nation, uids) for (side, nation), uids in pools.items())


def _held(segment: Segment, world: World) -> bool:
    """Whether a game has a segment that only aircraft or ships bring."""
    return segment.held(world) if segment.flown else has_aircraft(world)


def _at(
    where: str,
    world: World,
    units: Units,
    dumps: dict[str, dict[int, Dump]],
    hedgehogs: dict[int, Hedgehog],
) -> State:
    """`movement phasing=axis turn=3`: the state in that segment of the Player Turn, before its first decision.

    Raises ValueError or EditionError.
    """
    step, *rest = where.split()
    turns = world.edition.procedures["player_turn"]
    options = dict(word.partition("=")[::2] for word in rest)
    for name in options:
        one_of("word", name, AT)
    phasing = one_of("side", options.get("phasing", world.sides[0]), world.sides)
    first = one_of("side", options.get("first", phasing), world.sides)
    shared = shared_at(world, step, phasing)
    index, turn = turns.index(step) if shared is None else 0, whole(options.get("turn", "1"))
    both = one_of(SIMULCAST, options.get(SIMULCAST, "no"), ("yes", "no")) == "yes"
    clock = Clock(turn=turn, first=first, phasing=phasing, simulcast=both)
    below = Frame("game", "second_player_turn" if phasing == first else "turn_end", GameFlow())
    stack: tuple[Frame, ...] = (below, Frame("player_turn", step, PlayerTurn(phasing)))
    segment = segment_at(world, step) if shared is None else None
    if shared is not None:  # before the player order is known
        clock = shared[0].began(world, Clock(turn=turn, phasing=phasing))
        stack = (Frame("game", shared[1], GameFlow()), shared[0].frame(world, phasing))
    elif segment is not None and segment.procedure and (segment.name not in PASSED_BY or _held(segment, world)):
        clock, opened = segment.began(world, clock), segment.frame(world, phasing)
        stack = (below, Frame("player_turn", turns.steps[index + 1].name, PlayerTurn(phasing)), opened)
    return State(
        clock=clock,
        units=units,
        dumps=dumps,
        hedgehogs=hedgehogs,
        control={},
        steps_lost=dict.fromkeys(world.sides, 0),
        stack=stack,
    )
