"""A whole position that a side may take for the true one: what it knows, and the rest drawn by lot.

Under fog the enemy units that a side sees nowhere lie under the tops of stacks that it sees; which ones where is drawn,
as are lost steps (their number is announced), supply, and loads. Off the map, who has not arrived and who is dead is
public. The draw depends on what the side may know and on the lot alone: the same knowledge and lot give the same
position.
"""

from __future__ import annotations

from collections import Counter as Tally
from random import Random

import msgspec

from redball.core.engine import decision
from redball.core.look import Look
from redball.core.own import lasting
from redball.core.points import PROJECTS_ZOC, ZOC_OF_HEX
from redball.core.state import ABOARD, DEAD_PILE, NOT_ARRIVED, REMOVED, Dump, State, Unit, Units
from redball.forces.counter import Counter
from redball.game.sight.belief import believed, fogged, visible
from redball.game.sight.veils import STAND_IN
from redball.rules.ground.craft import capacity, cargo, with_craft
from redball.rules.ground.fleet import LandingCraft, fleet_in
from redball.rules.setup.fixed import initial_state
from redball.rules.units.stacking import stacking_limit
from redball.rules.units.visibility import top_unit

TRIES = 12
"""How many stacks are drawn for a unit before all are tried in turn."""
MOVES = 400
"""How often a hidden unit is moved so as to match ZOCs."""
DUMP = (2, 24)
"""Tokens that a dump in sight may hold."""
AROUND_HQ = (0, 24)
"""Tokens that may lie with an HQ."""
ASHORE = 0.5
"""The share of hidden units that are looked for on land first, where Landing Craft are in sight."""
ALIKE = 4
"""How much likelier a unit lies in a stack whose top is of its formation."""


class NotImaginable(ValueError):
    """The decision rests on units that the side does not know. The text is a sentence."""


def imagined(look: Look, side: str, rng: Random) -> State:
    """A state that the side, whose decision it is, may hold for the true one. In open play it is the true one.

    Raises NotImaginable.
    """
    refuse_what_names_unseen(look, side)
    if not fogged(look, side):
        return look.state
    known, enemy = believed(look, side), look.enemy(side)
    units = {unit.id: unit for unit in known.state.units.values() if not unit.id.startswith(STAND_IN)}
    veiled = [unit for unit in known.state.units.values() if unit.id.startswith(STAND_IN)]
    units |= off_the_map(look, side)
    placed = Placing(known, enemy, units)
    hidden = sorted(u.id for u in placed.first.state.units.values() if u.side == enemy and u.id not in units)
    rng.shuffle(hidden)
    for stand_in in veiled:
        hidden = placed.unveil(stand_in, hidden)
    boats = [craft for craft in fleet_in(known.state).craft if craft.side == enemy and craft.afloat]
    hidden = [uid for uid in hidden if rng.random() < ASHORE or not placed.aboard(uid, boats, rng)]
    hidden = [uid for uid in hidden if not placed.under_some_top(uid, rng)]
    for uid in hidden:
        if not placed.aboard(uid, boats, rng):
            units[uid] = placed.bare(uid).change(hex=NOT_ARRIVED)
    lose_steps(placed, look.state, rng)
    if look.policies[ZOC_OF_HEX] is not None:
        match_zones(placed, look, rng)
    in_order = Units(sorted(units.values(), key=lambda unit: unit.id))
    state = known.state.change(units=in_order, dumps=drawn_dumps(placed, rng), stack=look.state.stack)
    return with_craft(state, boats) if boats else state


def refuse_what_names_unseen(look: Look, side: str) -> None:
    """Raise NotImaginable unless the side decides, and the open procedures name no enemy unit that it does not see."""
    open_ = decision(look)
    if open_ is None or open_.side != side:
        raise NotImaginable(f"it is not for {side} to decide")
    if not fogged(look, side):
        return
    seen, written = visible(look, side), msgspec.json.encode(look.state.stack)
    named = [u.id for u in look.own(look.enemy(side)) if u.id not in seen and msgspec.json.encode(u.id) in written]
    if named:
        raise NotImaginable("this decision rests on units that the side does not see")


def off_the_map(look: Look, side: str) -> dict[str, Unit]:
    """The enemy's units that have not arrived, are dead or removed: everybody sees them. Not those aboard (18.3c)."""
    return {
        unit.id: unit
        for unit in look.state.units.values()
        if unit.side != side and unit.hex in (NOT_ARRIVED, DEAD_PILE, REMOVED)
    }


class Placing:
    """Enemy units on the map of a position that is being imagined: those in `units` are placed already."""

    def __init__(self, known: Look, enemy: str, units: dict[str, Unit]) -> None:
        self.look, self.enemy, self.units = known, enemy, units
        self.limit = stacking_limit(known.world)
        self.first = Look(known.world, initial_state(known.world))
        self.tops: dict[int, Unit] = {}
        self.size: Tally[int] = Tally()
        hexes = sorted({u.hex for u in units.values() if u.side == enemy and u.on_map})
        for hex_ in hexes:
            top = top_unit(known, hex_, enemy)
            if top is not None and top.id in units:
                self.tops[hex_] = top
                self.size[hex_] = known.regimental_equivalents(top)

    def unveil(self, stand_in: Unit, hidden: list[str]) -> list[str]:
        """Put the first unit that may be there where a side sees only a marker (HR-2); returns the others."""
        zoc = self.projects(stand_in)
        for uid in hidden:
            for unit in self.turned(uid, stand_in):
                if self.counter(uid).is_combat_unit and self.projects(unit) == zoc:
                    self.put(unit)
                    self.tops[unit.hex] = unit
                    return [other for other in hidden if other != uid]
        return hidden

    def aboard(self, uid: str, boats: list[LandingCraft], rng: Random) -> bool:
        """Put a unit aboard one of these Landing Craft that has room for it (18.4a); False if there are none."""
        size = cargo(self.first, (uid,), 0)
        full = [cargo(self.first, craft.units, 0) + size > capacity(craft) for craft in boats]
        fitting = [number for number, craft in enumerate(boats) if not full[number]]
        if not fitting or not size:
            return False
        number = rng.choice(fitting)
        boats[number] = boats[number].change(units=(*boats[number].units, uid))
        self.units[uid] = self.bare(uid).change(hex=ABOARD)
        return True

    def under_some_top(self, uid: str, rng: Random) -> bool:
        """Put a unit under one of the tops, if one of them allows it."""
        counter, stacks = self.counter(uid), list(self.tops)
        alike = [
            ALIKE if counter.formation and self.look.counter(top).formation == counter.formation else 1
            for top in self.tops.values()
        ]
        drawn = rng.choices(stacks, alike, k=TRIES) if stacks else []
        for hex_ in [*drawn, *rng.sample(stacks, len(stacks))]:
            found = [unit for unit in self.turned(uid, self.tops[hex_]) if self.fits(unit)]
            if found:
                self.put(rng.choice(found))
                return True
        return False

    def fits(self, unit: Unit) -> bool:
        """There is room (4.8-A), and the top stays the top (4.8b-C)."""
        counter = self.counter(unit.id)
        if not counter.is_combat_unit:
            return True
        top, zoc = self.tops[unit.hex], self.projects(unit)
        size = self.size[unit.hex] + self.look.regimental_equivalents(unit)
        if size > self.limit and not self.look.board.is_box(unit.hex):
            return False
        if self.look.switch("hidden_formations") and counter.formation == self.look.counter(top).formation:
            return False  # a Formation marker might hide the top (13.7b)
        return self.projects(top) if zoc != self.projects(top) else unit.id > top.id

    def turned(self, uid: str, like: Unit) -> list[Unit]:
        """The unit on each of its sides, in the hex and under the markers of another."""
        counter, bare = self.counter(uid), self.bare(uid)
        if not counter.is_combat_unit:
            return [bare.change(hex=like.hex)]
        marked = bare.change(hex=like.hex, marker=like.marker, out_of_supply=like.out_of_supply)
        sides = ("combat", "move") if counter.combat is not None else ("move",)
        return [marked.change(facing=facing) for facing in sides]

    def put(self, unit: Unit) -> None:
        """It is there."""
        self.units[unit.id] = unit
        if self.counter(unit.id).is_combat_unit:
            self.size[unit.hex] += self.look.regimental_equivalents(unit)

    def take_up(self, unit: Unit) -> None:
        """It is there no longer."""
        if self.counter(unit.id).is_combat_unit:
            self.size[unit.hex] -= self.look.regimental_equivalents(unit)

    def projects(self, unit: Unit) -> bool:
        """The unit has a ZOC."""
        return bool(self.look.policies[PROJECTS_ZOC](self.look.world, unit))

    def counter(self, uid: str) -> Counter:
        """The printed counter of a unit of the scenario."""
        return self.counter_of(self.bare(uid))

    def counter_of(self, unit: Unit) -> Counter:
        """The printed counter of a unit."""
        return self.look.world.counters[unit.counter]

    def bare(self, uid: str) -> Unit:
        """The unit as the scenario begins with it, whole, wherever that was."""
        first = self.first.unit(uid)
        return first.change(marker="", out_of_supply=False, own=lasting(first.own))

    def on_map(self) -> list[Unit]:
        """The enemy's units on the map, in order."""
        return [unit for _, unit in sorted(self.units.items()) if unit.side == self.enemy and unit.on_map]


def lose_steps(placed: Placing, state: State, rng: Random) -> None:
    """Take the steps that the enemy is known to have lost, and that no dead unit has, from its units on the map."""
    dead = sum(u.steps_lost for u in placed.units.values() if u.side == placed.enemy and not u.on_map)
    whole = [unit.id for unit in placed.on_map() for _ in range(placed.counter_of(unit).steps - 1)]
    most = max(0, state.steps_lost.get(placed.enemy, 0) - dead)
    for uid in rng.sample(whole, min(most, len(whole))):
        unit = placed.units[uid]
        placed.units[uid] = unit.change(steps_lost=unit.steps_lost + 1)


def match_zones(placed: Placing, look: Look, rng: Random) -> None:
    """Where the units of a hex together make its ZOC, ZOCs are public: hidden units change places, and sides, as long
    as that brings the ZOCs nearer to those that everybody sees. Not all can always be met."""
    hidden = [unit.id for unit in placed.on_map() if unit.hex in placed.tops and placed.tops[unit.hex].id != unit.id]
    base = Look(look.world, placed.look.state.change(units=Units(placed.units.values())))
    now, stacks = base, list(placed.tops)
    wrong = zones_apart(now, look, placed.enemy)
    for _ in range(MOVES if hidden else 0):
        if not wrong:
            return
        unit = placed.units[rng.choice(hidden)]
        top = placed.tops[rng.choice(stacks)]
        other = rng.choice(placed.turned(unit.id, top)).change(steps_lost=unit.steps_lost)
        placed.take_up(unit)
        fits = placed.fits(other)
        placed.put(other if fits else unit)
        if fits:
            then = now.after(now.state.with_units([other]), (other.id,))
            apart = zones_apart(then, look, placed.enemy)
            if apart <= wrong:
                now, wrong = then, apart
            else:
                placed.take_up(other)
                placed.put(unit)


def zones_apart(one: Look, other: Look, side: str) -> int:
    """In how many hexes the ZOCs of a side differ."""
    return sum((a > 0) != (b > 0) for a, b in zip(one.facts.zoc[side], other.facts.zoc[side], strict=True))


def drawn_dumps(placed: Placing, rng: Random) -> dict[str, dict[int, Dump]]:
    """Supply on the ground: the own, what may lie in the enemy's dumps that are in sight, and with its HQs."""
    dumps = dict(placed.look.state.dumps)
    theirs = {hex_: Dump(rng.randint(*DUMP)) for hex_ in sorted(dumps[placed.enemy])}
    for hex_ in sorted({unit.hex for unit in placed.on_map() if placed.counter_of(unit).kind == "hq"}):
        tokens = rng.randint(*AROUND_HQ)
        if tokens and hex_ not in theirs:
            theirs[hex_] = Dump(tokens)
    return dumps | {placed.enemy: theirs}
