"""What flies with aircraft of New OCS (N14-transport, N6-air-transport): loads, losses, drops as in the series, but in
the Air Operations Phase, several missions at once; and what that leaves to units and supply for the rest of the turn.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from referee.cargo import KINDS, TOKEN, TWELFTHS, Cargo, Flown
from referee.moves import allowance
from referee.new_ocs_air import PHASE
from referee.scene import Scene

BARRED = ("reserve", "strat")
"""N6-air-transport: modes that a unit which came by air does not enter in its turn."""


class NewCargo(Cargo):
    """Follows every mission with cargo until its phase is over, and what it brought until its turn is."""

    plans_in = PHASE

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.flights: list[Flown] = []
        self.came: set[str] = set()
        """Units that have landed in this Player Turn."""
        self.tapped: set[str] = set()
        self.brought: Counter[int] = Counter()
        """Tokens that landed in this Player Turn and are still where they landed, by hex."""
        self.walked: Counter[str] = Counter()
        """Twelfths of MP, by unit that has landed."""

    def hears(self, event: Any, scene: Scene) -> None:
        found = self.flight_of(event, scene)
        if found is not None:
            self.flown = found
        super().hears(event, scene)

    def flight_of(self, event: Any, scene: Scene) -> Flown | None:
        """The mission that an event about cargo belongs to."""
        kind = type(event).__name__
        if kind in ("UnitAirlifted", "UnitDropped", "UnitEliminated"):
            return next((one for one in self.flights if event.unit in one.units), None)
        if kind in ("SupplyAirlifted", "SupplyDropped"):
            there = [one for one in self.flights if one.hex == event.hex]
            return next((one for one in there if self.has(scene, one, event)), None)
        if kind == "CargoLost":
            for one in self.flights:
                if any(start == event.hex and self.is_over(scene, one, (start, g)) for start, g in one.tokens):
                    return one
        return None

    def has(self, scene: Scene, flown: Flown, event: Any) -> bool:
        """Whether the supply of an event is on board of a mission whose aircraft are there."""
        loads = [load for load, tokens in flown.tokens.items() if tokens and load[0] == event.start]
        if type(event).__name__ == "SupplyAirlifted":
            return bool(loads)
        return any(self.fits(scene, flown, load, Fraction(TOKEN)) for load in loads)

    def on_MissionFlown(self, event: Any, scene: Scene) -> None:
        super().on_MissionFlown(event, scene)
        if self.flown is not None and event.kind in KINDS:
            self.flights.append(self.flown)

    def when(self, event: Any, scene: Scene, what: str) -> None:
        """N14-transport: in the Air Operations Phase of its side."""
        now = scene.clock.phase, scene.clock.acting
        self.book.same("N14-transport-phase", f"{what}: when", now, (PHASE, event.side))

    def may_unload(self, scene: Scene, flown: Flown, what: str) -> None:
        """14.9f is judged as cargo lands: other missions may unload there before, or their aircraft not arrive."""
        base = self.base_at(scene, flown)
        self.book.holds("14.9e", f"{what}: an own base", base is not None)

    def on_CargoCounted(self, event: Any, scene: Scene) -> None:
        super().on_CargoCounted(event, scene)
        if self.flown is not None:
            base, limits = self.base_at(scene, self.flown), self.limits
            each = limits["unload_t_per_base_level"] * base.level if base.level else limits["unload_t_air_strip"]
            have = base.unloaded + event.halves
            what = f"{have} of {TOKEN * each} half tokens unloaded at {self.name(event.hex)}"
            self.book.holds("14.9f", what, have <= TOKEN * each)

    # --- what has landed -----------------------------------------------------------------------------------------

    def on_UnitAirlifted(self, event: Any, scene: Scene) -> None:
        super().on_UnitAirlifted(event, scene)
        self.came.add(event.unit)

    def on_UnitDropped(self, event: Any, scene: Scene) -> None:
        super().on_UnitDropped(event, scene)
        if event.lands:
            self.came.add(event.unit)

    def on_SupplyAirlifted(self, event: Any, scene: Scene) -> None:
        super().on_SupplyAirlifted(event, scene)
        self.brought[event.hex] += event.tokens

    def on_SupplyDropped(self, event: Any, scene: Scene) -> None:
        super().on_SupplyDropped(event, scene)
        self.brought[event.hex] += event.lands

    def on_UnitCameByAir(self, event: Any, scene: Scene) -> None:
        self.book.holds("N6-air-transport-half-ma", f"{event.unit} is tapped: it came by air", event.unit in self.came)
        self.tapped.add(event.unit)

    # --- the rest of the turn ------------------------------------------------------------------------------------

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        if not event.new_phase:
            return
        self.flights = []
        if event.phase == PHASE:
            self.came, self.tapped, self.brought = set(), set(), Counter()
        self.walked.clear()
        if scene.clock.phase == PHASE:
            down = {uid for uid in self.came if uid in scene.units and scene.units[uid].hex >= 0}
            self.book.same("N6-air-transport-half-ma", "who came by air and is tapped", down - self.tapped, set())

    def on_UnitMoved(self, event: Any, scene: Scene) -> None:
        if event.unit in self.came:
            unit = scene.units[event.unit]
            self.walked[event.unit] += event.mp
            spent, most = Fraction(self.walked[event.unit], TWELFTHS), allowance(scene, unit) / 2
            what = f"{event.unit} came by air and spends {spent} of {most} MP"
            phase = scene.clock.phase if scene.clock.acting == unit.side else "another's turn"
            if phase == "movement":
                self.book.holds("N6-air-transport-half-ma", what, spent <= most)

    def on_ModeChanged(self, event: Any, scene: Scene) -> None:
        if event.unit in self.came and event.side == scene.clock.phasing:
            what = f"{event.unit} came by air and goes into {event.mode} Mode"
            self.book.holds("N6-air-transport-modes", what, event.mode not in BARRED)

    def on_SupplySpent(self, event: Any, scene: Scene) -> None:
        """N6-air-transport-sp-use: it may be spent, and what may not be moved on is spent first."""
        if not event.holder and event.hex in self.brought and event.side == scene.clock.phasing:
            self.brought[event.hex] = max(0, self.brought[event.hex] - event.tokens)

    def moves_on(self, event: Any, scene: Scene, h: int, how: str) -> None:
        """N6-air-transport-sp: by rail, truck or wagon only what did not come by air."""
        if self.brought[h] and event.side == scene.clock.phasing:
            dump = scene.state.dumps[event.side].get(h)
            other = (dump.tokens if dump is not None else 0) - self.brought[h]
            what = f"{event.tokens}T of {other}T that did not come by air leave {self.name(h)} {how}"
            self.book.holds("N6-air-transport-sp", what, event.tokens <= other)

    def on_SupplyLoaded(self, event: Any, scene: Scene) -> None:
        self.moves_on(event, scene, scene.units[event.unit].hex, f"on {event.unit}")

    def on_SupplyRailed(self, event: Any, scene: Scene) -> None:
        self.moves_on(event, scene, event.start, "by rail")
