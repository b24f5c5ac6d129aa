"""Write a game down as a position: what `redball.game.position` reads, ready to paste into a test or an error report.

>>> from redball.game.position.parse import parse_position
>>> text = '''
... redball-position 1
... at movement phasing=axis turn=1
... [terrain]
... . w
... . .
... [units]
... axis 01.01 pz1 Bn tank armor 9-5-12K/3-5-15K low dg
... soviet 02.02 hq1 hq 15T-4T/10T-20T
... '''
>>> world, state = parse_position(text)
>>> again = parse_position(dump_position(world, state))[1]
>>> again.units == state.units
True
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.board.costs import ALL
from redball.board.formats import dump_board
from redball.core.ledger import show_mp, show_tokens
from redball.core.state import ABOARD, EXHAUSTED, LOW, Clock, Hedgehog, State, Unit
from redball.core.world import World
from redball.editions.command_control.record import halved
from redball.editions.new_ocs.by_air import came_by_air
from redball.editions.new_ocs.covers import covered_in
from redball.editions.new_ocs.tap import tapped
from redball.editions.v1992.low_supply import low_supply
from redball.forces.counter import Counter, Face
from redball.game.position.air import dump_air
from redball.game.position.command import dump_command
from redball.game.position.craft import dump_craft
from redball.game.position.missions import dump_missions
from redball.game.position.parse import COVERS, FUELED, LOWERED_MARK, MARKED_HEXES, RAISED_MARKS, SEA_BOX, SIMULCAST
from redball.game.position.ports import dump_ports
from redball.game.position.rail import dump_rail
from redball.game.position.sections import POSITION
from redball.game.position.ships import dump_ships
from redball.game.position.switches import dump_switches
from redball.game.position.units import (
    ABOARD_CRAFT,
    DONE,
    PILES,
    PLACES,
    POOL,
    WAITING,
    keeps_zoc,
    one_word,
    usually_lost,
)
from redball.rules.modes.disorganization import dg_kind
from redball.rules.units.airlift import airlift_of, airlifted
from redball.rules.units.ashore import waded

OFF_MAP = {pile: name for name, pile in PILES.items()} | {ABOARD: ABOARD_CRAFT}
LETTERS = {"leg": "L", "truck": "T", "track": "K"}
SECTIONS = ("key", "terrain", "places", "ports", "also", "hexsides", "paths", "boxes", "unplayable")


def dump_position(world: World, state: State) -> str:
    """The position in the present segment. Open procedures inside the segment are not part of the text."""
    clock = state.clock
    lines = [
        POSITION,
        f"edition {world.edition.name}",
        f"sides {' '.join(world.sides)}",
        f"raised {world.board.raised}",
        f"turns {world.scenario.turns}",
        *_words(
            ("switches", dump_switches(world)),
            ("weather", state.weather),
            ("hip_shoots", " ".join(world.scenario.hip_shoots)),
            ("gliders", " ".join(world.scenario.gliders)),
            ("allied_drops", " ".join(world.scenario.allied_drops)),
            ("ships_in_ports", " ".join(world.scenario.ships_in_ports)),
            ("air_strips", " ".join(f"{side}={most}" for side, most in world.scenario.air_strips.items())),
        ),
        _at(world, clock),
        *_board(world),
        "[units]",
        *(_unit(world, unit) for _, unit in sorted(state.units.items())),
        *(_in_pool(world, uid) for pool in world.scenario.breakdowns for uid in pool.counters),
        "[supply]",
    ]
    for side in world.sides:
        landed = state.landed if side == clock.phasing else {}
        for hex_ in sorted({*state.dumps[side], *landed}):
            dump = state.ground_supply(side, hex_)
            words = [side, world.board.hex_name(hex_), f"{dump.tokens}T"]
            words += [f"fresh={dump.fresh}T"] if dump.fresh else []
            lines.append(" ".join(words + ([f"new={landed[hex_]}T"] if hex_ in landed else [])))
    lines.append("[hedgehogs]")
    gone = {hex_: Hedgehog(world.sides[0], 0) for hex_ in state.lowered}
    for hex_, works in sorted((gone | state.hedgehogs).items()):
        marks = [*RAISED_MARKS[: state.raised.get(hex_, 0)], *([LOWERED_MARK] if hex_ in state.lowered else [])]
        lines.append(" ".join([works.side, world.board.hex_name(hex_), str(works.level), *marks]))
    lines.append("[trucks_lost]")
    lines += [f"{counter} {points}" for counter, points in sorted(state.trucks_lost.items())]
    lines += _records(world, state)
    lines.append("[sources]")
    for side, hexes in world.scenario.sources.items():
        if hexes:
            lines.append(f"{side} {' '.join(world.board.hex_name(h) for h in hexes)}")
    lines.append("[extenders]")
    for side, kinds in world.scenario.extenders.items():
        lines += [f"{side} {kind} {mix.count} {_mp(mix.range, mix.mobility)}" for kind, mix in kinds.items()]
    lines.append("[reserve_markers]")
    lines += [f"{info.id} {info.reserve_markers}" for info in world.scenario.sides]
    lines += dump_rail(world, state)
    lines += _ways(world)
    lines += dump_command(world, state)
    lines += dump_air(world, state)
    lines += dump_missions(world, state)
    lines += dump_ports(world, state)
    lines += dump_ships(world, state)
    lines += dump_craft(world, state)
    lines += ["[arrived]", *sorted(state.arrived)] if state.arrived else []
    return "\n".join(lines) + "\n"


def _words(*pairs: tuple[str, str]) -> Iterator[str]:
    """Header lines, without those that have no value."""
    return (f"{name} {value}" for name, value in pairs if value)


def _records(world: World, state: State) -> Iterator[str]:
    """Control, losses, and what is marked in this phase."""
    name = world.board.hex_name
    owners = {side: [name(h) for h, owner in sorted(state.control.items()) if owner == side] for side in world.sides}
    yield "[control]"
    yield from (" ".join((side, *hexes)) for side, hexes in owners.items() if hexes)
    yield "[steps_lost]"
    yield from (f"{side} {steps}" for side, steps in sorted(state.steps_lost.items()) if steps)
    yield "[this_phase]"
    for mark in MARKED_HEXES:
        hexes = sorted(getattr(state, mark))
        if hexes:
            yield " ".join((mark, *map(name, hexes)))
    if state.fueled_formations:
        yield " ".join((FUELED, *map(one_word, sorted(state.fueled_formations))))
    for c in covered_in(state):
        yield " ".join((COVERS, c.side, str(c.quarters), f"via={c.via}" if c.via else f"at={name(c.source)}"))


def _ways(world: World) -> Iterator[str]:
    if world.scenario.boxes:
        yield "[ways]"
    for box in world.scenario.boxes:
        mp = "all" if box.mp == ALL else show_mp(box.mp)
        kind = [SEA_BOX] if box.sea else []
        yield " ".join((world.board.hex_name(box.box), box.side, *kind, mp, *map(world.board.hex_name, box.exits)))


def _at(world: World, clock: Clock) -> str:
    first = world.sides[0]
    step = segment_step(world, clock)
    both = f" {SIMULCAST}=yes" if clock.simulcast else ""
    return f"at {step} phasing={clock.phasing or first} first={clock.first or first} turn={clock.turn}{both}"


def segment_step(world: World, clock: Clock) -> str:
    """The step of the Player Turn that opened the present segment: `combat_barrage`, `movement`."""
    if clock.phase == "pre_turn":
        return str(world.edition.procedures["player_turn"].steps[0].name)
    return clock.phase if clock.segment == clock.phase else f"{clock.phase}_{clock.segment}"


def _board(world: World) -> Iterator[str]:
    """The board's sections without its header."""
    wanted = False
    for line in dump_board(world.board).splitlines():
        if line.startswith("["):
            wanted = line.strip("[]") in SECTIONS
        if wanted and line:
            yield line


def _unit(world: World, unit: Unit) -> str:
    counter = world.counters[unit.counter]
    away = f"turn={unit.returns}" if unit.returns else WAITING
    where = world.board.hex_name(unit.hex) if unit.on_map else OFF_MAP.get(unit.hex, away)
    words = [unit.side, where, unit.id, *_printed(counter)]
    if unit.counter != unit.id:
        words.append(f"counter={unit.counter}")
    if counter.side != unit.side:
        words.append(f"printed={counter.side}")
    if counter.name != unit.counter:
        words.append(f"name={one_word(counter.name)}")
    if counter.nation != counter.side:
        words.append(f"nation={counter.nation}")
    if counter.formation:
        words.append(f"formation={one_word(counter.formation)}")
    if counter.printed_re:
        words.append(f"re={counter.printed_re}")
    if counter.divisional:
        words.append("divisional")
    if counter.no_rebuild:
        words.append("no_rebuild")
    return " ".join(words + list(_marks(world, counter, unit)))


def _in_pool(world: World, uid: str) -> str:
    """A Breakdown counter in its pool."""
    counter = world.counters[uid]
    name = [] if counter.name == uid else [f"name={one_word(counter.name)}"]
    return " ".join([counter.side, POOL, uid, *_printed(counter), *name, f"nation={counter.nation}"])


def _printed(counter: Counter) -> list[str]:
    """The printed values, with marks for those that are unusual for the kind of counter."""
    if counter.kind == "transport":
        symbol = [] if counter.symbol == "truck" else [f"symbol={counter.symbol}"]
        return [counter.transport, str(counter.points), _mp(counter.move.ma, counter.move.mobility), *symbol]
    faces = f"{_face(counter, counter.combat)}/{_face(counter, counter.move)}"
    colour = [] if counter.colour == "other" else [f"colour={counter.colour}"]
    if counter.kind == "repl":
        return [counter.kind, counter.symbol, faces, *([f"size={counter.size}"] if counter.size else []), *colour]
    if counter.kind in ("hq", "artillery"):
        symbol = [] if counter.symbol == counter.kind else [f"symbol={counter.symbol}"]
        return [counter.kind, faces, f"size={counter.size}", *symbol, *colour]
    kind = [] if counter.kind == "combat" else [f"kind={counter.kind}"]
    return [counter.size, counter.symbol, counter.colour, faces, *kind]


def _mp(units: int, mobility: str) -> str:
    return f"{show_mp(units)}{LETTERS[mobility]}"


def _face(counter: Counter, face: Face | None) -> str:
    if face is None:
        return ""
    ma = _mp(face.ma, face.mobility)
    if counter.kind == "hq":
        return f"{_mp(face.throw_range, face.throw_mobility)}-{ma}"
    if counter.kind == "artillery":
        return f"b{face.barrage}-{face.barrage_range}-{face.action_rating}-{ma}"
    strength = f"({face.strength})" if face.parenthesized else str(face.strength)
    return f"{strength}-{face.action_rating}-{ma}"


def _marks(world: World, counter: Counter, unit: Unit) -> Iterator[str]:
    if unit.facing == "move" and counter.combat is not None and unit.marker != "strat":
        yield "move"
    if unit.marker:
        yield f"{unit.marker}={dg_kind(unit)}" if dg_kind(unit) else unit.marker
    if unit.keeps_zoc != keeps_zoc(unit.marker, unit.facing):
        yield "has_zoc" if unit.keeps_zoc else "no_zoc"
    if unit.steps_lost != usually_lost(counter, unit.hex):
        yield f"lost={unit.steps_lost}"
    if (unit.points or unit.extender) != counter.points:
        yield f"points={unit.points or unit.extender}"
    if unit.internals:
        yield {LOW: "low", EXHAUSTED: "exhausted"}[unit.internals]
    for mark, there in (
        ("oos", unit.out_of_supply),
        ("lowsupply", low_supply(unit)),
        ("hqfuel", unit.hq_fueled),
        ("formationfuel", unit.formation_fueled),
        ("captured", unit.captured),
        ("cutoff", unit.cut_off),
        ("extender", bool(unit.extender)),
        ("tapped", tapped(unit)),
        *((mark, getattr(unit.activity, mark)) for mark in DONE),
        ("halved", halved(unit)),
        ("airlifted", airlifted(unit)),
        ("by_air", came_by_air(unit)),
    ):
        if there:
            yield mark
    for place in PLACES:
        if getattr(unit.activity, place) >= 0:
            yield f"{place}={world.board.hex_name(getattr(unit.activity, place))}"
    if airlift_of(unit).spent:
        yield f"mp={airlift_of(unit).spent}"
    if waded(unit) >= 0:
        yield f"waded={waded(unit)}"
    if unit.activity.converted:
        yield f"converted={unit.activity.converted}"
    if unit.load:
        yield f"load={show_tokens(unit.load).replace(' SP', '').replace(' ', '+')}"
