"""What a Beach Assault does, as events; losses have their own."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from redball.core.events import Event
from redball.core.state import ABOARD, State
from redball.core.telling import Names, units_do
from redball.rules.ground.craft import launched, the_craft, with_craft
from redball.rules.ground.fleet import fleet_in, with_fleet


class AssaultAnswered(Event, frozen=True, kw_only=True):
    """The defender of a hex chose how a Beach Assault is resolved: by the Amphibious Landing `table`, or in combat
    (18.6b-A)."""

    hex: int
    table: bool

    def told(self, n: Names) -> str:
        if self.table:
            return f"{n.side(self.side)} gives up the beach at {n.hex(self.hex)}: the Amphibious Landing Table decides"
        return f"{n.side(self.side)} fights for the beach at {n.hex(self.hex)}"


class AssaultLaunched(Event, frozen=True, kw_only=True):
    """Units attack `hex` from Landing Craft at `launch` (18.6a); `boats` has the craft of each, `staked` the points
    that are lost with them."""

    audience: ClassVar[str] = "own"
    hex: int
    launch: int
    boats: tuple[tuple[str, str], ...]
    staked: tuple[str, ...]

    def touched(self) -> tuple[str, ...]:
        return tuple([uid for uid, _ in self.boats])

    def apply(self, state: State) -> State:
        return launched(state, self.boats, self.staked)

    def told(self, n: Names) -> str:
        return f"{units_do(n, self.touched(), 'assaults', 'assault')} the beach at {n.hex(self.hex)}"


class AssaultEnded(Event, frozen=True, kw_only=True):
    """A Beach Assault on `hex` is over. Units `ashore` are fueled until their side's next Clean Up Phase (18.5h); the
    others (`back`) are aboard again, each on its own Landing Craft. `held`: the defender holds the hex (18.6a-E)."""

    hex: int
    held: bool
    ashore: tuple[str, ...]
    back: tuple[tuple[str, str], ...]

    def touched(self) -> tuple[str, ...]:
        return (*self.ashore, *[uid for uid, _ in self.back])

    def apply(self, state: State) -> State:
        state = state.with_units([state.units[uid].change(formation_fueled=True) for uid in self.ashore])
        for uid, cid in self.back:
            craft, unit = the_craft(state, cid), state.units[uid]
            marker = "" if unit.marker == "exploit" else unit.marker
            state = state.with_unit(unit.change(hex=ABOARD, marker=marker).act(afloat=False))
            state = with_craft(state, [craft.change(units=(*craft.units, uid))])
        return with_fleet(state, replace(fleet_in(state), boats=(), staked=()))

    def told(self, n: Names) -> str:
        how = "has failed" if self.held else "is over"
        return f"The Beach Assault on {n.hex(self.hex)} {how}"


EVENTS = (AssaultAnswered, AssaultLaunched, AssaultEnded)
