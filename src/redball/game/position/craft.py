"""Section `[craft]` of a written position.

Landing Craft: side, place (a hex, or `ashore` for a DUKW that is among the units), id, kind, points, then marks:
`aboard=` the units aboard, joined by commas, which stand in `[units]` with the place `aboard`; `sp=` the supply aboard;
`counter=` what is printed, if it is only a part of that; `name=`, `nation=`, `dg`, `lesser` (an LST that took a hit);
in this phase they have `sailed`, been `shelled`, and been `shown` to the enemy; `mp=` what they have spent of their
speed at sea, in 1/12 MP, a DUKW on land, too. The line `rolled` says that landings were rolled for in this phase, so
that Landing Craft sail no more (18.5f).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from redball.board.board import Board
from redball.core.ledger import show_tokens
from redball.core.state import ABOARD, REMOVED, State
from redball.core.world import World
from redball.forces.counter import Counter
from redball.forces.craft import DUKW, Craft, ashore, craft_kind
from redball.game.position.sections import PositionError, Sections
from redball.game.position.units import one_of, one_word, spaced, tokens_of, whole
from redball.rules.ground.craft import with_craft
from redball.rules.ground.fleet import LandingCraft, fleet_in, with_fleet

ASHORE = "ashore"
ROLLED = "rolled"
MARKS = ("dg", "sailed", "lesser", "shelled", "shown")
WITH_VALUE = ("aboard", "sp", "counter", "name", "nation", "mp")


def read_craft(line: str, board: Board) -> tuple[Craft, LandingCraft]:
    """`axis 02.03 lc1 landing_craft 4 aboard=a,b sp=2`. Raises ValueError, BoardError for an unknown hex."""
    words = line.split()
    if len(words) < 5:
        raise ValueError("Landing Craft are side, place, id, kind, points, marks")
    side, where, cid, kind, points, *rest = words
    marks: dict[str, str] = {}
    for word in rest:
        name, sign, value = word.partition("=")
        if name not in (WITH_VALUE if sign else MARKS) or name in marks:
            raise ValueError(f"unknown mark {word!r}, or a mark twice")
        marks[name] = value
    printed = marks.get("counter", cid)
    nation, name = marks.get("nation", side), spaced(marks.get("name", ""))
    craft = Craft(printed, side, name, nation, craft_kind(kind), whole(points))
    if not craft.points:
        raise ValueError("Landing Craft have at least one point")
    if where == ASHORE and (craft.kind != DUKW or {*marks} - {"name", "nation"}):
        raise ValueError("only DUKWs are ashore, and their line of [units] says more of them")
    hex_ = REMOVED if where == ASHORE else board.index(where)
    units = tuple(marks["aboard"].split(",")) if marks.get("aboard") else ()
    tokens, spent = tokens_of(marks.get("sp", "0")), whole(marks.get("mp", "0"))
    afloat = LandingCraft(
        cid,
        printed,
        side,
        hex_,
        craft.points,
        units,
        tokens,
        "dg" in marks,
        "sailed" in marks,
        spent,
        "lesser" in marks,
        "shelled" in marks,
        "shown" in marks,
    )
    return craft, afloat


def craft_of(
    read: Sections, board: Board, taken: Collection[str], counters: Collection[str]
) -> list[tuple[Craft, LandingCraft]]:
    """The lines of `[craft]`; ids are unique, also among those `taken` by units, aircraft and ships. A DUKW on land is
    one of the `counters` of units."""
    ids = set[str]()

    def one(line: str) -> tuple[Craft, LandingCraft] | None:
        if line == ROLLED:
            return None
        found = read_craft(line, board)
        cid, on_land = found[1].id, not found[1].afloat
        if cid in ids or (cid in (counters if on_land else taken)) != on_land:
            raise ValueError(f"the id {cid!r} is {'not in [units]' if on_land else 'used twice'}")
        ids.add(cid)
        return found

    return [found for found in read.each("craft", one) if found is not None]


def land_counters(craft: list[tuple[Craft, LandingCraft]]) -> dict[str, Counter]:
    """The counters of DUKWs as Transport Points, by id."""
    return {printed.id: ashore(printed) for printed, _ in craft if printed.kind == DUKW}


def with_craft_of(read: Sections, state: State, craft: list[tuple[Craft, LandingCraft]]) -> State:
    """The state with its Landing Craft. Raises PositionError: a unit is aboard that does not say so, or the other
    way round."""
    aboard = [uid for _, one in craft for uid in one.units]
    for _ in read.each("craft", lambda line: one_of("side", line.split()[0], {*state.steps_lost, ROLLED})):
        pass
    away = [uid for uid, unit in state.units.items() if unit.hex == ABOARD]
    if sorted(aboard) != sorted(away):
        said, there = (", ".join(uids) or "nobody" for uids in (aboard, away))
        raise PositionError(f"[craft] has {said} aboard, [units] {there}")
    state = with_craft(state, [one for _, one in craft if one.afloat])
    rolled = ROLLED in read.lines("craft")
    return with_fleet(state, replace(fleet_in(state), rolled=rolled)) if rolled else state


def dump_craft(world: World, state: State) -> Iterator[str]:
    """The lines of this section; none in a game without Landing Craft."""
    if world.scenario.craft:
        yield "[craft]"
    if fleet_in(state).rolled:
        yield ROLLED
    for one in fleet_in(state).craft:
        yield " ".join(_craft(world, one))
    afloat = {one.counter for one in fleet_in(state).craft}
    for counter in sorted({unit.counter for unit in state.units.values()} & world.scenario.craft.keys() - afloat):
        yield " ".join(_ashore(world.scenario.craft[counter]))


def _ashore(craft: Craft) -> Iterator[str]:
    yield from (craft.side, ASHORE, craft.id, craft.kind, str(craft.points))
    yield from _named(craft)


def _craft(world: World, one: LandingCraft) -> Iterator[str]:
    printed = world.scenario.craft[one.counter]
    yield from (one.side, world.board.hex_name(one.hex), one.id, printed.kind, str(one.points))
    if one.counter != one.id:
        yield f"counter={one.counter}"
    yield from _named(printed)
    if one.units:
        yield f"aboard={','.join(one.units)}"
    if one.tokens:
        yield f"sp={show_tokens(one.tokens).replace(' SP', '').replace(' ', '+')}"
    yield from (mark for mark in MARKS if getattr(one, mark))
    if one.spent:
        yield f"mp={one.spent}"


def _named(craft: Craft) -> Iterator[str]:
    if craft.name:
        yield f"name={one_word(craft.name)}"
    if craft.nation != craft.side:
        yield f"nation={craft.nation}"
