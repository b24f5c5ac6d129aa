"""What is paid, how much, and from where: every payment of the log by an own search over the printed costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

from redball.core.state import Unit
from referee.afloat import Afloat
from referee.barrage import column_of, strength_of
from referee.moves import Moves
from referee.paths import Paths
from referee.scene import Scene


@dataclass
class FuelBill:
    """Fuel that is being paid, from one source after another."""

    method: str
    unit: str
    price: int
    members: list[Unit]
    tokens: int = 0
    sources: set[str] = field(default_factory=set)


class Alongside(Paths):
    """What is aboard Landing Craft reaches nobody but those in their hex and next to it, and is never thrown."""

    def supplies(self, unit: Unit, h: int, holder: str = "", via: str = "") -> bool:
        return not via and self.scene.ground.apart(unit.hex, h) <= 1


class Prices(Moves):
    """Judges every `SupplySpent`. It goes on from `Moves`, because units on the move negate nothing."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.target = -1
        self.pending: list[tuple[Any, Paths]] = []
        self.late: list[tuple[Any, list[Unit]]] = []
        self.fuel: FuelBill | None = None
        self.refilled: dict[str, int] = {}
        self.eaten: dict[tuple[int, str], tuple[Fraction, int]] = {}
        self.plate = ""

    def begins(self, action: Any, scene: Scene) -> None:
        super().begins(action, scene)
        self.late = []
        if type(action).__name__ != "Pay":
            self.close_fuel()
        if type(action).__name__ == "Eat":
            # a dump is all SP in a hex but the loads of Organic Trucks, which are not for everybody (12.1b, 13.2g-B)
            holder = scene.units.get(action.holder)
            self.plate = action.holder if holder is not None and scene.is_organic(holder) else ""

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        super().on_PhaseBegan(event, scene)
        for (h, _), (size, tokens) in self.eaten.items():
            per_token = self.setting.value("supply_costs", "eat_off_map_re_per_t")
            self.book.same("12.6c", f"{size} RE eat at {self.name(h)}", tokens, ceil(size / per_token))
        self.eaten = {}
        self.refilled = {}

    def on_AttackDeclared(self, event: Any, scene: Scene) -> None:
        self.target = event.hex

    def on_OverrunDeclared(self, event: Any, scene: Scene) -> None:
        super().on_OverrunDeclared(event, scene)
        self.target = event.hex

    # --- who is served -------------------------------------------------------------------------------------------

    def on_SupplySpent(self, event: Any, scene: Scene) -> None:
        paths = Paths(scene, self.stack)
        holder = scene.units.get(event.holder) if event.holder else None
        if holder is not None:
            self.book.same("12.1b", f"{holder.id} pays where it is", event.hex, holder.hex)
            self.book.same("12.1d", f"{holder.id} pays for", holder.side, event.side)
            self.book.holds("12.1b", f"{holder.id} has it", holder.load >= event.tokens)
        else:
            dump = scene.state.dumps[event.side].get(event.hex)
            self.book.holds(
                "12.1b", f"the dump at {self.name(event.hex)} has it", dump is not None and dump.tokens >= event.tokens
            )
        self.pays(event, scene, paths)

    def on_SupplySpentAfloat(self, event: Any, scene: Scene) -> None:
        """12.3c-B, 18.5e: what Landing Craft carry serves their hex and those next to it."""
        craft = Afloat(self.setting, scene.state).craft[event.holder]
        self.book.same("18.5e", f"{craft.id} pays where it is", (event.hex, event.side), (craft.hex, craft.side))
        self.book.holds("18.5e", f"{craft.id} has it", craft.tokens >= event.tokens)
        self.pays(event, scene, Alongside(scene, self.stack))

    def pays(self, event: Any, scene: Scene, paths: Paths) -> None:
        """Whether a payment reaches whom it is for."""
        if event.purpose == "wasted":
            self.book.skip("supply wasted")
        elif event.purpose == "combat":
            self.served(event, scene, paths, self.combatants(event, scene), "12.4")
        elif event.purpose == "fuel" and self.fuel is not None:
            self.pays_fuel(self.fuel, event, scene, paths)
        elif event.purpose in ("fuel", "barrage") or event.purpose.startswith(("build_hedgehog", "raise_hedgehog")):
            self.pending.append((event, paths))
        elif event.purpose == "recovery":
            self.refilled[event.unit] = self.refilled.get(event.unit, 0) + event.tokens
            self.served(event, scene, paths, [scene.units[event.unit]], "12.10e")
        elif event.purpose == "eaten":
            size, tokens = self.eaten.get((event.hex, self.plate), (Fraction(0), 0))
            self.eaten[event.hex, self.plate] = (size, tokens + event.tokens)
            self.served(event, scene, paths, [scene.units[event.unit]], "12.6c")
        elif event.purpose != "refit":  # `air` judges that
            self.book.skip(f"supply spent for {event.purpose}")

    def combatants(self, event: Any, scene: Scene) -> list[Unit]:
        """The one unit of the bill, or all defenders; HQs stacked with others need not be reached."""
        if event.unit:
            return [scene.units[event.unit]]
        units = scene.fighters(event.side, self.target)
        return [unit for unit in units if scene.counter(unit).kind != "hq"] or units

    def served(self, event: Any, scene: Scene, paths: Paths, units: list[Unit], case: str) -> None:
        """Every unit must be reached; hexes of units that may still move do not count unless these are now bound."""
        for unit in units:
            through = f" through {event.via}" if event.via else ""
            what = f"{event.tokens}T at {self.name(event.hex)} {event.holder}{through} for {unit.id} ({event.purpose})"
            self.book.holds(case, what, paths.supplies(unit, event.hex, event.holder, event.via))
        self.late.append((event, units))

    def ends(self, action: Any, scene: Scene) -> None:
        super().ends(action, scene)
        assert self.start is not None
        if scene.clock != self.start.clock or scene.clock.segment not in ("movement", "breakout"):
            return  # nobody moves later in the phase
        paths = Paths(scene, self.stack, sure=True)
        for event, units in self.late:
            for unit in units:
                now = scene.units.get(unit.id)
                if now is not None and now.hex == unit.hex and now.facing == unit.facing:
                    what = f"supply at {self.name(event.hex)} for {unit.id}: over hexes of units that stay"
                    hq = scene.units[event.via] if event.via else None
                    through = hq is None or (paths.throws(hq, now) and paths.draws(hq, event.hex))
                    self.book.holds("4.5b", what, through if hq else paths.draws(now, event.hex))

    # --- how much ------------------------------------------------------------------------------------------------

    def take(self, purposes: tuple[str, ...]) -> list[tuple[Any, Paths]]:
        """The payments of this action for a purpose that is known only now."""
        mine = [(event, paths) for event, paths in self.pending if event.purpose.startswith(purposes)]
        self.pending = [pair for pair in self.pending if pair not in mine]
        return mine

    def on_FuelPaid(self, event: Any, scene: Scene) -> None:
        names = {"single_unit": "fuel_single_unit", "formation": "fuel_formation", "hq": "fuel_hq"}
        if event.method not in names:
            self.book.skip(f"fuel by {event.method}")
            return
        unit = scene.units[event.unit]
        is_hq = scene.counter(unit).kind == "hq"
        self.book.holds("12.5c-B", f"{unit.id} is fueled as {event.method}", is_hq or event.method != "hq")
        members = [scene.units[uid] for uid in event.members] or [scene.units[event.unit]]
        price = self.setting.value("supply_costs", names[event.method])
        if event.method == "formation":
            price = self.formation_price(scene, event.formation)
        self.fuel = FuelBill(event.method, event.unit, price, members)
        for one in members:
            self.book.holds("12.5a", f"{one.id} is a combat unit", scene.is_combat(one))
            if event.method == "formation":
                self.book.same("12.5c-A", f"{one.id}: formation", scene.counter(one).formation, event.formation)
        for spent, paths in self.take(("fuel",)):
            self.pays_fuel(self.fuel, spent, scene, paths)

    def formation_price(self, scene: Scene, formation: str) -> int:
        """12.5c-A: 1 SP."""
        price: int = self.setting.value("supply_costs", "fuel_formation")
        return price

    def pays_fuel(self, bill: FuelBill, event: Any, scene: Scene, paths: Paths) -> None:
        """A part of the price from one source, which serves all that are fueled."""
        bill.tokens += event.tokens
        bill.sources.add(event.via or self.name(event.hex))
        self.served(event, scene, paths, bill.members, "12.5c")

    def close_fuel(self) -> None:
        """The whole price is paid; a formation's from one HQ or dump (13.7a)."""
        bill, self.fuel = self.fuel, None
        if bill is not None:
            self.book.same("12.5c", f"{bill.unit}: fuel, {bill.method}", bill.tokens, bill.price)
            if bill.method == "formation":
                self.book.same("13.7a", f"{bill.unit}: sources of a formation's fuel", len(bill.sources), 1)

    def on_FuelDrawn(self, event: Any, scene: Scene) -> None:
        unit, hq = scene.units[event.unit], scene.units[event.hq]
        what = f"{unit.id} moves on the fuel of {hq.id}"
        self.book.holds("12.5e", f"{what}: it is fueled", hq.hq_fueled)
        counter = scene.counter(unit)
        independent = not counter.formation and not counter.printed_re
        self.book.holds("12.5e", f"{what}: independent", independent)
        self.book.holds("12.5e", f"{what}: in throw range", Paths(scene, self.stack).throws(hq, unit))
        once = hq.activity.fuel_hex in (-1, hq.hex)
        self.book.holds("12.5e", f"{what}: from one hex in a phase", once)

    def on_BarrageDeclared(self, event: Any, scene: Scene) -> None:
        paid = self.take(("barrage",))
        units = [scene.units[uid] for uid in event.units]
        tokens = sum(e.tokens for e, _ in paid)
        self.book.holds(
            "10.1b", f"barrage on {self.name(event.hex)}: {tokens}T", tokens in self.barrage_prices(event, scene, units)
        )
        if paid:
            sources = {(e.via or e.hex) for e, _ in paid}
            self.book.same("10.1b-A", f"barrage on {self.name(event.hex)}: one HQ or dump", len(sources), 1)
        for spent, paths in paid:
            self.served(spent, scene, paths, units, "10.1b")

    def barrage_prices(self, event: Any, scene: Scene, units: list[Unit]) -> tuple[int, ...]:
        """10.1b: by the column of the unshifted strength."""
        chart = self.setting.charts["barrage"]
        return (chart["column_cost_t"][column_of(chart, sum(strength_of(scene, unit) for unit in units))],)

    def on_HedgehogBuilt(self, event: Any, scene: Scene) -> None:
        paid = self.take(("build_hedgehog", "raise_hedgehog"))
        price = self.setting.value("supply_costs", "build_or_improve_hedgehog_level")
        what = f"hedgehog at {self.name(event.hex)}"
        self.book.same("16.0b", f"{what}: tokens", sum(e.tokens for e, _ in paid), price)
        units = [scene.units[uid] for uid in event.units]
        for spent, paths in paid:
            self.served(spent, scene, paths, units, "13.8d-B")
        self.worked(event, scene, units, what)
        self.book.holds("16.0b-B", f"{what}: one Level a turn", event.hex not in scene.state.raised)
        old = scene.state.hedgehogs[event.hex].level if event.hex in scene.state.hedgehogs else 0
        self.book.same("16.0b", f"{what}: Level", event.level, old + 1)
        self.book.holds("16.0a", f"{what}: Level {event.level}", event.level <= 4)

    def on_HedgehogReduced(self, event: Any, scene: Scene) -> None:
        if event.units:
            units = [scene.units[uid] for uid in event.units]
            self.worked(event, scene, units, f"hedgehog at {self.name(event.hex)}")

    def worked(self, event: Any, scene: Scene, units: list[Unit], what: str) -> None:
        """13.8d, 16.0b: an engineer within 2 Leg MP hexes, or 1 RE in Combat Mode in the hex; nobody has moved."""
        for unit in units:
            self.book.holds("13.8d-C", f"{what}: {unit.id} has not moved", not unit.activity.spent)
        if len(units) == 1 and scene.is_engineer(units[0]):
            self.book.holds("13.8d-A", f"{what}: near", self.ground.apart(units[0].hex, event.hex) <= 2)
            return
        size = sum((scene.size(unit) for unit in units), Fraction(0))
        self.book.holds("16.0b", f"{what}: {size} RE work", size >= 1)
        for unit in units:
            self.book.same("16.0b", f"{what}: {unit.id} works in", (unit.hex, unit.mode), (event.hex, "combat"))

    # --- the Supply Phase ----------------------------------------------------------------------------------------

    def on_InternalsRecovered(self, event: Any, scene: Scene) -> None:
        unit = scene.units[event.unit]
        times = scene.counter(unit).printed_re - unit.steps_lost if scene.counter(unit).printed_re else 1
        price = self.setting.value("supply_costs", "recover_low_per_unit_or_re") * times * event.levels
        paid = self.refilled.pop(unit.id, 0)
        self.book.same("12.10e", f"{unit.id} recovers {event.levels}: tokens", paid, price)
        self.book.holds("12.10e", f"{unit.id} has so much to recover", event.levels <= unit.internals)

    def on_TraceChecked(self, event: Any, scene: Scene) -> None:
        if not event.ate:
            return
        size, tokens = self.eaten.get((event.source, self.plate), (Fraction(0), 0))
        self.eaten[event.source, self.plate] = (size + scene.size(scene.units[event.unit]), tokens)
